//! Expressions, by walking them.

use super::state::{Eval, Frame, Val, World, fault};
use houserules_interpreter::ask::FaultKind;
use houserules_lang::ir::{
    ArithOp, BodyRef, CardId, CounterId, EnumId, Expr, ExprKind, Fold, FoldOp, LocalId, Owner,
    Quantifier, Run, RunBody, Value, WordId, ZoneId, ZoneShape,
};
use houserules_lang::source::Span;

impl<'b> World<'b> {
    /// The value of an expression, in the topmost frame.
    pub(super) fn eval(&mut self, e: &'b Expr) -> Eval<Val> {
        match &e.kind {
            ExprKind::Const(value) => Ok(Val::Plain(value.clone())),
            ExprKind::Text(id) => Ok(Val::Text(*id)),
            ExprKind::Option(id) => Ok(Val::Plain(self.settings[id.index()].clone())),
            ExprKind::Seats => Ok(number(i64::from(self.seats))),
            ExprKind::Local(id) => Ok(self.local(*id)),
            ExprKind::Committed(local, seat) => self.committed(*local, seat),
            ExprKind::RunLocal(body, local) => self.run_local(*body, *local, e.span),
            ExprKind::Me => Ok(self.me().map_or(Val::NONE, |s| Val::Plain(Value::Seat(s)))),
            ExprKind::Neighbour(of, steps) => self.neighbour(of, *steps),
            ExprKind::Field(of, name) => self.field(of, name),
            ExprKind::Counter(id, key) => self.counter(*id, key.as_deref(), e.span),
            ExprKind::Word(id, args) => self.word(*id, args),
            ExprKind::Zone(id, key) => self.zone(*id, key.as_deref()),
            ExprKind::SlotCard(zone) => self.slot_card(zone),
            ExprKind::Place(zone, at) => self.nth_card(zone, at),
            ExprKind::Position(card) => self.position(card, e.span),
            ExprKind::Square(id, column, row) => self.square(*id, column, row),
            ExprKind::Pair(id, one, other) => self.pair(*id, one, other),
            ExprKind::If(c, a, b) => {
                let branch = if self.holds(c)? { a } else { b };
                self.eval(branch)
            }
            ExprKind::Let(local, value, then) => {
                let value = self.eval(value)?;
                self.bind(*local, value);
                self.eval(then)
            }
            ExprKind::After(of, deed, args) => self.after(of, *deed, args),
            ExprKind::Remembered(all) => {
                let what = self.noted(all)?;
                Ok(number(self.memory.get(&what).copied().unwrap_or(0)))
            }
            ExprKind::TooDeep(word) => Err(fault(FaultKind::TooDeep(*word), e.span)),
            ExprKind::Otherwise(a, b) => {
                let value = self.eval(a)?;
                if value.is_none() { self.eval(b) } else { Ok(value) }
            }
            ExprKind::Board(word, args) => self.board(*word, args, e.span),
            ExprKind::Arith(op, a, b) => self.arith(*op, a, b, e.span),
            ExprKind::Minus(a) => {
                let n = self.eval(a)?.number().ok_or_else(|| fault(FaultKind::NoneUsed, e.span))?;
                n.checked_neg().map(number).ok_or_else(|| fault(FaultKind::Overflow, e.span))
            }
            ExprKind::Count(domain) => Ok(number(self.members(domain)?.len() as i64)),
            ExprKind::First(domain) => {
                let members = self.members(domain)?;
                Ok(self.first_of(domain, &members).map_or(Val::NONE, Val::Plain))
            }
            ExprKind::Distance(search) => Ok(self.distance(search)?.map_or(Val::NONE, number)),
            ExprKind::List(domain) => Ok(Val::Plain(Value::List(self.list(domain)?))),
            ExprKind::Fold(fold) => self.fold(fold, e.span),
            ExprKind::Not(a) => Ok(yes(!self.holds(a)?)),
            ExprKind::And(a, b) => Ok(yes(self.holds(a)? && self.holds(b)?)),
            ExprKind::Or(a, b) => Ok(yes(self.holds(a)? || self.holds(b)?)),
            ExprKind::Same(a, b) => Ok(yes(self.eval(a)? == self.eval(b)?)),
            ExprKind::SameList(a, b, order) => {
                let (a, b) = (self.members(a)?, self.members(b)?);
                Ok(yes(self.same_lists(&a, &b, *order)))
            }
            ExprKind::RowsAre(domain, rows, order) => {
                let members = self.members(domain)?;
                Ok(yes(self.rows_are(&members, rows, *order)))
            }
            ExprKind::IsRow(card, row) => {
                let card = card_of(&self.eval(card)?);
                Ok(yes(card.is_some_and(|c| self.book.cards[c.index()].row == *row)))
            }
            ExprKind::IsKind(card, kinds) => {
                let card = card_of(&self.eval(card)?);
                Ok(yes(card.is_some_and(|c| kinds.has(self.row_of(c).kind))))
            }
            ExprKind::IsNone(a) => Ok(yes(self.eval(a)?.is_none())),
            ExprKind::Sees(who, card) => self.sees(who, card),
            ExprKind::Less(a, b) => Ok(yes(self.compare(a, b, |a, b| a < b)?)),
            ExprKind::LessEq(a, b) => Ok(yes(self.compare(a, b, |a, b| a <= b)?)),
            ExprKind::In(a, domain) => {
                let value = self.eval(a)?.plain();
                Ok(yes(value != Value::None && self.lists(domain, &value)?))
            }
            ExprKind::IsEmpty(domain) => Ok(yes(self.members(domain)?.is_empty())),
            ExprKind::Quantified(which, local, domain, holds) => {
                Ok(yes(self.quantified(*which, *local, domain, holds)?))
            }
            // Tests alone ask for it, of the machine.
            ExprKind::Path => Ok(yes(false)),
        }
    }

