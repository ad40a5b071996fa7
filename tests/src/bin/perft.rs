//! How many ways a game can go on: `perft GAME [MOVES]` counts them for one move, two, and so on.

use houserules_interpreter::ask::Setup;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_tests::agree::games::compiled;
use houserules_tests::perft::leaves;
use std::path::Path;
use std::sync::Arc;

fn main() -> Result<(), String> {
    let mut words = std::env::args().skip(1);
    let path = words.next().ok_or("perft GAME [MOVES]")?;
    let most = words.next().map_or(Ok(3), |n| n.parse().map_err(|_| format!("`{n}`?")))?;
    let book = compiled(Path::new(&path))?;
    let setup = Setup { seats: book.players.0, options: Vec::new() };
    let program = Program::new(book, &setup).map_err(|error| error.to_string())?;
    let machine = Machine::start(Arc::new(program), 1, false);
    for depth in 1..=most {
        println!("{depth} {}", leaves(&machine, depth));
    }
    Ok(())
}
