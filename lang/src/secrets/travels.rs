//! Where cards go that carry others.

use crate::ir::ZoneId;
use std::collections::BTreeSet;

/// Where cards may lie in whose zones something lies.
#[derive(Debug, Default)]
pub(super) struct Travels {
    /// All such zones.
    pub(super) laden: BTreeSet<ZoneId>,
    /// Those of them where players may see such a card who did not know it before: they do not know
    /// what came to it in the meantime.
    pub(super) strange: BTreeSet<ZoneId>,
}
