//! The items of a game and its modules, sorted.

use super::names::{Def, ScopeId};
use crate::source::{FileId, Span};
use crate::syntax::ast::{InterruptWhen, Item, ItemKind, Name, OwnerExpr, StageWord};
use std::collections::BTreeMap;
use std::sync::Arc;

/// An item and the scope it stands in.
pub(super) type Placed = (ScopeId, Item);

/// The items of a game and its modules by what is done with them; kinds and units have their names
/// already.
#[derive(Default)]
pub(super) struct Items {
    /// Enums, by their ids; maps that declare one stand here, too.
    pub enums: Vec<Placed>,
    /// Card kinds with fields, by their ids.
    pub cards: Vec<Placed>,
    /// Maps, by their ids.
    pub maps: Vec<Placed>,
    pub decks: Vec<Placed>,
    /// `each … has` and `the table has`.
    pub has: Vec<Placed>,
    pub options: Vec<Placed>,
    /// Everything with a body, and tests.
    pub rules: Vec<Placed>,
    /// Printed values that variants set.
    pub sets: Vec<Placed>,
    /// Where the items stand that a game holds once.
    pub once: BTreeMap<&'static str, Span>,
    /// Who uses which module.
    pub uses: Vec<Use>,
    /// Texts of modules that were asked for; none if they cannot be used.
    pub modules: BTreeMap<String, Option<(FileId, Arc<str>)>>,
    /// Modules with what their parameters mean, and their scopes.
    pub instances: Vec<(String, Vec<Def>, ScopeId)>,
    /// Modules being read, outermost first.
    pub open: Vec<String>,
}

/// Who uses which scope.
pub(super) struct Use {
    /// The scope whose names become more.
    pub by: ScopeId,
    /// The module's own scope.
    pub of: ScopeId,
    /// Where it is named.
    pub span: Span,
    /// The module's parameters.
    pub hidden: Vec<Arc<str>>,
    /// A clash of names was reported.
    pub clashed: bool,
}

/// An item's word and name, for its prose.
pub(super) fn heading(kind: &ItemKind) -> String {
    let named = |word: &str, name: &Name| format!("{word} {}", name.text);
    match kind {
        ItemKind::Game { title, .. } => format!("game {}", title.raw),
        ItemKind::Module { name, .. } => named("module", name),
        ItemKind::Players { .. } => "players".to_owned(),
        ItemKind::Use { module, .. } => named("use", module),
        ItemKind::Option { name, .. } => named("option", name),
        ItemKind::Unit { name, .. } => named("unit", name),
        ItemKind::Enum { name, .. } => named("enum", name),
        ItemKind::Card { name, .. } | ItemKind::Sum { name, .. } => named("card", name),
        ItemKind::Tile { name, .. } => named("tile", name),
        ItemKind::Map { name, .. } => named("map", name),
        ItemKind::Deck { name, .. } => named("deck", name),
        ItemKind::Has { owner, .. } => match owner {
            OwnerExpr::Table => "the table".to_owned(),
            OwnerExpr::Name(name) => named("each", name),
            OwnerExpr::Pair(one, other) => format!("each {}, {}", one.text, other.text),
            OwnerExpr::Stage(word, _) => {
                format!("each {}", stage_word(*word))
            }
        },
        ItemKind::Define(define) => named("define", &define.name),
        ItemKind::Deed(deed) => named("to", &deed.name),
        ItemKind::Move(of) if of.attempt.is_some() => named("attempt", &of.name),
        ItemKind::Move(of) => named("action", &of.name),
        ItemKind::Menu(menu) => named("menu", &menu.name),
        ItemKind::Setup(_) => "setup".to_owned(),
        ItemKind::Play(_) => "play".to_owned(),
        ItemKind::Interrupt(of) => match of.when {
            InterruptWhen::Before => named("before", &of.target),
            InterruptWhen::After => named("after", &of.target),
            InterruptWhen::Instead => named("instead of", &of.target),
        },
        ItemKind::RunsOut { owner, zone, .. } => match owner {
            Some(owner) => format!("when {}.{} runs out", owner.text, zone.text),
            None => format!("when {} runs out", zone.text),
        },
        ItemKind::Change(change) => named("change", &change.word),
        ItemKind::Forbid(forbid) => named("forbid", &forbid.target),
        ItemKind::RulesFor { each, card, zone, .. } => {
            let each = if *each { "each " } else { "" };
            format!("rules for {each}{} in {}", card.text, zone.text)
        }
        ItemKind::Test(test) => format!("test {}", test.title.raw),
        ItemKind::Physical { .. } => "physical".to_owned(),
        _ => "item".to_owned(),
    }
}

/// `round`, `turn`, `phase`
fn stage_word(word: StageWord) -> &'static str {
    match word {
        StageWord::Round => "round",
        StageWord::Turn => "turn",
        StageWord::Phase => "phase",
    }
}
