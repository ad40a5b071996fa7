//! What was learnt about what a position is worth, as it is kept beside the rules: expressions of
//! the game's own language about a player `p`, each with a weight. It can be read, and written, by
//! people; what of it means nothing under other rules is left out.

use houserules_lang::check::fragment::{FragmentChecker, Sights, Typed, Typing};
use houserules_lang::ir::{Expr, Learnt, Measure, Type};
use houserules_lang::resolve::names::Resolved;
use houserules_lang::source::FileId;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What model files say they are.
pub const FORM: u32 = 1;
/// No weight is farther from 0.
pub const FARTHEST: i64 = 1_000_000_000;
/// No model has more terms.
pub const MOST_TERMS: usize = 400;
/// So many terms are summed in one pair of brackets.
const TOGETHER: usize = 8;
/// The name of the player in terms.
pub const PLAYER: &str = "p";

/// What a position is worth to a player `p`: the sum of all terms, each times its weight.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// Which form the file has: [`FORM`].
    pub houserules_bot: u32,
    /// The title of the game.
    pub game: String,
    /// The fingerprint of the rules it was learnt under.
    pub rules: String,
    /// How it was learnt, for people.
    pub learnt: String,
    /// In millionths of a win: what one more counts of that which the rules let players strive for.
    pub aim: i64,
    /// What else counts.
    pub terms: Vec<Term>,
}

/// A number of a player, and what one more of it counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// In millionths of a win.
    pub weight: i64,
    /// The number: an expression about `p`.
    pub of: String,
    /// Only the player sees it: of others it is not asked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own: bool,
}

/// Reads expressions about a player under some rules.
#[derive(Debug)]
pub struct Reader {
    desk: FragmentChecker,
    sights: Sights,
}

impl Reader {
    /// Under what these rules declare.
    #[must_use]
    pub fn new(declared: Arc<Resolved>) -> Self {
        let locals = vec![(PLAYER.to_string(), Type::Player)];
        let sights = Sights { players: Vec::new(), locals };
        Self { desk: FragmentChecker::new(declared), sights }
    }

    /// A number of a player; none, if it is none under these rules.
    pub fn number(&mut self, text: &str) -> Option<Typed<Expr>> {
        // Nobody looks up a place in it: terms have no file.
        let (file, part) = (FileId(u16::MAX), 0..text.len());
        let typed = self.desk.measure(&Typing { file, text, part, sights: &self.sights }).ok()?;
        (typed.what.ty == Type::Number && typed.texts.is_empty()).then_some(typed)
    }

    /// The sum of terms; none of nothing.
    fn sum(&mut self, terms: &[&Term]) -> Option<Measure> {
        let one = |term: &&Term| match term.weight {
            weight @ ..0 => format!("- {} * ({})", weight.unsigned_abs(), term.of),
            weight => format!("+ {weight} * ({})", term.of),
        };
        let group = |terms: &[&Term]| {
            let sum = terms.iter().map(one).collect::<Vec<_>>().join(" ");
            format!("(0 {sum})")
        };
        let mut groups: Vec<String> = terms.chunks(TOGETHER).map(group).collect();
        while groups.len() > 1 {
            let pairs = groups.chunks(TOGETHER).map(|some| format!("({})", some.join(" + ")));
            groups = pairs.collect();
        }
        let typed = self.number(groups.first()?)?;
        Some(Measure { expr: typed.what, locals: typed.locals })
    }
}

impl Model {
    /// What is wrong with it as a file, whatever the rules are.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
        let far = |weight: i64| !(-FARTHEST..=FARTHEST).contains(&weight);
        if self.houserules_bot != FORM {
            return Some(format!("it is of form {}, not {FORM}", self.houserules_bot));
        }
        if self.terms.len() > MOST_TERMS {
            return Some(format!("it has more than {MOST_TERMS} terms"));
        }
        let weights = self.terms.iter().map(|term| term.weight).chain([self.aim]);
        weights
            .into_iter()
            .find(|weight| far(*weight))
            .map(|weight| format!("a weight is {weight}, farther from 0 than {FARTHEST}"))
    }

    /// What it means under some rules, and which terms mean nothing there.
    #[must_use]
    pub fn under(&self, declared: Arc<Resolved>) -> (Learnt, Vec<String>) {
        let mut reader = Reader::new(declared);
        let (mut open, mut own, mut lost) = (Vec::new(), Vec::new(), Vec::new());
        for term in &self.terms {
            match reader.number(&term.of) {
                None => lost.push(term.of.clone()),
                Some(_) if term.own => own.push(term),
                Some(_) => open.push(term),
            }
        }
        let learnt = Learnt { aim: self.aim, open: reader.sum(&open), own: reader.sum(&own) };
        (learnt, lost)
    }
}
