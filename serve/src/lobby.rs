//! The lobby: every table with its links and who sits there, and new tables of the games that are
//! served. Whoever has its link may hand out seats.

use crate::links::Secret;
use crate::out::{Out, Text};
use crate::protocol::asked::{Asked, Message, Wish};
use crate::protocol::book::about;
use crate::protocol::reply::{NOWHERE, Reply};
use crate::protocol::screen::{Reader, Seats, TableNews};
use crate::table::{Command, Connection, Opening, Remembered};
use crate::tables::{LOBBY, TableLinks, Tables, Wanted};
use houserules_files::loader::{MOST_RULES, read_text};
use houserules_files::opening::title_and_author;
use houserules_files::rules::{RuleFiles, runnable};
use houserules_files::setup::{SetUp, Sitter, written};
use houserules_lang::ir::{Opt, Rulebook, Type, Value as Printed};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

/// A table in the list.
#[derive(Debug, Clone, Serialize)]
struct Listed {
    #[serde(flatten)]
    links: TableLinks,
    /// Who sits where; none: the table has not said yet.
    now: Option<Seats>,
    stop: &'static str,
}

/// A game of which tables can be opened.
#[derive(Debug)]
struct Offered {
    file: PathBuf,
    title: String,
    author: Option<String>,
}

#[derive(Debug)]
struct Page {
    word: String,
    out: Out,
}

/// The lobby of a server.
#[derive(Debug)]
pub struct Lobby {
    wanted: Wanted,
    base: String,
    secret: Secret,
    running: Arc<Tables>,
    games: Vec<Offered>,
    tables: Vec<Listed>,
    pages: BTreeMap<Connection, Page>,
    memory: Remembered,
}

/// A server has no more tables.
const MOST_TABLES: usize = 200;

/// No more pages of the lobby are open.
const MOST_PAGES: usize = 32;

/// Names and values of a wish are no longer than that, in bytes.
const LONGEST: usize = 200;

impl Lobby {
    /// With the tables that were opened with the server; it is told of others under [`LOBBY`].
    #[must_use]
    pub fn new(
        wanted: &Wanted,
        base: &str,
        secret: Secret,
        running: Arc<Tables>,
        tables: &[TableLinks],
    ) -> Self {
        let named = |file: &PathBuf| {
            let read = read_text(file, MOST_RULES).ok().and_then(|text| title_and_author(&text));
            let stem = || file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            let (title, author) = read.unwrap_or_else(|| (stem().unwrap_or_default(), None));
            Offered { file: file.clone(), title, author }
        };
        Self {
            wanted: wanted.clone(),
            base: base.to_string(),
            secret,
            running,
            games: wanted.games.iter().map(named).collect(),
            tables: tables.iter().map(listed).collect(),
            pages: BTreeMap::new(),
            memory: Remembered::default(),
        }
    }

    /// Answers its pages until the server ends.
    pub fn run(mut self, queue: &Receiver<Command>) {
        while let Ok(told) = queue.recv() {
            match told {
                Command::Stop => return,
                Command::Come { connection, secret, page, id, out, .. } => {
                    self.come(connection, id, &secret, Page { word: page, out });
                }
                Command::Said { connection, message, place } => {
                    self.hear(connection, &message);
                    drop(place);
                }
                Command::Gone(connection) => {
                    self.pages.remove(&connection);
                }
                Command::Told(news) => self.told(*news),
                Command::Saved(_) => {}
            }
        }
    }

    fn come(&mut self, connection: Connection, id: u64, secret: &str, page: Page) {
        if !self.secret.is(secret) {
            let _ = page.out.put(Reply::no(NOWHERE).written(id));
            return;
        }
        if self.pages.len() >= MOST_PAGES {
            self.pages.pop_first();
        }
        self.pages.insert(connection, page);
        let games: Vec<Value> = (self.games.iter().enumerate())
            .map(|(at, game)| {
                let file = game.file.file_name().map(|name| name.to_string_lossy());
                json!({"game": at, "title": game.title, "author": game.author, "file": file})
            })
            .collect();
        let reply = Reply::with("lobby", &self.tables).and("games", games);
        self.send(connection, reply.written(id));
    }

    fn send(&mut self, connection: Connection, text: impl Into<Text>) {
        if self.pages.get(&connection).is_some_and(|page| page.out.put(text).is_err()) {
            self.pages.remove(&connection);
        }
    }

    /// Tells all its pages how the tables are.
    fn send_all(&mut self) {
        let text: Text = json!({"lobby": self.tables}).to_string().into();
        for connection in self.pages.keys().copied().collect::<Vec<_>>() {
            self.send(connection, text.clone());
        }
    }

