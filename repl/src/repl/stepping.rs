//! Rule by rule: carrying a move out statement by statement, and breaks.

use super::workbench::{NotMade, Ran, at_place};
use crate::terminal::host::Host;
use crate::terminal::telling::say_line;
use crate::terminal::typed::{CommandResult, Done, Failed, Typed, Went};
use houserules_lang::code::Code;
use houserules_lang::ir::{StageId, StageWord};
use houserules_lang::naming::stage_word;
use houserules_lang::place::Place;
use houserules_table::debugger::Bench;
use houserules_table::debugger::breaks::{Break, Set};
use houserules_table::debugger::probe::{DebugRun, Grain, Halted};
use houserules_table::log::LogLine;
use houserules_table::visibility::Viewer;
use std::ops::Range;

impl Host<'_, '_> {
    /// Makes a choice, with what chance was told to give; through a copy that is looked at rule by
    /// rule if there are breaks.
    ///
    /// # Errors
    /// Why it is not made.
    pub fn make(&mut self, seat: u8, choice: &str) -> Result<Ran, NotMade> {
        let given = self.given(seat, choice)?;
        // Where somebody looks through a seat's eyes, nothing stops that could tell them what it
        // watches.
        if !self.bench.breaks.all().is_empty() && self.eyes == Viewer::Referee {
            let probe = DebugRun::begin(self.session.game(), seat, choice, given);
            self.bench.probe = Some(probe.map_err(NotMade::Rejected)?);
            return Ok(self.run_probe(Grain::Decision));
        }
        match given {
            Some(lines) => self.make_given(&lines).map(|()| Ran::Done).map_err(NotMade::Given),
            None => self.session.say(seat, choice).map(|_| Ran::Done).map_err(NotMade::Rejected),
        }
    }

    /// Runs the move that is being carried out on. What is to be said of it waits for
    /// [`Host::say_halt`].
    fn run_probe(&mut self, grain: Grain) -> Ran {
        let Some(mut probe) = self.bench.probe.take() else { return Ran::Done };
        let halted = probe.run(grain, &mut self.bench.breaks);
        let told = std::mem::replace(&mut probe.shown, probe.game.log_length());
        self.bench.halt.lines = probe.game.log(self.eyes, told);
        self.bench.halt.hit =
            if let Halted::Broke(numbers) = &halted { numbers.clone() } else { Vec::new() };
        if probe.paused().is_some() {
            self.bench.probe = Some(probe);
            return Ran::Paused;
        }
        let made = match &probe.given {
            Some(lines) => match self.make_given(lines) {
                Ok(()) => true,
                Err(wrong) => {
                    // What is being typed now are other lines.
                    self.bench.halt.wrong =
                        at_place(&Typed::new("", Bench::file(self.session.game())), 0..0, wrong);
                    false
                }
            },
            None => self.session.say(probe.seat, &probe.choice).is_ok(),
        };
        if self.bench.halt.wrong.is_empty()
            && (!made || probe.game.hash() != self.session.game().hash())
        {
            let words =
                "the copy came to another position than the game: please report this".to_string();
            self.bench.halt.lines.push(LogLine::remark(words));
        }
        if self.bench.halt.hit.is_empty() && self.bench.halt.wrong.is_empty() {
            Ran::Done
        } else {
            Ran::Broke
        }
    }

    /// Says which breaks were hit; of a move that has paused also what has happened since, and
    /// where it stands.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn say_halt(&mut self) -> CommandResult {
        let paused = self.bench.probe.is_some();
        let halt = std::mem::take(&mut self.bench.halt);
        if paused {
            halt.lines.iter().try_for_each(|line| say_line(self.console, line))?;
        }
        for number in &halt.hit {
            let set = self.bench.breaks.all().iter().find(|b| b.number == *number);
            let text = set.map_or(String::new(), |b| b.text.clone());
            self.console.line(&format!("  break {number}: {text}"))?;
        }
        if !halt.wrong.is_empty() {
            return Err(Failed::Wrong(halt.wrong));
        }
        if paused { self.stand_in_rule() } else { Ok(()) }
    }

    fn step_on(&mut self, grain: Grain) -> Result<Ran, Failed> {
        let ran = self.run_probe(grain);
        if ran == Ran::Paused {
            self.say_halt()?;
            return Ok(ran);
        }
        // The copy told it step by step, so it also tells the rest.
        let lines = std::mem::take(&mut self.bench.halt.lines);
        lines.iter().try_for_each(|line| say_line(self.console, line))?;
        self.say_halt()?;
        self.say_fault()?;
        self.stand()?;
        Ok(ran)
    }
}

