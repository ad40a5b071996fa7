//! Fixed-point numbers for the search: whole numbers only, so that it decides alike on every
//! machine. [`ONE`] stands for 1.

/// The number 1: twenty bits behind the point.
pub const ONE: i64 = 1 << POINT;
const POINT: u32 = 20;

/// The natural logarithm of 2, with 64 bits behind the point.
const LN_2: u128 = 12_786_308_645_202_655_659;

/// The natural logarithm of a whole number, rounded down; 0 of 0.
#[must_use]
pub fn ln(n: u64) -> u64 {
    if n < 2 {
        return 0;
    }
    let whole = n.ilog2();
    // The leading bit at 63, so that squares fit.
    let mut mantissa = u128::from(n) << (63 - whole);
    let mut log = u128::from(whole) << POINT;
    for bit in (0..POINT).rev() {
        mantissa = (mantissa * mantissa) >> 63;
        if mantissa >> 64 != 0 {
            mantissa >>= 1;
            log |= 1 << bit;
        }
    }
    ((log * LN_2) >> 64) as u64
}

/// The square root, rounded down.
#[must_use]
pub fn root(n: u64) -> u64 {
    (n << POINT).isqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_and_roots() {
        let near =
            |found: u64, wanted: u64| assert!(found.abs_diff(wanted) < 2, "{found} {wanted}");
        assert_eq!((ln(0), ln(1), root(0)), (0, 0, 0));
        near(ln(2), 726_817);
        near(ln(1000), 7_243_306);
        near(ln(u64::MAX), 46_516_319);
        near(root(2 << POINT), 1_482_910);
        near(root(ONE as u64 / 4), ONE as u64 / 2);
        (1..5000).for_each(|n| assert!(ln(n) <= ln(n + 1), "{n}"));
    }
}
