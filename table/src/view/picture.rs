//! Grids as pictures: the squares that hold a tile, with what the rules say about drawing them;
//! tiles as they look in a hand or at a spot; what is drawn at the places of maps. What lies on a
//! grid is public, and words for drawing read nothing that is not, so every reader has the same
//! picture.

use crate::rendering::face::{Faces, text_of};
use crate::rendering::redacted::read;
use crate::view::Squares;
use crate::visibility::Viewer;
use crate::visibility::layout::Table;
use houserules_interpreter::ask::Snapshot;
use houserules_interpreter::referee::Referee;
use houserules_lang::ir::{
    ArithOp, Base, CardId, Domain, Expr, ExprKind, LocalDecl, LocalId, Map, Order, Owner, Rulebook,
    Spot, Square, TemplatePart, TextId, Type, Value, WordId, ZoneId,
};
use houserules_lang::naming::{Naming, row_in_words};
use houserules_lang::source::Span;
use serde::Serialize;

/// A grid as it is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Picture {
    /// Which grid of the rules, and whose.
    pub at: (ZoneId, u16),
    /// The grid: `tunnels`, `Ana's field`.
    pub name: String,
    /// Its squares, row by row from below.
    pub squares: Vec<Drawn>,
}

/// A square of a grid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Drawn {
    /// How far it lies eastwards of the grid's middle; of a tile by itself, of its left edge.
    pub x: i16,
    /// The same, northwards; of a tile by itself, of its lower edge.
    pub y: i16,
    /// The tile on top.
    pub tile: String,
    /// Whether the square north, east, south, west belongs to the same tile.
    pub same: [bool; 4],
    /// Whether a line leaves it north, east, south, west (the word `passage`).
    pub passages: [bool; 4],
    /// Whether a line leaves it there and looks at the bare table.
    pub open: [bool; 4],
    /// What is drawn into it (the word `mark`).
    pub mark: Option<String>,
}

/// A tile by itself, as it looks in a hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sketch {
    /// What is printed on top of the tile.
    pub name: String,
    /// Its squares; the lower left one is (0, 0).
    pub squares: Vec<Drawn>,
}

/// A tile that is only looked at is thought to lie here, far from what is laid.
const ALOOF: i16 = 440;

/// The squares beside one: north, east, south, west.
const STEPS: [(i16, i16); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// Who draws: the running game, and names for what is on its table.
pub(crate) struct Painter<'a, E: Referee> {
    pub(crate) engine: &'a mut E,
    pub(crate) naming: Naming<'a>,
    pub(crate) table: &'a Table,
    pub(crate) dump: &'a Snapshot,
}

