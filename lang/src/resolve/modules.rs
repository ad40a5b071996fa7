//! The game's items and those of the modules it uses, each in its own scope; names of types.
//!
//! A module sees its parameters, its own items and what it uses itself. What it declares is shown to those that use it.

use super::draft::{Draft, clash};
use super::names::{Declared, Def, ScopeId};
use super::types::not_yet;
use crate::diagnostic::Diagnostic;
use crate::ir::{EnumId, Kind, KindId, KindSet, Unit, UnitId};
use crate::source::{FileId, Span};
use crate::syntax::ast::{Item, ItemKind, ModuleParam, Name, SyntaxTree, Text};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// At most so many card kinds: a set of kinds is a word of 64 bits.
const MOST_KINDS: usize = 64;

/// An item and the scope it stands in.
pub(super) type Placed = (ScopeId, Item);

/// The items of a game and its modules by what is done with them; kinds and units have their names already.
#[derive(Default)]
pub(super) struct Items {
    /// Enums, by their ids.
    pub enums: Vec<Placed>,
    /// Card kinds with fields, by their ids.
    pub cards: Vec<Placed>,
    /// Decks.
    pub decks: Vec<Placed>,
    /// `each … has` and `the table has`.
    pub has: Vec<Placed>,
    /// Options.
    pub options: Vec<Placed>,
    /// Everything with a body, and tests.
    pub rules: Vec<Placed>,
    /// Where the items stand that a game holds once.
    pub once: BTreeMap<&'static str, Span>,
    uses: Vec<Use>,
    modules: BTreeMap<String, Option<(FileId, Arc<str>)>>,
    instances: Vec<(String, Vec<Def>, ScopeId)>,
    /// Modules being read, outermost first.
    open: Vec<String>,
}

/// Who uses which scope.
struct Use {
    by: ScopeId,
    of: ScopeId,
    span: Span,
    hidden: Vec<Arc<str>>,
    clashed: bool,
}

/// `card Action is Vehicle or Weapon`, waiting for the names of its members.
type Sum = (Name, Vec<Name>);

