//! The tables that bots imagine: they follow from what a seat sees, and every one that may be comes
//! up.

use super::{of_text, program};
use houserules_bots::determinize::{Dealer, with_other_loads};
use houserules_interpreter::ask::{Answer, Engine, Offered, Options};
use houserules_interpreter::chance::BotSource;
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::Value;
use houserules_table::game::Game;
use houserules_table::visibility::Viewer;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

#[test]
fn worlds_agree_with_what_is_seen_and_all_that_are_possible_come_up() {
    let text = "game \"Small\"\nplayers 2\ncard Chit { value: 1..6 }\ncard Odd { sort: 1..2 }\n\
        deck pack of Chit { 1 each of (1..6) }\ndeck odds of Odd { 1 each of (1..2) }\n\
        each Player has {\n  hand: set of Chit, seen by owner\n  \
        odd: slot of Odd, seen by owner\n  \
        luck: 0..2 = 1, seen by owner\n}\nthe table has { shown: row of Chit }\n\
        setup {\n  shuffle pack\n  shuffle odds\n  for each p in players {\n    \
        move top 2 of pack to p.hand\n    move top 1 of odds to p.odd\n  }\n  \
        move top 1 of pack to shown\n}\n\
        play { turn me in players onwards { choose { keep or quit } } }\n\
        action keep { me.luck = 1 }\naction quit { end game lost }\n";
    let machine = Machine::start(program(&of_text(text), 2), 6, false);
    let (mut draws, mut worlds) = (BotSource::new(5), BTreeMap::new());
    let seen = |machine: &Machine| {
        let book = Arc::clone(&machine.program().book);
        let names = vec!["Ana".into(), "Ben".into()];
        let game = Game::start(machine.clone(), book, Arc::default(), names);
        serde_json::to_string(&game.view(Viewer::Seat(0))).unwrap()
    };
    let truth = seen(&machine);
    let mut dealer = Dealer::new(&machine, 0);
    for _ in 0..6000 {
        dealer.deal(&mut draws);
        let dump = dealer.world.dump();
        *worlds.entry(format!("{:?} {:?}", dump.zones, dump.counters)).or_insert(0u32) += 1;
    }
    for _ in 0..40 {
        dealer.deal(&mut draws);
        assert_eq!(seen(&dealer.world), truth);
    }
    // Of the three chits that Ana does not see two are in Ben's hand, one in the pack; the odd that
    // she does not hold is Ben's; his luck is one of three.
    assert_eq!(worlds.len(), 3 * 3, "{worlds:#?}");
    assert!(worlds.values().all(|n| (500..850).contains(n)), "{worlds:#?}");
}

/// Ben has two chests that nobody sees, with two coins in them; Ana has a third coin.
const CHESTS: &str = "game \"Chests\"\nplayers 2\ncard Chest { size: 1..2 }\n\
    card Coin { worth: 1..3 }\ndeck chests of Chest { 1 each of (1..2) }\n\
    deck mint of Coin { 1 each of (1..3) }\n\
    each Chest has { inside: set of Coin  lock: 0..1, seen by nobody }\n\
    each Player has { hand: set of Coin, seen by owner  shelf: row of Chest, seen by nobody }\n\
    setup {\n  shuffle chests\n  shuffle mint\n  for each p in players where p is not first_player \
    {\n    move chests to p.shelf\n    for each c in p.shelf { move top 1 of mint to c.inside }\n  \
    }\n  move mint to first_player.hand\n}\n\
    play { turn me in players onwards { choose { keep or quit } } }\n\
    define first_player = first p in players\n\
    action keep { shuffle mint }\naction quit { end game lost }\n";

