//! What a compilation asks of its host: the texts that a game imports.

use std::fmt;

/// A text that the host found for an import.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The name shown to people.
    pub name: String,
    /// All of it, as the host read it.
    pub text: String,
}

/// Why a host has no text for an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoadError {
    /// The host has no modules at all.
    NoModules,
    /// It has no tables at all.
    NoTables,
    /// This cannot be a module's name.
    NoName(String),
    /// Neither beside the game nor in the library is there such a module.
    NoModule(String),
    /// There is no file of that name.
    NoFile(String),
    /// It is a folder, or something else that holds no text.
    NotAFile(String),
    /// It is not written as a path.
    NotAPath(String),
    /// It lies, or a link in it leads, outside the game's folder.
    Outside(String),
    /// It is asked for by a module of the library, which has no tables.
    OfLibrary,
    /// The file is there, but the system or its text says no; why.
    Unreadable(String),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoModules => f.write_str("there are no modules here"),
            Self::NoTables => f.write_str("there are no tables here"),
            Self::NoName(name) => write!(f, "`{name}` is not a module's name"),
            Self::NoModule(name) => write!(
                f,
                "there is no `{name}.rules` beside the game, and no module `{name}` in the library"
            ),
            Self::NoFile(path) => write!(f, "there is no file `{path}`"),
            Self::NotAFile(path) => write!(f, "`{path}` is not a file"),
            Self::NotAPath(path) => {
                write!(f, "`{path}` is not a path: folders are parted by `/`")
            }
            Self::Outside(path) => write!(f, "`{path}` leads out of the game's folder"),
            Self::OfLibrary => f.write_str("modules of the library have no tables"),
            Self::Unreadable(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for LoadError {}

/// Hands in the texts that a game imports. The host looks only in the standard library and in the
/// game's own folder.
pub trait Loader {
    /// The module `use name` asks for: beside the game first (`name.rules`), then the standard
    /// library.
    ///
    /// # Errors
    /// Why there is no such text.
    fn module(&mut self, name: &str) -> Result<Loaded, LoadError>;

    /// The table `from "path"` asks for, relative to the folder of the file that names it, never
    /// outside the game's.
    ///
    /// # Errors
    /// Why there is no such text.
    fn table(&mut self, path: &str, from: &str) -> Result<Loaded, LoadError>;

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
    fn module(&mut self, _: &str) -> Result<Loaded, LoadError> {
        Err(LoadError::NoModules)
    }
    fn table(&mut self, _: &str, _: &str) -> Result<Loaded, LoadError> {
        Err(LoadError::NoTables)
    }
    fn modules(&self) -> Vec<String> {
        Vec::new()
    }
}
