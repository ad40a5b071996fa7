//! What the words of a file tell of what is meant in it.

use crate::letters::in_name;
use std::collections::{BTreeMap, BTreeSet};

/// The decks of examples.
const DECKS: [&str; 3] = ["miles", "stock", "pack"];

/// What stands in an example for what a file has none of.
const UNKNOWN: &str = "NAME";
/// The names of examples that are told so.
const EXAMPLES: [&str; 8] =
    ["miles", "stock", "pack", "hand", "discards", "market", "points", "cash"];
/// Words of zones, as they are declared.
const SHAPES: [&str; 6] = ["set of ", "pile of ", "row of ", "slot of ", "slots of ", "grid of "];

/// The names of a file, and what is behind them.
#[derive(Debug, Clone, Default)]
pub(in crate::syntax) struct Known {
    /// Names that are made of several words.
    names: BTreeSet<String>,
    /// Names that stand in the file.
    all: BTreeSet<String>,
    /// Names that stand in the file twice or more.
    used: BTreeSet<String>,
    /// The first type that the file writes behind a name: `c: Mile`.
    types: BTreeMap<String, String>,
    /// Units and their signs; none is a blank.
    units: BTreeMap<String, char>,
    /// Kinds of cards.
    kinds: BTreeSet<String>,
    /// Enums.
    enums: BTreeSet<String>,
    /// Moves and menus.
    moves: BTreeSet<String>,
    /// Deeds.
    deeds: BTreeSet<String>,
    /// Words that are defined.
    defined: BTreeSet<String>,
    /// The file is a variant.
    variant: bool,
    /// The types of the fields of kinds, in order.
    fields: BTreeMap<String, String>,
    /// What is declared with a colon behind it.
    declared: BTreeSet<String>,
    /// What cards lie in.
    zones: BTreeSet<String>,
    /// What stands in the examples of helps, and what the file has in its place.
    examples: BTreeMap<&'static str, String>,
    /// How an amount of the purse in the examples begins and ends, in the place of `$`.
    amount: Option<(String, &'static str)>,
}

impl Known {
    pub(in crate::syntax) fn of(text: &str) -> Self {
        let words =
            text.split(|c: char| !in_name(c)).filter(|word| word.trim_matches('_').contains('_'));
        let (all, used) = used(text);
        let mut known = Self {
            names: words.map(str::to_owned).collect(),
            all,
            used,
            types: types(text),
            units: units(text),
            kinds: declared(text, "card ").map(str::to_owned).collect(),
            enums: declared(text, "enum ").map(str::to_owned).collect(),
            moves: ["action ", "attempt ", "menu "]
                .into_iter()
                .flat_map(|word| declared(text, word))
                .map(str::to_owned)
                .collect(),
            deeds: declared(text, "to ").map(str::to_owned).collect(),
            fields: fields(text),
            defined: declared(text, "define ").map(str::to_owned).collect(),
            variant: text.lines().any(|line| line.starts_with("variant ")),
            declared: typed(text).map(|(name, _)| name.to_owned()).collect(),
            zones: zones(text),
            ..Self::default()
        };
        known.examples(text);
        known
    }

    /// Whether the file has that name of several words.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Whether the file has a name in two or more places.
    pub(super) fn uses(&self, name: &str) -> bool {
        self.used.contains(name)
    }

    /// The type that the file writes behind a name.
    pub(super) fn type_of(&self, name: &str) -> Option<&str> {
        self.types.get(name).map(String::as_str)
    }

    /// Whether the file declares something of that name.
    pub(super) fn counts(&self, name: &str) -> bool {
        self.declared.contains(name)
    }

    /// The unit of an amount with that sign.
    pub(super) fn unit(&self, sign: char) -> Option<&str> {
        self.units.iter().find(|(_, of)| **of == sign).map(|(unit, _)| unit.as_str())
    }

    /// The unit that a word of everyday English names: `coins` is `Coins`.
    pub(super) fn unit_called(&self, word: &str) -> Option<&str> {
        let bare = |word: &str| word.to_lowercase().trim_end_matches('s').to_owned();
        self.units.keys().map(String::as_str).find(|unit| bare(unit) == bare(word))
    }

    /// An amount of a unit.
    pub(super) fn amount(&self, unit: &str, number: &str) -> String {
        match self.units.get(unit) {
            Some(sign @ ('$' | '€' | '£')) => format!("{sign}{number}"),
            Some(_) | None => format!("{unit}({number})"),
        }
    }

    /// Whether that is a kind of card.
    pub(super) fn kind(&self, name: &str) -> bool {
        self.kinds.contains(name)
    }

    /// Whether the file defines a word of that name.
    pub(super) fn defines(&self, name: &str) -> bool {
        self.defined.contains(name)
    }

    /// Whether the file is a variant.
    pub(super) fn variant(&self) -> bool {
        self.variant
    }

    /// The only kind of cards, if there is one.
    pub(super) fn only_kind(&self) -> Option<&str> {
        let mut all = self.kinds.iter();
        all.next().filter(|_| all.next().is_none()).map(String::as_str)
    }

