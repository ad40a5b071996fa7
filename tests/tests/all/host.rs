//! The host layer on real games: everything on offer can be typed and read back, journals replay,
//! views keep secrets.
#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on has failed")]

use houserules_interpreter::ask::Running;
use houserules_interpreter::ask::{Engine, Event, EventKind, Offered, Policy, Setup, Stop};
use houserules_interpreter::chance::BotSource;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_lang::ir::{
    BodyRef, CardId, CounterId, MoveId, Rulebook, SetOp, SiteId, StmtKind, Value, ZoneId,
};
use houserules_lang::naming::Naming;
use houserules_lang::source::Sources;
use houserules_table::choices::menu::EntryKind;
use houserules_table::game::Game;
use houserules_table::journal::fingerprint::{hex, rules_hash};
use houserules_table::journal::replay::{Status, replay};
use houserules_table::journal::{Entry, Written};
use houserules_table::log::{LogWriter, read_lines};
use houserules_table::session::Session;
use houserules_table::session::resume::ChoicesOnly;
use houserules_table::view::CardView;
use houserules_table::visibility::Viewer;
use houserules_table::visibility::layout::Table;
use houserules_tests::agree::games::in_folder;
use std::path::Path;
use std::sync::Arc;

type Book = (String, Arc<Rulebook>, Arc<Sources>);

fn books() -> Vec<Book> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["games", "examples", "tests/rules"].map(|f| root.join(f));
    let paths = folders.iter().flat_map(|f| in_folder(f));
    let books: Vec<Book> = paths
        .filter_map(|path| {
            let (mut loader, game) = houserules::loader::FolderLoader::open(&path).ok()?;
            let compiled = compile(&game.name, &game.text, &mut loader);
            let book = Arc::new(compiled.rulebook?);
            let setup = Setup { seats: book.players.0, options: Vec::new() };
            Program::new(Arc::clone(&book), &setup).ok()?;
            Some((game.name, book, Arc::new(compiled.sources)))
        })
        .collect();
    assert!(!books.is_empty(), "no game compiles");
    books
}

fn start(book: &Book, seats: u8, seed: u64) -> Game<Machine> {
    let setup = Setup { seats, options: Vec::new() };
    let program = Program::new(Arc::clone(&book.1), &setup).expect("a program");
    let engine = Machine::start(Arc::new(program), seed, true);
    let names = ["Ana", "Ben B.", "Cleo", "Dan", "Eva", "Fay"];
    let names = (0..usize::from(seats))
        .map(|s| names.get(s).map_or_else(|| format!("P{s}"), |n| (*n).into()));
    Game::start(engine, Arc::clone(&book.1), Arc::clone(&book.2), names.collect())
}

/// Plays a game by typing what a random player would hand in; gives the journal's entries.
fn typed_game(book: &Book, seats: u8, seed: u64, most: usize) -> (Game<Machine>, Vec<Entry>) {
    let mut game = start(book, seats, seed);
    let mut twin = start(book, seats, seed);
    let mut draws = BotSource::new(seed);
    let mut entries = Vec::new();
    while game.stop() == Stop::Asking && entries.len() < most {
        let seat = game.asked().expect("somebody is asked").seats[0];
        game.answer_with(seat, |engine| engine.drawn(Some(seat), Policy::Random, &mut draws))
            .expect("an answer");
        let record = game.records().last().expect("a record").clone();
        assert!(twin.why_not(seat, &record.choice).is_none(), "{}: {}", book.0, record.choice);
        if let Err(rejected) = twin.say(seat, &record.choice) {
            panic!("{}: `{}` is not read back: {rejected}", book.0, record.choice);
        }
        assert_eq!(game.hash(), twin.hash(), "{}: `{}` leads elsewhere", book.0, record.choice);
        let n = entries.len() as u64 + 1;
        let what = Written::Choice { seat: seat + 1, choice: record.choice };
        entries.push(Entry { n, what, anew: false, hash: hex(record.hash) });
    }
    (game, entries)
}

#[test]
fn bookkeeping_is_shown_to_nobody() {
    let books = books();
    let book = books.iter().find(|b| b.0.ends_with("bookkeeping.rules")).expect("the example");
    let (game, _) = typed_game(book, 2, 1, 100);
    assert!(matches!(game.stop(), Stop::Over(_)));
    for viewer in [Viewer::Seat(0), Viewer::Seat(1), Viewer::Spectator, Viewer::Referee] {
        let view = game.view(viewer);
        let counters = view.groups.iter().flat_map(|g| &g.counters).map(|c| c.name.as_str());
        let names: std::collections::BTreeSet<&str> = counters.collect();
        assert_eq!(names.into_iter().collect::<Vec<_>>(), ["open", "points"], "{viewer:?}");
        let log: Vec<String> = game.log(viewer, 0).into_iter().map(|line| line.text).collect();
        assert!(log.iter().any(|line| line.contains("open: +1")), "{log:?}");
        assert!(
            !log.iter().any(|l| ["tries:", "luck", "hidden", "done"].iter().any(|w| l.contains(w))),
            "{log:?}"
        );
    }
}

