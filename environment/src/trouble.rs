//! What goes wrong with something that was asked for: data for programs, in words for people.

use houserules_lang::place::Place;
use houserules_table::fault::FaultReport;
use houserules_table::game::Rejected;
use houserules_table::refusal::Refusal;
use serde::Serialize;

/// An error as programs get it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Trouble {
    /// A word that does not change: `refused`, `closed`, …; of rules, the message's code (`E0203`).
    pub code: String,
    /// What is wrong, lower case, without a full stop.
    pub message: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Where in the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
}

impl Trouble {
    /// With a code and a message.
    #[must_use]
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code: code.into(), message: message.into(), help: None, place: None }
    }

    /// What to do about it.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// That a seat is not asked, or is not there.
    #[must_use]
    pub fn not_asked(seat: u8, asked: &[u8]) -> Self {
        let asked: Vec<String> = asked.iter().map(u8::to_string).collect();
        let help = match asked.is_empty() {
            true => "nobody is: the game is over, or chance waits to be told".to_string(),
            false => format!("asked: {} (seats count from 0)", asked.join(", ")),
        };
        Self::new("not-asked", format!("seat {seat} is not asked now")).help(help)
    }
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        Self {
            code: "refused".into(),
            message: refusal.text,
            help: refusal.differs,
            place: refusal.place,
        }
    }
}

impl From<Rejected> for Trouble {
    fn from(rejected: Rejected) -> Self {
        match rejected {
            Rejected::Unclear { message, help } => {
                Self { code: "unclear".into(), message, help, place: None }
            }
            Rejected::Refused(refusal) => refusal.into(),
        }
    }
}

impl From<FaultReport> for Trouble {
    fn from(fault: FaultReport) -> Self {
        Self {
            code: fault.code.unwrap_or_else(|| "fault".into()),
            message: fault.message,
            help: fault.help,
            place: fault.place,
        }
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)?;
        if let Some(place) = &self.place {
            write!(f, " ({place})")?;
        }
        match &self.help {
            Some(help) => write!(f, ": {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Trouble {}
