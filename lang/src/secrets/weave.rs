//! Writes into a rulebook who may be told what: readers behind the holes of texts, and asides
//! around statements that stand under a secret condition.

use super::readers::{Readers, Seat};
use super::told::Narrowed;
use crate::ir::numbering::Numbers;
use crate::ir::visit::blocks_mut;
use crate::ir::walk::body_of;
use crate::ir::{
    Base, Body, BodyRef, DeedId, Domain, Expr, ExprKind, LocalDecl, LocalId, MoveId, Order, Owner,
    Quantifier, Rulebook, Stmt, StmtKind, Template, TemplatePart, TextId, Type, Zone, ZoneId,
};
use crate::source::Span;
use std::collections::BTreeMap;

/// Lets a rulebook tell what was found to be for some only to those.
pub(super) fn weave(book: &mut Rulebook, told: &Narrowed) {
    let zones = book.zones.clone();
    for ((text, at), readers) in told.holes.iter().rev() {
        let template = &book[*text];
        let (body, span) = (template.body, template.span);
        let shown = shown_to(book, body, &template.parts[*at]);
        let Some(locals) = locals(book, body) else { continue };
        let mut players = Players { zones: &zones, locals, span };
        let readers = match shown {
            Some(counter) => players.of_these_or(readers, counter),
            None => players.of(readers),
        };
        book[*text].parts.insert(at + 1, TemplatePart::Readers(readers));
    }
    let mut asides = Asides {
        told,
        zones: &zones,
        texts: Vec::new(),
        first: book.texts.len(),
        numbers: Numbers::behind(book),
    };
    asides.whole(BodyRef::Setup, &mut book.setup);
    for ends in &mut book.ends {
        asides.block(BodyRef::Play, &mut book.play.locals, &mut ends.body);
    }
    asides.whole(BodyRef::Play, &mut book.play);
    for (at, deed) in book.deeds.iter_mut().enumerate() {
        asides.whole(BodyRef::Deed(DeedId(at as u16)), &mut deed.body);
    }
    for (at, handler) in book.runs_out.iter_mut().enumerate() {
        asides.whole(BodyRef::RunsOut(at as u16), &mut handler.body);
    }
    for (at, this) in book.moves.iter_mut().enumerate() {
        let at = BodyRef::Move(MoveId(at as u16));
        asides.whole(at, &mut this.body);
        if let Some(attempt) = &mut this.attempt {
            asides.block(at, &mut this.body.locals, &mut attempt.wrong);
            if let Some(late) = &mut attempt.late {
                asides.block(at, &mut this.body.locals, late);
            }
        }
    }
    book.statements = asides.numbers.given();
    book.texts.append(&mut asides.texts);
    stops(book, told, &zones);
}

/// A text for each body and those who may know where it stopped.
fn stops(book: &mut Rulebook, told: &Narrowed, zones: &[Zone]) {
    let mut texts: BTreeMap<(BodyRef, Readers), TextId> = BTreeMap::new();
    for ((body, span), readers) in &told.stops {
        let key = (*body, readers.clone());
        let text = match texts.get(&key) {
            Some(text) => *text,
            None => {
                let Some(locals) = locals(book, *body) else { continue };
                let players = Players { zones, locals, span: *span };
                let parts = vec![TemplatePart::Readers(players.of(readers))];
                let text = TextId(u16::try_from(book.texts.len()).unwrap_or(u16::MAX));
                book.texts.push(Template { parts, raw: String::new(), body: *body, span: *span });
                texts.insert(key, text);
                text
            }
        };
        book.stops.insert((*body, *span), text);
    }
}

/// The counter in a hole if whoever was shown it may read it there: it alone stands there, and
/// whose it is is no secret.
fn shown_to(book: &Rulebook, at: BodyRef, part: &TemplatePart) -> Option<Expr> {
    let TemplatePart::Hole(hole) = part else { return None };
    let ExprKind::Counter(_, key) = &hole.kind else { return None };
    let open = match key.as_deref().map(|key| &key.kind) {
        None | Some(ExprKind::Me) => true,
        Some(ExprKind::Local(local)) => {
            body_of(book, at).is_some_and(|body| goes_round(&body.block, *local))
        }
        Some(_) => false,
    };
    open.then(|| hole.clone())
}

