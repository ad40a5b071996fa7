//! `new`: a small game that already plays, with tests and a variant, in a folder of its own.
//!
//! It is the game `examples/first_game` under another name.

use crate::arguments::New;
use crate::cli_error::CliError;
use crate::show::console::{Console, Tone};
use crate::writing;
use houserules_lang::source::FileId;
use houserules_lang::syntax::parse;
use std::io::ErrorKind;
use std::path::Path;

const GAME: &str = include_str!("../../../examples/first_game/first_game.rules");
const VARIANT: &str = include_str!("../../../examples/first_game/first_game_twins.rules");

/// The name and title in these texts.
const NAMED: (&str, &str) = ("first_game", "First game");

/// Longer names are no names of files everywhere.
const LONGEST: usize = 60;

/// Names that some systems keep for themselves.
const KEPT: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Makes the folder and its files, and says what to do next.
///
/// # Errors
/// If the name cannot be a game's, there is something of that name already, or the folder cannot be
/// written.
pub fn run(asked: &New, console: &mut Console) -> Result<(), CliError> {
    let name = asked.name.as_str();
    if !is_name(name) {
        let shown: String = name.chars().take(LONGEST).collect();
        let help = "a name is made of letters, digits and `_`, begins with a letter, and is not a \
                    word of the language: `houserules new my_game`";
        return Err(CliError::call(format!("`{shown}` cannot be the name of a game")).help(help));
    }
    let folder = Path::new(name);
    std::fs::create_dir(folder).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => CliError::call(format!("there is a `{name}` here already"))
            .help("nothing was written; choose another name, or go somewhere else"),
        _ => CliError::writing(folder, error),
    })?;
    let named = |text: &str| text.replace(NAMED.0, name).replace(NAMED.1, &title(name));
    let (game, variant) =
        (folder.join(format!("{name}.rules")), folder.join(format!("{name}_twins.rules")));
    writing::whole(&game, &named(GAME))?;
    writing::whole(&variant, &named(VARIANT))?;
    console.line(&format!(
        "There is a game now in `{}`, and a house rule in `{}`.",
        shown(&game),
        shown(&variant)
    ))?;
    console.say(Tone::Faint, "Next:")?;
    for command in [
        format!("play {}", shown(&game)),
        format!("test {name}"),
        format!("sim {} -n 1000 --variant {} --vs-base", shown(&game), shown(&variant)),
    ] {
        console.text(&format!("  houserules {command}\n"))?;
    }
    Ok(())
}

fn shown(path: &Path) -> String {
    path.display().to_string().replace('\\', "/")
}

/// Whether a variant could say that it is over a game of this name.
fn is_name(name: &str) -> bool {
    let plain = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.len() <= LONGEST
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !KEPT.contains(&name.to_ascii_lowercase().as_str());
    plain && parse(FileId(0), &format!("variant \"x\" over {name}\n")).1.is_empty()
}

/// `my_game` as a title.
fn title(name: &str) -> String {
    let words = name.split('_').filter(|w| !w.is_empty()).collect::<Vec<_>>().join(" ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
