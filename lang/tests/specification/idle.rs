//! Conditions and rules with what is said of them, and those of which nothing may be said.

mod running;
mod settled;

use houserules_lang::code::Code;
use houserules_lang::compile::compile;
use houserules_lang::idle::CODES;
use houserules_lang::loader::{LoadError, Loaded, Loader, NoFiles};

const HEAD: &str = "game \"Example\"\nplayers 2 to 4\nunit Dollars \"$\"\nenum Suit { red, blue }\n\
    card Mile { suit: Suit, rank: 1..4, price: Dollars }\ncard Coin { worth: 1..9 }\n\
    deck miles of Mile { each of (Suit, 1..4, $1..$2) }\ndeck coins of Coin { 5 each of (1) }\n\
    each Player has { hand: set of Mile  points: 0..20  purse: $0..$9  best: 0..9 or none }\n\
    the table has { n: Number  mark: Suit or none }\n\
    option rounds: 2..6 = 3\n\
    setup { shuffle miles  n += 1  mark = red  for each p in players { p.points += 1  p.purse += \
    $1  p.best = 2  move top 1 of miles to p.hand } }\n";

/// Codes of this pass for a text behind the head.
fn said(text: &str) -> Vec<Code> {
    let done = compile("game.rules", &format!("{HEAD}{text}"), &mut NoFiles);
    let wrong: Vec<_> = done.diagnostics.iter().filter(|d| d.code.is_error()).collect();
    assert!(wrong.is_empty(), "{text}: {wrong:?}");
    let found = done.diagnostics.iter().map(|d| d.code);
    found.filter(|c| CODES.iter().any(|(code, _)| code == c)).collect()
}

/// Codes for a condition on `c`, a card of `me`, who acts.
fn of(condition: &str) -> Vec<Code> {
    said(&format!(
        "play {{ turn me in players {{ for each c in me.hand {{ if {condition} {{ n += rounds }} \
         }} }}  end game lost }}"
    ))
}

#[test]
fn comparisons_beyond_a_range_are_told() {
    for condition in [
        "c.rank > 4",
        "c.rank is 5",
        "c.rank is not 0",
        "c.rank >= 1",
        "c.rank + 1 > 5",
        "me.points < 0",
        "me.purse > $9",
        "me.best > 9",
        "rounds is 1",
        "count(me.hand) < 0",
        "count(players) > 4",
        "n > 3 and c.rank <= 4",
        "any k in 1..3 has k > 3",
        "not (c.rank > 4)",
    ] {
        assert_eq!(of(condition), [Code::W0403], "{condition}");
    }
}

#[test]
fn comparisons_with_themselves_are_told() {
    for condition in [
        "me.points is me.points",
        "c.rank > c.rank",
        "c is c",
        "me.left.points >= me.left.points",
        "n is not n",
    ] {
        assert_eq!(of(condition), [Code::W0404], "{condition}");
    }
}

#[test]
fn what_excludes_each_other_is_told() {
    for condition in [
        "c.rank > 3 and c.rank < 2",
        "c.rank > 2 and n > 3 and c.rank is 1",
        "c.suit is red and c.suit is blue",
        "c.suit is red and n > 2 and c.suit is not red",
        "c.suit is not red or c.suit is not blue",
        "n > 4 or n < 5",
        "n > 4 or not (n > 4)",
    ] {
        assert_eq!(of(condition), [Code::W0405], "{condition}");
    }
}

#[test]
fn nothing_is_said_of_what_may_be() {
    for condition in [
        "c.rank > 3",
        "c.rank is 4 or c.rank is 1",
        "c.rank > 1 and c.rank < 4",
        "c.suit is red or c.suit is blue",
        "me.best <= 9",
        "me.best >= me.best",
        "me.points is me.left.points",
        "rounds is 2",
        "count(me.hand) > 0",
        "count(players) > 3",
        "count(players) > 1",
        "c.rank + me.points > 23",
        "n > 4 or me.best > 4 or me.best <= 4",
        "any d in me.hand has d.rank is c.rank",
        "mark is red and c.suit is blue",
        "any k in 1..rounds has k > 5",
        "n > 4 and me.points < 5",
        "(n > 5 and c.rank is 1) or (n < 2 and c.rank is 2)",
    ] {
        assert!(of(condition).is_empty(), "{condition}: {:?}", of(condition));
    }
}

