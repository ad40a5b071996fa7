//! Bots act in their time, and so does the server for seats that let it pass: as people do who
//! think.

use super::Table;
use crate::clock::{Moment, now};
use crate::protocol::picks;
use houserules_files::setup::Sitter;
use houserules_interpreter::ask::Stop;
use houserules_table::choices::menu::{EntryKind, Menu};
use rand::TryRng;
use serde_json::json;
use std::ops::Range;
use std::time::Duration;

/// Who acts by itself, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    when: Moment,
    seat: u8,
}

impl Due {
    /// The seat that is to act.
    #[must_use]
    pub fn seat(self) -> u8 {
        self.seat
    }
}

/// How long somebody thinks who can only pass, in milliseconds.
const THINKING: Range<u64> = 900..4200;

/// How often a journal is tried that cannot be written.
const AGAIN: Duration = Duration::from_millis(500);

/// What is typed for all that can be done, if that is to pass or to decline; what the rules call
/// otherwise, as having looked, is for the player to say.
fn only_no(menu: &Menu) -> Option<&'static str> {
    let [one] = menu.entries.as_slice() else { return None };
    match one.kind {
        EntryKind::Pass if one.title == one.name => Some("pass"),
        EntryKind::Decline => Some("decline"),
        EntryKind::Pass | EntryKind::Move(_) | EntryKind::Values => None,
    }
}

/// Bits as the system draws them: no game sees them.
fn bits() -> u64 {
    let mut bytes = [0u8; 8];
    let drawn = rand::rngs::SysRng.try_fill_bytes(&mut bytes).map(|()| u64::from_le_bytes(bytes));
    drawn.unwrap_or(0)
}

/// A number of milliseconds from one to another, as the system draws it.
fn drawn(low: u64, high: u64) -> Duration {
    between(low..high, bits())
}

/// The time among so many milliseconds that bits stand for.
fn between(among: Range<u64>, bits: u64) -> Duration {
    let width = among.end.saturating_sub(among.start);
    Duration::from_millis(among.start + bits % width.max(1))
}

impl Table {
    /// How long the table waits for somebody to say something; none: as long as they like.
    pub(super) fn next_due(&self) -> Option<Duration> {
        if self.behind {
            return Some(AGAIN);
        }
        let first = self.dues.iter().map(|due| due.when).min()?;
        Some(first.saturating_duration_since(now()))
    }

    /// Who is to act by itself at the question that stands now.
    pub(super) fn plan(&mut self) {
        self.plan_from(now(), &mut bits);
    }

    /// The same, from a moment on; the pauses of people are made of such draws and of nothing else.
    fn plan_from(&mut self, now: Moment, draw: &mut dyn FnMut() -> u64) {
        self.dues.clear();
        if self.session.game().stop() != Stop::Asking || self.proposals_stop() {
            return;
        }
        let race = self.is_race();
        let together = self.round.seats.len() > 1;
        for seat in self.session.game().asked().map(|a| a.seats).unwrap_or_default() {
            let wait = if !self.human(seat) {
                self.bot_waits(race, together)
            } else if self.passes_idly(seat) {
                between(THINKING, draw())
            } else {
                continue;
            };
            self.dues.push(Due { when: now + wait, seat });
        }
    }

    fn bot_waits(&self, race: bool, together: bool) -> Duration {
        let pace = u64::try_from(self.wanted.pace.as_millis()).unwrap_or(u64::MAX);
        match (race, together) {
            _ if pace == 0 => Duration::ZERO,
            // By the clock, as people.
            (true, _) => drawn(pace / 2, pace.saturating_mul(3)),
            (false, true) => Duration::ZERO,
            (false, false) if self.followed => self.wanted.pace,
            (false, false) => self.wanted.pace / 2,
        }
    }

    /// Only for those whose page is open: of all others it would be known that nobody thinks.
    fn passes_idly(&mut self, seat: u8) -> bool {
        let idle = self.autos.get(usize::from(seat)).is_some_and(|auto| auto.idle);
        idle && self.is_here(seat) && self.only_no(seat).is_some()
    }

