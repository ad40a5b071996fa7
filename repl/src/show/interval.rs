//! Shares with their uncertainty, means and rates.

#![expect(
    clippy::float_arithmetic,
    reason = "statistics of finished games; nothing of it goes back into a game"
)]

/// 95 % of a normal distribution lie within so many standard deviations.
const Z: f64 = 1.959_963_984_540_054;

/// The share of `part` in `whole`, and the ends of Wilson's 95 % interval; all 0 to 1.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts of games stay far below 2^52")]
pub fn share(part: u64, whole: u64) -> (f64, [f64; 2]) {
    if whole == 0 {
        return (0.0, [0.0, 1.0]);
    }
    let (n, p) = (whole as f64, part as f64 / whole as f64);
    let (square, scale) = (Z * Z, 1.0 + Z * Z / n);
    let middle = (p + square / (2.0 * n)) / scale;
    let half = Z / scale * (p * (1.0 - p) / n + square / (4.0 * n * n)).sqrt();
    (p, [(middle - half).max(0.0), (middle + half).min(1.0)])
}

/// `sum / count`; none of nothing.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "means are for reading")]
pub fn mean(sum: i128, count: u64) -> Option<f64> {
    (count > 0).then(|| sum as f64 / count as f64)
}

/// The mean of `count` values with this sum and sum of squares, and the ends of its 95 % interval; none of fewer than two.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "sums of games stay far below 2^52")]
pub fn spread(sum: i128, squares: i128, count: u64) -> Option<(f64, [f64; 2])> {
    if count < 2 {
        return None;
    }
    let n = count as f64;
    let middle = sum as f64 / n;
    let off = (squares as f64 - sum as f64 * middle).max(0.0) / (n - 1.0);
    let half = Z * (off / n).sqrt();
    Some((middle, [middle - half, middle + half]))
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
    format!("{:.1} %", share * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_lies_in_its_interval() {
        // 1, 2, 3, 4: mean 2.5, standard error 0.6455.
        let (middle, [low, high]) = spread(10, 30, 4).unwrap();
        assert!((middle - 2.5).abs() < 1e-12 && (high - middle - 1.265_2).abs() < 1e-3);
        assert!((middle - low - (high - middle)).abs() < 1e-12);
        assert_eq!(spread(5, 25, 1), None);
        assert_eq!(spread(20, 100, 4), Some((5.0, [5.0, 5.0])));
    }

    #[test]
    fn wilson_holds_what_is_known_of_it() {
        let (p, [low, high]) = share(50, 100);
        assert!((p - 0.5).abs() < 1e-12 && (low - 0.403_83).abs() < 1e-4 && (high - 0.596_17).abs() < 1e-4);
        let (_, [low, high]) = share(0, 10);
        assert!(low == 0.0 && (high - 0.277_53).abs() < 1e-4);
        assert_eq!(share(0, 0), (0.0, [0.0, 1.0]));
        assert!(share(10, 10).1[1] <= 1.0);
    }
}
