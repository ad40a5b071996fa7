//! Plain names: locals, members of enums, things of the table, options, words.

use super::body_checker::BodyChecker;
use super::env::Env;
use super::expr::Operand;
use super::graph::Node;
use super::habits::everyday;
use super::judge::Judge;
use super::narrowing::Narrowing;
use super::notes::{Notes, Thing};
use super::parts::MemberCall;
use super::place::{OwnCalls, Place};
use super::reports::{Called, Reports};
use super::scope::{Bound, Scope};
use super::set_counter::set_members;
use super::types::{constant, expr, plain, shown};
use crate::code::Code;
use crate::diagnostic::{About, Diagnostic, Help};
use crate::foreign;
use crate::ir::{Base, CounterId, EnumId, Expr, ExprKind, Order, Owner, Run, Type, Value, ZoneId};
use crate::resolve::names::Def;
use crate::resolve::uses::{Gap, Meaning};
use crate::source::Span;
use crate::syntax::ast;

impl BodyChecker<'_> {
    /// A plain name as an operand.
    pub fn name(&mut self, name: &ast::Name, want: Option<&Type>) -> Option<Operand> {
        let text = &*name.text;
        self.env.r.uses.ask(name, || gap(&self.scope, want));
        if let Some(sight) = self.scope.find(text) {
            let bound = sight.bound.clone();
            self.env.r.uses.local(name.span, sight.span, self.scope.type_of_bound(&bound));
            return self.bound(bound, name);
        }
        if let Some(member) = wanted_member(self.env, name, want) {
            return Some(Operand::Val(member));
        }
        if self.place.in_test() && text == "path" {
            return Some(Operand::Val(expr(ExprKind::Path, Type::Text, name.span)));
        }
        match self.scope.named(name) {
            Some(def) => {
                let since = self.out.reports.now();
                let found = self.defined(def, name);
                if found.is_none() {
                    self.judge().maybe_value(since, name, want);
                }
                found
            }
            None if self.out.reports.assumes() => self.nearest_name(name, want),
            None => {
                let since = self.out.reports.now();
                let found = self.judge().loose_member(name, None).map(Operand::Val);
                self.judge().maybe_value(since, name, want);
                found
            }
        }
    }

    /// A misspelt name as the one that is nearest.
    fn nearest_name(&mut self, name: &ast::Name, want: Option<&Type>) -> Option<Operand> {
        if !self.env.r.enums_with(&name.text).is_empty() {
            return self.judge().loose_member(name, None).map(Operand::Val);
        }
        let near = {
            let sights: Vec<&str> = self.scope.in_sight().iter().map(|s| &*s.name).collect();
            self.env.r.suggest(self.scope.declared(), &name.text, &sights)?
        };
        self.out.reports.assume(false);
        let found = self.name(&ast::Name { text: near.into(), ..name.clone() }, want);
        self.out.reports.assume(true);
        found
    }

    /// A name in sight.
    fn bound(&mut self, bound: Bound, name: &ast::Name) -> Option<Operand> {
        match bound {
            Bound::Local(id) => {
                let local = self.scope.read(id, name.span);
                Some(local_operand(&self.facts, local))
            }
            Bound::Alias(e) => {
                let mut e = *e;
                e.span = name.span;
                Some(local_operand(&self.facts, e))
            }
            Bound::PerSeat(_) => {
                let text = &name.text;
                let mut all = self.sight().people();
                all.sort_by_key(|who| who == "me");
                let whose: Vec<String> = all.iter().map(|who| format!("`{who}.{text}`")).collect();
                let whose = match whose.as_slice() {
                    [] => format!("`p.{text}`"),
                    all => super::fill::listed(all),
                };
                let said = format!("every player has their own `{text}`");
                let said = Diagnostic::new(Code::E0403, name.span, said);
                self.wrong(said.help(format!("say whose: {whose}")))
            }
            Bound::Broken => None,
        }
    }

    /// A declared name as an operand.
    fn defined(&mut self, def: Def, name: &ast::Name) -> Option<Operand> {
        let span = name.span;
        let text = &name.text;
        match def {
            Def::Enum(e) => Some(Operand::Dom(Box::new(enum_domain(e, span)))),
            Def::Zone(zone) => Some(zone_of(self.env, &mut self.out.notes, zone, None, span)),
            Def::Counter(counter) if self.env.book()[counter].set => {
                Some(set_members(&mut self.scope, &mut self.out.notes, counter, None, span))
            }
            Def::Counter(counter) => Some(Operand::Val(counter_of(
                &self.facts,
                &mut self.out.notes,
                counter,
                None,
                span,
            ))),
            Def::Option(option) => {
                let ty = self.env.book()[option].ty.clone();
                self.out.notes.reads(Thing::Option(option.0));
                Some(Operand::Val(expr(ExprKind::Option(option), ty, span)))
            }
            Def::Word(word) => self.word(word, Vec::new(), &[], span),
            Def::Broken => None,
            Def::Unit(_) => no_value(
                &mut self.out.reports,
                span,
                &format!("`{text}` is a unit"),
                &format!("write an amount: `{text}(5)`"),
            ),
            Def::Kind(kinds) => {
                let kind = self.env.r.kinds_name(kinds);
                let one = self
                    .scope
                    .sights()
                    .into_iter()
                    .find(|(_, ty)| matches!(ty.bare(), Type::Card(of) if of.within(kinds)));
                let help = match one {
                    Some((name, _)) => format!("the card that is meant here is `{name}`"),
                    None => format!("ask whether a card `is {kind}`, or name a zone"),
                };
                no_value(&mut self.out.reports, span, &format!("`{text}` is a kind of card"), &help)
            }
            Def::Deed(_) => no_value(
                &mut self.out.reports,
                span,
                &format!("`{text}` is a deed, which does something"),
                &format!(
                    "write it as a line by itself, or `let x = {text}(…)` if it returns something"
                ),
            ),
            Def::Move(_) => {
                let said =
                    Diagnostic::new(Code::E0403, span, format!("`{text}` is a move, not a value"));
                let said = said.about(About::Move);
                self.wrong(said.help(format!("offer it: `choose {{ {text} }}`")))
            }
            Def::Map(_) => no_value(
                &mut self.out.reports,
                span,
                &format!("`{text}` is a map"),
                &format!("name its nodes, or look for some: `places on {text} from … within 3`"),
            ),
            Def::Menu(_) => no_value(
                &mut self.out.reports,
                span,
                &format!("`{text}` is a menu"),
                &format!("ask it: `choose {text}`"),
            ),
        }
    }

    /// By what a zone or counter is looked up: by what stands before the dot, and of a pair by what
    /// stands in brackets, too.
    pub fn key_of(
        &mut self,
        owner: Owner,
        of: Expr,
        MemberCall { name, args }: MemberCall<'_>,
        span: Span,
    ) -> Option<Expr> {
        let (Some(pair), Owner::Enum(id)) = (self.env.book().pair(owner), owner) else {
            self.no_arguments(args, name)?;
            return Some(of);
        };
        let second = pair.second.ty();
        let [other] = args.unwrap_or_default() else {
            let (have, want) = (shown(self.env, of.ty.bare()), shown(self.env, &second));
            let said = format!("each `{have}` has a `{}` for each `{want}`", name.text);
            let help = format!("say for which, in brackets: `.{}({})`", name.text, example(pair));
            return self.wrong(Diagnostic::new(Code::E0409, span, said).help(help));
        };
        if of.ty.may_be_none() {
            let said = "this may be none, and then it has nothing";
            return self.wrong(
                Diagnostic::new(Code::E0406, of.span, said)
                    .help("ask `is not none` first, or take it with `if there is`"),
            );
        }
        let other = self.expect(other, &second)?;
        let kind = ExprKind::Pair(id, Box::new(of), Box::new(other));
        Some(expr(kind, Type::Enum(id), span))
    }

    /// A word with its arguments; of a receiver that is none it is none.
    pub fn word(
        &mut self,
        word: crate::ir::WordId,
        receiver: Vec<Expr>,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Operand> {
        let env = self.env;
        let (declared, signature) = &env[word];
        let name = &*declared.item.name.text;
        let optional = receiver.first().is_some_and(|r| r.ty.may_be_none());
        let skip = receiver.len();
        let mut typed = receiver;
        typed.extend(self.arguments(&signature.params[skip..], args, Called { name, span })?);
        if let Some(calls) = self.place.own_call(word) {
            let ty = signature.result.clone()?;
            let ty = if optional { ty.optional() } else { ty };
            let kind = match calls {
                OwnCalls::Go(copy) => ExprKind::Word(copy, typed),
                OwnCalls::TooDeep => ExprKind::TooDeep(word),
            };
            return Some(Operand::Val(self.facts.known(expr(kind, ty, span))));
        }
        self.uses(Node::Word(word), span);
        let ty = super::words::result(self.env, self.out, word)?;
        if *ty.bare() == Type::Text && !self.place.in_test() {
            return Some(Operand::Val(self.text_of_word(word, typed, optional)?));
        }
        let ty = if optional { ty.optional() } else { ty };
        Some(Operand::Val(self.facts.known(expr(ExprKind::Word(word, typed), ty, span))))
    }

    /// The text of a word; of a receiver who is none: none.
    fn text_of_word(
        &mut self,
        word: crate::ir::WordId,
        mut args: Vec<Expr>,
        optional: bool,
    ) -> Option<Expr> {
        if !optional {
            return super::words::spliced(self, word, &args);
        }
        let receiver = args.first_mut()?;
        let (whole, span) = (receiver.clone(), receiver.span);
        receiver.ty = receiver.ty.bare().clone();
        let text = super::words::spliced(self, word, &args)?;
        let missing = expr(ExprKind::IsNone(Box::new(whole)), Type::Bool, span);
        let none = constant(Value::None, Type::None, span);
        let ty = text.ty.clone().optional();
        Some(expr(ExprKind::If(Box::new(missing), Box::new(none), Box::new(text)), ty, span))
    }
}

