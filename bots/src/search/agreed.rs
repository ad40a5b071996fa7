//! Tables that agree with all that was chosen since chance last decided something, where others
//! hide cards: each choice could have been made there, and would have come to what the seat saw. A
//! deal agrees with next to nothing of a long game; so it is changed by one exchange of two cards
//! at a time, and what agrees with more is kept (Metropolis). Among deals that agree one is the
//! likelier the fewer ways to choose others had there: whoever could follow a suit with every card,
//! and drew one, has surprised.
//!
//! Only so much of the past is looked at as the seat knows which hidden card went where.

use super::belief::Tables;
use super::past::{Made, made, seen};
use super::sight::Sight;
use crate::determinize::Dealer;
use crate::greedy::ways;
use houserules_interpreter::ask::Engine;
use houserules_interpreter::chance::BotDraw;
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::{CardId, Value, ZoneId};
use houserules_table::visibility::layout::is_ordered;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// So many exchanges for each card come before the first table is kept.
const FIRST: usize = 15;
/// So many lie between tables that are kept.
const BETWEEN: usize = 5;
/// At least so many tables are kept.
const FEW: usize = 8;
/// One more is for so many tries.
const TRIES: usize = 2;
/// No more are.
const MOST: usize = 400;
/// With more cards than this, no more exchanges come before the first table.
const MANY: usize = 64;
/// So often it is looked at most whether a deal agrees with a choice.
const LOOKS: usize = 60_000;
/// A deal that disagrees with one choice more is kept once in two to the power of this.
const SELDOM: u32 = 5;

/// Who deals so.
pub(super) struct Agreeing<'a, 'm> {
    pub(super) seat: u8,
    pub(super) dealer: &'a mut Dealer<'m>,
    /// So many tries are made in all.
    pub(super) tries: u32,
}

/// Where a card lies: the zone, and the place in one that has an order.
type Spot = (ZoneId, u16, usize);

/// Where all cards lie, and which of them the seat sees.
struct Lie {
    spots: Vec<Option<Spot>>,
    seen: Vec<bool>,
}

/// A choice, and where cards lay then and next.
struct Step {
    made: Made,
    then: Rc<Lie>,
    next: Rc<Lie>,
}

/// How a deal stands to a choice.
#[derive(Clone, Copy)]
struct Fit {
    /// It could not have been made, or would have come to something else.
    broken: bool,
    /// Among how many ways to choose somebody else took it; 1 where the seat itself did.
    among: usize,
}

/// A deal that is changed an exchange at a time.
struct Deal {
    /// A card for each place.
    cards: Vec<CardId>,
    /// How it stands to each choice.
    fits: Vec<Fit>,
    /// The places that may be exchanged.
    free: Vec<usize>,
    /// How often it was looked whether it agrees.
    looks: usize,
}

impl Lie {
    fn of(machine: &Machine, seat: u8) -> Self {
        let book = Arc::clone(&machine.program().book);
        let sight = Sight::of(&book, machine, seat);
        let cards = book.cards.len();
        let mut spots = vec![None; cards];
        for (zone, key, places) in &machine.dump().zones {
            let ordered = is_ordered(&book, *zone);
            for (at, card) in places.iter().enumerate() {
                if let Some(card) = card {
                    spots[card.index()] = Some((*zone, *key, if ordered { at } else { 0 }));
                }
            }
        }
        let seen = (0..cards as u16).map(|c| sight.knows(&Value::Card(CardId(c)))).collect();
        Self { spots, seen }
    }

    fn zone(&self, card: CardId) -> Option<(ZoneId, u16)> {
        self.spots[card.index()].map(|(zone, key, _)| (zone, key))
    }
}

impl Step {
    /// Whether the seat knows of each hidden card that went elsewhere which it was: from the top or
    /// the bottom of a pile, not one of several of a hand.
    fn is_followed(&self, machine: &Machine) -> bool {
        let book = &machine.program().book;
        let mut stayed: BTreeMap<(ZoneId, u16), Vec<usize>> = BTreeMap::new();
        let mut went = Vec::new();
        for card in (0..self.then.spots.len() as u16).map(CardId) {
            let hidden = !self.then.seen[card.index()]
                && !self.next.seen[card.index()]
                && !self.made.glimpsed.contains(&card);
            let Some((zone, key, at)) = self.then.spots[card.index()] else { continue };
            if self.next.zone(card) == Some((zone, key)) {
                stayed.entry((zone, key)).or_default().push(at);
            } else if hidden {
                went.push((zone, key));
            }
        }
        went.iter().all(|from| {
            let Some(stayed) = stayed.get_mut(from) else { return is_ordered(book, from.0) };
            stayed.sort_unstable();
            let is_run = stayed.windows(2).all(|two| two[1] == two[0] + 1);
            is_ordered(book, from.0) && is_run
        })
    }

