//! Refusals in words: the rule's own reason, and where it stands.

pub mod differs;
mod lacking;
mod nearly;

use crate::choices::menu::{Asking, filled_type, is_hidden};
use crate::rendering::redacted::{Sentence, join, read, say};
use houserules_interpreter::ask::{Engine, Illegality, Offered, Options};
use houserules_lang::ir::{Base, Chooser, LimitId, Step, TextId, Type, Value, sites};
use houserules_lang::naming::{listed, stage_word};
use houserules_lang::place::Place;
use houserules_lang::source::{Sources, Span};
use std::ops::RangeInclusive;

/// Why something is not possible, for the one who tried it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The reason as data.
    pub why: Illegality,
    /// The reason in words, lower case, without a full stop.
    pub text: String,
    /// What would have to differ, in names and values, as far as that can be said and the reader
    /// may know it.
    pub differs: Option<String>,
    /// The item that refuses, such as `action lay`.
    pub rule: Option<String>,
    /// Where the rule stands.
    pub place: Option<Place>,
    pub(crate) tried: Box<Tried>,
}

/// What a refusal is about: cards by id, for the bench only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tried {
    pub what: Offered,
    /// Its values so far.
    pub args: Vec<Value>,
    /// Where the rule stands that refuses.
    pub span: Option<Span>,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.words())?;
        match &self.place {
            Some(place) => write!(f, " ({place})"),
            None => Ok(()),
        }
    }
}

impl Refusal {
    /// The reason, and what would have to differ, without the rule's place.
    #[must_use]
    pub fn words(&self) -> String {
        match &self.differs {
            Some(differs) => format!("{}: {differs}", self.text.trim_end_matches(['.', '!', ':'])),
            None => self.text.clone(),
        }
    }

    /// Where the rule stands, as a span of the rules' texts.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        self.tried.span
    }
}

/// The text of a limit that gives no reason of its own.
#[must_use]
pub fn usual_limit(word: houserules_lang::ir::StageWord) -> String {
    format!("only once a {}", stage_word(word))
}

impl<'a, E: Engine> Asking<'a, E> {
    /// A refusal in words. `args`: what was filled in.
    pub fn refusal(
        &mut self,
        sources: &Sources,
        what: &Offered,
        args: &[Value],
        why: Illegality,
    ) -> Refusal {
        let mut sentence = Vec::new();
        let example = self.example(what, args, &why);
        if example.is_some() {
            say(&mut sentence, "for example, ");
        }
        let args = example.as_deref().unwrap_or(args);
        let span = match &why {
            Illegality::NotAsked => {
                self.not_asked(&mut sentence);
                None
            }
            Illegality::NotInMenu => {
                let name = self.name(what, &[]);
                say(&mut sentence, &format!("`{}` is not on offer now", or_that(&name)));
                None
            }
            Illegality::EarlierTier => {
                self.earlier(&mut sentence);
                None
            }
            Illegality::BadArgument(step) => self.bad_argument(&mut sentence, what, *step),
            Illegality::NotInDomain(step) => self.outside(&mut sentence, what, args, *step),
            Illegality::Once(limit) => self.once(&mut sentence, *limit, what, args),
            Illegality::Needs(need) => self.needs(&mut sentence, *need, what, args),
            Illegality::NothingFor(step) => {
                self.nothing_for(&mut sentence, what, args.len(), *step)
            }
            Illegality::NoCompletion => {
                say(&mut sentence, "no way to fill in the rest was found");
                None
            }
        };
        let rule = match what {
            Offered::Move(id, ..) => {
                let m = &self.book()[*id];
                let word = if m.attempt.is_some() { "attempt" } else { "action" };
                Some((format!("{word} {}", m.name), m.span))
            }
            Offered::Pass(_) | Offered::Decline | Offered::Values => None,
        };
        let span = span.or(rule.as_ref().map(|r| r.1));
        let place = span.and_then(|s| Place::of(sources, s));
        let differs =
            self.difference(&why, what, args).map(|differs| read(&differs, self.viewer()));
        if differs.is_none()
            && let Some(nearly) = self.nearly(&why, what, args)
        {
            sentence = nearly;
        }
        let text = read(&sentence, self.viewer());
        let tried = Box::new(Tried { what: what.clone(), args: args.to_vec(), span });
        Refusal { why, text, differs, rule: rule.map(|r| r.0), place, tried }
    }

    fn not_asked(&mut self, sentence: &mut Sentence) {
        let Some(asked) = self.engine.asked().filter(|asked| !asked.seats.is_empty()) else {
            say(sentence, "nobody is asked anything now");
            return;
        };
        let by = sites::find(self.book(), asked.site).map(|choose| &choose.by);
        if matches!(by, Some(Chooser::Each(_) | Chooser::Race(_))) {
            // Who has still to answer is nobody else's business.
            say(sentence, "the choice is not yours now");
        } else {
            let whose = self.naming.seat_list(&asked.seats);
            say(sentence, &format!("the choice is not yours now, but {whose}'s"));
        }
    }

