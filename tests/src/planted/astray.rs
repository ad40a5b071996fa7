//! More mistakes of meaning: a line left out, a sign turned round, one name for another.

use super::Source;
use super::meant::{Change, Way, compared, lines, path_behind};

/// The ways, with their names.
pub(super) const WAYS: &[(&str, Way)] = &[
    ("onwards forgotten", |s| replaced(s, " onwards {", " {")),
    ("no ending", no_ending),
    ("one round only", |s| replaced(s, "in 1 onwards", "in 1..1")),
    ("both sides alike", both_sides),
    ("asked before", asked_before),
    ("set twice", set_twice),
    ("set beyond its range", set_beyond),
    ("pass too early", |s| in_menus(s, " otherwise ", " or pass otherwise ")),
    ("forbidden for ever", forbidden),
    ("never filled", never_filled),
    ("only its start", only_start),
    ("a call left out", call_left_out),
    ("out of the menu", out_of_menu),
    ("an option unread", option_unread),
    ("a word unread", word_unread),
    ("behind the end", behind_the_end),
    ("more for less", |s| turned(s, " > ", " < ")),
    ("or for and", |s| turned(s, " and ", " or ")),
    ("minus for plus", |s| turned(s, " += ", " -= ")),
    ("bottom for top", |s| replaced(s, "top 1 of", "bottom 1 of")),
    ("me for another", me_for_another),
    ("no refill", |s| item_left_out(s, "when ", " runs out")),
    ("an interrupt left out", |s| item_left_out(s, "after ", "")),
    ("shuffled too late", shuffled_late),
    ("more than there are", more_cards),
    ("moved to itself", moved_back),
    ("a round for ever", endless_round),
    ("full and filled", full_and_filled),
    ("the same twice over", same_value),
    ("a test copied", test_copied),
    ("wider than the other", wider),
];

/// The `shuffle` of the set-up left out, where another stands behind `runs out`.
fn shuffled_late(source: &Source) -> Vec<Change> {
    let mut found = source.places("shuffle ");
    let (Some(first), Some(second), None) = (found.next(), found.next(), found.next()) else {
        return Vec::new();
    };
    let before = |at: usize, word: &str| {
        let head = source.text[..at].lines().rev().find(|l| !l.starts_with([' ', '}', '/']));
        head.is_some_and(|l| l.contains(word))
    };
    let line = source.text[first..].find('\n').unwrap_or(0);
    let whole = source.begins_line(first) && before(first, "setup") && before(second, " runs out");
    if whole { vec![change(first, first + line, "")] } else { Vec::new() }
}

/// `count(laid) is 52` → `count(laid) is 5200`
fn more_cards(source: &Source) -> Vec<Change> {
    let mut all = Vec::new();
    for (start, line) in lines(source) {
        for word in [") is ", ") > ", ") >= "] {
            for (at, _) in line.match_indices(word) {
                let behind = path_behind(&line[at + word.len()..]);
                let counted = line[..at].rfind("count(").is_some_and(|open| {
                    !line[open..at].contains(')') && !line[open..at].contains(" in ")
                });
                let number = !behind.is_empty() && behind.bytes().all(|b| b.is_ascii_digit());
                if counted && number && behind != "0" && source.code[start + at] {
                    let from = start + at + word.len();
                    all.push(change(from, from + behind.len(), format!("{behind}00")));
                }
            }
        }
    }
    all
}

/// `let found = those c in p.hand …  move found to me.hand` → `… to p.hand`
fn moved_back(source: &Source) -> Vec<Change> {
    let mut all = Vec::new();
    let mut named: Option<(String, String)> = None;
    for (start, line) in lines(source) {
        let trimmed = line.trim();
        if let Some((name, rest)) =
            trimmed.strip_prefix("let ").and_then(|l| l.split_once(" = those "))
        {
            let zone = rest.split_once(" in ").map(|(_, zone)| path_behind(zone));
            named = zone.map(|zone| (name.to_owned(), zone.to_owned()));
        } else if let Some((name, zone)) = &named
            && let Some(rest) = trimmed.strip_prefix(&format!("move {name} to "))
            && zone.contains('.')
            && rest != zone.as_str()
            && rest.contains('.')
        {
            let from = start + line.find(rest).unwrap_or(0);
            all.push(change(from, from + rest.len(), zone.clone()));
        }
    }
    all
}

