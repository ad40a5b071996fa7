//! Looking: the table, where the game stands, what may be chosen, values.

use super::typed::{CommandResult, Failed, Typed};
use super::workbench::Workbench;
use crate::draw::lines_of;
use crate::draw::picks::Picks;
use crate::play::{board, look};
use crate::rulebook;
use crate::show::console::Tone;
use crate::show::grid::aligned;
use crate::terminal::telling::{self, Style};
use houserules_interpreter::ask::Stop;
use houserules_lang::ir::Type;
use houserules_lang::place::Place;
use houserules_lang::spelling::nearest;
use houserules_table::choices::closed::{ClosedLine, told};
use houserules_table::choices::menu::{Entry, EntryKind, Fill, Listed, Menu};
use houserules_table::choices::value::Arg;
use houserules_table::debugger::{Bench, Line, audit, shown, source_line};
use houserules_table::log::LogLine;
use houserules_table::visibility::Viewer;
use std::ops::Range;

/// So many values of a step are listed.
const LISTED: usize = 24;
/// So many lines of the log are shown if nobody says how many.
const RECENT: usize = 30;

/// How the log is shown.
pub(super) const LOG: Style = Style { remark: "  ", before: " these" };

impl Workbench<'_, '_> {
    /// The seat of a player's name or number.
    ///
    /// # Errors
    /// If there is no such player.
    pub fn seat(&self, typed: &Typed, (at, name): (Range<usize>, &str)) -> Result<u8, Failed> {
        let seats = self.game().naming().seats;
        let named = seats.iter().position(|s| s == name);
        let named = named.or_else(|| seats.iter().position(|s| s.eq_ignore_ascii_case(name)));
        let numbered =
            name.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).filter(|n| *n < seats.len());
        if let Some(seat) = named.or(numbered) {
            return Ok(u8::try_from(seat).unwrap_or(u8::MAX));
        }
        let shown: String = name.chars().take(40).collect();
        let found = typed.wrong("E1015", at, format!("nobody called `{shown}` plays"));
        let help = match nearest(&shown, seats.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the players are {}", seats.join(", ")),
        };
        Err(found.help(help).into())
    }

    /// What only a referee may see or do is not for whoever looks through a seat's eyes.
    ///
    /// # Errors
    /// If somebody does.
    pub fn only_referee(&self, typed: &Typed, at: Range<usize>, what: &str) -> CommandResult {
        if self.eyes == Viewer::Referee {
            return Ok(());
        }
        let said = format!("{what} is the referee's, and you see {}", self.eyes_of(self.eyes));
        Err(typed.wrong("E1014", at, said).help("`as referee` opens everything again").into())
    }

    /// Whose eyes a line names; those of `as` if it names none. A seat looks at nothing that it may
    /// not see.
    fn viewer(&self, typed: &Typed) -> Result<Viewer, Failed> {
        let viewer = self.named_viewer(typed)?;
        if viewer != self.eyes && viewer != Viewer::Spectator {
            self.only_referee(typed, typed.rest.clone(), "another's view")?;
        }
        Ok(viewer)
    }

    fn named_viewer(&self, typed: &Typed) -> Result<Viewer, Failed> {
        let mut words = typed.words();
        let Some((at, word)) = words.next() else { return Ok(self.eyes) };
        if word.starts_with('[') {
            let found = typed.wrong(
                "E1011",
                at.start..typed.rest.end,
                "a player is named here, not a card",
            );
            let card = &typed.text[at.start..typed.rest.end];
            return Err(found
                .help(format!("`look` shows the whole table; `history {card}` tells a card's way"))
                .into());
        }
        if let Some((more, _)) = words.next() {
            let found = typed.wrong("E1011", more.start..typed.rest.end, "one name is enough");
            return Err(found.help(format!("write `{} {word}`", typed.word())).into());
        }
        match word {
            "spectator" => Ok(Viewer::Spectator),
            "referee" => Ok(Viewer::Referee),
            name => Ok(Viewer::Seat(self.seat(typed, (at, name))?)),
        }
    }

    /// Whose eyes these are, in words.
    #[must_use]
    pub fn eyes_of(&self, viewer: Viewer) -> String {
        match viewer {
            Viewer::Seat(seat) => format!("what {} sees", self.game().naming().seat(seat)),
            Viewer::Spectator => "what everybody sees".into(),
            Viewer::Referee => "as referee: everything is open".into(),
        }
    }

    /// A line of the log.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn say_line(&mut self, line: &LogLine) -> CommandResult {
        Ok(telling::say_line(self.console, line, LOG)?)
    }

    /// The place of a span in the rules: `games/x.rules:12`.
    #[must_use]
    pub fn place(&self, span: houserules_lang::source::Span) -> Option<String> {
        Place::of(self.game().sources(), span).map(|p| p.to_string())
    }

    /// The line of the rules at which a span begins, without blanks around.
    #[must_use]
    pub fn source_line(&self, span: houserules_lang::source::Span) -> String {
        source_line(self.game().sources(), span)
    }

    /// The value of what is watched, in words.
    fn watched(&mut self, text: &str) -> String {
        let line = Line { text, part: 0..text.len() };
        let (bench, game) = match &mut self.probe {
            Some(probe) => (&mut self.bench, &mut probe.game),
            None => (&mut self.bench, self.session.game_mut()),
        };
        match bench.value(game, &line) {
            Ok(reading) => reading.text.unwrap_or_else(|| shown(game, &reading.ty, &reading.value)),
            // What a rule or the checker says; a fault is where it has no value.
            Err(wrong) => match wrong.first().filter(|d| d.code.starts_with('E')) {
                Some(found) => format!("nothing ({})", found.message),
                None => "has no value here".into(),
            },
        }
    }

    /// Shows what is watched and has changed.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn show_watches(&mut self) -> Result<(), crate::cli_error::CliError> {
        if self.eyes != Viewer::Referee {
            return Ok(());
        }
        for at in 0..self.watches.len() {
            let Some((text, before)) = self.watches.get(at).cloned() else { break };
            let now = self.watched(&text);
            if now != before {
                self.console.line(&format!("  [{}] {text}: {before} → {now}", at + 1))?;
                self.watches[at].1 = now;
            }
        }
        Ok(())
    }
}

