//! What reaches a seat at a stop.

use super::screens::Screens;
use super::{Count, Subject};
use houserules_interpreter::machine::Machine;
use houserules_serve::making::{Round, screen};
use houserules_serve::protocol::screen::Reader;
use houserules_table::game::{Game, Rejected};
use houserules_table::visibility::Viewer;
use std::fmt::Write;

/// Where a seat may read something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Surface {
    /// The table as hosts have it: the seat's and the spectators', the path, the question.
    View,
    /// What the seat's page in the browser is sent.
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
    /// A rule that could not be carried out.
    Fault,
    /// Undo, the same again, history, marks, branches, saved tests.
    Past,
    /// The end.
    End,
}

impl Surface {
    /// All.
    pub const ALL: [Self; 11] = [
        Self::View,
        Self::Page,
        Self::Options,
        Self::Log,
        Self::Illegality,
        Self::Play,
        Self::Drawing,
        Self::Workbench,
        Self::Fault,
        Self::Past,
        Self::End,
    ];
    /// Looked at in each pair.
    const ALWAYS: [Self; 4] = [Self::View, Self::Options, Self::Log, Self::Fault];
    /// Written by the program's commands, which takes longer: one of them in each pair.
    const IN_TURN: [Self; 5] =
        [Self::Illegality, Self::Play, Self::Drawing, Self::Workbench, Self::Page];

    /// In words.
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
            Self::Fault => "faults",
            Self::Past => "undo, history, branches, marks, saving",
            Self::End => "the end",
        }
    }

    /// Whether it says what may be chosen, and why not.
    pub(super) fn asks(self) -> bool {
        match self {
            Self::Page | Self::Options | Self::Illegality | Self::Play | Self::Workbench => true,
            Self::View | Self::Log | Self::Drawing | Self::Fault | Self::Past | Self::End => false,
        }
    }
}

/// A seat at a stop.
pub(super) struct Compared<'a> {
    pub(super) subject: &'a Subject,
    pub(super) seat: u8,
    /// What it tries to choose.
    pub(super) tries: &'a [String],
}

/// Compares two worlds at a stop: the first surface that differs, with its first line that does.
pub(super) fn at_a_stop(
    at: &Compared<'_>,
    [here, there]: [&mut Game<Machine>; 2],
    which: u64,
    count: &mut Count,
) -> Option<(Surface, [String; 2])> {
    let turn = Surface::IN_TURN[(which % 5) as usize];
    for surface in Surface::ALWAYS.into_iter().chain([turn]) {
        let (Some(a), Some(b)) = (text(at, here, surface), text(at, there, surface)) else {
            continue;
        };
        *count.surfaces.entry(surface).or_default() += 1;
        if let Some(lines) = first_difference(&a, &b) {
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
            return Some([x, y].map(|line| line.unwrap_or(nothing).to_string()));
        }
    }
}

/// What the seat reads there; none: nothing of that sort.
fn text(at: &Compared<'_>, game: &mut Game<Machine>, surface: Surface) -> Option<String> {
    let screens = Screens { subject: at.subject, seat: at.seat };
    match surface {
        Surface::View => Some(view(game, at.seat)),
        Surface::Page => Some(page(game, at.seat)),
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
        Surface::Past | Surface::End => None,
    }
}

fn page(game: &mut Game<Machine>, seat: u8) -> String {
    let round = Round::of(game);
    let screen = screen(game, (1, Reader::Seat { seat }), &round);
    serde_json::to_string_pretty(&screen).unwrap_or_default()
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
