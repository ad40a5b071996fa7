//! Sentences that stand there twice, and what is advised where nothing changes.

use super::{HEAD, said};
use houserules_lang::code::Code;
use houserules_lang::compile::compile;
use houserules_lang::loader::NoFiles;

#[test]
fn one_sentence_twice_running_is_told() {
    let play =
        |text: &str| said(&format!("play {{ {text}  if n is rounds {{ n = 1 }}  end game lost }}"));
    for twice in ["n += 2  n += 2", "shuffle miles  shuffle miles"] {
        assert_eq!(play(twice), [Code::W0404], "{twice}");
    }
    let dealt = "move top 1 of miles to p.hand";
    assert_eq!(play(&format!("for each p in players {{ {dealt}  {dealt} }}")), [Code::W0404]);
    assert!(play("n += 2  n += 3  n += 2").is_empty());
}

#[test]
fn what_nothing_changes_is_told_by_its_own_signs() {
    for (ty, sign) in [("Number = 3", "`kept += …`"), ("yes or no", "`kept = yes`")] {
        let asked = if ty == "yes or no" { "kept" } else { "kept > 2" };
        let text = format!(
            "{HEAD}the table has {{ kept: {ty} }}\nplay {{ if {asked} {{ n += rounds }}  end game \
             lost }}"
        );
        let done = compile("game.rules", &text, &mut NoFiles);
        let said = done.diagnostics.iter().find(|d| d.code == Code::W0507).unwrap();
        assert!(said.help.as_deref().unwrap().contains(sign), "{said:?}");
    }
}
