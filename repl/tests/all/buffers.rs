//! The whole program over buffers, without a process.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it stands")]

use houserules::run;
use houserules::show::console::{Console, Look};
use serde_json::Value;
use std::ffi::OsString;
use std::io::BufRead;
use std::path::Path;

/// How a call ended and what it said.
#[derive(Debug)]
pub struct Done {
    pub status: u8,
    pub out: String,
    pub err: String,
}

impl Done {
    /// Standard output as the one value of JSON that it must be.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {}{}", self.out, self.err))
    }

    /// Both streams, one after the other.
    pub fn said(&self) -> String {
        format!("{}{}", self.out, self.err)
    }
}

/// Runs the program with nothing on standard input.
pub fn call(arguments: &[&str]) -> Done {
    fed(arguments, "")
}

/// Runs the program with this on standard input.
pub fn fed(arguments: &[&str], input: &str) -> Done {
    read(arguments, &mut input.as_bytes())
}

/// Runs the program, which reads its input from here.
pub fn read(arguments: &[&str], reader: &mut dyn BufRead) -> Done {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = Console::new(Look::plain(), reader, &mut out, &mut err);
    let arguments =
        std::iter::once("houserules").chain(arguments.iter().copied()).map(OsString::from);
    let status = run(arguments, &mut console);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Done { status, out: text(out), err: text(err) }
}

/// The path of a file of the repository.
pub fn file(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).display().to_string()
}

/// Writes rules into a folder; gives their path.
pub fn rules(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}
