//! New rules for games that hide something: two worlds that all but one seat see alike hear the
//! same of them, and look the same afterwards.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use houserules_interpreter::ask::{Engine, Setup};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_lang::difference::spelling::Renames;
use houserules_lang::ir::Rulebook;
use houserules_lang::source::Sources;
use houserules_table::game::Game;
use houserules_table::reload::{How, Update, When, apply, fits_unseen};
use houserules_table::visibility::Viewer;
use std::sync::Arc;

const FRUIT: &str = r#"
game "Fruit"
players 2
card Apple { value: 1..2 }
card Pear { value: 1..2 }
card Fruit is Apple or Pear
deck apples of Apple { 3 each of (1..2) }
deck pears of Pear { 3 each of (1..2) }
each Player has {
  hand: set of Fruit, seen by owner
  box: set of Fruit, seen by owner
  tray: set of Apple, seen by owner
  fav: Fruit or none
}
the table has { turns: 0..90 }
setup {
  shuffle apples
  shuffle pears
  for each p in players { move top 2 of apples to p.hand  move top 2 of pears to p.hand }
}
play {
  ends when turns is 60 { end game lost }
  turn me in players onwards {
    choose { mark or wait }
    turns += 1
  }
}
action mark(c in me.hand) as "marks a card" { me.fav = c }
action wait as "waits" { }
"#;
const MARK: &str = "{ me.fav = c }";
const BOX: (&str, &str) = (MARK, "{ move c to me.box }");

fn rules(text: &str, from: &[(&str, &str)]) -> (Arc<Rulebook>, Arc<Sources>) {
    let text = from.iter().fold(text.to_string(), |text, (a, b)| {
        assert!(text.contains(a), "{a}");
        text.replace(a, b)
    });
    let compiled = compile("a.rules", &text, &mut houserules_tests::mutate::Shelf::default());
    let book = compiled.rulebook.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    (Arc::new(book), Arc::new(compiled.sources))
}

/// A game of which somebody has said these things.
fn world(text: &str, from: &[(&str, &str)], said: &[(u8, &str)]) -> Game<Machine> {
    let (book, sources) = rules(text, from);
    let setup = Setup { seats: 2, options: Vec::new() };
    let program = Program::new(Arc::clone(&book), &setup).unwrap();
    let machine = Machine::start(Arc::new(program), 5, true);
    let mut game = Game::start(machine, book, sources, vec!["Ana".into(), "Ben".into()]);
    for (seat, choice) in said {
        game.say(*seat, choice).unwrap_or_else(|why| panic!("{choice}: {why}"));
    }
    game
}

/// What Ana hears of new rules, and sees afterwards; whether they came in.
fn heard(
    game: &Game<Machine>,
    book: Arc<Rulebook>,
    sources: Arc<Sources>,
    how: &How,
) -> (bool, String) {
    let update = Update::new(game, book, sources, &Renames::new());
    let applied = fits_unseen(game, &update, how).and_then(|()| apply(game, &update, how));
    match applied {
        Err(obstacle) => (false, format!("{obstacle} {:?}", obstacle.help)),
        Ok(applied) => {
            let ana = Viewer::Seat(0);
            let view = serde_json::to_string(&applied.game.view(ana)).unwrap();
            (true, format!("{:?} {:?} {view}", applied.notes, applied.game.log(ana, 0)))
        }
    }
}

/// What Ben chooses, once so and once so, she may not find out; whether the rules come in.
fn both(
    text: &str,
    old: &[(&str, &str)],
    new: &[(&str, &str)],
    how: &How,
    worlds: [&[(u8, &str)]; 2],
) -> bool {
    let heard = worlds.map(|said| {
        let game = world(text, old, said);
        let all: Vec<(&str, &str)> = old.iter().chain(new).copied().collect();
        let (book, sources) = rules(text, &all);
        heard(&game, book, sources, how)
    });
    assert_eq!(heard[0].1, heard[1].1);
    heard[0].0
}

