//! The way from what stands there to what is wanted: a member of it that fits, an owner that has
//! it, the signature.

use super::env::Env;
use super::fill::{listed, written};
use super::graph::{Acting, Node};
use super::sight::Sight;
use super::types::{fits, is_amount, shown};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Help};
use crate::ir::{Expr, ExprKind, Owner, Type, ZoneId, ZoneShape};
use crate::resolve::Found;
use crate::resolve::names::{Member, Receiver};
use crate::spelling::by_nearness;
use crate::syntax::ast;

/// So many members are named at most.
const MOST_NAMED: usize = 3;
/// So many are listed where none is near.
const LISTED: usize = 6;

impl Sight<'_> {
    /// Members of a value that fit what is wanted there: `write `c.color`` for help, if there are
    /// some.
    fn across(&self, e: &Expr, wanted: impl Fn(&Type) -> bool) -> Option<String> {
        let of = self.called(e);
        let found = self.members_that(e.ty.bare(), &wanted);
        if !found.is_empty() {
            let all: Vec<String> = found.iter().map(|name| format!("`{of}.{name}`")).collect();
            return Some(listed(&all));
        }
        // One step further: the square of a pawn's field, the number of a note's owner.
        for (name, ty) in self.members_of(e.ty.bare()) {
            if let Some(next) = self.members_that(ty.bare(), &wanted).first() {
                return Some(format!("`{of}.{name}.{next}`"));
            }
        }
        None
    }

    /// What is wanted of it, as a help: `perhaps … is meant`.
    pub fn perhaps(&self, e: &Expr, wanted: impl Fn(&Type) -> bool) -> Option<Help> {
        // `use_power(c.power)`: what it is read of is what is wanted.
        if let ExprKind::Field(of, _) | ExprKind::Counter(_, Some(of)) = &e.kind
            && wanted(&of.ty)
            && matches!(of.kind, ExprKind::Local(_) | ExprKind::Me)
        {
            return Some(Help::open(format!("perhaps `{}` is meant", self.called(of))));
        }
        self.across(e, wanted).map(|names| Help::open(format!("perhaps {names} is meant")))
    }

    /// The zones and counters of a thing that lines of a test may give, as a help.
    pub fn what_it_has(&self, e: &Expr) -> Option<String> {
        let of = self.called(e);
        let names = given_to(self.env, e.ty.bare());
        let all: Vec<String> = names.map(|name| format!("`{of}.{name}`")).take(LISTED).collect();
        (!all.is_empty()).then(|| format!("name what it has: {}", listed(&all)))
    }

    /// `p.layout`, where nobody is called `p`, but somebody acts.
    pub fn who_acts(&self, of: &ast::Expr, member: &ast::Name) -> Option<Diagnostic> {
        let ast::ExprKind::Name(name) = &of.kind else { return None };
        let unknown = name.text.len() == 1
            && !self.scope.knows(&name.text)
            && self.env.r.enums_with(&name.text).is_empty();
        let member = &member.text;
        let has = self.env.has_member(&Type::Player, member);
        (unknown && self.place.me_known() && has && !self.env.broken(&name.text)).then(|| {
            let said = format!("nobody is called `{}` here", name.text);
            let others = self.people().into_iter().filter(|one| one != "me");
            let others: Vec<String> = others.map(|one| format!("`{one}.{member}`")).collect();
            let name = &name.text;
            if self.place.node == Node::Play && !matches!(self.place.around.me, Acting::Known) {
                // Between turns nobody acts.
                return Diagnostic::unknown(Code::E0401, of.span, said).help(format!(
                    "give somebody that name: `for each {name} in players {{ … }}`, or `if there \
                     is {name} in … {{ … }}` for one who may be none"
                ));
            }
            let mut help = format!("who acts is `me`: write `me.{member}`");
            if !others.is_empty() {
                help.push_str(&format!("; of another player: {}", listed(&others)));
            }
            Diagnostic::unknown(Code::E0401, of.span, said).help(help)
        })
    }

    /// Names of members of a type whose own type fits.
    pub fn members_that(&self, of: &Type, wanted: impl Fn(&Type) -> bool) -> Vec<String> {
        let fitting = self.members_of(of).into_iter().filter(|(_, ty)| wanted(ty));
        fitting.map(|(name, _)| name).take(MOST_NAMED).collect()
    }

    /// Fields, counters, zones and words without arguments of a type, fields first.
    pub fn members_of(&self, of: &Type) -> Vec<(String, Type)> {
        let book = self.env.book();
        let mut all: Vec<(String, Type)> = Vec::new();
        let fields = match of {
            Type::Card(kinds) => {
                kinds.iter().flat_map(|k| &book[k].fields).map(|f| f.name.clone()).collect()
            }
            Type::Enum(id) => book[*id].fields.iter().map(|f| f.name.clone()).collect(),
            _ => Vec::new(),
        };
        for name in fields.into_iter().chain(self.env.r.member_index.keys().cloned()) {
            if all.iter().any(|(known, _)| *known == name) {
                continue;
            }
            let ty = match self.env.r.member(of, &name) {
                Found::Field { ty, .. } => Some(ty),
                Found::Member(Member::Counter(id)) => Some(book[id].ty.clone()),
                Found::Member(Member::Zone(id)) => Some(zone_cards(self.env, id)),
                Found::Member(Member::Word(id)) => self.word_type(id),
                Found::Only(_) | Found::Differs(..) | Found::Broken | Found::Nothing => None,
            };
            all.extend(ty.map(|ty| (name, ty)));
        }
        if *of == Type::Player {
            all.extend(["left", "right"].map(|side| (side.to_owned(), Type::Player)));
        }
        all
    }

    /// What something has, named: `suit`, `number`; none if it has nothing.
    pub fn has(&self, of: &Type) -> Option<String> {
        let members = self.members_of(of);
        let shown: Vec<String> =
            members.iter().take(LISTED).map(|(name, _)| format!("`{name}`")).collect();
        let more = if members.len() > LISTED { " …" } else { "" };
        (!shown.is_empty()).then(|| format!("{}{more}", shown.join(", ")))
    }

    /// What a word that asks for nothing more gives, as far as that is written or known by now.
    fn word_type(&self, id: crate::ir::WordId) -> Option<Type> {
        let (_, signature) = &self.env[id];
        let alone = signature.params.len() == usize::from(signature.receiver);
        let written = signature.result.clone().or_else(|| self.words.result(id));
        written.filter(|_| alone)
    }

    /// How a value is called in a help.
    pub fn called(&self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Local(id) => self.scope[*id].name.clone(),
            ExprKind::Me => "me".to_owned(),
            ExprKind::Field(of, name) => format!("{}.{name}", self.called(of)),
            ExprKind::Counter(id, key) => {
                self.called_of(&self.env.book()[*id].name, key.as_deref())
            }
            ExprKind::Zone(id, key) => self.called_of(&self.env.book()[*id].name, key.as_deref()),
            ExprKind::Neighbour(of, step) => {
                format!("{}.{}", self.called(of), if *step > 0 { "left" } else { "right" })
            }
            ExprKind::SlotCard(zone) => self.called(zone),
            ExprKind::Option(id) => self.env.book()[*id].name.clone(),
            ExprKind::Const(crate::ir::Value::Member(of, member)) => {
                self.env.book()[*of].members[usize::from(*member)].clone()
            }
            _ => String::new(),
        }
    }

    /// `me.cash`, or `cash` of the table.
    fn called_of(&self, name: &str, key: Option<&Expr>) -> String {
        key.map_or_else(|| name.to_owned(), |key| format!("{}.{name}", self.called(key)))
    }

    /// Who has a member of that name, said of something in sight if there is one: `me.stash`,
    /// `turn.drawn`, `c.color`.
    pub fn owned_elsewhere(&self, text: &str) -> Option<String> {
        let mut such: Vec<String> = Vec::new();
        let owned = |owner| self.env.owned(owner, text).is_some();
        if self.place.me_known()
            && (owned(Owner::Player) || self.env.has_member(&Type::Player, text))
        {
            such.push(format!("me.{text}"));
        }
        such.extend(self.in_sight(text));
        such.extend(self.of_my_own(text));
        // Of all that are called so only those that the rules reach from here are meant.
        let reached = !such.is_empty();
        for (receiver, ..) in self.env.r.members_named(text).take(MOST_NAMED) {
            let run = matches!(receiver, Receiver::Owner(Owner::Run(_)));
            such.extend(self.such(receiver, text).filter(|_| run || !reached));
        }
        if such.is_empty() {
            such.extend(field_owner(self.env, text));
        }
        if !self.place.me_known() && such.is_empty() && owned(Owner::Player) {
            such.push(format!("players.{text}"));
        }
        // Where nobody acts yet, somebody who has a name here comes first.
        let setup = self.place.node == Node::Setup;
        such.sort_by_key(|s| s.starts_with("me.") == setup);
        such.dedup();
        such.truncate(2);
        let such: Vec<String> = such.iter().map(|s| format!("`{s}`")).collect();
        (!such.is_empty()).then(|| listed(&such))
    }

    /// A member of that name of something that whoever acts has: `me.bee.nectar`.
    fn of_my_own(&self, text: &str) -> Option<String> {
        let counters = self.env.book().counters.iter();
        let mut own = counters.filter(|c| c.owner == Owner::Player && !c.set && !c.name.is_empty());
        let own = own.find(|c| self.env.has_member(c.ty.bare(), text));
        own.filter(|_| self.place.me_known()).map(|c| format!("me.{}.{text}", c.name))
    }

    /// What in sight is of the kind or family that a word names: `c` for `recipe`.
    pub fn called_by_kind(&self, text: &str) -> Option<String> {
        let named = |ty: &Type| match ty.bare() {
            Type::Card(kinds) => self.env.r.kinds_name(*kinds).to_lowercase() == text,
            Type::Enum(of) => self.env.book()[*of].name.to_lowercase() == text,
            Type::Bool
            | Type::Number
            | Type::Unit(_)
            | Type::Text
            | Type::Player
            | Type::Square
            | Type::Spot
            | Type::List(..)
            | Type::Zone(_)
            | Type::Optional(_)
            | Type::None => false,
        };
        let mut all = self.scope.sights().into_iter().filter(|(_, ty)| named(ty));
        let (name, _) = all.next()?;
        all.next().is_none().then_some(name)
    }

    /// A member of that name of something in sight, or of what that has: `v.tank`, `c.color.row`.
    pub fn in_sight(&self, text: &str) -> Option<String> {
        let sights = self.scope.sights();
        let near = sights.iter().find(|(_, ty)| self.env.has_member(ty.bare(), text));
        let near = near.map(|(name, _)| format!("{name}.{text}"));
        near.or_else(|| {
            sights.iter().find_map(|(name, ty)| Some(format!("{name}.{}", self.through(ty, text)?)))
        })
    }

    /// How a member of somebody is written.
    fn such(&self, receiver: &Receiver, text: &str) -> Option<String> {
        Some(match receiver {
            Receiver::Owner(Owner::Player) | Receiver::Type(Type::Player)
                if self.place.me_known() =>
            {
                return None;
            }
            Receiver::Owner(Owner::Player) | Receiver::Type(Type::Player) => format!("p.{text}"),
            Receiver::Owner(Owner::Enum(e)) | Receiver::Type(Type::Enum(e)) => {
                let of = &self.env.book()[*e];
                let member = of.members.first().filter(|_| of.rectangle.is_none());
                format!("{}.{text}", member.map_or("q", String::as_str))
            }
            Receiver::Owner(Owner::Run(run)) => {
                format!("{}.{text}", super::things::run_name(self.env, (*run).into()))
            }
            Receiver::Owner(Owner::Card(_)) | Receiver::Type(Type::Card(_)) => format!("c.{text}"),
            Receiver::Owner(Owner::Table) => return None,
            Receiver::Type(_) => format!("x.{text}"),
        })
    }

    /// A field of it that has what it has not itself: `c.color.row`.
    pub fn through(&self, of: &Type, text: &str) -> Option<String> {
        let members = self.members_of(of.bare());
        members
            .iter()
            .find(|(_, ty)| self.env.has_member(ty.bare(), text))
            .map(|(name, _)| format!("{name}.{text}"))
    }

    /// `p.loot.kinds`: how many sorts there are among cards.
    pub fn sorts_of(&self, ty: &Type, of: &ast::Expr, name: &ast::Name) -> Option<String> {
        let card = match ty.bare() {
            Type::List(of, _) => of.bare().clone(),
            Type::Zone(kinds) => Type::Card(*kinds),
            _ => return None,
        };
        let field = name.text.strip_suffix('s')?;
        let unknown = matches!(self.env.r.member(ty, &name.text), Found::Nothing);
        let (_, sort) = self.members_of(&card).into_iter().find(|(of, _)| of == field)?;
        let Type::Enum(_) = sort.bare() else { return None };
        let (all, of) = (shown(self.env, sort.bare()), written(of)?);
        unknown.then(|| {
            format!(
                "how many there are is `count(k in {all} where any c in {of} has c.{field} is k)`"
            )
        })
    }

    /// What to write where a value of a type is wanted and another stands.
    pub fn way_to(&self, e: &Expr, want: &Type) -> Option<Help> {
        self.perhaps(e, |ty| fits(ty.bare(), want) || fits(ty, want))
    }

    /// What to write where a number or an amount is wanted.
    pub fn way_to_amount(&self, e: &Expr) -> Option<Help> {
        self.perhaps(e, |ty| is_amount(ty.bare()))
    }
}

