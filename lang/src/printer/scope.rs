//! Names of ids, types and values.

use crate::ir::walk::locals_of;
use crate::ir::{
    CounterId, DeedId, EnumId, KindSet, LimitId, LocalDecl, LocalId, MoveId, OptionId, Order,
    Owner, RowId, Rulebook, Run, StageWord, TemplatePart, TextId, Type, Value, WordId, ZoneId,
};

/// A rulebook and the locals of the body that is being printed; constants have none.
#[derive(Clone, Copy)]
pub(super) struct Scope<'b> {
    pub book: &'b Rulebook,
    pub locals: Option<&'b [LocalDecl]>,
}

/// A text between quotation marks, on one line.
pub(super) fn quoted(text: &str) -> String {
    format!("{text:?}")
}

/// `a, b, c`
pub(super) fn listed<T>(
    all: impl IntoIterator<Item = T>,
    print: impl FnMut(T) -> String,
) -> String {
    all.into_iter().map(print).collect::<Vec<_>>().join(", ")
}

/// `round`, `turn`, `phase`
pub(super) fn stage_word(word: StageWord) -> &'static str {
    match word {
        StageWord::Round => "round",
        StageWord::Turn => "turn",
        StageWord::Phase => "phase",
    }
}

impl Scope<'_> {
    pub(super) fn word_name(self, id: WordId) -> String {
        self.book[id].name.clone()
    }

    pub(super) fn deed_name(self, id: DeedId) -> String {
        self.book[id].name.clone()
    }

    pub(super) fn move_name(self, id: MoveId) -> String {
        self.book[id].name.clone()
    }

    pub(super) fn zone_name(self, id: ZoneId) -> String {
        self.book[id].name.clone()
    }

    /// With its owner before it, unless that is the table.
    pub(super) fn zone_path(self, id: ZoneId) -> String {
        let zone = &self.book[id];
        match zone.owner {
            Owner::Table => zone.name.clone(),
            owner => format!("{}.{}", self.owner(owner), zone.name),
        }
    }

    pub(super) fn counter_name(self, id: CounterId) -> String {
        let counter = &self.book[id];
        match counter.owner {
            Owner::Run(run) => format!("{}.{}", self.run(run), counter.name),
            Owner::Table | Owner::Player | Owner::Enum(_) | Owner::Card(_) => counter.name.clone(),
        }
    }

    pub(super) fn option_name(self, id: OptionId) -> String {
        self.book[id].name.clone()
    }

    pub(super) fn enum_name(self, id: EnumId) -> String {
        self.book[id].name.clone()
    }

    pub(super) fn row(self, id: RowId) -> String {
        format!("[{}]", self.book[id].name)
    }

    /// A local; its number is added where several of the body have its name. What constants bind has
    /// a number alone.
    pub(super) fn local(self, id: LocalId) -> String {
        let Some(locals) = self.locals else { return format!("?{}", id.0) };
        let name = &locals[id].name;
        let same = locals.iter().filter(|l| l.name == *name).count();
        if same > 1 { format!("{name}~{}", id.0) } else { name.clone() }
    }

    /// A local with its type: `c: Mile`.
    pub(super) fn typed(self, id: LocalId) -> String {
        let ty = self.locals.map(|locals| format!(": {}", self.ty(&locals[id].ty)));
        self.local(id) + &ty.unwrap_or_default()
    }

    /// The first locals of a body with their types.
    pub(super) fn params(self, count: usize) -> String {
        listed(self.locals.into_iter().flatten().take(count), |l| {
            format!("{}: {}", l.name, self.ty(&l.ty))
        })
    }

    pub(super) fn run(self, run: Run) -> String {
        match run {
            Run::Stage(word) => stage_word(word).to_owned(),
            Run::Deed(id) => self.deed_name(id),
            Run::Move(id) => self.move_name(id),
        }
    }

    pub(super) fn owner(self, owner: Owner) -> String {
        match owner {
            Owner::Table => "the table".to_owned(),
            Owner::Player => "Player".to_owned(),
            Owner::Enum(id) => self.enum_name(id),
            Owner::Card(kinds) => self.kinds(kinds),
            Owner::Run(run) => self.run(run),
        }
    }

    /// `Mile or Note`
    pub(super) fn kinds(self, kinds: KindSet) -> String {
        let names: Vec<_> = kinds.iter().map(|k| self.book[k].name.as_str()).collect();
        if names.is_empty() { "nothing".to_owned() } else { names.join(" or ") }
    }

    pub(super) fn ty(self, ty: &Type) -> String {
        match ty {
            Type::Bool => "Bool".to_owned(),
            Type::Number => "Number".to_owned(),
            Type::Unit(id) => self.book[*id].name.clone(),
            Type::Text => "Text".to_owned(),
            Type::Enum(id) => self.enum_name(*id),
            Type::Player => "Player".to_owned(),
            Type::Square => "Square".to_owned(),
            Type::Spot => "Spot".to_owned(),
            Type::Card(kinds) => self.kinds(*kinds),
            Type::Zone(kinds) => format!("zone of ({})", self.kinds(*kinds)),
            Type::List(of, Order::Ordered) => format!("list of ({})", self.ty(of)),
            Type::List(of, Order::Unordered) => format!("set of ({})", self.ty(of)),
            Type::Optional(of) => format!("{} or none", self.ty(of)),
            Type::None => "none".to_owned(),
        }
    }

    /// A constant; the type tells a number from an amount.
    pub(super) fn value(self, value: &Value, ty: &Type) -> String {
        match value {
            Value::None => "none".to_owned(),
            Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
            Value::Number(n) => self.amount(*n, ty),
            Value::Text(text) => quoted(text),
            Value::Member(id, at) => self.book[*id].members[usize::from(*at)].clone(),
            Value::Seat(seat) => format!("seat {}", u16::from(*seat) + 1),
            Value::Card(id) => format!("{}#{}", self.row(self.book[*id].row), id.0),
            Value::Square(q) => format!("{}.square({}, {})", self.zone_name(q.zone), q.x, q.y),
            Value::Spot(s) => {
                format!("{}.spot({}, {}, {})", self.zone_name(s.zone), s.x, s.y, s.turn)
            }
            Value::List(all) => {
                let of = match ty.bare() {
                    Type::List(of, _) => of,
                    other => other,
                };
                format!("({})", listed(all, |v| self.value(v, of)))
            }
        }
    }

    pub(super) fn amount(self, n: i64, ty: &Type) -> String {
        let Type::Unit(id) = ty.bare() else { return n.to_string() };
        let unit = &self.book[*id];
        if !unit.symbol.is_empty() && n >= 0 {
            format!("{}{n}", unit.symbol)
        } else {
            format!("{}({n})", unit.name)
        }
    }

    /// A text with its holes, which read the locals of its own body.
    pub(super) fn text(self, id: TextId) -> String {
        let template = &self.book[id];
        let scope = Scope { locals: locals_of(self.book, template.body), ..self };
        let mut words = String::new();
        for part in &template.parts {
            match part {
                TemplatePart::Words(plain) => {
                    words += &plain.replace('{', "{{").replace('}', "}}").escape_debug().to_string()
                }
                TemplatePart::Readers(who) => words += &format!("{{to {}}}", scope.expr(who)),
                TemplatePart::Hole(hole) => words += &format!("{{{}}}", scope.expr(hole)),
            }
        }
        format!("\"{words}\"")
    }

    /// ` as "…"`, if there is a title.
    pub(super) fn titled(self, title: Option<TextId>) -> String {
        title.map(|t| format!(" as {}", self.text(t))).unwrap_or_default()
    }

    pub(super) fn limit(self, id: LimitId) -> String {
        let limit = &self.book[id];
        let mut out = format!("once per {}", stage_word(limit.per));
        if !limit.keys.is_empty() {
            out += &format!(" for {}", listed(&limit.keys, |k| self.local(*k)));
        }
        if let Some(reason) = limit.reason {
            out += &format!(" else {}", self.text(reason));
        }
        out
    }
}
