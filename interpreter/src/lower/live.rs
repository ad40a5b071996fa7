//! Which bytes of frames hold cards while which code runs, so that the cards of a position can be
//! given other names.

use super::Lowering;
use crate::program::{Live, Loc, LoopFrame, Members, Pc};
use houserules_lang::ir::{Domain, LocalId, Offer, Order, Stmt, StmtKind, Type};

/// Whether a value of the type names cards, or a zone that may be a card's.
pub fn names_cards(ty: &Type) -> bool {
    match ty.bare() {
        Type::Card(_) | Type::Zone(_) | Type::Spot | Type::Square => true,
        Type::List(elem, _) => names_cards(elem),
        _ => false,
    }
}

/// The names that a statement binds for the rest of its block.
pub fn bound_after(stmt: &Stmt) -> Vec<LocalId> {
    match &stmt.kind {
        StmtKind::Let(local, _) | StmtKind::Call { into: Some(local), .. } => vec![*local],
        StmtKind::Choose(choose) => match &choose.what {
            Offer::Values { steps, .. } => steps.iter().map(|step| step.local).collect(),
            Offer::Menu(_) => Vec::new(),
        },
        StmtKind::Call { into: None, .. }
        | StmtKind::Set(..)
        | StmtKind::Move { .. }
        | StmtKind::Swap(..)
        | StmtKind::Shuffle(_)
        | StmtKind::Show(..)
        | StmtKind::Hide(..)
        | StmtKind::ShowCounter(..)
        | StmtKind::If(..)
        | StmtKind::IfThere(..)
        | StmtKind::ForEach(..)
        | StmtKind::Repeat(..)
        | StmtKind::Stage(_)
        | StmtKind::End(_)
        | StmtKind::Give(_)
        | StmtKind::Say(_)
        | StmtKind::Remember(_)
        | StmtKind::Aside(_)
        | StmtKind::Again => Vec::new(),
    }
}

impl Lowering<'_> {
    /// What a statement leaves to the rest of its block; the end of the block is filled in later.
    pub fn keeps(&mut self, stmt: &Stmt, from: Pc, kept: &mut Vec<Live>) {
        if !self.memory {
            return;
        }
        for local in bound_after(stmt) {
            kept.extend(self.of_local(local, from));
        }
    }

    /// A binder of a block that ends here.
    pub fn kept_since(&mut self, from: Pc, local: LocalId) {
        if self.memory {
            let live = self.of_local(local, from);
            self.out.live.extend(live);
        }
    }

    /// What a loop that ends here has still to go through.
    pub fn loop_since(&mut self, from: Pc, off: u32, (domain, found): (&Domain, Members)) {
        if !names_cards(&domain.elem) {
            return;
        }
        let loc = match found {
            Members::Mask(_, w) => Loc::MemMask(off, w),
            Members::List(_) => {
                let wide = self.universe(&domain.elem).is_none();
                Loc::MemList(LoopFrame::list_at(off, wide).1.len.at, self.cap(domain), wide)
            }
            Members::Range(..) => return,
        };
        let ty = Type::List(Box::new(domain.elem.clone()), Order::Ordered);
        let to = self.pc();
        self.out.live.push(Live { from, to, loc, ty });
    }

    fn of_local(&self, local: LocalId, from: Pc) -> Vec<Live> {
        let (ty, per_seat, _) = self.local_type(self.body, local);
        if !names_cards(&ty) {
            return Vec::new();
        }
        let (loc, to) = (self.local(local), self.pc());
        let seats = if per_seat { u32::from(self.out.schema.seats) } else { 1 };
        (0..seats)
            .map(|seat| Live { from, to, loc: loc.plus(loc.bytes() * seat), ty: ty.clone() })
            .collect()
    }
}
