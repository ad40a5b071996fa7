//! The table as one reader may see it. Hosts show nothing else.

mod drawing;
pub mod picture;
pub mod printed;
pub mod way;

use crate::choices::value::Arg;
use crate::rendering::face::Faces;
use crate::rendering::redacted::read;
use crate::visibility::layout::Table;
use crate::visibility::{Sighted, Viewer, card_sight, counter_sight, zone_sight};
use houserules_interpreter::ask::Snapshot;
use houserules_lang::ir::{
    CardId, CounterId, EnumId, ExprKind, KindId, Owner, Value, ZoneId, ZoneShape,
};
use houserules_lang::naming::{Naming, row_in_words};
use houserules_lang::place::Place;
use serde::Serialize;
use std::collections::BTreeMap;

/// The table from a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct View {
    /// The game's title.
    pub game: String,
    /// For whose eyes it is.
    pub viewer: Viewer,
    /// The players clockwise.
    pub seats: Vec<String>,
    /// What lies on the table: first what is the table's, then the players', the enums', those of
    /// running stages.
    pub groups: Vec<Group>,
    /// Stages and titled deeds that are running, outermost first.
    pub path: Vec<PathLine>,
    /// The place in the rules where the game stands.
    pub place: Option<Place>,
    /// Who is asked, by seat.
    pub asked: Vec<u8>,
    /// The question put to them, if the reader is one of them or a referee.
    pub question: Option<String>,
    /// How the game ended, in words.
    pub outcome: Option<String>,
    /// The winners, if it is over; all lost: none of them.
    pub winners: Option<Vec<u8>>,
    /// The players' scores when it is over, if the game defines them.
    pub scores: Option<Vec<String>>,
    /// Grids as pictures.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<picture::Picture>,
    /// Tiles that the reader sees and that lie on no grid, as they look, each face once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tiles: Vec<picture::Sketch>,
    /// What is drawn at the nodes of each map; nothing if no rule says so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Vec<Option<String>>>,
    /// What is drawn into the squares of each rectangular enum for which a rule says so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<Squares>,
}

/// What is drawn into the squares of a rectangle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Squares {
    /// The enum: `Cell`.
    pub of: String,
    /// By square, row by row from below; none: nothing.
    pub marks: Vec<Option<String>>,
}

/// A step of the path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PathLine {
    /// In words: `Ana's turn`.
    pub text: String,
    /// Where the stage stands.
    pub place: Option<Place>,
}

/// What belongs to one owner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Group {
    /// The player's or member's name, `the round`; empty for the table.
    pub owner: String,
    /// The seat, if a player.
    pub seat: Option<u8>,
    /// The member, if one of an enum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<(EnumId, u16)>,
    /// Zones in the order of the rules.
    pub zones: Vec<ZoneView>,
    /// Counters the reader may see.
    pub counters: Vec<CounterView>,
}

/// A zone as its reader sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ZoneView {
    /// Which zone of the rules, and whose; left out for a zone of a card, whose number would tell
    /// copies apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<(ZoneId, u16)>,
    /// Its name in the rules, without its owner.
    pub name: String,
    /// `pile`, `row`, `set`, `slot`, `slots`, `grid`.
    pub shape: &'static str,
    /// How many cards lie there.
    pub count: usize,
    /// What its backs are called.
    pub back: String,
    /// Its cards: place by place if it is ordered, in table order if it is a set. Empty if the
    /// reader knows none of a set or pile.
    pub cards: Vec<CardView>,
    /// Of a grid: where each of its cards lies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub spots: Vec<SpotView>,
}

/// Where a tile lies on a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SpotView {
    /// Its lower left square, eastwards.
    pub x: i64,
    /// The same, northwards.
    pub y: i64,
    /// Quarter turns clockwise.
    pub turn: u8,
}

/// A place of a zone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CardView {
    /// A face, with what belongs to the card.
    Face {
        /// The row's name.
        name: String,
        /// The kind of the card.
        kind: KindId,
        /// The card's own zones and counters.
        #[serde(skip_serializing_if = "Option::is_none")]
        own: Option<Box<Group>>,
        /// The other players who know the card, if it lies where not everybody sees it, and it is
        /// no secret who does.
        #[serde(skip_serializing_if = "Option::is_none")]
        others: Option<Vec<u8>>,
    },
    /// A card whose face the reader does not know.
    Back,
    /// A place of an ordered zone where nothing lies.
    Hole,
}

/// A counter that its reader may see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CounterView {
    /// Its name in the rules, without its owner.
    pub name: String,
    /// Its value in words; none: not set yet.
    pub value: Option<String>,
    /// The same as data, if it is no card and no place of a grid: where a pawn stands, how much.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is: Option<Arg>,
    /// Whether it has the value that it starts with.
    #[serde(skip)]
    pub fresh: bool,
}

