//! The course of a game at one terminal: who is to decide, what has happened, handing the screen
//! on, the end.

use super::auto::Auto;
use super::board::{self, Shown};
use super::history::{self, Done};
use super::journal_file::JournalFile;
use super::lines::Lines;
use super::offer::COMMANDS;
use super::pace::Pace;
use super::turn::{self, Ending};
use crate::bots;
use crate::cli_error::CliError;
use crate::command::play::quoted;
use crate::draw::picks::Picks;
use crate::draw::{Board, lines_of};
use crate::reload::desk::Reloads;
use crate::setup::Sitter;
use crate::show::console::{Console, Tone};
use houserules_interpreter::ask::{Referee, Stop};
use houserules_lang::ir::sites;
use houserules_lang::ir::{Chooser, Rulebook};
use houserules_table::journal::Header;
use houserules_table::log::{LogLine, Told};
use houserules_table::session::Session;
use houserules_table::view::View;
use houserules_table::visibility::Viewer;
use std::collections::VecDeque;
use std::sync::Arc;

/// What can be done when the game is over, and what is said to anything else.
const OVER: (&str, &str) = (
    "`undo` takes the last choice back, `save test FILE \"TITLE\"` keeps the game as a test; Enter \
     leaves.",
    "The game is over: say `undo`, `history`, `branches`, `save test …`, `reload`, `log` or \
     `quit`.",
);

/// The same where a rule could not be carried out.
const FAULT: (&str, &str) = (
    "`undo` takes the choice back that led here, so that you can choose otherwise; once the rules \
     are mended, `reload now` goes on under them; Enter leaves.",
    "The rules cannot go on from here: say `undo`, `reload now`, `history`, `branches`, `table`, \
     `log` or `quit`.",
);

/// Boards of no more lines are shown each time.
const LOW: usize = 6;

/// So many lines of what has happened are shown at once.
const RECENT: usize = 40;

/// A game being played.
pub struct TableSession<'a, 'c, E: Referee + Clone> {
    /// The game and its history.
    pub session: Session<E>,
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
    pub bots: bots::Bots<E>,
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
    pub reloads: Option<Box<dyn Reloads<E>>>,
    /// The rules of which the questions are that seats pass at.
    pub autos_of: Arc<Rulebook>,
    /// The seed may have been said: the game was over.
    pub seed_said: bool,
}

impl<E: Referee + Clone> TableSession<'_, '_, E> {
    /// Plays to the end, or until somebody stops.
    ///
    /// # Errors
    /// If a stream or the journal fails, or a rule cannot be carried out.
    pub fn run(mut self) -> Result<(), CliError> {
        loop {
            self.rules()?;
            match self.session.game().stop() {
                Stop::Over(_) => {
                    self.finish()?;
                    if self.humans() == 0 || self.stays_over(OVER)? {
                        self.console.line("The same deal again:")?;
                        // Now it tells nothing any more that is to come.
                        let seed = self.header.seed;
                        return self.console.text(&format!("  {} --seed {seed}\n", self.again));
                    }
                    self.keep()?;
                    continue;
                }
                Stop::Fault(_) => {
                    self.fault()?;
                    if self.humans() == 0 || self.stays_over(FAULT)? {
                        if self.humans() > 1 {
                            self.part()?;
                        }
                        return Err(CliError::Said(1));
                    }
                    self.keep()?;
                    continue;
                }
                Stop::Asking => {}
            }
            let Some(seat) = self.next() else { return self.stuck() };
            match self.sitters.get(usize::from(seat)).copied() {
                Some(Sitter::Human) if self.pass_for(seat)? => {}
                Some(Sitter::Human) => {
                    if !self.sit_down(seat)? || turn::take(&mut self, seat)? == Ending::Left {
                        return self.leave();
                    }
                }
                _ => {
                    let who = self.sitters.get(usize::from(seat)).copied();
                    self.bots.decide(self.session.game_mut(), seat, who)?;
                    self.session.noted();
                }
            }
            self.keep()?;
            if self.sitters.get(usize::from(seat)).is_some_and(|s| *s != Sitter::Human) {
                self.follow()?;
            }
            if self.humans() == 0 {
                self.tell(Viewer::Spectator, 0, None)?;
            }
        }
    }

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

    /// Brings rules in that were waited for, and says what was saved.
    fn rules(&mut self) -> Result<(), CliError> {
        let Some(reloads) = &mut self.reloads else { return Ok(()) };
        let arrived = reloads.arrive(&mut self.session);
        let news = reloads.news(&self.session);
        let lines = arrived.map(|told| told.lines).unwrap_or_default();
        if !Arc::ptr_eq(&self.autos_of, self.session.game().book()) {
            // Under other rules the same number is another question.
            self.autos_of = Arc::clone(self.session.game().book());
            self.autos.iter_mut().for_each(|auto| auto.here.clear());
        }
        self.keep()?;
        self.say_all(&lines)?;
        self.say_all(&news.lines)
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
        let Some(keeper) = &mut self.keeper else {
            self.session.written();
            return Ok(());
        };
        match keeper.keep(&mut self.session) {
            Some((tone, words)) => self.console.say(tone, &words),
            None => Ok(()),
        }
    }

