//! What is hardly chance although many things are looked at: the more there are, the further off
//! one must be (Bonferroni).
#![expect(clippy::float_arithmetic, reason = "statistics of finished games")]

use super::numbers::Number;
use crate::show::interval::{Z, wilson};

/// From fewer games than a study plays by itself nothing is concluded but what half of them tell.
pub(super) const ENOUGH: u64 = 40;

/// If so many things are looked at, in 19 of 20 studies all that is chance is within so many
/// standard deviations.
const WITHIN: [(usize, f64); 21] = [
    (1, Z),
    (2, 2.2414),
    (3, 2.394),
    (4, 2.4977),
    (5, 2.5758),
    (6, 2.6383),
    (7, 2.6901),
    (8, 2.7344),
    (9, 2.7729),
    (10, 2.807),
    (15, 2.9352),
    (20, 3.0233),
    (30, 3.1440),
    (50, 3.2905),
    (100, 3.4808),
    (200, 3.6623),
    (500, 3.8906),
    (1000, 4.0556),
    (2000, 4.2147),
    (5000, 4.4172),
    (usize::MAX, 4.6),
];

/// Within so many standard deviations all is chance if so many things are looked at.
fn within(looks: usize) -> f64 {
    WITHIN.iter().find(|(up_to, _)| looks <= *up_to).map_or(Z, |(_, deviations)| *deviations)
}

/// How many times as wide as a 95 % interval is one in which all of so many lie.
pub(super) fn wider(looks: usize) -> f64 {
    within(looks) / Z
}

/// Whether a share of wins is another than this, which hardly one of so many is by chance.
#[expect(clippy::cast_precision_loss, reason = "counts of games stay far below 2^52")]
pub(super) fn is_share_off(share: &Number, from: f64, looks: usize) -> bool {
    let (_, [low, high]) = wilson(share.value * share.from as f64, share.from, within(looks));
    share.from >= ENOUGH / 2 && (low > from || high < from)
}

/// Whether there is a difference, which hardly one of so many is by chance.
/// Games with something changed are half as many.
pub(super) fn is_difference(number: &Number, looks: usize) -> bool {
    let [low, high] = number.ci95;
    let half = (high - low) / 2.0 * wider(looks);
    let enough = number.from >= ENOUGH / 2 && !is_too_little(number);
    enough && ((low + high) / 2.0).abs() > half
}

/// Whether a handful of games that are alike are all that is known of a number.
pub(super) fn is_too_little(number: &Number) -> bool {
    number.from < ENOUGH && number.ci95[0] >= number.ci95[1]
}
