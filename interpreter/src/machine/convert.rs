//! Values as hosts see them, and as registers, lists and frames hold them.

use super::Fallible;
use super::{Evaluator, Executor, Memory, State};
use crate::program::{Field, Holes, Loc, MaskOp, NONE, Program, STRING, StoredList, StoredMask};
use houserules_lang::ir::{CardId, CounterId, Order, StageId, TextId, Type, Value};

/// Where the arguments of a move lie that a text tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Given {
    /// In the frame of the move that is carried out.
    Frames,
    /// In the drafts: the move is being filled in.
    Drafts,
}

impl Given {
    fn holes(self, program: &Program) -> &Holes {
        match self {
            Self::Frames => &program.holes,
            Self::Drafts => &program.draft_holes,
        }
    }
}

impl<'a> State<'a> {
    /// The type of a counter.
    pub(super) fn counter_type(self, id: CounterId) -> Type {
        self.program.book[id].ty.clone()
    }

    /// A scalar as hosts see it.
    pub(super) fn to_value(self, scalar: i64, ty: &Type) -> Value {
        if scalar == NONE {
            return Value::None;
        }
        match ty.bare() {
            Type::Bool => Value::Bool(scalar == 1),
            Type::Enum(e) => Value::Member(*e, scalar as u16),
            Type::Player => Value::Seat(scalar as u8),
            Type::Card(_) => Value::Card(CardId(scalar as u16)),
            Type::Square => self.square_value(scalar),
            Type::Spot => self.spot_value(scalar),
            Type::Text if scalar & STRING != 0 => {
                let text = self.program.strings.get((scalar & !STRING) as usize);
                text.map_or(Value::None, |t| Value::Text(std::sync::Arc::clone(t)))
            }
            _ => Value::Number(scalar),
        }
    }

    /// A scalar of a type, if the value is one.
    pub(super) fn to_scalar(self, value: &Value, ty: &Type) -> Option<i64> {
        match (value, ty.bare()) {
            (Value::None, _) => Some(NONE),
            (Value::Bool(b), Type::Bool) => Some(i64::from(*b)),
            (Value::Number(n), Type::Number | Type::Unit(_)) => Some(*n),
            (Value::Member(e, at), Type::Enum(of)) if e == of => Some(i64::from(*at)),
            (Value::Seat(seat), Type::Player) => Some(i64::from(*seat)),
            (Value::Card(card), Type::Card(_)) => Some(i64::from(card.0)),
            (Value::Square(q), Type::Square) => self.square_number(q),
            (Value::Spot(s), Type::Spot) => self.spot_number(s),
            (Value::Text(text), Type::Text) => {
                let at = self.program.strings.iter().position(|s| s == text)?;
                Some(STRING | at as i64)
            }
            _ => None,
        }
    }

    /// Whether a value is of a type.
    pub(super) fn is_of(self, value: &Value, ty: &Type) -> bool {
        match (ty.bare(), value) {
            (Type::List(elem, _), Value::List(items)) => {
                items.iter().all(|v| *v != Value::None && self.to_scalar(v, elem).is_some())
            }
            (Type::List(..), _) => false,
            _ => self.to_scalar(value, ty).is_some(),
        }
    }

    /// What a stage's element is.
    pub(super) fn element_value(self, stage: StageId, value: i64) -> Value {
        if self.program[stage].sets_me {
            return if value < 0 { Value::None } else { Value::Seat(value as u8) };
        }
        self.to_value(value, self.program.element_type(stage))
    }

    /// The type of what a step fills.
    pub(super) fn step_value_type(elem: &Type, how: crate::program::How) -> Type {
        use crate::program::How;
        match how {
            How::One | How::UpToOne(_) => elem.clone(),
            How::Some(..) => Type::List(Box::new(elem.clone()), Order::Unordered),
            How::Order => Type::List(Box::new(elem.clone()), Order::Ordered),
        }
    }
}

impl Memory {
    /// Puts members into a mask or list.
    pub(super) fn write_items(&mut self, loc: Loc, items: impl Iterator<Item = i64>) -> bool {
        match loc {
            Loc::Mask(m, w) => {
                (0..u16::from(w)).for_each(|k| self.put(m + k, 0));
                for item in items {
                    if item < 0 || item >= 64 * i64::from(w) {
                        return false;
                    }
                    self.regs[usize::from(m) + item as usize / 64] |= 1 << (item % 64);
                }
                true
            }
            Loc::List(l) => {
                let list = &mut self.lists[usize::from(l)];
                list.clear();
                list.extend(items);
                true
            }
            Loc::No | Loc::Reg(..) | Loc::Mem(..) | Loc::MemMask(..) | Loc::MemList(..) => false,
        }
    }
}

