//! Grids, from the list of their tiles alone: squares are looked for tile by tile, spots by trying
//! every place around.

use super::eval::{card_of, number};
use super::state::{Eval, Val, World, fault};
use houserules_interpreter::ask::{FaultKind, Tile};
use houserules_lang::ir::{
    BoardWord, CardId, Domain, Expr, FARTHEST, LocalId, Spot, Square, Value, ZoneId,
};
use houserules_lang::source::Span;

/// One square of a tile as it lies: where, which, and which outer edges look north, east, south and
/// west.
#[derive(Debug, Clone)]
struct Cell {
    x: i64,
    y: i64,
    part: usize,
    edges: [Option<usize>; 4],
}

/// A place on a grid; those of a row stand together in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    y: i64,
    x: i64,
}

impl Cell {
    fn place(&self) -> Place {
        Place { y: self.y, x: self.x }
    }
}

impl Place {
    fn of(x: i16, y: i16) -> Self {
        Self { y: y.into(), x: x.into() }
    }
}

/// More members than this are not followed.
const FOLLOWED: usize = 4096;
/// No square is farther out.
const OUTERMOST: i64 = 511;

/// The squares of a tile that is not turned.
fn printed(width: usize, height: usize) -> Vec<Cell> {
    let mut cells = Vec::new();
    for row in 0..height {
        for column in 0..width {
            let mut edges = [None; 4];
            if row == 0 {
                edges[0] = Some(column);
            }
            if column == width - 1 {
                edges[1] = Some(width + row);
            }
            if row == height - 1 {
                edges[2] = Some(width + height + (width - 1 - column));
            }
            if column == 0 {
                edges[3] = Some(2 * width + height + (height - 1 - row));
            }
            let (x, y) = (column as i64, (height - 1 - row) as i64);
            cells.push(Cell { x, y, part: row * width + column, edges });
        }
    }
    cells
}

/// A quarter turn clockwise, back to the corner.
fn turned(cells: Vec<Cell>) -> Vec<Cell> {
    let mut cells: Vec<Cell> = cells
        .into_iter()
        .map(|c| Cell {
            x: c.y,
            y: -c.x,
            part: c.part,
            edges: [c.edges[3], c.edges[0], c.edges[1], c.edges[2]],
        })
        .collect();
    let lowest = cells.iter().map(|c| c.y).min().unwrap_or(0);
    cells.iter_mut().for_each(|c| c.y -= lowest);
    cells
}

impl<'b> World<'b> {
    /// The squares of a card that lies at a place.
    fn cells(&self, card: CardId, at: Place, turn: u8) -> Vec<Cell> {
        let Some(tile) = self.book.kinds[self.row_of(card).kind.index()].tile else {
            return Vec::new();
        };
        let mut cells = printed(usize::from(tile.width), usize::from(tile.height));
        for _ in 0..turn {
            cells = turned(cells);
        }
        cells.iter_mut().for_each(|c| (c.x, c.y) = (c.x + at.x, c.y + at.y));
        cells.sort_by_key(Cell::place);
        cells
    }

    /// Whether no square of a card at a place lies beyond the edge.
    pub(super) fn fits_on_grid(&self, card: CardId, x: i64, y: i64, turn: u8) -> bool {
        let cells = self.cells(card, Place { y, x }, turn);
        !cells.is_empty() && cells.iter().all(|c| c.x.abs() <= FARTHEST && c.y.abs() <= FARTHEST)
    }

    /// The tiles of a grid, the first laid first.
    pub(super) fn tiles(&self, zone: ZoneId, key: u16) -> Vec<Tile> {
        let cards = self.cards_in(zone, key);
        let lies = |card: CardId| {
            let (x, y, turn) = self.lies.get(&card).copied().unwrap_or_default();
            Tile { card, x, y, turn }
        };
        cards.into_iter().map(lies).collect()
    }

    /// The topmost tile on a place, and its square there.
    fn on_top(&self, zone: ZoneId, key: u16, at: Place) -> Option<(CardId, Cell)> {
        self.tiles(zone, key).into_iter().rev().find_map(|tile| {
            let cells = self.cells(tile.card, Place { y: tile.y, x: tile.x }, tile.turn);
            cells.into_iter().find(|c| c.place() == at).map(|c| (tile.card, c))
        })
    }

    /// What lies on a square, with what is assumed.
    fn there(&self, q: &Square) -> Option<(CardId, Cell)> {
        let at = Place::of(q.x, q.y);
        let assumed = q.under.and_then(|(card, x, y, turn)| {
            let cells = self.cells(card, Place::of(x, y), turn);
            cells.into_iter().find(|c| c.place() == at).map(|c| (card, c))
        });
        assumed.or_else(|| self.on_top(q.zone, q.key, at))
    }

    fn square_of(&mut self, e: &'b Expr) -> Eval<Option<Square>> {
        Ok(match self.eval(e)? {
            Val::Plain(Value::Square(q)) => Some(q),
            _ => None,
        })
    }

    fn spot_of(&mut self, e: &'b Expr) -> Eval<Option<Spot>> {
        Ok(match self.eval(e)? {
            Val::Plain(Value::Spot(s)) => Some(s),
            _ => None,
        })
    }

