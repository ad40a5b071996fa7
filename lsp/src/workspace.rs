//! The files of an editor: what is open, which games, variants, modules and tables belong together,
//! and what came of compiling them.

use crate::address::{path as path_of, real};
use crate::analysis::Analysis;
use crate::text::Lines;
use houserules_files::loader::{MOST_RULES, OpenTexts, read_text};
use houserules_files::rules::{self, RuleFiles};
use houserules_files::variants;
use houserules_lang::compile::{Compiled, Memory, Wanted};
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::resolve::uses::Gap;
use houserules_lang::source::{FileId, Sources};
use houserules_lang::syntax::ast::Name;
use houserules_lang::syntax::parse;
use houserules_lang::{accepted, idle, secrets};
use lsp_types::{TextDocumentContentChangeEvent, TextDocumentItem, Uri};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Longer texts that are open, in bytes, are not compiled: what their files hold counts.
const LARGEST: usize = 4 * MOST_RULES as usize;

/// So many files of a folder are looked through for those that belong to one.
const MOST_FILES: usize = 2000;

/// So many variants over one game are kept compiled.
const MOST_VARIANTS: usize = 32;

/// A table may lie so many folders below its game.
const DEEPEST_TABLE: usize = 4;

/// A text that is open.
#[derive(Debug)]
pub struct Document {
    /// As the client names it.
    pub uri: Uri,
    /// As the client counts.
    pub version: i32,
    /// As it stands.
    pub text: Arc<str>,
    /// Where its lines begin.
    pub lines: Lines,
    /// What it is, once that was asked.
    sort: OnceLock<Sort>,
}

/// What could stand in the gap of a text, while nothing else changes.
#[derive(Debug, Clone)]
pub struct Probed {
    /// What is declared.
    pub analysis: Arc<Analysis>,
    /// What could stand there; none if that is not known.
    pub gap: Option<Gap>,
}

/// What a text is, by its first items.
#[derive(Debug, Clone)]
pub enum Sort {
    /// A game, or what is meant to be one.
    Game,
    /// A variant over these games.
    Variant(Vec<Name>),
    /// A module, and no game beside it.
    Module,
    /// A table, or what is no rulebook at all.
    Table,
}

/// A compilation that is kept.
#[derive(Debug, Default)]
struct Kept {
    readings: Memory,
    analysis: Option<Arc<Analysis>>,
    /// All that is wrong was looked for.
    whole: bool,
    /// Something was wrong that is not found at once.
    late: bool,
}

impl Kept {
    /// What came of compiling is kept; gives what it takes the place of.
    fn keep(&mut self, made: &Arc<Analysis>, whole: bool) -> Option<Arc<Analysis>> {
        self.whole = whole;
        if whole {
            self.late = made.compiled.diagnostics.iter().any(found_late);
        }
        self.analysis.replace(Arc::clone(made))
    }
}

/// All that is known of the files of an editor.
#[derive(Debug, Default)]
pub struct Workspace {
    /// Folders that are open.
    pub roots: Vec<PathBuf>,
    documents: BTreeMap<PathBuf, Document>,
    open: Arc<OpenTexts>,
    kept: BTreeMap<RuleFiles, Kept>,
    /// Every rulebook below the folders, with what it is over if it is a variant; none: not looked
    /// for since files came or went.
    variants: Option<Vec<(PathBuf, Vec<String>)>>,
    /// What nobody needs any more, and is dropped when there is time.
    done_with: Vec<Arc<Analysis>>,
    /// The gap that was asked about last, with its text: it stays the same while a word is typed.
    probed: Option<(PathBuf, String, Probed)>,
}

impl Workspace {
    /// Nothing is open yet below these folders.
    #[must_use]
    pub fn below(roots: Vec<PathBuf>) -> Self {
        Self { roots, ..Self::default() }
    }

