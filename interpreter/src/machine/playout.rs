//! Playing by itself: who answers, which entry, and that an entry's form is filled. What the
//! policies mean stands in `docs/reference.md`; [`super::by_steps`] fills forms step by step,
//! [`super::by_options`] draws among complete options.

use super::Fallible;
use super::choice::{DECLINE, VALUES};
use super::native::{Plan, Played};
use super::{Evaluator, Executor, Halt, Machine, State};
use crate::ask::{FaultKind, Policy, Stop};
use crate::chance::{BotDraw, ChanceSource, Purpose};
use crate::program::{Who, header};
use houserules_lang::ir::SiteId;

/// Entries of a menu that are drawn from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Among {
    /// Those of a tier, and what obliges nobody in earlier ones.
    Tier(u16),
    /// What obliges nobody, in any tier.
    May,
}

/// In which order the seats of a race answer: a lot that is drawn once, and asked for at each
/// answer.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Race {
    /// The lot, and who was asked.
    drawn: Option<(ChanceSource, u32, u32)>,
    seats: [u8; 32],
    n: usize,
}

impl Race {
    fn draw(&mut self, chance: ChanceSource, number: u32, asked: u32) {
        if self.drawn == Some((chance, number, asked)) {
            return;
        }
        self.n = asked.count_ones() as usize;
        let all = (0..32u8).filter(|seat| asked >> seat & 1 == 1);
        self.seats.iter_mut().zip(all).for_each(|(slot, seat)| *slot = seat);
        chance.event(number, Purpose::Lot).shuffle(&mut self.seats[..self.n]);
        self.drawn = Some((chance, number, asked));
    }

    fn first_of(&self, open: u32) -> Option<u8> {
        self.seats[..self.n].iter().copied().find(|seat| open >> seat & 1 == 1)
    }
}

/// Which entries of a choice are tried, and how many of those that are left oblige.
struct Trying {
    site: u16,
    among: Among,
    obliging: u32,
}

impl<'a> State<'a> {
    fn obliges(self, site: u16, entry: u16, tier: u16) -> bool {
        let entry = self.program.sites[usize::from(site)].entries.get(usize::from(entry));
        entry.is_some_and(|e| e.tier == tier && !e.may)
    }
}

impl Evaluator<'_> {
    /// Who answers next: of a race by lot, else the first.
    fn next_to_answer(&mut self, site: u16) -> Option<u8> {
        let base = self.state().site_frame(site);
        let open = self.pos.get(base.asked()) & !self.pos.get(base.answered());
        if open == 0 {
            return None;
        }
        if self.program.sites[usize::from(site)].who == Who::Race && open.count_ones() > 1 {
            let number = self.pos.get(header::CHANCE).wrapping_sub(1);
            let race = &mut self.mem.scratch.race;
            race.draw(self.mem.chance, number, self.pos.get(base.asked()));
            return race.first_of(open);
        }
        Some(open.trailing_zeros() as u8)
    }

    /// Picks an entry for whom it is asked of and fills its drafts; nothing if there is none.
    /// Chance always draws step by step.
    pub(super) fn pick_answer(
        &mut self,
        site: u16,
        policy: Policy,
        bot: &mut impl BotDraw,
    ) -> Fallible<Option<u16>> {
        let code = &self.program.sites[usize::from(site)];
        if policy == Policy::RandomOptions && code.who != Who::Chance {
            return self.pick_option(site, bot);
        }
        if code.values.is_some() {
            let may = code.may;
            let declines = may && bot.below(2) == 0;
            if !declines && self.try_entry(site, VALUES, bot)? {
                return Ok(Some(VALUES));
            }
            return Ok(may.then_some(DECLINE));
        }
        let tiers = code.tiers;
        let mut left = std::mem::take(&mut self.mem.scratch.entries);
        let mut picked = Ok(None);
        for among in (0..tiers).map(Among::Tier).chain([Among::May]) {
            picked = self.pick_among(site, among, &mut left, bot);
            if !matches!(picked, Ok(None)) {
                break;
            }
        }
        self.mem.scratch.entries = left;
        picked
    }

    fn pick_among(
        &mut self,
        site: u16,
        among: Among,
        left: &mut Vec<u16>,
        bot: &mut impl BotDraw,
    ) -> Fallible<Option<u16>> {
        let mut trying = Trying { site, among, obliging: 0 };
        left.clear();
        for (at, entry) in self.program.sites[usize::from(site)].entries.iter().enumerate() {
            let (stands, obliges) = match among {
                Among::Tier(tier) => {
                    let obliges = entry.tier == tier && !entry.may;
                    (obliges || entry.may && entry.tier <= tier, obliges)
                }
                Among::May => (entry.may, false),
            };
            trying.obliging += u32::from(obliges);
            if stands {
                left.push(at as u16);
            }
        }
        self.drop_twins(site, left);
        while !left.is_empty() && (trying.obliging > 0 || among == Among::May) {
            let first = left.remove(bot.below(left.len() as u64) as usize);
            let Some(entry) = self.try_twins(&mut trying, first, bot)? else {
                continue;
            };
            let Among::Tier(tier) = among else { return Ok(Some(entry)) };
            if self.state().obliges(site, entry, tier) {
                return Ok(Some(entry));
            }
            // It obliges nobody: it counts only if something does.
            for other in 0..self.program.sites[usize::from(site)].entries.len() as u16 {
                if self.state().obliges(site, other, tier) && self.available(site, other)? {
                    let again = self.try_entry(site, entry, bot)?;
                    return Ok(again.then_some(entry));
                }
            }
            return Ok(None);
        }
        Ok(None)
    }

    /// Leaves the first of each group of entries that are the same option.
    fn drop_twins(&self, site: u16, left: &mut Vec<u16>) {
        let entries = &self.program.sites[usize::from(site)].entries;
        let mut at = 0;
        while let Some(entry) = left.get(at).copied() {
            for twin in entries.get(usize::from(entry)).map_or(&[][..], |e| &e.twins) {
                if self.same_option(site, entry, *twin) {
                    left.retain(|other| other != twin);
                }
            }
            at += 1;
        }
    }

    /// Whether two entries are the same move with the same arguments.
    pub(super) fn same_option(&self, site: u16, a: u16, b: u16) -> bool {
        let entries = &self.program.sites[usize::from(site)].entries;
        let (Some(x), Some(y)) = (entries.get(usize::from(a)), entries.get(usize::from(b))) else {
            return false;
        };
        if x.form != y.form {
            return false;
        }
        let Some(id) = x.form else { return true };
        let locals = &self.program.book.moves[id.index()].body.locals;
        let mut given = x.given.iter().zip(&y.given).zip(locals);
        given.all(|((x, y), decl)| self.read(*x, &decl.ty) == self.read(*y, &decl.ty))
    }

    /// Fills an entry at random, or, if that is not possible, the first later one that is the same
    /// option.
    fn try_twins(
        &mut self,
        trying: &mut Trying,
        first: u16,
        bot: &mut impl BotDraw,
    ) -> Fallible<Option<u16>> {
        let Trying { site, among, .. } = *trying;
        let mut twin = 0;
        let mut entry = first;
        loop {
            if self.try_entry(site, entry, bot)? {
                return Ok(Some(entry));
            }
            if let Among::Tier(tier) = among {
                trying.obliging -= u32::from(self.state().obliges(site, entry, tier));
            }
            loop {
                let slot = &self.program.sites[usize::from(site)].entries[usize::from(first)];
                let Some(next) = slot.twins.get(twin).copied() else { return Ok(None) };
                twin += 1;
                let (may, of) = self.program.sites[usize::from(site)]
                    .entries
                    .get(usize::from(next))
                    .map_or((false, u16::MAX), |e| (e.may, e.tier));
                let stands = match among {
                    Among::Tier(tier) => of == tier || may && of < tier,
                    Among::May => may,
                };
                if stands && self.same_option(site, first, next) {
                    entry = next;
                    break;
                }
            }
        }
    }

    /// Fills an entry at random, if it can be completed.
    pub(super) fn try_entry(
        &mut self,
        site: u16,
        entry: u16,
        bot: &mut impl BotDraw,
    ) -> Fallible<bool> {
        self.mem.nodes = 0;
        if !self.may_begin(site, entry)? {
            return Ok(false);
        }
        match self.state().filling(site, entry) {
            Some(fill) => self.sample(fill, 0, bot),
            None => Ok(true),
        }
    }
}

