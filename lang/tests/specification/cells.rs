//! What stands in a table, and where.

use houserules_lang::inside::cell_spans;

#[test]
fn cells_are_found_in_the_text() {
    let text = "a,b\n\n \"x, y\" ,7\r\n";
    let spans: Vec<&str> = cell_spans(text, 4, 2).map(|(a, b)| &text[a..b]).collect();
    assert_eq!(spans, ["x, y", "7"]);
}
