//! What a study found, in numbers, each with its interval.
#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "statistics of finished games; nothing of it goes back into a game"
)]

use super::journal::Tuning;
use crate::show::interval::{in_parts, mean, percent, share, share_difference, share_of, spread};
use houserules_lang::place::Place;
use houserules_study::report::Lengths;
use houserules_study::tally::{Paired, WHOLE};
use houserules_study::track::Moments;
use serde::Serialize;

/// A number and where it lies in 19 of 20 such studies.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub(super) struct Number {
    /// The best guess.
    pub value: f64,
    /// The ends of its 95 % interval; the number itself, if it is known from one game only.
    pub ci95: [f64; 2],
    /// From so many games, decisions or seats.
    pub from: u64,
}

impl Number {
    /// A share of all.
    pub fn share(part: u64, whole: u64) -> Self {
        let (value, ci95) = share(part, whole);
        Self { value, ci95, from: whole }
    }

    /// Parts of wins.
    pub fn wins(parts: &Moments) -> Self {
        let (value, ci95) = share_of(parts, WHOLE);
        Self { value, ci95, from: parts.count }
    }

    /// A mean with its interval.
    pub fn mean(of: &Moments) -> Option<Self> {
        let value = mean(of)?;
        let ci95 = spread(of).map_or([value; 2], |(_, ci95)| ci95);
        Some(Self { value, ci95, from: of.count })
    }

    /// A difference of wins, game by game.
    pub fn difference(of: &Moments) -> Option<Self> {
        let (value, ci95) = share_difference(of, WHOLE)?;
        Some(Self { value, ci95, from: of.count })
    }

    /// Counted in something else.
    pub fn times(self, by: f64) -> Self {
        let ci95 = self.ci95.map(|end| end * by);
        Self { value: self.value * by, ci95, from: self.from }
    }
}

/// What is said of a seat.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Seat {
    /// Its number, counted from 1.
    pub seat: usize,
    /// Who plays for it.
    pub bot: String,
    /// Its share of the wins.
    pub wins: Number,
    /// Its score with its interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Number>,
    /// The share of its decisions that were none.
    pub forced: Number,
    /// In how many ways it could choose on average.
    pub ways: f64,
}

impl Seat {
    /// How many of its decisions were none, and in how many ways it could choose; `–` if it was
    /// never asked.
    pub fn asked(&self) -> [String; 2] {
        if self.forced.from == 0 {
            return ["–", "–"].map(String::from);
        }
        [percent(self.forced.value), format!("{:.1}", self.ways)]
    }
}

/// How long games are.
#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct Length {
    /// How many there are on average.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<Number>,
    /// One in twenty is no longer.
    pub p5: f64,
    /// Half are no longer.
    pub median: f64,
    /// Nineteen in twenty are no longer.
    pub p95: f64,
}

impl Length {
    /// Of these games.
    pub fn of(lengths: &Lengths) -> Self {
        let q = lengths.quantiles;
        let [p5, median, p95] = [q.p5, q.median, q.p95].map(|n| n as f64);
        Self { mean: Number::mean(&lengths.moments), p5, median, p95 }
    }

    /// Counted in something else.
    pub fn times(self, by: f64) -> Self {
        let mean = self.mean.map(|n| n.times(by));
        Self { mean, p5: self.p5 * by, median: self.median * by, p95: self.p95 * by }
    }
}

/// Who is ahead in the course of games.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Lead {
    /// How often the lead goes to another seat.
    pub changes: Number,
    /// When half of the games were decided: part of the game.
    pub settled: f64,
    /// Games that a seat won while another led in the middle.
    pub comebacks: Number,
    /// How many games were decided in each tenth.
    pub tenths: [u64; 10],
}

/// Something that can be done.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Thing {
    /// As the rules name it.
    pub name: String,
    /// Of a choice of values: where it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// How often it was on offer.
    pub offered: u64,
    /// How often it was done, of these.
    pub taken: Number,
    /// In how many games.
    pub games: Number,
    /// Wins of seats that did it at least once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with: Option<Number>,
    /// Wins of seats that could, and did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without: Option<Number>,
    /// By how much a seat that may not do it wins more (less: below 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub barred: Option<Number>,
}

/// A card that was named in choices.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Card {
    /// Its name in the rules.
    pub name: String,
    /// How often it was named.
    pub done: u64,
    /// In how many games.
    pub games: Number,
    /// Wins of seats that named it.
    pub with: Number,
}

/// A number followed over games.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Course {
    /// The expression as it was written.
    pub what: String,
    /// Whose, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// At the start, after each twentieth of the game, at its end; nothing where it was nothing.
    pub points: Vec<Option<Number>>,
    /// Where the game's own rules change what it reads.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed_by: Vec<Line>,
}

/// Who plays better than others.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Skill {
    /// Who sits in one seat.
    pub player: String,
    /// How often it wins with that.
    pub wins: Number,
    /// By how much more than the usual player in the same seats and games.
    pub more: Number,
    /// The call that has it play in every seat.
    #[serde(skip)]
    pub among: String,
}

/// The game with something changed for all.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Other {
    /// What is changed.
    pub what: String,
    /// How many games were compared.
    pub pairs: u64,
    /// What becomes of it.
    pub measures: Vec<Measure>,
    /// It was asked for: other rules.
    #[serde(skip)]
    pub is_asked: bool,
}

