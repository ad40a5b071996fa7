//! The `houserules` program: hands the process's arguments and streams to the library.

use houserules::show::console::{Console, Look, fitting};
use std::io::{IsTerminal, stderr, stdin, stdout};
use std::process::ExitCode;

fn main() -> ExitCode {
    // The checker and the printer recurse over trees that are nested at most 128 deep; give them
    // room in debug builds.
    let room = std::thread::Builder::new().stack_size(64 << 20).spawn(program);
    let status = room.ok().and_then(|thread| thread.join().ok());
    status.map_or(ExitCode::from(101), ExitCode::from)
}

fn program() -> u8 {
    let look = look();
    let mut input = std::io::BufReader::new(stdin());
    let (mut out, mut err) = (std::io::BufWriter::new(stdout()), stderr());
    let mut console = Console::new(look, &mut input, &mut out, &mut err);
    houserules::run(std::env::args_os(), &mut console)
}

/// What the process's streams can show.
#[expect(
    clippy::disallowed_methods,
    reason = "colour follows NO_COLOR and TERM; no game sees them"
)]
fn look() -> Look {
    let shown = stdout().is_terminal();
    let said_no = std::env::var("NO_COLOR").is_ok_and(|v| !v.is_empty());
    let dumb = std::env::var("TERM").is_ok_and(|v| v == "dumb");
    let size = terminal_size::terminal_size_of(stdout());
    let (width, height) = size.map_or((80, 24), |(w, h)| fitting(w.0, h.0));
    Look {
        width: if shown { width } else { 100 },
        height: if shown { height } else { Look::plain().height },
        colour: shown && !said_no && !dumb,
        typed: stdin().is_terminal() && shown,
        shown: shown && !dumb,
        watched: stderr().is_terminal(),
    }
}
