//! What was chosen secretly, and is still kept under a name, as a seat that does not know it may
//! imagine it.

use super::{Machine, State};
use crate::program::{Field, FrameKind, Loc, Secret, Whose};
use houserules_lang::ir::{Type, Value};

impl<'a> State<'a> {
    /// Where running bodies keep what this seat does not know to have been chosen.
    fn secrets_of_others(self, seat: u8) -> Vec<(u32, Type, Secret)> {
        let bodies = (0..self.pos.depth())
            .filter(|level| matches!(self.frame_at(*level).kind, FrameKind::Body(_)));
        let mut active: Vec<u32> =
            bodies.map(|level| self.return_of(level).saturating_sub(1)).collect();
        active.push(self.pos.pc());
        let runs = |from: u32, to: u32| active.iter().any(|pc| (from..to).contains(pc));
        let mut found = Vec::new();
        for live in self.program.live.iter().filter(|live| runs(live.from, live.to)) {
            let (Some(secret), Loc::Mem(at)) = (live.secret, live.loc) else { continue };
            let own = match secret.whose {
                Whose::Nobody => false,
                Whose::Seat(of) => of == seat,
                Whose::Chooser(Loc::Mem(chooser)) => {
                    self.pos.get(Field::<i64>::at(chooser)) == i64::from(seat)
                }
                Whose::Chooser(_) => false,
            };
            if !own {
                found.push((at, live.ty.clone(), secret));
            }
        }
        found
    }
}

impl Machine {
    /// Puts another value in the place of everything that others than this seat have chosen
    /// secretly, and that the rules keep under a name: by its type, and the ends of the numbers it
    /// was chosen from, if these are fixed.
    pub fn suppose_secrets(
        &mut self,
        seat: u8,
        guess: &mut impl FnMut(&Type, Option<(i64, i64)>) -> Value,
    ) {
        for (at, ty, secret) in self.state().secrets_of_others(seat) {
            if let Some(scalar) = self.state().to_scalar(&guess(&ty, secret.range), &ty) {
                self.pos.set(Field::<i64>::at(at), scalar);
            }
        }
    }
}
