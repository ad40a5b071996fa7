//! The standard library: modules written in the language, embedded in the program.
//!
//! A game takes one with `use dice`; a file of that name beside the game goes before the library's.

/// Every module: its name and its text.
const MODULES: [(&str, &str); 4] = [
    ("dice", include_str!("../modules/dice.rules")),
    ("hands", include_str!("../modules/hands.rules")),
    ("pay", include_str!("../modules/pay.rules")),
    ("trade", include_str!("../modules/trade.rules")),
];

/// The text of a module, if the library has it.
#[must_use]
pub fn module(name: &str) -> Option<&'static str> {
    MODULES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The names of all modules, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    MODULES.iter().map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::{module, names};

    #[test]
    fn every_module_begins_with_its_own_head() {
        for name in names() {
            let text = module(name).unwrap_or_default();
            let head = text.lines().find(|line| !line.starts_with("///")).unwrap_or_default();
            assert!(head.starts_with(&format!("module {name}")), "{name}: {head}");
        }
        assert_eq!(module("nowhere"), None);
    }
}
