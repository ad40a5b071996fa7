//! Grids as pictures: the squares that hold a tile, with what the rules say about drawing them. What lies on a grid is
//! public, so every reader has the same picture.

use super::naming::Naming;
use crate::ask::{Dump, Referee};
use houserules_lang::ir::{
    Base, Domain, Expr, ExprKind, LocalDecl, LocalId, Order, Rulebook, Square, Type, Value, WordId, ZoneId,
};
use houserules_lang::source::Span;
use serde::Serialize;

/// A grid as it is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Picture {
    /// The grid: `tunnels`, `Ana's field`.
    pub name: String,
    /// Its squares, row by row from below.
    pub squares: Vec<Drawn>,
}

/// A square of a grid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Drawn {
    /// Eastwards.
    pub x: i16,
    /// Northwards.
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

/// The squares beside one: north, east, south, west.
const STEPS: [(i16, i16); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// Pictures of all grids on which something lies.
pub fn pictures<E: Referee>(engine: &mut E, naming: Naming<'_>, dump: &Dump) -> Vec<Picture> {
    let grids = dump.grids.iter().filter(|(.., tiles)| !tiles.is_empty());
    grids
        .map(|(zone, key, _)| Picture {
            name: naming.zone(*zone, *key),
            squares: squares(engine, naming, (*zone, *key)),
        })
        .collect()
}

fn squares<E: Referee>(engine: &mut E, naming: Naming<'_>, grid: (ZoneId, u16)) -> Vec<Drawn> {
    let mut found = Vec::new();
    for square in places(engine, naming.book, grid) {
        found.push((square, card_on(engine, naming.book, square)));
    }
    let tile_at = |x: i16, y: i16| {
        let at = found.iter().find(|(q, _)| (q.x, q.y) == (x, y));
        at.and_then(|(_, card)| card.as_ref())
    };
    let mut drawn = Vec::new();
    for (q, card) in &found {
        let (mut same, mut passages, mut open) = ([false; 4], [false; 4], [false; 4]);
        for (side, (dx, dy)) in STEPS.into_iter().enumerate() {
            let beside = tile_at(q.x + dx, q.y + dy);
            same[side] = card.is_some() && beside == card.as_ref();
            passages[side] = passage(engine, naming.book, *q, side as u16);
            open[side] = passages[side] && beside.is_none();
        }
        let row = match card {
            Some(Value::Card(c)) => naming.book.cards.get(c.index()).map(|c| c.row),
            _ => None,
        };
        let tile =
            row.and_then(|r| naming.book.rows.get(r.index())).map_or_else(String::new, |r| r.name.clone());
        let mark = mark(engine, naming, *q);
        drawn.push(Drawn { x: q.x, y: q.y, tile, same, passages, open, mark });
    }
    drawn
}

fn expr(kind: ExprKind, ty: Type) -> Expr {
    Expr { kind, ty, span: Span::default() }
}

/// The squares of a grid that hold a tile.
fn places<E: Referee>(engine: &mut E, book: &Rulebook, (zone, key): (ZoneId, u16)) -> Vec<Square> {
    let Some(info) = book.zones.get(zone.index()) else { return Vec::new() };
    let owner = match info.owner {
        houserules_lang::ir::Owner::Player => {
            Some(expr(ExprKind::Const(Value::Seat(u8::try_from(key).unwrap_or(u8::MAX))), Type::Player))
        }
        houserules_lang::ir::Owner::Enum(e) => {
            Some(expr(ExprKind::Const(Value::Member(e, key)), Type::Enum(e)))
        }
        _ => None,
    };
    let grid = expr(ExprKind::Zone(zone, owner.map(Box::new)), Type::Zone(info.of));
    let domain = Domain {
        base: Base::Squares(Box::new(grid)),
        filter: None,
        best: None,
        elem: Type::Square,
        order: Order::Ordered,
        span: Span::default(),
    };
    let ty = Type::List(Box::new(Type::Square), Order::Ordered);
    let Ok(Value::List(all)) = engine.eval(&expr(ExprKind::List(Box::new(domain)), ty), &[], &mut []) else {
        return Vec::new();
    };
    all.into_iter().filter_map(|v| if let Value::Square(q) = v { Some(q) } else { None }).collect()
}

/// An expression about one square, which stands in the only local.
fn about<E: Referee>(engine: &mut E, of: &Expr, q: Square) -> Option<Value> {
    let name = "#square".to_owned();
    let decl = LocalDecl { name, ty: Type::Square, per_seat: false, span: Span::default() };
    engine.eval(of, &[decl], &mut [Value::Square(q)]).ok()
}

fn card_on<E: Referee>(engine: &mut E, book: &Rulebook, q: Square) -> Option<Value> {
    let kinds = book.zones.get(q.zone.index()).map(|z| z.of).unwrap_or_default();
    let of = expr(ExprKind::Local(LocalId(0)), Type::Square);
    let tile = ExprKind::Board(houserules_lang::ir::BoardWord::Tile, vec![of]);
    about(engine, &expr(tile, Type::Card(kinds).optional()), q).filter(|v| *v != Value::None)
}

fn passage<E: Referee>(engine: &mut E, book: &Rulebook, q: Square, side: u16) -> bool {
    let (Some(word), Some(sides)) = (book.drawing.passage, book.side) else { return false };
    let side = expr(ExprKind::Const(Value::Member(sides, side)), Type::Enum(sides));
    word_of(engine, book, (word, q), vec![side]) == Some(Value::Bool(true))
}

fn mark<E: Referee>(engine: &mut E, naming: Naming<'_>, q: Square) -> Option<String> {
    let word = naming.book.drawing.mark?;
    let value = word_of(engine, naming.book, (word, q), Vec::new()).filter(|v| *v != Value::None)?;
    let ty = naming.book.words.get(word.index()).map_or(Type::None, |w| w.value.ty.clone());
    Some(naming.plain(&ty, &value))
}

fn word_of<E: Referee>(
    engine: &mut E,
    book: &Rulebook,
    (word, q): (WordId, Square),
    rest: Vec<Expr>,
) -> Option<Value> {
    let ty = book.words.get(word.index())?.value.ty.clone();
    let mut args = vec![expr(ExprKind::Local(LocalId(0)), Type::Square)];
    args.extend(rest);
    about(engine, &expr(ExprKind::Word(word, args), ty), q)
}
