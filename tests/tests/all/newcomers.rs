//! What somebody writes who makes their first game, by family, and what it is answered with. Where
//! a change of the text is offered, the rules compile with it.
#![expect(clippy::unwrap_used, reason = "a test that cannot read its cases has failed")]

use houserules_lang::code::Code;
use houserules_lang::compile::{Compiled, Loaded, compile, compile_layers};
use houserules_lang::diagnostic::{Diagnostic, Severity};
use houserules_lang::fixes::{applied, mend};
use houserules_lang::loader::NoFiles;
use std::fmt::Write;

pub(crate) const GAME: &str = r#"game "Ponds"
players 2 to 4

unit Silver "$"
enum Suit { reed, lily, frog }
card Leaf { suit: Suit, rank: 1..9 }
deck stock of Leaf { each of (Suit, 1..9) }

each Player has {
  hand: set of Leaf, seen by owner
  silver: Silver = $10
  points: Number
}
the table has { heap: pile of Leaf }

setup {
  shuffle stock
  for each p in players { move top 4 of stock to p.hand }
}

play {
  ends when stock is empty { end game won by players with most score }
  turn me in players onwards { choose the_turn }
}

menu the_turn { take or drop otherwise pass }

action take {
  me.silver += $1
  move top 1 of stock to me.hand
}

action drop(c in me.hand) {
  move c to heap
  me.points += c.rank
}

define score for p: Player = p.points + p.silver / $1
"#;

pub(crate) const STATEMENT: &str = "  me.silver += $1\n";

/// The game with a line more in a move.
pub(crate) fn with_line(line: &str) -> String {
    GAME.replace(STATEMENT, &format!("{STATEMENT}  {line}\n"))
}

/// The game with something more at its end.
pub(crate) fn with_item(item: &str) -> String {
    format!("{GAME}\n{item}\n")
}

fn check(text: &str) -> Compiled {
    compile("ponds.rules", text, &mut NoFiles)
}

fn told(said: &Diagnostic) -> String {
    format!("{} {}; {}", said.code, said.message, said.help.as_deref().unwrap_or(""))
}

fn wrong(compiled: &Compiled) -> Vec<&Diagnostic> {
    compiled.diagnostics.iter().filter(|d| d.severity == Severity::Error).collect()
}

/// Where the first message is not the one that is wanted, or there is more than one error.
pub(crate) fn not_so(cases: &[(&str, &str)], made: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    for (written, meant) in cases {
        let compiled = check(&made(written));
        let said: Vec<String> = compiled.diagnostics.iter().map(told).collect();
        let first = said.first().map_or("nothing", String::as_str);
        if !first.contains(meant) || wrong(&compiled).len() > 1 {
            writeln!(out, "`{written}` should be answered with `{meant}`: {said:#?}").unwrap();
        }
    }
    out
}

/// Where the rules do not compile with what is offered.
fn not_mended(cases: &[&str], made: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    for written in cases {
        let text = made(written);
        let before = check(&text);
        let Some(said) = wrong(&before).first().copied().cloned() else {
            writeln!(out, "nothing is wrong with `{written}`").unwrap();
            continue;
        };
        let new = applied(&text, &said.fix).unwrap_or_default();
        let after = check(&new);
        if said.fix.is_empty() || !mend(&[&said], &before.diagnostics, &after.diagnostics) {
            let left: Vec<String> = wrong(&after).into_iter().map(told).collect();
            writeln!(out, "`{written}`: {}: {left:#?}", told(&said)).unwrap();
        }
    }
    out
}

pub(crate) fn none(wrong: String) {
    assert!(wrong.is_empty(), "{wrong}");
}

