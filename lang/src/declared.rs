//! A declaration that fights with most of its uses: with another type all of them fit, so it is
//! reported once, where it is declared.

use crate::code::Code;
use crate::diagnostic::{Diagnostic, Edit, Severity};
use crate::ir::Rulebook;
use crate::letters::in_name;
use crate::source::{FileId, Sources, Span};
use crate::syntax::ast::{
    EnumBody, Expr, ExprKind, Field, Item, ItemKind, Member, MemberKind, Param, SyntaxTree,
    TypeExpr,
};
use std::collections::{BTreeMap, BTreeSet};

/// What is said of values whose types do not fit.
const OF_TYPES: [Code; 10] = [
    Code::E0402,
    Code::E0404,
    Code::E0405,
    Code::E0406,
    Code::E0407,
    Code::E0408,
    Code::E0411,
    Code::E0413,
    Code::E0414,
    Code::E0505,
];
/// So many uses at least must fight with a declaration for it to be doubted.
const LEAST_USES: usize = 2;
/// So many declarations are doubted, and so many types tried for each.
const MOST_DOUBTED: usize = 3;
const MOST_TRIED: usize = 4;

/// Something with a type, as it is declared.
pub(crate) struct Declared {
    name: String,
    /// Where its type is written.
    ty: Span,
    /// Its type and start.
    whole: Span,
    /// What its start is, if that is one plain value.
    start: Option<Plain>,
    /// Where its uses stand, and by which name it is called elsewhere; none: anywhere.
    within: Option<(Span, String)>,
}

/// What a plain value is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Plain {
    Number,
    Truth,
}

/// The counters, fields, options and parameters of some rules.
pub(crate) fn all<'t>(trees: impl Iterator<Item = &'t SyntaxTree>) -> Vec<Declared> {
    let mut found = Vec::new();
    trees.flat_map(|tree| &tree.items).for_each(|item| of_item(item, &mut found));
    found
}

fn of_item(item: &Item, to: &mut Vec<Declared>) {
    match &item.kind {
        ItemKind::Option { name, ty, default } => {
            to.push(declared(&name.text, ty, Some(default), None));
        }
        ItemKind::Has { members, .. } => to.extend(members.iter().filter_map(counter)),
        ItemKind::Card { fields, .. } | ItemKind::Tile { fields, .. } => {
            to.extend(fields.iter().map(field));
        }
        ItemKind::Enum {
            body: EnumBody::Table { fields, .. } | EnumBody::Rows { fields, .. },
            ..
        } => {
            to.extend(fields.iter().map(field));
        }
        ItemKind::Define(define) => {
            let all = define.params.iter().chain(&define.receiver);
            to.extend(all.map(|p| param(p, item.span, &define.name.text)));
        }
        ItemKind::Deed(deed) => {
            to.extend(deed.params.iter().map(|p| param(p, item.span, &deed.name.text)))
        }
        ItemKind::Menu(menu) => {
            to.extend(menu.params.iter().map(|p| param(p, item.span, &menu.name.text)))
        }
        ItemKind::Replace(inner) => of_item(inner, to),
        ItemKind::Within { items, .. } | ItemKind::RulesFor { items, .. } => {
            items.iter().for_each(|item| of_item(item, to));
        }
        _ => {}
    }
}

fn declared(
    name: &str,
    ty: &TypeExpr,
    start: Option<&Expr>,
    within: Option<(Span, String)>,
) -> Declared {
    let number = |e: &Expr| matches!(e.kind, ExprKind::Number(_) | ExprKind::Money(..));
    let truth = |e: &Expr| matches!(e.kind, ExprKind::Bool(_));
    let plain = match start {
        Some(start) if number(start) => Some(Plain::Number),
        Some(start) if truth(start) => Some(Plain::Truth),
        Some(_) | None => None,
    };
    let whole = start.map_or(ty.span, |start| ty.span.to(start.span));
    Declared { name: name.to_owned(), ty: ty.span, whole, start: plain, within }
}