#[test]
fn what_the_rules_never_do_is_told() {
    let play = |text: &str| said(&format!("play {{ {text}  end game lost }}"));
    assert_eq!(play("let k = n  n += rounds"), [Code::W0509]);
    assert!(play("let k = rounds  n += k").is_empty());
    assert!(
        play("n += rounds  for each p in players { move top 1 of coins to coins at bottom }")
            .is_empty()
    );
    let more = |text: &str| said(&format!("{text}\nplay {{ n += rounds  end game lost }}"));
    assert_eq!(
        more(
            "deck tolls of Coin { each of (2..4) }\nto draw_toll { move top 1 of tolls to tolls at \
             bottom }"
        ),
        [Code::W0508]
    );
    assert!(more("to draw_mile { move top 1 of miles to miles at bottom }").is_empty());
    assert_eq!(
        more("the table has { goal: Number = 5 }\nto reach { if n is goal { n = 1 } }"),
        [Code::W0507]
    );
    let forbidden = "action rest { n += 1 }\nforbid rest when n > 3 because \"a\"\nforbid rest \
                     when n > 3 because \"b\"";
    assert_eq!(more(forbidden), [Code::W0602]);
    assert!(more(&forbidden.replacen("n > 3", "n > 4", 1)).is_empty());
}

#[test]
fn what_was_said_before_is_told() {
    for (condition, code) in [
        ("c.suit is red and c.suit is red", Code::W0404),
        ("n > 2 or c.rank is 1 or n > 2", Code::W0404),
        ("(if n is 1 then 2 else if n is 1 then 3 else 4) is n", Code::W0405),
    ] {
        assert_eq!(of(condition), [code], "{condition}");
    }
    let play = |text: &str| {
        said(&format!("play {{ {text}  if n is rounds {{ n += 1 }}  end game lost }}"))
    };
    assert_eq!(play("n = 1  n = 2"), [Code::W0512]);
    assert_eq!(play("if n > 3 { n += 1 } else if n > 3 { n -= 1 }"), [Code::W0405]);
    let end = "ends when n > 3 { end game drawn }";
    assert_eq!(play(&format!("ends when n > 3 {{ end game lost }}  {end}")), [Code::W0405]);
    assert_eq!(play("for each p in players { p.points = 21 }"), [Code::W0403]);
    for fine in [
        "n = 1  n = n + 1",
        "n = 1  n += 2",
        "for each p in players { p.points = 1  p.left.points = 2 }",
        "for each p in players { p.points = 20 }",
        "if n > 3 { n = 1 } else { n = 2 }",
        "if n > 3 { n += 1 } else if n > 2 { n -= 1 }",
    ] {
        assert!(play(fine).is_empty(), "{fine}: {:?}", play(fine));
    }
}

#[test]
fn zones_that_nothing_is_put_into_are_told() {
    let more = |text: &str| said(&format!("{text}\nplay {{ n += rounds  end game lost }}"));
    let asked = "the table has { heap: pile of Mile }\nto look { if heap is empty { n = 7 } }";
    assert_eq!(more(asked), [Code::W0513]);
    assert!(more(&format!("{asked}\nto fill {{ move top 1 of miles to heap }}")).is_empty());
    assert!(
        more(&format!(
            "{asked}\nto fill(z: zone of Mile) {{ move top 1 of miles to z }}\nto both {{ \
             fill(heap) }}"
        ))
        .is_empty()
    );
}

#[test]
fn a_counter_that_is_only_set_to_its_start_is_told() {
    let more = |text: &str| said(&format!("{text}\nplay {{ n += rounds  end game lost }}"));
    let asked = "the table has { open: yes or no }\nto look { if open { n = 7 } }";
    assert_eq!(more(&format!("{asked}\nto close {{ open = no }}")), [Code::W0507]);
    assert!(more(&format!("{asked}\nto begin {{ open = yes }}")).is_empty());
}

