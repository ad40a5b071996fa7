//! Shares with their uncertainty, means and rates.

#![expect(
    clippy::float_arithmetic,
    reason = "statistics of finished games; nothing of it goes back into a game"
)]

use houserules_study::track::Moments;

/// 95 % of a normal distribution lie within so many standard deviations.
pub const Z: f64 = 1.959_963_984_540_054;

/// The share of `part` in `whole`, and the ends of Wilson's 95 % interval; all 0 to 1.
#[must_use]
pub fn share(part: u64, whole: u64) -> (f64, [f64; 2]) {
    split_share(&[part], whole)
}

/// The share of wins in `whole` games, of which the first number were won alone, the second by two,
/// and so on: each counts for its part. With the ends of Wilson's 95 % interval, which is a little
/// too wide for split wins.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts of games stay far below 2^52")]
pub fn split_share(won_among: &[u64], whole: u64) -> (f64, [f64; 2]) {
    wilson((1..).zip(won_among).map(|(among, won)| *won as f64 / f64::from(among)).sum(), whole, Z)
}

/// The share that numbers come to of as many wholes, with the ends of Wilson's 95 % interval, a
/// little too wide if there are parts among them.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a share is for reading")]
pub fn share_of(parts: &Moments, whole: i64) -> (f64, [f64; 2]) {
    wilson(parts.sum as f64 / whole as f64, parts.count, Z)
}

/// The share that a part is of a whole, with the ends of Wilson's interval of so many standard
/// deviations.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts of games stay far below 2^52")]
pub fn wilson(part: f64, whole: u64, within: f64) -> (f64, [f64; 2]) {
    if whole == 0 {
        return (0.0, [0.0, 1.0]);
    }
    let (n, p) = (whole as f64, part / whole as f64);
    let (square, scale) = (within * within, 1.0 + within * within / n);
    let middle = (p + square / (2.0 * n)) / scale;
    let half = within / scale * (p * (1.0 - p) / n + square / (4.0 * n * n)).sqrt();
    (p, [(middle - half).max(0.0), (middle + half).min(1.0)])
}

/// The mean of numbers; none of none.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "means are for reading")]
pub fn mean(of: &Moments) -> Option<f64> {
    (of.count > 0).then(|| of.sum as f64 / of.count as f64)
}

/// The mean of numbers, and the ends of its 95 % interval; none of fewer than two.
#[must_use]
#[expect(
    clippy::cast_precision_loss,
    reason = "the exact difference is taken before it is rounded"
)]
pub fn spread(of: &Moments) -> Option<(f64, [f64; 2])> {
    let (middle, n) = (mean(of)?, of.count as f64);
    if of.count < 2 {
        return None;
    }
    // Exact where it fits: large numbers that differ little would cancel each other out.
    let count = i128::from(of.count);
    let exact = of.squares.checked_mul(count).zip(of.sum.checked_mul(of.sum)).map(|(a, b)| a - b);
    let off = exact
        .map_or_else(|| of.squares as f64 * n - of.sum as f64 * of.sum as f64, |off| off as f64);
    let half = Z * (off.max(0.0) / (n - 1.0) / n / n).sqrt();
    Some((middle, [middle - half, middle + half]))
}

/// The mean of differences of shares, counted in parts of a whole, and the ends of its 95 %
/// interval. Two more that would cancel each other out are counted with them (Agresti and Min), so
/// that a few that are alike do not look certain; none of fewer than two.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a difference of shares is for reading")]
pub fn share_difference(of: &Moments, whole: i64) -> Option<(f64, [f64; 2])> {
    if of.count < 2 {
        return None;
    }
    let (one, n) = (whole as f64, of.count as f64 + 2.0);
    let (sum, squares) = (of.sum as f64 / one, of.squares as f64 / one / one + 1.0);
    let middle = sum / n;
    let half = Z * ((squares / n - middle * middle).max(0.0) / n).sqrt();
    Some((sum / of.count as f64, [middle - half, middle + half]))
}

