//! What one word, card or list of a typed choice means among the values that may be picked.

use crate::choices::copies::differ_unseen;
use crate::choices::menu::Asking;
use crate::choices::picked::{Problem, unclear};
use crate::choices::scan::Term;
use crate::visibility::Viewer;
use crate::visibility::layout::is_ordered;
use crate::visibility::standing::Standing;
use houserules_interpreter::ask::Engine;
use houserules_lang::ir::{CardId, Owner, RowId, Type, Value, ZoneId, ZoneShape};
use houserules_lang::letters::composed;
use houserules_lang::naming::{listed, loose};

impl<E: Engine> Asking<'_, E> {
    pub(super) fn several(
        &self,
        members: &[Value],
        ty: &Type,
        term: &Term,
    ) -> Result<Option<Value>, Problem> {
        let single = std::slice::from_ref(term);
        let terms = match term {
            Term::Word(w) if w == "empty" => &[],
            Term::Value(Value::None) => &[],
            Term::List(terms) => terms.as_slice(),
            Term::Word(_) | Term::Card(..) | Term::Place(..) | Term::Row(_) | Term::Value(_) => {
                single
            }
        };
        let mut left = members.to_vec();
        let mut picked = Vec::new();
        for term in terms {
            let Some(value) = self.first_of(&left, members, ty, term)? else { return Ok(None) };
            let value = self.sure(term, value, &left, members)?;
            if let Some(at) = left.iter().position(|v| *v == value) {
                left.remove(at);
            }
            picked.push(value);
        }
        Ok(Some(Value::List(picked)))
    }

    /// The value a term means, unless it may mean copies that differ.
    pub(super) fn sure(
        &self,
        term: &Term,
        found: Value,
        left: &[Value],
        among: &[Value],
    ) -> Result<Value, Problem> {
        let copies = self.unlike_copies(term, &found, left, among);
        if copies.is_empty() || term.is_exact() {
            return Ok(found);
        }
        let message = format!("{} may mean copies that differ", self.described(term));
        Err(unclear(message, Some(format!("say {}", listed(&quoted(&copies), "or")))))
    }

    /// The first of the values left that a term means, `among` what may be picked.
    pub(super) fn first_of(
        &self,
        members: &[Value],
        among: &[Value],
        ty: &Type,
        term: &Term,
    ) -> Result<Option<Value>, Problem> {
        if term.is_exact() {
            return Ok(members.iter().find(|v| self.means(term, ty, v)).cloned());
        }
        let Term::Card(zone, words) = term else {
            let exact =
                |v: &&Value| matches!(term, Term::Word(w) if *w == self.typed().value(ty, v, &[]));
            let named = members.iter().find(exact).or_else(|| {
                let meant = members.iter().filter(|v| self.means(term, ty, v));
                meant.min_by_key(|v| self.within_a_card(v))
            });
            return Ok(named.cloned().or_else(|| self.at_place(members, term)));
        };
        let rows = self.rows(words);
        let fits = |v: &&Value| {
            let Value::Card(c) = v else { return false };
            (self.shows(*c, &rows) || self.says_which(words, *c, among))
                && zone.as_ref().is_none_or(|z| self.lies_in(*c, z))
        };
        let found: Vec<&Value> = members.iter().filter(fits).collect();
        let mut kinds: Vec<RowId> = found.iter().filter_map(|v| self.row_of(v)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        if kinds.len() > 1 {
            let names: Vec<String> =
                kinds.iter().map(|r| format!("`[{}]`", self.row_name(*r))).collect();
            return Err(unclear(format!("`[{words}]` may mean {}", listed(&names, "or")), None));
        }
        let place =
            |v: &Value| if let Value::Card(c) = v { self.typed().place_of(*c) } else { None };
        Ok(found.iter().min_by_key(|v| (place(v), self.lot_of(v))).map(|v| (*v).clone()))
    }

    /// Where a card lies, if that is in a zone of another: their numbers decide nothing.
    fn within_a_card(&self, value: &Value) -> Option<Standing> {
        let Value::Card(card) = value else { return None };
        let lies = self.table.lies(*card)?;
        let of_card = matches!(self.book()[lies.zone].owner, Owner::Card(_));
        of_card.then(|| self.typed().place_of(*card)).flatten()
    }

    /// Copies of a set that differ only in what nobody sees are taken by lot; in tests the first
    /// that may be picked.
    fn lot_of(&self, value: &Value) -> u16 {
        let Value::Card(card) = value else { return 0 };
        let seat = matches!(self.typed().viewer, Viewer::Seat(_)) && differ_unseen(self.book());
        let set = self.table.lies(*card).filter(|l| seat && !is_ordered(self.book(), l.zone));
        set.map_or(0, |_| self.table.rank(*card))
    }

    /// The card at a place that is given by its number alone, where all lie in one ordered zone.
    /// Names come first.
    fn at_place(&self, members: &[Value], term: &Term) -> Option<Value> {
        let Term::Word(word) = term else { return None };
        let place = word.parse::<u16>().ok()?.checked_sub(1)?;
        let lies = |value: &Value| {
            if let Value::Card(card) = value { self.table.lies(*card) } else { None }
        };
        let first = members.first().and_then(&lies)?;
        let together =
            |v: &Value| lies(v).is_some_and(|l| (l.zone, l.key) == (first.zone, first.key));
        if !is_ordered(self.book(), first.zone) || !members.iter().all(together) {
            return None;
        }
        members.iter().find(|v| lies(v).and_then(|l| l.place) == Some(place)).cloned()
    }

    pub(super) fn row_of(&self, value: &Value) -> Option<RowId> {
        let Value::Card(card) = value else { return None };
        Some(self.book()[*card].row)
    }

    fn row_name(&self, row: RowId) -> &str {
        &self.book()[row].name
    }

    pub(super) fn shows(&self, card: CardId, rows: &[RowId]) -> bool {
        self.typed().sees(card) && rows.contains(&self.book()[card].row)
    }

    pub(super) fn lies_in(&self, card: CardId, path: &str) -> bool {
        self.table.lies(card).is_some_and(|l| self.is_path(l.zone, l.key, path))
    }

    /// Whether a path means a zone; one of a card may go by `"a card"`, too.
    pub(super) fn is_path(&self, zone: ZoneId, key: u16, path: &str) -> bool {
        let path = squash(path);
        squash(&self.naming.zone_path(zone, key)) == path
            || squash(&self.typed().zone(zone, key)) == path
    }

    /// The rows a literal may mean: those of that name, otherwise those that have all its words.
    pub(super) fn rows(&self, words: &str) -> Vec<RowId> {
        let book = self.book();
        let ids = || (0..book.rows.len()).map(|at| RowId(at as u16));
        let exact: Vec<RowId> = ids().filter(|r| self.row_name(*r) == composed(words)).collect();
        let same = |r: &RowId| loose(self.row_name(*r)) == loose(words);
        let exact = if exact.is_empty() { ids().filter(same).collect() } else { exact };
        if !exact.is_empty() {
            return exact;
        }
        let fits = |row: &RowId| {
            let row = &book[*row];
            let kind = &book[row.kind];
            let mut has: Vec<String> = row.name.split_whitespace().map(str::to_lowercase).collect();
            has.push(kind.name.to_lowercase());
            for (field, value) in kind.fields.iter().zip(&row.values) {
                has.push(self.naming.plain(&field.ty, value).to_lowercase());
                has.push(self.naming.plain(&Type::None, value).to_lowercase());
            }
            !words.is_empty() && words.split_whitespace().all(|w| has.contains(&w.to_lowercase()))
        };
        ids().filter(fits).collect()
    }

    /// Whether a number stands for a card: the only row that has it.
    fn is_number_of(&self, word: &str, card: &Value) -> bool {
        let number = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
        number && matches!(self.rows(word).as_slice(), [row] if Some(*row) == self.row_of(card))
    }

    pub(super) fn means(&self, term: &Term, ty: &Type, value: &Value) -> bool {
        match (term, value) {
            (Term::Word(w), Value::Number(n)) => self.number(ty, w) == Some(*n),
            (Term::Word(w), Value::Card(c)) => {
                let name = self.row_of(value).map_or("", |r| self.row_name(r));
                let lies = self.table.lies(*c);
                let slot = lies.filter(|l| self.book()[l.zone].shape == ZoneShape::Slot);
                slot.is_some_and(|l| self.is_path(l.zone, l.key, w))
                    || (self.typed().sees(*c)
                        && (loose(name) == loose(w) || self.is_number_of(w, value)))
            }
            (Term::Word(w), value) => loose(&self.typed().value(ty, value, &[])) == loose(w),
            (Term::Place(zone, n), Value::Card(c)) => {
                let ordered = self.table.lies(*c).is_some_and(|l| is_ordered(self.book(), l.zone));
                let typed = self.typed();
                let rank = if ordered { self.table.rank(*c) } else { typed.unseen_rank(*c) };
                let named = ordered || !typed.sees(*c);
                named && rank.checked_add(1) == Some(*n) && self.lies_in(*c, zone)
            }
            (Term::Row(row), value) => self.row_of(value) == Some(*row),
            (Term::Value(wanted), value) => wanted == value,
            (Term::Card(..) | Term::Place(..) | Term::List(_), _) => false,
        }
    }

    /// A term as it was written.
    pub(super) fn described(&self, term: &Term) -> String {
        match term {
            Term::Word(w) => format!("`{w}`"),
            Term::Card(None, words) => format!("`[{words}]`"),
            Term::Card(Some(zone), words) => format!("`{zone}[{words}]`"),
            Term::Place(zone, n) => format!("`{zone}.slot({n})`"),
            Term::Row(row) => format!("`[{}]`", self.row_name(*row)),
            Term::Value(value) => format!("`{}`", self.typed().value(&Type::None, value, &[])),
            Term::List(_) => "that list".into(),
        }
    }

    /// A number as it is typed, with or without its unit.
    pub(super) fn number(&self, ty: &Type, word: &str) -> Option<i64> {
        let (minus, word) = word.strip_prefix('-').map_or((false, word), |rest| (true, rest));
        let bare = if let Type::Unit(id) = ty.bare() {
            let unit = &self.book()[*id];
            let called =
                word.strip_prefix(&unit.name).and_then(|w| w.strip_prefix('(')?.strip_suffix(')'));
            let signed =
                if unit.symbol.is_empty() { None } else { word.strip_prefix(&unit.symbol) };
            called.or(signed).unwrap_or(word)
        } else {
            word
        };
        let number: i64 = bare.trim().parse().ok()?;
        if minus { number.checked_neg() } else { Some(number) }
    }
}

pub(super) fn squash(text: &str) -> String {
    composed(text).chars().filter(|c| !c.is_whitespace()).collect()
}

pub(super) fn quoted(names: &[String]) -> Vec<String> {
    names.iter().map(|n| format!("`{n}`")).collect()
}
