//! A choice that is made step by step: first what is done, then what each step is filled with; sets
//! member by member. So a choice of several steps is several points of the tree, and no list of
//! complete choices is ever needed.

use super::fixed::{ONE, root};
use super::sight::{Sight, then};
use super::tree::{Candidate, Point};
use houserules_interpreter::ask::{Answer, Engine, Offered, Options};
use houserules_interpreter::chance::BotDraw;
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::{MoveId, Value};

/// Where more can be picked than this, only some of it is looked at, and more with every try.
const WIDE: usize = 48;

/// What is picked at a point.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Pick {
    /// An entry of the menu.
    Entry(usize),
    /// The value of a step.
    Value(Value),
    /// One more member of a set.
    Member(Value),
    /// The set is complete.
    Enough,
}

/// One thing that may be picked next.
#[derive(Debug, Clone)]
pub struct Choosable {
    /// As the tree knows it.
    pub candidate: Candidate,
    pick: Pick,
}

/// Where something is picked: what the seat sees, and what the tree knows of it.
struct Here<'h, 'b> {
    sight: &'h Sight<'b>,
    point: Option<&'h Point>,
}

/// A choice that is being made.
#[derive(Debug, Clone, Default)]
pub struct Steps {
    seat: u8,
    offers: Vec<Offered>,
    /// The entries that are not picked although they are on offer.
    barred: Vec<usize>,
    entry: Option<usize>,
    args: Vec<Value>,
    /// Members of the set that is being made, by key.
    set: Vec<(u64, Value)>,
    /// All that was picked, as the seat names it, wherever in the game that is.
    lore: u64,
}

/// What may be picked next.
#[derive(Debug)]
pub enum Next {
    /// Nothing: the choice is complete.
    Complete,
    /// One of these, sorted by key; never none.
    OneOf {
        /// What may be picked.
        these: Vec<Choosable>,
        /// There is nothing else.
        all: bool,
    },
    /// There is nothing to pick: what was picked leads nowhere.
    Nothing,
}

impl Steps {
    /// A choice of a seat that is asked, with what is on offer to it.
    #[must_use]
    pub fn new(machine: &mut Machine, seat: u8) -> Self {
        let site = machine.asked().map_or(0, |asked| u64::from(asked.site.0));
        let offers = machine.offers(Some(seat));
        Self { seat, offers, lore: then(u64::from(seat) + 1, site), ..Self::default() }
    }

    /// The same without these moves, if anything else is on offer.
    #[must_use]
    pub fn without(mut self, barred: &[MoveId]) -> Self {
        let is_barred = |offer: &Offered| barred.iter().any(|id| offer.is(*id));
        let of = |(at, offer): (usize, &Offered)| is_barred(offer).then_some(at);
        self.barred = self.offers.iter().enumerate().filter_map(of).collect();
        if self.barred.len() == self.offers.len() {
            self.barred.clear();
        }
        self
    }

    /// The seat whose choice it is.
    #[must_use]
    pub fn seat(&self) -> u8 {
        self.seat
    }

    /// What is on offer.
    #[must_use]
    pub fn offers(&self) -> &[Offered] {
        &self.offers
    }

    /// The choice as it is handed in.
    #[must_use]
    pub fn answer(&self) -> Answer {
        Answer { offer: self.entry.unwrap_or(0), args: self.args.clone() }
    }

