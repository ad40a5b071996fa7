//! The game's items and those of the modules it uses, each in its own scope; names of types.
//!
//! A module sees its parameters, its own items and what it uses itself. What it declares is shown
//! to those that use it.

use super::items::{Items, heading};
use super::names::{Def, ScopeId};
use super::resolver::Resolver;
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Edit};
use crate::ir::{EnumId, Kind, KindId, KindSet, Unit, UnitId};
use crate::source::Span;
use crate::syntax::ast::{Item, ItemKind, Name, SyntaxTree, Text};
use crate::syntax::declares_nothing;
use std::collections::BTreeSet;
use std::sync::Arc;

/// At most so many card kinds: a set of kinds is a word of 64 bits.
const MOST_KINDS: usize = 64;

/// `card Action is Vehicle or Weapon`, waiting for the names of its members.
type Sum = (Name, Vec<Name>);

impl Resolver<'_> {
    /// Sorts the game's items and those of its modules.
    pub fn gather(&mut self, game: SyntaxTree) -> Items {
        let mut items = Items::default();
        let scope = self.open_scope("", game.file);
        self.gather_scope(scope, game.items, &mut items);
        items
    }

    /// Sorts the items of one file, and those of the modules it uses.
    pub fn gather_scope(&mut self, scope: ScopeId, list: Vec<Item>, items: &mut Items) {
        let mut uses = Vec::new();
        let mut sums: Vec<Sum> = Vec::new();
        for item in list {
            let heading = heading(&item.kind);
            self.note(|| heading, &item.doc, item.span);
            if !self.may_stand(scope, &item) {
                continue;
            }
            self.note_not_constant(&item.kind);
            let place = match item.kind {
                ItemKind::Use { module, args } => {
                    uses.push((module, args));
                    continue;
                }
                ItemKind::Sum { name, members } => {
                    match self.room("sums of kinds", sums.len(), name.span) {
                        true => sums.push((name, members)),
                        false => self.broken(scope, &name),
                    }
                    continue;
                }
                ItemKind::Unit { name, symbol } => {
                    self.declare_unit(scope, &name, symbol.as_ref());
                    continue;
                }
                ItemKind::Enum { ref name, .. } => match self.declare_enum(scope, name) {
                    true => &mut items.enums,
                    false => continue,
                },
                ItemKind::Card { ref name, .. } | ItemKind::Tile { ref name, .. } => {
                    match self.declare_kind(scope, name) {
                        true => &mut items.cards,
                        false => continue,
                    }
                }
                ItemKind::Map { .. } => {
                    self.declare_map(scope, item, items);
                    continue;
                }
                ItemKind::Deck { .. } => &mut items.decks,
                ItemKind::Has { .. } => &mut items.has,
                ItemKind::Option { .. } => &mut items.options,
                // In the game's own file it is refused below.
                ItemKind::Set { .. } if !self.files.contains(&item.span.file) => &mut items.sets,
                ItemKind::Physical { rules, reason } => {
                    let reason = reason.plain().unwrap_or(reason.raw);
                    let ids = rules.into_iter().map(|rule| (rule.id, reason.clone()));
                    self.out.book.physical.extend(ids);
                    continue;
                }
                ItemKind::Define(_)
                | ItemKind::Deed(_)
                | ItemKind::Move(_)
                | ItemKind::Menu(_)
                | ItemKind::Setup(_)
                | ItemKind::Play(_)
                | ItemKind::Interrupt(_)
                | ItemKind::RunsOut { .. }
                | ItemKind::Change(_)
                | ItemKind::Forbid(_)
                | ItemKind::RulesFor { .. }
                | ItemKind::Test(_) => &mut items.rules,
                other => {
                    self.special(scope, other, item.span, items);
                    continue;
                }
            };
            place.push((scope, item));
        }
        self.declare_sums(scope, &mut sums, false);
        for (at, (module, args)) in uses.into_iter().enumerate() {
            if !self.room("modules", at, module.span) {
                break;
            }
            self.import(scope, &module, &args, items);
        }
        self.show_exports(items);
        self.declare_sums(scope, &mut sums, true);
    }

    /// Takes note of names that constants may not read, so that they are not called unknown.
    fn note_not_constant(&mut self, kind: &ItemKind) {
        let names = &mut self.out.not_constant;
        match kind {
            ItemKind::Option { name, .. } => _ = names.insert(name.text.clone()),
            ItemKind::Define(define) if define.receiver.is_none() => {
                _ = names.insert(define.name.text.clone())
            }
            ItemKind::Deed(deed) => _ = names.insert(deed.name.text.clone()),
            ItemKind::Has { owner: crate::syntax::ast::OwnerExpr::Table, members } => {
                names.extend(members.iter().map(|m| m.name.text.clone()));
            }
            _ => {}
        }
    }

    /// Items that a module may not hold.
    fn may_stand(&mut self, scope: ScopeId, item: &Item) -> bool {
        let word = match item.kind {
            ItemKind::Game { .. } => "game",
            ItemKind::Players { .. } => "players",
            ItemKind::Setup(_) => "setup",
            ItemKind::Play(_) => "play",
            ItemKind::Test(_) => "test",
            _ => return true,
        };
        if scope == super::names::GAME {
            return true;
        }
        let message = format!("a module holds no `{word}`");
        self.say(
            Diagnostic::new(Code::E0209, item.span, message)
                .help("move it to the game that uses the module"),
        );
        false
    }

    /// Takes note of an item that stands once; none the second time, which is reported.
    pub fn only_once(&mut self, items: &mut Items, word: &'static str, span: Span) -> Option<()> {
        if let Some(first) = items.once.get(word) {
            let found = Diagnostic::new(Code::E0212, span, format!("a game has one `{word}`"))
                .beside(*first, "the first");
            self.say(found.help("put both into one"));
            return None;
        }
        items.once.insert(word, span);
        Some(())
    }

    fn special(&mut self, scope: ScopeId, kind: ItemKind, span: Span, items: &mut Items) {
        match kind {
            ItemKind::Game { title, author } => {
                if self.only_once(items, "game", span).is_some() {
                    self.out.book.title = title.plain().unwrap_or(title.raw);
                    self.out.book.author = author.map(|a| a.plain().unwrap_or(a.raw));
                }
            }
            ItemKind::Players { least, most } => {
                if self.only_once(items, "players", span).is_some() {
                    self.players(least, most, span);
                }
            }
            ItemKind::Module { .. } if scope == super::names::GAME => {
                items.once.insert("module", span);
            }
            ItemKind::Broken { word, name } => {
                self.broken_item(&word, name.as_ref(), span, items);
                if let Some(name) = name {
                    self.broken(scope, &name);
                }
            }
            other => self.unplayable(other, span, items),
        }
    }

    fn players(&mut self, least: i64, most: i64, span: Span) {
        if (1..=16).contains(&least) && (least..=16).contains(&most) {
            self.out.book.players = (least as u8, most as u8);
            return;
        }
        let message = format!("{least} to {most} players cannot play a game");
        // Two ends that could be, the larger one first.
        if (1..=16).contains(&most) && (most..=16).contains(&least) {
            let turned = format!("players {most} to {least}");
            let said = Diagnostic::new(Code::E0213, span, message)
                .help(format!("the smaller number comes first: write `{turned}`"));
            let plain = (span.end - span.start) as usize == turned.len();
            let fix = plain.then_some(Edit { span, new: turned }).into_iter().collect();
            return self.say(Diagnostic { fix, ..said });
        }
        let help = "a game has 1 to 16 players, the smaller number first: `players 2 to 5`";
        self.say(Diagnostic::new(Code::E0213, span, message).help(help));
    }

    /// An item that did not parse: what would follow from its absence is not said.
    fn broken_item(&mut self, word: &str, name: Option<&Name>, span: Span, items: &mut Items) {
        for known in ["game", "players", "play", "setup", "variant", "module"] {
            if known == word {
                items.once.entry(known).or_insert(span);
            }
        }
        match word {
            "card" | "deck" | "tile" | "extend" => self.out.rows_missing = true,
            "variant" | "within" => {
                self.out.rows_missing = true;
                self.out.names_missing = true;
            }
            "enum" | "each" | "the" | "use" | "module" | "map" => self.out.names_missing = true,
            _ => {}
        }
        // By another word it may be anything that holds cards.
        self.out.rows_missing |= !crate::syntax::opens_item(word);
        self.out.names_missing |= name.is_none() && !declares_nothing(word);
    }

    /// What stands in the wrong file.
    fn unplayable(&mut self, kind: ItemKind, span: Span, items: &mut Items) {
        let word = match kind {
            ItemKind::Variant { over, .. } => {
                items.once.insert("variant", span);
                self.out.names_missing = true;
                let game = over.first().map_or_else(|| "game".into(), |o| o.text.clone());
                let found = Diagnostic::new(
                    Code::E0902,
                    span,
                    "this is a variant, which is laid over a game",
                );
                let help = format!(
                    "name the game, and this after `--variant`: `check {game}.rules --variant …`"
                );
                return self.say(found.help(help));
            }
            ItemKind::Within { .. } => "within",
            ItemKind::Replace(_) | ItemKind::ReplaceStage(_) | ItemKind::ReplaceEnds { .. } => {
                "replace"
            }
            ItemKind::Remove(_) => "remove",
            ItemKind::ExtendEnum { .. }
            | ItemKind::ExtendDeck { .. }
            | ItemKind::ExtendMenu { .. }
            | ItemKind::ExtendStage { .. } => "extend",
            ItemKind::Set { .. } => "set",
            ItemKind::Module { .. } => {
                let found =
                    Diagnostic::new(Code::E0209, span, "a module has one `module` line, its first");
                self.say(found.help("put the second module into its own file"));
                return;
            }
            _ => return,
        };
        if items.once.contains_key("variant") {
            return;
        }
        let message = format!("`{word}` changes another game, so it belongs in a variant");
        let help = "write the rule itself here; a variant is a file that begins with `variant \
                    \"Title\" over …`";
        self.say(Diagnostic::new(Code::E0907, span, message).help(help));
    }

    fn declare_unit(&mut self, scope: ScopeId, name: &Name, symbol: Option<&Text>) {
        let symbol =
            symbol.map_or_else(String::new, |s| s.plain().unwrap_or_else(|| s.raw.clone()));
        let same = self.out.book.units.iter().find(|u| !symbol.is_empty() && u.symbol == symbol);
        if let Some(other) = same.map(|u| u.name.clone()).filter(|other| *other != *name.text) {
            let message = format!("`{other}` and `{}` both have the sign `{symbol}`", name.text);
            self.say(
                Diagnostic::new(Code::E0319, name.span, message)
                    .help("give one of them another sign, or none"),
            );
            return self.broken(scope, name);
        }
        if self.room("units", self.out.book.units.len(), name.span) {
            let id = UnitId(self.out.book.units.len() as u16);
            self.out.book.units.push(Unit { name: name.text.to_string(), symbol });
            self.declare(scope, name, Def::Unit(id));
        }
    }

    /// Gives an enum a name and an id; false if there is no room.
    pub fn declare_enum(&mut self, scope: ScopeId, name: &Name) -> bool {
        if !self.room("enums", self.out.book.enums.len(), name.span) {
            return false;
        }
        let id = EnumId(self.out.book.enums.len() as u16);
        self.out.book.enums.push(crate::ir::Enum {
            name: name.text.to_string(),
            members: Vec::new(),
            rectangle: None,
            pair: None,
            fields: Vec::new(),
            values: Vec::new(),
            span: name.span,
        });
        self.declare(scope, name, Def::Enum(id));
        true
    }

    fn declare_kind(&mut self, scope: ScopeId, name: &Name) -> bool {
        let at = self.out.book.kinds.len();
        if at >= MOST_KINDS {
            if !self.out.rows_missing {
                let message = format!("a game has at most {MOST_KINDS} card kinds");
                let help =
                    "kinds that differ only in what is printed can be one kind with a field more";
                self.say(Diagnostic::new(Code::E0301, name.span, message).help(help));
            }
            self.out.rows_missing = true;
            self.broken(scope, name);
            return false;
        }
        let kinds = KindSet::one(KindId(at as u16));
        self.out.book.kinds.push(Kind {
            name: name.text.to_string(),
            fields: Vec::new(),
            rows: (0, 0),
            cards: (0, 0),
            tile: None,
            span: name.span,
        });
        self.out.kind_names.push((name.text.to_string(), kinds));
        self.declare(scope, name, Def::Kind(kinds));
        true
    }

    /// Declares the sums whose members are known; the last time, says what is wrong with the
    /// others.
    fn declare_sums(&mut self, scope: ScopeId, sums: &mut Vec<Sum>, last: bool) {
        loop {
            let before = sums.len();
            let mut waiting = Vec::new();
            for (name, members) in sums.drain(..) {
                let known = members.iter().map(|m| {
                    let Some(Def::Kind(kinds)) = self.out.named(scope, m) else { return None };
                    Some(kinds)
                });
                let all = known.collect::<Option<Vec<KindSet>>>();
                match all {
                    Some(all) => {
                        let kinds = all.into_iter().fold(KindSet::default(), KindSet::or);
                        self.out.kind_names.push((name.text.to_string(), kinds));
                        self.declare(scope, &name, Def::Kind(kinds));
                    }
                    None => waiting.push((name, members)),
                }
            }
            *sums = waiting;
            if sums.is_empty() || (sums.len() == before && !last) {
                return;
            }
            if sums.len() == before {
                break;
            }
        }
        self.broken_sums(scope, std::mem::take(sums));
    }

    /// Says why sums have no members: an unknown one, or a circle, which is said once.
    fn broken_sums(&mut self, scope: ScopeId, mut sums: Vec<Sum>) {
        while !sums.is_empty() {
            let open: BTreeSet<Arc<str>> = sums.iter().map(|(name, _)| name.text.clone()).collect();
            let unknown = sums.iter().position(|(_, members)| {
                members.iter().any(|m| !open.contains(&m.text) && self.no_kind(scope, m))
            });
            let (name, members) = sums.swap_remove(unknown.unwrap_or(0));
            let member = members.iter().find(|m| match unknown {
                Some(_) => !open.contains(&m.text) && self.no_kind(scope, m),
                None => open.contains(&m.text),
            });
            if let Some(member) = member {
                if unknown.is_some() {
                    self.out.kind_named(scope, member, &mut self.report);
                } else {
                    let message = format!(
                        "`{}` is made of `{}`, which is made of it in turn",
                        name.text, member.text
                    );
                    let found = Diagnostic::new(Code::E0203, member.span, message);
                    self.say(found.help("a sum is made of card kinds with fields"));
                }
            }
            self.broken(scope, &name);
        }
    }

    fn no_kind(&self, scope: ScopeId, name: &Name) -> bool {
        !matches!(self.out.lookup(scope, &name.text), Some(Def::Kind(_)))
    }
}
