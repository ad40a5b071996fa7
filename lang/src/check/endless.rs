//! Stages that go on and on with no way out, so that what stands behind them is never come to.

use super::env::Env;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{Block, End, Stage, StageWord, StmtKind};

/// A stage without a way out, and what follows it.
pub(super) struct Dead {
    stage: Span,
    word: StageWord,
    /// From the first to the last statement behind it.
    pub(super) follows: Span,
    first: Span,
    /// Something ends one of its rounds (turns, phases): an `ends when` of its own, or an `end` of
    /// its own word.
    one_ended: bool,
    /// An ending above it ends the game.
    ends_above: bool,
}

/// The first stage in `play` that nothing ever leaves, though something stands behind it.
pub(super) fn dead(env: &Env) -> Option<Dead> {
    let play = env.r.play.as_ref()?;
    in_block(env, &play.item, false)
}

/// What is said of it; `ends` tells whether something else ends the game.
pub(super) fn told(dead: &Dead, ends: bool) -> Diagnostic {
    let word = super::things::word(dead.word);
    let said = if ends {
        Diagnostic::new(Code::W0501, dead.first, "this is never reached").beside(
            dead.stage,
            format!("this `{word}` goes on `onwards`, and nothing ends it but the end of the game"),
        )
    } else {
        let said =
            format!("this game never ends: this `{word}` goes on `onwards`, and nothing ends it");
        Diagnostic::new(Code::W0511, dead.stage, said)
            .beside(dead.first, "so this is never reached")
    };
    let one = if dead.one_ended {
        format!(": what ends one {word} leads to the next")
    } else {
        String::new()
    };
    if dead.ends_above && dead.word == StageWord::Round {
        return said.help(
            "the ending above ends the game at once: leave this out, or say how many rounds there \
             are: `round n in 1..10 { … }`",
        );
    }
    said.help(format!(
        "let it lie in a phase that ends{one}: `phase \"…\" {{ ends when …  {word} … onwards {{ … \
         }} }}`; if only the end of the game follows, write at the top of `play`: `ends when … {{ \
         end game won by … }}`"
    ))
}

fn in_block(env: &Env, block: &Block, ends_outside: bool) -> Option<Dead> {
    let ends = ends_outside || has_ends(block);
    let left = ends_outside || leads_on(block);
    for (at, stmt) in block.stmts.iter().enumerate() {
        let StmtKind::Stage(stage) = &stmt.kind else { continue };
        let mut behind =
            block.stmts.iter().skip(at + 1).filter(|s| !matches!(s.kind, StmtKind::Ends(_)));
        let onwards = stage.binder.as_ref().is_some_and(|b| b.domain.goes_on());
        // A round that has an ending of its own is meant to be left by it.
        let ended = if has_ends(&stage.body) { ends } else { left };
        if onwards && !ended && !is_left(env, stage) {
            let Some(first) = behind.next() else { continue };
            let last = behind.next_back().unwrap_or(first);
            let follows =
                Span { file: first.span.file, start: first.span.start, end: last.span.end };
            let one_ended =
                has_ends(&stage.body) || ended_somewhere(env, &|word, _| word == stage.word);
            return Some(Dead {
                stage: stmt.span,
                word: stage.word,
                follows,
                first: first.span,
                one_ended,
                ends_above: has_ends(block),
            });
        }
        if let Some(found) = in_block(env, &stage.body, ends) {
            return Some(found);
        }
    }
    None
}

fn has_ends(block: &Block) -> bool {
    block.stmts.iter().any(|s| matches!(s.kind, StmtKind::Ends(_)))
}

/// Whether an ending of a block leads to what stands behind it: one that ends the game does not.
fn leads_on(block: &Block) -> bool {
    let over = |body: &Block| {
        let last = body.stmts.last().map(|stmt| &stmt.kind);
        matches!(last, Some(StmtKind::End(End::Won(_) | End::Lost | End::Drawn)))
    };
    block.stmts.iter().any(|stmt| {
        let StmtKind::Ends(ends) = &stmt.kind else { return false };
        !ends.body.as_ref().is_some_and(over)
    })
}

/// Whether some `end` may leave the stage as a whole: one of another word, or of another title. One
/// of its own word ends what runs, and the next begins.
fn is_left(env: &Env, stage: &Stage) -> bool {
    let title = stage.title.as_ref().map(|t| t.raw.as_str());
    ended_somewhere(env, &|word, named| {
        word != stage.word || named.is_some_and(|n| Some(n) != title)
    })
}

/// Whether the rules say `end` of a stage, such as is asked for.
fn ended_somewhere(env: &Env, such: &dyn Fn(StageWord, Option<&str>) -> bool) -> bool {
    let mut left: Vec<&Block> = bodies(env).collect();
    while let Some(block) = left.pop() {
        for stmt in &block.stmts {
            if let StmtKind::End(End::Stage(word, title)) = &stmt.kind
                && such(*word, title.as_ref().map(|t| t.raw.as_str()))
            {
                return true;
            }
            left.extend(stmt.blocks());
        }
    }
    false
}

/// What may run in a game, but for its set-up.
pub(super) fn bodies(env: &Env) -> impl Iterator<Item = &Block> {
    let deeds = env.r.deeds.iter().map(|(deed, _)| &deed.item.body);
    let moves = env.r.moves.iter().map(|of| &of.item.body);
    let others = env.r.interrupts.iter().map(|of| &of.item.body);
    let filled = env.r.runs_out.iter().map(|of| &of.item.1);
    let attempts = env.r.moves.iter().filter_map(|of| of.item.attempt.as_ref());
    let failed = attempts.flat_map(|of| std::iter::once(&of.wrong).chain(&of.late));
    let play = env.r.play.iter().map(|play| &play.item);
    deeds.chain(moves).chain(others).chain(filled).chain(failed).chain(play)
}
