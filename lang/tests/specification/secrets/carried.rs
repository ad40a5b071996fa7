//! What cards carry, what chance draws from, and what several do at once: as secret as what they
//! hang on.

use houserules_lang::code::Code;
use houserules_lang::compile::compile;
use houserules_lang::ir::StmtKind;
use houserules_lang::loader::NoFiles;
use houserules_lang::secrets::Open;
use std::sync::Arc;

const GAME: &str = "game \"G\"
players 2 to 4
card Ware { value: 1..4 }
card Coin { worth: 1..3 }
deck pack of Ware { 2 each of (1..4) }
deck mint of Coin { 9 each of (1..3) }
each Ware has { stack: pile of Coin  marks: Number }
each Player has { hand: set of Ware, seen by owner  yard: row of Ware }
each Player has { cash: Number, seen by owner  points: Number }
the table has { heap: pile of Coin  bin: pile of Ware  fav: Ware or none }
define loaded = sum(count(c.stack) for c in first_player.hand)
define laid_out = sum(count(c.stack) for c in first_player.yard)
define first_player = first p in players
setup { for each p in players { move top 1 of pack to p.hand } }
";

/// Codes of what is said of secrets.
fn said(rules: &str) -> Vec<Code> {
    let found = compile("g.rules", &format!("{GAME}{rules}"), &mut NoFiles).diagnostics;
    let about = |code: &Code| code.is_error() || code.is_about_secrets();
    found.iter().map(|d| d.code).filter(about).collect()
}

fn action(what: &str) -> Vec<Code> {
    said(&format!(
        "play {{ turn me in players onwards {{ choose {{ act or pass }} }} }}\naction act {what}"
    ))
}

#[test]
fn what_lies_on_a_card_is_as_secret_as_the_card() {
    for (secret, codes) in [
        (
            "needs any c in me.left.hand has c.stack is empty else \"no\" { me.points += 1 }",
            Code::W0802,
        ),
        (
            "(n in 0..count(c in me.left.hand where c.stack is empty)) { me.points += n }",
            Code::W0802,
        ),
        ("{ me.points = sum(count(c.stack) for c in me.left.hand) }", Code::W0808),
        ("{ if any c in me.hand has count(c.stack) > 1 { me.points += 1 } }", Code::W0803),
        ("{ say \"{count(c in me.hand where c.stack is not empty)}\" }", Code::W0805),
        ("(c in me.hand) { move c.stack to heap }", Code::W0808),
        ("(c in me.hand) { for each x in c.stack { me.points += 1 } }", Code::W0803),
        ("(c in me.hand) { show c.stack to players }", Code::W0808),
        ("(c in me.hand) { me.points = c.marks }", Code::W0808),
    ] {
        assert_eq!(action(secret), [codes], "{secret}");
        let open = secret.replace(".hand", ".yard");
        assert_eq!(action(&open), crate::NONE, "{open}");
    }
}

#[test]
fn what_comes_to_a_card_tells_nothing_but_whose_it_is() {
    for done in [
        "(c in me.hand) { move top 1 of mint to c.stack }",
        "(c in me.hand) { move top 1 of mint to c.stack  shuffle c.stack }",
        "(c in me.hand, x in c.stack) { move x to heap }",
        "(c in me.hand, x in c.stack where x.worth is 3) { me.cash += count(c.stack) }",
        "(c in me.hand) { show c to players  me.points += count(c.stack) }",
        "(c in me.hand) { move c to bin  me.points += count(c.stack) }",
    ] {
        assert_eq!(action(done), crate::NONE, "{done}");
    }
}

#[test]
fn what_came_to_a_hidden_card_is_not_known_when_it_lies_open() {
    let play = "play { turn me in players onwards { choose { lay or act or pass } } }
action act(c in me.yard) needs any x in c.stack has x.worth is 3 else \"no\" { me.points += 1 }
action lay";
    let hidden =
        format!("{play}(c in me.hand) {{ move top 1 of mint to c.stack  move c to me.yard }}");
    assert_eq!(said(&hidden), [Code::W0802]);
    let open =
        format!("{play}(c in me.hand) {{ move c to me.yard  move top 1 of mint to c.stack }}");
    assert_eq!(said(&open), crate::NONE);
}

/// Whoever gets a card into their hand has not seen what came to it in another's.
#[test]
fn what_came_to_a_card_in_another_hand_is_not_known_in_this_one() {
    let with = |goes: &str| {
        said(&format!(
            "play {{ turn me in players onwards {{ choose {{ load or go or act or pass }} }} }}
action load(c in me.hand) {{ move top 1 of mint to c.stack }}
action go(c in me.hand) {{ {goes} }}
action act(c in me.hand where any x in c.stack has x.worth is 3) {{ me.cash += 1 }}"
        ))
    };
    for goes in [
        "move c to me.left.hand",
        "let n = me.left  move c to n.hand",
        "move c to pack  shuffle pack  move top 1 of pack to me.hand",
        "move c to me.yard  for each x in me.yard { move x to me.hand }",
        "choose d in me.left.yard  swap c with d",
    ] {
        assert_eq!(with(goes), [Code::W0802], "{goes}");
    }
    for goes in
        ["me.cash += 1", "move c to bin", "move c to me.yard", "move top 1 of pack to me.hand"]
    {
        assert_eq!(with(goes), crate::NONE, "{goes}");
    }
}

#[test]
fn what_a_card_carries_that_a_counter_keeps_is_known_where_it_lies() {
    let kept = |zone: &str| {
        action(&format!(
            "(c in me.yard) {{ fav = c  move c to me.left.{zone}  if fav is not none {{ \
             me.points = count(fav.stack) }} }}"
        ))
    };
    assert_eq!(kept("hand"), [Code::W0808]);
}

