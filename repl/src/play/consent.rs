//! What would tell somebody more than the rules of the game do, happens when all who sit at the
//! table agree: each is asked in turn, with no hand on the screen.

use crate::cli_error::CliError;
use crate::reload::desk::Reloads;
use crate::show::console::Tone;
use crate::terminal::host::{Host, LEAVE};
use crate::terminal::input::Words;
use crate::terminal::typed::{Done, Typed, Went};
use houserules_interpreter::ask::Stop;
use houserules_table::visibility::concealed::Concealed;

impl Host<'_, '_> {
    /// Whether all who sit at the table agree to what these lines say; whoever sits before the
    /// screen has proposed it. The screen is to be handed on afterwards.
    ///
    /// # Errors
    /// If a stream fails.
    pub fn all_agree(&mut self, lines: &[(Tone, String)]) -> Result<bool, CliError> {
        let by = self.people.before.take();
        self.clear()?;
        if let Some(seat) = by {
            let name = self.session.game().naming().seat(seat);
            self.console.say(Tone::Heading, &format!("{name} asks all who sit here."))?;
        }
        self.say_all(lines)?;
        let all = 0..self.session.game().seats();
        for seat in
            all.filter(|seat| Some(*seat) != by && self.people.is_human(*seat)).collect::<Vec<_>>()
        {
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

    fn agrees(&mut self, name: &str) -> Result<bool, CliError> {
        let prompt = format!("{name}, do you agree? (yes or no) > ");
        loop {
            match self.ask(&prompt, &Words::default())?.as_deref().map(str::trim) {
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
        self.people.seed_said
            && over
            && self.people.humans() > 1
            && !Concealed::by(game.book()).nothing()
    }
}

/// Carries out what stands after `reload`, once all agree to it who must.
pub(crate) fn reload(host: &mut Host, typed: &Typed) -> Went {
    host.settled(typed)?;
    host.desk.read_by(host.readers());
    let mut told = host.desk.command(&mut host.session, typed.rest());
    let mut asked = false;
    // The files may have been saved while people were asked: then they are asked again.
    while let Some(needs) = told.needs.take() {
        if !host.all_agree(&told.lines)? {
            return Ok(Done::Moved);
        }
        asked = true;
        host.desk.agreed(needs);
        told = host.desk.command(&mut host.session, typed.rest());
    }
    let lines = host.session.game().log_length();
    host.people.read.iter_mut().for_each(|read| *read = (*read).min(lines));
    host.keep()?;
    host.bench.failed |= told.lines.iter().any(|(tone, _)| *tone == Tone::Wrong);
    host.say_all(&told.lines)?;
    host.new_rules()?;
    if asked {
        host.all_have_read()?;
    }
    Ok(if told.moved || asked { Done::Moved } else { Done::Shown })
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
