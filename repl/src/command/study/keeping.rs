//! Writes the games of a study to files, in the form that their names ask for.

use super::file::{self, Games, Header, Kind};
use super::table;
use crate::cli_error::CliError;
use crate::writing;
use std::path::Path;

/// Writes games, in order.
///
/// # Errors
/// If the file may not be written.
pub(super) fn write(path: &Path, header: &Header, games: &Games) -> Result<(), CliError> {
    match file::kind(path)? {
        Kind::Lines => writing::whole(path, &file::lines(header, games)?),
        Kind::Csv => writing::whole(path, &table::csv(header, games)),
        Kind::Parquet => writing::whole_bytes(path, &table::parquet(header, games)?),
    }
}
