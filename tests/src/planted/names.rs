//! Mistakes of names, types, owners and tables, found by what each name stands for: declarations
//! renamed while their uses stay, uses called otherwise, what is declared taken away, values of
//! other types, other owners.

use super::turned::plant;
use super::{Plant, Source, draw};
use crate::mutate::Chance;
use houserules_lang::ir::Type;
use houserules_lang::resolve::uses::Meaning;
use std::collections::BTreeMap;
use std::ops::Range;

/// A name of a text, and what it stands for.
struct Name {
    start: usize,
    end: usize,
    declares: bool,
    means: Meaning,
    ty: Option<Type>,
}

/// A text with its names.
struct Known<'s> {
    source: &'s Source,
    names: Vec<Name>,
}

impl Known<'_> {
    fn text(&self, name: &Name) -> &str {
        &self.source.text[name.start..name.end]
    }

    fn free(&self, word: &str) -> bool {
        self.source.places(word).next().is_none()
    }

    /// The line around a byte: where it begins and ends.
    fn line(&self, at: usize) -> (usize, usize) {
        let text = &self.source.text;
        let start = text[..at].rfind('\n').map_or(0, |n| n + 1);
        (start, text[at..].find('\n').map_or(text.len(), |n| at + n))
    }

    fn uses_of<'n>(&'n self, name: &'n Name) -> impl Iterator<Item = &'n Name> {
        let same = move |n: &&Name| n.means == name.means && !n.declares;
        self.names.iter().filter(same).filter(move |n| self.text(n) == self.text(name))
    }
}

type Way = fn(usize, &Known<'_>) -> Vec<Plant>;

/// The ways to go wrong, by sort.
const WAYS: &[(&str, Way)] = &[
    ("declarations renamed", renamed),
    ("uses misspelt", misspelt),
    ("uses by another word", by_another_word),
    ("uses by a word of one's own", of_ones_own),
    ("declarations left out", left_out),
    ("parts left out", parts_left_out),
    ("other things", others),
    ("other owners", owners),
    ("owners unknown", nobody),
    ("values of another type", types),
    ("counts left out", counts),
    ("one argument more", one_more),
    ("one argument less", one_less),
    ("arguments turned round", turned),
    ("columns", columns),
    ("cells", cells),
    ("headings", headings),
    ("persons", persons),
    ("variants of nothing", of_nothing),
];

/// Draws such mistakes, up to so many of each sort.
#[must_use]
pub fn names(sources: &[Source], of_each: usize, chance: &mut Chance) -> Vec<Plant> {
    let known: Vec<Known<'_>> = sources.iter().map(known).collect();
    let mut all = Vec::new();
    for (_, find) in WAYS {
        draw(&mut all, of_each, sources, chance, |at, _| find(at, &known[at]));
    }
    all
}

fn known(source: &Source) -> Known<'_> {
    let compiled = source.compile(&source.text, &mut source.shelf.clone());
    let own = compiled.sources.iter().find(|(_, file)| file.name == source.name).map(|(id, _)| id);
    let uses = compiled.declared.uses.all();
    let own = uses.into_iter().filter(|u| Some(u.at.file) == own).map(|u| Name {
        start: u.at.start as usize,
        end: u.at.end as usize,
        declares: u.declares,
        means: u.means,
        ty: u.ty,
    });
    let plain = |n: &Name| source.text[n.start..n.end].bytes().all(|b| b != b' ' && b != b'\n');
    Known { source, names: own.filter(plain).collect() }
}

/// Words that a layman uses for each other.
const ALIKE: &[&[&str]] = &[
    &["deck", "draw_pile", "stock", "pile", "stack"],
    &["discards", "discard_pile", "graveyard", "boneyard"],
    &["hand", "cards", "hand_cards"],
    &["bottom", "underneath"],
    &["score", "points", "total", "result"],
    &["owner", "player", "holder"],
    &["money", "cash", "coins", "purse", "wallet"],
    &["value", "worth", "number", "rank", "face"],
    &["color", "colour", "suit"],
    &["kind", "sort", "type", "group"],
    &["cost", "price", "fee", "fare"],
    &["city", "town", "place"],
    &["fuel", "gas", "petrol", "tank"],
    &["car", "vehicle", "truck"],
    &["loot", "swag", "booty", "haul"],
    &["power", "strength", "ability"],
    &["victim", "target", "opponent"],
    &["caller", "speaker", "announcer"],
    &["count", "amount", "quantity"],
    &["draw", "take", "pick"],
    &["layout", "board", "display"],
];

