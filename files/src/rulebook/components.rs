//! What lies on the table: cards, kinds, maps, and what everybody has; what a table may agree on.

use super::page::{Part, Run, Words, plain};
use super::{Reader, in_words, line, prose, titled};
use houserules_lang::ir::{FieldInfo, Kind, Type, Value};
use houserules_lang::letters::name_of;
use houserules_lang::syntax::ast::{
    BinaryOp, EnumBody, Expr, ExprKind, Item, ItemKind, Member, MemberKind, Name, OwnerExpr, Seen,
    StageWord, Stock, TypeExpr, ZoneShape,
};

/// More copies of cards than these are written as digits.
const WRITTEN: [&str; 3] = ["no", "one", "two"];

impl Reader<'_> {
    /// Every kind of thing there is.
    pub(super) fn components(&self) -> Vec<Part> {
        let mut all = Vec::new();
        for item in self.items() {
            match &item.kind {
                ItemKind::Deck { name, of, stock } => all.extend(self.deck(item, name, of, stock)),
                ItemKind::Card { name, .. }
                | ItemKind::Tile { name, .. }
                | ItemKind::Sum { name, .. }
                    if !item.doc.text.is_empty() =>
                {
                    all.push(Part::Heading(3, plain(in_words(&name.text))));
                    all.extend(prose(&item.doc));
                }
                ItemKind::Enum { name, body } => self.enumeration(item, name, body, &mut all),
                ItemKind::Map { name, joins, by, .. } => {
                    all.push(Part::Heading(3, plain(titled(name))));
                    all.extend(prose(&item.doc));
                    let words =
                        format!("A map: each {} is a place, each {} a road.", joins.text, by.text);
                    all.push(Part::Prose(plain(words)));
                }
                ItemKind::Unit { name, symbol } => {
                    let sign =
                        symbol.as_ref().and_then(|s| s.plain()).map(|s| format!(", written {s}"));
                    let words = format!("{} are counted{}.", name.text, sign.unwrap_or_default());
                    all.push(Part::Prose(line(plain(words), &item.doc)));
                }
                _ => {}
            }
        }
        self.owners(&mut all);
        all
    }

    fn deck(&self, item: &Item, name: &Name, of: &Name, stock: &[Stock]) -> Vec<Part> {
        let mut all = vec![Part::Heading(3, plain(titled(name)))];
        all.extend(prose(&item.doc));
        let zone = self.book.zones.iter().position(|z| z.name == *name.text);
        let home = |card: &&houserules_lang::ir::Card| Some(usize::from(card.home.0)) == zone;
        let cards = self.book.cards.iter().filter(home).count();
        let kind = self.book.kinds.iter().find(|k| k.name == *of.text);
        let fields = kind.map(|k| k.fields.as_slice()).unwrap_or_default();
        if fields.len() < 4 && stock.iter().all(|s| !matches!(s, Stock::Table { .. })) {
            all.push(Part::Prose(plain(format!("{cards} cards:"))));
            for stock in stock {
                all.push(Part::Point(0, self.stock(stock, fields)));
            }
            return all;
        }
        all.push(Part::Prose(plain(format!("{cards} cards."))));
        for kind in &self.book.kinds {
            all.extend(self.table(kind, zone));
        }
        all
    }

    fn stock(&self, stock: &Stock, fields: &[FieldInfo]) -> Words {
        match stock {
            Stock::Product { copies, domains, .. } => {
                let many = usize::try_from(*copies).ok().and_then(|n| WRITTEN.get(n));
                let many = many.map_or_else(|| copies.to_string(), |word| (*word).to_string());
                let printed = domains.iter().enumerate().map(|(at, domain)| {
                    let name = in_words(fields.get(at).map_or("value", |f| f.name.as_str()));
                    self.printed(&name, domain)
                });
                let mut words = many;
                for (at, printed) in printed.enumerate() {
                    words += if at == 0 { " " } else { " and " };
                    // `with kind wolves and strength 2`
                    let said = if at > 0 { printed.strip_prefix("with ") } else { None };
                    words += said.unwrap_or(&printed);
                }
                plain(words)
            }
            Stock::Copies { copies, literal, .. } => {
                plain(format!("{copies} × {}", super::literal(literal)))
            }
            other => vec![self.code(other.span())],
        }
    }

    /// What one field of new cards may be: "for each suit", "for each rank from 1 to 10", "with
    /// kind fog".
    fn printed(&self, name: &str, domain: &Expr) -> String {
        match &domain.kind {
            ExprKind::Name(of) if self.book.enums.iter().any(|e| e.name == *of.text) => {
                format!("for each {name}")
            }
            ExprKind::Binary(BinaryOp::Range, ..) => {
                format!("for each {name} from {}", self.english(domain))
            }
            ExprKind::Group(_) | ExprKind::Domain(_) => {
                format!("for each {name} of {}", self.english(domain))
            }
            _ => format!("with {name} {}", self.english(domain)),
        }
    }

    /// The different cards of a kind in one deck, and how many there are of each.
    fn table(&self, kind: &Kind, zone: Option<usize>) -> Option<Part> {
        let mut rows = Vec::new();
        for row in usize::from(kind.rows.0)..usize::from(kind.rows.1) {
            let same = |c: &&houserules_lang::ir::Card| {
                usize::from(c.row.0) == row && Some(usize::from(c.home.0)) == zone
            };
            let many = self.book.cards.iter().filter(same).count();
            let printed = self.book.rows.get(row)?;
            if many > 0 {
                let mut cells: Vec<String> = kind
                    .fields
                    .iter()
                    .zip(&printed.values)
                    .map(|(f, v)| self.value(&f.ty, v))
                    .collect();
                if kind.fields.is_empty() {
                    cells.push(printed.name.to_string());
                }
                cells.push(many.to_string());
                rows.push(cells);
            }
        }
        let mut head: Vec<String> = kind.fields.iter().map(|f| in_words(&f.name)).collect();
        if head.is_empty() {
            head.push(in_words(&kind.name));
        }
        head.push("how many".into());
        (!rows.is_empty()).then_some(Part::Table(head, rows))
    }

    fn value(&self, ty: &Type, value: &Value) -> String {
        match value {
            Value::None => "–".into(),
            Value::List(members) => {
                let members: Vec<String> = members.iter().map(|m| self.value(ty, m)).collect();
                members.join(", ")
            }
            value => in_words(&crate::setup::written(self.book, ty, value)),
        }
    }

    fn enumeration(&self, item: &Item, name: &Name, body: &EnumBody, all: &mut Vec<Part>) {
        let Some(found) = self.book.enums.iter().find(|e| e.name == *name.text) else { return };
        match body {
            EnumBody::Members(members) => {
                let members: Vec<String> = members.iter().map(|m| in_words(&m.text)).collect();
                let words = vec![
                    Run::Strong(in_words(&name.text)),
                    Run::Plain(format!(" is one of: {}.", members.join(", "))),
                ];
                all.push(Part::Prose(line(words, &item.doc)));
            }
            EnumBody::Rectangle { columns, rows, .. } => {
                let words = format!(" is a board of {columns} columns and {rows} rows.");
                all.push(Part::Prose(line(
                    vec![Run::Strong(in_words(&name.text)), Run::Plain(words)],
                    &item.doc,
                )));
            }
            EnumBody::Table { .. } | EnumBody::Rows { .. } => {
                all.push(Part::Heading(3, plain(in_words(&name.text))));
                all.extend(prose(&item.doc));
                // A field of type `Name` is the member's own name.
                let own = |at: usize| {
                    found.values.iter().zip(&found.members).all(|(values, member)| {
                    matches!(values.get(at), Some(Value::Text(text)) if name_of(text) == *member)
                })
                };
                let named = (0..found.fields.len()).any(own);
                let mut head: Vec<String> =
                    if named { Vec::new() } else { vec![in_words(&found.name)] };
                head.extend(found.fields.iter().map(|f| in_words(&f.name)));
                let row = |(member, values): (&String, &Vec<Value>)| {
                    let mut cells = if named { Vec::new() } else { vec![in_words(member)] };
                    cells
                        .extend(found.fields.iter().zip(values).map(|(f, v)| self.value(&f.ty, v)));
                    cells
                };
                let rows = found.members.iter().zip(&found.values).map(row).collect();
                all.push(Part::Table(head, rows));
            }
        }
    }

    /// What the table, players and others have.
    fn owners(&self, all: &mut Vec<Part>) {
        for item in self.items() {
            let ItemKind::Has { owner, members } = &item.kind else { continue };
            let title = match owner {
                OwnerExpr::Table => "On the table".to_string(),
                OwnerExpr::Stage(word, _) => format!("What counts for one {}", stage(*word)),
                OwnerExpr::Name(name) if *name.text == *"Player" => "Each player has".into(),
                OwnerExpr::Name(name) => format!("Each {} has", in_words(&name.text)),
                OwnerExpr::Pair(one, other) => format!(
                    "Each {} has, for each {}",
                    in_words(&one.text).to_lowercase(),
                    in_words(&other.text).to_lowercase()
                ),
            };
            all.push(Part::Heading(3, plain(title)));
            all.extend(prose(&item.doc));
            for member in members {
                all.push(Part::Point(0, self.member(member)));
            }
        }
    }

    fn member(&self, member: &Member) -> Words {
        let what = match &member.kind {
            MemberKind::Zone { shape, of } => {
                let shape = match shape {
                    ZoneShape::Pile => "a pile",
                    ZoneShape::Row => "a row",
                    ZoneShape::Set => "a set",
                    ZoneShape::Slot => "a place for one",
                    ZoneShape::Slots => "numbered places",
                    ZoneShape::Grid => "an area without edges",
                };
                format!("{shape} of {}", in_words(&of.text))
            }
            MemberKind::Counter { ty, start } => {
                let start = start
                    .as_ref()
                    .map(|s| format!(", beginning with {}", in_words(&self.source(s.span))));
                self.range(ty) + &start.unwrap_or_default()
            }
        };
        let seen = match member.seen {
            Some(Seen::Owner) => "; only its owner sees it",
            Some(Seen::Nobody) => "; nobody sees it",
            Some(Seen::Everyone) | None => "",
        };
        let words =
            vec![Run::Strong(in_words(&member.name.text)), Run::Plain(format!(": {what}{seen}."))];
        line(words, &member.doc)
    }

    /// A type in words.
    fn range(&self, ty: &TypeExpr) -> String {
        let written = in_words(&self.source(ty.span));
        let plain = match written.split_once(" or none") {
            Some((inner, _)) => format!("{inner}, or none"),
            None => written,
        };
        plain.replacen("..", " to ", 1).replace("Number", "a number").replace("Player", "a player")
    }

    /// What a table may agree on.
    pub(super) fn options(&self) -> Vec<Part> {
        self.items().filter_map(|item| self.option(item)).collect()
    }

    /// One of them.
    pub(super) fn option(&self, item: &Item) -> Option<Part> {
        let ItemKind::Option { name, ty, default } = &item.kind else { return None };
        let usual = in_words(&self.source(default.span));
        let words = format!(": {}; usually {usual}.", self.range(ty));
        let words = vec![Run::Strong(in_words(&name.text)), Run::Plain(words)];
        Some(Part::Point(0, line(words, &item.doc)))
    }
}

/// A stage's word.
pub(super) fn stage(word: StageWord) -> &'static str {
    match word {
        StageWord::Round => "round",
        StageWord::Turn => "turn",
        StageWord::Phase => "phase",
    }
}
