//! What is meant, found by trying: where a name means nothing or a value does not fit, the rules
//! are compiled with what may be meant, and only what puts them right is offered.

mod commas;
mod misplaced;
mod offers;
mod owners;
mod persons;
mod senseless;
mod several;
mod slips;
mod to_declare;

use crate::causes;
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Edit, Label, Likeness, Severity, Try};
use crate::fixes;
use crate::foreign;
use crate::letters::in_name;
use crate::lost;
use crate::resolve::names::Resolved;
use crate::resolve::uses::Meaning;
use crate::source::{FileId, Sources, Span};
use crate::spelling;
use crate::syntax::{item_around, opens_item, words_in};
use owners::{of_one_bound, of_what_is_set, owners, whose, with_dot};
use several::{all_of_them, listed, same_again};
use std::collections::{BTreeMap, BTreeSet};

/// So often the rules are compiled with something else, in all.
const MOST_TRIED: usize = 80;
/// Of so many reports it is looked for what is meant.
const MOST_MENDED: usize = 3;
/// So many changes are named where several fit equally well.
const MOST_NAMED: usize = 4;
/// So many names that nothing uses are looked at for each that means nothing.
const MOST_UNUSED: usize = 8;

/// Names that the program itself uses.
const OF_PROGRAM: [&str; 2] = ["score", "promise"];

/// What compiling with a change gives: what is wrong then, and the texts.
pub(crate) type Outcome = Option<(Vec<Diagnostic>, Sources)>;

/// Errors by what they say and the line on which they stand.
type Key = (Code, FileId, usize, String);

fn keys(all: &[Diagnostic], sources: &Sources) -> BTreeSet<Key> {
    let wrong = all.iter().filter(|d| d.severity == Severity::Error);
    wrong.map(|d| key(d, sources)).collect()
}

fn key(d: &Diagnostic, sources: &Sources) -> Key {
    let at = d.span();
    (d.code, at.file, sources.line_column(at.file, at.start).0, d.message.clone())
}

/// Whether there is anything to be tried.
pub(crate) fn is_doubtful(all: &[Diagnostic], sources: &Sources) -> bool {
    let tried = |d: &Diagnostic| {
        !d.tries.is_empty() || !d.others.is_empty() || causes::unknown(d, sources).is_some()
    };
    all.iter().any(|d| tried(d) || senseless::is(d) || misplaced::is(d) || persons::is(d))
}

/// Tries, and counts how often.
struct Trials<'t> {
    before: BTreeSet<Key>,
    sources: &'t Sources,
    tried: &'t mut dyn FnMut(&Edit) -> Outcome,
    /// How many texts are the designer's; they come first.
    own: usize,
    left: usize,
}

/// What comes of a change.
enum Found {
    /// These errors are gone, and no other has come.
    Mends(BTreeSet<Key>),
    /// Something is wrong where it was made.
    Wrong,
    /// Something else is wrong, or it was not tried.
    Open,
}

impl Trials<'_> {
    /// What comes of a change at the first of the places of a mistake, if it is one of several.
    fn found(&mut self, change: &Edit, own: Option<&Key>) -> Found {
        let Some(left) = self.left.checked_sub(1) else { return Found::Open };
        self.left = left;
        let Some((after, its)) = (self.tried)(change) else { return Found::Open };
        let same = |d: &Diagnostic| own.is_some_and(|own| own.0 == d.code && own.3 == d.message);
        let new = after.iter().filter(|d| {
            d.severity == Severity::Error && !self.before.contains(&key(d, &its)) && !same(d)
        });
        let new: Vec<&Diagnostic> = new.collect();
        if new.is_empty() {
            let after = keys(&after, &its);
            return Found::Mends(self.before.difference(&after).cloned().collect());
        }
        let (from, to) = (change.span.start, change.span.start + change.new.len() as u32);
        let here = |d: &&Diagnostic| {
            let at = d.span();
            at.file == change.span.file && at.start <= to && from <= at.end
        };
        if new.iter().all(here) { Found::Wrong } else { Found::Open }
    }

    /// The errors that a change mends, if it brings no other.
    fn mended_by(&mut self, change: &Edit) -> Option<BTreeSet<Key>> {
        match self.found(change, None) {
            Found::Mends(gone) => Some(gone),
            Found::Wrong | Found::Open => None,
        }
    }
}

