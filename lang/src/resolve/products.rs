//! Lines of decks that make cards from values: `6 each of ($6..$9)`.

use super::decks::{Deck, MOST_CARDS, Made, Product, Stocks};
use super::fields::Columns;
use super::resolver::Resolver;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{KindId, Value};
use crate::syntax::ast::Expr;

impl Resolver<'_> {
    /// `6 each of ($6..$9)`
    pub(super) fn product_stock(
        &mut self,
        stocks: &mut Stocks<'_>,
        deck: Deck,
        product: Product<'_>,
    ) -> Option<()> {
        let Product { copies, domains, span } = product;
        let id = self.kind_made(stocks, deck, product)?;
        let columns = stocks.columns(id);
        if columns.broken {
            return None;
        }
        let (true, Some(rest)) =
            (domains.len() <= columns.list.len(), rest(columns, domains.len()))
        else {
            self.wrong_values(columns, product, id);
            return None;
        };
        if self.turned(deck, columns, product).is_some() {
            return None;
        }
        let mut lists = Vec::new();
        for (domain, column) in domains.iter().zip(&columns.list) {
            lists.push(self.out.constants(deck.scope, domain, &column.typed, &mut self.report)?);
        }
        let size = lists.iter().try_fold(1u64, |size, list| size.checked_mul(list.len() as u64));
        let size = size.and_then(|size| size.checked_mul(u64::try_from(copies).ok()?.max(1)));
        if size.is_none_or(|size| size > u64::from(MOST_CARDS)) {
            self.too_many_cards(stocks, span);
            return None;
        }
        let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
        for list in lists {
            let longer = |row: &Vec<Value>| {
                let with = |value| row.iter().chain([value]).cloned().collect();
                list.iter().map(with).collect::<Vec<Vec<Value>>>()
            };
            rows = rows.iter().flat_map(longer).collect();
        }
        for mut values in rows {
            values.extend(rest.iter().cloned());
            self.add_row(stocks, id, deck.zone, Made { values, copies, span })?;
        }
        Some(())
    }

    /// The kind of which a line makes cards: in a deck of several kinds the one into whose fields
    /// its values fit.
    fn kind_made(
        &mut self,
        stocks: &Stocks<'_>,
        deck: Deck,
        Product { domains, span, .. }: Product<'_>,
    ) -> Option<KindId> {
        let kinds: Vec<KindId> = deck.of.iter().collect();
        if let [one] = kinds[..] {
            return Some(one);
        }
        if kinds.iter().any(|kind| stocks.columns(*kind).broken) {
            return None;
        }
        let fit = |kind: &&KindId| self.values_fit(deck, stocks.columns(**kind), domains);
        let fitting: Vec<KindId> = kinds.iter().filter(fit).copied().collect();
        let name = |kind: KindId| self.out.book[kind].name.as_str();
        let (message, help) = match fitting[..] {
            [one] => return Some(one),
            [] => {
                let fields = |kind: &KindId| {
                    let names = stocks.columns(*kind).list.iter();
                    let names: Vec<&str> = names.map(|c| c.name.as_str()).collect();
                    format!("`{}` ({})", name(*kind), names.join(", "))
                };
                let all: Vec<String> = kinds.iter().take(4).map(fields).collect();
                let help = format!(
                    "give values in the order of the fields of one of them: {}",
                    all.join(", ")
                );
                ("these values fit into no kind of card of this deck".to_owned(), help)
            }
            [a, b, ..] => {
                let (a, b) = (name(a), name(b));
                let help = format!(
                    "let each kind have its own deck, and put them together in `setup`: `deck more \
                     of {b} {{ … }}`, `move more to …`"
                );
                (format!("these values fit `{a}` and `{b}`"), help)
            }
        };
        self.say(Diagnostic::new(Code::E0308, span, message).help(help));
        None
    }

    /// Whether cards can be made of these values.
    fn values_fit(&self, deck: Deck, columns: &Columns, domains: &[Expr]) -> bool {
        let mut wrong = Vec::new();
        domains.len() <= columns.list.len()
            && rest(columns, domains.len()).is_some()
            && domains.iter().zip(&columns.list).all(|(domain, column)| {
                self.out.constants(deck.scope, domain, &column.typed, &mut wrong).is_some()
            })
    }

    /// Values that fit the fields, though in another order.
    fn turned(
        &mut self,
        deck: Deck,
        columns: &Columns,
        Product { copies, domains, span }: Product<'_>,
    ) -> Option<()> {
        const MOST: usize = 6;
        let mut wrong = Vec::new();
        let mut fits = |domain: &Expr, at: usize| {
            let typed = &columns.list[at].typed;
            self.out.constants(deck.scope, domain, typed, &mut wrong).is_some()
        };
        let in_order = (0..domains.len()).all(|at| fits(&domains[at], at));
        if in_order || domains.len() > MOST {
            return None;
        }
        let mut left: Vec<&Expr> = domains.iter().collect();
        let mut order = Vec::new();
        for at in 0..domains.len() {
            let found = left.iter().position(|domain| fits(domain, at))?;
            order.push(self.sources.slice(left.remove(found).span).to_owned());
        }
        let names: Vec<&str> = columns.list.iter().map(|c| c.name.as_str()).collect();
        let times = if copies == 1 { String::new() } else { format!("{copies} ") };
        let said = format!("values come in the order of the fields: {}", names.join(", "));
        let help = format!("write `{times}each of ({})`", order.join(", "));
        let place = domains.first().map_or(span, |first| first.span);
        self.say(Diagnostic::new(Code::E0308, place, said).help(help));
        Some(())
    }

    /// Too many values, or too few.
    fn wrong_values(
        &mut self,
        columns: &Columns,
        Product { copies, domains, span }: Product<'_>,
        kind: KindId,
    ) {
        let names: Vec<String> = columns.list.iter().map(|c| format!("`{}`", c.name)).collect();
        let kind = &self.out.book[kind].name;
        let message = format!(
            "{} given, but a `{kind}` has {}",
            if domains.len() == 1 {
                "1 value is".to_owned()
            } else {
                format!("{} values are", domains.len())
            },
            fields_in_words(names.len())
        );
        let fields = format!("give values in the order of its fields: {}", names.join(", "));
        let help = match names.len() {
            1 if domains.len() > 1 => {
                let times = if copies == 1 { String::new() } else { format!("{copies} ") };
                let line = |d: &Expr| format!("`{times}each of ({})`", self.sources.slice(d.span));
                let lines: Vec<String> = domains.iter().take(4).map(line).collect();
                format!(
                    "its field is {}; for several of its values write a line for each: {}",
                    names[0],
                    lines.join(", ")
                )
            }
            many if many < domains.len() => {
                format!(
                    "{fields}; where a field has values with a gap between them, write a line for \
                     each"
                )
            }
            _ => fields,
        };
        self.say(Diagnostic::new(Code::E0308, span, message).help(help));
    }
}

/// The values of the fields that a line leaves out, if they have some without it.
fn rest(columns: &Columns, given: usize) -> Option<Vec<Value>> {
    let fixed = columns.list.iter().skip(given);
    fixed
        .map(|c| c.default.clone().or_else(|| c.typed.ty.may_be_none().then_some(Value::None)))
        .collect()
}

fn fields_in_words(count: usize) -> String {
    if count == 1 { "one field".to_owned() } else { format!("{count} fields") }
}
