//! What the checker asks of declared names: plain names, members after a dot, near misses, names
//! for messages.

use super::names::{Declared, Def, Member, Receiver, Resolved, ScopeId};
use super::uses::Meaning;
use crate::diagnostic::Help;
use crate::foreign;
use crate::ir::{EnumId, FieldInfo, KindSet, Owner, Run, Type, UnitId};
use crate::source::Span;
use crate::spelling::{begun, nearest, only_alike};
use crate::syntax::ast::Name;
use std::sync::atomic::Ordering;

/// Words of the language that stand after a dot behind a value of that type.
#[must_use]
pub fn built_in_words(ty: &Type) -> &'static [&'static str] {
    match ty.bare() {
        Type::Player => &["left", "right", "sees"],
        Type::Card(_) => &["position"],
        Type::Zone(_) => &["slot", "squares", "square", "spot", "middle"],
        Type::List(elem, _) if matches!(**elem, Type::Card(_)) => {
            &["slot", "squares", "square", "spot", "middle"]
        }
        Type::Square => &["tile", "part", "edge", "next", "x", "y"],
        Type::Spot => &["squares", "over", "beside", "turn", "x", "y"],
        Type::Bool
        | Type::Number
        | Type::Unit(_)
        | Type::Text
        | Type::Enum(_)
        | Type::List(..)
        | Type::Optional(_)
        | Type::None => &[],
    }
}

/// The ends of a range type.
type Bounds = Option<(i64, i64)>;

/// What stands after a dot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// A printed field of a card or enum member. Its range is known if all kinds of the receiver
    /// declare one.
    Field {
        /// The type that it has on all kinds of the receiver.
        ty: Type,
        /// The bounds of a range type.
        range: Option<(i64, i64)>,
    },
    /// A zone, counter or word.
    Member(Member),
    /// Only cards of these kinds have it, and the receiver may be another.
    Only(KindSet),
    /// Cards of these two sets both have it, but not as one thing of one type.
    Differs(KindSet, KindSet),
    /// Its declaration was broken: say nothing.
    Broken,
    /// There is no such thing.
    Nothing,
}

impl Resolved {
    /// What a plain name means in a scope; a broken item's name is [`Def::Broken`].
    #[must_use]
    pub fn lookup(&self, scope: ScopeId, name: &str) -> Option<Def> {
        match self.declared(scope, name) {
            Some(declared) => Some(declared.def),
            // What another language calls so is no name that is missing.
            None => {
                let missing = self.names_missing && foreign::value(name).is_none();
                (missing || self.broken.contains(name)).then_some(Def::Broken)
            }
        }
    }

    /// What a plain name means in a scope; takes note of it, for editors.
    #[must_use]
    pub fn named(&self, scope: ScopeId, name: &Name) -> Option<Def> {
        let def = self.lookup(scope, &name.text)?;
        self.uses.note(name.span, def);
        Some(def)
    }

    /// Takes note of what a name after a dot stands for behind a value of that type.
    pub fn note_member(&self, receiver: &Type, name: &Name) {
        match self.member(receiver, &name.text) {
            Found::Member(member) => self.uses.note(name.span, Meaning::from(member)),
            Found::Field { .. } => {
                let owners: Vec<&str> = match receiver.bare() {
                    Type::Card(kinds) => kinds.iter().map(|k| self.book[k].name.as_str()).collect(),
                    Type::Enum(id) => vec![self.book[*id].name.as_str()],
                    _ => Vec::new(),
                };
                for owner in owners {
                    if let Some(field) = self.field_place(owner, &name.text) {
                        self.uses.note(name.span, Meaning::Field(field));
                    }
                }
            }
            Found::Only(_) | Found::Differs(..) | Found::Broken | Found::Nothing => {}
        }
    }

    /// Where a printed field is declared.
    #[must_use]
    pub fn field_place(&self, owner: &str, field: &str) -> Option<Span> {
        self.field_places.get(&(owner.to_owned(), field.to_owned())).copied()
    }

    /// A plain name with the place of its declaration.
    #[must_use]
    pub fn declared(&self, scope: ScopeId, name: &str) -> Option<&Declared> {
        self[scope].names.get(name)
    }

