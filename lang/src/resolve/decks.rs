//! Decks: which rows there are, and which cards.
//!
//! Rows lie kind by kind, in the order in which decks first name them; cards lie row by row.
//! Several decks may hold copies of one row.

use super::fields::{Columns, Places};
use super::items::Items;
use super::literal::{Literal, NO_SUCH_CARDS, shown_literal};
use super::names::{Def, RowWord, ScopeId};
use super::resolver::Resolver;
use super::table_help;
use super::tables::TableId;
use super::uses::Meaning;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{
    Card, KindId, KindSet, Owner, Row, RowId, Rulebook, Seen, Type, Value, Zone, ZoneId, ZoneShape,
};
use crate::letters::name_of;
use crate::source::Span;
use crate::syntax::ast::{Expr, Item, ItemKind, LiteralWord, Name, Stock, Text};
use std::collections::{BTreeMap, BTreeSet};

/// At most so many cards a game.
pub(super) const MOST_CARDS: u32 = 4096;

/// A row that will be: what is printed, and how many copies each deck has.
struct RowPlan {
    name: Option<String>,
    values: Vec<Value>,
    homes: Vec<(ZoneId, u32)>,
    span: Span,
}

/// The rows of a kind.
#[derive(Default)]
struct KindRows {
    rows: Vec<RowPlan>,
    by_values: BTreeMap<Vec<Value>, usize>,
    by_name: BTreeMap<String, usize>,
}

/// All rows, and how many cards they make.
pub(super) struct Stocks<'c> {
    /// The fields of each kind.
    columns: &'c [Columns],
    /// The rows of each kind.
    kinds: Vec<KindRows>,
    cards: u32,
    full: bool,
}

/// A deck, and where its lines look names up.
#[derive(Clone, Copy)]
pub(super) struct Deck {
    pub(super) scope: ScopeId,
    pub(super) zone: ZoneId,
    pub(super) of: KindSet,
}

/// `2 of [literal]`, waiting until all rows are known.
struct Copies<'i> {
    deck: Deck,
    copies: i64,
    literal: Literal<'i>,
}

/// `Skill from "x.csv" times copies where sort is gold`
struct TableLine<'i> {
    kind: &'i Name,
    file: &'i Text,
    times: Option<&'i Name>,
    filter: Option<&'i Expr>,
}

/// `6 each of ($6..$9)`
#[derive(Clone, Copy)]
pub(super) struct Product<'i> {
    pub(super) copies: i64,
    /// The values of the first fields, in order.
    pub(super) domains: &'i [Expr],
    pub(super) span: Span,
}

/// A row as a stock line makes it.
pub(super) struct Made {
    pub(super) values: Vec<Value>,
    pub(super) copies: i64,
    pub(super) span: Span,
}

impl<'c> Stocks<'c> {
    pub(super) fn columns(&self, kind: KindId) -> &'c Columns {
        &self.columns[kind.index()]
    }

    /// What was planned for a row that is laid out by now.
    fn plan(&mut self, book: &Rulebook, row: RowId) -> &mut RowPlan {
        let kind = book[row].kind;
        &mut self.kinds[kind.index()].rows[usize::from(row.0 - book[kind].rows.0)]
    }
}

