//! `play`: makes up the table, opens the journal, and begins.

use super::replay;
use crate::arguments::{Play, SetUp};
use crate::bots::Bots;
use crate::engine::Starter;
use crate::play::auto::Auto;
use crate::play::keeper::{self, Keeper, Kept};
use crate::play::lines::Lines;
use crate::play::session::Sitting;
use crate::reload::again::Remembered;
use crate::reload::desk::{Desk, Reloads};
use crate::rules::{self, Asked, Rules};
use crate::setup::{self, Sitter, Table};
use crate::show::console::{Console, Tone};
use crate::trouble::Trouble;
use houserules_interpreter::ask::{Engine, Referee, Setup};
use houserules_interpreter::host::fingerprint::rules_hash;
use houserules_interpreter::host::game::Game;
use houserules_interpreter::host::greedy::Greedy;
use houserules_interpreter::host::journal::{FORMAT, Header, Player};
use houserules_interpreter::host::replay::{Status, replay as play_again};
use houserules_interpreter::host::session::Session;
use houserules_interpreter::host::session::resume::Again;
use houserules_interpreter::machine::Machine;
use std::collections::BTreeMap;
use std::path::Path;

/// A table with everything that is needed to begin or to go on.
pub(super) struct Made {
    pub(super) table: Table,
    pub(super) names: Vec<String>,
    pub(super) seed: u64,
    pub(super) kept: Option<Kept>,
}

/// Plays a game at this terminal.
///
/// # Errors
/// If the game, the table or the journal is wrong, or a stream fails.
pub fn run(asked: &Play, console: &mut Console) -> Result<(), Trouble> {
    let kept = match asked.journal.as_deref() {
        Some(path) => keeper::open(path)?,
        None => None,
    };
    let files = files(asked, kept.as_ref())?;
    // Rules that were changed while the game was played stand in its journal.
    let brought = kept.as_ref().and_then(|kept| Remembered::of(&kept.journal).first(&kept.journal));
    let rules = match brought {
        Some(rules) => rules,
        None => rules::runnable(&files, console)?,
    };
    let made = make_up(asked, &rules, kept)?;
    let header = header(&files, &rules, &made);
    let setup = Setup { seats: made.names.len() as u8, options: made.table.options };
    let engine =
        Starter::new(&rules.book, true).start(&setup, made.seed).map_err(|e| Trouble::Input(e, None))?;
    let game = Game::start(engine, rules.book, rules.sources, made.names);
    let again = again(asked, &header);
    welcome(&game, &made.table.sitters, (&header, &rules.variants), console)?;
    let mut session = Session::begin(game);
    let goes_on = made.kept.is_some();
    let keeper = match (&asked.journal, made.kept) {
        (Some(path), Some(kept)) => {
            let mut remembered = Remembered::of(&kept.journal);
            Some(go_on(path, kept, &mut session, &mut remembered, console)?)
        }
        (Some(path), None) => Some(Keeper::begin(path, &header)?),
        (None, _) => None,
    };
    let bots = Bots::new(made.seed, session.tree().len() as u64 - 1, Greedy::answer);
    let mut lines = Lines::new(console)?;
    let desk = Desk::new(&files, &session, (lines.printer(), console.look));
    let reloads: Option<Box<dyn Reloads<Machine>>> = Some(Box::new(desk));
    let seats = header.seats.len();
    let read = vec![if goes_on { session.game().log_length() } else { 0 }; seats];
    let sitters = made.table.sitters;
    let autos = sitters.iter().map(|_| Auto::default()).collect();
    Sitting {
        session,
        header,
        sitters,
        console,
        lines,
        keeper,
        bots,
        read,
        before: None,
        again,
        autos,
        ahead: std::collections::VecDeque::new(),
        boards: Vec::new(),
        reloads,
    }
    .run()
}

