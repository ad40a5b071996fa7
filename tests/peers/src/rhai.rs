//! Rhai: each game is a script that is compiled once, with a function `playout`. Rhai has no random
//! numbers of its own; the host lends it `below`, which draws as the project's own games do.

use crate::{GAMES, Language, Play};
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;
use rhai::{AST, Array, Dynamic, Engine, INT, OptimizationLevel, Scope};
use std::cell::RefCell;
use std::error::Error;
use std::rc::Rc;

/// All games in Rhai.
pub fn language() -> Result<Language, Box<dyn Error>> {
    let mut games = Vec::new();
    for name in GAMES {
        let mut engine = Engine::new();
        // Not `Full`: that would draw `below(4)` once and for all.
        engine.set_optimization_level(OptimizationLevel::Simple);
        let draws = Rc::new(RefCell::new(Pcg64Mcg::new(7)));
        let mine = Rc::clone(&draws);
        engine.register_fn("below", move |n: INT| below(&mut mine.borrow_mut(), n));
        engine.register_fn("shuffle", move |cards: &mut Array| shuffle(cards, &draws));
        let ast = engine.compile(source(name))?;
        games.push((name, play(engine, ast)));
    }
    Ok(Language { title: "Rhai 1.27.0".into(), games })
}

fn source(name: &str) -> &'static str {
    match name {
        "tic_tac_toe" => include_str!("../rhai/tic_tac_toe.rhai"),
        "connect_four" => include_str!("../rhai/connect_four.rhai"),
        "breakthrough" => include_str!("../rhai/breakthrough.rhai"),
        _ => include_str!("../rhai/crazy_eights.rhai"),
    }
}

/// A number below `n`, without the smallest unevenness that a multiplication leaves.
fn below(draws: &mut Pcg64Mcg, n: INT) -> INT {
    let word = u128::from(draws.next_u64());
    ((word * n as u128) >> 64) as INT
}

fn shuffle(cards: &mut Array, draws: &Rc<RefCell<Pcg64Mcg>>) {
    let mut draws = draws.borrow_mut();
    for at in (1..cards.len()).rev() {
        cards.swap(at, below(&mut draws, at as INT + 1) as usize);
    }
}

fn play(engine: Engine, ast: AST) -> Play {
    Box::new(move |games, played| {
        for _ in 0..games {
            let result: Array = engine.call_fn(&mut Scope::new(), &ast, "playout", ())?;
            let mut numbers = result.iter().filter_map(|n: &Dynamic| n.as_int().ok());
            let (made, won) = (numbers.next(), numbers.next());
            played.count(made.unwrap_or(0) as u64, won.unwrap_or(0) as u64);
        }
        Ok(())
    })
}
