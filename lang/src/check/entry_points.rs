//! The bodies that nobody calls, and the order in which all bodies are typed.

use super::body_checker::BodyChecker;
use super::builder::RulebookBuilder;
use super::deeds;
use super::env::Env;
use super::graph::{Acting, Node};
use super::moves;
use super::place::Give;
use super::scope::{Binding, Bound};
use super::stage::{ends_first, openly_first};
use super::test_items;
use super::types::fits;
use super::walk;
use super::words;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::each_expr;
use crate::ir::{
    Body, BodyRef, Counter, DeedId, Ends, Expr, MoveId, Owner, RunsOut, Type, Value, WordId, ZoneId,
};
use crate::resolve::names::Pending;
use crate::source::Span;
use crate::syntax::ast;
use std::collections::BTreeMap;

/// Set-up, play and rules for zones that run out.
pub(super) struct Bodies {
    /// Empty if the game has none.
    pub setup: Body,
    /// Without its endings.
    pub play: Body,
    /// Endings of the game.
    pub ends: Vec<Ends>,
    /// Rules for zones that run out.
    pub runs_out: Vec<RunsOut>,
}

/// Types all words, those first that others seem to use: a name that stands in a word's value may
/// be a word.
pub(super) fn words(env: &Env, out: &mut RulebookBuilder) {
    let mut called: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, (pending, _)) in env.r.words.iter().enumerate() {
        called.entry(&pending.item.name.text).or_default().push(at);
    }
    let mut done = vec![false; env.r.words.len()];
    for start in 0..env.r.words.len() {
        // Depth first without recursion: a word is typed when all it mentions was looked at.
        let mut stack = vec![(start, false)];
        while let Some((at, ready)) = stack.pop() {
            if ready {
                words::type_word(env, out, WordId(at as u16));
                continue;
            }
            if std::mem::replace(&mut done[at], true) {
                continue;
            }
            stack.push((at, true));
            let (pending, _) = &env.r.words[at];
            let mut mentioned: Vec<usize> = Vec::new();
            walk::mentions(&pending.item.value, &mut |name| {
                mentioned.extend(called.get(name).into_iter().flatten().copied())
            });
            stack.extend(mentioned.into_iter().map(|at| (at, false)));
        }
    }
}

/// Starts of counters: constants and options.
pub(super) fn starts(env: &Env, out: &mut RulebookBuilder) -> Vec<Option<Expr>> {
    let mut all = Vec::new();
    for (counter, start) in env.book().counters.iter().zip(&env.r.starts) {
        let typed = start.as_ref().and_then(|(scope, start)| {
            let mut cx = BodyChecker::new(env, out, *scope, BodyRef::Constant, Node::Apart);
            cx.place.around.me = Acting::Refused("where a counter starts");
            let value = cx.expect(start, &counter.ty)?;
            let mut fixed = true;
            each_expr(&value, &mut |e| {
                use crate::ir::ExprKind as Kind;
                let table = matches!(
                    e.kind,
                    Kind::Counter(..) | Kind::Zone(..) | Kind::Word(..) | Kind::Position(_)
                );
                fixed &= !table;
            });
            if !fixed {
                return cx.wrong(
                    Diagnostic::new(
                        Code::E0521,
                        value.span,
                        "a start is fixed before the game begins",
                    )
                    .help("use numbers and options here, and set the rest in `setup`"),
                );
            }
            in_range(&mut cx, counter, &value)?;
            Some(value)
        });
        all.push(typed);
    }
    all
}

/// A start lies in the range of its counter; one that reads an option does for each of its values.
fn in_range(cx: &mut BodyChecker, counter: &Counter, start: &Expr) -> Option<()> {
    use crate::ir::ExprKind as Kind;
    let Some((low, high)) = counter.range else { return Some(()) };
    let (least, most) = match &start.kind {
        Kind::Const(Value::Number(n)) => (*n, *n),
        Kind::Option(id) => match cx.env.book()[*id].range {
            Some(range) => range,
            None => return Some(()),
        },
        _ => return Some(()),
    };
    if low <= least && most <= high {
        return Some(());
    }
    let shown = |n: i64| match counter.ty.bare() {
        Type::Unit(unit) => cx.env.r.amount(*unit, n),
        _ => n.to_string(),
    };
    let (name, outside) = (&counter.name, if least < low { least } else { most });
    let help = if least == most {
        format!("let `{name}` start inside its range, or widen that to take in {}", shown(outside))
    } else {
        format!("give `{name}` the range of the option: {}..{}", shown(least), shown(most))
    };
    let said = format!(
        "`{name}` would start at {}, outside {} to {}",
        shown(outside),
        shown(low),
        shown(high)
    );
    let said = Diagnostic::new(Code::E0313, start.span, said).help(help);
    cx.wrong(said)
}

