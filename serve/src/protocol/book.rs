//! What is printed: kinds, cards, members, zones, counters, maps. It is the same for everybody.

use houserules_lang::ir::{
    Counter, EnumId, FieldInfo, Kind, KindSet, Map, Move, Owner, Row, RowId, Rulebook, Seen,
    TextId, Type, Value, ZoneShape,
};
use houserules_lang::naming::{Naming, member_in_words, row_in_words};
use houserules_table::journal::fingerprint::rules_hash;
use houserules_table::view::printed::{Ground, doc_of, prose_of};
use houserules_table::view::shape_word;
use serde::Serialize;

/// What is printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Book {
    /// The rules' fingerprint.
    pub book: String,
    /// The game's title.
    pub title: String,
    /// Who designed it.
    pub author: Option<String>,
    /// What the rules' prose says of the game as a whole, in its first paragraph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// How it is won and lost, in the words of the rules' prose.
    pub ending: Vec<String>,
    /// Kinds of cards.
    pub kinds: Vec<KindBook>,
    /// Cards that differ from each other.
    pub rows: Vec<RowBook>,
    /// Enums, by their ids.
    pub enums: Vec<EnumBook>,
    /// Zones, by their ids.
    pub zones: Vec<ZoneBook>,
    /// Counters, but those for the rules' own use.
    pub counters: Vec<CounterBook>,
    /// Maps, with their roads.
    pub maps: Vec<MapBook>,
    /// What may be done, with the rules' prose on it.
    pub moves: Vec<MoveBook>,
}

/// A kind of cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct KindBook {
    /// Its name, as people read it.
    pub name: String,
    /// Whether its cards are tiles.
    pub tile: bool,
    /// What is printed on each.
    pub fields: Vec<FieldBook>,
    /// What the rules' prose says of it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub doc: String,
}

/// A printed field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FieldBook {
    /// Its name, as people read it.
    pub name: String,
    /// What it holds.
    #[serde(flatten)]
    pub holds: TypeBook,
    /// What the rules' prose says of it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub doc: String,
}

/// What a field or a counter holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TypeBook {
    /// `enum`, `number`, `amount`, …
    #[serde(rename = "type")]
    pub sort: &'static str,
    /// Of an enum, or a set of its members: which.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<EnumId>,
    /// Of an amount: its unit's sign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
}

/// A distinct card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RowBook {
    /// Its kind, by place.
    pub kind: u16,
    /// Its name, as views have it.
    pub name: String,
    /// What is printed on it, in the order of its kind's fields.
    pub values: Vec<ValueBook>,
    /// What the rules for this card say in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prose: Vec<String>,
}

/// A printed value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ValueBook {
    /// In words; empty: nothing is printed.
    pub text: String,
    /// Of an enum: which member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<u16>,
    /// Of a set: which members.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<u16>,
    /// A number or an amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n: Option<i64>,
    /// Yes or no.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub yes: Option<bool>,
}

/// An enum and its members.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EnumBook {
    /// Its name, as people read it.
    pub name: String,
    /// Its members in words.
    pub members: Vec<String>,
    /// Columns and rows of a rectangle; its members come row by row from below.
    pub rectangle: Option<(u16, u16)>,
    /// What is printed beside each member.
    pub fields: Vec<FieldBook>,
    /// That, by member.
    pub values: Vec<Vec<ValueBook>>,
    /// What the rules' prose says of it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub doc: String,
}

/// Whose a zone or a counter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct OwnerBook {
    /// `table`, `player`, `enum`, `card`, `run`
    pub owner: &'static str,
    /// The enum, if each of its members has one.
    #[serde(rename = "owner_enum", skip_serializing_if = "Option::is_none")]
    pub of: Option<EnumId>,
}