    fn only_no(&mut self, seat: u8) -> Option<&'static str> {
        self.session.game_mut().menu(seat).as_ref().and_then(only_no)
    }

    /// Somebody's page has opened: they are waited for as if they thought from now on.
    pub(super) fn is_back(&mut self, seat: u8) {
        let asked = self.session.game().asked().is_some_and(|asked| asked.seats.contains(&seat));
        let waits = self.dues.iter().any(|due| due.seat == seat);
        let open = self.session.game().stop() == Stop::Asking && !self.proposals_stop();
        if open && asked && !waits && self.human(seat) && self.passes_idly(seat) {
            self.dues.push(Due { when: now() + between(THINKING, bits()), seat });
        }
    }

    /// Whether a race is on or may be.
    pub(super) fn is_race(&self) -> bool {
        picks::is_race(self.session.game())
    }

    /// Whoever's time has come acts.
    pub(super) fn on_time(&mut self) {
        if self.behind {
            self.keep();
            if !self.behind {
                self.send_all();
                self.plan();
            }
            return;
        }
        let now = now();
        let Some(at) = self.dues.iter().position(|due| due.when <= now) else { return };
        let Due { seat, .. } = self.dues.remove(at);
        if !self.session.game().asked().is_some_and(|asked| asked.seats.contains(&seat)) {
            return;
        }
        match self.sitters.get(usize::from(seat)).copied() {
            Some(Sitter::Human) => {
                if !self.is_here(seat) {
                    return;
                }
                let Some(no) = self.only_no(seat) else { return };
                if self.session.say(seat, no).is_err() {
                    return;
                }
            }
            who => {
                if let Err(trouble) = self.bots.decide(self.session.game_mut(), seat, who) {
                    self.said.push(format!("{}.", trouble.in_a_line()));
                    self.course.add(json!({"event": "stuck", "seat": seat}));
                    return;
                }
                self.session.noted();
                self.followed = true;
            }
        }
        self.chosen(seat);
        self.after();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keeping::Shelf;
    use crate::out::Out;
    use crate::protocol::screen::Reader;
    use crate::table::pages::Page;
    use crate::table::{Opening, open};
    use houserules_files::reload::watch::Watches;
    use houserules_files::setup::SetUp;
    use std::path::Path;
    use std::sync::mpsc::channel;

    /// A table at which people sit whom the server lets pass, with other hands for each seed.
    fn table(folder: &Path, seed: u64) -> Table {
        let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/banditos_heist.rules");
        let set_up = SetUp { players: Some(3), seed: Some(seed.into()), ..SetUp::default() };
        let opening = Opening {
            shelf: Shelf { folder: folder.to_path_buf(), id: format!("t{seed}") },
            game,
            set_up,
            names: Vec::new(),
            base: String::new(),
            pace: Duration::ZERO,
            lobby: None,
            watches: Watches::default(),
        };
        let mut table = open(&opening, &channel().0).unwrap();
        table.autos.iter_mut().for_each(|auto| auto.idle = true);
        (0..3).for_each(|seat| opens(&mut table, seat));
        table.moved_on();
        table
    }

    /// A page that is open, as long as the test runs.
    fn opens(table: &mut Table, seat: u8) {
        let (out, waiting) = Out::new();
        std::mem::forget(waiting);
        let page = Page { reader: Reader::Seat { seat }, ..Page::new("a page".into(), out) };
        table.pages.insert(u64::from(seat), page);
    }

    #[test]
    fn nobody_passes_whose_page_is_closed() {
        let folder = tempfile::tempdir().unwrap();
        let mut table = table(folder.path(), 1);
        let waits = table.dues.clone();
        assert!(!waits.is_empty(), "somebody can only pass");
        for due in &waits {
            table.pages.remove(&u64::from(due.seat));
        }
        let told = table.session.game().log_length();
        table.dues.iter_mut().for_each(|due| due.when = now());
        waits.iter().for_each(|_| table.on_time());
        table.plan();
        assert_eq!((table.session.game().log_length(), table.dues.len()), (told, 0));
        // They pass when they are back, and have thought.
        for Due { seat, .. } in waits {
            opens(&mut table, seat);
            table.is_back(seat);
            assert!(table.dues.iter().any(|due| due.seat == seat && due.when > now()));
        }
    }

    #[test]
    fn a_pause_is_the_same_whoever_passes_and_whatever_they_hold() {
        let folder = tempfile::tempdir().unwrap();
        let from = now();
        let mut passed = 0;
        for seed in [1, 2, 3] {
            let mut table = table(folder.path(), seed);
            for bits in [0, 77, u64::MAX] {
                table.plan_from(from, &mut || bits);
                let waits: Vec<_> = table.dues.iter().map(|due| due.when - from).collect();
                assert!(waits.iter().all(|wait| *wait == between(THINKING, bits)), "{waits:?}");
                passed += waits.len();
            }
        }
        assert!(passed > 0, "somebody could only pass");
    }

    #[test]
    fn pauses_are_spread_evenly_over_the_time_that_people_think() {
        let steps = THINKING.end - THINKING.start;
        let mut all: Vec<_> = (0..steps).map(|bits| between(THINKING, bits * 7919)).collect();
        all.sort_unstable();
        let wanted = THINKING.map(Duration::from_millis);
        assert!(all.into_iter().eq(wanted), "7919 is prime to the number of steps");
    }
}
