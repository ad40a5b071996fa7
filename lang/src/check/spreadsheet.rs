//! What spreadsheets and other languages write as `NAME(…)`, as it is written here with the values
//! of the line.

use super::fill::written;
use super::scope::Scope;
use crate::ir::Type;
use crate::resolve::names::Def;
use crate::syntax::ast::{self, FoldOp};

/// What to write for a call that other languages have.
pub(super) fn of_spreadsheets(scope: &Scope<'_>, name: &str, args: &[ast::Expr]) -> Option<String> {
    let values: Vec<String> = args.iter().map(written).collect::<Option<_>>()?;
    let name = name.to_lowercase();
    if let Some(called) = member_of_each(scope, &name, args) {
        return Some(called);
    }
    let meant = match (name.as_str(), values.as_slice()) {
        ("sum" | "total" | "add" | "plus" | "summe" | "somme" | "suma", [_, _, ..]) => {
            let sum = values.join(" + ");
            return Some(format!(
                "write `{sum}`; `sum(…)` goes through a list: `sum(c.value for c in me.hand)`"
            ));
        }
        ("if" | "wenn" | "si" | "iif" | "se", [asked, then, other]) => {
            format!("if {asked} then {then} else {other}")
        }
        ("and" | "und" | "et" | "y", [_, _, ..]) => joined(&values, args, "and"),
        ("or" | "oder" | "ou" | "o", [_, _, ..]) => {
            format!("({})", joined(&values, args, "or"))
        }
        ("not" | "nicht" | "non", [one]) => format!("not {}", bracketed(one, args.first())),
        ("max" | "maximum", [_, _, ..]) => nested("larger", &values),
        ("min" | "minimum", [_, _, ..]) => nested("smaller", &values),
        ("mod" | "rest" | "remainder", [a, b]) => format!("{a} mod {b}"),
        ("abs", [one]) => format!("larger({one}, -{})", bracketed(one, args.first())),
        ("int" | "floor" | "trunc" | "rounddown" | "round", [one, ..]) => {
            return Some(format!(
                "numbers are whole, and what is left over in a division is dropped: write \
                 `{one}`"
            ));
        }
        ("len" | "length" | "size" | "anzahl" | "counta" | "nombre", [one]) => {
            format!("count({one})")
        }
        ("isempty" | "empty" | "isblank" | "is_empty", [one]) => format!("{one} is empty"),
        ("isnull" | "is_none" | "isnone", [one]) => format!("{one} is none"),
        ("contains" | "includes", [list, one]) => format!("{one} in {list}"),
        ("countif", [list, one]) => counted(scope, list, one),
        ("vlookup" | "xlookup" | "lookup" | "sverweis" | "hlookup", [key, table, ..]) => {
            return looked_up(scope, key, table, values.get(2).map(String::as_str));
        }
        ("rand" | "random" | "randint" | "rnd" | "randbetween" | "rand_int", bounds) => {
            let (low, high) = match bounds {
                [low, high] => (low.as_str(), high.as_str()),
                [high] => ("1", high.as_str()),
                _ => ("1", "6"),
            };
            return Some(format!(
                "chance picks in a line of its own: `choose n in {low}..{high} by chance`, and \
                 `n` is the number then"
            ));
        }
        _ => return None,
    };
    Some(format!("write `{meant}`"))
}

/// `SUM(p.layout.value)`: a member of each card of a zone.
fn member_of_each(scope: &Scope<'_>, name: &str, args: &[ast::Expr]) -> Option<String> {
    let fold = match name {
        "total" | "summe" | "somme" | "suma" => FoldOp::Sum,
        "max" | "maximum" => FoldOp::Most,
        "min" | "minimum" => FoldOp::Least,
        name => FoldOp::of_word(name)?,
    };
    let fold = fold.law().word;
    let [ast::Expr { kind: ast::ExprKind::Dot(of, member), .. }] = args else { return None };
    let known = |name: &str| scope.knows(name);
    let name = if let ast::ExprKind::Name(name) = &of.kind { Some(&name.text) } else { None };
    let nobody = name.filter(|name| !known(name)).map(ToString::to_string);
    let (of, member) = (written(of)?, &member.text);
    // `most(c.armour)`: the name is meant for each of them, and of which is not said.
    let (each, of) = match nobody {
        Some(each) => (each, "…".to_owned()),
        None => (free_name(scope).to_owned(), of),
    };
    Some(format!(
        "`{fold}(…)` goes through a list: write `{fold}({each}.{member} for {each} in {of})`"
    ))
}

/// How many of a list are so: `COUNTIF(p.hand, gold)`.
fn counted(scope: &Scope<'_>, list: &str, one: &str) -> String {
    let each = free_name(scope);
    let of = scope.env.r.enums_with(one).first().map(|(id, _)| *id);
    let field = of.and_then(|of| {
        let fields = scope.env.book().kinds.iter().flat_map(|kind| &kind.fields);
        let found = fields.into_iter().find(|f| *f.ty.bare() == Type::Enum(of))?;
        Some(found.name.clone())
    });
    let field = field.map_or_else(String::new, |field| format!(".{field}"));
    format!("count({each} in {list} where {each}{field} is {one})")
}

/// `vlookup(count(players), Goal, loot_to_win)`
fn looked_up(scope: &Scope<'_>, key: &str, table: &str, column: Option<&str>) -> Option<String> {
    let each = table.chars().next()?.to_lowercase().to_string();
    let each = if scope.find(&each).is_some() { "row".to_owned() } else { each };
    let fields = match scope.def(table) {
        Some(Def::Enum(id)) => scope.env.book()[id].fields.as_slice(),
        _ => &[],
    };
    let names: Vec<&str> = fields.iter().map(|f| f.name.as_str()).collect();
    let column = column.filter(|column| names.contains(column));
    let by = names.iter().find(|name| column != Some(**name)).copied().unwrap_or("…");
    let value = column.or_else(|| names.iter().find(|name| **name != by).copied());
    let value = value.unwrap_or("…");
    Some(format!(
        "write `(first {each} in {table} where {each}.{by} is {key}).{value}`, or, if there may \
         be no such row, `sum({each}.{value} for {each} in {table} where {each}.{by} is {key})`"
    ))
}

/// A name for each member that nothing in sight has.
fn free_name(scope: &Scope<'_>) -> &'static str {
    ["c", "x", "each_one"].into_iter().find(|name| scope.find(name).is_none()).unwrap_or("c_1")
}

/// Conditions with a word between them, each in brackets if it needs them.
fn joined(values: &[String], args: &[ast::Expr], word: &str) -> String {
    let all: Vec<String> =
        values.iter().zip(args).map(|(value, arg)| bracketed(value, Some(arg))).collect();
    all.join(&format!(" {word} "))
}

/// A value in brackets, if an operator in it would bind to what stands beside it.
fn bracketed(value: &str, arg: Option<&ast::Expr>) -> String {
    use ast::BinaryOp as Op;
    match arg.map(|arg| &arg.kind) {
        Some(ast::ExprKind::Binary(Op::And | Op::Or, ..)) => format!("({value})"),
        _ => value.to_owned(),
    }
}

/// `larger(a, larger(b, c))`
fn nested(name: &str, values: &[String]) -> String {
    match values {
        [] => String::new(),
        [one] => one.clone(),
        [first, rest @ ..] => format!("{name}({first}, {})", nested(name, rest)),
    }
}
