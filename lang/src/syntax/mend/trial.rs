//! Tries what may be meant where a sentence does not fit: the mend is what reading comes further
//! with.

use super::guess::{BACK, Guess, How, LITTLE, Trial, WORDS, is_broken_number};
use super::repair::{Repair, same_words};
use super::short::{Short, Stopped};
use super::signs;
use super::snippet::{chosen, snippet, with_line};
use super::{Effort, Mistake, Patch};
use crate::code::Code;
use crate::diagnostic::{About, Diagnostic, Edit, Offer};
use crate::foreign;
use crate::spelling::nearest;
use crate::syntax::layout::Role;
use crate::syntax::parse::{self, Stop, is_reserved};
use crate::syntax::report::{Place, shown};
use crate::syntax::scan::{self, Kind, Token};
use crate::syntax::split;

/// A sentence that does not fit, with what is read in its place.
pub(super) fn mistake(
    place: Place<'_>,
    tokens: &[Token],
    said: Diagnostic,
    effort: &mut Effort,
) -> Mistake {
    let said = match Mistake::at_once(place, said) {
        Ok(mistake) => return mistake,
        Err(said) => *said,
    };
    if let Some(patch) = signs::compared(place, tokens, &said, effort) {
        let said = said.help(format!("write `{}`", snippet(place.text, &patch)));
        return Mistake { said, patch: Some(patch), lossy: false };
    }
    let Err(Some(stop)) = effort.stops(place.text) else {
        return senseless(place, tokens, said, effort);
    };
    let at = tokens.partition_point(|t| t.end <= stop.byte);
    let short = Short::of(&Stopped { text: place.text, tokens, at, stop: &stop }, effort);
    let trial = Trial { place, tokens, at, wanted: stop.wanted, short };
    if let Some(known) = trial.piece_inside(effort).or_else(|| trial.unopened()) {
        return known;
    }
    if let Some(gap) = trial.cut_off(effort).or_else(|| trial.without_name()) {
        return gap;
    }
    // What has words of its own says more than that something is missing here or too much.
    let of_its_own = !parse::says_what_was_found(&said);
    let best = trial.best(effort, of_its_own);
    let sure = best.as_ref().is_some_and(|guess| {
        matches!(
            guess.how,
            How::Foreign { .. } | How::NoSuch { .. } | How::Spelling { .. } | How::Braces(_)
        )
    });
    // One word too many or too few mends no line of plain English.
    let english = if sure || said.code == Code::E0122 { None } else { trial.plain_english(effort) };
    let likelier = match english {
        Some(guess) => Some(Repair::only(guess, 0)),
        None => trial.likelier(best, of_its_own, effort),
    };
    match likelier {
        Some(Repair { guess, score, or, spare }) => {
            let better = score < SURELY
                || matches!(
                    guess.how,
                    How::Foreign { .. }
                        | How::Spelling { .. }
                        | How::NoSuch { .. }
                        | How::Braces(_)
                );
            let kept = of_its_own && (!better || score < 0 && said.code != Code::E0101);
            // `when the stock runs out`: a word too many is no name.
            let better = better || said.code == Code::E0112 && matches!(guess.how, How::Stray(_));
            let then = of_its_own && trial.word(trial.at) == "then";
            let told = if then && matches!(guess.how, How::Foreign { .. } | How::Stray(_)) {
                let help = format!("write `{}`", snippet(place.text, &guess.patch));
                Diagnostic { help: Some(help), offer: Offer::Reads, ..said.clone() }
            } else if kept {
                let same = match &guess.how {
                    How::Foreign { written, meant } => same_words(written, meant),
                    How::Spelling { .. }
                    | How::NoSuch { .. }
                    | How::Braces(_)
                    | How::Missing(_)
                    | How::Instead { .. }
                    | How::Stray(_) => false,
                };
                with_line(said.clone(), same, place.text, score < SURELY, &guess.patch)
            } else {
                trial.said(&guess)
            };
            let (told, other) = match &or {
                Some(or) => {
                    let (one, other) =
                        (snippet(place.text, &guess.patch), snippet(place.text, &or.patch));
                    (told.help(format!("write `{one}`, or `{other}`")), trial.said(or))
                }
                None => (told, said),
            };
            // What makes no sense with the one may be meant otherwise.
            let sole = better && or.is_none();
            let offer = match sole {
                true => told.offer.clone(),
                false => Offer::Guessed(Box::new(other)),
            };
            let others = or.into_iter().chain(spare).map(|other| trial.offered(&other));
            let others = others.collect();
            let said = Diagnostic { offer, others, ..told };
            Mistake { said, patch: Some(guess.patch), lossy: false }
        }
        None => trial
            .field(&said, effort)
            .or_else(|| alone(&trial, effort))
            .unwrap_or_else(|| Mistake { said, patch: trial.without_line(effort), lossy: true }),
    }
}

