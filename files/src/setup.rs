//! How a table is made up from the command line: how many play, who sits where, which options,
//! which seed.

use crate::cli_error::CliError;
use clap::Args;
use houserules_bots::greedy::Greedy;
use houserules_bots::level::Thinking;
use houserules_bots::search::Search;
use houserules_interpreter::chance::Seed;
use houserules_lang::ir::{Opt, OptionId, Rulebook, Type, Value};
use houserules_lang::spelling::nearest;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What makes up a table.
#[derive(Debug, Clone, Default, Args)]
pub struct SetUp {
    /// How many people and bots play
    #[arg(long, value_name = "N")]
    pub players: Option<u8>,
    /// Who sits where: `K=human`; a bot: `K=easy`, `K=normal`, `K=hard`, `K=search:2000` (tries),
    /// `K=search:1s`, `K=greedy`, `K=random` or `K=random-options`; a program: `K=cmd:./bot.py`;
    /// seats count from 1; may be repeated
    #[arg(long = "seat", value_name = "K=WHO")]
    pub seats: Vec<String>,
    /// The seed of everything that chance decides, a whole number below 2^128; if left out, the
    /// system draws one
    #[arg(long, value_name = "S")]
    pub seed: Option<Seed>,
    /// Set an option of the game; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// Lay a variant over the game; may be repeated, bottom layer first
    #[arg(long = "variant", value_name = "FILE")]
    pub variants: Vec<PathBuf>,
    /// Whether a seat may be a program: only where whoever owns this machine says so, never because
    /// of a link or a journal.
    #[arg(skip = true)]
    pub programs: bool,
}

/// A program that decides for a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outside {
    /// What is run: its name and arguments, with spaces between them.
    pub command: &'static str,
    /// How long it may take for a decision.
    pub millis: u32,
}

impl Outside {
    /// Its name on the command line begins so.
    const PREFIX: &'static str = "cmd:";
    /// Milliseconds for a decision if nothing else is said.
    const USUAL: u32 = 5000;
    /// It never gets longer than an hour.
    const LONGEST: u32 = 3_600_000;

    /// Reads `cmd:./bot.js`, or with a time `cmd:30s:./bot.js`, `cmd:200ms:./bot.js`; none of
    /// anything else.
    fn read(word: &str) -> Option<Self> {
        let command = word.strip_prefix(Self::PREFIX)?.trim();
        let timed = command.split_once(':').and_then(|(time, command)| {
            let (number, unit) = match time.strip_suffix("ms") {
                Some(number) => (number, 1),
                None => (time.strip_suffix('s')?, 1000),
            };
            let number = number.parse::<u32>().ok().filter(|n| *n > 0)?;
            Some((number.saturating_mul(unit).min(Self::LONGEST), command.trim()))
        });
        let (millis, command) = timed.unwrap_or((Self::USUAL, command));
        // A few words of the command line, which are there as long as the program runs.
        let command = Box::leak(command.to_string().into_boxed_str());
        (!command.is_empty()).then_some(Self { command, millis })
    }
}

/// Who decides for a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sitter {
    /// Somebody at this terminal.
    Human,
    /// Chance, step by step.
    Random,
    /// Chance, among complete options.
    RandomOptions,
    /// The bot that takes what promises most.
    Greedy,
    /// The bot that thinks ahead.
    Search(Thinking),
    /// A program of somebody's own.
    Outside(Outside),
}

impl Sitter {
    /// Those with a name of one word, by the name they have on the command line.
    pub const NAMED: &[(&str, Self)] = &[
        ("human", Self::Human),
        ("random", Self::Random),
        ("random-options", Self::RandomOptions),
        ("greedy", Self::Greedy),
        ("easy", Self::Search(Thinking::Easy)),
        ("normal", Self::Search(Thinking::Normal)),
        ("hard", Self::Search(Thinking::Hard)),
    ];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Human => "human".into(),
            Self::Random => "random".into(),
            Self::RandomOptions => "random-options".into(),
            Self::Greedy => Greedy::NAME.into(),
            Self::Search(thinking) => thinking.to_string(),
            Self::Outside(outside) => format!("{}{}", Outside::PREFIX, outside.command),
        }
    }

    /// Who has that name; none if nobody has. Never a program: names come from journals and links.
    #[must_use]
    pub fn called(name: &str) -> Option<Self> {
        let named = Self::NAMED.iter().find(|(word, _)| *word == name).map(|(_, sitter)| *sitter);
        named.or_else(|| Thinking::read(name).map(Self::Search))
    }
}