impl<E: Referee> Painter<'_, E> {
    /// Pictures of all grids on which something lies.
    pub(crate) fn pictures(&mut self) -> Vec<Picture> {
        let grids = self.dump.grids.iter().filter(|(.., tiles)| !tiles.is_empty());
        let mut pictures = Vec::new();
        for (zone, key, _) in grids {
            let places = places(self.engine, self.naming.book, *zone, *key);
            pictures.push(Picture {
                at: (*zone, *key),
                name: self.naming.zone(*zone, *key),
                squares: self.squares(&places),
            });
        }
        pictures
    }

    /// What is drawn at the nodes of each map, by the words `mark` for its places and for its
    /// nodes.
    pub(crate) fn marks(&mut self) -> Vec<Vec<Option<String>>> {
        let book = self.naming.book;
        if book.drawing.places.is_empty() {
            Vec::new()
        } else {
            book.maps.iter().map(|m| self.of_map(m)).collect()
        }
    }

    /// What is drawn into the squares of rectangles, by the word `mark` for them.
    pub(crate) fn rectangles(&mut self) -> Vec<Squares> {
        let book = self.naming.book;
        let mut all = Vec::new();
        for (of, word) in &book.drawing.places {
            let info = &book[*of];
            if info.rectangle.is_none() {
                continue;
            }
            let squares = 0..info.members.len() as u16;
            let marks = squares.map(|at| self.word(*word, Value::Member(*of, at))).collect();
            all.push(Squares { of: info.name.clone(), marks });
        }
        all
    }

    fn of_map(&mut self, map: &Map) -> Vec<Option<String>> {
        let words = &self.naming.book.drawing.places;
        let word = |of| words.iter().find(|(on, _)| *on == of).map(|(_, word)| *word);
        let (of_nodes, of_places) = (word(map.nodes), word(map.cities));
        let places = self.naming.book[map.cities].members.len();
        let mut marks = Vec::new();
        for at in 0..map.links.len() {
            let node = Value::Member(map.nodes, at as u16);
            let place = Value::Member(map.cities, at as u16);
            let mut mark = of_nodes.and_then(|word| self.word(word, node));
            if mark.is_none() && at < places && map.nodes != map.cities {
                mark = of_places.and_then(|word| self.word(word, place));
            }
            marks.push(mark);
        }
        marks
    }

    /// What a value looks like that may be picked: a spot with its tile lying there, a tile by
    /// itself; nothing for others.
    pub(crate) fn sketch(&mut self, value: &Value) -> Vec<Drawn> {
        match value {
            Value::Spot(spot) => self.at_spot(*spot),
            Value::Card(card) => {
                let book = self.naming.book;
                let kind = book[book[*card].row].kind;
                let takes = |zone: &ZoneId| book[*zone].of.has(kind);
                let Some((zone, key, _)) = self.dump.grids.iter().find(|(zone, ..)| takes(zone))
                else {
                    return Vec::new();
                };
                let (zone, key) = (*zone, *key);
                let mut drawn = self.at_spot(Spot {
                    zone,
                    key,
                    x: ALOOF,
                    y: ALOOF,
                    turn: 0,
                    card: Some(*card),
                });
                drawn.iter_mut().for_each(|q| (q.x, q.y) = (q.x - ALOOF, q.y - ALOOF));
                drawn
            }
            _ => Vec::new(),
        }
    }

    /// A tile by itself.
    pub(crate) fn tile(&mut self, card: CardId) -> Option<Sketch> {
        let squares = self.sketch(&Value::Card(card));
        if squares.is_empty() {
            return None;
        }
        let book = self.naming.book;
        Some(Sketch { name: row_in_words(book, book[card].row), squares })
    }

    /// The squares that a spot's tile would cover, as if it lay there.
    fn at_spot(&mut self, spot: Spot) -> Vec<Drawn> {
        let of = expr(ExprKind::Local(LocalId(0)), Type::Spot);
        let base = Base::SpotSquares(Box::new(of));
        let squares = listed(self.engine, base, Type::Spot, Value::Spot(spot));
        self.squares(&squares)
    }

    fn squares(&mut self, places: &[Square]) -> Vec<Drawn> {
        let book = self.naming.book;
        let mut found = Vec::new();
        for square in places {
            found.push((*square, card_on(self.engine, book, *square)));
        }
        let mut drawn = Vec::new();
        for (q, card) in &found {
            let (mut same, mut open) = ([false; 4], [false; 4]);
            let passages = self.passages(*q);
            for (side, (dx, dy)) in STEPS.into_iter().enumerate() {
                let (x, y) = (q.x + dx, q.y + dy);
                let beside = match found.iter().find(|(other, _)| (other.x, other.y) == (x, y)) {
                    Some((_, card)) => card.clone(),
                    None if q.under.is_some() => card_on(self.engine, book, Square { x, y, ..*q }),
                    None => None,
                };
                same[side] = card.is_some() && beside == *card;
                open[side] = passages[side] && beside.is_none();
            }
            let tile = match card {
                Some(Value::Card(card)) => row_in_words(book, book[*card].row),
                _ => String::new(),
            };
            let mark = self.mark(*q);
            drawn.push(Drawn { x: q.x, y: q.y, tile, same, passages, open, mark });
        }
        drawn
    }

    /// Where lines leave a square. One question for all sides: each costs a program of its own.
    fn passages(&mut self, q: Square) -> [bool; 4] {
        let book = self.naming.book;
        let (Some(word), Some(sides)) = (book.drawing.passage, book.side) else {
            return [false; 4];
        };
        let number = |n: i64| expr(ExprKind::Const(Value::Number(n)), Type::Number);
        let mut all = number(0);
        for side in 0..4u16 {
            let of = expr(ExprKind::Local(LocalId(0)), Type::Square);
            let side_of = expr(ExprKind::Const(Value::Member(sides, side)), Type::Enum(sides));
            let leaves = expr(ExprKind::Word(word, vec![of, side_of]), Type::Bool);
            let bit =
                ExprKind::If(Box::new(leaves), Box::new(number(1 << side)), Box::new(number(0)));
            let sum =
                ExprKind::Arith(ArithOp::Add, Box::new(all), Box::new(expr(bit, Type::Number)));
            all = expr(sum, Type::Number);
        }
        let bits = about(self.engine, &all, Type::Square, Value::Square(q));
        let bits = bits.and_then(|bits| bits.number()).unwrap_or(0);
        [0, 1, 2, 3].map(|side| bits >> side & 1 == 1)
    }

    fn mark(&mut self, q: Square) -> Option<String> {
        self.word(self.naming.book.drawing.mark?, Value::Square(q))
    }

    /// What a word of one thing says about it, in words; none if it says nothing.
    fn word(&mut self, word: WordId, of: Value) -> Option<String> {
        let info = &self.naming.book[word];
        let ty = &info.value.ty;
        let first = if let Value::Member(id, _) = &of { Type::Enum(*id) } else { Type::Square };
        let asked = expr(
            ExprKind::Word(word, vec![expr(ExprKind::Local(LocalId(0)), first.clone())]),
            ty.clone(),
        );
        let value = about(self.engine, &asked, first, of.clone()).filter(|v| *v != Value::None)?;
        let mut sentence = Vec::new();
        let faces = Faces::new(self.naming, self.table);
        if let (Type::Text, Value::Number(id)) = (ty.bare(), &value) {
            let text = text_of(self.naming.book, *id)?;
            let holes = self.holes(text, &info.locals, of);
            faces.text(&mut sentence, text, &holes);
        } else {
            faces.value(&mut sentence, ty, &value)
        }
        Some(read(&sentence, Viewer::Spectator))
    }

    /// What stands in the holes of a text of a word, whose only parameter is this thing.
    fn holes(&mut self, text: TextId, locals: &[LocalDecl], of: Value) -> Vec<Value> {
        let mut values = vec![Value::None; locals.len()];
        values[0] = of;
        let mut holes = Vec::new();
        for part in &self.naming.book[text].parts {
            if let TemplatePart::Hole(hole) = part {
                let value = self.engine.eval(hole, locals, &mut values).unwrap_or(Value::None);
                holes.push(if let (Type::Text, Value::Number(id)) = (hole.ty.bare(), &value) {
                    let inner = text_of(self.naming.book, *id)
                        .map(|text| self.holes(text, locals, values[0].clone()));
                    Value::List(std::iter::once(value).chain(inner.into_iter().flatten()).collect())
                } else {
                    value
                });
            }
        }
        holes
    }
}

