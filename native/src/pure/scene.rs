//! Deeds that are only imagined: what they may write is kept on the stack before them, and put back
//! after what is asked about them, or where the code is left within.

use super::Making;
use crate::emit::plain;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    Block, InstBuilder, MemFlags, StackSlot, StackSlotData, StackSlotKind, types,
};
use houserules_interpreter::program::header;

/// A scene in the making.
#[derive(Debug, Clone)]
pub struct Stage {
    /// Where code within it goes that cannot go on.
    pub bail: Block,
    /// Runs of bytes that are written: first byte and number.
    spans: Vec<(u32, u32)>,
    /// Where they are kept; none if nothing is written.
    slot: Option<StackSlot>,
}

/// Which way bytes are copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// From the position.
    Keep,
    /// Into the position.
    PutBack,
}

impl Making<'_, '_, '_, '_> {
    /// Makes room for what the scenes keep.
    pub fn begin_scenes(&mut self) {
        let none = Stage { bail: self.emit.bail, spans: Vec::new(), slot: None };
        self.scenes.push(none);
        let plan = self.plan;
        for scene in plan.region.scenes.iter().skip(1) {
            let spans = scene.spans(self.emit.program);
            let bytes: u32 = spans.iter().map(|(_, len)| *len).sum();
            let bail = self.emit.block();
            self.emit.b.set_cold_block(bail);
            let slot = (bytes > 0).then(|| {
                let data = StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 4);
                self.emit.b.create_sized_stack_slot(data)
            });
            self.scenes.push(Stage { bail, spans, slot });
        }
    }

    /// What is left within a scene is left as it was before it.
    pub fn end_scenes(&mut self) -> Option<()> {
        let plan = self.plan;
        for (number, scene) in plan.region.scenes.iter().enumerate().skip(1) {
            let bail = self.scenes.get(number)?.bail;
            let outer = self.scenes.get(scene.outer)?.bail;
            self.emit.at(bail);
            self.copy_bytes(number, Way::PutBack)?;
            self.emit.jump(outer);
        }
        Some(())
    }

    /// A scene begins.
    pub fn suppose(&mut self, scene: usize) -> Option<()> {
        let bodies = i64::from(self.plan.region.scenes.get(scene)?.bodies);
        let most = i64::from(self.emit.program.schema.depth);
        let depth = self.emit.load(types::I16, header::DEPTH.at)?;
        let full = self.emit.is(IntCC::SignedGreaterThan, depth, most - bodies);
        self.emit.bail_if(full);
        self.copy_bytes(scene, Way::Keep)
    }

    /// A scene is over.
    pub fn take_back(&mut self, scene: usize) -> Option<()> {
        self.copy_bytes(scene, Way::PutBack)
    }

    fn copy_bytes(&mut self, scene: usize, way: Way) -> Option<()> {
        let Stage { spans, slot, .. } = self.scenes.get(scene)?.clone();
        let Some(slot) = slot else { return Some(()) };
        let mut kept = 0;
        for (mut at, mut len) in spans {
            self.emit.within(at, len)?;
            for (ty, bytes) in [
                (types::I8X16, 16),
                (types::I64, 8),
                (types::I32, 4),
                (types::I16, 2),
                (types::I8, 1),
            ] {
                // Aligned or not: positions are bytes.
                let flags = if bytes == 16 { MemFlags::new().with_notrap() } else { plain() };
                while len >= bytes {
                    let ins = self.emit.b.ins();
                    if way == Way::Keep {
                        let value = ins.load(ty, flags, self.emit.pos, at as i32);
                        self.emit.b.ins().stack_store(value, slot, kept);
                    } else {
                        let value = ins.stack_load(ty, slot, kept);
                        self.emit.b.ins().store(flags, value, self.emit.pos, at as i32);
                    }
                    (at, len, kept) = (at + bytes, len - bytes, kept + bytes as i32);
                }
            }
        }
        Some(())
    }
}