    /// What `name` is after a dot behind a value of that type: fields, zones, counters and words,
    /// not built-in words.
    ///
    /// An optional receiver is looked at without its `or none`; a zone is also a list of its cards.
    /// A slot must be handed in as its card.
    #[must_use]
    pub fn member(&self, receiver: &Type, name: &str) -> Found {
        let receiver = receiver.bare();
        let found = match receiver {
            Type::Card(kinds) => self.card_member(*kinds, name),
            Type::Enum(id) => match self.enum_field(*id, name) {
                Some(field) => Found::Field { ty: field.ty.clone(), range: field.range },
                None => self.exact_member(&Owner::Enum(*id), receiver, name),
            },
            Type::Player => self.exact_member(&Owner::Player, receiver, name),
            Type::Zone(kinds) => {
                let cards = Type::List(Box::new(Type::Card(*kinds)), crate::ir::Order::Unordered);
                match self.word(receiver, name) {
                    Some(word) => Found::Member(word),
                    None => self.word(&cards, name).map_or(Found::Nothing, Found::Member),
                }
            }
            other => self.word(other, name).map_or(Found::Nothing, Found::Member),
        };
        if found == Found::Nothing && (self.names_missing || self.broken.contains(name)) {
            Found::Broken
        } else {
            found
        }
    }

    /// A zone or counter of that owner; for runs (`round.passes`, `heist.called_off`) and
    /// [`Owner::Player`].
    #[must_use]
    pub fn owned(&self, owner: Owner, name: &str) -> Option<Member> {
        let found = self.behind(owner, name)?;
        // What a pair has is looked up by the first of the two.
        let own = match found {
            Member::Zone(id) => self.book[id].owner,
            Member::Counter(id) => self.book[id].owner,
            Member::Word(_) => owner,
        };
        (own == owner).then_some(found)
    }

    /// What stands behind the dot of that owner, its own or a pair's.
    fn behind(&self, owner: Owner, name: &str) -> Option<Member> {
        let wanted = Receiver::Owner(owner);
        let mut all = self.members_named(name);
        all.find(|(receiver, ..)| **receiver == wanted).map(|(_, member, _)| member)
    }

    /// The index of a member of an enum by its name.
    #[must_use]
    pub fn enum_member(&self, of: EnumId, name: &str) -> Option<u16> {
        self.enums_with(name).iter().find(|(id, _)| *id == of).map(|(_, index)| *index)
    }

    /// All enums that have a member of that name, with its index there.
    #[must_use]
    pub fn enums_with(&self, name: &str) -> &[(EnumId, u16)] {
        self.enum_members.get(name).map_or(&[], Vec::as_slice)
    }

    /// The unit with that sign.
    #[must_use]
    pub fn unit_of(&self, symbol: char) -> Option<UnitId> {
        let mut buffer = [0; 4];
        let symbol: &str = symbol.encode_utf8(&mut buffer);
        self.book.units.iter().position(|u| u.symbol == symbol).map(|at| UnitId(at as u16))
    }

    /// The set of all kinds of the game.
    #[must_use]
    pub fn all_kinds(&self) -> KindSet {
        KindSet(1u64.checked_shl(self.book.kinds.len() as u32).map_or(u64::MAX, |bit| bit - 1))
    }

    /// The visible plain name that was probably meant, `also` (locals, members, built-in names)
    /// included.
    #[must_use]
    pub fn suggest(&self, scope: ScopeId, wrong: &str, also: &[&str]) -> Option<String> {
        let visible = self[scope].names.keys();
        self.guess(wrong, also.iter().copied().chain(visible.map(String::as_str)))
    }

    /// What to write instead of a plain name that means nothing: what another language calls so, or
    /// the nearest name that is visible or built in; `also` as in [`Self::suggest`].
    #[must_use]
    pub fn hint(&self, scope: ScopeId, wrong: &str, also: &[&str]) -> Option<Help> {
        if let Some(meant) = foreign::value(wrong) {
            return Some(format!("here it is written `{}`", built_in(meant)).into());
        }
        let own = self.suggest(scope, wrong, also);
        let built = nearest(wrong, BUILT_IN);
        let meant = match (&own, built) {
            (Some(own), Some(built)) => nearest(wrong, [own.as_str(), built]),
            (own, built) => own.as_deref().or(built),
        };
        meant.map(|meant| Help::open(format!("did you mean `{}`?", built_in(meant))))
    }

