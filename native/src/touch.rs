//! What an instruction reads and writes, so that only what somebody reads is kept in memory.

use houserules_interpreter::program::{
    BoardOp, Effect, Flow, Found, ListOp, Loc, MaskOp, MemoPart, Op, Program, R, ZoneOp,
};

/// One use of a register or a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// A register is read.
    Read(R),
    /// A register is written, whatever happens.
    Write(R),
    /// A register is written by a loop's head if there is another member.
    Take(R),
    /// A list is read.
    Look(u16),
    /// A list is emptied, then filled.
    Fill(u16),
    /// A list is changed.
    Change(u16),
}

/// Registers of a mask.
pub fn words(m: R, w: u8) -> impl Iterator<Item = R> {
    (0..u16::from(w)).map(move |k| m + k)
}

/// Everything that an instruction uses, reads first.
pub fn uses(op: Op, program: &Program, see: &mut impl FnMut(Use)) {
    match op {
        Op::M(op) => masks(op, program, see),
        Op::L(op) => lists(op, see),
        Op::Z(op) => zones(op, program, see),
        Op::B(op) => boards(op, see),
        Op::E(Effect::Remember { n }) => memos(n, program, see),
        Op::E(op) => effects(op, see),
        Op::F(op) => flow(op, see),
        op => scalars(op, program, see),
    }
}

fn reads(see: &mut impl FnMut(Use), registers: &[R]) {
    registers.iter().for_each(|r| see(Use::Read(*r)));
}

fn takes(see: &mut impl FnMut(Use), registers: &[R]) {
    registers.iter().for_each(|r| see(Use::Take(*r)));
}

/// Registers that are read, and one that is written.
fn gives(see: &mut impl FnMut(Use), d: R, registers: &[R]) {
    reads(see, registers);
    see(Use::Write(d));
}

fn scalars(op: Op, program: &Program, see: &mut impl FnMut(Use)) {
    match op {
        Op::Imm { d, .. } | Op::Wide { d, .. } | Op::Ld { d, .. } | Op::CounterT { d, .. } => {
            gives(see, d, &[]);
        }
        Op::Mov { d, s } => gives(see, d, &[s]),
        Op::Arith { d, a, b, .. }
        | Op::Same { d, a, b }
        | Op::Less { d, a, b }
        | Op::LessEq { d, a, b } => gives(see, d, &[a, b]),
        Op::ArithK { d, a, .. }
        | Op::Neg { d, a }
        | Op::SameK { d, a, .. }
        | Op::IsNone { d, a }
        | Op::Not { d, a }
        | Op::Neighbour { d, a, .. }
        | Op::InConst { d, a, .. } => gives(see, d, &[a]),
        Op::St { s: a, .. }
        | Op::BranchIfNot { a, .. }
        | Op::BranchIf { a, .. }
        | Op::BranchIfNone { a, .. }
        | Op::BranchIfSome { a, .. }
        | Op::BranchIfOther { a, .. } => reads(see, &[a]),
        Op::Tab { d, i, .. } | Op::Counter { d, i, .. } => gives(see, d, &[i]),
        Op::Square { d, c, r, .. } => gives(see, d, &[c, r]),
        Op::Shown { d, i, p, .. } => gives(see, d, &[i, p]),
        Op::Open { d, limit } => {
            see(Use::Read(0));
            for (loc, ..) in &program.limits[usize::from(limit)].keys {
                if let Loc::Reg(r) = loc {
                    see(Use::Read(*r));
                }
            }
            see(Use::Write(d));
        }
        Op::Travel { t } => travels(t, program, see),
        Op::Remembered { d, n } => {
            memos(n, program, see);
            see(Use::Write(d));
        }
        Op::Jmp { .. }
        | Op::Call { .. }
        | Op::Back
        | Op::Fail { .. }
        | Op::TooDeep { .. }
        | Op::Suppose { .. }
        | Op::M(_)
        | Op::L(_)
        | Op::Z(_)
        | Op::B(_)
        | Op::E(_)
        | Op::F(_) => {}
    }
}

fn travels(t: u16, program: &Program, see: &mut impl FnMut(Use)) {
    let code = &program.travels[usize::from(t)];
    reads(see, &[code.from, code.to]);
    if let Some(fare) = code.fare {
        // Its code leaves them; whoever reads them has written them before.
        [fare.here, fare.there, fare.price].into_iter().for_each(|r| see(Use::Write(r)));
    }
    match code.found {
        Found::Places(m, w) => words(m, w).for_each(|r| see(Use::Write(r))),
        Found::Distance(d) => see(Use::Write(d)),
        Found::Way(l) => see(Use::Change(l)),
    }
}

