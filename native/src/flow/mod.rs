//! Flow as one function: bodies, stages, endings and questions, each place translated for each
//! stack on which it is reached, so that frames lie at fixed places and returns are jumps. All
//! registers stay in memory: at any instruction the interpreter can go on from there.

mod ask;
mod cards;
mod each;
mod effects;
mod fields;
mod fill;
mod held;
mod pure;
mod stack;
mod stages;
mod zones;

use crate::call;
use crate::emit::{Emit, Slot, Ways};
use crate::found::Found;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, FuncRef, InstBuilder, Value, types};
use cranelift_frontend::Switch;
pub use held::Seen;
use houserules_interpreter::program::Flow as FlowOp;
use houserules_interpreter::program::{
    FrameKind, ListOp, MaskOp, Op, Pc, Program, Site, SiteFrame, StageCode, Status, budget, header,
};
use houserules_lang::ir::BodyRef;
pub use stack::{Level, Places, Spot, Stack, bytes};
use std::collections::{BTreeMap, BTreeSet};
pub use zones::Zones;

/// More places than these are left to the interpreter.
const MOST: usize = 1_200;
/// Flow of more places keeps everything in the machine's memory.
const HELD: usize = 400;
/// And so does flow that asks the interpreter in more places: all of it would go to and fro.
const CONSULTED: usize = 4;
/// Frames of more bytes are not emptied by code.
const LARGEST: u32 = 1_024;

/// What the function gives back.
pub mod status {
    /// Somebody is asked, and no more decisions are wanted.
    pub const ASKS: i64 = 0;
    /// The interpreter goes on at the desk's place.
    pub const GO_ON: i64 = 1;
    /// The game is over.
    pub const OVER: i64 = 2;
    /// The interpreter makes this decision.
    pub const UNKNOWN: i64 = 3;
}

/// Questions at which the function may be entered, by place: number and bytes of the stack.
pub type Doors = BTreeMap<Pc, Vec<(i64, Vec<u8>)>>;

/// The function in the making.
pub struct Flow<'e, 'b, 'p> {
    emit: &'e mut Emit<'b, 'p>,
    places: Places,
    blocks: Vec<Block>,
    found: &'e Found,
    /// Functions of pure code.
    pure: &'e BTreeMap<Pc, FuncRef>,
    landings: BTreeSet<Pc>,
    zones: &'e Zones,
    /// Registers, fields and the stack are kept in variables.
    held: bool,
    /// In so many places the interpreter is asked, whatever happens.
    consulted: usize,
    /// So many levels of the stack may be in use.
    deepest: usize,
    /// The place that is translated, and its stack.
    at: usize,
    here: Stack,
    /// Where the interpreter takes over at instructions of that place.
    exits: BTreeMap<Pc, Block>,
    /// Effects are not looked at the moment they happen.
    plain_writes: bool,
    /// Where the function is left.
    way_out: Block,
    /// Where a game is over.
    end_of_game: Block,
}

/// Whether the flow of a program can be translated at all.
#[must_use]
pub fn is_known(program: &Program) -> bool {
    program.schema.counters.iter().all(|family| family.lasts.is_none())
}

/// What flow is made of.
pub struct Given<'e> {
    /// What is known of the program.
    pub found: &'e Found,
    /// Functions of pure code.
    pub pure: &'e BTreeMap<Pc, FuncRef>,
    /// Which zones registers hold.
    pub zones: &'e Zones,
}

/// Finds out what the function keeps in variables; none: too much.
pub fn look(emit: &mut Emit<'_, '_>, given: &Given<'_>) -> Option<Seen> {
    emit.find_out();
    let mut flow = Flow::new(emit, given, true);
    let entrance = flow.emit.block();
    flow.emit.jump(entrance);
    flow.translate(HELD)?;
    (flow.consulted <= CONSULTED).then(|| flow.seen())
}

