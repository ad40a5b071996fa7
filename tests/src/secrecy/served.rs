//! What the pages of a served table hear: the seat's own, an onlooker's and the host's. The table
//! is the one that serves them, with its journal in a folder of its own; pages say what they say
//! over the socket, without one.

use super::Subject;
use super::screens::{Screens, sitters};
use houserules::cli_error::CliError;
use houserules::rules::RuleFiles;
use houserules::setup::SetUp;
use houserules_files::journal_file::JournalFile;
use houserules_files::opening::Opened;
use houserules_files::reload::watch::Watches;
use houserules_interpreter::ask::Stop;
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::Owner;
use houserules_serve::keeping::{Shelf, TableFile};
use houserules_serve::out::{Out, Waiting};
use houserules_serve::protocol::asked::{Asked, Draft, Message, Proposed};
use houserules_serve::table::{Command, Connection, Opening, Table};
use houserules_table::session::Session;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// Of a game with more points, the last ones are looked at.
const LOOKED_AT: usize = 3;
/// So many entries of a menu, zones and counters are asked about.
const ASKED_ABOUT: usize = 4;

/// The pages that are compared: the seat's, an onlooker's, the host's. Those of all seats follow.
const OWN: Connection = 1;
const ONLOOKER: Connection = 2;
const HOST: Connection = 3;
const SEATS: Connection = 10;

/// A seat at a table that is served.
pub(super) struct Served<'a> {
    pub(super) subject: &'a Subject,
    pub(super) seat: u8,
    /// What it tries to choose.
    pub(super) tries: &'a [String],
    /// The choices that led there.
    pub(super) made: &'a [(u8, String)],
    /// The worlds began alike, so that what the set-up did can be asked about.
    pub(super) same_start: bool,
}

impl Served<'_> {
    /// All that the pages hear.
    pub(super) fn told(&self, session: Session<Machine>) -> String {
        let over = matches!(session.game().stop(), Stop::Over(_));
        let entries = session.game().copy().menu(self.seat).map_or(0, |menu| menu.entries.len());
        let points = session.tree().known().len();
        let folder = tempfile::tempdir();
        assert!(folder.is_ok(), "no folder for a table: {folder:?}");
        let Ok(folder) = folder else { return String::new() };
        let table = self.table(session, folder.path()).map_err(|e| e.in_a_line());
        assert!(table.is_ok(), "no table: {:?}", table.err());
        let Ok(mut table) = table else { return String::new() };
        table.read_with(self.subject.bench());
        let mut evening = Evening::begin(table, self.subject.seats, self.seat);
        self.ask(&mut evening, entries);
        if !over {
            self.bench(&mut evening);
        }
        for point in points.saturating_sub(LOOKED_AT)..=points {
            evening.says(HOST, Asked::Look { at: point.to_string() });
        }
        self.go_back(&mut evening);
        self.subject.give_back(evening.table.into_bench());
        // The folder has another name for each table.
        evening.heard.replace(&folder.path().display().to_string(), "")
    }

    fn table(&self, session: Session<Machine>, folder: &Path) -> Result<Table, CliError> {
        let (queue, _) = std::sync::mpsc::channel();
        let wanted = Opening {
            shelf: Shelf { folder: folder.to_path_buf(), id: "table".into() },
            game: "game.rules".into(),
            set_up: SetUp::default(),
            names: Vec::new(),
            base: "http://localhost".into(),
            pace: Duration::ZERO,
            lobby: None,
            watches: Watches::default(),
        };
        let secret = |at: Connection| at.to_string();
        let seats: Vec<String> =
            (0..self.subject.seats).map(|s| secret(SEATS + Connection::from(s))).collect();
        let links = json!({"host": secret(HOST), "spectator": secret(ONLOOKER), "seats": seats});
        let kept = TableFile {
            starts: 0,
            game: wanted.game.clone(),
            links: serde_json::from_value(links).map_err(|e| CliError::call(e.to_string()))?,
            sitters: Vec::new(),
            taken: Vec::new(),
            browsers: Vec::new(),
            number: 1,
            made: None,
        };
        let header = Screens { subject: self.subject, seat: self.seat }.header();
        let journal = JournalFile::begin(&wanted.shelf.file("journal"), &header);
        let opened = Opened {
            files: RuleFiles { game: PathBuf::from("game.rules"), variants: Vec::new() },
            session,
            header,
            sitters: sitters(self.subject.seats, |_| true),
            keeper: Some(journal?),
            kept: Vec::new(),
            goes_on: false,
            declared: Arc::clone(&self.subject.declared),
            variants: Vec::new(),
            said: Vec::new(),
            remark: None,
        };
        Table::around(&wanted, kept, opened, &queue)
    }

    /// What the seat may want to know.
    fn ask(&self, evening: &mut Evening, entries: usize) {
        for what in [Asked::Log, Asked::History, Asked::Closed] {
            evening.says(OWN, what);
        }
        for text in self.tries.iter().take(ASKED_ABOUT) {
            let text = Some(text.clone());
            evening.says(OWN, Asked::Why { text, entry: None, filled: Vec::new() });
        }
        for entry in 0..entries.min(ASKED_ABOUT) {
            let (screen, filled) = (evening.screen, Vec::new());
            evening.says(OWN, Asked::Options(Draft { screen, entry, filled }));
            let entry = Some(entry);
            evening.says(OWN, Asked::Why { text: None, entry, filled: Vec::new() });
        }
        for page in [ONLOOKER, HOST] {
            evening.says(page, Asked::Log);
            evening.says(page, Asked::History);
        }
    }

    /// What the host may type.
    fn bench(&self, evening: &mut Evening) {
        let book = &self.subject.book;
        let of = |owner: Owner, name: &str| match owner {
            Owner::Table => Some(name.to_string()),
            Owner::Player => Some(format!("P0.{name}")),
            Owner::Enum(_) | Owner::Card(_) | Owner::Run(_) => None,
        };
        let zones = book.zones.iter().filter_map(|z| of(z.owner, &z.name)).take(ASKED_ABOUT);
        let counters = book.counters.iter().filter(|c| !c.bookkeeping);
        let counters = counters.filter_map(|c| of(c.owner, &c.name)).take(ASKED_ABOUT);
        let mut lines = Vec::new();
        for zone in zones {
            lines.extend([format!("print count({zone})"), format!("print {zone}")]);
            lines.push(format!("expect {zone} is empty"));
            lines.extend(self.same_start.then(|| format!("history {zone}")));
        }
        for counter in counters {
            lines.push(format!("print {counter}"));
            lines.extend(self.same_start.then(|| format!("why {counter}")));
        }
        for text in lines {
            evening.says(HOST, Asked::Bench { text });
        }
    }

    /// What was chosen is taken back, done again, and the same is chosen anew; all agree.
    fn go_back(&self, evening: &mut Evening) {
        let undo = |steps| Asked::Propose(Proposed::Undo { steps, own: false });
        evening.says(OWN, Asked::Bookmark { name: "here".into() });
        evening.proposes(OWN, undo(1));
        evening.proposes(OWN, Asked::Propose(Proposed::Redo));
        evening.proposes(HOST, undo(1));
        // With a choice the answers go that are still a secret: each answers its own question.
        let tree = evening.table.session().tree();
        let kept = tree.way(tree.here()).len() - 1;
        for (seat, text) in self.made.iter().skip(kept) {
            let (screen, text) = (evening.screen, text.clone());
            evening.says(SEATS + Connection::from(*seat), Asked::Say { screen, text });
        }
        evening.proposes(OWN, Asked::Propose(Proposed::Back { to: "0".into() }));
        evening.proposes(OWN, Asked::Propose(Proposed::Back { to: "here".into() }));
        evening.says(OWN, Asked::Log);
        evening.says(OWN, Asked::History);
        evening.says(HOST, Asked::History);
    }
}

