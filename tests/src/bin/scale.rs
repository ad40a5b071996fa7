//! How cost grows: `scale`. A position copied into one that is kept, two threads beside one, a game
//! with ten times the cards, and a text of ten times the lines.
//!
//! What is measured is the time that threads were given, so that a busy machine changes little.
#![expect(clippy::float_arithmetic, reason = "this measures, it plays no game")]

use cpu_time::ThreadTime;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_native::Code;
use houserules_tests::mutate::Shelf;
use houserules_tests::speed::{playout, program_of};
use std::fmt::Write;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Barrier};

/// How often a thing is done that takes nanoseconds.
const OFTEN: u32 = 1_000_000;

fn main() -> Result<(), String> {
    for name in ["examples/tic_tac_toe", "examples/connect_four", "examples/crazy_eights"] {
        println!("a copy of {name}: {:.0} ns", copied(&program(name)?));
    }
    println!("a copy of the heist: {:.0} ns", copied(&program("games/banditos_heist")?));
    for name in ["examples/connect_four", "games/banditos_schacht", "games/banditos_heist"] {
        println!("two threads with {name}: {:.2} times one", two_threads(&program(name)?));
    }
    more_cards()?;
    more_lines();
    Ok(())
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).with_extension("rules")
}

fn text(name: &str) -> Result<String, String> {
    std::fs::read_to_string(file(name)).map_err(|e| e.to_string())
}

fn program(name: &str) -> Result<Arc<Program>, String> {
    program_of(&file(name), &text(name)?, None)
}

/// Nanoseconds for copying a game's first position into one that is kept.
fn copied(program: &Arc<Program>) -> f64 {
    let machine = Machine::start(Arc::clone(program), 1, false);
    let mut kept = machine.position().clone();
    let began = ThreadTime::now();
    for _ in 0..OFTEN {
        kept.copy_from(black_box(machine.position()));
        black_box(&kept);
    }
    began.elapsed().as_secs_f64() * 1e9 / f64::from(OFTEN)
}

/// Decisions a second of machine code, or of the interpreter, on this thread.
fn rate(program: &Arc<Program>, code: Option<&Arc<Code>>) -> f64 {
    let mut play = playout(program, code.map(|code| Arc::clone(code) as _));
    play(3);
    let (began, mut made) = (ThreadTime::now(), 0);
    while began.elapsed().as_secs_f64() < 1.0 {
        made += play(5).decisions;
    }
    made as f64 / began.elapsed().as_secs_f64()
}

/// How much more two threads play, each in a second that it was given, than one.
fn two_threads(program: &Arc<Program>) -> f64 {
    let code = Code::of(program).map(Arc::new);
    let alone = rate(program, code.as_ref());
    let together = Barrier::new(2);
    let both: f64 = std::thread::scope(|scope| {
        let play = || {
            together.wait();
            rate(program, code.as_ref())
        };
        let threads = [scope.spawn(play), scope.spawn(play)];
        threads.into_iter().filter_map(|thread| thread.join().ok()).sum()
    });
    both / alone
}

/// Crazy eights with ten times the ranks.
fn more_cards() -> Result<(), String> {
    let name = "examples/crazy_eights";
    let rules = text(name)?;
    let many =
        rules.replace("rank: 1..13", "rank: 1..130").replace("(Suit, 1..13)", "(Suit, 1..130)");
    let [few, many] = [rules, many].map(|text| program_of(&file(name), &text, None));
    let (few, many) = (few?, many?);
    let (a, b) = (few.schema.cards, many.schema.cards);
    for natively in [false, true] {
        let [one, ten] = [&few, &many].map(|program| {
            let code = Code::of(program).filter(|_| natively).map(Arc::new);
            1e9 / rate(program, code.as_ref())
        });
        let how = if natively { "natively" } else { "interpreted" };
        println!("{a} and {b} cards, {how}: {one:.0} and {ten:.0} ns a decision, {:.1}", ten / one);
    }
    Ok(())
}

/// Texts of 1,000 and 10,000 lines: actions, words and conditions, all of them used.
fn more_lines() {
    let [one, ten] = [1_000, 10_000].map(|lines| {
        let text = of_lines(lines);
        let count = text.lines().count() as f64;
        let began = ThreadTime::now();
        let compiled = compile("long.rules", &text, &mut Shelf::of(Path::new(".")));
        let took = began.elapsed().as_secs_f64() * 1e3;
        let compiles = if compiled.rulebook.is_some() { "" } else { " (with mistakes)" };
        println!("{count} lines: {took:.1} ms{compiles}");
        took / count
    });
    println!("a line of the longer text costs {:.2} times one of the shorter", ten / one);
}

fn of_lines(lines: usize) -> String {
    let mut text = String::from("game \"Long\"\nplayers 2\n\n");
    let parts = lines / 8;
    for n in 0..parts {
        let before = n.checked_sub(1).map_or("p.points".into(), |k| format!("p.worth_{k}"));
        let _ = write!(
            text,
            "/// Part {n}.\neach Player has {{ points_{n}: Number }}\naction do_{n}(n in 1..3)\n  \
             needs me.points_{n} < {n} else \"you have enough\"\n{{\n  me.points_{n} += n\n}}\n\
             define worth_{n} for p: Player = p.points_{n} + {before}\n"
        );
    }
    let all: Vec<String> = (0..parts).map(|n| format!("do_{n}")).collect();
    let _ = writeln!(text, "each Player has {{ points: Number }}");
    let _ = writeln!(text, "play {{");
    let _ = writeln!(text, "  turn me in players onwards {{");
    for some in all.chunks(30) {
        let _ = writeln!(text, "    choose {{ {} }}", some.join(" or "));
    }
    let _ = writeln!(text, "  }}\n}}");
    text
}