/// The `ends when` at the top of a round whose turns go on and on.
fn endless_round(source: &Source) -> Vec<Change> {
    let all = lines(source);
    let mut found = Vec::new();
    if source.text.contains("end round") || source.text.contains("end turn") {
        return found;
    }
    for (at, (start, line)) in all.iter().enumerate() {
        let inside = line.starts_with("    ends when ") && !line.contains('{');
        let round = at.checked_sub(1).is_some_and(|b| all[b].1.trim_start().starts_with("round "));
        let mut behind = all.iter().skip(at + 1).take_while(|(_, l)| l.starts_with("    "));
        let onwards = behind.any(|(_, l)| l.starts_with("    turn ") && l.contains(" onwards"));
        if inside && round && onwards {
            found.push(change(*start, start + line.len(), ""));
        }
    }
    found
}

/// `me.farmers -= 1` left out, where `farmers: 0..3 = 3` is declared and only one line takes.
fn full_and_filled(source: &Source) -> Vec<Change> {
    let mut all = Vec::new();
    for (at, before, behind) in compared(source, " -= ") {
        let name = before.rsplit('.').next().unwrap_or(before);
        let declared = source.text.match_indices(&format!("{name}: 0..")).any(|(found, whole)| {
            let rest = &source.text[found + whole.len()..];
            let most: String = rest.chars().take_while(char::is_ascii_digit).collect();
            rest[most.len()..].starts_with(&format!(" = {most}"))
                && !rest.lines().next().unwrap_or("").contains("capped")
        });
        let takes = source.text.matches(&format!("{name} -= ")).count();
        let others = source.text.matches(&format!("{name} = ")).count();
        let adds = source.text.matches(&format!("{name} += ")).count();
        let (start, end) = (at - before.len(), at + 4 + behind.len());
        if declared && takes == 1 && others == 0 && adds > 0 && !before.is_empty() {
            all.push(change(start, end, ""));
        }
    }
    all
}

/// Two `let`s in a row, with one value.
fn same_value(source: &Source) -> Vec<Change> {
    let mut all = Vec::new();
    let mut before: Option<&str> = None;
    for (start, line) in lines(source) {
        let value = line.trim().strip_prefix("let ").and_then(|l| l.split_once(" = "));
        if let (Some(first), Some((_, value))) = (before, value)
            && value != first
            && first.contains('.')
            && !first.contains(['"', '(', '{'])
            && !first.contains(" in ")
        {
            let from = start + line.find(" = ").unwrap_or(0) + 3;
            all.push(change(from, from + value.len(), first));
        }
        before = value.map(|(_, value)| value);
    }
    all
}

/// A whole test, once more.
fn test_copied(source: &Source) -> Vec<Change> {
    let mut all = Vec::new();
    for (start, _) in source.text.match_indices("\ntest \"") {
        if let Some(end) = source.text[start + 1..].find("\n}\n").map(|n| start + 1 + n + 3) {
            all.push(change(end, end, source.text[start + 1..end].to_owned()));
        }
    }
    all
}

/// `a > b or (a is b and …)` → `a >= b or (a is b and …)`
fn wider(source: &Source) -> Vec<Change> {
    let mut all = Vec::new();
    for (at, before, behind) in compared(source, " > ") {
        let rest = &source.text[at + 3 + behind.len()..];
        if rest.starts_with(&format!(" or ({before} is {behind} and ")) {
            all.push(change(at, at + 3, " >= "));
        }
    }
    all
}

fn change(start: usize, end: usize, new: impl Into<String>) -> Change {
    Change { start, end, new: new.into() }
}

/// Whether a byte lies in rules, not in tests.
fn in_rules(source: &Source, at: usize) -> bool {
    lines(source).iter().any(|(start, line)| (*start..start + line.len()).contains(&at))
}

fn replaced(source: &Source, written: &str, new: &str) -> Vec<Change> {
    let places = source.text.match_indices(written).map(|(at, _)| at);
    let places = places.filter(|at| source.code[*at] && in_rules(source, *at));
    places.map(|at| change(at, at + written.len(), new)).collect()
}

/// A sign between two names.
fn turned(source: &Source, written: &str, new: &str) -> Vec<Change> {
    let all = compared(source, written);
    all.into_iter().map(|(at, ..)| change(at, at + written.len(), new)).collect()
}

fn in_menus(source: &Source, written: &str, new: &str) -> Vec<Change> {
    let mut all = Vec::new();
    for (start, line) in lines(source) {
        let menu = line.find("choose {").or_else(|| line.starts_with("menu ").then_some(0));
        if let Some(at) = menu.and_then(|from| Some(from + line[from..].find(written)?))
            && !line.contains("pass")
        {
            all.push(change(start + at, start + at + written.len(), new));
        }
    }
    all
}

