//! `look NAME` where something on the table has that name: a player, a place, a board, a counter.

use crate::draw::cards::{contents, value, words};
use crate::draw::squares;
use crate::show::grid::aligned;
use houserules_lang::ir::{EnumId, Owner, Rulebook, Type};
use houserules_lang::naming::member_in_words;
use houserules_table::view::{Group, View};

/// What somebody has, or what stands there, as a reader sees it; none if nothing on the table has
/// that name.
#[must_use]
pub fn things(book: &Rulebook, view: &View, asked: &str, width: usize) -> Option<Vec<String>> {
    let wanted = squash(asked);
    if let Some(seat) = view.seats.iter().position(|name| squash(name) == wanted) {
        return Some(of_player(view, seat, width));
    }
    of_place(book, view, &wanted, width)
        .or_else(|| of_board(book, view, &wanted, width))
        .or_else(|| of_counter(view, &wanted, width))
}

fn of_player(view: &View, seat: usize, width: usize) -> Vec<String> {
    let name = view.seats.get(seat).cloned().unwrap_or_default();
    let rows = view.groups.iter().filter(|g| g.seat.map(usize::from) == Some(seat)).flat_map(rows);
    let rows: Vec<Vec<String>> = rows.collect();
    if rows.is_empty() {
        return vec![format!("{name} has nothing.")];
    }
    std::iter::once(name).chain(aligned(&rows, 2, width)).collect()
}

/// What a place has, and who stands there.
fn of_place(book: &Rulebook, view: &View, wanted: &str, width: usize) -> Option<Vec<String>> {
    let (of, name) = places(book).find(|(_, name)| squash(name) == wanted)?;
    let group = view.groups.iter().filter(|g| g.seat.is_none() && squash(&g.owner) == wanted);
    let mut found: Vec<Vec<String>> = group.flat_map(rows).collect();
    for group in view.groups.iter() {
        let player = group.seat.and_then(|seat| view.seats.get(usize::from(seat)));
        let owner = if player.is_some() { Owner::Player } else { Owner::Table };
        if player.is_none() && !group.owner.is_empty() {
            continue;
        }
        let stands = |name: &str| {
            let mut counters = book.counters.iter().filter(|c| c.owner == owner && c.name == name);
            counters.any(|c| *c.ty.bare() == Type::Enum(of))
        };
        for counter in
            group.counters.iter().filter(|c| stands(&c.name) && squash(value(c)) == wanted)
        {
            let whose = player.map_or_else(String::new, |p| format!("{p}'s "));
            found.push(vec!["here".into(), format!("{whose}{}", words(&counter.name))]);
        }
    }
    (!found.is_empty()).then(|| std::iter::once(name).chain(aligned(&found, 2, width)).collect())
}

fn places(book: &Rulebook) -> impl Iterator<Item = (EnumId, String)> {
    let members = book.enums.iter().enumerate().map(|(id, e)| (EnumId(id as u16), e.members.len()));
    members.flat_map(move |(id, count)| {
        (0..count).map(move |at| (id, member_in_words(book, id, at as u16)))
    })
}

/// All squares of a board, or all members of an enum that have something.
fn of_board(book: &Rulebook, view: &View, wanted: &str, width: usize) -> Option<Vec<String>> {
    if let Some(sheet) = squares::sheets(book, view).iter().find(|s| squash(&s.of.name) == wanted) {
        return sheet.lines(width);
    }
    let of = book.enums.iter().find(|e| squash(&e.name) == wanted)?;
    let names: Vec<String> = of.members.iter().map(|m| squash(m)).collect();
    let groups =
        view.groups.iter().filter(|g| g.seat.is_none() && names.contains(&squash(&g.owner)));
    let listed = |g: &Group| {
        let things: Vec<String> = rows(g).iter().map(|row| row.join(" ")).collect();
        vec![words(&g.owner), things.join(", ")]
    };
    let found: Vec<Vec<String>> = groups.map(listed).collect();
    (!found.is_empty()).then(|| aligned(&found, 0, width))
}

/// A counter, whoever has it.
fn of_counter(view: &View, wanted: &str, width: usize) -> Option<Vec<String>> {
    let named = |g: &Group| {
        let counters = g.counters.iter().filter(|c| squash(&c.name) == wanted);
        let line = |whose: &str, name: &str| match whose {
            "" => words(name),
            whose => format!("{}'s {}", words(whose), words(name)),
        };
        counters.map(|c| vec![line(&g.owner, &c.name), value(c).to_string()]).collect::<Vec<_>>()
    };
    let found: Vec<Vec<String>> = view.groups.iter().flat_map(named).collect();
    (!found.is_empty()).then(|| aligned(&found, 0, width))
}

/// A line for each zone and counter.
fn rows(group: &Group) -> Vec<Vec<String>> {
    let zones = group.zones.iter().map(|z| vec![words(&z.name), contents(z, &group.owner)]);
    let counters = group.counters.iter().map(|c| vec![words(&c.name), value(c).to_string()]);
    zones.chain(counters).collect()
}

fn squash(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
