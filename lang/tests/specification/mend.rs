//! Sentences that are written otherwise, and the mend that is named.

use houserules_lang::code::Code;
use houserules_lang::inside::WORDS;
use houserules_lang::source::FileId;
use houserules_lang::syntax::{is_keyword, parse};

/// The only report on a text, with its help.
fn told(text: &str) -> String {
    let (_, wrong) = parse(FileId(0), text);
    let said: Vec<String> = wrong
        .iter()
        .map(|d| format!("{}; {}", d.message, d.help.as_deref().unwrap_or("")))
        .collect();
    assert_eq!(said.len(), 1, "{text}: {said:#?}");
    said.concat()
}

#[test]
fn sentences_in_another_order_are_put_right() {
    for (written, meant) in [
        ("add $2 to me.cash", "me.cash += $2"),
        ("increase me.cash by n", "me.cash += n"),
        ("subtract n from p.cash", "p.cash -= n"),
        ("move c to bottom of deck", "move c to deck at bottom"),
        ("move n top of miles to p.hand", "move top n of miles to p.hand"),
        ("turn me from p.left in players { take() }", "turn me in players from p.left"),
        ("phase digging { take() }", "phase \"digging\" {"),
        ("if there is a c in me.hand { take() }", "if there is c in me.hand"),
        ("players with most cash win the game", "end game won by players with most cash"),
        ("swap a and b", "swap a with b"),
        ("n += sum(players.dice)", "n += sum(p.dice for p in players)"),
        ("n += sum(me.hand.worth)", "n += sum(c.worth for c in me.hand)"),
        ("choose one of { dig or pass }", "choose { dig or pass }"),
        ("shuffle the deck", "shuffle deck"),
        ("put c on deck", "move c to deck"),
        ("show p.hand to players.", "show p.hand to players"),
        ("shootout(me victim no)", "shootout(me, victim, no)"),
        ("n + 1", "n += 1"),
        ("show players p.cash", "show p.cash to players"),
        ("if p.points > roll 1d6 { take() }", "roll(6)"),
        ("buyer,cash -= 1", "buyer.cash -= 1"),
        ("leader = the player left of dealer", "leader = dealer.left"),
        ("p draws n cards from pack", "move top n of pack to p.hand"),
        ("n = 0 if face is 1", "if face is 1 { n = 0 }"),
        ("if count(players) = 2 { take() }", "if count(players) is 2"),
        ("choose { lay or pass } if n > 0", "if n > 0 { choose { lay or pass } }"),
        (
            "let leaders = players who have the most coins",
            "let leaders = those p in players with most coins",
        ),
        ("if a has 3 cards { take() }", "if count(a) is 3 {"),
        ("me pays price to seller", "me.cash -= price` and `seller.cash += price"),
    ] {
        let text = format!("to act {{\n  {written}\n}}");
        let said = told(&text);
        assert!(said.contains(&format!("`{meant}")), "{written}: {said}");
    }
}

#[test]
fn what_a_deed_is_given_has_a_type_by_its_use() {
    const GAME: &str = "each Player has { points: Number }\n\ncard Cargo { worth: 1..4 }\n\n";
    for (written, meant) in [
        ("to deal_cards(n) {\n  move top n of pack to heap\n}", "to deal_cards(n: Number)"),
        ("to pay(who, much) {\n  who.points -= much\n}", "to pay(who: Player, much: Number)"),
        ("define value_of(one) = one.worth", "define value_of(one: Cargo)"),
        ("define rich for who = who.points > 3", "define rich for who: Player"),
        ("to take(one: Cargo, who) {\n  who.points += one.worth\n}", "(one: Cargo, who: Player)"),
    ] {
        let said = told(&format!("{GAME}{written}"));
        assert!(said.contains(meant), "{written}: {said}");
    }
    let game = "the table has { n: Number }\n\nto deal(n) {\n  move top n of pack to heap\n}";
    let said = told(game);
    assert!(said.contains("to deal(n: Number)"), "{said}");
    let said = told("to bless(what) {\n  anoint(what)\n}");
    assert!(said.contains("what `what` is, is missing"), "{said}");
}