    fn earlier(&mut self, sentence: &mut Sentence) {
        let offers = self.engine.offers(self.seat);
        let names: Vec<String> =
            offers.iter().map(|o| format!("`{}`", or_that(&self.name(o, &offers)))).collect();
        if names.is_empty() {
            say(sentence, "something that comes first can still be done");
        } else {
            say(sentence, &format!("what comes first can still be done: {}", listed(&names, "or")));
        }
    }

    fn bad_argument(&self, sentence: &mut Sentence, what: &Offered, at: usize) -> Option<Span> {
        let steps = self.steps(what);
        let name = or_that(&self.name(what, &[])).to_string();
        match steps.get(at) {
            Some(step) if *what == Offered::Values => {
                let who =
                    self.seat.map_or_else(|| "chance".to_string(), |seat| self.naming.seat(seat));
                say(sentence, &format!("that is no answer to what {who} is asked"));
                match self.engine.question() {
                    Some((text, holes)) => {
                        say(sentence, ": ");
                        self.faces().text(sentence, text, &holes);
                    }
                    None => {
                        let name = self.step_name(what, step.local).replace('_', " ");
                        say(sentence, &format!(" for: {name}"));
                    }
                }
                Some(step.domain.span)
            }
            Some(step) => {
                say(
                    sentence,
                    &format!("that does not fit the {} value `{name}` asks for", ordinal(at + 1)),
                );
                Some(step.domain.span)
            }
            None if steps.is_empty() => {
                say(sentence, &format!("`{name}` takes nothing more"));
                None
            }
            None => {
                say(sentence, &format!("`{name}` takes {} values", steps.len()));
                None
            }
        }
    }

    /// What is wrong with the value of a step: `you cannot choose 9; choose 1 to 5`.
    fn outside(
        &mut self,
        sentence: &mut Sentence,
        what: &Offered,
        args: &[Value],
        at: usize,
    ) -> Option<Span> {
        let step = self.steps(what).get(at)?;
        let before = args.get(..at).unwrap_or(&[]);
        let there = self.choosable(what, step, before);
        match (args.get(at), &there) {
            (None, _) => say(sentence, "that cannot be chosen"),
            (Some(Value::List(items)), Some(Options::Subset { members, least, most, .. })) => {
                join(sentence, self.wrong_set(step, items, members, *least..=*most));
            }
            (Some(Value::None), _) => say(sentence, "something must be chosen"),
            (Some(Value::List(items)), _) if items.is_empty() => {
                say(sentence, "something must be chosen")
            }
            (Some(value), there) => {
                let mut others = Sentence::new();
                if let Some(there) = there {
                    self.instead(&mut others, &step.domain.elem, there);
                }
                let known = !others.is_empty();
                say(sentence, if known { "you cannot choose " } else { "" });
                self.faces().value(sentence, &filled_type(step), value);
                say(sentence, if known { "; choose " } else { " cannot be chosen" });
                sentence.append(&mut others);
            }
        }
        Some(step.domain.span)
    }

    /// What is wrong with a set: how large it is, one of its members, or how they go together.
    fn wrong_set(
        &self,
        step: &Step,
        items: &[Value],
        members: &[Value],
        sizes: RangeInclusive<usize>,
    ) -> Sentence {
        let mut sentence = Sentence::new();
        let (least, most) = (sizes.start(), sizes.end());
        if let Some(stranger) = items.iter().find(|item| !members.contains(item)) {
            self.faces().value(&mut sentence, &step.domain.elem, stranger);
            say(&mut sentence, " is not among them");
        } else if !sizes.contains(&items.len()) {
            let wanted =
                if least == most { least.to_string() } else { format!("{least} to {most}") };
            say(&mut sentence, &format!("choose {wanted} of them, not {}", items.len()));
        } else if items.is_empty() {
            say(&mut sentence, "something must be chosen");
        } else {
            self.faces().value(&mut sentence, &filled_type(step), &Value::List(items.to_vec()));
            let how = match (items.len(), most) {
                (1, 1) => " cannot be chosen",
                (1, _) => " cannot be chosen alone",
                _ => " cannot be chosen together",
            };
            say(&mut sentence, how);
        }
        sentence
    }

