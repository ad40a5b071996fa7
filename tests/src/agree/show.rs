//! How a disagreement reads: values by their names.

use houserules_interpreter::ask::{Offered, PathStep};
use houserules_lang::ir::{Rulebook, Value};
use std::fmt;

/// Where the machine and the naive evaluator parted.
#[derive(Debug, Clone)]
pub struct Disagreement {
    /// What differs, in a few words: `the menu`, `a counter`.
    pub what: String,
    /// As the machine has it.
    pub machine: String,
    /// As the naive evaluator has it.
    pub oracle: String,
    /// The seed of the game, how many play, and the options set.
    pub game: String,
    /// Where it stands.
    pub path: String,
    /// Every answer so far.
    pub answers: Vec<String>,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "they disagree about {}", self.what)?;
        writeln!(f, "  machine: {}", self.machine)?;
        writeln!(f, "  oracle:  {}", self.oracle)?;
        writeln!(f, "  game:    {}", self.game)?;
        writeln!(f, "  at:      {}", self.path)?;
        let skipped = self.answers.len().saturating_sub(40);
        writeln!(
            f,
            "  after {} answers{}",
            self.answers.len(),
            if skipped > 0 { ", the last:" } else { ":" }
        )?;
        self.answers.iter().skip(skipped).try_for_each(|answer| writeln!(f, "    {answer}"))
    }
}

/// A value by its name; cards with their id.
#[must_use]
pub fn value(book: &Rulebook, value: &Value) -> String {
    match value {
        Value::None => "none".into(),
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.into(),
        Value::Number(n) => n.to_string(),
        Value::Text(text) => format!("{text:?}"),
        Value::Member(id, at) => {
            let name = book[*id].members.get(usize::from(*at));
            name.cloned().unwrap_or_else(|| format!("{value:?}"))
        }
        Value::Seat(seat) => format!("seat{}", seat + 1),
        // The driver tries a card also where a game has none.
        Value::Card(card) if book.cards.is_empty() => format!("[?]#{}", card.0),
        Value::Card(card) => format!("[{}]#{}", book[book[*card].row].name, card.0),
        Value::Square(q) => format!("square({}, {}) under {:?}", q.x, q.y, q.under),
        Value::Spot(s) => format!("spot({}, {}, {}) of {:?}", s.x, s.y, s.turn, s.card),
        Value::List(list) => values(book, list),
    }
}

/// Values in brackets.
#[must_use]
pub fn values(book: &Rulebook, list: &[Value]) -> String {
    let parts: Vec<String> = list.iter().map(|v| value(book, v)).collect();
    format!("({})", parts.join(", "))
}

/// An entry on offer.
#[must_use]
pub fn offered(book: &Rulebook, what: &Offered) -> String {
    match what {
        Offered::Pass(_) => "pass".into(),
        Offered::Decline => "decline".into(),
        Offered::Values => "values".into(),
        Offered::Move(id, given, _) => {
            format!("{}{}", book[*id].name, values(book, given))
        }
    }
}

/// A path, outermost first.
#[must_use]
pub fn path(book: &Rulebook, steps: &[PathStep]) -> String {
    let parts = steps.iter().map(|step| match step {
        PathStep::Stage(id, at) => {
            let info = &book.stages[id.index()];
            format!(
                "{:?} {} {}",
                info.word,
                info.raw_title.as_deref().unwrap_or(""),
                value(book, at)
            )
        }
        PathStep::Titled(text, holes) => {
            format!("{} {}", book.texts[text.index()].raw, values(book, holes))
        }
    });
    parts.collect::<Vec<_>>().join(" › ")
}
