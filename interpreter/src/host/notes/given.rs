//! `given`: laying the table. Consecutive lines are laid together.

use super::{Broken, Run};
use crate::ask::{Referee, Tile};
use houserules_lang::ir::{
    CardId, CounterPlace, Domain, Expr, ExprKind, Order, RowId, Spot, TestCard, TestLine, TestLineKind, Type,
    Value, ZoneId, ZoneShape,
};
use std::collections::BTreeSet;

/// A zone that is to be laid.
struct Laid {
    at: (ZoneId, u16),
    cards: Vec<CardId>,
    /// Of a grid: where they lie.
    spots: Vec<Spot>,
}

impl<'a, E: Referee> Run<'a, E> {
    /// Lays a block of lines: turns first, then zones, what is left over, counters, knowledge; then the pending
    /// question is asked anew.
    ///
    /// # Errors
    /// What cannot be laid.
    pub fn given(&mut self, lines: &'a [TestLine]) -> Result<(), Broken> {
        for line in lines {
            if let TestLineKind::GivenTurn(seat, phase) = &line.kind {
                self.engine.begin_turn(*seat, phase.as_deref())?;
            }
        }
        self.lay_zones(lines)?;
        for line in lines {
            if let TestLineKind::GivenCounter(place, value) = &line.kind {
                self.set_counter(place, value)?;
            }
        }
        for line in lines {
            if let TestLineKind::GivenKnows(seat, cards) = &line.kind {
                self.knows(*seat, cards)?;
            }
        }
        self.engine.ask_again();
        self.give_chance()
    }

    fn lay_zones(&mut self, lines: &'a [TestLine]) -> Result<(), Broken> {
        let mut wanted: Vec<((ZoneId, u16), Vec<TestCard>)> = Vec::new();
        let mut rests: Vec<(ZoneId, u16)> = Vec::new();
        for line in lines {
            match &line.kind {
                TestLineKind::GivenZone(zone, key, cards) => {
                    let at = (*zone, self.key(key.as_ref())?);
                    if wanted.iter().any(|(other, _)| *other == at) {
                        let name = self.naming().zone(at.0, at.1);
                        return Err(format!("{name} is given twice").into());
                    }
                    wanted.push((at, cards.clone()));
                }
                TestLineKind::GivenRest(zone, key) => rests.push((*zone, self.key(key.as_ref())?)),
                _ => {}
            }
        }
        let named: BTreeSet<(ZoneId, u16)> = wanted.iter().map(|(at, _)| *at).collect();
        let mut taken = BTreeSet::new();
        let mut laid = Vec::new();
        for (at, cards) in &wanted {
            laid.push(self.fetch(*at, cards, &named, &mut taken)?);
        }
        for at in rests {
            laid.push(self.rest(at, &named, &mut taken));
        }
        for zone in laid {
            let grid = self.book.zones.get(zone.at.0.index()).is_some_and(|z| z.shape == ZoneShape::Grid);
            if grid {
                let spots = zone.cards.iter().zip(&zone.spots);
                let tile = |(card, s): (&CardId, &Spot)| Tile {
                    card: *card,
                    x: i64::from(s.x),
                    y: i64::from(s.y),
                    turn: s.turn,
                };
                let tiles: Vec<Tile> = spots.map(tile).collect();
                let laid = self.engine.lay_tiles(zone.at.0, zone.at.1, &tiles);
                laid.map_err(|fault| Broken::Failed(self.fault_text(&fault)))?;
                continue;
            }
            self.engine.lay(zone.at.0, zone.at.1, &zone.cards);
        }
        self.named.extend(named);
        Ok(())
    }

