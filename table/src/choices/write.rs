//! Choices as text: what is typed at a prompt, and what journals keep. By names, never by index.

use crate::rendering::face::Faces;
use crate::visibility::layout::is_ordered;
use crate::visibility::{Viewer, card_sight};
use houserules_lang::ir::{CardId, Order, Owner, Type, Value, ZoneId, ZoneShape};
use houserules_lang::naming::typed_name;

/// Writes values as a reader may type them.
#[derive(Debug, Clone, Copy)]
pub struct Typed<'a> {
    /// Names and places.
    pub faces: Faces<'a>,
    /// Whoever types: only faces that they know are written.
    pub viewer: Viewer,
}

impl Typed<'_> {
    /// Whether the reader knows the card's face.
    #[must_use]
    pub fn sees(&self, card: CardId) -> bool {
        self.viewer.among(card_sight(self.faces.naming.book, self.faces.table, card))
    }

    /// A value, so that it means itself `among` what may be picked: `Ben`, `$1`, `[pink 2]`,
    /// `Ana.layout.slot(3)`, `([a], [b])`, `none`, `empty`; `[a (known to Ben)]` where copies
    /// differ in that.
    #[must_use]
    pub fn value(&self, ty: &Type, value: &Value, among: &[Value]) -> String {
        match value {
            Value::List(items) if items.is_empty() => "empty".into(),
            Value::List(items) => {
                let inner = if let Type::List(inner, _) = ty.bare() { inner } else { ty };
                let mut items = items.clone();
                if !matches!(ty.bare(), Type::List(_, Order::Ordered)) {
                    self.unseen_last(&mut items);
                }
                let items: Vec<String> =
                    items.iter().map(|i| self.value(inner, i, among)).collect();
                format!("({})", items.join(", "))
            }
            Value::Card(card) => self.card(*card, among),
            Value::Member(of, at) => typed_name(self.faces.naming.member(*of, *at)),
            Value::Seat(seat) => typed_name(&self.faces.naming.seat(*seat)),
            Value::Square(q) => {
                format!("{}.square({}, {})", self.zone(q.zone, q.key), q.x, q.y)
            }
            Value::Spot(s) => {
                let grid = self.zone(s.zone, s.key);
                format!("{grid}.spot({}, {}, {})", s.x, s.y, s.turn)
            }
            other => self.faces.naming.plain(ty, other),
        }
    }

    /// A zone as the reader types it: `Ben.hand`. One of a card is named by that card: `[van].under`,
    /// `Ana.yard.slot(2).load`.
    #[must_use]
    pub fn zone(&self, zone: ZoneId, key: u16) -> String {
        let book = self.faces.naming.book;
        let Owner::Card(kinds) = book[zone].owner else {
            return self.faces.naming.zone_path(zone, key);
        };
        let name = &book[zone].name;
        let has = |c: &CardId| kinds.has(book[book[*c].row].kind);
        let cards = (0..book.cards.len()).map(|at| CardId(at as u16));
        let holders: Vec<Value> = cards.filter(has).map(Value::Card).collect();
        format!("{}.{name}", self.card(CardId(key), &holders))
    }

    /// How many cards of its zone that the reader does not know are listed before a card. Those it
    /// knows do not count: where they stand among the others would tell what these are.
    #[must_use]
    pub fn unseen_rank(&self, card: CardId) -> u16 {
        let table = self.faces.table;
        let Some(lies) = table.lies(card) else { return 0 };
        let cards = (0..self.faces.naming.book.cards.len()).map(|at| CardId(at as u16));
        let here = cards
            .filter(|c| table.lies(*c).is_some_and(|l| (l.zone, l.key) == (lies.zone, lies.key)));
        let before = here.filter(|c| table.rank(*c) < table.rank(card) && !self.sees(*c));
        u16::try_from(before.count()).unwrap_or(u16::MAX)
    }

    fn card(&self, card: CardId, among: &[Value]) -> String {
        let book = self.faces.naming.book;
        let Some(lies) = self.faces.table.lies(card) else { return "none".into() };
        let zone = self.zone(lies.zone, lies.key);
        if self.sees(card) {
            let row = book[card].row;
            let alike = among.iter().filter_map(|v| {
                let Value::Card(c) = v else { return None };
                (book[*c].row == row && self.sees(*c)).then_some(*c)
            });
            let row = &book[row].name;
            let first = alike.clone().min_by_key(|c| self.place_of(*c));
            let same_set = |c: CardId| {
                let other = self.faces.table.lies(c);
                other.is_some_and(|o| (o.zone, o.key) == (lies.zone, lies.key))
                    && !is_ordered(book, lies.zone)
            };
            if first.is_none_or(|first| first == card || same_set(first)) {
                return format!("[{}]", self.told_apart(row, card, among));
            }
            let here = alike.filter(|c| {
                self.faces.table.lies(*c).is_some_and(|o| (o.zone, o.key) == (lies.zone, lies.key))
            });
            let in_zone = here.min_by_key(|c| self.place_of(*c));
            if in_zone.is_some_and(|first| first == card || same_set(first)) {
                return format!("{zone}[{}]", self.told_apart(row, card, among));
            }
        }
        match (book[lies.zone].shape, lies.place) {
            (ZoneShape::Slot, _) => zone,
            (_, Some(place)) => format!("{zone}.slot({})", place + 1),
            (_, None) => format!("{zone}.slot({})", self.unseen_rank(card) + 1),
        }
    }
}
