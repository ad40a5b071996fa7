//! What others' choices tell of what they hide. A table dealt anew is the more likely the better
//! each choice was that others have made since chance last decided something, as its chooser saw
//! things on that table; one on which it could not have been made is hardly so. What is looked at
//! of the past is what the seat saw: a table of then is the true one of then with all that it does
//! not see laid as on the table dealt now, and counts for nothing where it looks otherwise to the
//! seat.

use super::sight::Sight;
use super::small::stands;
use crate::determinize::Dealer;
use crate::greedy::{renamed, ways};
use crate::prospect::Prospect;
use houserules_interpreter::ask::{Answer, Engine, Stop};
use houserules_interpreter::chance::BotDraw;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::position::Position;
use houserules_lang::ir::{CardId, Value};
use houserules_table::visibility::counter_sight;
use houserules_table::visibility::layout::Table;
use std::sync::Arc;

/// A choice that is sure.
const SURE: i64 = 1 << 20;
/// A choice that would hardly have been made.
const HARDLY: i64 = SURE / 64;
/// At most so many tables are weighed.
const WEIGHED: usize = 60;
/// At least so many, and one more for so many tries.
const FEW: usize = 8;
/// What others chose counts for nothing unless so many were weighed in the time there was.
const LEAST: usize = 4;
/// So many are kept of these, the likely ones more than once.
const KEPT: i64 = 64;
/// So many other ways to choose are looked at beside the one that was taken.
const OTHERS: usize = 10;
/// On so many tables, as they look to whoever chose.
const TABLES: usize = 4;
/// One that would have been better tells as much as so many that would have been as good.
const BETTER: i64 = 6;
/// Decisions until whoever chose is asked again, before the table is looked at all the same.
const PATIENCE: usize = 200;
/// So many choices of others are looked at, the last ones.
const CHOICES: usize = 8;

/// A table that may be, and for each card the one that takes its place there.
pub(super) type Believed = (Position, Vec<CardId>);

/// A choice that somebody else has made, of which the seat that thinks saw something.
struct Asked {
    /// The table as it lay.
    machine: Machine,
    who: u8,
    /// What the seat that thinks saw there.
    saw: u64,
    /// What it saw where somebody was asked next.
    next: u64,
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

/// What a seat sees of a table, whatever is asked.
fn seen(machine: &Machine, seat: u8) -> u64 {
    let book = Arc::clone(&machine.program().book);
    Sight::of(&book, machine, seat).things(0, machine)
}

impl Believer<'_> {
    /// Tables that are as likely as others' choices make them; none where these tell nothing.
    /// `go_on` is asked before each that is weighed.
    pub(super) fn tables(
        &self,
        machine: &Machine,
        dealer: &mut Dealer<'_>,
        (draws, go_on): (&mut impl BotDraw, &mut dyn FnMut() -> bool),
    ) -> Vec<Believed> {
        let past = self.past(machine);
        if past.is_empty() {
            return Vec::new();
        }
        let mut chosen: Vec<Option<Answer>> = vec![None; past.len()];
        let mut weighed: Vec<(i64, Position, Vec<CardId>)> = Vec::new();
        for _ in 0..(FEW + self.tries as usize / FEW).min(WEIGHED) {
            if !go_on() {
                break;
            }
            let names = dealer.deal(draws);
            let mut weight = SURE << 10;
            for (asked, chosen) in past.iter().zip(&mut chosen) {
                let table = Dealt { dealer, names: &names };
                let likely = self.likely((asked, chosen), &table, draws);
                weight = weight / 1024 * likely / (SURE / 1024);
            }
            weighed.push((weight.max(1), dealer.world.position().clone(), names));
        }
        let alike = weighed.iter().all(|w| w.0 == weighed[0].0);
        if weighed.len() < LEAST || alike {
            return Vec::new();
        }
        let all: i64 = weighed.iter().map(|w| w.0).sum();
        let (mut sum, mut kept) = (0, Vec::new());
        for (weight, position, names) in weighed {
            sum += weight;
            while (kept.len() as i64 * 2 + 1) * (all / KEPT / 2).max(1) < sum {
                kept.push((position.clone(), names.clone()));
            }
        }
        kept
    }

