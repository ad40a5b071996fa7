//! Printed fields, and cells read at their type.

use super::constant::members_help;
use super::names::{Resolved, ScopeId};
use super::resolver::Resolver;
use super::tables::TableId;
use super::types::Typed;
use super::uses::Meaning;
use crate::code::Code;
use crate::diagnostic::{About, Diagnostic};
use crate::ir::{EnumId, FieldInfo, Order, Type, Value};
use crate::letters::name_of;
use crate::source::Span;
use crate::syntax::ast::{Field, TypeKind};
use std::collections::BTreeSet;

/// At most so many fields are printed on one card.
const MOST_FIELDS: usize = 64;

/// A field, and how its cells are read.
pub(super) struct Column {
    pub name: String,
    pub typed: Typed,
    /// Written as `Name`: names the row.
    pub names_row: bool,
    /// The value of an empty cell.
    pub default: Option<Value>,
    /// Where it is declared.
    pub place: Span,
}

/// The fields of a kind or table.
#[derive(Default)]
pub(super) struct Columns {
    /// Those that are understood.
    pub list: Vec<Column>,
    /// Some were not, and that was reported.
    pub broken: bool,
}

/// Where the columns of a stock line stand in its table.
pub(super) struct Places {
    /// Those of the fields, in their order.
    pub fields: Vec<usize>,
    /// That of the numbers of copies: `times copies`.
    pub times: Option<usize>,
}

impl Columns {
    /// As the rulebook has them.
    pub fn infos(&self) -> Vec<FieldInfo> {
        let info = |c: &Column| FieldInfo {
            name: c.name.clone(),
            ty: c.typed.ty.clone(),
            range: c.typed.range,
        };
        self.list.iter().map(info).collect()
    }
}

