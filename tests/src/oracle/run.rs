//! Statements, deeds and stages, by recursion.

use super::state::{Armed, Cut, Flow, Frame, StageRun, Val, World, fault};
use houserules_interpreter::ask::{Fault, FaultKind, Outcome};
use houserules_lang::ir::{
    Base, BodyRef, CardId, CounterId, DeedId, Domain, End, Expr, Lasts, LocalId, Owner, Run, Stage,
    StageName, StageWord, Stmt, StmtKind, Value, ZoneId,
};
use houserules_lang::source::Span;
use std::collections::{BTreeMap, BTreeSet};

impl<'b> World<'b> {
    /// Set-up and play, to the end.
    pub(super) fn game(&mut self) -> Cut {
        match self.both_roots() {
            Ok(()) => Cut::Fault(fault(FaultKind::NoEnding, Span::default())),
            Err(cut) => cut,
        }
    }

    fn both_roots(&mut self) -> Flow {
        let book = self.book;
        self.lay_out()?;
        self.frames.push(Frame::new(BodyRef::Setup, &book.setup.locals, None));
        match self.block(&book.setup.block) {
            Ok(()) | Err(Cut::Give(_)) => {}
            other => return other,
        }
        self.frames.clear();
        self.frames.push(Frame::new(BodyRef::Play, &book.play.locals, None));
        self.in_play = true;
        match self.block(&book.play.block) {
            Err(Cut::Ends(None, at)) => {
                self.in_play = false;
                self.stages.clear();
                self.frames.truncate(1);
                self.moves_running = 0;
                self.block(&book.ends[at].body)
            }
            Err(Cut::Give(_)) => Ok(()),
            other => other,
        }
    }

    /// Statements in order.
    pub(super) fn block(&mut self, block: &'b [Stmt]) -> Flow {
        let asides = self.asides.len();
        let done = block.iter().try_for_each(|stmt| self.stmt(stmt));
        // Whatever leaves a block leaves what is told to some there.
        self.asides.truncate(asides);
        done
    }

    fn stmt(&mut self, stmt: &'b Stmt) -> Flow {
        self.step(stmt.span)?;
        match &stmt.kind {
            StmtKind::Let(local, value) => {
                let value = self.eval(value)?;
                self.bind(*local, value);
                Ok(())
            }
            StmtKind::Call { deed, args, into } => self.call(*deed, args, *into),
            StmtKind::Set(place, op, value) => self.set(place, *op, value, stmt.span),
            StmtKind::Move { cards, to, at } => self.move_cards(cards, to, at, stmt.span),
            StmtKind::Swap(a, b) => self.swap(a, b, stmt.span),
            StmtKind::Shuffle(zone) => self.shuffle(zone, stmt.span),
            StmtKind::Show(cards, to) => self.show(cards, to),
            StmtKind::Hide(cards, from) => self.hide(cards, from),
            StmtKind::ShowCounter(_, to) => self.members(to).map(|_| ()).map_err(Cut::from),
            StmtKind::If(c, then, other) => {
                let branch = if self.holds(c)? { then } else { other };
                self.block(branch)
            }
            StmtKind::IfThere(local, domain, then, other) => {
                let members = self.members(domain)?;
                match self.first_of(domain, &members) {
                    Some(first) => {
                        self.bind(*local, Val::Plain(first));
                        self.block(then)
                    }
                    None => self.block(other),
                }
            }
            StmtKind::ForEach(local, domain, body) => {
                let members = self.members(domain)?;
                for member in self.by_lot(domain, members, None).0 {
                    self.step(stmt.span)?;
                    self.bind(*local, Val::Plain(member));
                    self.block(body)?;
                }
                Ok(())
            }
            StmtKind::Repeat(condition, body) => {
                while !self.holds(condition)? {
                    self.step(stmt.span)?;
                    self.block(body)?;
                }
                Ok(())
            }
            StmtKind::Stage(stage) => self.stage(stage),
            StmtKind::End(end) => self.end(end, stmt.span),
            StmtKind::Give(value) => {
                let value = value.as_ref().map_or(Ok(Val::NONE), |v| self.eval(v))?;
                Err(Cut::Give(value))
            }
            StmtKind::Say(_) => Ok(()),
            StmtKind::Aside(Some(text)) => {
                let told = self.told_of(*text)?;
                self.asides.push(told & self.asides.last().copied().unwrap_or(u32::MAX));
                Ok(())
            }
            StmtKind::Aside(None) => {
                self.asides.pop();
                Ok(())
            }
            StmtKind::Remember(all) => {
                let what = self.noted(all)?;
                if self.imagining == 0 {
                    *self.memory.entry(what).or_default() += 1;
                }
                Ok(())
            }
            StmtKind::Again => {
                let innermost = self
                    .frames
                    .iter_mut()
                    .rev()
                    .find(|f| f.running && matches!(f.body, BodyRef::Move(_)));
                innermost.into_iter().for_each(|f| f.again = true);
                Ok(())
            }
            StmtKind::Choose(choose) => self.choose(choose),
        }
    }

