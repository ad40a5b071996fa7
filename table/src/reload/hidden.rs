//! What new rules do to what is hidden: what they lay open that the old ones hid, and what may no
//! longer fit, told by the rules alone, so that nobody finds out by trying rules what lies hidden.

use crate::game::Game;
use crate::reload::update::Update;
use crate::visibility::Viewer;
use houserules_interpreter::ask::Engine;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::migrate::Answers;
use houserules_lang::difference::names::Names;
use houserules_lang::difference::spelling::Sort;
use houserules_lang::ir::{Card, CounterId, Owner, Seen, Zone, ZoneId};

/// What more is seen under the new rules than before, a clause each:
/// `everybody sees `Player.hand``. What single rules show or say stands among the changes.
#[must_use]
pub fn opened(game: &Game<Machine>, update: &Update, answers: &Answers) -> Vec<String> {
    let names = &update.difference.names;
    let mut said = Vec::new();
    for (at, zone) in game.book().zones.iter().enumerate() {
        let name = names.old.get(Sort::Zone, at);
        let stated = answers.zones.get(&*name).and_then(|to| names.new.find(Sort::Zone, to));
        let to = names.zone(ZoneId(at as u16)).or(stated.map(|at| ZoneId(at as u16)));
        said.extend(to.and_then(|to| wider(&name, zone.seen, update.book[to].seen)));
    }
    for (at, counter) in game.book().counters.iter().enumerate() {
        if let Some(id) = names.counter(CounterId(at as u16)) {
            let (name, now) = (names.old.get(Sort::Counter, at), update.book[id].seen);
            said.extend(wider(&name, counter.seen, now));
        }
    }
    said.extend(taken_out(game, names));
    said
}

/// Cards that leave the game: how many are left shows where they lay, also to those who did not see
/// them there.
fn taken_out(game: &Game<Machine>, names: &Names) -> Option<String> {
    let book = game.book();
    let unseen = |(id, card): &(u16, &Card)| {
        let kind = book[card.row].kind;
        let may_lie = |zone: &Zone| hides(zone.seen, zone.owner) && zone.of.has(kind);
        names.card(*id).is_none() && book.zones.iter().any(may_lie)
    };
    match (0..).zip(&book.cards).filter(unseen).count() {
        0 => None,
        1 => Some("everybody sees where the card lay that leaves the game".into()),
        n => Some(format!("everybody sees where the {n} cards lay that leave the game")),
    }
}

fn wider(name: &str, before: Seen, now: Seen) -> Option<String> {
    let who = match now {
        Seen::Everyone => "everybody sees",
        Seen::Owner => "its owner sees",
        Seen::Nobody => return None,
    };
    (now < before).then(|| format!("{who} `{name}`"))
}

fn hides(seen: Seen, owner: Owner) -> bool {
    seen != Seen::Everyone || matches!(owner, Owner::Card(_))
}

/// Seats (a bit each) that see under new rules what they did not see under the old ones.
#[must_use]
pub fn learned(before: &Game<Machine>, now: &Game<Machine>, names: &Names) -> u32 {
    let (old, new) = (before.engine().dump(), now.engine().dump());
    let mut learned = 0;
    for (card, knew) in old.known.iter().enumerate() {
        let same = u16::try_from(card).ok().and_then(|card| names.card(card));
        let known = same.and_then(|card| new.known.get(usize::from(card)));
        learned |= known.copied().unwrap_or(0) & !knew;
    }
    let (were, are) = (before.scene(Viewer::Referee), now.scene(Viewer::Referee));
    for (id, key, _) in &old.counters {
        let same = names.counter(*id).zip(names.key(before.book()[*id].owner, *key));
        if let Some((id_now, key_now)) = same {
            learned |=
                are.counter_sight(id_now, key_now).seats & !were.counter_sight(*id, *key).seats;
        }
    }
    learned
}
