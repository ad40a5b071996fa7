//! What a command is.

/// What a command means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the command of that name")]
pub enum Word {
    Look,
    Table,
    Score,
    Rules,
    Draw,
    As,
    Where,
    Log,
    Moves,
    Print,
    Names,
    Watch,
    Unwatch,
    Play,
    Auto,
    Pace,
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
    Diff,
    Given,
    Do,
    Expect,
    Chance,
    Undo,
    Redo,
    Back,
    Bookmark,
    History,
    Branches,
    Branch,
    Save,
    Load,
    Reload,
    Replay,
    Help,
    Quit,
}

/// Who types at a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// People who sit at a table, each of whom sees what their seat may see.
    Player,
    /// Whoever works on the rules: sees everything, or looks through anybody's eyes.
    Referee,
}

/// Who may use a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rights {
    /// Those who sit at a table, and nobody else.
    Sitting,
    /// Everybody: it tells no more than whoever looks may know.
    All,
    /// A referee, also while looking through a seat's eyes: it tells no more than that seat may
    /// know.
    Eyes,
    /// A referee who sees everything.
    Referee,
}

impl Rights {
    /// Whether it is there at all for whoever types.
    #[must_use]
    pub fn are_of(self, role: Role) -> bool {
        match self {
            Self::All => true,
            Self::Sitting => role == Role::Player,
            Self::Eyes | Self::Referee => role == Role::Referee,
        }
    }
}

/// What may stand after a command's word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum After {
    /// Whatever it is asked about.
    Anything,
    /// Nothing may stand there.
    Nothing,
    /// Something must stand there.
    Something,
}

impl After {
    /// Whether this is such a thing.
    #[must_use]
    pub fn holds(self, rest: &str) -> bool {
        match self {
            Self::Anything => true,
            Self::Nothing => rest.is_empty(),
            Self::Something => !rest.is_empty(),
        }
    }
}

/// A command, with its help and who may use it.
pub struct Command {
    /// What it means.
    pub word: Word,
    /// The words it begins with; the first is its name.
    pub words: &'static [&'static str],
    /// Who may use it.
    pub rights: Rights,
    /// What may stand after the word; at a table a line with something else is no command.
    pub after: After,
    /// How it is written; several forms one below the other.
    pub forms: &'static [&'static str],
    /// What it does.
    pub does: &'static str,
    /// A game of `examples`, and lines that show it there.
    pub example: (&'static str, &'static str),
}

impl Command {
    /// The word it is known by.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.words.first().copied().unwrap_or_default()
    }
}

/// Commands that belong together.
pub struct Group {
    /// What they are for.
    pub title: &'static str,
    /// The commands, in the order of the help.
    pub commands: &'static [Command],
}
