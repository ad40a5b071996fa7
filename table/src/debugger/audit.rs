//! What changed a thing, and when: the history is played again, rule by rule, and everything that
//! touches the thing is kept. Nothing is written down for it while a game runs.

use super::breaks::touches;
use super::{Thing, path_for};
use crate::game::Game;
use crate::log::{Line, Log, LogWriter, read_lines};
use crate::runner::Before;
use crate::session::{Point, Session, Step};
use crate::visibility::Viewer;
use crate::visibility::layout::Table;
use houserules_interpreter::ask::Running;
use houserules_interpreter::ask::{Engine, Event, EventKind, Snapshot};
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::{BodyRef, Rulebook};
use houserules_lang::source::Span;

/// Something that touched a thing.
#[derive(Debug, Clone)]
pub struct Act {
    /// The point of the history to which the step led.
    pub point: Point,
    /// What was done there.
    pub step: Step,
    /// What happened, in words for a referee.
    pub told: String,
    /// Where the statement stands that touched it; the empty span: it was a referee's doing.
    pub span: Span,
    /// The rules that ran, outermost first, by the names they had then:
    /// `` `play` › action `lay` ``; empty if none did.
    pub chain: String,
    /// Where the game stood: `round 2 › Ana's turn`.
    pub path: String,
}

impl Act {
    /// Since when it is so, in words: `since point 3: Ben chose …`; `number`: what the reader calls
    /// that point.
    #[must_use]
    pub fn since(&self, session: &Session<Machine>, viewer: Viewer, number: u32) -> String {
        let since = match (&self.step, viewer) {
            (Step::Start, _) => "since the set-up".to_string(),
            (Step::Chosen { seat, choice }, Viewer::Referee) => {
                let name = session.game().naming().seat(*seat);
                format!("since point {number}: {name} chose `{choice}`")
            }
            (Step::Chosen { .. }, Viewer::Seat(_) | Viewer::Spectator) => {
                format!("since point {number}: {}", session.step_told(self.point, viewer))
            }
            (Step::Refereed { .. }, _) => {
                format!("since point {number}: the referee changed the table")
            }
            (Step::Rules(_), _) => format!("since point {number}: the rules were changed"),
        };
        match self.path.as_str() {
            "" => since,
            path => format!("{since} ({path})"),
        }
    }
}

/// Everything that touched one of some things on the way to where the session stands, oldest first.
/// `lines` carries lines of a referee out where a game stands, and gives the engine with what has
/// happened.
pub fn history(
    session: &Session<Machine>,
    things: &[Thing],
    lines: impl FnMut(&Game<Machine>, &str) -> Option<Machine>,
) -> Vec<Act> {
    history_for(session, &Asked { to: session.here(), viewer: Viewer::Referee }, things, lines)
}

/// Whose history it is, and up to where.
#[derive(Debug, Clone, Copy)]
pub struct Asked {
    /// The last point that counts.
    pub to: Point,
    /// Who reads it: acts that the log does not tell them are left out.
    pub viewer: Viewer,
}

