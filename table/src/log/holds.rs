//! Why something has come about: a condition that holds, in words that everybody may read: "the
//! draw pile is empty".

use crate::rendering::face::Faces;
use houserules_lang::ir::sites;
use houserules_lang::ir::{
    Base, CounterId, Domain, Expr, ExprKind, LocalId, Owner, Quantifier, Rulebook, Seen, StageId,
    StageInfo, StmtKind, Type, Value, ZoneId,
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
    stage: StageId,
    value: &Value,
    at: u16,
    seats: u32,
) -> Option<String> {
    let naming = faces.naming;
    let ends = sites::endings(naming.book, stage).get(usize::from(at))?;
    // Whoever says it in the rules says it better.
    let said = ends.body.first().is_some_and(|stmt| matches!(stmt.kind, StmtKind::Say(_)));
    let why = if said { None } else { Some(in_words(naming, &ends.condition, seats)?) };
    let Some(info) = named_stage(naming.book, stage) else {
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

/// What is known of a stage that the rules name; none: the game itself, which is left as a stage
/// of its own.
pub(crate) fn named_stage(book: &Rulebook, stage: StageId) -> Option<&StageInfo> {
    book.stages.get(stage.index())
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
            ExprKind::Less(a, b) if so => self.compared(a, b, "less than", "more than"),
            ExprKind::Less(a, b) => self.compared(a, b, "at least", "at most"),
            ExprKind::LessEq(a, b) if so => self.compared(a, b, "at most", "at least"),
            ExprKind::LessEq(a, b) => self.compared(a, b, "more than", "less than"),
            ExprKind::Same(a, b) if so => self.compared(a, b, "", ""),
            ExprKind::Same(a, b) => self.compared(a, b, "not", "not"),
            ExprKind::IsEmpty(domain) => {
                let zone = self.zone_of(domain)?;
                Some(format!("{zone} {}", if so { "is empty" } else { "is not empty" }))
            }
            ExprKind::Quantified(which, local, domain, condition) if is_of_players(domain) => {
                let each = self.of_whom(*which, so)?.into_iter().map(|owner| {
                    self.owners.insert(*local, owner);
                    self.holds(condition, true)
                });
                Some(listed(&each.collect::<Option<Vec<_>>>()?, "and"))
            }
            ExprKind::Counter(id, key) if *e.ty.bare() == Type::Bool => {
                let name = self.counter(*id, key.as_deref())?;
                Some(format!("{name} is {}", if so { "yes" } else { "no" }))
            }
            ExprKind::Word(id, args) => self.within(args)?.holds(&self.naming.book[*id].value, so),
            // Everything else goes through several things, or reads values.
            _ => None,
        }
    }

    /// Of whom it holds that is asked of players; each of them if that is known.
    fn of_whom(&self, which: Quantifier, so: bool) -> Option<Vec<String>> {
        let owner = match (which, so) {
            (Quantifier::Any, true) if self.seats != 0 => {
                let some = (0..32).filter(|seat| self.seats >> seat & 1 == 1);
                return Some(some.map(|seat| self.naming.seat(seat)).collect());
            }
            (Quantifier::Any, true) => "a player",
            (Quantifier::Every, true) => "every player",
            (Quantifier::No, true) | (Quantifier::Any, false) => "no player",
            (Quantifier::Every | Quantifier::No, false) => return None,
        };
        Some(vec![owner.to_string()])
    }

    /// What words are put with inside a word of the game; none if that is too deep, or an argument
    /// has no name.
    fn within(&self, args: &[Expr]) -> Option<Self> {
        let depth = Some(self.depth + 1).filter(|depth| *depth <= DEEPEST)?;
        let mut owners = BTreeMap::new();
        for (at, arg) in args.iter().enumerate() {
            owners.insert(LocalId(u16::try_from(at).ok()?), self.owner(arg)?);
        }
        Some(Holding { naming: self.naming, seats: self.seats, owners, depth })
    }

    /// `turned`: how the other side stands to the first.
    fn compared(&mut self, a: &Expr, b: &Expr, is: &str, turned: &str) -> Option<String> {
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
                let name = &self.naming.book[*id].name;
                Some(format!("the option {}", name.replace('_', " ")))
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
            ExprKind::Word(id, args) => self.within(args)?.number(&self.naming.book[*id].value),
            _ => None,
        }
    }

    fn counter(&self, id: CounterId, key: Option<&Expr>) -> Option<String> {
        let info = &self.naming.book[id];
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
        let info = &self.naming.book[id];
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

/// Whether it goes through all players.
fn is_of_players(domain: &Domain) -> bool {
    let Base::Players { from: None, opponents: false, .. } = domain.base else { return false };
    domain.filter.is_none() && domain.best.is_none()
}

/// `any p in players has …`
fn any_player(e: &Expr) -> bool {
    matches!(&e.kind, ExprKind::Quantified(Quantifier::Any, _, domain, _) if matches!(domain.base, Base::Players { .. }))
}