    /// What others have chosen, the last first.
    fn past(&self, machine: &Machine) -> Vec<Asked> {
        let mut next = seen(machine, self.seat);
        let mut past = Vec::new();
        for before in machine.choices().iter().rev() {
            let program = Arc::clone(machine.program());
            let there = Machine::resume(program, before.position.clone(), machine.seed(), false);
            let saw = seen(&there, self.seat);
            if before.seat != self.seat && saw != next {
                past.push(Asked { machine: there, who: before.seat, saw, next });
            }
            if past.len() == CHOICES {
                break;
            }
            next = saw;
        }
        past
    }

    /// How likely it is that somebody chose what led from one question to what is seen at the next,
    /// if the table of now is this.
    fn likely(
        &self,
        (asked, chosen): (&Asked, &mut Option<Answer>),
        table: &Dealt<'_, '_>,
        draws: &mut impl BotDraw,
    ) -> i64 {
        let (names, now) = (table.names, &table.dealer.world);
        let Some(mut there) = self.then(asked, (names, now)) else { return SURE };
        table.dealer.forgets(&mut there, draws);
        let chance = there.tally().chance;
        let leads = |way: &Answer| {
            let mut after = there.clone();
            after.answer(Some(asked.who), way).is_ok()
                && after.tally().chance == chance
                && seen(&after, self.seat) == asked.next
        };
        let mut all = ways(&mut there.clone(), asked.who, draws);
        let known = chosen.as_ref().filter(|way| leads(way)).cloned();
        let known = known.or_else(|| all.iter().find(|way| leads(way)).cloned());
        let Some(way) = known else {
            // What can be chosen on other tables cannot on this one.
            return if chosen.is_some() { HARDLY } else { SURE };
        };
        all.retain(|other| *other != way);
        let likely = self.as_good(&there, asked.who, (way.clone(), all), draws);
        *chosen = Some(way);
        likely
    }

    /// The table as it was, if it is this now.
    fn then(&self, asked: &Asked, (names, now): (&[CardId], &Machine)) -> Option<Machine> {
        let mut there = asked.machine.clone();
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
        (seen(&there, self.seat) == asked.saw).then_some(there)
    }

    /// How good a choice is among others, as its chooser sees them: the chance that somebody takes
    /// it who takes the best, or one of them.
    fn as_good(
        &self,
        there: &Machine,
        seat: u8,
        (way, mut others): (Answer, Vec<Answer>),
        draws: &mut impl BotDraw,
    ) -> i64 {
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
        let mut dealer = Dealer::new(there, seat);
        for _ in 0..TABLES {
            let names = dealer.deal(draws);
            let begin = dealer.world.position().clone();
            for (way, worth) in others.iter().zip(&mut worth) {
                dealer.world.set_position(&begin);
                let args: Vec<Value> = way.args.iter().map(|v| renamed(&names, v)).collect();
                let answer = Answer { offer: way.offer, args };
                if dealer.world.try_out(Some(seat), &answer).is_ok() {
                    *worth = worth.saturating_add(self.outlook(&mut dealer.world, seat, draws));
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

    /// How a seat stands once it is asked again, if all go on evenly.
    fn outlook(&self, table: &mut Machine, seat: u8, draws: &mut impl BotDraw) -> i64 {
        for _ in 0..PATIENCE {
            if table.stop() != Stop::Asking || table.lot().first() == Some(&seat) {
                break;
            }
            table.playout(&[], draws, 1);
        }
        stands(table, self.prospect, seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prospect::Taught;
    use houserules_interpreter::ask::Setup;
    use houserules_interpreter::chance::BotSource;
    use houserules_interpreter::program::Program;
    use houserules_lang::compile::compile;
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
        let tables = believer.tables(&machine, &mut dealer, (&mut draws, &mut || true));
        let right = tables.iter().filter(|(table, _)| {
            let mut world = machine.clone();
            world.set_position(table);
            ben(&world) == [2, 2]
        });
        // Six of sixteen, if nothing was told.
        let (right, all) = (right.count(), tables.len());
        assert!(right * 3 > all * 2, "{right} of {all} tables");
    }
}
