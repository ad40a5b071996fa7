//! The moves of a question that are not possible now, and what may not be picked for one that is,
//! each with its reason.

use crate::choices::ahead::{Against, Ahead, Looks};
use crate::choices::menu::{Asking, is_hidden};
use crate::game::{Game, Rejected};
use crate::refusal::Refusal;

use crate::rendering::redacted::{Sentence, read};
use crate::visibility::Viewer;
use houserules_interpreter::ask::{Engine, Illegality, Offered, Options};
use houserules_lang::ir::sites;
use houserules_lang::ir::{Base, Domain, EntryKind, MoveId, Pick, Value};
use houserules_lang::naming::listed;
use houserules_lang::place::Place;
use serde::Serialize;
use std::sync::Arc;

/// Where there is more to pick from than this, nothing is said of it.
const MOST: usize = 400;
/// So many sets are looked at of a move.
const LOOKS: u32 = 400;
/// More things than these are counted.
const NAMED: usize = 4;

/// A move that stands in the menu but is not on offer, or not with everything that it picks from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closed {
    /// What is typed for it; `pass` for passing.
    pub name: String,
    /// What may not be picked for it; none: it is not on offer at all.
    pub with: Option<LeftOut>,
    /// Why not, for whoever is asked.
    pub refusal: Refusal,
}

/// What may not be picked, of all that a move picks from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// The things in words, each once.
    pub names: Vec<String>,
    /// How many they are.
    pub count: usize,
    /// Of how many.
    pub of: usize,
}

impl LeftOut {
    /// `coins 6 and lanterns 10`, or `33 of 36`.
    fn words(&self, counted: bool) -> String {
        match counted && self.names.len() > NAMED {
            true => format!("{} of {}", self.count, self.of),
            false => listed(&self.names, "and"),
        }
    }
}

impl Closed {
    /// What is not possible, and why.
    fn told(&self, counted: bool) -> ClosedLine {
        let with =
            self.with.as_ref().map(|with| format!(" {}", with.words(counted))).unwrap_or_default();
        let (what, why) = (format!("{}{with}", self.name), self.reason());
        ClosedLine { what, why, place: self.refusal.place.clone(), rule: self.refusal.rule.clone() }
    }

    /// The reason; of several things that are not among what may be picked, it names none.
    fn reason(&self) -> String {
        let several = self.with.as_ref().is_some_and(|with| with.names.len() > 1);
        if !several || !matches!(self.refusal.why, Illegality::NotInDomain(_)) {
            return self.refusal.words();
        }
        let differs = self.refusal.differs.as_deref();
        differs.unwrap_or("they are not among what may be chosen").to_string()
    }

    /// Whether the same rule refuses another thing, whatever it says of each.
    fn is_like(&self, other: &Self) -> bool {
        self.name == other.name && self.refusal.span() == other.refusal.span()
    }
}

/// Something that is not possible, in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClosedLine {
    /// What, as it is typed.
    pub what: String,
    /// Why not, in words.
    pub why: String,
    /// Where the rule stands.
    pub place: Option<Place>,
    /// The item that refuses: `action lay`.
    pub rule: Option<String>,
}

impl ClosedLine {
    /// The reason, and where the rule stands.
    #[must_use]
    pub fn reason(&self) -> String {
        match &self.place {
            Some(place) => format!("{} ({place})", self.why),
            None => self.why.clone(),
        }
    }
}

/// What is not possible, as it is typed, and why: a line for each thing and reason if `all` is
/// wanted, else summed up; and whether more lines would say it of each.
#[must_use]
pub fn told(closed: &[Closed], all: bool) -> (Vec<ClosedLine>, bool) {
    let short = summed_up(closed);
    let whole: Vec<ClosedLine> = closed.iter().map(|one| one.told(false)).collect();
    let fewer = !all && short.len() < whole.len();
    (if all { whole } else { short }, fewer)
}

