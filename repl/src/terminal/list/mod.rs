//! The list of commands.

mod going;
mod looking;
mod rule_by_rule;

use super::command::{Group, Word};

/// Every command, in the order of the help.
pub const GROUPS: &[Group] = &[
    looking::LOOKING,
    looking::PLAYING,
    rule_by_rule::RULE_BY_RULE,
    rule_by_rule::ASKING,
    rule_by_rule::REFEREEING,
    going::GOING,
    going::REST,
];

/// What a referee may write besides, and what that does.
pub struct Also {
    /// The command it belongs to.
    pub word: Word,
    /// More forms of it.
    pub forms: &'static [&'static str],
    /// What it does for a referee.
    pub does: &'static str,
}

/// All that a referee may write besides.
pub const ALSO: &[Also] = &[
    Also {
        word: Word::Look,
        forms: &["look SEAT", "look spectator", "look referee"],
        does: "to a referee the table, as a seat or a spectator sees it, or all of it",
    },
    Also { word: Word::Score, forms: &[], does: "to a referee also what it is now" },
    Also { word: Word::Undo, forms: &[], does: "at the workbench the last step, whoever made it" },
    Also {
        word: Word::Back,
        forms: &["back until CONDITION"],
        does: "to a referee also where a condition last held",
    },
    Also {
        word: Word::History,
        forms: &["history THING"],
        does: "to a referee everything that has changed a zone, a counter or a card, or \
               every time a deed or move ran",
    },
    Also {
        word: Word::Why,
        forms: &["why THING"],
        does: "to a referee what last changed a zone, a counter or a card, by which rule, \
               and when",
    },
    Also {
        word: Word::Save,
        forms: &["save FILE"],
        does: "for a referee at any time; or keep the session in a journal from now on, \
               with all its history",
    },
];