    /// A text is open from now on.
    pub fn open(&mut self, item: TextDocumentItem) -> PathBuf {
        let path = path_of(&item.uri);
        let (lines, text) = (Lines::of(&item.text), item.text.into());
        let document =
            Document { uri: item.uri, version: item.version, text, lines, sort: OnceLock::new() };
        self.documents.insert(path.clone(), document);
        self.changed(&path);
        path
    }

    /// A text was changed; none if it is not open.
    pub fn change(
        &mut self,
        uri: &Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) -> Option<PathBuf> {
        let path = path_of(uri);
        let document = self.documents.get_mut(&path)?;
        for change in changes {
            let mut text = document.text.to_string();
            match change.range {
                None => text = change.text,
                Some(range) => {
                    let from = document.lines.byte(&text, range.start);
                    let to = document.lines.byte(&text, range.end).max(from);
                    text.replace_range(from..to, &change.text);
                }
            }
            document.lines = Lines::of(&text);
            document.text = text.into();
            document.sort = OnceLock::new();
        }
        document.version = version;
        self.changed(&path);
        Some(path)
    }

    /// A text is no longer open: its file counts again.
    pub fn close(&mut self, uri: &Uri) -> PathBuf {
        let path = path_of(uri);
        self.documents.remove(&path);
        self.changed(&path);
        path
    }

    /// A file came, went or holds something else.
    pub fn touched(&mut self, uri: &Uri) {
        let path = path_of(uri);
        self.variants = None;
        self.probed = None;
        if !self.documents.contains_key(&path) {
            // What it is used by may have missed it until now.
            self.kept.values_mut().for_each(|kept| kept.analysis = None);
        }
    }

    fn changed(&mut self, path: &Path) {
        self.probed.take_if(|(of, ..)| of != path);
        let open = self.documents.iter().filter(|(_, d)| d.text.len() <= LARGEST);
        self.open = Arc::new(open.map(|(p, d)| (p.clone(), Arc::clone(&d.text))).collect());
        for (files, kept) in &mut self.kept {
            let reads = |analysis: &Arc<Analysis>| analysis.file(path).is_some();
            let named = files.game == path || files.variants.iter().any(|v| v == path);
            // A module or table that could not be read until now is read by nobody.
            let missed = |analysis: &Arc<Analysis>| analysis.compiled.rulebook.is_none();
            if named || kept.analysis.as_ref().is_some_and(|a| reads(a) || missed(a)) {
                self.done_with.extend(kept.analysis.take());
            }
        }
        if self.variants.is_some() {
            let over = self.over(path);
            if let Some(known) = &mut self.variants {
                known.retain(|(file, _)| file != path);
                known.extend(over.map(|over| (path.to_path_buf(), over)));
            }
        }
    }

    /// An open text.
    #[must_use]
    pub fn document(&self, path: &Path) -> Option<&Document> {
        self.documents.get(path)
    }

    /// All open texts.
    pub fn documents(&self) -> impl Iterator<Item = (&PathBuf, &Document)> {
        self.documents.iter()
    }

    /// The texts that count in the place of files.
    #[must_use]
    pub fn texts(&self) -> &Arc<OpenTexts> {
        &self.open
    }

    /// The text of a file as it stands.
    #[must_use]
    pub fn text(&self, path: &Path) -> Option<Arc<str>> {
        match self.documents.get(path) {
            Some(document) => Some(Arc::clone(&document.text)),
            None => read_text(path, MOST_RULES).ok().map(Into::into),
        }
    }

    /// What a file is.
    #[must_use]
    pub fn sort(&self, path: &Path) -> Sort {
        match self.documents.get(path) {
            Some(document) => document.sort.get_or_init(|| self.sort_of(path)).clone(),
            None => self.sort_of(path),
        }
    }

