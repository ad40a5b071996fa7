//! Sets that a step may pick: how many there are, equal cards being one, and one of them, each as
//! likely.

use super::copies::Rows;
use super::search::{Filling, StepView, Unfilled};
use super::weight::Weight;
use super::{Evaluator, Memory};
use crate::ask::FaultKind;
use crate::chance::BotDraw;
use crate::program::Loc;
use houserules_lang::ir::Type;

/// What a step picks sets from.
#[derive(Debug)]
pub(super) struct Sets {
    /// The members, equal ones side by side.
    pub members: Vec<i64>,
    /// How many are equal, group after group.
    pub groups: Vec<usize>,
    /// Members of a set, at least.
    pub least: usize,
    /// And at most.
    pub most: usize,
}

impl Memory {
    /// A buffer of a step for what was drawn; it goes back into `kept`.
    pub(super) fn take_kept(&mut self, k: usize) -> Vec<i64> {
        if self.scratch.kept.len() <= k {
            self.scratch.kept.resize(k + 1, Vec::new());
        }
        std::mem::take(&mut self.scratch.kept[k])
    }

    /// Counts the sets of up to as many members as are wanted, for [`Self::sets_counted`] and
    /// [`Self::draw_groups`]: row `g` has, for each size, how many there are without the first `g`
    /// groups.
    pub(super) fn count_sets(&mut self, k: usize, sets: &Sets) {
        let (groups, most) = (&sets.groups, sets.most);
        let width = most + 1;
        let mut table = std::mem::take(&mut self.scratch.tables[k]);
        table.clear();
        table.resize(width * (groups.len() + 1), Weight::default());
        table[width * groups.len()] = Weight::ONE;
        for (at, group) in groups.iter().enumerate().rev() {
            for size in 0..width {
                let without = |taken: usize| table[width * (at + 1) + size - taken];
                let all = (0..=size.min(*group))
                    .fold(Weight::default(), |sum, taken| sum.plus(without(taken)));
                table[width * at + size] = all;
            }
        }
        self.scratch.tables[k] = table;
    }

    /// How many sets of these sizes were counted.
    pub(super) fn sets_counted(&self, k: usize, sets: &Sets) -> Weight {
        let sizes = self.scratch.tables[k].get(sets.least..=sets.most).unwrap_or_default();
        sizes.iter().fold(Weight::default(), |sum, n| sum.plus(*n))
    }

    /// Writes one of the sets that were counted, each as likely.
    pub(super) fn draw_set(&mut self, step: StepView, sets: &Sets, bot: &mut impl BotDraw) {
        let mut chosen = self.scratch.chosen(step.k);
        self.draw_groups(step.k, sets, &mut chosen, bot);
        self.write_set(step.loc, chosen.iter().map(|at| sets.members[*at]));
        self.scratch.give_back_chosen(step.k, chosen);
    }

    /// Draws the places of the members of such a set.
    pub(super) fn draw_groups(
        &self,
        k: usize,
        sets: &Sets,
        chosen: &mut Vec<usize>,
        bot: &mut impl BotDraw,
    ) {
        let Sets { groups, least, most, .. } = sets;
        let (width, table) = (most + 1, &self.scratch.tables[k]);
        let mut left = one_of((*least..=*most).map(|size| (size, table[size])), bot);
        let mut first = 0;
        chosen.clear();
        for (at, group) in groups.iter().enumerate() {
            if left == 0 {
                break;
            }
            let rest = &table[width * (at + 1)..];
            let taken =
                one_of((0..=left.min(*group)).map(|taken| (taken, rest[left - taken])), bot);
            chosen.extend(first..first + taken);
            first += group;
            left -= taken;
        }
    }

    /// Writes a set, a list of it in order.
    pub(super) fn write_set(&mut self, loc: Loc, members: impl Iterator<Item = i64>) {
        self.write_items(loc, members);
        if let Loc::List(l) = loc {
            self.lists[usize::from(l)].sort_unstable();
        }
    }
}

