//! Those who read: their connections, their screens, and what they have been answered.

use super::{Command, Connection, Table};
use crate::clock::now;
use crate::making::screen;
use crate::out::{Out, Text};
use crate::protocol::book::Book;
use crate::protocol::reply::{NO_SEAT, Reply};
use crate::protocol::screen::{
    HostPart, Reader, RulesPart, Screen, SeatPart, Seats, TableNews, stop_word,
};
use houserules_files::reload::bring::waiting;
use houserules_files::reload::desk::Desk;
use houserules_interpreter::ask::Stop;
use houserules_table::reload::{How, When};
use serde_json::json;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// A page that is open.
#[derive(Debug)]
pub struct Page {
    /// Who reads it; an onlooker until it has said who it is.
    pub reader: Reader,
    /// The word that it made up.
    pub word: String,
    /// The word that its browser made up; none: it is known by the page's own.
    pub browser: Option<String>,
    /// Where it is written to.
    pub out: Out,
}

impl Page {
    /// One that has not said yet who it is.
    #[must_use]
    pub fn new(word: String, out: Out) -> Self {
        Self { reader: Reader::Onlooker, word, browser: None, out }
    }

    /// By which it is told from pages of other browsers.
    #[must_use]
    pub fn browser(&self) -> &str {
        self.browser.as_deref().unwrap_or(&self.word)
    }
}

/// So many pages are remembered, and so many replies of each.
const PAGES: usize = 128;
const REPLIES: usize = 32;

/// No more pages are open for one reader.
const PAGES_OF_ONE: usize = 8;

/// No more pages of onlookers.
const ONLOOKERS: usize = 200;

/// A page of a reader.
pub type Key = (Reader, String);

/// What pages have been answered, for those that ask again because they heard nothing.
#[derive(Debug, Default)]
pub struct Remembered {
    replies: BTreeMap<Key, VecDeque<(u64, String)>>,
    order: VecDeque<Key>,
}

impl Remembered {
    /// What a message of a page was answered.
    #[must_use]
    pub fn get(&self, key: &Key, id: u64) -> Option<&str> {
        let replies = self.replies.get(key)?;
        replies.iter().find(|(known, _)| *known == id).map(|(_, text)| text.as_str())
    }

    /// Remembers it; what is oldest is forgotten.
    pub fn keep(&mut self, key: Key, id: u64, text: &str) {
        if !self.replies.contains_key(&key) {
            self.order.push_back(key.clone());
            if self.order.len() > PAGES
                && let Some(oldest) = self.order.pop_front()
            {
                self.replies.remove(&oldest);
            }
        }
        let replies = self.replies.entry(key).or_default();
        replies.push_back((id, text.to_string()));
        if replies.len() > REPLIES {
            replies.pop_front();
        }
    }
}

impl Table {
    /// A page says who it is.
    pub(super) fn come(&mut self, connection: Connection, id: u64, secret: &str, page: Page) {
        let Some(reader) = self.kept.links.reader(secret) else {
            let no = Reply::no(NO_SEAT);
            let _ = page.out.put(no.written(id));
            return;
        };
        let most = if reader == Reader::Onlooker { ONLOOKERS } else { PAGES_OF_ONE };
        let same = || self.pages.iter().filter(|(_, other)| other.reader == reader);
        if same().count() >= most
            && let Some(oldest) = same().map(|(connection, _)| *connection).next()
        {
            self.goes(oldest);
        }
        if let Reader::Seat { seat } = reader {
            self.opened_in(seat, &page, now());
        }
        self.pages.insert(connection, Page { reader, ..page });
        if let Reader::Seat { seat } = reader {
            self.sits_down(seat);
            self.is_back(seat);
        }
        self.send(connection, Reply::with("you", reader).written(id));
        self.send(connection, self.book_text());
        self.tell_seats();
        let text = self.screen_text(reader);
        self.send(connection, text);
    }

