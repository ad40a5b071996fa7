//! Expressions that are followed while a machine plays: read whenever an element of a stage of some
//! word ends, and at the end of the game. Reading them changes nothing in the game.

use super::{Evaluator, Executor, Machine};
use crate::ask::Fault;
use crate::lower::extra::add_expr;
use crate::program::{Loc, NONE, Program};
use houserules_lang::ir::{Expr, LocalDecl, StageWord, Type, Value};
use std::sync::Arc;

/// What an expression was when it was read: nothing if it was none.
pub type Sample = Result<Option<i64>, Fault>;

/// An expression to follow.
#[derive(Debug, Clone)]
pub struct Followed<'a> {
    /// A number, an amount or a condition.
    pub expr: &'a Expr,
    /// What its names stand for, by their ids.
    pub locals: &'a [LocalDecl],
    /// Who `me` is in it, if anybody.
    pub me: Option<u8>,
}

/// One that was made ready.
#[derive(Debug, Clone)]
struct Row {
    entry: u32,
    result: Loc,
    ty: Type,
    me: i64,
}

/// What a machine follows.
#[derive(Debug, Clone, Default)]
pub(super) struct Following {
    word: u8,
    rows: Vec<Row>,
    /// Row after row, for each element that has ended.
    samples: Vec<Sample>,
}

impl Following {
    pub(super) fn forget(&mut self) {
        self.samples.clear();
    }
}

impl Evaluator<'_> {
    fn sample_into(&mut self, following: &mut Following) {
        // The steps and the place belong to the game.
        let (steps, nodes, at) = (self.mem.steps, self.mem.nodes, self.mem.at);
        for row in &following.rows {
            self.mem.regs[0] = row.me;
            self.mem.steps = 0;
            let calls = self.mem.calls.len();
            let read = self.pure(row.entry);
            self.mem.calls.truncate(calls);
            following.samples.push(match read {
                Ok(()) => Ok(number(&self.read(row.result, &row.ty))),
                Err(about) => {
                    let span = self.state().span_at(self.mem.at);
                    Err(Fault { code: super::faults::code(&about), span, about })
                }
            });
        }
        (self.mem.steps, self.mem.nodes, self.mem.at) = (steps, nodes, at);
        self.recall_me();
    }
}

impl Executor<'_> {
    /// An element of a stage ends.
    pub(super) fn sample_element(&mut self, stage: u16) {
        let word = self.program.stages[usize::from(stage)].word;
        if let Some(mut following) = self.recorder.following.take() {
            if following.word == word {
                self.evaluator().sample_into(&mut following);
            }
            self.recorder.following = Some(following);
        }
    }
}

impl Machine {
    /// Follows expressions from here on, each read whenever an element of a stage of the word ends.
    /// The game must then begin anew with [`Machine::restart`], so that nothing of it is missed.
    ///
    /// # Errors
    /// The fault of one that cannot be read here.
    pub fn follow(&mut self, word: StageWord, followed: &[Followed<'_>]) -> Result<(), Fault> {
        let mut rows = Vec::new();
        for one in followed {
            let mut added = add_expr(&self.program, one.expr, one.locals)
                .map_err(|e| super::referee::broken(&e, one.expr.span))?;
            let program = std::mem::replace(&mut added.program, Program::clone(&self.program));
            self.use_program(Arc::new(program));
            let me = one.me.map_or(NONE, i64::from);
            rows.push(Row {
                entry: added.entry,
                result: added.result,
                ty: one.expr.ty.clone(),
                me,
            });
        }
        self.recorder.following =
            Some(Following { word: crate::lower::word_index(word), rows, samples: Vec::new() });
        Ok(())
    }

    /// What was read since the game began: for each element that has ended, all expressions in
    /// order.
    pub fn samples(&self) -> &[Sample] {
        self.recorder.following.as_ref().map_or(&[], |f| &f.samples)
    }

    /// Reads all that is followed where the game stands.
    pub fn read_followed(&mut self) -> Vec<Sample> {
        let Some(mut following) = self.recorder.following.take() else { return Vec::new() };
        let before = following.samples.len();
        self.evaluator().sample_into(&mut following);
        let samples = following.samples.split_off(before);
        self.recorder.following = Some(following);
        samples
    }
}

/// A yes counts as 1, so that its mean is a share.
fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Number(n) => Some(*n),
        Value::Bool(yes) => Some(i64::from(*yes)),
        Value::None
        | Value::Seat(_)
        | Value::Card(_)
        | Value::Member(..)
        | Value::Text(_)
        | Value::Square(_)
        | Value::Spot(_)
        | Value::List(_) => None,
    }
}
