//! Chess has as many positions as chess has.

use houserules_interpreter::ask::Setup;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_tests::agree::games::compiled;
use houserules_tests::perft::leaves;
use std::path::Path;
use std::sync::Arc;

#[test]
fn chess_goes_on_in_as_many_ways_as_it_should() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/chess.rules");
    let book = compiled(&path).expect("it compiles");
    let setup = Setup { seats: 2, options: Vec::new() };
    let program = Program::new(book, &setup).expect("it is set up");
    let machine = Machine::start(Arc::new(program), 1, false);
    let counted = [1, 2, 3, 4].map(|depth| leaves(&machine, depth));
    assert_eq!(counted, [20, 400, 8_902, 197_281]);
}