/// The columns that a table of a test may have for a type, the likest to a name first.
pub(super) fn columns_of(env: &Env, ty: &Type, name: &str) -> Option<String> {
    let names: Vec<&str> = given_to(env, ty).map(|name| &**name).collect();
    let near = by_nearness(name, &names);
    let all: Vec<String> = near.iter().take(LISTED).map(|name| format!("`{name}`")).collect();
    let of = shown(env, ty);
    (!all.is_empty()).then(|| format!("the columns of `{of}` are {}", listed(&all)))
}

/// The zones and counters of a type.
fn given_to<'e>(env: &'e Env, ty: &Type) -> impl Iterator<Item = &'e String> {
    env.r.member_index.keys().filter(move |name| {
        let found = env.r.member(ty, name);
        matches!(found, Found::Member(Member::Zone(_) | Member::Counter(_)))
    })
}

fn zone_cards(env: &Env, id: ZoneId) -> Type {
    let zone = &env.book()[id];
    // A slot is also its card.
    if zone.shape == ZoneShape::Slot {
        return Type::Card(zone.of).optional();
    }
    Type::List(Box::new(Type::Card(zone.of)), crate::ir::Order::Unordered)
}

fn field_owner(env: &Env, text: &str) -> Option<String> {
    let mut kinds = env.book().kinds.iter();
    kinds.any(|kind| kind.fields.iter().any(|f| f.name == text)).then(|| format!("c.{text}"))
}

