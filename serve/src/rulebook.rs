//! The rulebook as blocks of text: pages make elements of them, never markup.

use houserules_files::rulebook::in_parts;
use houserules_files::rulebook::page::{Part, Run};
use houserules_lang::ir::Rulebook;
use houserules_lang::source::Sources;
use serde_json::{Value, json};

/// The rulebook of a game as it stands.
#[must_use]
pub fn blocks(book: &Rulebook, sources: &Sources) -> Vec<Value> {
    in_parts(book, sources).iter().map(block).collect()
}

fn block(part: &Part) -> Value {
    match part {
        Part::Heading(level, words) => json!({"heading": level, "words": runs(words)}),
        Part::Prose(words) => json!({"prose": runs(words)}),
        Part::Point(deep, words) => json!({"point": deep, "words": runs(words)}),
        Part::Table(head, rows) => json!({"table": {"head": head, "rows": rows}}),
    }
}

fn runs(words: &[Run]) -> Vec<Value> {
    words
        .iter()
        .map(|run| match run {
            Run::Plain(text) => json!({"plain": text}),
            Run::Code(text) => json!({"code": text}),
            Run::Strong(text) => json!({"strong": text}),
            Run::Value(text) => json!({"value": text}),
        })
        .collect()
}
