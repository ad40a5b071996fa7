//! All places of a name: in the game, in its modules and tables, and in the variants over it.

use crate::analysis::Analysis;
use houserules_lang::resolve::uses::Meaning;
use houserules_lang::source::{FileId, Span};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A run of bytes of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file it lies in.
    pub path: PathBuf,
    /// Its first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A place of a name, and whether it is declared there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Occurrence {
    /// Where it stands.
    pub place: Place,
    /// It is declared there.
    pub declares: bool,
}

/// So often places are looked for that one more compilation joins to those that are known.
const MOST_ROUNDS: usize = 8;

/// Every place of the name at a byte of a file, in all of these compilations. Names that one
/// place joins, such as a field of two kinds of cards, belong together.
#[must_use]
pub fn of(all: &[Arc<Analysis>], path: &Path, byte: usize) -> Vec<Occurrence> {
    let mut places: BTreeSet<Place> = BTreeSet::new();
    for analysis in all {
        let Some(file) = analysis.file(path) else { continue };
        places.extend(analysis.at(file, byte).first().and_then(|u| place(analysis, u.at)));
    }
    for _ in 0..MOST_ROUNDS {
        let before = places.len();
        for analysis in all {
            grow(analysis, &mut places);
        }
        if places.len() == before {
            break;
        }
    }
    let declared = declarations(all, &places);
    let mark = |place: Place| Occurrence { declares: declared.contains(&place), place };
    places.into_iter().map(mark).collect()
}

fn place(analysis: &Analysis, span: Span) -> Option<Place> {
    let path = analysis.path(span.file)?.to_path_buf();
    Some(Place { path, start: span.start, end: span.end })
}

/// The places of one compilation as its own spans.
fn spans(analysis: &Analysis, places: &BTreeSet<Place>) -> BTreeSet<Span> {
    let known = |place: &Place| -> Vec<Span> {
        // A table that two scopes read is there twice.
        let files = (0..).zip(&analysis.paths).filter(|(_, p)| p.as_deref() == Some(&*place.path));
        files
            .map(|(file, _)| Span { file: FileId(file), start: place.start, end: place.end })
            .collect()
    };
    places.iter().flat_map(known).collect()
}

/// Adds what the names at known places stand for elsewhere in one compilation.
fn grow(analysis: &Analysis, places: &mut BTreeSet<Place>) {
    let mut known = spans(analysis, places);
    let mut meanings: Vec<Meaning> = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let before = (known.len(), meanings.len());
        for at in analysis.uses.iter().filter(|u| known.contains(&u.at)) {
            if !meanings.contains(&at.means) {
                meanings.push(at.means);
            }
        }
        for means in &meanings {
            if let Meaning::Same(there) | Meaning::Local(there) | Meaning::Field(there) = means {
                known.insert(*there);
            }
        }
        let joined = |means: &Meaning| match means {
            Meaning::Same(there) => known.contains(there),
            other => meanings.contains(other),
        };
        let more: Vec<Span> =
            analysis.uses.iter().filter(|u| joined(&u.means)).map(|u| u.at).collect();
        known.extend(more);
        if before == (known.len(), meanings.len()) {
            break;
        }
    }
    places.extend(known.into_iter().filter_map(|span| place(analysis, span)));
}

fn declarations(all: &[Arc<Analysis>], places: &BTreeSet<Place>) -> BTreeSet<Place> {
    let mut found = BTreeSet::new();
    for analysis in all {
        let declared = analysis.uses.iter().filter(|u| u.declares);
        found.extend(declared.filter_map(|u| place(analysis, u.at)).filter(|p| places.contains(p)));
    }
    found
}
