//! Stages, their endings, and `play`.

use super::layout::Extent;
use super::{Lowered, Lowering};
use crate::program::{
    EndRule, Flow, Frame, FrameKind, ListOp, Loc, Members, Named, Op, Pc, R, StageFrame,
    StoredList, Through,
};
use houserules_lang::ir::{
    Base, Domain, Ends, Expr, ExprKind, LocalId, Quantifier, Rulebook, Stage, StageId, StageName,
    Stmt,
};

/// A test of an element: where the element goes, code, register.
type Test = (Loc, Pc, R);

impl Lowering<'_> {
    /// The frame of `play` as a stage; gives the first byte behind it.
    pub fn lay_play(&mut self, base: u32) -> u32 {
        let id = self.play_stage();
        let frame = self.out.frames.len() as u16;
        self.out.frames.push(Frame {
            kind: FrameKind::Stage(id),
            base,
            size: StageFrame::SIZE,
            entry: 0,
            title: None,
            result: Loc::No,
        });
        self.out[id].frame = frame;
        self.out[id].word = 3;
        base + StageFrame::SIZE
    }

    fn stage_frame(&self, id: StageId) -> StageFrame {
        let frame = usize::from(self.out[id].frame);
        StageFrame(self.out.frames[frame].base)
    }

    /// Code of a stage.
    pub fn stage(&mut self, stmt: &Stmt, stage: &Stage) -> Lowered<()> {
        let frame = self.stage_frame(stage.id);
        match &stage.over {
            None => {
                let s = self.number(1);
                self.emit(Op::St { off: frame.last().at, s });
            }
            Some((_, domain)) => self.stage_domain(stage.id, domain, frame)?,
        }
        self.stage_body(stage, self.slots.extent(stmt))
    }

    fn stage_domain(&mut self, id: StageId, domain: &Domain, frame: StageFrame) -> Lowered<()> {
        let (through, list) = (self.out[id].through, self.out[id].list);
        let next = frame.next().at;
        let last = frame.last().at;
        match (through, &domain.base) {
            (Through::Seats, Base::Players { from, forever, .. }) => {
                let s = match from {
                    Some(from) => self.scalar(from)?,
                    None => self.number(0),
                };
                self.emit(Op::St { off: next, s });
                let left = if *forever { -1 } else { i64::from(self.out.schema.seats) };
                let s = self.number(left);
                self.emit(Op::St { off: last, s });
            }
            (Through::Numbers, Base::Onwards(a)) => {
                let (a, b) = (self.scalar(a)?, self.number(i64::MAX - 1));
                self.emit(Op::St { off: next, s: a });
                self.emit(Op::St { off: last, s: b });
            }
            (Through::Numbers, _) => {
                if let Members::Range(a, b) = self.domain(domain)? {
                    self.emit(Op::St { off: next, s: a });
                    self.emit(Op::St { off: last, s: b });
                }
            }
            (Through::List { wide }, _) => {
                let l = self.as_list(domain)?;
                self.by_lot(Members::List(l), domain);
                let cap = self.cap(domain);
                self.emit(Op::L(ListOp::St {
                    off: StoredList::at(list, wide).len.at,
                    l,
                    wide,
                    cap,
                }));
            }
            _ => {}
        }
        Ok(())
    }

    /// The body of a stage whose elements are known.
    fn stage_body(&mut self, stage: &Stage, extent: Extent) -> Lowered<()> {
        let (id, body, ends) = (stage.id, &stage.body, &stage.ends);
        let over = stage.over.as_ref().map(|(_, domain)| domain);
        self.emit(Op::F(Flow::StageEnter { stage: id.0 }));
        let next = self.pc();
        self.emit(Op::F(Flow::StageNext { stage: id.0 }));
        self.block(body)?;
        if let Some((StageName::Local(local), _)) = &stage.over {
            self.kept_since(next, *local);
        }
        let elem = self.pc();
        self.forget(extent);
        self.emit(Op::F(Flow::StageElem { stage: id.0 }));
        // Nothing falls through to here.
        let rules = self.endings(ends, elem)?;
        let (filter, opponents) = self.as_it_comes(over)?;
        let exit = self.pc();
        let code = &mut self.out[id];
        code.next = next;
        code.elem = elem;
        code.exit = exit;
        code.ends = rules;
        code.filter = filter;
        code.opponents = opponents;
        Ok(())
    }

    /// With `onwards`: what is tested as each element comes.
    fn as_it_comes(&mut self, over: Option<&Domain>) -> Lowered<(Option<Test>, bool)> {
        let Some(domain) = over else { return Ok((None, false)) };
        let opponents = match &domain.base {
            Base::Onwards(_) => false,
            Base::Players { forever: true, opponents, .. } => *opponents,
            _ => return Ok((None, false)),
        };
        let Some((local, condition)) = &domain.filter else { return Ok((None, opponents)) };
        let kept = std::mem::replace(&mut self.keep, true);
        let loc = Loc::Reg(self.own_registers(1));
        self.binds.push((*local, loc));
        let tested = self.fragment(|this| this.scalar(condition));
        self.binds.pop();
        self.keep = kept;
        let (pc, reg) = tested?;
        Ok((Some((loc, pc, reg)), opponents))
    }

    /// Conditions of endings, and what follows them before the code goes on at `then`.
    fn endings(&mut self, ends: &[Ends], then: u32) -> Lowered<Vec<EndRule>> {
        let mut rules = Vec::new();
        for end in ends {
            self.span = end.span;
            let kept = std::mem::replace(&mut self.keep, true);
            let test = self.fragment(|this| this.scalar(&end.condition))?;
            self.keep = kept;
            let body = self.pc();
            self.block(&end.body)?;
            self.span = end.span;
            self.emit(Op::Jmp { to: then });
            let reads = self.reads_of(&end.condition, false);
            let named = if end.at_once { self.named_by(&end.condition) } else { Named::default() };
            let whose = of_any_player(self.book, &end.condition, WITHIN);
            rules.push(EndRule { at_once: end.at_once, test, reads, named, body, whose });
        }
        Ok(rules)
    }

    /// `play`: a stage that must end the game.
    pub fn play(&mut self) -> Lowered<()> {
        let id = self.play_stage();
        let s = self.number(1);
        let frame = self.stage_frame(id);
        self.emit(Op::St { off: frame.last().at, s });
        self.emit(Op::F(Flow::StageEnter { stage: id.0 }));
        let next = self.pc();
        self.emit(Op::F(Flow::StageNext { stage: id.0 }));
        self.block(&self.book.play.block)?;
        let elem = self.pc();
        self.emit(Op::F(Flow::PlayEnd));
        let rules = self.endings(&self.book.ends, elem)?;
        let code = &mut self.out[id];
        code.next = next;
        code.elem = elem;
        code.exit = elem;
        code.ends = rules;
        Ok(())
    }
}

/// Words are looked into so deep.
const WITHIN: u8 = 4;

/// What a condition asks of any player.
fn of_any_player(book: &Rulebook, e: &Expr, depth: u8) -> Option<(LocalId, Expr)> {
    match &e.kind {
        ExprKind::Quantified(Quantifier::Any, local, domain, condition) => {
            let all = matches!(domain.base, Base::Players { from: None, opponents: false, .. });
            let plain = all && domain.filter.is_none() && domain.best.is_none();
            plain.then(|| (*local, (**condition).clone()))
        }
        ExprKind::And(a, b) | ExprKind::Or(a, b) => {
            of_any_player(book, a, depth).or_else(|| of_any_player(book, b, depth))
        }
        ExprKind::Word(word, args) if args.is_empty() && depth > 0 => {
            of_any_player(book, &book[*word].value, depth - 1)
        }
        _ => None,
    }
}
