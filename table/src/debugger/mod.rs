//! The bench of a running game: what a referee asks of it, and does to it, in the language itself.
//!
//! [`Bench`] reads what is typed, against the rules and where the game stands; [`lines`] lays the
//! table and plays as tests do; [`because`] says why a choice is refused, with the values of what
//! failed; [`probe`] carries a choice out rule by rule, in a copy of the game; [`breaks`] finds
//! places to stop at; [`audit`] says what changed a thing, and when; [`differ`] compares two
//! positions. All of it sees everything: it is for the workbench, never for players; only what is
//! called `open_…` answers somebody who sees no more than all do.

pub mod audit;
pub mod because;
pub mod breaks;
pub mod differ;
pub mod lines;
pub mod probe;

use crate::fault::message;
use crate::game::Game;
use crate::rendering::face::Faces;
use crate::rendering::redacted::read;
use crate::visibility::Viewer;
use crate::visibility::layout::Table;
use houserules_interpreter::ask::{Engine, Fault, FaultKind};
use houserules_interpreter::machine::Machine;
use houserules_lang::check::fragment::{FragmentChecker, Named, Sights, Typed, Typing};
use houserules_lang::code::Code;
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::ir::walk::each_with_words;
use houserules_lang::ir::{
    BodyRef, CardId, CounterId, DeedId, Expr, ExprKind, LocalDecl, MoveId, RunBody, Seen,
    TemplatePart, Type, Value, ZoneId,
};
use houserules_lang::naming::Naming;
use houserules_lang::resolve::names::{Member, Resolved};
use houserules_lang::secrets::Open;
use houserules_lang::source::{FileId, Sources, Span};
use std::ops::Range;
use std::sync::Arc;

/// Codes of what is wrong with a line that was understood.
pub const CODES: &[(Code, &str)] = &[
    (Code::E1003, "something that does not change is asked why it did"),
    (Code::E1004, "a line of a test that fails"),
    (Code::E1005, "a line that belongs into a test in a file"),
];

/// The name under which typed lines are quoted.
pub const TYPED: &str = "<repl>";

/// What is wrong with what was typed, or with what came of it.
pub type Wrong = Vec<Diagnostic>;

/// A line that was typed, and the part of it that is meant.
#[derive(Debug, Clone)]
pub struct Line<'a> {
    /// The whole line.
    pub text: &'a str,
    /// Which of its bytes are meant.
    pub part: Range<usize>,
}

/// What a thing is that has changed, or may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thing {
    /// A zone, of a key or of all.
    Zone(ZoneId, Option<u16>),
    /// A counter, of a key or of all.
    Counter(CounterId, Option<u16>),
    /// A card, wherever it lies.
    Card(CardId),
    /// A deed that is carried out.
    Deed(DeedId),
    /// A move that is chosen.
    Move(MoveId),
}

/// A value that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The type of what was typed.
    pub ty: Type,
    /// Its value; none of a text or a path, which [`Reading::text`] has.
    pub value: Value,
    /// How it reads, if it is a text that was typed, or the path.
    pub text: Option<String>,
}

/// A condition that is read again and again. It names nothing of what runs.
#[derive(Debug, Clone)]
pub struct Condition {
    /// As it was typed.
    pub text: String,
    typed: Typed<Expr>,
    values: Vec<Value>,
}

/// Reads what is typed at a running game.
#[derive(Debug)]
pub struct Bench {
    declared: Arc<Resolved>,
    /// What types lines, once there was one.
    desk: Option<FragmentChecker>,
    /// What all may read, once somebody has asked who sees no more.
    open: Option<Open>,
}

impl Bench {
    /// A bench for the rules that declare these things.
    #[must_use]
    pub fn new(declared: Arc<Resolved>) -> Self {
        Self { declared, desk: None, open: None }
    }

    fn desk(&mut self) -> &mut FragmentChecker {
        self.desk.get_or_insert_with(|| FragmentChecker::new(Arc::clone(&self.declared)))
    }