/// A line that is so much more like others with a change was meant so.
const SURELY: i64 = -8;

/// So many lines before the place are read by themselves.
const MOST_LINES: usize = 24;

/// Two mistakes hide each other where reading stops at the second: a line before it that is no
/// sentence by itself, but is one with a mend.
fn alone(trial: &Trial<'_>, effort: &mut Effort) -> Option<Mistake> {
    let opening = if trial.word(0) == "test" { "test \"\" with A {\n" } else { "play {\n" };
    let text = trial.place.text;
    let stop = trial.tokens.get(trial.at).map_or(text.len(), |t| t.end);
    let head = text.find('{').unwrap_or(text.len());
    let starts =
        text.match_indices('\n').map(|(at, _)| at + 1).filter(|at| *at > head && *at < stop);
    let starts: Vec<usize> = starts.collect();
    for start in starts.into_iter().rev().take(MOST_LINES) {
        let line = text[start..].split('\n').next().unwrap_or("");
        let even = |open, close| line.matches(open).count() == line.matches(close).count();
        let base = trial.place.base.checked_add(start).and_then(|at| at.checked_sub(opening.len()));
        let Some(base) = base.filter(|_| even('{', '}') && even('(', ')') && even('[', ']')) else {
            continue;
        };
        let sentence = format!("{opening}{line}\n}}");
        let Err(Some(Stop { byte, wanted })) = effort.stops(&sentence) else { continue };
        let tokens = scan::tokens(&sentence);
        let at = tokens.partition_point(|t| t.end <= byte);
        let place = Place { base, text: &sentence, ..trial.place };
        let inner = Trial { place, tokens: &tokens, at, wanted, short: Short::default() };
        let Some(guess) = inner.best(effort, false) else { continue };
        if inner.left(&guess.patch, effort) == Some(0) && guess.patch.start >= opening.len() {
            let moved = |at: usize| at + start - opening.len();
            let patch = Patch {
                start: moved(guess.patch.start),
                end: moved(guess.patch.end),
                new: guess.patch.new.clone(),
            };
            return Some(Mistake { said: inner.said(&guess), patch: Some(patch), lossy: false });
        }
    }
    None
}

