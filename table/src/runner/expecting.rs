//! What holds at the end of a session that is written down as a test.

use super::{Before, Run};
use crate::runner::written::Writer;
use houserules_interpreter::ask::{Outcome, Stop};
use houserules_interpreter::referee::Referee;
use houserules_lang::ir::{CardId, Owner, ZoneId, ZoneShape};

/// A zone with more cards is only counted.
const MOST_NAMED: usize = 6;

/// So many lines of what holds are enough.
const MOST_EXPECTED: usize = 24;

/// What holds now and did not before: the end, whose turn it is, counters and zones that changed.
#[must_use]
pub fn expecting<E: Referee>(run: &Run<'_, E>, before: &Before) -> Vec<String> {
    let now = run.snapshot();
    let writer = Writer { naming: run.naming(), table: &now.table, loose: false };
    let mut lines = Vec::new();
    match run.engine.stop() {
        Stop::Over(Outcome::Won(seats)) => {
            let names: Vec<String> = seats.iter().map(|s| run.name(*s)).collect();
            lines.push(format!("expect won by {}", names.join(", ")));
        }
        Stop::Over(Outcome::Lost) => lines.push("expect lost".into()),
        Stop::Over(Outcome::Drawn) => lines.push("expect drawn".into()),
        Stop::Asking | Stop::Fault(_) => {
            let turn = run.turn_of();
            lines.extend(turn.map(|seat| format!("expect it is {}'s turn", run.name(seat))));
        }
    }
    lines.extend(counters(&writer, &now, before));
    lines.extend(zones(&writer, &now, before));
    lines.truncate(MOST_EXPECTED);
    lines
}

pub(super) fn counters(writer: &Writer<'_>, now: &Before, before: &Before) -> Vec<String> {
    let mut lines = Vec::new();
    for (now, before) in now.dump.counters.iter().zip(&before.dump.counters) {
        let (counter, key, Some(value)) = now else { continue };
        let info = &writer.book()[*counter];
        let named = matches!(info.owner, Owner::Table | Owner::Player | Owner::Enum(_));
        if now == before || !named || !writer.naming.plays(info.owner, *key) {
            continue;
        }
        let place = writer.thing(info.owner, *key, &info.name);
        lines.push(format!("expect {place} is {}", writer.plain(&info.ty, value)));
    }
    lines
}

pub(super) fn zones(writer: &Writer<'_>, now: &Before, before: &Before) -> Vec<String> {
    let mut lines = Vec::new();
    for (now, before) in now.dump.zones.iter().zip(&before.dump.zones) {
        let (zone, key, places) = now;
        if now != before
            && let Some(line) = holds(writer, *zone, *key, places)
        {
            lines.push(line);
        }
    }
    lines
}

/// `expect Ana.hand is ([pink 4], [pink 5])`
pub(super) fn holds(
    writer: &Writer<'_>,
    zone: ZoneId,
    key: u16,
    places: &[Option<CardId>],
) -> Option<String> {
    let info = &writer.book()[zone];
    if matches!(info.owner, Owner::Card(_) | Owner::Run(_)) {
        return None;
    }
    let name = writer.thing(info.owner, key, &info.name);
    let cards: Vec<CardId> = places.iter().flatten().copied().collect();
    Some(match cards.as_slice() {
        [] => format!("expect {name} is empty"),
        [one] if info.shape == ZoneShape::Slot => {
            format!("expect {name} is {}", writer.literal(*one))
        }
        cards if cards.len() > MOST_NAMED || cards.len() < places.len() => {
            format!("expect count({name}) is {}", cards.len())
        }
        cards => {
            let all: Vec<String> = cards.iter().map(|c| writer.literal(*c)).collect();
            let all = all.join(", ");
            if cards.len() == 1 {
                format!("expect {name} is {all}")
            } else {
                format!("expect {name} is ({all})")
            }
        }
    })
}