/// A zone, as it is declared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ZoneBook {
    /// Its name, as people read it.
    pub name: String,
    /// Whose it is.
    #[serde(flatten)]
    pub owner: OwnerBook,
    /// `pile`, `row`, `set`, `slot`, `slots`, `grid`
    pub shape: &'static str,
    /// Who sees its cards: `everyone`, `owner`, `nobody`.
    pub seen: &'static str,
    /// All its cards begin there.
    pub deck: bool,
    /// The kinds of cards that it may hold.
    pub holds: Vec<u16>,
    /// What the rules' prose says of it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub doc: String,
}

/// A counter, as it is declared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CounterBook {
    /// Its name, as people read it.
    pub name: String,
    /// Whose it is.
    #[serde(flatten)]
    pub owner: OwnerBook,
    /// What it holds.
    #[serde(flatten)]
    pub holds: TypeBook,
    /// The least and the most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<(i64, i64)>,
    /// What the rules' prose says of it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub doc: String,
}

/// A map, ready to be drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MapBook {
    /// Its name, as people read it.
    pub name: String,
    /// The enum of its nodes: places first, then the spaces of each road; or the places.
    pub nodes: EnumId,
    /// The enum of its places.
    pub cities: EnumId,
    /// Where each node lies, x to the right, y downwards; none if the rules do not say.
    pub at: Option<Vec<(i64, i64)>>,
    /// The roads that it has.
    pub roads: Vec<RoadBook>,
    /// The neighbours of each node.
    pub links: Vec<Vec<u16>>,
}

/// A road of a map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RoadBook {
    /// Its name, as people read it.
    pub name: String,
    /// The place where it starts.
    pub start: u16,
    /// The place where it ends.
    pub finish: u16,
    /// The nodes of its spaces, in order.
    pub nodes: Vec<u16>,
}

/// Something that may be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MoveBook {
    /// What is typed for it.
    pub name: String,
    /// How it is told of somebody, with `…` for what differs; left out where it has its name only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub told: Option<String>,
    /// Whether it asks for a card.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cards: bool,
    /// The rules' prose.
    pub doc: String,
}

impl Book {
    /// What is printed in these rules.
    #[must_use]
    pub fn of(book: &Rulebook) -> Self {
        let naming = Naming { book, seats: &[] };
        let rows = (0u16..).zip(&book.rows);
        let counters = book.counters.iter().filter(|c| !c.bookkeeping);
        Self {
            book: rules_hash(book),
            title: book.title.clone(),
            author: book.author.clone(),
            about: about(book),
            ending: ending(book),
            kinds: book
                .kinds
                .iter()
                .map(|kind| KindBook {
                    name: kind.name.clone(),
                    tile: kind.tile.is_some(),
                    fields: fields(book, &kind.name, &kind.fields),
                    doc: kind_doc(book, kind),
                })
                .collect(),
            rows: rows.map(|(at, row)| printed(naming, RowId(at), row)).collect(),
            enums: (0u16..).zip(&book.enums).map(|(id, _)| members(naming, EnumId(id))).collect(),
            zones: book
                .zones
                .iter()
                .map(|zone| ZoneBook {
                    name: zone.name.clone(),
                    owner: owner(zone.owner),
                    shape: shape_word(zone.shape),
                    seen: seen(zone.seen),
                    deck: zone.deck && zone.shape != ZoneShape::Grid,
                    holds: held(zone.of),
                    doc: doc_of(book, &format!("{} of ", zone.name), Some(zone.span)),
                })
                .collect(),
            counters: counters.map(|counter| counted(book, counter)).collect(),
            maps: book.maps.iter().map(|map| drawn(book, map)).collect(),
            moves: book
                .moves
                .iter()
                .map(|m| MoveBook {
                    name: m.name.clone(),
                    told: told(book, m.title),
                    cards: asks_for_cards(m),
                    doc: m.doc.clone(),
                })
                .collect(),
        }
    }
}

/// Whether somebody picks a card for a move; the one whose own rules offer it is not picked.
fn asks_for_cards(m: &Move) -> bool {
    let first = usize::from(m.given) + usize::from(m.hidden_this);
    let steps = m.steps.len() - usize::from(m.hidden_this);
    m.body.locals.iter().skip(first).take(steps).any(|local| is_of_cards(&local.ty))
}