    /// What may be chosen instead: `1 to 5`, `1 or 2`.
    fn instead(&self, sentence: &mut Sentence, ty: &Type, there: &Options) {
        let number = |n: i64| self.naming.number(ty, n);
        let range = |low: i64, high: i64| match high.saturating_sub(low) {
            0 => number(low).to_string(),
            1 => format!("{} or {}", number(low), number(high)),
            _ => format!("{} to {}", number(low), number(high)),
        };
        match there {
            Options::Range(low, high) if low <= high => say(sentence, &range(*low, *high)),
            Options::Members(members) => match (in_a_row(members), members.len()) {
                (Some((low, high)), _) => say(sentence, &range(low, high)),
                (None, 1..=LISTED) => self.either(sentence, ty, members),
                _ => {}
            },
            Options::Range(..) | Options::Subset { .. } | Options::Order(_) => {}
        }
    }

    /// What may be picked for a step, as far as it can be told: of a move that is not on offer, the
    /// ends of a range.
    fn choosable(&mut self, what: &Offered, step: &Step, before: &[Value]) -> Option<Options> {
        let offers = self.engine.offers(self.seat);
        let same = |o: &Offered| match (o, what) {
            (Offered::Move(a, of, _), Offered::Move(b, given, _)) => {
                a == b && (given.is_empty() || of == given)
            }
            (a, b) => a == b,
        };
        if let Some(offer) = offers.iter().position(same) {
            return self.engine.options(self.seat, offer, before);
        }
        let scope = self.around(what, before)?;
        let Base::Range(low, high) = &step.domain.base else { return None };
        if step.domain.filter.is_some() || !self.is_open(step.domain.span) {
            return None;
        }
        match (self.read(low, &scope)?, self.read(high, &scope)?) {
            (Value::Number(low), Value::Number(high)) => Some(Options::Range(low, high)),
            _ => None,
        }
    }

    /// That a step has nothing to pick from.
    fn nothing_for(
        &mut self,
        sentence: &mut Sentence,
        what: &Offered,
        filled: usize,
        at: usize,
    ) -> Option<Span> {
        let step = self.steps(what).get(at)?;
        if at == 0 && is_hidden(self.book(), what) {
            if let Some(mut missing) = self.missing(what, step) {
                sentence.append(&mut missing);
            } else {
                say(sentence, "the card that allows it is not there");
            }
            return Some(step.domain.span);
        }
        let name = self.step_name(what, step.local).replace('_', " ");
        let rest = if at > 0 && filled > 0 { "then " } else { "" };
        if matches!(name.chars().count(), 0 | 1) {
            say(sentence, &format!("{rest}there is nothing to choose"))
        } else {
            say(sentence, &format!("{rest}there is nothing to choose for {name}"))
        }
        Some(step.domain.span)
    }

    fn once(
        &mut self,
        sentence: &mut Sentence,
        id: LimitId,
        what: &Offered,
        args: &[Value],
    ) -> Option<Span> {
        let limit = &self.book()[id];
        match limit.reason {
            Some(text) => self.reason(sentence, text, what, args),
            None => say(sentence, &usual_limit(limit.per)),
        }
        Some(limit.span)
    }

    fn needs(
        &mut self,
        sentence: &mut Sentence,
        at: usize,
        what: &Offered,
        args: &[Value],
    ) -> Option<Span> {
        let Offered::Move(id, ..) = what else { return None };
        let need = &self.book()[*id].needs[at];
        self.reason(sentence, need.reason, what, args);
        Some(need.span)
    }

    /// The text of a refusal as it is written in the rules, holes unfilled; none for refusals
    /// without one.
    #[must_use]
    pub fn raw_reason(&self, what: &Offered, why: &Illegality) -> Option<String> {
        let book = self.book();
        let raw = |text: TextId| book[text].raw.clone();
        match (why, what) {
            (Illegality::Once(id), _) => {
                Some(book[*id].reason.map_or_else(|| usual_limit(book[*id].per), raw))
            }
            (Illegality::Needs(at), Offered::Move(id, ..)) => {
                Some(raw(book[*id].needs[*at].reason))
            }
            _ => None,
        }
    }
}

/// More members are not listed.
const LISTED: usize = 6;

/// The ends of numbers without a gap.
fn in_a_row(members: &[Value]) -> Option<(i64, i64)> {
    let mut numbers = Vec::new();
    for member in members {
        let Value::Number(n) = member else { return None };
        numbers.push(*n);
    }
    let (low, high) = (*numbers.first()?, *numbers.last()?);
    let follows = numbers.windows(2).all(|pair| pair[1] == pair[0].saturating_add(1));
    follows.then_some((low, high))
}

fn or_that(name: &str) -> &str {
    if name.is_empty() { "that" } else { name }
}

fn ordinal(n: usize) -> String {
    match n {
        1 => "first".into(),
        2 => "second".into(),
        3 => "third".into(),
        n => format!("{n}th"),
    }
}