    /// Copies for a zone: its own first, then those that lie where no line of the block says anything, then those
    /// that such a line pushes out.
    fn fetch(
        &mut self,
        at: (ZoneId, u16),
        cards: &[TestCard],
        named: &BTreeSet<(ZoneId, u16)>,
        taken: &mut BTreeSet<CardId>,
    ) -> Result<Laid, Broken> {
        let table = self.snapshot().table;
        let distance = |card: CardId| match table.lies(card) {
            Some(l) if (l.zone, l.key) == at => 0,
            Some(l) if named.contains(&(l.zone, l.key)) => 3,
            Some(_) => 1,
            None => 2,
        };
        let (mut found, mut spots) = (Vec::new(), Vec::new());
        for card in cards {
            if let Some(at) = &card.at
                && let Value::Spot(spot) = self.eval(at)?
            {
                spots.push(spot);
            }
            for _ in 0..card.copies {
                let copies = self.copies(card.row).filter(|c| !taken.contains(c));
                let Some(copy) = copies.min_by_key(|c| (distance(*c), *c)) else {
                    return Err(self.too_few(card.row).into());
                };
                taken.insert(copy);
                found.push(copy);
            }
        }
        Ok(Laid { at, cards: found, spots })
    }

    fn too_few(&self, row: RowId) -> String {
        let name = self.book.rows.get(row.index()).map_or("?", |r| r.name.as_str());
        let all = self.copies(row).count();
        let there = match all {
            0 => "there is none in the game".into(),
            1 => "there is only 1".into(),
            n => format!("there are only {n}"),
        };
        format!("more copies of `[{name}]` are given than exist: {there}")
    }

    /// The cards of a row, in order.
    pub fn copies(&self, row: RowId) -> impl Iterator<Item = CardId> + '_ {
        let cards = self.book.cards.iter().enumerate();
        cards.filter(move |(_, card)| card.row == row).map(|(at, _)| CardId(at as u16))
    }

    /// All cards of a zone's kinds that no line names, in card order.
    fn rest(&self, at: (ZoneId, u16), named: &BTreeSet<(ZoneId, u16)>, taken: &mut BTreeSet<CardId>) -> Laid {
        let table = self.snapshot().table;
        let kinds = self.book.zones.get(at.0.index()).map(|z| z.of).unwrap_or_default();
        let fits = |row: RowId| self.book.rows.get(row.index()).is_some_and(|r| kinds.has(r.kind));
        let mut cards = Vec::new();
        for (id, card) in self.book.cards.iter().enumerate() {
            let id = CardId(id as u16);
            // What an earlier block of this test laid stays where it lies, unless this block pushes it out.
            let held = table.lies(id).map(|l| (l.zone, l.key));
            let kept = held.is_some_and(|l| l != at && self.named.contains(&l) && !named.contains(&l));
            if fits(card.row) && !kept && taken.insert(id) {
                cards.push(id);
            }
        }
        Laid { at, cards, spots: Vec::new() }
    }

    fn key(&mut self, key: Option<&Expr>) -> Result<u16, Broken> {
        let Some(key) = key else { return Ok(0) };
        match self.eval(key)? {
            Value::Seat(seat) => Ok(u16::from(seat)),
            Value::Member(_, at) => Ok(at),
            Value::Card(card) => Ok(card.0),
            _ => Err(format!("`{}` is nobody who owns this", self.source(key.span)).into()),
        }
    }

    fn set_counter(&mut self, place: &CounterPlace, value: &Expr) -> Result<(), Broken> {
        let key = self.key(place.key.as_deref())?;
        let value = self.eval(value)?;
        let set = self.engine.set(place.counter, key, &value);
        set.map_err(|fault| Broken::Failed(self.fault_text(&fault)))
    }

    fn knows(&mut self, seat: u8, cards: &Domain) -> Result<(), Broken> {
        let ty = Type::List(Box::new(cards.elem.clone()), Order::Unordered);
        let list = Expr { kind: ExprKind::List(Box::new(cards.clone())), ty, span: cards.span };
        let Value::List(cards) = self.eval(&list)? else { return Ok(()) };
        for card in cards {
            if let Value::Card(card) = card {
                self.engine.make_known(seat, card);
            }
        }
        Ok(())
    }
}
