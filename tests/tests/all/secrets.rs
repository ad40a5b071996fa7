//! A slice of the campaign `cargo run --release -p houserules-tests --bin secrets`: nobody finds a
//! secret out.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use houserules::loader::FolderLoader;
use houserules_bots::determinize::determinize;
use houserules_interpreter::ask::{Engine, Setup};
use houserules_interpreter::chance::BotSource;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_table::game::Game;
use houserules_tests::agree::games::in_folder;
use houserules_tests::secrecy::made::{HEAD, made};
use houserules_tests::secrecy::{Count, Kind, Subject, Surface, search};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

/// Pairs of one playout.
const PAIRS: u64 = 10;
/// Playouts of a game, and of the one in which copies are told apart by who knows them.
const PLAYOUTS: [u64; 2] = [1, 6];
/// Playouts of rules that show things.
const SHOWN: u64 = 12;
/// How the players of such rules choose.
const EACH_IN_TURN: &str = "turn me in players { choose { act or pass } }";
/// Games that are written at random.
const MADE: u64 = 8;

fn played(
    subject: &Subject,
    seeds: impl Iterator<Item = u64>,
    count: &mut Count,
) -> Option<String> {
    let setup = Setup { seats: subject.seats, options: Vec::new() };
    let program = Arc::new(Program::new(Arc::clone(&subject.book), &setup).unwrap());
    let mut leaks = seeds.map(|seed| {
        let machine = Machine::start(Arc::clone(&program), seed, true);
        search(subject, machine, seed, PAIRS, count)
    });
    leaks.find_map(Result::err).map(|leak| leak.to_string())
}

#[test]
fn nobody_finds_out_what_they_have_not_seen() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut told, mut count) = (Vec::new(), Count::default());
    for path in ["games", "examples", "tests/rules"].iter().flat_map(|f| in_folder(&root.join(f))) {
        let (mut loader, game) = FolderLoader::open(&path).unwrap();
        let compiled = compile(&game.name, &game.text, &mut loader);
        let Some(players) = compiled.rulebook.as_ref().map(|book| book.players) else { continue };
        let seats = players.1.min(4).max(players.0);
        let subject = Subject::new(&compiled, seats).unwrap();
        let playouts = PLAYOUTS[usize::from(path.ends_with("copies_that_were_shown.rules"))];
        let leak = played(&subject, 0..playouts, &mut count);
        told.extend(leak.map(|leak| format!("{}: {leak}", path.display())));
    }
    assert!(told.is_empty(), "{}", told.join("\n\n"));
    // Names of hidden cards, and cards on them, are rare; they have rules of their own below.
    let rare = |kind: &Kind| matches!(kind, Kind::Names | Kind::Loads);
    for kind in Kind::ALL.into_iter().filter(|kind| !rare(kind)) {
        assert!(count.kinds.contains_key(&kind), "no worlds differ by {}", kind.words());
    }
}

/// Rules under which bots could learn from tables that they imagine: who was told something, what
/// names stand for, which of several kinds a card is of, and what lies on cards.
#[test]
fn bots_imagine_the_same_tables_whatever_is_hidden() {
    const FILES: [(&str, Kind, u8); 6] = [
        ("told_in_secret", Kind::Told, 3),
        ("names_of_cards", Kind::Names, 3),
        ("mixed_kinds", Kind::Cards, 2),
        ("hiding", Kind::Loads, 3),
        ("hiding", Kind::Cards, 2),
        ("cargo", Kind::Both, 2),
    ];
    for (name, kind, seats) in FILES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("rules/{name}.rules"));
        let text = std::fs::read_to_string(path).unwrap();
        let mut count = Count::default();
        let leak = played(&of_text(&text, seats), 0..SHOWN, &mut count);
        assert!(leak.is_none(), "{name}: {}", leak.unwrap_or_default());
        assert!(count.kinds.get(&kind).is_some_and(|n| *n > 0), "{name}: {count:?}");
        assert!(count.surfaces.contains_key(&Surface::Imagined), "{name}: {count:?}");
    }
}

