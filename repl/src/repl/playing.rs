//! Bots that play on, until a decision, a stage or a condition is reached.

use super::workbench::Ran;
use crate::terminal::host::Host;
use crate::terminal::typed::{CommandResult, Failed, Typed};
use houserules_interpreter::ask::Stop;
use houserules_lang::code::Code;
use houserules_table::debugger::Condition;
use houserules_table::session::Boundary;

/// Bots decide at most so many times on one command.
const MOST: u32 = 20_000;

/// When bots are to stop.
enum Until {
    Count(u32),
    Holds(Box<Condition>),
    Began(Boundary),
}

pub(crate) fn bots(host: &mut Host, typed: &Typed) -> CommandResult {
    host.ready(typed)?;
    if let Some((at, "until")) = typed.words().next() {
        host.only_referee(typed, at.clone(), "a condition")?;
        let start = typed.text[at.end..typed.rest.end].len();
        if start == 0 {
            let found = typed
                .wrong(Code::E1011, at.end..at.end, "a condition is missing")
                .saying("expected here");
            return Err(found.help("write `bots until count(players) > 1`").into());
        }
        let condition =
            host.bench.reads.condition(host.session.game(), &typed.line(at.end..typed.rest.end))?;
        condition.holds(host.session.game_mut())?;
        return run_bots(host, typed, &Until::Holds(Box::new(condition)));
    }
    let count = typed.number(1)?;
    run_bots(host, typed, &Until::Count(count))
}

pub(crate) fn step(host: &mut Host, typed: &Typed) -> CommandResult {
    host.ready(typed)?;
    let until = match typed.rest() {
        "turn" => Until::Began(Boundary::Turn),
        "phase" => Until::Began(Boundary::Phase),
        "round" => Until::Began(Boundary::Round),
        _ => Until::Count(typed.number(1).map_err(|_| {
            let found = typed.wrong(
                Code::E1011,
                typed.rest.clone(),
                "a game is not stepped through like this",
            );
            Failed::from(found.help(
                "write `step`, `step turn`, `step phase`, `step round`; `rule` goes rule by rule",
            ))
        })?),
    };
    run_bots(host, typed, &until)
}

fn run_bots(host: &mut Host, typed: &Typed, until: &Until) -> CommandResult {
    let from = host.session.game().log_length();
    let mut made = 0;
    // Whoever may not know who has answered counts a race as one decision.
    let mut known = host.standing();
    let stopped = loop {
        let most = if let Until::Count(count) = until { *count } else { MOST };
        if made >= most {
            break (!matches!(until, Until::Count(_)))
                .then(|| format!("stopped after {MOST} decisions"));
        }
        if host.session.game().stop() != Stop::Asking {
            break None;
        }
        let Some(seat) = host.next() else { break None };
        match host.lets_decide(typed, seat) {
            Ok(Ran::Paused | Ran::Broke) => break None,
            Ok(Ran::Done) => {}
            Err(failed) => {
                host.tell_new(from)?;
                return Err(failed);
            }
        }
        let now = host.standing();
        if now == known {
            continue;
        }
        (known, made) = (now, made + 1);
        let there = match until {
            Until::Count(_) => false,
            Until::Holds(condition) => condition.holds(host.session.game_mut())?,
            Until::Began(boundary) => host.session.began(*boundary),
        };
        if there {
            break None;
        }
    };
    host.tell_new(from)?;
    host.say_halt()?;
    if let Some(words) = stopped {
        host.note(&words)?;
    }
    host.say_fault()?;
    Ok(())
}