/// Sentences in other words; what is offered compiles.
const SENTENCES: [(&str, &str); 17] = [
    ("choose n in 1..3 by each p in players", "`choose n in 1..3 by each players`"),
    ("by each p in players choose n in 1..3", "`choose n in 1..3 by each players`"),
    (
        "choose n in 1..3 by each p in opponents where p.points > 1",
        "`choose n in 1..3 by each those p in opponents where p.points > 1`",
    ),
    ("move all cards from me.hand to heap", "write `move me.hand to heap`"),
    ("move all cards in me.hand to heap", "write `move me.hand to heap`"),
    ("move every card in me.hand to heap", "write `move me.hand to heap`"),
    ("let q = the first player\n  q.points += 1", "write `let q = first p in players`"),
    ("let q = second player\n  q.points += 1", "write `let q = (first p in players).left`"),
    ("let q = left neighbour\n  q.points += 1", "write `let q = me.left`"),
    ("let q = my right neighbor\n  q.points += 1", "write `let q = me.right`"),
    ("me wins", "write `end game won by me`"),
    ("if me.points > 3 { I win }", "write `if me.points > 3 { end game won by me }`"),
    ("the player wins", "write `end game won by me`"),
    (
        "the winner is the player with the most points",
        "write `end game won by players with most points`",
    ),
    ("if me.points > 3 then { me.points += 1 }", "write `if me.points > 3 { me.points += 1 }`"),
    ("me.points += 3 x 2", "write `me.points += 3 * 2`"),
    ("move [reed 3], [lily 2] to heap", "write `move ([reed 3], [lily 2]) to heap`"),
];

#[test]
fn sentences_in_other_words_are_put_right() {
    none(not_so(&SENTENCES, with_line));
    none(not_mended(&SENTENCES.map(|(written, _)| written), with_line));
}

#[test]
fn what_has_no_sentence_is_told_with_names_of_the_game() {
    none(not_so(
        &[
            ("for each c in me.hand { remove c from the game }", "pile of Leaf"),
            ("remove top 1 of me.hand from play", "`move top 1 of me.hand to removed`"),
            ("first player = me", "`turn me in players from leader { … }`"),
            ("left neighbour gains 1", "`me.left.points += 1`"),
            ("hop 2", "is set with `=`, `+=` or `-=`"),
            ("if me.sees(top 1 of stock) { me.points += 1 }", "`seen by`"),
            (
                "let q = first p in players with most count(p.hand)\n  q.points += 1",
                "`define in_hand for p: Player = count(p.hand)`",
            ),
            ("end game won by players with most hand", "write `with most in_hand`"),
            ("me.hand gets 2 cards", "`me.silver += $2`"),
        ],
        with_line,
    ));
    let bare = "game \"Bare\"\nplayers 2\nplay { turn me in players { hop 2 } end game lost }\n";
    let said = check(bare).diagnostics.first().map(told).unwrap_or_default();
    assert!(said.contains("is set with `=`") && !said.contains("me."), "{said}");
}

#[test]
fn a_type_is_no_name_for_what_is_counted() {
    let counted = |of: &str| {
        with_item(&format!(
            "action count_them joins the_turn needs count({of} in me.hand) > 1 else \"no\" {{ \
             take_one() }}\nto take_one {{ say \"one\" }}"
        ))
    };
    for (of, meant) in [
        ("Suit", "`count(c in me.hand where c.suit is reed)`"),
        ("suit", "`count(c in me.hand where c.suit is reed)`"),
        ("reed", "`count(c in me.hand where c.suit is reed)`"),
        ("Leaf", "`count(me.hand)`, or `count(c: Leaf in me.hand)`"),
    ] {
        let said: Vec<String> = check(&counted(of)).diagnostics.iter().map(told).collect();
        assert!(said[0].starts_with("E0417") && said[0].contains(meant), "{of}: {said:#?}");
    }
    assert!(wrong(&check(&counted("c"))).is_empty());
}

#[test]
fn prose_at_the_left_edge_is_seen_for_what_it_is() {
    none(not_so(
        &[
            ("Players take turns drawing cards.", "this is a sentence for people"),
            ("If a player has no cards, that player is out.", "this is a sentence for people"),
            ("Each player starts with 10 silver.", "this is a sentence for people"),
            ("Goal: collect three of a kind", "this is a sentence for people"),
            ("the winner is whoever has most points", "how the game ends is said in `play`"),
            ("The winner is the player with the most points.", "end game won by players with"),
        ],
        with_item,
    ));
}

