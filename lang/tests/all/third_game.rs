//! What is said of a game of an orchard that somebody wrote who knew rulebooks, and no programs: no
//! offer means something else than what is written, and none would be the next mistake.

use houserules_lang::compile::{LoadError, Loaded, Loader, compile};
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::fixes::applied;

const GAME: &str = r#"game "Orchard"
players 2 to 4

unit Francs "€"
enum Sort { sweet, sour }
card Fruit { name: Name, weight: Number, sort: Sort }
deck tree of Fruit { Fruit from "fruit.csv" times copies }

each Player has {
  basket: set of Fruit, seen by owner
  cellar: pile of Fruit
  francs: Francs = €8
  height: Number
  ladders: 0..5 = 3, capped
}
each turn has { picks: Number }
the table has {
  stall: row of Fruit
  farmer: Player
  frost: yes or no
}
option summit: 5..40 = 20

to roll(sides: Number) -> Number {
  choose n in 1..sides by chance
  give n
}

setup {
  shuffle tree
  for each p in players { move top 3 of tree to p.basket }
  move top 2 of tree to stall
  choose lucky in players by chance
  farmer = lucky
}

play {
  ends when any p in players has p.height >= summit { end game won by players with most score }
  round n in 1..6 {
    weather()
    auction()
    turn me in players from farmer { choose the_turn }
    farmer = farmer.left
  }
  end game won by players with most score
}

menu the_turn { climb or buy or jump otherwise pass }

to weather {
  choose vote in (yes, no) by each players asking "Does it freeze?"
  frost = count(p in players where p.vote is yes) > count(p in players where p.vote is no)
}

to auction {
  choose bid in €0..me.francs by each players asking "What is the top fruit worth?"
  choose winner in players with most bid by chance
  winner.francs -= winner.bid
  move top 1 of tree to winner.basket
}

action climb(f in me.basket) as "eats {f}"
  needs f.is_ripe else "{f} is frozen"
  needs turn.picks < 2 else "two are enough"
{
  me.height += f.weight
  turn.picks += 1
  move f to me.cellar
}

action buy(f in stall)
  once per turn else "one a turn"
  needs me.francs >= €2 else "{f} costs two"
{
  me.francs -= €2
  move f to me.basket
  move top 1 of tree to stall
  again
}

action jump
  needs me.ladders > 0 else "no ladder left"
{
  me.ladders -= 1
  let gain = roll(3)
  me.height += gain
}

when tree runs out {
  for each p in players { move p.cellar to tree }
  shuffle tree
}

define is_ripe for f: Fruit = f.sort is sweet or not frost
define score for p: Player = p.height + p.francs / €2

test "a pear lifts" with Ana, Ben {
  given Ana.basket is [Pear], [Plum]
  given it is Ana's turn
  given frost is no
  Ana does climb [Pear]
  expect Ana.height is 4
}
"#;

const FRUIT: &str = "name,weight,sort,copies\nPear,4,sour,4\nPlum,1,sweet,6\nQuince,5,sour,3\n\
                     Dry Fig,2,sweet,6\n";

/// The one table of the game.
struct Table;

impl Loader for Table {
    fn module(&mut self, _: &str) -> Result<Loaded, LoadError> {
        Err(LoadError::NoModules)
    }
    fn table(&mut self, path: &str, _: &str) -> Result<Loaded, LoadError> {
        Ok(Loaded { name: path.to_owned(), text: FRUIT.to_owned() })
    }
    fn modules(&self) -> Vec<String> {
        Vec::new()
    }
}

fn found(rules: &str) -> Vec<Diagnostic> {
    compile("orchard.rules", rules, &mut Table).diagnostics
}

/// What is said, a line each: code, message and help.
fn said(rules: &str) -> Vec<String> {
    let line = |d: &Diagnostic| {
        format!("{} {} | {}", d.code, d.message, d.help.as_deref().unwrap_or_default())
    };
    found(rules).iter().map(line).collect()
}

fn errors(rules: &str) -> Vec<String> {
    said(rules).into_iter().filter(|said| said.starts_with('E')).collect()
}

/// The game with something else in the place of some words.
fn with(from: &str, to: &str) -> String {
    let rules = GAME.replacen(from, to, 1);
    assert_ne!(rules, GAME, "{from}");
    rules
}

