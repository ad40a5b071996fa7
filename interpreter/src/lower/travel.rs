//! Searches on maps: what they start from, and the code that prices a step.

use super::{Lowered, Lowering};
use crate::program::{Fare, Found, Loc, Op, SetupError, TravelCode};
use houserules_lang::ir::Travel;

impl Lowering<'_> {
    /// Code for a search. The price of a step is pure code beside it, which the search calls.
    pub(super) fn travel(&mut self, search: &Travel, found: Found) -> Lowered<()> {
        let from = self.scalar(&search.from)?;
        let to = self.scalar(&search.to)?;
        let fare = match &search.fare {
            Some((a, b, price)) => {
                let over = self.emit(Op::Jmp { to: 0 });
                let entry = self.pc();
                let (here, there) = (self.temp(1), self.temp(1));
                let binds = self.binds.len();
                self.binds.extend([(*a, Loc::Reg(here)), (*b, Loc::Reg(there))]);
                let price = self.scalar(price)?;
                self.binds.truncate(binds);
                self.emit(Op::Back);
                self.land(&[over]);
                Some(Fare { entry, here, there, price })
            }
            None => None,
        };
        let t = u16::try_from(self.out.travels.len())
            .map_err(|_| SetupError::Unsupported("so many searches on maps", self.span))?;
        self.out.travels.push(TravelCode { map: search.map, from, to, fare, found });
        self.emit(Op::Travel { t });
        Ok(())
    }
}
