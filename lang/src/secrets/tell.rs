//! What rules tell: texts, and statements under a condition that not everybody can read.
//!
//! What is seen on the table tells everybody how a condition came out; that is said. What leaves no
//! trace there is told only to those who can read the condition; the log narrows it
//! ([`super::weave`]).

use super::asking::asks;
use super::body::Body;
use super::flow::Flow;
use super::readers::Readers;
use super::shape::to_all;
use super::told::Hears;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{Expr, ExprKind, Order, Stmt, StmtKind, TemplatePart, TextId, Type};
use crate::source::Span;

impl<'a> Flow<'a> {
    /// What leaves no trace on the table is told only to those who can read the condition around
    /// it.
    pub(super) fn narrowed(&mut self, stmt: &Stmt, body: &Body) {
        let readers = body.guard();
        if readers == Readers::Everyone {
            return;
        }
        let leaves_none = match &stmt.kind {
            StmtKind::Shuffle(_)
            | StmtKind::Swap(..)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::Call { .. }
            | StmtKind::Stage(_)
            | StmtKind::Say(_)
            | StmtKind::Choose(_) => !asks(self.book, stmt),
            // The order of cards that lie in none is a lot, which is counted with those that only
            // some are told of.
            StmtKind::ForEach(_, cards, _) => {
                let cards_of_no_order =
                    matches!(cards.elem.bare(), Type::Card(_)) && cards.order == Order::Unordered;
                cards_of_no_order && !asks(self.book, stmt) && !self.openly.stands_in(stmt.span)
            }
            StmtKind::Let(..)
            | StmtKind::Set(..)
            | StmtKind::Move { .. }
            | StmtKind::If(..)
            | StmtKind::IfThere(..)
            | StmtKind::Repeat(..)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Remember(_)
            | StmtKind::Aside(_)
            | StmtKind::Again => false,
        };
        // Telling a few players something on purpose is not telling it to all.
        let for_some = if let StmtKind::Show(_, to)
        | StmtKind::Hide(_, to)
        | StmtKind::ShowCounter(_, to) = &stmt.kind
        {
            !to_all(to)
        } else {
            false
        };
        if leaves_none && (for_some || !self.acknowledged(stmt.span)) {
            self.narrow(stmt.span, readers, body);
        }
    }

    /// Only these are told of a statement.
    pub(super) fn narrow(&mut self, span: Span, readers: Readers, body: &Body) {
        let found = self.told.stmts.entry((body.at, span)).or_insert(Readers::Everyone);
        *found = found.and(&readers);
    }

    /// A line is said.
    pub(super) fn said(&mut self, text: TextId, span: Span, body: &mut Body) {
        let hears = body.aside.clone().map_or(Hears::All, Hears::These);
        let guard = body.guard();
        if !all_hear(&guard, &hears) && !self.acknowledged(span) {
            let message =
                "only those who can read the secret condition around this line are told it";
            self.report(Diagnostic::new(Code::W0803, span, message).help(
                "say it only to them with `say \"…\" to …`; if telling everyone is the rule, write \
                 `openly say`",
            ));
        }
        if let Some(who) = body.addressed
            && !self.acknowledged(span)
        {
            let message = "who is told this depends on a secret: those who hear it learn that it \
                           is them";
            self.report(Diagnostic::new(Code::W0808, who, message).help(
                "say it to players who know that it is for them, such as `those p in players where \
                 p.is_thief`, or to all; if telling it is the rule, write `openly say`",
            ));
        }
        self.text_for(text, &hears, body);
    }

    /// A text and those who read it: what they may not see is left out for them.
    pub(super) fn text_for(&mut self, text: TextId, hears: &Hears, body: &mut Body) {
        let book = self.book;
        let template = &book[text];
        for (at, part) in template.parts.iter().enumerate() {
            let TemplatePart::Hole(hole) = part else { continue };
            // Of a card that its readers do not see they read where it lies.
            let known = self.reader.expr(hole, &mut body.names);
            let info = known.info.and(&known.place);
            // A text that a word gives stands elsewhere; what is around it counts.
            let around = body.text.unwrap_or(template.span);
            let outer = body.text.replace(around);
            self.text_within(hole, hears, body);
            body.text = outer;
            if info == Readers::Everyone || self.acknowledged(around) {
                continue;
            }
            let found = self.told.holes.entry((text, at)).or_insert(Readers::Everyone);
            *found = found.and(&info);
            if !all_hear(&info, hears) {
                let message =
                    "not everyone who reads this text may see this value: it is left out for them";
                self.report(Diagnostic::new(Code::W0805, hole.span, message).help(
                    "name only what its readers see, or tell it to those who see it with `say \
                     \"…\" to …`; if telling it is the rule, write `openly` before it",
                ));
            }
        }
    }

    /// The title of what runs, wherever it is read: what it names may have got elsewhere since it
    /// began.
    pub(super) fn title_is_read(&mut self, body: &mut Body) {
        if let Some(title) = body.title {
            self.text_for(title, &Hears::All, body);
        }
    }

    /// A text that is handed to a deed, or stands in a hole.
    pub(super) fn text_within(&mut self, arg: &Expr, hears: &Hears, body: &mut Body) {
        match &arg.kind {
            ExprKind::Text(text) => self.text_for(*text, hears, body),
            ExprKind::If(_, a, b) | ExprKind::Otherwise(a, b) => {
                self.text_within(a, hears, body);
                self.text_within(b, hears, body);
            }
            // A parameter that holds a text was handed on before.
            _ => {}
        }
    }

    /// Whether the rules say `openly` there. Only the last pass counts: it sees what all the others
    /// have found.
    pub(super) fn acknowledged(&mut self, span: Span) -> bool {
        self.openly.covers(span)
    }
}

fn all_hear(readers: &Readers, hears: &Hears) -> bool {
    match hears {
        Hears::All => readers.perhaps_all(),
        Hears::These(seats) => {
            readers.perhaps_all() || readers.reach(&Readers::Only(seats.clone()))
        }
    }
}