impl Trial<'_> {
    /// Bytes that are left when reading stops after a patch; none if it reads to the end.
    pub(super) fn left(&self, patch: &Patch, effort: &mut Effort) -> Option<usize> {
        self.short.left(self.place.text, patch, effort)
    }

    /// The first of the likeliest guesses with which reading passes the line, or at least the word,
    /// that stopped it.
    pub(super) fn best(&self, effort: &mut Effort, sure: bool) -> Option<Guess> {
        let text = self.place.text;
        let stop = self.tokens.get(self.at).map_or(text.len(), |t| t.end);
        let line =
            text.get(stop..).and_then(|rest| rest.find('\n')).map_or(text.len(), |n| stop + n);
        let (behind_word, behind_line) = (text.len() - stop, text.len() - line);
        let mut best: Option<(usize, Guess)> = None;
        let likely = self.likely(effort).into_iter().chain(self.foreign()).chain(self.articles());
        let likely = likely.chain(self.misspelt(effort)).chain(self.heading(effort));
        let likely: Vec<Guess> =
            likely.filter(|g| !self.harms(g) && !self.absurd(g, effort.words())).collect();
        for guess in likely {
            let Some(left) = self.left(&guess.patch, effort) else { continue };
            let further = left == 0 || left < behind_word;
            if further && best.as_ref().is_none_or(|(least, _)| left < *least) {
                best = Some((left, guess));
            }
            if left == 0 {
                break;
            }
        }
        if best.is_some() || sure && self.at == self.tokens.len() {
            return best.map(|(_, guess)| guess);
        }
        let mut second: Option<(usize, Guess)> = None;
        let others = self.others().into_iter();
        let others: Vec<Guess> =
            others.filter(|g| !self.harms(g) && !self.absurd(g, effort.words())).collect();
        for guess in others {
            let Some(left) = self.left(&guess.patch, effort) else { continue };
            if left == 0 && self.splits(&guess) {
                continue;
            }
            if left == 0 {
                return Some(guess);
            }
            if left < behind_line && second.as_ref().is_none_or(|(least, _)| left < *least) {
                second = Some((left, guess));
            }
        }
        second.map(|(_, guess)| guess)
    }

    /// Without the line that does not fit, if reading comes further: what it opens is opened by a
    /// heading that says nothing, what it closes stays closed.
    fn without_line(&self, effort: &mut Effort) -> Option<Patch> {
        let token = self.tokens.get(self.at)?;
        let text = self.place.text;
        let start = text[..token.start].rfind('\n')?;
        let end = text[token.start..].find('\n').map_or(text.len(), |n| token.start + n);
        let line = text.get(start..end)?;
        let even = |open, close| line.matches(open).count() == line.matches(close).count();
        if !(even('(', ')') && even('[', ']')) || line.matches('"').count() % 2 == 1 {
            return None;
        }
        let words = line.trim();
        let opens = words.ends_with('{') && !words.trim_end_matches('{').contains('{');
        let kept = match (words.starts_with('}'), opens) {
            _ if even('{', '}') && !words.starts_with('}') => "",
            (false, true) if !words.contains('}') => " if yes {",
            (true, true) if words.matches('}').count() == 1 => " } else {",
            (true, false) if words.matches('}').count() == 1 && !words.contains('{') => " }",
            _ => return None,
        };
        let kept = if kept.is_empty() { String::new() } else { format!("\n{kept}") };
        if line == kept {
            return None;
        }
        let patch = Patch { start, end, new: kept };
        effort.at_last();
        let left = self.left(&patch, effort)?;
        (left < text.len() - end || left == 0).then_some(patch)
    }

    /// Several words around a name that means nothing, as they are written here, if with them the
    /// item reads.
    fn phrase(&self, effort: &mut Effort) -> Option<Guess> {
        let token = *self.tokens.get(self.at)?;
        let around =
            |guess: &Guess| guess.token.start <= token.start && token.end <= guess.token.end;
        let several = |guess: &Guess| matches!(&guess.how, How::Foreign { written, .. } | How::NoSuch { written, .. } if written.contains(' '));
        let last = self.tokens.iter().skip(self.at).take_while(|t| {
            self.place.text.get(token.start..t.start).is_some_and(|gap| !gap.contains('\n'))
        });
        let end = Trial {
            at: self.at + last.count().saturating_sub(1),
            wanted: Vec::new(),
            short: Short::default(),
            ..*self
        };
        // `Parrot in me.loot`
        let cards = self.asked_of_cards(effort.words());
        let reads = |guess: &Guess| around(guess) && self.left(&guess.patch, effort) == Some(0);
        if let Some(card) = cards.into_iter().find(reads) {
            return Some(card);
        }
        let worded = end.worded_slips(effort).into_iter();
        let mut guesses = worded.chain(end.sentences(effort)).chain(self.foreign());
        guesses.find(|guess| {
            let old = self.place.text.get(guess.patch.start..guess.patch.end);
            let same = old == Some(guess.patch.new.as_str());
            let fits = !same && around(guess) && several(guess);
            fits && self.left(&guess.patch, effort) == Some(0)
        })
    }

    /// What is meant by a word that begins a statement behind a value on its line:
    /// `choose p in players randomly`. With it no statement begins there.
    fn loose(&self, effort: &mut Effort) -> Option<Guess> {
        const JOINING: [&str; 6] = ["by", "to", "of", "in", "is", ","];
        let begins = |text: &str, byte: usize| {
            parse::marks(text).iter().any(|(at, role)| *at == byte && *role == Role::Unit)
        };
        let token = *self.tokens.get(self.at)?;
        let before = *self.tokens.get(self.at.checked_sub(1)?)?;
        let apart =
            self.place.text.get(before.end..token.start).is_some_and(|gap| gap.contains('\n'));
        let value = matches!(before.kind, Kind::Word | Kind::Close | Kind::Number | Kind::Money)
            && before.of(self.place.text) != "}";
        if apart || !value || !begins(self.place.text, token.start) {
            return None;
        }
        let near =
            |guess: &Guess| guess.patch.end >= before.start && guess.patch.start <= token.start;
        let missing = JOINING.iter().map(|word| self.missing(self.at, word));
        let values = self.said_apart(self.at, effort).into_iter();
        let foreign = self.foreign().into_iter().filter(near);
        values.chain(foreign).chain(missing).find(|guess| {
            let mut text = self.place.text.to_owned();
            text.replace_range(guess.patch.start..guess.patch.end, &guess.patch.new);
            let behind = text.len() - (self.place.text.len() - token.end);
            let here = behind - (token.end - token.start);
            let kept = guess.patch.end <= token.start;
            effort.stops(&text).is_ok() && !(kept && begins(&text, here))
        })
    }

    /// A guess with its change.
    fn offered(&self, guess: &Guess) -> Diagnostic {
        let span = self.place.span(guess.patch.start, guess.patch.end);
        let fix = vec![Edit { span, new: guess.patch.new.clone() }];
        Diagnostic { fix, ..self.said(guess) }
    }

    pub(super) fn said(&self, guess: &Guess) -> Diagnostic {
        let snippet = snippet(self.place.text, &guess.patch);
        let at = self.tokens.partition_point(|t| t.end <= guess.token.start);
        let before = shown(at.checked_sub(1).map_or("", |at| self.word(at)));
        let behind = if before.is_empty() { String::new() } else { format!(" after `{before}`") };
        let found = self.told(guess, &snippet, &behind, at);
        let offer = match guess.how {
            How::Foreign { .. } => Offer::Reads,
            How::NoSuch { .. } => Offer::StandsIn,
            How::Spelling { .. }
            | How::Missing(_)
            | How::Instead { .. }
            | How::Braces(_)
            | How::Stray(_) => Offer::Sure,
        };
        let offered = match &guess.how {
            How::NoSuch { remark, .. } => remark.as_str(),
            How::Foreign { meant, .. } => meant.as_str(),
            How::Spelling { .. }
            | How::Braces(..)
            | How::Missing(..)
            | How::Instead { .. }
            | How::Stray(..) => "",
        };
        let about = chosen(offered).map(About::Chosen);
        Diagnostic { offer, about, ..found }
    }

    fn told(&self, guess: &Guess, snippet: &str, behind: &str, at: usize) -> Diagnostic {
        let said = |code, words| self.place.error(code, guess.token, words);
        match &guess.how {
            How::Foreign { written, meant } if is_broken_number(written) => {
                said(Code::E0123, format!("numbers are whole, but this is `{written}`"))
                    .help(format!("write `{meant}`: `{snippet}`"))
            }
            How::Foreign { written, meant } => {
                said(Code::E0123, format!("`{}` is written `{meant}` here", shown(written)))
                    .help(format!("write `{snippet}`"))
            }
            How::NoSuch { written, remark } => {
                let when =
                    self.in_rules_for(at).then(|| "this does not say when it happens".into());
                let words: String =
                    when.unwrap_or_else(|| format!("there is no sentence `{}`", shown(written)));
                said(Code::E0123, words).help(remark.as_str())
            }
            How::Spelling { written, meant } => {
                said(Code::E0123, format!("`{}` does not fit{behind}", shown(written)))
                    .help(format!("did you mean `{meant}`? `{snippet}`"))
            }
            How::Missing(word) => {
                let token =
                    self.tokens.get(self.at).copied().filter(|t| t.start >= guess.patch.start);
                let token = token.unwrap_or(guess.token);
                let at = at.checked_sub(usize::from(
                    self.tokens.get(at).is_some_and(|t| t.start < guess.patch.start),
                ));
                let before = at
                    .and_then(|at| at.checked_sub(0))
                    .map_or("", |at| self.word(at.saturating_sub(1)));
                let last = self.tokens.iter().rev().find(|t| t.end <= guess.patch.start);
                let before = last.map_or(before, |t| t.of(self.place.text));
                let label = self
                    .tokens
                    .iter()
                    .find(|t| t.start >= guess.patch.start)
                    .copied()
                    .unwrap_or(token);
                let found = self.place.error(
                    Code::E0101,
                    label,
                    format!("`{word}` is missing after `{}`", shown(before)),
                );
                found
                    .saying(format!("write `{word}` before this"))
                    .help(format!("write `{snippet}`"))
            }
            How::Instead { written, meant } => {
                said(Code::E0101, format!("`{}` does not fit{behind}", shown(written)))
                    .saying(format!("`{meant}` is needed here"))
                    .help(format!("write `{snippet}`"))
            }
            How::Braces(word) => {
                said(Code::E0101, format!("`(` does not fit after `{}`", shown(word)))
                    .saying("`{` is needed here")
                    .help(format!(
                        "what belongs to `{0}` stands in braces: write `{0} {{` … `}}`",
                        shown(word)
                    ))
            }
            How::Stray(word) => {
                said(Code::E0101, format!("there is one `{}` too many here", shown(word)))
                    .help(format!("take it out: `{snippet}`"))
            }
        }
    }
}

