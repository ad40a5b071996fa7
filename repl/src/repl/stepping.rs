//! Rule by rule: carrying a move out statement by statement, and breaks.

use super::Workbench;
use super::typed::{Done, Failed, Typed};
use houserules_interpreter::host::bench::audit::body_name;
use houserules_interpreter::host::bench::breaks::Break;
use houserules_interpreter::host::bench::probe::{Grain, Halted, Probe};
use houserules_interpreter::host::game::Rejected;
use houserules_interpreter::host::log::{LogLine, Told};
use houserules_interpreter::machine::trace::Running;
use houserules_lang::ir::StageWord;

/// How far a choice came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ran {
    /// It is carried out.
    Done,
    /// It is carried out, and a break was hit at its end.
    Broke,
    /// It has paused in the middle.
    Paused,
}

impl Workbench<'_, '_> {
    /// Makes a choice; through a copy that is looked at rule by rule if there are breaks.
    ///
    /// # Errors
    /// Why it is rejected.
    pub fn make(&mut self, seat: u8, choice: &str) -> Result<Ran, Rejected> {
        if self.breaks.all().is_empty() {
            return self.session.say(seat, choice).map(|_| Ran::Done);
        }
        self.probe = Some(Probe::begin(self.session.game(), seat, choice)?);
        Ok(self.run_probe(Grain::Decision))
    }

    /// Runs the move that is being carried out on. What is to be said of it waits for [`Workbench::say_halt`].
    fn run_probe(&mut self, grain: Grain) -> Ran {
        let Some(mut probe) = self.probe.take() else { return Ran::Done };
        let halted = probe.run(grain, &mut self.breaks);
        let told = std::mem::replace(&mut probe.shown, probe.game.log_length());
        self.halt.lines = probe.game.log(self.eyes, told);
        self.halt.hit = if let Halted::Broke(numbers) = &halted { numbers.clone() } else { Vec::new() };
        if probe.paused().is_some() {
            self.probe = Some(probe);
            return Ran::Paused;
        }
        let said = self.session.say(probe.seat, &probe.choice);
        if said.is_err() || probe.game.hash() != self.session.game().hash() {
            let words = "the copy came to another position than the game: please report this".to_string();
            self.halt.lines.push(LogLine { told: Told::Remark, text: words });
        }
        if self.halt.hit.is_empty() { Ran::Done } else { Ran::Broke }
    }

    /// Says which breaks were hit; of a move that has paused also what has happened since, and where it stands.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn say_halt(&mut self) -> Done {
        let paused = self.probe.is_some();
        let halt = std::mem::take(&mut self.halt);
        if paused {
            halt.lines.iter().try_for_each(|line| self.say_line(line))?;
        }
        for number in &halt.hit {
            let set = self.breaks.all().iter().find(|b| b.number == *number);
            let text = set.map_or(String::new(), |b| b.text.clone());
            self.console.line(&format!("  break {number}: {text}"))?;
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
        let lines = std::mem::take(&mut self.halt.lines);
        lines.iter().try_for_each(|line| self.say_line(line))?;
        self.say_halt()?;
        self.ended()?;
        self.stand()?;
        Ok(ran)
    }
}

/// What a run that stopped has to say.
#[derive(Debug, Default)]
pub struct Halt {
    lines: Vec<LogLine>,
    hit: Vec<u32>,
}

/// `trace`
///
/// # Errors
/// What is wrong with the line.
pub fn trace(bench: &mut Workbench, typed: &Typed) -> Done {
    bench.ready(typed)?;
    let (seat, choice, part) = if typed.rest().is_empty() {
        let Some((seat, choice)) = bench.bot_choice() else { return Ok(()) };
        let name = bench.session.game().naming().seat(seat);
        bench.note(&format!("{name}: {choice}"))?;
        (seat, choice, typed.whole())
    } else {
        let (seat, part) = bench.chooser(typed, typed.rest.clone())?;
        (seat, typed.text[part.clone()].replace("passes", "pass"), part)
    };
    match Probe::begin(bench.session.game(), seat, &choice) {
        Ok(probe) => bench.probe = Some(probe),
        Err(rejected) => return Err(bench.rejected(typed, (seat, part), rejected).into()),
    }
    bench.step_on(Grain::Statement)?;
    Ok(())
}

fn running(bench: &Workbench, typed: &Typed) -> Done {
    if bench.probe.is_some() {
        return Ok(());
    }
    let found = typed.wrong("E1014", typed.whole(), "no move is being carried out");
    Err(found.help("`trace MOVE` begins one; `trace` alone lets a bot choose").into())
}