    /// Whether all may read an expression that was typed while nothing of what runs was in sight.
    fn is_open(&mut self, game: &Game<Machine>, expr: &Expr, locals: &[LocalDecl]) -> bool {
        let book = game.book();
        let known = self.open.take().filter(|open| open.is_under(book));
        self.open.insert(known.unwrap_or_else(|| Open::under(book))).reads(expr, locals.len(), 0)
    }

    /// The text in which the spans of typed lines count: behind those of the rules.
    #[must_use]
    pub fn file(game: &Game<Machine>) -> FileId {
        FileId(u16::try_from(game.sources().iter().count()).unwrap_or(u16::MAX))
    }

    /// Names where the game stands, with their values; those of running rules only if `running`.
    fn sights(game: &Game<Machine>, running: bool) -> (Sights, Vec<Value>) {
        let players = game.naming().seats.to_vec();
        let mut sights = Sights { players, locals: Vec::new() };
        let mut values = Vec::new();
        let held = if running { game.engine().held() } else { Vec::new() };
        for held in held {
            sights.locals.push((held.name, held.ty));
            values.push(held.value);
        }
        (sights, values)
    }

    /// Names of running rules that may be typed here, outermost first, and their values in words.
    #[must_use]
    pub fn names(game: &Game<Machine>) -> Vec<(String, String)> {
        let (sights, values) = Self::sights(game, true);
        let named = sights.locals.into_iter().zip(values);
        named.map(|((name, ty), value)| (name, shown(game, &ty, &value))).collect()
    }

