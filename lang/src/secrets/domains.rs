//! Who may read which things a domain has, and what is known of each.

use super::members::{Members, are_unlike};
use super::names::Names;
use super::read::Reader;
use super::readers::{Known, KnownExpr, Readers, Seat};
use super::shape::whole_deck;
use crate::ir::{Base, Domain, Expr, LocalId, Type};
use std::collections::BTreeSet;

impl Reader<'_> {
    /// What is known of a domain and of its members.
    pub(super) fn domain(&mut self, domain: &Domain, names: &mut Names) -> Members {
        self.domain_as(domain, Seat::Somebody, names)
    }

    /// The same where each member that is a player has this name: what only the member itself can
    /// read, it reads.
    pub(super) fn domain_as(&mut self, domain: &Domain, each: Seat, names: &mut Names) -> Members {
        let mut members = self.base(&domain.base, names);
        if let Some((local, test)) = &domain.filter {
            let member = self.member_named(&members, *local, domain, names);
            let info = self.said_of(member, *local, test, names);
            let seat = self.name_seat(&members.member, *local, domain, names.depth).seat;
            let outside = info.renamed(&|s| if s == seat { each } else { s });
            members.info = members.info.and(&outside);
            members = members.some();
        }
        if let Some((_, local, key)) = &domain.best {
            let member = self.member_named(&members, *local, domain, names);
            let info = self.said_of(member, *local, key, names);
            let seat = self.name_seat(&members.member, *local, domain, names.depth).seat;
            // Who is best depends on all the others.
            let outside = info.renamed(&|s| if s == seat { Seat::Somebody } else { s });
            members.info = members.info.and(&outside);
            members = members.some();
        }
        members
    }

    /// A member, while something is said of it by a name.
    fn member_named(
        &self,
        members: &Members,
        local: LocalId,
        domain: &Domain,
        names: &Names,
    ) -> Known {
        let each = members.clone().each();
        let mut member = self.name_seat(&each, local, domain, names.depth);
        if whole_deck(domain).is_some_and(|deck| names.whole.contains(&deck)) {
            member.face = Readers::Everyone;
        }
        member
    }

    /// A member under a name: a player becomes that name's seat.
    pub(super) fn name_seat(
        &self,
        member: &Known,
        local: LocalId,
        domain: &Domain,
        depth: u16,
    ) -> Known {
        if domain.elem.bare() != &Type::Player {
            return member.clone();
        }
        let opponent = matches!(domain.base, Base::Players { opponents: true, .. });
        Known { seat: Seat::Name { depth, local, opponent }, ..member.clone() }
    }

    fn base(&mut self, base: &Base, names: &mut Names) -> Members {
        match base {
            Base::Enum(_) | Base::Bools | Base::Lines(..) => Members::open(),
            Base::Places(search) | Base::Way(search) => {
                Members { info: self.travel(search, names), ..Members::open() }
            }
            Base::Squares(of) | Base::SpotSquares(of) => {
                let known = self.expr(of, names);
                let member = Known { face: known.face, ..Known::public() };
                Members { info: known.info, member, ..Members::open() }
            }
            Base::Spots { card, place, .. } => {
                let (card, place) = (self.expr(card, names), self.expr(place, names));
                // How many spots there are tells of which size the tile is.
                let sizes: BTreeSet<_> = self
                    .book
                    .kinds
                    .iter()
                    .filter_map(|k| k.tile.as_ref())
                    .map(|t| (t.width, t.height))
                    .collect();
                let size = if sizes.len() > 1 { card.face.clone() } else { Readers::Everyone };
                let member = Known { face: card.face.and(&place.face), ..Known::public() };
                let info = card.info.and(&place.info).and(&size);
                Members { info, member, ..Members::open() }
            }
            Base::Reach { from, member, next } => {
                let from = self.expr(from, names);
                let first = Known { info: Readers::Everyone, seat: Seat::Somebody, ..from.clone() };
                names.bind(*member, first.clone());
                let next = self.expr(next, names);
                let one =
                    Known { info: Readers::Everyone, seat: Seat::Somebody, ..first.and(&next) };
                let info = from.info.and(&next.info);
                Members { info, member: one, picked: true, scattered: true }
            }
            Base::Players { from, .. } => {
                let info = from.as_ref().map_or(Readers::Everyone, |f| self.expr(f, names).info);
                Members { info, ..Members::open() }
            }
            Base::Range(a, b) => {
                let info = self.expr(a, names).info.and(&self.expr(b, names).info);
                Members { info, ..Members::open() }
            }
            Base::Onwards(a) => Members { info: self.expr(a, names).info, ..Members::open() },
            Base::Zone(zone) | Base::Value(zone) => self.list(zone, names),
            Base::Top(zone, n) | Base::Bottom(zone, n) => {
                let info = self.expr(n, names).info;
                let members = self.list(zone, names).some();
                Members { info: members.info.and(&info), ..members }
            }
            Base::Items(items) => {
                let all: Vec<_> = items.iter().map(|e| self.expr(e, names)).collect();
                let info = all.iter().fold(Readers::Everyone, |info, k| info.and(&k.info));
                let info = info.and(&all_differ(items, &all, names));
                let member = all.into_iter().reduce(|a, b| a.and(&b)).unwrap_or_else(Known::public);
                Members {
                    info,
                    member: Known { info: Readers::Everyone, by_face: false, ..member },
                    picked: true,
                    scattered: items.len() > 1,
                }
            }
            Base::Union(parts) => {
                let (unlike, all) =
                    (are_unlike(parts), parts.iter().map(|d| self.domain(d, names)));
                all.reduce(|a, b| a.joined(&b, unlike)).unwrap_or_else(Members::open)
            }
            Base::Cut { of, n, .. } => {
                let members = self.domain(of, names).some();
                Members { info: members.info.and(&self.expr(n, names).info), ..members }
            }
            Base::Minus(a, b) => {
                let (a, b) = (self.domain(a, names), self.domain(b, names));
                let info = a.info.and(&b.info).and(&a.told_apart(&b));
                Members { info, picked: a.picked || b.picked, ..a }
            }
        }
    }

    /// A zone or a list value as a domain.
    fn list(&mut self, list: &Expr, names: &mut Names) -> Members {
        let known = self.expr(list, names);
        let picked = !matches!(list.ty, Type::Zone(_));
        let info = known.info.clone();
        let member = Known { info: Readers::Everyone, ..known };
        Members { info, member, picked, scattered: picked }
    }
}

/// Who can tell how many cards these are: two of them may be the same one.
fn all_differ(items: &[Expr], known: &[Known], names: &Names) -> Readers {
    let all = items.iter().zip(known).map(|(expr, known)| KnownExpr { expr, known });
    let all: Vec<_> = all.collect();
    let mut info = Readers::Everyone;
    for (at, one) in all.iter().enumerate() {
        for other in &all[at + 1..] {
            info = info.and(&names.tell_apart(*one, *other));
        }
    }
    info
}