#[test]
fn headings_in_other_words_are_put_right() {
    let cases = [
        ("board Pond 5 x 5", "write `enum Pond 5 by 5`"),
        ("board Pond: 5 x 5", "write `enum Pond 5 by 5`"),
        (
            "enum Sky { gust, calm }\ncard Wind { sky: Sky }\ndeck winds of Wind { 4 of gust  2 of \
             calm }",
            "`deck winds of Wind { 4 each of (gust) 2 each of (calm) }`",
        ),
        (
            "enum Sky { gust, calm }\ncard Wind { sky: Sky }\ndeck winds of Wind { 4 gust\n  2 \
             calm }",
            "`deck winds of Wind { 4 each of (gust) 2 each of (calm) }`",
        ),
    ];
    none(not_so(&cases, with_item));
    none(not_mended(&cases.map(|(written, _)| written), with_item));
    none(not_so(
        &[
            ("action invest(n: 1..5) joins the_turn { me.points += n }", "write `n in 1..5`"),
            (
                "unit Gold \"g\"\neach Player has { gold: Gold = g5 }",
                "write `Gold(5)`: only `$`, `€` and `£`",
            ),
        ],
        with_item,
    ));
}

#[test]
fn what_is_called_without_brackets_gets_them() {
    let called = |item: &str| format!("{}\n{item}\n", with_line("hop 2"));
    for (item, meant) in [
        ("to hop(n: Number) { me.points += n }", "write `hop(2)`"),
        ("action hop(n in 1..3) joins the_turn { me.points += n }", "`choose { hop }`"),
    ] {
        let compiled = check(&called(item));
        let said: Vec<String> = wrong(&compiled).into_iter().map(told).collect();
        assert!(said.len() == 1 && said[0].contains(meant), "{item}: {said:#?}");
    }
    let given = "test \"t\" with Ana, Ben {\n  given Ana.hand is 2 x [reed 3]\n  given it is Ana's \
                 turn\n}";
    none(not_so(
        &[
            (given, "`given Ana.hand is 2 of [reed 3]`"),
            ("deck more of Leaf { 4 of reed 3 }", "`deck more of Leaf { 4 each of (reed, 3) }`"),
        ],
        with_item,
    ));
}

#[test]
fn what_runs_otherwise_than_it_reads_is_said() {
    none(not_so(
        &[
            (
                "if every p in players has p.points is 3 or 4 { end turn }",
                "write `has (p.points is 3 or p.points is 4)`",
            ),
            (
                "if any p in players has p.points is 3 and p.silver is $4 { end turn }",
                "write `has (p.points is 3 and p.silver is $4)`",
            ),
            ("repeat until me.points > 3 { me.silver += $1 }", "W0520 nothing in these braces"),
            ("repeat until me.hand is empty { me.silver += $1 }", "W0520 nothing in these braces"),
        ],
        with_line,
    ));
    let own =
        "if any c in me.hand has c.rank is 1 and sum(c.rank for c in me.hand) < 9 { end turn }";
    let said: Vec<String> = wrong(&check(&with_line(own))).into_iter().map(told).collect();
    assert!(said.is_empty(), "{said:#?}");
    let fine = "repeat until me.hand is empty { for each c in me.hand { move c to heap } }";
    assert!(check(&with_line(fine)).diagnostics.is_empty());
    let after_give =
        "action more joins the_turn { gain() }\nto gain {\n  give\n  me.points += 1\n}";
    let said: Vec<String> = check(&with_item(after_give)).diagnostics.iter().map(told).collect();
    assert!(said.iter().any(|said| said.contains("stands at the end of its block")), "{said:#?}");
    assert!(!said.iter().any(|said| said.contains("write `me.points is 1`")), "{said:#?}");
}

#[test]
fn an_ending_of_play_without_a_winner_is_said() {
    let text = GAME.replace(" { end game won by players with most score }", "").replace(
        "choose the_turn }\n",
        "choose the_turn }\n  end game won by players with most score\n",
    );
    let said: Vec<String> = check(&text).diagnostics.iter().map(told).collect();
    let [said] = said.as_slice() else { unreachable!("{said:#?}") };
    assert!(said.starts_with("W0511") && said.contains("stock is empty"), "{said}");
}

