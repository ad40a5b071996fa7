//! What names mean: scopes, definitions, and the declarations that bodies are checked against.

use super::uses::{Meaning, Uses};
use crate::ir::{
    CounterId, DeedId, EnumId, KindSet, MapId, MoveId, OptionId, Owner, RowId, Rulebook, Type,
    UnitId, WordId, ZoneId,
};
use crate::source::Span;
use crate::syntax::ast;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Index;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

/// A scope: the game's own (0), or one `use` of a module with its parameters filled in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ScopeId(pub u16);

impl ScopeId {
    /// Its place in [`Resolved::scopes`].
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The game's own scope.
pub const GAME: ScopeId = ScopeId(0);

/// What a plain name means at the top level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Def {
    /// A unit of amounts.
    Unit(UnitId),
    /// An enum, the built-in `Side` included.
    Enum(EnumId),
    /// A card kind or a sum of kinds.
    Kind(KindSet),
    /// A zone of the table; decks too.
    Zone(ZoneId),
    /// A counter of the table.
    Counter(CounterId),
    /// An option of the set-up.
    Option(OptionId),
    /// A `define` without receiver.
    Word(WordId),
    /// A deed, declared by `to`.
    Deed(DeedId),
    /// An `action` or `attempt`.
    Move(MoveId),
    /// A `menu`, by index in [`Resolved::menus`].
    Menu(u16),
    /// A `map` of places.
    Map(MapId),
    /// Something whose declaration was broken; whatever is said of it is silently accepted.
    Broken,
}

/// What a name means after a dot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Member {
    /// A zone of that owner.
    Zone(ZoneId),
    /// A counter of that owner.
    Counter(CounterId),
    /// A word with a receiver of that type.
    Word(WordId),
}

/// A name with where it was declared.
#[derive(Debug, Clone)]
pub struct Declared {
    /// What it means.
    pub def: Def,
    /// Where its name stands.
    pub span: Span,
}

/// The names that the items of one file see.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    /// The module's name; empty for the game.
    pub module: String,
    /// Names visible here: the module's parameters and own items, or the game's items and what its
    /// modules export.
    pub names: BTreeMap<String, Declared>,
}

/// A word, deed, move … whose signature is resolved and whose body still waits for the checker.
#[derive(Debug, Clone)]
pub struct Pending<T> {
    /// Where its names are looked up.
    pub scope: ScopeId,
    /// The item as it was parsed.
    pub item: T,
    /// Its prose and rules.
    pub doc: ast::Doc,
    /// Where the item stands.
    pub span: Span,
    /// For a move or rule inside `rules for CARD in ZONE`: the cards and the zone of Player.
    pub card_rule: Option<CardRule>,
}

/// The head of a `rules for`.
#[derive(Debug, Clone)]
pub struct CardRule {
    /// The cards that have the rules.
    pub which: CardsOfRule,
    /// The zone of Player that must hold them.
    pub zone: ZoneId,
    /// The prose above it: what a move inside says that has none of its own.
    pub about: String,
}

/// Which cards have rules of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardsOfRule {
    /// `rules for Drummer in field`: the copies of a row.
    Row(RowId),
    /// `rules for each Soldier in field`: all cards of these kinds, of which the zone holds some.
    Kinds(KindSet),
}

/// A word's or deed's parameter.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// What the body calls it.
    pub name: ast::Name,
    /// What may be passed; all kinds of zones for `zone of any T`.
    pub ty: Type,
    /// Declared as `zone of any T`: the kinds are whatever the caller's zone holds; `T` names them
    /// in the signature.
    pub any: Option<String>,
}

/// The signature of a word.
#[derive(Debug, Clone)]
pub struct WordSignature {
    /// Receiver first, if there is one.
    pub params: Vec<Parameter>,
    /// Whether the first parameter is a receiver.
    pub receiver: bool,
    /// `-> T`, if written; the checker infers the rest.
    pub result: Option<Type>,
}

/// The signature of a deed.
#[derive(Debug, Clone)]
pub struct DeedSignature {
    /// What a call must pass, in this order.
    pub params: Vec<Parameter>,
    /// `-> T`, if it gives a value.
    pub result: Option<Type>,
}

