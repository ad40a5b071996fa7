//! Doing again what a journal tells of changed rules: from the texts it brought along.

use crate::learnt;
use crate::loader::{MOST_RULES, MOST_TABLE};
use crate::texts::KnownTexts;
use houserules_interpreter::machine::Machine;
use houserules_lang::compile::Compiled;
use houserules_table::debugger::{Bench, Line, Wrong};
use houserules_table::game::Game;
use houserules_table::journal::{Header, Journal, RulesChange, Written};
use houserules_table::reload::{How, Update, When, apply};
use houserules_table::session::resume::{Again, Impossible};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// More texts than that no rules are made of.
const MOST_TEXTS: usize = 1000;

/// The texts of a journal, by fingerprint.
#[derive(Debug, Default)]
pub struct Remembered {
    texts: BTreeMap<String, Vec<(String, String)>>,
    /// Beside what game bots' knowledge of it lies.
    game: Option<PathBuf>,
}

impl Remembered {
    /// What a journal brought along.
    #[must_use]
    pub fn of(journal: &Journal) -> Self {
        let mut remembered = Self::default();
        remembered.add(&journal.header.rules_hash, &journal.header.texts);
        for entry in &journal.entries {
            if let Written::Texts { rules_hash, files } = &entry.what {
                remembered.add(rules_hash, files);
            }
        }
        remembered
    }

    /// From now on bots know under all its rules what they have learnt of this game.
    pub fn bots_know_of(&mut self, game: &Path) {
        self.game = Some(game.to_path_buf());
    }

    /// Texts larger than files may be, or none, are left out: a stranger may have written them.
    fn add(&mut self, rules_hash: &str, files: &[(String, String)]) {
        let most = |name: &str| if name.ends_with(".rules") { MOST_RULES } else { MOST_TABLE };
        let fits = |(name, text): &(String, String)| text.len() as u64 <= most(name);
        if !files.is_empty() && files.len() <= MOST_TEXTS && files.iter().all(fits) {
            self.texts.entry(rules_hash.to_owned()).or_insert_with(|| files.to_vec());
        }
    }

    /// The text of the game a journal began under, if it brought one along.
    #[must_use]
    pub fn game(&self, header: &Header) -> Option<&str> {
        self.texts.get(&header.rules_hash)?.first().map(|(_, text)| text.as_str())
    }

    /// The rules a journal began under, compiled, if it brought them along; `None`: they are those
    /// in the files.
    #[must_use]
    pub fn first(&self, header: &Header) -> Option<Compiled> {
        self.texts.get(&header.rules_hash).map(|files| KnownTexts::new(files.clone()).compiled())
    }

    /// The rules of a fingerprint, compiled.
    #[must_use]
    pub fn compiled(&self, rules_hash: &str) -> Option<Compiled> {
        let files = self.texts.get(rules_hash)?;
        let compiled = KnownTexts::new(files.clone()).compiled();
        compiled.rulebook.is_some().then_some(compiled)
    }
}

impl Again<Machine> for Remembered {
    fn referee(&mut self, game: &mut Game<Machine>, lines: &str) -> Result<(), Impossible> {
        let said = |wrong: Wrong| {
            Impossible::Lines(wrong.first().map_or_else(String::new, |d| d.message.to_string()))
        };
        let mut bench = Bench::new(KnownTexts::of(game.sources()).compiled().declared);
        let read = bench.lines(game, &Line { text: lines, part: 0..lines.len() }).map_err(said)?;
        read.carry_out(game).map_err(said)
    }

    fn rules(
        &mut self,
        game: &Game<Machine>,
        change: &RulesChange,
    ) -> Result<Game<Machine>, Impossible> {
        let how = How::read(&change.how).ok_or_else(|| Impossible::Way(change.how.clone()))?;
        if matches!(how.when, When::Not) {
            let same = Update::none(game);
            return apply(game, &same, &how).map(|a| a.game).map_err(Impossible::Rules);
        }
        let compiled = self.compiled(&change.rules_hash);
        let mut compiled = compiled.ok_or(Impossible::Missing)?;
        if let Some(game) = &self.game {
            // What is to be said of it was said when the journal was opened.
            let _ = learnt::lay_in(&mut compiled, game);
        }
        let book = compiled.rulebook.ok_or(Impossible::Broken)?;
        let update = Update::new(game, Arc::new(book), Arc::new(compiled.sources), &how.renames);
        apply(game, &update, &how).map(|a| a.game).map_err(Impossible::Rules)
    }

    fn texts(&mut self, rules_hash: &str, files: &[(String, String)]) {
        self.add(rules_hash, files);
    }
}
