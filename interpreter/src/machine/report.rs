//! What hosts read of a position: path, question, everything that is on the table.

use super::{Evaluator, Executor, Machine, Memory, State};
use crate::ask::{EventKind, PathStep, Snapshot, Tile};
use crate::position::Position;
use crate::program::{Frame, FrameKind, NONE, NOWHERE, StageFrame, UNSET};
use houserules_lang::ir::{
    CardId, Expr, LocalDecl, LocalId, Owner, StageId, TextId, Type, Value, ZoneShape,
};

impl<'a> State<'a> {
    pub(super) fn dumped(self) -> Snapshot {
        let schema = &self.program.schema;
        let mut dump = Snapshot::default();
        for inst in &schema.insts {
            let mut cards = Vec::new();
            if inst.shape == ZoneShape::Slots {
                let places = i64::from(self.pos.places(inst));
                cards.extend((1..=places).map(|n| self.pos.card_at(inst, n).map(CardId)));
            } else {
                self.pos.each_card(inst, schema.words, |c| cards.push(Some(CardId(c))));
            }
            dump.zones.push((inst.zone, inst.key, cards));
            if inst.shape == ZoneShape::Grid {
                let tiles = (0..self.pos.places(inst)).map(|n| self.pos.laid(inst, n));
                let tiles = tiles
                    .map(|t| Tile { card: CardId(t.card), x: t.x, y: t.y, turn: t.turn })
                    .collect();
                dump.grids.push((inst.zone, inst.key, tiles));
            }
        }
        for family in &schema.counters {
            let ty = self.counter_type(family.id);
            let shown = |at: u32| match self.pos.counter(family, at) {
                UNSET => None,
                value => Some(self.to_value(value, &ty)),
            };
            if let Owner::Run(run) = family.owner {
                if self.runs(run) {
                    dump.runs.push((family.id, shown(0)));
                }
                continue;
            }
            for at in 0..family.n {
                if let Owner::Card(kinds) = family.owner
                    && !self.of_kinds(family.lo + at, kinds)
                {
                    continue;
                }
                dump.counters.push((family.id, family.lo + at, shown(u32::from(at))));
            }
        }
        dump.known = (0..schema.cards)
            .map(|c| if self.loc(c) == NOWHERE { 0 } else { self.known(c) })
            .collect();
        dump
    }

    pub(super) fn of_kinds(self, card: u16, kinds: houserules_lang::ir::KindSet) -> bool {
        let book = &self.program.book;
        kinds.has(book[book[CardId(card)].row].kind)
    }

    /// Whether a run is going on.
    pub(super) fn runs(self, run: houserules_lang::ir::Run) -> bool {
        use houserules_lang::ir::{BodyRef, Run};
        (0..self.pos.depth()).any(|level| {
            let frame = self.frame_at(level);
            match (frame.kind, run) {
                (FrameKind::Stage(id), Run::Stage(word)) => {
                    self.program.stage_info(id).is_some_and(|i| i.word == word)
                        && self.pos.get(StageFrame(frame.base).inside())
                }
                (FrameKind::Body(BodyRef::Deed(id)), Run::Deed(of)) => id == of,
                (FrameKind::Body(BodyRef::Move(id)), Run::Move(of)) => id == of,
                _ => false,
            }
        })
    }
}

impl Evaluator<'_> {
    /// The question of a choice, as it stands now.
    pub(super) fn question_of(&mut self, site: u16) -> Option<(TextId, Vec<Value>)> {
        let text = self.program.sites[usize::from(site)].asking?;
        let (me, at, steps) = (self.mem.regs[0], self.mem.at, self.mem.steps);
        self.recall_me();
        let holes = self.text_holes(text);
        (self.mem.regs[0], self.mem.at, self.mem.steps) = (me, at, steps);
        Some((text, holes))
    }
}

impl Executor<'_> {
    /// Writes down that a stage is left by its ending of that number, and by whom its condition
    /// holds.
    pub(super) fn note_left(&mut self, stage: StageId, n: usize, frame: &Frame) {
        if !self.recorder.on {
            return;
        }
        let value = self.state().element_value(stage, self.pos.get(StageFrame(frame.base).value()));
        let whose = self.program.stages[stage.index()].ends[n].whose.clone();
        let seats = whose.map_or(0, |(player, condition)| self.of_whom(player, &condition));
        self.note(|| EventKind::Left { stage, value, ends: n as u16, seats });
    }

    fn of_whom(&self, player: LocalId, condition: &Expr) -> u32 {
        let decl = LocalDecl {
            name: "#player".into(),
            ty: Type::Player,
            per_seat: false,
            span: condition.span,
        };
        let decls = vec![decl; player.index() + 1];
        let (mut mem, mut pos) = (self.mem.clone(), self.pos.clone());
        let mut reader =
            Evaluator { program: self.program, pos: &mut pos, mem: &mut mem, native: None };
        let mut holds = |seat: u8| {
            let mut values = vec![Value::None; decls.len()];
            values[player.index()] = Value::Seat(seat);
            reader.value_of_as(NONE, condition, &decls, &values) == Ok(Value::Bool(true))
        };
        (0..self.program.schema.seats)
            .filter(|seat| holds(*seat))
            .fold(0, |mask, seat| mask | 1 << seat)
    }
}

impl Machine {
    /// What evaluates holes with other registers than the game's.
    pub(super) fn reader<'a>(&'a self, (pos, mem): &'a mut (Position, Memory)) -> Evaluator<'a> {
        Evaluator { program: &self.program, pos, mem, native: None }
    }

    /// The stages that run, outermost first, with the element of each.
    #[must_use]
    pub fn stages(&self) -> Vec<(StageId, Value)> {
        let of = |level: u16| {
            let frame = self.state().frame_at(level);
            let FrameKind::Stage(id) = frame.kind else { return None };
            let base = StageFrame(frame.base);
            let known = id.index() < self.program.book.stages.len();
            let value = (known && self.pos.get(base.inside())).then(|| self.pos.get(base.value()));
            Some((id, self.state().element_value(id, value?)))
        };
        (0..self.pos.depth()).filter_map(of).collect()
    }

    pub(super) fn running_path(&self) -> Vec<PathStep> {
        // Only titles are evaluated, which few paths have.
        let mut copy = None;
        let mut path = Vec::new();
        for level in 0..self.pos.depth() {
            let frame = self.state().frame_at(level);
            match frame.kind {
                FrameKind::Stage(id) if id.index() < self.program.book.stages.len() => {
                    if !self.pos.get(StageFrame(frame.base).inside()) {
                        continue;
                    }
                    let value = self.pos.get(StageFrame(frame.base).value());
                    path.push(PathStep::Stage(id, self.state().element_value(id, value)));
                }
                FrameKind::Body(_) => {
                    let Some(title) = frame.title else { continue };
                    let copy = copy.get_or_insert_with(|| (self.pos.clone(), self.mem.clone()));
                    path.push(PathStep::Titled(title, self.reader(copy).text_holes(title)));
                }
                FrameKind::Stage(..) | FrameKind::Site(..) | FrameKind::Referee => {}
            }
        }
        path
    }

    pub(super) fn open_question(&self) -> Option<(TextId, Vec<Value>)> {
        let site = self.site_here()?;
        self.program.sites[usize::from(site)].asking?;
        let mut copy = (self.pos.clone(), self.mem.clone());
        self.reader(&mut copy).question_of(site)
    }
}
