//! Who is meant: `me` where nobody acts, and words for somebody whom no name stands for.

use super::{Key, Trials, key, single};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Edit, Severity};
use crate::letters::in_name;
use crate::source::{FileId, Sources, Span};
use crate::spelling;
use crate::syntax::{item_around, words_in};
use std::collections::BTreeSet;
use std::ops::Range;

/// So many reports are looked at.
const MOST: usize = 3;
/// So many ways to say it are tried for each.
const MOST_WAYS: usize = 4;
/// Words for whoever has won.
pub(super) const WINNERS: [&str; 6] = ["winner", "winners", "victor", "champion", "leader", "best"];
/// Words for any of the players.
const ANY: [&str; 4] = ["someone", "somebody", "anyone", "anybody"];
/// Words for the player of whom the line speaks.
const THIS_ONE: [&str; 13] = [
    "owner", "player", "they", "their", "them", "his", "her", "him", "he", "she", "its", "it",
    "holder",
];

/// Something that may be meant.
struct Way {
    /// What is tried.
    change: Edit,
    /// The same in small steps, where more than one word is changed.
    fix: Vec<Edit>,
    help: String,
}

/// Whether it is said that nobody acts.
pub(super) fn is(said: &Diagnostic) -> bool {
    said.code == Code::E0501 && said.severity == Severity::Error
}

/// Says of the first such reports who is meant, if the rules are right with that; these reports are
/// settled.
pub(super) fn told(
    all: &mut Vec<Diagnostic>,
    settled: &mut BTreeSet<Key>,
    trials: &mut Trials<'_>,
) {
    let (sources, own) = (trials.sources, trials.own);
    let here = |d: &&Diagnostic| {
        let (at, word) = (d.span(), sources.slice(d.span()));
        let wins = || {
            let text = sources.get(at.file).map_or("", |file| &*file.text);
            WINNERS.contains(&word) && names_the_winner(text, at)
        };
        let known = || is_somebody(word) || word == "next" || wins();
        usize::from(at.file.0) < own && (is(d) || d.code == Code::E0401 && single(d) && known())
    };
    let wrong: Vec<Diagnostic> = all.iter().filter(here).take(MOST).cloned().collect();
    for said in wrong {
        let own_key = key(&said, sources);
        let Some(text) = sources.get(said.span().file).map(|file| &*file.text) else { continue };
        if !trials.before.contains(&own_key) {
            continue;
        }
        let ways = match is(&said) {
            true => instead_of_me(&said, text, sources),
            false => instead_of_somebody(&said, text, sources),
        };
        let mut kept = None;
        for way in ways.into_iter().take(MOST_WAYS) {
            let gone = trials.mended_by(&way.change).filter(|gone| gone.contains(&own_key));
            if let Some(gone) = gone {
                kept = Some((way, gone));
                break;
            }
        }
        let Some(one) = all.iter_mut().find(|d| key(d, sources) == own_key) else { continue };
        match kept {
            Some((way, gone)) => {
                one.say(way.help);
                one.fix = if way.fix.is_empty() { vec![way.change] } else { way.fix };
                one.tries.clear();
                one.about = None;
                settled.insert(own_key.clone());
                all.retain(|d| {
                    let of = key(d, sources);
                    of == own_key || !gone.contains(&of)
                });
                trials.before.retain(|key| *key == own_key || !gone.contains(key));
            }
            None if is(&said) && names_the_winner(text, said.span()) => one.say(
                "say who of all players wins: `end game won by players with most …`, or `won by \
                 those p in players where …`",
            ),
            None if is(&said) && sources.slice(said.span()) == "me" => {
                // In the set-up that is said already.
                if let Some(help) = instead_of_turns(text, said.span()) {
                    one.say(help);
                }
            }
            None => {}
        }
    }
}