/// What a view is built from.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// The rules and the players' names.
    pub naming: Naming<'a>,
    /// Where cards lie.
    pub table: &'a Table,
    /// Zones and counters.
    pub dump: &'a Snapshot,
    /// Counters that were shown and have not changed since: seats by counter and key.
    pub shown: &'a BTreeMap<(CounterId, u16), u32>,
    /// For whose eyes.
    pub viewer: Viewer,
}

/// The word of a shape.
#[must_use]
pub fn shape_word(shape: ZoneShape) -> &'static str {
    match shape {
        ZoneShape::Pile => "pile",
        ZoneShape::Row => "row",
        ZoneShape::Set => "set",
        ZoneShape::Slot => "slot",
        ZoneShape::Slots => "slots",
        ZoneShape::Grid => "grid",
    }
}

/// Nested things of cards are shown to this depth.
const NESTED: u8 = 3;

impl Scene<'_> {
    /// What lies on the table, grouped by owner.
    #[must_use]
    pub fn groups(&self) -> Vec<Group> {
        let book = self.naming.book;
        let seats = (0..self.naming.seats.len()).map(|s| (Owner::Player, s as u16));
        let members = book.enums.iter().enumerate().flat_map(|(id, e)| {
            let id = EnumId(id as u16);
            (0..e.members.len()).map(move |m| (Owner::Enum(id), m as u16))
        });
        let owners = std::iter::once((Owner::Table, 0)).chain(seats).chain(members);
        let mut groups: Vec<Group> = owners
            .filter(|(owner, key)| self.naming.plays(*owner, *key))
            .map(|(owner, key)| self.group(owner, key))
            .filter(|g| !g.is_bare())
            .collect();
        groups.extend(self.runs());
        groups
    }

    fn group(&self, owner: Owner, key: u16) -> Group {
        let book = self.naming.book;
        let zones = self.dump.zones.iter().filter(|(z, k, _)| *k == key && book[*z].owner == owner);
        let zones = zones.map(|(z, k, places)| self.zone(*z, *k, places, NESTED)).collect();
        let counters = self.dump.counters.iter();
        let counters = counters.filter(|(c, k, _)| *k == key && book[*c].owner == owner);
        let counters =
            counters.filter_map(|(c, k, value)| self.counter(*c, *k, value.as_ref())).collect();
        let seat = if owner == Owner::Player { u8::try_from(key).ok() } else { None };
        let member = if let Owner::Enum(of) = owner { Some((of, key)) } else { None };
        let owner = self.naming.owner(owner, key).unwrap_or_default();
        Group { owner, seat, member, zones, counters }
    }

    fn runs(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for (counter, value) in &self.dump.runs {
            let Some(view) = self.counter(*counter, 0, value.as_ref()) else { continue };
            let full = self.naming.counter(*counter, 0);
            let owner = full.split_once("'s ").map_or("", |(owner, _)| owner).to_string();
            match groups.iter_mut().find(|g| g.owner == owner) {
                Some(group) => group.counters.push(view),
                None => groups.push(Group {
                    owner,
                    seat: None,
                    member: None,
                    zones: Vec::new(),
                    counters: vec![view],
                }),
            }
        }
        groups
    }

    /// Who may read a counter now: also whom it was shown to.
    #[must_use]
    pub fn counter_sight(&self, id: CounterId, key: u16) -> Sighted {
        let book = self.naming.book;
        let mut sighted = counter_sight(book, self.table, id, key);
        sighted.seats |= self.shown.get(&(id, key)).copied().unwrap_or(0);
        sighted
    }

    fn counter(&self, id: CounterId, key: u16, value: Option<&Value>) -> Option<CounterView> {
        let info = &self.naming.book[id];
        if info.bookkeeping || !self.viewer.among(self.counter_sight(id, key)) {
            return None;
        }
        let fresh = match (info.start.as_ref().map(|start| &start.kind), value) {
            (Some(ExprKind::Const(start)), Some(value)) => start == value,
            (None, None) => true,
            _ => false,
        };
        let is = value.and_then(plain_arg);
        let value = value.map(|value| {
            let mut sentence = Vec::new();
            Faces::new(self.naming, self.table).held(&mut sentence, &info.ty, value);
            read(&sentence, self.viewer)
        });
        Some(CounterView { name: info.name.clone(), value, is, fresh })
    }

    fn zone(&self, id: ZoneId, key: u16, places: &[Option<CardId>], depth: u8) -> ZoneView {
        let book = self.naming.book;
        let info = &book[id];
        let shape = info.shape;
        let all = self.viewer.among(zone_sight(book, self.table, id, key));
        let mut cards: Vec<CardView> = places.iter().map(|p| self.place(*p, depth)).collect();
        if shape == ZoneShape::Set {
            in_no_order(&mut cards);
        }
        let set_of_backs = shape == ZoneShape::Set && !all;
        let is_face = |card: &CardView| matches!(card, CardView::Face { .. });
        let unknown = shape == ZoneShape::Pile || set_of_backs;
        if unknown && !cards.iter().any(is_face) {
            cards.clear();
        } else if set_of_backs {
            // Where a face lies among backs says nothing.
            cards.sort_by_key(|card| !is_face(card));
        }
        let of_card = matches!(info.owner, Owner::Card(_));
        ZoneView {
            at: (!of_card).then_some((id, key)),
            name: info.name.clone(),
            shape: shape_word(shape),
            count: places.iter().flatten().count(),
            back: self.naming.back(id).into(),
            cards,
            spots: self
                .dump
                .grid(id, key)
                .iter()
                .map(|t| SpotView { x: t.x, y: t.y, turn: t.turn })
                .collect(),
        }
    }

    fn place(&self, card: Option<CardId>, depth: u8) -> CardView {
        let Some(card) = card else { return CardView::Hole };
        let book = self.naming.book;
        if !self.viewer.among(self.card_sight(card)) {
            return CardView::Back;
        }
        let row = book[card].row;
        let (name, kind) = (row_in_words(book, row), book[row].kind);
        let own = if depth == 0 { None } else { self.own(card, depth - 1) };
        CardView::Face { name, kind, own: own.map(Box::new), others: self.others(card) }
    }

    /// Who sees a card: what all players know, onlookers see too, unless it may be a secret who
    /// knows it.
    pub(crate) fn card_sight(&self, card: CardId) -> Sighted {
        let sighted = card_sight(self.naming.book, self.table, card);
        let seats = (0u8..).take(self.naming.seats.len());
        let known = seats.map(Viewer::Seat).all(|seat| seat.among(sighted));
        Sighted { all: sighted.all || known && !self.naming.book.secret_shows, ..sighted }
    }

    /// Who knows a card besides a player who sees it; none: it lies where everybody sees it, or
    /// that may be a secret.
    fn others(&self, card: CardId) -> Option<Vec<u8>> {
        let Viewer::Seat(me) = self.viewer else { return None };
        let book = self.naming.book;
        let sighted = card_sight(book, self.table, card);
        let among = |seat: &u8| *seat != me && Viewer::Seat(*seat).among(sighted);
        let seats = (0u8..).take(self.naming.seats.len());
        (!sighted.all && !book.secret_shows).then(|| seats.filter(among).collect())
    }

    fn own(&self, card: CardId, depth: u8) -> Option<Group> {
        let book = self.naming.book;
        let mine = |owner: Owner, key: u16| key == card.0 && matches!(owner, Owner::Card(_));
        let zones = self.dump.zones.iter().filter(|(z, k, _)| mine(book[*z].owner, *k));
        let zones = zones.map(|(z, k, places)| self.zone(*z, *k, places, depth)).collect();
        let counters = self.dump.counters.iter().filter(|(c, k, _)| mine(book[*c].owner, *k));
        let counters = counters.filter_map(|(c, k, v)| self.counter(*c, *k, v.as_ref())).collect();
        let group = Group { owner: String::new(), seat: None, member: None, zones, counters };
        if group.is_bare() { None } else { Some(group) }
    }
}

/// A value that says no more than its words do: no card, and nothing of a grid.
fn plain_arg(value: &Value) -> Option<Arg> {
    match value {
        Value::Bool(yes) => Some(Arg::Bool(*yes)),
        Value::Number(n) => Some(Arg::Number(*n)),
        Value::Member(of, at) => Some(Arg::Member(*of, *at)),
        Value::Seat(seat) => Some(Arg::Seat(*seat)),
        Value::None
        | Value::Text(_)
        | Value::Card(_)
        | Value::Square(_)
        | Value::Spot(_)
        | Value::List(_) => None,
    }
}

/// Copies in a set by what they carry: which of them lay first is nobody's to see.
fn in_no_order(cards: &mut [CardView]) {
    let name = |card: &CardView| match card {
        CardView::Face { name, .. } => Some(name.clone()),
        CardView::Back | CardView::Hole => None,
    };
    for copies in cards.chunk_by_mut(|a, b| name(a) == name(b)) {
        if copies.windows(2).any(|two| two[0] != two[1]) {
            copies.sort_by_cached_key(|card| format!("{card:?}"));
        }
    }
}

impl Group {
    /// Whether there is nothing in it to show.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        self.zones.is_empty() && self.counters.is_empty()
    }
}
