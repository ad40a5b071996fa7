//! The set-up in few lines: what is dealt to one player after the other, or set for each, is told
//! together.

use crate::rendering::face::Faces;
use crate::rendering::redacted::{Sentence, say};
use houserules_interpreter::ask::{Event, EventKind};
use houserules_lang::ir::{CardId, CounterId, Owner, Rulebook, Seen, Value, ZoneId};

/// What events have in common that are told together.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Kin {
    /// Cards from a zone, of one owner or of each, to each player's zone.
    Dealt(ZoneId, Option<u16>, ZoneId),
    /// A counter of each player, or of each member of an enum.
    Set(CounterId),
}

/// Events that are told one after the other; without kin: one alone.
struct Group<'e> {
    kin: Option<Kin>,
    events: Vec<&'e Event>,
}

/// The events of a game's beginning, up to the first stage or choice of a player, in another order:
/// between two that stay where they are, those that are alike follow each other. What happens to a
/// card, and to a counter, keeps its order. With it how many events that are: in what follows, one
/// that not everybody sees could stand between two that are alike, and be told by that.
#[must_use]
pub fn gathered<'e>(book: &Rulebook, events: &[&'e Event]) -> (Vec<&'e Event>, usize) {
    let begins = |e: &&Event| {
        matches!(
            e.kind,
            EventKind::Chose { seat: Some(_), .. }
                | EventKind::Began(..)
                | EventKind::Left { .. }
                | EventKind::Ended(_)
        )
    };
    let stays = |e: &Event| {
        matches!(e.kind, EventKind::Chose { .. } | EventKind::Deed(..) | EventKind::Said(..))
    };
    let end = events.iter().position(begins).unwrap_or(events.len());
    let (set_up, rest) = events.split_at(end);
    let between = set_up.chunk_by(|a, b| !stays(a) && !stays(b));
    let mut all: Vec<&'e Event> = between.flat_map(|events| in_groups(book, events)).collect();
    all.extend(rest);
    (all, end)
}

/// These events, those that are alike behind each other.
fn in_groups<'e>(book: &Rulebook, events: &[&'e Event]) -> Vec<&'e Event> {
    let mut groups: Vec<Group<'e>> = Vec::new();
    for event in events.iter().copied() {
        let kin = if event.only.is_none() { kin(book, &event.kind) } else { None };
        let known =
            kin.as_ref().and_then(|kin| groups.iter().rposition(|g| g.kin.as_ref() == Some(kin)));
        let joined = known
            .filter(|at| !groups[*at..].iter().enumerate().any(|(n, g)| g.bars(event, n == 0)));
        match joined {
            Some(at) => groups[at].events.push(event),
            None => groups.push(Group { kin, events: vec![event] }),
        }
    }
    groups.into_iter().flat_map(|g| g.events).collect()
}

impl Group<'_> {
    /// Whether an event must stay behind this group. `own`: it is the group that the event would
    /// join.
    fn bars(&self, event: &Event, own: bool) -> bool {
        self.events.iter().any(|e| match (&e.kind, &event.kind) {
            (EventKind::Shuffled(zone, _), EventKind::Moved { from, to, .. }) => {
                *zone == from.0 || *zone == to.0
            }
            (EventKind::Swapped { .. }, _) => true,
            (EventKind::Set(a, k, ..), EventKind::Set(b, l, ..)) => (a, k) == (b, l),
            (there, EventKind::Moved { card, .. }) => !own && touched(there) == Some(*card),
            _ => false,
        })
    }
}

fn touched(kind: &EventKind) -> Option<CardId> {
    let (EventKind::Moved { card, .. } | EventKind::Shown(card, _) | EventKind::Hidden(card, _)) =
        kind
    else {
        return None;
    };
    Some(*card)
}

fn kin(book: &Rulebook, kind: &EventKind) -> Option<Kin> {
    match kind {
        EventKind::Moved { from, to, .. } if book[to.0].owner == Owner::Player => {
            let of_one = (book[from.0].owner != Owner::Player).then_some(from.1);
            Some(Kin::Dealt(from.0, of_one, to.0))
        }
        EventKind::Set(counter, ..) => {
            let info = &book[*counter];
            let told =
                matches!(info.owner, Owner::Player | Owner::Enum(_)) && info.seen == Seen::Everyone;
            told.then_some(Kin::Set(*counter))
        }
        _ => None,
    }
}

/// What a counter of several players is set to, in one line, and how many events that tells.
#[must_use]
pub fn set_for_each(faces: Faces<'_>, events: &[&Event]) -> Option<(Sentence, usize)> {
    let book = faces.naming.book;
    let first =
        events.first().and_then(|e| kin(book, &e.kind)).filter(|kin| matches!(kin, Kin::Set(_)))?;
    let Kin::Set(counter) = first else { return None };
    let alike = events
        .iter()
        .take_while(|e| e.only.is_none() && kin(book, &e.kind) == Some(Kin::Set(counter)));
    let values: Vec<(u16, &Value)> = alike
        .filter_map(|e| {
            if let EventKind::Set(_, key, _, after, _) = &e.kind {
                Some((*key, after))
            } else {
                None
            }
        })
        .collect();
    let distinct =
        values.iter().enumerate().all(|(at, (key, _))| values[..at].iter().all(|(k, _)| k != key));
    if values.len() < 2 || !distinct {
        return None;
    }
    let info = &book[counter];
    let name = info.name.replace('_', " ");
    let mut sentence = Vec::new();
    let each = info.owner == Owner::Player && values.len() == faces.naming.seats.len();
    let same = values.iter().all(|(_, value)| *value == values[0].1);
    if each && same {
        say(&mut sentence, &format!("each player's {name} is now "));
        faces.value(&mut sentence, &info.ty, values[0].1);
        return Some((sentence, values.len()));
    }
    if let (Some(many), true) = (faces.naming.many(info.owner, values.len()), same) {
        say(&mut sentence, &format!("{name} of {many} is now "));
        faces.value(&mut sentence, &info.ty, values[0].1);
        return Some((sentence, values.len()));
    }
    say(&mut sentence, &format!("{name}: "));
    for (at, (key, value)) in values.iter().enumerate() {
        say(&mut sentence, if at == 0 { "" } else { ", " });
        faces.value(&mut sentence, &info.ty, value);
        say(
            &mut sentence,
            &format!(" ({})", faces.naming.owner(info.owner, *key).unwrap_or_default()),
        );
    }
    Some((sentence, values.len()))
}
