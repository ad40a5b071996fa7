//! Commands that go over the history, and those about files.

use crate::terminal::command::{After, Command, Group, Rights, Word};

const MARKET: &str = "market_day";

/// The group of help `Going back and forth`.
pub const GOING: Group = Group {
    title: "Going back and forth",
    commands: &[
        Command {
            word: Word::Undo,
            words: &["undo"],
            rights: Rights::All,
            after: After::Anything,
            forms: &["undo", "undo N"],
            does: "take back the last choice of people, or N of them, with what bots did \
                   after it",
            example: (MARKET, "send forest\nundo"),
        },
        Command {
            word: Word::Redo,
            words: &["redo"],
            rights: Rights::All,
            after: After::Anything,
            forms: &["redo", "redo N"],
            does: "make again what was taken back",
            example: (MARKET, "send forest\nundo\nredo"),
        },
        Command {
            word: Word::Back,
            words: &["back", "goto"],
            rights: Rights::All,
            after: After::Something,
            forms: &["back POINT", "back turn", "back phase", "back round"],
            does: "go to a point, by its number or bookmark, or back to where such a stage \
                   last began",
            example: (MARKET, "send forest\nbookmark after\nback 0\nback after"),
        },
        Command {
            word: Word::Bookmark,
            words: &["bookmark"],
            rights: Rights::All,
            after: After::Anything,
            forms: &["bookmark NAME", "bookmark"],
            does: "name this point, so that `back NAME` returns to it; alone: list all \
                   names",
            example: (MARKET, "bookmark before_the_sale"),
        },
        Command {
            word: Word::History,
            words: &["history", "points"],
            rights: Rights::All,
            after: After::Anything,
            forms: &["history", "history N", "history all"],
            does: "list the points that led here, by number, and those that were taken back",
            example: (MARKET, "bots 3\nhistory\nhistory Ana.ready"),
        },
        Command {
            word: Word::Branches,
            words: &["branches"],
            rights: Rights::All,
            after: After::Nothing,
            forms: &["branches"],
            does: "list the lines of play that were kept when something else was chosen",
            example: (MARKET, "send forest\nundo\nsend field\nbranches"),
        },
        Command {
            word: Word::Branch,
            words: &["branch"],
            rights: Rights::All,
            after: After::Anything,
            forms: &["branch N"],
            does: "go to the end of such a line",
            example: (MARKET, "send forest\nundo\nsend field\nbranch 1"),
        },
    ],
};

/// The group of help `Files and the rest`.
pub const REST: Group = Group {
    title: "Files and the rest",
    commands: &[
        Command {
            word: Word::Save,
            words: &["save"],
            rights: Rights::All,
            after: After::Anything,
            forms: &[
                "save test \"TITLE\"",
                "save test \"TITLE\" FILE",
                "save test \"TITLE\" from POINT",
            ],
            does: "write what was played as a test that passes, shown or added to a rules \
                   file, from the start or from a point where a turn began; only when the \
                   game is over or nothing is hidden",
            example: (MARKET, "send forest\nsave evening.journal"),
        },
        Command {
            word: Word::Load,
            words: &["load"],
            rights: Rights::Referee,
            after: After::Anything,
            forms: &["load FILE"],
            does: "go on with the session in a journal of this game, under the rules it was \
                   kept under",
            example: (MARKET, "send forest\nsave evening.journal\nload evening.journal"),
        },
        Command {
            word: Word::Reload,
            words: &["reload"],
            rights: Rights::All,
            after: After::Anything,
            forms: &[
                "reload",
                "reload now",
                "reload next round",
                "reload replay",
                "reload fork",
                "reload ignore",
            ],
            does: "bring in rules saved in the meantime: here, before the next round (turn, \
                   phase), by replaying the same choices from the start, or beside the old \
                   line; alone: show what changed",
            example: (MARKET, "reload"),
        },
        Command {
            word: Word::Replay,
            words: &["replay"],
            rights: Rights::Eyes,
            after: After::Nothing,
            forms: &["replay"],
            does: "play the session again from its start, and say whether everything comes out \
                   the same",
            example: (MARKET, "bots 5\nreplay"),
        },
        Command {
            word: Word::Help,
            words: &["help", "?"],
            rights: Rights::All,
            after: After::Anything,
            forms: &["help", "help COMMAND"],
            does: "show this list, or more about one command",
            example: (MARKET, "help why"),
        },
        Command {
            word: Word::Quit,
            words: &["quit", "q", "exit"],
            rights: Rights::All,
            after: After::Nothing,
            forms: &["quit"],
            does: "leave",
            example: (MARKET, "quit"),
        },
    ],
};
