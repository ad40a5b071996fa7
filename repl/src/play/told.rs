//! What each seat is told when it is asked.

use crate::cli_error::CliError;
use crate::show::console::Tone;
use crate::terminal::host::Host;
use crate::terminal::telling::say_last;
use houserules_table::log::{LogLine, Told};
use houserules_table::visibility::Viewer;

/// So many steps of the set-up are told one by one.
const SET_UP: usize = 6;

/// So many lines of what has happened are shown at once.
const RECENT: usize = 40;

impl Host<'_, '_> {
    /// What has happened since a seat last looked; for spectators the count stands at seat 0.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn tell(
        &mut self,
        viewer: Viewer,
        seat: u8,
        heading: Option<&str>,
    ) -> Result<(), CliError> {
        let Some(read) = self.people.read.get_mut(usize::from(seat)) else { return Ok(()) };
        let from = std::mem::replace(read, self.session.game().log_length());
        let mut lines = self.session.game().log(viewer, from);
        if heading.is_some() {
            // Where the game stands is said above the table.
            while lines.last().is_some_and(|line| line.told == Told::Heading) {
                lines.pop();
            }
        }
        let steps = if from == 0 && heading.is_some() { sum_up(&mut lines) } else { 0 };
        if lines.is_empty() && steps == 0 {
            return Ok(());
        }
        if let Some(heading) = heading {
            self.console.say(Tone::Heading, heading)?;
        }
        if steps > 0 {
            let told = format!("      (the table is set up in {steps} steps; `log` shows them)");
            self.console.say(Tone::Faint, &told)?;
        }
        let most = if heading.is_some() { RECENT } else { usize::MAX };
        say_last(self.console, &lines, most)
    }

    /// The first of several numbers that were typed in one line; the others answer what is asked
    /// next.
    pub fn first_of(&mut self, line: &str, entries: usize) -> String {
        let pieces: Vec<&str> = line.split_whitespace().collect();
        let numbers = pieces.iter().all(|p| p.chars().all(|c| c.is_ascii_digit() || c == ','));
        let Some((first, rest)) = pieces.split_first().filter(|_| numbers) else {
            return line.to_owned();
        };
        if !first.parse::<usize>().is_ok_and(|n| (1..=entries).contains(&n)) {
            return line.to_owned();
        }
        self.people.ahead = rest.iter().map(|piece| (*piece).to_owned()).collect();
        (*first).to_owned()
    }
}

/// Takes what the set-up lays and deals out of the first lines, if that is much: the table shows
/// it. Gives how many steps that are.
fn sum_up(lines: &mut Vec<LogLine>) -> usize {
    let end = lines.iter().position(|line| line.told == Told::Heading).unwrap_or(lines.len());
    let steps = lines[..end].iter().filter(|line| line.told == Told::Effect).count();
    if steps <= SET_UP {
        return 0;
    }
    let mut at = 0;
    lines.retain(|line| {
        at += 1;
        at > end || line.told != Told::Effect
    });
    steps
}