    /// The enum that is called like something it holds: `suit` and `Suit`.
    pub(super) fn enum_called(&self, name: &str) -> Option<&str> {
        self.enums.iter().map(String::as_str).find(|of| of.to_lowercase() == name.to_lowercase())
    }

    /// What the cards of a kind are made of: `Suit, 1..13`.
    pub(super) fn made_of(&self, kind: &str) -> Option<String> {
        self.fields.get(kind).cloned()
    }

    /// Whether that is a deed.
    pub(super) fn deed(&self, name: &str) -> bool {
        self.deeds.contains(name)
    }

    /// Whether that is a move or a menu.
    pub(super) fn chosen(&self, name: &str) -> bool {
        self.moves.contains(name)
    }

    /// Whether cards lie in what is called so.
    pub(super) fn zone(&self, name: &str) -> bool {
        self.zones.contains(name)
    }

    /// The same for helps that show how something is said: where the file has no such thing as an
    /// example has, it says `NAME`.
    pub(in crate::syntax) fn with_unknown(mut self) -> Self {
        for example in EXAMPLES.iter().filter(|name| !self.all.contains(**name)) {
            self.examples.entry(example).or_insert_with(|| UNKNOWN.to_owned());
        }
        if self.amount.is_none() && !self.units.values().any(|sign| *sign == '$') {
            self.amount = Some((String::new(), ""));
        }
        self
    }

    /// A help with the names of the file in the place of those of the examples.
    pub(in crate::syntax) fn told(&self, help: &str) -> String {
        let mut out = String::new();
        let paid = help.split(|c: char| !in_name(c)).any(|word| word == "cash");
        let amount = self.amount.as_ref().filter(|_| paid);
        let mut rest = help;
        while let Some(c) = rest.chars().next() {
            let len = rest.find(|c: char| !in_name(c)).unwrap_or(rest.len());
            let (word, behind) = rest.split_at(len.max(c.len_utf8()));
            match (self.examples.get(word), amount) {
                // A deck never stands behind a dot, nor before a colon.
                (Some(_), _)
                    if DECKS.contains(&word) && (out.ends_with('.') || behind.starts_with(':')) =>
                {
                    out.push_str(word);
                }
                (Some(name), _) => out.push_str(name),
                (None, Some((sign, end)))
                    if word == "$" && behind.starts_with(|c: char| c.is_ascii_digit()) =>
                {
                    let digits = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
                    let (number, after) = behind.split_at(digits);
                    out.extend([sign, number, end]);
                    rest = after;
                    continue;
                }
                _ => out.push_str(word),
            }
            rest = behind;
        }
        out
    }

