//! Statements.

use super::Page;
use super::scope::{Scope, listed, stage_word};
use crate::ir::{
    At, Choose, Chooser, Domain, End, Entry, EntryKind, Expr, Offer, SetOp, Stage, StageId,
    StageName, Stmt, StmtKind,
};

impl<'b> Page<'b> {
    pub(super) fn stmt(&mut self, scope: Scope<'b>, stmt: &'b Stmt) {
        match &stmt.kind {
            StmtKind::If(test, then, otherwise) => {
                self.branches(scope, format!("if {}", scope.expr(test)), then, otherwise);
            }
            StmtKind::IfThere(local, of, then, otherwise) => {
                let head = format!("if there is {} in {}", scope.local(*local), scope.domain(of));
                self.branches(scope, head, then, otherwise);
            }
            StmtKind::ForEach(local, of, body) => {
                self.line(format!("for each {} in {}", scope.local(*local), scope.domain(of)));
                self.block(scope, body);
            }
            StmtKind::Repeat(test, body) => {
                self.line(format!("repeat until {}", scope.expr(test)));
                self.block(scope, body);
            }
            StmtKind::Stage(stage) => self.stage(scope, stage),
            StmtKind::Choose(choose) => self.choose(scope, choose),
            _ => self.line(scope.effect(stmt)),
        }
    }

    fn branches(
        &mut self,
        scope: Scope<'b>,
        head: String,
        then: &'b [Stmt],
        otherwise: &'b [Stmt],
    ) {
        self.line(head);
        self.block(scope, then);
        if !otherwise.is_empty() {
            self.line("else");
            self.block(scope, otherwise);
        }
    }

    fn stage(&mut self, scope: Scope<'b>, stage: &'b Stage) {
        let over = stage.over.as_ref().map(|(name, of)| {
            let name = match name {
                StageName::Me => "me".to_owned(),
                StageName::Local(id) => scope.local(*id),
            };
            format!(" {name} in {}", scope.domain(of))
        });
        self.line(format!("{}{}", scope.stage_name(stage.id), over.unwrap_or_default()));
        self.inside(|page| page.ends(scope, &stage.ends));
        self.block(scope, &stage.body);
    }

    fn choose(&mut self, scope: Scope<'b>, choose: &'b Choose) {
        let by = match &choose.by {
            Chooser::Me => "me".to_owned(),
            Chooser::Seat(seat) => scope.expr(seat),
            Chooser::Chance => "chance".to_owned(),
            Chooser::Each(of) => format!("each {}", scope.domain(of)),
            Chooser::Race(of) => format!("race of {}", scope.domain(of)),
        };
        let asking =
            choose.asking.map(|t| format!(" asking {}", scope.text(t))).unwrap_or_default();
        let until = if choose.until_all_pass { " until all pass" } else { "" };
        let may = if matches!(choose.what, Offer::Values { may: true, .. }) {
            "may choose"
        } else {
            "choose"
        };
        let secretly = if choose.secretly.is_some() { " secretly" } else { "" };
        self.line(format!("{may} by {by}{secretly}{asking}{until}"));
        self.inside(|page| match &choose.what {
            Offer::Menu(tiers) => {
                for (at, tier) in tiers.iter().enumerate() {
                    let word = if at == 0 { "" } else { "otherwise " };
                    let entries: Vec<_> = tier.iter().map(|e| scope.entry(e)).collect();
                    page.line(format!("{word}{}", entries.join(" or ")));
                }
            }
            Offer::Values { steps, .. } => {
                for step in steps {
                    page.line(scope.step(step));
                }
            }
        });
    }
}

impl Scope<'_> {
    /// A statement of one line.
    pub(super) fn effect(self, stmt: &Stmt) -> String {
        match &stmt.kind {
            StmtKind::Let(local, value) => {
                format!("let {} = {}", self.typed(*local), self.expr(value))
            }
            StmtKind::Call { deed, args, into } => {
                let into = into.map(|l| format!("let {} = ", self.local(l))).unwrap_or_default();
                format!("{into}do {}({})", self.deed_name(*deed), listed(args, |a| self.expr(a)))
            }
            StmtKind::Set(place, op, value) => {
                let sign = match op {
                    SetOp::To => "=",
                    SetOp::Plus => "+=",
                    SetOp::Minus => "-=",
                };
                format!("{} {sign} {}", self.place(place), self.expr(value))
            }
            StmtKind::Move { cards, to, at } => self.moved(cards, to, at),
            StmtKind::Swap(a, b) => format!("swap {} with {}", self.expr(a), self.expr(b)),
            StmtKind::Shuffle(zone) => format!("shuffle {}", self.expr(zone)),
            StmtKind::Show(cards, to) => {
                format!("show {} to {}", self.domain(cards), self.domain(to))
            }
            StmtKind::Hide(cards, from) => {
                format!("hide {} from {}", self.domain(cards), self.domain(from))
            }
            StmtKind::ShowCounter(place, to) => {
                format!("show {} to {}", self.place(place), self.domain(to))
            }
            StmtKind::End(end) => self.end(end),
            StmtKind::Give(Some(value)) => format!("give {}", self.expr(value)),
            StmtKind::Give(None) => "give".to_owned(),
            StmtKind::Say(text) => format!("say {}", self.text(*text)),
            StmtKind::Aside(Some(who)) => format!("aside {}", self.text(*who)),
            StmtKind::Aside(None) => "aloud".to_owned(),
            StmtKind::Again => "again".to_owned(),
            StmtKind::Remember(all) => format!("remember({})", listed(all, |n| self.noted(n))),
            StmtKind::If(..)
            | StmtKind::IfThere(..)
            | StmtKind::ForEach(..)
            | StmtKind::Repeat(..)
            | StmtKind::Stage(_)
            | StmtKind::Choose(_) => "…".to_owned(),
        }
    }

    fn moved(self, cards: &Domain, to: &Expr, at: &At) -> String {
        let at = match at {
            At::Usual => String::new(),
            At::Top => " at top".to_owned(),
            At::Bottom => " at bottom".to_owned(),
            At::Place(place) | At::Spot(place) => format!(" at {}", self.expr(place)),
        };
        format!("move {} to {}{at}", self.domain(cards), self.expr(to))
    }

    fn end(self, end: &End) -> String {
        match end {
            End::Won(by) => format!("end game won by {}", self.domain(by)),
            End::Lost => "end game lost".to_owned(),
            End::Drawn => "end game drawn".to_owned(),
            End::Stage(stages) => format!("end {}", listed(stages, |s| self.stage_name(*s))),
        }
    }

    fn stage_name(self, id: StageId) -> String {
        let stage = &self.book[id];
        let title = stage.title.map(|t| format!(" {}", self.text(t))).unwrap_or_default();
        format!("{}#{}{title}", stage_word(stage.word), id.0)
    }

    fn entry(self, entry: &Entry) -> String {
        let may = if entry.may { "may " } else { "" };
        let what = match &entry.what {
            EntryKind::Pass => "pass".to_owned(),
            EntryKind::Move(id, args) => {
                format!("{}({})", self.move_name(*id), listed(args, |a| self.expr(a)))
            }
        };
        let limits: String = entry.limits.iter().map(|l| format!(" {}", self.limit(*l))).collect();
        format!("{may}{what}{}{limits}", self.titled(entry.title))
    }
}
