//! Members of enums, and printed fields of enums and cards.

use super::boards::WrittenTile;
use super::fields::Columns;
use super::items::Items;
use super::names::ScopeId;
use super::resolver::Resolver;
use super::tables::TableId;
use super::uses::Meaning;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{EnumId, FieldInfo, Type, Value};
use crate::letters::name_of;
use crate::source::Span;
use crate::syntax::ast::{EnumBody, Field, Item, ItemKind, MemberRow, Name, Text, TypeKind};
use std::collections::BTreeMap;

/// At most so many members an enum.
const MOST_MEMBERS: usize = 4096;

/// The name of the square at the bottom left of a rectangle: `a1`.
#[derive(Clone, Copy)]
struct Corner {
    letter: char,
    row: i64,
}

impl Corner {
    /// The name of the square in this column and row, from 1; none beyond the last letter.
    fn square(self, column: i64, row: i64) -> Option<String> {
        let letter = u8::try_from(i64::from(u32::from(self.letter)) + column - 1).ok()?;
        let same = self.letter.is_ascii_lowercase() == letter.is_ascii_lowercase();
        let row = self.row.checked_add(row - 1)?;
        (letter.is_ascii_alphabetic() && same).then(|| format!("{}{row}", char::from(letter)))
    }
}

/// An enum whose members have printed fields.
#[derive(Clone, Copy)]
struct Printed<'i> {
    id: EnumId,
    scope: ScopeId,
    name: &'i Name,
    fields: &'i [Field],
}

/// `8 by 8 from a1`
struct Rectangle<'i> {
    columns: i64,
    rows: i64,
    first: Option<&'i Name>,
    span: Span,
}

/// Whether a type is written `Name`; a slip in its case is reported where it stands.
fn is_name(ty: &TypeKind) -> bool {
    matches!(ty, TypeKind::Name(name) if name.text.eq_ignore_ascii_case("Name"))
}