fn counter(member: &Member) -> Option<Declared> {
    match &member.kind {
        MemberKind::Counter { ty, start } => {
            Some(declared(&member.name.text, ty, start.as_ref(), None))
        }
        MemberKind::Zone { .. } => None,
    }
}

fn field(field: &Field) -> Declared {
    declared(&field.name.text, &field.ty, field.default.as_ref(), None)
}

fn param(param: &Param, item: Span, called: &str) -> Declared {
    declared(&param.name.text, &param.ty, None, Some((item, called.to_owned())))
}

/// Errors by what they say, and the line on which they stand: a type has no line breaks, so they
/// stay where they are when one is replaced.
type Key = (Code, FileId, usize, String);

fn keys(all: &[Diagnostic], sources: &Sources) -> Vec<Key> {
    let key = |d: &Diagnostic| (d.code, d.span().file, line(d.span(), sources), d.message.clone());
    all.iter().map(key).collect()
}

fn line(span: Span, sources: &Sources) -> usize {
    sources.line_column(span.file, span.start).0
}

/// Says of a declaration that fights with its uses what it should be; `tried` compiles with
/// another type.
pub(crate) fn at_fault(
    all: Vec<Diagnostic>,
    sources: &Sources,
    declared: &[Declared],
    book: &Rulebook,
    mut tried: impl FnMut(&Edit) -> (Vec<Diagnostic>, Sources),
) -> Vec<Diagnostic> {
    // What mixes with an option is said of the option.
    let mixes = all.iter().any(|d| d.code == Code::E0405 && d.message.starts_with("the option "));
    let of_types = all.iter().filter(|d| OF_TYPES.contains(&d.code));
    let of_types: Vec<&Diagnostic> =
        of_types.filter(|d| !(mixes && d.code == Code::E0405)).collect();
    if of_types.len() < LEAST_USES {
        return all;
    }
    let types = types_of(book);
    let units: Vec<&str> = book.units.iter().map(|unit| unit.name.as_str()).collect();
    let before = keys(&all, sources);
    // What could not be read was declared as something else.
    let unread = |d: &Declared| {
        all.iter().any(|e| {
            let at = e.span();
            let same = at.file == d.ty.file && line(at, sources) == line(d.ty, sources);
            same && e.code.is_syntax()
        })
    };
    for (doubted, uses) in doubted(declared, &of_types, sources) {
        // Nobody takes a truth for an amount: then it is something else that is wrong.
        let truth = sources.slice(doubted.ty) == "yes or no";
        let said_so =
            |d: &&Diagnostic| d.message.contains("yes or no") || d.message.contains("condition");
        if unread(doubted) || truth && !uses.iter().any(said_so) {
            continue;
        }
        let is = sources.slice(doubted.ty);
        for ty in wanted(&uses, &types, &units, is) {
            let change = changed(doubted, &ty);
            let (after, its) = tried(&change);
            let after = keys(&after, &its);
            let left = |key: &Key| after.contains(key);
            let vanished = before.iter().filter(|key| !left(key)).count();
            let new = after.iter().any(|key| key.0.is_error() && !before.contains(key));
            if new || vanished < LEAST_USES.max(uses.len()) {
                continue;
            }
            let said = said(doubted, &ty, is, vanished);
            let first = uses.first().map(|d| d.span()).unwrap_or_default();
            let mut kept: Vec<Diagnostic> = all
                .iter()
                .zip(&before)
                .filter(|(_, key)| left(key))
                .map(|(d, _)| d.clone())
                .collect();
            kept.push(said.beside(first, "such as here"));
            kept.sort_by_key(|d| (d.span(), d.severity));
            return kept;
        }
    }
    all
}

fn said(doubted: &Declared, ty: &str, is: &str, uses: usize) -> Diagnostic {
    let name = &doubted.name;
    let message = format!("`{name}` is declared as `{is}`, but {uses} places need it to be `{ty}`");
    Diagnostic::new(Code::E0404, doubted.ty, message)
        .help(format!("write `{name}: {ty}` here, and all of them fit"))
}

