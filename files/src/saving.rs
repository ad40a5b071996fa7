//! Saving a session as a test of the language: written, compiled with the rules, run, and only then
//! kept.

use crate::cli_error::CliError;
use crate::engine::Starter;
use crate::loader::{MOST_RULES, read_text};
use crate::rules::{self, RuleFiles};
use crate::texts::KnownTexts;
use crate::variants;
use crate::writing;
use houserules_interpreter::ask::{Engine, Setup};
use houserules_interpreter::chance::Seed;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::referee::Referee;
use houserules_lang::code::Code;
use houserules_lang::compile::ChangedTest;
use houserules_lang::diagnostic::Severity;
use houserules_lang::ir::{CardId, Rulebook};
use houserules_lang::letters::in_name;
use houserules_lang::source::{FileId, Sources, Span};
use houserules_lang::syntax::ast::ItemKind;
use houserules_lang::syntax::parse;
use houserules_table::journal::Header;
use houserules_table::runner::expecting::expecting;
use houserules_table::runner::written::{self, Heading, Unsayable};
use houserules_table::runner::{Before, Run, Status, run_and_look, run_test};
use houserules_table::session::{Point, Session};
use houserules_table::visibility::concealed::Concealed;
use houserules_table::visibility::layout::is_ordered;
use std::fmt;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

/// Attempts at lines of what holds; each leaves out what did not.
const ATTEMPTS: usize = 6;

/// A test that is being written.
struct TestDraft<'a> {
    heading: Heading<'a>,
    playing: Vec<String>,
    texts: KnownTexts,
    /// The text it is added to.
    file: FileId,
    /// That text's lines.
    above: usize,
    /// The position it must come to; that of a game which was laid may differ in what nobody sees.
    comes_to: Place,
}

/// Where a test must come to.
enum Place {
    /// The very position.
    Position(u64),
    /// A table on which everything lies and counts like this.
    Table(Vec<String>),
}

/// Why a session is no test that passes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoTest {
    /// The point where it should begin does not lie on the way to where it should end.
    NotOnTheWay(Point, Point),
    /// The language has no words for something.
    Unsayable(Unsayable),
    /// It does not compile with the rules: what is wrong.
    Broken(String),
    /// A line that does not come out in a test, and why.
    Differs(String, String),
    /// Its lines come to another position.
    Elsewhere,
    /// All names that players could have mean something in the game.
    NoNames,
}

impl fmt::Display for NoTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOnTheWay(from, to) => {
                write!(f, "point {} does not lie on the way to point {}", from.0, to.0)
            }
            Self::Unsayable(what) => what.fmt(f),
            Self::Broken(why) => write!(f, "the test cannot be written: {why}"),
            Self::Differs(line, why) => write!(f, "`{line}` does not come out in a test: {why}"),
            Self::Elsewhere => f.write_str("a test of these lines comes to another position"),
            Self::NoNames => f.write_str("no names were found for the players"),
        }
    }
}

impl From<Unsayable> for NoTest {
    fn from(what: Unsayable) -> Self {
        Self::Unsayable(what)
    }
}

/// What came of a draft.
enum Came {
    /// It passes; what holds at its end.
    Passed(Vec<String>),
    /// These of its lines are wrong, from 0; why the first is.
    Wrong(Vec<usize>, NoTest),
    /// A player has a name that means something else in the game.
    Names,
}

/// The session up to a point as a test that passes under its rules; it begins at the start of the
/// game, or with the table as it stood at another point, where a turn began.
///
/// # Errors
/// Why it cannot be said, or what does not come out the same in a test.
pub fn as_test<E: Referee + Clone>(
    session: &Session<E>,
    header: &Header,
    title: &str,
    from: Point,
    to: Point,
) -> Result<String, NoTest> {
    if !session.tree().way(to).contains(&from) {
        return Err(NoTest::NotOnTheWay(from, to));
    }
    let book = session.game().book();
    let options = changed_options(book, header);
    let own: Vec<String> = header.seats.iter().map(|s| s.name.to_string()).collect();
    let numbered: Vec<String> = (1..=own.len()).map(|n| format!("Player_{n}")).collect();
    for players in [written::names(&own), numbered] {
        let seed = Concealed::by(book).draws.then_some(header.seed);
        let heading = Heading { title, players: &players, seed, options: &options };
        let mut playing = Vec::new();
        if from != Point::START {
            playing = written::laying(&session.standing_at(from), &players)?;
        }
        playing.extend(written::playing(session, from, to, &players)?);
        let texts = KnownTexts::of(session.game().sources());
        let file = texts.uppermost();
        let above = session.game().sources().get(file).map_or(0, |f| f.text.matches('\n').count());
        let comes_to = if from == Point::START {
            Place::Position(session.tree().node(to).hash)
        } else {
            Place::Table(lies(session.standing_at(to).engine()))
        };
        if let Some(test) =
            (TestDraft { heading, playing, texts, file, above, comes_to }).finished()?
        {
            return Ok(test);
        }
    }
    Err(NoTest::NoNames)
}

