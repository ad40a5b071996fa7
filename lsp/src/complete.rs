//! What fits where somebody is typing. The compiler is asked: a word that nothing has is put there,
//! and the checker tells what could stand in its place.

use crate::analysis::Analysis;
use crate::describe::signature;
use crate::navigate::byte;
use crate::words::{self, DOINGS, ITEMS, TESTING, TYPES};
use crate::workspace::{Probed, Sort, Workspace};
use houserules_lang::ir::{KindSet, RowId, Type};
use houserules_lang::letters::in_name;
use houserules_lang::resolve::names::{Def, GAME, Member, Resolved, RowWord};
use houserules_lang::resolve::uses::{Gap, Meaning, PLACEHOLDER};
use houserules_lang::resolve::{Found, built_in_words};
use houserules_lang::source::{FileId, Span};
use houserules_lang::syntax::ast::{LiteralWord, Name};
use houserules_lang::syntax::{Ink, painted, reads_at};
use lsp_types::{
    CompletionItem, CompletionItemKind as Kind, InsertTextFormat, ParameterInformation,
    ParameterLabel, Position, SignatureHelp, SignatureInformation,
};
use std::collections::BTreeSet;
use std::path::Path;

/// So many cards are offered at once.
const MOST_CARDS: usize = 400;

/// Offers for one place.
#[derive(Default)]
struct Offers {
    items: Vec<CompletionItem>,
    said: BTreeSet<String>,
}

impl Offers {
    /// Offers a word; those of a lower rank come first.
    fn add(&mut self, word: &str, kind: Kind, detail: String, rank: u8) {
        if !self.said.insert(word.to_owned()) {
            return;
        }
        self.items.push(CompletionItem {
            label: word.to_owned(),
            kind: Some(kind),
            detail: Some(detail).filter(|d| !d.is_empty()),
            sort_text: Some(format!("{rank}{word}")),
            ..CompletionItem::default()
        });
    }

    fn snippets(&mut self, all: &[(&str, &str)], rank: u8) {
        for (word, inserted) in all {
            self.add(word, Kind::KEYWORD, String::new(), rank);
            if let Some(item) = self.items.last_mut() {
                item.insert_text = Some((*inserted).to_owned());
                item.insert_text_format = Some(InsertTextFormat::SNIPPET);
            }
        }
    }

    fn words<'w>(&mut self, all: impl IntoIterator<Item = &'w str>, rank: u8) {
        all.into_iter().for_each(|word| self.add(word, Kind::KEYWORD, String::new(), rank));
    }
}

/// Where something is typed.
struct Spot<'t> {
    text: &'t str,
    /// Where the word that is being typed begins.
    start: usize,
    /// Where it ends.
    end: usize,
    /// The line up to there.
    before: &'t str,
}

/// What fits at a position.
pub fn completion(space: &mut Workspace, path: &Path, position: Position) -> Vec<CompletionItem> {
    let Some(at) = byte(space, path, position) else { return Vec::new() };
    let Some(text) = space.text(path) else { return Vec::new() };
    if matches!(space.sort(path), Sort::Table) {
        return cells(space, path, at);
    }
    let spot = spot(&text, at);
    let mut offers = Offers::default();
    if in_remark(&text, at) {
        return Vec::new();
    }
    if spot.before.is_empty() {
        offers.snippets(&ITEMS, 0);
        return offers.items;
    }
    if let Some(words) = in_brackets(spot.before) {
        if let Some(analysis) = space.first(path) {
            cards(&analysis.compiled.declared, words, &mut offers);
        }
        return offers.items;
    }
    let Some(Probed { analysis, gap }) = probed(space, path, &spot) else { return Vec::new() };
    fill(&analysis, gap, &spot, &mut offers);
    offers.items
}