    /// One value of all members.
    fn fold(&mut self, fold: &'b Fold, span: Span) -> Eval<Val> {
        let mut all = Vec::new();
        for member in self.members(&fold.over)? {
            self.bind(fold.local, Val::Plain(member));
            match (self.eval(&fold.of)?.number(), fold.op) {
                (Some(n), _) => all.push(n),
                (None, FoldOp::Sum) => return Err(fault(FaultKind::NoneUsed, fold.of.span)),
                (None, FoldOp::Most | FoldOp::Least) => {}
            }
        }
        let value = match fold.op {
            FoldOp::Sum => {
                let sum = all.into_iter().try_fold(0i64, i64::checked_add);
                Some(sum.ok_or_else(|| fault(FaultKind::Overflow, span))?)
            }
            FoldOp::Most => all.into_iter().max(),
            FoldOp::Least => all.into_iter().min(),
        };
        Ok(value.map_or(Val::NONE, number))
    }

    /// Whether a condition holds; none is no.
    pub(super) fn holds(&mut self, e: &'b Expr) -> Eval<bool> {
        Ok(self.eval(e)?.holds())
    }

    fn sees(&mut self, who: &'b Expr, card: &'b Expr) -> Eval<Val> {
        let (who, card) = (self.eval(who)?.plain(), card_of(&self.eval(card)?));
        Ok(yes(match (who, card) {
            (Value::Seat(seat), Some(card)) => self.seen_by(card) >> seat & 1 == 1,
            _ => false,
        }))
    }

    fn quantified(
        &mut self,
        which: Quantifier,
        local: LocalId,
        domain: &'b houserules_lang::ir::Domain,
        holds: &'b Expr,
    ) -> Eval<bool> {
        for member in self.members(domain)? {
            self.bind(local, Val::Plain(member));
            match (which, self.holds(holds)?) {
                (Quantifier::Any, true) => return Ok(true),
                (Quantifier::Every, false) | (Quantifier::No, true) => return Ok(false),
                _ => {}
            }
        }
        Ok(which != Quantifier::Any)
    }

    fn compare(&mut self, a: &'b Expr, b: &'b Expr, holds: fn(i64, i64) -> bool) -> Eval<bool> {
        let rank = |value: Val| match value {
            Val::Plain(Value::Member(_, at)) => Some(i64::from(at)),
            other => other.number(),
        };
        let (a, b) = (rank(self.eval(a)?), rank(self.eval(b)?));
        Ok(a.zip(b).is_some_and(|(a, b)| holds(a, b)))
    }

