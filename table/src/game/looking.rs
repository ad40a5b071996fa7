//! Where people would look at the table on the way from one question to the next: what was counted
//! lies open, and is swept away next. It is found by what everybody is told, so it tells nobody
//! anything.

use crate::log::holds::named_stage;
use crate::log::travel::Way;
use crate::visibility::layout::Table;
use crate::visibility::{card_sight, zone_sight};
use houserules_interpreter::ask::{Event, EventKind, Moment};
use houserules_lang::ir::{CounterId, Owner, Rulebook, Seen, StageWord, ZoneId, ZoneShape};
use std::collections::{BTreeMap, BTreeSet};

/// Where among events a pause is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// Which of the moments that were kept.
    pub(crate) moment: usize,
    /// How many events had happened.
    pub(crate) events: usize,
    /// How many are told with it.
    pub(crate) told: usize,
    /// A round or phase was over.
    pub(crate) over: bool,
}

/// Follows to whom counters are shown.
pub(crate) fn follow_shown(shown: &mut BTreeMap<(CounterId, u16), u32>, events: &[Event]) {
    for event in events {
        match &event.kind {
            EventKind::CounterShown(counter, key, seats, _) => {
                *shown.entry((*counter, *key)).or_default() |= seats;
            }
            EventKind::Set(counter, key, ..) => {
                shown.remove(&(*counter, *key));
            }
            _ => {}
        }
    }
}

/// What has come about since people saw the table last, as far as everybody is told.
pub(crate) struct Looking<'a> {
    book: &'a Rulebook,
    table: Table,
    /// Somebody's counters that changed.
    counted: BTreeSet<(CounterId, u16)>,
    /// Cards that everybody was shown.
    opened: usize,
    /// The rules said something.
    said: bool,
    /// What ends a round has come about.
    ended: bool,
    /// Where cards have come to lie.
    entered: BTreeSet<(ZoneId, u16)>,
}

impl<'a> Looking<'a> {
    pub(crate) fn new(book: &'a Rulebook, table: &Table) -> Self {
        Self {
            book,
            table: table.clone(),
            counted: BTreeSet::new(),
            opened: 0,
            said: false,
            ended: false,
            entered: BTreeSet::new(),
        }
    }

    /// The first moment at which there is something to be seen that goes away. What not everybody
    /// is told counts for nothing, not even where it stands between other events.
    pub(crate) fn among(mut self, events: &[Event], moments: &[Moment]) -> Option<Place> {
        let public: Vec<(usize, &Event)> =
            events.iter().enumerate().filter(|(_, e)| self.is_public(e)).collect();
        let chosen = |e: &Event| matches!(e.kind, EventKind::Chose { seat: Some(_), .. });
        let first = public.iter().position(|(_, e)| chosen(e))?;
        let mut seen = 0;
        for (n, (place, event)) in public.iter().enumerate() {
            for other in events.get(seen..*place).unwrap_or_default() {
                self.table.follow(self.book, &other.kind);
            }
            let rest = &public[n..];
            let begun = n.checked_sub(1).is_none_or(|n| !one_move(public[n].1, event));
            for ends in [true, false] {
                let kept = |m: &Moment| m.ends == ends && (seen..=*place).contains(&m.events);
                let Some(moment) = moments.iter().position(kept).filter(|_| n > first) else {
                    continue;
                };
                let told = match ends {
                    true => self.is_over(rest),
                    false if begun => self.sweeps(rest),
                    false => None,
                };
                if let Some(more) = told {
                    let told = rest[..more].last().map_or(*place, |(last, _)| last + 1);
                    let events = moments[moment].events;
                    return Some(Place { moment, events, told, over: ends });
                }
            }
            self.follow(event);
            seen = *place + 1;
        }
        None
    }

