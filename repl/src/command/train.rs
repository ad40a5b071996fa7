//! `train`: bots play a game many times, and learn what a position is worth. What they learnt is
//! written beside the rules, if it wins.
#![expect(
    clippy::float_arithmetic,
    reason = "shares of finished games, for people; no bot reads them"
)]

use crate::arguments::{Format, Train as Asked};
use crate::cli_error::CliError;
use crate::engine::Starter;
use crate::rules::{self, RuleFiles, Rules};
use crate::setup::{self, Sitter};
use crate::show::console::{Console, Tone};
use crate::show::interval::{percent, share};
use crate::writing;
use houserules_bots::model::Model;
use houserules_bots::prospect::Taught;
use houserules_files::learnt;
use houserules_interpreter::ask::Setup;
use houserules_interpreter::chance::Seed;
use houserules_study::sim::Player;
use houserules_study::strength::Standing;
use houserules_study::train::duel::{Duel, Ring};
use houserules_study::train::lesson::{Lesson, School, Style, Subject};
use houserules_study::train::{firmer, learn};
use rayon::prelude::*;
use serde::Serialize;
use std::sync::Arc;

/// So much is done in a round, if nobody says how many games: a decision in somebody's head, in a
/// position of so many bytes.
const BUDGET: u64 = 10_000_000;
const BYTES: u64 = 256;
/// As many games as that, but no fewer and no more than these.
const LEAST: u64 = 32;
const MOST: u64 = 4000;
/// Who wins is found out in an eighth as many games, but no fewer and no more than these.
const FEWEST_DUELS: u64 = 40;
const MOST_DUELS: u64 = 200;
/// Seeds of games that are learnt from, and of those that prove, are others.
const PROVING: u64 = 0x7261_6365;

/// A round of learning.
#[derive(Debug, Serialize)]
struct Round {
    games: u64,
    /// Games that came to an end.
    finished: u64,
    terms: usize,
    /// Against the best of the rounds before.
    duel: Share,
    kept: bool,
}

/// How often somebody won the games with a winner.
#[derive(Debug, Serialize)]
struct Share {
    games: u64,
    won: u64,
    lost: u64,
    share: f64,
    ci95: [f64; 2],
    /// The share of those who are as good as the others.
    fair: f64,
}

/// What came of it all.
#[derive(Debug, Serialize)]
struct Trained {
    game: String,
    rules_hash: String,
    players: u8,
    seed: u64,
    rounds: Vec<Round>,
    /// Against those who have learnt nothing, on other seeds.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<Share>,
    /// The file that was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

/// Who learns, and how.
struct Training<'a> {
    asked: &'a Asked,
    subject: Arc<Subject>,
    seed: u64,
    pool: rayon::ThreadPool,
}

/// Learns, and writes what was learnt.
///
/// # Errors
/// If the game or the table is wrong, or the file cannot be written.
pub fn run(asked: &Asked, console: &mut Console) -> Result<(), CliError> {
    let files = RuleFiles::new(&asked.game, &asked.set_up.variants)?;
    if !files.variants.is_empty() {
        return Err(CliError::call("bots learn the game, not a variant of it").help(
            "leave the variant out: what was learnt of the game is used under its variants, too",
        ));
    }
    may_be_written(&files, asked.force)?;
    let rules = rules::runnable(&files, console)?;
    let training = training(asked, &rules)?;
    let mut trained = Trained {
        game: rules.book.title.clone(),
        rules_hash: houserules_table::journal::fingerprint::rules_hash(&rules.book),
        players: training.subject.setup.seats,
        seed: training.seed,
        rounds: Vec::new(),
        proof: None,
        file: None,
    };
    let people = asked.format == Format::Human;
    let best = training.rounds(&mut trained, people.then_some(&mut *console))?;
    let mut wins = false;
    if let Some(model) = &best {
        let proof = training.duel(model, None, training.seed ^ PROVING);
        wins = proof.ci95[0] > proof.fair;
        trained.proof = Some(proof);
    }
    if let Some(mut model) = best.filter(|_| wins || asked.force) {
        model.learnt = training.how(&trained);
        let path = learnt::place(&files.game);
        writing::whole(&path, &learnt::text(&model)?)?;
        trained.file = Some(path.display().to_string());
    }
    match asked.format {
        Format::Json => console.json(&trained),
        Format::Human => told(&trained, console),
    }
}

