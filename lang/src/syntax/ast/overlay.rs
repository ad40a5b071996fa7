//! What variants say about the game they are laid over.

use super::{Expr, InterruptWhen, LiteralWord, Name, OwnerExpr, RuleId, StageWord, Stock, Text};
use crate::source::Span;

/// Something of the game, by its first words.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the sentence above each variant names its fields")]
pub enum Head {
    /// `test "…"`, by the title.
    Test(Text),
    /// `setup`, `play`, `phase "part 2"`
    Stage(StageRef),
    /// `ends of round when c`
    Ends { of: Option<StageRef>, condition: Option<Expr> },
    /// `rules for Card in zone`
    RulesFor { card: Name, zone: Option<Name> },
    /// `when zone runs out`, `when Player.zone runs out`
    RunsOut { owner: Option<Name>, zone: Name },
    /// `instead of name when c`
    Interrupt { when: InterruptWhen, target: Name, condition: Option<Expr> },
    /// `change word when c to e`
    Change { word: Name, condition: Option<Expr>, value: Option<Expr> },
    /// `forbid name when c because "…"`
    Forbid { target: Name, condition: Option<Expr>, reason: Option<Text> },
    /// `each Player has hand, cash`
    Members { owner: OwnerExpr, members: Vec<Name> },
    /// `from deck name { … }`
    Stock { deck: Name, stock: Vec<Stock> },
    /// `physical B2-071`, by the rules it says cannot be played.
    Physical(Vec<RuleId>),
    /// `action lay`; of a `define`, the parameter's type or name after `for`.
    Named { word: NamedWord, name: Name, of: Option<Name> },
}

/// The word of an item that is known by it and a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is the word of its name")]
pub enum NamedWord {
    Define,
    To,
    Action,
    Attempt,
    Menu,
    Option,
    Deck,
    Enum,
    Card,
    Unit,
    Tile,
    Map,
    Use,
}

impl NamedWord {
    /// Each with its word.
    pub const ALL: [(Self, &'static str); 13] = [
        (Self::Define, "define"),
        (Self::To, "to"),
        (Self::Action, "action"),
        (Self::Attempt, "attempt"),
        (Self::Menu, "menu"),
        (Self::Option, "option"),
        (Self::Deck, "deck"),
        (Self::Enum, "enum"),
        (Self::Card, "card"),
        (Self::Unit, "unit"),
        (Self::Tile, "tile"),
        (Self::Map, "map"),
        (Self::Use, "use"),
    ];

    /// As it is written.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(of, _)| *of == self).map_or("", |(_, word)| word)
    }
}

/// A stage of the game, the set-up, or `play`.
#[derive(Debug, Clone)]
pub struct StageRef {
    /// Its first word.
    pub sort: StageSort,
    /// The text behind its word, as in `phase "part 2"`.
    pub title: Option<Text>,
    /// Where it stands in its file.
    pub span: Span,
}

/// What can be extended or replaced as a stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StageSort {
    /// `setup`, which a game has once at most.
    Setup,
    /// `play`, which a game has once.
    Play,
    /// `round`, `turn`, `phase`
    Stage(StageWord),
}

impl StageSort {
    /// As it is written.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::Play => "play",
            Self::Stage(StageWord::Round) => "round",
            Self::Stage(StageWord::Turn) => "turn",
            Self::Stage(StageWord::Phase) => "phase",
        }
    }
}

/// What a variant sets.
#[derive(Debug, Clone)]
pub enum SetTarget {
    /// An option, a word without parameters, or a counter of the table.
    Name(Name),
    /// The start of `Owner.counter`, or a field of an enum's member.
    Member(Name, Name),
    /// A field of a card.
    Card(Vec<LiteralWord>, Span, Name),
}
