//! Zones, counters and options.

use super::items::{Items, Placed};
use super::names::{Def, Member as Meaning, Receiver, ScopeId};
use super::resolver::Resolver;
use super::types::Typed;
use crate::code::Code;
use crate::diagnostic::{About, Diagnostic};
use crate::ir::{
    Counter, CounterId, EnumId, Expr, ExprKind, Half, Opt, OptionId, Owner, PairOf, Run, Seen,
    StageWord, Type, Value, Zone, ZoneId, ZoneShape,
};
use crate::source::Span;
use crate::syntax::ast::{self, Item, ItemKind, Member, MemberKind, Name, OwnerExpr, TypeExpr};
use crate::type_words;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Two owners have together at most so many of a thing.
const MOST_PAIRS: usize = 4096;

/// A `has` block whose owner is a run: its deeds and moves have no ids yet.
pub(super) type Later = Vec<(ScopeId, OwnerExpr, Vec<Member>)>;

/// A zone or counter as it is declared, and whose it is.
#[derive(Clone, Copy)]
struct Owned<'m> {
    scope: ScopeId,
    owner: Owner,
    member: &'m Member,
}

impl Resolver<'_> {
    /// Declares the things of the table, of players, of members and of cards; gives back those of
    /// runs.
    pub fn declare_things(&mut self, items: &mut Items) -> Later {
        let mut later = Later::new();
        let runs = names_of_runs(&items.rules);
        for (scope, item) in std::mem::take(&mut items.has) {
            let ItemKind::Has { owner, members } = item.kind else { continue };
            match self.lasting_owner(scope, &owner) {
                Some(owner) => self.members(scope, owner, members),
                None if matches!(&owner, OwnerExpr::Name(name) if !runs.contains(&name.text)) => {
                    // What its things are called is known, but not whose they are: other rules may
                    // want them anywhere.
                    self.run(scope, &owner);
                    match self.meant_owner(scope, &owner) {
                        Some(owner) => self.members(scope, owner, members),
                        None => self.out.names_missing = true,
                    }
                }
                None if matches!(owner, OwnerExpr::Pair(..)) => {
                    let names = members.iter().map(|m| m.name.text.to_string());
                    self.out.broken.extend(names);
                }
                None => later.push((scope, owner, members)),
            }
        }
        later
    }

    /// Declares the counters of runs.
    pub fn declare_runs(&mut self, later: Later) {
        for (scope, owner, members) in later {
            match self.run(scope, &owner) {
                Some(run) => self.members(scope, Owner::Run(run), members),
                None => self.out.broken.extend(members.iter().map(|m| m.name.text.to_string())),
            }
        }
    }

    /// Declares the options.
    pub fn declare_options(&mut self, items: &mut Items) {
        for (scope, item) in std::mem::take(&mut items.options) {
            let Item { doc, kind: ItemKind::Option { name, ty, default }, .. } = item else {
                continue;
            };
            if !self.room("options", self.out.book.options.len(), name.span) {
                return;
            }
            let Some((typed, default)) = self.option(scope, &name, &ty, &default) else {
                self.broken(scope, &name);
                continue;
            };
            let id = OptionId(self.out.book.options.len() as u16);
            self.out.book.options.push(Opt {
                name: name.text.to_string(),
                ty: typed.ty,
                range: typed.range,
                default,
                doc: doc.text,
                span: name.span,
            });
            self.declare(scope, &name, Def::Option(id));
        }
    }

    fn option(
        &mut self,
        scope: ScopeId,
        name: &Name,
        ty: &TypeExpr,
        default: &ast::Expr,
    ) -> Option<(Typed, Value)> {
        let typed = self.out.type_of(scope, ty, &mut self.report)?;
        let finite = match typed.ty {
            Type::Bool | Type::Enum(_) => true,
            Type::Number | Type::Unit(_) => typed.range.is_some(),
            _ => false,
        };
        if !finite {
            let help = match typed.ty.bare() {
                Type::Number => format!("give it a range: `option {}: 1..10 = 5`", name.text),
                Type::Unit(unit) if self.out.amount(*unit, 1).contains('(') => format!(
                    "give it a range of numbers: `option {0}: 1..9 = 5`; in the rules `{1}({0})` \
                     makes an amount of it",
                    name.text,
                    self.out.amount(*unit, 1).trim_end_matches("(1)")
                ),
                Type::Unit(unit) => {
                    let amount = |n| self.out.amount(*unit, n);
                    format!(
                        "give it a range: `option {}: {}..{} = {}`",
                        name.text,
                        amount(1),
                        amount(9),
                        amount(5)
                    )
                }
                _ => "an option is a range, `yes or no`, or an enum".to_owned(),
            };
            let message = format!("the option `{}` has no end of values", name.text);
            self.say(Diagnostic::new(Code::E0314, ty.span, message).help(help));
            return None;
        }
        let default = self.out.constant(scope, default, &typed, &mut self.report)?;
        Some((typed, default))
    }

    /// An owner that is no run; none if it is one, or is broken.
    fn lasting_owner(&mut self, scope: ScopeId, owner: &OwnerExpr) -> Option<Owner> {
        match owner {
            OwnerExpr::Table => Some(Owner::Table),
            OwnerExpr::Stage(..) => None,
            OwnerExpr::Name(name) if &*name.text == "Player" => Some(Owner::Player),
            OwnerExpr::Name(name) => match self.out.named(scope, name)? {
                Def::Enum(id) => Some(Owner::Enum(id)),
                Def::Kind(kinds) => Some(Owner::Card(kinds)),
                _ => None,
            },
            OwnerExpr::Pair(one, other) => self.pair_owner(scope, one, other),
        }
    }

    /// `each Player, Column`: an enum of all pairs, made when it is first named; none after a
    /// report.
    fn pair_owner(&mut self, scope: ScopeId, one: &Name, other: &Name) -> Option<Owner> {
        let (first, second) = (self.half(scope, one), self.half(scope, other));
        self.pair_of(first?, second?, one.span.to(other.span))
    }

    fn pair_of(&mut self, first: Half, second: Half, span: Span) -> Option<Owner> {
        let of =
            |e: &crate::ir::Enum| e.pair.is_some_and(|p| (p.first, p.second) == (first, second));
        if let Some(at) = self.out.book.enums.iter().position(of) {
            return Some(Owner::Enum(EnumId(at as u16)));
        }
        let (firsts, seconds) = (self.keys_of(first), self.keys_of(second));
        if firsts.len() * seconds.len() > MOST_PAIRS {
            let message = format!(
                "{} times {} are more than {MOST_PAIRS} pairs",
                firsts.len(),
                seconds.len()
            );
            let help = "let things belong to one of the two, or to fewer members";
            self.say(Diagnostic::new(Code::E0302, span, message).help(help));
            return None;
        }
        if !self.room("enums", self.out.book.enums.len(), span) {
            return None;
        }
        let id = EnumId(self.out.book.enums.len() as u16);
        let pair = PairOf { first, second, seconds: seconds.len() as u16 };
        let both = firsts.iter().flat_map(|a| seconds.iter().map(move |b| format!("{a}, {b}")));
        self.out.book.enums.push(crate::ir::Enum {
            name: format!("{}, {}", self.half_name(first), self.half_name(second)),
            members: both.collect(),
            rectangle: None,
            pair: Some(pair),
            fields: Vec::new(),
            values: Vec::new(),
            span,
        });
        Some(Owner::Enum(id))
    }

    /// What a name may stand for where two own something together, or a set is of.
    fn half_named(&self, scope: ScopeId, name: &Name) -> Option<Half> {
        match self.out.named(scope, name) {
            _ if &*name.text == "Player" => Some(Half::Player),
            Some(Def::Enum(id)) => Some(Half::Enum(id)),
            Some(_) | None => None,
        }
    }

    fn half_name(&self, half: Half) -> String {
        match half {
            Half::Player => "Player".to_owned(),
            Half::Enum(of) => self.out.book[of].name.clone(),
        }
    }

    /// `suspects: set of Player`: a yes or no for each that may be in it.
    fn set_of(&mut self, Owned { scope, owner, member }: Owned<'_>, of: &Name) -> Option<Meaning> {
        let second = self.half_named(scope, of)?;
        let first = match owner {
            Owner::Table => None,
            Owner::Player => Some(Half::Player),
            Owner::Enum(id) if self.out.book.pair(owner).is_none() => Some(Half::Enum(id)),
            Owner::Enum(_) | Owner::Card(_) | Owner::Run(_) => {
                let whose = self.out.owner_name(owner);
                let said = format!("{whose} cannot have a set of `{}`", of.text);
                self.say(Diagnostic::new(Code::E0317, of.span, said).help(
                    "the table, players and members of enums can have one: `each Player has { \
                     suspects: set of Player }`",
                ));
                return None;
            }
        };
        if member.lasts.is_some() {
            let said = "a set cannot last until or through a turn";
            let help = "empty it where the turn begins: `me.seen = empty`";
            self.say(Diagnostic::new(Code::E0318, member.span, said).help(help));
            return None;
        }
        let all = match (first, second) {
            (Some(first), second) => self.pair_of(first, second, member.span)?,
            (None, Half::Player) => Owner::Player,
            (None, Half::Enum(id)) => Owner::Enum(id),
        };
        if !self.room("counters", self.out.book.counters.len(), member.span) {
            return None;
        }
        let id = CounterId(self.out.book.counters.len() as u16);
        let start = natural_start(&Typed { ty: Type::Bool, range: None }, member.span);
        self.out.book.counters.push(Counter {
            name: member.name.text.to_string(),
            owner: all,
            ty: Type::Bool,
            range: None,
            capped: false,
            bookkeeping: member.bookkeeping.is_some(),
            set: true,
            lasts: None,
            start,
            seen: member.seen.unwrap_or(Seen::Everyone),
            span: member.name.span,
        });
        self.out.starts.push(None);
        Some(Meaning::Counter(id))
    }

    /// One of the two that own something together.
    fn half(&mut self, scope: ScopeId, name: &Name) -> Option<Half> {
        let (code, message) = match self.out.named(scope, name) {
            _ if &*name.text == "Player" => return Some(Half::Player),
            Some(Def::Enum(id)) => return Some(Half::Enum(id)),
            Some(Def::Broken) => return None,
            Some(def) => {
                (Code::E0317, format!("`{}` is {}, and no part of a pair", name.text, def.noun()))
            }
            None if self.out.names_missing || self.out.broken.contains(&*name.text) => return None,
            None => (Code::E0202, format!("there is no `{}`", name.text)),
        };
        let meant = self.out.suggest(scope, &name.text, &["Player"]);
        let help = match meant.filter(|_| code == Code::E0202) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "a pair is of `Player` and enums: `each Player, Column has { … }`".to_owned(),
        };
        let found = Diagnostic::new(code, name.span, message);
        let about = (code == Code::E0202).then_some(About::Unknown);
        self.say(Diagnostic { about, ..found.help(help) });
        None
    }

    /// All of one half, as keys are called.
    fn keys_of(&self, half: Half) -> Vec<String> {
        match half {
            Half::Player => {
                let most = self.out.book.players.1.max(1);
                (1..=most).map(|seat| format!("seat {seat}")).collect()
            }
            Half::Enum(of) => self.out.book[of].members.clone(),
        }
    }

    /// Whose things they probably are, where the name means nothing.
    fn meant_owner(&mut self, scope: ScopeId, owner: &OwnerExpr) -> Option<Owner> {
        let OwnerExpr::Name(name) = owner else { return None };
        if self.out.declared(scope, &name.text).is_some() {
            return None;
        }
        let meant = self.out.suggest(scope, &name.text, &["Player"])?;
        let name = Name { text: meant.as_str().into(), span: name.span };
        self.lasting_owner(scope, &OwnerExpr::Name(name))
    }

    fn run(&mut self, scope: ScopeId, owner: &OwnerExpr) -> Option<Run> {
        let name = match owner {
            OwnerExpr::Table => return None,
            OwnerExpr::Stage(word, _) => {
                return Some(Run::Stage(match word {
                    ast::StageWord::Round => StageWord::Round,
                    ast::StageWord::Turn => StageWord::Turn,
                    ast::StageWord::Phase => StageWord::Phase,
                }));
            }
            OwnerExpr::Pair(..) => return None,
            OwnerExpr::Name(name) => name,
        };
        let (code, message) = match self.out.named(scope, name) {
            Some(Def::Deed(id)) => return Some(Run::Deed(id)),
            Some(Def::Move(id)) => return Some(Run::Move(id)),
            Some(Def::Broken) => return None,
            Some(def) => (
                Code::E0317,
                format!("`{}` is {}, and such things have nothing", name.text, def.noun()),
            ),
            None => (Code::E0202, format!("there is no `{}` that could have something", name.text)),
        };
        let mut found = Diagnostic::new(code, name.span, message);
        found.about = (code == Code::E0202).then_some(About::Unknown);
        let near = self.out.one_of(scope, &name.text);
        let near = near.or_else(|| self.out.suggest(scope, &name.text, &["Player"]));
        let help = match near.filter(|_| code == Code::E0202) {
            _ if type_words::type_name(&name.text) == Some("Player") => {
                "players have something in `each Player has { … }`".to_owned()
            }
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "things belong to `the table`, or to each `Player`, enum, card kind, `round`, \
                     `turn`, `phase`, deed or move"
                .to_owned(),
        };
        self.say(found.help(help));
        None
    }

    fn members(&mut self, scope: ScopeId, owner: Owner, members: Vec<Member>) {
        for member in members {
            let whose = self.out.owner_name(owner);
            self.note(|| format!("{} of {whose}", member.name.text), &member.doc, member.span);
            if self.misplaced_trait(scope, owner, &member)
                || self.member(Owned { scope, owner, member: &member }).is_none()
            {
                if owner == Owner::Table {
                    self.broken(scope, &member.name)
                } else {
                    self.out.broken.insert(member.name.text.to_string());
                }
            }
        }
    }

    fn member(&mut self, owned: Owned<'_>) -> Option<()> {
        let Owned { scope, owner, member } = owned;
        let meaning = match &member.kind {
            MemberKind::Zone { shape: ZoneShape::Set, of }
                if self.half_named(scope, of).is_some() =>
            {
                self.set_of(owned, of)?
            }
            MemberKind::Zone { shape, of } => self.zone(owned, *shape, of)?,
            MemberKind::Counter { ty, start } => self.counter(owned, ty, start.as_ref())?,
        };
        match (owner, meaning) {
            (Owner::Table, Meaning::Zone(id)) => self.declare(scope, &member.name, Def::Zone(id)),
            (Owner::Table, Meaning::Counter(id)) => {
                self.declare(scope, &member.name, Def::Counter(id))
            }
            (owner, meaning) => {
                let before_the_dot = match self.out.book.pair(owner).map(|pair| pair.first) {
                    Some(Half::Player) => Owner::Player,
                    Some(Half::Enum(of)) => Owner::Enum(of),
                    None => owner,
                };
                self.add_member(Receiver::Owner(before_the_dot), &member.name, meaning)
            }
        }
        Some(())
    }

    fn zone(
        &mut self,
        Owned { scope, owner, member }: Owned<'_>,
        shape: ZoneShape,
        of: &Name,
    ) -> Option<Meaning> {
        let written = of.span;
        let of = self.out.kind_named(scope, of, &mut self.report)?;
        if shape == ZoneShape::Grid && !self.grid_fits(member, of, written) {
            return None;
        }
        if !self.room("zones", self.out.book.zones.len(), member.span) {
            return None;
        }
        let id = ZoneId(self.out.book.zones.len() as u16);
        self.out.book.zones.push(Zone {
            name: member.name.text.to_string(),
            owner,
            shape,
            of,
            seen: member.seen.unwrap_or(Seen::Everyone),
            deck: false,
            span: member.name.span,
        });
        Some(Meaning::Zone(id))
    }

    fn counter(
        &mut self,
        Owned { scope, owner, member }: Owned<'_>,
        ty: &TypeExpr,
        start: Option<&ast::Expr>,
    ) -> Option<Meaning> {
        let typed = self.out.type_of(scope, ty, &mut self.report)?;
        if matches!(
            typed.ty.bare(),
            Type::Text | Type::List(..) | Type::Zone(_) | Type::Square | Type::Spot
        ) {
            let message =
                format!("`{}` cannot be kept on the table", self.out.type_name(&typed.ty));
            let help = match typed.ty.bare() {
                Type::List(of, _) if matches!(of.bare(), Type::Card(_)) => &format!(
                    "cards lie in a zone: write `{0}: set of {1}` for a hand or a heap, `{0}: \
                    row of \
                     {1}` or `{0}: pile of {1}` where they have an order",
                    member.name.text,
                    self.out.type_name(of)
                ),
                Type::List(of, _) if matches!(of.bare(), Type::Player | Type::Enum(_)) => &format!(
                    "a counter that holds several is a set: write `{}: set of {}`",
                    member.name.text,
                    self.out.type_name(of)
                ),
                Type::Square => {
                    "the squares of a board are the members of its enum: `enum Sea 6 by 6`, and \
                     then `diver: Sea`"
                }
                _ => {
                    "counters hold numbers, amounts, `yes or no`, members, players or cards; cards \
                     lie in zones: `pile of`, `row of`, `set of`, `slot of`, `slots of`, `grid of`"
                }
            };
            self.say(Diagnostic::new(Code::E0317, ty.span, message).help(help));
            return None;
        }
        if let (Some(trait_span), None) = (member.capped, typed.range) {
            let message = "only a range has ends to stop at";
            let help = format!("write `{}: 0..10 = 0, capped`", member.name.text);
            self.say(Diagnostic::new(Code::E0318, trait_span, message).help(help));
            return None;
        }
        if !self.room("counters", self.out.book.counters.len(), member.span) {
            return None;
        }
        let id = CounterId(self.out.book.counters.len() as u16);
        let natural = if start.is_some() { None } else { natural_start(&typed, member.span) };
        self.out.book.counters.push(Counter {
            name: member.name.text.to_string(),
            owner,
            ty: typed.ty,
            range: typed.range,
            capped: member.capped.is_some(),
            bookkeeping: member.bookkeeping.is_some(),
            set: false,
            lasts: member.lasts,
            start: natural,
            seen: member.seen.unwrap_or(Seen::Everyone),
            span: member.name.span,
        });
        self.out.starts.push(start.map(|start| (scope, start.clone())));
        Some(Meaning::Counter(id))
    }

    /// Says which trait cannot stand on this member; at most one.
    fn misplaced_trait(&mut self, scope: ScopeId, owner: Owner, member: &Member) -> bool {
        let zone = match &member.kind {
            MemberKind::Zone { shape: ZoneShape::Set, of } => self.half_named(scope, of).is_none(),
            MemberKind::Zone { .. } => true,
            MemberKind::Counter { .. } => false,
        };
        let whose = self.out.owner_name(owner);
        let (message, help) = if zone && matches!(owner, Owner::Run(_)) {
            (
                format!("{whose} has no zones"),
                "zones belong to the table, to players, to members of enums, or to cards",
            )
        } else if member.seen == Some(Seen::Owner) && self.out.book.seat_of(owner, 0).is_none() {
            let why = "only a player's things have an owner who sees them".to_owned();
            (why, "write `seen by nobody`, or leave it out: then everyone sees it")
        } else if member.seen.is_some() && matches!(owner, Owner::Run(_)) {
            (format!("what {whose} has is seen by everyone"), "leave `seen by` out")
        } else if zone && member.capped.is_some() {
            ("only a counter is `capped`".to_owned(), "leave `capped` out")
        } else if zone && member.bookkeeping.is_some() {
            let why =
                "only a counter is `bookkeeping`: cards lie on the table for all to see".to_owned();
            (why, "leave `bookkeeping` out; faces are hidden with `seen by nobody`")
        } else if member.lasts.is_some() && (zone || owner != Owner::Player) {
            let why = "only a player's counters last until or through the next turn".to_owned();
            (why, "a counter of `each turn` begins anew with every turn")
        } else {
            return false;
        };
        let code = if zone && matches!(owner, Owner::Run(_)) { Code::E0317 } else { Code::E0318 };
        self.say(Diagnostic::new(code, member.span, message).help(help));
        true
    }
}

/// What deeds and moves are called, in all scopes.
fn names_of_runs(rules: &[Placed]) -> BTreeSet<Arc<str>> {
    let mut names = BTreeSet::new();
    for (_, item) in rules {
        let inner = if let ItemKind::RulesFor { items, .. } = &item.kind {
            items.as_slice()
        } else {
            std::slice::from_ref(item)
        };
        for item in inner {
            match &item.kind {
                ItemKind::Deed(deed) => names.insert(deed.name.text.clone()),
                ItemKind::Move(of) => names.insert(of.name.text.clone()),
                _ => false,
            };
        }
    }
    names
}

/// 0, no or none; other types have no natural start.
fn natural_start(typed: &Typed, span: Span) -> Option<Expr> {
    let value = match (&typed.ty, typed.range) {
        (Type::Optional(_), _) => Value::None,
        (Type::Bool, _) => Value::Bool(false),
        (Type::Number | Type::Unit(_), None) => Value::Number(0),
        (Type::Number | Type::Unit(_), Some((low, high))) if low <= 0 && high >= 0 => {
            Value::Number(0)
        }
        _ => return None,
    };
    Some(Expr { kind: ExprKind::Const(value), ty: typed.ty.clone(), span })
}
