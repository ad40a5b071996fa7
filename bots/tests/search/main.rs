//! The player `search`: it finds what is to be found in games that are solved, plays every game
//! here, and is fair.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod choices;
mod compared;
mod imagined;
mod tried;

use houserules_bots::determinize::{guess_amounts, new_names};
use houserules_bots::greedy::Greedy;
use houserules_bots::search::advice::Wanted;
use houserules_bots::search::{Effort, Search};
use houserules_files::loader::FolderLoader;
use houserules_interpreter::ask::{Answer, Engine, Options, Outcome, Setup, Stop};
use houserules_interpreter::chance::BotSource;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::playout::Random;
use houserules_interpreter::program::Program;
use houserules_lang::code::Code;
use houserules_lang::compile::compile;
use houserules_lang::ir::{CardId, MoveId, Rulebook, Value, ZoneId};
use houserules_lang::loader::NoFiles;
use houserules_table::visibility::card_sight;
use houserules_table::visibility::layout::Table;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn compiled(path: &Path) -> Option<Arc<Rulebook>> {
    let (mut loader, game) = FolderLoader::open(path).ok()?;
    compile(&game.name, &game.text, &mut loader).rulebook.map(Arc::new)
}

fn book(path: &str) -> Arc<Rulebook> {
    compiled(&root().join(path)).unwrap()
}

/// The rules of a folder.
fn in_folder(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().flatten().map(|e| e.path());
    let mut found: Vec<_> =
        entries.filter(|p| p.extension().is_some_and(|e| e == "rules")).collect();
    found.sort();
    found
}

fn program(book: &Arc<Rulebook>, seats: u8) -> Arc<Program> {
    Arc::new(Program::new(Arc::clone(book), &Setup { seats, options: Vec::new() }).unwrap())
}

fn of_text(text: &str) -> Arc<Rulebook> {
    let compiled = compile("small.rules", text, &mut NoFiles);
    assert!(compiled.rulebook.is_some(), "{:?}", compiled.diagnostics);
    Arc::new(compiled.rulebook.unwrap())
}

fn thought(search: &mut Search, machine: &Machine, seat: u8, tries: u32) -> Answer {
    search.answer(machine, seat, Effort::of(tries), &mut || true).unwrap()
}

/// Up to three choices, after so many tries.
fn three_of(tries: u32) -> Wanted {
    Wanted { begun: None, effort: Effort::of(tries), most: 3 }
}

/// Every answer of a seat whose choices are single members of lists.
fn every_answer(machine: &mut Machine, seat: u8) -> Vec<Answer> {
    let mut found = Vec::new();
    for offer in 0..machine.offers(Some(seat)).len() {
        let mut open = vec![Vec::new()];
        while let Some(args) = open.pop() {
            match machine.options(Some(seat), offer, &args) {
                None => found.push(Answer { offer, args }),
                Some(Options::Members(members)) => {
                    open.extend(members.into_iter().map(|m| [&args[..], &[m]].concat()));
                }
                Some(Options::Range(lo, hi)) => {
                    open.extend((lo..=hi).map(|n| [&args[..], &[Value::Number(n)]].concat()));
                }
                Some(_) => unreachable!("no sets here"),
            }
        }
    }
    found
}

#[test]
fn it_loses_no_tic_tac_toe_to_chance() {
    let program = program(&book("examples/tic_tac_toe.rules"), 2);
    let mut won = 0;
    for game in 0..12u64 {
        let own = u8::from(game % 2 == 1);
        let mut machine = Machine::start(Arc::clone(&program), game, false);
        let (mut search, mut random) = (Search::new(game), Random::new(game));
        while machine.stop() == Stop::Asking {
            let seat = machine.lot()[0];
            if seat == own {
                let answer = thought(&mut search, &machine, seat, 300);
                machine.answer(Some(seat), &answer).unwrap();
            } else {
                random.play(&mut machine, Some(seat)).unwrap();
            }
        }
        match machine.stop() {
            Stop::Over(Outcome::Won(seats)) => {
                assert!(seats.contains(&own), "lost game {game}");
                won += 1;
            }
            // Chance may happen upon a draw.
            Stop::Over(Outcome::Drawn) => {}
            other => unreachable!("{other:?}"),
        }
    }
    assert!(won >= 10, "won {won} of 12");
}