    /// Whether an entry was picked.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.entry.is_some()
    }

    /// Picks what there is no choice about at the beginning; whether that is all.
    pub fn force(&mut self, machine: &mut Machine) -> bool {
        if self.offers.len() == 1 {
            self.entry = Some(0);
        }
        let Some(entry) = self.entry else { return false };
        for _ in 0..WIDE {
            match machine.options(Some(self.seat), entry, &self.args) {
                None => return true,
                Some(Options::Members(members)) if members.len() == 1 => self.args.extend(members),
                Some(_) => return false,
            }
        }
        false
    }

    /// Picks the next thing.
    pub fn take(&mut self, chosen: &Choosable) {
        self.lore = chosen.candidate.lore;
        match &chosen.pick {
            Pick::Entry(entry) => self.entry = Some(*entry),
            Pick::Value(value) => self.args.push(value.clone()),
            Pick::Member(member) => self.set.push((chosen.candidate.key, member.clone())),
            Pick::Enough => {
                let members = std::mem::take(&mut self.set);
                self.args.push(Value::List(members.into_iter().map(|(_, m)| m).collect()));
            }
        }
    }

    /// What may be picked next; `point`: what the tree knows of it.
    pub fn next(
        &self,
        machine: &mut Machine,
        sight: &Sight<'_>,
        point: Option<&Point>,
        draws: &mut impl BotDraw,
    ) -> Next {
        let (found, listed) = match self.entry {
            None => (self.entries(sight), true),
            Some(entry) => match machine.options(Some(self.seat), entry, &self.args) {
                None => return Next::Complete,
                Some(options) => {
                    let found = self.of(&options, machine, &Here { sight, point }, draws);
                    (found, are_listed(&options))
                }
            },
        };
        let found = distinct(found, draws);
        if found.is_empty() {
            return Next::Nothing;
        }
        let all = listed && found.len() <= WIDE;
        let these = if found.len() > WIDE { some(found, point, draws) } else { found };
        Next::OneOf { these, all }
    }

    /// Whether an entry is on offer, and not barred.
    #[must_use]
    pub fn may_enter(&self, entry: usize) -> bool {
        !self.barred.contains(&entry)
    }

    /// What is picked, one after the other, for a complete choice.
    pub fn way_of(
        &self,
        answer: &Answer,
        machine: &mut Machine,
        sight: &Sight<'_>,
    ) -> Vec<Candidate> {
        let mut steps = self.clone();
        let mut found = Vec::new();
        steps.force(machine);
        if steps.entry.is_none()
            && let Some(offer) = self.offers.get(answer.offer)
        {
            let key = sight.offer(offer);
            steps.pass(self.choosable(key, Vec::new(), Pick::Entry(answer.offer)), &mut found);
        }
        for value in answer.args.iter().skip(steps.args.len()) {
            let options = machine.options(Some(self.seat), answer.offer, &steps.args);
            for (key, parts) in keys(value, options.as_ref(), sight) {
                steps.pass(steps.choosable(key, parts, Pick::Enough), &mut found);
            }
            steps.args.push(value.clone());
        }
        found
    }

    /// Goes to where a choice has been begun; what was picked on the way there.
    pub fn go_to(
        &mut self,
        begun: &Answer,
        machine: &mut Machine,
        sight: &Sight<'_>,
    ) -> Vec<Candidate> {
        let way = self.way_of(begun, machine, sight);
        self.entry = Some(begun.offer);
        if begun.args.len() > self.args.len() {
            self.args.clone_from(&begun.args);
        }
        self.lore = way.last().map_or(self.lore, |last| last.lore);
        way
    }

    fn pass(&mut self, chosen: Choosable, found: &mut Vec<Candidate>) {
        self.lore = chosen.candidate.lore;
        found.push(chosen.candidate);
    }

    /// Whether nothing is left to pick.
    pub fn is_full(&self, machine: &mut Machine) -> bool {
        let Some(entry) = self.entry else { return false };
        self.set.is_empty() && machine.options(Some(self.seat), entry, &self.args).is_none()
    }

    fn choosable(&self, key: u64, parts: Vec<u64>, pick: Pick) -> Choosable {
        let lore = then(self.lore, key);
        Choosable { candidate: Candidate { key, parts: parts.into(), lore }, pick }
    }

    fn entries(&self, sight: &Sight<'_>) -> Vec<Choosable> {
        let entry = |(at, offer): (usize, &Offered)| {
            self.choosable(sight.offer(offer), Vec::new(), Pick::Entry(at))
        };
        let open = self.offers.iter().enumerate().filter(|(at, _)| !self.barred.contains(at));
        open.map(entry).collect()
    }

    fn of(
        &self,
        options: &Options,
        machine: &mut Machine,
        here: &Here<'_, '_>,
        draws: &mut impl BotDraw,
    ) -> Vec<Choosable> {
        let Here { sight, point } = *here;
        let one = |value: &Value| {
            self.choosable(sight.value(value), Vec::new(), Pick::Value(value.clone()))
        };
        let number = |n: i64| {
            let key = sight.value(&Value::Number(n));
            self.choosable(key, vec![n as u64], Pick::Value(Value::Number(n)))
        };
        match options {
            Options::Members(members) => members.iter().map(one).collect(),
            Options::Range(lo, hi) if hi.saturating_sub(*lo) < WIDE as i64 => {
                (*lo..=*hi).map(number).collect()
            }
            Options::Range(lo, hi) => {
                let known = point.iter().flat_map(|p| &p.edges);
                let known = known.filter_map(|e| e.parts.first().map(|n| *n as i64));
                let mut all: Vec<i64> = known.filter(|n| (lo..=hi).contains(&n)).collect();
                if all.len() < room(point) {
                    let count = hi.wrapping_sub(*lo) as u64;
                    let drawn = lo.wrapping_add(draws.below(count.saturating_add(1)) as i64);
                    all.extend([*lo, *hi, drawn]);
                }
                all.into_iter().map(number).collect()
            }
            Options::Subset { members, least, most, tested: false } => {
                self.members(members, *least, *most, sight)
            }
            Options::Subset { .. } | Options::Order(_) => self.drawn(options, machine, here, draws),
        }
    }

    /// The next member of a set, by key from the last one on, so that a set is made in one way.
    fn members(
        &self,
        members: &[Value],
        least: usize,
        most: usize,
        sight: &Sight<'_>,
    ) -> Vec<Choosable> {
        let mut left: Vec<(u64, &Value)> = members.iter().map(|m| (sight.value(m), m)).collect();
        left.sort_by_key(|(key, _)| *key);
        left.retain(|(_, member)| !self.set.iter().any(|(_, taken)| taken == *member));
        let from = self.set.last().map_or(0, |(key, _)| *key);
        left.retain(|(key, _)| *key >= from);
        let mut found = Vec::new();
        if self.set.len() >= least {
            found.push(self.choosable(0, Vec::new(), Pick::Enough));
        }
        if self.set.len() >= most {
            return found;
        }
        for (at, (key, member)) in left.iter().enumerate() {
            // Enough must be left behind it.
            if self.set.len() + left.len() - at >= least {
                found.push(self.choosable(*key, Vec::new(), Pick::Member((*member).clone())));
            }
        }
        found
    }

    /// Sets and orders that are possible as a whole only: those that are known, and now and then
    /// one that is drawn.
    fn drawn(
        &self,
        options: &Options,
        machine: &mut Machine,
        here: &Here<'_, '_>,
        draws: &mut impl BotDraw,
    ) -> Vec<Choosable> {
        let Here { sight, point } = *here;
        let members = options.members().iter();
        let keyed: Vec<(u64, &Value)> = members.map(|m| (sight.value(m), m)).collect();
        let known = point.iter().flat_map(|p| &p.edges);
        let known = known.filter_map(|edge| {
            let mut left = keyed.clone();
            let mut found = Vec::new();
            for part in &edge.parts {
                let at = left.iter().position(|(key, _)| key == part)?;
                found.push(left.swap_remove(at).1.clone());
            }
            Some(self.choosable(edge.key, edge.parts.to_vec(), Pick::Value(Value::List(found))))
        });
        let mut found: Vec<Choosable> = known.collect();
        let Some(entry) = self.entry.filter(|_| found.len() < room(point)) else { return found };
        let drawn = machine.drawn_from(self.seat, entry, &self.args, draws);
        let value = drawn.and_then(|answer| answer.args.into_iter().nth(self.args.len()));
        if let Some(Value::List(items)) = value {
            let mut parts: Vec<u64> = items.iter().map(|item| sight.value(item)).collect();
            if !matches!(options, Options::Order(_)) {
                parts.sort_unstable();
            }
            let key = parts.iter().fold(14, |all, part| then(all, *part));
            if found.iter().all(|other| other.candidate.key != key) {
                found.push(self.choosable(key, parts, Pick::Value(Value::List(items))));
            }
        }
        found
    }
}

