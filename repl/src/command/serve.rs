//! `serve`: tables in the browser.

use crate::arguments::{Format, Serve};
use crate::cli_error::CliError;
use crate::pace::Pace;
use crate::rules;
use crate::show::console::{Console, Tone};
use houserules_files::private::state_folder;
use houserules_serve::hall::{TableLinks, Wanted};
use houserules_serve::http::{Address, Running, start};
use houserules_serve::qr;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Serves tables until the program is ended.
///
/// # Errors
/// If a game or its set-up is wrong, or the address is taken.
pub fn run(asked: &Serve, console: &mut Console) -> Result<(), CliError> {
    let folder = match &asked.journals {
        Some(folder) => folder.clone(),
        None => usual_folder(asked)?,
    };
    let (games, lobby) = games(&asked.game)?;
    let pace = match asked.pace.unwrap_or(Pace::Seconds(1)) {
        Pace::None => Duration::ZERO,
        Pace::Seconds(seconds) => Duration::from_secs(seconds),
        Pace::Enter => {
            return Err(CliError::call("nobody can press Enter at a table in the browser")
                .help("a pace is `none` or a number of seconds"));
        }
    };
    let wanted = Wanted {
        games,
        lobby,
        set_up: asked.set_up.clone(),
        names: asked.names.clone(),
        folder,
        pace,
    };
    let address = Address { listen: asked.listen, url: asked.url.clone() };
    let running = rules::told(start(&wanted, &address), console)?;
    match asked.format {
        Format::Json => in_json(&running, console)?,
        Format::Human => in_words(&running, &wanted.folder, console)?,
    }
    console.flush()?;
    running.wait();
    Ok(())
}

/// The games to be served, and whether they are those of a folder.
fn games(path: &Path) -> Result<(Vec<PathBuf>, bool), CliError> {
    if !path.is_dir() {
        return Ok((vec![path.to_path_buf()], false));
    }
    let games = rules::games_in(path)?;
    if games.is_empty() {
        return Err(CliError::call(format!("there is no game in the folder `{}`", path.display()))
            .help("a game is a file that ends in `.rules`; `houserules new my_game` begins one"));
    }
    Ok((games, true))
}

/// Where tables are kept if nobody has said: the same call finds them again.
fn usual_folder(asked: &Serve) -> Result<PathBuf, CliError> {
    let state = state_folder().ok_or_else(|| {
        CliError::call("the system names no folder for journals").help("name one: `--journals DIR`")
    })?;
    let real = asked.game.canonicalize().map_err(|e| CliError::reading(&asked.game, e))?;
    let stem = asked.game.file_stem().map_or("tables".into(), |stem| stem.to_string_lossy());
    let text = real.to_string_lossy().into_owned();
    let sum = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    Ok(state.join("tables").join(format!("{stem}-{sum:016x}")))
}

/// The first line of standard output, as `cli.md` has it.
fn in_json(running: &Running, console: &mut Console) -> Result<(), CliError> {
    #[derive(Serialize)]
    struct Tables<'a> {
        tables: &'a [TableLinks],
        #[serde(skip_serializing_if = "Option::is_none")]
        lobby: Option<&'a str>,
    }
    let tables = Tables { tables: &running.tables, lobby: running.lobby.as_deref() };
    let text = serde_json::to_string(&tables).map_err(|e| CliError::output(e.into()))?;
    console.text(&format!("{text}\n"))
}

fn in_words(running: &Running, folder: &Path, console: &mut Console) -> Result<(), CliError> {
    if let Some(lobby) = &running.lobby {
        console.say(Tone::Heading, "The lobby, with every table's links")?;
        link("", lobby, console)?;
    }
    for table in &running.tables {
        console.say(Tone::Heading, &format!("{} ({})", table.title, table.id))?;
        table.said.iter().try_for_each(|line| console.say(Tone::Faint, line))?;
        link("host", &table.host, console)?;
        link("onlookers", &table.spectator, console)?;
        for seat in &table.seats {
            link(&seat.name, &seat.url, console)?;
            if running.lobby.is_none() {
                console.text(&format!("{}\n", qr::code(&seat.url)))?;
            }
        }
    }
    let first = running.tables.first().map(|table| table.host.as_str());
    if running.lobby.as_deref().or(first).is_some_and(is_here_alone) {
        console.say(Tone::Faint, HERE_ALONE)?;
    }
    let kept = format!("Kept in `{}`; the same call brings every table back.", folder.display());
    console.say(Tone::Faint, &kept)
}

const HERE_ALONE: &str = "These links open on this machine alone, and not on a phone: for other \
                          machines say `--listen 0.0.0.0:4000`.";

/// Whether a link leads nowhere from other machines.
fn is_here_alone(url: &str) -> bool {
    ["http://127.", "http://localhost", "http://[::1]"].iter().any(|start| url.starts_with(start))
}

fn link(who: &str, url: &str, console: &mut Console) -> Result<(), CliError> {
    console.text(&format!("  {who:<12} {url}\n"))
}

#[cfg(test)]
mod tests {
    use super::is_here_alone;

    #[test]
    fn links_that_other_machines_cannot_open_are_known() {
        assert!(is_here_alone("http://127.0.0.1:4000/#pig.00"));
        assert!(!is_here_alone("http://192.168.1.7:4000/#pig.00"));
        assert!(!is_here_alone("https://table.example.org/#pig.00"));
    }
}
