//! The rulebook, and what people look up in it.

use super::Table;
use crate::protocol::reply::Reply;
use crate::protocol::screen::Reader;
use crate::rulebook::blocks;
use houserules_lang::ir::Rulebook;
use serde_json::{Value, json};
use std::sync::Arc;

/// Words that somebody looks for are no longer than that, in characters.
const LONGEST: usize = 80;

/// The rulebook in blocks, of the rules it was made from.
#[derive(Debug)]
pub struct Kept {
    book: Arc<Rulebook>,
    blocks: Arc<Vec<Value>>,
}

impl Table {
    /// The rulebook of the game as it stands; made once for each version of the rules.
    fn blocks(&mut self) -> Arc<Vec<Value>> {
        let game = self.session.game();
        if let Some(kept) = self.rulebook.as_ref().filter(|k| Arc::ptr_eq(&k.book, game.book())) {
            return Arc::clone(&kept.blocks);
        }
        let made = Arc::new(blocks(game.book(), game.sources()));
        let kept = Kept { book: Arc::clone(game.book()), blocks: Arc::clone(&made) };
        self.rulebook = Some(kept);
        made
    }

    pub(super) fn rulebook(&mut self, reader: Reader) -> Reply {
        let point = self.round_number();
        let by = self.name(reader);
        self.course.add_bounded(json!({"event": "rulebook", "by": by, "point": point}));
        Reply::with("rulebook", &*self.blocks())
    }

    /// Somebody has looked at a place of the rulebook, or for some words: for the report. Which
    /// heading it stands under is found here, so that nothing but the rules' own words is kept.
    pub(super) fn looked(
        &mut self,
        reader: Reader,
        block: Option<usize>,
        find: Option<&str>,
    ) -> Reply {
        let blocks = self.blocks();
        let above = block.filter(|at| *at < blocks.len()).and_then(|at| blocks.get(..=at));
        let heading = above.and_then(|above| above.iter().rev().find(|b| b["heading"].is_u64()));
        let heading = heading.map(|heading| words_of(&heading["words"]));
        let find: Option<String> = find
            .map(|text| text.trim().chars().filter(|c| !c.is_control()).take(LONGEST).collect());
        let find = find.filter(|text| !text.is_empty());
        if heading.is_none() && find.is_none() {
            return Reply::no("there is no such place in the rulebook");
        }
        let (by, point) = (self.name(reader), self.round_number());
        let step = self.round_point.0;
        self.course.add_bounded(json!({
            "event": "looked", "by": by, "heading": heading, "find": find, "point": point,
            "step": step,
        }));
        Reply::done()
    }
}

/// The words of a block in a line.
fn words_of(runs: &Value) -> String {
    let empty = Vec::new();
    let runs = runs.as_array().unwrap_or(&empty);
    let texts = runs.iter().filter_map(|run| run.as_object()?.values().next()?.as_str());
    texts.collect::<String>()
}
