//! The rules on the designer's desk: what was saved while the game runs, and how it comes in.

use super::bring::{self, Replayed};
use super::watch::{News, QUIET, Watch, What, watch};
use crate::rules::{Asked, compiled_again, tests_left_out};
use crate::show::clean;
use crate::show::console::{Look, Tone, wrap};
use crate::show::diagnostics::{self, Count};
use crate::trouble::Trouble;
use houserules_interpreter::ask::{FaultKind, Stop};
use houserules_interpreter::host::naming::stage_word;
use houserules_interpreter::host::place::Place;
use houserules_interpreter::host::reload::apply::{How, Update, When, wait_for};
use houserules_interpreter::host::reload::difference::{Difference, Grade, Rules};
use houserules_interpreter::host::reload::migrate::{Blocked, Obstacle};
use houserules_interpreter::host::reload::spelling::Renames;
use houserules_interpreter::host::session::Session;
use houserules_interpreter::machine::Machine;
use houserules_lang::compile::Compiled;
use houserules_lang::ir::{Rulebook, StageWord};
use houserules_lang::source::Sources;
use houserules_lang::syntax::Readings;
use std::sync::{Arc, Mutex, PoisonError};

/// So many changes are said one by one.
const SAID: usize = 12;

/// Lines for people, and whether the game stands elsewhere, or under other rules, now.
#[derive(Debug, Default)]
pub struct Told {
    /// The lines.
    pub lines: Vec<(Tone, String)>,
    /// The question that was open is put anew.
    pub moved: bool,
}

impl Told {
    fn say(&mut self, tone: Tone, line: impl Into<String>) {
        self.lines.push((tone, line.into()));
    }
    fn one(tone: Tone, line: impl Into<String>) -> Self {
        let mut told = Self::default();
        told.say(tone, line);
        told
    }
}

/// What a table knows of its rules being changed.
pub trait Reloads<E> {
    /// What was saved since it was last asked, if nobody has been told; the game's rules are taken note of.
    fn news(&mut self, session: &Session<E>) -> Told;
    /// Carries out what stands behind the word `reload`.
    fn command(&mut self, session: &mut Session<E>, words: &str) -> Told;
    /// If the game has come to where it waits for new rules: they come in.
    fn arrive(&mut self, session: &mut Session<E>) -> Option<Told>;
}

/// Says a line at once, even while somebody types.
pub type Printer = Box<dyn FnMut(String) + Send>;

/// What the watching thread and the table share.
struct Inbox {
    /// The newest rules that compile, if they are others than the game's.
    latest: Option<(Arc<Rulebook>, Arc<Sources>)>,
    /// What the game runs under.
    running: (Arc<Rulebook>, Arc<Sources>),
    /// Somebody was told what the newest rules change.
    told: bool,
    /// The files were broken when they were last heard of.
    broken: bool,
    /// What nobody has been told.
    untold: Vec<(Tone, String)>,
    printer: Option<Printer>,
    look: Look,
}

impl Inbox {
    fn take(&mut self, what: What) {
        let lines = match what {
            What::Rules(compiled) => self.rules(*compiled),
            What::Broken(compiled) => {
                self.broken = true;
                broken(&compiled, self.look)
            }
            What::Unreadable(trouble) => {
                self.broken = true;
                vec![(Tone::Wrong, format!("{trouble}; the game goes on under the rules it has."))]
            }
        };
        match &mut self.printer {
            Some(print) if !lines.is_empty() => {
                // What is wrong has been laid out for the width already.
                let wide = if self.broken { usize::MAX } else { self.look.width };
                let text: Vec<String> =
                    lines.iter().flat_map(|(_, line)| wrap(&clean::text(line), wide)).collect();
                print(format!("{}\n", text.join("\n")));
                self.told = true;
            }
            _ => self.untold.extend(lines),
        }
    }

    /// Takes note of the rules that the game has.
    fn runs(&mut self, session: &Session<Machine>) {
        let game = session.game();
        if !Arc::ptr_eq(&self.running.0, game.book()) {
            self.running = (Arc::clone(game.book()), game.shared_sources());
        }
    }