#[test]
fn nobody_finds_a_secret_out_under_rules_that_check_accepts() {
    let mut count = Count::default();
    for seed in 0..MADE {
        let game = made(seed);
        let subject = game.subject().expect("rules that were accepted");
        let leak = played(&subject, seed..=seed, &mut count);
        assert!(leak.is_none(), "{}\n{}", leak.unwrap_or_default(), game.text());
    }
    assert!(count.pairs > MADE, "{count:?}");
}

/// Rules written here.
fn of_text(text: &str, seats: u8) -> Subject {
    let compiled = compile("here.rules", text, &mut houserules_tests::shelf::Shelf::default());
    let secrets: Vec<_> = compiled.diagnostics.iter().map(|d| (&d.code, &d.message)).collect();
    Subject::new(&compiled, seats).unwrap_or_else(|| panic!("{secrets:?}"))
}

/// What comes of a lot, of a choice, or of a card that is shown is no secret; and a race that
/// begins hides what chance had decided before.
#[test]
fn what_rules_show_is_not_taken_for_a_secret() {
    // What happens in each round, what an action does, and whether there is a race.
    const FINE: [(&str, &str, bool); 8] = [
        (
            "if p.gold > 5 { for each x in p.hand { p.gold += x.value } } \
             for each x in p.hand { say \"it is {x}\" to p }",
            "pass_on(me)",
            false,
        ),
        ("for each x in p.hand { say \"it is {x}\" to p }", "pass_on(me)", false),
        ("for each x in p.hand { p.gold += x.value }", "pass_on(me)", true),
        (
            "if there is x in (first y in p.hand) { show x to those q in players where \
             count(p.stash) is not x.value move x to p.shelf }",
            "pass_on(me)",
            false,
        ),
        ("if p.gold > 5 { choose n in 0..2 by chance p.fate = n }", "me.gold += 1", true),
        ("pass_on(p)", "show me.hand to me.left c.marks += 1", false),
        ("pass_on(p)", "show c to me.left choose n in 0..2 by me.left c.marks += 1", false),
        (
            "if any z in p.hand has z.value > 3 { choose x in heap by chance p.gold += x.value }",
            "me.gold += 1",
            false,
        ),
    ];
    let mut count = Count::default();
    for (round, action, race) in FINE {
        let choose = if race { "choose {act or pass} by race of players" } else { EACH_IN_TURN };
        let text = format!(
            "game \"Fine\"\nplayers 3\ncard Chit {{ value: 1..4 }}\n\
             deck pack of Chit {{ 4 each of (1..4) }}\neach Chit has {{ marks: Number }}\n\
             each Player has {{ hand: set of Chit, seen by owner  \
             stash: pile of Chit, seen by nobody  shelf: set of Chit\n\
             gold: Number = 5, seen by owner  fate: Number = 2, seen by nobody }}\n\
             the table has {{ heap: pile of Chit  rounds: Number }}\n\
             setup {{ shuffle pack for each p in players {{ move top 2 of pack to p.hand \
             move top 1 of pack to p.stash }} }}\n\
             to pass_on(p: Player) {{ move top 1 of p.stash to p.left.stash }}\n\
             play {{ ends when rounds is 6 {{ end game lost }}\nround {{ rounds += 1\n\
             choose bid in 0..2 by each players\nfor each p in players {{ {round} }}\n\
             {choose} }} }}\n\
             action act(c in me.hand) {{ {action} }}\n"
        );
        let subject = of_text(&text, 3);
        let leak = played(&subject, 0..SHOWN, &mut count);
        assert!(leak.is_none(), "{}\n{round}\n{action}", leak.unwrap_or_default());
    }
    assert!(count.pairs > SHOWN, "{count:?}");
}

