//! Passing for a seat that has said so beforehand, so that windows in which everybody is asked do
//! not tire a table.
//!
//! The game asks everybody every time, because silence would tell. A seat may let the host answer:
//! at one kind of question always (`auto here`), whatever it holds, or wherever it could only pass
//! (`auto`). The second is for one person at a screen: among several it would show who holds
//! something.

use super::session::{Auto, Ending, TableSession};
use crate::cli_error::CliError;
use crate::show::console::Tone;
use houserules_table::choices::menu::{EntryKind, Menu};

/// Whether all that can be done is to pass.
#[must_use]
pub fn only_pass(menu: &Menu) -> bool {
    matches!(menu.entries.as_slice(), [one] if one.kind == EntryKind::Pass)
}

impl TableSession<'_, '_> {
    /// Passes for a seat, if it has said so; whether it did.
    ///
    /// # Errors
    /// If the choice is not taken.
    pub fn pass_for(&mut self, seat: u8) -> Result<bool, CliError> {
        let Some(auto) = self.autos.get(usize::from(seat)) else { return Ok(false) };
        let site = self.session.game().asked().map(|asked| asked.site);
        let here = site.is_some_and(|site| auto.here.contains(&site));
        if !here && !auto.idle {
            return Ok(false);
        }
        let Some(menu) = self.session.game_mut().menu(seat) else { return Ok(false) };
        let may = menu.entries.iter().any(|e| e.kind == EntryKind::Pass);
        if !may || !(here || only_pass(&menu)) {
            return Ok(false);
        }
        let passed = self.session.say(seat, "pass");
        passed.map_err(|why| CliError::call(why.to_string()))?;
        Ok(true)
    }

    /// `auto`, `auto here`, `auto off`; what becomes of the question.
    ///
    /// # Errors
    /// If the console fails.
    pub fn auto(&mut self, menu: &Menu, how: &str) -> Result<Option<Ending>, CliError> {
        let seat = menu.seat;
        let alone = self.humans() < 2;
        let (idle, may_pass) =
            (only_pass(menu), menu.entries.iter().any(|e| e.kind == EntryKind::Pass));
        let site = self.session.game().asked().map(|asked| asked.site);
        let Some(auto) = self.autos.get_mut(usize::from(seat)) else { return Ok(None) };
        let (said, moved) = match how {
            "off" => {
                *auto = Auto::default();
                ("You are asked everywhere again.", false)
            }
            "here" if !may_pass => ("Here you cannot pass.", false),
            "here" => {
                auto.here.extend(site);
                (
                    "Whenever this is asked (at this `choose` of the rules) you pass from now on, \
                     whatever you hold; `auto off` ends it.",
                    true,
                )
            }
            "" if alone => {
                auto.idle = true;
                (
                    "From now on you pass wherever passing is all you can do; `auto off` ends it.",
                    idle,
                )
            }
            "" => (
                "Among several at one screen that would show who holds something: say `auto here`.",
                false,
            ),
            _ => ("Say `auto`, `auto here` or `auto off`.", false),
        };
        self.console.say(Tone::Faint, said)?;
        Ok(moved.then_some(Ending::Moved))
    }
}
