//! Where nothing is near a name that means nothing: how it is declared.

use super::key;
use crate::causes;
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Edit, Severity};
use crate::fixes::MORE;
use crate::letters::in_name;
use crate::messages::DECLARE;
use crate::source::{Sources, Span};
use crate::spelling::{Nearness, likeness};
use crate::syntax::{item_around, words_in};

/// Says of a name that means nothing, and of a thing that has it not, how it is declared, if
/// nothing better is known.
pub(super) fn told(said: &mut Diagnostic, sources: &Sources) {
    let Some(name) = causes::unknown(said, sources) else { return };
    let name = name.to_owned();
    if let Some(change) = of_best(said.span(), sources) {
        said.help = Some(format!("only what it goes by stands there: write `{}`", change.new));
        said.fix = vec![change];
        return;
    }
    let help = said.help.take().unwrap_or_default();
    let (known, more) = match help.find(MORE) {
        Some(at) => help.split_at(at),
        None => (help.as_str(), ""),
    };
    let of = said.message.strip_prefix('`').and_then(|rest| rest.split_once("` has no `"));
    let doubtful = ["perhaps `", "did you mean `", "here it is written `count", "write `", "a `"];
    // What several places name is rather a name than a slip.
    let several = said.labels.iter().any(|label| label.text == causes::HERE_TOO);
    let doubtful = |known: &str| {
        doubtful.iter().any(|words| known.starts_with(words))
            || several && known.starts_with("here it is written `")
    };
    let text = sources.get(said.span().file).map_or("", |file| &file.text);
    if let Some(help) = seated(said, &name, text) {
        said.help = Some(format!("{help}{more}"));
        said.fix.clear();
        return;
    }
    if let Some(inside) = known_inside(said, &name, text).filter(|_| more.is_empty()) {
        said.help = Some(inside);
        said.fix.clear();
        return;
    }
    if let Some((help, change)) = of_somebody(said, &name, text).filter(|_| more.is_empty()) {
        said.help = Some(help);
        said.fix = vec![change];
        return;
    }
    if let Some(elsewhere) = named_elsewhere(said, &name, text).filter(|_| more.is_empty()) {
        said.help = Some(elsewhere);
        said.fix.clear();
        return;
    }
    let unpicked = || not_picked(said, &name, text).or_else(|| who_won(said, &name, text));
    let first = doubtful(known) || known.is_empty() || known == DECLARE;
    if let Some(help) = unpicked().filter(|_| first && !spelt(&name, known)) {
        said.help = Some(help);
        said.fix.clear();
        return;
    }
    if let Some(best) = superlative(&name, text).filter(|_| said.code == Code::E0401) {
        said.help = Some(format!("{best}{more}"));
        said.fix.clear();
        return;
    }
    let declared = match (said.code, of) {
        // Nobody means to declare that.
        (Code::E0401, _) if name == "player" => {
            let all = of_all(said.span(), sources).filter(|_| known.starts_with("perhaps `"));
            let all = all.unwrap_or_default();
            said.help = Some(format!("{known}{all}{more}")).filter(|help| !help.is_empty());
            return;
        }
        (Code::E0401, _)
            if known.is_empty()
                || known == DECLARE
                || doubtful(known) && (several || !spelt(&name, known)) =>
        {
            plain(&name, said.span(), sources)
        }
        (Code::E0402, Some((of, _))) => member(of, &name).filter(|_| {
            known.is_empty()
                || known.starts_with(&format!("`{of}` has `"))
                || known.starts_with("perhaps `")
        }),
        (Code::E0601, _) if doubtful(known) && (several || !more.is_empty()) => {
            Some(format!("`action {name} {{ … }}`"))
        }
        _ => None,
    };
    let help = match (known, declared) {
        (known, None) => known.to_owned(),
        ("" | DECLARE, Some(declared)) => format!("declare it: {declared}"),
        (known, Some(declared)) if doubtful(known) => {
            format!("{known}; or declare it: {declared}")
        }
        (known, Some(declared)) => format!("{known}; to add it, write {declared}"),
    };
    said.help = Some(format!("{help}{more}")).filter(|help| !help.is_empty());
}

