//! The fingerprint of a rulebook: journals and results say which rules they belong to.

use houserules_lang::ir::Rulebook;
use std::io::Write;
use xxhash_rust::xxh3::Xxh3;

struct Sink(Xxh3);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// XXH3 (64 bit) of the rulebook's JSON, as 16 hex digits. Comments and line breaks do not change it, as places in the
/// text are not part of that JSON.
#[must_use]
pub fn rules_hash(book: &Rulebook) -> String {
    let mut sink = Sink(Xxh3::new());
    // Writing to a hash cannot fail, and a rulebook has only string keys.
    let written = serde_json::to_writer(&mut sink, book);
    debug_assert!(written.is_ok());
    hex(sink.0.digest())
}

/// A hash as 16 hex digits.
#[must_use]
pub fn hex(hash: u64) -> String {
    format!("{hash:016x}")
}
