//! Who may know where a rule could not be carried out: that it stopped there tells something of all
//! that it reads.

use super::body::Body;
use super::flow::Flow;
use super::readers::Readers;
use crate::ir::{At, Domain, Expr, SetOp, Stage, Stmt, StmtKind};

impl Flow<'_> {
    /// What a statement reads itself, and what stands around it, decides whether it stops the game.
    pub(super) fn may_stop(&mut self, stmt: &Stmt, body: &mut Body) {
        let readers = self.read_by(stmt, body).and(&body.guard());
        if readers == Readers::Everyone {
            return;
        }
        let found = self.told.stops.entry((body.at, stmt.span)).or_insert(Readers::Everyone);
        *found = found.and(&readers);
    }

    fn read_by(&mut self, stmt: &Stmt, body: &mut Body) -> Readers {
        match &stmt.kind {
            StmtKind::Let(_, value) => self.value(value, body),
            StmtKind::Give(value) => {
                value.as_ref().map_or(Readers::Everyone, |value| self.value(value, body))
            }
            StmtKind::Set(place, op, value) => {
                let counter = &self.book[place.counter];
                let ends = counter.range.is_some() && !counter.capped;
                let key = place.key.as_deref();
                let read = match op {
                    SetOp::To => Readers::Everyone,
                    SetOp::Plus | SetOp::Minus if !ends => Readers::Everyone,
                    SetOp::Plus | SetOp::Minus => {
                        self.reader.readers_of(place.counter, key, &mut body.names)
                    }
                };
                read.and(&self.value(value, body))
            }
            StmtKind::If(test, ..) | StmtKind::Repeat(test, _) => self.value(test, body),
            StmtKind::IfThere(_, of, ..) | StmtKind::ForEach(_, of, _) => self.of(of, body),
            StmtKind::Move { cards, to, at } => {
                let read = self.of(cards, body).and(&self.value(to, body));
                match at {
                    At::Place(at) | At::Spot(at) => read.and(&self.value(at, body)),
                    At::Usual | At::Top | At::Bottom => read,
                }
            }
            StmtKind::Call { args, .. } => {
                args.iter().fold(Readers::Everyone, |read, arg| read.and(&self.value(arg, body)))
            }
            StmtKind::Swap(a, b) => self.value(a, body).and(&self.value(b, body)),
            StmtKind::Shuffle(zone) => self.value(zone, body),
            StmtKind::Show(cards, seats) | StmtKind::Hide(cards, seats) => {
                self.of(cards, body).and(&self.of(seats, body))
            }
            StmtKind::ShowCounter(_, seats) => self.of(seats, body),
            StmtKind::Stage(stage) => self.over(stage, body),
            // Whoever is asked reads what they are asked; texts and asides stop nothing.
            StmtKind::Choose(_)
            | StmtKind::End(_)
            | StmtKind::Say(_)
            | StmtKind::Remember(_)
            | StmtKind::Aside(_)
            | StmtKind::Again => Readers::Everyone,
        }
    }

    fn over(&mut self, stage: &Stage, body: &mut Body) -> Readers {
        stage.over.as_ref().map_or(Readers::Everyone, |(_, of)| self.of(of, body))
    }

    fn value(&mut self, value: &Expr, body: &mut Body) -> Readers {
        self.reader.expr(value, &mut body.names).info
    }

    fn of(&mut self, domain: &Domain, body: &mut Body) -> Readers {
        self.reader.domain(domain, &mut body.names).info
    }
}