    /// Whether two cards lay in different zones, then or next: only then it makes a difference
    /// which is which.
    fn tells(&self, a: CardId, b: CardId) -> bool {
        let differ = |lie: &Lie| lie.zone(a) != lie.zone(b);
        differ(&self.then) || differ(&self.next)
    }
}

/// Among how many ways others chose in all, multiplied, before an exchange and after it.
struct Odds {
    before: u64,
    after: u64,
}

impl Odds {
    /// One more choice, which was one of so many, and is one of so many now.
    fn take(&mut self, was: usize, is: usize) {
        self.before = self.before.saturating_mul(was as u64);
        self.after = self.after.saturating_mul(is as u64);
        while self.before.max(self.after) >> 32 > 0 {
            self.before = (self.before >> 1).max(1);
            self.after = (self.after >> 1).max(1);
        }
    }
}

impl Agreeing<'_, '_> {
    /// Tables that agree with the past; none, where all that can be dealt do. `go_on` is asked
    /// before each exchange.
    pub(super) fn tables(
        &mut self,
        machine: &Machine,
        draws: &mut impl BotDraw,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Tables {
        let (places, mut past) = (self.dealer.places().collect::<Vec<_>>(), self.steps(machine));
        let Some(mut deal) = self.begin(&places, &past, draws) else { return Tables::default() };
        let names = self.dealer.names(&deal.cards);
        past.retain(|step| self.looks_so(&step.made, &names, draws));
        if past.is_empty() || deal.free.len() < 2 {
            return Tables::default();
        }
        deal.fits = past.iter().map(|step| self.fit(&step.made, &names, draws)).collect();
        let (first, mut tables) = (FIRST * deal.free.len().min(MANY), Tables::default());
        let is_broken = deal.fits.iter().any(|fit| fit.broken);
        let mut tells = deal.free.len() < places.len() || is_broken;
        for n in 0..first + BETWEEN * (FEW + self.tries as usize / TRIES).min(MOST) {
            if deal.looks > LOOKS || !go_on() {
                break;
            }
            tells |= self.exchange(&mut deal, &places, &past, draws);
            if n >= first && n % BETWEEN == 0 {
                let names = self.dealer.deal_so(&deal.cards, draws);
                tables.take(self.dealer, names);
            }
        }
        if tells { tables } else { Tables::default() }
    }

    /// What was chosen, the last first, as far back as the seat could follow all cards.
    fn steps(&self, machine: &Machine) -> Vec<Step> {
        let mut next = Rc::new(Lie::of(machine, self.seat));
        let mut steps = Vec::new();
        for made in made(machine, self.seat) {
            let then = Rc::new(Lie::of(&made.machine, self.seat));
            let step = Step { made, then: Rc::clone(&then), next };
            if !step.is_followed(machine) || keeps_names(&step.made.machine, self.seat) {
                break;
            }
            steps.push(step);
            next = then;
        }
        steps
    }

    /// A deal in which cards that the seat saw on the way lie where they went. What it is follows
    /// from what the seat saw: cards of a zone stand by the way they went, not by their number.
    fn begin(&self, places: &[CardId], past: &[Step], draws: &mut impl BotDraw) -> Option<Deal> {
        let dealt = self.dealer.cards(draws)?;
        let now = |card: CardId| past.first().and_then(|step| step.next.zone(card));
        let way = |at: &usize| -> Vec<Option<Spot>> {
            past.iter().map(|step| step.then.spots[places[*at].index()]).collect()
        };
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by_cached_key(|at| (now(places[*at]), way(at)));
        let mut as_dealt: Vec<usize> = (0..places.len()).collect();
        as_dealt.sort_by_key(|at| now(places[*at]));
        let mut cards = dealt.clone();
        for (at, from) in order.iter().zip(&as_dealt) {
            cards[*at] = dealt[*from];
        }
        let was_seen = |step: &Step, card: CardId| {
            step.then.seen[card.index()] || step.made.glimpsed.contains(&card)
        };
        let is_pinned = |at: &usize| past.iter().any(|step| was_seen(step, places[*at]));
        let (pinned, free): (Vec<usize>, Vec<usize>) = order.into_iter().partition(is_pinned);
        for at in pinned {
            let there = cards.iter().position(|card| *card == places[at])?;
            cards.swap(at, there);
        }
        self.dealer.fits(&cards).then_some(Deal { cards, fits: Vec::new(), free, looks: 0 })
    }

    /// Two cards change places, if the deal disagrees with no more and is as likely then, or by a
    /// lot. Whether it makes a difference.
    fn exchange(
        &self,
        deal: &mut Deal,
        places: &[CardId],
        past: &[Step],
        draws: &mut impl BotDraw,
    ) -> bool {
        let mut pick = || deal.free[draws.below(deal.free.len() as u64) as usize];
        let (a, b) = (pick(), pick());
        deal.cards.swap(a, b);
        if a == b || !self.dealer.fits(&deal.cards) {
            deal.cards.swap(a, b);
            return false;
        }
        let names = self.dealer.names(&deal.cards);
        let mut fits = deal.fits.clone();
        let mut odds = Odds { before: 1, after: 1 };
        for (step, fit) in past.iter().zip(&mut fits) {
            if step.tells(places[a], places[b]) {
                let was = *fit;
                *fit = self.fit(&step.made, &names, draws);
                odds.take(was.among, fit.among);
                deal.looks += 1;
            }
        }
        let count = |fits: &[Fit]| fits.iter().filter(|fit| fit.broken).count() as u32;
        let (is, was) = (count(&fits), count(&deal.fits));
        let lots = 1u64.checked_shl(SELDOM * is.saturating_sub(was)).unwrap_or(u64::MAX);
        if draws.below(lots) == 0 && draws.below(odds.after) < odds.before {
            deal.fits = fits;
        } else {
            deal.cards.swap(a, b);
        }
        is > 0 || odds.before != odds.after
    }

    /// Whether a table of then looks to the seat as it did, if cards lie so.
    fn looks_so(&self, made: &Made, names: &[CardId], draws: &mut impl BotDraw) -> bool {
        let there = self.then(made, names, draws);
        there.is_some_and(|there| seen(&there, self.seat) == made.saw)
    }

    /// Whether it could have been chosen if cards lie so, and would have come to what was seen; and
    /// among how many ways.
    fn fit(&self, made: &Made, names: &[CardId], draws: &mut impl BotDraw) -> Fit {
        let there = self.then(made, names, draws).filter(|_| made.openly);
        let Some(mut there) = there else { return Fit { broken: false, among: 1 } };
        let broken = made.on(&there, names, self.seat, draws).is_none();
        let is_own = made.who == self.seat;
        let among = if is_own { 1 } else { ways(&mut there, made.who, draws).len() };
        Fit { broken, among: among.max(1) }
    }

    /// The table as it was, if cards lie so.
    fn then(&self, made: &Made, names: &[CardId], draws: &mut impl BotDraw) -> Option<Machine> {
        let mut there = made.machine.clone();
        let laid = there.lay_anew(&[], names, &[]);
        self.dealer.forgets(&mut there, draws);
        laid.then_some(there)
    }
}

/// Whether rules have a card under a name of which the seat does not know which it is.
fn keeps_names(machine: &Machine, seat: u8) -> bool {
    let mut any = false;
    machine.clone().suppose_names(seat, &mut |_| {
        any = true;
        Vec::new()
    });
    any
}

#[cfg(test)]
mod tests {
    use super::*;
    use houserules_interpreter::ask::{Answer, Options, Setup};
    use houserules_interpreter::chance::BotSource;
    use houserules_interpreter::program::Program;
    use houserules_lang::compile::compile;
    use houserules_lang::loader::NoFiles;
    use std::collections::BTreeSet;

