//! What a seat is shown and told, and whether it could tell two tables apart.

use super::given::At;
use super::{Broken, Run};
use crate::choices::menu::{Asking, Fill, Listed, Pickable};
use crate::log::{Line, LogWriter, read_lines};
use crate::rendering::face::Faces;
use crate::rendering::redacted::read;
use crate::view::{Group, Scene};
use crate::visibility::Viewer;
use crate::visibility::layout::Table;
use houserules_interpreter::ask::{Engine, EventKind, PathStep, Snapshot};
use houserules_interpreter::referee::Referee;
use houserules_lang::ir::{
    CardId, CounterId, Owner, Rulebook, TestCard, TestLine, TestLineKind, Value,
};
use houserules_lang::naming::Naming;
use std::collections::{BTreeMap, BTreeSet};

/// What was told since the start of a test.
#[derive(Debug, Clone)]
pub struct Diary {
    lines: Vec<Line>,
    table: Table,
    /// Counters that were shown and have not changed since.
    shown: BTreeMap<(CounterId, u16), u32>,
}

impl Diary {
    /// Of a game that has not begun.
    #[must_use]
    pub fn new(book: &Rulebook) -> Self {
        Self { lines: Vec::new(), table: Table::at_home(book), shown: BTreeMap::new() }
    }

    /// Writes down what has happened since.
    pub fn catch_up(&mut self, naming: Naming<'_>, engine: &mut impl Engine) {
        let events = engine.take_events();
        for event in &events {
            match &event.kind {
                EventKind::CounterShown(counter, key, seats, _) => {
                    *self.shown.entry((*counter, *key)).or_default() |= seats;
                }
                EventKind::Set(counter, key, ..) => {
                    self.shown.remove(&(*counter, *key));
                }
                _ => {}
            }
        }
        let begins = self.lines.is_empty();
        LogWriter { naming, table: &mut self.table, begins, lines: &mut self.lines }.write(&events);
        self.table = Table::of(naming.book, &engine.dump());
    }
}

/// Lists of options behind each other that are compared; what lies deeper follows from them.
const MOST_LISTS: usize = 400;