    /// The name after a dot that was probably meant, `also` (built-in words) included.
    #[must_use]
    pub fn suggest_member(&self, receiver: &Type, wrong: &str, also: &[&str]) -> Option<String> {
        let fields: Vec<&str> = match receiver.bare() {
            Type::Card(kinds) => {
                let fields = kinds.iter().flat_map(|k| &self.book[k].fields);
                fields.map(|f| f.name.as_str()).collect()
            }
            Type::Enum(id) => self.book[*id].fields.iter().map(|f| f.name.as_str()).collect(),
            _ => Vec::new(),
        };
        let things = self
            .member_index
            .keys()
            .filter(|name| !matches!(self.member(receiver, name), Found::Nothing | Found::Broken));
        self.guess(wrong, also.iter().copied().chain(fields).chain(things.map(String::as_str)))
    }

    /// A visible name of which this is the plural, or that only differs in capitals.
    #[must_use]
    pub fn one_of(&self, scope: ScopeId, several: &str) -> Option<String> {
        let stem = |text: &str| {
            let small = text.to_lowercase();
            small.trim_end_matches("ies").trim_end_matches(['y', 's']).to_owned()
        };
        self[scope].names.keys().find(|name| stem(name) == stem(several)).cloned()
    }

    /// The nearest candidate, as long as not too many names were wrong already.
    #[must_use]
    pub fn guess<'a>(
        &self,
        wrong: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Option<String> {
        let less = |left: u32| left.checked_sub(1);
        self.guesses.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).ok()?;
        let all: Vec<&str> = candidates.into_iter().collect();
        let found =
            nearest(wrong, all.iter().copied()).or_else(|| begun(wrong, all.iter().copied()));
        let found = found.or_else(|| only_alike(wrong, &all));
        found.map(str::to_owned)
    }

    /// All members of that name: whose, what, where declared.
    pub fn members_named(&self, name: &str) -> impl Iterator<Item = (&Receiver, Member, Span)> {
        let places = self.member_index.get(name).into_iter().flatten();
        places.map(|at| {
            let (receiver, _, member, span) = &self.members[*at];
            (receiver, *member, *span)
        })
    }

    fn exact_member(&self, owner: &Owner, ty: &Type, name: &str) -> Found {
        match self.behind(*owner, name).or_else(|| self.word(ty, name)) {
            Some(member) => Found::Member(member),
            None => Found::Nothing,
        }
    }

    fn word(&self, receiver: &Type, name: &str) -> Option<Member> {
        self.members_named(name).find_map(|(of, member, _)| {
            let Receiver::Type(of) = of else { return None };
            suits(receiver, of).then_some(member)
        })
    }

    fn enum_field(&self, id: EnumId, name: &str) -> Option<&FieldInfo> {
        self.book[id].fields.iter().find(|f| f.name == name)
    }

    fn card_member(&self, kinds: KindSet, name: &str) -> Found {
        let mut having = KindSet::default();
        let mut field: Option<(Type, Bounds, KindSet)> = None;
        for id in kinds.iter() {
            let fields = &self.book[id].fields;
            let Some(info) = fields.iter().find(|f| f.name == name) else { continue };
            having = having.or(KindSet::one(id));
            field = match field {
                None => Some((info.ty.clone(), info.range, KindSet::one(id))),
                Some((ty, _, of)) if ty != info.ty => return Found::Differs(of, KindSet::one(id)),
                Some((ty, range, of)) => {
                    let both = range.zip(info.range).map(|(a, b)| (a.0.min(b.0), a.1.max(b.1)));
                    Some((ty, both, of.or(KindSet::one(id))))
                }
            };
        }
        let mut partial: Option<KindSet> = field.as_ref().map(|(.., of)| *of);
        for (receiver, member, _) in self.members_named(name) {
            let (Receiver::Owner(Owner::Card(of)) | Receiver::Type(Type::Card(of))) = receiver
            else {
                continue;
            };
            if kinds.within(*of) {
                return Found::Member(member);
            }
            let common = kinds.and(*of);
            match partial {
                _ if common == KindSet::default() => {}
                Some(first) => return Found::Differs(first, common),
                None => partial = Some(common),
            }
        }
        match (field, partial) {
            (Some((ty, range, of)), _) if of == kinds => Found::Field { ty, range },
            (_, Some(of)) => Found::Only(of),
            _ => Found::Nothing,
        }
    }
}