#[test]
fn what_was_chosen_in_another_deed_is_to_be_kept() {
    let text = with_item(
        "to bidding { choose bid in 1..3 by each players }\nto paying { for each p in players { \
         p.points -= p.bid } }\naction sell joins the_turn { bidding() paying() }",
    );
    let said: Vec<String> = check(&text).diagnostics.iter().map(told).collect();
    assert!(said[0].contains("p.kept_bid = p.bid") && said[0].contains("`bidding`"), "{said:#?}");
}

#[test]
fn lines_of_tests_say_how_groups_are_written() {
    let test = |line: &str| {
        with_item(&format!(
            "action lay(cards in 2 or more of me.hand) joins the_turn {{ move cards to heap }}\n\n\
             test \"t\" with Ana, Ben {{\n  given it is Ana's turn\n  {line}\n}}"
        ))
    };
    for line in ["Ana does lay [reed 1], [reed 2]", "Ana does lay [reed 1] [reed 2]"] {
        let said: Vec<String> = check(&test(line)).diagnostics.iter().map(told).collect();
        let fits = said[0].contains("([reed 1], [reed 2])") || said[0].contains("`lay (…, …)`");
        assert!(fits && !said[0].contains("1 values"), "{line}: {said:#?}");
    }
}

#[test]
fn a_variant_sets_an_option_of_its_game() {
    let game = format!(
        "{}\noption rounds: 1..9 = 3\n",
        GAME.replace("me.points += c.rank", "me.points += c.rank * rounds")
    );
    let game = Loaded { name: "ponds.rules".into(), text: game };
    for (line, meant) in [
        ("option rounds: 1..9 = 6", "`set rounds to 6`"),
        ("option rounds = 6", "`set rounds to 6`"),
        ("rounds = 6", "`set rounds to 6`"),
    ] {
        let text = format!("variant \"Long\" over ponds\n\n{line}\n");
        let variant = Loaded { name: "long.rules".into(), text };
        let made = compile_layers(&game, &[variant], &mut NoFiles);
        let said: Vec<String> = made.diagnostics.iter().map(told).collect();
        assert!(said.iter().any(|said| said.contains(meant)), "{line}: {said:#?}");
    }
}

#[test]
fn many_mistakes_of_one_file_are_all_told() {
    let mut text = GAME.to_owned();
    for (at, (line, _)) in SENTENCES.iter().enumerate() {
        writeln!(
            text,
            "\naction more_{at} joins the_turn {{\n  me.points += 1\n  {line}\n  me.silver += \
             2\n}}"
        )
        .unwrap();
    }
    let said = check(&text);
    assert!(wrong(&said).len() >= SENTENCES.len(), "{:#?}", said.diagnostics);
}

/// What people say in a move; what is named fits the sentence.
#[test]
fn said_by_designers() {
    none(not_so(
        &[
            ("choose { take or drop } until drop", "a move that says `again`"),
            ("choose { take or drop } until pass", "a move that says `again`"),
            ("choose n in 1..3 until n is 3", "`repeat until me.done"),
            ("everyone secretly picks n in 1..3", "`choose n in 1..3 by each players secretly`"),
            ("each player secretly chooses a card", "`choose c in me.hand by each players`"),
            ("refill heap from stock", "`move top (5 - count(heap)) of stock to heap`"),
            ("leader = a random player", "`choose lucky in players by chance`, then `leader ="),
            ("let thief = a random player", "`choose thief in players by chance`"),
            ("a random player gets a card", "`choose lucky in players by chance`"),
            ("draw 4", "`move top 4 of stock to me.hand`"),
            ("jump 2 spaces", "a place on a track is a number"),
            ("stock is shuffled", "write `shuffle stock`"),
            ("gain 3 points", "write `me.points += 3`"),
            (
                "players get 4 cards each",
                "`for each p in players { move top 4 of stock to p.hand }`",
            ),
            ("if no cards left in heap { me.points += 1 }", "`heap is empty`"),
        ],
        with_line,
    ));
}

/// What stands in the place of whole pieces.
#[test]
fn pieces_said_by_designers() {
    none(not_so(
        &[
            ("when the game ends { for each p in players { p.points += 1 } }", "before `end game"),
            ("at the end of the game { for each p in players { p.points += 1 } }", "before `end"),
            ("at the end of each round { for each p in players { p.points += 1 } }", "stands last"),
            ("die Sea { calm, wild }", "a die needs no declaration"),
            ("money: coins", "`unit Coins"),
            ("board 5 by 5", "`enum board 5 by 5`"),
        ],
        with_item,
    ));
}

