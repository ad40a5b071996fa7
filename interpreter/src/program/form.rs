//! Frames, forms, choices and stages of a program.

use super::field::Field;
use super::op::{Pc, R};
use houserules_lang::ir::{BodyRef, Expr, LimitId, LocalId, MoveId, StageId, TextId, Type};
use houserules_lang::source::Span;

/// Where a local or a result lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Loc {
    /// Nowhere: bound where it is used.
    #[default]
    No,
    /// In a register.
    Reg(R),
    /// In registers, a mask of so many words.
    Mask(R, u8),
    /// In a list.
    List(u16),
    /// In the position: 8 bytes.
    Mem(u32),
    /// In the position: words of a mask.
    MemMask(u32, u8),
    /// In the position: length, then members of 2 bytes, or (wide) 8.
    MemList(u32, u16, bool),
}

/// Where each local of a body lies, by its id.
#[derive(Debug, Clone, Default)]
pub struct Locals(pub Vec<Loc>);

impl Locals {
    /// Of a body with so many, none of which has its place yet.
    #[must_use]
    pub fn unlaid(n: usize) -> Self {
        Self(vec![Loc::No; n])
    }
}

/// `when zone runs out`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Handler {
    /// The zone that may run out, by its id.
    pub zone: u16,
    /// The frame of its body.
    pub frame: u16,
    /// Where its body finds whose zone it is; nowhere: it is the table's.
    pub owner: Loc,
}

/// What a frame is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameKind {
    /// A deed, a move, a handler, the set-up or `play`.
    Body(BodyRef),
    /// A stage that is being gone through; `play` is the last.
    Stage(StageId),
    /// A choice that is open or being carried out, by its id.
    Site(u16),
    /// What a referee runs.
    Referee,
}

/// A part of the position that is in use while something runs.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    /// What runs while it is on the stack.
    pub kind: FrameKind,
    /// Its first byte in the position.
    pub base: u32,
    /// How many bytes it takes; 0 if nothing is kept in the position.
    pub size: u32,
    /// Where its code begins.
    pub entry: Pc,
    /// What a log calls it, if the rules say so.
    pub title: Option<TextId>,
    /// Where a deed leaves its result.
    pub result: Loc,
}

/// Where a domain's members are after its code ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Members {
    /// As bits of so many registers, from this one on.
    Mask(R, u8),
    /// In a list, by its number.
    List(u16),
    /// Numbers: registers with the first and the last.
    Range(R, R),
}

/// How much of a domain a step picks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// One member, which must be picked.
    One,
    /// One or none; the register tells whether none passes the tests.
    UpToOne(R),
    /// A subset: registers with the least and the most.
    Some(R, R),
    /// All, in an order.
    Order,
}

/// A step of a form.
#[derive(Debug, Clone)]
pub struct FormStep {
    /// Where the value goes.
    pub loc: Loc,
    /// What its members are.
    pub elem: Type,
    /// Code that finds the domain as it is written.
    pub dom: (Pc, Members),
    /// How much is picked.
    pub how: How,
    /// Code that finds the members that pass what can be tested once this step is filled; of sets,
    /// those that what is said of each of their members leaves.
    pub fit: (Pc, Members),
    /// How much is picked of these.
    pub fit_how: How,
    /// Code that tests the value (conditions on the whole choice, needs, limits), and the register
    /// of the result.
    pub test: Option<(Pc, R)>,
    /// Code that tests only `any of D where c`.
    pub whole: Option<(Pc, R)>,
    /// Whether no later step reads this one.
    pub free: bool,
    /// Whether its members may be cards of which there are several: these may be the same option.
    pub copies: bool,
}

/// A `needs` of a move: tested as soon as all that it reads is filled.
#[derive(Debug, Clone, Copy)]
pub struct Need {
    /// The first instruction of the test, which is pure.
    pub pc: Pc,
    /// Where the test leaves its result.
    pub reg: R,
    /// How many steps must be filled.
    pub after: u16,
}

