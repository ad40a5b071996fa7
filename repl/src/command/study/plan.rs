//! What a study plays: the game as it is, and with one thing changed at a time.

use crate::arguments::{SetUp, Study as Asked};
use crate::cli_error::CliError;
use crate::rules::Rules;
use crate::setup::{self, Sitter, written};
use houserules_bots::level::Thinking;
use houserules_interpreter::ask::Setup;
use houserules_interpreter::chance::Seed;
use houserules_lang::ir::{OptionId, Owner, Rulebook, Type, Value, WordId, ZoneShape};
use houserules_study::close::arm::{Arm, Change, Plan};
use houserules_study::combinations::values;
use houserules_study::sim::Player;
use std::ops::{Range, RangeInclusive};

/// Nobody is kept from more moves than this, one at a time.
const MOVES: usize = 24;
/// So many other values of an option are tried.
const VALUES: usize = 3;
/// Games with something changed are every so manyth.
const EVERY: u64 = 2;
/// How much thinking ahead a stronger player does at least ([`super::work::fitted`]).
const STRONGER: Thinking = Thinking::Tries(60);

/// What is to be played, and which games of it, if that was said.
///
/// # Errors
/// If the table does not suit the game, or nothing would be played.
pub(super) fn plan(asked: &Asked, rules: &Rules) -> Result<(Plan, Option<Range<u64>>), CliError> {
    let (setup, players) = seated(&rules.book, &asked.set_up, &asked.policy)?;
    let games = asked.games.as_deref().map(range).transpose()?;
    let seed = asked.set_up.seed.map_or(1, Seed::folded);
    let mut arms = vec![Arm { change: Change::Nothing, every: 1 }];
    if asked.vs_base || !asked.vs_variants.is_empty() {
        arms.push(Arm { change: Change::Rules, every: 1 });
    }
    if !asked.quick {
        let changes = others(&players)
            .into_iter()
            .chain(moves(&rules.book, setup.seats))
            .chain(options(&rules.book, &setup));
        arms.extend(changes.map(|change| Arm { change, every: EVERY }));
    }
    let plan = Plan { setup, players, seed, max_decisions: asked.max_decisions, arms };
    Ok((plan, games))
}

/// How the game is set up, and who plays where.
///
/// # Errors
/// If the table does not suit the game, or somebody sits there who cannot.
pub(super) fn seated(
    book: &Rulebook,
    set_up: &SetUp,
    policy: &str,
) -> Result<(Setup, Vec<Player>), CliError> {
    let usual = setup::policy(policy)?;
    let table = setup::table(book, set_up, usual, usual)?;
    if table.sitters.contains(&Sitter::Human) {
        return Err(CliError::call("nobody can sit at a study").help("write `--seat K=greedy`"));
    }
    if table.sitters.iter().any(|s| matches!(s, Sitter::Search(t) if t.millis().is_some())) {
        return Err(CliError::call("a study gives the same numbers on every machine")
            .help("write `search:1000`: tries, not seconds"));
    }
    if table.sitters.iter().any(|s| matches!(s, Sitter::Outside(_))) {
        return Err(CliError::call("a study is played by the bots that come with the program")
            .help("let programs play in `sim`: `--seat K=cmd:…`"));
    }
    let setup = Setup { seats: table.sitters.len() as u8, options: table.options };
    Ok((setup, table.sitters.iter().map(|s| player(*s)).collect()))
}

/// Which games are played: `400` or `100..200`.
fn range(text: &str) -> Result<Range<u64>, CliError> {
    let number = |text: &str| text.trim().parse::<u64>().ok().filter(|n| *n <= 1 << 40);
    let found = match text.split_once("..") {
        Some((from, to)) => number(from).zip(number(to)).map(|(from, to)| from..to),
        None => number(text).map(|to| 0..to),
    };
    found.filter(|games| !games.is_empty()).ok_or_else(|| {
        CliError::call(format!("`{text}` does not say which games to play"))
            .help("write how many, `--games 400`, or which, `--games 400..800`")
    })
}

fn player(sitter: Sitter) -> Player {
    match sitter {
        Sitter::Greedy => Player::Greedy,
        Sitter::Search(thinking) => Player::Search(thinking),
        Sitter::RandomOptions => Player::RandomOptions,
        // Neither comes here.
        Sitter::Random | Sitter::Human | Sitter::Outside(_) => Player::Random,
    }
}

/// One seat is played for by somebody else: by chance, by one who looks ahead a little, by one who
/// thinks.
fn others(players: &[Player]) -> Vec<Change> {
    if players.len() < 2 {
        return Vec::new();
    }
    let all = [Player::Random, Player::Greedy, Player::Search(STRONGER)];
    let others = all.into_iter().filter(|other| !players.contains(other));
    others.map(Change::Player).collect()
}

