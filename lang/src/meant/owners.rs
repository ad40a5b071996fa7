//! Whose something is that nobody is said to have: names with a dot before or behind them.

use crate::code::Code;
use crate::diagnostic::{Diagnostic, Edit, Likeness, Try};
use crate::letters::in_name;
use crate::source::{Sources, Span};
use std::collections::BTreeMap;

/// The same member of what is set, where somebody else may have it: `dealer = left`.
pub(super) fn of_what_is_set(said: &Diagnostic, sources: &Sources) -> Option<Try> {
    let (at, name) = (said.span(), sources.slice(said.span()));
    let same = |one: &Try| one.change.new.rsplit_once('.').is_some_and(|(_, last)| last == name);
    if said.code != Code::E0401 || !said.tries.iter().any(same) {
        return None;
    }
    let before = sources.get(at.file)?.text.get(..at.start as usize)?;
    let target = before.trim_end().strip_suffix(" =")?.rsplit([' ', '\n', '{', '\t']).next()?;
    let plain = target.chars().all(|c| in_name(c) || c == '.') && target.starts_with(in_name);
    let change = Edit { span: at, new: format!("{target}.{name}") };
    plain.then_some(Try { change, likeness: Likeness::Spelt })
}

/// `c is safe`, where `is_safe` is defined: `c.is_safe`.
pub(super) fn with_dot(said: &Diagnostic, sources: &Sources) -> Option<Try> {
    let (at, name) = (said.span(), sources.slice(said.span()));
    let text: &str = &sources.get(at.file).filter(|_| said.code == Code::E0401)?.text;
    let before = text.get(..at.start as usize)?;
    let verb = ["is", "has", "can"].into_iter().find(|verb| {
        before.strip_suffix(' ').is_some_and(|before| before.ends_with(&format!(" {verb}")))
    })?;
    let word = format!("{verb}_{name}");
    let defined = |line: &str| {
        let rest = line.strip_prefix("define ").and_then(|rest| rest.strip_prefix(&*word));
        rest.is_some_and(|rest| rest.starts_with(" for "))
    };
    let of = before.strip_suffix(' ')?.strip_suffix(verb)?.trim_end();
    let path = of.rsplit(|c: char| !in_name(c) && c != '.').next()?;
    let start = of.len() - path.len();
    let fits = text.lines().any(defined) && path.starts_with(in_name);
    let span = Span { start: u32::try_from(start).ok()?, ..at };
    let change = Edit { span, new: format!("{path}.{word}") };
    fits.then_some(Try { change, likeness: Likeness::Spelt })
}

/// `every p in players has count(card.hand) is 3`: what nobody is called is asked of the one whom
/// the condition goes through.
pub(super) fn of_one_bound(said: &Diagnostic, sources: &Sources) -> Option<Try> {
    const GOING: [&str; 6] = ["every ", "any ", "no ", "each ", "first ", "those "];
    let at = said.span();
    let text: &str = &sources.get(at.file).filter(|_| said.code == Code::E0401)?.text;
    let (before, rest) = (text.get(..at.start as usize)?, text.get(at.end as usize..)?);
    let member = rest.strip_prefix('.')?;
    let member = member.get(..member.find(|c: char| !in_name(c)).unwrap_or(member.len()))?;
    let line = before.rsplit('\n').next()?;
    let binder = |word: &&str| {
        let (head, behind) = line.rsplit_once(*word)?;
        let (name, _) = behind.split_once(" in ")?;
        let plain = !name.is_empty() && name.chars().all(in_name);
        plain.then_some((head.len(), name))
    };
    let (_, name) = GOING.iter().filter_map(binder).max()?;
    let span = Span { end: at.end + 1 + member.len() as u32, ..at };
    let change = Edit { span, new: format!("{name}.{member}") };
    (name != sources.slice(at)).then_some(Try { change, likeness: Likeness::Alike })
}

/// What everybody has of their own, where something of one player is set: `captain.money -= bid`.
pub(super) fn whose(said: &mut Diagnostic, sources: &Sources) {
    let own = |at: Span| {
        let text = &sources.get(at.file)?.text;
        let line = text.get(..at.start as usize)?.rsplit('\n').next()?;
        let signs = [" += ", " -= ", " = "];
        let (target, _) = signs.iter().find_map(|sign| line.split_once(sign))?;
        let target = target.rsplit([' ', '{', '\t']).next()?;
        let (owner, _) = target.rsplit_once('.')?;
        let plain = owner.chars().all(|c| in_name(c) || c == '.') && owner.starts_with(in_name);
        plain.then(|| format!("{owner}.{}", sources.slice(at)))
    };
    let each = said.code == Code::E0403 && said.message.starts_with("every player has their own `");
    if let Some(new) = own(said.span()).filter(|_| each) {
        said.help = Some(format!("say whose: `{new}`"));
        said.fix = vec![Edit { span: said.span(), new }];
    }
}

/// What stands before the same member elsewhere, where it is asked of something that has it not:
/// `caller.points`, where others read `bank.points`.
pub(super) fn owners(said: &Diagnostic, tries: &[Try], sources: &Sources) -> Vec<Try> {
    const MOST: usize = 6;
    let of = || {
        let (at, text) = (said.span(), &sources.get(said.span().file)?.text);
        let (start, end) = (at.start as usize, at.end as usize);
        if said.code == Code::E0402 {
            let before = text.get(..start)?.strip_suffix('.')?;
            let from = before.trim_end_matches(in_name).len();
            let whole = !before.get(..from)?.ends_with('.');
            return whole.then_some((from..start - 1, text.get(start..end)?));
        }
        let rest = text.get(end..)?.strip_prefix('.')?;
        let member = rest.get(..rest.find(|c: char| !in_name(c)).unwrap_or(rest.len()))?;
        let unknown = matches!(said.code, Code::E0401 | Code::E0403) && !member.is_empty();
        unknown.then_some((start..end, member))
    };
    let Some((place, member)) = of() else { return Vec::new() };
    let span = said.span();
    let written = sources.get(span.file).and_then(|file| file.text.get(place.clone()));
    let mut found: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, file) in sources.iter() {
        for (at, _) in file.text.match_indices(&format!(".{member}")) {
            let before = &file.text[..at];
            let from = before.trim_end_matches(in_name).len();
            let behind = file.text[at + 1 + member.len()..].starts_with(in_name);
            let owner = &before[from..];
            let plain = !owner.is_empty() && !before[..from].ends_with('.') && !behind;
            let other = !owner.starts_with(char::is_uppercase) && Some(owner) != written;
            if plain && other {
                *found.entry(owner).or_default() += 1;
            }
        }
    }
    let mut all: Vec<(usize, &str)> = found.into_iter().map(|(owner, n)| (n, owner)).collect();
    all.sort_by(|a, b| b.cmp(a));
    let change = |owner: &str| Edit {
        span: Span {
            start: place.start as u32,
            end: (place.end + 1 + member.len()) as u32,
            ..span
        },
        new: format!("{owner}.{member}"),
    };
    let all = all.into_iter().take(MOST).map(|(_, owner)| change(owner));
    let new = all.filter(|change| !tries.iter().any(|one| one.change == *change));
    new.map(|change| Try { change, likeness: Likeness::Fits }).collect()
}
