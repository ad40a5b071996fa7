//! Tests that look at nothing, give cards that do not exist, or ask of chance what it never gives.

use super::range::{Range, Ranges};
use super::visit::{self, Seen};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{
    Base, BodyRef, Chooser, Expr, ExprKind, LocalId, Offer, RowId, Rulebook, StmtKind, Template,
    TemplatePart, Test, TestCard, TestLine, TestLineKind, TestValue, Type, Value,
};
use crate::source::Span;
use std::collections::BTreeMap;

/// Tells of tests that cannot show anything.
pub(super) fn find(book: &Rulebook) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let chance = chance(book);
    let mut titles: BTreeMap<&str, Span> = BTreeMap::new();
    for test in &book.tests {
        match titles.get(test.title.as_str()).filter(|first| first.file == test.span.file) {
            Some(first) => found.push(
                Diagnostic::new(Code::W0705, test.span, "another test has the same name")
                    .beside(*first, "this one")
                    .help("say in its name what this one shows"),
            ),
            None => {
                titles.insert(&test.title, test.span);
            }
        }
        found.extend(looks_at_nothing(test));
        given_twice(book, test, &mut found);
        found.extend(test.lines.iter().filter_map(|line| other_words(book, line)));
        if let Some(range) = chance {
            never_given(test, range, &mut found);
        }
    }
    found
}

/// A test that only carries out things.
fn looks_at_nothing(test: &Test) -> Option<Diagnostic> {
    let looks = test.lines.iter().any(|line| match &line.kind {
        TestLineKind::Expect(_)
        | TestLineKind::ExpectTurn(_)
        | TestLineKind::ExpectWon(_)
        | TestLineKind::ExpectLost
        | TestLineKind::ExpectDrawn
        | TestLineKind::ExpectTold(..)
        | TestLineKind::ExpectSame(..)
        | TestLineKind::Simulate(_)
        | TestLineKind::Cannot(..)
        | TestLineKind::MayOnly(..) => true,
        TestLineKind::GivenZone(..)
        | TestLineKind::GivenCounter(..)
        | TestLineKind::GivenRest(..)
        | TestLineKind::GivenElse
        | TestLineKind::GivenTurn(..)
        | TestLineKind::GivenKnows(..)
        | TestLineKind::PlayTo(_)
        | TestLineKind::Do(_)
        | TestLineKind::Chance(_)
        | TestLineKind::Shuffles(..)
        | TestLineKind::ShufflesAgain(_)
        | TestLineKind::AllPass
        | TestLineKind::Let(..)
        | TestLineKind::Does(..)
        | TestLineKind::Chooses(..)
        | TestLineKind::Passes(_) => false,
    });
    let last = test.lines.last().filter(|_| !looks && test.span != Span::default())?;
    Some(
        Diagnostic::new(Code::W0701, last.span, "this test looks at nothing, so it shows nothing")
            .help("say what is so in the end: `expect …`, `… cannot …` or `… may only …`"),
    )
}

/// More copies in neighbouring `given`s than there are cards.
fn given_twice(book: &Rulebook, test: &Test, found: &mut Vec<Diagnostic>) {
    let mut there: BTreeMap<RowId, (u32, Span)> = BTreeMap::new();
    for line in &test.lines {
        if !line.kind.is_given() {
            there.clear();
            continue;
        }
        let TestLineKind::GivenZone(_, _, cards) = &line.kind else { continue };
        for TestCard { row, copies, .. } in cards.iter().flatten() {
            let all = book.cards.iter().filter(|card| card.row == *row).count();
            let (given, first) = there.get(row).copied().unwrap_or((0, line.span));
            let given = given.saturating_add(*copies);
            there.insert(*row, (given, first));
            if given as usize > all && (given - copies) as usize <= all {
                let name = &book[*row].name;
                let said = match all {
                    0 => format!("there is no `[{name}]` in the game"),
                    1 => format!("there is only one `[{name}]`, and it is given before"),
                    n => format!("there are only {n} `[{name}]`, and more are given"),
                };
                let told = Diagnostic::new(Code::W0702, line.span, said);
                let told = if first == line.span { told } else { told.beside(first, "here") };
                found.push(told.help("name another card, or leave it out in one of the two"));
            }
        }
    }
}

