//! A language server for rulebooks: an editor asks while somebody writes, and is answered from what
//! the compiler makes of the texts as they stand.
//!
//! [`server`] talks, [`workspace`] knows which files belong together and compiles them,
//! [`analysis`] holds the names of one compilation. What is asked has a module each: [`navigate`],
//! [`complete`], [`outline`], [`problems`], [`lenses`], [`rulebook`].

#![expect(
    clippy::multiple_crate_versions,
    reason = "our dependencies do not agree on a few of theirs"
)]

pub mod address;
pub mod analysis;
pub mod answers;
pub mod complete;
pub mod describe;
pub mod lenses;
pub mod navigate;
pub mod occurrences;
pub mod outline;
pub mod problems;
pub mod rulebook;
pub mod server;
pub mod text;
pub mod words;
pub mod workspace;

use lsp_server::Connection;

/// Compiling nests as deeply as rules do.
const STACK: usize = 64 << 20;

/// Talks over standard input and output until the editor has enough.
///
/// # Errors
/// If the editor does not keep to the protocol, or the streams fail; said for people.
pub fn run() -> Result<(), String> {
    let (connection, threads) = Connection::stdio();
    let server = std::thread::Builder::new().stack_size(STACK).spawn(|| server::run(connection));
    let server = server.map_err(|e| e.to_string())?;
    let done = server.join().unwrap_or_else(|_| Err("the server has failed".to_owned()));
    match done {
        Ok(()) => threads.join().map_err(|e| e.to_string()),
        Err(why) => Err(why),
    }
}