/// What a fresh mind does at a position after so many tries; the same wherever it comes up.
fn settled(known: &mut BTreeMap<u64, Answer>, machine: &Machine, tries: u32) -> Answer {
    let seat = machine.lot()[0];
    let found = known.entry(machine.hash());
    found.or_insert_with(|| thought(&mut Search::new(11), machine, seat, tries)).clone()
}

/// What is known of positions, by their hash.
#[derive(Default)]
struct Positions {
    answers: BTreeMap<u64, Answer>,
    lost: BTreeMap<u64, u32>,
}

/// Every game in which one seat is played by `search` and the other in every way there is: in how
/// many of their ends another wins alone.
fn lost(machine: &Machine, own: u8, tries: u32, known: &mut Positions) -> u32 {
    match machine.stop() {
        Stop::Over(Outcome::Won(seats)) => return u32::from(!seats.contains(&own)),
        Stop::Over(Outcome::Drawn) => return 0,
        Stop::Asking => {}
        other => unreachable!("{other:?}"),
    }
    if let Some(lost) = known.lost.get(&machine.hash()) {
        return *lost;
    }
    let seat = machine.lot()[0];
    let answers = if seat == own {
        vec![settled(&mut known.answers, machine, tries)]
    } else {
        every_answer(&mut machine.clone(), seat)
    };
    let mut sum = 0;
    for answer in answers {
        let mut next = machine.clone();
        next.answer(Some(seat), &answer).unwrap();
        sum += lost(&next, own, tries, known);
    }
    known.lost.insert(machine.hash(), sum);
    sum
}

#[test]
fn it_never_loses_tic_tac_toe_whatever_is_answered() {
    let program = program(&book("examples/tic_tac_toe.rules"), 2);
    let machine = Machine::start(program, 1, false);
    for own in [0, 1] {
        let lost = lost(&machine, own, 1000, &mut Positions::default());
        assert_eq!(lost, 0, "seat {own}");
    }
}

/// Connect four after these columns.
fn dropped(columns: &[i64]) -> Machine {
    let program = program(&book("examples/connect_four.rules"), 2);
    let mut machine = Machine::start(program, 1, false);
    for column in columns {
        let seat = machine.lot()[0];
        let args = vec![Value::Number(*column)];
        machine.answer(Some(seat), &Answer { offer: 0, args }).unwrap();
    }
    machine
}

#[test]
fn it_sees_what_must_be_done_in_connect_four() {
    let cases: [(&[i64], &[i64]); 6] = [
        // Four upright are won, and stopped.
        (&[3, 4, 3, 4, 3, 4], &[3]),
        (&[3, 4, 3, 4, 3], &[3]),
        // Three in a row with a gap.
        (&[1, 1, 2, 2, 4, 4], &[3]),
        (&[1, 1, 2, 2, 4], &[3]),
        // Two in the middle of an empty row: three with both ends open win, and must be stopped.
        (&[4, 4, 3, 3], &[2, 5]),
        (&[4, 4, 3], &[2, 5]),
    ];
    for (before, good) in cases {
        for seed in 0..4 {
            let machine = dropped(before);
            let seat = machine.lot()[0];
            let answer = thought(&mut Search::new(seed), &machine, seat, 1000);
            let Value::Number(column) = answer.args[0] else { panic!("{answer:?}") };
            assert!(good.contains(&column), "{before:?}: {column}, seed {seed}");
        }
    }
}

