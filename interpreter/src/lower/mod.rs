//! Lowering: a rulebook and a set-up become a [`Program`].
//!
//! The order: zones and counters get their places ([`tables`]), bodies their frames ([`layout`], in
//! the order of [`graph`]), words and forms their pure code ([`expr`], [`domains`], [`sites`]),
//! bodies their code ([`stmt`]).

mod boards;
mod conditions;
mod constants;
mod domains;
mod expr;
pub mod extra;
mod folds;
pub(crate) mod graph;
mod held;
mod layout;
mod lists;
mod live;
mod lots;
mod masks;
mod narrow;
mod noted;
mod reads;
mod sites;
mod stages;
mod steady;
mod stmt;
mod supposed;
mod tables;
mod traits;
mod travel;

pub use layout::{move_types, params_of, step_type};
pub use live::{bound_after, names_cards};
pub use lots::no_order;
pub use tables::{word_index, zone_bit};

use crate::ask::Setup;
use crate::chance::counts_apart;
use crate::program::{
    Apart, Limit, Loc, Locals, Op, Pc, Program, R, Schema, SetupError, StageCode, header,
};
use houserules_lang::ir::walk::walk_bodies;
use houserules_lang::ir::{
    BodyRef, LocalId, Owner, Rulebook, Run, Seen, StageId, StageWord, StmtKind, Type, Value,
};
use houserules_lang::source::Span;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Registers below this are scratch of the code that runs; those above belong to somebody.
const SCRATCH: u32 = 3000;
/// The same of lists.
const SCRATCH_LISTS: u32 = 128;
/// Bytes that a position may have.
const LARGEST: u32 = 4 << 20;

/// A rulebook while it is being lowered: what is done, and what the code around needs.
pub struct Lowering<'a> {
    book: &'a Rulebook,
    out: Program,
    /// Next scratch register and list.
    scratch: (u32, u32),
    /// Next register and list of somebody's own.
    own: (u32, u32),
    /// Registers come from `own`: words keep theirs.
    keep: bool,
    /// Where locals lie that are bound in place, innermost last.
    binds: Vec<(LocalId, Loc)>,
    /// The body that is being lowered.
    body: BodyRef,
    locals: Locals,
    fields: BTreeMap<(u16, String), u16>,
    columns: BTreeMap<u16, u16>,
    /// Words without parameters: their values, if these are the same in the whole game.
    constant_words: BTreeMap<houserules_lang::ir::WordId, Option<i64>>,
    /// Locals that stand for one member while a condition on printed fields is tabulated.
    fixed: Vec<(LocalId, i64)>,
    /// What is the same each time in the loop that is being lowered.
    steady: Vec<steady::Steady>,
    /// The next call is written out, with what is the same each time in the word.
    written_out: Option<Vec<steady::Steady>>,
    /// The least and the most of the numbers that are tested as members of a mask.
    numbers: Option<(i64, i64)>,
    slots: layout::Slots,
    /// Whether a round, turn, phase may stand in another.
    nested: [bool; 3],
    /// Counters that rules show.
    shown: Vec<houserules_lang::ir::CounterId>,
    /// The body keeps its locals in the position.
    memory: bool,
    word_order: Vec<houserules_lang::ir::WordId>,
    /// Deeds that are imagined somewhere.
    supposed: std::collections::BTreeSet<houserules_lang::ir::DeedId>,
    /// What words read.
    word_reads: Vec<u64>,
    span: Span,
    /// Which bodies may stop.
    pauses: BTreeMap<BodyRef, bool>,
    too_deep: bool,
    limits_too_big: bool,
}

type Lowered<T> = Result<T, SetupError>;

impl Program {
    /// Lowers a rulebook for one set-up.
    ///
    /// # Errors
    /// [`SetupError`]: a set-up that the rulebook does not allow, or a game that is too big.
    pub fn new(book: Arc<Rulebook>, setup: &Setup) -> Lowered<Self> {
        lower(book, setup)
    }
}

fn lower(book: Arc<Rulebook>, setup: &Setup) -> Lowered<Program> {
    let (least, most) = book.players;
    if setup.seats < least || setup.seats > most || setup.seats > 32 || setup.seats == 0 {
        return Err(SetupError::Seats(least, most));
    }
    let options = options(&book, setup)?;
    let shared = Arc::clone(&book);
    let mut lower = Lowering::new(&shared, book, setup.seats, options);
    lower.out.set = setup.options.iter().map(|(id, _)| *id).collect();
    lower.all()?;
    Ok(lower.out)
}

fn options(book: &Rulebook, setup: &Setup) -> Lowered<Vec<Value>> {
    let mut values: Vec<Value> = book.options.iter().map(|o| o.default.clone()).collect();
    for (id, value) in &setup.options {
        // Whoever sets the game up may have the id from elsewhere.
        let Some((option, slot)) = book.options.iter().zip(&mut values).nth(id.index()) else {
            return Err(SetupError::Option(*id));
        };
        let fits = match (value, option.range) {
            (Value::Number(n), Some((lo, hi))) => (lo..=hi).contains(n),
            (new, _) => std::mem::discriminant(new) == std::mem::discriminant(&option.default),
        };
        if !fits {
            return Err(SetupError::Option(*id));
        }
        slot.clone_from(value);
    }
    Ok(values)
}