/// `with most p.bid`: a name behind `with most` that is asked for something.
fn of_best(at: Span, sources: &Sources) -> Option<Edit> {
    let text: &str = &sources.get(at.file)?.text;
    let before = text.get(..at.start as usize)?;
    let best = ["with most ", "with least "].into_iter().find(|words| before.ends_with(words))?;
    let rest = text.get(at.end as usize..)?.strip_prefix('.')?;
    let member = rest.get(..rest.find(|c: char| !in_name(c)).unwrap_or(rest.len()))?;
    let start = at.start - u32::try_from(best.len()).ok()?;
    let end = at.end + u32::try_from(member.len() + 1).ok()?;
    let plain = member.starts_with(char::is_alphabetic);
    plain.then(|| Edit { span: Span { start, end, ..at }, new: format!("{best}{member}") })
}

/// `Ana` in the rules, who sits only in tests; `full`, which no zone is.
fn seated(said: &Diagnostic, name: &str, text: &str) -> Option<String> {
    let at = said.span();
    let before = text.get(..at.start as usize)?;
    if said.code == Code::E0401 && name == "full" {
        let zone = before.strip_suffix(" is ")?.rsplit([' ', '(']).next()?;
        let plain = !zone.is_empty() && zone.chars().all(|c| in_name(c) || c == '.');
        return plain
            .then(|| format!("say how many make it full, such as four: `count({zone}) is 4`"));
    }
    let sits = |line: &str| {
        let seats = line.strip_prefix("test ").and_then(|rest| rest.rsplit_once(" with "));
        let seats = seats.and_then(|(_, seats)| seats.split('{').next()).unwrap_or("");
        seats.split(|c| !in_name(c)).any(|seat| seat == name)
    };
    let (head, _) = item_around(text, at.start as usize)?;
    let capital = name.starts_with(char::is_uppercase);
    let named =
        capital && said.code == Code::E0401 && text.lines().any(sits) && !head.starts_with("test ");
    named.then(|| {
        let behind = text.get(at.end as usize..).unwrap_or("");
        let end = behind.find(|c: char| !in_name(c) && c != '.').unwrap_or(behind.len());
        let member = &behind[..end];
        format!(
            "`{name}` sits only in a test: here whoever acts is `me{member}`, and a player whom a \
             loop or a parameter names is `p{member}`"
        )
    })
}

/// `n` in front of the round that counts by it, `p` behind the condition that goes through players:
/// where the name is known, and how to say it here.
fn known_inside(said: &Diagnostic, name: &str, text: &str) -> Option<String> {
    const STAGES: [&str; 3] = ["round ", "for each ", "turn "];
    const ASKING: [&str; 3] = ["any ", "every ", "no "];
    let at = said.span();
    let (_, item) = item_around(text, at.start as usize).filter(|_| said.code == Code::E0401)?;
    let body = text.get(item.clone())?;
    let behind = |words: &[&str]| {
        words.iter().find_map(|word| {
            let start = body.find(&format!("{word}{name} in "))?;
            Some(body.get(start..)?.lines().next()?.to_owned())
        })
    };
    let here = text.get(..at.start as usize)?.rsplit('\n').next()?;
    let asked = ASKING.iter().find_map(|word| here.split_once(&format!("{word}{name} in ")));
    let asked = asked.and_then(|(_, rest)| rest.split_once(" {")?.0.split_once(" has "));
    if let Some((of, has)) = asked {
        let those = format!("those {name} in {of} where {has}");
        // What ends the game is asked again and again.
        let won = here.contains("{ end game won by ") && here.starts_with("  if ");
        if won && text.get(item.start..)?.starts_with("play") {
            return Some(format!(
                "`{name}` is known only in that condition; what ends the game is asked after each \
                 move: write `ends when any {name} in {of} has {has} {{ end game won by {those} }}`"
            ));
        }
        let member = text.get(at.end as usize..)?.starts_with('.');
        return Some(match member {
            true => format!(
                "`{name}` is known only in that condition: for one of them write `if there is \
                 {name} in first {name} in {of} where {has} {{ … }}`"
            ),
            false => format!("`{name}` is known only in that condition: write `{those}`"),
        });
    }
    let stage = behind(&STAGES)?;
    let head = stage.split(" {").next()?.trim();
    Some(format!(
        "`{name}` is known only inside `{head} {{ … }}`: put what asks for it between those \
         braces"
    ))
}

