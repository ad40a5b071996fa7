//! Choices: what is on offer, who is asked, and what those who are asked may read.

use super::body::Body;
use super::flow::Flow;
use super::lore::lower;
use super::readers::{Known, KnownExpr, Readers, Seat, Verdict};
use super::told::{Hears, Seen};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{
    BodyRef, Choose, Chooser, Entry, EntryKind, Expr, ExprKind, MoveId, Offer, Pick, Step, Type,
};
use crate::source::Span;

impl<'a> Flow<'a> {
    pub(super) fn choose(&mut self, choose: &'a Choose, span: Span, body: &mut Body) {
        let chooser = match &choose.by {
            Chooser::Chance => None,
            Chooser::Me => Some(Seat::Me),
            Chooser::Seat(who) => {
                let who = self.reader.expr(who, &mut body.names);
                self.asked_of(&who.info, span);
                Some(self.named(choose, who.seat, body))
            }
            Chooser::Each(seats) | Chooser::Race(seats) => {
                let info = self.reader.domain(seats, &mut body.names).info;
                self.asked_of(&info, span);
                Some(Seat::Me)
            }
        };
        if chooser.is_some() {
            self.happens(&Seen::by_all(span, "asking here"), body);
        }
        if let Some(text) = choose.asking {
            let hears = chooser.map_or(Hears::All, |seat| Hears::These(vec![seat]));
            self.text_for(text, &hears, body);
        }
        match (&choose.what, chooser) {
            (Offer::Values { steps, .. }, None) if choose.secretly.is_some() => {
                self.thrown(steps, body);
            }
            (Offer::Values { steps, .. }, None) => self.by_chance(steps, span, body),
            (Offer::Values { steps, .. }, Some(seat)) => match &choose.by {
                Chooser::Each(_) | Chooser::Race(_) => self.together(choose, steps, body),
                Chooser::Me | Chooser::Seat(_) | Chooser::Chance => {
                    for step in steps {
                        self.chosen(choose, step, seat, body);
                    }
                }
            },
            (Offer::Menu(tiers), _) => {
                let at_once = matches!(choose.by, Chooser::Each(_) | Chooser::Race(_));
                if at_once {
                    self.still_fits(tiers, span, body);
                }
                if let Some(seat) = chooser {
                    let entries: Vec<_> = tiers.iter().flatten().collect();
                    self.entries_differ(&entries, seat, body);
                }
                let acts = chooser.filter(|_| matches!(choose.by, Chooser::Me | Chooser::Seat(_)));
                for entry in tiers.iter().flatten() {
                    if let EntryKind::Move(id, args) = &entry.what {
                        self.pass_twins(BodyRef::Move(*id), args, body);
                        let names = at_once.then(|| body.names.clone());
                        if at_once {
                            self.handed_on_at_once(span, body);
                        }
                        self.given(*id, args, acts, body);
                        names.into_iter().for_each(|names| body.names = names);
                        match (acts, chooser) {
                            (Some(seat), _) => self.offered(args, seat, body),
                            (None, Some(_)) => self.as_another(body, |flow, body| {
                                flow.offered(args, Seat::Me, body);
                            }),
                            (None, None) => {}
                        }
                    }
                    entry.limits.iter().for_each(|limit| self.limit(Some(*limit), body));
                    if let Some(title) = entry.title {
                        self.text_for(title, &Hears::All, body);
                    }
                }
            }
        }
    }

    /// What whoever is asked is called: a counter of the table that names them stands for the same
    /// as the name under which it is kept who chose secretly.
    fn named(&mut self, choose: &Choose, seat: Seat, body: &mut Body) -> Seat {
        let (Chooser::Seat(who), Some(local)) =
            (&choose.by, choose.secretly.and_then(|s| s.chooser))
        else {
            return seat;
        };
        let seat = body.names.get(local).seat;
        if let ExprKind::Counter(id, None) = &who.kind {
            body.names.asked.insert(*id, seat);
        }
        seat
    }

