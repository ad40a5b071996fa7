//! `look NAME`: what is printed on a card, or in a row of a table. The rulebook says it to everyone.

use super::cards::words;
use houserules_interpreter::host::naming::Naming;
use houserules_lang::ir::{FieldInfo, Type, Value};

/// More finds than this are counted.
const MOST: usize = 12;

/// What is printed under names that contain these words; an exact name stands alone.
#[must_use]
pub fn look(naming: Naming<'_>, asked: &str) -> Vec<String> {
    let wanted = squash(asked);
    let all = printed(naming);
    let exact: Vec<&Printed> = all.iter().filter(|p| squash(&p.name) == wanted).collect();
    let found = if exact.is_empty() {
        all.iter().filter(|p| !wanted.is_empty() && squash(&p.name).contains(&wanted)).collect()
    } else {
        exact
    };
    if found.is_empty() {
        return vec![format!(
            "Nothing is called `{asked}`. Say a card's name, or a part of it: `look colt`."
        )];
    }
    let mut lines: Vec<String> = found.iter().take(MOST).flat_map(|p| p.lines(naming)).collect();
    if found.len() > MOST {
        lines.push(format!("and {} more", found.len() - MOST));
    }
    lines
}

/// A row of cards or of an enum.
struct Printed<'a> {
    name: String,
    of: &'a str,
    fields: &'a [FieldInfo],
    values: &'a [Value],
}

fn printed(naming: Naming<'_>) -> Vec<Printed<'_>> {
    let book = naming.book;
    let rows = book.rows.iter().filter_map(|row| {
        let kind = book.kinds.get(row.kind.index())?;
        Some(Printed { name: row.name.clone(), of: &kind.name, fields: &kind.fields, values: &row.values })
    });
    let members = book.enums.iter().filter(|e| e.rectangle.is_none()).flat_map(|e| {
        let named = e.members.iter().zip(&e.values);
        named.map(|(name, values)| Printed { name: name.clone(), of: &e.name, fields: &e.fields, values })
    });
    rows.chain(members).collect()
}

impl Printed<'_> {
    fn lines(&self, naming: Naming<'_>) -> Vec<String> {
        let fields = self.fields.iter().zip(self.values).filter_map(|(f, v)| self.field(naming, f, v));
        let fields: Vec<String> = fields.collect();
        let colon = if fields.is_empty() { "" } else { ": " };
        let mut lines =
            vec![format!("{} ({}){colon}{}", words(&self.name), words(self.of), fields.join(", "))];
        let item = format!("rules for {} in ", self.name);
        let prose = naming.book.prose.iter().filter(|p| p.item.starts_with(&item) && !p.text.is_empty());
        lines.extend(prose.map(|p| format!("  {}", p.text.split_whitespace().collect::<Vec<_>>().join(" "))));
        lines
    }

    /// `cost $60`; a name says itself, what is absent is left out.
    fn field(&self, naming: Naming<'_>, field: &FieldInfo, value: &Value) -> Option<String> {
        if matches!(value, Value::None) || matches!(value, Value::Text(t) if squash(t) == squash(&self.name))
        {
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
