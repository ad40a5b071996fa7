//! What masks and lists do.

use super::Fallible;
use super::{Executor, Memory, State};
use crate::ask::FaultKind;
use crate::position::Position;
use crate::program::{Field, ListOp, MaskOp, NONE, R, StoredList};

/// Numbers that one list may hold.
const LONGEST: usize = 1 << 16;

impl<'a> State<'a> {
    /// Whether a mask holds all squares of a line.
    fn whole_line(self, mask: u64, t: u16) -> bool {
        let lines = &self.program.lines[usize::from(t)];
        lines.starts.iter().any(|(step, starts)| {
            let mut run = mask & starts;
            for k in 1..u32::from(lines.n) {
                run &= mask.checked_shr(step * k).unwrap_or(0);
            }
            run != 0
        })
    }

    pub(super) fn row_of(self, card: i64) -> i64 {
        self.program.rows.get(card.max(0) as usize).map_or(NONE, |r| i64::from(*r))
    }
}

impl Memory {
    #[inline]
    pub(super) fn word(&self, m: R, k: u16) -> u64 {
        self.regs[usize::from(m + k)] as u64
    }

    #[inline]
    fn set_word(&mut self, m: R, k: u16, word: u64) {
        self.regs[usize::from(m + k)] = word as i64;
    }

    pub(super) fn has(&self, m: R, i: i64, w: u8) -> bool {
        i >= 0 && i < 64 * i64::from(w) && self.word(m, (i / 64) as u16) >> (i % 64) & 1 == 1
    }

    /// The members of a list as words of bits.
    fn put_mask(&mut self, m: R, w: u8, l: u16) {
        let mut words = [0u64; 16];
        let mut large = Vec::new();
        let words = if usize::from(w) <= 16 {
            &mut words[..]
        } else {
            large.resize(usize::from(w), 0);
            &mut large[..]
        };
        for item in &self.lists[usize::from(l)] {
            if *item >= 0 && *item < 64 * i64::from(w) {
                words[*item as usize / 64] |= 1 << (item % 64);
            }
        }
        for (k, word) in words.iter().enumerate().take(usize::from(w)) {
            self.regs[usize::from(m) + k] = *word as i64;
        }
    }
}

impl Memory {
    fn each_word(&mut self, d: R, w: u8, mut change: impl FnMut(&Self, u16, u64) -> u64) {
        for k in 0..u16::from(w) {
            let word = change(self, k, self.word(d, k));
            self.set_word(d, k, word);
        }
    }