    fn sort_of(&self, path: &Path) -> Sort {
        if path.extension().is_none_or(|e| e != "rules") && !self.is_rules(path) {
            return Sort::Table;
        }
        let Some(text) = self.text(path).filter(|t| t.len() <= LARGEST) else {
            return Sort::Game;
        };
        // Items begin at the first column; most texts need not be parsed to be told apart.
        let has = |word: &str| text.lines().any(|line| opens(line, word));
        if has("variant") {
            let (tree, _) = parse(FileId(0), &text);
            if let Some(over) = variants::heads(&tree.items) {
                return Sort::Variant(over);
            }
        }
        if has("module") && !has("game") { Sort::Module } else { Sort::Game }
    }

    /// Whether an open text without the usual ending was opened as rules.
    fn is_rules(&self, path: &Path) -> bool {
        path.extension().is_none() && self.documents.contains_key(path)
    }

    /// What is compiled for a file itself: the game; a variant over each of its games; each game
    /// that uses a module or a table.
    #[must_use]
    pub fn own(&self, path: &Path) -> Vec<RuleFiles> {
        let plain = |game: PathBuf| RuleFiles { game, variants: Vec::new() };
        match self.sort(path) {
            Sort::Game => vec![plain(path.to_path_buf())],
            Sort::Variant(over) => {
                let bases = over.iter().filter_map(|name| variants::base(path, &name.text));
                let variants = vec![path.to_path_buf()];
                let with = |g: PathBuf| RuleFiles { game: real(&g), variants: variants.clone() };
                let mut all: Vec<RuleFiles> = bases.map(with).collect();
                if all.is_empty() {
                    all.push(plain(path.to_path_buf()));
                }
                all
            }
            Sort::Module => {
                let name = path.file_stem().and_then(|s| s.to_str()).unwrap_or_default();
                let mut all = self.games_that_say(path.parent(), &format!("use {name}"));
                if all.is_empty() {
                    all.push(path.to_path_buf());
                }
                all.into_iter().map(plain).collect()
            }
            Sort::Table => {
                let name = path.file_name().and_then(|s| s.to_str()).unwrap_or_default();
                let folders = path.ancestors().skip(1).take(DEEPEST_TABLE);
                let mut found = Vec::new();
                for folder in folders {
                    found.extend(self.games_that_say(Some(folder), name).into_iter().map(plain));
                    if !found.is_empty() || self.roots.iter().any(|root| root == folder) {
                        break;
                    }
                }
                found
            }
        }
    }

    /// Rulebooks of one folder that hold some words, modules left out.
    fn games_that_say(&self, folder: Option<&Path>, words: &str) -> Vec<PathBuf> {
        let entries =
            folder.and_then(|f| std::fs::read_dir(f).ok()).into_iter().flatten().flatten();
        let mut files: BTreeSet<PathBuf> =
            entries.take(MOST_FILES).map(|entry| real(&entry.path())).collect();
        files.extend(self.documents.keys().filter(|p| p.parent() == folder).cloned());
        files.retain(|p| p.extension().is_some_and(|e| e == "rules"));
        let says = |path: &PathBuf| self.text(path).is_some_and(|text| text.contains(words));
        let game = |path: &PathBuf| matches!(self.sort(path), Sort::Game);
        files.into_iter().filter(|p| says(p) && game(p)).collect()
    }

    /// What is over a file's games, besides what is compiled for the file itself.
    #[must_use]
    pub fn others(&mut self, path: &Path) -> Vec<RuleFiles> {
        let own = self.own(path);
        let mut found = Vec::new();
        let games: BTreeSet<PathBuf> = own.iter().map(|files| files.game.clone()).collect();
        for game in games {
            let plain = RuleFiles { game: game.clone(), variants: Vec::new() };
            let variants = self.variants_over(&game).into_iter().take(MOST_VARIANTS);
            let with = variants.map(|v| RuleFiles { game: game.clone(), variants: vec![v] });
            let all = std::iter::once(plain).chain(with);
            found.extend(all.filter(|files| !own.contains(files)));
        }
        found
    }

    /// Everything a file takes part in.
    #[must_use]
    pub fn all(&mut self, path: &Path) -> Vec<RuleFiles> {
        let mut all = self.own(path);
        all.extend(self.others(path));
        all
    }

