//! `look NAME`: what is printed on a card, or in a row of a table. The rulebook says it to
//! everyone.

use super::things::things;
use crate::draw::cards::{counted, words};
use houserules_lang::ir::{EnumId, FieldInfo, RowId, Type, Value};
use houserules_lang::naming::{Naming, member_in_words, row_in_words};
use houserules_table::view::printed::prose_of;
use houserules_table::view::{CardView, View};
use houserules_table::visibility::Viewer;

/// More finds than this are counted.
const MOST: usize = 12;

/// `look NAME`: what lies in a zone of that name, what somebody has or what stands there, and what
/// is printed; none if nothing has that name.
#[must_use]
pub fn known(naming: Naming<'_>, view: &View, asked: &str, width: usize) -> Option<Vec<String>> {
    if let Some(lines) = lies(naming, view, asked) {
        return Some(lines);
    }
    let wanted = squash(asked);
    match things(naming.book, view, asked, width) {
        Some(mut lines) => {
            let exact = printed(naming).into_iter().filter(|p| squash(&p.name) == wanted);
            lines.extend(exact.flat_map(|p| p.lines(naming)));
            Some(lines)
        }
        None => look(naming, asked),
    }
}

/// What is printed under names that contain these words; an exact name stands alone.
fn look(naming: Naming<'_>, asked: &str) -> Option<Vec<String>> {
    let wanted = squash(asked);
    let all = printed(naming);
    let exact: Vec<&Printed> = all.iter().filter(|p| squash(&p.name) == wanted).collect();
    let found = if exact.is_empty() {
        all.iter().filter(|p| !wanted.is_empty() && squash(&p.name).contains(&wanted)).collect()
    } else {
        exact
    };
    if found.is_empty() {
        return None;
    }
    let mut lines: Vec<String> = found.iter().take(MOST).flat_map(|p| p.lines(naming)).collect();
    if found.len() > MOST {
        lines.push(format!("and {} more", found.len() - MOST));
    }
    Some(lines)
}

/// A name of something that is printed, as an example: `` , such as `look Pepper` ``.
#[must_use]
pub fn such_as(naming: Naming<'_>) -> String {
    let all = printed(naming);
    all.first().map_or_else(String::new, |one| format!(", such as `look {}`", words(&one.name)))
}

/// What is printed on the cards that a seat holds, each face once.
#[must_use]
pub fn held(naming: Naming<'_>, view: &View) -> Vec<String> {
    let Viewer::Seat(seat) = view.viewer else { return Vec::new() };
    let mine = view.groups.iter().filter(|group| group.seat == Some(seat));
    let cards = mine.flat_map(|group| &group.zones).flat_map(|zone| &zone.cards);
    let mut names: Vec<&str> = Vec::new();
    for card in cards {
        if let CardView::Face { name, .. } = card
            && !names.contains(&name.as_str())
        {
            names.push(name);
        }
    }
    let all = printed(naming);
    let row = |name: &&str| all.iter().find(|p| p.is_card && p.name == *name);
    names.iter().filter_map(row).flat_map(|p| p.lines(naming)).collect()
}

/// What lies open in a zone of that name (`discards`, `Ben's hand`), place by place; none if there
/// is no such zone.
fn lies(naming: Naming<'_>, view: &View, asked: &str) -> Option<Vec<String>> {
    let wanted = squash(asked);
    let all =
        view.groups.iter().flat_map(|group| group.zones.iter().map(move |zone| (group, zone)));
    let mut fitting = all.filter(|(group, zone)| {
        let mine =
            Viewer::Seat(group.seat.unwrap_or(u8::MAX)) == view.viewer || group.owner.is_empty();
        let full = squash(&format!("{} {}", group.owner, zone.name));
        let owned = squash(&format!("{}s {}", group.owner, zone.name));
        (mine && squash(&zone.name) == wanted) || full == wanted || owned == wanted
    });
    let (_, zone) = fitting.next()?;
    let printed = printed(naming);
    let mut lines = Vec::new();
    for (at, card) in zone.cards.iter().enumerate() {
        let CardView::Face { name, .. } = card else { continue };
        let place = if zone.shape == "set" { String::new() } else { format!("{}. ", at + 1) };
        match printed.iter().find(|p| p.is_card && p.name == *name) {
            Some(row) => {
                lines.extend(row.lines(naming).iter().take(1).map(|line| format!("{place}{line}")))
            }
            None => lines.push(format!("{place}{name}")),
        }
    }
    if lines.is_empty() {
        lines.push(format!("Nothing lies open there ({}).", counted(zone)));
    }
    Some(lines)
}

