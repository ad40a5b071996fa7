//! Which of several copies of a card a typed line means: the one that gets furthest in the rules.
#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on has failed")]

use houserules_interpreter::ask::Setup;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_lang::loader::NoFiles;
use houserules_table::game::Game;
use houserules_table::runner::{Status, run_test};
use std::sync::Arc;

/// Everybody has a copy of every card, and so has the market.
const MARKET: &str = "game \"Market\"
players 2
unit Coins \"$\"
card Ware { worth: 1..4 }
deck wares of Ware { 4 each of (1..4) }
each Player has { stash: set of Ware  hand: row of Ware  cash: Coins = $1 }
the table has { market: row of Ware  shelf: row of Ware  blocked: yes or no  heap: set of Ware }
setup {
  for each p in players { for each n in 1..4 { take_one(n)  move first c in heap to p.stash } }
  for each n in 1..4 { take_one(n)  move heap to market }
  take_one(3)
  move heap to market
  for each c in those c in wares where c.worth is 4 { move c to shelf }
}
to take_one(n: Number) { if there is c in (first c in wares where c.worth is n) { move c to heap } }
play {
  turn me in players onwards { choose { buy or barter or pair or swap_next or snatch or choosy or pass } }
}
action buy(c in market)
  needs me.cash >= c.worth * $1 else \"too dear\"
{ move c to me.stash }
action snatch(c in market)
  needs me.cash > $1 else \"too poor\"
{ move c to me.stash }
action barter(mine in me.stash, c in market)
  needs c.worth <= mine.worth else \"too good\"
{ move c to me.stash }
action pair(cs in 2 of market)
  needs sum(c.worth for c in cs) <= 3 else \"together too dear\"
{ move cs to me.stash }
action swap_next(a in market, b in market where b.position is a.position + 1) { swap a with b }
action choosy(c in market where c.worth <= 2) { move c to me.stash }
test \"a copy elsewhere is not meant\" with Ana, Ben {
  given it is Ana's turn
  Ana cannot buy [2] because \"too dear\"
  Ana cannot snatch [2] because \"too poor\"
  Ana cannot barter [2], [3] because \"too good\"
  Ana cannot pair ([2], [4]) because \"together too dear\"
}
";

fn started() -> Game<Machine> {
    let compiled = compile("g.rules", MARKET, &mut NoFiles);
    let book = Arc::new(compiled.rulebook.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics)));
    let setup = Setup { seats: 2, options: Vec::new() };
    let program = Program::new(Arc::clone(&book), &setup).expect("a program");
    let machine = Machine::start(Arc::new(program), 1, true);
    Game::start(machine, book, Arc::new(compiled.sources), ["Ana", "Ben"].map(String::from).into())
}

#[test]
fn the_reason_is_that_of_the_copy_that_gets_furthest() {
    for (asked, told) in [
        ("buy [2]", "too dear: Ware 2's worth times $1 is $2; it must be at most $1 (Ana's cash)"),
        ("buy 2", "too dear"),
        ("buy ware 2", "too dear"),
        ("snatch [2]", "too poor"),
        ("barter [2] [3]", "too good: Ware 3's worth is 3; it must be at most 2"),
        ("pair ([2], [4])", "together too dear"),
        ("pair [2] [4]", "together too dear"),
        ("choosy [3]", "you cannot choose Ware 3; choose Ware 1 or Ware 2"),
        ("choosy [3]", "Ware 3's worth is 3; it must be at most 2"),
    ] {
        let why = started().why_not(0, asked).map_or_else(String::new, |why| why.to_string());
        assert!(why.contains(told), "{asked}: {why}");
    }
}

/// Of two copies in a row the first leads to nothing, the second goes.
#[test]
fn the_other_copy_is_tried() {
    let mut game = started();
    let why = game.why_not(0, "swap_next [4] [3]");
    assert!(why.is_none(), "{why:?}");
    let why = game.why_not(0, "swap_next [3] [4]");
    assert!(why.is_none(), "{why:?}");
    let why = game.why_not(0, "swap_next [3] [3]").map_or_else(String::new, |why| why.to_string());
    assert!(why.contains("you cannot choose Ware 3"), "{why}");
}

/// A test speaks of the same copy.
#[test]
fn a_test_means_it_too() {
    let compiled = compile("g.rules", MARKET, &mut NoFiles);
    let book = Arc::new(compiled.rulebook.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics)));
    let start = |setup: &Setup, seed| {
        let program = Program::new(Arc::clone(&book), setup)?;
        Ok(Machine::start(Arc::new(program), seed, false))
    };
    let result = run_test(&book, &compiled.sources, 0, &start);
    assert_eq!(result.status, Status::Passed, "{:?}", result.message);
}