impl Judge<'_> {
    /// The member of the only enum that has one of that name; `with` prefers enums whose members
    /// have that.
    pub fn loose_member(&mut self, name: &ast::Name, with: Option<&str>) -> Option<Expr> {
        let all = self.sight.env.r.enums_with(&name.text);
        let fitting: Vec<(EnumId, u16)> = match with {
            Some(with) => all
                .iter()
                .filter(|(e, _)| self.sight.env.has_member(&Type::Enum(*e), with))
                .copied()
                .collect(),
            None => all.to_vec(),
        };
        let candidates = if fitting.is_empty() { all.to_vec() } else { fitting };
        match candidates.as_slice() {
            [(e, m)] => {
                self.sight.env.r.uses.note(name.span, Meaning::EnumMember(*e, *m));
                Some(constant(Value::Member(*e, *m), Type::Enum(*e), name.span))
            }
            [] => self.unknown(name),
            [(a, _), (b, _), ..] => {
                let (a, b) = (
                    shown(self.sight.env, &Type::Enum(*a)),
                    shown(self.sight.env, &Type::Enum(*b)),
                );
                self.reports.wrong(
                    Diagnostic::new(
                        Code::E0411,
                        name.span,
                        format!("`{}` is a member of `{a}` and of `{b}`", name.text),
                    )
                    .help("compare it with something of the enum you mean, or rename one of them"),
                )
            }
        }
    }

    /// A name that nothing has.
    pub fn unknown<T>(&mut self, name: &ast::Name) -> Option<T> {
        self.unknown_otherwise(name, crate::messages::DECLARE)
    }

    /// A name that nothing has; what to do if nothing near is known.
    fn unknown_otherwise<T>(&mut self, name: &ast::Name, help: &str) -> Option<T> {
        let text = &*name.text;
        if self.sight.env.broken(text) {
            return None;
        }
        let said =
            Diagnostic::unknown(Code::E0401, name.span, format!("there is no `{text}` here"));
        if let Some((target, params)) = &self.sight.place.unnamed
            && params.iter().any(|param| param == text)
        {
            let all = params.join(", ");
            let help = format!("name what `{target}` is given: `{target}({all})` in the heading");
            return self.reports.wrong(said.help(help));
        }
        if self.sight.env.book().rows.iter().any(|row| row.name == text) {
            return self
                .reports
                .wrong(said.help(format!("a card stands in square brackets: `[{text}]`")));
        }
        if ["squares", "square", "spot", "middle"].contains(&text)
            && let Some(grid) = a_grid(self.sight.env)
        {
            return self.reports.wrong(said.help(format!("say of which grid: `{grid}.{text}`")));
        }
        let owned = self.sight.owned_elsewhere(text);
        if matches!(text, "deck" | "pile" | "stack" | "stock" | "cards")
            && owned.is_none()
            && let Some(help) = decks(self.sight.env)
        {
            return self.reports.wrong(said.help(help));
        }
        if let Some(name) = self.sight.called_by_kind(text) {
            let help = format!("the {text} that is meant here is `{name}`: write `{name}`");
            return self.reports.wrong(said.help(help));
        }
        // A name that something has is no misspelt one.
        if let Some(such) = owned {
            let help = format!("say whose `{text}` is meant, such as {such}");
            return self.reports.wrong(said.help(Help::open(help)));
        }
        if let Some(words) = everyday(&self.sight, text) {
            // Of players one that has a name here may be meant.
            let open = text == "player";
            return self.reports.wrong(said.help(Help { words, open }));
        }
        let hint = {
            let sights = self.sight.scope.in_sight().iter().map(|s| &*s.name);
            let all: Vec<&str> = sights.chain(all_members(self.sight.env)).collect();
            self.sight.env.r.hint(self.sight.scope.declared(), text, &all)
        };
        self.reports.wrong(said.help(hint.unwrap_or_else(|| Help::open(help))))
    }
}

