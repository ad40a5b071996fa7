//! Aligned columns in plain text.

use super::look::{columns, wrap};

/// Columns aligned under each other, two spaces apart, `indent` spaces from the left. The last
/// column of a row is wrapped below itself if it does not fit; if nothing sensible is left of the
/// width for it, the row is wrapped whole.
#[must_use]
pub fn aligned(rows: &[Vec<String>], indent: usize, width: usize) -> Vec<String> {
    let most = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest =
        |at: usize| rows.iter().filter_map(|r| r.get(at)).map(|c| columns(c)).max().unwrap_or(0);
    let widths: Vec<usize> = (0..most).map(widest).collect();
    rows.iter().flat_map(|row| one_row(row, &widths, indent, width)).collect()
}

fn one_row(row: &[String], widths: &[usize], indent: usize, width: usize) -> Vec<String> {
    let mut start = " ".repeat(indent);
    let Some((last, before)) = row.split_last() else { return vec![String::new()] };
    for (cell, column) in before.iter().zip(widths) {
        start.push_str(cell);
        start.push_str(&" ".repeat(column.saturating_sub(columns(cell)) + 2));
    }
    let taken = columns(&start);
    if taken + columns(last) <= width {
        return vec![format!("{start}{last}").trim_end().to_string()];
    }
    if taken + 20 > width {
        return wrap(&format!("{start}{last}"), width);
    }
    let lines = wrap(last, width - taken);
    let below = " ".repeat(taken);
    let first = |at: usize| if at == 0 { &start } else { &below };
    lines.iter().enumerate().map(|(at, line)| format!("{}{line}", first(at))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(texts: &[&[&str]]) -> Vec<Vec<String>> {
        texts.iter().map(|r| r.iter().map(|c| (*c).to_string()).collect()).collect()
    }

    #[test]
    fn columns_stand_under_each_other() {
        let made = aligned(
            &rows(&[&["", "row", "bank"], &["pink", "1 2 3", "$8"], &["black", "–", "$9"]]),
            2,
            40,
        );
        assert_eq!(made, ["         row    bank", "  pink   1 2 3  $8", "  black  –      $9"]);
    }

    #[test]
    fn the_last_column_wraps_below_itself() {
        let made = aligned(&rows(&[&["hand", "one two three four five six seven eight"]]), 2, 30);
        assert!(made.len() > 1 && made.iter().all(|l| l.len() <= 30), "{made:?}");
        assert!(made[1].starts_with("          "), "{made:?}");
    }
}
