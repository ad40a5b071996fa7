//! Written types to types.

use super::names::{Def, Resolved, ScopeId};
use super::uses::Gap;
use crate::code::Code;
use crate::diagnostic::{About, Diagnostic};
use crate::ir::{KindSet, Order, Type, Unit};
use crate::syntax::ast::{Name, TypeExpr, TypeKind};
use crate::type_words;

/// A written type, understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Typed {
    /// What the values are, whatever their range.
    pub ty: Type,
    /// The bounds of a range type, both ends included; of an optional range, too.
    pub range: Option<(i64, i64)>,
}

/// Type names of the language.
pub const BUILT_IN_TYPES: [&str; 5] = ["Number", "Player", "Spot", "Square", "Text"];

impl Resolved {
    /// What a written type means in a scope; none if it means nothing, which was then reported or
    /// is silently broken.
    ///
    /// A written `list of T` is ordered. `zone of any T` is a zone of all kinds.
    pub fn type_of(
        &self,
        scope: ScopeId,
        written: &TypeExpr,
        report: &mut Vec<Diagnostic>,
    ) -> Option<Typed> {
        let mut range = None;
        let ty = match &written.kind {
            TypeKind::Bool => Type::Bool,
            TypeKind::Range { symbol, low, high } => {
                if low > high {
                    let message = format!("this range runs backwards, from {low} to {high}");
                    let help = format!("write the smaller end first: `{high}..{low}`");
                    report.push(Diagnostic::new(Code::E0316, written.span, message).help(help));
                    return None;
                }
                range = Some((*low, *high));
                match symbol {
                    None => Type::Number,
                    Some(symbol) => Type::Unit(self.unit_or_report(*symbol, written, report)?),
                }
            }
            TypeKind::List(of) => {
                Type::List(Box::new(self.named_type(scope, of, report)?), Order::Ordered)
            }
            TypeKind::Set(of) => {
                Type::List(Box::new(self.named_type(scope, of, report)?), Order::Unordered)
            }
            TypeKind::Zone { any: true, .. } => Type::Zone(self.all_kinds()),
            TypeKind::Zone { any: false, of } => Type::Zone(self.kind_named(scope, of, report)?),
            TypeKind::Name(name) => self.named_type(scope, name, report)?,
        };
        Some(Typed { ty: if written.optional { ty.optional() } else { ty }, range })
    }

    /// The kinds that a name stands for; none after a report.
    pub fn kind_named(
        &self,
        scope: ScopeId,
        name: &Name,
        report: &mut Vec<Diagnostic>,
    ) -> Option<KindSet> {
        self.uses.ask(name, || Gap::Kind);
        match self.named(scope, name) {
            Some(Def::Kind(kinds)) => Some(kinds),
            Some(Def::Broken) => None,
            Some(other) => {
                let message = format!("`{}` is {}, not a card kind", name.text, other.noun());
                report
                    .push(Diagnostic::new(Code::E0203, name.span, message).help(self.kinds_help()));
                None
            }
            None => {
                let message = format!("there is no card kind `{}`", name.text);
                let kinds = self.kind_names.iter().map(|(name, _)| name.as_str());
                let help = match self.guess(&name.text, kinds) {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => self.kinds_help(),
                };
                report.push(Diagnostic::unknown(Code::E0202, name.span, message).help(help));
                None
            }
        }
    }

    fn named_type(
        &self,
        scope: ScopeId,
        name: &Name,
        report: &mut Vec<Diagnostic>,
    ) -> Option<Type> {
        self.uses.ask(name, || Gap::Type);
        match &*name.text {
            "Number" => return Some(Type::Number),
            "Text" => return Some(Type::Text),
            "Player" => return Some(Type::Player),
            "Square" => return Some(Type::Square),
            "Spot" => return Some(Type::Spot),
            _ => {}
        }
        match self.named(scope, name) {
            Some(Def::Unit(id)) => Some(Type::Unit(id)),
            Some(Def::Enum(id)) => Some(Type::Enum(id)),
            Some(Def::Kind(kinds)) => Some(Type::Card(kinds)),
            Some(Def::Broken) => None,
            Some(other) => {
                let message = format!("`{}` is {}, not a type", name.text, other.noun());
                let help = "a type is `Number`, `Text`, `yes or no`, `Player`, a range such as \
                            `1..4`, or the name of an enum, a unit or a card kind";
                report.push(Diagnostic::new(Code::E0203, name.span, message).help(help));
                None
            }
            None if &*name.text == "Side" => {
                let message = "only a game with tiles has a `Side`";
                let help = "declare a tile: `tile Path 1 by 1 { openings: set of Side }`";
                report.push(Diagnostic::new(Code::E0202, name.span, message).help(help));
                None
            }
            None if &*name.text == "Name" => {
                let message = "`Name` can only be the type of a field of a card or table";
                report.push(Diagnostic::new(Code::E0203, name.span, message).help("write `Text`"));
                None
            }
            None => {
                report.push(self.no_such_type(scope, name));
                // What uses it is read with the type that is meant.
                match type_words::type_name(&name.text) {
                    Some("yes or no") => Some(Type::Bool),
                    Some("Number") => Some(Type::Number),
                    Some("Text") => Some(Type::Text),
                    _ => None,
                }
            }
        }
    }

