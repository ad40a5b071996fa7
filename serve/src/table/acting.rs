//! Somebody has acted: what is to be kept, and who is to be told.

use super::Table;
use crate::clock::now;
use crate::making::Round;
use crate::protocol::asked::Draft;
use crate::protocol::holders::Holders;
use crate::protocol::picks::fits;
use crate::protocol::reply::{No, Reply};
use crate::protocol::screen::Reader;
use houserules_interpreter::ask::Stop;
use houserules_table::choices::draft::PartialChoice;
use houserules_table::choices::menu::Menu;
use houserules_table::choices::value::Arg;
use houserules_table::session::Point;
use serde_json::json;

/// Choices that are typed are no longer than that.
const LONGEST: usize = 2_000;

/// A choice has no more values than that.
const MOST_VALUES: usize = 64;

impl Table {
    /// The menu of a seat that wants to choose on a screen, and what is filled in, if every value
    /// of it is one that was on offer.
    pub(super) fn draft(
        &mut self,
        seat: u8,
        draft: &Draft,
    ) -> Result<(Menu, PartialChoice), Reply> {
        self.is_now(draft.screen)?;
        let game = self.session.game_mut();
        let menu = game.menu(seat).ok_or_else(Reply::stale)?;
        if draft.entry >= menu.entries.len() {
            return Err(Reply::no("there is no such thing on offer"));
        }
        let filled = self.filled(seat, draft.entry, &draft.filled);
        let filled = filled.ok_or_else(|| Reply::no("that is not among what may be chosen"))?;
        Ok((menu, PartialChoice { entry: draft.entry, filled }))
    }

    /// What a page has filled in of an entry; none if a value was not on offer there.
    pub(super) fn filled(&mut self, seat: u8, entry: usize, told: &[Arg]) -> Option<Vec<Arg>> {
        if told.len() > MOST_VALUES {
            return None;
        }
        let game = self.session.game_mut();
        let book = std::sync::Arc::clone(game.book());
        let mut filled = Vec::new();
        for arg in told {
            let listed = game.options(seat, entry, &filled)?;
            let arg = Holders::of(&book, &listed.fill).meant(&book, arg)?;
            filled.push(Some(arg).filter(|arg| fits(&listed.fill, arg))?);
        }
        Some(filled)
    }

    fn is_now(&self, screen: u64) -> Result<(), Reply> {
        if self.behind {
            return Err(Reply::no("the journal cannot be written just now: the table waits"));
        }
        if screen == self.screen { Ok(()) } else { Err(Reply::stale()) }
    }

    /// A choice that was made step by step.
    pub(super) fn choose(&mut self, seat: u8, draft: &Draft) -> Reply {
        let (menu, draft) = match self.draft(seat, draft) {
            Ok(drafted) => drafted,
            Err(reply) => return reply,
        };
        let Some(choice) = draft.choice(&menu) else { return Reply::stale() };
        match self.session.submit(seat, &choice) {
            Ok(_) => self.acted(seat),
            Err(refusal) => {
                let no = No::from(refusal);
                let game = self.session.game_mut();
                let told = game.told_so_far(seat, draft.entry, &draft.filled);
                let name = || menu.entries[draft.entry].name.replace('_', " ");
                self.refused(seat, &told.unwrap_or_else(name), &no);
                Reply::Refused(no)
            }
        }
    }

    /// A choice that was typed.
    pub(super) fn say(&mut self, seat: u8, screen: u64, text: &str) -> Reply {
        if let Err(reply) = self.is_now(screen) {
            return reply;
        }
        if text.len() > LONGEST {
            return Reply::no("that is too long for a choice");
        }
        match self.session.say(seat, text) {
            Ok(_) => self.acted(seat),
            Err(rejected) => {
                let no = No::from(rejected);
                self.refused(seat, text, &no);
                Reply::Refused(no)
            }
        }
    }