/// What could stand at a place.
fn probed(space: &mut Workspace, path: &Path, spot: &Spot<'_>) -> Option<Probed> {
    let with = |behind: &str| {
        let (before, after) = (spot.text.get(..spot.start)?, spot.text.get(spot.end..)?);
        Some(format!("{before}{PLACEHOLDER}{behind}{after}"))
    };
    let plain = with("")?;
    if let Some(probed) = space.probed(path, &plain) {
        return Some(probed);
    }
    let probed = probed_anew(space, path, spot, [&plain, &with(" = 0")?])?;
    space.keep_probed(path, plain, &probed);
    Some(probed)
}

/// Behind a dot that begins a sentence something is mostly set.
fn probed_anew(
    space: &mut Workspace,
    path: &Path,
    spot: &Spot<'_>,
    [plain, set]: [&str; 2],
) -> Option<Probed> {
    let dot = spot.before.ends_with('.');
    // What reads needs no mends, which take long to find.
    let sets = dot && !reads_at(plain, spot.start) && reads_at(set, spot.start);
    if sets && let Some(probed) = space.gap_in(path, set).filter(|probed| probed.gap.is_some()) {
        return Some(probed);
    }
    let probed = space.gap_in(path, plain)?;
    if probed.gap.is_some() || !dot { Some(probed) } else { space.gap_in(path, set) }
}

fn spot(text: &str, at: usize) -> Spot<'_> {
    let left = text.get(..at).unwrap_or("");
    let word: usize = left.chars().rev().take_while(|c| in_name(*c)).map(char::len_utf8).sum();
    let right = text.get(at..).unwrap_or("");
    let rest: usize = right.chars().take_while(|c| in_name(*c)).map(char::len_utf8).sum();
    let start = at - word;
    let line = left.rfind(['\n', '\r']).map_or(0, |at| at + 1);
    Spot { text, start, end: at + rest, before: text.get(line..start).unwrap_or("") }
}

/// Whether a byte lies in prose, a remark, or a text outside of its holes.
fn in_remark(text: &str, at: usize) -> bool {
    let all = painted(text);
    let inside = all.iter().find(|(bytes, ink)| {
        bytes.start < at
            && (at < bytes.end
                || at == bytes.end && matches!(ink, Ink::Prose | Ink::Remark)
                || at == bytes.end
                    && *ink == Ink::Text
                    && !text.get(bytes.clone()).is_some_and(|t| t.len() > 1 && t.ends_with('"')))
    });
    match inside {
        Some((bytes, Ink::Text)) => {
            let before = text.get(bytes.start..at).unwrap_or("");
            before.rfind('{') <= before.rfind('}')
        }
        Some((_, Ink::Prose | Ink::Remark)) => true,
        _ => false,
    }
}

/// The words behind a square bracket that the line has not closed.
fn in_brackets(before: &str) -> Option<&str> {
    let open = before.rfind('[')?;
    let inside = before.get(open + 1..)?;
    (!inside.contains([']', '"'])).then_some(inside)
}

/// Words of cards that fit those that are written already.
fn cards(declared: &Resolved, written: &str, offers: &mut Offers) {
    let span = Span { file: FileId(0), start: 0, end: 0 };
    let words: Vec<LiteralWord> = written
        .split_whitespace()
        .map(|word| match word.parse::<i64>() {
            Ok(n) => LiteralWord::Number(n, span),
            Err(_) => LiteralWord::Word(Name { text: word.into(), span }),
        })
        .collect();
    let rows: Vec<RowId> = declared.rows_fitting(GAME, &words, declared.all_kinds());
    for row in rows.into_iter().take(MOST_CARDS) {
        let info = &declared.book[row];
        let kind = declared.book[info.kind].name.as_str();
        if words.is_empty() && !info.name.is_empty() {
            offers.add(&info.name, Kind::CONSTANT, kind.to_owned(), 0);
            continue;
        }
        for word in declared.row_words.get(usize::from(row.0)).into_iter().flatten() {
            let word = match word {
                RowWord::Word(text) => text.to_string(),
                RowWord::Number(n) => n.to_string(),
                RowWord::Amount(unit, n) => declared.amount(*unit, *n),
            };
            if !written.split_whitespace().any(|known| known == word) {
                offers.add(&word, Kind::CONSTANT, kind.to_owned(), 0);
            }
        }
    }
}

