//! Nobody's options may leak: who can read what a choice depends on.
//!
//! Every value has the seats that may read it ([`readers`]); [`read`] finds them for expressions
//! and domains, [`flow`] goes through all bodies until nothing changes any more, then says what a
//! chooser could learn; [`statements`], [`calls`] and [`choices`] follow what stands in them.
//!
//! What is certainly a leak is an error; what cannot be shown to be safe is a warning. `works when`
//! reads freely: it is carried out by the table, not by a player. Effects are, too, but they are
//! seen: [`effects`] has for each who sees it and what decides it, and all who see it must be able
//! to read both the conditions around it and what decides it.

pub mod again;
mod along;
mod as_me;
mod asking;
mod at_once;
mod atoms;
mod body;
mod by_body;
mod calls;
mod carried;
pub(crate) mod changes;
mod choices;
mod domains;
mod drawn;
mod effects;
mod facts;
mod faults;
mod fits;
mod flow;
mod guards;
mod hides;
pub(crate) mod ids;
mod kept;
mod knowers;
mod known;
mod laid_open;
mod lore;
mod meanwhile;
mod members;
mod mixes;
mod named;
mod names;
mod opens;
mod parts;
mod passing;
mod pointless;
mod read;
pub(crate) mod readers;
mod settled;
mod shape;
pub(crate) mod shown;
mod statements;
mod stopping;
mod stops;
mod supposed;
mod sweeps;
mod tell;
mod told;
mod travels;
mod twins;
mod weave;

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::each_with_words;
use crate::ir::{Expr, ExprKind, LocalId, Rulebook};
use again::{Memory, Written};
use knowers::Aside;
use lore::Lore;
use names::Names;
use read::Reader;
use readers::Known;
use std::sync::Arc;

/// The codes of this pass, with their titles.
pub const CODES: &[(Code, &str)] = &[
    (Code::E0801, "a choice depends on something its chooser may not see"),
    (Code::E0806, "what is drawn on a board depends on a secret"),
    (Code::W0802, "a choice may depend on something its chooser does not see"),
    (Code::W0803, "what is done under a secret condition tells it"),
    (Code::W0804, "who is asked depends on a secret"),
    (Code::W0805, "a text tells a secret"),
    (Code::W0807, "`openly` where nothing secret is told"),
    (Code::W0808, "what is seen on the table is decided by a secret"),
    (Code::W0809, "a hidden counter whose value everybody knows"),
];

/// Reports every choice that depends on what its chooser may not see, and whatever else tells a
/// secret; writes into the rulebook for whom its texts and lines are, and which conditions are in
/// doubt, and whether it may be a secret who knows a card.
pub fn check(book: &mut Rulebook) -> Vec<Diagnostic> {
    check_again(book, None, &mut Memory::default())
}

/// The same; of rules that are written as those that were looked at last, with so many texts, it is
/// known already.
#[must_use]
pub fn check_again(
    book: &mut Rulebook,
    written: Option<(Written, usize)>,
    memory: &mut Memory,
) -> Vec<Diagnostic> {
    let (found, told) = again::followed(book, written, memory);
    weave::weave(book, &told);
    book.secret_names = named::secret_names(&told);
    book.asides = knowers::may_happen(book, Aside::Anything);
    book.secret_draws = book.asides && knowers::may_happen(book, Aside::Draws);
    book.secret_shows = book.asides && knowers::may_happen(book, Aside::Cards);
    book.secret_knowers = book.secret_shows && knowers::may_happen(book, Aside::CardsOfSets);
    book.doubtful = told.doubtful;
    found
}

/// What all may read under some rules, those who only look on, too: found out once, for whatever is
/// typed at a running game.
#[derive(Debug)]
pub struct Open {
    book: Arc<Rulebook>,
    lore: Lore,
}

impl Open {
    /// Under these rules.
    #[must_use]
    pub fn under(book: &Arc<Rulebook>) -> Self {
        Self { book: Arc::clone(book), lore: flow::Flow::new(book).followed() }
    }

    /// Whether these are the rules.
    #[must_use]
    pub fn is_under(&self, book: &Arc<Rulebook>) -> bool {
        Arc::ptr_eq(&self.book, book)
    }

    /// Whether all may read a value that was typed, whatever it is. The first `held` of its
    /// `locals` are names of rules that run, taken for secret.
    pub fn reads(&mut self, expr: &Expr, locals: usize, held: usize) -> bool {
        // What a deed or a move was given tells under which conditions it is carried out, or was.
        let mut of_a_run = false;
        each_with_words(&self.book, expr, &mut |e| {
            of_a_run |= matches!(e.kind, ExprKind::RunLocal(..));
        });
        if of_a_run {
            return false;
        }
        let mut reader = Reader { book: &self.book, lore: std::mem::take(&mut self.lore) };
        let mut names = Names::new(locals);
        (0..held.min(locals))
            .filter_map(|at| u16::try_from(at).ok())
            .for_each(|at| names.bind(LocalId(at), Known::secret()));
        let open = reader.expr(expr, &mut names).is_open();
        self.lore = reader.lore;
        open
    }
}
