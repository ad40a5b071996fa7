//! Arguments of test lines as values of the decision that is open. A test knows every card.

use super::{Broken, Run};
use crate::choices::menu::{filled_type, is_hidden};
use crate::choices::stranger::Filled;
use crate::visibility::layout::{Table, is_ordered};
use houserules_interpreter::ask::{Answer, Engine, Offered, Options};
use houserules_interpreter::referee::Referee;
use houserules_lang::ir::{CardId, Pick, RowId, Step, TestValue, Type, Value};

/// A form that is being filled for a test.
#[derive(Debug, Clone, Copy)]
pub struct Filling<'f> {
    /// Who fills it; none: chance.
    pub seat: Option<u8>,
    /// The entry.
    pub what: &'f Offered,
    /// Its index, if it is on offer.
    pub offer: Option<usize>,
}

impl<E: Referee> Run<'_, E> {
    /// The values of a form's steps: what the line gives, the hidden card, and at the end what
    /// leaves no choice.
    ///
    /// # Errors
    /// A value that means nothing here.
    pub fn values(
        &mut self,
        form: Filling<'_>,
        steps: &[Step],
        given: &[TestValue],
    ) -> Result<Vec<Value>, Broken> {
        let mut given = given.iter();
        let mut args: Vec<Value> = Vec::new();
        for step in steps {
            let options = form.offer.and_then(|offer| self.engine.options(form.seat, offer, &args));
            let value = if args.is_empty() && is_hidden(self.book, form.what) {
                match self.hidden(form, options.as_ref()) {
                    Some(value) => value,
                    None => return Ok(args),
                }
            } else if let Some(value) = given.next() {
                self.value(form, (step, options.as_ref()), &args, value)?
            } else {
                match options {
                    Some(Options::Members(members)) if members.len() == 1 => members[0].clone(),
                    _ => return Ok(args),
                }
            };
            args.push(value);
        }
        match given.len() {
            0 => Ok(args),
            n => Err(format!("the line gives {n} values too many").into()),
        }
    }

    /// The card a move stands on.
    fn hidden(&mut self, form: Filling<'_>, options: Option<&Options>) -> Option<Value> {
        if let Some(Options::Members(members)) = options {
            return members.first().cloned();
        }
        let all: Vec<Value> = self.on_table(form.seat).into_iter().map(Value::Card).collect();
        self.fitting(form, &[], &all)
    }

    fn value(
        &mut self,
        form: Filling<'_>,
        (step, options): (&Step, Option<&Options>),
        args: &[Value],
        given: &TestValue,
    ) -> Result<Value, Broken> {
        let several = matches!(filled_type(step), Type::List(..));
        match given {
            TestValue::Empty => Ok(Value::List(Vec::new())),
            TestValue::Row(row) if several => self.cards(form, (args, options), &[*row]),
            TestValue::Rows(rows) => {
                let list = self.cards(form, (args, options), rows)?;
                Ok(if matches!(step.pick, Pick::Order) { list } else { sorted(list) })
            }
            TestValue::Row(row) => {
                let on_offer = members(options).iter().find(|v| self.is_row(v, *row)).cloned();
                if let Some(value) = on_offer {
                    return Ok(value);
                }
                let all = self.on_table(form.seat).into_iter().map(Value::Card);
                let copies: Vec<Value> = all.filter(|v| self.is_row(v, *row)).collect();
                let found = self.fitting(form, args, &copies).or_else(|| copies.first().cloned());
                found.ok_or_else(|| self.absent(*row))
            }
            TestValue::Expr(expr) => {
                let value = self.eval(expr)?;
                Ok(match value {
                    Value::List(items) if !several && items.len() == 1 => {
                        items.into_iter().next().unwrap_or(Value::None)
                    }
                    value @ Value::List(_) if matches!(step.pick, Pick::Order) => value,
                    value @ Value::List(_) => sorted(value),
                    Value::None if several => Value::List(Vec::new()),
                    value if several => Value::List(vec![value]),
                    value => value,
                })
            }
        }
    }

    /// Of equal cards the one that gets furthest in the rules; none if the step goes through none.
    fn fitting(&mut self, form: Filling<'_>, args: &[Value], copies: &[Value]) -> Option<Value> {
        let snapshot = self.snapshot();
        let at = Filled { what: form.what, args };
        self.asking(&snapshot, form.seat).furthest(at, copies)
    }

    fn cards(
        &mut self,
        form: Filling<'_>,
        (args, options): (&[Value], Option<&Options>),
        rows: &[RowId],
    ) -> Result<Value, Broken> {
        let mut left: Vec<Value> = members(options).to_vec();
        let snapshot = self.snapshot();
        let at = Filled { what: form.what, args };
        left.extend(self.asking(&snapshot, form.seat).picked_at_all(at));
        left.extend(self.on_table(form.seat).into_iter().map(Value::Card));
        let mut picked: Vec<Value> = Vec::new();
        for row in rows {
            let found = left.iter().find(|v| self.is_row(v, *row) && !picked.contains(v)).cloned();
            picked.push(found.ok_or_else(|| self.absent(*row))?);
        }
        Ok(Value::List(picked))
    }

    fn absent(&self, row: RowId) -> Broken {
        let name = self.book.rows.get(row.index()).map_or("?", |r| r.name.as_str());
        Broken::Failed(format!("no `[{name}]` is left on the table"))
    }

    fn is_row(&self, value: &Value, row: RowId) -> bool {
        matches!(value, Value::Card(c) if self.book.cards.get(c.index()).is_some_and(|c| c.row == row))
    }

    /// All cards on the table, the seat's own first.
    fn on_table(&mut self, seat: Option<u8>) -> Vec<CardId> {
        let snapshot = self.snapshot();
        self.asking(&snapshot, seat).by_nearness()
    }

    /// Answers chance as the test says, as long as it says something.
    ///
    /// # Errors
    /// A value that chance cannot give here.
    pub fn give_chance(&mut self) -> Result<(), Broken> {
        while !self.chance.is_empty() && self.engine.asked().is_some_and(|a| a.chance) {
            let answer = self.chance_answer()?;
            if self.chance.is_empty() && !self.ahead {
                self.engine.script_chance(false);
            }
            let answered = self.engine.answer(None, &answer);
            answered.map_err(|_| Broken::Failed("chance cannot give that here".into()))?;
        }
        Ok(())
    }

    fn chance_answer(&mut self) -> Result<Answer, Broken> {
        let snapshot = self.snapshot();
        let steps = self.asking(&snapshot, None).steps(&Offered::Values).to_vec();
        let mut args: Vec<Value> = Vec::new();
        while let Some(options) = self.engine.options(None, 0, &args) {
            let Some(given) = self.chance.pop_front() else {
                return Err("chance is asked for more values than the line gives".into());
            };
            let Some(step) = steps.get(args.len()) else { break };
            let form = Filling { seat: None, what: &Offered::Values, offer: Some(0) };
            let value = self.value(form, (step, Some(&options)), &args, given)?;
            if !allows(&options, &value) {
                let mut sentence = Vec::new();
                let snapshot = self.snapshot();
                self.asking(&snapshot, None).faces().value(
                    &mut sentence,
                    &filled_type(step),
                    &value,
                );
                let shown =
                    crate::rendering::redacted::read(&sentence, crate::visibility::Viewer::Referee);
                return Err(format!("chance cannot give {shown} here").into());
            }
            args.push(value);
        }
        Ok(Answer { offer: 0, args })
    }
}

