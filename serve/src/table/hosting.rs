//! The host's: seats and links, notes, the report, what was played as a test.

use super::opening::opened;
use super::{Connection, Table};
use crate::keeping::{Made, TableFile};
use crate::links::Secret;
use crate::protocol::asked::Asked;
use crate::protocol::reply::Reply;
use crate::protocol::screen::Reader;
use houserules_files::saving::as_test;
use houserules_files::setup::{self, Sitter};
use houserules_interpreter::ask::Stop;
use houserules_table::session::Point;
use houserules_table::visibility::concealed::Concealed;
use serde_json::json;
use std::sync::Arc;

/// So many points before the one that was named a test may begin.
const EARLIER: usize = 8;

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
            Asked::Bench { text } => self.typed(text),
            Asked::Again => self.again(),
            Asked::Look { at } => self.look(at),
            Asked::Notes => Reply::with("notes", self.course.notes()),
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
            | Asked::Looked { .. }
            | Asked::Game { .. }
            | Asked::Open(_)
            | Asked::Bookmark { .. } => self.answer(connection, Reader::Host, asked),
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
        if self.people().contains(&seat) {
            self.proposals.iter_mut().for_each(|proposal| proposal.asks(seat));
        }
        // Whoever does not sit there any more is not waited for.
        for proposal in std::mem::take(&mut self.proposals) {
            if let Some(left) = proposal.without(seat, self.human(seat)) {
                self.proposals.push(left);
            }
        }
        self.keep_table();
        self.course.add(json!({"event": "seat", "seat": seat, "who": who}));
        self.tell_seats();
        // Perhaps only this seat had not agreed yet.
        if !self.settle() {
            self.send_all();
            self.plan();
        }
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
        let url = own.url(&self.wanted.base, &self.wanted.shelf.id);
        if let Some(taken) = self.kept.taken.get_mut(usize::from(seat)) {
            *taken = false;
        }
        self.forget_browsers(seat);
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

    /// The host is told something that was hidden, if the game is over: whoever goes back from its
    /// end may know it.
    pub(super) fn lays_open(&mut self) {
        self.seed_said |= matches!(self.session.game().stop(), Stop::Over(_));
    }

    /// A new game with the same people at the same seats, under the rules as they are saved now.
    /// Links stay what they are; the game that is over keeps its files.
    fn again(&mut self) -> Reply {
        if !matches!(self.session.game().stop(), Stop::Over(_)) {
            return Reply::no("the game goes on: a new one can begin when it is over");
        }
        let usual = setup::usual(self.session.game().book());
        let made = Made::like(&self.header, &usual, &self.sitters);
        let kept = TableFile {
            number: self.kept.number.max(1).saturating_add(1),
            sitters: self.sitters.iter().map(|s| s.name()).collect(),
            made: Some(made),
            ..self.kept.clone()
        };
        let next = match opened(&self.wanted, Some(kept), &self.own) {
            Ok(next) => next,
            Err(trouble) => return Reply::no(trouble.in_a_line()),
        };
        self.course.add(json!({"event": "again"}));
        let (pages, memory) = (std::mem::take(&mut self.pages), std::mem::take(&mut self.memory));
        let (book, number) = (Arc::clone(&self.book), self.proposed);
        let present = std::mem::take(&mut self.present);
        *self = next;
        // Pages have what is printed under the rules before.
        (self.pages, self.memory, self.book, self.proposed) = (pages, memory, book, number);
        self.present = present;
        self.tell_seats();
        self.moved_on();
        Reply::done()
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
            Some(number) => self.known_point(&number.to_string()),
        };
        let Some(from) = from else { return Reply::no("there is no such point") };
        self.lays_open();
        let here = self.session.here();
        let test = |from| as_test(&self.session, &self.header, title, from, here);
        let why = match test(from) {
            Ok(test) => return Reply::with("test", test),
            Err(why) => why,
        };
        // A position in the middle of a move cannot be given: the test begins before it.
        let mut before = self.session.tree().way(from).into_iter().rev().skip(1).take(EARLIER);
        let found = before.find_map(|from| Some((from, test(from).ok()?)));
        match found {
            Some((from, test)) => {
                Reply::with("test", test).and("from", self.session.tree().number(from))
            }
            None => Reply::no(why.to_string()),
        }
    }
}
