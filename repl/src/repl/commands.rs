//! What may be typed: the list of commands with their help, and which of them a line means.

use super::typed::{CommandResult, Typed};
use super::{Workbench, asking, going, keeping, looking, playing, refereeing, stepping};
use crate::rulebook;
use crate::show::console::Tone;
use crate::show::grid::aligned;
use houserules_lang::ir::Owner;
use houserules_lang::spelling::nearest;

/// What carries a command out.
pub type Work = fn(&mut Workbench<'_, '_>, &Typed<'_>) -> CommandResult;

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
    /// What carries it out.
    pub work: Work,
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
                work: looking::look,
            },
            Command {
                name: "table",
                open: true,
                forms: &["table"],
                does: "show the table, as `look` alone does",
                example: (FISH, "table"),
                work: looking::table,
            },
            Command {
                name: "score",
                open: true,
                forms: &["score"],
                does: "show how the score is counted, and to a referee what it is now",
                example: (MARKET, "score"),
                work: looking::score,
            },
            Command {
                name: "rules",
                open: true,
                forms: &["rules", "rules MOVE"],
                does: "show the rules as `doc` writes them, or what one move does",
                example: (MARKET, "rules send"),
                work: looking::rules,
            },
            Command {
                name: "as",
                open: true,
                forms: &["as SEAT", "as spectator", "as referee"],
                does: "see everything through these eyes from now on; what only a referee may see \
                       or do is then refused",
                example: (FISH, "as Ana"),
                work: looking::set_eyes,
            },
            Command {
                name: "where",
                open: true,
                forms: &["where"],
                does: "show where the game is: the path, who is asked what, and the line of the \
                       rules",
                example: (MARKET, "where"),
                work: looking::whereabouts,
            },
            Command {
                name: "log",
                open: true,
                forms: &["log", "log N"],
                does: "show what has happened, or the last N lines of it",
                example: (MARKET, "log 3"),
                work: looking::log,
            },
            Command {
                name: "moves",
                open: true,
                forms: &["moves", "moves SEAT", "moves all"],
                does: "list what may be chosen now, as you type it; and what may not, and why, \
                       summed up or one by one",
                example: (MARKET, "moves"),
                work: looking::moves,
            },
            Command {
                name: "print",
                open: false,
                forms: &["print EXPRESSION"],
                does: "show the value of any expression of the language, as a referee sees it",
                example: (FISH, "print count(c in Ana.hand where c.rank > 6)"),
                work: looking::print,
            },
            Command {
                name: "names",
                open: false,
                forms: &["names"],
                does: "list the names of running rules that an expression may use here, and their \
                       values",
                example: (MARKET, "step turn\nnames"),
                work: looking::names,
            },
            Command {
                name: "watch",
                open: false,
                forms: &["watch EXPRESSION", "watch"],
                does: "show an expression's value whenever it has changed; alone: list all that \
                       are watched",
                example: (MARKET, "watch Ana.coins"),
                work: looking::watch,
            },
            Command {
                name: "unwatch",
                open: true,
                forms: &["unwatch N"],
                does: "stop watching the N-th",
                example: (MARKET, "watch Ana.coins\nunwatch 1"),
                work: looking::unwatch,
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
                work: playing::play,
            },
            Command {
                name: "bots",
                open: true,
                forms: &["bots", "bots N", "bots until CONDITION"],
                does: "let random bots decide once, N times, or until a condition holds",
                example: (MARKET, "bots until Ana.wood > 1"),
                work: playing::bots,
            },
            Command {
                name: "step",
                open: true,
                forms: &["step", "step turn", "step phase", "step round"],
                does: "let random bots decide once, or until the next such stage begins",
                example: (MARKET, "step turn"),
                work: playing::step,
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
                work: stepping::trace,
            },
            Command {
                name: "rule",
                open: false,
                forms: &["rule", "rule N", "rule over", "rule out"],
                does: "go to the next statement, or N further; `over` what it calls; `out` of the \
                       deed that runs",
                example: (MARKET, "trace send forest\nrule"),
                work: stepping::rule,
            },
            Command {
                name: "go",
                open: false,
                forms: &["go"],
                does: "go on to the next decision, or to a break",
                example: (MARKET, "trace send forest\ngo"),
                work: stepping::go,
            },
            Command {
                name: "drop",
                open: false,
                forms: &["drop"],
                does: "give up the move that is being carried out, as if it had never been begun",
                example: (MARKET, "trace send forest\ndrop"),
                work: stepping::drop_probe,
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
                work: stepping::set_break,
            },
            Command {
                name: "unbreak",
                open: false,
                forms: &["unbreak N"],
                does: "remove break N",
                example: (MARKET, "break on coins\nunbreak 1"),
                work: stepping::unbreak,
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
                work: asking::why,
            },
            Command {
                name: "history",
                open: false,
                forms: &["history THING"],
                does: "list everything that has changed a zone, a counter or a card; or every time \
                       a deed or move ran",
                example: (MARKET, "bots 6\nhistory Ana.ready"),
                work: asking::history,
            },
            Command {
                name: "diff",
                open: false,
                forms: &["diff POINT", "diff POINT POINT"],
                does: "show what differs between here and a point, or between two points; a point \
                       is a number of `points`, a bookmark, or `here`",
                example: (MARKET, "send forest\ndiff 0"),
                work: going::diff,
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
                work: refereeing::lines,
            },
            Command {
                name: "do",
                open: false,
                forms: &["do STATEMENT"],
                does: "carry out a statement of the language, as in a test; the log and the \
                       journal mark it",
                example: (MARKET, "do Ana.coins += $5"),
                work: refereeing::lines,
            },
            Command {
                name: "expect",
                open: false,
                forms: &["expect CONDITION", "expect it is SEAT's turn"],
                does: "check something, as in a test; if it fails in a script, the exit status is \
                       1",
                example: (MARKET, "expect Ana.ready is 2"),
                work: refereeing::lines,
            },
            Command {
                name: "chance",
                open: false,
                forms: &["chance gives VALUE, …", "chance"],
                does: "set what chance brings in the next move that asks it, even a bot's; alone: \
                       let chance decide again",
                example: ("pig", "chance gives 6\nthrow"),
                work: refereeing::chance,
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
                work: going::undo,
            },
            Command {
                name: "redo",
                open: true,
                forms: &["redo", "redo N"],
                does: "do again what was taken back",
                example: (MARKET, "send forest\nundo\nredo"),
                work: going::redo,
            },
            Command {
                name: "back",
                open: true,
                forms: &["back turn", "back phase", "back round", "back until CONDITION"],
                does: "go back to where such a stage last began, or to where a condition last held",
                example: (MARKET, "bots 5\nback until Ana.ready is 2"),
                work: going::back,
            },
            Command {
                name: "bookmark",
                open: true,
                forms: &["bookmark NAME", "bookmark"],
                does: "name this point; alone: list all names",
                example: (MARKET, "bookmark before_the_sale"),
                work: going::bookmark,
            },
            Command {
                name: "goto",
                open: true,
                forms: &["goto POINT", "goto branch N"],
                does: "go to a point, by number or bookmark, or to the end of a branch",
                example: (MARKET, "send forest\nbookmark after\ngoto 0"),
                work: going::goto,
            },
            Command {
                name: "points",
                open: true,
                forms: &["points", "points N"],
                does: "list the last steps that led here, with their numbers",
                example: (MARKET, "bots 3\npoints"),
                work: going::points,
            },
            Command {
                name: "branches",
                open: true,
                forms: &["branches"],
                does: "list the lines of play that were kept when something else was chosen",
                example: (MARKET, "send forest\nundo\nsend field\nbranches"),
                work: going::branches,
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
                work: keeping::save,
            },
            Command {
                name: "load",
                open: false,
                forms: &["load FILE"],
                does: "go on with the session in a journal of this game, under the rules it was \
                       kept under",
                example: (MARKET, "send forest\nsave evening.journal\nload evening.journal"),
                work: keeping::load,
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
                work: keeping::reload,
            },
            Command {
                name: "replay",
                open: true,
                forms: &["replay"],
                does: "play the session again from its start, and say whether everything comes out \
                       the same",
                example: (MARKET, "bots 5\nreplay"),
                work: keeping::replay_session,
            },
            Command {
                name: "help",
                open: true,
                forms: &["help", "help COMMAND"],
                does: "show this list, or more about one command",
                example: (MARKET, "help why"),
                work: help,
            },
            Command {
                name: "quit",
                open: true,
                forms: &["quit"],
                does: "leave",
                example: (MARKET, "quit"),
                work: quit,
            },
        ],
    },
];

