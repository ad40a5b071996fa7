//! What things of a rulebook are called when two rulebooks are compared: by name, and whose they
//! are. A thing that was renamed is called by its new name in the old rulebook too.

use crate::ir::{EnumId, KindSet, Owner, Rulebook, Run, Type};
use crate::naming::stage_word;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a name belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// A unit: `Dollars`.
    Unit,
    /// An enum: `Color`; of pairs, `Player, Column`.
    Enum,
    /// A member of an enum: `Color.pink`.
    Member,
    /// A card kind.
    Kind,
    /// A row: `Mile [pink 4]`.
    Row,
    /// An option: `rounds`.
    Option,
    /// A zone: `Player.hand`, `discards`.
    Zone,
    /// A counter: `Player.cash`, `round.passes`.
    Counter,
    /// A word; where several share a name, `value for Card`.
    Word,
    /// A deed; the layers woven around it begin with `#`.
    Deed,
    /// A move: an action or an attempt.
    Move,
}

impl Sort {
    /// What can be renamed: what a thing is made of before the thing; nouns with the same
    /// beginning, the longest first.
    pub const RENAMED: [Self; 10] = [
        Self::Unit,
        Self::Enum,
        Self::Kind,
        Self::Row,
        Self::Option,
        Self::Zone,
        Self::Counter,
        Self::Word,
        Self::Deed,
        Self::Move,
    ];

    /// As designers say it.
    #[must_use]
    pub fn noun(self) -> &'static str {
        match self {
            Self::Unit => "unit",
            Self::Enum => "enum",
            Self::Member => "member",
            Self::Kind => "card kind",
            Self::Row => "card",
            Self::Option => "option",
            Self::Zone => "zone",
            Self::Counter => "counter",
            Self::Word => "word",
            Self::Deed => "deed",
            Self::Move => "move",
        }
    }
}

/// New names of things, by what they were called.
pub type Renames = BTreeMap<(Sort, String), String>;

/// A name that many share.
pub type Text = Arc<str>;

/// The names of a rulebook's things, by their ids.
#[derive(Debug, Clone, Default)]
pub struct Spelling {
    /// Names of each sort but members.
    lists: BTreeMap<Sort, Vec<Text>>,
    /// Members of each enum, without the enum's name.
    members: Vec<Vec<Text>>,
}

/// Names that stand for several things get a number behind them, from the second on.
fn numbered(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    names
        .map(|name| {
            let count = seen.entry(name.to_string()).or_default();
            *count += 1;
            if *count == 1 { name } else { format!("{name} ({count})") }
        })
        .collect()
}

impl Spelling {
    /// The names of a rulebook.
    #[must_use]
    pub fn of(book: &Rulebook, renames: &Renames) -> Self {
        let mut spelling = Self::default();
        let put = |spelling: &mut Self, sort, names: Vec<String>| {
            let names = numbered(names.into_iter());
            let new = |name: String| {
                let old = (sort, name);
                Text::from(renames.get(&old).unwrap_or(&old.1).as_str())
            };
            let names = names.into_iter().map(new).collect();
            spelling.lists.insert(sort, names);
        };
        put(&mut spelling, Sort::Unit, book.units.iter().map(|u| u.name.to_string()).collect());
        put(&mut spelling, Sort::Enum, book.enums.iter().map(|e| e.name.to_string()).collect());
        put(&mut spelling, Sort::Kind, book.kinds.iter().map(|k| k.name.to_string()).collect());
        put(&mut spelling, Sort::Option, book.options.iter().map(|o| o.name.to_string()).collect());
        put(&mut spelling, Sort::Deed, book.deeds.iter().map(|d| d.name.to_string()).collect());
        put(&mut spelling, Sort::Move, book.moves.iter().map(|m| m.name.to_string()).collect());
        for (at, of) in book.enums.iter().enumerate() {
            let whose = spelling.get(Sort::Enum, at);
            let new = |name: &String| renames.get(&(Sort::Member, format!("{whose}.{name}")));
            let member = |name: &String| new(name).map_or(name.as_str(), String::as_str).into();
            spelling.members.push(of.members.iter().map(member).collect());
        }
        let row = |r: &crate::ir::Row| {
            format!("{} [{}]", spelling.get(Sort::Kind, r.kind.index()), r.name)
        };
        let rows = book.rows.iter().map(row).collect();
        put(&mut spelling, Sort::Row, rows);
        let owned = |s: &Self, owner, name: &str| match s.owner(owner) {
            Some(whose) => format!("{whose}.{name}"),
            None => name.to_string(),
        };
        let zones = book.zones.iter().map(|z| owned(&spelling, z.owner, &z.name)).collect();
        put(&mut spelling, Sort::Zone, zones);
        let counters = book.counters.iter().map(|c| owned(&spelling, c.owner, &c.name)).collect();
        put(&mut spelling, Sort::Counter, counters);
        let shared = |name: &str| book.words.iter().filter(|w| w.name == name).count() > 1;
        let word = |w: &crate::ir::Word| match w.locals.first() {
            Some(first) if w.params > 0 && shared(&w.name) => {
                format!("{} for {}", w.name, spelling.ty(&first.ty))
            }
            _ => w.name.to_string(),
        };
        let words = book.words.iter().map(word).collect();
        put(&mut spelling, Sort::Word, words);
        spelling
    }

    /// The name of a thing.
    #[must_use]
    pub fn get(&self, sort: Sort, at: usize) -> Text {
        Text::clone(&self.lists[&sort][at])
    }

    /// All names of a sort, by id; members are not among them.
    #[must_use]
    pub fn all(&self, sort: Sort) -> &[Text] {
        self.lists.get(&sort).map_or(&[], Vec::as_slice)
    }

    /// The thing of that name.
    #[must_use]
    pub fn find(&self, sort: Sort, name: &str) -> Option<usize> {
        self.all(sort).iter().position(|n| &**n == name)
    }

    /// The members of an enum.
    #[must_use]
    pub fn members(&self, of: EnumId) -> &[Text] {
        &self.members[of.index()]
    }

    /// Kinds as a list, in the order of their names.
    #[must_use]
    pub fn kinds(&self, kinds: KindSet) -> String {
        let mut names: Vec<Text> = kinds.iter().map(|k| self.get(Sort::Kind, k.index())).collect();
        names.sort();
        names.join(" or ")
    }

    /// Whose a thing is; none for the table's.
    #[must_use]
    pub fn owner(&self, owner: Owner) -> Option<String> {
        Some(match owner {
            Owner::Table => return None,
            Owner::Player => "Player".into(),
            Owner::Enum(of) => self.get(Sort::Enum, of.index()).to_string(),
            Owner::Card(kinds) => self.kinds(kinds),
            Owner::Run(Run::Stage(word)) => stage_word(word).into(),
            Owner::Run(Run::Deed(deed)) => self.get(Sort::Deed, deed.index()).to_string(),
            Owner::Run(Run::Move(id)) => self.get(Sort::Move, id.index()).to_string(),
        })
    }

    /// A type as it is written.
    #[must_use]
    pub fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::Bool => "yes or no".into(),
            Type::Unit(unit) => self.get(Sort::Unit, unit.index()).to_string(),
            Type::Enum(of) => self.get(Sort::Enum, of.index()).to_string(),
            Type::Card(kinds) => self.kinds(*kinds),
            Type::Zone(kinds) => format!("zone of {}", self.kinds(*kinds)),
            Type::List(inner, order) => format!("list of {} ({order:?})", self.ty(inner)),
            Type::Optional(inner) => format!("{} or none", self.ty(inner)),
            other => format!("{other:?}"),
        }
    }
}
