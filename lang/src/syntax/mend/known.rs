//! What the words of a file tell of what is meant in it.

use super::placed::{Placed, SHAPES, Spoken, placed, singular, typed};
use crate::letters::{begins_name, in_name};
use memchr::memmem;
use std::collections::{BTreeMap, BTreeSet};

/// The decks of examples.
const DECKS: [&str; 3] = ["miles", "stock", "pack"];

/// What stands in an example for what a file has none of.
const UNKNOWN: &str = "NAME";
/// The names of examples that are told so.
const EXAMPLES: [&str; 9] =
    ["miles", "stock", "pack", "hand", "discards", "market", "points", "cash", "Yum_Yum"];
/// What is printed on the cards of examples, and is a number: `c.miles`.
const FIELD: &str = ".miles";

/// Points that are set, as what is worked out cannot be: no name of a file has a blank.
const SET: &str = "points =";

/// The names of a file, and what is behind them. Of its words it is told when asked whether they
/// stand there: somebody types, and most are never asked for.
#[derive(Debug, Clone, Default)]
pub struct Known<'t> {
    text: &'t str,
    /// Names with a colon, and what stands behind it.
    typed: Vec<(&'t str, &'t str)>,
    /// Units and their signs; none is a blank.
    units: BTreeMap<&'t str, char>,
    /// Kinds of cards.
    kinds: BTreeSet<&'t str>,
    enums: BTreeSet<&'t str>,
    /// Moves and menus.
    moves: BTreeSet<&'t str>,
    deeds: BTreeSet<&'t str>,
    /// Words that are defined.
    defined: BTreeSet<&'t str>,
    decks: BTreeSet<&'t str>,
    /// The file is a variant.
    variant: bool,
    /// The types of the fields of kinds, in order.
    fields: BTreeMap<String, String>,
    /// What stands in the examples of helps, and what the file has in its place.
    examples: BTreeMap<&'static str, String>,
    /// How an amount of the purse in the examples begins and ends, in the place of `$`.
    amount: Option<(String, &'static str)>,
    /// What holds cards or values.
    placed: Vec<Placed<'t>>,
}

impl<'t> Known<'t> {
    /// What a text tells.
    #[must_use]
    pub fn of(text: &'t str) -> Self {
        // Items begin at the first column.
        let heads: Vec<&str> = text.lines().filter(|l| l.starts_with(begins_name)).collect();
        let named = |word| declared(&heads, word);
        let mut known = Self {
            text,
            typed: typed(text).collect(),
            units: units(&heads),
            kinds: named("card ").collect(),
            enums: named("enum ").collect(),
            moves: ["action ", "attempt ", "menu "].into_iter().flat_map(named).collect(),
            deeds: named("to ").collect(),
            defined: named("define ").collect(),
            decks: named("deck ").collect(),
            variant: heads.iter().any(|line| line.starts_with("variant ")),
            fields: fields(&heads),
            placed: placed(text),
            ..Self::default()
        };
        known.examples(&heads);
        known
    }

