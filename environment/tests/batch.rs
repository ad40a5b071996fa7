//! Batches: the games that are played one by one, in rows; the same on any number of threads.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use houserules_environment::batch::{Batch, Plan, Rows};
use houserules_environment::scheme::Scheme;
use houserules_environment::trouble::Trouble;
use houserules_environment::world::{Chance, Count, World};
use houserules_interpreter::ask::Setup;
use houserules_interpreter::chance::Seed;
use houserules_interpreter::playout::{game_seed, mixed};
use houserules_lang::compile::compile;
use houserules_lang::loader::NoFiles;
use std::sync::Arc;

const HEAPS: &str = r#"game "Heaps"
players 2
enum Heap { small, large }
each Heap has { stones: 0..7 }
the table has { taker: Player or none }
setup { large.stones = 5  choose n in 1..3 by chance  small.stones = n }
play {
  ends when no h in Heap has h.stones > 0 { end game won by those p in players where p is taker }
  turn me in players onwards { choose { take } }
}
action take(h in Heap where h.stones > 0, n in 1..h.stones) as "takes" {
  h.stones -= n
  taker = me
}
"#;

const CAKE: &str = r#"game "Cake"
players 2
the table has { pieces: 0..12  guests: Number }
play { turn me in players onwards { choose { cut } } }
action cut as "cuts" { pieces = 12 / guests }
"#;

const OVER: &str = r#"game "Over"
players 2
play { if 1 > 0 { end game lost }  turn me in players onwards { choose { wait } } }
action wait as "waits" { }
"#;

fn scheme(text: &str) -> Arc<Scheme> {
    let compiled = compile("small.rules", text, &mut NoFiles);
    assert!(compiled.rulebook.is_some(), "{:?}", compiled.diagnostics);
    let (book, sources) = (Arc::new(compiled.rulebook.unwrap()), Arc::new(compiled.sources));
    let names = vec!["Ana".into(), "Ben".into()];
    let setup = Setup { seats: 2, options: Vec::new() };
    Arc::new(Scheme::new(book, sources, names, &setup).unwrap())
}

/// The arrays of a batch.
#[derive(Debug, Clone, PartialEq)]
struct Arrays {
    seen: Vec<i32>,
    mask: Vec<i8>,
    seats: Vec<u8>,
    returns: Vec<f64>,
    ended: Vec<u8>,
}

impl Arrays {
    /// For so many games; what stood there before is nobody's.
    fn of(scheme: &Scheme, games: usize) -> Self {
        Self {
            seen: vec![7; games * scheme.senses.len()],
            mask: vec![7; games * scheme.space.len()],
            seats: vec![7; games],
            returns: vec![7.0; games * 2],
            ended: vec![7; games],
        }
    }

    fn rows(&mut self) -> Rows<'_> {
        Rows {
            seen: &mut self.seen,
            mask: &mut self.mask,
            seats: &mut self.seats,
            returns: &mut self.returns,
            ended: &mut self.ended,
        }
    }

    /// An open action for each game; which, says `n`.
    fn actions(&self, n: u64) -> Vec<u32> {
        let open = self.mask.len() / self.seats.len();
        let pick = |(game, mask): (usize, &[i8])| {
            let open: Vec<_> = (0..open).filter(|at| mask[*at] == 1).collect();
            open[mixed(n ^ (game as u64) << 32) as usize % open.len()] as u32
        };
        self.mask.chunks(open).enumerate().map(pick).collect()
    }
}

fn plan(longest: u32) -> Plan {
    Plan { seed: 5, count: Count::Win, longest }
}

/// Plays a batch; how it looked after each step.
fn played(scheme: &Arc<Scheme>, games: usize, steps: u64) -> Vec<Arrays> {
    let (mut batch, mut arrays) = (Batch::new(scheme, games, plan(4)), Arrays::of(scheme, games));
    batch.look(arrays.rows()).unwrap();
    let mut all = vec![arrays.clone()];
    for n in 0..steps {
        let actions = arrays.actions(n);
        batch.step(&actions, arrays.rows()).unwrap();
        all.push(arrays.clone());
    }
    all
}

#[test]
fn a_batch_plays_the_games_that_are_played_one_by_one() {
    let (scheme, games) = (scheme(HEAPS), 3);
    let (wide, open) = (scheme.senses.len(), scheme.space.len());
    let all = played(&scheme, games, 60);
    let mut ends = [0; 4];
    for lane in 0..games {
        let begun = |index: usize| {
            World::new(&scheme, Seed::from(game_seed(5, index as u64)), Chance::Seed)
        };
        let (mut index, mut world, mut actions) = (lane, begun(lane), 0);
        for (n, arrays) in all.iter().enumerate() {
            let seat = world.asked()[0];
            let (mut seen, mut mask) = (vec![0; wide], vec![0; open]);
            world.read(seat, &mut seen);
            world.mask(Some(seat), &mut mask);
            assert_eq!(arrays.seats[lane], seat);
            assert_eq!(arrays.seen[lane * wide..][..wide], seen, "lane {lane}, step {n}");
            assert_eq!(arrays.mask[lane * open..][..open], mask, "lane {lane}, step {n}");
            let Some(next) = all.get(n + 1) else { break };
            world.act(Some(seat), arrays.actions(n as u64)[lane]).unwrap();
            actions += 1;
            let ended = if world.is_over() { 1 } else { 2 * u8::from(actions == 4) };
            assert_eq!(next.ended[lane], ended, "lane {lane}, step {n}");
            assert_eq!(next.returns[lane * 2..][..2], world.returns(Count::Win));
            ends[usize::from(ended)] += 1;
            if ended > 0 {
                (index, actions) = (index + games, 0);
                world = begun(index);
            }
        }
    }
    assert!(ends[0] > 0 && ends[1] > 0 && ends[2] > 0, "{ends:?}");
}