/// What stands there already must be what was learnt before.
fn may_be_written(files: &RuleFiles, force: bool) -> Result<(), CliError> {
    match learnt::model(&files.game) {
        Ok(_) => Ok(()),
        Err(_) if force => Ok(()),
        Err(trouble) => Err(trouble),
    }
}

fn training<'a>(asked: &'a Asked, rules: &Rules) -> Result<Training<'a>, CliError> {
    let table = setup::table(&rules.book, &asked.set_up, Sitter::Greedy, Sitter::Greedy)?;
    if table.sitters.iter().any(|sitter| *sitter != Sitter::Greedy) {
        return Err(
            CliError::call("`train` puts its own players on all seats").help("leave `--seat` out")
        );
    }
    let setup = Setup { seats: table.sitters.len() as u8, options: table.options };
    let program = Starter::new(&rules.book, false).program(&setup)?;
    let subject = Subject::new(program, setup, Arc::clone(&rules.declared));
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(asked.threads.unwrap_or(0))
        .stack_size(16 << 20)
        .build()
        .map_err(|e| CliError::Input(format!("cannot start threads: {e}"), None))?;
    let seed = asked.set_up.seed.map_or(1, Seed::folded);
    Ok(Training { asked, subject: Arc::new(subject), seed, pool })
}

impl Training<'_> {
    /// All rounds; the best of what was learnt in them, if anything was.
    fn rounds(
        &self,
        trained: &mut Trained,
        mut console: Option<&mut Console>,
    ) -> Result<Option<Model>, CliError> {
        let mut best: Option<Model> = None;
        let mut lessons: Vec<Lesson> = Vec::new();
        let mut first = 0;
        for round in 0..u64::from(self.asked.rounds) {
            // What comes of positions by chance tells a good deal, and very many such games are
            // played in no time; then those play who know that.
            let style =
                if round == 0 { Style::Chance } else { Style::Looking(self.taught(best.as_ref())) };
            let games = self.asked.games.unwrap_or_else(|| self.usual_games(&style));
            let more = self.lessons(&style, first..first + games);
            first += games;
            let finished = more.iter().filter(|lesson| lesson.won.is_some()).count() as u64;
            // What was played by chance is forgotten first.
            if round == 1 {
                lessons.clear();
            }
            lessons.extend(more);
            let Some(fitted) = learn(&self.subject, &lessons) else { break };
            let seed = self.seed ^ PROVING ^ (round + 1);
            let (model, duel) = self.firmest(&fitted, best.as_ref(), seed);
            let kept = duel.share > duel.fair;
            let row = Round { games, finished, terms: model.terms.len(), duel, kept };
            if let Some(console) = &mut console {
                console.line(&said(round + 1, &row))?;
            }
            trained.rounds.push(row);
            if kept {
                best = Some(model);
            }
        }
        Ok(best)
    }

    /// Of what was fitted, with more and more trust in what the rules let players strive for, what
    /// wins most.
    fn firmest(&self, fitted: &Model, best: Option<&Model>, seed: u64) -> (Model, Share) {
        let tried = firmer(fitted).into_iter().map(|model| {
            let duel = self.duel(&model, best, seed);
            (model, duel)
        });
        let more = |a: &Share, b: &Share| b.won * (a.won + a.lost) > a.won * (b.won + b.lost);
        let better = |a: (Model, Share), b: (Model, Share)| if more(&a.1, &b.1) { b } else { a };
        tried.reduce(better).unwrap_or_else(|| unreachable!("what was fitted is tried itself"))
    }

    /// So many games fit into what is done in a round; counted in the first of them, so that it is
    /// the same on every machine.
    fn usual_games(&self, style: &Style) -> u64 {
        let mut school = School::new(Arc::clone(&self.subject), style);
        let weight = 1 + u64::from(self.subject.program.schema.size) / BYTES;
        let lesson = school.play(self.seed, 0, self.asked.max_decisions);
        let fit = BUDGET / lesson.work.saturating_mul(weight).max(1);
        (fit / 8 * 8).clamp(LEAST, MOST)
    }

    fn lessons(&self, style: &Style, games: std::ops::Range<u64>) -> Vec<Lesson> {
        let begin = || School::new(Arc::clone(&self.subject), style);
        let most = self.asked.max_decisions;
        self.pool.install(|| {
            let games = games.into_par_iter();
            games.map_init(begin, |school, game| school.play(self.seed, game, most)).collect()
        })
    }

    /// Those who know a model against those who know another, or nothing.
    fn duel(&self, model: &Model, other: Option<&Model>, seed: u64) -> Share {
        let games = self.asked.games.map_or(MOST_DUELS / 2, |games| games / 8);
        let games = games.clamp(FEWEST_DUELS, MOST_DUELS);
        let duel = Duel {
            player: Player::Greedy,
            taught: self.taught(Some(model)),
            against: self.taught(other),
            seed,
            max_decisions: self.asked.max_decisions,
        };
        let begin = || Ring::new(&self.subject, &duel);
        let played: Standing = self.pool.install(|| {
            let games = (0..games).into_par_iter();
            games
                .map_init(begin, |ring, game| ring.play(game))
                .reduce(Standing::default, Standing::and)
        });
        let (part, ci95) = share(played.won, played.decided());
        // Where all win together, each lot has a table for itself.
        let seats = if self.subject.together { 2 } else { self.subject.setup.seats.max(1) };
        let fair = 1.0 / f64::from(seats);
        Share { games: played.games, won: played.won, lost: played.lost, share: part, ci95, fair }
    }

    fn taught(&self, model: Option<&Model>) -> Taught {
        model.map_or(Taught::Nothing, |model| {
            let (learnt, _) = model.under(Arc::clone(&self.subject.declared));
            Taught::This(Arc::new(learnt))
        })
    }

    /// How something was learnt, as the file says it.
    fn how(&self, trained: &Trained) -> String {
        let games: u64 = trained.rounds.iter().map(|round| round.games).sum();
        let proof = trained.proof.as_ref().map(in_words).unwrap_or_default();
        format!("{games} games of {} players, seed {}; {proof}", trained.players, self.seed)
    }
}

