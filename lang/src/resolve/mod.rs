//! Declarations: names bound, tables read.
//!
//! [`resolve`] turns the game's tree and those of the modules it uses into [`names::Resolved`]:
//! everything that can be known without looking into a body. Bodies stay syntax and wait for the
//! checker. In order:
//!
//! 1. the items of the game and its modules, each module in a scope of its own; names of units,
//!    enums, kinds (`modules`, `imports`)
//! 2. members and fields, tables included (`kinds`, `fields`, `tables`); the nodes of maps (`maps`)
//! 3. decks: rows and cards (`decks`, `condition`, [`literal`]); what variants print on them
//!    (`cells`)
//! 4. zones, counters and options (`things`)
//! 5. words, deeds, moves and menus: ids and signatures (`rules`), then the counters of runs
//! 6. what a whole game must have

mod boards;
mod cells;
pub mod codes;
mod condition;
pub mod constant;
mod decks;
mod fields;
mod imports;
mod items;
mod kinds;
pub mod literal;
pub mod lookup;
mod maps;
mod modules;
pub mod names;
mod products;
pub(crate) mod records;
mod resolver;
mod rules;
mod table_help;
mod table_loading;
mod tables;
mod things;
pub mod types;
pub mod uses;

pub use codes::CODES;
pub use lookup::{Found, built_in_words};
pub use resolver::Parse;
pub use types::Typed;

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::loader::Loader;
use crate::source::{FileId, Sources, Span};
use crate::syntax::ast::SyntaxTree;
use items::Items;
use names::Resolved;
use resolver::Resolver;

/// Binds the names of a game and of the modules it uses, and reads its tables. Modules and tables
/// are asked of the loader and added to the sources. What is declared wrongly is reported, once,
/// and silently accepted from then on.
pub fn resolve(
    game: SyntaxTree,
    sources: &mut Sources,
    loader: &mut dyn Loader,
    parse: Parse<'_>,
) -> (Resolved, Vec<Diagnostic>) {
    let mut draft = Resolver::new(sources, loader, parse);
    let file = game.file;
    let mut items = draft.gather(game);
    draft.declare_sides(&items);
    draft.read_enums(&items);
    draft.set_members(&items);
    let columns = draft.read_cards(&items);
    draft.read_decks(&items, &columns);
    let runs = draft.declare_things(&mut items);
    draft.declare_options(&mut items);
    draft.show_exports(&mut items);
    draft.declare_rules(&mut items);
    draft.show_exports(&mut items);
    draft.declare_runs(runs);
    draft.check_run_names();
    draft.warn_of_unread_columns();
    whole_game(&mut draft, &items, file);
    (draft.out, draft.report)
}

/// What a whole game must have.
fn whole_game(draft: &mut Resolver<'_>, items: &Items, file: FileId) {
    let top = Span { file, start: 0, end: 0 };
    let has = |word: &str| items.once.contains_key(word);
    if has("variant") {
        return;
    }
    if let Some(span) = items.once.get("module").filter(|_| has("game")) {
        let found = Diagnostic::new(Code::E0209, *span, "a game is not a module");
        return draft.say(
            found.help("leave the `module` line out, or move what others use to a separate file"),
        );
    }
    if let Some(span) = items.once.get("module") {
        let found = Diagnostic::new(Code::E0210, *span, "this file is a module, not a game");
        return draft.say(found.help("check the game that uses it"));
    }
    if !has("game") {
        let found = Diagnostic::new(Code::E0210, top, "this file has no game");
        return draft.say(found.help("say which game it is: `game \"Tic-tac-toe\"`"));
    }
    let game = items.once.get("game").copied().unwrap_or(top);
    if !has("players") {
        let found = Diagnostic::new(Code::E0213, game, "how many play this game?");
        draft.say(found.help("say it below the title: `players 2 to 5`"));
    }
    if !has("play") && !draft.out.names_missing {
        let found = Diagnostic::new(Code::E0211, game, "this game has no `play`");
        draft.say(
            found.help("say how it goes: `play { turn me in players onwards { choose { … } } }`"),
        );
    }
}