#[test]
fn what_is_done_for_nothing_is_told() {
    let play = |text: &str| {
        said(&format!("play {{ {text}  if n is rounds {{ n += 1 }}  end game lost }}"))
    };
    for idle in [
        "n = n",
        "n += 0",
        "mark = mark",
        "move top 1 of miles to miles",
        "move coins to coins",
        "move top 0 of coins to miles",
        "n = n + 0",
        "if mark is red { n += 1 } else { n += 1 }",
        "for each p in players { p.points = p.points }",
    ] {
        let idle = idle.replace("of coins to miles", "of miles to miles at bottom");
        assert_eq!(play(&idle), [Code::W0515], "{idle}");
    }
    for fine in [
        "move top 1 of miles to miles at bottom",
        "move bottom 1 of miles to miles",
        "for each p in players { p.points = p.left.points }",
        "if mark is red { n += 1 } else { n += 2 }",
    ] {
        assert!(play(fine).is_empty(), "{fine}: {:?}", play(fine));
    }
}

#[test]
fn names_that_make_no_difference_are_told() {
    let more = |text: &str| said(&format!("{text}\nplay {{ n += rounds  end game lost }}"));
    let play = |text: &str| said(&format!("play {{ {text}  n += rounds  end game lost }}"));
    assert_eq!(more("to reward(p: Player, k: Number) { p.points += 1 }"), [Code::W0509]);
    assert!(more("to reward(p: Player, k: Number) { p.points += k }").is_empty());
    assert_eq!(more("action take(s in Suit) { n += 1 }"), [Code::W0509]);
    assert!(more("action take(s in Suit where s is red) { n += 1 }").is_empty());
    assert!(more("action take(s in Suit) as \"takes {s}\" { n += 1 }").is_empty());
    let other = "let lucky = first q in players  for each p in players { lucky.points += 1 }";
    assert_eq!(play(other), [Code::W0509]);
    assert!(play("for each p in players { n += 1 }").is_empty());
    assert_eq!(
        said(
            "to won -> yes or no { n += 1  give n > 3 }\nplay { let good = won()  n += rounds  end \
             game lost }"
        ),
        [Code::W0509]
    );
}

#[test]
fn squares_beyond_a_board_are_told() {
    let more = |text: &str| {
        said(&format!(
            "enum Cell 7 by 6\neach Cell has {{ stones: Number }}\n{text}\n\
             play {{ n += rounds  Cell(1, 1).stones += 1  end game lost }}"
        ))
    };
    for beyond in [
        "action drop(x in 1..7) needs Cell(x, 7).stones is 1 else \"full\" { n += 1 }",
        "action drop(x in 1..8) needs Cell(x, 6).stones is 1 else \"full\" { n += 1 }",
        "define row_of = any l in lines of 8 on Cell has every s in l has s.stones > 1",
    ] {
        assert_eq!(more(beyond), [Code::W0406], "{beyond}");
    }
    for fine in [
        "action drop(x in 1..7) needs Cell(x, 6).stones is 1 else \"full\" { n += 1 }",
        "action drop(x in 1..8) needs Cell(x, 6) is not none else \"there\" { n += x }",
        "define row_of = any l in lines of 7 on Cell has every s in l has s.stones > 1",
        "define beyond = any s in Cell has Cell(s.column + 1, s.row) is none",
    ] {
        assert!(more(fine).is_empty(), "{fine}: {:?}", more(fine));
    }
}

#[test]
fn more_cards_than_there_are_are_told() {
    let deal = |n: &str| {
        let head = HEAD.replace("move top 1 of miles", &format!("move top {n} of miles"));
        let text = format!("{head}play {{ n += rounds  end game lost }}");
        let done = compile("game.rules", &text, &mut NoFiles);
        done.diagnostics.iter().filter(|d| d.code == Code::W0516).count()
    };
    // Sixteen miles for up to four.
    assert_eq!(deal("5"), 1);
    assert_eq!(deal("4"), 0);
    assert_eq!(deal("(if count(players) is 4 then 3 else 5)"), 0);
}