/// `rule`
///
/// # Errors
/// What is wrong with the line.
pub fn rule(bench: &mut Workbench, typed: &Typed) -> Done {
    running(bench, typed)?;
    let grain = match typed.rest() {
        "over" => Grain::Over,
        "out" => Grain::Out,
        _ => {
            let times = typed.number(1)?;
            for _ in 0..times {
                if bench.step_on(Grain::Statement)? != Ran::Paused {
                    break;
                }
            }
            return Ok(());
        }
    };
    bench.step_on(grain)?;
    Ok(())
}

/// `go`
///
/// # Errors
/// What is wrong with the line.
pub fn go(bench: &mut Workbench, typed: &Typed) -> Done {
    typed.alone()?;
    running(bench, typed)?;
    bench.step_on(Grain::Decision)?;
    Ok(())
}

/// `drop`
///
/// # Errors
/// What is wrong with the line.
pub fn drop_probe(bench: &mut Workbench, typed: &Typed) -> Done {
    typed.alone()?;
    running(bench, typed)?;
    bench.probe = None;
    bench.line("The move was never made.")?;
    bench.stand()
}

/// The rules that run, outermost first.
#[must_use]
pub fn chain_words(bench: &Workbench, chain: &[Running]) -> String {
    let names: Vec<String> = chain.iter().map(|r| body_name(bench.game().book(), r.body)).collect();
    names.join(" › ")
}

/// `break`
///
/// # Errors
/// What is wrong with the line.
pub fn set_break(bench: &mut Workbench, typed: &Typed) -> Done {
    let mut words = typed.words();
    let help = "write `break on THING`, `break on phase`, or `break when CONDITION`";
    let Some((at, how)) = words.next() else {
        if bench.breaks.all().is_empty() {
            return bench.line("There are no breaks.");
        }
        let lines: Vec<String> =
            bench.breaks.all().iter().map(|b| format!("  {}  {}", b.number, b.text)).collect();
        return lines.iter().try_for_each(|line| bench.line(line));
    };
    let behind = typed.text[at.end..typed.rest.end].trim_start();
    let start = typed.rest.end - behind.len();
    if !matches!(how, "on" | "when") {
        return Err(typed
            .wrong("E1011", at, "a break stands `on` something, or `when` something holds")
            .help(help)
            .into());
    }
    if behind.is_empty() {
        let found = typed.wrong("E1011", at.end..at.end, "something is missing").saying("expected here");
        return Err(found.help(help).into());
    }
    let line = typed.line(start..typed.rest.end);
    let what = if how == "when" {
        let (desk, game) = bench.parts();
        let condition = desk.condition(game, &line)?;
        condition.holds(game)?;
        Break::When(Box::new(condition))
    } else if let Some(stage) = stage(behind) {
        bench.check_title(typed, (&stage, start))?;
        Break::Stage(stage.0, stage.1)
    } else {
        let (desk, game) = bench.parts();
        Break::Things(desk.thing(game, &line)?)
    };
    let text = typed.rest().to_string();
    let mut breaks = std::mem::take(&mut bench.breaks);
    let number = breaks.add(bench.game_mut(), &text, what);
    bench.breaks = breaks;
    bench.line(&format!("  break {number}: {text}"))?;
    if bench.breaks.all().last().is_some_and(|b| b.holds()) {
        bench.note("  (it holds already, so this stops when it comes true again)")?;
    }
    Ok(())
}

/// `phase "part 1"`
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

impl Workbench<'_, '_> {
    fn check_title(
        &self,
        typed: &Typed,
        ((word, title), start): (&(StageWord, Option<String>), usize),
    ) -> Done {
        let stages = || self.game().book().stages.iter().filter(|s| s.word == *word);
        let at = start..typed.rest.end;
        if stages().next().is_none() {
            let word = houserules_interpreter::host::naming::stage_word(*word);
            let found = typed.wrong("E1015", at, format!("no rule of this game has a {word}"));
            return Err(found.help("break on another thing, or `break when CONDITION`").into());
        }
        let Some(title) = title else { return Ok(()) };
        if stages().any(|s| s.raw_title.as_ref() == Some(title)) {
            return Ok(());
        }
        let shown: String = title.chars().take(40).collect();
        let found = typed.wrong("E1015", at, format!("no such stage is called \"{shown}\""));
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

/// `unbreak`
///
/// # Errors
/// What is wrong with the line.
pub fn unbreak(bench: &mut Workbench, typed: &Typed) -> Done {
    if typed.rest().is_empty() {
        return Err(typed.lacks("a number", "`break` alone lists the breaks, with numbers").into());
    }
    let number = typed.number(1)?;
    if bench.breaks.remove(number) {
        return bench.line(&format!("  break {number} is taken away"));
    }
    let found = typed.wrong("E1015", typed.rest.clone(), format!("there is no break {number}"));
    Err(found.help("`break` alone lists the breaks, with numbers").into())
}
