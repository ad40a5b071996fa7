//! Conditions in the sentences of a rulebook: `p.is_armed` as "that player is armed",
//! `c.fits_in(v)` as "that card fits in that vehicle", and what denies them.

use super::{Reader, in_words};
use houserules_lang::ir::{Owner, Type};
use houserules_lang::naming::{listed, with_article};
use houserules_lang::syntax::ast::{BinaryOp, Expr, ExprKind, Name, Quantifier, UnaryOp};

/// Beginnings of names that are sentences already: `is_free`, `has_won`.
const VERBS: [&str; 6] = ["is ", "has ", "can ", "may ", "must ", "are "];

/// Ends of words that say how something is: `jailed`, `concealable`.
const ENDS: [&str; 9] = ["ed", "ing", "able", "ible", "ous", "ful", "less", "ive", "y"];

/// Words that say so without such an end; the later ones stand behind a verb: `sent on`.
const PLAIN: [&str; 38] = [
    "sick", "idle", "open", "free", "safe", "dead", "alive", "blue", "red", "green", "black",
    "white", "active", "full", "hot", "cold", "young", "old", "true", "wild", "hidden", "frozen",
    "broken", "shut", "in", "on", "off", "out", "back", "up", "down", "over", "away", "done",
    "asleep", "awake", "silent", "sold",
];

impl Reader<'_> {
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
        self.judged(e, true)
    }

    /// That a condition does not hold.
    fn denied(&self, e: &Expr) -> String {
        self.judged(e, false)
    }

    fn judged(&self, e: &Expr, yes: bool) -> String {
        match &e.kind {
            ExprKind::Dot(of, name) => self.has_it(of, name, None, yes),
            ExprKind::After(of, deed) => {
                format!("{} after {}", self.judged(of, yes), self.english(deed))
            }
            ExprKind::Name(name) => self.named_condition(name, yes),
            ExprKind::Call(to, values) => self.called_condition(to, values, yes),
            ExprKind::Unary(UnaryOp::Not, of) => self.judged(of, !yes),
            ExprKind::Group(inner) => match inner.as_slice() {
                [one] if is_long(one) => {
                    let said = self.holds(one);
                    if yes { format!("({said})") } else { format!("it is not so that ({said})") }
                }
                [one] => self.judged(one, yes),
                _ => self.english(e),
            },
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), _, a, b) if yes => {
                let word = if *op == BinaryOp::And { "and" } else { "or" };
                format!("{} {word} {}", self.joined(a), self.joined(b))
            }
            ExprKind::Binary(BinaryOp::In, _, a, b) if !yes => {
                self.binary(BinaryOp::In, a, b).replacen(" is ", " is not ", 1)
            }
            ExprKind::Binary(op, _, a, b) if !yes && opposite(*op).is_some() => {
                self.binary(opposite(*op).unwrap_or(*op), a, b)
            }
            ExprKind::Quantifier(Quantifier::Any, binder, condition) if !yes => {
                self.quantified(Quantifier::No, binder, condition)
            }
            ExprKind::Quantifier(Quantifier::No, binder, condition) if !yes => {
                self.quantified(Quantifier::Any, binder, condition)
            }
            _ if yes => self.english(e),
            _ => format!("it is not so that {}", self.english(e)),
        }
    }

    /// A condition beside others: what it denies must not seem to go on behind it.
    fn joined(&self, e: &Expr) -> String {
        let said = self.holds(e);
        if said.starts_with("it is not so that ") { format!("({said})") } else { said }
    }

    /// What is so of something: `is_free`, `fits`, `bank`; with what it is asked for, if anything.
    fn has_it(&self, of: &Expr, name: &Name, with: Option<&str>, yes: bool) -> String {
        let me = matches!(of.kind, ExprKind::Me);
        let whose = if me { "you".to_string() } else { self.english(of) };
        let (be, have) = if me { ("are", "have") } else { ("is", "has") };
        let words = in_words(&name.text);
        let not = if yes { "" } else { " not" };
        let is = |rest: &str| format!("{whose} {be}{not} {}", asked(rest, with));
        if let Some(rest) = words.strip_prefix("is ") {
            return is(rest);
        }
        if let Some(rest) = words.strip_prefix("are ") {
            return format!("{whose} are{not} {}", asked(rest, with));
        }
        let (first, rest) = words.split_once(' ').unwrap_or((&words, ""));
        if matches!(first, "can" | "may" | "must") {
            let first =
                if !yes && first == "can" { "cannot".into() } else { format!("{first}{not}") };
            return format!("{whose} {first} {}", behind(rest, with)).trim_end().to_string();
        }
        if is_said_of(&words) {
            let verb = match (me, yes) {
                (false, true) => first.to_string(),
                (true, true) => plural(first),
                (false, false) => format!("does not {}", plural(first)),
                (true, false) => format!("do not {}", plural(first)),
            };
            return format!("{whose} {verb} {}", behind(rest, with)).trim_end().to_string();
        }
        if with.is_some() || !self.is_marked(name) || says_how(&words) {
            return is(&words);
        }
        if words.contains(' ') && words.ends_with('s') {
            return format!("“{words}” is{not} set for {whose}");
        }
        match yes {
            true => format!("{whose} {have} {}", with_article(&words)),
            false => format!("{whose} {have} no {words}"),
        }
    }

    /// Whether it is a yes or no that something has, on paper or as a counter.
    fn is_marked(&self, name: &Name) -> bool {
        let counters = self.book.counters.iter().map(|c| (c.name.as_str(), &c.ty));
        let kinds = self.book.kinds.iter().flat_map(|kind| &kind.fields);
        let fields = kinds.chain(self.book.enums.iter().flat_map(|of| &of.fields));
        let fields = fields.map(|f| (f.name.as_str(), &f.ty));
        counters.chain(fields).any(|(known, ty)| known == &*name.text && *ty == Type::Bool)
    }

    /// What is so by a name alone: an option, a word, a counter of the table, or what was said
    /// before.
    fn named_condition(&self, name: &Name, yes: bool) -> String {
        let words = in_words(&name.text);
        let known = |of: &str| of == &*name.text;
        let not = if yes { "" } else { " not" };
        if self.book.options.iter().any(|option| known(&option.name)) {
            format!("“{words}” is{not} agreed on")
        } else if self.book.words.iter().any(|word| known(&word.name)) {
            match words.strip_prefix("is ") {
                Some(rest) => format!("the game is{not} {rest}"),
                None if yes => format!("“{words}” applies"),
                None => format!("“{words}” does not apply"),
            }
        } else if self.book.counters.iter().any(|c| c.owner == Owner::Table && known(&c.name)) {
            format!("“{words}” is{not} set")
        } else {
            format!("{} is {}", self.name_told(name), if yes { "yes" } else { "no" })
        }
    }

    /// The same of what is asked with values.
    fn called_condition(&self, to: &Expr, values: &[Expr], yes: bool) -> String {
        let values: Vec<String> = values.iter().map(|value| self.english(value)).collect();
        let with = listed(&values, "and");
        if let ExprKind::Dot(of, name) = &to.kind {
            return self.has_it(of, name, Some(&with), yes);
        }
        if let ExprKind::Name(name) = &to.kind {
            let applies = if yes { "applies" } else { "does not apply" };
            return format!("“{}” {applies} to {with}", in_words(&name.text));
        }
        format!("{} ({with}) is {}", self.english(to), if yes { "yes" } else { "no" })
    }

    /// When a condition fails, behind the reason that is then given: "if a is b", "unless p's cash
    /// is at least $3".
    pub(super) fn fails(&self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Unary(UnaryOp::Not, of) => format!("if {}", self.holds(of)),
            ExprKind::Binary(BinaryOp::IsNot, ..) => format!("if {}", self.denied(e)),
            ExprKind::Group(inner) => match inner.as_slice() {
                [one] => self.fails(one),
                _ => format!("unless {}", self.holds(e)),
            },
            _ => format!("unless {}", self.holds(e)),
        }
    }
}