/// Types all moves.
pub(super) fn moves(env: &Env, out: &mut RulebookBuilder) {
    for (at, pending) in (0..).zip(&env.r.moves) {
        let made = moves::type_move(env, out, MoveId(at));
        if made.is_none() {
            out.reports.lose(pending.span);
        }
        out.moves.finish(MoveId(at), made);
    }
}

/// Types all deeds: for each, the kinds that calls have asked for, as long as bodies ask for new
/// ones.
pub(super) fn deeds(env: &Env, out: &mut RulebookBuilder) {
    for (at, (_, signature)) in env.r.deeds.iter().enumerate() {
        if signature.params.iter().all(|p| p.any.is_none()) {
            deeds::type_deed(env, out, &deeds::plain_instance(DeedId(at as u16)));
        }
    }
    instances(env, out);
    for (at, (_, signature)) in env.r.deeds.iter().enumerate() {
        let id = DeedId(at as u16);
        let asked = out.deeds.instances_of(id) > 0;
        if signature.params.iter().any(|p| p.any.is_some()) && !asked {
            deeds::type_deed(env, out, &deeds::plain_instance(id));
        }
    }
}

/// Types the deeds that calls have asked for, with the kinds of their arguments, as long as they
/// ask for more.
pub(super) fn instances(env: &Env, out: &mut RulebookBuilder) {
    while let Some(instance) = out.deeds.next() {
        deeds::type_deed(env, out, &instance);
    }
}

/// Types the bodies, of a module used twice several, that a place lies in; no if it lies in none.
pub(super) fn body_at(env: &Env, out: &mut RulebookBuilder, place: Span) -> bool {
    let holds = |of: Span| of.file == place.file && of.start <= place.start && place.end <= of.end;
    let mut found = false;
    for (at, _) in (0..).zip(&env.r.words).filter(|(_, (word, _))| holds(word.span)) {
        words::type_word(env, out, WordId(at));
        found = true;
    }
    for (at, _) in (0..).zip(&env.r.moves).filter(|(_, of)| holds(of.span)) {
        let _ = moves::type_move(env, out, MoveId(at));
        found = true;
    }
    for (at, (_, of)) in (0..).zip(&env.r.deeds).filter(|(_, (deed, _))| holds(deed.span)) {
        // Which kinds of zones it is given is known by those who call it.
        if of.params.iter().any(|p| p.any.is_some()) {
            return false;
        }
        deeds::type_deed(env, out, &deeds::plain_instance(DeedId(at)));
        found = true;
    }
    let roots =
        [(&env.r.setup, BodyRef::Setup, Node::Setup), (&env.r.play, BodyRef::Play, Node::Play)];
    for (pending, at, node) in roots {
        if let Some(pending) = pending.as_ref().filter(|of| holds(of.span)) {
            let _ = root(env, out, pending, at, node);
            found = true;
        }
    }
    for (at, pending) in (0..).zip(&env.r.runs_out).filter(|(_, of)| holds(of.span)) {
        let _ = runs_out(env, out, pending, at);
        found = true;
    }
    if env.r.tests.iter().any(|of| holds(of.span)) {
        // Tests make moves as they were typed.
        moves(env, out);
        for (at, pending) in (0..).zip(&env.r.tests).filter(|(_, of)| holds(of.span)) {
            let _ = test_items::test(env, out, pending, at);
        }
        found = true;
    }
    found
}

/// Types set-up, play and rules for zones that run out.
pub(super) fn bodies(env: &Env, out: &mut RulebookBuilder) -> Bodies {
    score(env, out, env.book().score, "score");
    score(env, out, env.book().promise, "promise");
    drawing(env, out);
    let setup = match &env.r.setup {
        Some(pending) => root(env, out, pending, BodyRef::Setup, Node::Setup).0,
        None => Body::default(),
    };
    let (play, ends) = match &env.r.play {
        Some(pending) => root(env, out, pending, BodyRef::Play, Node::Play),
        None => (Body::default(), Vec::new()),
    };
    let handlers = (0..).zip(&env.r.runs_out);
    let runs_out = handlers.map(|(at, pending)| runs_out(env, out, pending, at)).collect();
    Bodies { setup, play, ends, runs_out }
}

/// A rule for a zone that runs out.
fn runs_out(
    env: &Env,
    out: &mut RulebookBuilder,
    pending: &Pending<(ZoneId, ast::Block)>,
    at: u16,
) -> RunsOut {
    let (zone, block) = &pending.item;
    let (at, node) = (BodyRef::RunsOut(at), Node::RunsOut(at));
    let mut cx = BodyChecker::new(env, out, pending.scope, at, node);
    cx.place.may.give = Give::Bare;
    cx.place.around.quiet = Some("while a zone is filled again");
    cx.place.around.me = Acting::Refused("while a zone is filled again");
    cx.scope.are_set(walk::set_names(block));
    if let Some(ty) = owner_type(env.book()[*zone].owner) {
        // Whose zone it is stands in the first local; the machine puts it there.
        let local = cx.scope.local("owner", ty, pending.span);
        let owner = cx.scope.read(local, pending.span);
        let bound = Bound::Alias(Box::new(owner));
        cx.scope.see(Binding { name: "owner".into(), bound, span: pending.span });
    }
    let block = cx.block(block);
    let body = Body { locals: cx.scope.take_locals(), block };
    RunsOut { zone: *zone, body, span: pending.span }
}

