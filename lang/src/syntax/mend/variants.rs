//! Items of variants in other words than the language has for them.

/// What is written, how it is read on, and what to write instead if that is another thing; letters
/// as in the other sentences.
pub(super) const VARIANTS: &[(&str, &str, &str)] = &[
    ("remove turn . X", "remove each turn has X", ""),
    ("remove round . X", "remove each round has X", ""),
    ("remove X . Y", "remove each X has Y", ""),
    ("change setup {}", "replace setup {}", ""),
    ("change play {}", "replace play {}", ""),
    ("change define A", "replace define A", ""),
    ("change to A", "replace to A", ""),
    ("change action A {}", "replace action A {}", ""),
    ("change attempt A {}", "replace attempt A {}", ""),
    ("change menu A {}", "replace menu A {}", ""),
    ("remove N of A from deck X", "remove from deck X { N of A }", ""),
    ("remove N of A from X", "remove from deck X { N of A }", ""),
    ("add N of A to deck X", "extend deck X { N of A }", ""),
    ("add N of A to X", "extend deck X { N of A }", ""),
    ("when A after X {}", "after X when A {}", ""),
    ("when A before X {}", "before X when A {}", ""),
    ("when A instead of X {}", "instead of X when A {}", ""),
    ("if A after X {}", "after X when A {}", ""),
    ("change option X to A", "set X to A", ""),
    ("change X = A", "set X to A", ""),
    ("set option X to A", "set X to A", ""),
    ("set X = A", "set X to A", ""),
    ("option X = A", "set X to A", ""),
    ("X = A", "set X to A", ""),
];
