//! What came of the games of a study, counted from their records: whole numbers only, the same in
//! whatever order and by however many the games were played.

use crate::close::reached::is_set;
use crate::close::record::{End, POINTS, Record, WIN};
use crate::report::{Lengths, lengths};
use crate::track::Moments;
use houserules_lang::source::Span;
use std::collections::BTreeMap;

/// A seat over many games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeatSum {
    /// Its part of each win, in parts of [`WIN`].
    pub won: Moments,
    /// Its scores in all games that came to an end.
    pub score: Moments,
    /// How often it was asked, had no choice, and in how many ways it could choose, added up.
    pub asked: [u64; 3],
}

/// Something that can be done, or a card, over many games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UseSum {
    /// How often it was on offer; of cards nothing.
    pub offered: u64,
    /// How often it was done.
    pub done: u64,
    /// In how many games anybody did it.
    pub games: u64,
    /// The part of the win of seats that did it at least once, game by game.
    pub with: Moments,
    /// And of those that did not.
    pub without: Moments,
}

/// Games that came to no end, for one reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stuck {
    /// Why they were broken off, in words.
    pub why: String,
    /// Where, of a rule that could not be carried out.
    pub at: Option<Span>,
    /// How many games.
    pub games: u64,
    /// The first of them.
    pub first: u64,
}

/// A game that shows something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown {
    /// Which game it is, by its number.
    pub game: u64,
    /// The number that makes it the one.
    pub value: u64,
}

/// Games worth looking at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Examples {
    /// The one with fewest turns.
    pub shortest: Option<Shown>,
    /// The one with most turns.
    pub longest: Option<Shown>,
    /// The one in which the lead changed most often.
    pub closest: Option<Shown>,
    /// The one that was decided first, in thousandths.
    pub clearest: Option<Shown>,
    /// The first that several won.
    pub shared: Option<Shown>,
}

/// Who was ahead, over many games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeadSum {
    /// How often another seat came to be ahead.
    pub changes: Moments,
    /// When the winner took the lead for good, in thousandths of the game.
    pub settled: Lengths,
    /// How many of these games another seat led in the middle.
    pub comebacks: u64,
    /// In tenths of the game: how many games were decided in each.
    pub tenths: [u64; 10],
}

/// What came of the games of one arm.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games that were played, whatever became of them.
    pub games: u64,
    /// Those that ended by their rules; all but the next two counts only these.
    pub over: u64,
    /// Why others did not.
    pub stuck: Vec<Stuck>,
    /// Answers in all games.
    pub answers: u64,
    /// What each seat did, in their order.
    pub seats: Vec<SeatSum>,
    /// The part of the win of whoever was asked first.
    pub first: Moments,
    /// Games that several won.
    pub shared: u64,
    /// Games that nobody won.
    pub unwon: u64,
    /// How many turns they had.
    pub turns: Lengths,
    /// How many rounds they had.
    pub rounds: Lengths,
    /// Their players' answers.
    pub decisions: Lengths,
    /// Those answers of all seats that were choices: there was more than one thing to do.
    pub choices: Lengths,
    /// How many games had how many turns.
    pub by_turns: BTreeMap<u64, u64>,
    /// Who was ahead, if the rules tell.
    pub lead: Option<LeadSum>,
    /// What was done, by its place in [`crate::close::arm::Things`].
    pub things: BTreeMap<u16, UseSum>,
    /// Cards that were named in choices, by row.
    pub cards: BTreeMap<u16, UseSum>,
    /// What was followed, row by row and point by point.
    pub course: Vec<Vec<Moments>>,
    /// Which lines ended how many games.
    pub endings: BTreeMap<Span, u64>,
    /// How many games were looked at line by line, and how many of them reached each statement.
    pub reached: (u64, Vec<u64>),
    /// Games worth looking at.
    pub examples: Examples,
}

/// How games are counted.
#[derive(Debug, Clone, Copy)]
pub struct Counting {
    /// How many play.
    pub seats: u8,
    /// All win, or nobody does.
    pub together: bool,
    /// How many statements the rules have.
    pub statements: usize,
}

impl Tally {
    /// Of the records of one arm.
    #[must_use]
    pub fn of(records: &[&Record], counting: Counting) -> Self {
        let mut tally = Self {
            seats: vec![SeatSum::default(); usize::from(counting.seats)],
            reached: (0, vec![0; counting.statements]),
            ..Self::default()
        };
        let mut sorted = records.to_vec();
        sorted.sort_by_key(|record| record.game);
        for record in &sorted {
            tally.games += 1;
            tally.answers += record.decisions;
            tally.reach(record);
            tally.end(record);
            if record.is_over() {
                tally.add(record, counting.together);
            }
        }
        let over = || sorted.iter().filter(|r| r.is_over());
        tally.turns = lengths(over().map(|r| r.turns).collect());
        tally.rounds = lengths(over().map(|r| r.rounds).collect());
        tally.decisions = lengths(over().map(|r| r.decisions).collect());
        let choices = |r: &Record| r.seats.iter().map(|s| s.asked.saturating_sub(s.forced)).sum();
        tally.choices = lengths(over().map(|r| choices(r)).collect());
        tally.lead = lead(&sorted);
        tally
    }

    fn reach(&mut self, record: &Record) {
        let Some(digits) = &record.reached else { return };
        self.reached.0 += 1;
        for (at, games) in self.reached.1.iter_mut().enumerate() {
            *games += u64::from(is_set(digits, at));
        }
    }

