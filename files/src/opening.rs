//! What `play` and `repl` begin with: the rules, the table and the journal, for a new game or one
//! that is gone on with.
//!
//! A journal that was begun is opened under the rules it was kept under, which stand in it; the
//! files are only needed for a new game, and for rules that come in later.

use crate::cli_error::CliError;
use crate::engine::Starter;
use crate::journal_file::{self, JournalFile, Kept};
use crate::loader::{MOST_RULES, read_text};
use crate::reload::again::Remembered;
use crate::reload::bring::kept_texts;
use crate::rules::{self, RuleFiles, Rules};
use crate::setup::{self, SetUp, Sitter, Table};
use crate::show::look::Tone;
use crate::texts::KnownTexts;
use houserules_interpreter::ask::Setup;
use houserules_interpreter::chance::Seed;
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::Rulebook;
use houserules_lang::resolve::names::Resolved;
use houserules_lang::source::FileId;
use houserules_lang::syntax::ast::{ItemKind, Text};
use houserules_lang::syntax::parse;
use houserules_table::game::Game;
use houserules_table::journal::fingerprint::rules_hash;
use houserules_table::journal::replay::{Status, replay as play_again};
use houserules_table::journal::{Entry, FORMAT, Header, Journal, Player};
use houserules_table::session::Session;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// The game that is wanted.
    pub game: &'a Path,
    /// How the table is made up.
    pub set_up: &'a SetUp,
    /// Names of players, as they are typed.
    pub names: &'a [String],
    /// Who sits where nobody was named: at seat 1, and elsewhere; a game's usual opponent if that
    /// is none.
    pub usual: (Sitter, Option<Sitter>),
    /// The journal, if one was named.
    pub journal: Option<&'a Path>,
    /// Under which rules a journal is gone on with.
    pub rules: Which,
}

/// The rules a journal is gone on with under.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Which {
    /// Those it was kept under
    #[default]
    Kept,
    /// Those in the files today
    Today,
}

/// A game that is open: where it begins, or where its journal left it.
pub struct Opened {
    /// The files its rules may come from again.
    pub files: RuleFiles,
    /// The game that is wanted.
    pub session: Session<Machine>,
    /// What it was made up from.
    pub header: Header,
    /// Who sits where.
    pub sitters: Vec<Sitter>,
    /// Its journal, if one was named.
    pub keeper: Option<JournalFile>,
    /// What that journal held.
    pub kept: Vec<Entry>,
    /// It is gone on with.
    pub goes_on: bool,
    /// What its rules declare.
    pub declared: Arc<Resolved>,
    /// Titles of the variants laid over the game.
    pub variants: Vec<String>,
    /// What is to be said of the journal.
    pub said: Vec<(Tone, String)>,
    /// What is to be said of tests that are wrong.
    pub remark: Option<String>,
}

/// How the table is made up.
struct Made {
    table: Table,
    header: Header,
}

/// Opens what the command line asks for.
///
/// # Errors
/// If the game, the table or the journal is wrong.
pub fn open(asked: &Asked<'_>) -> Result<Opened, CliError> {
    let journal = asked.journal;
    match journal.map_or(Ok::<_, CliError>(None), |path| {
        Ok(journal_file::open(path)?.map(|kept| (path, kept)))
    })? {
        Some((path, kept)) => go_on(asked, path, kept),
        None => begin(asked),
    }
}

