//! The code of a program: found, translated, kept in memory, and called.

use crate::call::Desk;
use crate::emit::Emit;
use crate::flow::{self, Doors, status};
use crate::found::Found;
use crate::pure::{self, Plan};
use crate::range::{Ranges, Squares};
use crate::region::Kind;
use crate::tiles::Tiles;
use cranelift_codegen::Context;
use cranelift_codegen::ir::{AbiParam, FuncRef, Signature, Value, types};
use cranelift_codegen::isa::CallConv;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module};
use houserules_interpreter::chance::BotDraw;
use houserules_interpreter::machine::native::{Inside, Native, Plan as Way, Played};
use houserules_interpreter::program::{Pc, Program, Status, header};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// A function of pure code: desk, registers, position and steps to the steps afterwards, or -1.
type PureFn = extern "C" fn(&mut Desk<'_, '_>, *mut i64, *mut u8, i64) -> i64;

/// What was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Report {
    /// Functions of pure code.
    pub functions: usize,
    /// Entries of pure code that are left to the interpreter.
    pub left: usize,
    /// Instructions of the program, as often as they were translated.
    pub instructions: usize,
    /// Questions that are answered natively, each for each stack on which it is asked.
    pub questions: usize,
    /// Bytes of machine code.
    pub bytes: usize,
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { functions, left, questions, bytes, .. } = self;
        write!(f, "{functions} functions, {questions} questions, {} KB", bytes.div_ceil(1024))?;
        if *left > 0 { write!(f, ", {left} conditions interpreted") } else { Ok(()) }
    }
}

/// The memory of the code. Nothing reads it but calls through [`Code`].
struct Memory(Option<JITModule>);

impl Drop for Memory {
    #[expect(unsafe_code, reason = "memory that was asked for is given back")]
    fn drop(&mut self) {
        if let Some(module) = self.0.take() {
            // SAFETY: functions are only called through `&Code`, which owns this; nobody has one.
            unsafe { module.free_memory() }
        }
    }
}

/// Machine code of a program.
pub struct Code {
    program: Arc<Program>,
    /// Functions by where their code begins.
    pure: Vec<Option<PureFn>>,
    flow: Option<PureFn>,
    doors: Doors,
    registers: usize,
    report: Report,
    /// What the code reads besides the program.
    _tiles: Option<Tiles>,
    _memory: Mutex<Memory>,
}

impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Code").field("report", &self.report).finish_non_exhaustive()
    }
}

impl Code {
    /// Translates a program; none if this machine is not served.
    #[must_use]
    pub fn of(program: &Arc<Program>) -> Option<Self> {
        let found = Found::of(program);
        let tiles = Tiles::of(program);
        let mut workshop = Workshop::new(program, tiles.as_ref())?;
        let ids = workshop.pure_functions(&found);
        let flow = workshop.flow_function(&ids, &found);
        workshop.module.finalize_definitions().ok()?;
        let mut pure = vec![None; program.code.len()];
        let mut report = workshop.report;
        for entry in &found.roots.entries {
            let made = ids.get(entry).filter(|_| found.known[entry].can_begin_anew());
            if let (Some(id), Some(slot)) = (made, pure.get_mut(*entry as usize)) {
                *slot = Some(function(&workshop.module, *id))
            } else {
                report.left += 1
            }
        }
        let run = flow.as_ref().map(|(id, _)| function(&workshop.module, *id));
        let memory = Memory(Some(workshop.module));
        Some(Self {
            program: Arc::clone(program),
            pure,
            flow: run,
            doors: flow.map_or_else(Doors::new, |(_, doors)| doors),
            registers: crate::emit::registers(program),
            report,
            _tiles: tiles,
            _memory: Mutex::new(memory),
        })
    }

    /// What was made.
    #[must_use]
    pub fn report(&self) -> Report {
        self.report
    }

