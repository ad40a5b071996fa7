//! What may be meant where a name means nothing or a value does not fit: everything that could
//! stand there, the likeliest first. What of it puts the rules right is tried later.

use super::body_checker::BodyChecker;
use super::env::Env;
use super::judge::Judge;
use super::parts::Sides;
use super::place::Place;
use super::reports::Since;
use super::scope::{Binding, Bound};
use super::sight::Sight;
use super::types::{fits, is_amount};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Edit, Help, Likeness, Try};
use crate::ir::{Base, EnumId, Expr, ExprKind, Owner, Run, StageWord, Type, Value};
use crate::resolve::names::Def;
use crate::source::Span;
use crate::spelling::{Nearness, likeness};
use crate::syntax::ast;

/// What is said of values that do not fit each other.
const OF_TYPES: [Code; 7] =
    [Code::E0404, Code::E0405, Code::E0406, Code::E0407, Code::E0408, Code::E0413, Code::E0414];
/// So many of each likeness are tried.
const MOST: usize = 6;
/// So many that are called otherwise, of which those are tried first that the rule speaks of.
const MOST_OTHERS: usize = 16;
/// So many members of an enum are named.
const LISTED: usize = 6;

/// What is so far away is meant only if it is called nearly so.
const FAR: usize = 1000;

/// Something that could stand in a place.
struct Candidate {
    /// As it is written.
    text: String,
    /// The last name of it, by which it is compared.
    name: String,
    /// Its type, if that is known.
    ty: Option<Type>,
    /// The smaller, the sooner it is meant.
    away: usize,
}

impl Candidate {
    fn new(text: String, ty: Option<Type>, away: usize) -> Self {
        let name = text.rsplit('.').next().unwrap_or(&text).to_owned();
        Self { text, name, ty, away }
    }
}

/// `1..6` where `6` is meant, as for the sides of a die.
fn last_of_range(e: &Expr) -> Option<String> {
    let ExprKind::List(list) = &e.kind else { return None };
    let Base::Range(first, last) = &list.base else { return None };
    let number = |end: &Expr| {
        if let ExprKind::Const(Value::Number(n)) = end.kind { Some(n) } else { None }
    };
    number(first).zip(number(last)).filter(|(first, _)| *first == 1).map(|(_, n)| n.to_string())
}

impl BodyChecker<'_> {
    /// Of two sides that do not fit each other: what can be made of either.
    pub(super) fn maybe_sides(
        &mut self,
        since: Since,
        Sides { left: a, right: b }: Sides<'_>,
        span: Span,
    ) {
        let one = match self.out.reports.since(since) {
            [one] if one.tries.is_empty() => one,
            _ => return,
        };
        if self.out.reports.assumes() || !(OF_TYPES.contains(&one.code)) {
            return;
        }
        let place = one.span();
        let typed = |cx: &mut Self, e: &ast::Expr| cx.silently(|cx| cx.value(e, None));
        let (Some(left), Some(right)) = (typed(self, a), typed(self, b)) else { return };
        let mut tries = Vec::new();
        let zero = |e: &Expr| super::types::is_zero(e);
        let mut add = |span: Span, new: String, likeness| {
            tries.push(Try { change: Edit { span, new }, likeness });
        };
        if zero(&right) && left.ty.may_be_none() {
            add(right.span, "none".to_owned(), Likeness::Alike);
        }
        if zero(&right)
            && (left.ty.may_be_none() || matches!(left.ty, Type::List(..)))
            && let Some(called) = super::fill::written(a)
        {
            let none = if left.ty.may_be_none() { "none" } else { "empty" };
            add(span, format!("{called} is {none}"), Likeness::Alike);
            add(span, format!("{called} is not {none}"), Likeness::Alike);
        }
        for (e, other) in [(&left, &right), (&right, &left)] {
            for new in self.sight().made_of(e, &other.ty) {
                add(e.span, new, Likeness::Alike);
            }
        }
        for (e, other) in [(&left, &right), (&right, &left)] {
            let plain = matches!(e.kind, ExprKind::Const(_) | ExprKind::Text(_));
            let beside = self.sight().called(other);
            let instead = self.sight().instead(e, &other.ty).into_iter();
            for new in instead.filter(|new| !plain && *new != beside) {
                add(e.span, new, Likeness::Fits);
            }
        }
        self.out.reports.attach(since, place, tries);
    }

    /// Of a member that nothing has, beside a value of a type that is known: what else of that type
    /// could stand there.
    pub(super) fn maybe_beside(&mut self, since: Since, Sides { left, right }: Sides<'_>) {
        for (e, other) in [(left, right), (right, left)] {
            let ast::ExprKind::Dot(of, name) = &super::compare::strip(e).kind else { continue };
            let said = self.out.reports.since(since);
            if !said.iter().any(|d| d.code == Code::E0402 && d.span() == name.span) {
                continue;
            }
            let typed = |cx: &mut Self, e: &ast::Expr| cx.silently(|cx| cx.value(e, None));
            let (Some(of_it), Some(beside)) = (typed(self, of), typed(self, other)) else {
                continue;
            };
            self.wanted = Some(beside.ty);
            self.judge().maybe_member(since, of, name, &of_it.ty);
            self.wanted = None;
        }
    }
}