    fn sits_down(&mut self, seat: u8) {
        let taken = self.kept.taken.get_mut(usize::from(seat));
        if taken.is_some_and(|taken| !std::mem::replace(taken, true)) {
            self.proposals.iter_mut().for_each(|proposal| proposal.asks(seat));
            self.keep_table();
            self.course.add(json!({"event": "came", "seat": seat}));
        }
    }

    /// Keeps links and seats; what goes wrong is for the host to know.
    pub(super) fn keep_table(&mut self) {
        self.kept.sitters = self.sitters.iter().map(|s| s.name()).collect();
        if let Err(trouble) = self.wanted.shelf.keep(&self.kept) {
            self.said.push(format!("{}.", trouble.in_a_line()));
        }
    }

    /// A page has gone.
    pub(super) fn gone(&mut self, connection: Connection) {
        if self.goes(connection) {
            self.tell_seats();
        }
    }

    /// Writes to a page; one that does not read is let go, and will come again.
    pub(super) fn send(&mut self, connection: Connection, text: impl Into<Text>) {
        let fails = self.pages.get(&connection).is_some_and(|p| p.out.put(text).is_err());
        if fails {
            self.goes(connection);
        }
    }

    /// A page is not there any more; whether it was.
    fn goes(&mut self, connection: Connection) -> bool {
        let Some(page) = self.pages.remove(&connection) else { return false };
        if let Reader::Seat { seat } = page.reader {
            self.closed_in(seat, &page, now());
        }
        true
    }

    /// Lets all pages of a reader go.
    pub(super) fn let_go(&mut self, reader: Reader) {
        self.pages.retain(|_, page| page.reader != reader);
    }

    /// Connections in the order of their readers: seats, onlookers, the host.
    fn by_reader(&self) -> Vec<(Reader, Connection)> {
        let mut all: Vec<_> = self.pages.iter().map(|(at, page)| (page.reader, *at)).collect();
        all.sort_unstable();
        all
    }

    fn book_text(&self) -> String {
        serde_json::to_string(&Book::of(self.session.game().book())).unwrap_or_default()
    }

    /// Whether a page of a seat is open.
    pub(super) fn is_here(&self, seat: u8) -> bool {
        self.pages.values().any(|page| page.reader == Reader::Seat { seat })
    }

    /// Who sits where, and who is there.
    fn seats(&self) -> Seats {
        let seat = |(seat, name): (u8, &String)| SeatPart {
            name: name.clone(),
            who: self
                .sitters
                .get(usize::from(seat))
                .map_or_else(String::new, |sitter| sitter.name()),
            here: self.is_here(seat),
            screens: self.browsers_at(seat).len(),
            opened: self.opened_at(seat),
            closed: self.is_closed_at(seat),
        };
        let seats = (0u8..).zip(self.session.game().naming().seats).map(seat).collect();
        let onlookers = self.pages.values().filter(|p| p.reader == Reader::Onlooker).count();
        Seats { seats, onlookers }
    }

    /// Tells everybody who is there.
    pub(super) fn tell_seats(&mut self) {
        let text = serde_json::to_string(&self.seats()).unwrap_or_default();
        let text: Text = text.into();
        for (_, connection) in self.by_reader() {
            self.send(connection, text.clone());
        }
        self.tell_lobby(true);
    }

    /// Tells the lobby who is there and how the game stands; unless `anyway`, only if that has
    /// changed.
    pub(super) fn tell_lobby(&mut self, anyway: bool) {
        let stop = stop_word(&self.session.game().stop());
        if !anyway && stop == self.told_stop {
            return;
        }
        self.told_stop = stop;
        let Some(lobby) = &self.wanted.lobby else { return };
        let news = TableNews { id: self.wanted.shelf.id.clone(), seats: self.seats(), stop };
        // A server that ends has no lobby any more.
        let _ = lobby.send(Command::Told(Box::new(news)));
    }