/// How else somebody is named where nobody acts: a turn is not always what is missing.
fn instead_of_turns(text: &str, at: Span) -> Option<String> {
    let (head, _) = item_around(text, at.start as usize)?;
    let word = head.split([' ', '{']).next()?;
    let behind = text.get(at.end as usize..)?;
    let end = behind.find(|c: char| !in_name(c) && c != '.').unwrap_or(behind.len());
    let member = behind.get(..end)?;
    let block = text.split("the table has {").nth(1).and_then(|rest| rest.split('}').next());
    let holder = block.unwrap_or("").split([',', '\n']).find_map(|part| {
        let (name, ty) = part.split_once(": Player")?;
        let name = name.trim();
        (name.chars().all(in_name) && ty.trim().is_empty()).then_some(name)
    });
    let holder = holder
        .map_or_else(String::new, |name| format!("; of one whom a counter names `{name}{member}`"));
    matches!(word, "play" | "to").then(|| {
        format!(
            "say whose it is: of each player in turn `for each p in players {{ … p{member} … \
             }}`{holder}; a player acts inside `turn me in players … {{ … }}`, and in a move that \
             was chosen"
        )
    })
}

fn is_somebody(word: &str) -> bool {
    ANY.contains(&word) || THIS_ONE.contains(&word)
}

/// Whether a place follows `won by`.
fn names_the_winner(text: &str, at: Span) -> bool {
    text.get(..at.start as usize).is_some_and(|before| before.ends_with("won by "))
}

/// `me` in an ending of the whole game, and in a loop through players.
fn instead_of_me(said: &Diagnostic, text: &str, sources: &Sources) -> Vec<Way> {
    let at = said.span();
    if names_the_winner(text, at) {
        return winners(text).into_iter().map(|who| wins(at, who)).collect();
    }
    let Some(of) = loop_around(text, at.start as usize) else { return Vec::new() };
    let asked = sources.slice(at);
    // Which of several ways is meant, nobody can know while a game is set up.
    let setup = item_around(text, at.start as usize).is_some_and(|(head, _)| head == "setup {");
    let menu = !asked.contains(" in ");
    let way = match asked.starts_with("choose ") {
        true if setup => None,
        _ if of.turn => in_turn(text, at, &of),
        true if menu => in_turn(text, at, &of),
        true => by_whom(at, asked, &of),
        false => by_name(text, at, &of),
    };
    way.into_iter().collect()
}

fn wins(at: Span, who: String) -> Way {
    Way {
        help: format!("say who of all players wins: `end game won by {who}`"),
        change: Edit { span: at, new: who },
        fix: Vec::new(),
    }
}

/// `next(pilot)`: whoever sits to the left.
fn next_one(text: &str, at: Span) -> Option<Way> {
    let behind = text.get(at.end as usize..)?.strip_prefix('(')?;
    let (who, _) = behind.split_once(')')?;
    let plain = !who.is_empty() && who.chars().all(|c| in_name(c) || c == '.');
    let end = at.end + u32::try_from(who.len()).ok()? + 2;
    let new = format!("{who}.left");
    let help = format!("the next one clockwise sits to the left: write `{new}`");
    let change = Edit { span: Span { end, ..at }, new };
    plain.then(|| Way { change, fix: Vec::new(), help })
}

/// Who may win, by what the text says of that: those with most of what is called the score, those
/// who win elsewhere, those who come furthest with what an ending asks for.
fn winners(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut add = |who: String| {
        if !all.contains(&who) {
            all.push(who);
        }
    };
    if text.lines().any(|line| line.starts_with("define score for ")) {
        add("players with most score".to_owned());
    }
    for (at, words) in text.match_indices("won by ") {
        let rest = text.get(at + words.len()..).unwrap_or("");
        let who = rest.split(['\n', '}', '"', '/']).next().unwrap_or("").trim();
        let plain = !who.is_empty() && words_in(who, "me").next().is_none();
        if plain && who.starts_with("players with ") {
            add(who.to_owned());
        }
    }
    for line in text.lines().filter(|line| line.contains("ends when ")) {
        let asked = line.split_once(" >").map_or("", |(before, _)| before);
        let of = asked.rsplit_once('.').map_or("", |(_, of)| of).trim();
        if !of.is_empty() && of.chars().all(in_name) {
            add(format!("players with most {of}"));
        }
    }
    let block = text.split("each Player has {").nth(1).and_then(|rest| rest.split('}').next());
    let names = block.unwrap_or("").split([',', '\n', ' ']).filter_map(|w| w.strip_suffix(':'));
    for name in names.filter(|name| spelling::alike(name, "score")) {
        add(format!("players with most {name}"));
    }
    all
}