    /// The value of what was typed. `me` is whoever acts.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn value(&mut self, game: &mut Game<Machine>, line: &Line<'_>) -> Result<Reading, Wrong> {
        let (sights, values) = Self::sights(game, true);
        let file = Self::file(game);
        let typing = Typing { file, text: line.text, part: line.part.clone(), sights: &sights };
        let typed = self.desk().value(&typing)?;
        if let ExprKind::Text(_) = typed.what.kind {
            return text(game, &typed, &values);
        }
        let path = matches!(typed.what.kind, ExprKind::Path);
        let value = match path {
            true => Value::None,
            false => evaluate(game, &typed.what, &typed.locals, &values)?,
        };
        let text = path.then(|| path_of(game));
        Ok(Reading { ty: typed.what.ty, value, text })
    }

    /// The value of what was typed, in words; none if it may depend on anything that not all see.
    /// Names of running rules are not in sight.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn open_value(
        &mut self,
        game: &mut Game<Machine>,
        line: &Line<'_>,
    ) -> Result<Option<String>, Wrong> {
        let (sights, values) = Self::sights(game, false);
        let file = Self::file(game);
        let typing = Typing { file, text: line.text, part: line.part.clone(), sights: &sights };
        let typed = self.desk().value(&typing)?;
        if matches!(typed.what.kind, ExprKind::Text(_)) {
            let parts = typed.texts.last().map(|t| t.parts.as_slice()).unwrap_or_default();
            let mut open = |part: &TemplatePart| match part {
                TemplatePart::Hole(hole) => self.is_open(game, hole, &typed.locals),
                TemplatePart::Words(_) | TemplatePart::Readers(_) => true,
            };
            if !parts.iter().all(&mut open) {
                return Ok(None);
            }
            return text(game, &typed, &values).map(|reading| reading.text);
        }
        if !self.is_open(game, &typed.what, &typed.locals) {
            return Ok(None);
        }
        let value = evaluate(game, &typed.what, &typed.locals, &values)?;
        let table = Table::of(game.book(), &game.engine().dump());
        let mut sentence = Vec::new();
        Faces::new(game.naming(), &table).value(&mut sentence, &typed.what.ty, &value);
        Ok(Some(read(&sentence, Viewer::Spectator)))
    }

    /// What a name or a place stands for, if all see whatever changes there; none: they may not.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn open_thing(
        &mut self,
        game: &mut Game<Machine>,
        line: &Line<'_>,
    ) -> Result<Option<Vec<Thing>>, Wrong> {
        let (sights, _) = Self::sights(game, false);
        let file = Self::file(game);
        let typing = Typing { file, text: line.text, part: line.part.clone(), sights: &sights };
        let Typed { what, locals, .. } = self.desk().named(&typing)?;
        let book = game.book();
        let zone = |zone: &ZoneId| book[*zone].seen;
        let counter = |counter: &CounterId| book[*counter].seen;
        let mut key =
            |of: &Option<Expr>| of.as_ref().is_none_or(|of| self.is_open(game, of, &locals));
        let all = |seen: Seen| seen == Seen::Everyone;
        let open = match &what {
            Named::Zone(id, of) => all(zone(id)) && key(of),
            Named::Counter(id, of) => all(counter(id)) && key(of),
            Named::Each(members) => members.iter().all(|member| match member {
                Member::Zone(id) => all(zone(id)),
                Member::Counter(id) => all(counter(id)),
                Member::Word(_) => true,
            }),
            // Where a card lies, and which rules are carried out, can be a secret.
            Named::Deed(_) | Named::Move(_) | Named::Menu | Named::Value(_) => false,
        };
        if open { self.thing(game, line).map(Some) } else { Ok(None) }
    }

    /// A condition that is to be read later, wherever the game stands then.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn condition(&mut self, game: &Game<Machine>, line: &Line<'_>) -> Result<Condition, Wrong> {
        let (sights, values) = Self::sights(game, false);
        let file = Self::file(game);
        let typing = Typing { file, text: line.text, part: line.part.clone(), sights: &sights };
        let typed = self.desk().condition(&typing)?;
        let text = line.text.get(line.part.clone()).unwrap_or("").trim().to_string();
        Ok(Condition { text, typed, values })
    }

    /// What a name, place or card stands for that rules change or carry out.
    ///
    /// # Errors
    /// What is wrong with it; a diagnostic also if it is nothing that changes.
    pub fn thing(
        &mut self,
        game: &mut Game<Machine>,
        line: &Line<'_>,
    ) -> Result<Vec<Thing>, Wrong> {
        let (sights, values) = Self::sights(game, true);
        let file = Self::file(game);
        let typing = Typing { file, text: line.text, part: line.part.clone(), sights: &sights };
        let span = typing.span();
        let Typed { what, locals, .. } = self.desk().named(&typing)?;
        let mut key = |of: Option<Expr>| -> Result<Option<u16>, Wrong> {
            let Some(of) = of else { return Ok(Some(0)) };
            Ok(key_of(&evaluate(game, &of, &locals, &values)?))
        };
        Ok(match what {
            Named::Zone(zone, of) => vec![Thing::Zone(zone, key(of)?)],
            Named::Counter(counter, of) => vec![Thing::Counter(counter, key(of)?)],
            Named::Deed(deed) => vec![Thing::Deed(deed)],
            Named::Move(id) => vec![Thing::Move(id)],
            Named::Each(all) => all
                .into_iter()
                .filter_map(|member| match member {
                    Member::Zone(zone) => Some(Thing::Zone(zone, None)),
                    Member::Counter(counter) => Some(Thing::Counter(counter, None)),
                    Member::Word(_) => None,
                })
                .collect(),
            Named::Value(what) => {
                if let Value::Card(card) = evaluate(game, &what, &locals, &values)? {
                    vec![Thing::Card(card)]
                } else {
                    let found =
                        Diagnostic::new(Code::E1003, span, "this does not change by itself");
                    return Err(vec![found.help(
                        "name a zone (`Ana.hand`), a counter (`Ana.cash`), a card (`[pink \
                             4]`), a deed or a move; a condition is written `break when Ana.cash > \
                             3`",
                    )]);
                }
            }
            Named::Menu => {
                let found = Diagnostic::new(
                    Code::E1003,
                    span,
                    "a menu does not change, and is not carried out",
                );
                return Err(vec![found.help("name one of its moves")]);
            }
        })
    }
}

/// The line of the rules at which a span begins, without blanks around, at most 160 letters of it.
#[must_use]
pub fn source_line(sources: &Sources, span: Span) -> String {
    let Some(file) = sources.get(span.file) else { return String::new() };
    let at = span.start as usize;
    let start = file.text.get(..at).and_then(|t| t.rfind('\n')).map_or(0, |n| n + 1);
    let line = file.text.get(start..).and_then(|t| t.lines().next()).unwrap_or("").trim();
    line.chars().take(160).collect()
}

