//! What only the whole tells: circles, who acts, which stages and runs are around; then the
//! rulebook is put together.

use super::builder::RulebookBuilder;
use super::entry_points::Bodies;
use super::env::Env;
use super::graph::{Need, Node, RunKey, Unmet};
use super::tables::Ending;
use super::things::{node_name, run_name};
use super::walk;
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Severity};
use crate::ir::numbering::Numbers;
use crate::ir::{DeedId, End, Expr, Rulebook, StageId, Stmt};
use std::collections::BTreeSet;

/// What is true of bodies, from all of them together.
pub(super) struct Facts {
    /// Bodies that may stop for a decision.
    pausing: BTreeSet<Node>,
    /// Bodies in which somebody is asked.
    asking: BTreeSet<Node>,
    /// Bodies that read `me`.
    needing_me: BTreeSet<Node>,
}

/// Finds what is wrong with the whole.
pub(super) fn prove(env: &Env, out: &mut RulebookBuilder) -> Facts {
    circles(env, out);
    for unmet in out.graph.unmet() {
        let said = unmet_said(env, &unmet);
        out.reports.report(said);
    }
    for (place, read, why) in out.graph.refused() {
        out.reports.report(
            Diagnostic::new(
                Code::E0501,
                place,
                format!("`me` has no meaning {why}, and this reads it"),
            )
            .beside(read, "`me` is read here")
            .help("give it the player you mean"),
        );
    }
    for (span, place) in out.graph.disturbing() {
        out.reports.report(
            Diagnostic::new(
                Code::E0515,
                span,
                format!("nobody can be asked {place}, but this asks a player"),
            )
            .help("only chance chooses there: `choose … by chance`"),
        );
    }
    super::supposed::prove(env, out);
    several_seats(env, out);
    runs_of_several(env, out);
    let graph = &out.graph;
    let (pausing, asking) = (graph.pausing(), graph.asking());
    Facts { pausing, asking, needing_me: graph.needing_me() }
}

/// What was left out was said to be wrong, here or where it is declared.
pub(super) fn nothing_lost(env: &Env, out: &mut RulebookBuilder) {
    if let Some(sort) = out.tables.too_many() {
        let span = env.r.play.as_ref().map(|p| p.span).unwrap_or_default();
        let said = Diagnostic::new(
            Code::E0216,
            span,
            format!("a game has at most {} {sort}", u32::from(u16::MAX) + 1),
        );
        out.reports.report(said.help(
            "split the game, or say some of it in words and deeds that are used several times",
        ));
    }
    let declared = env.r.broken.is_empty() && !env.r.names_missing && !env.r.rows_missing;
    if let (Some(span), true, true) = (
        out.reports.lost(),
        declared,
        out.reports.all().iter().all(|d| d.severity == Severity::Warning),
    ) {
        out.reports.report(
            Diagnostic::new(Code::E0404, span, "this cannot be understood")
                .help("write it another way; this is a gap in the checker, please report it"),
        );
    }
}

/// Bodies that lead back to themselves.
fn circles(env: &Env, out: &mut RulebookBuilder) {
    for circle in out.graph.circles() {
        let mut names: Vec<String> = circle.iter().map(|(node, _)| node_name(env, *node)).collect();
        names.dedup();
        let Some((_, span)) = circle.first() else { continue };
        let first = names.first().cloned().unwrap_or_default();
        let way = format!("{} → {first}", names.join(" → "));
        let help = match circle.as_slice() {
            [(Node::Word(_), _)] => {
                "say how deep it may go, behind its type: `define … -> Number at most 8 deep = …`"
            }
            _ => {
                "break the circle; `repeat until`, `for each`, `again`, `until all pass` and \
                 stages repeat things"
            }
        };
        let mut said =
            Diagnostic::new(Code::E0510, *span, format!("{first} leads back to itself: {way}"))
                .help(help);
        for (node, span) in circle.iter().skip(1) {
            said = said.beside(*span, format!("{} uses it here", node_name(env, *node)));
        }
        out.reports.report(said);
    }
}

/// A need that is not met, as a message.
fn unmet_said(env: &Env, unmet: &Unmet) -> Diagnostic {
    let root = node_name(env, unmet.root);
    let span = unmet.span;
    let said = match &unmet.need {
        Need::Me => {
            let help = match unmet.root {
                Node::Setup => {
                    "in the set-up nobody acts: go through players with `for each p in players`, \
                     or let one be chosen; what chance decides is chosen `by chance`"
                }
                _ => {
                    "a player acts inside `turn me in players … { … }`, and in a move that was \
                     chosen"
                }
            };
            Diagnostic::new(Code::E0501, span, "nobody acts here, so `me` has no meaning")
                .help(help)
        }
        Need::Run(RunKey::Stage(word)) => {
            let word = super::things::word(*word);
            Diagnostic::new(Code::E0502, span, format!("no `{word}` runs here"))
                .help(format!("this is known only inside `{word} … {{ … }}`"))
        }
        Need::Run(run) => {
            let name = run_name(env, *run);
            Diagnostic::new(Code::E0502, span, format!("`{name}` does not run here")).help(format!(
                "what `{name}` has is known only while it runs: in it, and in what it calls or asks"
            ))
        }
        Need::End(word, title) => {
            let word = super::things::word(*word);
            let named =
                title.as_ref().map_or_else(|| word.to_owned(), |t| format!("{word} \"{t}\""));
            Diagnostic::new(Code::E0503, span, format!("there is no `{named}` here to end"))
                .help(format!("`end {word}` ends the innermost `{word}` around it"))
        }
    };
    match unmet.through {
        Some(through) => said.beside(through, format!("{root} comes here without it")),
        None => said,
    }
}

