//! Expressions in the sentences of a rulebook: `p.cash >= $3` as "p's cash is at least $3". What
//! has no plain words of its own, such as a search on a map, stays as it is written.

use super::conditions::ends_in_preposition;
use super::page::Run;
use super::{Reader, in_words, literal};
use houserules_lang::ir::{Owner, Type, ZoneShape};
use houserules_lang::naming::{listed, with_article};
use houserules_lang::syntax::ast::{
    BinaryOp, Binder, CountOf, Domain, DomainBase, Expr, ExprKind, FoldOp, Name, Quantifier,
    Search, Selector, Sought, StageWord, UnaryOp,
};

impl Reader<'_> {
    /// A value in words.
    pub(super) fn english(&self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Number(n) => n.to_string(),
            ExprKind::Bool(yes) => if *yes { "yes" } else { "no" }.into(),
            ExprKind::None => "none".into(),
            ExprKind::Empty => "empty".into(),
            ExprKind::Me => "you".into(),
            ExprKind::This => "this card".into(),
            ExprKind::Players => "the players".into(),
            ExprKind::Opponents => "the other players".into(),
            ExprKind::Stage(word) => format!("this {}", super::components::stage(*word)),
            ExprKind::Name(name) => self.named_thing(name),
            ExprKind::Dot(of, name) => self.belonging(of, name),
            ExprKind::Call(to, values) => self.called(to, values),
            ExprKind::Literal(words) => literal(words),
            ExprKind::Group(inner) => self.group(inner),
            ExprKind::Unary(UnaryOp::Not, _) => self.holds(e),
            ExprKind::Unary(UnaryOp::Minus, of) => format!("-{}", self.english(of)),
            ExprKind::Binary(op, _, a, b) => self.binary(*op, a, b),
            ExprKind::Quantifier(which, binder, condition) => {
                self.quantified(*which, binder, condition)
            }
            ExprKind::Count(of) => match of.as_ref() {
                CountOf::Binder(binder) => self.number_of(&self.those(binder)),
                CountOf::Domain(of) => self.number_of(&self.several(of)),
            },
            ExprKind::Fold(op, of, binder) => self.fold(*op, of, binder),
            ExprKind::Those(binder) => self.those(binder),
            ExprKind::First(binder) => {
                self.about(binder, |named| format!("the first {}", self.one_of(binder, named)))
            }
            ExprKind::If(condition, then, otherwise) => {
                let (then, otherwise) = (self.english(then), self.english(otherwise));
                format!("{then} if {}, otherwise {otherwise}", self.holds(condition))
            }
            ExprKind::After(of, deed) => {
                format!("{} after {}", self.english(of), self.english(deed))
            }
            ExprKind::Let(name, value, then) => {
                let (then, value) = (self.english(then), self.english(value));
                format!("{then}, where {} is {value}", in_words(&name.text))
            }
            ExprKind::Domain(of) => self.several(of),
            ExprKind::Search(of) => self.search(of),
            ExprKind::Text(text) => {
                let words = self.text(text).into_iter().map(Run::said).collect::<String>();
                format!("“{words}”")
            }
            ExprKind::Money(..) => self.source(e.span),
        }
    }

    /// What a name without a dot before it stands for; what the table has, with an article.
    fn named_thing(&self, name: &Name) -> String {
        if let Some(said) = self.stand_in(name) {
            return said;
        }
        let words = in_words(&name.text);
        let zone = self.book.zones.iter().any(|z| z.owner == Owner::Table && z.name == *name.text);
        let counter =
            self.book.counters.iter().any(|c| c.owner == Owner::Table && c.name == *name.text);
        // What counts for a deed or move is named after it: `shootout.turned`.
        let deed = self.book.deeds.iter().any(|d| d.name == *name.text)
            || self.book.moves.iter().any(|m| m.name == *name.text);
        let member = self.book.enums.iter().any(|e| e.members.iter().any(|m| *m == *name.text));
        let the = zone || counter || (deed && !member) || &*name.text == "owner";
        if the { format!("the {words}") } else { words }
    }

    /// `me.cash` as "your cash", `p.left` as "the player to the left of p".
    fn belonging(&self, of: &Expr, name: &Name) -> String {
        let words = in_words(&name.text);
        if matches!(&*name.text, "left" | "right") {
            let whose = self.english(of);
            return format!("the player to the {words} of {whose}");
        }
        if matches!(of.kind, ExprKind::Me) {
            format!("your {words}")
        } else {
            match self.english(of) {
                long if long.split(' ').count() > 4 => format!("the {words} of {long}"),
                whose => format!("{} {words}", possessive(&whose)),
            }
        }
    }

    /// What is looked for on a map.
    fn search(&self, of: &Search) -> String {
        let (from, to) = (self.english(&of.from), self.english(&of.to));
        let map = in_words(&of.map.text);
        let found = match of.what {
            Sought::Places => format!("the places on the {map} no farther than {to} from {from}"),
            Sought::Way => format!("the shortest way on the {map} from {from} to {to}"),
            Sought::Distance => format!("the distance on the {map} from {from} to {to}"),
        };
        let by = of.costing.as_ref().map(|by| format!(" (a step costs its {})", self.english(by)));
        found + &by.unwrap_or_default()
    }

    /// That there is something: one of several, or what may be none.
    pub(super) fn there_is(&self, binder: &Binder, named: bool) -> String {
        let list = if let DomainBase::List(list) = &binder.domain.base
            && binder.domain.filter.is_none()
        {
            bare(list)
        } else {
            return format!("there is {}", with_article(&self.one_of(binder, named)));
        };
        let again = if let ExprKind::Name(_) = &list.kind { self.noun_of(binder) } else { None };
        if let Some(noun) =
            again.filter(|noun| self.stood_for(list).is_some_and(|of| of.ends_with(noun)))
        {
            return format!("there is such {}", with_article(&noun));
        }
        if !self.may_be_none(list) {
            return format!("there is {}", with_article(&self.one_of(binder, named)));
        }
        let name =
            if named { format!(" ({})", self.name_told(&binder.name)) } else { String::new() };
        if let ExprKind::First(inner) = &list.kind {
            // Both names stand for the same.
            let one = self.one_of(inner, false);
            return format!("there is {}{name}; the first counts", with_article(&one));
        }
        let found = self.english(list);
        let bare = matches!(list.kind, ExprKind::Name(_)) && !found.starts_with("the ");
        let found = if bare { with_article(&found) } else { found };
        format!("there is {found}{name}")
    }

    /// Whether a value is called after something that may be none.
    fn may_be_none(&self, e: &Expr) -> bool {
        let called = if let ExprKind::Call(to, _) = &e.kind { to } else { e };
        if matches!(called.kind, ExprKind::First(_)) {
            return true;
        }
        let (ExprKind::Name(name) | ExprKind::Dot(_, name)) = &called.kind else { return false };
        let of =
            |(called, ty): (&str, &Type)| *called == *name.text && matches!(ty, Type::Optional(_));
        let counters = self.book.counters.iter().map(|c| (c.name.as_str(), &c.ty));
        let fields = self.book.kinds.iter().flat_map(|kind| &kind.fields);
        let words = self.book.words.iter().map(|w| (w.name.as_str(), &w.value.ty));
        counters.chain(fields.map(|f| (f.name.as_str(), &f.ty))).chain(words).any(of)
    }

    /// Members with the name that a condition on each gives them.
    fn those(&self, binder: &Binder) -> String {
        self.about(binder, |named| self.those_called(binder, named))
    }

    fn those_called(&self, binder: &Binder, named: bool) -> String {
        let (all, name) = (self.several(&binder.domain), in_words(&binder.name.text));
        if binder.domain.filter.is_none() {
            return all;
        }
        if let DomainBase::List(list) = &binder.domain.base
            && let ExprKind::Name(of) = &list.kind
            && let Some(noun) = self.noun_of(binder)
            && self.book.enums.iter().any(|e| e.name == *of.text)
        {
            return all.replacen(&*of.text, &format!("the {}", plural_noun(&noun)), 1);
        }
        for head in ["cards of", "the players", "the other players"] {
            if all.starts_with(head) || all.starts_with(&format!("all {head}")) {
                let (noun, rest) =
                    head.split_once(" of").map_or((head, ""), |(noun, _)| (noun, " of"));
                if !named {
                    return all;
                }
                return all.replacen(head, &format!("{noun} {name}{rest}"), 1);
            }
        }
        if named { format!("those {name} of {all}") } else { format!("those of {all}") }
    }

    fn number_of(&self, several: &str) -> String {
        let of = several.strip_prefix("all ").unwrap_or(several);
        format!("the number of {of}")
    }

    fn called(&self, to: &Expr, values: &[Expr]) -> String {
        let given: Vec<String> = values.iter().map(|v| self.english(v)).collect();
        let with = listed(&given, "and");
        match (&to.kind, given.as_slice()) {
            (ExprKind::Name(name), [a, b]) if matches!(&*name.text, "larger" | "smaller") => {
                format!("the {} of {a} and {b}", name.text)
            }
            (ExprKind::Name(name), [number]) if self.symbol(name).is_some() => {
                format!("{}{number}", self.symbol(name).unwrap_or_default())
            }
            (ExprKind::Name(name), _) if self.book.words.iter().any(|w| w.name == *name.text) => {
                format!("{} for {with}", in_words(&name.text))
            }
            (ExprKind::Name(name), _) if name.text.starts_with(char::is_lowercase) => {
                format!("the result of “{}” ({})", in_words(&name.text), given.join(", "))
            }
            (ExprKind::Dot(of, name), [side]) if &*name.text == "next" => {
                format!("the square next to {} on {side}", self.english(of))
            }
            (ExprKind::Dot(of, name), [side]) if &*name.text == "edge" => {
                format!("the edge of {} on {side}", self.english(of))
            }
            (ExprKind::Dot(of, name), [_, ..]) => {
                let words = self.belonging(of, name);
                let join = if ends_in_preposition(&words) { "" } else { " for" };
                format!("{words}{join} {with}")
            }
            _ => format!("{} ({})", self.english(to), given.join(", ")),
        }
    }

    /// The sign of a unit of that name.
    fn symbol(&self, name: &Name) -> Option<&str> {
        let unit = self.book.units.iter().find(|unit| unit.name == *name.text)?;
        Some(unit.symbol.as_str()).filter(|symbol| !symbol.is_empty())
    }

    fn group(&self, inner: &[Expr]) -> String {
        let listed: Vec<String> = inner.iter().map(|e| self.english(e)).collect();
        match listed.as_slice() {
            [one] => format!("({one})"),
            [first @ .., last] => format!("{} or {last}", first.join(", ")),
            [] => "nothing".into(),
        }
    }

    pub(super) fn binary(&self, op: BinaryOp, a: &Expr, b: &Expr) -> String {
        let be = if matches!(a.kind, ExprKind::Me | ExprKind::Players) { "are" } else { "is" };
        let (left, right) = (self.english(a), self.english(b));
        let right = if let (ExprKind::Name(name), BinaryOp::Is | BinaryOp::IsNot) = (&b.kind, op)
            && self.is_kind(name)
        {
            with_article(&right)
        } else {
            right
        };
        match op {
            BinaryOp::Or => format!("{} or {}", self.holds(a), self.holds(b)),
            BinaryOp::And => format!("{} and {}", self.holds(a), self.holds(b)),
            BinaryOp::Is => format!("{left} {be} {right}"),
            BinaryOp::IsNot => format!("{left} {be} not {right}"),
            BinaryOp::In => match &b.kind {
                ExprKind::Group(_) => format!("{left} {be} {right}"),
                ExprKind::Binary(BinaryOp::Range, ..) => format!("{left} {be} from {right}"),
                _ => format!("{left} {be} in {right}"),
            },
            BinaryOp::Less => format!("{left} {be} less than {right}"),
            BinaryOp::LessEq => format!("{left} {be} at most {right}"),
            BinaryOp::More => format!("{left} {be} more than {right}"),
            BinaryOp::MoreEq => format!("{left} {be} at least {right}"),
            BinaryOp::Otherwise => format!("{left} (or, if there is none, {right})"),
            BinaryOp::Range => format!("{left} to {right}"),
            BinaryOp::Plus => format!("{left} + {right}"),
            BinaryOp::Minus => format!("{left} - {right}"),
            BinaryOp::Times => format!("{left} × {right}"),
            BinaryOp::Divide => format!("{left} divided by {right}"),
            BinaryOp::Mod => format!("the rest of {left} divided by {right}"),
        }
    }

    fn is_kind(&self, name: &Name) -> bool {
        self.book.kinds.iter().any(|k| k.name == *name.text)
    }

    pub(super) fn quantified(
        &self,
        which: Quantifier,
        binder: &Binder,
        condition: &Expr,
    ) -> String {
        let said = |named| (self.one_of(binder, named), self.holds(condition));
        let (one, holds) = self.about(binder, said);
        let of = self.noun_of(binder).map(|noun| (format!("that {noun}"), noun));
        let about = of.and_then(|(that, noun)| {
            let rest = holds.strip_prefix(&that)?;
            let who = if noun == "player" { "who" } else { "that" };
            let whose = rest.strip_prefix("'s ").map(|rest| format!("whose {rest}"));
            whose.or_else(|| rest.strip_prefix(' ').map(|rest| format!("{who} {rest}")))
        });
        let about = about.unwrap_or_else(|| format!("such that {holds}"));
        match which {
            Quantifier::Any => format!("there is {} {about}", with_article(&one)),
            Quantifier::Every => format!("for every {one}, {holds}"),
            Quantifier::No => format!("there is no {one} {about}"),
        }
    }

    fn fold(&self, op: FoldOp, of: &Expr, binder: &Binder) -> String {
        let said = |named| (self.english(of), self.one_of(binder, named));
        let (value, one) = self.about(binder, said);
        match op {
            FoldOp::Sum => format!("the sum, for each {one}, of {value}"),
            FoldOp::Most => format!("the largest, for any {one}, of {value}"),
            FoldOp::Least => format!("the smallest, for any {one}, of {value}"),
        }
    }

    /// One member of a domain, with its name if that is said: "player p", "card c of your hand",
    /// "number n from 1 to 5".
    pub(super) fn one_of(&self, binder: &Binder, named: bool) -> String {
        let name = if named && *binder.name.text != *"me" { &*binder.name.text } else { "" };
        let kind = binder.kind.as_ref().map(|kind| in_words(&kind.text));
        let kind = kind.or_else(|| self.noun_at(&binder.name));
        let one = self.one_named(name, kind, &binder.domain);
        match self.ordinal_of(&binder.name) {
            Some(nth) => format!("{nth} {one}"),
            None => one,
        }
    }

    /// The same of any domain; the name may be empty.
    pub(super) fn one_named(&self, name: &str, kind: Option<String>, domain: &Domain) -> String {
        let is_enum = |of: &Name| self.book.enums.iter().any(|e| e.name == *of.text);
        let kind = kind.or_else(|| {
            let DomainBase::List(list) = &domain.base else { return None };
            let ExprKind::Name(of) = &list.kind else { return None };
            is_enum(of).then(|| in_words(&of.text))
        });
        let same = |kind: &String| kind.eq_ignore_ascii_case(&in_words(name));
        let name = match (name.chars().count(), &kind) {
            (0, _) => String::new(),
            (1, Some(_)) => String::new(),
            (_, Some(kind)) if same(kind) => String::new(),
            (1, None) => format!(" {name}"),
            _ => format!(" ({})", in_words(name)),
        };
        let plain = matches!(domain.selector, None | Some(Selector::Exactly(_)));
        let DomainBase::List(list) = &domain.base else {
            let noun = kind.as_deref().unwrap_or("one");
            return format!("{noun}{name} of {}", self.several(domain));
        };
        let noun = || {
            kind.as_deref().unwrap_or(if self.zone_shape(list).is_some() { "card" } else { "one" })
        };
        if !plain {
            return format!("{}{name} among {}", noun(), self.several(domain));
        }
        let head = match &list.kind {
            ExprKind::Players => format!("player{name}"),
            ExprKind::Opponents => format!("other player{name}"),
            ExprKind::Binary(BinaryOp::Range, ..) => {
                format!("number{name} from {}", self.english(list))
            }
            ExprKind::Number(_) if domain.onwards => {
                return format!("number{name} from {} on", self.english(list));
            }
            ExprKind::Name(of) if is_enum(of) => format!("{}{name}", in_words(&of.text)),
            _ => format!("{}{name} of {}", noun(), self.english(list)),
        };
        head + &self.behind(domain)
    }

    /// The shape of a zone, if an expression is one by its name.
    pub(super) fn zone_shape(&self, e: &Expr) -> Option<ZoneShape> {
        let (name, owned) = match &e.kind {
            ExprKind::Name(name) => (name, false),
            ExprKind::Dot(_, name) => (name, true),
            _ => return None,
        };
        let fits = |z: &&houserules_lang::ir::Zone| {
            z.name == *name.text && owned != (z.owner == Owner::Table)
        };
        self.book.zones.iter().find(fits).map(|z| z.shape)
    }

    /// The members of a domain: "all cards of the stock", "the top 2 cards of the stock".
    pub(super) fn several(&self, domain: &Domain) -> String {
        let list = match &domain.base {
            DomainBase::List(list) => list,
            DomainBase::Spots { card, over, place } if domain.selector.is_none() => {
                let (card, place) = (self.english(card), self.english(place));
                let on = if *over { "over" } else { "on" };
                return format!("spots for {card} {on} {place}") + &self.behind(domain);
            }
            DomainBase::Spots { .. } | DomainBase::Reach { .. } | DomainBase::Lines { .. } => {
                return self.source(domain.span);
            }
        };
        let base = self.together(list);
        let n = |n: &Expr| self.english(n);
        // A number that is reckoned is said behind.
        let base_of = base.strip_prefix("all ").unwrap_or(&base).to_owned();
        let cards = self.zone_shape(list).is_some();
        let end = |which: &str, n: &Expr| match &n.kind {
            _ if !cards => {
                let which = if which == "top" { "first" } else { "last" };
                format!("the {which} {} of {base_of}", self.english(n))
            }
            ExprKind::Number(1) => format!("the {which} card of {base_of}"),
            ExprKind::Number(_) | ExprKind::Name(_) => {
                format!("the {which} {} cards of {base_of}", self.english(n))
            }
            _ => {
                // Behind these words brackets say nothing.
                let bare =
                    if let ExprKind::Group(of) = &n.kind { of.first().unwrap_or(n) } else { n };
                let many = self.english(bare);
                format!("cards from the {which} of {base_of}, as many as {many}")
            }
        };
        let of = match self.zone_shape(list) {
            Some(_) => format!("cards of {base}"),
            None => base.clone(),
        };
        let head = match &domain.selector {
            None => match self.zone_shape(list) {
                Some(ZoneShape::Slot) => format!("what lies in {base}"),
                Some(_) => format!("all cards of {base}"),
                None => base,
            },
            Some(Selector::Any) => format!("any number of {of}"),
            Some(Selector::Order) => format!("{of} in any order"),
            Some(Selector::Top(count)) => end("top", count),
            Some(Selector::Bottom(count)) => end("bottom", count),
            Some(Selector::UpTo(count)) => format!("up to {} of {base}", n(count)),
            Some(Selector::Exactly(count)) => format!("{} of {base}", n(count)),
            Some(Selector::AtLeast(count)) => format!("{} or more of {base}", n(count)),
        };
        head + &self.behind(domain)
    }

    /// A list, of several that are laid together: "your ride, your weapon and your tips".
    fn together(&self, list: &Expr) -> String {
        let mut all = Vec::new();
        let mut left = vec![list];
        while let Some(e) = left.pop() {
            if let ExprKind::Binary(BinaryOp::Plus, _, a, b) = &e.kind {
                left.extend([&**b, &**a])
            } else {
                all.push(self.english(e))
            }
        }
        listed(&all, "and")
    }

    /// What stands behind the list of a domain.
    fn behind(&self, domain: &Domain) -> String {
        let mut words = String::new();
        if let Some(from) = &domain.from {
            words += &format!(", beginning with {}", self.english(from));
        }
        if domain.onwards {
            words += ", round and round";
        }
        if let Some(filter) = &domain.filter {
            let holds = self.holds(filter);
            let of = holds.strip_prefix("that ").and_then(|rest| rest.split_once("'s "));
            words += &match of.filter(|(noun, _)| !noun.contains(' ')) {
                Some((_, rest)) => format!(" whose {rest}"),
                None => format!(" where {holds}"),
            };
        }
        if let Some(best) = &domain.best {
            let most = best.extreme.word();
            words += &format!(" with the {most} {}", in_words(&best.word.text));
            let given = best.args.iter().flatten().map(|e| self.english(e)).collect::<Vec<_>>();
            if !given.is_empty() {
                words += &format!(" ({})", given.join(", "));
            }
        }
        words
    }
}

/// A value without brackets around it.
fn bare(e: &Expr) -> &Expr {
    if let ExprKind::Group(inner) = &e.kind
        && let [one] = inner.as_slice()
    {
        return bare(one);
    }
    e
}

/// `side` as `sides`, `city` as `cities`.
fn plural_noun(noun: &str) -> String {
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ if noun.ends_with('s') => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

/// `the dealer's`, `the players'`
fn possessive(whose: &str) -> String {
    if whose.len() > 1 && whose.ends_with('s') { format!("{whose}'") } else { format!("{whose}'s") }
}

/// What the elements of a stage are called: a turn's are players.
pub(super) fn of_stage(
    reader: &Reader<'_>,
    word: StageWord,
    binder: &Binder,
    named: bool,
) -> String {
    // `turn me in (conductor)`: there is but one.
    if let (StageWord::Turn, DomainBase::List(list), None) =
        (word, &binder.domain.base, &binder.domain.filter)
        && let ExprKind::Group(inner) = &list.kind
        && let [one] = inner.as_slice()
    {
        return format!(" of {}", reader.english(one));
    }
    let each = if word == StageWord::Turn { "of each" } else { "for each" };
    format!(" {each} {}", reader.one_of(binder, named))
}
