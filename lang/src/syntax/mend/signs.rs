//! Signs of other languages: what is read in their place.

use super::guess::Trial;
use super::known::Known;
use super::likely::{line_start, sets};
use super::questions::somebody;
use super::short::Short;
use super::snippet::snippet;
use super::{Effort, Mistake, Patch};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Offer};
use crate::spelling::nearest;
use crate::syntax::report::{Place, shown};
use crate::syntax::scan::{Kind, Token};

/// A mistake that shows before any sentence is read, with what stands in its place.
pub(super) fn mistake(
    place: Place<'_>,
    tokens: &[Token],
    said: Diagnostic,
    known: &Known,
) -> Mistake {
    let at = tokens.iter().position(|t| t.start as u32 == said.span().start);
    if let Some(found) = at.and_then(|at| words(place, tokens, at)) {
        return found;
    }
    if let Some(found) = at.and_then(|at| whole_line(place, tokens, at)) {
        return found;
    }
    if let Some(found) = at.and_then(|at| share(place, tokens, at)) {
        return found;
    }
    if let Some(found) = at.and_then(|at| set_twice(place, tokens, at)) {
        return found;
    }
    if let Some(found) = at.and_then(|at| calculated(place, tokens, at, &said)) {
        return found;
    }
    if let Some(found) = at.and_then(|at| somebodys(place, tokens, at)) {
        return found;
    }
    if let Some(found) = at.and_then(|at| sign_as_type(place, tokens, at, known)) {
        return found;
    }
    if let Some(found) = at.and_then(|at| of_each(place, tokens, at)) {
        return found;
    }
    let patch = at.and_then(|at| patch(place.text, tokens, at));
    let help = at.and_then(|at| in_place(place.text, tokens, at)).map(str::to_owned);
    // The line itself says more than an example.
    let words =
        |p: &&Patch| !p.new.trim().is_empty() && (said.code == Code::E0108 || shows(place, p));
    let own = patch.as_ref().filter(words);
    let counts = own.is_some_and(|p| p.new.starts_with("count("));
    let help = help
        .filter(|_| !counts)
        .or_else(|| own.map(|p| format!("write `{}`", snippet(place.text, p))));
    Mistake {
        said: Diagnostic { help: help.or_else(|| said.help.clone()), ..said },
        patch,
        lossy: false,
    }
}

/// `unit € Coins`, `asking Does it rain?`: the line tells what is meant by the sign in it.
fn whole_line(place: Place<'_>, tokens: &[Token], at: usize) -> Option<Mistake> {
    let trial = Trial { place, tokens, at, wanted: Vec::new(), short: Short::default() };
    let guess = trial.worded_sign()?;
    Some(Mistake { said: trial.said(&guess), patch: Some(guess.patch), lossy: false })
}

/// Whether the line says more than what is written in the place of a sign.
fn shows(place: Place<'_>, patch: &Patch) -> bool {
    let sign = place.text.get(patch.start..patch.end).unwrap_or("").trim();
    let kept = ["#", "!", "&", "|", "≥", "≤", "≠", "×", "·", "÷", "~="];
    kept.iter().any(|k| sign.starts_with(k)) && !patch.new.starts_with("//")
}

/// `players.filter(p => p.out)`
fn of_each(place: Place<'_>, tokens: &[Token], at: usize) -> Option<Mistake> {
    let arrow = tokens.get(at).filter(|t| t.of(place.text) == "=>")?;
    let trial = Trial { place, tokens, at, wanted: Vec::new(), short: Short::default() };
    if let Some(guess) = trial.of_each() {
        return Some(Mistake { said: trial.said(&guess), patch: Some(guess.patch), lossy: false });
    }
    let words = tokens.iter().take(at).all(|t| !matches!(t.of(place.text), "=" | "{"));
    let heading = words && tokens.first().is_some_and(|t| t.of(place.text) == "define");
    let patch = Patch { start: arrow.start, end: arrow.end, new: "=".into() };
    let said = place.error(Code::E0108, *arrow, "a word is defined with `=`");
    let said = said.help(format!("write `{}`", snippet(place.text, &patch)));
    heading.then_some(Mistake { said, patch: Some(patch), lossy: false })
}

