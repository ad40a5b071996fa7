//! Seeds of 128 bits come through text and JSON whole.

use super::cases;
use houserules_interpreter::chance::Seed;
use proptest::prelude::*;

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn a_seed_is_read_as_it_was_written(seed in any::<u128>()) {
        let seed = Seed(seed);
        prop_assert_eq!(seed.to_string().parse::<Seed>(), Ok(seed));
        let json = serde_json::to_string(&seed).expect("a seed can be written");
        prop_assert_eq!(serde_json::from_str::<Seed>(&json).ok(), Some(seed));
    }

    #[test]
    fn whatever_else_is_written_is_refused(text in "\\PC*") {
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        prop_assert_eq!(text.parse::<Seed>().is_ok(), digits && text.parse::<u128>().is_ok());
    }
}
