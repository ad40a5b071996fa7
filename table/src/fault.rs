//! Run-time faults in words: what could not be carried out, where, on which way there, and what to
//! write instead.

use crate::choices::menu::{Asking, filled_type};
use crate::visibility::Viewer;
use houserules_interpreter::ask::{Engine, Fault, FaultKind, Illegality, Offered};
use houserules_lang::ir::sites;
use houserules_lang::ir::{
    CardId, Chooser, Counter, MoveId, Offer, Rulebook, Seen, SiteId, Step, Type, Value, ZoneId,
    ZoneShape,
};
use houserules_lang::naming::Naming;
use houserules_lang::place::Place;
use houserules_lang::source::{Sources, Span};
use serde::Serialize;

/// A fault as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FaultReport {
    /// `R0310`; none: it tells more than the reader may know.
    pub code: Option<String>,
    /// What is wrong, lower case, without a full stop.
    pub message: String,
    /// Why each move is out, counted; only for those who may know.
    pub details: Vec<String>,
    /// What to write instead.
    pub help: Option<String>,
    /// Where the rule stands.
    pub place: Option<Place>,
    /// The path: `round 2 › Ana's turn`.
    pub path: String,
}

impl FaultReport {
    /// What is said to those who may not know which rule it was.
    pub(crate) fn of_something_hidden(path: String) -> Self {
        let message =
            "a rule could not be carried out, and not everybody may see what it reads".into();
        Self { code: None, message, details: Vec::new(), help: None, place: None, path }
    }

    /// The first line: `error[R0310]: Ana must choose, but has no option`.
    #[must_use]
    pub fn heading(&self) -> String {
        let code = self.code.as_ref().map_or_else(String::new, |code| format!("[{code}]"));
        format!("error{code}: {}", self.message)
    }
}

/// Who has no option where several are asked, for a reader: what others can choose may be theirs to
/// know. All of them if there is only one; none: somebody else.
#[must_use]
pub fn stuck_for(engine: &impl Engine, viewer: Viewer) -> Vec<u8> {
    let without = engine.without_option();
    match viewer {
        Viewer::Seat(seat) if without.contains(&seat) => vec![seat],
        Viewer::Seat(_) | Viewer::Spectator if engine.stuck().len() > 1 => Vec::new(),
        Viewer::Seat(_) | Viewer::Spectator | Viewer::Referee => without,
    }
}

/// The message and the remedy of a fault: a value that not everybody sees is for a referee only.
/// `stuck`: who has no option where somebody must choose.
#[must_use]
pub fn message(
    naming: Naming<'_>,
    about: &FaultKind,
    stuck: &[u8],
    viewer: Viewer,
) -> (String, Option<String>) {
    let book = naming.book;
    let number = |counter: &Counter, n: i64| naming.number(&counter.ty, n);
    match about {
        FaultKind::Overflow => ("a number became too large to count with".into(), None),
        FaultKind::DivisionByZero => {
            ("a division by zero".into(), Some("ask first whether the divisor is 0".into()))
        }
        FaultKind::OutOfRange(id, value, low, high) => (
            {
                let counter = &book[*id];
                let ends = format!("from {} to {}", number(counter, *low), number(counter, *high));
                let name = &counter.name;
                if counter.seen == Seen::Everyone || viewer == Viewer::Referee {
                    let value = number(counter, *value);
                    format!("`{name}` would become {value}, but it goes {ends}")
                } else {
                    format!("`{name}` would leave its range, which goes {ends}")
                }
            },
            Some("widen the range, or write `capped` if it is to stop at its ends".into()),
        ),
        FaultKind::Unset(id) => (
            format!("`{}` is read before it was set", book[*id].name),
            Some("give it a start, or set it in `setup`".into()),
        ),
        FaultKind::SlotTaken(zone) => slot_taken(book, *zone),
        FaultKind::NoPosition => {
            ("the place of a card is asked that lies in no order".into(), None)
        }
        FaultKind::NoneUsed => (
            "a value is needed here, and there is none".into(),
            Some("say what to take instead with `otherwise`, or ask with `if there is`".into()),
        ),
        FaultKind::NobodyCan(site) => nobody(naming, *site, stuck),
        FaultKind::NoEnding => (
            "`play` came to its end, and nobody said who has won".into(),
            Some("close `play` with `end game won by …` or `end game lost`".into()),
        ),
        FaultKind::Budget("candidates", most) => (
            format!("there are too many ways to choose here: {most} were tried"),
            Some(
                "say how many are chosen, and from what: `cards in 3 of those c in me.hand where \
                 c.fits` instead of `cards in any of me.hand`"
                    .into(),
            ),
        ),
        FaultKind::Budget(which, most) => (
            format!("the rules ran for too long: more than {most} {which}"),
            Some(
                "something is repeated without an end, or for too long without a question; look \
                 for an `again`, `onwards` or `until all pass` that changes nothing and for words \
                 that each call another twice, and cut a long `do` into several lines"
                    .into(),
            ),
        ),
        FaultKind::OffGrid => (
            "a square or a tile would lie beyond the edge of the grid, 500 squares from its middle"
                .into(),
            Some("squares go from -500 to 500 each way, and turns from 0 to 3".into()),
        ),
        FaultKind::TooDeep(word) => {
            let name = &book[*word].name;
            (
                format!("`{name}` calls itself more often than its `at most … deep` allows"),
                Some("allow more, or let it come to an end sooner".into()),
            )
        }
        FaultKind::TooLong => ("a list grew beyond the cards and places there are".into(), None),
        FaultKind::NotRunning => {
            ("this is read or set while nothing of it is running".into(), None)
        }
    }
}

