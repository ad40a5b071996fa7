//! What a player reads at the table: why something is not possible, what has happened and why, at
//! which pace, and who plays against them.
#![expect(clippy::unwrap_used, reason = "a test that cannot read its files has failed")]

use houserules::show::console::{Console, Look};
use std::ffi::OsString;

/// What `play` says, with these lines typed; wide, so that nothing is broken.
fn play(arguments: &[&str], typed: &str) -> String {
    let arguments = ["houserules", "play"].iter().chain(arguments).map(OsString::from);
    let (mut input, mut out, mut err) = (typed.as_bytes(), Vec::new(), Vec::new());
    let wide = Look { width: 200, ..Look::plain() };
    houserules::run(arguments, &mut Console::new(wide, &mut input, &mut out, &mut err));
    String::from_utf8(out).unwrap() + &String::from_utf8(err).unwrap()
}

fn reasons(typed: &str) -> String {
    play(&["rules/reasons.rules", "--seed", "3", "--seat", "2=random"], typed)
}

/// Every question is answered in names and values, never with a piece of the rules.
#[test]
fn why_knows() {
    for (asked, told) in [
        (
            "raise 9",
            "No more than twelve: height plus n is 16; it must be at most 12 (rules/reasons.rules:",
        ),
        ("raise 20", "You cannot choose 20; choose 1 to 5 (rules/reasons.rules:"),
        (
            "pay $9",
            "Then there is nothing to choose for coins: even with all of them, price is $9; it \
             must be at most $4 (the sum of worth) (rules/",
        ),
        (
            "pay $9, empty",
            "Something must be chosen: price is $9; it must be at most $0 (the sum of worth) (",
        ),
        ("pay", "A price must be high: price must be more than $8 ("),
        ("range", "Only one may be put in order ("),
        (
            "dream",
            "There is nothing to choose: with Note $1, Ana's cash is $3; it must be less than $1 \
             (Note $1's worth) (",
        ),
        (
            "dream [Note 2]",
            "Note $2 cannot be chosen: Ana's cash is $3; it must be less than $2 (Note $2's worth) \
             (rules/",
        ),
        (
            "give_away",
            "There is nothing to choose for coins: 5 are needed, and there are 3 cards (",
        ),
        ("close_up", "The bank is open: unlocked is no; it must be yes ("),
    ] {
        let said = reasons(&format!("why {asked}\nquit\nyes\n"));
        assert!(said.contains(told), "{asked}:\n{said}");
        assert!(!said.contains("me.purse") && !said.contains("covers"), "{asked}:\n{said}");
    }
}

/// Before anything is filled in, or with what is not there, the reason is the rule's all the same.
#[test]
fn why_knows_of_what_is_not_listed() {
    for (asked, told) in [
        (
            "lay",
            "For example, blue 3 is not red: blue 3's sort is blue; it must be red \
             (rules/asking_why",
        ),
        (
            "lay blue 3",
            "Blue 3 is not red: blue 3's sort is blue; it must be red (rules/asking_why",
        ),
        (
            "lay [blue 3]",
            "Blue 3 is not red: blue 3's sort is blue; it must be red (rules/asking_why",
        ),
        ("lay red 1", "Red 1 is not in Ana's hand"),
        ("swap_with", "For example, Ben has nothing: Ben's heap is empty (rules/"),
        (
            "pick_flag",
            "There is nothing to choose for cell: with Cell(1, 1), Cell(1, 1)'s flag is no; it \
             must be yes (rules/",
        ),
        ("sleep", "`sleep` is not on offer now: it can be chosen in \"night\" (rules/"),
        ("slep", "There is no `slep` to choose here"),
        ("donate blue 2", "Blue 2 is not in Ana's hand"),
    ] {
        let game = ["rules/asking_why.rules", "--seed", "3", "--seat", "2=random"];
        let said = play(&game, &format!("why {asked}\nquit\nyes\n"));
        assert!(said.contains(told), "{asked}:\n{said}");
    }
}

/// What a chooser might not see is not said, whatever the rules compare.
#[test]
fn why_tells_no_secret() {
    let said = reasons("why peep Ben\nwhy peep Ana\nquit\nyes\n");
    assert_eq!(said.matches("That one is not rich enough (rules/").count(), 2, "{said}");
    assert!(!said.contains("the sum of worth is"), "{said}");
}

