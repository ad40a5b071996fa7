//! Brackets that do not pair up: the innermost one that is missing or one too many, found by
//! trying.

use super::snippet::snippet;
use super::usual::Elsewhere;
use super::{Effort, Mistake, Patch};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Offer};
use crate::syntax::headless;
use crate::syntax::report::{Place, shown};
use crate::syntax::scan::{Kind, Token};

/// So many places are tried for a bracket.
const MOST_PLACES: usize = 60;

/// What to do with a bracket, and what is said of it.
struct Guess {
    patch: Patch,
    message: String,
    /// What is said at the place.
    missing: bool,
    /// The bracket is another one than the one that shows.
    elsewhere: bool,
    /// By the look of the lines it is this one.
    shown: bool,
}

/// An unpaired bracket, with what is read in its place.
pub(super) fn mistake(
    place: Place<'_>,
    tokens: &[Token],
    said: Diagnostic,
    effort: &mut Effort,
) -> Mistake {
    let start = said.span().start as usize;
    let at = tokens.partition_point(|t| t.start < start);
    let Some(token) = tokens.get(at).copied() else {
        return Mistake { said, patch: None, lossy: false };
    };
    // Another closing bracket comes first: it may be the one that closes nothing.
    let other = said.labels.get(1).map(|label| label.span.start as usize);
    let other = other.and_then(|start| tokens.iter().position(|t| t.start == start));
    if let Some(other) = other.filter(|at| tokens[*at].of(place.text) == "}")
        && token.of(place.text) != "{"
        && let Some(found) = of_another_kind(place, token, tokens[other], &said, effort)
    {
        return found;
    }
    let closes = |at: &usize| tokens[*at].of(place.text) == "]" && token.of(place.text) == "(";
    if let Some(found) = other.filter(closes).and_then(|other| {
        let said = place.error(Code::E0105, tokens[other], "this `]` closes nothing");
        let mut opened = closes_nothing(place, tokens, other);
        opened.retain(|guess| guess.missing);
        tried(place, tokens[other], &said, opened, effort)
    }) {
        return found;
    }
    if let Some(other) = other.filter(|_| token.of(place.text) == "{") {
        let text = tokens[other].of(place.text);
        if let Some(found) = of_another_kind(place, token, tokens[other], &said, effort) {
            return found;
        }
        let said = place.error(Code::E0105, tokens[other], format!("this `{text}` closes nothing"));
        if let Some(found) =
            tried(place, tokens[other], &said, closes_nothing(place, tokens, other), effort)
        {
            return found;
        }
    }
    if said.code == Code::E0105
        && token.of(place.text) == "}"
        && let Some(found) = without_heading(place, &tokens[..=at], effort)
    {
        return found;
    }
    let guesses = if said.code == Code::E0105 {
        closes_nothing(place, tokens, at)
    } else {
        not_closed(place, tokens, at)
    };
    tried(place, token, &said, guesses, effort).unwrap_or(Mistake {
        said,
        patch: None,
        lossy: false,
    })
}

