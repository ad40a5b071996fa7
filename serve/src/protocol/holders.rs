//! Zones of cards in messages. Whose zone it is would be a number of that card, by which it could
//! be told from its copies later: so they are counted, list by list, in the order in which they
//! come.

use houserules_interpreter::ask::Engine;
use houserules_lang::ir::{Owner, Rulebook, ZoneId};
use houserules_table::choices::draft::PartialChoice;
use houserules_table::choices::menu::Fill;
use houserules_table::choices::value::Arg;
use houserules_table::game::Game;

/// The zones of cards that the things in a list lie in, by number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Holders(Vec<(ZoneId, u16)>);

impl Holders {
    /// Those of a list.
    #[must_use]
    pub fn of(book: &Rulebook, fill: &Fill) -> Self {
        let mut found = Self::default();
        fill.members().iter().for_each(|member| found.add(book, &member.arg));
        found
    }

    fn add(&mut self, book: &Rulebook, arg: &Arg) {
        if let Arg::List(items) = arg {
            items.iter().for_each(|item| self.add(book, item));
        }
        let at = place(arg).filter(|(zone, _)| is_of_card(book, *zone));
        self.0.extend(at.filter(|at| !self.0.contains(at)));
    }

    /// A value of the list as it is told: with the number of a card's zone in place of the card's.
    #[must_use]
    pub fn told(&self, arg: &Arg) -> Arg {
        let number = |(zone, key): (ZoneId, u16)| {
            self.0.iter().position(|at| *at == (zone, key)).and_then(|at| u16::try_from(at).ok())
        };
        with_keys(arg, &|at| Some(number(at).unwrap_or(at.1))).unwrap_or(Arg::None)
    }

    /// What was told so; none if there is no such number.
    #[must_use]
    pub fn meant(&self, book: &Rulebook, arg: &Arg) -> Option<Arg> {
        with_keys(arg, &|(zone, number)| {
            if !is_of_card(book, zone) {
                return Some(number);
            }
            self.0.get(usize::from(number)).filter(|at| at.0 == zone).map(|at| at.1)
        })
    }
}

/// What is filled in, as it is told.
pub fn told_draft<E: Engine>(game: &mut Game<E>, seat: u8, draft: &PartialChoice) -> Vec<Arg> {
    let book = std::sync::Arc::clone(game.book());
    if !book.zones.iter().any(|zone| matches!(zone.owner, Owner::Card(_))) {
        return draft.filled.clone();
    }
    let mut told = Vec::new();
    for (at, arg) in draft.filled.iter().enumerate() {
        let listed = game.options(seat, draft.entry, &draft.filled[..at]);
        let holders = listed.map(|listed| Holders::of(&book, &listed.fill)).unwrap_or_default();
        told.push(holders.told(arg));
    }
    told
}

/// Whether it is the zone of a card; what a page says need not be a zone of the game at all.
fn is_of_card(book: &Rulebook, zone: ZoneId) -> bool {
    zone.index() < book.zones.len() && matches!(book[zone].owner, Owner::Card(_))
}

/// The zone that a value names, and whose.
fn place(arg: &Arg) -> Option<(ZoneId, u16)> {
    match arg {
        Arg::Card(spot) => Some((spot.zone, spot.key)),
        Arg::Square(square) => Some((square.zone, square.key)),
        Arg::Spot(spot) => Some((spot.zone, spot.key)),
        Arg::None
        | Arg::Bool(_)
        | Arg::Number(_)
        | Arg::Member(..)
        | Arg::Seat(_)
        | Arg::List(_) => None,
    }
}

/// The same with another key of each zone; none if one has none.
fn with_keys(arg: &Arg, key: &dyn Fn((ZoneId, u16)) -> Option<u16>) -> Option<Arg> {
    let mut other = arg.clone();
    match &mut other {
        Arg::Card(spot) => spot.key = key((spot.zone, spot.key))?,
        Arg::Square(square) => square.key = key((square.zone, square.key))?,
        Arg::Spot(spot) => spot.key = key((spot.zone, spot.key))?,
        Arg::List(items) => {
            *items = items.iter().map(|item| with_keys(item, key)).collect::<Option<_>>()?;
        }
        Arg::None | Arg::Bool(_) | Arg::Number(_) | Arg::Member(..) | Arg::Seat(_) => {}
    }
    Some(other)
}
