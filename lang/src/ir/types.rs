//! Types and constants.

use super::{CardId, EnumId, KindId, Spot, Square, UnitId};
use serde::Serialize;
use std::sync::Arc;

/// A set of card kinds, by [`KindId`]; at most 64 kinds a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
pub struct KindSet(pub u64);

impl KindSet {
    /// The set of one kind.
    #[must_use]
    pub fn one(kind: KindId) -> Self {
        Self(1 << (kind.0 & 63))
    }
    /// Whether the kind is in it.
    #[must_use]
    pub fn has(self, kind: KindId) -> bool {
        self.0 >> (kind.0 & 63) & 1 == 1
    }
    /// Whether every kind of `self` is in `other`.
    #[must_use]
    pub fn within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }
    /// Kinds in both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
    /// Kinds in either.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    /// Its kinds in order.
    pub fn iter(self) -> impl Iterator<Item = KindId> {
        (0..64).filter(move |k| self.0 >> k & 1 == 1).map(KindId)
    }
}

/// The type of an expression.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Type {
    /// `yes or no`
    Bool,
    /// A plain number, 64 bit.
    Number,
    /// An amount of a unit, 64 bit.
    Unit(UnitId),
    /// A text; only ever a [`super::ExprKind::Text`] or a parameter that holds one.
    Text,
    /// A member of an enum.
    Enum(EnumId),
    /// One of those who play, by seat.
    Player,
    /// A place of a grid.
    Square,
    /// Where a tile may come to lie.
    Spot,
    /// A card of one of these kinds.
    Card(KindSet),
    /// A zone that holds cards of these kinds; parameters only.
    Zone(KindSet),
    /// A list. Unordered lists are sets in table order, without repeats.
    List(Box<Type>, Order),
    /// The type, or none.
    Optional(Box<Type>),
    /// The type of `none` before anything is known about it.
    None,
}

/// Whether a list's order means something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Order {
    /// It does: compare place by place.
    Ordered,
    /// It does not: compare as multisets of rows (cards) or as sets.
    Unordered,
}

impl Type {
    /// The type without `or none`.
    #[must_use]
    pub fn bare(&self) -> &Self {
        match self {
            Self::Optional(inner) => inner,
            other => other,
        }
    }
    /// The type or none; none stays none, an optional stays as it is.
    #[must_use]
    pub fn optional(self) -> Self {
        match self {
            Self::Optional(_) | Self::None => self,
            other => Self::Optional(Box::new(other)),
        }
    }
    /// Whether it may be none.
    #[must_use]
    pub fn may_be_none(&self) -> bool {
        matches!(self, Self::Optional(_) | Self::None)
    }
}

/// A constant, and the value that hosts see.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Value {
    /// No value, where the type is optional.
    None,
    /// yes or no
    Bool(bool),
    /// A number, or an amount of the unit its type names.
    Number(i64),
    /// A text without holes: a `Text` or `Name` field.
    Text(Arc<str>),
    /// A member of an enum, by its index.
    Member(EnumId, u16),
    /// A seat, from 0.
    Seat(u8),
    /// One copy of a card, by its id.
    Card(CardId),
    /// A place of a grid.
    Square(Square),
    /// Where a tile may come to lie.
    Spot(Spot),
    /// Values of one type; of an unordered list in table order, without repeats.
    List(Vec<Value>),
}

impl Value {
    /// The number, or the amount, if it is one.
    #[must_use]
    pub fn number(&self) -> Option<i64> {
        if let Self::Number(n) = self { Some(*n) } else { None }
    }
}
