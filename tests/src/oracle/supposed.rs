//! Deeds that are only imagined: the whole table is copied, and put back.

use super::state::{Cut, Eval, Val, World, fault};
use houserules_interpreter::ask::FaultKind;
use houserules_lang::ir::{CardId, DeedId, EnumId, Expr, Noted, Owner, ZoneShape};

fn index(card: CardId) -> usize {
    card.index()
}

impl<'b> World<'b> {
    /// What is remembered, written out.
    pub(super) fn noted(&mut self, all: &'b [Noted]) -> Eval<String> {
        let mut out = String::new();
        for one in all {
            match one {
                Noted::Value(e) => {
                    let value = self.eval(e)?;
                    out += &format!("{:?} {value:?}; ", e.ty.bare());
                }
                Noted::Things(of) => out += &self.things_of(*of),
            }
        }
        Ok(out)
    }

    fn things_of(&self, of: EnumId) -> String {
        let mut out = format!("{of:?}: ");
        for ((id, key), value) in &self.counters {
            let info = &self.book.counters[id.index()];
            if info.owner == Owner::Enum(of) && !info.bookkeeping {
                out += &format!("{id:?} {key} {value:?}, ");
            }
        }
        for ((id, key), places) in &self.zones {
            let info = &self.book.zones[id.index()];
            if info.owner == Owner::Enum(of) {
                let row = |card: &Option<_>| card.map(|c| self.book.cards[index(c)].row);
                let mut rows: Vec<_> = places.iter().map(row).collect();
                if info.shape == ZoneShape::Set {
                    rows.sort();
                }
                out += &format!("{id:?} {key} {rows:?}, ");
            }
        }
        out
    }

    /// `of after deed(args)`
    pub(super) fn after(&mut self, of: &'b Expr, deed: DeedId, args: &'b [Expr]) -> Eval<Val> {
        let (zones, lies, counters) =
            (self.zones.clone(), self.lies.clone(), self.counters.clone());
        let (armed, known, stages) = (self.armed.clone(), self.known.clone(), self.stages.clone());
        let (events, lots, depth) = (self.events, self.lots, self.frames.len());
        self.imagining += 1;
        let done = self.call(deed, args, None);
        let value = match done {
            Ok(()) => self.eval(of),
            Err(Cut::Fault(fault)) => Err(fault),
            Err(_) => Err(fault(FaultKind::NotRunning, of.span)),
        };
        self.imagining -= 1;
        (self.zones, self.lies, self.counters) = (zones, lies, counters);
        (self.armed, self.known, self.stages) = (armed, known, stages);
        (self.events, self.lots) = (events, lots);
        self.frames.truncate(depth);
        value
    }
}
