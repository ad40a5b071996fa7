//! The Houserules standard library: modules that games import with `use name`, embedded as text.

/// Every module: its name and its text.
pub const MODULES: &[(&str, &str)] = &[];

/// The text of a module; none if there is no such module.
#[must_use]
pub fn module(name: &str) -> Option<&'static str> {
    MODULES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The modules' names.
pub fn names() -> impl Iterator<Item = &'static str> {
    MODULES.iter().map(|(name, _)| *name)
}
