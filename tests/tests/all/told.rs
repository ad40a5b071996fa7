//! What players are told: texts and lines of the log are for those who may know them, byte for
//! byte.
#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on has failed")]

use houserules_interpreter::ask::{Setup, Stop};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_lang::loader::NoFiles;
use houserules_table::choices::menu::{EntryKind, Fill};
use houserules_table::choices::value::Choice;
use houserules_table::game::Game;
use houserules_table::visibility::Viewer;
use std::sync::Arc;

/// A game of three that has run to its first question.
pub(crate) fn started(rules: &str, seed: u64) -> Game<Machine> {
    let compiled = compile("g.rules", rules, &mut NoFiles);
    let book = Arc::new(compiled.rulebook.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics)));
    let setup = Setup { seats: 3, options: Vec::new() };
    let program = Program::new(Arc::clone(&book), &setup).expect("a program");
    let machine = Machine::start(Arc::new(program), seed, true);
    let names = ["Ana", "Ben", "Cleo"].map(String::from).to_vec();
    Game::start(machine, book, Arc::new(compiled.sources), names)
}

pub(crate) const ANA: Viewer = Viewer::Seat(0);
pub(crate) const BEN: Viewer = Viewer::Seat(1);
pub(crate) const CLEO: Viewer = Viewer::Seat(2);

pub(crate) fn log(game: &Game<Machine>, viewer: Viewer) -> String {
    game.log(viewer, 0).into_iter().map(|line| line.text + "\n").collect()
}

