//! Domains, by listing them.

use super::state::{Eval, Val, World, fault};
use houserules_interpreter::ask::FaultKind;
use houserules_lang::ir::{Base, Domain, EnumId, Expr, Order, RowId, Value};

/// Longer lists are not made.
const LONGEST: i64 = 1_000_000;

impl<'b> World<'b> {
    /// The members of a domain, in listing order.
    pub(super) fn members(&mut self, domain: &'b Domain) -> Eval<Vec<Value>> {
        let mut members = self.base(domain)?;
        if let Some((local, holds)) = &domain.filter {
            let mut kept = Vec::new();
            for member in members {
                self.bind(*local, Val::Plain(member.clone()));
                if self.holds(holds)? {
                    kept.push(member);
                }
            }
            members = kept;
        }
        if let Some((most, local, key)) = &domain.best {
            let mut keyed = Vec::new();
            for member in members {
                self.bind(*local, Val::Plain(member.clone()));
                if let Some(n) = self.eval(key)?.number() {
                    keyed.push((n, member));
                }
            }
            let keys = keyed.iter().map(|(n, _)| *n);
            let best = if *most { keys.max() } else { keys.min() };
            members = keyed.into_iter().filter(|(n, _)| Some(*n) == best).map(|(_, m)| m).collect();
        }
        Ok(members)
    }

    /// The members as a list value: unordered ones are sets.
    pub(super) fn list(&mut self, domain: &'b Domain) -> Eval<Vec<Value>> {
        let members = self.members(domain)?;
        Ok(if domain.order == Order::Unordered { as_set(members) } else { members })
    }

    /// Whether a value is a member.
    pub(super) fn lists(&mut self, domain: &'b Domain, value: &Value) -> Eval<bool> {
        if let (Base::Range(lo, hi), None, None) = (&domain.base, &domain.filter, &domain.best) {
            let (lo, hi) = (self.eval(lo)?.number(), self.eval(hi)?.number());
            let Value::Number(n) = value else { return Ok(false) };
            return Ok(lo.zip(hi).is_some_and(|(lo, hi)| (lo..=hi).contains(n)));
        }
        Ok(self.members(domain)?.contains(value))
    }

    fn base(&mut self, domain: &'b Domain) -> Eval<Vec<Value>> {
        match &domain.base {
            Base::Zone(zone) => {
                let zone = self.eval(zone)?;
                Ok(self.spread(zone))
            }
            Base::Enum(id) => Ok(self.all_members(*id)),
            Base::Range(lo, hi) => self.range(lo, hi),
            Base::Onwards(_) => Err(fault(FaultKind::TooLong, domain.span)),
            Base::Bools => Ok(vec![Value::Bool(false), Value::Bool(true)]),
            Base::Players { from, opponents, .. } => self.seats_from(from.as_deref(), *opponents),
            Base::Top(zone, n) => {
                let cards = self.sized(n, zone)?;
                Ok(cards.map(|(n, cards)| cards.into_iter().take(n).collect()).unwrap_or_default())
            }
            Base::Bottom(zone, n) => {
                let cards = self.sized(n, zone)?;
                Ok(cards
                    .map(|(n, cards)| {
                        let skip = cards.len().saturating_sub(n);
                        cards.into_iter().skip(skip).collect()
                    })
                    .unwrap_or_default())
            }
            Base::Cut { of, n, last } => {
                let mut members = self.members(of)?;
                let n = self.eval(n)?.number().map_or(0, |n| usize::try_from(n).unwrap_or(0));
                if *last {
                    members.drain(..members.len().saturating_sub(n));
                } else {
                    members.truncate(n);
                }
                Ok(members)
            }
            Base::Items(items) => {
                let mut members = Vec::new();
                for item in items {
                    let value = self.eval(item)?.plain();
                    if value != Value::None {
                        members.push(value);
                    }
                }
                Ok(members)
            }
            Base::Value(of) => {
                let value = self.eval(of)?;
                Ok(self.spread(value))
            }
            Base::Union(parts) => {
                let mut members = Vec::new();
                for part in parts {
                    members.extend(self.members(part)?);
                }
                Ok(if domain.order == Order::Unordered { as_set(members) } else { members })
            }
            Base::Minus(a, b) => {
                let (a, b) = (self.members(a)?, self.members(b)?);
                let left: Vec<Value> = a.into_iter().filter(|m| !b.contains(m)).collect();
                Ok(if domain.order == Order::Unordered { as_set(left) } else { left })
            }
            Base::Squares(zone) => self.grid_squares(zone),
            Base::SpotSquares(spot) => self.spot_squares(spot),
            Base::Spots { card, over, place } => self.spots(card, *over, place),
            Base::Reach { from, member, next } => self.reach(from, *member, next, domain),
            Base::Lines(id, n) => Ok(self.lines(*id, i64::from(*n))),
            Base::Places(search) => {
                let (of, found) = self.searched(search, true)?;
                let near = found.iter().enumerate().filter(|(_, label)| label.is_some());
                Ok(near.map(|(at, _)| Value::Member(of, at as u16)).collect())
            }
            Base::Way(search) => self.way(search),
        }
    }