/// Everything declared: names bound, tables read, types of things known. Bodies are still syntax.
#[derive(Debug, Default)]
pub struct Resolved {
    /// The rulebook as far as declarations go: units, enums, kinds, rows, cards, zones, counters
    /// (without starts), options (with defaults), title, players, physical, prose. Words, deeds,
    /// moves, tests are empty.
    pub book: Rulebook,
    /// Scopes by [`ScopeId`].
    pub scopes: Vec<Scope>,
    /// Members of owners: `(owner, name)`. Card-owned and word members are looked up by every kind
    /// of the receiver.
    pub members: Vec<(Receiver, String, Member, Span)>,
    /// Sums and kinds by name in the game's scope, for messages.
    pub kind_names: Vec<(String, KindSet)>,
    /// Starts of counters, by id.
    pub starts: Vec<Option<(ScopeId, ast::Expr)>>,
    /// Words by id.
    pub words: Vec<(Pending<ast::Define>, WordSignature)>,
    /// Deeds by id.
    pub deeds: Vec<(Pending<ast::Deed>, DeedSignature)>,
    /// Moves by id.
    pub moves: Vec<Pending<ast::Move>>,
    /// Menus, by the index in [`Def::Menu`].
    pub menus: Vec<Pending<ast::Menu>>,
    /// `before`, `after`, `instead of`, in order.
    pub interrupts: Vec<Pending<ast::Interrupt>>,
    /// `change`s in order.
    pub changes: Vec<Pending<ast::Change>>,
    /// `forbid`s in order.
    pub forbids: Vec<Pending<ast::Forbid>>,
    /// `when zone runs out`.
    pub runs_out: Vec<Pending<(ZoneId, ast::Block)>>,
    /// The set-up, if there is one.
    pub setup: Option<Pending<ast::Block>>,
    /// `play`, which every whole game has.
    pub play: Option<Pending<ast::Block>>,
    /// Tests in order.
    pub tests: Vec<Pending<ast::TestItem>>,
    /// Names of broken items, members and signatures, of all scopes: nothing is said about them.
    pub broken: BTreeSet<String>,
    /// Enums that have a member of that name, and its index there.
    pub enum_members: BTreeMap<String, Vec<(EnumId, u16)>>,
    /// [`Resolved::members`] by name.
    pub member_index: BTreeMap<String, Vec<usize>>,
    /// What a card literal is matched against: a row's words by [`RowId`], in field order.
    pub row_words: Vec<Vec<RowWord>>,
    /// Rows by each of their words, numbers written out: where a literal is looked for.
    pub row_index: BTreeMap<String, Vec<RowId>>,
    /// A table, deck or kind was broken, so rows are missing: literals that fit nothing are
    /// silently accepted.
    pub rows_missing: bool,
    /// A module, an enum or an owner's things could not be read, so names are missing: unknown ones
    /// are silently accepted.
    pub names_missing: bool,
    /// Names of what is never a constant: options, words, deeds and things, known before they have
    /// a meaning.
    pub not_constant: BTreeSet<Arc<str>>,
    /// How many more times a misspelt name is compared with all visible ones: bounds the work on
    /// hostile files.
    pub guesses: AtomicU32,
    /// What written names stand for, for editors.
    pub uses: Uses,
    /// Where printed fields are declared: by the kind's or the enum's name, and their own.
    pub field_places: BTreeMap<(String, String), Span>,
}

/// What has an id is in its list: looking it up cannot fail.
macro_rules! lists {
    ($($list:ident by $id:ident: $of:ty;)*) => {$(
        impl Index<$id> for Resolved {
            type Output = $of;
            fn index(&self, id: $id) -> &$of {
                &self.$list[id.index()]
            }
        }
    )*};
}
lists! {
    scopes by ScopeId: Scope;
    deeds by DeedId: (Pending<ast::Deed>, DeedSignature);
    moves by MoveId: Pending<ast::Move>;
}

/// What one word of a card literal may say of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowWord {
    /// The row's name, a member, `yes`, `no`, or a text of one word.
    Word(Arc<str>),
    /// A plain number.
    Number(i64),
    /// An amount; a bare number fits it, too.
    Amount(UnitId, i64),
}

/// What stands before a dot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Receiver {
    /// A thing's owner; the table is written without a dot and stands in the scopes.
    Owner(Owner),
    /// A word's receiver.
    Type(Type),
}

impl From<Def> for Option<Meaning> {
    fn from(def: Def) -> Self {
        Some(match def {
            Def::Unit(id) => Meaning::Unit(id),
            Def::Enum(id) => Meaning::Enum(id),
            Def::Kind(kinds) => Meaning::Kind(kinds),
            Def::Zone(id) => Meaning::Zone(id),
            Def::Counter(id) => Meaning::Counter(id),
            Def::Option(id) => Meaning::Option(id),
            Def::Word(id) => Meaning::Word(id),
            Def::Deed(id) => Meaning::Deed(id),
            Def::Move(id) => Meaning::Move(id),
            Def::Menu(id) => Meaning::Menu(id),
            Def::Map(id) => Meaning::Map(id),
            Def::Broken => return None,
        })
    }
}

impl From<Member> for Meaning {
    fn from(member: Member) -> Self {
        match member {
            Member::Zone(id) => Self::Zone(id),
            Member::Counter(id) => Self::Counter(id),
            Member::Word(id) => Self::Word(id),
        }
    }
}
