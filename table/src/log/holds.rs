//! Why something has come about: a condition that holds, in words that everybody may read: "the
//! draw pile is empty".

use crate::rendering::face::Faces;
use houserules_lang::ir::sites;
use houserules_lang::ir::{
    Base, CounterId, Domain, Expr, ExprKind, LocalId, Owner, Quantifier, Seen, StageId, StmtKind,
    Type, Value, WordId, ZoneId,
};
use houserules_lang::naming::{Naming, listed};
use std::collections::BTreeMap;

/// Words are looked into so deep.
const DEEPEST: u8 = 4;

/// Puts conditions into words without reading the table: what would need a value has none.
#[derive(Debug)]
pub struct Holding<'a> {
    naming: Naming<'a>,
    /// The players of whom holds what is asked of any player.
    seats: u32,
    /// What names stand for, such as `a player`.
    owners: BTreeMap<LocalId, String>,
    depth: u8,
}

/// What a condition says if it holds; none if it has no such words, or not everybody may read what
/// it reads.
fn in_words(naming: Naming<'_>, condition: &Expr, seats: u32) -> Option<String> {
    Holding { naming, seats, owners: BTreeMap::new(), depth: 0 }.holds(condition, true)
}

/// Why a stage's element is left by the ending of that number:
/// `round 2 is over: the draw pile is empty`. `seats`: of whom holds what it asks of any player.
#[must_use]
pub fn left(
    faces: Faces<'_>,
    (stage, value): (StageId, &Value),
    at: u16,
    seats: u32,
) -> Option<String> {
    let naming = faces.naming;
    let ends = sites::endings(naming.book, stage).get(usize::from(at))?;
    // Whoever says it in the rules says it better.
    let said = ends.body.first().is_some_and(|stmt| matches!(stmt.kind, StmtKind::Say(_)));
    let why = if said { None } else { Some(in_words(naming, &ends.condition, seats)?) };
    let Some(info) = naming.book.stages.get(stage.index()) else {
        return why.map(|why| format!("the game ends: {why}"));
    };
    if said && info.title.is_some() {
        // What the rules say next tells those more who do not know the stage by that name.
        return None;
    }
    let name = faces.stage(stage, value);
    let the = match (info.title, value) {
        (Some(_), _) => format!("\"{name}\""),
        (None, Value::None) => format!("the {name}"),
        (None, _) => name,
    };
    Some(match why {
        Some(why) => format!("{the} is over: {why}"),
        None => format!("{the} is over"),
    })
}