impl Judge<'_> {
    /// Of a name that was reported since so many: what else could stand there.
    pub fn maybe_value(&mut self, since: Since, name: &ast::Name, want: Option<&Type>) {
        let want = want.or(self.wanted).cloned();
        self.maybe(since, name, want.as_ref(), |_, ty| {
            want.as_ref().is_none_or(|want| suits(ty, want))
        });
        let Some(Type::Enum(of)) = want.as_ref().map(Type::bare) else { return };
        let help = members_near(self.sight.env, *of, &name.text);
        let found = self.reports.since_mut(since);
        let declare = |d: &&mut Diagnostic| d.help.as_deref() == Some(crate::messages::DECLARE);
        if let Some(said) = found.iter_mut().filter(declare).find(|d| d.span() == name.span) {
            said.say(Help::open(help));
        }
    }

    /// Of a deed that was reported since so many: which others there are.
    pub fn maybe_deed(&mut self, since: Since, name: &ast::Name) {
        let deeds = self.sight.scope.declared_names();
        let deeds = deeds.filter(|n| matches!(self.sight.scope.def(n), Some(Def::Deed(_))));
        let deeds: Vec<Candidate> =
            deeds.map(|text| Candidate::new(text.to_owned(), None, 0)).collect();
        let tries = ranked(name, name.span, deeds.into_iter());
        self.reports.attach(since, name.span, tries);
    }

    /// Of what stands before a dot and means nothing: what else has that member.
    pub fn maybe_receiver(&mut self, since: Since, name: &ast::Name, member: &ast::Name) {
        if self.all_asked(since, name, member) {
            return;
        }
        let text = &*member.text;
        let each =
            matches!(self.sight.scope.find(text), Some(Binding { bound: Bound::PerSeat(_), .. }));
        self.maybe(since, name, None, |cx, ty| {
            each && *ty.bare() == Type::Player
                || cx.sight.env.has_member(ty.bare(), text)
                || crate::resolve::built_in_words(ty).contains(&text)
        });
        let player = &*name.text == "player" && !self.sight.place.in_test();
        let of_all = (player && self.sight.env.has_member(&Type::Player, text))
            .then(|| of_me_and_all(self.sight.place, text));
        let found = self.reports.since_mut(since);
        let here = || |d: &&mut Diagnostic| d.span() == name.span;
        if let (Some(help), Some(said)) = (of_all, found.iter_mut().find(here())) {
            said.say(help);
        }
        let tries = found.iter_mut().filter(here()).flat_map(|d| &mut d.tries);
        // What is not called nearly so is shown with what it is asked for.
        for one in tries.filter(|one| one.likeness != Likeness::Spelt) {
            one.change.span = name.span.to(member.span);
            one.change.new = format!("{}.{text}", one.change.new);
        }
    }

    fn maybe(
        &mut self,
        since: Since,
        name: &ast::Name,
        want: Option<&Type>,
        fits: impl Fn(&Self, &Type) -> bool,
    ) {
        if self.reports.since(since).is_empty() || self.reports.assumes() {
            return;
        }
        let unknown = |d: &Diagnostic| matches!(d.code, Code::E0401 | Code::E0403);
        if !self.reports.since(since).iter().any(unknown) {
            return;
        }
        let all = self.sight.in_reach();
        let fitting = all.into_iter().filter(|one| one.ty.as_ref().is_none_or(|ty| fits(self, ty)));
        let mut tries = ranked(name, name.span, fitting);
        // What is called otherwise is meant only if it is at hand, somebody whom all know, or a
        // zone of the table where cards are wanted.
        let hand =
            self.sight.scope.sights().into_iter().map(|(name, _)| name).chain(["me".to_owned()]);
        let cards = matches!(want, Some(Type::Zone(_)));
        let known = self.sight.in_reach().into_iter().filter(|one| {
            let of_all = one.ty.as_ref().is_some_and(|ty| {
                *ty.bare() == Type::Player || cards && matches!(ty, Type::Zone(_))
            });
            of_all && one.away < FAR && !one.text.contains('.')
        });
        let hand: Vec<String> = hand.chain(known.map(|one| one.text)).collect();
        tries.retain(|one| one.likeness != Likeness::Fits || hand.contains(&one.change.new));
        self.reports.attach(since, name.span, tries);
    }

    /// Of a member that was reported since so many: what else the thing has, and what else in
    /// sight has it.
    pub fn maybe_member(&mut self, since: Since, of: &ast::Expr, name: &ast::Name, ty: &Type) {
        if self.reports.since(since).is_empty() || self.reports.assumes() {
            return;
        }
        self.list_asked(since, of, name, ty);
        let want = self.wanted;
        let suits = |ty: &Type| want.as_ref().is_none_or(|want| suits(ty, want));
        let members = self.sight.members_of(ty.bare()).into_iter().filter(|(_, ty)| suits(ty));
        let members = members.map(|(text, ty)| Candidate::new(text, Some(ty), 1));
        let mut tries = ranked(name, name.span, members);
        let whole = of.span.to(name.span);
        let same = self.sight.in_reach().into_iter().filter(|one| one.name == *name.text);
        let text = &name.text;
        let owners = self.sight.scope.sights().into_iter().map(|(sight, _)| sight);
        let owners = owners.filter(|sight| self.sight.is_owner_of(sight, text));
        let owners: Vec<String> = owners.map(|sight| format!("{sight}.{text}")).collect();
        let other = same.map(|one| one.text).chain(owners);
        let exact = other
            .take(MOST)
            .map(|new| Try { change: Edit { span: whole, new }, likeness: Likeness::Alike });
        tries.extend(exact);
        tries.sort_by_key(|one| one.likeness);
        self.reports.attach(since, name.span, tries);
    }

    /// Of what a stage was asked for and has not: what else it has, and who has it.
    pub fn maybe_of_run(&mut self, since: Since, run: Run, of: Span, name: &ast::Name) {
        if self.reports.since(since).is_empty() || self.reports.assumes() {
            return;
        }
        let members =
            self.sight.env.in_run(run).into_iter().map(|text| Candidate::new(text, None, 0));
        let mut tries: Vec<Try> = ranked(name, name.span, members);
        let reach = self.sight.in_reach();
        let same = reach.into_iter().filter(|one| one.name == *name.text).take(MOST);
        tries.extend(same.map(|one| Try {
            change: Edit { span: of.to(name.span), new: one.text },
            likeness: Likeness::Alike,
        }));
        tries.sort_by_key(|one| one.likeness);
        self.reports.attach(since, name.span, tries);
    }

    /// Of a value that does not fit: what can be made of it, and what else could stand there.
    pub fn maybe_instead(&mut self, since: Since, e: &Expr, want: &Type) {
        if self.reports.since(since).is_empty() || self.reports.assumes() {
            return;
        }
        let likely = |new: &str, likeness| Try {
            change: Edit { span: e.span, new: new.to_owned() },
            likeness,
        };
        let mut tries = Vec::new();
        for new in
            meant_by(e, want).into_iter().map(str::to_owned).chain(self.sight.made_of(e, want))
        {
            tries.push(likely(&new, Likeness::Alike));
        }
        if *e.ty.bare() == Type::Player && matches!(want, Type::List(..)) {
            tries.extend(["opponents", "players"].map(|all| likely(all, Likeness::Alike)));
        }
        // What is written out is no slip of another name.
        let plain = matches!(e.kind, ExprKind::Const(_) | ExprKind::Text(_));
        let person = *want.bare() == Type::Player;
        for new in self.sight.instead(e, want).into_iter().filter(|_| !plain) {
            tries.push(likely(&new, Likeness::Fits));
        }
        for new in self.sight.people().into_iter().filter(|_| plain && person) {
            tries.push(likely(&new, Likeness::Fits));
        }
        tries.sort_by_key(|one| one.likeness);
        self.reports.attach(since, e.span, tries);
    }
}