    /// What chance draws is told to those who know what it draws from.
    fn by_chance(&mut self, steps: &[Step], span: Span, body: &mut Body) {
        let known = steps.iter().map(|step| self.drawn(step, body));
        let info = known.fold(Readers::Everyone, |all, info| all.and(&info));
        if info == Readers::Everyone {
            return;
        }
        if self.acknowledged(span) {
            // All are told it.
            for step in steps {
                let drawn = body.names.get(step.local);
                body.names.bind(step.local, Known { info: Readers::Everyone, ..drawn });
            }
            return;
        }
        self.narrow(span, info, body);
        let is_card = |step: &Step| matches!(step.domain.elem.bare(), Type::Card(_));
        if steps.iter().all(is_card) {
            return;
        }
        let message = "only those who can see what chance draws from here are told what it gives";
        self.report(Diagnostic::new(Code::W0803, span, message).help(
            "let it draw from what all see, or `show` that to all first; if telling what it gives \
             is the rule, write `openly` before `choose`",
        ));
    }

    /// What chance draws: from how many, how many, and which places, is told by what it draws.
    fn drawn(&mut self, step: &Step, body: &mut Body) -> Readers {
        let mut info = self.how_many(step, body);
        info = info.and(&self.bind_member(step.local, &step.domain, body));
        if let Some(whole) = &step.whole {
            info = info.and(&self.reader.expr(whole, &mut body.names).info);
        }
        let drawn = body.names.get(step.local);
        // Who may be drawn need not know who is.
        let itself = |s: Seat| if s.is_named(step.local) { Seat::Somebody } else { s };
        let info = drawn.info.and(&info).renamed(&itself);
        body.names.bind(step.local, Known { info: info.clone(), ..drawn });
        info
    }

    /// What nobody is told that chance gives. To those who know what it draws from, it tells
    /// nothing but itself.
    fn thrown(&mut self, steps: &[Step], body: &mut Body) {
        for step in steps {
            let info = self.drawn(step, body);
            let drawn = body.names.get(step.local);
            body.names.bind(step.local, Known { info: Readers::NOBODY, ..drawn });
            body.names.thrown.insert(step.local, info);
        }
    }

    /// Each of several is `me` to the steps.
    fn together(&mut self, choose: &Choose, steps: &[Step], body: &mut Body) {
        let mut chosen = Vec::new();
        self.as_another(body, |flow, body| {
            for step in steps {
                flow.chosen(choose, step, Seat::Me, body);
                chosen.push((step.local, body.names.get(step.local)));
            }
        });
        // Read by the name of whoever has chosen.
        let chooser = |s: Seat| match s {
            Seat::Me => Seat::Chooser,
            Seat::Beside(_) => Seat::Somebody,
            Seat::Name { .. } | Seat::Somebody | Seat::Shown(_) | Seat::Chooser => s,
        };
        for (local, known) in chosen {
            body.names.bind(local, known.renamed(&chooser));
        }
    }

    /// A step of a choice that may be secret: then only its chooser knows what was chosen.
    fn chosen(&mut self, choose: &Choose, step: &Step, seat: Seat, body: &mut Body) {
        let _ = self.step(step, seat, body);
        if choose.secretly.is_some() {
            let known = body.names.get(step.local);
            let info = Readers::one(seat);
            body.names.bind(step.local, Known { info, chosen: false, ..known });
        } else {
            self.tells_how_many(step, body);
        }
    }

    /// Everybody sees how many were chosen: those who must choose so many cannot help telling it.
    pub(super) fn tells_how_many(&mut self, step: &Step, body: &mut Body) {
        let Pick::Some { least, .. } = &step.pick else { return };
        let decided = self.reader.expr(least, &mut body.names).info;
        let which = "how many are to be chosen";
        let seen = Seen { decided, which, ..Seen::by_all(step.domain.span, "choosing here") };
        self.happens(&seen, body);
    }

