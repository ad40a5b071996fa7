//! What is told of slips after which a game is wrong though it reads well: what is so from the
//! start, numbers that go the wrong way; and that the nearest sound rules are let pass.

use super::said::{said, says};

/// A small game, with a line of it written otherwise.
fn with(lines: &[(&str, &str)]) -> String {
    let mut rules = ISLE.to_owned();
    for (line, other) in lines {
        assert!(rules.contains(line), "{line}");
        rules = rules.replace(line, other);
    }
    rules
}

/// That one thing is said of a game with lines written otherwise.
fn told(lines: &[(&str, &str)], words: &[&str]) {
    says(&with(lines), "", words);
}

/// That nothing is said.
fn quiet(lines: &[(&str, &str)]) {
    let mut found = said(&with(lines), "");
    // What a line that is left out was the only one to use does not matter here.
    found.retain(|one| !one.starts_with("W0505") && !one.starts_with("W0506"));
    assert!(found.is_empty(), "{lines:?}: {found:#?}");
}

const ISLE: &str = r#"unit Shells "$"
enum Calling { hunter, healer, scout, smith }
enum Omen { fog, calm, feast }
enum Beast | bite: Number { boar | 1 wyrm | 3 }
enum Glade 3 by 3
card Gear { cost: Shells, armour: 0..3 }
card Sign { omen: Omen }
deck gear of Gear { 3 each of ($2..$4, 1..3) }
deck signs of Sign { 3 each of (Omen) }

each Glade has { relic: yes or no }
each Player has {
  pawn: Glade = Glade(1, 1)
  calling: Calling or none
  life: 0..10 = 8, capped
  shells: Shells = $3
  relics: Number
  pack: set of Gear
}
the table has { shop: row of Gear  past_signs: pile of Sign  gloom: 0..20, capped
  beast: Beast = boar
}

setup {
  shuffle gear
  shuffle signs
  move top 3 of gear to shop
  for each p in players {
    choose gift in those a in Calling where (no q in players has q.calling is a) by chance
    p.calling = gift
  }
  Glade(3, 3).relic = yes
}

play {
  ends when sum(p.relics for p in players) >= 4 { end game won by players }
  ends when every p in players has p.life is 0 { end game lost }
  ends at once when gloom is 20 { end game lost }
  round d in 1 onwards {
    read_sign()
    gloom += 1
    turn me in those p in players where p.life > 0 { choose deeds until all pass }
  }
}

menu deeds { walk or lift or buy or meet or pass }

to read_sign {
  move top 1 of signs to past_signs
  if there is s in top 1 of past_signs {
    if s.omen is fog { for each p in players { p.life -= 1 } }
    else if s.omen is feast { for each p in players { p.life += 1 } }
  }
}

when signs runs out {
  move past_signs to signs
  shuffle signs
}

action walk(g in Glade where g is not me.pawn) once per turn { me.pawn = g  beast = wyrm }

action lift
  needs me.pawn.relic else "no relic lies here"
{
  me.pawn.relic = no
  me.relics += 1
}

action buy(c in shop)
  needs me.shells >= c.cost else "too dear"
{
  me.shells -= c.cost
  move c to me.pack
}

action meet
  once per turn
{
  me.life -= larger(beast.bite - me.cover, 0)
  if me.calling is smith { me.shells += $1 }
}

define cover for p: Player = most(c.armour for c in p.pack) otherwise 0
"#;

#[test]
fn the_game_is_sound() {
    quiet(&[]);
}

#[test]
fn what_is_read_before_it_is_set_is_told() {
    told(&[("calling: Calling or none", "calling: Calling")], &["W0522", "`calling`"]);
    // Set before, or with a start.
    quiet(&[
        ("calling: Calling or none", "calling: Calling"),
        ("  shuffle gear\n", "  for each p in players { p.calling = hunter }\n  shuffle gear\n"),
    ]);
    quiet(&[("calling: Calling or none", "calling: Calling = smith"), ("no q in", "any q in")]);
    // It is not read at first.
    quiet(&[
        ("calling: Calling or none", "calling: Calling"),
        ("where (no q in players", "where (no q in (those r in players where r.shells > $3)"),
        ("by chance\n", "by chance\n    p.shells += $1\n"),
    ]);
}

#[test]
fn a_choice_of_nothing_is_told() {
    told(&[("no q in", "any q in")], &["W0407", "nothing to choose"]);
    let deal = "  move top 3 of gear to shop\n";
    let first = "  choose c in shop by chance\n  move c to gear at bottom\n";
    told(&[(deal, &format!("{first}{deal}"))], &["W0407", "`shop` is still empty"]);
    quiet(&[(deal, &format!("{deal}{first}"))]);
    // The second pass has something to choose from.
    let rich = "    if any q in players has q.shells > $3 {\n      choose w in those w in players where \
                w.shells > $3 by chance\n      w.shells += $1\n    }\n    p.shells += $1\n";
    quiet(&[("by chance\n", &format!("by chance\n{rich}"))]);
}

#[test]
fn fewer_members_than_players_are_told() {
    told(&[("healer, ", "")], &["W0516", "with 4 players", "`Calling` has only 3"]);
    quiet(&[("healer, ", ""), ("(no q in players has q.calling is a)", "(a is not scout)")]);
}