/// A fault in a sentence for a referee, with its place; a choice that nobody can make is quoted.
/// `stuck`: who could not.
#[must_use]
pub fn sentence(naming: Naming<'_>, sources: &Sources, fault: &Fault, stuck: &[u8]) -> String {
    let (text, help) = message(naming, &fault.about, stuck, Viewer::Referee);
    let quoted = if matches!(&fault.about, FaultKind::Budget(..)) {
        in_rule(naming, fault.span)
    } else {
        quoted(sources, fault)
    };
    let place = line(Place::of(sources, fault.span));
    let help = help.map_or_else(String::new, |h| format!("; {h}"));
    format!("{text}{quoted}{place} [{}]{help}", fault.code)
}

/// ` in `to refill``: the deed or move that a place belongs to.
fn in_rule(naming: Naming<'_>, at: Span) -> String {
    let holds = |s: &Span| s.file == at.file && s.start <= at.start && at.end <= s.end;
    let deeds = naming.book.deeds.iter().map(|d| ("to", &d.name, d.span));
    let moves = naming.book.moves.iter().map(|m| ("action", &m.name, m.span));
    let found =
        deeds.chain(moves).filter(|(.., span)| holds(span)).min_by_key(|(.., s)| s.end - s.start);
    found.map_or_else(String::new, |(word, name, _)| format!(" in `{word} {name}`"))
}

/// ` in `choose { take }``: the sentence of a choice that nobody can make, in one line.
fn quoted(sources: &Sources, fault: &Fault) -> String {
    if fault.stuck_at().is_none() {
        return String::new();
    }
    let text = sources.slice(fault.span).split_whitespace().collect::<Vec<_>>().join(" ");
    let short: String = text.chars().take(LONGEST_QUOTE).collect();
    let more = if short.len() < text.len() { "…" } else { "" };
    if text.is_empty() { String::new() } else { format!(" in `{short}{more}`") }
}

/// A longer sentence is cut.
const LONGEST_QUOTE: usize = 60;

fn nobody(naming: Naming<'_>, site: SiteId, stuck: &[u8]) -> (String, Option<String>) {
    let choose = sites::find(naming.book, site);
    let several = choose.is_some_and(|c| matches!(c.by, Chooser::Each(_) | Chooser::Race(_)));
    let help = match choose.map(|c| (&c.what, &c.by)) {
        Some((Offer::Menu(_), _)) | None => "add `otherwise pass` behind the last of the moves",
        Some((Offer::Values { .. }, Chooser::Each(_))) => {
            "ask only those who can: `by each those p in players where …`; or let it be declined: \
             `may choose …`"
        }
        Some((
            Offer::Values { .. },
            Chooser::Me | Chooser::Seat(_) | Chooser::Chance | Chooser::Race(_),
        )) => {
            "ask first whether there is anything to choose: `if … is not empty { choose … }`; or \
             let it be declined: `may choose …`"
        }
    };
    let help = help.to_owned();
    let message = match stuck {
        [] if several => "a player must choose here, but has no option".into(),
        [] => "a choice is due here, but nothing in it is possible".into(),
        [one] => format!("{} must choose, but has no option", naming.seat(*one)),
        more => format!("{} must choose, but have no option", naming.seat_list(more)),
    };
    (message, Some(help))
}