/// A deed that is made for several kinds of zones has no one run that could be read.
fn runs_of_several(env: &Env, out: &mut RulebookBuilder) {
    for (deed, span) in std::mem::take(&mut out.notes.run_reads) {
        if out.deeds.instances_of(deed) > 1 {
            let name = run_name(env, RunKey::Deed(deed));
            let said = format!(
                "`{name}` is called with zones of several kinds, so what it has cannot be read by \
                 its name"
            );
            out.reports.report(
                Diagnostic::new(Code::E0502, span, said)
                    .help("pass what is needed on as a parameter"),
            );
        }
    }
}

/// `again` in a choice of several seats.
fn several_seats(env: &Env, out: &mut RulebookBuilder) {
    let asked = std::mem::take(&mut out.notes.asked_of_several);
    for (id, span) in asked {
        let again = out.moves.typed(id).is_some_and(|m| m.again);
        if again {
            let name = node_name(env, Node::Move(id));
            let said = format!("{name} says `again`, but here several players choose at once");
            out.reports.report(
                Diagnostic::new(Code::E0611, span, said)
                    .help("offer it where one player chooses, or use `until all pass`"),
            );
        }
    }
}

/// The rulebook; nothing if a body is missing, which was said.
pub(super) fn assemble(
    env: &Env,
    out: RulebookBuilder,
    starts: Vec<Option<Expr>>,
    bodies: Bodies,
    facts: &Facts,
) -> Option<Rulebook> {
    let mut book = env.r.book.clone();
    for (counter, start) in book.counters.iter_mut().zip(starts) {
        if start.is_some() {
            counter.start = start;
        }
    }
    for (id, mut word) in out.words.all()? {
        word.uses_me = facts.needing_me.contains(&Node::Word(id));
        book.words.push(word);
    }
    for (at, mut deed) in out.deeds.all()?.into_iter().enumerate() {
        let node = Node::Deed(DeedId(at as u16));
        deed.pauses = facts.pausing.contains(&node);
        deed.asks = facts.asking.contains(&node);
        book.deeds.push(deed);
    }
    book.moves = out.moves.all()?;
    book.supposed = out.notes.supposed.iter().map(|asked| asked.deed).collect();
    book.setup = bodies.setup;
    book.play = bodies.play;
    book.ends = bodies.ends;
    book.runs_out = bodies.runs_out;
    book.tests = out.tests;
    let ends = out.tables.lay_into(&mut book);
    name_ends(&mut book, &ends);
    number(&mut book);
    Some(book)
}

/// Writes into every `end` which stages it may mean.
fn name_ends(book: &mut Rulebook, ends: &[Ending]) {
    let meant: Vec<Vec<StageId>> = ends
        .iter()
        .map(|(word, title)| {
            let word = super::stage::ir_word(*word);
            let all = book.stages.iter().enumerate();
            all.filter(|(_, s)| s.word == word && (title.is_none() || s.raw_title == *title))
                .map(|(at, _)| StageId(at as u16))
                .collect()
        })
        .collect();
    let mut change = |end: &mut End| {
        if let End::Stage(stages) = end
            && let [number] = stages.as_slice()
        {
            stages.clone_from(&meant[number.index()]);
        }
    };
    for block in all_blocks(book) {
        walk::ends(block, &mut change);
    }
}

/// Gives every statement its number.
fn number(book: &mut Rulebook) {
    let mut numbers = Numbers::behind(book);
    all_blocks(book).into_iter().for_each(|block| numbers.block(block));
    book.tests.iter_mut().for_each(|test| numbers.lines(&mut test.lines));
    book.statements = numbers.given();
}

/// Every block of statements of the rulebook.
fn all_blocks(book: &mut Rulebook) -> Vec<&mut Vec<Stmt>> {
    let mut blocks: Vec<&mut Vec<Stmt>> = vec![&mut book.setup.block, &mut book.play.block];
    blocks.extend(book.ends.iter_mut().map(|e| &mut e.body));
    blocks.extend(book.deeds.iter_mut().map(|d| &mut d.body.block));
    blocks.extend(book.runs_out.iter_mut().map(|r| &mut r.body.block));
    for of in &mut book.moves {
        blocks.push(&mut of.body.block);
        if let Some(attempt) = &mut of.attempt {
            blocks.push(&mut attempt.wrong);
            blocks.extend(&mut attempt.late);
        }
    }
    blocks
}