/// A name that nothing has, as a statement of its own.
pub(super) fn unknown_deed<T>(judge: &mut Judge<'_>, name: &ast::Name) -> Option<T> {
    let text = &*name.text;
    if let Some(help) = foreign::deed(text) {
        return unknown_as(judge.sight.env, judge.reports, name, help);
    }
    let test = text.strip_prefix("with_").unwrap_or(text);
    judge.unknown_otherwise(
        name,
        &format!(
            "declare it as a deed: `to {text} {{ … }}`; if it belongs to what comes before it, \
             a condition follows `where`: `first p in players where p.{test}`"
        ),
    )
}

/// A counter of an owner; of none it is none.
pub(super) fn counter_of(
    facts: &Narrowing<'_>,
    notes: &mut Notes,
    counter: CounterId,
    key: Option<Expr>,
    span: Span,
) -> Expr {
    let ty = facts.env.book()[counter].ty.clone();
    let ty = if key.as_ref().is_some_and(|k| k.ty.may_be_none()) { ty.optional() } else { ty };
    notes.reads(Thing::Counter(counter.0));
    facts.known(expr(ExprKind::Counter(counter, key.map(Box::new)), ty, span))
}

impl Env {
    /// The nearest name among the state and parameters of a run.
    pub fn near_in_run(&self, run: Run, wrong: &str) -> Option<String> {
        let all = self.in_run(run);
        self.r.guess(wrong, all.iter().map(String::as_str))
    }