impl Evaluator<'_> {
    /// Does something with the sets of a step, as it is searched.
    pub(super) fn with_sets<T>(
        &mut self,
        at: Unfilled,
        then: impl FnOnce(&mut Self, &mut Sets) -> Result<T, FaultKind>,
    ) -> Result<T, FaultKind> {
        let Unfilled { fill, step } = at;
        let (dom, how) = self.set_to_search(step)?;
        let mut members = self.mem.take_members(step.k, dom);
        let groups = self.take_groups(fill, step.k, &mut members);
        let (least, most) = self.mem.bounds(how, members.len());
        let mut sets = Sets { members, groups, least, most };
        let done = then(self, &mut sets);
        self.mem.scratch.groups[step.k] = sets.groups;
        self.mem.scratch.give_back(step.k, sets.members);
        done
    }

    /// Whether two members of a set are the same option: equal cards that stand in the same steps
    /// before.
    pub(super) fn equal_in_set(&self, fill: Filling, k: usize, a: i64, b: i64) -> bool {
        self.state().row_of(a) == self.state().row_of(b)
            && self.state().equal(fill, k, a, b)
            && self.stand_alike(fill, k, a, b)
    }

    fn stand_alike(&self, fill: Filling, k: usize, a: i64, b: i64) -> bool {
        let steps = self
            .state()
            .form(fill.form)
            .map_or(&[][..], |form| &form.steps[..k.min(form.steps.len())]);
        let stands = |loc: Loc, card: i64| match loc {
            Loc::Reg(r) => self.mem.reg(r) == card,
            Loc::Mask(m, w) => self.mem.has(m, card, w),
            Loc::List(l) => self.mem.lists[usize::from(l)].contains(&card),
            Loc::No | Loc::Mem(_) | Loc::MemMask(..) | Loc::MemList(..) => false,
        };
        let cards = |ty: &Type| matches!(ty.bare(), Type::Card(_));
        steps.iter().filter(|s| cards(&s.elem)).all(|s| stands(s.loc, a) == stands(s.loc, b))
    }

    /// Brings members that are the same option side by side, behind the first of them.
    pub(super) fn join_equals(&self, fill: Filling, k: usize, members: &mut [i64]) {
        if !self.state().has_equals(fill, k) {
            return;
        }
        let mut rows = Rows::default();
        if !members.iter().any(|member| rows.meets(self.state().row_of(*member))) {
            return;
        }
        let mut from = 0;
        while from < members.len() {
            let first = members[from];
            from += 1;
            let others = from..members.len();
            for at in others {
                if self.equal_in_set(fill, k, first, members[at]) {
                    members[from..=at].rotate_right(1);
                    from += 1;
                }
            }
        }
    }

    /// Joins equal members; the sizes of their groups, in a buffer of the step.
    pub(super) fn take_groups(
        &mut self,
        fill: Filling,
        k: usize,
        members: &mut [i64],
    ) -> Vec<usize> {
        if self.mem.scratch.groups.len() <= k {
            self.mem.scratch.groups.resize(k + 1, Vec::new());
            self.mem.scratch.tables.resize(k + 1, Vec::new());
        }
        let mut groups = std::mem::take(&mut self.mem.scratch.groups[k]);
        groups.clear();
        self.join_equals(fill, k, members);
        let equals = self.state().has_equals(fill, k);
        for at in 0..members.len() {
            if let Some(group) = groups.last_mut()
                && equals
                && self.equal_in_set(fill, k, members[at - 1], members[at])
            {
                *group += 1;
            } else {
                groups.push(1)
            }
        }
        groups
    }
}

/// One of several, as often as its weight is of them all.
fn one_of(all: impl Iterator<Item = (usize, Weight)>, bot: &mut impl BotDraw) -> usize {
    let (mut sum, mut kept) = (Weight::default(), 0);
    for (value, weight) in all {
        sum = sum.plus(weight);
        if weight.drawn(sum, bot) {
            kept = value;
        }
    }
    kept
}
