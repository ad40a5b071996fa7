//! The host's: seats and links, notes, the report, what was played as a test.

use super::{Connection, Table};
use crate::links::Secret;
use crate::protocol::asked::Asked;
use crate::protocol::reply::Reply;
use crate::protocol::screen::Reader;
use houserules_files::saving::as_test;
use houserules_files::setup::Sitter;
use houserules_interpreter::ask::Stop;
use houserules_table::session::Point;
use houserules_table::visibility::concealed::Concealed;
use serde_json::json;

/// Titles of tests are no longer than that, in characters.
const LONGEST: usize = 200;

impl Table {
    /// Does what only the host may want.
    pub(super) fn host(&mut self, connection: Connection, asked: &Asked) -> Reply {
        match asked {
            Asked::Reload { how } => self.reload(how),
            Asked::Seat { seat, who } => self.hand_over(*seat, who),
            Asked::Link { seat } => self.new_link(*seat),
            Asked::Report { format } => self.report(format),
            Asked::Save { title, from } => self.save(title, *from),
            Asked::Notes => {
                let notes: Vec<_> = self.course.called("note").cloned().collect();
                Reply::with("notes", notes)
            }
            Asked::Hello { .. }
            | Asked::Options(_)
            | Asked::Choose(_)
            | Asked::Say { .. }
            | Asked::Closed
            | Asked::Why { .. }
            | Asked::Rulebook
            | Asked::Log
            | Asked::History
            | Asked::Note { .. }
            | Asked::Auto { .. }
            | Asked::Propose(_)
            | Asked::Answer { .. }
            | Asked::Bookmark { .. } => self.answer((connection, Reader::Host), asked),
        }
    }

    fn hand_over(&mut self, seat: u8, who: &str) -> Reply {
        let Some(now) = Sitter::called(who) else {
            return Reply::no(
                "a seat is `human`, `easy`, `normal`, `hard`, `search:2000`, `greedy` or `random`",
            );
        };
        let Some(own) = self.sitters.get_mut(usize::from(seat)) else {
            return Reply::no("there is no such seat");
        };
        *own = now;
        // Whoever does not sit there any more is not waited for.
        for proposal in std::mem::take(&mut self.proposals) {
            if let Some(left) = proposal.without(seat, self.human(seat)) {
                self.proposals.push(left);
            }
        }
        self.keep_table();
        self.course.add(json!({"event": "seat", "seat": seat, "who": who}));
        self.tell_seats();
        self.send_to(Reader::Seat { seat });
        self.plan();
        Reply::done()
    }

    fn new_link(&mut self, seat: u8) -> Reply {
        let fresh = match Secret::fresh() {
            Ok(fresh) => fresh,
            Err(trouble) => return Reply::no(trouble.in_a_line()),
        };
        let Some(own) = self.kept.links.seats.get_mut(usize::from(seat)) else {
            return Reply::no("there is no such seat");
        };
        *own = fresh;
        let url = own.url(&self.base, &self.shelf.id);
        if let Some(taken) = self.kept.taken.get_mut(usize::from(seat)) {
            *taken = false;
        }
        self.let_go(Reader::Seat { seat });
        self.keep_table();
        self.tell_seats();
        self.send_to(Reader::Host);
        Reply::with("url", url)
    }

    /// What tells everything is for when the game is over, unless nothing is hidden.
    pub(super) fn too_early(&self) -> bool {
        let game = self.session.game();
        !matches!(game.stop(), Stop::Over(_)) && !Concealed::by(game.book()).nothing()
    }

    fn save(&mut self, title: &str, from: Option<u32>) -> Reply {
        let title = title.trim();
        if title.is_empty() || title.chars().count() > LONGEST || title.contains(['"', '\n']) {
            return Reply::no("give the test a title, without quotation marks");
        }
        if self.too_early() {
            return Reply::no("a test tells what is hidden: it can be saved when the game is over");
        }
        let from = match from {
            None => Some(Point::START),
            Some(number) => self.session.tree().numbered(number),
        };
        let Some(from) = from else { return Reply::no("there is no such point") };
        self.seed_said |= matches!(self.session.game().stop(), Stop::Over(_));
        let here = self.session.here();
        match as_test(&self.session, &self.header, title, (from, here)) {
            Ok(test) => Reply::with("test", test),
            Err(why) => Reply::no(why),
        }
    }
}