pub(crate) fn trace(host: &mut Host, typed: &Typed) -> CommandResult {
    host.ready(typed)?;
    let (seat, choice, part) = if typed.rest().is_empty() {
        let Some(seat) = host.next() else { return Ok(()) };
        let choice = host.bot_choice(seat)?;
        let name = host.session.game().naming().seat(seat);
        host.note(&format!("{name}: {choice}"))?;
        (seat, choice, typed.whole())
    } else {
        let (seat, part) = host.chooser(typed, typed.rest.clone())?;
        (seat, typed.text[part.clone()].replace("passes", "pass"), part)
    };
    let given = host.given(seat, &choice);
    let begun = given.and_then(|given| {
        DebugRun::begin(host.session.game(), seat, &choice, given).map_err(NotMade::Rejected)
    });
    match begun {
        Ok(probe) => host.bench.probe = Some(probe),
        Err(not_made) => return Err(host.not_made(typed, seat, part, not_made)),
    }
    host.step_on(Grain::Statement)?;
    Ok(())
}

fn running(host: &Host, typed: &Typed) -> CommandResult {
    if host.bench.probe.is_some() {
        return Ok(());
    }
    let found = typed.wrong(Code::E1014, typed.whole(), "no move is being carried out");
    Err(found.help("`trace MOVE` begins one; `trace` alone lets a bot choose").into())
}

pub(crate) fn rule(host: &mut Host, typed: &Typed) -> CommandResult {
    running(host, typed)?;
    let grain = match typed.rest() {
        "over" => Grain::Over,
        "out" => Grain::Out,
        _ => {
            let times = typed.number(1)?;
            for _ in 0..times {
                if host.step_on(Grain::Statement)? != Ran::Paused {
                    break;
                }
            }
            return Ok(());
        }
    };
    host.step_on(grain)?;
    Ok(())
}

pub(crate) fn go(host: &mut Host, typed: &Typed) -> CommandResult {
    running(host, typed)?;
    host.step_on(Grain::Decision)?;
    Ok(())
}

pub(crate) fn drop_probe(host: &mut Host, typed: &Typed) -> Went {
    running(host, typed)?;
    host.bench.probe = None;
    host.line("The move was never made.")?;
    Ok(Done::Moved)
}

pub(crate) fn set_break(host: &mut Host, typed: &Typed) -> CommandResult {
    let mut words = typed.words();
    let Some((at, how)) = words.next() else {
        if host.bench.breaks.all().is_empty() {
            return host.line("There are no breaks.");
        }
        let lines: Vec<String> = host.bench.breaks.all().iter().map(listed).collect();
        return lines.iter().try_for_each(|line| host.line(line));
    };
    let what = meant(host, typed, at, how)?;
    let text = typed.rest().to_string();
    let mut breaks = std::mem::take(&mut host.bench.breaks);
    let number = breaks.add(host.game_mut(), &text, what);
    host.bench.breaks = breaks;
    host.line(&format!("  break {number}: {text}"))?;
    if let Some((word, None)) = stage(text.strip_prefix("on ").unwrap_or("").trim()) {
        let all = host.stages_of(word);
        if let [(_, first), _, ..] = all.as_slice() {
            let word = stage_word(word);
            host.note(&format!(
                "  (there are {}: `break on {word} at {first}` stops only at that on line {first})",
                all.len()
            ))?;
        }
    }
    if host.bench.breaks.all().last().is_some_and(|b| b.holds()) {
        host.note("  (it holds already, so this stops when it comes true again)")?;
    }
    Ok(())
}

/// A break in the list.
fn listed(set: &Set) -> String {
    let rests = if set.rests() { " (does not fit these rules)" } else { "" };
    format!("  {}  {}{rests}", set.number, set.text)
}

/// What a break stops at.
fn meant(host: &mut Host, typed: &Typed, at: Range<usize>, how: &str) -> Result<Break, Failed> {
    let help = "write `break on THING`, `break on phase`, or `break when CONDITION`";
    let behind = typed.text[at.end..typed.rest.end].trim_start();
    let start = typed.rest.end - behind.len();
    if !matches!(how, "on" | "when") {
        return Err(typed
            .wrong(Code::E1011, at, "a break is `on` something, or `when` something holds")
            .help(help)
            .into());
    }
    if behind.is_empty() {
        let found = typed
            .wrong(Code::E1011, at.end..at.end, "something is missing")
            .saying("expected here");
        return Err(found.help(help).into());
    }
    let line = typed.line(start..typed.rest.end);
    if how == "when" {
        let (desk, game) = host.parts();
        let condition = desk.condition(game, &line)?;
        condition.holds(game)?;
        return Ok(Break::When(Box::new(condition)));
    }
    if let Some((word, line)) = stage_on_line(behind) {
        return host.this_stage(typed, word, line, start).map(Break::ThisStage);
    }
    if let Some((word, title)) = stage(behind) {
        host.check_title(typed, word, title.as_ref(), start)?;
        return Ok(Break::Stage(word, title));
    }
    let (desk, game) = host.parts();
    Ok(Break::Things(desk.thing(game, &line)?))
}