    fn side_of(&mut self, e: &'b Expr) -> Eval<Option<usize>> {
        Ok(match self.eval(e)? {
            Val::Plain(Value::Member(_, at)) => Some(usize::from(at)),
            _ => None,
        })
    }

    /// A word about grids.
    pub(super) fn board(&mut self, word: BoardWord, args: &'b [Expr], span: Span) -> Eval<Val> {
        match (word, args) {
            (BoardWord::SquareAt | BoardWord::SpotAt | BoardWord::Middle, [zone, numbers @ ..]) => {
                self.named_place(zone, numbers, word, span)
            }
            (BoardWord::X | BoardWord::Y, [of]) => Ok(match self.eval(of)? {
                Val::Plain(Value::Square(q)) => {
                    number(i64::from(if word == BoardWord::X { q.x } else { q.y }))
                }
                Val::Plain(Value::Spot(s)) => {
                    number(i64::from(if word == BoardWord::X { s.x } else { s.y }))
                }
                _ => Val::NONE,
            }),
            (BoardWord::Turn, [s]) => {
                Ok(self.spot_of(s)?.map_or(Val::NONE, |s| number(i64::from(s.turn))))
            }
            (BoardWord::Over | BoardWord::Beside, [s]) => {
                let Some(spot) = self.spot_of(s)? else { return Ok(Val::NONE) };
                let bare = word == BoardWord::Beside;
                let found = self
                    .under(&spot)
                    .into_iter()
                    .find(|q| self.on_top(q.zone, q.key, Place::of(q.x, q.y)).is_none() == bare);
                Ok(found.map_or(Val::NONE, |q| Val::Plain(Value::Square(q))))
            }
            (_, [q, rest @ ..]) => {
                let q = self.square_of(q)?;
                let side = match rest {
                    [side] => self.side_of(side)?,
                    _ => None,
                };
                Ok(q.map_or(Val::NONE, |q| self.of_square(word, &q, side)))
            }
            _ => Ok(Val::NONE),
        }
    }