    fn end(&mut self, end: &'b End, span: Span) -> Flow {
        Err(match end {
            End::Won(domain) => {
                let seats = self.members(domain)?.into_iter().filter_map(|v| match v {
                    Value::Seat(seat) => Some(seat),
                    _ => None,
                });
                let seats: BTreeSet<u8> = seats.collect();
                Cut::Over(Outcome::Won(seats.into_iter().collect()))
            }
            End::Lost => Cut::Over(Outcome::Lost),
            End::Drawn => Cut::Over(Outcome::Drawn),
            End::Stage(which) => {
                match self.stages.iter().rev().find(|s| which.contains(&s.stage.id)) {
                    Some(run) => Cut::Leave(run.serial),
                    None => Cut::Fault(fault(FaultKind::NotRunning, span)),
                }
            }
        })
    }

    pub(super) fn call(&mut self, id: DeedId, args: &'b [Expr], into: Option<LocalId>) -> Flow {
        let deed = &self.book.deeds[id.index()];
        let mut frame = Frame::new(BodyRef::Deed(id), &deed.body.locals, self.me());
        for (at, arg) in args.iter().enumerate() {
            let value = self.eval(arg)?;
            if let Some(slot) = frame.locals.get_mut(at) {
                *slot = value;
            }
        }
        frame.title = deed.title;
        frame.running = true;
        frame.counters = self.begun(Run::Deed(id))?;
        let depth = self.frames.len();
        self.frames.push(frame);
        let result = self.block(&deed.body.block);
        let value = match result {
            Ok(()) => Val::NONE,
            Err(Cut::Give(value)) => value,
            Err(cut) => {
                if !cut.stays() {
                    self.frames.truncate(depth);
                }
                return Err(cut);
            }
        };
        self.frames.truncate(depth);
        if let Some(into) = into {
            self.bind(into, value);
        }
        Ok(())
    }

    /// What a run has begun, at its starts.
    pub(super) fn begun(&mut self, run: Run) -> Result<BTreeMap<CounterId, Option<Value>>, Fault> {
        let book = self.book;
        let mut counters = BTreeMap::new();
        for (at, info) in book.counters.iter().enumerate() {
            if info.owner == Owner::Run(run) {
                let id = CounterId(at as u16);
                let start = self.start_of(id)?;
                counters.insert(id, start);
            }
        }
        Ok(counters)
    }

    /// `when zone runs out`
    pub(super) fn runs_out(&mut self, zone: ZoneId, key: u16) -> Flow {
        let book = self.book;
        for (at, rule) in book.runs_out.iter().enumerate() {
            let empty = self.cards_in(zone, key).is_empty();
            if rule.zone != zone || !empty || !self.filling.insert(zone) {
                continue;
            }
            let depth = self.frames.len();
            let mut frame = Frame::new(BodyRef::RunsOut(at as u16), &rule.body.locals, None);
            let owner = match book.zones[zone.index()].owner {
                Owner::Player => Some(Value::Seat(key as u8)),
                Owner::Enum(of) => Some(Value::Member(of, key)),
                Owner::Card(_) => Some(Value::Card(CardId(key))),
                Owner::Table | Owner::Run(_) => None,
            };
            if let (Some(owner), Some(first)) = (owner, frame.locals.first_mut()) {
                *first = Val::Plain(owner);
            }
            self.frames.push(frame);
            let result = self.block(&rule.body.block);
            if let Err(cut) = &result
                && cut.stays()
            {
                return result;
            }
            self.filling.remove(&zone);
            self.frames.truncate(depth);
            if !matches!(result, Err(Cut::Give(_))) {
                result?;
            }
        }
        Ok(())
    }