/// Members for a cell of a table.
fn cells(space: &mut Workspace, path: &Path, at: usize) -> Vec<CompletionItem> {
    let mut offers = Offers::default();
    let Some(analysis) = space.first(path) else { return Vec::new() };
    let Some((file, text)) = analysis.file(path).zip(space.text(path)) else { return Vec::new() };
    let left = text.get(..at).unwrap_or("");
    let line = left.rfind('\n').map_or(0, |at| at + 1);
    let column = left.get(line..).unwrap_or("").matches(',').count();
    let header = text.lines().next().unwrap_or("");
    let from: usize = header.split(',').take(column).map(|cell| cell.len() + 1).sum();
    let fields = analysis.at(file, from).into_iter().chain(analysis.at(file, from + 1));
    let places: Vec<Span> = fields
        .filter_map(|u| if let Meaning::Field(place) = u.means { Some(place) } else { None })
        .collect();
    let declared = &analysis.compiled.declared;
    for ((owner, name), _) in declared.field_places.iter().filter(|(_, at)| places.contains(at)) {
        let kinds = declared.book.kinds.iter().filter(|k| k.name == *owner).flat_map(|k| &k.fields);
        let enums = declared.book.enums.iter().filter(|e| e.name == *owner).flat_map(|e| &e.fields);
        for info in kinds.chain(enums).filter(|f| f.name == *name) {
            match info.ty.bare() {
                Type::Bool => offers.words(["yes", "no"], 0),
                ty => members(declared, ty, &mut offers, 0),
            }
        }
    }
    offers.items
}

/// The members of an enum, or of what a list holds.
fn members(declared: &Resolved, ty: &Type, offers: &mut Offers, rank: u8) {
    match ty.bare() {
        Type::Enum(id) => {
            let of = &declared.book[*id];
            for member in of.members.iter().filter(|_| of.rectangle.is_none()).take(MOST_CARDS) {
                offers.add(member, Kind::ENUM_MEMBER, of.name.clone(), rank);
            }
        }
        Type::List(of, _) => members(declared, of, offers, rank),
        _ => {}
    }
}

fn fill(analysis: &Analysis, gap: Option<Gap>, spot: &Spot<'_>, offers: &mut Offers) {
    let declared = &*analysis.compiled.declared;
    match gap {
        Some(Gap::Member(ty)) => behind_dot(declared, &ty, offers),
        Some(Gap::Value { wanted, locals }) => {
            values(declared, wanted.as_ref(), &locals, offers);
        }
        Some(Gap::Doing { locals }) => doings(declared, &locals, spot, offers),
        Some(Gap::Entry) => {
            names(declared, offers, 0, |def| matches!(def, Def::Move(_) | Def::Menu(_)));
            offers.words(["pass"], 1);
        }
        Some(Gap::Move) => names(declared, offers, 0, |def| matches!(def, Def::Move(_))),
        Some(Gap::Type) => {
            names(declared, offers, 0, |d| matches!(d, Def::Unit(_) | Def::Enum(_) | Def::Kind(_)));
            offers.words(TYPES, 1);
        }
        Some(Gap::OfRun(all)) => {
            all.iter().for_each(|name| offers.add(name, Kind::PROPERTY, String::new(), 0));
        }
        Some(Gap::Kind) => names(declared, offers, 0, |def| matches!(def, Def::Kind(_))),
        None if spot.before.ends_with('.') => {}
        None if spot.before.trim().is_empty() => doings(declared, &[], spot, offers),
        None if ends_with_word(spot.before, &["does", "cannot", "only", "or"]) => {
            names(declared, offers, 0, |def| matches!(def, Def::Move(_)));
            offers.words(["pass", "choose"], 1);
        }
        None => values(declared, None, &[], offers),
    }
}