/// A number that was counted in parts of a whole.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "what is read has few digits")]
pub fn in_parts(n: f64, whole: i64) -> f64 {
    n / whole as f64
}

/// How many a second; 0 if no time has passed.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "rates are for reading")]
pub fn rate(count: u64, seconds: f64) -> f64 {
    if seconds > 0.0 { count as f64 / seconds } else { 0.0 }
}

/// A share as a percentage with one decimal.
#[must_use]
pub fn percent(share: f64) -> String {
    let shown = format!("{:.1}", share * 100.0);
    // Next to nothing below 0.
    let shown = if shown == "-0.0" { "0.0" } else { &shown };
    format!("{shown} %")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_lies_in_its_interval() {
        // 1, 2, 3, 4: mean 2.5, standard error 0.6455.
        let of = |values: &[i64]| {
            let mut moments = Moments::default();
            moments.extend(values.iter().copied());
            moments
        };
        let (middle, [low, high]) = spread(&of(&[1, 2, 3, 4])).unwrap();
        assert!((middle - 2.5).abs() < 1e-12 && (high - middle - 1.265_2).abs() < 1e-3);
        assert!((middle - low - (high - middle)).abs() < 1e-12);
        assert_eq!((spread(&of(&[5])), mean(&of(&[5])), mean(&of(&[]))), (None, Some(5.0), None));
        assert_eq!(spread(&of(&[5, 5, 5, 5])), Some((5.0, [5.0, 5.0])));
        let large = 1_000_000_000_000_000;
        let (_, [low, high]) = spread(&of(&[large, large + 2])).unwrap();
        assert!((high - low - 2.0 * Z).abs() < 0.2, "{low} {high}");
        assert!(spread(&of(&[i64::MAX, i64::MIN])).is_some());
    }

    #[test]
    fn differences_that_are_alike_are_not_certain() {
        let of = |values: &[i64]| {
            let mut moments = Moments::default();
            moments.extend(values.iter().map(|n| n * 60));
            share_difference(&moments, 60).unwrap()
        };
        let (middle, [low, high]) = of(&[0; 20]);
        assert!(middle == 0.0 && (high - 0.089_1).abs() < 1e-3 && low == -high, "{low} {high}");
        let (middle, [low, high]) = of(&[1; 20]);
        assert!(middle == 1.0 && low < 1.0 && 1.0 <= high, "{low} {high}");
        // Of 100 pairs 30 are one better, 10 one worse: 0.2 more, and about 0.12 either way.
        let some = [[1; 30].as_slice(), &[-1; 10], &[0; 60]].concat();
        let (middle, [low, high]) = of(&some);
        assert!((middle - 0.2).abs() < 1e-12 && (low - 0.077).abs() < 0.01, "{low} {high}");
        assert!((high - 0.315).abs() < 0.01, "{high}");
        assert_eq!(share_difference(&Moments::default(), 60), None);
    }

    #[test]
    fn split_wins_add_up_to_all() {
        let (alone, among) = (split_share(&[6, 2], 10).0, split_share(&[2, 2], 10).0);
        assert!((alone + among - 1.0).abs() < 1e-12);
        assert_eq!(split_share(&[4], 10), share(4, 10));
        assert_eq!(split_share(&[], 10).0, 0.0);
    }

    #[test]
    fn wilson_holds_what_is_known_of_it() {
        let (p, [low, high]) = share(50, 100);
        assert!(
            (p - 0.5).abs() < 1e-12
                && (low - 0.403_83).abs() < 1e-4
                && (high - 0.596_17).abs() < 1e-4
        );
        let (_, [low, high]) = share(0, 10);
        assert!(low == 0.0 && (high - 0.277_53).abs() < 1e-4);
        assert_eq!(share(0, 0), (0.0, [0.0, 1.0]));
        assert_eq!(percent(-0.000_01), "0.0 %");
        assert!(share(10, 10).1[1] <= 1.0);
    }
}
