//! Changes to what there is: cards, zones, counters, enums, options.

use crate::difference::node::Maker;
use crate::difference::spelling::Sort;
use crate::difference::{Finder, Grade};
use crate::ir::{
    Counter, CounterId, EnumId, Expr, ExprKind, FieldInfo, OptionId, RowId, Rulebook, Test, Value,
    ZoneId,
};
use crate::naming::Naming;
use std::collections::BTreeMap;

/// So many cards are named one by one.
const NAMED: usize = 4;

/// What is printed on a card or member.
#[derive(Clone, Copy)]
struct Printed<'a> {
    fields: &'a [FieldInfo],
    values: &'a [Value],
}

impl<'a> Printed<'a> {
    fn all(self) -> impl Iterator<Item = (&'a FieldInfo, &'a Value)> {
        self.fields.iter().zip(self.values)
    }
}

impl Finder<'_> {
    /// All of them.
    pub(super) fn things(&mut self) {
        self.head_of_the_game();
        self.enums();
        self.rows();
        self.cards();
        self.zones();
        self.counters();
        self.options();
        self.tests();
    }

    fn head_of_the_game(&mut self) {
        let (a, b) = (self.old.book, self.new.book);
        if a.title != b.title {
            self.say(format!("the game is now called “{}”", b.title), Grade::Safe, None, None);
        }
        if a.players != b.players {
            let text = format!("it is now for {} to {} players", b.players.0, b.players.1);
            self.say(text, Grade::NewGame, Some("those who play stay"), None);
        }
        for (sort, list) in [(Sort::Kind, "card kind"), (Sort::Enum, "enum"), (Sort::Unit, "unit")]
        {
            for name in missing(self.names.old.all(sort), self.names.new.all(sort)) {
                self.say(format!("{list} `{name}` is gone"), Grade::Migrates, None, None);
            }
            for name in missing(self.names.new.all(sort), self.names.old.all(sort)) {
                self.say(format!("{list} `{name}` is new"), Grade::Migrates, None, None);
            }
        }
    }

    fn enums(&mut self) {
        for at in 0..self.old.book.enums.len() {
            let Some(new) = self.names.of_enum(EnumId(at as u16)) else { continue };
            let (a, b) = (&self.old.book.enums[at], &self.new.book[new]);
            let (x, y) = (self.names.old.members(EnumId(at as u16)), self.names.new.members(new));
            let place = self.in_new(b.span);
            for name in missing(x, y) {
                let why = Some("what it has needs another place");
                self.say(
                    format!("`{name}` is not a `{}` any more", b.name),
                    Grade::Migrates,
                    why,
                    place.clone(),
                );
            }
            for name in missing(y, x) {
                let why = Some("what it has begins anew");
                self.say(
                    format!("`{name}` is a new `{}`", b.name),
                    Grade::Migrates,
                    why,
                    place.clone(),
                );
            }
            for (k, values) in a.values.iter().enumerate() {
                let Some(other) = self.names.member(EnumId(at as u16), k as u16) else { continue };
                let Some(now) = b.values.get(usize::from(other)) else { continue };
                let name = y.get(usize::from(other)).map_or("?", |n| &**n).to_string();
                let old = Printed { fields: &a.fields, values };
                self.fields(&name, old, Printed { fields: &b.fields, values: now });
            }
        }
    }

    /// Printed fields of a card or member.
    fn fields(&mut self, whose: &str, old: Printed<'_>, new: Printed<'_>) {
        for (field, value) in new.all() {
            let Some((former, before)) = old.all().find(|(f, _)| f.name == field.name) else {
                continue;
            };
            if self.names.value(before).as_ref() == Some(value) {
                continue;
            }
            let was = self.naming(true).plain(&former.ty, before);
            let is = self.naming(false).plain(&field.ty, value);
            self.say(
                format!("`{whose}` has {} {is} instead of {was}", field.name),
                Grade::Safe,
                None,
                None,
            );
        }
    }

    fn naming(&self, old: bool) -> Naming<'_> {
        Naming { book: if old { self.old.book } else { self.new.book }, seats: &[] }
    }

    fn rows(&mut self) {
        for at in 0..self.old.book.rows.len() {
            let Some(new) = self.names.row(RowId(at as u16)) else { continue };
            let (a, b) = (&self.old.book.rows[at], &self.new.book[new]);
            let (x, y) = (&self.old.book[a.kind], &self.new.book[b.kind]);
            let old = Printed { fields: &x.fields, values: &a.values };
            let new = Printed { fields: &y.fields, values: &b.values };
            self.fields(&format!("[{}]", b.name), old, new);
        }
        for at in 0..self.old.book.kinds.len() {
            let name = self.names.old.get(Sort::Kind, at);
            let Some(new) = self.names.new.find(Sort::Kind, &name) else { continue };
            let (a, b) = (&self.old.book.kinds[at], &self.new.book.kinds[new]);
            let place = self.in_new(b.span);
            for field in b.fields.iter().filter(|f| !a.fields.iter().any(|g| g.name == f.name)) {
                self.say(
                    format!("each {} now has printed `{}`", b.name, field.name),
                    Grade::Safe,
                    None,
                    place.clone(),
                );
            }
            for field in a.fields.iter().filter(|f| !b.fields.iter().any(|g| g.name == f.name)) {
                self.say(
                    format!("`{}` is not printed on a {} any more", field.name, b.name),
                    Grade::Safe,
                    None,
                    place.clone(),
                );
            }
        }
    }

    /// Cards by deck.
    fn cards(&mut self) {
        let (old, new) = (self.decks(true), self.decks(false));
        let mut decks: Vec<&String> = old.keys().chain(new.keys()).collect();
        decks.sort();
        decks.dedup();
        let none = BTreeMap::new();
        let mut found = Vec::new();
        for deck in decks {
            let (a, b) = (old.get(deck).unwrap_or(&none), new.get(deck).unwrap_or(&none));
            let more = surplus(b, a);
            let less = surplus(a, b);
            let said = deck.replace('_', " ");
            let lies = Some("they lie under the deck unless you say otherwise");
            found.extend(tell(&more).map(|cards| (format!("{cards} added to the {said}"), lies)));
            let leave = Some("they leave the game wherever they lie");
            found.extend(
                tell(&less).map(|cards| (format!("{cards} taken out of the {said}"), leave)),
            );
        }
        for (text, why) in found {
            self.say(text, Grade::Migrates, why, None);
        }
    }

    /// For each deck how many cards there are of each row.
    fn decks(&self, old: bool) -> BTreeMap<String, BTreeMap<String, usize>> {
        let (book, spelling): (&Rulebook, _) =
            if old { (self.old.book, &self.names.old) } else { (self.new.book, &self.names.new) };
        let mut decks: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
        for card in &book.cards {
            let deck = spelling.get(Sort::Zone, card.home.index()).to_string();
            let row = spelling.get(Sort::Row, card.row.index()).to_string();
            *decks.entry(deck).or_default().entry(row).or_default() += 1;
        }
        decks
    }

    fn zones(&mut self) {
        for (at, zone) in self.old.book.zones.iter().enumerate() {
            let name = self.names.old.get(Sort::Zone, at);
            let Some(new) = self.names.zone(ZoneId(at as u16)) else {
                let why = Some("if cards lie there, say where they go");
                let place = self.in_old(zone.span);
                self.say(format!("zone `{name}` is gone"), Grade::Migrates, why, place);
                continue;
            };
            let now = &self.new.book[new];
            let place = self.in_new(now.span);
            if zone.shape != now.shape {
                let text =
                    format!("`{name}` is now a {}", format!("{:?}", now.shape).to_lowercase());
                self.say(
                    text,
                    Grade::Migrates,
                    Some("its cards stay, in their order"),
                    place.clone(),
                );
            }
            if zone.seen != now.seen {
                let text =
                    format!("`{name}` is now seen by {}", format!("{:?}", now.seen).to_lowercase());
                self.say(
                    text,
                    Grade::Migrates,
                    Some("what a player has seen, they still know"),
                    place.clone(),
                );
            }
            let (a, b) = (self.names.old.kinds(zone.of), self.names.new.kinds(now.of));
            if a != b {
                self.say(
                    format!("`{name}` now holds {b} instead of {a}"),
                    Grade::Migrates,
                    None,
                    place,
                );
            }
        }
        for (at, zone) in self.new.book.zones.iter().enumerate() {
            let name = self.names.new.get(Sort::Zone, at);
            if self.names.old.find(Sort::Zone, &name).is_none() {
                let why =
                    Some(if zone.deck { "it begins with its cards" } else { "it begins empty" });
                let place = self.in_new(zone.span);
                self.say(format!("zone `{name}` is new"), Grade::Migrates, why, place);
            }
        }
    }

    fn counters(&mut self) {
        for (at, counter) in self.old.book.counters.iter().enumerate() {
            let name = self.names.old.get(Sort::Counter, at);
            let Some(new) = self.names.counter(CounterId(at as u16)) else {
                let place = self.in_old(counter.span);
                let why = Some("what it counted is forgotten");
                self.say(format!("counter `{name}` is gone"), Grade::Migrates, why, place);
                continue;
            };
            let now = &self.new.book[new];
            let place = self.in_new(now.span);
            let (a, b) = (self.names.old.ty(&counter.ty), self.names.new.ty(&now.ty));
            if a != b {
                self.say(
                    format!("`{name}` now counts {b} instead of {a}"),
                    Grade::Migrates,
                    None,
                    place.clone(),
                );
            }
            if counter.range != now.range {
                let ends = |range: Option<(i64, i64)>| {
                    range.map_or("without ends".into(), |(l, h)| format!("{l} to {h}"))
                };
                let text = format!(
                    "`{name}` is now {} instead of {}",
                    ends(now.range),
                    ends(counter.range)
                );
                self.say(
                    text,
                    Grade::Migrates,
                    Some("what lies outside is reported"),
                    place.clone(),
                );
            }
            if let Some((a, b)) = self.starts(counter.start.as_ref(), now.start.as_ref()) {
                let text = format!("`{name}` now begins at {b} instead of {a}");
                self.say(text, Grade::NewGame, Some("it goes on from where it is"), place.clone());
            }
            let kept = |of: &Counter| (of.capped, of.bookkeeping, of.lasts, of.seen);
            if kept(counter) != kept(now) {
                self.say(format!("how `{name}` is kept has changed"), Grade::Safe, None, place);
            }
        }
        for (at, counter) in self.new.book.counters.iter().enumerate() {
            let name = self.names.new.get(Sort::Counter, at);
            if self.names.old.find(Sort::Counter, &name).is_none() {
                let start = counter.start.as_ref();
                let (grade, why) = match start {
                    Some(_) => (Grade::Migrates, Some("it begins at its start")),
                    None => (
                        Grade::NewGame,
                        Some("it has no start; only a set-up could give it a value"),
                    ),
                };
                let place = self.in_new(counter.span);
                self.say(format!("counter `{name}` is new"), grade, why, place);
            }
        }
    }

    /// Starts that differ: plain ones as they read, those that are reckoned as they are written.
    fn starts(&self, old: Option<&Expr>, new: Option<&Expr>) -> Option<(String, String)> {
        let (old, new) = (old?, new?);
        let plain = |e: &Expr| matches!(e.kind, ExprKind::Const(_));
        let said = |e: &Expr, before: bool| {
            if let ExprKind::Const(value) = &e.kind {
                return self.naming(before).plain(&e.ty, value);
            }
            let sources = if before { self.old.sources } else { self.new.sources };
            let words: Vec<&str> = sources.slice(e.span).split_whitespace().collect();
            format!("`{}`", words.join(" "))
        };
        let same = if plain(old) && plain(new) {
            said(old, true) == said(new, false)
        } else {
            let of = |book, spelling, e| Maker { book, spelling, locals: &[] }.node(e).hash();
            of(self.old.book, &self.names.old, old) == of(self.new.book, &self.names.new, new)
        };
        (!same).then(|| (said(old, true), said(new, false)))
    }

    fn options(&mut self) {
        for (at, option) in self.old.book.options.iter().enumerate() {
            let Some(new) = self.names.option(OptionId(at as u16)) else {
                let place = self.in_old(option.span);
                self.say(format!("option `{}` is gone", option.name), Grade::Safe, None, place);
                continue;
            };
            let now = &self.new.book[new];
            let place = self.in_new(now.span);
            if self.names.value(&option.default).as_ref() != Some(&now.default) {
                let was = self.naming(true).plain(&option.ty, &option.default);
                let is = self.naming(false).plain(&now.ty, &now.default);
                let text = format!(
                    "option `{}` is {is} instead of {was}, unless a table chooses",
                    now.name
                );
                self.say(text, Grade::Safe, None, place.clone());
            }
            if option.range != now.range
                || self.names.old.ty(&option.ty) != self.names.new.ty(&now.ty)
            {
                self.say(
                    format!("option `{}` can have other values", now.name),
                    Grade::Safe,
                    None,
                    place,
                );
            }
        }
        for (at, option) in self.new.book.options.iter().enumerate() {
            if self.names.old.find(Sort::Option, &self.names.new.get(Sort::Option, at)).is_none() {
                let place = self.in_new(option.span);
                self.say(format!("option `{}` is new", option.name), Grade::Safe, None, place);
            }
        }
    }

    fn tests(&mut self) {
        let titles = |book: &Rulebook| -> Vec<String> {
            book.tests.iter().map(|t| t.title.to_string()).collect()
        };
        let (a, b) = (titles(self.old.book), titles(self.new.book));
        let tests = |n: usize| if n == 1 { "1 test".to_string() } else { format!("{n} tests") };
        // A test that is wrong, and left out, is still there.
        let (broken, mended) = (&self.new.book.broken_tests, &self.old.book.broken_tests);
        let more = b.iter().filter(|t| !a.contains(t) && !mended.contains(t)).count();
        let less = a.iter().filter(|t| !b.contains(t) && !broken.contains(t)).count();
        if more > 0 {
            self.say(format!("{} added", tests(more)), Grade::Safe, None, None);
        }
        if less > 0 {
            self.say(format!("{} taken out", tests(less)), Grade::Safe, None, None);
        }
        let made = |book, spelling, test: &Test| {
            Maker { book, spelling, locals: &test.locals }
                .node(&(&test.players, &test.settings, &test.lines))
                .hash()
        };
        let changed = |test: &&Test| {
            let before = self.old.book.tests.iter().find(|t| t.title == test.title);
            let before = before
                .filter(|t| self.old.sources.slice(t.span) != self.new.sources.slice(test.span));
            before.is_some_and(|t| {
                made(self.old.book, &self.names.old, t)
                    != made(self.new.book, &self.names.new, test)
            })
        };
        let changed = self.new.book.tests.iter().filter(changed).count();
        if changed > 0 {
            self.say(format!("{} changed", tests(changed)), Grade::Safe, None, None);
        }
    }
}