impl<'a> Lowering<'a> {
    fn new(book: &'a Rulebook, shared: Arc<Rulebook>, seats: u8, options: Vec<Value>) -> Self {
        let cards = book.cards.len() as u16;
        let schema =
            Schema { seats, cards, words: cards.div_ceil(64).max(1) as u8, ..Schema::default() };
        Lowering {
            book,
            out: Program::empty(shared, schema, options),
            scratch: (16, 0),
            own: (SCRATCH, SCRATCH_LISTS),
            keep: false,
            binds: Vec::new(),
            steady: Vec::new(),
            written_out: None,
            body: BodyRef::Constant,
            locals: Locals::default(),
            fields: BTreeMap::new(),
            columns: BTreeMap::new(),
            constant_words: BTreeMap::new(),
            fixed: Vec::new(),
            numbers: None,
            slots: layout::Slots::default(),
            nested: [false; 3],
            shown: Vec::new(),
            memory: false,
            word_order: Vec::new(),
            supposed: supposed::supposed(book),
            word_reads: vec![0; book.words.len()],
            span: Span::default(),
            pauses: BTreeMap::new(),
            too_deep: false,
            limits_too_big: false,
        }
    }

    /// Goes on with a program that is complete, to add what a referee runs.
    fn extend(book: &'a Rulebook, program: Program) -> Self {
        let mut lower =
            Self::new(book, Arc::clone(&program.book), program.schema.seats, Vec::new());
        lower.own = program.registers;
        lower.out = program;
        lower
    }

    fn all(&mut self) -> Lowered<()> {
        if self.book.cards.len() > 60_000 || self.book.kinds.len() > 64 {
            return Err(SetupError::TooBig("cards", Span::default()));
        }
        let graph = graph::graph(self.book)?;
        self.pauses.clone_from(&graph.pauses);
        self.find_nesting();
        self.out.stages = vec![StageCode::default(); self.book.stages.len() + 1];
        self.out.sites = vec![crate::program::Site::default(); self.book.sites.len()];
        self.out.limits = vec![Limit::default(); self.book.limits.len()];
        self.out.element_types = vec![Type::Number; self.book.stages.len() + 1];
        self.out.rows = self.book.cards.iter().map(|c| c.row.0).collect();
        self.out.all_different = self.out.rows.windows(2).all(|pair| pair[0] != pair[1]);
        self.out.marked = self.marked_cards();
        self.out.hidden_marks = self.hidden_marks();
        self.out.copies_differ = self.copies_differ();
        self.out.words = vec![None; self.book.words.len()];
        self.lay_shapes()?;
        self.no_counters();
        let mut shown = Vec::new();
        walk_bodies(self.book, &mut |stmt| {
            if let StmtKind::ShowCounter(place, _) = &stmt.kind {
                shown.push(place.counter);
            }
        });
        self.shown = shown;
        self.order_words()?;
        let end = self.lay_table()?;
        let by_card =
            self.out.limits.iter().enumerate().filter(|(_, limit)| limit.cards.contains(&true));
        self.out.card_limits = by_card.map(|(at, _)| at as u16).collect();
        let schema = &mut self.out.schema;
        schema.stack = end;
        schema.depth = graph.depth.min(2000) as u16;
        let base = end + 8 * u32::from(schema.depth);
        let end = self.lay_play(base);
        let end = self.lay_bodies(&graph, end)?;
        self.out.schema.known = end;
        self.out.schema.size = end + 4 * u32::from(self.out.schema.cards);
        if self.out.schema.size > LARGEST {
            return Err(SetupError::TooBig("things on the table", Span::default()));
        }
        self.lower_words()?;
        self.lower_forms()?;
        for body in &graph.order {
            self.lower_body(*body)?;
        }
        self.lower_start();
        self.lower_holes()?;
        self.finish()
    }

    fn finish(&mut self) -> Lowered<()> {
        if self.limits_too_big {
            return Err(SetupError::TooBig("limits", Span::default()));
        }
        if self.own.0 >= u32::from(R::MAX) || self.own.1 >= u32::from(u16::MAX) || self.too_deep {
            return Err(SetupError::TooBig("words and moves", Span::default()));
        }
        self.out.registers = self.own;
        Ok(())
    }

