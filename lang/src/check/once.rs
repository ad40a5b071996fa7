//! A stage that is played once, whatever its `ends when` says.

use super::builder::RulebookBuilder;
use super::ending::{any_inside, called, goes_on};
use super::env::Env;
use crate::code::Code;
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
            out.reports.report(round(stmt.span));
        }
    }
    let deeds = env.r.deeds.iter().map(|(deed, _)| &deed.item.body);
    let moves: Vec<&Block> = env.r.moves.iter().map(|of| &of.item.body).collect();
    let again = moves.iter().any(|body| goes_further(env, body, 0));
    let stages = Stages { env, again };
    for block in deeds.chain(moves.iter().copied()).chain([&play.item]) {
        stages.in_block(block, 0, out);
    }
}

fn round(span: Span) -> Diagnostic {
    let said = "this round has no number, so it is played once, whatever its `ends when` says";
    Diagnostic::new(Code::W0514, span, said).help(
        "for round after round write `round n in 1 onwards { … }`, and `ends when … { end game won \
         by … }` above it, at the top of `play`; for one round leave `ends when` out",
    )
}

/// What tells whether a phase is over after one choice.
struct Stages<'a> {
    env: &'a Env,
    /// Whether some move lets its player choose anew, or holds stages.
    again: bool,
}

impl Stages<'_> {
    /// Warns of phases in a block and in those inside it.
    fn in_block(&self, block: &Block, deep: usize, out: &mut RulebookBuilder) {
        if deep > DEEPEST {
            return;
        }
        for stmt in &block.stmts {
            if let StmtKind::Stage(stage) = &stmt.kind
                && let Some(ends) = ending(stage)
                && stage.word == StageWord::Phase
                && stage.binder.is_none()
                && is_over_anyway(self.env, &stage.body, self.again)
            {
                out.reports.report(phase(ends));
            }
            for inner in stmt.blocks() {
                self.in_block(inner, deep + 1, out);
            }
        }
    }
}

fn phase(ends: Span) -> Diagnostic {
    let said = "this phase is over after one choice, whatever its `ends when` says";
    Diagnostic::new(Code::W0514, ends, said).help(
        "a phase is played once; to go round until something is so, put rounds into it: `phase \
         \"work\" { ends when …  round n in 1 onwards { … } }`, or `turn me in players onwards { … \
         }`; for one choice leave `ends when` out",
    )
}

/// The `ends when` of a stage after which nothing special happens.
fn ending(stage: &Stage) -> Option<Span> {
    stage.body.stmts.iter().find_map(|stmt| {
        let StmtKind::Ends(ends) = &stmt.kind else { return None };
        (stage.word == StageWord::Round || ends.body.is_none()).then_some(stmt.span)
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
    let StmtKind::Choose(choose) = &last.kind else { return false };
    let alone = matches!(choose.by, Chooser::Me | Chooser::Seat(_) | Chooser::Chance);
    let once = !choose.until_all_pass && alone && !again;
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
        StmtKind::Let(..)
        | StmtKind::If { .. }
        | StmtKind::ForEach(..)
        | StmtKind::Repeat(..)
        | StmtKind::Stage(_)
        | StmtKind::Ends(_)
        | StmtKind::End(_)
        | StmtKind::Give(_)
        | StmtKind::Again
        | StmtKind::AsUsual
        | StmtKind::Choose(_) => false,
    }
}

/// Whether more than one move may come of one choice: by `again`, or by stages inside the move.
fn goes_further(env: &Env, block: &Block, deep: usize) -> bool {
    let inside = |block: &Block| deep > DEEPEST || goes_further(env, block, deep + 1);
    block.stmts.iter().any(|stmt| {
        matches!(stmt.kind, StmtKind::Again | StmtKind::Stage(_)) || any_inside(env, stmt, &inside)
    })
}
