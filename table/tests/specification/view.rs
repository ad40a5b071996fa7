//! What a reader sees of the table.

use super::{ANA, BEN, played};
use houserules_table::view::CardView;
use houserules_table::visibility::Viewer;

const HANDS: &str = "game \"Hands\"\nplayers 2\ncard Chit { value: 1..3 }\n\
deck pack of Chit { each of (1..3) }\n\
each Player has { hand: set of Chit, seen by owner }\n\
setup { for each p in players where p is dealt { move pack to p.hand } }\n\
define dealt = first p in players\n\
play { turn me in players onwards { choose { show_one or wait } } }\n\
action wait { }\n\
action show_one(c in me.hand) { show c to me.left }\n";

#[test]
fn cards_of_another_hand_that_were_shown_lie_open_before_its_backs() {
    let session = played(HANDS, &["show_one [Chit 2]", "wait"]);
    let hand = |viewer| {
        let view = session.game().view(viewer);
        let zones = view.groups.into_iter().find(|group| group.seat == Some(ANA));
        let zones = zones.expect("Ana sits there").zones;
        let hand = zones.into_iter().find(|zone| zone.name == "hand").expect("she has a hand");
        let cards = hand.cards.iter().map(|card| match card {
            CardView::Face { name, .. } => name.clone(),
            CardView::Back | CardView::Hole => "–".to_owned(),
        });
        (hand.count, cards.collect::<Vec<_>>())
    };
    assert_eq!(hand(Viewer::Seat(ANA)).1, ["Chit 1", "Chit 2", "Chit 3"]);
    let shown = (3, vec!["Chit 2".into(), "–".into(), "–".into()]);
    assert_eq!(hand(Viewer::Seat(BEN)), shown);
    // All who play know it.
    assert_eq!(hand(Viewer::Spectator), shown);
}
