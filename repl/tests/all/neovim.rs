//! A real editor, without a screen, over the games: every request that it can put.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

const GAMES: [&str; 5] =
    ["bandido_alcatraz", "bandit", "banditos_heist", "banditos_schacht", "bandits_hideout"];

/// Whether there is an editor to drive; its absence is said, or is a failure if it must be there.
fn is_there() -> bool {
    let there = Command::new("nvim").arg("--version").output().is_ok_and(|o| o.status.success());
    let must = std::env::var_os("TOOLS_MUST_BE_THERE").is_some();
    assert!(there || !must, "there is no nvim");
    if !there {
        eprintln!("there is no nvim: the editor is not driven");
    }
    there
}

/// What the editor reports of one game: a figure for each request.
fn driven(game: &Path, folder: &Path) -> BTreeMap<String, u32> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap();
    let report = folder.join("report");
    let script = root.join("editors/neovim/drive.lua");
    let done = Command::new("nvim")
        .args(["--headless", "-u", "NONE", "-i", "NONE", "-n"])
        .arg("-c")
        .arg(format!("luafile {}", script.display()))
        .env("HOUSERULES_PROGRAM", env!("CARGO_BIN_EXE_houserules"))
        .env("HOUSERULES_GAME", game)
        .env("HOUSERULES_OUT", &report)
        .env("XDG_STATE_HOME", folder)
        .env("XDG_CACHE_HOME", folder)
        .output()
        .unwrap();
    let text = std::fs::read_to_string(&report).unwrap_or_default();
    assert!(text.ends_with("done\n"), "{text}\n{}", String::from_utf8_lossy(&done.stderr));
    let figures = text.lines().filter_map(|line| line.split_once(' '));
    figures.map(|(what, n)| (what.to_owned(), n.parse().unwrap())).collect()
}

#[test]
fn neovim_gets_every_answer_over_the_games() {
    if !is_there() {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").canonicalize().unwrap();
    let folder = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(root).unwrap().flatten() {
        std::fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
    }
    for name in GAMES {
        let game: PathBuf = folder.path().join(format!("{name}.rules"));
        let told = driven(&game, folder.path());
        let at_least = [
            ("symbols", 20),
            ("hover", 1),
            ("definition", 1),
            ("references", 2),
            ("highlights", 2),
            ("folds", 20),
            ("tokens", 5000),
            ("hints", 3),
            ("lenses", 5),
            ("said", 1),
            ("renamed", 1),
        ];
        for (what, least) in at_least {
            assert!(told.get(what).is_some_and(|n| *n >= least), "{name}: {what} in {told:?}");
        }
        assert_eq!(told.get("formatting"), Some(&0), "{name}");
    }
}
