//! The shape of a text: its items, what can be folded, words and their colours, and formatting.

use crate::analysis::Analysis;
use crate::describe::readers;
use crate::text::Lines;
use crate::workspace::{Sort, Workspace};
use houserules_lang::format::format;
use houserules_lang::resolve::uses::Meaning;
use houserules_lang::source::{FileId, Span};
use houserules_lang::syntax::ast::{Item, ItemKind, Name, OwnerExpr, Text};
use houserules_lang::syntax::{Ink, is_keyword, painted, parse};
use lsp_types::{
    DocumentSymbol, FoldingRange, FoldingRangeKind, InlayHint, InlayHintKind, InlayHintLabel,
    Position, Range, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens,
    SemanticTokensLegend, SymbolKind, TextEdit,
};
use std::path::Path;
use std::sync::Arc;

/// An item by what is shown of it.
struct Shown {
    name: String,
    detail: &'static str,
    kind: SymbolKind,
    at: Option<Span>,
}

/// The items of a text, in order.
#[must_use]
pub fn symbols(text: &str) -> Vec<DocumentSymbol> {
    let (tree, _) = parse(FileId(0), text);
    let lines = Lines::of(text);
    tree.items.iter().filter_map(|item| symbol(item, text, &lines)).collect()
}

#[expect(deprecated, reason = "the type has no other way to be made")]
fn made(shown: Shown, span: Span, text: &str, lines: &Lines) -> DocumentSymbol {
    let range = |span: Span| lines.range(text, span.start as usize..span.end as usize);
    let head = span.start as usize
        ..text.get(span.start as usize..).map_or(span.start as usize, |t| {
            span.start as usize
                + t.find('\n').unwrap_or(t.len()).min((span.end - span.start) as usize)
        });
    DocumentSymbol {
        name: if shown.name.is_empty() { shown.detail.to_owned() } else { shown.name },
        detail: Some(shown.detail.to_owned()),
        kind: shown.kind,
        tags: None,
        deprecated: None,
        range: range(span),
        selection_range: shown.at.map_or_else(|| lines.range(text, head), range),
        children: None,
    }
}

fn symbol(item: &Item, text: &str, lines: &Lines) -> Option<DocumentSymbol> {
    let children: Vec<DocumentSymbol> = match &item.kind {
        ItemKind::Has { members, .. } => members
            .iter()
            .map(|m| {
                let of = named(&m.name, "", SymbolKind::FIELD);
                made(of, m.span.to(m.name.span), text, lines)
            })
            .collect(),
        ItemKind::Within { items, .. } | ItemKind::RulesFor { items, .. } => {
            items.iter().filter_map(|item| symbol(item, text, lines)).collect()
        }
        _ => Vec::new(),
    };
    let shown = shown(item)?;
    let at = shown.at.filter(|at| at.start >= item.span.start && at.end <= item.span.end);
    let mut made = made(Shown { at, ..shown }, item.span, text, lines);
    made.children = (!children.is_empty()).then_some(children);
    Some(made)
}

fn named(name: &Name, detail: &'static str, kind: SymbolKind) -> Shown {
    Shown { name: name.text.to_string(), detail, kind, at: Some(name.span) }
}

fn titled(title: &Text, detail: &'static str, kind: SymbolKind) -> Shown {
    Shown { name: title.raw.clone(), detail, kind, at: Some(title.span) }
}

fn plain(detail: &'static str, kind: SymbolKind) -> Shown {
    Shown { name: detail.to_owned(), detail: "", kind, at: None }
}

