//! Why nothing can follow what has been filled in.

use super::form::{Bounds, Form};
use super::state::{Eval, Val, World};
use houserules_interpreter::ask::Illegality;
use houserules_lang::ir::{Pick, Step, Value};

/// So many ways to fill in the rest are looked at.
const MOST_LOOKED: usize = 2000;

/// What was met on the ways to fill in the rest.
#[derive(Default)]
struct Dooms {
    refused: Vec<Illegality>,
    empty: Option<usize>,
    looked: usize,
}

impl<'b> World<'b> {
    /// The reason by which most ways to fill in the rest are refused, or the first step that has no
    /// way at all.
    pub(super) fn doomed(&mut self, form: Form<'b>, at: usize) -> Illegality {
        let mut met = Dooms::default();
        if self.dooms(form, at, &mut met).is_err() {
            return Illegality::NoCompletion;
        }
        let times = |why: &Illegality| met.refused.iter().filter(|other| *other == why).count();
        let most = met.refused.iter().map(times).max();
        let why = met.refused.iter().find(|why| Some(times(why)) == most).cloned();
        why.or(met.empty.map(Illegality::NothingFor)).unwrap_or(Illegality::NoCompletion)
    }

    /// By what each way to fill in the rest is refused, and which step has none.
    fn dooms(&mut self, form: Form<'b>, at: usize, met: &mut Dooms) -> Eval<()> {
        let Some(step) = form.steps.get(at) else { return Ok(()) };
        let mut fits = false;
        for way in self.ways_of(form, step, MOST_LOOKED - met.looked.min(MOST_LOOKED))? {
            met.looked += 1;
            if met.looked > MOST_LOOKED {
                return Ok(());
            }
            self.bind(step.local, Val::Plain(way));
            let depth = self.frames.len();
            let whole = match &step.whole {
                Some(whole) => self.holds(whole)?,
                None => true,
            };
            self.frames.truncate(depth);
            if !whole {
                continue;
            }
            fits = true;
            match self.refusal(form, at + 1) {
                Err(why) => met.refused.push(why),
                Ok(()) => self.dooms(form, at + 1, met)?,
            }
        }
        if !fits {
            met.empty.get_or_insert(at);
        }
        Ok(())
    }

    /// The ways to fill a step, one more than `most` of them: members as they are listed, sets by
    /// size, orders sorted.
    fn ways_of(&mut self, form: Form<'b>, step: &'b Step, most: usize) -> Eval<Vec<Value>> {
        let mut members = self.members(&step.domain)?;
        match &step.pick {
            Pick::One => {}
            Pick::UpToOne => members.extend((!form.may).then_some(Value::None)),
            Pick::Some { .. } => {
                let Bounds { members: all, least, most: largest } = self.bounds(step)?;
                let mut sets = Vec::new();
                for size in least..=largest {
                    sets_of(&all, size, &mut Vec::new(), &mut sets, most + 1);
                }
                members = sets.into_iter().map(Value::List).collect();
            }
            Pick::Order => {
                members.sort();
                let mut orders = Vec::new();
                orders_of(&members, &mut Vec::new(), &mut orders, most + 1);
                members = orders.into_iter().map(Value::List).collect();
            }
        }
        members.truncate(most + 1);
        Ok(members)
    }
}

/// Adds the sets of so many of these, in order, until there are `most`.
fn sets_of(
    from: &[Value],
    size: usize,
    chosen: &mut Vec<Value>,
    found: &mut Vec<Vec<Value>>,
    most: usize,
) {
    if found.len() >= most || from.len() < size {
        return;
    }
    if size == 0 {
        found.push(chosen.clone());
        return;
    }
    for (at, member) in from.iter().enumerate() {
        chosen.push(member.clone());
        sets_of(&from[at + 1..], size - 1, chosen, found, most);
        chosen.pop();
    }
}

/// Adds the different orders of these until there are `most`.
fn orders_of(from: &[Value], chosen: &mut Vec<Value>, found: &mut Vec<Vec<Value>>, most: usize) {
    if found.len() >= most {
        return;
    }
    if from.is_empty() {
        found.push(chosen.clone());
        return;
    }
    for at in 0..from.len() {
        if at > 0 && from[at] == from[at - 1] {
            continue;
        }
        let mut rest = from.to_vec();
        chosen.push(rest.remove(at));
        orders_of(&rest, chosen, found, most);
        chosen.pop();
    }
}