impl Resolver<'_> {
    /// Reads declared fields.
    pub fn fields(&mut self, scope: ScopeId, owner: &str, fields: &[Field]) -> Columns {
        let mut columns = Columns::default();
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        for field in fields {
            let key = (owner.to_owned(), field.name.text.to_string());
            self.out.field_places.entry(key).or_insert(field.name.span);
            self.out.uses.declare(field.name.span, Meaning::Field(field.name.span));
            self.note(|| format!("{owner}.{}", field.name.text), &field.doc, field.name.span);
            if !seen.insert(&field.name.text) {
                let message = format!("`{owner}` has a field `{}` already", field.name.text);
                self.say(
                    Diagnostic::new(Code::E0215, field.name.span, message)
                        .help("rename one of the two"),
                );
                columns.broken = true;
                continue;
            }
            match self.field(scope, field, columns.list.iter().any(|c| c.names_row)) {
                Some(column) if columns.list.len() < MOST_FIELDS => columns.list.push(column),
                Some(_) => {
                    if columns.list.len() == MOST_FIELDS && !columns.broken {
                        let message = format!("`{owner}` has more than {MOST_FIELDS} fields");
                        let help = "put what belongs together on a separate card";
                        self.say(Diagnostic::new(Code::E0216, field.name.span, message).help(help));
                    }
                    columns.broken = true;
                }
                None => {
                    columns.broken = true;
                    self.out.broken.insert(field.name.text.to_string());
                }
            }
        }
        columns
    }

    fn field(&mut self, scope: ScopeId, field: &Field, named: bool) -> Option<Column> {
        if &*field.name.text == "position" {
            let message = "`position` is a word of the language after a card";
            self.say(
                Diagnostic::new(Code::E0214, field.name.span, message).help("choose another name"),
            );
            return None;
        }
        let names_row = matches!(&field.ty.kind, TypeKind::Name(name) if &*name.text == "Name");
        if names_row && (named || field.ty.optional || field.default.is_some()) {
            let (message, help) = match named {
                true => ("a row has one `Name`", "make the other a `Text`"),
                false => ("a `Name` names its row, so it is never left out", "make it a `Text`"),
            };
            self.say(Diagnostic::new(Code::E0315, field.ty.span, message).help(help));
            return None;
        }
        let typed = match names_row {
            true => Typed { ty: Type::Text, range: None },
            false => self.out.type_of(scope, &field.ty, &mut self.report)?,
        };
        let printable = match typed.ty.bare() {
            Type::Bool | Type::Number | Type::Unit(_) | Type::Text | Type::Enum(_) => true,
            Type::List(of, Order::Unordered) => matches!(**of, Type::Enum(_)) && !field.ty.optional,
            _ => false,
        };
        if !printable {
            let message =
                format!("`{}` cannot be printed on a card", self.out.type_name(&typed.ty));
            let set = if let Type::List(of, Order::Ordered) = typed.ty.bare()
                && matches!(**of, Type::Enum(_))
            {
                Some(format!("write `{}: set of {}`", field.name.text, self.out.type_name(of)))
            } else {
                None
            };
            let help = set.unwrap_or_else(|| {
                "fields are numbers, ranges, amounts, `yes or no`, `Text`, `Name`, enums and `set \
                 of` an enum"
                    .to_owned()
            });
            self.say(Diagnostic::new(Code::E0315, field.ty.span, message).help(help));
            return None;
        }
        let default = match &field.default {
            None => None,
            Some(default) => Some(self.out.constant(scope, default, &typed, &mut self.report)?),
        };
        let place = field.name.span;
        Some(Column { name: field.name.text.to_string(), typed, names_row, default, place })
    }

    /// Reads a cell at the type of its field; none after a report.
    pub fn cell(
        &mut self,
        table: TableId,
        row: usize,
        at: usize,
        column: &Column,
    ) -> Option<Value> {
        let cell = &self.tables[table].rows[row][at];
        let (text, span) = (cell.text.as_str(), cell.span);
        let wrong = match (text.is_empty(), &column.default, &column.typed.ty) {
            (true, Some(default), _) => return Some(default.clone()),
            (true, None, Type::Optional(_)) => return Some(Value::None),
            (true, None, Type::List(..)) => return Some(Value::List(Vec::new())),
            (true, None, _) => empty_cell(span, &self.cell_place(table, span, column), column),
            (false, ..) => match self.out.parse_cell(text, column) {
                Ok(value) => {
                    self.note_cell(text, span, &value);
                    return Some(value);
                }
                Err(wrong) => {
                    if let Some(id) = wrong.stranger
                        && !self.strangers.insert((id, text.to_owned()))
                    {
                        return None;
                    }
                    let place = self.cell_place(table, span, column);
                    let message = format!(
                        "{place}: expected {}, found `{}`",
                        wrong.expected,
                        shown_cell(text)
                    );
                    let mut found = Diagnostic::new(Code::E0305, span, message)
                        .saying(format!("expected {}", wrong.expected));
                    found.about = self.no_member(&column.typed.ty, text);
                    let help = match self.out.cell_help(text, &column.typed) {
                        Some(help) => help,
                        None if wrong.help.is_empty() => {
                            if matches!(column.typed.ty.bare(), Type::Number | Type::Unit(_)) {
                                "mend the cell: a number stands in it, such as `1`".to_owned()
                            } else {
                                "mend the cell, or the column's type".to_owned()
                            }
                        }
                        None => wrong.help,
                    };
                    found.help(help)
                }
            },
        };
        self.say_of_table(table, wrong);
        None
    }

    /// Takes note of the members that a cell names.
    fn note_cell(&self, text: &str, span: Span, value: &Value) {
        let members = match value {
            Value::Member(of, at) => vec![(*of, *at)],
            Value::List(all) => all
                .iter()
                .filter_map(|v| if let Value::Member(of, at) = v { Some((*of, *at)) } else { None })
                .collect(),
            _ => return,
        };
        if text.len() != (span.end - span.start) as usize {
            return;
        }
        let mut from = 0;
        for part in text.split('+') {
            let name = part.trim();
            let start = span.start + (from + part.len() - part.trim_start().len()) as u32;
            from += part.len() + 1;
            let place = Span { start, end: start + name.len() as u32, ..span };
            let named = members.iter().find(|(of, at)| {
                let known = self.out.enum_member(*of, name);
                known.or_else(|| self.out.enum_member(*of, &name_of(name))) == Some(*at)
            });
            if let Some((of, at)) = named {
                self.out.uses.note(place, Meaning::EnumMember(*of, *at));
            }
        }
    }

    /// `miles.csv`, row 3, column `color`
    fn cell_place(&self, table: TableId, span: Span, column: &Column) -> String {
        let name = &self.tables[table].name;
        let row = self.sources.line_column(span.file, span.start).0;
        format!("`{name}`, row {row}, column `{}`", column.name)
    }
}