fn ends_with_word(before: &str, words: &[&str]) -> bool {
    before.split_whitespace().next_back().is_some_and(|last| words.contains(&last))
}

/// Names of the game that stand for something of some sorts.
fn names(declared: &Resolved, offers: &mut Offers, rank: u8, fits: impl Fn(Def) -> bool) {
    let Some(scope) = declared.scopes.first() else { return };
    for (name, at) in scope.names.iter().filter(|(_, at)| fits(at.def)) {
        let kind = match at.def {
            Def::Unit(_) => Kind::UNIT,
            Def::Enum(_) => Kind::ENUM,
            Def::Kind(_) => Kind::CLASS,
            Def::Zone(_) | Def::Map(_) => Kind::FIELD,
            Def::Counter(_) => Kind::VARIABLE,
            Def::Option(_) => Kind::PROPERTY,
            Def::Word(_) => Kind::FUNCTION,
            Def::Deed(_) | Def::Move(_) => Kind::METHOD,
            Def::Menu(_) => Kind::STRUCT,
            Def::Broken => continue,
        };
        offers.add(name, kind, detail(declared, at.def), rank);
    }
}

fn detail(declared: &Resolved, def: Def) -> String {
    match def {
        Def::Zone(id) => format!("zone of {}", declared.kinds_name(declared.book[id].of)),
        Def::Counter(id) => declared.type_name(&declared.book[id].ty),
        Def::Option(id) => format!("option: {}", declared.type_name(&declared.book[id].ty)),
        other => other.noun().to_owned(),
    }
}

fn values(
    declared: &Resolved,
    wanted: Option<&Type>,
    locals: &[(String, Option<Type>)],
    offers: &mut Offers,
) {
    if let Some(wanted) = wanted {
        members(declared, wanted, offers, 0);
        if *wanted.bare() == Type::Bool {
            offers.words(["yes", "no"], 0);
        }
    }
    of_body(declared, locals, offers);
    let value = |def| {
        matches!(def, Def::Zone(_) | Def::Counter(_) | Def::Option(_) | Def::Word(_) | Def::Enum(_))
    };
    names(declared, offers, 2, value);
    names(declared, offers, 4, |def| matches!(def, Def::Kind(_) | Def::Unit(_) | Def::Deed(_)));
    offers.words(words::values(), 3);
    for of in declared.book.enums.iter().filter(|e| e.rectangle.is_none() && e.pair.is_none()) {
        for member in of.members.iter().take(MOST_CARDS) {
            offers.add(member, Kind::ENUM_MEMBER, of.name.clone(), 5);
        }
    }
}

fn of_body(declared: &Resolved, locals: &[(String, Option<Type>)], offers: &mut Offers) {
    for (name, ty) in locals.iter().rev().filter(|(name, _)| !name.starts_with('#')) {
        let ty = ty.as_ref().map_or(String::new(), |ty| declared.type_name(ty));
        offers.add(name, Kind::VARIABLE, ty, 1);
    }
}

fn doings(
    declared: &Resolved,
    locals: &[(String, Option<Type>)],
    spot: &Spot<'_>,
    offers: &mut Offers,
) {
    let test = test_around(spot.text, spot.start);
    if let Some(head) = test {
        let players = head.split(" with ").nth(1).unwrap_or("");
        let players = players.split([',', ' ', '{']).filter(|name| !name.is_empty());
        for name in players.take_while(|name| !matches!(*name, "from" | "where")) {
            offers.add(name, Kind::VARIABLE, "Player".to_owned(), 0);
        }
        offers.snippets(&TESTING, 1);
        return;
    }
    of_body(declared, locals, offers);
    names(declared, offers, 0, |def| matches!(def, Def::Deed(_)));
    offers.snippets(&DOINGS, 2);
    names(declared, offers, 3, |def| matches!(def, Def::Counter(_)));
}

