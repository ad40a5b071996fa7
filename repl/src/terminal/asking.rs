//! Asking: what may be chosen and what may not, why, what would be best, and what has changed a
//! thing.

use super::history;
use super::host::Host;
use super::sentences::sentence;
use super::typed::{CommandResult, Failed, Question, Typed};
use crate::play::numbers::numbers;
use crate::play::{fill, offer};
use crate::show::console::Tone;
use crate::show::grid::aligned;
use crate::show::hint::{self, Shown};
use crate::show::thinking::meanwhile;
use houserules_bots::search::advice::Advice;
use houserules_interpreter::machine::Machine;
use houserules_lang::code::Code;
use houserules_lang::naming::loose;
use houserules_lang::source::Span;
use houserules_table::choices::closed::told;
use houserules_table::choices::menu::{Entry, EntryKind, Fill, Listed, Menu, Pickable};
use houserules_table::choices::value::Arg;
use houserules_table::debugger::audit::{self, Act};
use houserules_table::debugger::because::because;
use houserules_table::debugger::differ::differences;
use houserules_table::debugger::lines::tried;
use houserules_table::debugger::{Line, Thing};
use houserules_table::game::{Game, LaidZones};
use houserules_table::session::Point;
use houserules_table::visibility::Viewer;

/// So many changes are listed of a long history.
const MOST: usize = 40;
/// So many values of a step are listed.
const LISTED: usize = 24;

/// `moves`, `moves all`, `moves SEAT`
pub(super) fn moves(host: &mut Host, typed: &Typed) -> CommandResult {
    let all = typed.rest() == "all";
    let seats = match typed.words().next().filter(|_| !all) {
        None => host.asked_by(host.eyes),
        Some((at, name)) => {
            let seat = host.seat(typed, at.clone(), name)?;
            if !host.sees_moves_of(seat) {
                host.only_referee(typed, at.clone(), "what another may choose")?;
            }
            if host.menu_of(seat).is_none() {
                let name = host.game().naming().seat(seat);
                let found = typed.wrong(Code::E1014, at, format!("{name} is not asked now"));
                let help = "`moves` alone lists what may be chosen now";
                return Err(found.help(help).into());
            }
            vec![seat]
        }
    };
    if seats.is_empty() {
        return host.line(match host.bench.probe {
            Some(_) => {
                "Nobody is asked: a move is being carried out. `go` runs on to the next decision."
            }
            None => "Nobody is asked.",
        });
    }
    let several = seats.len() > 1;
    for seat in seats {
        if !host.sees_moves_of(seat) {
            let name = host.game().naming().seat(seat);
            host.line(&format!("{name} is asked."))?;
            continue;
        }
        match typed.question.filter(|question| question.menu.seat == seat) {
            Some(question) => host.list_numbered(question)?,
            None => {
                let menu = host.menu_of(seat);
                menu.map_or(Ok(()), |menu| host.list_moves(&menu))?;
            }
        }
        if !host.list_closed(seat, all, several)? && typed.question.is_some() {
            host.line(OPEN)?;
        }
    }
    Ok(())
}

/// What is said where nothing is refused.
const OPEN: &str = "Every move is open; `why MOVE VALUE …` asks about one choice.";

/// `why`, `why all`, `why MOVE VALUE …`, `why 2` (a number of the list), `why THING`
pub(super) fn why(host: &mut Host, typed: &Typed) -> CommandResult {
    if matches!(typed.rest(), "" | "all") {
        return closed(host, typed);
    }
    if let Some(said) = typed.question.and_then(|question| numbered(question, typed.rest())) {
        return host.line(&said);
    }
    let after = Typed::new(typed.rest(), typed.file);
    // A seat asks about choices only; what names no thing is a move that is misspelt.
    let seated =
        host.eyes != Viewer::Referee && (typed.question.is_some() || !host.is_thing(&after));
    if host.bench.probe.is_none() && (seated || host.is_choice_word(&after)) {
        return refused(host, typed);
    }
    host.only_referee(typed, typed.rest.clone(), "what has changed a thing")?;
    let acts = acts(host, typed)?;
    let Some(last) = acts.last() else { return host.line("Nothing has changed it so far.") };
    tell(host, last)?;
    if acts.len() > 1 {
        let (count, thing) = (acts.len(), typed.rest());
        host.note(&format!("  ({count} changes in all; `history {thing}` lists them)"))?;
    }
    Ok(())
}

