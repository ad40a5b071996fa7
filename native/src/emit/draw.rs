//! Draws of those who decide: as `BotSource` makes them, word for word.

use super::{Emit, Slot, plain};
use crate::call::{self, IN_BYTE, LOW_FOURS, LOW_PAIRS, ODD_BITS, ONES, TOPS};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{BlockArg, InstBuilder, Value, types};

/// What a step of the generator multiplies its state by.
const MULTIPLIER: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645;

impl Emit<'_, '_> {
    /// Draws a number below another. The code steps the generator itself, if it is one that it
    /// knows; a word that may have to be drawn again is left to it.
    pub fn below_drawn(&mut self, n: Value) -> Value {
        let (draws, steps, other) = (self.block(), self.block(), self.block());
        let (again, done) = (self.block(), self.block());
        let drawn = self.b.append_block_param(done, types::I64);
        self.b.set_cold_block(other);
        self.b.set_cold_block(again);
        let zero = self.k(0);
        let choice = self.is(IntCC::UnsignedGreaterThan, n, 1);
        let no_draw = [BlockArg::Value(zero)];
        self.b.ins().brif(choice, draws, &super::BARE, done, &no_draw);
        self.at(draws);
        let itself = self.slot(Slot::DrawsItself);
        self.fork(itself, steps, other);
        self.at(other);
        let number = self.help_counting(call::below, &[n]);
        self.b.ins().jump(done, &[BlockArg::Value(number)]);
        self.at(steps);
        let word = self.next_word();
        let low = self.b.ins().imul(word, n);
        let high = self.b.ins().umulhi(word, n);
        let rare = self.b.ins().icmp(IntCC::UnsignedLessThan, low, n);
        self.b.ins().brif(rare, again, &super::BARE, done, &[BlockArg::Value(high)]);
        self.at(again);
        let number = self.help_counting(call::settle, &[n, word]);
        self.b.ins().jump(done, &[BlockArg::Value(number)]);
        self.at(done);
        drawn
    }

    /// A step of the generator, and the word that it gives.
    fn next_word(&mut self) -> Value {
        let (low, high) = (self.slot(Slot::StateLow), self.slot(Slot::StateHigh));
        let by_low = self.k(MULTIPLIER as u64 as i64);
        let by_high = self.k((MULTIPLIER >> 64) as u64 as i64);
        let carry = self.b.ins().umulhi(low, by_low);
        let upper = self.b.ins().imul(high, by_low);
        let cross = self.b.ins().imul(low, by_high);
        let low = self.b.ins().imul(low, by_low);
        let high = self.b.ins().iadd(upper, cross);
        let high = self.b.ins().iadd(high, carry);
        self.set_slot(Slot::StateLow, low);
        self.set_slot(Slot::StateHigh, high);
        let word = self.b.ins().bxor(low, high);
        let turns = self.b.ins().ushr_imm(high, 58);
        self.b.ins().rotr(word, turns)
    }

    /// Draws one of the bits of a word that is not 0; its place. No bit beyond the first `bits` is
    /// set.
    pub fn bit_drawn(&mut self, word: Value, bits: u32) -> Value {
        if bits <= call::FEW {
            return self.bit_of_few(word);
        }
        let counted = self.counted(word);
        let all = self.b.ins().ushr_imm(counted, 56);
        let n = self.below_drawn(all);
        self.nth_bit(word, counted, n)
    }

    /// The same of a word of few bits: its place is read at once.
    fn bit_of_few(&mut self, word: Value) -> Value {
        let all = self.b.ins().popcnt(word);
        let n = self.below_drawn(all);
        let row = self.b.ins().ishl_imm(word, i64::from(call::EACH_OF_FEW.ilog2()));
        let at = self.b.ins().iadd(row, n);
        // Whatever was drawn, the table has an entry.
        let at = self.b.ins().band_imm(at, call::IN_FEW.len() as i64 - 1);
        let base = self.k(call::IN_FEW.as_ptr() as usize as i64);
        let address = self.b.ins().iadd(base, at);
        self.b.ins().uload8(types::I64, plain(), address, 0)
    }

    /// The place of the `n`-th bit of a byte.
    fn bit_in_byte(&mut self, byte: Value, n: Value) -> Value {
        let byte = self.b.ins().ishl_imm(byte, 3);
        let at = self.b.ins().iadd(byte, n);
        // Whatever was drawn, the table has an entry.
        let at = self.b.ins().band_imm(at, 2047);
        let base = self.k(IN_BYTE.as_ptr() as usize as i64);
        let address = self.b.ins().iadd(base, at);
        self.b.ins().uload8(types::I64, plain(), address, 0)
    }

    /// How many bits are set in a word's bytes up to each, as bytes.
    fn counted(&mut self, word: Value) -> Value {
        let half = self.b.ins().ushr_imm(word, 1);
        let half = self.b.ins().band_imm(half, ODD_BITS as i64);
        let pairs = self.b.ins().isub(word, half);
        let upper = self.b.ins().ushr_imm(pairs, 2);
        let upper = self.b.ins().band_imm(upper, LOW_PAIRS as i64);
        let lower = self.b.ins().band_imm(pairs, LOW_PAIRS as i64);
        let fours = self.b.ins().iadd(lower, upper);
        let upper = self.b.ins().ushr_imm(fours, 4);
        let fours = self.b.ins().iadd(fours, upper);
        let fours = self.b.ins().band_imm(fours, LOW_FOURS as i64);
        self.b.ins().imul_imm(fours, ONES as i64)
    }

    /// The place of the `n`-th bit of a word that has more than `n`.
    fn nth_bit(&mut self, word: Value, counted: Value, n: Value) -> Value {
        let behind = self.plus(n, 1);
        let each = self.b.ins().imul_imm(behind, ONES as i64);
        let beyond = self.b.ins().bor_imm(counted, TOPS as i64);
        let beyond = self.b.ins().isub(beyond, each);
        let beyond = self.b.ins().band_imm(beyond, TOPS as i64);
        let first = self.b.ins().ctz(beyond);
        let first = self.b.ins().band_imm(first, 56);
        let before = self.b.ins().ishl_imm(counted, 8);
        let before = self.b.ins().ushr(before, first);
        let before = self.b.ins().band_imm(before, 255);
        let n = self.b.ins().isub(n, before);
        let byte = self.b.ins().ushr(word, first);
        let byte = self.b.ins().band_imm(byte, 255);
        let place = self.bit_in_byte(byte, n);
        self.b.ins().iadd(first, place)
    }
}