/// A word of which a part is called otherwise.
fn another_word(word: &str) -> Vec<String> {
    let parts: Vec<&str> = word.split('_').collect();
    let mut all = Vec::new();
    for words in ALIKE {
        for other in words.iter().filter(|_| words.contains(&word)) {
            all.push((*other).to_string());
        }
        for (at, part) in parts.iter().enumerate().filter(|(_, part)| words.contains(part)) {
            for other in words.iter().filter(|other| *other != part) {
                let mut parts = parts.clone();
                parts[at] = other;
                all.push(parts.join("_"));
            }
        }
    }
    all.retain(|other| other != word);
    all
}

/// Words that no game of ours has.
const OWN: [&str; 8] =
    ["gizmo", "zeal", "tally_mark", "outcome", "big_thing", "lantern", "verdict", "my_extra"];

fn own_word(name: &Name, known: &Known<'_>) -> String {
    let word = OWN[name.start % OWN.len()];
    let capital = known.text(name).starts_with(|c: char| c.is_ascii_uppercase());
    let word = if capital { word[..1].to_uppercase() + &word[1..] } else { word.to_string() };
    if known.free(&word) { word } else { format!("{word}_too") }
}

fn renamed(at: usize, known: &Known<'_>) -> Vec<Plant> {
    let mut all = Vec::new();
    for name in known.names.iter().filter(|n| n.declares) {
        let uses = known.uses_of(name).count();
        let copies = known.names.iter().filter(|n| n.declares && n.start == name.start).count();
        if uses == 0 || copies > 1 {
            continue;
        }
        let others = another_word(known.text(name)).into_iter().filter(|w| known.free(w));
        for new in others.chain([own_word(name, known)]).take(2) {
            let mut plant = plant("declarations renamed", at, name.start..name.end, &new, &[&new]);
            plant.anywhere = true;
            all.push(plant);
        }
    }
    all
}

fn at_uses<'n, 's: 'n>(
    known: &'n Known<'s>,
    kind: &'static str,
    at: usize,
    spoilt: impl Fn(&'n Name) -> Vec<String>,
) -> Vec<Plant> {
    let mut all = Vec::new();
    for name in known.names.iter().filter(|n| !n.declares) {
        for new in spoilt(name).into_iter().filter(|new| known.free(new)) {
            let place = name.start..name.end;
            all.push(plant(kind, at, place, &new, &[known.text(name)]));
        }
    }
    all
}

fn misspelt(at: usize, known: &Known<'_>) -> Vec<Plant> {
    at_uses(known, "uses misspelt", at, |name| {
        let word = known.text(name);
        if word.len() < 4 || !word.is_ascii() {
            return Vec::new();
        }
        let cut = 1 + name.start % (word.len() - 1);
        vec![
            format!("{}{}", &word[..cut], &word[cut + 1..]),
            format!("{}{}", &word[..cut], &word[cut - 1..]),
            if word.ends_with('s') {
                word.trim_end_matches('s').into()
            } else {
                format!("{word}s")
            },
        ]
    })
}

fn by_another_word(at: usize, known: &Known<'_>) -> Vec<Plant> {
    at_uses(known, "uses by another word", at, |name| another_word(known.text(name)))
}

fn of_ones_own(at: usize, known: &Known<'_>) -> Vec<Plant> {
    at_uses(known, "uses by a word of one's own", at, |name| vec![own_word(name, known)])
}

