//! Everybody's figures: a table of them beside ours, and whether all played the same games.
#![expect(clippy::float_arithmetic, reason = "this measures, it plays no game")]

use crate::speed::{Tally, Timed};
use std::collections::BTreeMap;

/// Further off than so many standard errors is another game. There are about a hundred comparisons.
pub const TOO_FAR: f64 = 5.0;

/// Games as they go by our rules, of which others are to be no different.
#[derive(Debug, Clone)]
pub struct Game {
    /// What it is called.
    pub name: String,
    /// With moves drawn step by step, as `random` does; of no games if nobody knows.
    pub by_steps: Tally,
    /// With every complete move as likely, as `random-options` does.
    pub by_options: Tally,
}

/// One of those who play.
#[derive(Debug, Clone, Default)]
pub struct Side {
    /// What it is, with its version.
    pub title: String,
    /// Whether it draws every complete move alike.
    pub by_options: bool,
    /// Why it is not measured.
    pub missing: Option<String>,
    /// What it played, by the game's name.
    pub played: BTreeMap<String, Timed>,
}

/// All who play; all are compared with the first one that has the game.
#[derive(Debug, Clone, Default)]
pub struct Contest {
    /// What is played.
    pub games: Vec<Game>,
    /// Who plays, in the order of the tables.
    pub sides: Vec<Side>,
}

/// How far one figure of one side is off.
#[derive(Debug, Clone, PartialEq)]
pub struct Off {
    /// `Rhai 1.27.0, breakthrough: decisions a game`
    pub what: String,
    /// In standard errors.
    pub errors: f64,
}

impl Contest {
    /// How long our decisions take, and how many times as long those of others.
    #[must_use]
    pub fn table(&self) -> String {
        let mut table = self.head("a random decision");
        for side in &self.sides {
            self.row(&mut table, side, |game| {
                let figure = side.played.get(game)?.nanoseconds()?;
                let first = self.sides.iter().find(|s| s.played.contains_key(game))?;
                if std::ptr::eq(first, side) {
                    return Some(nanoseconds(figure));
                }
                Some(times(figure / first.played.get(game)?.nanoseconds()?))
            });
        }
        table
    }

    /// How long decisions took, how many a game had, and how many of 100 games those won who began.
    #[must_use]
    pub fn course(&self) -> String {
        let mut table = self.head("a decision; decisions a game; won by who begins");
        for side in &self.sides {
            self.row(&mut table, side, |game| {
                let timed = side.played.get(game)?;
                let Tally { games, decisions, won, .. } = timed.tally;
                let each = |n: u64| n as f64 / games.max(1) as f64;
                let (length, share) = (each(decisions), each(won[0]) * 100.0);
                Some(format!("{}; {length:.2}; {share:.1} %", nanoseconds(timed.nanoseconds()?)))
            });
        }
        table
    }

    fn head(&self, corner: &str) -> String {
        let names: Vec<_> = self.games.iter().map(|game| game.name.as_str()).collect();
        format!("| {corner} | {} |\n|---|{}\n", names.join(" | "), "---:|".repeat(names.len()))
    }

    fn row(&self, table: &mut String, side: &Side, cell: impl Fn(&str) -> Option<String>) {
        let shown = |game: &Game| cell(&game.name).unwrap_or_else(|| "–".into());
        let mut cells: Vec<_> = self.games.iter().map(shown).collect();
        if let (Some(why), Some(first)) = (&side.missing, cells.first_mut()) {
            *first = format!("not measured: {}", why.replace('|', "/"));
        }
        *table += &format!("| {} | {} |\n", side.title, cells.join(" | "));
    }

    /// How far everybody's games are off those that they should be: their length, and how many the
    /// first two seats win. The furthest first.
    #[must_use]
    pub fn off(&self) -> Vec<Off> {
        let mut found = Vec::new();
        for side in &self.sides {
            for game in &self.games {
                let usual = if side.by_options { game.by_options } else { game.by_steps };
                let played = side.played.get(&game.name);
                if let Some(played) = played.filter(|p| p.tally.games > 0 && usual.games > 0) {
                    let place = format!("{}, {}", side.title, game.name);
                    found.extend(
                        compared(&usual, played)
                            .map(|(what, errors)| Off { what: format!("{place}: {what}"), errors }),
                    );
                }
            }
        }
        found.sort_by(|a, b| b.errors.total_cmp(&a.errors));
        found
    }
}

/// How far off games are that are to be as usual, by each figure.
fn compared(usual: &Tally, played: &Timed) -> [(&'static str, f64); 3] {
    let (n, other) = (usual.games as f64, &played.tally);
    let m = other.games as f64;
    // One of each kind at least, so that a figure which never varies has an error, too.
    let both = 1.0 / n + 1.0 / played.looked_at.max(1) as f64;
    let mean = usual.decisions as f64 / n;
    let variance = (usual.squares as f64 / n - mean * mean).max(1.0 / n);
    let length = (other.decisions as f64 / m - mean).abs() / (variance * both).sqrt();
    let share = |seat: usize| {
        let part = usual.won[seat] as f64 / n;
        let variance = (part * (1.0 - part)).max(1.0 / n);
        (other.won[seat] as f64 / m - part).abs() / (variance * both).sqrt()
    };
    [("decisions a game", length), ("games won by who begins", share(0)), ("by the next", share(1))]
}

/// `30.0 ns`, `1250 ns`
fn nanoseconds(figure: f64) -> String {
    let digits = if figure < 100.0 { 1 } else { 0 };
    format!("{figure:.digits$} ns")
}

/// `1.6×`, `0.62×`, `4100×`: two digits that count.
fn times(ratio: f64) -> String {
    match ratio {
        r if r < 1.0 => format!("{r:.2}×"),
        r if r < 10.0 => format!("{r:.1}×"),
        r if r < 100.0 => format!("{r:.0}×"),
        r => {
            let unit = 10f64.powi(r.log10() as i32 - 1);
            format!("{}×", (r / unit).round() * unit)
        }
    }
}
