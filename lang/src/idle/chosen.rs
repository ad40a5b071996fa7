//! Choices that are none: cards picked one by one from a pile that nobody sees, a range with
//! nothing in it, a move that can be made for ever, a tie that always goes to the first seat.

use super::range::Ranges;
use super::visit::{self, Seen};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::{each_in_domain, each_with_words};
use crate::ir::{
    Base, BodyRef, Choose, Chooser, Domain, End, Expr, ExprKind, LimitId, Move, MoveId, Offer,
    Owner, Pick, Rulebook, Seen as SeenBy, SetOp, Step, StmtKind, Type, Value, ZoneShape,
};
use crate::source::Span;
use std::collections::BTreeMap;

/// Tells of choices that are none.
pub(super) fn find(book: &Rulebook) -> Vec<Diagnostic> {
    let mut pass = Pass { book, ranges: Ranges::kept(book), found: BTreeMap::new() };
    for (at, of) in book.moves.iter().enumerate() {
        for step in &of.steps {
            pass.step(BodyRef::Move(MoveId(at as u16)), step);
        }
    }
    visit::all(book, &mut |body, seen| {
        let Seen::Stmt(stmt) = seen else { return };
        match &stmt.kind {
            StmtKind::Choose(choose) => pass.choice(body, choose),
            StmtKind::Stage(stage) => {
                if let Some((_, domain)) = &stage.over {
                    pass.backwards(body, domain);
                }
            }
            StmtKind::ForEach(_, domain, _) => pass.backwards(body, domain),
            StmtKind::End(End::Won(who)) => pass.won(who),
            _ => {}
        }
    });
    pass.found.into_values().collect()
}

struct Pass<'a> {
    book: &'a Rulebook,
    ranges: Ranges<'a>,
    found: BTreeMap<(Span, Code), Diagnostic>,
}

