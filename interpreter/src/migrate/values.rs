//! Values of the old rules as values of the new ones.

use super::Work;
use crate::program::board::{SpotAt, SquareAt};
use crate::program::{Loc, NONE, Program, STRING, UNSET};
use houserules_lang::ir::{CardId, EnumId, KindSet, TextId, Type};

impl Work<'_> {
    /// Whether a value of an old type may be kept as one of a new type.
    pub fn fits(&self, old: &Type, new: &Type) -> bool {
        match (old.bare(), new.bare()) {
            (Type::Number | Type::Unit(_), Type::Number | Type::Unit(_))
            | (Type::Card(_), Type::Card(_))
            | (Type::Zone(_), Type::Zone(_)) => true,
            (Type::Enum(a), Type::Enum(b)) => self.names.of_enum(*a) == Some(*b),
            (Type::List(a, x), Type::List(b, y)) => x == y && self.fits(a, b),
            (Type::Bool, Type::Bool)
            | (Type::Player, Type::Player)
            | (Type::Text, Type::Text)
            | (Type::Square, Type::Square)
            | (Type::Spot, Type::Spot) => true,
            _ => false,
        }
    }

    /// A value as the new rules keep it; none if there is no such thing any more.
    pub fn scalar(&self, value: i64, old: &Type, new: &Type) -> Option<i64> {
        if value == NONE || value == UNSET {
            return Some(value);
        }
        if !self.fits(old, new) {
            return None;
        }
        match (old.bare(), new.bare()) {
            (Type::Enum(of), _) => self.member(*of, value),
            (Type::Card(_), Type::Card(kinds)) => {
                self.card(value).filter(|card| self.is_of(*card, *kinds)).map(i64::from)
            }
            (Type::Zone(_), _) => self.inst(u16::try_from(value).ok()?).map(i64::from),
            (Type::Text, _) => self.text(value),
            (Type::Spot, _) => Some(self.spot(SpotAt::of(value)?)?.pack()),
            (Type::Square, _) => {
                let square = SquareAt::of(value)?;
                let under = match square.under {
                    Some(under) => Some(self.spot(under)?),
                    None => None,
                };
                Some(SquareAt { grid: self.grid(square.grid)?, under, ..square }.pack())
            }
            _ => Some(value),
        }
    }

    /// Whether whatever a value of the old type can be, is a value of the new one. What it is may
    /// be a secret, so nothing is decided by the value itself.
    pub fn total(&self, old: &Type, new: &Type) -> bool {
        let cards = || (0..self.old.book.cards.len()).all(|at| self.card(at as i64).is_some());
        let all = || (0..self.old.schema.insts.len() as u16).all(|at| self.inst(at).is_some());
        self.fits(old, new)
            && match (old.bare(), new.bare()) {
                (Type::Card(kinds), Type::Card(now)) => {
                    let of = |at: usize| kinds.has(self.old.book[self.old.book.cards[at].row].kind);
                    (0..self.old.book.cards.len())
                        .filter(|at| of(*at))
                        .all(|at| self.card(at as i64).is_some_and(|card| self.is_of(card, *now)))
                }
                (Type::Spot | Type::Square, _) => cards() && all(),
                (Type::Enum(of), _) => {
                    let members = self.old.book[*of].members.len();
                    (0..members as i64).all(|member| self.member(*of, member).is_some())
                }
                (Type::Zone(_), _) => all(),
                (Type::List(a, _), Type::List(b, _)) => self.total(a, b),
                _ => true,
            }
    }

    fn spot(&self, old: SpotAt) -> Option<SpotAt> {
        let card = match old.card {
            Some(card) => Some(self.names.card(card)?),
            None => None,
        };
        Some(SpotAt { grid: self.grid(old.grid)?, card, ..old })
    }

    /// The number of a grid.
    fn grid(&self, old: u8) -> Option<u8> {
        let to = self.inst(*self.old.grids.get(usize::from(old))?)?;
        self.new.grids.iter().position(|z| *z == to).map(|at| at as u8)
    }

    fn member(&self, of: EnumId, value: i64) -> Option<i64> {
        self.names.member(of, u16::try_from(value).ok()?).map(i64::from)
    }

    /// A card of the new rules.
    pub fn card(&self, card: i64) -> Option<u16> {
        self.names.card(u16::try_from(card).ok()?)
    }

    /// Whether a new card is of one of the kinds.
    pub fn is_of(&self, card: u16, kinds: KindSet) -> bool {
        let book = &self.new.book;
        kinds.has(book[book[CardId(card)].row].kind)
    }

    /// A zone of a key.
    pub fn inst(&self, at: u16) -> Option<u16> {
        let inst = self.old.schema.insts.get(usize::from(at))?;
        let zone = self.names.zone(inst.zone)?;
        let old = self.old.book[inst.zone].owner;
        self.new.schema.inst(zone, self.key(old, inst.key)?)
    }

    /// An owner's number.
    pub fn key(&self, owner: houserules_lang::ir::Owner, key: u16) -> Option<u16> {
        self.names.key(owner, key)
    }

    fn text(&self, value: i64) -> Option<i64> {
        if value & STRING != 0 {
            let text = self.old.strings.get((value & !STRING) as usize)?;
            let at = self.new.strings.iter().position(|s| s == text)?;
            return Some(STRING | at as i64);
        }
        let old = &self.old.book[TextId(u16::try_from(value).ok()?)];
        let body = self.names.body(old.body)?;
        let same = |t: &houserules_lang::ir::Template| t.raw == old.raw && t.body == body;
        self.new.book.texts.iter().position(same).map(|at| at as i64)
    }

    /// A value of a place in a place of the new position; no if it cannot be kept. Cards that are
    /// no more are left out of lists.
    pub fn carry(&mut self, from: Loc, old: &Type, to: Loc, new: &Type) -> bool {
        let Some(values) = self.from.values(from) else { return matches!(to, Loc::No) };
        let (old, new) = match (old.bare(), new.bare()) {
            (Type::List(a, _), Type::List(b, _)) => (&**a, &**b),
            other => other,
        };
        if self.blind && !self.total(old, new) {
            return false;
        }
        let kept = values.iter().map(|v| self.scalar(*v, old, new));
        let kept: Vec<i64> = match (from, old.bare()) {
            (Loc::MemMask(..) | Loc::MemList(..), Type::Card(_)) => kept.flatten().collect(),
            _ => match kept.collect::<Option<Vec<_>>>() {
                Some(kept) => kept,
                None => return false,
            },
        };
        self.to.put_values(to, &kept)
    }
}

/// How many bytes a run's state lies beside its usual place, in the old and the new position.
#[derive(Debug, Clone, Copy, Default)]
pub struct Shift {
    pub old: i64,
    pub new: i64,
}

/// A counter some bytes further on, as where a stage keeps those of an outer one.
pub fn moved(family: &crate::program::Family, by: i64) -> crate::program::Family {
    let base = i64::from(family.base) + by;
    crate::program::Family { base: base as u32, ..*family }
}

/// The type of a counter.
pub fn counter_type(program: &Program, id: houserules_lang::ir::CounterId) -> Type {
    program.book[id].ty.clone()
}