const APPLE: &[(u8, &str)] = &[(0, "wait"), (1, "mark [Apple 1]")];
const PEAR: &[(u8, &str)] = &[(0, "wait"), (1, "mark [Pear 1]")];
const NARROW: (&str, &str) = ("mark(c in me.hand)", "mark(c: Apple in me.hand)");

fn now() -> How {
    How::when(When::Now)
}

#[test]
fn a_counter_that_all_see_may_hold_what_not_all_know() {
    for fav in ["Apple or none", "Apple or none, seen by owner"] {
        let new = [("fav: Fruit or none", format!("fav: {fav}"))];
        let new = [(new[0].0, new[0].1.as_str()), NARROW];
        assert!(!both(FRUIT, &[], &new, &now(), [APPLE, PEAR]));
    }
    let fewer = [("deck pears of Pear { 3 each", "deck pears of Pear { 2 each")];
    assert!(!both(FRUIT, &[], &fewer, &now(), [APPLE, PEAR]));
    // Nobody has marked anything yet.
    let nobody: &[(u8, &str)] = &[(0, "wait")];
    let new = [("fav: Fruit or none", "fav: Apple or none"), NARROW];
    assert!(both(FRUIT, &[], &new, &now(), [nobody, nobody]));
    // Every value that there may be fits.
    let wider = [("turns: 0..90", "turns: 0..95"), ("players onwards", "players  onwards")];
    assert!(both(FRUIT, &[], &wider, &now(), [APPLE, PEAR]));
}

#[test]
fn a_hidden_counter_may_hold_a_card_of_any_of_its_kinds() {
    let first = "for each p in players { if there is f in (first c in p.hand) { p.fav = f } }";
    let turns = "  turn me in players onwards";
    let begun = format!("  {first}\n{turns}");
    let old = [("fav: Fruit or none", "fav: Fruit, seen by owner"), (turns, begun.as_str())];
    let new = [("fav: Fruit,", "fav: Apple,"), ("(first c in", "(first c: Apple in"), NARROW];
    assert!(!both(FRUIT, &old, &new, &now(), [APPLE, PEAR]));
    // Where it may begin anew only its owner sees whether it does.
    let old = [("fav: Fruit or none", "fav: Fruit or none, seen by owner")];
    let new = [("fav: Fruit or none", "fav: Apple or none"), NARROW];
    assert!(both(FRUIT, &old, &new, &now(), [APPLE, PEAR]));
}

#[test]
fn a_rule_that_is_running_may_hold_any_card() {
    let old = [(MARK, "{ choose n in 1..3  turns += n  me.fav = c }")];
    assert!(!both(FRUIT, &old, &[NARROW], &now(), [APPLE, PEAR]));
    let harmless = [("turns += n", "turns += n + 1")];
    assert!(both(FRUIT, &old, &harmless, &now(), [APPLE, PEAR]));
}

#[test]
fn a_zone_that_is_gone_may_have_held_any_card() {
    let new = [("  box: set of Fruit, seen by owner\n", ""), (BOX.1, MARK)];
    let mut how = now();
    assert!(how.answer("Player.box to Player.tray"));
    assert!(!both(FRUIT, &[BOX], &new, &how, [APPLE, PEAR]));
    let mut how = now();
    assert!(how.answer("Player.box to Player.hand"));
    assert!(both(FRUIT, &[BOX], &new, &how, [APPLE, PEAR]));
}

#[test]
fn what_is_hidden_by_the_time_that_rules_come_in_may_be_any_card() {
    let new = [
        ("box: set of Fruit", "box: set of Apple"),
        ("mark(c in me.hand)", "mark(c: Apple in me.hand)"),
    ];
    let here = How::when(When::Here);
    assert!(!both(FRUIT, &[BOX], &new, &here, [APPLE, PEAR]));
    let empty: &[(u8, &str)] = &[(0, "wait")];
    assert!(both(FRUIT, &[BOX], &new, &here, [empty, empty]));
}