impl Sight<'_> {
    /// What else in sight is of a type, those of nearly the same name first.
    fn instead(&self, e: &Expr, want: &Type) -> Vec<String> {
        let called = self.called(e);
        let called = called.rsplit('.').next().unwrap_or_default().to_owned();
        let all = self.in_reach().into_iter();
        // What is called otherwise is meant only if it is at hand.
        let near = self.scope.sights().len();
        let at_hand =
            |one: &Candidate| one.away <= near || likeness(&called, &one.name) != Nearness::Other;
        let fitting = all.filter(|one| {
            let stands = one.ty.as_ref().is_some_and(|ty| stands(ty, want));
            one.away < FAR && stands && at_hand(one)
        });
        let mut fitting: Vec<Candidate> = fitting.collect();
        fitting.sort_by_key(|one| (likeness(&called, &one.name), one.away));
        fitting.into_iter().map(|one| one.text).take(MOST).collect()
    }

    fn is_owner_of(&self, sight: &str, member: &str) -> bool {
        let sights = self.scope.sights();
        let found = sights.iter().find(|(name, _)| name == sight);
        found.is_some_and(|(_, ty)| self.env.has_member(ty.bare(), member))
    }

    /// Whoever has a name here.
    pub fn people(&self) -> Vec<String> {
        let sights = self.scope.sights().into_iter();
        let people = sights.filter(|(_, ty)| *ty == Type::Player).map(|(name, _)| name);
        let me = self.place.me_known().then(|| "me".to_owned());
        me.into_iter().chain(people).take(MOST).collect()
    }

    /// What can be made of a value of one type where another is wanted; `@` is the value.
    fn made_of(&self, e: &Expr, want: &Type) -> Vec<String> {
        let have = &e.ty;
        let written = matches!(e.kind, ExprKind::Const(_));
        let mut all = Vec::new();
        let several = matches!(have, Type::List(..) | Type::Zone(_));
        let elem = match have {
            Type::List(of, _) => Some((**of).clone()),
            Type::Zone(kinds) => Some(Type::Card(*kinds)),
            _ => None,
        };
        match want.bare() {
            Type::Number if several => {
                all.push(last_of_range(e).unwrap_or_else(|| "count(@)".to_owned()));
            }
            Type::Bool if several => all.push("@ is not empty".to_owned()),
            Type::Bool if have.may_be_none() => all.push("@ is not none".to_owned()),
            Type::Bool if is_amount(have) && !written => all.push("@ > 0".to_owned()),
            Type::List(..) | Type::Zone(_) => {
                let lists = self.members_of(have.bare()).into_iter();
                let lists = lists.filter(|(_, ty)| matches!(ty.bare(), Type::List(..)));
                all.extend(lists.map(|(name, _)| format!("@.{name}")).take(MOST));
            }
            _ => {}
        }
        if let Some(elem) = elem {
            let members = self.members_of(elem.bare()).into_iter();
            let fitting =
                members.filter(|(_, ty)| is_amount(want.bare()) && ty.bare() == want.bare());
            all.extend(fitting.map(|(name, _)| format!("sum(x.{name} for x in @)")).take(2));
            if fits(&elem, want.bare()) {
                all.push("(first x in @)".to_owned());
            }
        } else {
            let members = self.members_of(have.bare()).into_iter();
            let fitting = members.filter(|(_, ty)| fits(ty.bare(), want.bare()));
            all.extend(fitting.map(|(name, _)| format!("@.{name}")).take(MOST));
            let lists = self.members_of(have.bare()).into_iter();
            let lists = lists
                .filter(|(_, ty)| *want.bare() == Type::Number && matches!(ty, Type::List(..)));
            all.extend(lists.map(|(name, _)| format!("count(@.{name})")).take(2));
        }
        all
    }

    /// Everything that can be written as a value here.
    fn in_reach(&self) -> Vec<Candidate> {
        let mut all = Vec::new();
        let sights = self.scope.sights();
        let near = sights.len();
        for (at, (name, ty)) in sights.iter().enumerate() {
            // Of the players of a test none is nearer than another.
            let person = self.place.in_test() && *ty == Type::Player;
            let away = if person { 0 } else { at };
            all.push(Candidate::new(name.clone(), Some(ty.clone()), away));
        }
        let mut owners: Vec<(String, Type)> = sights;
        if self.place.me_known() {
            all.push(Candidate::new("me".to_owned(), Some(Type::Player), near));
            owners.push(("me".to_owned(), Type::Player));
        }
        for name in self.scope.declared_names() {
            let Some(def) = self.scope.def(name) else { continue };
            if let Some(ty) = self.type_of_def(def) {
                all.push(Candidate::new(name.to_owned(), ty, near + 2));
            }
        }
        let several = Type::List(Box::new(Type::Player), crate::ir::Order::Ordered);
        for name in ["players", "opponents"] {
            all.push(Candidate::new(name.to_owned(), Some(several.clone()), near + 2));
        }
        for (at, (owner, ty)) in owners.iter().enumerate() {
            for (member, ty) in self.members_of(ty.bare()) {
                all.push(Candidate::new(format!("{owner}.{member}"), Some(ty), 2 + at));
            }
        }
        for (word, stage) in
            [("turn", StageWord::Turn), ("round", StageWord::Round), ("phase", StageWord::Phase)]
        {
            for name in self.env.in_run(Run::Stage(stage)) {
                let ty = match self.env.owned(Owner::Run(Run::Stage(stage)), &name) {
                    Some(crate::resolve::names::Member::Counter(id)) => {
                        Some(self.env.book()[id].ty.clone())
                    }
                    _ => None,
                };
                all.push(Candidate::new(format!("{word}.{name}"), ty, near + 3));
            }
        }
        for (at, of) in
            self.env.book().enums.iter().enumerate().filter(|(_, e)| e.rectangle.is_none())
        {
            let ty = Type::Enum(EnumId(at as u16));
            let members = of.members.iter();
            all.extend(members.map(|m| Candidate::new(m.clone(), Some(ty.clone()), FAR)));
        }
        all
    }

    /// The type of what is declared, if it is a value; inside: if that is known.
    fn type_of_def(&self, def: Def) -> Option<Option<Type>> {
        let book = self.env.book();
        match def {
            Def::Zone(id) => {
                let of = book[id].of;
                Some(Some(Type::Zone(of)))
            }
            Def::Counter(id) => Some(Some(book[id].ty.clone())),
            Def::Option(id) => Some(Some(book[id].ty.clone())),
            Def::Word(id) => Some(self.env[id].1.result.clone().or_else(|| self.words.result(id))),
            Def::Enum(_) => Some(None),
            Def::Deed(_) | Def::Unit(_) | Def::Kind(_) | Def::Move(_) | Def::Menu(_) => None,
            Def::Map(_) | Def::Broken => None,
        }
    }
}

