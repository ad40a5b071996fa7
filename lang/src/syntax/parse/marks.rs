//! What a formatter has to know of a sentence that parses: where its parts begin.

use crate::syntax::role::Role;
use houserules_grammar::{Rule, read};
use pest::iterators::Pair;

/// The bytes of a text at which something begins, and what. The text is one item, prose included.
pub(in crate::syntax) fn marks(text: &str) -> Vec<(usize, Role)> {
    let Ok(pairs) = read(Rule::chunk, text) else { return Vec::new() };
    let mut found = Vec::new();
    let mut left: Vec<(Pair<'_, Rule>, Rule)> = pairs.map(|p| (p, Rule::chunk)).collect();
    while let Some((pair, inside)) = left.pop() {
        let rule = pair.as_rule();
        let start = pair.as_span().start();
        if let Some(role) = role(&pair, inside) {
            found.push((start, role));
        }
        if rule == Rule::id {
            found.extend(pair.as_str().find('-').map(|at| (start + at, Role::Joint)));
        }
        left.extend(pair.into_inner().map(|p| (p, rule)));
    }
    found
}

fn role(pair: &Pair<'_, Rule>, inside: Rule) -> Option<Role> {
    Some(match (pair.as_rule(), inside) {
        (Rule::item | Rule::rules_item, _) => Role::Item,
        (Rule::stmt, Rule::do_step) => return None,
        (Rule::stmt | Rule::step | Rule::member | Rule::field, _) => Role::Unit,
        (Rule::table_stock | Rule::product_stock | Rule::copy_stock, _) => Role::Unit,
        (Rule::given_row | Rule::member_row, _) => Role::Row,
        (Rule::needs | Rule::limit | Rule::joins, _) => Role::Clause,
        (Rule::title, Rule::move_head | Rule::deed) => Role::Clause,
        (Rule::k_works, Rule::attempt) => Role::Clause,
        (Rule::k_wrong | Rule::k_late, Rule::attempt) | (Rule::k_else, Rule::if_stmt) => {
            Role::Branch
        }
        (Rule::p_open, Rule::members | Rule::menu | Rule::offer | Rule::extend_menu) => Role::List,
        (Rule::group, _) => Role::Group,
        (Rule::prefix | Rule::number, _) if pair.as_str().starts_with('-') => Role::Minus,
        _ => return None,
    })
}