    /// Whoever asks must hold such a card; it is handed over, or a card is drawn.
    const ASKING: &str = "game \"Asking\"\nplayers 2\nenum Suit { red, blue }\n\
        card Chip { suit: Suit, rank: 1..8 }\ndeck heap of Chip { each of (Suit, 1..8) }\n\
        each Player has { hand: set of Chip, seen by owner }\n\
        setup { shuffle heap\n for each p in players { move top 4 of heap to p.hand } }\n\
        play { ends when heap is empty { end game won by players with most held }\n\
        turn me in players onwards { choose { ask or bury or think } } }\n\
        the table has { pit: set of Chip, seen by nobody }\n\
        define held for p: Player = count(p.hand)\n\
        action bury(c in me.hand) { move c to pit }\n\
        action think {\n\
        choose n in those r in 1..8 where any c in me.hand has c.rank is r secretly\n}\n\
        action ask(wanted in 1..8) as \"asks for {wanted}\"\n\
        needs any c in me.hand has c.rank is wanted else \"you hold none\"\n{\n\
        for each p in opponents {\n\
        openly if any c in p.hand has c.rank is wanted {\n\
        move (those c in p.hand where c.rank is wanted) to me.hand\n\
        } else { move top 1 of heap to me.hand }\n}\n}\n";

