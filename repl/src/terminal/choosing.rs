//! Choices that are typed: who makes them, and what comes of them.

use super::command::Role;
use super::host::Host;
use super::typed::{CommandResult, Failed, Typed, is_strange};
use crate::cli_error::CliError;
use crate::repl::refereeing;
use crate::repl::workbench::{NotMade, Ran, at_place};
use crate::show::thinking::meanwhile;
use houserules_interpreter::ask::Engine as _;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::playout::Random;
use houserules_lang::code::Code;
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::ir::sites;
use houserules_table::choices::menu::EntryKind;
use houserules_table::choices::value::Choice;
use houserules_table::debugger::{Bench, because};
use houserules_table::game::{Game, Rejected};
use houserules_table::visibility::Viewer;
use std::ops::Range;

impl Host<'_, '_> {
    fn asked(&self) -> Vec<u8> {
        self.session.game().asked().map(|a| a.seats).unwrap_or_default()
    }

    /// Whether somebody who is asked may choose something of that name.
    pub fn is_offered(&mut self, word: &str) -> bool {
        let asked = if self.bench.probe.is_some() { Vec::new() } else { self.asked() };
        let asked: Vec<u8> = asked.into_iter().filter(|seat| self.sees_moves_of(*seat)).collect();
        let game = self.session.game_mut();
        asked
            .iter()
            .any(|s| game.menu(*s).is_some_and(|m| m.entries.iter().any(|e| e.name == word)))
    }

    /// Whether a line that begins with no command is meant as a choice.
    pub fn is_choice(&mut self, typed: &Typed) -> bool {
        let word = typed.word();
        let bare = word.split('(').next().unwrap_or(word);
        let book = self.game().book();
        if book.moves.iter().any(|m| m.name == bare) || matches!(word, "pass" | "decline" | "all") {
            return true;
        }
        let second = typed.words().next().map_or("", |(_, w)| w);
        if matches!(second, "does" | "chooses" | "passes" | "cannot") {
            return true;
        }
        let asked = if self.bench.probe.is_some() { Vec::new() } else { self.asked() };
        let game = self.session.game_mut();
        let text = &typed.text[typed.whole()];
        // Where several are asked, what is no answer to any of them was hardly meant as one.
        let strange = is_strange(typed) || asked.len() > 1;
        asked.iter().any(|seat| {
            let values = game
                .menu(*seat)
                .is_some_and(|m| m.entries.iter().any(|e| e.kind == EntryKind::Values));
            let mut means = || !matches!(game.why_not(*seat, text), Some(Rejected::Unclear { .. }));
            values && (!strange || means())
        })
    }

