//! Rules from texts that are in memory already: those of a running game, or those a journal brought
//! along.

use crate::variants;
use houserules_lang::compile::{Compiled, LoadError, Loaded, Loader, compile_layers};
use houserules_lang::source::{FileId, Sources};
use houserules_lang::syntax::parse;

/// Hands in the texts that took part in a compilation once more.
#[derive(Debug, Clone)]
pub struct KnownTexts {
    files: Vec<(String, String)>,
}

impl KnownTexts {
    /// Those of a compilation; the first is the game.
    #[must_use]
    pub fn of(sources: &Sources) -> Self {
        Self {
            files: sources.iter().map(|(_, f)| (f.name.to_string(), f.text.to_string())).collect(),
        }
    }

    /// Names and texts; the first is the game.
    #[must_use]
    pub fn new(files: Vec<(String, String)>) -> Self {
        Self { files }
    }

    /// Names and texts; the first is the game.
    #[must_use]
    pub fn into_files(self) -> Vec<(String, String)> {
        self.files
    }

    /// Compiles the game again, with the variants among the texts laid over it; tests that are
    /// wrong are left out.
    #[must_use]
    pub fn compiled(self) -> Compiled {
        self.compiled_with("").leave_broken_tests_out()
    }

    /// How many variants there are; they stand behind the game.
    fn variants(&self) -> usize {
        let is_variant = |file: &&(String, String)| {
            file.0.ends_with(".rules")
                && variants::heads(&parse(FileId(0), &file.1).0.items).is_some()
        };
        self.files.iter().skip(1).take_while(is_variant).count()
    }

    /// The text that tests are added to: that of the uppermost variant, or of the game.
    #[must_use]
    pub fn uppermost(&self) -> FileId {
        FileId(u16::try_from(self.variants()).unwrap_or(u16::MAX))
    }

    /// Compiles the game again, with more text at the end of the uppermost variant, or of the game.
    #[must_use]
    pub fn compiled_with(mut self, more: &str) -> Compiled {
        let variants = self.variants();
        let layers = self.files.iter().take(variants + 1);
        let mut layers: Vec<Loaded> =
            layers.map(|(name, text)| Loaded { name: name.clone(), text: text.clone() }).collect();
        if let Some(last) = layers.last_mut() {
            last.text.push_str(more);
        }
        match layers.split_first() {
            Some((game, over)) => compile_layers(game, over, &mut self),
            None => Compiled::default(),
        }
    }

    /// The text of exactly that name.
    fn named(&self, name: &str) -> Option<Loaded> {
        let found = self.files.iter().skip(1).find(|(known, _)| known == name);
        found.map(|(name, text)| Loaded { name: name.clone(), text: text.clone() })
    }
}

/// The name of a file in the folder of another.
fn beside(file: &str, name: &str) -> String {
    match file.rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/{name}"),
        None => name.to_owned(),
    }
}

/// Finds texts under the names they had when files were read: modules beside the game or one of its
/// variants before those of the library, tables beside the text that names them.
impl Loader for KnownTexts {
    fn module(&mut self, name: &str) -> Result<Loaded, LoadError> {
        let file = format!("{name}.rules");
        let layers =
            self.files.iter().take(self.variants() + 1).map(|(layer, _)| beside(layer, &file));
        let places: Vec<String> = layers.chain([format!("stdlib/{file}")]).collect();
        let found = places.iter().find_map(|place| self.named(place));
        found.ok_or_else(|| LoadError::NoModule(name.to_owned()))
    }

    fn table(&mut self, path: &str, from: &str) -> Result<Loaded, LoadError> {
        let found = self.named(&beside(from, path));
        found.ok_or_else(|| LoadError::NoFile(path.to_owned()))
    }

    fn modules(&self) -> Vec<String> {
        Vec::new()
    }
}
