//! The player `greedy`: clearly better than chance, and fair: what it does follows from what its
//! seat sees.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use houserules_bots::determinize;
use houserules_bots::greedy::Greedy;
use houserules_interpreter::ask::{Answer, Engine, Setup, Stop};
use houserules_interpreter::chance::BotSource;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::playout::GameEnd;
use houserules_interpreter::playout::Random;
use houserules_interpreter::program::Program;
use houserules_lang::ir::{CardId, Rulebook, Value};
use houserules_study::report::report;
use houserules_study::sim::{Player, Playouts, SimSpec};
use houserules_tests::agree::games::{compiled, in_folder, taught};
use houserules_tests::mutate::Shelf;
use std::path::Path;
use std::sync::Arc;

fn book(path: &str) -> Arc<Rulebook> {
    compiled(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)).unwrap()
}

fn program(book: &Arc<Rulebook>, seats: u8) -> Arc<Program> {
    Arc::new(Program::new(Arc::clone(book), &Setup { seats, options: Vec::new() }).unwrap())
}

/// Wins of the first seat, which is greedy, and of the other, which is not.
fn wins(path: &str, games: u64) -> (u64, u64) {
    let setup = Setup { seats: 2, options: Vec::new() };
    let players = vec![Player::Greedy, Player::Random];
    let spec = SimSpec { setup, games, seed: 3, max_decisions: 20_000, players };
    let mut playouts = Playouts::new(program(&book(path), 2));
    let results: Vec<_> = (0..games).map(|index| playouts.play(&spec, index)).collect();
    assert!(results.iter().all(|r| matches!(r.end, GameEnd::Finished(_))), "{path}");
    let again = playouts.play(&spec, 1);
    assert_eq!(again, results[1], "{path}: the same game twice");
    let report = report(2, results);
    (report.seats[0].wins, report.seats[1].wins)
}

#[test]
fn it_beats_chance() {
    for (path, games) in [
        ("examples/tic_tac_toe.rules", 60),
        ("examples/connect_four.rules", 30),
        ("games/banditos_schacht.rules", 5),
        ("games/bandit.rules", 10),
        ("games/bandits_hideout.rules", 3),
    ] {
        let (greedy, random) = wins(path, games);
        assert!(
            greedy >= games * 4 / 5 && greedy >= 2 * random,
            "{path}: {greedy} to {random} of {games}"
        );
    }
}

/// How many points the first seat has at the end, if it is greedy.
fn points_with(ending: &str, words: &str) -> i64 {
    let text = format!(
        "game \"Points\"\nplayers 2\neach Player has {{ points: Number  sat: Number }}\nplay {{\n  \
         round n in 1..5 {{ turn me in players {{ choose {{ take }} }} }}\n  {ending}\n}}\naction \
         take(n in 1..3) {{ me.points += n  me.sat += 1 }}\n{words}\n"
    );
    let mut shelf = Shelf::of(Path::new("/nowhere"));
    let compiled = houserules_lang::compile::compile("points.rules", &text, &mut shelf);
    let book = Arc::new(compiled.rulebook.unwrap());
    let mut machine = Machine::start(program(&book, 2), 1, false);
    let (mut greedy, mut random) = (Greedy::new(1), BotSource::new(1));
    while machine.stop() == Stop::Asking {
        match machine.asked().unwrap().seats[0] {
            0 => drop(greedy.answer(&machine, 0).map(|answer| machine.answer(Some(0), &answer))),
            _ => drop(machine.playout(&[], &mut random, 1)),
        }
    }
    let points = book.counters.iter().position(|c| c.name == "points").unwrap();
    let dump = machine.dump();
    let mine = dump.counters.iter().find(|(id, key, _)| (id.index(), *key) == (points, 0));
    let Some((.., Some(Value::Number(n)))) = mine else { unreachable!("points are a number") };
    *n
}

/// Points are good, or bad, as the endings say.
#[test]
fn it_strives_for_what_wins() {
    let score = "define score for p: Player = p.points";
    for (ending, words, points) in [
        ("end game won by players with least score", score, 5),
        ("end game won by players with most score", score, 15),
        (
            "end game won by players with least penalty",
            "define penalty for p: Player = p.points",
            5,
        ),
        ("end game won by players with least points", score, 5),
        ("end game won by players with most points", "", 15),
        ("end game won by those p in players where p.sat > 0 with least score", score, 5),
        ("let best = those p in players with most score\n  end game won by best", score, 15),
        (
            "let best = those p in players with least sat\n  end game won by those p in best with \
             least score",
            score,
            5,
        ),
        (
            "end game won by players with least score",
            "define promise for p: Player = p.points\ndefine score for p: Player = p.points",
            15,
        ),
    ] {
        // The last points may not matter any more.
        let had = points_with(ending, words);
        assert!((had - points).abs() <= 2, "{ending}, {words}: {had}");
    }
}

fn renamed(names: &[CardId], value: &Value) -> Value {
    match value {
        Value::Card(card) => Value::Card(names[card.index()]),
        Value::List(items) => {
            let mut items: Vec<Value> = items.iter().map(|i| renamed(names, i)).collect();
            items.sort_by_key(|v| if let Value::Card(c) = v { c.0 } else { 0 });
            Value::List(items)
        }
        other => other.clone(),
    }
}

#[test]
fn it_reads_nothing_that_is_hidden() {
    for path in
        ["games/bandit.rules", "games/banditos_schacht.rules", "games/bandits_hideout.rules"]
    {
        let book = book(path);
        let program = program(&book, 3);
        let (mut draws, mut random) = (BotSource::new(8), Random::new(4));
        let mut machine = Machine::start(Arc::clone(&program), 2, false);
        let (mut thought, mut alike) = (0, 0);
        for at in 0..160 {
            if machine.stop() != Stop::Asking {
                machine = Machine::start(Arc::clone(&program), 3 + at, false);
            }
            let Some(seat) = machine.asked().and_then(|a| a.seats.first().copied()) else {
                continue;
            };
            if at % 8 == 0 {
                let mut there = machine.clone();
                let dump = there.dump();
                let names = determinize::new_names(&there, &dump, seat, &mut draws);
                assert!(there.rename(&names));
                determinize::guess_amounts(&mut there, &dump, seat, &mut draws);
                let (a, b) =
                    (Greedy::new(at).answer(&machine, seat), Greedy::new(at).answer(&there, seat));
                let mapped = a.map(|a| Answer {
                    args: a.args.iter().map(|v| renamed(&names, v)).collect(),
                    ..a
                });
                thought += 1;
                alike += u64::from(mapped == b);
                assert_eq!(mapped, b, "{path} {at}");
            }
            random.play(&mut machine, Some(seat)).unwrap();
        }
        assert!(thought > 12 && alike == thought, "{path}: {alike} of {thought}");
    }
}

/// Otherwise whoever plays would read at every start that the rules have changed since.
#[test]
fn what_is_kept_of_games_was_learnt_under_their_rules() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for game in ["games", "examples"].iter().flat_map(|folder| in_folder(&root.join(folder))) {
        if let Err(remark) = taught(&game) {
            panic!("{}: {remark}", game.display());
        }
    }
}
