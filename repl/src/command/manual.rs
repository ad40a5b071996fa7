//! `completions` and `man`: what the command line says of itself, for shells and for `man`.

use crate::arguments::{Arguments, Completions, Man};
use crate::cli_error::CliError;
use crate::show::console::Console;
use clap::CommandFactory;
use std::path::Path;

/// Writes a shell's script for completing.
///
/// # Errors
/// If it cannot be written.
pub fn completions(asked: &Completions, console: &mut Console) -> Result<(), CliError> {
    let mut program = Arguments::command();
    let mut script = Vec::new();
    clap_complete::generate(asked.shell, &mut program, "houserules", &mut script);
    written(&script, console)
}

/// Writes a page for `man`.
///
/// # Errors
/// If there is no such command, or the page cannot be written.
pub fn page(asked: &Man, console: &mut Console) -> Result<(), CliError> {
    let mut program = Arguments::command();
    program.build();
    let of = match &asked.command {
        None => program,
        Some(name) => command(&program, name)?,
    };
    let mut page = Vec::new();
    let done = clap_mangen::Man::new(of).render(&mut page);
    done.map_err(|error| CliError::writing(Path::new("the page"), error))?;
    written(&page, console)
}

fn command(program: &clap::Command, name: &str) -> Result<clap::Command, CliError> {
    program.find_subcommand(name).cloned().ok_or_else(|| {
        let names: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
        CliError::call(format!("there is no command `{name}`"))
            .help(format!("there are: {}", names.join(", ")))
    })
}

fn written(text: &[u8], console: &mut Console) -> Result<(), CliError> {
    console.out().write_all(text).map_err(CliError::output)
}