/// A card that was chosen is named where a rule says it, to whoever sees it by then; it comes from
/// where it has got to meanwhile; and the game stops at another rule for lack of options.
#[test]
fn what_was_chosen_shows_by_what_rules_do_with_it() {
    const FOUND: [(u64, &str, &str); 4] = [
        (
            202_000_675,
            "turn me in players { choose { act0 or act1 or pass } }",
            "attempt act0(c in me.hand) as \"does something\" once per round works when me.fate is \
             not sum(y.value for y in me.hand)\n{ choose v8 in 0..2 by me choose v9 in 0..2 by me \
             show me.hand to me.left say \"it is {c}\" }\nwrong { }\n\
             action act1(c in me.hand where c.value > 2) as \"does something\" once per round \
             needs me.points < 9 else \"{me} has enough\" { }\n",
        ),
        (
            210_001_191,
            "for each p12 in players { move top 1 of pack to p12.line }\n\
             turn me in players { choose { act0 or pass } }",
            "action act0(c in me.hand) needs me.points < 9 else \"{me} has enough\"\n{\n\
             if there is x6 in (first y in me.hand) { for each p7 in players { move x6 to \
             me.shelf } payed(me, count(me.left.line)) }\n\
             if there is x28 in (first y in me.front) { shuffle me.left.stash let v29 = c.value \
             payed(me.left, 1) }\nmove c to me.shelf }\n",
        ),
        (
            213_000_900,
            "choose bid in 0..2 by each players\n\
             for each p1 in players where p1.rich { choose x2 in bag by chance show p1.gold to \
             p1 }\n\
             for each p14 in players { choose x15 in bag by chance say \"so it is\" to p14 }\n\
             turn me in players { choose { act0 or act1 or pass } }",
            "action act0(c in me.hand) as \"does something\" once per round for c { }\n\
             action act1(n in 0..2) as \"acts\" once per round needs me.points < 9 else \"{me} has \
             enough\" { }\n",
        ),
        // What goes on is a card that had been chosen otherwise in one of the worlds only.
        (
            800_006_442,
            "turn me in players { choose { act0 or act1 or act2 or pass } }",
            "action act0(c in me.hand) as \"acts\" once per round for c\n\
             { move c to me.left.hand }\n\
             action act1(n in 0..2) once per round else \"you did that\" needs count(me.hand) > 1 \
             else \"keep one\" { }\n\
             action act2(c in me.line) as \"acts\" { }\n",
        ),
    ];
    nothing_is_found_again(&FOUND);
}

/// What is mixed comes out anew when choices are taken back: another card comes into view, and what
/// it carries.
#[test]
fn what_comes_into_view_behind_undo_shows_what_it_carries() {
    const FOUND: [(u64, &str, &str); 2] = [
        (
            1_309_010_300,
            "choose bid in 0..2 by each players\n\
             for each p9 in players where p9.hand is not empty { may choose k10 in p9.hand by p9 \
             if k10 is not none { say \"it is {k10}\" to p9 hide k10 } }\n\
             for each p21 in players { shuffle pack }\n\
             for each p23 in players { move top 1 of pack to p23.hand }\n\
             choose { act0 or act1 or pass } by race of players",
            "action act0(n in 0..2) as \"does something\" needs me.points < 9 else \"{me} has \
             enough\" { }\n\
             action act1(c in me.hand) needs me.gold > 3 else \"you have {me.gold}\" { }\n",
        ),
        (
            1_309_012_692,
            "for each p9 in players { may choose k10 in p9.hand by p9 if k10 is not none \
             { k10.marks += 1 } }\n\
             for each p17 in players { move top 1 of pack to heap move top 1 of bag to p17.stash \
             }\n\
             for each p23 in players { may choose k24 in p23.hand by p23 if k24 is not none { \
             p23.fate = p23.gold show p23.gold to p23 } choose v25 in 0..2 by chance say \"so it \
             is\" }\n\
             for each p26 in players { shuffle bag move p26.hand to bag }\n\
             for each p30 in players { move top 1 of bag to heap }\n\
             choose { act0 or act1 or pass } by race of players",
            "action act0(c in me.hand) as \"does something\" needs me.gold > 3 else \"you have \
             {me.gold}\" { }\n\
             action act1(c in me.line) needs count(me.hand) > 1 else \"keep one\" { }\n",
        ),
    ];
    nothing_is_found_again(&FOUND);
}