    /// A table has told something of itself.
    fn told(&mut self, news: TableNews) {
        let Some(table) = self.tables.iter_mut().find(|table| table.links.id == news.id) else {
            return;
        };
        (table.now, table.stop) = (Some(news.seats), news.stop);
        self.send_all();
    }

    fn hear(&mut self, connection: Connection, message: &Message) {
        let Some(page) = self.pages.get(&connection) else { return };
        let key = (Reader::Host, page.word.clone());
        if let Some(known) = self.memory.get(&key, message.id) {
            let known = known.to_string();
            self.send(connection, known);
            return;
        }
        let reply = match &message.what {
            Asked::Game { game } => self.game(*game),
            Asked::Open(wish) => self.open(wish),
            _ => Reply::no("there is no table here: open the link of a seat"),
        };
        let text = reply.written(message.id);
        if message.what.does_something() {
            self.memory.keep(key, message.id, &text);
        }
        self.send(connection, text);
    }

    /// How a game may be made up.
    fn game(&self, at: usize) -> Reply {
        let Some(game) = self.games.get(at) else { return Reply::no("there is no such game") };
        let rules = RuleFiles::new(&game.file, &self.wanted.set_up.variants);
        match rules.and_then(|files| runnable(&files)) {
            Err(trouble) => Reply::no(trouble.in_a_line()),
            Ok(rules) => {
                let book = &rules.book;
                let options: Vec<Value> = book.options.iter().map(|o| option(book, o)).collect();
                let sitters: Vec<&str> = Sitter::NAMED.iter().map(|(name, _)| *name).collect();
                Reply::with("title", &book.title)
                    .and("about", about(book))
                    .and("players", [book.players.0, book.players.1])
                    .and("options", options)
                    .and("sitters", sitters)
            }
        }
    }

    /// Opens a table as somebody wishes.
    fn open(&mut self, wish: &Wish) -> Reply {
        let Some(game) = self.games.get(wish.game) else {
            return Reply::no("there is no such game");
        };
        let texts = wish.seats.iter().chain(&wish.names);
        let mut texts = texts.chain(wish.options.keys()).chain(wish.options.values());
        if texts.any(|text| text.len() > LONGEST || text.chars().any(char::is_control)) {
            return Reply::no("that is too long for a name or an option");
        }
        if self.running.count() > MOST_TABLES {
            return Reply::no("this server has as many tables as it takes");
        }
        let numbered = |texts: &[String]| -> Vec<String> {
            let all = texts.iter().enumerate().filter(|(_, text)| !text.trim().is_empty());
            all.map(|(at, text)| format!("{}={}", at + 1, text.trim())).collect()
        };
        let set_up = SetUp {
            players: wish.players,
            seats: numbered(&wish.seats),
            seed: None,
            options: wish.options.iter().map(|(name, value)| format!("{name}={value}")).collect(),
            variants: self.wanted.set_up.variants.clone(),
            programs: false,
        };
        let opening = Opening {
            shelf: self.running.new_shelf(&self.wanted.folder, &game.file),
            game: game.file.clone(),
            set_up,
            names: numbered(&wish.names),
            base: self.base.clone(),
            pace: self.wanted.pace,
            lobby: self.running.queue(LOBBY),
            watches: self.running.watches.clone(),
        };
        match self.running.start(&opening) {
            Err(trouble) => Reply::no(trouble.in_a_line()),
            Ok(links) => {
                self.tables.push(listed(&links));
                self.send_all();
                Reply::with("table", links)
            }
        }
    }
}

fn listed(links: &TableLinks) -> Listed {
    Listed { links: links.clone(), now: None, stop: "asking" }
}

/// An option as a page asks for it: `yesno`, `number` with its range, or one of several words.
fn option(book: &Rulebook, option: &Opt) -> Value {
    let members =
        if let Type::Enum(id) = option.ty.bare() { Some(book[*id].members.clone()) } else { None };
    let kind = match option.ty.bare() {
        Type::Bool => "yesno",
        Type::Number | Type::Unit(_) => "number",
        Type::Enum(_) => "enum",
        _ => "text",
    };
    let number = |n: i64| written(book, &option.ty, &Printed::Number(n));
    json!({
        "name": option.name, "doc": option.doc, "type": kind, "members": members,
        "range": option.range.map(|(low, high)| [number(low), number(high)]),
        "usual": written(book, &option.ty, &option.default),
        "none": matches!(option.ty, Type::Optional(_)),
    })
}