#[test]
fn what_is_taken_unasked_is_told() {
    let more = |text: &str| {
        said(&format!(
            "each Player has {{ coins: Dollars = $3 }}\n{text}\nplay {{ n += rounds  end game lost \
             }}"
        ))
    };
    for wrong in [
        "action buy(c in me.hand) as \"buys {c}\" { me.coins -= $2 }",
        "to charge(p: Player) { p.coins -= $2 }\naction buy { charge(me) }",
    ] {
        assert_eq!(more(wrong), [Code::W0517], "{wrong}");
    }
    for fine in [
        "action buy needs me.coins >= $2 else \"poor\" { me.coins -= $2 }",
        "action buy { if me.coins >= $2 { me.coins -= $2 } }",
        "action buy(k in $0..me.coins) { me.coins -= k }",
        "action buy { me.coins -= smaller(me.coins, $2) }",
        "define rich for p: Player = p.coins > $2\naction buy needs me.rich else \"poor\" { \
         me.coins -= $2 }",
        "to charge(p: Player) { p.coins -= $2 }\naction buy needs me.coins >= $2 else \"poor\" { \
         charge(me) }",
        "action buy { me.coins -= $2 }\nto look { if any p in players has p.coins < $0 { n = 2 } }",
    ] {
        assert!(more(fine).is_empty(), "{fine}: {:?}", more(fine));
    }
    assert_eq!(
        said(
            "each Player has { wins: 0..9 }\nplay { for each p in players { if p.wins > 3 { p.wins \
             -= 1 } }  n += rounds  end game lost }"
        ),
        [Code::W0517]
    );
}

#[test]
fn choices_that_are_none_are_told() {
    let more = |text: &str| said(&format!("{text}\nplay {{ n += rounds  end game lost }}"));
    assert_eq!(more("action lay(k in 3..1) { n += k }"), [Code::W0407]);
    assert_eq!(more("action lay(c in miles) { move c to me.hand }"), [Code::W0605]);
    assert!(more("action lay(c in me.hand) { move c to me.left.hand }").is_empty());
    let turn = |of: &str| {
        said(&format!(
            "action rest {of}\nplay {{ turn me in players {{ choose {{ rest or pass }} }}  n += \
             rounds  end game lost }}"
        ))
    };
    assert_eq!(turn("{ n += 1  again }"), [Code::W0604]);
    assert!(turn("once per turn { n += 1  again }").is_empty());
    assert!(turn("needs n < 9 else \"enough\" { n += 1  again }").is_empty());
    let won = |who: &str| said(&format!("play {{ n += rounds  end game won by {who} }}"));
    assert_eq!(won("(first p in players with most points)"), [Code::W0518]);
    assert!(won("players with most points").is_empty());
}

#[test]
fn tests_that_show_nothing_are_told() {
    let test = |lines: &str| {
        said(&format!(
            "play {{ n += rounds  choose k in 1..6 by chance  n += k  end game lost }}\n\
             test \"x\" with Ana, Ben {{ {lines} }}"
        ))
    };
    assert_eq!(test("given Ana.points is 3"), [Code::W0701]);
    assert_eq!(
        test("given Ana.hand is [red 1 $1]\n given Ben.hand is [red 1 $1]\n expect n is 1"),
        [Code::W0702]
    );
    assert_eq!(test("chance gives 7\n expect n is 1"), [Code::W0703]);
    let because = |words: &str| {
        said(&format!(
            "play {{ turn me in players {{ choose {{ rest }} }}  n += rounds  end game lost }}\n\
             action rest(k in 1..3) needs n + k < 3 else \"you have {{n}} already\" {{ n += 1 }}\n\
             test \"x\" with Ana, Ben {{ Ana cannot rest 1 because \"{words}\" }}"
        ))
    };
    assert_eq!(because("you had {n} already"), [Code::W0704]);
    assert!(because("you have {n} already").is_empty());
    assert!(because("you have 4 already").is_empty());
    assert!(test("chance gives 6\n given Ana.hand is [red 1 $1]\n expect n is 1").is_empty());
}

#[test]
fn needs_that_exclude_each_other_are_told() {
    let more = |text: &str| said(&format!("{text}\nplay {{ n += rounds  end game lost }}"));
    let both = "action lay needs n > 3 else \"a\" needs n < 2 else \"b\" { n += 1 }";
    assert_eq!(more(both), [Code::W0405]);
    assert!(more(&both.replace("n < 2", "n < 5")).is_empty());
    assert_eq!(
        more("action lay(k in 1..30) { for each p in players { p.points -= k } }"),
        [Code::W0403]
    );
}