/// Who plays in seats that nobody else was asked for, where bots play by themselves.
///
/// # Errors
/// If no bot has that name.
pub fn policy(name: &str) -> Result<Sitter, CliError> {
    let bot = Sitter::called(name).filter(|sitter| *sitter != Sitter::Human);
    bot.ok_or_else(|| {
        CliError::call(format!("no player is called `{name}`"))
            .help("write `--policy easy`, `normal`, `hard`, `search:100`, `greedy` or `random`")
    })
}

/// A table, ready to be played at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// One a seat, clockwise.
    pub sitters: Vec<Sitter>,
    /// Options that were set.
    pub options: Vec<(OptionId, Value)>,
}

/// Names for seats nobody named.
const NAMES: &[&str] = &[
    "Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gita", "Hugo", "Ines", "Jon", "Kira", "Leo",
    "Mara", "Nils", "Olga", "Paul",
];

/// Names of the seats: those given, else the usual ones, each at its own seat; no two alike. A name
/// without a number is the next free seat's.
///
/// # Errors
/// If a name stands for a seat that is not there, is taken, or could not be typed as one word.
pub fn names(given: &[String], players: u8) -> Result<Vec<String>, CliError> {
    let (numbered, plain): (Vec<String>, Vec<String>) =
        given.iter().cloned().partition(|n| n.contains('='));
    let numbered = by_seat(&numbered, players, "--name", "1=Ana")?;
    let mut given: BTreeMap<u8, String> =
        numbered.into_iter().map(|(seat, name)| (seat, name.to_owned())).collect();
    for name in plain {
        let Some(seat) = (0..players).find(|seat| !given.contains_key(seat)) else {
            let message = format!("there is no seat left for `{name}`: {players} play");
            return Err(CliError::call(message).help("`--players` says how many play"));
        };
        given.insert(seat, name.trim().to_owned());
    }
    let mut names: Vec<String> = Vec::new();
    let usual = |n: usize| {
        NAMES.get(n).map_or_else(|| format!("Player{}", n + 1), |name| (*name).to_string())
    };
    let taken = |name: &String| given.values().any(|g| g == name);
    let mut spare = (usize::from(players)..).map(usual).filter(|name| !taken(name));
    for seat in 0..players {
        let own = usual(usize::from(seat));
        let name = match given.get(&seat) {
            Some(name) => name.clone(),
            None if taken(&own) => spare.next().unwrap_or_default(),
            None => own,
        };
        let word = name.chars().next().is_some_and(char::is_alphabetic)
            && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '\''));
        if !word || name.chars().count() > 24 {
            return Err(CliError::call(format!("`{name}` cannot be a player's name"))
                .help("names are one word of at most 24 letters"));
        }
        if ["referee", "spectator"].iter().any(|reader| name.eq_ignore_ascii_case(reader)) {
            return Err(CliError::call(format!("no player can be called `{name}`"))
                .help(format!("`as {name}` looks through other eyes; take another name")));
        }
        if names.contains(&name) {
            return Err(CliError::call(format!("two players cannot both be called `{name}`")));
        }
        names.push(name);
    }
    Ok(names)
}

/// Who plays against people where nobody else was asked for.
pub const OPPONENT: Sitter = Sitter::Search(Thinking::Normal);

