//! Whether names and values fit, and what is said if they do not.

use super::notes::Notes;
use super::reports::Reports;
use super::sight::Sight;
use super::tables::Tables;
use crate::ir::Type;

/// Judges what was typed, and says what is wrong with it and what may be meant. It types nothing.
pub(super) struct Judge<'j> {
    /// What can be seen from the place that is judged.
    pub sight: Sight<'j>,
    /// What is said goes here.
    pub reports: &'j mut Reports,
    /// For what the whole has to know.
    pub notes: &'j mut Notes,
    /// Texts, which may be written where something else is wanted.
    pub tables: &'j Tables,
    /// The type of value that is wanted just now, as far as that is known.
    pub wanted: Option<&'j Type>,
}