fn masks(op: MaskOp, program: &Program, see: &mut impl FnMut(Use)) {
    let mut all = |read: bool, m: R, w: u8| {
        words(m, w).for_each(|r| see(if read { Use::Read(r) } else { Use::Write(r) }));
    };
    match op {
        MaskOp::Zero { m, w } | MaskOp::Const { m, w, .. } | MaskOp::Ld { m, w, .. } => {
            all(false, m, w);
        }
        MaskOp::Copy { d, s, w } => {
            all(true, s, w);
            all(false, d, w);
        }
        MaskOp::And { d, s, w } | MaskOp::Or { d, s, w } | MaskOp::AndNot { d, s, w } => {
            all(true, s, w);
            all(true, d, w);
            all(false, d, w);
        }
        MaskOp::AndK { d, w, .. } => {
            all(true, d, w);
            all(false, d, w);
        }
        MaskOp::Shift { m, .. } => {
            all(true, m, 1);
            all(false, m, 1);
        }
        MaskOp::Column { m, col, v } => {
            let w = program.columns[usize::from(col)].w;
            all(true, v, 1);
            all(true, m, w);
            all(false, m, w);
        }
        MaskOp::Set { m, i, w } | MaskOp::Clear { m, i, w } => {
            all(true, i, 1);
            all(true, m, w);
            all(false, m, w);
        }
        MaskOp::Has { d, m, i, w } => {
            all(true, i, 1);
            all(true, m, w);
            all(false, d, 1);
        }
        MaskOp::Count { d, m, w } | MaskOp::Any { d, m, w } | MaskOp::First { d, m, w } => {
            all(true, m, w);
            all(false, d, 1);
        }
        MaskOp::Next { d, m, w, .. } => {
            all(true, m, w);
            see(Use::Take(d));
            words(m, w).for_each(|r| see(Use::Take(r)));
        }
        MaskOp::St { m, w, .. } => all(true, m, w),
        MaskOp::Eq { d, a, b, w } => {
            all(true, a, w);
            all(true, b, w);
            all(false, d, 1);
        }
        MaskOp::Tab { m, i, w, .. } => {
            all(true, i, 1);
            all(false, m, w);
        }
        MaskOp::Where { m, v, .. } => {
            all(true, m, 1);
            all(true, v, 1);
            all(false, m, 1);
        }
        MaskOp::Line { d, m, .. } => {
            all(true, m, 1);
            all(false, d, 1);
        }
    }
}

fn lists(op: ListOp, see: &mut impl FnMut(Use)) {
    match op {
        ListOp::Clear { l } | ListOp::Ld { l, .. } => see(Use::Fill(l)),
        ListOp::Push { l, s } | ListOp::PushNew { l, s } => {
            see(Use::Read(s));
            see(Use::Change(l));
        }
        ListOp::Len { d, l } | ListOp::First { d, l } | ListOp::Rows { d, l, .. } => {
            see(Use::Look(l));
            see(Use::Write(d));
        }
        ListOp::Get { d, l, i } => {
            see(Use::Look(l));
            gives(see, d, &[i]);
        }
        ListOp::Next { d, l, i, .. } => {
            see(Use::Look(l));
            see(Use::Read(i));
            takes(see, &[d, i]);
        }
        ListOp::Count { d, i, hi, .. } => {
            reads(see, &[i, hi]);
            takes(see, &[d, i]);
        }
        ListOp::Copy { d, s } => {
            see(Use::Look(s));
            see(Use::Fill(d));
        }
        ListOp::Append { d, s } | ListOp::AppendNew { d, s } | ListOp::Minus { d, s } => {
            see(Use::Look(s));
            see(Use::Change(d));
        }
        ListOp::Cut { l, n, .. } => {
            see(Use::Read(n));
            see(Use::Change(l));
        }
        ListOp::FromMask { l, m, w } => {
            words(m, w).for_each(|r| see(Use::Read(r)));
            see(Use::Change(l));
        }
        ListOp::ToMask { m, l, w } => {
            see(Use::Look(l));
            words(m, w).for_each(|r| see(Use::Write(r)));
        }
        ListOp::Has { d, l, s } => {
            see(Use::Look(l));
            gives(see, d, &[s]);
        }
        ListOp::Eq { d, a, b, .. } | ListOp::EqAny { d, a, b, .. } => {
            see(Use::Look(a));
            see(Use::Look(b));
            see(Use::Write(d));
        }
        ListOp::Range { l, a, b } => {
            reads(see, &[a, b]);
            see(Use::Change(l));
        }
        ListOp::Seats { l, from, .. } => {
            reads(see, &[from, 0]);
            see(Use::Change(l));
        }
        ListOp::Line { l, i, .. } => {
            see(Use::Read(i));
            see(Use::Fill(l));
        }
        ListOp::St { l, .. } => see(Use::Look(l)),
        ListOp::Const { l, .. } => see(Use::Change(l)),
    }
}

