//! What a position is worth to each seat: its share of the win, where the game is over; where it is
//! not, how much more what it strives for ([`crate::aim`]) has come to than where the thinking
//! began.

use super::fixed::ONE;
use super::tree::Result;
use crate::prospect::{Prospect, Taught};
use houserules_interpreter::ask::{Outcome, Stop};
use houserules_interpreter::machine::Machine;

/// Of the worth of a game that is over, so much is how well it went otherwise: a sixteenth.
const BESIDES: i64 = 16;
/// Half, where games are played on to an end that counts it: long before, who wins is mostly luck,
/// and how far somebody is ahead tells more of a choice.
const COUNTED: i64 = 2;
/// And an eighth, where the rules keep a score that is not what decides.
const IN_POINTS: i64 = 8;

/// What the rules let each seat strive for, and how much of it makes a difference.
#[derive(Debug, Default)]
pub struct Worth {
    prospect: Prospect,
    /// By seat: how far it was ahead where the thinking began.
    began: Vec<i64>,
    /// How far positions that were looked at were from that.
    spread: Spread,
    /// The same of how far seats were ahead in points where games ended.
    in_points: Spread,
}

/// By how much positions differ.
#[derive(Debug, Clone, Copy, Default)]
struct Spread {
    sum: i64,
    count: i64,
}

/// What came of a try, by seat.
#[derive(Debug, Clone, Default)]
pub struct Verdict {
    /// What it is worth to each seat, from 0 to [`ONE`].
    pub worth: Vec<i64>,
    /// If the game is over: each seat's share of the win.
    pub won: Option<Vec<i64>>,
}

impl Verdict {
    /// For one seat.
    #[must_use]
    pub fn of(&self, seat: u8) -> Result {
        let seat = usize::from(seat);
        Result {
            worth: self.worth.get(seat).copied().unwrap_or_default(),
            won: self.won.as_ref().and_then(|won| won.get(seat).copied()),
        }
    }
}

impl Verdict {
    /// Of a game that surely comes to these shares of the win; `has_aim`: games that are over are
    /// judged by how well they went, too.
    #[must_use]
    pub fn of_shares(shares: Vec<i64>, has_aim: bool) -> Self {
        let besides = |share: i64| if has_aim { ONE / 2 } else { share };
        let worth = shares.iter().map(|s| (s * (BESIDES - 1) + besides(*s)) / BESIDES).collect();
        Self { worth, won: Some(shares) }
    }
}

impl Worth {
    /// As the rules tell, and what was taught.
    #[must_use]
    pub fn of(machine: &Machine, taught: &Taught) -> Self {
        let seats = usize::from(machine.program().schema.seats);
        let prospect = Prospect::of(machine, taught);
        Self { prospect, began: vec![0; seats], ..Self::default() }
    }

    /// What tells who is ahead.
    #[must_use]
    pub fn prospect(&self) -> &Prospect {
        &self.prospect
    }

    /// Reads how seats stand as another program has it; measures go on.
    pub fn take_over(&mut self, new: Self) {
        self.prospect = new.prospect;
    }

    /// Whether there is anything to strive for before the game is over.
    #[must_use]
    pub fn has_aim(&self) -> bool {
        self.prospect.tells()
    }

    /// Whether tries are cut short. Where the rules tell nothing before the end they are played to
    /// it, whatever was learnt: the end is surer.
    #[must_use]
    pub fn is_cut_short(&self) -> bool {
        self.prospect.has_aim()
    }

    /// Whether the rules say themselves what counts before the game is over.
    #[must_use]
    pub fn has_promise(&self) -> bool {
        self.prospect.has_promise()
    }

    /// How far each seat is ahead.
    fn leads(&self, machine: &mut Machine) -> Option<Vec<i64>> {
        self.prospect.leads(machine)
    }

    /// Adds up how far each seat is ahead on a table that was dealt anew. What they strive for may
    /// hang on hidden cards, so the true table must not be asked.
    pub fn survey(&mut self, world: &mut Machine, sum: &mut Vec<i64>) {
        let Some(leads) = self.leads(world) else { return };
        sum.resize(leads.len(), 0);
        sum.iter_mut().zip(&leads).for_each(|(sum, lead)| *sum += lead);
    }

    /// Thinking begins here; how far each seat is ahead, added up over so many tables. True: what
    /// was learnt before was measured against something else.
    pub fn begin(&mut self, sum: &[i64], tables: i64) -> bool {
        if sum.is_empty() {
            return false;
        }
        let leads: Vec<i64> = sum.iter().map(|sum| sum / tables.max(1)).collect();
        let usual = self.spread.usual();
        let far = |(was, is): (&i64, &i64)| (was - is).abs() > usual / 4;
        if self.spread.count > 0 && !self.began.iter().zip(&leads).any(far) {
            return false;
        }
        self.began = leads;
        true
    }

    /// What a position that was come to is worth.
    pub fn judge(&mut self, machine: &mut Machine, stop: &Stop) -> Verdict {
        self.judged(machine, stop, BESIDES)
    }

    /// The same where what players strive for is counted when the game is over.
    pub fn judge_counted(&mut self, machine: &mut Machine, stop: &Stop) -> Verdict {
        self.judged(machine, stop, COUNTED)
    }

    fn judged(&mut self, machine: &mut Machine, stop: &Stop, part: i64) -> Verdict {
        let seats = self.began.len();
        let leads = self.leads(machine);
        let mut worth = match &leads {
            None => vec![ONE / 2; seats],
            Some(leads) => self.ahead(leads),
        };
        let mut won = None;
        if let Stop::Over(outcome) = stop {
            let shares = self.shares(outcome, seats);
            let points = self.prospect.points(machine);
            let (besides, part) = match points {
                Some(points) => (self.in_points.bent(&points), IN_POINTS),
                None if leads.is_some() => (worth, part),
                None => (shares.clone(), part),
            };
            let both = |(share, besides)| (share * (part - 1) + besides) / part;
            worth = shares.iter().zip(&besides).map(both).collect();
            won = Some(shares);
        }
        Verdict { worth, won }
    }

    fn ahead(&mut self, leads: &[i64]) -> Vec<i64> {
        let more: Vec<i64> = leads.iter().zip(&self.began).map(|(now, then)| now - then).collect();
        self.spread.bent(&more)
    }

    fn shares(&self, outcome: &Outcome, seats: usize) -> Vec<i64> {
        let mut shares = vec![0; seats];
        match outcome {
            Outcome::Won(winners) => {
                let share =
                    if self.prospect.is_of_all() { ONE } else { ONE / winners.len().max(1) as i64 };
                for seat in winners {
                    shares[usize::from(*seat)] = share;
                }
            }
            Outcome::Drawn => shares.fill(ONE / seats.max(1) as i64),
            Outcome::Lost => {}
        }
        shares
    }
}

impl Spread {
    /// How much it is on average, at least 1.
    fn usual(self) -> i64 {
        (self.sum / self.count.max(1)).max(1)
    }

    /// Worth of being ahead by so much, measured by what was usual so far; never as much as a game
    /// that was won or lost.
    fn bent(&mut self, more: &[i64]) -> Vec<i64> {
        if self.count < 4096 {
            self.sum += more.iter().map(|n| n.abs()).sum::<i64>();
            self.count += more.len() as i64;
        }
        let usual = self.usual();
        let half = i128::from(ONE) * 7 / 16;
        let bend = |more: &i64| {
            let part = half * i128::from(*more) / i128::from(more.abs() + usual);
            ONE / 2 + part as i64
        };
        more.iter().map(bend).collect()
    }
}
