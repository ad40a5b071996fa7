//! A session that keeps little of what is long ago is told apart by nothing from one that keeps
//! everything as it was.

use super::{EVERY, NEAR, Point, Session};
use crate::game::{Game, Saved};
use crate::journal::Entry;
use crate::log::Line;
use crate::session::resume::ChoicesOnly;
use crate::visibility::Viewer;
use houserules_interpreter::ask::{Engine, Policy, Setup, Stop};
use houserules_interpreter::chance::{BotDraw, BotSource};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_lang::loader::NoFiles;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Secrets, a lot in the open, and lots that fall anew: it is a secret who knows a card.
const WOLVES: &str = r#"game "Wolves"
players 3
card Chit { value: 1..9 }
deck pack of Chit { each of (1..9) }
each Player has {
  hand: set of Chit, seen by owner, is_wolf: yes or no, seen by owner, luck: Number
}
the table has { out: row of Chit }
setup { shuffle pack for each p in players { move top 3 of pack to p.hand } }
play { turn me in players onwards { choose { whisper or drop or throw or pass } } }
action whisper(c in me.hand) { show c to those p in players where p.is_wolf }
action drop {
  for each c in me.hand { move c to out }
  for each c in out { move c to pack }
  shuffle pack
  move top 3 of pack to me.hand
}
action throw { choose n in 1..1000 by chance me.luck = n }
"#;

/// Several are asked at once, and in secret.
const HANDS: &str = r#"game "Hands"
players 3
enum Hand { rock, paper }
each Player has { last: Hand or none, points: Number }
play {
  ends when any p in players has p.points > 9999 { end game won by players }
  turn me in players onwards { duel() }
}
to duel {
  choose h in Hand by each players asking "Which hand?"
  for each p in players { p.last = p.h  p.points += 1 }
}
"#;

fn session(rules: &str) -> Session<Machine> {
    let compiled = compile("a.rules", rules, &mut NoFiles);
    let book = compiled.rulebook.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    let book = Arc::new(book);
    let program = Program::new(Arc::clone(&book), &Setup { seats: 3, options: Vec::new() });
    let engine = Machine::start(Arc::new(program.expect("three can play")), 3, true);
    let names = ["Ana", "Ben", "Cleo"].map(String::from).to_vec();
    Session::begin(Game::start(engine, book, Arc::new(compiled.sources), names))
}

/// A session, and one that keeps every game and every line as they were.
struct Pair {
    thin: Session<Machine>,
    whole: Session<Machine>,
    games: BTreeMap<Point, Saved<Machine>>,
    lines: BTreeMap<Point, Vec<Line>>,
    entries: Vec<Entry>,
}

impl Pair {
    fn new(rules: &str) -> Self {
        let (thin, whole) = (session(rules), session(rules));
        let (games, lines) = (whole.saved.clone(), BTreeMap::new());
        let mut pair = Self { thin, whole, games, lines, entries: Vec::new() };
        pair.keep();
        pair
    }

    /// Keeps what would be thinned out.
    fn keep(&mut self) {
        let here = self.whole.here();
        // A game is saved where it came to first: what fell anew belongs to another point.
        self.games.entry(here).or_insert_with(|| self.whole.game.save());
        self.whole.saved.clone_from(&self.games);
        self.lines.insert(here, self.whole.lines_of(here));
        self.entries.extend_from_slice(self.thin.unwritten());
        assert_eq!(self.thin.unwritten(), self.whole.unwritten());
        self.thin.written();
        self.whole.written();
    }

    fn both(&mut self, act: impl Fn(&mut Session<Machine>)) {
        act(&mut self.thin);
        act(&mut self.whole);
        self.keep();
    }

    fn play(&mut self, draws: &mut BotSource) {
        let seed = draws.below(u64::MAX);
        self.both(|session| {
            assert_eq!(session.game().stop(), Stop::Asking);
            let asked = session.game().asked().expect("somebody is asked").seats;
            let draws = &mut BotSource::new(seed);
            let seat = asked[draws.below(asked.len() as u64) as usize];
            let answer = |engine: &mut Machine| engine.drawn(Some(seat), Policy::Random, draws);
            session.game_mut().answer_with(seat, answer).expect("what is drawn is on offer");
            session.noted();
        });
    }

