//! The rulebook as blocks of text: pages make elements of them, never markup.

use houserules_files::rulebook::in_parts;
use houserules_files::rulebook::page::{About, Part, Run};
use houserules_lang::ir::Rulebook;
use houserules_lang::place::Place;
use houserules_lang::source::Sources;
use serde_json::{Value, json};

/// The rulebook of a game as it stands. The first block that is about an item of the rules says
/// which in `item`, and in `lines` where the item stands, so that a page can be opened there.
#[must_use]
pub fn blocks(book: &Rulebook, sources: &Sources) -> Vec<Value> {
    let mut about: Option<About> = None;
    let mut blocks = Vec::new();
    for part in in_parts(book, sources) {
        let mut block = match part {
            Part::About(item) => {
                about = Some(item);
                continue;
            }
            Part::Heading(level, words) => json!({"heading": level, "words": runs(&words)}),
            Part::Prose(words) => json!({"prose": runs(&words)}),
            Part::Point(deep, words) => json!({"point": deep, "words": runs(&words)}),
            Part::Table(head, rows) => json!({"table": {"head": head, "rows": rows}}),
        };
        if let Some(About { item, span }) = about.take() {
            block["item"] = item.into();
            let end = sources.line_column(span.file, span.end).0;
            let place = Place::of(sources, span);
            block["lines"] =
                place.map(|p| json!({"file": p.file_name(), "from": p.line, "to": end})).into();
        }
        blocks.push(block);
    }
    blocks
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
