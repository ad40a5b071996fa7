//! Choices that lines speak of, read against the question that is put to a seat.

use super::kinds::{is_of, noun};
use super::{Broken, Run};
use crate::choices::menu::{filled_type, is_hidden};
use crate::choices::picked::Problem;
use crate::choices::scan::Term;
use crate::choices::stranger::Filled;
use crate::refusal::Refusal;
use houserules_interpreter::ask::{Answer, Illegality, Offered};
use houserules_interpreter::referee::Referee;
use houserules_lang::ir::{ExprKind, MoveId, TestValue, Value};

/// A choice that a line speaks of.
#[derive(Debug, Clone)]
pub(super) struct Tried {
    pub what: Offered,
    /// Its index, if it is on offer.
    pub offer: Option<usize>,
    /// Its values, as far as the line gives them.
    pub args: Vec<Value>,
}

impl Tried {
    /// An entry without values.
    fn bare(what: Offered, offer: Option<usize>) -> Self {
        Self { what, offer, args: Vec::new() }
    }
}

/// A choice that is refused, and the reason.
pub(super) type Refused = (Tried, Illegality);

/// Whether a seat may make a choice, or what comes of it if it does.
pub(super) type Judge<'a, E> = fn(&mut Run<'a, E>, u8, &Tried) -> Result<(), Illegality>;

impl<'a, E: Referee> Run<'a, E> {
    /// What a value of a line stands for, for the reader of choices.
    pub(super) fn term(&mut self, value: &TestValue) -> Result<Term, Broken> {
        let all = |terms: Vec<Term>| match <[Term; 1]>::try_from(terms) {
            Ok([one]) => one,
            Err(terms) if terms.is_empty() => Term::Value(Value::None),
            Err(terms) => Term::List(terms),
        };
        Ok(match value {
            TestValue::Row(row) => Term::Row(*row),
            TestValue::Rows(rows) => all(rows.iter().copied().map(Term::Row).collect()),
            TestValue::Empty => Term::Value(Value::None),
            TestValue::Expr(expr) => match self.eval(expr)? {
                Value::List(items) => all(items.into_iter().map(Term::Value).collect()),
                value => Term::Value(value),
            },
        })
    }

    /// The same of all values of a line.
    pub(super) fn terms(&mut self, values: &[TestValue]) -> Result<Vec<Term>, Broken> {
        values.iter().map(|value| self.term(value)).collect()
    }

    /// A line's values as those of an entry that is on offer.
    fn read(
        &mut self,
        seat: u8,
        what: &Offered,
        offer: usize,
        terms: &[Term],
    ) -> Result<Tried, Broken> {
        let snapshot = self.snapshot();
        let filled = self.asking(&snapshot, Some(seat)).fill(what.clone(), offer, terms);
        let args = match filled {
            Ok(picked) => picked.answer.args,
            Err(Problem::Short { args, .. } | Problem::Refused { args, .. }) => args,
            Err(unclear @ Problem::Unclear { .. }) => return Err(unclear.into()),
        };
        Ok(Tried { what: what.clone(), offer: Some(offer), args })
    }

    /// What a line means that names a move: in each entry that has it; if it is not on offer, as
    /// far as its values mean anything.
    pub(super) fn tries(
        &mut self,
        seat: u8,
        id: MoveId,
        values: &[TestValue],
    ) -> Result<Vec<Tried>, Broken> {
        let offers = self.offers_of(seat);
        let absent = Offered::Move(id, Vec::new(), None);
        if !self.is_asked(seat) {
            return Ok(vec![Tried::bare(absent, None)]);
        }
        let terms = self.terms(values)?;
        let on_offer = offers
            .iter()
            .enumerate()
            .filter(|(_, what)| matches!(what, Offered::Move(other, ..) if *other == id));
        let tries: Vec<Tried> = on_offer
            .map(|(offer, what)| self.read(seat, what, offer, &terms))
            .collect::<Result<_, _>>()?;
        if tries.is_empty() { Ok(vec![self.absent(seat, absent, &terms)?]) } else { Ok(tries) }
    }

    /// A move that is not on offer, with what a line gives for it.
    fn absent(&mut self, seat: u8, what: Offered, terms: &[Term]) -> Result<Tried, Broken> {
        let hidden = is_hidden(self.book, &what);
        let snapshot = self.snapshot();
        let mut asking = self.asking(&snapshot, Some(seat));
        let mut args = Vec::new();
        if hidden {
            let all: Vec<Value> = asking.by_nearness().into_iter().map(Value::Card).collect();
            let card = asking.furthest(Filled { what: &what, args: &[] }, &all);
            let Some(card) = card else { return Ok(Tried::bare(what, None)) };
            args.push(card);
        }
        match asking.fill_anyway(&what, &mut args, terms).first() {
            None => Ok(Tried { what, offer: None, args }),
            Some(term) => Err(asking.means_nothing(term).into()),
        }
    }