    /// Goes somewhere, mostly near, sometimes very far back or onto another line.
    fn go(&mut self, draws: &mut BotSource) {
        let n = draws.below(40) as usize;
        match draws.below(6) {
            0 | 1 => self.both(|session| drop(session.undo(1 + n % 3, |_| true))),
            2 => self.both(|session| drop(session.redo(1 + n % 3, |_| true))),
            3 => self.both(|session| drop(session.undo(n * EVERY, |seat| seat == 1))),
            4 => {
                let branches = self.thin.tree().branches();
                let tip = branches[n % branches.len()].tip;
                self.both(|session| drop(session.go(tip, "branch")));
            }
            _ => {
                let to = Point(draws.below(self.thin.tree().len() as u64) as u32);
                self.both(|session| drop(session.go(to, "go")));
            }
        }
    }

    fn compare(&mut self, draws: &mut BotSource) {
        let (thin, whole) = (&mut self.thin, &mut self.whole);
        assert_eq!(thin.here(), whole.here());
        assert_same(&mut thin.game, &mut whole.game);
        assert_told_the_same(&mut thin.game, &whole.game);
        let way = thin.tree().way(thin.here());
        let told = way.iter().flat_map(|point| self.lines[point].iter().cloned());
        assert_eq!(thin.game().lines(0).into_owned(), told.collect::<Vec<_>>());
        assert_eq!(thin.tree().records(), whole.tree().records());
        assert_eq!(thin.tree().branches(), whole.tree().branches());
        for _ in 0..6 {
            let point = Point(draws.below(thin.tree().len() as u64) as u32);
            assert_same(&mut thin.standing_at(point), &mut whole.standing_at(point));
            assert_eq!(thin.lines_of(point), self.lines[&point]);
            assert_eq!(thin.across(point), whole.across(point));
            for viewer in VIEWERS {
                assert_eq!(thin.step_told(point, viewer), whole.step_told(point, viewer));
            }
        }
    }
}

const VIEWERS: [Viewer; 4] = [Viewer::Seat(0), Viewer::Seat(2), Viewer::Spectator, Viewer::Referee];

/// What anybody can see of two games is the same.
fn assert_same(a: &mut Game<Machine>, b: &mut Game<Machine>) {
    assert_eq!(a.hash(), b.hash());
    for viewer in VIEWERS {
        assert_eq!(a.full_view(viewer), b.full_view(viewer));
    }
    (0..3).for_each(|seat| assert_eq!(a.menu(seat), b.menu(seat)));
}

fn assert_told_the_same(a: &mut Game<Machine>, b: &Game<Machine>) {
    for viewer in VIEWERS {
        let all = b.log(viewer, 0);
        assert_eq!(a.log(viewer, 0), all);
        let (before, end) = a.log_end(viewer, 20);
        assert_eq!(
            (before, end.as_slice()),
            (all.len() - end.len(), &all[all.len() - end.len()..])
        );
    }
}

fn long_game(rules: &str, seed: u64) {
    let (mut pair, mut draws) = (Pair::new(rules), BotSource::new(seed));
    for step in 0..1100 {
        // Long stretches without going anywhere, and others in which hardly anything else happens.
        if draws.below(if step / 150 % 2 == 0 { 60 } else { 3 }) == 0 {
            pair.go(&mut draws)
        } else {
            pair.play(&mut draws)
        }
        if step % 60 == 0 {
            pair.compare(&mut draws);
        }
    }
    pair.compare(&mut draws);
    let points = pair.thin.tree().len();
    assert!(pair.thin.saved.len() < points / EVERY, "of {points} nothing was thinned out");
    assert!(points > 2 * NEAR && pair.games.len() > pair.thin.saved.len());
    let mut again = session(rules);
    for entry in &pair.entries {
        again.again(entry, &mut ChoicesOnly).expect("the journal is the truth");
    }
    pair.thin = again;
    pair.compare(&mut draws);
}

#[test]
fn lots_that_fall_anew_are_the_same_when_they_are_played_again() {
    assert!(session(WOLVES).game().book().secret_knowers);
    (1..4).for_each(|seed| long_game(WOLVES, seed));
}

#[test]
fn rounds_in_secret_are_the_same_when_they_are_played_again() {
    (1..3).for_each(|seed| long_game(HANDS, seed));
}