#[test]
fn what_chance_draws_is_told_to_those_who_know_what_it_draws_from() {
    for drawn in [
        "n in (p.cash, 3)",
        "n in p.cash..6",
        "n in 1..6 where n > p.cash",
        "n in 1..(if any c in p.hand has c.value is 4 then 6 else 3)",
        "q in players where q.cash > 3",
        "n in 1..count(c in p.hand where c.value is 4)",
    ] {
        let rule = |openly: &str| {
            action(&format!(
                "{{ let p = me.left  {openly} choose {drawn} by chance  say \"{{p}}\" to p }}"
            ))
        };
        assert_eq!(rule(""), [Code::W0803], "{drawn}");
        assert_eq!(rule("openly"), crate::NONE, "{drawn}");
    }
    for open in ["n in (p.points, 3)", "n in 1..6", "c in p.hand", "n in 1..count(p.hand)"] {
        assert_eq!(action(&format!("{{ let p = me.left  choose {open} by chance }}")), crate::NONE);
    }
    let told = "{ let p = me.left  openly choose n in 1..p.cash by chance  me.points += n }";
    assert_eq!(action(told), crate::NONE);
}

#[test]
fn what_is_dropped_in_a_race_tells_no_secret() {
    let race = |act: &str| {
        said(&format!(
            "play {{ round {{ choose {{ act or pass }} by race of players }} }}\naction act{act}"
        ))
    };
    for (secret, open) in [
        (
            "(c in me.hand where c.value > count(bin)) { move c to bin }",
            "(c in me.hand where c.value > 2) { move c to bin }",
        ),
        (
            " needs me.cash is 0 else \"no\" { for each p in players { p.cash += 1 } }",
            " needs me.cash is 0 else \"no\" { me.cash += 1 }",
        ),
        (
            "(c in me.hand where c.marks is 0) { for each p in players { for each x in p.hand { \
             x.marks += 1 } } }",
            "(c in me.hand where c.marks is 0) { me.points += 1 }",
        ),
    ] {
        let found = race(secret);
        assert!(found.contains(&Code::W0803), "{secret}: {found:?}");
        assert_eq!(race(open), crate::NONE, "{open}");
    }
}

#[test]
fn titles_of_stages_name_no_secrets() {
    for stage in ["turn \"with {me.cash}\" me in players", "round \"of {p.cash}\" p in players"] {
        let rules =
            |stage: &str| said(&format!("play {{ {stage} {{ say \"x\" }} end game lost }}"));
        assert_eq!(rules(stage), [Code::W0805], "{stage}");
        assert_eq!(rules(&stage.replace("cash", "points")), crate::NONE, "{stage}");
    }
}

#[test]
fn the_host_is_printed_nothing_of_what_lies_on_unseen_cards() {
    let rules = format!("{GAME}play {{ end game lost }}");
    let book = Arc::new(compile("g.rules", &rules, &mut NoFiles).rulebook.expect("a rulebook"));
    let mut open = Open::under(&book);
    let mut open = |name: &str| {
        let word = book.words.iter().find(|word| word.name == name).expect("a word");
        open.reads(&word.value, word.locals.len(), 0)
    };
    assert!(!open("loaded"));
    assert!(open("laid_out"));
}

#[test]
fn what_a_deed_throws_under_a_secret_condition_is_told_to_those_who_know_it() {
    let rules = "to roll -> Number { choose n in 1..6 by chance  give n }
play { turn me in players onwards { choose { act or pass } } }
action act { if me.cash > 1 { let n = roll()  me.cash += n } }";
    let found = compile("g.rules", &format!("{GAME}{rules}"), &mut NoFiles);
    assert_eq!(said(rules), crate::NONE);
    let book = found.rulebook.expect("a rulebook");
    let act = book.moves.iter().find(|m| m.name == "act").expect("a move");
    let StmtKind::If(_, then, _) = &act.body.block[0].kind else { panic!("an if") };
    let StmtKind::Aside(Some(_)) = then[0].kind else { panic!("{:?}", then[0].kind) };
}

/// Which card is the first of a hand hangs on all cards there: whoever knows one of them, as it was
/// shown or came from where all saw it, would learn something by what it carries.
#[test]
fn what_comes_to_the_first_card_of_a_hand_tells_of_the_others() {
    for (marked, codes) in [
        ("if there is x in (first y in me.hand) { x.marks += 1 }", &[Code::W0808][..]),
        ("let x = first y in me.hand  if x is not none { x.marks += 1 }", &[Code::W0808]),
        ("if there is x in (first y in me.hand) { show x to me }", &[Code::W0808]),
        ("if there is x in (first y in me.hand) { hide x from me.left }", &[Code::W0808]),
        ("if there is x in (first y in me.yard) { show x to me  hide x from me.left }", &[]),
        ("for each x in me.hand { x.marks += 1 }", &[]),
        ("c.marks += 1", &[]),
        ("if there is x in (first y in me.yard) { x.marks += 1 }", &[]),
        ("if there is x in (first y in me.hand) { openly show x to players  x.marks += 1 }", &[]),
        ("if there is x in (first y in me.hand) { openly move x to me.yard  x.marks += 1 }", &[]),
        ("openly if there is x in (first y in me.hand) { x.marks += 1 }", &[]),
    ] {
        assert_eq!(action(&format!("(c in me.hand) {{ show c to me.left  {marked} }}")), codes);
    }
}