/// Whether a word begins a line or block, and what follows it on its line is a word.
fn opens_with_more(text: &str, tokens: &[Token], at: usize) -> bool {
    let (Some(token), Some(next)) = (tokens.get(at), tokens.get(at + 1)) else { return false };
    let gap = text.get(token.end..next.start).unwrap_or("");
    let before = at.checked_sub(1).and_then(|at| tokens.get(at));
    let opens = before.is_some_and(|b| {
        matches!(b.of(text), "{" | "}")
            || text.get(b.end..token.start).is_some_and(|gap| gap.contains('\n'))
    });
    opens && matches!(next.kind, Kind::Word | Kind::Text) && !gap.contains('\n') && !gap.is_empty()
}

/// The words that may be meant by one that opens a statement.
fn meant_by(word: &str) -> Vec<&'static str> {
    let small = word.to_ascii_lowercase();
    let known = OPENING.iter().copied().filter(|o| **o == small && small != word);
    let foreign: Vec<&str> = foreign::statements(&small).chain(known).collect();
    if foreign.is_empty() { nearest(word, OPENING).into_iter().collect() } else { foreign }
}

/// What reads, but not as anything that makes sense: a statement's word is wrong, or a little word
/// on its line is missing.
fn senseless(place: Place<'_>, tokens: &[Token], said: Diagnostic, effort: &mut Effort) -> Mistake {
    let start = said.span().start as usize;
    let at = tokens.partition_point(|t| t.end <= start);
    let trial = Trial { place, tokens, at, wanted: Vec::new(), short: Short::default() };
    if let Some(known) = trial.piece_inside(effort).or_else(|| trial.unopened()) {
        return known;
    }
    let here = |token: &Token| token.end <= start && !place.text[token.end..start].contains('\n');
    if let Some(found) = foreign_statement(place, tokens, &here, effort) {
        return found;
    }
    let first = tokens.partition_point(|t| t.end <= start);
    let line = tokens
        .iter()
        .skip(first)
        .take_while(|t| place.text.get(start..t.start).is_none_or(|gap| !gap.contains('\n')));
    let last = first + line.count();
    if matches!(said.code, Code::E0101 | Code::E0120) {
        let trial = Trial {
            place,
            tokens,
            at: last.saturating_sub(1),
            wanted: Vec::new(),
            short: Short::default(),
        };
        let worded = trial.worded_slips(effort).into_iter();
        let mut sentences = worded.chain(trial.sentences(effort)).chain(trial.slips(effort));
        if let Some(guess) = sentences.find(|guess| trial.left(&guess.patch, effort) == Some(0)) {
            return Mistake { said: trial.said(&guess), patch: Some(guess.patch), lossy: false };
        }
        for at in first + 1..=last.min(first + BACK) {
            let trial = Trial { place, tokens, at, wanted: Vec::new(), short: Short::default() };
            let little =
                LITTLE.iter().filter(|word| **word != "=").map(|word| trial.missing(at, word));
            for guess in trial.foreign().into_iter().chain(little) {
                if trial.left(&guess.patch, effort) == Some(0) {
                    return Mistake {
                        said: trial.said(&guess),
                        patch: Some(guess.patch),
                        lossy: false,
                    };
                }
            }
        }
    }
    if matches!(said.code, Code::E0101 | Code::E0120)
        && effort.patient()
        && let Some(Repair { guess, .. }) =
            trial.repair(true, effort).filter(|repair| repair.score <= 0)
    {
        return Mistake { said: trial.said(&guess), patch: Some(guess.patch), lossy: false };
    }
    Mistake { said, patch: None, lossy: false }
}