    /// The variants over a game.
    fn variants_over(&mut self, game: &Path) -> Vec<PathBuf> {
        let stem = game.file_stem().and_then(|s| s.to_str()).unwrap_or_default().to_owned();
        let known = match self.variants.take() {
            Some(known) => known,
            None => self.look_for_variants(),
        };
        let over = known.iter().filter(|(_, over)| over.contains(&stem));
        let is_base =
            |path: &&PathBuf| variants::base(path, &stem).is_some_and(|base| real(&base) == game);
        let found = over.map(|(path, _)| path).filter(is_base).cloned().collect();
        self.variants = Some(known);
        found
    }

    fn look_for_variants(&self) -> Vec<(PathBuf, Vec<String>)> {
        let mut files: BTreeSet<PathBuf> = self.documents.keys().cloned().collect();
        for root in &self.roots {
            let found = rules::all(std::slice::from_ref(root)).unwrap_or_default();
            files.extend(found.iter().take(MOST_FILES).map(|path| real(path)));
        }
        let found = files.into_iter().filter_map(|p| self.over(&p).map(|over| (p, over)));
        found.collect()
    }

    /// The games a file is a variant over; none if it is no variant.
    fn over(&self, path: &Path) -> Option<Vec<String>> {
        let text = self.text(path)?;
        if !text.lines().any(|line| opens(line, "variant")) {
            return None;
        }
        match self.sort(path) {
            Sort::Variant(over) => Some(over.iter().map(|name| name.text.to_string()).collect()),
            Sort::Game | Sort::Module | Sort::Table => None,
        }
    }

    /// What came of compiling; compiled now if something has changed since. None if a file cannot
    /// be read. While somebody types that is what is found at once; where the version before had
    /// what is only found late, it is looked for, too: it would come and go with every key.
    pub fn analysis(&mut self, files: &RuleFiles) -> Option<Arc<Analysis>> {
        if let Some(known) = self.kept.get(files).and_then(|kept| kept.analysis.as_ref()) {
            return Some(Arc::clone(known));
        }
        let late = self.kept.get(files).is_some_and(|kept| kept.late);
        self.compiled(files, if late { Wanted::Problems } else { Wanted::AtOnce })
    }

    /// The same with all that is wrong, and a rulebook if nothing is.
    pub fn whole(&mut self, files: &RuleFiles) -> Option<Arc<Analysis>> {
        let Some(Kept { analysis: Some(known), whole: true, .. }) = self.kept.get(files) else {
            return self.compiled(files, Wanted::Problems);
        };
        Some(Arc::clone(known))
    }

    fn compiled(&mut self, files: &RuleFiles, wanted: Wanted) -> Option<Arc<Analysis>> {
        let (alone, open) = (self.alone(files), Arc::clone(&self.open));
        let kept = self.kept.entry(files.clone()).or_default();
        let (compiled, whole) = match alone {
            Some(alone) => (alone, true),
            None => {
                let made = rules::compiled_over(files, wanted, &open, &mut kept.readings).ok()?;
                (made, wanted == Wanted::Problems)
            }
        };
        let made = Arc::new(Analysis::new(files.clone(), compiled));
        self.done_with.extend(kept.keep(&made, whole));
        Some(made)
    }

    /// What was compiled before and is not needed any more goes.
    pub fn tidy(&mut self) {
        self.done_with.clear();
    }

    /// What can be said of a variant whose game is not there, or of a module that no game uses.
    fn alone(&self, files: &RuleFiles) -> Option<Compiled> {
        if !files.variants.is_empty() {
            return None;
        }
        let text = self.text(&files.game)?;
        match self.sort(&files.game) {
            Sort::Variant(over) => Some(variants::no_base(&files.game, &text, over.first()?)),
            Sort::Module => {
                let mut sources = Sources::default();
                let file = sources.add(files.game.display().to_string(), Arc::clone(&text));
                let diagnostics = parse(file, &text).1;
                Some(Compiled { sources, diagnostics, ..Compiled::default() })
            }
            Sort::Game | Sort::Table => None,
        }
    }