    fn no_such_type(&self, scope: ScopeId, name: &Name) -> Diagnostic {
        let types = self[scope].names.iter();
        let types =
            types.filter(|(_, d)| matches!(d.def, Def::Unit(_) | Def::Enum(_) | Def::Kind(_)));
        let candidates = types.map(|(name, _)| name.as_str()).chain(BUILT_IN_TYPES);
        // What names a row in tables is no type elsewhere, but everybody knows which is meant.
        let named = name.text.eq_ignore_ascii_case("Name").then(|| "Name".to_owned());
        let near = named.or_else(|| self.guess(&name.text, candidates));
        let shape = ["set", "pile", "row", "slot", "slots", "grid"].contains(&&*name.text);
        let kind = self.kind_names.first().map_or("Mile", |(kind, _)| kind.as_str());
        let help = match (type_words::type_name(&name.text), near) {
            _ if name.text.eq_ignore_ascii_case("card") && !self.kind_names.is_empty() => {
                let kinds: Vec<String> =
                    self.kind_names.iter().take(8).map(|(n, _)| format!("`{n}`")).collect();
                format!("name the kind of card that is meant: {}", kinds.join(" or "))
            }
            _ if name.text.eq_ignore_ascii_case("cards") && !self.kind_names.is_empty() => {
                format!("where cards lie is a zone: write `set of {kind}`, or `pile of {kind}`")
            }
            _ if shape => format!("say of what: `{} of {kind}`", name.text),
            (Some(meant), _) => format!("here it is written `{meant}`"),
            (None, Some(meant)) => format!("did you mean `{meant}`?"),
            (None, None) => {
                format!(
                    "declare it: `enum {0} {{ … }}`, `card {0} {{ … }}` or `unit {0}`",
                    name.text
                )
            }
        };
        Diagnostic::new(Code::E0202, name.span, format!("there is no type `{}`", name.text))
            .about(About::NoType(name.text.to_string()))
            .help(help)
    }

    fn unit_or_report(
        &self,
        symbol: char,
        written: &TypeExpr,
        report: &mut Vec<Diagnostic>,
    ) -> Option<crate::ir::UnitId> {
        let unit = self.unit_of(symbol);
        if unit.is_none() {
            report.push(no_unit(&self.book.units, symbol, written.span));
        }
        unit
    }

    fn kinds_help(&self) -> String {
        match self.kind_names.first() {
            None => "declare a card kind: `card Mile { number: 1..4 }`".to_owned(),
            Some((only, _)) if self.kind_names.len() == 1 => format!("did you mean `{only}`?"),
            Some(_) => {
                let names: Vec<String> =
                    self.kind_names.iter().take(8).map(|(n, _)| format!("`{n}`")).collect();
                format!("card kinds are {}", names.join(", "))
            }
        }
    }
}

/// An amount or range with a sign that no unit has.
pub(super) fn no_unit(units: &[Unit], symbol: char, span: crate::source::Span) -> Diagnostic {
    Diagnostic::new(Code::E0202, span, format!("no unit has the sign `{symbol}`"))
        .about(About::NoSign(symbol))
        .help(sign_of_units(units, symbol))
}

/// Which sign is meant, if there is but one, or how to declare it.
pub(crate) fn sign_of_units(units: &[Unit], symbol: char) -> String {
    match units {
        [one] if !one.symbol.is_empty() => {
            format!(
                "amounts of `{}` are written with `{}`: `{}5`",
                one.name, one.symbol, one.symbol
            )
        }
        [one] => format!("give the unit its sign: `unit {} \"{symbol}\"`", one.name),
        [] | [_, _, ..] => format!("declare it: `unit Dollars \"{symbol}\"`"),
    }
}
