//! What a domain of cards or players stands for, as far as the way it is written tells.

use crate::ir::{Base, Domain, Expr, ExprKind, KindSet, LocalId, Rulebook, Type, ZoneId};
use std::collections::BTreeSet;

/// Whether that is everybody.
pub(super) fn to_all(who: &Domain) -> bool {
    matches!(who.base, Base::Players { opponents: false, .. })
        && who.filter.is_none()
        && who.best.is_none()
}

pub(super) fn to_opponents(who: &Domain) -> bool {
    matches!(who.base, Base::Players { opponents: true, .. })
        && who.filter.is_none()
        && who.best.is_none()
}

/// The names all of whose cards are in a domain.
pub(super) fn named(cards: &Domain) -> Vec<LocalId> {
    if cards.filter.is_some() || cards.best.is_some() {
        return Vec::new();
    }
    match &cards.base {
        Base::Items(items) => items.iter().filter_map(local).collect(),
        Base::Value(list) => local(list).into_iter().collect(),
        Base::Union(parts) => parts.iter().flat_map(named).collect(),
        _ => Vec::new(),
    }
}

/// The names of whose cards some may be in a domain; of what several have chosen, too.
pub(super) fn named_partly(cards: &Domain) -> Vec<LocalId> {
    let one = |e: &Expr| {
        if let ExprKind::Committed(local, _) = e.kind { Some(local) } else { local(e) }
    };
    match &cards.base {
        Base::Items(items) => items.iter().filter_map(one).collect(),
        Base::Value(list) => one(list).into_iter().collect(),
        Base::Top(list, _) | Base::Bottom(list, _) if !matches!(list.ty, Type::Zone(_)) => {
            one(list).into_iter().collect()
        }
        Base::Union(parts) => parts.iter().flat_map(named_partly).collect(),
        Base::Cut { of, .. } | Base::Minus(of, _) => named_partly(of),
        _ => Vec::new(),
    }
}

/// The name of a choice of several, if these are what one of them has chosen, or some of it.
pub(super) fn of_several(cards: &Domain) -> Option<LocalId> {
    let of = match &cards.base {
        Base::Items(items) => items.first()?,
        Base::Value(of) | Base::Top(of, _) | Base::Bottom(of, _) => of,
        Base::Cut { of, .. } | Base::Minus(of, _) => return of_several(of),
        _ => return None,
    };
    if let ExprKind::Committed(choice, _) = of.kind { Some(choice) } else { None }
}

/// The card that one of several has chosen, who is gone through by a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Chosen {
    /// The name of the choice.
    pub choice: LocalId,
    /// The name of whoever has chosen it.
    pub whose: LocalId,
}

/// The card of these, if one of several has chosen it.
pub(super) fn chosen_by(cards: &Domain) -> Option<Chosen> {
    let Base::Items(items) = &cards.base else { return None };
    let [one] = &items[..] else { return None };
    let ExprKind::Committed(choice, whose) = &one.kind else { return None };
    let ExprKind::Local(whose) = whose.kind else { return None };
    (cards.filter.is_none() && cards.best.is_none()).then_some(Chosen { choice: *choice, whose })
}

/// Names that are handed to the word that says which cards these are: it may give them back.
pub(super) fn handed_to_words(cards: &Domain) -> Vec<LocalId> {
    fn within(e: &Expr) -> Vec<LocalId> {
        if let ExprKind::Word(_, args) = &e.kind {
            let handed = |arg: &Expr| {
                if let ExprKind::Local(local) | ExprKind::Committed(local, _) = arg.kind {
                    vec![local]
                } else {
                    within(arg)
                }
            };
            args.iter().flat_map(handed).collect()
        } else if let ExprKind::If(_, a, b) = &e.kind {
            [a, b].into_iter().flat_map(|e| within(e)).collect()
        } else if let ExprKind::List(cards) = &e.kind {
            handed_to_words(cards)
        } else {
            Vec::new()
        }
    }
    match &cards.base {
        Base::Items(items) => items.iter().flat_map(within).collect(),
        Base::Value(of) | Base::Top(of, _) | Base::Bottom(of, _) => within(of),
        Base::Union(parts) => parts.iter().flat_map(handed_to_words).collect(),
        Base::Cut { of, .. } | Base::Minus(of, _) => handed_to_words(of),
        _ => Vec::new(),
    }
}

/// The name that it is, if it is one.
pub(super) fn local(e: &Expr) -> Option<LocalId> {
    if let ExprKind::Local(local) = e.kind { Some(local) } else { None }
}

/// Whether that is a single card.
pub(super) fn single(cards: &Domain) -> bool {
    let Base::Items(items) = &cards.base else { return false };
    matches!(items.as_slice(), [one] if matches!(one.ty.bare(), Type::Card(_)))
}

/// The zone of the table whose cards a domain goes through, all of them.
pub(super) fn whole_deck(domain: &Domain) -> Option<ZoneId> {
    let (Base::Zone(zone) | Base::Value(zone)) = &domain.base else { return None };
    if let ExprKind::Zone(id, None) = zone.kind { Some(id) } else { None }
}

/// The zone of which these are all cards, and whose it is.
pub(super) fn whole_zone(cards: &Domain) -> Option<(ZoneId, Option<&Expr>)> {
    let (Base::Zone(zone) | Base::Value(zone)) = &cards.base else { return None };
    let ExprKind::Zone(id, key) = &zone.kind else { return None };
    (cards.filter.is_none() && cards.best.is_none()).then_some((*id, key.as_deref()))
}

pub(super) fn decks(book: &Rulebook) -> BTreeSet<ZoneId> {
    let decks = book.zones.iter().enumerate().filter(|(_, zone)| zone.deck);
    decks.map(|(at, _)| ZoneId(at as u16)).collect()
}

/// The kinds of a card, or of the cards of a list.
pub(super) fn kinds_of(ty: &Type) -> Option<KindSet> {
    match ty.bare() {
        Type::Card(kinds) => Some(*kinds),
        Type::List(of, _) => kinds_of(of),
        _ => None,
    }
}
