//! Expressions in the sentences of a rulebook: `p.cash >= $3` as "p's cash is at least $3". What
//! has no plain words of its own, such as a search on a map, stays as it is written.

use super::page::Run;
use super::{Reader, in_words};
use houserules_lang::ir::{Owner, Type, ZoneShape};
use houserules_lang::naming::with_article;
use houserules_lang::syntax::ast::{
    BinaryOp, Binder, CountOf, Domain, DomainBase, Expr, ExprKind, FoldOp, LiteralWord, Name,
    Quantifier, Search, Selector, Sought, StageWord, UnaryOp,
};

/// Beginnings of names that are sentences already: `is_free`, `has_won`.
const VERBS: [&str; 6] = ["is ", "has ", "can ", "may ", "must ", "are "];

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
            ExprKind::Unary(UnaryOp::Not, of) => format!("not ({})", self.holds(of)),
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

    /// Whether a value is a condition, and not something that has it.
    pub(super) fn is_condition(e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Quantifier(..) | ExprKind::Unary(UnaryOp::Not, _) => true,
            ExprKind::Binary(op, ..) => !matches!(
                op,
                BinaryOp::Otherwise
                    | BinaryOp::Range
                    | BinaryOp::Plus
                    | BinaryOp::Minus
                    | BinaryOp::Times
                    | BinaryOp::Divide
                    | BinaryOp::Mod
            ),
            _ => false,
        }
    }

    /// A condition in words.
    pub(super) fn holds(&self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Dot(of, name) => {
                let (whose, be) = match of.kind {
                    ExprKind::Me => ("you".to_string(), "are"),
                    _ => (self.english(of), "is"),
                };
                let name = in_words(&name.text);
                match name.strip_prefix("is ") {
                    Some(rest) => format!("{whose} {be} {rest}"),
                    None if is_said_of(&name) => format!("{whose} {name}"),
                    None => format!("{whose} {be} {name}"),
                }
            }
            ExprKind::After(of, deed) => {
                format!("{} after {}", self.holds(of), self.english(deed))
            }
            ExprKind::Name(name) => format!("“{}” holds", in_words(&name.text)),
            ExprKind::Call(..) => format!("{} holds", self.english(e)),
            ExprKind::Unary(UnaryOp::Not, of) => match &of.kind {
                ExprKind::Dot(whose, name) if name.text.starts_with("is_") => {
                    let be = if matches!(whose.kind, ExprKind::Me) { "are" } else { "is" };
                    let what = in_words(name.text.trim_start_matches("is_"));
                    format!("{} {be} not {what}", self.english(whose))
                }
                ExprKind::Dot(whose, name) if !is_said_of(&in_words(&name.text)) => {
                    let be = if matches!(whose.kind, ExprKind::Me) { "are" } else { "is" };
                    format!("{} {be} not {}", self.english(whose), in_words(&name.text))
                }
                ExprKind::Name(name) => format!("“{}” does not hold", in_words(&name.text)),
                _ => format!("it is not so that {}", self.holds(of)),
            },
            ExprKind::Group(inner) => match inner.as_slice() {
                [one] => format!("({})", self.holds(one)),
                _ => self.english(e),
            },
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), _, a, b) => {
                let word = if *op == BinaryOp::And { "and" } else { "or" };
                format!("{} {word} {}", self.joined(a), self.joined(b))
            }
            _ => self.english(e),
        }
    }

    /// A condition beside others: what it denies must not seem to go on behind it.
    fn joined(&self, e: &Expr) -> String {
        let said = self.holds(e);
        if said.starts_with("it is not so that ") { format!("({said})") } else { said }
    }

    /// When a condition fails, behind the reason that is then given: "if a is b", "unless p's cash
    /// is at least $3".
    pub(super) fn fails(&self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Unary(UnaryOp::Not, of) => format!("if {}", self.holds(of)),
            ExprKind::Binary(BinaryOp::IsNot, _, a, b) => {
                format!("if {}", self.binary(BinaryOp::Is, a, b))
            }
            ExprKind::Group(inner) => match inner.as_slice() {
                [one] => self.fails(one),
                _ => format!("unless {}", self.holds(e)),
            },
            _ => format!("unless {}", self.holds(e)),
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
        if zone || counter { format!("the {words}") } else { words }
    }

    /// `me.cash` as "your cash", `p.left` as "the player to the left of p".
    fn belonging(&self, of: &Expr, name: &Name) -> String {
        let words = in_words(&name.text);
        if matches!(&*name.text, "left" | "right") {
            let whose = self.english(of);
            return format!("the player to the {words} of {whose}");
        }
        match of.kind {
            ExprKind::Me => format!("your {words}"),
            _ => format!("{} {words}", possessive(&self.english(of))),
        }
    }

    /// What is looked for on a map.
    fn search(&self, of: &Search) -> String {
        let (from, to) = (self.english(&of.from), self.english(&of.to));
        let (what, to) = match of.what {
            Sought::Places => ("the places", format!("within {to}")),
            Sought::Way => ("the way", format!("to {to}")),
            Sought::Distance => ("the distance", format!("to {to}")),
        };
        let map = in_words(&of.map.text);
        let by =
            of.costing.as_ref().map(|by| format!(", each step counted by {}", self.english(by)));
        format!("{what} on {map} from {from} {to}{}", by.unwrap_or_default())
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
        if !self.may_be_none(list) {
            return format!("there is {}", with_article(&self.one_of(binder, named)));
        }
        let name =
            if named { format!(" ({})", self.name_told(&binder.name)) } else { String::new() };
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
        format!("the number of {}", several.strip_prefix("all ").unwrap_or(several))
    }

    fn called(&self, to: &Expr, values: &[Expr]) -> String {
        let listed: Vec<String> = values.iter().map(|v| self.english(v)).collect();
        match (&to.kind, listed.as_slice()) {
            (ExprKind::Name(name), [a, b]) if matches!(&*name.text, "larger" | "smaller") => {
                format!("the {} of {a} and {b}", name.text)
            }
            (ExprKind::Dot(of, name), [more @ .., last]) => {
                let more: String = more.iter().map(|value| format!(", {value}")).collect();
                // A word may end so itself: `number_of`.
                let words = in_words(&name.text);
                let words = words.strip_suffix(" of").unwrap_or(&words);
                format!("{words} of {}{more} and {last}", self.english(of))
            }
            _ => format!("{} ({})", self.english(to), listed.join(", ")),
        }
    }

    fn group(&self, inner: &[Expr]) -> String {
        let listed: Vec<String> = inner.iter().map(|e| self.english(e)).collect();
        match listed.as_slice() {
            [one] => format!("({one})"),
            [first @ .., last] => format!("{} or {last}", first.join(", ")),
            [] => "nothing".into(),
        }
    }

    fn binary(&self, op: BinaryOp, a: &Expr, b: &Expr) -> String {
        let be = if matches!(a.kind, ExprKind::Me | ExprKind::Players) { "are" } else { "is" };
        let (left, right) = (self.english(a), self.english(b));
        let right = match (&b.kind, op) {
            (ExprKind::Name(name), BinaryOp::Is | BinaryOp::IsNot) if self.is_kind(name) => {
                with_article(&right)
            }
            _ => right,
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

    fn quantified(&self, which: Quantifier, binder: &Binder, condition: &Expr) -> String {
        let said = |named| (self.one_of(binder, named), self.holds(condition));
        let (one, holds) = self.about(binder, said);
        let such = match holds.strip_prefix("that ") {
            Some(of) if of.starts_with("player") => "for whom",
            Some(_) => "for which",
            None => "such that",
        };
        match which {
            Quantifier::Any => format!("there is a {one} {such} {holds}"),
            Quantifier::Every => format!("for every {one}, {holds}"),
            Quantifier::No => format!("there is no {one} {such} {holds}"),
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
        self.one_named((name, kind), &binder.domain)
    }

    /// The same of any domain; the name may be empty.
    pub(super) fn one_named(
        &self,
        (name, kind): (&str, Option<String>),
        domain: &Domain,
    ) -> String {
        let name = if name.is_empty() { String::new() } else { format!(" {}", in_words(name)) };
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
        let is_enum = |of: &Name| self.book.enums.iter().any(|e| e.name == *of.text);
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
        let base = self.english(list);
        let n = |n: &Expr| self.english(n);
        // A number that is reckoned is said behind.
        let base_of = base.strip_prefix("all ").unwrap_or(&base).to_owned();
        let end = |which: &str, n: &Expr| match &n.kind {
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
            words += &format!(" where {}", self.holds(filter));
        }
        if let Some(best) = &domain.best {
            let most = if best.op == FoldOp::Least { "least" } else { "most" };
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

/// Whether a name is a verb already: `is free`, `fits`.
fn is_said_of(name: &str) -> bool {
    let first = name.split(' ').next().unwrap_or(name);
    VERBS.iter().any(|verb| name.starts_with(verb))
        || (first.ends_with('s') && !first.ends_with("ss"))
}

/// `the dealer's`, `the players'`
fn possessive(whose: &str) -> String {
    if whose.len() > 1 && whose.ends_with('s') { format!("{whose}'") } else { format!("{whose}'s") }
}

/// A card as it is called.
fn literal(words: &[LiteralWord]) -> String {
    let word = |word: &LiteralWord| match word {
        LiteralWord::Word(name) => in_words(&name.text),
        LiteralWord::Number(n, _) => n.to_string(),
        LiteralWord::Money(symbol, n, _) => format!("{symbol}{n}"),
    };
    words.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// What the elements of a stage are called: a turn's are players.
pub(super) fn of_stage(
    reader: &Reader<'_>,
    word: StageWord,
    (binder, named): (&Binder, bool),
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
