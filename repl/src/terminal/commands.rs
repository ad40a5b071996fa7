//! What may be typed at the table and at the workbench: the one list of commands, with who may use
//! them, their help and an example.

pub use super::command::{After, Command, Group, Rights, Role, Word};
use super::list::ALSO;
pub use super::list::GROUPS;

/// All commands, in the order of the help.
pub fn all() -> impl Iterator<Item = &'static Command> {
    GROUPS.iter().flat_map(|g| g.commands)
}

/// The commands that there are for whoever types.
pub fn of(role: Role) -> impl Iterator<Item = &'static Command> {
    all().filter(move |command| command.rights.are_of(role))
}

/// The command that a word means.
#[must_use]
pub fn find(word: &str) -> Option<&'static Command> {
    all().find(|command| command.words.contains(&word))
}

/// What is completed of a command, up to where something else must be typed.
#[must_use]
pub fn completed(role: Role) -> Vec<String> {
    let begun = |command: &Command| match command.after {
        After::Something => format!("{} ", command.name()),
        After::Anything | After::Nothing => command.name().to_string(),
    };
    of(role).map(begun).collect()
}

/// How a command is written by whoever types.
pub fn forms(command: &Command, role: Role) -> impl Iterator<Item = &'static str> {
    let of_referee = ALSO.iter().filter(move |_| role == Role::Referee);
    let word = command.word;
    let also = of_referee.filter(move |also| also.word == word).flat_map(|also| also.forms);
    command.forms.iter().chain(also).copied()
}

/// What a command does for whoever types.
#[must_use]
pub fn does(command: &Command, role: Role) -> String {
    let also = ALSO.iter().find(|also| also.word == command.word && role == Role::Referee);
    also.map_or_else(|| command.does.to_string(), |also| format!("{}; {}", command.does, also.does))
}
