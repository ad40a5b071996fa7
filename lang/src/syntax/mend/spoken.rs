//! Names of the file that a line speaks of: they, and no others, stand in what is offered for it.

use super::known::Known;
use super::placed::{Of, Placed, Spoken, same_thing, singular};
use super::questions::numeral;
use crate::foreign;
use crate::letters::in_name;

impl<'t> Known<'t> {
    /// Whether a word of everyday English names cards of the file, and no counter.
    pub(super) fn names_cards(&self, word: &str) -> bool {
        let one = singular(word);
        let counter = |p: &Placed<'_>| p.shape.is_none() && singular(p.name) == one;
        let cards = |p: &Placed<'_>| p.of == Of::Deck && singular(p.name) == one;
        let all = self.placed();
        let kind = self.kind_called(word).is_some();
        (kind || all.iter().any(cards)) && !all.iter().any(counter)
    }

    /// The only counter of players in which that unit is counted.
    pub(super) fn purse_of(&self, unit: &str) -> Option<&'t str> {
        let unit = self.unit_called(unit)?;
        let mut all = self
            .placed()
            .iter()
            .filter(|p| p.of == Of::Player && p.shape.is_none() && p.kind == unit);
        all.next().filter(|_| all.next().is_none()).map(|p| p.name)
    }

    /// How an amount of what is kept in a counter begins and ends.
    pub(super) fn form_of(&self, counter: &str) -> Option<(String, &'static str)> {
        let kept = |p: &&Placed<'_>| p.name == counter && p.shape.is_none();
        let of = self.placed().iter().find(kept)?;
        if !self.is_unit(of.kind) {
            return Some((String::new(), ""));
        }
        let one = self.amount(of.kind, "1");
        let (sign, end) = one.split_once('1')?;
        Some((sign.to_owned(), if end.is_empty() { "" } else { ")" }))
    }

    /// What is said of a player, said of the turn if only the turn has such a thing.
    pub(super) fn of_the_turn(&self, meant: String) -> String {
        let Some((head, rest)) = meant.split_once("me.") else { return meant };
        let name = rest.split(|c: char| !in_name(c)).next().unwrap_or("");
        let of_turn = !head.ends_with(in_name) && self.only_of_turn(name);
        if of_turn { format!("{head}turn.{rest}") } else { meant }
    }

    /// Whether a file has nothing else of the sort of what is called so.
    pub(in crate::syntax) fn sole(&self, name: &str) -> bool {
        let Some(this) = self.placed().iter().find(|p| p.name == name) else { return true };
        let like = |p: &&Placed<'_>| p.of == this.of && p.shape.is_some() == this.shape.is_some();
        self.placed().iter().filter(like).count() == 1
    }

    /// What a line speaks of.
    pub(in crate::syntax) fn spoken(&self, line: &str) -> Spoken {
        let mut spoken = Spoken { much: self.much(line), ..Spoken::default() };
        let line = Line::of(line, self);
        let decks: Vec<&Placed<'t>> = line.all.iter().filter(|p| p.of == Of::Deck).collect();
        let deck = one(&line, &decks, |p| line.cards.is_none_or(|kind| p.kind == kind));
        spoken.take(&["miles", "stock", "pack", "draw_pile"], &deck);
        let kind = line.cards.or(match deck {
            One::Named(deck) | One::Only(deck) => Some(deck.kind),
            One::Several | One::None => None,
        });
        let fits = |p: &Placed<'_>| kind.is_none_or(|kind| p.kind == kind);
        let zones = |of: Of| line.all.iter().filter(move |p| p.of == of && p.shape.is_some());
        let hands: Vec<&Placed<'t>> = zones(Of::Player).collect();
        let sets: Vec<&Placed<'t>> =
            hands.iter().copied().filter(|p| p.shape == Some("set") && fits(p)).collect();
        let hand = match one(&line, &hands, fits) {
            // What is drawn comes into the hand, whatever else lies before a player.
            One::Several if !sets.is_empty() => one(&line, &sets, |_| true),
            other => other,
        };
        let hand = match (hand, hands.iter().copied().find(|p| p.name == "hand" && fits(p))) {
            (One::Several, Some(hand)) => One::Only(hand),
            (other, _) => other,
        };
        spoken.take(&["hand"], &hand);
        let table: Vec<&Placed<'t>> = zones(Of::Table).collect();
        for (examples, shape) in [(&["discards", "heap"][..], "pile"), (&["market"], "row")] {
            let like: Vec<&Placed<'t>> =
                table.iter().copied().filter(|p| p.shape == Some(shape)).collect();
            let from = if like.is_empty() { &table } else { &like };
            spoken.take(examples, &one(&line, from, fits));
        }
        spoken.counters(&line, self);
        spoken
    }

    /// The only amount or number of a line.
    fn much(&self, line: &str) -> Option<String> {
        let signs = ['$', '€', '£'];
        let parts = line.split(|c: char| !(in_name(c) || signs.contains(&c)));
        let number = |part: &'_ str| {
            let digits = part.trim_start_matches(signs).starts_with(|c: char| c.is_ascii_digit());
            let word = part == "one" || foreign::number(part).is_some();
            (digits || word).then(|| numeral(part).unwrap_or(part).to_owned())
        };
        let mut numbers = parts.filter_map(number);
        numbers.next().filter(|_| numbers.next().is_none())
    }
}

