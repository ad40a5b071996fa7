//! Lines that look at what may be done: `cannot` and `may only`.

use super::tried::{Refused, Tried, says_none, told};
use super::{Broken, Run};
use crate::choices::exact::stands_for;
use crate::choices::menu::is_hidden;
use crate::choices::scan::Term;
use houserules_interpreter::ask::{Answer, Illegality, Offered, Options};
use houserules_interpreter::referee::Referee;
use houserules_lang::ir::{Act, Doing, Pick, Step, TestValue, Value};

/// An entry on offer to a seat, which is filled in every way.
#[derive(Clone, Copy)]
struct Form<'w> {
    seat: u8,
    offer: usize,
    what: &'w Offered,
}

/// More ways than these are not compared.
const MOST: usize = 20_000;

impl<E: Referee> Run<'_, E> {
    /// `Ana cannot lay [pink 4] because "…"`
    ///
    /// # Errors
    /// That she can, or that the reason is another.
    pub fn cannot(&mut self, seat: u8, doing: &Doing, because: Option<&str>) -> Result<(), Broken> {
        self.going()?;
        let found = match doing.what {
            Act::Move(id) => {
                let tries = self.tries(seat, id, &doing.args)?;
                self.all_refused(seat, tries, Self::may)
            }
            Act::Choose => self.refused_values(seat, &doing.args)?,
            Act::Pass => {
                let tried = Tried { what: Offered::Pass(None), offer: None, args: Vec::new() };
                self.engine.may(seat, &tried.what, &[]).err().map(|why| (tried, why))
            }
        };
        let Some((tried, why)) = found else {
            let done = match doing.what {
                Act::Move(id) => self.move_name(id),
                Act::Choose => "choose that".into(),
                Act::Pass => "pass".into(),
            };
            return Err(format!("{} can {done} here", self.name(seat)).into());
        };
        let Some(because) = because else { return Ok(()) };
        let snapshot = self.snapshot();
        let asking = self.asking(&snapshot, Some(seat));
        if asking.raw_reason(&tried.what, &why).as_deref() == Some(because) {
            return Ok(());
        }
        let refusal = self.refusal(seat, (tried, why));
        if refusal.text == because {
            return Ok(());
        }
        Err(format!("expected the refusal \"{because}\", but the reason is: {}", told(&refusal))
            .into())
    }

    pub(super) fn offers_of(&mut self, seat: u8) -> Vec<Offered> {
        if self.is_asked(seat) { self.engine.offers(Some(seat)) } else { Vec::new() }
    }

    /// Why values are refused; none if they can be chosen. A seat that is asked for none has
    /// nothing to choose.
    fn refused_values(
        &mut self,
        seat: u8,
        values: &[TestValue],
    ) -> Result<Option<Refused>, Broken> {
        let offers = self.offers_of(seat);
        if says_none(values) && offers.contains(&Offered::Values) {
            let none = Tried { what: Offered::Decline, offer: None, args: Vec::new() };
            let declines = offers.contains(&Offered::Decline);
            return Ok((!declines).then_some((none, Illegality::NotInMenu)));
        }
        let Some(tried) = self.tried_values(seat, values)? else {
            let name = self.name(seat);
            return Err(format!(
                "{name} is not asked for a value here, so there is none that cannot be chosen"
            )
            .into());
        };
        if let Some(broken) = self.other_kind(seat, &tried) {
            return Err(broken);
        }
        let why = self.may(seat, &tried).err();
        Ok(why.map(|why| (tried, why)))
    }

    /// `Ana may only lay [pink 4] or pass`
    ///
    /// # Errors
    /// What else she may do, or what she may not.
    pub fn may_only(&mut self, seat: u8, all: &[Doing]) -> Result<(), Broken> {
        self.going()?;
        let offers = self.offers_of(seat);
        let name = self.name(seat);
        if offers.is_empty() {
            let pass = Tried { what: Offered::Pass(None), offer: None, args: Vec::new() };
            let refusal = self.refusal(seat, (pass, Illegality::NotAsked));
            return Err(format!("{name} may do nothing: {}", told(&refusal)).into());
        }
        let mut meant = Vec::new();
        for doing in all {
            meant.push(self.terms(&doing.args)?);
        }
        let mut used = vec![false; all.len()];
        for (offer, what) in offers.iter().enumerate() {
            let fits = |doing: &&Doing| is_that(what, doing);
            if all.iter().filter(fits).any(|doing| doing.args.is_empty()) {
                let whole = all
                    .iter()
                    .zip(&mut used)
                    .filter(|(d, _)| is_that(what, d) && d.args.is_empty());
                whole.for_each(|(_, used)| *used = true);
                if all.iter().filter(fits).count() == 1 {
                    continue;
                }
            }
            let hidden = usize::from(is_hidden(self.book, what));
            let snapshot = self.snapshot();
            let steps = self.asking(&snapshot, Some(seat)).steps(what).to_vec();
            let mut answers = Vec::new();
            self.complete(Form { seat, offer, what }, &mut Vec::new(), &mut answers)?;
            for args in answers {
                let mut allowed = false;
                let shown = args.get(hidden..).unwrap_or(&[]);
                for (at, doing) in all.iter().enumerate().filter(|(_, d)| is_that(what, d)) {
                    if doing.args.is_empty()
                        || self.fits(&meant[at], shown, steps.get(hidden..).unwrap_or(&[]))
                    {
                        (allowed, used[at]) = (true, true);
                    }
                }
                if !allowed {
                    let snapshot = self.snapshot();
                    let said = self.asking(&snapshot, Some(seat)).written(&Answer { offer, args });
                    return Err(format!("{name} may also `{said}`").into());
                }
            }
        }
        match used.iter().position(|used| !used) {
            Some(at) => {
                let doing = &all[at];
                let said = match doing.what {
                    Act::Pass => "pass".to_owned(),
                    Act::Move(_) | Act::Choose => self.source(doing.span),
                };
                Err(format!("{name} cannot `{said}` here").into())
            }
            None => Ok(()),
        }
    }

    fn fits(&self, meant: &[Term], args: &[Value], steps: &[Step]) -> bool {
        let ordered = |at: usize| matches!(steps.get(at).map(|s| &s.pick), Some(Pick::Order));
        let mut all = meant.iter().zip(args).enumerate();
        meant.len() <= args.len()
            && all.all(|(at, (term, arg))| stands_for(self.book, term, arg, ordered(at)))
    }

    /// All ways to fill a form.
    fn complete(
        &mut self,
        form: Form<'_>,
        filled: &mut Vec<Value>,
        to: &mut Vec<Vec<Value>>,
    ) -> Result<(), Broken> {
        let many = || {
            Broken::Failed(format!(
                "there are more than {MOST} ways to do this; name only the move"
            ))
        };
        if to.len() >= MOST {
            return Err(many());
        }
        let next = match self.engine.options(Some(form.seat), form.offer, filled) {
            None => {
                to.push(filled.clone());
                return Ok(());
            }
            Some(Options::Members(members)) => members,
            Some(Options::Range(low, high)) if high - low < MOST as i64 => {
                (low..=high).map(Value::Number).collect()
            }
            Some(Options::Range(..)) => return Err(many()),
            Some(Options::Order(members)) => orders(&members).ok_or_else(many)?,
            Some(Options::Subset { members, least, most, .. }) => {
                subsets(&members, least..=most).ok_or_else(many)?
            }
        };
        for value in next {
            filled.push(value);
            if self.engine.may(form.seat, form.what, filled).is_ok() {
                self.complete(form, filled, to)?;
            }
            filled.pop();
        }
        Ok(())
    }
}

