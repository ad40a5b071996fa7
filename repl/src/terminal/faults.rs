//! A rule that could not be carried out: what, where, on which way there, and what can be done.

use super::host::Host;
use crate::cli_error::CliError;
use crate::show::console::Tone;
use crate::show::diagnostics;
use houserules_interpreter::ask::Stop;
use houserules_table::debugger::fault_said;
use houserules_table::visibility::Viewer;

impl Host<'_, '_> {
    /// Says what a rule could not do, if the game has stopped there; whether it has.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn say_fault(&mut self) -> Result<bool, CliError> {
        let Stop::Fault(fault) = self.game().stop() else { return Ok(false) };
        let eyes = self.eyes;
        let Some(report) = self.game_mut().fault(eyes) else { return Ok(false) };
        self.bench.failed = true;
        self.console.line("")?;
        let path = Some(report.path.as_str()).filter(|p| !p.is_empty());
        let mut wheres: Vec<String> = path.map(|p| format!("in {p}")).into_iter().collect();
        let mut help = None;
        if eyes == Viewer::Referee {
            // With the rule's own text.
            let (said, look) = (vec![fault_said(self.game(), &fault)], self.console.look);
            let sources = self.game().sources().clone();
            diagnostics::human(&sources, &said, self.console.out(), look)
                .map_err(CliError::output)?;
        } else {
            self.console.say(Tone::Wrong, &report.heading())?;
            wheres.splice(0..0, report.place.map(|p| format!("at {p}")));
            help = report.help.map(|help| format!("help: {help}"));
        }
        let wheres = Some(wheres.join(", ")).filter(|wheres| !wheres.is_empty());
        for line in wheres.into_iter().chain(report.details).chain(help) {
            self.console.line(&format!("  {line}"))?;
        }
        self.console.line(
            "The rules cannot go on from here; the table stays as it was reached. `undo` goes \
             back before it.",
        )?;
        Ok(true)
    }
}
