//! Rules from texts that are in memory already: those of a running game, or those a journal brought along.

use crate::variants;
use houserules_lang::compile::{Compiled, Loaded, Loader, compile, compile_layers};
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
        Self { files: sources.iter().map(|(_, f)| (f.name.to_string(), f.text.to_string())).collect() }
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

    /// Compiles the game again, with the variants among the texts laid over it.
    #[must_use]
    pub fn compiled(mut self) -> Compiled {
        let loaded = |(name, text): &(String, String)| Loaded { name: name.clone(), text: text.clone() };
        let Some(game) = self.files.first().map(loaded) else { return Compiled::default() };
        let is_variant = |file: &&(String, String)| {
            file.0.ends_with(".rules") && variants::heads(&parse(FileId(0), &file.1).0.items).is_some()
        };
        let over: Vec<Loaded> = self.files.iter().skip(1).take_while(is_variant).map(loaded).collect();
        compile_layers(&game, &over, &mut self)
    }

    /// Compiles the game again, with more text at its end.
    #[must_use]
    pub fn compiled_with(mut self, more: &str) -> Compiled {
        let (name, text) = self.files.first().cloned().unwrap_or_default();
        compile(&name, &format!("{text}{more}"), &mut self)
    }

    fn find(&self, fits: impl Fn(&str) -> bool) -> Option<Loaded> {
        let found = self.files.iter().skip(1).find(|(name, _)| fits(name));
        found.map(|(name, text)| Loaded { name: name.clone(), text: text.clone() })
    }
}

impl Loader for KnownTexts {
    fn module(&mut self, name: &str) -> Result<Loaded, String> {
        let file = format!("{name}.rules");
        let fits = |known: &str| known.rsplit('/').next() == Some(&file);
        self.find(fits).ok_or_else(|| format!("there is no module `{name}` among the texts"))
    }

    fn table(&mut self, path: &str, _: &str) -> Result<Loaded, String> {
        let path = path.trim_start_matches("./");
        let fits = |known: &str| known == path || known.ends_with(&format!("/{path}"));
        self.find(fits).ok_or_else(|| format!("there is no table `{path}` among the texts"))
    }

    fn modules(&self) -> Vec<String> {
        Vec::new()
    }
}
