//! `given`: laying the table. Neighbouring lines are laid together.

use super::{Broken, Run};
use crate::visibility::layout::Table;
use houserules_interpreter::ask::Tile;
use houserules_interpreter::referee::Referee;
use houserules_lang::ir::{
    CardId, CounterPlace, Domain, Expr, ExprKind, Order, Owner, RowId, Spot, TestCard, TestLine,
    TestLineKind, Type, Value, ZoneId, ZoneShape,
};
use std::collections::BTreeSet;

/// A zone of a key.
pub(super) type At = (ZoneId, u16);

/// A zone that is to be laid.
struct Laid {
    at: At,
    cards: Vec<Option<CardId>>,
    /// Of a grid: where they lie.
    spots: Vec<Spot>,
}

/// What a block of lines lays.
#[derive(Default)]
struct Block {
    /// Zones that its lines name.
    named: BTreeSet<At>,
    /// Copies that have a place.
    taken: BTreeSet<CardId>,
}

impl<'a, E: Referee> Run<'a, E> {
    /// Lays a block of lines. A turn begins where it is given: when the lines above it, and
    /// counters of what runs right behind it, are laid; what stands further behind is laid when it
    /// has begun. Then the pending question is asked anew.
    ///
    /// # Errors
    /// What cannot be laid.
    pub fn given(&mut self, lines: &'a [TestLine]) -> Result<(), Broken> {
        if let Some(fault) = self.fault() {
            return Err(self.fault_text(&fault).into());
        }
        self.goes_on();
        let is_turn = |line: &&TestLine| matches!(line.kind, TestLineKind::GivenTurn(..));
        if let Some(second) = lines.iter().filter(is_turn).nth(1) {
            let said = self.source(second.span);
            return Err(format!("a turn has already begun where `{said}` comes").into());
        }
        let turn = lines.iter().position(|line| is_turn(&line));
        let begins = match turn {
            Some(at) => at + 1 + lines[at + 1..].iter().take_while(|l| self.is_of_a_run(l)).count(),
            None => lines.len(),
        };
        if let Some(TestLineKind::GivenTurn(seat, phase)) = turn.map(|at| &lines[at].kind)
            && let Err(why) = self.engine.begin_turn(*seat, phase.as_deref())
        {
            return Err(self
                .fault()
                .map_or_else(|| self.no_turn(*seat, &why), |f| self.fault_text(&f))
                .into());
        }
        let now: Vec<&'a TestLine> = lines.iter().collect();
        let mut block = Block { named: self.zones_named(&now)?, taken: BTreeSet::new() };
        // A turn that is run on to begins on all that was laid since the game last went on.
        let mut first = if turn.is_some() { self.earlier(&block)? } else { Vec::new() };
        block.named.extend(self.zones_named(&first)?);
        first.extend(&now[..begins]);
        let named = block.named.clone();
        for part in [first.as_slice(), &now[begins..]] {
            if part.is_empty() && begins > 0 {
                continue;
            }
            self.lay_part(part, &mut block)?;
            self.engine.ask_again();
            self.write_diary();
            self.give_chance()?;
        }
        match turn {
            Some(_) => self.given.clear(),
            None => {
                self.given = self.earlier(&block)?;
                self.given.extend(now);
            }
        }
        self.fresh.extend(named.iter().copied());
        self.named.extend(named);
        Ok(())
    }

