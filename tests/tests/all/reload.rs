//! New rules for a running game.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use houserules_interpreter::ask::{Engine, Policy, Setup, Stop};
use houserules_interpreter::chance::BotSource;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::migrate::{Answers, Blocked, migrate};
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_lang::difference::names::Names;
use houserules_lang::difference::spelling::Renames;
use houserules_lang::ir::{Rulebook, StageWord, Value};
use houserules_lang::source::Sources;
use houserules_table::game::Game;
use houserules_table::reload::{How, Update, When, apply, replay};
use houserules_tests::agree::games::{compiled, in_folder};
use houserules_tests::reload::{Desk, Evening, STYLES, Tally, save_often, try_edit, try_evening};
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn games() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    ["games", "examples"].iter().flat_map(|folder| in_folder(&root.join(folder))).collect()
}

/// The same rules, read and checked once more, change no byte of any position.
#[test]
fn the_same_rules_change_nothing() {
    for game in games() {
        let (Ok(old), Ok(new)) = (compiled(&game), compiled(&game)) else { continue };
        let names = Names::new(&old, &new, &Renames::new());
        for seed in 0..4 {
            let seats = old.players.0 + (seed % u64::from(old.players.1 - old.players.0 + 1)) as u8;
            let setup = Setup { seats, options: Vec::new() };
            let [before, after] =
                [&old, &new].map(|book| Arc::new(Program::new(Arc::clone(book), &setup).unwrap()));
            let mut machine = Machine::start(before, seed, false);
            let mut bot = BotSource::new(seed);
            let seats: Vec<String> = (0..seats).map(|s| format!("P{s}")).collect();
            for step in 0..150 {
                if machine.stop() != Stop::Asking {
                    break;
                }
                let moved = migrate(&machine, &after, &names, &Answers::default(), &seats);
                let moved = moved.unwrap_or_else(|e| {
                    panic!("{}: seed {seed}, step {step}: {e:?}", game.display())
                });
                assert!(
                    machine.position() == moved.machine.position(),
                    "{}: seed {seed}, step {step}: {:?}",
                    game.display(),
                    machine.path()
                );
                assert_eq!(moved.notes, Vec::<String>::new());
                let asked = machine.asked().unwrap();
                let answer = machine.drawn(Some(asked.seats[0]), Policy::Random, &mut bot).unwrap();
                machine.answer(Some(asked.seats[0]), &answer).unwrap();
            }
        }
    }
}

/// A slice of the campaign `edits`: numbers, names, lines, items and rows changed in the middle of
/// games, other ones in each.
#[test]
fn edits_in_the_middle_of_games_keep_every_card() {
    let games = in_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../games"));
    for (at, game) in (0..).zip(games) {
        let desk = Desk::of(&game).unwrap();
        let mut tally = Tally::default();
        for seed in 3 * at..3 * at + 3 {
            let tried = try_edit(&desk, seed, &mut tally);
            tried.unwrap_or_else(|said| panic!("{}: seed {seed}: {said}", game.display()));
        }
        let mut evening = Evening::default();
        let tried = try_evening(&desk, 1, &mut evening);
        tried.unwrap_or_else(|said| panic!("{}: an evening: {said}", game.display()));
    }
}

/// A slice of the campaign `saves`.
#[test]
fn no_style_of_saving_is_missed() {
    let text = "game \"Small\"\nplayers 2\nplay { end game won by players }\n";
    for style in STYLES {
        let folder = tempfile::tempdir().unwrap();
        let game = folder.path().join("small.rules");
        std::fs::write(&game, text).unwrap();
        let edit = |n: u64| (game.clone(), format!("{text}define saved_{n} for p: Player = {n}\n"));
        let saves = save_often(&game, style, 8, std::time::Duration::from_millis(1), edit).unwrap();
        assert_eq!((saves.missed, saves.flashes), (0, 0), "{style:?}");
    }
}

