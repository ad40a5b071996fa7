//! The command line, as `cli.md` fixes it. Values that depend on the game (seats, options) stay
//! text here.

use crate::pace::Pace;
use clap::{Args, Parser, Subcommand, ValueEnum};
use houserules_files::opening::Asked;
pub use houserules_files::opening::Which;
pub use houserules_files::setup::SetUp;
use houserules_files::setup::Sitter;
use std::net::SocketAddr;
use std::path::PathBuf;

/// The program's arguments.
#[derive(Debug, Parser)]
#[command(name = "houserules", version, propagate_version = true, subcommand_required = true)]
#[command(about = "Plays, checks, tests and simulates tabletop games written as rulebooks")]
#[command(after_help = "Start with: houserules new my_game")]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Say what is wrong with the rules, and where
    #[command(after_help = "Examples:\n  houserules check games/*.rules\n  \
        houserules check examples/variants/*.rules --options\n\n\
        A variant is checked over each of its games. They are looked for beside it and in `games`, there and up to\n\
        two folders further out.")]
    Check(Check),
    /// Run the tests in rules files
    #[command(after_help = "Example: houserules test games/banditos_schacht.rules")]
    Test(Test),
    /// Let bots play many games, and say how they went
    #[command(
        after_help = "Examples:\n  houserules sim games/banditos_schacht.rules -n 10000 --players \
                      3\n  houserules sim games/bandit.rules -n 1000 --variant A.rules \
                      --vs-base\n  houserules sim games/bandit.rules -n 1000 --track \
                      \"count(draw_pile)\""
    )]
    Sim(Sim),
    /// Play many games and report: is it fair, is it over in time, what is each rule worth
    #[command(
        after_help = "Examples:\n  houserules study games/bandit.rules --report bandit.html\n  \
        houserules study GAME --games 0..500 --data a.jsonl\n  \
        houserules study GAME --games 0..1000 --merge a.jsonl --merge b.jsonl --report all.html\n\n\
        docs/study.md says how to read a report. What is done when you interrupt it is kept."
    )]
    Study(Study),
    /// Teach the bots a game: they play it many times, and learn what a position is worth
    #[command(after_help = "Examples:\n  houserules train games/bandit.rules\n  \
                      houserules train GAME --players 3 -n 400 --rounds 4\n\n\
                      What was learnt is written to GAME.bot.json beside the rules, as terms that\n\
                      can be read; `greedy` and `search` use it from then on. It is written only\n\
                      if it wins.")]
    Train(Train),
    /// Find good numbers for the rules: try many settings and say which come nearest your aims
    #[command(after_help = "Examples:\n  \
        houserules tune GAME --option NAME=3..7 --aim \"seats within 3 points\"\n  \
        houserules tune GAME --define hand_size=5..9 --aim \"90 to 120 turns, ties at most 5 %\"\n\
        \nWhat can be aimed at: seats, first, turns, rounds, decisions, minutes, ties, wins,\n\
        lead changes, comebacks, decided, unfinished. docs/study.md says what they mean.")]
    Tune(Tune),
    /// Play a game at this terminal
    #[command(after_help = "Examples:\n  houserules play games/banditos_schacht.rules\n  \
        houserules play GAME --players 4 --seat 1=human --seat 2=human --name 1=Mia --journal evening.journal\n\n\
        When several players race to answer (`by race of`), the order is drawn by lot from the game's seed each time:\n\
        at one screen nobody can be quicker. Nobody sees an answer until all have answered. The journal keeps the\n\
        order.")]
    Play(Play),
    /// Tables in the browser: everyone at their own screen, while the rules change
    #[command(after_help = "Examples:\n  houserules serve games/bandit.rules --players 4\n  \
        houserules serve games --listen 0.0.0.0:4000\n\n\
        It prints a link for every seat, one for onlookers and one for the host. However it ends,\n\
        the same call brings every table back under the same links.")]
    Serve(Serve),
    /// At every save, check the rules, test them, play a few games, and bring them into a running
    /// game
    #[command(after_help = "Example: houserules watch games/banditos_schacht.rules")]
    Watch(Watch),
    /// The workbench: play, step, look, ask why, go back, change the table
    #[command(
        after_help = "Examples:\n  houserules repl games/banditos_schacht.rules --seed 7\n  \
        houserules repl GAME --journal evening.journal\n  houserules repl GAME < script\n  \
        houserules repl evening.journal --at 41\n\n\
        A journal in place of a game is only looked into: it stays as it is.\n\
        `help` lists what you can type there. A script prints the same as typing does; its exit status is 1 if a\n\
        command in it fails."
    )]
    Repl(Repl),
    /// Play a journal again, and say whether everything comes out the same
    #[command(after_help = "Example: houserules replay evening.journal")]
    Replay(Replay),
    /// Format rules
    #[command(after_help = "Examples:\n  houserules fmt games/*.rules\n  houserules fmt --check \
        games/*.rules\n\n\
        Only indentation and spaces change. Line breaks, words, texts and remarks stay as they are. A file that does\n\
        not parse is left alone.")]
    Fmt(Fmt),
    /// Write a rulebook for people to read
    #[command(after_help = "Example: houserules doc games/bandit.rules -o bandit.html")]
    Doc(Doc),
    /// Start a game: make a folder with a small playable one, its tests, and a variant
    #[command(after_help = "Example: houserules new my_game")]
    New(New),
    /// Say what a code means, with an example that fails and the same example mended
    #[command(after_help = "Example: houserules explain E0405")]
    Explain(Explain),
    /// Run a game for another program: it sends requests as JSON, one a line, and gets answers
    #[command(after_help = "Example: houserules engine games/bandit.rules --players 4\n\n\
        docs/engine.md says what can be asked.")]
    Engine(Engine),
    /// Draw the boards of the game in a journal as an SVG picture
    #[command(after_help = "Example: houserules draw evening.journal --seat 2 -o table.svg")]
    Draw(Draw),
    /// Write a script by which a shell completes commands, options and names of files
    #[command(after_help = "Example: houserules completions bash > \
        ~/.local/share/bash-completion/completions/houserules")]
    Completions(Completions),
    /// Print the manual page of the program, or of one command, for `man` to show
    #[command(
        after_help = "Examples:\n  houserules man > houserules.1\n  houserules man sim | man -l -"
    )]
    Man(Man),
    /// Run the language server, with which editors check rules as you type
    #[command(
        after_help = "Your editor starts it by itself; docs/editor.md says how to tell it to."
    )]
    Lsp,
}

/// What `play` is called with.
#[derive(Debug, Args)]
pub struct Play {
    /// The game: a `.rules` file, or the folder of a game
    pub game: PathBuf,
    /// How the table is made up
    #[command(flatten)]
    pub set_up: SetUp,
    /// Name a player: `NAME` for the next free seat, or `K=NAME`; seats count from 1; may be
    /// repeated
    #[arg(long = "name", value_name = "NAME")]
    pub names: Vec<String>,
    /// Keep the game in this file; if it holds one already, go on with it
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// How long to show each move when several bots move in a row: seconds, `enter` or `none`;
    /// usually 1 at a terminal, none in a pipe
    #[arg(long, value_name = "PACE")]
    pub pace: Option<Pace>,
    /// Go on with a journal under the rules it was kept under, or under those in the files today
    #[arg(long, value_enum, default_value_t, value_name = "WHICH")]
    pub rules: Which,
}

impl Play {
    /// What is to be opened: people sit at seat 1, bots elsewhere, unless it says otherwise.
    #[must_use]
    pub fn asked(&self) -> Asked<'_> {
        Asked {
            game: &self.game,
            set_up: &self.set_up,
            names: &self.names,
            usual: (Sitter::Human, None),
            journal: self.journal.as_deref(),
            rules: self.rules,
        }
    }
}

/// What `repl` may be asked.
#[derive(Debug, Args)]
pub struct Repl {
    /// What is opened
    #[command(flatten)]
    pub play: Play,
    /// Begin at this point of a journal, by its number
    #[arg(long, value_name = "POINT")]
    pub at: Option<u32>,
}

/// What `serve` is called with.
#[derive(Debug, Args)]
pub struct Serve {
    /// The game: a `.rules` file; or a folder: a table for each of its games, and a lobby
    pub game: PathBuf,
    /// How the table is made up
    #[command(flatten)]
    pub set_up: SetUp,
    /// Name a player: `NAME` for the next free seat, or `K=NAME`; seats count from 1; may be
    /// repeated
    #[arg(long = "name", value_name = "NAME")]
    pub names: Vec<String>,
    /// Keep journals, links and notes in this folder; tables that it has come back
    #[arg(long, value_name = "DIR")]
    pub journals: Option<PathBuf>,
    /// Where to listen; port 0 picks one, and keeps to it
    #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:0")]
    pub listen: SocketAddr,
    /// How the server is reached from outside, if another one stands before it:
    /// `https://table.example.org`
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
    /// How long to show each move when several bots move in a row: seconds or `none`
    #[arg(long, value_name = "PACE")]
    pub pace: Option<Pace>,
    /// How to write the links
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// What `watch` is called with.
#[derive(Debug, Args)]
pub struct Watch {
    /// The game: a `.rules` file, or the folder of a game
    pub game: PathBuf,
    /// How the table is made up
    #[command(flatten)]
    pub set_up: SetUp,
    /// How many choices bots make in the running game before it waits
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub moves: u64,
    /// How many games bots play at every save
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub games: u64,
    /// End after this many saves
    #[arg(long, value_name = "N")]
    pub saves: Option<u64>,
}

/// What `engine` is called with.
#[derive(Debug, Args)]
pub struct Engine {
    /// The game: a `.rules` file, or the folder of a game
    pub game: PathBuf,
    /// How the table is made up
    #[command(flatten)]
    pub set_up: SetUp,
}

/// What `test` is called with.
#[derive(Debug, Args)]
pub struct Test {
    /// Games and variants, or folders to look for them in
    #[arg(value_name = "PATH", default_value = "games")]
    pub paths: Vec<PathBuf>,
    /// How to write the results
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Lay a variant over the game; may be repeated, bottom layer first
    #[arg(long = "variant", value_name = "FILE")]
    pub variants: Vec<PathBuf>,
    /// A list of the printed rules (`- **ID** …`): also say which of them have a test and which do
    /// not
    #[arg(long, value_name = "INVENTORY.md")]
    pub rules: Option<PathBuf>,
}

/// What `sim` is called with.
#[derive(Debug, Args)]
pub struct Sim {
    /// The game: a `.rules` file, or the folder of a game
    pub game: PathBuf,
    /// How many games
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1_000)]
    pub games: u64,
    /// How many threads; the result is the same for any number
    #[arg(long, value_name = "T")]
    pub threads: Option<usize>,
    /// How the table is made up
    #[command(flatten)]
    pub set_up: SetUp,
    /// Play the same seeds again with these variants instead, and say what differs; may be repeated
    #[arg(long = "vs-variant", value_name = "FILE", conflicts_with = "vs_base")]
    pub vs_variants: Vec<PathBuf>,
    /// Play the same seeds again without variants, and say what differs
    #[arg(long)]
    pub vs_base: bool,
    /// Follow a number, an amount or a condition of the rules through the games:
    /// `--track "sum(p.cash for p in players)"`; with `me`, for each seat; may be repeated
    #[arg(long = "track", value_name = "EXPRESSION")]
    pub tracks: Vec<String>,
    /// Give a game up as stalled after this many decisions
    #[arg(long, value_name = "M", default_value_t = 100_000)]
    pub max_decisions: u64,
    /// Who plays in seats that `--seat` does not name; `random-options` chooses evenly among all
    /// complete moves
    #[arg(long, value_name = "WHO", default_value = "random")]
    pub policy: String,
    /// How to write the result
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Say, too, what machine code was made for the games
    #[arg(short, long)]
    pub verbose: bool,
}

/// What `study` is called with.
#[derive(Debug, Args)]
pub struct Study {
    /// The game: a `.rules` file, or the folder of a game
    pub game: PathBuf,
    /// How many games, or which: `400`, `0..200`; the others of a study may be played elsewhere. If
    /// left out, up to 300: fewer of games that take long
    #[arg(short = 'n', long, value_name = "N|A..B")]
    pub games: Option<String>,
    /// How many threads; the result is the same for any number
    #[arg(long, value_name = "T")]
    pub threads: Option<usize>,
    /// How the table is made up
    #[command(flatten)]
    pub set_up: SetUp,
    /// Who plays in seats that `--seat` does not name
    #[arg(long, value_name = "WHO", default_value = "greedy")]
    pub policy: String,
    /// How many seconds people take for a choice: games are told in minutes by it
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 10,
        value_parser = clap::value_parser!(u32).range(1..=3600)
    )]
    pub pace: u32,
    /// Write game N as a journal, and nothing else: `houserules repl FILE` steps through it
    #[arg(long, value_name = "N=FILE")]
    pub journal: Option<String>,
    /// Write the report to this file, one page with everything in it
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// Write every game to this file, `.jsonl`, `.parquet` or `.csv`; a `.jsonl` that holds games
    /// of the same study already is gone on with; may be repeated
    #[arg(long, value_name = "FILE")]
    pub data: Vec<PathBuf>,
    /// Take the games from these files instead of playing them; may be repeated
    #[arg(long, value_name = "FILE.jsonl")]
    pub merge: Vec<PathBuf>,
    /// Follow a number, an amount or a condition of the rules, too; with `me`, for each seat; may
    /// be repeated
    #[arg(long = "track", value_name = "EXPRESSION")]
    pub tracks: Vec<String>,
    /// Only the game as it is: nobody is kept from a move, no option is tried otherwise
    #[arg(long)]
    pub quick: bool,
    /// Play the same seeds with these variants, too, and say what differs; may be repeated
    #[arg(long = "vs-variant", value_name = "FILE", conflicts_with = "vs_base")]
    pub vs_variants: Vec<PathBuf>,
    /// Play the same seeds without variants, too, and say what differs
    #[arg(long)]
    pub vs_base: bool,
    /// Give a game up as stalled after this many decisions
    #[arg(long, value_name = "M", default_value_t = 20_000)]
    pub max_decisions: u64,
    /// Write the files even if they hold something else
    #[arg(long)]
    pub force: bool,
    /// How to write the result
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// What `tune` is called with.
#[derive(Debug, Args)]
pub struct Tune {
    /// The game: a `.rules` file, or the folder of a game
    pub game: PathBuf,
    /// What is aimed at: `seats within 2 points, 90 to 120 turns`; may be repeated
    #[arg(long = "aim", value_name = "AIMS")]
    pub aims: Vec<String>,
    /// Tune a number that the rules define, `define NAME = 5`; may be repeated
    #[arg(long = "define", value_name = "NAME=LOW..HIGH")]
    pub words: Vec<String>,
    /// At most so many games of each setting
    #[arg(short = 'n', long, value_name = "N", default_value_t = 320)]
    pub games: u64,
    /// How many threads; the result is the same for any number
    #[arg(long, value_name = "T")]
    pub threads: Option<usize>,
    /// The table; `--option NAME` and `--option NAME=LOW..HIGH` are tuned
    #[command(flatten)]
    pub set_up: SetUp,
    /// Who plays in seats that `--seat` does not name
    #[arg(long, value_name = "WHO", default_value = "greedy")]
    pub policy: String,
    /// How many seconds people take for a choice: games are told in minutes by it
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 10,
        value_parser = clap::value_parser!(u32).range(1..=3600)
    )]
    pub pace: u32,
    /// Give a game up as stalled after this many decisions
    #[arg(long, value_name = "M", default_value_t = 20_000)]
    pub max_decisions: u64,
    /// How to write the result
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// What `train` is called with.
#[derive(Debug, Args)]
pub struct Train {
    /// The game: a `.rules` file, or the folder of a game
    pub game: PathBuf,
    /// How many games are played in each round; if left out, as many as take a minute or two
    #[arg(
        short = 'n',
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(8..=100_000)
    )]
    pub games: Option<u64>,
    /// How many rounds: the first is played by chance, the others by bots that know what was learnt
    #[arg(
        long,
        value_name = "R",
        default_value_t = 2,
        value_parser = clap::value_parser!(u32).range(1..=20)
    )]
    pub rounds: u32,
    /// How many threads; the result is the same for any number
    #[arg(long, value_name = "T")]
    pub threads: Option<usize>,
    /// The table that is learnt at
    #[command(flatten)]
    pub set_up: SetUp,
    /// Break a game off after this many decisions
    #[arg(long, value_name = "M", default_value_t = 2_000)]
    pub max_decisions: u64,
    /// Write what was learnt even if it does not win
    #[arg(long)]
    pub force: bool,
    /// How to write the result
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// What `replay` is called with.
#[derive(Debug, Args)]
pub struct Replay {
    /// The journal
    pub journal: PathBuf,
    /// Play it under these rules instead of its own
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// Lay these variants over the rules instead of its own; may be repeated
    #[arg(long = "variant", value_name = "FILE")]
    pub variants: Vec<PathBuf>,
    /// Stop after this many choices
    #[arg(long, value_name = "K")]
    pub until: Option<usize>,
    /// How to write the result
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// What `draw` is called with.
#[derive(Debug, Args)]
pub struct Draw {
    /// The journal
    pub journal: PathBuf,
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Draw them as this seat sees them; if left out, as a spectator does
    #[arg(long, value_name = "K")]
    pub seat: Option<u8>,
    /// Draw the boards as they were after this many choices
    #[arg(long, value_name = "K")]
    pub until: Option<usize>,
    /// Write the file even if it holds something else
    #[arg(long)]
    pub force: bool,
}

/// What `fmt` is called with.
#[derive(Debug, Args)]
pub struct Fmt {
    /// Games, variants or modules: `.rules` files, or folders to look for them in
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Write nothing; name the files that are not formatted
    #[arg(long)]
    pub check: bool,
}

/// What `doc` is called with.
#[derive(Debug, Args)]
pub struct Doc {
    /// The game: a `.rules` file, or the folder of a game
    pub game: PathBuf,
    /// The file to write, `.md` or `.html`; without it, the rulebook is printed, as Markdown
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Write the file even if it holds something else
    #[arg(long)]
    pub force: bool,
}

/// What `new` is called with.
#[derive(Debug, Args)]
pub struct New {
    /// The game's name: letters, digits and `_`
    pub name: String,
}

/// What `explain` is called with.
#[derive(Debug, Args)]
pub struct Explain {
    /// The code of a message, such as `E0405`
    pub code: String,
}

/// What `completions` is called with.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell that the script is for
    pub shell: clap_complete::Shell,
}

/// What `man` is called with.
#[derive(Debug, Args)]
pub struct Man {
    /// A command, such as `sim`
    pub command: Option<String>,
}

/// How results are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Format {
    /// For people
    #[default]
    Human,
    /// One JSON object, for programs
    Json,
}

/// What else `check` can print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// The typed rulebook
    Ir,
    /// The program that runs, of a game with as few players as can play it and the usual options
    Program,
}

/// What `check` is called with.
#[derive(Debug, Args)]
pub struct Check {
    /// Games, variants or modules: `.rules` files, or folders to look for them in
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Lay a variant over each of them; may be repeated, bottom layer first
    #[arg(long = "variant", value_name = "FILE")]
    pub variants: Vec<PathBuf>,
    /// How to write what is found
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Mend in the files what is surely mended: a mend is made if with it the message is gone, and
    /// nothing is wrong that was not before
    #[arg(long)]
    pub fix: bool,
    /// Set up every game with combinations of its options (all, if there are few), and play a few
    /// games of each
    #[arg(long, conflicts_with = "emit")]
    pub options: bool,
    /// Print what the rules were compiled to
    #[arg(long, value_enum, value_name = "WHAT")]
    pub emit: Option<Emit>,
}