/// A loop through players whose braces are around a place.
pub(super) struct Around<'t> {
    /// What each of them is called, such as `p`.
    pub(super) name: &'t str,
    /// `players from opener`
    domain: &'t str,
    /// It is a turn that gives whoever has it a name of their own.
    turn: bool,
    /// Where `for each`, or `turn`, begins.
    start: usize,
    /// What stands between its braces.
    block: Range<usize>,
}

/// The innermost loop through players around a byte, unless somebody has a turn in between.
pub(super) fn loop_around(text: &str, byte: usize) -> Option<Around<'_>> {
    let before = text.get(..byte)?;
    let item = before.rfind("\n}").map_or(0, |at| at + 2);
    let mut depth = 0usize;
    for (at, sign) in before.get(item..)?.char_indices().rev() {
        match sign {
            '}' => depth += 1,
            '{' if depth > 0 => depth -= 1,
            '{' => {
                let open = item + at;
                let head = text.get(..open)?.rsplit(['{', '}', '\n']).next()?;
                let head = head.trim();
                if head.starts_with("turn me ") {
                    return None;
                }
                let word = ["for each ", "turn "].into_iter().find(|word| head.starts_with(word));
                let Some((word, (name, domain))) = word
                    .and_then(|word| Some((word, head.strip_prefix(word)?.split_once(" in ")?)))
                else {
                    continue;
                };
                let of_players = ["players", "opponents", "(players", "(opponents"];
                let bare = domain
                    .strip_prefix("those ")
                    .map_or(domain, |rest| rest.split_once(" in ").map_or(rest, |(_, of)| of));
                if name.chars().all(in_name) && of_players.iter().any(|of| bare.starts_with(of)) {
                    let end = closing(text, open)?;
                    let start = text.get(..open)?.rfind(word)?;
                    let turn = word == "turn ";
                    return Some(Around { name, domain, turn, start, block: open + 1..end });
                }
            }
            _ => {}
        }
    }
    None
}

/// Where the brace at a byte is closed.
fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, sign) in text.get(open..)?.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(open + at);
                }
            }
            _ => {}
        }
    }
    None
}

/// A change of one word for another wherever it stands in a part of a text: as one, and in steps.
fn replaced(
    text: &str,
    file: FileId,
    part: Range<usize>,
    old: &str,
    new: &str,
) -> Option<(Edit, Vec<Edit>)> {
    let inside = text.get(part.clone())?;
    let span = |start: u32, end: u32| {
        let by = u32::try_from(part.start).unwrap_or_default();
        Span { file, start: start + by, end: end + by }
    };
    let places: Vec<(u32, u32)> = words_in(inside, old).collect();
    let ((start, _), (_, end)) = (places.first()?, places.last()?);
    let steps =
        places.iter().map(|(start, end)| Edit { span: span(*start, *end), new: new.to_owned() });
    let mut made = String::new();
    let mut from = *start;
    for (place, behind) in &places {
        made.push_str(inside.get(from as usize..*place as usize)?);
        made.push_str(new);
        from = *behind;
    }
    Some((Edit { span: span(*start, *end), new: made }, steps.collect()))
}

/// `for each p in players { move me.screen to me.archive }`: `p` is meant.
fn by_name(text: &str, at: Span, of: &Around<'_>) -> Option<Way> {
    let block = text.get(of.block.clone())?;
    if block.contains("turn me") {
        return None;
    }
    let (change, fix) = replaced(text, at.file, of.block.clone(), "me", of.name)?;
    let (name, line) = (of.name, block.trim());
    let mut made = line.to_owned();
    let places: Vec<(u32, u32)> = words_in(line, "me").collect();
    for (start, end) in places.into_iter().rev() {
        made.replace_range(start as usize..end as usize, name);
    }
    let help = match line.contains(['\n', '`']) {
        false => format!(
            "each of the players is `{name}` here: write `for each {name} in {} {{ {made} }}`",
            of.domain
        ),
        true => format!("each of the players is `{name}` here: write `{name}` for `me`"),
    };
    Some(Way { change, fix, help })
}

