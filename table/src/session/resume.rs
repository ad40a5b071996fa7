//! Doing again what a journal tells, line by line.

use super::Session;
use crate::game::Game;
use crate::journal::fingerprint::hex;
use crate::journal::{Entry, RulesChange, Written};
use houserules_interpreter::referee::Referee;

/// What a host must be able to do again: it has the compiler, and knows how rules are brought in.
pub trait Again<E> {
    /// A referee's lines, carried out in a game.
    ///
    /// # Errors
    /// A sentence: why not.
    fn referee(&mut self, game: &mut Game<E>, lines: &str) -> Result<(), String>;
    /// The game under other rules, where it stands.
    ///
    /// # Errors
    /// A sentence: why not.
    fn rules(&mut self, game: &Game<E>, change: &RulesChange) -> Result<Game<E>, String>;
    /// Texts of rules that later lines may need.
    fn texts(&mut self, rules_hash: &str, files: &[(String, String)]);
}

/// A host that can do nothing but choices again.
#[derive(Debug, Clone, Copy)]
pub struct ChoicesOnly;

impl<E> Again<E> for ChoicesOnly {
    fn referee(&mut self, _: &mut Game<E>, _: &str) -> Result<(), String> {
        Err("a referee's changes cannot be done again here".into())
    }
    fn rules(&mut self, _: &Game<E>, _: &RulesChange) -> Result<Game<E>, String> {
        Err("other rules cannot be brought in here".into())
    }
    fn texts(&mut self, _: &str, _: &[(String, String)]) {}
}

impl<E: Referee + Clone> Session<E> {
    /// Does again what a line of a journal tells; it counts as written.
    ///
    /// # Errors
    /// Why it cannot be done; none if it can, but leads to another position.
    pub fn again(&mut self, entry: &Entry, host: &mut dyn Again<E>) -> Result<(), Option<String>> {
        self.joins = !entry.anew;
        let done = self.once_more(entry, host);
        self.joins = false;
        done
    }

    fn once_more(&mut self, entry: &Entry, host: &mut dyn Again<E>) -> Result<(), Option<String>> {
        let before = self.entries.len();
        match &entry.what {
            Written::Choice { seat, choice } => {
                self.say(seat.wrapping_sub(1), choice).map_err(|e| Some(e.to_string()))?;
            }
            Written::Go { to, lots: Some(lots), .. } if *to == self.here().0 => {
                self.draw_as_from(*lots);
            }
            Written::Go { to, how, lots, .. } => {
                let to_point = self.tree.point(*to);
                let gone = to_point.and_then(|to| self.go_with(to, how, |_| *lots));
                gone.ok_or_else(|| Some(format!("it cannot go to point {to}")))?;
            }
            Written::Bookmark { name } => self.bookmark(name),
            Written::Referee { lines } => {
                self.referee(lines, |game| host.referee(game, lines)).map_err(Some)?;
            }
            Written::Rules(change) => {
                let game = host.rules(&self.game, change).map_err(Some)?;
                self.change_rules(game, change.clone());
            }
            Written::Texts { rules_hash, files } => {
                host.texts(rules_hash, files);
                self.keep_texts(rules_hash, files.clone());
            }
        }
        self.entries.truncate(before);
        self.kept = entry.n;
        if hex(self.game.hash()) == entry.hash { Ok(()) } else { Err(None) }
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
