//! Makes the part of a screen that the game alone decides.

use crate::protocol::picks;
use crate::protocol::screen::{
    AutoPart, CanPart, FaultPart, LogPart, PausePart, Reader, RulesPart, Screen, stop_word,
};
use houserules_interpreter::ask::Stop;
use houserules_interpreter::referee::Referee;
use houserules_lang::ir::SiteId;
use houserules_table::game::Game;
use houserules_table::visibility::Viewer;

/// Those who are asked at once, as everybody may know it: nobody is told who has answered before
/// all have.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Round {
    /// What is asked.
    pub site: Option<SiteId>,
    /// Who was asked when it began, by seat.
    pub seats: Vec<u8>,
}

impl Round {
    /// One that begins where the game stands.
    #[must_use]
    pub fn of<E: Referee>(game: &Game<E>) -> Self {
        let asked = game.asked();
        Self {
            site: asked.as_ref().map(|asked| asked.site),
            seats: asked.map(|asked| asked.seats).unwrap_or_default(),
        }
    }

    /// Whether this is what is left of another after some have answered.
    #[must_use]
    pub fn continues(&self, other: &Self) -> bool {
        let among = self.seats.iter().all(|seat| other.seats.contains(seat));
        let fewer = !self.seats.is_empty() && self.seats.len() < other.seats.len();
        self.site.is_some() && self.site == other.site && among && fewer
    }
}

/// A reader's screen.
pub fn screen<E: Referee>(
    game: &mut Game<E>,
    number: u64,
    reader: Reader,
    round: &Round,
) -> Screen {
    let viewer = reader.viewer();
    let mut view = game.full_view(viewer);
    view.asked.clone_from(&round.seats);
    let menu = reader.seat().and_then(|seat| game.menu(seat));
    let together = round.seats.len() > 1;
    let asking = game.stop() == Stop::Asking;
    let asked = reader.seat().is_some_and(|seat| round.seats.contains(&seat));
    let waits = match (&menu, asked) {
        (Some(_), _) => "asked",
        (None, true) if asking => "answered",
        _ if asking => "others",
        _ => "nobody",
    };
    if waits == "answered" {
        // As somebody may remember what was asked.
        view.question = None;
    }
    Screen {
        screen: number,
        you: reader,
        stop: stop_word(&game.stop()),
        ask: menu.map(|menu| picks::ask(game, &menu, together)),
        waits,
        log: LogPart::of(game, viewer),
        pause: PausePart::of(game, viewer),
        fault: fault(game, viewer),
        proposals: Vec::new(),
        outcome: None,
        rules: RulesPart::default(),
        across: Vec::new(),
        auto: AutoPart::default(),
        can: CanPart::default(),
        host: None,
        view,
    }
}

fn fault<E: Referee>(game: &mut Game<E>, viewer: Viewer) -> Option<FaultPart> {
    game.fault(viewer).map(FaultPart::from)
}
