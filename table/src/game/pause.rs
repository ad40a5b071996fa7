//! A moment on the way from one question to the next at which people would look at the table: what
//! was counted lies open, and is swept away next. It is found by what everybody is told, so it tells
//! nobody anything.

use crate::game::Game;
use crate::log::{LogLine, read_lines};
use crate::visibility::layout::Table;
use crate::visibility::{Viewer, card_sight, zone_sight};
use houserules_interpreter::ask::{Engine, Event, EventKind, Moment};
use houserules_lang::ir::{CardId, CounterId, Owner, Rulebook, Seen, StageWord, ZoneId, ZoneShape};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The table as it lay before it was swept, and what had been told by then.
#[derive(Debug, Clone)]
pub struct Pause<E> {
    /// To be looked at only.
    pub game: Box<Game<E>>,
    /// A round or phase was over.
    pub over: bool,
    /// Lines of the log, of all readers together.
    pub(super) lines: Range<usize>,
}

/// Where among events a pause is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// Which of the moments that were kept.
    moment: usize,
    /// How many events had happened.
    events: usize,
    /// How many are told with it.
    pub(super) told: usize,
    /// A round or phase was over.
    pub(super) over: bool,
}

impl<E: Engine> Game<E> {
    /// Where people would have looked at the table on the way to where the game stands.
    #[must_use]
    pub fn pause(&self) -> Option<&Pause<E>> {
        self.pause.as_ref()
    }

    /// The same, to see all of it.
    pub fn pause_mut(&mut self) -> Option<&mut Pause<E>> {
        self.pause.as_mut()
    }

    /// What one reader was told on the way there.
    #[must_use]
    pub fn told_at_pause(&self, viewer: Viewer) -> Vec<LogLine> {
        let Some(pause) = &self.pause else { return Vec::new() };
        let lines = self.lines(pause.lines.start);
        let n = pause.lines.len().min(lines.len());
        read_lines(&lines[..n], viewer)
    }

    /// A pause among events that have not been told yet, with the game as it stood there.
    pub(super) fn pause_among(&mut self, events: &[Event]) -> Option<(Self, Place)> {
        let moments = self.engine.moments();
        let place = Looking::new(&self.book, &self.table).among(events, &moments);
        let engine = self.engine.take_moment(place.map(|place| place.moment));
        let (engine, place) = engine.zip(place)?;
        let mut shown = self.shown.clone();
        follow_shown(&mut shown, events.get(..place.events)?);
        Some((self.standing(engine, shown), place))
    }
}

/// Follows to whom counters are shown.
pub(super) fn follow_shown(shown: &mut BTreeMap<(CounterId, u16), u32>, events: &[Event]) {
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
struct Looking<'a> {
    book: &'a Rulebook,
    table: Table,
    /// Somebody's counters that changed.
    counted: BTreeSet<(CounterId, u16)>,
    /// Cards that everybody was shown.
    opened: usize,
    /// The rules said something.
    said: bool,
    /// Where cards have come to lie.
    entered: BTreeSet<(ZoneId, u16)>,
}

impl<'a> Looking<'a> {
    fn new(book: &'a Rulebook, table: &Table) -> Self {
        Self {
            book,
            table: table.clone(),
            counted: BTreeSet::new(),
            opened: 0,
            said: false,
            entered: BTreeSet::new(),
        }
    }

    /// The first moment at which there is something to be seen that goes away.
    fn among(mut self, events: &[Event], moments: &[Moment]) -> Option<Place> {
        let chosen = |e: &Event| matches!(e.kind, EventKind::Chose { seat: Some(_), .. });
        let first = events.iter().position(|e| e.only.is_none() && chosen(e))?;
        for (at, event) in events.iter().enumerate() {
            let here = (0..).zip(moments).filter(|(_, m)| m.events == at && at > first);
            for (moment, Moment { ends, .. }) in here {
                let told = match ends {
                    true => self.is_over(&events[at..]),
                    false => self.sweeps(&events[at..]),
                };
                if let Some(more) = told {
                    return Some(Place { moment, events: at, told: at + more, over: *ends });
                }
            }
            self.follow(event);
        }
        None
    }

    fn follow(&mut self, event: &Event) {
        let open = event.only.is_none();
        match &event.kind {
            EventKind::Said(..) if open => self.said = true,
            EventKind::Set(counter, key, before, after, _) if open && before != after => {
                if self.book.counters.get(counter.index()).is_some_and(|c| {
                    c.seen == Seen::Everyone && c.owner == Owner::Player && !c.bookkeeping
                }) {
                    self.counted.insert((*counter, *key));
                }
            }
            EventKind::Shown(_, seats) if open && seats.count_ones() > 1 => self.opened += 1,
            EventKind::Moved { to, .. } if open => {
                self.entered.insert(*to);
            }
            _ => {}
        }
        self.table.follow(self.book, &event.kind);
    }

    /// A round or phase ends in which something was counted, and the next begins: how many of these
    /// events are told with it.
    fn is_over(&self, events: &[Event]) -> Option<usize> {
        if !self.said && self.counted.len() < 2 && self.opened < 2 {
            return None;
        }
        let (left, next) = match events.first()?.kind {
            EventKind::Left { .. } => (1, events.get(1)?),
            _ => (0, events.first()?),
        };
        let EventKind::Began(stage, _) = &next.kind else { return None };
        let info = self.book.stages.get(stage.index())?;
        (next.only.is_none() && info.word != StageWord::Turn).then_some(left)
    }

    /// Cards that everybody sees go out of sight together, after something was said or counted, or
    /// one of them has only just come: how many of these events are told with it.
    fn sweeps(&self, events: &[Event]) -> Option<usize> {
        let rule = events.first()?.span;
        let moves = events.iter().map_while(|e| match &e.kind {
            EventKind::Moved { card, from, to, .. } if e.only.is_none() && e.span == rule => {
                Some((*card, *from, *to))
            }
            _ => None,
        });
        let moves: Vec<_> = moves.collect();
        let gone = moves.iter().filter(|way| self.goes_out_of_sight(**way)).count();
        let news = self.said
            || !self.counted.is_empty()
            || moves.iter().any(|(_, from, _)| self.entered.contains(from));
        if gone < 2 || !news {
            return None;
        }
        let tells = |e: &&Event| {
            matches!(e.kind, EventKind::Set(..) | EventKind::Said(..) | EventKind::Left { .. })
        };
        Some(moves.len() + events[moves.len()..].iter().take_while(tells).count())
    }

    fn goes_out_of_sight(&self, (card, from, to): (CardId, Spot, Spot)) -> bool {
        let pile = |zone: ZoneId| self.book[zone].shape == ZoneShape::Pile;
        let open = card_sight(self.book, &self.table, card).all && !pile(from.0);
        open && (pile(to.0) || !zone_sight(self.book, &self.table, to.0, to.1).all)
    }
}

/// A zone, and whose it is.
type Spot = (ZoneId, u16);
