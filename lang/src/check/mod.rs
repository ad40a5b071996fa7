//! Checking: every body typed, menus spliced, interrupts and changes woven in; out comes the
//! [`Rulebook`].
//!
//! [`check`] goes through these steps:
//!
//! 1. words, in an order in which whoever is used mostly comes first (`words`); others are typed
//!    when they are needed
//! 2. starts of counters, moves (`moves`), deeds and what is woven around them (`deeds`)
//! 3. set-up, play, rules for zones that run out (`roots`), tests (`playtests`)
//! 4. what only the whole tells: circles, who acts, which stages run (`whole`), things nobody uses
//!    (`unused`), whether `play` runs out (`ending`) or goes on for ever (`endless`)
//!
//! A body while it is typed is a [`body_checker::BodyChecker`]. What types a part of it needs all of
//! the body, and is a method of it, by families of syntax: `expr`, `names`, `member_access`,
//! `calls`, `arith`, `compare`, `domain`, `quantify`, `text` for what is asked, `stmt`, `effects`,
//! `stage`, `choose`, `menu` for what happens. Everything else needs a part of the body alone:
//!
//! - `env`: what is declared
//! - `scope`: what names mean there, `narrowing`: what is known of values, `place`: where it stands
//! - `sight`: all of that to look at, for what may be meant (`across`, `maybe`)
//! - `judge`: that and the reports, for whether names and values fit (`types`, `names`, `maybe`)
//! - `builder`, what is made: `reports`, `tables`, `made`, and `notes` for step 4
//!
//! Nothing (`None`) stands for something wrong about which all was said.

mod across;
mod arith;
mod boards;
mod body_checker;
mod builder;
mod calls;
mod card_rules;
mod choose;
mod compare;
mod deeds;
mod domain;
mod effects;
mod elsewhere;
mod ending;
mod endless;
mod entry_points;
mod env;
mod error;
mod expr;
mod facts;
mod fill;
pub mod fragment;
mod graph;
mod habits;
mod heads;
mod judge;
mod link;
mod literal;
mod made;
mod maybe;
mod member_access;
mod menu;
mod moves;
mod names;
mod narrowing;
mod noted;
mod notes;
mod of_lists;
mod once;
mod parts;
mod place;
mod quantify;
mod reports;
mod scope;
mod set_counter;
mod sight;
mod spreadsheet;
mod stage;
mod stmt;
mod supposed;
mod tables;
mod targets;
mod test_given;
mod test_items;
mod test_looks;
mod test_values;
mod text;
mod things;
mod travel;
mod types;
mod unused;
pub(crate) mod walk;
mod words;
mod zones_of_all;

pub use error::CODES;

use crate::diagnostic::{Diagnostic, Severity};
use crate::ir::{Expr, Rulebook};
use crate::resolve::names::Resolved;
use crate::source::Span;
use builder::RulebookBuilder;
use entry_points::Bodies;
use env::Env;
use std::sync::Arc;

/// What came of checking.
#[derive(Debug)]
pub struct Checked {
    /// The rules, if nothing is wrong; warnings do not prevent it.
    pub rulebook: Option<Rulebook>,
    /// What was wrong.
    pub diagnostics: Vec<Diagnostic>,
    /// So many texts come of the rules, those of tests behind them; none: tests add something else
    /// to the rules, such as a deed for the zones that only they hand it.
    pub texts_of_rules: Option<usize>,
}

/// Checks every body.
#[must_use]
pub fn check(resolved: Arc<Resolved>) -> Checked {
    let env = Env::new(resolved);
    let mut out = RulebookBuilder::new(env.r.words.len(), env.r.deeds.len(), env.r.moves.len());
    let (starts, bodies, texts_of_rules) = bodies(&env, &mut out);
    let facts = link::prove(&env, &mut out);
    unused::find(&env, &mut out);
    ending::find(&env, &mut out);
    once::find(&env, &mut out);
    link::nothing_lost(&env, &mut out);
    let wrong = out.reports.all().iter().any(|d| d.severity == Severity::Error);
    let mut diagnostics = out.reports.take();
    let book = if wrong { None } else { link::assemble(&env, out, starts, bodies, &facts) };
    let at_once = book.as_ref().map(supposed::at_once).unwrap_or_default();
    let rulebook = book.filter(|_| at_once.is_empty());
    diagnostics.extend(at_once);
    Checked { rulebook, diagnostics, texts_of_rules }
}

/// Types the body that a place lies in, for what could stand there. What is written outside of
/// bodies is typed where it is used: for that, all are typed.
pub(crate) fn ask(resolved: Arc<Resolved>, place: Span) {
    let env = Env::new(resolved);
    let mut out = RulebookBuilder::new(env.r.words.len(), env.r.deeds.len(), env.r.moves.len());
    if !entry_points::body_at(&env, &mut out, place) {
        let _ = bodies(&env, &mut out);
    }
}

/// What tests may add to the rules: deeds, questions about what deeds would do, what is told
/// openly.
fn grown(out: &RulebookBuilder) -> [usize; 3] {
    [out.deeds.counts().made, out.notes.supposed.len(), out.tables.lengths().openly]
}

/// Types every body, tests included; gives also how many texts come of the rules, if tests add
/// nothing but texts.
fn bodies(env: &Env, out: &mut RulebookBuilder) -> (Vec<Option<Expr>>, Bodies, Option<usize>) {
    targets::check(env, out);
    entry_points::words(env, out);
    let starts = entry_points::starts(env, out);
    entry_points::moves(env, out);
    let bodies = entry_points::bodies(env, out);
    entry_points::deeds(env, out);
    let (texts, rules) = (out.tables.lengths().texts, grown(out));
    test_items::tests(env, out);
    entry_points::instances(env, out);
    let alone = grown(out) == rules;
    (starts, bodies, alone.then_some(texts))
}
