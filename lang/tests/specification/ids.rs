//! Sets of numbers.

use houserules_lang::inside::Ids;

#[test]
fn sets_are_the_same_whatever_came_first() {
    let (mut one, mut other) = (Ids::default(), Ids::default());
    for id in [3, 64, 700] {
        one.insert(id);
    }
    other.insert(700);
    let mut more = Ids::default();
    more.insert(64);
    more.insert(3);
    other.add(&more);
    assert_eq!(one, other);
    assert!(one.has(64) && !one.has(65) && !one.has(10_000));
    assert_eq!(one.each().collect::<Vec<_>>(), [3, 64, 700]);
    more.add(&one);
    assert_eq!(more, one);
    let mut few = one.clone();
    few.take(&other);
    assert_eq!(few, Ids::default());
    few.insert(64);
    one.keep(&few);
    assert_eq!(one, few);
    assert!(Ids::default().is_empty() && !one.is_empty());
}