/// Lines that are indented further than the one above them, which opens nothing.
fn without_heading(place: Place<'_>, tokens: &[Token], effort: &mut Effort) -> Option<Mistake> {
    const STANDS_IN: &str = "if yes {\n";
    let text = place.text;
    let start = |byte: usize| text[..byte].rfind('\n').map_or(0, |n| n + 1);
    let indent = |byte: usize| byte - start(byte);
    let mut lines: Vec<(Token, Token)> = Vec::new();
    for token in tokens {
        match lines.last_mut().filter(|(first, _)| start(first.start) == start(token.start)) {
            Some((_, last)) => *last = *token,
            None => lines.push((*token, *token)),
        }
    }
    for pair in lines.windows(2) {
        let ((above, end), (first, _)) = (pair[0], pair[1]);
        let before =
            |sign| tokens.iter().filter(|t| t.end <= end.end && t.of(text) == sign).count();
        if before("{") <= before("}") {
            continue;
        }
        const STEP: usize = 4;
        let further = indent(first.start) >= indent(above.start) + STEP;
        let opens = matches!(end.of(text), "(" | "[" | ",") || end.of(text) == "{" && !further;
        if opens || first.kind != Kind::Word || indent(first.start) <= indent(above.start) {
            continue;
        }
        // Of a table that nothing opens all rows go.
        let row = tokens.iter().find(|t| t.start > first.start);
        let rows = row.is_some_and(|t| t.of(text) == "|");
        let closed = tokens.iter().find(|t| t.start > first.start && t.of(text) == "}");
        let patch = match closed.filter(|_| rows) {
            Some(close) => Patch { start: first.start, end: close.end, new: String::new() },
            None => Patch { start: first.start, end: first.start, new: STANDS_IN.into() },
        };
        let mut whole = text.to_owned();
        whole.replace_range(patch.start..patch.end, &patch.new);
        if effort.stops(&whole).is_ok() {
            let said = match rows {
                true => headless::rows(place, first),
                false => headless::inside(place, first),
            };
            let said = Diagnostic { offer: Offer::StandsIn, ..said };
            return Some(Mistake { said, patch: Some(patch), lossy: false });
        }
    }
    None
}

/// `{pink 4]`: the opening bracket is of another kind than the closing one.
fn of_another_kind(
    place: Place<'_>,
    open: Token,
    close: Token,
    said: &Diagnostic,
    effort: &mut Effort,
) -> Option<Mistake> {
    let line = place.text.get(open.end..close.start)?;
    let meant = match close.of(place.text) {
        "]" => "[",
        "}" => "{",
        _ => "(",
    };
    let guess = Guess {
        patch: Patch { start: open.start, end: open.end, new: meant.into() },
        message: format!("`{meant}` belongs here"),
        missing: false,
        elsewhere: false,
        shown: false,
    };
    if line.contains('\n') { None } else { tried(place, open, said, vec![guess], effort) }
}

/// The first guess with which the item reads, or one with which its line is much more like others.
fn tried(
    place: Place<'_>,
    token: Token,
    said: &Diagnostic,
    guesses: Vec<Guess>,
    effort: &mut Effort,
) -> Option<Mistake> {
    const MUCH: i64 = 2;
    let patient = effort.patient();
    let mut best: Option<(i64, Guess)> = None;
    // The likeliest place for the other bracket of the pair.
    let mut pair: Option<(i64, Patch)> = None;
    for guess in guesses.into_iter().take(MOST_PLACES) {
        let mut text = place.text.to_owned();
        text.replace_range(guess.patch.start..guess.patch.end, &guess.patch.new);
        if effort.stops(&text).is_err() {
            continue;
        }
        if guess.shown {
            best = Some((0, guess));
            break;
        }
        let score = if patient { strange(place, &guess.patch, effort) } else { 0 };
        let closes = guess.missing && matches!(guess.patch.new.as_str(), "(" | ")" | "[" | "]");
        if closes && pair.as_ref().is_none_or(|(least, _)| score + MUCH < *least) {
            pair = Some((score, guess.patch.clone()));
        }
        if best.as_ref().is_none_or(|(least, _)| score + MUCH < *least) {
            best = Some((score, guess));
        }
        if !patient {
            break;
        }
    }
    let (_, guess) = best?;
    let mut said = told(place, token, said.clone(), &guess);
    if let (false, Some((_, pair)), Some(help)) = (guess.missing, pair, &mut said.help) {
        help.push_str(&format!("; or write `{}`", snippet(place.text, &pair)));
    }
    Some(Mistake { said, patch: Some(guess.patch), lossy: false })
}