/// `lucky`, which was chosen in another item: a name lasts no longer than its braces.
fn named_elsewhere(said: &Diagnostic, name: &str, text: &str) -> Option<String> {
    let at = said.span();
    // `size(…)` is asked for as nothing is that is kept.
    let called = text.get(at.end as usize..).is_some_and(|rest| rest.starts_with('('));
    let unknown = said.code == Code::E0401 && !called;
    let (own, _) = item_around(text, at.start as usize).filter(|_| unknown)?;
    let binds = [format!("choose {name} in "), format!("let {name} = ")];
    let mut places = binds.iter().flat_map(|words| text.match_indices(&**words));
    let (first, _) = places.next().filter(|_| name.len() > 1)?;
    let (head, item) = item_around(text, first).filter(|(head, _)| *head != own)?;
    if places.any(|(place, _)| !item.contains(&place)) {
        return None;
    }
    let mut words = head.split([' ', '(']);
    let head = match words.next()? {
        word @ ("setup" | "play") => word,
        "to" | "action" | "attempt" | "menu" => words.next()?,
        _ => return None,
    };
    let body = text.get(item)?;
    let kept = body.find(&format!(" = {name}\n")).and_then(|end| {
        let line = body.get(..end)?.rsplit(['\n', '{', ' ']).next()?.trim();
        (!line.is_empty() && line.chars().all(in_name)).then_some(line)
    });
    Some(match kept {
        Some(kept) => format!(
            "`{name}` has its name only in `{head}`, where it is chosen; what was chosen is kept \
             in `{kept}`"
        ),
        None => format!(
            "`{name}` has its name only in `{head}`; here it would need a name of its own, `let \
             {name} = …`; what other rules need is kept in a counter: `the table has {{ kept: … \
             }}`, and there `kept = {name}`"
        ),
    })
}

/// `ends when p.points > 5`, where nobody is called `p`: somebody has so many.
fn of_somebody(said: &Diagnostic, name: &str, text: &str) -> Option<(String, Edit)> {
    let at = said.span();
    let one = name.len() == 1 && said.code == Code::E0401;
    let before = text.get(..at.start as usize)?.rsplit('\n').next()?;
    let ends = before.trim_start() == "ends when " && one;
    let rest = text.get(at.end as usize..)?;
    let asked = rest.split(" {").next().filter(|asked| !asked.contains('\n'))?;
    let member = asked.strip_prefix('.')?.split(|c: char| !in_name(c)).next()?;
    let block = text.split("each Player has {").nth(1)?.split("\n}").next()?;
    let of_players = words_in(block, member).next().is_some()
        || text.contains(&format!("define {member} for p: Player"));
    let tight = [" and ", " or "].iter().all(|word| !asked.contains(word));
    let new = format!("any {name} in players has ");
    let help = format!("say of whom: write `{new}{name}{asked}`");
    let change = Edit { span: Span { end: at.start, ..at }, new };
    (ends && of_players && tight).then_some((help, change))
}

