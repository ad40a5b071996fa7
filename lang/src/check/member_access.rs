//! `thing.name`: one dot for fields, zones, counters, words, built-in words, and what runs have.

use super::across::is_one_of;
use super::body_checker::BodyChecker;
use super::elsewhere::chosen_elsewhere;
use super::env::Env;
use super::expr::Operand;
use super::fill::{heading, listed};
use super::graph::{Need, RunKey};
use super::habits::member_by_dot;
use super::judge::Judge;
use super::literal::{literal_face, which_copy};
use super::names::{about_whose, counter_of, zone_of};
use super::narrowing::Narrowing;
use super::of_lists::{asked_of_list, fitting_member, of_nobody};
use super::parts::MemberCall;
use super::reports::{Called, Reports};
use super::scope::{Binding, Bound, Scope};
use super::sight::Sight;
use super::types::{expr, shown};
use super::zones_of_all::zones_of_all;
use crate::code::Code;
use crate::diagnostic::{About, Diagnostic, Help};
use crate::ir::{ExprKind, LocalId, Owner, Run, RunBody, StageWord, Type, ZoneShape};
use crate::resolve::names::{Def, Member};
use crate::resolve::uses::{Gap, Meaning};
use crate::resolve::{Found, built_in_words};
use crate::source::Span;
use crate::syntax::ast;

