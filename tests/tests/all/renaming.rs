//! A position in which cards of one row change names is the same game: it goes on alike whatever is
//! chosen. So nothing of a position is forgotten when its cards are dealt anew.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use houserules::loader::FolderLoader;
use houserules_interpreter::ask::{Engine, Setup, Stop};
use houserules_interpreter::chance::{BotDraw, BotSource};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::playout::Random;
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_lang::ir::{CardId, Counter, Owner, Rulebook, Seen};
use houserules_lang::source::Sources;
use houserules_serve::making::{Round, screen};
use houserules_serve::protocol::screen::Reader;
use houserules_table::game::Game;
use houserules_table::visibility::Viewer;
use houserules_tests::agree::games::in_folder;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Choices after the change of names.
const AFTER: usize = 12;

/// Other names for cards of one row that the same seats know and whose counters are the same; what
/// lies in their zones goes with them.
fn other_names(book: &Rulebook, machine: &Machine, draws: &mut BotSource) -> Vec<CardId> {
    let dump = machine.dump();
    let of_card = |owner: Owner, key: u16, at: usize| {
        matches!(owner, Owner::Card(_)) && usize::from(key) == at
    };
    let carried = |at: usize| {
        let counters = dump
            .counters
            .iter()
            .filter(|(id, key, _)| of_card(book.counters[id.index()].owner, *key, at));
        let counters: Vec<_> = counters.map(|(id, _, value)| (id, value)).collect();
        format!("{counters:?}")
    };
    let mut alike: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (at, card) in book.cards.iter().enumerate() {
        alike.entry((card.row, dump.known[at], carried(at))).or_default().push(at);
    }
    let mut to: Vec<CardId> = (0..book.cards.len() as u16).map(CardId).collect();
    for cards in alike.values() {
        for at in (1..cards.len()).rev() {
            to.swap(cards[at], cards[draws.below(at as u64 + 1) as usize]);
        }
    }
    to
}

fn seen(game: &mut Game<Machine>, seats: u8) -> Vec<String> {
    let mut lines = vec![format!("{:?} {:?}", game.stop(), game.asked())];
    for viewer in [Viewer::Seat(0), Viewer::Seat(1), Viewer::Referee] {
        lines.push(serde_json::to_string(&game.view(viewer)).unwrap());
        // Copies from several zones go in the order of their names.
        let mut log: Vec<String> = game.log(viewer, 0).into_iter().map(|l| l.text).collect();
        log.sort();
        lines.extend(log);
    }
    for seat in 0..seats {
        let round = Round::of(game);
        let page = screen(game, 1, Reader::Seat { seat }, &round);
        lines.push(serde_json::to_string(&page.ask).unwrap());
        let entries = game.menu(seat).map_or(0, |m| m.entries.len());
        lines.extend((0..entries).map(|at| read(game, seat, at)));
    }
    lines
}

/// What a step may be filled with, as it is read: whose zone a card's is, is a name.
fn read(game: &mut Game<Machine>, seat: u8, entry: usize) -> String {
    let Some(listed) = game.options(seat, entry, &[]) else { return String::new() };
    let members = listed.fill.members().iter();
    let members: Vec<_> = members.map(|m| (&m.shown, &m.typed, m.number)).collect();
    format!("{} {members:?}", listed.name)
}

fn goes_on_alike(
    book: &Arc<Rulebook>,
    sources: &Arc<Sources>,
    machine: &Machine,
    draws: &mut BotSource,
) -> Result<(), String> {
    let seats = machine.program().schema.seats;
    let names: Vec<String> = (0..seats).map(|s| format!("P{s}")).collect();
    let mut other = machine.clone();
    let to = other_names(book, machine, draws);
    assert!(other.rename(&to));
    let begin = |m: Machine| Game::start(m, Arc::clone(book), Arc::clone(sources), names.clone());
    let (mut here, mut there) = (begin(machine.clone()), begin(other));
    let mut random = Random::new(draws.below(u64::MAX));
    for _ in 0..AFTER {
        let (a, b) = (seen(&mut here, seats), seen(&mut there, seats));
        if let Some((a, b)) = a.iter().zip(&b).find(|(a, b)| a != b) {
            return Err(format!("{a}\nis not\n{b}\nafter {:?}", here.records().last()));
        }
        let Some(seat) = here.asked().and_then(|asked| random.quickest(&asked.seats)) else {
            break;
        };
        if houserules_bots::bot::decide_evenly(&mut random, &mut here, seat).is_err() {
            break;
        }
        let said = here.records().last().unwrap().choice.clone();
        there.say(seat, &said).map_err(|why| format!("`{said}` is not possible: {why}"))?;
    }
    Ok(())
}

#[test]
fn a_game_goes_on_alike_under_other_names() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut wrong = Vec::new();
    for path in ["games", "examples", "tests/rules"].iter().flat_map(|f| in_folder(&root.join(f))) {
        let (mut loader, game) = FolderLoader::open(&path).unwrap();
        let compiled = compile(&game.name, &game.text, &mut loader);
        let Some(book) = compiled.rulebook.map(Arc::new) else { continue };
        // Of copies that differ only in what nobody sees a lot takes one, which falls otherwise
        // under other names.
        let unseen = |c: &Counter| matches!(c.owner, Owner::Card(_)) && c.seen == Seen::Nobody;
        if book.secret_knowers || book.counters.iter().any(unseen) {
            continue;
        }
        let sources = Arc::new(compiled.sources);
        let seats = book.players.1.min(4).max(book.players.0);
        let setup = Setup { seats, options: Vec::new() };
        let program = Arc::new(Program::new(Arc::clone(&book), &setup).unwrap());
        let mut draws = BotSource::new(11);
        let mut machine = Machine::start(Arc::clone(&program), 5, true);
        let mut random = Random::new(3);
        for at in 0..4 {
            if machine.stop() != Stop::Asking {
                machine = Machine::start(Arc::clone(&program), 6 + at, true);
            }
            machine.take_events();
            if let Err(why) = goes_on_alike(&book, &sources, &machine, &mut draws) {
                wrong.push(format!("{}: {why}", path.display()));
                break;
            }
            for _ in 0..3 {
                let Some(asked) = machine.asked() else { break };
                let seat = random.quickest(&asked.seats);
                if random.play(&mut machine, seat).is_err() {
                    break;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
