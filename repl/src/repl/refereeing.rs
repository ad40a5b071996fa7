//! As referee: lines of tests that lay the table, change it or look at it, and what chance is to
//! give.

use super::workbench::NotMade;
use crate::terminal::host::Host;
use crate::terminal::typed::{CommandResult, Typed};
use houserules_interpreter::ask::Engine;
use houserules_table::debugger::lines::Lines;
use houserules_table::debugger::{Bench, Line, Wrong};
use houserules_table::runner::written::acting;

impl Host<'_, '_> {
    /// Carries lines of a test out; those that change something become a step of the session.
    fn referee(&mut self, typed: &Typed, text: &str) -> CommandResult {
        let line = Line { text, part: 0..text.len() };
        let line = if text == typed.text { typed.line(typed.whole()) } else { line };
        let lines = self.bench.reads.lines(self.session.game(), &line)?;
        if !lines.change() {
            let mut copy = self.session.game().copy();
            lines.carry_out(&mut copy)?;
            return self.line("  It holds.");
        }
        let from = self.session.game().log_length();
        self.session.referee(lines.text(), |game| lines.carry_out(game))?;
        self.tell_new(from)?;
        self.say_fault()?;
        Ok(())
    }
}

pub(crate) fn lines(host: &mut Host, typed: &Typed) -> CommandResult {
    host.settled(typed)?;
    host.referee(typed, typed.text)
}

pub(crate) fn chance(host: &mut Host, typed: &Typed) -> CommandResult {
    if typed.rest().is_empty() {
        host.bench.forced.clear();
        return host.line("  Chance decides by itself.");
    }
    host.ready(typed)?;
    // Read now, so that a mistake is said at once; carried out with the next move.
    host.bench.reads.lines(host.session.game(), &typed.line(typed.whole()))?;
    host.bench.forced.push(typed.text.trim().to_string());
    host.line("  With the next move that asks it; `chance` alone lets it decide by itself again.")
}

/// What chance was told to give is read anew under other rules; what does not fit them is
/// forgotten, and said.
pub fn renew_forced(host: &mut Host) -> Vec<String> {
    let mut said = Vec::new();
    for line in std::mem::take(&mut host.bench.forced) {
        let typed = Typed::new(&line, Bench::file(host.game()));
        match host.bench.reads.lines(host.session.game(), &typed.line(typed.whole())) {
            Ok(_) => host.bench.forced.push(line),
            Err(wrong) => {
                let why = wrong.first().map_or("it means nothing", |d| d.message.as_str());
                said.push(format!("`{line}` does not fit these rules, and is forgotten ({why})"));
            }
        }
    }
    said
}

impl Host<'_, '_> {
    /// A choice with which chance gives what it was told to, as lines of the referee; none if
    /// chance was told nothing, or is not asked with this choice: then it waits for another.
    ///
    /// # Errors
    /// Why it cannot be read or carried out.
    pub fn given(&mut self, seat: u8, choice: &str) -> Result<Option<Lines>, NotMade> {
        if self.bench.forced.is_empty() {
            return Ok(None);
        }
        let mut copy = self.session.game().copy();
        let picked = copy.meant(seat, choice).map_err(NotMade::Rejected)?;
        let mut ahead = copy.copy();
        let asks = ahead.look(|engine| {
            engine.script_chance(true);
            engine.answer(Some(seat), &picked.answer).is_ok()
                && engine.asked().is_some_and(|asked| asked.chance)
        });
        if !asks {
            return Ok(None);
        }
        let players = copy.naming().seats.to_vec();
        let line = acting(&mut copy, seat, &picked, &players);
        let text = format!("{}\n{line}", self.bench.forced.join("\n"));
        let line = Line { text: &text, part: 0..text.len() };
        self.bench.reads.lines(self.session.game(), &line).map(Some).map_err(NotMade::Given)
    }

    /// Makes a choice with which chance gives what it was told to: a step of the referee's.
    ///
    /// # Errors
    /// What chance cannot give, or is not asked for.
    pub fn make_given(&mut self, lines: &Lines) -> Result<(), Wrong> {
        self.bench.forced.clear();
        self.session.referee(lines.text(), |game| lines.carry_out(game))
    }
}
