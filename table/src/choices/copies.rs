//! Copies of a card in one set that differ for the chooser, by who knows them or by their counters:
//! which one is meant, the chooser says.

use crate::choices::menu::Asking;
use crate::choices::scan::Term;
use crate::choices::write::Typed;
use crate::visibility::Viewer;
use crate::visibility::layout::is_ordered;
use crate::visibility::load::Held;
use crate::visibility::standing::Standing;
use houserules_interpreter::ask::Engine;
use houserules_lang::ir::{CardId, Counter, Owner, RowId, Rulebook, Seen, Type, Value, ZoneId};
use houserules_lang::naming::{listed, loose};

/// Whether copies of a set may differ in what their chooser must not know: by what nobody sees on
/// them, or by who knows them. A lot takes one of these.
pub(crate) fn differ_unseen(book: &Rulebook) -> bool {
    let hides = |c: &Counter| matches!(c.owner, Owner::Card(_)) && c.seen == Seen::Nobody;
    book.secret_knowers || book.counters.iter().any(hides)
}

impl Typed<'_> {
    fn row(&self, card: CardId) -> RowId {
        self.faces.naming.book[card].row
    }

    /// Whether the reader sees two copies of one card in one set.
    fn are_copies(&self, a: CardId, b: CardId) -> bool {
        let at = |c: CardId| self.faces.table.lies(c).map(|l| (l.zone, l.key));
        let set = at(a).is_some_and(|(zone, _)| !is_ordered(self.faces.naming.book, zone));
        set && at(a) == at(b) && self.row(a) == self.row(b) && self.sees(a) && self.sees(b)
    }

    /// What tells a card from its copies `among` what may be picked: who else knows it, and what
    /// counters it carries. None if nothing does. Scripted chance names faces.
    #[must_use]
    pub fn mark(&self, card: CardId, among: &[Value]) -> Option<String> {
        let Viewer::Seat(me) = self.viewer else { return None };
        let copies: Vec<CardId> = among
            .iter()
            .filter_map(|v| {
                let Value::Card(c) = v else { return None };
                self.are_copies(card, *c).then_some(*c)
            })
            .collect();
        let mut said: Vec<String> = Vec::new();
        let known = self.faces.table.known(card);
        let told = !self.faces.naming.book.secret_knowers;
        if told && copies.iter().any(|c| self.faces.table.known(*c) != known) {
            said.push(self.knowers(me, known));
        }
        said.extend(self.carried(card, &copies));
        said.extend(self.holds(card, &copies));
        if said.is_empty() { None } else { Some(said.join(", ")) }
    }

    fn knowers(&self, me: u8, known: u32) -> String {
        let seats = 0..u8::try_from(self.faces.naming.seats.len()).unwrap_or(u8::MAX);
        let knows =
            |seat: &u8| *seat != me && known.checked_shr(u32::from(*seat)).unwrap_or(0) & 1 == 1;
        // A bracket would end the literal.
        let name = |seat: u8| self.faces.naming.seat(seat).replace(['[', ']'], "");
        let names: Vec<String> = seats.filter(knows).map(name).collect();
        if names.is_empty() {
            "known to nobody else".into()
        } else {
            format!("known to {}", listed(&names, "and"))
        }
    }

    /// The counters of a card in which its copies differ.
    fn carried(&self, card: CardId, copies: &[CardId]) -> Vec<String> {
        let table = self.faces.table;
        let marks = |c: CardId| table.load(c).map_or(&[][..], |load| &load.marks);
        let value_of =
            |c: CardId, id| marks(c).iter().find(|(other, _)| *other == id).map(|(_, value)| value);
        let mut said = Vec::new();
        for (id, value) in marks(card) {
            let info = &self.faces.naming.book[*id];
            if copies.iter().all(|c| value_of(*c, *id) == Some(value)) {
                continue;
            }
            let name = info.name.replace('_', " ");
            said.push(match value {
                Some(Value::Bool(true)) => name,
                Some(Value::Bool(false)) => format!("not {name}"),
                Some(value) => {
                    format!("{name} {}", self.value(&info.ty, value, &[])).replace(['[', ']'], "")
                }
                None => format!("{name} not set"),
            });
        }
        said
    }

    /// What lies in the zones of a card, as far as that tells it from its copies.
    fn holds(&self, card: CardId, copies: &[CardId]) -> Vec<String> {
        let naming = self.faces.naming;
        let held = |c: CardId| self.faces.table.load(c).map_or(&[][..], |load| &load.held);
        let there = |c: CardId, zone: ZoneId| {
            held(c).iter().find(|(id, _)| *id == zone).map(|(_, held)| held)
        };
        let mut zones: Vec<ZoneId> =
            copies.iter().flat_map(|c| held(*c)).map(|(zone, _)| *zone).collect();
        zones.sort_unstable();
        zones.dedup();
        let told = |zone: &ZoneId| copies.iter().any(|c| there(*c, *zone) != there(card, *zone));
        let said = |zone: ZoneId| {
            let name = naming.zone_name(zone);
            match there(card, zone) {
                None => format!("{name} empty"),
                Some(Held::Unseen(n)) => format!("{name} with {n}"),
                Some(Held::Rows(rows)) => {
                    let row = |row: &RowId| naming.book[*row].name.clone();
                    let rows: Vec<String> = rows.iter().map(row).collect();
                    format!("{name} with {}", listed(&rows, "and")).replace(['[', ']'], "")
                }
            }
        };
        zones.into_iter().filter(told).map(said).collect()
    }

    /// A card's name, with what tells it from its copies.
    #[must_use]
    pub fn told_apart(&self, name: &str, card: CardId, among: &[Value]) -> String {
        match self.mark(card, among) {
            Some(mark) => format!("{name} ({mark})"),
            None => name.into(),
        }
    }

    /// Members in an order that names alone decide: where copies stand, those come first that the
    /// fewest seats know.
    #[must_use]
    pub fn in_order(&self, members: &[Value]) -> Vec<Value> {
        let mut listed = members.to_vec();
        let marked = |v: &Value| {
            if let Value::Card(c) = v { self.mark(*c, members).map(|_| *c) } else { None }
        };
        let places: Vec<(usize, CardId)> =
            members.iter().enumerate().filter_map(|(at, v)| Some((at, marked(v)?))).collect();
        for (at, first) in &places {
            let copies = || places.iter().filter(|(_, c)| self.are_copies(*first, *c));
            let mut sorted: Vec<CardId> = copies().map(|(_, c)| *c).collect();
            let told = !self.faces.naming.book.secret_knowers;
            let known = |c: &CardId| if told { self.faces.table.known(*c) } else { 0 };
            sorted.sort_by_key(|c| (known(c), self.mark(*c, members)));
            let place = copies().position(|(other, _)| other == at);
            if let Some(card) = place.and_then(|place| sorted.get(place)) {
                listed[*at] = Value::Card(*card);
            }
        }
        self.unseen_last(&mut listed);
        listed
    }

    /// Where a card lies, to put copies of one row in an order; those of one set have none.
    pub(crate) fn place_of(&self, card: CardId) -> Option<Standing> {
        self.faces.table.standing(self.faces.naming.book, card, &|c| self.sees(c))
    }

    /// Copies that the reader sees stand by where they lie.
    fn copies_by_place(&self, listed: &mut [Value]) {
        let seen = |(at, v): (usize, &Value)| {
            let Value::Card(c) = v else { return None };
            self.sees(*c).then(|| (self.row(*c), at, *c))
        };
        let mut cards: Vec<(RowId, usize, CardId)> =
            listed.iter().enumerate().filter_map(seen).collect();
        cards.sort_by_key(|(row, ..)| *row);
        for copies in cards.chunk_by(|a, b| a.0 == b.0) {
            let mut placed: Vec<CardId> = copies.iter().map(|(.., c)| *c).collect();
            placed.sort_by_cached_key(|c| self.place_of(*c));
            for ((_, at, _), card) in copies.iter().zip(placed) {
                listed[*at] = Value::Card(card);
            }
        }
    }

    /// Cards that the reader does not see come last, by where they lie; those of a set in the order
    /// of their lots. Copies of those it sees stand by where they lie, too.
    pub(crate) fn unseen_last(&self, listed: &mut [Value]) {
        self.copies_by_place(listed);
        let table = self.faces.table;
        listed.sort_by_cached_key(|v| {
            let Value::Card(c) = v else { return None };
            (!self.sees(*c)).then(|| (self.place_of(*c), table.rank(*c)))
        });
    }
}

