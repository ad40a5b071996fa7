//! What the watching thread and the table share: the rules as they were saved last, and what nobody
//! has been told of them.

use super::said::changed;
use super::watch::{News, Runs, What};
use crate::rules::tests_left_out;
use crate::show::clean;
use crate::show::diagnostics::{self, Count};
use crate::show::look::{Look, Tone, wrap};
use houserules_interpreter::machine::Machine;
use houserules_lang::compile::Compiled;
use houserules_lang::difference::spelling::Renames;
use houserules_lang::difference::{Difference, Rules};
use houserules_lang::ir::Rulebook;
use houserules_lang::source::Sources;
use houserules_table::session::Session;
use std::sync::Arc;
#[expect(clippy::disallowed_types, reason = "which of two readings is the newer")]
use std::time::Instant;

/// Says a line at once, even while somebody types.
pub type Printer = Box<dyn FnMut(String) + Send>;

/// What the watching thread and the table share.
pub(super) struct Inbox {
    /// The newest rules that compile, if they are others than the game's.
    pub latest: Option<(Arc<Rulebook>, Arc<Sources>)>,
    /// Rules that were saved and have come in: where the game goes back to before that, they wait
    /// again.
    pub came: Option<(Arc<Rulebook>, Arc<Sources>)>,
    /// How two rulebooks differ: those that ran and came last when that was found out.
    pub compared: Option<(Arc<Rulebook>, Arc<Rulebook>, Difference)>,
    /// What the game runs under.
    pub running: (Arc<Rulebook>, Arc<Sources>),
    /// Somebody was told what the newest rules change.
    pub told: bool,
    /// The files were broken when they were last heard of.
    pub broken: bool,
    /// What nobody has been told.
    pub untold: Vec<(Tone, String)>,
    pub printer: Option<Printer>,
    pub look: Look,
    /// When the table itself began to read the files last.
    #[expect(clippy::disallowed_types, reason = "which of two readings is the newer")]
    pub looked: Option<Instant>,
}

impl Inbox {
    /// Takes note of what was saved, unless the table has read the files since.
    pub fn take(&mut self, news: News) {
        if self.looked.is_some_and(|looked| news.read <= looked) {
            return;
        }
        let lines = match news.what {
            What::Rules(runs) => self.rules(runs),
            What::Broken(compiled) => {
                self.broken = true;
                broken(&compiled, self.look)
            }
            What::Unreadable(trouble) => {
                self.broken = true;
                vec![(Tone::Wrong, format!("{trouble}; the game goes on under the rules it has."))]
            }
        };
        if let Some(print) = &mut self.printer
            && !lines.is_empty()
        {
            // What is wrong has been laid out for the width already.
            let wide = if self.broken { usize::MAX } else { self.look.width };
            let text: Vec<String> =
                lines.iter().flat_map(|(_, line)| wrap(&clean::text(line), wide)).collect();
            print(format!("{}\n", text.join("\n")));
            self.told = true;
        } else {
            self.untold.extend(lines)
        }
    }

    /// Takes note of the rules that the game has.
    pub fn runs(&mut self, session: &Session<Machine>) {
        let game = session.game();
        if !Arc::ptr_eq(&self.running.0, game.book()) {
            self.running = (Arc::clone(game.book()), game.shared_sources());
        }
    }

    /// The rules that wait; those that had come in, too, where the game was taken back to before
    /// that.
    pub fn waiting(&mut self) -> Option<(Arc<Rulebook>, Arc<Sources>)> {
        let runs = |sources: &Arc<Sources>| texts(sources) == texts(&self.running.1);
        if self.latest.is_none() && self.came.as_ref().is_some_and(|(_, s)| !runs(s)) {
            self.latest.clone_from(&self.came);
        } else if self.came.is_some()
            && self.latest.as_ref().is_some_and(|(_, sources)| runs(sources))
        {
            // It was taken forward again.
            self.latest = None;
        }
        self.latest.clone()
    }

    /// How these rulebooks differ, if that is known.
    pub fn difference(&self, old: &Arc<Rulebook>, new: &Arc<Rulebook>) -> Option<Difference> {
        let (before, after, difference) = self.compared.as_ref()?;
        let same = Arc::ptr_eq(before, old) && Arc::ptr_eq(after, new);
        same.then(|| difference.clone())
    }