/// `someone's hand is empty`
fn somebodys(place: Place<'_>, tokens: &[Token], at: usize) -> Option<Mistake> {
    const LONGEST: usize = 4;
    let possessive = *tokens.get(at).filter(|t| t.kind == Kind::Possessive)?;
    let word = |at: usize| tokens.get(at).map_or("", |t| t.of(place.text));
    let (from, meant) = (at.saturating_sub(LONGEST)..at).find_map(|from| {
        let (len, meant) = somebody(&|n| word(from + n))?;
        (from + len == at).then_some((from, meant))
    })?;
    let (start, end) = (tokens[from].start, tokens.get(at + 1)?.start);
    if let Some(found) = to_each(place, tokens, from, at, meant) {
        return Some(found);
    }
    let patch = Patch { start, end, new: format!("{meant} has p.") };
    let token = Token { start, ..possessive };
    let written = shown(token.of(place.text));
    let said =
        place.error(Code::E0123, token, format!("`{written}` is written `{meant} has p.` here"));
    let said = said.help(format!("write `{}`", snippet(place.text, &patch)));
    Some(Mistake { said, patch: Some(patch), lossy: false })
}

/// `move top 1 of pack to every player's hand`: what is done for each of them.
fn to_each(
    place: Place<'_>,
    tokens: &[Token],
    from: usize,
    at: usize,
    meant: &str,
) -> Option<Mistake> {
    let word = |at: usize| tokens.get(at).map_or("", |t| t.of(place.text));
    let goal = matches!(word(from.checked_sub(1)?), "to" | "into" | "onto");
    let players = meant.strip_prefix("every p in ").filter(|_| goal)?;
    let line = line_start(place, tokens, from);
    let open = (line..from).rev().find(|at| matches!(word(*at), "{" | "}"));
    let first = *tokens.get(open.map_or(line, |open| open + 1))?;
    let zone = *tokens.get(at + 1)?;
    let rest = place.text.get(zone.end..)?.trim_start_matches(' ');
    let ends = rest.starts_with(['\n', '\r', '}']);
    let head = place.text.get(first.start..tokens[from].start)?;
    let new = format!("for each p in {players} {{ {head}p.{} }}", zone.of(place.text));
    let token = Token { end: zone.end, ..first };
    let patch = Patch { start: first.start, end: zone.end, new };
    let said = format!("`{}` is written `{}` here", shown(token.of(place.text)), patch.new);
    let said = place.error(Code::E0123, token, said);
    let said = said.help(format!("write `{}`", snippet(place.text, &patch)));
    let said = Diagnostic { offer: Offer::Reads, ..said };
    ends.then_some(Mistake { said, patch: Some(patch), lossy: false })
}

/// `coins: $`: the sign of a unit in the place of its name.
fn sign_as_type(place: Place<'_>, tokens: &[Token], at: usize, known: &Known) -> Option<Mistake> {
    let token = *tokens.get(at).filter(|t| t.kind == Kind::Odd)?;
    let typed = at.checked_sub(1).is_some_and(|at| tokens[at].of(place.text) == ":");
    let unit = known.unit(token.of(place.text).chars().next()?).filter(|_| typed)?;
    let patch = Patch { start: token.start, end: token.end, new: unit.to_owned() };
    let said = place.error(Code::E0107, token, "a sign is no type by itself; its unit is");
    let said = said.help(format!("write `{}`", snippet(place.text, &patch)));
    Some(Mistake { said, patch: Some(patch), lossy: false })
}

/// `50%`, `50% of c.cost`: a share of something.
fn share(place: Place<'_>, tokens: &[Token], at: usize) -> Option<Mistake> {
    let sign = *tokens.get(at).filter(|t| t.of(place.text) == "%")?;
    let number = *tokens.get(at.checked_sub(1)?).filter(|t| t.kind == Kind::Number)?;
    let word = |at: usize| tokens.get(at).map_or("", |t| t.of(place.text));
    let name = |at: usize| tokens.get(at).is_some_and(|t| t.kind == Kind::Word);
    let much = number.of(place.text);
    let token = Token { end: sign.end, ..number };
    let of = word(at + 1) == "of" && name(at + 2);
    if !of && (number.end < sign.start || tokens.get(at + 1).is_some_and(|t| t.start == sign.end)) {
        return None;
    }
    let said = place.error(Code::E0107, token, "numbers are whole, and there are no percent");
    if !of {
        let help = format!("say of what: `… * {much} / 100`");
        let patch = Some(Patch { start: sign.start, end: sign.end, new: String::new() });
        let said = Diagnostic { offer: Offer::StandsIn, ..said.help(help) };
        return Some(Mistake { said, patch, lossy: false });
    }
    let mut last = at + 2;
    while word(last + 1) == "." && name(last + 2) {
        last += 2;
    }
    let (from, to) = (tokens[at + 2].start, tokens[last].end);
    let new = format!("{} * {much} / 100", place.text.get(from..to)?);
    let patch = Patch { start: number.start, end: to, new };
    let said = said.help(format!("write `{}`", snippet(place.text, &patch)));
    Some(Mistake { said, patch: Some(patch), lossy: false })
}

