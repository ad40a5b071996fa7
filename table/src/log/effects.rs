//! Effects as sentences: cards that move, are shown or hidden, and counters.

use crate::log::travel::{Run, Way};
use crate::log::writer::LogWriter;
use crate::rendering::redacted::{CardPiece, Fragment, Sentence, say};
use crate::visibility::{Sighted, counter_sight, static_seats};
use houserules_interpreter::ask::{Event, EventKind};
use houserules_lang::ir::{
    CardId, CounterId, Owner, Rulebook, Seen, SetOp, Type, Value, ZoneShape,
};
use houserules_lang::source::Span;
use std::collections::BTreeMap;

impl LogWriter<'_> {
    /// That a counter is shown, with its value for those who see it then.
    pub(super) fn counter_shown(
        &self,
        counter: CounterId,
        key: u16,
        to: u32,
        value: &Value,
    ) -> Sentence {
        let mut sentence = Vec::new();
        self.counter(&mut sentence, counter, key);
        say(&mut sentence, &format!(" is shown to {}", self.mask(to)));
        let mut filled = vec![Fragment::Words(": ".into())];
        self.faces().held(&mut filled, &self.naming.book[counter].ty, value);
        let seats = to | counter_sight(self.naming.book, self.table, counter, key).seats;
        sentence.push(Fragment::Secret { filled, instead: String::new(), seats });
        sentence
    }

    /// Tells of as many moves as fit one line; gives how many. What only some may know happened in
    /// between is told behind it, so that nobody sees from a line where it was interrupted.
    pub(super) fn moved(&mut self, events: &[&Event]) -> usize {
        let book = self.naming.book;
        let seen = events.iter().filter(|e| is_everybodys(book, e));
        let run = Run::first(book, seen.map_while(|e| Way::of(&e.kind)));
        let span = events.first().map(|e| e.span).unwrap_or_default();
        for (sentence, sighted) in run.tell(self.faces()) {
            self.put(sentence, sighted, span);
        }
        let mut left = run.len().max(1);
        for (at, event) in events.iter().enumerate() {
            if !is_everybodys(book, event) {
                self.alike(&[*event]);
                continue;
            }
            self.table.follow(book, &event.kind);
            left -= 1;
            if left == 0 {
                return at + 1;
            }
        }
        events.len()
    }

    /// Tells of cards shown to the same seats in one line; gives how many.
    pub(super) fn shown(&mut self, events: &[&Event], to: u32) -> usize {
        let card = |kind: &EventKind| {
            let EventKind::Shown(card, seats) = kind else { return None };
            (*seats == to).then_some(*card)
        };
        let run = Alike::of(self.naming.book, events, card);
        let shown = |card: &CardId| {
            let mut piece = self.faces().card(*card);
            piece.sighted.seats |= to;
            piece.sighted.all |= run.only.is_none() && self.all_seats() & !to == 0;
            piece
        };
        let mut placed = run.cards.clone();
        self.table.by_place(self.naming.book, &mut placed);
        let cards: Vec<CardPiece> = placed.iter().map(shown).collect();
        let verb = if cards.len() == 1 { "is" } else { "are" };
        let whose = self.faces().whose(&placed, &cards);
        let sentence = |to: u32| {
            let mut sentence = vec![Fragment::Cards(cards.clone())];
            sentence.extend(whose.clone());
            say(&mut sentence, &format!(" {verb} shown to {}", self.mask(to)));
            sentence.extend(seats(to).filter_map(|seat| self.again(&placed, seat, to)));
            sentence
        };
        let mut lines = vec![(sentence(to), run.sighted())];
        // Whoever is shown a card learns of that alone.
        for seat in seats(to & run.only.map_or(0, |only| !only)) {
            let sighted = Sighted { seats: 1 << seat, all: false };
            lines.push((sentence(1 << seat), sighted));
        }
        for (sentence, sighted) in lines {
            self.put(sentence, sighted, run.span);
        }
        self.follow_all(events, &run);
        run.len
    }

    /// Whoever is shown a card of a set reads whether it is one that they know already: of copies
    /// that look the same they count from then on how many they know.
    fn again(&self, cards: &[CardId], seat: u8, to: u32) -> Option<Fragment> {
        let book = self.naming.book;
        let is_old = |card: &CardId| {
            self.table.lies(*card).is_some_and(|lies| {
                let in_set = book[lies.zone].shape == ZoneShape::Set;
                let told = self.table.known(*card) & !static_seats(book, lies.zone, lies.key);
                in_set && told >> seat & 1 == 1
            })
        };
        let old: Vec<CardId> = cards.iter().copied().filter(is_old).collect();
        if old.is_empty() {
            return None;
        }
        let (all, alone) = (old.len() == cards.len(), to.count_ones() == 1);
        let whom = self.naming.seat(seat);
        let filled = if all && alone {
            vec![Fragment::Words(" again".into())]
        } else if all {
            vec![Fragment::Words(format!(" (to {whom} again)"))]
        } else {
            let old = old.iter().map(|card| self.faces().card(*card)).collect();
            let words = |words: &str| Fragment::Words(words.into());
            vec![words(" ("), Fragment::Cards(old), words(&format!(" to {whom} again)"))]
        };
        Some(Fragment::Secret { filled, instead: String::new(), seats: 1 << seat })
    }

    /// Those who lose sight of cards read of their places, not of their faces. Where it may be a
    /// secret who knew them, each reads only what they lose themselves, in one line, however many
    /// others lose some of it.
    pub(super) fn hidden(&mut self, events: &[&Event], from: u32) -> usize {
        let secret = self.naming.book.secret_shows;
        let card = |kind: &EventKind| {
            let EventKind::Hidden(card, seats) = kind else { return None };
            (secret || *seats == from).then_some(*card)
        };
        let run = Alike::of(self.naming.book, events, card);
        let mut losses = BTreeMap::new();
        let run_events = || events.iter().take(run.len);
        for event in run_events().filter(|e| run.holds(self.naming.book, e)) {
            self.table.follow(self.naming.book, &event.kind);
            let EventKind::Hidden(card, from) = event.kind else { continue };
            let readers = run.sighted();
            if !secret {
                losses.entry(from).or_insert((readers, Vec::new())).1.push(card);
                continue;
            }
            for seat in seats(from) {
                let alone = Sighted { seats: 1 << seat, all: false };
                losses.entry(1 << seat).or_insert((alone, Vec::new())).1.push(card);
            }
        }
        for (from, (readers, mut cards)) in losses {
            self.table.by_place(self.naming.book, &mut cards);
            let verb = if cards.len() == 1 { "is" } else { "are" };
            let words = format!(" {verb} hidden from {}", self.mask(from));
            let cards = cards.into_iter().map(|card| self.faces().card(card)).collect();
            let sentence = vec![Fragment::Cards(cards), Fragment::Words(words)];
            self.put(sentence, readers, run.span);
        }
        for event in run_events().filter(|e| !run.holds(self.naming.book, e)) {
            self.alike(&[*event]);
        }
        run.len
    }

    /// Goes past the events of a run; tells of those between them that only some may know of.
    fn follow_all(&mut self, events: &[&Event], run: &Alike) {
        for event in events.iter().take(run.len) {
            if run.holds(self.naming.book, event) {
                self.table.follow(self.naming.book, &event.kind);
            } else {
                self.alike(&[*event]);
            }
        }
    }

    /// Both cards keep their knowers, but neither is named by a face that only its new zone shows.
    pub(super) fn swapped(&self, sentence: &mut Sentence, a: CardId, b: CardId) {
        sentence.push(Fragment::Cards(vec![self.faces().card(a)]));
        say(sentence, " and ");
        sentence.push(Fragment::Cards(vec![self.faces().card(b)]));
        say(sentence, " change places");
    }

    /// Behind a counter's name, by how much it changes, where the rules say that; else what it is
    /// now.
    pub(super) fn change(&self, ty: &Type, before: &Value, after: &Value, how: SetOp) -> Sentence {
        let mut sentence = Vec::new();
        match (before, after) {
            (Value::Number(before), Value::Number(after)) if how != SetOp::To => {
                let change = after.saturating_sub(*before);
                let sign = if change < 0 { "" } else { "+" };
                let (change, after) =
                    (self.naming.number(ty, change), self.naming.number(ty, *after));
                say(&mut sentence, &format!(": {sign}{change}, now {after}"));
            }
            (_, Value::None) if *ty.bare() == Type::Player => {
                say(&mut sentence, " is now nobody");
            }
            (_, after) => {
                say(&mut sentence, " is now ");
                self.faces().held(&mut sentence, ty, after);
            }
        }
        sentence
    }

    /// A counter by its owner's name; a card by its face for those who know it.
    pub(super) fn counter(&self, sentence: &mut Sentence, counter: CounterId, key: u16) {
        let info = &self.naming.book[counter];
        if matches!(info.owner, Owner::Card(_)) {
            let card = self.faces().card(CardId(key));
            let whose = self.faces().whose(&[CardId(key)], std::slice::from_ref(&card));
            sentence.push(Fragment::Cards(vec![card]));
            say(sentence, &format!("'s {}", info.name.replace('_', " ")));
            sentence.extend(whose);
        } else {
            say(sentence, &self.naming.counter(counter, key))
        }
    }

    /// A bit for each player.
    fn all_seats(&self) -> u32 {
        (0..self.naming.seats.len().min(32)).fold(0, |all, seat| all | 1 << seat)
    }

    fn mask(&self, seats: u32) -> String {
        let all: Vec<u8> = (0..self.naming.seats.len().min(32)).map(|s| s as u8).collect();
        let these: Vec<u8> = all.iter().copied().filter(|s| seats >> s & 1 == 1).collect();
        if these.len() == all.len() { "everyone".into() } else { self.naming.seat_list(&these) }
    }
}