/// Another word than one that means nothing, if with it a sentence reads.
pub(super) fn foreign_statement(
    place: Place<'_>,
    tokens: &[Token],
    unknown: &dyn Fn(&Token) -> bool,
    effort: &mut Effort,
) -> Option<Mistake> {
    for (at, token) in tokens.iter().enumerate() {
        let word = token.of(place.text);
        if token.kind != Kind::Word || !unknown(token) {
            continue;
        }
        let trial = Trial { place, tokens, at, wanted: Vec::new(), short: Short::default() };
        if let Some(piece) = trial.piece_inside(effort) {
            return Some(piece);
        }
        if let Some(guess) = trial.phrase(effort) {
            return Some(Mistake {
                said: trial.said(&guess),
                patch: Some(guess.patch),
                lossy: false,
            });
        }
        if (WORDS.contains(&word) || is_reserved(word)) && word != "chance" {
            continue;
        }
        let guess = if opens_with_more(place.text, tokens, at) {
            let mut guesses = meant_by(token.of(place.text))
                .into_iter()
                .map(|meant| trial.foreign_as(*token, meant));
            guesses.find(|guess| trial.left(&guess.patch, effort) == Some(0))
        } else {
            trial.loose(effort)
        };
        if let Some(guess) = guess {
            return Some(Mistake {
                said: trial.said(&guess),
                patch: Some(guess.patch),
                lossy: false,
            });
        }
    }
    None
}