#[test]
fn what_is_known_for_sure_is_not_thought_about_again() {
    let machine = dropped(&[3, 4, 3, 4, 3, 4]);
    let mut search = Search::new(1);
    let thought = search.think(&machine, 0, Effort::of(1000), &mut || true);
    assert!(thought.tries < 20, "{thought:?}");
    let hint = search.hint(&machine, 0, three_of(200), &mut || true);
    assert_eq!(hint.best[0].answer.args, [Value::Number(3)]);
    assert_eq!((hint.best[0].worth, hint.best[0].doubt), (1 << 20, 0));
}

#[test]
fn it_plays_without_a_move_that_is_barred() {
    let program = program(&book("games/banditos_schacht.rules"), 2);
    let book = Arc::clone(&program.book);
    let lay = book.moves.iter().position(|m| m.name == "lay").unwrap();
    let lay = MoveId(lay as u16);
    let mut machine = Machine::start(program, 4, false);
    let (mut search, mut greedy) = (Search::new(1), Greedy::new(1));
    search.bar(&[lay]);
    greedy.bar(&[lay]);
    for at in 0..40 {
        let seat = machine.lot()[0];
        let answer = match at % 2 {
            0 => thought(&mut search, &machine, seat, 20),
            _ => greedy.answer(&machine, seat).unwrap(),
        };
        let offers = machine.offers(Some(seat));
        let only = offers.iter().all(|offer| offer.is(lay));
        assert!(only || !offers[answer.offer].is(lay), "{at}: {answer:?}");
        machine.answer(Some(seat), &answer).unwrap();
        search.forget();
        if machine.stop() != Stop::Asking {
            break;
        }
    }
}

/// Whether whoever is asked wins, by trying everything.
fn is_won(machine: &mut Machine, known: &mut BTreeMap<u64, bool>) -> bool {
    if let Some(won) = known.get(&machine.hash()) {
        return *won;
    }
    let seat = machine.lot()[0];
    let won = every_answer(machine, seat).into_iter().any(|answer| {
        let mut next = machine.clone();
        match next.answer(Some(seat), &answer).unwrap() {
            Stop::Over(Outcome::Won(seats)) => seats == [seat],
            _ => !is_won(&mut next, known),
        }
    });
    known.insert(machine.hash(), won);
    won
}

/// Every position from which the seat that is asked can win is won against each reply to what was
/// thought of there.
fn wins_on(machine: &Machine, lost: &mut BTreeMap<u64, bool>, seen: &mut BTreeSet<u64>) {
    if machine.stop() != Stop::Asking || !seen.insert(machine.hash()) {
        return;
    }
    let seat = machine.lot()[0];
    let answer = thought(&mut Search::new(7), machine, seat, 1000);
    let mut next = machine.clone();
    match next.answer(Some(seat), &answer).unwrap() {
        Stop::Over(outcome) => assert_eq!(outcome, Outcome::Won(vec![seat])),
        _ => assert!(!is_won(&mut next, lost), "{answer:?} after {} positions", seen.len()),
    }
    if next.stop() != Stop::Asking {
        return;
    }
    let other = next.lot()[0];
    for reply in every_answer(&mut next, other) {
        let mut after = next.clone();
        after.answer(Some(other), &reply).unwrap();
        wins_on(&after, lost, seen);
    }
}

#[test]
fn it_wins_nim_from_full_heaps_whatever_is_answered() {
    let program = program(&book("examples/nim.rules"), 2);
    let machine = Machine::start(program, 1, false);
    wins_on(&machine, &mut BTreeMap::new(), &mut BTreeSet::new());
}

/// Kuhn poker after a bet, with this card (from 0) in the hand of whoever has to answer it.
fn answering_a_bet(program: &Arc<Program>, held: u16) -> Machine {
    let hand = program.book.zones.iter().position(|zone| zone.name == "hand").unwrap();
    for seed in 0.. {
        let mut machine = Machine::start(Arc::clone(program), seed, false);
        let holds = |(zone, key, cards): &(ZoneId, u16, Vec<Option<CardId>>)| {
            usize::from(zone.0) == hand && *key == 1 && cards[..] == [Some(CardId(held))]
        };
        if machine.dump().zones.iter().any(holds) {
            machine.answer(Some(0), &Answer { offer: 1, args: Vec::new() }).unwrap();
            return machine;
        }
    }
    unreachable!("every card comes up")
}

