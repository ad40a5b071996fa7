//! New rules: what was typed for those before is read anew.

use super::{refereeing, stepping};
use crate::cli_error::CliError;
use crate::reload::desk::Reloads;
use crate::show::console::Tone;
use crate::terminal::command::Role;
use crate::terminal::host::Host;
use crate::texts::KnownTexts;
use houserules_table::debugger::Bench;
use std::sync::Arc;

impl Host<'_, '_> {
    /// Brings rules in that were waited for, and says what was saved.
    ///
    /// # Errors
    /// If a stream fails.
    pub fn bring_in(&mut self) -> Result<(), CliError> {
        self.desk.read_by(self.readers());
        let arrived = self.desk.arrive(&mut self.session);
        let arrived = arrived.map(|told| told.lines).unwrap_or_default();
        let news = self.desk.news(&self.session).lines;
        self.keep()?;
        self.new_rules()?;
        self.say_all(&arrived)?;
        self.say_all(&news)
    }

    /// After the rules may have changed: what is typed is read for those the game has now, and
    /// seats pass at none of the questions before; says of what was typed before that it does not
    /// fit them.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn new_rules(&mut self) -> Result<(), CliError> {
        if Arc::ptr_eq(&self.read_for, self.session.game().book()) {
            return Ok(());
        }
        self.read_for = Arc::clone(self.session.game().book());
        // Under other rules the same number is another question.
        self.people.autos.iter_mut().for_each(|auto| auto.here.clear());
        if self.role == Role::Player {
            return Ok(());
        }
        let texts = KnownTexts::of(self.session.game().sources());
        self.bench.reads = Bench::new(texts.compiled().declared);
        let mut said = stepping::renew_breaks(self);
        said.extend(refereeing::renew_forced(self));
        said.iter().try_for_each(|line| self.console.say(Tone::Faint, &format!("  {line}")))
    }
}
