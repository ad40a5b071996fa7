//! What is said of new rules: what they change, and why they cannot come in.

use crate::show::look::Tone;
use houserules_interpreter::ask::Stop;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::migrate::{Blocked, Obstacle};
use houserules_lang::difference::{Difference, Grade};
use houserules_lang::naming::stage_word;
use houserules_lang::place::Place;
use houserules_table::session::Session;

/// So many changes are said one by one.
const SAID: usize = 12;

/// Lines for people, and whether the game stands elsewhere, or under other rules, now.
#[derive(Debug, Default)]
pub struct Told {
    /// What is said, line by line, in the order in which it is shown.
    pub lines: Vec<(Tone, String)>,
    /// The question that was open is put anew.
    pub moved: bool,
    /// What all at the table must agree to before it is done; the lines say what it is.
    pub needs: Option<String>,
}

impl Told {
    pub(super) fn say(&mut self, tone: Tone, line: impl Into<String>) {
        self.lines.push((tone, line.into()));
    }

    pub(super) fn one(tone: Tone, line: impl Into<String>) -> Self {
        let mut told = Self::default();
        told.say(tone, line);
        told
    }
}

/// What changed, for people.
#[must_use]
pub fn changed(difference: &Difference) -> Vec<(Tone, String)> {
    listed(difference, SAID)
}

/// All that changed, for people who are to agree to it.
#[must_use]
pub fn all_changed(difference: &Difference) -> Vec<(Tone, String)> {
    listed(difference, usize::MAX)
}

fn listed(difference: &Difference, most: usize) -> Vec<(Tone, String)> {
    let mut lines = vec![(Tone::Heading, "The rules have changed:".to_string())];
    for change in difference.changes.iter().take(most) {
        let mark = match change.grade {
            Grade::Safe => "",
            Grade::Migrates => "~ ",
            Grade::NewGame => "! ",
        };
        lines.push((Tone::Plain, format!("  {mark}{change}")));
    }
    let more = difference.changes.len().saturating_sub(most);
    if more > 0 {
        lines.push((Tone::Faint, format!("  and {more} more")));
    }
    lines
}

/// Why rules did not come in, and what may help.
pub(super) fn refused(told: &mut Told, session: &Session<Machine>, obstacle: &Obstacle) {
    let place = obstacle.span.and_then(|span| Place::of(session.game().sources(), span));
    let place = place.map(|p| format!(" ({p})")).unwrap_or_default();
    told.say(Tone::Wrong, format!("Not possible here: {}{place}.", obstacle.message));
    if let Some(help) = &obstacle.help {
        told.say(Tone::Plain, format!("  help: {help}"));
    }
    let asking = session.game().stop() == Stop::Asking;
    if asking && matches!(obstacle.what, Blocked::Place | Blocked::Running) {
        let running = session.game().engine().running_stages();
        if let Some((_, word)) = running.last() {
            let word = stage_word(*word);
            told.say(
                Tone::Plain,
                format!(
                    "  `reload next {word}` waits for the next {word}; `reload replay` begins anew."
                ),
            );
        }
    }
}