    /// Values are chosen, moves are done: the word between a name and what is asked for.
    pub fn chosen_by(&self) -> &'static str {
        let game = self.session.game();
        let choose = game.asked().and_then(|asked| sites::find(game.book(), asked.site));
        let values = choose.is_some_and(|choose| !sites::value_steps(choose).is_empty());
        if values { "chooses" } else { "does" }
    }

    /// Who a choice is made for, and the part of the line that is the choice.
    ///
    /// # Errors
    /// If that is not said, or they are somebody else than whose eyes are used.
    pub fn chooser(&self, typed: &Typed, part: Range<usize>) -> Result<(u8, Range<usize>), Failed> {
        let (seat, choice) = self.named_chooser(typed, part.clone())?;
        if self.sees_moves_of(seat) {
            self.answers_once(typed, part, seat)?;
            return Ok((seat, choice));
        }
        let name = self.game().naming().seat(seat);
        let said = format!("{name} is asked, and you see {}", self.eyes_of(self.eyes));
        let help = match self.role {
            Role::Referee => {
                format!("`as {name}` lets you choose for {name}, `as referee` for all")
            }
            Role::Player => "you choose for your own seat alone".to_string(),
        };
        Err(typed.wrong(Code::E1014, part, said).help(help).into())
    }

    /// Whoever has answered in a race answers no more.
    fn answers_once(&self, typed: &Typed, at: Range<usize>, seat: u8) -> CommandResult {
        let asked = |game: &Game<Machine>| game.asked().is_some_and(|a| a.seats.contains(&seat));
        let began = self.race_began(self.eyes);
        if began.is_none_or(|began| !asked(&began) || asked(self.session.game())) {
            return Ok(());
        }
        let name = self.game().naming().seat(seat);
        let found = typed.wrong(
            Code::E1014,
            at,
            format!("{name} has answered, and others are still asked"),
        );
        Err(found.help("`as` another player, or `as referee`, answers for the others").into())
    }

    fn named_chooser(
        &self,
        typed: &Typed,
        part: Range<usize>,
    ) -> Result<(u8, Range<usize>), Failed> {
        let text = &typed.text[part.clone()];
        let inner = Typed::new(text, typed.file);
        let (word, second) = (inner.word(), inner.words().next());
        let shift = |at: &Range<usize>| part.start + at.start..part.start + at.end;
        if let Some((at, verb)) = second
            && matches!(verb, "does" | "chooses" | "passes")
        {
            let seat = self.seat(typed, shift(&inner.word), word)?;
            if verb == "passes" {
                return Ok((seat, shift(&at)));
            }
            let behind = &text[at.end..];
            let start = at.end + behind.len() - behind.trim_start().len();
            return Ok((seat, part.start + start.min(text.len())..part.end));
        }
        let asked = self.asked_by(self.eyes);
        let seat = match (asked.as_slice(), self.eyes) {
            ([only], _) => *only,
            (all, Viewer::Seat(seat)) if all.contains(&seat) => seat,
            ([first, ..], _) => {
                let names = self.game().naming().seat_list(&asked);
                let first = self.game().naming().seat(*first);
                let found = typed.wrong(
                    Code::E1014,
                    part,
                    format!("{names} are asked together: say who chooses"),
                );
                let verb = self.chosen_by();
                return Err(found
                    .help(format!("write `{first} {verb} …`, or `as {first}` first"))
                    .into());
            }
            ([], _) => *asked.first().unwrap_or(&0),
        };
        Ok((seat, part))
    }

    /// A choice that was rejected, at its place in the line and in the rules.
    pub fn rejected(
        &mut self,
        typed: &Typed,
        seat: u8,
        part: Range<usize>,
        rejected: Rejected,
    ) -> Diagnostic {
        let refusal = match rejected {
            Rejected::Unclear { message, help } => {
                let found = typed.wrong(Code::E1012, part, message);
                return match help {
                    Some(help) => found.help(help),
                    None => found,
                };
            }
            Rejected::Refused(refusal) => refusal,
        };
        let name = self.session.game().naming().seat(seat);
        let said = match self.role {
            Role::Player => refusal.to_string(),
            Role::Referee => format!("{name} cannot do this: {}", refusal.words()),
        };
        let mut found = typed.wrong(Code::E1013, part, said);
        if let Some(span) = refusal.span() {
            found = found.beside(
                span,
                refusal.rule.as_ref().map_or(String::new(), |r| format!("`{r}` refuses it")),
            );
        }
        let parts = match self.eyes {
            Viewer::Referee => because::parts(self.session.game_mut(), seat, &refusal),
            Viewer::Seat(_) | Viewer::Spectator => Vec::new(),
        };
        for part in parts {
            found = found.beside(part.span, format!("`{}` is {}", part.source, part.value));
        }
        found
    }

    /// Of those who are asked together: in a race by the game's lot, otherwise bots first, then
    /// whoever sits before the screen.
    #[must_use]
    pub fn next(&self) -> Option<u8> {
        if self.is_race() {
            return self.session.game().engine().lot().first().copied();
        }
        let asked = self.session.game().asked()?.seats;
        let bot = asked.iter().find(|s| !self.people.is_human(**s));
        bot.or_else(|| asked.iter().find(|s| Some(**s) == self.people.before))
            .or_else(|| asked.first())
            .copied()
    }

    /// Lets a bot decide for a seat: in words where the move may be carried out rule by rule, or
    /// with what chance was told to give.
    ///
    /// # Errors
    /// If it finds nothing to do, or chance cannot give that.
    pub fn lets_decide(&mut self, typed: &Typed, seat: u8) -> Result<Ran, Failed> {
        if self.bench.breaks.all().is_empty() && self.bench.forced.is_empty() {
            let who = self.people.sitters.get(usize::from(seat)).copied();
            let words = format!("{} is thinking …", self.game().naming().seat(seat));
            let Self { bots, session, .. } = self;
            meanwhile(self.console.look.watched, &words, || {
                bots.decide(session.game_mut(), seat, who)
            })?;
            self.session.noted();
            return Ok(Ran::Done);
        }
        let choice = self.bot_choice(seat)?;
        let made = self.make(seat, &choice);
        made.map_err(|why| self.not_made(typed, seat, typed.whole(), why))
    }

    /// What a bot would say for a seat.
    ///
    /// # Errors
    /// If it finds nothing to do.
    pub fn bot_choice(&mut self, seat: u8) -> Result<String, CliError> {
        let mut bot = Random::new(self.bots.seed());
        let choice = self.session.game_mut().wording(seat, |engine| bot.answer(engine, seat));
        choice.ok_or_else(|| CliError::Input("a bot finds nothing to do".into(), None))
    }

    /// Makes a choice that was typed at a question, or says why not; whether it is made.
    ///
    /// # Errors
    /// If a stream fails.
    pub fn chooses(&mut self, seat: u8, line: &str) -> Result<bool, CliError> {
        let made = self.make(seat, line).map(drop);
        self.is_made(seat, line, made)
    }

    /// Makes a choice that was filled in step by step, or says why not; whether it is made.
    ///
    /// # Errors
    /// If a stream fails.
    pub fn submits(&mut self, seat: u8, choice: &Choice) -> Result<bool, CliError> {
        let made = self.session.submit(seat, choice).map(drop);
        self.is_made(seat, "", made.map_err(|why| NotMade::Rejected(Rejected::Refused(why))))
    }

    fn is_made(
        &mut self,
        seat: u8,
        line: &str,
        made: Result<(), NotMade>,
    ) -> Result<bool, CliError> {
        let Err(why) = made else { return Ok(true) };
        let typed = Typed::new(line, Bench::file(self.session.game()));
        let failed = self.not_made(&typed, seat, typed.whole(), why);
        self.say_failed(&typed, failed).map(|()| false)
    }

    /// Why a choice was not made, at its place in the line.
    pub fn not_made(
        &mut self,
        typed: &Typed,
        seat: u8,
        part: Range<usize>,
        why: NotMade,
    ) -> Failed {
        match why {
            NotMade::Rejected(rejected) => self.rejected(typed, seat, part, rejected).into(),
            NotMade::Given(wrong) => Failed::Wrong(at_place(typed, part, wrong)),
        }
    }
}