/// `why` alone: what is not possible now.
fn closed(host: &mut Host, typed: &Typed) -> CommandResult {
    host.ready(typed)?;
    let mut seats = host.asked_by(host.eyes);
    seats.retain(|seat| host.sees_moves_of(*seat));
    let (mut any, several) = (false, seats.len() > 1);
    for seat in seats {
        any |= host.list_closed(seat, typed.rest() == "all", several)?;
    }
    if any { Ok(()) } else { host.line(OPEN) }
}

/// What is said of a number: what stands in the list may be chosen.
fn numbered(question: Question<'_>, line: &str) -> Option<String> {
    let number = line.parse::<i64>().ok()?;
    let entries = &question.menu.entries;
    let (what, count) = match question.picks.members {
        // Numbers are themselves what is chosen.
        members if fill::are_numbers(members) => return None,
        [] if entries.len() < 2 => return None,
        [] => {
            let at = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
            (
                at.and_then(|at| entries.get(at)).map(|entry| offer::title(entry, None)),
                entries.len(),
            )
        }
        members => {
            let at = (0..members.len()).find(|at| fill::label(members, *at) == number);
            (at.and_then(|at| members.get(at)).map(|m| m.shown.clone()), members.len())
        }
    };
    let lines = if count == 1 { ", which has but one line" } else { "" };
    Some(match what {
        Some(what) => format!("{number} is `{what}`, and nothing speaks against it."),
        None => format!(
            "There is no {number} in the list{lines}; `why` alone says what is not possible."
        ),
    })
}

/// What speaks against a choice.
fn refused(host: &mut Host, typed: &Typed) -> CommandResult {
    let (seat, part) = host.chooser(typed, typed.rest.clone())?;
    let choice = typed.text[part.clone()].replace("passes", "pass");
    let found = match because(host.session.game_mut(), seat, &choice) {
        Ok(found) => found,
        Err(unclear) => {
            let meant = host.session.game_mut().why_not_any(seat, &choice);
            if meant.is_empty() {
                return Err(host.rejected(typed, seat, part, unclear).into());
            }
            let told = |(name, reason): &(String, String)| {
                sentence(&format!("{} {choice}: {reason}", name.replace('_', " ")))
            };
            return host.lines(&meant.iter().map(told).collect::<Vec<_>>());
        }
    };
    let Some(found) = found else { return host.line("Nothing speaks against it.") };
    let reason = found.refusal.to_string();
    let whose = host.eyes == Viewer::Seat(seat);
    let name = host.session.game().naming().seat(seat);
    host.line(&match whose {
        true => sentence(&reason),
        false => sentence(&format!("{name} cannot `{choice}`: {reason}")),
    })?;
    // The rule's own text is for its designer.
    if host.eyes == Viewer::Referee {
        let source = found.refusal.span().map(|span| host.source_line(span));
        // A move's first line says nothing that the reason does not.
        if let Some(source) = source.filter(|source| !source.starts_with("action")) {
            host.line(&format!("  by `{source}`"))?;
        }
        for part in &found.parts {
            host.line(&format!("  `{}` is {}", part.source, part.value))?;
        }
    }
    Ok(())
}