/// The same up to a point, in the words of a reader.
pub fn history_for(
    session: &Session<Machine>,
    asked: &Asked,
    things: &[Thing],
    mut lines: impl FnMut(&Game<Machine>, &str) -> Option<Machine>,
) -> Vec<Act> {
    let mut found = Vec::new();
    let tree = session.tree();
    let way = tree.way(asked.to);
    let viewer = asked.viewer;
    let mut game = session.game().copy();
    if let Some(saved) = session.saved(Point::START) {
        game.restore(saved, 0, Log::default());
    }
    set_up(&game, things, viewer, &mut found);
    for (at, point) in way.iter().enumerate().skip(1) {
        let step = &*tree.step(*point);
        let before = table_of(&game);
        if let Step::Chosen { seat, choice } = step {
            if let Ok(picked) = game.meant(*seat, choice) {
                let mut engine = game.engine().clone();
                engine.trace(true);
                engine.take_events();
                let _ = engine.answer(Some(*seat), &picked.answer);
                let table = before.table.clone();
                Watch { game: &game, things, point: *point, step, viewer }
                    .follow(engine, table, &mut found);
            }
            let _ = game.say(*seat, choice);
        }
        let refereed = match step {
            Step::Refereed { lines: text } => {
                lines(&game, text).map(|engine| (engine, game.copy()))
            }
            Step::Start | Step::Chosen { .. } | Step::Rules(_) => None,
        };
        if let Some(saved) = way.get(at).and_then(|p| session.saved(*p)) {
            game.restore(saved, 0, Log::default());
        }
        if let Step::Refereed { lines } = step {
            let known = found.len();
            if let Some((engine, from)) = refereed {
                let table = before.table.clone();
                Watch { game: &from, things, point: *point, step, viewer }
                    .happened(engine, table, &mut found);
            }
            let now = table_of(&game);
            if found.len() == known
                && things.iter().any(|thing| differs(&game, *thing, &before, &now))
            {
                found.push(Act {
                    point: *point,
                    step: step.clone(),
                    told: match viewer {
                        Viewer::Referee => lines.split_whitespace().collect::<Vec<_>>().join(" "),
                        Viewer::Seat(_) | Viewer::Spectator => session.step_told(*point, viewer),
                    },
                    span: Span::default(),
                    chain: String::new(),
                    path: path_for(&game, viewer),
                });
            }
        }
    }
    found
}

/// The set-up, played again from nothing.
fn set_up(game: &Game<Machine>, things: &[Thing], viewer: Viewer, found: &mut Vec<Act>) {
    let (program, seed) = (game.engine().program().clone(), game.engine().seed());
    let engine = Machine::start_traced(program, seed);
    let mut own = Vec::new();
    let before = Table::at_home(game.book());
    let step = Step::Start;
    let hash = Watch { game, things, point: Point::START, step: &step, viewer }
        .follow(engine, before, &mut own);
    if hash == game.hash() {
        found.append(&mut own);
    }
}

/// The table of a game.
fn table_of(game: &Game<Machine>) -> Before {
    let dump = game.engine().dump();
    Before { table: Table::of(game.book(), &dump), dump }
}

/// Whether a referee's change touched a thing.
fn differs(game: &Game<Machine>, thing: Thing, before: &Before, now: &Before) -> bool {
    let cards = || (0..game.book().cards.len()).map(|c| houserules_lang::ir::CardId(c as u16));
    match thing {
        // Under earlier rules there may have been no such card.
        Thing::Card(card) => {
            cards().any(|c| c == card && before.table.lies(c) != now.table.lies(c))
        }
        Thing::Zone(zone, key) => {
            let there = |t: &Table, card| {
                t.lies(card).filter(|l| l.zone == zone && key.is_none_or(|k| k == l.key)).is_some()
            };
            cards().any(|card| there(&before.table, card) != there(&now.table, card))
        }
        Thing::Counter(counter, key) => {
            let of = |dump: &Snapshot| {
                let all = dump
                    .counters
                    .iter()
                    .filter(|(c, of, _)| *c == counter && key.is_none_or(|k| k == *of));
                all.cloned().collect::<Vec<_>>()
            };
            of(&before.dump) != of(&now.dump)
        }
        Thing::Deed(_) | Thing::Move(_) => false,
    }
}

struct Watch<'a> {
    game: &'a Game<Machine>,
    things: &'a [Thing],
    point: Point,
    step: &'a Step,
    viewer: Viewer,
}

