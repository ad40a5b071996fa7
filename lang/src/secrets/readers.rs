//! Who may read a value, as far as the rules tell without running them.

use super::ids::Ids;
use crate::ir::{Expr, LocalId, ZoneId};

/// A seat, as the rules name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Seat {
    /// The acting seat.
    Me,
    /// The acting seat's neighbour, so many seats to the left; to the right below 0.
    Beside(i8),
    /// A player by name.
    Name {
        /// Of the word it is bound in.
        depth: u16,
        /// Which one of that word.
        local: LocalId,
        /// It is certainly not `me`.
        opponent: bool,
    },
    /// Some seat that cannot be followed.
    Somebody,
    /// All who have been shown what lies in this zone; some rule shows it to everybody.
    Shown(ZoneId),
    /// Of what several have chosen: whoever has chosen it.
    Chooser,
}

impl Seat {
    /// Whether both are the same seat for certain.
    pub(super) fn is(self, other: Self) -> bool {
        self == other && self != Self::Somebody
    }

    /// Whether it is somebody else where another acts.
    pub(super) fn is_relative(self) -> bool {
        matches!(self, Self::Me | Self::Beside(_))
    }

    /// Whether it goes by that name of a body.
    pub(super) fn is_named(self, local: LocalId) -> bool {
        matches!(self, Self::Name { depth: 0, local: l, .. } if l == local)
    }

    /// Whether they may be the same seat.
    pub(super) fn may_be(self, other: Self) -> bool {
        let opponent = |seat| matches!(seat, Self::Name { opponent: true, .. });
        !(self == Self::Me && opponent(other) || other == Self::Me && opponent(self))
    }
}

/// Who may read something.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Readers {
    /// Everyone, those who only look on, too.
    Everyone,
    /// These seats; none: nobody.
    Only(Vec<Seat>),
}

/// What the rules write, with what is known of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct KnownExpr<'e> {
    pub expr: &'e Expr,
    pub known: &'e Known,
}

/// Whether a seat may read something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Yes,
    /// It cannot be told.
    Perhaps,
    No,
}

impl Readers {
    pub(super) const NOBODY: Self = Self::Only(Vec::new());

    pub(super) fn one(seat: Seat) -> Self {
        Self::Only(vec![seat])
    }

