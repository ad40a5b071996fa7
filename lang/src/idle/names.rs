//! Names that nobody reads: of `let`, of what is handed to a deed or chosen for a move, of players
//! who are gone through.

use super::visit::{self, Seen};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::{body_of, each_expr, each_in_domain};
use crate::ir::{
    BodyRef, DeedId, Expr, ExprKind, LocalDecl, LocalId, MoveId, Offer, Owner, Rulebook, RunBody,
    SetOp, Stmt, StmtKind, Type,
};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// How a name came to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Made {
    Let,
    /// What a deed has given.
    Given,
    /// Handed to a deed.
    Handed,
    /// Chosen for a move.
    Chosen,
    /// Chosen in what happens.
    Picked,
    /// Each player in turn, for whom something is done to another.
    Each,
    /// Each of some, for whom the same is done.
    Same,
}

type Name = (BodyRef, LocalId);

/// Tells of names that nobody reads. A deed that is made for several kinds has each name several
/// times.
pub(super) fn find(book: &Rulebook) -> Vec<Diagnostic> {
    let read = read(book);
    let mut unread: BTreeMap<Span, (&LocalDecl, Made, bool)> = BTreeMap::new();
    for ((body, id), made) in names(book) {
        let Some(of) = body_of(book, body) else { continue };
        let decl = &of[id];
        let entry = unread.entry(decl.span).or_insert((decl, made, true));
        entry.2 &= !read.contains(&(body, id));
    }
    let mut found = Vec::new();
    for (span, (decl, made, unread)) in unread {
        if unread && !decl.name.starts_with('#') && span != Span::default() {
            found.push(told(decl, made, span));
        }
    }
    found
}

fn told(decl: &LocalDecl, made: Made, span: Span) -> Diagnostic {
    let name = &decl.name;
    let (said, help) = match made {
        Made::Let => (
            format!("no rule reads `{name}`"),
            "read it where it is needed, or leave the `let` out".to_owned(),
        ),
        Made::Given => (
            format!("no rule reads `{name}`, which tells how it went"),
            format!(
                "read it after this (`if {name} …`); perhaps another name is written where \
                 `{name}` is meant"
            ),
        ),
        Made::Handed => (
            format!("no rule reads `{name}`, so it makes no difference what is handed over"),
            "read it in the deed, or leave it out here and where the deed is called".to_owned(),
        ),
        Made::Chosen => (
            format!("no rule reads `{name}`, so it makes no difference what is chosen"),
            "read it in the move, or leave it out of the brackets".to_owned(),
        ),
        Made::Picked => (
            format!("no rule reads `{name}`, so it makes no difference what is chosen"),
            format!("do something with `{name}` after this, or leave the choice out"),
        ),
        Made::Same => (
            format!("no rule reads `{name}`, so this does the same again and again"),
            format!("perhaps `{name}` is meant in it; once is enough otherwise"),
        ),
        Made::Each => (
            format!(
                "no rule reads `{name}`, so this is done to another player, once for each player"
            ),
            format!("perhaps `{name}` is meant where another player is named in it"),
        ),
    };
    Diagnostic::new(Code::W0509, span, said).help(help)
}

/// Names that are read somewhere.
fn read(book: &Rulebook) -> BTreeSet<Name> {
    let mut read = BTreeSet::new();
    visit::all(book, &mut |body, seen| {
        let mut look = |e: &Expr| {
            match &e.kind {
                ExprKind::Local(id) | ExprKind::Committed(id, _) => read.insert((body, *id)),
                ExprKind::RunLocal(RunBody::Deed(of), id) => read.insert((BodyRef::Deed(*of), *id)),
                ExprKind::RunLocal(RunBody::Move(of), id) => read.insert((BodyRef::Move(*of), *id)),
                _ => false,
            };
        };
        match seen {
            Seen::Expr(e) => each_expr(e, &mut look),
            Seen::Domain(d) => each_in_domain(d, &mut look),
            Seen::Stmt(_) | Seen::Step(_) | Seen::Block(_) => {}
        }
    });
    for (at, of) in book.moves.iter().enumerate() {
        let keys = of.limit.iter().flat_map(|limit| &book[*limit].keys);
        read.extend(keys.map(|key| (BodyRef::Move(MoveId(at as u16)), *key)));
    }
    read
}

