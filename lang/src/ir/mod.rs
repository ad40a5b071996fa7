//! The typed rulebook (IR): what the checker hands to the interpreter, and all that runs.
//!
//! Every name is an id, every expression has a type, every menu is spliced, every interrupt is
//! woven into the deed it interrupts, every change into its word. [`types`] has the types and
//! constants, [`things`] what exists (kinds, rows, cards, zones, counters), [`expr`] what is asked
//! and picked from, [`stmt`] what happens, [`test`] playtest notes.
//!
//! Spans are for messages only: they are left out when a rulebook is serialised, so that its hash
//! does not change when a comment does.

pub mod board;
pub mod expr;
pub mod learnt;
pub mod numbering;
pub mod seats;
pub mod sites;
pub mod stmt;
pub mod test;
pub mod things;
pub mod types;
pub mod visit;
pub mod walk;

pub use board::*;
pub use expr::*;
pub use learnt::*;
pub use stmt::*;
pub use test::*;
pub use things::*;
pub use types::*;

use crate::source::Span;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A whole game, checked.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Rulebook {
    /// The game's title.
    pub title: String,
    /// Who designed it.
    pub author: Option<String>,
    /// How many may play, both ends included.
    pub players: (u8, u8),
    /// Units of money and the like.
    pub units: Vec<Unit>,
    /// Enums; rectangular ones and tables included.
    pub enums: Vec<Enum>,
    /// Maps; their nodes are members of enums.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub maps: Vec<Map>,
    /// Card kinds that have rows; sums are [`KindSet`]s.
    pub kinds: Vec<Kind>,
    /// Distinct cards, grouped by kind, in table order.
    pub rows: Vec<Row>,
    /// Physical cards, grouped by row; a card's id is its index.
    pub cards: Vec<Card>,
    /// Zones; the decks among them start full.
    pub zones: Vec<Zone>,
    /// What is counted or kept: numbers, amounts, members, seats, sets of them.
    pub counters: Vec<Counter>,
    /// What a table may choose before a game; constants while it runs.
    pub options: Vec<Opt>,
    /// Texts with holes.
    pub texts: Vec<Template>,
    /// Deeds that are only imagined somewhere: `e after deed(a)`.
    #[serde(skip)]
    pub supposed: Vec<DeedId>,
    /// `define`s, and copies of those that call themselves, one for each level.
    pub words: Vec<Word>,
    /// `to`s, and the deeds that weaving made.
    pub deeds: Vec<Deed>,
    /// `action`s and `attempt`s.
    pub moves: Vec<Move>,
    /// `once per …` clauses of moves and menus.
    pub limits: Vec<Limit>,
    /// Every stage statement, by its id.
    pub stages: Vec<StageInfo>,
    /// Every `choose` statement, by its id.
    pub sites: Vec<SiteInfo>,
    /// `setup`: what happens once, before `play`; empty if the game has none.
    pub setup: Body,
    /// `play`: the game from then on; to reach its end without `end game` is a fault.
    pub play: Body,
    /// Endings at the top of `play`.
    pub ends: Vec<Ends>,
    /// `when zone runs out`.
    pub runs_out: Vec<RunsOut>,
    /// The word `score for p: Player`, if the game defines one.
    pub score: Option<WordId>,
    /// The word `promise for p: Player`, which bots maximise instead of the score.
    pub promise: Option<WordId>,
    /// What was learnt about what a position is worth, if that lies beside the rules.
    #[serde(skip)]
    pub learnt: Option<std::sync::Arc<Learnt>>,
    /// The built-in enum of the four sides: north, east, south, west. Only games with tiles have
    /// it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<EnumId>,
    /// The words `passage(side) for q: Square`, `mark for q: Square` and `mark for s: Stop`, by
    /// which hosts draw boards.
    #[serde(skip_serializing_if = "Drawing::is_empty")]
    pub drawing: Drawing,
    /// The tests that stand beside the rules, without [`Self::broken_tests`].
    pub tests: Vec<Test>,
    /// How many statements have numbers, those of tests included.
    #[serde(skip)]
    pub statements: u32,
    /// Titles of tests that are wrong, and were left out.
    #[serde(skip)]
    pub broken_tests: Vec<String>,
    /// Where the rules say `openly`: what is told there is the rule.
    #[serde(skip)]
    pub openly: Vec<Span>,
    /// Rules without a digital effect: id and reason.
    pub physical: Vec<(String, String)>,
    /// Every item's prose and cited rules, in source order.
    pub prose: Vec<Prose>,
    /// Whether it may be a secret who knows a card of a set, so that its copies are not told apart
    /// by that.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub secret_knowers: bool,
    /// Whether it may be a secret who knows a card, wherever it lies, so that only those who lose
    /// sight of a card are told that it is hidden.
    #[serde(skip)]
    pub secret_shows: bool,
    /// Whether anything may happen that only some are told of.
    #[serde(skip)]
    pub asides: bool,
    /// Names of cards of which not everybody knows which they stand for, where somebody may be
    /// asked.
    #[serde(skip)]
    pub secret_names: BTreeMap<(BodyRef, LocalId), SecretName>,
    /// Whether chance may decide something that only some are told of: for each group of them it
    /// draws apart.
    #[serde(skip)]
    pub secret_draws: bool,
    /// Conditions of which it cannot be told that their chooser may read all they compare; where
    /// they stand.
    #[serde(skip)]
    pub doubtful: BTreeSet<Span>,
    /// Statements that read what not everybody may: who may know that one of them could not be
    /// carried out are the readers of a text without words.
    #[serde(skip)]
    pub stops: BTreeMap<(BodyRef, Span), TextId>,
}

