//! Learning what a position is worth from the rules alone: games are played, weights are fitted to
//! what came of their positions ([`fit`]), games are played by who knows them, and so on. What
//! comes out is kept only if it wins.

pub mod duel;
pub mod features;
pub mod fit;
pub mod lesson;

use fit::{Sums, rounded};
use houserules_bots::model::{FARTHEST, FORM, MOST_TERMS, Model, Term};
use houserules_table::journal::fingerprint::rules_hash;
use lesson::{Lesson, Subject, WIN};

/// Every so manyth game is not learnt from: it tells how hard large weights are held down.
const HELD_OUT: usize = 4;
/// By how much, in 1024ths.
const PENALTIES: [i128; 6] = [4, 16, 64, 256, 1024, 4096];
/// What the designer promises counts at least such a part of a win, where it goes farthest.
const LEAST_OF_A_WIN: i64 = 16;
/// A term that never counts as much as this, in millionths of a win, is left out.
const LITTLE: i64 = 500;
/// If fewer games than one in so many are won, or lost, together, that tells too little.
const RARE: usize = 20;

/// What games teach: a model, if they teach anything.
#[must_use]
pub fn learn(subject: &Subject, lessons: &[Lesson]) -> Option<Model> {
    let came = outcomes(subject, lessons)?;
    let (mut learnt, mut held) = (Sums::of(subject.width()), Sums::of(subject.width()));
    let mut far = vec![0i64; subject.width()];
    for (game, (lesson, came)) in lessons.iter().zip(&came).enumerate() {
        let Some(came) = came else { continue };
        let sums = if game % HELD_OUT == 0 { &mut held } else { &mut learnt };
        for position in &lesson.positions {
            for (numbers, came) in position.iter().zip(came) {
                sums.add(numbers, *came);
                far.iter_mut().zip(numbers).for_each(|(far, n)| *far = (*far).max(n.abs()));
            }
        }
    }
    if learnt.count == 0 || held.count == 0 {
        return None;
    }
    // What the designer promises goes first.
    let firm: &[usize] = if subject.program.book.promise.is_some() { &[1] } else { &[] };
    let best = PENALTIES.into_iter().min_by_key(|p| held.miss(&learnt.weights(firm, *p)))?;
    learnt.join(&held);
    let weights: Vec<i64> = learnt.weights(firm, best).into_iter().map(rounded).collect();
    let counts = |at: usize| weights[at].saturating_mul(far[at]).abs() >= LITTLE;
    let mut terms: Vec<(usize, Term)> = subject
        .features
        .iter()
        .enumerate()
        .filter(|(at, _)| weights[at + 2] != 0 && counts(at + 2))
        .map(|(at, feature)| {
            let of = feature.text.clone();
            (at, Term { weight: weights[at + 2], of, own: feature.own })
        })
        .collect();
    terms.truncate(MOST_TERMS);
    let mut aim = weights[1];
    if subject.aim == Some(true) {
        aim = aim.max(0);
    }
    // Games of those who do not know what they do may tell nothing of a promise.
    if !firm.is_empty() {
        aim = aim.max(WIN / LEAST_OF_A_WIN / far[1].max(1));
    }
    Some(Model {
        houserules_bot: FORM,
        game: subject.program.book.title.clone(),
        rules: rules_hash(&subject.program.book),
        learnt: String::new(),
        aim,
        terms: terms.into_iter().map(|(_, term)| term).collect(),
    })
}

/// What the rules let players strive for counts so many times as much as games taught.
const FIRMER: [i64; 4] = [1, 4, 16, 64];

/// The same with more and more trust in what the rules let players strive for: weights are fitted
/// to games of those who hardly knew what they did, so what was learnt may say too much beside it.
#[must_use]
pub fn firmer(model: &Model) -> Vec<Model> {
    let times = if model.aim == 0 { &FIRMER[..1] } else { &FIRMER };
    let of = |times: &i64| {
        let aim = model.aim.saturating_mul(*times).clamp(-FARTHEST, FARTHEST);
        Model { aim, ..model.clone() }
    };
    times.iter().map(of).collect()
}

/// What came of each game for each seat, in millionths of a win more than is usual; none of a game
/// that tells nothing. None at all, if no game does.
fn outcomes(subject: &Subject, lessons: &[Lesson]) -> Option<Vec<Option<Vec<i64>>>> {
    let seats = i64::from(subject.setup.seats.max(1));
    let over = lessons.iter().filter(|lesson| lesson.won.is_some()).count();
    let won = |lesson: &&Lesson| lesson.won.as_ref().is_some_and(|won| won.iter().any(|n| *n > 0));
    let wins = lessons.iter().filter(won).count();
    let seldom = lessons.len() / RARE;
    let tells = match subject.together {
        true => wins > seldom && over - wins > seldom,
        false => over > lessons.len() / 2,
    };
    if tells {
        let usual = WIN / seats;
        // Numbers of a seat are times the number of the others.
        let times = if subject.together { 1 } else { (seats - 1).max(1) };
        let of = |won: &Vec<i64>| won.iter().map(|n| (n - usual) * times).collect();
        return Some(lessons.iter().map(|lesson| lesson.won.as_ref().map(of)).collect());
    }
    subject.aim?;
    let sign = if subject.aim == Some(true) { -1 } else { 1 };
    let ends: Vec<Option<Vec<i64>>> = lessons
        .iter()
        .map(|lesson| {
            let came: Vec<i64> = lesson.came.as_ref()?.iter().map(|n| sign * n).collect();
            if subject.together {
                return Some(came);
            }
            let all: i64 = came.iter().sum();
            Some(came.iter().map(|n| (seats - 1) * n - (all - n)).collect())
        })
        .collect();
    scaled(ends)
}

/// In units of how much they differ; none, if they do not.
fn scaled(ends: Vec<Option<Vec<i64>>>) -> Option<Vec<Option<Vec<i64>>>> {
    let all: Vec<i64> = ends.iter().flatten().flatten().copied().collect();
    let count = (all.len() as i64).max(1);
    let mean = all.iter().sum::<i64>() / count;
    let off = all.iter().map(|n| (n - mean).abs()).sum::<i64>() / count;
    if off == 0 {
        return None;
    }
    let of = |n: &i64| ((n - mean).saturating_mul(WIN / 4) / off).clamp(-2 * WIN, 2 * WIN);
    Some(ends.iter().map(|end| end.as_ref().map(|end| end.iter().map(of).collect())).collect())
}
