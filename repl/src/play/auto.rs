//! Passing for a seat that has said so beforehand, so that windows in which everybody is asked do
//! not tire a table.
//!
//! The game asks everybody every time, because silence would tell. A seat may let the host answer:
//! at one kind of question always (`auto here`), whatever it holds, or wherever it could only pass
//! (`auto`). The second is for one person at a screen: among several it would show who holds
//! something.

use super::people::Auto;
use crate::cli_error::CliError;
use crate::terminal::host::Host;
use crate::terminal::typed::{Done, Question, Typed, Went};
use houserules_lang::code::Code;
use houserules_table::choices::menu::{EntryKind, Menu};

/// Whether all that can be done is to pass.
#[must_use]
pub fn only_pass(menu: &Menu) -> bool {
    matches!(menu.entries.as_slice(), [one] if one.kind == EntryKind::Pass)
}

impl Host<'_, '_> {
    /// Passes for a seat, if it has said so; whether it did.
    ///
    /// # Errors
    /// If the choice is not taken.
    pub fn pass_for(&mut self, seat: u8) -> Result<bool, CliError> {
        let Some(auto) = self.people.autos.get(usize::from(seat)) else { return Ok(false) };
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
        self.chooses(seat, "pass")
    }
}

/// `auto`, `auto here`, `auto off`
pub(crate) fn auto(host: &mut Host, typed: &Typed) -> Went {
    let Some(Question { menu, .. }) = typed.question else {
        let found = typed.wrong(Code::E1014, typed.whole(), "nobody is asked now");
        return Err(found.help("say it when you are asked").into());
    };
    let alone = host.people.humans() < 2;
    let may_pass = menu.entries.iter().any(|e| e.kind == EntryKind::Pass);
    let site = host.session.game().asked().map(|asked| asked.site);
    let refused = |said: &str, help: &str| {
        Err(typed.wrong(Code::E1014, typed.rest.clone(), said).help(help).into())
    };
    let Some(auto) = host.people.autos.get_mut(usize::from(menu.seat)) else {
        return Ok(Done::Quiet);
    };
    let (said, moved) = match typed.rest() {
        "off" => {
            *auto = Auto::default();
            ("You are asked everywhere again.", false)
        }
        "here" if !may_pass => return refused("here you cannot pass", "choose something"),
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
                only_pass(menu),
            )
        }
        "" => {
            let said = "among several at one screen that would show who holds something";
            return refused(said, "say `auto here`");
        }
        _ => return refused("it is not said where", "say `auto`, `auto here` or `auto off`"),
    };
    host.note(said)?;
    Ok(if moved { Done::Moved } else { Done::Quiet })
}
