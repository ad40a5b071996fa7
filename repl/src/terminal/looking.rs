//! Commands that look and play.

use super::command::{AtTable, Behind, Command, Group, Rights, Word};

const FISH: &str = "go_fish";
const MARKET: &str = "market_day";

/// The group of help `Looking`.
pub const LOOKING: Group = Group {
    title: "Looking",
    commands: &[
        Command {
            name: "look",
            rights: Rights::Seat,
            table: Some(AtTable {
                words: &["look", "l"],
                completed: "look ",
                behind: Behind::Anything,
                help: Some((
                    "look",
                    "see what is printed on the cards you hold; `look NAME`: on any card, \
                     in a table of the rules, what lies in a zone, what a player or a \
                     place has",
                )),
            }),
            forms: &["look", "look SEAT", "look spectator", "look referee", "look NAME"],
            does: "show the table, as a seat or a spectator sees it; alone: as `as` says; of \
                   another name what lies, stands or is printed there",
            example: (FISH, "look Ben"),
            word: Word::Look,
        },
        Command {
            name: "table",
            rights: Rights::Seat,
            table: Some(AtTable {
                words: &["table", "t"],
                completed: "table",
                behind: Behind::Nothing,
                help: Some(("table", "show the table again")),
            }),
            forms: &["table"],
            does: "show the table, as `look` alone does",
            example: (FISH, "table"),
            word: Word::Table,
        },
        Command {
            name: "score",
            rights: Rights::Seat,
            table: Some(AtTable {
                words: &["score"],
                completed: "score",
                behind: Behind::Nothing,
                help: Some(("score", "see how the score is counted")),
            }),
            forms: &["score"],
            does: "show how the score is counted, and to a referee what it is now",
            example: (MARKET, "score"),
            word: Word::Score,
        },
        Command {
            name: "rules",
            rights: Rights::Seat,
            table: Some(AtTable {
                words: &["rules"],
                completed: "rules",
                behind: Behind::Anything,
                help: Some((
                    "rules",
                    "read the rules; `rules MOVE`, or `help MOVE`: what one move does",
                )),
            }),
            forms: &["rules", "rules MOVE"],
            does: "show the rules as `doc` writes them, or what one move does",
            example: (MARKET, "rules send"),
            word: Word::Rules,
        },
        Command {
            name: "as",
            rights: Rights::Seat,
            table: None,
            forms: &["as SEAT", "as spectator", "as referee"],
            does: "see everything through these eyes from now on; what only a referee may see \
                   or do is then refused",
            example: (FISH, "as Ana"),
            word: Word::As,
        },
        Command {
            name: "where",
            rights: Rights::Seat,
            table: None,
            forms: &["where"],
            does: "show where the game is: the path, who is asked what, and the line of the \
                   rules",
            example: (MARKET, "where"),
            word: Word::Where,
        },
        Command {
            name: "log",
            rights: Rights::Seat,
            table: Some(AtTable {
                words: &["log"],
                completed: "log",
                behind: Behind::Anything,
                help: Some((
                    "log",
                    "see everything that has happened, as far as you may know it; `log 20`: the \
                     last lines",
                )),
            }),
            forms: &["log", "log N"],
            does: "show what has happened, or the last N lines of it",
            example: (MARKET, "log 3"),
            word: Word::Log,
        },
        Command {
            name: "moves",
            rights: Rights::Seat,
            table: Some(AtTable {
                words: &["moves"],
                completed: "moves",
                behind: Behind::Anything,
                help: Some((
                    "moves",
                    "see what may be chosen, and what may not and why, summed up; `moves \
                     all`: one by one",
                )),
            }),
            forms: &["moves", "moves SEAT", "moves all"],
            does: "list what may be chosen now, as you type it; and what may not, and why, \
                   summed up or one by one",
            example: (MARKET, "moves"),
            word: Word::Moves,
        },
        Command {
            name: "print",
            rights: Rights::Referee,
            table: None,
            forms: &["print EXPRESSION"],
            does: "show the value of any expression of the language, as a referee sees it",
            example: (FISH, "print count(c in Ana.hand where c.rank > 6)"),
            word: Word::Print,
        },
        Command {
            name: "names",
            rights: Rights::Referee,
            table: None,
            forms: &["names"],
            does: "list the names of running rules that an expression may use here, and their \
                   values",
            example: (MARKET, "step turn\nnames"),
            word: Word::Names,
        },
        Command {
            name: "watch",
            rights: Rights::Referee,
            table: None,
            forms: &["watch EXPRESSION", "watch"],
            does: "show an expression's value whenever it has changed; alone: list all that \
                   are watched",
            example: (MARKET, "watch Ana.coins"),
            word: Word::Watch,
        },
        Command {
            name: "unwatch",
            rights: Rights::Seat,
            table: None,
            forms: &["unwatch N"],
            does: "stop watching the N-th",
            example: (MARKET, "watch Ana.coins\nunwatch 1"),
            word: Word::Unwatch,
        },
    ],
};

/// The group of help `Playing`.
pub const PLAYING: Group = Group {
    title: "Playing",
    commands: &[
        Command {
            name: "play",
            rights: Rights::Seat,
            table: None,
            forms: &["MOVE VALUE …", "SEAT does MOVE VALUE …", "play MOVE VALUE …"],
            does: "make a move for whoever is asked, as `moves` lists it; write `play` first \
                   if the move has a command's name",
            example: (MARKET, "send forest"),
            word: Word::Play,
        },
        Command {
            name: "bots",
            rights: Rights::Seat,
            table: None,
            forms: &["bots", "bots N", "bots until CONDITION"],
            does: "let random bots decide once, N times, or until a condition holds",
            example: (MARKET, "bots until Ana.wood > 1"),
            word: Word::Bots,
        },
        Command {
            name: "step",
            rights: Rights::Seat,
            table: None,
            forms: &["step", "step turn", "step phase", "step round"],
            does: "let random bots decide once, or until the next such stage begins",
            example: (MARKET, "step turn"),
            word: Word::Step,
        },
    ],
};