/// Whether a name goes through all players, one after the other.
fn goes_round(block: &[Stmt], local: LocalId) -> bool {
    let all = |of: &Domain| {
        let players = matches!(of.base, Base::Players { from: None, .. });
        players && of.filter.is_none() && of.best.is_none()
    };
    block.iter().any(|stmt| match &stmt.kind {
        StmtKind::ForEach(name, of, inner) => {
            (*name == local && all(of)) || goes_round(inner, local)
        }
        StmtKind::If(_, a, b) | StmtKind::IfThere(_, _, a, b) => {
            goes_round(a, local) || goes_round(b, local)
        }
        StmtKind::Repeat(_, inner) => goes_round(inner, local),
        StmtKind::Stage(stage) => goes_round(&stage.body, local),
        StmtKind::Let(..)
        | StmtKind::Call { .. }
        | StmtKind::Set(..)
        | StmtKind::Move { .. }
        | StmtKind::Swap(..)
        | StmtKind::Shuffle(_)
        | StmtKind::Show(..)
        | StmtKind::Hide(..)
        | StmtKind::ShowCounter(..)
        | StmtKind::Choose(_)
        | StmtKind::Say(_)
        | StmtKind::Remember(_)
        | StmtKind::End(_)
        | StmtKind::Give(_)
        | StmtKind::Aside(_)
        | StmtKind::Again => false,
    })
}

fn locals(book: &mut Rulebook, body: BodyRef) -> Option<&mut Vec<LocalDecl>> {
    let body = match body {
        BodyRef::Setup => Some(&mut book.setup),
        BodyRef::Play => Some(&mut book.play),
        BodyRef::Deed(id) => Some(&mut book[id].body),
        BodyRef::Move(id) => Some(&mut book[id].body),
        BodyRef::RunsOut(at) => Some(&mut book.runs_out[usize::from(at)].body),
        BodyRef::Word(_) | BodyRef::Test(_) | BodyRef::Constant => None,
    };
    body.map(|b| &mut b.locals)
}

/// Lists of players, written where these locals are in sight.
struct Players<'a> {
    zones: &'a [Zone],
    locals: &'a mut Vec<LocalDecl>,
    span: Span,
}