    fn of_square(&self, word: BoardWord, q: &Square, side: Option<usize>) -> Val {
        let tiles = || self.book.kinds.iter().filter_map(|k| k.tile);
        match (word, side) {
            (BoardWord::Tile, _) => {
                self.there(q).map_or(Val::NONE, |(card, _)| Val::Plain(Value::Card(card)))
            }
            (BoardWord::Part, _) => {
                let (of, cell) = (tiles().find_map(|t| t.squares), self.there(q).map(|(_, c)| c));
                let named = of.zip(cell).map(|(of, cell)| Value::Member(of, cell.part as u16));
                named.map_or(Val::NONE, Val::Plain)
            }
            (BoardWord::Edge, Some(side)) => {
                let edge = self.there(q).and_then(|(_, cell)| cell.edges[side]);
                let named = tiles().find_map(|t| t.edges).zip(edge);
                named.map_or(Val::NONE, |(of, edge)| Val::Plain(Value::Member(of, edge as u16)))
            }
            (BoardWord::Next, Some(side)) => {
                let (x, y) = (i64::from(q.x), i64::from(q.y));
                let (x, y) = [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)][side];
                if x.abs() > OUTERMOST || y.abs() > OUTERMOST {
                    return Val::NONE;
                }
                Val::Plain(Value::Square(Square { x: x as i16, y: y as i16, ..*q }))
            }
            _ => Val::NONE,
        }
    }

    /// `G.square(x, y)`, `G.spot(x, y, turn)`, `G.middle`
    fn named_place(
        &mut self,
        zone: &'b Expr,
        numbers: &'b [Expr],
        word: BoardWord,
        span: Span,
    ) -> Eval<Val> {
        let Val::Zone(zone, key) = self.eval(zone)? else { return Ok(Val::NONE) };
        let mut values = Vec::new();
        for n in numbers {
            match self.eval(n)?.number() {
                Some(n) => values.push(n),
                None => return Ok(Val::NONE),
            }
        }
        let (x, y, turn) = match (word, values.as_slice()) {
            (BoardWord::SquareAt, [x, y]) => (*x, *y, 0),
            (BoardWord::SpotAt, [x, y, turn]) => (*x, *y, *turn),
            _ => (0, 0, 0),
        };
        if x.abs() > FARTHEST || y.abs() > FARTHEST || !(0..4).contains(&turn) {
            return Err(fault(FaultKind::OffGrid, span));
        }
        let (x, y) = (x as i16, y as i16);
        Ok(Val::Plain(match word {
            BoardWord::SquareAt => Value::Square(Square { zone, key, x, y, under: None }),
            _ => Value::Spot(Spot { zone, key, x, y, turn: turn as u8, card: None }),
        }))
    }

    /// The squares of a spot, read as if its card lay there.
    fn under(&self, spot: &Spot) -> Vec<Square> {
        let Some(card) = spot.card else { return Vec::new() };
        let cells = self.cells(card, Place::of(spot.x, spot.y), spot.turn);
        let under = Some((card, spot.x, spot.y, spot.turn));
        let square = |c: Cell| Square {
            zone: spot.zone,
            key: spot.key,
            x: c.x as i16,
            y: c.y as i16,
            under,
        };
        cells.into_iter().map(square).collect()
    }

    /// `spot.squares`, read as if the spot's card lay there.
    pub(super) fn spot_squares(&mut self, spot: &'b Expr) -> Eval<Vec<Value>> {
        Ok(match self.spot_of(spot)? {
            Some(spot) => self.under(&spot).into_iter().map(Value::Square).collect(),
            None => Vec::new(),
        })
    }

    /// `grid.squares`: each that a tile covers, once, row by row.
    pub(super) fn grid_squares(&mut self, zone: &'b Expr) -> Eval<Vec<Value>> {
        let Val::Zone(zone, key) = self.eval(zone)? else { return Ok(Vec::new()) };
        let mut places = self.taken(zone, key);
        places.sort_unstable();
        places.dedup();
        let square = |at: Place| Square { zone, key, x: at.x as i16, y: at.y as i16, under: None };
        Ok(places.into_iter().map(square).map(Value::Square).collect())
    }

    /// The places on which a tile lies, once for each tile.
    fn taken(&self, zone: ZoneId, key: u16) -> Vec<Place> {
        let tiles = self.tiles(zone, key);
        let cells = tiles.iter().flat_map(|t| self.cells(t.card, Place { y: t.y, x: t.x }, t.turn));
        cells.map(|c| c.place()).collect()
    }

    /// `spots for c on G`, `spots for c over q`
    pub(super) fn spots(
        &mut self,
        card: &'b Expr,
        over: bool,
        place: &'b Expr,
    ) -> Eval<Vec<Value>> {
        let card = card_of(&self.eval(card)?);
        let (zone, key, target) = match self.eval(place)? {
            Val::Zone(zone, key) => (zone, key, None),
            Val::Plain(Value::Square(q)) => (q.zone, q.key, Some(Place::of(q.x, q.y))),
            _ => return Ok(Vec::new()),
        };
        let Some(card) = card else { return Ok(Vec::new()) };
        let taken = self.taken(zone, key);
        if over && target.is_none_or(|t| !taken.contains(&t)) {
            return Ok(Vec::new());
        }
        let far = 9;
        let (mut low, mut high) = ((0, 0), (0, 0));
        if let (Some(y0), Some(y1)) =
            (taken.iter().map(|p| p.y).min(), taken.iter().map(|p| p.y).max())
        {
            let xs = || taken.iter().map(|p| p.x);
            low = (y0 - far, xs().min().unwrap_or(0) - far);
            high = (y1 + far, xs().max().unwrap_or(0) + far);
        }
        let mut spots = Vec::new();
        for y in low.0..=high.0 {
            for x in low.1..=high.1 {
                for turn in 0..4 {
                    let cells = self.cells(card, Place { y, x }, turn);
                    let fits = match target {
                        Some(target) => lies_over(&cells, &taken, target),
                        None => taken.is_empty() || lies_beside(&cells, &taken),
                    };
                    let inside =
                        cells.iter().all(|c| c.x.abs() <= FARTHEST && c.y.abs() <= FARTHEST);
                    if fits && inside && !cells.is_empty() {
                        let (x, y) = (x as i16, y as i16);
                        spots.push(Value::Spot(Spot { zone, key, x, y, turn, card: Some(card) }));
                    }
                }
            }
        }
        Ok(spots)
    }

    /// `all from x by word`
    pub(super) fn reach(
        &mut self,
        from: &'b Expr,
        member: LocalId,
        next: &'b Expr,
        domain: &'b Domain,
    ) -> Eval<Vec<Value>> {
        let first = self.eval(from)?.plain();
        if first == Value::None {
            return Ok(Vec::new());
        }
        let mut found = vec![first];
        let mut at = 0;
        while at < found.len() {
            self.step(domain.span)?;
            self.bind(member, Val::Plain(found[at].clone()));
            let more = self.eval(next)?;
            for value in self.spread(more) {
                if !found.contains(&value) {
                    found.push(value);
                }
            }
            if found.len() > FOLLOWED {
                return Err(fault(FaultKind::Budget("members", FOLLOWED as u64), domain.span));
            }
            at += 1;
        }
        Ok(found)
    }
}

/// Exactly one square on the target, the others on the bare table.
fn lies_over(cells: &[Cell], taken: &[Place], target: Place) -> bool {
    let over: Vec<Place> = cells.iter().map(Cell::place).filter(|p| taken.contains(p)).collect();
    over == [target]
}

/// All squares bare, and one of them beside a tile.
fn lies_beside(cells: &[Cell], taken: &[Place]) -> bool {
    let bare = cells.iter().all(|c| !taken.contains(&c.place()));
    let around = |c: &Cell| {
        [(c.y + 1, c.x), (c.y, c.x + 1), (c.y - 1, c.x), (c.y, c.x - 1)]
            .map(|(y, x)| Place { y, x })
    };
    bare && cells.iter().any(|c| around(c).iter().any(|p| taken.contains(p)))
}
