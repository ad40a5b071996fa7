//! Properties: what holds for every rule that can be written, every way through a session, every
//! seed. proptest makes the cases and, where one fails, the smallest like it. The cases are the
//! same each time; `PROPTEST_RNG_SEED=7 PROPTEST_CASES=20000` makes others, and more.
#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod choices;
mod formatting;
mod migrating;
mod printing;
mod read_back;
mod seeds;
mod sessions;
mod tables;
mod tree;
mod written;

use proptest::test_runner::{Config, RngSeed};

/// So many cases, unless the environment says how many; always the same ones, unless it says a
/// seed.
fn cases(usual: u32) -> Config {
    let mut config = Config { failure_persistence: None, ..Config::default() };
    if config.cases == 256 {
        config.cases = usual;
    }
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(1);
    }
    config
}