/// A set as the table lists it.
fn sorted(mut list: Value) -> Value {
    if let Value::List(items) = &mut list {
        items.sort_unstable();
    }
    list
}

fn members(options: Option<&Options>) -> &[Value] {
    match options {
        Some(Options::Members(m) | Options::Order(m) | Options::Subset { members: m, .. }) => m,
        _ => &[],
    }
}

fn allows(options: &Options, value: &Value) -> bool {
    let inside = |members: &[Value], items: &[Value]| items.iter().all(|i| members.contains(i));
    match (options, value) {
        (Options::Members(members), value) => members.contains(value),
        (Options::Range(low, high), Value::Number(n)) => low <= n && n <= high,
        (Options::Subset { members, least, most, .. }, Value::List(items)) => {
            (*least..=*most).contains(&items.len()) && inside(members, items)
        }
        (Options::Order(members), Value::List(items)) => {
            members.len() == items.len() && inside(members, items)
        }
        _ => false,
    }
}

/// Whether a decision leaves no choice: its only answer.
pub fn only_answer<E: Engine>(engine: &mut E, seat: u8) -> Option<Answer> {
    if engine.offers(Some(seat)).len() != 1 {
        return None;
    }
    let mut args = Vec::new();
    while let Some(options) = engine.options(Some(seat), 0, &args) {
        args.push(match options {
            Options::Members(members) if members.len() == 1 => members.into_iter().next()?,
            Options::Range(low, high) if low == high => Value::Number(low),
            Options::Subset { members, least, .. } if least == members.len() => {
                Value::List(members)
            }
            Options::Order(members) if members.len() < 2 => Value::List(members),
            Options::Subset { members, least, most, tested: true }
                if members.len() <= MOST_TRIED =>
            {
                only_set(engine, (seat, &args), &members, least..=most)?
            }
            _ => return None,
        });
    }
    Some(Answer { offer: 0, args })
}

/// Sets of more members are not tried one by one.
const MOST_TRIED: usize = 6;

/// The only set that ends a form, equal cards of a zone without order not told apart.
fn only_set<E: Engine>(
    engine: &mut E,
    (seat, filled): (u8, &[Value]),
    members: &[Value],
    sizes: std::ops::RangeInclusive<usize>,
) -> Option<Value> {
    let what = engine.offers(Some(seat)).into_iter().next()?;
    let table = Table::of(engine.rulebook(), &engine.dump());
    let book = engine.rulebook();
    let like = |a: &Value, b: &Value| match (a, b) {
        (Value::Card(a), Value::Card(b)) => {
            let lies = |c: &CardId| {
                table.lies(*c).filter(|l| !is_ordered(book, l.zone)).map(|l| (l.zone, l.key))
            };
            let row = |c: &CardId| book.cards.get(c.index()).map(|c| c.row);
            lies(a).is_some() && lies(a) == lies(b) && row(a) == row(b)
        }
        _ => false,
    };
    let before: Vec<u32> = (0..members.len())
        .map(|at| {
            (0..at).filter(|b| like(&members[*b], &members[at])).fold(0, |bits, b| bits | 1 << b)
        })
        .collect();
    let mut only = None;
    for set in 0..1_u32 << members.len() {
        let holds = |at: &usize| set >> at & 1 == 1;
        let first_copies = (0..members.len()).filter(holds).all(|at| before[at] & !set == 0);
        if !first_copies || !sizes.contains(&(set.count_ones() as usize)) {
            continue;
        }
        let list =
            Value::List((0..members.len()).filter(holds).map(|at| members[at].clone()).collect());
        let mut args = filled.to_vec();
        args.push(list.clone());
        if engine.may(seat, &what, &args).is_ok() && only.replace(list).is_some() {
            return None;
        }
    }
    only
}