/// A number without and with the change.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Measure {
    /// `seat 1 wins`, `turns`
    pub what: String,
    /// It is a share.
    pub share: bool,
    /// In the game as it is.
    pub before: f64,
    /// With the change.
    pub after: f64,
    /// Game by game.
    pub more: Number,
    /// It is hardly chance, although many such differences are looked at.
    pub clear: bool,
}

impl Measure {
    /// Of games that were played both ways; a share is counted in parts of a win.
    pub fn of(what: String, sums: &Paired, is_share: bool) -> Option<Self> {
        let whole = if is_share { WHOLE } else { 1 };
        let (value, ci95) =
            if is_share { share_difference(&sums.off, whole)? } else { spread(&sums.off)? };
        let more = Number { value, ci95, from: sums.off.count };
        let before = in_parts(mean(&sums.a)?, whole);
        let after = in_parts(mean(&sums.b)?, whole);
        Some(Self { what, share: is_share, before, after, more, clear: false })
    }
}

/// Games that came to no end.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Stuck {
    /// Why they were broken off, in words.
    pub why: String,
    /// The rule that could not be carried out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// In how many games it was so.
    pub games: u64,
    /// The first game in which it was so.
    pub first: Example,
}

/// A game to be looked at.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Example {
    /// What it shows.
    pub what: String,
    /// The game's number in the study.
    pub game: u64,
    /// The seed that the game began with.
    pub seed: u64,
    /// The call that writes it as a journal.
    pub look: String,
}

/// A line of the rules.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Line {
    /// The file where it stands.
    pub file: String,
    /// Its line, counted from 1.
    pub line: usize,
    /// As it is written, shortened.
    pub text: String,
    /// In how many games.
    pub games: u64,
}

/// How much of the rules was played.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Coverage {
    /// So many games were looked at line by line.
    pub games: u64,
    /// So many statements the rules have.
    pub statements: usize,
    /// So many of them were reached.
    pub reached: usize,
    /// Those that no game reached.
    pub missed: Vec<Line>,
}

/// Something that stands out.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Finding {
    /// In a sentence or two.
    pub text: String,
    /// What might be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// All of it.
#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct Report {
    /// The game's title.
    pub game: String,
    /// Variants laid over it.
    pub variants: Vec<String>,
    /// Options that were set.
    pub options: Vec<String>,
    /// Who plays for each seat.
    pub bots: Vec<String>,
    /// The seed of the whole study.
    pub seed: u64,
    /// Fingerprint of the rules.
    pub rules: String,
    /// Games of the game as it is, and of all.
    pub games: [u64; 2],
    /// How many were asked for, if it was interrupted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wanted: Option<u64>,
    /// Those that ended.
    pub finished: u64,
    /// Why others did not.
    pub stuck: Vec<Stuck>,
    /// All win or nobody does.
    pub together: bool,
    /// What stands out, most important first.
    pub findings: Vec<Finding>,
    /// Bots have learnt something of the game: where it is kept, in a sentence.
    #[serde(skip)]
    pub learnt: Option<String>,
    /// How many may play, at least and at most.
    #[serde(skip)]
    pub may_play: [u8; 2],
    /// Who plays better than those who played, and the call that has them play.
    #[serde(skip)]
    pub stronger: Option<[String; 2]>,
    /// Endings of the game that none of the games came to.
    #[serde(skip)]
    pub other_endings: Vec<Line>,
    /// A call that looks for fairer numbers, if there are any to set.
    #[serde(skip)]
    pub tuning: Option<Tuning>,
    /// What each seat did, in their order.
    pub seats: Vec<Seat>,
    /// Wins of whoever was asked first.
    pub first: Number,
    /// Games that several won.
    pub shared: Number,
    /// Games that nobody won.
    pub unwon: Number,
    /// How many turns games have.
    pub turns: Length,
    /// How many games had how many turns.
    pub by_turns: Vec<[u64; 2]>,
    /// Rounds, of games that have some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<Length>,
    /// Answers of players.
    pub decisions: Length,
    /// Minutes, if each answer that is a choice takes so many seconds.
    pub minutes: Length,
    /// The seconds that a choice takes.
    pub pace: f64,
    /// The call that plays these games again.
    pub again: String,
    /// Who is ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead: Option<Lead>,
    /// What ended games.
    pub endings: Vec<Line>,
    /// What can be done.
    pub things: Vec<Thing>,
    /// Moves that nobody made.
    pub never: Vec<String>,
    /// Moves that were always made when they could be.
    pub always: Vec<String>,
    /// Cards that were named in choices, the most frequent first.
    pub cards: Vec<Card>,
    /// Cards that nobody named, of kinds of which some were.
    pub unnamed: Vec<String>,
    /// How numbers went.
    pub courses: Vec<Course>,
    /// Who plays better.
    pub skill: Vec<Skill>,
    /// Options set otherwise, or other rules.
    pub others: Vec<Other>,
    /// How much of the rules was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// Games to look at.
    pub examples: Vec<Example>,
}

impl Report {
    /// How many actions somebody was kept from.
    pub fn barred(&self) -> usize {
        self.things.iter().filter(|thing| thing.barred.is_some()).count()
    }

    /// For how many the game is: `For 2 to 4 players.`
    pub fn for_players(&self) -> String {
        match self.may_play {
            [1, 1] => "For one player.".to_string(),
            [least, most] if least == most => format!("For {most} players."),
            [least, most] => format!("For {least} to {most} players."),
        }
    }
}