/// The game and its variants: those that are named, otherwise those of the journal that is gone on with.
pub(super) fn files(asked: &Play, kept: Option<&Kept>) -> Result<Asked, Trouble> {
    let files = Asked::new(&asked.game, &asked.set_up.variants)?;
    let kept = kept.map_or(&[][..], |kept| &kept.journal.header.variants);
    if kept.is_empty() || !files.variants.is_empty() {
        return Ok(files);
    }
    Ok(Asked { variants: kept.iter().map(Into::into).collect(), ..files })
}

/// The table as the command line asks for it, or as the journal has it.
pub(super) fn make_up(asked: &Play, rules: &Rules, kept: Option<Kept>) -> Result<Made, Trouble> {
    let usual = (Sitter::Human, Sitter::Random);
    let Some(kept) = kept else {
        let table = setup::table(&rules.book, &asked.set_up, usual)?;
        let names = setup::names(&asked.names, table.sitters.len() as u8)?;
        let seed = asked.set_up.seed.map_or_else(setup::fresh_seed, Ok)?;
        return Ok(Made { table, names, seed, kept: None });
    };
    let header = &kept.journal.header;
    if header.rules_hash != rules_hash(&rules.book) {
        let message = format!("the journal was kept under other rules ({})", header.game);
        let help = "take the rules it was kept under, or another file for a new game; \
                    `houserules replay --rules FILE` says how far it goes under these";
        return Err(Trouble::Input(message, Some(help.into())));
    }
    agree(asked, header)?;
    let setup = replay::setup(&rules.book, header)?;
    let named = |p: &Player| Sitter::ALL.iter().find(|(name, _)| *name == p.player);
    let sits = |p: &Player| named(p).map_or(Sitter::Random, |(_, sitter)| *sitter);
    let mut sitters: Vec<Sitter> = header.seats.iter().map(sits).collect();
    if !asked.set_up.seats.is_empty() {
        let seats = asked.set_up.seats.to_vec();
        let now = SetUp { players: Some(setup.seats), seats, ..SetUp::default() };
        sitters = setup::table(&rules.book, &now, usual)?.sitters;
    }
    let names = header.seats.iter().map(|s| s.name.to_string()).collect();
    let table = Table { sitters, options: setup.options };
    Ok(Made { table, names, seed: header.seed, kept: Some(kept) })
}

/// What is said on the command line must be what the journal says; who sits where may change.
fn agree(asked: &Play, header: &Header) -> Result<(), Trouble> {
    let differs = |what: &str, kept: String| {
        let message = format!("the journal's game has {kept}");
        Err(Trouble::call(message)
            .help(format!("leave `{what}` out to go on with it, or name another journal")))
    };
    if asked.set_up.players.is_some_and(|n| usize::from(n) != header.seats.len()) {
        return differs("--players", format!("{} players", header.seats.len()));
    }
    if asked.set_up.seed.is_some_and(|seed| seed != header.seed) {
        return differs("--seed", format!("the seed {}", header.seed));
    }
    for option in &asked.set_up.options {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        match header.options.get(name.trim()) {
            Some(kept) if kept.trim_start_matches('$') == value.trim().trim_start_matches('$') => {}
            Some(kept) => return differs("--option", format!("{}={kept}", name.trim())),
            None => return differs("--option", format!("no option `{}`", name.trim())),
        }
    }
    for name in &asked.names {
        let (seat, name) = name.split_once('=').unwrap_or((name, ""));
        let at = seat.trim().parse::<usize>().ok().and_then(|n| header.seats.get(n.checked_sub(1)?));
        if at.is_none_or(|player| player.name != name.trim()) {
            let names: Vec<&str> = header.seats.iter().map(|s| s.name.as_str()).collect();
            return differs("--name", format!("the players {}", names.join(", ")));
        }
    }
    Ok(())
}