    /// Takes rules that compile; says what changed, if nobody has been told.
    fn rules(&mut self, compiled: Compiled) -> Vec<(Tone, String)> {
        let left_out = tests_left_out(compiled.left_out);
        let Some(book) = compiled.rulebook else { return Vec::new() };
        let mended = std::mem::take(&mut self.broken);
        let (book, sources) = (Arc::new(book), Arc::new(compiled.sources));
        let difference = Difference::between(
            Rules { book: &self.running.0, sources: &self.running.1 },
            Rules { book: &book, sources: &sources },
            &Renames::new(),
        );
        if difference.is_empty() {
            let had = self.latest.take().is_some() || mended;
            let back = "The rules are as the game has them again.".to_string();
            let back = had.then_some((Tone::Faint, back));
            return back.into_iter().chain(left_out.map(|said| (Tone::Wrong, said))).collect();
        }
        let texts = |of: &Sources| -> Vec<Arc<str>> { of.iter().map(|(_, f)| Arc::clone(&f.text)).collect() };
        let known = self.latest.as_ref().is_some_and(|(_, before)| texts(before) == texts(&sources));
        self.told &= known;
        self.latest = Some((book, sources));
        if self.told && !mended {
            // The watch and the table have read the same.
            return Vec::new();
        }
        let mut lines = changed(&difference);
        lines.extend(left_out.map(|said| (Tone::Wrong, said)));
        lines.push((Tone::Faint, "`reload` lists the ways to bring them in.".into()));
        lines
    }
}

/// The rules of a running game as they lie in their files.
pub struct Desk {
    asked: Asked,
    inbox: Arc<Mutex<Inbox>>,
    how: How,
    readings: Readings,
    /// Kept for as long as the table is.
    _watch: Option<Watch>,
}

impl Desk {
    /// Watches the files of a game.
    pub fn new(asked: &Asked, session: &Session<Machine>, (printer, look): (Option<Printer>, Look)) -> Self {
        let game = session.game();
        let running = (Arc::clone(game.book()), game.shared_sources());
        let inbox =
            Inbox { latest: None, running, told: true, broken: false, untold: Vec::new(), printer, look };
        let inbox = Arc::new(Mutex::new(inbox));
        let theirs = Arc::clone(&inbox);
        let take = move |news: News| theirs.lock().unwrap_or_else(PoisonError::into_inner).take(news.what);
        let watch = watch(asked, game.sources(), take).ok();
        Self {
            asked: asked.clone(),
            inbox,
            how: How::when(When::Now),
            readings: Readings::default(),
            _watch: watch,
        }
    }

