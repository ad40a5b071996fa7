//! Text to syntax tree, in five steps.
//!
//! 1. `scan` finds the words and signs of the whole text.
//! 2. `split` cuts it into items at the first column.
//! 3. `scan::check` looks at each item for what is wrong before any sentence is read: characters,
//!    quotes, brackets, depth.
//! 4. `parse` reads each item by itself; it alone knows the grammar.
//! 5. `parse::failure` says in the designer's words what was expected where an item does not parse.
//!
//! A broken item becomes [`ast::ItemKind::Broken`] and hides no other.

pub mod ast;
mod headless;
pub mod layout;
pub mod line;
pub(crate) mod mend;
mod nesting;
mod otherwise;
pub(crate) mod parse;
mod parse_cache;
mod plain_words;
mod prose;
mod report;
mod retyped;
mod role;
mod scan;
mod shift;
mod split;
mod token;

pub use houserules_grammar::{choices, is_keyword, keywords};
pub(crate) use mend::same_thing;
pub use otherwise::otherwise;
pub use parse_cache::ParseCache;
pub(crate) use plain_words::{IN_PLAY, runs_out};
pub use report::CODES;
pub use retyped::{Reading, retyped};
pub(crate) use split::item_around;
pub use split::{declares_nothing, opens_item};

use crate::code::Code;
use crate::diagnostic::{Diagnostic, Edit, Offer};
use crate::foreign;
use crate::letters::{composed, in_name};
use crate::source::{FileId, Span};
use crate::spelling;
use ast::{Doc, Item, ItemKind, Name, SyntaxTree};
use report::Place;
use scan::{Kind, Token};
use split::Chunk;
use std::collections::BTreeSet;

/// Longer texts are refused, in bytes.
const LONGEST: usize = 4 << 20;
/// So many errors are reported for one file; whoever mends them will see the others.
const MOST_ERRORS: usize = 100;

/// Reads a file. Always gives a tree; what does not parse is a [`ItemKind::Broken`] item and has a
/// diagnostic.
pub fn parse(file: FileId, text: &str) -> (SyntaxTree, Vec<Diagnostic>) {
    let mut reader = Reader::new(file, text, None);
    read(&mut reader);
    reader.finish()
}

fn read(reader: &mut Reader<'_>) {
    let whole = reader.whole;
    if whole.text.len() > LONGEST {
        let found =
            Diagnostic::new(Code::E0110, whole.span(0, 0), "this text is too long for a rulebook");
        reader.errors.push(found.help(format!(
            "a file has at most {LONGEST} bytes; put a part of it into a module and `use` it"
        )));
    } else {
        let tokens = scan::tokens(whole.text);
        for chunk in split::chunks(whole.text, &tokens) {
            reader.chunk(&chunk, &tokens);
        }
    }
}

/// How long mends may be looked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Haste {
    /// As long as it takes to find one that is good.
    #[default]
    None,
    /// Somebody asks what fits where they type: long enough to read what is around it.
    Asking,
    /// As long as nobody notices: somebody types.
    Typing,
}

/// Whether the item that a byte lies in reads as it stands.
#[must_use]
pub fn reads_at(text: &str, byte: usize) -> bool {
    let whole = Place { file: FileId(0), base: 0, text };
    let tokens = scan::tokens(text);
    let at = tokens.partition_point(|t| t.end <= byte);
    let all = split::chunks(text, &tokens);
    let Some(chunk) = all.iter().find(|chunk| chunk.tokens.contains(&at)) else { return false };
    let (prose, body) = (chunk.tokens.start..chunk.head, chunk.head..chunk.tokens.end);
    let (prose, body) = (tokens.get(prose), tokens.get(body));
    let (Some(prose), Some(tokens)) = (prose, body) else { return false };
    let (Some(first), Some(last)) = (prose.first().or(tokens.first()), tokens.last()) else {
        return false;
    };
    let piece = Piece { whole, start: first.start, end: last.end, tokens };
    !chunk.stray && scan::check(whole, tokens).is_none() && parse::item(piece).is_ok()
}

