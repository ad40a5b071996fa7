//! Asking why: why a move is refused, and what has changed a thing.

use super::typed::{CommandResult, Typed};
use super::workbench::Workbench;
use crate::show::hint;
use houserules_interpreter::machine::Machine;
use houserules_lang::naming::loose;
use houserules_lang::source::Span;
use houserules_table::debugger::audit::{self, Act};
use houserules_table::debugger::because::because;
use houserules_table::debugger::lines::tried;
use houserules_table::debugger::{Line, Thing};
use houserules_table::game::{Game, LaidZones};
use houserules_table::visibility::Viewer;

/// So many changes are listed of a long history.
const MOST: usize = 40;

pub(super) fn why(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    if typed.rest().is_empty() {
        return closed(bench, typed);
    }
    let behind = Typed::new(typed.rest(), typed.file);
    // A seat asks about choices only; what names no thing is a move that is misspelt.
    let seated = bench.eyes != Viewer::Referee && !bench.is_thing(&behind);
    if bench.probe.is_none() && (seated || bench.is_choice_word(&behind)) {
        return refused(bench, typed);
    }
    bench.only_referee(typed, typed.rest.clone(), "what has changed a thing")?;
    let acts = acts(bench, typed)?;
    let Some(last) = acts.last() else { return bench.line("Nothing has changed it so far.") };
    let last = last.clone();
    tell(bench, &last)?;
    if acts.len() > 1 {
        bench.note(&format!(
            "  ({} changes in all; `history {}` lists them)",
            acts.len(),
            typed.rest()
        ))?;
    }
    Ok(())
}

pub(super) fn hint(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    bench.ready(typed)?;
    let asked = bench.asked_by(bench.eyes);
    let seat = match (typed.rest(), asked.as_slice()) {
        ("", [seat, ..]) => *seat,
        ("", []) => return bench.line("Nobody is asked whom you could advise."),
        (name, _) => bench.seat(typed, (typed.rest.clone(), name))?,
    };
    if !bench.sees_moves_of(seat) {
        let name = bench.game().naming().seat(seat);
        return bench.line(&format!("What {name} could do best is for {name} to see."));
    }
    if !asked.contains(&seat) {
        let name = bench.game().naming().seat(seat);
        return bench.line(&format!("{name} is not asked."));
    }
    // Whether somebody has answered a race is not to be told.
    let mut game = bench.race_began(bench.eyes).unwrap_or_else(|| bench.game().copy());
    let found = bench.adviser.hint(game.engine(), seat, hint::SHOWN);
    let lines = hint::lines(&mut game, seat, &found);
    for (tone, line) in lines {
        bench.console.say(tone, &line)?;
    }
    Ok(())
}

/// `why` alone: what is not possible now.
fn closed(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    bench.ready(typed)?;
    let mut any = false;
    for seat in bench.asked_by(bench.eyes) {
        if bench.sees_moves_of(seat) {
            any |= bench.list_closed(seat, false)?;
        }
    }
    if any {
        return Ok(());
    }
    bench.line(
        "  Every move is open; `why MOVE VALUE …` asks about one \
         choice, `why Ana.hand` says what has changed it.",
    )
}

pub(super) fn history(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    if typed.rest().is_empty() {
        return Err(typed
            .lacks("a thing", "write `history Ana.hand` or `history [pink 4]`")
            .into());
    }
    let acts = acts(bench, typed)?;
    if acts.is_empty() {
        return bench.line("Nothing has changed it so far.");
    }
    let skipped = acts.len().saturating_sub(MOST);
    if skipped > 0 {
        bench.note(&format!("  ({skipped} changes before these)"))?;
    }
    for act in acts.iter().skip(skipped) {
        let place = bench.place(act.span).map(|p| format!("  {p}")).unwrap_or_default();
        let number = bench.number(act.point);
        bench.line(&format!("  point {number}: {}{place}", act.told))?;
    }
    Ok(())
}

fn acts(bench: &mut Workbench, typed: &Typed) -> Result<Vec<Act>, super::typed::Failed> {
    let (desk, game) = bench.parts();
    let things: Vec<Thing> = desk.thing(game, &typed.behind())?;
    let desk = &mut bench.bench;
    let carried_out = |game: &Game<Machine>, text: &str| {
        let read = desk.lines(game, &Line { text, part: 0..text.len() }).ok()?;
        tried(game, &read, LaidZones::new()).map(|(engine, _)| engine).ok()
    };
    Ok(audit::history(&bench.session, &things, carried_out))
}

/// What changed a thing: what, by which rule, since when.
fn tell(bench: &mut Workbench, act: &Act) -> CommandResult {
    bench.line(&format!("  {}", act.told))?;
    if act.span != Span::default() {
        let place = bench.place(act.span).unwrap_or_default();
        let source = bench.source_line(act.span);
        bench.line(&format!("    by {place}: {source}"))?;
    }
    if !act.chain.is_empty() {
        let chain = act.chain_words(bench.game().book());
        bench.line(&format!("    in {chain}"))?;
    }
    let since = act.since(&bench.session, Viewer::Referee, bench.number(act.point));
    bench.line(&format!("    {since}"))
}

impl Workbench<'_, '_> {
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
}

fn refused(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    let (seat, part) = bench.chooser(typed, typed.rest.clone())?;
    let choice = typed.text[part.clone()].replace("passes", "pass");
    let found = match because(bench.session.game_mut(), seat, &choice) {
        Ok(found) => found,
        Err(unclear) => {
            let meant = bench.session.game_mut().why_not_any(seat, &choice);
            if !meant.is_empty() {
                let mut meant = meant.iter();
                return meant.try_for_each(|(name, reason)| {
                    bench.line(&format!("  `{name} {choice}`: {reason}"))
                });
            }
            return Err(bench.rejected(typed, (seat, part), unclear).into());
        }
    };
    let Some(found) = found else { return bench.line("  Nothing speaks against it.") };
    let name = bench.session.game().naming().seat(seat);
    bench.line(&format!("  {name} cannot `{choice}`: {}", found.refusal.words()))?;
    if let Some(span) = found.refusal.span() {
        let place = bench.place(span).unwrap_or_default();
        // The rule's own text is for its designer.
        match bench.eyes {
            Viewer::Referee => bench.line(&format!("    {place}: {}", bench.source_line(span)))?,
            Viewer::Seat(_) | Viewer::Spectator => bench.line(&format!("    {place}"))?,
        }
    }
    let parts = if bench.eyes == Viewer::Referee { found.parts.as_slice() } else { &[] };
    for part in parts {
        bench.line(&format!("    `{}` is {}", part.source, part.value))?;
    }
    Ok(())
}