/// `why` alone lists what is not possible.
#[test]
fn all_that_is_not_possible_is_listed() {
    let said = reasons("why\nquit\nyes\n");
    let from = said.find("Not possible now:").unwrap();
    let listed: Vec<&str> =
        said[from..].lines().skip(1).take_while(|l| l.starts_with("  ")).collect();
    let names: Vec<&str> = listed.iter().filter_map(|l| l.trim().split(':').next()).collect();
    assert_eq!(names, ["pay", "range", "dream", "give away", "close up", "peep"], "{said}");
    assert!(listed.iter().all(|l| l.contains("(rules/reasons.rules:")), "{said}");
    let said =
        play(&["rules/reasons.rules", "--seed", "3", "--seat", "2=random"], "raise 1\nquit\nyes\n");
    assert!(!said.contains("Not possible"), "{said}");
}

/// The ending says why; what belongs to a card is told by its name.
#[test]
fn the_log_says_whose_and_why() {
    let said = reasons("raise 5\nquit\n");
    assert!(said.contains("the game ends: height is at least 12"), "{said}");
    let heist = ["../games/banditos_heist.rules", "--players", "3", "--seed", "7"];
    let seats = ["--seat", "1=random", "--seat", "2=random", "--seat", "3=random"];
    let said = play(&[&heist[..], &seats].concat(), "");
    assert!(said.contains("Rusty hatchback's tank (Ana's ride): +3, now 4"), "{said}");
    assert!(!said.contains("a card's"), "{said}");
    for line in [
        "the characters are shuffled",
        "from characters to each player's crew: Misty and Guido (Ana), Mucho Carne (Ben), Yum Yum \
         (Cleo)",
        "pawn: San Diego (Ana), Tucson (Ben), El Paso (Cleo)",
        "Ana, Ben and Cleo get 7 cards each (from red deck to hand)",
    ] {
        assert!(said.lines().any(|l| l.trim() == line), "{line}:\n{said}");
    }
    let begins = said.lines().position(|l| l.trim() == "round 1").unwrap();
    assert!(begins < 20, "{said}");
}

/// Who thinks ahead plays against people, unless somebody else is asked for.
#[test]
fn opponents_think_unless_others_are_asked_for() {
    for (game, seats, who) in [
        ("../games/banditos_schacht.rules", &[][..], "Ana (human), Ben (normal)"),
        ("../games/banditos_schacht.rules", &["--seat", "2=random"], "Ana (human), Ben (random)"),
        ("../examples/nim.rules", &["--seat", "2=search:1s"], "Ana (human), Ben (search:1s)"),
        ("../examples/nim.rules", &[], "Ana (human), Ben (normal)"),
    ] {
        let said =
            play(&[&[game, "--players", "2", "--seed", "1"][..], seats].concat(), "quit\nyes\n");
        assert!(said.contains(who), "{said}");
    }
}

/// Several bots in a row: each move by itself if a pace is asked for, else together.
#[test]
fn bots_in_a_row_are_shown_one_after_the_other() {
    let game =
        ["../games/banditos_schacht.rules", "--players", "3", "--seed", "7", "--seat", "2=random"];
    let game = [&game[..], &["--seat", "3=random"]].concat();
    let together = play(&game, "lay [blue 1]\nquit\nyes\n");
    assert!(!together.contains("Enter goes on"), "{together}");
    let slow = play(&[&game[..], &["--pace", "enter"]].concat(), "\nlay [blue 1]\n\nquit\nyes\n");
    let (ben, enter) = (slow.find("    Ben ").unwrap(), slow.find("Enter goes on.").unwrap());
    let cleo = slow[enter..].find("    Cleo ").unwrap();
    assert!(ben < enter && cleo > 0, "{slow}");
    let moves = |said: &str| said.matches("    Ben ").count() + said.matches("    Cleo ").count();
    assert_eq!(moves(&slow), moves(&together), "{slow}{together}");
    let stopped = play(
        &[&game[..], &["--pace", "enter"]].concat(),
        "pace none\nlay [blue 1]\npace 2\nquit\nyes\n",
    );
    assert_eq!(stopped.matches("Enter goes on").count(), 1, "{stopped}");
    assert!(stopped.contains("Each of several moves of bots is shown for 2 seconds."), "{stopped}");
    let wrong = play(&[&game[..], &["--pace", "never"]].concat(), "");
    assert!(wrong.contains("a pace is `none`, `enter`, or a number of seconds"), "{wrong}");
}
