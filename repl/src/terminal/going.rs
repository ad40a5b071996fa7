//! Commands that go over the history, and those about files.

use super::command::{AtTable, Behind, Command, Group, Rights, Word};

const MARKET: &str = "market_day";

/// The group of help `Going back and forth`.
pub const GOING: Group = Group {
    title: "Going back and forth",
    commands: &[
        Command {
            name: "undo",
            rights: Rights::Seat,
            table: Some(AtTable {
                words: &["undo"],
                completed: "undo",
                behind: Behind::Anything,
                help: Some((
                    "undo, redo",
                    "take back your last choice, or make it again (`undo 3`: the last \
                     three), and the bots' choices after it",
                )),
            }),
            forms: &["undo", "undo N"],
            does: "take back the last decision, or N of them",
            example: (MARKET, "send forest\nundo"),
            word: Word::Undo,
        },
        Command {
            name: "redo",
            rights: Rights::Seat,
            table: Some(AtTable {
                words: &["redo"],
                completed: "redo",
                behind: Behind::Anything,
                help: None,
            }),
            forms: &["redo", "redo N"],
            does: "do again what was taken back",
            example: (MARKET, "send forest\nundo\nredo"),
            word: Word::Redo,
        },
        Command {
            name: "back",
            rights: Rights::Seat,
            table: Some(AtTable {
                words: &["back"],
                completed: "back ",
                behind: Behind::Something,
                help: None,
            }),
            forms: &["back turn", "back phase", "back round", "back until CONDITION"],
            does: "go back to where such a stage last began, or to where a condition last held",
            example: (MARKET, "bots 5\nback until Ana.ready is 2"),
            word: Word::Back,
        },
        Command {
            name: "bookmark",
            rights: Rights::Seat,
            table: Some(AtTable {
                words: &["bookmark"],
                completed: "bookmark ",
                behind: Behind::Anything,
                help: Some((
                    "bookmark NAME",
                    "name this point of the game; `back NAME` returns to it",
                )),
            }),
            forms: &["bookmark NAME", "bookmark"],
            does: "name this point; alone: list all names",
            example: (MARKET, "bookmark before_the_sale"),
            word: Word::Bookmark,
        },
        Command {
            name: "goto",
            rights: Rights::Seat,
            table: None,
            forms: &["goto POINT", "goto branch N"],
            does: "go to a point, by number or bookmark, or to the end of a branch",
            example: (MARKET, "send forest\nbookmark after\ngoto 0"),
            word: Word::Goto,
        },
        Command {
            name: "points",
            rights: Rights::Seat,
            table: Some(AtTable {
                words: &["history"],
                completed: "history",
                behind: Behind::All,
                help: Some((
                    "history",
                    "see the points of the game, numbered; `back NUMBER` goes to one",
                )),
            }),
            forms: &["points", "points N"],
            does: "list the last steps that led here, with their numbers",
            example: (MARKET, "bots 3\npoints"),
            word: Word::Points,
        },
        Command {
            name: "branches",
            rights: Rights::Seat,
            table: Some(AtTable {
                words: &["branches"],
                completed: "branches",
                behind: Behind::Nothing,
                help: Some((
                    "branches",
                    "see the lines of play you left by going back; `branch NUMBER` goes \
                     to the end of one",
                )),
            }),
            forms: &["branches"],
            does: "list the lines of play that were kept when something else was chosen",
            example: (MARKET, "send forest\nundo\nsend field\nbranches"),
            word: Word::Branches,
        },
    ],
};

/// The group of help `Files and the rest`.
pub const REST: Group = Group {
    title: "Files and the rest",
    commands: &[
        Command {
            name: "save",
            rights: Rights::Referee,
            table: Some(AtTable {
                words: &["save"],
                completed: "save test ",
                behind: Behind::Anything,
                help: Some((
                    "save test FILE \"TITLE\"",
                    "add what was played to a rules file, as a test, if the game is over \
                     or nothing is hidden; `… from 12`: from that point on",
                )),
            }),
            forms: &[
                "save FILE",
                "save test \"TITLE\"",
                "save test \"TITLE\" FILE",
                "save test \"TITLE\" from POINT",
            ],
            does: "keep the session in a journal from now on, with all its history; or write \
                   it as a test that passes, shown or appended to a file, from the start or \
                   with the table as it stood where a turn began",
            example: (MARKET, "send forest\nsave evening.journal"),
            word: Word::Save,
        },
        Command {
            name: "load",
            rights: Rights::Referee,
            table: None,
            forms: &["load FILE"],
            does: "go on with the session in a journal of this game, under the rules it was \
                   kept under",
            example: (MARKET, "send forest\nsave evening.journal\nload evening.journal"),
            word: Word::Load,
        },
        Command {
            name: "reload",
            rights: Rights::Referee,
            table: Some(AtTable {
                words: &["reload"],
                completed: "reload",
                behind: Behind::Anything,
                help: Some((
                    "reload",
                    "see what has changed in the rules since you began, and how to bring \
                     it in",
                )),
            }),
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
            word: Word::Reload,
        },
        Command {
            name: "replay",
            rights: Rights::Seat,
            table: None,
            forms: &["replay"],
            does: "play the session again from its start, and say whether everything comes out \
                   the same",
            example: (MARKET, "bots 5\nreplay"),
            word: Word::Replay,
        },
        Command {
            name: "help",
            rights: Rights::Seat,
            table: Some(AtTable {
                words: &["help", "?"],
                completed: "help",
                behind: Behind::Anything,
                help: None,
            }),
            forms: &["help", "help COMMAND"],
            does: "show this list, or more about one command",
            example: (MARKET, "help why"),
            word: Word::Help,
        },
        Command {
            name: "quit",
            rights: Rights::Seat,
            table: Some(AtTable {
                words: &["quit", "q", "exit"],
                completed: "quit",
                behind: Behind::Nothing,
                help: Some(("quit", "leave the game")),
            }),
            forms: &["quit"],
            does: "leave",
            example: (MARKET, "quit"),
            word: Word::Quit,
        },
    ],
};