/// A game that begins.
fn begin(asked: &Asked<'_>) -> Result<Opened, CliError> {
    let files = RuleFiles::new(asked.game, &asked.set_up.variants)?;
    let rules = rules::runnable(&files)?;
    let table = asked.table(&rules.book, asked.set_up)?;
    let names = setup::names(asked.names, table.sitters.len() as u8)?;
    let seed = asked.set_up.seed.map_or_else(setup::fresh_seed, Ok)?;
    let header = header(&files, &rules, &table, &names, seed);
    let (variants, declared) = (rules.variants.clone(), Arc::clone(&rules.declared));
    let remark = rules.remark.clone();
    let made = Made { table, header };
    let mut session = started(rules, &made)?;
    session.knows_texts(&made.header.rules_hash);
    let keeper = asked.journal.map(|path| JournalFile::begin(path, &made.header)).transpose()?;
    Ok(Opened {
        files,
        session,
        header: made.header,
        sitters: made.table.sitters,
        keeper,
        kept: Vec::new(),
        goes_on: false,
        declared,
        variants,
        said: Vec::new(),
        remark,
    })
}

/// A game that is gone on with.
fn go_on(asked: &Asked<'_>, path: &Path, mut kept: Kept) -> Result<Opened, CliError> {
    let header = kept.journal.header.clone();
    let mut remembered = Remembered::of(&kept.journal);
    let files = files(asked, path, &header, &remembered)?;
    remembered.bots_know_of(&files.game);
    let (rules, brought) = match remembered.first(&header) {
        Some(compiled) => (ready(compiled, &files, path)?, true),
        None => (rules::runnable(&files)?, false),
    };
    if !brought && header.rules_hash != rules_hash(&rules.book) {
        let message = format!("the journal was kept under other rules ({})", header.game);
        let help = "take the rules it was kept under, or another file for a new game; `houserules \
                    replay --rules FILE` says how far it goes under these";
        return Err(CliError::Input(message, Some(help.into())));
    }
    agree(asked, &header)?;
    let setup = kept_setup(&rules.book, &header)?;
    let table = Table { sitters: sitters(asked, &rules, &header)?, options: setup.options };
    let (variants, texts, mut declared) =
        (rules.variants.clone(), kept_texts(&rules.sources), Arc::clone(&rules.declared));
    let (first, remark) = (Arc::clone(&rules.book), rules.remark.clone());
    let made = Made { table, header };
    let mut session = started(rules, &made)?;
    if !made.header.texts.is_empty() {
        session.knows_texts(&made.header.rules_hash);
    }
    let replayed = play_again(&mut session, &kept.journal.entries, None, &mut remembered);
    if replayed.status == Status::Differs {
        return Err(differs_after(path, replayed.steps));
    }
    if !Arc::ptr_eq(&first, session.game().book()) {
        // The journal has brought other rules in.
        declared = KnownTexts::of(session.game().sources()).compiled().declared;
    }
    let mut said = told_of(path, &kept)?;
    if asked.rules == Which::Kept {
        said.extend(changed(&files, &session));
    }
    // A journal of an older format gets the texts it lacks.
    session.keep_texts(&made.header.rules_hash, texts);
    let entries = std::mem::take(&mut kept.journal.entries);
    let keeper = Some(JournalFile::go_on(path, kept)?);
    Ok(Opened {
        files,
        session,
        header: made.header,
        sitters: made.table.sitters,
        keeper,
        kept: entries,
        goes_on: true,
        declared,
        variants,
        said,
        remark,
    })
}

/// The rules of a journal; what is wrong with them under this version is said.
fn ready(
    compiled: houserules_lang::compile::Compiled,
    files: &RuleFiles,
    path: &Path,
) -> Result<Rules, CliError> {
    let shown = format!("the rules kept in {}", path.display());
    rules::ready_to_play(compiled, files, &shown)
}

/// A journal's game at its start, under the rules that stand in the journal.
///
/// # Errors
/// If they are not there, or do not make sense to this version.
pub fn begun_anew(journal: &Journal) -> Result<Session<Machine>, CliError> {
    let header = journal.header.clone();
    let compiled = Remembered::of(journal).first(&header).unwrap_or_default();
    let Some(book) = compiled.rulebook else {
        let message = "the rules kept in the journal do not compile under this version";
        return Err(CliError::Input(
            message.into(),
            Some("`houserules replay` says what is wrong".into()),
        ));
    };
    let setup = kept_setup(&book, &header)?;
    let table = Table { sitters: Vec::new(), options: setup.options };
    let (book, sources) = (Arc::new(book), Arc::new(compiled.sources));
    let declared = compiled.declared;
    let (variants, remark, learnt) = (Vec::new(), None, None);
    let rules = Rules { book, sources, declared, variants, remark, learnt };
    started(rules, &Made { table, header })
}