/// Makes up a table: `usual` sits where nobody else was asked for, seat 1 excepted, where `first`
/// sits.
///
/// # Errors
/// If seats, numbers or options do not suit the game.
pub fn table(
    rulebook: &Rulebook,
    asked: &SetUp,
    first: Sitter,
    usual: Sitter,
) -> Result<Table, CliError> {
    let players = players(rulebook, asked)?;
    let mut sitters = vec![usual; usize::from(players)];
    sitters[0] = first;
    for (seat, kind) in by_seat(&asked.seats, players, "--seat", "1=human")? {
        let program = Outside::read(kind);
        if program.is_some() && !asked.programs {
            return Err(CliError::call("programs sit down from the command line only")
                .help("start the table with `--seat K=cmd:./bot.py`"));
        }
        let Some(sitter) = program.map(Sitter::Outside).or_else(|| Sitter::called(kind)) else {
            if kind.starts_with(Search::NAME) {
                return Err(CliError::call(format!("`{kind}` does not say how long to think"))
                    .help("write `search:2000` (tries), `search:1s` or `search:250ms`"));
            }
            let kinds = Sitter::NAMED.iter().map(|(name, _)| *name);
            return Err(unknown("nobody called", kind, kinds).help_if_none(
                "a seat is `human`, `easy`, `normal`, `hard`, `search:2000`, `greedy`, `random` or \
                 a program, `cmd:./bot.py`",
            ));
        };
        sitters[usize::from(seat)] = sitter;
    }
    Ok(Table { sitters, options: options(rulebook, &asked.options)? })
}

/// How many play: as asked, else as many as there are seats named, within what the game allows.
fn players(rulebook: &Rulebook, asked: &SetUp) -> Result<u8, CliError> {
    let (least, most) = rulebook.players;
    let named =
        asked.seats.iter().filter_map(|s| s.split('=').next()?.trim().parse::<u8>().ok()).max();
    let players = asked.players.unwrap_or_else(|| named.unwrap_or(least.max(2)).clamp(least, most));
    if (least..=most).contains(&players) && players > 0 {
        return Ok(players);
    }
    let range = if least == most { least.to_string() } else { format!("{least} to {most}") };
    Err(CliError::call(format!("`{}` is a game for {range}, not {players}", rulebook.title))
        .help(format!("write `--players {}`", players.clamp(least.max(1), most.max(1)))))
}

/// Reads `K=WHAT`, seats counted from 1.
fn by_seat<'a>(
    given: &'a [String],
    players: u8,
    option: &str,
    example: &str,
) -> Result<BTreeMap<u8, &'a str>, CliError> {
    let mut seats = BTreeMap::new();
    for text in given {
        let help = format!("write `{option} {example}`; seats are numbered from 1");
        let Some((seat, what)) = text.split_once('=') else {
            return Err(CliError::call(format!("`{option} {text}` names no seat")).help(help));
        };
        let number = seat.trim().parse::<u8>().ok().filter(|n| (1..=players).contains(n));
        let Some(number) = number else {
            let message = format!("there is no seat `{}`: {players} play", seat.trim());
            return Err(CliError::call(message).help(help));
        };
        if seats.insert(number - 1, what.trim()).is_some() {
            return Err(CliError::call(format!("`{option}` names seat {number} twice")));
        }
    }
    Ok(seats)
}

/// Reads `NAME=VALUE` for each option.
///
/// # Errors
/// If the game has no such option, or it cannot have that value.
pub fn options(rulebook: &Rulebook, given: &[String]) -> Result<Vec<(OptionId, Value)>, CliError> {
    let mut set: BTreeMap<OptionId, Value> = BTreeMap::new();
    for text in given {
        let Some((name, value)) = text.split_once('=') else {
            return Err(CliError::call(format!("`--option {text}` has no value"))
                .help("write `--option NAME=VALUE`"));
        };
        let (name, value) = (name.trim(), value.trim());
        let Some(at) = rulebook.options.iter().position(|o| o.name == name) else {
            let names = rulebook.options.iter().map(|o| o.name.as_str());
            let help = if rulebook.options.is_empty() {
                "this game has no options".to_string()
            } else {
                format!(
                    "its options are {}",
                    listed(rulebook.options.iter().map(|o| o.name.as_str()))
                )
            };
            return Err(unknown("no option", name, names).help_if_none(&help));
        };
        let option = &rulebook.options[at];
        let read = option_value(rulebook, option, &option.ty, value);
        let read = read.ok_or_else(|| misfit(rulebook, option, value))?;
        if set.insert(OptionId(at as u16), read).is_some() {
            return Err(CliError::call(format!("`--option` sets `{name}` twice")));
        }
    }
    Ok(set.into_iter().collect())
}

