//! The same position with other cards in the places of cards: every place, mark and memory of one
//! becomes that of another. Nothing else changes; so a reader who knows none of these cards must
//! not notice.

use super::{Executor, Machine, State};
use crate::chance::ChanceSource;
use crate::lower::params_of;
use crate::position::{Position, Spot};
use crate::program::{
    Family, Field, FrameKind, Inst, Live, Loc, NONE, NOWHERE, StageFrame, StoredList, StoredMask,
    Through, UNSET, Who,
};
use houserules_lang::ir::walk::body_of;
use houserules_lang::ir::{
    BodyRef, CardId, CounterId, KindSet, Order, Owner, StageId, Type, Value, ZoneId, ZoneShape,
};

/// New names: of cards, and of zones that belong to cards.
struct Names {
    cards: Vec<u16>,
    zones: Vec<u16>,
}

impl Names {
    fn card(&self, card: u16) -> u16 {
        self.cards.get(usize::from(card)).copied().unwrap_or(card)
    }

    fn zone(&self, zone: u16) -> u16 {
        self.zones.get(usize::from(zone)).copied().unwrap_or(zone)
    }
}

impl<'a> State<'a> {
    fn zone_names(self, cards: &[u16]) -> Vec<u16> {
        let schema = &self.program.schema;
        let name = |(at, inst): (usize, &Inst)| {
            if !inst.on_card {
                return Some(at as u16);
            }
            let key = cards.get(usize::from(inst.key)).copied().unwrap_or(inst.key);
            schema.inst(inst.zone, key)
        };
        let mut names: Vec<Option<u16>> = schema.insts.iter().enumerate().map(name).collect();
        // Where a card without such a zone comes, it is empty: it goes with one that has come from
        // such a place.
        let mut taken = vec![false; names.len()];
        names.iter().flatten().for_each(|to| taken[usize::from(*to)] = true);
        for (at, inst) in schema.insts.iter().enumerate().filter(|(_, inst)| inst.on_card) {
            if names[at].is_none() {
                let free = |(to, other): &(usize, &Inst)| !taken[*to] && other.zone == inst.zone;
                let to = schema.insts.iter().enumerate().find(free).map_or(at, |(to, _)| to);
                taken[to] = true;
                names[at] = Some(to as u16);
            }
        }
        (0..).zip(names).map(|(at, name)| name.unwrap_or(at)).collect()
    }

    /// States of runs that are kept aside while an inner stage of the same word runs.
    fn kept_aside(self) -> Vec<(u32, u32, u32)> {
        (0..self.pos.depth()).filter_map(|level| self.aside_at(level)).collect()
    }

    /// The one that a frame keeps: where it lies otherwise, how long it is, where it lies now.
    pub(super) fn aside_at(self, level: u16) -> Option<(u32, u32, u32)> {
        let FrameKind::Stage(id) = self.frame_at(level).kind else { return None };
        let stage = &self.program[id];
        let (at, size) = self.program.schema.run(stage.word)?;
        Some((at, size, stage.saved?))
    }

    /// Where running bodies, stages and choices keep cards; each place once.
    pub(super) fn kept_cards(self) -> Vec<(Loc, Type)> {
        let mut active = vec![self.pos.pc()];
        let mut kept = Vec::new();
        for level in 0..self.pos.depth() {
            match self.frame_at(level).kind {
                FrameKind::Body(body) => {
                    active.push(self.return_of(level).saturating_sub(1));
                    self.parameters(body, &mut kept);
                }
                FrameKind::Stage(id) => self.elements(id, &mut kept),
                FrameKind::Site(site) => self.answers(site, &mut kept),
                FrameKind::Referee => {}
            }
        }
        let runs = |live: &&Live| {
            live.secret.is_none() && active.iter().any(|pc| (live.from..live.to).contains(pc))
        };
        kept.extend(self.program.live.iter().filter(runs).map(|live| (live.loc, live.ty.clone())));
        let at = |loc: &Loc| match loc {
            Loc::Mem(at) | Loc::MemMask(at, _) | Loc::MemList(at, ..) => *at,
            Loc::No | Loc::Reg(..) | Loc::Mask(..) | Loc::List(..) => u32::MAX,
        };
        kept.retain(|(loc, _)| at(loc) != u32::MAX);
        kept.sort_by_key(|(loc, _)| at(loc));
        kept.dedup_by_key(|(loc, _)| at(loc));
        kept
    }