/// `action sell { move c to used }`: what is picked stands in brackets behind the name of the move.
fn not_picked(said: &Diagnostic, name: &str, text: &str) -> Option<String> {
    let (head, item) = item_around(text, said.span().start as usize)?;
    let (word, rest) = head.split_once(' ').filter(|_| said.code == Code::E0401)?;
    let end = rest.find(|c: char| !in_name(c)).unwrap_or(rest.len());
    let (of_move, behind) = rest.split_at(end);
    let moves = matches!(word, "action" | "attempt");
    let body = text.get(item)?;
    let used = ["move ", "swap ", "show ", "needs "].iter().any(|verb| {
        words_in(body, name)
            .any(|(at, _)| body.get(..at as usize).is_some_and(|t| t.ends_with(verb)))
    });
    let asked = words_in(body, name)
        .any(|(_, end)| body.get(end as usize..).is_some_and(|rest| rest.starts_with('.')));
    let local = name.len() == 1 || used || asked;
    let behind = behind.trim_start();
    if !moves || !local {
        return None;
    }
    Some(match behind.strip_prefix('(') {
        None => format!(
            "what is picked stands in brackets after the move's name, with where it is picked \
             from: `{word} {of_move}({name} in …)`; what is worked out has a line above: `let \
             {name} = …`"
        ),
        Some(rest) if name.len() == 1 => {
            let given = rest.split(')').next()?;
            format!(
                "the move picks only what stands in its brackets: `{word} {of_move}({given}, \
                 {name} in …)`"
            )
        }
        Some(_) => return None,
    })
}

/// `won by winner`, where nobody is called so.
fn who_won(said: &Diagnostic, name: &str, text: &str) -> Option<String> {
    const WINNERS: [&str; 5] = ["winner", "winners", "loser", "victor", "champion"];
    let before = text.get(..said.span().start as usize)?;
    let named = said.code == Code::E0401 && WINNERS.contains(&name) && before.ends_with("won by ");
    named.then(|| {
        "say which players: `me`, `players with most …`, or `those p in players where …`".to_owned()
    })
}

/// `brightest`, where players have a `brightness`: the one who has most of it.
fn superlative(name: &str, text: &str) -> Option<String> {
    const LEAST: usize = 4;
    let stem = name.strip_suffix("est").filter(|stem| stem.len() >= LEAST)?;
    let of_players = text.lines().filter_map(|line| {
        let rest = line.strip_prefix("define ")?;
        let end = rest.find(|c: char| !in_name(c))?;
        rest.contains(": Player").then(|| &rest[..end])
    });
    let word = of_players.into_iter().find(|word| word.starts_with(stem))?;
    Some(format!("write `first p in players with most {word}`"))
}

/// `; of all players it is `players.hand``, behind `player` in `player.hand`.
fn of_all(at: Span, sources: &Sources) -> Option<String> {
    let rest = sources.get(at.file)?.text.get(at.end as usize..)?.strip_prefix('.')?;
    let member = rest.get(..rest.find(|c: char| !in_name(c)).unwrap_or(rest.len()))?;
    Some(format!("; of all players it is `players.{member}`"))
}

/// Whether a help offers what is spelt nearly like a name.
fn spelt(name: &str, help: &str) -> bool {
    let offered = help.split('`').nth(1).unwrap_or("");
    let last = offered.rsplit('.').next().unwrap_or(offered);
    !matches!(likeness(name, last), Nearness::Alike(_) | Nearness::Other)
}

/// How something is declared that a thing shall have.
fn member(of: &str, name: &str) -> Option<String> {
    match of {
        "Player" => {
            Some(format!("`each Player has {{ {name}: … }}`, or `define {name} for p: Player = …`"))
        }
        "Number" | "Text" | "Square" | "Spot" | "yes or no" | "none" => None,
        of if of.strip_prefix("list of ").is_some_and(|each| each.chars().all(in_name)) => {
            Some(format!("`define {name} for these: {of} = …`"))
        }
        of if of.chars().all(in_name) => {
            let short: String = of.chars().take(1).flat_map(char::to_lowercase).collect();
            Some(format!(
                "`{name}: …` where `{of}` is declared, `each {of} has {{ {name}: … }}`, or \
                 `define {name} for {short}: {of} = …`"
            ))
        }
        _ => None,
    }
}