/// The only `end game` of the rules, left out.
fn no_ending(source: &Source) -> Vec<Change> {
    let mut ends = Vec::new();
    for (start, line) in lines(source) {
        ends.extend(
            line.match_indices("end game ").map(|(at, _)| (start + at, start + line.len())),
        );
    }
    let [(start, line)] = ends[..] else { return Vec::new() };
    let rest = &source.text[start..line];
    let end = start + rest.find('}').unwrap_or(rest.trim_end().len());
    vec![change(start, end, "")]
}

/// `a is b and c is d` → `a is b and a is b`
fn both_sides(source: &Source) -> Vec<Change> {
    let mut all = Vec::new();
    for (start, line) in lines(source) {
        for (at, _) in line.match_indices(" and ") {
            let first = line[..at].rsplit([' ', '(']).take(3).collect::<Vec<_>>();
            let [value, "is", name] = first[..] else { continue };
            let behind = &line[at + 5..];
            let mut words = behind.split([' ', ')']);
            let (other, is, last) = (words.next(), words.next(), words.next());
            if let (Some(other), Some("is"), Some(last)) = (other, is, last)
                && source.code[start + at]
                && !value.is_empty()
                && last != "not"
                && format!("{name}{value}") != format!("{other}{last}")
            {
                let from = start + at + 5;
                all.push(change(
                    from,
                    from + other.len() + 4 + last.len(),
                    format!("{name} is {value}"),
                ));
            }
        }
    }
    all
}

/// `if a { … } else if b {` → `if a { … } else if a {`
fn asked_before(source: &Source) -> Vec<Change> {
    let mut all = Vec::new();
    let mut before: Option<String> = None;
    for (start, line) in lines(source) {
        let trimmed = line.trim();
        if let Some(at) = line.find("} else if ")
            && let (Some(first), Some(end)) = (&before, line[at..].find(" {"))
        {
            let from = at + "} else if ".len();
            if line[from..at + end] != **first {
                all.push(change(start + from, start + at + end, first.clone()));
            }
        }
        if let Some(asked) = trimmed.strip_prefix("if ").and_then(|t| t.strip_suffix(" {")) {
            before = Some(asked.to_owned());
        } else if trimmed.starts_with("} else if") || trimmed == "}" {
            before = None;
        }
    }
    all
}

fn set_twice(source: &Source) -> Vec<Change> {
    let mut all = Vec::new();
    for (start, line) in lines(source) {
        let plain = line.starts_with("  ")
            && line.trim().split(" = ").count() == 2
            && !line.contains(['{', ':', '"']);
        if plain && !line.trim().starts_with("let ") && line.trim().split(' ').count() == 3 {
            all.push(change(start, start, line));
        }
    }
    all
}

/// `tank = 3` → `tank = 3000`, where `tank: 0..4` is declared.
fn set_beyond(source: &Source) -> Vec<Change> {
    let mut all = Vec::new();
    for (at, before, behind) in compared(source, " = ") {
        let name = before.rsplit('.').next().unwrap_or(before);
        let ranged = source.text.match_indices(&format!(" {name}: ")).any(|(found, whole)| {
            source.text[found + whole.len()..]
                .split([' ', ',', '\n'])
                .next()
                .is_some_and(|t| t.contains(".."))
        });
        if ranged && behind.bytes().all(|b| b.is_ascii_digit()) {
            all.push(change(at + 3, at + 3 + behind.len(), format!("{behind}9999")));
        }
    }
    all
}

fn forbidden(source: &Source) -> Vec<Change> {
    let mut all = Vec::new();
    if source.base.is_some() {
        // A house rule may well forbid a move of its game for ever.
        return all;
    }
    for (start, line) in lines(source) {
        let (when, because) = (line.find(" when "), line.find(" because "));
        if let (true, Some(when), Some(because)) = (line.starts_with("forbid "), when, because)
            && when < because
        {
            all.push(change(start + when, start + because, ""));
        }
    }
    all
}

/// The only line that moves cards to a zone, left out.
fn never_filled(source: &Source) -> Vec<Change> {
    let mut all = Vec::new();
    let moves: Vec<(usize, &str)> =
        lines(source).into_iter().filter(|(_, l)| l.trim().starts_with("move ")).collect();
    for (start, line) in &moves {
        let Some(to) = line.rfind(" to ") else { continue };
        let zone = path_behind(&line[to + 4..]).rsplit('.').next().unwrap_or("");
        let fills = source.text.matches(&format!("to {zone}")).count()
            + source.text.matches(&format!(".{zone} ")).count();
        let own = !source.text.contains(&format!("deck {zone} "));
        if own && !zone.is_empty() && fills <= 2 && !line.contains('{') {
            all.push(change(*start, start + line.len(), ""));
        }
    }
    all
}