/// Who wins is the same either way; the score is not.
#[test]
fn what_is_lost_is_lost_by_as_little_as_the_score_allows() {
    let program = program(&book("examples/kuhn_poker.rules"), 2);
    let fold = program.book.moves.iter().position(|m| m.name == "fold").unwrap();
    for (held, folds) in [(0, true), (2, false)] {
        for seed in 0..8 {
            let mut machine = answering_a_bet(&program, held);
            let answer = thought(&mut Search::new(seed), &machine, 1, 200);
            let offers = machine.offers(Some(1));
            assert_eq!(offers[answer.offer].is(MoveId(fold as u16)), folds, "{held}, {seed}");
        }
    }
}

/// Every rulebook here: sets, orders, races, grids, chance, teams, games for one.
#[test]
fn all_games_can_be_played() {
    let folders = ["games", "examples", "tests/rules"];
    for path in folders.iter().flat_map(|folder| in_folder(&root().join(folder))) {
        let Some(book) = compiled(&path) else { continue };
        let seats = book.players.0.max(2).min(book.players.1);
        let Ok(program) = Program::new(book, &Setup { seats, options: Vec::new() }) else {
            continue;
        };
        let mut machine = Machine::start(Arc::new(program), 5, false);
        let mut searches: Vec<Search> = (0..seats).map(|s| Search::new(s.into())).collect();
        for _ in 0..12 {
            if machine.stop() != Stop::Asking {
                break;
            }
            let seat = machine.lot()[0];
            let search = &mut searches[usize::from(seat)];
            let answer = thought(search, &machine, seat, 12);
            let taken = machine.answer(Some(seat), &answer);
            assert!(taken.is_ok(), "{}: {answer:?}: {taken:?}", path.display());
        }
    }
}

#[test]
fn it_decides_alike_when_asked_the_same() {
    let program = program(&book("games/bandit.rules"), 3);
    let mut machine = Machine::start(program, 4, false);
    let mut random = Random::new(1);
    for _ in 0..10 {
        let seat = machine.lot()[0];
        let one = thought(&mut Search::new(9), &machine, seat, 60);
        assert_eq!(one, thought(&mut Search::new(9), &machine, seat, 60));
        random.play(&mut machine, Some(seat)).unwrap();
    }
}

/// A choice as the seat means it: cards by their face if it sees them, else by their place, in sets
/// by nothing.
fn meant(machine: &Machine, seat: u8, names: Option<&[CardId]>, value: &Value) -> String {
    let book = &machine.program().book;
    let table = Table::of(book, &machine.dump());
    match value {
        Value::Card(card) if card_sight(book, &table, *card).seats >> seat & 1 == 1 => {
            format!("{:?}", names.map_or(*card, |names| names[card.index()]))
        }
        Value::Card(card) => format!("{:?}", table.lies(*card)),
        Value::List(items) => {
            let mut all: Vec<_> =
                items.iter().map(|item| meant(machine, seat, names, item)).collect();
            all.sort();
            all.join(" ")
        }
        other => format!("{other:?}"),
    }
}

