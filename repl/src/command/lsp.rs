//! `lsp`: what an editor asks, answered over standard input and output.

use crate::cli_error::CliError;

/// Talks with an editor until it has enough.
///
/// # Errors
/// If the editor does not keep to the protocol, or the streams fail.
pub fn run() -> Result<(), CliError> {
    houserules_lsp::run().map_err(|why| {
        CliError::call(format!("the editor and the program do not understand each other: {why}"))
            .help("an editor starts `houserules lsp` by itself; docs/editor.md says how")
    })
}
