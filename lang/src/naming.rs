//! Names for what is on the table, as players read them and as they type them. Faces of cards are
//! not its business.

use crate::ir::{
    CounterId, EnumId, FieldInfo, Half, Owner, PairOf, RowId, Rulebook, Run, StageWord, Type,
    UnitId, Value, ZoneId,
};
use crate::letters::{composed, is_unseen};

/// The rules and the players' names; everything here is public.
#[derive(Debug, Clone, Copy)]
pub struct Naming<'a> {
    /// The rulebook whose things are named.
    pub book: &'a Rulebook,
    /// Names of the seats, clockwise.
    pub seats: &'a [String],
}

/// More members of an enum are counted, not named.
const FEW: usize = 6;

/// The word of a stage.
#[must_use]
pub fn stage_word(word: StageWord) -> &'static str {
    match word {
        StageWord::Round => "round",
        StageWord::Turn => "turn",
        StageWord::Phase => "phase",
    }
}

/// Several things in a sentence: `a, b and c`; nothing: `nothing`.
#[must_use]
pub fn listed(items: &[String], last: &str) -> String {
    match items {
        [] => "nothing".into(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// With `a` or `an` before it; "another player".
#[must_use]
pub fn with_article(noun: &str) -> String {
    if noun.starts_with("other ") {
        return format!("an{noun}");
    }
    let vowel = noun.chars().next().is_some_and(|c| "aeiouAEIOU".contains(c));
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// A name as people read it: as it is printed, if a field of the row repeats it, otherwise its
/// words.
fn printed(name: &str, fields: &[FieldInfo], values: &[Value]) -> String {
    let plain = loose(name);
    let field = fields.iter().zip(values).find_map(|(field, value)| {
        let Value::Text(text) = value else { return None };
        (field.ty == Type::Text && loose(text) == plain).then(|| text.to_string())
    });
    field.unwrap_or_else(|| name.replace('_', " "))
}

/// What is left of a name if case, blanks and what stands for them make no difference: `San Diego`
/// and `san_diego` are typed for the same.
#[must_use]
pub fn loose(name: &str) -> String {
    let silent =
        |c: &char| c.is_whitespace() || is_unseen(*c) || matches!(c, '_' | '"' | '\'' | '’');
    let lower: String =
        composed(name).chars().filter(|c| !silent(c)).flat_map(char::to_lowercase).collect();
    composed(&lower).into_owned()
}

/// A member of an enum as people read it: `San Diego`.
#[must_use]
pub fn member_in_words(book: &Rulebook, of: EnumId, at: u16) -> String {
    let info = &book[of];
    let (name, values) = (info.members.get(usize::from(at)), info.values.get(usize::from(at)));
    name.map_or_else(
        || "?".into(),
        |name| printed(name, &info.fields, values.map_or(&[], Vec::as_slice)),
    )
}

/// What is printed on top of a card as people read it: `Rusty hatchback`.
#[must_use]
pub fn row_in_words(book: &Rulebook, row: RowId) -> String {
    let row = &book[row];
    printed(&row.name, &book[row.kind].fields, &row.values)
}

impl Naming<'_> {
    /// A player's name.
    #[must_use]
    pub fn seat(&self, seat: u8) -> String {
        self.seats.get(usize::from(seat)).cloned().unwrap_or_else(|| format!("seat {}", seat + 1))
    }

    /// Several players: `Ana, Ben and Cleo`.
    #[must_use]
    pub fn seat_list(&self, seats: &[u8]) -> String {
        listed(&seats.iter().map(|s| self.seat(*s)).collect::<Vec<_>>(), "and")
    }

    /// A member of an enum as it is typed: `pink`, `Cell(1, 1)`, `San_Diego`.
    #[must_use]
    pub fn member(&self, of: EnumId, at: u16) -> &str {
        self.book[of].members.get(usize::from(at)).map_or("?", String::as_str)
    }

    /// An amount with its unit: `$5`, or `Pesos(5)` if the unit has no symbol.
    #[must_use]
    pub fn amount(&self, unit: UnitId, number: i64) -> String {
        let unit = &self.book[unit];
        if unit.symbol.is_empty() {
            format!("{}({number})", unit.name)
        } else if number < 0 {
            format!("-{}{}", unit.symbol, number.unsigned_abs())
        } else {
            format!("{}{number}", unit.symbol)
        }
    }

    /// A number of that type, with its unit if it has one.
    #[must_use]
    pub fn number(&self, ty: &Type, number: i64) -> String {
        let Type::Unit(unit) = ty.bare() else { return number.to_string() };
        self.amount(*unit, number)
    }

    /// A value without cards or texts with holes, in a player's words; cards read as `a card`.
    #[must_use]
    pub fn plain(&self, ty: &Type, value: &Value) -> String {
        match value {
            Value::None => "none".into(),
            Value::Bool(yes) => if *yes { "yes" } else { "no" }.into(),
            Value::Number(n) => self.number(ty, *n),
            Value::Text(text) => text.to_string(),
            Value::Member(of, at) => member_in_words(self.book, *of, *at),
            Value::Seat(seat) => self.seat(*seat),
            Value::Card(_) => "a card".into(),
            Value::Square(q) => format!("({}, {})", q.x, q.y),
            Value::Spot(s) => {
                let turned = ["", " turned once", " turned twice", " turned three times"];
                format!("({}, {}){}", s.x, s.y, turned[usize::from(s.turn & 3)])
            }
            Value::List(items) => {
                let inner = if let Type::List(inner, _) = ty.bare() { inner } else { ty };
                listed(&items.iter().map(|i| self.plain(inner, i)).collect::<Vec<_>>(), "and")
            }
        }
    }

    /// Whose a thing is, without cards: a player's or member's name, nothing for the table and for
    /// runs.
    #[must_use]
    pub fn owner(&self, owner: Owner, key: u16) -> Option<String> {
        match owner {
            Owner::Table | Owner::Run(_) => None,
            Owner::Player => Some(self.seat(u8::try_from(key).unwrap_or(u8::MAX))),
            Owner::Enum(of) => Some(match self.book.pair(owner) {
                Some(pair) => {
                    let (one, other) = self.halves(pair, key, member_in_words);
                    format!("{one}, {other}")
                }
                None => member_in_words(self.book, of, key),
            }),
            Owner::Card(_) => Some("a card".into()),
        }
    }

    /// Both owners of what a pair has.
    fn halves(
        &self,
        pair: PairOf,
        key: u16,
        member: impl Fn(&Rulebook, EnumId, u16) -> String,
    ) -> (String, String) {
        let (one, other) = pair.parts(key);
        let name = |half: Half, at: u16| match half {
            Half::Player => self.seat(u8::try_from(at).unwrap_or(u8::MAX)),
            Half::Enum(of) => member(self.book, of, at),
        };
        (name(pair.first, one), name(pair.second, other))
    }

    /// A zone or counter by its owner, as it is typed: `Ana.cash`, `pink.row`, `Ana.height(five)`,
    /// `discards`.
    #[must_use]
    pub fn typed_path(&self, owner: Owner, key: u16, name: &str) -> String {
        if let Some(pair) = self.book.pair(owner) {
            let bare = |book: &Rulebook, of: EnumId, at: u16| {
                Naming { book, seats: &[] }.member(of, at).to_owned()
            };
            let (one, other) = self.halves(pair, key, bare);
            return format!("{}.{name}({})", typed_name(&one), typed_name(&other));
        }
        match self.typed_owner(owner, key) {
            Some(owner) => format!("{}.{name}", typed_name(&owner)),
            None => name.to_owned(),
        }
    }

    /// Whether a key is one of those that play: of a pair with a seat that nobody has, nothing is
    /// shown.
    #[must_use]
    pub fn plays(&self, owner: Owner, key: u16) -> bool {
        self.seats.is_empty()
            || self.book.pair(owner).is_none_or(|pair| pair.plays(key, self.seats.len()))
    }

    /// So many members of an enum, where they are too many to be named: `all squares of Reef`,
    /// `29 squares of Reef`.
    #[must_use]
    pub fn many(&self, owner: Owner, count: usize) -> Option<String> {
        let Owner::Enum(of) = owner else { return None };
        if count <= FEW {
            return None;
        }
        let info = &self.book[of];
        let squares = if info.rectangle.is_some() { "squares of " } else { "of " };
        let all = if count == info.members.len() { "all".to_string() } else { count.to_string() };
        Some(format!("{all} {squares}{}", info.name))
    }

    /// Whose a thing is, as it is typed.
    #[must_use]
    pub fn typed_owner(&self, owner: Owner, key: u16) -> Option<String> {
        match owner {
            Owner::Enum(of) => Some(self.member(of, key).into()),
            owner => self.owner(owner, key),
        }
    }

    /// A zone in a sentence: `Ben's hand`, `draw pile`.
    #[must_use]
    pub fn zone(&self, zone: ZoneId, key: u16) -> String {
        let info = &self.book[zone];
        self.owned(info.owner, key, &info.name)
    }

    /// A counter in a sentence: `Ana's cash`, `called`, `the round's passes`.
    #[must_use]
    pub fn counter(&self, counter: CounterId, key: u16) -> String {
        let info = &self.book[counter];
        let run = match info.owner {
            Owner::Run(Run::Stage(word)) => stage_word(word),
            Owner::Run(Run::Deed(id)) => &self.book[id].name,
            Owner::Run(Run::Move(id)) => &self.book[id].name,
            owner => return self.owned(owner, key, &info.name),
        };
        format!("the {}'s {}", run.replace('_', " "), info.name.replace('_', " "))
    }

    fn owned(&self, owner: Owner, key: u16, name: &str) -> String {
        if let Some(pair) = self.book.pair(owner) {
            let (one, other) = self.halves(pair, key, member_in_words);
            return format!("{one}'s {} ({other})", name.replace('_', " "));
        }
        match self.owner(owner, key) {
            Some(owner) => format!("{owner}'s {}", name.replace('_', " ")),
            None => name.replace('_', " "),
        }
    }

    /// A zone's name without its owner: `draw pile`.
    #[must_use]
    pub fn zone_name(&self, zone: ZoneId) -> String {
        self.book[zone].name.replace('_', " ")
    }

    /// That a zone is shuffled, whether its name is of one or of many: `shuffled: people`,
    /// `shuffled: Ana's hand`.
    #[must_use]
    pub fn shuffled(&self, zone: ZoneId, key: u16) -> String {
        let name = self.zone(zone, key);
        let plural = PLURALS.iter().any(|word| name.to_lowercase().ends_with(word));
        let several = plural || name.ends_with('s') && !name.ends_with("ss");
        let verb = if several { "are" } else { "is" };
        let owned = self.owner(self.book[zone].owner, key).is_some();
        let the = if owned || name.starts_with("the ") { "" } else { "the " };
        format!("{the}{name} {verb} shuffled")
    }

    /// A zone as it is typed: `Ben.hand`, `miles`.
    #[must_use]
    pub fn zone_path(&self, zone: ZoneId, key: u16) -> String {
        let info = &self.book[zone];
        self.typed_path(info.owner, key, &info.name)
    }

    /// A card of a zone whose face nobody sees, in a sentence: `card`, or `Mile card` where there
    /// are several kinds.
    #[must_use]
    pub fn noun(&self, zone: ZoneId) -> String {
        let kind = self.back(zone);
        if self.book.kinds.len() < 2 || kind.eq_ignore_ascii_case("card") {
            return "card".into();
        }
        if kind.to_lowercase().ends_with("card") { kind.into() } else { format!("{kind} card") }
    }

    /// What a zone's cards are called as long as nobody sees their faces: its kind's name, or
    /// `card`.
    #[must_use]
    pub fn back(&self, zone: ZoneId) -> &str {
        let mut kinds = self.book[zone].of.iter();
        let (Some(only), None) = (kinds.next(), kinds.next()) else { return "card" };
        &self.book[only].name
    }
}

/// Words for several things that do not end with an s.
const PLURALS: [&str; 8] =
    ["people", "children", "women", "cattle", "dice", "sheep", "fish", "police"];

/// A name as it is typed: in quotation marks if it is not one word.
#[must_use]
pub fn typed_name(name: &str) -> String {
    let bare = !name.is_empty() && !name.chars().any(|c| c.is_whitespace() || "\",.[]".contains(c));
    let call = name.contains('(') && name.ends_with(')');
    if bare && !name.contains('(') || call {
        name.into()
    } else {
        format!("\"{}\"", name.replace('"', ""))
    }
}
