//! The fingerprint of a rulebook: journals and results say which rules they belong to.

use houserules_lang::ir::{
    Body, Card, Counter, Deed, Ends, Enum, Kind, Learnt, Limit, Move, Opt, Row, Rulebook, RunsOut,
    SiteInfo, StageInfo, Template, Unit, Word, WordId, Zone,
};
use serde::Serialize;
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

/// What of a rulebook is played: all but tests, prose and what has no digital effect.
#[derive(Serialize)]
#[expect(
    clippy::type_complexity,
    reason = "tuples of slices, in the order in which they are hashed"
)]
struct Played<'a> {
    title: &'a String,
    players: (u8, u8),
    things: (
        &'a [Unit],
        &'a [Enum],
        &'a [Kind],
        &'a [Row],
        &'a [Card],
        &'a [Zone],
        &'a [Counter],
        &'a [Opt],
    ),
    texts: &'a [Template],
    bodies: (&'a [Word], &'a [Deed], &'a [Move], &'a [Limit], &'a [StageInfo], &'a [SiteInfo]),
    roots: (&'a Body, &'a Body, &'a [Ends], &'a [RunsOut], Option<WordId>),
}

impl<'a> Played<'a> {
    fn of(book: &'a Rulebook) -> Self {
        let Rulebook { units, enums, kinds, rows, cards, zones, counters, options, .. } = book;
        let Rulebook { words, deeds, moves, limits, stages, sites, .. } = book;
        Self {
            title: &book.title,
            players: book.players,
            things: (units, enums, kinds, rows, cards, zones, counters, options),
            texts: &book.texts,
            bodies: (words, deeds, moves, limits, stages, sites),
            roots: (&book.setup, &book.play, &book.ends, &book.runs_out, book.score),
        }
    }
}

/// XXH3 (64 bit) of the rulebook's JSON without its tests and prose, as 16 hex digits. Comments and
/// line breaks do not change it, as places in the text are not part of that JSON; nor does a test
/// that is added.
#[must_use]
pub fn rules_hash(book: &Rulebook) -> String {
    let mut sink = Sink(Xxh3::new());
    // Writing to a hash cannot fail, and a rulebook has only string keys.
    let written = serde_json::to_writer(&mut sink, &Played::of(book));
    debug_assert!(written.is_ok());
    hex(sink.0.digest())
}

/// The same of what bots have learnt of the game, which no rule depends on.
#[must_use]
pub fn learnt_hash(learnt: &Learnt) -> String {
    let mut sink = Sink(Xxh3::new());
    let written = serde_json::to_writer(&mut sink, learnt);
    debug_assert!(written.is_ok());
    hex(sink.0.digest())
}

/// A hash as 16 hex digits.
#[must_use]
pub fn hex(hash: u64) -> String {
    format!("{hash:016x}")
}