fn option_value(rulebook: &Rulebook, option: &Opt, ty: &Type, text: &str) -> Option<Value> {
    match ty {
        Type::Bool => match text {
            "yes" | "true" | "on" => Some(Value::Bool(true)),
            "no" | "false" | "off" => Some(Value::Bool(false)),
            _ => None,
        },
        Type::Number | Type::Unit(_) => {
            let symbol =
                if let Type::Unit(unit) = ty { rulebook[*unit].symbol.as_str() } else { "" };
            let number = text
                .trim_start_matches(symbol)
                .trim_end_matches(symbol)
                .trim()
                .parse::<i64>()
                .ok()?;
            let fits = option.range.is_none_or(|(least, most)| (least..=most).contains(&number));
            fits.then_some(Value::Number(number))
        }
        Type::Enum(id) => {
            let mut members = rulebook[*id].members.iter();
            members.position(|m| m == text).map(|at| Value::Member(*id, at as u16))
        }
        Type::Optional(inner) if text != "none" => option_value(rulebook, option, inner, text),
        Type::Optional(_) => Some(Value::None),
        _ => None,
    }
}

/// What every option is if nobody sets it, by name, as it is written.
#[must_use]
pub fn usual(rulebook: &Rulebook) -> BTreeMap<String, String> {
    let usual = |o: &Opt| (o.name.to_string(), written(rulebook, &o.ty, &o.default));
    rulebook.options.iter().map(usual).collect()
}

/// An option's value as it is written.
#[must_use]
pub fn written(rulebook: &Rulebook, ty: &Type, value: &Value) -> String {
    match value {
        Value::None => "none".into(),
        Value::Bool(true) => "yes".into(),
        Value::Bool(false) => "no".into(),
        Value::Number(n) => {
            if let Type::Unit(unit) = ty.bare() {
                format!("{}{n}", rulebook[*unit].symbol)
            } else {
                n.to_string()
            }
        }
        Value::Member(id, at) => rulebook[*id].members[usize::from(*at)].to_string(),
        Value::Text(text) => text.to_string(),
        Value::Seat(_) | Value::Card(_) | Value::Square(_) | Value::Spot(_) | Value::List(_) => {
            String::new()
        }
    }
}

fn misfit(rulebook: &Rulebook, option: &Opt, text: &str) -> CliError {
    let trouble = CliError::call(format!("option `{}` cannot be `{text}`", option.name));
    let number = |n: i64| written(rulebook, &option.ty, &Value::Number(n));
    match (option.ty.bare(), option.range) {
        (Type::Bool, _) => trouble.help("write `yes` or `no`"),
        (Type::Enum(id), _) => {
            let members = || rulebook[*id].members.iter().map(String::as_str);
            match nearest(text, members()) {
                Some(near) => trouble.help(format!("did you mean `{near}`?")),
                None => trouble.help(format!("it is one of {}", listed(members()))),
            }
        }
        (_, Some((least, most))) => {
            trouble.help(format!("write {} to {}", number(least), number(most)))
        }
        _ => trouble.help("write a number"),
    }
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(|n| format!("`{n}`")).collect();
    names.join(", ")
}

/// There is no such name; perhaps another was meant.
fn unknown<'a>(what: &str, written: &str, names: impl Iterator<Item = &'a str>) -> CliError {
    let trouble = CliError::call(format!("there is {what} `{written}`"));
    match nearest(written, names) {
        Some(near) => trouble.help(format!("did you mean `{near}`?")),
        None => trouble,
    }
}

