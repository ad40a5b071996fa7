//! Variants laid over a game: trees merged before any name is looked up.
//!
//! [`merge`] goes through the variants in the order given and carries out what their items say on
//! the items of the game: it adds, replaces, removes, extends and sets. Nothing is copied as text:
//! every part of the merged tree keeps its place in the file it comes from, so that whatever is
//! found wrong later is shown there. What a variant touches must be there (`find`), and no two
//! rules of variants may touch the same thing.

mod apply;
mod find;
mod key;
mod prune;
mod remove;
mod set;
mod stages;
mod walk;

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Sources, Span};
use crate::syntax::ast::{Item, ItemKind, Name, SyntaxTree};
use key::{Key, keys};
use std::collections::{BTreeMap, BTreeSet};

/// Code and title of everything that laying variants over a game may report.
pub const CODES: &[(Code, &str)] = &[
    (Code::E0902, "a variant of another game"),
    (Code::E0903, "something that is there already"),
    (Code::E0904, "something that the game does not have"),
    (Code::E0905, "one of several"),
    (Code::E0906, "two rules of variants touch the same thing"),
    (Code::E0907, "an item that only variants hold"),
    (Code::E0908, "something that cannot be changed like this"),
    (Code::W0901, "an interrupt that never runs"),
    (Code::W0902, "a value that is set to what it is"),
];

/// So many mistakes are reported; whoever mends them will see the others.
const MOST_ERRORS: usize = 100;
/// So many items of variants are carried out.
const MOST_CHANGES: usize = 4096;
/// So many names are looked for in what was probably meant.
const MOST_GUESSES: usize = 200;

/// A game and what is laid over it.
#[derive(Debug)]
pub struct Layers {
    /// The game's name: its file's, without the ending.
    pub name: String,
    /// The tree of its text, before any variant.
    pub game: SyntaxTree,
    /// The variants, the lowest first.
    pub variants: Vec<SyntaxTree>,
}

/// What came of merging.
#[derive(Debug)]
pub struct Merged {
    /// One tree, in the order of the game; what was added stands behind it.
    pub tree: SyntaxTree,
    /// What was wrong.
    pub report: Vec<Diagnostic>,
    /// Names whose items were removed or replaced, by what, and which of the two (`true`: removed).
    pub altered: BTreeMap<String, (Span, bool)>,
    /// What is probably meant by items of variants that could not be read, each with where its name
    /// stands.
    pub meant: Vec<(Span, String)>,
    /// Names in rules of variants, each with where the game has it.
    pub aims: Vec<(Span, Span)>,
}

/// Lays variants over a game; `modules` gives the items of a module, if it can be read. Without
/// variants the tree stays as it is.
pub fn merge(
    layers: Layers,
    sources: &Sources,
    modules: &mut dyn FnMut(&str) -> Option<Vec<Item>>,
) -> Merged {
    let Layers { name, game, variants } = layers;
    if variants.is_empty() {
        return Merged {
            tree: game,
            report: Vec::new(),
            altered: BTreeMap::new(),
            meant: Vec::new(),
            aims: Vec::new(),
        };
    }
    let file = game.file;
    let mut merging = Merging::new(&name, file, sources, modules);
    for item in game.items {
        merging.push(item);
    }
    for (at, variant) in variants.into_iter().enumerate() {
        merging.layer = at + 1;
        merging.lay(variant);
    }
    merging.prune();
    merging.never_run();
    let again: Vec<Key> =
        merging.gone.keys().filter(|k| !merging.live(k).is_empty()).cloned().collect();
    for key in again {
        merging.altered.remove(key.name.rsplit('.').next().unwrap_or(""));
    }
    let items = merging.slots.into_iter().filter_map(|s| s.item).collect();
    Merged {
        tree: SyntaxTree { file, items },
        report: merging.report,
        altered: merging.altered,
        meant: merging.meant,
        aims: merging.aims,
    }
}

/// An item and whose it is.
#[derive(Debug)]
struct Slot {
    /// None once it is removed.
    item: Option<Item>,
    /// 0: the game's; otherwise the variant's number.
    layer: usize,
}

/// What a rule of a variant did to a slot or a part of it.
#[derive(Debug, Clone, Copy)]
struct Touch {
    /// Where the rule stands.
    span: Span,
    /// It only adds, which others may do, too.
    adds: bool,
}

