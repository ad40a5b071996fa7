//! The campaign over damaged rules: `mutate [-n COUNT] [--seed S] [FILE…]`.
//!
//! A variant is laid over the first of its games; one of the two is damaged, or both are.
//!
//! Prints its seed, how many were accepted and refused, the slowest, and the most memory that was
//! in use. Ends with status 1 if a text panicked, took longer than a second, or showed what must
//! not be shown.

use houserules::variants;
use houserules_lang::loader::Loaded;
use houserules_tests::mutate::{Chance, Shelf, damaged, try_layers, try_style, try_text};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
#[expect(clippy::disallowed_types, reason = "the campaign measures, it plays no game")]
use std::time::Instant;

const LIMIT: Duration = Duration::from_secs(1);

struct Call {
    count: u64,
    seed: u64,
    files: Vec<PathBuf>,
}

fn call() -> Call {
    let mut call = Call { count: 10_000, seed: 1, files: Vec::new() };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "-n" => call.count = words.next().and_then(|w| w.parse().ok()).unwrap_or(call.count),
            "--seed" => call.seed = words.next().and_then(|w| w.parse().ok()).unwrap_or(call.seed),
            _ => call.files.push(word.into()),
        }
    }
    if call.files.is_empty() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let folders = ["games", "examples", "examples/variants", "stdlib/modules", "tests/rules"];
        for folder in folders {
            let entries =
                fs::read_dir(root.join(folder)).into_iter().flatten().flatten().map(|e| e.path());
            call.files.extend(entries.filter(|p| p.extension().is_some_and(|e| e == "rules")));
        }
        call.files.sort();
    }
    call
}

fn folder(file: &Path) -> &Path {
    file.parent().unwrap_or(Path::new("."))
}

fn peak_memory() -> Option<String> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|l| l.starts_with("VmHWM:"))?;
    Some(line.trim_start_matches("VmHWM:").trim().to_string())
}

/// A file, and of a variant the first of its games.
struct Text {
    file: PathBuf,
    text: String,
    base: Option<(PathBuf, String)>,
}

impl Text {
    fn read(file: &Path) -> Option<Self> {
        let text = fs::read_to_string(file).ok()?;
        let over = variants::over(file).ok().flatten().unwrap_or_default();
        let game = over.first().and_then(|name| variants::base(file, &name.text));
        let base = game.and_then(|game| {
            let text = fs::read_to_string(&game).ok()?;
            Some((game, text))
        });
        Some(Self { file: file.to_path_buf(), text, base })
    }

    /// Every table beside it, and beside its game.
    fn shelf(&self) -> Shelf {
        let shelf = Shelf::of(folder(&self.file));
        match &self.base {
            Some((game, _)) => shelf.and(folder(game)),
            None => shelf,
        }
    }

    /// Itself, and its game, one of them or both damaged.
    fn damaged(&self, chance: &mut Chance) -> (String, Option<Loaded>) {
        let which = if self.base.is_some() { chance.below(4) } else { 3 };
        let mut text = self.text.clone();
        let mut under = self.base.as_ref().map(|(game, text)| loaded(game, text));
        for _ in 0..=chance.below(3) {
            if which > 0 {
                text = damaged(&text, chance);
            }
            if let Some(game) = under.as_mut().filter(|_| which < 2) {
                game.text = damaged(&game.text, chance);
            }
        }
        (text, under)
    }
}

fn loaded(path: &Path, text: &str) -> Loaded {
    Loaded { name: path.display().to_string(), text: text.into() }
}

fn main() -> ExitCode {
    let call = call();
    let texts: Vec<Text> = call.files.iter().filter_map(|file| Text::read(file)).collect();
    let (mut accepted, mut formatted, mut wrong, mut slowest) =
        (0u64, 0u64, 0u64, (Duration::ZERO, 0));
    for index in 0..call.count {
        let mut chance = Chance::new(call.seed.wrapping_mul(1_000_003).wrapping_add(index));
        let of = &texts[chance.below(texts.len())];
        let (text, under) = of.damaged(&mut chance);
        let (file, mut shelf) = (&of.file, of.shelf());
        #[expect(clippy::disallowed_types, reason = "the campaign measures, it plays no game")]
        let began = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| match &under {
            Some(game) => try_layers(game, &[loaded(file, &text)], &mut shelf, index),
            None => try_text(&text, &mut shelf, index),
        }));
        let took = began.elapsed();
        slowest = slowest.max((took, index));
        let layers: Vec<Loaded> = under.iter().cloned().chain([loaded(file, &text)]).collect();
        let style = catch_unwind(AssertUnwindSafe(|| try_style(&layers, &mut shelf)));
        formatted += u64::from(matches!(style, Ok(Ok(true))));
        let said = match outcome.and_then(|outcome| style.map(|style| style.and(outcome))) {
            Ok(Ok(good)) => {
                accepted += u64::from(good);
                (took > LIMIT).then(|| format!("took {took:?}"))
            }
            Ok(Err(said)) => Some(said),
            Err(_) => Some("panicked".into()),
        };
        if let Some(said) = said {
            wrong += 1;
            println!("{index}, from {}: {said}", file.display());
            let kept = std::env::temp_dir().join(format!("mutate-{}-{index}.rules", call.seed));
            if fs::write(&kept, &text).is_ok() {
                println!("  kept as {}", kept.display());
            }
        }
    }
    println!(
        "seed {}, {} damaged files: {accepted} accepted, {} refused, {formatted} formatted",
        call.seed,
        call.count,
        call.count - accepted
    );
    println!(
        "slowest {:?} (file {}), peak memory {}",
        slowest.0,
        slowest.1,
        peak_memory().unwrap_or("unknown".into())
    );
    println!("{wrong} wrong");
    ExitCode::from(u8::from(wrong > 0))
}