    /// Those who may read both.
    pub(super) fn and(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Everyone, x) | (x, Self::Everyone) => x.clone(),
            (Self::Only(a), Self::Only(b)) => {
                let both: Vec<_> =
                    a.iter().copied().filter(|s| b.iter().any(|t| s.is(*t))).collect();
                let perhaps = a.iter().any(|s| b.iter().any(|t| s.may_be(*t)));
                if both.is_empty() && perhaps {
                    Self::one(Seat::Somebody)
                } else {
                    Self::Only(both)
                }
            }
        }
    }

    /// Those who may read either: a card that was shown.
    pub(super) fn or(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Everyone, _) | (_, Self::Everyone) => Self::Everyone,
            (Self::Only(a), Self::Only(b)) => {
                let mut all = a.clone();
                all.extend(b.iter().copied().filter(|s| !a.contains(s)));
                Self::Only(all)
            }
        }
    }

    /// The same; perhaps somebody, if nobody is known to be among them.
    pub(super) fn or_perhaps(self) -> Self {
        if self == Self::NOBODY { Self::one(Seat::Somebody) } else { self }
    }

    /// Those who stay when others are sent away; perhaps somebody, where it cannot be told who
    /// went.
    pub(super) fn without(&self, gone: &Self) -> Self {
        match (self, gone) {
            (_, Self::Everyone) => Self::NOBODY,
            (Self::Everyone, _) => Self::one(Seat::Somebody),
            (Self::Only(a), Self::Only(b)) => {
                let left = a.iter().filter(|s| !b.iter().any(|t| s.is(*t)));
                let doubtful = |s: Seat| b.iter().any(|t| s.may_be(*t));
                let mut left: Vec<_> =
                    left.map(|s| if doubtful(*s) { Seat::Somebody } else { *s }).collect();
                left.sort();
                left.dedup();
                Self::Only(left)
            }
        }
    }

    /// Whether everybody may be among them: they have been shown it, perhaps.
    pub(super) fn perhaps_all(&self) -> bool {
        match self {
            Self::Everyone => true,
            Self::Only(seats) => seats.iter().any(|s| matches!(s, Seat::Shown(_))),
        }
    }

    /// Whether all of these seats are among them for certain: what only these may know tells them
    /// nothing new.
    pub(super) fn reach(&self, seen_by: &Self) -> bool {
        match seen_by {
            Self::Everyone => *self == Self::Everyone,
            Self::Only(seats) => seats.iter().all(|s| self.include(*s) == Verdict::Yes),
        }
    }

    /// Whether none of these seats is one of the others.
    pub(super) fn apart(&self, other: &Self) -> bool {
        let (Self::Only(a), Self::Only(b)) = (self, other) else { return false };
        let differ =
            |s: Seat, t: Seat| s != t && (s.is_relative() && t.is_relative() || !s.may_be(t));
        a.iter().all(|s| b.iter().all(|t| differ(*s, *t)))
    }

    /// The same under other names.
    pub(super) fn renamed(&self, name: &impl Fn(Seat) -> Seat) -> Self {
        match self {
            Self::Everyone => Self::Everyone,
            Self::Only(seats) => {
                let mut seats: Vec<_> = seats.iter().map(|s| name(*s)).collect();
                seats.sort();
                seats.dedup();
                Self::Only(seats)
            }
        }
    }

    /// Whether the seat is among them.
    pub(super) fn include(&self, seat: Seat) -> Verdict {
        match self {
            Self::Everyone => Verdict::Yes,
            Self::Only(seats) if seats.iter().any(|s| s.is(seat)) => Verdict::Yes,
            Self::Only(seats) if seats.iter().any(|s| s.may_be(seat)) => Verdict::Perhaps,
            Self::Only(_) => Verdict::No,
        }
    }

    /// As seen from a body that is called: a seat goes by the parameters it is passed as, and by
    /// `me` if that stays.
    pub(super) fn abroad(&self, passed: &Passed) -> Self {
        match self {
            Self::Everyone => Self::Everyone,
            Self::Only(seats) => {
                let mut there: Vec<_> = seats.iter().flat_map(|s| passed.names_of(*s)).collect();
                there.extend(
                    seats.iter().copied().filter(|s| matches!(s, Seat::Somebody | Seat::Shown(_))),
                );
                there.sort();
                there.dedup();
                let lost = there.is_empty() && !seats.is_empty();
                Self::Only(if lost { vec![Seat::Somebody] } else { there })
            }
        }
    }
}

/// What seats are called in a body that is called.
#[derive(Debug, Default)]
pub(super) struct Passed {
    /// Who acts there.
    pub(super) acts: Option<Seat>,
    /// Seats of the caller and the parameters they are passed as.
    pub(super) seats: Vec<(Seat, LocalId)>,
}

impl Passed {
    pub(super) fn names_of(&self, seat: Seat) -> Vec<Seat> {
        let me = self.acts.is_some_and(|acts| acts.is(seat)).then_some(Seat::Me);
        let beside = matches!(seat, Seat::Beside(_)) && self.acts == Some(Seat::Me);
        let me = me.or(beside.then_some(seat));
        let passed = self.seats.iter().filter(|(s, _)| s.is(seat));
        let names =
            passed.map(|(_, local)| Seat::Name { depth: 0, local: *local, opponent: false });
        me.into_iter().chain(names).collect()
    }
}

/// What is known of a value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Known {
    /// Who may know the value itself: a number, an answer, which place.
    pub(super) info: Readers,
    /// Of a card, a list of cards or a zone: who may see the faces.
    pub(super) face: Readers,
    /// Of the same: who may see the faces by the zone alone, whatever is hidden from them.
    pub(super) lies: Readers,
    /// Of a card that the rules name: who knows where it lies. What is found where it lies is known
    /// there.
    pub(super) place: Readers,
    /// Of a player: which.
    pub(super) seat: Seat,
    /// Its members are told apart by their faces: it comes from a zone without order.
    pub(super) by_face: bool,
    /// A card that was named where it lay among others without order: its face alone tells it
    /// apart from them.
    pub(super) of_a_set: bool,
    /// It stands for each card of a whole zone in turn.
    pub(super) each: bool,
    /// A card that a counter has kept: where it lies by now may be a secret.
    pub(super) strays: bool,
    /// The zone it lies in, as far as that is followed.
    pub(super) zone: Option<ZoneId>,
    /// Zones it may have got to since, with others and without being named.
    pub(super) gone: Ids,
    /// Somebody has chosen it.
    pub(super) chosen: bool,
    /// Of a card that is the first of a zone without order: who can tell that it is not another.
    pub(super) first: Readers,
}