/// `hint`, `hint SEAT`: what a bot would do there.
pub(super) fn hint(host: &mut Host, typed: &Typed) -> CommandResult {
    host.ready(typed)?;
    let asked = host.asked_by(host.eyes);
    let seat = match (typed.rest(), host.eyes, asked.as_slice()) {
        ("", Viewer::Seat(own), all) if all.contains(&own) => own,
        ("", _, [seat, ..]) => *seat,
        ("", _, []) => return host.line("Nobody is asked whom you could advise."),
        (name, ..) => host.seat(typed, typed.rest.clone(), name)?,
    };
    let name = host.game().naming().seat(seat);
    if !host.sees_moves_of(seat) {
        return host.line(&format!("Only {name} may ask for {name}'s hints."));
    }
    if !asked.contains(&seat) {
        return host.line(&format!("{name} is not asked."));
    }
    // Whether somebody has answered a race is not to be told.
    let mut game = host.race_began(host.eyes).unwrap_or_else(|| host.game().copy());
    // Numbers are for whoever has them before their eyes.
    let question = typed.question.filter(|question| question.menu.seat == seat);
    let begun = question.and_then(|question| question.begun);
    let begun = begun.and_then(|begun| game.begun(seat, begun.entry, &begun.filled));
    let bots = &mut host.bots;
    let found = meanwhile(host.console.look.watched, "Thinking it over …", || {
        bots.hint(&game, seat, hint::SHOWN, begun)
    });
    let typed = |best: &Advice| numbers(host, question?, &best.answer);
    let typed: Vec<Option<String>> = found.best.iter().map(typed).collect();
    Ok(host.say_all(&hint::lines(&mut game, seat, &Shown { hint: &found, typed }))?)
}

/// `history`: the points of the game; `history THING`: what has changed a thing.
pub(super) fn history(host: &mut Host, typed: &Typed) -> CommandResult {
    let rest = typed.rest();
    if matches!(rest, "" | "all") || rest.bytes().all(|b| b.is_ascii_digit()) {
        return history::points(host, typed);
    }
    host.only_referee(typed, typed.rest.clone(), "what has changed a thing")?;
    let acts = acts(host, typed)?;
    if acts.is_empty() {
        return host.line("Nothing has changed it so far.");
    }
    let skipped = acts.len().saturating_sub(MOST);
    if skipped > 0 {
        host.note(&format!("  ({skipped} changes before these)"))?;
    }
    for act in acts.iter().skip(skipped) {
        let place = host.place(act.span).map(|p| format!("  {p}")).unwrap_or_default();
        let number = host.number(act.point);
        host.line(&format!("  point {number}: {}{place}", act.told))?;
    }
    Ok(())
}

fn acts(host: &mut Host, typed: &Typed) -> Result<Vec<Act>, Failed> {
    let (desk, game) = host.parts();
    let things: Vec<Thing> = desk.thing(game, &typed.behind())?;
    let desk = &mut host.bench.reads;
    let carried_out = |game: &Game<Machine>, text: &str| {
        let read = desk.lines(game, &Line { text, part: 0..text.len() }).ok()?;
        tried(game, &read, LaidZones::new()).map(|(engine, _)| engine).ok()
    };
    Ok(audit::history(&host.session, &things, carried_out))
}

/// What changed a thing: what, by which rule, since when.
fn tell(host: &mut Host, act: &Act) -> CommandResult {
    host.line(&format!("  {}", act.told))?;
    if act.span != Span::default() {
        let place = host.place(act.span).unwrap_or_default();
        let source = host.source_line(act.span);
        host.line(&format!("    by {place}: {source}"))?;
    }
    if !act.chain.is_empty() {
        host.line(&format!("    in {}", act.chain))?;
    }
    let since = act.since(&host.session, Viewer::Referee, host.number(act.point));
    host.line(&format!("    {since}"))
}

/// `diff POINT`, `diff POINT POINT`: what differs there.
pub(super) fn diff(host: &mut Host, typed: &Typed) -> CommandResult {
    host.settled(typed)?;
    if typed.rest().is_empty() {
        let help = "write `diff 0` or `diff NAME here`; `history` lists the points";
        return Err(typed.lacks("a point", help).into());
    }
    let (before, after) = between(host, typed)?;
    let (before, after) = (host.session.standing_at(before), host.session.standing_at(after));
    if before.book().cards.len() != after.book().cards.len()
        || before.book().zones.len() != after.book().zones.len()
    {
        let found = typed.wrong(
            Code::E1014,
            typed.rest.clone(),
            "other rules held there, so the positions do not compare",
        );
        return Err(found.help("compare points between which the rules were not changed").into());
    }
    let changes = differences(&before, &after);
    if changes.is_empty() {
        return host.line("  Nothing differs.");
    }
    for change in changes {
        host.line(&format!("  {}: {} → {}", change.name, change.before, change.after))?;
    }
    Ok(())
}