impl<E: Referee> Run<'_, E> {
    /// `Ana is told "…"`: a line of her log, her question or an entry of her menu has these words.
    ///
    /// # Errors
    /// That she is not, or is.
    pub(super) fn is_told(&mut self, seat: u8, yes: bool, text: &str) -> Result<(), Broken> {
        let lines = self.diary.as_ref().map_or(&[][..], |d| &d.lines);
        let mut told: Vec<String> =
            read_lines(lines, Viewer::Seat(seat)).into_iter().map(|line| line.text).collect();
        if self.is_asked(seat) {
            let snapshot = self.snapshot();
            let menu = self.asking(&snapshot, Some(seat)).menu();
            told.extend(menu.question);
            told.extend(menu.entries.into_iter().map(|entry| entry.title));
        }
        let found = told.iter().find(|line| line.contains(text));
        let name = self.name(seat);
        match (found, yes) {
            (Some(_), true) | (None, false) => Ok(()),
            (Some(line), false) => Err(format!("{name} is told \"{line}\"").into()),
            (None, true) => {
                let last = told
                    .last()
                    .map_or_else(String::new, |l| format!("; the last of it is \"{l}\""));
                Err(format!("nothing that {name} is told has \"{text}\"{last}").into())
            }
        }
    }

    /// `Ana sees no difference if Ben.hand is [pink 4]`
    ///
    /// # Errors
    /// What she sees here, and there.
    pub(super) fn sees_the_same(&mut self, seat: u8, lines: &[TestLine]) -> Result<(), Broken> {
        self.engine.ask_again();
        let here = self.all_seen(seat);
        let before = self.engine.clone();
        let laid = self.lay_otherwise(seat, lines);
        let there = self.all_seen(seat);
        self.engine = before;
        laid?;
        if here == there {
            return Ok(());
        }
        let name = self.name(seat);
        let differs = (0..here.len().max(there.len())).find(|at| here.get(*at) != there.get(*at));
        let of = |all: &[String]| {
            differs.and_then(|at| all.get(at)).map_or("nothing more", String::as_str).to_string()
        };
        Err(format!(
            "{name} sees a difference: \"{}\" as it is, \"{}\" then",
            of(&here),
            of(&there)
        )
        .into())
    }

    /// Everything a seat sees, as lines.
    fn all_seen(&mut self, seat: u8) -> Vec<String> {
        let snapshot = self.snapshot();
        let viewer = Viewer::Seat(seat);
        let none = BTreeMap::new();
        let scene = Scene {
            naming: self.naming(),
            table: &snapshot.table,
            dump: &snapshot.dump,
            shown: self.diary.as_ref().map_or(&none, |d| &d.shown),
            viewer,
        };
        let mut all: Vec<String> = scene.groups().iter().flat_map(of_group).collect();
        let faces = Faces::new(self.naming(), &snapshot.table);
        for step in self.engine.path() {
            all.push(match step {
                PathStep::Stage(stage, value) => faces.stage(stage, &value),
                PathStep::Titled(text, holes) => {
                    let mut sentence = Vec::new();
                    faces.text(&mut sentence, text, &holes);
                    read(&sentence, viewer)
                }
            });
        }
        let asked = self.engine.asked().map(|a| a.seats).unwrap_or_default();
        let asks = asked.contains(&seat);
        all.push(format!(
            "asked: {}",
            asked.iter().map(|s| self.name(*s)).collect::<Vec<_>>().join(", ")
        ));
        if asks {
            let mut asking = self.asking(&snapshot, Some(seat));
            of_menu(&mut asking, &mut all);
        }
        all
    }

    /// Lays the table otherwise: cards change places, so that nothing else about it changes.
    fn lay_otherwise(&mut self, seat: u8, lines: &[TestLine]) -> Result<(), Broken> {
        let mut named = BTreeSet::new();
        for line in lines {
            if let TestLineKind::GivenZone(zone, key, _) = &line.kind {
                named.insert((*zone, self.key(key.as_ref())?));
            }
        }
        let mut world = World { dump: self.engine.dump(), seat, named, changed: BTreeSet::new() };
        for line in lines {
            if let TestLineKind::GivenZone(zone, key, cards) = &line.kind {
                let at = (*zone, self.key(key.as_ref())?);
                self.exchange(&mut world, at, cards)?;
            }
        }
        world.lay(&mut self.engine);
        let moved = world.changed.iter().flat_map(|at| world.places(*at)).flatten();
        self.none_in_itself(moved)?;
        for line in lines {
            if let TestLineKind::GivenCounter(place, value) = &line.kind {
                self.set_counter(place, value)?;
            }
        }
        self.engine.ask_again();
        Ok(())
    }

    fn exchange(
        &self,
        world: &mut World,
        at: At,
        cards: &[Option<TestCard>],
    ) -> Result<(), Broken> {
        let rows = cards.iter().flat_map(|c| match c {
            Some(card) => vec![Some(card.row); card.copies as usize],
            None => vec![None],
        });
        let rows: Vec<_> = rows.collect();
        let have = world.places(at).iter().flatten().count();
        let want = rows.iter().flatten().count();
        if have != want || rows.len() > world.places(at).len().max(want) {
            let zone = self.naming().zone(at.0, at.1);
            return Err(format!(
                "{zone} holds {have} cards, which everybody can count; give as many"
            )
            .into());
        }
        for (place, row) in rows.iter().enumerate() {
            let Some(row) = row else { continue };
            let now = world.places(at).get(place).copied().flatten();
            if now.is_some_and(|card| self.book[card].row == *row) {
                continue;
            }
            let distance = |c: &CardId| match world.lies(*c) {
                Some((lies, index)) if lies == at && index > place => Some(0),
                Some((lies, _)) if lies == at => None,
                Some((lies, _)) if world.named.contains(&lies) => Some(3),
                Some(_) if world.known(*c) >> world.seat & 1 == 0 => Some(1),
                Some(_) => Some(4),
                None => Some(2),
            };
            let found = self.copies(*row).filter_map(|c| Some((distance(&c)?, c))).min();
            let (Some((_, card)), Some(now)) = (found, now) else {
                let name = &self.book[*row].name;
                return Err(format!("there is no other `[{name}]` that could lie here").into());
            };
            world.swap(now, card);
        }
        Ok(())
    }
}

/// A table on which cards change places.
struct World {
    dump: Snapshot,
    /// Who is to see no difference.
    seat: u8,
    /// Zones that lines name: a card is taken from there last.
    named: BTreeSet<At>,
    changed: BTreeSet<At>,
}