/// The members of an enum, the likest to a name first, and where a new one is written.
pub(super) fn members_near(env: &Env, of: EnumId, name: &str) -> String {
    let of = &env.book()[of];
    let members: Vec<&str> = of.members.iter().map(String::as_str).collect();
    let members = crate::spelling::by_nearness(name, &members);
    let more = if members.len() > LISTED { ", …" } else { "" };
    let members: Vec<String> =
        members.iter().take(LISTED).map(|member| format!("`{member}`")).collect();
    format!(
        "a `{0}` is {1}{more}; a new one is written in `enum {0} {{ … }}`",
        of.name,
        members.join(", ")
    )
}

/// How a member is written of whoever acts, and of everybody.
fn of_me_and_all(place: &Place, member: &str) -> Help {
    let all = format!(
        "of all players it is `players.{member}`, of each in turn `p.{member}` within `for \
         each p in players {{ … }}`"
    );
    match place.me_known() {
        true => format!("whoever acts is `me`: write `me.{member}`; {all}").into(),
        false => Help::open(all),
    }
}

/// The words of the language that are meant by others: `1` for `yes`, `0` for `none`.
fn meant_by(e: &Expr, want: &Type) -> Vec<&'static str> {
    let zero = super::types::is_zero(e) || matches!(e.kind, ExprKind::Const(Value::Bool(false)));
    let nothing = matches!(&e.ty, Type::List(of, _) if **of == Type::None);
    let one = matches!(e.kind, ExprKind::Const(Value::Number(1)));
    match want.bare() {
        _ if want.may_be_none() && (zero || nothing) => vec!["none"],
        Type::Bool if zero || nothing || e.ty == Type::None => vec!["no"],
        Type::Bool if one => vec!["yes"],
        _ => Vec::new(),
    }
}

