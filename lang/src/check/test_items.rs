//! Playtest notes: what is given, done, refused and expected.

use super::body_checker::BodyChecker;
use super::builder::RulebookBuilder;
use super::env::Env;
use super::graph::Node;
use super::scope::Bound;
use super::test_given::{given, seat, shuffled};
use super::test_looks::{Sample, expected, simulation};
use super::types::constant;
use super::walk;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{BodyRef, Doing, OptionId, Test, TestLine, TestLineKind, Type, Value};
use crate::resolve::Typed;
use crate::resolve::names::{Def, Pending};
use crate::syntax::ast::{self, StepKind};

/// Types all tests.
pub(super) fn tests(env: &Env, out: &mut RulebookBuilder) {
    for (at, pending) in (0..).zip(&env.r.tests) {
        let test = test(env, out, pending, at);
        out.tests.push(test);
    }
}

pub(super) fn test(
    env: &Env,
    out: &mut RulebookBuilder,
    pending: &Pending<ast::TestItem>,
    at: u16,
) -> Test {
    let item = &pending.item;
    let mut cx = BodyChecker::new(env, out, pending.scope, BodyRef::Test(at), Node::Test(at));
    cx.place.test(item.players.len());
    players(&mut cx, item);
    let settings = item.settings.iter().filter_map(|(name, e)| setting(&mut cx, name, e)).collect();
    let mut lines = Vec::new();
    for step in &item.steps {
        if line(&mut cx, step, &mut lines).is_none() {
            cx.out.reports.lose(step.span);
        }
        cx.facts.something_changed();
    }
    Test {
        title: item.title.raw.clone(),
        rules: item.rules.iter().map(|r| r.id.clone()).collect(),
        players: item.players.iter().map(|p| p.text.to_string()).collect(),
        seed: item.seed,
        settings,
        locals: cx.scope.take_locals(),
        lines,
        span: pending.span,
    }
}

/// The players' names, each a constant.
fn players(cx: &mut BodyChecker, item: &ast::TestItem) {
    for (seat, name) in item.players.iter().enumerate() {
        if cx.scope.find(&name.text).is_some() {
            cx.report(Diagnostic::new(
                Code::E0701,
                name.span,
                format!("two players are called `{}`", name.text),
            ));
        } else if cx.env.declared(cx.scope.declared(), &name.text).is_some()
            || !cx.env.r.enums_with(&name.text).is_empty()
        {
            cx.report(
                Diagnostic::new(
                    Code::E0701,
                    name.span,
                    format!("`{}` is a name of the game", name.text),
                )
                .help("give the player another name"),
            );
        }
        let who =
            constant(Value::Seat(u8::try_from(seat).unwrap_or(u8::MAX)), Type::Player, name.span);
        cx.scope.bind(name, Bound::Alias(Box::new(who)));
    }
    let (least, most) = cx.env.book().players;
    let have = item.players.len();
    // How many may play is not known if that line is broken.
    if most > 0
        && !(usize::from(least)..=usize::from(most)).contains(&have)
        && let Some(last) = item.players.last()
    {
        let said = format!("{have} play here, but the game is for {least} to {most}");
        let help = "name as many players after `with` as may play";
        cx.report(Diagnostic::new(Code::E0704, last.span, said).help(help));
    }
}

/// So many options are named where none is near.
const MOST_OPTIONS: usize = 6;