/// How a plain name is declared, by where and how it is used.
fn plain(name: &str, at: Span, sources: &Sources) -> Option<String> {
    let text: &str = &sources.get(at.file)?.text;
    let places: Vec<usize> = words_in(text, name).map(|(start, _)| start as usize).collect();
    let (head, item) = item_around(text, at.start as usize)?;
    let inside = places.iter().all(|place| item.contains(place));
    let called = text.get(at.end as usize..)?.starts_with('(');
    let test = head.starts_with("test ");
    let before = text.get(..at.start as usize)?;
    let line = before.rsplit('\n').next()?;
    let owner = text.get(at.end as usize..)?.starts_with('.');
    if line.trim().is_empty() && !test && !owner {
        let given = if called { "(…)" } else { "" };
        return Some(format!("`to {name}{given} {{ … }}`"));
    }
    let capital = name.starts_with(|c: char| c.is_uppercase());
    if capital && !called && !test && before.ends_with(" in ") {
        let types = types_of(text);
        let types =
            if types.is_empty() { String::new() } else { format!("; the types here are {types}") };
        return Some(format!("`enum {name} {{ … }}` or `card {name} {{ … }}`{types}"));
    }
    Some(match (called, inside && !test) {
        (true, _) => {
            format!("`define {name}(…) = …`, or `to {name}(…) {{ … }}` if it does something")
        }
        (false, true) => {
            let given = given(head, name);
            let given = given.map_or_else(String::new, |given| format!(", or {given}"));
            format!(
                "`let {name} = …` before it is used{given}; if other rules need it, `{name}: …` in \
                 `the table has {{ … }}`, `define {name} = …`, or `option {name}: …`"
            )
        }
        (false, false) if capital => {
            let thing = format!("`enum {name} {{ … }}` or `card {name} {{ … }}`");
            let seated = head.rsplit_once(" with ").filter(|_| test);
            seated.map_or_else(String::new, |(_, seats)| {
                let seats = seats.split(" {").next().unwrap_or(seats).trim_end();
                format!("`with {seats}, {name}` if it is a player of the test, else ")
            }) + &thing
        }
        (false, false) => format!(
            "`let {name} = …` before it is used; for several rules, `{name}: …` in `the table has \
             {{ … }}`, `option {name}: …`, `define {name} = …`, or as one of an enum: `enum … {{ \
             …, {name} }}`"
        ),
    })
}

/// The types that a text declares: `Suit`, `Rank`.
fn types_of(text: &str) -> String {
    const MOST: usize = 6;
    let declared = |line: &str| {
        let rest = line.strip_prefix("enum ").or_else(|| line.strip_prefix("card "))?;
        let end = rest.find(|c: char| !in_name(c)).unwrap_or(rest.len());
        (end > 0).then(|| format!("`{}`", &rest[..end]))
    };
    let all: Vec<String> = text.lines().filter_map(declared).take(MOST).collect();
    all.join(", ")
}

/// How a name is handed to the item with that head.
fn given(head: &str, name: &str) -> Option<String> {
    let (sort, rest) = head.split_once(' ')?;
    let called: String = rest.chars().take_while(|c| in_name(*c)).collect();
    let others = if rest[called.len()..].starts_with('(') { "…, " } else { "" };
    match sort {
        "to" | "define" | "menu" => {
            Some(format!("handed over: `{sort} {called}({others}{name}: …)`"))
        }
        "action" | "attempt" => Some(format!("chosen: `{sort} {called}({others}{name} in …)`")),
        _ => None,
    }
}

/// How many values something has, and how many it is handed, by what is said of it.
fn handed_to(said: &Diagnostic, called: &str) -> Option<(usize, usize)> {
    let rest = said.message.strip_prefix(&format!("`{called}` "))?;
    let (have, given) = match rest.strip_prefix("is filled with ") {
        Some(filled) => filled.split_once(", not ")?,
        None => rest.strip_prefix("needs ")?.split_once(" in brackets, not ")?,
    };
    Some((have.split(' ').next()?.parse().ok()?, given.parse().ok()?))
}

