//! Playing: choices that are typed, and bots.

use super::looking::LOG;
use super::typed::{CommandResult, Failed, Typed, is_strange};
use super::workbench::{NotMade, Ran, Workbench, at_place};
use crate::cli_error::CliError;
use crate::terminal::telling::{Style, say_last};
use houserules_interpreter::ask::{Engine, Stop};
use houserules_interpreter::playout::Random;
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::ir::sites;
use houserules_table::choices::menu::EntryKind;
use houserules_table::debugger::{Condition, because};
use houserules_table::game::Rejected;
use houserules_table::session::Boundary;
use houserules_table::visibility::Viewer;
use std::ops::Range;

/// Bots decide at most so many times on one command.
const MOST: u32 = 20_000;
/// So many lines of what happened are shown of one command.
const SHOWN: usize = 60;

impl Workbench<'_, '_> {
    fn asked(&self) -> Vec<u8> {
        self.session.game().asked().map(|a| a.seats).unwrap_or_default()
    }

    /// Whether somebody who is asked may choose something of that name.
    pub fn is_offered(&mut self, word: &str) -> bool {
        let asked = if self.probe.is_some() { Vec::new() } else { self.asked() };
        let asked: Vec<u8> = asked.into_iter().filter(|seat| self.sees_moves_of(*seat)).collect();
        let game = self.session.game_mut();
        asked
            .iter()
            .any(|s| game.menu(*s).is_some_and(|m| m.entries.iter().any(|e| e.name == word)))
    }

    /// Whether a line that begins with no command is meant as a choice.
    pub fn is_choice(&mut self, typed: &Typed) -> bool {
        let word = typed.word();
        let bare = word.split('(').next().unwrap_or(word);
        let book = self.game().book();
        if book.moves.iter().any(|m| m.name == bare) || matches!(word, "pass" | "decline" | "all") {
            return true;
        }
        let second = typed.words().next().map_or("", |(_, w)| w);
        if matches!(second, "does" | "chooses" | "passes" | "cannot") {
            return true;
        }
        let asked = if self.probe.is_some() { Vec::new() } else { self.asked() };
        let game = self.session.game_mut();
        let text = &typed.text[typed.whole()];
        // Where several are asked, what is no answer to any of them was hardly meant as one.
        let strange = is_strange(typed) || asked.len() > 1;
        asked.iter().any(|seat| {
            let values = game
                .menu(*seat)
                .is_some_and(|m| m.entries.iter().any(|e| e.kind == EntryKind::Values));
            let mut means = || !matches!(game.why_not(*seat, text), Some(Rejected::Unclear { .. }));
            values && (!strange || means())
        })
    }

