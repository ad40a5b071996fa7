//! Sessions on real games: wherever a session goes, it stands as a game does that was played there
//! straight.
#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on has failed")]

use houserules_interpreter::ask::{Engine, Policy, Setup, Stop};
use houserules_interpreter::chance::{BotDraw, BotSource};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_lang::ir::Rulebook;
use houserules_lang::source::Sources;
use houserules_table::game::Game;
use houserules_table::journal::Entry;
use houserules_table::log::{Line, Told, read_lines};
use houserules_table::session::resume::ChoicesOnly;
use houserules_table::session::{Boundary, Played, Point, Session};
use houserules_table::visibility::Viewer;
use houserules_tests::agree::games::in_folder;
use std::path::Path;
use std::sync::Arc;

struct Book {
    name: String,
    sources: Arc<Sources>,
    book: Arc<Rulebook>,
    program: Arc<Program>,
    seats: u8,
}

fn books() -> Vec<Book> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let paths = ["games", "examples"].map(|f| root.join(f)).into_iter().flat_map(|f| in_folder(&f));
    let books: Vec<Book> = paths
        .filter_map(|path| {
            let (mut loader, game) = houserules::loader::FolderLoader::open(&path).ok()?;
            let compiled = compile(&game.name, &game.text, &mut loader);
            let book = Arc::new(compiled.rulebook?);
            let seats = book.players.0.max(2).min(book.players.1);
            let program =
                Program::new(Arc::clone(&book), &Setup { seats, options: Vec::new() }).ok()?;
            let sources = Arc::new(compiled.sources);
            Some(Book { name: game.name, sources, book, program: Arc::new(program), seats })
        })
        .collect();
    assert!(books.len() > 10, "the games do not compile");
    books
}

impl Book {
    fn session(&self, seed: u64) -> Session<Machine> {
        let engine = Machine::start(Arc::clone(&self.program), seed, true);
        let seats = (0..self.seats).map(|s| format!("P{s}")).collect();
        Session::begin(Game::start(
            engine,
            Arc::clone(&self.book),
            Arc::clone(&self.sources),
            seats,
        ))
    }
}

/// Lets somebody who is asked decide at random.
fn play(session: &mut Session<Machine>, draws: &mut BotSource) {
    let Some(seat) = session.game().asked().map(|a| a.seats[0]) else { return };
    if session.game().stop() == Stop::Asking {
        let game = session.game_mut();
        game.answer_with(seat, |engine| engine.drawn(Some(seat), Policy::Random, draws))
            .expect("an answer");
        session.noted();
    }
}

/// The log as a referee may read it, remarks of the session left out.
fn told(session: &Session<Machine>) -> Vec<String> {
    let lines: Vec<Line> =
        session.game().lines(0).iter().filter(|l| l.told != Told::Remark).cloned().collect();
    read_lines(&lines, Viewer::Referee).into_iter().map(|l| l.text).collect()
}

/// Played straight from the start, the session's line leads to the same table and the same log.
fn compare(book: &Book, session: &mut Session<Machine>, seed: u64) {
    let mut straight = book.session(seed);
    for Played { record, lots } in session.tree().played() {
        lots.iter().for_each(|lots| straight.draw_as_from(*lots));
        straight
            .say(record.seat, &record.choice)
            .unwrap_or_else(|e| panic!("{}: `{}`: {e}", book.name, record.choice));
    }
    let node = session.tree().node(session.here()).hash;
    // Where the session stands, what is mixed from here on may be numbered anew.
    assert_eq!(node, session.standing_at(session.here()).hash(), "{}", book.name);
    assert_eq!(straight.game().hash(), node, "{}", book.name);
    assert_eq!(straight.tree().records(), session.tree().records(), "{}", book.name);
    assert_eq!(told(&straight), told(session), "{}", book.name);
    for seat in 0..book.seats {
        let viewer = Viewer::Seat(seat);
        assert_eq!(
            straight.game_mut().full_view(viewer),
            session.game_mut().full_view(viewer),
            "{}",
            book.name
        );
        assert_eq!(straight.game_mut().menu(seat), session.game_mut().menu(seat), "{}", book.name);
    }
}

/// Does something at random: plays, goes back and forth, names points.
fn wander(session: &mut Session<Machine>, draws: &mut BotSource, step: usize) {
    let points = session.tree().len() as u64;
    match draws.below(12) {
        0 => drop(session.undo(1 + draws.below(3) as usize, |_| true)),
        1 => drop(session.undo(1, |seat| seat == 0)),
        2 => drop(session.redo(1 + draws.below(3) as usize, |_| true)),
        3 => drop(session.go(Point(draws.below(points) as u32), "go")),
        4 => session.bookmark(&format!("b{}", step % 5)),
        5 => {
            let bookmark = session.tree().bookmarks().first().map(|(_, p)| *p);
            drop(bookmark.and_then(|p| session.go(p, "back")));
        }
        6 => {
            let branches = session.tree().branches();
            let branch = &branches[draws.below(branches.len() as u64) as usize];
            drop(session.go(branch.tip, "branch"));
        }
        7 => {
            let boundary =
                [Boundary::Turn, Boundary::Round, Boundary::Phase][draws.below(3) as usize];
            drop(session.last(session.here(), boundary).and_then(|p| session.go(p, "back")));
        }
        _ => play(session, draws),
    }
}

#[test]
fn wherever_it_goes_it_stands_as_if_played_straight() {
    for book in books() {
        for seed in 1..3 {
            let mut session = book.session(seed);
            let mut draws = BotSource::new(seed);
            let mut entries: Vec<Entry> = Vec::new();
            for step in 0..90 {
                wander(&mut session, &mut draws, step);
                entries.extend_from_slice(session.unwritten());
                session.written();
                if step % 9 == 0 {
                    compare(&book, &mut session, seed);
                }
            }
            compare(&book, &mut session, seed);
            assert!(entries.iter().zip(1..).all(|(e, n)| e.n == n), "{}", book.name);
            let mut again = book.session(seed);
            for entry in &entries {
                again
                    .again(entry, &mut ChoicesOnly)
                    .unwrap_or_else(|e| panic!("{}: {entry:?}: {e:?}", book.name));
            }
            assert!(again.unwritten().is_empty());
            assert_eq!(again.game().hash(), session.game().hash(), "{}", book.name);
            assert_eq!(again.game().lines(0), session.game().lines(0), "{}", book.name);
            assert_eq!(again.tree().branches(), session.tree().branches(), "{}", book.name);
            assert_eq!(again.tree().bookmarks(), session.tree().bookmarks(), "{}", book.name);
            compare(&book, &mut again, seed);
        }
    }
}