/// Reads items anew in which names mean nothing, at these places: `mix pack` and
/// `choose p in players randomly` read as deeds. Where another word is probably meant, the item is
/// taken as it is with that, and that is reported.
pub fn reread(
    tree: &mut SyntaxTree,
    text: &str,
    unknown: &BTreeSet<Span>,
    haste: Haste,
) -> Vec<Diagnostic> {
    let whole = Place { file: tree.file, base: 0, text };
    let tokens = scan::tokens(text);
    let (mut effort, mut found) = (mend::Effort::new(text, haste), Vec::new());
    for item in &mut tree.items {
        let (start, end) = (item.span.start as usize, item.span.end as usize);
        let starts: BTreeSet<usize> = unknown
            .iter()
            .filter(|s| s.file == tree.file)
            .map(|s| s.start as usize)
            .filter(|s| (start..end).contains(s))
            .collect();
        let from = tokens.partition_point(|t| t.start < start);
        let to = tokens.partition_point(|t| t.end <= end);
        let Some(tokens) = tokens.get(from..to).filter(|_| !starts.is_empty()) else { continue };
        let piece = Piece { whole, start, end, tokens };
        if let Some(mended) = mend::silent(piece, &starts, &mut effort)
            && let Some(read) = mended.item
        {
            *item = read;
            found.extend(mended.mistakes);
        }
    }
    found
}

/// Whether two texts hold the same words and signs; blanks, comments and prose do not count.
#[must_use]
pub fn same_words(a: &str, b: &str) -> bool {
    let words = |text: &str| {
        scan::tokens(text).into_iter().filter(|t| t.kind != Kind::Doc).collect::<Vec<_>>()
    };
    let (left, right) = (words(a), words(b));
    left.len() == right.len() && left.iter().zip(&right).all(|(l, r)| l.of(a) == r.of(b))
}

/// What a run of characters is, for painting a text that need not parse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// A word of the language or a name.
    Word,
    /// A number or an amount.
    Number,
    /// A text in quotation marks.
    Text,
    /// A `///` line.
    Prose,
    /// A `//` remark.
    Remark,
    /// A bracket or another sign.
    Sign,
}

/// The words, signs and remarks of any text, in order, each with its bytes.
#[must_use]
pub fn painted(text: &str) -> Vec<(std::ops::Range<usize>, Ink)> {
    let mut all = Vec::new();
    let mut last = 0;
    let remarks = |from: usize, to: usize, all: &mut Vec<_>| {
        let gap = text.get(from..to).unwrap_or("");
        let mut at = from;
        for line in gap.split_inclusive('\n') {
            if let Some(begin) = line.find("//") {
                all.push((at + begin..at + line.trim_end().len(), Ink::Remark));
            }
            at += line.len();
        }
    };
    for token in scan::tokens(text) {
        remarks(last, token.start, &mut all);
        last = token.end;
        let ink = match token.kind {
            Kind::Word => Ink::Word,
            Kind::Number | Kind::Money => Ink::Number,
            Kind::Text | Kind::OpenText => Ink::Text,
            Kind::Doc => Ink::Prose,
            Kind::Open
            | Kind::Close
            | Kind::Sign
            | Kind::Foreign
            | Kind::Possessive
            | Kind::Odd
            | Kind::Control => Ink::Sign,
        };
        all.push((token.start..token.end, ink));
    }
    remarks(last, text.len(), &mut all);
    all
}

/// The first place, in bytes, at which a text has that word outside of prose, remarks and quoted
/// texts.
#[must_use]
pub fn word_in(text: &str, word: &str) -> Option<(usize, usize)> {
    let (start, end) = words_in(text, word).next()?;
    Some((start as usize, end as usize))
}

/// The places, in bytes, at which a text has that word outside of prose, remarks and quoted texts.
pub fn words_in(text: &str, word: &str) -> impl Iterator<Item = (u32, u32)> {
    let words = scan::tokens(text).into_iter();
    words
        .filter(move |t| t.kind == Kind::Word && t.of(text) == word)
        .map(|t| (t.start as u32, t.end as u32))
}