/// The points that a line names; the second is the present one if it names but one. Names may have
/// blanks.
fn between(host: &Host, typed: &Typed) -> Result<(Point, Point), Failed> {
    if let Some(point) = host.known_point(typed.rest()) {
        return Ok((point, host.standing()));
    }
    let parted = typed.words().skip(1).find_map(|(at, _)| {
        let first = host.known_point(typed.text[typed.rest.start..at.start].trim())?;
        Some((first, at.start..typed.rest.end))
    });
    match parted {
        Some((first, second)) => Ok((first, host.point(typed, second)?)),
        None => {
            let point = host.point(typed, typed.rest.clone())?;
            Ok((point, host.standing()))
        }
    }
}

impl Host<'_, '_> {
    /// Whether a line begins with a card, a zone or a counter.
    fn is_thing(&self, behind: &Typed) -> bool {
        let word = behind.word();
        let book = self.game().book();
        let bare = word.split(['.', '[', '(']).next().unwrap_or(word);
        let named = book.zones.iter().any(|z| z.name == bare)
            || book.counters.iter().any(|c| c.name == bare);
        named || word.contains(['.', '['])
    }

    /// Whether what `why` is asked of is a move rather than a thing.
    fn is_choice_word(&mut self, behind: &Typed) -> bool {
        let word = behind.word();
        let bare = word.split('(').next().unwrap_or(word);
        let second = behind.words().next().map_or("", |(_, w)| w);
        let whole = loose(behind.text);
        self.game().book().moves.iter().any(|m| m.name == bare || loose(&m.name) == whole)
            || word == "pass"
            || matches!(second, "does" | "chooses" | "passes")
            || self.is_offered(word)
    }

    /// What a seat may choose, or might when a race began that is on.
    fn menu_of(&mut self, seat: u8) -> Option<Menu> {
        match self.race_began(self.eyes) {
            Some(mut began) => began.menu(seat),
            None => self.game_mut().menu(seat),
        }
    }

    /// What may be chosen by number where somebody is asked.
    fn list_numbered(&mut self, question: Question<'_>) -> CommandResult {
        let members = question.picks.members;
        if members.is_empty() {
            let listed = offer::listed(self, question.menu);
            return self.lines(&listed);
        }
        let shown = members.iter().enumerate();
        let row = |(at, m): (usize, &Pickable)| {
            vec![format!("{:>3}", fill::label(members, at)), m.shown.clone()]
        };
        let rows: Vec<Vec<String>> = shown.map(row).collect();
        let width = self.console.look.width;
        self.lines(&aligned(&rows, 0, width))
    }

    /// What may be chosen, as it is typed.
    fn list_moves(&mut self, menu: &Menu) -> CommandResult {
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
        self.lines(&aligned(&rows, 2, width))
    }

    /// What stands in the menu but is not possible now, for those who may look at the menu, under
    /// the player's name if there are `several`; whether there is anything.
    fn list_closed(&mut self, seat: u8, all: bool, several: bool) -> Result<bool, Failed> {
        let closed = self.game_mut().closed(seat);
        if closed.is_empty() {
            return Ok(false);
        }
        let name = self.game().naming().seat(seat);
        self.line(&match several {
            true => format!("Not possible for {name} now:"),
            false => "Not possible now:".to_string(),
        })?;
        let (lines, fewer) = told(&closed, all);
        for line in lines {
            self.line(&format!("  {}: {}", line.what.replace('_', " "), line.reason()))?;
        }
        if fewer {
            self.note("  (`moves all` says it of each)")?;
        }
        Ok(true)
    }

    /// The values of an entry's first step that is asked for.
    fn first_step(&mut self, seat: u8, entry: usize, of: &Entry) -> String {
        let mut filled: Vec<Arg> = Vec::new();
        let stands_on = match of.kind {
            EntryKind::Move(id) => self.game().book()[id].hidden_this,
            EntryKind::Pass | EntryKind::Values | EntryKind::Decline => false,
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
        Fill::One(_) | Fill::Range { .. } => String::new(),
    };
    format!("{name}: {}{more}{how}", all.join(", "))
}