/// How much more unusual a line is with a patch.
fn strange(place: Place<'_>, patch: &Patch, effort: &Effort) -> i64 {
    const OUT: i64 = 4;
    // Whoever typed one bracket of a pair has left the other out, unless it stands there twice.
    const ONE_OF_PAIR: i64 = 16;
    let text = place.text;
    let start = text[..patch.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[patch.end..].find('\n').map_or(text.len(), |n| patch.end + n);
    let (old, left, right) = (&text[start..end], &text[start..patch.start], &text[patch.end..end]);
    let usual = Elsewhere::of(effort.usual(), old);
    let gone = text.get(patch.start..patch.end).unwrap_or("");
    let twice = !gone.is_empty() && (left.ends_with(gone) || right.starts_with(gone));
    let prior = match gone {
        _ if !patch.new.is_empty() => 0,
        "]" | "[" | ")" | "(" if !twice => ONE_OF_PAIR,
        _ => OUT,
    };
    prior + usual.of_text(&format!("{left}{}{right}", patch.new)) - usual.of_text(old)
}

fn told(place: Place<'_>, token: Token, said: Diagnostic, guess: &Guess) -> Diagnostic {
    let line = |at: usize| place.text.get(..at).map_or(0, |t| t.matches('\n').count());
    let snippet = snippet(place.text, &guess.patch);
    if guess.elsewhere {
        let early = Token { start: guess.patch.start, end: guess.patch.end, ..token };
        let found = place.error(said.code, early, "there is one `}` too many here");
        let beside = place.span(token.start, token.end);
        return found
            .beside(beside, "so this one closes nothing")
            .help(format!("{}: `{snippet}`", guess.message));
    }
    if !guess.missing {
        let help = if snippet.is_empty() || guess.message.starts_with("this line") {
            guess.message.clone()
        } else {
            format!("{}: `{snippet}`", guess.message)
        };
        return Diagnostic { help: Some(help), ..said };
    }
    if line(token.start) == line(guess.patch.start) {
        return Diagnostic { help: Some(format!("{}: write `{snippet}`", guess.message)), ..said };
    }
    // The bracket that shows is not the one where the mistake is.
    let last = place.text[..guess.patch.start].chars().next_back().map_or(0, char::len_utf8);
    let here = Token { kind: Kind::Odd, start: guess.patch.start - last, end: guess.patch.start };
    let beside = if said.code == Code::E0105 {
        "this closes nothing without it"
    } else {
        "this is not closed without it"
    };
    place
        .error(said.code, here, guess.message.as_str())
        .beside(place.span(token.start, token.end), beside)
        .help(if guess.patch.new.trim() == "}" {
            "put `}` after this, where its block ends".to_owned()
        } else {
            format!("write `{snippet}`")
        })
}

fn insert(at: usize, bracket: &str) -> Guess {
    let new =
        if bracket == "{" || bracket == "}" { format!(" {bracket}") } else { bracket.to_owned() };
    Guess {
        patch: Patch { start: at, end: at, new },
        message: format!("`{bracket}` is missing"),
        missing: true,
        elsewhere: false,
        shown: false,
    }
}

fn remove(token: Token, help: &str) -> Guess {
    Guess {
        patch: Patch { start: token.start, end: token.end, new: String::new() },
        message: help.into(),
        missing: false,
        elsewhere: false,
        shown: false,
    }
}

/// A closing bracket: it is one too many, or the opening one was left out before it.
fn closes_nothing(place: Place<'_>, tokens: &[Token], at: usize) -> Vec<Guess> {
    let token = tokens[at];
    let text = token.of(place.text);
    let mut all = Vec::new();
    if text == "}" {
        all.extend(closes_inside(place, &tokens[..at]));
        all.extend(closes_early(place, tokens, at));
        all.push(remove(token, "take it out"));
        // In front of each line, the nearest last: the innermost block that lacks its brace.
        let lines = tokens[..=at].windows(2).filter(|pair| gap(place, pair).contains('\n'));
        let mut ends: Vec<usize> = lines.map(|pair| pair[0].end).collect();
        ends.reverse();
        // `action lay:` and an indented block.
        let colons = tokens[..at].iter().rev().filter(|t| {
            t.of(place.text) == ":" && place.text[t.end..].trim_start_matches(' ').starts_with('\n')
        });
        all.extend(colons.map(|t| Guess {
            patch: Patch { start: t.start, end: t.end, new: " {".into() },
            ..insert(t.start, "{")
        }));
        all.extend(colon_inside(place, &tokens[..at]));
        all.extend(table_row(place, &tokens[..at]));
        all.extend(ends.into_iter().map(|end| insert(end, "{")));
        let same_line = tokens[..at]
            .iter()
            .rev()
            .take_while(|t| !place.text[t.end..token.start].contains('\n'));
        all.extend(same_line.map(|t| insert(t.end, "{")));
    } else {
        let open = if text == ")" { "(" } else { "[" };
        let line: Vec<&Token> = tokens[..at]
            .iter()
            .rev()
            .take_while(|t| !place.text[t.end..token.start].contains('\n'))
            .collect();
        // `count me.hand)`: the word and the blank behind it.
        let blanks =
            line.iter().filter(|t| t.kind == Kind::Word && place.text[t.end..].starts_with(' '));
        let begins = |t: &&&Token| {
            let card = open == "[" && matches!(t.kind, Kind::Number | Kind::Money);
            t.kind == Kind::Word || card
        };
        let glued = line.iter().filter(begins).map(|t| insert(t.start, open));
        all.extend(glued);
        all.extend(blanks.map(|t| Guess {
            patch: Patch { start: t.end, end: t.end + 1, new: open.into() },
            ..insert(t.end, open)
        }));
        all.extend(line.iter().map(|t| insert(t.end, open)));
        // Words joined by chance, as in `countme.hand)`, are not looked for.
        all.insert(0, remove(token, "take it out"));
    }
    all
}

/// `the table has: n: Number }`
fn colon_inside(place: Place<'_>, tokens: &[Token]) -> Option<Guess> {
    let colon = tokens.iter().find(|t| t.of(place.text) == ":")?;
    let patch = Patch { start: colon.start, end: colon.end, new: " {".into() };
    Some(Guess { patch, ..insert(colon.start, "{") })
}

/// The places inside lines that close more braces than they open.
fn table_row(place: Place<'_>, tokens: &[Token]) -> Vec<Guess> {
    let mut all = Vec::new();
    let mut from = 0;
    for line in place.text.split_inclusive('\n') {
        let to = from + line.len();
        let closes = line.matches('}').count() > line.matches('{').count()
            && !line.trim_start().starts_with('}');
        if closes {
            let inside =
                tokens.iter().filter(|t| t.kind == Kind::Word && (from..to).contains(&t.start));
            all.extend(inside.map(|t| insert(t.end, "{")));
        }
        from = to;
    }
    all
}

/// Braces that close a block of other lines without standing in front of their own, or not under
/// the line that opened it.
fn closes_inside(place: Place<'_>, tokens: &[Token]) -> Vec<Guess> {
    let start = |byte: usize| place.text[..byte].rfind('\n').map_or(0, |n| n + 1);
    let indent = |byte: usize| place.text[start(byte)..].bytes().take_while(|b| *b == b' ').count();
    let (mut open, mut behind, mut shifted): (Vec<Token>, Vec<Token>, Vec<Token>) =
        Default::default();
    for token in tokens {
        match token.of(place.text) {
            "{" => open.push(*token),
            "}" => {
                let Some(opened) = open.pop() else { break };
                let first = place.text[start(token.start)..token.start].trim().is_empty();
                if start(opened.start) == start(token.start) {
                    continue;
                }
                if !first {
                    behind.push(*token);
                } else if indent(opened.start) != indent(token.start) {
                    shifted.push(*token);
                }
            }
            _ => {}
        }
    }
    let all = behind.into_iter().chain(shifted);
    all.map(|token| Guess { elsewhere: true, ..remove(token, "take it out") }).collect()
}

/// The brace that ended the whole item before its end, deep inside by the look of its line.
fn closes_early(place: Place<'_>, tokens: &[Token], at: usize) -> Option<Guess> {
    let mut depth = 0usize;
    for token in tokens.get(..at)? {
        match token.of(place.text) {
            "{" => depth += 1,
            "}" if depth == 1 => {
                let line = place.text[..token.start].rsplit('\n').next().unwrap_or("");
                return line
                    .starts_with(' ')
                    .then(|| Guess { elsewhere: true, ..remove(*token, "take it out") });
            }
            "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// An opening bracket: the closing one was left out behind it, or it is one too many.
fn not_closed(place: Place<'_>, tokens: &[Token], at: usize) -> Vec<Guess> {
    let token = tokens[at];
    let text = token.of(place.text);
    if text == "{" {
        return unclosed_brace(place, tokens, at);
    }
    let close = if text == "(" { ")" } else { "]" };
    let rest = &tokens[at + 1..];
    let line = rest.iter().take_while(|t| !place.text[token.start..t.start].contains('\n'));
    let mut ends: Vec<usize> = line.filter(|t| t.kind != Kind::Open).map(|t| t.end).collect();
    if close == ")" {
        ends.reverse();
    }
    let mut all: Vec<Guess> = ends.into_iter().map(|end| insert(end, close)).collect();
    all.push(remove(token, "close it, or take it out"));
    all
}

fn unclosed_brace(place: Place<'_>, tokens: &[Token], at: usize) -> Vec<Guess> {
    let indent = |byte: usize| {
        let line = place.text[..byte].rfind('\n').map_or(0, |n| n + 1);
        place.text[line..].bytes().take_while(|b| *b == b' ').count()
    };
    // `} else {` goes on with the block above it.
    let opens = |token: Token| matches!(token.of(place.text), "}" | "else" | "{");
    let mut all: Vec<Guess> = Vec::new();
    let mut spare = Vec::new();
    let pairs: Vec<&[Token]> =
        tokens[at..].windows(2).filter(|pair| gap(place, pair).contains('\n')).collect();
    for pair in pairs {
        // The line behind is not indented further than the one that opens: the block should have
        // ended.
        let outer = indent(pair[1].start) <= indent(tokens[at].start);
        if outer {
            let shown = all.is_empty() && indent(pair[1].start) == indent(tokens[at].start);
            all.push(Guess { shown: shown && !opens(pair[1]), ..insert(pair[0].end, "}") })
        } else {
            spare.push(insert(pair[0].end, "}"))
        }
    }
    all.extend(written_twice(place, tokens[at]));
    all.extend(tokens.last().map(|t| insert(t.end, "}")));
    all.extend(spare);
    all.push(remove(tokens[at], "take it out"));
    all
}

/// The line of a brace, if the line below or above it says the same.
fn written_twice(place: Place<'_>, brace: Token) -> Option<Guess> {
    let start = place.text.get(..brace.start)?.rfind('\n').map_or(0, |n| n + 1);
    let end = start + place.text.get(start..)?.find('\n')?;
    let line = place.text.get(start..end)?.trim();
    let below = place.text.get(end + 1..)?.lines().next().unwrap_or("").trim();
    let above = place.text.get(..start.saturating_sub(1))?.lines().last().unwrap_or("").trim();
    let twice = !line.is_empty() && (line == below || line == above);
    let patch = Patch { start, end: end + 1, new: String::new() };
    let message = format!("this line is written twice: take one `{}` out", shown(line));
    twice.then_some(Guess { patch, message, missing: false, elsewhere: false, shown: false })
}

fn gap<'t>(place: Place<'t>, pair: &[Token]) -> &'t str {
    if let [a, b] = pair { place.text.get(a.end..b.start).unwrap_or("") } else { "" }
}