    /// Where the code of the question begins at which a position stands, on this stack.
    fn door(&self, position: &[u8]) -> Option<i64> {
        let schema = &self.program.schema;
        let number = |at: u32, len: usize| {
            let bytes = position.get(at as usize..at as usize + len)?;
            Some(bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
        };
        if number(header::STATUS.at, 1)? != Status::Running as u64 {
            return None;
        }
        let doors = self.doors.get(&(number(header::PC.at, 4)? as u32))?;
        let depth = number(header::DEPTH.at, 2)? as usize;
        let from = schema.stack as usize;
        let stack = position.get(from..from + 8 * depth)?;
        doors.iter().find(|(_, bytes)| bytes == stack).map(|(door, _)| *door)
    }

    /// Whether the code may work on a machine: it is of this program, and its registers and
    /// position are as long as every access was checked against.
    #[inline]
    fn serves(&self, inside: &mut Inside<'_>) -> bool {
        std::ptr::eq(inside.program(), Arc::as_ptr(&self.program))
            && inside.registers().len() >= self.registers
            && inside.position().len() >= self.program.schema.size as usize
    }
}

/// The address of a finished function.
#[expect(unsafe_code, reason = "an address of machine code becomes a function")]
fn function(module: &JITModule, id: FuncId) -> PureFn {
    let address = module.get_finalized_function(id);
    // SAFETY: the function was defined with this signature, in the C calling convention of this
    // machine, and lives as long as the module.
    unsafe { std::mem::transmute::<*const u8, PureFn>(address) }
}

impl Native for Code {
    fn pure(&self, inside: &mut Inside<'_>, pc: Pc) -> bool {
        let Some(Some(function)) = self.pure.get(pc as usize) else { return false };
        if !self.serves(inside) {
            return false;
        }
        let before = inside.counts();
        let mut desk = Desk::at(inside, before, None);
        let steps = call(*function, &mut desk, before.steps as i64);
        let Ok(steps) = u64::try_from(steps) else {
            inside.count(before);
            return false;
        };
        inside.count_steps(steps);
        true
    }

    fn play(&self, inside: &mut Inside<'_>, draws: &mut dyn BotDraw, way: &mut Way) -> Played {
        let Some(function) = self.flow.filter(|_| self.serves(inside)) else {
            return Played::Unknown;
        };
        let Some(door) = self.door(inside.position()) else { return Played::Unknown };
        let mut desk = Desk::to_play(inside, draws);
        (desk.made, desk.most) = (way.made, way.most);
        if let Some(from) = desk.inside.followed_from() {
            desk.door = self.door(from).unwrap_or(-1);
        }
        let came = call(function, &mut desk, door);
        way.made = desk.made;
        let to = desk.pc as u32;
        desk.hand_in();
        desk.end_drawing();
        match came {
            status::ASKS => Played::Asks,
            status::GO_ON => Played::GoOn(to),
            status::OVER => Played::Over,
            _ => Played::Unknown,
        }
    }
}

/// Runs a function on what the desk stands for.
#[inline]
fn call(function: PureFn, desk: &mut Desk<'_, '_>, given: i64) -> i64 {
    let registers = desk.inside.registers().as_mut_ptr();
    let position = desk.inside.bytes();
    function(desk, registers, position, given)
}

/// Where functions are made.
struct Workshop<'p> {
    program: &'p Program,
    tiles: Option<&'p Tiles>,
    module: JITModule,
    contexts: FunctionBuilderContext,
    report: Report,
}