    /// Sends everybody the screen as it is now: all are made first, and then sent together.
    pub(super) fn send_all(&mut self) {
        if self.behind {
            return;
        }
        let other_book = !Arc::ptr_eq(&self.book, self.session.game().book());
        if other_book {
            self.book = Arc::clone(self.session.game().book());
        }
        let book: Option<Text> = other_book.then(|| self.book_text().into());
        let mut screens: BTreeMap<Reader, Text> = BTreeMap::new();
        let mut public = None;
        let all = self.by_reader();
        for (reader, _) in &all {
            if screens.contains_key(reader) {
                continue;
            }
            // Onlookers and the host see the same table.
            let game = match reader.seat() {
                Some(_) => self.of_game(*reader),
                None => public.get_or_insert_with(|| self.of_game(*reader)).clone(),
            };
            let screen = self.completed(game, *reader);
            screens.insert(*reader, serde_json::to_string(&screen).unwrap_or_default().into());
        }
        for (reader, connection) in all {
            if let Some(book) = &book {
                self.send(connection, book.clone());
            }
            if let Some(text) = screens.get(&reader) {
                self.send(connection, text.clone());
            }
        }
    }

    /// Sends one reader the screen as it is now.
    pub(super) fn send_to(&mut self, to: Reader) {
        if self.behind {
            return;
        }
        let text: Text = self.screen_text(to).into();
        for (reader, connection) in self.by_reader() {
            if reader == to {
                self.send(connection, text.clone());
            }
        }
    }

    fn screen_text(&mut self, reader: Reader) -> String {
        serde_json::to_string(&self.screen_of(reader)).unwrap_or_default()
    }

    /// A reader's screen, with what the table adds to the game.
    pub fn screen_of(&mut self, reader: Reader) -> Screen {
        let game = self.of_game(reader);
        self.completed(game, reader)
    }

    /// The part of a screen that the game alone decides.
    fn of_game(&mut self, reader: Reader) -> Screen {
        self.look_at_sides();
        screen(self.session.game_mut(), self.screen, reader, &self.round)
    }

    /// A screen of the game with what the table adds for a reader.
    fn completed(&self, screen: Screen, reader: Reader) -> Screen {
        let mut screen = Screen { you: reader, ..screen };
        screen.proposals = self.proposals.iter().map(|p| self.proposed(p, reader)).collect();
        screen.outcome.clone_from(&self.outcome);
        let wait = waiting(&self.session).and_then(|change| How::read(&change.how));
        screen.rules = RulesPart {
            n: self.news.n,
            changed: self.news.changed.clone(),
            opens: self.news.opens.clone(),
            wait: wait.and_then(|how| match how.when {
                When::Before(word) => Some(houserules_lang::naming::stage_word(word).to_string()),
                When::Now | When::Here | When::Start | When::Not => None,
            }),
        };
        if reader.seat().is_some_and(|seat| !self.human(seat)) && screen.ask.take().is_some() {
            // A bot decides.
            screen.waits = "others";
        }
        if let Some(seat) = reader.seat() {
            screen.across = self.seen_across(seat);
            screen.auto = self.autos.get(usize::from(seat)).copied().unwrap_or_default();
        }
        screen.can.undo = reader != Reader::Onlooker && self.undo_point(1).is_some();
        screen.can.redo = reader != Reader::Onlooker && self.round_next.is_some();
        screen.host = (reader == Reader::Host).then(|| self.host_part());
        screen
    }

    fn host_part(&self) -> HostPart {
        let ways = |()| Desk::possible(&self.session).into_iter().map(|(way, _)| way).collect();
        let waits =
            !self.news.changed.is_empty() || matches!(self.session.game().stop(), Stop::Fault(_));
        HostPart {
            broken: self.news.broken.clone(),
            journal: Some(self.keeper.path()),
            report: Some(self.report_file())
                .filter(|path| path.exists())
                .map(|path| path.display().to_string()),
            reports: !self.too_early(),
            said: self.said.iter().rev().take(20).rev().chain(&self.news.came).cloned().collect(),
            ways: waits.then_some(()).map(ways).unwrap_or_default(),
            notes: self.course.number_of("note"),
            links: self.kept.links.part(&self.wanted.base, &self.wanted.shelf.id),
        }
    }
}