/// What is meant by a strange word that opens a statement, if with it the item reads.
pub(super) fn loose_statement(
    place: Place<'_>,
    tokens: &[Token],
    strange: &dyn Fn(&Token) -> bool,
    effort: &mut Effort,
) -> Option<Mistake> {
    let units: Vec<usize> = parse::marks(place.text)
        .iter()
        .filter(|(_, role)| *role == Role::Unit)
        .map(|(at, _)| *at)
        .collect();
    let opens = |token: &Token| {
        let at = tokens.partition_point(|t| t.start < token.start);
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        let behind = before.is_some_and(|b| place.text.get(b.end..token.start) == Some(" "));
        let word = token.of(place.text);
        if behind && units.contains(&token.start) && strange(token) && !is_reserved(word) {
            let next = tokens.get(at + 1).map_or("", |t| t.of(place.text));
            return !matches!(next, "=" | "+=" | "-=" | "." | "(") && !OPENING.contains(&word);
        }
        let word = token.of(place.text);
        let ours = OPENING.contains(&word) || WORDS.contains(&word) || is_reserved(word);
        at > 0 && !ours && strange(token) && opens_with_more(place.text, tokens, at)
    };
    foreign_statement(place, tokens, &opens, effort)
}

/// Words that open a statement and do not stand alone.
const OPENING: [&str; 9] =
    ["move", "shuffle", "show", "hide", "let", "give", "choose", "say", "swap"];

