//! Which command or choice a line means, and what carries it out.

use super::typed::{CommandResult, ELSEWHERE, Typed, is_change, is_strange};
use super::workbench::Workbench;
use super::{asking, going, keeping, looking, playing, refereeing, stepping};
use crate::rulebook;
use crate::show::console::Tone;
use crate::show::grid::aligned;
use crate::terminal::commands::{Command, GROUPS, Rights, Word, all, example};
use houserules_lang::ir::Owner;
use houserules_lang::spelling::nearest;

/// Carries out what a line means. A move that is on offer comes before a command of its name;
/// `:look` is always the command.
pub(super) fn carry_out(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    let word = typed.word();
    if let Some(name) = word.strip_prefix(':') {
        let at = typed.word.start + 1..typed.word.end;
        return match all().find(|c| c.name == name) {
            Some(command) => run(bench, command, &Typed { word: at, ..typed.clone() }),
            None => Err(unknown(bench, typed).into()),
        };
    }
    let named = word == "?" || all().any(|c| c.name == word);
    if (named && bench.is_offered(word)) || (!named && bench.is_choice(typed)) {
        return playing::choose(bench, typed, typed.whole());
    }
    match all().find(|c| c.name == word || (word == "?" && c.name == "help")) {
        Some(command) => run(bench, command, typed),
        None => Err(unknown(bench, typed).into()),
    }
}

/// What carries a command out.
type Work = fn(&mut Workbench<'_, '_>, &Typed<'_>) -> CommandResult;

/// What carries out each command of the workbench.
const WORK: &[(Word, Work)] = &[
    (Word::Look, looking::look),
    (Word::Table, looking::table),
    (Word::Score, looking::score),
    (Word::Rules, looking::rules),
    (Word::As, looking::set_eyes),
    (Word::Where, looking::whereabouts),
    (Word::Log, looking::log),
    (Word::Moves, looking::moves),
    (Word::Print, looking::print),
    (Word::Names, looking::names),
    (Word::Watch, looking::watch),
    (Word::Unwatch, looking::unwatch),
    (Word::Play, playing::play),
    (Word::Bots, playing::bots),
    (Word::Step, playing::step),
    (Word::Trace, stepping::trace),
    (Word::Rule, stepping::rule),
    (Word::Go, stepping::go),
    (Word::Drop, stepping::drop_probe),
    (Word::Break, stepping::set_break),
    (Word::Unbreak, stepping::unbreak),
    (Word::Why, asking::why),
    (Word::Hint, asking::hint),
    (Word::History, asking::history),
    (Word::Diff, going::diff),
    (Word::Given, refereeing::lines),
    (Word::Do, refereeing::lines),
    (Word::Expect, refereeing::lines),
    (Word::Chance, refereeing::chance),
    (Word::Undo, going::undo),
    (Word::Redo, going::redo),
    (Word::Back, going::back),
    (Word::Bookmark, going::bookmark),
    (Word::Goto, going::goto),
    (Word::Points, going::points),
    (Word::Branches, going::branches),
    (Word::Save, keeping::save),
    (Word::Load, keeping::load),
    (Word::Reload, keeping::reload),
    (Word::Replay, keeping::replay_session),
    (Word::Help, help),
    (Word::Quit, quit),
];

fn run(bench: &mut Workbench, command: &Command, typed: &Typed) -> CommandResult {
    if command.rights == Rights::Referee {
        bench.only_referee(typed, typed.word.clone(), &format!("`{}`", command.name))?;
    }
    match WORK.iter().find(|(word, _)| *word == command.word) {
        Some((_, work)) => work(bench, typed),
        None => Err(unknown(bench, typed).into()),
    }
}

fn unknown(bench: &Workbench, typed: &Typed) -> houserules_lang::diagnostic::Diagnostic {
    let word = typed.word().trim_start_matches(':');
    let shown: String = word.chars().take(40).collect();
    let found = typed.wrong(
        "E1010",
        typed.word.clone(),
        format!("there is no command `{shown}`, and no such move"),
    );
    if let Some((_, meant)) = ELSEWHERE.iter().find(|(other, _)| *other == shown) {
        return found.help(format!("here it is written `{meant}`"));
    }
    if is_change(typed) {
        let line: String = typed.text[typed.whole()].chars().take(80).collect();
        return found.help(format!("`do {line}` changes the table"));
    }
    if is_strange(typed) {
        return found.help(format!("`print {shown}` shows a value"));
    }
    if let Some(path) = bench.path_of(word) {
        return found.help(format!("`print {path}` shows what it is now"));
    }
    match nearest(&shown, all().map(|c| c.name)) {
        Some(near) => found.help(format!("did you mean `{near}`?")),
        None => match bench.asked_by(bench.eyes).as_slice() {
            [first, _, ..] if !typed.word().starts_with(':') => {
                let name = bench.game().naming().seat(*first);
                found.help(format!(
                    "write `{name} {} …` to choose for {name}; `moves` lists what may be chosen, \
                     `help` the commands",
                    bench.chosen_by()
                ))
            }
            _ => found.help("`help` lists the commands, `moves` what may be chosen now"),
        },
    }
}

impl Workbench<'_, '_> {
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
                let member = book.enums.get(of.index()).and_then(|e| e.members.first())?;
                Some(format!("{member}.{name}"))
            }
            Owner::Card(_) | Owner::Run(_) => None,
        }
    }
}

fn help(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    let width = bench.console.look.width;
    let asked = typed.rest();
    if asked.is_empty() {
        for group in GROUPS {
            bench.console.say(Tone::Heading, group.title)?;
            let rows =
                group.commands.iter().map(|c| vec![c.forms[0].to_string(), example(c).to_string()]);
            for line in aligned(&rows.collect::<Vec<_>>(), 2, width) {
                bench.line(&line)?;
            }
        }
        return bench.note("`help COMMAND` says more. A line that begins with `//` is a remark.");
    }
    let Some(command) = all().find(|c| c.name == asked) else {
        let lines = rulebook::of_move(bench.game().book(), bench.game().sources(), asked);
        if !lines.is_empty() {
            return lines.iter().try_for_each(|line| bench.line(line));
        }
        let shown: String = asked.chars().take(40).collect();
        let found =
            typed.wrong("E1010", typed.rest.clone(), format!("there is no command `{shown}`"));
        let near = nearest(&shown, all().map(|c| c.name));
        let help = near.map_or("`help` alone lists them".to_string(), |near| {
            format!("did you mean `{near}`?")
        });
        return Err(found.help(help).into());
    };
    for form in command.forms {
        bench.console.say(Tone::Heading, &format!("  {form}"))?;
    }
    bench.line(&format!("    {}", command.does))?;
    bench.line(&format!("    for example, in examples/{}.rules:", command.example.0))?;
    for line in command.example.1.lines() {
        bench.line(&format!("      {line}"))?;
    }
    Ok(())
}

fn quit(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    typed.alone()?;
    bench.over = true;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_carried_out_once() {
        for command in all() {
            let found = WORK.iter().filter(|(word, _)| *word == command.word).count();
            assert_eq!(found, 1, "{}", command.name);
        }
        assert_eq!(WORK.len(), all().count());
    }
}
