//! What chance chooses.

use super::Fallible;
use super::choice::VALUES;
use super::search::{FormRef, StepView};
use super::{Evaluator, Executor};
use crate::ask::FaultKind;
use crate::chance::{Event, EventStream, Purpose};
use crate::program::{How, Members};
use houserules_lang::ir::{SiteId, Type};

impl Evaluator<'_> {
    fn draw_step(&mut self, f: FormRef, step: StepView, stream: &mut EventStream) -> Fallible<()> {
        match step.how {
            How::One | How::UpToOne(_) => {
                let last = self.state().step(f, step.k + 1).is_none();
                self.pure(step.fit.0)?;
                if let (Members::Range(a, b), How::One, true, None) =
                    (step.fit.1, step.how, last, step.test)
                {
                    let (lo, hi) = (self.mem.reg(a), self.mem.reg(b));
                    let count = hi.wrapping_sub(lo).wrapping_add(1) as u64;
                    self.mem.set(step.loc, lo.wrapping_add(stream.below(count) as i64));
                    return Ok(());
                }
                let mut members = self.fitting(f, step.k, false)?;
                if self.picks_cards(f, step.k) {
                    members.sort_unstable_by(|a, b| self.state().before_lots(*a, *b));
                }
                let drawn = members.get(stream.below(members.len() as u64) as usize).copied();
                self.mem.scratch.give_back(step.k + 20, members);
                self.mem.set(step.loc, drawn.ok_or(FaultKind::NoneUsed)?);
                Ok(())
            }
            How::Some(..) | How::Order => {
                self.pure(step.dom.0)?;
                let mut members = self.mem.take_members(step.k, step.dom.1);
                if self.picks_cards(f, step.k) {
                    members.sort_unstable_by(|a, b| self.state().before_lots(*a, *b));
                }
                let result = self.draw_several(f, step, &members, stream);
                self.mem.scratch.give_back(step.k, members);
                result
            }
        }
    }

    fn picks_cards(&self, f: FormRef, k: usize) -> bool {
        let step = self.state().form(f).and_then(|form| form.steps.get(k));
        step.is_some_and(|step| matches!(step.elem.bare(), Type::Card(_)))
    }

    fn draw_several(
        &mut self,
        f: FormRef,
        step: StepView,
        members: &[i64],
        stream: &mut EventStream,
    ) -> Fallible<()> {
        let (least, most) = self.mem.bounds(step.how, members.len());
        let mut chosen = Vec::new();
        loop {
            self.mem.look()?;
            chosen.clear();
            chosen.extend_from_slice(members);
            if step.how == How::Order {
                stream.shuffle(&mut chosen);
            } else if least == most {
                stream.pick(&mut chosen, least);
                chosen.truncate(least);
                chosen.sort_unstable();
            } else {
                chosen.retain(|_| stream.include());
                if !(least..=most).contains(&chosen.len()) {
                    continue;
                }
                if self.picks_cards(f, step.k) {
                    chosen.sort_unstable();
                }
            }
            self.mem.write_items(step.loc, chosen.iter().copied());
            if self.passes(step.test)? && self.complete(f, step.k + 1)? {
                self.mem.write_items(step.loc, chosen.iter().copied());
                return Ok(());
            }
        }
    }
}

impl Executor<'_> {
    /// A choice by chance is drawn as the event of that number and carried out; gives where to go
    /// on.
    pub(super) fn by_chance(&mut self, site: u16, number: Event) -> Fallible<u32> {
        let mut stream = self.mem.chance.event(number, Purpose::Choice);
        let values = self.program.sites[usize::from(site)].values.is_some();
        let entry = if values && self.evaluator().available(site, VALUES)? {
            VALUES
        } else {
            let (offers, _) = self.evaluator().on_offer(site)?;
            let drawn = stream.below(offers.len().max(1) as u64) as usize;
            offers.get(drawn).copied().ok_or(FaultKind::NobodyCan(SiteId(site)))?
        };
        if let Some(id) = self.state().form_of(site, entry) {
            self.evaluator().load_given(site, entry, id);
        }
        if let Some(f) = self.state().form_ref(site, entry) {
            let mut k = 0;
            while let Some(step) = self.state().step(f, k) {
                self.mem.nodes = 0;
                // Among cards that go by who knows them it falls like a lot; anew after `undo`.
                let own = self.program.book.secret_knowers || self.pos.mixes_anew();
                if own && self.evaluator().picks_cards(f, k) {
                    let number = self.lot_number();
                    let mut own = self.mem.chance.event(number, Purpose::Pick);
                    self.evaluator().draw_step(f, step, &mut own)?;
                } else {
                    self.evaluator().draw_step(f, step, &mut stream)?;
                }
                k += 1;
            }
        }
        self.commit(site, None, entry).map(|to| to.unwrap_or(self.mem.at))
    }
}