/// Whole declarations: `let …`, an option, a counter on its line, a word or deed.
fn left_out(at: usize, known: &Known<'_>) -> Vec<Plant> {
    let mut all = Vec::new();
    for name in known.names.iter().filter(|n| n.declares && known.uses_of(n).next().is_some()) {
        let (start, end) = known.line(name.start);
        let line = &known.source.text[start..end];
        let word = known.text(name);
        let before = &known.source.text[start..name.start];
        let whole = match before.trim_start() {
            "let " | "option " => Some((start, end)),
            "" if known.source.text[name.end..end].starts_with(": ") && !line.contains('{') => {
                Some((start, end))
            }
            "to " | "define " if line.trim_end().ends_with('}') => Some((start, end)),
            "to " | "define " | "action " => {
                let rest = known.source.text[start + 1..].split_inclusive('\n').skip(1);
                let item = rest.take_while(|line| !line.starts_with(|c: char| c.is_alphabetic()));
                let len: usize = item.map(str::len).sum();
                Some((start, end + len))
            }
            _ => None,
        };
        let Some((start, end)) = whole.filter(|_| !line.trim_end().ends_with([',', '(', '=']))
        else {
            continue;
        };
        let mends: &[String] = &match before.trim_start() {
            "" => vec![format!("`{word}: "), format!("{word}: ")],
            head => vec![format!("{head}{word}")],
        };
        let mends: Vec<&str> = mends.iter().map(String::as_str).collect();
        let mut plant = plant("declarations left out", at, start..end, "", &mends);
        plant.anywhere = true;
        all.push(plant);
    }
    all
}

/// A parameter, a field, a value of an enum.
fn parts_left_out(at: usize, known: &Known<'_>) -> Vec<Plant> {
    let mut all = Vec::new();
    let text = &known.source.text;
    for name in known.names.iter().filter(|n| n.declares && known.uses_of(n).next().is_some()) {
        let (from, to) = known.line(name.start);
        let line = &text[from..to];
        let head = line.split(' ').next().unwrap_or("");
        let open = match head {
            "to" | "define" | "action" => '(',
            "card" | "enum" => '{',
            _ => continue,
        };
        let before = &text[from..name.start];
        if !before.contains(open) || before.contains([')', '}']) {
            continue;
        }
        let rest = &text[name.end..to];
        let Some(len) = rest.find([',', ')', '}']) else { continue };
        let part = text[name.start..name.end + len].trim_end();
        if part.contains(['"', '(', '=']) {
            continue;
        }
        let (start, end) = if rest[len..].starts_with(", ") {
            (name.start, name.end + len + 2)
        } else if before.ends_with(", ") {
            (name.start - 2, name.start + part.len())
        } else {
            continue;
        };
        let word = known.text(name);
        let what = before.split(['(', '{', ' ']).nth(1).unwrap_or("");
        let mends: Vec<String> = match head {
            "enum" => vec![format!("enum {what}"), format!("`{what}`")],
            "action" => vec![format!("{word} in "), format!("{word}: ")],
            _ => vec![format!("{word}: ")],
        };
        let mends: Vec<&str> = mends.iter().map(String::as_str).collect();
        let mut plant = plant("parts left out", at, start..end, "", &mends);
        plant.anywhere = true;
        all.push(plant);
    }
    all
}

/// Which sort of thing a name stands for.
fn sort(means: Meaning) -> Option<&'static str> {
    Some(match means {
        Meaning::Zone(_) => "zone",
        Meaning::Counter(_) => "counter",
        Meaning::Word(_) => "word",
        Meaning::Local(_) => "local",
        Meaning::Option(_) => "option",
        Meaning::EnumMember(..) => "member",
        Meaning::Field(_) => "field",
        Meaning::Deed(_) => "deed",
        _ => return None,
    })
}

/// Another name of the text, of which something is wrong then.
fn others(at: usize, known: &Known<'_>) -> Vec<Plant> {
    let source = known.source;
    let mut all = Vec::new();
    let used: Vec<&Name> = known.names.iter().filter(|n| !n.declares).collect();
    for step in 0..24.min(used.len()) {
        let name = used[(step * 7919 + source.text.len()) % used.len()];
        let other = used[(step * 104_729 + 11) % used.len()];
        let (sort_of, other_sort) = (sort(name.means), sort(other.means));
        if sort_of.is_none() || other_sort.is_none() || sort_of == other_sort {
            continue;
        }
        let (word, new) = (known.text(name), known.text(other));
        if word == new || all.len() > 3 {
            continue;
        }
        let plant = plant("other things", at, name.start..name.end, new, &[word]);
        if is_wrong(source, &plant) {
            all.push(plant);
        }
    }
    all
}

