//! What reaches a seat at a stop.

use super::screens::Screens;
use super::{Count, Subject, edited, programs};
use houserules_interpreter::machine::Machine;
use houserules_serve::making::{Round, screen};
use houserules_serve::protocol::screen::Reader;
use houserules_table::game::{Game, Rejected};
use houserules_table::visibility::Viewer;
use std::collections::BTreeMap;
use std::fmt::Write;

/// So many letters of a long line are shown before the first that differs, and twice as many
/// behind it.
const AROUND: usize = 300;

/// Where a seat may read something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Surface {
    /// The table as hosts have it: the seat's and the spectators', the path, the question.
    View,
    /// What the seat's page in the browser is sent, and an onlooker's.
    Page,
    /// The menu and the values of each entry's first step.
    Options,
    /// The whole log.
    Log,
    /// What a move is refused with, and `why`.
    Illegality,
    /// The screen of `play`, with `look` and the table.
    Play,
    /// The boards as an SVG picture.
    Drawing,
    /// The workbench through the seat's eyes.
    Workbench,
    /// The numbers that the seat sees and the actions that are open to it, for programs.
    Numbers,
    /// What a bot chooses in the seat's place.
    Bots,
    /// The tables on which bots and hints think.
    Imagined,
    /// Changed rules that come in.
    Reload,
    /// A rule that could not be carried out.
    Fault,
    /// What the pages of a served table hear: of what they ask, of the host's workbench, of what is
    /// taken back.
    Served,
    /// Undo, the same again, history, marks, branches, saved tests.
    Past,
    /// What everybody is shown once the game is over.
    End,
}

impl Surface {
    /// Every surface, in the order in which campaigns list what they compared.
    pub const ALL: [Self; 16] = [
        Self::View,
        Self::Page,
        Self::Options,
        Self::Log,
        Self::Illegality,
        Self::Play,
        Self::Drawing,
        Self::Workbench,
        Self::Numbers,
        Self::Bots,
        Self::Imagined,
        Self::Reload,
        Self::Fault,
        Self::Served,
        Self::Past,
        Self::End,
    ];
    /// Looked at in each pair.
    const ALWAYS: [Self; 4] = [Self::View, Self::Options, Self::Log, Self::Fault];
    /// Written by the program's commands, which takes longer: one of them in each pair.
    const IN_TURN: [Self; 8] = [
        Self::Illegality,
        Self::Play,
        Self::Drawing,
        Self::Workbench,
        Self::Page,
        Self::Numbers,
        Self::Bots,
        Self::Reload,
    ];

    /// What it is called in reports of campaigns, and in leaks.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::View => "views",
            Self::Page => "pages in the browser",
            Self::Options => "menus and options",
            Self::Log => "log",
            Self::Illegality => "refusals and `why`",
            Self::Play => "screens of `play`",
            Self::Drawing => "drawings",
            Self::Workbench => "workbench",
            Self::Numbers => "numbers and actions for programs",
            Self::Bots => "what bots choose",
            Self::Imagined => "tables that bots imagine",
            Self::Reload => "changed rules",
            Self::Served => "a served table, its host's workbench",
            Self::Fault => "faults",
            Self::Past => "undo, history, branches, marks, saving",
            Self::End => "the end",
        }
    }

    /// Whether it says what may be chosen, and why not.
    pub(super) fn asks(self) -> bool {
        match self {
            Self::Page
            | Self::Options
            | Self::Illegality
            | Self::Play
            | Self::Workbench
            | Self::Numbers
            | Self::Bots
            | Self::Reload => true,
            Self::View
            | Self::Log
            | Self::Imagined
            | Self::Drawing
            | Self::Fault
            | Self::Served
            | Self::Past
            | Self::End => false,
        }
    }
}

/// A seat at a stop.
pub(super) struct Compared<'a> {
    pub(super) subject: &'a Subject,
    pub(super) seat: u8,
    /// What it tries to choose.
    pub(super) tries: &'a [String],
    /// What is drawn from there.
    pub(super) seed: u64,
}

/// What the seat has read in the first world at this stop, by surface.
pub(super) type Readings = BTreeMap<Surface, Option<String>>;

