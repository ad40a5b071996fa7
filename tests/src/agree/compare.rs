//! What is compared at a stop, each side brought to one form first.

use super::show;
use houserules_interpreter::ask::{Engine, FaultKind, Options, PathStep, Snapshot, Stop};
use houserules_lang::ir::{Rulebook, TemplatePart, TextId, Type, Value, ZoneShape};
use houserules_lang::source::Span;

/// What differs: a name, the machine's and the evaluator's.
pub type Difference = (String, String, String);

/// Longer ranges are compared by their ends.
const LISTED: i64 = 4096;

/// The first difference of two engines that stand still.
pub fn differ(book: &Rulebook, a: &dyn Engine, b: &dyn Engine) -> Option<Difference> {
    if let Some(difference) = stops(&a.stop(), &b.stop()) {
        return Some(difference);
    }
    if let Some((what, left, right)) = dumps(book, &a.dump(), &b.dump(), a.stop() == Stop::Asking) {
        return Some((what, left, right));
    }
    if a.stop() != Stop::Asking {
        return None;
    }
    let asked = (a.asked(), b.asked());
    if asked.0 != asked.1 {
        return Some(("who is asked".into(), format!("{:?}", asked.0), format!("{:?}", asked.1)));
    }
    let paths = (plain_path(book, a.path()), plain_path(book, b.path()));
    if paths.0 != paths.1 {
        return Some(("the path".into(), show::path(book, &paths.0), show::path(book, &paths.1)));
    }
    let plain = |q: Option<(TextId, Vec<Value>)>| {
        q.map(|(text, holes)| (text, plain_holes(book, text, holes)))
    };
    let questions = (plain(a.question()), plain(b.question()));
    if questions.0 != questions.1 {
        return Some((
            "the question".into(),
            format!("{:?}", questions.0),
            format!("{:?}", questions.1),
        ));
    }
    let places = (a.place(), b.place());
    (!overlap(places.0, places.1))
        .then(|| ("the place".into(), format!("{:?}", places.0), format!("{:?}", places.1)))
}

fn stops(a: &Stop, b: &Stop) -> Option<Difference> {
    let same = match (a, b) {
        (Stop::Fault(a), Stop::Fault(b)) => {
            let budgets =
                matches!((&a.about, &b.about), (FaultKind::Budget(..), FaultKind::Budget(..)));
            budgets || (a.about == b.about && overlap(a.span, b.span))
        }
        _ => a == b,
    };
    (!same).then(|| ("the stop".into(), format!("{a:?}"), format!("{b:?}")))
}

/// Whether one covers the other, or one is nowhere.
fn overlap(a: Span, b: Span) -> bool {
    let inside = |a: Span, b: Span| b.start <= a.start && a.end <= b.end;
    a == Span::default()
        || b == Span::default()
        || a.file == b.file && (inside(a, b) || inside(b, a))
}

fn dumps(book: &Rulebook, a: &Snapshot, b: &Snapshot, runs: bool) -> Option<Difference> {
    let name = |z: usize| &book.zones[z].name;
    let (left, right) = (zones(book, a), zones(book, b));
    if let Some((x, y)) = left.iter().zip(&right).find(|(x, y)| x != y) {
        let list = |places: &[Option<_>]| {
            let values: Vec<Value> =
                places.iter().map(|p| p.map_or(Value::None, Value::Card)).collect();
            show::values(book, &values)
        };
        return Some((
            format!(
                "zone {}, key {} (against {}, key {})",
                name(x.0.index()),
                x.1,
                name(y.0.index()),
                y.1
            ),
            list(&x.2),
            list(&y.2),
        ));
    }
    if left.len() != right.len() {
        return Some((
            "the zones that hold cards".into(),
            format!("{left:?}"),
            format!("{right:?}"),
        ));
    }
    let laid = |dump: &Snapshot| -> Vec<_> {
        let mut grids: Vec<_> =
            dump.grids.iter().map(|(z, k, tiles)| (*z, *k, format!("{tiles:?}"))).collect();
        grids.sort();
        grids
    };
    let (left, right) = (laid(a), laid(b));
    if left != right {
        return Some(("the tiles of the grids".into(), format!("{left:?}"), format!("{right:?}")));
    }
    let mut counters = a.counters.iter().zip(&b.counters);
    if let Some((x, y)) = counters.find(|(x, y)| x != y) {
        let what = format!("counter {}, key {}", book.counters[y.0.index()].name, y.1);
        return Some((what, format!("{x:?}"), format!("{y:?}")));
    }
    if a.counters.len() != b.counters.len() {
        return Some((
            "the counters".into(),
            format!("{:?}", a.counters),
            format!("{:?}", b.counters),
        ));
    }
    if runs && a.runs != b.runs {
        return Some(("counters of runs".into(), format!("{:?}", a.runs), format!("{:?}", b.runs)));
    }
    let known = a.known.iter().zip(&b.known).position(|(x, y)| x != y);
    known.map(|card| {
        let card_name = show::value(book, &Value::Card(houserules_lang::ir::CardId(card as u16)));
        let (x, y) = (a.known[card], b.known[card]);
        (format!("who knows {card_name}"), format!("{x:b}"), format!("{y:b}"))
    })
}