/// Says of names that mean nothing, and of values that do not fit, what is meant; `tried` compiles
/// with a change, `own` is how many texts are the designer's.
pub(crate) fn found(
    mut all: Vec<Diagnostic>,
    sources: &Sources,
    declared: &Resolved,
    own: usize,
    tried: &mut dyn FnMut(&Edit) -> Outcome,
) -> Vec<Diagnostic> {
    let before = keys(&all, sources);
    let mut trials = Trials { before, sources, tried, own, left: MOST_TRIED };
    let mut mended = 0;
    let mut settled = BTreeSet::new();
    for said in &mut all {
        let asked = of_what_is_set(said, sources);
        said.tries.splice(0..0, asked);
    }
    for said in &mut all {
        let dotted = with_dot(said, sources);
        said.open |= dotted.is_some();
        said.tries.splice(0..0, dotted);
    }
    for said in &mut all {
        let bound = of_one_bound(said, sources);
        said.tries.splice(0..0, bound);
    }
    all.iter_mut().for_each(|said| whose(said, sources));
    // One player is no slip for all of them.
    for said in all.iter_mut().filter(|said| sources.slice(said.span()) == "player") {
        let acts = said.tries.iter().any(|one| one.change.new == "me");
        said.tries.retain(|one| one.change.new != "players" && (!acts || one.change.new == "me"));
    }
    several::words_as_sentence(&mut all, sources);
    persons::told(&mut all, &mut settled, &mut trials);
    others(&mut all, &mut trials);
    commas::told(&mut all, &mut trials);
    senseless::told(&mut all, &mut trials);
    misplaced::told(&mut all, &mut trials);
    renamed(&mut all, declared, &settled, true, &mut trials);
    // One place that is spelt like something else is a slip; several agree upon a name.
    for said in &mut all {
        let near = said.tries.iter().filter(|one| one.likeness != Likeness::Fits);
        let near: Vec<Try> = near.cloned().collect();
        if !near.is_empty() && mended < MOST_MENDED && single(said) && is_open(said) {
            mended += 1;
            if offer(said, &near, &mut trials) {
                said.tries.clear();
                settled.insert(key(said, sources));
            }
        }
    }
    renamed(&mut all, declared, &settled, false, &mut trials);
    mended = 0;
    for said in &mut all {
        let mut tries = std::mem::take(&mut said.tries);
        if !settled.contains(&key(said, sources)) {
            tries.extend(untried(said, &tries, sources));
            tries.extend(owners(said, &tries, sources));
        }
        if !said.fix.is_empty() && causes::unknown(said, sources).is_none() {
            continue;
        }
        let fits = tries.iter().all(|one| one.likeness == Likeness::Fits);
        let same = format!("did you mean `{}`?", sources.slice(said.span()));
        if said.help.as_deref() == Some(&same) {
            said.help = None;
            said.fix.clear();
        }
        if said.code == Code::E0403 && said.message.ends_with(" has no meaning here") {
            said.open = true;
        }
        // Whose it is, is known.
        let owned = said.help.as_deref().is_some_and(|help| help.starts_with("say whose `"));
        if !tries.is_empty() && mended < MOST_MENDED && is_open(said) && !(fits && owned) {
            mended += 1;
            spoken_of_first(&mut tries, sources);
            let surely = tries.iter().any(|one| one.likeness == Likeness::Spelt);
            if offer(said, &tries, &mut trials) && surely && !fits && single(said) {
                continue;
            }
        }
        to_declare::told(said, sources);
    }
    to_declare::handed(&mut all, sources);
    to_declare::of_nobody(&mut all, sources);
    offers::judged(&mut all, declared, &mut trials);
    several::without_warnings(&mut all);
    fixes::offered(lost::headings(all), sources)
}

/// Of lines that were read in a way that makes no sense, the first other way that does.
fn others(all: &mut Vec<Diagnostic>, trials: &mut Trials<'_>) {
    const MOST: usize = 5;
    for at in 0..all.len() {
        let Some(said) = all.get_mut(at) else { return };
        let others = std::mem::take(&mut said.others);
        if !said.open || !fixes::syntax(said) {
            continue;
        }
        let own = key(said, trials.sources);
        for other in others.into_iter().take(MOST) {
            let [change] = other.fix.as_slice() else { continue };
            let gone = trials.mended_by(change).filter(|gone| gone.contains(&own));
            let Some(gone) = gone else { continue };
            let kept: Vec<Diagnostic> = std::mem::take(all);
            let also = |d: &Diagnostic| gone.contains(&key(d, trials.sources));
            for (place, said) in kept.into_iter().enumerate() {
                if place == at {
                    all.push(other.clone());
                } else if !also(&said) {
                    all.push(said);
                }
            }
            trials.before.retain(|key| !gone.contains(key));
            break;
        }
    }
}