#[test]
fn what_lies_on_unseen_cards_may_lie_on_any_of_them_whatever_does() {
    let machine = Machine::start(program(&of_text(CHESTS), 2), 6, false);
    let (mut draws, mut tables) = (BotSource::new(5), BTreeMap::new());
    let mut dealer = Dealer::new(&machine, 0);
    for _ in 0..4000 {
        dealer.deal(&mut draws);
        *tables.entry(format!("{:?}", dealer.world.dump().zones)).or_insert(0u32) += 1;
    }
    // Either chest may stand first, and each coin lie in either: mostly one in each.
    assert_eq!(tables.len(), 2 * 4, "{tables:#?}");
    assert!(tables.values().all(|n| *n > 200), "{tables:#?}");
    let mut others = BTreeSet::new();
    for seed in 0..40 {
        let dump = machine.dump();
        let (there, _) = with_other_loads(&machine, &dump, 0, &mut draws).unwrap();
        others.insert(format!("{:?}", there.dump().zones));
        let tables = [&machine, &there].map(|machine| {
            let mut dealer = Dealer::new(machine, 0);
            dealer.deal(&mut BotSource::new(seed));
            dealer.world.dump()
        });
        assert_eq!(tables[0], tables[1]);
    }
    assert_eq!(others.len(), 2 * 4);
}

/// A name that nothing stands for yet reads as the first of all cards.
/// Ben has forty boxes that nobody sees, with a thing in each; gold finds room in half of them.
const BOXES: &str = "game \"Boxes\"\nplayers 2\ncard Safe { size: 1..20 }\n\
    card Crate { size: 1..20 }\ncard Gold { worth: 1..20 }\ncard Junk { worth: 1..20 }\n\
    card Thing is Gold or Junk\ncard Box is Safe or Crate\n\
    deck safes of Safe { 1 each of (1..20) }\ndeck crates of Crate { 1 each of (1..20) }\n\
    deck mint of Gold { 1 each of (1..20) }\ndeck dump of Junk { 1 each of (1..20) }\n\
    each Safe has { inside: slot of Thing }\neach Crate has { within: slot of Junk }\n\
    each Player has { shelf: row of Box, seen by nobody }\n\
    setup {\n  shuffle safes\n  shuffle crates\n  shuffle mint\n  shuffle dump\n  \
    let ben = (first p in players).left\n  move safes to ben.shelf\n  move crates to ben.shelf\n  \
    for each c: Safe in ben.shelf { move top 1 of mint to c.inside }\n  \
    for each c: Crate in ben.shelf { move top 1 of dump to c.within }\n}\n\
    play { turn me in players onwards { choose { keep or quit } } }\n\
    action keep { shuffle mint }\naction quit { end game lost }\n";

#[test]
fn what_lies_on_unseen_cards_makes_room_where_there_is_hardly_any() {
    let machine = Machine::start(program(&of_text(BOXES), 2), 6, false);
    let truth = format!("{:?}", machine.dump().zones);
    let (mut draws, mut tables) = (BotSource::new(5), BTreeSet::new());
    let mut dealer = Dealer::new(&machine, 0);
    for _ in 0..50 {
        dealer.deal(&mut draws);
        tables.insert(format!("{:?}", dealer.world.dump().zones));
    }
    assert!(tables.len() == 50 && !tables.contains(&truth));
}

#[test]
fn what_is_still_to_be_chosen_says_nothing_of_unseen_cards() {
    let text = "game \"Asked\"\nplayers 2\ncard Cart { size: 1..1 }\ncard Good { worth: 1..5 }\n\
        deck carts of Cart { 2 each of (1..1) }\ndeck goods of Good { each of (1..5) }\n\
        each Player has { hand: set of Good, seen by owner }\n\
        setup {\n  shuffle carts\n  shuffle goods\n\
        for each p in players { move top 1 of goods to p.hand }\n}\n\
        play { turn me in players {\n  choose b: Good in me.hand\n  move b to goods\n} }\n";
    let machine = Machine::start(program(&of_text(text), 2), 6, false);
    let (mut draws, mut dealer) = (BotSource::new(5), Dealer::new(&machine, 0));
    let mut tables = BTreeSet::new();
    for _ in 0..1000 {
        dealer.deal(&mut draws);
        tables.insert(format!("{:?}", dealer.world.dump().zones));
    }
    assert_eq!(tables.len(), 2 * 24);
}

