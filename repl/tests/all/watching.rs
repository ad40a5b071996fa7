//! `watch` while somebody saves, breaks, deletes, renames and mends the files of a game.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it stands")]

use houserules::run;
use houserules::show::console::{Console, Look};
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
#[expect(clippy::disallowed_types, reason = "how long to wait for what is said")]
use std::time::{Duration, Instant};

/// Standard output that can be read while it is written.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Shared {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A watch over files in a folder of their own.
struct Watched {
    folder: tempfile::TempDir,
    out: Shared,
    read: usize,
    ends: std::thread::JoinHandle<u8>,
}

impl Watched {
    fn new(files: &[&str], more: &[&str]) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let name = Path::new(file).file_name().unwrap();
            std::fs::copy(root.join(file), folder.path().join(name)).unwrap();
        }
        let game =
            folder.path().join(Path::new(files[0]).file_name().unwrap()).display().to_string();
        let mut all: Vec<OsString> = ["houserules", "watch", &game, "--games", "2", "--moves", "6"]
            .map(OsString::from)
            .into();
        for word in more {
            let path = folder.path().join(word);
            all.push(if path.exists() { path.into() } else { word.into() });
        }
        let out = Shared::default();
        let mut theirs = out.clone();
        let ends = std::thread::spawn(move || {
            let (mut input, mut err) = (&b""[..], Vec::new());
            let mut console = Console::new(Look::plain(), &mut input, &mut theirs, &mut err);
            run(all, &mut console)
        });
        let mut watched = Self { folder, out, read: 0, ends };
        watched.hears("Ctrl-C ends it.");
        watched
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.at(name)).unwrap()
    }

    /// Waits until something new has been said.
    fn hears(&mut self, said: &str) -> String {
        #[expect(clippy::disallowed_types, reason = "how long to wait for what is said")]
        let begun = Instant::now();
        loop {
            let all = self.out.text();
            let new = &all[self.read..];
            if let Some(at) = new.find(said) {
                let heard = new[..at + said.len()].to_string();
                self.read += at + said.len();
                return heard;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "`{said}` is not said:\n{new}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn ends(self) -> String {
        let status = self.ends.join().unwrap_or_else(|_| panic!("the watch panicked"));
        assert_eq!(status, 0, "{}", self.out.text());
        self.out.text()
    }
}

#[test]
fn a_running_game_follows_what_is_saved_and_stays_when_it_is_broken() {
    let mut watch = Watched::new(&["market_day.rules", "market_day_places.csv"], &["--saves", "8"]);
    let (rules, table) = (watch.at("market_day.rules"), watch.at("market_day_places.csv"));
    let (text, rows) = (watch.text("market_day.rules"), watch.text("market_day_places.csv"));
    // In place.
    let dearer = text.replace("coins: Coins", "coins: Coins = $7");
    assert_ne!(dearer, text);
    std::fs::write(&rules, &dearer).unwrap();
    watch.hears("The rules have changed:");
    watch.hears("The running game goes on under the new rules");
    watch.hears("Games by bots: 2 finished");
    // Broken, and mended by taking it back.
    std::fs::write(&rules, dearer.replace("place.guest = me", "place.guess = me")).unwrap();
    watch.hears("`guess`");
    watch.hears("The running game stays under the rules it has");
    std::fs::write(&rules, &dearer).unwrap();
    watch.hears("Nothing changed that counts for the running game.");
    watch.hears("Games by bots");
    // Deleted, and made anew.
    std::fs::remove_file(&table).unwrap();
    watch.hears("market_day_places.csv");
    watch.hears("The running game stays under the rules it has");
    std::fs::write(&table, &rows).unwrap();
    watch.hears("Nothing changed that counts for the running game.");
    watch.hears("Games by bots");
    // Renamed, and another renamed into its place.
    std::fs::rename(&rules, watch.at("kept.rules")).unwrap();
    watch.hears("market_day.rules");
    watch.hears("The running game stays under the rules it has");
    std::fs::write(watch.at("new.tmp"), &text).unwrap();
    std::fs::rename(watch.at("new.tmp"), &rules).unwrap();
    watch.hears("The rules have changed:");
    watch.hears("Games by bots");
    // A table that these players cannot play at does not end the watch.
    let more = text.replacen("players ", "players 7 to 8 // ", 1);
    std::fs::write(&rules, more).unwrap();
    watch.ends();
}

#[test]
fn a_variant_is_watched_like_its_game() {
    let files =
        ["../games/bandit.rules", "../games/bandit_deck.csv", "variants/bandit_patience.rules"];
    let mut watch = Watched::new(&files, &["--saves", "2", "--variant", "bandit_patience.rules"]);
    let variant = watch.at("bandit_patience.rules");
    let text = watch.text("bandit_patience.rules");
    std::fs::write(&variant, format!("{text}\nreplace nothing\n")).unwrap();
    watch.hears("bandit_patience.rules");
    watch.hears("The running game stays under the rules it has");
    std::fs::write(&variant, text.replace("set ", "// set ")).unwrap();
    let said = watch.ends();
    assert!(said.contains("Games by bots: 2 finished"), "{said}");
}
