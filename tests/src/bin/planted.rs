//! Single mistakes planted in the games, and how well they are told:
//! `planted [-n EACH] [--seed S] [--all] [--only PART] [--at 3,17]`.
//!
//! Prints five figures, then by sort the mistakes whose mend is not named or that are told badly;
//! with `--all` every one. The parts are `single`, `strewn` (anywhere, judged strictly), `names`,
//! `three` (at once) and `meaning`. With `--at` only the mistakes of these numbers are judged, as
//! printed in front of them.

use houserules_tests::mutate::Chance;
use houserules_tests::planted::{
    Figures, Plant, Source, judge, judge_three, meant, names, plants, sources, strewn, triples,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn main() {
    let (mut each, mut seed, mut only) = (2, 1, None);
    let mut shown = Shown::default();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "-n" => each = words.next().and_then(|w| w.parse().ok()).unwrap_or(each),
            "--seed" => seed = words.next().and_then(|w| w.parse().ok()).unwrap_or(seed),
            "--only" => only = words.next(),
            "--at" => {
                let numbers = words.next().unwrap_or_default();
                shown.at.extend(numbers.split(',').filter_map(|n| n.parse::<usize>().ok()));
            }
            _ => shown.all = true,
        }
    }
    let wanted = |part: &str| only.as_ref().is_none_or(|only| only == part);
    let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    let mut chance = Chance::new(seed);
    let planted = plants(&sources, each, &mut chance);
    if wanted("single") {
        singly(&sources, &planted, &shown);
    }
    if wanted("strewn") {
        singly(&sources, &strewn(&sources, each * 10, &mut Chance::new(seed)), &shown);
    }
    if wanted("names") {
        singly(&sources, &names(&sources, each * 5, &mut Chance::new(seed)), &shown);
    }
    // Drawn in any case, so that the same seed plants the same.
    let three = triples(&planted, &sources, planted.len() / 6, &mut chance);
    if wanted("three") {
        at_once(&sources, &three);
    }
    if wanted("meaning") {
        of_meaning(&sources, each * 4, &mut chance);
    }
}

/// Which mistakes are shown.
#[derive(Debug, Default)]
struct Shown {
    /// Those that are told well, too.
    all: bool,
    /// Only those of these numbers, if there are some.
    at: BTreeSet<usize>,
}

/// Each mistake by itself.
fn singly(sources: &[Source], planted: &[Plant], shown: &Shown) {
    let mut total = Figures::default();
    let mut by_kind: BTreeMap<&str, Figures> = BTreeMap::new();
    let mut right = 0;
    let judged = |at: &usize| shown.at.is_empty() || shown.at.contains(at);
    for (at, plant) in planted.iter().enumerate().filter(|(at, _)| judged(at)) {
        let verdict = judge(plant, &sources[plant.source]);
        // Words in another order may well be rules.
        if plant.strict && !verdict.reported {
            right += 1;
            continue;
        }
        total.add(&verdict);
        by_kind.entry(plant.kind).or_default().add(&verdict);
        let wrong = [
            (!verdict.reported, "silent"),
            (!verdict.placed && verdict.reported, "elsewhere"),
            (!verdict.mended && verdict.reported, "no mend"),
            (!verdict.quiet, "echo"),
        ];
        let wrong: Vec<&str> = wrong.iter().filter(|w| w.0).map(|w| w.1).collect();
        if shown.all || !wrong.is_empty() {
            println!(
                "{at} [{}] {}: {} (mend {})",
                wrong.join(", "),
                plant.kind,
                verdict.line,
                plant.mends.join(" / ")
            );
            for said in verdict.said.iter().take(3) {
                println!("    {said}");
            }
            if verdict.said.len() > 3 {
                println!("    and {} more", verdict.said.len() - 3);
            }
        }
    }
    for (kind, figures) in by_kind.iter().chain([(&"all", &total)]) {
        println!("{}", line(kind, figures));
    }
    if right > 0 {
        println!("{right} more read as other rules, of which nothing is to be said");
    }
}

/// Three mistakes at once.
fn at_once(sources: &[Source], three: &[[Plant; 3]]) {
    let mut whole = 0;
    for triple in three {
        let missed = judge_three(triple, &sources[triple[0].source]);
        whole += usize::from(missed.is_empty());
        if !missed.is_empty() {
            println!("[of three] {}", missed.join("\n    "));
        }
    }
    println!("three at once, all reported: {whole} of {}", three.len());
}

/// Rules that run, though not as meant: those of which nothing is said, then the share of each sort
/// that is found.
fn of_meaning(sources: &[Source], each: usize, chance: &mut Chance) {
    let mut by_kind: BTreeMap<&str, Figures> = BTreeMap::new();
    let mut total = Figures::default();
    for plant in &meant(sources, each, chance) {
        let verdict = judge(plant, &sources[plant.source]);
        if !verdict.reported {
            println!("[silent] {}: {}", plant.kind, verdict.line);
        }
        total.add(&verdict);
        by_kind.entry(plant.kind).or_default().add(&verdict);
    }
    for (kind, figures) in by_kind.iter().chain([(&"all of meaning", &total)]) {
        println!(
            "{kind:<26} {:>4}  reported {:>4}  placed {:>4}",
            figures.all, figures.reported, figures.placed
        );
    }
}

fn line(name: &str, figures: &Figures) -> String {
    let share = |of: usize| {
        let thousandths = figures.share(of);
        format!("{}.{} %", thousandths / 10, thousandths % 10)
    };
    format!(
        "{name:<26} {:>4}  reported {:>7}  placed {:>7}  mended {:>7}  quiet {:>7}",
        figures.all,
        share(figures.reported),
        share(figures.placed),
        share(figures.mended),
        share(figures.quiet)
    )
}