/// `c.kind.crew`, where `crew` is one of its kinds.
pub(super) fn is_one_of(env: &Env, ty: &Type, of: &ast::Expr, name: &ast::Name) -> Option<String> {
    let Type::Enum(family) = ty.bare() else { return None };
    let known = matches!(env.r.member(ty.bare(), &name.text), Found::Nothing);
    let among = env.r.enums_with(&name.text).iter().any(|(of, _)| of == family);
    (known && among).then(|| Some(format!("write `{} is {}`", written(of)?, name.text)))?
}

/// A list or zone of the cards of some kinds is asked for its members.
pub(super) fn asked_of_lists(name: &str, of: &ast::Expr) -> Option<String> {
    let of = written(of)?;
    Some(match name.to_ascii_lowercase().as_str() {
        "isempty" | "is_empty" | "empty" => format!("write `{of} is empty`"),
        "length" | "size" | "count" | "number" | "len" | "amount" => format!("write `count({of})`"),
        "first" | "top" | "last" | "bottom" => {
            format!("write `top 1 of {of}`, `bottom 1 of {of}` or `first c in {of}`")
        }
        "cards" | "card" | "items" | "content" | "contents" | "all" | "list" => {
            format!("`{of}` is the cards themselves: leave `.{name}` out")
        }
        "shuffle" => format!("write `shuffle {of}`"),
        "contains" | "includes" => format!("write `c in {of}`"),
        "push" | "add" | "append" => format!("write `move c to {of}`"),
        _ => return None,
    })
}