/// The same summed up: a line for each move and rule.
#[must_use]
pub fn summed_up(closed: &[Closed]) -> Vec<ClosedLine> {
    let mut groups: Vec<Vec<&Closed>> = Vec::new();
    for one in closed {
        match groups.iter_mut().find(|group| one.with.is_some() && group[0].is_like(one)) {
            Some(group) => group.push(one),
            None => groups.push(vec![one]),
        }
    }
    groups.iter().flat_map(|group| together(group)).collect()
}

/// One line, unless they are few: then each keeps its own reason.
fn together(group: &[&Closed]) -> Vec<ClosedLine> {
    let Some((first, rest)) = group.split_first() else { return Vec::new() };
    let count: usize =
        group.iter().filter_map(|one| one.with.as_ref()).map(|with| with.names.len()).sum();
    if count <= NAMED {
        return group.iter().map(|one| one.told(true)).collect();
    }
    let mut whole = (*first).clone();
    if let (Some(with), false) = (&mut whole.with, rest.is_empty()) {
        for more in rest.iter().filter_map(|one| one.with.as_ref()) {
            with.count += more.count;
            with.names.extend(more.names.iter().cloned());
        }
        // What would have to differ is another thing for each.
        whole.refusal.differs = None;
        if rest.iter().any(|one| one.refusal.text != first.refusal.text) {
            whole.refusal.text = format!("for example, {}", first.refusal.text);
        }
    }
    vec![whole.told(true)]
}

impl<E: Engine> Game<E> {
    /// What the question put to a seat does not allow, in the order of the menu; nothing if it is
    /// not asked.
    pub fn closed(&mut self, seat: u8) -> Vec<Closed> {
        if !self.is_asked(seat) {
            return Vec::new();
        }
        let book = Arc::clone(self.book());
        let Some(choose) = self.asked().and_then(|asked| sites::find(&book, asked.site)) else {
            return Vec::new();
        };
        let offers = self.engine.offers(Some(seat));
        let mut seen: Vec<Option<MoveId>> = Vec::new();
        let mut closed = Vec::new();
        for entry in sites::entries(choose) {
            let (what, id) = match entry.what {
                EntryKind::Pass => (Offered::Pass(None), None),
                EntryKind::Move(id, _) => (Offered::Move(id, Vec::new(), None), Some(id)),
            };
            if seen.contains(&id) {
                continue;
            }
            seen.push(id);
            let open = offers.iter().position(|offer| match (offer, id) {
                (Offered::Move(other, ..), Some(id)) => *other == id,
                (Offered::Pass(_), None) => true,
                _ => false,
            });
            let name = id.map_or("pass", |id| &book[id].name);
            if let Some(offer) = open {
                let found = self.left_out(seat, offer, &offers[offer]);
                let left =
                    |(with, refusal)| Closed { name: name.into(), with: Some(with), refusal };
                closed.extend(found.into_iter().map(left));
            } else if let Err(why) = self.engine.may(seat, &what, &[]) {
                let refusal = self.refuse(seat, &what, &[], why);
                closed.push(Closed { name: name.into(), with: None, refusal });
            }
        }
        closed
    }

    /// What lies where a move that is on offer picks from, and may not be picked: together what is
    /// refused for the same reason.
    fn left_out(&mut self, seat: u8, offer: usize, what: &Offered) -> Vec<(LeftOut, Refusal)> {
        let (all, of) = match self.ahead(seat, offer, &[], &mut Looks(LOOKS)) {
            Some(ahead) => self.asking(seat).no_set_has(offer, what, ahead),
            None => self.asking(seat).picked_among(offer, what),
        };
        let mut found: Vec<(Vec<Sentence>, Refusal)> = Vec::new();
        for (shown, value, why) in all {
            let Err(why) =
                why.map_or_else(|| self.engine.may(seat, what, std::slice::from_ref(&value)), Err)
            else {
                continue;
            };
            let refusal = self.refuse(seat, what, &[value], why);
            let same = |other: &&mut (Vec<Sentence>, Refusal)| {
                let outside =
                    matches!(refusal.why, Illegality::NotInDomain(_)) && other.1.why == refusal.why;
                (outside || other.1.text == refusal.text) && other.1.differs == refusal.differs
            };
            match found.iter_mut().find(same) {
                Some((names, _)) => names.push(shown),
                None => found.push((vec![shown], refusal)),
            }
        }
        let viewer = Viewer::Seat(seat);
        let left = |sentences: Vec<Sentence>| {
            let mut names: Vec<String> = Vec::new();
            for name in sentences.iter().map(|name| read(name, viewer)) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            LeftOut { names, count: sentences.len(), of }
        };
        found.into_iter().map(|(names, refusal)| (left(names), refusal)).collect()
    }

