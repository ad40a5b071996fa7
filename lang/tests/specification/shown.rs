//! What several have been shown.

use houserules_lang::inside::{AllShown, Readers, Seat, Thing};
use houserules_lang::ir::{CounterId, LocalId, ZoneId};

#[test]
fn what_all_have_seen_counts_for_each() {
    let (zone, points) = (Thing::Zone(ZoneId(70)), Thing::Counter(CounterId(1)));
    let her = Seat::Name { depth: 0, local: LocalId(0), opponent: false };
    let ana = Some(her);
    let to_all: AllShown = [(zone, None, None), (points, ana, None)].into_iter().collect();
    let to_ana: AllShown = [(zone, None, ana), (points, None, None)].into_iter().collect();
    let both: AllShown = [(zone, None, ana), (points, ana, None)].into_iter().collect();
    assert_eq!(to_all.both(&to_ana), both);
    assert_eq!(to_ana.both(&to_all), both);
    assert_eq!(to_all.both(&to_all), to_all);
    assert_eq!(to_all.who_know(zone, None), Readers::Everyone);
    assert_eq!(to_ana.who_know(zone, None), Readers::Only(vec![her]));
    assert_eq!(to_all.renamed(|_| None), [(zone, None, None)].into_iter().collect());
    let mut all = to_all.clone();
    all.add(to_ana);
    assert_eq!(all.who_know(points, None), Readers::Everyone);
}
