//! What would have to differ for a condition to hold, in names and values: "Ana's cash is $3; it
//! must be at least $4". No source is quoted; what has no name in words is left out.

use crate::choices::menu::Asking;
use crate::rendering::redacted::{Fragment, Sentence, counted, say};
use houserules_interpreter::ask::Engine;
use houserules_lang::ir::{
    ArithOp, Base, CardId, CounterId, Domain, Expr, ExprKind, Fold, LocalDecl, LocalId, Order,
    Owner, Quantifier, Type, Value, Word,
};
use houserules_lang::naming::{listed, row_in_words, with_article};

/// Words are looked into so deep.
const DEEPEST: u8 = 4;
/// More members are not listed.
const LISTED: usize = 6;

/// The names around a condition, and their values.
#[derive(Debug, Clone)]
pub struct Scope<'a> {
    /// The locals of the body in which the condition stands, by id.
    pub names: &'a [LocalDecl],
    /// A value for each; none: not bound.
    pub values: Vec<Value>,
}

impl<'a> Scope<'a> {
    /// With these values, by local.
    #[must_use]
    pub fn of(names: &'a [LocalDecl], bound: &[(LocalId, Value)]) -> Self {
        let mut scope = Self { names, values: vec![Value::None; names.len()] };
        for (local, value) in bound {
            scope.bind(*local, value.clone());
        }
        scope
    }

    /// Whether it goes through what is still to be chosen.
    fn is_unfilled(&self, domain: &Domain) -> bool {
        let Base::Value(list) = &domain.base else { return false };
        let ExprKind::Local(local) = list.kind else { return false };
        self.values[local.index()] == Value::None
    }

    /// Gives a name another value.
    pub fn bind(&mut self, local: LocalId, value: Value) {
        self.values[local.index()] = value;
    }
}

/// How two sides of a comparison must stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Must {
    Less,
    AtMost,
    More,
    AtLeast,
    Be,
    NotBe,
}

impl Must {
    fn turned(self) -> Self {
        match self {
            Self::Less => Self::More,
            Self::AtMost => Self::AtLeast,
            Self::More => Self::Less,
            Self::AtLeast => Self::AtMost,
            Self::Be | Self::NotBe => self,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Less => "must be less than ",
            Self::AtMost => "must be at most ",
            Self::More => "must be more than ",
            Self::AtLeast => "must be at least ",
            Self::Be => "must be ",
            Self::NotBe => "must not be ",
        }
    }
}

