//! Fields of the position, as flow reads and writes them.

use super::Flow;
use crate::emit::of_bytes;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlags, Value, types};
use houserules_interpreter::program::{Bytes, Field, NONE, header};

impl Flow<'_, '_, '_> {
    /// A field, without sign.
    pub fn read<T: Bytes>(&mut self, field: Field<T>) -> Option<Value> {
        self.emit.load(of_bytes(T::SIZE)?, field.at)
    }

    /// Writes a field.
    pub fn write<T: Bytes>(&mut self, field: Field<T>, value: Value) -> Option<()> {
        self.emit.store(of_bytes(T::SIZE)?, field.at, value)
    }

    /// Writes a constant into a field.
    pub fn put<T: Bytes>(&mut self, field: Field<T>, value: i64) -> Option<()> {
        let value = self.emit.k(value);
        self.write(field, value)
    }

    /// Sets bytes to zero.
    pub fn empty(&mut self, at: u32, len: u32) -> Option<()> {
        if len > super::LARGEST {
            return None;
        }
        self.emit.place_of(at, len)?;
        for (at, len) in self.emit.empty_cells(at, len) {
            self.empty_bytes(at, len)?;
        }
        Some(())
    }

    /// The same for bytes that lie in the position.
    fn empty_bytes(&mut self, mut at: u32, mut len: u32) -> Option<()> {
        if len >= 16 {
            let zero = self.emit.b.ins().iconst(types::I8, 0);
            let zero = self.emit.b.ins().splat(types::I8X16, zero);
            while len >= 16 {
                // Aligned or not: positions are bytes.
                let flags = MemFlags::new().with_notrap();
                self.emit.b.ins().store(flags, zero, self.emit.pos, at as i32);
                (at, len) = (at + 16, len - 16);
            }
        }
        for bytes in [8, 4, 2, 1] {
            while len >= bytes {
                let zero = self.emit.k(0);
                let place = self.emit.place_of(at, bytes)?;
                self.emit.store_at(of_bytes(bytes)?, self.emit.pos, place, zero);
                (at, len) = (at + bytes, len - bytes);
            }
        }
        Some(())
    }

    /// Copies bytes that do not overlap.
    pub fn copy(&mut self, mut from: u32, mut to: u32, mut len: u32) -> Option<()> {
        if len > super::LARGEST || from.abs_diff(to) < len {
            return None;
        }
        self.emit.reach(from, len);
        self.emit.reach(to, len);
        for bytes in [8, 4, 2, 1] {
            while len >= bytes {
                let ty = of_bytes(bytes)?;
                let (here, there) =
                    (self.emit.place_of(from, bytes)?, self.emit.place_of(to, bytes)?);
                let value = self.emit.load_at(ty, self.emit.pos, here);
                self.emit.store_at(ty, self.emit.pos, there, value);
                (from, to, len) = (from + bytes, to + bytes, len - bytes);
            }
        }
        Some(())
    }

    /// The acting seat: 255 is nobody.
    pub fn set_me(&mut self, seat: Value) -> Option<()> {
        self.write(header::ME, seat)?;
        let some = self.emit.is(IntCC::NotEqual, seat, 255);
        let me = self.emit.or_else(some, seat, NONE);
        self.emit.set(0, me);
        Some(())
    }
}
