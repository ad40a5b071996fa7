//! A map: places where their fields `x` and `y` put them, roads with their spaces, pawns and what
//! belongs to places.
//!
//! `x` grows to the right, `y` upwards, in any unit. A map whose places lack these fields is not
//! drawn; its places are listed as any enum is. Where places are to be chosen from, they carry the
//! numbers of the list, and only the part of the map is drawn in which they lie.

use super::cards::{is_idle, value, words};
use super::labels::{Area, Room};
use super::plane::{Point, Size};
use super::svg::Svg;
use crate::show::console::columns;
use houserules_lang::ir::{Map, Owner, Rulebook, Type};
use houserules_lang::naming::{loose, member_in_words};
use houserules_table::choices::menu::Pickable;
use houserules_table::choices::value::Arg;
use houserules_table::view::printed::{Ground, Straight};
use houserules_table::view::{Group, View};
use std::collections::BTreeMap;

/// Places of a map lie this far apart at most.
const SPAN: i64 = Ground::SPAN;
/// Rows of a picture on the terminal.
const ROWS: (i64, i64) = (9, 32);
/// Columns of one.
const COLUMNS: i64 = 120;
/// The width of an SVG picture without its margins.
const SVG_WIDTH: i64 = 1000;
/// How much it costs to cover a place, a name, a space of a road, and a road itself.
const WEIGHTS: (i64, i64, i64, i64) = (400, 200, 12, 2);

/// Numbers of nodes that may be chosen.
pub type Numbers = BTreeMap<usize, usize>;

/// A map with what stands on it.
pub struct Picture<'a> {
    book: &'a Rulebook,
    map: &'a Map,
    view: &'a View,
    marks: Option<&'a Vec<Option<String>>>,
    /// Where each node lies: from 0 to [`SPAN`] across, and downwards.
    at: Vec<Point>,
    /// How high it is, as a part of [`SPAN`].
    height: i64,
}

/// The part of a map that is drawn: left, top, right, bottom.
#[derive(Debug, Clone, Copy)]
struct Frame(i64, i64, i64, i64);

/// A drawing on the terminal.
struct Canvas {
    cells: Vec<Vec<char>>,
    frame: Frame,
    size: Size,
}

impl Canvas {
    fn put(&mut self, at: Point, text: &str) {
        let Some(row) = usize::try_from(at.y).ok().and_then(|y| self.cells.get_mut(y)) else {
            return;
        };
        for (x, c) in (at.x..).zip(text.chars()) {
            if let Some(cell) = usize::try_from(x).ok().and_then(|x| row.get_mut(x)) {
                *cell = c;
            }
        }
    }

    /// A road's line covers nothing.
    fn dot(&mut self, at: Point) {
        let row = usize::try_from(at.y).ok().and_then(|y| self.cells.get_mut(y));
        let cell = row.and_then(|row| row.get_mut(usize::try_from(at.x).ok()?));
        if let Some(cell) = cell.filter(|c| **c == ' ') {
            *cell = '·';
        }
    }

    /// Where a place of the map stands.
    fn spot(&self, place: Point) -> Point {
        let Frame(left, top, right, bottom) = self.frame;
        let scaled =
            |v: i64, from: i64, to: i64, most: i64| (v - from) * (most - 1) / (to - from).max(1);
        Point {
            x: scaled(place.x, left, right, self.size.width),
            y: scaled(place.y, top, bottom, self.size.height),
        }
    }

    fn lines(self) -> Vec<String> {
        let row = |row: Vec<char>| format!("  {}", row.into_iter().collect::<String>().trim_end());
        self.cells.into_iter().map(row).collect()
    }
}

/// The place that is so many of so many parts of the way from one to another.
fn part_of_way(from: Point, to: Point, n: i64, parts: i64) -> Point {
    let straight = Straight { from: (from.x, from.y), to: (to.x, to.y) };
    let (x, y) = straight.after(n, parts);
    Point { x, y }
}

/// The node of a value that may be picked.
fn node_of(map: &Map, arg: &Arg) -> Option<usize> {
    let Arg::Member(of, at) = arg else { return None };
    (*of == map.nodes || *of == map.cities).then_some(usize::from(*at))
}

impl<'a> Picture<'a> {
    /// The picture of a map, if its places say where they lie.
    #[must_use]
    pub fn of(book: &'a Rulebook, map: &'a Map, view: &'a View) -> Option<Self> {
        let Ground { at, height } = Ground::of(book, map)?;
        let at = at.into_iter().map(|(x, y)| Point { x, y }).collect();
        let marks =
            book.maps.iter().position(|m| m.nodes == map.nodes).and_then(|at| view.marks.get(at));
        Some(Self { book, map, view, marks, at, height })
    }

    /// The numbers of this map's places in a list to choose from.
    #[must_use]
    pub fn numbers(&self, members: &[Pickable]) -> Numbers {
        let nodes = members.iter().enumerate();
        let nodes =
            nodes.filter_map(|(at, member)| Some((node_of(self.map, &member.arg)?, at + 1)));
        nodes.filter(|(node, _)| *node < self.at.len()).collect()
    }