/// A line that is wrong does not swallow the next one, though neither begins as rules do.
#[test]
fn each_stray_line_is_wrong_by_itself() {
    let compiled = check(&with_item("money: coins\ndie Sea { calm, wild }"));
    let said: Vec<String> = wrong(&compiled).into_iter().map(told).collect();
    assert!(
        matches!(said.as_slice(), [a, b] if a.contains("money") && b.contains("`die`")),
        "{said:?}"
    );
}

/// What stands between the braces of a deck is kept, never replaced by all that there could be.
#[test]
fn decks_are_kept() {
    for (written, meant) in [
        ("3 of (reed, 1)", "{ 3 each of (reed, 1) }"),
        ("3 of (reed, 1)  2 of (lily, 4)", "{ 3 each of (reed, 1) 2 each of (lily, 4) }"),
        ("3x (reed, 1)", "{ 3 each of (reed, 1) }"),
        ("[reed 1] [lily 2]", "{ each of (reed, 1) each of (lily, 2) }"),
        ("reed 1, reed 2", "{ each of (reed, 1) each of (reed, 2) }"),
        ("3 times reed 1", "{ 3 each of (reed, 1) }"),
        ("each of (Suit, 1 to 9)", "{ each of (Suit, 1..9) }"),
    ] {
        let compiled = check(&GAME.replace("each of (Suit, 1..9)", written));
        let said: Vec<String> = compiled.diagnostics.iter().map(told).collect();
        assert!(said.first().is_some_and(|said| said.contains(meant)), "{written}: {said:#?}");
    }
}

/// Headings in other words.
#[test]
fn headings_said_by_designers() {
    for (written, instead, meant) in [
        ("players 2 to 4", "players 2, 3 or 4", "write `players 2 to 4`"),
        ("each Player has {", "Each player has:{", "`each Player has{`"),
        ("each Player has {", "Player {", "`each Player has {`"),
        ("points: Number", "points: Number starting at 0", "`points: Number = 0`"),
        ("menu the_turn {", "menu or {", "`menu the_turn { take or drop otherwise pass }`"),
    ] {
        let compiled = check(&GAME.replace(written, instead));
        let said: Vec<String> = wrong(&compiled).into_iter().map(told).collect();
        assert!(said.first().is_some_and(|said| said.contains(meant)), "{instead}: {said:#?}");
    }
}

/// A phase is played once: an `ends when` behind whose only choice nothing comes ends nothing.
#[test]
fn a_phase_does_not_go_round() {
    let in_turn = |body: &str| {
        let text =
            GAME.replace("{ choose the_turn }", &format!("{{ phase \"work\" {{ {body} }} }}"));
        check(&text).diagnostics.iter().map(|d| d.code).collect::<Vec<_>>()
    };
    let ends = "ends when any p in players has p.points > 9";
    assert_eq!(in_turn(&format!("{ends}  choose the_turn")), [Code::W0514]);
    assert!(in_turn("choose the_turn").is_empty());
    assert!(in_turn(&format!("{ends}  choose the_turn  choose the_turn")).is_empty());
    assert!(in_turn(&format!("{ends}  choose the_turn until all pass")).is_empty());
    assert!(in_turn(&format!("{ends}  round n in 1..3 {{ choose the_turn }}")).is_empty());
    assert!(in_turn(&format!("{ends} {{ end game won by players }}  choose the_turn")).is_empty());
}