fn shown(item: &Item) -> Option<Shown> {
    use SymbolKind as Kind;
    Some(match &item.kind {
        ItemKind::Game { title, .. } => titled(title, "game", Kind::MODULE),
        ItemKind::Variant { title, .. } => titled(title, "variant", Kind::MODULE),
        ItemKind::Module { name, .. } => named(name, "module", Kind::MODULE),
        ItemKind::Within { name, .. } => named(name, "within", Kind::NAMESPACE),
        ItemKind::Players { .. } => plain("players", Kind::PROPERTY),
        ItemKind::Use { module, .. } => named(module, "use", Kind::MODULE),
        ItemKind::Option { name, .. } => named(name, "option", Kind::PROPERTY),
        ItemKind::Unit { name, .. } => named(name, "unit", Kind::CONSTANT),
        ItemKind::Enum { name, .. } => named(name, "enum", Kind::ENUM),
        ItemKind::Card { name, .. } | ItemKind::Sum { name, .. } => {
            named(name, "card", Kind::CLASS)
        }
        ItemKind::Tile { name, .. } => named(name, "tile", Kind::CLASS),
        ItemKind::Map { name, .. } => named(name, "map", Kind::OBJECT),
        ItemKind::Deck { name, .. } => named(name, "deck", Kind::ARRAY),
        ItemKind::Has { owner, .. } => match owner {
            OwnerExpr::Name(name) => named(name, "has", Kind::STRUCT),
            OwnerExpr::Pair(one, _) => named(one, "has", Kind::STRUCT),
            OwnerExpr::Table => plain("the table has", Kind::STRUCT),
            OwnerExpr::Stage(..) => plain("each run has", Kind::STRUCT),
        },
        ItemKind::Define(of) => named(&of.name, "define", Kind::FUNCTION),
        ItemKind::Deed(of) => named(&of.name, "to", Kind::FUNCTION),
        ItemKind::Move(of) => named(&of.name, "action", Kind::METHOD),
        ItemKind::Menu(of) => named(&of.name, "menu", Kind::INTERFACE),
        ItemKind::Setup(_) => plain("setup", Kind::CONSTRUCTOR),
        ItemKind::Play(_) => plain("play", Kind::CONSTRUCTOR),
        ItemKind::Interrupt(of) => named(&of.target, "around", Kind::EVENT),
        ItemKind::RunsOut { zone, .. } => named(zone, "runs out", Kind::EVENT),
        ItemKind::Change(of) => named(&of.word, "change", Kind::EVENT),
        ItemKind::Forbid(of) => named(&of.target, "forbid", Kind::EVENT),
        ItemKind::RulesFor { card, .. } => named(card, "rules for", Kind::NAMESPACE),
        ItemKind::Physical { .. } => plain("physical", Kind::NULL),
        ItemKind::Replace(inner) => return shown(inner),
        ItemKind::ReplaceStage(_) => plain("replace a stage", Kind::EVENT),
        ItemKind::ReplaceEnds { .. } => plain("replace an end", Kind::EVENT),
        ItemKind::Remove(_) => plain("remove", Kind::EVENT),
        ItemKind::ExtendEnum { name, .. } => named(name, "extend enum", Kind::ENUM),
        ItemKind::ExtendDeck { name, .. } => named(name, "extend deck", Kind::ARRAY),
        ItemKind::ExtendMenu { name, .. } => named(name, "extend menu", Kind::INTERFACE),
        ItemKind::ExtendStage { .. } => plain("extend a stage", Kind::EVENT),
        ItemKind::Set { .. } => plain("set", Kind::EVENT),
        ItemKind::Test(of) => titled(&of.title, "test", Kind::BOOLEAN),
        ItemKind::Broken { name: Some(name), .. } => named(name, "not understood", Kind::NULL),
        ItemKind::Broken { .. } => return None,
    })
}