/// A deed or word that is handed one value more than it names, and needs a name that means nothing:
/// that is one mistake.
pub(super) fn handed(all: &mut Vec<Diagnostic>, sources: &Sources) {
    let unknown: Vec<(usize, String, String)> = all
        .iter()
        .enumerate()
        .filter(|(_, d)| d.code == Code::E0401 && d.severity == Severity::Error)
        .filter_map(|(at, d)| {
            let name = causes::unknown(d, sources)?;
            let text: &str = &sources.get(d.span().file)?.text;
            let (head, _) = item_around(text, d.span().start as usize)?;
            Some((at, name.to_owned(), head.to_owned()))
        })
        .collect();
    for (at, name, head) in unknown {
        let rest = head.split_once(' ').map_or("", |(_, rest)| rest);
        let called: String = rest.chars().take_while(|c| in_name(*c)).collect();
        let Some((_, params)) = rest[called.len()..].strip_prefix('(').and_then(|_| {
            let inner = rest[called.len() + 1..].split_once(')')?;
            Some((inner.1, inner.0))
        }) else {
            continue;
        };
        let wrong = |d: &Diagnostic| {
            matches!(d.code, Code::E0409 | Code::E0703)
                && handed_to(d, &called).is_some_and(|(have, given)| given == have + 1)
        };
        if called.is_empty() || !all.iter().any(wrong) {
            continue;
        }
        let sort = head.split(' ').next().unwrap_or("to");
        let heading = if sort == "action" || sort == "attempt" {
            format!("{name} in …")
        } else {
            format!("{name}: …")
        };
        let comma = if params.is_empty() { "" } else { ", " };
        if let Some(said) = all.get_mut(at) {
            said.help = Some(format!(
                "`{called}` is handed one value more than it names: `{sort} \
                 {called}({params}{comma}{heading})`"
            ));
            said.fix.clear();
        }
        all.retain(|d| !wrong(d));
        return;
    }
}

/// A word that does not say whose it is, and names what players have: that is one mistake.
pub(super) fn of_nobody(all: &mut Vec<Diagnostic>, sources: &Sources) {
    let one =
        |d: &Diagnostic| d.code == Code::E0402 && d.message.ends_with(" does not say whose it is");
    let Some(at) = all.iter().position(one) else { return };
    let place = all[at].span();
    let text = sources.get(place.file).map_or("", |file| &*file.text);
    let Some((head, item)) = item_around(text, place.start as usize) else { return };
    let inside = |d: &Diagnostic| {
        let start = d.span().start as usize;
        d.span().file == place.file && item.contains(&start)
    };
    let whose = |d: &Diagnostic| {
        let me = d.help.as_deref().is_some_and(|help| help.contains("`me."));
        inside(d) && (d.code == Code::E0401 && me || d.code == Code::E0501)
    };
    let names: Vec<Span> =
        all.iter().filter(|d| whose(d) && d.code == Code::E0401).map(Diagnostic::span).collect();
    let told = all[at].help.as_deref().and_then(|help| help.split('`').nth(1));
    let heading = told.and_then(|line| line.split_once(" = ")).map(|(heading, _)| heading);
    let line = item.start..item.start + head.len();
    let starts: Vec<usize> = names.iter().map(|at| at.start as usize).collect();
    if let Some(heading) = heading
        && let Some((_, value)) = head.split_once(" = ")
        && !names.is_empty()
        && starts.iter().all(|start| line.contains(start))
    {
        let mut value = value.to_owned();
        let shift = item.start + head.len() - value.len();
        let mut places: Vec<usize> = starts.iter().filter_map(|at| at.checked_sub(shift)).collect();
        places.sort_unstable();
        for place in places.into_iter().rev() {
            value.insert_str(place, "p.");
        }
        all[at].help = Some(format!("write `{heading} = {value}`"));
    }
    let kept = key(&all[at], sources);
    all.retain(|d| key(d, sources) == kept || !whose(d));
}