/// `where option is value`
fn setting(cx: &mut BodyChecker, name: &ast::Name, e: &ast::Expr) -> Option<(OptionId, Value)> {
    let Some(Def::Option(id)) = cx.scope.named(name) else {
        if cx.env.broken(&name.text) {
            return None;
        }
        let options: Vec<&str> = cx.env.book().options.iter().map(|o| o.name.as_str()).collect();
        let near = cx.env.r.guess(&name.text, options.iter().copied());
        let mut said = Diagnostic::unknown(
            Code::E0705,
            name.span,
            format!("there is no option `{}`", name.text),
        );
        if let Some(near) = near {
            said = said.help(format!("did you mean `{near}`?"));
        } else if !options.is_empty() {
            let all: Vec<String> = crate::spelling::by_nearness(&name.text, &options)
                .into_iter()
                .map(|option| format!("`{option}`"))
                .take(MOST_OPTIONS)
                .collect();
            said = said.help(format!("the options are {}", all.join(", ")));
        }
        return cx.wrong(said);
    };
    let option = &cx.env.book()[id];
    let wanted = Typed { ty: option.ty.clone(), range: option.range };
    let mut report = Vec::new();
    let value = cx.env.r.constant(cx.scope.declared(), e, &wanted, &mut report);
    report.into_iter().for_each(|d| cx.report(d));
    Some((id, value?))
}

pub(super) fn line(cx: &mut BodyChecker, step: &ast::Step, to: &mut Vec<TestLine>) -> Option<()> {
    let span = step.span;
    let kind = match &step.kind {
        StepKind::Given(all) => {
            for given in all {
                let _ = self::given(cx, given, span, to);
            }
            return Some(());
        }
        StepKind::Do(stmt) => {
            cx.scope.are_set(walk::set_names(&ast::Block { stmts: Vec::new(), span }));
            let mut made = Vec::new();
            cx.stmt(stmt, &mut made)?;
            to.extend(made.into_iter().map(|stmt| TestLine { kind: TestLineKind::Do(stmt), span }));
            return Some(());
        }
        StepKind::Expect(expect) => expected(cx, expect, span)?,
        StepKind::Simulate { games, expecting, each, times } => {
            let sample = Sample { games: *games, times: *times };
            simulation(cx, sample, expecting, *each, span)?
        }
        StepKind::ChanceShuffles { place, values } => shuffled(cx, place, values)?,
        StepKind::ChanceAgain(number) => match u32::try_from(*number) {
            Ok(number) if number >> 31 == 0 => TestLineKind::ShufflesAgain(number),
            _ => {
                let help = "it says which time the cards are mixed again; write a small one, as in \
                            `chance shuffles again from 1`";
                let said = Diagnostic::new(Code::E0111, span, "this number is too large");
                return cx.wrong(said.help(help));
            }
        },
        StepKind::PlayTo(word) => TestLineKind::PlayTo(super::stage::ir_word(*word)),
        StepKind::ChanceGives(values) => {
            TestLineKind::Chance(super::test_values::loose(cx, values)?)
        }
        StepKind::AllPass => TestLineKind::AllPass,
        StepKind::Let(name, e) => {
            let typed = cx.value(e, None);
            let Some(typed) = typed else {
                cx.bind(name, Bound::Broken);
                return None;
            };
            let local = cx.bind_local(name, typed.ty.clone());
            TestLineKind::Let(local, typed)
        }
        StepKind::Does { who, what, args } => {
            let seat = seat(cx, who);
            let (id, args) = super::test_values::of_move(cx, what, args, false, span)?;
            TestLineKind::Does(seat?, id, args)
        }
        StepKind::Chooses { who, args } => {
            TestLineKind::Chooses(seat(cx, who)?, super::test_values::loose(cx, args)?)
        }
        StepKind::Passes { who } => TestLineKind::Passes(seat(cx, who)?),
        StepKind::Cannot { who, doing, because } => {
            let seat = seat(cx, who);
            let doing = super::test_values::doing(cx, doing, span)?;
            TestLineKind::Cannot(seat?, doing, because.as_ref().map(|t| t.raw.clone()))
        }
        StepKind::MayOnly { who, all } => {
            let seat = seat(cx, who);
            let all: Vec<Option<Doing>> =
                all.iter().map(|d| super::test_values::doing(cx, d, span)).collect();
            TestLineKind::MayOnly(seat?, all.into_iter().collect::<Option<Vec<_>>>()?)
        }
    };
    to.push(TestLine { kind, span });
    Some(())
}