/// Of each change one thing is said; what it offers makes that line of it, and nothing is wrong
/// with it.
#[expect(clippy::panic, clippy::unwrap_used, reason = "a test that cannot go on has failed")]
fn mends(from: &str, all: &[(&str, &str)]) {
    for (to, line) in all {
        let rules = with(from, to);
        let all = found(&rules);
        let [one] = &all[..] else { panic!("{to}: {:#?}", said(&rules)) };
        let made = applied(&rules, &one.fix).unwrap();
        assert!(made.contains(line), "{to}: {line} is not made by {:#?}", said(&rules));
        assert_eq!(errors(&made), [""; 0], "{to}");
        let help = one.help.as_deref().unwrap_or_default();
        let offered = one.fix.iter().all(|edit| help.contains(edit.new.trim()));
        assert!(offered, "{to}: {help} does not say {:?}", one.fix);
    }
}

/// Of each change just one thing is said, in these words.
#[expect(clippy::panic, reason = "a test that cannot go on has failed")]
fn tells(from: &str, all: &[(&str, &[&str])]) {
    for (to, words) in all {
        let said = said(&with(from, to));
        let [one] = &said[..] else { panic!("{to}: {said:#?}") };
        for word in *words {
            assert!(one.contains(word), "{to}: `{word}` is not in {one}");
        }
    }
}

const ENDING: &str = "ends when any p in players has p.height >= summit {";
const HEIGHT: &str = "me.height += f.weight";

#[test]
fn the_game_is_right() {
    assert_eq!(said(GAME), [""; 0]);
}

#[test]
fn no_word_that_does_something_is_left_out() {
    mends(
        "let gain = roll(3)",
        &[("let gain = roll 3", "let gain = roll(3)"), ("let gain = 1d3", "let gain = roll(3)")],
    );
    mends(
        "unit Francs \"€\"",
        &[
            ("unit € Francs", "unit Francs \"€\""),
            ("unit Francs (€)", "unit Francs \"€\""),
            ("unit Francs = €", "unit Francs \"€\""),
        ],
    );
    let zone = said(&with("basket: set of Fruit, seen by owner", "a hand of Fruits, secret"));
    assert!(zone[0].contains("write `hand: set of Fruit, seen by owner`"), "{zone:#?}");
    mends("needs me.ladders > 0 else", &[("needs any ladders else", "needs me.ladders > 0 else")]);
    mends(
        "needs me.francs >= €2 else",
        &[
            ("needs any francs else", "needs me.francs > €0 else"),
            ("needs me has €2 else", "needs me.francs >= €2 else"),
            ("needs I have at least €2 else", "needs me.francs >= €2 else"),
        ],
    );
}

#[test]
fn whoever_may_see_is_never_turned_round() {
    tells(
        "basket: set of Fruit, seen by owner",
        &[
            (
                "basket: set of Fruit, seen by opponents",
                &["`basket: set of Fruit, seen by nobody`"],
            ),
            ("basket: set of Fruit, visible to others", &["seen by nobody", "`show p.basket to "]),
        ],
    );
}

#[test]
fn what_ends_the_game_is_asked_at_all_times() {
    mends(
        ENDING,
        &[
            (&ENDING.replace("ends when", "when"), ENDING),
            (&ENDING.replace("ends when", "whenever"), ENDING),
            (&ENDING.replace("has", "where"), ENDING),
            ("ends when frost = yes {", "ends when frost is yes {"),
            ("ends when it is frost {", "ends when frost {"),
        ],
    );
    tells(
        ENDING,
        &[
            ("ends when any p in players has reached summit {", &["has p.score >= summit`"]),
            ("ends when n is 6 {", &["`n` is known only inside `round n in 1..6 { … }`"]),
        ],
    );
    tells(
        "{ end game won by players with most score }\n  round",
        &[(
            "{ end game won by p }\n  round",
            &["write `those p in players where p.height >= summit`"],
        )],
    );
}