    fn parameters(self, body: BodyRef, kept: &mut Vec<(Loc, Type)>) {
        let book = &self.program.book;
        let locs = self.program.locals.get(&body).into_iter().flat_map(|all| &all.0);
        let decls = body_of(book, body).into_iter().flat_map(|body| &body.locals);
        let typed =
            locs.zip(decls).take(params_of(book, body)).map(|(loc, decl)| (*loc, decl.ty.clone()));
        kept.extend(typed.filter(|(_, ty)| crate::lower::names_cards(ty)));
    }

    fn elements(self, stage: StageId, kept: &mut Vec<(Loc, Type)>) {
        let (code, ty) = (&self.program[stage], self.program.element_type(stage));
        if !crate::lower::names_cards(ty) || code.sets_me {
            return;
        }
        let stage = StageFrame(self.program.frames[usize::from(code.frame)].base);
        kept.push((Loc::Mem(stage.value().at), ty.clone()));
        if let Through::List { wide } = code.through {
            let list = Type::List(Box::new(ty.clone()), Order::Ordered);
            kept.push((Loc::MemList(code.list, 0, wide), list));
        }
    }

    /// What the menu gives, and what has been answered.
    fn answers(self, site: u16, kept: &mut Vec<(Loc, Type)>) {
        let code = &self.program.sites[usize::from(site)];
        let decls = |entry: usize| {
            let form = code.entries.get(entry).and_then(|e| e.form);
            form.map(|id| self.program.book[id].body.locals.as_slice())
        };
        let mut keep = |locs: &[Loc], types: &mut dyn Iterator<Item = Type>, by: u32| {
            let typed = locs.iter().map(|loc| loc.plus(by)).zip(types);
            kept.extend(typed.filter(|(_, ty)| crate::lower::names_cards(ty)));
        };
        for (at, entry) in code.entries.iter().enumerate() {
            let decls = decls(at).unwrap_or(&[]);
            keep(&entry.given, &mut decls.iter().map(|d| d.ty.clone()), 0);
        }
        if !matches!(code.who, Who::Each | Who::Race) {
            return;
        }
        // Of whoever's answer is supposed not to be known nothing is kept, though they have
        // answered.
        let arrived = self.pos.get(self.site_frame(site).arrived());
        for seat in (0..u32::from(arrived)).map(|n| self.pos.get(code.order.nth(n))) {
            let by = code.record * u32::from(seat);
            let entry = self.pos.get(code.answer(seat));
            if let Some(values) = code.values.as_ref().filter(|_| entry == super::choice::VALUES) {
                let mut types = values.steps.iter().map(|s| State::step_value_type(&s.elem, s.how));
                keep(code.kept.first().map_or(&[], Vec::as_slice), &mut types, by);
            } else if let Some(decls) = decls(usize::from(entry)) {
                let locs = code.kept.get(usize::from(entry)).map_or(&[][..], Vec::as_slice);
                keep(locs, &mut decls.iter().map(|d| d.ty.clone()), by);
            }
        }
    }

    /// A place on a grid, or a square, with the tile that is thought there.
    fn under_other_names(self, scalar: i64, ty: &Type, names: &Names) -> i64 {
        let mut value = self.to_value(scalar, ty);
        match &mut value {
            Value::Spot(spot) => spot.card = spot.card.map(|c| CardId(names.card(c.0))),
            Value::Square(square) => {
                if let Some(under) = &mut square.under {
                    under.0 = CardId(names.card(under.0.0));
                }
            }
            _ => {}
        }
        self.to_scalar(&value, ty).unwrap_or(scalar)
    }
}