/// A journal that is only looked into: it stays as it is, and nothing keeps what is done then.
///
/// # Errors
/// If it cannot be read, has no rules of its own, or does not come out the same any more.
pub fn reopened(path: &Path) -> Result<Opened, CliError> {
    let journal = journal_file::read(path, None)?;
    let mut remembered = Remembered::of(&journal);
    let mut session = begun_anew(&journal)?;
    session.knows_texts(&journal.header.rules_hash);
    let replayed = play_again(&mut session, &journal.entries, None, &mut remembered);
    if replayed.status == Status::Differs {
        return Err(differs_after(path, replayed.steps));
    }
    session.written();
    let Journal { header, entries, .. } = journal;
    let files = RuleFiles {
        game: PathBuf::from(&header.game),
        variants: header.variants.iter().map(PathBuf::from).collect(),
    };
    let declared = KnownTexts::of(session.game().sources()).compiled().declared;
    let said = format!("`{}` stays as it is; `save FILE` keeps what you do here.", path.display());
    Ok(Opened {
        files,
        session,
        header,
        sitters: Vec::new(),
        keeper: None,
        kept: entries,
        goes_on: true,
        declared,
        variants: Vec::new(),
        said: vec![(Tone::Faint, said)],
        remark: None,
    })
}

/// A journal comes out otherwise than it did.
fn differs_after(path: &Path, steps: u64) -> CliError {
    let message =
        format!("`{}` does not come out the same any more after step {steps}", path.display());
    CliError::Input(message, Some("`houserules replay` says what differs".into()))
}

fn started(rules: Rules, made: &Made) -> Result<Session<Machine>, CliError> {
    let names: Vec<String> = made.header.seats.iter().map(|s| s.name.to_string()).collect();
    let setup = Setup { seats: names.len() as u8, options: made.table.options.clone() };
    let starter = Starter::new(&rules.book, true);
    let engine = starter.start(&setup, made.header.seed)?;
    Ok(Session::begin(Game::start(engine, rules.book, rules.sources, names)))
}

/// The game and its variants, for rules that come in later; they need not be there any more if the
/// journal has its own.
fn files(
    asked: &Asked<'_>,
    path: &Path,
    header: &Header,
    kept: &Remembered,
) -> Result<RuleFiles, CliError> {
    let files = match RuleFiles::new(asked.game, &asked.set_up.variants) {
        Err(_) if kept.game(header).is_some() => {
            RuleFiles { game: asked.game.to_path_buf(), variants: asked.set_up.variants.to_vec() }
        }
        found => found?,
    };
    if !is_of(&files.game, header, kept) {
        let shown = path.display();
        let message = match kept.game(header).and_then(title) {
            Some(title) => {
                format!("the journal `{shown}` is of another game: {title} ({})", header.game)
            }
            None => format!("the journal `{shown}` is of another game ({})", header.game),
        };
        let help = format!(
            "go on with it by `houserules play {} --journal {shown}`, or name another journal for \
             a new game",
            header.game
        );
        return Err(CliError::Input(message, Some(help)));
    }
    let kept: Vec<PathBuf> = header.variants.iter().map(PathBuf::from).collect();
    let stems = |of: &[PathBuf]| {
        of.iter().map(|v| v.file_stem().map(Into::into)).collect::<Vec<Option<PathBuf>>>()
    };
    match files.variants.as_slice() {
        [] => Ok(RuleFiles { variants: kept, ..files }),
        named if stems(named) == stems(&kept) => Ok(files),
        _ if kept.is_empty() => differs("--variant", "no variants"),
        _ => differs("--variant", &format!("the variants {}", header.variants.join(", "))),
    }
}