    /// A mask instruction other than [`MaskOp::Next`].
    pub(super) fn mask(&mut self, state: State<'_>, op: MaskOp) {
        match op {
            MaskOp::Zero { m, w } => self.each_word(m, w, |_, _, _| 0),
            MaskOp::Const { m, k, w } => {
                self.each_word(m, w, |_, n, _| {
                    state.program.masks[usize::from(k) + usize::from(n)]
                });
            }
            MaskOp::Copy { d, s, w } => self.each_word(d, w, |this, n, _| this.word(s, n)),
            MaskOp::And { d, s, w } => self.each_word(d, w, |this, n, word| word & this.word(s, n)),
            MaskOp::AndK { d, k, w } => {
                self.each_word(d, w, |_, n, word| {
                    word & state.program.masks[usize::from(k) + usize::from(n)]
                });
            }
            MaskOp::Or { d, s, w } => self.each_word(d, w, |this, n, word| word | this.word(s, n)),
            MaskOp::AndNot { d, s, w } => {
                self.each_word(d, w, |this, n, word| word & !this.word(s, n))
            }
            MaskOp::Shift { m, by } => {
                let far = u32::from(by.unsigned_abs());
                self.each_word(m, 1, |_, _, word| {
                    let moved = if by < 0 { word.checked_shr(far) } else { word.checked_shl(far) };
                    moved.unwrap_or(0)
                });
            }
            MaskOp::Column { m, col, v } => self.column(state, m, col, self.reg(v)),
            MaskOp::Set { m, i, w } => {
                let i = self.reg(i);
                if i >= 0 && i < 64 * i64::from(w) {
                    let k = (i / 64) as u16;
                    self.set_word(m, k, self.word(m, k) | 1 << (i % 64));
                }
            }
            MaskOp::Clear { m, i, w } => {
                let i = self.reg(i);
                if i >= 0 && i < 64 * i64::from(w) {
                    let k = (i / 64) as u16;
                    self.set_word(m, k, self.word(m, k) & !(1 << (i % 64)));
                }
            }
            MaskOp::Ld { m, off, w } => {
                let first = Field::<i64>::at(off);
                self.each_word(m, w, |_, n, _| state.pos.get(first.nth(u32::from(n))) as u64);
            }
            MaskOp::Tab { m, t, i, w } => {
                let i = self.reg(i);
                self.each_word(m, w, |_, n, _| {
                    let at = (i.max(0) as usize) * usize::from(w) + usize::from(n);
                    let word = state.program.mask_tables[usize::from(t)].get(at).copied();
                    word.filter(|_| i != NONE).unwrap_or(0)
                });
            }
            MaskOp::Where { m, f, v } => self.where_is(state, m, f, self.reg(v)),
            MaskOp::Has { d, m, i, w } => self.put(d, i64::from(self.has(m, self.reg(i), w))),
            MaskOp::Count { d, m, w } => {
                let counts = (0..u16::from(w)).map(|k| i64::from(self.word(m, k).count_ones()));
                self.put(d, counts.sum());
            }
            MaskOp::Any { d, m, w } => {
                self.put(d, i64::from((0..u16::from(w)).any(|k| self.word(m, k) != 0)));
            }
            MaskOp::First { d, m, w } => self.put(d, self.first_bit(m, w)),
            MaskOp::Eq { d, a, b, w } => {
                let same = (0..u16::from(w)).all(|k| self.word(a, k) == self.word(b, k));
                self.put(d, i64::from(same));
            }
            MaskOp::Line { d, m, t } => {
                self.put(d, i64::from(state.whole_line(self.word(m, 0), t)));
            }
            // The loop itself carries these out.
            MaskOp::Next { .. } | MaskOp::St { .. } => {}
        }
    }

    fn first_bit(&self, m: R, w: u8) -> i64 {
        let mut words = (0..u16::from(w)).map(|k| (k, self.word(m, k)));
        let found = words.find(|(_, word)| *word != 0);
        found.map_or(NONE, |(k, word)| i64::from(u32::from(k) * 64 + word.trailing_zeros()))
    }

    fn column(&mut self, state: State<'_>, m: R, col: u16, v: i64) {
        let column = &state.program.columns[usize::from(col)];
        let w = usize::from(column.w);
        let last = column.masks.len() / w - 1;
        let run = if v == NONE {
            last
        } else {
            usize::try_from(v.wrapping_sub(column.lo)).unwrap_or(last + 1)
        };
        let found = run == last && v == NONE || run < last;
        for k in 0..w {
            let word = if found { column.masks[run * w + k] } else { 0 };
            self.regs[usize::from(m) + k] &= word as i64;
        }
    }

    /// Keeps the members whose counter has the value.
    fn where_is(&mut self, state: State<'_>, m: R, f: u16, v: i64) {
        let family = &state.program.schema.counters[usize::from(f)];
        let byte =
            if v == NONE { 255 } else { u8::try_from(v.wrapping_sub(family.least)).unwrap_or(253) };
        let bytes = state.pos.bytes(family.base, u32::from(family.n));
        let mut found = 0u64;
        for (at, eight) in bytes.chunks(8).enumerate() {
            let mut whole = [!byte; 8];
            whole[..eight.len()].copy_from_slice(eight);
            found |= equal_bytes(whole, byte) << (8 * at);
        }
        self.regs[usize::from(m)] &= found as i64;
    }

    // ---- lists ----

