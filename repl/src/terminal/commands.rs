//! What may be typed at the table and at the workbench: the one list of commands, with who may use
//! them, their help and an example.

pub use super::command::{AtTable, Behind, Command, Group, Rights, Word};
pub use super::list::{GROUPS, ONLY_AT_TABLE};

use super::list::TABLE;

/// All commands of the workbench.
pub fn all() -> impl Iterator<Item = &'static Command> {
    GROUPS.iter().flat_map(|g| g.commands)
}

/// The commands of the table of `play`, in the order of its help.
pub fn at_table() -> impl Iterator<Item = (&'static Command, &'static AtTable)> {
    let found = |word: &Word| all().chain(ONLY_AT_TABLE).find(|c| c.word == *word);
    TABLE.iter().filter_map(move |word| found(word).and_then(|c| Some((c, c.table.as_ref()?))))
}

/// The command that a word means at the table of `play`.
#[must_use]
pub fn said_at_table(word: &str) -> Option<(Word, Behind)> {
    let mut known = at_table();
    known.find(|(_, at)| at.words.contains(&word)).map(|(command, at)| (command.word, at.behind))
}

/// How an example is shown.
#[must_use]
pub fn example(command: &Command) -> &'static str {
    command.example.1.lines().last().unwrap_or("")
}