#[test]
fn what_is_never_come_to_is_told() {
    let codes = |play: &str| -> Vec<Code> {
        let text = format!("{HEAD}play {{ {play} }}\naction rest {{ n += rounds }}");
        let found = compile("game.rules", &text, &mut NoFiles).diagnostics;
        assert!(found.iter().all(|d| !d.code.is_error()), "{play}: {found:?}");
        let never = |code: &Code| matches!(code, Code::W0501 | Code::W0511);
        found.iter().map(|d| d.code).filter(never).collect()
    };
    let round = "round r in 1 onwards { turn me in players { choose { rest } } ";
    assert_eq!(codes(&format!("{round}if n > 9 {{ end round }} }}  end game lost")), [Code::W0511]);
    assert_eq!(
        codes(&format!(
            "round r in 1 onwards {{ ends when n > 9  {} }}  end game lost",
            &round[23..]
        )),
        [Code::W0511]
    );
    assert_eq!(codes(&format!("{round}if n > 9 {{ end game lost }} }}  n = 0")), [Code::W0501]);
    for fine in [
        format!("phase \"a\" {{ ends when n > 9  {round}}} }}  end game lost"),
        format!("phase \"a\" {{ {round}if n > 9 {{ end phase }} }} }}  end game lost"),
        format!("ends when n > 9 {{ end game lost }}  {round}}}"),
        format!("{round}if n > 9 {{ end game lost }} }}"),
    ] {
        assert!(codes(&fine).is_empty(), "{fine}: {:?}", codes(&fine));
    }
}

/// Codes for what happens in the turn of `me`.
fn done(happens: &str) -> Vec<Code> {
    said(&format!(
        "play {{ turn me in players {{ {happens} }}  end game won by players with most worth }}\n\
         action rest {{ n += rounds }}\naction more {{ n += 2 }}\n\
         define worth for p: Player = p.points"
    ))
}

#[test]
fn names_that_nobody_asks_about_are_told() {
    for happens in [
        "choose p in players by chance  n += 1",
        "choose k in 1..3  n += 1",
        "if any c in me.hand has me.points > 3 { n += rounds }",
        "if every p in players has n is 3 { n += rounds }",
        "n += count(c in me.hand where me.points > 3)",
        "for each p in players { mark = blue }",
    ] {
        assert_eq!(done(happens), [Code::W0509], "{happens}");
    }
    for happens in [
        "choose p in players by chance  p.points += 1",
        "choose k in 1..3, j in 1..k  n += j",
        "if any c in me.hand has c.rank > me.points { n += rounds }",
        "n += count(c in me.hand where c.suit is red)",
        "for each k in 1..3 { n += 1 }",
        "for each p in players where p.points > 3 { n += 1 }",
    ] {
        assert_eq!(done(happens), crate::NONE, "{happens}");
    }
}

#[test]
fn what_comes_to_the_same_is_told() {
    for (happens, code) in [
        ("n += if me.points > 3 then 2 else 2", Code::W0404),
        ("n += rounds * 0", Code::W0515),
        ("if n mod 1 is 0 { n += 1 }", Code::W0515),
        ("if n > 3 or yes { n += 1 }", Code::W0405),
        ("if n > 3 and no { n += 1 }", Code::W0405),
        ("me.points += rounds  me.points -= rounds", Code::W0512),
        ("for each p in players - players { p.points += 1 }", Code::W0404),
        ("for each k in rounds..2 { n += k }", Code::W0407),
        ("round k in rounds..1 { n += k }", Code::W0407),
        ("if n < 0 { mark = blue }", Code::W0403),
        ("if n + 1 > 0 { mark = blue }", Code::W0403),
        ("choose { rest otherwise more }", Code::W0501),
    ] {
        let all = compile(
            "game.rules",
            &format!(
                "{HEAD}play {{ turn me in players {{ {happens} }}  end game won by players }}\n\
                 action rest {{ n += rounds }}\naction more {{ n += 2 }}"
            ),
            &mut NoFiles,
        );
        let codes: Vec<_> = all.diagnostics.iter().map(|d| d.code).collect();
        assert!(codes.contains(&code), "{happens}: {codes:?}");
    }
    for happens in [
        "n += if me.points > 3 then 2 else 1",
        "me.points += rounds  n += 1  me.points -= rounds",
        "for each p in players - me { p.points += 1 }",
        "for each k in 2..rounds { n += k }",
        "n -= 1  if n < 0 { mark = blue }",
        "me.purse = $2 * 1",
    ] {
        assert_eq!(done(happens), crate::NONE, "{happens}");
    }
}

