//! What is read where it was not written: cards that counters keep, parameters of what runs around.
//! Who may see their faces is joined over all that any rule writes there.
//!
//! Of the seats that could see a card when it was written only the counter's owner keeps a name; it
//! goes by `me` here.

use super::lore::lower;
use super::names::Names;
use super::read::Reader;
use super::readers::{Known, Passed, Readers, Seat};
use super::shape::{Chosen, kinds_of};
use crate::ir::{
    CounterId, CounterPlace, Expr, ExprKind, KindSet, LocalId, RunBody, Seen, Type, Value, Zone,
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
        lower(&mut self.lore.kept.0[place.counter.index()], value)
    }

    /// What is known of the faces of what a counter keeps. Where the card lies by now is not
    /// followed, nor who has seen it since.
    pub(super) fn kept(&mut self, id: CounterId, key: Option<&Expr>, names: &mut Names) -> Known {
        let Some(value) = self.lore.kept.0[id.index()].clone() else { return Known::public() };
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
        matches!(self.book[id].ty.bare(), Type::Card(kinds) if self.may_hide(*kinds))
    }

    /// Whether cards of these kinds may lie where not all see them.
    fn may_hide(&self, kinds: KindSet) -> bool {
        let both = |zone: &Zone| zone.of.and(kinds) != KindSet::default();
        self.book.zones.iter().any(|zone| zone.seen != Seen::Everyone && both(zone))
    }

    /// A parameter of a deed or move that runs around this.
    pub(super) fn of_run(&self, body: RunBody, local: LocalId) -> Known {
        let (params, of) = match body {
            RunBody::Deed(deed) => (&self.lore.deeds[deed.index()], &self.book[deed].body),
            RunBody::Move(id) => (&self.lore.moves[id.index()], &self.book[id].body),
        };
        let known = params[local.index()].clone().unwrap_or_else(Known::public);
        let known = known.abroad(&Passed::default());
        let known = known.renamed(&|seat| match seat {
            Seat::Shown(_) => Seat::Somebody,
            Seat::Me | Seat::Beside(_) | Seat::Name { .. } | Seat::Somebody | Seat::Chooser => seat,
        });
        // Where a card has got to since it was handed over is not followed.
        let known = match kinds_of(&of[local].ty) {
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
        let card = &self.book[*id];
        let kind = self.book[card.row].kind;
        let hides = |zone: &Zone| zone.seen != Seen::Everyone && zone.of.has(kind);
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
            if names.laid_open.contains(&Chosen { choice: local, whose }));
        let face = if open { Readers::Everyone } else { chosen.face.clone() };
        Known { info: chosen.info.and(&who.info), face, seat: Seat::Somebody, ..chosen }
    }

    fn owner_of(&mut self, id: CounterId, key: Option<&Expr>, names: &mut Names) -> Seat {
        let of_a_player = self.book.seat_of(self.book[id].owner, 0).is_some();
        match key.filter(|_| of_a_player) {
            Some(key) => self.owner_of_key(key, names),
            None => Seat::Somebody,
        }
    }
}
