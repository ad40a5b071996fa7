//! What is to be known of cards where they are picked, and tiles as they look in a hand.

use super::look::in_brief;
use crate::draw::cards::card;
use crate::draw::frontier::Legend;
use crate::draw::grid::{legend_of, tile};
use crate::draw::picks::Picks;
use houserules_lang::ir::{RowId, Rulebook, ZoneId, ZoneShape};
use houserules_lang::naming::{Naming, row_in_words};
use houserules_table::choices::value::Arg;
use houserules_table::view::picture::{Drawn, Sketch};
use houserules_table::view::{CardView, ZoneView};

/// Of longer lists only the names are shown.
const MOST: usize = 40;

/// For each thing that may be picked, what is to be said of it: how a tile looks, what is printed
/// on a card.
#[must_use]
pub fn notes(naming: Naming<'_>, picks: Picks<'_>) -> Vec<Vec<String>> {
    if picks.members.len() > MOST {
        return Vec::new();
    }
    let legend = Legend::of(picks.sketches.iter().flatten());
    let has_tiles = picks.sketches.iter().any(|s| !s.is_empty());
    let note = |(at, arg): (usize, &Arg)| {
        let Arg::Card(spot) = arg else { return Vec::new() };
        let Some(row) = spot.row else { return Vec::new() };
        let sketch = picks.sketches.get(at).map_or(&[][..], Vec::as_slice);
        let mut brief = in_brief(naming, row, !sketch.is_empty());
        if let (Some(place), true) = (spot.place, is_pile(naming, spot.zone)) {
            let comma = if brief.is_empty() { "" } else { ", " };
            brief = format!("card {} from the top{comma}{brief}", place + 1);
        }
        let mut cells = if has_tiles { vec![look(sketch, &legend)] } else { Vec::new() };
        cells.push(brief);
        cells.retain(|cell| !cell.is_empty() || has_tiles);
        cells
    };
    picks.members.iter().map(|m| &m.arg).enumerate().map(note).collect()
}

fn is_pile(naming: Naming<'_>, zone: ZoneId) -> bool {
    naming.book[zone].shape == ZoneShape::Pile
}

/// A tile in one line; a higher one row by row from above, set apart by strokes.
fn look(squares: &[Drawn], legend: &Legend) -> String {
    tile(squares, legend).join(" / ")
}

/// A line of cells for each tile of a zone that the reader sees; nothing if there are none.
#[must_use]
pub fn tiles(book: &Rulebook, tiles: &[Sketch], zone: &ZoneView) -> Vec<Vec<String>> {
    let legend = legend_of(tiles);
    let naming = Naming { book, seats: &[] };
    let mut rows: Vec<Vec<String>> = Vec::new();
    for card in &zone.cards {
        let CardView::Face { name, .. } = card else { continue };
        let Some(sketch) = tiles.iter().find(|tile| tile.name == *name) else { continue };
        let row = row_called(book, name);
        let more = row.map_or_else(String::new, |row| in_brief(naming, row, true));
        rows.push(vec![name.to_owned(), look(&sketch.squares, &legend), more]);
    }
    if rows.len() < zone.cards.len() { Vec::new() } else { rows }
}

/// A line for each different card of a zone whose face the reader sees: its name, and what is
/// printed besides; nothing if all that is printed is in the names.
#[must_use]
pub fn on_offer(book: &Rulebook, zone: &ZoneView) -> Vec<String> {
    let naming = Naming { book, seats: &[] };
    let mut lines: Vec<(String, usize)> = Vec::new();
    let mut tells = false;
    for shown in &zone.cards {
        let name = card(shown, "");
        let brief = match shown {
            CardView::Face { name, .. } => {
                row_called(book, name).map(|row| in_brief(naming, row, false))
            }
            CardView::Back | CardView::Hole => None,
        };
        let brief = brief.unwrap_or_default();
        tells |= !brief.is_empty();
        let line = if brief.is_empty() { name } else { format!("{name}: {brief}") };
        match lines.iter_mut().find(|(other, _)| *other == line) {
            Some((_, count)) => *count += 1,
            None => lines.push((line, 1)),
        }
    }
    let counted = |(line, count): (String, usize)| {
        if count == 1 { line } else { format!("{count}× {line}") }
    };
    if tells { lines.into_iter().map(counted).collect() } else { Vec::new() }
}

fn row_called(book: &Rulebook, name: &str) -> Option<RowId> {
    (0..book.rows.len()).map(|at| RowId(at as u16)).find(|row| row_in_words(book, *row) == name)
}
