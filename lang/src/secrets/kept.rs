//! What is read where it was not written: cards that counters keep, parameters of what runs around.
//! Who may see their faces is joined over all that any rule writes there.
//!
//! Of the seats that could see a card when it was written only the counter's owner keeps a name; it
//! goes by `me` here.

use super::lore::lower;
use super::names::Names;
use super::read::Reader;
use super::readers::{Known, Passed, Readers, Seat};
use super::shape::kinds_of;
use crate::ir::walk::body_of;
use crate::ir::{
    BodyRef, CounterId, CounterPlace, Expr, ExprKind, KindSet, LocalId, RunBody, Seen, Type, Value,
    Zone,
};

impl Reader<'_> {
    /// A rule writes a value; gives whether less is known of the counter than before.
    pub(super) fn keep(&mut self, place: &CounterPlace, value: &Known, names: &mut Names) -> bool {
        let owner = self.owner_of(place.counter, place.key.as_deref(), names);
        let value = value.renamed(&|seat| match seat {
            _ if seat.is(owner) => Seat::Me,
            Seat::Me
            | Seat::Beside(_)
            | Seat::Name { .. }
            | Seat::Somebody
            | Seat::Shown(_)
            | Seat::Chooser => Seat::Somebody,
        });
        self.lore.kept.0.get_mut(place.counter.index()).is_some_and(|slot| lower(slot, value))
    }

    /// What is known of the faces of what a counter keeps. Where the card lies by now is not
    /// followed, nor who has seen it since.
    pub(super) fn kept(&mut self, id: CounterId, key: Option<&Expr>, names: &mut Names) -> Known {
        let Some(value) = self.lore.kept.0.get(id.index()).cloned().flatten() else {
            return Known::public();
        };
        let owner = self.owner_of(id, key, names);
        let value = value.renamed(&|seat| match seat {
            Seat::Me => owner,
            Seat::Beside(_)
            | Seat::Name { .. }
            | Seat::Somebody
            | Seat::Shown(_)
            | Seat::Chooser => seat,
        });
        let since = |readers: &Readers| match readers {
            Readers::Everyone => Readers::Everyone,
            Readers::Only(_) => readers.or(&Readers::one(Seat::Somebody)),
        };
        let (face, lies, strays) = (since(&value.face), since(&value.lies), self.strays(id));
        let somewhere = Readers::one(Seat::Somebody);
        let place = if strays { value.place.and(&somewhere) } else { value.place.clone() };
        let value = Known { face, lies, place, strays, zone: None, chosen: false, ..value };
        if self.lore.hides { value.blurred() } else { value }
    }

    /// Whether a counter keeps cards that may lie where not all see them.
    fn strays(&self, id: CounterId) -> bool {
        let Some(Type::Card(kinds)) = self.book.counters.get(id.index()).map(|c| c.ty.bare())
        else {
            return false;
        };
        self.may_hide(*kinds)
    }

    /// Whether cards of these kinds may lie where not all see them.
    fn may_hide(&self, kinds: KindSet) -> bool {
        let both = |zone: &Zone| zone.of.and(kinds) != KindSet::default();
        self.book.zones.iter().any(|zone| zone.seen != Seen::Everyone && both(zone))
    }

    /// A parameter of a deed or move that runs around this.
    pub(super) fn of_run(&self, body: RunBody, local: LocalId) -> Known {
        let params = match body {
            RunBody::Deed(deed) => self.lore.deeds.get(deed.index()),
            RunBody::Move(id) => self.lore.moves.get(id.index()),
        };
        let known = params.and_then(|p| p.get(local.index())).cloned().flatten();
        let known = known.unwrap_or_else(Known::public).abroad(&Passed::default());
        let known = known.renamed(&|seat| match seat {
            Seat::Shown(_) => Seat::Somebody,
            Seat::Me | Seat::Beside(_) | Seat::Name { .. } | Seat::Somebody | Seat::Chooser => seat,
        });
        // Where a card has got to since it was handed over is not followed.
        let of = match body {
            RunBody::Deed(deed) => BodyRef::Deed(deed),
            RunBody::Move(id) => BodyRef::Move(id),
        };
        let locals = body_of(self.book, of).map_or(&[][..], |code| &code.locals);
        let ty = locals.get(usize::from(local.0)).map(|decl| &decl.ty);
        let known = match ty.and_then(kinds_of) {
            Some(kinds) if self.may_hide(kinds) => {
                let place = known.place.and(&Readers::one(Seat::Somebody));
                Known { place, strays: true, zone: None, chosen: false, ..known }
            }
            Some(_) | None => known,
        };
        if self.lore.hides { known.blurred() } else { known }
    }

    /// A card that the rules name: where it lies is a secret unless it can lie only where all see
    /// it, or all know that it is in its deck still.
    pub(super) fn named_card(&self, value: &Value, names: &Names) -> Known {
        let Value::Card(id) = value else { return Known::public() };
        let Some(card) = self.book.cards.get(id.index()) else { return Known::public() };
        let kind = self.book.rows.get(card.row.index()).map(|row| row.kind);
        let hides =
            |zone: &Zone| zone.seen != Seen::Everyone && kind.is_some_and(|kind| zone.of.has(kind));
        if names.whole.contains(&card.home) || !self.book.zones.iter().any(hides) {
            return Known::public();
        }
        Known { place: Readers::one(Seat::Somebody), ..Known::public() }
    }

    /// What a seat has chosen together with others: its readers are named as that seat saw them.
    pub(super) fn committed(&mut self, local: LocalId, seat: &Expr, names: &mut Names) -> Known {
        let who = self.expr(seat, names);
        let chosen = names.get(local).renamed(&|s| match s {
            Seat::Chooser => who.seat,
            Seat::Me | Seat::Beside(_) | Seat::Name { .. } | Seat::Somebody | Seat::Shown(_) => s,
        });
        let open = matches!(seat.kind, ExprKind::Local(whose)
            if names.laid_open.contains(&(local, whose)));
        let face = if open { Readers::Everyone } else { chosen.face.clone() };
        Known { info: chosen.info.and(&who.info), face, seat: Seat::Somebody, ..chosen }
    }

    fn owner_of(&mut self, id: CounterId, key: Option<&Expr>, names: &mut Names) -> Seat {
        let counter = self.book.counters.get(id.index());
        let of_a_player = counter.is_some_and(|c| self.book.seat_of(c.owner, 0).is_some());
        match key.filter(|_| of_a_player) {
            Some(key) => self.owner_of_key(key, names),
            None => Seat::Somebody,
        }
    }
}