impl Evaluator<'_> {
    /// What lies in a place.
    pub(super) fn read(&self, loc: Loc, ty: &Type) -> Value {
        let elem = |ty: &Type| match ty.bare() {
            Type::List(elem, _) => (**elem).clone(),
            other => other.clone(),
        };
        let listed = |items: &mut dyn Iterator<Item = i64>| {
            let elem = elem(ty);
            Value::List(items.map(|i| self.state().to_value(i, &elem)).collect())
        };
        match loc {
            Loc::No => Value::None,
            Loc::Reg(r) => self.state().to_value(self.mem.reg(r), ty),
            Loc::Mem(off) => self.state().to_value(self.pos.get(Field::at(off)), ty),
            Loc::Mask(m, w) => {
                listed(&mut (0..64 * i64::from(w)).filter(|i| self.mem.has(m, *i, w)))
            }
            Loc::MemMask(off, w) => {
                listed(&mut self.pos.members(StoredMask::at(off, w)).map(i64::from))
            }
            Loc::List(l) => listed(&mut self.mem.lists[usize::from(l)].iter().copied()),
            Loc::MemList(off, _, wide) => listed(&mut self.pos.items(StoredList::at(off, wide))),
        }
    }

    /// Puts a value into a place outside the position; no if it is not of the type, or beyond what there is.
    pub(super) fn write(&mut self, loc: Loc, ty: &Type, value: &Value) -> bool {
        let items: Option<Vec<i64>> = match (ty.bare(), value) {
            (Type::List(elem, _), Value::List(items)) => items
                .iter()
                .map(|v| self.state().to_scalar(v, elem).filter(|s| *s != NONE))
                .collect(),
            (Type::List(..), Value::None) => Some(Vec::new()),
            (Type::List(..), _) => None,
            _ => {
                let Some(scalar) = self.state().to_scalar(value, ty) else { return false };
                let Loc::Reg(r) = loc else { return false };
                self.mem.put(r, scalar);
                return true;
            }
        };
        let Some(items) = items else { return false };
        self.mem.write_items(loc, items.iter().copied())
    }

    /// Carries a value from a place into registers or a list of the same kind.
    pub(super) fn load(&mut self, from: Loc, to: Loc) {
        match (from, to) {
            (Loc::Reg(s), Loc::Reg(d)) => self.mem.put(d, self.mem.reg(s)),
            (Loc::Mem(off), Loc::Reg(d)) => self.mem.put(d, self.pos.get(Field::at(off))),
            (Loc::MemMask(off, w), Loc::Mask(m, _)) => {
                let state = State { program: self.program, pos: self.pos };
                self.mem.mask(state, MaskOp::Ld { m, off, w });
            }
            (Loc::Mask(a, w), Loc::Mask(b, _)) => {
                (0..u16::from(w)).for_each(|k| self.mem.put(b + k, self.mem.reg(a + k)))
            }
            (Loc::MemList(off, _, wide), Loc::List(l)) => {
                self.mem.load_list(self.pos, l, StoredList::at(off, wide))
            }
            (Loc::List(a), Loc::List(b)) if a != b => {
                let list = self.mem.lists[usize::from(a)].clone();
                self.mem.lists[usize::from(b)] = list;
            }
            _ => {}
        }
    }

    /// What a text's holes show now, read from the frames of the body it stands in.
    pub(super) fn text_holes(&mut self, text: TextId) -> Vec<Value> {
        self.holes(text, Given::Frames)
    }

    /// What a text's holes show now; arguments of a move are read where they are given.
    pub(super) fn holes(&mut self, text: TextId, given: Given) -> Vec<Value> {
        let n = given.holes(self.program).get(&text).map_or(0, Vec::len);
        (0..n).map(|at| self.hole(text, at, given)).collect()
    }

    /// The seats that stand in a text's first hole, a bit each. It asks for no memory.
    pub(super) fn seats_in(&mut self, text: TextId) -> u32 {
        let Some((pc, loc, _)) = self.program.holes.get(&text).and_then(|holes| holes.first())
        else {
            return 0;
        };
        let (pc, loc) = (*pc, *loc);
        if self.pure(pc).is_err() {
            self.mem.calls.clear();
            return 0;
        }
        let bit = |all: u32, seat: i64| match u32::try_from(seat) {
            Ok(seat @ 0..32) => all | 1 << seat,
            Ok(_) | Err(_) => all,
        };
        match loc {
            Loc::No => 0,
            Loc::Reg(r) => bit(0, self.mem.reg(r)),
            Loc::Mem(off) => bit(0, self.pos.get(Field::at(off))),
            Loc::Mask(m, w) => (0..32).filter(|i| self.mem.has(m, *i, w)).fold(0, bit),
            Loc::MemMask(off, w) => {
                self.pos.members(StoredMask::at(off, w)).map(i64::from).fold(0, bit)
            }
            Loc::List(l) => self.mem.lists[usize::from(l)].iter().copied().fold(0, bit),
            Loc::MemList(off, _, wide) => self.pos.items(StoredList::at(off, wide)).fold(0, bit),
        }
    }

    fn hole(&mut self, text: TextId, at: usize, given: Given) -> Value {
        let Some((pc, loc, e)) = given.holes(self.program).get(&text).and_then(|h| h.get(at))
        else {
            return Value::None;
        };
        let (pc, loc, ty) = (*pc, *loc, e.ty.clone());
        if self.pure(pc).is_err() {
            self.mem.calls.clear();
            return Value::None;
        }
        self.shown(loc, &ty, given)
    }

    /// A value of a hole; a text with holes of its own becomes its number and what stands in them.
    pub(super) fn shown(&mut self, loc: Loc, ty: &Type, given: Given) -> Value {
        let value = self.read(loc, ty);
        let (Type::Text, Value::Number(id)) = (ty.bare(), &value) else { return value };
        let inner = self.holes(TextId(*id as u16), given);
        Value::List(std::iter::once(value).chain(inner).collect())
    }
}

impl Executor<'_> {
    /// Carries a value from a place to another of the same kind.
    pub(super) fn transfer(&mut self, from: Loc, to: Loc) -> Fallible<()> {
        match (from, to) {
            (Loc::Reg(s), Loc::Mem(off)) => self.pos.set(Field::at(off), self.mem.reg(s)),
            (Loc::Mem(a), Loc::Mem(b)) => {
                self.pos.set(Field::<i64>::at(b), self.pos.get(Field::at(a)))
            }
            (Loc::Mask(m, w), Loc::MemMask(off, _)) => self.store_mask(off, m, w),
            (Loc::List(l), Loc::MemList(off, cap, wide)) => {
                return self.store_list(off, l, wide, cap);
            }
            _ => self.evaluator().load(from, to),
        }
        Ok(())
    }
}