impl Pass<'_> {
    fn say(&mut self, said: Diagnostic) {
        if said.span() != Span::default() {
            self.found.entry((said.span(), said.code)).or_insert(said);
        }
    }

    fn choice(&mut self, body: BodyRef, choose: &Choose) {
        match &choose.what {
            Offer::Values { steps, .. } => {
                for step in steps {
                    self.empty(body, step);
                    self.too_many(body, step);
                    if !matches!(choose.by, Chooser::Chance) {
                        self.face_down(step);
                    }
                }
            }
            Offer::Menu(tiers) => {
                for entry in tiers.iter().flatten() {
                    if let Some(id) = entry.leads_to() {
                        let of = &self.book[id];
                        let one = matches!(choose.by, Chooser::Me | Chooser::Seat(_));
                        if of.again {
                            self.for_ever(of, &entry.limits);
                        } else if choose.until_all_pass && one {
                            self.free(of, &entry.limits);
                        }
                    }
                }
            }
        }
    }

    fn step(&mut self, body: BodyRef, step: &Step) {
        self.empty(body, step);
        self.too_many(body, step);
        self.face_down(step);
    }

    /// `films in 2 of me.screen`, where `screen` holds one.
    fn too_many(&mut self, body: BodyRef, step: &Step) {
        let Pick::Some { least, .. } = &step.pick else { return };
        let least = self.ranges.read(body, least).low;
        let slot = || {
            let Base::Zone(zone) = &step.domain.base else { return None };
            let ExprKind::Zone(id, _) = zone.kind else { return None };
            Some(&self.book[id]).filter(|zone| zone.shape == ZoneShape::Slot)
        };
        let slot = slot();
        let most = if slot.is_some() { Some(1) } else { self.ranges.most(body, &step.domain) };
        let Some(most) = most.filter(|most| *most < least) else { return };
        let said = match slot {
            Some(zone) => {
                format!("`{}` has room for one card: {least} of it can never be picked", zone.name)
            }
            None => format!("there are at most {most} here: {least} can never be picked"),
        };
        let said = Diagnostic::new(Code::W0407, step.domain.span, said);
        self.say(match slot {
            Some(zone) => said
                .beside(zone.span, "declared here")
                .help("pick them from another zone, or pick one: then leave the number out"),
            None => said.help("pick fewer, or pick them from something else"),
        });
    }

    /// `choose stake in $1..$0`
    fn empty(&mut self, body: BodyRef, step: &Step) {
        let Base::Range(from, to) = &step.domain.base else { return };
        let (from, to) = (self.ranges.read(body, from), self.ranges.read(body, to));
        if from.low != i64::MIN && to.high != i64::MAX && from.low > to.high {
            let said = "there is nothing to choose here: the first number is larger than the last";
            self.say(
                Diagnostic::new(Code::W0407, step.domain.span, said)
                    .help("the smaller number comes first, such as `1..6`"),
            );
        }
    }

    /// `round n in rounds..1`
    fn backwards(&mut self, body: BodyRef, domain: &Domain) {
        let Base::Range(from, to) = &domain.base else { return };
        let ExprKind::Const(_) = to.kind else { return };
        let (low, high) = (self.ranges.read(body, from).low, self.ranges.read(body, to).high);
        let written = matches!(from.kind, ExprKind::Const(_));
        if low != i64::MIN && (low > high || low == high && !written) {
            let said =
                "this runs backwards: it begins where it should end, and is done once or never";
            let end = |e: &Expr| {
                if let ExprKind::Option(id) = &e.kind {
                    return Some(self.book[*id].name.clone());
                }
                let ExprKind::Const(Value::Number(n)) = e.kind else { return None };
                Some(n.to_string())
            };
            let turned = end(to).zip(end(from)).filter(|_| domain.elem == Type::Number);
            let help = turned.map_or_else(
                || "the smaller number comes first, such as `1..6`".to_owned(),
                |(low, high)| format!("the smaller number comes first: write `{low}..{high}`"),
            );
            self.say(Diagnostic::new(Code::W0407, domain.span, said).help(help));
        }
    }

    /// `action buy(w in shop)`, where `shop` is a deck.
    fn face_down(&mut self, step: &Step) {
        let Base::Zone(zone) = &step.domain.base else { return };
        let ExprKind::Zone(id, _) = zone.kind else { return };
        let of = &self.book[id];
        let one = matches!(step.pick, Pick::One | Pick::UpToOne);
        if of.shape != ZoneShape::Pile || of.seen != SeenBy::Nobody || !one {
            return;
        }
        let name = &of.name;
        let said =
            format!("`{name}` lies face down, so nobody knows which of its cards they choose");
        let said = Diagnostic::new(Code::W0605, step.domain.span, said);
        self.say(said.beside(of.span, "nobody sees it").help(format!(
            "choose among cards that lie open (lay some out: `move top 3 of {name} to market`), or \
             take the top one: `move top 1 of {name} to …`"
        )));
    }

    /// A move that is asked anew each time, and that nothing it does can ever end.
    fn for_ever(&mut self, of: &Move, limits: &[LimitId]) {
        let bounded = of.limit.is_some()
            || !limits.is_empty()
            || !of.needs.is_empty()
            || of.attempt.is_some();
        let open = of.steps.iter().all(|step| fixed(&step.domain));
        let only_gains = of.body.block.iter().all(|stmt| match &stmt.kind {
            StmtKind::Set(_, SetOp::Plus, value) => {
                matches!(value.kind, ExprKind::Const(Value::Number(1..)))
            }
            StmtKind::Again => true,
            _ => false,
        });
        let again = of.body.block.iter().any(|s| matches!(s.kind, StmtKind::Again));
        let gains = of.body.block.iter().any(|s| matches!(s.kind, StmtKind::Set(..)));
        if again && gains && only_gains && open && !bounded {
            let said = format!(
                "`{}` can be done for ever in one turn: it says `again`, and nothing limits it",
                of.name
            );
            self.say(Diagnostic::new(Code::W0604, of.span, said).help(
                "write `once per turn` below its first line, say what it `needs`, or leave `again` \
                 out",
            ));
        }
    }

    /// A move that may be made until its player passes, needs something, and takes nothing.
    fn free(&mut self, of: &Move, limits: &[LimitId]) {
        let bounded = of.limit.is_some() || !limits.is_empty() || of.attempt.is_some();
        if bounded || of.needs.is_empty() || !of.steps.iter().all(|step| fixed(&step.domain)) {
            return;
        }
        let mut gained = Vec::new();
        for stmt in &of.body.block {
            let StmtKind::Set(place, SetOp::Plus, value) = &stmt.kind else { return };
            let counter = &self.book[place.counter];
            // What has an end may be meant to be filled up.
            let ends = matches!(counter.owner, Owner::Run(_)) || counter.range.is_some();
            if ends || !matches!(value.kind, ExprKind::Const(Value::Number(1..))) {
                return;
            }
            gained.push(place.counter);
        }
        let mut told = !gained.is_empty();
        let mut asked = |e: &Expr| {
            each_with_words(self.book, e, &mut |e| {
                told &= !matches!(&e.kind, ExprKind::Counter(id, _) if gained.contains(id));
            });
        };
        // A turn may be over when enough is gained.
        visit::all(self.book, &mut |_, seen| {
            if let Seen::Stmt(stmt) = seen
                && let StmtKind::Stage(stage) = &stmt.kind
            {
                stage.ends.iter().for_each(|ends| asked(&ends.condition));
            }
        });
        for need in &of.needs {
            each_with_words(self.book, &need.condition, &mut |e| {
                let gained = matches!(&e.kind, ExprKind::Counter(id, _) if gained.contains(id));
                told &= !gained && !matches!(e.kind, ExprKind::Remembered(_) | ExprKind::After(..));
            });
        }
        if told {
            let said = format!(
                "`{}` can be done as often as one likes in one turn: nothing it does changes what \
                 it needs",
                of.name
            );
            self.say(Diagnostic::new(Code::W0604, of.span, said).help(
                "use up in its braces what it needs (`… = no`, `… -= 1`), or write `once per turn` \
                 below its first line",
            ));
        }
    }

    /// `end game won by (first p in players with most points)`
    fn won(&mut self, who: &Domain) {
        let look = |e: &Expr| {
            let ExprKind::First(among) = &e.kind else { return None };
            let seats = matches!(among.base, Base::Players { from: None, forever: false, .. });
            (seats && among.best.is_some()).then_some(among.span)
        };
        let mut at = None;
        each_in_domain(who, &mut |e| at = at.or_else(|| look(e)));
        if let Some(at) = at {
            let said = "of equals, this always takes the player in the first seat";
            self.say(Diagnostic::new(Code::W0518, at, said).help(
                "leave `first` out and equals share the win (`won by players with most …`); or \
                 decide between them: by a second count, `from` a player whose turn it is, or by \
                 lot (`choose winner in players with most … by chance`)",
            ));
        }
    }
}

/// Whether the same can be chosen whatever was done before.
fn fixed(domain: &Domain) -> bool {
    let constant =
        |e: &Expr| matches!(e.kind, ExprKind::Const(_) | ExprKind::Seats | ExprKind::Option(_));
    let base = match &domain.base {
        Base::Enum(_) | Base::Bools => true,
        Base::Players { from: None, .. } => true,
        Base::Range(a, b) => constant(a) && constant(b),
        _ => false,
    };
    base && domain.filter.is_none() && domain.best.is_none()
}