impl Watch<'_> {
    /// Runs a traced engine to its next stop; gives the position's hash there.
    fn follow(&self, mut engine: Machine, before: Table, found: &mut Vec<Act>) -> u64 {
        let book = engine.program().book.clone();
        let mut table = before;
        let mut chain: Vec<Running> = Vec::new();
        loop {
            let events = engine.take_events();
            let now = engine.chain();
            let entered = self.entered(&chain, &now);
            if !entered.is_empty() || events.iter().any(|e| self.is_touched(&e.kind)) {
                let game = self.standing(&engine);
                for running in entered {
                    let told = format!("{} begins", body_name(&book, running.body));
                    found.push(self.act(told, running.at, &now, &game));
                }
                for event in events.iter().filter(|e| self.is_touched(&e.kind)) {
                    let Some(told) = self.told(&game, &table, event) else { continue };
                    found.push(self.act(told, event.span, &now, &game));
                }
            }
            if !events.is_empty() {
                table = Table::of(&book, &engine.dump());
            }
            chain = now;
            if engine.paused().is_none() {
                return engine.hash();
            }
            engine.go_on();
        }
    }

    /// What touched the things among all that has happened in an engine, one thing after the other.
    fn happened(&self, mut engine: Machine, before: Table, found: &mut Vec<Act>) {
        let events = engine.take_events();
        let game = self.standing(&engine);
        let mut table = before;
        for event in &events {
            if self.is_touched(&event.kind)
                && let Some(told) = self.told(&game, &table, event)
            {
                found.push(self.act(told, event.span, &[], &game));
            }
            let mut lines: Vec<Line> = Vec::new();
            LogWriter { naming: game.naming(), table: &mut table, begins: true, lines: &mut lines }
                .write(std::slice::from_ref(event));
        }
    }

    fn is_touched(&self, kind: &EventKind) -> bool {
        self.things.iter().any(|thing| touches(kind, *thing))
    }

    /// Deeds among the things that have just begun.
    fn entered(&self, before: &[Running], now: &[Running]) -> Vec<Running> {
        let known = now.iter().zip(before).take_while(|(a, b)| a.body == b.body).count();
        let asked = |r: &&Running| {
            self.things
                .iter()
                .any(|t| matches!((t, r.body), (Thing::Deed(d), BodyRef::Deed(of)) if *d == of))
        };
        now[known..].iter().filter(asked).cloned().collect()
    }

    fn standing(&self, engine: &Machine) -> Game<Machine> {
        let mut game = self.game.copy();
        game.change(|running| *running = engine.clone());
        game
    }

    /// An event in words; none: the reader is not told of it.
    fn told(&self, game: &Game<Machine>, table: &Table, event: &Event) -> Option<String> {
        let mut lines: Vec<Line> = Vec::new();
        let mut table = table.clone();
        LogWriter { naming: game.naming(), table: &mut table, begins: true, lines: &mut lines }
            .write(std::slice::from_ref(event));
        if let Some(line) = read_lines(&lines, self.viewer).into_iter().next() {
            return Some(line.text);
        }
        if self.viewer != Viewer::Referee && (event.only.is_some() || !lines.is_empty()) {
            return None;
        }
        Some(if let EventKind::Set(counter, key, before, after, _) = &event.kind {
            let naming = game.naming();
            let ty = &game.book()[*counter].ty;
            let (before, after) = (naming.plain(ty, before), naming.plain(ty, after));
            format!("{}: {before} becomes {after}", naming.counter(*counter, *key))
        } else {
            String::new()
        })
    }

    fn act(&self, told: String, span: Span, chain: &[Running], game: &Game<Machine>) -> Act {
        let chain: Vec<String> = chain.iter().map(|r| body_name(game.book(), r.body)).collect();
        Act {
            point: self.point,
            step: self.step.clone(),
            told,
            span,
            chain: chain.join(" › "),
            path: path_for(game, self.viewer),
        }
    }
}

/// A body as designers call it: `action lay`, `deed rob`, `setup`.
#[must_use]
pub fn body_name(book: &Rulebook, body: BodyRef) -> String {
    match body {
        BodyRef::Setup => "the set-up".into(),
        BodyRef::Play => "`play`".into(),
        BodyRef::Deed(id) => {
            let name = &book[id].name;
            match name.strip_prefix('#') {
                Some(layer) => format!("a rule about `{layer}`"),
                None => format!("deed `{name}`"),
            }
        }
        BodyRef::Move(id) => {
            let of = &book[id];
            let word = if of.attempt.is_some() { "attempt" } else { "action" };
            format!("{word} `{}`", of.name)
        }
        BodyRef::RunsOut(at) => {
            let zone = book.runs_out.get(usize::from(at)).map(|r| &book[r.zone]);
            format!("`when {} runs out`", zone.map_or("?", |z| z.name.as_str()))
        }
        BodyRef::Word(_) | BodyRef::Test(_) | BodyRef::Constant => "a line".into(),
    }
}
