//! Sets that are looked at before they are chosen: what no set has that the rules allow is not on
//! offer, nor are more things than go together.

use crate::choices::value::{Arg, Picker};
use crate::game::Game;
use houserules_interpreter::ask::{Engine, Illegality, Offered, Options};
use houserules_lang::ir::walk::{each_expr, each_in_step};
use houserules_lang::ir::{ExprKind, LocalId, Pick, Rulebook, Step, Value};
use std::sync::Arc;

/// Of more things no sets are looked at.
const MOST: usize = 60;

/// How many sets may still be looked at; one counts more if something is picked after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Looks(pub u32);

/// A set counts so much if something is picked after it, as that is searched for it.
const FOLLOWED: u32 = 3;
/// And so much if that is a set or an order.
const FOLLOWED_BY_SETS: u32 = 20;

/// So many sets are left out, as what they have is known to fit.
const STEPS: u32 = 20_000;

/// What may be picked for a set, one step ahead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ahead {
    /// Of each thing, in the list's order, why no set that is allowed has it; nothing: one may.
    pub against: Vec<Option<Against>>,
    /// So many things has the smallest set that is allowed.
    pub least: usize,
    /// So many has the largest.
    pub most: usize,
}

/// Why no set that is allowed has a thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Against {
    /// The reason by which most of these sets are refused.
    pub why: Illegality,
    /// One of them.
    pub set: Value,
}

impl<E: Engine> Game<E> {
    /// What may be picked of a set that is to be filled in next, after some arguments; none where
    /// every set is allowed, where there is too much, and where what is allowed may depend on
    /// something that the seat does not see.
    pub fn ahead(
        &mut self,
        seat: u8,
        entry: usize,
        filled: &[Arg],
        looks: &mut Looks,
    ) -> Option<Ahead> {
        if !self.is_asked(seat) {
            return None;
        }
        let book = Arc::clone(&self.book);
        let what = self.engine.offers(Some(seat)).into_iter().nth(entry)?;
        let steps = self.asking(seat).steps(&what).to_vec();
        let (step, later) = steps.get(filled.len()..)?.split_first()?;
        let narrows = narrows(&book, &what, step, later);
        if !matches!(step.pick, Pick::Some { .. }) || !narrows || !is_sure(&book, &what, &steps) {
            return None;
        }
        let picker = Picker::new(&self.book, &self.dump);
        let before = filled.iter().map(|a| picker.value(a)).collect::<Option<Vec<_>>>()?;
        let listed = self.asking(seat).options(entry, &before)?;
        let args: Vec<Arg> = listed.fill.members().iter().map(|m| m.arg.clone()).collect();
        // These very cards: of copies elsewhere in a zone the step may know nothing.
        let Some(Options::Subset { members, least, most, .. }) =
            self.engine.options(Some(seat), entry, &before)
        else {
            return None;
        };
        if members.is_empty() || members.len() > MOST || least > most {
            return None;
        }
        let sets = |step: &Step| matches!(step.pick, Pick::Some { .. } | Pick::Order);
        let costs = match later {
            [] => 1,
            later if later.iter().any(sets) => FOLLOWED_BY_SETS,
            [_, ..] => FOLLOWED,
        };
        let copies = copies(&args);
        let search = Search { engine: &mut self.engine, seat, what, before, members, costs, looks };
        Some(search.found(&copies, least, most))
    }
}

/// Whether some sets may be refused that the step itself lets through: by a condition on the whole,
/// a need, or as they leave nothing for what is picked next.
fn narrows(book: &Rulebook, what: &Offered, step: &Step, later: &[Step]) -> bool {
    let needs = match what {
        Offered::Move(id, ..) => book[*id].needs.as_slice(),
        Offered::Pass(_) | Offered::Decline | Offered::Values => &[],
    };
    let mut reads = false;
    let local = step.local;
    let mut see = |kind: &ExprKind| reads |= is_local(kind, local);
    needs.iter().for_each(|need| each_expr(&need.condition, &mut |e| see(&e.kind)));
    later.iter().for_each(|step| each_in_step(step, &mut |e| see(&e.kind)));
    reads || step.whole.is_some()
}

fn is_local(kind: &ExprKind, local: LocalId) -> bool {
    matches!(kind, ExprKind::Local(other) if *other == local)
}

/// Whether whoever is asked may certainly read all that decides what is allowed.
fn is_sure(book: &Rulebook, what: &Offered, steps: &[Step]) -> bool {
    let open = |span| !book.doubtful.contains(span);
    let needs = match what {
        Offered::Move(id, ..) => book[*id].needs.as_slice(),
        Offered::Pass(_) | Offered::Decline | Offered::Values => &[],
    };
    steps.iter().all(|step| open(&step.domain.span)) && needs.iter().all(|need| open(&need.span))
}

/// The places of each thing in a list, with those of its copies.
fn copies(args: &[Arg]) -> Vec<Vec<usize>> {
    let mut found: Vec<(&Arg, Vec<usize>)> = Vec::new();
    for (at, arg) in args.iter().enumerate() {
        match found.iter_mut().find(|(other, _)| *other == arg) {
            Some((_, places)) => places.push(at),
            None => found.push((arg, vec![at])),
        }
    }
    found.into_iter().map(|(_, places)| places).collect()
}

/// What is looked at, and with what.
struct Search<'a, E> {
    engine: &'a mut E,
    seat: u8,
    what: Offered,
    before: Vec<Value>,
    members: Vec<Value>,
    costs: u32,
    looks: &'a mut Looks,
}