impl Executor<'_> {
    /// What lies where.
    fn rename_zones(&mut self, old: &Position, names: &Names) {
        let program = self.program;
        let schema = &program.schema;
        for (at, inst) in schema.insts.iter().enumerate() {
            let to = names.zone(at as u16);
            let target = &schema.insts[usize::from(to)];
            if inst.shape == ZoneShape::Set {
                self.rename_mask(old, inst.mask(schema.words), target.mask(schema.words), names);
                continue;
            }
            if inst.shape == ZoneShape::Grid {
                self.pos.rename_tiles(inst, |card| names.card(card));
                self.mem.scratch.parts.forget();
                continue;
            }
            self.pos.set(target.len(), old.get(inst.len()));
            for place in 0..u32::from(inst.cap.min(target.cap)) {
                let card = old.get(inst.slot(place));
                let in_use = place < old.places(inst) && card != NOWHERE;
                let card = if in_use { names.card(card) } else { card };
                self.pos.set(target.slot(place), card);
            }
        }
        for card in 0..schema.cards {
            let to = names.card(card);
            self.pos.set(schema.zone_of(to), names.zone(old.get(schema.zone_of(card))));
            self.pos.set(schema.knowers(to), old.get(schema.knowers(card)));
        }
    }

    fn rename_mask(&mut self, old: &Position, from: StoredMask, to: StoredMask, names: &Names) {
        (0..u32::from(to.w)).for_each(|k| self.pos.set(to.first.nth(k), 0));
        for card in old.members(from) {
            self.pos.put_member(to, u32::from(names.card(card as u16)), true);
        }
    }

    /// Counters of cards. A card that comes from where one without such a counter lay has it as it
    /// starts.
    fn rename_marks(&mut self, old: &Position, names: &Names) {
        for id in 0..self.program.schema.counters.len() {
            let family = self.program.schema.counters[id];
            let Owner::Card(kinds) = family.owner else { continue };
            let key = |card: u16| {
                let key = card.checked_sub(family.lo).filter(|key| *key < family.n);
                key.filter(|_| self.state().of_kinds(card, kinds)).map(u32::from)
            };
            let cards = (0..self.program.schema.cards).map(|card| (card, names.card(card)));
            let moved: Vec<_> =
                cards.filter_map(|(from, to)| Some((key(from), key(to)?))).collect();
            for (from, to) in moved {
                let value = from.map_or(family.start, |from| old.counter(&family, from));
                self.pos.put_counter(&family, to, value);
                if let Some(shown) = family.shown_to(to) {
                    let seats = from.and_then(|from| family.shown_to(from));
                    self.pos.set(shown, seats.map_or(0, |from| old.get(from)));
                }
            }
        }
    }

    /// Counters that hold cards, those of runs that are going on or kept aside included.
    fn rename_values(&mut self, names: &Names) {
        let aside = self.state().kept_aside();
        for id in 0..self.program.schema.counters.len() {
            let family = self.program.schema.counters[id];
            let ty = self.state().counter_type(family.id);
            if !crate::lower::names_cards(&ty) {
                continue;
            }
            let within =
                aside.iter().filter(|(at, size, _)| (*at..at + size).contains(&family.base));
            let mut bases: Vec<u32> =
                within.map(|(at, _, saved)| family.base - at + saved).collect();
            if !matches!(family.owner, Owner::Run(run) if !self.state().runs(run)) {
                bases.push(family.base);
            }
            for base in bases {
                self.rename_counters(&Family { base, ..family }, &ty, names);
            }
        }
    }

    fn rename_counters(&mut self, family: &Family, ty: &Type, names: &Names) {
        for at in 0..u32::from(family.n) {
            let value = self.pos.counter(family, at);
            let renamed = match (ty.bare(), u16::try_from(value)) {
                // What is not of its type comes into no counter.
                (Type::Card(kinds), Ok(card))
                    if !self.state().of_kinds(names.card(card), *kinds) =>
                {
                    value
                }
                (Type::Card(_), Ok(card)) => i64::from(names.card(card)),
                (Type::Square | Type::Spot, _) if value != NONE && value != UNSET => {
                    self.state().under_other_names(value, ty, names)
                }
                _ => value,
            };
            self.pos.put_counter(family, at, renamed);
        }
    }

    /// Limits that are used up for cards, also those kept aside while an inner stage runs.
    fn rename_limits(&mut self, old: &Position, names: &Names) {
        let program = self.program;
        let aside = self.state().kept_aside();
        for limit in program.limits.iter().filter(|l| l.cards.contains(&true)) {
            let within =
                aside.iter().filter(|(at, size, _)| (*at..at + size).contains(&limit.base));
            let bases = within.map(|(at, _, saved)| limit.base - at + saved);
            for base in bases.chain([limit.base]) {
                self.rename_limit(old, base, limit, names);
            }
        }
    }

    fn rename_limit(
        &mut self,
        old: &Position,
        base: u32,
        limit: &crate::program::Limit,
        names: &Names,
    ) {
        let seats = u32::from(self.program.schema.seats);
        let bits = limit
            .keys
            .iter()
            .fold(seats, |bits, (_, _, n)| bits.saturating_mul(n + 1))
            .min(1 << 20);
        self.pos.zero(base, bits.div_ceil(8));
        for bit in (0..bits).filter(|bit| old.bit(base, *bit)) {
            let (mut index, mut place, mut renamed) = (bit / seats, 1, Some(0));
            for ((_, lo, n), card) in limit.keys.iter().zip(&limit.cards).rev() {
                let digit = index % (n + 1);
                index /= n + 1;
                let other = i64::from(names.card((i64::from(digit) + lo) as u16)) - lo;
                let other = match *card && digit < *n {
                    true => u32::try_from(other).ok().filter(|at| at < n),
                    false => Some(digit),
                };
                renamed = renamed.zip(other).map(|(sum, digit)| sum + place * digit);
                place *= n + 1;
            }
            // A card of another kind is not limited so.
            if let Some(renamed) = renamed {
                self.pos.put_bit(base, renamed * seats + bit % seats, true);
            }
        }
    }

    fn rename_kept(&mut self, old: &Position, loc: Loc, ty: &Type, names: &Names) {
        let elem = if let Type::List(elem, _) = ty.bare() { elem } else { ty };
        let zones = matches!(elem.bare(), Type::Zone(_));
        if matches!(elem.bare(), Type::Spot | Type::Square) {
            if let Loc::Mem(at) = loc {
                let at = Field::at(at);
                let value = self.state().under_other_names(old.get(at), elem, names);
                self.pos.set(at, value);
            }
            return;
        }
        let other = |value: i64| match u16::try_from(value) {
            Ok(zone) if zones => i64::from(names.zone(zone)),
            Ok(card) => i64::from(names.card(card)),
            Err(_) => value,
        };
        match loc {
            Loc::Mem(at) => self.pos.set(Field::at(at), other(old.get(Field::at(at)))),
            Loc::MemMask(at, words) => {
                let mask = StoredMask::at(at, words);
                self.rename_mask(old, mask, mask, names);
            }
            Loc::MemList(at, _, wide) => {
                let list = StoredList::at(at, wide);
                for (k, item) in (0..).zip(old.items(list)) {
                    self.pos.put_item(list, k, other(item));
                }
            }
            Loc::No | Loc::Reg(..) | Loc::Mask(..) | Loc::List(..) => {}
        }
    }
}

