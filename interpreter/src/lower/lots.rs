//! Cards of no order that are gone through one after the other.

use super::Lowering;
use super::held::Shape;
use crate::program::{Effect, Members, Op, R};
use houserules_lang::ir::{Base, Domain, Order, Type};

/// Whether a domain may list several cards in an order that means nothing.
pub fn no_order(domain: &Domain) -> bool {
    let several = match &domain.base {
        Base::Items(items) => items.len() > 1,
        Base::Value(e) => matches!(e.ty.bare(), Type::List(..)),
        _ => true,
    };
    several && domain.order == Order::Unordered && matches!(domain.elem.bare(), Type::Card(_))
}

impl Lowering<'_> {
    /// How a loop holds what it has still to go through.
    pub fn loop_shape(&self, domain: &Domain) -> Shape {
        if no_order(domain) { Shape::List } else { self.shape(domain) }
    }

    /// Members in the order in which they are gone through: cards of no order by lot.
    pub fn by_lot(&mut self, found: Members, domain: &Domain) -> Members {
        if !no_order(domain) {
            return found;
        }
        let l = self.to_list(found);
        self.emit(Op::E(Effect::Lot { l }));
        Members::List(l)
    }

    /// Members in the order in which they go to a zone; gives where it stands whether a lot fell,
    /// if one may.
    pub fn lot_to(&mut self, l: u16, domain: &Domain, z: R) -> Option<R> {
        if !no_order(domain) {
            return None;
        }
        let d = self.temp(1);
        self.emit(Op::E(Effect::LotTo { d, l, z }));
        Some(d)
    }
}