impl World {
    fn places(&self, at: At) -> &[Option<CardId>] {
        self.dump.zone(at.0, at.1)
    }

    fn known(&self, card: CardId) -> u32 {
        self.dump.known[card.index()]
    }

    fn lies(&self, card: CardId) -> Option<(At, usize)> {
        self.dump.zones.iter().find_map(|(zone, key, places)| {
            let at = places.iter().position(|c| *c == Some(card))?;
            Some(((*zone, *key), at))
        })
    }

    /// Two cards change places, with what is known of them there.
    fn swap(&mut self, a: CardId, b: CardId) {
        let places = [self.lies(a), self.lies(b)];
        for (place, card) in places.into_iter().zip([b, a]) {
            let Some((at, index)) = place else { continue };
            self.changed.insert(at);
            let zone = self.dump.zones.iter_mut().find(|(z, k, _)| (*z, *k) == at);
            if let Some(slot) = zone.and_then(|(.., places)| places.get_mut(index)) {
                *slot = Some(card);
            }
        }
        self.dump.known.swap(a.index(), b.index());
    }

    fn lay(&self, engine: &mut impl Referee) {
        for at in &self.changed {
            engine.lay(at.0, at.1, self.places(*at));
        }
        for at in &self.changed {
            for card in self.places(*at).iter().flatten() {
                let known = self.known(*card);
                (0..32)
                    .filter(|seat| known >> seat & 1 == 1)
                    .for_each(|seat| engine.make_known(seat, *card));
            }
        }
        let book = engine.rulebook();
        let of_card = |id: CounterId| matches!(book[id].owner, Owner::Card(_));
        let counters = self.dump.counters.iter().filter(|(id, ..)| of_card(*id));
        for (counter, key, value) in counters.collect::<Vec<_>>() {
            // What a card counts stays with it.
            let _ = engine.set(*counter, *key, value.as_ref().unwrap_or(&Value::None));
        }
    }
}

fn of_group(group: &Group) -> Vec<String> {
    let owner = &group.owner;
    let zones = group.zones.iter().map(|z| {
        let cards: Vec<String> = z.cards.iter().map(|c| format!("{c:?}")).collect();
        let cards = cards.join(", ").replace("Face { name: ", "").replace(", own: None }", "");
        format!("{owner} {}: {} cards: {cards} {:?}", z.name, z.count, z.spots).replace(" []", "")
    });
    let counters = group
        .counters
        .iter()
        .map(|c| format!("{owner} {}: {}", c.name, c.value.as_deref().unwrap_or("not set")));
    zones.chain(counters).map(|line| line.trim().to_string()).collect()
}

fn of_menu<E: Engine>(asking: &mut Asking<'_, E>, to: &mut Vec<String>) {
    let menu = asking.menu();
    to.extend(menu.question);
    let mut lists = MOST_LISTS;
    for (at, entry) in menu.entries.iter().enumerate() {
        to.push(format!("{} {}", entry.name, entry.title));
        of_options(asking, at, &mut Vec::new(), &mut lists, to);
    }
}

fn of_options<E: Engine>(
    asking: &mut Asking<'_, E>,
    entry: usize,
    filled: &mut Vec<Value>,
    lists: &mut usize,
    to: &mut Vec<String>,
) {
    let Some(left) = lists.checked_sub(1) else { return };
    *lists = left;
    let seat = asking.seat;
    let Some(listed) = asking.options(entry, filled) else { return };
    to.push(of_listed(&listed));
    if let Some(houserules_interpreter::ask::Options::Members(members)) =
        asking.engine.options(seat, entry, filled)
    {
        for member in members {
            filled.push(member);
            of_options(asking, entry, filled, lists, to);
            filled.pop();
        }
    }
}

fn of_listed(listed: &Listed) -> String {
    let all =
        |items: &[Pickable]| items.iter().map(|p| p.typed.clone()).collect::<Vec<_>>().join(", ");
    let what = match &listed.fill {
        Fill::One(items) => all(items),
        Fill::Range { shown, .. } => format!("{} to {}", shown.0, shown.1),
        Fill::Some { members, least, most, .. } => format!("{least} to {most} of {}", all(members)),
        Fill::Order(items) => format!("an order of {}", all(items)),
    };
    format!("{}: {what}", listed.name)
}