/// A seed from the system.
///
/// # Errors
/// If the system gives none.
pub fn fresh_seed() -> Result<Seed, CliError> {
    use rand::TryRng;
    let mut drawn = [0; 16];
    let filled = rand::rngs::SysRng.try_fill_bytes(&mut drawn);
    filled
        .map(|()| Seed(u128::from_le_bytes(drawn)))
        .map_err(|_| CliError::call("the system gives no random numbers").help("write `--seed 1`"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use houserules_lang::loader::NoFiles;

    fn book() -> Rulebook {
        let text = "game \"G\"\nplayers 2 to 4\nunit Dollars \"$\"\nenum Color { pink, black }\n\
                    option rounds: 1..9 = 5\noption money: $5..$20 = $10\noption lead: Color = pink\n\
                    option mild: yes or no = no\nplay { end game lost }\n";
        let compiled = houserules_lang::compile::compile("g.rules", text, &mut NoFiles);
        compiled.rulebook.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics))
    }

    fn strings(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|t| (*t).to_string()).collect()
    }

    fn said(trouble: &CliError) -> String {
        let help = miette::Diagnostic::help(trouble).map(|h| h.to_string()).unwrap_or_default();
        format!("{trouble}; {help}")
    }

    #[test]
    fn options_are_read_by_their_types() {
        let book = book();
        let read = |text: &str| options(&book, &strings(&[text])).map(|o| o[0].1.clone());
        assert_eq!(read("rounds=3").unwrap(), Value::Number(3));
        assert_eq!(read("money=$7").unwrap(), Value::Number(7));
        assert_eq!(read("money=7").unwrap(), Value::Number(7));
        assert_eq!(read("mild=yes").unwrap(), Value::Bool(true));
        assert!(matches!(read("lead=black").unwrap(), Value::Member(_, 1)));
        for (text, wanted) in [
            ("rounds=10", "write 1 to 9"),
            ("money=$50", "write $5 to $20"),
            ("lead=blck", "did you mean `black`?"),
            ("mild=maybe", "`yes` or `no`"),
            ("round=3", "did you mean `rounds`?"),
            ("zebra=3", "its options are"),
            ("rounds", "has no value"),
            ("rounds=99999999999999999999", "write 1 to 9"),
        ] {
            let trouble = read(text).unwrap_err();
            assert!(said(&trouble).contains(wanted), "{text}: {}", said(&trouble));
            assert_eq!(trouble.status(), 2);
        }
        assert!(options(&book, &strings(&["rounds=3", "rounds=4"])).is_err());
        for option in &book.options {
            let text = format!("{}={}", option.name, written(&book, &option.ty, &option.default));
            assert_eq!(read(&text).unwrap(), option.default);
        }
    }

    #[test]
    fn tables_are_made_up() {
        let book = book();
        let asked =
            |players, seats: &[&str]| SetUp { players, seats: strings(seats), ..SetUp::default() };
        let made = |players, seats: &[&str]| {
            table(&book, &asked(players, seats), Sitter::Human, Sitter::Random).map(|t| t.sitters)
        };
        assert_eq!(made(None, &[]).unwrap(), [Sitter::Human, Sitter::Random]);
        assert_eq!(made(Some(3), &["3=human", "1=random"]).unwrap()[2], Sitter::Human);
        assert_eq!(made(None, &["4=human"]).unwrap().len(), 4);
        for (players, seats) in [
            (Some(5), &[][..]),
            (Some(1), &[]),
            (Some(2), &["3=human"]),
            (None, &["1=humn"]),
            (None, &["human"]),
            (None, &["0=human"]),
            (None, &["1=human", "1=random"]),
        ] {
            assert!(made(players, seats).is_err(), "{players:?} {seats:?}");
        }
        assert!(said(&made(None, &["1=humn"]).unwrap_err()).contains("did you mean `human`?"));
    }

    #[test]
    fn nobody_is_called_like_somebody_else() {
        assert_eq!(names(&[], 3).unwrap(), ["Ana", "Ben", "Cleo"]);
        assert_eq!(names(&strings(&["2=Ana"]), 3).unwrap(), ["Dan", "Ana", "Cleo"]);
        assert_eq!(names(&strings(&["1=Mia"]), 3).unwrap(), ["Mia", "Ben", "Cleo"]);
        assert_eq!(
            names(&strings(&["Mia", "1=Tom", "Ida"]), 4).unwrap(),
            ["Tom", "Mia", "Ida", "Dan"]
        );
        assert!(names(&strings(&["Mia", "Tom", "Ida"]), 2).is_err());
        assert_eq!(names(&[], 20).unwrap().len(), 20);
        for wrong in
            ["1=", "1=two words", "9=Mia", "1=\u{1b}[2J", "two words", "2=referee", "1=Spectator"]
        {
            assert!(names(&strings(&[wrong]), 3).is_err(), "{wrong}");
        }
        assert!(names(&strings(&["1=Mia", "2=Mia"]), 3).is_err());
    }
}
