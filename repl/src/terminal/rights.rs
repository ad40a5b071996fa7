//! Who may see and do what: whose eyes look, who may choose, what is the referee's alone.

use super::command::Role;
use super::host::Host;
use super::typed::{CommandResult, Failed, Typed};
use houserules_interpreter::ask::Stop;
use houserules_lang::code::Code;
use houserules_lang::spelling::nearest;
use houserules_table::visibility::Viewer;
use std::ops::Range;

impl Host<'_, '_> {
    /// The seat of a player's name or number.
    ///
    /// # Errors
    /// If there is no such player.
    pub fn seat(&self, typed: &Typed, at: Range<usize>, name: &str) -> Result<u8, Failed> {
        if let Some(seat) = self.known_seat(name) {
            return Ok(seat);
        }
        let seats = self.game().naming().seats;
        let shown: String = name.chars().take(40).collect();
        let found = typed.wrong(Code::E1015, at, format!("nobody called `{shown}` plays"));
        let help = match nearest(&shown, seats.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the players are {}", seats.join(", ")),
        };
        Err(found.help(help).into())
    }

    /// The same; none if there is no such player.
    #[must_use]
    pub fn known_seat(&self, name: &str) -> Option<u8> {
        let seats = self.game().naming().seats;
        let named = seats.iter().position(|s| s == name);
        let named = named.or_else(|| seats.iter().position(|s| s.eq_ignore_ascii_case(name)));
        let number = || name.parse::<usize>().ok()?.checked_sub(1).filter(|n| *n < seats.len());
        named.or_else(number).and_then(|seat| u8::try_from(seat).ok())
    }

    /// What only a referee may see or do is not for whoever looks through a seat's eyes.
    ///
    /// # Errors
    /// If somebody does.
    pub fn only_referee(&self, typed: &Typed, at: Range<usize>, what: &str) -> CommandResult {
        if self.eyes == Viewer::Referee {
            return Ok(());
        }
        let said = format!("{what} is the referee's");
        let found = match self.role {
            Role::Referee => {
                let said = format!("{said}, and you see {}", self.eyes_of(self.eyes));
                typed.wrong(Code::E1014, at, said).help("`as referee` opens everything again")
            }
            Role::Player => typed
                .wrong(Code::E1014, at, said)
                .help("a referee opens the game's journal with `houserules repl`"),
        };
        Err(found.into())
    }

    /// Whose eyes these are, in words.
    #[must_use]
    pub fn eyes_of(&self, viewer: Viewer) -> String {
        match viewer {
            Viewer::Seat(seat) => format!("what {} sees", self.game().naming().seat(seat)),
            Viewer::Spectator => "what everybody sees".into(),
            Viewer::Referee => "as referee: everything is open".into(),
        }
    }

    /// Whether what a seat may choose is for these eyes.
    #[must_use]
    pub fn sees_moves_of(&self, seat: u8) -> bool {
        match self.eyes {
            Viewer::Referee => true,
            Viewer::Seat(own) => own == seat,
            Viewer::Spectator => false,
        }
    }

    /// Nothing can be gone back over, saved or laid in the middle of a move.
    ///
    /// # Errors
    /// If one is being carried out.
    pub fn settled(&self, typed: &Typed) -> CommandResult {
        if self.bench.probe.is_none() {
            return Ok(());
        }
        let found = typed.wrong(Code::E1014, typed.whole(), "a move is being carried out");
        Err(found.help("`go` finishes it, `drop` gives it up").into())
    }

    /// Nothing can be chosen in the middle of a move, or when nobody is asked.
    ///
    /// # Errors
    /// Why not.
    pub fn ready(&self, typed: &Typed) -> CommandResult {
        self.settled(typed)?;
        let asked = self.session.game().asked().is_some_and(|asked| !asked.seats.is_empty());
        let said = match self.session.game().stop() {
            Stop::Asking if asked => return Ok(()),
            Stop::Asking => "nobody is asked now",
            Stop::Over(_) => "the game is over",
            Stop::Fault(_) => "a rule could not be carried out, so the game cannot go on",
        };
        let found = typed.wrong(Code::E1014, typed.whole(), said);
        Err(found.help("`undo` takes the last decision back").into())
    }
}
