//! The whole compile: `Source → Syntax (variants laid over it) → Resolved → Rulebook`.

use crate::accepted;
use crate::causes;
use crate::check::{Checked, ask, check};
use crate::code::Code;
use crate::declared;
use crate::diagnostic::{Diagnostic, Edit, Label, Severity};
use crate::examples;
use crate::fixes;
use crate::idle;
use crate::ir::Rulebook;
use crate::letters::in_name;
pub use crate::loader::{LoadError, Loaded, Loader};
use crate::meant;
use crate::messages::{UNUSED, at_most, in_order};
use crate::overlay::{Layers, Merged, merge};
use crate::resolve::names::Resolved;
use crate::resolve::uses::{Meaning, PLACEHOLDER};
use crate::resolve::{Parse, resolve};
use crate::secrets;
use crate::secrets::again::{Written, is_test};
use crate::source::{FileId, SourceFile, Sources, Span};
use crate::syntax::ast::{Item, ItemKind, SyntaxTree};
use crate::syntax::{Haste, ParseCache, Reading, reread, retyped};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// So often a game is compiled anew without the tests of it that a variant has made impossible.
const MOST_ROUNDS: usize = 6;

/// So many words of a wrong place are looked at for what a variant has altered.
const MOST_WORDS: usize = 12;

/// What came of a compilation.
#[derive(Debug, Clone, Default)]
pub struct Compiled {
    /// Every text that took part; the first is the game, then come its variants.
    pub sources: Sources,
    /// The rulebook, if nothing is wrong.
    pub rulebook: Option<Rulebook>,
    /// What the rules declare, for lines that are typed at a running game.
    pub declared: Arc<Resolved>,
    /// Errors and warnings, in source order; what nobody uses comes last.
    pub diagnostics: Vec<Diagnostic>,
    /// What was laid over the game.
    pub variants: Vec<Laid>,
    /// Tests that do not make sense under the variants; they are left out of the rulebook.
    pub changed: Vec<ChangedTest>,
    /// If nothing but tests is wrong: the rules without these.
    pub playable: Option<Box<Playable>>,
    /// So many wrong tests were left out of the rulebook, by [`Compiled::leave_broken_tests_out`].
    pub left_out: usize,
}

/// Rules that are right, though some of their tests are not.
#[derive(Debug, Clone)]
pub struct Playable {
    /// The rulebook without those tests.
    pub rulebook: Rulebook,
    /// What it declares.
    pub declared: Arc<Resolved>,
    /// The tests that were left out, and the first thing that is wrong with each.
    pub broken: Vec<ChangedTest>,
}

impl Compiled {
    /// For hosts that play: the rules without those of their tests that are wrong, if nothing else
    /// is.
    #[must_use]
    pub fn leave_broken_tests_out(mut self) -> Self {
        if let Some(playable) = self.playable.take() {
            self.rulebook = Some(playable.rulebook);
            self.declared = playable.declared;
            self.left_out = playable.broken.len();
        }
        self
    }
}

/// A variant that was laid over a game.
#[derive(Debug, Clone)]
pub struct Laid {
    /// What stands behind `variant`, without quotation marks.
    pub title: String,
    /// The prose above it.
    pub doc: String,
    /// The text that it was read from, among [`Compiled::sources`].
    pub file: FileId,
}

/// A test that is left out: it is wrong, or does not make sense under the variants that were laid
/// over its game.
#[derive(Debug, Clone)]
pub struct ChangedTest {
    /// What stands behind `test`; of one whose head cannot be read, `a test`.
    pub title: String,
    /// The rules it cites.
    pub rules: Vec<String>,
    /// Where it stands.
    pub span: Span,
    /// The first error in it.
    pub why: Diagnostic,
}

/// Compiles a game: parses it, resolves what it declares, checks every body. `name` is the name of
/// its text that people are shown; modules and tables are asked of the loader. There is a rulebook
/// if there is no error.
pub fn compile(name: &str, text: &str, loader: &mut dyn Loader) -> Compiled {
    compile_layers(&Loaded { name: name.to_owned(), text: text.to_owned() }, &[], loader)
}