/// The place of a card that lies in no order: that the game stops there gives away what the rule
/// reads, or what several had chosen by then.
#[test]
fn a_rule_that_breaks_gives_itself_away() {
    const FOUND: [(u64, &str, &str); 2] = [
        (
            1_309_010_446,
            "for each p3 in players { may choose k4 in p3.hand by p3 if k4 is not none { shuffle \
             bag } }\n\
             for each p18 in players where p18.stash is not empty { may choose k19 in p18.line by \
             p18 if k19 is not none { move top 1 of p18.stash to p18.hand } move top 1 of pack to \
             p18.shelf }\n\
             turn me in players { choose { act0 or act1 or act2 or pass } }",
            "action act0(c in me.hand) as \"does something\" once per round for c needs me.points \
             < 9 else \"{me} has enough\"\n\
             { choose x2 in pack by chance watched(x2, me)\n\
             let v26 = c.marks me.left.fate = (c.position otherwise 0) }\n\
             action act1(n in 0..2) as \"does something\" needs me.points < 9 else \"{me} has \
             enough\" { }\n\
             action act2(v in opponents, c in v.line) needs me.gold > 3 else \"you have \
             {me.gold}\" { }\n",
        ),
        (
            1_309_013_416,
            "choose bid in 0..2 by each players\n\
             for each p9 in players { may choose k10 in p9.hand by p9 if k10 is not none { say \
             \"it is {k10}\" to p9 } }\n\
             for each p18 in players { choose x19 in p18.hand by chance move x19 to p18.line may \
             choose k20 in p18.hand by p18 if k20 is not none { hide p18.hand from p18 } }\n\
             choose { act0 or act1 or act2 or pass } by race of players",
            "action act0(v in opponents, c in v.line) as \"does something\" once per round for c \
             needs me.gold > 3 else \"you have {me.gold}\"\n\
             { taken(c, me) if 4 is (c.position otherwise 0) { for each p5 in players { say \
             \"so it is\" } say \"it is {c}\" }\n\
             for each p23 in players { choose v24 in 0..2 by chance show c to those q25 in players \
             where q25.rich } }\n\
             attempt act1(c in me.hand where c.value > 2) needs me.gold > 3 else \"you have \
             {me.gold}\" works when count(me.left.shelf - c) is (c.position otherwise 0) { }\n\
             wrong { }\n\
             action act2(v in opponents, c in v.line) as \"acts\" once per round needs me.points < \
             9 else \"{me} has enough\" { }\n",
        ),
    ];
    nothing_is_found_again(&FOUND);
}

/// Rules written at random, by the playout that found something: what is done in each round, and
/// the actions.
fn nothing_is_found_again(found: &[(u64, &str, &str)]) {
    for (playout, round, actions) in found {
        let text = format!(
            "{HEAD}play {{ ends when rounds is 6 {{ end game won by players with most points }}\n\
             round {{ rounds += 1\n{round} }} }}\n{actions}"
        );
        let subject = of_text(&text, 3);
        for seed in playout * 4..playout * 4 + 4 {
            assert_eq!(found_again(&subject, seed), None);
        }
    }
}

/// Whatever was found in a game, as it is printed by the campaign.
#[test]
fn what_was_found_in_games_is_not_found_again() {
    const FOUND: [(&str, u64); 14] = [
        // A card that lies on another is chosen by words, never by the number of the card below.
        ("tests/rules/cargo.rules", 300_000_900),
        ("tests/rules/cargo.rules", 300_000_901),
        // Two wagons look alike, and the goods in them.
        ("tests/rules/cargo.rules", 500_001_500),
        // Which of their goods is named first is a lot.
        ("tests/rules/cargo.rules", 503_001_509),
        // The host's workbench named which of two equal entries was taken.
        ("tests/rules/many_entries.rules", 500_001_500),
        // What a player had learnt hung on which copy came back.
        ("tests/rules/owned_draws.rules", 504_001_512),
        // What had answered one question was said again of an earlier one.
        ("examples/sealed_auction.rules", 500_001_501),
        ("examples/rock_paper_scissors.rules", 501_001_512),
        ("tests/rules/whose.rules", 501_001_505),
        ("tests/rules/attempts.rules", 502_001_506),
        ("tests/rules/hiding.rules", 502_001_507),
        ("tests/rules/race_actions.rules", 503_001_510),
        ("tests/rules/unwinding.rules", 503_001_510),
        ("tests/rules/each_narrow.rules", 504_001_520),
    ];
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = String::new();
    for (path, seed) in FOUND {
        let (mut loader, game) = FolderLoader::open(&root.join(path)).unwrap();
        let compiled = compile(&game.name, &game.text, &mut loader);
        // The campaign takes each number of players in turn.
        let (least, most) = compiled.rulebook.as_ref().unwrap().players;
        let seats = least + (seed % u64::from(most - least + 1)) as u8;
        if let Some(told) = found_again(&Subject::new(&compiled, seats).unwrap(), seed) {
            writeln!(found, "{path}, {seed}: {told}").unwrap();
        }
    }
    assert!(found.is_empty(), "{found}");
}

