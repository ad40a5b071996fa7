//! The tests of the program: one program of their own, which is linked once.

mod boards;
mod buffers;
mod contract;
mod damage;
mod engine;
mod evening;
mod eyes;
mod kills;
mod letters;
mod neovim;
mod newcomer;
mod program;
mod rulebook;
mod serving;
mod simulating;
mod studying;
mod table;
mod training;
mod watching;
