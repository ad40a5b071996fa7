//! The host's workbench: lines as they are typed in `houserules repl`. Whoever hosts sees no more
//! than onlookers do, so while something is hidden only what all may know is told, and whatever
//! changes the table waits until all who sit there agree.

use super::Table;
use super::proposing::{What, Wording};
use crate::protocol::asked::Proposed;
use crate::protocol::reply::Reply;
use crate::protocol::screen::Reader;
use houserules_files::texts::KnownTexts;
use houserules_interpreter::ask::Stop;
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::Rulebook;
use houserules_lang::place::Place;
use houserules_lang::resolve::names::Resolved;
use houserules_lang::source::Span;
use houserules_table::debugger::audit::{Act, Asked, history_for};
use houserules_table::debugger::lines::{Lines, tried};
use houserules_table::debugger::{self, Line, Wrong, shown, source_line};
use houserules_table::game::{Game, LaidZones};
use houserules_table::session::Session;
use houserules_table::visibility::Viewer;
use houserules_table::visibility::concealed::Concealed;
use serde_json::{Value, json};
use std::sync::Arc;

/// A line is no longer than that, in bytes.
const LONGEST: usize = 4_000;

/// So many changes are listed of a long history.
const MOST: usize = 40;

/// What is typed there, for whoever types something else.
const TYPED: &str = "here you may type `print EXPRESSION`, `why THING`, `history THING`, \
                     `given …`, `do …`, `undo`, `redo`, `back POINT`, `goto branch N`, \
                     `bookmark NAME`, `reload …`";

/// Reads lines for the rules that it was made for.
#[derive(Debug)]
pub struct Bench {
    book: Arc<Rulebook>,
    reads: debugger::Bench,
}

impl Bench {
    /// For rules that declare this.
    pub fn new(book: &Arc<Rulebook>, declared: &Arc<Resolved>) -> Self {
        Self { book: Arc::clone(book), reads: debugger::Bench::new(Arc::clone(declared)) }
    }
}

/// All of a text.
fn whole(text: &str) -> Line<'_> {
    Line { text, part: 0..text.len() }
}

/// What is wrong with a line, in a sentence.
fn said(wrong: &Wrong) -> Reply {
    let Some(first) = wrong.first() else { return Reply::no("that is not possible") };
    match &first.help {
        Some(help) => Reply::no(format!("{}; {help}", first.message)),
        None => Reply::no(first.message.clone()),
    }
}

fn line(text: impl Into<String>) -> Value {
    json!({"tone": "plain", "text": text.into()})
}

impl Table {
    /// Does what the host has typed.
    pub(super) fn typed(&mut self, text: &str) -> Reply {
        let text = text.trim();
        if text.len() > LONGEST || text.chars().any(|c| c.is_control() && c != '\n') {
            return Reply::no("that is no line of the workbench");
        }
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        match word {
            "print" => self.print(rest),
            "why" => self.changes_of(rest, 1),
            "history" => self.changes_of(rest, MOST),
            "given" | "do" | "chance" | "expect" => self.change(text),
            "undo" => match rest.parse() {
                Ok(steps) => self.propose(Reader::Host, &Proposed::Undo { steps, own: false }),
                Err(_) if rest.is_empty() => {
                    self.propose(Reader::Host, &Proposed::Undo { steps: 1, own: false })
                }
                Err(_) => Reply::no("write `undo 3`, or `undo` alone"),
            },
            "redo" if rest.is_empty() => self.propose(Reader::Host, &Proposed::Redo),
            "back" | "goto" => self.sends_to(rest),
            "bookmark" => self.bookmark(Reader::Host, rest),
            "reload" => self.reload(rest),
            _ if self.session.game().naming().seats.iter().any(|name| name == word) => {
                self.change(text)
            }
            _ => Reply::no(TYPED),
        }
    }

    /// `back 3`, `goto branch 2`
    fn sends_to(&mut self, to: &str) -> Reply {
        let branch = to.strip_prefix("branch ").and_then(|n| n.trim().parse().ok());
        match branch {
            Some(number) => self.propose(Reader::Host, &Proposed::Branch { number }),
            None => self.propose(Reader::Host, &Proposed::Back { to: to.to_string() }),
        }
    }

    /// Whether something is kept from the host at this moment.
    pub(super) fn hides(&self) -> bool {
        let game = self.session.game();
        !matches!(game.stop(), Stop::Over(_)) && Concealed::by(game.book()).hides
    }

    /// What reads lines for the rules that the game has.
    fn bench(&mut self) -> debugger::Bench {
        let book = self.session.game().book();
        match self.bench.take() {
            Some(bench) if Arc::ptr_eq(&bench.book, book) => bench.reads,
            Some(_) | None => {
                let texts = KnownTexts::of(self.session.game().sources());
                debugger::Bench::new(texts.compiled().declared)
            }
        }
    }

    /// Lets lines be read by what has read lines for the same rules before, and is ready for them.
    pub fn read_with(&mut self, reads: debugger::Bench) {
        self.bench = Some(Bench { book: Arc::clone(self.session.game().book()), reads });
    }

    /// The game that is played there, with its history.
    #[must_use]
    pub fn session(&self) -> &Session<Machine> {
        &self.session
    }

    /// What has read its lines.
    pub fn into_bench(mut self) -> debugger::Bench {
        self.bench()
    }

    /// Lets something be read where the round began: who has answered since is nobody's to know.
    fn reading<T>(
        &mut self,
        read: impl FnOnce(&Self, &mut debugger::Bench, &mut Game<Machine>) -> T,
    ) -> T {
        let mut game = self.session.standing_at(self.round_point);
        let mut reads = self.bench();
        let found = read(self, &mut reads, &mut game);
        self.bench = Some(Bench { book: Arc::clone(self.session.game().book()), reads });
        found
    }