/// What `owner` is where a zone of such an owner runs out; of the table, nothing.
fn owner_type(owner: Owner) -> Option<Type> {
    match owner {
        Owner::Player => Some(Type::Player),
        Owner::Enum(of) => Some(Type::Enum(of)),
        Owner::Card(kinds) => Some(Type::Card(kinds)),
        Owner::Table | Owner::Run(_) => None,
    }
}

/// `setup` or `play`.
fn root(
    env: &Env,
    out: &mut RulebookBuilder,
    pending: &Pending<ast::Block>,
    at: BodyRef,
    node: Node,
) -> (Body, Vec<Ends>) {
    let mut cx = BodyChecker::new(env, out, pending.scope, at, node);
    cx.place.may.give = Give::Bare;
    cx.scope.are_set(walk::set_names(&pending.item));
    cx.out.tables.openly(openly_first(&pending.item.stmts));
    let (first, rest) = ends_first(&pending.item.stmts);
    let mut ends = Vec::new();
    if node == Node::Setup {
        if let Some((_, span)) = first.first() {
            cx.report(
                Diagnostic::new(Code::E0508, *span, "the set-up has no ending")
                    .help("put `ends when` at the top of `play` or of a stage"),
            );
        }
    } else {
        for (end, span) in first {
            let condition = cx.ends_condition(end);
            let body = cx.ends_block(end);
            if let Some(condition) = condition {
                ends.push(Ends { at_once: end.at_once, condition, body, span });
            }
        }
    }
    let mut block = Vec::new();
    cx.stmts(rest, &mut block);
    (Body { locals: cx.scope.take_locals(), block }, ends)
}

/// The score is a number of a player; so is the promise.
fn score(env: &Env, out: &mut RulebookBuilder, word: Option<WordId>, name: &str) {
    let Some(id) = word else { return };
    let Some(ty) = words::result(env, out, id) else { return };
    let number = matches!(ty.bare(), Type::Unit(_)) || fits(ty.bare(), &Type::Number);
    if !number {
        let have = super::types::shown(env, &ty);
        let said = Diagnostic::new(
            Code::E0413,
            env[id].0.item.name.span,
            format!("a {name} is a number or an amount, but this is `{have}`"),
        )
        .help(format!("give a number: `define {name} for p: Player = p.points`"));
        out.reports.report(said);
    }
}

/// Words that draw boards have fixed parameters, and say what can be drawn.
fn drawing(env: &Env, out: &mut RulebookBuilder) {
    let book = env.book();
    for (at, (pending, signature)) in env.r.words.iter().enumerate() {
        let name = &pending.item.name;
        let types: Vec<&Type> = signature.params.iter().map(|p| &p.ty).collect();
        let (is_passage, on) = match (&*name.text, types.first().filter(|_| signature.receiver)) {
            ("passage", Some(Type::Square)) => (true, "q: Square".to_owned()),
            ("mark", Some(Type::Square)) => (false, "q: Square".to_owned()),
            ("mark", Some(Type::Enum(of))) if book.is_a_board(*of) => {
                (false, format!("p: {}", super::types::shown(env, &Type::Enum(*of))))
            }
            _ => continue,
        };
        let id = WordId(at as u16);
        let fits = match (is_passage, &types[1..]) {
            (true, [Type::Enum(side)]) => book.side == Some(*side),
            (false, []) => true,
            _ => false,
        };
        let Some(ty) = words::result(env, out, id) else { continue };
        let drawable = |ty: &Type| {
            matches!(
                ty,
                Type::Text
                    | Type::Number
                    | Type::Unit(_)
                    | Type::Enum(_)
                    | Type::Player
                    | Type::None
            )
        };
        let said = match is_passage {
            true if fits && ty == Type::Bool => continue,
            false if fits && drawable(ty.bare()) => continue,
            true => "`passage` draws the lines of a square: of one side, yes or no",
            false => {
                "`mark` draws a text, a number, a member or a player, and asks for nothing more"
            }
        };
        let help = match is_passage {
            true => {
                "write `define passage(side: Side) for q: Square = …` with a condition, or take \
                 another name"
                    .to_owned()
            }
            false => format!(
                "write `define mark for {on} = …`; `none` draws nothing; or take another name"
            ),
        };
        out.reports.report(Diagnostic::new(Code::E0431, name.span, said).help(help));
    }
}
