//! Commands that look and play.

use crate::terminal::command::{After, Command, Group, Rights, Word};

const FISH: &str = "go_fish";
const MARKET: &str = "market_day";

/// The group of help `Looking`.
pub const LOOKING: Group = Group {
    title: "Looking",
    commands: &[
        Command {
            word: Word::Look,
            words: &["look", "l"],
            rights: Rights::All,
            after: After::Anything,
            forms: &["look", "look NAME"],
            does: "show what is printed on the cards you hold; of a name, what somebody \
                   has, lies in a zone, stands at a place, or is printed on a card",
            example: (FISH, "look Ben"),
        },
        Command {
            word: Word::Table,
            words: &["table", "t"],
            rights: Rights::All,
            after: After::Nothing,
            forms: &["table"],
            does: "show the table, as whoever looks sees it",
            example: (FISH, "table"),
        },
        Command {
            word: Word::Score,
            words: &["score"],
            rights: Rights::All,
            after: After::Nothing,
            forms: &["score"],
            does: "show how the score is counted, and what it is when the game is over",
            example: (MARKET, "score"),
        },
        Command {
            word: Word::Rules,
            words: &["rules"],
            rights: Rights::All,
            after: After::Anything,
            forms: &["rules", "rules MOVE"],
            does: "show the rules as `doc` writes them, or what one move does",
            example: (MARKET, "rules send"),
        },
        Command {
            word: Word::Draw,
            words: &["draw"],
            rights: Rights::All,
            after: After::Anything,
            forms: &["draw FILE"],
            does: "draw the boards you see as an SVG picture, with the numbers of what you \
                   may choose",
            example: ("lanes", "draw table.svg"),
        },
        Command {
            word: Word::As,
            words: &["as"],
            rights: Rights::Eyes,
            after: After::Anything,
            forms: &["as SEAT", "as spectator", "as referee"],
            does: "see everything through these eyes from now on; what only a referee may see \
                   or do is then refused",
            example: (FISH, "as Ana"),
        },
        Command {
            word: Word::Where,
            words: &["where"],
            rights: Rights::All,
            after: After::Nothing,
            forms: &["where"],
            does: "show where the game is: the path, who is asked what, and the line of the \
                   rules",
            example: (MARKET, "where"),
        },
        Command {
            word: Word::Log,
            words: &["log"],
            rights: Rights::All,
            after: After::Anything,
            forms: &["log", "log N"],
            does: "show what has happened, as far as you may know it, or the last N lines \
                   of it",
            example: (MARKET, "log 3"),
        },
        Command {
            word: Word::Moves,
            words: &["moves"],
            rights: Rights::All,
            after: After::Anything,
            forms: &["moves", "moves SEAT", "moves all"],
            does: "list what may be chosen now; and what may not, and why, summed up or one \
                   by one",
            example: (MARKET, "moves"),
        },
        Command {
            word: Word::Print,
            words: &["print"],
            rights: Rights::Referee,
            after: After::Anything,
            forms: &["print EXPRESSION"],
            does: "show the value of any expression of the language, as a referee sees it",
            example: (FISH, "print count(c in Ana.hand where c.rank > 6)"),
        },
        Command {
            word: Word::Names,
            words: &["names"],
            rights: Rights::Referee,
            after: After::Nothing,
            forms: &["names"],
            does: "list the names of running rules that an expression may use here, and their \
                   values",
            example: (MARKET, "step turn\nnames"),
        },
        Command {
            word: Word::Watch,
            words: &["watch"],
            rights: Rights::Referee,
            after: After::Anything,
            forms: &["watch EXPRESSION", "watch"],
            does: "show an expression's value whenever it has changed; alone: list all that \
                   are watched",
            example: (MARKET, "watch Ana.coins"),
        },
        Command {
            word: Word::Unwatch,
            words: &["unwatch"],
            rights: Rights::Eyes,
            after: After::Anything,
            forms: &["unwatch N"],
            does: "stop watching the N-th",
            example: (MARKET, "watch Ana.coins\nunwatch 1"),
        },
    ],
};

/// The group of help `Playing`.
pub const PLAYING: Group = Group {
    title: "Playing",
    commands: &[
        Command {
            word: Word::Play,
            words: &["play"],
            rights: Rights::Eyes,
            after: After::Anything,
            forms: &["MOVE VALUE …", "SEAT does MOVE VALUE …", "play MOVE VALUE …"],
            does: "make a move for whoever is asked, as `moves` lists it; write `play` first \
                   if the move has a command's name",
            example: (MARKET, "send forest"),
        },
        Command {
            word: Word::Auto,
            words: &["auto"],
            rights: Rights::Sitting,
            after: After::Anything,
            forms: &["auto", "auto here", "auto off"],
            does: "pass for you wherever passing is all you can do; `auto here`: always at \
                   this question; `auto off` ends both",
            example: (FISH, "auto here"),
        },
        Command {
            word: Word::Pace,
            words: &["pace"],
            rights: Rights::Sitting,
            after: After::Anything,
            forms: &["pace", "pace SECONDS", "pace enter", "pace none"],
            does: "say or set how long each move of the bots is shown: seconds, until Enter \
                   is pressed, or not at all",
            example: (FISH, "pace 2"),
        },
        Command {
            word: Word::Bots,
            words: &["bots"],
            rights: Rights::Eyes,
            after: After::Anything,
            forms: &["bots", "bots N", "bots until CONDITION"],
            does: "let random bots decide once, N times, or until a condition holds",
            example: (MARKET, "bots until Ana.wood > 1"),
        },
        Command {
            word: Word::Step,
            words: &["step"],
            rights: Rights::Eyes,
            after: After::Anything,
            forms: &["step", "step turn", "step phase", "step round"],
            does: "let random bots decide once, or until the next such stage begins",
            example: (MARKET, "step turn"),
        },
    ],
};