impl<E: Engine> Asking<'_, E> {
    /// Why each move of a menu is out, counted over what its first step goes through.
    pub fn counted_reasons(&mut self, sources: &Sources) -> Vec<String> {
        let Some(choose) = self.site.and_then(|s| sites::find(self.book(), s)) else {
            return Vec::new();
        };
        let mut moves: Vec<MoveId> = Vec::new();
        for id in sites::moves(choose) {
            if !moves.contains(&id) {
                moves.push(id);
            }
        }
        moves.into_iter().filter_map(|id| self.counted(sources, id)).collect()
    }

    fn counted(&mut self, sources: &Sources, id: MoveId) -> Option<String> {
        let what = Offered::Move(id, Vec::new(), None);
        let seat = self.seat?;
        let m = &self.book()[id];
        let why = self.engine.may(seat, &what, &[]).err()?;
        let general = matches!(
            why,
            Illegality::Once(_)
                | Illegality::EarlierTier
                | Illegality::NotInMenu
                | Illegality::Needs(_)
        );
        let Some(first) = m.steps.first().filter(|_| !general) else {
            let refusal = self.refusal(sources, &what, &[], why);
            return Some(format!("`{}`: {}{}", m.name, refusal.text, line(refusal.place)));
        };
        let mut counts: Vec<(Illegality, usize)> = Vec::new();
        for value in self.candidates(first) {
            let why = match self.engine.may(seat, &what, &[value]) {
                Ok(()) | Err(Illegality::NotInDomain(_) | Illegality::BadArgument(_)) => continue,
                Err(why) => why,
            };
            match counts.iter_mut().find(|(w, _)| *w == why) {
                Some((_, count)) => *count += 1,
                None => counts.push((why, 1)),
            }
        }
        if counts.is_empty() {
            let domain =
                sources.slice(first.domain.span).split_whitespace().collect::<Vec<_>>().join(" ");
            let place = line(Place::of(sources, first.domain.span));
            return Some(format!("`{}`: nothing in `{domain}`{place}", m.name));
        }
        let total: usize = counts.iter().map(|(_, n)| n).sum();
        let reasons: Vec<String> = counts
            .into_iter()
            .map(|(why, n)| {
                let raw = self.raw_reason(&what, &why);
                let refusal = self.refusal(sources, &what, &[], why);
                let times = if n == total { String::new() } else { format!("{n}: ") };
                format!("{times}{}{}", raw.unwrap_or(refusal.text), line(refusal.place))
            })
            .collect();
        Some(format!("`{}`: none of {total}: {}", m.name, reasons.join("; ")))
    }

    /// Everything of the step's type that is on the table; numbers are left out.
    fn candidates(&self, step: &Step) -> Vec<Value> {
        let wrap = |v: Value| {
            if let Type::List(..) = filled_type(step) { Value::List(vec![v]) } else { v }
        };
        let plain: Vec<Value> = match step.domain.elem.bare() {
            Type::Card(kinds) => {
                let kind = |c: &CardId| kinds.has(self.book()[self.book()[*c].row].kind);
                let zones = self
                    .dump
                    .zones
                    .iter()
                    .flat_map(|(_, _, places)| places.iter().flatten().copied());
                zones.filter(kind).map(Value::Card).collect()
            }
            Type::Enum(id) => {
                let members = self.book()[*id].members.len();
                (0..members).map(|at| Value::Member(*id, at as u16)).collect()
            }
            Type::Player => (0..self.naming.seats.len()).map(|s| Value::Seat(s as u8)).collect(),
            _ => Vec::new(),
        };
        plain.into_iter().map(wrap).collect()
    }
}

fn line(place: Option<Place>) -> String {
    place.map_or_else(String::new, |p| format!(" (line {})", p.line))
}

/// A second card came to a place, or one into a zone of its own.
fn slot_taken(book: &Rulebook, id: ZoneId) -> (String, Option<String>) {
    let zone = &book[id];
    if matches!(zone.shape, ZoneShape::Slot | ZoneShape::Slots) {
        let help = "move the card that lies there away first, or ask whether the place is empty";
        (format!("a card comes to `{}`, where one already lies", zone.name), Some(help.into()))
    } else {
        let help = "ask first whether they are two cards, and neither lies in the other";
        (format!("a card comes to lie in `{}` of its own", zone.name), Some(help.into()))
    }
}