/// A move, or the values of a choice.
#[derive(Debug, Clone)]
pub struct Form {
    /// How many arguments the menu gives, and where they go.
    pub given: Vec<Loc>,
    /// What is picked, in the order in which it is filled in.
    pub steps: Vec<FormStep>,
    /// Needs in order.
    pub needs: Vec<Need>,
    /// Code for the needs that read no step, and the register of the result.
    pub pre: Option<(Pc, R)>,
    /// Its own limit.
    pub limit: Option<LimitId>,
    /// How many steps fill the limit's keys.
    pub limit_after: u16,
    /// The frame of its body; of a choice of values 0.
    pub frame: u16,
    /// Where its body keeps the parameters: from, to.
    pub copy: Vec<(Loc, Loc)>,
    /// Where its body begins.
    pub body: Pc,
    /// Of an attempt: works (code, register), wrong, late.
    pub attempt: Option<(Pc, R, Pc, Pc)>,
}

/// A local, loop or stage that holds cards while the code of its block runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Live {
    /// From this instruction on.
    pub from: Pc,
    /// Up to this one, which does not count.
    pub to: Pc,
    /// Where they are kept meanwhile.
    pub loc: Loc,
    /// A card, a list of cards or a zone, or what was chosen secretly.
    pub ty: Type,
    /// Of what was chosen secretly.
    pub secret: Option<Secret>,
    /// Of cards: the name that stands for them.
    pub name: Option<Name>,
}

/// A name that a body has for something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name {
    /// The body that has it.
    pub body: BodyRef,
    /// Which of its names.
    pub local: LocalId,
    /// Of what several choose: whose it is.
    pub of: Option<u8>,
}

/// What was chosen secretly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Secret {
    /// Who knows it.
    pub whose: Whose,
    /// The least and the largest number, if these are fixed.
    pub range: Option<(i64, i64)>,
}

/// Who knows what was chosen secretly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// Nobody: it is thrown.
    Nobody,
    /// The seat of this number.
    Seat(u8),
    /// The seat that lies there.
    Chooser(Loc),
}

/// A limit: a bit for each chooser and each value of the keys, in the innermost run of its stage.
#[derive(Debug, Clone, Default)]
pub struct Limit {
    /// Where its bits lie.
    pub base: u32,
    /// Keys: where the value is, the first value, how many values (none is one more).
    pub keys: Vec<(Loc, i64, u32)>,
    /// Which keys are cards.
    pub cards: Vec<bool>,
}

/// What stands in a menu.
#[derive(Debug, Clone)]
pub struct Entry {
    /// It is offered beside the others, but has no say in which tier is open.
    pub may: bool,
    /// Entries of a later tier are open only if none of an earlier one is possible.
    pub tier: u16,
    /// Later entries with the same move: with the same arguments, the same option.
    pub twins: Vec<u16>,
    /// The move; none: pass.
    pub form: Option<MoveId>,
    /// Where the given arguments are kept in the site's frame, or where they are read directly.
    pub given: Vec<Loc>,
    /// How the menu names it.
    pub title: Option<TextId>,
    /// Limits of the menus it came from.
    pub limits: Vec<LimitId>,
}

/// Who answers a choice, and in which order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Who {
    /// One seat, and nobody else is asked.
    #[default]
    One,
    /// Nobody: it is drawn evenly.
    Chance,
    /// Several, in seat order.
    Each,
    /// Several, in order of arrival.
    Race,
}

