//! A line by itself, in the blocks that it stands in: what is tried with it is read quickly.

use super::guess::Trial;
use super::{Effort, Patch};
use crate::syntax::layout::Role;
use crate::syntax::parse;
use crate::syntax::scan::Token;

/// A line in the blocks that it stands in, and nothing else: short, so that it is read often.
pub(super) struct Alone {
    before: String,
    /// The first byte of the line.
    start: usize,
    line: String,
    /// Of a heading of several lines the rest.
    behind: String,
}

impl Alone {
    /// None if the line cannot be read without those around it.
    pub(super) fn of(
        trial: &Trial<'_>,
        from: usize,
        whole: bool,
        effort: &mut Effort,
    ) -> Option<Self> {
        let text = trial.place.text;
        let (start, end) = trial.bytes_of_line(from);
        let mut open: Vec<Token> = Vec::new();
        for token in trial.tokens.iter().take_while(|t| t.start < start) {
            match token.of(text) {
                "{" => open.push(*token),
                "}" => drop(open.pop()),
                _ => {}
            }
        }
        let line = text.get(start..end)?.to_owned();
        let alone = match open.split_first() {
            Some((head, blocks)) => {
                let mut before = text.get(..head.end)?.to_owned();
                for block in blocks {
                    let from = text[..block.start].rfind('\n').map_or(0, |at| at + 1);
                    let heading = text.get(from..block.end)?.trim_start();
                    before.push('\n');
                    before.push_str(if heading.starts_with('}') { "if yes {" } else { heading });
                }
                before.push('\n');
                // The heading of a table needs a row.
                let table = line.trim_end().ends_with('{') && line.contains('|');
                let row = text.get(end + 1..).and_then(|rest| rest.lines().next());
                let row = row.filter(|row| table && row.contains('|'));
                let behind = row.map_or_else(String::new, |row| format!("\n{row}"));
                Self { before, start, line, behind }
            }
            // The body of an attempt is more than one block.
            None if trial.word(0) == "attempt" => return None,
            None => {
                let head = match text.get(end..)?.find('{') {
                    _ if line.contains('{') => end,
                    Some(at) => end + at + 1,
                    None => text.len(),
                };
                let behind = text.get(end..head)?.to_owned();
                Self { before: text.get(..start)?.to_owned(), start, line, behind }
            }
        };
        let stop = effort.stops(&alone.text(&alone.line)?);
        // What stops reading there stops it here.
        let at = trial.tokens.get(trial.at).map_or(text.len(), |t| t.start);
        match stop {
            Err(Some(stop)) => {
                let same = at < start || at > end || {
                    let byte = alone.before.len() + at - start;
                    stop.byte <= byte && alone.before.len() <= stop.byte + 1
                };
                same.then_some(alone)
            }
            Ok(()) => whole.then_some(alone),
            Err(None) => whole.then_some(alone),
        }
    }

    /// The item with that line.
    fn text(&self, line: &str) -> Option<String> {
        let mut text = format!("{}{line}{}\n", self.before, self.behind);
        let count = |sign| text.matches(sign).count();
        let open = count('{').checked_sub(count('}'))?;
        for _ in 0..open {
            text.push('}');
        }
        Some(text)
    }

    pub(super) fn reads(&self, patch: &Patch, effort: &mut Effort) -> bool {
        let Some(from) = patch.start.checked_sub(self.start) else { return false };
        let to = patch.end - self.start;
        let (Some(left), Some(right)) = (self.line.get(..from), self.line.get(to..)) else {
            return false;
        };
        let line = format!("{left}{}{right}", patch.new);
        let Some(text) = self.text(&line) else { return false };
        effort.stops(&text).is_ok() && !splits(&text, self.before.len())
    }
}

/// Whether a statement begins in the middle of a line behind a byte.
fn splits(text: &str, from: usize) -> bool {
    parse::marks(text).iter().filter(|(at, role)| *role == Role::Unit && *at >= from).any(
        |(at, _)| {
            let before = text.get(..*at).map_or("", |t| t.rsplit('\n').next().unwrap_or(""));
            let before = before.trim_end();
            !before.is_empty() && !before.ends_with(['{', '}', ','])
        },
    )
}