    fn stage(&mut self, stage: &'b Stage) -> Flow {
        let Some((name, domain)) = &stage.over else {
            return self.element(stage, None, Value::None);
        };
        let endless: Option<Box<dyn Iterator<Item = Value>>> = match &domain.base {
            Base::Onwards(from) => match self.eval(from)?.number() {
                Some(n) => Some(Box::new((n..=i64::MAX).map(Value::Number))),
                None => None,
            },
            Base::Players { from, forever: true, opponents } => {
                let seats = self.seats_from(from.as_deref(), *opponents)?;
                Some(Box::new(seats.into_iter().cycle()))
            }
            _ => {
                let members = self.members(domain)?;
                for member in self.by_lot(domain, members, None).0 {
                    self.element(stage, Some(*name), member)?;
                }
                return Ok(());
            }
        };
        for member in endless.into_iter().flatten() {
            self.step(domain.span)?;
            if self.passes(domain, &member)? {
                self.element(stage, Some(*name), member)?;
            }
        }
        Ok(())
    }

    /// Whether a member of an endless domain is meant.
    fn passes(&mut self, domain: &'b Domain, member: &Value) -> Result<bool, Fault> {
        match &domain.filter {
            None => Ok(true),
            Some((local, holds)) => {
                self.bind(*local, Val::Plain(member.clone()));
                self.holds(holds)
            }
        }
    }

    /// One element of a stage, and what follows it.
    fn element(&mut self, stage: &'b Stage, name: Option<StageName>, value: Value) -> Flow {
        let info = &self.book.stages[stage.id.index()];
        let span = info.span;
        self.step(span)?;
        let (depth, frame, moves) = (self.stages.len(), self.frames.len() - 1, self.moves_running);
        let counters = self.begun(Run::Stage(info.word))?;
        let me = self.frames[frame].me;
        match (name, &value) {
            (Some(StageName::Me), Value::Seat(seat)) => self.frames[frame].me = Some(*seat),
            (Some(StageName::Local(local)), _) => self.bind(local, Val::Plain(value.clone())),
            _ => {}
        }
        let serial = self.serial();
        let turn_of =
            match (&value, info.word == StageWord::Turn && matches!(name, Some(StageName::Me))) {
                (Value::Seat(seat), true) => Some(*seat),
                _ => None,
            };
        let used = BTreeSet::new();
        let word = info.word;
        self.stages.push(StageRun { serial, stage, word, value, frame, moves, counters, used });
        if let Some(seat) = turn_of {
            self.turn_begins(seat, serial)?;
        }
        let result = self.block(&stage.body);
        if let Err(cut) = &result
            && cut.stays()
        {
            return result;
        }
        self.stages.truncate(depth);
        self.frames.truncate(frame + 1);
        self.moves_running = moves;
        self.frames[frame].me = me;
        if let Some(seat) = turn_of {
            self.turn_ends(seat, serial)?;
        }
        match result {
            Err(Cut::Leave(which)) if which == serial => {}
            Err(Cut::Ends(Some(which), at)) if which == serial => {
                self.block(&stage.ends[at].body)?
            }
            other => other?,
        }
        self.test_ends()
    }

    fn turn_begins(&mut self, seat: u8, serial: u64) -> Result<(), Fault> {
        for (id, lasts) in self.lasting(seat, Armed::Written) {
            if lasts == Lasts::Until {
                self.set_back(id, seat)?;
            } else {
                self.armed.insert((id, seat), Armed::InTurn(serial));
            }
        }
        Ok(())
    }

    fn turn_ends(&mut self, seat: u8, serial: u64) -> Result<(), Fault> {
        for (id, _) in self.lasting(seat, Armed::InTurn(serial)) {
            self.set_back(id, seat)?;
        }
        Ok(())
    }

    fn lasting(&self, seat: u8, state: Armed) -> Vec<(CounterId, Lasts)> {
        let armed = self.armed.iter().filter(|((_, s), a)| *s == seat && **a == state);
        armed
            .filter_map(|((id, _), _)| self.book.counters[id.index()].lasts.map(|l| (*id, l)))
            .collect()
    }

    fn set_back(&mut self, id: CounterId, seat: u8) -> Result<(), Fault> {
        let start = self.start_of(id)?;
        self.counters.insert((id, u16::from(seat)), start);
        self.armed.insert((id, seat), Armed::Idle);
        Ok(())
    }
}