/// What lies and counts where, in words that do not tell equal cards apart.
fn lies<E: Engine>(engine: &E) -> Vec<String> {
    let (book, dump) = (engine.rulebook(), engine.dump());
    let row = |card: &CardId| book[*card].row;
    let zones = dump.zones.iter().map(|(zone, key, places)| {
        let mut rows: Vec<_> = places.iter().map(|c| c.as_ref().map(row)).collect();
        if !is_ordered(book, *zone) {
            rows.sort_unstable();
        }
        format!("{zone:?} {key} {rows:?}")
    });
    let counters = dump.counters.iter().map(|counter| format!("{counter:?}"));
    zones.chain(counters).collect()
}

/// Options that were set to something else than the rules say.
fn changed_options(book: &Rulebook, header: &Header) -> Vec<(String, String)> {
    let usual = crate::setup::usual(book);
    let set = header.options.iter().filter(|(name, value)| {
        let usual = usual.get(*name).map(String::as_str);
        usual != Some(value.as_str()) && header.was_set(name, usual)
    });
    set.map(|(name, value)| (name.to_string(), value.to_string())).collect()
}

impl TestDraft<'_> {
    /// The test, with lines of what holds; none if the players need other names.
    fn finished(&self) -> Result<Option<String>, NoTest> {
        let mut holds = match self.tried(&[])? {
            Came::Passed(holds) => holds,
            Came::Wrong(_, why) => return Err(why),
            Came::Names => return Ok(None),
        };
        for _ in 0..ATTEMPTS {
            match self.tried(&holds)? {
                Came::Passed(_) => return Ok(Some(self.text(&holds))),
                Came::Wrong(lines, why) => {
                    let before = holds.len();
                    let first = self.playing.len();
                    let mut at = first;
                    holds.retain(|_| {
                        at += 1;
                        !lines.contains(&(at - 1))
                    });
                    if holds.len() == before {
                        return Err(why);
                    }
                }
                Came::Names => return Ok(None),
            }
        }
        Ok(Some(self.text(&[])))
    }

    fn text(&self, holds: &[String]) -> String {
        let lines: Vec<String> = self.playing.iter().chain(holds).cloned().collect();
        self.heading.with(&lines)
    }

    /// Compiles and runs it.
    fn tried(&self, holds: &[String]) -> Result<Came, NoTest> {
        let text = self.text(holds);
        let compiled = self.texts.clone().compiled_with(&format!("\n\n{text}"));
        let drafted = |test: &ChangedTest| {
            let at = test.why.span();
            at.file == self.file
                && compiled.sources.line_column(at.file, at.start).0 > self.above + 1
        };
        let own = compiled.playable.as_ref().is_some_and(|p| p.broken.iter().any(drafted));
        let compiled = if own { compiled } else { compiled.leave_broken_tests_out() };
        let sources = compiled.sources;
        let Some(book) = compiled.rulebook else {
            let errors = compiled.diagnostics.iter().filter(|d| d.severity == Severity::Error);
            let mut lines = Vec::new();
            let mut why = None;
            for error in errors {
                if error.code == Code::E0701 {
                    return Ok(Came::Names);
                }
                why.get_or_insert(format!("{} [{}]", error.message, error.code));
                lines.extend(self.line_of(&sources, error.span()));
            }
            let why = why.unwrap_or_else(|| "it does not compile".into());
            return Ok(Came::Wrong(lines, NoTest::Broken(why)));
        };
        let book = Arc::new(book);
        let starter = Starter::new(&book, false);
        let start = |setup: &Setup, seed: Seed| starter.start(setup, seed);
        let own = |at: &usize| book.tests.get(*at).is_some_and(|t| t.span.file == self.file);
        let last = (0..book.tests.len()).filter(own).max_by_key(|at| book.tests[*at].span.start);
        let Some(index) = last else {
            let why = compiled.changed.last().map_or_else(String::new, |c| c.why.message.clone());
            return Err(NoTest::Broken(why));
        };
        let mut found = Vec::new();
        let mut there = false;
        let mut look = |run: &mut Run<'_, Machine>, before: &Before| {
            there = match &self.comes_to {
                Place::Position(hash) => *hash == run.engine.hash(),
                Place::Table(table) => *table == lies(&run.engine),
            };
            run.come_to_rest(None)?;
            found = expecting(run, before);
            Ok(())
        };
        let result = run_and_look(&book, &sources, index, &start, Some(&mut look));
        if result.status == Status::Passed && holds.is_empty() && !there {
            return Err(NoTest::Elsewhere);
        }
        if result.status == Status::Passed {
            return Ok(Came::Passed(found));
        }
        let line = self.line_of(&sources, result.span);
        let said = sources.slice(result.span).split_whitespace().collect::<Vec<_>>().join(" ");
        let message = result.message.unwrap_or_default();
        Ok(Came::Wrong(line.into_iter().collect(), NoTest::Differs(said, message)))
    }

    /// Which line of the test a place lies in, from 0, its heading left out.
    fn line_of(&self, sources: &Sources, span: Span) -> Option<usize> {
        if span.file != self.file {
            return None;
        }
        let (line, _) = sources.line_column(span.file, span.start);
        // The game's last line, an empty one, and the heading stand above.
        line.checked_sub(self.above + 4)
    }
}

