//! What a term means outside the options, so that it can be refused with its reason. Of copies of a
//! card that one is meant which gets furthest in the rules.

use crate::choices::menu::Asking;
use crate::choices::scan::Term;

use houserules_interpreter::ask::{Engine, Illegality, Offered};
use houserules_lang::ir::{
    CardId, Domain, KindSet, Owner, Pick, Spot, Square, Type, Value, ZoneId,
};

/// An entry that is filled as far as one of its steps.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Filled<'f> {
    pub what: &'f Offered,
    /// The values before that step.
    pub args: &'f [Value],
}

impl<E: Engine> Asking<'_, E> {
    /// What a term means for a step, as far as the reader can know.
    pub(super) fn stranger(&mut self, at: Filled<'_>, term: &Term) -> Option<Value> {
        let step = self.steps(at.what).get(at.args.len())?;
        let exact = term.is_exact();
        // A test may give a list where one thing is asked for: that is for the rules to refuse.
        let several = !matches!(step.pick, Pick::One | Pick::UpToOne)
            || (exact && matches!(term, Term::List(_)));
        let single = std::slice::from_ref(term);
        let terms = match term {
            Term::Word(w) if several && w == "empty" => &[],
            Term::Value(Value::None) if several => &[],
            Term::List(terms) if several => terms.as_slice(),
            Term::Word(w) if w == "none" => return Some(Value::None),
            Term::Word(_)
            | Term::Card(..)
            | Term::Place(..)
            | Term::List(_)
            | Term::Row(_)
            | Term::Value(_) => single,
        };
        let ty = step.domain.elem.bare();
        let reads = matches!(ty, Type::Card(_)) && (exact || self.is_open(step.domain.span));
        let there = if reads { self.picked_at_all(at) } else { Vec::new() };
        let mut items: Vec<Value> = Vec::new();
        for term in terms {
            let mut copies = self.strangers(ty, term, &items);
            copies.sort_by_key(|copy| !there.contains(copy));
            let far = if several || copies.len() < 2 { None } else { self.furthest(at, &copies) };
            items.push(far.or_else(|| copies.into_iter().next())?);
        }
        if exact && !matches!(step.pick, Pick::Order) {
            items.sort_unstable();
        }
        if several { Some(Value::List(items)) } else { items.pop() }
    }

    /// What lies where a step picks from, whatever its condition.
    pub(crate) fn picked_at_all(&mut self, at: Filled<'_>) -> Vec<Value> {
        let Some(step) = self.steps(at.what).get(at.args.len()) else { return Vec::new() };
        let Some(scope) = self.around(at.what, at.args) else { return Vec::new() };
        let all = Domain { filter: None, best: None, ..step.domain.clone() };
        self.members(&all, &scope).unwrap_or_default()
    }

    /// Of values for a step that one which gets furthest before a rule refuses it, the first of
    /// those that get equally far; none if the step goes through none of them.
    pub(crate) fn furthest(&mut self, at: Filled<'_>, values: &[Value]) -> Option<Value> {
        let seat = self.seat?;
        let mut best = None;
        for value in values {
            let mut args = at.args.to_vec();
            args.push(value.clone());
            let far = distance(&self.engine.may(seat, at.what, &args), at.args.len());
            if far > best.as_ref().map_or(0, |(furthest, _)| *furthest) {
                best = Some((far, value));
            }
        }
        best.map(|(_, value)| value.clone())
    }

    /// Everything a term may mean that is not among what was taken.
    fn strangers(&self, ty: &Type, term: &Term, taken: &[Value]) -> Vec<Value> {
        let one = |value: Option<Value>| value.into_iter().collect();
        match (ty.bare(), term) {
            (_, Term::Value(value)) => vec![value.clone()],
            (_, Term::Row(_)) => {
                let cards = self.by_nearness().into_iter().map(Value::Card);
                cards.filter(|v| self.means(term, ty, v) && !taken.contains(v)).collect()
            }
            (Type::Bool, Term::Word(w)) => one(match w.as_str() {
                "yes" => Some(Value::Bool(true)),
                "no" => Some(Value::Bool(false)),
                _ => None,
            }),
            (Type::Number | Type::Unit(_), Term::Word(w)) => {
                one(self.number(ty, w).map(Value::Number))
            }
            (Type::Enum(of), term) => one((0..self.book()[*of].members.len())
                .map(|at| Value::Member(*of, at as u16))
                .find(|v| self.means(term, ty, v))),
            (Type::Player, term) => one((0..self.naming.seats.len())
                .map(|s| Value::Seat(s as u8))
                .find(|v| self.means(term, ty, v))),
            (Type::Square | Type::Spot, Term::Word(w)) => one(self.on_grid(ty, w)),
            (Type::Card(kinds), term) => {
                let cards = self.by_nearness();
                let fits = cards.into_iter().filter(|c| self.may_be_of(*c, *kinds));
                let free = |v: &Value| !taken.contains(v);
                let cards: Vec<Value> = fits.map(Value::Card).filter(free).collect();
                self.copies_meant(&cards, ty, term)
            }
            _ => Vec::new(),
        }
    }

    /// Other copies of a card among what may be picked, if the term does not say which is meant.
    pub(super) fn other_copies(&self, value: &Value, members: &[Value], term: &Term) -> Vec<Value> {
        let says_which = match term {
            Term::Card(zone, _) => zone.is_some(),
            Term::Word(word) => word.bytes().all(|b| b.is_ascii_digit()),
            Term::Place(..) | Term::List(_) | Term::Value(_) => true,
            Term::Row(_) => false,
        };
        let Some(row) = self.row_of(value).filter(|_| !says_which) else { return Vec::new() };
        let knows = matches!(term, Term::Row(_));
        let copy = |v: &&Value| {
            let seen = matches!(v, Value::Card(c) if knows || self.typed().sees(*c));
            seen && self.row_of(v) == Some(row) && *v != value
        };
        members.iter().filter(copy).cloned().collect()
    }

    /// The card that a term means, and its copies that it may mean as well.
    fn copies_meant(&self, cards: &[Value], ty: &Type, term: &Term) -> Vec<Value> {
        let Some(first) = self.first_of(cards, cards, ty, term).ok().flatten() else {
            return Vec::new();
        };
        let row = self.row_of(&first);
        let named = |v: &&Value| {
            let Value::Card(card) = v else { return false };
            match term {
                Term::Card(zone, words) => {
                    self.shows(*card, &self.rows(words))
                        && zone.as_ref().is_none_or(|zone| self.lies_in(*card, zone))
                }
                term => self.means(term, ty, v),
            }
        };
        let mut copies = vec![first.clone()];
        let others = cards.iter().filter(|v| **v != first && self.row_of(v) == row);
        copies.extend(others.filter(named).cloned());
        copies
    }

    /// `tunnels.spot(2, 0, 1)`, `Ana.field.square(3, 0)`
    fn on_grid(&self, ty: &Type, word: &str) -> Option<Value> {
        let (grid, numbers) = word.strip_suffix(')')?.rsplit_once('(')?;
        let (path, what) = grid.rsplit_once('.')?;
        let numbers: Vec<i16> =
            numbers.split(',').map(|n| n.trim().parse().ok()).collect::<Option<_>>()?;
        let mut grids = self.dump.grids.iter().map(|(zone, key, _)| (*zone, *key));
        let (zone, key) = grids.find(|(zone, key)| self.is_path(*zone, *key, path))?;
        match (ty.bare(), what, numbers.as_slice()) {
            (Type::Square, "square", [x, y]) => {
                Some(Value::Square(Square { zone, key, x: *x, y: *y, under: None }))
            }
            (Type::Spot, "spot", [x, y, turn]) => {
                let turn = u8::try_from(*turn).ok().filter(|t| *t < 4)?;
                Some(Value::Spot(Spot { zone, key, x: *x, y: *y, turn, card: None }))
            }
            _ => None,
        }
    }

    /// Whether a card is of these kinds, as far as the reader knows: of an unseen one only its zone
    /// tells.
    fn may_be_of(&self, card: CardId, kinds: KindSet) -> bool {
        if !self.typed().sees(card) {
            let of = self.table.lies(card).map(|lies| self.book()[lies.zone].of);
            return of.is_some_and(|of| of.and(kinds) != KindSet::default());
        }
        kinds.has(self.book()[self.book()[card].row].kind)
    }

    /// All cards on the table, the reader's own first.
    #[must_use]
    pub fn by_nearness(&self) -> Vec<CardId> {
        let mine = |zone: ZoneId, key: u16| {
            self.book()[zone].owner == Owner::Player && self.seat.map(u16::from) == Some(key)
        };
        let zones = &self.dump.zones;
        let own = zones.iter().filter(|(z, k, _)| mine(*z, *k));
        let others = zones.iter().filter(|(z, k, _)| !mine(*z, *k));
        own.chain(others).flat_map(|(_, _, places)| places.iter().flatten().copied()).collect()
    }
}

/// How far an answer gets whose last value is that of a step: past its domain, and past what is
/// tested after that.
fn distance(judged: &Result<(), Illegality>, step: usize) -> usize {
    match judged {
        Ok(()) => usize::MAX,
        Err(Illegality::NotAsked | Illegality::NotInMenu | Illegality::EarlierTier) => 0,
        Err(Illegality::BadArgument(at) | Illegality::NotInDomain(at)) if *at <= step => 0,
        Err(Illegality::BadArgument(_) | Illegality::NotInDomain(_) | Illegality::Once(_)) => 1,
        Err(Illegality::Needs(at)) => at.saturating_add(2),
        Err(Illegality::NothingFor(_) | Illegality::NoCompletion) => usize::MAX - 1,
    }
}
