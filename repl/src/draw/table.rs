//! The table as one reader sees it, drawn in text: any game's, from its view alone.
//!
//! From the top: where the game stands; what is the table's; boards and what belongs to members of
//! enums, a line a member; the players, a line each; at last the reader's own secrets.

use super::details;
use crate::draw::Board;
use crate::draw::cards::{self, SECRET, contents, counted, value, words};
use crate::draw::squares;
use crate::show::console::{Tone, columns};
use crate::show::grid::aligned;
use houserules_lang::ir::sites;
use houserules_lang::ir::{Owner, Rulebook, Seen, ZoneId};
use houserules_table::view::{Group, View, ZoneView};
use houserules_table::visibility::Viewer;
use std::collections::BTreeSet;

/// A line and how it is to look.
pub type Drawn = (Tone, String);

/// A board: to be shown, or standing above as it still is.
#[derive(Debug, Clone, Copy)]
pub enum Shown<'a> {
    /// As it stands now.
    Now(&'a Board),
    /// As it was shown before, and still is.
    Before,
}

/// Draws a table.
#[must_use]
pub fn draw(book: &Rulebook, view: &View, width: usize, boards: &[Shown<'_>]) -> Vec<Drawn> {
    let mut lines = Vec::new();
    let path: Vec<&str> = view.path.iter().map(|p| p.text.as_str()).collect();
    let title = if path.is_empty() { view.game.to_string() } else { path.join(" › ") };
    lines.push((Tone::Heading, title));
    let drawing = Drawing { book, view, width };
    for board in boards {
        let Shown::Now(board) = board else { continue };
        lines.push((Tone::Heading, board.name.to_string()));
        lines.extend(board.lines.iter().map(|line| (Tone::Plain, line.to_string())));
    }
    if boards.iter().any(|board| matches!(board, Shown::Before)) {
        let same = "(the board is as before; `table` shows it again)";
        lines.push((Tone::Faint, format!("{}{same}", " ".repeat(INDENT))));
    }
    for line in
        drawing.of_the_table().into_iter().chain(drawing.of_members()).chain(drawing.of_players())
    {
        lines.push((Tone::Plain, line));
    }
    for line in drawing.of_the_reader() {
        lines.push((Tone::Heading, line));
    }
    lines
}

struct Drawing<'a> {
    book: &'a Rulebook,
    view: &'a View,
    width: usize,
}

/// Of more members than these only those are listed whose counters say something.
const MANY: usize = 8;

/// What is printed on cards on offer is shown of no more than these.
const SHOWN: usize = 8;

/// Lines begin so far from the left.
const INDENT: usize = 2;