#[test]
fn threads_make_no_difference() {
    let scheme = scheme(HEAPS);
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| played(&scheme, 17, 40))
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn the_first_game_with_an_action_that_is_not_open_is_named() {
    let scheme = scheme(HEAPS);
    let (mut batch, mut arrays) = (Batch::new(&scheme, 3, plan(9)), Arrays::of(&scheme, 3));
    batch.look(arrays.rows()).unwrap();
    let (before, mut actions) = (arrays.clone(), arrays.actions(0));
    (actions[1], actions[2]) = (u32::MAX, u32::MAX);
    let Trouble { code, message, .. } = batch.step(&actions, arrays.rows()).unwrap_err();
    assert!(code == "closed" && message.starts_with("game 1: "), "{message}");
    let wide = scheme.senses.len();
    assert_eq!(arrays.seen[wide..], before.seen[wide..], "the others stand where they stood");
    assert_ne!(arrays.seen[..wide], before.seen[..wide], "the first has gone on");
    assert_eq!(batch.step(&actions[..2], arrays.rows()).unwrap_err().code, "shape");
    arrays.mask.pop();
    assert_eq!(batch.look(arrays.rows()).unwrap_err().code, "shape");
}

#[test]
fn a_rule_that_cannot_be_carried_out_ends_a_game() {
    let all = played(&scheme(CAKE), 2, 2);
    assert_eq!(all[1].ended, [3, 3]);
    assert_eq!(all[1].returns, [0.0; 4]);
    assert_eq!(all[1].seen, all[0].seen, "others have begun");
}

#[test]
fn a_game_in_which_nobody_is_asked_ends_whatever_the_action() {
    let scheme = scheme(OVER);
    let (mut batch, mut arrays) = (Batch::new(&scheme, 2, plan(9)), Arrays::of(&scheme, 2));
    batch.look(arrays.rows()).unwrap();
    assert_eq!((arrays.seats.as_slice(), arrays.ended.as_slice()), (&[255, 255][..], &[0, 0][..]));
    assert!(arrays.mask.iter().all(|open| *open == 0));
    batch.step(&[0, 9], arrays.rows()).unwrap();
    assert_eq!(arrays.ended, [1, 1]);
    assert_eq!(arrays.returns, [-1.0; 4]);
}

#[test]
fn an_imagined_game_is_played_and_taken_back() {
    let scheme = scheme(HEAPS);
    let mut world = World::new(&scheme, Seed::from(1), Chance::Seed);
    let seat = world.asked()[0];
    let first = world.open(Some(seat)).unwrap()[0].action;
    world.act(Some(seat), first).unwrap();
    let mut other = world.imagined(seat, 3);
    assert_eq!(other.taken(Some(seat)), world.taken(Some(seat)));
    let (mut one, mut two) = (vec![0; scheme.senses.len()], vec![0; scheme.senses.len()]);
    world.read(seat, &mut one);
    other.read(seat, &mut two);
    assert_eq!(one, two);
    let before = other.game().hash();
    while other.made() < 2 && !other.is_over() {
        let seat = other.asked()[0];
        let open = other.open(Some(seat)).unwrap();
        other.act(Some(seat), open[0].action).unwrap();
    }
    other.undo(other.made()).unwrap();
    assert_eq!(other.game().hash(), before);
    assert!(other.is_imagined() && !world.is_imagined());
}

#[test]
fn a_game_is_brought_again_to_where_it_stood() {
    let scheme = scheme(HEAPS);
    let mut world = World::new(&scheme, Seed::from(1), Chance::Host);
    for at in 0..4 {
        let seat = world.asked().first().copied().filter(|_| !world.is_chance());
        let open = world.open(seat).unwrap();
        world.act(seat, open[at % open.len()].action).unwrap();
    }
    let seat = Some(world.asked()[0]);
    assert!(!world.taken(seat).is_empty(), "it stands in the middle of a choice");
    let kept = serde_json::to_string(&world.history().unwrap()).unwrap();
    let again = World::again(&scheme, &serde_json::from_str(&kept).unwrap()).unwrap();
    assert_eq!(again.game().hash(), world.game().hash());
    assert_eq!(again.taken(seat), world.taken(seat));
    assert_eq!(again.made(), world.made());
    assert_eq!(world.imagined(0, 1).history().unwrap_err().code, "imagined");
}
