//! Places for one card that are filled again and again, and that no rule ever empties.

use super::visit::{self, Seen};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::{each_expr, each_in_domain};
use crate::ir::{
    Base, DeedId, Domain, Expr, ExprKind, Owner, Rulebook, Stage, Stmt, StmtKind, Value, ZoneId,
    ZoneShape,
};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Deeds that call each other are followed so deep.
const DEEPEST: usize = 8;

/// Tells of the first filling of each of them that happens again.
pub(super) fn find(book: &Rulebook) -> Vec<Diagnostic> {
    let slot = |id: &ZoneId| {
        let zone = &book[*id];
        zone.shape == ZoneShape::Slot && zone.owner == Owner::Table && !zone.deck
    };
    let zones = (0..book.zones.len()).map(|at| ZoneId(at as u16));
    let mut kept: BTreeSet<ZoneId> = zones.filter(slot).collect();
    if kept.is_empty() {
        return Vec::new();
    }
    let asked = spoken_of(book);
    kept.retain(|id| asked.get(id).is_none_or(|uses| uses.all <= uses.harmless));
    let mut again = Again { book, found: BTreeMap::new() };
    visit::all(book, &mut |_, seen| {
        if let Seen::Stmt(Stmt { kind: StmtKind::Stage(stage), .. }) = seen
            && goes_round(stage)
        {
            again.fills(&stage.body, 0);
        }
    });
    let found = again.found.into_iter().filter(|(id, _)| kept.contains(id));
    found.map(|(id, at)| said(book, id, at)).collect()
}

fn said(book: &Rulebook, id: ZoneId, at: Span) -> Diagnostic {
    let name = &book[id].name;
    let said = format!(
        "`{name}` holds one card, and no rule takes it away: the second time this stops the game"
    );
    let help = format!(
        "move the old card away before this, such as `move {name} to …`, or declare `{name}` as a \
         `pile`"
    );
    Diagnostic::new(Code::W0519, at, said).beside(book[id].span, "declared here").help(help)
}

/// How often the rules speak of a zone.
#[derive(Default)]
struct Uses {
    all: usize,
    /// Where cards go there, or where something is read that is printed on its card.
    harmless: usize,
}

fn spoken_of(book: &Rulebook) -> BTreeMap<ZoneId, Uses> {
    let mut uses: BTreeMap<ZoneId, Uses> = BTreeMap::new();
    let mut look = |e: &Expr| {
        if let ExprKind::Zone(id, _) = e.kind {
            uses.entry(id).or_default().all += 1;
        } else if let ExprKind::Field(of, _) = &e.kind
            && let ExprKind::SlotCard(zone) = &of.kind
            && let ExprKind::Zone(id, _) = zone.kind
        {
            uses.entry(id).or_default().harmless += 1;
        }
    };
    let mut goals: Vec<ZoneId> = Vec::new();
    let mut swaps = false;
    visit::all(book, &mut |_, seen| match seen {
        Seen::Expr(e) => each_expr(e, &mut look),
        Seen::Domain(d) => each_in_domain(d, &mut look),
        Seen::Stmt(Stmt { kind: StmtKind::Move { to, .. }, .. }) => {
            if let ExprKind::Zone(id, _) = to.kind {
                goals.push(id);
            }
        }
        Seen::Stmt(stmt) => swaps |= matches!(stmt.kind, StmtKind::Swap(..)),
        Seen::Block(_) | Seen::Step(_) => {}
    });
    for id in goals {
        let of = uses.entry(id).or_default();
        of.harmless += 1;
        // What changes places may lie there.
        of.all += usize::from(swaps) * 2;
    }
    uses
}

/// Whether a stage goes through more than one, whatever is chosen.
fn goes_round(stage: &Stage) -> bool {
    let Some((_, over)) = &stage.over else { return false };
    let plain = |d: &Domain| d.filter.is_none();
    let number =
        |e: &Expr| if let ExprKind::Const(Value::Number(n)) = e.kind { Some(n) } else { None };
    let several = if let Base::Range(low, high) = &over.base {
        number(low).zip(number(high)).is_none_or(|(a, b)| a < b)
    } else {
        matches!(over.base, Base::Onwards(_) | Base::Players { opponents: false, .. })
    };
    plain(over) && several && !ends(&stage.body)
}

/// Whether something in a block ends a stage or the game.
fn ends(block: &[Stmt]) -> bool {
    block.iter().any(|stmt| matches!(stmt.kind, StmtKind::End(_)))
}

/// What is filled each time something goes round.
struct Again<'b> {
    book: &'b Rulebook,
    found: BTreeMap<ZoneId, Span>,
}

impl Again<'_> {
    fn fills(&mut self, block: &[Stmt], depth: usize) {
        for stmt in block {
            if let StmtKind::Move { to, .. } = &stmt.kind {
                if let ExprKind::Zone(id, _) = to.kind {
                    self.found.entry(id).or_insert(stmt.span);
                }
            } else if let StmtKind::Call { deed, .. } = &stmt.kind {
                self.deed(*deed, depth);
            } else if let StmtKind::Stage(stage) = &stmt.kind
                && stage.over.is_none()
            {
                self.fills(&stage.body, depth);
            }
        }
    }

    fn deed(&mut self, id: DeedId, depth: usize) {
        let body = &self.book[id].body.block;
        if depth < DEEPEST && !ends(body) {
            self.fills(body, depth + 1);
        }
    }
}
