//! What hosts use: the command line, the workbench, bots and, later, a web table.
//!
//! A host drives a [`game::Game`]: it asks for a [`view::View`], a [`menu::Menu`] and the options
//! of each step, hands in a [`choice::Choice`] or its text, and shows the [`log`]. All of these are
//! rendered for one reader, and nothing in them goes beyond what that reader may see; cards stand
//! by face, or by zone and place, never by id.
//!
//! - [`table`] and [`sight`]: where cards lie, and who may see them; [`naming`], [`piece`] and
//!   [`face`] put values and texts into words;
//! - [`choice`], [`typed`], [`parse`], [`menu`]: choices as values, as text, and as lists to pick
//!   from;
//! - [`game`], [`log`], [`travel`], [`refusal`], [`fault`], [`view`]: a running game;
//! - [`session`]: a game with its whole history: undo, redo, bookmarks, branches;
//! - [`journal`], [`replay`], [`fingerprint`]: records of games;
//! - [`bench`]: what a referee asks of a running game, and does to it, in the language itself;
//! - [`notes`]: the tests of the language; [`bot`], [`greedy`], [`aim`], [`sim`]: playing by
//!   itself, with expressions followed along the way ([`track`]); [`combinations`] of options.

pub mod aim;
pub mod bench;
mod blind;
pub mod bot;
mod called;
pub mod choice;
mod chosen;
pub mod closed;
pub mod combinations;
pub mod concealed;
mod copies;
pub mod differs;
mod drawing;
pub mod face;
pub mod fault;
pub mod fingerprint;
pub mod game;
pub mod greedy;
pub mod holds;
pub mod journal;
mod learnt;
pub mod log;
pub mod menu;
pub mod naming;
pub mod notes;
pub mod parse;
pub mod picture;
pub mod piece;
pub mod place;
pub mod redeal;
pub mod refusal;
pub mod reload;
pub mod replay;
pub mod scan;
pub mod session;
mod set_up;
pub mod sight;
pub mod sim;
pub mod sites;
pub mod table;
pub mod track;
pub mod travel;
pub mod typed;
pub mod view;
mod way;