/// Adds a test to a file of rules, which is written whole or not at all. A file that is not there
/// is begun as a variant over the game that changes nothing, so that its tests run by themselves.
/// The test must pass in that file, where it lies.
///
/// # Errors
/// If the file holds no rules, is not a place where the test runs, or cannot be written.
pub fn add(path: &Path, header: &Header, test: &str) -> Result<(), CliError> {
    let shown = path.display();
    let refused = |said: String, help: &str| Err(CliError::Input(said, Some(help.to_string())));
    if path.extension().is_none_or(|ending| ending != "rules") {
        return refused(
            format!("`{shown}` does not end in `.rules`"),
            "tests go in rules: `evening.rules`",
        );
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        return Err(CliError::writing(path, ErrorKind::NotFound.into()));
    }
    let before = match read_text(path, MOST_RULES) {
        Err(CliError::File("read", _, error)) if error.kind() == ErrorKind::NotFound => {
            String::new()
        }
        read => read?,
    };
    let gap = if before.is_empty() || before.ends_with("\n\n") { "" } else { "\n" };
    let end = if before.is_empty() || before.ends_with('\n') { "" } else { "\n" };
    let above = match before.trim().is_empty() {
        false => format!("{before}{end}{gap}"),
        true => match first_line(path, header) {
            Some(line) => line,
            None => {
                let said =
                    format!("a test of this game cannot be put in a separate file like `{shown}`");
                return refused(said, "name the file of the game, or of the variant laid over it");
            }
        },
    };
    let text = format!("{above}{test}");
    let asked = base(path, &text, header).and_then(|asked| {
        let passes = passes(&asked, path, &text, above.len());
        passes.map_err(|why| {
            (
                why,
                "it passes under the rules of this game; `reload` says what other rules are in the \
                 files",
            )
        })
    });
    if let Err((why, help)) = asked {
        return refused(format!("the test would not run in `{shown}`: {why}"), help);
    }
    writing::whole(path, &text)
}

/// What `houserules test` would run of a file that holds this text.
///
/// # Errors
/// Why it would run nothing, and what to do about it.
fn base(path: &Path, text: &str, header: &Header) -> Result<RuleFiles, (String, &'static str)> {
    let items = parse(FileId(0), text).0.items;
    let help = "name the game's own file, or one beside it";
    match variants::heads(&items) {
        Some(over) => {
            let game = Path::new(&header.game).file_name().unwrap_or_default();
            let mut bases = over.iter().filter_map(|name| variants::base(path, &name.text));
            match bases.find(|base| base.file_name() == Some(game)) {
                Some(base) => Ok(RuleFiles { game: base, variants: vec![path.to_path_buf()] }),
                None => Err((format!("`{}` is not found from there", game.display()), help)),
            }
        }
        None if items.iter().any(|i| matches!(i.kind, ItemKind::Game { .. })) => {
            Ok(RuleFiles { game: path.to_path_buf(), variants: Vec::new() })
        }
        None => Err(("it holds neither a game nor a variant".into(), help)),
    }
}

/// Whether the test behind so many bytes of a text passes if the text stands in that file.
fn passes(asked: &RuleFiles, path: &Path, text: &str, above: usize) -> Result<(), String> {
    let layer = FileId(u16::from(asked.game != path));
    let compiled =
        rules::compiled_as_if(asked, path, text).map_err(|trouble| trouble.to_string())?;
    let wrong = compiled.diagnostics.iter().find(|d| d.severity == Severity::Error);
    let Some(book) = compiled.rulebook else {
        return Err(wrong.map_or_else(|| "it does not compile".into(), |d| d.message.to_string()));
    };
    let book = Arc::new(book);
    let starter = Starter::new(&book, false);
    let start = |setup: &Setup, seed: Seed| starter.start(setup, seed);
    let new = |at: &usize| {
        let span = book.tests.get(*at).map(|t| t.span).unwrap_or_default();
        span.file == layer && span.start as usize >= above
    };
    let index = (0..book.tests.len()).find(new).ok_or("it is left out there")?;
    let result = run_test(&book, &compiled.sources, index, &start);
    match result.status {
        Status::Passed => Ok(()),
        Status::Failed | Status::Skipped | Status::Changed => {
            Err(result.message.unwrap_or_else(|| "it fails there".into()))
        }
    }
}

/// What a new file of tests begins with; none if a test of this game cannot stand in a file of its
/// own.
fn first_line(path: &Path, header: &Header) -> Option<String> {
    let stem = |path: &Path| path.file_stem().map(|s| s.to_string_lossy().into_owned());
    let plain = |name: &String| name.chars().all(in_name);
    let game = stem(Path::new(&header.game)).filter(plain)?;
    let title: String =
        stem(path)?.chars().filter(|c| !c.is_control() && !"\"{}\\".contains(*c)).collect();
    header.variants.is_empty().then(|| format!("variant \"{title}\" over {game}\n\n"))
}
