//! Names of one letter say nothing to those who play: "p's hand" is "that player's hand", where no
//! other player is spoken of, and "the second player's hand" where one is.

use super::{Reader, in_words};
use houserules_lang::ir::{LocalDecl, Rulebook, Type};
use houserules_lang::syntax::ast::{Binder, DomainBase, Expr, ExprKind, Name};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::Range;

/// So many at once: each may have to be said twice, and all within it.
const MOST: usize = 4;

/// Several of a kind, told apart.
const NTH: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];

/// Which names are said otherwise at the moment.
#[derive(Default)]
pub(super) struct StandIns {
    now: RefCell<Vec<StandIn>>,
    /// How often what is said now may have to be said again.
    deep: Cell<usize>,
    /// Whether one of them was written as it stands.
    slipped: Cell<bool>,
    /// What names that say nothing stand for, by where they are bound: file and place.
    nouns: BTreeMap<(u32, u32), String>,
}

/// A name and what is said for it.
struct StandIn {
    /// As it is written: `p`.
    name: String,
    /// What it is: `player`.
    noun: String,
    /// It is said in words: "that player" or "the first player", and not "player p".
    words: bool,
    /// Where it is bound.
    at: u32,
    /// What it is one of, in the source: the name stands for nothing there.
    among: Range<u32>,
    /// It is another name for what is already spoken of: `if there is t in tip`.
    again: Option<usize>,
}

impl StandIns {
    /// What everything is that has a name of one letter.
    pub(super) fn of(book: &Rulebook) -> Self {
        let bodies = [&book.setup, &book.play].into_iter();
        let bodies = bodies.chain(book.deeds.iter().map(|deed| &deed.body));
        let bodies = bodies.chain(book.moves.iter().map(|a_move| &a_move.body));
        let bodies = bodies.chain(book.runs_out.iter().map(|rule| &rule.body));
        let locals = bodies.flat_map(|body| &body.locals);
        let locals = locals.chain(book.words.iter().flat_map(|word| &word.locals));
        let noun = |of: &LocalDecl| {
            let noun = noun(book, &of.ty).filter(|noun| says_nothing(&of.name, noun))?;
            Some(((of.span.file.0.into(), of.span.start), noun))
        };
        Self { nouns: locals.filter_map(noun).collect(), ..Self::default() }
    }

    fn push(&self, name: &Name, noun: String, among: Range<u32>, words: bool) {
        let (name, at) = (name.text.to_string(), name.span.start);
        self.now.borrow_mut().push(StandIn { name, noun, words, at, among, again: None });
    }

    fn drop_to(&self, length: usize) {
        self.now.borrow_mut().truncate(length);
    }

    /// Which of how many of its noun one is.
    fn rank(now: &[StandIn], at: usize) -> (usize, usize) {
        let at = now.get(at).and_then(|of| of.again).unwrap_or(at);
        let own = now.get(at);
        let apart = |a: &StandIn, b: &StandIn| a.among.contains(&b.at) || b.among.contains(&a.at);
        let like = |of: &&StandIn| {
            of.again.is_none() && own.is_some_and(|own| own.noun == of.noun && !apart(own, of))
        };
        (now.iter().take(at).filter(like).count(), now.iter().filter(like).count())
    }

    /// Says something that may have to be said once more, since a name was written in it.
    fn tried<T>(&self, mut say: impl FnMut(bool) -> T) -> T {
        if self.deep.get() >= MOST {
            return say(true);
        }
        let before = self.slipped.replace(false);
        self.deep.set(self.deep.get() + 1);
        let said = say(true);
        self.deep.set(self.deep.get() - 1);
        let slipped = self.slipped.replace(before);
        if slipped { say(false) } else { said }
    }
}