#[test]
fn options_of_words_have_an_enum() {
    let said = told("option memory = perfect");
    let meant = "`enum Memory { perfect, … }` and `option memory: Memory = perfect`";
    assert!(said.contains(meant), "{said}");
    let said = told("enum Mood { calm, wild }\n\noption mood = wild");
    assert!(said.contains("`option mood: Mood = wild`"), "{said}");
}

#[test]
fn what_players_do_is_put_right() {
    for (written, meant) in [
        ("all players vote yes or no", "`choose vote in (yes, no) by each players`"),
        ("each player discards 1 card", "`for each p in players {"),
        ("leader chooses { take or drop }", "`turn me in leader { choose { … } }`"),
        ("p takes a card from market", "`choose c in market by p`, then `move c to p.hand`"),
        ("take a random card from p.shells", "`choose c in 1 of p.shells by chance`"),
        ("p pays $2", "`p.cash -= $2`"),
        ("p loses 2 points", "`p.points -= 2`"),
        ("give p 2 points", "`p.points += 2`"),
        ("if more than half vote yes { take() }", "> count(players) / 2 {"),
        ("if (top past).suit is red { take() }", "`if (first c in past).suit is red"),
        ("let a = roll 2d6", "`let a = roll(6)` and `let b = roll(6)`"),
        ("choose { take or drop } until turn.ap is 0", "`each turn has { power: Number }`"),
        (
            "repeat { take() } until deck is empty",
            "{ ends when deck is empty  round n in 1 onwards",
        ),
        ("8 rounds { take() }", "`round n in 1..8 {"),
        ("round n in 1..8 as \"night\" { take() }", "`round \"night\" n in 1..8 {"),
        ("end game when deck is empty", "`ends when deck is empty {"),
        ("refill market to 4", "`move top (4 - count(market)) of stock to market`"),
    ] {
        let text = format!("to act {{\n  {written}\n}}");
        let said = told(&text);
        assert!(said.contains(meant), "{written}: {said}");
    }
    for (written, meant) in [
        ("costs 2 ap", "`needs me.ap >= 2"),
        ("2 times per turn", "`needs turn.buys < 2"),
        ("once per game else \"no\"", "`needs not me.used"),
        ("needs me can afford c.price", "`needs me.cash >= c.price"),
        ("needs n > 1 else \"no\"\n  once per turn", "above the first `needs`"),
    ] {
        let text = format!("action lay(c in me.hand)\n  {written}\n{{ take() }}");
        let said = told(&text);
        assert!(said.contains(meant), "{written}: {said}");
    }
    let said = told("action go(s in Sea next to me.boat) { me.boat = s }");
    assert!(said.contains("`where s.is_beside(me.diver)`"), "{said}");
    let said = told("action go(q in players other than me) { take() }");
    assert!(said.contains("q in opponents"), "{said}");
}

#[test]
fn lines_of_tests_are_put_right() {
    for (written, meant) in [
        ("everybody votes yes", "`Ana chooses yes`"),
        ("all choose yes", "`Ana chooses yes`"),
        ("Ana votes yes", "`Ana chooses yes`"),
        ("Ana does go from e2 to e4", "`Ana does go e2, e4`"),
        ("Ana rolls a 1", "`chance gives 1`"),
        ("Ana wins", "`expect won by Ana`"),
        ("expect Ana has $5", "`expect Ana.cash is $5`"),
        ("given Ana has 3 gems", "`given Ana.gems is 3`"),
        ("it is Ana's turn", "`given it is Ana's turn`"),
        ("given n is 1\n  end round", "`play to the end of the round`"),
        ("expect Ben sees no difference if Ana chooses [pink 4]", "if Ana.hand is [pink 4]`"),
    ] {
        let said = told(&format!("test \"a\" with Ana, Ben {{\n  {written}\n}}"));
        assert!(said.contains(meant), "{written}: {said}");
    }
}