    /// Values are chosen, moves are done: the word between a name and what is asked for.
    pub fn chosen_by(&self) -> &'static str {
        let game = self.session.game();
        let choose = game.asked().and_then(|asked| sites::find(game.book(), asked.site));
        let values = choose.is_some_and(|choose| !sites::value_steps(choose).is_empty());
        if values { "chooses" } else { "does" }
    }

    /// Who a choice is made for, and the part of the line that is the choice.
    ///
    /// # Errors
    /// If that is not said, or they are somebody else than whose eyes are used.
    pub fn chooser(&self, typed: &Typed, part: Range<usize>) -> Result<(u8, Range<usize>), Failed> {
        let (seat, choice) = self.named_chooser(typed, part.clone())?;
        if self.sees_moves_of(seat) {
            self.answers_once(typed, (part, seat))?;
            return Ok((seat, choice));
        }
        let name = self.game().naming().seat(seat);
        let said = format!("{name} is asked, and you see {}", self.eyes_of(self.eyes));
        let found = typed.wrong("E1014", part, said);
        Err(found
            .help(format!("`as {name}` lets you choose for {name}, `as referee` for all"))
            .into())
    }

    fn named_chooser(
        &self,
        typed: &Typed,
        part: Range<usize>,
    ) -> Result<(u8, Range<usize>), Failed> {
        let text = &typed.text[part.clone()];
        let inner = Typed::new(text, typed.file);
        let (word, second) = (inner.word(), inner.words().next());
        let shift = |at: &Range<usize>| part.start + at.start..part.start + at.end;
        if let Some((at, verb)) = second
            && matches!(verb, "does" | "chooses" | "passes")
        {
            let seat = self.seat(typed, (shift(&inner.word), word))?;
            if verb == "passes" {
                return Ok((seat, shift(&at)));
            }
            let behind = &text[at.end..];
            let start = at.end + behind.len() - behind.trim_start().len();
            return Ok((seat, part.start + start.min(text.len())..part.end));
        }
        let asked = self.asked_by(self.eyes);
        let seat = match (asked.as_slice(), self.eyes) {
            ([only], _) => *only,
            (all, Viewer::Seat(seat)) if all.contains(&seat) => seat,
            ([first, ..], _) => {
                let names = self.game().naming().seat_list(&asked);
                let first = self.game().naming().seat(*first);
                let found = typed.wrong(
                    "E1014",
                    part,
                    format!("{names} are asked together: say who chooses"),
                );
                let verb = self.chosen_by();
                return Err(found
                    .help(format!("write `{first} {verb} …`, or `as {first}` first"))
                    .into());
            }
            ([], _) => *asked.first().unwrap_or(&0),
        };
        Ok((seat, part))
    }

    /// Nothing can be chosen in the middle of a move, or when nobody is asked.
    ///
    /// # Errors
    /// Why not.
    pub fn ready(&self, typed: &Typed) -> CommandResult {
        let at = typed.whole();
        if self.probe.is_some() {
            let found = typed.wrong("E1014", at, "a move is being carried out");
            return Err(found.help("`go` finishes it, `drop` gives it up").into());
        }
        let said = match self.session.game().stop() {
            Stop::Asking if !self.asked().is_empty() => return Ok(()),
            Stop::Asking => "nobody is asked now",
            Stop::Over(_) => "the game is over",
            Stop::Fault(_) => "a rule could not be carried out, so the game cannot go on",
        };
        Err(typed.wrong("E1014", at, said).help("`undo` takes the last decision back").into())
    }

    /// A choice that was rejected, at its place in the line and in the rules.
    pub fn rejected(
        &mut self,
        typed: &Typed,
        (seat, part): (u8, Range<usize>),
        rejected: Rejected,
    ) -> Diagnostic {
        let refusal = match rejected {
            Rejected::Unclear { message, help } => {
                let found = typed.wrong("E1012", part, message);
                return match help {
                    Some(help) => found.help(help),
                    None => found.help("`moves` lists what may be chosen, as it is typed"),
                };
            }
            Rejected::Refused(refusal) => refusal,
        };
        let name = self.session.game().naming().seat(seat);
        let mut found =
            typed.wrong("E1013", part, format!("{name} cannot do this: {}", refusal.words()));
        if let Some(span) = refusal.span() {
            found = found.beside(
                span,
                refusal.rule.as_ref().map_or(String::new(), |r| format!("`{r}` refuses it")),
            );
        }
        let parts = match self.eyes {
            Viewer::Referee => because::parts(self.session.game_mut(), seat, &refusal),
            Viewer::Seat(_) | Viewer::Spectator => Vec::new(),
        };
        for part in parts {
            found = found.beside(part.span, format!("`{}` is {}", part.source, part.value));
        }
        found.help("`moves` lists what may be chosen now")
    }

    /// Why a choice was not made, at its place in the line.
    pub fn not_made(
        &mut self,
        typed: &Typed,
        (seat, part): (u8, Range<usize>),
        why: NotMade,
    ) -> Failed {
        match why {
            NotMade::Rejected(rejected) => self.rejected(typed, (seat, part), rejected).into(),
            NotMade::Given(wrong) => Failed::Wrong(at_place(typed, part, wrong)),
        }
    }

    /// Lets a bot choose; gives what it would say.
    pub fn bot_choice(&mut self) -> Option<(u8, String)> {
        let lot = self.session.game().engine().lot();
        let seat = *lot.first()?;
        let mut bot = Random::new(self.bots.seed());
        let choice = self.session.game_mut().wording(seat, |engine| bot.answer(engine, seat))?;
        Some((seat, choice))
    }

    /// Shows what has happened since, the end in full.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn tell_new(&mut self, from: usize) -> CommandResult {
        let lines = self.session.game().log(self.eyes, from);
        let style = Style { before: " these; `log` shows more", ..LOG };
        Ok(say_last(self.console, &lines, SHOWN, style)?)
    }

    /// What a command that played on ends with.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn ended(&mut self) -> CommandResult {
        if let Stop::Fault(_) = self.session.game().stop() {
            self.say_fault()?;
        }
        Ok(())
    }
}