    /// A list instruction other than the loops.
    pub(super) fn list(&mut self, state: State<'_>, op: ListOp) -> Fallible<()> {
        match op {
            ListOp::Clear { l } => self.lists[usize::from(l)].clear(),
            ListOp::Push { l, s } => {
                let s = self.reg(s);
                self.lists[usize::from(l)].extend((s != NONE).then_some(s));
            }
            ListOp::PushNew { l, s } => {
                let s = self.reg(s);
                let list = &mut self.lists[usize::from(l)];
                if s != NONE && !list.contains(&s) {
                    list.push(s);
                }
            }
            ListOp::Copy { d, s } => self.with_list(d, |this, list| {
                list.clear();
                list.extend_from_slice(&this.lists[usize::from(s)]);
            }),
            ListOp::Append { d, s } => {
                self.with_list(d, |this, list| list.extend_from_slice(&this.lists[usize::from(s)]));
            }
            ListOp::AppendNew { d, s } => self.with_list(d, |this, list| {
                for item in &this.lists[usize::from(s)] {
                    if !list.contains(item) {
                        list.push(*item);
                    }
                }
            }),
            ListOp::Minus { d, s } => {
                self.with_list(d, |this, list| {
                    list.retain(|item| !this.lists[usize::from(s)].contains(item))
                });
            }
            ListOp::First { d, l } => {
                let first = self.first_copy(state, l);
                self.put(d, first);
            }
            ListOp::Cut { l, n, last } => {
                let n = usize::try_from(self.reg(n)).unwrap_or(0);
                let list = &mut self.lists[usize::from(l)];
                if last {
                    list.drain(..list.len().saturating_sub(n));
                } else {
                    list.truncate(n);
                }
            }
            ListOp::FromMask { l, m, w } => self.members(l, m, w),
            ListOp::ToMask { m, l, w } => self.put_mask(m, w, l),
            ListOp::Range { l, a, b } => self.numbers(l, self.reg(a), self.reg(b))?,
            ListOp::Seats { l, from, opponents } => self.seats(state, l, self.reg(from), opponents),
            ListOp::Line { l, t, i } => {
                let i = self.reg(i) as usize;
                self.with_list(l, |_, list| {
                    list.clear();
                    list.extend(
                        state.program.lines[usize::from(t)].lines.get(i).into_iter().flatten(),
                    );
                });
            }
            ListOp::Const { l, t } => {
                self.with_list(l, |_, list| {
                    list.extend_from_slice(&state.program.lists[usize::from(t)])
                });
            }
            ListOp::Ld { l, off, wide } => self.load_list(state.pos, l, StoredList::at(off, wide)),
            ListOp::Len { d, l } => self.put(d, self.lists[usize::from(l)].len() as i64),
            ListOp::Get { d, l, i } => {
                let at = self.reg(i).max(0) as usize;
                let item = self.lists[usize::from(l)].get(at).copied().unwrap_or(NONE);
                self.put(d, item);
            }
            ListOp::Has { d, l, s } => {
                let has = self.lists[usize::from(l)].contains(&self.reg(s));
                self.put(d, i64::from(has));
            }
            ListOp::Eq { d, a, b, cards } => {
                let same = self.same_lists(state, a, b, cards);
                self.put(d, i64::from(same));
            }
            ListOp::EqAny { d, a, b, cards } => {
                let same = self.same_members(state, a, b, cards);
                self.put(d, i64::from(same));
            }
            ListOp::Rows { d, l, t, ordered } => {
                let are = self.are_rows(state, l, t, ordered);
                self.put(d, i64::from(are));
            }
            // The loop itself carries these out.
            ListOp::Next { .. } | ListOp::Count { .. } | ListOp::St { .. } => {}
        }
        Ok(())
    }

    /// Adds what is in a mask to a list.
    fn members(&mut self, l: u16, m: R, w: u8) {
        self.with_list(l, |this, list| {
            for k in 0..u16::from(w) {
                let mut word = this.word(m, k);
                while word != 0 {
                    list.push(i64::from(u32::from(k) * 64 + word.trailing_zeros()));
                    word &= word - 1;
                }
            }
        });
    }