/// What the campaign finds in a game that it played before.
fn found_again(subject: &Subject, seed: u64) -> Option<String> {
    const WHOLE: u64 = 100;
    let setup = Setup { seats: subject.seats, options: Vec::new() };
    let program = Arc::new(Program::new(Arc::clone(&subject.book), &setup).unwrap());
    let machine = Machine::start(program, seed, true);
    let found = search(subject, machine, seed, WHOLE, &mut Count::default());
    found.err().map(|found| found.to_string())
}

/// A campaign that would find nothing proves nothing: here the rules tell, and `check` says so.
#[test]
fn what_the_rules_tell_is_found_out() {
    const TELLS: [&str; 6] = [
        "if me.left.gold > 3 { me.points += 1 }",
        "if any c in me.left.hand has c.value > 2 { move top 1 of pack to heap }",
        "say \"so it is\" if me.left.gold > 3 { choose n in 1..2 by me.left }",
        "me.points += me.left.gold",
        "if me.left.gold > 3 { move top 1 of open to bin } else { move bottom 1 of open to bin }",
        "for each c in open where c.value is me.left.gold { move c to bin }",
    ];
    for tells in TELLS {
        let text = format!(
            "game \"Tells\"\nplayers 2\ncard Chit {{ value: 1..4 }}\ndeck pack of Chit {{ 4 each \
             of (1..4) }}\n\
             each Player has {{ hand: set of Chit, seen by owner  gold: 0..6 = 3, seen by owner  points: Number }}\n\
             the table has {{ heap: pile of Chit, seen by nobody  open: row of Chit  \
             bin: pile of Chit }}\n\
             setup {{ shuffle pack for each p in players {{ move top 2 of pack to p.hand }} \
             move top 6 of pack to open }}\n\
             play {{ turn me in players onwards {{ choose {{ act }} }} }}\naction act {{ {tells} }}\n"
        );
        let subject = of_text(&text, 2);
        let found = played(&subject, 0..40, &mut Count::default());
        assert!(found.is_some(), "nobody found out by `{tells}`");
    }
}

/// A player who is asked while others' answers wait to be carried out has not been told of these,
/// and no bot that thinks for them is.
#[test]
fn bots_know_nothing_of_answers_that_wait() {
    for by in ["race of players", "each players"] {
        let rules = format!(
            "game \"Waits\"\nplayers 3\neach Player has {{ points: Number }}\n\
             play {{ turn me in players onwards {{ choose {{ act or pass }} by {by} }} }}\n\
             action act {{ choose n in 0..2 by me  me.points += n }}\n"
        );
        let subject = of_text(&rules, 3);
        let setup = Setup { seats: 3, options: Vec::new() };
        let program = Arc::new(Program::new(Arc::clone(&subject.book), &setup).unwrap());
        let imagined = [["act", "pass"], ["pass", "act"]].map(|others| {
            let machine = Machine::start(Arc::clone(&program), 7, true);
            let names = ["A", "B", "C"].map(String::from).to_vec();
            let sources = Arc::clone(&subject.sources);
            let mut game = Game::start(machine, Arc::clone(&subject.book), sources, names);
            for (seat, answer) in (0..).zip(["act", others[0], others[1]]) {
                game.say(seat, answer).unwrap();
            }
            assert_eq!(game.asked().unwrap().seats, [0], "{by}");
            determinize(game.engine(), 0, &mut BotSource::new(1)).0.hash()
        });
        assert_eq!(imagined[0], imagined[1], "{by}");
    }
}