#[test]
fn what_is_chosen_can_be_typed_and_replayed() {
    for book in books() {
        let (least, most) = book.1.players;
        for seats in [least, most.min(4).max(least)] {
            let (game, entries) = typed_game(&book, seats, 5, 40);
            let mut again = Session::begin(start(&book, seats, 5));
            let replayed = replay(&mut again, &entries, None, &mut ChoicesOnly);
            assert_eq!(replayed.first_difference, None, "{}", book.0);
            assert_eq!(replayed.state_hash, hex(game.hash()), "{}", book.0);
            assert_ne!(replayed.status, Status::Differs);
        }
    }
}

/// Menus show `snap_own` as "snap own", so people type it so.
#[test]
fn names_may_be_typed_in_words() {
    for book in books() {
        let mut game = start(&book, book.1.players.0, 3);
        let mut draws = BotSource::new(3);
        for _ in 0..30 {
            if game.stop() != Stop::Asking {
                break;
            }
            let seat = game.asked().expect("somebody is asked").seats[0];
            game.answer_with(seat, |engine| engine.drawn(Some(seat), Policy::Random, &mut draws))
                .expect("an answer");
            let choice = game.records().last().expect("a record").choice.clone();
            let name = choice.split([' ', '(']).next().unwrap_or_default();
            if !name.contains('_') || !book.1.moves.iter().any(|m| m.name == name) {
                continue;
            }
            let spaced = choice.replacen(name, &name.replace('_', " "), 1);
            let [first, second] = [&choice, &spaced].map(|text| {
                let mut twin = start(&book, book.1.players.0, 3);
                for record in game.records().iter().rev().skip(1).rev() {
                    twin.say(record.seat, &record.choice).expect("a choice read back");
                }
                twin.say(seat, text).expect("a choice read back");
                twin.hash()
            });
            assert_eq!(first, second, "{}: {spaced}", book.0);
        }
    }
}

#[test]
fn every_option_of_a_menu_reads_back() {
    for book in books() {
        let mut game = start(&book, book.1.players.0.max(2).min(book.1.players.1), 9);
        let mut draws = BotSource::new(1);
        for _ in 0..25 {
            if game.stop() != Stop::Asking {
                break;
            }
            let seat = game.asked().expect("somebody is asked").seats[0];
            let menu = game.menu(seat).expect("a menu");
            assert!(!menu.entries.is_empty(), "{}", book.0);
            for (at, entry) in menu.entries.iter().enumerate() {
                assert!(!entry.title.is_empty(), "{}", book.0);
                // The card that a move stands on is a step that nobody names.
                let moves = &book.1.moves;
                let hidden =
                    matches!(entry.kind, EntryKind::Move(id) if moves[id.index()].hidden_this);
                assert_eq!(
                    game.options(seat, at, &[]).is_some(),
                    !entry.steps.is_empty() || entry.name.is_empty() || hidden,
                    "{}: {entry:?}",
                    book.0
                );
            }
            game.answer_with(seat, |engine| engine.drawn(Some(seat), Policy::Random, &mut draws))
                .expect("an answer");
        }
    }
}

#[test]
fn nonsense_is_refused_with_a_reason() {
    for book in books() {
        let mut game = start(&book, book.1.players.0, 2);
        if game.stop() != Stop::Asking {
            continue;
        }
        let seat = game.asked().expect("somebody is asked").seats[0];
        let before = game.hash();
        for text in
            ["", "zzz", "((", "[", "pass pass", "[zzz]", "lay [", "5 5 5", "none none", "\u{0}"]
        {
            let rejected = game.say(seat, text);
            if let Err(rejected) = rejected {
                assert!(!rejected.to_string().is_empty());
                assert_eq!(game.hash(), before);
            } else {
                break;
            }
        }
    }
}

#[test]
fn the_rules_hash_leaves_comments_out() {
    for (name, book, _) in books() {
        let hash = rules_hash(&book);
        assert_eq!(hash.len(), 16, "{name}");
        assert_eq!(hash, rules_hash(&book.as_ref().clone()), "{name}");
    }
}