impl BodyChecker<'_> {
    /// `of.name` or `of.name(args)`.
    pub fn dot(
        &mut self,
        of: &ast::Expr,
        name: &ast::Name,
        args: Option<&[ast::Expr]>,
        span: Span,
    ) -> Option<Operand> {
        if let Some(run) = run_of(&self.scope, of) {
            if let ast::ExprKind::Name(run) = &of.kind {
                let _ = self.scope.named(run);
            }
            let since = self.out.reports.now();
            let found = self.of_run(run, name, span);
            if found.is_none() {
                self.judge().maybe_of_run(since, run, of.span, name);
            }
            return found;
        }
        if let Some(help) = self.sight().who_acts(of, name) {
            let since = self.out.reports.now();
            let found = self.wrong(help);
            if let ast::ExprKind::Name(plain) = &of.kind {
                self.judge().maybe_receiver(since, plain, name);
            }
            return found;
        }
        if let ast::ExprKind::Literal(words) = &super::compare::strip(of).kind {
            let (row, card) = literal_face(&self.scope, &mut self.out.reports, words, of.span)?;
            let found = self.member(Operand::Val(card), name, args, span)?;
            let printed =
                matches!(&found, Operand::Val(e) if matches!(e.kind, ExprKind::Field(..)));
            return if printed || self.env.copies(row) < 2 {
                Some(found)
            } else {
                which_copy(self.env, &mut self.out.reports, row, of.span)
            };
        }
        let since = self.out.reports.now();
        let wanted = self.wanted.take();
        let receiver = match &of.kind {
            ast::ExprKind::Name(plain) if is_loose(&self.scope, plain) => {
                self.judge().loose_member(plain, Some(&name.text)).map(Operand::Val)
            }
            _ => self.operand(of, None),
        };
        self.wanted = wanted;
        if receiver.is_none() {
            let word = |text: &str| ast::Name { text: text.into(), span: of.span };
            if let ast::ExprKind::Name(plain) = &of.kind {
                self.judge().maybe_receiver(since, plain, name);
            } else if matches!(of.kind, ast::ExprKind::This | ast::ExprKind::Me) {
                let text = super::fill::written(of).unwrap_or_default();
                self.judge().maybe_receiver(since, &word(&text), name);
            }
        }
        let receiver = receiver?;
        if args.is_none()
            && let Some(all) = zones_of_all(self.env, &mut self.out.notes, &receiver, name, span)
        {
            return Some(all);
        }
        let ty = self.facts.type_as_value(&receiver);
        if let Some(said) = super::habits::one_dot(of, name) {
            return self.wrong(said);
        }
        let sort =
            is_one_of(self.env, &ty, of, name).or_else(|| self.sight().sorts_of(&ty, of, name));
        let asked = sort.or_else(|| asked_of_list(self.env, &receiver, of, name));
        if let Some(help) = asked.or_else(|| member_by_dot(self.env, &receiver, &name.text)) {
            let of = shown(self.env, ty.bare());
            let said = format!("`{of}` has no `{}`", name.text);
            return self.wrong(Diagnostic::unknown(Code::E0402, name.span, said).help(help));
        }
        let found = self.member(receiver, name, args, span);
        if found.is_none() {
            self.judge().maybe_member(since, of, name, &ty);
        }
        found
    }

    /// State or a parameter of a run.
    fn of_run(&mut self, run: Run, name: &ast::Name, span: Span) -> Option<Operand> {
        self.env.r.uses.ask(name, || Gap::OfRun(self.env.in_run(run)));
        if let Some(Member::Counter(counter)) = self.env.owned(Owner::Run(run), &name.text) {
            self.env.r.uses.note(name.span, Meaning::Counter(counter));
            if let Run::Deed(deed) = run {
                self.out.notes.run_reads.push((deed, span));
            }
            self.need(Need::Run(run.into()), span);
            return Some(Operand::Val(counter_of(
                &self.facts,
                &mut self.out.notes,
                counter,
                None,
                span,
            )));
        }
        let key: RunKey = run.into();
        if let Run::Deed(deed) = run {
            self.out.notes.run_reads.push((deed, span));
        }
        let found = match run {
            Run::Stage(_) => None,
            Run::Deed(deed) => {
                let params = &self.env[deed].1.params;
                (0..).zip(params).find(|(_, p)| p.name.text == name.text).map(|(at, p)| {
                    self.env.r.uses.local(name.span, p.name.span, Some(p.ty.clone()));
                    (RunBody::Deed(deed), LocalId(at), Some(p.ty.clone()))
                })
            }
            Run::Move(m) => {
                super::heads::head(self.env, self.out, m);
                let params = self.out.moves.heads.typed(m.index())?;
                let found = (0..).zip(params).find(|(_, (n, _))| *n == *name.text);
                found.map(|(at, (_, ty))| (RunBody::Move(m), LocalId(at), ty.clone()))
            }
        };
        match found {
            Some((body, local, ty)) => {
                self.need(Need::Run(key), span);
                let ty = ty?;
                let zone = matches!(ty, Type::Zone(_));
                let e = expr(ExprKind::RunLocal(body, local), ty, span);
                Some(if zone { Operand::Zone(e) } else { Operand::Val(self.facts.known(e)) })
            }
            None => {
                if self.env.broken(&name.text) {
                    return None;
                }
                let run_name = super::things::run_name(self.env, key);
                // What another owner has is no misspelt name, and nothing to be declared twice.
                let help =
                    match (whose(&self.scope, &name.text), self.env.near_in_run(run, &name.text)) {
                        (Some(whose), _) => whose.into(),
                        (None, Some(near)) => {
                            Help::open(format!("did you mean `{run_name}.{near}`?"))
                        }
                        (None, None) => {
                            let declared = format!("`each {run_name} has {{ {}: … }}`", name.text);
                            Help::open(match has_in_run(self.env, run) {
                                Some(has) => {
                                    format!("a `{run_name}` has {has}; to add it, write {declared}")
                                }
                                None => format!("declare it: {declared}"),
                            })
                        }
                    };
                let said = format!("a `{run_name}` has no `{}`", name.text);
                self.wrong(Diagnostic::unknown(Code::E0402, name.span, said).help(help))
            }
        }
    }

    /// A member of a typed thing.
    fn member(
        &mut self,
        receiver: Operand,
        name: &ast::Name,
        args: Option<&[ast::Expr]>,
        span: Span,
    ) -> Option<Operand> {
        self.env.r.uses.ask(name, || self.facts.gap_behind(&receiver));
        if let Operand::Zone(zone) = &receiver
            && &*name.text == "slot"
        {
            return self.place(zone.clone(), args.unwrap_or_default(), span);
        }
        if let Operand::Zone(zone) = &receiver
            && let Some(found) = self.of_grid(zone, name, args, span)
        {
            return found;
        }
        let of = self.facts.as_value(receiver);
        let bare = of.ty.bare().clone();
        if let Some(found) = self.per_seat(&bare, &of, name, span) {
            return found;
        }
        if let Some(found) = self.of_place(&of, name, args, span) {
            return found;
        }
        if let Some(built_in) = self.built_in(&of, name, args, span) {
            return built_in;
        }
        self.env.r.note_member(&bare, name);
        match self.env.r.member(&bare, &name.text) {
            Found::Field { ty, .. } => {
                self.no_arguments(args, name)?;
                let ty = if of.ty.may_be_none() { ty.optional() } else { ty };
                let e = expr(ExprKind::Field(Box::new(of), name.text.to_string()), ty, span);
                Some(Operand::Val(self.facts.known(e)))
            }
            Found::Member(Member::Counter(counter)) => {
                let crate::ir::Counter { owner, set, .. } = self.env.book()[counter];
                if set && args.is_none() {
                    return self.set_of_owner(counter, of, span);
                }
                let key = self.key_of(owner, of, MemberCall { name, args }, span)?;
                Some(Operand::Val(counter_of(
                    &self.facts,
                    &mut self.out.notes,
                    counter,
                    Some(key),
                    span,
                )))
            }
            Found::Member(Member::Zone(zone)) => {
                let owner = self.env.book()[zone].owner;
                let of = self.key_of(owner, of, MemberCall { name, args }, span)?;
                if of.ty.may_be_none() {
                    return none_has_no_zone(&mut self.out.reports, &of, name);
                }
                Some(zone_of(self.env, &mut self.out.notes, zone, Some(of), span))
            }
            Found::Member(Member::Word(word)) => {
                let of = receiver_fits(self.env, word, of);
                self.word(word, vec![of], args.unwrap_or_default(), span)
            }
            Found::Broken => None,
            // What is wrong with the field of another kind is said where it is declared.
            Found::Only(_) if self.env.r.broken.contains(&*name.text) => None,
            Found::Only(kinds) => {
                let (have, all) = (self.env.r.kinds_name(kinds), shown(self.env, &bare));
                self.wrong(
                    Diagnostic::new(
                        Code::E0402,
                        name.span,
                        format!("not every `{all}` has a `{}`", name.text),
                    )
                    .help(format!("only `{have}` has it: ask `is {have}` first")),
                )
            }
            Found::Differs(a, b) => {
                let (a, b) = (self.env.r.kinds_name(a), self.env.r.kinds_name(b));
                self.wrong(
                    Diagnostic::new(
                        Code::E0402,
                        name.span,
                        format!("`{a}` and `{b}` do not have the same `{}`", name.text),
                    )
                    .help(format!(
                        "ask `is {a}` first, or give both a field of this name and the same type"
                    )),
                )
            }
            Found::Nothing if self.out.reports.assumes() => {
                self.nearest_member(of, name, args, span)
            }
            Found::Nothing => no_member(&mut self.judge(), &of.ty, name),
        }
    }

    /// A misspelt member as the one that is nearest.
    fn nearest_member(
        &mut self,
        of: crate::ir::Expr,
        name: &ast::Name,
        args: Option<&[ast::Expr]>,
        span: Span,
    ) -> Option<Operand> {
        let near = self.env.r.suggest_member(of.ty.bare(), &name.text, &[])?;
        let near = ast::Name { text: near.into(), ..name.clone() };
        self.out.reports.assume(false);
        let found = self.member(Operand::Val(of), &near, args, span);
        self.out.reports.assume(true);
        found
    }

    /// A name committed in `choose … by each`.
    fn per_seat(
        &mut self,
        bare: &Type,
        of: &crate::ir::Expr,
        name: &ast::Name,
        span: Span,
    ) -> Option<Option<Operand>> {
        let Bound::PerSeat(local) = self.scope.find(&name.text)?.bound else { return None };
        if *bare != Type::Player {
            return None;
        }
        let ty = self.scope[local].ty.clone();
        let kind = ExprKind::Committed(local, Box::new(of.clone()));
        Some(Some(Operand::Val(self.facts.known(expr(kind, ty, span)))))
    }

    /// Words of the language itself.
    fn built_in(
        &mut self,
        of: &crate::ir::Expr,
        name: &ast::Name,
        args: Option<&[ast::Expr]>,
        span: Span,
    ) -> Option<Option<Operand>> {
        let contagious = |ty: Type| if of.ty.may_be_none() { ty.optional() } else { ty };
        match (of.ty.bare(), &*name.text) {
            (Type::Player, "left" | "right") => {
                let step = if &*name.text == "left" { 1 } else { -1 };
                let kind = ExprKind::Neighbour(Box::new(of.clone()), step);
                Some(
                    self.no_arguments(args, name)
                        .map(|()| Operand::Val(expr(kind, contagious(Type::Player), span))),
                )
            }
            (Type::Player, "sees") if self.place.in_test() => {
                Some(self.sees(of.clone(), args.unwrap_or_default(), span))
            }
            (Type::Card(_), "position") => {
                let kind = ExprKind::Position(Box::new(of.clone()));
                Some(
                    self.no_arguments(args, name)
                        .map(|()| Operand::Val(expr(kind, contagious(Type::Number), span))),
                )
            }
            _ => None,
        }
    }

    /// `zone.slot(n)`: the card at a place, from 1; none if it is empty.
    fn place(&mut self, zone: crate::ir::Expr, args: &[ast::Expr], span: Span) -> Option<Operand> {
        let Type::Zone(kinds) = zone.ty else { return None };
        if matches!(self.env.zone_shape(&zone), Some(ZoneShape::Set | ZoneShape::Grid)) {
            return self.wrong(
                Diagnostic::new(
                    Code::E0422,
                    span,
                    "the cards of a set or a grid have no numbered places",
                )
                .help("only piles, rows and slots have an order"),
            );
        }
        let [n] = args else {
            return self.wrong(
                Diagnostic::new(Code::E0409, span, "`slot` needs one number: `slot(1)`")
                    .help("say which place: 1 is the leftmost, or the top"),
            );
        };
        let n = self.expect(n, &Type::Number)?;
        let kind = ExprKind::Place(Box::new(zone), Box::new(n));
        Some(Operand::Val(expr(kind, Type::Card(kinds).optional(), span)))
    }

    /// `p.sees(x)`: whether a player sees a card or a counter; in tests alone.
    fn sees(&mut self, of: crate::ir::Expr, args: &[ast::Expr], span: Span) -> Option<Operand> {
        let [x] = args else {
            return self.wrong(
                Diagnostic::new(Code::E0409, span, "`sees` needs one card or counter")
                    .help("write `p.sees(c)`"),
            );
        };
        let x = self.value(x, None)?;
        let fine = matches!(x.ty.bare(), Type::Card(_)) || matches!(x.kind, ExprKind::Counter(..));
        if !fine {
            let (have, who) = (shown(self.env, x.ty.bare()), "Cleo");
            let help = match x.ty.bare() {
                Type::Zone(_) | Type::List(..) => format!(
                    "ask about each card: `every c in Ben.hand has {who}.sees(c)`, or `no c in \
                     Ben.hand has {who}.sees(c)`"
                ),
                _ => format!("name one card or one counter: `{who}.sees(Ben.purse)`"),
            };
            let said = format!("only a card or a counter can be seen, but this is `{have}`");
            return self.wrong(Diagnostic::new(Code::E0404, x.span, said).help(help));
        }
        Some(Operand::Val(expr(ExprKind::Sees(Box::new(of), Box::new(x)), Type::Bool, span)))
    }

    /// Fields, zones and counters take no arguments.
    pub fn no_arguments(&mut self, args: Option<&[ast::Expr]>, name: &ast::Name) -> Option<()> {
        if args.is_some() {
            let text = &name.text;
            let said = format!("`{text}` takes no brackets");
            let help = match self.pair_of(args.unwrap_or_default()) {
                Some(of) => format!(
                    "write `.{text}` by itself; if there is one for each `{of}`, it is declared in \
                     `each Player, {of} has {{ {text}: … }}`"
                ),
                None => format!("write `.{text}` by itself"),
            };
            let said = Diagnostic::new(Code::E0409, name.span, said).about(About::NoBrackets);
            return self.wrong(said.help(help));
        }
        Some(())
    }

    /// The enum of which a single value in brackets is a member.
    fn pair_of(&mut self, args: &[ast::Expr]) -> Option<String> {
        let [one] = args else { return None };
        let ty = self.silently(|cx| cx.value(one, None))?.ty;
        let Type::Enum(of) = ty.bare() else { return None };
        Some(self.env.book()[*of].name.clone())
    }

    /// Arguments against parameters.
    pub fn arguments(
        &mut self,
        params: &[crate::resolve::names::Parameter],
        args: &[ast::Expr],
        of: Called<'_>,
    ) -> Option<Vec<crate::ir::Expr>> {
        if params.len() != args.len() {
            return self.wrong_call(of, params, args);
        }
        let since = self.out.reports.now();
        let typed: Vec<_> = params.iter().zip(args).map(|(p, a)| self.expect(a, &p.ty)).collect();
        let typed: Option<Vec<_>> = typed.into_iter().collect();
        if typed.is_none() {
            let signature = heading(self.env, of.name, params);
            match self.in_order(of.name, params, args) {
                Some(call) => self.out.reports.other_order(since, of, &call),
                None => self.out.reports.explain_values(since, of, &signature),
            }
        }
        typed
    }
}