/// The only `= yes` of a flag.
fn only_start(source: &Source) -> Vec<Change> {
    let mut all = Vec::new();
    for (at, before, behind) in compared(source, " = ") {
        let name = before.rsplit('.').next().unwrap_or(before);
        let sets = source.text.matches(&format!("{name} = yes")).count();
        if behind == "yes" && sets == 1 && source.text.contains(&format!("{name}: yes or no")) {
            all.push(change(at + 3, at + 6, "no"));
        }
    }
    all
}

/// The only call of a deed that stands on a line of its own.
fn call_left_out(source: &Source) -> Vec<Change> {
    let mut all = Vec::new();
    for (_, line) in lines(source) {
        let Some(name) = line.strip_prefix("to ").map(path_behind) else { continue };
        let uses: Vec<usize> = source.places(name).collect();
        let [_, at] = uses[..] else { continue };
        let from = source.text[..at].rfind('\n').map_or(0, |n| n + 1);
        let to = source.text[at..].find('\n').map_or(source.text.len(), |n| at + n);
        if source.begins_line(at) && !source.text[from..to].contains(['{', '}']) {
            all.push(change(from, to, ""));
        }
    }
    all
}

/// `{ lay or draw }` → `{ draw }`
fn out_of_menu(source: &Source) -> Vec<Change> {
    let mut all = Vec::new();
    for (start, line) in lines(source) {
        let Some(at) = line
            .find("choose { ")
            .or_else(|| line.starts_with("menu ").then(|| line.find("{ "))?)
        else {
            continue;
        };
        let from = at + line[at..].find("{ ").unwrap_or(0) + 2;
        let first = path_behind(&line[from..]);
        let alone = source.places(first).filter(|p| in_rules(source, *p)).count() == 2;
        if line[from + first.len()..].starts_with(" or ") && alone {
            all.push(change(start + from, start + from + first.len() + 4, ""));
        }
    }
    all
}

/// The only place that reads an option, with the option's usual value in its place.
fn option_unread(source: &Source) -> Vec<Change> {
    let mut all = Vec::new();
    for (_, line) in lines(source) {
        let Some((name, value)) = line.strip_prefix("option ").and_then(|l| l.split_once(": "))
        else {
            continue;
        };
        let Some(value) = value.rsplit(" = ").next().map(str::trim) else { continue };
        let uses: Vec<usize> = source.places(name).filter(|at| in_rules(source, *at)).collect();
        if let [_, at] = uses[..] {
            all.push(change(at, at + name.len(), value));
        }
    }
    all
}

/// The only place that reads a word that answers yes or no.
fn word_unread(source: &Source) -> Vec<Change> {
    let mut all = Vec::new();
    for (_, line) in lines(source) {
        let Some((name, _)) = line.strip_prefix("define ").and_then(|l| l.split_once(" for "))
        else {
            continue;
        };
        let uses: Vec<usize> = source.places(name).filter(|at| in_rules(source, *at)).collect();
        if let [_, at] = uses[..]
            && let Some(needs) = source.text[..at].rfind(" needs ")
            && source.text[needs + 7..at - 1]
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'_')
        {
            all.push(change(needs + 7, at + name.len(), "yes"));
        }
    }
    all
}

/// A statement behind `end game …`.
fn behind_the_end(source: &Source) -> Vec<Change> {
    let mut all = Vec::new();
    for (start, line) in lines(source) {
        if line.trim().starts_with("end game ") && !line.contains(['{', '}']) {
            all.push(change(start + line.len(), start + line.len(), "  say \"that was it\"\n"));
        }
    }
    all
}

/// `for each p in … { … p.hand … }` → `me.hand`
fn me_for_another(source: &Source) -> Vec<Change> {
    let mut all = Vec::new();
    for (start, line) in lines(source) {
        let Some(from) = line.find(" p in ") else { continue };
        for (at, _) in line[from + 5..].match_indices("p.") {
            let at = from + 5 + at;
            if !line[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.')
                && source.code[start + at]
            {
                all.push(change(start + at, start + at + 1, "me"));
            }
        }
    }
    all
}

/// A whole item that begins and goes on like this.
fn item_left_out(source: &Source, begins: &str, holds: &str) -> Vec<Change> {
    let mut all = Vec::new();
    for (start, line) in lines(source) {
        if line.starts_with(begins) && line.contains(holds) {
            let end = source.text[start..].find("\n}\n").map(|n| start + n + 2);
            let end = if line.trim_end().ends_with('{') {
                end
            } else {
                Some(start + line.trim_end().len())
            };
            all.extend(end.map(|end| change(start, end, "")));
        }
    }
    all
}