#[test]
fn a_view_names_no_card_that_lies_hidden() {
    let books = books();
    let Some(book) = books.iter().find(|b| b.0.contains("schacht")) else { return };
    let (game, _) = typed_game(book, 3, 7, 20);
    let all = game.view(Viewer::Referee);
    let hand = |view: &houserules_table::view::View, owner: &str| {
        let group = view.groups.iter().find(|g| g.owner == owner).expect("a group");
        group.zones.iter().find(|z| z.name == "hand").expect("a hand").clone()
    };
    let ana = game.view(Viewer::Seat(0));
    let named = |view: &houserules_table::view::View| -> Vec<String> {
        let faces = hand(view, "Ana").cards.into_iter().filter_map(|card| match card {
            CardView::Face { name, others, .. } => Some((name, others)),
            CardView::Back | CardView::Hole => None,
        });
        // Who else knows them is told to those who play.
        faces
            .map(|(name, others)| {
                assert_eq!(others, (view.viewer == Viewer::Seat(0)).then(Vec::new));
                name
            })
            .collect()
    };
    assert_eq!(named(&ana), named(&all));
    assert_eq!(named(&ana).len(), hand(&all, "Ana").count);
    assert!(hand(&ana, "Cleo").cards.is_empty());
    assert_eq!(hand(&ana, "Cleo").count, hand(&all, "Cleo").count);
    let money = |view: &houserules_table::view::View, seat: u8| {
        let group = view.groups.iter().find(|g| g.seat == Some(seat)).expect("a player");
        group.counters.iter().any(|c| c.name == "cash")
    };
    assert!(money(&ana, 0) && !money(&ana, 1));
    assert!(!money(&game.view(Viewer::Spectator), 0));
}

#[test]
fn the_log_names_a_card_only_to_those_who_see_it() {
    let books = books();
    let Some((_, book, _)) = books.iter().find(|b| b.0.contains("schacht")) else { return };
    let zone =
        |name: &str| ZoneId(book.zones.iter().position(|z| z.name == name).expect(name) as u16);
    let card = |name: &str| {
        let row = book.rows.iter().position(|r| r.name == name).expect(name);
        CardId(book.cards.iter().position(|c| c.row.index() == row).expect(name) as u16)
    };
    let a_move =
        |name: &str| MoveId(book.moves.iter().position(|m| m.name == name).expect(name) as u16);
    let cash = CounterId(book.counters.iter().position(|c| c.name == "cash").expect("cash") as u16);
    let seats: Vec<String> = ["Ana", "Ben", "Cleo"].map(Into::into).to_vec();
    let naming = Naming { book, seats: &seats };
    let (hand, stall, row, miles) = (zone("hand"), zone("stall"), zone("row"), zone("miles"));
    let (one, two) = (card("pink 1"), card("pink 2"));
    let moved = |card, from, to, seen| EventKind::Moved { card, from, to, seen, by_lot: false };
    let chose = |name: &str, args: Vec<Value>, holes: Vec<Value>| EventKind::Chose {
        site: SiteId(0),
        seat: Some(0),
        what: Offered::Move(a_move(name), Vec::new(), None),
        args,
        holes,
    };
    let all = u32::MAX;
    let kinds = vec![
        moved(one, (miles, 0), (hand, 0), 1),
        moved(two, (miles, 0), (hand, 0), 1),
        chose("lay", vec![Value::Card(one)], vec![]),
        moved(one, (hand, 0), (row, 0), all),
        chose("offer", vec![Value::Card(two)], vec![]),
        EventKind::Shuffled(miles, 0),
        moved(two, (hand, 0), (stall, 0), all),
        chose(
            "buy",
            vec![Value::Seat(1), Value::Card(two), Value::Number(3)],
            vec![Value::Seat(1), Value::Number(3), Value::Card(two)],
        ),
        EventKind::Set(cash, 0, Value::Number(10), Value::Number(7), SetOp::Minus),
    ];
    let mut events: Vec<Event> = kinds
        .into_iter()
        .map(|kind| Event { kind, span: Default::default(), only: None, within: Vec::new() })
        .collect();
    // `lay` hands the card to a deed, which moves it by that name.
    let call = &book.moves[a_move("lay").index()].body.block[0];
    let StmtKind::Call { deed, .. } = &call.kind else { panic!("a deed is called") };
    let put = book.deeds[deed.index()]
        .body
        .block
        .iter()
        .find(|s| matches!(s.kind, StmtKind::Move { .. }));
    events[3].within = vec![
        Running { body: BodyRef::Move(a_move("lay")), at: call.span },
        Running { body: BodyRef::Deed(*deed), at: put.expect("it moves the card").span },
    ];
    let mut table = Table::at_home(book);
    let mut lines = Vec::new();
    LogWriter { naming, table: &mut table, begins: true, lines: &mut lines }.write(&events);
    let read = |viewer| read_lines(&lines, viewer).into_iter().map(|l| l.text).collect::<Vec<_>>();
    let ana = [
        "pink 1 and pink 2 go from miles to Ana's hand",
        "Ana lays pink 1",
        "Ana offers pink 2",
        "the miles are shuffled",
        "pink 2 goes from Ana's hand to Ana's stall",
        "Ana offers Ben $3 for pink 2",
        "Ana's cash: -$3, now $7",
    ];
    assert_eq!(read(Viewer::Seat(0)), ana);
    let mut ben = ana[..6].to_vec();
    ben[0] = "2 Mile cards go from miles to Ana's hand";
    ben[2] = "Ana offers a Mile card of Ana's hand";
    assert_eq!(read(Viewer::Seat(1)), ben);
    assert_eq!(read(Viewer::Spectator), ben);
}
