//! A stage that is played once, whatever its `ends when` says.

use super::builder::RulebookBuilder;
use super::ending::{called, goes_on};
use super::env::Env;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{Block, Chooser, Stage, StageWord, Stmt, StmtKind};

/// Blocks inside blocks are looked at so far.
const DEEPEST: usize = 16;

/// Warns of a `round` without a number that has an `ends when` and nothing that goes on and on, and
/// of a phase in which nothing comes after the first move: the ending ends nothing.
pub(super) fn find(env: &Env, out: &mut RulebookBuilder) {
    let Some(play) = &env.r.play else { return };
    for stmt in &play.item.stmts {
        if let StmtKind::Stage(stage) = &stmt.kind
            && stage.word == StageWord::Round
            && stage.binder.is_none()
            && ending(stage).is_some()
            && !goes_on(env, &stage.body, 0)
        {
            out.report(round(stmt.span));
        }
    }
    let deeds = env.r.deeds.iter().map(|(deed, _)| &deed.item.body);
    let moves: Vec<&Block> = env.r.moves.iter().map(|of| &of.item.body).collect();
    let again = moves.iter().any(|body| goes_further(env, body, 0));
    for block in deeds.chain(moves.iter().copied()).chain([&play.item]) {
        in_block((env, again), block, 0, out);
    }
}

fn round(span: Span) -> Diagnostic {
    let said = "this round has no number, so it is played once, whatever its `ends when` says";
    Diagnostic::new("W0514", span, said).help(
        "for round after round write `round n in 1 onwards { … }`, and `ends when … { end game won \
         by … }` above it, at the top of `play`; for one round leave `ends when` out",
    )
}

/// Phases of a block and of those inside it. `again`: whether some move lets its player choose
/// anew, or holds stages.
fn in_block((env, again): (&Env, bool), block: &Block, deep: usize, out: &mut RulebookBuilder) {
    if deep > DEEPEST {
        return;
    }
    for stmt in &block.stmts {
        match &stmt.kind {
            StmtKind::Stage(stage) => {
                if let Some(ends) = ending(stage)
                    && stage.word == StageWord::Phase
                    && stage.binder.is_none()
                    && is_over_anyway(env, &stage.body, again)
                {
                    out.report(
                        Diagnostic::new(
                            "W0514",
                            ends,
                            "this phase is over after one choice, whatever its `ends when` says",
                        )
                        .help(
                            "a phase is played once; to go round until something is so, put rounds \
                             into it: `phase \"work\" { ends when …  round n in 1 onwards { … } }`, \
                             or `turn me in players onwards { … }`; for one choice leave `ends \
                             when` out",
                        ),
                    );
                }
                in_block((env, again), &stage.body, deep + 1, out);
            }
            StmtKind::If { then, otherwise, .. } => {
                in_block((env, again), then, deep + 1, out);
                if let Some(otherwise) = otherwise {
                    in_block((env, again), otherwise, deep + 1, out);
                }
            }
            StmtKind::ForEach(_, body) | StmtKind::Repeat(_, body) => {
                in_block((env, again), body, deep + 1, out);
            }
            _ => {}
        }
    }
}

/// The `ends when` of a stage after which nothing special happens.
fn ending(stage: &Stage) -> Option<Span> {
    stage.body.stmts.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Ends(ends) if stage.word == StageWord::Round || ends.body.is_none() => {
            Some(stmt.span)
        }
        _ => None,
    })
}

/// Whether nothing is left to do in a block when its first and only choice is made. Rules about
/// rules (`instead of …`) change deeds, so a deed that is called may do anything.
fn is_over_anyway(env: &Env, block: &Block, again: bool) -> bool {
    let mut stmts = block.stmts.iter().filter(|s| !matches!(s.kind, StmtKind::Ends(_)));
    let at_once = block
        .stmts
        .iter()
        .any(|s| matches!(&s.kind, StmtKind::Ends(ends) if ends.at_once || ends.body.is_some()));
    let Some(last) = stmts.next_back() else { return false };
    let once = match &last.kind {
        StmtKind::Choose(choose) => {
            let alone = matches!(choose.by, Chooser::Me | Chooser::Seat(_) | Chooser::Chance);
            !choose.until_all_pass && alone && !again
        }
        _ => false,
    };
    once && !at_once && stmts.all(|stmt| is_quiet(env, stmt))
}

/// Whether a statement asks nobody anything.
fn is_quiet(env: &Env, stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Move { .. }
        | StmtKind::Swap(..)
        | StmtKind::Shuffle(_)
        | StmtKind::Show { .. }
        | StmtKind::Hide(..)
        | StmtKind::Say(..)
        | StmtKind::Set(..) => true,
        StmtKind::Call(call) => called(env, call).is_some_and(|body| {
            body.stmts.iter().all(|s| !matches!(s.kind, StmtKind::Call(_)) && is_quiet(env, s))
        }),
        _ => false,
    }
}

/// Whether more than one move may come of one choice: by `again`, or by stages inside the move.
fn goes_further(env: &Env, block: &Block, deep: usize) -> bool {
    let inside = |block: &Block| deep > DEEPEST || goes_further(env, block, deep + 1);
    block.stmts.iter().any(|stmt| match &stmt.kind {
        StmtKind::Again | StmtKind::Stage(_) => true,
        StmtKind::Call(call) => called(env, call).is_none_or(inside),
        StmtKind::If { then, otherwise, .. } => {
            inside(then) || otherwise.as_ref().is_some_and(inside)
        }
        StmtKind::ForEach(_, body) | StmtKind::Repeat(_, body) => inside(body),
        _ => false,
    })
}