    /// The value of an expression.
    fn print(&mut self, text: &str) -> Reply {
        if text.is_empty() {
            return Reply::no("write an expression: `print count(players)`");
        }
        let hides = self.hides();
        self.lays_open();
        let read = self.reading(|_, bench, game| {
            if hides {
                return bench.open_value(game, &whole(text));
            }
            let reading = bench.value(game, &whole(text))?;
            let words = reading.text.unwrap_or_else(|| shown(game, &reading.ty, &reading.value));
            Ok(Some(words))
        });
        match read {
            Ok(Some(words)) => Reply::with("lines", [line(words)]),
            Ok(None) => {
                Reply::no("it may depend on something that not all see; ask when the game is over")
            }
            Err(wrong) => said(&wrong),
        }
    }

    /// What has changed a thing, the newest first; no more than `most`.
    fn changes_of(&mut self, text: &str, most: usize) -> Reply {
        if text.is_empty() {
            return Reply::no("name a zone or a counter: `why Ana.cash`");
        }
        let hides = self.hides();
        self.lays_open();
        let viewer = if hides { Viewer::Spectator } else { Viewer::Referee };
        let found = self.reading(|table, bench, game| {
            let things = match hides {
                true => bench.open_thing(game, &whole(text))?,
                false => Some(bench.thing(game, &whole(text))?),
            };
            let Some(things) = things else { return Ok(None) };
            let asked = Asked { to: table.round_point, viewer };
            let again = |game: &Game<Machine>, text: &str| {
                let read = bench.lines(game, &whole(text)).ok()?;
                tried(game, &read, LaidZones::new()).map(|(engine, _)| engine).ok()
            };
            Ok(Some(history_for(&table.session, &asked, &things, again)))
        });
        let acts = match found {
            Ok(Some(acts)) => acts,
            Ok(None) => {
                return Reply::no("not all see what happens there; ask when the game is over");
            }
            Err(wrong) => return said(&wrong),
        };
        if acts.is_empty() {
            return Reply::with("lines", [line("Nothing that all see has changed it so far.")]);
        }
        let told = acts.iter().rev().take(most).flat_map(|act| self.told(act, viewer));
        Reply::with("lines", told.collect::<Vec<_>>()).and("changes", acts.len())
    }

    /// A change in lines: what, by which rule, since when.
    fn told(&self, act: &Act, viewer: Viewer) -> Vec<Value> {
        let number = self.session.tree().number(act.point).unwrap_or(0);
        let mut lines = vec![json!({"tone": "plain", "text": act.told, "point": number})];
        let game = self.session.game();
        if viewer == Viewer::Referee && act.span != Span::default() {
            let source = source_line(game.sources(), act.span);
            let place = Place::of(game.sources(), act.span);
            lines.push(json!({"tone": "faint", "text": format!("by `{source}`"), "place": place}));
        }
        if viewer == Viewer::Referee && !act.chain.is_empty() {
            lines.push(json!({"tone": "faint", "text": format!("in {}", act.chain)}));
        }
        // Of equal entries of a menu nobody is told which was taken, though nothing is hidden.
        let over = matches!(game.stop(), Stop::Over(_));
        let reader = if over { viewer } else { Viewer::Spectator };
        let since = act.since(&self.session, reader, number);
        lines.push(json!({"tone": "faint", "text": since}));
        lines
    }

    /// Changes the table by lines of a test, once all who sit there agree.
    fn change(&mut self, text: &str) -> Reply {
        let hides = self.hides();
        let read = self.reading(|_, bench, game| {
            let lines = bench.lines(game, &whole(text))?;
            // While something is hidden, whether it can be done may tell what.
            let tried = if hides { Ok(()) } else { lines.carry_out(game) };
            tried.map(|()| lines)
        });
        let lines = match read {
            Ok(lines) => lines,
            Err(wrong) => return said(&wrong),
        };
        if hides && lines.look() {
            return Reply::no("whether that holds could tell what not all may know");
        }
        if !lines.change() {
            self.lays_open();
            return Reply::with("lines", [line("It holds.")]);
        }
        let people = self.people();
        if people.is_empty() {
            return self.refereed(lines.text());
        }
        if self.is_full() {
            return Reply::no("there is enough to agree to already");
        }
        let one = lines.text().split_whitespace().collect::<Vec<_>>().join(" ");
        let what = What::Referee { text: lines.text().to_string() };
        let text = format!("The host wants to change the table: `{one}`");
        let number = self.put(Reader::Host, people, what, Wording { text, lines: Vec::new() });
        Reply::with("proposal", number)
    }

    /// Carries lines of a test out, and goes on from there.
    pub(super) fn refereed(&mut self, text: &str) -> Reply {
        let hides = self.hides();
        self.ask_anew();
        let lines: Result<Lines, Wrong> =
            self.reading(|_, bench, game| bench.lines(game, &whole(text)));
        let done = lines
            .and_then(|lines| self.session.referee(lines.text(), |game| lines.carry_out(game)));
        match done {
            Ok(()) => {
                let point = self.session.here().0;
                self.course.add(json!({"event": "refereed", "lines": text, "step": point}));
                self.moved_on();
                Reply::done()
            }
            Err(wrong) => {
                // Those who had answered are asked anew.
                self.moved_on();
                match hides {
                    true => Reply::no("it cannot be done where the game stands"),
                    false => said(&wrong),
                }
            }
        }
    }
}