pub(super) fn look(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    if let Some(lines) = bench.named_thing(typed) {
        return lines.iter().try_for_each(|line| bench.line(line));
    }
    let viewer = bench.viewer(typed)?;
    let words = format!("({})", bench.eyes_of(viewer));
    bench.note(&words)?;
    let view = match bench.race_began(viewer) {
        Some(mut began) => began.full_view(viewer),
        None => bench.game_mut().full_view(viewer),
    };
    let width = bench.console.look.width;
    let book = std::sync::Arc::clone(bench.game().book());
    let boards = lines_of(&book, &view, Picks::default(), (width, bench.console.look.height));
    let shown: Vec<board::Shown> = boards.iter().map(board::Shown::Now).collect();
    for (tone, line) in board::draw(&book, &view, width, &shown) {
        bench.console.say(tone, &line)?;
    }
    Ok(())
}

impl Workbench<'_, '_> {
    /// What `look` shows of something that is no player: what lies in a zone, stands at a place, or
    /// is printed on a card.
    fn named_thing(&mut self, typed: &Typed) -> Option<Vec<String>> {
        let asked = typed.rest();
        let reader = matches!(asked, "" | "spectator" | "referee");
        if reader || asked.starts_with('[') || self.seat(typed, (typed.rest.clone(), asked)).is_ok()
        {
            return None;
        }
        let eyes = self.eyes;
        let view = match self.race_began(eyes) {
            Some(mut began) => began.full_view(eyes),
            None => self.game_mut().full_view(eyes),
        };
        look::known(self.game().naming(), &view, asked, self.console.look.width)
    }
}

pub(super) fn table(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    typed.alone()?;
    look(bench, typed)
}

/// `score`: as a referee what it is now, else how it is counted.
pub(super) fn score(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    typed.alone()?;
    let lines = rulebook::of_score(bench.game().book(), bench.game().sources());
    if lines.is_empty() {
        return bench.line("  This game has no score; `rules` says how it is won.");
    }
    lines.iter().try_for_each(|line| bench.line(&format!("  {line}")))?;
    if bench.eyes != Viewer::Referee {
        return bench.note("  It is shown when the game is over.");
    }
    let Some(scores) = bench.game_mut().scores() else {
        return bench.note("  It cannot be counted now.");
    };
    let game = bench.game();
    let ty = game
        .book()
        .score
        .and_then(|id| game.book().words.get(id.index()))
        .map(|word| word.value.ty.clone());
    let ty = ty.unwrap_or(Type::None);
    let naming = game.naming();
    let shown = naming
        .seats
        .iter()
        .zip(&scores)
        .map(|(name, score)| format!("{name} {}", naming.plain(&ty, score)));
    let shown = shown.collect::<Vec<_>>().join(", ");
    bench.line(&format!("  Now: {shown}"))
}

pub(super) fn rules(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    let (book, sources) = (bench.game().book(), bench.game().sources());
    let lines = match typed.rest() {
        "" => rulebook::in_lines(book, sources),
        name => rulebook::of_move(book, sources, name),
    };
    if lines.is_empty() {
        let names: Vec<String> = book.moves.iter().map(|m| m.name.clone()).collect();
        let found = typed.wrong(
            "E1015",
            typed.rest.clone(),
            format!("there is no move `{}`", typed.rest()),
        );
        let help = match nearest(typed.rest(), names.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the moves are {}", names.join(", ")),
        };
        return Err(found.help(help).into());
    }
    lines.iter().try_for_each(|line| bench.line(line))
}

