//! What the kinds of a rule agree upon that is typed once for each of them.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Takes note of what is said of a place, or that nothing is; it is kept if it is the same each
/// time.
pub(super) fn agree<K: Ord, T: PartialEq>(
    found: &mut BTreeMap<K, Option<T>>,
    at: K,
    said: Option<T>,
) {
    match found.entry(at) {
        Entry::Vacant(place) => {
            place.insert(said);
        }
        Entry::Occupied(mut kept) if *kept.get() != said => {
            kept.insert(None);
        }
        Entry::Occupied(_) => {}
    }
}