    fn end(&mut self, record: &Record) {
        let (why, at) = match &record.end {
            End::Over => {
                if let Some(span) = record.ended {
                    *self.endings.entry(span).or_default() += 1;
                }
                return;
            }
            End::Stalled(why) => (why.clone(), None),
            End::Fault(code, at) => (format!("fault {code}"), Some(*at)),
        };
        match self.stuck.iter_mut().find(|s| s.why == why && s.at == at) {
            Some(stuck) => stuck.games += 1,
            None => self.stuck.push(Stuck { why, at, games: 1, first: record.game }),
        }
    }

    fn add(&mut self, record: &Record, together: bool) {
        self.over += 1;
        self.shared += u64::from(!together && record.winners.len() > 1);
        self.unwon += u64::from(record.winners.is_empty());
        *self.by_turns.entry(record.turns).or_default() += 1;
        for (at, sum) in (0u8..).zip(&mut self.seats) {
            sum.won.add(record.part(at, together));
            if let Some(score) = record.scores.get(usize::from(at)) {
                sum.score.add(*score);
            }
            if let Some(seat) = record.seats.get(usize::from(at)) {
                for (sum, more) in sum.asked.iter_mut().zip([seat.asked, seat.forced, seat.ways]) {
                    *sum += more;
                }
            }
        }
        if let Some(first) = record.first {
            self.first.add(record.part(first, together));
        }
        self.uses(record, together);
        if self.course.len() < record.course.len() {
            self.course.resize(record.course.len(), vec![Moments::default(); POINTS]);
        }
        for (sums, values) in self.course.iter_mut().zip(&record.course) {
            for (sum, value) in sums.iter_mut().zip(values) {
                sum.extend(*value);
            }
        }
        self.example(record, together);
    }

    fn uses(&mut self, record: &Record, together: bool) {
        for (at, seat) in (0u8..).zip(&record.seats) {
            let part = record.part(at, together);
            for (thing, [offered, done]) in &seat.things {
                let sum = self.things.entry(*thing).or_default();
                sum.offered += offered;
                sum.done += done;
                (if *done > 0 { &mut sum.with } else { &mut sum.without }).add(part);
            }
            for (card, done) in &seat.cards {
                let sum = self.cards.entry(*card).or_default();
                sum.done += done;
                sum.with.add(part);
            }
        }
        let mut done: Vec<u16> = Vec::new();
        let all = record.seats.iter().flat_map(|s| &s.things);
        done.extend(all.filter(|(_, n)| n[1] > 0).map(|(thing, _)| *thing));
        done.sort_unstable();
        done.dedup();
        for thing in done {
            self.things.entry(thing).or_default().games += 1;
        }
        let mut cards: Vec<u16> =
            record.seats.iter().flat_map(|s| s.cards.keys().copied()).collect();
        cards.sort_unstable();
        cards.dedup();
        for card in cards {
            self.cards.entry(card).or_default().games += 1;
        }
    }

    fn example(&mut self, record: &Record, together: bool) {
        let found = &mut self.examples;
        let shown = |value: u64| Shown { game: record.game, value };
        let (less, more) = (|a: u64, b: u64| a < b, |a: u64, b: u64| a > b);
        take(&mut found.shortest, shown(record.turns), less);
        take(&mut found.longest, shown(record.turns), more);
        if let Some(lead) = &record.lead {
            take(&mut found.closest, shown(lead.changes), more);
            if let Some(settled) = lead.settled {
                take(&mut found.clearest, shown(settled), less);
            }
        }
        if !together && record.winners.len() > 1 {
            found.shared.get_or_insert(shown(record.winners.len() as u64));
        }
    }
}

fn take(place: &mut Option<Shown>, new: Shown, better: fn(u64, u64) -> bool) {
    if place.is_none_or(|old| better(new.value, old.value)) {
        *place = Some(new);
    }
}

fn lead(records: &[&Record]) -> Option<LeadSum> {
    let leads: Vec<_> = records.iter().filter_map(|r| r.lead.as_ref()).collect();
    if leads.is_empty() {
        return None;
    }
    let mut sum = LeadSum::default();
    let settled: Vec<u64> = leads.iter().filter_map(|l| l.settled).collect();
    for at in &settled {
        sum.tenths[(*at as usize / 100).min(9)] += 1;
    }
    sum.settled = lengths(settled);
    sum.comebacks = leads.iter().filter(|l| l.comeback == Some(true)).count() as u64;
    sum.changes.extend(leads.iter().map(|l| i64::try_from(l.changes).unwrap_or(i64::MAX)));
    Some(sum)
}

/// A number of each game, added up on both sides of games that ended on both, and their difference,
/// second less first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Paired {
    /// In the first.
    pub a: Moments,
    /// In the second.
    pub b: Moments,
    /// Game by game.
    pub off: Moments,
}

/// Compares two sets of records game by game. The number is told of the pair: of a seat that plays
/// otherwise, only the second record says which it is.
#[must_use]
pub fn paired(
    a: &[&Record],
    b: &[&Record],
    number: impl Fn(&Record, &Record) -> Option<(i64, i64)>,
) -> Paired {
    let first: BTreeMap<u64, &Record> =
        a.iter().filter(|r| r.is_over()).map(|r| (r.game, *r)).collect();
    let mut sums = Paired::default();
    for second in b.iter().filter(|r| r.is_over()) {
        let Some(first) = first.get(&second.game) else { continue };
        if let Some((before, after)) = number(first, second) {
            sums.a.add(before);
            sums.b.add(after);
            sums.off.add(after.saturating_sub(before));
        }
    }
    sums
}

/// The part of the win of the seat that plays otherwise in the second, in parts of [`WIN`].
#[must_use]
pub fn part_of_other(first: &Record, second: &Record, together: bool) -> Option<(i64, i64)> {
    let seat = second.other?;
    Some((first.part(seat, together), second.part(seat, together)))
}

/// All of a win.
pub const WHOLE: i64 = WIN;
