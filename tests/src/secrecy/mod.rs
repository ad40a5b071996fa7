//! Nobody learns a secret: a position is dealt anew in every place that a seat has not seen, and everything that the seat
//! is shown (view, path, menu, every step's options) must stay the same to the letter.
//!
//! Two unseen cards change places only if the other's zone could hold each of them; amounts that only others see change
//! by one. Positions in which a rule is in the middle of something hidden (a question inside a move) are dealt anew too.

use houserules_interpreter::ask::{Dump, Engine, Referee, Stop};
use houserules_interpreter::chance::{BotDraw, BotSource};
use houserules_interpreter::host::game::Game;
use houserules_interpreter::host::sight::Viewer;
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::{CardId, Owner, Rulebook, Seen, Type, Value, ZoneId, ZoneShape};
use houserules_lang::source::Sources;
use std::sync::Arc;

/// So many pairs of cards are tried.
const SWAPS: u64 = 40;

/// A game to be looked at.
#[derive(Debug, Clone)]
pub struct Subject {
    /// The rules.
    pub book: Arc<Rulebook>,
    /// Their texts.
    pub sources: Arc<Sources>,
    /// How many play.
    pub seats: u8,
}

/// Whether the game can be dealt anew: cards with counters or zones of their own would tell themselves apart.
#[must_use]
pub fn can_be_dealt_anew(book: &Rulebook) -> bool {
    let of_card = |owner: Owner| matches!(owner, Owner::Card(_));
    !book.zones.iter().any(|z| of_card(z.owner)) && !book.counters.iter().any(|c| of_card(c.owner))
}

/// Plays a game at random, and at every stop deals anew what each seat has not seen. Gives how many positions were
/// compared.
///
/// # Errors
/// What a seat was shown that it could not know.
pub fn search(subject: &Subject, mut machine: Machine, seed: u64, most: u64) -> Result<u64, String> {
    let mut draws = BotSource::new(seed);
    let mut compared = 0;
    while compared < most && machine.stop() == Stop::Asking {
        let seat = draws.below(u64::from(subject.seats)) as u8;
        compared += u64::from(compare(subject, &machine, seat, &mut draws)?);
        let (stop, made) = machine.playout(&mut draws, 1);
        if made == 0 || stop != Stop::Asking {
            break;
        }
    }
    Ok(compared)
}

/// Deals one position anew for a seat; gives whether anything could be changed.
fn compare(subject: &Subject, machine: &Machine, seat: u8, draws: &mut BotSource) -> Result<bool, String> {
    let (mut here, mut there) = (machine.clone(), machine.clone());
    if !deal_anew(&subject.book, &mut there, seat, draws) {
        return Ok(false);
    }
    here.ask_again();
    there.ask_again();
    let (a, b) = (shown(subject, here, seat), shown(subject, there, seat));
    match a.iter().zip(&b).find(|(a, b)| a != b) {
        Some((a, b)) => Err(format!("seat {seat} can tell:\n  {a}\nfrom\n  {b}")),
        None => Ok(true),
    }
}

/// Everything a seat is shown, as lines.
fn shown(subject: &Subject, machine: Machine, seat: u8) -> Vec<String> {
    let names = (0..subject.seats).map(|s| format!("P{s}")).collect();
    let mut game = Game::start(machine, Arc::clone(&subject.book), Arc::clone(&subject.sources), names);
    let view = serde_json::to_value(game.view(Viewer::Seat(seat))).unwrap_or_default();
    let mut lines = vec![format!("{:?}", game.asked())];
    lines.extend(view.as_object().into_iter().flatten().map(|(key, value)| format!("{key}: {value}")));
    if let Some(menu) = game.menu(seat) {
        for at in 0..menu.entries.len() {
            lines.push(format!("{:?} {:?}", menu.entries[at], game.options(seat, at, &[])));
        }
        lines.push(format!("{:?}", menu.question));
    }
    lines
}

