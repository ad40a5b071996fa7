//! The schema of zones and counters, and tables of printed fields.

use super::Lowering;
use crate::program::{Family, Inst, NONE, NOWHERE, SetupError, UNSET, ZoneKeys};
use houserules_lang::ir::{
    CounterId, EnumId, KindSet, Lasts, Owner, Seen, StageWord, Type, Value, ZoneId, ZoneShape,
};
use houserules_lang::source::Span;

impl Lowering<'_> {
    /// First key and number of keys of an owner; none for a run.
    fn keys(&self, owner: Owner) -> (u16, u16) {
        match owner {
            Owner::Table | Owner::Run(_) => (0, 1),
            Owner::Player => (0, u16::from(self.out.schema.seats)),
            Owner::Enum(e) => (0, self.members(e)),
            Owner::Card(kinds) => {
                let cards = || self.kind_cards(kinds);
                let lo = cards().map(|(a, _)| a).min().unwrap_or(0);
                let hi = cards().map(|(_, b)| b).max().unwrap_or(lo);
                (lo, hi - lo)
            }
        }
    }

    /// First and behind the last card of each kind.
    fn kind_cards(&self, kinds: KindSet) -> impl Iterator<Item = (u16, u16)> {
        kinds.iter().map(|k| self.book[k].cards).filter(|(a, b)| a < b)
    }

    /// How many members an enum has.
    pub fn members(&self, e: EnumId) -> u16 {
        self.book[e].members.len() as u16
    }

    /// Lays out zones; gives the first free byte.
    pub fn lay_zones(&mut self, mut at: u32) -> Result<u32, SetupError> {
        for (id, zone) in self.book.zones.iter().enumerate() {
            let (lo, n) = self.keys(zone.owner);
            let first = u16::try_from(self.out.schema.insts.len()).unwrap_or(NOWHERE);
            if usize::from(first) + usize::from(n) >= usize::from(NOWHERE) {
                return Err(SetupError::TooBig("zones", zone.span));
            }
            self.out.schema.zones.push(ZoneKeys { first, lo, n });
            let all: u32 = self.kind_cards(zone.of).map(|(a, b)| u32::from(b - a)).sum();
            let cap = if zone.shape == ZoneShape::Slot { 1 } else { all };
            let (size, bits) = match zone.shape {
                ZoneShape::Set => (8 * u32::from(self.out.schema.words), 0),
                ZoneShape::Grid => self.grid_bytes(zone, all)?,
                ZoneShape::Pile | ZoneShape::Row | ZoneShape::Slot | ZoneShape::Slots => {
                    (2 + 2 * cap, 0)
                }
            };
            for key in 0..n {
                let seers = match (zone.seen, zone.owner) {
                    (Seen::Everyone, _) => self.out.schema.everyone(),
                    (Seen::Owner, owner) => {
                        let seat = self.book.seat_of(owner, lo + key);
                        seat.and_then(|seat| 1u32.checked_shl(u32::from(seat))).unwrap_or(0)
                    }
                    (Seen::Nobody, _) => 0,
                };
                let grid = self.out.grids.len() as u8;
                if zone.shape == ZoneShape::Grid {
                    self.out.grids.push(first + key);
                }
                self.out.schema.insts.push(Inst {
                    zone: ZoneId(id as u16),
                    key: lo + key,
                    shape: zone.shape,
                    base: at,
                    cap: cap as u16,
                    seers,
                    on_card: matches!(zone.owner, Owner::Card(_)),
                    grid,
                    bits,
                });
                at = at.checked_add(size).ok_or(SetupError::TooBig("zones", zone.span))?;
            }
        }
        Ok(at)
    }

    /// Lays out the counters for which `wanted` holds; gives the first free byte.
    pub fn lay_counters(
        &mut self,
        mut at: u32,
        wanted: impl Fn(Owner) -> bool,
    ) -> Result<u32, SetupError> {
        for (id, counter) in self.book.counters.iter().enumerate() {
            if !wanted(counter.owner) {
                continue;
            }
            let (lo, n) = self.keys(counter.owner);
            let (least, most) = self.span_of(&counter.ty, counter.range);
            let narrow = i128::from(most) - i128::from(least) < 253;
            let base = at;
            at += u32::from(n) * if narrow { 1 } else { 8 };
            let lasts = counter.lasts.map(|lasts: Lasts| (lasts, at));
            if lasts.is_some() {
                at += u32::from(n);
            }
            let shown = self.shown.contains(&CounterId(id as u16)).then_some(at);
            if shown.is_some() {
                at += 4 * u32::from(n);
            }
            let start = match &counter.start {
                None => UNSET,
                Some(e) => self.constant(e)?,
            };
            self.out.schema.counters[id] = Family {
                id: CounterId(id as u16),
                owner: counter.owner,
                base,
                narrow,
                least,
                lo,
                n,
                range: counter.range,
                capped: counter.capped,
                start,
                lasts,
                bit: counter_bit(id),
                shown,
                optional: counter.ty.may_be_none(),
                seen: counter.seen,
            };
        }
        Ok(at)
    }

    /// An empty slot for each counter, so that ids are indices.
    pub fn no_counters(&mut self) {
        let none = |id: usize| Family {
            id: CounterId(id as u16),
            owner: Owner::Table,
            base: 0,
            narrow: true,
            least: 0,
            lo: 0,
            n: 0,
            range: None,
            capped: false,
            start: UNSET,
            lasts: None,
            bit: 0,
            shown: None,
            optional: false,
            seen: Seen::Everyone,
        };
        self.out.schema.counters = (0..self.book.counters.len()).map(none).collect();
    }

    /// The values a type can have, as far as they are few.
    fn span_of(&self, ty: &Type, range: Option<(i64, i64)>) -> (i64, i64) {
        match (ty.bare(), range) {
            (_, Some(range)) => range,
            (Type::Bool, _) => (0, 1),
            (Type::Player, _) => (0, i64::from(self.out.schema.seats)),
            (Type::Enum(e), _) => (0, i64::from(self.members(*e))),
            _ => (i64::MIN, i64::MAX),
        }
    }

    /// A constant as a register holds it.
    pub fn scalar_value(&mut self, value: &Value) -> i64 {
        match value {
            Value::None | Value::List(_) | Value::Square(_) | Value::Spot(_) => NONE,
            Value::Bool(b) => i64::from(*b),
            Value::Number(n) => *n,
            Value::Text(text) => self.string(text),
            Value::Member(_, at) => i64::from(*at),
            Value::Seat(seat) => i64::from(*seat),
            Value::Card(card) => i64::from(card.0),
        }
    }

    fn string(&mut self, text: &std::sync::Arc<str>) -> i64 {
        let at = self.out.strings.iter().position(|s| s == text).unwrap_or_else(|| {
            self.out.strings.push(std::sync::Arc::clone(text));
            self.out.strings.len() - 1
        });
        crate::program::STRING | at as i64
    }

    /// The field's value of a card's row or an enum's member.
    fn printed(&self, of: &Type, name: &str, at: usize) -> Option<Value> {
        let (fields, values) = if let Type::Enum(e) = of {
            let e = &self.book[*e];
            (&e.fields, e.values.get(at)?)
        } else {
            let row = &self.book[self.book.cards.get(at)?.row];
            (&self.book[row.kind].fields, &row.values)
        };
        values.get(fields.iter().position(|f| f.name == name)?).cloned()
    }

    /// The universe of a type: how many members a mask of it has bits.
    pub fn universe(&self, ty: &Type) -> Option<u16> {
        match ty.bare() {
            Type::Card(_) => Some(self.out.schema.cards),
            Type::Enum(e) => Some(self.members(*e)),
            Type::Player => Some(u16::from(self.out.schema.seats)),
            Type::Bool => Some(2),
            _ => None,
        }
    }

    /// Words of a mask over a type.
    pub fn width(&self, ty: &Type) -> Option<u8> {
        self.universe(ty).map(|n| n.div_ceil(64).max(1) as u8)
    }

    /// The table of a scalar field.
    pub fn field_table(&mut self, of: &Type, name: &str) -> u16 {
        let key = (self.table_key(of), name.to_owned());
        if let Some(at) = self.fields.get(&key) {
            return *at;
        }
        let n = self.universe(of).unwrap_or(0);
        let values: Vec<i64> = (0..usize::from(n))
            .map(|at| self.printed(of, name, at).map_or(NONE, |v| self.scalar_value(&v)))
            .collect();
        self.out.tables.push(values);
        let at = self.out.tables.len() as u16 - 1;
        self.fields.insert(key, at);
        at
    }

    fn table_key(&self, of: &Type) -> u16 {
        if let Type::Enum(e) = of.bare() { e.0 } else { NOWHERE }
    }

    /// The table of a set field.
    pub fn set_table(&mut self, of: &Type, name: &str, w: u8) -> u16 {
        let n = self.universe(of).unwrap_or(0);
        let mut masks = vec![0; usize::from(n) * usize::from(w)];
        for at in 0..usize::from(n) {
            if let Some(Value::List(items)) = self.printed(of, name, at) {
                for item in &items {
                    let bit = self.scalar_value(item);
                    masks[at * usize::from(w) + bit as usize / 64] |= 1 << (bit % 64);
                }
            }
        }
        self.out.mask_tables.push(masks);
        self.out.mask_tables.len() as u16 - 1
    }

    /// A 64-bit constant.
    pub fn wide(&mut self, value: i64) -> u16 {
        let found = self.out.wide.iter().position(|v| *v == value);
        found.unwrap_or_else(|| {
            self.out.wide.push(value);
            self.out.wide.len() - 1
        }) as u16
    }

    /// A constant mask.
    pub fn mask_constant(&mut self, words: &[u64]) -> u16 {
        let found = self.out.masks.windows(words.len().max(1)).position(|w| w == words);
        found.unwrap_or_else(|| {
            self.out.masks.extend_from_slice(words);
            self.out.masks.len() - words.len()
        }) as u16
    }

    /// The lines of a rectangle.
    pub fn lines(&mut self, on: EnumId, n: u16, span: Span) -> Result<u16, SetupError> {
        if let Some(at) = self.out.lines.iter().position(|l| l.on == on.0 && l.n == n) {
            return Ok(at as u16);
        }
        let Some((columns, rows)) = self.book[on].rectangle else {
            return Err(SetupError::Unsupported("a line on this", span));
        };
        let (columns, rows, length) = (i64::from(columns), i64::from(rows), i64::from(n));
        let directions = [(1, 0), (0, 1), (1, 1), (-1, 1)];
        let directions = if length == 1 { &directions[..1] } else { &directions[..] };
        let mut lines = Vec::new();
        let mut starts: Vec<(u32, u64)> =
            directions.iter().map(|(dx, dy)| ((dy * columns + dx) as u32, 0)).collect();
        for first in 0..columns * rows {
            let (x, y) = (first % columns, first / columns);
            for ((dx, dy), start) in directions.iter().zip(&mut starts) {
                let (ex, ey) = (x + dx * (length - 1), y + dy * (length - 1));
                if length < 1 || ex < 0 || ex >= columns || ey >= rows {
                    continue;
                }
                lines.push((0..length).map(|k| first + k * (dy * columns + dx)).collect());
                start.1 |= if first < 64 { 1u64 << first } else { 0 };
            }
        }
        self.out.lines.push(crate::program::Lines { on: on.0, n, lines, starts });
        Ok(self.out.lines.len() as u16 - 1)
    }
}

/// A counter's bit among what conditions read.
pub fn counter_bit(id: usize) -> u64 {
    1 << (id % 40)
}

/// A zone's bit.
pub fn zone_bit(id: usize) -> u64 {
    1 << (40 + id % 22)
}

/// The bits of all zones.
pub const ZONES: u64 = ((1 << 22) - 1) << 40;

/// The number of a run's word: round, turn, phase.
pub fn word_index(word: StageWord) -> u8 {
    match word {
        StageWord::Round => 0,
        StageWord::Turn => 1,
        StageWord::Phase => 2,
    }
}
