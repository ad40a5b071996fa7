//! What is running, under the new rules: body by body, each by the text around the statement in
//! which it rests.

use super::matching::{Bound, Match};
use super::resting::{self, Running};
use super::values::Shift;
use super::{Blocked, Migration, Obstacle, Work};
use crate::program::{FrameKind, Pc, Who, header};
use houserules_lang::difference::node::Maker;
use houserules_lang::difference::outline::{Outline, align, of_body};
use houserules_lang::difference::spelling::Sort;
use houserules_lang::ir::{BodyRef, Choose, StageId, StageWord, Stmt, StmtKind};
use houserules_lang::source::Span;

impl<'a> Work<'a> {
    fn makers(&self) -> (Maker<'a>, Maker<'a>) {
        let names = self.names;
        (
            Maker { book: &self.old.book, spelling: &names.old, locals: &[] },
            Maker { book: &self.new.book, spelling: &names.new, locals: &[] },
        )
    }

    /// Frames, run state, and where to go on.
    pub fn control(&mut self, waits: Option<StageId>) -> Migration<()> {
        let no_decision = || Obstacle::new(Blocked::NoDecision, "the game waits for no decision");
        let running = resting::running(self.old, self.from).ok_or_else(no_decision)?;
        self.to.set(header::RUNNING, self.from.get(header::RUNNING));
        self.to.set(header::ME, self.from.get(header::ME));
        self.to.set(header::DEPTH, 0);
        let mut live = [false; 3];
        let mut back: Option<Pc> = None;
        for (at, body) in running.iter().enumerate() {
            let next = running.get(at + 1);
            let stmt = self.resting(body, next, waits).ok_or_else(no_decision)?;
            let new_body = self.names.body(body.body).ok_or_else(|| self.gone(body.body, stmt))?;
            let back_to = match back {
                Some(back) => back,
                None => resting::behind_start(self.new, new_body).ok_or_else(no_decision)?,
            };
            let (a, b) = self.makers();
            let (old, new) = (of_body(a, body.body), of_body(b, new_body));
            let chain = self.follow(&old, &new, stmt)?;
            self.enter_body(body.body, new_body, back_to, &chain)?;
            if body.body == BodyRef::Play {
                self.play_frame()?;
            }
            self.inner_frames(&chain, &mut live, next.is_none() && waits.is_none())?;
            let rest = chain.last().and_then(|m| m.new.stmt);
            back = match (next.map(|n| n.body), rest.map(|s| &s.kind)) {
                (Some(BodyRef::Move(_)), Some(StmtKind::Choose(choose))) => {
                    Some(self.new[choose.id].after)
                }
                (Some(BodyRef::Deed(_)), _) => rest.and_then(|s| resting::behind_call(self.new, s)),
                _ => None,
            };
            if next.is_some() && back.is_none() {
                return Err(no_decision());
            }
        }
        self.running_state(&live)
    }