/// What programs, other languages and rulebooks say in a move; every one is answered with what is
/// written here.
#[test]
fn what_people_bring_with_them_is_put_into_our_words() {
    none(not_so(
        &[
            ("Shuffle stock", "write `shuffle stock`"),
            ("mische stock", "write `shuffle stock`"),
            ("mélanger stock", "write `shuffle stock`"),
            ("bewege me.hand nach heap", "write `move me.hand to heap`"),
            (
                "si me.points > 3 y me.points < 9 { me.points += 1 }",
                "write `if me.points > 3 and me.points < 9 { me.points += 1 }`",
            ),
            (
                "for (const p of players) { p.points += 1 }",
                "write `for each p in players { p.points += 1 }`",
            ),
            (
                "for i, p in ipairs(players) { p.points += 1 }",
                "write `for each p in players { p.points += 1 }`",
            ),
            (
                "for n in range(3) { me.points += n }",
                "write `for each n in 1..3 { me.points += n }`",
            ),
            ("if me.points > 3: me.points += 1", "write `if me.points > 3 { me.points += 1 }`"),
            (
                "if me.points > 30 or < 2 { me.points += 1 }",
                "write `if me.points > 30 or me.points < 2 { me.points += 1 }`",
            ),
            (
                "if me.points in 3, 4, 5 { me.points += 1 }",
                "write `if me.points in (3, 4, 5) { me.points += 1 }`",
            ),
            (
                "if any player has points >= 4 { me.points += 1 }",
                "write `if any p in players has p.points >= 4 { me.points += 1 }`",
            ),
            (
                "if heap has 2 cards of the same suit { me.points += 1 }",
                "any a in heap has count(b in heap where b.suit is a.suit) >= 2",
            ),
            (
                "if two cards in heap have the same suit { me.points += 1 }",
                "any a in heap has count(b in heap where b.suit is a.suit) >= 2",
            ),
            ("if me.hand has lily { me.points += 1 }", "`any c in me.hand has c.suit is"),
            ("if the cards match { me.points += 1 }", "say which two values are compared"),
            ("everyone.points = 3", "`for each p in players { p.points = 3 }`"),
            ("me.points = me.points + 1, max 9", "write `me.points = smaller(me.points + 1, 9)`"),
            ("me.points, me.silver = 3, $2", "set one after the other"),
            ("me.points = 3, me.silver = $2", "me.points = 3 me.silver = $2"),
            ("change me.points by 2", "write `me.points += 2`"),
            ("now me.points is 3", "write `me.points = 3`"),
            ("let s be a random Suit", "write `choose s in Suit by chance`"),
            ("let out = players where p.points > 3", "those p in players where"),
            ("let best = max of (me.points, 3)", "write `let best = larger(me.points, 3)`"),
            (
                "let n = sum(c.rank in me.hand)\n  me.points += n",
                "write `let n = sum(c.rank for c in me.hand)`",
            ),
            ("let n = math.floor(me.points / 2)\n  me.points += n", "(me.points / 2)"),
            (
                "let rich = players.filter(p => p.points > 3)\n  show heap to rich",
                "those p in players where (p.points > 3)",
            ),
            (
                "if players.some(p => p.points > 3) { end turn }",
                "any p in players has (p.points > 3)",
            ),
            (
                "end game. The winner is the player with the most points.",
                "end game won by players with most points",
            ),
            ("end game, most points wins", "write `end game won by players with most points`"),
            (
                "end game won by players with highest points",
                "write `end game won by players with most points`",
            ),
            ("end game won by player with most points", "won by players with most points"),
            ("if me.points > 3 { win }", "write `end game won by me`"),
            ("print(me.points)", "`say \"…\"`"),
            ("wait 1 second", "the rules know no time"),
            (
                "move all c in me.hand where c.rank > 3 to heap",
                "write `move those c in me.hand where c.rank > 3 to heap`",
            ),
            ("flip top 1 of stock to heap", "write `move top 1 of stock to heap`"),
            ("me takes both cards", "`move c to me.hand`"),
            ("deal 2 damage to me.left", "`p."),
            ("switch me.points { case 1: me.points += 1 }", "ask one after the other"),
            (
                "turn q in players onwards until heap is empty { q.points += 1 }",
                "a phase that ends",
            ),
            ("opponent.points += 1", "`opponents`"),
            ("if me.points is odd { me.points += 1 }", "mod 2 is 1"),
        ],
        with_line,
    ));
}