/// Whether a journal is of that game: of the same title, or of the same file.
fn is_of(game: &Path, header: &Header, kept: &Remembered) -> bool {
    let known = Path::new(&header.game);
    let real = |path: &Path| path.canonicalize().ok();
    if game == known || real(game).is_some_and(|file| Some(file) == real(known)) {
        return true;
    }
    let now = read_text(game, MOST_RULES).ok().and_then(|text| title(&text));
    let (Some(now), Some(then)) = (now, kept.game(header).and_then(title)) else {
        return game.file_stem() == known.file_stem();
    };
    now == then
}

impl Asked<'_> {
    fn table(&self, book: &Rulebook, set_up: &SetUp) -> Result<Table, CliError> {
        setup::table(book, set_up, self.usual.0, self.usual.1.unwrap_or(setup::OPPONENT))
    }
}

/// The title of a game, from its text.
#[must_use]
pub fn title(text: &str) -> Option<String> {
    title_and_author(text).map(|(title, _)| title)
}

/// The same, and who designed the game, if the text says so.
#[must_use]
pub fn title_and_author(text: &str) -> Option<(String, Option<String>)> {
    let (tree, _) = parse(FileId(0), text);
    let plain = |text: &Text| text.plain().unwrap_or_else(|| text.raw.clone());
    tree.items.iter().find_map(|item| {
        let ItemKind::Game { title, author } = &item.kind else { return None };
        Some((plain(title), author.as_ref().map(plain)))
    })
}

/// Who sits where: as the journal has it, unless the command line says otherwise.
fn sitters(asked: &Asked<'_>, rules: &Rules, header: &Header) -> Result<Vec<Sitter>, CliError> {
    if !asked.set_up.seats.is_empty() {
        let (players, seats) = (u8::try_from(header.seats.len()).ok(), asked.set_up.seats.to_vec());
        let programs = asked.set_up.programs;
        let now = SetUp { players, seats, programs, ..SetUp::default() };
        return Ok(asked.table(&rules.book, &now)?.sitters);
    }
    let sits = |p: &Player| Sitter::called(&p.player).unwrap_or(Sitter::Random);
    Ok(header.seats.iter().map(sits).collect())
}

fn differs<T>(what: &str, kept: &str) -> Result<T, CliError> {
    let help = format!("leave `{what}` out to go on with it, or name another journal");
    Err(CliError::call(format!("the journal's game has {kept}")).help(help))
}

/// What is said on the command line must be what the journal says; who sits where may change.
fn agree(asked: &Asked<'_>, header: &Header) -> Result<(), CliError> {
    if asked.set_up.players.is_some_and(|n| usize::from(n) != header.seats.len()) {
        return differs("--players", &format!("{} players", header.seats.len()));
    }
    if asked.set_up.seed.is_some_and(|seed| seed != header.seed) {
        return differs("--seed", "another seed");
    }
    for option in &asked.set_up.options {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        match header.options.get(name.trim()) {
            Some(kept) if kept.trim_start_matches('$') == value.trim().trim_start_matches('$') => {}
            Some(kept) => return differs("--option", &format!("{}={kept}", name.trim())),
            None => return differs("--option", &format!("no option `{}`", name.trim())),
        }
    }
    for name in asked.names {
        let (seat, name) = name.split_once('=').unwrap_or((name, ""));
        let at =
            seat.trim().parse::<usize>().ok().and_then(|n| header.seats.get(n.checked_sub(1)?));
        if at.is_none_or(|player| player.name != name.trim()) {
            let names: Vec<&str> = header.seats.iter().map(|s| s.name.as_str()).collect();
            return differs("--name", &format!("the players {}", names.join(", ")));
        }
    }
    Ok(())
}