#[test]
fn a_line_is_read_as_a_whole() {
    mends(
        HEIGHT,
        &[
            ("you get f.weight height", HEIGHT),
            ("gain f.weight height", HEIGHT),
            ("me.height += 1/2 f.weight", "me.height += f.weight / 2"),
            ("me.height += 2 f.weight", "me.height += 2 * f.weight"),
        ],
    );
    mends("me.francs -= €2", &[("pay €2 from me.francs to bank", "me.francs -= €2")]);
    mends("move f to me.cellar", &[("f goes to me.cellar", "move f to me.cellar")]);
    tells(
        "needs me.francs >= €2 else \"{f} costs two\"",
        &[(
            "costs €2 \"no money\"",
            &["`needs me.francs >= €2 else \"no money\"`", "`me.francs -= "],
        )],
    );
    mends(
        "won by players with most score }",
        &[("won by most score }", "by players with most score")],
    );
    mends("farmer = lucky", &[("lucky is the farmer", "farmer = lucky")]);
    mends(
        "ladders: 0..5 = 3, capped",
        &[
            ("ladders: Number = 3, at most 5", "ladders: 0..5 = 3"),
            ("ladders: Number = 3, max 5", "ladders: 0..5 = 3"),
        ],
    );
    mends(
        "Fruit from \"fruit.csv\" times copies",
        &[("read \"fruit.csv\" copies times", "Fruit from \"fruit.csv\" times copies")],
    );
    mends(
        "action jump\n",
        &[
            ("action jump(me.basket)\n", "action jump(c in me.basket)"),
            ("action jump(a card in me.basket)\n", "action jump(c in me.basket)"),
        ],
    );
    mends(
        "define is_ripe for f: Fruit = f.sort is sweet or not frost",
        &[(
            "define is_ripe for f: Fruit = if frost { f.sort is sweet } else { yes }",
            "define is_ripe for f: Fruit = if frost then f.sort is sweet else yes",
        )],
    );
    mends("is_ripe for f: Fruit =", &[("is_ripe(f) =", "define is_ripe for f: Fruit =")]);
    mends("deck tree of Fruit {", &[("deck tree of Fruits {", "deck tree of Fruit {")]);
    mends("to weather {", &[("define weather {", "to weather {")]);
    mends("each Player has {", &[("players has {", "each Player has {")]);
    mends(
        "when tree runs out {",
        &[("when me.cellar runs out {", "when Player.cellar runs out {")],
    );
    mends(
        "needs f.is_ripe else",
        &[
            ("needs f.is_ripe otherwise", "needs f.is_ripe else"),
            ("needs f is ripe else", "needs f.is_ripe else"),
        ],
    );
}

#[test]
fn questions_stand_in_quotation_marks_behind_asking() {
    const ASKING: &str = "asking \"Does it freeze?\"";
    mends(ASKING, &[("asking Does it freeze?", ASKING), ("ask \"Does it freeze?\"", ASKING)]);
}

#[test]
fn votes_are_counted_among_players() {
    const VOTES: &str =
        "frost = count(p in players where p.vote is yes) > count(p in players where p.vote is no)";
    mends(
        VOTES,
        &[
            (
                "frost = count(p.vote is yes) > 1",
                "frost = count(p in players where p.vote is yes) > 1",
            ),
            ("me.frost = count(p in players where p.vote is yes) > 1", "  frost = count("),
        ],
    );
    tells(VOTES, &[("frost = most vote", &["count(p in players where p.vote is yes)"])]);
    tells(
        "choose bid in €0..me.francs",
        &[("choose bid in any amount", &["`choose bid in €0..me.francs by each players"])],
    );
}

#[test]
fn what_is_set_is_named_by_itself() {
    mends("  farmer = lucky", &[("  me.farmer = lucky", "  farmer = lucky")]);
    tells(
        "  farmer = lucky",
        &[("  let farmer = lucky", &["E0417", "leave out the word before it: `farmer = …`"])],
    );
    mends("farmer = farmer.left", &[("farmer.left = farmer", "farmer = farmer.left")]);
    tells(
        "farmer = farmer.left",
        &[
            ("farmer.left = farmer.right", &["where players sit never changes"]),
            ("move farmer to farmer.left", &["this is a player", "`farmer = farmer.left`"]),
        ],
    );
    let new = said(&with("let gain = roll(3)", "gain = roll(3)"));
    assert!(new.iter().all(|one| one.contains("`let gain = roll(3)`")), "{new:#?}");
    let rules = format!("{GAME}\nfrost = no\n");
    let left = said(&rules);
    assert!(left.concat().contains("give it its start where it is declared"), "{left:#?}");
}