    fn arith(&mut self, op: ArithOp, a: &'b Expr, b: &'b Expr, span: Span) -> Eval<Val> {
        let (left, right) = (self.eval(a)?.number(), self.eval(b)?.number());
        let (Some(a), Some(b)) = (left, right) else {
            return Err(fault(FaultKind::NoneUsed, span));
        };
        if b == 0 && matches!(op, ArithOp::Div | ArithOp::Mod) {
            return Err(fault(FaultKind::DivisionByZero, span));
        }
        let result = match op {
            ArithOp::Add => a.checked_add(b),
            ArithOp::Sub => a.checked_sub(b),
            ArithOp::Mul => a.checked_mul(b),
            ArithOp::Div => a.checked_div(b),
            ArithOp::Mod => a.checked_rem(b),
            ArithOp::Min => Some(a.min(b)),
            ArithOp::Max => Some(a.max(b)),
        };
        result.map(number).ok_or_else(|| fault(FaultKind::Overflow, span))
    }

    fn committed(&mut self, local: LocalId, seat: &'b Expr) -> Eval<Val> {
        let Val::Plain(Value::Seat(seat)) = self.eval(seat)? else { return Ok(Val::NONE) };
        let values = self.frames.last().and_then(|f| f.each.get(&local));
        Ok(Val::Plain(
            values.and_then(|v| v.get(usize::from(seat))).cloned().unwrap_or(Value::None),
        ))
    }

    fn run_local(&mut self, body: RunBody, local: LocalId, span: Span) -> Eval<Val> {
        let body = match body {
            RunBody::Deed(id) => BodyRef::Deed(id),
            RunBody::Move(id) => BodyRef::Move(id),
        };
        let frame = self.running(body).ok_or_else(|| fault(FaultKind::NotRunning, span))?;
        Ok(self.frames[frame].locals[local.index()].clone())
    }

    fn neighbour(&mut self, of: &'b Expr, steps: i8) -> Eval<Val> {
        let Val::Plain(Value::Seat(seat)) = self.eval(of)? else { return Ok(Val::NONE) };
        let seats = i32::from(self.seats);
        Ok(Val::Plain(Value::Seat((i32::from(seat) + i32::from(steps)).rem_euclid(seats) as u8)))
    }

    fn field(&mut self, of: &'b Expr, name: &str) -> Eval<Val> {
        let (fields, values) = match self.eval(of)? {
            Val::Plain(Value::Card(card)) => {
                let row = self.row_of(card);
                (&self.book.kinds[row.kind.index()].fields, &row.values)
            }
            Val::Plain(Value::Member(id, at)) => {
                let info = &self.book.enums[id.index()];
                (&info.fields, &info.values[usize::from(at)])
            }
            _ => return Ok(Val::NONE),
        };
        let at = fields.iter().position(|f| f.name == name);
        Ok(Val::Plain(at.and_then(|at| values.get(at)).cloned().unwrap_or(Value::None)))
    }

    /// The key that a thing of this owner has; none if there is no such thing.
    pub(super) fn key(&mut self, key: Option<&'b Expr>) -> Eval<Option<u16>> {
        let Some(key) = key else { return Ok(Some(0)) };
        Ok(match self.eval(key)? {
            Val::Plain(Value::Seat(seat)) => Some(u16::from(seat)),
            Val::Plain(Value::Member(_, at)) => Some(at),
            Val::Plain(Value::Card(card)) => Some(card.0),
            _ => None,
        })
    }

    fn counter(&mut self, id: CounterId, key: Option<&'b Expr>, span: Span) -> Eval<Val> {
        let Some(key) = self.key(key)? else { return Ok(Val::NONE) };
        match self.cell(id, key, span)?.clone() {
            Some(value) => Ok(Val::Plain(value)),
            None => Err(fault(FaultKind::Unset(id), span)),
        }
    }

    /// Where a counter's value is kept.
    pub(super) fn cell(&mut self, id: CounterId, key: u16, span: Span) -> Eval<&mut Option<Value>> {
        let owner = self.book.counters[id.index()].owner;
        let found = match owner {
            Owner::Run(Run::Stage(word)) => {
                let run = self.stages.iter_mut().rev().find(|s| s.word == word);
                run.and_then(|s| s.counters.get_mut(&id))
            }
            Owner::Run(Run::Deed(deed)) => self.run_cell(BodyRef::Deed(deed), id),
            Owner::Run(Run::Move(mv)) => self.run_cell(BodyRef::Move(mv), id),
            _ => self.counters.get_mut(&(id, key)),
        };
        found.ok_or_else(|| fault(FaultKind::NotRunning, span))
    }