    /// The ranks that a seat holds.
    fn ranks(machine: &Machine, seat: u16) -> Vec<i64> {
        let book = &machine.program().book;
        let dump = machine.dump();
        let hand = dump.zones.iter().find(|(id, key, _)| book[*id].name == "hand" && *key == seat);
        let cards = hand.into_iter().flat_map(|(.., cards)| cards.iter().flatten());
        let rank = |card: &CardId| book[book[*card].row].values[1].number().unwrap_or(0);
        cards.map(rank).collect()
    }

    fn ask(machine: &mut Machine, seat: u8, rank: i64) {
        let answer = Answer { offer: 0, args: vec![Value::Number(rank)] };
        machine.answer(Some(seat), &answer).expect("a card of that rank is held");
    }

    fn program(text: &str) -> Arc<Program> {
        let compiled = compile("small.rules", text, &mut NoFiles);
        assert!(compiled.rulebook.is_some(), "{:?}", compiled.diagnostics);
        let book = Arc::new(compiled.rulebook.expect("it compiles"));
        let setup = Setup { seats: 2, options: Vec::new() };
        Arc::new(Program::new(book, &setup).expect("a program"))
    }

    /// A game in which Ana holds a rank that Ben does not, and the other way round; these ranks.
    fn begun() -> (Machine, i64, i64) {
        let program = program(ASKING);
        let found = (1..50).find_map(|seed| {
            let machine = Machine::start(Arc::clone(&program), seed, false);
            let (ana, ben) = (ranks(&machine, 0), ranks(&machine, 1));
            let own = ana.iter().find(|rank| !ben.contains(rank))?;
            let others = ben.iter().find(|rank| !ana.contains(rank))?;
            Some((machine, *own, *others))
        });
        found.expect("one of many")
    }

    /// Whoever holds a low one may lay it.
    const WAITING: &str = "game \"Waiting\"\nplayers 2\nenum Suit { red, blue }\n\
        card Chip { suit: Suit, rank: 1..8 }\ndeck heap of Chip { each of (Suit, 1..8) }\n\
        each Player has { hand: set of Chip, seen by owner }\nthe table has { pit: set of Chip }\n\
        setup { shuffle heap\n for each p in players { move top 4 of heap to p.hand } }\n\
        play { ends when heap is empty { end game won by players with most held }\n\
        turn me in players onwards { choose { wait or lay } } }\n\
        define held for p: Player = count(p.hand)\n\
        action wait { }\naction lay(c in those r in me.hand where r.rank <= 4) { move c to pit }\n";

    #[test]
    fn whoever_did_not_do_what_few_could_is_likely_to_be_one_of_them() {
        let mut machine = Machine::start(program(WAITING), 3, false);
        machine.keep_choices();
        let mut draws = BotSource::new(4);
        let mut mean = |machine: &Machine| {
            let mut dealer = Dealer::new(machine, 0);
            let mut agreeing = Agreeing { seat: 0, dealer: &mut dealer, tries: 1000 };
            let tables = agreeing.tables(machine, &mut draws, &mut || true);
            let all = 400;
            let of = |_| {
                tables.deal(&mut dealer, &mut draws);
                ranks(&dealer.world, 1).into_iter().filter(|rank| *rank <= 4).count()
            };
            (0..all).map(of).sum::<usize>()
        };
        let evenly = mean(&machine);
        for seat in [0, 1, 0, 1, 0, 1] {
            let wait = Answer { offer: 0, args: Vec::new() };
            machine.answer(Some(seat), &wait).expect("whoever likes waits");
        }
        let told = mean(&machine);
        assert!(told * 3 < evenly * 2, "{told} beside {evenly}");
    }