/// Who is asked in a race at the same time knows nothing of a card that somebody has answered with.
#[test]
fn what_a_race_was_answered_with_says_nothing_of_unseen_cards() {
    let text = "game \"Race\"\nplayers 2\ncard Cart { size: 1..2 }\ncard Good { worth: 1..2 }\n\
        card Thing is Cart or Good\ndeck carts of Cart { each of (1..2) }\n\
        deck goods of Good { each of (1..2) }\nthe table has { bin: pile of Thing, seen by nobody }\n\
        each Player has { hand: set of Thing, seen by owner }\n\
        define first_player = first p in players\nsetup {\n  shuffle carts\n  shuffle goods\n\
        for each p in players where p is not first_player {\n    move top 1 of carts to p.hand\n\
        move top 1 of goods to p.hand\n  }\n  move carts to bin\n  move goods to bin\n}\n\
        play {\n  choose { feed or pass } by race of players\n  end game lost\n}\n\
        action feed(c: Good in me.hand) { move c to bin }\n";
    let imagined = |feeds: bool| {
        let mut machine = Machine::start(program(&of_text(text), 2), 6, false);
        let is_meant = |offer: &Offered| matches!(offer, Offered::Move(..)) == feeds;
        let offer = machine.offers(Some(1)).iter().position(is_meant).unwrap();
        let mut args = Vec::new();
        if feeds {
            let Some(Options::Members(goods)) = machine.options(Some(1), offer, &[]) else {
                panic!()
            };
            args.push(goods[0].clone());
        }
        machine.answer(Some(1), &Answer { offer, args }).unwrap();
        assert_eq!(machine.asked().unwrap().seats, [0]);
        let (mut draws, mut dealer) = (BotSource::new(5), Dealer::new(&machine, 0));
        let mut deal = || {
            dealer.deal(&mut draws);
            format!("{:?}", dealer.world.dump().zones)
        };
        (0..200).map(|_| deal()).collect::<Vec<_>>()
    };
    assert_eq!(imagined(true), imagined(false));
}

#[test]
fn whether_a_hidden_counter_was_ever_set_is_imagined_anew() {
    let text = |set: &str| {
        format!(
            "game \"Set\"\nplayers 2\neach Player has {{ luck: 0..2, seen by nobody }}\n\
             setup {{ {set} }}\n\
             play {{ turn me in players onwards {{ choose {{ keep or quit }} }} }}\n\
             action keep {{ me.luck = 1 }}\naction quit {{ end game lost }}\n"
        )
    };
    let told = ["", "for each p in players { p.luck = 2 }"].map(|set| {
        let machine = Machine::start(program(&of_text(&text(set)), 2), 6, false);
        let mut dealer = Dealer::new(&machine, 0);
        let mut draws = BotSource::new(5);
        let mut deal = || {
            dealer.deal(&mut draws);
            format!("{:?}", dealer.world.dump().counters)
        };
        (0..40).map(|_| deal()).collect::<Vec<_>>()
    });
    assert_eq!(told[0], told[1]);
    let all: BTreeSet<_> = told[0].iter().collect();
    assert_eq!(all.len(), 3 * 3, "{all:#?}");
}

/// What a card has that nobody sees is mostly what it began with; a mark of its own that is hidden
/// by itself may be anything.
#[test]
fn what_unseen_cards_have_is_mostly_what_they_began_with() {
    let text = |set: &str| {
        format!(
            "game \"Sheep\"\nplayers 2\ncard Sheep {{ size: 1..6 }}\n\
             deck flock of Sheep {{ 1 each of (1..6) }}\n\
             each Sheep has {{ shepherd: Player or none  ear: 0..1, seen by nobody }}\n\
             setup {{\n  shuffle flock\n  {set}\n}}\n\
             play {{ turn me in players onwards {{ choose {{ keep or quit }} }} }}\n\
             action keep {{ shuffle flock }}\naction quit {{ end game lost }}\n"
        )
    };
    let herded = "for each c in flock { c.shepherd = first p in players }";
    let told = ["", herded].map(|set| {
        let machine = Machine::start(program(&of_text(&text(set)), 2), 6, false);
        let mut dealer = Dealer::new(&machine, 0);
        let mut draws = BotSource::new(5);
        let mut deal = || {
            dealer.deal(&mut draws);
            let counters = dealer.world.dump().counters;
            let of = |value: &dyn Fn(&Value) -> bool| {
                counters.iter().filter(|(.., is)| is.as_ref().is_some_and(value)).count()
            };
            [of(&|v| matches!(v, Value::Seat(_))), of(&|v| *v == Value::Number(1))]
        };
        (0..800).map(|_| deal()).collect::<Vec<_>>()
    });
    assert_eq!(told[0], told[1], "what is true is not to be known");
    let herded = told[0].iter().filter(|[shepherds, _]| *shepherds > 0).count();
    assert!((25..80).contains(&herded), "{herded} of 800 tables have shepherds");
    let marked: usize = told[0].iter().map(|[_, ears]| ears).sum();
    assert!((2200..2600).contains(&marked), "{marked} of 4800 ears");
}

