//! What came of tuning: a table of all settings, and what comes closest, in sentences.

use super::super::numbers::Number;
use super::race::Standing;
use super::settings::Setting;
use super::wish::{Met, Wish};
use crate::cli_error::CliError;
use crate::show::console::{Console, Tone};
use serde::Serialize;
use std::collections::BTreeMap;

/// How one setting does by one aim.
#[derive(Debug, Serialize)]
struct Judged {
    /// As it is read back.
    aim: String,
    /// What was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<Number>,
    /// Whether it is met.
    met: Met,
    /// By which part of what is aimed at it is off, as far as is seen.
    #[serde(skip)]
    off: f64,
}

/// A setting and what came of it.
#[derive(Debug, Serialize)]
struct Row {
    /// What each is set to.
    values: BTreeMap<String, String>,
    /// The rules have it so.
    as_it_is: bool,
    /// Games that were played.
    games: u64,
    /// Those of them that ended.
    finished: u64,
    /// Aim by aim.
    aims: Vec<Judged>,
    /// No other is nearer to one aim and as near to all.
    front: bool,
    /// It was left out when another was surely better, or cannot be set up.
    left_out: bool,
    /// Why it cannot be set up.
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble: Option<String>,
}

/// All of it.
#[derive(Debug, Serialize)]
pub(super) struct Told {
    /// The game's title.
    pub game: String,
    /// Who plays for each seat.
    pub bots: Vec<String>,
    /// The seed of all games.
    pub seed: u64,
    /// What is aimed at.
    pub aims: Vec<String>,
    /// It was interrupted.
    pub interrupted: bool,
    settings: Vec<Row>,
    findings: Vec<String>,
}

impl Told {
    /// Brings settings together with what came of them.
    pub fn of(head: Head, wishes: &[Wish], settings: &[Setting], standings: &[Standing]) -> Self {
        let row = |(setting, standing): (&Setting, &Standing)| Row {
            values: setting.said.clone(),
            as_it_is: setting.as_it_is,
            games: standing.games[0],
            finished: standing.games[1],
            aims: wishes
                .iter()
                .zip(&standing.found)
                .map(|(wish, found)| Judged {
                    aim: wish.to_string(),
                    found: *found,
                    met: wish.is_met(found.as_ref()),
                    off: wish.off(found.as_ref()),
                })
                .collect(),
            front: standing.front,
            left_out: standing.left_out,
            trouble: setting.program.as_ref().err().map(ToString::to_string),
        };
        let settings: Vec<Row> = settings.iter().zip(standings).map(row).collect();
        let findings = findings(&settings, wishes);
        let Head { game, bots, seed, interrupted } = head;
        let aims = wishes.iter().map(ToString::to_string).collect();
        Self { game, bots, seed, aims, interrupted, settings, findings }
    }

    /// Which setting is the first to be looked at closely, and whether it meets every aim, or may:
    /// else it is the nearest of the candidates.
    pub fn best(&self) -> Option<(usize, bool)> {
        let played = |row: &Row| row.games > 0 && !row.left_out;
        let nearest = |is: &dyn Fn(&Row) -> bool| {
            let all = self.settings.iter().enumerate().filter(|(_, row)| played(row) && is(row));
            let key = |row: &Row| (row.off(), !row.front);
            let order = |a: &(f64, bool), b: &(f64, bool)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
            all.min_by(|(_, a), (_, b)| order(&key(a), &key(b))).map(|(at, _)| at)
        };
        let meets = |met: &[Met]| nearest(&|row| row.all(met)).map(|at| (at, true));
        meets(&[Met::Yes])
            .or_else(|| meets(&[Met::Yes, Met::Open]))
            .or_else(|| nearest(&|row| row.front).map(|at| (at, false)))
    }

    /// By how much each setting is off what is aimed at.
    pub fn off(&self) -> Vec<f64> {
        self.settings.iter().map(Row::off).collect()
    }

    /// Prints it for people.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn say(&self, console: &mut Console) -> Result<(), CliError> {
        let games: u64 = self.settings.iter().map(|row| row.games).sum();
        let title = format!("# {}: {} settings, {games} games", self.game, self.settings.len());
        console.say(Tone::Heading, &title)?;
        let bots = self.bots.join(", ");
        console.line(&format!("\n{} seats ({bots}); seed {}", self.bots.len(), self.seed))?;
        if self.interrupted {
            console.say(Tone::Wrong, "It was interrupted: settings had fewer games.")?;
        }
        console.say(Tone::Heading, "\n## What comes closest\n")?;
        for finding in &self.findings {
            console.line(&format!("- {finding}"))?;
        }
        console.say(Tone::Heading, "\n## All settings\n")?;
        self.table(console)
    }

    fn table(&self, console: &mut Console) -> Result<(), CliError> {
        let mut head = vec!["setting".to_string(), "games".to_string()];
        head.extend(self.aims.iter().cloned());
        head.push(String::new());
        console.text(&format!("| {} |\n|{}\n", head.join(" | "), "---|".repeat(head.len())))?;
        for row in &self.settings {
            let mut cells = vec![row.name(), row.games.to_string()];
            cells.extend(row.aims.iter().map(Judged::cell));
            cells.push(row.remark());
            console.text(&format!("| {} |\n", cells.join(" | ")))?;
        }
        Ok(())
    }
}

