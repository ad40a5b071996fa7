//! What a compilation asks of its host: the texts that a game imports.

/// A text that the host found for an import.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The name shown to people.
    pub name: String,
    /// All of it, as the host read it.
    pub text: String,
}

/// Hands in the texts that a game imports. The host looks only in the standard library and in the
/// game's own folder.
pub trait Loader {
    /// The module `use name` asks for: beside the game first (`name.rules`), then the standard
    /// library.
    ///
    /// # Errors
    /// A sentence for people: why there is no such text.
    fn module(&mut self, name: &str) -> Result<Loaded, String>;

    /// The table `from "path"` asks for, relative to the folder of the file that names it, never
    /// outside the game's.
    ///
    /// # Errors
    /// A sentence for people: why there is no such text.
    fn table(&mut self, path: &str, from: &str) -> Result<Loaded, String>;

    /// Names of the modules there are, for "did you mean".
    fn modules(&self) -> Vec<String>;

    /// Paths of the tables there are, as `from "path"` names them, for "did you mean".
    fn tables(&self) -> Vec<String> {
        Vec::new()
    }
}

/// No files at all: for rules that are one text.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl Loader for NoFiles {
    fn module(&mut self, _: &str) -> Result<Loaded, String> {
        Err("there are no modules here".into())
    }
    fn table(&mut self, _: &str, _: &str) -> Result<Loaded, String> {
        Err("there are no tables here".into())
    }
    fn modules(&self) -> Vec<String> {
        Vec::new()
    }
}