/// Pages at a table, and what is heard of it.
struct Evening {
    table: Table,
    pages: Vec<(Connection, Waiting)>,
    /// One message at a time is under way.
    places: Arc<Semaphore>,
    seats: u8,
    /// How many messages were sent.
    said: u64,
    /// What was proposed last and waits for others.
    proposal: Option<u64>,
    /// The number of the seat's screen.
    screen: u64,
    /// All that came to the pages that are compared.
    heard: String,
}

impl Evening {
    /// One to which everybody comes who sits there, and onlookers.
    fn begin(mut table: Table, seats: u8, own: u8) -> Self {
        table.begin();
        let (said, proposal, screen, heard) = (0, None, 0, String::new());
        let (pages, places) = (Vec::new(), Arc::new(Semaphore::new(1)));
        let mut evening = Self { table, pages, places, seats, said, proposal, screen, heard };
        evening.comes(OWN, SEATS + Connection::from(own));
        evening.comes(ONLOOKER, ONLOOKER);
        evening.comes(HOST, HOST);
        for seat in 0..seats {
            evening.comes(SEATS + Connection::from(seat), SEATS + Connection::from(seat));
        }
        evening
    }

    fn comes(&mut self, connection: Connection, secret: Connection) {
        let (out, page) = Out::new();
        self.pages.push((connection, page));
        self.said += 1;
        let (secret, page, id) = (secret.to_string(), connection.to_string(), self.said);
        let browser = None;
        self.table.take(Command::Come { connection, secret, page, browser, id, out });
        self.listen();
    }

    fn says(&mut self, connection: Connection, what: Asked) {
        self.said += 1;
        let place = Arc::clone(&self.places).try_acquire_owned();
        assert!(place.is_ok(), "the last message is still under way");
        let Ok(place) = place else { return };
        let message = Message { id: self.said, what };
        self.table.take(Command::Said { connection, message, place });
        self.listen();
    }

    /// Proposes something to which all agree.
    fn proposes(&mut self, connection: Connection, what: Asked) {
        self.says(connection, what);
        let Some(proposal) = self.proposal.take() else { return };
        for seat in 0..self.seats {
            self.says(SEATS + Connection::from(seat), Asked::Answer { proposal, yes: true });
        }
    }

    fn listen(&mut self) {
        for (connection, page) in &mut self.pages {
            while let Some(text) = page.at_once() {
                if *connection >= SEATS {
                    continue;
                }
                self.screen = number(&text, "{\"screen\":").unwrap_or(self.screen);
                let proposed = number(&text, "{\"ok\":true,\"proposal\":");
                self.proposal = proposed.or(self.proposal);
                self.heard += &format!("to page {connection}: {text}\n");
            }
        }
    }
}

/// The number that a text begins with behind these words.
fn number(text: &str, behind: &str) -> Option<u64> {
    text.strip_prefix(behind)?.split(',').next()?.parse().ok()
}