fn is_wrong(source: &Source, plant: &Plant) -> bool {
    let mut text = source.text.clone();
    text.replace_range(plant.edit.start..plant.edit.end, &plant.edit.new);
    let made = source.compile(&text, &mut source.shelf.clone());
    made.diagnostics.iter().any(|d| d.code.is_error())
}

/// `owner.member`, with the place of the owner.
fn owned<'n>(known: &'n Known<'_>) -> impl Iterator<Item = (&'n str, &'n Name, Range<usize>)> {
    let text = &known.source.text;
    known.names.iter().filter(|n| !n.declares).filter_map(move |name| {
        let before = text[..name.start].strip_suffix('.')?;
        let letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let start = before.len() - before.chars().rev().take_while(|c| letter(*c)).count();
        let first = !before[..start].ends_with(['.', ')']);
        (start < before.len() && first).then(|| (&before[start..], name, start..before.len()))
    })
}

fn owners(at: usize, known: &Known<'_>) -> Vec<Plant> {
    let mut all = Vec::new();
    let locals: Vec<&Name> = known.names.iter().filter(|n| n.ty.is_some()).collect();
    for (owner, member, place) in owned(known) {
        let whole = format!("{owner}.{}", known.text(member));
        let near = locals.iter().filter(|n| n.start < place.start && n.start + 300 > place.start);
        let near = near.map(|n| known.text(n)).find(|word| *word != owner);
        for new in ["round", "turn", "me", "this"].into_iter().chain(near) {
            let plant = plant("other owners", at, place.clone(), new, &[&whole, owner]);
            let drawn = place.start % 5 == 0;
            if new != owner && all.len() < 6 && drawn && is_wrong(known.source, &plant) {
                all.push(plant);
            }
        }
    }
    all
}

fn nobody(at: usize, known: &Known<'_>) -> Vec<Plant> {
    let mut all = Vec::new();
    for (owner, member, place) in owned(known) {
        let whole = format!("{owner}.{}", known.text(member));
        for new in ["player", "caller", "p", "card", "winner"] {
            let free = !known.names.iter().any(|n| n.declares && known.text(n) == new);
            if new != owner && free {
                all.push(plant("owners unknown", at, place.clone(), new, &[&whole]));
            }
        }
    }
    all
}

fn types(at: usize, known: &Known<'_>) -> Vec<Plant> {
    let source = known.source;
    let mut all = Vec::new();
    let turns: &[(&str, &str, &[&str])] = &[
        (" is empty", " is 0", &["is empty", "count(", "`empty`"]),
        (" is empty", " is none", &["is empty"]),
        (" is not empty", " > 0", &["is not empty", "count("]),
        (" is none", " is 0", &["is none"]),
        (" is none", " is empty", &["is none"]),
        (" is not none", " > 0", &["is not none"]),
        (" = none", " = 0", &["none"]),
        (" = none", " = empty", &["none"]),
        (" = yes", " = 1", &["yes"]),
        (" = no\n", " = 0\n", &["no"]),
        (" += 1\n", " += yes\n", &["+= 1", "number"]),
        ("those c in ", "count(c in ", &["those c in"]),
        ("any c in ", "first c in ", &["any c in", "is not none"]),
        ("sum(", "count(", &["sum("]),
        ("in opponents", "in me", &["opponents", "players"]),
        ("in players", "in Player", &["players"]),
        ("in me.hand", "in me", &["me.hand"]),
        ("in me.layout", "in me", &["me.layout"]),
        (" is not empty", "", &["is not empty", "is empty"]),
        (" > 0", "", &["> 0", "is 0", ">"]),
        (" is me", " is me.hand", &["is me", "`me`"]),
        ("(me, ", "(me.hand, ", &["(me, ", "`me`"]),
        ("(me)", "(players)", &["(me)", "`me`", "each"]),
        (" * count(players)", " * players", &["count(players)"]),
    ];
    for (from, to, mends) in turns {
        for start in source.places(from) {
            let place = start..start + from.len();
            let whole = plant("values of another type", at, place, to, mends);
            if all.len() < 24 && start % 3 == 0 && is_wrong(source, &whole) {
                all.push(whole);
            }
        }
    }
    all
}