/// Compares the first world with another at a stop: the first surface that differs, with its first
/// line that does.
pub(super) fn at_a_stop(
    at: &Compared<'_>,
    here: &mut Game<Machine>,
    read: &mut Readings,
    there: &mut Game<Machine>,
    count: &mut Count,
) -> Option<(Surface, [String; 2])> {
    let turn = Surface::IN_TURN[(at.seed % Surface::IN_TURN.len() as u64) as usize];
    for surface in Surface::ALWAYS.into_iter().chain([turn]) {
        let here = read.entry(surface).or_insert_with(|| text(at, here, surface));
        let (Some(a), Some(b)) = (here, text(at, there, surface)) else { continue };
        *count.surfaces.entry(surface).or_default() += 1;
        if let Some(lines) = first_difference(a, &b) {
            return Some((surface, lines));
        }
    }
    None
}

/// The first line that differs.
pub(super) fn first_difference(here: &str, there: &str) -> Option<[String; 2]> {
    if here == there {
        return None;
    }
    let (mut a, mut b) = (here.split('\n'), there.split('\n'));
    let nothing = "(nothing more)";
    loop {
        let (x, y) = (a.next(), b.next());
        if x != y || x.is_none() {
            let lines = [x, y].map(|line| line.unwrap_or(nothing));
            let same = lines[0].chars().zip(lines[1].chars()).take_while(|(a, b)| a == b).count();
            return Some(lines.map(|line| around(line, same)));
        }
    }
}

/// A line, or of a long one what stands around a letter.
fn around(line: &str, letter: usize) -> String {
    let from = letter.saturating_sub(AROUND);
    let cut = |there: bool| if there { "…" } else { "" };
    let (before, behind) = (cut(from > 0), cut(line.chars().nth(from + 3 * AROUND).is_some()));
    let shown: String = line.chars().skip(from).take(3 * AROUND).collect();
    format!("{before}{shown}{behind}")
}

/// What the seat reads there; none: nothing of that sort.
fn text(at: &Compared<'_>, game: &mut Game<Machine>, surface: Surface) -> Option<String> {
    let screens = Screens { subject: at.subject, seat: at.seat };
    match surface {
        Surface::View => Some(view(game, at.seat)),
        Surface::Page => Some(pages(game, at.seat)),
        Surface::Options => options(game, at.seat),
        Surface::Log => Some(log(game, at.seat)),
        Surface::Illegality => {
            let mut text = String::new();
            for tried in at.tries {
                let said = |why: Option<Rejected>| {
                    why.map_or_else(|| "possible".into(), |why| why.to_string())
                };
                let _ = writeln!(text, "`{tried}`: {}", said(game.why_not(at.seat, tried)));
            }
            (!at.tries.is_empty()).then(|| text + &screens.why(game, at.tries))
        }
        Surface::Play => Some(screens.play(game)),
        Surface::Drawing => screens.drawing(game),
        Surface::Workbench => Some(screens.workbench(game, at.tries)),
        Surface::Fault => game.fault(Viewer::Seat(at.seat)).map(|fault| format!("{fault:?}")),
        Surface::Numbers => Some(programs::numbers(at.subject, at.seat, game, at.seed)),
        Surface::Bots => programs::bots(at.seat, game, at.seed),
        Surface::Reload => edited::brought_in(game, at.seed / 8, |game| view(game, at.seat)),
        Surface::Imagined | Surface::Served | Surface::Past | Surface::End => None,
    }
}

fn pages(game: &mut Game<Machine>, seat: u8) -> String {
    let round = Round::of(game);
    let screens =
        [Reader::Seat { seat }, Reader::Onlooker].map(|reader| screen(game, 1, reader, &round));
    serde_json::to_string_pretty(&screens).unwrap_or_default()
}

fn view(game: &Game<Machine>, seat: u8) -> String {
    let mut text = format!("{:?}\n", game.asked());
    for viewer in [Viewer::Seat(seat), Viewer::Spectator] {
        text += &serde_json::to_string_pretty(&game.view(viewer)).unwrap_or_default();
    }
    text
}

fn options(game: &mut Game<Machine>, seat: u8) -> Option<String> {
    let menu = game.menu(seat)?;
    let mut text = format!("{:?}\n", menu.question);
    for at in 0..menu.entries.len() {
        let _ = writeln!(text, "{:?} {:?}", menu.entries[at], game.options(seat, at, &[]));
    }
    Some(text)
}

pub(super) fn log(game: &Game<Machine>, seat: u8) -> String {
    let mut text = String::new();
    for viewer in [Viewer::Seat(seat), Viewer::Spectator] {
        for line in game.log(viewer, 0) {
            let _ = writeln!(text, "{:?}: {}", line.told, line.text);
        }
    }
    text
}