/// Compiles a game with variants laid over it, the lowest first. A test of the game that a variant
/// makes impossible is no error: it is left out, and listed as changed. With several variants that
/// holds for their tests, too.
pub fn compile_layers(game: &Loaded, variants: &[Loaded], loader: &mut dyn Loader) -> Compiled {
    compile_again(game, variants, Wanted::Playable, loader, &mut Memory::default())
}

/// Compiles a game as [`compile_layers`] does, as far as is wanted; of rules that were compiled
/// before only what has changed is read anew.
pub fn compile_again(
    game: &Loaded,
    variants: &[Loaded],
    wanted: Wanted,
    loader: &mut dyn Loader,
    memory: &mut Memory,
) -> Compiled {
    let Memory { items, secrets } = memory;
    let haste = match wanted {
        Wanted::Gap => Haste::Asking,
        Wanted::AtOnce => Haste::Typing,
        Wanted::Problems | Wanted::Playable => Haste::None,
    };
    items.begin(haste);
    let parse: Parse<'_> = &mut |file, text| items.parse(file, text);
    let (texts, tools) = (Texts { game, variants }, &mut Tools { loader, parse, secrets, haste });
    match wanted {
        Wanted::Gap => gap(texts, tools),
        Wanted::AtOnce | Wanted::Problems | Wanted::Playable => compiled(texts, wanted, tools),
    }
}

/// What is remembered from one compilation of some rules to the next.
#[derive(Debug, Default)]
pub struct Memory {
    items: ParseCache,
    secrets: secrets::again::Memory,
}

/// A game's text and those of the variants that are laid over it, the lowest first.
#[derive(Clone, Copy)]
struct Texts<'t> {
    game: &'t Loaded,
    variants: &'t [Loaded],
}

impl<'t> Texts<'t> {
    fn all(self) -> impl Iterator<Item = &'t Loaded> {
        std::iter::once(self.game).chain(self.variants)
    }
}

/// How texts are found and become trees, and what is known of secrets.
struct Tools<'a> {
    loader: &'a mut dyn Loader,
    parse: Parse<'a>,
    secrets: &'a mut secrets::again::Memory,
    haste: Haste,
}

/// What is wanted of a compilation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// What the rules declare, and what could stand in the place of the [`PLACEHOLDER`]; nothing is
    /// reported.
    Gap,
    /// What is wrong with words, names and types, while somebody types: what leaks and what is idle
    /// is not looked for, nor mends that are hard to find. There is no rulebook.
    AtOnce,
    /// All that is wrong, and the rulebook if nothing is.
    Problems,
    /// If only tests are wrong, also the rules without these.
    Playable,
}

fn gap(texts: Texts<'_>, tools: &mut Tools<'_>) -> Compiled {
    let mut read = read_layers(texts, &BTreeSet::new(), &BTreeSet::new(), tools);
    let (merged, _) = merged(texts.game, &mut read, tools);
    let (resolved, _) = resolve(merged.tree, &mut read.sources, tools.loader, tools.parse);
    for (here, there) in merged.aims {
        resolved.uses.note(here, Meaning::Same(there));
    }
    let declared = Arc::new(resolved);
    if let Some(place) = read.sources.iter().find_map(|(id, file)| placeholder(id, file)) {
        ask(Arc::clone(&declared), place);
    }
    declared.uses.close();
    Compiled { sources: read.sources, declared, ..Compiled::default() }
}

/// Where a text has the [`PLACEHOLDER`].
fn placeholder(file: FileId, source: &SourceFile) -> Option<Span> {
    let start = u32::try_from(source.text.find(PLACEHOLDER)?).ok()?;
    Some(Span { file, start, end: start + PLACEHOLDER.len() as u32 })
}