impl Resolver<'_> {
    /// What a cell is about that is no member of the enum of its column.
    fn no_member(&self, ty: &Type, cell: &str) -> Option<About> {
        match ty.bare() {
            Type::Enum(id) => {
                let of = self.out.book[*id].name.clone();
                Some(About::NoMember { of, found: cell.to_owned() })
            }
            Type::List(of, _) => self.no_member(of, cell),
            _ => None,
        }
    }
}

fn empty_cell(span: Span, place: &str, column: &Column) -> Diagnostic {
    let help = match column.names_row {
        true => "every row needs its name".to_owned(),
        false => {
            let usual = match column.typed.ty.bare() {
                Type::Bool => "= no",
                Type::Number | Type::Unit(_) => "= 0",
                _ => "or none",
            };
            format!(
                "fill it in, or say in the field `{}` what an empty cell means: `{usual}`",
                column.name
            )
        }
    };
    Diagnostic::new(Code::E0306, span, format!("{place}: this cell is empty")).help(help)
}

/// What does not fit.
pub(super) struct Misfit {
    expected: String,
    help: String,
    /// The cell is no member of this enum.
    stranger: Option<EnumId>,
}

impl Resolved {
    pub(super) fn parse_cell(&self, text: &str, column: &Column) -> Result<Value, Misfit> {
        let expected = |expected: String| Misfit { expected, help: String::new(), stranger: None };
        match column.typed.ty.bare() {
            Type::Number | Type::Unit(_) => {
                self.parse_number(text, &column.typed).map(Value::Number).map_err(expected)
            }
            Type::Bool => match text {
                "yes" => Ok(Value::Bool(true)),
                "no" => Ok(Value::Bool(false)),
                _ => Err(expected("`yes` or `no`".to_owned())),
            },
            Type::Enum(id) => self.parse_member(text, *id),
            Type::List(of, _) => {
                let Type::Enum(id) = **of else { return Err(expected("members".to_owned())) };
                let parts = text.split('+').map(|part| self.parse_member(part.trim(), id));
                let members = parts.collect::<Result<BTreeSet<Value>, Misfit>>()?;
                Ok(Value::List(members.into_iter().collect()))
            }
            _ if column.names_row && name_of(text).is_empty() => {
                Err(expected("a name with a letter or digit in it".to_owned()))
            }
            _ => Ok(Value::Text(text.into())),
        }
    }

    fn parse_number(&self, text: &str, typed: &Typed) -> Result<i64, String> {
        let symbol = if let Type::Unit(unit) = typed.ty.bare() {
            self.book[*unit].symbol.as_str()
        } else {
            ""
        };
        let negative = text.strip_prefix('-');
        let digits = negative.unwrap_or(text);
        let digits = digits.strip_prefix(symbol).unwrap_or(digits).trim();
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        let signed = if negative.is_some() { format!("-{digits}") } else { digits.to_owned() };
        let number: Option<i64> = if plain { signed.parse().ok() } else { None };
        let low_high = typed.range;
        if let Some(n) = number
            && low_high.is_none_or(|(low, high)| (low..=high).contains(&n))
        {
            Ok(n)
        } else {
            let what = if matches!(typed.ty.bare(), Type::Unit(_)) {
                format!("an amount of {}", self.type_name(typed.ty.bare()))
            } else {
                "a number".to_owned()
            };
            Err(match low_high {
                Some((low, high)) => format!("{what} from {low} to {high}"),
                None => what,
            })
        }
    }

    fn parse_member(&self, text: &str, of: EnumId) -> Result<Value, Misfit> {
        let info = &self.book[of];
        let found = self.enum_member(of, text).or_else(|| self.enum_member(of, &name_of(text)));
        match found {
            Some(at) => Ok(Value::Member(of, at)),
            None => {
                let help = match self.guess(text, info.members.iter().map(String::as_str)) {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => members_help(&info.members),
                };
                Err(Misfit {
                    expected: format!("a member of `{}`", info.name),
                    help,
                    stranger: Some(of),
                })
            }
        }
    }
}

/// A cell for a message: its beginning, without control characters.
fn shown_cell(text: &str) -> String {
    let mut shown: String =
        text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(40).collect();
    if text.chars().nth(40).is_some() {
        shown.push('…');
    }
    shown
}