/// More items than these are not looked for behind one that should have begun at the first column.
const MOST_INDENTED: usize = 16;

/// Names of some rules, to be put in the place of those of our examples.
#[derive(Debug)]
pub struct Examples<'t> {
    known: mend::Known<'t>,
    with_unknown: mend::Known<'t>,
}

impl<'t> Examples<'t> {
    /// Those of a text.
    #[must_use]
    pub fn of(text: &'t str) -> Self {
        let known = mend::Known::of(text);
        Self { with_unknown: known.clone().with_unknown(), known }
    }

    /// Whether nothing else than what is called so can be meant on a line that does not name it.
    #[must_use]
    pub fn sole(&self, line: &str, name: &str) -> bool {
        let mut words = line.split(|c: char| !in_name(c)).filter(|word| !word.is_empty());
        let ruled = words.any(|word| self.known.place_of_card(word) == Some(name))
            || line.starts_with("rules for ") && self.known.place_ruled() == Some(name);
        ruled || self.known.spoken(line).settles(name) || self.known.sole(name)
    }

    /// An example with the names of the text; `any`: what it has none of is called `NAME`.
    #[must_use]
    pub fn told(&self, example: &str, any: bool) -> String {
        if any { self.with_unknown.told(example) } else { self.known.told(example) }
    }
}

/// A part of a file that is parsed by itself.
#[derive(Debug, Clone, Copy)]
struct Piece<'t> {
    /// The file it is a part of; the bytes below are offsets in it.
    whole: Place<'t>,
    /// Its first byte, prose included.
    start: usize,
    /// One past its last byte.
    end: usize,
    /// Its tokens without the prose in front; their bytes are those of the file.
    tokens: &'t [Token],
}

/// What has been read so far.
struct Reader<'t> {
    whole: Place<'t>,
    items: Vec<Item>,
    errors: Vec<Diagnostic>,
    /// Errors of the chunks behind an unclosed brace. They are dropped if its missing partner turns
    /// up among them: then lines inside the braces stood at the first column.
    held: Option<Vec<Diagnostic>>,
    /// What was read before.
    readings: Option<&'t mut ParseCache>,
    /// What may still be spent on finding mends.
    effort: mend::Effort<'t>,
}

impl<'t> Reader<'t> {
    fn new(file: FileId, text: &'t str, readings: Option<&'t mut ParseCache>) -> Self {
        let haste = readings.as_ref().map_or(Haste::None, |readings| readings.haste());
        let whole = Place { file, base: 0, text };
        Self {
            whole,
            items: Vec::new(),
            errors: Vec::new(),
            held: None,
            readings,
            effort: mend::Effort::new(text, haste),
        }
    }

    fn chunk(&mut self, chunk: &Chunk, all: &[Token]) {
        let (prose, tokens) =
            (&all[chunk.tokens.start..chunk.head], &all[chunk.head..chunk.tokens.end]);
        let Some(opening) = tokens.first() else {
            let Some(last) = prose.last() else { return };
            let found = self.whole.error(Code::E0116, *last, "there is nothing below this prose");
            self.report(found.help(
                "`///` describes the item, member or field below it; your own remarks begin with \
                 `//`",
            ));
            return;
        };
        let file = self.whole;
        let whole = |start| Piece {
            whole: file,
            start,
            end: tokens.last().map_or(start, |t| t.end),
            tokens,
        };
        let start = prose.first().unwrap_or(opening).start;
        if !chunk.stray
            && let Some(item) = self.known(whole(start))
        {
            self.flush();
            self.items.push(item);
        } else if let Some(found) =
            scan::check(self.whole, prose).or_else(|| scan::check(self.whole, tokens))
        {
            if found.code == Code::E0105
                && self.held.is_none()
                && self.without_heading(start, tokens)
            {
                return;
            }
            // `# a note`: nothing but a remark.
            if chunk.stray && matches!(opening.of(self.whole.text), "#" | "--" | "/*") {
                let fix = vec![Edit { span: found.span(), new: "//".into() }];
                let help = "a remark begins with `//`".to_owned();
                self.report(Diagnostic { fix, help: Some(help), ..found });
                return;
            }
            self.mend(whole(start), found);
        } else if chunk.stray && !opens_item(opening.of(self.whole.text)) {
            let plain = plain_words::sentence(self.whole, tokens);
            if self.goes_on(tokens, all, plain.is_some()) {
                return;
            }
            if let Some(found) = plain {
                self.refuse(tokens, found);
                return;
            }
            if let Some(mended) = mend::stray(whole(opening.start), &mut self.effort) {
                self.mended(tokens, mended);
                return;
            }
            // Beyond the reported errors the suggestion would be sought in vain.
            let found = if self.errors.len() >= MOST_ERRORS {
                self.whole.error(Code::E0102, *opening, "no item begins this way")
            } else {
                stray(self.whole, *opening, self.items.is_empty())
            };
            self.refuse(tokens, found);
        } else {
            if chunk.stray {
                self.report(not_at_first_column(self.whole, *opening));
            }
            self.item(start, tokens, chunk.stray);
        }
    }