fn compiled(texts: Texts<'_>, wanted: Wanted, tools: &mut Tools<'_>) -> Compiled {
    let variants = texts.variants;
    let mut changed: Vec<ChangedTest> = Vec::new();
    let mut left_out = BTreeSet::new();
    for _ in 0..MOST_ROUNDS {
        let (mut made, tests) = once(texts, &left_out, tools);
        let other = |file: FileId| file.0 == 0 || variants.len() > 1;
        let mut found = false;
        for (title, rules, span) in &tests {
            if variants.is_empty() || !other(span.file) {
                continue;
            }
            if let Some(why) = made.diagnostics.iter().find(|d| is_error_in(d, *span)).cloned() {
                left_out.insert(*span);
                changed.push(ChangedTest {
                    title: title.clone(),
                    rules: rules.clone(),
                    span: *span,
                    why,
                });
                found = true;
            }
        }
        if !found || left_out.len() > 1000 {
            changed.sort_by_key(|c| c.span);
            made.changed = changed;
            if made.rulebook.is_none() && matches!(wanted, Wanted::Problems | Wanted::Playable) {
                let errors = errors_of(&made);
                if let Some((playable, warned)) = playable(texts, errors, tests, left_out, tools) {
                    made.diagnostics = with_warnings(made.diagnostics, warned);
                    made.playable = Some(playable).filter(|_| wanted == Wanted::Playable);
                }
            }
            return made;
        }
    }
    let (mut made, _) = once(texts, &left_out, tools);
    made.changed = changed;
    made
}

/// Whether an error stands in a part of a text.
fn is_error_in(found: &Diagnostic, part: Span) -> bool {
    let at = found.span();
    let inside = at.file == part.file && at.start >= part.start && at.end <= part.end;
    found.severity == Severity::Error && inside
}

/// What is wrong with tests, and what rules are warned of without them: where tests name cards that
/// there are not, what lists the cards may be wrong.
fn with_warnings(mut all: Vec<Diagnostic>, warned: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let lacks_card = |d: &Diagnostic| d.severity != Severity::Error || d.code == Code::E0309;
    if !all.iter().all(lacks_card) {
        return all;
    }
    let of_rules = |d: &Diagnostic| {
        let idle = d.code.is_about_types() || d.code.is_about_flow() || d.code == Code::W0605;
        // What only tests use is no longer used without them.
        d.severity == Severity::Warning && idle && !UNUSED.contains(&d.code)
    };
    let new: Vec<Diagnostic> =
        warned.into_iter().filter(|d| of_rules(d) && !all.contains(d)).collect();
    all.extend(new);
    in_order(all)
}

/// Compiles the rules again without the tests that have errors, if no error stands elsewhere; with
/// what is said then.
fn playable(
    texts: Texts<'_>,
    mut errors: Vec<Diagnostic>,
    mut tests: Vec<TestPlace>,
    mut left_out: BTreeSet<Span>,
    tools: &mut Tools<'_>,
) -> Option<(Box<Playable>, Vec<Diagnostic>)> {
    let mut broken = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let before = broken.len();
        for (title, rules, span) in tests {
            let Some(why) = errors.iter().find(|d| is_error_in(d, span)).cloned() else { continue };
            errors.retain(|d| !is_error_in(d, span));
            left_out.insert(span);
            broken.push(ChangedTest { title, rules, span, why });
        }
        if !errors.is_empty() || broken.len() == before {
            return None;
        }
        let (again, left) = once(texts, &left_out, tools);
        if let Some(mut rulebook) = again.rulebook {
            rulebook.broken_tests = broken.iter().map(|test| test.title.clone()).collect();
            let playable = Playable { rulebook, declared: again.declared, broken };
            return Some((Box::new(playable), again.diagnostics));
        }
        // What could not be read had silenced these.
        (errors, tests) = (errors_of(&again), left);
    }
    None
}

fn errors_of(made: &Compiled) -> Vec<Diagnostic> {
    made.diagnostics.iter().filter(|d| d.severity == Severity::Error).cloned().collect()
}

/// A test's title, the rules it cites, and where it stands.
type TestPlace = (String, Vec<String>, Span);