    /// What a line means that names values; none if the seat is asked for none.
    pub(super) fn tried_values(
        &mut self,
        seat: u8,
        values: &[TestValue],
    ) -> Result<Option<Tried>, Broken> {
        let what = Offered::Values;
        let Some(offer) = self.offers_of(seat).iter().position(|o| *o == what) else {
            return Ok(None);
        };
        let terms = self.terms(values)?;
        self.read(seat, &what, offer, &terms).map(Some)
    }

    /// Saying no, if a line says that, and the seat may.
    pub(super) fn tried_none(&mut self, seat: u8, values: &[TestValue]) -> Option<Tried> {
        let offer = self.offers_of(seat).iter().position(|o| *o == Offered::Decline)?;
        says_none(values).then(|| Tried::bare(Offered::Decline, Some(offer)))
    }

    /// Passing, if the seat may.
    pub(super) fn tried_pass(&mut self, seat: u8) -> Tried {
        let offers = self.offers_of(seat);
        let offer = offers.iter().position(is_pass);
        let what = offer.and_then(|at| offers.get(at).cloned());
        Tried::bare(what.unwrap_or(Offered::Pass(None)), offer)
    }

    /// Whether a seat may make a choice.
    pub(super) fn may(&mut self, seat: u8, tried: &Tried) -> Result<(), Illegality> {
        if !self.is_asked(seat) {
            return Err(Illegality::NotAsked);
        }
        self.engine.may(seat, &tried.what, &tried.args)?;
        if tried.offer.is_some() { Ok(()) } else { Err(Illegality::NotInMenu) }
    }

    /// Makes a choice for a seat.
    pub(super) fn hand_in(&mut self, seat: u8, tried: &Tried) -> Result<(), Illegality> {
        let Some(offer) = tried.offer else { return self.may(seat, tried) };
        self.engine.answer(Some(seat), &Answer { offer, args: tried.args.clone() }).map(drop)
    }

    /// The first of these choices that is refused, and why; none as soon as one is not.
    pub(super) fn all_refused(
        &mut self,
        seat: u8,
        tries: Vec<Tried>,
        judge: Judge<'a, E>,
    ) -> Option<Refused> {
        let mut first = None;
        for tried in tries {
            match judge(self, seat, &tried) {
                Ok(()) => return None,
                Err(why) => first = first.or(Some((tried, why))),
            }
        }
        first
    }

    /// That a value is of another kind than what the seat is asked for, so that nothing could make
    /// it possible.
    pub(super) fn other_kind(&mut self, seat: u8, tried: &Tried) -> Option<Broken> {
        let (name, snapshot) = (self.name(seat), self.snapshot());
        let steps = self.asking(&snapshot, Some(seat)).steps(&tried.what);
        let mut all = steps.iter().zip(&tried.args);
        let (step, _) = all.find(|(step, arg)| !is_of(arg, &filled_type(step)))?;
        let wanted = noun(&filled_type(step));
        Some(format!("{name} is asked for {wanted} here, so this can never be chosen").into())
    }

    /// A refusal in words.
    pub(super) fn refusal(&mut self, seat: u8, (tried, why): Refused) -> Refusal {
        let sources = self.sources;
        let snapshot = self.snapshot();
        self.asking(&snapshot, Some(seat)).refusal(sources, &tried.what, &tried.args, why)
    }

    /// That a seat cannot do what a line says.
    pub(super) fn cannot_do(&mut self, seat: u8, done: &str, refused: Refused) -> Broken {
        let refusal = self.refusal(seat, refused);
        format!("{} cannot {done}: {}", self.name(seat), told(&refusal)).into()
    }
}

pub(super) fn is_pass(offered: &Offered) -> bool {
    matches!(offered, Offered::Pass(_) | Offered::Decline)
}

pub(super) fn says_none(values: &[TestValue]) -> bool {
    matches!(values, [TestValue::Expr(e)] if matches!(e.kind, ExprKind::Const(Value::None)))
}

pub(super) fn told(refusal: &Refusal) -> String {
    match &refusal.place {
        Some(place) => format!("{} ({place})", refusal.text),
        None => refusal.text.clone(),
    }
}
