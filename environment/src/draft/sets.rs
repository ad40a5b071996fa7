//! Several values: a set, picked in the order of the list so that each set is reached one way, or
//! all of them in an order.

use super::desk::{Desk, Open};
use super::leaves::{Leaf, Leaves, tokens};
use crate::space::{Space, Token};
use houserules_interpreter::ask::Engine;
use houserules_interpreter::chance::BotSource;
use houserules_table::choices::menu::Pickable;
use houserules_table::choices::value::Arg;

/// Where sets may be refused as a whole, at most so many are tried to find those that are not.
const TRIED: usize = 2048;

/// If there are more, as many as this are drawn instead.
const DRAWN: usize = 64;

/// How the choice as a whole must be.
#[derive(Debug, Clone, Copy)]
pub struct Whole {
    /// At least so many.
    pub least: usize,
    /// At most so many.
    pub most: usize,
    /// A condition on all of it may refuse it.
    pub tested: bool,
    /// Their order matters.
    pub ordered: bool,
}

/// Members that are equal to the chooser.
#[derive(Debug, Clone)]
struct Class {
    arg: Arg,
    shown: String,
    count: usize,
}

/// Members that are being picked.
#[derive(Debug, Clone)]
pub struct Picks {
    classes: Vec<Class>,
    whole: Whole,
    /// Chance picks in any order: each piece is as likely.
    chance: bool,
    /// Those that are possible, if not all of the right size are; by class.
    ways: Option<Vec<Vec<usize>>>,
    chosen: Vec<usize>,
    next: Leaves,
}

impl Picks {
    /// Nothing picked yet of these members.
    pub fn new<E: Engine>(
        desk: &mut Desk<'_, E>,
        entry: usize,
        filled: &[Arg],
        members: Vec<Pickable>,
        whole: Whole,
    ) -> Self {
        let mut classes: Vec<Class> = Vec::new();
        let count = members.len();
        for member in members {
            match classes.iter_mut().find(|class| class.arg == member.arg) {
                Some(class) => class.count += 1,
                None => classes.push(Class { arg: member.arg, shown: member.shown, count: 1 }),
            }
        }
        let whole = Whole { most: whole.most.min(count), ..whole };
        let chance = desk.seat.is_none();
        let next = Leaves::new(Vec::new());
        let mut picks = Self { classes, whole, chance, ways: None, chosen: Vec::new(), next };
        if let Some(seat) = desk.seat
            && (whole.tested || desk.game.hangs_on(seat, entry, filled.len()))
        {
            picks.ways = Some(picks.possible(desk, seat, entry, filled));
        }
        picks.list();
        picks
    }

