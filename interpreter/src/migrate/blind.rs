//! Whether new rules fit whatever may lie hidden: told by types and by what everybody sees. If it
//! hung on what is hidden, whether rules come in would tell of it.

use super::{Answers, Blocked, Migration, Obstacle, Work};
use crate::machine::Machine;
use crate::program::{Family, Inst, NONE, Program, UNSET};
use houserules_lang::difference::names::Names;
use houserules_lang::difference::spelling::Sort;
use houserules_lang::ir::{Counter, KindSet, Owner, Seen, Type, ZoneId, ZoneShape};
use std::sync::Arc;

/// Whether new rules fit in every world that looks to all seats like this one. `here`: they would
/// come in where the game stands, so that what is running must fit, too.
///
/// # Errors
/// The first thing that may not fit, named without what is there; or what stands in the way for
/// everybody to see.
pub fn fits_unseen(
    old: &Machine,
    program: &Arc<Program>,
    names: &Names,
    answers: &Answers,
    here: bool,
) -> Result<(), Obstacle> {
    let mut work = Work { blind: true, ..Work::new(old, program, names, answers) };
    for at in 0..old.program().schema.insts.len() {
        work.holds_all(at as u16)?;
    }
    for at in 0..program.schema.counters.len() {
        let family = program.schema.counters[at];
        if let Some(before) = work.before(family.id) {
            work.counts_all(&before, &family)?;
        }
    }
    if here { work.control(old.waits()) } else { Ok(()) }
}

/// Not everybody sees it, wherever it belongs.
fn hides(seen: Seen, owner: Owner) -> bool {
    seen != Seen::Everyone || matches!(owner, Owner::Card(_))
}

/// A value that everybody may see is there, and not everybody which it is: a card, or its place.
pub fn veiled(ty: &Type) -> bool {
    match ty.bare() {
        Type::Card(_) | Type::Square | Type::Spot => true,
        Type::List(of, _) => veiled(of),
        Type::Bool
        | Type::Number
        | Type::Unit(_)
        | Type::Text
        | Type::Enum(_)
        | Type::Player
        | Type::Zone(_)
        | Type::Optional(_)
        | Type::None => false,
    }
}

