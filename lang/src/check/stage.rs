//! Stages, their endings, and `end`.

use super::body_checker::{BodyChecker, WHETHER_IT_ENDS, WHOSE_TURN};
use super::domain::seats_of;
use super::graph::{Acting, Need};
use super::place::Give;
use super::scope::{Bound, Scope};
use super::types::shown;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{
    self, Base, Domain, End, Ends, Order, StageInfo, StageName, StageWord as IrWord, Stmt,
    StmtKind, Type,
};
use crate::source::Span;
use crate::syntax::ast::{self, StageWord};

/// A stage's word in the rulebook.
pub(super) fn ir_word(word: StageWord) -> IrWord {
    match word {
        StageWord::Round => IrWord::Round,
        StageWord::Turn => IrWord::Turn,
        StageWord::Phase => IrWord::Phase,
    }
}

impl BodyChecker<'_> {
    pub fn stage(&mut self, stage: &ast::Stage, span: Span, to: &mut Vec<Stmt>) -> Option<()> {
        let mark = self.scope.open();
        let known = self.facts.all();
        self.change();
        let around = self.place.around.clone();
        let over = match &stage.binder {
            Some(binder) => self.stage_binder(binder).map(Some),
            None => Some(None),
        };
        if over.is_none()
            && let Some(binder) = &stage.binder
            && &*binder.name.text != "me"
        {
            self.bind(&binder.name, Bound::Broken);
        }
        let raw_title = stage.title.as_ref().map(|t| t.raw.clone());
        self.place.around.stages.push((stage.word, raw_title.clone()));
        let sets_me = stage.binder.as_ref().is_some_and(|b| &*b.name.text == "me");
        if sets_me {
            self.place.around.me = Acting::Known;
        }
        let title = self.maybe_text(stage.title.as_ref());
        let info = StageInfo {
            word: ir_word(stage.word),
            title,
            raw_title,
            sets_me,
            body: self.place.at,
            span,
        };
        let id = self.out.tables.stage(info);
        self.out.tables.openly(openly_first(&stage.body.stmts));
        let (ends, rest) = ends_first(&stage.body.stmts);
        let conditions: Vec<_> = ends.iter().map(|(e, _)| self.ends_condition(e)).collect();
        let mut body = Vec::new();
        self.stmts(rest, &mut body);
        self.scope.close(mark);
        self.place.around = around;
        let mut typed = Vec::new();
        for ((end, at), condition) in ends.iter().zip(conditions) {
            let block = self.ends_block(end);
            if let Some(condition) = condition {
                typed.push(Ends { at_once: end.at_once, condition, body: block, span: *at });
            }
        }
        self.facts.restore(known);
        self.change();
        let stage = ir::Stage { id, over: over?, ends: typed, body };
        to.push(Stmt::open(StmtKind::Stage(Box::new(stage)), span));
        Some(())
    }

    /// What a stage goes through.
    fn stage_binder(&mut self, binder: &ast::Binder) -> Option<(StageName, Domain)> {
        // `those p in players onwards where c`: c is asked of each as they come.
        let named = binder.domain.endless_those().unwrap_or(binder);
        let d = &named.domain;
        let base = self.base_with_onwards(d, None)?;
        let sets_me = &*binder.name.text == "me";
        let open = sets_me && d.onwards;
        let me = if open { Acting::Refused(WHOSE_TURN) } else { self.place.around.me };
        let (name, kind) = (&named.name, named.kind.as_ref());
        let members = self.acting(me, |cx| cx.filtered(base, name, kind, d))?;
        if sets_me {
            let domain = seats_of(self.env, &mut self.out.reports, members.domain)?;
            return Some((StageName::Me, domain));
        }
        if let (Base::Players { forever: true, .. }, false) = (&members.domain.base, d.onwards) {
            return None;
        }
        let local = self.bind_member(&binder.name, &members);
        Some((StageName::Local(local), members.domain))
    }

    /// When a stage ends.
    pub fn ends_condition(&mut self, ends: &ast::Ends) -> Option<ir::Expr> {
        self.acting(Acting::Refused(WHETHER_IT_ENDS), |cx| cx.condition(&ends.condition))
    }

    /// What follows when a stage has ended.
    pub fn ends_block(&mut self, ends: &ast::Ends) -> Vec<Stmt> {
        let Some(block) = &ends.body else { return Vec::new() };
        let may = self.place.may.clone();
        self.place.may.give = Give::Not;
        self.place.may.again = false;
        let place = "after a stage has ended";
        let quiet = self.place.around.quiet.replace(place);
        let body = self.acting(Acting::Refused(place), |cx| cx.block(block));
        self.place.around.quiet = quiet;
        self.place.may = may;
        body
    }

    pub fn end(&mut self, end: &ast::End, span: Span) -> Option<StmtKind> {
        self.change();
        match end {
            ast::End::Lost => Some(StmtKind::End(End::Lost)),
            ast::End::Drawn => Some(StmtKind::End(End::Drawn)),
            ast::End::Won(domain) => {
                if let Some(said) = won_by_a_number(&self.scope, domain) {
                    return self.wrong(said);
                }
                let winners = self.domain(domain, Some(&Type::Player))?;
                if winners.elem == Type::None {
                    let base = Base::Items(Vec::new());
                    let nobody =
                        super::types::plain(base, Type::Player, Order::Unordered, winners.span);
                    return Some(StmtKind::End(End::Won(nobody)));
                }
                if winners.elem != Type::Player {
                    let have = shown(self.env, &winners.elem);
                    return self.wrong(
                        Diagnostic::new(
                            Code::E0404,
                            winners.span,
                            format!("players win, but this is `{have}`"),
                        )
                        .help(
                            "name players: `end game won by me`, or `end game won by players with \
                             most score`",
                        ),
                    );
                }
                Some(StmtKind::End(End::Won(winners)))
            }
            ast::End::Stage(word, title) => {
                let title = title.as_ref().map(|t| t.raw.clone());
                self.need(Need::End(*word, title.clone()), span);
                // Which stages are meant is known when all of them are.
                let number = self.out.tables.end(*word, title);
                Some(StmtKind::End(End::Stage(vec![number])))
            }
        }
    }
}

