//! What would tell somebody more than the rules of the game do, happens when all who sit at the
//! table agree: each is asked in turn, with no hand on the screen.

use super::lines::LEAVE;
use super::session::TableSession;
use crate::cli_error::CliError;
use crate::reload::desk::Reloads;
use crate::setup::Sitter;
use crate::show::console::Tone;
use houserules_interpreter::ask::Stop;
use houserules_interpreter::machine::Machine;
use houserules_table::visibility::concealed::Concealed;

impl TableSession<'_, '_> {
    /// Whether all who sit at the table agree to what these lines say; whoever sits before the
    /// screen has proposed it. The screen is to be handed on afterwards.
    ///
    /// # Errors
    /// If a stream fails.
    pub fn all_agree(&mut self, lines: &[(Tone, String)]) -> Result<bool, CliError> {
        let by = self.before.take();
        self.clear()?;
        if let Some(seat) = by {
            let name = self.session.game().naming().seat(seat);
            self.console.say(Tone::Heading, &format!("{name} asks all who sit here."))?;
        }
        self.say_all(lines)?;
        let others = (0u8..)
            .zip(&self.sitters)
            .filter(|(seat, s)| **s == Sitter::Human && Some(*seat) != by);
        for seat in others.map(|(seat, _)| seat).collect::<Vec<_>>() {
            let name = self.session.game().naming().seat(seat);
            if !self.agrees(&name)? {
                self.console
                    .say(Tone::Heading, &format!("{name} does not agree: all stays as it is."))?;
                self.all_have_read()?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Carries out what stands behind `reload`; whether the question is put anew.
    ///
    /// # Errors
    /// If a stream or the journal fails.
    pub fn reload(&mut self, words: &str) -> Result<bool, CliError> {
        let Some(mut reloads) = self.reloads.take() else {
            self.console.say(Tone::Wrong, "The files of this game are not watched.")?;
            return Ok(false);
        };
        let done = self.reload_with(reloads.as_mut(), words);
        self.reloads = Some(reloads);
        done
    }

    fn reload_with(
        &mut self,
        reloads: &mut dyn Reloads<Machine>,
        words: &str,
    ) -> Result<bool, CliError> {
        let mut told = reloads.command(&mut self.session, words);
        let mut asked = false;
        // The files may have been saved while people were asked: then they are asked again.
        while let Some(needs) = told.needs.take() {
            if !self.all_agree(&told.lines)? {
                return Ok(true);
            }
            asked = true;
            reloads.agreed(needs);
            told = reloads.command(&mut self.session, words);
        }
        let lines = self.session.game().log_length();
        self.read.iter_mut().for_each(|read| *read = (*read).min(lines));
        self.keep()?;
        self.say_all(&told.lines)?;
        if asked {
            self.all_have_read()?;
        }
        Ok(told.moved || asked)
    }

    fn agrees(&mut self, name: &str) -> Result<bool, CliError> {
        let prompt = format!("{name}, do you agree? (yes or no) > ");
        loop {
            match self.lines.ask(self.console, &prompt, Vec::new())?.as_deref().map(str::trim) {
                Some("yes" | "y") => return Ok(true),
                None | Some("no" | "n" | "quit" | "q" | "exit" | LEAVE) => return Ok(false),
                // Only a clear word counts.
                Some(_) => {}
            }
        }
    }

    /// Whether the seed of a game that hides something was said, so that anybody may know
    /// everything, and somebody else sits here whom that concerns.
    #[must_use]
    pub fn is_laid_open(&self) -> bool {
        let game = self.session.game();
        let over = matches!(game.stop(), Stop::Over(_));
        self.seed_said && over && self.humans() > 1 && !Concealed::by(game.book()).nothing()
    }
}

/// What is proposed when a game that was laid open is to go on.
#[must_use]
pub fn on_openly() -> Vec<(Tone, String)> {
    let lines = [
        (Tone::Heading, "Going on with this game: only if all at the table agree."),
        (
            Tone::Plain,
            "Its seed was said. From it every hand can be found out, and all that chance will \
             bring.",
        ),
    ];
    lines.map(|(tone, line)| (tone, line.to_string())).to_vec()
}