impl Executor<'_> {
    /// One decision of one seat.
    fn decide(&mut self, site: u16, seats: &[Policy], bot: &mut impl BotDraw) -> Fallible<Halt> {
        self.mem.steps = 0;
        self.tools.untouched = false;
        self.mem.at = self.pos.pc();
        let seat = self.evaluator().next_to_answer(site);
        let policy = seat.and_then(|s| seats.get(usize::from(s))).copied().unwrap_or_default();
        self.mem.choose_as(seat);
        let Some(entry) = self.evaluator().pick_answer(site, policy, bot)? else {
            return Err(FaultKind::NobodyCan(SiteId(site)));
        };
        self.mem.at = self.pos.pc();
        match self.commit(site, seat, entry)? {
            Some(to) => {
                self.evaluator().recall_me();
                self.run(to)
            }
            None => Ok(Halt::Ask),
        }
    }
}

impl Machine {
    /// Plays on by itself until the game is over, stops by a fault, or so many decisions were made;
    /// `seats`: how each seat decides, by steps where there is none. Allocates nothing once warm,
    /// as long as seats decide by steps. Gives how it stands and how many decisions were made.
    /// After a cut-off the position is not at a stop that was looked at: only [`Machine::playout`]
    /// may go on from it.
    pub fn playout(&mut self, seats: &[Policy], bot: &mut impl BotDraw, most: u64) -> (Stop, u64) {
        let made = self.play(seats, bot, most);
        (self.state().stop_now(), made)
    }

    /// The same; gives the decisions made alone.
    pub(super) fn play(&mut self, seats: &[Policy], bot: &mut impl BotDraw, most: u64) -> u64 {
        let mut made = 0;
        self.recorder.forget_choices();
        let scripted = std::mem::replace(&mut self.tools.scripted, false);
        let by_steps = seats.iter().all(|policy| *policy == Policy::Random);
        while made < most {
            if by_steps && self.native.is_some() {
                let mut plan = Plan { made, most };
                let played = self.executor().play_natively(bot, &mut plan);
                made = plan.made;
                match played {
                    Played::Unknown => {}
                    Played::Asks => continue,
                    Played::Over => break,
                    Played::GoOn(pc) if self.executor().go_on(pc) == Halt::Ask => continue,
                    Played::GoOn(_) => break,
                }
            }
            if self.state().is_at_the_beginning() {
                if self.executor().drive() == Halt::Ask {
                    continue;
                }
                break;
            }
            let Some(site) = self.site_here() else { break };
            made += 1;
            match self.executor().decide(site, seats, bot) {
                Ok(Halt::Ask) => {}
                Ok(_) => break,
                Err(fault) => {
                    self.executor().fault(fault);
                    break;
                }
            }
        }
        self.tools.scripted = scripted;
        made
    }
}