    /// Whether the file has that name of several words.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        name.trim_matches('_').contains('_') && self.stands(name)
    }

    /// Whether the file has that name anywhere.
    #[must_use]
    pub fn stands(&self, name: &str) -> bool {
        places(self.text, name).next().is_some()
    }

    /// Whether the file has a name in two or more places.
    #[must_use]
    pub fn uses(&self, name: &str) -> bool {
        places(self.text, name).nth(1).is_some()
    }

    /// Whether a name stands in the file outside of a part of it, too.
    pub(super) fn uses_beyond(&self, name: &str, part: &str) -> bool {
        places(self.text, name).count() > places(part, name).count()
    }

    /// The move or menu that is spelt nearly so: a word of ours may be a slip for one.
    pub(super) fn move_near(&self, word: &str) -> Option<&'t str> {
        let longer = |name: &&&str| {
            let mut left = word.chars().peekable();
            for c in name.chars() {
                left.next_if_eq(&c);
            }
            left.peek().is_none() && name.len() == word.len() + 1
        };
        let near = crate::spelling::nearest(word, self.moves.iter().copied());
        near.or_else(|| self.moves.iter().find(longer).copied())
    }

    /// Whether the file asks something for what is called so.
    pub(super) fn behind_dot(&self, name: &str) -> bool {
        places(self.text, name).any(|at| self.text.get(..at).is_some_and(|t| t.ends_with('.')))
    }

    /// The type that the file writes behind a name.
    pub(super) fn type_of(&self, name: &str) -> Option<&'t str> {
        let types = self.typed.iter().filter(|(of, _)| *of == name && !of.is_empty());
        let mut types = types.map(|(_, behind)| behind.split(|c| !in_name(c)).next().unwrap_or(""));
        types.find(|ty| ty.starts_with(char::is_uppercase))
    }

    /// Whether the file has an option of that name, however it is written.
    pub(super) fn has_option(&self, name: &str) -> bool {
        let rest = self.text.lines().filter_map(|line| line.strip_prefix("option "));
        let mut named = rest.filter_map(|rest| rest.strip_prefix(name));
        !name.is_empty() && named.any(|rest| !rest.starts_with(in_name))
    }

    /// Whether the file declares something of that name.
    pub(super) fn counts(&self, name: &str) -> bool {
        self.typed.iter().any(|(of, _)| *of == name)
    }

    /// Whether a word is a type of the file, or of the language.
    pub(super) fn type_named(&self, name: &str) -> bool {
        self.enums.contains(name)
            || self.kinds.contains(name)
            || self.units.contains_key(name)
            || matches!(name, "Number" | "Player" | "yes")
    }

    /// The unit of an amount with that sign.
    pub(super) fn unit(&self, sign: char) -> Option<&'t str> {
        self.units.iter().find(|(_, of)| **of == sign).map(|(unit, _)| *unit)
    }

    /// The unit that a word of everyday English names: `coins` is `Coins`.
    pub(super) fn unit_called(&self, word: &str) -> Option<&'t str> {
        self.units.keys().copied().find(|unit| singular(unit) == singular(word))
    }

    /// What holds cards or values, in the order in which it is declared.
    pub(super) fn placed(&self) -> &[Placed<'t>] {
        &self.placed
    }

    /// An amount of a unit.
    pub(super) fn amount(&self, unit: &str, number: &str) -> String {
        match self.units.get(unit) {
            Some(sign @ ('$' | '€' | '£')) => format!("{sign}{number}"),
            Some(_) | None => format!("{unit}({number})"),
        }
    }

    /// Whether everybody chooses something of that name.
    pub(super) fn chosen_by_each(&self, name: &str) -> bool {
        let chosen = format!("choose {name} in ");
        self.text.lines().any(|line| line.contains(&chosen) && line.contains(" by each "))
    }

    /// Whether amounts are counted in that.
    pub(super) fn is_unit(&self, name: &str) -> bool {
        self.units.contains_key(name)
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
    pub(super) fn only_kind(&self) -> Option<&'t str> {
        let mut all = self.kinds.iter();
        all.next().filter(|_| all.next().is_none()).copied()
    }

    /// The kind that a word of everyday English names: `lanterns` are cards of `Lantern`.
    pub(super) fn kind_called(&self, word: &str) -> Option<&'t str> {
        self.kinds.iter().copied().find(|kind| singular(kind) == singular(word))
    }

    /// The whole file.
    pub(super) const fn text(&self) -> &'t str {
        self.text
    }

    /// All deeds, by name.
    pub(super) fn deeds(&self) -> impl Iterator<Item = &'t str> {
        self.deeds.iter().copied()
    }

    /// The only menu, if there is one.
    pub(super) fn only_menu(&self) -> Option<&'t str> {
        let heads: Vec<&str> = self.text.lines().filter(|l| l.starts_with("menu ")).collect();
        let mut all = declared(&heads, "menu ");
        all.next().filter(|_| all.next().is_none())
    }

    /// A menu of all moves: `{ lay or draw or pass }`; none if there are none, or too many.
    pub(super) fn all_moves(&self) -> Option<String> {
        const MOST: usize = 8;
        let heads: Vec<&str> = self.text.lines().filter(|l| l.starts_with("action ")).collect();
        let all: Vec<&str> = declared(&heads, "action ").collect();
        (1..=MOST).contains(&all.len()).then(|| format!("{{ {} }}", all.join(" or ")))
    }

    /// The move that the file declares first.
    pub(super) fn first_move(&self) -> Option<&'t str> {
        let heads: Vec<&str> = self.text.lines().filter(|l| l.starts_with("action ")).collect();
        declared(&heads, "action ").next()
    }

    /// The cards that the file has rules for, and the zones in which these hold.
    fn ruled(&self) -> impl Iterator<Item = (&'t str, &'t str)> {
        let heads = self.text.lines().filter_map(|line| line.strip_prefix("rules for "));
        heads.filter_map(|rest| {
            let (of, place) = rest.strip_prefix("each ").unwrap_or(rest).split_once(" in ")?;
            Some((of.trim_matches(['[', ']']), place.split(|c: char| !in_name(c)).next()?))
        })
    }

    /// Where a card lies that the file has rules for.
    pub(in crate::syntax) fn place_of_card(&self, card: &str) -> Option<&'t str> {
        self.ruled().find(|(of, _)| *of == card).map(|(_, place)| place)
    }

    /// The zone in which the first rules for a card hold.
    pub(in crate::syntax) fn place_ruled(&self) -> Option<&'t str> {
        self.ruled().next().map(|(_, place)| place)
    }

    /// The first zone that every player has.
    pub(super) fn zone_of_players(&self) -> Option<&'t str> {
        let block = self.text.split("each Player has").nth(1)?.split('}').next()?;
        let shaped = |ty: &str| SHAPES.iter().any(|shape| ty.starts_with(shape));
        typed(block).find(|(name, ty)| !name.is_empty() && shaped(ty)).map(|(name, _)| name)
    }

    /// The values that something printed on cards may have, if they can be gone through: those of
    /// an enum, or a range.
    pub(super) fn values_of(&self, field: &str) -> Option<&'t str> {
        let types = self.typed.iter().filter(|(of, _)| *of == field && !of.is_empty());
        let mut types = types.map(|(_, ty)| {
            let end = ty.find(|c: char| !in_name(c) && c != '.' && c != '$').unwrap_or(ty.len());
            &ty[..end]
        });
        types.find(|ty| self.enums.contains(ty) || ty.contains(".."))
    }

    /// The enum that is called like something it holds: `suit` and `Suit`.
    pub(super) fn enum_called(&self, name: &str) -> Option<&'t str> {
        self.enums.iter().copied().find(|of| of.to_lowercase() == name.to_lowercase())
    }

    /// The family that a word of everyday English names: `fields` are those of `Field`.
    pub(super) fn family_called(&self, word: &str) -> Option<&'t str> {
        let small = word.to_lowercase();
        self.enums.iter().copied().find(|of| singular(&of.to_lowercase()) == singular(&small))
    }

    /// The enum that has a member of that name.
    pub(super) fn enum_of(&self, member: &str) -> Option<&'t str> {
        let mut heads = self.text.lines().filter_map(|line| line.strip_prefix("enum "));
        heads.find_map(|head| {
            let (name, inside) = head.split_once('{')?;
            let has = inside.split(|c: char| !in_name(c)).any(|word| word == member);
            has.then(|| name.trim()).filter(|name| self.enums.contains(name))
        })
    }

    /// Whether the file asks something of what is called so: `winner.bid`.
    pub(super) fn asks_of(&self, name: &str) -> bool {
        places(self.text, name)
            .any(|at| self.text.get(at + name.len()..).is_some_and(|rest| rest.starts_with('.')))
    }

    /// What holds one of a family or none, if something that a word names may be there:
    /// `lair: Beast or none`, for `beast` and for `lair`.
    pub(super) fn maybe_there(&self, word: &str) -> Option<&'t str> {
        let there = |(name, ty): &&(&'t str, &'t str)| {
            let family = ty.split(|c| !in_name(c)).next().unwrap_or("");
            let none = ty[family.len()..].starts_with(" or none");
            let named = *name == word || singular(family) == singular(word);
            none && !name.is_empty() && named && self.enums.contains(family)
        };
        self.typed.iter().find(there).map(|(name, _)| *name)
    }

    /// What is printed on cards and may be that member of an enum.
    pub(super) fn field_of_member(&self, member: &str) -> Option<&'t str> {
        let of = self.enum_of(member)?;
        let typed = |ty: &str| ty.strip_prefix(of).is_some_and(|rest| !rest.starts_with(in_name));
        self.typed.iter().find(|(name, ty)| !name.is_empty() && typed(ty)).map(|(name, _)| *name)
    }

    /// What the file asks for a member of that name: players, or a kind of card.
    pub(super) fn owner_of(&self, member: &str) -> Option<&'t str> {
        let has = |head: &str| {
            let block = self.text.split(head).nth(1).and_then(|rest| rest.split('}').next());
            block.is_some_and(|block| typed(block).any(|(name, _)| name == member))
        };
        let kind = |kind: &&'t str| has(&format!("card {kind} {{"));
        let player = has("each Player has {").then_some("Player");
        player.or_else(|| self.kinds.iter().copied().find(kind))
    }

    /// Whether turns have a counter of that name, and players have none.
    pub(super) fn only_of_turn(&self, member: &str) -> bool {
        let has = |head: &str| {
            let block = self.text.split(head).nth(1).and_then(|rest| rest.split('}').next());
            block.is_some_and(|block| typed(block).any(|(name, _)| name == member))
        };
        has("each turn has {") && !has("each Player has {")
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

    /// The only move whose name is that word, or begins with it: `roll_dice` for `roll`.
    pub(super) fn move_like(&self, stem: &str) -> Option<&'t str> {
        let small = stem.to_lowercase();
        let begins = |name: &str| {
            name == small || name.strip_prefix(&*small).is_some_and(|rest| rest.starts_with('_'))
        };
        let mut all = self.moves.iter().filter(|name| begins(name));
        all.next().filter(|_| all.next().is_none()).copied()
    }

    /// Whether the file declares anything of that name.
    pub(super) fn declares(&self, name: &str) -> bool {
        self.counts(name)
            || self.deed(name)
            || self.chosen(name)
            || self.defines(name)
            || self.decks.contains(name)
    }

    /// The names that the file declares, and what sort of thing each is.
    pub(super) fn names(&self) -> BTreeMap<&'t str, &'static str> {
        let mut all = BTreeMap::new();
        let shaped = |ty: &str| SHAPES.iter().any(|shape| ty.starts_with(shape));
        for (name, ty) in self.typed.iter().filter(|(name, _)| !name.is_empty()) {
            all.insert(*name, if shaped(ty) { "zone" } else { "named" });
        }
        let sorts: [(&BTreeSet<&'t str>, &'static str); 7] = [
            (&self.kinds, "Kind"),
            (&self.enums, "Enum"),
            (&self.moves, "move's"),
            (&self.deeds, "deed"),
            (&self.defined, "defined"),
            (&self.decks, "zone"),
            (&self.units.keys().copied().collect(), "Unit"),
        ];
        for (names, sort) in sorts {
            all.extend(names.iter().map(|name| (*name, sort)));
        }
        all.retain(|name, _| !houserules_grammar::is_keyword(name));
        all
    }

    /// Whether cards lie in what is called so.
    pub(super) fn zone(&self, name: &str) -> bool {
        let shaped = |ty: &str| SHAPES.iter().any(|shape| ty.starts_with(shape));
        self.decks.contains(name) || self.typed.iter().any(|(of, ty)| *of == name && shaped(ty))
    }

    /// The same for helps that show how something is said: where the file has no such thing as an
    /// example has, it says `NAME`.
    pub(in crate::syntax) fn with_unknown(mut self) -> Self {
        let text = self.text;
        for example in EXAMPLES.iter().filter(|name| places(text, name).next().is_none()) {
            self.examples.entry(example).or_insert_with(|| UNKNOWN.to_owned());
        }
        if self.amount.is_none() && !self.units.values().any(|sign| *sign == '$') {
            self.amount = Some((String::new(), ""));
        }
        self
    }

    /// A help with the names of the file in the place of those of the examples.
    pub(in crate::syntax) fn told(&self, help: &str) -> String {
        self.told_of(help, &Spoken::default())
    }

    /// The same for a line that speaks of some of them.
    pub(in crate::syntax) fn told_of(&self, help: &str, spoken: &Spoken) -> String {
        let mut out = String::new();
        let paid = help.split(|c: char| !in_name(c)).any(|word| word == "cash");
        // What is paid is counted as what it is taken from.
        let of_line = spoken.name("cash").and_then(|name| self.form_of(name));
        let amount = of_line.as_ref().or(self.amount.as_ref()).filter(|_| paid);
        let mut rest = help;
        while let Some(c) = rest.chars().next() {
            let len = rest.find(|c: char| !in_name(c)).unwrap_or(rest.len());
            let (word, behind) = rest.split_at(len.max(c.len_utf8()));
            let number = behind.starts_with(|c: char| c.is_ascii_digit());
            if let Some(much) = spoken.much().filter(|_| paid && word == "$" && number) {
                let digits = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
                out.push_str(much);
                rest = &behind[digits..];
                continue;
            }
            let of_line = spoken.name(word).filter(|_| {
                let field = out.ends_with('.') || behind.starts_with(':');
                !(DECKS.contains(&word) && field)
            });
            if let Some(name) = of_line {
                out.push_str(name);
                rest = behind;
                continue;
            }
            let set = [" += ", " -= ", " = "].iter().any(|sign| behind.starts_with(sign));
            let example = if word == "points" && set { SET } else { word };
            match (self.examples.get(example), amount) {
                // A deck never stands behind a dot, nor before a colon.
                (Some(_), _)
                    if DECKS.contains(&word) && (out.ends_with('.') || behind.starts_with(':')) =>
                {
                    out.push_str(self.examples.get(FIELD).map_or(word, String::as_str));
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
    fn examples(&mut self, heads: &[&str]) {
        let text = self.text;
        let block = |head: &str| {
            text.split(head).nth(1).and_then(|rest| rest.split('}').next()).unwrap_or("").to_owned()
        };
        let (player, table) = (block("each Player has"), block("the table has"));
        let field = |block: &str, fits: &dyn Fn(&str) -> bool| {
            let fields = block.split([',', '\n', '{']).filter_map(|part| part.split_once(':'));
            // `seen by owner  life: Number`
            let last = |name: &str| name.rsplit(' ').next().unwrap_or("").to_owned();
            let mut named = fields.map(|(name, ty)| (last(name.trim()), ty.trim().to_owned()));
            named.find(|(_, ty)| fits(ty))
        };
        let purse = field(&player, &|ty| self.units.keys().any(|unit| ty.starts_with(*unit)))
            .or_else(|| {
                field(&player, &|ty| ty.starts_with("Number") || ty.starts_with(char::is_numeric))
            });
        let deck = || declared(heads, "deck ").next().map(str::to_owned);
        let number = || field(&player, &|ty| ty.starts_with("Number"));
        // What the winners have most of: the score, or what is called so, before other numbers.
        let counted = || {
            let like = |name: &str| crate::spelling::alike(name, "score");
            let fields = player.split([',', '\n', '{']).filter_map(|part| part.split_once(':'));
            let mut names = fields.filter_map(|(name, _)| name.trim().rsplit(' ').next());
            names.find(|name| like(name)).map(str::to_owned)
        };
        let points = scored(heads, true).map(str::to_owned).or_else(&counted);
        let points = points.or_else(|| scored(heads, false).map(str::to_owned));
        let set = counted().or_else(|| number().map(|(name, _)| name));
        let points = points.or_else(|| number().map(|(name, _)| name));
        let zone = |of: &str, shape: &str| field(of, &|ty| ty.starts_with(shape));
        let any_zone = |of: &str| field(of, &|ty| SHAPES.iter().any(|s| ty.starts_with(s)));
        let named = |found: Option<(String, String)>| found.map(|(name, _)| name);
        let of_enum = printed(heads);
        let color = of_enum.as_ref().map(|(of, ..)| of.clone());
        let color = color.or_else(|| declared(heads, "enum ").next().map(str::to_owned));
        let (suit, hearts) = of_enum.map(|(_, suit, hearts)| (suit, hearts)).unzip();
        let of_card = declared(heads, "card ").next();
        let of_card = of_card
            .and_then(|card| heads.iter().find(|line| line.starts_with(&format!("card {card} "))));
        let number = of_card.and_then(|line| {
            let few =
                |ty: &str| ty.starts_with("Number") || ty.starts_with(|c: char| c.is_ascii_digit());
            typed(line)
                .find(|(name, ty)| !name.is_empty() && few(ty))
                .map(|(name, _)| name.to_owned())
        });
        let ruled = self.ruled().next().map(|(of, place)| (of.to_owned(), place.to_owned()));
        let (ruled, place) = ruled.unzip();
        let found = [
            ("miles", deck()),
            ("stock", deck()),
            ("pack", deck()),
            ("Mile", declared(heads, "card ").next().map(str::to_owned)),
            ("Color", color),
            ("hand", named(zone(&player, "set of ").or_else(|| any_zone(&player)))),
            ("discards", named(zone(&table, "pile of ").or_else(|| any_zone(&table)))),
            ("market", named(zone(&table, "row of ").or_else(|| any_zone(&table)))),
            ("points", points.clone()),
            (SET, set),
            ("score", points),
            ("color", suit.clone()),
            ("suit", suit),
            ("hearts", hearts),
            (FIELD, number),
            ("Yum_Yum", ruled),
            ("crew", place.or_else(|| self.zone_of_players().map(str::to_owned))),
            ("draw_pile", deck()),
            ("heap", named(zone(&table, "pile of ").or_else(|| any_zone(&table)))),
            ("turn_menu", declared(heads, "menu ").next().map(str::to_owned)),
            ("lay", self.first_move().map(str::to_owned)),
            ("cash", named(purse.clone())),
        ];
        for (example, name) in found {
            let own = if example == SET { "points" } else { example };
            // What a line speaks of is not declared by that.
            let there = if matches!(own, "points" | "score") {
                self.counts(own) || self.defined.contains(own)
            } else {
                self.stands(own)
            };
            if let Some(name) = name.filter(|_| !there) {
                self.examples.insert(example, name);
            }
        }
        if let Some((_, ty)) = purse.filter(|_| self.examples.contains_key("cash")) {
            let unit = self.units.iter().find(|(unit, _)| ty.starts_with(**unit));
            self.amount = Some(match unit {
                Some((_, sign @ ('$' | '€' | '£'))) => (sign.to_string(), ""),
                Some((unit, _)) => (format!("{unit}("), ")"),
                None => (String::new(), ""),
            });
        }
    }
}

/// The places at which a word stands in a text.
fn places(text: &str, word: &str) -> impl Iterator<Item = usize> {
    let alone = move |at: &usize| {
        let (before, behind) = (text.get(..*at), text.get(*at + word.len()..));
        !before.unwrap_or("").ends_with(in_name) && !behind.unwrap_or("").starts_with(in_name)
    };
    memmem::find_iter(text.as_bytes(), word).filter(move |at| !word.is_empty() && alone(at))
}

/// A word that is defined of players: the score, or what is called like it; or just the first.
fn scored<'t>(heads: &[&'t str], alike: bool) -> Option<&'t str> {
    let defined = heads.iter().filter_map(|line| line.strip_prefix("define "));
    let of_players = defined.filter(|rest| rest.contains(": Player"));
    let names = of_players.filter_map(|rest| rest.split(|c: char| !in_name(c)).next());
    let mut names: Vec<&str> = names.collect();
    names.sort_by_key(|name| *name != "score");
    names.into_iter().find(|name| !alike || crate::spelling::alike(name, "score"))
}

