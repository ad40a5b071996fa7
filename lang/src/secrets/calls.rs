//! Follows what is handed on to deeds, and what they give.

use super::body::Body;
use super::changes::Thing;
use super::flow::Flow;
use super::lore::lower;
use super::parts::Call;
use super::readers::{Known, Passed, Readers, Seat};
use super::shown::AllShown;
use super::told::Hears;
use crate::ir::{BodyRef, Expr, LocalId, Type};
use crate::source::Span;
use std::collections::BTreeSet;

impl<'a> Flow<'a> {
    pub(super) fn call(
        &mut self,
        Call { deed, args, into }: Call<'_>,
        span: Span,
        body: &mut Body,
    ) -> AllShown {
        let (known, passed) = self.passed(args, Some(Seat::Me), body);
        if !self.all_know_it_is_done(body) && !self.done_in_secret[deed.index()] {
            (self.done_in_secret[deed.index()], self.changed) = (true, true);
        }
        let changed = self.changes.deed(deed);
        for (at, mut known) in known.into_iter().enumerate() {
            if let Some(id) = known.zone.filter(|id| changed.has(Thing::Zone(*id)))
                && matches!(args[at].ty, Type::Zone(_))
            {
                known.face = self.reader.coming_to(id, &known.lies);
            }
            self.changed |= lower(&mut self.reader.lore.deeds[deed.index()][at], known);
        }
        self.pass_twins(BodyRef::Deed(deed), args, body);
        self.shown_in_deed(deed, &passed, body);
        let seats: Vec<_> =
            args.iter().map(|arg| self.reader.expr(arg, &mut body.names).seat).collect();
        let mut shown = self.shown_behind(deed, &seats, body);
        self.carried_out(deed, &seats, span, body);
        let whole = &mut self.whole[deed.index()];
        let before = whole.len();
        whole.retain(|deck| body.names.whole.contains(deck));
        self.changed |= whole.len() != before;
        body.names.whole.clear();
        if let Some(local) = into {
            let mut result = self.results[deed.index()].clone();
            if body.names.is_bound(local) {
                self.forget(local, body);
                result.info = result.info.and(&body.guard());
            }
            body.names.no_twins(local);
            body.names.bind(local, result);
            self.may_be_others(local, &BTreeSet::new(), body);
            let anew = |seat: &Option<Seat>| seat.is_some_and(|seat| seat.is_named(local));
            shown.retain_others(|(_, whose, to)| !anew(whose) && !anew(to));
        }
        shown
    }

    /// Whether what is done here is done whatever secrets come to.
    pub(super) fn all_know_it_is_done(&self, body: &Body) -> bool {
        let within = body.deed.is_some_and(|deed| self.done_in_secret[deed.index()]);
        !within && body.guard() == Readers::Everyone
    }

    /// Arguments as the body that is called sees them, and what seats are called there.
    pub(super) fn passed(
        &mut self,
        args: &[Expr],
        acts: Option<Seat>,
        body: &mut Body,
    ) -> (Vec<Known>, Passed) {
        args.iter().for_each(|arg| self.text_within(arg, &Hears::All, body));
        let known: Vec<_> = args.iter().map(|arg| self.reader.expr(arg, &mut body.names)).collect();
        let seats = args
            .iter()
            .zip(&known)
            .enumerate()
            .filter(|(_, (arg, _))| *arg.ty.bare() == Type::Player);
        let seats = seats.map(|(at, (_, known))| (known.seat, LocalId(at as u16))).collect();
        let passed = Passed { acts, seats };
        (known.iter().map(|k| k.abroad(&passed)).collect(), passed)
    }

    pub(super) fn give(&mut self, value: &Expr, body: &mut Body) {
        let known = self.reader.expr(value, &mut body.names);
        // Which of several results it is tells how the conditions on the way came out.
        let known = Known { info: known.info.and(&body.guard()), ..known };
        let known = known.abroad(&Passed { acts: Some(Seat::Me), ..Passed::default() });
        let Some(deed) = body.deed else { return };
        let result = &mut self.results[deed.index()];
        let lowered = result.and(&known);
        self.changed |= *result != lowered;
        *result = lowered;
    }
}