/// `idle == 0` as a sentence, where a value is set.
fn set_twice(place: Place<'_>, tokens: &[Token], at: usize) -> Option<Mistake> {
    let token = *tokens.get(at).filter(|t| matches!(t.of(place.text), "==" | "==="))?;
    if !sets(place, tokens, token.start) {
        return None;
    }
    let patch = Patch { start: token.start, end: token.end, new: "=".to_owned() };
    let said = place.error(Code::E0108, token, "a value is set with one `=`");
    let said = said.help(format!("write `{}`", snippet(place.text, &patch)));
    Some(Mistake { said, patch: Some(patch), lossy: false })
}

/// `round.passes /= 2`, `idle++`: the whole line as it is written here.
fn calculated(place: Place<'_>, tokens: &[Token], at: usize, said: &Diagnostic) -> Option<Mistake> {
    let token = *tokens.get(at)?;
    let sign = token.of(place.text);
    if !matches!(sign, "*=" | "/=" | "++" | "--" | "=-") || !sets(place, tokens, token.start) {
        return None;
    }
    let text = place.text;
    let path = tokens[..at].iter().rev().take_while(|t| {
        let gap = text.get(t.end..token.start);
        (t.kind == Kind::Word || t.of(text) == ".") && gap.is_some_and(|gap| !gap.contains('\n'))
    });
    let start = path.last()?.start;
    let rest = text.get(token.end..)?.split(['\n', '}']).next().unwrap_or("");
    let value = rest.split("//").next().unwrap_or("").trim();
    let place_set = text.get(start..token.start)?.trim_end();
    let new = match (sign, value) {
        ("*=" | "/=", "") => return None,
        ("*=" | "/=", value) if value.contains([' ', '+', '-']) => {
            format!("{place_set} = {place_set} {} ({value})", &sign[..1])
        }
        ("*=" | "/=", value) => format!("{place_set} = {place_set} {} {value}", &sign[..1]),
        ("++", "") => format!("{place_set} += 1"),
        ("++", value) => format!("{place_set} += {value}"),
        (_, "") => format!("{place_set} -= 1"),
        (_, value) => format!("{place_set} -= {value}"),
    };
    let end = token.end + rest.find(value).unwrap_or(0) + value.len();
    let help = format!("write `{}`", shown(&new));
    let said = Diagnostic { help: Some(help), ..said.clone() };
    Some(Mistake { said, patch: Some(Patch { start, end, new }), lossy: false })
}

/// What stands where the language has no `;`: between values and fields a comma.
fn semicolon(text: &str, tokens: &[Token], at: usize) -> &'static str {
    let mut depth = 0usize;
    for (open, token) in tokens.iter().enumerate().take(at).rev() {
        match token.kind {
            Kind::Close => depth += 1,
            Kind::Open if depth > 0 => depth -= 1,
            Kind::Open if token.of(text) != "{" => return ",",
            Kind::Open => {
                let line =
                    text.get(token.end..tokens[at].start).is_some_and(|gap| !gap.contains('\n'));
                let field = tokens.get(open + 2).is_some_and(|t| t.of(text) == ":");
                let members = tokens.first().is_some_and(|t| t.of(text) == "enum");
                return if members || line && field { "," } else { " " };
            }
            _ => {}
        }
    }
    " "
}