/// `count(me.hand)` → `me.hand`
fn counts(at: usize, known: &Known<'_>) -> Vec<Plant> {
    let source = known.source;
    let mut all = Vec::new();
    for start in source.places("count(") {
        let Some(len) = source.text[start..].find(')') else { continue };
        let inside = &source.text[start + 6..start + len];
        if inside.contains(['(', ' ', '\n']) {
            continue;
        }
        let whole = &source.text[start..=start + len];
        all.push(plant("counts left out", at, start..start + len + 1, inside, &[whole]));
    }
    all
}

/// Calls of words and deeds with simple values: the call, and the place of what is in brackets.
fn calls<'n>(known: &'n Known<'_>) -> Vec<(&'n str, Vec<&'n str>, Range<usize>)> {
    let text = &known.source.text;
    let mut all = Vec::new();
    let called = |n: &&Name| !n.declares && matches!(n.means, Meaning::Word(_) | Meaning::Deed(_));
    for name in known.names.iter().filter(called) {
        let Some(len) = text[name.end..].find(')') else { continue };
        let whole = &text[name.start..name.end + len + 1];
        let inside = &text[name.end..name.end + len];
        let Some(inside) = inside.strip_prefix('(') else { continue };
        if inside.contains(['(', '\n', '"', '[']) || inside.is_empty() {
            continue;
        }
        all.push((whole, inside.split(", ").collect(), name.end + 1..name.end + len));
    }
    all
}

fn one_more(at: usize, known: &Known<'_>) -> Vec<Plant> {
    let more = |(whole, args, place): (&str, Vec<&str>, Range<usize>)| {
        let new = format!("{}, 7", args.join(", "));
        plant("one argument more", at, place, &new, &[whole])
    };
    calls(known).into_iter().map(more).collect()
}

fn one_less(at: usize, known: &Known<'_>) -> Vec<Plant> {
    let less = |(whole, args, place): (&str, Vec<&str>, Range<usize>)| {
        let name = whole.split('(').next().unwrap_or("");
        let new = args[1..].join(", ");
        (args.len() > 1)
            .then(|| plant("one argument less", at, place, &new, &[whole, &format!("{name}(")]))
    };
    calls(known).into_iter().filter_map(less).collect()
}

fn turned(at: usize, known: &Known<'_>) -> Vec<Plant> {
    let turn = |(whole, mut args, place): (&str, Vec<&str>, Range<usize>)| {
        args.reverse();
        let plant = plant("arguments turned round", at, place, &args.join(", "), &[whole]);
        (args.len() > 1 && is_wrong(known.source, &plant)).then_some(plant)
    };
    calls(known).into_iter().filter_map(turn).take(5).collect()
}

fn tables<'n>(known: &'n Known<'_>) -> Vec<(&'n String, &'n String)> {
    let named =
        |(name, _): &(&String, &String)| known.source.text.contains(&format!("from \"{name}\""));
    let plain = |(_, text): &(&String, &String)| !text.contains('"');
    known.source.shelf.tables.iter().filter(named).filter(plain).collect()
}

fn whole_table(kind: &'static str, at: usize, table: &str, text: &str, new: String) -> Plant {
    let mut plant = plant(kind, at, 0..text.len(), &new, &[]);
    plant.edit.table = Some(table.into());
    plant.anywhere = true;
    plant
}

fn columns(at: usize, known: &Known<'_>) -> Vec<Plant> {
    let mut all = Vec::new();
    for (name, text) in tables(known) {
        let heads: Vec<&str> = text.lines().next().unwrap_or("").split(',').collect();
        let rows = || text.lines().map(|line| line.split(',').collect::<Vec<_>>());
        for (cut, head) in heads.iter().enumerate() {
            let less = rows().map(|mut row| {
                row.remove(cut.min(row.len() - 1));
                row.join(",") + "\n"
            });
            let mut plant = whole_table("columns", at, name, text, less.collect());
            plant.mends = vec![format!("`{head}`")];
            if plant.edit.new.trim().is_empty() || !table_is_wrong(known.source, &plant) {
                continue;
            }
            all.push(plant);
        }
    }
    all
}

fn table_is_wrong(source: &Source, plant: &Plant) -> bool {
    let mut shelf = source.shelf.clone();
    if let Some(table) = plant.edit.table.as_ref().and_then(|t| shelf.tables.get_mut(t)) {
        table.replace_range(plant.edit.start..plant.edit.end, &plant.edit.new);
    }
    let made = source.compile(&source.text, &mut shelf);
    made.diagnostics.iter().any(|d| d.code.is_error())
}

