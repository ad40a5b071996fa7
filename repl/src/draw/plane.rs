//! Where things are drawn, in cells or units; `x` grows to the right, `y` downwards.

/// A place in a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Point {
    /// How far to the right of the left edge.
    pub x: i64,
    /// How far below the upper edge.
    pub y: i64,
}

/// How large something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// From its left edge to its right one.
    pub width: i64,
    /// From its upper edge to its lower one.
    pub height: i64,
}