impl<E: Engine> Asking<'_, E> {
    /// What would have to differ for a condition to be as it is wanted; none if that cannot be
    /// said.
    pub fn differs(
        &mut self,
        condition: &Expr,
        scope: &Scope<'_>,
        wanted: bool,
    ) -> Option<Sentence> {
        self.clause(condition, scope, wanted, DEEPEST)
    }

    fn says(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Value> {
        if let ExprKind::Const(value) = &e.kind {
            return Some(value.clone());
        }
        let seat = self.seat;
        self.engine.says(seat, e, scope.names, &scope.values)
    }

    fn holds(&mut self, e: &Expr, scope: &Scope<'_>) -> bool {
        self.says(e, scope) == Some(Value::Bool(true))
    }

    fn clause(&mut self, e: &Expr, scope: &Scope<'_>, wanted: bool, depth: u8) -> Option<Sentence> {
        match &e.kind {
            ExprKind::Not(a) => self.clause(a, scope, !wanted, depth),
            ExprKind::And(a, b) if wanted => {
                let failing = if self.holds(a, scope) { b } else { a };
                self.clause(failing, scope, wanted, depth)
            }
            ExprKind::Or(a, b) if !wanted => {
                let holding = if self.holds(a, scope) { a } else { b };
                self.clause(holding, scope, wanted, depth)
            }
            ExprKind::Or(a, b) | ExprKind::And(a, b) => {
                let mut either = self.clause(a, scope, wanted, depth)?;
                say(&mut either, ", or ");
                either.append(&mut self.clause(b, scope, wanted, depth)?);
                Some(either)
            }
            ExprKind::Less(a, b) => {
                self.compared(a, b, if wanted { Must::Less } else { Must::AtLeast }, scope)
            }
            ExprKind::LessEq(a, b) => {
                self.compared(a, b, if wanted { Must::AtMost } else { Must::More }, scope)
            }
            ExprKind::Same(a, b) => {
                self.compared(a, b, if wanted { Must::Be } else { Must::NotBe }, scope)
            }
            ExprKind::IsRow(card, row) => {
                let row = row_in_words(self.book(), *row);
                self.must(card, scope, wanted, &row)
            }
            ExprKind::IsKind(card, kinds) => {
                let names = kinds.iter().map(|k| with_article(&self.book()[k].name));
                let names = listed(&names.collect::<Vec<_>>(), "or");
                self.must(card, scope, wanted, &names)
            }
            ExprKind::IsNone(a) => self.is_none(a, scope, wanted),
            ExprKind::In(a, domain) => self.among(a, domain, scope, wanted),
            ExprKind::IsEmpty(domain) => self.emptiness(domain, scope, wanted),
            ExprKind::Word(id, args) if depth > 0 => {
                let word = &self.book()[*id];
                let inner = self.within(word, args, scope)?;
                self.clause(&word.value, &inner, wanted, depth - 1)
            }
            ExprKind::Counter(..)
            | ExprKind::Field(..)
            | ExprKind::Option(_)
            | ExprKind::Local(_) => {
                let mut sentence = self.called(e, scope)?;
                let (is, must) = if wanted { ("no", "yes") } else { ("yes", "no") };
                say(&mut sentence, &format!(" is {is}; it must be {must}"));
                Some(sentence)
            }
            ExprKind::Quantified(q, local, domain, asked) => {
                let culprit = match (q, wanted) {
                    (Quantifier::Every, true) => false,
                    (Quantifier::No, true) | (Quantifier::Any, false) => true,
                    // That none fits, or all do, is said of none of them.
                    (Quantifier::Any, true) | (Quantifier::Every | Quantifier::No, false) => {
                        return None;
                    }
                };
                let mut inner = scope.clone();
                for member in self.members(domain, scope)? {
                    inner.bind(*local, member);
                    if self.holds(asked, &inner) == culprit {
                        return self.clause(asked, &inner, !culprit, depth);
                    }
                }
                None
            }
            // What goes through several things has no name in words.
            _ => None,
        }
    }

    /// The names inside a word of the game that is asked of something.
    fn within<'w>(
        &mut self,
        word: &'w Word,
        args: &[Expr],
        scope: &Scope<'_>,
    ) -> Option<Scope<'w>> {
        let mut inner = Scope::of(&word.locals, &[]);
        for (arg, value) in args.iter().zip(&mut inner.values) {
            *value = self.says(arg, scope)?;
        }
        Some(inner)
    }

    /// `Ana's cash is $3; it must be at least $4`
    fn compared(&mut self, a: &Expr, b: &Expr, must: Must, scope: &Scope<'_>) -> Option<Sentence> {
        let fixed = |e: &Expr| matches!(e.kind, ExprKind::Const(_) | ExprKind::Option(_));
        let chosen = |e: &Expr| matches!(e.kind, ExprKind::Local(_));
        let turn = fixed(a) || (chosen(b) && !chosen(a) && !fixed(b));
        let (a, b, must) = if turn { (b, a, must.turned()) } else { (a, b, must) };
        let (is, other) = (self.says(a, scope)?, self.says(b, scope)?);
        let mut sentence = self.called(a, scope)?;
        if other == Value::None || (is == Value::None && !chosen(a)) {
            return None;
        }
        // What is not filled in yet is nothing.
        if must == Must::NotBe || is == Value::None || itself(a, &is) {
            say(&mut sentence, &format!(" {}", must.words()));
        } else {
            say(&mut sentence, " is ");
            self.faces().value(&mut sentence, &a.ty, &is);
            say(&mut sentence, &format!("; it {}", must.words()));
        }
        self.faces().value(&mut sentence, &b.ty, &other);
        if !itself(b, &other)
            && !fixed(b)
            && let Some(mut name) = self.called(b, scope)
        {
            say(&mut sentence, " (");
            sentence.append(&mut name);
            say(&mut sentence, ")");
        }
        Some(joined(sentence))
    }

    fn must(&mut self, e: &Expr, scope: &Scope<'_>, wanted: bool, what: &str) -> Option<Sentence> {
        let mut sentence = self.called(e, scope)?;
        say(&mut sentence, &format!(" {}{what}", if wanted { "must be " } else { "must not be " }));
        Some(sentence)
    }

    fn is_none(&mut self, e: &Expr, scope: &Scope<'_>, wanted: bool) -> Option<Sentence> {
        let mut sentence = Vec::new();
        if let ExprKind::SlotCard(zone) = &e.kind {
            let mut name = self.called(zone, scope)?;
            say(&mut name, if wanted { " must be empty" } else { " is empty" });
            return Some(name);
        }
        if !wanted {
            say(&mut sentence, "there is no ");
            let mut name = match e.kind {
                ExprKind::Counter(..) | ExprKind::Word(..) | ExprKind::Field(..) => {
                    self.called(e, scope)?
                }
                _ => return None,
            };
            sentence.append(&mut name);
            return Some(joined(sentence));
        }
        let is = self.says(e, scope)?;
        let mut sentence = self.called(e, scope)?;
        say(&mut sentence, " is ");
        self.faces().value(&mut sentence, &e.ty, &is);
        say(&mut sentence, "; it must be none");
        Some(sentence)
    }

    fn among(
        &mut self,
        a: &Expr,
        domain: &Domain,
        scope: &Scope<'_>,
        wanted: bool,
    ) -> Option<Sentence> {
        let mut sentence = self.called(a, scope)?;
        say(&mut sentence, if wanted { " must be" } else { " must not be" });
        if let (Base::Zone(zone), None, None) = (&domain.base, &domain.filter, &domain.best)
            && let Some(mut zone) = self.called(zone, scope)
        {
            say(&mut sentence, " in ");
            sentence.append(&mut zone);
            return Some(joined(sentence));
        }
        let members = self.members(domain, scope)?;
        if members.is_empty() || members.len() > LISTED {
            return None;
        }
        if !wanted {
            // `penny is one of penny, shilling or crown`
            let mut sentence = self.called(a, scope)?;
            say(&mut sentence, " is one of ");
            self.either(&mut sentence, &domain.elem, &members);
            say(&mut sentence, "; it must be none of them");
            return Some(sentence);
        }
        say(&mut sentence, " ");
        self.either(&mut sentence, &domain.elem, &members);
        Some(sentence)
    }

    /// Adds values: `a, b or c`.
    pub fn either(&self, sentence: &mut Sentence, ty: &Type, members: &[Value]) {
        for (at, member) in members.iter().enumerate() {
            let before = match at {
                0 => "",
                at if at + 1 == members.len() => " or ",
                _ => ", ",
            };
            say(sentence, before);
            self.faces().value(sentence, ty, member);
        }
    }

    /// The members of a domain; none if they cannot be listed.
    pub fn members(&mut self, domain: &Domain, scope: &Scope<'_>) -> Option<Vec<Value>> {
        let ty = Type::List(Box::new(domain.elem.clone()), Order::Unordered);
        let list = Expr { kind: ExprKind::List(Box::new(domain.clone())), ty, span: domain.span };
        if let Value::List(members) = self.says(&list, scope)? { Some(members) } else { None }
    }

    fn emptiness(&mut self, domain: &Domain, scope: &Scope<'_>, wanted: bool) -> Option<Sentence> {
        let (Base::Zone(zone) | Base::Value(zone), None) = (&domain.base, &domain.filter) else {
            return None;
        };
        let mut sentence = self.called(zone, scope)?;
        say(&mut sentence, if wanted { " must be empty" } else { " is empty" });
        Some(sentence)
    }

    /// What something is called.
    pub(crate) fn called(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Sentence> {
        let mut sentence = Vec::new();
        match &e.kind {
            ExprKind::Local(local) => {
                let name = &scope.names[local.index()].name;
                if matches!(e.ty.bare(), Type::Number | Type::Unit(_) | Type::Bool)
                    && !name.starts_with('#')
                {
                    say(&mut sentence, &name.replace('_', " "));
                } else {
                    return self.value_name(e, scope);
                }
            }
            ExprKind::Counter(id, key) => return self.counter_name(*id, key.as_deref(), scope),
            ExprKind::Zone(id, key) => {
                let key = self.key(key.as_deref(), scope)?;
                say(&mut sentence, &self.naming.zone(*id, key));
            }
            ExprKind::Field(of, field) => {
                sentence = self.value_name(of, scope)?;
                say(&mut sentence, &format!("'s {}", field.replace('_', " ")));
            }
            ExprKind::Word(id, args) => {
                let name = self.book()[*id].name.replace('_', " ");
                match args.as_slice() {
                    [] => say(&mut sentence, &name),
                    [of] => {
                        sentence = self.value_name(of, scope)?;
                        say(&mut sentence, &format!("'s {name}"));
                    }
                    // Of several things none has it more than the others:
                    // `apart of Reef(3, 3), 1 and 1`.
                    all => {
                        say(&mut sentence, &name);
                        for (at, arg) in all.iter().enumerate() {
                            let last = at + 1 == all.len();
                            say(
                                &mut sentence,
                                if at == 0 {
                                    " of "
                                } else if last {
                                    " and "
                                } else {
                                    ", "
                                },
                            );
                            sentence.append(&mut self.value_name(arg, scope)?);
                        }
                    }
                }
            }
            ExprKind::Count(domain) | ExprKind::Fold(Fold { over: domain, .. })
                if scope.is_unfilled(domain) =>
            {
                return None;
            }
            ExprKind::Count(domain) => return self.count_name(domain, scope),
            ExprKind::Fold(Fold { op, of, .. }) if op.law().adds_up => {
                say(&mut sentence, &self.sum_name(of))
            }
            ExprKind::Arith(op, a, b) => return self.arith_name(*op, a, b, scope),
            ExprKind::Option(id) => {
                let name = self.book()[*id].name.replace('_', " ");
                say(&mut sentence, &format!("the option {name}"));
            }
            ExprKind::Seats => say(&mut sentence, "the number of players"),
            ExprKind::Otherwise(a, _) => return self.called(a, scope),
            ExprKind::Position(card) => {
                say(&mut sentence, "the place of ");
                sentence.append(&mut self.value_name(card, scope)?);
            }
            _ if is_thing(&e.ty) => return self.value_name(e, scope),
            _ => return None,
        }
        Some(joined(sentence))
    }

    fn count_name(&mut self, domain: &Domain, scope: &Scope<'_>) -> Option<Sentence> {
        let None = &domain.filter else { return None };
        if let Base::Zone(zone) = &domain.base {
            let mut sentence = vec![Fragment::Words("the number of cards in ".into())];
            sentence.append(&mut self.called(zone, scope)?);
            return Some(joined(sentence));
        }
        let Base::Value(list) = &domain.base else { return None };
        let ExprKind::Local(_) = list.kind else { return None };
        let cards = matches!(domain.elem.bare(), Type::Card(_));
        let chosen = if cards { "the number of cards chosen" } else { "the number chosen" };
        Some(vec![Fragment::Words(chosen.into())])
    }

    fn sum_name(&self, of: &Expr) -> String {
        match &of.kind {
            ExprKind::Field(_, field) => format!("the sum of {}", field.replace('_', " ")),
            ExprKind::Counter(id, _) => {
                format!("the sum of {}", self.book()[*id].name.replace('_', " "))
            }
            _ => "the sum".into(),
        }
    }

    fn arith_name(
        &mut self,
        op: ArithOp,
        a: &Expr,
        b: &Expr,
        scope: &Scope<'_>,
    ) -> Option<Sentence> {
        let word = match op {
            ArithOp::Add => " plus ",
            ArithOp::Sub => " minus ",
            ArithOp::Mul => " times ",
            ArithOp::Div => " divided by ",
            ArithOp::Mod | ArithOp::Min | ArithOp::Max => return None,
        };
        let mut sentence = self.operand(a, scope)?;
        say(&mut sentence, word);
        sentence.append(&mut self.operand(b, scope)?);
        Some(joined(sentence))
    }

    fn operand(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Sentence> {
        match self.called(e, scope) {
            Some(name) => Some(name),
            None => self.value_name(e, scope),
        }
    }

    /// A thing goes by what it is.
    fn value_name(&mut self, e: &Expr, scope: &Scope<'_>) -> Option<Sentence> {
        let value = self.says(e, scope).filter(|value| *value != Value::None)?;
        let mut sentence = Vec::new();
        self.faces().value(&mut sentence, &e.ty, &value);
        Some(sentence)
    }

    fn counter_name(
        &mut self,
        id: CounterId,
        key: Option<&Expr>,
        scope: &Scope<'_>,
    ) -> Option<Sentence> {
        let info = &self.book()[id];
        let key = self.key(key, scope)?;
        let mut sentence = Vec::new();
        if let Owner::Card(_) = info.owner {
            sentence.push(Fragment::Cards(vec![self.faces().card(CardId(key))]));
            say(&mut sentence, &format!("'s {}", info.name.replace('_', " ")));
        } else {
            say(&mut sentence, &self.naming.counter(id, key));
        }
        Some(sentence)
    }

    pub(crate) fn key(&mut self, key: Option<&Expr>, scope: &Scope<'_>) -> Option<u16> {
        let Some(key) = key else { return Some(0) };
        match self.says(key, scope)? {
            Value::Seat(seat) => Some(u16::from(seat)),
            Value::Member(_, at) => Some(at),
            Value::Card(card) => Some(card.0),
            _ => None,
        }
    }

    /// That so many are there, of which more are wanted: `3 are needed, and there are 2 cards`.
    pub fn too_few(&self, domain: &Domain, least: usize, there: usize) -> Sentence {
        let noun = match domain.elem.bare() {
            Type::Card(_) => "card",
            Type::Player => "player",
            _ => "of them",
        };
        let there = match (there, noun) {
            (0, _) => "there is none".to_string(),
            (1, "of them") => "there is one".to_string(),
            (n, "of them") => format!("there are {n}"),
            (1, noun) => format!("there is {}", counted(noun, 1)),
            (n, noun) => format!("there are {}", counted(noun, n)),
        };
        let verb = if least == 1 { "is" } else { "are" };
        vec![Fragment::Words(format!("{least} {verb} needed, and {there}"))]
    }
}

/// Whether a value's name is the value itself.
fn itself(e: &Expr, value: &Value) -> bool {
    matches!(value, Value::Card(_) | Value::Seat(_) | Value::Member(..))
        && matches!(e.kind, ExprKind::Local(_) | ExprKind::Const(_) | ExprKind::Me)
}

/// Whether values of that type go by a name of their own.
fn is_thing(ty: &Type) -> bool {
    matches!(ty.bare(), Type::Card(_) | Type::Player | Type::Enum(_))
}

/// Neighbouring words as one piece.
fn joined(sentence: Sentence) -> Sentence {
    let mut whole = Vec::new();
    for piece in sentence {
        match piece {
            Fragment::Words(words) => say(&mut whole, &words),
            other @ (Fragment::Cards(_) | Fragment::Secret { .. }) => whole.push(other),
        }
    }
    whole
}
