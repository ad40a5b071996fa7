//! Cards and counters: everything that lies on the table.

use super::blind::veiled;
use super::values::{Shift, counter_type, moved};
use super::{Added, Blocked, Migration, Obstacle, Work};
use crate::chance::{ChanceSource, Purpose};
use crate::position::{Laid, Spot};
use crate::program::board::SpotAt;
use crate::program::{Family, Inst, NONE, NOWHERE, UNSET, header};
use houserules_lang::difference::spelling::Sort;
use houserules_lang::ir::{
    CardId, CounterId, FARTHEST, Owner, Rulebook, Run, Seen, ZoneId, ZoneShape,
};
use houserules_lang::naming::Naming;

impl Work<'_> {
    fn old_naming(&self) -> Naming<'_> {
        Naming { book: &self.old.book, seats: self.seats }
    }

    fn new_naming(&self) -> Naming<'_> {
        Naming { book: &self.new.book, seats: self.seats }
    }

    /// Lays every card where it lay, and new ones with their decks.
    pub fn cards(&mut self) -> Migration<()> {
        let schema = &self.new.schema;
        for card in 0..schema.cards {
            self.to.set(schema.zone_of(card), NOWHERE);
        }
        for at in 0..self.old.schema.insts.len() {
            self.lay_zone(at as u16)?;
        }
        self.new_cards()?;
        self.knowledge();
        Ok(())
    }

    /// The cards of a zone: by place, holes of slots among them, up to the last place.
    fn places(&self, inst: &Inst) -> Vec<Option<u16>> {
        let mut cards = Vec::new();
        if inst.shape == ZoneShape::Slots {
            let places = i64::from(self.from.places(inst));
            cards.extend((1..=places).map(|n| self.from.card_at(inst, n)));
        } else {
            self.from.each_card(inst, self.old.schema.words, |c| cards.push(Some(c)));
        }
        cards
    }

    fn lay_zone(&mut self, at: u16) -> Migration<()> {
        let inst = self.old.schema.insts[usize::from(at)];
        let places = self.places(&inst);
        if places.is_empty() {
            return Ok(());
        }
        let gone = |c: &Option<u16>| c.is_some_and(|c| self.names.card(c).is_none());
        let removed = places.iter().filter(|c| gone(c)).count();
        let kept: Vec<Option<u16>> = places
            .iter()
            .filter(|c| !gone(c))
            .map(|c| c.and_then(|c| self.names.card(c)))
            .collect();
        if removed > 0 {
            let zone = self.old_naming().zone(inst.zone, inst.key);
            let cards = if removed == 1 { "1 card".into() } else { format!("{removed} cards") };
            self.notes
                .push(format!("{cards} of {zone} that the new rules do not have left the game"));
        }
        if kept.iter().all(Option::is_none) {
            return Ok(());
        }
        let to = match self.inst(at) {
            Some(to) => to,
            None => self.stated(&inst, kept.len())?,
        };
        let spots: Vec<SpotAt> = if inst.shape == ZoneShape::Grid {
            let tiles = (0..self.from.places(&inst)).map(|n| self.from.laid(&inst, n));
            let kept = tiles.filter(|t| self.names.card(t.card).is_some());
            kept.map(|t| SpotAt { grid: 0, x: t.x, y: t.y, turn: t.turn, card: None }).collect()
        } else {
            Vec::new()
        };
        let kept = self.ordered(&inst, to, kept);
        self.put_all(&inst, to, &kept, &spots)
    }

    /// Cards of no order that come to lie in one do so in a random one, as in every move: nobody is
    /// to know them by their place.
    fn ordered(&mut self, old: &Inst, to: u16, mut cards: Vec<Option<u16>>) -> Vec<Option<u16>> {
        let new = self.new.schema.insts[usize::from(to)];
        if old.shape != ZoneShape::Set || new.shape == ZoneShape::Set {
            return cards;
        }
        // Counted in any case: how many cards there are may be a secret.
        let number = self.to.take_lot();
        let all = u32::MAX.checked_shr(32 - u32::from(self.old.schema.seats)).unwrap_or(0);
        let open = |inst: &Inst| !inst.on_card && inst.seers & all == all;
        if cards.len() < 2 || open(old) || open(&new) {
            return cards;
        }
        let before = |card: &Option<u16>| {
            let old = (0..self.old.schema.cards).find(|old| self.names.card(*old) == *card);
            let known = old.map(|old| self.from.get(self.old.schema.knowers(old)));
            let row = card.map(|c| self.new.book[CardId(c)].row.0);
            (known, row, *card)
        };
        cards.sort_by_cached_key(before);
        ChanceSource { seed: self.seed }.event(number, Purpose::Order).shuffle(&mut cards);
        self.mixed.extend(cards.iter().flatten());
        cards
    }

    /// Where the designer says that the cards of a zone go that is no more.
    fn stated(&mut self, inst: &Inst, cards: usize) -> Migration<u16> {
        let name = self.names.old.get(Sort::Zone, inst.zone.index());
        let shown = self.old_naming().zone(inst.zone, inst.key);
        let span = self.old.book[inst.zone].span;
        let lie = if cards == 1 { "1 card lies".into() } else { format!("{cards} cards lie") };
        let message = format!("{lie} in {shown}, which is gone");
        let missing = Obstacle::new(Blocked::Table, message).at(span);
        let Some(wanted) = self.answers.zones.get(&*name) else {
            return Err(missing.help(format!("say where they go: `{name} to ZONE`")));
        };
        let Some(zone) = self.names.new.find(Sort::Zone, wanted).map(|at| ZoneId(at as u16)) else {
            return Err(missing.help(format!("there is no zone `{wanted}` in the new rules")));
        };
        let owner = self.old.book[inst.zone].owner;
        let key = match (owner, self.new.book[zone].owner) {
            (_, Owner::Table) => Some(0),
            (Owner::Player, Owner::Player) => Some(inst.key),
            (old @ Owner::Enum(of), Owner::Enum(new)) if self.names.of_enum(of) == Some(new) => {
                self.key(old, inst.key)
            }
            (old @ Owner::Card(_), Owner::Card(_)) => self.key(old, inst.key),
            _ => None,
        };
        let to = key.and_then(|key| self.new.schema.inst(zone, key));
        to.ok_or_else(|| {
            missing.help(format!("`{wanted}` belongs to another; name a zone of the table"))
        })
    }

    fn put_all(
        &mut self,
        old: &Inst,
        to: u16,
        cards: &[Option<u16>],
        spots: &[SpotAt],
    ) -> Migration<()> {
        let inst = self.new.schema.insts[usize::from(to)];
        let same = inst.shape == ZoneShape::Slots && old.shape == ZoneShape::Slots;
        let before = self.to.places(&inst);
        let mut laid = 0_usize;
        for (at, card) in cards.iter().enumerate() {
            let Some(card) = card else { continue };
            let spot = match inst.shape {
                ZoneShape::Pile => Spot::Bottom,
                ZoneShape::Grid => spots.get(at).map_or(Spot::Usual, |s| Spot::Tile(*s)),
                ZoneShape::Slots if same && before == 0 => Spot::Place(at as i64 + 1),
                ZoneShape::Row | ZoneShape::Set | ZoneShape::Slot | ZoneShape::Slots => Spot::Usual,
            };
            let kinds = self.new.book[inst.zone].of;
            let full = inst.shape == ZoneShape::Slot && laid > 0;
            if full || !self.is_of(*card, kinds) || !self.put(*card, to, spot) {
                return Err(self.no_room(&inst, *card));
            }
            laid += 1;
        }
        // Holes behind the last card stay.
        if same && before == 0 && cards.len() <= usize::from(inst.cap) {
            for hole in self.to.places(&inst)..cards.len() as u32 {
                self.to.set(inst.slot(hole), NOWHERE);
            }
            self.to.set(inst.len(), cards.len() as u16);
        }
        Ok(())
    }

    fn no_room(&self, inst: &Inst, card: u16) -> Obstacle {
        let zone = self.new_naming().zone(inst.zone, inst.key);
        let book = &self.new.book;
        let kind = &book[book[book[CardId(card)].row].kind].name;
        let span = self.new.book[inst.zone].span;
        let what =
            if inst.shape == ZoneShape::Slot { "more than one card lies" } else { "a card lies" };
        let message = format!("{what} in {zone} that cannot lie there any more: a {kind}");
        Obstacle { span: Some(span), ..Obstacle::new(Blocked::Table, message) }
    }

    fn put(&mut self, card: u16, to: u16, spot: Spot) -> bool {
        let inst = self.new.schema.insts[usize::from(to)];
        if inst.shape == ZoneShape::Slot && self.to.places(&inst) > 0 {
            return false;
        }
        let done = match (inst.shape, spot) {
            (ZoneShape::Grid, Spot::Tile(at)) => self.put_tile(&inst, card, at),
            (ZoneShape::Grid, _) => false,
            _ => self.to.put_in(&inst, card, spot),
        };
        if done {
            self.to.set(self.new.schema.zone_of(card), to);
        }
        done
    }

    fn put_tile(&mut self, inst: &Inst, card: u16, at: SpotAt) -> bool {
        let Some(shape) = self.new.tile(card) else { return false };
        let inside = |(x, y): (i64, i64)| x.abs() <= FARTHEST && y.abs() <= FARTHEST;
        let tile = Laid { card, x: at.x, y: at.y, turn: at.turn };
        shape.cells(at.x, at.y, at.turn).all(inside) && self.to.lay_tile(inst, tile, shape)
    }

    /// Cards that the old rules do not have go to their decks.
    fn new_cards(&mut self) -> Migration<()> {
        let mut known = vec![false; self.new.book.cards.len()];
        for card in 0..self.old.book.cards.len() {
            if let Some(slot) =
                self.names.card(card as u16).and_then(|c| known.get_mut(usize::from(c)))
            {
                *slot = true;
            }
        }
        let fresh: Vec<u16> = (0..known.len()).filter(|c| !known[*c]).map(|c| c as u16).collect();
        // On top the first comes last, so that it lies on top.
        let order: Vec<u16> = if self.answers.added == Added::Top {
            fresh.iter().rev().copied().collect()
        } else {
            fresh
        };
        for card in order {
            let home = self.new.book[CardId(card)].home;
            let Some(to) = self.new.schema.inst(home, 0) else { continue };
            let spot = self.spot_of_new(to);
            if !self.put(card, to, spot) {
                return Err(self.no_room(&self.new.schema.insts[usize::from(to)], card));
            }
        }
        Ok(())
    }

    fn spot_of_new(&mut self, deck: u16) -> Spot {
        match self.answers.added {
            Added::Bottom => Spot::Bottom,
            Added::Top => Spot::Top,
            Added::Anywhere => {
                let inst = &self.new.schema.insts[usize::from(deck)];
                let cards = u64::from(self.to.places(inst));
                let number = self.to.get(header::CHANCE);
                self.to.set(header::CHANCE, number.wrapping_add(1));
                let mut draw = ChanceSource { seed: self.seed }.event(number, Purpose::Shuffle);
                Spot::Place(draw.below(cards + 1) as i64 + 1)
            }
        }
    }

    /// Who knows a card; who sees its zone now, knows it now.
    fn knowledge(&mut self) {
        for card in 0..self.old.schema.cards {
            let Some(new) = self.names.card(card) else { continue };
            let known = self.from.get(self.old.schema.knowers(card));
            self.to.set(self.new.schema.knowers(new), known);
        }
        let mut back = vec![None; usize::from(self.new.schema.cards)];
        for card in 0..self.old.schema.cards {
            if let Some(slot) = self.names.card(card).and_then(|n| back.get_mut(usize::from(n))) {
                *slot = Some(card);
            }
        }
        for card in 0..self.new.schema.cards {
            let at = self.to.get(self.new.schema.zone_of(card));
            let Some(inst) = self.new.schema.insts.get(usize::from(at)).copied() else { continue };
            let before = back.get(usize::from(card)).copied().flatten();
            let lay = before.map(|c| self.from.get(self.old.schema.zone_of(c)));
            let stayed = lay.is_some_and(|z| self.inst(z) == Some(at));
            let was = lay.and_then(|z| self.old.schema.insts.get(usize::from(z)));
            let place = self.new.schema.knowers(card);
            let known = self.to.get(place);
            let seers = self.seers(&inst);
            let changed = was.is_none_or(|w| w.seers != inst.seers || w.shape != inst.shape);
            if !stayed || changed {
                let lost = inst.shape == ZoneShape::Set || self.mixed.contains(&card);
                self.to.set(place, if lost { seers } else { known | seers });
            }
        }
    }

    fn seers(&self, inst: &Inst) -> u32 {
        if !inst.on_card {
            return inst.seers;
        }
        inst.seers & self.to.get(self.new.schema.knowers(inst.key))
    }

    // ---- counters ----

    /// The old counter that a new one goes on with.
    pub fn before(&self, id: CounterId) -> Option<Family> {
        let old = (0..self.old.book.counters.len())
            .find(|at| self.names.counter(CounterId(*at as u16)) == Some(id));
        old.map(|at| self.old.schema.counters[at])
    }

    /// Counters of the table, players, members and cards.
    pub fn counters(&mut self) -> Migration<()> {
        for at in 0..self.new.schema.counters.len() {
            let family = self.new.schema.counters[at];
            if matches!(family.owner, Owner::Run(_)) {
                continue;
            }
            let old = self.before(family.id);
            if old.is_none() && family.start == UNSET && family.n > 0 {
                let name = self.names.new.get(Sort::Counter, at);
                let span = self.new.book[family.id].span;
                let message = format!(
                    "`{name}` is new and has no start: only a set-up could give it a value"
                );
                return Err(Obstacle::new(Blocked::Table, message)
                    .at(span)
                    .help("give it a start with `= …`"));
            }
            let keys = self.old_keys(old.as_ref(), &family);
            for (key, from) in keys.into_iter().enumerate() {
                self.count(&family, key as u32, old.as_ref().zip(from))?;
            }
        }
        Ok(())
    }

    /// For each key of a new counter the key it had.
    fn old_keys(&self, old: Option<&Family>, new: &Family) -> Vec<Option<u32>> {
        let mut keys = vec![None; usize::from(new.n)];
        let Some(old) = old else { return keys };
        for at in 0..old.n {
            let key = self.key(old.owner, old.lo + at).and_then(|k| k.checked_sub(new.lo));
            if let Some(slot) = key.and_then(|k| keys.get_mut(usize::from(k))) {
                *slot = Some(u32::from(at));
            }
        }
        keys
    }

    /// One counter of one key, from an old one if there was one.
    fn count(&mut self, new: &Family, at: u32, old: Option<(&Family, u32)>) -> Migration<()> {
        let Some((old, from)) = old else {
            self.to.put_counter(new, at, new.start);
            return Ok(());
        };
        let value = self.counted(new, at, old, from)?;
        self.to.put_counter(new, at, value);
        let lasts = |family: &Family| family.lasts.map(|(lasts, _)| lasts);
        if let (Some(x), Some(y)) = (old.state(from), new.state(at))
            && lasts(old) == lasts(new)
        {
            self.to.set(y, self.from.get(x));
        }
        if let (Some(x), Some(y)) = (old.shown_to(from), new.shown_to(at)) {
            self.to.set(y, self.from.get(x));
        }
        Ok(())
    }

    fn counted(&mut self, new: &Family, at: u32, old: &Family, from: u32) -> Migration<i64> {
        let value = self.from.counter(old, from);
        let (a, b) = (counter_type(self.old, old.id), counter_type(self.new, new.id));
        let kept = self.scalar(value, &a, &b).filter(|v| *v != NONE || new.optional);
        let name = |this: &Self| this.new_naming().counter(new.id, new.lo + at as u16);
        // These messages are for everybody at the table.
        let hidden = |book: &Rulebook, id: CounterId| {
            book[id].seen != Seen::Everyone || matches!(book[id].owner, Owner::Card(_))
        };
        let hides = self.old.book.zones.iter().any(|zone| zone.seen != Seen::Everyone);
        let secret = hidden(&self.new.book, new.id)
            || hidden(&self.old.book, old.id)
            || (hides && veiled(&a));
        let Some(kept) = kept else {
            if new.start == UNSET {
                let message = format!("what {} counts now, it cannot count any more", name(self));
                let span = self.new.book[new.id].span;
                return Err(Obstacle::new(Blocked::Table, message)
                    .at(span)
                    .help("give it a start with `= …`"));
            }
            let note = format!("{} begins anew: it counts something else now", name(self));
            if !secret {
                self.notes.push(note);
            }
            return Ok(new.start);
        };
        let Some((lo, hi)) = new.range.filter(|_| kept != NONE && kept != UNSET) else {
            return Ok(kept);
        };
        if (lo..=hi).contains(&kept) {
            return Ok(kept);
        }
        let said = |n: i64| self.new_naming().number(&b, n);
        if new.capped {
            let end = kept.clamp(lo, hi);
            let note = format!("{} was {} and stops at {}", name(self), said(kept), said(end));
            if !secret {
                self.notes.push(note);
            }
            return Ok(end);
        }
        let message = if secret {
            let of = &self.new.book[new.id].name;
            format!("a `{of}`, which not everybody sees, is outside {} to {}", said(lo), said(hi))
        } else {
            format!("{} is {}, outside {} to {}", name(self), said(kept), said(lo), said(hi))
        };
        let span = self.new.book[new.id].span;
        Err(Obstacle::new(Blocked::Table, message).at(span))
    }

    /// The counters of a run that is going on, where they lie now and then, moved by so many bytes.
    pub fn run_counters(&mut self, run: Run, by: Shift) -> Migration<()> {
        for at in 0..self.new.schema.counters.len() {
            let family = self.new.schema.counters[at];
            if family.owner != Owner::Run(run) {
                continue;
            }
            let new = moved(&family, by.new);
            let old = self.before(family.id).map(|old| moved(&old, by.old));
            match &old {
                Some(old) => self.count(&new, 0, Some((old, 0)))?,
                None => self.to.put_counter(&new, 0, new.start),
            }
        }
        Ok(())
    }
}
