//! What may be chosen: entries, steps, and things to pick with where on the table they are.

use super::holders::{Holders, told_draft};
use super::lifts;
use houserules_interpreter::referee::Referee;
use houserules_lang::ir::{Chooser, KindId, Owner, RowId, Rulebook, ZoneId, ZoneShape, sites};
use houserules_lang::naming::row_in_words;
use houserules_table::choices::ahead::{Ahead, Looks};
use houserules_table::choices::draft::{PartialChoice, next_step};
use houserules_table::choices::menu::{EntryKind, Fill, Listed, Menu, Pickable};
use houserules_table::choices::value::{Arg, CardSpot};
use houserules_table::game::Game;
use houserules_table::view::picture::Drawn;
use serde::Serialize;

/// Of a menu with more entries than that, the first steps are only listed when they are asked for.
const MOST_ENTRIES: usize = 40;

/// The same for things to pick.
const MOST_PICKS: usize = 400;

/// So many sets are looked at ahead for a screen, or for a step.
pub const LOOKS: u32 = 600;

/// What a seat is asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ask {
    /// The question, if the rules put one.
    pub question: Option<String>,
    /// Several are asked at once.
    pub together: bool,
    /// Whoever of them is first acts.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub race: bool,
    /// What is on offer.
    pub entries: Vec<EntryAsk>,
}

/// An entry of a menu.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EntryAsk {
    /// `move`, `pass`, `decline`, `values`
    pub kind: &'static str,
    /// What is typed for it.
    pub name: String,
    /// How the menu names it.
    pub title: String,
    /// How a move is told that names itself otherwise, with `…` for what is not filled in yet; left
    /// out where another entry would be told in the same way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub told: Option<String>,
    /// The same with all that belongs to it, where it can be made in one way only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whole: Option<String>,
    /// The rulebook's prose on it.
    pub doc: String,
    /// Of a move for which nothing is to be filled in: where it takes its first cards from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lifts: Option<Mark>,
    /// The cards that have filled themselves in, such as the one whose own rules offer the move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub plays: Vec<Mark>,
    /// The names of its steps.
    pub steps: Vec<String>,
    /// Whether anything is to be filled in.
    pub asks: bool,
    /// The first step that asks for something; none also where there is too much to pick from: then
    /// the page asks for it.
    pub first: Option<StepAsk>,
    /// What has filled itself in before it.
    pub filled: Vec<Arg>,
}

/// A step to be filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StepAsk {
    /// Its name in the rules.
    pub name: String,
    /// What is to be filled in.
    #[serde(flatten)]
    pub fill: FillAsk,
}

/// What may be filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "fill", rename_all = "lowercase")]
pub enum FillAsk {
    /// One of these.
    One {
        /// What may be picked from.
        picks: Vec<PickAsk>,
    },
    /// A number, both ends included.
    Number {
        /// The least that is possible.
        low: i64,
        /// The most that is possible.
        high: i64,
        /// Both in words.
        shown: (String, String),
    },
    /// A set of these.
    Some {
        /// What from, copies included.
        picks: Vec<PickAsk>,
        /// At least so many.
        least: usize,
        /// At most so many.
        most: usize,
        /// Whether the whole must meet a condition, too, or may leave nothing for what follows.
        tested: bool,
    },
    /// All of these in an order.
    Order {
        /// What is to be ordered.
        picks: Vec<PickAsk>,
    },
}

/// Something to pick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PickAsk {
    /// What is handed back for it; a card's zone by its number in this list.
    pub arg: Arg,
    /// What people read of it.
    pub shown: String,
    /// As it is typed.
    pub typed: String,
    /// The number that it is, or that is all there is printed on it.
    pub number: Option<i64>,
    /// Where on the table it is.
    pub mark: Option<Mark>,
    /// How a tile would lie there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sketch: Vec<Drawn>,
}