fn is_of_cards(ty: &Type) -> bool {
    match ty {
        Type::Card(_) => true,
        Type::List(of, _) | Type::Optional(of) => is_of_cards(of),
        Type::Bool
        | Type::Number
        | Type::Unit(_)
        | Type::Text
        | Type::Enum(_)
        | Type::Player
        | Type::Square
        | Type::Spot
        | Type::Zone(_)
        | Type::None => false,
    }
}

/// What a game is about: the first paragraph of its prose.
#[must_use]
pub fn about(book: &Rulebook) -> Option<String> {
    let game = book.prose.iter().find(|p| p.item.starts_with("game"))?;
    let first = game.text.trim().split("\n\n").next()?.replace('\n', " ");
    (!first.is_empty()).then_some(first)
}

/// How it is won and lost, as far as the prose of the game says it: its other paragraphs, and the
/// prose of how it is played.
fn ending(book: &Rulebook) -> Vec<String> {
    let of = |item: &'static str| {
        book.prose.iter().filter(move |p| p.item.split(' ').next() == Some(item))
    };
    let game = of("game").take(1).flat_map(|p| p.text.trim().split("\n\n").skip(1));
    let play = of("play").take(1).flat_map(|p| p.text.trim().split("\n\n"));
    let lines = game.chain(play).map(|text| text.replace('\n', " ").trim().to_string());
    lines.filter(|text| !text.is_empty()).collect()
}

/// How a move is told of somebody, whatever stands in the holes of its title.
fn told(book: &Rulebook, title: Option<TextId>) -> Option<String> {
    let mut rest = book[title?].raw.as_str();
    let mut told = String::new();
    while let Some((before, hole)) = rest.split_once('{') {
        let (_, after) = hole.split_once('}')?;
        told.push_str(before);
        told.push('…');
        rest = after;
    }
    Some(told + rest)
}

fn held(kinds: KindSet) -> Vec<u16> {
    kinds.iter().map(|kind| kind.0).collect()
}

fn kind_doc(book: &Rulebook, kind: &Kind) -> String {
    let word = if kind.tile.is_some() { "tile" } else { "card" };
    doc_of(book, &format!("{word} {}", kind.name), None)
}

/// Fields of a kind, or of an enum's table; what the prose says of each, or of the enum it is of.
fn fields(book: &Rulebook, owner: &str, fields: &[FieldInfo]) -> Vec<FieldBook> {
    let field = |f: &FieldInfo| {
        let own = doc_of(book, &format!("{owner}.{}", f.name), None);
        let doc = if own.is_empty() { type_doc(book, &f.ty) } else { own };
        FieldBook { name: f.name.clone(), holds: holds(book, &f.ty), doc }
    };
    fields.iter().map(field).collect()
}

/// What the prose says of the enum whose members something holds.
fn type_doc(book: &Rulebook, ty: &Type) -> String {
    let of = match ty.bare() {
        Type::List(of, _) => of.bare(),
        one => one,
    };
    let Type::Enum(of) = of else { return String::new() };
    doc_of(book, &format!("enum {}", book[*of].name), None)
}

fn holds(book: &Rulebook, ty: &Type) -> TypeBook {
    let plain = |sort| TypeBook { sort, of: None, unit: None };
    match ty.bare() {
        Type::Bool => plain("yesno"),
        Type::Number => plain("number"),
        Type::Unit(unit) => TypeBook { unit: Some(book[*unit].symbol.clone()), ..plain("amount") },
        Type::Text => plain("text"),
        Type::Enum(of) => TypeBook { of: Some(*of), ..plain("enum") },
        Type::Player => plain("player"),
        Type::Card(_) => plain("card"),
        Type::List(of, _) => match of.bare() {
            Type::Enum(of) => TypeBook { of: Some(*of), ..plain("set") },
            _ => plain("other"),
        },
        Type::Square | Type::Spot | Type::Zone(_) | Type::Optional(_) | Type::None => {
            plain("other")
        }
    }
}

