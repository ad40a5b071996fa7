//! What others' choices tell of what they hide. A table dealt anew is the more likely the better
//! each choice was that others have made since chance last decided something, as its chooser saw
//! things on that table; one on which it could not have been made is hardly so. What is looked at
//! of the past is what the seat saw: a table of then is the true one of then with all that it does
//! not see laid as on the table dealt now, and counts for nothing where it looks otherwise to the
//! seat.

use super::past::{Made, made, seen};
use super::small::stands;
use crate::determinize::Dealer;
use crate::greedy::ways;
use crate::numbering::named;
use crate::prospect::Prospect;
use houserules_interpreter::ask::{Answer, Engine, Stop};
use houserules_interpreter::chance::BotDraw;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::position::Position;
use houserules_lang::ir::CardId;
use houserules_table::visibility::counter_sight;
use houserules_table::visibility::layout::Table;
use std::sync::Arc;

/// A choice that is sure.
const SURE: i64 = 1 << 20;
/// One that could not have been made.
const HARDLY: i64 = SURE / 64;
/// At most so many tables are weighed.
const WEIGHED: usize = 60;
/// At least so many, and one more for so many tries.
const FEW: usize = 8;
/// What others chose counts for nothing unless so many were weighed in the time there was.
const LEAST: usize = 4;
/// So many are kept of these, the likely ones more than once.
const KEPT: i64 = 64;
/// On so many tables, as they look to whoever chose.
const TABLES: usize = 4;
/// So many other ways to choose are looked at beside the one that was taken.
const OTHERS: usize = 10;
/// One that would have been better tells as much as so many that would have been as good.
const BETTER: i64 = 6;
/// Decisions until whoever chose is asked again, before the table is looked at all the same.
const PATIENCE: usize = 200;
/// So many choices of others are looked at, the last ones.
const CHOICES: usize = 8;

/// Tables that may be, each with the card that takes the place of each card there; none: all that
/// can be dealt may be.
#[derive(Debug, Default)]
pub(super) struct Tables(Vec<(Position, Vec<CardId>)>);

impl Tables {
    /// Takes in the table that was dealt last.
    pub(super) fn take(&mut self, dealer: &Dealer<'_>, names: Vec<CardId>) {
        self.0.push((dealer.world.position().clone(), names));
    }

    /// Whether all that can be dealt may be.
    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Lays one of them; for each card the one that takes its place.
    pub(super) fn deal(&self, dealer: &mut Dealer<'_>, draws: &mut impl BotDraw) -> Vec<CardId> {
        if self.0.is_empty() {
            return dealer.deal(draws);
        }
        let (table, names) = &self.0[draws.below(self.0.len() as u64) as usize];
        dealer.world.set_position(table);
        let (_, seat) = dealer.of();
        dealer.world.suppose_nothing_of_others(seat, draws.below(u64::MAX));
        names.clone()
    }
}

/// Who thinks of what others' choices tell.
pub(super) struct Believer<'b> {
    pub(super) seat: u8,
    pub(super) prospect: &'b Prospect,
    /// So many tries are made in all.
    pub(super) tries: u32,
}

/// A table as it was dealt, and for each card the one that takes its place.
struct Dealt<'t, 'm> {
    dealer: &'t Dealer<'m>,
    names: &'t [CardId],
}