/// Where on the table something is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Mark {
    /// A place of an ordered zone, or one of the backs of a set.
    Place {
        /// The zone, and whose.
        zone: (ZoneId, u16),
        /// The place, counted from 0.
        place: u16,
    },
    /// A card of a face in a set.
    Face {
        /// The zone, and whose.
        zone: (ZoneId, u16),
        /// What the card is called.
        name: String,
        /// The kind of the card.
        kind: KindId,
    },
    /// Somebody who plays, by seat.
    Seat {
        /// Which, from 0.
        seat: u8,
    },
    /// A member of an enum.
    Member {
        /// The enum, and which of its members.
        member: (u16, u16),
    },
    /// A square of a grid.
    Square {
        /// The grid, and whose.
        square: (ZoneId, u16),
        /// How far to the east.
        x: i16,
        /// How far to the north.
        y: i16,
    },
    /// Where a tile would lie.
    Spot {
        /// The grid, and whose.
        spot: (ZoneId, u16),
        /// Its lower left square, eastwards.
        x: i16,
        /// How far to the north.
        y: i16,
        /// Quarter turns clockwise.
        turn: u8,
    },
}

impl Mark {
    /// Where a value is.
    #[must_use]
    pub fn of(book: &Rulebook, arg: &Arg) -> Option<Self> {
        match arg {
            Arg::Seat(seat) => Some(Self::Seat { seat: *seat }),
            Arg::Member(of, at) => Some(Self::Member { member: (of.0, *at) }),
            // Zones of cards have no number that may be said.
            Arg::Card(spot) if matches!(book[spot.zone].owner, Owner::Card(_)) => None,
            Arg::Card(spot) => Self::card(book, spot),
            Arg::Square(q) => Some(Self::Square { square: (q.zone, q.key), x: q.x, y: q.y }),
            Arg::Spot(s) => {
                Some(Self::Spot { spot: (s.zone, s.key), x: s.x, y: s.y, turn: s.turn })
            }
            Arg::None | Arg::Bool(_) | Arg::Number(_) | Arg::List(_) => None,
        }
    }

    fn card(book: &Rulebook, spot: &CardSpot) -> Option<Self> {
        let zone = (spot.zone, spot.key);
        let set = book[spot.zone].shape == ZoneShape::Set;
        let face = |row: RowId| {
            Some(Self::Face { zone, name: row_in_words(book, row), kind: book[row].kind })
        };
        match (spot.row, spot.place) {
            (Some(row), _) if set => face(row),
            (_, Some(place)) => Some(Self::Place { zone, place }),
            (Some(row), None) => face(row),
            (None, None) => None,
        }
    }
}

/// What a menu asks, with the first steps of its entries.
pub fn ask<E: Referee>(game: &mut Game<E>, menu: &Menu, together: bool) -> Ask {
    let few = menu.entries.len() <= MOST_ENTRIES;
    let mut looks = Looks(LOOKS);
    let mut entries: Vec<EntryAsk> =
        (0..menu.entries.len()).map(|at| entry(game, menu, at, few, &mut looks)).collect();
    let told: Vec<Option<String>> = entries.iter().map(|entry| entry.told.clone()).collect();
    for entry in &mut entries {
        entry.told = entry
            .told
            .take()
            .filter(|own| told.iter().flatten().filter(|other| *other == own).count() == 1);
    }
    let race = together && is_race(game);
    Ask { question: menu.question.clone(), together, race, entries }
}

/// Whether those who are asked race each other.
pub fn is_race<E: Referee>(game: &Game<E>) -> bool {
    let choose = game.asked().and_then(|asked| sites::find(game.book(), asked.site));
    choose.is_some_and(|choose| matches!(choose.by, Chooser::Race(_)))
}

