//! What lies in a zone, in one line of text.

use houserules_table::view::{CardView, CounterView, Group, ZoneView};

/// A place that is free.
pub const FREE: &str = "·";
/// A card that lies face down.
pub const DOWN: &str = "▪";
/// A value nobody may read.
pub const SECRET: &str = "?";

/// So many cards of a pile are named; the rest is counted.
const NAMED: usize = 4;

/// A zone's contents. `owner`: its words are left out of the cards' names where something of the
/// name remains.
#[must_use]
pub fn contents(zone: &ZoneView, owner: &str) -> String {
    if zone.cards.is_empty() {
        return if zone.count == 0 { "–".into() } else { counted(zone) };
    }
    let names: Vec<String> = zone.cards.iter().map(|c| card(c, owner)).collect();
    match zone.shape {
        // It is drawn.
        "grid" => counted(zone),
        "pile" => pile(zone, &names),
        "slots" => {
            let places = names.iter().enumerate().map(|(at, name)| format!("{}:{name}", at + 1));
            places.collect::<Vec<_>>().join("  ")
        }
        _ => joined(&names),
    }
}

/// How many cards a zone has, in words: `6 cards`.
#[must_use]
pub fn counted(zone: &ZoneView) -> String {
    if zone.count == 1 { "1 card".into() } else { format!("{} cards", zone.count) }
}

/// Short names by spaces, others by commas; equal neighbours counted.
fn joined(names: &[String]) -> String {
    let mut runs: Vec<(&str, usize)> = Vec::new();
    for name in names {
        match runs.last_mut().filter(|(last, _)| *last == name) {
            Some((_, count)) => *count += 1,
            None => runs.push((name, 1)),
        }
    }
    let shown = |(name, count): &(&str, usize)| {
        if *count == 1 { (*name).to_string() } else { format!("{count}× {name}") }
    };
    let shown: Vec<String> = runs.iter().map(shown).collect();
    let short = shown.iter().all(|n| !n.contains(' ') && n.chars().count() <= 3);
    shown.join(if short { " " } else { ", " })
}

fn pile(zone: &ZoneView, names: &[String]) -> String {
    let top = names.first().map_or("", String::as_str);
    match zone.count {
        0 | 1 => top.to_string(),
        n if n <= NAMED && !names.iter().any(|n| n == DOWN) => joined(names),
        n if top == DOWN => format!("{n} cards"),
        n => format!("{top} on top of {}", n - 1),
    }
}

/// A card by its face, with what belongs to it.
#[must_use]
pub fn card(card: &CardView, owner: &str) -> String {
    match card {
        CardView::Hole => FREE.into(),
        CardView::Back => DOWN.into(),
        CardView::Face { name, own, .. } => {
            let short = shortened(name, owner);
            match own.as_ref().map(|own| belongings(own)).filter(|own| !own.is_empty()) {
                Some(own) => format!("{short} ({own})"),
                None => short,
            }
        }
    }
}

/// What belongs to a card: its counters and zones, as far as they say something.
fn belongings(group: &Group) -> String {
    let counters = group.counters.iter().filter(|c| !is_idle(c));
    let counters = counters.map(|c| format!("{} {}", words(&c.name), value(c)));
    let zones = group.zones.iter().filter(|z| z.count > 0);
    let zones = zones.map(|z| format!("{} {}", words(&z.name), contents(z, "")));
    counters.chain(zones).collect::<Vec<_>>().join(", ")
}

/// Whether a counter is as it was at the start, and that is nothing.
#[must_use]
pub fn is_idle(counter: &CounterView) -> bool {
    let nothing = |v: &str| {
        matches!(v, "no" | "none" | "–")
            || v.trim_start_matches(|c: char| !c.is_ascii_digit()) == "0"
    };
    counter.fresh && nothing(value(counter))
}

/// A counter's value.
#[must_use]
pub fn value(counter: &CounterView) -> &str {
    counter.value.as_deref().unwrap_or("–")
}

/// A name of the rules as words: `start_money` as `start money`.
#[must_use]
pub fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// `pink 2` in pink's row is `2`.
fn shortened(name: &str, owner: &str) -> String {
    if owner.is_empty() || !name.contains(' ') {
        return words(name);
    }
    let left: Vec<&str> = name.split(' ').filter(|w| *w != owner).collect();
    if left.is_empty() { words(name) } else { words(&left.join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use houserules_lang::ir::KindId;

    fn face(name: &str) -> CardView {
        CardView::Face { name: name.into(), kind: KindId(0), own: None, others: None }
    }

    fn zone(shape: &'static str, cards: Vec<CardView>) -> ZoneView {
        let count = cards.iter().filter(|c| **c != CardView::Hole).count();
        let (name, back) = ("z".into(), "Mile".into());
        ZoneView { at: None, name, shape, count, back, cards, spots: Vec::new() }
    }

    #[test]
    fn zones_read_well() {
        let row = zone("row", vec![face("pink 1"), face("pink 2")]);
        assert_eq!(contents(&row, "pink"), "1 2");
        assert_eq!(contents(&row, ""), "pink 1, pink 2");
        assert_eq!(contents(&zone("set", vec![]), ""), "–");
        let hand = ZoneView { count: 6, ..zone("set", vec![]) };
        assert_eq!(contents(&hand, ""), "6 cards");
        let slots = zone("slots", vec![CardView::Back, CardView::Hole, face("Nine")]);
        assert_eq!(contents(&slots, ""), "1:▪  2:·  3:Nine");
        let pile = zone("pile", (0..20).map(|n| face(&format!("c{n}"))).collect());
        assert_eq!(contents(&pile, ""), "c0 on top of 19");
        assert_eq!(
            contents(&zone("set", vec![face("a b"), face("a b"), face("c")]), ""),
            "2× a b, c"
        );
    }
}
