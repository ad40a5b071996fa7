//! A table: one thread owns the game, its journal and its bots, and takes commands from a queue.
//! Nothing of the game is shared; pages get texts.
//!
//! [`pages`] are those who read, [`browsers`] tells when a seat is open twice, [`acting`] lets
//! somebody act, [`asking`] answers questions, [`rulebook`] has the rules as people read them,
//! [`history`] the points of the game, [`waiting`] lets bots act in their time, [`proposing`] asks
//! for consent, [`rules`] brings new rules in, [`hosting`] is the host's, and so is the workbench
//! ([`bench`]); [`report`] tells how the evening went.

mod acting;
mod asking;
mod bench;
mod browsers;
mod history;
mod hosting;
mod opening;
mod pages;
mod proposing;
mod report;
mod rulebook;
mod rules;
mod sides;
mod waiting;

pub use opening::{Opening, open};
pub use pages::Remembered;

use crate::course::Course;
use crate::keeping::TableFile;
use crate::making::Round;
use crate::out::Out;
use crate::protocol::asked::Message;
use crate::protocol::reply::Reply;
use crate::protocol::screen::{AutoPart, OutcomePart, Reader, TableNews};
use bench::Bench;
use houserules_files::bots::Bots;
use houserules_files::journal_file::JournalFile;
use houserules_files::reload::desk::Desk;
use houserules_files::reload::watch::{News, Watch};
use houserules_files::setup::Sitter;
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::Rulebook;
use houserules_table::journal::Header;
use houserules_table::session::{Point, Session};
use pages::Page;
use proposing::Proposal;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use tokio::sync::OwnedSemaphorePermit;
use waiting::Due;

/// A page's connection, by number.
pub type Connection = u64;

/// What a table is told.
#[derive(Debug)]
pub enum Command {
    /// A page says who it is.
    Come {
        /// The connection that it has.
        connection: Connection,
        /// The secret of its link.
        secret: String,
        /// The word that it made up.
        page: String,
        /// The word that its browser made up for all of its pages; none: the page's own.
        browser: Option<String>,
        /// The number of its message.
        id: u64,
        /// Where it is written to.
        out: Out,
    },
    /// A page wants something.
    Said {
        /// The connection that it has.
        connection: Connection,
        /// What it wants.
        message: Message,
        /// Given back when that has been dealt with: so many may be under way.
        place: OwnedSemaphorePermit,
    },
    /// A page has gone.
    Gone(Connection),
    /// Rules were saved.
    Saved(Box<News>),
    /// A table tells the lobby who is there.
    Told(Box<TableNews>),
    /// The server ends.
    Stop,
}

/// Rules that were saved or came in, as everybody is told of them.
#[derive(Debug, Default)]
struct RulesNews {
    /// How often the rules have changed.
    n: u32,
    /// What those that were saved would change.
    changed: Vec<crate::protocol::screen::ChangeLine>,
    /// What more would be seen.
    opens: Vec<String>,
    /// What is wrong with those that were saved.
    broken: Option<String>,
    /// What the host has to know of those that came in last, or went again.
    came: Vec<String>,
}

/// A table with its game, its pages and all that is kept.
pub struct Table {
    /// What it was opened with.
    wanted: Opening,
    /// Where it is told something; for the watch over its rules.
    own: Sender<Command>,
    kept: TableFile,
    session: Session<Machine>,
    header: Header,
    sitters: Vec<Sitter>,
    keeper: JournalFile,
    bots: Bots<Machine>,
    desk: Desk,
    /// Kept for as long as the table is.
    _watch: Option<Watch>,
    pages: BTreeMap<Connection, Page>,
    memory: Remembered,
    /// In which browsers the seats were open lately.
    present: Vec<browsers::Present>,
    /// The number of the screens.
    screen: u64,
    round: Round,
    /// Lines of the log when the round began.
    round_lines: usize,
    /// Where the game stood when the round began.
    round_point: Point,
    /// How many points those who play knew of then.
    round_known: usize,
    /// Where it goes if what was taken back is done again.
    round_next: Option<Point>,
    /// The rules that pages have the printed things of.
    book: Arc<Rulebook>,
    autos: Vec<AutoPart>,
    dues: Vec<Due>,
    /// A bot has acted since a person did.
    followed: bool,
    proposals: Vec<Proposal>,
    proposed: u64,
    /// What became of what was proposed last.
    outcome: Option<OutcomePart>,
    news: RulesNews,
    /// What the host has to know.
    said: Vec<String>,
    /// The journal lacks something; nothing goes on until it has it.
    behind: bool,
    /// What pages are to be told when it has.
    held: Vec<(Connection, String)>,
    course: Course,
    /// Since when the present question stands, for the course.
    since: crate::clock::Moment,
    /// Reads what the host types in the language.
    bench: Option<Bench>,
    /// The rulebook in parts, of the rules that it was made from.
    rulebook: Option<rulebook::Kept>,
    /// From which side the seats look at boards.
    sides: Option<sides::Sides>,
    /// How the game stood when the lobby was last told.
    told_stop: &'static str,
    /// A test was saved of the game that is over, with its seed.
    seed_said: bool,
}

