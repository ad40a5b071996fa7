//! What lies on cards: a zone that belongs to a card is known as far as the card is, where it lies.

use super::read::{Names, Reader};
use super::readers::{Known, Readers, Seat};
use crate::ir::{Expr, ExprKind, Owner, ZoneId};

impl Known {
    /// Of a card: who sees what it carries.
    pub(super) fn carrier(&self) -> Readers {
        let seen = self.face.and(&self.place);
        if self.strays { seen.and(&Readers::one(Seat::Somebody)) } else { seen }
    }
}

impl Reader<'_> {
    /// A zone of a card that is known like this. Whoever knew the card when something came there
    /// knows what it is.
    pub(super) fn carried(&self, id: ZoneId, zone: Known, card: &Known) -> Known {
        let seen = card.carrier();
        let doubtful = seen == Readers::Everyone && self.loaded_unseen.contains(&id);
        let faces = if doubtful { Readers::one(Seat::Somebody) } else { seen.clone() };
        Known {
            info: zone.info.and(&seen),
            face: zone.face.and(&faces),
            lies: zone.lies.and(&faces),
            ..zone
        }
    }

    /// Who can tell which zone this is, whatever lies there. Of a card all see whose it is, not
    /// what it carries.
    pub(super) fn which_zone(&mut self, zone: &Expr, names: &mut Names) -> Readers {
        match self.card_of(zone, names) {
            Some((_, card)) if card.zone.is_some() => card.info.and(&card.place),
            Some((_, card)) => card.info,
            None => self.expr(zone, names).info,
        }
    }

    /// Something comes to a zone; gives whether less is known of zones of cards than before.
    pub(super) fn load(&mut self, zone: &Expr, names: &mut Names) -> bool {
        let Some((id, card)) = self.card_of(zone, names) else { return false };
        // A card that will lie open soon does not yet.
        let seen = card.carrier().and(&card.lies);
        seen != Readers::Everyone && self.loaded_unseen.insert(id)
    }

    /// The card to which a zone belongs.
    fn card_of(&mut self, zone: &Expr, names: &mut Names) -> Option<(ZoneId, Known)> {
        let ExprKind::Zone(id, Some(key)) = &zone.kind else { return None };
        let of_card = matches!(self.book[*id].owner, Owner::Card(_));
        of_card.then(|| (*id, self.expr(key, names)))
    }
}
