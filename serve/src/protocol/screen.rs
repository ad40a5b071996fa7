//! Whole screens: everything one reader may see now.

use super::picks::Ask;
use houserules_interpreter::ask::{Engine, Stop};
use houserules_interpreter::referee::Referee;
use houserules_lang::place::Place;
use houserules_table::fault::FaultReport;
use houserules_table::game::Game;
use houserules_table::log::{LogLine, Told};
use houserules_table::view::View;
use houserules_table::visibility::Viewer;
use serde::Serialize;

/// Lines of the log that are sent with each screen; pages ask for those before them.
pub const LINES: usize = 60;

/// Who it is that reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(tag = "role", rename_all = "lowercase")]
pub enum Reader {
    /// Somebody who plays, by seat.
    Seat {
        /// Which, from 0.
        seat: u8,
    },
    /// Somebody who looks on.
    Onlooker,
    /// Whoever has set up the table: sees what onlookers see, and has the workbench.
    Host,
}

impl Reader {
    /// Through whose eyes it is seen.
    #[must_use]
    pub fn viewer(self) -> Viewer {
        match self {
            Self::Seat { seat } => Viewer::Seat(seat),
            Self::Onlooker | Self::Host => Viewer::Spectator,
        }
    }

    /// The seat, if it is one.
    #[must_use]
    pub fn seat(self) -> Option<u8> {
        match self {
            Self::Seat { seat } => Some(seat),
            Self::Onlooker | Self::Host => None,
        }
    }
}

/// Everything one reader may see now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Screen {
    /// Its number: it grows whenever something has changed for the table.
    pub screen: u64,
    /// Who it is that reads.
    pub you: Reader,
    /// `asking`, `over`, `fault`
    pub stop: &'static str,
    /// The table as the reader sees it.
    pub view: View,
    /// What the reader is asked.
    pub ask: Option<Ask>,
    /// Who is waited for: `asked` (the reader), `answered` (the reader has, others have not),
    /// `others`, `nobody`.
    pub waits: &'static str,
    /// What has happened.
    pub log: LogPart,
    /// The table before cards were swept or a round was over, on the way to this screen: pages show
    /// it first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pause: Option<PausePart>,
    /// The rule that could not be carried out.
    pub fault: Option<FaultPart>,
    /// What is proposed.
    pub proposals: Vec<ProposalPart>,
    /// What became of what was proposed last, until the game goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomePart>,
    /// The rules, and what of them is to change.
    pub rules: RulesPart,
    /// Boards of squares that the reader's seat sees from across, by name: its things lay on the
    /// far side when the game began.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub across: Vec<String>,
    /// What the reader lets the server do.
    pub auto: AutoPart,
    /// What the reader may do besides choosing.
    pub can: CanPart,
    /// For the host.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<HostPart>,
}

/// The end of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LogPart {
    /// How many lines there are before these.
    pub first: usize,
    /// The lines themselves, oldest first.
    pub lines: Vec<ToldLine>,
}

/// A line of the log, and whom it is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ToldLine {
    /// What it tells.
    pub told: Told,
    /// Its text, as the reader may read it.
    pub text: String,
    /// Who chose it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<u8>,
    /// Players whom it names, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<u8>,
}

impl From<LogLine> for ToldLine {
    fn from(line: LogLine) -> Self {
        let LogLine { told, text, by, names } = line;
        Self { told, text, by, names }
    }
}

impl LogPart {
    /// The end of a reader's log.
    #[must_use]
    pub fn of<E: Engine>(game: &mut Game<E>, viewer: Viewer) -> Self {
        let (first, lines) = game.log_end(viewer, LINES);
        Self { first, lines: lines.into_iter().map(ToldLine::from).collect() }
    }
}

/// The table at a moment between two questions, and what had happened by then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PausePart {
    /// The table as the reader saw it.
    pub view: View,
    /// What the reader was told on the way there.
    pub lines: Vec<ToldLine>,
    /// A round or phase was over; else cards were about to be swept away.
    pub over: bool,
}

impl PausePart {
    /// The last one of a game, if it had one.
    #[must_use]
    pub fn of<E: Referee>(game: &mut Game<E>, viewer: Viewer) -> Option<Self> {
        let lines = game.told_at_pause(viewer).into_iter().map(ToldLine::from).collect();
        let pause = game.pause_mut()?;
        let (mut view, over) = (pause.game.full_view(viewer), pause.over);
        view.asked.clear();
        view.question = None;
        Some(Self { view, lines, over })
    }
}

/// A rule that could not be carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FaultPart {
    /// Its code; none: the reader may not know.
    pub code: Option<String>,
    /// What is wrong.
    pub message: String,
    /// More on it.
    pub details: Vec<String>,
    /// What may help.
    pub help: Option<String>,
    /// Where in the rules.
    pub place: Option<Place>,
    /// Where in the game.
    pub path: String,
}