    /// Finds what the file has in the place of `miles`, `hand`, `discards` and `cash`.
    fn examples(&mut self, text: &str) {
        let own = |name: &str, of: Option<String>, all: &BTreeSet<String>| {
            of.filter(|_| !all.contains(name))
        };
        let block = |head: &str| {
            text.split(head).nth(1).and_then(|rest| rest.split('}').next()).unwrap_or("").to_owned()
        };
        let (player, table) = (block("each Player has"), block("the table has"));
        let field = |block: &str, fits: &dyn Fn(&str) -> bool| {
            let fields = block.split([',', '\n', '{']).filter_map(|part| part.split_once(':'));
            let mut named = fields.map(|(name, ty)| (name.trim().to_owned(), ty.trim().to_owned()));
            named.find(|(_, ty)| fits(ty))
        };
        let purse = field(&player, &|ty| self.units.keys().any(|unit| ty.starts_with(unit)))
            .or_else(|| {
                field(&player, &|ty| ty.starts_with("Number") || ty.starts_with(char::is_numeric))
            });
        let deck = || declared(text, "deck ").next().map(str::to_owned);
        let number = || field(&player, &|ty| ty.starts_with("Number"));
        let points = scored(text).map(str::to_owned).or_else(|| number().map(|(name, _)| name));
        let zone = |of: &str, shape: &str| field(of, &|ty| ty.starts_with(shape));
        let any_zone = |of: &str| field(of, &|ty| SHAPES.iter().any(|s| ty.starts_with(s)));
        let named = |found: Option<(String, String)>| found.map(|(name, _)| name);
        let (suit, hearts) = printed(text).unzip();
        let found = [
            ("miles", deck()),
            ("stock", deck()),
            ("pack", deck()),
            ("Mile", declared(text, "card ").next().map(str::to_owned)),
            ("Color", declared(text, "enum ").next().map(str::to_owned)),
            ("hand", named(zone(&player, "set of ").or_else(|| any_zone(&player)))),
            ("discards", named(zone(&table, "pile of ").or_else(|| any_zone(&table)))),
            ("market", named(zone(&table, "row of ").or_else(|| any_zone(&table)))),
            ("points", points.clone()),
            ("score", points),
            ("suit", suit),
            ("hearts", hearts),
            ("cash", named(purse.clone())),
        ];
        for (example, name) in found {
            if let Some(name) = own(example, name, &self.all) {
                self.examples.insert(example, name);
            }
        }
        if let Some((_, ty)) = purse.filter(|_| self.examples.contains_key("cash")) {
            let unit = self.units.iter().find(|(unit, _)| ty.starts_with(unit.as_str()));
            self.amount = Some(match unit {
                Some((_, sign @ ('$' | '€' | '£'))) => (sign.to_string(), ""),
                Some((unit, _)) => (format!("{unit}("), ")"),
                None => (String::new(), ""),
            });
        }
    }
}

/// Words that are defined of players.
fn scored(text: &str) -> Option<&str> {
    let defined = text.lines().filter_map(|line| line.strip_prefix("define "));
    let mut of_players = defined.filter(|rest| rest.contains(" for p: Player"));
    of_players.next().and_then(|rest| rest.split(|c: char| !in_name(c)).next())
}

/// A field of cards whose values are members of an enum, and the first of these.
fn printed(text: &str) -> Option<(String, String)> {
    let enums = text.lines().filter_map(|line| line.strip_prefix("enum "));
    let mut members = enums.filter_map(|rest| {
        let (name, inside) = rest.split_once('{')?;
        let first = inside.trim_start().split(|c: char| !in_name(c)).next()?;
        (!first.is_empty()).then(|| (name.trim().to_owned(), first.to_owned()))
    });
    members.find_map(|(of, first)| {
        let cards = text.lines().filter(|line| line.starts_with("card "));
        let mut fields = cards.flat_map(typed).filter(|(name, _)| !name.is_empty());
        let (field, _) = fields.find(|(_, ty)| ty.split(|c| !in_name(c)).next() == Some(&of))?;
        Some((field.to_owned(), first))
    })
}

/// Names, and those of them in two or more places.
fn used(text: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let words = text.split(|c: char| !in_name(c)).filter(|word| !word.is_empty());
    let mut words: Vec<&str> = words.collect();
    words.sort_unstable();
    let twice = words.windows(2).filter(|pair| pair.first() == pair.last());
    let mut twice: Vec<&str> = twice.filter_map(|pair| pair.first().copied()).collect();
    words.dedup();
    twice.dedup();
    let owned = |words: Vec<&str>| words.into_iter().map(str::to_owned).collect();
    (owned(words), owned(twice))
}

/// The types that stand behind names, the first of each name.
fn types(text: &str) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for (name, behind) in typed(text) {
        let ty = behind.split(|c: char| !in_name(c)).next().unwrap_or("");
        if !name.is_empty() && ty.starts_with(char::is_uppercase) {
            all.entry(name.to_owned()).or_insert_with(|| ty.to_owned());
        }
    }
    all
}

/// Names with a colon, and what stands behind it.
fn typed(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.match_indices(": ").map(|(at, _)| {
        let (before, behind) = (&text[..at], &text[at + 2..]);
        let name = before.rfind(|c: char| !in_name(c)).map_or(before, |last| &before[last..]);
        (name.trim_start_matches(|c: char| !in_name(c)), behind)
    })
}

/// The names behind a word at the first column.
fn declared<'t>(text: &'t str, word: &'static str) -> impl Iterator<Item = &'t str> {
    let lines = text.lines().filter_map(move |line| line.strip_prefix(word));
    lines.filter_map(|rest| rest.split(|c: char| !in_name(c)).next()).filter(|n| !n.is_empty())
}

/// Decks, and what is declared with the shape of a zone.
fn zones(text: &str) -> BTreeSet<String> {
    let laid = typed(text).filter(|(_, ty)| SHAPES.iter().any(|shape| ty.starts_with(shape)));
    laid.map(|(name, _)| name).chain(declared(text, "deck ")).map(str::to_owned).collect()
}

/// `unit Dollars "$"`
fn units(text: &str) -> BTreeMap<String, char> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("unit "));
    let named = lines.filter_map(|line| {
        let (name, sign) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        Some((name.to_owned(), sign.trim().trim_matches('"').chars().next().unwrap_or(' ')))
            .filter(|(name, _)| name.starts_with(char::is_alphabetic))
    });
    named.collect()
}

/// The types of the fields of each kind whose values are few: enums and ranges.
fn fields(text: &str) -> BTreeMap<String, String> {
    let cards = text.lines().filter_map(|line| line.strip_prefix("card "));
    let made = cards.filter_map(|rest| {
        let (name, inside) = rest.split_once('{')?;
        let types = inside.split_once('}')?.0.split(',').map(|field| {
            let ty = field.split_once(':').map(|(_, ty)| ty.trim())?;
            let few = ty.contains("..") || ty.starts_with(char::is_uppercase);
            (few && !matches!(ty, "Number" | "Name" | "Text")).then_some(ty)
        });
        Some((name.trim().to_owned(), types.collect::<Option<Vec<_>>>()?.join(", ")))
    });
    made.collect()
}
