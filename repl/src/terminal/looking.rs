//! Looking: the table, what lies and stands there, and where the game is.

use super::command::Role;
use super::host::Host;
use super::typed::{CommandResult, Failed, Typed};
use crate::cli_error::CliError;
use crate::draw::look;
use crate::draw::picks::Picks;
use crate::draw::table::{self, Shown};
use crate::draw::{self, Board, lines_of};
use crate::show::console::{Look, Tone};
use houserules_interpreter::ask::Stop;
use houserules_lang::code::Code;
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::ir::{Chooser, sites};
use houserules_lang::place::Place;
use houserules_lang::source::Span;
use houserules_lang::spelling::nearest;
use houserules_table::debugger::{audit, source_line};
use houserules_table::view::View;
use houserules_table::visibility::Viewer;
use std::path::Path;
use std::sync::Arc;

/// Boards of no more lines are shown each time.
const LOW: usize = 6;

/// `look NAME`: what somebody has, what lies or stands there, or is printed; alone what is printed
/// on all that a seat holds. A referee looks through others' eyes, and alone at the table.
pub(super) fn look(host: &mut Host, typed: &Typed) -> CommandResult {
    let asked = typed.rest();
    let seat = host.known_seat(asked).filter(|_| host.eyes == Viewer::Referee);
    let view = host.view(host.eyes);
    if asked.is_empty() && matches!(host.eyes, Viewer::Seat(_)) {
        let held = look::held(host.game().naming(), &view);
        let none = vec!["You hold nothing. Say a name: `look NAME`.".to_owned()];
        return host.lines(if held.is_empty() { &none } else { &held });
    }
    let eyes = matches!(asked, "" | "spectator" | "referee") || asked.starts_with('[');
    if !eyes && seat.is_none() {
        let (naming, width) = (host.game().naming(), host.console.look.width);
        if let Some(lines) = look::known(naming, &view, asked, width) {
            return host.lines(&lines);
        }
        return Err(host.nothing(typed).into());
    }
    let viewer = host.named_viewer(typed)?;
    if viewer != host.eyes && viewer != Viewer::Spectator {
        host.only_referee(typed, typed.rest.clone(), "another's view")?;
    }
    host.note(&format!("({})", host.eyes_of(viewer)))?;
    Ok(host.show_table(viewer, true)?)
}

/// The table, as whoever looks sees it.
pub(super) fn table(host: &mut Host, _: &Typed) -> CommandResult {
    host.console.measure();
    if host.role == Role::Referee {
        host.note(&format!("({})", host.eyes_of(host.eyes)))?;
    }
    Ok(host.show_table(host.eyes, true)?)
}

/// `draw FILE`: the boards as whoever looks sees them, as a picture.
pub(super) fn draw(host: &mut Host, typed: &Typed) -> CommandResult {
    if typed.rest().is_empty() {
        return Err(typed.lacks("a file", "write `draw table.svg`").into());
    }
    let (eyes, path) = (host.eyes, Path::new(typed.rest()));
    let picks = typed.question.map_or_else(Picks::default, |question| question.picks);
    let drawn = match host.race_began(eyes) {
        Some(mut began) => draw::write(&mut began, eyes, picks, path, false),
        None => draw::write(host.game_mut(), eyes, picks, path, false),
    };
    drawn.map_err(|trouble| typed.file_wrong(trouble))?;
    host.line(&format!("Drawn to {}.", typed.rest()))
}

/// `as SEAT`, `as spectator`, `as referee`
pub(super) fn set_eyes(host: &mut Host, typed: &Typed) -> CommandResult {
    if typed.rest().is_empty() {
        return Err(typed.lacks("a name", "write `as Ana`, `as spectator` or `as referee`").into());
    }
    host.eyes = host.named_viewer(typed)?;
    host.line(&format!("From now on: {}.", host.eyes_of(host.eyes)))
}

pub(super) fn whereabouts(host: &mut Host, _: &Typed) -> CommandResult {
    host.stand()
}

impl Host<'_, '_> {
    /// Whose eyes a line names; those that look if it names none.
    fn named_viewer(&self, typed: &Typed) -> Result<Viewer, Failed> {
        let mut words = typed.words();
        let Some((at, word)) = words.next() else { return Ok(self.eyes) };
        if word.starts_with('[') {
            let found = typed.wrong(
                Code::E1011,
                at.start..typed.rest.end,
                "a player is named here, not a card",
            );
            let card = &typed.text[at.start..typed.rest.end];
            return Err(found
                .help(format!("`look` shows the whole table; `history {card}` tells a card's way"))
                .into());
        }
        if let Some((more, _)) = words.next() {
            let found = typed.wrong(Code::E1011, more.start..typed.rest.end, "one name is enough");
            return Err(found.help(format!("write `{} {word}`", typed.word())).into());
        }
        match word {
            "spectator" => Ok(Viewer::Spectator),
            "referee" => Ok(Viewer::Referee),
            name => Ok(Viewer::Seat(self.seat(typed, at, name)?)),
        }
    }