    /// Whether a compilation stands as it is.
    #[must_use]
    pub fn is_fresh(&self, files: &RuleFiles) -> bool {
        self.kept.get(files).is_some_and(|kept| kept.analysis.is_some())
    }

    /// Whether a compilation stands as it is, and all that is wrong was looked for.
    #[must_use]
    pub fn is_whole(&self, files: &RuleFiles) -> bool {
        self.is_fresh(files) && self.kept.get(files).is_some_and(|kept| kept.whole)
    }

    /// The first compilation of a file itself: what most questions are answered from.
    pub fn first(&mut self, path: &Path) -> Option<Arc<Analysis>> {
        let files = self.own(path).into_iter().next()?;
        self.analysis(&files)
    }

    /// What the first compilation of a file declares with another text in its place, and what could
    /// stand in the gap there. It is not kept.
    pub fn gap_in(&mut self, path: &Path, text: &str) -> Option<Probed> {
        let files = self.own(path).into_iter().next()?;
        let texts = BTreeMap::from([(path.to_path_buf(), Arc::from(text))]);
        let analysis = Arc::new(self.made(&files, Wanted::Gap, &texts)?);
        let gap = analysis.compiled.declared.uses.gap();
        Some(Probed { analysis, gap })
    }

    /// What was found for the gap of a text, if that was the last and nothing else has changed.
    #[must_use]
    pub fn probed(&self, path: &Path, text: &str) -> Option<Probed> {
        let last = self.probed.as_ref().filter(|(of, with, _)| of == path && with == text);
        last.map(|(.., probed)| probed.clone())
    }

    /// Remembers what was found for the gap of a text.
    pub fn keep_probed(&mut self, path: &Path, text: String, probed: &Probed) {
        let before = self.probed.replace((path.to_path_buf(), text, probed.clone()));
        self.done_with.extend(before.map(|(.., probed)| probed.analysis));
    }

    /// A compilation with other texts in the place of some, which is not kept.
    pub fn as_if(&mut self, files: &RuleFiles, texts: &OpenTexts) -> Option<Analysis> {
        self.made(files, Wanted::Problems, texts)
    }

    /// A compilation that can be played though tests are wrong, which is not kept.
    pub fn playable(&mut self, files: &RuleFiles) -> Option<Arc<Analysis>> {
        let known = self.whole(files)?;
        if known.compiled.rulebook.is_some() {
            return Some(known);
        }
        self.made(files, Wanted::Playable, &OpenTexts::new()).map(Arc::new)
    }

    fn made(&mut self, files: &RuleFiles, wanted: Wanted, texts: &OpenTexts) -> Option<Analysis> {
        let mut open = OpenTexts::clone(&self.open);
        open.extend(texts.iter().map(|(path, text)| (path.clone(), Arc::clone(text))));
        let kept = self.kept.entry(files.clone()).or_default();
        let readings = &mut kept.readings;
        let compiled = rules::compiled_over(files, wanted, &Arc::new(open), readings).ok()?;
        Some(Analysis::new(files.clone(), compiled))
    }

    /// Forgets compilations that no open text takes part in.
    pub fn forget_unused(&mut self) {
        let open: Vec<PathBuf> = self.documents.keys().cloned().collect();
        let needed: BTreeSet<RuleFiles> = open.iter().flat_map(|path| self.all(path)).collect();
        self.kept.retain(|files, _| needed.contains(files));
    }
}

/// Whether something is only said when all that is wrong was looked for.
fn found_late(said: &Diagnostic) -> bool {
    let late = secrets::CODES.iter().chain(idle::CODES).chain(accepted::CODES);
    late.map(|(code, _)| *code).any(|code| code == said.code)
}

/// Whether a line opens an item with that word.
fn opens(line: &str, word: &str) -> bool {
    line.strip_prefix(word).is_some_and(|rest| rest.starts_with([' ', '\t']) || rest.is_empty())
}
