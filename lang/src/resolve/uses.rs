//! What written names stand for, place by place: noted while rules are resolved and checked, for
//! editors. Nothing that runs depends on it.

use crate::ir::{
    CounterId, DeedId, EnumId, KindSet, MapId, MoveId, OptionId, RowId, Type, UnitId, WordId,
    ZoneId,
};
pub use crate::letters::PLACEHOLDER;
use crate::source::Span;
use crate::syntax::ast::Name;
use std::sync::{Mutex, PoisonError};

/// At most so many names are noted of one compilation.
const MOST: usize = 1 << 20;

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// A unit of amounts.
    Unit(UnitId),
    /// An enum itself, no member.
    Enum(EnumId),
    /// A card kind or a sum of kinds.
    Kind(KindSet),
    /// A zone, whoever has it.
    Zone(ZoneId),
    /// A counter, whoever has it.
    Counter(CounterId),
    /// An option of the set-up.
    Option(OptionId),
    /// A word that is defined.
    Word(WordId),
    /// A deed, by its name.
    Deed(DeedId),
    /// A move that is offered.
    Move(MoveId),
    /// A menu, by its index among the game's.
    Menu(u16),
    /// A map of places.
    Map(MapId),
    /// A member of an enum, by its index there.
    EnumMember(EnumId, u16),
    /// A card by its own name.
    Row(RowId),
    /// A printed field, by where it is declared.
    Field(Span),
    /// A name of one body, by where it is bound.
    Local(Span),
    /// Whatever the name at that place stands for: a variant names something of its game.
    Same(Span),
}

/// A name that was understood.
#[derive(Debug, Clone)]
pub struct Use {
    /// Where it stands.
    pub at: Span,
    /// What it stands for.
    pub means: Meaning,
    /// It is declared here.
    pub declares: bool,
    /// Its type, of locals.
    pub ty: Option<Type>,
}

/// What could stand where the [`PLACEHOLDER`] does.
#[derive(Debug, Clone)]
pub enum Gap {
    /// Something behind a dot, of a value of that type.
    Member(Type),
    /// A value of some type.
    Value {
        /// What is wanted there, if that is known.
        wanted: Option<Type>,
        /// Names of the body in sight, the innermost last, with their types if those are known.
        locals: Vec<(String, Option<Type>)>,
    },
    /// A deed, or something that is set.
    Doing {
        /// Names in sight, as above.
        locals: Vec<(String, Option<Type>)>,
    },
    /// A move or a menu, offered in a menu.
    Entry,
    /// A move, in a test.
    Move,
    /// A type, as it is written.
    Type,
    /// A kind of card.
    Kind,
    /// State or a parameter of a turn, a deed or another run, by one of these names.
    OfRun(Vec<String>),
}

#[derive(Debug, Default)]
struct Noted {
    uses: Vec<Use>,
    gap: Option<Gap>,
    closed: bool,
}

/// Names and what they stand for, in the order in which they were understood. A name may stand for
/// several things: a field of a sum of kinds, a module that is used twice.
#[derive(Debug, Default)]
pub struct Uses(Mutex<Noted>);

impl Uses {
    /// Takes note of a name.
    pub fn note(&self, at: Span, means: impl Into<Option<Meaning>>) {
        self.add(at, means.into(), false, None);
    }

    /// Takes note of a name that is declared here.
    pub fn declare(&self, at: Span, means: impl Into<Option<Meaning>>) {
        self.add(at, means.into(), true, None);
    }

    /// Takes note of a name of one body; `bound` is where it is bound, which may be here.
    pub fn local(&self, at: Span, bound: Span, ty: Option<Type>) {
        self.add(at, Some(Meaning::Local(bound)), at == bound, ty);
    }

    /// Takes note of what could stand in a gap, if the name is the [`PLACEHOLDER`]. The first
    /// answer counts.
    pub fn ask(&self, name: &Name, gap: impl FnOnce() -> Gap) {
        if &*name.text == PLACEHOLDER {
            self.with(|noted| {
                noted.gap.get_or_insert_with(gap);
            });
        }
    }

    /// From now on nothing is noted: the rules are compiled.
    pub fn close(&self) {
        self.with(|noted| noted.closed = true);
    }

    /// Everything that was noted, in order of place; names of the language's own making, which have
    /// no place, are left out.
    #[must_use]
    pub fn all(&self) -> Vec<Use> {
        let mut all = self.with(|noted| noted.uses.clone());
        all.retain(|noted| noted.at.start < noted.at.end);
        all.sort_by_key(|noted| (noted.at, !noted.declares));
        all.dedup_by(|a, b| a.at == b.at && a.means == b.means);
        all
    }

    /// What could stand in the gap, if there is one, and it was reached.
    #[must_use]
    pub fn gap(&self) -> Option<Gap> {
        self.with(|noted| noted.gap.clone())
    }

    fn add(&self, at: Span, means: Option<Meaning>, declares: bool, ty: Option<Type>) {
        let Some(means) = means else { return };
        self.with(|noted| {
            if !noted.closed && noted.uses.len() < MOST {
                noted.uses.push(Use { at, means, declares, ty });
            }
        });
    }

    fn with<T>(&self, act: impl FnOnce(&mut Noted) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