impl Machine {
    /// For each card what a seat knows of it by its counters, and by names that stand for it; what
    /// lies on it plays no part.
    #[must_use]
    pub fn fitting(&self, seat: u8) -> Vec<Fitting> {
        let any = Fitting { kinds: KindSet(u64::MAX), marks: Vec::new() };
        let mut all = vec![any; usize::from(self.program.schema.cards)];
        let mut mark = |card: i64, kinds: KindSet, mark: i64| {
            if let Some(fits) = usize::try_from(card).ok().and_then(|card| all.get_mut(card)) {
                fits.kinds = fits.kinds.and(kinds);
                fits.marks.push(mark);
            }
        };
        for family in &self.program.schema.counters {
            let Owner::Card(kinds) = family.owner else { continue };
            for key in 0..u32::from(family.n) {
                let shown = family.shown_to(key).map_or(0, |at| self.pos.get(at));
                if shown >> seat & 1 == 1 {
                    let value = self.pos.counter(family, key);
                    mark(i64::from(family.lo) + i64::from(key), kinds, value);
                }
            }
        }
        let secret = self.state().secret_names(seat);
        for (at, (loc, ty)) in (0..).zip(self.state().kept_cards()) {
            let elem = if let Type::List(elem, _) = ty.bare() { elem } else { &ty };
            let Type::Card(kinds) = elem.bare() else { continue };
            if !secret.iter().any(|name| name.locs.contains(&loc)) {
                self.state().cards_at(loc).into_iter().for_each(|card| mark(card, *kinds, at));
            }
        }
        all
    }

    /// For each card the kinds that have all the zones of which something lies in its own.
    #[must_use]
    pub fn loaded(&self) -> Vec<KindSet> {
        let mut fits = vec![KindSet(u64::MAX); usize::from(self.program.schema.cards)];
        for inst in self.program.schema.insts.iter().filter(|inst| inst.on_card) {
            let mut empty = true;
            self.pos.each_card(inst, self.program.schema.words, |_| empty = false);
            if let Owner::Card(kinds) = self.program.book[inst.zone].owner
                && !empty
                && let Some(fits) = fits.get_mut(usize::from(inst.key))
            {
                *fits = fits.and(kinds);
            }
        }
        fits
    }