fn printed(naming: Naming<'_>, id: RowId, row: &Row) -> RowBook {
    let fields = &naming.book[row.kind].fields;
    let name = row_in_words(naming.book, id);
    let prose = prose_of(naming.book, &name).collect();
    RowBook { kind: row.kind.0, values: values(naming, fields, &row.values), name, prose }
}

fn values(naming: Naming<'_>, fields: &[FieldInfo], values: &[Value]) -> Vec<ValueBook> {
    fields.iter().zip(values).map(|(field, value)| said(naming, &field.ty, value)).collect()
}

fn said(naming: Naming<'_>, ty: &Type, value: &Value) -> ValueBook {
    let plain = ValueBook { text: naming.plain(ty.bare(), value), ..ValueBook::default() };
    match value {
        Value::None => ValueBook::default(),
        Value::Member(of, at) => ValueBook {
            text: member_in_words(naming.book, *of, *at),
            member: Some(*at),
            ..ValueBook::default()
        },
        Value::Number(n) => ValueBook { n: Some(*n), ..plain },
        Value::Bool(yes) => ValueBook { yes: Some(*yes), ..plain },
        Value::List(items) => {
            let member =
                |item: &Value| if let Value::Member(_, at) = item { Some(*at) } else { None };
            ValueBook { members: items.iter().filter_map(member).collect(), ..plain }
        }
        Value::Text(_) | Value::Seat(_) | Value::Card(_) | Value::Square(_) | Value::Spot(_) => {
            plain
        }
    }
}

fn members(naming: Naming<'_>, id: EnumId) -> EnumBook {
    let book = naming.book;
    let info = &book[id];
    let named = 0..u16::try_from(info.members.len()).unwrap_or(u16::MAX);
    EnumBook {
        name: info.name.clone(),
        members: named.map(|at| member_in_words(book, id, at)).collect(),
        rectangle: info.rectangle,
        fields: fields(book, &info.name, &info.fields),
        doc: doc_of(book, &format!("enum {}", info.name), None),
        values: info.values.iter().map(|row| values(naming, &info.fields, row)).collect(),
    }
}

fn owner(owner: Owner) -> OwnerBook {
    let (owner, of) = match owner {
        Owner::Table => ("table", None),
        Owner::Player => ("player", None),
        Owner::Enum(of) => ("enum", Some(of)),
        Owner::Card(_) => ("card", None),
        Owner::Run(_) => ("run", None),
    };
    OwnerBook { owner, of }
}

fn seen(seen: Seen) -> &'static str {
    match seen {
        Seen::Everyone => "everyone",
        Seen::Owner => "owner",
        Seen::Nobody => "nobody",
    }
}

fn counted(book: &Rulebook, counter: &Counter) -> CounterBook {
    CounterBook {
        name: counter.name.clone(),
        owner: owner(counter.owner),
        holds: holds(book, &counter.ty),
        range: counter.range,
        doc: match doc_of(book, &format!("{} of ", counter.name), Some(counter.span)) {
            own if own.is_empty() => type_doc(book, &counter.ty),
            own => own,
        },
    }
}

fn drawn(book: &Rulebook, map: &Map) -> MapBook {
    let name = |at: usize| member_in_words(book, map.roads, u16::try_from(at).unwrap_or(u16::MAX));
    let road = |(at, road): (usize, &houserules_lang::ir::MapRoad)| RoadBook {
        name: name(at),
        start: road.start,
        finish: road.finish,
        nodes: (road.first..road.first.saturating_add(road.spaces)).collect(),
    };
    MapBook {
        name: map.name.clone(),
        nodes: map.nodes,
        cities: map.cities,
        at: Ground::of(book, map).map(|ground| ground.at),
        roads: map.between.iter().enumerate().map(road).collect(),
        links: map.links.clone(),
    }
}