/// What has been found out of a thing and its copies.
#[derive(Debug, Default)]
struct Known {
    fits: bool,
    /// Reasons, how often each was met, and with which set first.
    against: Vec<(Against, usize)>,
}

impl Known {
    fn meets(&mut self, why: &Illegality, set: &Value) {
        match self.against.iter_mut().find(|(known, _)| known.why == *why) {
            Some((_, times)) => *times += 1,
            None => self.against.push((Against { why: why.clone(), set: set.clone() }, 1)),
        }
    }

    fn reason(self) -> Option<Against> {
        let most = self.against.iter().map(|(_, times)| *times).max();
        let first = self.against.into_iter().find(|(_, times)| Some(*times) == most);
        first.map(|(against, _)| against)
    }
}

impl<E: Engine> Search<'_, E> {
    fn found(mut self, copies: &[Vec<usize>], least: usize, most: usize) -> Ahead {
        let sizes: Vec<usize> = copies.iter().map(Vec::len).collect();
        let mut known: Vec<Known> = copies.iter().map(|_| Known::default()).collect();
        let (mut smallest, mut all, mut steps) = (None, true, STEPS);
        for size in least..=most {
            all &= each_set(&sizes, size, &mut |taken| {
                let news = |(at, n): (usize, &usize)| *n > 0 && !known[at].fits;
                if smallest.is_some() && !taken.iter().enumerate().any(news) {
                    steps -= 1;
                    return steps > 0;
                }
                let set = self.set(copies, taken);
                let Some(allowed) = self.look(&set) else { return false };
                let among = known.iter_mut().zip(taken).filter(|(_, n)| **n > 0);
                match allowed {
                    Ok(()) => among.for_each(|(one, _)| one.fits = true),
                    Err(ref why) => among.for_each(|(one, _)| one.meets(why, &set)),
                }
                if allowed.is_ok() {
                    smallest = smallest.or(Some(size));
                }
                true
            });
            if !all || smallest.is_some() && known.iter().all(|one| one.fits) {
                break;
            }
        }
        // What not all sets were looked at of may fit; so may everything, where nothing did.
        let unsure = !all || smallest.is_none();
        known.iter_mut().for_each(|one| one.fits |= unsure);
        let left: Vec<usize> =
            known.iter().zip(&sizes).map(|(one, n)| if one.fits { *n } else { 0 }).collect();
        let most = self.largest(copies, &left, least, most);
        let mut against = vec![None; self.members.len()];
        for (one, places) in known.into_iter().zip(copies) {
            let reason = if one.fits { None } else { one.reason() };
            places.iter().for_each(|at| against[*at].clone_from(&reason));
        }
        let least = smallest.filter(|_| !unsure).unwrap_or(least);
        Ahead { against, least, most }
    }

    /// How many things the largest set has that is allowed, as far as it is found.
    fn largest(
        &mut self,
        copies: &[Vec<usize>],
        left: &[usize],
        least: usize,
        most: usize,
    ) -> usize {
        let most = most.min(left.iter().sum());
        for size in (least..=most).rev() {
            let mut fits = false;
            let all = each_set(left, size, &mut |taken| {
                let set = self.set(copies, taken);
                match self.look(&set) {
                    Some(allowed) => fits = allowed.is_ok(),
                    None => return false,
                }
                !fits
            });
            if fits || !all {
                return size;
            }
        }
        most
    }

    fn set(&self, copies: &[Vec<usize>], taken: &[usize]) -> Value {
        let places = copies.iter().zip(taken).flat_map(|(places, n)| &places[..*n]);
        Value::List(places.map(|at| self.members[*at].clone()).collect())
    }

    /// Whether a set is allowed; none if no more may be looked at.
    fn look(&mut self, set: &Value) -> Option<Result<(), Illegality>> {
        self.looks.0 = self.looks.0.checked_sub(self.costs)?;
        let mut args = self.before.clone();
        args.push(set.clone());
        Some(self.engine.may(self.seat, &self.what, &args))
    }
}

/// Goes through the sets of that size, each as how many of each thing it has, of which there are so
/// many; as long as it is to go on. Whether it went through all.
fn each_set(sizes: &[usize], size: usize, see: &mut dyn FnMut(&[usize]) -> bool) -> bool {
    fn fill(
        sizes: &[usize],
        size: usize,
        taken: &mut Vec<usize>,
        see: &mut dyn FnMut(&[usize]) -> bool,
    ) -> bool {
        let Some((first, rest)) = sizes.split_first() else { return size > 0 || see(taken) };
        let there: usize = rest.iter().sum();
        for n in (size.saturating_sub(there)..=size.min(*first)).rev() {
            taken.push(n);
            let on = fill(rest, size - n, taken, see);
            taken.pop();
            if !on {
                return false;
            }
        }
        true
    }
    fill(sizes, size, &mut Vec::new(), see)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_copies_are_gone_through_once_each() {
        let mut seen = Vec::new();
        let all = each_set(&[2, 1, 1], 2, &mut |taken| {
            seen.push(taken.to_vec());
            true
        });
        assert!(all);
        assert_eq!(seen, [[2, 0, 0], [1, 1, 0], [1, 0, 1], [0, 1, 1]]);
        assert!(each_set(&[1], 2, &mut |_| panic!("there is none")));
        assert!(!each_set(&[1, 1], 1, &mut |_| false));
    }
}