    /// Whether a line at the first column goes on with the item above it, in other words:
    /// `too late { … }`. Of a sentence for people only what is written otherwise here counts.
    fn goes_on(&mut self, tokens: &[Token], all: &[Token], plain: bool) -> bool {
        let text = self.whole.text;
        let words = tokens.iter().take(3).skip(1).any(|t| split::continues(t.of(text)));
        let above = self.items.last().filter(|item| !matches!(item.kind, ItemKind::Broken { .. }));
        let (Some(above), Some(first), Some(last)) = (above, tokens.first(), tokens.last()) else {
            return false;
        };
        // `every Player has { … }` is an item of its own.
        let word = |at: usize| tokens.get(at).map_or("", |t: &Token| t.of(text));
        let owns = matches!(word(0), "every" | "all" | "any") && matches!(word(2), "has" | "have");
        if !words || owns || self.held.is_some() || self.errors.len() >= MOST_ERRORS {
            return false;
        }
        let start = above.span.start as usize;
        let from = all.partition_point(|t| t.start < start);
        let to = all.partition_point(|t| t.end <= last.end);
        let Some(tokens) = all.get(from..to) else { return false };
        let piece = Piece { whole: self.whole, start, end: last.end, tokens };
        let found = stray(self.whole, *first, false);
        let mended = mend::item(piece, found, &mut self.effort);
        let ([one], Some(item)) = (mended.mistakes.as_slice(), mended.item) else { return false };
        let remark = plain && one.offer == Offer::StandsIn;
        if one.code != Code::E0123 || remark || (one.span().start as usize) < first.start {
            return false;
        }
        self.report(one.clone());
        self.items.pop();
        self.items.push(item);
        true
    }

    /// Reads the item that begins, with its prose, at a byte, and those behind it that are not at
    /// the first column.
    fn item(&mut self, start: usize, tokens: &[Token], reported: bool) {
        let (mut start, mut tokens, mut reported) = (start, tokens, reported);
        let end = tokens.last().map_or(start, |t| t.end);
        for _ in 0..MOST_INDENTED {
            let piece = Piece { whole: self.whole, start, end, tokens };
            let error = match self.piece(piece) {
                Ok(item) => {
                    self.flush();
                    self.items.push(item);
                    return;
                }
                Err(error) => error,
            };
            let behind = parse::first_item(piece);
            let ended = behind.as_ref().map(|(_, end)| *end);
            let behind = behind.and_then(|(item, end)| Some((item, indented_item(piece, end)?)));
            let Some((item, at)) = behind else {
                if !ended.is_some_and(|end| self.other_item(piece, end)) {
                    self.mend(piece, *error);
                }
                return;
            };
            self.flush();
            self.items.push(item);
            if !std::mem::replace(&mut reported, true) {
                self.report(not_at_first_column(self.whole, tokens[at]));
            }
            start = tokens[at].start;
            tokens = &tokens[at..];
        }
    }