/// Whether what a help says may be replaced by what was tried.
fn is_open(said: &Diagnostic) -> bool {
    said.open || said.help.is_none()
}

/// The word that is offered for a name that means nothing, if it is not among what is tried.
fn untried(said: &Diagnostic, tries: &[Try], sources: &Sources) -> Option<Try> {
    causes::unknown(said, sources).filter(|_| said.code == Code::E0401)?;
    let offered = said.help.as_deref()?.strip_prefix("did you mean `")?.split('`').next()?;
    let known = tries.iter().any(|one| one.change.new == offered);
    let change = Edit { span: said.span(), new: offered.to_owned() };
    let word = offered.chars().all(in_name);
    (word && !known).then_some(Try { change, likeness: Likeness::Spelt })
}

/// Whether it is said of one place.
fn single(said: &Diagnostic) -> bool {
    !said.help.as_deref().is_some_and(|help| help.contains(fixes::MORE))
        && said.labels.iter().all(|label| label.text != causes::HERE_TOO)
}

/// Words in the place of those that are wrong; `@` stands for what is there.
fn written(change: &Edit, sources: &Sources) -> Edit {
    let new = change.new.replace('@', sources.slice(change.span));
    Edit { span: change.span, new }
}

/// Of what would merely fit, that comes first which the same rule speaks of elsewhere.
fn spoken_of_first(tries: &mut [Try], sources: &Sources) {
    let spoken = |change: &Edit| {
        let of = || {
            let text: &str = &sources.get(change.span.file)?.text;
            let (_, item) = item_around(text, change.span.start as usize)?;
            let name = change.new.rsplit('.').next()?;
            let mut places = words_in(text.get(item.clone())?, name);
            let own = change.span.start as usize..change.span.end as usize;
            Some(places.any(|(start, _)| !own.contains(&(item.start + start as usize))))
        };
        of().unwrap_or_default()
    };
    tries.sort_by_cached_key(|one| {
        (one.likeness, one.likeness == Likeness::Fits && !spoken(&one.change))
    });
}

/// Offers those of several changes that put the rules right; none may, and what was offered may be
/// wrong, which is then no longer offered.
fn offer(said: &mut Diagnostic, tries: &[Try], trials: &mut Trials<'_>) -> bool {
    let offered = said.help.as_deref().and_then(|h| h.strip_prefix("did you mean `"));
    let offered = offered.and_then(|rest| rest.split('`').next()).map(str::to_owned);
    let more = said.help.as_deref().and_then(|help| help.find(fixes::MORE).map(|at| &help[at..]));
    let more = more.unwrap_or_default().to_owned();
    let own = key(said, trials.sources);
    let mut fitting: Vec<Edit> = Vec::new();
    let mut last = Likeness::Spelt;
    for (at, one) in tries.iter().enumerate() {
        // What is called nearly so, or means the like, is meant, whatever else would fit.
        if !fitting.is_empty() && one.likeness != last || fitting.len() == MOST_NAMED {
            break;
        }
        last = one.likeness;
        let change = written(&one.change, trials.sources);
        let number = trials.sources.slice(change.span).contains(|c: char| c.is_ascii_digit());
        let lost = said.code == Code::E0414
            && number
            && !change.new.contains(|c: char| c.is_ascii_digit());
        if lost || fitting.contains(&change) || same_again(&change, trials.sources) {
            continue;
        }
        match trials.found(&change, Some(&own)) {
            Found::Mends(gone) if gone.contains(&own) => {
                fitting.push(change);
                // Of one name there may be several, each of another owner.
                let next = tries.get(at + 1).filter(|next| next.likeness == last);
                let same = |one: &Try| {
                    one.change.new.rsplit('.').next() == Some(trials.sources.slice(one.change.span))
                };
                if last == Likeness::Spelt && !(same(one) && next.is_some_and(same)) {
                    break;
                }
            }
            Found::Wrong if offered.as_ref() == Some(&change.new) => {
                said.help = Some(more.clone()).filter(|more| !more.is_empty());
                said.fix.clear();
            }
            Found::Mends(_) | Found::Wrong | Found::Open => {}
        }
    }
    if let Some(all) = all_of_them(said, &fitting, trials.sources)
        && let Found::Mends(gone) = trials.found(&all, Some(&own))
        && gone.contains(&own)
    {
        said.help = Some(format!("for all of them write `{}`", all.new));
        said.fix = vec![all];
        return true;
    }
    let quoted = |change: &Edit| format!("`{}`", change.new);
    let told = !fitting.is_empty();
    match fitting.as_slice() {
        [] => {}
        [only] if last == Likeness::Fits => {
            said.fix.clear();
            said.help = Some(format!("perhaps {} is meant{more}", quoted(only)));
        }
        [only] => {
            let plain = only.new.chars().all(in_name);
            let help = if plain && only.span == said.span() {
                format!("did you mean {}?", quoted(only))
            } else {
                format!("write {}", quoted(only))
            };
            if !said.help.as_deref().is_some_and(|known| known.starts_with(&help)) {
                said.help = Some(format!("{help}{more}"));
                said.fix.clear();
            }
            if more.is_empty() && said.fix.is_empty() {
                said.fix = fitting;
            }
        }
        several => {
            let all: Vec<String> = several.iter().map(quoted).collect();
            let help = format!("perhaps {} is meant", listed(&all));
            said.fix.clear();
            said.help = Some(format!("{help}{more}"));
        }
    }
    told
}

