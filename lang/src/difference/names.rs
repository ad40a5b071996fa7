//! Which thing of the new rules is which of the old ones: by name.

use crate::difference::spelling::{Renames, Sort, Spelling};
use crate::ir::{
    BodyRef, CardId, CounterId, DeedId, EnumId, KindId, LimitId, MoveId, OptionId, Owner, RowId,
    Rulebook, Type, Value, ZoneId,
};
use std::collections::BTreeMap;

/// Things of the old rules, and what they are in the new ones.
#[derive(Debug, Clone)]
pub struct Names {
    /// What the old things are called, by their new names.
    pub old: Spelling,
    /// What the new things are called.
    pub new: Spelling,
    lists: BTreeMap<Sort, Vec<Option<u16>>>,
    members: Vec<Vec<Option<u16>>>,
    cards: Vec<Option<CardId>>,
    limits: Vec<Option<LimitId>>,
    runs_out: Vec<Option<u16>>,
}

impl Names {
    /// Things are the same if they have the same name, or the new one that they were given.
    #[must_use]
    pub fn new(old: &Rulebook, new: &Rulebook, renames: &Renames) -> Self {
        let (before, after) = (Spelling::of(old, renames), Spelling::of(new, &Renames::new()));
        let lists = Sort::RENAMED.map(|sort| {
            let at: BTreeMap<&str, u16> =
                after.all(sort).iter().enumerate().map(|(at, n)| (&**n, at as u16)).collect();
            (sort, before.all(sort).iter().map(|n| at.get(&**n).copied()).collect())
        });
        let mut names = Self {
            lists: lists.into_iter().collect(),
            members: Vec::new(),
            cards: Vec::new(),
            limits: Vec::new(),
            runs_out: Vec::new(),
            old: before,
            new: after,
        };
        names.members =
            (0..old.enums.len()).map(|at| names.match_members(EnumId(at as u16))).collect();
        names.cards = names.match_cards(old, new);
        let (a, b) = (names.limit_keys(old, &names.old), names.limit_keys(new, &names.new));
        names.limits = a
            .iter()
            .map(|key| b.iter().position(|k| k == key).map(|at| LimitId(at as u16)))
            .collect();
        let keys = |book: &Rulebook, spelling: &Spelling| -> Vec<String> {
            let zone =
                |at: usize| spelling.get(Sort::Zone, book.runs_out[at].zone.index()).to_string();
            let nth = |at: usize| {
                book.runs_out[..at].iter().filter(|r| r.zone == book.runs_out[at].zone).count()
            };
            (0..book.runs_out.len()).map(|at| format!("{} {}", zone(at), nth(at))).collect()
        };
        let (a, b) = (keys(old, &names.old), keys(new, &names.new));
        names.runs_out =
            a.iter().map(|key| b.iter().position(|k| k == key).map(|at| at as u16)).collect();
        names
    }

    fn match_members(&self, of: EnumId) -> Vec<Option<u16>> {
        let Some(new) = self.id(Sort::Enum, of.index()) else {
            return vec![None; self.old.members(of).len()];
        };
        let new = self.new.members(EnumId(new));
        let find = |name: &crate::difference::spelling::Text| {
            new.iter().position(|n| n == name).map(|at| at as u16)
        };
        self.old.members(of).iter().map(find).collect()
    }

    /// Copies of a row that begin in the same deck, one after the other; then what is left of a
    /// row.
    fn match_cards(&self, old: &Rulebook, new: &Rulebook) -> Vec<Option<CardId>> {
        let mut left: BTreeMap<(u16, Option<u16>), Vec<CardId>> = BTreeMap::new();
        for (at, card) in new.cards.iter().enumerate().rev() {
            left.entry((card.row.0, Some(card.home.0))).or_default().push(CardId(at as u16));
        }
        let key = |card: &crate::ir::Card| {
            Some((self.id(Sort::Row, card.row.index())?, self.id(Sort::Zone, card.home.index())))
        };
        let mut take = |key| left.get_mut(&key).and_then(Vec::pop);
        let mut found: Vec<Option<CardId>> =
            old.cards.iter().map(|card| key(card).and_then(&mut take)).collect();
        let mut rest: BTreeMap<u16, Vec<CardId>> = BTreeMap::new();
        for ((row, _), cards) in left {
            rest.entry(row).or_default().extend(cards);
        }
        for (card, slot) in old.cards.iter().zip(&mut found) {
            if let (None, Some(row)) = (*slot, self.id(Sort::Row, card.row.index())) {
                *slot = rest.get_mut(&row).and_then(Vec::pop);
            }
        }
        found
    }

    /// What tells limits apart: what they are per, whose they are, what they count by.
    fn limit_keys(&self, book: &Rulebook, spelling: &Spelling) -> Vec<String> {
        let mut keys = Vec::new();
        for (at, limit) in book.limits.iter().enumerate() {
            let id = LimitId(at as u16);
            let owner = book.moves.iter().position(|m| m.limit == Some(id));
            let (whose, by) = match owner {
                Some(at) => {
                    let keys = limit.keys.iter().map(|key| book.moves[at].body[*key].name.as_str());
                    (spelling.get(Sort::Move, at).to_string(), keys.collect())
                }
                None => {
                    (format!("menu of {}", moves_under(book, spelling, id).join(", ")), Vec::new())
                }
            };
            let key = format!("{:?} {whose} by {}", limit.per, by.join(", "));
            let nth = keys.iter().filter(|k: &&String| k.starts_with(&key)).count();
            keys.push(if nth == 0 { key } else { format!("{key} ({nth})") });
        }
        keys
    }

