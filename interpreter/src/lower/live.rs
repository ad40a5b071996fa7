//! Which bytes of frames hold cards, or what was chosen secretly, while which code runs, so that
//! the cards of a position can be given other names, and secrets other values.

use super::Lowering;
use crate::program::{Live, Loc, LoopFrame, Name, Pc, Secret, Whose};
use houserules_lang::ir::walk::body_of;
use houserules_lang::ir::{
    Base, Choose, Chooser, Domain, LocalDecl, LocalId, Offer, Order, Step, Stmt, StmtKind, Type,
};

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

impl<'a> Lowering<'a> {
    /// What a statement leaves to the rest of its block; the end of the block is filled in later.
    pub fn keeps(&mut self, stmt: &Stmt, from: Pc, kept: &mut Vec<Live>) {
        if !self.memory {
            return;
        }
        // Before that no card stands there, though what does reads as the first of all cards.
        let after = self.pc();
        for local in bound_after(stmt) {
            kept.extend(self.of_local(local, after));
        }
        if let StmtKind::Choose(choose) = &stmt.kind {
            self.keeps_secret(choose, from, kept);
        }
    }

    /// What is chosen secretly.
    fn keeps_secret(&mut self, choose: &Choose, from: Pc, kept: &mut Vec<Live>) {
        let (Some(secretly), Offer::Values { steps, .. }) = (choose.secretly, &choose.what) else {
            return;
        };
        for step in steps {
            let range = self.fixed_range(step);
            let Some(LocalDecl { ty, per_seat, .. }) = self.decl(step.local) else { continue };
            // Cards are imagined by the name that stands for them.
            if names_cards(ty) {
                continue;
            }
            let (loc, to) = (self.local(step.local), self.pc());
            let mut keep = |loc, whose| {
                let secret = Some(Secret { whose, range });
                kept.push(Live { from, to, loc, ty: ty.clone(), secret, name: None });
            };
            match (&choose.by, secretly.chooser) {
                (Chooser::Each(_) | Chooser::Race(_), _) if *per_seat => {
                    for seat in 0..self.out.schema.seats {
                        keep(loc.plus(loc.bytes() * u32::from(seat)), Whose::Seat(seat));
                    }
                }
                (_, Some(chooser)) => keep(loc, Whose::Chooser(self.local(chooser))),
                (_, None) => keep(loc, Whose::Nobody),
            }
        }
    }

    /// The ends of the numbers that a step picks from, if they are the same in the whole game.
    fn fixed_range(&mut self, step: &Step) -> Option<(i64, i64)> {
        let Base::Range(low, high) = &step.domain.base else { return None };
        let (low, high) = (self.fold(low)?, self.fold(high)?);
        (low <= high).then_some((low, high))
    }

    /// A binder of a block that ends here.
    pub fn kept_since(&mut self, from: Pc, local: LocalId) {
        if self.memory {
            let live = self.of_local(local, from);
            self.out.live.extend(live);
        }
    }

    /// What a loop that ends here has still to go through.
    pub fn loop_since(&mut self, from: Pc, local: LocalId, domain: &Domain, kept: LoopFrame) {
        if !names_cards(&domain.elem) {
            return;
        }
        let loc = match kept {
            LoopFrame::Mask(mask) => Loc::MemMask(mask.first.at, mask.w),
            LoopFrame::List(_, list) => Loc::MemList(list.len.at, self.cap(domain), list.wide),
            LoopFrame::Range(..) => return,
        };
        let ty = Type::List(Box::new(domain.elem.clone()), Order::Ordered);
        let to = self.pc();
        let name = Some(Name { body: self.body, local, of: None });
        self.out.live.push(Live { from, to, loc, ty, secret: None, name });
    }

    /// A local of the body; a line of a test has none of its own.
    fn decl(&self, local: LocalId) -> Option<&'a LocalDecl> {
        body_of(self.book, self.body).map(|body| &body[local])
    }

    fn of_local(&self, local: LocalId, from: Pc) -> Vec<Live> {
        let Some(LocalDecl { ty, per_seat, .. }) = self.decl(local) else { return Vec::new() };
        if !names_cards(ty) {
            return Vec::new();
        }
        let (loc, to) = (self.local(local), self.pc());
        let seats = if *per_seat { self.out.schema.seats } else { 1 };
        (0..seats)
            .map(|seat| {
                let loc = loc.plus(loc.bytes() * u32::from(seat));
                let of = per_seat.then_some(seat);
                let name = Some(Name { body: self.body, local, of });
                Live { from, to, loc, ty: ty.clone(), secret: None, name }
            })
            .collect()
    }
}