const PURSES: &str = "game \"Purses\"
players 3
unit Coins \"$\"
each Player has { cash: Coins = $7, seen by owner  guess: 0..9 = 5, seen by owner }
play { turn me in players onwards { choose { work or beg or boast or whisper or bet } asking \"You own {me.cash}, {me.left} {me.left.cash}. What now?\" } }
action work as \"works\" { me.cash += $1 }
action beg
  needs me.cash < $7 else \"you own {me.cash}, {me.left} owns {me.left.cash}\"
{ say \"please\" }
action boast as \"boasts\" { openly say \"{me} owns {me.cash}\" }
action whisper as \"whispers\" { say \"{me} owns {me.cash}\" to (me, me.left) }
action bet as \"bets\" { me.guess += 9 }
";

#[test]
fn a_question_and_a_refusal_show_what_their_reader_sees() {
    let mut game = started(PURSES, 1);
    let menu = game.menu(0).expect("Ana is asked");
    assert_eq!(menu.question.as_deref(), Some("You own $7, Ben some Coins. What now?"));
    let why = game.why_not(0, "beg").expect("she cannot").to_string();
    assert!(why.starts_with("you own $7, Ben owns some Coins"), "{why}");
}

#[test]
fn a_line_is_for_those_it_is_said_to() {
    let mut game = started(PURSES, 1);
    game.say(0, "whisper").expect("a move");
    assert!(log(&game, ANA).contains("Ana owns $7"));
    // It is said to Ben, too, but Ana's cash stays hers.
    assert!(log(&game, BEN).contains("Ana owns some Coins"), "{}", log(&game, BEN));
    assert!(!log(&game, CLEO).contains("owns"), "{}", log(&game, CLEO));
    assert!(!log(&game, Viewer::Spectator).contains("owns"));
    game.say(1, "boast").expect("a move");
    for viewer in [ANA, BEN, CLEO, Viewer::Spectator] {
        assert!(log(&game, viewer).contains("Ben owns $7"), "`openly` tells all");
    }
}

#[test]
fn a_fault_leaves_out_what_not_everybody_sees() {
    let mut game = started(PURSES, 1);
    game.say(0, "bet").expect("a move");
    assert!(matches!(game.stop(), Stop::Fault(_)));
    let said = |game: &mut Game<Machine>, viewer| game.fault(viewer).expect("a fault").message;
    assert_eq!(
        said(&mut game, Viewer::Referee),
        "`guess` would become 14, but it goes from 0 to 9"
    );
    assert_eq!(said(&mut game, ANA), "`guess` would leave its range, which goes from 0 to 9");
    for viewer in [BEN, CLEO, Viewer::Spectator] {
        assert_eq!(
            said(&mut game, viewer),
            "a rule could not be carried out, and not everybody may see what it reads"
        );
    }
}

#[test]
fn a_rule_that_stops_the_game_is_named_to_those_who_may_read_what_it_reads() {
    let share = "action share as \"shares\" { pay(me.left) }
to pay(p: Player) { if me.guess / (p.guess - 5) > 1 { p.guess += 1 } }\n";
    for (did, readers) in [("set", vec![ANA, BEN, CLEO]), ("share", vec![]), ("half", vec![ANA])] {
        let rules = PURSES.replace("or bet }", "or set or share or half }") + share;
        let rules = rules
            + "action half { openly if 10 / (me.guess - 5) > 1 { say \"ten\" } }
action set { me.guess = 9 + 1 }\n";
        let mut game = started(&rules, 1);
        game.say(0, did).expect("a move");
        for viewer in [ANA, BEN, CLEO, Viewer::Referee] {
            let told = game.fault(viewer).expect("a fault").place.is_some();
            assert_eq!(
                told,
                viewer == Viewer::Referee || readers.contains(&viewer),
                "{did} {viewer:?}"
            );
        }
    }
}

#[test]
fn what_was_shown_is_read_in_texts_as_long_as_it_has_not_changed() {
    let more = "action lay_open as \"lays open\" { show me.cash to me.left  tell() }
to tell { for each p in players { say \"{p} has {p.cash}\" }  say \"{me} owns {me.cash}\" }\n";
    let rules = PURSES.replace("or bet }", "or bet or lay_open }");
    let rules = rules.replace("{ me.cash += $1 }", "{ me.cash += $1  tell() }");
    let mut game = started(&(rules + more), 1);
    let mut said = |seat, what: &str, viewer| {
        let from = game.log_length();
        game.say(seat, what).expect("a move");
        game.log(viewer, from).into_iter().map(|line| line.text + "\n").collect::<String>()
    };
    assert!(said(0, "lay_open", CLEO).contains("Ana has some Coins"));
    let bens = said(1, "lay_open", BEN);
    assert!(bens.contains("Ana has $7") && bens.contains("Cleo has some Coins"), "{bens}");
    let cleos = said(2, "work", CLEO);
    assert!(cleos.contains("Ben has $7") && cleos.contains("Ana has some Coins"), "{cleos}");
    // It has changed, and Ben was not shown how.
    let bens = said(0, "work", BEN);
    assert!(bens.contains("Ana has some Coins") && bens.contains("Ana owns some Coins"), "{bens}");
    let cleos = said(1, "work", CLEO);
    assert!(
        cleos.contains("Ben has some Coins") && cleos.contains("Ana has some Coins"),
        "{cleos}"
    );
}

const BIDS: &str = "game \"Bids\"
players 3
card Chit { value: 1..9 }
deck pack of Chit { each of (1..9) }
each Player has { hand: set of Chit, seen by owner  gold: 0..9 = 1, seen by owner }
setup { for each p in players { move top 1 of pack to p.hand } }
play { choose { bid } by each players  end game won by players }
action bid(c in me.hand) needs c.value > me.gold else \"too low\" { move c to pack }
";

#[test]
fn who_has_no_option_where_several_are_asked_is_told_to_them_alone() {
    let mut game = started(BIDS, 1);
    let said = |game: &mut Game<Machine>, viewer| game.fault(viewer).expect("a fault");
    for viewer in [Viewer::Referee, ANA] {
        let report = said(&mut game, viewer);
        assert_eq!(report.message, "Ana must choose, but has no option");
        assert!(report.details.iter().any(|line| line.contains("too low")), "{report:?}");
    }
    for viewer in [BEN, CLEO, Viewer::Spectator] {
        let report = said(&mut game, viewer);
        assert_eq!(report.message, "a player must choose here, but has no option");
        assert!(report.details.is_empty(), "{report:?}");
    }
}

#[test]
fn a_fault_under_a_secret_condition_does_not_tell_which_rule_it_was() {
    let peek = "action peek as \"peeks\" { if me.cash > $5 { noted(me)  me.guess += 9 } }
to noted(p: Player) { p.guess += 9 }\n";
    let mut game = started(&(PURSES.replace("or bet }", "or bet or peek }") + peek), 1);
    game.say(0, "peek").expect("a move");
    assert!(matches!(game.stop(), Stop::Fault(_)));
    for viewer in [Viewer::Referee, ANA] {
        let report = game.fault(viewer).expect("a fault");
        assert!(report.code.as_deref() == Some("R0303") && report.place.is_some(), "{report:?}");
        assert!(game.view(viewer).place.is_some());
    }
    for viewer in [BEN, CLEO, Viewer::Spectator] {
        let report = game.fault(viewer).expect("a fault");
        assert_eq!(
            report.heading(),
            "error: a rule could not be carried out, and not everybody may see what it reads"
        );
        assert!(report.place.is_none() && report.help.is_none(), "{report:?}");
        assert!(game.view(viewer).place.is_none());
    }
}

const WOLVES: &str = "game \"Wolves\"
players 3
enum Role { wolf, villager }
card Role_card { role: Role }
deck roles of Role_card { 2 each of (wolf)  1 each of (villager) }
card Thing { v: 1..9 }
deck things of Thing { 3 each of (1..9) }
each Player has { secret: slot of Role_card, seen by owner  hid: Number, seen by owner  hand: set of Thing, seen by owner }
the table has { heap: pile of Thing, seen by nobody }
setup { shuffle roles  for each p in players { move top 1 of roles to p.secret } }
play {
  for each p in players {
    move top 1 of things to p.hand
    if p.is_wolf {
      for each q in players where (q is not p and q.is_wolf) { show q.secret to p }
      shuffle things
      show p.hid to p.left
      noted(p)
      choose n in 1..3 by chance
      say \"it is night\"
    }
  }
  turn me in players { choose { pass } }
  end game won by players
}
to noted(p: Player) as \"noted {p}\" { shuffle heap }
define is_wolf for p: Player = any s in p.secret has s.role is wolf
";

#[test]
fn what_leaves_no_trace_under_a_secret_condition_is_told_to_those_who_can_read_it() {
    for seed in 0..6 {
        let game = started(WOLVES, seed);
        let villager = (0..3u8).find(|s| !log(&game, Viewer::Seat(*s)).contains("is shown to"));
        // Whoever stands to the left of a wolf is shown a counter.
        for seat in 0..3u8 {
            let seen = log(&game, Viewer::Seat(seat));
            let wolf = seen.contains("noted");
            assert_eq!(wolf, seen.contains("it is night"), "seed {seed}\n{seen}");
            assert_eq!(wolf, seen.contains("by lot:"), "seed {seed}\n{seen}");
            if !wolf {
                assert!(
                    !seen.contains("shuffled") || seen.matches("shuffled").count() == 1,
                    "{seen}"
                );
            }
        }
        assert!(
            villager.is_none()
                || !log(&game, Viewer::Seat(villager.unwrap_or(0))).contains("noted")
        );
        let spectator = log(&game, Viewer::Spectator);
        assert!(!spectator.contains("is shown to"), "{spectator}");
        // Nobody sees from a line where it was interrupted.
        assert!(spectator.contains("Ana, Ben and Cleo get a Thing card each"), "{spectator}");
        let referee = log(&game, Viewer::Referee);
        assert_eq!(referee.matches("noted").count(), 2, "{referee}");
    }
}

#[test]
fn the_spectators_log_is_the_same_in_all_worlds() {
    let of = |seed| log(&started(WOLVES, seed), Viewer::Spectator);
    let first = of(0);
    for seed in 1..12 {
        assert_eq!(first, of(seed), "seed {seed}");
    }
}

const OPEN: &str = "game \"Open\"
players 3
card K { v: 1..9 }
deck pack of K { each of (1..9) }
each Player has { n: Number = 3, seen by owner  hand: set of K, seen by owner }
setup { shuffle pack  for each p in players { move top 2 of pack to p.hand } }
play { turn me in players { choose { go or pass } } end game won by players }
action go { me.n += 1 }
";

#[test]
fn the_end_opens_nothing_by_itself() {
    let mut game = started(OPEN, 1);
    for seat in 0..3 {
        game.say(seat, "pass").expect("a move");
    }
    assert!(matches!(game.stop(), Stop::Over(_)));
    let counters = |game: &Game<Machine>, viewer| {
        game.view(viewer).groups.iter().map(|g| g.counters.len()).sum::<usize>()
    };
    assert_eq!(counters(&game, ANA), 1);
    assert_eq!(counters(&game, Viewer::Spectator), 0);
    assert_eq!(counters(&game, Viewer::Referee), 3);
}

const MARKED: &str = "game \"Marked\"
players 3
card Chit { value: 1..9 }
deck pack of Chit { each of (1..9) }
each Player has { hand: set of Chit, seen by owner }
each turn has { marked: Chit or none }
the table has { stock: pile of Chit, seen by nobody }
setup { shuffle pack  move pack to stock  for each p in players { move top 2 of stock to p.hand } }
play { turn me in players onwards { choose { bury } choose { draw_one } } }
action bury(c in me.hand) { turn.marked = c  move c to stock  shuffle stock }
action draw_one { move top 1 of stock to me.hand }
";

#[test]
fn a_card_that_a_run_holds_does_not_show_where_it_lies() {
    let mut game = started(MARKED, 1);
    let choice = game.options(0, 0, &[]).expect("cards");
    let Fill::One(cards) = choice.fill else { panic!("one card") };
    game.say(0, &format!("bury {}", cards[0].typed)).expect("a move");
    for viewer in [ANA, BEN, Viewer::Spectator] {
        let view = game.view(viewer);
        let marked = view.groups.iter().flat_map(|g| &g.counters).find(|c| c.name == "marked");
        assert_eq!(marked.and_then(|c| c.value.clone()).as_deref(), Some("a card"));
        assert!(!log(&game, viewer).contains("card 1 of"), "{}", log(&game, viewer));
    }
}

const MARKING: &str = "game \"Marking\"
players 3
card Chit { value: 1..9 }
deck pack of Chit { each of (1..9) }
each Player has { hand: set of Chit, seen by owner  fav: Chit or none }
setup { shuffle pack  for each p in players { move top 2 of pack to p.hand } }
play { turn me in players { choose { mark } choose { mark } } }
action mark(c in me.hand) { openly me.fav = c }
";

#[test]
fn that_a_counter_keeps_the_same_card_does_not_show() {
    let told = [0, 1].map(|second| {
        let mut game = started(MARKING, 1);
        for at in [0, second] {
            let choice = game.options(0, 0, &[]).expect("cards");
            let Fill::One(cards) = choice.fill else { panic!("one card") };
            game.say(0, &format!("mark {}", cards[at].typed)).expect("a move");
        }
        log(&game, BEN)
    });
    assert_eq!(told[0], told[1]);
    assert_eq!(told[0].matches("fav is now a card").count(), 2, "{}", told[0]);
}

const HIDERS: &str = "game \"Hiders\"
players 3
unit Coins \"$\"
card Chit { v: 4..9 }
deck pack of Chit { each of (4..9) }
each Player has { hand: set of Chit, seen by owner  cash: Coins = $3, seen by owner }
the table has { box: pile of Chit, seen by nobody }
setup { shuffle pack  for each p in players { move top 2 of pack to p.hand } }
play { turn me in players onwards { choose { hide_it } } }
action hide_it(c in me.hand) as \"hides {c} worth {c.v}; {me.left} owns {me.left.cash}, I \
{me.riches}\" { move c to box }
define riches for p: Player -> Text = \"own {p.cash}\"
";

#[test]
fn an_announcement_shows_what_its_reader_sees() {
    let mut game = started(HIDERS, 1);
    let choice = game.options(0, 0, &[]).expect("cards");
    let Fill::One(cards) = choice.fill else { panic!("one card") };
    let card = cards[0].typed.clone();
    let worth = card.trim_end_matches(']').rsplit(' ').next().expect("a number").to_string();
    game.say(0, &format!("hide_it {card}")).expect("a move");
    let mine = log(&game, ANA);
    assert!(mine.contains(&format!("worth {worth}; Ben owns some Coins, I own $3")), "{mine}");
    for viewer in [BEN, CLEO, Viewer::Spectator] {
        let read = log(&game, viewer);
        let bens = if viewer == BEN { "$3" } else { "some Coins" };
        assert!(
            read.contains(&format!("worth some number; Ben owns {bens}, I own some Coins")),
            "{read}"
        );
    }
}

const CHITS: &str = "game \"Chits\"
players 3
card Chit { value: 1..2 }
deck pack of Chit { 9 each of (1..1) }
each Player has { hand: set of Chit, seen by owner }
the table has { line: row of Chit, seen by nobody, heap: set of Chit, seen by nobody }
setup { for each p in players { move top 3 of pack to p.hand } }
play { turn me in players onwards { choose { show_one }  choose { stow or stow_two } } }
action show_one(c in me.hand) { show c to me.left }
action stow(c in me.hand) { move c to line }
action stow_two(cs in 2 of me.hand) { for each c in cs { move c to heap } }
";

#[test]
fn which_of_two_copies_is_meant_the_chooser_says() {
    let mut game = started(CHITS, 1);
    assert_eq!(
        game.options(0, 0, &[]).map(|o| format!("{:?}", o.fill).matches("shown").count()),
        Some(1)
    );
    game.say(0, "show_one [Chit 1]").expect("copies of which all know as much");
    let Some(Fill::One(options)) = game.options(0, 0, &[]).map(|o| o.fill) else {
        panic!("one of them")
    };
    let shown: Vec<&str> = options.iter().map(|o| o.shown.as_str()).collect();
    assert_eq!(shown, ["Chit 1 (known to nobody else)", "Chit 1 (known to Ben)"]);
    for face in ["stow [Chit 1]", "stow chit 1", "stow_two ([Chit 1], [Chit 1 (known to Ben)])"] {
        let why = game.say(0, face).expect_err("either").to_string();
        let which = "`[Chit 1 (known to Ben)]` or `[Chit 1 (known to nobody else)]`";
        assert!(why.contains("copies that differ") && why.contains(which), "{why}");
    }
    let mut values = game.clone();
    // As a value a copy is told by who knows it, too.
    for (option, place) in options.iter().zip(["a card", "Chit 1"]) {
        let mut game = values.clone();
        let entry = game.menu(0).expect("Ana is asked").entries[0].kind;
        let EntryKind::Move(id) = entry else { panic!("a move") };
        game.submit(0, &Choice::Move { id, entry: None, args: vec![option.arg.clone()] })
            .expect("possible");
        assert!(log(&game, BEN).contains(&format!("Ana stows {place}")), "{}", log(&game, BEN));
    }
    values
        .say(0, "stow_two ([Chit 1 (known to nobody else)], [Chit 1 (known to nobody else)])")
        .expect("those");
    game.say(0, "stow [chit 1 (known to ben)]").expect("the one that Ben knows");
    assert!(log(&game, BEN).contains("Ana stows Chit 1"), "{}", log(&game, BEN));
    assert!(log(&game, CLEO).contains("Ana stows a card"), "{}", log(&game, CLEO));
}

const LANDS: &str = "game \"Lands\"
players 2 to 3
card Land { sort: Sort }
enum Sort { forest }
deck pack of Land { 9 each of (Sort) }
each Player has { hand: set of Land, seen by owner }
each Land has { tapped: yes or no = no, poison: yes or no = no, seen by nobody }
the table has { heap: pile of Land }
setup { for each p in players { move top 2 of pack to p.hand } }
play { turn me in players onwards { choose { tap }  choose { lay } } }
action tap(c in me.hand) { c.tapped = yes }
action lay(c in me.hand) { move c to heap }
";

#[test]
fn copies_are_told_apart_by_the_counters_that_the_chooser_sees() {
    let mut game = started(LANDS, 1);
    game.say(0, "tap [forest]").expect("they differ in nothing that anybody sees");
    let why = game.say(0, "lay [forest]").expect_err("either").to_string();
    assert!(why.contains("`[forest (not tapped)]` or `[forest (tapped)]`"), "{why}");
    let Some(Fill::One(options)) = game.options(0, 0, &[]).map(|o| o.fill) else {
        panic!("one of them")
    };
    for (option, tapped) in options.iter().zip([false, true]) {
        assert_eq!(option.shown.contains("(tapped)"), tapped, "{}", option.shown);
        let mut game = game.clone();
        let EntryKind::Move(id) = game.menu(0).expect("Ana is asked").entries[0].kind else {
            panic!("a move")
        };
        game.submit(0, &Choice::Move { id, entry: None, args: vec![option.arg.clone()] })
            .expect("possible");
    }
    game.say(0, "lay [forest (tapped)]").expect("that one");
}

/// A counter that nobody sees becomes another in the first round, or stays what it was.
const FATES: &str = "game \"Fates\"
players 3
each Player has { points: Number  fate: 0..9 = START, seen by nobody }
play {
  round {
    for each p in players { p.points += 1 p.fate = 2 }
    turn me in players { choose { pass } }
    end game won by players
  }
}
";

#[test]
fn how_lines_are_put_together_does_not_tell_what_happens_between_them() {
    let [here, there] = ["2", "3"].map(|start| started(&FATES.replace("START", start), 1));
    assert_eq!(log(&here, BEN), log(&there, BEN));
    assert!(log(&here, BEN).contains("points"), "{}", log(&here, BEN));
}

/// Cards go, are shown and hidden, chance decides; in between a counter that nobody sees becomes another, or stays
/// what it was.
const DEALT: &str = "game \"Dealt\"
players 3
card Chit { value: 1..9 }
deck pack of Chit { each of (1..9) }
each Player has {
  stash: pile of Chit, seen by nobody
  hand: set of Chit, seen by owner
  fate: 0..9 = START, seen by nobody
  points: Number
}
setup { for each p in players { move top 2 of pack to p.stash  show p.stash to players } }
play {
  round {
    for each p in players { DOES p.fate = 2 }
    turn me in players { choose { pass } }
    end game won by players
  }
}
";

/// What everybody reads where that is done for each player.
fn told_alike(does: &str) -> String {
    let rules = DEALT.replace("DOES", does);
    let [here, there] = ["2", "3"].map(|start| started(&rules.replace("START", start), 1));
    for viewer in [ANA, BEN, CLEO, Viewer::Spectator] {
        assert_eq!(log(&here, viewer), log(&there, viewer), "{does}");
    }
    log(&here, Viewer::Spectator)
}

#[test]
fn nor_does_it_tell_what_changes_between_cards_that_go_together() {
    for does in [
        "move top 1 of p.stash to p.hand",
        "move top 1 of pack to p.stash",
        "show top 1 of p.stash to players",
        "hide top 1 of p.stash",
        "hide top 1 of p.stash from p.left",
    ] {
        told_alike(does);
    }
}

#[test]
fn nor_does_it_tell_what_changes_between_throws() {
    let told = told_alike("choose n in 1..3 by chance");
    assert_eq!(told.matches("by lot").count(), 1, "{told}");
    let told = told_alike("choose n in 1..3 by chance  p.fate = 2  p.points = n");
    assert_eq!(told.matches("points is now").count(), 3, "{told}");
    assert_eq!(told.matches(" (by lot)").count(), 3, "{told}");
}

const LINES: &str = "game \"Lines\"
players 3
card Chit { value: 1..4 }
deck pack of Chit { 4 each of (1..4) }
each Player has { line: row of Chit, seen by nobody }
the table has { heap: pile of Chit }
setup { shuffle pack  for each p in players { move top 3 of pack to p.line } }
play { ends when count(heap) > 3 { end game won by players }
  turn me in players onwards { choose { mix or look } } }
action mix(cs in 2 of me.left.line) { move cs to me.left.line }
action look(cs in 2 of me.left.line) { show cs to me }
";

/// Cards of a row that nobody sees are named by their places alone, wherever several are named.
#[test]
fn several_cards_of_a_row_are_named_in_the_order_of_their_places() {
    for seed in 1..=6 {
        for (did, said) in [("mix", "mixes"), ("look", "looks")] {
            let mut game = started(LINES, seed);
            game.say(0, &format!("{did} (Ben.line.slot(1), Ben.line.slot(2))")).expect("a move");
            let told = log(&game, CLEO);
            assert!(
                told.contains(&format!("Ana {said} card 1 of Ben's line and card 2 of Ben's line")),
                "{told}"
            );
            assert!(!told.contains("card 2 of Ben's line and card 1"), "{told}");
        }
        let refused =
            started(LINES, seed).say(0, "mix").expect_err("cards are missing").to_string();
        let at = |n: u8| refused.find(&format!("Ben.line.slot({n})")).expect("they are listed");
        assert!(at(1) < at(2) && at(2) < at(3), "{refused}");
    }
}

const HANDS: &str = "game \"Hands\"
players 3
card Chit { value: 1..9 }
deck pack of Chit { each of (1..9) }
each Player has { hand: set of Chit, seen by owner  line: row of Chit, seen by owner }
the table has { heap: pile of Chit  bag: pile of Chit, seen by nobody }
setup { for each p in players { move top 3 of pack to p.hand } }
play { turn me in players onwards { choose { cede or stow or put or part } } }
action cede(c in me.hand) { if there is x in (first y in me.hand) { move x to me.left.line } }
action stow(c in me.hand) { move me.hand to bag }
action put(c in me.hand) { lay(c) }
action part(c in me.hand, d in me.hand) { move c to bag  if d is not c { move d to heap } }
to lay(k: Chit) { let card = k  move card to heap }
";

/// That a card which goes is the chosen one is known only where the rule calls it by the name that
/// was chosen.
#[test]
fn what_becomes_of_a_chosen_card_is_told_with_the_choice_only_where_the_rule_names_it() {
    for did in ["cede", "stow"] {
        let told = [1, 2, 3].map(|n| {
            let mut game = started(HANDS, 1);
            game.say(0, &format!("{did} [Chit {n}]")).expect("a move");
            [BEN, CLEO].map(|viewer| log(&game, viewer))
        });
        assert!(told.iter().all(|one| *one == told[0]), "{told:#?}");
    }
    let mut game = started(HANDS, 1);
    game.say(0, "put [Chit 2]").expect("a move");
    assert!(log(&game, CLEO).ends_with("Ana puts Chit 2\nBen's turn\n"), "{}", log(&game, CLEO));
    let mut game = started(HANDS, 1);
    game.say(0, "part [Chit 2], [Chit 3]").expect("a move");
    let told = log(&game, CLEO);
    assert!(told.contains("Ana parts a card of Ana's hand, Chit 3\n"), "{told}");
    assert!(!told.contains("Chit 2"), "{told}");
}

/// Whoever knows the cards of a hand does not read in which order a lot laid them out of sight.
#[test]
fn an_order_that_falls_by_lot_is_not_read_in_the_log() {
    let rules = HANDS.replace("stow(c in me.hand)", "stow");
    for seed in 1..=6 {
        let mut game = started(&rules, seed);
        game.say(0, "stow").expect("a move");
        let told = log(&game, ANA);
        assert!(told.contains("Chit 1, Chit 2 and Chit 3 go from Ana's hand to bag"), "{told}");
    }
}

#[test]
fn what_chance_draws_from_a_secret_is_told_to_those_who_know_it() {
    let rules = "game \"Bounds\"\nplayers 3\n\
        each Player has { cash: 0..9 = 7, seen by owner  wolf: yes or no, seen by owner  \
        fate: Number, seen by owner }\n\
        play { turn me in players onwards { choose { one or some or who or shout or pass } } }\n\
        action one { let p = me  choose n in (p.cash, p.cash) by chance  p.fate = n }\n\
        action some { let p = me  choose n in 6..8 where n is p.cash by chance  p.fate = n }\n\
        action who { let p = me  p.wolf = yes  choose q in players where q.wolf by chance }\n\
        action shout { let p = me  openly choose n in (p.cash, p.cash) by chance  p.fate = n }\n";
    for (did, told, readers) in [
        ("one", "by lot: 7", vec![ANA, Viewer::Referee]),
        ("some", "by lot: 7", vec![ANA, Viewer::Referee]),
        ("who", "by lot: Ana", vec![Viewer::Referee]),
        ("shout", "by lot: 7", vec![ANA, BEN, CLEO, Viewer::Spectator, Viewer::Referee]),
    ] {
        let mut game = started(rules, 1);
        game.say(0, did).expect("a move");
        for viewer in [ANA, BEN, CLEO, Viewer::Spectator, Viewer::Referee] {
            let log = log(&game, viewer);
            assert_eq!(log.contains(told), readers.contains(&viewer), "{did} {viewer:?}: {log}");
        }
    }
}

#[test]
fn what_lies_on_unseen_cards_is_asked_of_nobody() {
    let rules = "game \"Crates\"\nplayers 3\ncard Ware { value: 1..4 }\n\
        card Coin { worth: 1..2 }\ndeck pack of Ware { each of (1..4) }\n\
        deck mint of Coin { 9 each of (1..2) }\neach Ware has { stack: pile of Coin }\n\
        each Player has { hand: set of Ware, seen by owner }\n\
        setup { for each p in players { move top 1 of pack to p.hand } }\n\
        play { turn me in players onwards { choose { load or tell or pass } } }\n\
        action load(c in me.hand) { move top 1 of mint to c.stack }\n\
        action tell { say \"{sum(count(c.stack) for c in me.hand)} there\" }\n";
    let mut game = started(rules, 1);
    game.say(0, "load [Ware 1]").expect("a move");
    for seat in [1, 2] {
        game.say(seat, "pass").expect("a move");
    }
    game.say(0, "tell").expect("a move");
    for viewer in [BEN, CLEO, Viewer::Spectator] {
        let log = log(&game, viewer);
        assert!(log.contains("some number there"), "{log}");
    }
}