impl Believer<'_> {
    /// Tables that are as likely as others' choices make them; none where these tell nothing.
    /// `go_on` is asked before each that is weighed.
    pub(super) fn tables(
        &self,
        dealer: &mut Dealer<'_>,
        draws: &mut impl BotDraw,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Tables {
        let mut past = made(dealer.of().0, self.seat);
        past.retain(|made| made.openly && made.who != self.seat && made.saw != made.next);
        past.truncate(CHOICES);
        if past.is_empty() {
            return Tables::default();
        }
        let mut weighed: Vec<(i64, Position, Vec<CardId>)> = Vec::new();
        for _ in 0..(FEW + self.tries as usize / FEW).min(WEIGHED) {
            if !go_on() {
                break;
            }
            let names = dealer.deal(draws);
            let mut weight = SURE << 10;
            for made in &past {
                let likely = self.likely(made, &Dealt { dealer, names: &names }, draws);
                weight = weight / 1024 * likely / (SURE / 1024);
            }
            weighed.push((weight.max(1), dealer.world.position().clone(), names));
        }
        let alike = weighed.iter().all(|w| w.0 == weighed[0].0);
        if weighed.len() < LEAST || alike {
            return Tables::default();
        }
        let all: i64 = weighed.iter().map(|w| w.0).sum();
        let (mut sum, mut kept) = (0, Vec::new());
        for (weight, position, names) in weighed {
            sum += weight;
            while (kept.len() as i64 * 2 + 1) * (all / KEPT / 2).max(1) < sum {
                kept.push((position.clone(), names.clone()));
            }
        }
        Tables(kept)
    }

    /// How likely it is that somebody chose so, if the table of now is this.
    fn likely(&self, made: &Made, table: &Dealt<'_, '_>, draws: &mut impl BotDraw) -> i64 {
        let Some(mut there) = self.then(made, table.names, &table.dealer.world) else {
            return SURE;
        };
        table.dealer.forgets(&mut there, draws);
        match made.on(&there, table.names, self.seat, draws) {
            Some(way) => self.as_good(&there, made.who, way, draws),
            None => HARDLY,
        }
    }

    /// How good a choice was among all that there were on a table of then, as its chooser saw them:
    /// the chance that somebody takes it who takes the best, or one of them.
    fn as_good(&self, there: &Machine, who: u8, way: Answer, draws: &mut impl BotDraw) -> i64 {
        let mut others = ways(&mut there.clone(), who, draws);
        others.retain(|other| *other != way);
        let among = others.len() as i64;
        while others.len() > OTHERS {
            others.swap_remove(draws.below(others.len() as u64) as usize);
        }
        let beside = others.len() as i64;
        if beside == 0 {
            return SURE;
        }
        others.push(way);
        let mut worth = vec![0i64; others.len()];
        let mut dealer = Dealer::new(there, who);
        for _ in 0..TABLES {
            let names = dealer.deal(draws);
            let begin = dealer.world.position().clone();
            for (way, worth) in others.iter().zip(&mut worth) {
                dealer.world.set_position(&begin);
                let answer = named(&names, way);
                if dealer.world.try_out(Some(who), &answer).is_ok() {
                    let outlook = outlook(&mut dealer.world, who, self.prospect, draws);
                    *worth = worth.saturating_add(outlook);
                } else {
                    *worth = i64::MIN / 2;
                }
            }
        }
        let own = worth.pop().unwrap_or(0);
        let better = worth.iter().filter(|w| **w > own).count() as i64;
        let equal = worth.iter().filter(|w| **w == own).count() as i64;
        SURE * beside / (beside + among * (BETTER * better + equal))
    }

    /// The table as it was, if it is this now.
    fn then(&self, made: &Made, names: &[CardId], now: &Machine) -> Option<Machine> {
        let mut there = made.machine.clone();
        if !there.lay_anew(&[], names, &[]) {
            return None;
        }
        let book = Arc::clone(&now.program().book);
        let dump = now.dump();
        let table = Table::without_lots(&book, &dump);
        for (id, key, value) in &dump.counters {
            let hidden = counter_sight(&book, &table, *id, *key).seats >> self.seat & 1 == 0;
            if let Some(value) = value.as_ref().filter(|_| hidden) {
                there.suppose(*id, *key, value);
            }
        }
        (seen(&there, self.seat) == made.saw).then_some(there)
    }
}