/// Fills in the function: `(desk, registers, position, door)` to a status; it keeps in variables
/// what was seen. None: something is too large.
pub fn fill(
    emit: &mut Emit<'_, '_>,
    given: &Given<'_>,
    seen: Option<&Seen>,
    door: Value,
) -> Option<Doors> {
    let mut flow = Flow::new(emit, given, seen.is_some());
    if let Some(seen) = seen {
        flow.keep(seen);
    }
    let entrance = flow.emit.block();
    let door_given = flow.emit.b.append_block_param(entrance, types::I64);
    flow.emit.b.ins().jump(entrance, &[BlockArg::Value(door)]);
    let status = flow.translate(MOST)?;
    flow.fill_way_out(status);
    flow.fill_end_of_game(entrance);
    flow.enter(entrance, door_given)
}

impl<'e, 'b, 'p> Flow<'e, 'b, 'p> {
    fn new(emit: &'e mut Emit<'b, 'p>, given: &Given<'e>, held: bool) -> Self {
        let program = emit.program;
        let rules = program.stages.iter().flat_map(|stage| &stage.ends);
        let plain_writes = !{ rules }.any(|rule| rule.at_once);
        emit.flowing = true;
        emit.keep_counts();
        let (way_out, end_of_game) = (emit.block(), emit.block());
        Flow {
            emit,
            places: Places::default(),
            blocks: Vec::new(),
            found: given.found,
            pure: given.pure,
            landings: stack::landings(program),
            zones: given.zones,
            held,
            consulted: 0,
            deepest: 0,
            at: 0,
            here: Stack::new(),
            exits: BTreeMap::new(),
            plain_writes,
            way_out,
            end_of_game,
        }
    }
}