/// Under other rules breaks are read anew; says of which that they rest, or stop again.
pub fn renew_breaks(host: &mut Host) -> Vec<String> {
    let mut breaks = std::mem::take(&mut host.bench.breaks);
    let mut said = Vec::new();
    let known: Vec<_> =
        breaks.all().iter().map(|b| (b.number, b.text.to_string(), b.rests())).collect();
    for (number, text, rested) in known {
        let line = format!("break {text}");
        let typed = Typed::new(&line, Bench::file(host.game()));
        let what = match typed.words().next() {
            Some((at, how)) => meant(host, &typed, at, how),
            None => continue,
        };
        match &what {
            Ok(_) if rested => said.push(format!("break {number} stops again: {text}")),
            Err(Failed::Wrong(wrong)) if !rested => {
                let why = wrong.first().map_or("it means nothing", |d| d.message.as_str());
                said.push(format!(
                    "break {number} does not fit these rules, and rests: {text} ({why})"
                ));
            }
            _ => {}
        }
        breaks.renew(number, host.game_mut(), what.ok());
    }
    host.bench.breaks = breaks;
    said
}

/// A stage by its line: `phase at 214`
fn stage_on_line(text: &str) -> Option<(StageWord, usize)> {
    let (word, line) = text.split_once(" at ")?;
    let (word, title) = stage(word.trim())?;
    Some((word, line.trim().parse().ok().filter(|_| title.is_none())?))
}

/// A stage, perhaps by its title: `phase "part 1"`
fn stage(text: &str) -> Option<(StageWord, Option<String>)> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let word = match word {
        "round" => StageWord::Round,
        "turn" => StageWord::Turn,
        "phase" => StageWord::Phase,
        _ => return None,
    };
    let rest = rest.trim();
    if rest.is_empty() {
        return Some((word, None));
    }
    let title = rest.strip_prefix('"').and_then(|r| r.strip_suffix('"'))?;
    Some((word, Some(title.to_string())))
}

impl Host<'_, '_> {
    /// The stages of a word, and the lines on which they begin.
    fn stages_of(&self, word: StageWord) -> Vec<(StageId, usize)> {
        let game = self.game();
        let stages = game.book().stages.iter().enumerate().filter(|(_, s)| s.word == word);
        let line = |span| Place::of(game.sources(), span).map(|place| place.line);
        stages.filter_map(|(at, s)| Some((StageId(at as u16), line(s.span)?))).collect()
    }

    /// The stage of a word that begins on a line.
    fn this_stage(
        &self,
        typed: &Typed,
        word: StageWord,
        line: usize,
        start: usize,
    ) -> Result<StageId, Failed> {
        let all = self.stages_of(word);
        if let Some((id, _)) = all.iter().find(|(_, at)| *at == line) {
            return Ok(*id);
        }
        let word = stage_word(word);
        let found = typed.wrong(
            Code::E1015,
            start..typed.rest.end,
            format!("no {word} begins on line {line}"),
        );
        let lines: Vec<String> = all.iter().map(|(_, at)| at.to_string()).collect();
        let help = match lines.as_slice() {
            [] => format!("no rule of this game has a {word}"),
            lines => format!("they begin on {}", lines.join(", ")),
        };
        Err(found.help(help).into())
    }

    fn check_title(
        &self,
        typed: &Typed,
        word: StageWord,
        title: Option<&String>,
        start: usize,
    ) -> CommandResult {
        let stages = || self.game().book().stages.iter().filter(|s| s.word == word);
        let at = start..typed.rest.end;
        if stages().next().is_none() {
            let word = stage_word(word);
            let found = typed.wrong(Code::E1015, at, format!("no rule of this game has a {word}"));
            return Err(found.help("break on another thing, or `break when CONDITION`").into());
        }
        let Some(title) = title else { return Ok(()) };
        if stages().any(|s| s.raw_title.as_ref() == Some(title)) {
            return Ok(());
        }
        let shown: String = title.chars().take(40).collect();
        let found = typed.wrong(Code::E1015, at, format!("no such stage is called \"{shown}\""));
        let titles: Vec<String> =
            stages().filter_map(|s| s.raw_title.as_ref()).map(|t| format!("\"{t}\"")).collect();
        let help = if titles.is_empty() {
            "leave the title out".into()
        } else {
            format!("there are {}", titles.join(", "))
        };
        Err(found.help(help).into())
    }
}

pub(crate) fn unbreak(host: &mut Host, typed: &Typed) -> CommandResult {
    if typed.rest().is_empty() {
        return Err(typed.lacks("a number", "`break` alone lists the breaks, with numbers").into());
    }
    let number = typed.number(1)?;
    if host.bench.breaks.remove(number) {
        return host.line(&format!("  break {number} is taken away"));
    }
    let found = typed.wrong(Code::E1015, typed.rest.clone(), format!("there is no break {number}"));
    Err(found.help("`break` alone lists the breaks, with numbers").into())
}
