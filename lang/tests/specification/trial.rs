//! Mends that are tried on few lines.

use houserules_lang::inside::both_ways;
use houserules_lang::source::FileId;
use houserules_lang::syntax::parse;
use std::path::Path;

/// What is typed behind a line, and not finished.
const TYPED: [&str; 10] = [
    "\n  choose c in me.",
    "\n  for each p in pl",
    "\n  expect Ana's turn",
    "\n  me.cash += ",
    "\n  if it rains {",
    "\n  /// What nobody",
    "\n  me.ca",
    "\n  xy",
    "\n  say \"{count(players)}\" an",
    "\n  move those c in",
];

#[test]
fn what_is_tried_without_most_lines_is_what_is_tried_with_them() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games");
    let (mut shorter, mut same) = (0, 0);
    for name in ["bandit.rules", "banditos_heist.rules"] {
        let text = std::fs::read_to_string(games.join(name)).unwrap();
        for (n, item) in parse(FileId(0), &text).0.items.iter().enumerate() {
            let item = &text[item.span.start as usize..item.span.end as usize];
            let ends: Vec<usize> = item.match_indices('\n').map(|(at, _)| at).collect();
            let quarter = 1 + n % 3;
            let Some(at) = ends.get(ends.len() * quarter / 4).filter(|_| ends.len() > 12) else {
                continue;
            };
            let (head, tail) = item.split_at(*at);
            let broken = format!("{head}{}{tail}", TYPED[n % TYPED.len()]);
            let Some(tried) = both_ways(&text, &broken) else { continue };
            shorter += usize::from(tried.shorter);
            assert!(!parse(FileId(0), &broken).1.is_empty(), "{broken}");
            assert!(tried.same, "{broken}");
            same += 1;
        }
    }
    assert!(shorter > 30 && shorter * 3 > same, "{shorter} of {same}");
}