impl Reader<'_> {
    /// Says something that goes on about a binder's name; it is told whether the name is said,
    /// too. Where a part cannot do without the name, all of it is said with the name.
    pub(super) fn about<T>(&self, binder: &Binder, mut say: impl FnMut(bool) -> T) -> T {
        let Some(noun) = self.noun_of(binder) else { return say(true) };
        let before = self.stand_ins.now.borrow().len();
        self.stand_ins.tried(|words| {
            let among = if let DomainBase::List(list) = &binder.domain.base {
                list.span.start..list.span.end
            } else {
                0..0
            };
            let again = self.spoken_of(binder, &noun);
            self.stand_ins.push(&binder.name, noun.clone(), among, words);
            if let Some(of) = self.stand_ins.now.borrow_mut().last_mut() {
                of.again = again;
            }
            let said = say(!words);
            self.stand_ins.drop_to(before);
            said
        })
    }

    /// What is spoken of already, if a binder only gives it another name.
    pub(super) fn spoken_of(&self, binder: &Binder, noun: &str) -> Option<usize> {
        let DomainBase::List(list) = &binder.domain.base else { return None };
        let ExprKind::Name(of) = &list.kind else { return None };
        let now = self.stand_ins.now.borrow();
        let at = now.iter().rposition(|known| known.name == *of.text && known.name.len() > 1)?;
        (now.get(at)?.noun == noun && binder.domain.filter.is_none()).then_some(at)
    }

    /// Says something that goes on about names that are given or picked.
    pub(super) fn about_all<T>(&self, names: &[&Name], say: impl FnMut() -> T) -> T {
        let found = names.iter().filter_map(|name| Some((*name, self.noun_at(name)?)));
        self.about_nouns(&found.collect::<Vec<_>>(), say)
    }

    /// The same of names that a rule gives to what another one is given.
    pub(super) fn about_renamed<T>(
        &self,
        names: &[&Name],
        of: &[&Name],
        say: impl FnMut() -> T,
    ) -> T {
        let noun = |name: &Name, of: &Name| self.noun_at(name).or_else(|| self.noun_at(of));
        let found = names.iter().zip(of).filter_map(|(name, of)| Some((*name, noun(name, of)?)));
        let letters = found.filter(|(name, _)| name.text.chars().count() == 1);
        self.about_nouns(&letters.collect::<Vec<_>>(), say)
    }

    fn about_nouns<T>(&self, found: &[(&Name, String)], mut say: impl FnMut() -> T) -> T {
        if found.is_empty() {
            return say();
        }
        let before = self.stand_ins.now.borrow().len();
        self.stand_ins.tried(|may| {
            for (name, noun) in found {
                self.stand_ins.push(name, noun.clone(), 0..0, may);
            }
            let said = say();
            self.stand_ins.drop_to(before);
            said
        })
    }

    /// Says what goes on about names that are bound on the way, each from where `bind` is called.
    pub(super) fn about_more<T>(&self, say: impl FnOnce(&dyn Fn(&Name)) -> T) -> T {
        let before = self.stand_ins.now.borrow().len();
        let said = say(&|name| {
            if let Some(noun) = self.noun_at(name) {
                self.stand_ins.push(name, noun, 0..0, true);
            }
        });
        self.stand_ins.drop_to(before);
        said
    }

    /// Says something in which no name stands for anything: a deed has its own.
    pub(super) fn apart<T>(&self, say: impl FnOnce() -> T) -> T {
        let around = self.stand_ins.now.take();
        let said = say();
        self.stand_ins.now.replace(around);
        said
    }

    /// What is said in place of a name: "that player", "the second player", "player p".
    pub(super) fn stand_in(&self, name: &Name) -> Option<String> {
        let now = self.stand_ins.now.borrow();
        let at = now.iter().rposition(|of| of.name == *name.text)?;
        let of = now.get(at)?;
        Some(match (StandIns::rank(&now, at), of.words) {
            (_, false) => format!("{} {}", of.noun, of.name),
            ((0, 1), true) => format!("that {}", of.noun),
            ((nth, _), true) => format!("the {} {}", NTH.get(nth).unwrap_or(&"last"), of.noun),
        })
    }

    /// Which of its kind the one is that a name stands for, if others were spoken of before.
    pub(super) fn ordinal_of(&self, name: &Name) -> Option<&'static str> {
        let now = self.stand_ins.now.borrow();
        let at = now.iter().rposition(|of| of.name == *name.text && of.words)?;
        let (nth, _) = StandIns::rank(&now, at);
        NTH.get(nth).copied().filter(|_| nth > 0)
    }

    /// Whether a name need not be told where it is given, as no other of its kind is spoken of.
    pub(super) fn is_only(&self, name: &Name) -> bool {
        let now = self.stand_ins.now.borrow();
        let at = now.iter().rposition(|of| of.name == *name.text);
        at.is_some_and(|at| {
            now.get(at).is_some_and(|of| of.words) && StandIns::rank(&now, at).1 == 1
        })
    }

    /// A name as it is told where it is given.
    pub(super) fn name_told(&self, name: &Name) -> String {
        self.stand_in(name).unwrap_or_else(|| in_words(&name.text))
    }

    /// The same of a value, if it is a name alone.
    pub(super) fn stood_for(&self, value: &Expr) -> Option<String> {
        let ExprKind::Name(name) = &value.kind else { return None };
        self.stand_in(name)
    }

    /// Notes that something is said as it is written.
    pub(super) fn is_written(&self, code: &str) {
        let now = self.stand_ins.now.borrow();
        let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
        if words.any(|word| now.iter().any(|of| of.words && of.name == word)) {
            self.stand_ins.slipped.set(true);
        }
    }

    /// What a name of one letter stands for, by its type.
    pub(super) fn noun_at(&self, name: &Name) -> Option<String> {
        let at = (name.span.file.0.into(), name.span.start);
        self.stand_ins.nouns.get(&at).cloned()
    }

    /// What a binder's name stands for, if it says nothing.
    pub(super) fn noun_of(&self, binder: &Binder) -> Option<String> {
        if binder.name.text.chars().count() > 1 {
            return self.noun_at(&binder.name);
        }
        let DomainBase::List(list) = &binder.domain.base else {
            return self.noun_at(&binder.name);
        };
        if let Some(kind) = &binder.kind {
            Some(in_words(&kind.text))
        } else if matches!(list.kind, ExprKind::Players | ExprKind::Opponents) {
            Some("player".into())
        } else {
            let card = self.zone_shape(list).map(|_| "card".to_string());
            card.or_else(|| self.noun_at(&binder.name))
        }
    }
}

/// Whether a name tells no more than what it stands for is: `c` of a card, `side` of a Side.
fn says_nothing(name: &str, noun: &str) -> bool {
    name.chars().count() == 1 || in_words(name).eq_ignore_ascii_case(noun)
}

/// What a value of a type is called; nothing if there is no word for it.
fn noun(book: &Rulebook, ty: &Type) -> Option<String> {
    match ty {
        Type::Number => Some("number".into()),
        Type::Unit(_) => Some("amount".into()),
        Type::Player => Some("player".into()),
        Type::Square => Some("square".into()),
        Type::Spot => Some("spot".into()),
        Type::Card(kinds) => {
            let mut kinds = kinds.iter();
            let only = kinds.next().filter(|_| kinds.next().is_none() && book.kinds.len() > 1);
            Some(only.map_or_else(|| "card".into(), |kind| in_words(&book[kind].name)))
        }
        Type::Enum(of) => {
            let name = in_words(&book[*of].name);
            Some(name.to_lowercase())
        }
        Type::Optional(inner) => noun(book, inner),
        Type::Bool | Type::Text | Type::Zone(_) | Type::List(..) | Type::None => None,
    }
}