#[test]
fn items_are_put_right() {
    for (written, meant) in [
        ("unit Dollars $", "unit Dollars \"$\""),
        ("change price for c + $1", "change price for c by $1"),
        ("change price for c to + $1", "change price for c by $1"),
        ("define for c: Mile price = c.miles", "define price for c: Mile ="),
        ("each Player has {\n  vote: Yes or No\n}", "vote: yes or no"),
        ("test \"a\" with Ana {\n  Ana does not go\n}", "Ana cannot go"),
        ("enum Reef 6 x 6", "enum Reef 6 by 6"),
        ("board Reef 6 by 6", "enum Reef 6 by 6"),
        ("event slide { take() }", "to slide {"),
        ("timer 8 hours", "h in 1..8"),
        ("extend menu turn_menu { or may scout }", "extend menu turn_menu { may scout }"),
        ("enum Half { left half, right_half }", "left_half"),
        ("each Player has {\n  hand: set of Mile, seen by everyone\n}", "hand: set of Mile"),
        ("test \"a\" with Ana {\n  Ana lays [pink 4]\n}", "Ana does lay [pink 4]"),
        ("option notes: ja or nein = nein", "option notes: yes or no = no"),
        ("option winning score: 20..200 = 100", "option winning_score: 20..200 = 100"),
        ("enum Reef 3x3", "enum Reef 3 by 3"),
        ("each Player has { books = 0 }", "books: Number }"),
        ("each Player has { books: 5 }", "books: Number = 5 }"),
        ("setup (\n  shuffle pack\n)", "write `setup {` … `}`"),
        ("enum Color [ pink, black }", "enum Color { pink, black }"),
        (
            "action as \"takes\" take(c in me.hand) { n += 1 }",
            "action take(c in me.hand) as \"takes\"",
        ),
        ("action lay c in me.hand { n += 1 }", "action lay(c in me.hand)"),
        ("forbid lay when n > 1 else \"no\"", "forbid lay when n > 1 because \"no\""),
        ("add to setup { shuffle pack }", "extend setup { shuffle pack }"),
        ("set option rounds to 3", "set rounds to 3"),
        (
            "replace take_turn when me.jailed { n += 1 }",
            "replace instead of take_turn when me.jailed",
        ),
        ("variant \"A\" over \"GAME\"", "over my_game"),
        ("deck of Mile { each of (1..4) }", "deck miles of Mile"),
    ] {
        let said = told(written);
        assert!(said.contains(meant), "{written}: {said}");
    }
    let (_, wrong) = parse(FileId(0), "to act {\n  if (n > 1) take()\n  Move c to deck\n}");
    let codes: Vec<_> = wrong.iter().map(|d| d.code).collect();
    assert_eq!(codes, [Code::E0122, Code::E0123], "{wrong:?}");
}

#[test]
fn what_stands_behind_a_mend_stays_what_it_is() {
    let said = told("card V {\n  body: Body, roof: yes or no, gas: 1 to 4, price: Dollars\n}");
    assert!(said.contains("gas: 1..4, price"), "{said}");
    let said = told("to act {\n  pay(me, largest($0 me.cash), p)\n}");
    assert!(said.contains("`,` is missing"), "{said}");
}

#[test]
fn no_mend_says_the_contrary() {
    let said = told("to act {\n  if deck not is empty { take() }\n}");
    assert!(said.contains("deck is not empty") && !said.contains("take it out"), "{said}");
    let said = told("play {\n  ends immediately when n is 3\n  take()\n}");
    assert!(said.contains("ends at once when n is 3"), "{said}");
}

#[test]
fn what_a_move_needs_stands_before_its_braces() {
    let said = told("action buy {\n  needs me.cash > 1 else \"no\"\n  me.cash -= 1\n}");
    assert!(said.contains("before the `{`"), "{said}");
}

#[test]
fn names_written_apart_are_joined() {
    let said = told("menu turn { draw one or rest }\n\naction draw_one { n += 1 }");
    assert!(said.contains("menu turn { draw_one or rest }"), "{said}");
}

#[test]
fn brackets_of_another_kind_and_braces_inside_a_line() {
    let said = told("to act {\n  move {pink 4] to deck\n}");
    assert!(said.contains("move [pink 4] to deck"), "{said}");
    let said = told("the table has: turns: Number }");
    assert!(said.contains('{'), "{said}");
}