impl Resolver<'_> {
    /// Reads all enums: first the members of all, then the values of their fields, which may be
    /// members of any.
    pub fn read_enums(&mut self, items: &Items) {
        let (mut tables, mut written) = (Vec::new(), Vec::new());
        let mut members = 0;
        for (at, (scope, item)) in items.enums.iter().enumerate() {
            let ItemKind::Enum { name, body } = &item.kind else { continue };
            let id = EnumId(at as u16);
            members += at.checked_sub(1).map_or(0, |last| self.out.book.enums[last].members.len());
            if !self.room("members of enums", members, name.span) {
                self.spoil(*scope, name);
                continue;
            }
            match body {
                EnumBody::Members(members) => {
                    self.written_members(id, name, &mut members.iter());
                }
                EnumBody::Rows { fields, rows } => {
                    let kept = self.written_members(id, name, &mut rows.iter().map(|r| &r.name));
                    let rows: Vec<_> = kept.into_iter().map(|at| &rows[at]).collect();
                    written.push((Printed { id, scope: *scope, name, fields }, rows));
                }
                EnumBody::Rectangle { columns, rows, first, span } => {
                    let (columns, rows, first) = (*columns, *rows, first.as_ref());
                    self.rectangle(id, &Rectangle { columns, rows, first, span: *span })
                }
                EnumBody::Table { file, fields } => {
                    match self.table_members(id, name, file, fields) {
                        Some(table) => {
                            tables.push((Printed { id, scope: *scope, name, fields }, table))
                        }
                        None => {
                            self.out.names_missing = true;
                            self.spoil(*scope, name);
                        }
                    };
                }
            }
        }
        // Roads come first: they make the nodes of maps, which other tables may name.
        let roads = self.roads_of_maps(items);
        let read: Vec<(EnumId, TableId)> =
            tables.iter().map(|(of, table)| (of.id, *table)).collect();
        let (first, rest): (Vec<_>, Vec<_>) =
            tables.into_iter().partition(|(of, _)| roads.contains(&of.id));
        for (of, table) in first {
            self.table_values(of, table);
        }
        for (of, rows) in written {
            self.written_values(of, rows);
        }
        self.make_maps(items, &read);
        for (of, table) in rest {
            self.table_values(of, table);
        }
        self.print_on_places();
    }

    /// Reads the fields of all card kinds, by kind.
    pub fn read_cards(&mut self, items: &Items) -> Vec<Columns> {
        let mut all = Vec::new();
        for (scope, Item { kind, .. }) in &items.cards {
            let (name, fields, tile) = match kind {
                ItemKind::Card { name, fields } => (name, fields, None),
                ItemKind::Tile { name, fields, size, squares, edges } => {
                    let ((width, height), squares) = (*size, squares.as_ref());
                    let edges = edges.as_ref();
                    let written = WrittenTile { name, width, height, squares, edges };
                    let tile = self.tile(*scope, written);
                    self.out.rows_missing |= tile.is_none();
                    (name, fields, tile)
                }
                _ => continue,
            };
            let columns = self.fields(*scope, &name.text, fields);
            self.out.rows_missing |= columns.broken;
            let kind = &mut self.out.book.kinds[all.len()];
            kind.fields = columns.infos();
            kind.tile = tile;
            all.push(columns);
        }
        all
    }

    /// The member that will be added next.
    fn next_member(&self, id: EnumId) -> Meaning {
        Meaning::EnumMember(id, self.out.book[id].members.len() as u16)
    }

    /// Adds a member to an enum.
    pub fn add_enum_member(&mut self, id: EnumId, name: String) {
        let of = &mut self.out.book[id];
        let at = of.members.len() as u16;
        self.out.enum_members.entry(name.clone()).or_default().push((id, at));
        of.members.push(name);
    }

    /// Adds members; gives which of them are there.
    fn written_members(
        &mut self,
        id: EnumId,
        name: &Name,
        members: &mut dyn ExactSizeIterator<Item = &Name>,
    ) -> Vec<usize> {
        if members.len() > MOST_MEMBERS {
            let message = format!("`{}` has more than {MOST_MEMBERS} members", name.text);
            self.say(Diagnostic::new(Code::E0302, name.span, message).help(
                "leave some out; many things with their own values are better cards than members",
            ));
        }
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        let mut kept = Vec::new();
        for (nth, member) in members.take(MOST_MEMBERS).enumerate() {
            if let Some(first) = seen.insert(&member.text, member.span) {
                let message = format!("`{}` is a member of `{}` already", member.text, name.text);
                self.say(
                    Diagnostic::new(Code::E0201, member.span, message)
                        .help("leave it out, or give it another name")
                        .beside(first, "first here"),
                );
                continue;
            }
            let at = self.next_member(id);
            self.out.uses.declare(member.span, at);
            self.add_enum_member(id, member.text.to_string());
            kept.push(nth);
        }
        kept
    }

    /// Reads the values that stand behind the members of an enum.
    fn written_values(
        &mut self,
        Printed { id, scope, name, fields }: Printed<'_>,
        rows: Vec<&MemberRow>,
    ) {
        if let Some(of) = fields.iter().find(|f| is_name(&f.ty.kind)) {
            let message = format!("a member of `{}` is called as it is written", name.text);
            let help = "a `Name` names the rows of a CSV table; make this a `Text`";
            self.say(Diagnostic::new(Code::E0315, of.ty.span, message).help(help));
        }
        let columns = self.fields(scope, &name.text, fields);
        let mut values = Vec::with_capacity(rows.len());
        for row in rows {
            if row.cells.len() != fields.len() {
                self.cells_and_fields(row, fields);
                values.push(vec![Value::None; columns.list.len()]);
                continue;
            }
            let cells = fields.iter().zip(&row.cells).filter_map(|(field, cell)| {
                let column = columns.list.iter().find(|c| c.place == field.name.span)?;
                Some((column, cell))
            });
            let cells: Vec<Value> = cells
                .map(|(column, cell)| {
                    let value = self.out.printed(scope, cell, &column.typed, &mut self.report);
                    value.unwrap_or(Value::None)
                })
                .collect();
            values.push(cells);
        }
        let of = &mut self.out.book[id];
        of.fields = columns.infos();
        of.values = values;
    }

    fn cells_and_fields(&mut self, row: &MemberRow, fields: &[Field]) {
        let many = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let message = format!(
            "`{}` has {}, but its enum has {}",
            row.name.text,
            many(row.cells.len(), "value"),
            many(fields.len(), "field")
        );
        let names: Vec<&str> = fields.iter().map(|f| &*f.name.text).collect();
        let help = format!("write `{} | {}`, a value for each", row.name.text, names.join(" | "));
        self.say(Diagnostic::new(Code::E0322, row.name.span, message).help(help));
    }

    fn rectangle(&mut self, id: EnumId, written: &Rectangle<'_>) {
        let Rectangle { columns, rows, first, span } = *written;
        let most = MOST_MEMBERS as i64;
        let sane =
            columns >= 1 && rows >= 1 && columns.checked_mul(rows).is_some_and(|all| all <= most);
        if !sane {
            let message = format!("{columns} by {rows} squares are not possible");
            let help = format!(
                "a rectangle has at least one square, and at most {MOST_MEMBERS}: `enum Cell 8 by \
                 8`"
            );
            self.say(Diagnostic::new(Code::E0302, span, message).help(help));
        }
        let (columns, rows) = if sane { (columns, rows) } else { (1, 1) };
        let squares = (1..=rows).flat_map(|row| (1..=columns).map(move |column| (column, row)));
        let squares: Vec<(i64, i64)> = squares.collect();
        let of = &mut self.out.book[id];
        let name = of.name.clone();
        let field = |name: &str, most: i64| FieldInfo {
            name: name.to_owned(),
            ty: Type::Number,
            range: Some((1, most)),
        };
        of.fields = vec![field("column", columns), field("row", rows)];
        of.rectangle = Some((columns as u16, rows as u16));
        of.values =
            squares.iter().map(|(c, r)| vec![Value::Number(*c), Value::Number(*r)]).collect();
        let corner = first.and_then(|first| self.corner(first, columns, rows));
        for (column, row) in squares {
            let square = corner.and_then(|corner| corner.square(column, row));
            let square = square.unwrap_or_else(|| format!("{name}({column}, {row})"));
            self.add_enum_member(id, square);
        }
    }

    /// The square at the bottom left, from which the others have their names; none after a report.
    fn corner(&mut self, first: &Name, columns: i64, rows: i64) -> Option<Corner> {
        let mut letters = first.text.chars();
        let letter = letters.next().filter(char::is_ascii_alphabetic);
        let row = letters.as_str().parse::<i64>().ok().filter(|_| {
            // Nothing but digits, and none too many.
            letters.as_str().bytes().all(|b| b.is_ascii_digit())
                && (letters.as_str() == "0" || !letters.as_str().starts_with('0'))
        });
        let (Some(letter), Some(row)) = (letter, row) else {
            let message = format!("`{}` is not a letter and a number", first.text);
            let help = "name the square at the bottom left: `enum Cell 8 by 8 from a1`";
            self.say(Diagnostic::new(Code::E0302, first.span, message).help(help));
            return None;
        };
        let corner = Corner { letter, row };
        if corner.square(columns, rows).is_none() {
            let message = format!("there are not enough letters for {columns} columns");
            let help = "begin at `a1`, which names up to 26 columns; without `from` squares are \
                        written `Cell(2, 3)`";
            self.say(Diagnostic::new(Code::E0302, first.span, message).help(help));
            return None;
        }
        Some(corner)
    }

    /// Names the members of a table: by its `Name`, or by number if it has none.
    fn table_members(
        &mut self,
        id: EnumId,
        name: &Name,
        file: &Text,
        fields: &[Field],
    ) -> Option<TableId> {
        let table = self.table(file)?;
        // A misspelt `Name` is reported where it stands; its members are called so all the same.
        let named = fields.iter().find(|f| is_name(&f.ty.kind));
        let rows = self.tables[table].rows.len();
        if rows == 0 {
            self.say(Diagnostic::new(
                Code::E0302,
                file.span,
                format!("`{}` has no members: its table is empty", name.text),
            ));
            return None;
        }
        let Some(named) = named else {
            for row in 1..=rows {
                self.add_enum_member(id, format!("{} {row}", name.text));
            }
            return Some(table);
        };
        let at = self.column_of(table, &named.name.text, file.span, &Columns::default())?;
        let mut seen: BTreeMap<String, Span> = BTreeMap::new();
        for row in 0..rows {
            let cell = &self.tables[table].rows[row][at];
            let (member, span) = (name_of(&cell.text), cell.span);
            if member.is_empty() {
                // Its error comes when the cell is read as a field; the place keeps members and
                // rows in step.
                self.add_enum_member(id, format!("{} {}", name.text, row + 1));
                continue;
            }
            if let Some(first) = seen.insert(member.clone(), span) {
                let message = format!("two rows of `{}` are called `{member}`", name.text);
                let found = Diagnostic::new(Code::E0307, span, message).beside(first, "the first");
                self.say_of_table(
                    table,
                    found.help(
                        "each row has a name of its own: give one of them another name, or take \
                         the row out",
                    ),
                );
                // The name means the first; the place keeps members and rows in step.
                self.add_enum_member(id, format!("{} {}", name.text, row + 1));
                continue;
            }
            let at = self.next_member(id);
            self.out.uses.declare(span, at);
            self.add_enum_member(id, member);
        }
        Some(table)
    }

    fn table_values(&mut self, Printed { id, scope, name, fields }: Printed<'_>, table: TableId) {
        let columns = self.fields(scope, &name.text, fields);
        let named = fields.first().map(|f| f.name.span).unwrap_or(name.span);
        let places = self.columns_of(table, &columns, named);
        let rows = self.tables[table].rows.len();
        let mut values = Vec::with_capacity(rows);
        if let Some(places) = places {
            for row in 0..rows {
                let cells = columns.list.iter().zip(&places);
                let cells = cells
                    .map(|(column, at)| self.cell(table, row, *at, column).unwrap_or(Value::None));
                values.push(cells.collect());
            }
        }
        let of = &mut self.out.book[id];
        of.fields = columns.infos();
        of.values = values;
    }

    /// The places of all fields in a table; none after a report.
    pub fn columns_of(
        &mut self,
        table: TableId,
        columns: &Columns,
        span: Span,
    ) -> Option<Vec<usize>> {
        self.has_header(table, columns)?;
        let mut places = Vec::new();
        let mut complete = true;
        for column in &columns.list {
            match self.column_of(table, &column.name, span, columns) {
                Some(at) => {
                    self.note_header(table, at, columns);
                    places.push(at);
                }
                None => complete = false,
            }
        }
        complete.then_some(places)
    }

    /// Takes note of which field the header of a column stands for.
    fn note_header(&self, table: TableId, at: usize, columns: &Columns) {
        let header = &self.tables[table].columns[at];
        if let Some(column) = columns.list.iter().find(|c| c.name == header.text) {
            self.out.uses.note(header.span, Meaning::Field(column.place));
        }
    }

    /// The place of a column in a table, which counts as read; none after a report.
    pub fn column_of(
        &mut self,
        table: TableId,
        name: &str,
        span: Span,
        wanted: &Columns,
    ) -> Option<usize> {
        if let Some(at) = self.tables[table].column(name) {
            self.use_column(table, at);
            return Some(at);
        }
        let wrong = self.no_column(table, name, span, wanted);
        self.say_of_table(table, wrong);
        None
    }
}
