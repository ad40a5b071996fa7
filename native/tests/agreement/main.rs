//! Machine code does what the interpreter does: the same draws in the same order, the same bytes,
//! the same faults of the same rules, wherever one takes over from the other.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod both;

use both::{Both, book, files};
use houserules_interpreter::ask::Stop;
use std::path::Path;

/// Plays games of each file of a folder, of the fewest and the most players by turns; how many
/// stopped with a fault.
fn agree_in(folder: &str, games: u64, most: u64) -> u64 {
    let (mut wrong, mut all, mut faults) = (Vec::new(), 0, 0);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    for (turn, path) in files(&folder).into_iter().enumerate() {
        let Some(book) = book(&path, &std::fs::read_to_string(&path).unwrap()) else { continue };
        for (n, seats) in
            [book.players.0, book.players.1.min(4).max(book.players.0)].into_iter().enumerate()
        {
            if n != turn % 2 {
                continue;
            }
            let Some(both) = Both::of(&book, seats) else { continue };
            for seed in 0..games {
                match both.agree(seed + 100 * n as u64, most) {
                    Ok((made, stop)) => {
                        all += made;
                        faults += u64::from(matches!(stop, Stop::Fault(_)));
                    }
                    Err(why) => wrong.push(format!("{} ({seats}): {why}", path.display())),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(all > 100, "only {all} decisions");
    faults
}

#[test]
fn every_small_rulebook_agrees() {
    let faults = agree_in("tests/rules", 3, 300);
    assert!(faults > 5, "only {faults} games stopped with a fault");
}

#[test]
fn examples_agree() {
    agree_in("examples", 3, 400);
}

#[test]
fn games_agree() {
    agree_in("games", 1, 150);
}

/// The stop of every game of some rules, the same both ways.
fn faults_of(rules: &str) -> Vec<&'static str> {
    let book = book(Path::new("game.rules"), rules).unwrap();
    let both = Both::of(&book, 2).unwrap();
    let code = |seed| match both.agree(seed, 200).unwrap().1 {
        Stop::Fault(fault) => fault.code.name(),
        Stop::Asking | Stop::Over(_) => "",
    };
    (0..3).map(code).collect()
}

const HEAD: &str = "game \"Faults\"
players 2
the table has { pot: 0..9 = 3  spare: Number = 0 }
play { turn me in players onwards { choose { take or lend } } }
action lend(n in 1..3) { spare += n }
";

#[test]
fn faults_of_conditions_flow_and_choices_are_those_of_the_interpreter() {
    let conditions = "action take needs 12 / pot > 1 else \"no\" { pot -= 1 }\n";
    let flow = "action take(n in 1..2) { pot -= n }\n";
    let choices = "action take(n in 1..12 / pot) { pot -= 1  spare += n }\n";
    for rules in [conditions, flow, choices] {
        let found = faults_of(&format!("{HEAD}{rules}"));
        assert!(found.iter().any(|code| code.starts_with('R')), "{found:?} in {rules}");
    }
}

#[test]
fn rules_that_run_away_stop_at_the_same_step() {
    let rules = "action take { for each n in 1..4000 { for each k in 1..4000 { spare += 1 } } }\n";
    let found = faults_of(&format!("{HEAD}{rules}"));
    assert!(found.iter().any(|code| code.starts_with('R')), "{found:?}");
}

/// Rules for two, played both ways; decisions made.
fn decisions_of(rules: &str) -> u64 {
    let book = book(Path::new("game.rules"), rules).unwrap();
    let both = Both::of(&book, 2).unwrap();
    (0..20).map(|seed| both.agree(seed, 300).unwrap().0).sum()
}

#[test]
fn cards_that_move_and_steps_that_are_drawn_again_agree() {
    let rules = "game \"Cards\"
players 2
card Coin { worth: 1..9 }
deck bag of Coin { 2 each of (1..9) }
card Stone { hue: 1..3 }
deck quarry of Stone { each of (1..3) }
each Player has { hand: set of Coin, seen by owner  line: row of Coin }
the table has { heap: pile of Coin  pebble: slot of Stone  idle: 0..20 = 0 }
setup { shuffle bag  for each p in players { move top 3 of bag to p.hand } }
play {
  ends when idle > 12 { end game won by players }
  turn me in players onwards { choose { lay or take or swap or may draw_one otherwise rest } }
}
action lay(c in me.hand) { move c to me.line  idle += 1 }
action take(p in players, c in p.line where c.worth > idle)
  once per turn for p
{ move c to heap  idle = 0 }
action swap(s in quarry) { move pebble to quarry  move s to pebble  idle += 1 }
action draw_one needs bag is not empty else \"none\" { move top 1 of bag to me.hand  again }
action rest { idle += 1 }
when bag runs out { move heap to bag  shuffle bag }
";
    let made = decisions_of(rules);
    assert!(made > 100, "only {made} decisions");
}

#[test]
fn lists_that_do_not_fit_on_the_stack_agree() {
    let rules = "game \"Lists\"
players 2
the table has { pot: 0..99999 = 0 }
play {
  ends when pot > 900 { end game won by players }
  turn me in players onwards { choose { take } }
}
action take(n in some_of(3)) { pot += n + count(some_of(pot)) }
define some_of(least: Number) = those n in 1..400 where (n > least and n < 2 * least + 20)
";
    let made = decisions_of(rules);
    assert!(made > 20, "only {made} decisions");
}

/// A board whose squares are asked for by what lies on them; `ends` says how else it may end.
fn board(ends: &str) -> String {
    format!(
        "game \"Board\"
players 2
enum Cell 4 by 4
each Cell has {{ mark: Player or none  heat: 0..3 = 0 }}
the table has {{ moves: Number }}
play {{
  ends when any p in players has p.has_a_line {{ end game won by winners }}
  ends when every s in Cell has s.mark is not none {{ end game drawn }}
  {ends}
  turn me in players onwards {{ choose {{ take or drop or warm or turn_over }} }}
}}
action take(s in Cell) needs s.mark is none else \"taken\" {{ s.mark = me  moves += 1 }}
action drop(column in 1..4)
  needs Cell(column, 4).mark is none else \"full\"
{{
  if there is s in (first q in Cell where (q.column is column and q.mark is none)) {{ s.mark = me }}
}}
action warm(s in Cell where s.mark is me)
  needs s.heat < 3 else \"hot\"
{{ s.heat += 1  moves += 1 }}
action turn_over {{
  for each s in Cell where (s.heat is 2 and s.mark is not none) {{ s.mark = none  s.heat = 0 }}
}}
define winners = those p in players where p.has_a_line
define has_a_line for p: Player =
  any line in lines of 3 on Cell has (every s in line has s.mark is p)
"
    )
}

#[test]
fn squares_that_are_asked_for_by_what_lies_on_them_agree() {
    // Where something may end at once, the interpreter writes.
    for ends in ["", "ends at once when moves > 30 { end game drawn }"] {
        let made = decisions_of(&board(ends));
        assert!(made > 100, "only {made} decisions");
    }
}

#[test]
fn those_who_answer_one_after_the_other_agree() {
    let rules = "game \"Each\"
players 2
each Player has { said: Number  gold: Number = 5 }
play {
  ends when any p in players has p.gold > 20 { end game won by players with most gold }
  round n in 1..20 {
    choose bid in 0..n by each players
    for each p in players { p.said = p.bid }
    choose { spend or save } by each players
    may choose friend in opponents by each players
    for each p in players { if p.friend is not none { p.gold += p.said } }
    choose { spend or save or rest } by each those p in players where p.said > 1
  }
  end game drawn
}
action spend needs me.gold > 0 else \"no gold\" { me.gold -= 1 }
action save { me.gold += 1 }
action rest { me.said -= 1 }
";
    let made = decisions_of(rules);
    assert!(made > 500, "only {made} decisions");
}

#[test]
fn loops_over_few_members_agree() {
    let rules = "game \"Loops\"
players 2
enum Hue { red, green, blue }
each Player has { points: Number }
each Hue has { owner: Player or none  worth: Number = 1 }
the table has { rest: Number = 40 }
play {
  ends when any p in players has (any h in Hue has (h.owner is p and h.worth > 6)) {
    end game won by players with most points
  }
  ends when rest < 1 or no h in Hue has (any p in players has (h.worth + p.points < 30)) {
    end game drawn
  }
  turn me in players onwards { choose { own or raise } }
}
action own(h in Hue where h.owner is not me) { h.owner = me  rest -= 1 }
action raise(h in Hue, p in players where p.may_grow) {
  h.worth += 1
  p.points += 1
  rest -= 1
}
define may_grow for p: Player =
  every o in players has (o is p or o.points <= p.points + 9)
";
    let made = decisions_of(rules);
    assert!(made > 100, "only {made} decisions");
}