/// Names of one list that the other does not have.
fn missing(
    here: &[crate::difference::spelling::Text],
    there: &[crate::difference::spelling::Text],
) -> Vec<String> {
    here.iter().filter(|n| !there.contains(n)).map(ToString::to_string).collect()
}

/// What one deck has more of than another.
fn surplus(more: &BTreeMap<String, usize>, less: &BTreeMap<String, usize>) -> Vec<(String, usize)> {
    let over = |(row, n): (&String, &usize)| {
        let more = n.saturating_sub(less.get(row).copied().unwrap_or(0));
        (more > 0).then(|| (row.to_string(), more))
    };
    more.iter().filter_map(over).collect()
}

/// `4 cards ([Alarm], 3 of [Heist])`; nothing for no cards.
fn tell(cards: &[(String, usize)]) -> Option<String> {
    let all: usize = cards.iter().map(|(_, n)| n).sum();
    if all == 0 {
        return None;
    }
    let face = |row: &str| row.find('[').map_or(row, |at| &row[at..]).to_string();
    let mut named: Vec<String> = cards
        .iter()
        .take(NAMED)
        .map(|(row, n)| if *n == 1 { face(row) } else { format!("{n} of {}", face(row)) })
        .collect();
    if cards.len() > NAMED {
        named.push("…".into());
    }
    let count = if all == 1 { "1 card".to_string() } else { format!("{all} cards") };
    Some(format!("{count} ({})", named.join(", ")))
}