/// A declared name that nothing uses.
struct Unused<'s> {
    name: &'s str,
    at: Span,
    /// It stands somewhere else all the same: in a table, or as the name of something else.
    elsewhere: bool,
    /// It is one of an enum, which need not be named.
    member: bool,
    /// It is a name of one body.
    local: bool,
    /// Cards lie there.
    zone: bool,
}

/// The names that the designer's texts declare and nothing uses.
fn unused<'s>(declared: &Resolved, own: usize, sources: &'s Sources) -> Vec<Unused<'s>> {
    let uses = declared.uses.all();
    let same = |means: Meaning| match means {
        Meaning::EnumMember(of, at) => format!("{of:?} {at}"),
        other => format!("{other:?}"),
    };
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for found in uses.iter().filter(|u| !u.declares) {
        *counts.entry(same(found.means)).or_default() += 1;
    }
    let unused = uses.iter().filter(|u| {
        let own = usize::from(u.at.file.0) < own;
        u.declares && own && !counts.contains_key(&same(u.means))
    });
    let unused = unused.filter(|u| !OF_PROGRAM.contains(&sources.slice(u.at)));
    let unused = unused.filter(|u| !joins(u.at, sources));
    let words = words(sources);
    let named = unused.map(|u| {
        let name = sources.slice(u.at);
        let elsewhere = words.get(name).is_some_and(|times| *times > 1);
        let zone = matches!(u.means, Meaning::Zone(_));
        let (member, local) = match u.means {
            Meaning::EnumMember(..) => (true, false),
            means => (false, matches!(means, Meaning::Local(_))),
        };
        Unused { name, at: u.at, elsewhere: elsewhere && !local, member, local, zone }
    });
    named.filter(|u| !u.name.is_empty() && u.name.chars().all(in_name)).collect()
}

/// Whether what is declared there is a move that joins a menu: that offers it.
fn joins(at: Span, sources: &Sources) -> bool {
    let Some(file) = sources.get(at.file) else { return false };
    let (before, behind) = (file.text.get(..at.start as usize), file.text.get(at.end as usize..));
    let moves = before.is_some_and(|text| text.ends_with("action ") || text.ends_with("attempt "));
    let head = behind.and_then(|text| text.split('{').next()).unwrap_or("");
    moves && words_in(head, "joins").next().is_some()
}

/// How often each word stands in the texts and tables.
fn words(sources: &Sources) -> BTreeMap<&str, usize> {
    let mut words: BTreeMap<&str, usize> = BTreeMap::new();
    let all = sources.iter().flat_map(|(_, file)| file.text.split(|c: char| !in_name(c)));
    all.for_each(|word| *words.entry(word).or_default() += 1);
    words
}