fn is_that(what: &Offered, doing: &Doing) -> bool {
    match (what, doing.what) {
        (Offered::Move(id, ..), Act::Move(wanted)) => *id == wanted,
        (Offered::Pass(_) | Offered::Decline, Act::Pass) | (Offered::Values, Act::Choose) => true,
        (Offered::Move(..) | Offered::Pass(_) | Offered::Decline | Offered::Values, _) => false,
    }
}

/// More members are not tried in all sets.
const MOST_MEMBERS: usize = 14;

fn subsets(members: &[Value], sizes: std::ops::RangeInclusive<usize>) -> Option<Vec<Value>> {
    if members.len() > MOST_MEMBERS {
        return None;
    }
    let sets =
        (0..1_u32 << members.len()).filter(|set| sizes.contains(&(set.count_ones() as usize)));
    let list = |set: u32| {
        let holds = members.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
        Value::List(holds.map(|(_, v)| v.clone()).collect())
    };
    Some(sets.map(list).collect())
}

/// More members are not tried in all orders.
const MOST_ORDERED: usize = 7;

fn orders(members: &[Value]) -> Option<Vec<Value>> {
    if members.len() > MOST_ORDERED {
        return None;
    }
    let mut all: Vec<Vec<Value>> = vec![Vec::new()];
    for member in members {
        let longer = |order: &Vec<Value>| {
            let member = member.clone();
            let order = order.clone();
            (0..=order.len()).map(move |at| {
                let mut order = order.clone();
                order.insert(at, member.clone());
                order
            })
        };
        all = all.iter().flat_map(longer).collect();
    }
    Some(all.into_iter().map(Value::List).collect())
}