impl Draft<'_> {
    /// Sorts the game's items and those of its modules.
    pub fn gather(&mut self, game: SyntaxTree) -> Items {
        let mut items = Items::default();
        let scope = self.open_scope("", game.file);
        self.gather_scope(scope, game.items, &mut items);
        items
    }

    /// Shows the importers what their modules have declared up to now.
    pub fn show_exports(&mut self, items: &mut Items) {
        for used in &mut items.uses {
            let file = self.files.get(usize::from(used.of.0)).copied().unwrap_or_default();
            let Some(from) = self.out.scopes.get(usize::from(used.of.0)) else { continue };
            let own = from.names.iter().filter(|(_, d)| d.span.file == file);
            let own = own.filter(|(name, _)| !used.hidden.iter().any(|h| **h == **name));
            let own: Vec<(String, Declared)> = own.map(|(n, d)| (n.clone(), d.clone())).collect();
            for (name, declared) in own {
                let Some(to) = self.out.scopes.get_mut(usize::from(used.by.0)) else { continue };
                let Some(old) = to.names.get(&name) else {
                    to.names.insert(name, declared);
                    continue;
                };
                let same = old.span == declared.span && old.def == declared.def;
                let broken = old.def == Def::Broken || declared.def == Def::Broken;
                if !same && !broken && !used.clashed {
                    used.clashed = true;
                    self.report.push(clash(&name, declared.span, old.span).beside(used.span, "used here"));
                }
            }
        }
    }

    fn gather_scope(&mut self, scope: ScopeId, list: Vec<Item>, items: &mut Items) {
        let mut uses = Vec::new();
        let mut sums: Vec<Sum> = Vec::new();
        for item in list {
            let heading = heading(&item.kind);
            self.note(|| heading, &item.doc, item.span);
            if !self.may_stand(scope, &item) {
                continue;
            }
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
                ItemKind::Card { ref name, .. } => match self.declare_kind(scope, name) {
                    true => &mut items.cards,
                    false => continue,
                },
                ItemKind::Deck { .. } => &mut items.decks,
                ItemKind::Has { .. } => &mut items.has,
                ItemKind::Option { .. } => &mut items.options,
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
            Diagnostic::new("E0209", item.span, message).help("move it to the game that uses the module"),
        );
        false
    }

    /// Takes note of an item that stands once; none the second time, which is reported.
    pub fn only_once(&mut self, items: &mut Items, word: &'static str, span: Span) -> Option<()> {
        if let Some(first) = items.once.get(word) {
            let found = Diagnostic::new("E0212", span, format!("a game has one `{word}`"))
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
            ItemKind::Broken { word, name } => self.broken_item((scope, &word, name.as_ref()), span, items),
            other => self.unplayable(scope, other, span, items),
        }
    }

    fn players(&mut self, least: i64, most: i64, span: Span) {
        if (1..=16).contains(&least) && (least..=16).contains(&most) {
            self.out.book.players = (least as u8, most as u8);
            return;
        }
        self.out.book.players = (1, 1);
        let message = format!("{least} to {most} players cannot play a game");
        let help = "a game has 1 to 16 players, the smaller number first: `players 2 to 5`";
        self.say(Diagnostic::new("E0213", span, message).help(help));
    }

    /// An item that did not parse: what would follow from its absence is not said.
    fn broken_item(
        &mut self,
        (scope, word, name): (ScopeId, &str, Option<&Name>),
        span: Span,
        items: &mut Items,
    ) {
        for known in ["game", "players", "play", "setup", "variant", "module"] {
            if known == word {
                items.once.entry(known).or_insert(span);
            }
        }
        match word {
            "card" | "deck" | "tile" | "extend" => self.out.rows_missing = true,
            "enum" | "each" | "the" | "use" | "variant" | "within" | "module" | "map" => {
                self.out.names_missing = true
            }
            _ if name.is_none() => self.out.names_missing = true,
            _ => {}
        }
        if let Some(name) = name {
            self.broken(scope, name);
        }
    }

    /// Grids, maps and overlays.
    fn unplayable(&mut self, scope: ScopeId, kind: ItemKind, span: Span, items: &mut Items) {
        let at = |text: &str| Name { text: text.into(), span };
        let word = match kind {
            ItemKind::Tile { name, .. } => {
                self.out.rows_missing = true;
                self.broken(scope, &name);
                self.say(not_yet(&name, "a `tile`"));
                return;
            }
            ItemKind::Map { name, stop, .. } => {
                self.broken(scope, &name);
                self.broken(scope, &stop);
                self.say(not_yet(&name, "a `map`"));
                return;
            }
            ItemKind::Variant { .. } => {
                items.once.insert("variant", span);
                self.out.names_missing = true;
                "variant"
            }
            ItemKind::Within { .. } => "within",
            ItemKind::Replace(_) => "replace",
            ItemKind::Remove { .. } => "remove",
            ItemKind::ExtendEnum { .. } => {
                self.out.names_missing = true;
                "extend"
            }
            ItemKind::ExtendDeck { .. } => {
                self.out.rows_missing = true;
                "extend"
            }
            ItemKind::Set { .. } => "set",
            ItemKind::Module { .. } => {
                let found = Diagnostic::new("E0209", span, "a module has one `module` line, its first");
                self.say(found.help("put the second module into a file of its own"));
                return;
            }
            _ => return,
        };
        self.say(not_yet(&at(word), &format!("`{word}`")));
    }

    fn declare_unit(&mut self, scope: ScopeId, name: &Name, symbol: Option<&Text>) {
        let symbol = symbol.map_or_else(String::new, |s| s.plain().unwrap_or_else(|| s.raw.clone()));
        let same = self.out.book.units.iter().find(|u| !symbol.is_empty() && u.symbol == symbol);
        if let Some(other) = same.map(|u| u.name.clone()).filter(|other| *other != *name.text) {
            let message = format!("`{other}` and `{}` both have the sign `{symbol}`", name.text);
            self.say(
                Diagnostic::new("E0319", name.span, message).help("give one of them another sign, or none"),
            );
            return self.broken(scope, name);
        }
        if self.room("units", self.out.book.units.len(), name.span) {
            let id = UnitId(self.out.book.units.len() as u16);
            self.out.book.units.push(Unit { name: name.text.to_string(), symbol });
            self.declare(scope, name, Def::Unit(id));
        }
    }

    fn declare_enum(&mut self, scope: ScopeId, name: &Name) -> bool {
        if !self.room("enums", self.out.book.enums.len(), name.span) {
            return false;
        }
        let id = EnumId(self.out.book.enums.len() as u16);
        self.out.book.enums.push(crate::ir::Enum {
            name: name.text.to_string(),
            members: Vec::new(),
            rectangle: None,
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
                let help = "kinds that differ only in what is printed can be one kind with a field more";
                self.say(Diagnostic::new("E0301", name.span, message).help(help));
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
            span: name.span,
        });
        self.out.kind_names.push((name.text.to_string(), kinds));
        self.declare(scope, name, Def::Kind(kinds));
        true
    }

    /// Declares the sums whose members are known; the last time, says what is wrong with the others.
    fn declare_sums(&mut self, scope: ScopeId, sums: &mut Vec<Sum>, last: bool) {
        loop {
            let before = sums.len();
            let mut waiting = Vec::new();
            for (name, members) in sums.drain(..) {
                let known = members.iter().map(|m| match self.out.lookup(scope, &m.text) {
                    Some(Def::Kind(kinds)) => Some(kinds),
                    _ => None,
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
                    let message =
                        format!("`{}` is made of `{}`, which is made of it in turn", name.text, member.text);
                    let found = Diagnostic::new("E0203", member.span, message);
                    self.say(found.help("a sum is made of card kinds with fields"));
                }
            }
            self.broken(scope, &name);
        }
    }

    fn no_kind(&self, scope: ScopeId, name: &Name) -> bool {
        !matches!(self.out.lookup(scope, &name.text), Some(Def::Kind(_)))
    }

    fn import(&mut self, scope: ScopeId, module: &Name, args: &[Name], items: &mut Items) {
        if let Some(at) = items.open.iter().position(|open| **open == *module.text) {
            let mut circle: Vec<&str> = items.open[at..].iter().map(String::as_str).collect();
            circle.push(&module.text);
            let message = format!("modules use each other in a circle: {}", circle.join(" uses "));
            self.out.names_missing = true;
            return self.say(
                Diagnostic::new("E0206", module.span, message).help("move what both need to a third module"),
            );
        }
        let Some((file, text)) = self.module_text(module, items) else {
            self.out.names_missing = true;
            return;
        };
        let tree = (self.parse)(file, &text).0;
        let head = tree.items.iter().find_map(|item| match &item.kind {
            ItemKind::Module { name, params } => Some((name.text.clone(), params.clone())),
            _ => None,
        });
        let (name, params) = head.unwrap_or_else(|| (module.text.clone(), Vec::new()));
        if name != module.text {
            let message = format!("the file of the module `{}` calls itself `{name}`", module.text);
            self.say(
                Diagnostic::new("E0205", module.span, message).help("rename the file, or the module in it"),
            );
        }
        let defs = self.bind_params(scope, module, &params, args);
        let known =
            items.instances.iter().find(|(name, of, _)| **name == *module.text && *of == defs).map(|i| i.2);
        if let Some(of) = known
            && let Some(first) = items.uses.iter().find(|u| u.by == scope && u.of == of)
        {
            let message = format!("`{}` is used twice", module.text);
            let found =
                Diagnostic::new("E0207", module.span, message).beside(first.span, "used here already");
            return self.say(found.help("once is enough: leave this line out"));
        }
        let of = match known {
            Some(of) => of,
            None => {
                if !self.room("modules", self.out.scopes.len(), module.span) {
                    return;
                }
                let of = self.open_scope(&module.text, file);
                items.instances.push((module.text.to_string(), defs.clone(), of));
                for (param, def) in params.iter().zip(defs) {
                    self.declare(of, &param.name, def);
                }
                items.open.push(module.text.to_string());
                let mut list = tree.items;
                if let Some(at) = list.iter().position(|i| matches!(i.kind, ItemKind::Module { .. })) {
                    let head = list.remove(at);
                    self.note(|| heading(&head.kind), &head.doc, head.span);
                }
                self.gather_scope(of, list, items);
                items.open.pop();
                of
            }
        };
        let hidden = params.into_iter().map(|p| p.name.text).collect();
        items.uses.push(Use { by: scope, of, span: module.span, hidden, clashed: false });
    }

    /// The text of a module, asked for and checked once.
    fn module_text(&mut self, module: &Name, items: &mut Items) -> Option<(FileId, Arc<str>)> {
        if let Some(known) = items.modules.get(&*module.text) {
            return known.clone();
        }
        if !self.room("modules", items.modules.len(), module.span) {
            return None;
        }
        let found = match self.loader.module(&module.text) {
            Ok(loaded) if self.sources.get(self.files[0]).is_some_and(|game| *game.text == *loaded.text) => {
                let found = Diagnostic::new("E0206", module.span, "a game cannot use itself");
                self.say(found.help("leave this line out"));
                None
            }
            Ok(loaded) => {
                let text: Arc<str> = loaded.text.into();
                let file = self.sources.add(loaded.name, text.clone());
                let (tree, wrong) = (self.parse)(file, &text);
                let fine = wrong.is_empty();
                self.report.extend(wrong);
                let head = tree.items.iter().any(|i| match &i.kind {
                    ItemKind::Module { .. } => true,
                    ItemKind::Broken { word, .. } => word == "module",
                    _ => false,
                });
                if !head && fine {
                    let message = format!("the file of `{}` is no module", module.text);
                    let help = format!("a module begins with `module {}`", module.text);
                    self.say(Diagnostic::new("E0205", module.span, message).help(help));
                }
                head.then_some((file, text))
            }
            Err(why) => {
                let message = format!("there is no module `{}`: {why}", module.text);
                let names = self.loader.modules();
                let help = match self.out.guess(&module.text, names.iter().map(String::as_str)) {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => format!("modules are {}", names.join(", ")),
                };
                self.say(Diagnostic::new("E0205", module.span, message).help(help));
                None
            }
        };
        items.modules.insert(module.text.to_string(), found.clone());
        found
    }

    /// What a module's parameters mean in one use of it; those that do not fit are broken, and that is reported.
    fn bind_params(
        &mut self,
        scope: ScopeId,
        module: &Name,
        params: &[ModuleParam],
        args: &[Name],
    ) -> Vec<Def> {
        if params.len() != args.len() {
            let wanted: Vec<String> = params
                .iter()
                .map(|p| format!("a {}", if p.is_unit { "unit" } else { "card kind" }))
                .collect();
            let message =
                format!("`{}` is used with {} names, but it wants {}", module.text, args.len(), params.len());
            let help = match wanted.is_empty() {
                true => format!("write `use {}`", module.text),
                false => format!("in brackets: {}", wanted.join(", ")),
            };
            self.say(Diagnostic::new("E0208", module.span, message).help(help));
            return params.iter().map(|_| Def::Broken).collect();
        }
        let mut defs = Vec::new();
        for (param, arg) in params.iter().zip(args) {
            let def = match (self.out.lookup(scope, &arg.text), param.is_unit) {
                (Some(def @ Def::Unit(_)), true) | (Some(def @ Def::Kind(_)), false) => def,
                (Some(Def::Broken), _) => Def::Broken,
                (other, is_unit) => {
                    let wanted = if is_unit { "unit" } else { "card kind" };
                    let message = match other {
                        Some(def) => format!(
                            "`{}` is {}, but `{}` wants a {wanted}",
                            arg.text,
                            def.noun(),
                            module.text
                        ),
                        None => format!("there is no {wanted} `{}`", arg.text),
                    };
                    let mut found =
                        Diagnostic::new("E0208", arg.span, message).beside(param.name.span, "wanted here");
                    if let Some(meant) = self.out.suggest(scope, &arg.text, &[]).filter(|_| other.is_none()) {
                        found = found.help(format!("did you mean `{meant}`?"));
                    }
                    self.say(found);
                    Def::Broken
                }
            };
            defs.push(def);
        }
        defs
    }
}

/// An item's word and name, for its prose.
fn heading(kind: &ItemKind) -> String {
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
            crate::syntax::ast::OwnerExpr::Table => "the table".to_owned(),
            crate::syntax::ast::OwnerExpr::Name(name) => named("each", name),
            crate::syntax::ast::OwnerExpr::Stage(word, _) => {
                format!("each {}", super::things::stage_word(*word))
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
            crate::syntax::ast::InterruptWhen::Before => named("before", &of.target),
            crate::syntax::ast::InterruptWhen::After => named("after", &of.target),
            crate::syntax::ast::InterruptWhen::Instead => named("instead of", &of.target),
        },
        ItemKind::RunsOut { zone, .. } => format!("when {} runs out", zone.text),
        ItemKind::Change(change) => named("change", &change.word),
        ItemKind::Forbid(forbid) => named("forbid", &forbid.target),
        ItemKind::RulesFor { card, zone, .. } => format!("rules for {} in {}", card.text, zone.text),
        ItemKind::Test(test) => format!("test {}", test.title.raw),
        ItemKind::Physical { .. } => "physical".to_owned(),
        _ => "item".to_owned(),
    }
}
