//! A journal: every step, to be played again.

use super::{ANA, NIM, game, played};
use houserules_interpreter::chance::Seed;
use houserules_table::journal::replay::{Status, replay};
use houserules_table::journal::{
    Across, Entry, FORMAT, Header, Journal, RulesChange, Written, read, sound, write_entry,
    write_header,
};
use houserules_table::session::Session;
use houserules_table::session::resume::ChoicesOnly;
use std::collections::BTreeMap;

fn header() -> Header {
    Header {
        houserules_journal: FORMAT,
        game: "nim.rules".into(),
        rules_hash: "0123456789abcdef".into(),
        options: BTreeMap::new(),
        set: None,
        variants: Vec::new(),
        seed: Seed::from(7),
        seats: Vec::new(),
        texts: Vec::new(),
    }
}

fn entry(n: u64, what: Written) -> Entry {
    Entry { n, what, anew: false, hash: "00000000000000ff".into() }
}

fn choice(n: u64) -> Entry {
    entry(n, Written::Choice { seat: 1, choice: "take small 1".into() })
}

fn bytes(entries: &[Entry]) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_header(&mut bytes, &header()).expect("memory takes it");
    for entry in entries {
        write_entry(&mut bytes, entry).expect("memory takes it");
    }
    bytes
}

#[test]
fn what_is_written_is_read() {
    let change = RulesChange { rules_hash: "1".into(), how: "now".into(), said: vec!["x".into()] };
    let all = [
        Written::Choice { seat: 2, choice: "pass".into() },
        Written::Go { to: 0, how: "undo".into(), across: None, lots: Some(7) },
        Written::Go {
            to: 1,
            how: "redo".into(),
            across: Some(Across { learned: vec![2], chance: true }),
            lots: None,
        },
        Written::Bookmark { name: "a \"b\"\n".into() },
        Written::Referee { lines: "given x\n".into() },
        Written::Rules(change),
        Written::Texts { rules_hash: "1".into(), files: vec![("a".into(), "b".into())] },
    ];
    let entries: Vec<Entry> =
        all.into_iter().enumerate().map(|(at, what)| entry(at as u64 + 1, what)).collect();
    let journal = Journal { header: header(), entries: entries.clone(), cut: false };
    assert_eq!(read(&bytes(&entries)), Ok(journal));
}

#[test]
fn a_step_that_was_done_anew_says_so() {
    let anew = Entry { anew: true, ..choice(1) };
    assert_eq!(read(&bytes(std::slice::from_ref(&anew))).expect("it is whole").entries, [anew]);
}

#[test]
fn a_last_line_that_was_cut_off_is_left_out() {
    let whole = bytes(&[choice(1), choice(2)]);
    let first = bytes(&[choice(1)]).len();
    for end in first + 1..whole.len() - 1 {
        let journal = read(&whole[..end]).expect("the rest is whole");
        assert_eq!((journal.entries.len(), journal.cut), (1, true), "{end}");
    }
}

#[test]
fn any_changed_byte_of_a_whole_line_is_found() {
    let whole = bytes(&[choice(1), choice(2)]);
    let (from, to) = (bytes(&[]).len(), bytes(&[choice(1)]).len() - 1);
    for at in from..to {
        let mut broken = whole.clone();
        broken[at] ^= 1;
        assert!(read(&broken).is_err(), "{at}");
    }
}

#[test]
fn damage_names_the_line_and_what_can_be_done() {
    let mut broken = bytes(&[choice(1), choice(2)]);
    let second = bytes(&[]).len() + 10;
    broken[second] ^= 1;
    let damaged = read(&broken).expect_err("it is damaged");
    assert_eq!(damaged.line, 2);
    assert!(!damaged.what.is_empty() && !damaged.remedy.is_empty());
    assert_eq!(sound(&broken, &damaged), bytes(&[]).len());
}

#[test]
fn a_missing_line_is_found() {
    let damaged = read(&bytes(&[choice(1), choice(3)])).expect_err("2 is missing");
    assert_eq!(damaged.line, 3);
    assert_eq!(damaged.what, "step 3 is where step 2 should be");
}

#[test]
fn nothing_is_no_journal() {
    assert_eq!(read(b"").expect_err("it is empty").line, 1);
    assert_eq!(read(b"{\"game\":\"x\"}\n").expect_err("it is no header").line, 1);
    assert!(read(b"\xff\xfe\x00\n").is_err());
}

#[test]
fn a_journal_of_a_later_format_is_not_read() {
    let mut bytes = Vec::new();
    let later = Header { houserules_journal: FORMAT + 1, ..header() };
    write_header(&mut bytes, &later).expect("memory takes it");
    assert!(read(&bytes).is_err());
}

#[test]
fn a_line_says_one_thing() {
    let two = r#"{"n":1,"seat":1,"choice":"pass","bookmark":"x","hash":"0"}"#;
    assert!(serde_json::from_str::<Entry>(two).is_err());
    assert!(serde_json::from_str::<Entry>(r#"{"n":1,"hash":"0"}"#).is_err());
    let unknown = r#"{"n":1,"bookmark":"x","hash":"0","more":1}"#;
    assert!(serde_json::from_str::<Entry>(unknown).is_err());
}

#[test]
fn a_replay_comes_to_the_same_position() {
    let mut session = played(NIM, &["take small 1", "take middle 2"]);
    session.undo(1, |_| true);
    session.say(1, "take large 7").expect("it is on offer");
    let mut again = Session::begin(game(NIM));
    let replayed = replay(&mut again, session.unwritten(), None, &mut ChoicesOnly);
    assert_eq!((replayed.steps, replayed.status), (4, Status::Running));
    assert_eq!(again.game().hash(), session.game().hash());
    assert_eq!(again.tree().len(), session.tree().len());
}

#[test]
fn a_replay_stops_where_it_is_told_to() {
    let session = played(NIM, &["take small 1", "take middle 2"]);
    let mut again = Session::begin(game(NIM));
    assert_eq!(replay(&mut again, session.unwritten(), Some(1), &mut ChoicesOnly).steps, 1);
}

#[test]
fn a_replay_names_the_first_step_that_leads_elsewhere() {
    let session = played(NIM, &["take small 1", "take middle 2"]);
    let mut entries = session.unwritten().to_vec();
    entries[1].hash = "0".repeat(16);
    let mut again = Session::begin(game(NIM));
    let replayed = replay(&mut again, &entries, None, &mut ChoicesOnly);
    let differs = replayed.first_difference.expect("it leads elsewhere");
    assert_eq!((replayed.status, differs.step, differs.seat), (Status::Differs, 2, 2));
    assert!(differs.found.is_some() && differs.refused.is_none());
}

#[test]
fn a_replay_names_the_first_step_that_is_refused() {
    let entry = entry(1, Written::Choice { seat: ANA + 1, choice: "take small 9".into() });
    let mut again = Session::begin(game(NIM));
    let replayed = replay(&mut again, &[entry], None, &mut ChoicesOnly);
    let differs = replayed.first_difference.expect("it is refused");
    assert!(differs.found.is_none() && differs.refused.is_some());
}

#[test]
fn a_replay_of_a_point_that_is_not_there_is_refused() {
    let entry = entry(1, Written::Go { to: 9, how: "undo".into(), across: None, lots: None });
    let mut again = Session::begin(game(NIM));
    let replayed = replay(&mut again, &[entry], None, &mut ChoicesOnly);
    let differs = replayed.first_difference.expect("it is refused");
    assert_eq!(differs.refused.as_deref(), Some("it cannot go to point 9"));
}