/// `cannot … because "…"` in other words than the rule has: nearly those of a reason, but no
/// reason's.
fn other_words(book: &Rulebook, line: &TestLine) -> Option<Diagnostic> {
    let TestLineKind::Cannot(_, _, Some(because)) = &line.kind else { return None };
    let needs = book.moves.iter().flat_map(|of| of.needs.iter().map(|need| need.reason));
    let reasons = needs.chain(book.limits.iter().filter_map(|limit| limit.reason));
    let all: Vec<&Template> = reasons.map(|id| &book[id]).collect();
    if all.iter().any(|reason| reason.raw == *because || filled(reason, because)) {
        return None;
    }
    let far = |reason: &&&Template| strsim::levenshtein(&reason.raw, because);
    let near =
        all.iter().min_by_key(far).filter(|reason| 3 * far(reason) <= because.chars().count())?;
    Some(
        Diagnostic::new(Code::W0704, line.span, "no rule refuses anything in these words")
            .help(format!("did you mean `because \"{}\"`?", near.raw)),
    )
}

/// Whether a text may be that of a reason whose holes are filled.
fn filled(reason: &Template, text: &str) -> bool {
    let mut rest = text;
    let mut open = false;
    for part in &reason.parts {
        match part {
            TemplatePart::Words(words) => {
                let at = if open {
                    rest.find(words.as_str())
                } else {
                    rest.starts_with(words.as_str()).then_some(0)
                };
                let Some(at) = at else { return false };
                rest = &rest[at + words.len()..];
                open = false;
            }
            TemplatePart::Hole(_) | TemplatePart::Readers(_) => open = true,
        }
    }
    open || rest.is_empty()
}

/// What numbers chance chooses from, over the whole game; none if that cannot be told.
fn chance(book: &Rulebook) -> Option<Range> {
    let ranges = Ranges::of(book);
    let mut handed: BTreeMap<(BodyRef, LocalId), Range> = BTreeMap::new();
    visit::all(book, &mut |body, seen| {
        if let Seen::Stmt(stmt) = seen
            && let StmtKind::Call { deed, args, .. } = &stmt.kind
        {
            for (at, arg) in args.iter().enumerate() {
                let range = ranges.read(body, arg);
                let entry =
                    handed.entry((BodyRef::Deed(*deed), LocalId(at as u16))).or_insert(range);
                *entry = Range { low: entry.low.min(range.low), high: entry.high.max(range.high) };
            }
        }
    });
    let mut all: Option<Range> = None;
    let mut untold = false;
    visit::all(book, &mut |body, seen| {
        let Seen::Stmt(stmt) = seen else { return };
        let StmtKind::Choose(choose) = &stmt.kind else { return };
        let (Chooser::Chance, Offer::Values { steps, .. }) = (&choose.by, &choose.what) else {
            return;
        };
        for step in steps.iter().filter(|s| matches!(s.domain.elem, Type::Number | Type::Unit(_))) {
            let Base::Range(from, to) = &step.domain.base else {
                untold = true;
                continue;
            };
            let params = if let BodyRef::Deed(id) = body { book[id].params } else { 0 };
            // None: of a deed that nobody calls.
            let end = |e: &Expr| match e.kind {
                ExprKind::Local(id) if id.0 < params => handed.get(&(body, id)).copied(),
                _ => Some(ranges.read(body, e)),
            };
            let (Some(Range { low, .. }), Some(Range { high, .. })) = (end(from), end(to)) else {
                continue;
            };
            all = Some(all.map_or(Range { low, high }, |r| Range {
                low: r.low.min(low),
                high: r.high.max(high),
            }));
        }
    });
    all.filter(|r| !untold && r.low != i64::MIN && r.high != i64::MAX && r.low <= r.high)
}

/// `chance gives 9` for a die of six.
fn never_given(test: &Test, range: Range, found: &mut Vec<Diagnostic>) {
    for line in &test.lines {
        let TestLineKind::Chance(values) = &line.kind else { continue };
        for value in values {
            let TestValue::Expr(e) = value else { continue };
            let ExprKind::Const(Value::Number(n)) = e.kind else { continue };
            if n < range.low || n > range.high {
                let said = format!(
                    "chance never gives {n} here: it chooses from {} to {}",
                    range.low, range.high
                );
                let span = if e.span == Span::default() { line.span } else { e.span };
                found.push(Diagnostic::new(Code::W0703, span, said).help("write what it can give"));
            }
        }
    }
}