const SMALL: &str = r#"game "Small"
players 2
enum Fruit { apple, pear, plum }
card Slip { fruit: Fruit, worth: 1..9 }
deck slips of Slip { each of (Fruit, 1..3) }
each Player has {
  hand: set of Slip, seen by owner
  coins: 0..20 = 5
}
the table has { heap: pile of Slip }
action lay(c in me.hand) {
  move c to heap
  me.coins += 2
}
action rest needs me.coins > 3 else "too poor to rest" { me.coins -= 1 }
menu the_turn { lay or rest otherwise pass }
setup {
  shuffle slips
  for each p in players { move top 2 of slips to p.hand }
}
play {
  round n in 1..4 {
    turn me in players { choose the_turn }
  }
  end game won by players
}
"#;

fn small(text: &str) -> (Arc<Rulebook>, Arc<Sources>) {
    let compiled = compile("small.rules", text, &mut houserules_tests::mutate::Shelf::default());
    let book = compiled.rulebook.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    (Arc::new(book), Arc::new(compiled.sources))
}

fn begun() -> Game<Machine> {
    let (book, sources) = small(SMALL);
    let setup = Setup { seats: 2, options: Vec::new() };
    let program = Program::new(Arc::clone(&book), &setup).unwrap();
    let machine = Machine::start(Arc::new(program), 5, true);
    let mut game = Game::start(machine, book, sources, vec!["Ana".into(), "Ben".into()]);
    game.say(0, "rest").unwrap();
    game
}

fn update(game: &Game<Machine>, from: &[(&str, &str)]) -> Update {
    let text = from.iter().fold(SMALL.to_string(), |text, (a, b)| {
        assert!(text.contains(a), "{a}");
        text.replace(a, b)
    });
    let (book, sources) = small(&text);
    Update::new(game, book, sources, &Renames::new())
}

fn said(from: &[(&str, &str)]) -> String {
    update(&begun(), from).difference.said()
}

/// What changed is said as its designer would say it.
#[test]
fn changes_are_told_in_the_designer_s_words() {
    assert_eq!(
        said(&[("me.coins > 3", "me.coins > 2")]),
        "`rest` now needs 2 instead of 3: `me.coins > 2`"
    );
    assert_eq!(said(&[("+= 2", "+= 3")]), "`lay` has 3 instead of 2: `me.coins += 3`");
    assert_eq!(said(&[("n in 1..4", "n in 1..6")]), "`play` has 6 instead of 4: `round n in 1..6`");
    assert_eq!(said(&[("coins", "money")]), "counter `Player.coins` is now called `Player.money`");
    assert_eq!(said(&[("heap", "stack")]), "zone `heap` is now called `stack`");
    assert_eq!(
        said(&[("(Fruit, 1..3) }", "(Fruit, 1..3) 2 of [plum 1] }")]),
        "2 cards (2 of [plum 1]) added to the slips"
    );
    assert_eq!(
        said(&[("lay or rest", "lay or may rest")]),
        "`play` reads differently: `choose the_turn }`"
    );
    assert_eq!(
        said(&[("coins: 0..20 = 5", "coins: 0..20 = 5\n  fines: Number = 1")]),
        "counter `Player.fines` is new"
    );
    assert_eq!(said(&[("game \"Small\"", "// a remark\ngame \"Small\"")]), "");
}