    /// What speaks against values that are typed without the move they are for: of each move on
    /// offer that they fit, its name, and why not, in words.
    pub fn why_not_any(&mut self, seat: u8, text: &str) -> Vec<(String, String)> {
        let names: Vec<String> = self.menu(seat).map_or_else(Vec::new, |menu| {
            menu.entries.into_iter().filter(|e| !e.steps.is_empty()).map(|e| e.name).collect()
        });
        let mut found = Vec::new();
        for name in names.into_iter().filter(|name| !name.is_empty()) {
            match self.why_not(seat, &format!("{name} {text}")) {
                None => found.push((name, "nothing speaks against it".into())),
                Some(Rejected::Refused(refusal)) => found.push((name, refusal.to_string())),
                Some(Rejected::Unclear { .. }) => {}
            }
        }
        found
    }
}

/// What may not be picked: in words, what is handed in for it, and why that is refused, if it is
/// known.
type Shut = (Sentence, Value, Option<Illegality>);

impl<E: Engine> Asking<'_, E> {
    /// What no set has that is allowed, and how much there is to pick from.
    fn no_set_has(&mut self, offer: usize, what: &Offered, ahead: Ahead) -> (Vec<Shut>, usize) {
        let Some(step) = self.steps(what).first().filter(|_| !is_hidden(self.book(), what)) else {
            return (Vec::new(), 0);
        };
        let Some(Options::Subset { members, .. }) = self.engine.options(self.seat, offer, &[])
        else {
            return (Vec::new(), 0);
        };
        let shown = |(value, against): (Value, Option<Against>)| {
            let Against { why, set } = against?;
            let mut sentence = Sentence::new();
            self.faces().value(&mut sentence, &step.domain.elem, &value);
            Some((sentence, set, Some(why)))
        };
        let all = self.typed().in_order(&members).into_iter().zip(ahead.against);
        (all.filter_map(shown).collect(), members.len())
    }

    /// What lies open to whoever is asked where the first step of an offer picks one thing from,
    /// and is not on offer; and how much lies there.
    fn picked_among(&mut self, offer: usize, what: &Offered) -> (Vec<Shut>, usize) {
        let nothing = (Vec::new(), 0);
        let Some(step) = self.steps(what).first() else { return nothing };
        if is_hidden(self.book(), what) || !matches!(step.pick, Pick::One | Pick::UpToOne) {
            return nothing;
        }
        let all = Domain { filter: None, best: None, ..step.domain.clone() };
        let zone = matches!(all.base, Base::Zone(_)) && self.picked_from(what, &[]).is_some();
        let open = zone || matches!(all.base, Base::Players { .. } | Base::Enum(_));
        let Some(scope) = self.around(what, &[]).filter(|_| open) else { return nothing };
        let Some(there) = self.members(&all, &scope) else { return nothing };
        let Some(Options::Members(may)) = self.engine.options(self.seat, offer, &[]) else {
            return nothing;
        };
        let of = there.len();
        if of > MOST {
            return nothing;
        }
        let refused = there.into_iter().filter(|value| !may.contains(value));
        let shown = |value: Value| {
            let mut sentence = Sentence::new();
            self.faces().value(&mut sentence, &all.elem, &value);
            (sentence, value, None)
        };
        (refused.map(shown).collect(), of)
    }
}
