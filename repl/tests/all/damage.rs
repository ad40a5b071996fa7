//! Journals that are damaged, cut, or made up by a stranger: they are read up to their last sound
//! line, or refused in plain words.
//! `DAMAGES=5000 cargo test -p houserules --test all damage:: -- --nocapture` tries more; `SEED`
//! chooses others.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it stands")]
#![expect(clippy::disallowed_methods, reason = "how much is tried is said from outside")]

use crate::buffers::{Done, call, fed, file};
use houserules_table::journal::{self, Across, Entry, RulesChange, Written};
use std::fs;
use std::path::Path;

const TIC_TAC_TOE: &str = "examples/tic_tac_toe.rules";

/// Draws of splitmix, the same on every machine.
struct Draws(u64);

impl Draws {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n.max(1) as u64) as usize
    }
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(otherwise)
}

/// A journal with everything in it that a person can do.
fn sample(path: &Path) -> Vec<u8> {
    let script = "1\n1\n1\nundo\nbookmark here\n2\n1\n1\nbranch 1\nback here\n1\n1\nundo 2\nredo\n";
    let journal = path.display().to_string();
    let Done { status, out, err } =
        fed(&["play", &file(TIC_TAC_TOE), "--seed", "3", "--journal", &journal], script);
    assert_eq!(status, 0, "{out}{err}");
    fs::read(path).unwrap()
}

fn damage(bytes: &mut Vec<u8>, draws: &mut Draws) {
    let at = draws.below(bytes.len());
    match draws.below(8) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(at..(at + 1 + draws.below(40)).min(bytes.len()))),
        2 => bytes.insert(at, draws.below(256) as u8),
        3 => {
            let mut lines: Vec<Vec<u8>> =
                bytes.split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec).collect();
            let (a, b) = (draws.below(lines.len()), draws.below(lines.len()));
            if draws.below(2) == 0 {
                lines.swap(a, b);
            } else {
                lines.insert(a, lines[b].clone());
            }
            *bytes = lines.concat();
        }
        _ => {
            for _ in 0..=draws.below(3) {
                let at = draws.below(bytes.len());
                bytes[at] ^= 1 << draws.below(8);
            }
        }
    }
}

/// Goes on with a journal: in order, or refused with a sentence and untouched.
fn go_on(path: &Path, bytes: &[u8]) -> bool {
    fs::write(path, bytes).unwrap();
    let journal = path.display().to_string();
    let Done { status, out, err } =
        fed(&["play", &file(TIC_TAC_TOE), "--journal", &journal], "history all\n");
    let clean = |text: &str| text.chars().all(|c| c == '\n' || !c.is_control());
    assert!(clean(&out) && clean(&err), "{out}{err}");
    match status {
        0 => true,
        1 => {
            assert!(!err.is_empty() && err.contains("help") || err.contains("rules"), "{err}");
            false
        }
        status => panic!("status {status}: {err}"),
    }
}

#[test]
fn damaged_journals_are_mended_or_refused() {
    let (damages, seed) = (number("DAMAGES", 250), number("SEED", 1));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    let whole = sample(&path);
    let entries = journal::read(&whole).unwrap().entries;
    assert!(entries.len() > 12 && entries.iter().any(|e| matches!(e.what, Written::Go { .. })));
    let (mut mended, mut refused, mut draws) = (0, 0, Draws(seed));
    for _ in 0..damages {
        let mut bytes = whole.clone();
        damage(&mut bytes, &mut draws);
        for file in fs::read_dir(folder.path()).unwrap().flatten() {
            fs::remove_file(file.path()).unwrap();
        }
        if go_on(&path, &bytes) {
            let now = fs::read(&path).unwrap();
            if !now.is_empty() && !bytes.is_empty() {
                let left = journal::read(&now).unwrap().entries;
                let same = left.iter().zip(&entries).take_while(|(a, b)| a == b).count();
                // Where it was a bot's turn, the bot has gone on.
                assert!(left.len() <= same + 1, "something else was read: {left:?}");
                let lost = left.len() < entries.len() && bytes.len() > whole.len() * 9 / 10;
                let said = folder.path().join("j.damaged");
                assert!(!lost || !said.exists() || fs::read(said).unwrap() == bytes);
            }
            mended += 1;
        } else {
            assert_eq!(fs::read(&path).unwrap(), bytes, "a journal that was refused has changed");
            refused += 1;
        }
    }
    println!(
        "{damages} damaged journals, seed {seed}: {mended} read up to the damage, {refused} refused"
    );
    assert!(mended > 0 && refused > 0);
}

/// An entry a stranger may have written, with a checksum that fits.
fn strange(n: u64, draws: &mut Draws) -> Entry {
    let texts = [
        "",
        "take 1",
        "take 1 heap",
        "[",
        "((((((((",
        "pass",
        "\u{1b}[2J",
        "given",
        "\u{0}",
        "9999999999999999999",
    ];
    let text = if draws.below(20) == 0 {
        "(".repeat(5000)
    } else {
        texts[draws.below(texts.len())].to_string()
    };
    let what = match draws.below(7) {
        0 | 1 => Written::Choice { seat: draws.below(256) as u8, choice: text },
        2 => Written::Go {
            to: [0, 1, 7, u32::MAX][draws.below(4)],
            how: text,
            across: None,
            lots: None,
        },
        3 => {
            let across = Some(Across { learned: vec![0, 255], chance: true });
            Written::Go { to: draws.below(3) as u32, how: text, across, lots: Some(3) }
        }
        4 => Written::Bookmark { name: text },
        5 => Written::Referee { lines: text },
        _ if draws.below(2) == 0 => {
            Written::Texts { rules_hash: text.clone(), files: vec![(text.clone(), text)] }
        }
        _ => Written::Rules(RulesChange {
            rules_hash: text.clone(),
            how: text.clone(),
            said: vec![text],
        }),
    };
    Entry { n, what, anew: false, hash: "0000000000000000".into() }
}

#[test]
fn strange_journals_hurt_nobody() {
    let (damages, seed) = (number("DAMAGES", 150), number("SEED", 1));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    let whole = sample(&path);
    let journal = journal::read(&whole).unwrap();
    let mut draws = Draws(seed);
    for at in 0..damages {
        let mut bytes = Vec::new();
        if at % 3 == 0 {
            bytes = (0..draws.below(300)).map(|_| draws.below(256) as u8).collect();
        } else {
            journal::write_header(&mut bytes, &journal.header).unwrap();
            let keep = draws.below(journal.entries.len());
            for entry in &journal.entries[..keep] {
                journal::write_entry(&mut bytes, entry).unwrap();
            }
            for n in 1..=1 + draws.below(4) {
                journal::write_entry(&mut bytes, &strange((keep + n) as u64, &mut draws)).unwrap();
            }
        }
        go_on(&path, &bytes);
        fs::write(&path, &bytes).unwrap();
        let Done { status, .. } =
            call(&["replay", "--rules", &file(TIC_TAC_TOE), &path.display().to_string()]);
        assert!(status < 2);
    }
    println!("{damages} strange journals, seed {seed}: none hurt");
}
