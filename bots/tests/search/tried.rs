//! What came to nothing is left for the rest of a turn, and tried again in the next.

use super::{of_text, program};
use houserules_bots::in_vain::InVain;
use houserules_interpreter::ask::{Answer, Engine, Offered};
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::MoveId;

const MARKET: &str = r#"
game "Market"
players 2
each Player has { coins: Number = 5 }
action offer(price in 1..9) as "offers a fish for {price}" {
  choose { take(price) or pass } by me.left
}
action take(price: Number) as "takes it" { me.coins -= price }
action fish as "fishes" { me.coins += 1 }
play {
  round n in 1..2 {
    turn me in players { choose { offer or fish or pass } until all pass }
  }
  end game won by players with most coins
}
"#;

/// The move that an entry stands for.
fn move_at(machine: &Machine, offer: usize) -> MoveId {
    match machine.clone().offers(Some(0)).get(offer) {
        Some(Offered::Move(id, ..)) => *id,
        other => unreachable!("{other:?}"),
    }
}

/// Ana offers her fish, and Ben does not want it.
fn refused(machine: &mut Machine, price: i64, tried: &mut InVain) {
    let offer = Answer { offer: 0, args: vec![houserules_lang::ir::Value::Number(price)] };
    tried.chose(machine, 0, &offer);
    assert!(machine.answer(Some(0), &offer).is_ok());
    let pass = machine.offers(Some(1)).len() - 1;
    assert!(machine.answer(Some(1), &Answer { offer: pass, args: Vec::new() }).is_ok());
}

#[test]
fn an_offer_that_was_refused_is_left_until_the_next_turn() {
    let mut machine = Machine::start(program(&of_text(MARKET), 2), 1, false);
    let mut tried = InVain::default();
    let offer = move_at(&machine, 0);
    assert!(tried.left(&machine, 0).is_empty());
    refused(&mut machine, 3, &mut tried);
    assert_eq!(tried.left(&machine, 0), [offer]);
    let fishes = Answer { offer: 1, args: Vec::new() };
    tried.chose(&machine, 0, &fishes);
    assert!(machine.answer(Some(0), &fishes).is_ok());
    assert_eq!(tried.left(&machine, 0), [offer], "what brings something is not left");
    // Ana's turn ends, Ben's, and Ana's next begins.
    for seat in [0, 1] {
        let pass = machine.offers(Some(seat)).len() - 1;
        assert!(machine.answer(Some(seat), &Answer { offer: pass, args: Vec::new() }).is_ok());
    }
    assert!(tried.left(&machine, 0).is_empty());
}
