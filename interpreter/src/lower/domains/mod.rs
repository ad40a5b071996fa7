//! Domains: code that finds their members, or goes through them, in three parts: [`source`] has
//! where members come from, [`filter`] which of them stay, [`sink`] what they are found for.

mod filter;
mod sink;
mod source;

use super::held::Shape;
use super::{Lowered, Lowering};
use crate::program::{ListOp, Loc, MaskOp, Members, Op, Pc, R, ZoneOp};
use houserules_lang::ir::{Base, Domain, ExprKind, LocalId, Order, Type, ZoneId, ZoneShape};

/// What is done with a member: where it is, where the loop begins, jumps out of it.
type Each<'a, 'b> = &'a mut dyn FnMut(&mut Lowering<'b>, Loc, Pc, &mut Vec<usize>) -> Lowered<()>;

impl<'a> Lowering<'a> {
    /// How the members of a domain are held.
    pub fn shape(&self, d: &Domain) -> Shape {
        let bare = d.filter.is_none() && d.best.is_none();
        let by_type = |ty: &Type, order: Order| {
            self.width(ty).filter(|_| order == Order::Unordered).map_or(Shape::List, Shape::Mask)
        };
        match &d.base {
            Base::Zone(e) => match e.kind {
                ExprKind::Zone(id, _) if self.zone_shape(id) == ZoneShape::Set => {
                    Shape::Mask(self.out.schema.words)
                }
                _ => Shape::List,
            },
            Base::Enum(_) | Base::Bools | Base::Players { from: None, .. } | Base::Places(_) => {
                self.width(&d.elem).map_or(Shape::List, Shape::Mask)
            }
            Base::Range(..) | Base::Onwards(_) | Base::Lines(..) if bare => Shape::Range,
            Base::Value(e) => match e.ty.bare() {
                Type::List(elem, order) => by_type(elem, *order),
                _ => Shape::List,
            },
            Base::Union(_) => by_type(&d.elem, d.order),
            Base::Minus(a, _) => match self.shape(a) {
                Shape::Range => Shape::List,
                shape => shape,
            },
            _ => Shape::List,
        }
    }

    fn zone_shape(&self, zone: ZoneId) -> ZoneShape {
        self.book[zone].shape
    }

    /// Code that finds the members; what it leaves may be changed.
    pub fn domain(&mut self, d: &Domain) -> Lowered<Members> {
        let before = std::mem::replace(&mut self.span, d.span);
        let found = self.base(d)?;
        let found = self.filtered(d, found)?;
        let found = self.with_best(d, found)?;
        self.span = before;
        Ok(found)
    }

    /// Goes through the members of a domain; its condition is tested on the way.
    pub fn iterate(
        &mut self,
        d: &Domain,
        local: Option<LocalId>,
        each: Each<'_, 'a>,
    ) -> Lowered<()> {
        let before = std::mem::replace(&mut self.span, d.span);
        if d.best.is_some() {
            let found = self.domain(d)?;
            self.span = before;
            return self.go_through(found, d, local, each);
        }
        let found = match self.one_card_as_mask(d)? {
            Some((m, w)) => Members::Mask(m, w),
            None => self.base(d)?,
        };
        self.span = before;
        let left = self.left_to_test(d, found, false)?;
        let own = d.filter.as_ref().map(|(own, _)| *own);
        self.go_through(found, d, local, &mut |this, elem, head, stop| {
            this.binds.extend(own.map(|own| (own, elem)));
            let mut no = Vec::new();
            for part in &left {
                this.unless(part, &mut no)?;
            }
            this.back(&no, head);
            each(this, elem, head, stop)
        })
    }

    /// Goes through members that have been found; a mask is used up.
    pub fn go_through(
        &mut self,
        found: Members,
        d: &Domain,
        local: Option<LocalId>,
        each: Each<'_, 'a>,
    ) -> Lowered<()> {
        let elem = self.temp(1);
        let mut bound = Loc::Reg(elem);
        let counter = self.temp(1);
        match found {
            Members::Range(s, _) => _ = self.emit(Op::Mov { d: counter, s }),
            Members::List(_) => _ = self.emit(Op::Imm { d: counter, k: 0 }),
            Members::Mask(..) => {}
        }
        let head = self.pc();
        let next = self.emit(match found {
            Members::Mask(m, w) => Op::M(MaskOp::Next { d: elem, m, w, exit: 0 }),
            Members::List(l) => Op::L(ListOp::Next { d: elem, l, i: counter, exit: 0 }),
            Members::Range(_, hi) => Op::L(ListOp::Count { d: elem, i: counter, hi, exit: 0 }),
        });
        if let Base::Lines(on, n) = &d.base {
            let t = self.lines(*on, *n, d.span)?;
            let l = self.fresh_list();
            self.emit(Op::L(ListOp::Line { l, t, i: elem }));
            bound = Loc::List(l);
        }
        let binds = self.binds.len();
        self.binds.extend(local.map(|local| (local, bound)));
        let mut stop = vec![next];
        each(self, bound, head, &mut stop)?;
        self.emit(Op::Jmp { to: head });
        self.land(&stop);
        self.binds.truncate(binds);
        Ok(())
    }

    /// Lets jumps go back to a place that is known.
    pub fn back(&mut self, jumps: &[usize], to: Pc) {
        for jump in jumps {
            if let Some(op) = self.out.code.get_mut(*jump) {
                op.aim(to);
            }
        }
    }

    /// The card in a slot, or on top of a pile, as a mask of no more than two words.
    fn one_card_as_mask(&mut self, d: &Domain) -> Lowered<Option<(R, u8)>> {
        let w = self.out.schema.words;
        let (zone, wanted) = match &d.base {
            Base::Zone(zone) => (zone, ZoneShape::Slot),
            Base::Top(zone, n) if self.fold(n) == Some(1) => (zone, ZoneShape::Pile),
            _ => return Ok(None),
        };
        let ExprKind::Zone(id, _) = zone.kind else { return Ok(None) };
        if self.zone_shape(id) != wanted || w > 2 || self.out.copies_differ {
            return Ok(None);
        }
        let z = self.scalar(zone)?;
        let card = self.temp(1);
        if wanted == ZoneShape::Slot {
            self.emit(Op::Z(ZoneOp::Slot { d: card, z }));
        } else {
            let n = self.number(1);
            self.emit(Op::Z(ZoneOp::At { d: card, z, n }));
        }
        let m = self.temp(w);
        self.emit(Op::M(MaskOp::Zero { m, w }));
        self.emit(Op::M(MaskOp::Set { m, i: card, w }));
        Ok(Some((m, w)))
    }

    /// The members as a mask.
    pub fn as_mask(&mut self, d: &Domain, w: u8) -> Lowered<R> {
        if let (None, None, Some((m, _))) = (&d.filter, &d.best, self.one_card_as_mask(d)?) {
            return Ok(m);
        }
        let found = self.domain(d)?;
        Ok(self.to_mask(found, w))
    }

    /// The members as a list that may be changed.
    pub fn as_list(&mut self, d: &Domain) -> Lowered<u16> {
        let found = self.domain(d)?;
        Ok(self.to_list(found))
    }
}