#[test]
fn an_ending_that_holds_from_the_start_is_told() {
    told(
        &[("gloom: 0..20, capped", "gloom: 0..20 = 20, capped")],
        &["W0521", "`gloom` is 20", "at once"],
    );
    told(&[(">= 4", "<= 4")], &["W0521", "`relics` is 0"]);
    told(&[("when every p in players", "when no p in players")], &["W0521", "`life` is 8"]);
    told(&[("life: 0..10 = 8, capped", "life: 0..10, capped")], &["W0521", "`life` is 0"]);
    // The set-up sees to it, or the game does before it is asked.
    quiet(&[
        ("life: 0..10 = 8, capped", "life: 0..10, capped"),
        ("p.calling = gift", "p.calling = gift\n    p.life = 8"),
    ]);
    quiet(&[
        ("gloom: 0..20, capped", "gloom: 0..20 = 20, capped"),
        ("  round d", "  gloom = 0\n  round d"),
    ]);
    quiet(&[("p.life is 0 { end", "p.calling is none { end")]);
    // It is set on every way to where it is asked.
    quiet(&[("when every p in players has p.life is 0", "when gloom is 0")]);
}

#[test]
fn a_turn_that_nobody_has_is_told() {
    let turn = "those p in players where p.life > 0";
    told(&[(turn, "those p in players where p.life is 0")], &["W0521", "of nobody", "`life`"]);
    // Somebody else is asked, or each round brings it nearer.
    quiet(&[
        (turn, "those p in players where p.relics >= 2"),
        ("gloom += 1\n", "gloom += 1\n    for each p in players { p.relics += 1 }\n"),
        (">= 4", ">= 40"),
    ]);
    let other = "    turn me in those p in players where p.life is 0 { choose { meet or pass } }\n";
    quiet(&[("    turn me in", &format!("{other}    turn me in"))]);
}

#[test]
fn an_if_that_is_asked_once_is_told() {
    let ends = "  ends at once when gloom is 20 { end game lost }\n";
    told(&[(ends, "  if gloom is 20 { end game lost }\n")], &["W0521", "asked once", "ends when"]);
    quiet(&[
        ("    gloom += 1\n", "    gloom += 1\n    if gloom is 20 { end game lost }\n"),
        (ends, ""),
    ]);
}

#[test]
fn a_range_that_is_left_unasked_is_told() {
    told(&[("8, capped", "8")], &["W0517", "`life` stays within 0..10", "capped"]);
    quiet(&[("8, capped", "8"), ("{ p.life -= 1 }", "{ if p.life > 0 { p.life -= 1 } }")]);
    // An ending as soon as one is at 0 keeps within.
    quiet(&[("8, capped", "8"), ("every p in players has p.life", "any p in players has p.life")]);
}

#[test]
fn a_price_asked_the_wrong_way_round_is_told() {
    told(&[("shells >= c.cost", "shells <= c.cost")], &["W0517", "too little `shells`", "`>=`"]);
    told(&[("shells >= c.cost", "shells < c.cost")], &["W0517", "too little `shells`"]);
    // Whoever has too little buys on credit, whoever has enough elsewhere.
    quiet(&[
        ("shells >= c.cost", "shells < c.cost"),
        ("walk or", "walk or pay or"),
        (
            "action meet",
            "action pay(c in shop)\n  needs me.shells >= c.cost else \"on credit\"\n{\n  \
             me.shells -= c.cost\n  move c to me.pack\n}\n\naction meet",
        ),
    ]);
}

#[test]
fn what_never_takes_anything_is_told() {
    told(&[("larger(beast", "smaller(beast")], &["W0403", "never more than 0", "`larger(…, 0)`"]);
    quiet(&[("larger(beast.bite - me.cover, 0)", "smaller(beast.bite, 2)")]);
    quiet(&[("me.life -= larger(beast", "me.life += smaller(beast")]);
}

#[test]
fn a_refill_without_a_shuffle_is_told() {
    told(&[("signs to signs\n  shuffle signs", "signs to signs")], &["W0508", "laid off"]);
    let other = "move past_signs to signs\n  shuffle signs";
    quiet(&[(other, "shuffle past_signs\n  move past_signs to signs")]);
}

#[test]
fn a_free_gain_until_all_pass_is_told() {
    told(&[("  me.pawn.relic = no\n", "")], &["W0604", "`lift`", "as often as one likes"]);
    let taken = "  me.pawn.relic = no\n";
    quiet(&[(taken, ""), ("action lift\n", "action lift\n  once per turn\n")]);
    quiet(&[(taken, ""), ("deeds until all pass", "deeds")]);
    quiet(&[(taken, ""), ("needs me.pawn.relic else", "needs me.relics < 2 else")]);
    // What has an upper end may be filled up, and a turn may be over by it.
    quiet(&[(taken, ""), ("relics: Number", "relics: 0..6, capped")]);
    quiet(&[
        (taken, ""),
        (
            "{ choose deeds until all pass }",
            "{ ends when any p in players has p.relics >= 2  choose deeds until all pass }",
        ),
    ]);
}

#[test]
fn an_ending_that_may_be_passed_over_is_told() {
    let plain = ("life: 0..10 = 8, capped", "life: Number = 8");
    let turn = ("those p in players where p.life > 0", "players");
    told(&[plain], &["W0523", "`life` may fall", "`<= 0`"]);
    told(&[plain, turn], &["W0523", "`life` may fall"]);
    quiet(&[plain, ("p.life is 0", "p.life <= 0")]);
    // In steps of one, or in equal ones, it comes to just 0.
    quiet(&[plain, ("larger(beast.bite - me.cover, 0)", "1")]);
    quiet(&[
        plain,
        ("larger(beast.bite - me.cover, 0)", "2"),
        ("p.life -= 1", "p.life -= 2"),
        ("p.life += 1", "p.life += 4"),
    ]);
    quiet(&[plain, ("larger(beast.bite - me.cover, 0)", "smaller(beast.bite, me.life)")]);
}