/// One seat does without a move.
fn moves(book: &Rulebook, seats: u8) -> Vec<Change> {
    if seats < 2 || book.moves.len() < 2 {
        return Vec::new();
    }
    (0..book.moves.len().min(MOVES))
        .map(|id| Change::Without(houserules_lang::ir::MoveId(id as u16)))
        .collect()
}

/// An option is set otherwise: yes for no, each of a few words, of a range about half as much and
/// half as much again.
fn options(book: &Rulebook, setup: &Setup) -> Vec<Change> {
    let mut found = Vec::new();
    for (id, option) in (0..).map(OptionId).zip(&book.options) {
        let set = setup.options.iter().find(|(of, _)| *of == id).map(|(_, value)| value);
        let now = set.unwrap_or(&option.default);
        let (all, _) = values(book, option);
        let mut other: Vec<Value> = all.into_iter().filter(|value| value != now).collect();
        if other.len() > VALUES {
            other = if let (Value::Number(now), Some((low, high))) = (now, option.range) {
                near(*now, low..=high)
            } else {
                vec![other[0].clone(), other[other.len() - 1].clone()]
            };
        }
        found.extend(other.into_iter().map(|value| Change::Options(vec![(id, value)])));
    }
    found
}

/// About half of a number and half as much again, within a range; of 0 half of the way to its ends.
fn near(now: i64, range: RangeInclusive<i64>) -> Vec<Value> {
    let (low, high) = range.into_inner();
    let off = |end: i64| match now {
        0 => end.unsigned_abs() / 2,
        now => now.unsigned_abs() / 2,
    };
    let below = now.saturating_sub_unsigned(off(low).max(1)).max(low);
    let above = now.saturating_add_unsigned(off(high).max(1)).min(high);
    let both = [below, above].into_iter().filter(|value| *value != now);
    both.map(Value::Number).collect()
}

/// What is followed without being asked for: what each seat is promised, its counters, what it
/// holds, the table's numbers and zones.
pub(super) fn followed(book: &Rulebook) -> Vec<String> {
    let word = |id: Option<WordId>| {
        let name = &book.words.get(id?.index())?.name;
        Some(format!("me.{name}"))
    };
    let mut found: Vec<String> = [book.score, book.promise].into_iter().filter_map(word).collect();
    let counted = |ty: &Type| matches!(ty, Type::Bool | Type::Number | Type::Unit(_));
    for counter in book.counters.iter().filter(|c| !c.bookkeeping && counted(&c.ty)) {
        match counter.owner {
            Owner::Player => found.push(format!("me.{}", counter.name)),
            Owner::Table => found.push(counter.name.clone()),
            Owner::Enum(_) | Owner::Card(_) | Owner::Run(_) => {}
        }
    }
    for zone in &book.zones {
        match zone.owner {
            Owner::Player => found.push(format!("count(me.{})", zone.name)),
            Owner::Table if zone.shape != ZoneShape::Slot => {
                found.push(format!("count({})", zone.name));
            }
            Owner::Table | Owner::Enum(_) | Owner::Card(_) | Owner::Run(_) => {}
        }
    }
    found
}

/// What is changed, in the designer's words.
pub(super) fn label(book: &Rulebook, change: &Change) -> String {
    match change {
        Change::Nothing => "the game as it is".into(),
        Change::Rules => "other rules".into(),
        Change::Player(player) => format!("one seat played by `{}`", player.name()),
        Change::Without(id) => {
            let name = book.moves.get(usize::from(id.0)).map_or("", |m| m.name.as_str());
            format!("one seat without `{name}`")
        }
        Change::Options(set) => {
            let one = |(id, value): &(OptionId, Value)| {
                let option = &book[*id];
                format!("{}={}", option.name, written(book, &option.ty, value))
            };
            set.iter().map(one).collect::<Vec<_>>().join(", ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_range_values_that_are_near_are_tried() {
        let near = |now, range| -> Vec<i64> {
            let number = |value| if let Value::Number(n) = value { n } else { i64::MIN };
            near(now, range).into_iter().map(number).collect()
        };
        assert_eq!(near(6, 1..=20), [3, 9]);
        assert_eq!((near(1, 1..=9), near(3, 0..=20)), (vec![2], vec![2, 4]));
        assert_eq!((near(0, 0..=4), near(0, -8..=8)), (vec![2], vec![-4, 4]));
        assert_eq!((near(9, 6..=10), near(-4, -20..=0)), (vec![6, 10], vec![-6, -2]));
        assert_eq!(near(i64::MAX, 0..=i64::MAX), [i64::MAX / 2 + 1]);
    }

    #[test]
    fn games_are_counted_or_named() {
        assert_eq!(range("400").unwrap(), 0..400);
        assert_eq!(range("100..250").unwrap(), 100..250);
        for wrong in ["", "0", "5..5", "9..3", "a..b", "-1", "1..99999999999999999999"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
    }
}
