//! What may be typed: the list of commands with their help.

/// What a command means; each host says what carries it out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// `look`
    Look,
    /// `table`
    Table,
    /// `score`
    Score,
    /// `rules`
    Rules,
    /// `as`
    As,
    /// `where`
    Where,
    /// `log`
    Log,
    /// `moves`
    Moves,
    /// `print`
    Print,
    /// `names`
    Names,
    /// `watch`
    Watch,
    /// `unwatch`
    Unwatch,
    /// `play`
    Play,
    /// `bots`
    Bots,
    /// `step`
    Step,
    /// `trace`
    Trace,
    /// `rule`
    Rule,
    /// `go`
    Go,
    /// `drop`
    Drop,
    /// `break`
    Break,
    /// `unbreak`
    Unbreak,
    /// `why`
    Why,
    /// `history`
    History,
    /// `diff`
    Diff,
    /// `given`
    Given,
    /// `do`
    Do,
    /// `expect`
    Expect,
    /// `chance`
    Chance,
    /// `undo`
    Undo,
    /// `redo`
    Redo,
    /// `back`
    Back,
    /// `bookmark`
    Bookmark,
    /// `goto`
    Goto,
    /// `points`
    Points,
    /// `branches`
    Branches,
    /// `save`
    Save,
    /// `load`
    Load,
    /// `reload`
    Reload,
    /// `replay`
    Replay,
    /// `help`
    Help,
    /// `quit`
    Quit,
}

/// A command.
pub struct Command {
    /// The word it begins with.
    pub name: &'static str,
    /// How it is written; several forms one below the other.
    pub forms: &'static [&'static str],
    /// What it does.
    pub does: &'static str,
    /// A game of `examples`, and lines that show it there; help shows the last line.
    pub example: (&'static str, &'static str),
    /// Whoever looks through a seat's eyes may use it: it tells no more than that seat may know.
    /// The others are a referee's.
    pub open: bool,
    /// What it means.
    pub word: Word,
}

/// Commands that belong together.
pub struct Group {
    /// What they are for.
    pub title: &'static str,
    /// They.
    pub commands: &'static [Command],
}

const FISH: &str = "go_fish";
const MARKET: &str = "market_day";

