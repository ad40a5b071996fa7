//! What conditions read, as bits; the order in which words are lowered.

use super::tables::{ZONES, counter_bit, zone_bit};
use super::{Lowered, Lowering};
use crate::program::{Locals, Named, Op, SetupError, WordCode};
use houserules_lang::ir::walk::{bound_in, each_expr, each_stmt};
use houserules_lang::ir::{Expr, ExprKind, StmtKind, Type, WordId, Zone, ZoneShape};
use houserules_lang::source::Span;

impl Lowering<'_> {
    /// The words in an order in which each stands behind those it uses.
    pub fn order_words(&mut self) -> Lowered<()> {
        let n = self.book.words.len();
        let mut uses: Vec<Vec<usize>> = vec![Vec::new(); n];
        let mut used_by: Vec<Vec<usize>> = vec![Vec::new(); n];
        for (at, word) in self.book.words.iter().enumerate() {
            each_expr(&word.value, &mut |e| {
                if let ExprKind::Word(id, _) = e.kind {
                    uses[at].push(id.index().min(n - 1));
                }
            });
            uses[at].sort_unstable();
            uses[at].dedup();
            uses[at].iter().for_each(|other| used_by[*other].push(at));
        }
        let mut left: Vec<usize> = uses.iter().map(Vec::len).collect();
        let mut order: Vec<usize> = (0..n).filter(|at| left[*at] == 0).collect();
        let mut at = 0;
        while let Some(word) = order.get(at).copied() {
            at += 1;
            for user in &used_by[word] {
                left[*user] -= 1;
                if left[*user] == 0 {
                    order.push(*user);
                }
            }
        }
        if let Some(at) = (0..n).find(|at| left[*at] > 0) {
            return Err(SetupError::Circle(self.book.words[at].span));
        }
        for at in &order {
            let reads = self.reads_of(&self.book.words[*at].value, true);
            self.word_reads[*at] = reads;
        }
        self.word_order = order.into_iter().map(|at| WordId(at as u16)).collect();
        self.out.at_once = self.at_once_reads();
        Ok(())
    }

    fn at_once_reads(&self) -> u64 {
        let mut reads = 0;
        let mut ends = |list: &[houserules_lang::ir::Ends]| {
            list.iter()
                .filter(|e| e.at_once)
                .for_each(|e| reads |= self.reads_of(&e.condition, false));
        };
        ends(&self.book.ends);
        let deeds = self.book.deeds.iter().map(|d| &d.body);
        let moves = self.book.moves.iter().map(|m| &m.body);
        let handlers = self.book.runs_out.iter().map(|r| &r.body);
        for body in [&self.book.setup, &self.book.play]
            .into_iter()
            .chain(deeds)
            .chain(moves)
            .chain(handlers)
        {
            each_stmt(&body.block, &mut |stmt| {
                if let StmtKind::Stage(stage) = &stmt.kind {
                    ends(&stage.ends);
                }
            });
        }
        reads
    }

    /// What an expression reads; locals that it does not bind itself count as everything, except in
    /// words.
    pub fn reads_of(&self, e: &Expr, in_word: bool) -> u64 {
        let bound = bound_in(e);
        let (mut bits, grids) = (0, self.grids_read());
        each_expr(e, &mut |e| {
            if super::boards::places(&e.ty).is_some() {
                bits |= grids;
            }
            bits |= match &e.kind {
                ExprKind::Counter(id, _) => counter_bit(id.index()),
                ExprKind::Zone(id, _) => zone_bit(id.index()),
                ExprKind::Position(_) => ZONES,
                ExprKind::Word(id, _) => self.word_reads[id.index()],
                ExprKind::Local(_) if matches!(e.ty, Type::Zone(_)) => ZONES,
                ExprKind::Local(l) if !in_word && !bound.contains(l) => u64::MAX,
                // What the deed writes and reads is not followed.
                ExprKind::After(..) | ExprKind::Remembered(_) => u64::MAX,
                ExprKind::RunLocal(..) | ExprKind::Committed(..) | ExprKind::Sees(..) => u64::MAX,
                // What these read, they read through their parts.
                ExprKind::Local(_)
                | ExprKind::Const(_)
                | ExprKind::Text(_)
                | ExprKind::Option(_)
                | ExprKind::Seats
                | ExprKind::Me
                | ExprKind::Neighbour(..)
                | ExprKind::Field(..)
                | ExprKind::SlotCard(_)
                | ExprKind::Place(..)
                | ExprKind::Board(..)
                | ExprKind::Square(..)
                | ExprKind::Pair(..)
                | ExprKind::Not(_)
                | ExprKind::And(..)
                | ExprKind::Or(..)
                | ExprKind::Same(..)
                | ExprKind::SameList(..)
                | ExprKind::RowsAre(..)
                | ExprKind::IsRow(..)
                | ExprKind::IsKind(..)
                | ExprKind::IsNone(_)
                | ExprKind::Less(..)
                | ExprKind::LessEq(..)
                | ExprKind::Arith(..)
                | ExprKind::Minus(_)
                | ExprKind::If(..)
                | ExprKind::Let(..)
                | ExprKind::TooDeep(_)
                | ExprKind::Otherwise(..)
                | ExprKind::In(..)
                | ExprKind::Count(_)
                | ExprKind::IsEmpty(_)
                | ExprKind::Quantified(..)
                | ExprKind::Fold(..)
                | ExprKind::First(_)
                | ExprKind::List(_)
                | ExprKind::Distance(_)
                | ExprKind::Path => 0,
            }
        });
        bits
    }

    /// The zones and counters that a condition names, itself and through its words.
    pub fn named_by(&self, e: &Expr) -> Named {
        let mut named = Named::default();
        let mut words = Vec::new();
        let grid =
            |(at, zone): (usize, &Zone)| (zone.shape == ZoneShape::Grid).then_some(at as u16);
        let grids: Vec<u16> = self.book.zones.iter().enumerate().filter_map(grid).collect();
        let mut see = |e: &Expr, words: &mut Vec<WordId>| {
            // Squares and spots name all grids.
            if super::boards::places(&e.ty).is_some() {
                named.zones.extend(&grids);
            }
            match &e.kind {
                ExprKind::Counter(id, _) => named.counters.push(id.0),
                ExprKind::Zone(id, _) => named.zones.push(id.0),
                ExprKind::Position(_) => named.places = true,
                ExprKind::After(..) | ExprKind::Remembered(_) => {
                    named.zones.extend((0..self.book.zones.len()).map(|at| at as u16));
                    named.counters.extend((0..self.book.counters.len()).map(|at| at as u16));
                }
                ExprKind::Word(id, _) if !words.contains(id) => words.push(*id),
                _ => {}
            }
        };
        each_expr(e, &mut |e| see(e, &mut words));
        let mut at = 0;
        while let Some(word) = words.get(at).map(|id| &self.book[*id]) {
            each_expr(&word.value, &mut |e| see(e, &mut words));
            at += 1;
        }
        for list in [&mut named.zones, &mut named.counters] {
            list.sort_unstable();
            list.dedup();
        }
        named
    }

    /// Code for all words.
    pub fn lower_words(&mut self) -> Lowered<()> {
        self.keep = true;
        for id in std::mem::take(&mut self.word_order) {
            let word = &self.book[id];
            self.span = word.span;
            self.locals = Locals::unlaid(word.locals.len());
            let mut params = Vec::new();
            for (at, decl) in word.locals.iter().enumerate().take(usize::from(word.params)) {
                let loc = self.own_loc(&decl.ty);
                self.locals.0[at] = loc;
                params.push(loc);
            }
            let result = self.own_loc(&word.value.ty);
            let mut entry = self.pc();
            self.value_into(&word.value, result)?;
            // Names within it mean nothing to the next word.
            self.binds.clear();
            self.emit(Op::Back);
            if word.is_own_call() {
                // A jump back counts as a step: however wide a word spreads, its calls come to an
                // end.
                let back = Op::Jmp { to: entry };
                entry = self.pc();
                self.emit(back);
            }
            self.out[id] = Some(WordCode { entry, params, result, of_square: None });
            self.find_trait(id);
        }
        self.keep = false;
        Ok(())
    }

    /// Nothing here: a place without rules.
    pub fn nowhere(&mut self) {
        self.span = Span::default();
    }
}