    /// Two entries of one action are one if they are given the same card.
    fn entries_differ(&mut self, entries: &[&Entry], chooser: Seat, body: &mut Body) {
        for (at, one) in entries.iter().enumerate() {
            for other in &entries[at + 1..] {
                let (EntryKind::Move(id, args), EntryKind::Move(of, others)) =
                    (&one.what, &other.what)
                else {
                    continue;
                };
                for (a, b) in args.iter().zip(others).filter(|_| id == of) {
                    let [this, that] = [a, b].map(|e| self.reader.expr(e, &mut body.names));
                    let this = KnownExpr { expr: a, known: &this };
                    let that = KnownExpr { expr: b, known: &that };
                    let info = body.names.tell_apart(this, that);
                    self.must_read(&info, chooser, b.span, "what is offered here");
                }
            }
        }
    }

    /// What actions of a menu are given is read on it, cards by where they lie.
    fn offered(&mut self, args: &[Expr], chooser: Seat, body: &mut Body) {
        for arg in args {
            let known = self.reader.expr(arg, &mut body.names);
            let info = known.info.and(&known.place);
            self.must_read(&info, chooser, arg.span, "what is offered here");
        }
    }

    fn given(&mut self, id: MoveId, args: &[Expr], acts: Option<Seat>, body: &mut Body) {
        let (known, passed) = self.passed(args, acts, body);
        self.shown_in_move(id, &passed, body);
        for (at, known) in known.into_iter().enumerate() {
            self.changed |= lower(&mut self.reader.lore.moves[id.index()][at], known);
        }
    }

    /// A step is read by its chooser; what was chosen is known to everyone, a card's face to those
    /// who saw it before. Gives who can tell what may be picked.
    pub(super) fn step(&mut self, step: &Step, chooser: Seat, body: &mut Body) -> Readers {
        let members = self.reader.domain(&step.domain, &mut body.names);
        // What is on offer is called by where it lies.
        let on_offer = members.member.which().and(&members.member.place);
        let mut info = members.info.and(&on_offer).and(&self.how_many(step, body));
        let member = self.reader.name_seat(&members.member, step.local, &step.domain, 0);
        body.names.bind(step.local, Known { info: Readers::Everyone, chosen: true, ..member });
        self.chosen_again(step, body);
        if let Some(whole) = &step.whole {
            info = info.and(&self.reader.expr(whole, &mut body.names).info);
        }
        self.must_read(&info, chooser, step.domain.span, "what may be picked here");
        info
    }

    /// Who can tell how many are to be picked.
    fn how_many(&mut self, step: &Step, body: &mut Body) -> Readers {
        let Pick::Some { least, most } = &step.pick else { return Readers::Everyone };
        let ends = std::iter::once(least).chain(most);
        ends.fold(Readers::Everyone, |info, end| {
            info.and(&self.reader.expr(end, &mut body.names).info)
        })
    }

    pub(super) fn must_read(&mut self, info: &Readers, chooser: Seat, span: Span, what: &str) {
        let verdict = info.include(chooser);
        if verdict != Verdict::Yes {
            self.told.doubtful.insert(span);
        }
        let message = match verdict {
            Verdict::Yes => return,
            Verdict::Perhaps if self.acknowledged(span) => return,
            Verdict::No => Diagnostic::new(
                Code::E0801,
                span,
                format!("{what} depends on another player's secret"),
            )
            .help(
                "whoever chooses would learn it from what is on offer: ask only about what they \
                 may see, show it to them first with `show … to`, or let chance pick with `by \
                 chance`",
            ),
            Verdict::Perhaps => Diagnostic::new(
                Code::W0802,
                span,
                format!("{what} may depend on something the chooser does not see"),
            )
            .help(
                "show it first with `show … to` (if it hangs on whether two cards are the same, \
                 both, where they lie now), or read only what lies open; if they have seen it by \
                 then in a way that cannot be followed here, or if telling it is the rule, write \
                 `openly`",
            ),
        };
        self.report(message.saying("whoever chooses here reads this"));
    }

    pub(super) fn asked_of(&mut self, info: &Readers, span: Span) {
        if *info != Readers::Everyone && !self.acknowledged(span) {
            let message = "who is asked depends on something not everyone sees";
            self.report(Diagnostic::new(Code::W0804, span, message).help(
                "everybody sees who is asked: ask all of them, or decide by what lies open; if \
                 telling it is the rule, write `openly`",
            ));
        }
    }
}