    /// The state and parameters of a run.
    pub fn in_run(&self, run: Run) -> Vec<String> {
        let state = self.r.member_index.keys().map(String::as_str);
        let state = state.filter(|name| self.owned(Owner::Run(run), name).is_some());
        let params: Vec<&str> = match run {
            Run::Stage(_) => Vec::new(),
            Run::Deed(id) => self[id].1.params.iter().map(|p| &*p.name.text).collect(),
            Run::Move(id) => self[id].item.params.iter().map(|p| &*p.name.text).collect(),
        };
        state.chain(params).map(str::to_owned).collect()
    }
}

/// What could stand where a name is being typed.
pub(super) fn gap(scope: &Scope<'_>, want: Option<&Type>) -> Gap {
    let sights = scope.in_sight().iter();
    let locals = sights.map(|s| (s.name.to_string(), scope.type_of_bound(&s.bound)));
    Gap::Value { wanted: want.cloned(), locals: locals.collect() }
}

/// Whether a plain name can be understood without knowing what is wanted.
pub(super) fn stands_alone(scope: &Scope<'_>, place: &Place, e: &ast::Expr) -> bool {
    match &e.kind {
        ast::ExprKind::Name(name) => {
            scope.find(&name.text).is_some()
                || (scope.def(&name.text).is_some()
                    && scope.env.r.enums_with(&name.text).is_empty())
                || (place.in_test() && &*name.text == "path")
        }
        ast::ExprKind::Group(items) => items.iter().all(|e| stands_alone(scope, place, e)),
        ast::ExprKind::Number(0) | ast::ExprKind::None | ast::ExprKind::Empty => false,
        ast::ExprKind::Literal(_) => false,
        _ => true,
    }
}

