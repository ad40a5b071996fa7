//! Fitting weights to what came of positions: least squares with a penalty on large weights, in
//! whole numbers throughout, so that every machine and any number of threads come to the same.

/// Fixed-point numbers of the fit: so many bits behind the point.
const POINT: u32 = 32;
const ONE: i128 = 1 << POINT;
/// Numbers of a position are cut off here.
pub const FAR: i64 = 1_000_000;
/// So often all weights are set right, one after the other.
const SWEEPS: usize = 300;

/// Products of numbers, added up: all that a fit needs. Sums of any positions may be joined in any
/// order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sums {
    width: usize,
    /// How many positions.
    pub count: i128,
    /// Row by row: products of every two numbers.
    xx: Vec<i128>,
    /// Products of the numbers with what came of it.
    xy: Vec<i128>,
    yy: i128,
}

impl Sums {
    /// Of so many numbers a position.
    #[must_use]
    pub fn of(width: usize) -> Self {
        Self { width, count: 0, xx: vec![0; width * width], xy: vec![0; width], yy: 0 }
    }

    /// A position: its numbers, and what came of it, in millionths.
    pub fn add(&mut self, x: &[i64], y: i64) {
        let cut = |n: &i64| i128::from((*n).clamp(-FAR, FAR));
        let (x, y): (Vec<i128>, i128) = (x.iter().map(cut).collect(), i128::from(y));
        self.count += 1;
        self.yy += y * y;
        let there: Vec<usize> =
            (0..self.width).filter(|at| x.get(*at).is_some_and(|n| *n != 0)).collect();
        for &a in &there {
            self.xy[a] += x[a] * y;
            for &b in there.iter().filter(|b| **b <= a) {
                self.xx[a * self.width + b] += x[a] * x[b];
            }
        }
    }

    /// Those of other positions, too.
    pub fn join(&mut self, other: &Self) {
        self.count += other.count;
        self.yy += other.yy;
        self.xx.iter_mut().zip(&other.xx).for_each(|(mine, more)| *mine += more);
        self.xy.iter_mut().zip(&other.xy).for_each(|(mine, more)| *mine += more);
    }

    fn product(&self, a: usize, b: usize) -> i128 {
        self.xx[a.max(b) * self.width + a.min(b)]
    }

    /// The weights, in 2^-32 of a millionth for each unit. `firm`: numbers whose weights are found
    /// first, as if there were nothing else, and are not below 0. `penalty`: in 1024ths of what a
    /// number varies.
    #[must_use]
    pub fn weights(&self, firm: &[usize], penalty: i128) -> Vec<i128> {
        let count = self.count.max(1);
        // Each number in units of its usual size.
        let size: Vec<i128> =
            (0..self.width).map(|at| ((self.product(at, at) << 20) / count).isqrt()).collect();
        let scaled = |sum: i128, a: usize, b: usize| match size[a] * size[b] {
            0 => 0,
            sizes => (sum << (20 + POINT)) / count / sizes,
        };
        let aims: Vec<i128> =
            (0..self.width)
                .map(|at| {
                    if size[at] == 0 { 0 } else { (self.xy[at] << (10 + POINT)) / count / size[at] }
                })
                .collect();
        let mut weights = vec![0i128; self.width];
        let own = ONE + ONE * penalty / 1024;
        for at in firm {
            weights[*at] = (aims[*at].max(0) << POINT) / own;
        }
        let free: Vec<usize> =
            (0..self.width).filter(|at| size[*at] > 0 && !firm.contains(at)).collect();
        let table: Vec<Vec<i128>> = free
            .iter()
            .map(|a| (0..self.width).map(|b| scaled(self.product(*a, b), *a, b)).collect())
            .collect();
        for _ in 0..SWEEPS {
            for (row, at) in table.iter().zip(&free) {
                let others = row.iter().zip(&weights).enumerate().filter(|(b, _)| b != at);
                let drawn: i128 = others.map(|(_, (r, w))| (r * w) >> POINT).sum();
                weights[*at] = ((aims[*at] - drawn) << POINT) / own;
            }
        }
        // Back to units of the numbers themselves.
        let back = |(weight, size): (i128, i128)| if size == 0 { 0 } else { (weight << 10) / size };
        weights.into_iter().zip(size).map(back).collect()
    }

    /// By how much weights miss what came of these positions: the mean square, in millionths.
    #[must_use]
    pub fn miss(&self, weights: &[i128]) -> i128 {
        // Twelve bits behind the point: their squares times sums of squares fit.
        let weights: Vec<i128> = weights.iter().map(|weight| weight >> (POINT - 12)).collect();
        let mut miss = self.yy << 24;
        for (a, weight) in weights.iter().enumerate() {
            miss -= (2 * weight * self.xy[a]) << 12;
            for (b, other) in weights.iter().enumerate() {
                miss += weight * other * self.product(a, b);
            }
        }
        let miss = miss >> 24;
        miss / self.count.max(1)
    }
}

/// A weight in whole millionths.
#[must_use]
pub fn rounded(weight: i128) -> i64 {
    let whole = (weight + ONE / 2) >> POINT;
    i64::try_from(whole).unwrap_or(if whole < 0 { i64::MIN } else { i64::MAX })
}

#[cfg(test)]
mod tests {
    use super::*;
    use houserules_interpreter::chance::{BotDraw, BotSource};

    /// Positions in which three numbers count 50, -7 and nothing, and some noise.
    fn sums(draws: &mut BotSource, positions: u64) -> Sums {
        let mut sums = Sums::of(4);
        for _ in 0..positions {
            let mut number = |most: u64| draws.below(2 * most + 1) as i64 - most as i64;
            let x = [1, number(9), number(90), number(3)];
            sums.add(&x, 1000 + 50 * x[1] - 7 * x[2] + number(20));
        }
        sums
    }

    #[test]
    fn what_counts_is_found() {
        let mut draws = BotSource::new(3);
        let all = sums(&mut draws, 2000);
        let found: Vec<i64> = all.weights(&[], 0).into_iter().map(rounded).collect();
        let near = |at: usize, wanted: i64| assert!((found[at] - wanted).abs() <= 1, "{found:?}");
        near(0, 1000);
        near(1, 50);
        near(2, -7);
        near(3, 0);
    }

    #[test]
    fn what_is_firm_is_not_below_nothing_and_what_misses_least_is_best() {
        let mut draws = BotSource::new(4);
        let (all, more) = (sums(&mut draws, 2000), sums(&mut draws, 2000));
        let firm = all.weights(&[2], 0);
        assert_eq!(firm[2], 0);
        let (free, none) = (all.weights(&[], 0), vec![0; 4]);
        assert!(more.miss(&free) < more.miss(&firm) && more.miss(&firm) < more.miss(&none));
    }

    #[test]
    fn sums_come_together_in_any_order() {
        let mut draws = BotSource::new(5);
        let (a, b) = (sums(&mut draws, 10), sums(&mut draws, 20));
        let (mut ab, mut ba) = (a.clone(), b.clone());
        ab.join(&b);
        ba.join(&a);
        assert_eq!(ab, ba);
    }
}