/// All commands.
pub fn all() -> impl Iterator<Item = &'static Command> {
    GROUPS.iter().flat_map(|g| g.commands)
}

/// Carries out what a line means. A move that is on offer comes before a command of its name;
/// `:look` is always the command.
///
/// # Errors
/// What is wrong with it.
pub fn carry_out(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    let word = typed.word();
    if let Some(name) = word.strip_prefix(':') {
        let at = typed.word.start + 1..typed.word.end;
        return match all().find(|c| c.name == name) {
            Some(command) => run(bench, command, &Typed { word: at, ..typed.clone() }),
            None => Err(unknown(bench, typed).into()),
        };
    }
    let named = word == "?" || all().any(|c| c.name == word);
    if (named && bench.is_offered(word)) || (!named && bench.is_choice(typed)) {
        return playing::choose(bench, typed, typed.whole());
    }
    match all().find(|c| c.name == word || (word == "?" && c.name == "help")) {
        Some(command) => run(bench, command, typed),
        None => Err(unknown(bench, typed).into()),
    }
}

fn run(bench: &mut Workbench, command: &Command, typed: &Typed) -> CommandResult {
    if !command.open {
        bench.only_referee(typed, typed.word.clone(), &format!("`{}`", command.name))?;
    }
    (command.work)(bench, typed)
}