impl Known {
    /// Something everyone knows.
    pub(super) fn public() -> Self {
        Self {
            info: Readers::Everyone,
            face: Readers::Everyone,
            lies: Readers::Everyone,
            place: Readers::Everyone,
            seat: Seat::Somebody,
            by_face: false,
            of_a_set: false,
            each: false,
            strays: false,
            zone: None,
            gone: Ids::default(),
            chosen: false,
            first: Readers::Everyone,
        }
    }

    /// The seat so many places further round the table.
    pub(super) fn neighbour(self, steps: i8) -> Self {
        let seat = if self.seat == Seat::Me { Seat::Beside(steps) } else { Seat::Somebody };
        Self { seat, ..self }
    }

    /// A value that only these know.
    pub(super) fn of(info: Readers) -> Self {
        Self { info, ..Self::public() }
    }

    /// Something of which nobody knows anything.
    pub(super) fn secret() -> Self {
        let nobody = || Readers::NOBODY;
        let (info, face) = (nobody(), nobody());
        Self { info, face, lies: nobody(), place: nobody(), ..Self::public() }
    }

    /// Whether everybody knows all there is to know of it.
    pub(super) fn is_open(&self) -> bool {
        let all = [&self.info, &self.face, &self.place];
        !self.strays && all.into_iter().all(|readers| *readers == Readers::Everyone)
    }

    /// What holds of both.
    pub(super) fn and(&self, other: &Self) -> Self {
        let zone = self.zone.filter(|zone| other.zone == Some(*zone));
        let mut gone = self.gone.clone();
        gone.add(&other.gone);
        if zone.is_none() {
            let either = self.zone.into_iter().chain(other.zone);
            either.for_each(|zone| gone.insert(zone.index()));
        }
        Self {
            info: self.info.and(&other.info),
            face: self.face.and(&other.face),
            lies: self.lies.and(&other.lies),
            place: self.place.and(&other.place),
            seat: if self.seat == other.seat { self.seat } else { Seat::Somebody },
            by_face: self.by_face || other.by_face,
            of_a_set: self.of_a_set || other.of_a_set,
            each: self.each && other.each,
            strays: self.strays || other.strays,
            zone,
            gone,
            chosen: self.chosen && other.chosen,
            first: self.first.and(&other.first),
        }
    }

    /// As seen from a body that is called.
    pub(super) fn abroad(&self, passed: &Passed) -> Self {
        let acts = passed.acts.is_some_and(|acts| acts.is(self.seat));
        let seat = if acts { Seat::Me } else { Seat::Somebody };
        let there = |readers: &Readers| readers.abroad(passed);
        let (info, face, lies) = (there(&self.info), there(&self.face), there(&self.lies));
        let (place, first) = (there(&self.place), there(&self.first));
        Self { info, face, lies, place, first, seat, ..self.clone() }
    }

    /// The same with other names of seats.
    pub(super) fn renamed(&self, name: &impl Fn(Seat) -> Seat) -> Self {
        let named = |readers: &Readers| readers.renamed(name);
        let (info, face, lies) = (named(&self.info), named(&self.face), named(&self.lies));
        let (place, first, seat) = (named(&self.place), named(&self.first), name(self.seat));
        Self { info, face, lies, place, first, seat, ..self.clone() }
    }

    /// A card that was hidden from these seats.
    pub(super) fn hidden(&self, from: &Readers) -> Self {
        Self { face: self.face.without(from).or(&self.lies), ..self.clone() }
    }

    /// Something was hidden, perhaps this card: only the zone it lies in still says who sees it.
    pub(super) fn blurred(&self) -> Self {
        if self.face == self.lies {
            return self.clone();
        }
        Self { face: self.lies.or(&Readers::one(Seat::Somebody)), ..self.clone() }
    }

    /// Who can tell that nothing else was the first: whoever knows this card can, once all do.
    pub(super) fn stands_first(&self) -> Readers {
        if self.face == Readers::Everyone { Readers::Everyone } else { self.first.clone() }
    }

    /// Who can tell what these learn who come to see it: of the first of a zone without order, that
    /// nothing there comes before it.
    pub(super) fn tells_to(&self, those: &Readers) -> Readers {
        if self.first.reach(those) { Readers::Everyone } else { self.first.clone() }
    }

    /// Who learns which one was picked, faces included where they tell members apart.
    pub(super) fn which(&self) -> Readers {
        if self.by_face { self.info.and(&self.face) } else { self.info.clone() }
    }
}