#[test]
fn what_no_card_has_is_told() {
    let deck = "enum Sort { wild, tame }\ncard Beast { sort: Sort, size: 1..3 }\n\
                deck beasts of Beast { each of (tame, 1..3) }\nsetup { shuffle beasts }\n";
    let head = "game \"A\"\nplayers 2\neach Player has { den: row of Beast }\n";
    let codes = |asked: &str| -> Vec<Code> {
        let text = format!(
            "{head}{deck}play {{ turn me in players {{ move top 2 of beasts to me.den }}  end game \
             won by players with most worth }}\ndefine worth for p: Player = count(c in p.den \
             where {asked})"
        );
        compile("game.rules", &text, &mut NoFiles).diagnostics.iter().map(|d| d.code).collect()
    };
    assert_eq!(codes("c.sort is wild"), [Code::W0403]);
    assert_eq!(codes("c.sort is tame"), crate::NONE);
}

#[test]
fn what_was_copied_and_not_altered_is_told() {
    let deed = |body: &str| {
        said(&format!(
            "to settle(a: Player, b: Player) {{ {body} }}\nplay {{ n += rounds  for each p in \
             players {{ settle(p, p.left) }}  end game lost }}"
        ))
    };
    for wrong in [
        "if n > 3 { a.points += 1  n = 2 } else { a.points += 1  b.points += 2 }",
        "let x = a.points + b.points  let y = a.points + b.points  n += x * y",
        "move top 1 of miles to a.hand  move top 1 of miles to a.hand  b.points += 1",
    ] {
        assert_eq!(deed(wrong), [Code::W0404], "{wrong}");
    }
    for fine in [
        "if n > 3 { a.points += 1  n = 2 } else { a.points += 2  b.points += 2 }",
        "let x = a.points  let y = b.points  n += x * y",
        "move top 1 of miles to a.hand  move top 1 of miles to b.hand",
        "n += b.points  a.points += 1",
        "if a.points > 3 { n = 2  b.points += n } else { n = 4  b.points += n }",
        "let x = 1  if n > 3 { x = 2  a.points += x } else { x = 3  a.points += x }  b.points = x",
    ] {
        assert!(deed(fine).is_empty(), "{fine}: {:?}", deed(fine));
    }
}

#[test]
fn cards_that_agree_with_themselves_need_not_agree_with_each_other() {
    let codes = |asked: &str| {
        let text = format!(
            "game \"E\"\nplayers 2\ncard Mile {{ rank: 1..4, worth: 1..4 }}\ndeck pack of Mile \
             {{ each \
             of (1..4, 1..4) }}\neach Player has {{ hand: set of Mile, seen by owner  points: \
             0..9 }}\n\
             play {{ shuffle pack  turn me in players {{ move top 9 of pack to me.hand  show \
             me.hand \
             to players  if count(c in me.hand where {asked}) > 4 {{ end game won by me }} }}  end \
             game lost }}\nsetup {{ }}"
        );
        let done = compile("game.rules", &text, &mut NoFiles);
        let found = done.diagnostics.iter().map(|d| d.code);
        found.filter(|code| *code == Code::W0403).collect::<Vec<_>>()
    };
    assert_eq!(codes("c.rank is 3"), [Code::W0403]);
    assert!(codes("c.rank is c.worth").is_empty());
    assert!(codes("c.worth is 5 - c.rank").is_empty());
}

