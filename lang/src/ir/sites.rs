//! Finding the `choose` statement of a site.

use super::walk::{blocks_of, find_stmt, move_blocks, walk_bodies};
use super::{
    Base, Choose, Chooser, Domain, Ends, Entry, ExprKind, MoveId, Offer, Rulebook, SiteId, Stage,
    StageId, StageWord, Step, Stmt, StmtKind, TextId, ZoneId,
};

/// The choice of that site.
#[must_use]
pub fn find(book: &Rulebook, site: SiteId) -> Option<&Choose> {
    find_stmt(book, &mut |stmt| {
        let StmtKind::Choose(choose) = &stmt.kind else { return None };
        (choose.id == site).then_some(&**choose)
    })
}

/// Whether what is chosen there is told to its chooser alone.
#[must_use]
pub fn is_secret(book: &Rulebook, site: SiteId) -> bool {
    find(book, site).is_some_and(|choose| choose.secretly.is_some())
}

/// What a stage goes through.
#[must_use]
pub fn elements(book: &Rulebook, stage: StageId) -> Option<&Domain> {
    stage_of(book, stage)?.over.as_ref().map(|(_, over)| over)
}

/// The endings of a stage; those of the game for one that is none of the rules' own.
#[must_use]
pub fn endings(book: &Rulebook, stage: StageId) -> &[Ends] {
    stage_of(book, stage).map_or(&book.ends, |stage| &stage.ends)
}

fn stage_of(book: &Rulebook, id: StageId) -> Option<&Stage> {
    find_stmt(book, &mut |stmt| {
        let StmtKind::Stage(stage) = &stmt.kind else { return None };
        (stage.id == id).then_some(&**stage)
    })
}

/// The entries of a menu, all tiers in order.
pub fn entries(choose: &Choose) -> impl Iterator<Item = &Entry> {
    let tiers: &[Vec<Entry>] = if let Offer::Menu(tiers) = &choose.what { tiers } else { &[] };
    tiers.iter().flatten()
}

/// The moves on offer in a choice, in the order of its menu; values lead to none.
pub fn moves(choose: &Choose) -> impl Iterator<Item = MoveId> {
    entries(choose).filter_map(Entry::leads_to)
}

/// The steps of a choice of values.
#[must_use]
pub fn value_steps(choose: &Choose) -> &[Step] {
    if let Offer::Values { steps, .. } = &choose.what { steps } else { &[] }
}

/// Whether some move, or a choice of values, picks from a zone itself.
#[must_use]
pub fn is_picked_from(book: &Rulebook, zone: ZoneId) -> bool {
    let from = |step: &Step| {
        let Base::Zone(of) = &step.domain.base else { return false };
        matches!(of.kind, ExprKind::Zone(id, _) if id == zone)
    };
    let mut found = book.moves.iter().any(|m| m.steps.iter().any(from));
    walk_bodies(book, &mut |stmt| {
        if let StmtKind::Choose(choose) = &stmt.kind {
            found |= !matches!(choose.by, Chooser::Chance) && value_steps(choose).iter().any(from);
        }
    });
    found
}

/// Whether some rule moves cards to a zone, or may: one that is called by more than its own name.
#[must_use]
pub fn is_moved_to(book: &Rulebook, zone: ZoneId) -> bool {
    let mut found = false;
    walk_bodies(book, &mut |stmt| {
        if let StmtKind::Move { to, .. } = &stmt.kind {
            found |= if let ExprKind::Zone(id, _) = &to.kind { *id == zone } else { true };
        }
    });
    found
}

/// The parts of the game in which a move can be chosen, by their titles or names, each once.
#[must_use]
pub fn choosing(book: &Rulebook, id: MoveId) -> Vec<String> {
    let mut found = Vec::new();
    // What variants and other rules wrap keeps its name behind a sign.
    let words = |name: &str| format!("\"{}\"", name.trim_start_matches('#').replace('_', " "));
    within(book, &book.play.block, id, "", &mut found);
    for deed in &book.deeds {
        let name = titled(book, deed.title).unwrap_or_else(|| words(&deed.name));
        within(book, &deed.body.block, id, &name, &mut found);
    }
    for m in &book.moves {
        move_blocks(m).for_each(|block| within(book, block, id, &words(&m.name), &mut found));
    }
    found
}

fn stage_title(book: &Rulebook, id: StageId, around: &str) -> Option<String> {
    let info = &book[id];
    let own = around.is_empty() && info.word == StageWord::Turn;
    titled(book, info.title).or_else(|| own.then(|| "one's own turn".into()))
}

/// A title that is the same at any time.
fn titled(book: &Rulebook, title: Option<TextId>) -> Option<String> {
    let raw = &book[title?].raw;
    (!raw.contains('{')).then(|| format!("\"{raw}\""))
}

fn within(book: &Rulebook, block: &[Stmt], id: MoveId, place: &str, found: &mut Vec<String>) {
    for stmt in block {
        let title = if let StmtKind::Stage(stage) = &stmt.kind {
            stage_title(book, stage.id, place)
        } else {
            None
        };
        let place = title.as_deref().unwrap_or(place);
        if let StmtKind::Choose(choose) = &stmt.kind {
            let offered = moves(choose).any(|other| other == id);
            if offered && !place.is_empty() && !found.iter().any(|f| f == place) {
                found.push(place.to_string());
            }
        }
        blocks_of(stmt).into_iter().for_each(|inner| within(book, inner, id, place, found));
    }
}
