//! What is printed once and for all: what the rules say of a card, and where the places of a map
//! lie.

use houserules_lang::ir::{Map, Prose, Rulebook, Type, Value};
use houserules_lang::naming::loose;
use houserules_lang::source::Span;

/// What the rules for the cards of a row, or for a member of an enum, say in words.
pub fn prose_of(book: &Rulebook, name: &str) -> impl Iterator<Item = String> {
    let own = loose(&format!("rules for {name} in "));
    let prose =
        book.prose.iter().filter(move |p| !p.text.is_empty() && loose(&p.item).starts_with(&own));
    prose.map(|p| p.text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// What the prose above an item says: `enum Power`, `Card.value`; of something that belongs to
/// somebody, `hand of …`, where it is declared.
#[must_use]
pub fn doc_of(book: &Rulebook, item: &str, declared: Option<Span>) -> String {
    let holds = |within: Span, span: Span| {
        within.file == span.file && within.start <= span.start && span.end <= within.end
    };
    let meant = |p: &&Prose| match declared {
        Some(span) => p.item.starts_with(item) && holds(p.span, span),
        None => p.item == item,
    };
    let prose = book.prose.iter().find(meant).map_or("", |p| p.text.as_str());
    prose.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Where the nodes of a map lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ground {
    /// By node: from 0 to [`Ground::SPAN`] to the right, and downwards.
    pub at: Vec<(i64, i64)>,
    /// How high it is, as a part of that.
    pub height: i64,
}

impl Ground {
    /// Nodes of a map lie this far apart at most.
    pub const SPAN: i64 = 10_000;

    /// By the fields `x` (to the right) and `y` (upwards, in any unit) of a map's places; none if
    /// they lack them. Spaces of roads lie between the roads' ends.
    #[must_use]
    pub fn of(book: &Rulebook, map: &Map) -> Option<Self> {
        let cities = &book[map.cities];
        let field =
            |name: &str| cities.fields.iter().position(|f| f.name == name && f.ty == Type::Number);
        let (x, y) = (field("x")?, field("y")?);
        let number = |values: &Vec<Value>, at: usize| {
            let Some(Value::Number(n)) = values.get(at) else { return None };
            Some((*n).clamp(-1_000_000, 1_000_000))
        };
        let raw: Vec<(i64, i64)> = cities
            .values
            .iter()
            .map(|v| Some((number(v, x)?, -number(v, y)?)))
            .collect::<Option<_>>()?;
        let ends = |of: &dyn Fn(&(i64, i64)) -> i64| {
            Some((raw.iter().map(of).min()?, raw.iter().map(of).max()?))
        };
        let (left, right) = ends(&|p| p.0)?;
        let (top, bottom) = ends(&|p| p.1)?;
        let most = (right - left).max(bottom - top).max(1);
        let scaled = raw
            .iter()
            .map(|(x, y)| ((x - left) * Self::SPAN / most, (y - top) * Self::SPAN / most));
        let mut at: Vec<(i64, i64)> = scaled.collect();
        for road in &map.between {
            let (from, to) = (at.get(usize::from(road.start))?, at.get(usize::from(road.finish))?);
            let straight = Straight { from: *from, to: *to };
            let parts = i64::from(road.spaces) + 1;
            at.extend((1..parts).map(|n| straight.after(n, parts)));
        }
        Some(Self { at, height: (bottom - top) * Self::SPAN / most })
    }
}

/// The straight way from one point to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Straight {
    /// Where it begins: to the right, and downwards.
    pub from: (i64, i64),
    /// Where it ends.
    pub to: (i64, i64),
}

impl Straight {
    /// The point on it after `n` of so many equal parts.
    #[must_use]
    pub fn after(self, n: i64, parts: i64) -> (i64, i64) {
        let Self { from, to } = self;
        (from.0 + (to.0 - from.0) * n / parts, from.1 + (to.1 - from.1) * n / parts)
    }
}