impl Work<'_> {
    /// Whether all that may lie in a zone may lie where it would come to.
    fn holds_all(&self, at: u16) -> Migration<()> {
        let inst = self.old.schema.insts[usize::from(at)];
        let zone = &self.old.book[inst.zone];
        // How many cards lie in a zone everybody sees, unless it is one of a card that lies hidden.
        let open = !inst.on_card || self.is_open(inst.key);
        let empty = open && self.from.zone_len(&inst, self.old.schema.words) == 0;
        if empty || open && zone.seen == Seen::Everyone {
            return Ok(());
        }
        let name = self.names.old.get(Sort::Zone, inst.zone.index());
        let Some(to) = self.goes_to(&inst) else {
            // Of other zones it is said, and asked where their cards go.
            let message = format!(
                "what lies in a `{name}`, which not everybody sees, may have no place any more"
            );
            let lost = Obstacle::new(Blocked::Table, message).at(zone.span).help(REPLAY);
            return if inst.on_card { Err(lost) } else { Ok(()) };
        };
        let now = &self.new.book[to.zone];
        let narrower = inst.on_card
            && (!to.on_card || to.shape != inst.shape || (to.cap < inst.cap && slots(&to)));
        if narrower || !self.all_lie(at, zone.of, now.of) || !self.same_shapes(&inst, &to) {
            let message = format!(
                "cards of a `{name}`, which not everybody sees, may be such as cannot lie there \
                 any more"
            );
            return Err(Obstacle::new(Blocked::Table, message).at(now.span).help(
                "let it hold what it held, or play the game again under the new rules: `reload \
                 replay`",
            ));
        }
        Ok(())
    }

    /// Where the cards of a zone come to lie.
    fn goes_to(&self, inst: &Inst) -> Option<Inst> {
        let zone = self.names.zone(inst.zone).or_else(|| {
            let name = self.names.old.get(Sort::Zone, inst.zone.index());
            let stated = self.names.new.find(Sort::Zone, self.answers.zones.get(&*name)?)?;
            Some(ZoneId(stated as u16))
        })?;
        let owner = self.old.book[inst.zone].owner;
        let key = match self.new.book[zone].owner {
            Owner::Table => 0,
            Owner::Player | Owner::Enum(_) | Owner::Card(_) | Owner::Run(_) => {
                self.key(owner, inst.key)?
            }
        };
        let to = self.new.schema.inst(zone, key)?;
        Some(self.new.schema.insts[usize::from(to)])
    }

    /// Whether every old card of these kinds that is left, and that may lie in a zone for all that
    /// everybody knows, is of those kinds now.
    fn all_lie(&self, zone: u16, of: KindSet, now: KindSet) -> bool {
        (0..).zip(&self.old.book.cards).all(|(at, card)| {
            let elsewhere =
                || self.from.get(self.old.schema.zone_of(at)) != zone && self.is_open(at);
            !of.has(self.old.book[card.row].kind)
                || self.card(i64::from(at)).is_none_or(|card| self.is_of(card, now))
                || elsewhere()
        })
    }

    /// Whether everybody sees which card this is, and so where it lies.
    fn is_open(&self, card: u16) -> bool {
        let all = u32::MAX.checked_shr(32 - u32::from(self.old.schema.seats)).unwrap_or(0);
        let mut at = card;
        for _ in 0..=self.old.schema.cards {
            if self.from.get(self.old.schema.knowers(at)) & all == all {
                return true;
            }
            let lies = usize::from(self.from.get(self.old.schema.zone_of(at)));
            let Some(inst) = self.old.schema.insts.get(lies) else { return false };
            if self.old.book[inst.zone].seen != Seen::Everyone {
                return false;
            }
            if !inst.on_card {
                return true;
            }
            at = inst.key;
        }
        false
    }

    /// Whether tiles take the room they took, if they lie on a grid.
    fn same_shapes(&self, inst: &Inst, to: &Inst) -> bool {
        if inst.shape != ZoneShape::Grid || to.shape != ZoneShape::Grid {
            return to.shape != ZoneShape::Grid;
        }
        let shape = |program: &Program, card: u16| -> Option<Vec<(i64, i64)>> {
            Some(program.tile(card)?.cells(0, 0, 0).collect())
        };
        (0..self.old.schema.cards).all(|card| {
            let now = self.names.card(card);
            now.is_none_or(|now| shape(self.old, card) == shape(self.new, now))
        })
    }

    /// Whether a counter may count whatever it may count now.
    fn counts_all(&self, old: &Family, new: &Family) -> Migration<()> {
        let (counter, now) = (&self.old.book[old.id], &self.new.book[new.id]);
        let hidden = hides(counter.seen, counter.owner);
        if hidden {
            self.stays_inside(counter, now)?;
        }
        let begins = hidden && now.start.is_some();
        let kept =
            self.total(&counter.ty, &now.ty) && (now.ty.may_be_none() || !counter.ty.may_be_none());
        let unsure = hidden || (veiled(&counter.ty) && self.holds_unknown(old));
        if kept || begins || !unsure {
            return Ok(());
        }
        let message = format!(
            "what a `{}` counts, which not everybody sees, it may not count any more",
            counter.name
        );
        let help = if hidden { "give it a start with `= …`" } else { REPLAY };
        Err(Obstacle::new(Blocked::Table, message).at(now.span).help(help))
    }

    /// Whether a counter that all may see holds something that not all know.
    fn holds_unknown(&self, family: &Family) -> bool {
        let ty = &self.old.book[family.id].ty;
        // Where a stage keeps those of an outer one is not looked for.
        let runs = matches!(family.owner, Owner::Run(_));
        runs || (0..u32::from(family.n)).any(|at| {
            let value = self.from.counter(family, at);
            let known = |card: u16| card < self.old.schema.cards && self.is_open(card);
            let open = matches!(ty.bare(), Type::Card(_)) && u16::try_from(value).is_ok_and(known);
            value != NONE && value != UNSET && !open
        })
    }

    fn stays_inside(&self, counter: &Counter, now: &Counter) -> Migration<()> {
        let inside = match (counter.range, now.range) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some((lo, hi)), Some((low, high))) => low <= lo && hi <= high,
        };
        if inside || now.capped {
            return Ok(());
        }
        let message =
            format!("a `{}`, which not everybody sees, may be outside its new range", counter.name);
        Err(Obstacle::new(Blocked::Table, message).at(now.span).help(
            "write `capped` after the range, or play the game again under the new rules: `reload \
             replay`",
        ))
    }
}

fn slots(inst: &Inst) -> bool {
    matches!(inst.shape, ZoneShape::Slot | ZoneShape::Slots)
}

/// What always helps.
const REPLAY: &str = "play the game again under the new rules: `reload replay`";