#[test]
fn words_that_double_at_every_level_are_read_once() {
    let mut text = String::from(
        "game \"E\"\nplayers 2\nthe table has { x: 0..9 }\neach Player has { best: 0..9 \
         }\ndefine a0 \
         = x + 1\n",
    );
    for n in 1..60 {
        text.push_str(&format!("define a{n} = a{} + a{}\n", n - 1, n - 1));
    }
    text.push_str(
        "play { ends at once when a59 is 3 { end game lost }  turn me in players onwards { if \
         a59 > 4 \
         { x += 1 }  choose n in 1..a59  me.best = n  end game won by me } }\n",
    );
    assert!(!compile("game.rules", &text, &mut NoFiles).diagnostics.is_empty());
}

#[test]
fn cards_moved_back_are_told() {
    let to = |zone: &str| {
        said(&format!(
            "play {{ n += rounds  for each p in players {{ let low = those c in p.hand where \
             c.rank < n  move low to {zone} }}  end game lost }}"
        ))
    };
    assert_eq!(to("p.hand"), [Code::W0515]);
    assert!(to("p.left.hand").is_empty());
    // Those that were elsewhere in between have come back.
    assert!(to("p.left.hand  move low to p.hand").is_empty());
    assert!(to("p.left.hand  move p.left.hand to p.hand").is_empty());
}

#[test]
fn counts_beyond_what_there_is_are_told() {
    for (condition, codes) in [
        ("count(me.hand) > 16", &[Code::W0403][..]),
        ("count(me.hand) > 15", &[]),
        ("count(d in me.hand where d.rank is c.rank) > 4", &[Code::W0403]),
        ("count(d in me.hand where d.rank is c.rank) > 3", &[]),
        ("sum(d.rank for d in me.hand) > 64", &[Code::W0403]),
        ("sum(d.rank for d in me.hand) > 63", &[]),
        ("count(p in players where p.points > 3) > 4", &[Code::W0403]),
        ("any a in me.hand has (any b in me.hand has b.rank is a.rank)", &[Code::W0404]),
        ("any a in me.hand has (any b in me.hand has (b is not a and b.rank is a.rank))", &[]),
        ("n >= rounds or (n is rounds and c.rank is 1)", &[Code::W0405]),
        ("n > rounds or (n is rounds and c.rank is 1)", &[]),
    ] {
        assert_eq!(of(condition), codes, "{condition}");
    }
}

#[test]
fn rounds_that_never_end_are_told() {
    let play = |ends: &str| {
        let text = format!(
            "{HEAD}play {{ ends when n > 9 {{ end game lost }}  round r in 1 onwards {{ {ends}  n \
             += rounds  turn me in players onwards {{ me.points += 1  n += r }} }} }}"
        );
        let done = compile("game.rules", &text, &mut NoFiles);
        let found = done.diagnostics.iter().map(|d| d.code);
        found.filter(|code| *code == Code::W0501).collect::<Vec<_>>()
    };
    assert_eq!(play(""), [Code::W0501]);
    assert!(play("ends when n > 4").is_empty());
}

#[test]
fn a_table_without_a_row_for_so_many_players_is_told() {
    let found = |players: &str| {
        let text = format!(
            "game \"A\"\nplayers {players}\nenum Goal from \"goal.csv\" {{ seats: Number, most: \
             Number }}\nthe table has {{ n: Number }}\nplay {{ n += 1  if n > goal {{ end game won \
             by players }}  end game lost }}\ndefine goal = (first g in Goal where g.seats is \
             count(players)).most"
        );
        let mut table = OneTable("name,seats,most\ntwo,2,9\nfour,4,7\n");
        let done = compile("game.rules", &text, &mut table);
        done.diagnostics.iter().map(|d| d.code).filter(|c| *c == Code::W0403).count()
    };
    assert_eq!(found("2 to 4"), 1);
    assert_eq!(found("2"), 0);
}

/// One table, whatever is asked for.
struct OneTable(&'static str);

impl Loader for OneTable {
    fn module(&mut self, _: &str) -> Result<Loaded, LoadError> {
        Err(LoadError::NoModules)
    }
    fn table(&mut self, _: &str, _: &str) -> Result<Loaded, LoadError> {
        Ok(Loaded { name: "goal.csv".into(), text: self.0.into() })
    }
    fn modules(&self) -> Vec<String> {
        Vec::new()
    }
}
