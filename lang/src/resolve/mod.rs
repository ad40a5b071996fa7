//! Declarations: names bound, tables read.
//!
//! [`resolve`] turns the game's tree and those of the modules it uses into [`names::Resolved`]: everything that can be
//! known without looking into a body. Bodies stay syntax and wait for the checker.

pub mod codes;
pub mod literal;
pub mod lookup;
pub mod names;
pub mod spelling;
pub mod types;

pub use codes::CODES;
pub use lookup::Found;
pub use types::Typed;

use crate::diagnostic::Diagnostic;
use crate::loader::Loader;
use crate::source::{FileId, Sources};
use crate::syntax::ast::SyntaxTree;
use names::Resolved;

/// How a module's text becomes a tree: [`crate::syntax`]'s `parse`.
pub type Parse = fn(FileId, &str) -> (SyntaxTree, Vec<Diagnostic>);

/// Binds the names of a game and of the modules it uses, and reads its tables. Modules and tables are asked of the
/// loader and added to the sources. What is declared wrongly is reported, once, and silently accepted from then on.
pub fn resolve(
    _game: SyntaxTree,
    _sources: &mut Sources,
    _loader: &mut dyn Loader,
    _parse: Parse,
) -> (Resolved, Vec<Diagnostic>) {
    (Resolved::default(), Vec::new())
}