/// Words of the language that stand where a name could.
const BUILT_IN: [&str; 17] = [
    "players",
    "opponents",
    "me",
    "this",
    "count",
    "sum",
    "larger",
    "smaller",
    "remember",
    "remembered",
    "yes",
    "no",
    "none",
    "empty",
    "again",
    "round",
    "turn",
];

/// A word of the language as it is used.
fn built_in(word: &str) -> String {
    if matches!(word, "count" | "sum" | "larger" | "smaller" | "remember" | "remembered") {
        format!("{word}(…)")
    } else {
        word.to_owned()
    }
}

/// Whether a value of the first type may stand where the second is wanted, as a word's receiver.
fn suits(value: &Type, wanted: &Type) -> bool {
    match (value, wanted.bare()) {
        (Type::Card(kinds), Type::Card(of)) | (Type::Zone(kinds), Type::Zone(of)) => {
            kinds.within(*of)
        }
        (Type::List(elem, _), Type::List(of, _)) => suits(elem, of),
        (value, wanted) => value == wanted,
    }
}

/// Names for messages, without backticks unless said otherwise.
impl Resolved {
    /// `Mile`, `Action`, or `Mile or Note` if no sum has just these kinds.
    #[must_use]
    pub fn kinds_name(&self, kinds: KindSet) -> String {
        if let Some((name, _)) = self.kind_names.iter().find(|(_, of)| *of == kinds) {
            return name.clone();
        }
        if kinds == self.all_kinds() || kinds == KindSet::default() {
            return "card".to_owned();
        }
        let names: Vec<&str> = kinds.iter().map(|k| self.book[k].name.as_str()).collect();
        names.join(" or ")
    }

    /// How a designer writes the type: `Number`, `list of Money`, `Mile or none`.
    #[must_use]
    pub fn type_name(&self, ty: &Type) -> String {
        match ty {
            Type::Bool => "yes or no".to_owned(),
            Type::Number => "Number".to_owned(),
            Type::Unit(id) => self.book[*id].name.clone(),
            Type::Text => "Text".to_owned(),
            Type::Enum(id) => self.book[*id].name.clone(),
            Type::Player => "Player".to_owned(),
            Type::Square => "Square".to_owned(),
            Type::Spot => "Spot".to_owned(),
            Type::Card(kinds) => self.kinds_name(*kinds),
            Type::Zone(kinds) => format!("zone of {}", self.kinds_name(*kinds)),
            Type::List(elem, _) => format!("list of {}", self.type_name(elem)),
            Type::Optional(inner) => format!("{} or none", self.type_name(inner)),
            Type::None => "none".to_owned(),
        }
    }

    /// `the table`, `each Player`, `each round`.
    #[must_use]
    pub fn owner_name(&self, owner: Owner) -> String {
        use crate::ir::StageWord as Word;
        match owner {
            Owner::Table => "the table".to_owned(),
            Owner::Player => "each Player".to_owned(),
            Owner::Enum(id) => match self.book.pair(owner) {
                Some(pair) => format!(
                    "each {}, {}",
                    self.type_name(&pair.first.ty()),
                    self.type_name(&pair.second.ty())
                ),
                None => format!("each {}", self.type_name(&Type::Enum(id))),
            },
            Owner::Card(kinds) => format!("each {}", self.kinds_name(kinds)),
            Owner::Run(Run::Stage(Word::Round)) => "each round".to_owned(),
            Owner::Run(Run::Stage(Word::Turn)) => "each turn".to_owned(),
            Owner::Run(Run::Stage(Word::Phase)) => "each phase".to_owned(),
            Owner::Run(Run::Deed(id)) => format!("each {}", self[id].0.item.name.text),
            Owner::Run(Run::Move(id)) => format!("each {}", self[id].item.name.text),
        }
    }
}

impl Def {
    /// `a zone`, `an enum` …
    #[must_use]
    pub fn noun(self) -> &'static str {
        match self {
            Self::Unit(_) => "a unit",
            Self::Enum(_) => "an enum",
            Self::Kind(_) => "a card kind",
            Self::Zone(_) => "a zone",
            Self::Counter(_) => "a counter",
            Self::Option(_) => "an option",
            Self::Word(_) => "a word",
            Self::Deed(_) => "a deed",
            Self::Move(_) => "a move",
            Self::Menu(_) => "a menu",
            Self::Map(_) => "a map",
            Self::Broken => "something broken",
        }
    }
}
