//! What a word or sign of a sentence begins.

/// What begins with a word or sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It begins nothing.
    Plain,
    /// An item, also one inside another.
    Item,
    /// A statement, a line of a test, a member, a field, a stock line.
    Unit,
    /// A row of a table in a test.
    Row,
    /// A part of an item's head that may have a line of its own: `needs`, `once per turn`, …
    Clause,
    /// What goes on with a statement or item after a closed brace: `else`, `wrong`, `late`.
    Branch,
    /// A brace around a list.
    List,
    /// A bracket around a value, as against one behind a name.
    Group,
    /// A minus sign of one number.
    Minus,
    /// The dash of a rule's id.
    Joint,
}