/// `won 61 of 90 decided games against …, 68 % (58 to 76)`
fn in_words(share: &Share) -> String {
    let [low, high] = share.ci95.map(|end| format!("{:.0}", end * 100.0));
    let decided = share.won + share.lost;
    format!(
        "`greedy` with it won {} of {decided} decided games against `greedy` without it, {} ({low} \
         to {high}; if it were no better: {})",
        share.won,
        percent(share.share),
        percent(share.fair)
    )
}

fn said(number: u64, round: &Round) -> String {
    let Round { games, finished, terms, duel, kept } = round;
    let decided = duel.won + duel.lost;
    let what = match (number, kept) {
        (1, true) => "games against `greedy` that knows only the rules: kept",
        (1, false) => "games against `greedy` that knows only the rules: not kept",
        (_, true) => "games against the best so far: kept",
        (_, false) => "games against the best so far: not kept",
    };
    format!(
        "Round {number}: {games} games, {finished} came to an end; {terms} terms; with them \
         `greedy` won {} of {decided} {what}.",
        duel.won
    )
}

fn told(trained: &Trained, console: &mut Console) -> Result<(), CliError> {
    let Some(proof) = &trained.proof else {
        return console.line(
            "Nothing was learnt that wins: bots go on playing by the rules alone. More games \
             (`-n`) may tell more.",
        );
    };
    console.line(&format!("On other seeds {}.", in_words(proof)))?;
    match &trained.file {
        Some(file) => console.line(&format!("Written to {file}: bots use it from now on.")),
        None => console.say(
            Tone::Faint,
            "That may be chance, so nothing is written. More games (`-n`) may tell more; `--force` \
             writes it all the same.",
        ),
    }
}
