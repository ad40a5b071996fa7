//! A game at one terminal: who is to decide next, what has happened, and the table.

use super::board::{self, Shown};
use super::journal_file::JournalFile;
use super::lines::Lines;
use crate::bots;
use crate::cli_error::CliError;
use crate::draw::picks::Picks;
use crate::draw::{Board, lines_of};
use crate::pace::Pace;
use crate::reload::desk::Reloads;
use crate::setup::Sitter;
use crate::show::console::{Console, Tone};
use crate::terminal::keeping;
use crate::terminal::telling::{Style, say_last};
use houserules_interpreter::ask::Engine as _;
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::sites;
use houserules_lang::ir::{Chooser, Rulebook, SiteId};
use houserules_table::journal::Header;
use houserules_table::log::{LogLine, Told};
use houserules_table::session::Session;
use houserules_table::view::View;
use houserules_table::visibility::Viewer;
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

/// Boards of no more lines are shown each time.
const LOW: usize = 6;

/// So many steps of the set-up are told one by one.
const SET_UP: usize = 6;

/// So many lines of what has happened are shown at once.
const RECENT: usize = 40;

/// How the log is shown.
pub(super) const LOG: Style = Style { remark: "    ", before: "; `log` shows all" };

/// How a decision came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Something was chosen.
    Chosen,
    /// The person left.
    Left,
    /// The game went to another point.
    Moved,
}

/// What a seat lets the host pass at.
#[derive(Debug, Clone, Default)]
pub struct Auto {
    /// Wherever passing is all there is.
    pub idle: bool,
    /// At these questions, whatever else there is.
    pub here: BTreeSet<SiteId>,
}

/// A game being played.
pub struct TableSession<'a, 'c> {
    /// The game and its history.
    pub session: Session<Machine>,
    /// What the game was made up from.
    pub header: Header,
    /// Who sits where.
    pub sitters: Vec<Sitter>,
    /// Where the game is shown.
    pub console: &'a mut Console<'c>,
    /// Where people's lines come from.
    pub lines: Lines,
    /// What keeps the choices; none: nothing does.
    pub keeper: Option<JournalFile>,
    /// What the bots draw from.
    pub bots: bots::Bots<Machine>,
    /// For each seat, how much of the log it has read.
    pub read: Vec<usize>,
    /// Who sits before the screen.
    pub before: Option<u8>,
    /// How to play a game like this again, without the seed: as long as the game runs, that is
    /// nobody's to know.
    pub again: String,
    /// What each seat lets the host pass at.
    pub autos: Vec<Auto>,
    /// Answers that were typed ahead: `2 1 3`.
    pub ahead: VecDeque<String>,
    /// The boards as whoever sits before the screen saw them last.
    pub boards: Vec<Board>,
    /// How fast the moves of several bots are shown.
    pub pace: Pace,
    /// A bot's move was shown by itself since the last question.
    pub followed: bool,
    /// What becomes of rules that are saved while the game runs.
    pub reloads: Option<Box<dyn Reloads<Machine>>>,
    /// The rules of which the questions are that seats pass at.
    pub autos_of: Arc<Rulebook>,
    /// The seed may have been said: the game was over.
    pub seed_said: bool,
}

impl TableSession<'_, '_> {
    /// Whether a race is on. At one screen nobody can be quicker: who comes first is a lot, and
    /// nobody is shown it.
    fn is_race(&self) -> bool {
        let choose = self
            .session
            .game()
            .asked()
            .and_then(|asked| sites::find(self.session.game().book(), asked.site));
        choose.is_some_and(|c| matches!(c.by, Chooser::Race(_)))
    }

    /// Of those who are asked together: in a race by the game's lot, otherwise bots first, then
    /// whoever sits before the screen.
    pub(super) fn next(&mut self) -> Option<u8> {
        if self.is_race() {
            return self.session.game().engine().lot().first().copied();
        }
        let asked = self.session.game().asked()?.seats;
        let human = |seat: &&u8| self.sitters.get(usize::from(**seat)) == Some(&Sitter::Human);
        let bot = asked.iter().find(|s| !human(s));
        bot.or_else(|| asked.iter().find(|s| Some(**s) == self.before))
            .or_else(|| asked.first())
            .copied()
    }

    pub(super) fn say_all(&mut self, lines: &[(Tone, String)]) -> Result<(), CliError> {
        lines.iter().try_for_each(|(tone, line)| self.console.say(*tone, line))
    }

    /// How many play at this screen.
    #[must_use]
    pub fn humans(&self) -> usize {
        self.sitters.iter().filter(|s| **s == Sitter::Human).count()
    }

    /// Writes what was chosen to the journal; if that fails, it is said, and the game goes on.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn keep(&mut self) -> Result<(), CliError> {
        keeping::keep(&mut self.session, &mut self.keeper, self.console)
    }

    /// Whether leaving loses nothing.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn is_kept(&mut self) -> Result<bool, CliError> {
        self.keep()?;
        Ok(keeping::has_all(&mut self.session, &mut self.keeper))
    }

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
        let Some(read) = self.read.get_mut(usize::from(seat)) else { return Ok(()) };
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
        say_last(self.console, &lines, most, LOG)
    }

    /// The table, as a reader may see it. Boards that stand above unchanged are left out, unless
    /// `all` is wanted.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn show_table(&mut self, viewer: Viewer, all: bool) -> Result<(), CliError> {
        let mut view = self.session.game_mut().full_view(viewer);
        if let (Viewer::Seat(seat), true) = (viewer, self.is_race()) {
            view.asked = vec![seat];
        }
        let size = (self.console.look.width, self.console.look.height);
        let book = self.session.game().book();
        let boards = lines_of(book, &view, Picks::default(), size);
        let same = |board: &Board| !all && board.lines.len() > LOW && self.boards.contains(board);
        let shown =
            boards.iter().map(|board| if same(board) { Shown::Before } else { Shown::Now(board) });
        let lines = board::draw(book, &view, size.0, &shown.collect::<Vec<_>>());
        self.boards = boards;
        lines.iter().try_for_each(|(tone, line)| self.console.say(*tone, line))
    }

    /// The boards on which something may be picked, with its numbers.
    pub fn boards_with(&mut self, seat: u8, picks: Picks<'_>) -> Vec<String> {
        let size = (self.console.look.width, self.console.look.height);
        let view = self.session.game_mut().full_view(Viewer::Seat(seat));
        let book = self.session.game().book();
        picked_from(book, &view, picks, size)
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
        self.ahead = rest.iter().map(|piece| (*piece).to_owned()).collect();
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

/// The boards on which something may be picked, with its numbers, for that many columns and rows.
fn picked_from(
    book: &Rulebook,
    view: &View,
    picks: Picks<'_>,
    size: (usize, usize),
) -> Vec<String> {
    let plain = lines_of(book, view, Picks::default(), size);
    let numbered = lines_of(book, view, picks, size);
    let differs = numbered
        .into_iter()
        .zip(plain)
        .filter(|(numbered, plain)| numbered != plain || picks.on_grids());
    differs.flat_map(|(board, _)| board.lines).collect()
}

/// With a capital letter and a full stop, unless it has another ending.
#[must_use]
pub fn sentence(text: &str) -> String {
    let stop = if text.ends_with(['.', '?', '!', ':']) { "" } else { "." };
    format!("{}{stop}", capital(text))
}

/// With a capital letter.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