    /// Zones, counters and run state; gives the first free byte.
    fn lay_table(&mut self) -> Lowered<u32> {
        self.out.schema.loc = header::SIZE;
        let at = header::SIZE + 2 * u32::from(self.out.schema.cards);
        let at = self.lay_zones(at)?;
        let mut at = self.lay_counters(at, |owner| !matches!(owner, Owner::Run(_)))?;
        for (index, word) in
            [StageWord::Round, StageWord::Turn, StageWord::Phase].into_iter().enumerate()
        {
            let start = at;
            at = self.lay_counters(at, |owner| owner == Owner::Run(Run::Stage(word)))?;
            at = self.lay_limits(at, word);
            self.out.schema.runs[index] = (start, at - start);
        }
        Ok(self.lay_apart(at))
    }

    /// What is kept of chance that only some are told of.
    fn lay_apart(&mut self, at: u32) -> u32 {
        if !self.book.secret_draws {
            return at;
        }
        let mut asides = 0;
        walk_bodies(self.book, &mut |stmt| {
            asides += u32::from(matches!(stmt.kind, StmtKind::Aside(Some(_))));
        });
        let counts = at + 4 * asides;
        self.out.schema.apart = Some(Apart { told: at, stretches: asides, counts });
        counts + 2 * u32::from(counts_apart(self.out.schema.seats))
    }

    /// Whether equal cards may differ in what not everybody sees.
    fn hidden_marks(&self) -> bool {
        let counters = self.book.counters.iter().map(|c| (c.owner, c.seen));
        let zones = self.book.zones.iter().map(|z| (z.owner, z.seen));
        counters
            .chain(zones)
            .any(|(owner, seen)| matches!(owner, Owner::Card(_)) && seen != Seen::Everyone)
    }

    /// Copies come to differ by what is shown or hidden, and by what lies on them.
    fn copies_differ(&self) -> bool {
        let mut told = self.out.marked.contains(&true);
        walk_bodies(self.book, &mut |stmt| {
            use StmtKind::{Hide, Show};
            told |= matches!(stmt.kind, Show(..) | Hide(..));
        });
        told && !self.out.all_different
    }

    fn marked_cards(&self) -> Vec<bool> {
        let owners = self
            .book
            .counters
            .iter()
            .map(|c| c.owner)
            .chain(self.book.zones.iter().map(|z| z.owner));
        let kinds = owners
            .filter_map(|owner| if let Owner::Card(kinds) = owner { Some(kinds) } else { None });
        let kinds = kinds.fold(houserules_lang::ir::KindSet(0), houserules_lang::ir::KindSet::or);
        let kind = |c: &houserules_lang::ir::Card| self.book[c.row].kind;
        self.book.cards.iter().map(|c| kinds.has(kind(c))).collect()
    }

    /// Finds out whether a stage may run inside another of the same word.
    fn find_nesting(&mut self) {
        let mut count = [0; 3];
        for stage in &self.book.stages {
            count[usize::from(word_index(stage.word))] += 1;
        }
        // More than one: they might; the state kept for it is small.
        self.nested = count.map(|n| n > 1);
    }

    // ---- registers and code ----

    /// Registers for a passing value.
    fn temp(&mut self, w: u8) -> R {
        if self.keep {
            return self.own_registers(w);
        }
        let at = self.scratch.0;
        self.scratch.0 += u32::from(w);
        self.too_deep |= self.scratch.0 >= SCRATCH;
        at.min(SCRATCH - 1) as R
    }

    /// A list for a passing value.
    fn temp_list(&mut self) -> u16 {
        if self.keep {
            return self.own_list();
        }
        let at = self.scratch.1;
        self.scratch.1 += 1;
        self.too_deep |= self.scratch.1 >= SCRATCH_LISTS;
        at.min(SCRATCH_LISTS - 1) as u16
    }

    fn own_registers(&mut self, w: u8) -> R {
        let at = self.own.0;
        self.own.0 += u32::from(w);
        at.min(u32::from(R::MAX)) as R
    }

    fn own_list(&mut self) -> u16 {
        let at = self.own.1;
        self.own.1 += 1;
        at.min(u32::from(u16::MAX)) as u16
    }

    fn pc(&self) -> Pc {
        self.out.code.len() as Pc
    }

    fn emit(&mut self, op: Op) -> usize {
        self.out.code.push(op);
        self.out.spans.push(self.span);
        self.out.code.len() - 1
    }

    /// Sets the target of jumps to here.
    fn land(&mut self, jumps: &[usize]) {
        let here = self.pc();
        for jump in jumps {
            if let Some(op) = self.out.code.get_mut(*jump) {
                op.aim(here);
            }
        }
    }

    fn local(&self, local: LocalId) -> Loc {
        let bound = self.binds.iter().rev().find(|(l, _)| *l == local).map(|(_, loc)| *loc);
        bound.unwrap_or_else(|| self.locals[local])
    }

    /// Runs `work` with scratch registers that are free again afterwards.
    fn scratched<T>(&mut self, work: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        let (scratch, binds) = (self.scratch, self.binds.len());
        let result = work(self);
        self.scratch = scratch;
        self.binds.truncate(binds);
        result
    }

    /// The last stage: `play`.
    fn play_stage(&self) -> StageId {
        StageId(self.book.stages.len() as u16)
    }
}
