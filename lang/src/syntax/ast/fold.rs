//! What is made of one value for each of several members, as `sum(e for x in D)`.
//!
//! What other passes must know of a fold is asked here, and only here: one more has a variant, its
//! place in [`FoldOp::ALL`] and its [`FoldOp::law`].

/// `sum`, `most`, `least`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoldOp {
    /// `sum`: all values added up.
    Sum,
    /// `most`: the largest value.
    Most,
    /// `least`: the smallest value.
    Least,
}

/// What there is to know of a fold, whatever it goes over.
#[derive(Debug, Clone, Copy)]
pub struct FoldLaw {
    /// The word that it is written with.
    pub word: &'static str,
    /// What it is where there is no member: a number, or none.
    pub of_nothing: Option<i64>,
    /// Whether each member needs a value: one without stops the game. Else it is left out.
    pub needs_all: bool,
    /// Whether the values are added up, so that it grows with how many there are.
    pub adds_up: bool,
    /// Whether it is one of the values, picked by how they compare.
    pub picks: bool,
    /// How it is named in a rulebook's hash, which journals carry, and what stands there before its
    /// parts: what is named so may never change.
    pub hashed: (&'static str, Option<bool>),
}

impl FoldOp {
    /// All there are.
    pub const ALL: [Self; 3] = [Self::Sum, Self::Most, Self::Least];

    /// What passes ask of it.
    #[must_use]
    pub const fn law(self) -> FoldLaw {
        match self {
            Self::Sum => FoldLaw {
                word: "sum",
                of_nothing: Some(0),
                needs_all: true,
                adds_up: true,
                picks: false,
                hashed: ("Sum", None),
            },
            Self::Most => FoldLaw {
                word: "most",
                of_nothing: None,
                needs_all: false,
                adds_up: false,
                picks: true,
                hashed: ("Best", Some(true)),
            },
            Self::Least => FoldLaw {
                word: "least",
                of_nothing: None,
                needs_all: false,
                adds_up: false,
                picks: true,
                hashed: ("Best", Some(false)),
            },
        }
    }

    /// The fold that is written with a word.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|op| op.law().word == word)
    }
}
