//! What a command is.

/// What a command means; each host says what carries it out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the command of that name")]
pub enum Word {
    Look,
    Table,
    Score,
    Rules,
    As,
    Where,
    Log,
    Moves,
    Print,
    Names,
    Watch,
    Unwatch,
    Play,
    Bots,
    Step,
    Trace,
    Rule,
    Go,
    Drop,
    Break,
    Unbreak,
    Why,
    Hint,
    History,
    Diff,
    Given,
    Do,
    Expect,
    Chance,
    Undo,
    Redo,
    Back,
    Bookmark,
    Goto,
    Points,
    Branches,
    Save,
    Load,
    Reload,
    Replay,
    Help,
    Quit,
    Auto,
    Pace,
    Draw,
    Branch,
}

/// Who may use a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rights {
    /// Whoever looks through a seat's eyes: it tells no more than that seat may know.
    Seat,
    /// Only a referee.
    Referee,
}

/// A command at the table of `play`.
#[derive(Debug, Clone, Copy)]
pub struct AtTable {
    /// The words it begins with.
    pub words: &'static [&'static str],
    /// What is completed, up to where something else must be typed.
    pub completed: &'static str,
    /// What may stand behind it; a line with something else is not this command.
    pub behind: Behind,
    /// How help shows it, and what it does; none: another command's line says it.
    pub help: Option<(&'static str, &'static str)>,
}

/// What may stand behind a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Behind {
    /// Whatever it is asked about.
    Anything,
    /// Nothing may stand there.
    Nothing,
    /// Something must stand there.
    Something,
    /// `all`, or nothing.
    All,
}

impl Behind {
    /// Whether this is such a thing.
    #[must_use]
    pub fn holds(self, rest: &str) -> bool {
        match self {
            Self::Anything => true,
            Self::Nothing => rest.is_empty(),
            Self::Something => !rest.is_empty(),
            Self::All => matches!(rest, "" | "all"),
        }
    }
}

/// A command, with its help and who may use it.
pub struct Command {
    /// The word it begins with.
    pub name: &'static str,
    /// How it is written; several forms one below the other.
    pub forms: &'static [&'static str],
    /// What it does.
    pub does: &'static str,
    /// A game of `examples`, and lines that show it there; help shows the last line.
    pub example: (&'static str, &'static str),
    /// Who may use it.
    pub rights: Rights,
    /// How those say it who play at the table of `play`; none: it is not for them.
    pub table: Option<AtTable>,
    /// What it means.
    pub word: Word,
}

/// Commands that belong together.
pub struct Group {
    /// What they are for.
    pub title: &'static str,
    /// The commands, in the order of the help.
    pub commands: &'static [Command],
}
