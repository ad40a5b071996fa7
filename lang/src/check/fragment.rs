//! Lines that are typed at a running game, checked against its rules: values, conditions, lines of
//! tests, and names of things.
//!
//! [`FragmentChecker`] keeps what checking the whole game found out, and types one line after the
//! other as if it stood in a test of that game. A line that is wrong leaves nothing behind.

use super::body_checker::BodyChecker;
use super::builder::RulebookBuilder;
use super::calls::calculable;
use super::env::Env;
use super::expr::Operand;
use super::graph::Node;
use super::made::DeedCounts;
use super::scope::{Binding, Bound};
use super::tables::Lengths;
use super::types::constant;
use super::{bodies, test_items};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Severity};
use crate::ir::numbering::Numbers;
use crate::ir::{
    BodyRef, CounterId, DeedId, Expr, ExprKind, LocalDecl, MoveId, Template, TestLine, Type, Value,
    ZoneId,
};
use crate::resolve::names::{Def, GAME, Member, Resolved};
use crate::source::{FileId, Span};
use crate::syntax::ast;
use crate::syntax::line::{self, Part};
use std::sync::Arc;

/// Codes of lines that are typed at a running game.
pub const CODES: &[(Code, &str)] = &[
    (Code::E1001, "a typed line that would add to the rules"),
    (Code::E1002, "a typed line that means nothing"),
];

/// What has a name where a line is typed, besides what the rules declare.
#[derive(Debug, Clone, Default)]
pub struct Sights {
    /// The players clockwise.
    pub players: Vec<String>,
    /// Names of running rules and of `let`, outermost first, with their types.
    pub locals: Vec<(String, Type)>,
}

/// A line, or a part of one.
#[derive(Debug, Clone)]
pub struct Typing<'a> {
    /// The text that spans count in.
    pub file: FileId,
    /// The whole line.
    pub text: &'a str,
    /// The part that is meant.
    pub part: Part,
    /// What has a name here.
    pub sights: &'a Sights,
}

impl Typing<'_> {
    /// The part as a span.
    #[must_use]
    pub fn span(&self) -> Span {
        let byte = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span { file: self.file, start: byte(self.part.start), end: byte(self.part.end) }
    }
}

/// What was typed, ready to run. Its locals begin with those in sight.
#[derive(Debug, Clone)]
pub struct Typed<T> {
    /// What it is.
    pub what: T,
    /// Those that were in sight, in their order, then its own.
    pub locals: Vec<LocalDecl>,
    /// Texts that it brings; their ids follow those of the rulebook.
    pub texts: Vec<Template>,
}

/// What a line names.
#[derive(Debug, Clone)]
pub enum Named {
    /// A zone of a key.
    Zone(ZoneId, Option<Expr>),
    /// A counter of a key.
    Counter(CounterId, Option<Expr>),
    /// A thing of several owners, none of whom is named.
    Each(Vec<Member>),
    /// The name of a deed, which is not called.
    Deed(DeedId),
    /// The name of a move, which nobody makes.
    Move(MoveId),
    /// The name of a menu: it has no value, and nothing to watch.
    Menu,
    /// Any value: a card, a player, a number.
    Value(Expr),
}

/// The checker of one game, kept for what is typed later.
pub struct FragmentChecker {
    env: Env,
    out: RulebookBuilder,
    /// Behind those of the whole rulebook.
    numbers: Numbers,
}

impl std::fmt::Debug for FragmentChecker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FragmentChecker").field("texts", &self.texts()).finish_non_exhaustive()
    }
}

/// How much was made when a line began.
#[derive(Debug, Clone, Copy)]
struct Mark {
    tables: Lengths,
    deeds: DeedCounts,
}

impl FragmentChecker {
    /// Gets ready for what declares these things. They must be free of errors.
    #[must_use]
    pub fn new(declared: Arc<Resolved>) -> Self {
        // Ids of typed texts follow those that the whole rulebook has, asides included.
        let book = super::check(Arc::clone(&declared)).rulebook.map(|mut book| {
            drop(crate::secrets::check(&mut book));
            book
        });
        let env = Env::new(declared);
        let mut out = RulebookBuilder::new(env.r.words.len(), env.r.deeds.len(), env.r.moves.len());
        let _ = bodies(&env, &mut out);
        let numbers = Numbers::behind(book.as_ref().unwrap_or(&env.r.book));
        out.tables.add_texts(book.into_iter().flat_map(|book| book.texts));
        Self { env, out, numbers }
    }