/// A sign that means something else where it stands than elsewhere.
fn in_place(text: &str, tokens: &[Token], at: usize) -> Option<&'static str> {
    let next = tokens.get(at + 1).map_or("", |t| t.of(text));
    let behind =
        at.checked_sub(1).and_then(|at| tokens.get(at)).is_some_and(|t| t.end == tokens[at].start);
    let unit = tokens.first().is_some_and(|t| t.of(text) == "unit");
    match tokens[at].of(text) {
        "#" if next == "(" || tokens.get(at + 1).is_some_and(|t| t.start == tokens[at].end) => {
            Some("how many there are is written `count(…)`")
        }
        "$" | "€" | "£" if unit => {
            Some("put the sign of a unit in quotation marks: `unit Dollars \"$\"`")
        }
        ";" if semicolon(text, tokens, at) == "," => Some("write `,` between them"),
        "?" if next == ":" => Some("a name has no `?`: leave it out"),
        "%" if !tokens.get(at + 1).is_some_and(|t| {
            matches!(t.kind, Kind::Word | Kind::Number) && !matches!(t.of(text), "else" | "then")
                || t.of(text) == "("
        }) =>
        {
            Some(
                "numbers are whole, and there are no percent: write the number alone, and compare \
                 with a \
             hundredth part: `100 * part > 50 * whole`",
            )
        }
        "?" if behind => Some("write `or none` for what may be none: `Player or none`"),
        _ => None,
    }
}

/// `can't`, `isn't` and `doesn't`; `'s` in front of a misspelt `turn`.
fn words(place: Place<'_>, tokens: &[Token], at: usize) -> Option<Mistake> {
    let (token, next) = (tokens[at], *tokens.get(at + 1)?);
    let replaced = |token: Token, meant: &str| {
        let written = shown(token.of(place.text));
        let patch = Patch { start: token.start, end: token.end, new: meant.to_owned() };
        let said =
            place.error(Code::E0123, token, format!("`{written}` is written `{meant}` here"));
        let said = said.help(format!("write `{}`", snippet(place.text, &patch)));
        Mistake { said, patch: Some(patch), lossy: false }
    };
    let word = next.of(place.text);
    if token.kind == Kind::Possessive {
        let near = nearest(word, ["turn"]).is_some() && word != "turn";
        return near.then(|| replaced(next, "turn"));
    }
    let before =
        at.checked_sub(1).and_then(|at| tokens.get(at)).filter(|b| b.end == token.start)?;
    let meant = match (before.of(place.text), word) {
        ("can", "t") => "cannot",
        ("isn" | "aren", "t") => "is not",
        ("doesn" | "don", "t") => "not",
        _ => return None,
    };
    matches!(token.of(place.text), "'" | "’")
        .then(|| replaced(Token { end: next.end, ..*before }, meant))
}

fn patch(text: &str, tokens: &[Token], at: usize) -> Option<Patch> {
    let token = *tokens.get(at)?;
    let put = |new: &str| Some(Patch { start: token.start, end: token.end, new: new.to_owned() });
    let line_end = text[token.start..].find('\n').map_or(text.len(), |n| token.start + n);
    let first =
        text[..token.start].rsplit('\n').next().is_some_and(|before| before.trim().is_empty());
    match (token.kind, token.of(text)) {
        (Kind::Foreign, "--") | (Kind::Odd, "#") if first => put("//"),
        (Kind::Foreign, "/*") => put("//"),
        (Kind::Foreign, "*/") => put(" "),
        (Kind::Foreign, "=-") => put("-="),
        (Kind::Foreign, "==" | "===") => put(" is "),
        (Kind::Foreign, "!=" | "!==" | "<>") => put(" is not "),
        (Kind::Foreign, "&&") | (Kind::Odd, "&") => put(" and "),
        (Kind::Foreign, "||") => put(" or "),
        (Kind::Foreign, "=<") => put("<="),
        (Kind::Foreign, "=>") => put(">="),
        (Kind::Foreign, "::") => put("."),
        (Kind::Foreign, "++" | "--") => {
            let sign = if token.of(text) == "++" { "+=" } else { "-=" };
            let next = text[token.end..line_end].trim_start();
            put(&if next.starts_with(|c: char| c.is_alphanumeric() || c == '$') {
                format!(" {sign} ")
            } else {
                format!(" {sign} 1")
            })
        }
        (Kind::Odd, sign @ ("$" | "€" | "£")) if tokens[0].of(text) == "unit" => {
            put(&format!("\"{sign}\""))
        }
        (Kind::Odd, "!") => put("not "),
        (Kind::Odd, ";") => put(semicolon(text, tokens, at)),
        (Kind::Odd, "–" | "—" | "−") => put("-"),
        (Kind::Odd, "…") => put(".."),
        (Kind::Odd, "×" | "·") => put("*"),
        (Kind::Odd, "÷") => put("/"),
        (Kind::Odd, "≤") => put("<="),
        (Kind::Odd, "≥") => put(">="),
        (Kind::Odd, "≠") => put(" is not "),
        (Kind::Odd, "→") => put("->"),
        (Kind::Odd, "“" | "”" | "„" | "«" | "»" | "‘" | "’" | "'" | "`") => {
            quoted(text, token, line_end)
        }
        (Kind::Odd, "#") => Some(counted(text, tokens, at)),
        (Kind::Odd, "~") if tokens.get(at + 1).is_some_and(|t| t.of(text) == "=") => {
            Some(Patch { start: token.start, end: tokens.get(at + 1)?.end, new: " is not ".into() })
        }
        (Kind::Odd, "?") if tokens.get(at + 1).is_some_and(|t| t.of(text) == ":") => put(""),
        (Kind::Odd, "%") if in_place(text, tokens, at).is_some() => put(""),
        (Kind::Odd, "%") => put(" mod "),
        (Kind::Odd, "?") => option(text, token, line_end),
        (Kind::Possessive, _) => {
            Some(Patch { start: token.start, end: tokens.get(at + 1)?.start, new: ".".into() })
        }
        (Kind::OpenText, _) => Some(open(text, token)),
        (Kind::Odd, sign) if sign.chars().all(|c| !c.is_alphanumeric()) => put(" "),
        _ => None,
    }
}