/// What an item says about itself.
#[derive(Debug, Clone, Serialize)]
pub struct Prose {
    /// The item's word and name, such as `action buy`.
    pub item: String,
    /// Its `///` text.
    pub text: String,
    /// The rule ids it cites.
    pub rules: Vec<String>,
    /// Where the item stands.
    #[serde(skip)]
    pub span: Span,
}

/// Words by which hosts draw what lies on a board.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Drawing {
    /// `passage(side: Side) for q: Square`, yes or no.
    pub passage: Option<WordId>,
    /// `mark for q: Square`
    pub mark: Option<WordId>,
    /// `mark for s: Stop`, for enums of places or of squares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<(EnumId, WordId)>,
}

impl Rulebook {
    /// The rows of a kind, in table order.
    #[must_use]
    pub fn rows_of(&self, kind: &Kind) -> &[Row] {
        &self.rows[usize::from(kind.rows.0)..usize::from(kind.rows.1)]
    }

    /// The cards of a kind, row by row.
    #[must_use]
    pub fn cards_of(&self, kind: &Kind) -> &[Card] {
        &self.cards[usize::from(kind.cards.0)..usize::from(kind.cards.1)]
    }

    /// What the keys of an owner are pairs of, if they are.
    #[must_use]
    pub fn pair(&self, owner: Owner) -> Option<PairOf> {
        if let Owner::Enum(of) = owner { self[of].pair } else { None }
    }

    /// The seat whose things have this key: of a player's, and of what a player and something else
    /// have together; none if nobody owns them.
    #[must_use]
    pub fn seat_of(&self, owner: Owner, key: u16) -> Option<u16> {
        match owner {
            Owner::Player => Some(key),
            Owner::Enum(_) => {
                let pair = self.pair(owner).filter(|pair| pair.first == Half::Player)?;
                Some(key / pair.seconds.max(1))
            }
            Owner::Table | Owner::Card(_) | Owner::Run(_) => None,
        }
    }

    /// Whether an enum names the places or the nodes of a map, or the squares of a rectangle.
    #[must_use]
    pub fn is_a_board(&self, of: EnumId) -> bool {
        self[of].rectangle.is_some()
            || self.maps.iter().any(|map| map.nodes == of || map.cities == of)
    }
}

impl Drawing {
    /// Whether nothing is said about drawing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.passage.is_none() && self.mark.is_none() && self.places.is_empty()
    }
}

/// An id that a rulebook holds is in its arena: `book[id]` cannot fail but for an id of another
/// rulebook, which is a mistake of the program's own.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident in $($whole:ident)|+ . $arena:ident: $of:ty;)*) => {$(
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, serde::Deserialize,
        )]
        pub struct $name(pub u16);
        impl $name {
            /// As an index.
            #[must_use]
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
        }
        $(impl std::ops::Index<$name> for $whole {
            type Output = $of;
            fn index(&self, id: $name) -> &$of {
                &self.$arena[id.index()]
            }
        }
        impl std::ops::IndexMut<$name> for $whole {
            fn index_mut(&mut self, id: $name) -> &mut $of {
                &mut self.$arena[id.index()]
            }
        })+
    )*};
}
ids! {
    /// Index in [`Rulebook::units`].
    UnitId in Rulebook.units: Unit;
    /// Index in [`Rulebook::enums`].
    EnumId in Rulebook.enums: Enum;
    /// Index in [`Rulebook::maps`].
    MapId in Rulebook.maps: Map;
    /// Index in [`Rulebook::kinds`].
    KindId in Rulebook.kinds: Kind;
    /// Index in [`Rulebook::rows`].
    RowId in Rulebook.rows: Row;
    /// Index in [`Rulebook::cards`].
    CardId in Rulebook.cards: Card;
    /// Index in [`Rulebook::zones`].
    ZoneId in Rulebook.zones: Zone;
    /// Index in [`Rulebook::counters`].
    CounterId in Rulebook.counters: Counter;
    /// Index in [`Rulebook::options`].
    OptionId in Rulebook.options: Opt;
    /// Index in [`Rulebook::texts`].
    TextId in Rulebook.texts: Template;
    /// Index in [`Rulebook::words`].
    WordId in Rulebook.words: Word;
    /// Index in [`Rulebook::deeds`].
    DeedId in Rulebook.deeds: Deed;
    /// Index in [`Rulebook::moves`].
    MoveId in Rulebook.moves: Move;
    /// Index in [`Rulebook::limits`].
    LimitId in Rulebook.limits: Limit;
    /// Index in [`Rulebook::stages`].
    StageId in Rulebook.stages: StageInfo;
    /// Index in [`Rulebook::sites`].
    SiteId in Rulebook.sites: SiteInfo;
    /// Index in the `locals` of the body that uses it.
    LocalId in Body | Word | Test.locals: LocalDecl;
}

impl std::ops::Index<LocalId> for [LocalDecl] {
    type Output = LocalDecl;
    fn index(&self, id: LocalId) -> &LocalDecl {
        &self[id.index()]
    }
}