fn zones(op: ZoneOp, program: &Program, see: &mut impl FnMut(Use)) {
    match op {
        ZoneOp::Of { d, key, .. } => gives(see, d, &[key]),
        ZoneOp::Len { d, z } | ZoneOp::Some { d, z } | ZoneOp::Slot { d, z } => {
            gives(see, d, &[z]);
        }
        ZoneOp::At { d, z, n } => gives(see, d, &[z, n]),
        ZoneOp::Place { d, c } => gives(see, d, &[c]),
        ZoneOp::Mask { m, z } => {
            see(Use::Read(z));
            words(m, program.schema.words).for_each(|r| see(Use::Write(r)));
        }
        ZoneOp::List { l, z } => {
            see(Use::Read(z));
            see(Use::Change(l));
        }
        ZoneOp::Top { l, z, n } | ZoneOp::Bottom { l, z, n } => {
            reads(see, &[z, n]);
            see(Use::Change(l));
        }
        ZoneOp::Known { d, c, p } => gives(see, d, &[c, p]),
        ZoneOp::Holds { d, z, c } => gives(see, d, &[z, c]),
    }
}

fn boards(op: BoardOp, see: &mut impl FnMut(Use)) {
    match op {
        BoardOp::Square { d, z, x, y } => gives(see, d, &[z, x, y]),
        BoardOp::Spot { d, z, x, y, t } => gives(see, d, &[z, x, y, t]),
        BoardOp::Tile { d, q } | BoardOp::Part { d, q } | BoardOp::Trait { d, q, .. } => {
            gives(see, d, &[q]);
        }
        BoardOp::Edge { d, q, side }
        | BoardOp::TraitOn { d, q, side, .. }
        | BoardOp::Next { d, q, side } => gives(see, d, &[q, side]),
        BoardOp::X { d, s, .. }
        | BoardOp::Y { d, s, .. }
        | BoardOp::Turn { d, s }
        | BoardOp::Over { d, s }
        | BoardOp::Beside { d, s }
        | BoardOp::Key { d, s, .. } => gives(see, d, &[s]),
        BoardOp::Squares { l, z: r } | BoardOp::SpotSquares { l, s: r } => {
            see(Use::Read(r));
            see(Use::Change(l));
        }
        BoardOp::On { l, c, z: r } | BoardOp::Cover { l, c, q: r } => {
            reads(see, &[c, r]);
            see(Use::Change(l));
        }
        BoardOp::Keys { l, .. } => see(Use::Change(l)),
        BoardOp::Minus { d, s, .. } | BoardOp::AppendNew { d, s, .. } => {
            see(Use::Look(s));
            see(Use::Change(d));
        }
        BoardOp::Most { l } => see(Use::Look(l)),
    }
}

fn effects(op: Effect, see: &mut impl FnMut(Use)) {
    match op {
        Effect::Set { i, s, .. } | Effect::Add { i, s, .. } => reads(see, &[i, s]),
        Effect::Move { c, z, n, .. } => reads(see, &[c, z, n]),
        Effect::MoveByLot { c, z, n, fell, .. } => reads(see, &[c, z, n, fell]),
        Effect::Draw { d, from, z, n, .. } => gives(see, d, &[from, z, n]),
        Effect::Swap { a, b } => reads(see, &[a, b]),
        Effect::Shuffle { z } => reads(see, &[z]),
        Effect::Lot { l } => see(Use::Change(l)),
        Effect::LotTo { d, l, z } => {
            see(Use::Change(l));
            gives(see, d, &[z]);
        }
        Effect::Show { l, m } | Effect::Hide { l, m } => {
            see(Use::Look(l));
            see(Use::Read(m));
        }
        Effect::ShowCounter { i, m, .. } => reads(see, &[i, m]),
        Effect::Say { .. }
        | Effect::Aside { .. }
        | Effect::Fresh { .. }
        | Effect::Remember { .. }
        | Effect::AtOnce => {}
    }
}

/// What is remembered.
fn memos(n: u16, program: &Program, see: &mut impl FnMut(Use)) {
    for part in &program.memos[usize::from(n)].parts {
        match part {
            MemoPart::Reg(r) => see(Use::Read(*r)),
            MemoPart::Mask(m, w) => words(*m, *w).for_each(|r| see(Use::Read(r))),
            MemoPart::List(l) => see(Use::Look(*l)),
            MemoPart::Things { .. } => {}
        }
    }
}

fn flow(op: Flow, see: &mut impl FnMut(Use)) {
    match op {
        Flow::RunsOut { z: r, .. } | Flow::Who { m: r, .. } | Flow::Won { m: r } => {
            reads(see, &[r]);
        }
        Flow::FrameNext { d, .. } | Flow::FrameNextL { d, .. } => takes(see, &[d]),
        Flow::Call { .. }
        | Flow::Return
        | Flow::Forget { .. }
        | Flow::StageEnter { .. }
        | Flow::StageNext { .. }
        | Flow::StageElem { .. }
        | Flow::SiteEnter { .. }
        | Flow::Ask { .. }
        | Flow::MoveEnd { .. }
        | Flow::Again
        | Flow::End { .. }
        | Flow::Lost
        | Flow::Drawn
        | Flow::PlayEnd
        | Flow::SetupEnd
        | Flow::RefereeEnd => {}
    }
}