#[test]
fn an_item_with_another_word_says_its_other_mistakes_too() {
    let (_, wrong) = parse(FileId(0), "function act {\n  n += 1\n  n += 2\n  Move c to deck\n}");
    let codes: Vec<_> = wrong.iter().map(|d| d.code).collect();
    assert_eq!(codes, [Code::E0102, Code::E0123], "{wrong:?}");
}

#[test]
fn a_line_at_the_first_column_goes_on_with_the_item_above() {
    let said =
        told("attempt snap\n  works when n > 1\n{ n += 1 }\nwrong { n += 2 }\ntoo late { n -= 1 }");
    assert!(said.contains("write `late { n -= 1 }`"), "{said}");
}

#[test]
fn whose_a_word_is_is_named_from_its_values() {
    let (_, wrong) =
        parse(FileId(0), "define fits: c.miles > 2\n\nto lay(c: Mile) { if c.fits { n += 1 } }");
    let help: Vec<_> = wrong.iter().filter_map(|d| d.help.as_deref()).collect();
    assert_eq!(help, ["write `define fits for c: Mile = c.miles > 2`"], "{wrong:?}");
}

#[test]
fn what_happens_is_no_sentence_of_the_block_around_it() {
    let said = told("play {\n  for each p in players {\n    p wanders of about\n  }\n}");
    assert!(said.contains("what happens is said with `move`"), "{said}");
}

#[test]
fn a_reason_stays_a_reason() {
    let (_, wrong) = parse(
        FileId(0),
        "action act\n  needs n is 8 else \"an eight\"\n  else \"no\" needs n > 2\n{ n += 1 }",
    );
    let help: Vec<_> = wrong.iter().filter_map(|d| d.help.as_deref()).collect();
    assert_eq!(help, ["write `needs n > 2 else \"no\"`"], "{wrong:?}");
    let said = told("action act\n  needs n is 8 else you have drawn enough\n{ n += 1 }");
    assert!(said.contains("`needs n is 8 else \"you have drawn enough\"`"), "{said}");
    assert!(!said.contains("otherwise"), "{said}");
}

#[test]
fn halves_that_rules_use_are_two_members() {
    let said = told(
        "enum Power { peek_own peek_other, swap }\n\nto act { if n is peek_own { m = peek_other } }",
    );
    assert!(said.contains("`,` is missing after `peek_own`"), "{said}");
}

#[test]
fn tests_are_told_to_choose_and_to_see() {
    for (written, meant) in [
        ("Ben does yes", "Ben chooses yes"),
        ("expect Ben does not see Ana.role", "expect not Ben.sees(Ana.role)"),
        ("expect Ben cannot see Ana.role", "expect not Ben.sees(Ana.role)"),
        ("expect Ana sees Ana.role", "expect Ana.sees(Ana.role)"),
    ] {
        let said = told(&format!("test \"t\" with Ana, Ben {{\n  {written}\n}}"));
        assert!(said.contains(&format!("`{meant}`")), "{written}: {said}");
    }
}

#[test]
fn a_counter_that_stops_at_its_ends_says_so_behind_a_comma() {
    let said = told("the table has {\n  lamp: 0..10 = 5 capped\n  clock: 0..7\n}");
    assert!(said.contains("`lamp: 0..10 = 5, capped`"), "{said}");
}

#[test]
fn what_a_sentence_means_is_named() {
    for (written, meant) in [
        ("move sorted at bottom to pack", "move sorted to pack at bottom"),
        ("players with least total won by end game", "end game won by players with least total"),
        ("if p has no cards in hand { take() }", "if p.hand is empty"),
        ("if there are at least 2 cards in heap { take() }", "if count(heap) >= 2"),
        ("if c.farmer exists { take() }", "if c.farmer is not none"),
        ("by p choose { take or drop }", "choose { take or drop } by p"),
        ("me gains place.price coins", "me.coins += place.price"),
        ("n = c.miles is one more than count(heap)", "is 1 + count(heap)"),
    ] {
        let said = told(&format!("to act {{\n  {written}\n}}"));
        assert!(said.contains(meant), "{written}: {said}");
    }
}

