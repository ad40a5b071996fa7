//! The grammar, and the parser that pest derives from it.
//!
//! A crate of its own so that the derived code is compiled once, and optimised in every build:
//! unoptimised it is most of what a test of the language waits for.

use pest::Parser;
use pest::error::Error;
use pest::iterators::Pairs;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::{LazyLock, Mutex, PoisonError};

#[allow(missing_docs, reason = "pest derives the rules; the grammar describes them")]
mod derived {
    /// What pest derives from the grammar.
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar.pest"]
    pub struct Grammar;
}

pub use derived::Rule;

/// The grammar as it is written.
const TEXT: &str = include_str!("grammar.pest");

/// Steps that the grammar may take for each byte of what it reads, and for the shortest text.
const STEPS_PER_BYTE: usize = 20_000;

/// pest keeps one limit for the whole process; it is set and used by one thread at a time.
static LIMIT: Mutex<()> = Mutex::new(());

/// The pairs of a text, read from its beginning by a rule.
///
/// # Errors
/// Where the rule does not fit, or where reading was given up: pest's report, boxed, for it is
/// large.
pub fn read(rule: Rule, text: &str) -> Result<Pairs<'_, Rule>, Box<Error<Rule>>> {
    let _one_at_a_time = LIMIT.lock().unwrap_or_else(PoisonError::into_inner);
    pest::set_call_limit(NonZeroUsize::new(STEPS_PER_BYTE.saturating_mul(text.len() + 1)));
    let result = derived::Grammar::parse(rule, text);
    pest::set_call_limit(None);
    result.map_err(Box::new)
}

/// Whether a word is one of the grammar's. It may be a name all the same.
#[must_use]
pub fn is_keyword(word: &str) -> bool {
    static WORDS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
        let words = TEXT.lines().flat_map(quoted).flat_map(str::split_whitespace);
        words.filter(|word| word.bytes().all(|b| b.is_ascii_lowercase())).collect()
    });
    word.bytes().all(|b| b.is_ascii_lowercase()) && WORDS.contains(word)
}

/// Whether a word can never be a name: the words of the grammar's rule `reserved`.
#[must_use]
pub fn is_reserved(word: &str) -> bool {
    static WORDS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
        TEXT.lines().filter(|line| line.starts_with("reserved ")).flat_map(quoted).collect()
    });
    WORDS.contains(word)
}

/// The keywords, each a rule that begins with `k_`.
pub fn keywords() -> impl Iterator<Item = &'static str> {
    TEXT.lines().filter(|line| line.starts_with("k_")).flat_map(quoted)
}

/// Rules that are one keyword of several, each with these.
pub fn choices() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    TEXT.lines().filter_map(|line| {
        let (rule, rest) = line.split_once(" = { ")?;
        let words = rest.strip_suffix(" }")?.split(" | ").map(|part| {
            part.strip_prefix("k_").filter(|word| word.bytes().all(|b| b.is_ascii_lowercase()))
        });
        let words = words.collect::<Option<Vec<_>>>()?;
        (words.len() > 1).then_some((rule.trim_end(), words))
    })
}

/// What stands in quotation marks on a line: every second part of what lies between them.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('"').skip(1).step_by(2)
}
