//! What lies on cards: a zone that belongs to a card is known as far as the card is, where it lies.

use super::names::Names;
use super::read::Reader;
use super::readers::{Known, Readers, Seat};
use super::travels::Travels;
use crate::ir::{Expr, ExprKind, Owner, ZoneId};
use std::collections::BTreeSet;

impl Known {
    /// Of a card: who sees what it carries.
    pub(super) fn carrier(&self) -> Readers {
        let seen = self.face.and(&self.place);
        if self.strays { seen.and(&Readers::one(Seat::Somebody)) } else { seen }
    }

    /// The same where it lies now: a card that will lie open soon does not yet.
    fn seen_there(&self) -> Readers {
        self.carrier().and(&self.lies)
    }
}

impl Reader<'_> {
    /// A zone of a card that is known like this. Whoever knew the card when something came there
    /// knows what it is.
    pub(super) fn carried(&self, id: ZoneId, zone: Known, card: &Known) -> Known {
        let seen = card.carrier();
        let strange = seen == Readers::Everyone || may_be(&self.lore.travels.strange, card.zone);
        let doubtful = strange && self.lore.loaded_unseen.contains(&id);
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
        let more = self.add(|travels| &mut travels.laden, card.zone);
        card.seen_there() != Readers::Everyone && self.lore.loaded_unseen.insert(id) || more
    }

    /// Cards go to where others lie, or to a zone, that is known like this; gives whether less is
    /// known of zones of cards than before.
    pub(super) fn hand_on(&mut self, card: &Known, to: &Known) -> bool {
        if !may_be(&self.lore.travels.laden, card.zone) {
            return false;
        }
        let known = card.seen_there().reach(&to.lies);
        let strange = may_be(&self.lore.travels.strange, card.zone) || !known;
        let more = self.add(|travels| &mut travels.laden, to.zone);
        strange && self.add(|travels| &mut travels.strange, to.zone) || more
    }

    /// Adds a zone, or all if it is not known which; gives whether that is more.
    fn add(
        &mut self,
        of: impl Fn(&mut Travels) -> &mut BTreeSet<ZoneId>,
        zone: Option<ZoneId>,
    ) -> bool {
        let zones = of(&mut self.lore.travels);
        let had = zones.len();
        match zone {
            Some(zone) => zones.extend([zone]),
            None => {
                let all = (0..self.book.zones.len()).filter_map(|at| u16::try_from(at).ok());
                zones.extend(all.map(ZoneId));
            }
        }
        zones.len() > had
    }

    /// The card to which a zone belongs.
    fn card_of(&mut self, zone: &Expr, names: &mut Names) -> Option<(ZoneId, Known)> {
        let ExprKind::Zone(id, Some(key)) = &zone.kind else { return None };
        let of_card = matches!(self.book[*id].owner, Owner::Card(_));
        of_card.then(|| (*id, self.expr(key, names)))
    }
}

/// Whether a zone is among these, or may be if it is not known which it is.
fn may_be(zones: &BTreeSet<ZoneId>, zone: Option<ZoneId>) -> bool {
    zone.map_or(!zones.is_empty(), |zone| zones.contains(&zone))
}