impl<'p> Flow<'_, '_, 'p> {
    fn program(&self) -> &'p Program {
        self.emit.program
    }

    /// Translates all places, of which there are so many at most; gives what the function gives
    /// back where it is left.
    fn translate(&mut self, most: usize) -> Option<Value> {
        let status = self.emit.b.append_block_param(self.way_out, types::I64);
        self.place(Spot::At(self.program().entry), &Vec::new());
        let mut done = 0;
        while let Some((spot, stack)) = self.places.get(done) {
            let stack = stack.clone();
            let block = *self.blocks.get(done)?;
            self.here.clone_from(&stack);
            self.at = done;
            if let Some(reached) = &mut self.emit.cells.reached {
                reached.place = done;
            }
            self.exits.clear();
            self.emit.at(block);
            match spot {
                Spot::At(pc) => self.run(pc, &stack)?,
                Spot::Decide(pc) => self.decide(pc, &stack)?,
            }
            done += 1;
            if done > most {
                return None;
            }
        }
        Some(status)
    }

    /// The doors, and the way in.
    fn enter(&mut self, entrance: Block, door: Value) -> Option<Doors> {
        let mut doors = Doors::new();
        let mut switch = Switch::new();
        for number in 0..self.places.len() {
            let (pc, stack) = match self.places.get(number)? {
                (Spot::Decide(pc), stack) => (pc, stack),
                // The first place is where games begin.
                (Spot::At(pc), stack) if number == 0 => (pc, stack),
                (Spot::At(_), _) => continue,
            };
            let bytes = bytes(stack, self.program());
            switch.set_entry(number as u128, *self.blocks.get(number)?);
            doors.entry(pc).or_default().push((number as i64, bytes));
        }
        self.emit.at(entrance);
        let none = self.emit.block();
        switch.emit(&mut self.emit.b, door, none);
        self.emit.at(none);
        self.leave(status::UNKNOWN);
        let bail = self.emit.bail;
        self.emit.at(bail);
        self.leave(status::UNKNOWN);
        Some(doors)
    }

    /// The block of a place.
    fn place(&mut self, spot: Spot, stack: &Stack) -> Block {
        let number = self.places.number(spot, stack);
        self.places.lead(self.at, number);
        while self.blocks.len() <= number {
            let block = self.emit.block();
            self.blocks.push(block);
        }
        self.blocks[number]
    }

    /// Goes on there.
    fn go(&mut self, pc: Pc, stack: &Stack) {
        let block = self.place(Spot::At(pc), stack);
        self.emit.jump(block);
    }

    fn leave(&mut self, status: i64) {
        let status = self.emit.k(status);
        self.emit.b.ins().jump(self.way_out, &[BlockArg::Value(status)]);
    }

    /// Where the function is left: counts go back to the desk.
    fn fill_way_out(&mut self, status: Value) {
        self.emit.at(self.way_out);
        self.emit.hand_in_counts();
        self.emit.b.ins().return_(&[status]);
    }

    /// Where a game is over: the next one begins, if one follows.
    fn fill_end_of_game(&mut self, entrance: Block) {
        self.emit.at(self.end_of_game);
        let door = self.emit.slot(Slot::Door);
        let (alone, on) = self.split_negative(door);
        self.emit.at(on);
        let door = self.emit.help_counting(call::next_game, &[]);
        let (last, begins) = self.split_negative(door);
        self.emit.at(begins);
        self.fetch_all();
        self.emit.b.ins().jump(entrance, &[BlockArg::Value(door)]);
        for left in [alone, last] {
            self.emit.at(left);
            self.leave(status::OVER);
        }
    }

    /// Blocks for a number that is less than 0, and for one that is not.
    fn split_negative(&mut self, n: Value) -> (Block, Block) {
        let less = self.emit.is(IntCC::SignedLessThan, n, 0);
        self.emit.split(less)
    }

    /// The interpreter goes on with this instruction if so.
    fn hand_over_if(&mut self, condition: Value, pc: Pc) {
        let (yes, no) = self.emit.split(condition);
        self.emit.b.set_cold_block(yes);
        self.emit.at(yes);
        self.hand_over(pc);
        self.emit.at(no);
    }

    /// The game is over if a helper gave less than 0.
    fn over_if_negative(&mut self, given: Value) {
        let over = self.emit.is(IntCC::SignedLessThan, given, 0);
        let (yes, no) = self.emit.split(over);
        self.emit.b.set_cold_block(yes);
        self.emit.at(yes);
        self.leave(status::OVER);
        self.emit.at(no);
    }

    /// One more step, before an instruction.
    fn tick(&mut self, pc: Pc) {
        let steps = self.emit.slot(Slot::Steps);
        let steps = self.emit.plus(steps, 1);
        let over = self.emit.is(IntCC::UnsignedGreaterThan, steps, budget::STEPS as i64);
        self.hand_over_if(over, pc);
        self.emit.set_slot(Slot::Steps, steps);
    }

    /// Carries out an instruction in the interpreter; gives where it goes on.
    fn step(&mut self, pc: Pc) -> Value {
        let at = self.emit.k(i64::from(pc));
        let op = self.program().code.get(pc as usize).copied().unwrap_or(Op::Back);
        self.consulted += 1;
        let to = self.consult_for(op, call::step, &[at]);
        self.over_if_negative(to);
        self.recall_for(op);
        to
    }

    /// Goes on at one of some places that a helper named; anything else is the interpreter's.
    fn go_where(&mut self, to: Value, ways: &[(Pc, Stack)]) {
        for (pc, stack) in ways {
            let here = self.emit.is(IntCC::Equal, to, i64::from(*pc));
            let way = self.place(Spot::At(*pc), stack);
            let other = self.emit.block();
            self.emit.fork(here, way, other);
            self.emit.at(other);
        }
        self.emit.set_slot(Slot::Pc, to);
        self.leave(status::GO_ON);
    }

    /// Translates from an instruction on to the next place.
    fn run(&mut self, mut pc: Pc, stack: &Stack) -> Option<()> {
        while self.instruction(pc, stack)? {
            pc += 1;
            if self.landings.contains(&pc) {
                self.go(pc, stack);
                break;
            }
        }
        Some(())
    }

    /// One instruction; whether the next one follows.
    fn instruction(&mut self, pc: Pc, stack: &Stack) -> Option<bool> {
        let op = *self.program().code.get(pc as usize)?;
        self.emit.zones = self.zones.before(pc);
        if matches!(op, Op::L(ListOp::Ld { .. }) | Op::Remembered { .. }) {
            self.settle();
        }
        match op {
            Op::F(flow) => return self.flow(pc, flow, stack),
            Op::E(effect) => self.effect(pc, effect)?,
            Op::Jmp { to } => {
                if to <= pc {
                    self.tick(pc);
                }
                self.go(to, stack);
                return Some(false);
            }
            Op::St { off, s } => {
                let value = self.emit.get(s);
                self.emit.store(types::I64, off, value)?;
            }
            Op::M(MaskOp::St { off, m, w }) => {
                for (n, r) in (0..).zip(crate::touch::words(m, w)) {
                    let word = self.emit.get(r);
                    self.emit.store(types::I64, off + 8 * n, word)?;
                }
            }
            Op::L(ListOp::St { .. }) => {
                self.step(pc);
            }
            Op::Call { to } => {
                self.tick(pc);
                self.pure(to);
            }
            Op::Back | Op::Fail { .. } | Op::TooDeep { .. } | Op::Suppose { .. } => {
                self.hand_over(pc);
                return Some(false);
            }
            op => {
                if let Some(to) = crate::region::fork(op) {
                    let next = self.place(Spot::At(pc + 1), stack);
                    let other = self.place(Spot::At(to), stack);
                    self.emit.fork_at(op, next, other)?;
                    return Some(false);
                }
                self.value(pc, op)?;
            }
        }
        Some(true)
    }

    /// An instruction of pure code; where it cannot be carried out, the interpreter goes on.
    fn value(&mut self, pc: Pc, op: Op) -> Option<()> {
        self.or_hand_over(pc, |this| this.emit.work(pc, op))
    }

    // ---- the stack ----

    fn stage_code(&self, stage: u16) -> &'p StageCode {
        &self.program().stages[usize::from(stage)]
    }

    fn site_code(&self, site: u16) -> &'p Site {
        &self.program().sites[usize::from(site)]
    }

    fn base(&self, frame: u16) -> u32 {
        self.program().frames[usize::from(frame)].base
    }

    fn site_frame(&self, site: u16) -> SiteFrame {
        SiteFrame(self.base(self.site_code(site).frame))
    }

    /// A level comes onto the stack; no if there is no room, which is left to the interpreter.
    fn push(&mut self, stack: &mut Stack, level: Level) -> Option<()> {
        let program = self.program();
        let depth = u16::try_from(stack.len()).ok().filter(|d| *d < program.schema.depth)?;
        let back = if let Level::Body(_, back) = level { back } else { 0 };
        let frame = stack::frame_of(level, program);
        let entry = program.schema.level(depth);
        stack.push(level);
        if !self.held {
            self.put(entry.frame(), i64::from(frame))?;
            self.put(entry.back(), i64::from(back))?;
            self.put(header::DEPTH, stack.len() as i64)?;
        }
        Some(())
    }

    /// The innermost level leaves, with what it changed.
    fn pop(&mut self, stack: &mut Stack) -> Option<Level> {
        let program = self.program();
        let level = stack.pop()?;
        let frame = program.frames[usize::from(stack::frame_of(level, program))];
        match level {
            Level::Body(..) => {
                if !self.held && matches!(frame.kind, FrameKind::Body(BodyRef::Move(_))) {
                    self.put(header::RUNNING, stack::moves(stack, program))?;
                }
            }
            Level::Stage(stage, inside) => {
                if inside {
                    self.leave_element(stage)?;
                }
                self.run_state_comes_back(stage)?;
                self.acts_again(stage)?;
            }
            Level::Site(site) => {
                let asker = self.site_frame(site).asker();
                let asker = self.read(asker)?;
                self.set_me(asker)?;
            }
        }
        self.empty(frame.base, frame.size)?;
        let entry = program.schema.level(u16::try_from(stack.len()).ok()?);
        if !self.held {
            self.empty(entry.0, 8)?;
            self.put(header::DEPTH, stack.len() as i64)?;
        }
        Some(level)
    }

    /// Where the interpreter must go on: nothing else is known to be right here.
    fn give_up(&mut self, pc: Pc) -> Option<bool> {
        self.hand_over(pc);
        Some(false)
    }

    fn flow(&mut self, pc: Pc, flow: FlowOp, stack: &Stack) -> Option<bool> {
        let program = self.program();
        let mut after = stack.clone();
        match flow {
            FlowOp::Call { body } => {
                if stack.len() >= usize::from(program.schema.depth) {
                    return self.give_up(pc);
                }
                self.tick(pc);
                self.push(&mut after, Level::Body(body, pc + 1))?;
                self.go(program.frames[usize::from(body)].entry, &after);
            }
            FlowOp::Return => loop {
                if after.is_empty() {
                    return self.give_up(pc);
                }
                if let Level::Body(_, back) = self.pop(&mut after)? {
                    self.go(back, &after);
                    break;
                }
            },
            FlowOp::Forget { off, len } => {
                self.empty(off, u32::from(len))?;
                return Some(true);
            }
            FlowOp::RunsOut { z, handler } => return self.runs_out(pc, z, handler, stack),
            FlowOp::StageEnter { .. }
            | FlowOp::StageNext { .. }
            | FlowOp::StageElem { .. }
            | FlowOp::End { .. } => return self.stage_flow(pc, flow, stack),
            FlowOp::SiteEnter { .. }
            | FlowOp::Who { .. }
            | FlowOp::Ask { .. }
            | FlowOp::MoveEnd { .. }
            | FlowOp::Again => return self.site_flow(pc, flow, stack),
            FlowOp::SetupEnd => return Some(true),
            FlowOp::FrameNext { d, off, w, exit } => {
                self.tick(pc);
                let yes = self.place(Spot::At(pc + 1), stack);
                let no = self.place(Spot::At(exit), stack);
                self.next_in_frame(d, off, w, Ways { yes, no })?;
            }
            FlowOp::FrameNextL { exit, .. } => {
                let to = self.step(pc);
                self.go_where(to, &[(pc + 1, stack.clone()), (exit, stack.clone())]);
            }
            FlowOp::Won { m } => {
                let won = self.emit.get(m);
                self.write(header::WON, won)?;
                self.over(pc, Status::Won)?;
            }
            FlowOp::Lost => self.over(pc, Status::Lost)?,
            FlowOp::Drawn => self.over(pc, Status::Drawn)?,
            FlowOp::PlayEnd | FlowOp::RefereeEnd => return self.give_up(pc),
        }
        Some(false)
    }

    /// The game is over.
    fn over(&mut self, pc: Pc, status: Status) -> Option<()> {
        self.put(header::STATUS, status as i64)?;
        self.put(header::PC, i64::from(pc))?;
        self.settle();
        self.emit.jump(self.end_of_game);
        Some(())
    }

    /// A loop's next member of a mask in the frame.
    fn next_in_frame(&mut self, d: u16, off: u32, w: u8, ways: Ways) -> Option<()> {
        for n in 0..u32::from(w) {
            let word = self.emit.load(types::I64, off + 8 * n)?;
            let (yes, no) = self.emit.split(word);
            self.emit.at(yes);
            let bit = self.emit.b.ins().ctz(word);
            let bit = self.emit.plus(bit, 64 * i64::from(n));
            self.emit.set(d, bit);
            let less = self.emit.plus(word, -1);
            let rest = self.emit.b.ins().band(word, less);
            self.emit.store(types::I64, off + 8 * n, rest)?;
            self.emit.jump(ways.yes);
            self.emit.at(no);
        }
        self.emit.jump(ways.no);
        Some(())
    }
}