    /// Whether leaving loses nothing.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn is_kept(&mut self) -> Result<bool, CliError> {
        self.keep()?;
        Ok(self.keeper.as_mut().is_some_and(|keeper| keeper.has_all(&mut self.session)))
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
        if lines.is_empty() {
            return Ok(());
        }
        if let Some(heading) = heading {
            self.console.say(Tone::Heading, heading)?;
        }
        let most = if heading.is_some() { RECENT } else { usize::MAX };
        let skipped = lines.len().saturating_sub(most);
        if skipped > 0 {
            self.console
                .say(Tone::Faint, &format!("  ({skipped} lines before; `log` shows all)"))?;
        }
        lines.iter().skip(skipped).try_for_each(|line| say_line(self.console, line))
    }

    /// The whole log, as a seat may know it.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn whole_log(&mut self, seat: u8) -> Result<(), CliError> {
        let lines = self.session.game().log(Viewer::Seat(seat), 0);
        lines.iter().try_for_each(|line| say_line(self.console, line))
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

    /// Whoever is sure to read the screen: one person, or all of them.
    fn reader(&self) -> Viewer {
        match self.before {
            Some(seat) if self.humans() == 1 => Viewer::Seat(seat),
            _ => Viewer::Spectator,
        }
    }

    /// When the game is over it can still be gone back over, and saved. No: it goes on from
    /// elsewhere.
    fn stays_over(&mut self, (hint, refusal): (&str, &str)) -> Result<bool, CliError> {
        if self.console.look.typed {
            self.console.say(Tone::Faint, hint)?;
        }
        loop {
            let words = COMMANDS.map(str::to_string).to_vec();
            let Some(line) = self.lines.more(self.console, "> ", words)? else { return Ok(true) };
            let line = line.trim().trim_start_matches(':');
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            match word {
                "" | "quit" | "q" | "exit" => return Ok(true),
                "table" | "t" => self.show_table(Viewer::Spectator, true)?,
                "reload" => {
                    if self.reload(rest.trim())? {
                        return Ok(false);
                    }
                }
                "log" => {
                    let lines = self.session.game().log(self.reader(), 0);
                    lines.iter().try_for_each(|line| say_line(self.console, line))?;
                }
                word => match history::command(self, self.reader(), (word, rest))? {
                    Done::Moved => return Ok(false),
                    Done::Stayed => {}
                    Done::NotMeant => self.console.say(Tone::Wrong, refusal)?,
                },
            }
        }
    }

    fn finish(&mut self) -> Result<(), CliError> {
        let viewer = self.reader();
        if self.humans() > 1 {
            self.console.wipe()?;
        }
        self.tell(
            viewer,
            self.before.unwrap_or(0),
            (self.humans() > 0).then_some("What happened last"),
        )?;
        self.console.line("")?;
        self.show_table(Viewer::Spectator, true)?;
        let view = self.session.game_mut().full_view(Viewer::Spectator);
        self.console.line("")?;
        let outcome = view.outcome.unwrap_or_default();
        self.console.say(Tone::Heading, &capital(&format!("{outcome}.")))?;
        if let Some(scores) = view.scores {
            let scores =
                view.seats.iter().zip(scores).map(|(name, score)| format!("{name} {score}"));
            self.console.line(&format!("Score: {}", scores.collect::<Vec<_>>().join(", ")))?;
        }
        Ok(())
    }

    fn leave(self) -> Result<(), CliError> {
        if self.humans() > 1 {
            self.console.wipe()?;
        }
        self.part()
    }

    /// Says whether the game is kept, and how to go on with it.
    fn part(mut self) -> Result<(), CliError> {
        let played = self.session.tree().len() > 1;
        let kept = self.is_kept()?;
        match self.keeper.take() {
            Some(keeper) if kept && (played || !keeper.is_own()) => {
                self.console.line("The game is kept. Go on with:")?;
                self.console.text(&format!(
                    "  {} --journal {}\n",
                    self.again,
                    quoted(&keeper.path())
                ))
            }
            keeper => {
                if let Some(keeper) = keeper {
                    if !kept {
                        let words =
                            format!("The game is not kept: `{}` cannot be written.", keeper.path());
                        self.console.say(Tone::Wrong, &words)?;
                    }
                    keeper.leave(played);
                }
                self.console.line("The game ends here.")
            }
        }
    }

    /// A rule that could not be carried out is a mistake in the rules: said with its place, exit
    /// status 1.
    fn fault(&mut self) -> Result<(), CliError> {
        let viewer = self.reader();
        if self.humans() > 1 {
            // Somebody's hand is on the screen; what is wrong with the rules is for all.
            self.console.wipe()?;
            self.boards.clear();
        }
        self.tell(viewer, self.before.unwrap_or(0), None)?;
        let Some(report) = self.session.game_mut().fault(viewer) else { return self.stuck() };
        self.console.line("")?;
        self.console.say(Tone::Wrong, &report.heading())?;
        let place = report.place.map(|p| format!("at {p}"));
        let path = Some(report.path).filter(|p| !p.is_empty()).map(|p| format!("in {p}"));
        let wheres: Vec<String> = place.into_iter().chain(path).collect();
        if !wheres.is_empty() {
            self.console.line(&format!("  {}", wheres.join(", ")))?;
        }
        for detail in &report.details {
            self.console.line(&format!("  {detail}"))?;
        }
        if let Some(help) = &report.help {
            self.console.line(&format!("  help: {help}"))?;
        }
        self.console.line("The rules cannot go on from here; the table stays as it was reached.")
    }

    /// Nobody is asked, and the game is not over.
    fn stuck(&self) -> Result<(), CliError> {
        Err(CliError::Input(
            "the game cannot go on: nobody is asked, and it is not over".into(),
            None,
        ))
    }
}

fn say_line(console: &mut Console, line: &LogLine) -> Result<(), CliError> {
    match line.told {
        Told::Heading => console.say(Tone::Heading, &format!("  {}", line.text)),
        Told::Choice | Told::Deed | Told::Said | Told::End => {
            console.line(&format!("    {}", line.text))
        }
        Told::Remark => console.say(Tone::Faint, &format!("    ({})", line.text)),
        Told::Effect => console.say(Tone::Faint, &format!("      {}", line.text)),
    }
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