/// Compiles once; where names mean nothing, words of another language may, and with what is meant
/// it is compiled again.
fn once(
    texts: Texts<'_>,
    left_out: &BTreeSet<Span>,
    tools: &mut Tools<'_>,
) -> (Compiled, Vec<TestPlace>) {
    let (first, tests) = read_once(texts, left_out, tools);
    // Half a word means nothing until it is whole; compiling again would take as long once more.
    if tools.haste == Haste::Typing {
        return (first, tests);
    }
    // A gap means nothing, and is no other word.
    if texts.all().any(|layer| layer.text.contains(PLACEHOLDER)) {
        return (first, tests);
    }
    let lacking = |d: &Diagnostic| {
        d.help.as_ref().is_some_and(|help| help.starts_with("declare it: `action"))
    };
    let unknown = |d: &&Diagnostic| {
        matches!(d.code, Code::E0401 | Code::E0702) || d.code == Code::E0601 && lacking(d)
    };
    // What a variant has removed is no foreign word.
    let altered = |d: &Diagnostic| {
        d.labels.iter().any(|l| matches!(&*l.text, "removed here" | "replaced here"))
    };
    // What a table would have declared is none, either.
    let lost = first.diagnostics.iter().any(|d| d.code == Code::E0303);
    let unknown = first.diagnostics.iter().filter(unknown).filter(|d| !altered(d) && !lost);
    let unknown: BTreeSet<Span> = unknown.map(Diagnostic::span).collect();
    let read = match unknown.is_empty() {
        true => None,
        false => Some(read_layers(texts, left_out, &unknown, tools)),
    };
    let Some(read) = read.filter(|read| read.otherwise) else {
        return (as_meant(first, texts, left_out, tools), tests);
    };
    let second = built(read, texts, tools);
    let mended =
        second.0.diagnostics.iter().any(|d| d.code.is_syntax() && !first.diagnostics.contains(d));
    let (made, tests) = if mended { second } else { (first, tests) };
    (as_meant(made, texts, left_out, tools), tests)
}

/// Mends that are found by compiling the rules again with something else in them: a declaration of
/// another type, where many uses of a name are said to be of the wrong one; what is meant, where a
/// name means nothing, a value does not fit, or a line makes no sense.
fn as_meant(
    mut made: Compiled,
    texts: Texts<'_>,
    left_out: &BTreeSet<Span>,
    tools: &mut Tools<'_>,
) -> Compiled {
    let doubtful = declared::doubtful(&made.diagnostics);
    if !doubtful && !meant::is_doubtful(&made.diagnostics, &made.sources) {
        return made;
    }
    let layers: Vec<Loaded> = texts.all().cloned().collect();
    let read: Vec<Reading> =
        (0..).zip(&layers).map(|(at, layer)| (tools.parse)(FileId(at), &layer.text)).collect();
    let all = std::mem::take(&mut made.diagnostics);
    let sources = &made.sources;
    let before = Before { layers: &layers, read: &read, left_out, sources };
    // Tests that are left out are known by their places.
    let all = if doubtful && left_out.is_empty() {
        let known = declared::all(read.iter().map(|(tree, _)| tree));
        let tried = |change: &Edit| before.with(change, tools).unwrap_or_default();
        declared::at_fault(all, sources, &known, &made.declared.book, tried)
    } else {
        all
    };
    let mut tried = |change: &Edit| before.with(change, tools);
    made.diagnostics = meant::found(all, sources, &made.declared, layers.len(), &mut tried);
    made
}

/// Rules as they were compiled, of which something may be changed.
struct Before<'a> {
    layers: &'a [Loaded],
    /// How each layer was read.
    read: &'a [Reading],
    left_out: &'a BTreeSet<Span>,
    sources: &'a Sources,
}

