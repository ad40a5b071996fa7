//! Replies to what a page wants.

use houserules_lang::place::Place;
use houserules_table::game::Rejected;
use houserules_table::refusal::Refusal;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// What a link is answered that is none.
pub const NOWHERE: &str = "this link leads nowhere: whoever started the game has the right ones";

/// What a link is answered that opens nothing at a table.
pub const NO_SEAT: &str = "this link opens no seat any more: if you have given your seat up, that \
                           is as it should be; otherwise ask the host for the new link";

/// A reply, before it has its message's number.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// It is done; what comes with it.
    Done(Map<String, Value>),
    /// It is not.
    Refused(No),
}

/// Why something was not done.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct No {
    /// The reason, in the rules' words.
    pub why: String,
    /// Where the rule stands.
    pub place: Option<Place>,
    /// The item that refuses: `action lay`.
    pub rule: Option<String>,
    /// The table has moved on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stale: bool,
}

impl Reply {
    /// Done, and nothing to say of it.
    #[must_use]
    pub fn done() -> Self {
        Self::Done(Map::new())
    }

    /// Done, with one thing to tell.
    #[must_use]
    pub fn with(name: &str, what: impl Serialize) -> Self {
        Self::done().and(name, what)
    }

    /// The same with one thing more.
    #[must_use]
    pub fn and(self, name: &str, what: impl Serialize) -> Self {
        match (self, serde_json::to_value(what)) {
            (Self::Done(mut map), Ok(value)) => {
                map.insert(name.to_string(), value);
                Self::Done(map)
            }
            (other, _) => other,
        }
    }

    /// Not done, for that reason.
    #[must_use]
    pub fn no(why: impl Into<String>) -> Self {
        Self::Refused(No { why: why.into(), ..No::default() })
    }

    /// The table has moved on since that screen.
    #[must_use]
    pub fn stale() -> Self {
        let why = "the table has moved on".into();
        Self::Refused(No { why, stale: true, ..No::default() })
    }

    /// The message that goes to the page.
    #[must_use]
    pub fn written(&self, id: u64) -> String {
        let mut value = match self {
            Self::Done(map) => Value::Object(map.clone()),
            Self::Refused(no) => json!(no),
        };
        value["reply"] = json!(id);
        value["ok"] = json!(matches!(self, Self::Done(_)));
        value.to_string()
    }
}

impl From<Refusal> for No {
    fn from(refusal: Refusal) -> Self {
        let why = refusal.words();
        Self { why, place: refusal.place, rule: refusal.rule, stale: false }
    }
}

impl From<Rejected> for No {
    fn from(rejected: Rejected) -> Self {
        match rejected {
            Rejected::Refused(refusal) => refusal.into(),
            unclear @ Rejected::Unclear { .. } => {
                Self { why: unclear.to_string(), ..Self::default() }
            }
        }
    }
}

impl From<Rejected> for Reply {
    fn from(rejected: Rejected) -> Self {
        Self::Refused(rejected.into())
    }
}

impl From<Refusal> for Reply {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal.into())
    }
}
