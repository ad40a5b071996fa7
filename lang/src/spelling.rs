//! "Did you mean": the nearest of the names that could stand in a place. Every host asks here, too.

/// Names longer than this are neither corrected nor offered, in bytes.
const LONGEST: usize = 80;
/// At most so many candidates are looked at.
const CANDIDATES: usize = 2000;

/// The candidate that differs least from `wrong`, if one is near enough to be meant: at most one
/// letter of three changed, left out, added or swapped with its neighbour, never more than
/// three, and more than one only in words of five letters that begin alike; capital letters do not
/// count. Of equally near ones the one with the same letters wins,
/// then the earlier one.
pub fn nearest<'a>(wrong: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let small = wrong.to_lowercase();
    let len = small.chars().count();
    // Of one letter none is near, unless it is the same one.
    if len == 1 {
        let other = |name: &&str| *name != wrong && name.to_lowercase() == small;
        return candidates.into_iter().take(CANDIDATES).find(other);
    }
    if wrong.len() > LONGEST || len < 1 {
        return None;
    }
    let wrong = small;
    let limit = len.div_ceil(3).min(3);
    let near = candidates.into_iter().take(CANDIDATES).filter_map(|candidate| {
        let small = candidate.to_lowercase();
        if small.len() > LONGEST || small.chars().count().abs_diff(len) > limit {
            return None;
        }
        let away = strsim::osa_distance(&wrong, &small);
        // Two letters off is another word, unless it is long and begins alike.
        let alike = len > 4 && small.chars().next() == wrong.chars().next();
        (away <= 1 || alike && away <= limit)
            .then(|| ((away, letters(&small) != letters(&wrong)), candidate))
    });
    near.min_by_key(|(key, _)| *key).map(|(_, candidate)| candidate)
}

/// The one candidate that goes on with `_` where `wrong` ends or begins, or the other way round:
/// `must_be_sold` for `must_be_sold_for`, `offer` for `on_offer`.
pub fn begun<'a>(wrong: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LEAST: usize = 4;
    let begins = |a: &str, b: &str| {
        a.len() >= LEAST
            && (b.strip_prefix(a).is_some_and(|rest| rest.starts_with('_'))
                || b.strip_suffix(a).is_some_and(|rest| rest.ends_with('_')))
    };
    let mut all = candidates
        .into_iter()
        .take(CANDIDATES)
        .filter(|candidate| begins(wrong, candidate) || begins(candidate, wrong));
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

/// Words that people use for each other at a table.
const ALIKE: &[&[&str]] = &[
    &["deck", "pile", "draw", "stock", "stack", "talon", "pack", "supply"],
    &["discard", "discards", "graveyard", "heap", "used", "trash"],
    &["hand", "cards", "held"],
    &["bottom", "under", "below", "beneath"],
    &["top", "above", "upper"],
    &["score", "points", "total", "result", "tally"],
    &["owner", "player", "holder", "who", "person", "seat"],
    &["money", "cash", "coins", "purse", "wallet", "funds"],
    &["value", "worth", "number", "rank", "face", "amount", "size"],
    &["color", "colour", "suit", "hue"],
    &["kind", "sort", "type", "group", "class", "category"],
    &["cost", "price", "fee", "fare", "toll", "charge"],
    &["city", "town", "place", "location", "spot", "field", "square", "cell"],
    &["fuel", "gas", "petrol", "tank"],
    &["car", "vehicle", "truck", "wagon"],
    &["loot", "swag", "booty", "haul", "goods", "treasure"],
    &["power", "strength", "ability", "effect", "skill"],
    &["victim", "target", "opponent", "enemy", "rival", "other"],
    &["count", "amount", "quantity", "many", "number", "copies"],
    &["start", "begin", "first", "initial"],
    &["end", "finish", "last", "final", "over", "done"],
    &["take", "pick", "grab", "gather", "draw"],
    &["lay", "play", "put", "place", "drop"],
    &["layout", "display", "board", "grid", "map", "table", "front"],
    &["turn", "turns", "move", "moves", "go"],
    &["round", "rounds", "game"],
    &["weapon", "gun", "guns", "arms"],
    &["path", "way", "route", "road"],
    &["leader", "current", "starter", "dealer", "active", "starting"],
    &["caller", "speaker", "announcer"],
    &["piece", "pawn", "token", "figure", "man", "meeple"],
    &["life", "lives", "health", "hearts", "energy"],
];

/// Whether two names share a part, or parts that people use for each other: `draw_pile` and
/// `deck`, `total` and `total_points`.
#[must_use]
pub fn alike(a: &str, b: &str) -> bool {
    const LEAST: usize = 3;
    let parts = |word: &str| -> Vec<String> {
        word.to_lowercase().split('_').filter(|part| part.len() >= LEAST).map(singular).collect()
    };
    let (a, b) = (parts(a), parts(b));
    let same = |one: &str, other: &str| {
        let within = one.len() > LEAST && other.len() > LEAST;
        one == other
            || within && (one.starts_with(other) || other.starts_with(one))
            || ALIKE.iter().any(|words| {
                let has = |word: &str| words.iter().any(|known| singular(known) == word);
                has(one) && has(other)
            })
    };
    a.iter().any(|one| b.iter().any(|other| same(one, other)))
}

fn singular(word: &str) -> String {
    word.strip_suffix('s').filter(|stem| stem.len() > 2).unwrap_or(word).to_owned()
}

/// How near one name is to another, the nearest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Nearness {
    /// It is the same.
    Same,
    /// It may be a slip, of so many letters.
    Spelt(usize),
    /// It means the like; so many letters differ.
    Alike(usize),
    /// It is another name.
    Other,
}

/// How near a name is to what was written.
#[must_use]
pub fn likeness(wrong: &str, name: &str) -> Nearness {
    if wrong == name {
        return Nearness::Same;
    }
    let (other, away) = apart(wrong, name);
    if nearest(wrong, [name]).is_some() || begun(wrong, [name]).is_some() {
        Nearness::Spelt(away)
    } else if other {
        Nearness::Other
    } else {
        Nearness::Alike(away)
    }
}

/// Those names, the nearest to what was written first.
#[must_use]
pub fn by_nearness<'a>(wrong: &str, all: &[&'a str]) -> Vec<&'a str> {
    let mut all = all.to_vec();
    all.sort_by_key(|name| apart(wrong, name));
    all
}

/// The one of those names that means the like.
#[must_use]
pub fn only_alike<'a>(wrong: &str, all: &[&'a str]) -> Option<&'a str> {
    let mut found = all.iter().filter(|name| alike(wrong, name));
    let first = found.next()?;
    found.all(|other| other == first).then_some(first)
}

/// How far a name is from another, for an order: those that mean the like first, then those that
/// are spelt alike.
#[must_use]
pub fn apart(a: &str, b: &str) -> (bool, usize) {
    let cut = |word: &str| word.chars().take(LONGEST).collect::<String>();
    (!alike(a, b), strsim::osa_distance(&cut(a), &cut(b)))
}

fn letters(word: &str) -> Vec<char> {
    let mut all: Vec<char> = word.chars().collect();
    all.sort_unstable();
    all
}
