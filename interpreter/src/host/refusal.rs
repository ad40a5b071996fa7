//! Refusals in words: the rule's own reason, and where it stands.

use super::menu::{Asking, filled_type};
use super::naming::{listed, stage_word};
use super::piece::{Sentence, read, say};
use super::place::Place;
use crate::ask::{Engine, Offered, Why};
use houserules_lang::ir::{LimitId, TextId, Value};
use houserules_lang::source::{Sources, Span};

/// Why something is not possible, for the one who tried it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The reason as data.
    pub why: Why,
    /// The reason in words, lower case, without a full stop.
    pub text: String,
    /// The item that refuses, such as `action lay`.
    pub rule: Option<String>,
    /// Where the rule stands.
    pub place: Option<Place>,
    pub(crate) tried: Box<Tried>,
}

/// What a refusal is about: cards by id, for the bench only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tried {
    /// The entry.
    pub what: Offered,
    /// Its values so far.
    pub args: Vec<Value>,
    /// The rule's place.
    pub span: Option<Span>,
}

impl Refusal {
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

impl<E: Engine> Asking<'_, E> {
    /// A refusal in words. `args`: what was filled in.
    pub fn refusal(&mut self, sources: &Sources, what: &Offered, args: &[Value], why: Why) -> Refusal {
        let mut sentence = Vec::new();
        let span = match &why {
            Why::NotAsked => {
                self.not_asked(&mut sentence);
                None
            }
            Why::NotInMenu => {
                let name = self.name(what, &[]);
                say(&mut sentence, &format!("`{}` is not on offer now", or_that(&name)));
                None
            }
            Why::EarlierTier => {
                self.earlier(&mut sentence);
                None
            }
            Why::BadArgument(step) => self.bad_argument(&mut sentence, what, *step),
            Why::NotInDomain(step) => self.outside(&mut sentence, sources, what, (args, *step)),
            Why::Once(limit) => self.once(&mut sentence, *limit, what, args),
            Why::Needs(need) => self.needs(&mut sentence, *need, what, args),
            Why::NoCompletion => {
                say(&mut sentence, "after this, nothing could be filled in for the rest");
                None
            }
        };
        let rule = match what {
            Offered::Move(id, ..) => self.book().moves.get(id.index()).map(|m| {
                let word = if m.attempt.is_some() { "attempt" } else { "action" };
                (format!("{word} {}", m.name), m.span)
            }),
            _ => None,
        };
        let span = span.or(rule.as_ref().map(|r| r.1));
        let place = span.and_then(|s| Place::of(sources, s));
        let text = read(&sentence, self.viewer());
        let tried = Box::new(Tried { what: what.clone(), args: args.to_vec(), span });
        Refusal { why, text, rule: rule.map(|r| r.0), place, tried }
    }

    fn not_asked(&mut self, sentence: &mut Sentence) {
        let asked = self.engine.asked().map(|a| a.seats).unwrap_or_default();
        if asked.is_empty() {
            say(sentence, "nobody is asked anything now");
        } else {
            say(sentence, &format!("the choice is not yours now, but {}'s", self.naming.seat_list(&asked)));
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
            Some(step) => {
                say(sentence, &format!("that does not fit the {} value `{name}` asks for", ordinal(at + 1)));
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

    fn outside(
        &mut self,
        sentence: &mut Sentence,
        sources: &Sources,
        what: &Offered,
        (args, at): (&[Value], usize),
    ) -> Option<Span> {
        let step = self.steps(what).get(at)?;
        match args.get(at) {
            Some(value) => self.faces().value(sentence, &filled_type(step), value),
            None => say(sentence, "that"),
        }
        let domain = sources.slice(step.domain.span).split_whitespace().collect::<Vec<_>>().join(" ");
        if domain.is_empty() {
            say(sentence, " is not among what may be chosen");
        } else {
            say(sentence, &format!(" is not in `{domain}`"));
        }
        Some(step.domain.span)
    }

    fn once(&mut self, sentence: &mut Sentence, id: LimitId, what: &Offered, args: &[Value]) -> Option<Span> {
        let limit = self.book().limits.get(id.index())?;
        match limit.reason {
            Some(text) => self.reason(sentence, text, what, args),
            None => say(sentence, &usual_limit(limit.per)),
        }
        Some(limit.span)
    }

    fn needs(&mut self, sentence: &mut Sentence, at: usize, what: &Offered, args: &[Value]) -> Option<Span> {
        let Offered::Move(id, ..) = what else { return None };
        let need = self.book().moves.get(id.index())?.needs.get(at)?;
        self.reason(sentence, need.reason, what, args);
        Some(need.span)
    }

    /// The text of a refusal as it is written in the rules, holes unfilled; none for refusals without one.
    #[must_use]
    pub fn raw_reason(&self, what: &Offered, why: &Why) -> Option<String> {
        let raw = |text: TextId| self.book().texts.get(text.index()).map(|t| t.raw.clone());
        match (why, what) {
            (Why::Once(id), _) => {
                let limit = self.book().limits.get(id.index())?;
                limit.reason.map_or_else(|| Some(usual_limit(limit.per)), raw)
            }
            (Why::Needs(at), Offered::Move(id, ..)) => {
                raw(self.book().moves.get(id.index())?.needs.get(*at)?.reason)
            }
            _ => None,
        }
    }
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