    fn cities(&self) -> usize {
        self.book[self.map.cities].members.len()
    }

    /// The pawns: the node of each, and whose it is.
    fn pawns(&self) -> Vec<(usize, &'a str)> {
        let mut pawns = Vec::new();
        let of_nodes = |name: &str| {
            let mut counters = self.book.counters.iter();
            counters.any(|c| {
                c.owner == Owner::Player
                    && c.name == name
                    && *c.ty.bare() == Type::Enum(self.map.nodes)
            })
        };
        let names = &self.book[self.map.nodes].members;
        for group in self.view.groups.iter() {
            let Some(player) = group.seat.and_then(|s| self.view.seats.get(usize::from(s))) else {
                continue;
            };
            for counter in group.counters.iter().filter(|c| of_nodes(&c.name)) {
                let stands = loose(value(counter));
                let node = names.iter().position(|n| loose(n) == stands);
                pawns.extend(node.map(|node| (node, player.as_str())));
            }
        }
        pawns
    }

    /// Who stands on a node, by their first letters: `[AB]`.
    fn letters(pawns: &[(usize, &str)], node: usize) -> String {
        let who: String = pawns
            .iter()
            .filter(|(n, _)| *n == node)
            .filter_map(|(_, who)| who.chars().next())
            .collect();
        if who.is_empty() { who } else { format!("[{who}]") }
    }

    /// What the rules draw at a place, or else what belongs to it and is not as it was at the
    /// start.
    fn things(&self, node: usize, name: &str) -> String {
        if let Some(marks) = self.marks {
            return marks
                .get(node)
                .cloned()
                .flatten()
                .map_or_else(String::new, |mark| format!(" {mark}"));
        }
        let group: Option<&Group> =
            self.view.groups.iter().find(|g| g.seat.is_none() && loose(&g.owner) == loose(name));
        let counters = group.map_or(&[][..], |g| &g.counters);
        let shown = counters
            .iter()
            .filter(|c| !is_idle(c))
            .map(|c| format!(" {} {}", words(&c.name), value(c)));
        shown.collect::<String>()
    }

    fn name(&self, city: usize) -> String {
        member_in_words(self.book, self.map.cities, city as u16)
    }

    fn label(&self, city: usize, pawns: &[(usize, &str)], numbers: &Numbers) -> String {
        let name = self.name(city);
        let number = numbers.get(&city).map_or_else(String::new, |n| format!("{n}:"));
        let things = self.things(city, &name);
        format!("{number}{name}{}{things}", Self::letters(pawns, city))
    }

    /// What stands at a space of a road, if anything does: its number, who is there, what the rules
    /// draw.
    fn on_road(&self, node: usize, pawns: &[(usize, &str)], numbers: &Numbers) -> Option<String> {
        let number = numbers.get(&node).map_or_else(String::new, ToString::to_string);
        let mark =
            self.marks.and_then(|marks| marks.get(node).cloned().flatten()).unwrap_or_default();
        let text = format!("{number}{}{mark}", Self::letters(pawns, node));
        if text.is_empty() { None } else { Some(text) }
    }

    /// Lines for a terminal of that width and height; none if it is too narrow. With numbers: the
    /// part in which they lie.
    #[must_use]
    pub fn lines(&self, width: usize, height: usize, numbers: &Numbers) -> Option<Vec<String>> {
        let pawns = self.pawns();
        let frame = self.frame(numbers);
        let Frame(left, top, right, bottom) = frame;
        let across = (width as i64 - 4).min(COLUMNS);
        if across < 36 {
            return None;
        }
        // A character is about twice as high as it is wide.
        let most = (height as i64 - 8).clamp(ROWS.0, ROWS.1);
        let rows = ((bottom - top) * across / (right - left).max(1) / 2 + 1).clamp(ROWS.0, most);
        let cells = vec![vec![' '; across as usize]; rows as usize];
        let mut canvas = Canvas { cells, frame, size: Size { width: across, height: rows } };
        let mut room = Room::new(canvas.size);
        let inside = |at: Point| (left..=right).contains(&at.x) && (top..=bottom).contains(&at.y);
        self.roads(&mut canvas, &mut room, !numbers.is_empty());
        for (node, at) in self.at.iter().enumerate().filter(|(_, at)| inside(**at)) {
            let Point { x, y } = canvas.spot(*at);
            if node < self.cities() {
                room.keep(Area { x, y, w: 1, h: 1 }, WEIGHTS.0);
            }
        }
        for (node, at) in
            self.at.iter().enumerate().skip(self.cities()).filter(|(_, at)| inside(**at))
        {
            let Point { x, y } = canvas.spot(*at);
            let Some(text) = self.on_road(node, &pawns, numbers) else { continue };
            let area = Area { x: x - columns(&text) as i64 / 2, y, w: columns(&text) as i64, h: 1 };
            // A number that finds no room stands in the list alone.
            if text.contains('[')
                || room.is_free(Area { x: area.x - 1, w: area.w + 2, ..area }, WEIGHTS.1)
            {
                canvas.put(Point { x: area.x, y }, &text);
                room.keep(area, WEIGHTS.1);
            }
        }
        for (city, at) in
            self.at.iter().enumerate().take(self.cities()).filter(|(_, at)| inside(**at))
        {
            let at = canvas.spot(*at);
            canvas.put(at, "●");
            let text = self.label(city, &pawns, numbers);
            let size = Size { width: columns(&text) as i64, height: 1 };
            let area = room.settle(Area { x: at.x - 1, y: at.y, w: 3, h: 1 }, size, WEIGHTS.1);
            let x = area.x.clamp(0, (across - area.w).max(0));
            canvas.put(Point { x, y: area.y.clamp(0, rows - 1) }, &text);
        }
        Some(canvas.lines())
    }