impl Before<'_> {
    /// What is wrong with the rules once something in them is changed; none if that cannot be told.
    fn with(&self, change: &Edit, tools: &mut Tools<'_>) -> Option<(Vec<Diagnostic>, Sources)> {
        let mut layers = self.layers.to_vec();
        let (at, span) = (usize::from(change.span.file.0), change.span);
        let of = self.sources.get(span.file)?;
        let changed = fixes::applied(&of.text, std::slice::from_ref(change))?;
        let mut again = None;
        let mut patched = Patched { loader: tools.loader, name: "", text: String::new() };
        match layers.get_mut(at).zip(self.read.get(at)) {
            Some((layer, read)) => {
                // Lines that change their places may belong to several items: these are read anew.
                if !change.new.contains('\n') {
                    again = Some(retyped(read, &layer.text, change)?);
                }
                layer.text = changed;
            }
            None => (patched.name, patched.text) = (&of.name, changed),
        }
        let (game, variants) = layers.split_first()?;
        let mut parse = |file: FileId, text: &str| match again.take_if(|_| file == span.file) {
            Some(read) => read,
            None => (tools.parse)(file, text),
        };
        let (loader, secrets) = (&mut patched, &mut *tools.secrets);
        let tools = &mut Tools { loader, parse: &mut parse, secrets, haste: Haste::Typing };
        let more = change.new.len() as i64 - i64::from(span.end - span.start);
        let moved = |out: &Span| {
            let behind = out.file == span.file && out.start >= span.end;
            let by = |at: u32| u32::try_from(i64::from(at) + if behind { more } else { 0 });
            Some(Span { start: by(out.start).ok()?, end: by(out.end).ok()?, ..*out })
        };
        let left_out: BTreeSet<Span> = self.left_out.iter().filter_map(moved).collect();
        let (made, _) = read_once(Texts { game, variants }, &left_out, tools);
        Some((made.diagnostics, made.sources))
    }
}

/// A loader that gives another text for one table.
struct Patched<'l> {
    loader: &'l mut dyn Loader,
    name: &'l str,
    text: String,
}

impl Loader for Patched<'_> {
    fn module(&mut self, name: &str) -> Result<Loaded, LoadError> {
        self.loader.module(name)
    }

    fn table(&mut self, path: &str, from: &str) -> Result<Loaded, LoadError> {
        let mut loaded = self.loader.table(path, from)?;
        if loaded.name == self.name {
            loaded.text.clone_from(&self.text);
        }
        Ok(loaded)
    }

    fn modules(&self) -> Vec<String> {
        self.loader.modules()
    }

    fn tables(&self) -> Vec<String> {
        self.loader.tables()
    }
}

fn read_once(
    texts: Texts<'_>,
    left_out: &BTreeSet<Span>,
    tools: &mut Tools<'_>,
) -> (Compiled, Vec<TestPlace>) {
    let read = read_layers(texts, left_out, &BTreeSet::new(), tools);
    built(read, texts, tools)
}

/// A game and its variants, each read by itself.
struct Read {
    sources: Sources,
    trees: Vec<SyntaxTree>,
    diagnostics: Vec<Diagnostic>,
    /// Some of it was read otherwise than it is written.
    otherwise: bool,
}

/// Reads all texts, without the tests that are left out; where names mean nothing, other words may
/// be meant.
fn read_layers(
    texts: Texts<'_>,
    left_out: &BTreeSet<Span>,
    unknown: &BTreeSet<Span>,
    tools: &mut Tools<'_>,
) -> Read {
    let (mut sources, mut otherwise) = (Sources::default(), false);
    let (mut diagnostics, mut trees) = (Vec::new(), Vec::new());
    for loaded in texts.all() {
        let text: Arc<str> = loaded.text.as_str().into();
        let file = sources.add(loaded.name.as_str(), Arc::clone(&text));
        let (mut tree, wrong) = (tools.parse)(file, &text);
        if !unknown.is_empty() {
            let before = diagnostics.len();
            diagnostics.extend(reread(&mut tree, &text, unknown, tools.haste));
            otherwise |= diagnostics.len() > before;
        }
        tree.items.retain(|item| !left_out.contains(&item.span));
        for item in &mut tree.items {
            if let ItemKind::Within { items, .. } = &mut item.kind {
                items.retain(|item| !left_out.contains(&item.span));
            }
        }
        diagnostics
            .extend(wrong.into_iter().filter(|d| !left_out.iter().any(|out| is_error_in(d, *out))));
        trees.push(tree);
    }
    Read { sources, trees, diagnostics, otherwise }
}