#[test]
fn what_others_have_chosen_secretly_is_imagined_anew() {
    let text = "game \"Aims\"\nplayers 2\nenum Gem { ruby, pearl, jade }\n\
        each Player has { points: Number }\n\
        play {\n  choose gem in Gem by each players secretly\n  turn me in players {\n    \
        choose n in 1..4 secretly\n    choose m in 1..2 by chance secretly\n    choose { go }\n    \
        openly if n + m > 3 and me.gem is ruby { me.points += 1 }\n  }\n  \
        end game won by players with most points\n}\n\
        action go { me.points += 1 }\n";
    let mut machine = Machine::start(program(&of_text(text), 2), 6, false);
    for seat in [0, 1, 0] {
        let last = machine.options(Some(seat), 0, &[]).unwrap();
        let value = match last {
            Options::Members(members) => members[1].clone(),
            Options::Range(low, _) => Value::Number(low),
            Options::Subset { .. } | Options::Order(_) => Value::None,
        };
        machine.answer(Some(seat), &Answer { offer: 0, args: vec![value] }).unwrap();
    }
    assert_eq!(machine.asked().unwrap().seats, [0]);
    let mut draws = BotSource::new(5);
    let mut worlds = |seat: u8| {
        let mut dealer = Dealer::new(&machine, seat);
        let mut all = BTreeSet::new();
        for _ in 0..2000 {
            dealer.deal(&mut draws);
            all.insert(dealer.world.hash());
        }
        all.len()
    };
    // Nobody knows the throw. Ana knows her gem and her number, Ben his gem.
    assert_eq!((worlds(0), worlds(1)), (3 * 2, 3 * 4 * 2));
}

/// All answer at once with a card that Ana does not see, and one of them is asked more.
const RACE: &str = "game \"Race\"\nplayers 3\ncard Sun { worth: 1..3 }\n\
    card Event { power: 1..3 }\n\
    deck suns of Sun { 1 each of (1..3) }\ndeck events of Event { 1 each of (1..3) }\n\
    each Player has { sky: set of Sun, seen by nobody  hand: set of Event, seen by owner }\n\
    the table has { heap: pile of Event, seen by nobody }\n\
    setup {\n  shuffle suns\n  shuffle events\n  for each p in players {\n    \
    move top 1 of suns to p.sky\n    move top 1 of events to p.hand\n  }\n}\n\
    play { round n in 1 onwards { choose { lay or pass } by race of players } }\n\
    action lay(c in me.hand) {\n  move c to heap\n  choose k in 1..2\n}\n";

#[test]
fn an_answer_that_waits_says_nothing_of_any_card() {
    let mut machine = Machine::start(program(&of_text(RACE), 3), 6, false);
    for seat in [1, 2, 0] {
        let offers = machine.offers(Some(seat));
        let passes = |offer: &Offered| matches!(offer, Offered::Pass(_));
        let answer = match seat {
            0 => Answer { offer: offers.iter().position(passes).unwrap(), args: Vec::new() },
            _ => machine.drawn(Some(seat), <_>::default(), &mut BotSource::new(1)).unwrap(),
        };
        machine.answer(Some(seat), &answer).unwrap();
    }
    let (mut draws, mut tables) = (BotSource::new(5), BTreeSet::new());
    let mut dealer = Dealer::new(&machine, 0);
    for _ in 0..200 {
        dealer.deal(&mut draws);
        let zones = dealer.world.dump().zones;
        let suns = zones.iter().filter(|(zone, ..)| machine.program().book[*zone].name == "sky");
        tables.insert(format!("{:?}", suns.collect::<Vec<_>>()));
    }
    assert_eq!(tables.len(), 6, "{tables:#?}");
}