/// What is picked for the value of a step, as the tree knows it: of a set each member, in the order
/// of keys, and that it is complete.
fn keys(value: &Value, options: Option<&Options>, sight: &Sight<'_>) -> Vec<(u64, Vec<u64>)> {
    let Value::List(items) = value else {
        let parts = if let Value::Number(n) = value { vec![*n as u64] } else { Vec::new() };
        return vec![(sight.value(value), parts)];
    };
    let mut parts: Vec<u64> = items.iter().map(|item| sight.value(item)).collect();
    if !matches!(options, Some(Options::Order(_))) {
        parts.sort_unstable();
    }
    if matches!(options, Some(Options::Subset { tested: false, .. })) {
        parts.into_iter().chain([0]).map(|key| (key, Vec::new())).collect()
    } else {
        vec![(parts.iter().fold(14, |all, part| then(all, *part)), parts)]
    }
}

/// Whether all of them are looked at, as long as they are not too many.
fn are_listed(options: &Options) -> bool {
    match options {
        Options::Members(_) | Options::Subset { tested: false, .. } => true,
        Options::Range(lo, hi) => hi.saturating_sub(*lo) < WIDE as i64,
        Options::Subset { .. } | Options::Order(_) => false,
    }
}

/// How much of what cannot all be looked at is looked at by now.
fn room(point: Option<&Point>) -> usize {
    let tries = point.map_or(0, |p| p.tries);
    8 + 2 * (root(u64::from(tries)) / ONE as u64) as usize
}

/// Sorted by key, one of each: which, a lot decides.
fn distinct(mut found: Vec<Choosable>, draws: &mut impl BotDraw) -> Vec<Choosable> {
    found.sort_by_key(|c| c.candidate.key);
    let mut kept: Vec<Choosable> = Vec::new();
    let mut alike = 1;
    for one in found {
        if let Some(last) = kept.last_mut()
            && last.candidate.key == one.candidate.key
        {
            alike += 1;
            if draws.below(alike) == 0 {
                *last = one;
            }
        } else {
            alike = 1;
            kept.push(one);
        }
    }
    kept
}

/// Of many things those that were tried, and some more as long as there is room.
fn some(found: Vec<Choosable>, point: Option<&Point>, draws: &mut impl BotDraw) -> Vec<Choosable> {
    let known = |c: &Choosable| point.is_some_and(|p| p.edge(c.candidate.key).is_some());
    let (mut kept, mut new): (Vec<_>, Vec<_>) = found.into_iter().partition(known);
    while kept.len() < room(point) && !new.is_empty() {
        kept.push(new.swap_remove(draws.below(new.len() as u64) as usize));
    }
    kept.sort_by_key(|c| c.candidate.key);
    kept
}
