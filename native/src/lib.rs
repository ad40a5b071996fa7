//! Machine code for play-outs: a lowered rulebook translated with Cranelift. [`Code::of`] makes it,
//! a machine takes it with `assist`, and what it does not know is interpreted.

mod beside;
mod call;
mod code;
mod emit;
mod entries;
mod flow;
mod found;
mod live;
mod pure;
mod range;
mod region;
mod roots;
mod tiles;
mod touch;
mod turns;

pub use beside::beside;
pub use code::{Code, Report};
