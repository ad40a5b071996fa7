//! Names, types and owners that strangers got wrong, and what they are answered with: what puts the
//! rules right, found by trying.

use super::newcomers::{GAME, STATEMENT, none, not_so, with_item, with_line};

/// The game with a test of one line more.
fn with_test(line: &str) -> String {
    with_item(&format!("test \"more\" with Ana, Ben {{\n  {line}\n  expect Ana.points is 0\n}}"))
}

/// The game in which something is called otherwise where it is declared: `old → new`.
fn renamed(change: &str) -> String {
    let (old, new) = change.split_once(" → ").unwrap_or((change, ""));
    GAME.replacen(old, new, 1)
}

#[test]
fn what_was_renamed_is_offered_by_its_new_name() {
    none(not_so(
        &[
            ("heap: pile → graves: pile", "`heap` was probably renamed to `graves`"),
            ("silver: Silver → purse: Silver", "`silver` was probably renamed to `purse`"),
            ("points: Number → worth: Number", "write `worth` (2 places)"),
        ],
        renamed,
    ));
}

#[test]
fn a_name_of_another_word_is_found() {
    none(not_so(
        &[
            ("move top 1 of deck to me.hand", "did you mean `stock`?"),
            ("move top 1 of draw_pile to me.hand", "did you mean `stock`?"),
            ("me.total += 1", "did you mean `points`?"),
            ("me.money += $1", "perhaps `silver` is meant"),
            ("move top 1 of stock to me.cards", "did you mean `hand`?"),
            ("if round.points > 3 { me.points = 0 }", "write `me.points`"),
            ("if any c in me.hand has c.value > 3 { me.points = 0 }", "did you mean `rank`?"),
        ],
        with_line,
    ));
}

#[test]
fn a_value_of_another_type_is_made_into_one_that_fits() {
    none(not_so(
        &[
            ("me.points = me.hand", "`count(me.hand)`"),
            ("if me.hand > 3 { me.points = 0 }", "`count(me.hand)`"),
            ("if me.hand { me.points = 0 }", "`me.hand is not empty`"),
            ("if me.points { me.points = 0 }", "`me.points > 0`"),
        ],
        with_line,
    ));
}

#[test]
fn what_is_declared_nowhere_is_answered_with_how_to_declare_it() {
    none(not_so(
        &[
            ("me.points += gain", "`let gain = …` before it is used"),
            ("me.luck += 1", "`each Player has { luck: … }`"),
            ("if me.points > 3 { wander }", "`to wander { … }`"),
            (
                "if any c in me.hand has c.suit is pike { me.points = 0 }",
                "a `Suit` is `lily`, `reed`, `frog`",
            ),
        ],
        with_line,
    ));
}

#[test]
fn a_test_names_those_who_play() {
    none(not_so(
        &[
            ("Zoe does take", "the players of this test are `Ana`, `Ben`"),
            ("given Anna.points is 3", "`Ana`"),
        ],
        with_test,
    ));
}

#[test]
fn a_line_with_a_name_that_means_nothing_says_no_more() {
    let line = "let n = gain + me.hand\n  me.points = n";
    none(not_so(&[(line, "gain")], |line| GAME.replace(STATEMENT, &format!("  {line}\n"))));
}
