//! What is wrong in rules: a value with a code, labels and a remedy. Hosts render it.
//!
//! Wording: lower case, names in backticks, the designer's words; the message says what is wrong,
//! the help says what to write instead. Each pass gives its own codes their titles, beside what
//! finds them.

use crate::code::Code;
use crate::source::Span;
use serde::{Deserialize, Serialize};

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The rules cannot run.
    Error,
    /// The rules run, but probably not as meant.
    Warning,
}

/// A place, and what is to be said there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The words that are underlined.
    pub span: Span,
    /// What is said there; may be empty.
    pub text: String,
    /// The place where the mistake is, as against a place that explains it.
    pub primary: bool,
}

/// One mistake, said once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// `E0101` for errors, `W0310` for warnings; each has an example file of that name.
    pub code: Code,
    /// Error or warning; the code's first letter says the same.
    pub severity: Severity,
    /// What is wrong, without a full stop.
    pub message: String,
    /// Places; at least one is primary.
    pub labels: Vec<Label>,
    /// What it is about, where others are told apart by that.
    pub about: Option<About>,
    /// What to write instead.
    pub help: Option<String>,
    /// The help only knows what such a thing looks like, or what is spelt nearly so: what was tried
    /// says more.
    pub open: bool,
    /// How far what the help offers was tried.
    pub offer: Offer,
    /// What the help offers, as changes of the text, to be made together; empty if it is no such
    /// thing. That they mend the rules is not proved.
    pub fix: Vec<Edit>,
    /// What may be meant, the likeliest first: whether it puts the rules right was not tried yet.
    /// None is left in what a compilation gives.
    pub tries: Vec<Try>,
    /// What else may be meant by a line that was read otherwise than it is written, each with its
    /// change: it is tried if what is offered makes no sense. None is left in what a compilation
    /// gives.
    pub others: Vec<Diagnostic>,
}

/// What a report is about, for whoever must know which others follow from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum About {
    /// Nothing is called as what stands at its place, or what is asked for it has no such thing.
    Unknown,
    /// The same, but the table has it.
    OfTable,
    /// No type has that name.
    NoType(String),
    /// No unit has that sign.
    NoSign(char),
    /// A cell of a table is no member of an enum.
    NoMember {
        /// The enum that lacks it.
        of: String,
        /// What the cell holds.
        found: String,
    },
    /// What is offered lets somebody choose, and gives what is chosen that name.
    Chosen(String),
    /// A table has no such column.
    NoColumn {
        /// What it should be called.
        name: String,
        /// The only column that nothing reads.
        other: Option<String>,
    },
    /// No card is called so.
    NoCard {
        /// How it was called.
        literal: String,
        /// The word that no card has.
        word: Option<String>,
    },
    /// A new name is that of a counter.
    Taken(String),
    /// A counter of that name has no value when the game begins.
    Unset(String),
    /// What stands at its place is worked out, and cannot be set.
    Fixed,
    /// What stands at its place is printed on a card.
    Printed,
    /// A move stands where a value is wanted.
    Move,
    /// A deed is offered as if it were a move.
    Deed,
    /// A counter of that name remembers one card, and is used as a zone.
    Remembers(String),
    /// An option that is declared there is of another type.
    OfOption(Span),
    /// What needs none was given something in brackets.
    NoBrackets,
    /// It is not said that this deed, or item, returns a value.
    Returns(String),
}

/// A change that may be meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Try {
    /// The change; `@` stands for the words that it replaces.
    pub change: Edit,
    /// How like it is to what is written.
    pub likeness: Likeness,
}

/// How like what may be meant is to what is written, the likest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// It is spelt nearly so: if the rules are right with it, nothing else is meant.
    Spelt,
    /// It means the like, or is made of what is written.
    Alike,
    /// It could stand there.
    Fits,
}

/// Words to be put in the place of others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; where nothing is, that is inserted.
    pub span: Span,
    /// What stands there instead.
    pub new: String,
}

/// What a help says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Help {
    /// What it says, in words.
    pub words: String,
    /// Whether what was tried says more, as in [`Diagnostic::open`].
    pub open: bool,
}

impl Help {
    /// What is replaced by anything that was tried and mends.
    pub fn open(words: impl Into<String>) -> Self {
        Self { words: words.into(), open: true }
    }
}

impl<T: Into<String>> From<T> for Help {
    fn from(words: T) -> Self {
        Self { words: words.into(), open: false }
    }
}

/// How far the words that a help offers were tried.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Offer {
    /// It offers none, or there is no doubt.
    #[default]
    Sure,
    /// What is meant is said in words; reading only went on with others in its place.
    StandsIn,
    /// It offers none: something is missing that nobody can know.
    Nothing,
    /// With them the sentence reads; what they mean may be wrong, and is then said as well.
    Reads,
    /// They were only guessed by what reads; if they make no sense, this is said in their place.
    Guessed(Box<Diagnostic>),
}

impl Diagnostic {
    /// A diagnostic whose severity follows from its code's first letter.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        let severity = if code.is_warning() { Severity::Warning } else { Severity::Error };
        let labels = vec![Label { span, text: String::new(), primary: true }];
        Self {
            code,
            severity,
            message: message.into(),
            labels,
            about: None,
            help: None,
            open: false,
            offer: Offer::Sure,
            fix: Vec::new(),
            tries: Vec::new(),
            others: Vec::new(),
        }
    }

    /// Says something at the primary place.
    #[must_use]
    pub fn saying(mut self, text: impl Into<String>) -> Self {
        if let Some(first) = self.labels.first_mut() {
            first.text = text.into();
        }
        self
    }

    /// One about a name that means nothing, or something that its owner does not have.
    pub fn unknown(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self::new(code, span, message).about(About::Unknown)
    }

    /// Whether it is about such a name.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        matches!(
            self.about,
            Some(
                About::Unknown
                    | About::OfTable
                    | About::NoType(_)
                    | About::NoColumn { .. }
                    | About::NoCard { .. }
            )
        )
    }

    /// Adds a second place that explains the first.
    #[must_use]
    pub fn beside(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into(), primary: false });
        self
    }

    /// Says what it is about.
    #[must_use]
    pub fn about(mut self, about: About) -> Self {
        self.about = Some(about);
        self
    }

    /// Says what to write instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<Help>) -> Self {
        self.say(help);
        self
    }

    /// Says something else to write instead.
    pub fn say(&mut self, help: impl Into<Help>) {
        let Help { words, open } = help.into();
        (self.help, self.open) = (Some(words), open);
    }

    /// Adds what may be meant; if it fits, that is said in the place of the help.
    #[must_use]
    pub fn trying(mut self, one: Option<Try>) -> Self {
        self.open |= one.is_some();
        self.tries.extend(one);
        self
    }

    /// The primary place.
    #[must_use]
    pub fn span(&self) -> Span {
        self.labels.first().map(|l| l.span).unwrap_or_default()
    }
}