    /// A value or the members of a domain, as a list.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn value(&mut self, typing: &Typing<'_>) -> Result<Typed<Expr>, Vec<Diagnostic>> {
        let read =
            line::value(typing.file, typing.text, typing.part.clone()).map_err(|d| vec![*d])?;
        self.typed(typing, |cx| cx.value(&read, None))
    }

    /// A condition.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn condition(&mut self, typing: &Typing<'_>) -> Result<Typed<Expr>, Vec<Diagnostic>> {
        let read =
            line::value(typing.file, typing.text, typing.part.clone()).map_err(|d| vec![*d])?;
        self.typed(typing, |cx| cx.condition(&read))
    }

    /// What can be measured: a number, an amount or a condition; it may be none.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn measure(&mut self, typing: &Typing<'_>) -> Result<Typed<Expr>, Vec<Diagnostic>> {
        let read =
            line::value(typing.file, typing.text, typing.part.clone()).map_err(|d| vec![*d])?;
        self.typed(typing, |cx| {
            let found = cx.value(&read, None)?;
            match found.ty.bare() {
                Type::Bool | Type::Number | Type::Unit(_) => Some(found),
                _ => calculable(&mut cx.judge(), found),
            }
        })
    }

    /// Lines of a test.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn lines(&mut self, typing: &Typing<'_>) -> Result<Typed<Vec<TestLine>>, Vec<Diagnostic>> {
        let steps =
            line::steps(typing.file, typing.text, typing.part.clone()).map_err(|d| vec![*d])?;
        let mut numbers = self.numbers;
        self.typed(typing, |cx| {
            let mut lines = Vec::new();
            let mut fine = true;
            for step in &steps {
                fine &= test_items::line(cx, step, &mut lines).is_some();
                cx.facts.something_changed();
            }
            numbers.lines(&mut lines);
            fine.then_some(lines)
        })
    }

    /// What something is that rules and lines name.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn named(&mut self, typing: &Typing<'_>) -> Result<Typed<Named>, Vec<Diagnostic>> {
        let read =
            line::value(typing.file, typing.text, typing.part.clone()).map_err(|d| vec![*d])?;
        self.typed(typing, |cx| {
            if let ast::ExprKind::Name(name) = &read.kind
                && let Some(found) = by_name(cx, name)
            {
                return Some(found);
            }
            Some(match cx.operand(&read, None)? {
                Operand::Zone(Expr { kind: ExprKind::Zone(zone, key), .. }) => {
                    Named::Zone(zone, key.map(|k| *k))
                }
                Operand::Val(Expr { kind: ExprKind::Counter(counter, key), .. }) => {
                    Named::Counter(counter, key.map(|k| *k))
                }
                other => Named::Value(cx.facts.as_value(other)),
            })
        })
    }

    /// How many texts it holds, those of the rules among them.
    #[must_use]
    pub fn texts(&self) -> usize {
        self.out.tables.lengths().texts
    }

    fn mark(&self) -> Mark {
        Mark { tables: self.out.tables.lengths(), deeds: self.out.deeds.counts() }
    }

    fn typed<T>(
        &mut self,
        typing: &Typing<'_>,
        work: impl FnOnce(&mut BodyChecker<'_>) -> Option<T>,
    ) -> Result<Typed<T>, Vec<Diagnostic>> {
        let mark = self.mark();
        let whole = typing.span();
        let test = u16::try_from(self.env.r.tests.len()).unwrap_or(u16::MAX);
        let mut cx =
            BodyChecker::new(&self.env, &mut self.out, GAME, BodyRef::Test(test), Node::Test(test));
        cx.place.test(0);
        bring_into_sight(&mut cx, typing.sights);
        let what = work(&mut cx);
        let locals = cx.scope.take_locals();
        let mut wrong: Vec<Diagnostic> = self.out.reports.take();
        wrong.retain(|d| d.severity == Severity::Error);
        let made = self.mark();
        let texts = self.out.tables.cut(mark.tables);
        self.out.deeds.cut(mark.deeds);
        self.out.surface();
        if wrong.is_empty()
            && let Some((found, help)) = beyond(mark, made)
        {
            wrong.push(Diagnostic::new(CODES[0].0, whole, found).help(help));
        }
        match what {
            Some(what) if wrong.is_empty() => Ok(Typed { what, locals, texts }),
            _ if wrong.is_empty() => {
                let found = Diagnostic::new(CODES[1].0, whole, "this cannot be understood here");
                Err(vec![found.help("write it another way")])
            }
            _ => Err(wrong),
        }
    }
}

/// What a line would add to the rules, which stay as they are while a game runs; and what to do
/// instead.
fn beyond(before: Mark, after: Mark) -> Option<(&'static str, &'static str)> {
    let (tables, more) = (before.tables, after.tables);
    if more.stages > tables.stages || more.sites > tables.sites {
        let help =
            "call a deed of the game that asks, or let the choice come up as the game goes on";
        Some(("a typed line cannot have its own stages or choices", help))
    } else if more.ends > tables.ends {
        Some(("a typed line cannot end a stage", "make the move, or call the deed, that ends it"))
    } else if after.deeds.made > before.deeds.made {
        let help = "move the cards with `do move … to …`";
        Some(("no rule of the game calls this deed with zones of such cards", help))
    } else {
        None
    }
}

/// Players first, so that names of running rules hide them.
fn bring_into_sight(cx: &mut BodyChecker, sights: &Sights) {
    let span = Span::default();
    for (name, ty) in &sights.locals {
        let id = cx.scope.local(name, ty.clone(), span);
        cx.scope.see(Binding { name: name.as_str().into(), bound: Bound::Local(id), span });
        cx.scope.let_be_set(id);
        cx.facts.unsteady(id);
    }
    let mut players = Vec::new();
    for (seat, name) in sights.players.iter().enumerate() {
        let hidden = cx.env.declared(GAME, name).is_some() || !cx.env.r.enums_with(name).is_empty();
        if !hidden {
            let who = Value::Seat(u8::try_from(seat).unwrap_or(u8::MAX));
            let bound = Bound::Alias(Box::new(constant(who, Type::Player, span)));
            players.push(Binding { name: name.as_str().into(), bound, span });
        }
    }
    cx.scope.see_behind(players);
}

/// A plain name that is no value by itself.
fn by_name(cx: &BodyChecker, name: &ast::Name) -> Option<Named> {
    if cx.scope.find(&name.text).is_some() {
        return None;
    }
    match cx.env.def(GAME, &name.text) {
        Some(Def::Deed(id)) => Some(Named::Deed(id)),
        Some(Def::Move(id)) => Some(Named::Move(id)),
        Some(Def::Menu(_)) => Some(Named::Menu),
        Some(_) => None,
        None => {
            let things = cx.env.r.members_named(&name.text).map(|(_, member, _)| member);
            let things: Vec<Member> = things.filter(|m| !matches!(m, Member::Word(_))).collect();
            (!things.is_empty()).then_some(Named::Each(things))
        }
    }
}