/// How the journal's table was made up: the options that were set by hand, others are as the rules
/// have them.
///
/// # Errors
/// If the rules have no such options, or are for another number of players.
pub fn kept_setup(book: &Rulebook, header: &Header) -> Result<Setup, CliError> {
    let usual = setup::usual(book);
    let set = header
        .options
        .iter()
        .filter(|(name, _)| header.was_set(name, usual.get(*name).map(String::as_str)));
    let written: Vec<String> = set.map(|(name, value)| format!("{name}={value}")).collect();
    let seats = u8::try_from(header.seats.len()).unwrap_or(u8::MAX);
    let (least, most) = book.players;
    if !(least..=most).contains(&seats) {
        let message =
            format!("the journal is of {seats} players, and `{}` is not for so many", book.title);
        return Err(CliError::Input(message, None));
    }
    Ok(Setup { seats, options: setup::options(book, &written)? })
}

/// The header of a new journal.
pub(crate) fn header(
    files: &RuleFiles,
    rules: &Rules,
    table: &Table,
    names: &[String],
    seed: Seed,
) -> Header {
    let book = &rules.book;
    let set: BTreeMap<_, _> = table.options.iter().map(|(id, value)| (*id, value)).collect();
    let by_hand = set.keys().map(|id| book[*id].name.to_string()).collect();
    let mut options = setup::usual(book);
    for (id, value) in &set {
        let option = &book[*id];
        options.insert(option.name.to_string(), setup::written(book, &option.ty, value));
    }
    let seat = |(name, sitter): (&String, &Sitter)| Player {
        name: name.to_string(),
        player: sitter.name(),
    };
    Header {
        houserules_journal: FORMAT,
        game: files.game.display().to_string(),
        rules_hash: rules_hash(book),
        options,
        set: Some(by_hand),
        variants: files.variants.iter().map(|v| v.display().to_string()).collect(),
        seed,
        seats: names.iter().zip(&table.sitters).map(seat).collect(),
        texts: kept_texts(&rules.sources),
    }
}

/// What is to be said of a journal that is gone on with; a damaged one is put aside as it was.
fn told_of(path: &Path, kept: &Kept) -> Result<Vec<(Tone, String)>, CliError> {
    let (mut said, steps) = (Vec::new(), kept.journal.entries.len());
    if kept.journal.cut {
        said.push((
            Tone::Faint,
            "The journal's last line was cut off, and is left out.".to_string(),
        ));
    }
    if let Some(damaged) = &kept.damaged {
        let aside = kept.put_aside(path)?;
        let words = format!(
            "Line {} of the journal is damaged ({}). The {steps} steps before it are whole; the \
             file as it was is kept as `{}`.",
            damaged.line,
            damaged.what,
            aside.display()
        );
        said.push((Tone::Wrong, words));
    }
    said.push((
        Tone::Faint,
        format!("Going on after {} kept in `{}`.", counted(steps), path.display()),
    ));
    Ok(said)
}

fn counted(steps: usize) -> String {
    if steps == 1 { "1 step".into() } else { format!("{steps} steps") }
}

/// What is to be said of the files, if they are not what the game is played under.
fn changed(files: &RuleFiles, session: &Session<Machine>) -> Option<(Tone, String)> {
    let goes_on = "the game goes on under those it was kept under";
    let shown = files.shown();
    match rules::compiled(files) {
        Err(trouble) => Some((Tone::Faint, format!("{trouble}: {goes_on}."))),
        Ok(now) => match &now.leave_broken_tests_out().rulebook {
            None => {
                Some((Tone::Faint, format!("The rules in {shown} do not compile now: {goes_on}.")))
            }
            Some(book) if rules_hash(book) != rules_hash(session.game().book()) => Some((
                Tone::Faint,
                format!(
                    "The rules in {shown} are others now: {goes_on}; `reload` shows what has \
                     changed."
                ),
            )),
            Some(_) => None,
        },
    }
}
