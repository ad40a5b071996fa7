//! The numbers of lots, and whether all that mixes cards is numbered like them.

use super::Position;
use crate::program::header;

/// The bit that says that choices were taken back before here.
const ANEW: u32 = 1 << 31;

impl Position {
    /// The number of the next lot on cards of no order.
    pub(crate) fn lots(&self) -> u32 {
        self.get(header::LOTS) & !ANEW
    }

    /// The same, and it is used.
    pub(crate) fn take_lot(&mut self) -> u32 {
        let (lots, kept) = (self.lots(), self.get(header::LOTS) & ANEW);
        self.set(header::LOTS, kept | lots.wrapping_add(1) & !ANEW);
        lots
    }

    /// Whether shuffles, and cards that chance picks, are numbered like lots, too.
    pub(crate) fn mixes_anew(&self) -> bool {
        self.get(header::LOTS) & ANEW != 0
    }

    /// Numbers lots on from there, and from here on whatever else mixes cards.
    pub(crate) fn mix_anew_from(&mut self, number: u32) {
        self.set(header::LOTS, ANEW | number & !ANEW);
    }
}
