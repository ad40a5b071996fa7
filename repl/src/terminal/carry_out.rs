//! What carries each command out, and which command or choice a line of the workbench means.

use super::commands::{After, Command, Rights, Role, Word, find, of};
use super::host::Host;
use super::typed::{CommandResult, Done, ELSEWHERE, Typed, Went, is_change, is_strange};
use super::{asking, choosing, history, looking, reading, saving};
use crate::play::{auto, consent, pace};
use crate::repl::{evaluating, keeping, playing, refereeing, stepping};
use houserules_lang::code::Code;
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::ir::Owner;
use houserules_lang::spelling::nearest;

/// What carries a command out.
enum Work {
    /// It says a little: the question can still be seen.
    Says(fn(&mut Host<'_, '_>, &Typed<'_>) -> CommandResult),
    /// It shows much: the question has scrolled away.
    Shows(fn(&mut Host<'_, '_>, &Typed<'_>) -> CommandResult),
    /// The game may stand elsewhere afterwards.
    Goes(fn(&mut Host<'_, '_>, &Typed<'_>) -> Went),
}

fn work(word: Word) -> Work {
    match word {
        Word::Look => Work::Says(looking::look),
        Word::Table => Work::Shows(looking::table),
        Word::Draw => Work::Says(looking::draw),
        Word::As => Work::Says(looking::set_eyes),
        Word::Where => Work::Says(looking::whereabouts),
        Word::Score => Work::Says(reading::score),
        Word::Rules => Work::Shows(reading::rules),
        Word::Log => Work::Shows(reading::log),
        Word::Help => Work::Shows(reading::help),
        Word::Moves => Work::Says(asking::moves),
        Word::Why => Work::Says(asking::why),
        Word::Hint => Work::Says(asking::hint),
        Word::History => Work::Shows(asking::history),
        Word::Diff => Work::Says(asking::diff),
        Word::Print => Work::Says(evaluating::print),
        Word::Names => Work::Says(evaluating::names),
        Word::Watch => Work::Says(evaluating::watch),
        Word::Unwatch => Work::Says(evaluating::unwatch),
        Word::Play => Work::Says(choosing::play),
        Word::Auto => Work::Goes(auto::auto),
        Word::Pace => Work::Says(pace::pace),
        Word::Bots => Work::Says(playing::bots),
        Word::Step => Work::Says(playing::step),
        Word::Trace => Work::Says(stepping::trace),
        Word::Rule => Work::Says(stepping::rule),
        Word::Go => Work::Says(stepping::go),
        Word::Drop => Work::Goes(stepping::drop_probe),
        Word::Break => Work::Says(stepping::set_break),
        Word::Unbreak => Work::Says(stepping::unbreak),
        Word::Given | Word::Do | Word::Expect => Work::Says(refereeing::lines),
        Word::Chance => Work::Says(refereeing::chance),
        Word::Undo => Work::Goes(history::undo),
        Word::Redo => Work::Goes(history::redo),
        Word::Back => Work::Goes(history::back),
        Word::Bookmark => Work::Shows(history::bookmark),
        Word::Branches => Work::Shows(history::branches),
        Word::Branch => Work::Goes(history::branch),
        Word::Save => Work::Shows(saving::save),
        Word::Load => Work::Goes(keeping::load),
        Word::Reload => Work::Goes(consent::reload),
        Word::Replay => Work::Says(keeping::replay_session),
        Word::Quit => Work::Goes(saving::quit),
    }
}

/// Carries a command out, if whoever types it may.
///
/// # Errors
/// Why not.
pub fn run(host: &mut Host, command: &Command, typed: &Typed) -> Went {
    let name = format!("`{}`", command.name());
    let eyes = command.rights == Rights::Eyes && host.role == Role::Referee;
    match command.rights {
        Rights::Sitting if host.role == Role::Referee => {
            let said = format!("{name} is for those who sit at a table");
            let found = typed.wrong(Code::E1014, typed.word.clone(), said);
            return Err(found.help("`houserules play` opens one").into());
        }
        Rights::Eyes | Rights::Referee if !eyes => {
            host.only_referee(typed, typed.word.clone(), &name)?;
        }
        Rights::All | Rights::Sitting | Rights::Eyes | Rights::Referee => {}
    }
    if command.after == After::Nothing && !typed.rest().is_empty() {
        let found =
            typed.wrong(Code::E1011, typed.rest.clone(), format!("{name} takes nothing more"));
        return Err(found.help(format!("write {name} alone")).into());
    }
    match work(command.word) {
        Work::Says(work) => work(host, typed).map(|()| Done::Quiet),
        Work::Shows(work) => work(host, typed).map(|()| Done::Shown),
        Work::Goes(work) => work(host, typed),
    }
}

/// The command that a line at a table means; none: it may be a choice.
#[must_use]
pub fn meant(host: &Host, typed: &Typed) -> Option<&'static Command> {
    let fits =
        |command: &&Command| command.rights.are_of(host.role) && command.after.holds(typed.rest());
    find(typed.word()).filter(fits)
}

/// Carries out what a line of the workbench means. A move that is on offer comes before a command
/// of its name; `:look` is always the command.
///
/// # Errors
/// What is wrong with it.
pub fn carry_out(host: &mut Host, typed: &Typed) -> Went {
    let word = typed.word();
    if let Some(name) = word.strip_prefix(':') {
        let at = typed.word.start + 1..typed.word.end;
        return called(host, name, &Typed { word: at, ..typed.clone() });
    }
    let named = find(word).is_some();
    if (named && host.is_offered(word)) || (!named && host.is_choice(typed)) {
        return choosing::choose(host, typed, typed.whole()).map(|()| Done::Quiet);
    }
    called(host, word, typed)
}

/// Carries out the command of that name.
///
/// # Errors
/// What is wrong with it, or that there is none.
pub fn called(host: &mut Host, name: &str, typed: &Typed) -> Went {
    match find(name) {
        Some(command) => run(host, command, typed),
        None => Err(unknown(host, typed).into()),
    }
}

/// What is said of a line that is no command, and no choice.
fn unknown(host: &Host, typed: &Typed) -> Diagnostic {
    let word = typed.word().trim_start_matches(':');
    let shown: String = word.chars().take(40).collect();
    let found = typed.wrong(
        Code::E1010,
        typed.word.clone(),
        format!("there is no command `{shown}`, and no such move"),
    );
    if let Some(help) = for_designers(host, typed, &shown) {
        return found.help(help);
    }
    match nearest_command(host, &shown) {
        Some(near) => found.help(format!("did you mean `{near}`?")),
        None => match host.asked_by(host.eyes).as_slice() {
            [first, _, ..] if !typed.word().starts_with(':') => {
                let name = host.game().naming().seat(*first);
                found.help(format!(
                    "write `{name} {} …` to choose for {name}; `moves` lists what may be chosen, \
                     `help` the commands",
                    host.chosen_by()
                ))
            }
            _ => found.help("`help` lists the commands, `moves` what may be chosen now"),
        },
    }
}

/// What says the same as a line that is no command, for whoever knows the language.
fn for_designers(host: &Host, typed: &Typed, shown: &str) -> Option<String> {
    if host.role == Role::Player {
        return None;
    }
    if let Some((_, meant)) = ELSEWHERE.iter().find(|(other, _)| *other == shown) {
        return Some(format!("here it is written `{meant}`"));
    }
    if is_change(typed) {
        let line: String = typed.text[typed.whole()].chars().take(80).collect();
        return Some(format!("`do {line}` changes the table"));
    }
    if is_strange(typed) {
        return Some(format!("`print {shown}` shows a value"));
    }
    let path = host.path_of(typed.word().trim_start_matches(':'))?;
    Some(format!("`print {path}` shows what it is now"))
}

impl Host<'_, '_> {
    /// How a zone or counter of that name is written in a line: `Ana.coins`, `stock`.
    fn path_of(&self, word: &str) -> Option<String> {
        let (book, seats) = (self.game().book(), self.game().naming().seats);
        let zones = book.zones.iter().map(|z| (&z.name, z.owner));
        let mut all = zones.chain(book.counters.iter().map(|c| (&c.name, c.owner)));
        let (name, owner) = all.find(|(name, _)| *name == word)?;
        match owner {
            Owner::Table => Some(name.clone()),
            Owner::Player => seats.first().map(|seat| format!("{seat}.{name}")),
            owner if book.pair(owner).is_some() => {
                Some(self.game().naming().typed_path(owner, 0, name))
            }
            Owner::Enum(of) => {
                let member = book[of].members.first()?;
                Some(format!("{member}.{name}"))
            }
            Owner::Card(_) | Owner::Run(_) => None,
        }
    }
}

/// The command that somebody may have meant by a word that is none.
pub fn nearest_command(host: &Host, word: &str) -> Option<&'static str> {
    nearest(word, of(host.role).map(Command::name))
}