impl Drawing<'_> {
    fn me(&self) -> Option<u8> {
        if let Viewer::Seat(seat) = self.view.viewer { Some(seat) } else { None }
    }

    fn of_the_table(&self) -> Vec<String> {
        let is_table =
            |g: &&Group| g.seat.is_none() && (g.owner.is_empty() || g.owner.starts_with("the "));
        let mut rows = Vec::new();
        for group in self.view.groups.iter().filter(is_table) {
            let (empty, full): (Vec<_>, Vec<_>) = group.zones.iter().partition(|z| z.count == 0);
            let empty: Vec<_> = empty.into_iter().filter(|z| !self.is_dealt_out(z)).collect();
            rows.extend(full.iter().flat_map(|z| self.zone_of_the_table(z)));
            if !empty.is_empty() {
                let names: Vec<String> = empty.iter().map(|z| words(&z.name)).collect();
                rows.push(vec!["(empty)".into(), names.join(", ")]);
            }
            // What a stage has for its own use says nothing before it has changed.
            for counter in group.counters.iter().filter(|c| group.owner.is_empty() || !c.fresh) {
                let name = match group.owner.as_str() {
                    "" => words(&counter.name),
                    owner => format!("{} ({owner})", words(&counter.name)),
                };
                rows.push(vec![name, value(counter).to_string()]);
            }
        }
        aligned(&rows, INDENT, self.width)
    }

    /// Whether a deck is empty for good: no rule moves cards there.
    fn is_dealt_out(&self, zone: &ZoneView) -> bool {
        let zones = self.book.zones.iter().enumerate();
        let mut own = zones.filter(|(_, z)| z.owner == Owner::Table && z.name == zone.name);
        own.any(|(at, _)| {
            let id = ZoneId(at as u16);
            self.book.cards.iter().any(|card| card.home == id) && !sites::is_moved_to(self.book, id)
        })
    }

    /// A zone's contents; cards that lie open and may be picked there, with what is printed on
    /// them, a line each.
    fn zone_of_the_table(&self, zone: &ZoneView) -> Vec<Vec<String>> {
        let usual = || vec![vec![words(&zone.name), contents(zone, "")]];
        let at =
            self.book.zones.iter().position(|z| z.owner == Owner::Table && z.name == zone.name);
        let picked = at.is_some_and(|at| sites::is_picked_from(self.book, ZoneId(at as u16)));
        if !picked || !matches!(zone.shape, "row" | "set" | "slot") {
            return usual();
        }
        let lines = details::on_offer(self.book, zone);
        if lines.is_empty() || lines.len() > SHOWN {
            return usual();
        }
        let heads = std::iter::once(words(&zone.name)).chain(std::iter::repeat(String::new()));
        heads.zip(lines).map(|(head, line)| vec![head, line]).collect()
    }

    /// Members of enums: neighbours with the same things share a grid; a rectangle is drawn as one.
    fn of_members(&self) -> Vec<String> {
        let is_member =
            |g: &&Group| g.seat.is_none() && !g.owner.is_empty() && !g.owner.starts_with("the ");
        let members: Vec<&Group> = self.view.groups.iter().filter(is_member).collect();
        let mut lines = Vec::new();
        for group in members.chunk_by(|a, b| names(a) == names(b)) {
            let board =
                squares::board(self.book, self.view, group, self.width - INDENT.min(self.width));
            let indented = |lines: Vec<String>| {
                lines.iter().map(|l| format!("{}{l}", " ".repeat(INDENT))).collect()
            };
            let drawn = board.map_or_else(|| self.grid(group), indented);
            if !drawn.is_empty() {
                lines.push(String::new());
                lines.extend(drawn);
            }
        }
        for board in squares::bare(self.book, self.view, self.width - INDENT.min(self.width)) {
            lines.push(String::new());
            lines.extend(board.iter().map(|l| format!("{}{l}", " ".repeat(INDENT))));
        }
        lines
    }

    fn grid(&self, group: &[&Group]) -> Vec<String> {
        let mut rows = vec![
            std::iter::once(String::new())
                .chain(group.first().map_or(vec![], |g| names(g)))
                .collect(),
        ];
        let many = group.len() > MANY && group.iter().all(|g| g.zones.is_empty());
        let shown: Vec<&&Group> =
            group.iter().filter(|g| !many || !g.counters.iter().all(cards::is_idle)).collect();
        if shown.is_empty() {
            return Vec::new();
        }
        for member in shown {
            let zones = member.zones.iter().map(|z| contents(z, &member.owner));
            let counters = member.counters.iter().map(|c| value(c).to_string());
            rows.push(std::iter::once(words(&member.owner)).chain(zones).chain(counters).collect());
        }
        aligned(&rows, INDENT, self.width)
    }

    fn of_players(&self) -> Vec<String> {
        let players: Vec<&Group> = self.view.groups.iter().filter(|g| g.seat.is_some()).collect();
        let mut rows = vec![vec![String::new()]];
        let (zones, counters) = self.player_columns();
        if zones.is_empty() && counters.is_empty() {
            let names =
                self.view.seats.iter().enumerate().map(|(seat, name)| self.player(seat, name));
            return vec![String::new(), format!("  {}", names.collect::<Vec<_>>().join("  "))];
        }
        rows[0].extend(zones.iter().chain(&counters).map(|name| words(name)));
        let mut idle = BTreeSet::new();
        for (seat, name) in self.view.seats.iter().enumerate() {
            let group = players.iter().find(|g| g.seat.map(usize::from) == Some(seat));
            let mut row = vec![self.player(seat, name)];
            for zone in &zones {
                let zone = group.and_then(|g| g.zones.iter().find(|z| z.name == *zone));
                let own = self.me().map(usize::from) == Some(seat);
                row.push(zone.map_or_else(String::new, |z| match own && self.is_secret(&z.name) {
                    true if z.count > 0 => counted(z),
                    _ => contents(z, ""),
                }));
            }
            for counter in &counters {
                let counter = group.and_then(|g| g.counters.iter().find(|c| c.name == *counter));
                if counter.is_some_and(cards::is_idle) {
                    idle.insert((rows.len(), row.len()));
                }
                row.push(counter.map_or(SECRET, value).to_string());
            }
            rows.push(row);
        }
        let mut lines = vec![String::new()];
        let wide =
            rows.iter().map(|r| r.iter().map(|c| columns(c) + 2).sum::<usize>()).max().unwrap_or(0);
        if wide + INDENT <= self.width || zones.len() + counters.len() < 2 {
            lines.extend(aligned(&rows, INDENT, self.width));
        } else {
            lines.extend(self.one_below_the_other(&rows, &idle));
        }
        lines
    }

    /// Each player's things on lines of their own, where the grid would be too wide; idle ones are
    /// left out.
    fn one_below_the_other(
        &self,
        rows: &[Vec<String>],
        idle: &BTreeSet<(usize, usize)>,
    ) -> Vec<String> {
        let Some((heads, players)) = rows.split_first() else { return Vec::new() };
        let mut lines = Vec::new();
        for (at, row) in players.iter().enumerate() {
            lines.push(format!("{}{}", " ".repeat(INDENT), row[0]));
            let things = heads.iter().zip(row).enumerate().skip(1);
            let things =
                things.filter(|(k, (_, cell))| *cell != "–" && !idle.contains(&(at + 1, *k)));
            let things = things.map(|(_, (head, cell))| vec![head.to_string(), cell.to_string()]);
            lines.extend(aligned(&things.collect::<Vec<_>>(), INDENT + 2, self.width));
        }
        lines
    }

    /// Names of the players' zones and counters, those included that this reader sees of some only.
    fn player_columns(&self) -> (Vec<String>, Vec<String>) {
        let of_players = |owner: Owner| owner == Owner::Player;
        let zones =
            self.book.zones.iter().filter(|z| of_players(z.owner)).map(|z| z.name.to_string());
        let shown = |name: &str| {
            let mut groups = self.view.groups.iter().filter(|g| g.seat.is_some());
            groups.any(|g| g.counters.iter().any(|c| c.name == name))
        };
        let counters = self.book.counters.iter().filter(|c| of_players(c.owner) && !c.bookkeeping);
        let counters = counters
            .filter(|c| c.seen != Seen::Nobody || shown(&c.name))
            .map(|c| c.name.to_string());
        (zones.collect(), counters.collect())
    }

    fn player(&self, seat: usize, name: &str) -> String {
        let turn =
            if self.view.asked.iter().any(|s| usize::from(*s) == seat) { "▸ " } else { "  " };
        let you = if self.me().map(usize::from) == Some(seat) { " (you)" } else { "" };
        format!("{turn}{name}{you}")
    }

    /// Whether a player's zone is not for everybody's eyes.
    fn is_secret(&self, zone: &str) -> bool {
        let mut zones = self.book.zones.iter();
        zones.any(|z| z.owner == Owner::Player && z.name == zone && z.seen != Seen::Everyone)
    }

    /// The reader's own secret zones, each card named.
    fn of_the_reader(&self) -> Vec<String> {
        let mine = self.view.groups.iter().find(|g| g.seat.is_some() && g.seat == self.me());
        let zones = mine.map_or(&[][..], |g| &g.zones);
        let mut lines = Vec::new();
        for zone in zones.iter().filter(|z| self.is_secret(&z.name) && !z.cards.is_empty()) {
            if lines.is_empty() {
                lines.push(String::new());
            }
            let tiles = details::tiles(self.book, &self.view.tiles, zone);
            if tiles.is_empty() {
                lines.push(format!("  Your {}: {}", words(&zone.name), contents(zone, "")));
                continue;
            }
            lines.push(format!("  Your {}", words(&zone.name)));
            lines.extend(aligned(&tiles, INDENT + 2, self.width));
        }
        lines
    }
}

/// Names of what a group has.
fn names(group: &Group) -> Vec<String> {
    let zones = group.zones.iter().map(|z| words(&z.name));
    zones.chain(group.counters.iter().map(|c| words(&c.name))).collect()
}
