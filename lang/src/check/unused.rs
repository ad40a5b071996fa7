//! What nobody uses, and counters that nobody sets: most likely slips of the pen.

use super::builder::RulebookBuilder;
use super::env::Env;
use super::graph::Node;
use super::notes::Thing;
use crate::code::Code;
use crate::diagnostic::{About, Diagnostic};
use crate::ir::{DeedId, MoveId, Owner, Type, WordId, ZoneId};
use crate::resolve::names::GAME;
use crate::source::Span;

/// Warns of moves in no menu, deeds and menus that nobody calls, things that nobody reads; refuses
/// counters that are read before anything has set them.
pub(super) fn find(env: &Env, out: &mut RulebookBuilder) {
    if out.reports.lost().is_some()
        || env.r.play.is_none()
        || !env.r.broken.is_empty()
        || env.r.names_missing
    {
        // What was left out may use anything.
        return;
    }
    let used = out.graph.used();
    moves(env, out, &used);
    deeds(env, out, &used);
    words(env, out, &used);
    for (at, pending) in env.r.menus.iter().enumerate() {
        let name = &pending.item.name;
        if pending.scope == GAME && !out.notes.is_read(Thing::Menu(at as u16)) {
            warn(
                out,
                Code::W0503,
                name.span,
                format!("no rule asks the menu `{}`", name.text),
                "ask it with `choose`, or leave it out",
            );
        }
    }
    options(env, out);
    counters(env, out);
    zones(env, out);
}

type Used = std::collections::BTreeSet<Node>;

fn warn(out: &mut RulebookBuilder, code: Code, span: Span, said: String, help: &str) {
    out.reports.report(Diagnostic::new(code, span, said).help(help));
}

/// Moves in no menu.
fn moves(env: &Env, out: &mut RulebookBuilder, used: &Used) {
    for (at, pending) in env.r.moves.iter().enumerate() {
        let name = &pending.item.name;
        if pending.scope == GAME && !used.contains(&Node::Move(MoveId(at as u16))) {
            let said = format!("`{}` is in no menu, so nobody can choose it", name.text);
            warn(out, Code::W0601, name.span, said, "offer it in a menu, or leave it out");
        }
    }
}

/// Deeds that nobody calls.
fn deeds(env: &Env, out: &mut RulebookBuilder, used: &Used) {
    let in_rules = out.graph.used_in_rules();
    for (at, (pending, _)) in env.r.deeds.iter().enumerate() {
        let name = &pending.item.name;
        let id = DeedId(at as u16);
        // One that is typed for each kind of zone is called by other ids.
        let only_tests = out.deeds.instances_of(id) == 0;
        let called = used.contains(&Node::Deed(id)) || !only_tests;
        if pending.scope == GAME && !called {
            warn(
                out,
                Code::W0502,
                name.span,
                format!("no rule calls `{}`", name.text),
                "call it, or leave it out",
            );
        } else if pending.scope == GAME && !in_rules.contains(&Node::Deed(id)) && only_tests {
            let said = format!("only tests call `{}`", name.text);
            warn(out, Code::W0510, name.span, said, "call it where it belongs in the rules, too");
        }
    }
}

/// Words that nobody uses; hosts show the score and draw by two others, bots look for the promise.
fn words(env: &Env, out: &mut RulebookBuilder, used: &Used) {
    let in_rules = out.graph.used_in_rules();
    for (at, (pending, _)) in env.r.words.iter().enumerate() {
        let name = &pending.item.name;
        let id = WordId(at as u16);
        let book = env.book();
        let shown = [book.score, book.promise, book.drawing.passage, book.drawing.mark]
            .contains(&Some(id))
            || book.drawing.places.iter().any(|(of, word)| *word == id && book.is_a_board(*of));
        if pending.scope != GAME || shown || in_rules.contains(&Node::Word(id)) {
            continue;
        }
        if used.contains(&Node::Word(id)) {
            let said = format!("only tests use the word `{}`", name.text);
            warn(
                out,
                Code::W0510,
                name.span,
                said,
                "use it in the rules, or write what it means in the tests",
            );
        } else {
            let said = format!("no rule uses the word `{}`", name.text);
            warn(out, Code::W0506, name.span, said, "use it, or leave it out");
        }
    }
}

/// Options that nobody reads.
fn options(env: &Env, out: &mut RulebookBuilder) {
    for (at, option) in env.book().options.iter().enumerate() {
        if !out.notes.is_read(Thing::Option(at as u16)) {
            let said = format!("the option `{}` changes nothing", option.name);
            warn(out, Code::W0504, option.span, said, "read it somewhere, or leave it out");
        }
    }
}

/// Counters that nobody reads, or that are read although nothing sets them in the set-up.
fn counters(env: &Env, out: &mut RulebookBuilder) {
    let reached = out.graph.reached(Node::Setup);
    for ((id, counter), start) in (0..).zip(&env.book().counters).zip(&env.r.starts) {
        if counter.span.file != game_file(env) {
            continue;
        }
        if !out.notes.is_read(Thing::Counter(id)) && !counter.name.is_empty() {
            let said = format!("no rule reads `{}`", counter.name);
            warn(out, Code::W0505, counter.span, said, "read it somewhere, or leave it out");
            continue;
        }
        let starts = start.is_some() || counter.start.is_some();
        let run = matches!(counter.owner, Owner::Run(_));
        let set = out.notes.is_set(id, &reached);
        if !starts && !run && !set && !counter.ty.may_be_none() {
            let said = format!("`{}` has no start, and the set-up does not set it", counter.name);
            let name = &counter.name;
            let help = match counter.ty {
                Type::Player if matches!(counter.owner, Owner::Enum(_)) => {
                    "give each of them a start in `setup`, or let it be `Player or none`".to_owned()
                }
                Type::Player => format!(
                    "give it a start in `setup`, such as `{name} = first p in players`, even if it \
                     is known only later; or let it be `Player or none`"
                ),
                _ => "give it a start (`= …`), set it in `setup`, or let it be `… or none`"
                    .to_owned(),
            };
            let about = About::Unset(name.clone());
            out.reports
                .report(Diagnostic::new(Code::E0519, counter.span, said).about(about).help(help));
        }
    }
}

/// Zones in which no card begins, and of which no rule speaks.
fn zones(env: &Env, out: &mut RulebookBuilder) {
    let book = env.book();
    let homes: std::collections::BTreeSet<ZoneId> = book.cards.iter().map(|c| c.home).collect();
    for (at, zone) in book.zones.iter().enumerate() {
        let id = at as u16;
        let begins = zone.deck || homes.contains(&ZoneId(id));
        if begins || zone.span.file != game_file(env) || out.notes.is_read(Thing::Zone(id)) {
            continue;
        }
        let said = format!("no rule speaks of `{}`", zone.name);
        let help = format!("move cards there, `move c to {}`, or leave it out", zone.name);
        warn(out, Code::W0505, zone.span, said, &help);
    }
}

/// The file of the game itself.
fn game_file(env: &Env) -> crate::source::FileId {
    env.r.play.as_ref().map(|p| p.span.file).unwrap_or_default()
}