    #[test]
    fn whoever_asks_holds_it_and_whoever_has_none_holds_none() {
        let (mut machine, own, others) = begun();
        machine.keep_choices();
        ask(&mut machine, 0, own);
        ask(&mut machine, 1, others);
        let (mut dealer, mut draws) = (Dealer::new(&machine, 0), BotSource::new(4));
        let mut agreeing = Agreeing { seat: 0, dealer: &mut dealer, tries: 1000 };
        let tables = agreeing.tables(&machine, &mut draws, &mut || true);
        let (mut held, mut not, all) = (0, 0, 200);
        let mut met = BTreeSet::new();
        for _ in 0..all {
            tables.deal(&mut dealer, &mut draws);
            let ben = ranks(&dealer.world, 1);
            met.extend(ben.iter().copied());
            held += usize::from(ben.contains(&others));
            // The other one of that rank he has drawn, or it lies in the heap.
            not += usize::from(!ben.contains(&own));
        }
        // Without what was chosen, about five of eleven hold either.
        assert!(held * 10 > all * 9, "{held} of {all}");
        assert!(not * 10 > all * 7, "{not} of {all}");
        // Whatever may still be in his hand comes up.
        let lie = |rank: &i64| ranks(&machine, 0).iter().filter(|own| *own == rank).count() < 2;
        assert!((1..=8).filter(lie).all(|rank| met.contains(&rank)), "{met:?}");
    }

    /// Whether what was chosen tells Ana anything.
    fn tells(machine: &Machine) -> bool {
        let (mut dealer, mut draws) = (Dealer::new(machine, 0), BotSource::new(4));
        let mut agreeing = Agreeing { seat: 0, dealer: &mut dealer, tries: 100 };
        !agreeing.tables(machine, &mut draws, &mut || true).is_empty()
    }

    #[test]
    fn what_somebody_chose_secretly_tells_nothing() {
        let program = program(&ASKING.replace("ask or bury or think", "think"));
        let mut machine = Machine::start(program, 3, false);
        machine.keep_choices();
        for seat in [0, 1] {
            let thinks = Answer { offer: 0, args: Vec::new() };
            machine.answer(Some(seat), &thinks).expect("anybody may think");
            let rank = ranks(&machine, seat.into())[0];
            ask(&mut machine, seat, rank);
        }
        assert_eq!((machine.lot(), machine.choices().len()), (vec![0], 4));
        assert!(!tells(&machine));
    }

    /// Ben shows a card, and gives it to Cleo; then she does something with one of hers.
    #[test]
    fn a_card_that_was_shown_on_its_way_is_where_it_went() {
        let text = "game \"Giving\"\nplayers 3\ncard Chip { rank: 1..24 }\n\
            deck heap of Chip { each of (1..24) }\n\
            each Player has { hand: set of Chip, seen by owner }\n\
            the table has { pit: set of Chip, seen by nobody }\n\
            setup { shuffle heap\n for each p in players { move top 4 of heap to p.hand } }\n\
            play { ends when heap is empty { end game won by players with most held }\n\
            turn me in players onwards { choose { give_away or bury or pass } } }\n\
            define held for p: Player = count(p.hand)\n\
            action give_away(c in me.hand) { show c to players\n move c to me.left.hand }\n\
            action bury(c in me.hand) { move c to pit }\n";
        let compiled = compile("giving.rules", text, &mut NoFiles);
        assert!(compiled.rulebook.is_some(), "{:?}", compiled.diagnostics);
        let book = Arc::new(compiled.rulebook.expect("it compiles"));
        let setup = Setup { seats: 3, options: Vec::new() };
        let program = Arc::new(Program::new(book, &setup).expect("a program"));
        for (then, stays) in [(2, true), (1, false)] {
            let mut machine = Machine::start(Arc::clone(&program), 3, false);
            machine.keep_choices();
            let mut does = |seat: u8, offer: usize| {
                let card = machine.options(Some(seat), offer, &[]);
                let args = if let Some(Options::Members(cards)) = card {
                    vec![cards[0].clone()]
                } else {
                    Vec::new()
                };
                machine.answer(Some(seat), &Answer { offer, args: args.clone() }).expect("offered");
                args
            };
            does(0, 2);
            let given = does(1, 0);
            does(2, then);
            let (mut dealer, mut draws) = (Dealer::new(&machine, 0), BotSource::new(4));
            let mut agreeing = Agreeing { seat: 0, dealer: &mut dealer, tries: 100 };
            let tables = agreeing.tables(&machine, &mut draws, &mut || true);
            let mut moved = 0;
            for _ in 0..100 {
                let names = tables.deal(&mut dealer, &mut draws);
                let Value::Card(card) = given[0] else { unreachable!("{given:?}") };
                moved += usize::from(names[card.index()] != card);
            }
            assert_eq!(moved == 0, stays, "moved {moved} times of 100");
        }
    }