    /// Calls every card by another's id: `to[c]` takes the place of `c`. Between kinds, what a card
    /// carries stays behind, and it has what it starts with. False, and nothing changes, if `to`
    /// does not name every card once, or something lies in a zone that the other's kind has not.
    pub fn rename(&mut self, to: &[CardId]) -> bool {
        let n = usize::from(self.program.schema.cards);
        let mut named = vec![false; n];
        for card in to {
            if let Some(named) = named.get_mut(card.index()) {
                *named = true;
            }
        }
        let loaded = self.loaded();
        let fits = |(from, to): (usize, &CardId)| self.state().of_kinds(to.0, loaded[from]);
        if to.len() != n || named.contains(&false) || !to.iter().enumerate().all(fits) {
            return false;
        }
        let cards: Vec<u16> = to.iter().map(|c| c.0).collect();
        let names = Names { zones: self.state().zone_names(&cards), cards };
        let old = self.pos.clone();
        self.executor().rename_zones(&old, &names);
        self.executor().rename_marks(&old, &names);
        self.executor().rename_values(&names);
        self.executor().rename_limits(&old, &names);
        for (loc, ty) in self.state().kept_cards() {
            self.executor().rename_kept(&old, loc, &ty, &names);
        }
        self.mem.dirty = u64::MAX;
        self.recorder.events.clear();
        true
    }

    /// Takes these cards from where they lie, calls every card by another's id, and lays cards that
    /// lie nowhere by then on others, in this order. False, and who knows what of it was done, if
    /// the ids do not fit ([`Self::rename`]), or one does not find room.
    pub fn lay_anew(&mut self, off: &[CardId], to: &[CardId], on: &[OnCard]) -> bool {
        off.iter().for_each(|card| self.executor().leave(card.0));
        let lay = |machine: &mut Self, OnCard { card, zone, holder }: &OnCard| {
            let there = machine.program.schema.inst(*zone, holder.0);
            there.is_some_and(|at| {
                let nowhere = machine.state().loc(card.0) == NOWHERE;
                nowhere && machine.executor().enter(card.0, at, Spot::Usual)
            })
        };
        self.rename(to) && on.iter().all(|laid| lay(self, laid))
    }
}

/// What a seat knows of a card that it does not see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fitting {
    /// The kinds of which a card may take its place.
    pub kinds: KindSet,
    /// What tells it from others.
    pub marks: Vec<i64>,
}

/// A card in a zone of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OnCard {
    /// The card that lies there.
    pub card: CardId,
    /// The zone of the other.
    pub zone: ZoneId,
    /// The other card.
    pub holder: CardId,
}

impl Machine {
    /// Who was shown a counter since it was last written: a bit a seat.
    #[must_use]
    pub fn counter_shown(&self, counter: CounterId, key: u16) -> u32 {
        self.state().shown_at(counter.0, i64::from(key)).map_or(0, |at| self.pos.get(at))
    }

    /// Puts a value into a counter of the table, a player, a member or a card, as if it had always
    /// been there; if it is not what the counter starts with, it has been written. False if it is
    /// not of its type or range.
    pub fn suppose(&mut self, counter: CounterId, key: u16, value: &Value) -> bool {
        let family = self.program.schema[counter];
        let at = key.checked_sub(family.lo).filter(|at| *at < family.n);
        let scalar = self.state().to_scalar(value, &self.state().counter_type(counter));
        let (Some(at), Some(scalar)) = (at, scalar) else { return false };
        let fits =
            scalar == NONE || family.range.is_none_or(|(lo, hi)| (lo..=hi).contains(&scalar));
        let free = scalar == NONE && !family.optional;
        if matches!(family.owner, Owner::Run(_)) || !fits || free {
            return false;
        }
        self.pos.put_counter(&family, u32::from(at), scalar);
        if let Some(state) = family.state(u32::from(at)) {
            self.pos.set(state, u8::from(scalar != family.start));
        }
        self.mem.dirty = u64::MAX;
        true
    }

    /// The same with what the counter starts with. False if there is no such counter.
    pub fn suppose_begun(&mut self, counter: CounterId, key: u16) -> bool {
        let family = self.program.schema[counter];
        let Some(at) = key.checked_sub(family.lo).filter(|at| *at < family.n) else { return false };
        self.pos.put_counter(&family, u32::from(at), family.start);
        if let Some(state) = family.state(u32::from(at)) {
            self.pos.set(state, 0);
        }
        self.mem.dirty = u64::MAX;
        true
    }

    /// What several commit in secret is taken back; of answers that wait to be carried out none is
    /// left but the seat's own; what comes by chance comes from another seed.
    pub fn suppose_nothing_of_others(&mut self, seat: u8, seed: u64) {
        self.mem.chance = ChanceSource { seed: seed.into() };
        if let Some(site) = self.site_here()
            && matches!(self.program.sites[usize::from(site)].who, Who::Each | Who::Race)
        {
            self.executor().anew(site);
        }
        self.executor().forget_waiting(seat);
    }
}