    /// A zone's cards, a list's members, a single value; none is nothing.
    pub(super) fn spread(&self, value: Val) -> Vec<Value> {
        match value {
            Val::Zone(zone, key) => self.cards_in(zone, key).into_iter().map(Value::Card).collect(),
            Val::Plain(Value::List(members)) => members,
            Val::Plain(Value::None) | Val::Text(_) => Vec::new(),
            Val::Plain(single) => vec![single],
        }
    }

    fn all_members(&self, id: EnumId) -> Vec<Value> {
        (0..self.book.enums[id.index()].members.len())
            .map(|at| Value::Member(id, at as u16))
            .collect()
    }

    fn range(&mut self, lo: &'b Expr, hi: &'b Expr) -> Eval<Vec<Value>> {
        let (a, b) = (self.eval(lo)?.number(), self.eval(hi)?.number());
        let Some((a, b)) = a.zip(b) else { return Ok(Vec::new()) };
        if b.checked_sub(a).is_none_or(|width| width > LONGEST) && a <= b {
            return Err(fault(FaultKind::TooLong, lo.span));
        }
        Ok((a..=b).map(Value::Number).collect())
    }

    /// Seats clockwise, once round.
    pub(super) fn seats_from(
        &mut self,
        from: Option<&'b Expr>,
        opponents: bool,
    ) -> Eval<Vec<Value>> {
        let first = match from {
            None => 0,
            Some(from) => match self.eval(from)? {
                Val::Plain(Value::Seat(seat)) => seat,
                _ => return Ok(Vec::new()),
            },
        };
        let me = self.me();
        let seats = (0..self.seats).map(|n| (first + n) % self.seats);
        Ok(seats.filter(|s| !(opponents && me == Some(*s))).map(Value::Seat).collect())
    }

    fn sized(&mut self, n: &'b Expr, zone: &'b Expr) -> Eval<Option<(usize, Vec<Value>)>> {
        let (n, zone) = (self.eval(n)?.number(), self.eval(zone)?);
        let Some(n) = n else { return Ok(None) };
        Ok(Some((usize::try_from(n).unwrap_or(0), self.spread(zone))))
    }

    fn lines(&self, id: EnumId, n: i64) -> Vec<Value> {
        let Some((columns, rows)) = self.book.enums[id.index()].rectangle else {
            return Vec::new();
        };
        let directions: &[(i64, i64)] = match n {
            ..=0 => &[],
            1 => &[(1, 0)],
            _ => &[(1, 0), (0, 1), (1, 1), (-1, 1)],
        };
        let mut lines = Vec::new();
        for y in 1..=i64::from(rows) {
            for x in 1..=i64::from(columns) {
                for (dx, dy) in directions {
                    let squares = (0..n).map(|i| self.square_at(id, x + dx * i, y + dy * i));
                    if let Some(line) = squares.collect::<Option<Vec<Value>>>() {
                        lines.push(Value::List(line));
                    }
                }
            }
        }
        lines
    }

    /// Whether two lists are equal: cards by their rows.
    pub(super) fn same_lists(&self, a: &[Value], b: &[Value], order: Order) -> bool {
        let as_rows = |list: &[Value]| -> Vec<(Option<RowId>, Value)> {
            let mut list: Vec<_> = list
                .iter()
                .map(|v| match v {
                    Value::Card(c) => (Some(self.book.cards[c.index()].row), Value::None),
                    other => (None, other.clone()),
                })
                .collect();
            if order == Order::Unordered {
                list.sort();
            }
            list
        };
        as_rows(a) == as_rows(b)
    }

    /// Whether cards are of these rows.
    pub(super) fn rows_are(&self, members: &[Value], rows: &[RowId], order: Order) -> bool {
        let mut have: Vec<Option<RowId>> = members
            .iter()
            .map(|v| match v {
                Value::Card(c) => Some(self.book.cards[c.index()].row),
                _ => None,
            })
            .collect();
        let mut want: Vec<Option<RowId>> = rows.iter().copied().map(Some).collect();
        if order == Order::Unordered {
            have.sort();
            want.sort();
        }
        have == want
    }
}

/// In table order, without repeats.
pub(super) fn as_set(mut members: Vec<Value>) -> Vec<Value> {
    members.sort();
    members.dedup();
    members
}
