//! The rulebook keeps what is handed over and named in brackets, and shows longer pieces of the source as they are written.
#![expect(clippy::unwrap_used, reason = "a test that cannot read its files has failed")]

use houserules::show::console::{Console, Look};
use std::ffi::OsString;
use std::fs;

const RULES: &str = r#"
game "Doc"
players 2
each Player has { coins: Number  luck: yes or no }
setup {
  for each p in players {
    pay(p, 3)
    pay(p, 7)
  }
}
to pay(p: Player, n: Number) { p.coins += n }
to rest { }
define fee(n: Number) for p: Player =
  if p.luck then 0   // a lucky one pays nothing
  else
    n + 1
play {
  turn me in players onwards {
    choose { gamble(2, me) or rob or stop }
  }
}
action gamble(n: Number, p: Player) {
  if p.coins >= n {   // enough
    p.coins -= n
    pay(p, p.fee(n))
  }

  say "`{n}`"
}
action rob(p in opponents, n in 1..3) { pay(me, n) }
action stop { end game won by players with most coins }
before pay(who, much) when much > 3 { rest }
instead of rest { }
change fee(k) for q when k > 5 by 1
forbid rob(a, b) when a.luck because "{a} is lucky"
"#;

fn rulebook(ending: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let (game, out) = (folder.path().join("doc.rules"), folder.path().join(format!("doc.{ending}")));
    fs::write(&game, RULES).unwrap();
    let arguments =
        ["houserules".into(), "doc".into(), game.into_os_string(), "-o".into(), out.clone().into()];
    let (mut input, mut said, mut err) = (&b""[..], Vec::new(), Vec::new());
    let arguments: [OsString; 5] = arguments;
    let status =
        houserules::run(arguments, &mut Console::new(Look::plain(), &mut input, &mut said, &mut err));
    assert_eq!(status, 0, "{}", String::from_utf8_lossy(&err));
    fs::read_to_string(out).unwrap()
}

#[test]
fn what_is_given_and_named_stands_in_brackets() {
    let text = rulebook("md");
    for line in [
        "  - **Pay** (`p`, *n* is `3`):\n    - `p.coins += n`\n  - **Pay** (`p`, *n* is `7`), as above\n",
        "You choose: **gamble** (*n* is `2`, *p* is `me`), **rob** or **stop**",
        "- **Before pay** (*who*, *much*), when `much > 3`: `rest`\n",
        "- **Instead of rest**: nothing.\n",
        "- **Fee** (*k*) of *q* changes by `1`, when `k > 5`.\n",
        "- **Rob** (*a*, *b*) is forbidden: “*a* is lucky”, when `a.luck`.\n",
        "- What happens: `pay(me, n)`\n",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn several_lines_stand_as_they_are_written() {
    let text = rulebook("md");
    for block in [
        "- What happens:\n  ```\n  if p.coins >= n {\n    p.coins -= n\n    pay(p, p.fee(n))\n  }\n\n  say \"`{n}`\"\n  ```\n",
        "- **Fee** (`n: Number`) of `p: Player`:\n  ```\n  if p.luck then 0\n  else\n    n + 1\n  ```\n",
    ] {
        assert!(text.contains(block), "{block}\n{text}");
    }
    let page = rulebook("html");
    let lines = "<pre><code>if p.coins &gt;= n {\n  p.coins -= n\n  pay(p, p.fee(n))\n}\n\nsay &quot;`{n}`&quot;</code></pre>";
    assert!(page.contains(lines), "{page}");
    for tag in ["ul", "li", "pre"] {
        let opened = page.matches(&format!("<{tag}>")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{page}");
    }
}