#[test]
fn what_takes_a_meaning_away_is_not_offered() {
    for (written, not, instead) in [
        ("each Player has { hand: 7 Playing, seen by owner }", "too many", "`set of Playing`"),
        ("each Player has { hand: set of Playing, hidden }", "is written", "`seen by owner`"),
        ("each Player has { tokens: Number 3 }", "Number ,", "tokens: Number = 3"),
        ("each Player has { gold: 3 Coins }", "too many", "gold: Coins = $3"),
        ("each Player has { gold: $ }", "quotation", "gold: Coins"),
        ("card Face { rank: A, 2..10, J, Q, K }", "Mile", "`1..13`"),
        ("action heal once per night { take() }", "heal_once", "each Player has { used"),
        ("action heal twice per game { take() }", "heal_twice", "turn.buys < 2"),
        ("action heal(2 b in me.hand) { take() }", "too many", "heal(b in 2 of me.hand)"),
        ("action lay a card c in me.hand { take() }", "too many", "action lay(c in me.hand)"),
        (
            "test \"t\" with Ana, Ben {\n  Ana can accuse Ben\n}",
            "cannot` is",
            "`Ana does accuse Ben`",
        ),
        ("define rich for p = p.points > 3", "c.miles", "for p: Player ="),
    ] {
        let said = told(&format!("unit Coins \"$\"\ncard Playing {{ rank: 1..9 }}\n\n{written}"));
        assert!(!said.contains(not) && said.contains(instead), "{written}: {said}");
    }
    assert!(told("unit \"$\" Coins").contains("`unit Coins \"$\"`"));
}

#[test]
fn lines_behind_a_mistake_are_not_taken_for_it() {
    let lines = "  q.points += 1\n".repeat(9);
    let text = format!("to act {{\n  add one point for each card in q.hand\n{lines}}}");
    let (_, wrong) = parse(FileId(0), &text);
    assert!(wrong.len() <= 2, "{wrong:#?}");
}

#[test]
fn declarations_in_other_shapes_are_written_anew() {
    for (written, meant) in [
        ("players: 2-5", "players 2 to 5"),
        ("2 bis 5 spieler", "players 2 to 5"),
        ("enum Suit = red | blue", "enum Suit { red, blue }"),
        ("enum Suit { \"red\", \"blue\" }", "enum Suit { red, blue }"),
        ("Suit is red, blue or green", "enum Suit { red, blue, green }"),
        ("card Lot { Rank rank, 1 to 9 worth }", "card Lot { rank: Rank, worth: 1..9 }"),
        ("deck pack of Playing", "deck pack of Playing { each of (1..9) }"),
        ("deck pack { 2 x 1..9 }", "deck pack of Playing { 2 each of (1..9) }"),
        ("option goal = 20", "option goal: 0..40 = 20"),
        ("option \"the goal\" 1 to 9, usually 5", "option the_goal: 1..9 = 5"),
        (
            "each Player has a hand of cards, seen only by owner",
            "each Player has { hand: set of Playing, seen by owner }",
        ),
        ("action bid n from 1 to 6 { take() }", "action bid(n in 1..6)"),
        ("menu the_turn = lay or draw", "menu the_turn { lay or draw }"),
        ("forbid lay when x > 3", "because \"…\""),
        ("test draws (Ana and Ben) { expect lost }", "test \"draws\" with Ana, Ben"),
    ] {
        let said = told(&format!("card Playing {{ rank: 1..9 }}\n\n{written}"));
        assert!(said.contains(meant), "{written}: {said}");
    }
}

#[test]
fn choices_and_turns_in_other_shapes_are_written_anew() {
    for (written, meant) in [
        ("choose (lay, draw)", "`choose { lay or draw }`"),
        ("choose between lay and draw", "`choose { lay or draw }`"),
        ("lay or draw", "`choose { lay or draw }`"),
        ("turns from first_one {\n  take()\n  }", "`turn me in players from first_one onwards {`"),
        ("turn in players {\n  take()\n  }", "`turn me in players {`"),
        ("move heap[0] to pile_up", "`move top 1 of heap to pile_up`"),
    ] {
        let said = told(&format!(
            "the table has {{ heap: pile of Playing  pile_up: pile of Playing }}\naction lay {{ \
             take() }}\naction draw {{ take() }}\n\nto act {{\n  {written}\n}}"
        ));
        assert!(said.contains(meant), "{written}: {said}");
    }
}