fn unknown(bench: &Workbench, typed: &Typed) -> houserules_lang::diagnostic::Diagnostic {
    let word = typed.word().trim_start_matches(':');
    let shown: String = word.chars().take(40).collect();
    let found = typed.wrong(
        "E1010",
        typed.word.clone(),
        format!("there is no command `{shown}`, and no such move"),
    );
    if let Some((_, meant)) = ELSEWHERE.iter().find(|(other, _)| *other == shown) {
        return found.help(format!("here it is written `{meant}`"));
    }
    if is_change(typed) {
        let line: String = typed.text[typed.whole()].chars().take(80).collect();
        return found.help(format!("`do {line}` changes the table"));
    }
    if is_strange(typed) {
        return found.help(format!("`print {shown}` shows a value"));
    }
    if let Some(path) = bench.path_of(word) {
        return found.help(format!("`print {path}` shows what it is now"));
    }
    match nearest(&shown, all().map(|c| c.name)) {
        Some(near) => found.help(format!("did you mean `{near}`?")),
        None => match bench.asked_by(bench.eyes).as_slice() {
            [first, _, ..] if !typed.word().starts_with(':') => {
                let name = bench.game().naming().seat(*first);
                found.help(format!(
                    "write `{name} {} …` to choose for {name}; `moves` lists what may be chosen, \
                     `help` the commands",
                    bench.chosen_by()
                ))
            }
            _ => found.help("`help` lists the commands, `moves` what may be chosen now"),
        },
    }
}

impl Workbench<'_, '_> {
    /// How a zone or counter of that name is written in a line: `Ana.coins`, `stock`.
    fn path_of(&self, word: &str) -> Option<String> {
        let (book, seats) = (self.game().book(), self.game().naming().seats);
        let zones = book.zones.iter().map(|z| (&z.name, z.owner));
        let mut all = zones.chain(book.counters.iter().map(|c| (&c.name, c.owner)));
        let (name, owner) = all.find(|(name, _)| *name == word)?;
        match owner {
            Owner::Table => Some(name.clone()),
            Owner::Player => seats.first().map(|seat| format!("{seat}.{name}")),
            Owner::Enum(of) => {
                let member = book.enums.get(of.index()).and_then(|e| e.members.first())?;
                Some(format!("{member}.{name}"))
            }
            Owner::Card(_) | Owner::Run(_) => None,
        }
    }
}

/// Whether a line would set something: `weather = tunnel`.
fn is_change(typed: &Typed) -> bool {
    typed.words().next().is_some_and(|(_, sign)| matches!(sign, "=" | "+=" | "-="))
}

/// Whether a line is a command of another place, an expression or a change, rather than a choice
/// that is misspelt.
#[must_use]
pub fn is_strange(typed: &Typed) -> bool {
    let word = typed.word();
    let is_expression = typed.rest().is_empty()
        && word.starts_with(char::is_alphabetic)
        && word.contains(['.', '(']);
    is_expression || is_change(typed) || ELSEWHERE.iter().any(|(other, _)| *other == word)
}

/// Words of `play`, of tests and of variants, and what says the same at the workbench.
const ELSEWHERE: [(&str, &str); 3] = [("set", "given …"), ("show", "print …"), ("exit", "quit")];

/// How an example is shown.
#[must_use]
pub fn example(command: &Command) -> &'static str {
    command.example.1.lines().last().unwrap_or("")
}

fn help(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    let width = bench.console.look.width;
    let asked = typed.rest();
    if asked.is_empty() {
        for group in GROUPS {
            bench.console.say(Tone::Heading, group.title)?;
            let rows =
                group.commands.iter().map(|c| vec![c.forms[0].to_string(), example(c).to_string()]);
            for line in aligned(&rows.collect::<Vec<_>>(), 2, width) {
                bench.line(&line)?;
            }
        }
        return bench.note("`help COMMAND` says more. A line that begins with `//` is a remark.");
    }
    let Some(command) = all().find(|c| c.name == asked) else {
        let lines = rulebook::of_move(bench.game().book(), bench.game().sources(), asked);
        if !lines.is_empty() {
            return lines.iter().try_for_each(|line| bench.line(line));
        }
        let shown: String = asked.chars().take(40).collect();
        let found =
            typed.wrong("E1010", typed.rest.clone(), format!("there is no command `{shown}`"));
        let near = nearest(&shown, all().map(|c| c.name));
        let help = near.map_or("`help` alone lists them".to_string(), |near| {
            format!("did you mean `{near}`?")
        });
        return Err(found.help(help).into());
    };
    for form in command.forms {
        bench.console.say(Tone::Heading, &format!("  {form}"))?;
    }
    bench.line(&format!("    {}", command.does))?;
    bench.line(&format!("    for example, in examples/{}.rules:", command.example.0))?;
    for line in command.example.1.lines() {
        bench.line(&format!("      {line}"))?;
    }
    Ok(())
}

fn quit(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    typed.alone()?;
    bench.over = true;
    Ok(())
}
