//! What a choice lacks: what would have to differ for it to fit.

use crate::choices::menu::{Asking, bound, is_hidden};
use crate::refusal::differs::Scope;
use crate::rendering::redacted::{Fragment, Sentence, say};
use crate::visibility::zone_sight;
use houserules_interpreter::ask::{Engine, Illegality, Offered};
use houserules_lang::ir::sites;
use houserules_lang::ir::walk::each_expr;
use houserules_lang::ir::{
    Base, Domain, Expr, ExprKind, LocalId, Pick, Step, TemplatePart, Type, Value,
};
use houserules_lang::naming::{listed, row_in_words};
use houserules_lang::source::Span;

impl<'a, E: Engine> Asking<'a, E> {
    /// `Full service is not in Ana's hand`: the card whose rules bring a move is not where it must
    /// be.
    pub(super) fn missing(&mut self, what: &Offered, step: &Step) -> Option<Sentence> {
        let (_, condition) = step.domain.filter.as_ref()?;
        let ExprKind::IsRow(_, row) = &condition.kind else { return None };
        let Base::Zone(zone) = &step.domain.base else { return None };
        let scope = self.around(what, &[])?;
        let mut zone = self.called(zone, &scope)?;
        let mut sentence =
            vec![Fragment::Words(format!("{} is not in ", row_in_words(self.book(), *row)))];
        sentence.append(&mut zone);
        Some(sentence)
    }

    /// Values with which a condition fails, where its reason speaks of something that is not filled
    /// in.
    pub(super) fn example(
        &mut self,
        what: &Offered,
        args: &[Value],
        why: &Illegality,
    ) -> Option<Vec<Value>> {
        let (Illegality::Needs(at), Offered::Move(id, ..)) = (why, what) else { return None };
        let need = &self.book()[*id].needs[*at];
        let steps = self.steps(what);
        let said = &self.book()[need.reason].parts;
        let spoken =
            |local| said.iter().filter_map(TemplatePart::read).any(|hole| reads(hole, local));
        let open = || steps.iter().enumerate().skip(args.len()).map(|(at, s)| (at, s.local));
        open().any(|(_, local)| spoken(local)).then_some(())?;
        let last = open().rfind(|(_, l)| spoken(*l) || reads(&need.condition, *l))?.0;
        self.is_open(need.span).then_some(())?;
        let filled = self.filled_up(what, args, last + 1)?;
        let scope = self.around(what, &filled)?;
        let fails = self.read(&need.condition, &scope) == Some(Value::Bool(false));
        fails.then_some(filled)
    }

    /// The first that there is for each step up to that number.
    fn filled_up(&mut self, what: &Offered, args: &[Value], steps: usize) -> Option<Vec<Value>> {
        let mut filled = args.to_vec();
        for step in self.steps(what).iter().take(steps).skip(args.len()) {
            self.is_open(step.domain.span).then_some(())?;
            let scope = self.around(what, &filled)?;
            let first = if let Base::Range(low, _) = &step.domain.base {
                self.read(low, &scope)?
            } else {
                self.members(&step.domain, &scope)?.into_iter().next()?
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
        let mut shown: Vec<String> = places.iter().take(PLACES).cloned().collect();
        if places.len() > PLACES {
            shown.push("elsewhere".to_owned());
        }
        let some = !shown.is_empty();
        some.then(|| vec![Fragment::Words(format!("it can be chosen in {}", listed(&shown, "or")))])
    }

    /// What would have to differ; none if that cannot be said, or the reader may not know it.
    pub(super) fn difference(
        &mut self,
        why: &Illegality,
        what: &Offered,
        args: &[Value],
    ) -> Option<Sentence> {
        let book = self.book();
        match (why, what) {
            (Illegality::NotInMenu, _) => self.elsewhere(what),
            (Illegality::Needs(at), Offered::Move(id, ..)) => {
                let need = &book[*id].needs[*at];
                let scope = self.around(what, args)?;
                self.is_open(need.span).then_some(())?;
                self.differs(&need.condition, &scope, true)
            }
            (Illegality::NotInDomain(at), _) => {
                let step = self.steps(what).get(*at)?;
                let scope = self.around(what, args)?;
                self.is_open(step.domain.span).then_some(())?;
                self.not_in(step, args.get(*at)?, scope)
            }
            (Illegality::NothingFor(at), _) => {
                let step = self.steps(what).get(*at)?;
                let scope = self.around(what, args)?;
                self.is_open(step.domain.span).then_some(())?;
                if *at == 0 && is_hidden(book, what) {
                    return None;
                }
                let mut open = self.steps(what).iter().take(*at).skip(args.len()).map(|s| s.local);
                if !open.any(|local| step_reads(step, local)) {
                    return self.nothing_in(step, scope);
                }
                // What depends on names that are not filled is said of an example.
                let filled = self.filled_up(what, args, *at)?;
                let scope = self.around(what, &filled)?;
                let mut why = self.nothing_in(step, scope)?;
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
                let holds = self.read(condition, &scope);
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
        let scope = self.around(what, args)?;
        self.seen_zone(step, &scope)
    }

    /// Why there is nothing to pick: too few members, or even all of them together do not meet the
    /// condition.
    fn nothing_in(&mut self, step: &Step, mut scope: Scope<'_>) -> Option<Sentence> {
        if let (Base::Range(low, high), None) = (&step.domain.base, &step.domain.filter) {
            let ends = (self.read(low, &scope)?, self.read(high, &scope)?);
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
        if let Value::Number(least) = self.read(least, &scope)?
            && let Ok(least) = usize::try_from(least)
            && members.len() < least
        {
            return Some(self.too_few(&step.domain, least, members.len()));
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
        let name = &self.book()[*word].name;
        let of_each =
            matches!(args.as_slice(), [Expr { kind: ExprKind::Local(l), .. }] if l == local);
        let verb = ["is_", "has_", "can_", "may_"].iter().any(|verb| name.starts_with(verb));
        (of_each && verb)
            .then(|| vec![Fragment::Words(format!("nothing there {}", name.replace('_', " ")))])
    }

    /// `Ana's hand is empty`
    pub(super) fn empty(&mut self, domain: &Domain, scope: &Scope<'_>) -> Option<Sentence> {
        let of = Domain { filter: None, best: None, ..domain.clone() };
        let span = domain.span;
        let is_empty = Expr { kind: ExprKind::IsEmpty(Box::new(of)), ty: Type::Bool, span };
        let empty = self.read(&is_empty, scope) == Some(Value::Bool(true));
        if empty { self.differs(&is_empty, scope, false) } else { None }
    }

    /// The names around the steps of a move, and their values as far as they are filled.
    pub(crate) fn around(&self, what: &Offered, args: &[Value]) -> Option<Scope<'a>> {
        let Offered::Move(id, ..) = what else { return None };
        let names = &self.book()[*id].body.locals;
        Some(Scope::of(names, &bound(self.book(), what, args)))
    }

    pub(super) fn read(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Value> {
        let seat = self.seat;
        self.engine.says(seat, e, scope.names, &scope.values)
    }

    /// Whether whoever is asked may read all that the condition at this place compares.
    pub(crate) fn is_open(&self, span: Span) -> bool {
        self.explains && !self.book().doubtful.contains(&span)
    }
}

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
