//! As referee: lines of tests that lay the table, change it or look at it, and what chance is to give.

use super::Workbench;
use super::typed::{Done, Typed};
use houserules_interpreter::ask::Engine;
use houserules_interpreter::host::bench::Bench;
use houserules_interpreter::host::bench::lines::test_line;
use std::ops::Range;

impl Workbench<'_, '_> {
    /// Carries lines of a test out; those that change something become a step of the session.
    fn referee(&mut self, typed: &Typed, text: &str) -> Done {
        let line = houserules_interpreter::host::bench::Line { text, part: 0..text.len() };
        let line = if text == typed.text { typed.line(typed.whole()) } else { line };
        let lines = self.bench.lines(self.session.game(), &line)?;
        if !lines.change() {
            let mut copy = self.session.game().copy();
            self.bench.carry_out(&mut copy, &lines)?;
            return self.line("  It holds.");
        }
        let from = self.session.game().log_length();
        let bench = &mut self.bench;
        self.session.referee(lines.text(), |game| bench.carry_out(game, &lines))?;
        self.tell_new(from)?;
        self.ended()
    }
}

/// `given`, `do`, `expect`, `Ana cannot …`
///
/// # Errors
/// What is wrong with the line, or does not hold.
pub fn lines(bench: &mut Workbench, typed: &Typed) -> Done {
    if bench.probe.is_some() {
        let found = typed.wrong("E1014", typed.whole(), "a move is being carried out");
        return Err(found.help("`go` finishes it, `drop` gives it up; `print` looks at it").into());
    }
    bench.referee(typed, typed.text)
}

/// `chance gives …`
///
/// # Errors
/// What is wrong with the line.
pub fn chance(bench: &mut Workbench, typed: &Typed) -> Done {
    if typed.rest().is_empty() {
        bench.forced.clear();
        return bench.line("  Chance decides by itself.");
    }
    bench.ready(typed)?;
    // Read now, so that a mistake is said at once; carried out with the next move.
    bench.bench.lines(bench.session.game(), &typed.line(typed.whole()))?;
    bench.forced.push(typed.text.trim().to_string());
    bench.line("  With the next move; `chance` alone lets it decide by itself again.")
}

/// What chance was told to give is read anew under other rules; what does not fit them is forgotten, and said.
pub fn renew_forced(bench: &mut Workbench) -> Vec<String> {
    let mut said = Vec::new();
    for line in std::mem::take(&mut bench.forced) {
        let typed = Typed::new(&line, Bench::file(bench.game()));
        match bench.bench.lines(bench.session.game(), &typed.line(typed.whole())) {
            Ok(_) => bench.forced.push(line),
            Err(wrong) => {
                let why = wrong.first().map_or("it means nothing", |d| d.message.as_str());
                said.push(format!("`{line}` does not fit these rules, and is forgotten ({why})"));
            }
        }
    }
    said
}

/// A choice with which chance gives what it was told to: a step of the referee's.
///
/// # Errors
/// Why it is not possible.
pub fn forced(bench: &mut Workbench, typed: &Typed, (seat, part): (u8, Range<usize>)) -> Done {
    let choice = typed.text[part.clone()].replace("passes", "pass");
    let mut copy = bench.session.game().copy();
    let picked = match copy.meant(seat, &choice) {
        Ok(picked) => picked,
        Err(rejected) => return Err(bench.rejected(typed, (seat, part), rejected).into()),
    };
    let line = test_line(&mut copy, seat, &picked);
    let text = format!("{}\n{line}", bench.forced.join("\n"));
    if copy.engine().asked().is_none() {
        return Ok(());
    }
    let done = bench.referee(typed, &text);
    bench.forced.clear();
    match done {
        // The lines are not those that were typed: said at the place of the choice.
        Err(super::typed::Failed::Wrong(wrong)) => {
            let found = wrong.into_iter().map(|d| {
                let said = typed.wrong(d.code, part.clone(), d.message);
                match d.help {
                    Some(help) => said.help(help),
                    None => said,
                }
            });
            Err(super::typed::Failed::Wrong(found.collect()))
        }
        done => done,
    }
}