fn expr(kind: ExprKind, ty: Type) -> Expr {
    Expr { kind, ty, span: Span::default() }
}

/// The squares of a grid that hold a tile.
fn places<E: Referee>(engine: &mut E, book: &Rulebook, zone: ZoneId, key: u16) -> Vec<Square> {
    let info = &book[zone];
    let owner = match info.owner {
        Owner::Player => Some(expr(
            ExprKind::Const(Value::Seat(u8::try_from(key).unwrap_or(u8::MAX))),
            Type::Player,
        )),
        Owner::Enum(e) => Some(expr(ExprKind::Const(Value::Member(e, key)), Type::Enum(e))),
        Owner::Table | Owner::Card(_) | Owner::Run(_) => None,
    };
    let grid = expr(ExprKind::Zone(zone, owner.map(Box::new)), Type::Zone(info.of));
    listed(engine, Base::Squares(Box::new(grid)), Type::None, Value::None)
}

/// The squares of a domain about one thing, of that type and value.
fn listed<E: Referee>(engine: &mut E, base: Base, of: Type, value: Value) -> Vec<Square> {
    let domain = Domain {
        base,
        filter: None,
        best: None,
        elem: Type::Square,
        order: Order::Ordered,
        span: Span::default(),
    };
    let ty = Type::List(Box::new(Type::Square), Order::Ordered);
    let list = expr(ExprKind::List(Box::new(domain)), ty);
    let Some(Value::List(all)) = about(engine, &list, of, value) else { return Vec::new() };
    all.into_iter().filter_map(|v| if let Value::Square(q) = v { Some(q) } else { None }).collect()
}

/// An expression about one thing, which stands in the only local.
fn about<E: Referee>(engine: &mut E, of: &Expr, ty: Type, value: Value) -> Option<Value> {
    let decl = LocalDecl { name: "#drawn".to_owned(), ty, per_seat: false, span: Span::default() };
    engine.eval(of, &[decl], &mut [value]).ok()
}

fn card_on<E: Referee>(engine: &mut E, book: &Rulebook, q: Square) -> Option<Value> {
    let of = expr(ExprKind::Local(LocalId(0)), Type::Square);
    let tile = ExprKind::Board(houserules_lang::ir::BoardWord::Tile, vec![of]);
    let tile = expr(tile, Type::Card(book[q.zone].of).optional());
    about(engine, &tile, Type::Square, Value::Square(q)).filter(|v| *v != Value::None)
}