/// Events of one kind that make one line.
struct Alike {
    cards: Vec<CardId>,
    /// How many events they lie among.
    len: usize,
    /// Who may know of them; none: everybody.
    only: Option<u32>,
    span: Span,
}

impl Alike {
    /// The cards of the first events; what only some may know of is passed over, if these are
    /// everybody's.
    pub(super) fn of(
        book: &Rulebook,
        events: &[&Event],
        card: impl Fn(&EventKind) -> Option<CardId>,
    ) -> Self {
        let first = events.first();
        let only = first.and_then(|e| e.only);
        let span = first.map(|e| e.span).unwrap_or_default();
        let mut run = Self { cards: Vec::new(), len: 1, only, span };
        for (at, event) in events.iter().enumerate() {
            if only.is_none() && event.only.is_some() || is_quiet(book, &event.kind) {
                continue;
            }
            let Some(card) = Some(event).filter(|e| e.only == only).and_then(|e| card(&e.kind))
            else {
                break;
            };
            run.cards.push(card);
            run.len = at + 1;
        }
        run
    }

    /// Whether an event among its own is one of them.
    pub(super) fn holds(&self, book: &Rulebook, event: &Event) -> bool {
        event.only == self.only && !is_quiet(book, &event.kind)
    }

    pub(super) fn sighted(&self) -> Sighted {
        self.only.map_or(Sighted::EVERYONE, |seats| Sighted { seats, all: false })
    }
}

/// A counter's change that not everybody reads: whether it stands between others nobody else may
/// know.
fn is_quiet(book: &Rulebook, kind: &EventKind) -> bool {
    let EventKind::Set(counter, ..) = kind else { return false };
    let info = &book[*counter];
    info.seen != Seen::Everyone || matches!(info.owner, Owner::Card(_))
}

/// Whether everybody is told of an event. Of the others neither that they happened nor that they
/// did not may show from how these are told.
pub(super) fn is_everybodys(book: &Rulebook, event: &Event) -> bool {
    event.only.is_none() && !is_quiet(book, &event.kind)
}

/// The seats of a mask.
pub(super) fn seats(mask: u32) -> impl Iterator<Item = u8> {
    (0..32).filter(move |seat| mask >> seat & 1 == 1)
}
