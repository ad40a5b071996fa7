//! A map: places where their fields `x` and `y` put them, roads with their spaces, pawns and what belongs to places.
//!
//! `x` grows to the right, `y` upwards, in any unit. A map whose places lack these fields is not drawn; its places are
//! listed as any enum is.

use super::svg::Svg;
use crate::play::cards::{is_idle, value, words};
use crate::show::console::columns;
use houserules_interpreter::host::view::{Group, View};
use houserules_lang::ir::{Map, Owner, Rulebook, Type, Value};

/// A node's place; places of a map lie this far apart at most.
const SPAN: i64 = 10_000;
/// Rows of a picture on the terminal.
const ROWS: (i64, i64) = (9, 32);
/// The width of an SVG picture without its margins.
const SVG_WIDTH: i64 = 1000;

/// A map with what stands on it.
pub struct Picture<'a> {
    book: &'a Rulebook,
    map: &'a Map,
    view: &'a View,
    /// Where each node lies: from 0 to [`SPAN`] across, and downwards.
    at: Vec<(i64, i64)>,
    /// How high it is, as a part of [`SPAN`].
    height: i64,
}

impl<'a> Picture<'a> {
    /// The picture of a map, if its places say where they lie.
    #[must_use]
    pub fn of(book: &'a Rulebook, map: &'a Map, view: &'a View) -> Option<Self> {
        let cities = book.enums.get(map.cities.index())?;
        let field = |name: &str| cities.fields.iter().position(|f| f.name == name && f.ty == Type::Number);
        let (x, y) = (field("x")?, field("y")?);
        let number = |values: &Vec<Value>, at: usize| match values.get(at) {
            Some(Value::Number(n)) => Some((*n).clamp(-1_000_000, 1_000_000)),
            _ => None,
        };
        let raw: Vec<(i64, i64)> =
            cities.values.iter().map(|v| Some((number(v, x)?, -number(v, y)?))).collect::<Option<_>>()?;
        let ends =
            |of: &dyn Fn(&(i64, i64)) -> i64| Some((raw.iter().map(of).min()?, raw.iter().map(of).max()?));
        let (left, right) = ends(&|p| p.0)?;
        let (top, bottom) = ends(&|p| p.1)?;
        let most = (right - left).max(bottom - top).max(1);
        let scaled = raw.iter().map(|(x, y)| ((x - left) * SPAN / most, (y - top) * SPAN / most));
        let mut at: Vec<(i64, i64)> = scaled.collect();
        for road in &map.between {
            let (from, to) = (at.get(usize::from(road.start))?, at.get(usize::from(road.finish))?);
            let (from, to) = (*from, *to);
            let parts = i64::from(road.spaces) + 1;
            at.extend((1..parts).map(|n| between(from, to, n, parts)));
        }
        Some(Self { book, map, view, at, height: (bottom - top) * SPAN / most })
    }

    /// The pawns: the node of each, and whose it is.
    fn pawns(&self) -> Vec<(usize, &'a str)> {
        let mut pawns = Vec::new();
        let of_nodes = |name: &str| {
            let mut counters = self.book.counters.iter();
            counters.any(|c| {
                c.owner == Owner::Player && c.name == name && *c.ty.bare() == Type::Enum(self.map.nodes)
            })
        };
        let names = self.book.enums.get(self.map.nodes.index()).map_or(&[][..], |e| &e.members);
        for group in self.view.groups.iter() {
            let Some(player) = group.seat.and_then(|s| self.view.seats.get(usize::from(s))) else { continue };
            for counter in group.counters.iter().filter(|c| of_nodes(&c.name)) {
                let stands = value(counter);
                let node = names.iter().position(|n| n == stands || words(n) == words(stands));
                pawns.extend(node.map(|node| (node, player.as_str())));
            }
        }
        pawns
    }

    /// The first letters of those who stand on a node.
    fn letters(pawns: &[(usize, &str)], node: usize) -> String {
        pawns.iter().filter(|(n, _)| *n == node).filter_map(|(_, who)| who.chars().next()).collect()
    }

    /// What belongs to a place and is not as it was at the start.
    fn things(&self, name: &str) -> String {
        let group: Option<&Group> =
            self.view.groups.iter().find(|g| g.seat.is_none() && words(&g.owner) == words(name));
        let counters = group.map_or(&[][..], |g| &g.counters);
        let shown = counters.iter().filter(|c| !is_idle(c)).map(|c| format!(" {}", value(c)));
        shown.collect::<String>()
    }

