//! What is said of a small game, for tests of messages.

use houserules_lang::compile::{LoadError, Loaded, Loader, compile};

/// One table, under every name.
struct OneTable(&'static str);

impl Loader for OneTable {
    fn module(&mut self, _: &str) -> Result<Loaded, LoadError> {
        Err(LoadError::NoModules)
    }
    fn table(&mut self, path: &str, _: &str) -> Result<Loaded, LoadError> {
        Ok(Loaded { name: path.to_owned(), text: self.0.to_owned() })
    }
    fn modules(&self) -> Vec<String> {
        Vec::new()
    }
}

/// All that is said of a game: code, message and help, a line each.
pub fn said(rules: &str, table: &'static str) -> Vec<String> {
    let text = format!("game \"G\"\nplayers 2 to 4\n{rules}");
    let found = compile("g.rules", &text, &mut OneTable(table)).diagnostics;
    found
        .iter()
        .map(|d| format!("{} {} | {}", d.code, d.message, d.help.clone().unwrap_or_default()))
        .collect()
}

/// That just one thing is said, with these words in it.
#[expect(clippy::panic, reason = "a test that cannot go on has failed")]
pub fn says(rules: &str, table: &'static str, words: &[&str]) {
    let said = said(rules, table);
    let [one] = &said[..] else { panic!("{rules}\n{table}\n{said:#?}") };
    for word in words {
        assert!(one.contains(word), "{word} is not in {one}\n{rules}\n{table}");
    }
}