    /// Takes rules that compile; says what changed, if nobody has been told.
    pub fn rules(&mut self, runs: Runs) -> Vec<(Tone, String)> {
        let Runs { book, sources, left_out, .. } = runs;
        let left_out = tests_left_out(left_out);
        let mended = std::mem::take(&mut self.broken);
        let difference = Difference::between(
            Rules { book: &self.running.0, sources: &self.running.1 },
            Rules { book: &book, sources: &sources },
            &Renames::new(),
        );
        self.came = None;
        if difference.is_empty() {
            self.came = Some((book, sources));
            let had = self.latest.take().is_some() || mended;
            let back = "The rules are as the game has them again.".to_string();
            let back = had.then_some((Tone::Faint, back));
            return back.into_iter().chain(left_out.map(|said| (Tone::Wrong, said))).collect();
        }
        let known =
            self.latest.as_ref().is_some_and(|(_, before)| texts(before) == texts(&sources));
        self.told &= known;
        let both = (Arc::clone(&self.running.0), Arc::clone(&book));
        self.compared = Some((both.0, both.1, difference.clone()));
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

fn texts(of: &Sources) -> Vec<Arc<str>> {
    of.iter().map(|(_, f)| Arc::clone(&f.text)).collect()
}

/// What is wrong with rules that were saved.
pub(super) fn broken(compiled: &Compiled, look: Look) -> Vec<(Tone, String)> {
    let mut text = Vec::new();
    let plain = Look { colour: false, ..look };
    // A buffer takes everything.
    let written = diagnostics::human(&compiled.sources, &compiled.diagnostics, &mut text, plain);
    debug_assert!(written.is_ok());
    let count = Count::of(&compiled.diagnostics).words();
    let text = String::from_utf8_lossy(&text);
    let mut lines: Vec<(Tone, String)> =
        text.lines().map(|l| (Tone::Plain, l.to_string())).collect();
    lines.push((
        Tone::Wrong,
        format!("The rules as saved have {count}; the game goes on under those it has."),
    ));
    lines
}

#[cfg(test)]
#[expect(clippy::disallowed_types, reason = "which of two readings is the newer")]
mod tests {
    use super::*;
    use crate::rules::RuleFiles;
    use crate::texts::KnownTexts;

    fn compiled(text: String) -> Runs {
        let files = RuleFiles { game: "g.rules".into(), variants: Vec::new() };
        Runs::of(KnownTexts::new(vec![("g.rules".into(), text)]).compiled(), &files).unwrap()
    }

    fn runs(n: u8) -> Runs {
        compiled(format!("game \"G\"\nplayers 2\nplay {{ say \"{n}\" end game lost }}\n"))
    }

    fn rules(n: u8) -> News {
        news(What::Rules(runs(n)))
    }

    fn news(what: What) -> News {
        let now = Instant::now();
        News { what, seen: now, read: now }
    }

    fn inbox() -> Inbox {
        let Runs { book, sources, .. } = runs(1);
        let running = (book, sources);
        let (untold, look) = (Vec::new(), Look::plain());
        Inbox {
            latest: None,
            came: None,
            compared: None,
            running,
            told: true,
            broken: false,
            untold,
            printer: None,
            look,
            looked: None,
        }
    }

    /// The table reads the files because somebody asked, and the watch reads the same while they
    /// are brought in.
    #[test]
    fn what_the_table_knows_the_watch_does_not_say_again() {
        let mut inbox = inbox();
        assert!(!inbox.rules(runs(2)).is_empty());
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

    /// The watch is slow: it has read what was saved first, and comes with it when the table has
    /// read what was saved since.
    #[test]
    fn what_was_read_before_the_table_looked_is_old() {
        let mut inbox = inbox();
        let old = rules(2);
        inbox.looked = Some(Instant::now());
        inbox.rules(runs(3));
        inbox.take(old);
        let waits = |inbox: &Inbox, n| {
            let (_, sources) = inbox.latest.as_ref().unwrap();
            texts(sources) == texts(&runs(n).sources)
        };
        assert!(waits(&inbox, 3));
        inbox.take(rules(4));
        assert!(waits(&inbox, 4));
    }

    #[test]
    fn a_broken_test_is_said_and_changes_no_rules() {
        let with = |expected: &str| {
            let test = format!("test \"x\" with Ana, Ben {{ expect {expected} }}");
            let text = format!(
                "game \"G\"\nplayers 2\neach Player has {{ n: Number = 0 }}\nplay {{ end game lost \
                 }}\n{test}\n"
            );
            compiled(text)
        };
        let mut inbox = inbox();
        let Runs { book, sources, .. } = with("Ana.n is 0");
        inbox.running = (book, sources);
        assert_eq!(inbox.running.0.tests.len(), 1);
        inbox.take(news(What::Rules(with("Ana.pints is 0"))));
        let said: Vec<String> = inbox.untold.iter().map(|(_, line)| line.to_string()).collect();
        assert!(
            matches!(said.as_slice(), [one] if one.starts_with("One test does not compile")),
            "{said:?}"
        );
        assert!(inbox.latest.is_none());
    }

    #[test]
    fn what_was_brought_in_is_no_news() {
        let mut inbox = inbox();
        inbox.rules(runs(2));
        let Runs { book, sources, .. } = runs(2);
        inbox.latest = None;
        inbox.running = (book, sources);
        inbox.take(rules(2));
        assert!(inbox.untold.is_empty() && inbox.latest.is_none());
    }

    #[test]
    fn what_came_in_waits_again_where_the_game_was_taken_back_to_before_it() {
        let mut inbox = inbox();
        let (old, new) = (inbox.running.clone(), runs(2));
        inbox.rules(runs(2));
        inbox.came = inbox.latest.take();
        inbox.running = (new.book, new.sources);
        assert!(inbox.waiting().is_none());
        inbox.running = old;
        assert!(inbox.waiting().is_some());
        // And forward again, where they run.
        let Runs { book, sources, .. } = runs(2);
        inbox.running = (book, sources);
        assert!(inbox.waiting().is_none());
    }
}
