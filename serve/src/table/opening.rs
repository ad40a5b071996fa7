//! Opens a table: a new game, or one that its journal brings back.

use super::bench::Bench;
use super::browsers::Present;
use super::pages::Remembered;
use super::{Command, RulesNews, Table};
use crate::clock::now;
use crate::course::Course;
use crate::keeping::{SeatBrowsers, Shelf, TableFile};
use crate::links::Links;
use crate::making::Round;
use crate::protocol::screen::AutoPart;
use houserules_files::bots::Bots;
use houserules_files::cli_error::CliError;
use houserules_files::opening::{self, Asked, Opened, Which};
use houserules_files::reload::desk::Desk;
use houserules_files::reload::watch::{News, Watch, Watches};
use houserules_files::rules::RuleFiles;
use houserules_files::setup::{SetUp, Sitter};
use houserules_files::show::look::Look;
use houserules_interpreter::machine::Machine;
use houserules_table::session::{Point, Session};
use houserules_table::visibility::concealed::Concealed;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

/// What a table is opened with.
#[derive(Debug, Clone)]
pub struct Opening {
    /// Where it is kept.
    pub shelf: Shelf,
    /// The file of the game.
    pub game: PathBuf,
    /// How it is made up.
    pub set_up: SetUp,
    /// Names of players.
    pub names: Vec<String>,
    /// Where the server is reached.
    pub base: String,
    /// The wait behind a bot's move that another follows.
    pub pace: Duration,
    /// The lobby, which is told who is there.
    pub lobby: Option<Sender<Command>>,
    /// The watches over the rules of all tables.
    pub watches: Watches,
}

/// Opens a table; `queue` is where it is told of rules that are saved.
///
/// # Errors
/// If the game, its set-up or its journal is wrong, or nothing can be written.
pub fn open(wanted: &Opening, queue: &Sender<Command>) -> Result<Table, CliError> {
    houserules_files::private::private_folder(&wanted.shelf.folder)
        .map_err(|e| CliError::writing(&wanted.shelf.folder, e))?;
    opened(wanted, wanted.shelf.load()?, queue)
}

/// The same where it is known what was kept of the table. A journal that is there is gone on with;
/// otherwise its game begins.
pub(super) fn opened(
    wanted: &Opening,
    kept: Option<TableFile>,
    queue: &Sender<Command>,
) -> Result<Table, CliError> {
    let number = kept.as_ref().map_or(1, |kept| kept.number);
    let journal = wanted.shelf.file_of(number, "journal");
    let made = kept.as_ref().and_then(|kept| kept.made.clone()).filter(|_| !journal.exists());
    let (set_up, names) = match &made {
        Some(made) => (&made.set_up(), &made.names),
        None => (&wanted.set_up, &wanted.names),
    };
    let asked = Asked {
        game: &wanted.game,
        set_up,
        names,
        // Everyone at their own screen, unless somebody else was asked for.
        usual: (Sitter::Human, Some(Sitter::Human)),
        journal: Some(&journal),
        rules: Which::Kept,
    };
    let mut opened = opening::open(&asked)?;
    let sitters = &mut opened.sitters;
    let table = match kept {
        Some(kept) if kept.links.seats.len() == sitters.len() => kept,
        Some(_) | None => TableFile {
            starts: 0,
            game: wanted.game.clone(),
            links: Links::fresh(sitters.len())?,
            sitters: Vec::new(),
            taken: vec![false; sitters.len()],
            browsers: Vec::new(),
            number,
            made: None,
        },
    };
    if wanted.set_up.seats.is_empty() {
        // As the host left them.
        for (own, word) in sitters.iter_mut().zip(&table.sitters) {
            *own = Sitter::called(word).unwrap_or(*own);
        }
    }
    let watch = watched(&opened.files, &opened.session, &wanted.watches, queue);
    Ok(Table { _watch: watch, ..Table::around(wanted, table, opened, queue)? })
}

fn watched(
    files: &RuleFiles,
    session: &Session<Machine>,
    watches: &Watches,
    queue: &Sender<Command>,
) -> Option<Watch> {
    let queue = queue.clone();
    let take = move |news: News| {
        // A table that is gone needs no news.
        let _ = queue.send(Command::Saved(Box::new(news)));
    };
    watches.watch(files, session.game().sources(), take).ok()
}

impl Table {
    /// A table around a game that is open and kept in a journal; nobody watches its rules.
    ///
    /// # Errors
    /// If the game has no journal, or nothing can be written.
    pub fn around(
        wanted: &Opening,
        mut kept: TableFile,
        opened: Opened,
        queue: &Sender<Command>,
    ) -> Result<Self, CliError> {
        let Opened { files, session, header, sitters, keeper, declared, said, remark, .. } = opened;
        let keeper = keeper.ok_or_else(|| CliError::call("the table has no journal"))?;
        kept.starts += 1;
        kept.sitters = sitters.iter().map(|s| s.name()).collect();
        kept.taken.resize(sitters.len(), false);
        kept.browsers.resize(sitters.len(), SeatBrowsers::default());
        let present = kept.browsers.iter().map(|seat| Present::again(&seat.words, now())).collect();
        wanted.shelf.keep(&kept)?;
        let course = Course::open(&wanted.shelf.file_of(kept.number, "course.jsonl"))?;
        let desk = Desk::unwatched(&files, &session, None, Look::plain());
        let told = said.into_iter().map(|(_, line)| line).chain(remark).collect();
        // Where nothing is hidden, everybody sees who can only pass.
        let idle = Concealed::by(session.game().book()).nothing();
        let autos = vec![AutoPart { idle }; sitters.len()];
        let bots = Bots::new(header.seed, session.tree().len() - 1, |machine| machine);
        Ok(Self {
            wanted: wanted.clone(),
            own: queue.clone(),
            // Screens of an earlier start are never those of a later one.
            screen: u64::from(kept.starts) << 24,
            kept,
            _watch: None,
            book: Arc::clone(session.game().book()),
            since: now(),
            header,
            sitters,
            keeper,
            bots,
            desk,
            pages: BTreeMap::new(),
            memory: Remembered::default(),
            present,
            round: Round::default(),
            round_lines: 0,
            round_point: Point::START,
            autos,
            round_known: 0,
            round_next: None,
            dues: Vec::new(),
            followed: false,
            proposals: Vec::new(),
            proposed: 0,
            outcome: None,
            news: RulesNews::default(),
            said: told,
            behind: false,
            held: Vec::new(),
            course,
            bench: Some(Bench::new(session.game().book(), &declared)),
            session,
            rulebook: None,
            sides: None,
            told_stop: "",
            seed_said: false,
        })
    }

    /// The table's links, and what they are for.
    #[must_use]
    pub fn links(&self) -> crate::tables::TableLinks {
        let part = self.kept.links.part(&self.wanted.base, &self.wanted.shelf.id);
        let names = self.session.game().naming().seats.iter().cloned();
        crate::tables::TableLinks {
            id: self.wanted.shelf.id.clone(),
            game: self.header.game.clone(),
            title: self.session.game().book().title.clone(),
            author: self.session.game().book().author.clone(),
            host: self.kept.links.host.url(&self.wanted.base, &self.wanted.shelf.id),
            spectator: part.spectator,
            seats: names
                .zip(part.seats)
                .enumerate()
                .map(|(at, (name, url))| crate::tables::SeatLink { seat: at + 1, name, url })
                .collect(),
            said: self.said.clone(),
        }
    }
}
