//! Handing the screen from one person to the next: what a seat may see is shown when it has said
//! that it is there, and after nothing else.

use crate::cli_error::CliError;
use crate::show::console::Tone;
use crate::terminal::host::{Host, LEAVE};
use crate::terminal::input::Words;
use houserules_table::visibility::Viewer;

impl Host<'_, '_> {
    /// Makes sure that only this seat looks at the screen. No: somebody leaves the game instead.
    ///
    /// # Errors
    /// If a stream or the journal fails.
    pub fn sit_down(&mut self, seat: u8) -> Result<bool, CliError> {
        if self.people.before == Some(seat) {
            return Ok(true);
        }
        if self.people.humans() > 1 {
            if !self.get_up()? {
                return Ok(false);
            }
            let name = self.session.game().naming().seat(seat);
            self.clear()?;
            self.console.say(Tone::Heading, &format!("Hand the screen to {name}."))?;
            if !self.wait(&format!("{name}, press Enter. "))? {
                return Ok(false);
            }
            if self.console.look.typed {
                self.console.wipe()?;
            }
        }
        self.people.before = Some(seat);
        Ok(true)
    }

    /// Lets whoever sat before the screen read what their choice led to.
    fn get_up(&mut self) -> Result<bool, CliError> {
        let Some(seat) = self.people.before else { return Ok(true) };
        let new = self
            .people
            .read
            .get(usize::from(seat))
            .is_some_and(|read| *read < self.session.game().log_length());
        if !new {
            return Ok(true);
        }
        self.tell(Viewer::Seat(seat), seat, Some("What happened"))?;
        let name = self.session.game().naming().seat(seat);
        self.wait(&format!("{name}, press Enter when you have read it. "))
    }

    /// Takes away what was shown and typed.
    pub(super) fn clear(&mut self) -> Result<(), CliError> {
        self.console.wipe()?;
        self.people.boards.clear();
        self.people.ahead.clear();
        self.input.forget();
        Ok(())
    }

    /// Lets all who sit at the table read what is for all of them.
    pub(super) fn all_have_read(&mut self) -> Result<(), CliError> {
        // Whoever leaves here is asked again when the screen is handed on.
        self.wait("Press Enter when all have read it. ").map(drop)
    }

    /// Waits for Enter, if somebody types. No: they leave the game.
    fn wait(&mut self, prompt: &str) -> Result<bool, CliError> {
        if !self.console.look.typed {
            return Ok(true);
        }
        let leave = match self.is_kept()? {
            true => "This game is saved. Quit? (yes or no) > ",
            false => "This game is not being saved. Quit anyway? (yes or no) > ",
        };
        let mut ask = |prompt: &str, before: Option<&str>| {
            before.map_or(Ok(()), |words| self.console.say(Tone::Wrong, words))?;
            self.ask(prompt, &Words::default())
        };
        waited(&mut ask, prompt, leave)
    }
}

/// Says something, if there is something to be said, and asks.
type Ask<'a> = dyn FnMut(&str, Option<&str>) -> Result<Option<String>, CliError> + 'a;

/// What is said to anything else than Enter.
const ENTER: &str =
    "Enter goes on from here, `quit` leaves the game; anything else can be typed after that.";

/// Asks until Enter is pressed, and nothing else; no: until somebody says twice that they leave.
fn waited(ask: &mut Ask<'_>, prompt: &str, leave: &str) -> Result<bool, CliError> {
    let mut before = None;
    loop {
        match ask(prompt, before.take())?.as_deref().map(str::trim) {
            Some("") => return Ok(true),
            // What is typed here was not meant for whoever sits down.
            Some(line) if !matches!(line, LEAVE | "quit" | "q" | "exit") => before = Some(ENTER),
            _ => match ask(leave, None)?.as_deref().map(str::trim) {
                None | Some("yes" | "y" | LEAVE) => return Ok(false),
                Some(_) => {}
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is asked when these lines come, and whether somebody sits down.
    fn asked(lines: &[Option<&str>]) -> (Vec<String>, bool) {
        let (mut lines, mut asked) = (lines.iter(), Vec::new());
        let mut ask = |prompt: &str, before: Option<&str>| {
            asked.push(before.map_or(String::new(), |_| "! ".to_string()) + prompt);
            Ok(lines.next().copied().flatten().map(str::to_string))
        };
        let sits = waited(&mut ask, "enter", "leave").unwrap();
        (asked, sits)
    }

    #[test]
    fn only_enter_shows_a_hand() {
        assert_eq!(asked(&[Some("")]), (vec!["enter".into()], true));
        for leaving in [None, Some(LEAVE), Some("quit")] {
            let (prompts, sits) = asked(&[leaving, Some("yes")]);
            assert_eq!((prompts.len(), sits), (2, false), "{leaving:?}");
            let (prompts, sits) = asked(&[leaving, Some("no"), Some("")]);
            assert_eq!(
                (prompts, sits),
                (vec!["enter".into(), "leave".into(), "enter".into()], true)
            );
        }
        assert!(!asked(&[None, None]).1);
        assert_eq!(asked(&[Some("2"), Some("lay"), Some(" ")]).0, ["enter", "! enter", "! enter"]);
    }
}