impl From<FaultReport> for FaultPart {
    fn from(report: FaultReport) -> Self {
        let FaultReport { code, message, details, help, place, path } = report;
        Self { code, message, details, help, place, path }
    }
}

/// Something that is done when those it concerns agree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ProposalPart {
    /// Its number, for the answer.
    pub proposal: u64,
    /// `undo`, `redo`, `back`, `branch`, `reload`, `referee`
    pub what: &'static str,
    /// The seat that proposes it; none: the host.
    pub by: Option<u8>,
    /// What people read of it.
    pub text: String,
    /// What else there is to say of it.
    pub lines: Vec<String>,
    /// Whether the reader is asked.
    pub asked: bool,
    /// What the reader has answered.
    pub mine: Option<bool>,
    /// Who has still to answer.
    pub open: Vec<u8>,
}

/// What became of something that was proposed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OutcomePart {
    /// Its number: whoever has read it need not see it again.
    pub n: u64,
    /// What people read of it.
    pub text: String,
}

/// The rules of the table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct RulesPart {
    /// How often they have changed.
    pub n: u32,
    /// What saved rules would change, if they have not come in.
    pub changed: Vec<ChangeLine>,
    /// What more would be seen under them.
    pub opens: Vec<String>,
    /// What they wait for: `round`.
    pub wait: Option<String>,
}

/// A change of the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChangeLine {
    /// What those who write rules read of it.
    pub text: String,
    /// What it is about, where the rulebook has sentences for it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// What those who play read of it: how the rulebook read, and how it reads now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sentences: Vec<SentencePart>,
    /// `safe`, `migrates`, `newgame`: whether it simply counts from now on, takes something on the
    /// table over to something else, or only touches a new game.
    pub grade: &'static str,
    /// Where it stands.
    pub place: Option<Place>,
}

/// A sentence of the rulebook that reads otherwise now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SentencePart {
    /// How it read; empty: it is new.
    pub was: String,
    /// How it reads now; empty: it is gone.
    pub now: String,
}

/// What a seat lets the server do.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct AutoPart {
    /// Pass wherever passing is all there is.
    pub idle: bool,
}

/// What a reader may do besides choosing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct CanPart {
    /// Take a choice back, or propose it.
    pub undo: bool,
    /// Do again what was taken back, or propose it.
    pub redo: bool,
}

/// For the host alone.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct HostPart {
    /// What is wrong with the rules as saved.
    pub broken: Option<String>,
    /// The journal's file, by name.
    pub journal: Option<String>,
    /// The report's file, if it was written.
    pub report: Option<String>,
    /// Whether a report may be read now: it tells what was hidden.
    pub reports: bool,
    /// What the host has to know: of the journal, of rules that did not come in.
    pub said: Vec<String>,
    /// How saved rules may come in.
    pub ways: Vec<String>,
    /// How many notes there are.
    pub notes: usize,
    /// Links to hand out.
    pub links: LinksPart,
}

/// Links to hand out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct LinksPart {
    /// One for each seat, in order.
    pub seats: Vec<String>,
    /// The one for onlookers.
    pub spectator: String,
}

/// How a game stands, in a word.
#[must_use]
pub fn stop_word(stop: &Stop) -> &'static str {
    match stop {
        Stop::Asking => "asking",
        Stop::Over(_) => "over",
        Stop::Fault(_) => "fault",
    }
}

/// Who sits where; it changes without the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Seats {
    /// One for each seat, in order.
    pub seats: Vec<SeatPart>,
    /// How many look on.
    pub onlookers: usize,
}

/// A seat, and who has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeatPart {
    /// The player's name.
    pub name: String,
    /// `human`, `greedy`, …
    pub who: String,
    /// Somebody has its link open.
    pub here: bool,
    /// In how many browsers it is open, if they are several.
    #[serde(skip_serializing_if = "is_one")]
    pub screens: usize,
    /// The number under which everybody is told that another browser has opened it; 0: none has.
    #[serde(skip_serializing_if = "is_none")]
    pub opened: u32,
    /// No two have it open any more, or whoever came alone has gone: only who sits there still
    /// reads of it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub closed: bool,
}

/// Where it is open once, or not at all, `here` says so.
fn is_one(screens: &usize) -> bool {
    *screens < 2
}

fn is_none(number: &u32) -> bool {
    *number == 0
}

/// What a table tells the lobby of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableNews {
    /// The table's name, as in its links.
    pub id: String,
    /// Who sits there.
    pub seats: Seats,
    /// `asking`, `over`, `fault`
    pub stop: &'static str,
}

#[cfg(test)]
mod tests {
    use super::Place;

    #[test]
    fn pages_are_not_told_in_which_folder_rules_lie() {
        for file in ["/home/ana/games/nim.rules", "games\\nim.rules", "nim.rules"] {
            let place = Place { file: file.into(), line: 3, column: 1 };
            let written = serde_json::to_string(&place).unwrap();
            assert_eq!(written, r#"{"file":"nim.rules","line":3,"column":1}"#);
        }
    }
}