/// What is said of the games as a whole.
pub(super) struct Head {
    /// The game's title.
    pub game: String,
    /// Who plays for each seat.
    pub bots: Vec<String>,
    /// The seed of all games.
    pub seed: u64,
    /// It was interrupted.
    pub interrupted: bool,
}

impl Judged {
    fn cell(&self) -> String {
        let Some(Number { value, ci95: [low, high], .. }) = self.found else {
            return "–".to_string();
        };
        let met = match self.met {
            Met::Yes => "met",
            Met::Open => "open",
            Met::No => "missed",
        };
        format!("{value:.1} ({low:.1} to {high:.1}) {met}")
    }
}

impl Row {
    fn name(&self) -> String {
        let each: Vec<String> = self.values.iter().map(|(name, v)| format!("{name}={v}")).collect();
        each.join(" ")
    }

    fn remark(&self) -> String {
        let mut said = Vec::new();
        if self.as_it_is {
            said.push("the rules today".to_string());
        }
        match (&self.trouble, self.front, self.left_out) {
            (Some(why), ..) => said.push(format!("cannot be set up: {why}")),
            (None, true, _) => said.push("candidate".to_string()),
            (None, false, true) => said.push("ruled out".to_string()),
            (None, false, false) => {}
        }
        said.join(", ")
    }

    fn off(&self) -> f64 {
        self.aims.iter().map(|judged| judged.off).sum()
    }

    fn all(&self, met: &[Met]) -> bool {
        self.aims.iter().all(|judged| met.contains(&judged.met))
    }
}

fn named(rows: &[&Row]) -> String {
    let shown: Vec<String> = rows.iter().take(8).map(|row| format!("`{}`", row.name())).collect();
    let more = rows.len().saturating_sub(8);
    shown.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
}

/// What meets the aims, what may, and what is nearest to each; never one number for all.
fn findings(rows: &[Row], wishes: &[Wish]) -> Vec<String> {
    let mut found = Vec::new();
    let those = |is: &dyn Fn(&Row) -> bool| -> Vec<&Row> {
        rows.iter().filter(|row| row.games > 0 && !row.left_out && is(row)).collect()
    };
    let sure = those(&|row| row.all(&[Met::Yes]));
    let may = those(&|row| row.all(&[Met::Yes, Met::Open]) && !row.all(&[Met::Yes]));
    if sure.is_empty() && may.is_empty() {
        found.push("No setting that was tried meets every aim.".to_string());
    }
    if !sure.is_empty() {
        let meets = if sure.len() == 1 { "meets" } else { "meet" };
        found.push(format!("Certainly {meets} every aim: {}.", named(&sure)));
    }
    if !may.is_empty() {
        found.push(format!(
            "Perhaps every aim is met with {}. More games would tell: `-n {}`.",
            named(&may),
            may.iter().map(|row| row.games).max().unwrap_or(1).saturating_mul(4)
        ));
    }
    let front = those(&|row| row.front);
    if front.len() > 1 && wishes.len() > 1 {
        for (at, wish) in wishes.iter().enumerate() {
            let miss = |row: &&&Row| {
                let found = row.aims.get(at).and_then(|judged| judged.found);
                found.map_or(f64::MAX, |number| wish.miss(number.value))
            };
            let nearest = front.iter().min_by(|a, b| miss(a).total_cmp(&miss(b)));
            let Some(row) = nearest else { continue };
            let said: Vec<String> = row
                .aims
                .iter()
                .filter_map(|judged| Some(format!("{}: {:.1}", judged.aim, judged.found?.value)))
                .collect();
            let (name, said) = (row.name(), said.join("; "));
            found.push(format!("Nearest to “{wish}” is `{name}` ({said})."));
        }
    }
    found.extend(moved(rows, wishes));
    found
}

/// Which of the numbers moves an aim, where only one is tuned.
fn moved(rows: &[Row], wishes: &[Wish]) -> Vec<String> {
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Vec::new() };
    if first.values.len() != 1 || rows.len() < 3 {
        return Vec::new();
    }
    let one = |at: usize, wish: &Wish| {
        let (a, b) = (first.aims.get(at)?.found?, last.aims.get(at)?.found?);
        let apart = a.ci95[1] < b.ci95[0] || b.ci95[1] < a.ci95[0];
        let with = |number: Number, row: &Row| format!("{:.1} with `{}`", number.value, row.name());
        let (from, to) = (with(a, first), with(b, last));
        apart.then(|| format!("Measured for “{wish}”: {from}, {to}."))
    };
    wishes.iter().enumerate().filter_map(|(at, wish)| one(at, wish)).collect()
}
