//! By what the items of a game are known.

use crate::syntax::ast::{InterruptWhen, Item, ItemKind, Name, NamedWord, OwnerExpr, StageSort};
use std::borrow::Cow;

/// What sort of item it is. Actions and attempts are one sort, and so are kinds and their sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sort {
    Option,
    Unit,
    Enum,
    Card,
    Tile,
    Map,
    Deck,
    Word,
    Deed,
    Move,
    Menu,
    Use,
    Players,
    Setup,
    Play,
    Member,
    Before,
    After,
    Instead,
    RunsOut,
    Change,
    Forbid,
    RulesFor,
    Physical,
    Test,
}

/// A sort, how it is written in front of its name, and what it is called.
const WORDS: [(Sort, &str, &str); 25] = [
    (Sort::Option, "option", "option"),
    (Sort::Unit, "unit", "unit"),
    (Sort::Enum, "enum", "enum"),
    (Sort::Card, "card", "card kind"),
    (Sort::Tile, "tile", "tile"),
    (Sort::Map, "map", "map"),
    (Sort::Deck, "deck", "deck"),
    (Sort::Word, "define", "word"),
    (Sort::Deed, "to", "deed"),
    (Sort::Move, "action", "move"),
    (Sort::Menu, "menu", "menu"),
    (Sort::Use, "use", "`use`"),
    (Sort::Players, "players", "`players`"),
    (Sort::Setup, "setup", "`setup`"),
    (Sort::Play, "play", "`play`"),
    (Sort::Member, "", "zone or counter"),
    (Sort::Before, "before", "`before`"),
    (Sort::After, "after", "`after`"),
    (Sort::Instead, "instead of", "`instead of`"),
    (Sort::RunsOut, "when", "`runs out` rule for"),
    (Sort::Change, "change", "`change`"),
    (Sort::Forbid, "forbid", "`forbid`"),
    (Sort::RulesFor, "rules for", "`rules for`"),
    (Sort::Physical, "physical", "`physical`"),
    (Sort::Test, "test", "test"),
];

impl Sort {
    /// The word in front of the name.
    pub fn word(self) -> &'static str {
        WORDS.iter().find(|w| w.0 == self).map_or("", |w| w.1)
    }

    /// What it is called.
    pub fn noun(self) -> &'static str {
        WORDS.iter().find(|w| w.0 == self).map_or("", |w| w.2)
    }

    /// Whether a game holds at most one of a name.
    pub fn once(self) -> bool {
        !matches!(
            self,
            Self::Word
                | Self::Before
                | Self::After
                | Self::Instead
                | Self::Change
                | Self::Forbid
                | Self::RulesFor
                | Self::Physical
                | Self::Test
        )
    }

    /// Of the words that open items.
    pub fn named(word: NamedWord) -> Self {
        match word {
            NamedWord::Define => Self::Word,
            NamedWord::To => Self::Deed,
            NamedWord::Action | NamedWord::Attempt => Self::Move,
            NamedWord::Menu => Self::Menu,
            NamedWord::Option => Self::Option,
            NamedWord::Deck => Self::Deck,
            NamedWord::Enum => Self::Enum,
            NamedWord::Card => Self::Card,
            NamedWord::Unit => Self::Unit,
            NamedWord::Tile => Self::Tile,
            NamedWord::Map => Self::Map,
            NamedWord::Use => Self::Use,
        }
    }

    /// Of rules that interrupt.
    pub fn interrupt(when: InterruptWhen) -> Self {
        match when {
            InterruptWhen::Before => Self::Before,
            InterruptWhen::After => Self::After,
            InterruptWhen::Instead => Self::Instead,
        }
    }
}

/// What an item is known by.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub sort: Sort,
    /// Its name; of a member with its owner, `Player.hand`.
    pub name: String,
}

impl Key {
    pub fn new(sort: Sort, name: &str) -> Self {
        Self { sort, name: name.to_owned() }
    }

    /// As it is written: `action lay`.
    pub fn written(&self) -> String {
        match self.sort {
            Sort::Member => match self.name.split_once('.') {
                Some(("the table", name)) => format!("the table has {name}"),
                Some((owner, name)) => format!("each {owner} has {name}"),
                None => self.name.clone(),
            },
            Sort::RunsOut => format!("when {} runs out", self.name),
            Sort::Test => format!("test \"{}\"", self.name),
            Sort::Players | Sort::Setup | Sort::Play => self.sort.word().to_owned(),
            _ => format!("{} {}", self.sort.word(), self.name),
        }
    }
}

/// What owns things, as keys write it.
pub(super) fn owner(of: &OwnerExpr) -> Cow<'_, str> {
    match of {
        OwnerExpr::Table => "the table".into(),
        OwnerExpr::Stage(word, _) => StageSort::Stage(*word).word().into(),
        OwnerExpr::Name(name) => (&*name.text).into(),
        OwnerExpr::Pair(one, other) => format!("{}, {}", one.text, other.text).into(),
    }
}

/// The keys of an item: one, but one a member of what things have, and one a rule of `physical`.
pub(super) fn keys(item: &Item) -> Vec<Key> {
    let one = |sort: Sort, name: &str| vec![Key::new(sort, name)];
    match &item.kind {
        ItemKind::Players { .. } => one(Sort::Players, ""),
        ItemKind::Use { module, .. } => one(Sort::Use, &module.text),
        ItemKind::Option { name, .. } => one(Sort::Option, &name.text),
        ItemKind::Unit { name, .. } => one(Sort::Unit, &name.text),
        ItemKind::Enum { name, .. } => one(Sort::Enum, &name.text),
        ItemKind::Card { name, .. } | ItemKind::Sum { name, .. } => one(Sort::Card, &name.text),
        ItemKind::Tile { name, .. } => one(Sort::Tile, &name.text),
        ItemKind::Map { name, .. } => one(Sort::Map, &name.text),
        ItemKind::Deck { name, .. } => one(Sort::Deck, &name.text),
        ItemKind::Has { owner: of, members } => {
            let key = |m: &crate::syntax::ast::Member| {
                Key::new(Sort::Member, &format!("{}.{}", owner(of), m.name.text))
            };
            members.iter().map(key).collect()
        }
        ItemKind::Define(define) => one(Sort::Word, &define.name.text),
        ItemKind::Deed(deed) => one(Sort::Deed, &deed.name.text),
        ItemKind::Move(of) => one(Sort::Move, &of.name.text),
        ItemKind::Menu(menu) => one(Sort::Menu, &menu.name.text),
        ItemKind::Setup(_) => one(Sort::Setup, ""),
        ItemKind::Play(_) => one(Sort::Play, ""),
        ItemKind::Interrupt(of) => one(Sort::interrupt(of.when), &of.target.text),
        ItemKind::RunsOut { owner, zone, .. } => one(Sort::RunsOut, &path(owner.as_ref(), zone)),
        ItemKind::Change(change) => one(Sort::Change, &change.word.text),
        ItemKind::Forbid(forbid) => one(Sort::Forbid, &forbid.target.text),
        ItemKind::RulesFor { card, .. } => one(Sort::RulesFor, &card.text),
        ItemKind::Physical { rules, .. } => {
            rules.iter().map(|r| Key::new(Sort::Physical, &r.id)).collect()
        }
        ItemKind::Test(test) => one(Sort::Test, &test.title.raw),
        _ => Vec::new(),
    }
}

/// A zone as it is written: `discards`, `Player.draw`.
pub(super) fn path(owner: Option<&Name>, zone: &Name) -> String {
    match owner {
        Some(owner) => format!("{}.{}", owner.text, zone.text),
        None => zone.text.to_string(),
    }
}
