//! Whether `play` can come to its end: a turn that goes round the table once where `onwards` was
//! forgotten.

use super::builder::RulebookBuilder;
use super::endless;
use super::env::Env;
use super::fill::written;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::resolve::names::Pending;
use crate::source::Span;
use crate::syntax::ast::{Block, End, Ends, Expr, ExprKind, Stage, StageWord, Stmt, StmtKind};

/// Deeds that call deeds are followed so far.
const DEEPEST: usize = 16;

/// Whether something in a block is repeated without end, or may be.
pub(super) fn goes_on(env: &Env, block: &Block, deep: usize) -> bool {
    let inside = |block: &Block| deep > DEEPEST || goes_on(env, block, deep + 1);
    let repeats = |stmt: &Stmt| {
        if let StmtKind::Stage(stage) = &stmt.kind {
            return stage.binder.as_ref().is_some_and(|b| b.domain.goes_on());
        }
        matches!(&stmt.kind, StmtKind::Choose(choose) if choose.until_all_pass)
    };
    let mut stmts = block.stmts.iter().filter(|stmt| !matches!(stmt.kind, StmtKind::Ends(_)));
    stmts.any(|stmt| repeats(stmt) || any_inside(env, stmt, &inside))
}

/// Whether something holds for a block of a statement, or for the deed that it calls; one that is
/// not known may do anything.
pub(super) fn any_inside(env: &Env, stmt: &Stmt, holds: &dyn Fn(&Block) -> bool) -> bool {
    if let StmtKind::Call(call) = &stmt.kind {
        return called(env, call).is_none_or(holds);
    }
    stmt.blocks().into_iter().any(holds)
}

/// Warns of a stage at the end of `play` that is over when all have had their go, in a game that
/// some rule ends.
pub(super) fn find(env: &Env, out: &mut RulebookBuilder) {
    let Some(play) = &env.r.play else { return };
    // What is not there may have ended it.
    if out.notes.deeds_missing {
        return;
    }
    let dead = endless::dead(env);
    if let Some(dead) = &dead
        && env.r.broken.is_empty()
        && !env.r.names_missing
    {
        out.reports.report(endless::told(dead, some_rule_ends(env, Some(dead.follows))));
        return;
    }
    if !some_rule_ends(env, None) {
        if env.r.broken.is_empty() && !env.r.names_missing && !play.item.stmts.is_empty() {
            let said = Diagnostic::new(Code::W0511, play.span, "no rule of this game ever ends it");
            out.reports.report(said.help(
                "say how it ends: `end game won by …` or `end game lost`, in `play` or in what is \
                 done",
            ));
        }
        return;
    }
    if let Some(said) = ended_by_nobody(env, play) {
        out.reports.report(said);
        return;
    }
    let Some((span, stage)) = tail(env, &play.item, 0) else { return };
    if out.reports.all().iter().any(|d| d.span() == span) {
        return;
    }
    let (what, mend) = match stage.word {
        StageWord::Turn => {
            ("everybody has had a turn", "`turn me in players onwards { … }` goes on")
        }
        StageWord::Round => ("the last round is over", "`round n in 1 onwards { … }` goes on"),
        StageWord::Phase => ("the last phase is over", "`phase n in 1 onwards { … }` goes on"),
    };
    let said = format!("when {what}, `play` is at its end, and nobody has won");
    out.reports.report(Diagnostic::new(Code::W0511, span, said).help(format!(
        "{mend} until a rule ends the game; or say after it how the game ends: `end game won by …`"
    )));
}

/// An `ends when` at the top of `play` that does not say who has won: what stands at the end of
/// `play` is not done any more.
fn ended_by_nobody(env: &Env, play: &Pending<Block>) -> Option<Diagnostic> {
    let says = |ends: &Ends| ends.body.as_ref().is_some_and(|b| says_who_won(env, b, 0));
    let (span, ends) = play.item.stmts.iter().find_map(|stmt| {
        let StmtKind::Ends(ends) = &stmt.kind else { return None };
        (!says(ends)).then_some((stmt.span, ends))
    })?;
    let won = play.item.stmts.iter().rev().find_map(|stmt| {
        let StmtKind::End(end) = &stmt.kind else { return None };
        (!matches!(end, End::Stage(..))).then_some((stmt.span, end))
    });
    let end = match won {
        Some((_, End::Lost)) => "end game lost",
        Some((_, End::Drawn)) => "end game drawn",
        Some((_, End::Won(_) | End::Stage(..))) | None => "end game won by …",
    };
    let word = if ends.at_once { "ends at once when" } else { "ends when" };
    let asked = written(&ends.condition).unwrap_or_else(|| "…".to_owned());
    let said = "this ends the whole game, but nobody has won then".to_owned();
    let said = Diagnostic::new(Code::W0511, span, said)
        .help(format!("say in braces how it ends: `{word} {asked} {{ {end} }}`"));
    Some(match won {
        Some((at, _)) => said.beside(at, "this is not done any more then"),
        None => said,
    })
}