/// Numbers, names and cards change where the game stands; what has no place is refused with a
/// reason, and changes nothing.
#[test]
fn rules_come_in_or_are_refused_with_a_reason() {
    let game = begun();
    let hash = game.hash();
    let now = How::when(When::Now);
    let come = |from: &[(&str, &str)], how: &How| apply(&game, &update(&game, from), how);
    let more = come(
        &[
            ("coins", "money"),
            ("n in 1..4", "n in 1..6"),
            ("(Fruit, 1..3) }", "(Fruit, 1..3) 2 of [plum 1] }"),
        ],
        &now,
    );
    let more = more.unwrap().game;
    let dump = more.engine().dump();
    assert_eq!(dump.zones.iter().map(|(_, _, cards)| cards.len()).sum::<usize>(), 11);
    assert!(
        dump.counters.iter().any(|(_, key, value)| *key == 0 && *value == Some(Value::Number(4)))
    );
    let poor = come(&[("0..20", "0..3"), ("= 5", "= 3")], &now).unwrap_err();
    assert!(poor.message.contains("Ana's coins is 4, outside 0 to 3"), "{poor}");
    let bare = [
        ("hand: set of Slip, seen by owner", "pocket: pile of Slip"),
        ("me.hand", "me.pocket"),
        ("p.hand", "p.pocket"),
    ];
    let lost = come(&bare, &now).unwrap_err();
    assert!(lost.help.is_some_and(|h| h.contains("Player.hand to ZONE")), "{}", lost.message);
    let mut stated = now.clone();
    assert!(stated.answer("Player.hand to Player.pocket"));
    let found = come(&bare, &stated).unwrap().game;
    assert_eq!(
        found.engine().dump().zones.iter().filter(|(_, _, cards)| cards.len() == 2).count(),
        2
    );
    let gone = come(
        &[(
            "turn me in players { choose the_turn }",
            "phase \"x\" { turn me in players { choose the_turn } }",
        )],
        &now,
    );
    assert_eq!(gone.unwrap_err().what, Blocked::Place);
    assert_eq!(game.hash(), hash);
}

/// Rules that wait come in before the next round, and a replay names the first choice that no
/// longer fits.
#[test]
fn rules_wait_for_the_next_round_or_play_again() {
    let game = begun();
    let wait = How::when(When::Before(StageWord::Round));
    let new = update(&game, &[("choose the_turn", "me.coins += 1 choose the_turn")]);
    let mut waiting = apply(&game, &new, &wait).unwrap().game;
    assert_eq!(waiting.hash(), game.hash());
    waiting.say(1, "rest").unwrap();
    assert!(waiting.engine().waits().is_some());
    let on = apply(&waiting, &new, &How::when(When::Here)).unwrap().game;
    assert_eq!(on.asked().unwrap().seats, [0]);
    assert!(
        on.engine()
            .dump()
            .counters
            .iter()
            .any(|(_, key, value)| *key == 0 && *value == Some(Value::Number(5)))
    );
    let strict = update(&game, &[("me.coins > 3", "me.coins > 7")]);
    let (_, misfit) = replay(&game, &strict).unwrap();
    let misfit = misfit.unwrap();
    assert_eq!((misfit.step, misfit.choice.as_str()), (1, "rest"));
    assert!(misfit.why.contains("too poor to rest"), "{misfit}");
}

/// A desk's game played on by chance, and its rules after some replacements in rules and tables, as
/// an update of it.
fn changed(desk: &Desk, steps: usize, from: &[(&str, &str)]) -> (Game<Machine>, Update) {
    let compiled = desk.compiled();
    let book = Arc::new(compiled.rulebook.unwrap());
    let setup = Setup { seats: book.players.0.max(2), options: Vec::new() };
    let program = Program::new(Arc::clone(&book), &setup).unwrap();
    let names = (0..setup.seats).map(|s| format!("P{s}")).collect();
    let machine = Machine::start(Arc::new(program), 4, true);
    let mut game = Game::start(machine, book, Arc::new(compiled.sources), names);
    let mut bot = BotSource::new(4);
    for _ in 0..steps {
        let seat = game.asked().unwrap().seats[0];
        game.answer_with(seat, |engine| engine.drawn(Some(seat), Policy::Random, &mut bot))
            .unwrap();
    }
    let mut new = desk.clone();
    for (a, b) in from {
        let tables = new.shelf.tables.values_mut();
        let found = tables.chain([&mut new.rules]).filter(|text| text.contains(a));
        let count = found.map(|text| *text = text.replace(a, b)).count();
        assert!(count > 0, "{a}");
    }
    let compiled = new.compiled();
    let book = compiled.rulebook.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    let update = Update::new(&game, Arc::new(book), Arc::new(compiled.sources), &Renames::new());
    (game, update)
}