impl<'p> Workshop<'p> {
    fn new(program: &'p Program, tiles: Option<&'p Tiles>) -> Option<Self> {
        if !cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) {
            return None;
        }
        let mut flags = settings::builder();
        flags.set("use_colocated_libcalls", "false").ok()?;
        flags.set("is_pic", "false").ok()?;
        flags.set("opt_level", "speed").ok()?;
        let verified = if cfg!(debug_assertions) { "true" } else { "false" };
        flags.set("enable_verifier", verified).ok()?;
        // Lists lie on the stack: a function must not step over its end.
        flags.set("enable_probestack", "true").ok()?;
        flags.set("probestack_strategy", "inline").ok()?;
        let isa = cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()?;
        let names = cranelift_module::default_libcall_names();
        let module = JITModule::new(JITBuilder::with_isa(isa, names));
        let contexts = FunctionBuilderContext::new();
        Some(Self { program, tiles, module, contexts, report: Report::default() })
    }

    /// A signature of so many 64-bit numbers to one.
    fn signature(&self, given: usize) -> Signature {
        let mut signature = Signature::new(CallConv::triple_default(self.module.isa().triple()));
        signature.params.extend(std::iter::repeat_n(AbiParam::new(types::I64), given));
        signature.returns.push(AbiParam::new(types::I64));
        signature
    }

    fn pure_functions(&mut self, found: &Found) -> BTreeMap<Pc, FuncId> {
        let mut ids = BTreeMap::new();
        for entry in &found.order {
            if let Some(id) = self.pure_function(*entry, found, &ids) {
                ids.insert(*entry, id);
            }
        }
        ids
    }

    /// One function; none if it, or what it calls, is not known.
    fn pure_function(
        &mut self,
        entry: Pc,
        found: &Found,
        ids: &BTreeMap<Pc, FuncId>,
    ) -> Option<FuncId> {
        let region = &found.regions[&entry];
        let mut context = self.context();
        let mut callees = BTreeMap::new();
        for node in &region.nodes {
            if let Kind::Call(to) = node.kind {
                let id = *ids.get(&to)?;
                let declared = || self.module.declare_func_in_func(id, &mut context.func);
                callees.entry(to).or_insert_with(declared);
            }
        }
        let plan = Plan {
            region,
            facts: &found.known[&entry],
            known: &found.known,
            escaping: &found.escaping,
            lists: &found.lists,
            typed: &found.roots.typed,
            callees: &callees,
        };
        let filled = self.build(&mut context, |emit, steps| pure::fill(emit, &plan, steps));
        let id = filled.and_then(|()| self.define(&mut context));
        if id.is_some() {
            self.report.functions += 1;
            self.report.instructions += region.nodes.len();
        }
        id
    }

    /// The flow of the program, and where it may be entered.
    fn flow_function(
        &mut self,
        ids: &BTreeMap<Pc, FuncId>,
        found: &Found,
    ) -> Option<(FuncId, Doors)> {
        if !flow::is_known(self.program) {
            return None;
        }
        let zones = flow::Zones::of(self.program, &found.known, &found.roots.read);
        let mut context = self.context();
        let pure = self.callees(ids, found, &mut context);
        let given = flow::Given { found, pure: &pure, zones: &zones };
        let mut seen = None;
        // What is only found out is never finished.
        self.build(&mut context, |emit, _| {
            seen = flow::look(emit, &given);
            None::<()>
        });
        let mut context = self.context();
        let pure = self.callees(ids, found, &mut context);
        let given = flow::Given { found, pure: &pure, zones: &zones };
        let doors =
            self.build(&mut context, |emit, door| flow::fill(emit, &given, seen.as_ref(), door))?;
        let id = self.define(&mut context)?;
        // One of the doors is the beginning.
        self.report.questions = doors.values().map(Vec::len).sum::<usize>().saturating_sub(1);
        Some((id, doors))
    }

    /// The functions that flow may call.
    fn callees(
        &mut self,
        ids: &BTreeMap<Pc, FuncId>,
        found: &Found,
        context: &mut Context,
    ) -> BTreeMap<Pc, FuncRef> {
        // The interpreter runs what the code could not from the beginning.
        let again = |(pc, _): &(&Pc, &FuncId)| found.known[pc].can_begin_anew();
        let declare = |(pc, id): (&Pc, &FuncId)| {
            (*pc, self.module.declare_func_in_func(*id, &mut context.func))
        };
        ids.iter().filter(again).map(declare).collect()
    }

    fn context(&self) -> Context {
        let mut context = self.module.make_context();
        context.func.signature = self.signature(4);
        context
    }

    /// Has a function filled in: it is given the desk, registers, position and a number.
    fn build<T>(
        &mut self,
        context: &mut Context,
        fill: impl FnOnce(&mut Emit<'_, '_>, Value) -> Option<T>,
    ) -> Option<T> {
        let helper = self.signature(4);
        let mut contexts = std::mem::take(&mut self.contexts);
        let mut builder = FunctionBuilder::new(&mut context.func, &mut contexts);
        let helper = builder.import_signature(helper);
        let start = builder.create_block();
        builder.append_block_params_for_function_params(start);
        builder.switch_to_block(start);
        let given = builder.block_params(start).to_vec();
        let bail = builder.create_block();
        builder.set_cold_block(bail);
        let [desk, regs, pos, number] = given.try_into().ok()?;
        let mut emit = Emit {
            b: builder,
            program: self.program,
            desk,
            regs,
            pos,
            vars: None,
            bail,
            helper,
            zones: BTreeMap::new(),
            ranges: Ranges::default(),
            squares: Squares::default(),
            found: BTreeMap::new(),
            assumed: BTreeMap::new(),
            lists: BTreeMap::new(),
            tiles: self.tiles,
            kept: None,
            cells: crate::emit::Cells::default(),
            planes: BTreeMap::new(),
            still: false,
            flowing: false,
            strange: false,
        };
        // What was not finished leaves memory that cannot be used again.
        let filled = fill(&mut emit, number).filter(|_| !emit.strange)?;
        emit.b.seal_all_blocks();
        emit.b.finalize();
        self.contexts = contexts;
        Some(filled)
    }

    /// Makes machine code of a function.
    fn define(&mut self, context: &mut Context) -> Option<FuncId> {
        let id = self.module.declare_anonymous_function(&context.func.signature).ok()?;
        self.module.define_function(id, context).ok()?;
        self.report.bytes += context.compiled_code().map_or(0, |code| code.code_buffer().len());
        Some(id)
    }
}
