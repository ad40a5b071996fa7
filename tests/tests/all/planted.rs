//! A slice of the campaign `cargo run --release -p houserules-tests --bin planted`: single
//! mistakes, and how well they are told. Its figures stand in the output.

use houserules_tests::mutate::Chance;
use houserules_tests::planted::{
    Figures, judge, judge_three, meant, plants, sources, strewn, triples,
};
use std::io::Write;
use std::path::Path;

/// Every so many of the mistakes that the campaign plants is judged here.
const EVERY: usize = 10;

#[test]
fn mistakes_are_told_where_they_are_with_their_mend() {
    let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    let mut chance = Chance::new(3);
    let planted = plants(&sources, 1, &mut chance);
    assert!(planted.len() > 300, "{}", planted.len());
    let mut figures = Figures::default();
    for plant in planted.iter().step_by(EVERY) {
        figures.add(&judge(plant, &sources[plant.source]));
    }
    let three = triples(&planted, &sources, 8, &mut chance);
    let whole =
        three.iter().filter(|of| judge_three(of, &sources[of[0].source]).is_empty()).count();
    // A test that passes shows nothing that is printed; this is for whoever reads the output of CI.
    let said = format!(
        "of {} planted mistakes {} reported, {} within a line, {} with the mend, {} without an \
         echo (thousandths); of {} times three at once all reported {whole}",
        figures.all,
        figures.share(figures.reported),
        figures.share(figures.placed),
        figures.share(figures.mended),
        figures.share(figures.quiet),
        three.len(),
    );
    writeln!(std::io::stderr(), "{said}").unwrap();
    assert!(figures.share(figures.reported) >= 950);
    assert!(figures.share(figures.placed) >= 930);
    assert!(figures.share(figures.mended) >= 880);
    assert!(figures.share(figures.quiet) >= 920);
    assert!(whole * 10 >= three.len() * 8);
}

/// Judged by the words that stood there: one mistake of each sort that may stand anywhere.
#[test]
fn mistakes_strewn_anywhere_are_told_with_the_words_that_stood_there() {
    let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    let mut figures = Figures::default();
    for plant in &strewn(&sources, 2, &mut Chance::new(2)) {
        let verdict = judge(plant, &sources[plant.source]);
        if verdict.reported {
            figures.add(&verdict);
        }
    }
    let said = format!(
        "of {} mistakes strewn anywhere {} within a line, {} with the mend, {} without an echo \
         (thousandths)",
        figures.all,
        figures.share(figures.placed),
        figures.share(figures.mended),
        figures.share(figures.quiet),
    );
    writeln!(std::io::stderr(), "{said}").unwrap();
    assert!(figures.all >= 35, "{}", figures.all);
    assert!(figures.share(figures.placed) >= 900, "{said}");
    assert!(figures.share(figures.mended) >= 750, "{said}");
    assert!(figures.share(figures.quiet) >= 900, "{said}");
}

#[test]
fn mistakes_of_meaning_are_found() {
    let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    let mut figures = Figures::default();
    let mut silent = Vec::new();
    for plant in &meant(&sources, 2, &mut Chance::new(5)) {
        let verdict = judge(plant, &sources[plant.source]);
        if !verdict.reported {
            silent.push(format!("{}: {}", plant.kind, verdict.line));
        }
        figures.add(&verdict);
    }
    let found = figures.share(figures.reported);
    writeln!(
        std::io::stderr(),
        "of {} mistakes of meaning {} reported, {} within a line (thousandths); silent: \
         {silent:#?}",
        figures.all,
        found,
        figures.share(figures.placed)
    )
    .unwrap();
    assert!(figures.all >= 20, "{}", figures.all);
    assert!(found >= 600, "{found}");
}