#[test]
fn it_reads_nothing_that_is_hidden() {
    let games =
        ["games/bandit", "games/bandits_hideout", "examples/go_fish", "examples/crazy_eights"];
    for path in games.map(|game| format!("{game}.rules")) {
        let program = program(&book(&path), 3);
        let (mut draws, mut random) = (BotSource::new(8), Random::new(4));
        let mut machine = Machine::start(Arc::clone(&program), 2, false);
        for at in 0..60 {
            if machine.stop() != Stop::Asking {
                break;
            }
            let seat = machine.lot()[0];
            if at % 6 == 0 {
                let mut there = machine.clone();
                let dump = there.dump();
                let names = new_names(&there, &dump, seat, &mut draws);
                assert!(there.rename(&names));
                guess_amounts(&mut there, &dump, seat, &mut draws);
                let a = thought(&mut Search::new(at), &machine, seat, 30);
                let b = thought(&mut Search::new(at), &there, seat, 30);
                assert_eq!(a.offer, b.offer, "{path} {at}");
                let a = a.args.iter().map(|v| meant(&machine, seat, Some(&names), v));
                let b = b.args.iter().map(|v| meant(&there, seat, None, v));
                assert_eq!(a.collect::<Vec<_>>(), b.collect::<Vec<_>>(), "{path} {at}");
            }
            random.play(&mut machine, Some(seat)).unwrap();
        }
    }
}

#[test]
fn it_does_not_know_what_others_have_committed() {
    let program = program(&book("examples/rock_paper_scissors.rules"), 2);
    let machine = Machine::start(program, 1, false);
    let answers = every_answer(&mut machine.clone(), 0);
    assert_eq!(answers.len(), 3);
    let told: BTreeSet<String> = answers
        .iter()
        .map(|first| {
            let mut there = machine.clone();
            there.answer(Some(0), first).unwrap();
            format!("{:?}", thought(&mut Search::new(2), &there, 1, 200))
        })
        .collect();
    assert_eq!(told.len(), 1, "{told:?}");
}

/// Whom bots name that see no difference, each by its own seed.
fn named(play: &str) -> BTreeMap<String, u32> {
    let text = format!(
        "game \"Names\"\nplayers 4\nthe table has {{ named: Player or none }}\n\
         each Player has {{ votes: Number }}\nplay {{\n{play}\n  end game drawn\n}}\n\
         action name(p in players) {{ named = p }}\n"
    );
    let machine = Machine::start(program(&of_text(&text), 4), 1, false);
    let mut named = BTreeMap::new();
    for seed in 0..80 {
        // Each of the four is tried as often.
        let answer = thought(&mut Search::new(seed), &machine, 0, 4);
        *named.entry(format!("{:?}", answer.args)).or_insert(0) += 1;
    }
    named
}

#[test]
fn bots_that_see_no_difference_do_not_all_do_the_same() {
    let at_once = "  choose suspect in players by each players\n  \
                   for each p in players { p.votes = count(q in players where q.suspect is p) }";
    for play in ["  turn me in players { choose { name } }", at_once] {
        let named = named(play);
        assert!(named.len() == 4 && named.values().all(|n| (10..=30).contains(n)), "{named:?}");
    }
}

#[test]
fn what_it_learnt_is_kept_as_long_as_the_rules_play_alike() {
    let text = std::fs::read_to_string(root().join("examples/nim.rules")).unwrap();
    let machine = |text: &str| Machine::start(program(&of_text(text), 2), 1, false);
    let mut search = Search::new(1);
    let think = |search: &mut Search, machine: &Machine| {
        search.think(machine, 0, Effort::of(100), &mut || true);
        search.points()
    };
    let first = think(&mut search, &machine(&text));
    let again = think(&mut search, &machine(&format!("{text}\n// A remark.\n")));
    assert!(again > first, "{first} {again}");
    let other = text.replacen("players 2", "players 2\nthe table has { dust: Number = 3 }", 1);
    let anew = think(&mut search, &machine(&other));
    assert!(anew <= first + first / 4, "{first} {anew}");
}

