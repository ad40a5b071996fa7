//! A short slice of the campaign `load`: every move reaches every page of its table, nobody is let
//! go, and saved rules are told to all. How long it takes is nobody's affair here.

use houserules_tests::load::server::Server;
use houserules_tests::load::{Figures, Load, Memory, carry_out};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

#[test]
fn every_move_reaches_every_page() {
    let load = Load {
        game: Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/bandit.rules"),
        options: Vec::new(),
        tables: 4,
        pages: 10,
        players: 4,
        time: Duration::from_secs(4),
        pause: Duration::from_millis(50),
        edit: Some((
            "option game_over_at: 10..500 = 100".into(),
            "option game_over_at: 10..500 = 90".into(),
        )),
        saves: 8,
        made: Arc::default(),
    };
    // The campaign's program is a server when it is called so.
    let server = Server::start(&load, Path::new(env!("CARGO_BIN_EXE_load"))).unwrap();
    let figures = carry_out(&load, &server).unwrap();
    assert!(!figures.moves.is_empty());
    assert_eq!((figures.lost, figures.saves.len()), (0, 8), "{figures:?}");
}

#[test]
fn growth_is_the_slope_of_the_line_behind_the_beginning() {
    let at = |n: u64, kib| Memory { second: n, moves: n * 10, kib };
    let memory = (0..30).map(|n| at(n, if n < 5 { n * 1000 } else { 90_000 + n * 20 })).collect();
    let figures = Figures { memory, ..Figures::default() };
    assert_eq!(figures.growth(), Some(2 * 1024));
    assert_eq!(Figures::default().growth(), None);
}