/// The header of a journal.
pub(super) fn header(files: &Asked, rules: &Rules, made: &Made) -> Header {
    if let Some(kept) = &made.kept {
        return kept.journal.header.clone();
    }
    let book = &rules.book;
    let set: BTreeMap<_, _> = made.table.options.iter().map(|(id, value)| (*id, value)).collect();
    let options = book.options.iter().enumerate().map(|(at, option)| {
        let value = set.get(&houserules_lang::ir::OptionId(at as u16)).copied().unwrap_or(&option.default);
        (option.name.to_string(), setup::written(book, &option.ty, value))
    });
    let seat =
        |(name, sitter): (&String, &Sitter)| Player { name: name.to_string(), player: sitter.name().into() };
    Header {
        houserules_journal: FORMAT,
        game: files.game.display().to_string(),
        rules_hash: rules_hash(book),
        options: options.collect(),
        variants: files.variants.iter().map(|v| v.display().to_string()).collect(),
        seed: made.seed,
        seats: made.names.iter().zip(&made.table.sitters).map(seat).collect(),
    }
}

fn welcome<E: Engine>(
    game: &Game<E>,
    sitters: &[Sitter],
    (header, variants): (&Header, &[String]),
    console: &mut Console,
) -> Result<(), Trouble> {
    let book = game.book();
    let by = book.author.as_ref().map(|a| format!(", by {a}")).unwrap_or_default();
    console.say(Tone::Heading, &format!("{}{by}", book.title))?;
    if !variants.is_empty() {
        console.line(&format!("with {}", variants.join(", ")))?;
    }
    let player = |(seat, sitter): (&Player, &Sitter)| format!("{} ({})", seat.name, sitter.name());
    let players: Vec<String> = header.seats.iter().zip(sitters).map(player).collect();
    console.line(&players.join(", "))?;
    if !header.options.is_empty() {
        let options = header.options.iter().map(|(name, value)| format!("{name} {value}"));
        console.say(Tone::Faint, &format!("options: {}", options.collect::<Vec<_>>().join(", ")))?;
    }
    console.say(Tone::Faint, &format!("seed {}; `?` helps, `quit` leaves", header.seed))?;
    console.line("")
}

/// Does the journal's steps again and goes on from there.
pub(super) fn go_on<E: Referee + Clone>(
    path: &Path,
    kept: Kept,
    session: &mut Session<E>,
    host: &mut dyn Again<E>,
    console: &mut Console,
) -> Result<Keeper, Trouble> {
    let entries = &kept.journal.entries;
    let replayed = play_again(session, entries, None, host);
    if replayed.status == Status::Differs {
        let message =
            format!("`{}` does not come out the same any more after step {}", path.display(), replayed.steps);
        return Err(Trouble::Input(message, Some("`houserules replay` says what differs".into())));
    }
    if kept.journal.cut {
        console.say(Tone::Faint, "The journal's last line was cut off, and is left out.")?;
    }
    if let Some(damaged) = &kept.damaged {
        let aside = kept.put_aside(path)?;
        let words = format!(
            "Line {} of the journal is damaged ({}). The {} steps before it are whole; the file as it was is kept as \
             `{}`.",
            damaged.line,
            damaged.what,
            entries.len(),
            aside.display()
        );
        console.say(Tone::Wrong, &words)?;
    }
    let words = format!("Going on after {} steps kept in `{}`.", entries.len(), path.display());
    console.say(Tone::Faint, &words)?;
    Keeper::go_on(path, kept)
}

/// The call that deals the same game again.
fn again(asked: &Play, header: &Header) -> String {
    let mut words = vec!["houserules play".to_string(), quoted(&header.game)];
    words.push(format!("--players {} --seed {}", header.seats.len(), header.seed));
    let spoken = |option: &'static str, values: &[String]| {
        values.iter().map(|v| format!("{option} {}", quoted(v))).collect::<Vec<_>>()
    };
    words.extend(spoken("--seat", &asked.set_up.seats));
    words.extend(spoken("--option", &asked.set_up.options));
    words.extend(spoken("--variant", &header.variants));
    words.extend(spoken("--name", &asked.names));
    words.join(" ")
}

/// As a shell takes it for one word.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "=/._-:+,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
