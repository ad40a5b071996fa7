//! `expect`: what must hold, and, if it does not, what the sides are.

use super::{Broken, Run};
use crate::log::ending;
use crate::rendering::face::Faces;
use crate::rendering::redacted::read;
use crate::view::way::way;
use crate::visibility::Viewer;
use houserules_interpreter::ask::{Outcome, PathStep, Stop};
use houserules_interpreter::referee::Referee;
use houserules_lang::ir::{Domain, Expr, ExprKind, Order, TestLineKind, Type, Value};
use std::borrow::Cow;

impl<E: Referee> Run<'_, E> {
    /// A line that looks; the game stays where it stands.
    ///
    /// # Errors
    /// What does not hold.
    pub fn look(&mut self, line: &TestLineKind) -> Result<(), Broken> {
        match line {
            TestLineKind::Cannot(seat, doing, because) => {
                let because = because.as_deref();
                let now = self.looking(Some(*seat), |run| run.cannot(*seat, doing, because));
                match now {
                    // The reason may be one of the next question, behind a race in which the seat
                    // has only to pass.
                    Err(_) if because.is_some() => {
                        self.looking(None, |run| run.cannot(*seat, doing, because))
                    }
                    now => now,
                }
            }
            TestLineKind::ExpectTold(seat, yes, text) => {
                self.looking(Some(*seat), |run| run.is_told(*seat, *yes, text))
            }
            TestLineKind::ExpectSame(seat, lines) => {
                self.looking(Some(*seat), |run| run.sees_the_same(*seat, lines))
            }
            TestLineKind::MayOnly(seat, all) => {
                self.looking(Some(*seat), |run| run.may_only(*seat, all))
            }
            line => self.looking(None, |run| run.seen(line)),
        }
    }

    fn seen(&mut self, line: &TestLineKind) -> Result<(), Broken> {
        match line {
            TestLineKind::Expect(condition) => self.holds(condition),
            TestLineKind::ExpectTurn(seat) => self.is_turn(*seat),
            TestLineKind::ExpectWon(seats) => {
                let mut expected = seats.clone();
                expected.sort_unstable();
                self.is_over(&Outcome::Won(expected))
            }
            TestLineKind::ExpectLost => self.is_over(&Outcome::Lost),
            TestLineKind::ExpectDrawn => self.is_over(&Outcome::Drawn),
            _ => Ok(()),
        }
    }

    fn is_turn(&self, seat: u8) -> Result<(), Broken> {
        match self.turn_of() {
            Some(found) if found == seat => Ok(()),
            Some(found) => Err(format!(
                "expected {}'s turn, but it is {}'s",
                self.name(seat),
                self.name(found)
            )
            .into()),
            None => Err(format!(
                "expected {}'s turn, but it is nobody's{}",
                self.name(seat),
                self.why_none()
            )
            .into()),
        }
    }

    /// Whose turn it is, if it is anybody's.
    pub(super) fn turn_of(&self) -> Option<u8> {
        self.engine.path().into_iter().rev().find_map(|step| match step {
            PathStep::Stage(id, Value::Seat(seat)) => self.book[id].sets_me.then_some(seat),
            PathStep::Stage(..) | PathStep::Titled(..) => None,
        })
    }

    fn why_none(&self) -> String {
        match self.engine.stop() {
            Stop::Asking => String::new(),
            Stop::Over(outcome) => format!(": {}", ending(self.naming(), &outcome)),
            Stop::Fault(fault) => format!(": {}", self.fault_text(&fault)),
        }
    }

    fn is_over(&self, expected: &Outcome) -> Result<(), Broken> {
        let wanted = ending(self.naming(), expected);
        match self.engine.stop() {
            Stop::Over(Outcome::Won(mut seats)) => {
                seats.sort_unstable();
                let found = Outcome::Won(seats);
                if found == *expected {
                    return Ok(());
                }
                Err(format!("expected \"{wanted}\", but {}", ending(self.naming(), &found)).into())
            }
            Stop::Over(found) if found == *expected => Ok(()),
            Stop::Over(found) => {
                Err(format!("expected \"{wanted}\", but {}", ending(self.naming(), &found)).into())
            }
            Stop::Asking => Err(format!("expected \"{wanted}\", but the game goes on").into()),
            Stop::Fault(fault) => Err(self.fault_text(&fault).into()),
        }
    }

    fn holds(&mut self, condition: &Expr) -> Result<(), Broken> {
        let known = self.with_path(condition);
        if self.truth(&known)? {
            return Ok(());
        }
        let why = self.explain(condition)?;
        Err(format!("{why}{}", self.open_question()).into())
    }

    /// ` (Ana is asked: Which one?)`, if a question is open: what follows from its answer has not
    /// happened yet.
    fn open_question(&self) -> String {
        let asked = self
            .engine
            .asked()
            .filter(|asked| !asked.chance)
            .map(|asked| asked.seats)
            .unwrap_or_default();
        let Some((text, holes)) = self.engine.question().filter(|_| !asked.is_empty()) else {
            return String::new();
        };
        let snapshot = self.snapshot();
        let mut sentence = Vec::new();
        Faces::new(self.naming(), &snapshot.table).text(&mut sentence, text, &holes);
        let verb = if asked.len() == 1 { "is" } else { "are" };
        format!(
            " ({} {verb} asked: {})",
            self.naming().seat_list(&asked),
            read(&sentence, Viewer::Referee)
        )
    }

    /// Whether a condition holds; none counts as no.
    ///
    /// # Errors
    /// That it has no value.
    pub fn truth(&mut self, condition: &Expr) -> Result<bool, Broken> {
        Ok(self.eval(condition)? == Value::Bool(true))
    }

    /// The path as it is written in tests: `round 2 › Ana's turn`.
    #[must_use]
    pub fn path(&self) -> String {
        way(&self.engine, self.naming())
    }

    /// The condition with comparisons of `path` decided.
    fn with_path(&self, expr: &Expr) -> Expr {
        let both = |a: &Expr, b: &Expr| (Box::new(self.with_path(a)), Box::new(self.with_path(b)));
        let kind = match &expr.kind {
            ExprKind::And(a, b) => {
                let (a, b) = both(a, b);
                ExprKind::And(a, b)
            }
            ExprKind::Or(a, b) => {
                let (a, b) = both(a, b);
                ExprKind::Or(a, b)
            }
            ExprKind::Not(a) => ExprKind::Not(Box::new(self.with_path(a))),
            ExprKind::Same(a, b) => match self.path_text(a, b) {
                Some(text) => ExprKind::Const(Value::Bool(self.path() == text)),
                None => return expr.clone(),
            },
            _ => return expr.clone(),
        };
        Expr { kind, ty: expr.ty.clone(), span: expr.span }
    }

    fn path_text(&self, a: &Expr, b: &Expr) -> Option<String> {
        match (&a.kind, &b.kind) {
            (ExprKind::Path, ExprKind::Text(id)) | (ExprKind::Text(id), ExprKind::Path) => {
                Some(self.book[*id].raw.clone())
            }
            (ExprKind::Path, ExprKind::Const(Value::Text(t)))
            | (ExprKind::Const(Value::Text(t)), ExprKind::Path) => Some(t.to_string()),
            _ => None,
        }
    }

    /// Why a condition does not hold: the part that fails, and the values of its sides.
    fn explain(&mut self, expr: &Expr) -> Result<String, Broken> {
        if let ExprKind::And(a, b) = &expr.kind {
            let known = self.with_path(a);
            let part = if self.truth(&known)? { b } else { a };
            return self.explain(part);
        }
        let what = self.source(expr.span);
        let sides = self.sides(expr);
        Ok(match sides.as_slice() {
            [] => format!("expected `{what}`, but it does not hold"),
            [(_, value)] => format!("expected `{what}`, but it is {value}"),
            more => {
                let more: Vec<String> =
                    more.iter().map(|(of, value)| format!("`{of}` is {value}")).collect();
                format!("expected `{what}`, but {}", more.join(" and "))
            }
        })
    }

    /// What is compared, as it is written, and its value; constants left out.
    fn sides(&mut self, expr: &Expr) -> Vec<(String, String)> {
        let domain = |d: &Domain| {
            let ty = Type::List(Box::new(d.elem.clone()), Order::Unordered);
            let kind = ExprKind::List(Box::new(d.clone()));
            Cow::Owned(Expr { kind, ty, span: d.span })
        };
        let parts: Vec<Cow<'_, Expr>> = match &expr.kind {
            ExprKind::Not(inner) => return self.sides(inner),
            ExprKind::Same(a, b) if self.path_text(a, b).is_some() => {
                return vec![("path".into(), format!("\"{}\"", self.path()))];
            }
            ExprKind::Same(a, b) | ExprKind::Less(a, b) | ExprKind::LessEq(a, b) => {
                vec![Cow::Borrowed(&**a), Cow::Borrowed(&**b)]
            }
            ExprKind::SameList(a, b, _) => vec![domain(a), domain(b)],
            ExprKind::RowsAre(a, ..) | ExprKind::IsEmpty(a) => vec![domain(a)],
            ExprKind::IsRow(a, _) | ExprKind::IsKind(a, _) | ExprKind::IsNone(a) => {
                vec![Cow::Borrowed(&**a)]
            }
            ExprKind::In(a, d) => vec![Cow::Borrowed(&**a), domain(d)],
            _ => Vec::new(),
        };
        let changing = parts.into_iter().filter(|p| !matches!(p.kind, ExprKind::Const(_)));
        let mut shown = Vec::new();
        for part in changing {
            if let Ok(value) = self.eval(&part) {
                shown.push((self.source(part.span), self.shown(&part.ty, &value)));
            }
        }
        shown
    }

    fn shown(&self, ty: &Type, value: &Value) -> String {
        let snapshot = self.snapshot();
        let mut sentence = Vec::new();
        Faces::new(self.naming(), &snapshot.table).value(&mut sentence, ty, value);
        read(&sentence, Viewer::Referee)
    }
}
