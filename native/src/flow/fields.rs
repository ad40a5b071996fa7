//! Fields of the position, as flow reads and writes them.

use super::Flow;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlags, Type, Value, types};
use houserules_interpreter::program::{Bytes, Field, NONE, header};

/// The type of so many bytes.
fn of_bytes(bytes: u32) -> Option<Type> {
    match bytes {
        1 => Some(types::I8),
        2 => Some(types::I16),
        4 => Some(types::I32),
        8 => Some(types::I64),
        _ => None,
    }
}

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
    pub fn empty(&mut self, mut at: u32, mut len: u32) -> Option<()> {
        if len > super::LARGEST {
            return None;
        }
        self.emit.within(at, len)?;
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
                self.emit.store(of_bytes(bytes)?, at, zero)?;
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
        for bytes in [8, 4, 2, 1] {
            while len >= bytes {
                let ty = of_bytes(bytes)?;
                let value = self.emit.load(ty, from)?;
                self.emit.store(ty, to, value)?;
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