/// `for each p in players { choose the_turn }`, `turn p in players { … }`: whoever chooses has a
/// turn, and is `me`.
fn in_turn(text: &str, at: Span, of: &Around<'_>) -> Option<Way> {
    let block = text.get(of.block.clone())?;
    let mut made = block.to_owned();
    let places: Vec<(u32, u32)> = words_in(block, of.name).collect();
    for (start, end) in places.into_iter().rev() {
        made.replace_range(start as usize..end as usize, "me");
    }
    let head = format!("turn me in {} {{", of.domain);
    let span = Span {
        file: at.file,
        start: u32::try_from(of.start).ok()?,
        end: u32::try_from(of.block.end).ok()?,
    };
    let help = match of.turn {
        true => format!("whoever has the turn is `me`: write `{head} … }}`"),
        false => format!("whoever chooses has a turn: write `{head} … }}`"),
    };
    Some(Way { change: Edit { span, new: format!("{head}{made}") }, fix: Vec::new(), help })
}

/// `for each p in players { choose c in p.hand }`: that player chooses.
fn by_whom(at: Span, asked: &str, of: &Around<'_>) -> Option<Way> {
    let new = format!(" by {}", of.name);
    let plain = !asked.contains(['\n', '`', '{']) && !asked.contains(" by ");
    let help = format!("say who chooses: write `{asked}{new}`");
    let change = Edit { span: Span { start: at.end, ..at }, new };
    plain.then(|| Way { change, fix: Vec::new(), help })
}

/// `someone.shows(g)`, and `owner.archive` in a loop through players.
fn instead_of_somebody(said: &Diagnostic, text: &str, sources: &Sources) -> Vec<Way> {
    let at = said.span();
    let word = sources.slice(at);
    if WINNERS.contains(&word) {
        return winners(text).into_iter().map(|who| wins(at, who)).collect();
    }
    if word == "next" {
        return next_one(text, at).into_iter().collect();
    }
    let around = loop_around(text, at.start as usize);
    if THIS_ONE.contains(&word) {
        let way = |of: Around<'_>| Way {
            change: Edit { span: at, new: of.name.to_owned() },
            fix: Vec::new(),
            help: format!("each of the players is `{0}` here: write `{0}`", of.name),
        };
        return around.map(way).into_iter().collect();
    }
    let behind = text.get(at.end as usize..).unwrap_or("");
    let taken = |name: &str| {
        let line = text.get(..at.start as usize).and_then(|t| t.rsplit('\n').next());
        let here = line.is_some_and(|line| words_in(line, name).next().is_some());
        here || around.as_ref().is_some_and(|of| of.name == name)
    };
    let Some(name) = ["p", "q", "other"].into_iter().find(|name| !taken(name)) else {
        return Vec::new();
    };
    let of_each = format!("any {name} in players has {name}");
    let end = behind.find(|c: char| !in_name(c) && c != '.' && c != '(').unwrap_or(behind.len());
    let shown = format!("{of_each}{}", behind.get(..end).unwrap_or(""));
    let open = shown.matches('(').count() > shown.matches(')').count();
    let rest = behind.get(end..).and_then(|rest| rest.split_once(')')).filter(|_| open);
    let inside = rest.map_or_else(String::new, |(inside, _)| format!("{inside})"));
    let way = Way {
        change: Edit { span: at, new: of_each },
        fix: Vec::new(),
        help: format!("say of whom: write `{shown}{inside}`"),
    };
    if behind.starts_with('.') && !shown.contains(['\n', '`']) { vec![way] } else { Vec::new() }
}
