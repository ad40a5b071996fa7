//! Grids: how tiles lie, and code for what is asked of squares and spots.

use super::held::Out;
use super::{Lowered, Lowering};
use crate::position::grid_size;
use crate::program::board::{MOST_CARDS, MOST_GRIDS, TileShape};
use crate::program::{BoardOp, ListOp, Loc, Members, Op, R, SetupError};
use houserules_lang::ir::{Base, BoardWord, Domain, Expr, KindSet, LocalId, Type, Zone, ZoneShape};

/// Whether values of a type are places of a grid, and whether they are spots.
pub fn places(ty: &Type) -> Option<bool> {
    match ty.bare() {
        Type::Spot => Some(true),
        Type::Square => Some(false),
        _ => None,
    }
}

impl Lowering<'_> {
    /// How each card lies.
    pub fn lay_shapes(&mut self) -> Lowered<()> {
        let book = self.book;
        let Some(grid) = book.zones.iter().find(|z| z.shape == ZoneShape::Grid) else {
            return Ok(());
        };
        if self.out.schema.cards > MOST_CARDS {
            return Err(SetupError::TooBig("cards for a grid", grid.span));
        }
        self.out.shape_of = vec![u8::MAX; book.cards.len()];
        for kind in &book.kinds {
            let Some(tile) = kind.tile else { continue };
            let number = self.out.shapes.len() as u8;
            self.out.shapes.push(TileShape::new(tile.width, tile.height));
            let cards = usize::from(kind.cards.0)..usize::from(kind.cards.1);
            self.out.shape_of.get_mut(cards).into_iter().flatten().for_each(|of| *of = number);
        }
        Ok(())
    }

    /// Bytes of a grid, and the bits of its table.
    pub fn grid_bytes(&self, zone: &Zone, tiles: u32) -> Lowered<(u32, u8)> {
        if self.out.grids.len() > MOST_GRIDS {
            return Err(SetupError::TooBig("grids", zone.span));
        }
        Ok(grid_size(tiles, self.squares_of(zone.of)))
    }

    /// How many squares all cards of these kinds can cover.
    fn squares_of(&self, of: KindSet) -> u32 {
        let kinds = of.iter().map(|k| &self.book[k]);
        let squares = kinds.map(|k| {
            let size = k.tile.map_or(0, |t| u32::from(t.width) * u32::from(t.height));
            size * u32::from(k.cards.1 - k.cards.0)
        });
        squares.sum()
    }

    /// How many members a list of this type may have in a position, if they are not numbered.
    pub fn list_cap(&self, elem: &Type) -> u16 {
        let Some(spot) = places(elem) else { return self.universe(elem).unwrap_or(64) };
        let grids = self.book.zones.iter().filter(|z| z.shape == ZoneShape::Grid);
        let squares: u32 = grids.map(|z| self.squares_of(z.of)).sum();
        (squares * if spot { 8 } else { 1 }).clamp(64, 2048) as u16
    }

    /// A word about grids.
    pub(super) fn board_word(&mut self, word: BoardWord, args: &[Expr]) -> Lowered<R> {
        let mut regs = [0; 4];
        for (reg, arg) in regs.iter_mut().zip(args) {
            *reg = self.scalar(arg)?;
        }
        let [a, b, c, e] = regs;
        let spot = args.first().is_some_and(|of| places(&of.ty) == Some(true));
        let zero = if word == BoardWord::Middle { self.number(0) } else { 0 };
        let d = self.temp(1);
        self.emit(Op::B(match word {
            BoardWord::SquareAt => BoardOp::Square { d, z: a, x: b, y: c },
            BoardWord::SpotAt => BoardOp::Spot { d, z: a, x: b, y: c, t: e },
            BoardWord::Middle => BoardOp::Spot { d, z: a, x: zero, y: zero, t: zero },
            BoardWord::Tile => BoardOp::Tile { d, q: a },
            BoardWord::Part => BoardOp::Part { d, q: a },
            BoardWord::Edge => BoardOp::Edge { d, q: a, side: b },
            BoardWord::Next => BoardOp::Next { d, q: a, side: b },
            BoardWord::X => BoardOp::X { d, s: a, spot },
            BoardWord::Y => BoardOp::Y { d, s: a, spot },
            BoardWord::Turn => BoardOp::Turn { d, s: a },
            BoardWord::Over => BoardOp::Over { d, s: a },
            BoardWord::Beside => BoardOp::Beside { d, s: a },
        }));
        Ok(d)
    }

    /// The place alone of a square or spot, to compare it by; other values as they are.
    pub(super) fn key_of(&mut self, s: R, ty: &Type) -> R {
        let Some(spot) = places(ty) else { return s };
        let d = self.temp(1);
        self.emit(Op::B(BoardOp::Key { d, s, spot }));
        d
    }

    /// The places alone of a list that may be changed.
    pub(super) fn keys_of(&mut self, l: u16, elem: &Type) {
        if let Some(spot) = places(elem) {
            self.emit(Op::B(BoardOp::Keys { l, spot }));
        }
    }

    /// Members that a list does not have yet.
    pub(super) fn append_new(&mut self, d: u16, s: u16, elem: &Type) {
        self.emit(match places(elem) {
            Some(spot) => Op::B(BoardOp::AppendNew { d, s, spot }),
            None => Op::L(ListOp::AppendNew { d, s }),
        });
    }

    /// Drops the members of another list.
    pub(super) fn drop_all(&mut self, d: u16, s: u16, elem: &Type) {
        self.emit(match places(elem) {
            Some(spot) => Op::B(BoardOp::Minus { d, s, spot }),
            None => Op::L(ListOp::Minus { d, s }),
        });
    }

    /// Squares, spots, and what can be reached.
    pub(super) fn board_base(&mut self, d: &Domain) -> Lowered<Members> {
        let op = match &d.base {
            Base::Squares(z) => {
                let z = self.scalar(z)?;
                let l = self.fresh_list();
                (l, BoardOp::Squares { l, z })
            }
            Base::SpotSquares(s) => {
                let s = self.scalar(s)?;
                let l = self.fresh_list();
                (l, BoardOp::SpotSquares { l, s })
            }
            Base::Spots { card, over, place } => {
                let c = self.scalar(card)?;
                let at = self.scalar(place)?;
                let l = self.fresh_list();
                (
                    l,
                    if *over {
                        BoardOp::Cover { l, c, q: at }
                    } else {
                        BoardOp::On { l, c, z: at }
                    },
                )
            }
            Base::Reach { from, member, next } => return self.reach(from, *member, next),
            _ => return Err(SetupError::Unsupported("this domain", d.span)),
        };
        self.emit(Op::B(op.1));
        Ok(Members::List(op.0))
    }

    /// `all from x by word`: each member that was found is followed once.
    fn reach(&mut self, from: &Expr, member: LocalId, next: &Expr) -> Lowered<Members> {
        let elem_type = from.ty.bare().clone();
        let s = self.scalar(from)?;
        let l = self.fresh_list();
        self.emit(Op::L(ListOp::Push { l, s }));
        let (elem, i) = (self.temp(1), self.number(0));
        let more = self.temp_list();
        let head = self.pc();
        let stop = self.emit(Op::L(ListOp::Next { d: elem, l, i, exit: 0 }));
        let binds = self.binds.len();
        self.binds.push((member, Loc::Reg(elem)));
        self.emit(Op::L(ListOp::Clear { l: more }));
        match self.value(next)? {
            Out::One(s) => _ = self.emit(Op::L(ListOp::Push { l: more, s })),
            Out::List(s) => _ = self.emit(Op::L(ListOp::Append { d: more, s })),
            Out::Mask(m, w) => _ = self.emit(Op::L(ListOp::FromMask { l: more, m, w })),
        }
        self.append_new(l, more, &elem_type);
        self.emit(Op::B(BoardOp::Most { l }));
        self.emit(Op::Jmp { to: head });
        self.land(&[stop]);
        self.binds.truncate(binds);
        Ok(Members::List(l))
    }

    /// Bits of all grids, for what reads a square or a spot.
    pub(super) fn grids_read(&self) -> u64 {
        let grids = self.book.zones.iter().enumerate().filter(|(_, z)| z.shape == ZoneShape::Grid);
        grids.fold(0, |bits, (at, _)| bits | super::zone_bit(at))
    }
}