/// `end game won by score`, where each player has a score.
fn won_by_a_number(scope: &Scope<'_>, domain: &ast::Domain) -> Option<Diagnostic> {
    let ast::DomainBase::List(list) = &domain.base else { return None };
    let ast::ExprKind::Name(name) = &list.kind else { return None };
    let text = &name.text;
    let known = scope.knows(text);
    let plain = domain.best.is_none() && domain.filter.is_none();
    if known || !plain || !scope.env.has_member(&Type::Player, text) {
        return None;
    }
    let said = format!("players win, but `{text}` is something that each of them has");
    Some(
        Diagnostic::new(Code::E0404, name.span, said)
            .help(format!("write `end game won by players with most {text}`")),
    )
}

/// Which endings at the top of a block tell openly.
pub(super) fn openly_first(stmts: &[ast::Stmt]) -> impl Iterator<Item = Span> {
    let ends = stmts.iter().take_while(|s| matches!(s.kind, ast::StmtKind::Ends(_)));
    ends.filter(|s| s.openly).map(|s| s.span)
}

/// The endings at the top of a block, and what follows them.
pub(super) fn ends_first(stmts: &[ast::Stmt]) -> (Vec<(&ast::Ends, Span)>, &[ast::Stmt]) {
    let count = stmts.iter().take_while(|s| matches!(s.kind, ast::StmtKind::Ends(_))).count();
    let (ends, rest) = stmts.split_at(count);
    let ends = ends
        .iter()
        .filter_map(|s| match &s.kind {
            ast::StmtKind::Ends(ends) => Some((ends, s.span)),
            _ => None,
        })
        .collect();
    (ends, rest)
}