#[test]
fn the_set_up_is_no_deed() {
    mends("setup {", &[("to setup {", "\nsetup {")]);
}

#[test]
fn names_of_cards_and_words_come_before_what_nothing_uses() {
    tells(
        "move top 1 of tree to winner.basket",
        &[("move Pear to winner.basket", &["stands in square brackets: `[Pear]`"])],
    );
    tells("    auction()\n", &[("    is_ripe()\n    auction()\n", &["say whose `is_ripe`"])]);
    tells("shuffle tree\n", &[("shuffle deck\n", &["a deck is called by its name: `tree`"])]);
    mends("move f to me.cellar", &[("move climb to me.cellar", "move f to me.cellar")]);
    tells(
        "basket: set of Fruit, seen by owner",
        &[("basket: cards, seen by owner", &["where cards lie is a zone: write `set of Fruit`"])],
    );
    tells(
        "Fruit from \"fruit.csv\" times copies",
        &[("14 cards", &["say which cards: `14 each of (…)`", "`Fruit`"])],
    );
}

#[test]
fn numbers_are_never_empty() {
    tells(
        "needs me.ladders > 0 else",
        &[("needs me.ladders is not empty else", &["some is left `me.ladders > 0`"])],
    );
    tells(
        "needs me.francs >= €2 else",
        &[
            ("needs me.francs is not empty else", &["some is left `me.francs > €0`"]),
            ("costs €2 else", &["`needs me.francs >= €2 else \"{f} costs two\"`"]),
            ("pay €2 else", &["`needs me.francs >= €2 else \"{f} costs two\"`"]),
        ],
    );
}

#[test]
fn what_depends_on_something_says_so_in_its_own_words() {
    let more = |item: &str| said(&format!("{GAME}\n{item}\n"));
    let change = more("change score for p by 1 if p is farmer").concat();
    assert!(change.contains("write `change score for p when p is farmer by 1`"), "{change}");
    let rules = more("rules for Pear in basket { owner.height += 1 }").concat();
    assert!(rules.contains("needs an occasion: `after climb when me is owner { … }`"), "{rules}");
}

#[test]
fn an_offer_that_would_be_the_next_mistake_is_not_made() {
    for (from, to) in [
        (HEIGHT, "me.height gets bigger by f.weight"),
        (ENDING, "ends when it is over {"),
        ("needs turn.picks < 2 else", "needs you still can else"),
        ("  farmer = lucky", "  farmer = most lucky"),
    ] {
        let said = said(&with(from, to));
        assert!(!said.is_empty() && !said.concat().contains("but then"), "{said:#?}");
    }
}

/// Just one thing is said of each change, and it is a warning.
fn warns(from: &str, all: &[(&str, &[&str])]) {
    for (to, words) in all {
        let said = said(&with(from, to));
        let told = said.iter().any(|one| words.iter().all(|word| one.contains(word)));
        let mild = said.iter().all(|one| one.starts_with('W'));
        assert!(told && mild, "{to}: {words:?} is not in {said:#?}");
    }
}

#[test]
fn what_can_never_be_is_told() {
    warns(
        "needs me.francs >= €2 else",
        &[
            ("needs €2 in me.francs else", &["W0409", "write `me.francs >= €2`"]),
            ("needs me.francs > €99 else", &["W0403", "`francs` is at most €8"]),
        ],
    );
    warns(ENDING, &[(&ENDING.replace(">= summit", "< 0"), &["W0403", "`height` is at least 0"])]);
    warns(
        "> count(p in players where p.vote is no)",
        &[("> count(players)", &["W0403", "never so", "`count(players) / 2`"])],
    );
    warns(
        "action climb(f in me.basket)",
        &[("action climb(f in me.cellar)", &["W0513", "`cellar` stays empty"])],
    );
    warns(
        "move top 3 of tree to p.basket",
        &[("move top 12 of tree to p.basket", &["W0516", "with 2 players this deals 24 cards"])],
    );
    warns(
        "height: Number",
        &[(
            "height: 0..10",
            &["W0403", "as it stands `summit` is 20, and `height` is from 0 to 10"],
        )],
    );
    warns("round n in 1..6 {", &[("round n in 1 onwards {", &["W0501", "never reached"])]);
}