/// Whether what has one type may stand where a value, a zone or a list is wanted.
fn stands(have: &Type, want: &Type) -> bool {
    match (have, want.bare()) {
        (Type::Zone(_) | Type::List(..), Type::List(of, _)) if **of == Type::None => true,
        (Type::List(of, _), Type::Zone(_)) => {
            matches!(want.bare(), Type::Zone(kinds) if fits(of, &Type::Card(*kinds)))
        }
        (have, want) => fits(have.bare(), want),
    }
}

/// Whether a value of one type may stand where another is wanted, as itself or as a list.
fn suits(have: &Type, want: &Type) -> bool {
    let one = |ty: &Type| match ty {
        Type::Zone(kinds) => Type::Card(*kinds),
        Type::List(of, _) => (**of).clone(),
        other => other.bare().clone(),
    };
    let shared = match (one(have), one(want)) {
        (Type::Card(a), Type::Card(b)) => a.and(b).0 != 0,
        (a, b) => fits(&a, &b),
    };
    shared || fits(have.bare(), want.bare())
}

/// Those that may be meant by a name, the likeliest first.
fn ranked(name: &ast::Name, span: Span, all: impl Iterator<Item = Candidate>) -> Vec<Try> {
    let mut found: Vec<(Likeness, Nearness, usize, String)> = Vec::new();
    for one in all {
        let near = likeness(&name.text, &one.name);
        let likeness = match near {
            Nearness::Same | Nearness::Spelt(_) => Likeness::Spelt,
            Nearness::Alike(_) => Likeness::Alike,
            Nearness::Other => Likeness::Fits,
        };
        if likeness == Likeness::Fits && (one.away >= FAR || one.ty.is_none()) {
            continue;
        }
        found.push((likeness, near, one.away, one.text));
    }
    found.sort();
    found.dedup_by(|a, b| a.3 == b.3);
    let mut tries: Vec<Try> = Vec::new();
    for (likeness, _, _, new) in found {
        let most = if likeness == Likeness::Fits { MOST_OTHERS } else { MOST };
        if tries.iter().filter(|one| one.likeness == likeness).count() < most {
            tries.push(Try { change: Edit { span, new }, likeness });
        }
    }
    tries
}
