//! Refusals in words: the rule's own reason, and where it stands.

pub mod differs;

use crate::choices::menu::{Asking, bound, filled_type, is_hidden};
use crate::refusal::differs::Scope;
use crate::rendering::redacted::{Fragment, Sentence, read, say};
use crate::visibility::zone_sight;
use houserules_interpreter::ask::{Engine, Illegality, Offered, Options};
use houserules_lang::ir::sites;
use houserules_lang::ir::walk::each_expr;
use houserules_lang::ir::{
    Base, Domain, Expr, ExprKind, LimitId, LocalDecl, LocalId, Pick, Step, TemplatePart, TextId,
    Type, Value,
};
use houserules_lang::naming::{listed, row_in_words, stage_word};
use houserules_lang::place::Place;
use houserules_lang::source::{Sources, Span};

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
    /// The entry.
    pub what: Offered,
    /// Its values so far.
    pub args: Vec<Value>,
    /// The rule's place.
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
            Illegality::NotInDomain(step) => self.outside(&mut sentence, what, (args, *step)),
            Illegality::Once(limit) => self.once(&mut sentence, *limit, what, args),
            Illegality::Needs(need) => self.needs(&mut sentence, *need, what, args),
            Illegality::NothingFor(step) => {
                self.nothing_for(&mut sentence, what, (args.len(), *step))
            }
            Illegality::NoCompletion => {
                say(&mut sentence, "no way to fill in the rest was found");
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
        let differs =
            self.difference(&why, what, args).map(|differs| read(&differs, self.viewer()));
        let tried = Box::new(Tried { what: what.clone(), args: args.to_vec(), span });
        Refusal { why, text, differs, rule: rule.map(|r| r.0), place, tried }
    }

    fn not_asked(&mut self, sentence: &mut Sentence) {
        let asked = self.engine.asked().map(|a| a.seats).unwrap_or_default();
        if asked.is_empty() {
            say(sentence, "nobody is asked anything now");
        } else {
            say(
                sentence,
                &format!("the choice is not yours now, but {}'s", self.naming.seat_list(&asked)),
            );
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

    /// What is wrong with the value of a step: `9 cannot be chosen; it must be from 1 to 5`.
    fn outside(
        &mut self,
        sentence: &mut Sentence,
        what: &Offered,
        (args, at): (&[Value], usize),
    ) -> Option<Span> {
        let step = self.steps(what).get(at)?;
        let before = args.get(..at).unwrap_or(&[]);
        let there = self.choosable(what, step, before);
        match (args.get(at), &there) {
            (None, _) => say(sentence, "that cannot be chosen"),
            (Some(Value::List(items)), Some(Options::Subset { members, least, most, .. })) => {
                self.wrong_set(sentence, step, items, (members, *least, *most));
            }
            (Some(Value::None), _) => say(sentence, "something must be chosen"),
            (Some(Value::List(items)), _) if items.is_empty() => {
                say(sentence, "something must be chosen")
            }
            (Some(value), there) => {
                self.faces().value(sentence, &filled_type(step), value);
                say(sentence, " cannot be chosen");
                if let Some(there) = there {
                    self.instead(sentence, &step.domain.elem, there);
                }
            }
        }
        Some(step.domain.span)
    }

    /// What is wrong with a set: how large it is, one of its members, or how they go together.
    fn wrong_set(
        &self,
        sentence: &mut Sentence,
        step: &Step,
        items: &[Value],
        (members, least, most): (&[Value], usize, usize),
    ) {
        let stranger = items.iter().find(|item| !members.contains(item));
        if let Some(stranger) = stranger {
            self.faces().value(sentence, &step.domain.elem, stranger);
            say(sentence, " is not among them");
        } else if !(least..=most).contains(&items.len()) {
            let wanted =
                if least == most { least.to_string() } else { format!("{least} to {most}") };
            say(sentence, &format!("choose {wanted} of them, not {}", items.len()));
        } else if items.is_empty() {
            say(sentence, "something must be chosen");
        } else {
            self.faces().value(sentence, &filled_type(step), &Value::List(items.to_vec()));
            say(sentence, " cannot be chosen together");
        }
    }

    /// What may be chosen instead: `; it must be from 1 to 5`.
    fn instead(&self, sentence: &mut Sentence, ty: &Type, there: &Options) {
        let number = |n: i64| self.naming.number(ty, n);
        let range = |low: i64, high: i64| match low == high {
            true => format!("; it must be {}", number(low)),
            false => format!("; it must be from {} to {}", number(low), number(high)),
        };
        match there {
            Options::Range(low, high) if low <= high => say(sentence, &range(*low, *high)),
            Options::Members(members) => match (in_a_row(members), members.len()) {
                (Some((low, high)), _) => say(sentence, &range(low, high)),
                (None, 1..=LISTED) => {
                    say(sentence, "; it must be ");
                    self.either(sentence, ty, members);
                }
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
        let (names, scope) = self.around(what, before)?;
        let Base::Range(low, high) = &step.domain.base else { return None };
        if step.domain.filter.is_some() || !self.is_open(step.domain.span) {
            return None;
        }
        match (self.read(low, (names, &scope))?, self.read(high, (names, &scope))?) {
            (Value::Number(low), Value::Number(high)) => Some(Options::Range(low, high)),
            _ => None,
        }
    }

    /// That a step has nothing to pick from.
    fn nothing_for(
        &mut self,
        sentence: &mut Sentence,
        what: &Offered,
        (filled, at): (usize, usize),
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
        match name.chars().count() {
            0 | 1 => say(sentence, &format!("{rest}there is nothing to choose")),
            _ => say(sentence, &format!("{rest}there is nothing to choose for {name}")),
        }
        Some(step.domain.span)
    }

    /// `Full service is not in Ana's hand`: the card whose rules bring a move is not where it must
    /// be.
    fn missing(&mut self, what: &Offered, step: &Step) -> Option<Sentence> {
        let (_, condition) = step.domain.filter.as_ref()?;
        let ExprKind::IsRow(_, row) = &condition.kind else { return None };
        let Base::Zone(zone) = &step.domain.base else { return None };
        let (names, values) = self.around(what, &[])?;
        let mut zone = self.called(zone, &Scope { names, values })?;
        let mut sentence =
            vec![Fragment::Words(format!("{} is not in ", row_in_words(self.book(), *row)))];
        sentence.append(&mut zone);
        Some(sentence)
    }

    /// Values with which a condition fails, where its reason speaks of something that is not filled
    /// in.
    fn example(&mut self, what: &Offered, args: &[Value], why: &Illegality) -> Option<Vec<Value>> {
        let (Illegality::Needs(at), Offered::Move(id, ..)) = (why, what) else { return None };
        let need = self.book().moves.get(id.index())?.needs.get(*at)?;
        let steps = self.steps(what);
        let said = &self.book().texts.get(need.reason.index())?.parts;
        let spoken =
            |local| said.iter().filter_map(TemplatePart::read).any(|hole| reads(hole, local));
        let open = || steps.iter().enumerate().skip(args.len()).map(|(at, s)| (at, s.local));
        open().any(|(_, local)| spoken(local)).then_some(())?;
        let last = open().rfind(|(_, l)| spoken(*l) || reads(&need.condition, *l))?.0;
        self.is_open(need.span).then_some(())?;
        let filled = self.filled_up(what, args, last + 1)?;
        let (names, values) = self.around(what, &filled)?;
        let fails = self.read(&need.condition, (names, &values)) == Some(Value::Bool(false));
        fails.then_some(filled)
    }

    /// The first that there is for each step up to that number.
    fn filled_up(&mut self, what: &Offered, args: &[Value], steps: usize) -> Option<Vec<Value>> {
        let mut filled = args.to_vec();
        for step in self.steps(what).iter().take(steps).skip(args.len()) {
            self.is_open(step.domain.span).then_some(())?;
            let (names, values) = self.around(what, &filled)?;
            let scope = Scope { names, values };
            let first = match &step.domain.base {
                Base::Range(low, _) => self.read(low, (scope.names, &scope.values))?,
                _ => self.members(&step.domain, &scope)?.into_iter().next()?,
            };
            let one = matches!(step.pick, Pick::One | Pick::UpToOne);
            filled.push(if one { first } else { Value::List(vec![first]) });
        }
        Some(filled)
    }

    /// Where a move can be chosen that is not on offer.
    fn elsewhere(&self, what: &Offered) -> Option<Sentence> {
        let Offered::Move(id, ..) = what else { return None };
        let places = sites::choosing(self.book(), *id);
        let few = (1..=PLACES).contains(&places.len());
        few.then(|| vec![Fragment::Words(format!("it can be chosen in {}", listed(&places, "or")))])
    }

    /// What would have to differ; none if that cannot be said, or the reader may not know it.
    fn difference(&mut self, why: &Illegality, what: &Offered, args: &[Value]) -> Option<Sentence> {
        let book = self.book();
        match (why, what) {
            (Illegality::NotInMenu, _) => self.elsewhere(what),
            (Illegality::Needs(at), Offered::Move(id, ..)) => {
                let need = book.moves.get(id.index())?.needs.get(*at)?;
                let (names, values) = self.around(what, args)?;
                self.is_open(need.span).then_some(())?;
                self.differs(&need.condition, &Scope { names, values }, true)
            }
            (Illegality::NotInDomain(at), _) => {
                let step = self.steps(what).get(*at)?;
                let (names, values) = self.around(what, args)?;
                self.is_open(step.domain.span).then_some(())?;
                self.not_in(step, args.get(*at)?, Scope { names, values })
            }
            (Illegality::NothingFor(at), _) => {
                let step = self.steps(what).get(*at)?;
                let (names, values) = self.around(what, args)?;
                self.is_open(step.domain.span).then_some(())?;
                if *at == 0 && is_hidden(book, what) {
                    return None;
                }
                let mut open = self.steps(what).iter().take(*at).skip(args.len()).map(|s| s.local);
                if !open.any(|local| step_reads(step, local)) {
                    return self.nothing_in(step, Scope { names, values });
                }
                // What depends on names that are not filled is said of an example.
                let filled = self.filled_up(what, args, *at)?;
                let (names, values) = self.around(what, &filled)?;
                let mut why = self.nothing_in(step, Scope { names, values })?;
                let mut sentence = vec![Fragment::Words("for example, ".into())];
                sentence.append(&mut why);
                Some(sentence)
            }
            _ => None,
        }
    }

    /// Why a value is not among what may be picked: the condition on each, or on the whole.
    fn not_in(&mut self, step: &Step, value: &Value, mut scope: Scope<'_>) -> Option<Sentence> {
        let single = matches!(step.pick, Pick::One | Pick::UpToOne);
        let members = match value {
            Value::List(items) if !single => items.clone(),
            value => vec![value.clone()],
        };
        // What lies elsewhere may be hidden from the chooser: only what could be picked at all is
        // read.
        let all = Domain { filter: None, best: None, ..step.domain.clone() };
        let there = self.members(&all, &scope)?;
        if let Some(stranger) = members.iter().find(|member| !there.contains(member)) {
            return self.not_there(step, stranger, &scope);
        }
        if let Some((local, condition)) = &step.domain.filter {
            for member in members {
                scope.bind(*local, member);
                let holds = self.read(condition, (scope.names, &scope.values));
                if holds == Some(Value::Bool(false)) {
                    return self.differs(condition, &scope, true);
                }
            }
        }
        let whole = step.whole.as_ref()?;
        scope.bind(step.local, value.clone());
        self.differs(whole, &scope, true)
    }

    /// `Pink 4 is not in Ana's hand`; none if the reader does not see all that lies there.
    fn not_there(&mut self, step: &Step, value: &Value, scope: &Scope<'_>) -> Option<Sentence> {
        let zone = self.seen_zone(step, scope)?;
        let mut sentence = Vec::new();
        self.faces().value(&mut sentence, &step.domain.elem, value);
        say(&mut sentence, &format!(" is not in {zone}"));
        Some(sentence)
    }

    /// The zone whose cards a step picks from, if the reader sees all of them.
    fn seen_zone(&mut self, step: &Step, scope: &Scope<'_>) -> Option<String> {
        let Base::Zone(zone) = &step.domain.base else { return None };
        let ExprKind::Zone(id, key) = &zone.kind else { return None };
        let key = self.key(key.as_deref(), scope)?;
        let sight = zone_sight(self.book(), self.table, *id, key);
        self.viewer().among(sight).then(|| self.naming.zone(*id, key))
    }

    /// The same for a step of an entry that is filled so far.
    pub(crate) fn picked_from(&mut self, what: &Offered, args: &[Value]) -> Option<String> {
        let step = self.steps(what).get(args.len())?;
        let (names, values) = self.around(what, args)?;
        self.seen_zone(step, &Scope { names, values })
    }

    /// Why there is nothing to pick: too few members, or even all of them together do not meet the
    /// condition.
    fn nothing_in(&mut self, step: &Step, mut scope: Scope<'_>) -> Option<Sentence> {
        if let (Base::Range(low, high), None) = (&step.domain.base, &step.domain.filter) {
            let ends = (
                self.read(low, (scope.names, &scope.values))?,
                self.read(high, (scope.names, &scope.values))?,
            );
            let (Value::Number(low), Value::Number(high)) = ends else { return None };
            let number = |n: i64| self.naming.number(&step.domain.elem, n);
            let words = format!(
                "it would have to be at least {} and at most {}",
                number(low),
                number(high)
            );
            return (low > high).then(|| vec![Fragment::Words(words)]);
        }
        let members = self.members(&step.domain, &scope)?;
        let Pick::Some { least, .. } = &step.pick else {
            let empty = self.empty(&step.domain, &scope).filter(|_| members.is_empty());
            let why = empty.or_else(|| self.not_even(step, scope));
            return why.or_else(|| self.none_is(step));
        };
        if let Value::Number(least) = self.read(least, (scope.names, &scope.values))?
            && let Ok(least) = usize::try_from(least)
            && members.len() < least
        {
            return Some(self.too_few(&step.domain, (least, members.len())));
        }
        let whole = step.whole.as_ref()?;
        scope.bind(step.local, Value::List(members));
        let mut differs = self.differs(whole, &scope, true)?;
        let mut sentence = vec![Fragment::Words("even with all of them, ".into())];
        sentence.append(&mut differs);
        Some(sentence)
    }

    /// Why the first of those that there are does not fit: `with Note $2: …`.
    fn not_even(&mut self, step: &Step, mut scope: Scope<'_>) -> Option<Sentence> {
        let (local, condition) = step.domain.filter.as_ref()?;
        let all = Domain { filter: None, best: None, ..step.domain.clone() };
        let first = self.members(&all, &scope)?.into_iter().next()?;
        let mut sentence = vec![Fragment::Words("with ".into())];
        self.faces().value(&mut sentence, &step.domain.elem, &first);
        scope.bind(*local, first);
        let mut differs = self.differs(condition, &scope, true)?;
        say(&mut sentence, ", ");
        sentence.append(&mut differs);
        Some(sentence)
    }

    /// `nothing there is blue`, of a word that is asked of each.
    fn none_is(&self, step: &Step) -> Option<Sentence> {
        let (local, condition) = step.domain.filter.as_ref()?;
        let ExprKind::Word(word, args) = &condition.kind else { return None };
        let name = &self.book().words.get(word.index())?.name;
        let of_each =
            matches!(args.as_slice(), [Expr { kind: ExprKind::Local(l), .. }] if l == local);
        let verb = ["is_", "has_", "can_", "may_"].iter().any(|verb| name.starts_with(verb));
        (of_each && verb)
            .then(|| vec![Fragment::Words(format!("nothing there {}", name.replace('_', " ")))])
    }

    /// `Ana's hand is empty`
    fn empty(&mut self, domain: &Domain, scope: &Scope<'_>) -> Option<Sentence> {
        let of = Domain { filter: None, best: None, ..domain.clone() };
        let span = domain.span;
        let is_empty = Expr { kind: ExprKind::IsEmpty(Box::new(of)), ty: Type::Bool, span };
        let empty = self.read(&is_empty, (scope.names, &scope.values)) == Some(Value::Bool(true));
        if empty { self.differs(&is_empty, scope, false) } else { None }
    }

    /// The names around the steps of a move, and their values as far as they are filled.
    pub(crate) fn around(
        &self,
        what: &Offered,
        args: &[Value],
    ) -> Option<(&'a [LocalDecl], Vec<Value>)> {
        let Offered::Move(id, ..) = what else { return None };
        let names = &self.book().moves.get(id.index())?.body.locals;
        Some((names, Scope::of(names, &bound(self.book(), what, args)).values))
    }

    fn read(&mut self, e: &Expr, names: (&[LocalDecl], &[Value])) -> Option<Value> {
        let seat = self.seat;
        self.engine.says(seat, e, names)
    }

    /// Whether whoever is asked may read all that the condition at this place compares.
    fn is_open(&self, span: Span) -> bool {
        self.explains && !self.book().doubtful.contains(&span)
    }

    fn once(
        &mut self,
        sentence: &mut Sentence,
        id: LimitId,
        what: &Offered,
        args: &[Value],
    ) -> Option<Span> {
        let limit = self.book().limits.get(id.index())?;
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
        let need = self.book().moves.get(id.index())?.needs.get(at)?;
        self.reason(sentence, need.reason, what, args);
        Some(need.span)
    }

    /// The text of a refusal as it is written in the rules, holes unfilled; none for refusals
    /// without one.
    #[must_use]
    pub fn raw_reason(&self, what: &Offered, why: &Illegality) -> Option<String> {
        let raw = |text: TextId| self.book().texts.get(text.index()).map(|t| t.raw.clone());
        match (why, what) {
            (Illegality::Once(id), _) => {
                let limit = self.book().limits.get(id.index())?;
                limit.reason.map_or_else(|| Some(usual_limit(limit.per)), raw)
            }
            (Illegality::Needs(at), Offered::Move(id, ..)) => {
                raw(self.book().moves.get(id.index())?.needs.get(*at)?.reason)
            }
            _ => None,
        }
    }
}

/// More members are not listed.
const LISTED: usize = 6;

/// More places are not listed.
const PLACES: usize = 3;

fn reads(e: &Expr, local: LocalId) -> bool {
    let mut found = false;
    each_expr(e, &mut |e| found |= matches!(e.kind, ExprKind::Local(l) if l == local));
    found
}

fn step_reads(step: &Step, local: LocalId) -> bool {
    let span = step.domain.span;
    let kind = ExprKind::IsEmpty(Box::new(step.domain.clone()));
    let whole = step.whole.as_ref().is_some_and(|e| reads(e, local));
    whole || reads(&Expr { kind, ty: Type::Bool, span }, local)
}

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