/// What can be folded: blocks in brackets of several lines, and prose and remarks.
#[must_use]
pub fn folds(text: &str) -> Vec<FoldingRange> {
    let lines = Lines::of(text);
    let (mut found, mut open): (Vec<FoldingRange>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut remarks: Option<(usize, usize)> = None;
    for (bytes, ink) in painted(text) {
        let line = lines.number(bytes.start);
        match (ink, text.get(bytes)) {
            (Ink::Sign, Some("{")) => open.push(line),
            (Ink::Sign, Some("}")) => {
                let block = open.pop().filter(|from| *from < line);
                found.extend(block.map(|from| fold(from, line - 1, FoldingRangeKind::Region)));
            }
            (Ink::Prose | Ink::Remark, _) => {
                remarks = match remarks {
                    Some((from, last)) if line == last + 1 => Some((from, line)),
                    before => {
                        found.extend(several(before));
                        Some((line, line))
                    }
                };
            }
            _ => {}
        }
    }
    found.extend(several(remarks));
    found.retain(|f| f.start_line < f.end_line);
    found.sort_by_key(|f| (f.start_line, f.end_line));
    found
}

fn several(remarks: Option<(usize, usize)>) -> Option<FoldingRange> {
    let (from, to) = remarks.filter(|(from, to)| from < to)?;
    Some(fold(from, to, FoldingRangeKind::Comment))
}

fn fold(from: usize, to: usize, kind: FoldingRangeKind) -> FoldingRange {
    FoldingRange {
        start_line: from as u32,
        end_line: to as u32,
        kind: Some(kind),
        ..FoldingRange::default()
    }
}

/// The colours that words may have, in the order of their numbers.
const COLOURS: [SemanticTokenType; 14] = [
    SemanticTokenType::KEYWORD,
    SemanticTokenType::NUMBER,
    SemanticTokenType::STRING,
    SemanticTokenType::COMMENT,
    SemanticTokenType::TYPE,
    SemanticTokenType::CLASS,
    SemanticTokenType::ENUM,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::METHOD,
    SemanticTokenType::NAMESPACE,
];

/// What the numbers of colours mean.
#[must_use]
pub fn legend() -> SemanticTokensLegend {
    let token_modifiers =
        vec![SemanticTokenModifier::DECLARATION, SemanticTokenModifier::DOCUMENTATION];
    SemanticTokensLegend { token_types: COLOURS.to_vec(), token_modifiers }
}

fn colour(of: &SemanticTokenType) -> u32 {
    COLOURS.iter().position(|c| c == of).unwrap_or(0) as u32
}

fn of_meaning(meaning: Meaning) -> SemanticTokenType {
    match meaning {
        Meaning::Unit(_) => SemanticTokenType::TYPE,
        Meaning::Enum(_) => SemanticTokenType::ENUM,
        Meaning::Kind(_) => SemanticTokenType::CLASS,
        Meaning::Zone(_) | Meaning::Counter(_) | Meaning::Option(_) | Meaning::Field(_) => {
            SemanticTokenType::PROPERTY
        }
        Meaning::Word(_) | Meaning::Deed(_) => SemanticTokenType::FUNCTION,
        Meaning::Move(_) | Meaning::Menu(_) => SemanticTokenType::METHOD,
        Meaning::Map(_) => SemanticTokenType::NAMESPACE,
        Meaning::EnumMember(..) | Meaning::Row(_) => SemanticTokenType::ENUM_MEMBER,
        Meaning::Local(_) | Meaning::Same(_) => SemanticTokenType::VARIABLE,
    }
}

/// A stretch of one line, its colour, and whether it is declared there (1) or is prose (2).
type Stroke = (std::ops::Range<usize>, u32, u32);

/// The colours of a text; names by what they stand for, as far as the text compiles.
#[must_use]
pub fn tokens(
    text: &str,
    analysis: Option<(&Analysis, FileId)>,
    within: Option<Range>,
) -> SemanticTokens {
    let lines = Lines::of(text);
    let mut strokes: Vec<Stroke> = Vec::new();
    for (bytes, ink) in painted(text) {
        match ink {
            Ink::Word => {
                let word = text.get(bytes.clone()).unwrap_or("");
                if is_keyword(word) {
                    strokes.push((bytes, colour(&SemanticTokenType::KEYWORD), 0));
                }
            }
            Ink::Number => strokes.push((bytes, colour(&SemanticTokenType::NUMBER), 0)),
            Ink::Text => strokes.push((bytes, colour(&SemanticTokenType::STRING), 0)),
            Ink::Prose => strokes.push((bytes, colour(&SemanticTokenType::COMMENT), 2)),
            Ink::Remark => strokes.push((bytes, colour(&SemanticTokenType::COMMENT), 0)),
            Ink::Sign => {}
        }
    }
    if let Some((analysis, file)) = analysis {
        let known = analysis.compiled.sources.get(file).is_some_and(|f| *f.text == *text);
        let names: Vec<Stroke> = analysis
            .within(file, 0, if known { text.len() } else { 0 })
            .map(|at| {
                let bytes = at.at.start as usize..at.at.end as usize;
                (bytes, colour(&of_meaning(at.means)), u32::from(at.declares))
            })
            .collect();
        strokes = laid_over(strokes, names);
    }
    let inside = |stroke: &Stroke| {
        within.is_none_or(|range| {
            let line = lines.number(stroke.0.start) as u32;
            (range.start.line..=range.end.line).contains(&line)
        })
    };
    strokes.retain(inside);
    SemanticTokens { result_id: None, data: encoded(text, &lines, &strokes) }
}

/// Names lie over words and inside texts, which they cut.
fn laid_over(below: Vec<Stroke>, mut names: Vec<Stroke>) -> Vec<Stroke> {
    names.dedup_by(|a, b| a.0.start < b.0.end);
    let mut names = names.into_iter().peekable();
    let mut made: Vec<Stroke> = Vec::new();
    for (bytes, colour, mark) in below {
        while names.peek().is_some_and(|name| name.0.end <= bytes.start) {
            made.extend(names.next());
        }
        let mut from = bytes.start;
        while let Some(name) = names.next_if(|name| name.0.start < bytes.end) {
            if from < name.0.start {
                made.push((from..name.0.start, colour, mark));
            }
            from = name.0.end;
            made.push(name);
        }
        if from < bytes.end {
            made.push((from..bytes.end, colour, mark));
        }
    }
    made.extend(names);
    made
}

fn encoded(text: &str, lines: &Lines, strokes: &[Stroke]) -> Vec<SemanticToken> {
    let mut data = Vec::with_capacity(strokes.len());
    let mut last = Position::new(0, 0);
    for (bytes, token_type, mark) in strokes {
        let at = lines.position(text, bytes.start);
        let word = text.get(bytes.clone()).unwrap_or("");
        let length = word.chars().map(char::len_utf16).sum::<usize>() as u32;
        if at < last || length == 0 || word.contains(['\n', '\r']) {
            continue;
        }
        let delta_line = at.line - last.line;
        let delta_start =
            if delta_line == 0 { at.character - last.character } else { at.character };
        data.push(SemanticToken {
            delta_line,
            delta_start,
            length,
            token_type: *token_type,
            token_modifiers_bitset: *mark,
        });
        last = at;
    }
    data
}

/// Who may see each zone that is declared in a part of a text.
pub fn hints(space: &mut Workspace, path: &Path, range: Range) -> Vec<InlayHint> {
    let Some(analysis) = space.first(path) else { return Vec::new() };
    let Some(file) = analysis.file(path) else { return Vec::new() };
    let book = &analysis.compiled.declared.book;
    let zones = analysis.uses.iter().filter(|u| u.declares && u.at.file == file);
    let hint = |at: &houserules_lang::resolve::uses::Use| {
        let Meaning::Zone(id) = at.means else { return None };
        let position = analysis.range(at.at).end;
        let inside = range.start <= position && position <= range.end;
        inside.then(|| InlayHint {
            position,
            label: InlayHintLabel::String(readers(book[id].seen).to_owned()),
            kind: Some(InlayHintKind::TYPE),
            text_edits: None,
            tooltip: None,
            padding_left: Some(true),
            padding_right: Some(true),
            data: None,
        })
    };
    zones.filter_map(hint).collect()
}

/// The text in the one style; nothing if it does not parse, or is so already.
#[must_use]
pub fn formatted(space: &Workspace, path: &Path, within: Option<Range>) -> Vec<TextEdit> {
    let Some(text) = space.text(path) else { return Vec::new() };
    if matches!(space.sort(path), Sort::Table) {
        return Vec::new();
    }
    let Ok(made) = format(&text) else { return Vec::new() };
    if *made == *text {
        return Vec::new();
    }
    let lines = Lines::of(&text);
    match within {
        None => vec![TextEdit::new(Range::new(Position::new(0, 0), lines.end(&text)), made)],
        Some(range) => part(&text, &made, &lines, range),
    }
}

/// Of a formatted text the items that touch a range: item by item, as their number stays the same.
fn part(text: &str, made: &str, lines: &Lines, range: Range) -> Vec<TextEdit> {
    let items = |text: &str| -> Vec<Span> {
        parse(FileId(0), text).0.items.iter().map(|item| item.span).collect()
    };
    let (old, new) = (items(text), items(made));
    if old.len() != new.len() {
        return Vec::new();
    }
    let edit = |(old, new): (&Span, &Span)| {
        let at = lines.range(text, old.start as usize..old.end as usize);
        let touches = at.start <= range.end && range.start <= at.end;
        let (before, after) = (
            text.get(old.start as usize..old.end as usize)?,
            made.get(new.start as usize..new.end as usize)?,
        );
        (touches && before != after).then(|| TextEdit::new(at, after.to_owned()))
    };
    old.iter().zip(&new).filter_map(edit).collect()
}

/// Symbols of these texts with a word in their names, each with the place of its text among them.
pub fn workspace_symbols(
    texts: &[(std::path::PathBuf, Arc<str>)],
    query: &str,
) -> Vec<(usize, DocumentSymbol)> {
    let query = query.to_lowercase();
    let mut found = Vec::new();
    for (at, (_, text)) in texts.iter().enumerate() {
        let mut all = symbols(text);
        while let Some(symbol) = all.pop() {
            all.extend(symbol.children.clone().unwrap_or_default());
            if symbol.name.to_lowercase().contains(&query) {
                found.push((at, symbol));
            }
        }
    }
    found
}