const PENDING: &str = r#"
game "Pending"
players 2
each Player has { points: 0..900 }
the table has { turns: 0..90 }
play {
  ends when turns is 30 { end game lost }
  round r in 1 onwards {
    choose { rock or paper or scissors } by each players
    turns += 1
  }
}
action rock as "shows a rock" { choose n in 1..3  me.points += n }
action paper as "shows paper" { me.points += 2 }
action scissors as "shows scissors" { me.points += 3 }
"#;

#[test]
fn an_answer_that_waits_may_be_any_entry_of_the_menu() {
    let worlds: [&[(u8, &str)]; 2] =
        [&[(0, "rock"), (1, "paper")], &[(0, "rock"), (1, "scissors")]];
    let new =
        [(" or scissors", ""), ("action scissors as \"shows scissors\" { me.points += 3 }\n", "")];
    assert!(!both(PENDING, &[], &new, &now(), worlds));
    assert!(both(PENDING, &[], &[("+= 2", "+= 4")], &now(), worlds));
}

/// How the cards of hands lie after they have become rows, by their rows.
fn rows_lie(seed: u64, from: &str, to: &str) -> Vec<String> {
    let (book, sources) = rules(FRUIT, &[]);
    let setup = Setup { seats: 2, options: Vec::new() };
    let program = Program::new(Arc::clone(&book), &setup).unwrap();
    let machine = Machine::start(Arc::new(program), seed, true);
    let game = Game::start(machine, book, sources, vec!["Ana".into(), "Ben".into()]);
    let (book, sources) = rules(FRUIT, &[(from, to)]);
    let update = Update::new(&game, book, sources, &Renames::new());
    let now = apply(&game, &update, &now()).unwrap().game;
    let (book, dump) = (now.book(), now.engine().dump());
    let ben = dump
        .zones
        .iter()
        .find(|(zone, key, _)| *key == 1 && book.zones[zone.index()].name == "hand");
    let cards = ben.unwrap().2.iter().flatten();
    cards.map(|card| book.rows[book.cards[card.index()].row.index()].name.to_string()).collect()
}

#[test]
fn cards_of_a_hidden_set_come_to_a_row_in_random_order() {
    let hand = "hand: set of Fruit, seen by owner";
    for to in ["hand: row of Fruit, seen by owner", "hand: pile of Fruit, seen by owner"] {
        let lies = |seed| rows_lie(seed, hand, to);
        let unsorted = (0..20).filter(|seed| !lies(*seed).is_sorted()).count();
        assert!(unsorted > 10, "{unsorted}");
        assert_eq!(lies(3), lies(3));
    }
}

#[test]
fn what_lies_in_a_hidden_set_need_not_be_among_the_first_cards_of_the_game() {
    let old = [BOX, ("deck apples of Apple { 3 each", "deck apples of Apple { 9 each")];
    let new = [("box: set of Fruit", "box: set of Apple"), NARROW];
    assert!(!both(FRUIT, &old, &new, &now(), [APPLE, PEAR]));
}

#[test]
fn cards_that_all_see_lie_nowhere_hidden() {
    let dealt = "move top 2 of apples to p.hand  move top 2 of pears to p.hand }";
    let old = |rest: &'static str| {
        [
            ("the table has { turns: 0..90", "the table has { open: row of Fruit  turns: 0..90"),
            (dealt, rest),
        ]
    };
    let new = [("hand: set of Fruit", "hand: set of Apple"), NARROW];
    let nobody: &[(u8, &str)] = &[(0, "wait")];
    let fits = |rest| both(FRUIT, &old(rest), &new, &now(), [nobody, nobody]);
    assert!(fits("move top 2 of apples to p.hand }  move pears to open"));
    assert!(!fits("move top 2 of apples to p.hand }  move top 3 of pears to open"));
}