/// Changes what the seat has not seen; gives whether anything changed.
fn deal_anew(book: &Rulebook, machine: &mut Machine, seat: u8, draws: &mut BotSource) -> bool {
    let mut table = Table::of(machine.dump());
    let unseen: Vec<CardId> = (0..book.cards.len() as u16)
        .map(CardId)
        .filter(|c| {
            table.known.get(c.index()).is_some_and(|k| k >> seat & 1 == 0) && table.place(*c).is_some()
        })
        .collect();
    if unseen.len() > 1 {
        for _ in 0..SWAPS {
            let mut pick = || unseen[draws.below(unseen.len() as u64) as usize];
            let (a, b) = (pick(), pick());
            table.swap(book, a, b);
        }
    }
    let laid = table.lay(machine);
    laid | nudge(book, machine, seat, draws)
}

/// Amounts that only others see go up by one, where they may.
fn nudge(book: &Rulebook, machine: &mut Machine, seat: u8, draws: &mut BotSource) -> bool {
    let mut changed = false;
    for (id, key, value) in machine.dump().counters {
        let counter = &book.counters[id.index()];
        let secret = counter.seen == Seen::Owner && counter.owner == Owner::Player && key != u16::from(seat);
        let amount = matches!(counter.ty, Type::Number | Type::Unit(_)) && counter.range.is_none();
        if let (true, true, Some(Value::Number(n)), 0) = (secret, amount, value, draws.below(2)) {
            changed |= machine.set(id, key, &Value::Number(n + 1)).is_ok();
        }
    }
    changed
}

type Place = (usize, usize);

/// Cards by place.
struct Table {
    zones: Vec<(ZoneId, u16, Vec<Option<CardId>>)>,
    known: Vec<u32>,
    changed: Vec<bool>,
}

impl Table {
    fn of(dump: Dump) -> Self {
        let changed = vec![false; dump.zones.len()];
        Self { zones: dump.zones, known: dump.known, changed }
    }

    fn place(&self, card: CardId) -> Option<Place> {
        let zones = self.zones.iter().enumerate();
        zones.filter_map(|(z, (.., cards))| Some((z, cards.iter().position(|c| *c == Some(card))?))).next()
    }

    /// Two cards change places, and with them who knows them; only where each may lie, and no hole of `slots` is near.
    fn swap(&mut self, book: &Rulebook, a: CardId, b: CardId) {
        let (Some(at), Some(bt)) = (self.place(a), self.place(b)) else { return };
        let kind = |c: CardId| book.rows[book.cards[c.index()].row.index()].kind;
        let zone = |place: Place| &book.zones[self.zones[place.0].0.index()];
        let fits = zone(at).of.has(kind(b)) && zone(bt).of.has(kind(a));
        let whole = [at, bt].iter().all(|p| self.zones[p.0].2.iter().all(Option::is_some));
        if a == b || !fits || !whole {
            return;
        }
        self.zones[at.0].2[at.1] = Some(b);
        self.zones[bt.0].2[bt.1] = Some(a);
        self.known.swap(a.index(), b.index());
        (self.changed[at.0], self.changed[bt.0]) = (true, true);
        for z in [at.0, bt.0] {
            if book.zones[self.zones[z].0.index()].shape == ZoneShape::Set {
                self.zones[z].2.sort();
            }
        }
    }

    /// Lays what changed; gives whether anything did.
    fn lay(&self, machine: &mut Machine) -> bool {
        let changed = || self.zones.iter().zip(&self.changed).filter(|(_, c)| **c).map(|(z, _)| z);
        for (zone, key, _) in changed() {
            machine.lay(*zone, *key, &[]);
        }
        for (zone, key, cards) in changed() {
            let cards: Vec<CardId> = cards.iter().flatten().copied().collect();
            machine.lay(*zone, *key, &cards);
            for card in cards {
                let known = self.known[card.index()];
                (0..32).filter(|s| known >> s & 1 == 1).for_each(|s| machine.make_known(s, card));
            }
        }
        changed().next().is_some()
    }
}