/// A line that is a choice.
///
/// # Errors
/// Why it is not possible.
pub fn choose(bench: &mut Workbench, typed: &Typed, part: Range<usize>) -> CommandResult {
    let second =
        Typed::new(&typed.text[part.clone()], typed.file).words().next().map_or("", |(_, w)| w);
    if second == "cannot" {
        bench.only_referee(typed, part, "`cannot`")?;
        return super::refereeing::lines(bench, typed);
    }
    bench.ready(typed)?;
    if typed.text[part.clone()].split_whitespace().eq(["all", "pass"]) {
        return all_pass(bench, typed, part);
    }
    let (seat, part) = bench.chooser(typed, part)?;
    let from = bench.session.game().log_length();
    let choice = typed.text[part.clone()].replace("passes", "pass");
    if let Err(not_made) = bench.make(seat, &choice) {
        return Err(bench.not_made(typed, (seat, part), not_made));
    }
    bench.tell_new(from)?;
    bench.say_halt()?;
    bench.ended()
}

fn all_pass(bench: &mut Workbench, typed: &Typed, part: Range<usize>) -> CommandResult {
    bench.only_referee(typed, part.clone(), "`all pass`")?;
    let from = bench.session.game().log_length();
    for seat in bench.asked() {
        if bench.asked().contains(&seat)
            && let Err(not_made) = bench.make(seat, "pass")
        {
            return Err(bench.not_made(typed, (seat, part), not_made));
        }
        if bench.probe.is_some() {
            break;
        }
    }
    bench.tell_new(from)?;
    bench.say_halt()?;
    bench.ended()
}

pub(super) fn play(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    if typed.rest().is_empty() {
        return Err(typed
            .lacks("a move", "`moves` lists what may be chosen, as it is typed")
            .into());
    }
    choose(bench, typed, typed.rest.clone())
}

/// When bots are to stop.
enum Until {
    Count(u32),
    Holds(Box<Condition>),
    Began(Boundary),
}

pub(super) fn bots(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    bench.ready(typed)?;
    if let Some((at, "until")) = typed.words().next() {
        bench.only_referee(typed, at.clone(), "a condition")?;
        let start = typed.text[at.end..typed.rest.end].len();
        if start == 0 {
            let found = typed
                .wrong("E1011", at.end..at.end, "a condition is missing")
                .saying("expected here");
            return Err(found.help("write `bots until count(players) > 1`").into());
        }
        let condition =
            bench.bench.condition(bench.session.game(), &typed.line(at.end..typed.rest.end))?;
        condition.holds(bench.session.game_mut())?;
        return run_bots(bench, typed, &Until::Holds(Box::new(condition)));
    }
    let count = typed.number(1)?;
    run_bots(bench, typed, &Until::Count(count))
}

pub(super) fn step(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    bench.ready(typed)?;
    let until = match typed.rest() {
        "turn" => Until::Began(Boundary::Turn),
        "phase" => Until::Began(Boundary::Phase),
        "round" => Until::Began(Boundary::Round),
        _ => Until::Count(typed.number(1).map_err(|_| {
            let found =
                typed.wrong("E1011", typed.rest.clone(), "a game is not stepped through like this");
            Failed::from(found.help(
                "write `step`, `step turn`, `step phase`, `step round`; `rule` goes rule by rule",
            ))
        })?),
    };
    run_bots(bench, typed, &until)
}

fn run_bots(bench: &mut Workbench, typed: &Typed, until: &Until) -> CommandResult {
    let from = bench.session.game().log_length();
    let mut made = 0;
    // Whoever may not know who has answered counts a race as one decision.
    let mut known = bench.standing(bench.eyes);
    let stopped = loop {
        let most = if let Until::Count(count) = until { *count } else { MOST };
        if made >= most {
            break (!matches!(until, Until::Count(_)))
                .then(|| format!("stopped after {MOST} decisions"));
        }
        if bench.session.game().stop() != Stop::Asking {
            break None;
        }
        let Some((seat, choice)) = bench.bot_choice() else {
            return Err(CliError::Input("a bot finds nothing to do".into(), None).into());
        };
        match bench.make(seat, &choice) {
            Ok(Ran::Paused | Ran::Broke) => break None,
            Ok(Ran::CommandResult) => {}
            Err(NotMade::Given(wrong)) => {
                bench.tell_new(from)?;
                return Err(Failed::Wrong(at_place(typed, typed.whole(), wrong)));
            }
            Err(NotMade::Rejected(rejected)) => {
                let message = format!("a bot's `{choice}` is refused: {rejected}");
                return Err(CliError::Input(message, None).into());
            }
        }
        let now = bench.standing(bench.eyes);
        if now == known {
            continue;
        }
        (known, made) = (now, made + 1);
        let there = match until {
            Until::Count(_) => false,
            Until::Holds(condition) => condition.holds(bench.session.game_mut())?,
            Until::Began(boundary) => bench.session.began(*boundary),
        };
        if there {
            break None;
        }
    };
    bench.tell_new(from)?;
    bench.say_halt()?;
    if let Some(words) = stopped {
        bench.note(&words)?;
    }
    bench.ended()
}