    fn id(&self, sort: Sort, at: usize) -> Option<u16> {
        self.lists[&sort][at]
    }

    /// The new enum of its name; none if there is none any more. The same holds below.
    #[must_use]
    pub fn of_enum(&self, id: EnumId) -> Option<EnumId> {
        self.id(Sort::Enum, id.index()).map(EnumId)
    }
    /// A member of an enum.
    #[must_use]
    pub fn member(&self, of: EnumId, at: u16) -> Option<u16> {
        self.members[of.index()].get(usize::from(at)).copied().flatten()
    }
    /// The new row of its kind and name.
    #[must_use]
    pub fn row(&self, id: RowId) -> Option<RowId> {
        self.id(Sort::Row, id.index()).map(RowId)
    }
    /// The new copy of its row: one that begins in the same deck, if there is one left.
    #[must_use]
    pub fn card(&self, card: u16) -> Option<u16> {
        self.cards.get(usize::from(card)).copied().flatten().map(|c| c.0)
    }
    /// The new zone of its owner and name.
    #[must_use]
    pub fn zone(&self, id: ZoneId) -> Option<ZoneId> {
        self.id(Sort::Zone, id.index()).map(ZoneId)
    }
    /// The new counter of its owner and name.
    #[must_use]
    pub fn counter(&self, id: CounterId) -> Option<CounterId> {
        self.id(Sort::Counter, id.index()).map(CounterId)
    }
    /// A card kind.
    #[must_use]
    pub fn kind(&self, id: KindId) -> Option<KindId> {
        self.id(Sort::Kind, id.index()).map(KindId)
    }
    /// An owner's number.
    #[must_use]
    pub fn key(&self, owner: Owner, key: u16) -> Option<u16> {
        match owner {
            Owner::Table | Owner::Player | Owner::Run(_) => Some(key),
            Owner::Enum(of) => self.member(of, key),
            Owner::Card(_) => self.card(key),
        }
    }
    /// Whether there is still every value of an old type.
    #[must_use]
    pub fn keeps(&self, ty: &Type) -> bool {
        match ty {
            Type::Enum(of) => self.members[of.index()].iter().all(Option::is_some),
            Type::Card(_) => self.cards.iter().all(Option::is_some),
            Type::Zone(_) => self.lists[&Sort::Zone].iter().all(Option::is_some),
            Type::Optional(of) | Type::List(of, _) => self.keeps(of),
            Type::Number
            | Type::Unit(_)
            | Type::Bool
            | Type::Text
            | Type::Player
            | Type::Square
            | Type::Spot
            | Type::None => true,
        }
    }
    /// The new option of its name.
    #[must_use]
    pub fn option(&self, id: OptionId) -> Option<OptionId> {
        self.id(Sort::Option, id.index()).map(OptionId)
    }
    /// The new deed of its name.
    #[must_use]
    pub fn deed(&self, id: DeedId) -> Option<DeedId> {
        self.id(Sort::Deed, id.index()).map(DeedId)
    }
    /// The new move of its name.
    #[must_use]
    pub fn of_move(&self, id: MoveId) -> Option<MoveId> {
        self.id(Sort::Move, id.index()).map(MoveId)
    }
    /// The new limit of the same move or menu, stage and keys.
    #[must_use]
    pub fn limit(&self, id: LimitId) -> Option<LimitId> {
        self.limits[id.index()]
    }
    /// A body that may be running.
    #[must_use]
    pub fn body(&self, body: BodyRef) -> Option<BodyRef> {
        match body {
            BodyRef::Deed(id) => self.deed(id).map(BodyRef::Deed),
            BodyRef::Move(id) => self.of_move(id).map(BodyRef::Move),
            BodyRef::Word(id) => {
                self.id(Sort::Word, id.index()).map(|at| BodyRef::Word(crate::ir::WordId(at)))
            }
            BodyRef::RunsOut(at) => self.runs_out[usize::from(at)].map(BodyRef::RunsOut),
            BodyRef::Test(_) => None,
            same => Some(same),
        }
    }
    /// The same value in the new rules; none if they lack what it names, and of places on a grid.
    #[must_use]
    pub fn value(&self, value: &Value) -> Option<Value> {
        Some(match value {
            Value::Member(of, at) => Value::Member(self.of_enum(*of)?, self.member(*of, *at)?),
            Value::Card(card) => Value::Card(CardId(self.card(card.0)?)),
            Value::List(items) => {
                Value::List(items.iter().map(|i| self.value(i)).collect::<Option<Vec<_>>>()?)
            }
            Value::None => Value::None,
            Value::Bool(yes) => Value::Bool(*yes),
            Value::Number(n) => Value::Number(*n),
            Value::Text(text) => Value::Text(std::sync::Arc::clone(text)),
            Value::Seat(seat) => Value::Seat(*seat),
            Value::Square(_) | Value::Spot(_) => return None,
        })
    }
}

/// The moves that a menu's limit counts.
fn moves_under(book: &Rulebook, spelling: &Spelling, id: LimitId) -> Vec<String> {
    let mut found = Vec::new();
    crate::ir::walk::walk_bodies(book, &mut |stmt| {
        let crate::ir::StmtKind::Choose(choose) = &stmt.kind else { return };
        let crate::ir::Offer::Menu(tiers) = &choose.what else { return };
        for entry in tiers.iter().flatten().filter(|e| e.limits.contains(&id)) {
            if let Some(of) = entry.leads_to() {
                found.push(spelling.get(Sort::Move, of.index()).to_string());
            }
        }
    });
    found.sort();
    found.dedup();
    found
}
