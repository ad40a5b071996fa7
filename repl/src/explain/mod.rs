//! Every code that the program can answer with: what it means, an example that is answered so, and
//! the same mended.
//!
//! The examples are files in `examples/errors`, the mended ones in `mended` there, under the same
//! names; the remarks at the top of a mended one are the explanation. They are embedded, so nothing
//! need lie beside the program.

pub mod shown;

pub use shown::answer;

use houserules_lang::code::Code;
use houserules_lang::compile::{LoadError, Loaded, Loader};

/// Files below `examples` by their paths, and their texts.
const EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/examples.rs"));

/// A code and its title, from the part that answers with it.
pub type Titled = (Code, &'static str);

/// One code, explained.
#[derive(Debug, Clone, Copy)]
pub struct Explained {
    /// The code that messages carry.
    pub code: Code,
    /// What it says in general, without any names.
    pub title: &'static str,
    /// The example, if there is one.
    pub example: Option<Example>,
    /// The same, mended, with the explanation above it.
    mended: Example,
}

/// A file that is embedded.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    /// Its path below `examples`.
    pub path: &'static str,
    /// The whole text, remarks included.
    pub text: &'static str,
}

/// Every code there is, in order.
#[must_use]
pub fn codes() -> Vec<Titled> {
    use houserules_interpreter::machine;
    use houserules_lang as lang;
    use houserules_table::debugger;
    let parts = [
        lang::syntax::CODES,
        lang::overlay::CODES,
        lang::resolve::CODES,
        lang::check::CODES,
        lang::check::fragment::CODES,
        lang::secrets::CODES,
        lang::idle::CODES,
        lang::accepted::CODES,
        machine::CODES,
        debugger::CODES,
        crate::terminal::typed::CODES,
    ];
    let mut all: Vec<Titled> = parts.iter().flat_map(|codes| codes.iter().copied()).collect();
    all.sort_unstable();
    all
}

/// What there is to say about a code; none if there is no such code, or nothing has been written
/// about it.
#[must_use]
pub fn explained(code: &str) -> Option<Explained> {
    let (code, title) = codes().into_iter().find(|(known, _)| known.name() == code)?;
    let example = |folder: &str| {
        let begins = format!("{folder}{code}_");
        let ending = [".rules", ".txt"];
        let found = EMBEDDED.iter().find(|(path, _)| {
            path.starts_with(&begins) && ending.iter().any(|e| path.ends_with(e))
        });
        found.map(|(path, text)| Example { path, text })
    };
    Some(Explained { code, title, example: example("errors/"), mended: example("errors/mended/")? })
}

impl Explained {
    /// What the code means, in lines.
    pub fn meaning(&self) -> impl Iterator<Item = &'static str> {
        self.mended.text.lines().map_while(|line| line.strip_prefix("//")).map(str::trim)
    }

    /// The mended example, without the explanation.
    #[must_use]
    pub fn mended(&self) -> Example {
        let rest = self.mended.text.split_once("\n\n").map_or("", |(_, rest)| rest);
        Example { path: self.mended.path, text: rest }
    }
}

impl Example {
    /// The tables beside it that it reads.
    pub fn tables(self) -> impl Iterator<Item = Self> {
        let folder = self.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let tables = EMBEDDED.iter().filter(move |(path, _)| {
            let (beside, name) = path.rsplit_once('/').unwrap_or(("", path));
            beside == folder && name.ends_with(".csv") && self.text.contains(&format!("\"{name}\""))
        });
        tables.map(|(path, text)| Self { path, text })
    }

    /// Its name without folders.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.path.rsplit('/').next().unwrap_or(self.path)
    }
}

/// Texts of examples by their paths; modules of the library.
pub struct EmbeddedLoader;

impl EmbeddedLoader {
    /// An embedded file.
    #[must_use]
    pub fn file(path: &str) -> Option<Example> {
        EMBEDDED.iter().find(|(known, _)| *known == path).map(|(path, text)| Example { path, text })
    }
}

impl Loader for EmbeddedLoader {
    fn module(&mut self, name: &str) -> Result<Loaded, LoadError> {
        // One example is a file that uses itself.
        let example = Self::file(&format!("errors/{name}.rules")).map(|e| e.text);
        match example.or_else(|| houserules_stdlib::module(name)) {
            Some(text) => Ok(Loaded { name: format!("stdlib/{name}.rules"), text: text.into() }),
            None => Err(LoadError::NoModule(name.to_owned())),
        }
    }

    fn table(&mut self, path: &str, from: &str) -> Result<Loaded, LoadError> {
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let near = format!("{folder}/{path}");
        match Self::file(near.strip_prefix("examples/").unwrap_or(&near)) {
            Some(found) => Ok(Loaded { name: near, text: found.text.into() }),
            None => Err(LoadError::NoFile(path.to_owned())),
        }
    }

    fn modules(&self) -> Vec<String> {
        houserules_stdlib::names().map(str::to_string).collect()
    }
}