    /// Lines given before that lay no zone of this block.
    fn earlier(&mut self, block: &Block) -> Result<Vec<&'a TestLine>, Broken> {
        let mut kept = Vec::new();
        for line in std::mem::take(&mut self.given) {
            let again = if let TestLineKind::GivenZone(zone, key, _) = &line.kind {
                block.named.contains(&(*zone, self.key(key.as_ref())?))
            } else {
                false
            };
            if !again {
                kept.push(line);
            }
        }
        Ok(kept)
    }

    /// A counter of a stage or deed that runs.
    fn is_of_a_run(&self, line: &TestLine) -> bool {
        let TestLineKind::GivenCounter(place, _) = &line.kind else { return false };
        matches!(self.book[place.counter].owner, Owner::Run(_))
    }

    fn zones_named(&mut self, lines: &[&TestLine]) -> Result<BTreeSet<At>, Broken> {
        let mut named = BTreeSet::new();
        for line in lines {
            if let TestLineKind::GivenZone(zone, key, _) = &line.kind {
                let at = (*zone, self.key(key.as_ref())?);
                if !named.insert(at) {
                    let name = self.naming().zone(at.0, at.1);
                    return Err(format!("{name} is given twice").into());
                }
            }
        }
        Ok(named)
    }

    fn lay_part(&mut self, lines: &[&TestLine], block: &mut Block) -> Result<(), Broken> {
        self.lay_zones(lines, block)?;
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
        Ok(())
    }

    fn lay_zones(&mut self, lines: &[&TestLine], block: &mut Block) -> Result<(), Broken> {
        let mut laid: Vec<Laid> = Vec::new();
        for line in lines {
            if let TestLineKind::GivenZone(zone, key, cards) = &line.kind {
                let at = (*zone, self.key(key.as_ref())?);
                laid.push(self.fetch(at, cards, block)?);
            }
        }
        for line in lines {
            if let TestLineKind::GivenRest(zone, key) = &line.kind {
                let at = (*zone, self.key(key.as_ref())?);
                let rest = self.rest(at, block);
                match laid.iter_mut().find(|l| l.at == at) {
                    Some(first) => first.cards.extend(rest),
                    None => laid.push(Laid { at, cards: rest, spots: Vec::new() }),
                }
            }
        }
        if self.live {
            self.stays(&laid, block)?;
        }
        if lines.iter().any(|l| matches!(l.kind, TestLineKind::GivenElse)) {
            let kept: BTreeSet<At> = laid.iter().map(|l| l.at).collect();
            laid.splice(0..0, self.else_empty(&kept, block));
        }
        laid.iter().try_for_each(|zone| self.put(zone))?;
        self.none_in_itself(laid.iter().flat_map(|zone| zone.cards.iter().flatten()))
    }

    /// That none of these cards lies in a zone of its own, where no rule could have put it.
    pub(super) fn none_in_itself<'c>(
        &mut self,
        cards: impl IntoIterator<Item = &'c CardId>,
    ) -> Result<(), Broken> {
        let table = self.snapshot().table;
        match cards.into_iter().find(|card| table.is_in_itself(self.book, **card)) {
            Some(card) => Err(format!("`[{}]` would lie in itself", self.row_of(*card)).into()),
            None => Ok(()),
        }
    }

    /// Every zone that no line has given, laid empty.
    fn else_empty(&self, kept: &BTreeSet<At>, block: &Block) -> Vec<Laid> {
        let dump = self.engine.dump();
        let zones = dump.zones.iter().map(|(zone, key, _)| (*zone, *key));
        let all = zones.chain(dump.grids.iter().map(|(zone, key, _)| (*zone, *key)));
        let given =
            |at: &At| kept.contains(at) || block.named.contains(at) || self.named.contains(at);
        let runs = |at: &At| matches!(self.book[at.0].owner, Owner::Run(_));
        let empty = all.filter(|at| !given(at) && !runs(at));
        empty.map(|at| Laid { at, cards: Vec::new(), spots: Vec::new() }).collect()
    }

    /// At a game that runs no card is lost: what these lines push out has a place in them.
    fn stays(&self, laid: &[Laid], block: &Block) -> Result<(), Broken> {
        let dump = self.engine.dump();
        for zone in laid {
            let out =
                dump.zone(zone.at.0, zone.at.1).iter().flatten().find(|c| !block.taken.contains(c));
            if let Some(card) = out {
                let name = self.row_of(*card);
                let zone = self.naming().zone(zone.at.0, zone.at.1);
                return Err(format!(
                    "`[{name}]` in {zone} would leave the game; say where it goes: `…, the rest in \
                     ZONE`, or name that zone in the same line"
                )
                .into());
            }
        }
        Ok(())
    }

    fn put(&mut self, zone: &Laid) -> Result<(), Broken> {
        if self.book[zone.at.0].shape != ZoneShape::Grid {
            self.engine.lay(zone.at.0, zone.at.1, &zone.cards);
            return Ok(());
        }
        let spots = zone.cards.iter().flatten().zip(&zone.spots);
        let tile = |(card, s): (&CardId, &Spot)| Tile {
            card: *card,
            x: i64::from(s.x),
            y: i64::from(s.y),
            turn: s.turn,
        };
        let tiles: Vec<Tile> = spots.map(tile).collect();
        let laid = self.engine.lay_tiles(zone.at.0, zone.at.1, &tiles);
        laid.map_err(|fault| Broken::Failed(self.fault_text(&fault)))
    }

    /// Copies for a zone: its own first, then those that lie where no line says anything, then
    /// those that a line of the block pushes out; never one that was laid just before.
    fn fetch(
        &mut self,
        at: At,
        cards: &[Option<TestCard>],
        block: &mut Block,
    ) -> Result<Laid, Broken> {
        let table = self.snapshot().table;
        let (mut found, mut spots) = (Vec::new(), Vec::new());
        for card in cards {
            let Some(card) = card else {
                found.push(None);
                continue;
            };
            if let Some(at) = &card.at
                && let Value::Spot(spot) = self.eval(at)?
            {
                spots.push(spot);
            }
            for _ in 0..card.copies {
                let free = self.copies(card.row).filter(|c| !block.taken.contains(c));
                let nearest = free.min_by_key(|c| (self.distance(at, *c, &table, block), *c));
                let Some(copy) = nearest else { return Err(self.too_few(card.row).into()) };
                if self.distance(at, copy, &table, block) == LAID_BEFORE {
                    return Err(self.lies_there(copy, &table).into());
                }
                block.taken.insert(copy);
                found.push(Some(copy));
            }
        }
        Ok(Laid { at, cards: found, spots })
    }

    fn distance(&self, at: At, card: CardId, table: &Table, block: &Block) -> u8 {
        match table.lies(card).map(|l| (l.zone, l.key)) {
            Some(lies) if lies == at => 0,
            Some(lies) if block.named.contains(&lies) => 4,
            Some(lies) if self.fresh.contains(&lies) => LAID_BEFORE,
            Some(lies) if self.named.contains(&lies) => 3,
            Some(_) => 1,
            None => 2,
        }
    }

    /// The name of a card's row.
    fn row_of(&self, card: CardId) -> &'a str {
        &self.book[self.book[card].row].name
    }

    fn lies_there(&self, card: CardId, table: &Table) -> String {
        let name = self.row_of(card);
        let zone = table.lies(card).map_or_else(String::new, |l| self.naming().zone(l.zone, l.key));
        format!(
            "the only `[{name}]` left lies in {zone}, which was given before; give both zones in \
             lines next to each other"
        )
    }

    fn too_few(&self, row: RowId) -> String {
        let name = &self.book[row].name;
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

    /// All cards of a zone's kinds that no line names, in card order; at a game that runs, those
    /// that lines push out.
    fn rest(&mut self, at: At, block: &mut Block) -> Vec<Option<CardId>> {
        let table = self.snapshot().table;
        let kinds = self.book[at.0].of;
        let fits = |row: RowId| kinds.has(self.book[row].kind);
        let mut cards = Vec::new();
        if self.live && !block.named.contains(&at) {
            let there: Vec<CardId> =
                self.engine.dump().zone(at.0, at.1).iter().flatten().copied().collect();
            cards.extend(there.into_iter().filter(|c| block.taken.insert(*c)).map(Some));
        }
        for (id, card) in self.book.cards.iter().enumerate() {
            let id = CardId(id as u16);
            let held = table.lies(id).map(|l| (l.zone, l.key));
            let kept = match held {
                Some(lies) if self.live => !block.named.contains(&lies),
                None if self.live => true,
                // What an earlier block of this test laid stays where it lies, unless this block
                // pushes it out.
                Some(lies) => {
                    lies != at && self.named.contains(&lies) && !block.named.contains(&lies)
                }
                None => false,
            };
            if fits(card.row) && !kept && block.taken.insert(id) {
                cards.push(Some(id));
            }
        }
        cards
    }

    pub(super) fn key(&mut self, key: Option<&Expr>) -> Result<u16, Broken> {
        let Some(key) = key else { return Ok(0) };
        match self.eval(key)? {
            Value::Seat(seat) => Ok(u16::from(seat)),
            Value::Member(_, at) => Ok(at),
            Value::Card(card) => Ok(card.0),
            _ => Err(format!("`{}` is nobody who owns this", self.source(key.span)).into()),
        }
    }

    pub(super) fn set_counter(&mut self, place: &CounterPlace, value: &Expr) -> Result<(), Broken> {
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

/// How far a card is that an earlier line has laid.
const LAID_BEFORE: u8 = 5;
