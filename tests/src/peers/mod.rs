//! The same games as others have them, to be measured beside ours: scripts that a program in Rust
//! embeds, libraries of other languages. Each peer is a process that answers requests; what asks
//! them needs none of them. `tests/peers/run` installs them and hands them to `ratio`.

pub mod contest;
pub mod process;