/// `#p.hand` and `#(p.hand)`
fn counted(text: &str, tokens: &[Token], at: usize) -> Patch {
    let sign = tokens[at];
    let mut last = at + 1;
    while tokens.get(last + 1).is_some_and(|t| t.of(text) == ".")
        && tokens.get(last + 2).is_some_and(|t| t.kind == Kind::Word)
    {
        last += 2;
    }
    match tokens.get(at + 1).zip(tokens.get(last)) {
        Some((first, last)) if first.kind == Kind::Word && first.start == sign.end => {
            let path = text.get(first.start..last.end).unwrap_or("");
            Patch { start: sign.start, end: last.end, new: format!("count({path})") }
        }
        _ => Patch { start: sign.start, end: sign.end, new: "count".into() },
    }
}

/// A text between quotation marks of another kind, in straight ones.
fn quoted(text: &str, token: Token, line_end: usize) -> Option<Patch> {
    let marks = ['“', '”', '„', '«', '»', '‘', '’', '\'', '`', '"'];
    let rest = text.get(token.end..line_end)?;
    let (len, mark) = rest.char_indices().rev().find(|(_, c)| marks.contains(c))?;
    let inside = rest.get(..len)?;
    (!inside.contains('"')).then(|| Patch {
        start: token.start,
        end: token.end + len + mark.len_utf8(),
        new: format!("\"{inside}\""),
    })
}

/// `Player?`, or `a ? b : c`.
fn option(text: &str, token: Token, line_end: usize) -> Option<Patch> {
    let rest = text.get(token.end..line_end)?;
    let new = if rest.contains(':') { return None } else { " or none" };
    Some(Patch { start: token.start, end: token.end, new: new.into() })
}

/// A text that is not closed ends with its line, or in front of a brace there.
fn open(text: &str, token: Token) -> Patch {
    let line = token.of(text).trim_end();
    let closing = line.trim_end_matches(['{', '}', ' ']).len();
    let at = token.start + if closing > 1 { closing } else { line.len() };
    Patch { start: at, end: at, new: "\"".into() }
}

/// `=` where two values are compared: `is`, if that can be read.
pub(super) fn compared(
    place: Place<'_>,
    tokens: &[Token],
    said: &Diagnostic,
    effort: &mut Effort,
) -> Option<Patch> {
    let at = (said.span().start as usize).checked_sub(place.base)?;
    let sign = tokens.iter().find(|t| t.start == at).filter(|t| t.of(place.text) == "=")?;
    let (start, end) = (sign.start, sign.end);
    let blank = |c: Option<char>| if c.is_some_and(char::is_whitespace) { "" } else { " " };
    let before = blank(place.text.get(..start)?.chars().next_back());
    let behind = blank(place.text.get(end..)?.chars().next());
    let patch = Patch { start, end, new: format!("{before}is{behind}") };
    let text = format!("{}{}{}", &place.text[..start], patch.new, &place.text[end..]);
    let reads = match effort.stops(&text) {
        Ok(()) => true,
        Err(Some(stop)) => stop.byte > end + patch.new.len() + 1,
        Err(None) => false,
    };
    (said.code == Code::E0108 && reads).then_some(patch)
}
