//! Printed values that variants set: fields of cards, and of members of enums.

use super::fields::Columns;
use super::items::{Items, Placed};
use super::literal::Literal;
use super::names::ScopeId;
use super::resolver::Resolver;
use super::types::Typed;
use super::uses::Meaning;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{EnumId, KindSet, RowId, Type, Value};
use crate::source::Span;
use crate::spelling::nearest;
use crate::syntax::ast::{EnumBody, Expr, Item, ItemKind, Name, SetTarget, TypeKind};
use std::collections::BTreeMap;

/// `set Denver.size = 3`
struct SetMember<'i> {
    scope: ScopeId,
    owner: &'i Name,
    field: &'i Name,
    value: &'i Expr,
    span: Span,
}

impl Resolver<'_> {
    /// Sets fields of members of enums.
    pub fn set_members(&mut self, items: &Items) {
        let mut done = BTreeMap::new();
        for (scope, item) in &items.sets {
            let Item {
                kind: ItemKind::Set { target: SetTarget::Member(owner, field), value },
                span,
                ..
            } = item
            else {
                continue;
            };
            let set = SetMember { scope: *scope, owner, field, value, span: *span };
            self.set_member(items, set, &mut done);
        }
    }

    fn set_member(
        &mut self,
        items: &Items,
        SetMember { scope, owner, field, value, span }: SetMember<'_>,
        done: &mut BTreeMap<(EnumId, u16, usize), Span>,
    ) {
        let places = self.out.enums_with(&owner.text).to_vec();
        let with_field = places.iter().filter_map(|(id, member)| {
            let fields = &self.out.book[*id].fields;
            let at = fields.iter().position(|f| f.name == *field.text)?;
            Some((*id, *member, at))
        });
        let found: Vec<(EnumId, u16, usize)> = with_field.collect();
        let [(id, member, at)] = found[..] else {
            return self.no_such_member(&places, owner, field, found.len());
        };
        self.out.uses.note(owner.span, Meaning::EnumMember(id, member));
        self.out.note_member(&Type::Enum(id), field);
        // No item declares `Side`.
        let own = self.out.book.side != Some(id);
        let syntax = own.then(|| &items.enums[id.index()].1.kind);
        let Some(ItemKind::Enum {
            body: EnumBody::Table { fields, .. } | EnumBody::Rows { fields, .. },
            ..
        }) = syntax
        else {
            let message = format!("`{}` of `{}` is not printed in a table", field.text, owner.text);
            let found = Diagnostic::new(Code::E0908, field.span, message);
            return self.say(found.help("replace the whole enum: `replace enum … 4 by 4`"));
        };
        let names =
            fields.iter().find(|f| matches!(&f.ty.kind, TypeKind::Name(t) if &*t.text == "Name"));
        if names.is_some_and(|f| f.name.text == field.text) {
            return self.names_itself(field);
        }
        if let Some(first) = done.insert((id, member, at), span) {
            return self.set_twice(span, first);
        }
        let info = &self.out.book[id].fields[at];
        let typed = Typed { ty: info.ty.clone(), range: info.range };
        let Some(value) = self.out.constant(scope, value, &typed, &mut self.report) else { return };
        // A table that lacks the column of a field has no values.
        let rows = &mut self.out.book[id].values;
        if let Some(cell) = rows.get_mut(usize::from(member)).and_then(|row| row.get_mut(at)) {
            *cell = value;
        }
    }

    fn no_such_member(
        &mut self,
        places: &[(EnumId, u16)],
        owner: &Name,
        field: &Name,
        fitting: usize,
    ) {
        if self.out.names_missing || self.out.broken.contains(&*owner.text) {
            return;
        }
        if fitting > 1 {
            let message =
                format!("several enums have a member `{}` with a `{}`", owner.text, field.text);
            let found = Diagnostic::new(Code::E0905, owner.span, message);
            return self.say(found.help("replace the enum whose member you mean"));
        }
        if let Some((id, _)) = places.first() {
            let of = &self.out.book[*id];
            let message = format!("a member of `{}` has no field `{}`", of.name, field.text);
            let names: Vec<&str> = of.fields.iter().map(|f| f.name.as_str()).collect();
            let help = match nearest(&field.text, names.iter().copied()) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None if names.is_empty() => format!("`{}` has no fields", of.name),
                None => format!("its fields are {}", names.join(", ")),
            };
            return self.say(Diagnostic::new(Code::E0904, field.span, message).help(help));
        }
        let message = format!("nothing of the game is called `{}`", owner.text);
        let all = self.out.book.enums.iter().flat_map(|e| e.members.iter().map(String::as_str));
        let help = match nearest(&owner.text, all) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None if self.out.book.rows.iter().any(|row| row.name == *owner.text) => {
                format!(
                    "a card stands in square brackets: write `[{0}].{1}`",
                    owner.text, field.text
                )
            }
            None => "set the start of a counter (`Player.cash`), a field of a member \
                     (`Denver.size`) or of a card (`[pink 4].miles`)"
                .to_owned(),
        };
        self.say(Diagnostic::new(Code::E0904, owner.span, message).help(help));
    }

    fn names_itself(&mut self, field: &Name) {
        let message = format!("`{}` is its name, by which all rules know it", field.text);
        self.say(
            Diagnostic::new(Code::E0908, field.span, message)
                .help("leave the name, and change its other fields"),
        );
    }

    fn set_twice(&mut self, span: Span, first: Span) {
        let found =
            Diagnostic::new(Code::E0906, span, "two rules of variants change the same thing");
        self.say(
            found
                .beside(first, "the other one")
                .help("keep one of the two rules, or lay only one of the variants"),
        );
    }

    /// Sets fields of cards, each found by what was printed on it before; gives whether any was
    /// set.
    pub fn set_cards(&mut self, sets: &[Placed], columns: &[Columns]) -> bool {
        let mut cells: BTreeMap<(RowId, usize), (Value, Span)> = BTreeMap::new();
        for (scope, item) in sets {
            let Item {
                kind: ItemKind::Set { target: SetTarget::Card(words, place, field), value },
                span,
                ..
            } = item
            else {
                continue;
            };
            let Some((row, at)) =
                self.card_field(*scope, Literal { words, span: *place }, field, columns)
            else {
                continue;
            };
            let typed = &columns[self.out.book[row].kind.index()].list[at].typed;
            let Some(value) = self.out.constant(*scope, value, typed, &mut self.report) else {
                continue;
            };
            match cells.get(&(row, at)).map(|(_, first)| *first) {
                Some(first) => self.set_twice(*span, first),
                None => drop(cells.insert((row, at), (value, *span))),
            }
        }
        let any = !cells.is_empty();
        for ((row, at), (value, _)) in cells {
            self.out.book[row].values[at] = value;
        }
        any
    }

    fn card_field(
        &mut self,
        scope: ScopeId,
        literal: Literal<'_>,
        field: &Name,
        columns: &[Columns],
    ) -> Option<(RowId, usize)> {
        let all = self.out.all_kinds();
        let row = self.out.literal(scope, literal, all, &mut self.report)?;
        let kind = self.out.book[row].kind;
        let of = &columns[kind.index()];
        if let Some(at) = of.list.iter().position(|c| c.name == *field.text) {
            let column = &of.list[at];
            self.out.uses.note(field.span, Meaning::Field(column.place));
            if column.names_row {
                self.names_itself(field);
                return None;
            }
            return Some((row, at));
        }
        let kind = self.out.type_name(&Type::Card(KindSet::one(kind)));
        let message = format!("a `{kind}` has no field `{}`", field.text);
        let names: Vec<&str> = of.list.iter().map(|c| c.name.as_str()).collect();
        let help = match nearest(&field.text, names.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("its fields are {}", names.join(", ")),
        };
        if !of.broken {
            self.say(Diagnostic::new(Code::E0904, field.span, message).help(help));
        }
        None
    }
}