/// Names that something should read.
fn names(book: &Rulebook) -> Vec<(Name, Made)> {
    let mut all = Vec::new();
    visit::all(book, &mut |body, seen| {
        let Seen::Stmt(stmt) = seen else { return };
        match &stmt.kind {
            StmtKind::Let(id, _) => all.push(((body, *id), Made::Let)),
            StmtKind::Call { into: Some(id), .. } => all.push(((body, *id), Made::Given)),
            StmtKind::ForEach(id, domain, inner) => {
                let bare = domain.filter.is_none() && domain.best.is_none();
                if domain.elem == Type::Player && bare && touches_a_player(book, inner) {
                    all.push(((body, *id), Made::Each));
                } else if !inner.is_empty() && inner.iter().all(once_is_enough) {
                    all.push(((body, *id), Made::Same));
                }
            }
            StmtKind::Choose(choose) => {
                if let Offer::Values { steps, .. } = &choose.what {
                    let plain = steps.iter().filter(|step| step.whole.is_none());
                    all.extend(plain.map(|step| ((body, step.local), Made::Picked)));
                }
            }
            _ => {}
        }
    });
    for (at, deed) in book.deeds.iter().enumerate().filter(|(_, deed)| !deed.name.starts_with('#'))
    {
        let body = BodyRef::Deed(DeedId(at as u16));
        all.extend((0..deed.params).map(|id| ((body, LocalId(id)), Made::Handed)));
    }
    for (at, of) in book.moves.iter().enumerate() {
        let body = BodyRef::Move(MoveId(at as u16));
        // What is picked by a condition is asked for its sake.
        let plain = of.steps.iter().skip(usize::from(of.hidden_this));
        let plain = plain.filter(|step| step.domain.filter.is_none() && step.whole.is_none());
        all.extend(plain.map(|step| ((body, step.local), Made::Chosen)));
    }
    all
}

/// Whether a statement that is done twice does no more than once.
fn once_is_enough(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Show(..) | StmtKind::Hide(..) | StmtKind::ShowCounter(..) => true,
        StmtKind::Set(place, SetOp::To, value) => {
            let mut reads = false;
            each_expr(value, &mut |e| {
                reads |= match &e.kind {
                    ExprKind::Counter(id, _) => *id == place.counter,
                    ExprKind::Word(..) => true,
                    _ => false,
                };
            });
            !reads
        }
        StmtKind::Set(..)
        | StmtKind::Let(..)
        | StmtKind::Call { .. }
        | StmtKind::Move { .. }
        | StmtKind::Swap(..)
        | StmtKind::Shuffle(_)
        | StmtKind::If(..)
        | StmtKind::IfThere(..)
        | StmtKind::ForEach(..)
        | StmtKind::Repeat(..)
        | StmtKind::Stage(_)
        | StmtKind::End(_)
        | StmtKind::Give(_)
        | StmtKind::Say(_)
        | StmtKind::Remember(_)
        | StmtKind::Aside(_)
        | StmtKind::Again
        | StmtKind::Choose(_) => false,
    }
}

/// Whether statements do something to what some player has.
fn touches_a_player(book: &Rulebook, stmts: &[Stmt]) -> bool {
    stmts.iter().any(|stmt| match &stmt.kind {
        StmtKind::Move { to, .. } => {
            if let ExprKind::Zone(id, Some(_)) = &to.kind {
                book[*id].owner == Owner::Player
            } else {
                false
            }
        }
        StmtKind::Set(place, ..) => book[place.counter].owner == Owner::Player,
        _ => false,
    })
}
