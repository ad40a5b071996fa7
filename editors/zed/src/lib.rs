//! Tells Zed how to start `houserules lsp`.

use zed_extension_api::settings::LspSettings;
use zed_extension_api::{Command, Extension, LanguageServerId, Result, Worktree, register_extension};

struct Houserules;

impl Extension for Houserules {
    fn new() -> Self {
        Self
    }

    fn language_server_command(
        &mut self,
        server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Command> {
        let settings = LspSettings::for_worktree(server.as_ref(), worktree)?;
        let named = settings.binary.and_then(|binary| binary.path);
        let command = named.or_else(|| worktree.which("houserules")).ok_or(
            "the program `houserules` is not on the PATH: install it, or write its path into the \
             settings, as `lsp.houserules.binary.path`",
        )?;
        Ok(Command { command, args: vec!["lsp".to_owned()], env: worktree.shell_env() })
    }
}

register_extension!(Houserules);