    /// What is said where nothing has a name.
    fn nothing(&self, typed: &Typed) -> Diagnostic {
        let naming = self.game().naming();
        if let (Some((_, word)), Some((more, _))) = (typed.words().next(), typed.words().nth(1))
            && self.eyes == Viewer::Referee
            && self.known_seat(word).is_some()
        {
            let found = typed.wrong(Code::E1011, more.start..typed.rest.end, "one name is enough");
            return found.help(format!("write `{} {word}`", typed.word()));
        }
        let shown: String = typed.rest().chars().take(40).collect();
        let said = format!("nothing that you see is called `{shown}`");
        let help = match nearest(&shown, naming.seats.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!(
                "say the name of a player, a zone, a place or a card, or a part of what is \
                 printed on it{}",
                look::such_as(naming)
            ),
        };
        typed.wrong(Code::E1015, typed.rest.clone(), said).help(help)
    }

    /// The table for a reader, with what it costs more to find out.
    fn view(&mut self, viewer: Viewer) -> View {
        match self.race_began(viewer) {
            Some(mut began) => began.full_view(viewer),
            None => self.game_mut().full_view(viewer),
        }
    }

    /// Whether a race is on. At one screen nobody can be quicker: who comes first is a lot, and
    /// nobody is shown it.
    #[must_use]
    pub fn is_race(&self) -> bool {
        let game = self.session.game();
        let choose = game.asked().and_then(|asked| sites::find(game.book(), asked.site));
        choose.is_some_and(|c| matches!(c.by, Chooser::Race(_)))
    }

    /// The table, as a reader may see it. Boards that stand above unchanged are left out, unless
    /// `all` is wanted.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn show_table(&mut self, viewer: Viewer, all: bool) -> Result<(), CliError> {
        let mut view = self.view(viewer);
        if let (Viewer::Seat(seat), Role::Player, true) = (viewer, self.role, self.is_race()) {
            view.asked = vec![seat];
        }
        let Look { width, height, .. } = self.console.look;
        let book = Arc::clone(self.game().book());
        let boards = lines_of(&book, &view, Picks::default(), width, height);
        let seen = &self.people.boards;
        let same = |board: &Board| !all && board.lines.len() > LOW && seen.contains(board);
        let shown =
            boards.iter().map(|board| if same(board) { Shown::Before } else { Shown::Now(board) });
        let lines = table::draw(&book, &view, width, &shown.collect::<Vec<_>>());
        self.people.boards = boards;
        self.say_all(&lines)
    }

    /// The boards on which something may be picked, with its numbers.
    pub fn boards_with(&mut self, seat: u8, picks: Picks<'_>) -> Vec<String> {
        let Look { width, height, .. } = self.console.look;
        let view = self.session.game_mut().full_view(Viewer::Seat(seat));
        let book = self.session.game().book();
        let plain = lines_of(book, &view, Picks::default(), width, height);
        let numbered = lines_of(book, &view, picks, width, height).into_iter().zip(plain);
        let differs = numbered.filter(|(numbered, plain)| numbered != plain || picks.on_grids());
        differs.flat_map(|(board, _)| board.lines).collect()
    }

    /// The place of a span in the rules: `games/x.rules:12`.
    #[must_use]
    pub fn place(&self, span: Span) -> Option<String> {
        Place::of(self.game().sources(), span).map(|p| p.to_string())
    }

    /// The line of the rules at which a span begins, without blanks around.
    #[must_use]
    pub fn source_line(&self, span: Span) -> String {
        source_line(self.game().sources(), span)
    }

    /// Says where the game stands.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn stand(&mut self) -> CommandResult {
        let began = self.race_began(self.eyes);
        let view = began.as_ref().unwrap_or_else(|| self.game()).view(self.eyes);
        let path: Vec<&str> = view.path.iter().map(|p| p.text.as_str()).collect();
        let point = self.number(self.standing());
        let path =
            if path.is_empty() { "before the first stage".to_string() } else { path.join(" › ") };
        self.console.say(Tone::Heading, &format!("point {point}: {path}"))?;
        if self.bench.probe.is_some() && self.eyes == Viewer::Referee {
            return self.stand_in_rule();
        }
        if let Some(outcome) = &view.outcome {
            return self.line(&format!("  {outcome}"));
        }
        let place = view.place.map(|p| format!(" ({p})")).unwrap_or_default();
        match self.game().stop() {
            Stop::Fault(_) => self.line(&format!("  a rule could not be carried out{place}")),
            _ if view.asked.is_empty() => self.line("  nobody is asked"),
            _ => {
                let asked = self.game().naming().seat_list(&view.asked);
                let verb = if view.asked.len() == 1 { "is" } else { "are" };
                let question = view.question.map(|q| format!(": {q}")).unwrap_or_default();
                self.line(&format!("  {asked} {verb} asked{question}{place}"))
            }
        }
    }

    /// Where a choice stands that is being carried out.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn stand_in_rule(&mut self) -> CommandResult {
        let chain = self.game().engine().chain();
        let Some(last) = chain.last() else { return Ok(()) };
        let name = audit::body_name(self.game().book(), last.body);
        let place = self.place(last.at).unwrap_or_default();
        let source = self.source_line(last.at);
        self.line(&format!("  {place}  in {name}"))?;
        self.line(&format!("    {source}"))
    }
}