impl<E: Engine> Asking<'_, E> {
    /// Whether a literal says which of several copies it means, and means this one.
    pub(crate) fn says_which(&self, words: &str, card: CardId, among: &[Value]) -> bool {
        let typed = self.typed();
        let name = &self.book()[typed.row(card)].name;
        let mark = typed.mark(card, among);
        mark.is_some_and(|mark| loose(&format!("{name} ({mark})")) == loose(words))
    }

    /// What a term may mean besides the member that was found: of each sort of copies one, as it is
    /// typed. Empty if it means one sort only.
    pub(crate) fn unlike_copies(
        &self,
        term: &Term,
        found: &Value,
        left: &[Value],
        among: &[Value],
    ) -> Vec<String> {
        let Value::Card(card) = found else { return Vec::new() };
        if matches!(term, Term::Card(_, words) if self.says_which(words, *card, among)) {
            return Vec::new();
        }
        let typed = self.typed();
        let copy = |v: &Value| matches!(v, Value::Card(c) if typed.are_copies(*card, *c));
        let mut names: Vec<String> =
            left.iter().filter(|v| copy(v)).map(|v| typed.value(&Type::None, v, among)).collect();
        names.sort();
        names.dedup();
        if names.len() > 1 { names } else { Vec::new() }
    }
}
