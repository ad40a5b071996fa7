//! Commands of a designer: rule by rule, asking why, as referee.

use super::command::{AtTable, Behind, Command, Group, Rights, Word};

const FISH: &str = "go_fish";
const MARKET: &str = "market_day";

/// The group of help `Rule by rule`.
pub const RULE_BY_RULE: Group = Group {
    title: "Rule by rule",
    commands: &[
        Command {
            name: "trace",
            rights: Rights::Referee,
            table: None,
            forms: &["trace MOVE VALUE …", "trace"],
            does: "begin to carry out a move, and stop before its first statement; alone: a \
                   bot's move",
            example: (MARKET, "trace send forest"),
            word: Word::Trace,
        },
        Command {
            name: "rule",
            rights: Rights::Referee,
            table: None,
            forms: &["rule", "rule N", "rule over", "rule out"],
            does: "go to the next statement, or N further; `over` what it calls; `out` of the \
                   deed that runs",
            example: (MARKET, "trace send forest\nrule"),
            word: Word::Rule,
        },
        Command {
            name: "go",
            rights: Rights::Referee,
            table: None,
            forms: &["go"],
            does: "go on to the next decision, or to a break",
            example: (MARKET, "trace send forest\ngo"),
            word: Word::Go,
        },
        Command {
            name: "drop",
            rights: Rights::Referee,
            table: None,
            forms: &["drop"],
            does: "give up the move that is being carried out, as if it had never been begun",
            example: (MARKET, "trace send forest\ndrop"),
            word: Word::Drop,
        },
        Command {
            name: "break",
            rights: Rights::Referee,
            table: None,
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
            word: Word::Break,
        },
        Command {
            name: "unbreak",
            rights: Rights::Referee,
            table: None,
            forms: &["unbreak N"],
            does: "remove break N",
            example: (MARKET, "break on coins\nunbreak 1"),
            word: Word::Unbreak,
        },
    ],
};

/// The group of help `Asking why`.
pub const ASKING: Group = Group {
    title: "Asking why",
    commands: &[
        Command {
            name: "why",
            rights: Rights::Seat,
            table: Some(AtTable {
                words: &["why"],
                completed: "why ",
                behind: Behind::Anything,
                help: Some((
                    "why",
                    "see what is not possible now, and why; `why MOVE VALUE …` asks about \
                     one move",
                )),
            }),
            forms: &["why MOVE VALUE …", "why THING", "why"],
            does: "say why a move is refused, with the rule, its values and its line; or what \
                   last changed a zone, a counter or a card, by which rule, and when; alone: \
                   what may not be chosen now",
            example: (MARKET, "why send bakery"),
            word: Word::Why,
        },
        Command {
            name: "hint",
            rights: Rights::Seat,
            table: Some(AtTable {
                words: &["hint"],
                completed: "hint",
                behind: Behind::Nothing,
                help: Some(("hint", "see the best moves that can be found, and what they promise")),
            }),
            forms: &["hint", "hint SEAT"],
            does: "think about what whoever is asked should do, from what that seat sees: the best \
                   moves, what they promise, and what of the hidden cards that hangs on",
            example: ("nim", "hint"),
            word: Word::Hint,
        },
        Command {
            name: "history",
            rights: Rights::Referee,
            table: None,
            forms: &["history THING"],
            does: "list everything that has changed a zone, a counter or a card; or every time \
                   a deed or move ran",
            example: (MARKET, "bots 6\nhistory Ana.ready"),
            word: Word::History,
        },
        Command {
            name: "diff",
            rights: Rights::Referee,
            table: None,
            forms: &["diff POINT", "diff POINT POINT"],
            does: "show what differs between here and a point, or between two points; a point \
                   is a number of `points`, a bookmark, or `here`",
            example: (MARKET, "send forest\ndiff 0"),
            word: Word::Diff,
        },
    ],
};

/// The group of help `As referee`.
pub const REFEREEING: Group = Group {
    title: "As referee",
    commands: &[
        Command {
            name: "given",
            rights: Rights::Referee,
            table: None,
            forms: &["given ZONE is CARD, …", "given COUNTER is VALUE", "given it is SEAT's turn"],
            does: "set up the table, as in a test; the log and the journal mark it",
            example: (FISH, "given Ana.hand is [hearts 3], [spades 3], the rest in pond"),
            word: Word::Given,
        },
        Command {
            name: "do",
            rights: Rights::Referee,
            table: None,
            forms: &["do STATEMENT"],
            does: "carry out a statement of the language, as in a test; the log and the \
                   journal mark it",
            example: (MARKET, "do Ana.coins += $5"),
            word: Word::Do,
        },
        Command {
            name: "expect",
            rights: Rights::Referee,
            table: None,
            forms: &["expect CONDITION", "expect it is SEAT's turn"],
            does: "check something, as in a test; if it fails in a script, the exit status is \
                   1",
            example: (MARKET, "expect Ana.ready is 2"),
            word: Word::Expect,
        },
        Command {
            name: "chance",
            rights: Rights::Referee,
            table: None,
            forms: &["chance gives VALUE, …", "chance"],
            does: "set what chance brings in the next move that asks it, even a bot's; alone: \
                   let chance decide again",
            example: ("pig", "chance gives 6\nthrow"),
            word: Word::Chance,
        },
    ],
};
