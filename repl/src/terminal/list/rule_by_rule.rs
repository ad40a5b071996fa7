//! Commands of a designer: rule by rule, asking why, as referee.

use crate::terminal::command::{After, Command, Group, Rights, Word};

const FISH: &str = "go_fish";
const MARKET: &str = "market_day";

/// The group of help `Rule by rule`.
pub const RULE_BY_RULE: Group = Group {
    title: "Rule by rule",
    commands: &[
        Command {
            word: Word::Trace,
            words: &["trace"],
            rights: Rights::Referee,
            after: After::Anything,
            forms: &["trace MOVE VALUE …", "trace"],
            does: "begin to carry out a move, and stop before its first statement; alone: a \
                   bot's move",
            example: (MARKET, "trace send forest"),
        },
        Command {
            word: Word::Rule,
            words: &["rule"],
            rights: Rights::Referee,
            after: After::Anything,
            forms: &["rule", "rule N", "rule over", "rule out"],
            does: "go to the next statement, or N further; `over` what it calls; `out` of the \
                   deed that runs",
            example: (MARKET, "trace send forest\nrule"),
        },
        Command {
            word: Word::Go,
            words: &["go"],
            rights: Rights::Referee,
            after: After::Nothing,
            forms: &["go"],
            does: "go on to the next decision, or to a break",
            example: (MARKET, "trace send forest\ngo"),
        },
        Command {
            word: Word::Drop,
            words: &["drop"],
            rights: Rights::Referee,
            after: After::Nothing,
            forms: &["drop"],
            does: "give up the move that is being carried out, as if it had never been begun",
            example: (MARKET, "trace send forest\ndrop"),
        },
        Command {
            word: Word::Break,
            words: &["break"],
            rights: Rights::Referee,
            after: After::Anything,
            forms: &[
                "break on THING",
                "break on round|turn|phase",
                "break on phase \"TITLE\"",
                "break on phase at LINE",
                "break when CONDITION",
                "break",
            ],
            does: "stop when a zone or counter changes, a deed or move is carried out, a stage \
                   begins, or a condition comes true; alone: all breaks",
            example: (MARKET, "break when any p in players has p.coins > $0\nbots 40"),
        },
        Command {
            word: Word::Unbreak,
            words: &["unbreak"],
            rights: Rights::Referee,
            after: After::Anything,
            forms: &["unbreak N"],
            does: "remove break N",
            example: (MARKET, "break on coins\nunbreak 1"),
        },
    ],
};

/// The group of help `Asking why`.
pub const ASKING: Group = Group {
    title: "Asking why",
    commands: &[
        Command {
            word: Word::Why,
            words: &["why"],
            rights: Rights::All,
            after: After::Anything,
            forms: &["why", "why all", "why MOVE VALUE …"],
            does: "say what may not be chosen now, and why; of a choice, by which rule",
            example: (MARKET, "why send bakery"),
        },
        Command {
            word: Word::Hint,
            words: &["hint"],
            rights: Rights::All,
            after: After::Anything,
            forms: &["hint", "hint SEAT"],
            does: "think about what whoever is asked should do, from what that seat sees: \
                   the best moves, what they promise, and what of the hidden cards that \
                   depends on",
            example: ("nim", "hint"),
        },
        Command {
            word: Word::Diff,
            words: &["diff"],
            rights: Rights::Referee,
            after: After::Anything,
            forms: &["diff POINT", "diff POINT POINT"],
            does: "show what differs between here and a point, or between two points; a point \
                   is a number of `history`, a bookmark, or `here`",
            example: (MARKET, "send forest\ndiff 0"),
        },
    ],
};

/// The group of help `As referee`.
pub const REFEREEING: Group = Group {
    title: "As referee",
    commands: &[
        Command {
            word: Word::Given,
            words: &["given"],
            rights: Rights::Referee,
            after: After::Anything,
            forms: &["given ZONE is CARD, …", "given COUNTER is VALUE", "given it is SEAT's turn"],
            does: "set up the table, as in a test; the log and the journal mark it",
            example: (FISH, "given Ana.hand is [hearts 3], [spades 3], the rest in pond"),
        },
        Command {
            word: Word::Do,
            words: &["do"],
            rights: Rights::Referee,
            after: After::Anything,
            forms: &["do STATEMENT"],
            does: "carry out a statement of the language, as in a test; the log and the \
                   journal mark it",
            example: (MARKET, "do Ana.coins += $5"),
        },
        Command {
            word: Word::Expect,
            words: &["expect"],
            rights: Rights::Referee,
            after: After::Anything,
            forms: &["expect CONDITION", "expect it is SEAT's turn"],
            does: "check something, as in a test; if it fails in a script, the exit status is \
                   1",
            example: (MARKET, "expect Ana.ready is 2"),
        },
        Command {
            word: Word::Chance,
            words: &["chance"],
            rights: Rights::Referee,
            after: After::Anything,
            forms: &["chance gives VALUE, …", "chance"],
            does: "set what chance brings in the next move that asks it, even a bot's; alone: \
                   let chance decide again",
            example: ("pig", "chance gives 6\nthrow"),
        },
    ],
};