#[test]
fn lines_of_tests_in_other_shapes_are_written_anew() {
    for (written, meant) in [
        ("Ana.lay([pink 4])", "`Ana does lay [pink 4]`"),
        ("Ana does lay pink 4", "`Ana does lay [pink 4]`"),
        ("expect it is Anas turn", "`expect it is Ana's turn`"),
        ("expect it is Jesss turn", "`expect it is Jess's turn`"),
        ("expect that n is 3", "`expect n is 3`"),
        ("given Ana has [pink 4], [pink 5]", "`given Ana.hand is [pink 4], [pink 5]`"),
    ] {
        let said = told(&format!("test \"t\" with Ana, Ben {{\n  {written}\n}}"));
        assert!(said.contains(meant), "{written}: {said}");
    }
}

#[test]
fn names_in_two_words_and_words_that_are_too_many_are_told_apart() {
    let said = told("each Player has { hand hand: set of Tunnel, seen by owner }");
    assert!(said.contains("take it out: `each Player has { hand: set"), "{said}");
    let said = told("before take-turn { n += 1 }");
    assert!(said.contains("`before take_turn {"), "{said}");
    let said = told("after sit out { n += 1 }");
    assert!(said.contains("`after sit_out {"), "{said}");
    let said = told("define for p: Player = p.points + 2");
    assert!(said.contains("a name is missing after `define`"), "{said}");
}

#[test]
fn values_of_calls_are_two_where_one_stands_twice() {
    let said = told("test \"a\" with Ana {\n  expect b.square(0 0) is [Easy]\n}");
    assert!(said.contains("`expect b.square(0, 0) is"), "{said}");
    let said = told(
        "test \"a\" with Ana {\n  given b.spot(1, 0, 0) is [Easy]\n  \
         expect b.spot(1, -2, 0) is [Easy]\n  \
         expect b.spot(2 -1 0) is [Easy]\n}",
    );
    assert!(said.contains("spot(2, -1, 0)"), "{said}");
}

#[test]
fn a_closing_bracket_lacks_its_opening_one() {
    let said =
        told("test \"a\" with Ana, Ben {\n  given Ben.hand is [2]\n  given Ana.hand is 3]\n}");
    assert!(said.contains("write `given Ana.hand is [3]`"), "{said}");
    let said = told("test \"a\" with Ana {\n  given Ana.hand is [3]]\n}");
    assert!(said.contains("take it out"), "{said}");
}

#[test]
fn headings_of_tables_are_put_right() {
    let rows = "{\n    Ana | 1\n    Ben | 2\n  }\n}";
    for written in ["given Player | cash", "Player given | cash", "let Player | cash"] {
        let said = format!("test \"a\" with Ana, Ben {{\n  {written} {rows}");
        let (_, wrong) = parse(FileId(0), &said);
        let help = wrong.first().and_then(|d| d.help.clone()).unwrap_or_default();
        let right = written.starts_with("given") && wrong.is_empty();
        assert!(right || help.contains("given Player | cash"), "{written}: {wrong:#?}");
    }
}

#[test]
fn what_only_cites_rules_is_a_remark() {
    let said = told("each Player has {\n  [B2-010, B2-026]\n  cash: Number\n}");
    assert!(said.contains("write `// [B2-010, B2-026]`"), "{said}");
    let said = told("test \"a\" with Ana, Ben {\n    Ana | 1\n    Ben | 2\n  }\n}");
    assert!(said.contains("the line that opens this table is missing"), "{said}");
}

#[test]
fn words_to_guess_are_the_grammar_s() {
    let strange: Vec<_> = WORDS.iter().filter(|word| !is_keyword(word)).collect();
    assert_eq!(strange, [&"copies"]);
    assert!(WORDS.is_sorted());
}