    #[test]
    fn in_go_fish_whoever_was_given_a_card_in_the_open_has_it() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/go_fish.rules");
        let text = std::fs::read_to_string(path).expect("an example");
        let book = compile("go_fish.rules", &text, &mut NoFiles).rulebook.expect("it compiles");
        let setup = Setup { seats: 3, options: Vec::new() };
        let program = Arc::new(Program::new(Arc::new(book), &setup).expect("a program"));
        let (mut given, mut draws) = (0, BotSource::new(9));
        for seed in 1..30 {
            let mut machine = Machine::start(Arc::clone(&program), seed, false);
            machine.keep_choices();
            let (ben, cleo) = (ranks(&machine, 1), ranks(&machine, 2));
            let Some(rank) = cleo.iter().find(|rank| ben.contains(rank)) else { continue };
            let asks = |machine: &mut Machine, seat: u8, of: u8, rank: i64| {
                let args = vec![Value::Seat(of), Value::Number(rank)];
                machine.answer(Some(seat), &Answer { offer: 0, args }).is_ok()
            };
            let lost =
                |machine: &Machine, seat: u16, rank: i64| !ranks(machine, seat).contains(&rank);
            let own = ranks(&machine, 0)[0];
            if !asks(&mut machine, 0, 1, own) || machine.lot() != [1] {
                continue;
            }
            let own = ranks(&machine, 1)[0];
            if own == *rank || !asks(&mut machine, 1, 0, own) || machine.lot() != [2] {
                continue;
            }
            let held = ranks(&machine, 2).iter().filter(|of| *of == rank).count();
            assert!(asks(&mut machine, 2, 1, *rank) && lost(&machine, 1, *rank));
            let now = ranks(&machine, 2).iter().filter(|of| *of == rank).count();
            let other =
                ranks(&machine, 2).into_iter().find(|of| of != rank && lost(&machine, 0, *of));
            let Some(other) = other.filter(|other| asks(&mut machine, 2, 0, *other)) else {
                continue;
            };
            if now <= held || machine.lot() != [0] || other == *rank {
                continue;
            }
            let mut dealer = Dealer::new(&machine, 0);
            let mut agreeing = Agreeing { seat: 0, dealer: &mut dealer, tries: 1000 };
            let tables = agreeing.tables(&machine, &mut draws, &mut || true);
            for _ in 0..50 {
                tables.deal(&mut dealer, &mut draws);
                let there = ranks(&dealer.world, 2).iter().filter(|of| *of == rank).count();
                assert!(there >= now - held, "{there} of {now}, {held} of their own, seed {seed}");
            }
            given += 1;
        }
        assert!(given > 2, "{given}");
    }

    #[test]
    fn once_any_card_may_have_gone_what_was_chosen_before_tells_nothing() {
        let (mut machine, own, others) = begun();
        machine.keep_choices();
        ask(&mut machine, 0, own);
        ask(&mut machine, 1, others);
        let buries = |machine: &mut Machine| {
            let seat = machine.lot()[0];
            let card = machine.options(Some(seat), 1, &[]);
            let Some(Options::Members(cards)) = card else { unreachable!("{card:?}") };
            let answer = Answer { offer: 1, args: vec![cards[0].clone()] };
            machine.answer(Some(seat), &answer).expect("any card");
        };
        buries(&mut machine);
        assert!(tells(&machine), "Ana knows which card she buried");
        buries(&mut machine);
        assert!(!tells(&machine), "which card Ben buried she does not");
    }
}