/// Which of its owners a thing belongs to.
fn key_of(value: &Value) -> Option<u16> {
    match value {
        Value::Seat(seat) => Some(u16::from(*seat)),
        Value::Member(_, at) => Some(*at),
        Value::Card(card) => Some(card.0),
        _ => None,
    }
}

impl Condition {
    /// Whether it holds where the game stands; none counts as no.
    ///
    /// # Errors
    /// The fault, if it has no value.
    pub fn holds(&self, game: &mut Game<Machine>) -> Result<bool, Wrong> {
        let Typed { what, locals, .. } = &self.typed;
        Ok(evaluate(game, what, locals, &self.values)? == Value::Bool(true))
    }
}

/// Evaluates where the game stands; `me` is whoever acts. Locals behind those that have values are
/// the expression's own.
fn evaluate(
    game: &mut Game<Machine>,
    what: &Expr,
    locals: &[LocalDecl],
    values: &[Value],
) -> Result<Value, Wrong> {
    let mut values = values.to_vec();
    values.resize(locals.len(), Value::None);
    if let Some(span) = of_no_run(game, what) {
        let fault = Fault { code: Code::R0309, span, about: FaultKind::NotRunning };
        return Err(vec![fault_said(game, &fault)]);
    }
    let me = game.engine().acting();
    let read = game.look(|engine| engine.value_for(me, what, locals, &values));
    read.map_err(|fault| vec![fault_said(game, &fault)])
}

/// Where an expression reads what a deed or a move was given that is not being carried out.
fn of_no_run(game: &Game<Machine>, expr: &Expr) -> Option<Span> {
    let runs: Vec<BodyRef> = game.engine().chain().into_iter().map(|one| one.body).collect();
    let mut found = None;
    each_with_words(game.book(), expr, &mut |e| {
        let ExprKind::RunLocal(of, _) = &e.kind else { return };
        let body = match of {
            RunBody::Deed(deed) => BodyRef::Deed(*deed),
            RunBody::Move(id) => BodyRef::Move(*id),
        };
        if !runs.contains(&body) {
            found.get_or_insert(e.span);
        }
    });
    found
}

/// A fault as a diagnostic, at its place in the rules or in the typed line.
#[must_use]
pub fn fault_said(game: &Game<Machine>, fault: &Fault) -> Diagnostic {
    let stuck = game.engine().without_option();
    let (said, help) = message(game.naming(), &fault.about, &stuck, Viewer::Referee);
    let found = Diagnostic::new(fault.code, fault.span, said);
    match help {
        Some(help) => found.help(help),
        None => found,
    }
}

/// A text that was typed, with its holes filled.
fn text(game: &mut Game<Machine>, typed: &Typed<Expr>, values: &[Value]) -> Result<Reading, Wrong> {
    let mut all = String::new();
    for part in typed.texts.last().map(|t| t.parts.as_slice()).unwrap_or_default() {
        match part {
            TemplatePart::Readers(_) => {}
            TemplatePart::Words(words) => all.push_str(words),
            TemplatePart::Hole(hole) => {
                let value = evaluate(game, hole, &typed.locals, values)?;
                all.push_str(&shown(game, &hole.ty, &value));
            }
        }
    }
    Ok(Reading { ty: Type::Text, value: Value::None, text: Some(all) })
}

/// The path for a referee: `round 2 › Ana's turn`.
#[must_use]
pub fn path_of(game: &Game<Machine>) -> String {
    path_for(game, Viewer::Referee)
}

/// The path for a reader.
#[must_use]
pub fn path_for(game: &Game<Machine>, viewer: Viewer) -> String {
    let path: Vec<String> = game.path(viewer).into_iter().map(|p| p.text).collect();
    path.join(" › ")
}

/// A value in words, for a referee.
#[must_use]
pub fn shown(game: &Game<Machine>, ty: &Type, value: &Value) -> String {
    let table = Table::of(game.book(), &game.engine().dump());
    worded(game.naming(), &table, ty, value)
}

fn worded(naming: Naming<'_>, table: &Table, ty: &Type, value: &Value) -> String {
    let mut sentence = Vec::new();
    Faces::new(naming, table).value(&mut sentence, ty, value);
    read(&sentence, Viewer::Referee)
}