impl Table {
    /// Serves pages until nobody can say anything any more.
    pub fn run(mut self, queue: &Receiver<Command>) {
        self.begin();
        loop {
            let told = match self.next_due() {
                Some(wait) => queue.recv_timeout(wait),
                None => queue.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match told {
                Ok(Command::Stop) => return,
                Ok(command) => self.take(command),
                Err(RecvTimeoutError::Timeout) => self.on_time(),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Does what it is told; a table that is served takes it from its queue.
    pub fn take(&mut self, command: Command) {
        match command {
            Command::Come { connection, secret, page, browser, id, out } => {
                let page = Page { browser, ..Page::new(page, out) };
                self.come(connection, id, &secret, page);
            }
            Command::Said { connection, message, place } => {
                self.hear(connection, &message);
                drop(place);
            }
            Command::Gone(connection) => self.gone(connection),
            Command::Saved(news) => self.saved(*news),
            // The lobby's.
            Command::Told(_) | Command::Stop => {}
        }
    }

    fn hear(&mut self, connection: Connection, message: &Message) {
        let Some(page) = self.pages.get(&connection) else { return };
        let (reader, key) = (page.reader, (page.reader, page.word.clone()));
        if let Some(known) = self.memory.get(&key, message.id) {
            let known = known.to_string();
            self.send(connection, known);
            return;
        }
        let reply = self.answer(connection, reader, &message.what);
        let text = reply.written(message.id);
        if message.what.does_something() {
            self.memory.keep(key, message.id, &text);
        }
        self.reply(connection, text);
        self.after();
    }

    /// Sends a reply; if the journal lacks what it acknowledges, not before it has that.
    fn reply(&mut self, connection: Connection, text: String) {
        if self.behind {
            self.held.push((connection, text));
        } else {
            self.send(connection, text);
        }
    }

    /// Tells the host something, with the next screen.
    pub fn tell_host(&mut self, words: &str) {
        self.said.push(words.to_string());
    }

    fn human(&self, seat: u8) -> bool {
        self.sitters.get(usize::from(seat)) == Some(&Sitter::Human)
    }

    /// Seats at which people sit that have sat down.
    fn people(&self) -> Vec<u8> {
        let taken = |seat: &u8| self.kept.taken.get(usize::from(*seat)).copied().unwrap_or(false);
        (0..self.session.game().seats()).filter(|s| self.human(*s) && taken(s)).collect()
    }

    /// Writes what has been done to the journal, and waits for the disk.
    fn keep(&mut self) {
        let was = self.behind;
        self.behind = !self.keeper.has_all(&mut self.session);
        if self.behind && !was {
            let path = self.keeper.path();
            self.said.push(format!("The journal `{path}` cannot be written: the table waits."));
        }
        if was && !self.behind {
            self.said.push("The journal can be written again.".into());
            for (connection, text) in std::mem::take(&mut self.held) {
                self.send(connection, text);
            }
        }
    }

    /// The name of a reader, for people.
    fn name(&self, reader: Reader) -> String {
        match reader {
            Reader::Seat { seat } => self.session.game().naming().seat(seat),
            Reader::Onlooker => "an onlooker".into(),
            Reader::Host => "the host".into(),
        }
    }

    fn refuse_unless_host(reader: Reader) -> Option<Reply> {
        (reader != Reader::Host).then(|| Reply::no("only the host can do that"))
    }
}