impl Holding<'_> {
    fn holds(&mut self, e: &Expr, so: bool) -> Option<String> {
        match &e.kind {
            ExprKind::Not(a) => self.holds(a, !so),
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let both = matches!(e.kind, ExprKind::And(..)) == so;
                let of_nobody = |e: &Expr| !both && so && self.seats == 0 && any_player(e);
                let (no_a, no_b) = (of_nobody(a), of_nobody(b));
                let (a, b) = (self.holds(a, so)?, self.holds(b, so)?);
                if no_a != no_b {
                    return Some(if no_a { b } else { a });
                }
                Some(format!("{a} {} {b}", if both { "and" } else { "or" }))
            }
            ExprKind::Less(a, b) => self.compared(
                (a, b),
                if so { ("less than", "more than") } else { ("at least", "at most") },
            ),
            ExprKind::LessEq(a, b) => self.compared(
                (a, b),
                if so { ("at most", "at least") } else { ("more than", "less than") },
            ),
            ExprKind::Same(a, b) => {
                self.compared((a, b), if so { ("", "") } else { ("not", "not") })
            }
            ExprKind::IsEmpty(domain) => {
                let zone = self.zone_of(domain)?;
                Some(format!("{zone} {}", if so { "is empty" } else { "is not empty" }))
            }
            ExprKind::Quantified(which, local, domain, condition) => {
                self.quantified((*which, so), (*local, domain), condition)
            }
            ExprKind::Counter(id, key) if *e.ty.bare() == Type::Bool => {
                let name = self.counter(*id, key.as_deref())?;
                Some(format!("{name} is {}", if so { "yes" } else { "no" }))
            }
            ExprKind::Word(id, args) => self.word(*id, args, so),
            // Everything else goes through several things, or reads values.
            _ => None,
        }
    }

    fn quantified(
        &mut self,
        (which, so): (Quantifier, bool),
        (local, domain): (LocalId, &Domain),
        condition: &Expr,
    ) -> Option<String> {
        let Base::Players { from: None, opponents: false, .. } = domain.base else { return None };
        let owner = match (which, so) {
            (Quantifier::Any, true) => "a player",
            (Quantifier::Every, true) => "every player",
            (Quantifier::No, true) | (Quantifier::Any, false) => "no player",
            (Quantifier::Every | Quantifier::No, false) => return None,
        };
        if domain.filter.is_some() || domain.best.is_some() {
            return None;
        }
        let some: Vec<u8> = (0..32).filter(|seat| self.seats >> seat & 1 == 1).collect();
        if which == Quantifier::Any && so && !some.is_empty() {
            let each = some.into_iter().map(|seat| {
                self.owners.insert(local, self.naming.seat(seat));
                self.holds(condition, true)
            });
            return Some(listed(&each.collect::<Option<Vec<_>>>()?, "and"));
        }
        self.owners.insert(local, owner.to_string());
        self.holds(condition, true)
    }

    fn word(&mut self, id: WordId, args: &[Expr], so: bool) -> Option<String> {
        let word = self.naming.book.words.get(id.index())?;
        if self.depth >= DEEPEST {
            return None;
        }
        let mut owners = BTreeMap::new();
        for (at, arg) in args.iter().enumerate() {
            owners.insert(LocalId(u16::try_from(at).ok()?), self.owner(arg)?);
        }
        let mut inner =
            Holding { naming: self.naming, seats: self.seats, owners, depth: self.depth + 1 };
        inner.holds(&word.value, so)
    }

    fn compared(&mut self, (a, b): (&Expr, &Expr), (is, turned): (&str, &str)) -> Option<String> {
        let (name, how, value) = match (self.number(a), self.number(b)) {
            (Some(name), None) => (name, is, self.fixed(b)?),
            (None, Some(name)) => (name, turned, self.fixed(a)?),
            (Some(name), Some(other)) => (name, is, other),
            (None, None) => return None,
        };
        let how = if how.is_empty() { String::new() } else { format!("{how} ") };
        Some(format!("{name} is {how}{value}"))
    }

    /// A value that is the same in every position.
    fn fixed(&self, e: &Expr) -> Option<String> {
        match &e.kind {
            ExprKind::Const(value) => Some(self.naming.plain(&e.ty, value)),
            ExprKind::Seats => Some("the number of players".into()),
            ExprKind::Option(id) => {
                let option = self.naming.book.options.get(id.index())?;
                Some(format!("the option {}", option.name.replace('_', " ")))
            }
            _ => None,
        }
    }

    /// What is counted.
    fn number(&mut self, e: &Expr) -> Option<String> {
        match &e.kind {
            ExprKind::Counter(id, key) => self.counter(*id, key.as_deref()),
            ExprKind::Count(domain) => {
                Some(format!("the number of cards in {}", self.zone_of(domain)?))
            }
            ExprKind::Word(id, args) => {
                let word = self.naming.book.words.get(id.index())?;
                let mut owners = BTreeMap::new();
                for (at, arg) in args.iter().enumerate() {
                    owners.insert(LocalId(u16::try_from(at).ok()?), self.owner(arg)?);
                }
                let mut inner = Holding {
                    naming: self.naming,
                    seats: self.seats,
                    owners,
                    depth: self.depth + 1,
                };
                if inner.depth > DEEPEST { None } else { inner.number(&word.value) }
            }
            _ => None,
        }
    }

    fn counter(&self, id: CounterId, key: Option<&Expr>) -> Option<String> {
        let info = self.naming.book.counters.get(id.index())?;
        if info.seen != Seen::Everyone {
            return None;
        }
        match (info.owner, key) {
            (Owner::Table | Owner::Run(_), _) => Some(self.naming.counter(id, 0)),
            (Owner::Player | Owner::Enum(_), Some(key)) => {
                Some(format!("{}'s {}", self.owner(key)?, info.name.replace('_', " ")))
            }
            _ => None,
        }
    }

    /// A zone whose cards are counted: how many they are, everybody sees.
    fn zone_of(&self, domain: &Domain) -> Option<String> {
        let (Base::Zone(zone), None, None) = (&domain.base, &domain.filter, &domain.best) else {
            return None;
        };
        let ExprKind::Zone(id, key) = &zone.kind else { return None };
        self.zone(*id, key.as_deref())
    }

    fn zone(&self, id: ZoneId, key: Option<&Expr>) -> Option<String> {
        let info = self.naming.book.zones.get(id.index())?;
        let name = info.name.replace('_', " ");
        match (info.owner, key) {
            (Owner::Table, _) => Some(format!("the {name}")),
            (Owner::Player | Owner::Enum(_), Some(key)) => {
                Some(format!("{}'s {name}", self.owner(key)?))
            }
            _ => None,
        }
    }

    fn owner(&self, e: &Expr) -> Option<String> {
        match &e.kind {
            ExprKind::Const(value @ (Value::Seat(_) | Value::Member(..))) => {
                Some(self.naming.plain(&e.ty, value))
            }
            ExprKind::Local(local) => self.owners.get(local).cloned(),
            _ => None,
        }
    }
}

/// `any p in players has …`
fn any_player(e: &Expr) -> bool {
    matches!(&e.kind, ExprKind::Quantified(Quantifier::Any, _, domain, _) if matches!(domain.base, Base::Players { .. }))
}
