//! Numbers of statements.

use houserules_lang::compile::compile;
use houserules_lang::ir::StmtKind;
use houserules_lang::ir::walk::{each_stmt, walk_bodies};
use houserules_lang::ir::{Stmt, TestLineKind};
use houserules_lang::loader::NoFiles;
use std::collections::BTreeSet;

const GAME: &str = "game \"G\"\nplayers 2\ncard Chip { worth: 1..3 }\n\
    deck chips of Chip { each of (1..3) }\n\
    each Player has { hand: set of Chip, seen by owner  good: Number = 0, seen by owner }\n\
    the table has { heap: pile of Chip }\n\
    to praise(p: Player) { if count(p.hand) > 2 { p.good += 1 } }\n\
    action take { move top 1 of chips to me.hand }\n\
    action judge {\n\
      if any c in me.hand has (c.worth is 3) { me.good += 1 } else { praise(me) } }\n\
    play {\n\
      ends when chips is empty { end game won by players }\n\
      turn me in players onwards { choose { take or judge } } }\n\
    test \"t\" with Ana, Ben {\n\
      do move top 1 of chips to heap\n\
      do if count(heap) is 1 { Ana.good += 1 } }\n";

#[test]
fn no_two_statements_have_the_same_number() {
    let made = compile("g.rules", GAME, &mut NoFiles);
    let said: Vec<_> = made.diagnostics.iter().map(|d| (d.code, &d.message)).collect();
    let book = made.rulebook.unwrap_or_else(|| panic!("{said:?}"));
    let (mut seen, mut all, mut asides) = (BTreeSet::new(), 0, 0);
    let mut see = |stmt: &Stmt| {
        asides += u32::from(matches!(stmt.kind, StmtKind::Aside(_)));
        all += 1;
        assert!(seen.insert(stmt.id), "{stmt:?}");
    };
    walk_bodies(&book, &mut see);
    for line in book.tests.iter().flat_map(|test| &test.lines) {
        if let TestLineKind::Do(stmt) = &line.kind {
            each_stmt(std::slice::from_ref(stmt), &mut see);
        }
    }
    assert_eq!(book.statements, all);
    assert!(asides > 0, "nothing was woven in");
    assert!(seen.iter().all(|id| id.0 < all));
}
