//! What goes wrong with a call of the program, as against with rules: a missing file, a seat that
//! does not exist.

use crate::broken::BrokenRules;
use houserules_interpreter::program::SetupError;
use miette::Diagnostic;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a command stopped.
#[derive(Debug)]
pub enum CliError {
    /// Nobody reads standard output any more (`| head`): no reason to say anything.
    Closed,
    /// A stream of the program's own failed.
    Stream(&'static str, io::Error),
    /// A file cannot be read or written.
    File(&'static str, PathBuf, io::Error),
    /// A file is not UTF-8 text.
    NotText(PathBuf, TextPlace),
    /// A file is larger than anything of its sort may be, in bytes.
    TooLarge(PathBuf, u64),
    /// A folder where a file was expected.
    Folder(PathBuf),
    /// The call asks for something that is not there; what to write instead.
    Call(String, Option<String>),
    /// What was handed in does not go together; what to do about it.
    Input(String, Option<String>),
    /// Rules have errors.
    Broken(Box<BrokenRules>),
    /// Something is wrong and has been said already; the exit status.
    Said(u8),
}

/// The first place at which a file stops being text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextPlace {
    /// Bytes before it.
    pub byte: usize,
    /// Its line, from 1.
    pub line: usize,
    /// The byte itself.
    pub value: u8,
    /// The file begins like UTF-16.
    pub wide: bool,
}

impl From<SetupError> for CliError {
    fn from(error: SetupError) -> Self {
        Self::Input(error.to_string(), None)
    }
}

impl CliError {
    /// Standard output failed.
    #[must_use]
    pub fn output(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::Closed
        } else {
            Self::Stream("write", error)
        }
    }

    /// Standard input failed.
    #[must_use]
    pub fn input(error: io::Error) -> Self {
        Self::Stream("read", error)
    }

    /// A file cannot be read.
    #[must_use]
    pub fn reading(path: &Path, error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::IsADirectory {
            return Self::Folder(path.to_path_buf());
        }
        Self::File("read", path.to_path_buf(), error)
    }

    /// A file cannot be written.
    #[must_use]
    pub fn writing(path: &Path, error: io::Error) -> Self {
        Self::File("write", path.to_path_buf(), error)
    }

    /// The call is wrong.
    #[must_use]
    pub fn call(message: impl Into<String>) -> Self {
        Self::Call(message.into(), None)
    }

    /// What to write instead.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        match self {
            Self::Call(message, _) => Self::Call(message, Some(help.into())),
            Self::Input(message, _) => Self::Input(message, Some(help.into())),
            other => other,
        }
    }

    /// What to write instead, if nothing better has been said.
    #[must_use]
    pub fn help_if_none(self, help: &str) -> Self {
        match self {
            Self::Call(message, None) => Self::Call(message, Some(help.to_string())),
            other => other,
        }
    }

    /// The exit status of `cli.md`: 0 fine, 1 something is wrong with what was handed in, 2 the
    /// call was wrong.
    #[must_use]
    pub fn status(&self) -> u8 {
        match self {
            Self::Closed => 0,
            Self::Stream(..) | Self::NotText(..) | Self::TooLarge(..) => 1,
            Self::Input(..) | Self::Broken(_) => 1,
            Self::Said(status) => *status,
            Self::File("write", ..) => 1,
            Self::File(..) | Self::Folder(_) | Self::Call(..) => 2,
        }
    }

    /// Whether nothing more can be shown or asked. Any other trouble is said, and a game that is
    /// running goes on.
    #[must_use]
    pub fn ends(&self) -> bool {
        matches!(self, Self::Closed | Self::Stream(..) | Self::Broken(_) | Self::Said(_))
    }

    /// What went wrong and what to do about it, in one line.
    #[must_use]
    pub fn in_a_line(&self) -> String {
        match self.help() {
            Some(help) => format!("{self}: {help}"),
            None => self.to_string(),
        }
    }

    /// Whether there is still something to say about it.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        matches!(self, Self::Closed | Self::Said(_))
    }
}

/// An error of the system in plain words where the usual ones are known.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".into(),
        io::ErrorKind::PermissionDenied => "permission denied".into(),
        _ => error.to_string(),
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed => f.write_str("standard output is closed"),
            Self::Stream("read", e) => write!(f, "cannot read standard input: {}", reason(e)),
            Self::Stream(_, e) => write!(f, "cannot write to standard output: {}", reason(e)),
            Self::File("write", path, e) if e.kind() == io::ErrorKind::NotFound => {
                write!(f, "cannot write `{}`: there is no such folder", path.display())
            }
            Self::File(doing, path, e) => {
                write!(f, "cannot {doing} `{}`: {}", path.display(), reason(e))
            }
            Self::NotText(path, at) => write!(
                f,
                "`{}` is not text in UTF-8: byte 0x{:02x} at {} (line {})",
                path.display(),
                at.value,
                at.byte,
                at.line
            ),
            Self::TooLarge(path, most) => {
                write!(f, "`{}` is larger than {} MiB", path.display(), most >> 20)
            }
            Self::Folder(path) => write!(f, "`{}` is a folder", path.display()),
            Self::Call(message, _) | Self::Input(message, _) => f.write_str(message),
            Self::Broken(rules) => write!(f, "{} does not compile", rules.shown),
            Self::Said(_) => f.write_str("something is wrong"),
        }
    }
}

impl std::error::Error for CliError {}

impl Diagnostic for CliError {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let text: &str = match self {
            Self::File("read", path, e) if e.kind() == io::ErrorKind::NotFound => {
                let near = crate::near::near(path)?;
                return Some(Box::new(format!("did you mean `{}`?", near.display())));
            }
            Self::Call(_, Some(help)) | Self::Input(_, Some(help)) => help,
            Self::NotText(_, TextPlace { wide: true, .. }) => {
                "it looks like UTF-16: save it as UTF-8"
            }
            Self::NotText(..) => "save it as UTF-8",
            Self::Folder(_) => "name a file in it",
            _ => return None,
        };
        Some(Box::new(text))
    }
}