    fn with_list(&mut self, l: u16, change: impl FnOnce(&Self, &mut Vec<i64>)) {
        let mut list = std::mem::take(&mut self.lists[usize::from(l)]);
        change(self, &mut list);
        self.lists[usize::from(l)] = list;
    }

    /// Adds the numbers from one to another.
    fn numbers(&mut self, l: u16, a: i64, b: i64) -> Fallible<()> {
        if a != NONE && b != NONE && a <= b {
            if b.checked_sub(a).is_none_or(|n| n as usize >= LONGEST) {
                return Err(FaultKind::TooLong);
            }
            self.lists[usize::from(l)].extend(a..=b);
        }
        Ok(())
    }

    fn seats(&mut self, state: State<'_>, l: u16, from: i64, opponents: bool) {
        let (seats, me) = (i64::from(state.program.schema.seats), self.regs[0]);
        if from == NONE {
            return;
        }
        let all = (0..seats).map(|k| (from + k).rem_euclid(seats));
        self.lists[usize::from(l)].extend(all.filter(|s| !opponents || *s != me));
    }

    pub(super) fn load_list(&mut self, pos: &Position, l: u16, from: StoredList) {
        let list = &mut self.lists[usize::from(l)];
        list.clear();
        list.extend(pos.items(from));
    }

    /// Whether two lists are equal place by place, cards by what is printed on them.
    fn same_lists(&self, state: State<'_>, a: u16, b: u16, cards: bool) -> bool {
        let (a, b) = (&self.lists[usize::from(a)], &self.lists[usize::from(b)]);
        let same = |(x, y): (&i64, &i64)| x == y || cards && state.row_of(*x) == state.row_of(*y);
        a.len() == b.len() && a.iter().zip(b).all(same)
    }

    /// Whether two lists are equal in any order, cards by what is printed on them.
    fn same_members(&self, state: State<'_>, a: u16, b: u16, cards: bool) -> bool {
        let sorted = |l: u16| {
            let of = |c: &i64| if cards { state.row_of(*c) } else { *c };
            let mut items: Vec<i64> = self.lists[usize::from(l)].iter().map(of).collect();
            items.sort_unstable();
            items
        };
        sorted(a) == sorted(b)
    }

    /// Whether cards are those of a constant list of rows.
    fn are_rows(&self, state: State<'_>, l: u16, t: u16, ordered: bool) -> bool {
        let cards = &self.lists[usize::from(l)];
        let mut rows: Vec<i64> = cards.iter().map(|c| state.row_of(*c)).collect();
        let mut wanted = state.program.lists[usize::from(t)].clone();
        if !ordered {
            rows.sort_unstable();
            wanted.sort_unstable();
        }
        rows == wanted
    }
}

impl Executor<'_> {
    /// Words of bits into a frame.
    pub(super) fn store_mask(&mut self, off: u32, m: R, w: u8) {
        for k in 0..u16::from(w) {
            let word = self.mem.word(m, k);
            self.pos.set(Field::at(off).nth(u32::from(k)), word as i64);
        }
    }

    /// A list into a frame.
    pub(super) fn store_list(&mut self, off: u32, l: u16, wide: bool, cap: u16) -> Fallible<()> {
        let list = &self.mem.lists[usize::from(l)];
        if list.len() > usize::from(cap) {
            return Err(FaultKind::TooLong);
        }
        self.pos.zero(off, StoredList::bytes(cap, wide));
        self.pos.put_items(StoredList::at(off, wide), list);
        Ok(())
    }
}

/// Which of eight bytes have a value, as bits.
fn equal_bytes(bytes: [u8; 8], value: u8) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let differ = u64::from_le_bytes(bytes) ^ u64::from_le_bytes([value; 8]);
    let equal = !((differ & LOW).wrapping_add(LOW) | differ | LOW);
    (equal >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}