type ZoneDump = (houserules_lang::ir::ZoneId, u16, Vec<Option<houserules_lang::ir::CardId>>);

/// Zones that hold something: sets sorted, a slot's emptiness left out.
fn zones(book: &Rulebook, dump: &Snapshot) -> Vec<ZoneDump> {
    let mut zones = Vec::new();
    for (id, key, places) in &dump.zones {
        let mut places = places.clone();
        match book.zones[id.index()].shape {
            ZoneShape::Set => places.sort(),
            ZoneShape::Slots => {}
            _ => places.retain(Option::is_some),
        }
        if !places.is_empty() {
            zones.push((*id, *key, places));
        }
    }
    zones.sort();
    zones
}

/// Holes that show a text are left out: a text is no value.
fn plain_holes(book: &Rulebook, text: TextId, holes: Vec<Value>) -> Vec<Value> {
    let parts = book.texts[text.index()].parts.iter().filter_map(|part| match part {
        TemplatePart::Hole(hole) | TemplatePart::Readers(hole) => Some(hole),
        TemplatePart::Words(_) => None,
    });
    let is_text: Vec<bool> = parts.map(|hole| *hole.ty.bare() == Type::Text).collect();
    let texts = is_text.into_iter().chain(std::iter::repeat(false));
    holes
        .into_iter()
        .zip(texts)
        .map(|(value, text)| if text { Value::None } else { value })
        .collect()
}

fn plain_path(book: &Rulebook, path: Vec<PathStep>) -> Vec<PathStep> {
    let plain = |step| match step {
        PathStep::Titled(text, holes) => PathStep::Titled(text, plain_holes(book, text, holes)),
        other => other,
    };
    path.into_iter().map(plain).collect()
}

/// Options brought to one form: short ranges are listed.
#[must_use]
pub fn plain_options(options: Option<Options>) -> Option<Options> {
    options.map(|options| match options {
        Options::Range(lo, hi) if hi.checked_sub(lo).is_some_and(|width| width < LISTED) => {
            Options::Members((lo..=hi).map(Value::Number).collect())
        }
        Options::Subset { mut members, least, most, .. } => {
            members.sort();
            let most = most.min(members.len());
            Options::Subset { members, least, most, tested: false }
        }
        other => other,
    })
}

/// Whether options are the same; of a set the machine may leave out what no whole choice can hold.
#[must_use]
pub fn narrows(machine: Option<&Options>, oracle: Option<&Options>) -> bool {
    match (machine, oracle) {
        (
            Some(Options::Subset { members, least, most, .. }),
            Some(Options::Subset { members: all, least: low, most: high, .. }),
        ) => members.iter().all(|m| all.contains(m)) && least >= low && most <= high,
        (machine, oracle) => machine == oracle,
    }
}

/// Whether a set that can be chosen is among the options.
#[must_use]
pub fn leaves(options: &Options, value: &Value) -> bool {
    match (options, value) {
        (Options::Subset { members, least, most, .. }, Value::List(items)) => {
            (*least..=*most).contains(&items.len()) && items.iter().all(|i| members.contains(i))
        }
        _ => true,
    }
}