/// Lays the variants over the game; also gives what is known of them.
fn merged(game: &Loaded, read: &mut Read, tools: &mut Tools<'_>) -> (Merged, Vec<Laid>) {
    let laid: Vec<Laid> = read.trees.iter().skip(1).filter_map(laid).collect();
    let mut trees = std::mem::take(&mut read.trees).into_iter();
    let tree = trees.next().unwrap_or_else(|| SyntaxTree { file: FileId(0), items: Vec::new() });
    let layers = Layers { name: stem(&game.name), game: tree, variants: trees.collect() };
    let mut modules = |name: &str| {
        let loaded = tools.loader.module(name).ok()?;
        Some((tools.parse)(FileId::default(), &loaded.text).0.items)
    };
    (merge(layers, &read.sources, &mut modules), laid)
}

fn built(mut read: Read, texts: Texts<'_>, tools: &mut Tools<'_>) -> (Compiled, Vec<TestPlace>) {
    let variants = texts.variants;
    let (merged, laid) = merged(texts.game, &mut read, tools);
    let Read { mut sources, mut diagnostics, .. } = read;
    let written =
        variants.is_empty().then(|| written(&merged.tree, &diagnostics, &sources)).flatten();
    let Merged { tree, report, altered, meant, aims } = merged;
    for (place, help) in meant {
        let of_it = |d: &&mut Diagnostic| {
            let at = d.span();
            d.code.is_syntax()
                && at.file == place.file
                && (place.start..=place.end + 1).contains(&at.start)
        };
        if let Some(said) = diagnostics.iter_mut().find(of_it) {
            said.help = Some(help);
        }
    }
    let tests = tree.items.iter().filter_map(|item| test_place(item, &sources)).collect();
    diagnostics.extend(report);
    let before = diagnostics.len();
    let (resolved, found) = resolve(tree, &mut sources, tools.loader, tools.parse);
    diagnostics.extend(found);
    for (here, there) in aims {
        resolved.uses.note(here, Meaning::Same(there));
    }
    let resolved = Arc::new(resolved);
    let Checked { mut rulebook, diagnostics: found, texts_of_rules } = check(Arc::clone(&resolved));
    resolved.uses.close();
    diagnostics.extend(found);
    let hasty = tools.haste == Haste::Typing;
    rulebook = rulebook.filter(|_| !hasty);
    if let Some(book) = &mut rulebook {
        // What is idle cannot be told while something else is broken.
        if !diagnostics.iter().any(|d| d.severity == Severity::Error) {
            diagnostics.extend(idle::check(book));
        }
        let written = written.map(|written| written.with(&sources)).zip(texts_of_rules);
        diagnostics.extend(secrets::check_again(book, written, tools.secrets));
    }
    for found in diagnostics.iter_mut().skip(before).filter(|d| d.severity == Severity::Error) {
        say_who_altered(found, &altered, &sources);
    }
    let wrong = diagnostics.iter().any(|d| d.severity == Severity::Error);
    // What leaks is to be mended first, and what a variant leaves idle in its game is no slip.
    let own = |d: &Diagnostic| {
        variants.is_empty() || (1..=variants.len()).contains(&usize::from(d.span().file.0))
    };
    // What offers a move may be what is missing.
    let lost = |d: &Diagnostic| matches!(d.code, Code::E0601 | Code::E0904);
    let unoffered = diagnostics.iter().any(lost);
    let idle = |d: &Diagnostic| idle::CODES.iter().any(|(code, _)| *code == d.code);
    // What leaks from a choice among hidden cards leaks because they are hidden.
    let leaks = |d: &Diagnostic| d.severity != Severity::Error || d.code.is_about_secrets();
    let only_leaks = diagnostics.iter().all(leaks);
    diagnostics.retain(|d| match d.code {
        Code::W0605 => only_leaks && own(d) && usize::from(d.span().file.0) <= variants.len(),
        _ if idle(d) => !wrong && own(d) && usize::from(d.span().file.0) <= variants.len(),
        // It follows from nothing else.
        Code::W0511 => own(d),
        code if code.is_warning() && code.is_about_flow() => !wrong && own(d),
        code if code.is_warning() && code.is_about_moves() => own(d) && !unoffered,
        Code::W0807 | Code::W0809 => {
            !wrong && own(d) && usize::from(d.span().file.0) <= variants.len()
        }
        _ => true,
    });
    let diagnostics = causes::gathered(in_order(diagnostics), &sources, tools.loader);
    let mine = |file: FileId| {
        let from = usize::from(!variants.is_empty());
        (from..=variants.len()).contains(&usize::from(file.0))
    };
    let diagnostics = accepted::left(diagnostics, &sources, !wrong && !hasty, mine);
    let diagnostics = examples::own_names(at_most(diagnostics), &sources);
    let diagnostics = fixes::offered(diagnostics, &sources);
    let rulebook = rulebook.filter(|_| !wrong);
    let compiled = Compiled {
        sources,
        rulebook,
        declared: resolved,
        diagnostics,
        variants: laid,
        ..Compiled::default()
    };
    (compiled, tests)
}