    /// Roads: their spaces, and between these a line where there is room for one.
    fn roads(&self, canvas: &mut Canvas, room: &mut Room, near: bool) {
        for road in &self.map.between {
            let [from, to] = [road.start, road.finish].map(|node| self.at[usize::from(node)]);
            let parts = i64::from(road.spaces) + 1;
            for n in 1..parts {
                let at = canvas.spot(part_of_way(from, to, n, parts));
                canvas.put(at, if near { "○" } else { "·" });
                room.keep(Area { x: at.x, y: at.y, w: 1, h: 1 }, WEIGHTS.2);
            }
            if near || road.spaces == 0 {
                let steps = 4 * parts * if near { 3 } else { 2 };
                (1..steps).for_each(|n| {
                    let at = canvas.spot(part_of_way(from, to, n, steps));
                    canvas.dot(at);
                    room.keep(Area { x: at.x, y: at.y, w: 1, h: 1 }, WEIGHTS.3);
                });
            }
        }
    }

    /// The part that is drawn: all of it, or where the numbers are and a little around.
    fn frame(&self, numbers: &Numbers) -> Frame {
        let whole =
            Frame(0, 0, self.at.iter().map(|p| p.x).max().unwrap_or(0).max(1), self.height.max(1));
        let near: Vec<Point> =
            numbers.keys().filter_map(|node| self.at.get(*node).copied()).collect();
        let ends =
            |of: fn(&Point) -> i64| Some((near.iter().map(of).min()?, near.iter().map(of).max()?));
        let (Some((left, right)), Some((top, bottom))) = (ends(|p| p.x), ends(|p| p.y)) else {
            return whole;
        };
        let around = ((right - left).max(bottom - top) / 8).max(SPAN / 25);
        Frame(
            (left - around).max(whole.0),
            (top - around).max(whole.1),
            (right + around).min(whole.2),
            (bottom + around).min(whole.3),
        )
    }

    /// The picture as SVG.
    #[must_use]
    pub fn svg(&self, numbers: &Numbers) -> String {
        let margin = 60;
        let high = self.height * SVG_WIDTH / SPAN;
        let size = Size { width: SVG_WIDTH + 4 * margin, height: high + 2 * margin };
        let mut svg = Svg::new(size.width, size.height);
        let mut room = Room::new(size);
        let spot = |at: Point| Point {
            x: at.x * SVG_WIDTH / SPAN + 2 * margin,
            y: at.y * SVG_WIDTH / SPAN + margin,
        };
        let place = |node: u16| spot(self.at[usize::from(node)]);
        for road in &self.map.between {
            svg.line(place(road.start), place(road.finish), "#b9a");
        }
        let (cities, pawns) = (self.cities(), self.pawns());
        let around = |at: Point, r: i64| Area { x: at.x - r, y: at.y - r, w: 2 * r, h: 2 * r };
        for (node, at) in self.at.iter().enumerate() {
            let at = spot(*at);
            let (radius, colour) = if node < cities { (9, "#b33") } else { (4, "#867") };
            svg.circle(at, radius, colour);
            room.keep(around(at, radius + 1), if node < cities { 40 } else { 4 });
        }
        for (city, at) in self.at.iter().enumerate().take(cities) {
            let text = self.label(city, &pawns, numbers);
            let size = Size { width: text_width(&text, 15), height: 17 };
            let area = room.settle(around(spot(*at), 11), size, 20);
            svg.text(Point { x: area.x, y: area.y + 13 }, 15, &text);
        }
        for (node, at) in self.at.iter().enumerate().skip(cities) {
            let Some(text) = self.on_road(node, &pawns, numbers) else { continue };
            if text.contains('[') {
                svg.circle(spot(*at), 8, "#36c");
            }
            let size = Size { width: text_width(&text, 12), height: 14 };
            let area = room.settle(around(spot(*at), 6), size, 10);
            svg.text(Point { x: area.x, y: area.y + 11 }, 12, &text);
        }
        svg.done()
    }
}

/// About so wide is a text of that size.
fn text_width(text: &str, size: i64) -> i64 {
    columns(text) as i64 * size * 6 / 10 + 2
}
