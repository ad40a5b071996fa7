//! What the log tells whom.

use super::{ANA, BEN, played};
use houserules_table::visibility::Viewer;

const PEEKING: &str = "game \"Peeking\"\nplayers 2\ncard Chit { value: 1..4 }\n\
deck pack of Chit { each of (1..4) }\n\
play { turn me in players onwards {\n\
  if pack is empty { end game lost }\n\
  choose { peek or cover or pass }\n\
} }\n\
action peek { show top 1 of pack to me }\n\
action cover { hide pack }\n";

#[test]
fn that_a_card_is_hidden_is_told_to_those_who_knew_it() {
    let session = played(PEEKING, &["peek", "pass", "cover"]);
    let reads = |seat| {
        let lines = session.game().log(Viewer::Seat(seat), 0);
        lines.iter().any(|line| line.text.contains("hidden from Ana"))
    };
    assert!(reads(ANA));
    assert!(!reads(BEN));
}