/// A name that means nothing, where another is declared that nothing uses: it was renamed, if the
/// rules are right with the old name where it is declared.
fn renamed(
    all: &mut Vec<Diagnostic>,
    declared: &Resolved,
    settled: &BTreeSet<Key>,
    local: bool,
    trials: &mut Trials<'_>,
) {
    let (sources, own) = (trials.sources, trials.own);
    let open =
        |d: &&Diagnostic| d.severity == Severity::Error && !settled.contains(&key(d, sources));
    let wrong = all.iter().filter(open).filter(|d| !told_already(d));
    let mut words: Vec<String> =
        wrong.flat_map(|d| missing(d, sources)).map(str::to_owned).collect();
    let mut known = BTreeSet::new();
    // `everyone` is a word for all players, and no name that was changed.
    let all_of_them = |word: &str| matches!(foreign::value(word), Some("players" | "opponents"));
    let ours = |word: &str| all_of_them(word) || opens_item(word);
    words.retain(|word| known.insert(word.clone()) && !ours(word));
    if words.is_empty() {
        return;
    }
    let mut unused = unused(declared, own, sources);
    unused.retain(|u| u.local == local);
    let bound: BTreeSet<&str> = declared
        .uses
        .all()
        .iter()
        .filter(|u| u.declares && matches!(u.means, Meaning::Local(_)))
        .map(|u| sources.slice(u.at))
        .collect();
    // Where what is declared is wrong, too, it is not known what was there.
    let broken = |key: &&Key| matches!(key.0, Code::E0304 | Code::E0308);
    for old in words.iter().map(String::as_str).take(MOST_MENDED) {
        let several = words_of_own(old, own, sources).len() > 1;
        let bound = bound.contains(old);
        // What something `is` is no zone.
        let compared = words_of_own(old, own, sources).iter().any(|at| {
            let before = sources.get(at.file).and_then(|f| f.text.get(..at.start as usize));
            before.is_some_and(|text| text.ends_with(" is ") || text.ends_with(" is not "))
        });
        let lines: BTreeSet<_> = all
            .iter()
            .filter(|d| missing(d, sources).contains(&old))
            .filter_map(|d| item_of(d.span(), sources))
            .collect();
        // Types and cards are written large, all else small.
        let large = |name: &str| name.starts_with(char::is_uppercase);
        // What is called so elsewhere, in a body of its own, is no name of the whole game.
        let fits = |u: &&Unused<'_>| match u.local {
            // Players of a test need not be named.
            true if u.name.starts_with(char::is_uppercase) => false,
            true => item_of(u.at, sources).is_some_and(|item| lines.contains(&item)),
            false if compared && u.zone => false,
            false => !bound && (!u.member || several || spelling::alike(old, u.name)),
        };
        let mut near: Vec<&Unused<'_>> = unused
            .iter()
            .filter(|u| u.name != old && large(u.name) == large(old))
            .filter(fits)
            .collect();
        near.sort_by_key(|u| (u.elsewhere, spelling::apart(old, u.name)));
        // In one place, what is spelt so is likelier than another name.
        let slip = all.iter().find(|d| missing(d, sources).contains(&old)).and_then(|d| {
            let near = d.help.as_deref()?.strip_prefix("did you mean `")?.split('`').next()?;
            let one = words_of_own(old, own, sources).len() == 1;
            (one && spelling::nearest(old, [near]).is_some()).then(|| near.to_owned())
        });
        let nearer = |new: &str| {
            let away = |name: &str| spelling::apart(old, name).1;
            slip.as_deref().is_some_and(|slip| slip != new && away(slip) <= away(new))
        };
        near.retain(|new| !nearer(new.name));
        let doubted = stands_where_nothing_reads(old, own, all, sources);
        near.retain(|new| !doubted || spelling::alike(old, new.name));
        for new in near.into_iter().take(MOST_UNUSED) {
            let back = Edit { span: new.at, new: old.to_owned() };
            let Some(gone) = trials.mended_by(&back).filter(|gone| !gone.is_empty()) else {
                continue;
            };
            if trials.before.difference(&gone).any(|key| broken(&key)) {
                continue;
            }
            let first = all.iter().position(|d| {
                missing(d, sources).contains(&old) && gone.contains(&key(d, sources))
            });
            let Some(first) = first else { continue };
            let mut said = all[first].clone();
            // That a name of the body is used nowhere is no reason against a mend that is sure.
            if new.local && !said.fix.is_empty() && single(&said) {
                continue;
            }
            all.retain(|d| !gone.contains(&key(d, sources)));
            tell(&mut said, old, new, own, sources);
            all.insert(first.min(all.len()), said);
            trials.before.retain(|key| !gone.contains(key));
            break;
        }
    }
}

