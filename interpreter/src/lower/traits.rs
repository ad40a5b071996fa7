//! Words of a square that hang on what lies there alone, as what its tile shows on a side: they are
//! found once for every tile, and asked for as a bit.

use super::Lowering;
use super::held::Out;
use crate::machine::traits::{Asked, find};
use crate::program::board::SIDES;
use crate::program::{BoardOp, Loc, MaskOp, Op, Pc, R, WordCode};
use houserules_lang::ir::{Type, WordId};

/// So many bits a square has room for.
const MOST_BITS: i64 = 64;
/// No more squares of tiles are gone through.
const MOST_SQUARES: usize = 1 << 13;

/// Whether an instruction reads nothing but what is printed, and what lies on that square.
fn reads_only(op: Op, q: R, at: Pc) -> bool {
    match op {
        Op::B(
            BoardOp::Tile { q: of, .. }
            | BoardOp::Part { q: of, .. }
            | BoardOp::Edge { q: of, .. }
            | BoardOp::Trait { q: of, .. }
            | BoardOp::TraitOn { q: of, .. },
        ) => of == q,
        Op::Imm { .. }
        | Op::Wide { .. }
        | Op::Mov { .. }
        | Op::Same { .. }
        | Op::SameK { .. }
        | Op::Less { .. }
        | Op::LessEq { .. }
        | Op::IsNone { .. }
        | Op::Not { .. }
        | Op::BranchIfNot { .. }
        | Op::BranchIf { .. }
        | Op::BranchIfNone { .. }
        | Op::BranchIfSome { .. }
        | Op::BranchIfOther { .. }
        | Op::Tab { .. }
        | Op::InConst { .. }
        | Op::Back => true,
        Op::Jmp { to } => to > at,
        Op::M(op) => is_plain(op),
        Op::Ld { .. }
        | Op::St { .. }
        | Op::Arith { .. }
        | Op::ArithK { .. }
        | Op::Neg { .. }
        | Op::Neighbour { .. }
        | Op::Square { .. }
        | Op::Counter { .. }
        | Op::CounterT { .. }
        | Op::Call { .. }
        | Op::Shown { .. }
        | Op::Open { .. }
        | Op::Travel { .. }
        | Op::Fail { .. }
        | Op::Suppose { .. }
        | Op::Remembered { .. }
        | Op::TooDeep { .. }
        | Op::L(_)
        | Op::Z(_)
        | Op::B(_)
        | Op::E(_)
        | Op::F(_) => false,
    }
}

/// Whether an instruction reads nothing but registers and what is printed, and does not repeat.
fn is_plain(op: MaskOp) -> bool {
    match op {
        MaskOp::Zero { .. }
        | MaskOp::Const { .. }
        | MaskOp::Copy { .. }
        | MaskOp::And { .. }
        | MaskOp::AndK { .. }
        | MaskOp::Shift { .. }
        | MaskOp::Or { .. }
        | MaskOp::AndNot { .. }
        | MaskOp::Column { .. }
        | MaskOp::Set { .. }
        | MaskOp::Clear { .. }
        | MaskOp::Has { .. }
        | MaskOp::Count { .. }
        | MaskOp::Any { .. }
        | MaskOp::First { .. }
        | MaskOp::Eq { .. }
        | MaskOp::Tab { .. }
        | MaskOp::Line { .. } => true,
        MaskOp::Next { .. } | MaskOp::Ld { .. } | MaskOp::St { .. } | MaskOp::Where { .. } => false,
    }
}

impl Lowering<'_> {
    /// Which square a word is about, and which side of it, if nothing else is handed to it.
    fn asks_of_square(&self, id: WordId, code: &WordCode) -> Option<Asked> {
        let word = &self.book[id];
        let types: Vec<&Type> = word.locals.iter().map(|decl| &decl.ty).collect();
        let four = |e: houserules_lang::ir::EnumId| self.book[e].members.len() == 4;
        let params = code.params.as_slice();
        let (q, side) = match (params, types.get(..params.len())?) {
            ([Loc::Reg(q)], [Type::Square]) => (*q, None),
            ([Loc::Reg(q), Loc::Reg(side)], [Type::Square, Type::Enum(e)]) if four(*e) => {
                (*q, Some(*side))
            }
            _ => return None,
        };
        let Loc::Reg(result) = code.result else { return None };
        let plain = word.value.ty == Type::Bool && !word.is_own_call();
        plain.then_some(Asked { entry: code.entry, q, side, result })
    }

    /// Finds the value of a word that was just lowered for all tiles, if it hangs on nothing else.
    pub(super) fn find_trait(&mut self, id: WordId) {
        let code = self.out[id].clone();
        let Some(asked) = code.and_then(|code| self.asks_of_square(id, &code)) else { return };
        let bits = if asked.side.is_some() { SIDES } else { 1 };
        let room = i64::from(self.out.traits.bits) + bits <= MOST_BITS;
        let own = self.out.code.get(asked.entry as usize..).unwrap_or_default();
        let alone = own.iter().zip(asked.entry..).all(|(op, at)| reads_only(*op, asked.q, at));
        if !(room && alone && self.number_squares()) {
            return;
        }
        self.out.registers = self.own;
        let bit = self.out.traits.bits;
        if find(&mut self.out, asked).is_some()
            && let Some(code) = &mut self.out[id]
        {
            code.of_square = Some(bit);
        }
    }

    /// Gives the squares of tiles their places; no if they are too many.
    fn number_squares(&mut self) -> bool {
        if !self.out.traits.first.is_empty() {
            return true;
        }
        let (mut first, mut squares) = (Vec::new(), 0);
        for shape in &self.out.shape_of {
            first.push(squares as u32);
            let shape = self.out.shapes.get(usize::from(*shape));
            squares += shape.map_or(0, |shape| 4 * shape.edges.len());
        }
        if squares > MOST_SQUARES {
            return false;
        }
        self.out.traits.first = first;
        self.out.traits.of_tiles = vec![0; squares];
        true
    }

    /// Asks for a word as a trait, if it is one; its value lies where a call would leave it.
    pub(super) fn read_trait(&mut self, code: &WordCode, values: &[Out]) -> bool {
        let (Some(bit), Loc::Reg(d)) = (code.of_square, code.result) else { return false };
        let op = match values {
            [Out::One(q)] => BoardOp::Trait { d, q: *q, bit },
            [Out::One(q), Out::One(side)] => BoardOp::TraitOn { d, q: *q, side: *side, bit },
            _ => return false,
        };
        self.emit(Op::B(op));
        true
    }
}