impl Spoken {
    fn take(&mut self, examples: &[&'static str], found: &One<'_, '_>) {
        for example in examples {
            match found {
                One::Named(one) | One::Only(one) => {
                    self.names.insert(example, one.name.to_owned());
                }
                One::Several => {
                    self.open.insert(example);
                }
                One::None => {}
            }
        }
    }

    /// The number or purse of players that a line speaks of.
    fn counters(&mut self, line: &Line<'_, '_>, known: &Known<'_>) {
        let number = |p: &&Placed<'_>| {
            let plain = p.kind == "Number" || p.kind.starts_with(|c: char| c.is_ascii_digit());
            p.of == Of::Player && p.shape.is_none() && (plain || known.is_unit(p.kind))
        };
        let all: Vec<&Placed<'_>> = line.all.iter().filter(number).collect();
        let unit = line.words.iter().find_map(|word| known.unit_called(word));
        let sign = self.much.as_deref().and_then(|much| much.chars().next());
        let unit = unit.or_else(|| sign.and_then(|sign| known.unit(sign)));
        let purse = all.iter().any(|p| known.is_unit(p.kind));
        let found = one(line, &all, |p| match unit {
            Some(unit) => p.kind == unit,
            None => !purse || known.is_unit(p.kind),
        });
        if let One::Named(_) = found {
            self.take(&["points"], &found);
        }
        if let One::Named(purse) | One::Only(purse) = found {
            let plain = |much: &str| much.starts_with(|c: char| c.is_ascii_digit());
            if known.is_unit(purse.kind) && self.much.as_deref().is_some_and(plain) {
                let much = self.much.take().unwrap_or_default();
                self.much = Some(known.amount(purse.kind, &much));
            }
        }
        self.take(&["cash"], &found);
    }
}

/// What is meant of several that have been declared.
enum One<'p, 't> {
    /// The line names it.
    Named(&'p Placed<'t>),
    /// Nothing else can be meant.
    Only(&'p Placed<'t>),
    Several,
    None,
}

/// The words of a line, and what the file declares.
struct Line<'p, 't> {
    words: Vec<String>,
    all: &'p [Placed<'t>],
    /// The kind of the cards that it speaks of.
    cards: Option<&'t str>,
}

impl<'p, 't> Line<'p, 't> {
    fn of(line: &str, known: &'p Known<'t>) -> Self {
        let words = line.split(|c: char| !in_name(c)).filter(|word| !word.is_empty());
        let words: Vec<String> = words.map(str::to_owned).collect();
        let all = known.placed();
        let zone = |word: &String| {
            let called = |p: &&Placed<'t>| p.shape.is_some() && p.name == word;
            all.iter().find(called).map(|p| p.kind)
        };
        let kind = |word: &String| known.kind_called(word);
        let cards = words.iter().find_map(kind).or_else(|| words.iter().find_map(zone));
        Self { words, all, cards }
    }

    fn names(&self, placed: &Placed<'_>) -> bool {
        self.words.iter().any(|word| same_thing(word, placed.name))
    }
}

/// Which of several a line means.
fn one<'p, 't>(
    line: &Line<'_, '_>,
    of: &[&'p Placed<'t>],
    fits: impl Fn(&Placed<'_>) -> bool,
) -> One<'p, 't> {
    if let Some(named) = of.iter().find(|placed| line.names(placed)) {
        return One::Named(named);
    }
    let fitting: Vec<&'p Placed<'t>> = of.iter().copied().filter(|p| fits(p)).collect();
    match (fitting.as_slice(), of) {
        ([only], _) => One::Only(only),
        ([], []) => One::None,
        // What it speaks of lies nowhere: it is not known what else is meant.
        ([], _) | (_, _) => One::Several,
    }
}