/// The rules by which it is known again that nothing but tests has changed; none if what was read
/// of a rule is not what is written.
fn written(tree: &SyntaxTree, wrong: &[Diagnostic], sources: &Sources) -> Option<Written> {
    let tests: Vec<Span> = tree.items.iter().filter(|item| is_test(item)).map(|i| i.span).collect();
    let of_test = |d: &Diagnostic| {
        let at = d.span();
        tests.iter().any(|test| test.start <= at.start && at.end <= test.end)
    };
    wrong.iter().all(of_test).then(|| Written::of(&tree.items, sources)).flatten()
}

/// The name by which variants know a game: its file's, without folders and ending.
#[must_use]
pub fn stem(name: &str) -> String {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.strip_suffix(".rules").unwrap_or(file).to_owned()
}

fn laid(tree: &SyntaxTree) -> Option<Laid> {
    tree.items.iter().find_map(|item| {
        let ItemKind::Variant { title, .. } = &item.kind else { return None };
        let title = title.plain().unwrap_or_else(|| title.raw.clone());
        Some(Laid { title, doc: item.doc.text.clone(), file: tree.file })
    })
}

fn test_place(item: &Item, sources: &Sources) -> Option<TestPlace> {
    let test = match &item.kind {
        ItemKind::Test(test) => test,
        ItemKind::Broken { word, .. } if word == "test" => {
            // Its title can be read, though the rest cannot.
            let head = sources.slice(item.span).lines().find(|line| line.starts_with("test"));
            let title =
                head.and_then(|line| line.split('"').nth(1)).filter(|title| !title.is_empty());
            return Some((title.unwrap_or("a test").to_owned(), Vec::new(), item.span));
        }
        _ => return None,
    };
    let rules = test.rules.iter().map(|r| r.id.clone()).collect();
    Some((test.title.plain().unwrap_or_else(|| test.title.raw.clone()), rules, item.span))
}

/// Where something of the game does not fit any more because a variant has removed or replaced what
/// it names, that is said beside it.
fn say_who_altered(
    found: &mut Diagnostic,
    altered: &BTreeMap<String, (Span, bool)>,
    sources: &Sources,
) {
    let at = found.span();
    let words = sources.slice(at).split(|c: char| !in_name(c));
    let by = words.take(MOST_WORDS).find_map(|word| altered.get(word));
    let Some((by, removed)) = by.filter(|(by, _)| by.file != at.file) else { return };
    let text = if *removed { "removed here" } else { "replaced here" };
    found.labels.push(Label { span: *by, text: text.into(), primary: false });
    if found.code == Code::E0409 && !removed {
        found.help = Some(
            "what replaces it must take the same things in its brackets: declare them there"
                .to_owned(),
        );
    }
}