#[test]
fn declarations_of_programs_and_rulebooks_are_put_into_our_words() {
    none(not_so(
        &[
            ("option cards: yes", "write `option cards: yes or no = yes`"),
            (
                "define worth for p: Player { p.points * 2 }",
                "write `define worth for p: Player = p.points * 2`",
            ),
            ("define rich(p) = p.points > 3", "write `define rich(p: Player) = p.points > 3`"),
            ("when game starts { shuffle stock }", "`setup {"),
            ("at the start of each turn { me.points += 1 }", "stands first in its block"),
            ("when a Leaf is discarded { me.points += 1 }", "`after destroy(c) { … }`"),
            ("each Player has { lucky?: yes or no }", "leave it out"),
            ("each Player has { boat: 1 token }", "write `each Player has { boat: Number = 1 }`"),
            ("each Player has { seen_suits: list of Suit }", "write `seen_suits: set of Suit`"),
            ("each Player has { aside: list of Leaf }", "`aside: set of Leaf`"),
            (
                "card Coin { name: Name, worth: 1..3 }\ndeck coins of Coin { 4x \"Penny\" (1) }",
                "4 each of (\"Penny\", 1)",
            ),
            ("define odds for p: Player = #p.hand", "count(p.hand)"),
            ("regla pagar(p: Player) { p.points += 1 }", "`to`"),
        ],
        with_item,
    ));
}

#[test]
fn moves_in_tests_are_made_with_does() {
    let test = |line: &str| {
        with_item(&format!("test \"t\" with Ana, Ben {{\n  given it is Ana's turn\n  {line}\n}}"))
    };
    none(not_so(
        &[
            ("Ana drop [reed 3]", "write `Ana does drop [reed 3]`"),
            ("Ana plays drop [reed 3]", "write `Ana does drop [reed 3]`"),
            ("Ana drops [reed 3]", "write `Ana does drop [reed 3]`"),
            ("Ana chooses drop [reed 3]", "write `Ana does drop [reed 3]`"),
            ("given Ana.hand is [reed 3, lily 4]", "write `given Ana.hand is [reed 3], [lily 4]`"),
            ("given Ana.hand is reed, lily", "`[reed]`"),
            ("given dice is 6, 3", "write `chance gives 6, 3`"),
            ("then Ana.points is 0", "write `expect Ana.points is 0`"),
            ("Ana should have 2 cards in hand", "write `expect count(Ana.hand) is 2`"),
        ],
        test,
    ));
}

/// Blocks by indentation or with `end`: one report for each item, and the rest of it is read.
#[test]
fn blocks_of_other_languages_are_read_as_ours() {
    for block in [
        "  if me.points > 3:\n    me.points += 1\n    me.silver += $1",
        "  for p in players:\n    p.points += 1",
        "  if me.points > 3 then\n    me.points += 1\n  end",
        "  if me.points > 3:\n    me.points += 1\n  else:\n    me.points += 2",
    ] {
        let text = GAME.replace(STATEMENT, &format!("{STATEMENT}{block}\n"));
        let said: Vec<String> = check(&text).diagnostics.iter().map(told).collect();
        assert!(said.len() == 1 && said[0].contains("and `}` behind the last line"), "{said:#?}");
    }
}

/// A game in another language: each line is answered with the word that is written here.
#[test]
fn a_game_in_another_language_is_read() {
    let text = "spiel \"Teiche\"\nspieler 2 bis 4\neinheit Taler \"$\"\nenum Farbe { rot, blau }\n\
                karte Blatt { farbe: Farbe, wert: 1..9 }\ndeck stapel of Blatt { je 2 von (Farbe, \
                1..9) }\naufbau { mische stapel }\nablauf { runde n in 1..3 { zug me in players { \
                wähle { nehmen } } }  ende game won by players }\naktion nehmen { bewege top 1 of \
                stapel nach me.hand }\njeder spieler hat { hand: menge of Blatt }\n";
    let said: Vec<String> = check(text).diagnostics.iter().map(told).collect();
    for meant in [
        "`game`",
        "`players 2 to 4`",
        "`unit`",
        "`card`",
        "2 each of (Farbe, 1..9)",
        "`setup { shuffle stapel }`",
        "round n in 1..3",
        "`action nehmen {",
        "`each Player has { hand: set of Blatt }`",
    ] {
        assert!(said.iter().any(|one| one.contains(meant)), "{meant}: {said:#?}");
    }
}