    fn label(&self, city: usize, pawns: &[(usize, &str)]) -> String {
        let of = self.book.enums.get(self.map.cities.index());
        let name = of.and_then(|e| e.members.get(city)).map_or("?", String::as_str);
        let who = Self::letters(pawns, city);
        let who = if who.is_empty() { who } else { format!("[{who}]") };
        format!("{}{who}{}", words(name), self.things(name))
    }

    /// Lines for a terminal of that width; none if it is too narrow.
    #[must_use]
    pub fn lines(&self, width: usize) -> Option<Vec<String>> {
        let cities = self.book.enums.get(self.map.cities.index())?.members.len();
        let pawns = self.pawns();
        let labels: Vec<String> = (0..cities).map(|c| self.label(c, &pawns)).collect();
        let longest = labels.iter().map(|l| columns(l)).max()? as i64;
        let across = (width as i64).min(120) - longest - 4;
        if across < 24 {
            return None;
        }
        // A character is about twice as high as it is wide.
        let rows = (self.height * across / SPAN / 2 + 1).clamp(ROWS.0, ROWS.1);
        let down = |y: i64| if self.height == 0 { 0 } else { y * (rows - 1) / self.height };
        let spot = |(x, y): (i64, i64)| ((x * across / SPAN) as usize, down(y) as usize);
        let mut canvas = vec![vec![' '; (across + longest + 2) as usize]; rows as usize];
        let mut put = |(x, y): (usize, usize), text: &str| {
            let Some(row) = canvas.get_mut(y) else { return };
            for (cell, c) in row.iter_mut().skip(x).zip(text.chars()) {
                *cell = c;
            }
        };
        for road in self.map.between.iter().filter(|r| r.spaces == 0) {
            if let (Some(a), Some(b)) =
                (self.at.get(usize::from(road.start)), self.at.get(usize::from(road.finish)))
            {
                (1..8).for_each(|n| put(spot(between(*a, *b, n, 8)), "·"));
            }
        }
        self.at.iter().skip(cities).for_each(|at| put(spot(*at), "·"));
        for (city, label) in labels.iter().enumerate() {
            if let Some(at) = self.at.get(city) {
                put(spot(*at), label);
            }
        }
        for (node, at) in self.at.iter().enumerate().skip(cities) {
            let who = Self::letters(&pawns, node);
            if !who.is_empty() {
                put(spot(*at), &format!("[{who}]"));
            }
        }
        Some(
            canvas
                .into_iter()
                .map(|row| format!("  {}", row.into_iter().collect::<String>().trim_end()))
                .collect(),
        )
    }

    /// The picture as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let margin = 40;
        let high = self.height * SVG_WIDTH / SPAN;
        let mut svg = Svg::new(SVG_WIDTH + 4 * margin, high + 2 * margin);
        let spot = |(x, y): (i64, i64)| (x * SVG_WIDTH / SPAN + margin, y * SVG_WIDTH / SPAN + margin);
        let place = |node: u16| self.at.get(usize::from(node)).copied().unwrap_or_default();
        for road in &self.map.between {
            svg.line(spot(place(road.start)), spot(place(road.finish)), "#b9a");
        }
        let cities = self.book.enums.get(self.map.cities.index()).map_or(0, |e| e.members.len());
        let pawns = self.pawns();
        for at in self.at.iter().skip(cities) {
            svg.circle(spot(*at), 4, "#867");
        }
        for (city, at) in self.at.iter().enumerate().take(cities) {
            let (x, y) = spot(*at);
            svg.circle((x, y), 9, "#b33");
            svg.text((x + 12, y - 8), 15, &self.label(city, &pawns));
        }
        for (node, at) in self.at.iter().enumerate().skip(cities) {
            let who = Self::letters(&pawns, node);
            if !who.is_empty() {
                let (x, y) = spot(*at);
                svg.circle((x, y), 7, "#36c");
                svg.text((x + 9, y + 5), 15, &who);
            }
        }
        svg.done()
    }
}

/// The point after `n` of `parts` equal steps.
fn between(from: (i64, i64), to: (i64, i64), n: i64, parts: i64) -> (i64, i64) {
    (from.0 + (to.0 - from.0) * n / parts, from.1 + (to.1 - from.1) * n / parts)
}
