//! What a rule of a variant speaks about: found, or said to be missing.

use super::Merging;
use super::key::{Key, Sort, keys};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::spelling::{begun, by_nearness, nearest};
use crate::syntax::ast::{Expr, Item, ItemKind, Name, Text};
use crate::syntax::{same_words, word_in};

/// So many names are listed where nothing like the written one is found.
const LISTED: usize = 6;

/// Clauses by which items of one sort and name are told apart; those left out fit all.
#[derive(Default)]
pub(super) struct Clauses<'e> {
    pub condition: Option<&'e Expr>,
    /// What a `change` gives.
    pub value: Option<&'e Expr>,
    pub reason: Option<&'e Text>,
    /// The type or name behind `for`, the zone behind `in`.
    pub of: Option<&'e str>,
}

impl Merging<'_> {
    /// The one item of a key that the clauses fit; none after a report.
    pub fn one(&mut self, key: &Key, clauses: &Clauses<'_>, span: Span) -> Option<usize> {
        let all: Vec<usize> = self.live(key);
        if all.is_empty() {
            self.missing(key, span);
            return None;
        }
        // The only one is meant, whatever its clauses, unless others are written.
        let fitting: Vec<usize> = all
            .iter()
            .copied()
            .filter(|at| self.item(*at).is_some_and(|i| self.fits(i, clauses)))
            .collect();
        match (fitting.as_slice(), all.as_slice()) {
            ([at], _) => {
                self.note_aim(key, span, *at);
                Some(*at)
            }
            ([], all) => {
                let message = format!("no `{}` of the game reads like this", key.written());
                let mut found = Diagnostic::new(Code::E0904, span, message);
                for place in all.iter().take(3).filter_map(|at| self.item(*at)).map(|i| i.span) {
                    found = found.beside(place, "this one is there");
                }
                let shown = all.iter().filter_map(|at| self.item(*at)).map(|item| {
                    let text = self.sources.slice(item.span);
                    let line = text.lines().find(|line| !line.starts_with("///")).unwrap_or("");
                    format!("`{}`", line.trim_end_matches('{').trim_end().replace('`', "'"))
                });
                let shown: Vec<String> = shown.take(3).collect();
                self.say(found.help(format!(
                    "copy its condition word for word, or leave it out if there is only one: {}",
                    shown.join(", ")
                )));
                None
            }
            (several, _) => {
                let message = format!("the game has {} of `{}`", several.len(), key.written());
                let mut found = Diagnostic::new(Code::E0905, span, message);
                for place in several.iter().take(4).filter_map(|at| self.item(*at)).map(|i| i.span)
                {
                    found = found.beside(place, "one");
                }
                self.say(found.help(say_which(key.sort)));
                None
            }
        }
    }

    /// Takes note that a name in a rule of a variant is a name of the game.
    fn note_aim(&mut self, key: &Key, rule: Span, at: usize) {
        let plain = key.name.rsplit('.').next().unwrap_or("");
        let Some(item) = self.item(at).map(|item| item.span).filter(|item| *item != rule) else {
            return;
        };
        let place = |of: Span| {
            let (start, end) = word_in(self.sources.slice(of), plain)?;
            Some(Span { start: of.start + start as u32, end: of.start + end as u32, ..of })
        };
        if let (Some(here), Some(there)) = (place(rule), place(item)) {
            self.aims.push((here, there));
        }
    }

    /// Slots of a key that were not removed.
    pub fn live(&self, key: &Key) -> Vec<usize> {
        let all = self.index.get(key).map_or(&[][..], Vec::as_slice);
        all.iter()
            .copied()
            .filter(|at| self.item(*at).is_some_and(|i| keys(i).contains(key)))
            .collect()
    }

    fn fits(&self, item: &Item, clauses: &Clauses<'_>) -> bool {
        let same = |wanted: Option<&Expr>, has: Option<&Expr>| match (wanted, has) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(a), Some(b)) => self.same(a.span, b.span),
        };
        let (condition, value, reason) = match &item.kind {
            ItemKind::Interrupt(of) => (of.condition.as_ref(), None, None),
            ItemKind::Change(of) => (of.condition.as_ref(), Some(&of.value), None),
            ItemKind::Forbid(of) => (of.condition.as_ref(), None, Some(&of.reason)),
            _ => (None, None, None),
        };
        let of = match &item.kind {
            ItemKind::Define(define) => {
                define.receiver.as_ref().map(|r| vec![self.sources.slice(r.ty.span), &r.name.text])
            }
            ItemKind::RulesFor { zone, .. } => Some(vec![&*zone.text]),
            _ => None,
        };
        let of_fits = clauses.of.is_none_or(|wanted| of.is_some_and(|of| of.contains(&wanted)));
        let reason_fits =
            clauses.reason.is_none_or(|wanted| reason.is_some_and(|r| r.raw == wanted.raw));
        same(clauses.condition, condition) && same(clauses.value, value) && of_fits && reason_fits
    }

    /// Whether two places hold the same words.
    pub fn same(&self, a: Span, b: Span) -> bool {
        let (a, b) = (self.sources.slice(a), self.sources.slice(b));
        a == b || (a.as_bytes().first() == b.as_bytes().first() && same_words(a, b))
    }

    /// Says that the game has nothing of that key.
    pub fn missing(&mut self, key: &Key, span: Span) {
        if let Some(place) = self.gone.get(key) {
            let message = format!("`{}` has been removed already", key.written());
            let found = Diagnostic::new(Code::E0906, span, message).beside(*place, "removed here");
            return self
                .say(found.help("keep one of the two rules, or lay only one of the variants"));
        }
        let plain = key.name.rsplit('.').next().unwrap_or("");
        if self.broken.1 || self.broken.0.contains(plain) {
            return;
        }
        let message = match key.sort {
            Sort::Players | Sort::Setup | Sort::Play | Sort::Use => {
                format!("the game has no `{}`", key.written())
            }
            Sort::Test => format!("the game has no test \"{}\"", key.name),
            sort => format!("the game has no {} `{}`", sort.noun(), key.name),
        };
        let help = self.instead(key);
        self.say(Diagnostic::new(Code::E0904, span, message).help(help));
    }

    /// `remove lay`, without the word of what `lay` is: what the game calls so.
    pub fn without_sort(&mut self, word: &str, name: &Name, item: Span) {
        let before = Span { end: name.span.start, ..item };
        let bare = matches!(word, "remove" | "replace" | "extend")
            && self.sources.slice(before).trim() == word;
        if !bare {
            return;
        }
        let grows = |sort: Sort| matches!(sort, Sort::Enum | Sort::Deck | Sort::Menu);
        let called = |key: &&Key| {
            let member = key.name.rsplit('.').next().filter(|_| key.sort == Sort::Member);
            member.unwrap_or(&key.name) == &*name.text
        };
        let all: Vec<Key> = self.index.keys().filter(called).cloned().collect();
        let live = all.into_iter().filter(|key| word != "extend" || grows(key.sort));
        let live: Vec<Key> = live.filter(|key| !self.live(key).is_empty()).collect();
        let written = |key: &Key| match (key.sort, key.name.rsplit_once('.')) {
            (Sort::Member, Some(("the table", member))) => {
                format!("`{word} the table has {{ {member} }}`")
            }
            (Sort::Member, Some((owner, member))) => {
                format!("`{word} each {owner} has {{ {member} }}`")
            }
            _ => format!("`{word} {}`", key.written()),
        };
        let all: Vec<String> = live.iter().map(written).collect();
        if !all.is_empty() {
            self.meant.push((name.span, format!("say what it is: write {}", all.join(" or "))));
        }
    }

    /// What was probably meant.
    fn instead(&mut self, key: &Key) -> String {
        let others: Vec<Key> = self
            .index
            .keys()
            .filter(|k| k.name == key.name && k.sort != key.sort)
            .cloned()
            .collect();
        let other = others.iter().find(|k| !self.live(k).is_empty() && k.sort.once());
        if let Some(other) = other {
            return format!(
                "`{}` is a {}: write `{}`",
                key.name,
                other.sort.noun(),
                other.written()
            );
        }
        let nested =
            self.index.iter().filter(|(k, _)| k.sort == Sort::RulesFor).flat_map(|(_, at)| at);
        let nested = nested.filter_map(|at| self.item(*at)).find(|item| {
            let ItemKind::RulesFor { items, .. } = &item.kind else { return false };
            items.iter().any(|i| keys(i).contains(key))
        });
        if let Some(Item { kind: ItemKind::RulesFor { card, zone, .. }, .. }) = nested {
            let (card, zone) = (&card.text, &zone.text);
            return format!(
                "it is part of `rules for {card} in {zone}`: replace or remove those as a whole"
            );
        }
        if let Some(module) = self.module_of(key) {
            return format!(
                "it belongs to the module `{module}`, which variants do not change; wrap it with \
                 `before`, `after` or `instead of {}`",
                key.name
            );
        }
        let live: Vec<String> = self.names(key.sort);
        if self.guesses > 0 {
            self.guesses -= 1;
            let live = || live.iter().map(String::as_str);
            if let Some(meant) = nearest(&key.name, live()).or_else(|| begun(&key.name, live())) {
                let meant = Key::new(key.sort, meant);
                return format!("did you mean `{}`?", meant.written());
            }
        }
        let live: Vec<&str> = live.iter().map(String::as_str).collect();
        let near = by_nearness(&key.name, &live);
        let shown: Vec<String> = near.iter().take(LISTED).map(|n| format!("`{n}`")).collect();
        let more = if live.len() > LISTED { " …" } else { "" };
        match shown.is_empty() {
            true => "leave this out, or add what you want without `replace`".to_owned(),
            false => format!("there are {}{more}", shown.join(", ")),
        }
    }

    /// Names of a sort that are there.
    pub fn names(&self, sort: Sort) -> Vec<String> {
        let from = Key { sort, name: String::new() };
        let all = self.index.range(from..).map(|(k, _)| k).take_while(|k| k.sort == sort);
        all.filter(|k| !self.live(k).is_empty()).map(|k| k.name.clone()).collect()
    }

    /// The module of the game that has an item of that key.
    fn module_of(&mut self, key: &Key) -> Option<String> {
        for module in self.names(Sort::Use).into_iter().take(8) {
            let items = (self.modules)(&module).unwrap_or_default();
            if items.iter().any(|i| keys(i).contains(key)) {
                return Some(module);
            }
        }
        None
    }
}

fn say_which(sort: Sort) -> &'static str {
    match sort {
        Sort::Word => "say which one by what follows `for`: `remove define worth for Mile`",
        Sort::RulesFor => "say which by the zone: `remove rules for Yum_Yum in crew`",
        Sort::Forbid => "say which by its reason: `remove forbid lay because \"…\"`",
        Sort::Test => "two tests have this title; rename one",
        _ => "say which by its condition, word for word: `… when me.jailed`",
    }
}
