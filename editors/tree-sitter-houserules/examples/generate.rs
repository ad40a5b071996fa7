//! Writes the parser anew: `cargo run --example generate`, as `tree-sitter generate` does. Needs
//! Node.js, which reads grammar.js.

use std::path::Path;
use tree_sitter_generate::generate_parser_in_directory;

/// Read by every release of Neovim, Helix, Emacs and Zed in use.
const ABI: usize = 14;

fn main() -> Result<(), tree_sitter_generate::GenerateError> {
    generate_parser_in_directory(Path::new(env!("CARGO_MANIFEST_DIR")), None, None, ABI, None, None)
}