pub(super) fn set_eyes(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    if typed.rest().is_empty() {
        return Err(typed.lacks("a name", "write `as Ana`, `as spectator` or `as referee`").into());
    }
    bench.eyes = bench.named_viewer(typed)?;
    let words = format!("From now on: {}.", bench.eyes_of(bench.eyes));
    bench.line(&words)
}

pub(super) fn whereabouts(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    typed.alone()?;
    bench.stand()
}

impl Workbench<'_, '_> {
    /// Says where the game stands.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn stand(&mut self) -> CommandResult {
        let began = self.race_began(self.eyes);
        let view = began.as_ref().unwrap_or_else(|| self.game()).view(self.eyes);
        let path: Vec<&str> = view.path.iter().map(|p| p.text.as_str()).collect();
        let point = self.number(self.standing(self.eyes));
        let path =
            if path.is_empty() { "before the first stage".to_string() } else { path.join(" › ") };
        self.console.say(Tone::Heading, &format!("point {point}: {path}"))?;
        if self.probe.is_some() && self.eyes == Viewer::Referee {
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

pub(super) fn log(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    let most = typed.number(RECENT as u32)? as usize;
    let lines = bench.game().log(bench.eyes, 0);
    Ok(telling::say_last(bench.console, &lines, most, LOG)?)
}

pub(super) fn moves(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    let all = typed.rest() == "all";
    if let Some((at, name)) = typed.words().next().filter(|_| !all) {
        let seat = bench.seat(typed, (at.clone(), name))?;
        if !bench.sees_moves_of(seat) {
            bench.only_referee(typed, at.clone(), "what another may choose")?;
        }
        return match bench.menu_of(seat) {
            Some(menu) => bench.list_moves(&menu, all),
            None => {
                let name = bench.game().naming().seat(seat);
                let found = typed.wrong("E1014", at, format!("{name} is not asked now"));
                Err(found.help("`moves` alone lists what may be chosen now").into())
            }
        };
    }
    let asked = bench.asked_by(bench.eyes);
    if asked.is_empty() {
        let words = match bench.probe {
            Some(_) => {
                "Nobody is asked: a move is being carried out. `go` runs on to the next decision."
            }
            None => "Nobody is asked.",
        };
        return bench.line(words);
    }
    for seat in asked {
        if !bench.sees_moves_of(seat) {
            let name = bench.game().naming().seat(seat);
            bench.line(&format!("{name} is asked."))?;
        } else if let Some(menu) = bench.menu_of(seat) {
            bench.list_moves(&menu, all)?;
        }
    }
    Ok(())
}

impl Workbench<'_, '_> {
    /// Whether what a seat may choose is for these eyes.
    #[must_use]
    pub fn sees_moves_of(&self, seat: u8) -> bool {
        matches!(self.eyes, Viewer::Referee) || self.eyes == Viewer::Seat(seat)
    }

    /// What a seat may choose, or might when a race began that is on.
    fn menu_of(&mut self, seat: u8) -> Option<Menu> {
        match self.race_began(self.eyes) {
            Some(mut began) => began.menu(seat),
            None => self.game_mut().menu(seat),
        }
    }

    fn list_moves(&mut self, menu: &Menu, all: bool) -> CommandResult {
        let name = self.game().naming().seat(menu.seat);
        let question = menu.question.as_ref().map(|q| format!(" ({q})")).unwrap_or_default();
        self.console.say(Tone::Heading, &format!("{name} may choose{question}:"))?;
        let mut rows = Vec::new();
        for (at, entry) in menu.entries.iter().enumerate() {
            let typed = std::iter::once(entry.name.clone()).filter(|n| !n.is_empty());
            let typed: Vec<String> =
                typed.chain(entry.steps.iter().map(|s| s.to_uppercase())).collect();
            let first = self.first_step(menu.seat, at, entry);
            let title = if entry.title == entry.name { String::new() } else { entry.title.clone() };
            let words =
                [title, first].into_iter().filter(|w| !w.is_empty()).collect::<Vec<_>>().join("; ");
            rows.push(vec![typed.join(" "), words]);
        }
        let width = self.console.look.width;
        aligned(&rows, 2, width).iter().try_for_each(|line| self.line(line))?;
        self.list_closed(menu.seat, all).map(|_| ())
    }

    /// What stands in the menu but is not possible now, for those who may look at the menu; whether
    /// there is anything.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn list_closed(&mut self, seat: u8, all: bool) -> Result<bool, Failed> {
        let closed = self.game_mut().closed(seat);
        if closed.is_empty() {
            return Ok(false);
        }
        let name = self.game().naming().seat(seat);
        self.console.say(Tone::Heading, &format!("{name} cannot:"))?;
        let (lines, fewer) = told(&closed, all);
        let row = |line: ClosedLine| vec![line.what.clone(), line.reason()];
        let rows: Vec<Vec<String>> = lines.into_iter().map(row).collect();
        let width = self.console.look.width;
        aligned(&rows, 2, width).iter().try_for_each(|line| self.line(line))?;
        if fewer {
            self.note("  (`moves all` says it of each)")?;
        }
        Ok(true)
    }

    /// The values of an entry's first step that is asked for.
    fn first_step(&mut self, seat: u8, entry: usize, of: &Entry) -> String {
        let mut filled: Vec<Arg> = Vec::new();
        let stands_on = match of.kind {
            EntryKind::Move(id) => {
                self.game().book().moves.get(id.index()).is_some_and(|m| m.hidden_this)
            }
            _ => false,
        };
        let mut step = self.game_mut().options(seat, entry, &filled);
        if stands_on && let Some(card) = step.as_ref().and_then(|s| s.fill.members().first()) {
            filled.push(card.arg.clone());
            step = self.game_mut().options(seat, entry, &filled);
        }
        step.map_or_else(String::new, |step| listed(&step))
    }
}

/// `CARD: [pink 1], [pink 2]`
fn listed(step: &Listed) -> String {
    let name = step.name.to_uppercase();
    if let Fill::Range { shown: (low, high), .. } = &step.fill {
        return format!("{name}: {low} to {high}");
    }
    let members = step.fill.members();
    let mut all: Vec<&str> = members.iter().map(|m| m.typed.as_str()).collect();
    all.dedup();
    let more = if all.len() > LISTED { ", …" } else { "" };
    all.truncate(LISTED);
    let how = match &step.fill {
        Fill::Some { least, most, .. } => {
            format!(" ({least} to {most} of these, in round brackets)")
        }
        Fill::Order(_) => " (all of these in an order, in round brackets)".into(),
        _ => String::new(),
    };
    format!("{name}: {}{more}{how}", all.join(", "))
}

pub(super) fn print(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    if typed.rest().is_empty() {
        return Err(typed.lacks("an expression", "write `print count(players)`").into());
    }
    let (desk, game) = bench.parts();
    let reading = desk.value(game, &typed.behind())?;
    let text = reading.text.unwrap_or_else(|| shown(game, &reading.ty, &reading.value));
    bench.line(&format!("  {text}"))
}

impl Workbench<'_, '_> {
    /// What reads lines of the language, and the game at which they are typed.
    pub fn parts(
        &mut self,
    ) -> (&mut Bench, &mut houserules_table::game::Game<houserules_interpreter::machine::Machine>)
    {
        match &mut self.probe {
            Some(probe) => (&mut self.bench, &mut probe.game),
            None => (&mut self.bench, self.session.game_mut()),
        }
    }
}

pub(super) fn names(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    typed.alone()?;
    let me = bench.game().engine().acting();
    let me = me
        .map_or("nobody acts, so it means nothing".to_string(), |s| bench.game().naming().seat(s));
    let mut rows = vec![vec!["me".to_string(), me]];
    rows.extend(Bench::names(bench.game()).into_iter().map(|(name, value)| vec![name, value]));
    let players = bench.game().naming().seats.join(", ");
    rows.push(vec!["players".into(), players]);
    let width = bench.console.look.width;
    aligned(&rows, 2, width).iter().try_for_each(|line| bench.line(line))
}

pub(super) fn watch(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    if typed.rest().is_empty() {
        if bench.watches.is_empty() {
            return bench.line("Nothing is watched.");
        }
        for at in 0..bench.watches.len() {
            let (text, value) = bench.watches[at].clone();
            bench.line(&format!("  [{}] {text}: {value}", at + 1))?;
        }
        return Ok(());
    }
    let (desk, game) = bench.parts();
    let reading = desk.value(game, &typed.behind())?;
    let value = reading.text.unwrap_or_else(|| shown(game, &reading.ty, &reading.value));
    let text = typed.rest().to_string();
    bench.watches.push((text.clone(), value.clone()));
    let number = bench.watches.len();
    bench.line(&format!("  [{number}] {text}: {value}"))
}

pub(super) fn unwatch(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    if typed.rest().is_empty() {
        return Err(typed
            .lacks("a number", "`watch` alone lists what is watched, with numbers")
            .into());
    }
    let number = typed.number(1)? as usize;
    if number > bench.watches.len() {
        let found =
            typed.wrong("E1015", typed.rest.clone(), format!("nothing is watched as {number}"));
        return Err(found.help("`watch` alone lists what is watched, with numbers").into());
    }
    let (text, _) = bench.watches.remove(number - 1);
    bench.line(&format!("  `{text}` is no longer watched"))
}
