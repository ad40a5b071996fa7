//! What is said of rules that are wrong, and of whole games in which something is.

mod changed;
mod drafts;
mod first_game;
mod from_the_start;
mod helps;
mod own_things;
mod owners;
mod plain_english;
mod said;
mod second_game;
mod sentences;
mod slips;
mod syntax_errors;
mod third_game;
mod values;