    fn acted(&mut self, seat: u8) -> Reply {
        self.followed = false;
        self.chosen(seat);
        Reply::done()
    }

    fn refused(&mut self, seat: u8, tried: &str, no: &No) {
        let place = no.place.as_ref().map(ToString::to_string);
        let point = self.round_number();
        self.course.add_bounded(json!({
            "event": "refused", "seat": seat, "tried": tried, "why": no.why, "rule": no.rule,
            "place": place, "point": point,
        }));
    }

    /// A seat has chosen: it is kept, and told. Where several are asked at once and not all have
    /// answered, only the seat itself is told.
    pub(super) fn chosen(&mut self, seat: u8) {
        self.keep();
        let took = u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX);
        let point = self.session.here().0;
        self.course.add(json!({
            "event": "chose", "seat": seat, "took": took, "step": point,
            "bot": !self.human(seat),
        }));
        if self.round_goes_on() {
            self.dues.retain(|due| due.seat() != seat);
            self.send_to(Reader::Seat { seat });
        } else {
            self.moved_on();
        }
    }

    /// Whether those who have not answered yet are still asked the same, and nobody has been told
    /// anything.
    fn round_goes_on(&self) -> bool {
        let game = self.session.game();
        let Some(asked) = game.asked().filter(|_| game.stop() == Stop::Asking) else {
            return false;
        };
        let fewer = asked.seats.len() < self.round.seats.len();
        let among = asked.seats.iter().all(|seat| self.round.seats.contains(seat));
        let answered = self.answered();
        let same = Some(asked.site) == self.round.site && answered > 0;
        same && fewer && among && game.log_length() == self.round_lines
    }

    /// How many answers the round has.
    pub(super) fn answered(&self) -> usize {
        self.session.tree().behind(self.round_point).len()
    }

    /// The number of the point where the round began, for those who play.
    pub(super) fn round_number(&self) -> u32 {
        self.session.tree().number(self.round_point).unwrap_or(0)
    }

    /// The game stands elsewhere: rules that waited come in, everybody gets a new screen, and bots
    /// begin to think.
    pub(super) fn moved_on(&mut self) {
        self.arrive();
        self.keep();
        let settled = self.session.tree().settled();
        self.asks_from(settled);
    }

    /// The same where a server begins: of a game that is gone on with, some may have answered
    /// already, and nobody is told who.
    pub fn begin(&mut self) {
        self.arrive();
        self.keep();
        let began = self.round_began();
        self.asks_from(began);
    }

    /// Where those who are asked at once were all asked.
    fn round_began(&self) -> Point {
        let tree = self.session.tree();
        let mut began = tree.settled();
        let mut round = Round::of(&self.session.standing_at(began));
        for point in tree.way(began).into_iter().rev().skip(1) {
            let before = Round::of(&self.session.standing_at(point));
            if !round.continues(&before) {
                break;
            }
            (began, round) = (point, before);
        }
        began
    }

    /// The game stands where those who are asked now were asked at that point.
    fn asks_from(&mut self, point: Point) {
        self.round_point = point;
        self.round = match point == self.session.here() {
            true => Round::of(self.session.game()),
            false => Round::of(&self.session.standing_at(point)),
        };
        self.round_lines = self.session.game().log_length();
        self.round_known = self.session.tree().known().len();
        self.round_next = self.session.redo_to(1, |seat| self.human(seat));
        self.since = now();
        self.screen += 1;
        self.proposals.retain(|proposal| proposal.stands(self.screen));
        self.outcome = None;
        self.course.add(json!({
            "event": "asked", "step": self.round_point.0, "point": self.round_number(),
            "seats": self.round.seats,
        }));
        self.send_all();
        self.plan();
        self.tell_lobby(false);
        if matches!(self.session.game().stop(), Stop::Over(_)) {
            self.write_report();
        }
    }

    /// What is left to do behind every command.
    pub(super) fn after(&mut self) {
        if self.behind {
            self.keep();
        }
    }
}