/// Tiles of every grid by what is printed on them, with what lies on them.
fn tiles(game: &Game<Machine>) -> Vec<String> {
    let (book, dump) = (game.book(), game.engine().dump());
    let name = |card: usize| &book.rows[book.cards[card].row.index()].name;
    let mut found = Vec::new();
    for (_, _, tiles) in &dump.grids {
        for t in tiles {
            let on =
                |(counter, key, value): &(houserules_lang::ir::CounterId, u16, Option<Value>)| {
                    let own = matches!(
                        book.counters[counter.index()].owner,
                        houserules_lang::ir::Owner::Card(_)
                    );
                    (own && *key == t.card.0).then(|| format!("{value:?}"))
                };
            let on: Vec<String> = dump.counters.iter().filter_map(on).collect();
            found.push(format!("{} at {}, {}, {}: {on:?}", name(t.card.index()), t.x, t.y, t.turn));
        }
    }
    found
}

/// A grid has another name, somebody may have more farmers, the bag is listed in another order:
/// tiles stay where they lie, turned as they are, with the farmers on them.
#[test]
fn tiles_on_a_grid_stay_where_they_lie() {
    let desk =
        Desk::of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/lanes.rules")).unwrap();
    let rows = desk.shelf.tables["lanes.csv"].clone();
    let mut lines: Vec<&str> = rows.lines().collect();
    lines[1..].reverse();
    let other = format!("{}\n", lines.join("\n"));
    let from = [
        ("land", "field"),
        ("farmers: 0..3 = 3", "farmers: 0..5 = 3"),
        (rows.as_str(), other.as_str()),
    ];
    let (game, update) = changed(&desk, 14, &from);
    let before = tiles(&game);
    assert!(before.len() > 5 && before.iter().any(|t| t.contains("Seat")), "{before:#?}");
    let mut now = apply(&game, &update, &How::when(When::Now)).unwrap().game;
    assert_eq!(tiles(&now), before);
    let seat = now.asked().unwrap().seats[0];
    assert!(now.menu(seat).is_some_and(|menu| !menu.entries.is_empty()));
    let (game, update) = changed(&desk, 14, &[("north+south,6", "north+south,8")]);
    let more = apply(&game, &update, &How::when(When::Now)).unwrap().game;
    assert_eq!(tiles(&more), before);
    let cards = |game: &Game<Machine>| {
        let dump = game.engine().dump();
        dump.zones.iter().map(|(.., cards)| cards.iter().flatten().count()).sum::<usize>()
    };
    assert_eq!(cards(&more), cards(&game) + 2);
}

/// A road of a map becomes longer, and another one is built: who stands somewhere stays there.
#[test]
fn whoever_stands_on_a_map_stays_there() {
    let desk =
        Desk::of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/banditos_heist.rules"))
            .unwrap();
    let from = [("San Diego Yuma,San_Diego,Yuma,3,", "San Diego Yuma,San_Diego,Yuma,6,")];
    let (game, update) = changed(&desk.with(&[]), 90, &from);
    let stands = |game: &Game<Machine>| -> Vec<String> {
        let book = game.book();
        let dump = game.engine().dump();
        let pawns = dump.counters.iter().filter(|(c, ..)| book.counters[c.index()].name == "pawn");
        let at = |value: &Option<Value>| match value {
            Some(Value::Member(of, at)) => {
                book.enums[of.index()].members[usize::from(*at)].to_string()
            }
            other => format!("{other:?}"),
        };
        pawns.map(|(_, _, value)| at(value)).collect()
    };
    let before = stands(&game);
    assert!(before.len() > 1 && !before[0].is_empty(), "{before:?}");
    let now = apply(&game, &update, &How::when(When::Now)).unwrap().game;
    assert_eq!(stands(&now), before);
    assert!(update.difference.said().contains("is a new `Stop`"), "{}", update.difference.said());
}
