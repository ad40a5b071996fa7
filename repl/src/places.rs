//! Files as they are named on the command line: a folder with one game in it stands for that game,
//! a folder of games for all of them.

use crate::arguments::Command;
use crate::cli_error::CliError;
use crate::rules;
use std::path::PathBuf;

/// So many games of a folder are named.
const NAMED: usize = 6;

/// Puts the files in the place of the folders that stand for them.
///
/// # Errors
/// If a folder cannot be read, or holds no game where one is needed, or several.
pub fn settle(command: &mut Command) -> Result<(), CliError> {
    match command {
        Command::Check(asked) => {
            asked.files = rules::games(&asked.files)?;
            some(&asked.files)
        }
        Command::Fmt(asked) => {
            asked.files = rules::all(&asked.files)?;
            some(&asked.files)
        }
        Command::Sim(asked) => the_game(&mut asked.game),
        Command::Study(asked) => the_game(&mut asked.game),
        Command::Tune(asked) => the_game(&mut asked.game),
        Command::Train(asked) => the_game(&mut asked.game),
        Command::Play(asked) => the_game(&mut asked.game),
        Command::Engine(asked) => the_game(&mut asked.game),
        Command::Repl(asked) => the_game(&mut asked.play.game),
        Command::Watch(asked) => the_game(&mut asked.game),
        Command::Doc(asked) => the_game(&mut asked.game),
        Command::Replay(asked) => asked.rules.as_mut().map_or(Ok(()), the_game),
        Command::Test(_)
        | Command::Serve(_)
        | Command::New(_)
        | Command::Explain(_)
        | Command::Draw(_)
        | Command::Completions(_)
        | Command::Man(_)
        | Command::Lsp => Ok(()),
    }
}

fn some(files: &[PathBuf]) -> Result<(), CliError> {
    if files.is_empty() {
        Err(CliError::call("there are no `.rules` files in this folder"))
    } else {
        Ok(())
    }
}

/// The game that a folder stands for.
fn the_game(path: &mut PathBuf) -> Result<(), CliError> {
    if !path.is_dir() {
        return Ok(());
    }
    let games = rules::games_in(path)?;
    match games.as_slice() {
        [one] => {
            path.clone_from(one);
            Ok(())
        }
        [] => Err(CliError::call(format!("there is no game in the folder `{}`", path.display()))
            .help("a game is a file that ends in `.rules`; `houserules new my_game` begins one")),
        several => {
            let names = several.iter().take(NAMED).map(|game| format!("`{}`", game.display()));
            let names = names.collect::<Vec<_>>().join(", ");
            let more = if several.len() > NAMED { ", …" } else { "" };
            Err(CliError::call(format!(
                "the folder `{}` has {} games",
                path.display(),
                several.len()
            ))
            .help(format!("name one: {names}{more}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_folder_stands_for_its_one_game() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        let settled = || {
            let mut path = dir.path().to_path_buf();
            the_game(&mut path).map(|()| path).map_err(|e| e.in_a_line())
        };
        assert!(settled().unwrap_err().contains("there is no game in the folder"));
        fs::write(at("b.rules"), "game \"B\"\n").unwrap();
        fs::write(at("v.rules"), "variant \"V\" over b\n").unwrap();
        fs::write(at("m.rules"), "module m\n").unwrap();
        assert_eq!(settled().unwrap(), at("b.rules"));
        fs::write(at("c.rules"), "game \"C\"\n").unwrap();
        let said = settled().unwrap_err();
        assert!(
            said.contains("has 2 games") && said.contains("c.rules") && !said.contains("v.rules"),
            "{said}"
        );
    }
}
