//! Doing again what a journal tells, line by line.

use super::Session;
use crate::game::{Game, Rejected};
use crate::journal::fingerprint::hex;
use crate::journal::{Entry, RulesChange, Written};
use houserules_interpreter::migrate::Obstacle;
use houserules_interpreter::referee::Referee;
use std::fmt;

/// What a host must be able to do again: it has the compiler, and knows how rules are brought in.
pub trait Again<E> {
    /// A referee's lines, carried out in a game.
    ///
    /// # Errors
    /// Why not.
    fn referee(&mut self, game: &mut Game<E>, lines: &str) -> Result<(), Impossible>;
    /// The game under other rules, where it stands.
    ///
    /// # Errors
    /// Why not.
    fn rules(&mut self, game: &Game<E>, change: &RulesChange) -> Result<Game<E>, Impossible>;
    /// Texts of rules that later lines may need.
    fn texts(&mut self, rules_hash: &str, files: &[(String, String)]);
}

/// Why a host does not do again what a journal tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Impossible {
    /// The host carries no referee's lines out.
    NoReferee,
    /// The host brings no rules in.
    NoRules,
    /// The lines do not fit, or one of them does not hold: what is wrong with the first.
    Lines(String),
    /// The journal names this as the way in which rules were brought in.
    Way(String),
    /// The journal does not have the rules.
    Missing,
    /// The rules do not compile.
    Broken,
    /// The game cannot go on under the rules.
    Rules(Obstacle),
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoReferee => f.write_str("a referee's changes cannot be done again here"),
            Self::NoRules => f.write_str("other rules cannot be brought in here"),
            Self::Lines(wrong) => f.write_str(wrong),
            Self::Way(how) => write!(f, "`{how}` is not a way to bring rules in"),
            Self::Missing => {
                f.write_str("the journal does not have the rules that were brought in")
            }
            Self::Broken => f.write_str("the rules that were brought in do not compile"),
            Self::Rules(obstacle) => obstacle.fmt(f),
        }
    }
}

/// Why a line of a journal is not done again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotAgain {
    /// The choice means nothing, or is refused.
    Choice(Rejected),
    /// The history has no such point, or stands there.
    Point(u32),
    /// The host cannot.
    Host(Impossible),
    /// It was done, and led to another position.
    Elsewhere,
}

impl fmt::Display for NotAgain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choice(rejected) => rejected.fmt(f),
            Self::Point(point) => write!(f, "it cannot go to point {point}"),
            Self::Host(impossible) => impossible.fmt(f),
            Self::Elsewhere => f.write_str("it leads to another position"),
        }
    }
}

/// A host that can do nothing but choices again.
#[derive(Debug, Clone, Copy)]
pub struct ChoicesOnly;

impl<E> Again<E> for ChoicesOnly {
    fn referee(&mut self, _: &mut Game<E>, _: &str) -> Result<(), Impossible> {
        Err(Impossible::NoReferee)
    }
    fn rules(&mut self, _: &Game<E>, _: &RulesChange) -> Result<Game<E>, Impossible> {
        Err(Impossible::NoRules)
    }
    fn texts(&mut self, _: &str, _: &[(String, String)]) {}
}

impl<E: Referee + Clone> Session<E> {
    /// Does again what a line of a journal tells; it counts as written.
    ///
    /// # Errors
    /// Why it is not.
    pub fn again(&mut self, entry: &Entry, host: &mut dyn Again<E>) -> Result<(), NotAgain> {
        self.joins = !entry.anew;
        let done = self.once_more(entry, host);
        self.joins = false;
        done
    }

    fn once_more(&mut self, entry: &Entry, host: &mut dyn Again<E>) -> Result<(), NotAgain> {
        let before = self.entries.len();
        match &entry.what {
            Written::Choice { seat, choice } => {
                self.say(seat.wrapping_sub(1), choice).map_err(NotAgain::Choice)?;
            }
            Written::Go { to, lots: Some(lots), .. } if *to == self.here().0 => {
                self.draw_as_from(*lots);
            }
            Written::Go { to, how, lots, .. } => {
                let to_point = self.tree.point(*to);
                let gone = to_point.and_then(|to| self.go_with(to, how, |_| *lots));
                gone.ok_or(NotAgain::Point(*to))?;
            }
            Written::Bookmark { name } => self.bookmark(name),
            Written::Referee { lines } => {
                let done = self.referee(lines, |game| host.referee(game, lines));
                done.map_err(NotAgain::Host)?;
            }
            Written::Rules(change) => {
                let game = host.rules(&self.game, change).map_err(NotAgain::Host)?;
                self.change_rules(game, change.clone());
            }
            Written::Texts { rules_hash, files } => {
                host.texts(rules_hash, files);
                self.keep_texts(rules_hash, files.clone());
            }
        }
        self.entries.truncate(before);
        self.kept = entry.n;
        if hex(self.game.hash()) == entry.hash { Ok(()) } else { Err(NotAgain::Elsewhere) }
    }

    /// Puts texts of rules into the journal, once.
    pub fn keep_texts(&mut self, rules_hash: &str, files: Vec<(String, String)>) {
        if !self.texts.iter().any(|known| known == rules_hash) {
            self.texts.push(rules_hash.to_string());
            self.write(Written::Texts { rules_hash: rules_hash.to_string(), files });
        }
    }

    /// The journal has the texts of these rules from elsewhere: its header.
    pub fn knows_texts(&mut self, rules_hash: &str) {
        self.texts.push(rules_hash.to_string());
    }
}