/// The head of the test that a byte lies in.
fn test_around(text: &str, at: usize) -> Option<&str> {
    let before = text.get(..at)?;
    let mut lines = before
        .lines()
        .rev()
        .filter(|line| line.starts_with(|c: char| in_name(c)) || line.starts_with("///"));
    lines.next().filter(|line| line.starts_with("test "))
}

fn behind_dot(declared: &Resolved, ty: &Type, offers: &mut Offers) {
    let ty = ty.bare();
    let kinds: Option<KindSet> = if let Type::Card(kinds) = ty { Some(*kinds) } else { None };
    let fields: BTreeSet<&str> = if let Type::Enum(id) = ty {
        declared.book[*id].fields.iter().map(|f| f.name.as_str()).collect()
    } else {
        kinds
            .into_iter()
            .flat_map(KindSet::iter)
            .flat_map(|k| declared.book[k].fields.iter().map(|f| f.name.as_str()))
            .collect()
    };
    for name in fields {
        if let Found::Field { ty, .. } = declared.member(ty, name) {
            offers.add(name, Kind::PROPERTY, declared.type_name(&ty), 0);
        }
    }
    for name in declared.member_index.keys() {
        let (kind, detail) = match declared.member(ty, name) {
            Found::Member(Member::Zone(id)) => (Kind::FIELD, detail(declared, Def::Zone(id))),
            Found::Member(Member::Counter(id)) => {
                (Kind::VARIABLE, detail(declared, Def::Counter(id)))
            }
            Found::Member(Member::Word(_)) => (Kind::FUNCTION, "a word".to_owned()),
            Found::Field { .. }
            | Found::Only(_)
            | Found::Differs(..)
            | Found::Broken
            | Found::Nothing => continue,
        };
        offers.add(name, kind, detail, 1);
    }
    offers.words(built_in_words(ty).iter().copied(), 2);
}

/// The call that a position stands in.
pub fn signatures(space: &mut Workspace, path: &Path, position: Position) -> Option<SignatureHelp> {
    let at = byte(space, path, position)?;
    let text = space.text(path)?;
    let line = text.get(..at)?.rfind('\n').map_or(0, |at| at + 1);
    let before = text.get(line..at)?;
    let (mut depth, mut commas, mut open) = (0u32, 0u32, None);
    for (place, c) in before.char_indices().rev() {
        match c {
            ')' | ']' => depth += 1,
            '(' if depth == 0 => {
                open = Some(place);
                break;
            }
            '(' | '[' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => commas += 1,
            _ => {}
        }
    }
    let head = before.get(..open?)?;
    let word: usize = head.chars().rev().take_while(|c| in_name(*c)).map(char::len_utf8).sum();
    let name = head.get(head.len() - word..)?;
    let analysis = space.first(path)?;
    let (label, params) = meanings(&analysis.compiled.declared, name)
        .into_iter()
        .find_map(|meaning| signature(&analysis, meaning))?;
    let parameters = params.into_iter().map(|param| ParameterInformation {
        label: ParameterLabel::Simple(param),
        documentation: None,
    });
    let signature = SignatureInformation {
        label,
        documentation: None,
        parameters: Some(parameters.collect()),
        active_parameter: Some(commas),
    };
    Some(SignatureHelp {
        signatures: vec![signature],
        active_signature: Some(0),
        active_parameter: Some(commas),
    })
}

/// What a name that is called may mean.
fn meanings(declared: &Resolved, name: &str) -> Vec<Meaning> {
    let plain = declared.declared(GAME, name).and_then(|d| Option::<Meaning>::from(d.def));
    let members = declared.members_named(name).map(|(_, member, _)| Meaning::from(member));
    plain.into_iter().chain(members).collect()
}