/// The game while variants are laid over it.
struct Merging<'a> {
    sources: &'a Sources,
    modules: &'a mut dyn FnMut(&str) -> Option<Vec<Item>>,
    /// The game's name and file.
    name: &'a str,
    file: FileId,
    slots: Vec<Slot>,
    index: BTreeMap<Key, Vec<usize>>,
    /// By slot and part; the part of a whole item is empty.
    touched: BTreeMap<(usize, String), Touch>,
    /// What was removed, and by what.
    gone: BTreeMap<Key, Span>,
    altered: BTreeMap<String, (Span, bool)>,
    meant: Vec<(Span, String)>,
    aims: Vec<(Span, Span)>,
    /// Which variant is being laid.
    layer: usize,
    /// Items that did not parse: their names are not missed; `true`: some had no name.
    broken: (BTreeSet<String>, bool),
    guesses: usize,
    /// Items of variants up to now.
    changes: usize,
    report: Vec<Diagnostic>,
}

impl<'a> Merging<'a> {
    fn new(
        name: &'a str,
        file: FileId,
        sources: &'a Sources,
        modules: &'a mut dyn FnMut(&str) -> Option<Vec<Item>>,
    ) -> Self {
        Self {
            sources,
            modules,
            name,
            file,
            slots: Vec::new(),
            index: BTreeMap::new(),
            touched: BTreeMap::new(),
            gone: BTreeMap::new(),
            altered: BTreeMap::new(),
            meant: Vec::new(),
            aims: Vec::new(),
            layer: 0,
            broken: (BTreeSet::new(), false),
            guesses: MOST_GUESSES,
            changes: 0,
            report: Vec::new(),
        }
    }

    fn say(&mut self, found: Diagnostic) {
        if self.report.len() < MOST_ERRORS {
            self.report.push(found);
        }
    }

    /// Takes an item in behind all others.
    fn push(&mut self, item: Item) {
        // Nothing that is changed lies in a test.
        if let ItemKind::Broken { word, name } = &item.kind
            && word != "test"
        {
            match name {
                Some(name) => drop(self.broken.0.insert(name.text.to_string())),
                None => self.broken.1 = true,
            }
        }
        let at = self.slots.len();
        for key in keys(&item) {
            self.index.entry(key).or_default().push(at);
        }
        self.slots.push(Slot { item: Some(item), layer: self.layer });
    }

    fn item(&self, at: usize) -> Option<&Item> {
        self.slots.get(at)?.item.as_ref()
    }

    fn item_mut(&mut self, at: usize) -> Option<&mut Item> {
        self.slots.get_mut(at)?.item.as_mut()
    }

    /// Lays one variant over what is there.
    fn lay(&mut self, variant: SyntaxTree) {
        let top = Span { file: variant.file, start: 0, end: 0 };
        let head = variant.items.iter().find_map(|item| match &item.kind {
            ItemKind::Variant { over, .. } => Some((item.span, over.clone())),
            ItemKind::Broken { word, .. } if word == "variant" => Some((item.span, Vec::new())),
            _ => None,
        });
        let Some((span, over)) = head else {
            if !variant.items.is_empty() || self.broken.0.is_empty() {
                let is_game = |item: &Item| matches!(item.kind, ItemKind::Game { .. });
                let begins = format!("`variant \"Title\" over {}`", self.name);
                let (message, help) = match variant.items.iter().any(is_game) {
                    true => (
                        "this file is a whole game, not a variant",
                        format!("keep only what differs, below {begins}"),
                    ),
                    false => {
                        ("this file is not a variant", format!("a variant begins with {begins}"))
                    }
                };
                self.say(Diagnostic::new(Code::E0902, top, message).help(help));
            }
            return;
        };
        let fits = over.is_empty() || over.iter().any(|name| *name.text == *self.name);
        if !fits {
            self.other_game(span, &over);
            return;
        }
        for item in variant.items {
            match item.kind {
                ItemKind::Variant { .. } if item.span == span => {}
                ItemKind::Within { name, items } => {
                    if *name.text == *self.name {
                        items.into_iter().for_each(|item| self.apply(item));
                    } else if !over.is_empty() && !over.iter().any(|o| o.text == name.text) {
                        self.not_over(&name, &over);
                    }
                }
                _ => self.apply(item),
            }
        }
    }

    fn other_game(&mut self, span: Span, over: &[Name]) {
        let names: Vec<String> = over.iter().map(|o| format!("`{}`", o.text)).collect();
        let place = over.first().zip(over.last()).map_or(span, |(a, b)| a.span.to(b.span));
        let message =
            format!("this variant is over {}, not over `{}`", names.join(", "), self.name);
        let help = format!(
            "if it suits this game, too, add its name: `over {}, {}`",
            over[0].text, self.name
        );
        self.say(Diagnostic::new(Code::E0902, place, message).help(help));
    }

    fn not_over(&mut self, name: &Name, over: &[Name]) {
        let message = format!("this variant is not over `{}`", name.text);
        let names: Vec<&str> = over.iter().map(|o| &*o.text).collect();
        let help = match crate::spelling::nearest(&name.text, names.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("name it at the top: `over {}, {}`", names.join(", "), name.text),
        };
        self.say(Diagnostic::new(Code::E0902, name.span, message).help(help));
    }
}
