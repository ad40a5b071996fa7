//! Sentences for people among the lines of an item.

use super::known::Known;
use super::placed::singular;
use super::{Mistake, Patch};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Offer};
use crate::letters::in_name;
use crate::syntax::plain_words::SMALL;
use crate::syntax::report::{Place, shown};
use crate::syntax::scan::{Kind, Token};
use houserules_grammar::is_keyword;

/// So many words at least make a sentence.
const LEAST: usize = 4;
/// So many small words among them do without a full stop.
const SMALL_ONES: usize = 3;

/// For a sentence that may be a rule.
const RULE_OR_REMARK: &str = "a rule is written with `move`, `if`, `for each`, `choose`, `+=` … \
                              and the names of your game: docs/sentences.md has a hundred; what is \
                              for people only begins with `//`";

/// A remark without its sign, if what does not fit stands in one.
pub(super) fn remark(place: Place<'_>, tokens: &[Token], said: &Diagnostic) -> Option<Mistake> {
    let text = place.text;
    let byte = said.span().start as usize;
    let start = text.get(..byte)?.rfind('\n').map_or(0, |at| at + 1);
    let end = text.get(byte..)?.find('\n').map_or(text.len(), |n| byte + n);
    let line: Vec<&Token> = tokens.iter().filter(|t| t.start >= start && t.start < end).collect();
    let first = **line.first()?;
    let only_cites = start > 0 && cites(text.get(first.start..line.last()?.end)?);
    if start == 0 || first.kind != Kind::Word && !only_cites {
        return None;
    }
    let patch = Patch { start: first.start, end: first.start, new: "// ".into() };
    let token = Token { end: line.last()?.end, ..first };
    if only_cites {
        let whole = token.of(text);
        let help = format!("what cites rules is a remark: write `// {whole}`");
        let said = place.error(Code::E0102, token, "this is no rule").help(help);
        return Some(Mistake { said, patch: Some(patch), lossy: false });
    }
    let apart = |at: usize| {
        let next = line.get(at + 1).map_or(end, |t| t.start);
        line[at].end < next || at + 1 == line.len()
    };
    let plain = line.iter().enumerate().all(|(at, token)| match token.kind {
        Kind::Word | Kind::Number | Kind::Money | Kind::Possessive | Kind::Text => true,
        _ => match token.of(text) {
            "." | "," | ":" | ";" | "!" | "?" => {
                apart(at) || line.get(at + 1).is_some_and(|t| matches!(t.of(text), ")" | "]"))
            }
            "(" | ")" | "[" | "]" | "-" | "'" | "’" | "–" | "—" => true,
            _ => false,
        },
    });
    let words: Vec<&str> =
        line.iter().filter(|t| t.kind == Kind::Word).map(|t| t.of(text)).collect();
    let small = words.iter().filter(|word| SMALL.contains(&&*word.to_lowercase())).count();
    // The ids of rules stand in square brackets behind the full stop.
    let cited = line
        .iter()
        .rposition(|t| t.of(text) == "[")
        .filter(|_| line.last().is_some_and(|t| t.of(text) == "]"));
    let last = line.get(cited.unwrap_or(line.len()).checked_sub(1)?)?;
    let stop = matches!(last.of(text), "." | "!" | "?");
    let rule = is_keyword(words.first()?);
    let member = line.get(1).is_some_and(|t| matches!(t.of(text), ":" | "="));
    let capital = words.first()?.starts_with(char::is_uppercase);
    // A file's name, as in a line of a deck.
    let quotes = line.iter().any(|t| t.kind == Kind::Text);
    let speaks = capital && small >= SMALL_ONES && words.len() > LEAST;
    let enough = stop || speaks && !member && !quotes;
    if !plain || rule || words.len() < LEAST || !enough {
        return None;
    }
    let said =
        place.error(Code::E0102, token, "this is a sentence for people, not a rule").help(format!(
            "a remark begins with `//`: write `// {} …`; what describes the item, member or field \
             below begins with `///`",
            shown(first.of(text))
        ));
    Some(Mistake { said, patch: Some(patch), lossy: false })
}

/// The same where a sentence speaks of things of the game: it may be meant as a rule, and is not
/// made a remark without being asked.
pub(super) fn doubted(found: Mistake, text: &str, known: &Known<'_>) -> Mistake {
    let line = text.get(found.said.span().start as usize..).and_then(|rest| rest.lines().next());
    if !speaks_of_game(line.unwrap_or(""), known) {
        return found;
    }
    let said = found.said.help(RULE_OR_REMARK);
    Mistake { said: Diagnostic { offer: Offer::StandsIn, ..said }, ..found }
}

/// Whether what was found is a sentence that cites rules behind its words: no rule does.
pub(super) fn is_sure(found: &Mistake, text: &str) -> bool {
    let at = found.said.span();
    text.get(at.start as usize..at.end as usize).is_some_and(cites_at_end)
}

/// Whether a line ends with ids of rules in square brackets.
pub(super) fn cites_at_end(line: &str) -> bool {
    line.trim_end().rfind('[').and_then(|at| line.get(at..)).is_some_and(|ids| cites(ids.trim()))
}

/// Whether a sentence names something that the file declares: a zone, a counter, cards, an amount,
/// a member of an enum.
pub(super) fn speaks_of_game(line: &str, known: &Known<'_>) -> bool {
    let named = |word: &str| {
        let one = singular(word);
        known.zone(word)
            || known.counts(word)
            || known.counts(&one)
            || known.kind_called(word).is_some()
            || known.unit_called(word).is_some()
            || known.enum_of(word).or_else(|| known.enum_of(&one)).is_some()
    };
    line.split(|c: char| !in_name(c)).any(|word| !word.is_empty() && named(word))
}

/// `[B2-010, B2-026]`: ids of rules in square brackets, and nothing else.
fn cites(line: &str) -> bool {
    let inside = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let id = |id: &str| {
        let parts = id.trim().split_once('-');
        parts.is_some_and(|(of, number)| {
            let letters = of.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
            let digits = number.bytes().all(|b| b.is_ascii_digit());
            letters && of.starts_with(char::is_uppercase) && digits && !number.is_empty()
        })
    };
    inside.is_some_and(|ids| ids.split(',').all(id))
}