    /// The item that fills a piece, if it was read before: then nothing is wrong with its words.
    fn known(&mut self, piece: Piece<'_>) -> Option<Item> {
        let text = piece.whole.text.get(piece.start..piece.end)?;
        self.readings.as_mut()?.find(text, piece.whole.file, piece.start)
    }

    /// Reads the item that fills a piece.
    fn piece(&mut self, piece: Piece<'_>) -> Result<Item, Box<Diagnostic>> {
        let item = parse::item(piece)?;
        let text = piece.whole.text.get(piece.start..piece.end);
        if let (Some(readings), Some(text)) = (&mut self.readings, text) {
            readings.keep(text, &item, piece.start);
        }
        Ok(item)
    }

    /// Takes an item with a mistake as it was probably meant, and reports what is wrong with it.
    fn mend(&mut self, piece: Piece<'_>, found: Diagnostic) {
        // Behind an unclosed brace it is the brace that is wrong, not what follows.
        if self.held.is_some() || self.errors.len() >= MOST_ERRORS {
            self.refuse(piece.tokens, found);
            return;
        }
        let mended = mend::item(piece, found, &mut self.effort);
        let plain = match mended.item {
            Some(_) => None,
            None => plain_words::sentence(piece.whole, piece.tokens),
        };
        match plain {
            Some(found) => self.refuse(piece.tokens, found),
            None => self.mended(piece.tokens, mended),
        }
    }

    fn mended(&mut self, tokens: &[Token], mended: mend::Mended) {
        let mut mistakes = mended.mistakes.into_iter();
        let Some(first) = mistakes.next() else { return };
        match mended.item {
            Some(item) => {
                // Tests declare nothing that others could miss.
                let declares = !matches!(item.kind, ItemKind::Test(..));
                self.flush();
                self.report(first);
                self.items.push(item);
                if declares {
                    self.unread(mended.unread);
                }
            }
            None => self.refuse(tokens, first),
        }
        for found in mistakes {
            self.report(found);
        }
        if !mended.open {
            self.flush();
        } else if self.held.is_none() {
            self.held = Some(Vec::new());
        }
    }

    /// Nothing is said of names that stand in lines that could not be read.
    fn unread(&mut self, words: Vec<(String, Span)>) {
        for (word, span) in words.into_iter().filter(|(word, _)| !parse::is_reserved(word)) {
            let name = Some(Name { text: composed(&word).into(), span });
            let kind = ItemKind::Broken { word: String::new(), name };
            self.items.push(Item { doc: Doc::default(), kind, span });
        }
    }

    fn refuse(&mut self, tokens: &[Token], found: Diagnostic) {
        let end = tokens.last().map_or(0, |t| t.end);
        let start = tokens.first().map_or(0, |t| t.start);
        let (word, name) = named(self.whole, tokens);
        let kind = ItemKind::Broken { word, name };
        self.items.push(Item { doc: Doc::default(), kind, span: self.whole.span(start, end) });
        match (found.code, self.held.take()) {
            (Code::E0105, Some(_)) => {
                if let Some(unclosed) = self.errors.last_mut() {
                    unclosed.message =
                        "a line inside these brackets begins at the left edge".into();
                    unclosed.help = Some(
                        "indent the lines inside: at the first column only items begin".into(),
                    );
                }
            }
            (Code::E0104, held) => {
                self.held = held;
                self.flush();
                self.report(found);
                self.held = Some(Vec::new());
            }
            (_, Some(mut held)) => {
                held.push(found);
                self.held = Some(held);
            }
            (_, None) => self.report(found),
        }
    }

    fn flush(&mut self) {
        for found in self.held.take().unwrap_or_default() {
            self.report(found);
        }
    }

    fn report(&mut self, found: Diagnostic) {
        if self.errors.len() < MOST_ERRORS {
            self.errors.push(found);
        }
    }

    /// Whether some mends were not looked for, as somebody types.
    fn was_cut(&self) -> bool {
        self.effort.was_cut()
    }

