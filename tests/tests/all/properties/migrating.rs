//! New rules for a running game: what only stands elsewhere in the file stays on the table as it
//! lies, and the way back leads to the very same bytes.

use super::cases;
use houserules_interpreter::ask::{Engine, Policy, Setup, Stop};
use houserules_interpreter::chance::BotSource;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::migrate::{Answers, migrate};
use houserules_interpreter::program::Program;
use houserules_lang::compile::{Compiled, compile};
use houserules_lang::difference::names::Names;
use houserules_lang::difference::spelling::Renames;
use houserules_lang::loader::NoFiles;
use houserules_table::game::Game;
use houserules_table::view::CardView;
use houserules_table::visibility::Viewer;
use proptest::prelude::*;
use std::sync::Arc;

const MEMBERS: [&str; 3] = ["ruby", "jade", "pearl"];
const OWN: [&str; 5] = [
    "hand: set of Token, seen by owner",
    "front: row of Token",
    "gold: 0..40 = 3",
    "proud: yes or no",
    "best: Suit or none",
];
const TABLE: [&str; 4] = [
    "bag: pile of Token, seen by nobody",
    "middle: row of Token",
    "pot: 0..90 = 4",
    "leader: Player or none",
];
const ITEMS: [&str; 7] = [
    "card Token { suit: Suit, n: Number }",
    "deck tokens of Token { each of (Suit, 1..4) }",
    "setup {\n  move tokens to bag\n  shuffle bag\n  for each p in players { move top 2 of bag to p.hand }\n}",
    "action draw needs bag is not empty else \"the bag is empty\" {\n  move top 1 of bag to me.hand\n}",
    "action lay(c in me.hand) {\n  me.best = c.suit\n  me.gold += c.n\n  move c to me.front\n}",
    "action earn {\n  me.proud = not me.proud\n  pot += 1\n  leader = me\n}",
    "action clear(p in opponents) needs p.front is not empty else \"nothing lies there\" {\n  move p.front to middle\n}",
];

/// An order of so many things.
fn order<const N: usize>(things: [&'static str; N]) -> impl Strategy<Value = Vec<&'static str>> {
    Just(things.to_vec()).prop_shuffle()
}

/// The same rules, written down in some order.
fn rules() -> impl Strategy<Value = String> {
    (order(MEMBERS), order(OWN), order(TABLE), order(ITEMS)).prop_map(
        |(members, own, table, items)| {
            format!(
                "game \"Orders\"\nplayers 2\nenum Suit {{ {} }}\neach Player has {{\n  {}\n}}\n\
                 the table has {{\n  {}\n}}\n{}\nplay {{\n  round n in 1..30 {{\n    turn me in \
                 players {{\n      choose {{ draw or lay or earn or clear }}\n    }}\n  }}\n  end \
                 game won by players with most gold\n}}\n",
                members.join(", "),
                own.join("\n  "),
                table.join("\n  "),
                items.join("\n"),
            )
        },
    )
}

fn read(text: &str) -> Compiled {
    let compiled = compile("orders.rules", text, &mut NoFiles);
    assert!(compiled.rulebook.is_some(), "{text}\n{:#?}", compiled.diagnostics);
    compiled
}

fn program(compiled: &Compiled) -> Arc<Program> {
    let book = Arc::new(compiled.rulebook.clone().expect("it compiled"));
    let setup = Setup { seats: 2, options: Vec::new() };
    Arc::new(Program::new(book, &setup).expect("two can play"))
}

fn seats() -> Vec<String> {
    vec!["Ana".into(), "Ben".into()]
}

/// The table as a referee sees it, zones and counters by name.
fn laid(compiled: &Compiled, machine: &Machine) -> Vec<String> {
    let book = Arc::new(compiled.rulebook.clone().expect("it compiled"));
    let game = Game::start(machine.clone(), book, Arc::new(compiled.sources.clone()), seats());
    let view = game.view(Viewer::Referee);
    let mut lines = Vec::new();
    for group in &view.groups {
        for zone in &group.zones {
            let mut cards: Vec<String> = zone.cards.iter().map(face).collect();
            if zone.shape == "set" {
                // A set lies in the order in which its members stand in the rules.
                cards.sort();
            }
            lines.push(format!("{} {} {cards:?}", group.owner, zone.name));
        }
        for counter in &group.counters {
            lines.push(format!("{} {} {:?}", group.owner, counter.name, counter.value));
        }
    }
    lines.sort();
    lines
}

fn face(card: &CardView) -> String {
    match card {
        CardView::Face { name, .. } => name.clone(),
        CardView::Back => "back".into(),
        CardView::Hole => "hole".into(),
    }
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn the_order_of_the_rules_decides_nothing_on_the_table(
        one in rules(),
        other in rules(),
        drawn in prop::collection::vec(any::<u64>(), 0..40),
    ) {
        let [one, other] = [read(&one), read(&other)];
        let [before, after] = [program(&one), program(&other)];
        let books = [&one, &other].map(|c| c.rulebook.as_ref().expect("it compiled"));
        let there = Names::new(books[0], books[1], &Renames::new());
        let back = Names::new(books[1], books[0], &Renames::new());
        let mut machine = Machine::start(Arc::clone(&before), 7, false);
        for number in drawn {
            if machine.stop() != Stop::Asking {
                break;
            }
            let none = Answers::default();
            let moved = migrate(&machine, &after, &there, &none, &seats()).expect("it fits");
            prop_assert_eq!(moved.notes, Vec::<String>::new());
            prop_assert_eq!(laid(&one, &machine), laid(&other, &moved.machine));
            let again = migrate(&moved.machine, &before, &back, &none, &seats()).expect("it fits");
            prop_assert!(again.machine.position() == machine.position(), "bytes differ");

            let mut draws = BotSource::new(number);
            let seat = machine.asked().map(|asked| asked.seats[0]);
            let answer = machine.drawn(seat, Policy::Random, &mut draws);
            let answer = answer.expect("whoever is asked can answer");
            machine.answer(seat, &answer).expect("it was drawn from what is on offer");
        }
    }
}