/// How something is, and what it is asked for: `of weapon`, `richer than you`, `open (side)`.
fn asked(words: &str, with: Option<&str>) -> String {
    match with {
        None => words.to_string(),
        Some(with) if ends_in_preposition(words) => format!("{words} {with}"),
        Some(with) if words.ends_with("er") => format!("{words} than {with}"),
        Some(with) => format!("{words} ({with})"),
    }
}

/// What stands behind a verb.
fn behind(rest: &str, with: Option<&str>) -> String {
    format!("{rest} {}", with.unwrap_or_default()).trim().to_string()
}

/// Whether words want something behind them: `cards of`, `way over`.
pub(super) fn ends_in_preposition(words: &str) -> bool {
    let last = words.rsplit(' ').next().unwrap_or(words);
    matches!(
        last,
        "of" | "for" | "with" | "over" | "to" | "from" | "in" | "by" | "on" | "at" | "under"
    )
}

/// A verb as it is said of several, and of you: `fits` as `fit`.
fn plural(verb: &str) -> String {
    match verb {
        "has" => "have".into(),
        "does" => "do".into(),
        "goes" => "go".into(),
        _ => match (verb.strip_suffix("ies"), verb.strip_suffix("es"), verb.strip_suffix('s')) {
            (Some(stem), ..) => format!("{stem}y"),
            (None, Some(stem), _) if stem.ends_with("ss") || stem.ends_with("ch") => stem.into(),
            (None, _, Some(stem)) => stem.into(),
            _ => verb.into(),
        },
    }
}

/// Whether a name is a verb already: `is free`, `fits`.
fn is_said_of(name: &str) -> bool {
    let first = name.split(' ').next().unwrap_or(name);
    VERBS.iter().any(|verb| name.starts_with(verb))
        || (first.ends_with('s') && !first.ends_with("ss"))
}

/// Whether words say how something is, and not what it has.
fn says_how(words: &str) -> bool {
    let last = words.rsplit(' ').next().unwrap_or(words);
    PLAIN.contains(&last)
        || ENDS.iter().any(|end| last.len() > end.len() + 2 && last.ends_with(end))
}

/// Whether a condition is so long that it wants brackets beside others.
fn is_long(e: &Expr) -> bool {
    if let ExprKind::Group(inner) = &e.kind {
        return matches!(inner.as_slice(), [one] if is_long(one));
    }
    matches!(e.kind, ExprKind::Quantifier(..) | ExprKind::Binary(BinaryOp::And | BinaryOp::Or, ..))
}

/// What holds where a comparison does not.
fn opposite(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Is => BinaryOp::IsNot,
        BinaryOp::IsNot => BinaryOp::Is,
        BinaryOp::Less => BinaryOp::MoreEq,
        BinaryOp::MoreEq => BinaryOp::Less,
        BinaryOp::More => BinaryOp::LessEq,
        BinaryOp::LessEq => BinaryOp::More,
        _ => return None,
    })
}
