//! Wherever a session goes, it stands where a game stands that was played there straight; and what
//! its journal tells leads there again.

use super::cases;
use super::tables::{GAMES, RULES, decide};
use houserules_interpreter::chance::Seed;
use houserules_interpreter::machine::Machine;
use houserules_table::journal::{FORMAT, Header, read, write_entry, write_header};
use houserules_table::session::resume::ChoicesOnly;
use houserules_table::session::{Played, Session};
use houserules_table::visibility::Viewer;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// What somebody does in a session.
#[derive(Debug, Clone)]
enum Act {
    Decide(u64),
    Undo(usize),
    Redo(usize),
    Bookmark(u8),
    Go(u32),
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        6 => any::<u64>().prop_map(Act::Decide),
        1 => (1..6usize).prop_map(Act::Undo),
        1 => (1..6usize).prop_map(Act::Redo),
        1 => any::<u8>().prop_map(Act::Bookmark),
        1 => any::<u32>().prop_map(Act::Go),
    ];
    prop::collection::vec(act, 1..60)
}

fn carry_out(session: &mut Session<Machine>, act: &Act) {
    match act {
        Act::Decide(drawn) => {
            decide(session, *drawn);
        }
        Act::Undo(n) => {
            session.undo(*n, |_| true);
        }
        Act::Redo(n) => {
            session.redo(*n, |_| true);
        }
        Act::Bookmark(n) => session.bookmark(&format!("mark {n}")),
        Act::Go(to) => {
            let to = to % session.tree().len() as u32;
            let point = session.tree().point(to).expect("points are numbered without a gap");
            session.go(point, "go");
        }
    }
}

fn walked(game: usize, acts: &[Act]) -> Session<Machine> {
    let mut session = Session::begin(RULES[game].game());
    acts.iter().for_each(|act| carry_out(&mut session, act));
    session
}

/// What every reader sees.
fn views(session: &Session<Machine>) -> Vec<String> {
    let seats = (0..session.game().seats()).map(Viewer::Seat);
    let all = seats.chain([Viewer::Spectator, Viewer::Referee]);
    all.map(|viewer| format!("{:?}", session.game().view(viewer))).collect()
}

/// The session's journal. `played` is the same session: entries are taken out of it as written.
fn journal(session: &Session<Machine>) -> Vec<u8> {
    let header = Header {
        houserules_journal: FORMAT,
        game: "g.rules".into(),
        rules_hash: "0".into(),
        options: BTreeMap::new(),
        set: Some(Vec::new()),
        variants: Vec::new(),
        seed: Seed::from(7),
        seats: Vec::new(),
        texts: Vec::new(),
    };
    let mut bytes = Vec::new();
    write_header(&mut bytes, &header).expect("memory takes it");
    for entry in session.unwritten() {
        write_entry(&mut bytes, entry).expect("memory takes it");
    }
    bytes
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn a_session_stands_where_its_choices_lead(game in 0..GAMES, acts in acts()) {
        let session = walked(game, &acts);
        let mut straight = Session::begin(RULES[game].game());
        for Played { record, lots } in session.tree().played() {
            lots.iter().for_each(|lots| straight.draw_as_from(*lots));
            straight.say(record.seat, &record.choice).expect("it was on offer before");
        }
        // Where the session stands, what is mixed from here on may be numbered anew.
        let stands = session.standing_at(session.here());
        prop_assert_eq!(stands.hash(), straight.game().hash());
        prop_assert_eq!(views(&session), views(&straight));
    }

    #[test]
    fn redo_takes_back_undo(game in 0..GAMES, acts in acts(), n in 1..9usize) {
        let mut session = walked(game, &acts);
        let (here, before) = (session.here(), views(&session));
        let gone = session.tree().way(here).len() - 1;
        session.undo(n, |_| true);
        session.redo(n.min(gone), |_| true);
        prop_assert_eq!(session.here(), here);
        prop_assert_eq!(views(&session), before);
    }

    #[test]
    fn a_session_is_resumed_where_its_journal_is_cut(
        game in 0..GAMES,
        acts in acts(),
        cut in any::<prop::sample::Index>(),
    ) {
        let whole = walked(game, &acts);
        let bytes = journal(&whole);
        let first = bytes.iter().position(|b| *b == b'\n').expect("the header's end") + 1;
        let kept = first + cut.index(bytes.len() - first + 1);
        let read = read(&bytes[..kept]).expect("a last line may be broken");
        let lines = bytes[first..kept].iter().filter(|b| **b == b'\n').count();
        prop_assert_eq!(read.entries.as_slice(), &whole.unwritten()[..lines]);

        let mut resumed = Session::begin(RULES[game].game());
        for entry in &read.entries {
            let done = resumed.again(entry, &mut ChoicesOnly);
            prop_assert!(done.is_ok(), "{:?}: {:?}", entry, done);
        }
        if lines == whole.unwritten().len() {
            prop_assert_eq!(resumed.here(), whole.here());
            prop_assert_eq!(resumed.tree().bookmarks(), whole.tree().bookmarks());
            prop_assert_eq!(views(&resumed), views(&whole));
        }
    }
}