/// Every command.
pub const GROUPS: &[Group] = &[
    Group {
        title: "Looking",
        commands: &[
            Command {
                name: "look",
                open: true,
                forms: &["look", "look SEAT", "look spectator", "look referee", "look NAME"],
                does: "show the table, as a seat or a spectator sees it; alone: as `as` says; of \
                       another name what lies, stands or is printed there",
                example: (FISH, "look Ben"),
                word: Word::Look,
            },
            Command {
                name: "table",
                open: true,
                forms: &["table"],
                does: "show the table, as `look` alone does",
                example: (FISH, "table"),
                word: Word::Table,
            },
            Command {
                name: "score",
                open: true,
                forms: &["score"],
                does: "show how the score is counted, and to a referee what it is now",
                example: (MARKET, "score"),
                word: Word::Score,
            },
            Command {
                name: "rules",
                open: true,
                forms: &["rules", "rules MOVE"],
                does: "show the rules as `doc` writes them, or what one move does",
                example: (MARKET, "rules send"),
                word: Word::Rules,
            },
            Command {
                name: "as",
                open: true,
                forms: &["as SEAT", "as spectator", "as referee"],
                does: "see everything through these eyes from now on; what only a referee may see \
                       or do is then refused",
                example: (FISH, "as Ana"),
                word: Word::As,
            },
            Command {
                name: "where",
                open: true,
                forms: &["where"],
                does: "show where the game is: the path, who is asked what, and the line of the \
                       rules",
                example: (MARKET, "where"),
                word: Word::Where,
            },
            Command {
                name: "log",
                open: true,
                forms: &["log", "log N"],
                does: "show what has happened, or the last N lines of it",
                example: (MARKET, "log 3"),
                word: Word::Log,
            },
            Command {
                name: "moves",
                open: true,
                forms: &["moves", "moves SEAT", "moves all"],
                does: "list what may be chosen now, as you type it; and what may not, and why, \
                       summed up or one by one",
                example: (MARKET, "moves"),
                word: Word::Moves,
            },
            Command {
                name: "print",
                open: false,
                forms: &["print EXPRESSION"],
                does: "show the value of any expression of the language, as a referee sees it",
                example: (FISH, "print count(c in Ana.hand where c.rank > 6)"),
                word: Word::Print,
            },
            Command {
                name: "names",
                open: false,
                forms: &["names"],
                does: "list the names of running rules that an expression may use here, and their \
                       values",
                example: (MARKET, "step turn\nnames"),
                word: Word::Names,
            },
            Command {
                name: "watch",
                open: false,
                forms: &["watch EXPRESSION", "watch"],
                does: "show an expression's value whenever it has changed; alone: list all that \
                       are watched",
                example: (MARKET, "watch Ana.coins"),
                word: Word::Watch,
            },
            Command {
                name: "unwatch",
                open: true,
                forms: &["unwatch N"],
                does: "stop watching the N-th",
                example: (MARKET, "watch Ana.coins\nunwatch 1"),
                word: Word::Unwatch,
            },
        ],
    },
    Group {
        title: "Playing",
        commands: &[
            Command {
                name: "play",
                open: true,
                forms: &["MOVE VALUE …", "SEAT does MOVE VALUE …", "play MOVE VALUE …"],
                does: "make a move for whoever is asked, as `moves` lists it; write `play` first \
                       if the move has a command's name",
                example: (MARKET, "send forest"),
                word: Word::Play,
            },
            Command {
                name: "bots",
                open: true,
                forms: &["bots", "bots N", "bots until CONDITION"],
                does: "let random bots decide once, N times, or until a condition holds",
                example: (MARKET, "bots until Ana.wood > 1"),
                word: Word::Bots,
            },
            Command {
                name: "step",
                open: true,
                forms: &["step", "step turn", "step phase", "step round"],
                does: "let random bots decide once, or until the next such stage begins",
                example: (MARKET, "step turn"),
                word: Word::Step,
            },
        ],
    },
    Group {
        title: "Rule by rule",
        commands: &[
            Command {
                name: "trace",
                open: false,
                forms: &["trace MOVE VALUE …", "trace"],
                does: "begin to carry out a move, and stop before its first statement; alone: a \
                       bot's move",
                example: (MARKET, "trace send forest"),
                word: Word::Trace,
            },
            Command {
                name: "rule",
                open: false,
                forms: &["rule", "rule N", "rule over", "rule out"],
                does: "go to the next statement, or N further; `over` what it calls; `out` of the \
                       deed that runs",
                example: (MARKET, "trace send forest\nrule"),
                word: Word::Rule,
            },
            Command {
                name: "go",
                open: false,
                forms: &["go"],
                does: "go on to the next decision, or to a break",
                example: (MARKET, "trace send forest\ngo"),
                word: Word::Go,
            },
            Command {
                name: "drop",
                open: false,
                forms: &["drop"],
                does: "give up the move that is being carried out, as if it had never been begun",
                example: (MARKET, "trace send forest\ndrop"),
                word: Word::Drop,
            },
            Command {
                name: "break",
                open: false,
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
                open: false,
                forms: &["unbreak N"],
                does: "remove break N",
                example: (MARKET, "break on coins\nunbreak 1"),
                word: Word::Unbreak,
            },
        ],
    },
    Group {
        title: "Asking why",
        commands: &[
            Command {
                name: "why",
                open: true,
                forms: &["why MOVE VALUE …", "why THING", "why"],
                does: "say why a move is refused, with the rule, its values and its line; or what \
                       last changed a zone, a counter or a card, by which rule, and when; alone: \
                       what may not be chosen now",
                example: (MARKET, "why send bakery"),
                word: Word::Why,
            },
            Command {
                name: "history",
                open: false,
                forms: &["history THING"],
                does: "list everything that has changed a zone, a counter or a card; or every time \
                       a deed or move ran",
                example: (MARKET, "bots 6\nhistory Ana.ready"),
                word: Word::History,
            },
            Command {
                name: "diff",
                open: false,
                forms: &["diff POINT", "diff POINT POINT"],
                does: "show what differs between here and a point, or between two points; a point \
                       is a number of `points`, a bookmark, or `here`",
                example: (MARKET, "send forest\ndiff 0"),
                word: Word::Diff,
            },
        ],
    },
    Group {
        title: "As referee",
        commands: &[
            Command {
                name: "given",
                open: false,
                forms: &[
                    "given ZONE is CARD, …",
                    "given COUNTER is VALUE",
                    "given it is SEAT's turn",
                ],
                does: "set up the table, as in a test; the log and the journal mark it",
                example: (FISH, "given Ana.hand is [hearts 3], [spades 3], the rest in pond"),
                word: Word::Given,
            },
            Command {
                name: "do",
                open: false,
                forms: &["do STATEMENT"],
                does: "carry out a statement of the language, as in a test; the log and the \
                       journal mark it",
                example: (MARKET, "do Ana.coins += $5"),
                word: Word::Do,
            },
            Command {
                name: "expect",
                open: false,
                forms: &["expect CONDITION", "expect it is SEAT's turn"],
                does: "check something, as in a test; if it fails in a script, the exit status is \
                       1",
                example: (MARKET, "expect Ana.ready is 2"),
                word: Word::Expect,
            },
            Command {
                name: "chance",
                open: false,
                forms: &["chance gives VALUE, …", "chance"],
                does: "set what chance brings in the next move that asks it, even a bot's; alone: \
                       let chance decide again",
                example: ("pig", "chance gives 6\nthrow"),
                word: Word::Chance,
            },
        ],
    },
    Group {
        title: "Going back and forth",
        commands: &[
            Command {
                name: "undo",
                open: true,
                forms: &["undo", "undo N"],
                does: "take back the last decision, or N of them",
                example: (MARKET, "send forest\nundo"),
                word: Word::Undo,
            },
            Command {
                name: "redo",
                open: true,
                forms: &["redo", "redo N"],
                does: "do again what was taken back",
                example: (MARKET, "send forest\nundo\nredo"),
                word: Word::Redo,
            },
            Command {
                name: "back",
                open: true,
                forms: &["back turn", "back phase", "back round", "back until CONDITION"],
                does: "go back to where such a stage last began, or to where a condition last held",
                example: (MARKET, "bots 5\nback until Ana.ready is 2"),
                word: Word::Back,
            },
            Command {
                name: "bookmark",
                open: true,
                forms: &["bookmark NAME", "bookmark"],
                does: "name this point; alone: list all names",
                example: (MARKET, "bookmark before_the_sale"),
                word: Word::Bookmark,
            },
            Command {
                name: "goto",
                open: true,
                forms: &["goto POINT", "goto branch N"],
                does: "go to a point, by number or bookmark, or to the end of a branch",
                example: (MARKET, "send forest\nbookmark after\ngoto 0"),
                word: Word::Goto,
            },
            Command {
                name: "points",
                open: true,
                forms: &["points", "points N"],
                does: "list the last steps that led here, with their numbers",
                example: (MARKET, "bots 3\npoints"),
                word: Word::Points,
            },
            Command {
                name: "branches",
                open: true,
                forms: &["branches"],
                does: "list the lines of play that were kept when something else was chosen",
                example: (MARKET, "send forest\nundo\nsend field\nbranches"),
                word: Word::Branches,
            },
        ],
    },
    Group {
        title: "Files and the rest",
        commands: &[
            Command {
                name: "save",
                open: false,
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
                open: false,
                forms: &["load FILE"],
                does: "go on with the session in a journal of this game, under the rules it was \
                       kept under",
                example: (MARKET, "send forest\nsave evening.journal\nload evening.journal"),
                word: Word::Load,
            },
            Command {
                name: "reload",
                open: false,
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
                open: true,
                forms: &["replay"],
                does: "play the session again from its start, and say whether everything comes out \
                       the same",
                example: (MARKET, "bots 5\nreplay"),
                word: Word::Replay,
            },
            Command {
                name: "help",
                open: true,
                forms: &["help", "help COMMAND"],
                does: "show this list, or more about one command",
                example: (MARKET, "help why"),
                word: Word::Help,
            },
            Command {
                name: "quit",
                open: true,
                forms: &["quit"],
                does: "leave",
                example: (MARKET, "quit"),
                word: Word::Quit,
            },
        ],
    },
];

/// All commands.
pub fn all() -> impl Iterator<Item = &'static Command> {
    GROUPS.iter().flat_map(|g| g.commands)
}

/// How an example is shown.
#[must_use]
pub fn example(command: &Command) -> &'static str {
    command.example.1.lines().last().unwrap_or("")
}