/// A line that is a choice.
///
/// # Errors
/// Why it is not possible.
pub fn choose(host: &mut Host, typed: &Typed, part: Range<usize>) -> CommandResult {
    let second =
        Typed::new(&typed.text[part.clone()], typed.file).words().next().map_or("", |(_, w)| w);
    if second == "cannot" {
        host.only_referee(typed, part, "`cannot`")?;
        return refereeing::lines(host, typed);
    }
    host.ready(typed)?;
    if typed.text[part.clone()].split_whitespace().eq(["all", "pass"]) {
        return all_pass(host, typed, part);
    }
    let (seat, part) = host.chooser(typed, part)?;
    let from = host.session.game().log_length();
    let choice = typed.text[part.clone()].replace("passes", "pass");
    if let Err(not_made) = host.make(seat, &choice) {
        return Err(host.not_made(typed, seat, part, not_made));
    }
    host.tell_new(from)?;
    host.say_halt()?;
    host.say_fault()?;
    Ok(())
}

fn all_pass(host: &mut Host, typed: &Typed, part: Range<usize>) -> CommandResult {
    host.only_referee(typed, part.clone(), "`all pass`")?;
    let from = host.session.game().log_length();
    for seat in host.asked() {
        if host.asked().contains(&seat)
            && let Err(not_made) = host.make(seat, "pass")
        {
            return Err(host.not_made(typed, seat, part, not_made));
        }
        if host.bench.probe.is_some() {
            break;
        }
    }
    host.tell_new(from)?;
    host.say_halt()?;
    host.say_fault()?;
    Ok(())
}

pub(super) fn play(host: &mut Host, typed: &Typed) -> CommandResult {
    if typed.rest().is_empty() {
        return Err(typed
            .lacks("a move", "`moves` lists what may be chosen, as it is typed")
            .into());
    }
    choose(host, typed, typed.rest.clone())
}
