//! How strong the player `search` is: a table with 95 % intervals.
//!
//! `strength [GAME …] [-n GAMES] [--players N] [--seat WHO] [--against WHO] [--option NAME=VALUE]
//! [--threads N] [--seed S] [--seconds S] [--untaught]`: one line a game and opponent. Without
//! games, every game of the repository that two can play, then those of `games` for two to four
//! with nobody else at the table; without opponents, `random` and `greedy`. `--against itself`: it
//! plays all seats. Where a game keeps a score, it says by how many points the player was ahead of
//! the mean of the others at the end, on average, and the 95 % interval of that. The same numbers
//! on any number of threads, unless a line is given so many seconds to begin games in. What lies in
//! `GAME.bot.json` is used, unless `--untaught`.
#![expect(clippy::float_arithmetic, reason = "this measures, it plays no game")]

use houserules::setup::{SetUp, options};
use houserules::show::interval::{in_parts, share, spread};
use houserules_bots::level::Thinking;
use houserules_interpreter::ask::Setup;
use houserules_interpreter::program::Program;
use houserules_study::sim::Player;
use houserules_study::strength::{Board, Match, Standing};
use houserules_tests::agree::games::{compiled, in_folder, taught};
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;
#[expect(clippy::disallowed_types, reason = "this measures, it plays no game")]
use std::time::Instant;

/// What is measured.
struct Asked {
    games: u64,
    seats: Vec<u8>,
    player: Player,
    /// Who sits at the other seats; none: itself.
    against: Vec<Option<Player>>,
    options: SetUp,
    seed: u64,
    most: u64,
    /// How long new games of a line are begun; none: until all are played.
    seconds: Option<u64>,
    untaught: bool,
    paths: Vec<PathBuf>,
}

fn player(word: &str) -> Result<Player, String> {
    match word {
        "random" => Ok(Player::Random),
        "random-options" => Ok(Player::RandomOptions),
        "greedy" => Ok(Player::Greedy),
        other => match Thinking::read(other) {
            Some(Thinking::Millis(_)) | None => Err(format!("no player here is called `{other}`")),
            Some(thinking) => Ok(Player::Search(thinking)),
        },
    }
}

fn asked() -> Result<Asked, String> {
    let mut asked = Asked {
        games: 100,
        seats: vec![2],
        player: Player::Search(Thinking::Tries(1000)),
        against: Vec::new(),
        options: SetUp::default(),
        seed: 1,
        most: 20_000,
        seconds: None,
        untaught: false,
        paths: Vec::new(),
    };
    let mut threads = 0;
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("`{word}` needs a value"));
        let number = |text: String| text.parse::<u64>().map_err(|_| format!("`{text}`?"));
        match word.as_str() {
            "-n" => asked.games = number(value()?)?,
            "--players" => asked.seats = vec![number(value()?)?.clamp(1, 32) as u8],
            "--seat" => asked.player = player(&value()?)?,
            "--against" => asked.against.push(match value()?.as_str() {
                "itself" => None,
                other => Some(player(other)?),
            }),
            "--option" => asked.options.options.push(value()?),
            "--threads" => threads = number(value()?)? as usize,
            "--seed" => asked.seed = number(value()?)?,
            "--seconds" => asked.seconds = Some(number(value()?)?),
            "--untaught" => asked.untaught = true,
            "--most" => asked.most = number(value()?)?,
            _ => asked.paths.push(PathBuf::from(&word)),
        }
    }
    if asked.against.is_empty() {
        asked.against = vec![Some(Player::Random), Some(Player::Greedy)];
    }
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build_global()
        .map_err(|e| e.to_string())?;
    Ok(asked)
}

fn main() {
    let mut asked = match asked() {
        Ok(asked) => asked,
        Err(why) => return eprintln!("{why}"),
    };
    let head = ["Game", "seats", "against", "games", "won of the decided", "95 %", "shared"];
    let head = [&head[..], &["no end", "decisions", "points ahead"]].concat();
    println!("| {} |\n|{}", head.join(" | "), "---|".repeat(head.len()));
    if !asked.paths.is_empty() {
        return table(&asked);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    asked.paths = ["games", "examples"].iter().flat_map(|f| in_folder(&root.join(f))).collect();
    table(&asked);
    asked.paths = in_folder(&root.join("games"));
    (asked.seats, asked.against) = (vec![2, 3, 4], vec![None]);
    table(&asked);
}

fn table(asked: &Asked) {
    for path in &asked.paths {
        for seats in &asked.seats {
            if let Err(why) = measure(path, *seats, asked) {
                eprintln!("{}: {why}", path.display());
            }
        }
    }
}

/// Games that are dealt alike, with the player at each seat once. How far it was ahead in all of
/// them is one number: whatever luck dealt helps it in one game and the others in another.
fn of_a_deal(games: impl Iterator<Item = Standing>, seats: u8) -> Standing {
    let mut all = games.fold(Standing::default(), Standing::and);
    let ahead = std::mem::take(&mut all.ahead);
    if ahead.count == u64::from(seats) {
        all.ahead.extend(i64::try_from(ahead.sum));
    }
    all
}

/// How many points the player was ahead, and the ends of the 95 % interval.
fn points(standing: &Standing, seats: u8) -> String {
    let Some((middle, ends)) = spread(&standing.ahead) else { return "-".to_string() };
    let whole = i64::from(seats) * (i64::from(seats) - 1).max(1);
    let [middle, low, high] = [middle, ends[0], ends[1]].map(|n| in_parts(n, whole));
    format!("{middle:.2} ({low:.2} to {high:.2})")
}

fn measure(path: &Path, seats: u8, asked: &Asked) -> Result<(), String> {
    let book = if asked.untaught { compiled(path) } else { taught(path) }?;
    if !(book.players.0..=book.players.1).contains(&seats) {
        return Ok(());
    }
    let options = options(&book, &asked.options.options).map_err(|e| e.to_string())?;
    let setup = Setup { seats, options };
    let program = Arc::new(Program::new(book, &setup).map_err(|e| e.to_string())?);
    for against in &asked.against {
        let of = Match {
            setup: setup.clone(),
            player: asked.player,
            against: against.unwrap_or(asked.player),
            seed: asked.seed,
            max_decisions: asked.most,
        };
        let begin = || Board::new(Arc::clone(&program), of.clone());
        let deals = (0..asked.games.div_ceil(u64::from(seats))).into_par_iter();
        #[expect(clippy::disallowed_types, reason = "this measures, it plays no game")]
        let began = Instant::now();
        let on = |_: &u64| asked.seconds.is_none_or(|most| began.elapsed().as_secs() < most);
        let played = deals.filter(on).map_init(begin, |board, deal| {
            let first = deal * u64::from(seats);
            let games = first..(first + u64::from(seats)).min(asked.games);
            of_a_deal(games.map(|index| board.play(index)), seats)
        });
        let standing = played.reduce(Standing::default, Standing::and);
        let (part, [low, high]) = share(standing.won, standing.decided());
        println!(
            "| {} | {seats} | {} | {} | {:.1} % | {:.1} to {:.1} | {} | {} | {:.0} | {} |",
            program.book.title,
            against.map_or_else(|| "itself".to_string(), Player::name),
            standing.games,
            part * 100.0,
            low * 100.0,
            high * 100.0,
            standing.shared,
            standing.unfinished,
            standing.decisions as f64 / standing.games.max(1) as f64,
            points(&standing, seats),
        );
    }
    Ok(())
}