    fn finish(mut self) -> (SyntaxTree, Vec<Diagnostic>) {
        self.flush();
        (SyntaxTree { file: self.whole.file, items: self.items }, self.errors)
    }
}

/// The first token behind a byte, if it opens an item on a line of its own.
fn indented_item(piece: Piece<'_>, end: usize) -> Option<usize> {
    let (text, tokens) = (piece.whole.text, piece.tokens);
    let at = tokens.partition_point(|t| t.start < end);
    let token = tokens.get(at)?;
    let own_line =
        at > 0 && text.get(tokens[at - 1].end..token.start).is_some_and(|gap| gap.contains('\n'));
    let opens = token.kind == Kind::Doc || token.kind == Kind::Word && opens_item(token.of(text));
    (own_line && opens).then_some(at)
}

/// The word of a broken item, and the name that it would have declared.
fn named(place: Place<'_>, tokens: &[Token]) -> (String, Option<Name>) {
    let words = |t: &&Token| t.kind == Kind::Word;
    let word = tokens.first().filter(words).map_or("", |t| t.of(place.text));
    // `replace take_turn`, without the word of what it is.
    let bare = tokens.get(1).is_some_and(|t| !opens_item(t.of(place.text)));
    let skipped = match word {
        "replace" | "extend" | "remove" if bare => 1,
        "instead" | "rules" | "the" => 2,
        "replace" | "extend" | "remove" => 2,
        _ => 1,
    };
    // `each Player has` names what has something, and declares none of it by that name.
    let declares = word != "each";
    let name = tokens
        .get(skipped)
        .filter(|_| declares)
        .filter(words)
        .filter(|t| !parse::is_reserved(t.of(place.text)));
    let name = name.map(|t| Name {
        text: composed(t.of(place.text)).into(),
        span: place.span(t.start, t.end),
    });
    (report::shown(word), name)
}

fn not_at_first_column(place: Place<'_>, token: Token) -> Diagnostic {
    place.error(Code::E0103, token, "this item does not begin at the left edge").help(
        "move it, and any that follow it, to the left edge; only the lines inside an item are \
         indented",
    )
}

/// A line at the first column that opens no item.
fn stray(place: Place<'_>, token: Token, first: bool) -> Diagnostic {
    let word = token.of(place.text);
    let shown = report::shown(word);
    let meant = match word {
        "function" | "fn" | "def" | "func" | "procedure" | "deed" | "void" | "sub" | "method"
        | "proc" | "routine" | "funktion" | "fonction" => {
            Some(split::fitting("to", split::defines(place.text, token.end)))
        }
        "import" | "include" | "require" => Some("use"),
        "type" | "kind" | "struct" | "class" => Some("card"),
        "player" => Some("players"),
        "pile" | "stack" | "pack" | "stock" => Some("deck"),
        _ => spelling::nearest(word, split::item_words()),
    };
    let found = place.error(Code::E0102, token, format!("no item begins with `{shown}`"));
    if let Some(remark) = foreign::item(word) {
        return found.help(remark);
    }
    match (word, meant) {
        ("ends", _) => {
            return found.help("an ending stands at the top of `play { … }`: move it there");
        }
        ("shuffle" | "move" | "show" | "choose" | "say" | "let" | "for", _) => {
            return found.help(
                "what happens stands in braces: move it into `setup { … }`, `play { … }` or a \
                 deed, `to NAME { … }`",
            );
        }
        _ => {}
    }
    match meant {
        Some(meant) => found.help(format!("did you mean `{meant}`?")),
        None if first => found.help(
            "a rulebook is a list of items: `game \"…\"`, `players 2 to 4`, `card`, `deck`, `play \
             { … }` …",
        ),
        None => found.help(format!(
            "indent the line if it belongs to the item above; a remark begins with `//`; items \
             begin with {}",
            words()
        )),
    }
}

fn words() -> String {
    let shown = ["card", "deck", "each", "define", "to", "action", "menu", "setup", "play", "test"];
    let mut list = shown.map(|w| format!("`{w}`")).join(", ");
    list.push_str(" …");
    list
}