/// The word that probably opens an item, in the place of one that opens none.
pub(super) fn opening(place: Place<'_>, tokens: &[Token], effort: &mut Effort) -> Option<Mistake> {
    let first = *tokens.first()?;
    let text = place.text;
    let line = text.get(first.start..)?.find('\n').map_or(text.len(), |n| first.start + n);
    let trial = Trial { place, tokens, at: 0, wanted: Vec::new(), short: Short::default() };
    if let Some(said) = trial.set_outside(effort.words()) {
        return Some(Mistake { said, patch: None, lossy: true });
    }
    let mut guesses: Vec<Guess> = Vec::new();
    let small = first.of(text).to_ascii_lowercase();
    let defines = split::defines(text, first.end);
    for (words, meant) in foreign::phrases(&small) {
        let fits = (0..words.len()).all(|n| trial.word(n).eq_ignore_ascii_case(words[n]));
        let Some(last) = tokens.get(words.len() - 1).filter(|_| fits) else { continue };
        let meant = meant.iter().map(|meant| split::fitting(meant, defines));
        guesses.extend(meant.map(|m| trial.foreign_as(Token { end: last.end, ..first }, m)));
    }
    if let Some(meant) = nearest(&small, split::item_words()) {
        guesses.push(trial.foreign_as(first, meant));
    }
    // `rounds = 3`
    if effort.words().variant()
        && let Some(equals) = tokens.get(1).filter(|t| t.of(text) == "=")
    {
        let heading = Token { end: equals.end, ..first };
        guesses.push(trial.foreign_as(heading, &format!("set {} to", first.of(text))));
    }
    let seats = trial.nameless(effort.words());
    guesses.extend(seats);
    guesses.extend(
        trial.sentences(effort).into_iter().filter(|guess| guess.patch.start == first.start),
    );
    if trial.word(1) == "has" && first.of(text).starts_with(char::is_uppercase) {
        guesses.push(trial.foreign_as(first, &format!("each {}", first.of(text))));
    }
    let mut best: Option<(usize, Guess)> = None;
    for guess in guesses {
        let Some(left) = trial.left(&guess.patch, effort) else { continue };
        if (left == 0 || left <= text.len() - line)
            && best.as_ref().is_none_or(|(least, _)| left < *least)
        {
            best = Some((left, guess));
        }
    }
    let known = best.map(|(_, guess)| Repair::only(guess, 0));
    let repair = if effort.patient() { trial.repair(false, effort) } else { None };
    let Repair { guess, .. } = match (known, repair) {
        (Some(known), Some(repair)) if repair.score < SURELY => {
            if trial.score(&known.guess, effort) <= repair.score { known } else { repair }
        }
        (None, Some(repair)) if repair.score <= 0 => repair,
        (known, _) => known?,
    };
    let said =
        place.error(Code::E0102, first, format!("no item begins with `{}`", shown(first.of(text))));
    let whole = snippet(text, &guess.patch);
    let help = match &guess.how {
        How::Foreign { meant, .. } if *meant == whole => format!("write `{whole}`"),
        How::Foreign { meant, .. } => format!("did you mean `{meant}`? `{whole}`"),
        How::NoSuch { remark, .. } => {
            let said = Diagnostic { offer: Offer::StandsIn, ..said.help(remark.clone()) };
            return Some(Mistake { said, patch: Some(guess.patch), lossy: false });
        }
        How::Missing(_) | How::Instead { .. } => format!("write `{whole}`"),
        How::Stray(_) => format!("take it out: `{whole}`"),
        How::Spelling { .. } | How::Braces(_) => return None,
    };
    let said = said.help(help);
    Some(Mistake { said, patch: Some(guess.patch), lossy: false })
}