#[test]
fn what_may_be_is_not_told() {
    for (from, to) in [
        // Half of the players, and as many as there are.
        ("> count(p in players where p.vote is no)", "> count(players) / 2"),
        ("> count(p in players where p.vote is no)", ">= count(players)"),
        // What one has spent comes back.
        ("  me.francs -= €2\n", "  me.francs -= €2\n  if frost { me.francs += €1 }\n"),
        // Cards go to the pile before it is filled again from there.
        ("move top 2 of tree to stall\n", "move top 2 of tree to stall\n  shuffle tree\n"),
        ("needs turn.picks < 2 else", "needs turn.picks in (0, 1) else"),
        ("needs turn.picks < 2 else", "needs turn.picks in 0..1 else"),
    ] {
        assert_eq!(said(&with(from, to)), [""; 0], "{to}");
    }
}

#[test]
fn other_words_for_the_same_are_read_so_too() {
    mends(
        "let gain = roll(3)",
        &[
            ("let gain = roll a d6", "let gain = roll(6)"),
            ("let gain = throw 3", "let gain = roll(3)"),
            ("roll 3 as gain", "let gain = roll(3)"),
        ],
    );
    mends(
        HEIGHT,
        &[
            ("me.height += half f.weight", "me.height += f.weight / 2"),
            ("me.height += double f.weight", "me.height += 2 * f.weight"),
            ("me gets f.weight height", HEIGHT),
        ],
    );
    mends(
        "needs me.ladders > 0 else",
        &[
            ("needs no ladders else", "needs me.ladders is 0 else"),
            ("needs a ladder else", "needs me.ladders > 0 else"),
            ("needs me has ladders else", "needs me.ladders > 0 else"),
        ],
    );
    mends(
        "needs me.francs >= €2 else",
        &[
            ("needs at least €2 else", "needs me.francs >= €2 else"),
            ("needs me.francs is €2 or more else", "needs me.francs >= €2 else"),
        ],
    );
    mends("needs f.is_ripe else", &[("needs f is_ripe else", "needs f.is_ripe else")]);
    mends(
        "farmer = lucky",
        &[
            ("lucky becomes farmer", "farmer = lucky"),
            ("lucky is farmer", "farmer = lucky"),
            ("lucky -> farmer", "farmer = lucky"),
        ],
    );
    mends("winner.francs -= winner.bid", &[("winner pays bid", "winner.francs -= winner.bid")]);
    mends(ENDING, &[("ends when p.height >= summit {", ENDING)]);
    mends(
        "to weather {",
        &[("weather() {", "to weather {"), ("function weather() {", "to weather {")],
    );
    const SCORE: &str = "define score for p: Player =";
    mends(SCORE, &[("define score: Player =", SCORE), ("define score of p =", SCORE)]);
    mends(
        "option summit: 5..40 = 20",
        &[("option summit = 20, from 5 to 40", "option summit: 5..40 = 20")],
    );
    mends(
        "basket: set of Fruit, seen by owner",
        &[("a basket of fruit, seen by owner", "basket: set of Fruit, seen by owner")],
    );
    tells(
        "seen by owner",
        &[
            ("hidden from owner", &["`basket: set of Fruit, seen by nobody`"]),
            ("seen by everyone but owner", &["`basket: set of Fruit, seen by nobody`"]),
        ],
    );
    let said = said(&with("needs f.is_ripe else", "needs f is not frozen else"));
    assert!(!said.concat().contains("renamed"), "{said:#?}");
}

#[test]
fn numbers_are_not_lost() {
    mends("let gain = roll(3)", &[("let gain = roll(1..3)", "let gain = roll(3)")]);
    mends("ladders: 0..5 = 3, capped", &[("ladders: 0..5, maximum 5", "ladders: 0..5, capped")]);
    tells(
        "players 2 to 4",
        &[("players 2 or more", &["say how many may play at most, too: `players 2 to 8`"])],
    );
    tells(
        "stall: row of Fruit",
        &[
            ("stall: row of 4 Fruits", &["a zone holds any number of cards"]),
            ("stall: row of up to 4 Fruits", &["a zone holds any number of cards"]),
        ],
    );
}