    /// The possible ways: all, if they can be tried; otherwise some that are drawn.
    fn possible<E: Engine>(
        &self,
        desk: &mut Desk<'_, E>,
        seat: u8,
        entry: usize,
        filled: &[Arg],
    ) -> Vec<Vec<usize>> {
        let (mut ways, mut left) = (Vec::new(), TRIED);
        let mut bare = Self { ways: None, chosen: Vec::new(), ..self.clone() };
        let mut test = |chosen: &[usize], list: Arg| {
            let mut args = filled.to_vec();
            args.push(list);
            if desk.game.may(seat, entry, &args) {
                ways.push(chosen.to_vec());
            }
        };
        if bare.each(&mut left, &mut test).is_some() {
            return ways;
        }
        let mut ways: Vec<Vec<usize>> = Vec::new();
        let mut draws = BotSource::new(filled.len() as u64);
        for _ in 0..DRAWN {
            let drawn = desk.game.completed(seat, entry, filled, &mut draws);
            let Some(Arg::List(items)) = drawn.and_then(|all| all.into_iter().nth(filled.len()))
            else {
                break;
            };
            let class = |item: &Arg| self.classes.iter().position(|class| class.arg == *item);
            let Some(mut way) = items.iter().map(class).collect::<Option<Vec<_>>>() else {
                continue;
            };
            if !self.whole.ordered {
                way.sort_unstable();
            }
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
        ways
    }

    /// Tries every way of the right size; none if there are more than are left to try.
    fn each(&mut self, left: &mut usize, test: &mut impl FnMut(&[usize], Arg)) -> Option<()> {
        let (next, done) = self.allowed();
        if done {
            *left = left.checked_sub(1)?;
            test(&self.chosen, self.listed());
        }
        for class in next {
            self.chosen.push(class);
            let tried = self.each(left, test);
            self.chosen.pop();
            tried?;
        }
        Some(())
    }

    /// Which classes can come next, and whether this may be all.
    fn allowed(&self) -> (Vec<usize>, bool) {
        let picked = self.chosen.len();
        if let Some(ways) = &self.ways {
            let on = ways.iter().filter(|way| way.starts_with(&self.chosen));
            let mut next: Vec<usize> =
                on.clone().filter_map(|way| way.get(picked).copied()).collect();
            next.sort_unstable();
            next.dedup();
            return (next, on.clone().any(|way| way.len() == picked));
        }
        if picked >= self.whole.most {
            return (Vec::new(), picked >= self.whole.least);
        }
        let any_order = self.whole.ordered || self.chance;
        let from = if any_order { 0 } else { self.chosen.last().copied().unwrap_or(0) };
        let left = |class: usize| self.left_of(class);
        let behind = |class: usize| (class..self.classes.len()).map(left).sum::<usize>();
        let enough = |class: &usize| any_order || picked + behind(*class) >= self.whole.least;
        let next = (from..self.classes.len()).filter(|c| left(*c) > 0).filter(enough);
        (next.collect(), picked >= self.whole.least)
    }

    /// How many of a class are not picked yet.
    fn left_of(&self, class: usize) -> usize {
        let used = self.chosen.iter().filter(|c| **c == class).count();
        self.classes.get(class).map_or(0, |c| c.count.saturating_sub(used))
    }

    fn listed(&self) -> Arg {
        Arg::List(
            self.chosen.iter().filter_map(|c| Some(self.classes.get(*c)?.arg.clone())).collect(),
        )
    }

    /// Lists what can come next.
    fn list(&mut self) {
        let (next, _) = self.allowed();
        let mut leaves = Vec::new();
        for at in next {
            let Some(class) = self.classes.get(at) else { continue };
            let pieces = if self.chance { self.left_of(at) } else { 1 };
            let leaf = Leaf { tokens: tokens(&class.arg), at, shown: class.shown.clone() };
            leaves.extend(std::iter::repeat_n(leaf, pieces));
        }
        self.next = Leaves::new(leaves);
    }

    /// Whether the member that comes next is not halfway named, and this may be all.
    fn may_end(&self) -> bool {
        self.next.is_fresh() && self.allowed().1
    }

    /// The empty list, if there is nothing to pick from.
    pub fn nothing_to_pick(&self) -> Option<Arg> {
        (self.chosen.is_empty() && self.next.is_empty()).then(|| self.listed())
    }

    /// The actions that are open.
    pub fn open(&self, space: &Space) -> Vec<Open> {
        let mut open = self.next.open(space);
        if self.may_end() {
            let done = space.action(Token::Done);
            open.extend(done.map(|action| Open { action, words: "done".into(), pieces: 1 }));
        }
        open
    }

    /// The same without words, in any order, some several times.
    pub fn each_action(&self, space: &Space, see: &mut dyn FnMut(u32)) {
        self.next.each(space, see);
        if self.may_end() {
            space.action(Token::Done).into_iter().for_each(see);
        }
    }

    /// Carries an open action out; gives the list if it is complete.
    pub fn narrow(&mut self, space: &Space, action: u32) -> Option<Arg> {
        if space.token(action) == Some(Token::Done) && self.may_end() {
            return Some(self.listed());
        }
        let at = self.next.narrow(space, action)?;
        self.chosen.push(at);
        self.list();
        self.next.is_empty().then(|| self.listed())
    }
}
