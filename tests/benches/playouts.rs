//! Random playouts of the usual games, by their rules and by hand.

use criterion::{Criterion, criterion_group, criterion_main};
use houserules_tests::speed::{by_hand, by_rules, usual_games};

fn playouts(criterion: &mut Criterion) {
    for path in usual_games() {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut group = criterion.benchmark_group(&name);
        group.sample_size(20);
        let Ok(mut rules) = by_rules(&path) else { continue };
        group.bench_function("rules", |b| b.iter(|| (rules.interpreted)(1)));
        if let Some(mut native) = rules.native {
            group.bench_function("native", |b| b.iter(|| native(1)));
        }
        if let Some(mut hand) = by_hand(&name, rules.seats) {
            group.bench_function("hand", |b| b.iter(|| hand(1)));
        }
        group.finish();
    }
}

criterion_group!(benches, playouts);
criterion_main!(benches);