/// What is printed on a card besides its name, in a few words. `drawn`: what is a set is left out,
/// as it is in the picture.
#[must_use]
pub fn in_brief(naming: Naming<'_>, row: RowId, drawn: bool) -> String {
    let info = &naming.book[row];
    let kind = &naming.book[info.kind];
    let name = row_in_words(naming.book, row);
    let row =
        Printed { name, of: &kind.name, fields: &kind.fields, values: &info.values, is_card: true };
    let fields = row.fields.iter().zip(row.values);
    let fields = fields.filter(|(f, _)| !(drawn && matches!(f.ty.bare(), Type::List(..))));
    let said: Vec<&str> = row.name.split(' ').collect();
    let in_name = |(f, v): (&FieldInfo, &Value)| {
        said.contains(&words(&naming.plain(f.ty.bare(), v)).as_str())
    };
    // `pink 2` says all by itself.
    let tells_all = row.fields.iter().zip(row.values).all(in_name);
    let fields = fields.filter(|_| !tells_all);
    let mut all: Vec<String> = fields.filter_map(|(f, v)| row.field(naming, f, v)).collect();
    all.extend(row.prose(naming));
    all.join(", ")
}

/// A row of cards or of an enum.
struct Printed<'a> {
    name: String,
    of: &'a str,
    fields: &'a [FieldInfo],
    values: &'a [Value],
    is_card: bool,
}

fn printed(naming: Naming<'_>) -> Vec<Printed<'_>> {
    let book = naming.book;
    let rows = book.rows.iter().enumerate().map(|(at, row)| {
        let kind = &book[row.kind];
        let name = row_in_words(book, RowId(at as u16));
        Printed { name, of: &kind.name, fields: &kind.fields, values: &row.values, is_card: true }
    });
    let members =
        book.enums.iter().enumerate().filter(|(_, e)| e.rectangle.is_none()).flat_map(|(id, e)| {
            e.values.iter().enumerate().map(move |(at, values)| {
                let name = member_in_words(book, EnumId(id as u16), at as u16);
                Printed { name, of: &e.name, fields: &e.fields, values, is_card: false }
            })
        });
    rows.chain(members).collect()
}

impl Printed<'_> {
    fn lines(&self, naming: Naming<'_>) -> Vec<String> {
        let fields =
            self.fields.iter().zip(self.values).filter_map(|(f, v)| self.field(naming, f, v));
        let fields: Vec<String> = fields.collect();
        let colon = if fields.is_empty() { "" } else { ": " };
        let mut lines =
            vec![format!("{} ({}){colon}{}", words(&self.name), words(self.of), fields.join(", "))];
        lines.extend(self.prose(naming).map(|text| format!("  {text}")));
        lines
    }

    /// What the rules for this card say in words.
    fn prose<'n>(&self, naming: Naming<'n>) -> impl Iterator<Item = String> + use<'n> {
        prose_of(naming.book, &self.name).collect::<Vec<_>>().into_iter()
    }

    /// `cost $60`; a name says itself, what is absent is left out.
    fn field(&self, naming: Naming<'_>, field: &FieldInfo, value: &Value) -> Option<String> {
        let says_itself = match value {
            Value::None => true,
            Value::Text(_) | Value::Member(..) => {
                squash(&naming.plain(field.ty.bare(), value)) == squash(&self.name)
            }
            _ => false,
        };
        if says_itself {
            return None;
        }
        let name = words(&field.name);
        match (field.ty.bare(), value) {
            (Type::Bool, Value::Bool(yes)) => yes.then_some(name),
            (ty, value) => Some(format!("{name} {}", words(&naming.plain(ty, value)))),
        }
    }
}

fn squash(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
