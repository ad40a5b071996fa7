//! Atoms: what writes the table.

use super::Fallible;
use super::{Executor, Memory, State};
use crate::ask::{Event, EventKind, FaultKind};
use crate::chance::{self, Purpose};
use crate::position::Spot;
use crate::program::board::SpotAt;
use crate::program::{Effect, Family, Field, Land, NONE, NOWHERE, R, UNSET, Wrote, header};
use houserules_lang::ir::{ArithOp, CardId, CounterId, SetOp, TextId, ZoneShape};

impl<'a> State<'a> {
    /// Where it stands who was shown a counter.
    pub(super) fn shown_at(self, f: u16, key: i64) -> Option<Field<u32>> {
        let family = &self.program.schema.counters[usize::from(f)];
        let at = u32::try_from(key - i64::from(family.lo))
            .ok()
            .filter(|at| *at < u32::from(family.n))?;
        family.shown_to(at)
    }
}

/// How a counter changed.
#[derive(Clone, Copy)]
pub(super) struct Change {
    pub how: SetOp,
    pub before: i64,
    pub after: i64,
}

impl Memory {
    fn spot(&self, land: Land, n: R) -> Spot {
        match land {
            Land::Usual => Spot::Usual,
            Land::Top => Spot::Top,
            Land::Bottom => Spot::Bottom,
            Land::Place => Spot::Place(self.reg(n)),
            Land::Spot => SpotAt::of(self.reg(n)).map_or(Spot::Usual, Spot::Tile),
        }
    }
}