/// Whether a block, or a deed that it calls, ends the game.
fn says_who_won(env: &Env, block: &Block, deep: usize) -> bool {
    let inside = |block: &Block| deep > DEEPEST || says_who_won(env, block, deep + 1);
    // A choice may end it.
    let says = |stmt: &Stmt| {
        matches!(stmt.kind, StmtKind::End(_) | StmtKind::Choose(_) | StmtKind::AsUsual)
    };
    block.stmts.iter().any(|stmt| says(stmt) || any_inside(env, stmt, &inside))
}

/// The stage that a block comes to its end with, if that stage is over by itself.
fn tail<'a>(env: &'a Env, block: &'a Block, deep: usize) -> Option<(Span, &'a Stage)> {
    if deep > DEEPEST || !block.stmts.iter().all(|stmt| passes(env, stmt, deep)) {
        return None;
    }
    let last = block.stmts.last()?;
    match &last.kind {
        StmtKind::Stage(stage) if stage.binder.is_some() => Some((last.span, stage)),
        StmtKind::Stage(stage) => tail(env, &stage.body, deep + 1),
        StmtKind::Call(call) => tail(env, called(env, call)?, deep + 1),
        StmtKind::Let(..)
        | StmtKind::Move { .. }
        | StmtKind::Swap(..)
        | StmtKind::Shuffle(_)
        | StmtKind::Show { .. }
        | StmtKind::Hide(..)
        | StmtKind::If { .. }
        | StmtKind::ForEach(..)
        | StmtKind::Repeat(..)
        | StmtKind::Ends(_)
        | StmtKind::End(_)
        | StmtKind::Give(_)
        | StmtKind::Say(..)
        | StmtKind::Again
        | StmtKind::AsUsual
        | StmtKind::Choose(_)
        | StmtKind::Set(..) => None,
    }
}

/// Whether what follows a statement is ever reached; yes where it cannot be told.
fn passes(env: &Env, stmt: &Stmt, deep: usize) -> bool {
    let all =
        |block: &Block| deep > DEEPEST || block.stmts.iter().all(|s| passes(env, s, deep + 1));
    match &stmt.kind {
        StmtKind::End(_) => false,
        StmtKind::If { then, otherwise, .. } => {
            otherwise.as_ref().is_none_or(|o| all(then) || all(o))
        }
        StmtKind::Stage(stage) => {
            let ends = stage.body.stmts.iter().any(|s| matches!(s.kind, StmtKind::Ends(_)));
            let onwards = stage.binder.as_ref().is_some_and(|b| b.domain.goes_on());
            !onwards && (ends || all(&stage.body))
        }
        StmtKind::Call(call) => called(env, call).is_none_or(all),
        StmtKind::Let(..)
        | StmtKind::Move { .. }
        | StmtKind::Swap(..)
        | StmtKind::Shuffle(_)
        | StmtKind::Show { .. }
        | StmtKind::Hide(..)
        | StmtKind::ForEach(..)
        | StmtKind::Repeat(..)
        | StmtKind::Ends(_)
        | StmtKind::Give(_)
        | StmtKind::Say(..)
        | StmtKind::Again
        | StmtKind::AsUsual
        | StmtKind::Choose(_)
        | StmtKind::Set(..) => true,
    }
}

/// The body of the deed that is called.
pub(super) fn called<'a>(env: &'a Env, call: &Expr) -> Option<&'a Block> {
    let of = if let ExprKind::Call(of, _) = &call.kind { of } else { call };
    let ExprKind::Name(name) = &of.kind else { return None };
    let mut named = env.r.deeds.iter().filter(|(deed, _)| deed.item.name.text == name.text);
    let deed = named.next()?;
    named.next().is_none().then_some(&deed.0.item.body)
}

/// Whether anything but the end of `play` ends the game; what is never come to does not count.
fn some_rule_ends(env: &Env, dead: Option<Span>) -> bool {
    endless::bodies(env).any(|block| ends_game(block, dead, 0))
}

fn ends_game(block: &Block, dead: Option<Span>, deep: usize) -> bool {
    let inside = |block: &Block| deep <= DEEPEST && ends_game(block, dead, deep + 1);
    let never = |at: Span| {
        dead.is_some_and(|d| d.file == at.file && d.start <= at.start && at.end <= d.end)
    };
    let ends = |stmt: &Stmt| {
        matches!(stmt.kind, StmtKind::End(End::Won(_) | End::Lost | End::Drawn))
            || stmt.blocks().into_iter().any(inside)
    };
    block.stmts.iter().any(|stmt| !never(stmt.span) && ends(stmt))
}
