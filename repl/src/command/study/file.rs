//! The games of a study in files: JSON Lines, which can be gone on with and brought together, and
//! tables for other programs ([`super::table`]).

use crate::cli_error::CliError;
use houserules_study::close::record::Record;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// What games must have in common to be counted together: the first line of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    /// The form of the file.
    pub houserules_study: u32,
    /// The game's title.
    pub game: String,
    /// The fingerprints of the rules, others that are compared included.
    pub rules: Vec<String>,
    /// The fingerprints of what bots had learnt of the game, and of rules that are compared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub learnt: Vec<String>,
    /// Who sits where.
    pub players: Vec<String>,
    /// Options that were set.
    pub options: BTreeMap<String, String>,
    /// The seed all games' seeds are made of.
    pub seed: u64,
    /// When a game counts as stalled.
    pub max_decisions: u64,
    /// Ways to play, in words.
    pub arms: Vec<String>,
    /// What is followed.
    pub followed: Vec<String>,
}

/// The form that is written.
pub(super) const FORM: u32 = 1;

/// Games by arm and number.
pub(super) type Games = BTreeMap<(u16, u64), Record>;

/// What a file is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A line of JSON a game.
    Lines,
    /// A table for spreadsheets.
    Csv,
    /// The same table for programs that count.
    Parquet,
}

/// What a file's name says it is.
///
/// # Errors
/// If it says nothing that can be written.
pub(super) fn kind(path: &Path) -> Result<Kind, CliError> {
    let ending = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    match ending.as_deref() {
        Some("jsonl") => Ok(Kind::Lines),
        Some("csv") => Ok(Kind::Csv),
        Some("parquet") => Ok(Kind::Parquet),
        _ => {
            let said =
                format!("`{}` is neither `.jsonl` nor `.parquet` nor `.csv`", path.display());
            Err(CliError::call(said)
                .help("the ending says how games are written: `--data games.parquet`"))
        }
    }
}

/// The games in a file of this study; none if there is no such file.
///
/// # Errors
/// If it cannot be read, holds something else, or games of another study.
pub(super) fn read(path: &Path, header: &Header) -> Result<Option<Games>, CliError> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(CliError::Input(format!("{}: {error}", path.display()), None)),
    };
    let wrong = |line: usize, what: &str| {
        CliError::Input(format!("{}, line {line}: {what}", path.display()), None)
    };
    let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    let first = lines.next().and_then(|(_, line)| serde_json::from_str::<Header>(line).ok());
    let Some(first) = first else { return Err(wrong(1, "these are no games of a study")) };
    if &first != header {
        let why = differs(&first, header);
        return Err(wrong(1, &format!("these are games of another study: {why}"))
            .help("the call must name the same game, players, options, seed and moves"));
    }
    let mut games = Games::new();
    for (at, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        match serde_json::from_str::<Record>(line) {
            Ok(record)
                if usize::from(record.arm) < header.arms.len()
                    && record.seats.len() == header.players.len() =>
            {
                games.insert((record.arm, record.game), record);
            }
            Ok(_) => return Err(wrong(at, "this game does not fit the first line")),
            Err(error) => return Err(wrong(at, &format!("this is no game: {error}"))),
        }
    }
    Ok(Some(games))
}

/// In what two studies differ.
fn differs(one: &Header, other: &Header) -> &'static str {
    if one.houserules_study != other.houserules_study {
        "another version wrote them"
    } else if one.game != other.game || one.rules != other.rules {
        "other rules"
    } else if one.learnt != other.learnt {
        "bots had learnt something else"
    } else if one.players != other.players {
        "other players"
    } else if one.options != other.options {
        "other options"
    } else if one.seed != other.seed {
        "another seed"
    } else if one.max_decisions != other.max_decisions {
        "games were given up after another number of decisions"
    } else if one.arms != other.arms {
        "other things were changed in them"
    } else {
        "other things were followed"
    }
}

/// The text of a `.jsonl`.
///
/// # Errors
/// If a game cannot be written as JSON.
pub(super) fn lines(header: &Header, games: &Games) -> Result<String, CliError> {
    let json = |error| CliError::Input(format!("games cannot be written: {error}"), None);
    let mut text = serde_json::to_string(header).map_err(json)? + "\n";
    for record in games.values() {
        text.push_str(&serde_json::to_string(record).map_err(json)?);
        text.push('\n');
    }
    Ok(text)
}
