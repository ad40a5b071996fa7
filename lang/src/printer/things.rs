//! What exists.

use super::{Page, Scope, listed, quoted};
use crate::ir::{
    Counter, Enum, FieldInfo, Kind, Lasts, Opt, Seen, Type, Unit, Value, Zone, ZoneShape,
};

impl<'b> Page<'b> {
    pub(super) fn things(&mut self) {
        let book = self.book;
        self.all(&book.units, Page::unit);
        self.all(&book.enums, Page::enumeration);
        self.all(&book.kinds, Page::kind);
        self.all(&book.zones, Page::zone);
        self.all(&book.counters, Page::counter);
        self.all(&book.options, Page::option);
    }

    fn bare(&self) -> Scope<'b> {
        Scope { book: self.book, locals: None }
    }

    fn unit(&mut self, unit: &'b Unit) {
        self.line(format!("unit {} {}", unit.name, quoted(&unit.symbol)));
    }

    fn enumeration(&mut self, of: &'b Enum) {
        let size =
            of.rectangle.map(|(columns, rows)| format!(" {columns} by {rows}")).unwrap_or_default();
        self.line(format!("enum {}{size}{}", of.name, self.fields(&of.fields)));
        let scope = self.bare();
        self.inside(|page| {
            if of.fields.is_empty() {
                return page.line(of.members.join(", "));
            }
            for (at, member) in of.members.iter().enumerate() {
                let values = of.values.get(at).map(Vec::as_slice).unwrap_or_default();
                page.line(format!("{member} = {}", row_values(scope, values, &of.fields)));
            }
        });
    }

    fn fields(&self, fields: &[FieldInfo]) -> String {
        if fields.is_empty() {
            return String::new();
        }
        let scope = self.bare();
        let shown = listed(fields, |f| {
            format!("{}: {}{}", f.name, scope.ty(&f.ty), scope.range(f.range, &f.ty))
        });
        format!(" {{ {shown} }}")
    }

    fn kind(&mut self, kind: &'b Kind) {
        let tile = kind.tile.map_or_else(String::new, |t| {
            let scope = self.bare();
            let named = |what: &str, of: Option<crate::ir::EnumId>| {
                of.map_or_else(String::new, |e| format!(" {what} {}", scope.enum_name(e)))
            };
            let (squares, edges) = (named("squares", t.squares), named("edges", t.edges));
            format!(" tile {} by {}{squares}{edges}", t.width, t.height)
        });
        self.line(format!("kind {}{tile}{}", kind.name, self.fields(&kind.fields)));
        let (book, scope) = (self.book, self.bare());
        let cards = book.cards_of(kind);
        self.inside(|page| {
            for (at, row) in (kind.rows.0..).zip(book.rows_of(kind)) {
                // Cards are grouped by row, in order.
                let first = cards.partition_point(|c| c.row.0 < at);
                let copies = cards.partition_point(|c| c.row.0 <= at) - first;
                let home = cards.get(first).filter(|_| copies > 0);
                let home =
                    home.map(|c| format!(" in {}", scope.zone_name(c.home))).unwrap_or_default();
                let values = row_values(scope, &row.values, &kind.fields);
                page.line(format!("[{}] = {values} x{copies}{home}", row.name));
            }
        });
    }

    fn zone(&mut self, zone: &'b Zone) {
        let scope = self.bare();
        let shape = match zone.shape {
            ZoneShape::Pile => "pile",
            ZoneShape::Row => "row",
            ZoneShape::Set => "set",
            ZoneShape::Slot => "slot",
            ZoneShape::Slots => "slots",
            ZoneShape::Grid => "grid",
        };
        let deck = if zone.deck { " starts full" } else { "" };
        let (owner, of) = (scope.owner(zone.owner), scope.kinds(zone.of));
        self.line(format!(
            "zone {owner} has {}: {shape} of {of}{}{deck}",
            zone.name,
            seen(zone.seen)
        ));
    }

    fn counter(&mut self, counter: &'b Counter) {
        let scope = self.bare();
        let owner = scope.owner(counter.owner);
        let mut out = format!("counter {owner} has {}: {}", counter.name, scope.ty(&counter.ty));
        out += &scope.range(counter.range, &counter.ty);
        if let Some(start) = &counter.start {
            out += &format!(" = {}", scope.expr(start));
        }
        out += if counter.capped { ", capped" } else { "" };
        out += if counter.bookkeeping { ", bookkeeping" } else { "" };
        out += match counter.lasts {
            Some(Lasts::Until) => ", until next turn",
            Some(Lasts::Through) => ", through next turn",
            None => "",
        };
        self.line(out + seen(counter.seen));
    }

    fn option(&mut self, option: &'b Opt) {
        let scope = self.bare();
        let range = scope.range(option.range, &option.ty);
        let default = scope.value(&option.default, &option.ty);
        self.line(format!("option {}: {}{range} = {default}", option.name, scope.ty(&option.ty)));
    }
}

fn seen(seen: Seen) -> &'static str {
    match seen {
        Seen::Everyone => "",
        Seen::Owner => ", seen by owner",
        Seen::Nobody => ", seen by nobody",
    }
}

fn row_values(scope: Scope<'_>, values: &[Value], fields: &[FieldInfo]) -> String {
    let types = fields.iter().map(|f| &f.ty).chain(std::iter::repeat(&Type::Number));
    format!("({})", listed(values.iter().zip(types), |(value, ty)| scope.value(value, ty)))
}

impl Scope<'_> {
    fn range(self, range: Option<(i64, i64)>, ty: &Type) -> String {
        range
            .map(|(low, high)| format!(" {}..{}", self.amount(low, ty), self.amount(high, ty)))
            .unwrap_or_default()
    }
}