impl Executor<'_> {
    pub(super) fn effect(&mut self, effect: Effect, pc: &mut u32) -> Fallible<()> {
        match effect {
            Effect::Set { f, i, s } => {
                self.write_counter(f, SetOp::To, self.mem.reg(i), self.mem.reg(s))
            }
            Effect::Add { f, i, s, minus } => {
                let key = self.mem.reg(i);
                if key == NONE {
                    return Err(FaultKind::NoneUsed);
                }
                let (op, how) =
                    if minus { (ArithOp::Sub, SetOp::Minus) } else { (ArithOp::Add, SetOp::Plus) };
                let value = super::run::arith(op, self.state().counter(f, key)?, self.mem.reg(s))?;
                self.write_counter(f, how, key, value)
            }
            Effect::Move { c, z, land, n } => {
                self.move_card(self.mem.reg(c), false, self.mem.reg(z), self.mem.spot(land, n))
            }
            Effect::MoveByLot { c, z, land, n, fell } => self.move_card(
                self.mem.reg(c),
                self.mem.reg(fell) == 1,
                self.mem.reg(z),
                self.mem.spot(land, n),
            ),
            Effect::Draw { d, from, z, land, n, bottom } => {
                self.draw_one(d, self.end_of(from, bottom), z, self.mem.spot(land, n))
            }
            Effect::Swap { a, b } => self.swap(self.mem.reg(a), self.mem.reg(b)),
            Effect::Shuffle { z } => {
                self.shuffle(self.mem.reg(z));
                Ok(())
            }
            Effect::Lot { l } => {
                self.lot(l, None);
                Ok(())
            }
            Effect::LotTo { d, l, z } => {
                let fell = self.lot(l, Some(self.mem.reg(z)));
                self.mem.put(d, i64::from(fell));
                Ok(())
            }
            Effect::Show { l, m } => {
                let seats = self.mem.reg(m) as u32;
                for at in 0..self.mem.lists[usize::from(l)].len() {
                    let card = self.mem.lists[usize::from(l)][at] as u16;
                    let known = self.state().known(card) | seats;
                    self.set_known(card, known);
                    self.note(|| EventKind::Shown(CardId(card), seats));
                }
                Ok(())
            }
            Effect::Hide { l, m } => {
                let seats = self.mem.reg(m) as u32;
                for at in 0..self.mem.lists[usize::from(l)].len() {
                    let card = self.mem.lists[usize::from(l)][at] as u16;
                    let before = self.state().known(card);
                    let known = before & !seats | self.state().seers(self.state().loc(card));
                    self.set_known(card, known);
                    if before != known {
                        // Of others neither that it was known nor to whom is their affair.
                        let hidden = || EventKind::Hidden(CardId(card), before & !known);
                        self.note_to(before, hidden);
                    }
                }
                Ok(())
            }
            Effect::ShowCounter { f, i, m } => {
                self.show_counter(f, self.mem.reg(i).max(0) as u16, self.mem.reg(m) as u32);
                Ok(())
            }
            Effect::Say { text } => {
                if self.recorder.on {
                    let holes = self.evaluator().text_holes(TextId(text));
                    self.note(|| EventKind::Said(TextId(text), holes));
                }
                Ok(())
            }
            Effect::Aside { text } => {
                if self.recorder.on || self.program.schema.apart.is_some() {
                    self.aside(text);
                }
                Ok(())
            }
            Effect::Fresh { body } => {
                self.fresh(body);
                Ok(())
            }
            Effect::Remember { n } => self.remember(n),
            // What is only imagined ends nothing.
            Effect::AtOnce if self.mem.supposing > 0 => Ok(()),
            Effect::AtOnce => {
                let depth = self.pos.depth();
                let wrote = std::mem::take(&mut self.mem.wrote);
                if let Some(to) = self.test_ends(depth, Some(wrote))? {
                    *pc = to;
                }
                Ok(())
            }
        }
    }

    /// These seats are shown a counter.
    fn show_counter(&mut self, f: u16, key: u16, seats: u32) {
        if let Some(at) = self.state().shown_at(f, i64::from(key)) {
            let before = self.pos.get(at);
            self.pos.set(at, before | seats);
        }
        let state = self.state();
        let value = state.counter(f, i64::from(key)).unwrap_or(NONE);
        let value = state.to_value(value, &state.counter_type(CounterId(f)));
        self.note(|| EventKind::CounterShown(CounterId(f), key, seats, value));
    }

    /// Starts of the counters of a deed's or move's run.
    pub(super) fn fresh(&mut self, body: u16) {
        let n = self.program.fresh.get(&body).map_or(0, Vec::len);
        for at in 0..n {
            let id =
                self.program.fresh.get(&body).and_then(|list| list.get(at)).copied().unwrap_or(0);
            let family = self.program.schema.counters[usize::from(id)];
            self.pos.put_counter(&family, 0, family.start);
            self.mem.dirty |= family.bit;
        }
    }

    /// The card at an end of a zone that a register names.
    fn end_of(&self, z: R, bottom: bool) -> Option<u16> {
        let inst = self.state().inst(self.mem.reg(z))?;
        if bottom && inst.shape != ZoneShape::Set {
            let places = i64::from(self.pos.places(&inst));
            (1..=places).rev().find_map(|n| self.pos.card_at(&inst, n))
        } else {
            self.pos.first_card(&inst, self.program.schema.words)
        }
    }

    fn draw_one(&mut self, d: R, card: Option<u16>, z: R, spot: Spot) -> Fallible<()> {
        self.mem.put(d, i64::from(card.is_some()));
        match card {
            Some(card) => self.move_card(i64::from(card), false, self.mem.reg(z), spot),
            None => Ok(()),
        }
    }

    fn swap(&mut self, a: i64, b: i64) -> Fallible<()> {
        let (Ok(a), Ok(b)) = (u16::try_from(a), u16::try_from(b)) else {
            return Err(FaultKind::NoneUsed);
        };
        let (at_a, at_b) = (self.state().loc(a), self.state().loc(b));
        let (Some(za), Some(zb)) =
            (self.state().inst(i64::from(at_a)), self.state().inst(i64::from(at_b)))
        else {
            return Err(FaultKind::NoneUsed);
        };
        self.mem.wrote = Wrote::Zones(za.zone.0, zb.zone.0);
        if a == b {
            return Ok(());
        }
        self.state().may_lie(a, &zb, at_b)?;
        self.state().may_lie(b, &za, at_a)?;
        let sets = [&za, &zb].iter().filter(|z| z.shape == ZoneShape::Set).count();
        match sets {
            // Through a mark that is no card, so that both keep their places even within one zone.
            0 => {
                self.pos.exchange(&za, a, NOWHERE - 1);
                self.pos.exchange(&zb, b, a);
                self.pos.exchange(&za, NOWHERE - 1, b);
            }
            // A set has no places.
            _ if at_a == at_b => {}
            _ => {
                self.pos.exchange(&za, a, b);
                self.pos.exchange(&zb, b, a);
            }
        }
        self.cover_anew(&za);
        self.cover_anew(&zb);
        let schema = &self.program.schema;
        self.pos.set(schema.zone_of(a), at_b);
        self.pos.set(schema.zone_of(b), at_a);
        self.learn(a, at_b);
        self.learn(b, at_a);
        self.mem.dirty |=
            crate::lower::zone_bit(za.zone.index()) | crate::lower::zone_bit(zb.zone.index());
        self.note(|| EventKind::Swapped { a: CardId(a), b: CardId(b) });
        Ok(())
    }

    /// The number of a new chance event. One that only some are told of has a number of its own, so
    /// that those that all see do not hang on whether it was.
    pub(super) fn chance_event(&mut self) -> chance::Event {
        let Some(event) = self.event_apart() else { return self.open_event().into() };
        self.mem.tally.chance += 1;
        event
    }

    /// The number of a new chance event that all see.
    pub(super) fn open_event(&mut self) -> u32 {
        let number = self.pos.get(header::CHANCE);
        self.pos.set(header::CHANCE, number.wrapping_add(1));
        self.mem.tally.chance += 1;
        number
    }

    fn shuffle(&mut self, z: i64) {
        let Some(inst) = self.state().inst(z) else { return };
        let number = self.chance_event();
        let mut cards = std::mem::take(&mut self.mem.scratch.cards);
        cards.clear();
        self.pos.each_card(&inst, self.program.schema.words, |c| cards.push(c));
        match self.mixed_anew(z) {
            Some(number) => self.mem.chance.event(number, Purpose::Order).shuffle(&mut cards),
            None => self.mem.chance.event(number, Purpose::Shuffle).shuffle(&mut cards),
        }
        if !self.tools.stacks.is_empty() {
            self.stack_up(inst.zone, inst.key, &mut cards);
        }
        self.pos.relay(&inst, &cards);
        self.cover_anew(&inst);
        let seers = self.state().seers(z as u16);
        if self.program.card_limits.is_empty() {
            self.pos.set_known(&self.program.schema, &cards, seers);
        } else {
            cards.iter().for_each(|c| self.lose_sight(*c, seers));
        }
        self.mem.scratch.cards = cards;
        self.mem.dirty |= crate::lower::zone_bit(inst.zone.index());
        self.mem.wrote = Wrote::Zones(inst.zone.0, inst.zone.0);
        self.note(|| EventKind::Shuffled(inst.zone, inst.key));
    }

    /// The number of a lot for what is shuffled in a zone that not everybody sees, if choices were
    /// taken back: if it came out the same again, it would tell that the same cards lay there.
    fn mixed_anew(&mut self, z: i64) -> Option<chance::Event> {
        if !self.pos.mixes_anew() {
            return None;
        }
        let number = self.lot_number();
        (!self.state().lies_open(z as u16)).then_some(number)
    }

    // ---- events ----

    /// Records what happened, if asked to.
    pub(super) fn note(&mut self, kind: impl FnOnce() -> EventKind) {
        self.note_to(u32::MAX, kind);
    }

    /// The same, of what none but these seats may know of.
    fn note_to(&mut self, seats: u32, kind: impl FnOnce() -> EventKind) {
        self.mem.steps += crate::program::budget::EVENT;
        if self.recorder.on {
            let span = self.state().span_at(self.mem.at);
            let kind = kind();
            let readers = self.recorder.readers();
            let all = u32::MAX >> (32 - u32::from(self.program.schema.seats).clamp(1, 32));
            let only = match readers {
                _ if kind.is_seen() => None,
                None if seats & all == all => None,
                readers => Some(readers.unwrap_or(all) & seats),
            };
            let by_card = matches!(kind, EventKind::Moved { .. } | EventKind::Shown(..));
            let within = if by_card { self.state().chain_at(self.mem.at) } else { Vec::new() };
            self.recorder.events.push(Event { kind, span, only, within });
        }
    }

    /// Lines are for the readers of a text alone, among those who hear at all; none: as before.
    fn aside(&mut self, text: Option<u16>) {
        let Some(text) = text else {
            if self.recorder.on {
                self.recorder.aside_ends();
            }
            return;
        };
        let seats = self.evaluator().seats_in(TextId(text));
        self.tells_apart(seats);
        if self.recorder.on {
            self.recorder.aside(self.pos.depth(), seats);
        }
    }

    /// A rule could not be carried out: which one is told only to those who may know what it read.
    pub(super) fn stopped(&mut self) {
        let at = self.state().chain_at(self.mem.at).pop();
        let text = at
            .and_then(|running| self.program.book.stops.get(&(running.body, running.at)).copied());
        if let Some(text) = text {
            self.aside(Some(text.0));
        }
    }

    pub(super) fn note_set(&mut self, family: &Family, key: i64, change: Change) {
        let Change { how, before, after } = change;
        let ty = self.state().counter_type(family.id);
        let before = self.state().to_value(if before == UNSET { NONE } else { before }, &ty);
        let after = self.state().to_value(after, &ty);
        let id = family.id;
        self.note(|| EventKind::Set(id, key.max(0) as u16, before, after, how));
    }
}