impl Narrowing<'_> {
    /// What could follow the dot.
    pub fn gap_behind(&self, receiver: &Operand) -> Gap {
        Gap::Member(match receiver {
            // What a slot holds is meant.
            Operand::Zone(e) if self.env.zone_shape(e) == Some(ZoneShape::Slot) => {
                self.zone_value(e.clone()).ty
            }
            Operand::Zone(e) | Operand::Val(e) => e.ty.clone(),
            Operand::Dom(domain) => {
                Type::List(Box::new(domain.elem.clone()), crate::ir::Order::Ordered)
            }
        })
    }
}

/// A name that the thing does not have.
fn no_member<T>(judge: &mut Judge<'_>, ty: &Type, name: &ast::Name) -> Option<T> {
    let bare = ty.bare();
    // What each chooses from is wrong already: they would have what they chose.
    if *bare == Type::Player
        && matches!(judge.sight.scope.find(&name.text), Some(Binding { bound: Bound::Broken, .. }))
    {
        return None;
    }
    let of = shown(judge.sight.env, bare);
    let said =
        Diagnostic::unknown(Code::E0402, name.span, format!("`{of}` has no `{}`", name.text));
    if *bare == Type::Player
        && let Some((chosen, of)) = chosen_elsewhere(judge.sight.env, &name.text)
    {
        let text = &name.text;
        let help = format!(
            "what is chosen is known to the end of its block: to keep it, declare a counter, \
             `each Player has {{ kept_{text}: … }}`, and set it in `{of}`: `for each p in \
             players {{ p.kept_{text} = p.{text} }}`"
        );
        return judge
            .reports
            .wrong(said.beside(chosen, format!("chosen here, in `{of}`")).help(help));
    }
    // `define cards_left(p: Player)`, asked as `p.cards_left`.
    if let Some(Def::Word(word)) = judge.sight.scope.def(&name.text)
        && let (declared, signature) = &judge.sight.env[word]
        && let Some(first) = signature.params.first()
        && first.ty.bare() == bare
    {
        let (text, rest) = (&name.text, signature.params.len() > 1);
        let more = if rest { ", …" } else { "" };
        let help = format!(
            "write `{text}(…{more})`, or let it come after a dot: `define {text} for {}: {of} \
             = …`",
            first.name.text
        );
        return judge
            .reports
            .wrong(said.beside(declared.item.name.span, "declared here").help(help));
    }
    if let Some(said) = of_nobody(judge.sight.scope, bare, name) {
        return judge.reports.wrong(said);
    }
    // A name that something else has is no misspelt one.
    if let Some(help) = of_another(&judge.sight, bare, &name.text) {
        let about =
            if help.open { About::Unknown } else { about_whose(judge.sight.scope, &name.text) };
        return judge.reports.wrong(said.about(about).help(help));
    }
    let near = judge.sight.env.r.suggest_member(bare, &name.text, built_in_words(bare));
    if let Some(meant) = fitting_member(judge, bare, near.as_deref()) {
        return judge.reports.wrong(said.help(Help::open(format!("perhaps `{meant}` is meant"))));
    }
    let said = match (near, bare) {
        (_, Type::Player) if &*name.text == "sees" => said.help(
            "only tests ask who sees what; in the rules, `seen by` behind a zone or counter \
             says it, and `show … to …` shows more",
        ),
        (Some(near), _) => said.help(Help::open(format!("did you mean `{near}`?"))),
        (None, Type::Player) if &*name.text == "opponents" => {
            said.help("the others of one player are `those q in players where q is not p`")
        }
        (None, Type::List(of, _)) if judge.sight.env.has_member(of, &name.text) => {
            let player = *of.bare() == Type::Player;
            let (each, list) = if player { ("p", "players") } else { ("c", "…") };
            let text = &name.text;
            said.help(format!(
                "ask each of them: `for each {each} in {list} {{ … }}`, `any {each} in {list} has \
                 {each}.{text} …`, `every {each} in {list} has {each}.{text} …`, or add up: \
                 `sum({each}.{text} for {each} in {list})`"
            ))
        }
        _ => match judge.sight.has(bare) {
            Some(names) => said.help(Help::open(format!("`{of}` has {names}"))),
            None => said,
        },
    };
    judge.reports.wrong(said)
}