impl Players<'_> {
    /// The seats as a list of players. Those that go by no name here are left out.
    fn of(mut self, readers: &Readers) -> Expr {
        let Readers::Only(seats) = readers else {
            return Expr::players(self.all());
        };
        let mut parts =
            vec![self.domain(Base::Items(seats.iter().filter_map(|s| self.named(*s)).collect()))];
        for seat in seats {
            if let Seat::Shown(zone) = seat {
                parts.extend(self.shown(*zone));
            }
        }
        Expr::players(match parts.pop() {
            Some(only) if parts.is_empty() => only,
            last => {
                parts.extend(last);
                self.domain(Base::Union(parts))
            }
        })
    }

    /// The seats, and whoever else sees this counter, because it was shown to them and has not
    /// changed since.
    fn of_these_or(&mut self, readers: &Readers, counter: Expr) -> Expr {
        let zones = self.zones;
        let these = Players { zones, locals: self.locals, span: self.span }.of(readers);
        let reader = self.local(Type::Player);
        let name = self.expr(ExprKind::Local(reader), Type::Player);
        let sees = self.expr(ExprKind::Sees(Box::new(name), Box::new(counter)), Type::Bool);
        let others = Domain { filter: Some((reader, Box::new(sees))), ..self.all() };
        let these = self.domain(Base::Value(Box::new(these)));
        Expr::players(self.domain(Base::Union(vec![these, others])))
    }

    fn named(&self, seat: Seat) -> Option<Expr> {
        let kind = match seat {
            Seat::Me => ExprKind::Me,
            Seat::Beside(steps) => {
                ExprKind::Neighbour(Box::new(self.expr(ExprKind::Me, Type::Player)), steps)
            }
            Seat::Name { depth: 0, local, .. } => {
                let decl = &self.locals[local.index()];
                if decl.ty != Type::Player || decl.per_seat {
                    return None;
                }
                ExprKind::Local(local)
            }
            Seat::Name { .. } | Seat::Somebody | Seat::Shown(_) | Seat::Chooser => return None,
        };
        Some(self.expr(kind, Type::Player))
    }

    /// Those who see all that lies in a zone, whoever's it is.
    fn shown(&mut self, zone: ZoneId) -> Option<Domain> {
        let info = &self.zones[zone.index()];
        let (owner, kinds) = (info.owner, info.of);
        let reader = self.local(Type::Player);
        let card = self.local(Type::Card(kinds));
        let holder = self.local(Type::Player);
        let key = match owner {
            Owner::Table => None,
            Owner::Player => Some(Box::new(self.expr(ExprKind::Local(holder), Type::Player))),
            Owner::Enum(_) | Owner::Card(_) | Owner::Run(_) => return None,
        };
        let of = self.expr(ExprKind::Zone(zone, key), Type::Zone(kinds));
        let kind = Type::Card(kinds);
        let seen = ExprKind::Sees(
            Box::new(self.expr(ExprKind::Local(reader), Type::Player)),
            Box::new(self.expr(ExprKind::Local(card), kind.clone())),
        );
        let seen = self.expr(seen, Type::Bool);
        let cards = Domain { elem: kind, ..self.domain(Base::Zone(Box::new(of))) };
        let mut test = self.every(card, cards, seen);
        if owner == Owner::Player {
            test = self.every(holder, self.all(), test);
        }
        Some(Domain { filter: Some((reader, Box::new(test))), ..self.all() })
    }

    fn every(&self, local: LocalId, of: Domain, test: Expr) -> Expr {
        let kind = ExprKind::Quantified(Quantifier::Every, local, Box::new(of), Box::new(test));
        self.expr(kind, Type::Bool)
    }

    fn all(&self) -> Domain {
        self.domain(Base::Players { opponents: false, from: None, forever: false })
    }

    fn local(&mut self, ty: Type) -> LocalId {
        let id = LocalId(u16::try_from(self.locals.len()).unwrap_or(u16::MAX));
        self.locals.push(LocalDecl {
            name: "#reader".into(),
            ty,
            per_seat: false,
            span: self.span,
        });
        id
    }

    fn expr(&self, kind: ExprKind, ty: Type) -> Expr {
        Expr { kind, ty, span: self.span }
    }

    fn domain(&self, base: Base) -> Domain {
        let (elem, order) = (Type::Player, Order::Unordered);
        Domain { base, filter: None, best: None, elem, order, span: self.span }
    }
}

struct Asides<'a> {
    told: &'a Narrowed,
    zones: &'a [Zone],
    texts: Vec<Template>,
    first: usize,
    numbers: Numbers,
}

impl Asides<'_> {
    fn aside(&mut self, readers: Option<TextId>, span: Span) -> Stmt {
        Stmt { id: self.numbers.give(), kind: StmtKind::Aside(readers), span }
    }

    fn whole(&mut self, at: BodyRef, body: &mut Body) {
        self.block(at, &mut body.locals, &mut body.block);
    }

    fn block(&mut self, at: BodyRef, locals: &mut Vec<LocalDecl>, block: &mut Vec<Stmt>) {
        let mut made = Vec::with_capacity(block.len());
        for mut stmt in std::mem::take(block) {
            blocks_mut(&mut stmt).into_iter().for_each(|inner| self.block(at, locals, inner));
            let span = stmt.span;
            let readers = if matches!(&stmt.kind, StmtKind::Aside(_)) {
                None
            } else {
                self.told.stmts.get(&(at, span))
            };
            match readers.filter(|r| **r != Readers::Everyone) {
                Some(readers) => {
                    let parts = vec![TemplatePart::Readers(
                        Players { zones: self.zones, locals, span }.of(readers),
                    )];
                    let text =
                        TextId(u16::try_from(self.first + self.texts.len()).unwrap_or(u16::MAX));
                    self.texts.push(Template { parts, raw: String::new(), body: at, span });
                    let (from, to) = (self.aside(Some(text), span), self.aside(None, span));
                    made.extend([from, stmt, to]);
                }
                None => made.push(stmt),
            }
        }
        *block = made;
    }
}