impl Resolver<'_> {
    /// Declares the decks as zones, reads what they hold, and lays out rows and cards.
    pub fn read_decks(&mut self, items: &Items, columns: &[Columns]) {
        let kinds = columns.iter().map(|_| KindRows::default()).collect();
        let mut stocks = Stocks { columns, kinds, cards: 0, full: false };
        let (mut copies, mut lines) = (Vec::new(), 0);
        for (scope, Item { kind, .. }) in &items.decks {
            let ItemKind::Deck { name, of, stock } = kind else { continue };
            let kinds = self.out.kind_named(*scope, of, &mut self.report);
            let (Some(kinds), true) =
                (kinds, self.room("zones", self.out.book.zones.len(), name.span))
            else {
                self.out.rows_missing = true;
                self.broken(*scope, name);
                continue;
            };
            let zone = self.declare_deck(*scope, name, kinds);
            let deck = Deck { scope: *scope, zone, of: kinds };
            for line in stock {
                if !self.room("lines of decks", lines, name.span) {
                    self.out.rows_missing = true;
                    break;
                }
                lines += 1;
                self.stock(&mut stocks, deck, line, &mut copies);
            }
        }
        self.lay_out_rows(&mut stocks);
        for line in copies {
            self.further_copies(&mut stocks, &line);
        }
        if self.set_cards(&items.sets, columns) {
            self.print_anew(&stocks);
        }
        self.lay_out_cards(&mut stocks);
    }

    /// Rows are named and found by what is printed on them now.
    fn print_anew(&mut self, stocks: &Stocks<'_>) {
        self.out.row_index.clear();
        self.out.row_words.clear();
        let plans = stocks.kinds.iter().flat_map(|k| &k.rows);
        for (at, plan) in plans.enumerate() {
            let id = RowId(at as u16);
            let row = &mut self.out.book[id];
            row.name = plan.name.clone().unwrap_or_default();
            let types = field_types(stocks.columns(row.kind));
            let words = self.row_words(&self.out.book[id].values, &types);
            self.index_row(id, words);
        }
        self.out.name_rows();
    }

    fn declare_deck(&mut self, scope: ScopeId, name: &Name, of: KindSet) -> ZoneId {
        let zone = ZoneId(self.out.book.zones.len() as u16);
        self.out.book.zones.push(Zone {
            name: name.text.to_string(),
            owner: Owner::Table,
            shape: ZoneShape::Pile,
            of,
            seen: Seen::Nobody,
            deck: true,
            span: name.span,
        });
        self.declare(scope, name, Def::Zone(zone));
        zone
    }

    fn stock<'i>(
        &mut self,
        stocks: &mut Stocks<'_>,
        deck: Deck,
        line: &'i Stock,
        copies: &mut Vec<Copies<'i>>,
    ) {
        let done = match line {
            Stock::Table { kind, file, times, filter, .. } => {
                let (times, filter) = (times.as_ref(), filter.as_ref());
                self.table_stock(stocks, deck, &TableLine { kind, file, times, filter })
            }
            Stock::Product { copies, domains, span } => {
                let product = Product { copies: *copies, domains, span: *span };
                self.product_stock(stocks, deck, product)
            }
            Stock::Copies { copies: n, literal, span } => {
                let literal = Literal { words: literal, span: *span };
                copies.push(Copies { deck, copies: *n, literal });
                Some(())
            }
            Stock::Fewer { copies: n, literal, span } => {
                let literal = Literal { words: literal, span: *span };
                copies.push(Copies { deck, copies: n.saturating_neg(), literal });
                Some(())
            }
        };
        self.out.rows_missing |= done.is_none();
    }

    fn table_stock(
        &mut self,
        stocks: &mut Stocks<'_>,
        deck: Deck,
        line: &TableLine<'_>,
    ) -> Option<()> {
        let kind = line.kind;
        let kinds = self.out.kind_named(deck.scope, kind, &mut self.report)?;
        let id = self.one_kind(kinds, kind.span, &format!("`{}`", kind.text))?;
        if !kinds.within(deck.of) {
            let message = format!("`{}` is not what this deck is made of", kind.text);
            let help = format!("the deck holds `{}`", self.out.kinds_name(deck.of));
            self.say(Diagnostic::new(Code::E0308, kind.span, message).help(help));
            return None;
        }
        let columns = stocks.columns(id);
        if columns.broken {
            return None;
        }
        let table = self.table(line.file)?;
        self.has_header(table, columns)?;
        let times = match line.times {
            Some(times) => Some(self.column_of(table, &times.text, times.span, columns)?),
            None => None,
        };
        let fields = self.columns_of(table, columns, line.file.span)?;
        let places = Places { fields, times };
        self.headers_in_place(table, columns, &places)?;
        let filter = match line.filter {
            Some(filter) => Some(self.condition(deck.scope, filter, &columns.list)?),
            None => None,
        };
        let mut names: BTreeSet<String> = BTreeSet::new();
        let mut all_fine = true;
        for row in 0..self.tables[table].rows.len() {
            if let Some(filter) = &filter {
                let mut cell =
                    |at: usize| self.cell(table, row, places.fields[at], &columns.list[at]);
                match filter.holds(&mut cell) {
                    Some(true) => {}
                    Some(false) => continue,
                    None => {
                        all_fine = false;
                        continue;
                    }
                }
            }
            let Some(made) = self.table_row(table, row, columns, &places) else {
                all_fine = false;
                continue;
            };
            if let Some(name) = columns.list.iter().zip(&made.values).find(|(c, _)| c.names_row) {
                let Value::Text(text) = name.1 else { continue };
                let name = name_of(text);
                if !names.insert(name.clone()) {
                    let message = format!("two rows of `{}` are called `{name}`", kind.text);
                    let help = "give one of them another name, or put both into one row with a \
                                number of copies";
                    self.say_of_table(
                        table,
                        Diagnostic::new(Code::E0307, made.span, message).help(help),
                    );
                    all_fine = false;
                    continue;
                }
            }
            self.add_row(stocks, id, deck.zone, made)?;
        }
        all_fine.then_some(())
    }

    fn table_row(
        &mut self,
        table: TableId,
        row: usize,
        columns: &Columns,
        places: &Places,
    ) -> Option<Made> {
        let cells = columns.list.iter().zip(&places.fields);
        // All cells are read, so that every mistake of the row is said.
        let values: Vec<Option<Value>> =
            cells.clone().map(|(column, at)| self.cell(table, row, *at, column)).collect();
        let values = values.into_iter().collect::<Option<Vec<Value>>>();
        let named = cells.clone().find(|(column, _)| column.names_row);
        let cells = &self.tables[table].rows[row];
        let span = match named {
            Some((_, at)) => cells[*at].span,
            None => cells.first()?.span.to(cells.last()?.span),
        };
        let copies = match places.times.map(|at| &cells[at]) {
            None => 1,
            Some(cell) => match cell.text.parse::<i64>().ok().filter(|copies| *copies >= 0) {
                Some(copies) => copies,
                None => {
                    let name = &self.tables[table].name;
                    let (line, _) = self.sources.line_column(cell.span.file, cell.span.start);
                    let found = if cell.text.is_empty() {
                        "nothing".to_owned()
                    } else {
                        format!("`{}`", cell.text)
                    };
                    let message =
                        format!("`{name}`, row {line}: expected a number of copies, found {found}");
                    let help =
                        match table_help::number(&cell.text, "").filter(|n| !n.starts_with('-')) {
                            Some(number) => format!("write `{number}`"),
                            None => "write how many copies there are, 0 if none".to_owned(),
                        };
                    let wrong = Diagnostic::new(Code::E0305, cell.span, message)
                        .saying("expected a number from 0 up");
                    let wrong = wrong.help(help);
                    self.say_of_table(table, wrong);
                    return None;
                }
            },
        };
        Some(Made { values: values?, copies, span })
    }

    /// `2 of [Money $50]`
    fn further_copies(&mut self, stocks: &mut Stocks<'_>, line: &Copies<'_>) {
        let Deck { scope, zone, of } = line.deck;
        let mut wrong = Vec::new();
        let row = self.out.literal(scope, line.literal, of, &mut wrong);
        let wrong: Vec<_> =
            wrong.into_iter().map(|found| self.copies_of_nothing(found, line)).collect();
        self.report.extend(wrong);
        let Some(row) = row else { return };
        if line.copies < 0 {
            return self.fewer_copies(stocks, line, row);
        }
        if self.count_cards(stocks, line.copies, line.literal.span).is_some() {
            stocks.plan(&self.out.book, row).homes.push((zone, line.copies as u32));
        }
    }

    /// A variant takes copies out of a deck.
    fn fewer_copies(&mut self, stocks: &mut Stocks<'_>, line: &Copies<'_>, row: RowId) {
        let mut left = line.copies.unsigned_abs();
        let homes = stocks.plan(&self.out.book, row).homes.iter_mut();
        for (_, copies) in homes.filter(|(zone, _)| *zone == line.deck.zone) {
            let taken = u32::try_from(left).unwrap_or(u32::MAX).min(*copies);
            *copies -= taken;
            left -= u64::from(taken);
        }
        stocks.cards -= (line.copies.unsigned_abs() - left) as u32;
        if left > 0 {
            let all = line.copies.unsigned_abs() - left;
            let message =
                format!("this deck holds only {all} of `{}`", shown_literal(line.literal.words));
            let found = Diagnostic::new(Code::E0904, line.literal.span, message);
            self.say(found.help(format!("take away {all} of them or fewer")));
        }
    }

    /// A line with a card literal wants a card that is printed already; a fault of it says how new
    /// ones are made.
    fn copies_of_nothing(&self, found: Diagnostic, line: &Copies<'_>) -> Diagnostic {
        if found.code != Code::E0309 {
            return found;
        }
        let is_kind = |word: &&LiteralWord| {
            let LiteralWord::Word(name) = word else { return false };
            matches!(self.out.lookup(line.deck.scope, &name.text), Some(Def::Kind(_)))
        };
        let values = line.literal.words.iter().filter(|word| !is_kind(word));
        let values: Vec<String> = values.map(|word| self.as_new(word, line)).collect();
        let (copies, values) = (line.copies, values.join(", "));
        let near = found.help.as_deref().filter(|help| *help != NO_SUCH_CARDS);
        let near = near.map_or_else(String::new, |near| format!("{near}; "));
        found.help(format!(
            "{near}this line adds copies of a card that another line has made; to make new cards \
             write `{copies} each of ({values})`"
        ))
    }

    /// A word of a literal as it is written where a card is made: what nothing is called is a name.
    fn as_new(&self, word: &LiteralWord, line: &Copies<'_>) -> String {
        let shown = shown_literal(std::slice::from_ref(word));
        let shown = shown.trim_matches(['[', ']']);
        let LiteralWord::Word(name) = word else { return shown.to_owned() };
        let known = self.out.lookup(line.deck.scope, &name.text).is_some()
            || !self.out.enums_with(&name.text).is_empty()
            || matches!(&*name.text, "yes" | "no" | "none");
        let mut fields = line.deck.of.iter().flat_map(|kind| &self.out.book[kind].fields);
        let named = fields.any(|f| f.ty.bare() == &Type::Text);
        if known || !named { shown.to_owned() } else { format!("\"{shown}\"") }
    }

    /// The kind, if the set has just one.
    fn one_kind(&mut self, kinds: KindSet, span: Span, what: &str) -> Option<KindId> {
        let mut each = kinds.iter();
        if let (Some(kind), None) = (each.next(), each.next()) {
            return Some(kind);
        }
        let message =
            format!("{what} needs one card kind, and `{}` is a sum", self.out.kinds_name(kinds));
        self.say(
            Diagnostic::new(Code::E0308, span, message).help("write a line for each of its kinds"),
        );
        None
    }

    fn count_cards(&mut self, stocks: &mut Stocks<'_>, copies: i64, span: Span) -> Option<()> {
        let all = u32::try_from(copies).ok().and_then(|copies| stocks.cards.checked_add(copies));
        match all.filter(|all| *all <= MOST_CARDS) {
            Some(all) => {
                stocks.cards = all;
                Some(())
            }
            None => {
                self.too_many_cards(stocks, span);
                None
            }
        }
    }

    pub(super) fn too_many_cards(&mut self, stocks: &mut Stocks<'_>, span: Span) {
        if !stocks.full {
            stocks.full = true;
            let message = format!("this makes more than {MOST_CARDS} cards");
            let help = format!("all decks of a game together hold at most {MOST_CARDS} cards");
            self.say(Diagnostic::new(Code::E0301, span, message).help(help));
        }
        self.out.rows_missing = true;
    }

    pub(super) fn add_row(
        &mut self,
        stocks: &mut Stocks<'_>,
        kind: KindId,
        home: ZoneId,
        made: Made,
    ) -> Option<()> {
        if made.copies == 0 {
            return Some(());
        }
        self.count_cards(stocks, made.copies, made.span)?;
        let columns = &stocks.columns(kind).list;
        let of = &mut stocks.kinds[kind.index()];
        let named = columns.iter().zip(&made.values).find(|(c, _)| c.names_row);
        let name = named
            .and_then(|(_, v)| if let Value::Text(text) = v { Some(name_of(text)) } else { None });
        let copies = (home, made.copies as u32);
        if let Some(at) = of.by_values.get(&made.values) {
            of.rows[*at].homes.push(copies);
            return Some(());
        }
        if let Some(name) = &name {
            if let Some(first) = of.by_name.get(name).map(|at| &of.rows[*at]) {
                let message = format!("two different cards are called `{name}`");
                let wrong = Diagnostic::new(Code::E0307, made.span, message)
                    .beside(first.span, "the first");
                self.say(wrong.help("give one of them another name"));
                return None;
            }
            of.by_name.insert(name.clone(), of.rows.len());
        }
        of.by_values.insert(made.values.clone(), of.rows.len());
        of.rows.push(RowPlan { name, values: made.values, homes: vec![copies], span: made.span });
        Some(())
    }

    fn lay_out_rows(&mut self, stocks: &mut Stocks<'_>) {
        for (at, of) in stocks.kinds.iter_mut().enumerate() {
            let kind = KindId(at as u16);
            let first = self.out.book.rows.len() as u16;
            let types = field_types(&stocks.columns[at]);
            for plan in &mut of.rows {
                let row = RowId(self.out.book.rows.len() as u16);
                if plan.name.is_some() {
                    self.out.uses.declare(plan.span, Meaning::Row(row));
                }
                let words = self.row_words(&plan.values, &types);
                self.index_row(row, words);
                let values = std::mem::take(&mut plan.values);
                self.out.book.rows.push(Row {
                    kind,
                    name: plan.name.clone().unwrap_or_default(),
                    values,
                });
            }
            self.out.book[kind].rows = (first, self.out.book.rows.len() as u16);
        }
        self.out.name_rows();
    }

    /// Takes note of what literals may say of the next row.
    fn index_row(&mut self, row: RowId, words: Vec<RowWord>) {
        for word in &words {
            let key = match word {
                RowWord::Word(text) => text.to_string(),
                RowWord::Number(n) | RowWord::Amount(_, n) => n.to_string(),
            };
            let rows = self.out.row_index.entry(key).or_default();
            if rows.last() != Some(&row) {
                rows.push(row);
            }
        }
        self.out.row_words.push(words);
    }

    /// What literals may say of a row, in field order.
    fn row_words(&self, values: &[Value], types: &[Type]) -> Vec<RowWord> {
        let word = |(value, ty): (&Value, &Type)| match (value, ty.bare()) {
            (Value::Bool(b), _) => Some(RowWord::Word(if *b { "yes" } else { "no" }.into())),
            (Value::Number(n), Type::Unit(unit)) => Some(RowWord::Amount(*unit, *n)),
            (Value::Number(n), _) => Some(RowWord::Number(*n)),
            (Value::Text(text), _) => {
                Some(name_of(text)).filter(|t| !t.is_empty()).map(|t| RowWord::Word(t.into()))
            }
            (Value::Member(id, at), _) => {
                let name = &self.out.book[*id].members[usize::from(*at)];
                Some(RowWord::Word(name.as_str().into()))
            }
            _ => None,
        };
        values.iter().zip(types).filter_map(word).collect()
    }

    fn lay_out_cards(&mut self, stocks: &mut Stocks<'_>) {
        let mut row = 0u16;
        for (at, of) in stocks.kinds.iter_mut().enumerate() {
            let first = self.out.book.cards.len() as u16;
            for plan in &mut of.rows {
                plan.homes.sort_unstable();
                for (home, copies) in &plan.homes {
                    let card = Card { row: RowId(row), home: *home };
                    self.out.book.cards.extend(std::iter::repeat_n(card, *copies as usize));
                }
                row += 1;
            }
            self.out.book.kinds[at].cards = (first, self.out.book.cards.len() as u16);
        }
    }
}

fn field_types(columns: &Columns) -> Vec<Type> {
    columns.list.iter().map(|c| c.typed.ty.clone()).collect()
}