/// The change that gives a declaration another type; a start that cannot be of that type is left
/// out.
fn changed(doubted: &Declared, ty: &str) -> Edit {
    let fits = match doubted.start {
        None => true,
        Some(Plain::Truth) => ty == "yes or no",
        Some(Plain::Number) => ty != "yes or no" && ty != "Player",
    };
    Edit { span: if fits { doubted.ty } else { doubted.whole }, new: ty.to_owned() }
}

/// Declarations whose name stands on the lines of several errors, those of most errors first.
fn doubted<'d, 'e>(
    declared: &'d [Declared],
    errors: &[&'e Diagnostic],
    sources: &Sources,
) -> Vec<(&'d Declared, Vec<&'e Diagnostic>)> {
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    declared.iter().for_each(|d| *names.entry(&d.name).or_default() += 1);
    let words: Vec<BTreeSet<&str>> = errors.iter().map(|e| words(e.span(), sources)).collect();
    let mut all = Vec::new();
    for doubted in declared {
        let here = |e: &Diagnostic, words: &BTreeSet<&str>| {
            let at = e.span();
            let named = words.contains(doubted.name.as_str());
            doubted.within.as_ref().map_or(named, |(item, called)| {
                let inside = at.file == item.file && item.start <= at.start && at.end <= item.end;
                inside && named || !inside && words.contains(called.as_str())
            })
        };
        let uses: Vec<&Diagnostic> = errors
            .iter()
            .zip(&words)
            .filter(|(e, words)| here(e, words))
            .map(|(e, _)| *e)
            .collect();
        if uses.len() >= LEAST_USES {
            all.push((doubted, uses));
        }
    }
    all.sort_by_key(|(_, uses)| std::cmp::Reverse(uses.len()));
    all.truncate(MOST_DOUBTED);
    all
}

/// The words of the line of a place.
fn words(span: Span, sources: &Sources) -> BTreeSet<&str> {
    let text: &str = sources.get(span.file).map_or("", |file| &file.text);
    let at = (span.start as usize).min(text.len());
    let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |n| n + 1);
    let line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or("");
    line.split(|c: char| !in_name(c)).filter(|word| !word.is_empty()).collect()
}

/// Every type that a declaration may have.
fn types_of(book: &Rulebook) -> BTreeSet<String> {
    let own = ["Number", "Player", "yes or no"].into_iter().map(str::to_owned);
    let units = book.units.iter().map(|unit| unit.name.clone());
    let enums = book.enums.iter().map(|e| e.name.clone());
    own.chain(units).chain(enums).collect()
}

/// The types that errors speak of, the commonest first, and each with `or none`.
fn wanted(uses: &[&Diagnostic], types: &BTreeSet<String>, units: &[&str], is: &str) -> Vec<String> {
    let mut named: BTreeMap<String, usize> = BTreeMap::new();
    for found in uses {
        let quoted = found.message.split('`').skip(1).step_by(2);
        for ty in quoted.map(|ty| ty.trim_end_matches(" or none")) {
            if types.contains(ty) && ty != is {
                *named.entry(ty.to_owned()).or_default() += 1;
            }
        }
        if found.message.contains("number") && is != "Number" {
            *named.entry("Number".to_owned()).or_default() += 2;
        }
        if found.message.contains("amount") {
            for unit in units.iter().filter(|unit| **unit != is) {
                *named.entry((*unit).to_owned()).or_default() += 1;
            }
        }
    }
    let mut all: Vec<(String, usize)> = named.into_iter().collect();
    all.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
    let plain: Vec<String> = all.into_iter().map(|(ty, _)| ty).take(MOST_TRIED - 1).collect();
    let or_none = |ty: &String| format!("{ty} or none");
    // What may be none may still be.
    if is.ends_with(" or none") {
        return plain.iter().map(or_none).collect();
    }
    let first = plain.first().map(or_none);
    plain.into_iter().chain(first).collect()
}

/// Whether something is wrong that another declaration may mend.
pub(crate) fn doubtful(all: &[Diagnostic]) -> bool {
    let of_types = |d: &&Diagnostic| d.severity == Severity::Error && OF_TYPES.contains(&d.code);
    all.iter().filter(of_types).count() >= LEAST_USES
}
