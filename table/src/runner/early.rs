//! What came too early or too late in a test: a turn that never began, a chance that nobody asked.

use super::Run;
use houserules_interpreter::ask::{Offered, Stop};
use houserules_interpreter::referee::{NoTurn, Referee};
use houserules_lang::ir::walk::walk_bodies;
use houserules_lang::ir::{Choose, Chooser, Offer, StmtKind, TestLine, TestLineKind, Type};
use houserules_lang::naming::listed;

/// What is said of turns that no line asks for.
const BY_ITSELF: &str = "which the test played by itself";
/// So many turns are told of.
const MOST_TOLD: usize = 6;

impl<'a, E: Referee> Run<'a, E> {
    /// Why a turn that is given did not begin: which turns went by, what ended the game, and what
    /// to write.
    pub(super) fn no_turn(&self, seat: u8, why: &NoTurn) -> String {
        let name = self.name(seat);
        let Stop::Over(_) = self.engine.stop() else { return why.to_string() };
        let gone = self.engine.turns_gone();
        if gone.is_empty() {
            return why.to_string();
        }
        let names = self.some_of(gone.iter().map(|seat| self.name(*seat)));
        let turns = if gone.len() == 1 { "a turn" } else { "turns" };
        let at = self.engine.place();
        let line = self.sources.line_column(at.file, at.start).0;
        let ended = self.source(at);
        let begins = if self.drawn() {
            format!(
                "let chance draw who begins: `chance gives {name}` as the first line of the test"
            )
        } else {
            format!(
                "say above this line who begins, such as `given leader is {name}`, or what the \
                 ending asks for"
            )
        };
        format!(
            "the game ended before such a turn began: {names} had {turns} before it, \
             {BY_ITSELF}, and `{ended}` (line {line}) ended the game; {begins}"
        )
    }

    /// Whether chance draws a player somewhere.
    fn drawn(&self) -> bool {
        let mut found = false;
        walk_bodies(self.book, &mut |stmt| {
            found |= matches!(&stmt.kind, StmtKind::Choose(choose) if draws_a_player(choose));
        });
        found
    }

    /// The line of the first value that chance was not asked for.
    pub(super) fn unused_chance(&self) -> Option<&'a TestLine> {
        let first: *const _ = *self.chance.front()?;
        self.test.lines.iter().find(|line| {
            let TestLineKind::Chance(values) = &line.kind else { return false };
            values.iter().any(|value| std::ptr::eq(value, first))
        })
    }

    /// That chance was not asked for all that lines say it gives.
    pub(super) fn chance_left(&self) -> Option<String> {
        let line = self.unused_chance()?;
        let (left, said) = (self.chance.len(), self.source(line.span));
        let what = if left == 1 { "a value".to_owned() } else { format!("{left} values") };
        Some(format!(
            "chance was not asked for {what} of `{said}`: write it above the line in which chance \
             decides; what the set-up or the first turn draws comes above all `given`s"
        ))
    }

    /// A failure, and what the test itself did before: perhaps that is why.
    pub(super) fn with_own(&self, message: String) -> String {
        let mut said = message;
        let gone = self.engine.turns_gone();
        if !gone.is_empty() && !said.contains(BY_ITSELF) {
            let names = self.some_of(gone.iter().map(|seat| self.name(*seat)));
            said =
                format!("{said}; turns of {names} came before the one that is given, {BY_ITSELF}");
        }
        if !self.own.is_empty() {
            let chosen = self.own.iter().map(|(seat, offered)| {
                format!("{} for {}", self.chosen(offered), self.name(*seat))
            });
            let chosen = self.some_of(chosen);
            said = format!("{said}; as no line says it, the test itself chose {chosen}");
        }
        said
    }

    fn chosen(&self, offered: &Offered) -> String {
        match offered {
            Offered::Move(id, ..) => self.move_name(*id),
            Offered::Pass(_) | Offered::Decline => "`pass`".to_owned(),
            Offered::Values => "a value".to_owned(),
        }
    }

    /// The first of them, and that there are more.
    fn some_of(&self, all: impl ExactSizeIterator<Item = String>) -> String {
        let more = all.len() > MOST_TOLD;
        let mut names: Vec<String> = all.take(MOST_TOLD).collect();
        if more {
            names.push("more".to_owned());
        }
        listed(&names, "and")
    }

    /// A failure, and that a line about chance was not used by then: perhaps that is why.
    pub(super) fn with_unused(&self, message: String) -> String {
        if let Some(line) = self.unused_chance()
            && self.chance_left().is_none_or(|said| !message.contains(&said))
        {
            let number = self.sources.line_column(line.span.file, line.span.start).0;
            format!(
                "{message}; `{}` (line {number}) had not been asked for by then",
                self.source(line.span)
            )
        } else {
            message
        }
    }
}

fn draws_a_player(choose: &Choose) -> bool {
    let Offer::Values { steps, .. } = &choose.what else { return false };
    matches!(choose.by, Chooser::Chance)
        && steps.iter().any(|step| step.domain.elem == Type::Player)
}
