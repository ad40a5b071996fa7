//! Members of domains, and whether two cards are the same one: a secret of those who can tell both
//! of them apart from all others, by their faces or by where they lie.

use super::readers::{Known, Readers};
use crate::ir::{Domain, Expr, KindSet, Order, Type};

/// A domain: who may know which members it has, and what is known of each.
#[derive(Debug, Clone)]
pub(super) struct Members {
    /// Who may know how many there are and at which places.
    pub(super) info: Readers,
    /// One of them.
    pub(super) member: Known,
    /// They are not all that lies in zones, but some of it.
    pub(super) picked: bool,
    /// They may lie in several zones.
    pub(super) scattered: bool,
}

impl Members {
    /// The first of them.
    pub(super) fn first(self, order: Order) -> Known {
        let Self { info, member, scattered, .. } = self;
        // Where they have no order of their own, their faces decide which comes first.
        let by_face = member.by_face || scattered && order == Order::Unordered;
        let of_a_set = member.of_a_set || by_face;
        let first = Known { by_face, ..member.clone() }.which();
        // Which it is decides where it lies.
        let place = if scattered { member.place.and(&first) } else { member.place.clone() };
        Known { info, first, place, by_face, of_a_set, ..member }
    }

    /// Each of them in turn.
    pub(super) fn each(self) -> Known {
        Known { each: !self.picked, ..self.member }
    }

    /// Not all that lies there.
    pub(super) fn some(self) -> Self {
        Self { picked: true, ..self }
    }

    /// Some of which everybody knows all there is to know.
    pub(super) fn open() -> Self {
        let (info, member) = (Readers::Everyone, Known::public());
        Self { info, member, picked: false, scattered: false }
    }

    /// All of both; `unlike`: no card may be in both.
    pub(super) fn joined(&self, other: &Self, unlike: bool) -> Self {
        let told = if unlike { Readers::Everyone } else { self.told_apart(other) };
        let info = self.info.and(&other.info).and(&told);
        let member = self.member.and(&other.member);
        Self { info, member, picked: self.picked || other.picked, scattered: true }
    }

    /// Who can tell whether a card is one of these.
    pub(super) fn told_of(&self, card: &Known) -> Readers {
        if self.picked { card.told_from(&self.member) } else { card.told_in(&self.member) }
    }

    /// Who can tell whether a card of these is among the others, too.
    pub(super) fn told_apart(&self, other: &Self) -> Readers {
        match (self.picked, other.picked) {
            (false, false) => Readers::Everyone,
            (false, true) => self.told_of(&other.member),
            (true, _) => other.told_of(&self.member),
        }
    }
}

impl Known {
    /// Who can tell which of all cards this is, by where it lies.
    pub(super) fn spot(&self) -> Readers {
        if self.of_a_set { self.place.and(&self.face) } else { self.place.clone() }
    }

    /// Who can tell whether this card is that one: those who see both faces, or know where each of
    /// them lies.
    pub(super) fn told_from(&self, other: &Self) -> Readers {
        if self.strays || other.strays {
            let told = self.face.and(&other.face).or(&self.spot().and(&other.spot()));
            return self.beside(other).and(&other.beside(self)).and(&told.or_perhaps());
        }
        match (self.each, other.each) {
            (true, true) => return Readers::Everyone,
            (true, false) => return other.told_in(self),
            (false, true) => return self.told_in(other),
            (false, false) => {}
        }
        let at = self.place.and(&other.place);
        if at == Readers::Everyone && self.lies_elsewhere(other) {
            return Readers::Everyone;
        }
        let told = self.face.and(&other.face).or(&self.spot().and(&other.spot()));
        told.or_perhaps()
    }

    /// Who can tell whether this card lies among all those of a zone, of which one is like that.
    pub(super) fn told_in(&self, zone: &Self) -> Readers {
        let told = self.place.or(&self.face.and(&zone.face)).or_perhaps();
        if self.strays { zone.beside(self).and(&told) } else { told }
    }

    /// Who can tell whether this card is another one that is only known by where it lies.
    fn beside(&self, other: &Self) -> Readers {
        if other.strays { self.face.clone() } else { Readers::Everyone }
    }

    /// Whether the two lie in different zones for certain.
    pub(super) fn lies_elsewhere(&self, other: &Self) -> bool {
        let (Some(here), Some(there)) = (self.zone, other.zone) else { return false };
        if here != there {
            return !self.may_lie_in(there) && !other.may_lie_in(here);
        }
        // Of what nobody sees it is not known whose it is.
        let whose = [self, other].iter().all(|card| card.lies != Readers::NOBODY);
        whose && self.lies.apart(&other.lies)
    }
}

/// Whether domains hold cards of different kinds, so that none is in two of them.
pub(super) fn are_unlike<'d>(domains: impl IntoIterator<Item = &'d Domain>) -> bool {
    let mut before = KindSet::default();
    domains.into_iter().all(|domain| {
        let Type::Card(kinds) = domain.elem.bare() else { return false };
        let apart = before.and(*kinds) == KindSet::default();
        before = before.or(*kinds);
        apart
    })
}

/// Whether a value is a card.
pub(super) fn is_card(e: &Expr) -> bool {
    matches!(e.ty.bare(), Type::Card(_))
}