/// An enum whose members are printed on cards, the field where they are, and the first of them.
fn printed(heads: &[&str]) -> Option<(String, String, String)> {
    let enums = heads.iter().filter_map(|line| line.strip_prefix("enum "));
    let mut members = enums.filter_map(|rest| {
        let (name, inside) = rest.split_once('{')?;
        let first = inside.trim_start().split(|c: char| !in_name(c)).next()?;
        (!first.is_empty()).then(|| (name.trim().to_owned(), first.to_owned()))
    });
    members.find_map(|(of, first)| {
        let cards = heads.iter().filter(|line| line.starts_with("card "));
        let mut fields = cards.flat_map(|line| typed(line)).filter(|(name, _)| !name.is_empty());
        let (field, _) = fields.find(|(_, ty)| ty.split(|c| !in_name(c)).next() == Some(&of))?;
        Some((of, field.to_owned(), first))
    })
}

/// The names behind a word at the first column.
fn declared<'t>(heads: &[&'t str], word: &'static str) -> impl Iterator<Item = &'t str> {
    let lines = heads.iter().filter_map(move |line| line.strip_prefix(word));
    let names = lines.filter_map(|rest| rest.split(|c: char| !in_name(c)).next());
    // `deck of Mile { … }` has no name.
    names.filter(|n| !n.is_empty() && !houserules_grammar::is_keyword(n))
}

/// `unit Dollars "$"`
fn units<'t>(heads: &[&'t str]) -> BTreeMap<&'t str, char> {
    let lines = heads.iter().filter_map(|line| line.strip_prefix("unit "));
    let named = lines.filter_map(|line| {
        let (name, sign) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        Some((name, sign.trim().trim_matches('"').chars().next().unwrap_or(' ')))
            .filter(|(name, _)| name.starts_with(char::is_alphabetic))
    });
    named.collect()
}

/// The types of the fields of each kind whose values are few: enums and ranges.
fn fields(heads: &[&str]) -> BTreeMap<String, String> {
    let cards = heads.iter().filter_map(|line| line.strip_prefix("card "));
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