/// Whether a plain name can only be a member of an enum.
fn is_loose(scope: &Scope<'_>, name: &ast::Name) -> bool {
    !scope.knows(&name.text) && !scope.env.r.enums_with(&name.text).is_empty()
}

/// The run that is named before a dot.
fn run_of(scope: &Scope<'_>, of: &ast::Expr) -> Option<Run> {
    match &of.kind {
        ast::ExprKind::Stage(word) => Some(Run::Stage(match word {
            ast::StageWord::Round => StageWord::Round,
            ast::StageWord::Turn => StageWord::Turn,
            ast::StageWord::Phase => StageWord::Phase,
        })),
        ast::ExprKind::Name(name) if scope.find(&name.text).is_none() => {
            match scope.def(&name.text)? {
                Def::Deed(d) => Some(Run::Deed(d)),
                Def::Move(m) => Some(Run::Move(m)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A receiver as its word wants it: a list where a list is received.
fn receiver_fits(env: &Env, word: crate::ir::WordId, mut of: crate::ir::Expr) -> crate::ir::Expr {
    if let Some(wanted) = env[word].1.params.first()
        && let (Type::List(have, _), Type::List(..)) = (&of.ty, &wanted.ty)
        && **have == Type::None
    {
        of.ty = wanted.ty.clone();
    }
    of
}

/// A zone of something that may be none.
fn none_has_no_zone<T>(reports: &mut Reports, of: &crate::ir::Expr, name: &ast::Name) -> Option<T> {
    let help = "ask `is not none` first, or take it with `if there is`";
    let said = format!("this may be none, and none has no `{}`", name.text);
    reports.wrong(Diagnostic::new(Code::E0406, of.span, said).help(help))
}

/// What a run has, named.
fn has_in_run(env: &Env, run: Run) -> Option<String> {
    const LISTED: usize = 6;
    let names = env.in_run(run);
    let shown: Vec<String> = names.iter().take(LISTED).map(|name| format!("`{name}`")).collect();
    let more = if names.len() > LISTED { " …" } else { "" };
    (!shown.is_empty()).then(|| format!("{}{more}", shown.join(", ")))
}

/// What has that name, if not the thing that was asked for it.
fn of_another(sight: &Sight<'_>, asked: &Type, text: &str) -> Option<Help> {
    let way = sight.through(asked, text).map(|way| format!("`.{way}`"));
    let near = sight.in_sight(text).map(|near| format!("`{near}`"));
    let way = way.filter(|way| !near.as_ref().is_some_and(|near| near.ends_with(&way[1..])));
    let all: Vec<String> = near.into_iter().chain(way).collect();
    if all.is_empty() {
        whose(sight.scope, text).map(Help::from)
    } else {
        Some(Help::open(format!("perhaps you mean {}", listed(&all))))
    }
}

/// Whose a thing of that name is, and how it is written.
fn whose(scope: &Scope<'_>, text: &str) -> Option<String> {
    use crate::ir::Owner;
    if let Some(def @ (Def::Zone(_) | Def::Counter(_))) = scope.def(text) {
        return Some(format!("`{text}` is {} of the table: write `{text}` by itself", def.noun()));
    }
    let stages =
        [("turn", StageWord::Turn), ("round", StageWord::Round), ("phase", StageWord::Phase)];
    let stage = stages.into_iter().find(|(_, word)| {
        let owner = Owner::Run(Run::Stage(*word));
        scope.env.owned(owner, text).is_some()
    });
    stage.map(|(word, _)| format!("`{text}` belongs to the {word}: write `{word}.{text}`"))
}
