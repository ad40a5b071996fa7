//! One watch for many tables, and what wakes it.

use super::*;
use notify::EventKind;
use std::fs;
use std::sync::mpsc::Receiver;
use tempfile::TempDir;

const PIG: &str = "game \"Pig\"\nplayers 2\nuse dice\nplay { say \"1\" end game lost }\n";

/// A folder with a game, and the same with a number of its own.
fn folder() -> (TempDir, RuleFiles) {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("pig.rules");
    fs::write(&game, PIG).unwrap();
    (folder, RuleFiles { game, variants: Vec::new() })
}

fn save(files: &RuleFiles, n: u8) {
    fs::write(&files.game, PIG.replace("\"1\"", &format!("\"{n}\""))).unwrap();
}

fn runs(files: &RuleFiles) -> Runs {
    Runs::of(crate::rules::compiled(files).unwrap(), files).unwrap()
}

fn watched(watches: &Watches, files: &RuleFiles, running: &Sources) -> (Watch, Receiver<News>) {
    let (send, receive) = channel();
    let watch = watches.watch(files, running, move |news| drop(send.send(news))).unwrap();
    (watch, receive)
}

fn told(of: &Receiver<News>) -> What {
    of.recv_timeout(Duration::from_secs(30)).unwrap().what
}

fn rules(of: &Receiver<News>) -> Runs {
    match told(of) {
        What::Rules(runs) => runs,
        other => panic!("{other:?}"),
    }
}

#[test]
fn tables_that_watch_the_same_files_share_what_was_compiled() {
    let (_folder, files) = folder();
    let (watches, running) = (Watches::default(), runs(&files).sources);
    let (ana, ana_hears) = watched(&watches, &files, &running);
    let (ben, ben_hears) = watched(&watches, &files, &running);
    save(&files, 2);
    let (to_ana, to_ben) = (rules(&ana_hears), rules(&ben_hears));
    assert!(Arc::ptr_eq(&to_ana.book, &to_ben.book));
    // One goes; the other is still told.
    drop(ana);
    save(&files, 3);
    assert!(!Arc::ptr_eq(&rules(&ben_hears).book, &to_ben.book));
    assert!(ana_hears.recv().is_err(), "nobody is there any more");
    drop(ben);
    assert!(ben_hears.recv().is_err(), "the last one closes the door");
    assert!(watches.guards.lock().unwrap().of.is_empty());
}

#[test]
fn whoever_comes_late_is_told_what_others_know_already() {
    let (_folder, files) = folder();
    let (watches, old) = (Watches::default(), runs(&files).sources);
    let (_ana, ana_hears) = watched(&watches, &files, &old);
    save(&files, 2);
    let new = rules(&ana_hears).sources;
    // A game that is gone on with under its old rules.
    let (_ben, ben_hears) = watched(&watches, &files, &old);
    assert_eq!(texts(&rules(&ben_hears).sources), texts(&new));
    let (_eve, eve_hears) = watched(&watches, &files, &new);
    fs::write(&files.game, "game").unwrap();
    for hears in [&ana_hears, &ben_hears, &eve_hears] {
        assert!(matches!(told(hears), What::Broken(_)), "nobody was told anything twice");
    }
    save(&files, 2);
    for hears in [&ana_hears, &ben_hears, &eve_hears] {
        assert_eq!(texts(&rules(hears).sources), texts(&new), "mended is news");
    }
}

/// A hundred tables may lie in one folder: a save must not let all of them be compiled.
#[test]
fn other_games_of_the_folder_do_not_matter() {
    let (folder, files) = folder();
    let running = texts(&runs(&files).sources);
    let reader = |last| Reader { number: 1, last, broken: None, each: Box::new(drop) };
    let hears = channel().1;
    let cares = Shared::default();
    let guard = Guard::new(&files, Arc::default(), hears, cares.clone(), reader(running));
    assert!(guard.stands(0));
    let saved = |name: &str| Event::new(EventKind::Any).add_path(folder.path().join(name));
    let matters = || {
        ["pig.rules", "dice.rules", "nim.rules", "deck.csv"]
            .map(|name| cares.lock().matters(&saved(name)))
    };
    // A module beside the game takes the place of the library's.
    assert_eq!(matters(), [true, true, false, false]);
    assert!(cares.lock().matters(&Event::new(EventKind::Other)), "something was missed");
    // Whatever is broken may be mended by files that are not there yet.
    cares.lock().broken = true;
    assert_eq!(matters(), [true; 4]);
    cares.lock().broken = false;
    fs::write(folder.path().join("dice.rules"), "module \"Dice\"\n").unwrap();
    assert!(!guard.stands(0), "other dice");
}