fn cells(at: usize, known: &Known<'_>) -> Vec<Plant> {
    let mut all = Vec::new();
    for (name, text) in tables(known) {
        let mut from = text.find('\n').map_or(text.len(), |n| n + 1);
        let heads: Vec<&str> = text.lines().next().unwrap_or("").split(',').collect();
        for line in text[from..].split_inclusive('\n') {
            let plain = line.trim_end();
            let mut put = |new: String, mends: Vec<String>| {
                let mut plant = plant("cells", at, from..from + plain.len(), &new, &[]);
                plant.edit.table = Some(name.clone());
                plant.mends = mends;
                if from % 3 == 0 && table_is_wrong(known.source, &plant) {
                    all.push(plant);
                }
            };
            let row: Vec<&str> = plain.split(',').collect();
            put(
                format!("{plain},9"),
                vec![
                    "one cell".into(),
                    format!("{}", heads.len()),
                    "comma".into(),
                    "heading".into(),
                ],
            );
            put(
                format!("{plain}\n{plain}"),
                vec![
                    "another name".into(),
                    "one of them".into(),
                    "copies".into(),
                    "twice".into(),
                    row[0].into(),
                ],
            );
            put(
                row[..row.len() - 1].join(","),
                vec![format!("`{}`", heads[heads.len() - 1]), "comma".into()],
            );
            for cell in 1..row.len() {
                let mut other = row.clone();
                let old = row[cell];
                let (new, mend) = match (old, old.parse::<i64>()) {
                    (_, Ok(_)) => ("lots", "number".to_string()),
                    ("yes" | "no", _) => ("maybe", "`yes`".to_string()),
                    ("", _) => continue,
                    (old, _) => ("gizmo", format!("`{old}`")),
                };
                other[cell] = new;
                put(other.join(","), vec![mend]);
            }
            from += line.len();
        }
    }
    all
}

fn headings(at: usize, known: &Known<'_>) -> Vec<Plant> {
    let mut all = Vec::new();
    for (name, text) in tables(known) {
        let mut start = 0;
        for head in text.lines().next().unwrap_or("").split(',') {
            let others = another_word(head).into_iter().chain(["gizmo".to_string()]);
            for new in others.chain([format!("{head}s"), head.to_uppercase()]) {
                let mut plant = plant("headings", at, start..start + head.len(), &new, &[]);
                plant.edit.table = Some(name.clone());
                plant.mends = vec![format!("`{head}`")];
                plant.anywhere = true;
                if table_is_wrong(known.source, &plant) {
                    all.push(plant);
                }
            }
            start += head.len() + 1;
        }
    }
    all
}

fn persons(at: usize, known: &Known<'_>) -> Vec<Plant> {
    let mut all = Vec::new();
    for person in ["Ana", "Ben"] {
        for start in known.source.places(person) {
            let line = &known.source.text[known.line(start).0..start];
            if line.starts_with("  ") && !line.contains('[') {
                let place = start..start + person.len();
                all.push(plant("persons", at, place, "Zoe", &[person]));
            }
        }
    }
    all
}

/// What a variant changes, removes or sets, called otherwise.
fn of_nothing(at: usize, known: &Known<'_>) -> Vec<Plant> {
    let source = known.source;
    let mut all = Vec::new();
    if source.base.is_none() {
        return all;
    }
    let words =
        ["remove ", "replace ", "change ", "extend ", "set ", "before ", "after ", "forbid "];
    let mut begins: BTreeMap<usize, usize> = BTreeMap::new();
    let mut from = 0;
    for line in source.text.split_inclusive('\n') {
        if words.iter().any(|word| line.starts_with(word)) {
            begins.insert(from, from + line.len());
        }
        from += line.len();
    }
    for (from, to) in begins {
        for name in known.names.iter().filter(|n| n.start >= from && n.end <= to) {
            let word = known.text(name);
            let others =
                another_word(word).into_iter().chain([format!("{word}s"), format!("the_{word}")]);
            for new in others {
                let plant = plant("variants of nothing", at, name.start..name.end, &new, &[word]);
                if is_wrong(source, &plant) {
                    all.push(plant);
                }
            }
        }
    }
    all
}
