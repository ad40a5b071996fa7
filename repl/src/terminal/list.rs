//! The list of commands.

use super::command::{AtTable, Behind, Command, Group, Rights, Word};
use super::going::{GOING, REST};
use super::looking::{LOOKING, PLAYING};
use super::rule_by_rule::{ASKING, REFEREEING, RULE_BY_RULE};

const FISH: &str = "go_fish";

const AUTO: &str = "pass for you wherever passing is all you can do; `auto here`: always at this \
     question; \
     `auto off`";

const PACE: &str =
    "how long to show each move of the bots: `pace 2` (seconds), `pace enter`, `pace none`";

const DRAW: &str =
    "draw the boards you see as an SVG picture, with the numbers of what you may choose";

/// Every command of the workbench.
pub const GROUPS: &[Group] = &[LOOKING, PLAYING, RULE_BY_RULE, ASKING, REFEREEING, GOING, REST];

/// What is only done at the table of `play`.
pub const ONLY_AT_TABLE: &[Command] = &[
    Command {
        name: "auto",
        rights: Rights::Seat,
        table: Some(AtTable {
            words: &["auto"],
            completed: "auto",
            behind: Behind::Anything,
            help: Some(("auto", AUTO)),
        }),
        forms: &["auto", "auto here", "auto off"],
        does: AUTO,
        example: (FISH, "auto here"),
        word: Word::Auto,
    },
    Command {
        name: "pace",
        rights: Rights::Seat,
        table: Some(AtTable {
            words: &["pace"],
            completed: "pace ",
            behind: Behind::Anything,
            help: Some(("pace", PACE)),
        }),
        forms: &["pace", "pace SECONDS", "pace enter", "pace none"],
        does: PACE,
        example: (FISH, "pace 2"),
        word: Word::Pace,
    },
    Command {
        name: "draw",
        rights: Rights::Seat,
        table: Some(AtTable {
            words: &["draw"],
            completed: "draw ",
            behind: Behind::Anything,
            help: Some(("draw FILE", DRAW)),
        }),
        forms: &["draw FILE"],
        does: DRAW,
        example: (FISH, "draw table.svg"),
        word: Word::Draw,
    },
    Command {
        name: "branch",
        rights: Rights::Seat,
        table: Some(AtTable {
            words: &["branch"],
            completed: "branch ",
            behind: Behind::Anything,
            help: None,
        }),
        forms: &["branch N"],
        does: "go to the end of a line of play that was left",
        example: (FISH, "branch 1"),
        word: Word::Branch,
    },
];

/// The commands of the table of `play`, in the order of its help.
pub(super) const TABLE: &[Word] = &[
    Word::Moves,
    Word::Why,
    Word::Hint,
    Word::Look,
    Word::Table,
    Word::Score,
    Word::Rules,
    Word::Auto,
    Word::Draw,
    Word::Pace,
    Word::Log,
    Word::Undo,
    Word::Redo,
    Word::Bookmark,
    Word::Back,
    Word::Points,
    Word::Branches,
    Word::Branch,
    Word::Save,
    Word::Reload,
    Word::Help,
    Word::Quit,
];