#[test]
fn rules_that_cannot_be_carried_out_end_the_thinking() {
    let text = "game \"Broken\"\nplayers 2\neach Player has { points: Number }\n\
        play {\n  ends when any p in players has p.points > 5 { end game won by players with most \
        points }\n  turn me in players onwards { choose { halve or wait } }\n}\n\
        action halve { me.points = 10 / me.points }\naction wait { me.points += 2 }\n";
    let machine = Machine::start(program(&of_text(text), 2), 1, false);
    let mut search = Search::new(1);
    let thought = search.think(&machine, 0, Effort::of(500), &mut || true);
    assert!(thought.fault.is_some_and(|f| f.code == Code::R0302) && thought.tries < 500);
    assert!(search.best(&machine, 0).is_some());
}

/// Nearly every set of coins with every number is refused, as only both together tell.
#[test]
fn what_leads_nowhere_is_left_out_and_the_rest_is_tried() {
    let text = "game \"Coins\"\nplayers 2\nenum Coin { a, b, c, d, e }\n\
        each Player has { points: 0..99 }\nplay {\n  turn me in players { choose { take } }\n\
        \x20 end game won by players with most points\n}\n\
        action take(coins in any of Coin, n in 0..9)\n  needs n is count(coins) * 3 else \"no\"\n\
        \x20 needs count(coins) > 1 else \"too few\"\n\
        \x20 needs not (b in coins) else \"not that\"\n\
        { me.points = if d in coins then count(coins) else 0 }\n";
    let machine = Machine::start(program(&of_text(text), 2), 1, false);
    let mut search = Search::new(1);
    search.think(&machine, 0, Effort::of(800), &mut || true);
    let best = search.best(&machine, 0).unwrap();
    assert_eq!(best.args[1], Value::Number(9), "{best:?}");
    let hint = Search::new(1).hint(&machine, 0, three_of(800), &mut || true);
    let nines = hint.best.iter().filter(|a| a.answer.args[1] == Value::Number(9));
    assert_eq!(nines.count(), 3, "{hint:?}");
}

#[test]
fn a_clock_may_end_it_and_hints_say_what_was_found() {
    let program = program(&book("examples/nim.rules"), 2);
    let machine = Machine::start(program, 1, false);
    let mut search = Search::new(1);
    let mut left = 5;
    let thought = search.think(&machine, 0, Effort::of(10_000), &mut || {
        left -= 1;
        left > 0
    });
    assert_eq!(thought.tries, 5);
    let hint = search.hint(&machine, 0, three_of(600), &mut || true);
    assert_eq!(hint.best.len(), 3);
    let best = search.best(&machine, 0).unwrap();
    assert!(hint.best.iter().all(|a| a.tries > 0 && a.ended > 0));
    assert_eq!(hint.best[0].answer, best);
}

/// Games of either kind: choices compared, and a tree.
#[test]
fn in_the_middle_of_a_choice_a_hint_looks_at_what_is_begun() {
    for game in ["examples/crazy_eights.rules", "examples/twenty_one.rules", "games/bandit.rules"] {
        let mut machine = Machine::start(program(&book(game), 2), 3, false);
        let mut draws = BotSource::new(7);
        let mut begun = 0;
        for turn in 0..30 {
            let Some(seat) = machine.lot().first().copied() else { break };
            let answer = machine.drawn(Some(seat), <_>::default(), &mut draws).unwrap();
            for filled in 0..answer.args.len().min(3) {
                let begins = Answer { args: answer.args[..filled].to_vec(), ..answer.clone() };
                let wanted = Wanted { begun: Some(begins.clone()), ..three_of(40) };
                let hint = Search::new(turn).hint(&machine, seat, wanted, &mut || true);
                assert!(!hint.best.is_empty(), "{game} {begins:?}");
                let is_so =
                    |of: &Answer| of.offer == begins.offer && of.args.starts_with(&begins.args);
                assert!(hint.best.iter().all(|a| is_so(&a.answer)), "{game} {begins:?} {hint:?}");
                begun += usize::from(hint.best.len() > 1);
            }
            machine.answer(Some(seat), &answer).unwrap();
        }
        assert!(begun > 2, "{game}: {begun}");
    }
}