/// Whether a word stands in one place only, on a line that cannot be read: it is no name then of
/// what is used nowhere.
fn stands_where_nothing_reads(
    word: &str,
    own: usize,
    all: &[Diagnostic],
    sources: &Sources,
) -> bool {
    let line = |at: Span| (at.file, sources.line_column(at.file, at.start).0);
    let [only] = words_of_own(word, own, sources)[..] else { return false };
    all.iter().any(|d| fixes::syntax(d) && line(d.span()) == line(only))
}

/// Whether a report knows what has that name: a card, or something that is asked of others.
fn told_already(said: &Diagnostic) -> bool {
    const KNOWN: [&str; 3] = ["a card stands in square", "say whose `", "perhaps you mean `"];
    let help = said.help.as_deref().unwrap_or("");
    let kind = help.contains(" that is meant here is `");
    said.code == Code::E0401 && (kind || KNOWN.iter().any(|words| help.starts_with(words)))
}

/// The bytes of the line of a byte.
fn line_at(text: &str, byte: usize) -> Option<(usize, usize)> {
    let start = text.get(..byte)?.rfind('\n').map_or(0, |at| at + 1);
    let end = text.get(byte..)?.find('\n').map_or(text.len(), |n| byte + n);
    Some((start, end))
}

/// The item that a place lies in.
fn item_of(at: Span, sources: &Sources) -> Option<(FileId, usize)> {
    let (_, item) = item_around(&sources.get(at.file)?.text, at.start as usize)?;
    Some((at.file, item.start))
}

/// Where a word stands in the designer's texts.
fn words_of_own(word: &str, own: usize, sources: &Sources) -> Vec<Span> {
    let mut places: Vec<Span> = Vec::new();
    for (file, text) in sources.iter().filter(|(file, _)| usize::from(file.0) < own) {
        let found = words_in(&text.text, word);
        places.extend(found.map(|(start, end)| Span { file, start, end }));
    }
    places
}

/// Says of what is wrong that a name was changed where it is declared.
fn tell(said: &mut Diagnostic, old: &str, new: &Unused<'_>, own: usize, sources: &Sources) {
    let name = new.name;
    let mut places = words_of_own(old, own, sources);
    if new.local {
        let item = item_of(new.at, sources);
        places.retain(|at| item_of(*at, sources) == item);
    }
    let count = match places.len() {
        0 | 1 => String::new(),
        many => format!(" ({many} places)"),
    };
    said.tries.clear();
    let known = format!("did you mean `{name}`");
    if said.help.as_deref().is_some_and(|help| help.starts_with(&known)) {
        return;
    }
    let member = |at: &Span| {
        let rest = sources.get(at.file)?.text.get(at.end as usize..)?.strip_prefix('.')?;
        rest.get(..rest.find(|c: char| !in_name(c)).unwrap_or(rest.len()))
    };
    if let [only] = places.as_slice()
        && new.local
    {
        let of = member(only).map_or(String::new(), |member| format!(".{member}"));
        said.help = Some(format!("nothing uses `{name}`: write `{name}{of}`"));
        said.fix = vec![Edit { span: *only, new: name.to_owned() }];
        return;
    }
    // One of an enum may just as well have been left out.
    let of = || {
        let (head, _) = item_around(&sources.get(new.at.file)?.text, new.at.start as usize)?;
        let head = head.split(" {").next()?.trim();
        let left_out = new.member && !spelling::alike(old, name) && head.starts_with("enum ");
        left_out.then(|| format!("; or add `{old}` to `{head}`"))
    };
    said.help = Some(format!(
        "`{old}` was probably renamed to `{name}`, which nothing uses: write `{name}`{count}{}",
        of().unwrap_or_default()
    ));
    said.fix = places.into_iter().map(|span| Edit { span, new: name.to_owned() }).collect();
    let told = said.labels.iter().any(|label| label.span == new.at);
    if !told {
        let text = format!("`{name}` is declared here");
        said.labels.push(Label { span: new.at, text, primary: false });
    }
}

/// The word that nothing has, by what is said of it.
fn missing<'s>(said: &'s Diagnostic, sources: &'s Sources) -> Vec<&'s str> {
    let plain = |word: &&str| !word.is_empty() && word.chars().all(in_name);
    let here = causes::unknown(said, sources).filter(plain);
    let quoted = said.message.split('`').skip(1).step_by(2).filter(plain);
    let named = [Code::E0303, Code::E0304, Code::E0305].contains(&said.code);
    here.into_iter().chain(quoted.filter(|_| here.is_none() && named)).collect()
}