/// How a seat stands once it is asked again, if all go on evenly.
fn outlook(table: &mut Machine, seat: u8, prospect: &Prospect, draws: &mut impl BotDraw) -> i64 {
    for _ in 0..PATIENCE {
        if table.stop() != Stop::Asking || table.lot().first() == Some(&seat) {
            break;
        }
        table.playout(&[], draws, 1);
    }
    stands(table, prospect, seat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prospect::Taught;
    use houserules_interpreter::ask::Setup;
    use houserules_interpreter::chance::BotSource;
    use houserules_interpreter::program::Program;
    use houserules_lang::compile::compile;
    use houserules_lang::ir::Value;
    use houserules_lang::loader::NoFiles;
    use std::collections::BTreeSet;

    /// Two coins each, which their owner alone sees; Ben says how many of his show heads. Whoever
    /// says what is true has a point, and so has whoever rightly says that it is not.
    const COINS: &str = "game \"Coins\"\nplayers 2\nenum Face { heads, tails }\n\
        each Player has { coins: 0..4 = 4  points: Number }\n\
        each Player, Face has { shown: 0..4, seen by owner }\n\
        the table has { said: 0..4 }\n\
        setup { for each p in players { for each n in 1..p.coins {\n\
        choose s in Face by chance secretly\n p.shown(s) += 1\n} } }\n\
        play { turn me in players onwards { choose { claim or wait } } }\n\
        action wait { end turn }\n\
        action claim(n in 0..4) {\n  said = n\n  \
        openly if me.shown(heads) is n { me.points += 1 }\n\
        if me.points > 4 { end game won by players with most points }\n}\n";

    /// How many of Ben's coins show heads and tails.
    fn ben(machine: &Machine) -> Vec<i64> {
        let book = &machine.program().book;
        let all = machine.dump().counters;
        let of_ben = all.iter().filter(|(id, key, _)| {
            book[*id].name == "shown" && book.seat_of(book[*id].owner, *key) == Some(1)
        });
        let value = |value: &Option<Value>| match value {
            Some(Value::Number(n)) => *n,
            Some(_) | None => 0,
        };
        of_ben.map(|(.., of)| value(of)).collect()
    }

    /// A game in which as many of Ben's coins show heads as tails.
    fn coins() -> Machine {
        let compiled = compile("coins.rules", COINS, &mut NoFiles);
        let book = Arc::new(compiled.rulebook.expect("it compiles"));
        let setup = Setup { seats: 2, options: Vec::new() };
        let program = Arc::new(Program::new(book, &setup).expect("a program"));
        let mut all = (1..100).map(|seed| Machine::start(Arc::clone(&program), seed, false));
        all.find(|machine| ben(machine) == [2, 2]).expect("one of many")
    }

    #[test]
    fn hidden_amounts_add_up_to_what_can_be_told() {
        let machine = coins();
        let mut draws = BotSource::new(4);
        let mut dealer = Dealer::new(&machine, 0);
        assert!(dealer.hides_rows());
        let mut all = BTreeSet::new();
        for _ in 0..200 {
            dealer.deal(&mut draws);
            let coins = ben(&dealer.world);
            assert_eq!(coins.iter().sum::<i64>(), 4, "{coins:?}");
            all.insert(coins);
        }
        assert_eq!(all.len(), 5, "{all:?}");
    }

    #[test]
    fn what_somebody_said_tells_what_they_have() {
        let mut machine = coins();
        let mut draws = BotSource::new(4);
        let waits = Answer { offer: 1, args: Vec::new() };
        machine.keep_choices();
        machine.answer(Some(0), &waits).expect("Ana waits");
        let two = Answer { offer: 0, args: vec![Value::Number(2)] };
        machine.answer(Some(1), &two).expect("Ben says how many");
        assert_eq!(machine.lot(), [0]);
        let prospect = Prospect::of(&machine, &Taught::Nothing);
        let believer = Believer { seat: 0, prospect: &prospect, tries: 1000 };
        let mut dealer = Dealer::new(&machine, 0);
        let tables = believer.tables(&mut dealer, &mut draws, &mut || true);
        let right = tables.0.iter().filter(|(table, _)| {
            let mut world = machine.clone();
            world.set_position(table);
            ben(&world) == [2, 2]
        });
        // Six of sixteen, if nothing was told.
        let (right, all) = (right.count(), tables.0.len());
        assert!(right * 3 > all * 2, "{right} of {all} tables");
    }
}