fn entry<E: Referee>(
    game: &mut Game<E>,
    menu: &Menu,
    at: usize,
    few: bool,
    looks: &mut Looks,
) -> EntryAsk {
    let entry = &menu.entries[at];
    let mut draft = PartialChoice { entry: at, filled: Vec::new() };
    let listed = next_step(game, menu, &mut draft, &mut Vec::new(), true);
    let asks = listed.is_some();
    let whole = listed.as_ref().and_then(|listed| whole(game, menu, &draft, listed));
    let few = |listed: &Listed| few && listed.fill.members().len() <= MOST_PICKS;
    let first = listed.filter(few).map(|listed| step(game, menu.seat, &draft, &listed, looks));
    let filled = told_draft(game, menu.seat, &draft);
    let kind = match entry.kind {
        EntryKind::Pass => "pass",
        EntryKind::Decline => "decline",
        EntryKind::Move(_) => "move",
        EntryKind::Values => "values",
    };
    let lifts = match entry.kind {
        EntryKind::Move(id) if !asks => lifts::from(game.book(), id, menu.seat),
        EntryKind::Move(_) | EntryKind::Pass | EntryKind::Decline | EntryKind::Values => None,
    };
    let cards = draft.filled.iter().filter(|arg| matches!(arg, Arg::Card(_)));
    let plays = cards.filter_map(|arg| Mark::of(game.book(), arg)).collect();
    EntryAsk {
        kind,
        plays,
        lifts: lifts.map(|zone| Mark::Place { zone, place: 0 }),
        told: entry.told.clone(),
        whole,
        name: entry.name.clone(),
        title: entry.title.clone(),
        doc: entry.doc.clone(),
        steps: entry.steps.clone(),
        asks,
        first,
        filled,
    }
}

/// How a move is told whose last step can be filled in one way only.
fn whole<E: Referee>(
    game: &mut Game<E>,
    menu: &Menu,
    draft: &PartialChoice,
    listed: &Listed,
) -> Option<String> {
    let entry = &menu.entries[draft.entry];
    let last = draft.filled.len() + 1 == entry.steps.len();
    let Fill::One(members) = &listed.fill else { return None };
    let [only] = members.as_slice() else { return None };
    if !last || entry.told.is_none() {
        return None;
    }
    let mut filled = draft.filled.clone();
    filled.push(only.arg.clone());
    game.told_so_far(menu.seat, draft.entry, &filled)
}

/// A step that is to be filled in next.
pub fn step<E: Referee>(
    game: &mut Game<E>,
    seat: u8,
    draft: &PartialChoice,
    listed: &Listed,
    looks: &mut Looks,
) -> StepAsk {
    let sketches = game.sketches(seat, draft.entry, &draft.filled);
    let book = std::sync::Arc::clone(game.book());
    let holders = Holders::of(&book, &listed.fill);
    let picks = |members: &[Pickable]| {
        let pick = |(at, member): (usize, &Pickable)| PickAsk {
            arg: holders.told(&member.arg),
            shown: member.shown.clone(),
            typed: member.typed.clone(),
            number: member.number,
            mark: Mark::of(&book, &member.arg),
            sketch: sketches.get(at).cloned().unwrap_or_default(),
        };
        members.iter().enumerate().map(pick).collect()
    };
    let fill = match &listed.fill {
        Fill::One(members) => FillAsk::One { picks: picks(members) },
        Fill::Range { low, high, shown } => {
            FillAsk::Number { low: *low, high: *high, shown: shown.clone() }
        }
        Fill::Some { members, least, most, tested } => {
            let picks = picks(members);
            match game.ahead(seat, draft.entry, &draft.filled, looks) {
                None => FillAsk::Some { picks, least: *least, most: *most, tested: *tested },
                Some(Ahead { against, least, most }) => {
                    let fits = picks.into_iter().zip(against).filter(|(_, no)| no.is_none());
                    let picks = fits.map(|(pick, _)| pick).collect();
                    FillAsk::Some { picks, least, most, tested: true }
                }
            }
        }
        Fill::Order(members) => FillAsk::Order { picks: picks(members) },
    };
    StepAsk { name: listed.name.clone(), fill }
}

/// Whether a value is among what may be filled in: nothing else that a page makes up reaches the
/// game.
#[must_use]
pub fn fits(fill: &Fill, arg: &Arg) -> bool {
    let listed = |members: &[Pickable], arg: &Arg| members.iter().any(|m| m.arg == *arg);
    match (fill, arg) {
        (Fill::One(members), arg) => listed(members, arg),
        (Fill::Range { low, high, .. }, Arg::Number(n)) => (*low..=*high).contains(n),
        (Fill::Some { members, most, .. }, Arg::List(items)) => {
            items.len() <= *most && items.iter().all(|item| listed(members, item))
        }
        (Fill::Order(members), Arg::List(items)) => {
            items.len() == members.len() && items.iter().all(|item| listed(members, item))
        }
        (Fill::Range { .. } | Fill::Some { .. } | Fill::Order(_), _) => false,
    }
}
