//! Changed rules, brought into a game where it stands: whether they come in, what is said of it,
//! and what the seat sees afterwards.

use houserules_interpreter::machine::Machine;
use houserules_interpreter::migrate::Blocked;
use houserules_lang::difference::spelling::Renames;
use houserules_lang::ir::{KindSet, Rulebook, Type};
use houserules_table::game::Game;
use houserules_table::reload::{How, Update, When, apply, fits_unseen};
use std::sync::Arc;

/// What the seat reads of one of the changes that there are; none: there are none, or nobody could
/// go on under these rules, which everybody may read.
pub(super) fn brought_in(
    game: &Game<Machine>,
    seed: u64,
    view: impl Fn(&Game<Machine>) -> String,
) -> Option<String> {
    let all = changes(game.book());
    let change = *all.get((seed % (all.len().max(1) as u64)) as usize)?;
    let book = Arc::new(changed(game.book(), change));
    let update = Update::new(game, book, game.shared_sources(), &Renames::new());
    let how = How::when(When::Now);
    match fits_unseen(game, &update, &how).and_then(|()| apply(game, &update, &how)) {
        Err(obstacle) if obstacle.what == Blocked::Stuck => None,
        Err(obstacle) => Some(format!("{change:?}: {obstacle} {:?}", obstacle.help)),
        Ok(applied) => Some(format!("{change:?}: {:?}\n{}", applied.notes, view(&applied.game))),
    }
}

/// A change that touches what may be hidden, by the number of its zone or counter. A set that
/// becomes a row is none of them: its cards fall by lot, so rows differ where chance does.
#[derive(Debug, Clone, Copy)]
enum Change {
    /// A zone holds one kind less.
    Fewer(usize),
    /// A counter's range ends sooner.
    Shorter(usize),
    /// A counter holds cards of one kind less.
    Narrower(usize),
}

fn changes(book: &Rulebook) -> Vec<Change> {
    let several = |of: KindSet| of.iter().count() > 1;
    let mut found = Vec::new();
    for (at, zone) in book.zones.iter().enumerate() {
        found.extend(several(zone.of).then_some(Change::Fewer(at)));
    }
    for (at, counter) in book.counters.iter().enumerate() {
        let longer = counter.range.is_some_and(|(least, most)| least < most);
        found.extend(longer.then_some(Change::Shorter(at)));
        let cards = matches!(counter.ty.bare(), Type::Card(of) if several(*of));
        found.extend(cards.then_some(Change::Narrower(at)));
    }
    found
}

fn changed(book: &Rulebook, change: Change) -> Rulebook {
    let fewer = |of: KindSet| of.iter().skip(1).map(KindSet::one).reduce(KindSet::or).unwrap_or(of);
    let mut book = book.clone();
    match change {
        Change::Fewer(at) => book.zones[at].of = fewer(book.zones[at].of),
        Change::Shorter(at) => {
            book.counters[at].range =
                book.counters[at].range.map(|(least, most)| (least, most - 1));
        }
        Change::Narrower(at) => {
            let narrower = |ty: &Type| match ty.bare() {
                Type::Card(of) => Type::Card(fewer(*of)),
                other => other.clone(),
            };
            let ty = narrower(&book.counters[at].ty);
            let optional = book.counters[at].ty.may_be_none();
            book.counters[at].ty = if optional { ty.optional() } else { ty };
        }
    }
    book
}