    fn run_cell(&mut self, body: BodyRef, id: CounterId) -> Option<&mut Option<Value>> {
        let frame = self.running(body)?;
        self.frames[frame].counters.get_mut(&id)
    }

    fn word(&mut self, id: WordId, args: &'b [Expr]) -> Eval<Val> {
        let word = &self.book.words[id.index()];
        self.step(word.value.span)?;
        let mut frame = Frame::new(BodyRef::Word(id), &word.locals, self.me());
        for (at, arg) in args.iter().enumerate() {
            let value = self.eval(arg)?;
            if value.is_none() && word.locals.get(at).is_some_and(|l| !l.ty.may_be_none()) {
                return Ok(Val::NONE);
            }
            if let Some(slot) = frame.locals.get_mut(at) {
                *slot = value;
            }
        }
        self.frames.push(frame);
        let value = self.eval(&word.value)?;
        self.frames.pop();
        Ok(value)
    }

    fn zone(&mut self, id: ZoneId, key: Option<&'b Expr>) -> Eval<Val> {
        Ok(self.key(key)?.map_or(Val::NONE, |key| Val::Zone(id, key)))
    }

    fn slot_card(&mut self, zone: &'b Expr) -> Eval<Val> {
        let Val::Zone(id, key) = self.eval(zone)? else { return Ok(Val::NONE) };
        Ok(self.cards_in(id, key).first().map_or(Val::NONE, |c| Val::Plain(Value::Card(*c))))
    }

    fn nth_card(&mut self, zone: &'b Expr, at: &'b Expr) -> Eval<Val> {
        let (zone, at) = (self.eval(zone)?, self.eval(at)?);
        let (Val::Zone(id, key), Some(at)) = (zone, at.number()) else { return Ok(Val::NONE) };
        let place = usize::try_from(at).ok().and_then(|at| at.checked_sub(1));
        let found = place
            .and_then(|at| self.zones.get(&(id, key)).and_then(|p| p.get(at)).copied().flatten());
        Ok(found.map_or(Val::NONE, |c| Val::Plain(Value::Card(c))))
    }

    fn position(&mut self, card: &'b Expr, span: Span) -> Eval<Val> {
        let value = self.eval(card)?;
        let Some(card) = card_of(&value) else { return Ok(Val::NONE) };
        match self.where_is(card) {
            Some((zone, _, at))
                if matches!(
                    self.shape(zone),
                    ZoneShape::Pile | ZoneShape::Row | ZoneShape::Slots
                ) =>
            {
                Ok(number(at as i64 + 1))
            }
            _ => Err(fault(FaultKind::NoPosition, span)),
        }
    }

    fn pair(&mut self, id: EnumId, one: &'b Expr, other: &'b Expr) -> Eval<Val> {
        let keys = (self.key(Some(one))?, self.key(Some(other))?);
        let (Some(one), Some(other)) = keys else { return Ok(Val::NONE) };
        let of = &self.book.enums[id.index()];
        let n = of.pair.map_or(1, |pair| pair.seconds);
        Ok(Val::Plain(Value::Member(id, one * n + other)))
    }

    fn square(&mut self, id: EnumId, column: &'b Expr, row: &'b Expr) -> Eval<Val> {
        let (column, row) = (self.eval(column)?.number(), self.eval(row)?.number());
        let (Some(x), Some(y)) = (column, row) else { return Ok(Val::NONE) };
        Ok(self.square_at(id, x, y).map_or(Val::NONE, Val::Plain))
    }

    /// The square at column and row from 1, if there is one.
    pub(super) fn square_at(&self, id: EnumId, x: i64, y: i64) -> Option<Value> {
        let (columns, rows) = self.book.enums[id.index()].rectangle?;
        let inside = (1..=i64::from(columns)).contains(&x) && (1..=i64::from(rows)).contains(&y);
        inside.then(|| Value::Member(id, ((y - 1) * i64::from(columns) + x - 1) as u16))
    }
}

/// A number as a value.
pub(super) fn number(n: i64) -> Val {
    Val::Plain(Value::Number(n))
}

fn yes(is: bool) -> Val {
    Val::Plain(Value::Bool(is))
}

/// The card a value is, if it is one.
pub(super) fn card_of(value: &Val) -> Option<CardId> {
    match value {
        Val::Plain(Value::Card(card)) => Some(*card),
        _ => None,
    }
}