    /// Whether everybody is told of an event.
    fn is_public(&self, event: &Event) -> bool {
        let told = match &event.kind {
            EventKind::Set(counter, _, before, after, _) => {
                let info = &self.book[*counter];
                before != after
                    && info.seen == Seen::Everyone
                    && !matches!(info.owner, Owner::Card(_) | Owner::Run(_))
                    && !info.bookkeeping
            }
            EventKind::Hidden(..) | EventKind::CounterShown(..) | EventKind::Dropped { .. } => {
                false
            }
            EventKind::Moved { .. }
            | EventKind::Swapped { .. }
            | EventKind::Shuffled(..)
            | EventKind::Shown(..)
            | EventKind::Chose { .. }
            | EventKind::Said(..)
            | EventKind::Began(..)
            | EventKind::Deed(..)
            | EventKind::Left { .. }
            | EventKind::Ended(_) => true,
        };
        told && event.only.is_none()
    }

    /// Takes note of an event that everybody is told.
    fn follow(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Said(..) => self.said = true,
            EventKind::Left { .. } => self.ended |= self.ends_a_round(event),
            EventKind::Set(counter, key, ..) if self.book[*counter].owner == Owner::Player => {
                self.counted.insert((*counter, *key));
            }
            EventKind::Shown(_, seats) if seats.count_ones() > 1 => self.opened += 1,
            EventKind::Moved { to, .. } => {
                self.entered.insert(*to);
            }
            _ => {}
        }
        self.table.follow(self.book, &event.kind);
    }

    /// Whether it is told that what ends a round has come about.
    fn ends_a_round(&self, event: &Event) -> bool {
        let EventKind::Left { stage, .. } = &event.kind else { return false };
        named_stage(self.book, *stage).is_some_and(|stage| stage.word == StageWord::Round)
    }

    /// A round or phase ends in which something was counted, or a round that the rules end, and the
    /// next begins: how many of these events are told with it.
    fn is_over(&self, events: &[(usize, &Event)]) -> Option<usize> {
        let first = events.first()?.1;
        let ended = self.ended || self.ends_a_round(first);
        if !self.said && self.counted.len() < 2 && self.opened < 2 && !ended {
            return None;
        }
        let left = usize::from(matches!(first.kind, EventKind::Left { .. }));
        let EventKind::Began(stage, _) = &events.get(left)?.1.kind else { return None };
        (self.book[*stage].word != StageWord::Turn).then_some(left)
    }

    /// Cards that everybody sees go out of sight together, after something was said or counted, or
    /// one of them has only just come: how many of these events are told with it.
    fn sweeps(&self, events: &[(usize, &Event)]) -> Option<usize> {
        let first = events.first()?.1;
        let moves =
            events.iter().map_while(|(_, e)| Way::of(&e.kind).filter(|_| e.span == first.span));
        let moves: Vec<Way> = moves.collect();
        let gone = moves.iter().filter(|way| self.goes_out_of_sight(way)).count();
        let news = self.said
            || !self.counted.is_empty()
            || moves.iter().any(|way| self.entered.contains(&way.from));
        if gone < 2 || !news {
            return None;
        }
        let tells = |(_, e): &&(usize, &Event)| {
            matches!(e.kind, EventKind::Set(..) | EventKind::Said(..) | EventKind::Left { .. })
        };
        Some(moves.len() + events[moves.len()..].iter().take_while(tells).count())
    }

    fn goes_out_of_sight(&self, way: &Way) -> bool {
        let pile = |zone: ZoneId| self.book[zone].shape == ZoneShape::Pile;
        let open = card_sight(self.book, &self.table, way.card).all && !pile(way.from.0);
        open && (pile(way.to.0) || !zone_sight(self.book, &self.table, way.to.0, way.to.1).all)
    }
}

/// Whether two events are moves of one rule.
fn one_move(one: &Event, other: &Event) -> bool {
    let moved = |e: &Event| matches!(e.kind, EventKind::Moved { .. });
    one.span == other.span && moved(one) && moved(other)
}