/// A local as an operand: zones stay zones.
fn local_operand(facts: &Narrowing<'_>, e: Expr) -> Operand {
    if matches!(e.ty, Type::Zone(_)) { Operand::Zone(e) } else { Operand::Val(facts.known(e)) }
}

/// The member of the enum that is wanted.
fn wanted_member(env: &Env, name: &ast::Name, want: Option<&Type>) -> Option<Expr> {
    let of = match want?.bare() {
        Type::Enum(e) => *e,
        Type::List(of, _) => match of.bare() {
            Type::Enum(e) => *e,
            _ => return None,
        },
        _ => return None,
    };
    let member = env.r.enum_member(of, &name.text)?;
    env.r.uses.note(name.span, Meaning::EnumMember(of, member));
    Some(constant(Value::Member(of, member), Type::Enum(of), name.span))
}

/// A name that nothing has, and what it probably means.
fn unknown_as<T>(env: &Env, reports: &mut Reports, name: &ast::Name, help: &str) -> Option<T> {
    if env.broken(&name.text) {
        return None;
    }
    let said = format!("there is no `{}` here", name.text);
    reports.wrong(Diagnostic::unknown(Code::E0401, name.span, said).help(help))
}

/// A grid that lies on the table.
fn a_grid(env: &Env) -> Option<String> {
    let zones = &env.book().zones;
    let grid = |z: &&crate::ir::Zone| {
        matches!(z.shape, crate::ir::ZoneShape::Grid) && z.owner == Owner::Table
    };
    zones.iter().find(grid).map(|z| z.name.clone())
}

/// Names of all members of enums.
fn all_members(env: &Env) -> impl Iterator<Item = &str> {
    env.book()
        .enums
        .iter()
        .filter(|e| e.rectangle.is_none())
        .flat_map(|e| e.members.iter().map(String::as_str))
}

/// Whether a thing of that name is the table's.
pub(super) fn about_whose(scope: &Scope<'_>, text: &str) -> About {
    match scope.def(text) {
        Some(Def::Zone(_) | Def::Counter(_)) => About::OfTable,
        _ => About::Unknown,
    }
}

fn no_value<T>(reports: &mut Reports, span: Span, what: &str, help: &str) -> Option<T> {
    reports.wrong(Diagnostic::new(Code::E0403, span, format!("{what}, not a value")).help(help))
}

/// All members of an enum.
fn enum_domain(e: EnumId, span: Span) -> crate::ir::Domain {
    plain(Base::Enum(e), Type::Enum(e), Order::Ordered, span)
}

/// A zone of an owner.
pub(super) fn zone_of(
    env: &Env,
    notes: &mut Notes,
    zone: ZoneId,
    key: Option<Expr>,
    span: Span,
) -> Operand {
    let kinds = env.book()[zone].of;
    notes.reads(Thing::Zone(zone.0));
    let kind = ExprKind::Zone(zone, key.map(Box::new));
    Operand::Zone(expr(kind, Type::Zone(kinds), span))
}

/// How the decks are called.
fn decks(env: &Env) -> Option<String> {
    let book = env.book();
    let homes: std::collections::BTreeSet<_> = book.cards.iter().map(|c| c.home).collect();
    let names: Vec<String> = homes.into_iter().map(|id| format!("`{}`", book[id].name)).collect();
    match names.as_slice() {
        [] => None,
        [one] => Some(format!("did you mean {one}? a deck is called by its name: {one}")),
        all => Some(format!("a deck is called by its name: {}", all.join(" or "))),
    }
}

/// What the second of two owners may be called in an example.
fn example(pair: crate::ir::PairOf) -> &'static str {
    match pair.second {
        crate::ir::Half::Player => "p",
        crate::ir::Half::Enum(_) => "x",
    }
}