/// A `choose`: what it offers to whom, and where its answers are kept.
#[derive(Debug, Clone, Default)]
pub struct Site {
    /// The frame that is on the stack while it is open.
    pub frame: u16,
    /// Who answers it.
    pub who: Who,
    /// The entries of a menu; empty: values.
    pub entries: Vec<Entry>,
    /// How many tiers.
    pub tiers: u16,
    /// The steps of a choice of values.
    pub values: Option<Form>,
    /// Where a choice of values leaves them: one a step; with several seats the place of seat 1 and
    /// the distance.
    pub into: Vec<(Loc, u32)>,
    /// It may be declined.
    pub may: bool,
    /// The question that the rules put, if they do.
    pub asking: Option<TextId>,
    /// Asked until all pass.
    pub until_all_pass: bool,
    /// The [`Flow::Ask`](super::Flow::Ask) at which the game waits.
    pub ask: Pc,
    /// Where the code goes on when all is answered.
    pub exit: Pc,
    /// Where a committed move returns to.
    pub after: Pc,
    /// The first seat that arrived; the others follow.
    pub order: Field<u8>,
    /// Where records lie: each an entry (2 bytes), then the arguments of the widest form.
    pub records: u32,
    /// Bytes of a record.
    pub record: u32,
    /// For each entry (values: one) where arguments lie in a record, given ones first.
    pub kept: Vec<Vec<Loc>>,
    /// Where it stands.
    pub span: Span,
}

impl Site {
    /// The entry that a seat has answered with: the beginning of its record.
    #[must_use]
    pub fn answer(&self, seat: u8) -> Field<u16> {
        Field::at(self.records + self.record * u32::from(seat))
    }
}

/// What an atom wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Wrote {
    /// Nothing that a condition can name.
    #[default]
    Nothing,
    /// One or two zones.
    Zones(u16, u16),
    /// A counter, by its id.
    Counter(u16),
}

/// What a condition names, itself and through words.
#[derive(Debug, Clone, Default)]
pub struct Named {
    /// Zones, in order.
    pub zones: Vec<u16>,
    /// Counters, in order.
    pub counters: Vec<u16>,
    /// Places of cards: all zones.
    pub places: bool,
}

impl Named {
    /// Whether it names what was written.
    #[must_use]
    pub fn meets(&self, wrote: Wrote) -> bool {
        let zone = |zone: u16| self.zones.binary_search(&zone).is_ok();
        match wrote {
            Wrote::Nothing => false,
            Wrote::Zones(a, b) => self.places || zone(a) || zone(b),
            Wrote::Counter(counter) => self.counters.binary_search(&counter).is_ok(),
        }
    }
}

/// An `ends when` of a stage or of the game.
#[derive(Debug, Clone)]
pub struct EndRule {
    /// `at once`: tested after everything that happens, not only after each element.
    pub at_once: bool,
    /// Its code and the register of the result.
    pub test: (Pc, R),
    /// What it reads.
    pub reads: u64,
    /// What it names; empty unless `at once`.
    pub named: Named,
    /// Where the code of what follows begins.
    pub body: Pc,
    /// What it asks of any player: the player's name, and the condition.
    pub whose: Option<(LocalId, Expr)>,
}

/// How a stage goes through its elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Through {
    /// Once, without elements.
    #[default]
    Once,
    /// Numbers, from the next to the last.
    Numbers,
    /// Seats clockwise, so many still to come; below 0: for ever.
    Seats,
    /// The members of a list that is kept in the frame.
    List {
        /// Members take 8 bytes, not 2.
        wide: bool,
    },
}

/// A stage: how it goes through its elements, and where its code lies.
#[derive(Debug, Clone, Default)]
pub struct StageCode {
    /// The frame that is on the stack while it runs.
    pub frame: u16,
    /// How it goes through its elements.
    pub through: Through,
    /// Where its list lies.
    pub list: u32,
    /// Where an element's value goes.
    pub into: Loc,
    /// With `onwards`: a condition tested as each element comes: where the element goes, code and
    /// register.
    pub filter: Option<(Loc, Pc, R)>,
    /// `opponents onwards`: without the seat that acts.
    pub opponents: bool,
    /// It sets `me`.
    pub sets_me: bool,
    /// 0 round, 1 turn, 2 phase.
    pub word: u8,
    /// Where run state of an outer stage of the same word is kept, if there can be one.
    pub saved: Option<u32>,
    /// Endings in order.
    pub ends: Vec<EndRule>,
    /// Fetches the next element.
    pub next: Pc,
    /// Where an element ends.
    pub elem: Pc,
    /// Behind the stage.
    pub exit: Pc,
    /// What a log calls it, if the rules say so.
    pub title: Option<TextId>,
}