    fn with<T>(&self, work: impl FnOnce(&mut Inbox) -> T) -> T {
        work(&mut self.inbox.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The rules that wait, compared with the game's.
    fn update(&self, session: &Session<Machine>) -> Option<Update> {
        let (book, sources) = self.with(|inbox| inbox.latest.clone())?;
        Some(Update::new(session.game(), book, sources, &self.how.renames))
    }

    /// Takes note of the rules that the game has.
    fn sync(&self, session: &Session<Machine>) {
        self.with(|inbox| inbox.runs(session));
    }

    /// Reads the files now.
    fn look(&mut self) -> Option<Told> {
        let failed = |trouble: Trouble| {
            Told::one(Tone::Wrong, format!("{trouble}; the game goes on under the rules it has."))
        };
        let good = |read: &Result<Compiled, Trouble>| matches!(read, Ok(c) if c.rulebook.is_some());
        let mut read = compiled_again(&self.asked, &mut self.readings).map(Compiled::leave_broken_tests_out);
        if !good(&read) {
            // Perhaps it was being written.
            std::thread::sleep(QUIET);
            read = compiled_again(&self.asked, &mut self.readings).map(Compiled::leave_broken_tests_out);
        }
        let compiled = match read {
            Ok(compiled) => compiled,
            Err(trouble) => return Some(failed(trouble)),
        };
        let look = self.with(|inbox| inbox.look);
        if compiled.rulebook.is_none() {
            return Some(Told { lines: broken(&compiled, look), moved: false });
        }
        self.with(|inbox| inbox.rules(compiled));
        None
    }

    /// The ways there are; only those that can be gone from here.
    fn ways(session: &Session<Machine>, update: &Update) -> Told {
        let mut told = Told { lines: changed(&update.difference), moved: false };
        let running = [StageWord::Turn, StageWord::Phase, StageWord::Round];
        let next = running.into_iter().filter(|word| wait_for(session.game(), *word).is_some());
        let mut ways = Vec::new();
        let here = match session.game().stop() {
            Stop::Asking => Some("here, in the middle of the game"),
            Stop::Fault(fault) if matches!(fault.about, FaultKind::NobodyCan(_)) => {
                Some("here, where nobody can choose")
            }
            Stop::Fault(_) => Some("before the choice that could not be carried out"),
            Stop::Over(_) => None,
        };
        if let Some(here) = here {
            ways.push(("now".to_string(), here));
        }
        if session.game().stop() == Stop::Asking {
            ways.extend(
                next.map(|word| (format!("next {}", stage_word(word)), "until then under the old rules")),
            );
        }
        ways.push(("replay".into(), "play the same choices again under the new rules"));
        if here.is_some() {
            ways.push(("fork".into(), "now, and keep the old line under a name"));
        }
        ways.push(("ignore".into(), "go on under the old rules"));
        for (way, what) in ways {
            told.say(Tone::Plain, format!("  reload {way:<12} {what}"));
        }
        told
    }

    /// Brings rules in where the game stands. One that stands where a rule could not be carried out goes back before the
    /// choice that led there if it must; if that does not help either, it stands where it stood.
    fn brought(
        session: &mut Session<Machine>,
        mut bring: impl FnMut(&mut Session<Machine>, &mut Told) -> Result<(), Obstacle>,
    ) -> Told {
        let (mut told, at) = (Told::default(), session.here());
        let mut done = bring(session, &mut told);
        let blocked = matches!(&done, Err(obstacle) if obstacle.what == Blocked::NoDecision);
        let back = match session.game().stop() {
            Stop::Fault(_) if blocked => session.undo_to(1, |_| true),
            Stop::Fault(_) | Stop::Asking | Stop::Over(_) => None,
        };
        if let Some(back) = back {
            session.go(back, "reload");
            done = bring(session, &mut told);
            if done.is_ok() {
                told.say(Tone::Plain, "The game stands before the choice that could not be carried out.");
            } else {
                session.go(at, "reload");
            }
        }
        match done {
            Ok(()) => told.moved = true,
            Err(obstacle) => refused(&mut told, session, &obstacle),
        }
        told
    }

    fn come_in(&mut self, session: &mut Session<Machine>, update: &Update, when: When) -> Told {
        let how = How { when, ..self.how.clone() };
        let told = Self::brought(session, |session, told| {
            let notes = bring::bring(session, update, &how)?;
            let text = match when {
                When::Before(word) => {
                    format!("The new rules come in before the next {}.", stage_word(word))
                }
                When::Now | When::Here | When::Not | When::Start => {
                    "The game goes on under the new rules.".into()
                }
            };
            told.say(Tone::Heading, text);
            notes.into_iter().for_each(|note| told.say(Tone::Plain, format!("  {note}")));
            Ok(())
        });
        if told.moved && !matches!(when, When::Before(_)) {
            self.done(session);
        }
        self.sync(session);
        told
    }

    /// The rules that waited are in. Both are noted at once: the watch may read the same files at this moment, and must find
    /// them either waiting or running.
    fn done(&mut self, session: &Session<Machine>) {
        self.how = How::when(When::Now);
        self.with(|inbox| {
            inbox.latest = None;
            inbox.runs(session);
        });
    }

    /// A way to bring rules in, or an answer to what it needs.
    fn carried_out(&mut self, session: &mut Session<Machine>, update: &Update, words: &str) -> Told {
        let next = |word: &str| {
            let words = [StageWord::Turn, StageWord::Phase, StageWord::Round];
            words.into_iter().find(|w| stage_word(*w) == word)
        };
        match words {
            "now" => self.come_in(session, update, When::Now),
            "replay" => self.replay(session, update),
            "fork" => self.fork(session, update),
            other => match next(other.strip_prefix("next ").unwrap_or(other)) {
                Some(word) => self.come_in(session, update, When::Before(word)),
                None if self.how.answer(other) => match self.update(session) {
                    Some(update) => Self::ways(session, &update),
                    None => Told::default(),
                },
                None => Told::one(
                    Tone::Wrong,
                    format!("`reload {other}` is no way: say now, next round, replay, fork or ignore."),
                ),
            },
        }
    }

    fn replay(&mut self, session: &mut Session<Machine>, update: &Update) -> Told {
        let mut told = Told::default();
        match bring::replay(session, update, &self.how.answers) {
            Ok(Replayed { fitted, misfit }) => {
                let choices = if fitted == 1 { "1 choice".into() } else { format!("{fitted} choices") };
                told.say(Tone::Heading, format!("Played again under the new rules: {choices}."));
                if let Some(misfit) = misfit {
                    let name = session.game().naming().seat(misfit.seat);
                    told.say(Tone::Wrong, format!("{name}'s {misfit}."));
                    told.say(Tone::Faint, "The game stands before it; `branches` shows the line as it was.");
                }
                told.moved = true;
                self.done(session);
            }
            Err(obstacle) => refused(&mut told, session, &obstacle),
        }
        self.sync(session);
        told
    }

    fn fork(&mut self, session: &mut Session<Machine>, update: &Update) -> Told {
        let how = How { when: When::Now, ..self.how.clone() };
        let told = Self::brought(session, |session, told| {
            let name = bring::fork(session, update, &how)?;
            told.say(Tone::Heading, "The game goes on under the new rules.");
            told.say(Tone::Faint, format!("`back {name}` returns to the old line and its rules."));
            Ok(())
        });
        if told.moved {
            self.done(session);
        }
        self.sync(session);
        told
    }
}

impl Reloads<Machine> for Desk {
    fn news(&mut self, session: &Session<Machine>) -> Told {
        self.sync(session);
        let lines = self.with(|inbox| {
            inbox.told |= !inbox.untold.is_empty();
            std::mem::take(&mut inbox.untold)
        });
        Told { lines, moved: false }
    }

    fn command(&mut self, session: &mut Session<Machine>, words: &str) -> Told {
        self.sync(session);
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        if words == "ignore" {
            self.done(session);
            return Told::one(
                Tone::Plain,
                "The game goes on under the rules it has, until the files are saved again.",
            );
        }
        let looked = self.look();
        // Whoever asks is told now.
        let told = self.with(|inbox| {
            inbox.untold.clear();
            std::mem::replace(&mut inbox.told, true)
        });
        if let Some(told) = looked {
            return told;
        }
        let Some(update) = self.update(session) else {
            return Told::one(Tone::Plain, "The game has the newest rules already.");
        };
        if words.is_empty() {
            return Self::ways(session, &update);
        }
        let mut done = self.carried_out(session, &update, &words);
        if !told {
            done.lines.splice(0..0, changed(&update.difference));
        }
        done
    }

    fn arrive(&mut self, session: &mut Session<Machine>) -> Option<Told> {
        if !bring::waits(session) {
            return None;
        }
        let update = self.update(session);
        let obstacle = bring::arrive(session, update.as_ref());
        let mut told = Told::default();
        match obstacle {
            None => {
                told.say(Tone::Heading, "The new rules have come in.");
                self.done(session);
            }
            Some(obstacle) => {
                told.say(
                    Tone::Wrong,
                    "The new rules could not come in; the game goes on under the old ones.",
                );
                refused(&mut told, session, &obstacle);
            }
        }
        self.sync(session);
        Some(told)
    }
}

/// What changed, for people.
#[must_use]
pub fn changed(difference: &Difference) -> Vec<(Tone, String)> {
    let mut lines = vec![(Tone::Heading, "The rules have changed:".to_string())];
    for change in difference.changes.iter().take(SAID) {
        let mark = match change.grade {
            Grade::Safe => "",
            Grade::Migrates => "~ ",
            Grade::NewGame => "! ",
        };
        lines.push((Tone::Plain, format!("  {mark}{change}")));
    }
    let more = difference.changes.len().saturating_sub(SAID);
    if more > 0 {
        lines.push((Tone::Faint, format!("  and {more} more")));
    }
    lines
}

/// What is wrong with rules that were saved.
fn broken(compiled: &Compiled, look: Look) -> Vec<(Tone, String)> {
    let mut text = Vec::new();
    let plain = Look { colour: false, ..look };
    // A buffer takes everything.
    let written = diagnostics::human(&compiled.sources, &compiled.diagnostics, &mut text, plain);
    debug_assert!(written.is_ok());
    let count = Count::of(&compiled.diagnostics).words();
    let text = String::from_utf8_lossy(&text);
    let mut lines: Vec<(Tone, String)> = text.lines().map(|l| (Tone::Plain, l.to_string())).collect();
    lines.push((
        Tone::Wrong,
        format!("The rules as saved have {count}; the game goes on under those it has."),
    ));
    lines
}

fn refused(told: &mut Told, session: &Session<Machine>, obstacle: &Obstacle) {
    let place = obstacle.span.and_then(|span| Place::of(session.game().sources(), span));
    let place = place.map(|p| format!(" ({p})")).unwrap_or_default();
    told.say(Tone::Wrong, format!("Not possible here: {}{place}.", obstacle.message));
    if let Some(help) = &obstacle.help {
        told.say(Tone::Plain, format!("  help: {help}"));
    }
    let asking = session.game().stop() == Stop::Asking;
    if asking && matches!(obstacle.what, Blocked::Place | Blocked::Running) {
        let running = session.game().engine().running_stages();
        if let Some((_, word)) = running.last() {
            let word = stage_word(*word);
            told.say(
                Tone::Plain,
                format!("  `reload next {word}` waits for the next {word}; `reload replay` begins anew."),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::KnownTexts;

    fn compiled(n: u8) -> Compiled {
        let text = format!("game \"G\"\nplayers 2\nplay {{ say \"{n}\" end game lost }}\n");
        KnownTexts::new(vec![("g.rules".into(), text)]).compiled()
    }

    fn rules(n: u8) -> What {
        What::Rules(Box::new(compiled(n)))
    }

    fn inbox() -> Inbox {
        let of = compiled(1);
        let running = (Arc::new(of.rulebook.unwrap_or_default()), Arc::new(of.sources));
        let (untold, look) = (Vec::new(), Look::plain());
        Inbox { latest: None, running, told: true, broken: false, untold, printer: None, look }
    }

    /// The table reads the files because somebody asked, and the watch reads the same while they are brought in.
    #[test]
    fn what_the_table_knows_the_watch_does_not_say_again() {
        let mut inbox = inbox();
        assert!(!inbox.rules(compiled(2)).is_empty());
        inbox.told = true;
        inbox.take(rules(2));
        assert!(inbox.untold.is_empty(), "{:?}", inbox.untold);
        // Other rules are news again, and so are these after those.
        inbox.take(rules(3));
        assert!(!std::mem::take(&mut inbox.untold).is_empty());
        inbox.told = true;
        inbox.take(rules(2));
        assert!(!std::mem::take(&mut inbox.untold).is_empty());
        inbox.told = true;
        // They are said once more when they were broken in between.
        inbox.broken = true;
        inbox.take(rules(2));
        assert!(!inbox.untold.is_empty());
    }

    #[test]
    fn a_broken_test_is_said_and_changes_no_rules() {
        let with = |expected: &str| {
            let test = format!("test \"x\" with Ana, Ben {{ expect {expected} }}");
            let text = format!(
                "game \"G\"\nplayers 2\neach Player has {{ n: Number = 0 }}\nplay {{ end game lost }}\n{test}\n"
            );
            KnownTexts::new(vec![("g.rules".into(), text)]).compiled()
        };
        let mut inbox = inbox();
        let of = with("Ana.n is 0");
        inbox.running = (Arc::new(of.rulebook.unwrap_or_default()), Arc::new(of.sources));
        assert_eq!(inbox.running.0.tests.len(), 1);
        inbox.take(What::Rules(Box::new(with("Ana.pints is 0"))));
        let said: Vec<String> = inbox.untold.iter().map(|(_, line)| line.to_string()).collect();
        assert!(matches!(said.as_slice(), [one] if one.starts_with("One test does not compile")), "{said:?}");
        assert!(inbox.latest.is_none());
    }

    #[test]
    fn what_was_brought_in_is_no_news() {
        let mut inbox = inbox();
        inbox.rules(compiled(2));
        let of = compiled(2);
        inbox.latest = None;
        inbox.running = (Arc::new(of.rulebook.unwrap_or_default()), Arc::new(of.sources));
        inbox.take(rules(2));
        assert!(inbox.untold.is_empty() && inbox.latest.is_none());
    }
}