    /// The statement in which a body rests.
    fn resting(
        &self,
        body: &Running,
        next: Option<&Running>,
        waits: Option<StageId>,
    ) -> Option<&'a Stmt> {
        match next.map(|n| n.body) {
            Some(BodyRef::Deed(deed)) => resting::call(self.old, body.body, deed, next?.back),
            Some(BodyRef::Move(_)) | None => match body.inside.last()? {
                FrameKind::Site(site) => {
                    let site = houserules_lang::ir::SiteId(*site);
                    if next.is_none() && resting::asked(self.old, self.from.pc()) != Some(site) {
                        return None;
                    }
                    resting::choice(self.old, body.body, site)
                }
                FrameKind::Stage(id) if next.is_none() && waits == Some(*id) => {
                    resting::stage(self.old, body.body, *id)
                }
                _ => None,
            },
            Some(_) => None,
        }
    }

    fn gone(&self, body: BodyRef, stmt: &Stmt) -> Obstacle {
        let name = self.body_name(body);
        let message = format!("the game is in the middle of {name}, which is gone");
        Obstacle::new(Blocked::Place, message).at(stmt.span)
    }

    fn body_name(&self, body: BodyRef) -> String {
        let named =
            |sort, at| format!("`{}`", self.names.old.get(sort, at).trim_start_matches('#'));
        match body {
            BodyRef::Deed(id) => named(Sort::Deed, id.index()),
            BodyRef::Move(id) => named(Sort::Move, id.index()),
            BodyRef::Setup => "the set-up".into(),
            BodyRef::Play => "`play`".into(),
            BodyRef::Word(_) | BodyRef::RunsOut(_) | BodyRef::Test(_) | BodyRef::Constant => {
                "a rule".into()
            }
        }
    }

    /// The lines around a statement, from the outside in, and the statement itself, each with its
    /// counterpart.
    fn follow<'o>(
        &self,
        old: &'o Outline<'a>,
        new: &'o Outline<'a>,
        stmt: &Stmt,
    ) -> Migration<Vec<Match<'o>>>
    where
        'a: 'o,
    {
        let lost = |span: Span| {
            let message =
                "the place in the rules where the game is cannot be found in the new ones";
            Obstacle::new(Blocked::Place, message).at(span)
        };
        let way = old.way_to(stmt).ok_or_else(|| lost(stmt.span))?;
        let mut chain: Vec<Match<'o>> = Vec::new();
        let (mut a, mut b) = (old, new);
        for (block, line) in way {
            if let Some(last) = chain.last_mut() {
                last.block = Some(block);
            }
            let (Some(old_lines), Some(new_lines)) = (a.blocks.get(block), b.blocks.get(block))
            else {
                return Err(lost(stmt.span));
            };
            let pairs = align(old_lines, new_lines);
            let found = pairs.iter().find(|(x, _)| *x == Some(line)).and_then(|(_, y)| *y);
            let (Some(x), Some(y)) = (old_lines.get(line), found.and_then(|y| new_lines.get(y)))
            else {
                return Err(lost(old_lines.get(line).map_or(stmt.span, |l| l.span)));
            };
            self.same_place(x, y).map_err(|o| if o.span.is_none() { o.at(x.span) } else { o })?;
            chain.push(Match { old: x, new: y, block: None });
            (a, b) = (x, y);
        }
        Ok(chain)
    }

    /// Whether a game that rests in a line may go on in another one.
    fn same_place(&self, old: &Outline, new: &Outline) -> Migration<()> {
        let same = match (old.stmt.map(|s| &s.kind), new.stmt.map(|s| &s.kind)) {
            (Some(StmtKind::Call { deed: a, .. }), Some(StmtKind::Call { deed: b, .. })) => {
                self.names.deed(*a) == Some(*b)
            }
            (Some(StmtKind::Stage(a)), Some(StmtKind::Stage(b))) => self.same_stage(a.id, b.id),
            (Some(StmtKind::ForEach(_, a, _)), Some(StmtKind::ForEach(_, b, _))) => {
                self.fits(&a.elem, &b.elem)
            }
            (Some(a), Some(b)) => std::mem::discriminant(a) == std::mem::discriminant(b),
            _ => old.label == new.label,
        };
        if same {
            return Ok(());
        }
        let message = "the place in the rules where the game is has become something else";
        Err(Obstacle::new(Blocked::Place, message))
    }

    fn same_stage(&self, old: StageId, new: StageId) -> bool {
        let (a, b) = (&self.old[old], &self.new[new]);
        a.word == b.word
            && a.sets_me == b.sets_me
            && std::mem::discriminant(&a.through) == std::mem::discriminant(&b.through)
            && self.fits(self.old.element_type(old), self.new.element_type(new))
    }

    /// A frame on top of those that are running.
    pub fn push(&mut self, frame: u16, back: Pc) -> Migration<()> {
        let depth = self.to.get(header::DEPTH);
        if depth >= self.new.schema.depth {
            return Err(Obstacle::new(
                Blocked::Place,
                "more is running than the new rules can hold",
            ));
        }
        let entry = self.new.schema.level(depth);
        self.to.set(entry.frame(), frame);
        self.to.set(entry.back(), back);
        self.to.set(header::DEPTH, depth + 1);
        Ok(())
    }

    fn enter_body(
        &mut self,
        old: BodyRef,
        new: BodyRef,
        back: Pc,
        chain: &[Match],
    ) -> Migration<()> {
        let frame = self.new.bodies.get(&new).copied();
        let frame = frame.ok_or_else(|| Obstacle::new(Blocked::Place, "a running rule is gone"))?;
        self.push(frame, back)?;
        if let Some(run) = new.run() {
            self.run_counters(run, Shift::default())?;
        }
        let bound = Bound::of(&self.old.book, old, chain.iter().map(|m| (m.old, m.block)));
        let wanted = Bound::of(&self.new.book, new, chain.iter().map(|m| (m.new, m.block)));
        self.locals(old, new, &bound, &wanted)
    }

    /// Stages, loops and the choice of a body.
    fn inner_frames(&mut self, chain: &[Match], live: &mut [bool; 3], asks: bool) -> Migration<()> {
        for (at, here) in chain.iter().enumerate() {
            let last = at + 1 == chain.len();
            let (Some(old), Some(new)) = (here.old.stmt, here.new.stmt) else { continue };
            match (&old.kind, &new.kind) {
                (StmtKind::ForEach(_, a, _), StmtKind::ForEach(_, b, _)) => {
                    self.loop_members(old, a, new, b)?;
                }
                (StmtKind::Stage(a), StmtKind::Stage(b)) => {
                    self.stage_frame(a, b, live)?;
                    if last {
                        self.to.set(header::PC, self.new[b.id].next);
                    }
                }
                (StmtKind::Choose(a), StmtKind::Choose(b)) if last => {
                    self.choice(here, a, b, asks)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The choice in which a body rests: as it stands if its text is the same, or a move chosen
    /// there is running; otherwise it is put anew.
    fn choice(&mut self, here: &Match, a: &Choose, b: &Choose, asks: bool) -> Migration<()> {
        let (old, new) = (&self.old[a.id], &self.new[b.id]);
        let same = here.old.hash == here.new.hash && self.offers_stay(a, b, here);
        if asks && !same {
            let start = here.new.stmt.and_then(|stmt| self.new.marks.get(&stmt.id)).copied();
            let start = start
                .ok_or_else(|| Obstacle::new(Blocked::Place, "the choice that is open is gone"))?;
            self.to.set(header::PC, start);
            // Who has answered, and how many, nobody is told.
            if matches!(old.who, Who::Each | Who::Race) {
                self.notes.push(
                    "what has been answered is dropped: what is asked has changed, so it is asked \
                     anew"
                        .into(),
                );
            }
            return Ok(());
        }
        if old.who != new.who {
            return Err(Obstacle::new(
                Blocked::Place,
                "others are asked now than those who are choosing",
            ));
        }
        self.push(new.frame, 0)?;
        self.site_frame(a, b, here)?;
        if asks {
            self.to.set(header::PC, new.ask);
            if new.who == Who::Chance {
                // Asking anew draws the event's number anew.
                let number = self.to.get(header::CHANCE);
                self.to.set(header::CHANCE, number.saturating_sub(1));
            }
        }
        Ok(())
    }

    /// Counters and limits of the running round, turn and phase.
    fn running_state(&mut self, live: &[bool; 3]) -> Migration<()> {
        for (at, word) in
            [StageWord::Round, StageWord::Turn, StageWord::Phase].into_iter().enumerate()
        {
            if live.get(at) == Some(&true) {
                self.run_state(word, Shift::default())?;
            }
        }
        Ok(())
    }
}
