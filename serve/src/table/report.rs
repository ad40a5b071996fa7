//! How the evening went: the course of the game with its notes, how the score went, how long each
//! decision took, what was tried and refused, which rules were looked up, what the rules were when.
//! It lies beside the journal when the game is over.

use super::Table;
use crate::protocol::reply::Reply;
use houserules_files::private::replace;
use houserules_table::session::{Point, Step};
use houserules_table::visibility::Viewer;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

/// What happened at a step of the game.
type ByStep = BTreeMap<u64, Vec<Value>>;

/// The number of a point, and the scores there, one for each seat.
type Scores = Vec<(u32, Vec<String>)>;

/// No more rows of scores are printed; the lines of JSON have all.
const MOST_ROWS: usize = 400;

impl Table {
    /// The report as Markdown, or as lines of JSON; both are written beside the journal.
    pub(super) fn report(&mut self, format: &str) -> Reply {
        if self.too_early() {
            let why = "the report tells what was hidden: it is there when the game is over";
            return Reply::no(why);
        }
        self.lays_open();
        let report = match format {
            "markdown" => self.in_markdown(),
            "jsonl" => self.in_lines(),
            _ => return Reply::no("a report is `markdown` or `jsonl`"),
        };
        let reply = Reply::with("report", report);
        if self.write_report() { reply.and("file", self.report_file()) } else { reply }
    }

    /// Where the report lies: beside the journal.
    pub(super) fn report_file(&self) -> PathBuf {
        self.wanted.shelf.file_of(self.kept.number, "report.md")
    }

    /// Writes the report beside the journal; whether it could be. What goes wrong is for the host
    /// to know, and stops no game.
    pub(super) fn write_report(&mut self) -> bool {
        let texts = [("report.md", self.in_markdown()), ("report.jsonl", self.in_lines())];
        for (ending, text) in texts {
            let path = self.wanted.shelf.file_of(self.kept.number, ending);
            if let Err(error) = replace(&path, &text) {
                self.said.push(format!("`{}` cannot be written: {error}.", path.display()));
                return false;
            }
        }
        true
    }

    /// How any moment is opened again; `POINT` is a number of the course.
    fn reopened(&self) -> String {
        let path = self.keeper.path();
        format!("houserules repl '{}' --at POINT", path.replace('\'', "'\\''"))
    }

    fn in_lines(&self) -> String {
        let head = json!({
            "event": "table", "game": self.header.game, "title": self.session.game().book().title,
            "seats": self.session.game().naming().seats, "options": self.header.options,
            "rules": self.header.rules_hash, "reopen": self.reopened(),
        });
        let mut all = format!("{head}\n");
        let told = self.told_by_step();
        for mut event in self.course.lines() {
            if event["event"] == "chose"
                && let Some(text) = event["step"].as_u64().and_then(|step| told.get(&step))
            {
                event["text"] = text.as_str().into();
            }
            self.number(&mut event);
            let _ = writeln!(all, "{event}");
        }
        for (point, scores) in self.scores() {
            let score = json!({"event": "score", "point": point, "scores": scores});
            let _ = writeln!(all, "{score}");
        }
        all
    }

    /// Names points by the numbers that people read: the course has them as they came about, among
    /// them answers of races that were taken back.
    fn number(&self, event: &mut Value) {
        let Some(fields) = event.as_object_mut() else { return };
        if let Some(step) = fields.remove("step") {
            fields.insert("point".into(), self.point_of(&step).into());
        }
        if let Some(to) = fields.get_mut("to") {
            *to = self.point_of(to).into();
        }
    }

    /// The number of a point that the course tells of.
    fn point_of(&self, step: &Value) -> u32 {
        let point = step.as_u64().and_then(|n| u32::try_from(n).ok()).map_or(Point::START, Point);
        self.session.tree().number_of_all(point)
    }

    /// What was done at each step of the line that led here.
    fn told_by_step(&self) -> BTreeMap<u64, String> {
        let way = self.session.tree().way(self.session.here());
        way.into_iter()
            .map(|point| (u64::from(point.0), self.session.step_reported(point, Viewer::Referee)))
            .collect()
    }

    /// The score at each step of the line that led here where it had changed; nothing if the rules
    /// do not say what it is.
    fn scores(&self) -> Scores {
        let way = self.session.tree().way(self.session.here());
        let mut at = 0_usize;
        let mut found: Scores = Vec::new();
        // Each step is looked at where it was done: there the step before it has led.
        self.session.walk(self.session.here(), |game, _| {
            let before = at;
            at += 1;
            let Some(point) = before.checked_sub(1).and_then(|n| way.get(n)) else { return };
            let Some(scores) = game.scores_in_words() else { return };
            if found.last().is_none_or(|(_, last)| *last != scores) {
                found.push((self.session.tree().number_of_all(*point), scores));
            }
        });
        let mut game = self.session.standing_at(self.session.here());
        if let Some(scores) = game.scores_in_words()
            && found.last().is_none_or(|(_, last)| *last != scores)
        {
            let tree = self.session.tree();
            found.push((tree.number_of_all(tree.here()), scores));
        }
        found
    }

    fn in_markdown(&mut self) -> String {
        let game = self.session.game();
        let mut out = format!("# {}\n\n", plain(&game.book().title));
        let _ = writeln!(out, "Players: {}\n", plain(&game.naming().seats.join(", ")));
        let view = self.session.game_mut().full_view(Viewer::Spectator);
        if let Some(outcome) = &view.outcome {
            let _ = writeln!(out, "{}.\n", plain(&crate::capital(outcome)));
        }
        if let Some(scores) = &view.scores {
            out.push_str("| player | score |\n|---|---|\n");
            for (name, score) in view.seats.iter().zip(scores) {
                let _ = writeln!(out, "| {} | {} |", plain(name), plain(score));
            }
            out.push('\n');
        }
        let _ = writeln!(
            out,
            "Any moment can be opened again in the workbench, by the number of its point:\n\n    \
             {}\n",
            self.reopened()
        );
        self.notes_in(&mut out);
        self.course_in(&mut out);
        self.scores_in(&mut out);
        self.times_in(&mut out);
        self.refused_in(&mut out);
        self.looked_in(&mut out);
        self.rules_in(&mut out);
        out
    }

    fn scores_in(&self, out: &mut String) {
        let scores = self.scores();
        if scores.is_empty() {
            return;
        }
        let seats = self.session.game().naming().seats;
        let names: Vec<String> = seats.iter().map(|name| plain(name)).collect();
        out.push_str("## How the score went\n\n");
        let _ = writeln!(out, "| point | {} |", names.join(" | "));
        let _ = writeln!(out, "|---|{}", "---|".repeat(names.len()));
        // The end always stands there.
        let skipped = scores.len().saturating_sub(MOST_ROWS);
        for (point, scores) in scores.iter().skip(skipped) {
            let scores: Vec<String> = scores.iter().map(|score| plain(score)).collect();
            let _ = writeln!(out, "| {point} | {} |", scores.join(" | "));
        }
        out.push('\n');
    }

    fn notes_in(&self, out: &mut String) {
        out.push_str("## Notes\n\n");
        let mut none = true;
        for note in self.course.called("note") {
            none = false;
            let _ = writeln!(
                out,
                "- {} (point {}, {}{}): {}",
                text(&note["by"]),
                self.point_of(&note["step"]),
                text(&note["path"]),
                note["place"].as_str().map(|p| format!(", {}", plain(p))).unwrap_or_default(),
                text(&note["text"])
            );
            if let Some(about) = note["about"].as_str() {
                let _ = writeln!(out, "  - about: {}", plain(about));
            }
        }
        out.push_str(if none { "None.\n\n" } else { "\n" });
    }

    /// Step by step, with what was noted and how long it took.
    fn course_in(&self, out: &mut String) {
        let mut chose: ByStep = BTreeMap::new();
        for event in self.course.called("chose") {
            if let Some(step) = event["step"].as_u64() {
                chose.entry(step).or_default().push(event);
            }
        }
        out.push_str("## The course of the game\n\n");
        let tree = self.session.tree();
        for point in tree.way(self.session.here()) {
            let told = placed(&self.session.step_reported(point, Viewer::Referee));
            let events = chose.get(&u64::from(point.0));
            let took = events.and_then(|events| events.last()?["took"].as_u64());
            let took = took.map(|ms| format!(" ({})", seconds(ms))).unwrap_or_default();
            let number = tree.number_of_all(point);
            let _ = writeln!(out, "- point {number}: {}{took}", plain(&told));
            if let Step::Rules(change) = &*tree.step(point) {
                for line in &change.said {
                    let _ = writeln!(out, "   - {}", plain(line));
                }
            }
        }
        out.push('\n');
    }

    /// How long people thought.
    fn times_in(&self, out: &mut String) {
        out.push_str("## How long decisions took\n\n| player | decisions | median | longest |\n");
        out.push_str("|---|---|---|---|\n");
        for (seat, name) in self.session.game().naming().seats.iter().enumerate() {
            let own = self.course.called("chose").filter(|e| {
                e["seat"].as_u64() == Some(seat as u64) && e["bot"].as_bool() != Some(true)
            });
            let mut took: Vec<u64> = own.filter_map(|e| e["took"].as_u64()).collect();
            took.sort_unstable();
            let (Some(median), Some(most)) = (took.get(took.len() / 2), took.last()) else {
                continue;
            };
            let (median, most) = (seconds(*median), seconds(*most));
            let _ = writeln!(out, "| {} | {} | {median} | {most} |", plain(name), took.len());
        }
        out.push('\n');
    }

    /// What was refused.
    fn refused_in(&self, out: &mut String) {
        out.push_str("## What was tried and refused\n\n");
        let mut refused: BTreeMap<(String, String), usize> = BTreeMap::new();
        for event in self.course.called("refused") {
            let tried = plain(&placed(event["tried"].as_str().unwrap_or_default()));
            *refused.entry((tried, text(&event["why"]))).or_default() += 1;
        }
        for ((tried, why), n) in &refused {
            let _ = writeln!(out, "- {tried}: {why} ({})", times(*n));
        }
        if refused.is_empty() {
            out.push_str("Nothing.\n");
        }
        out.push('\n');
    }

    /// Which rules were looked up.
    fn looked_in(&self, out: &mut String) {
        let opened = self.course.number_of("rulebook");
        let opened =
            if opened == 0 { "Never opened".into() } else { format!("Opened {}", times(opened)) };
        let _ = writeln!(out, "## Which rules were looked up\n\n{opened}.\n");
        let mut looked: BTreeMap<String, (usize, Vec<String>)> = BTreeMap::new();
        for event in self.course.called("looked") {
            let what = match (event["heading"].as_str(), event["find"].as_str()) {
                (Some(at), _) => plain(at),
                (None, Some(find)) => format!("looked for “{}”", plain(find)),
                (None, None) => continue,
            };
            let (n, by) = looked.entry(what).or_default();
            *n += 1;
            let name = text(&event["by"]);
            if !by.contains(&name) {
                by.push(name);
            }
        }
        for (what, (n, by)) in &looked {
            let _ = writeln!(out, "- {what} ({}, by {})", times(*n), by.join(", "));
        }
        if !looked.is_empty() {
            out.push('\n');
        }
    }

    /// What the rules were when.
    fn rules_in(&self, out: &mut String) {
        out.push_str("## The rules\n\n");
        let _ = writeln!(out, "- From the start: `{}`", self.header.rules_hash);
        let tree = self.session.tree();
        for point in tree.way(self.session.here()) {
            let step = tree.step(point);
            let Step::Rules(change) = &*step else { continue };
            let _ = writeln!(
                out,
                "- From point {} on: `{}` ({})",
                tree.number_of_all(point),
                change.rules_hash,
                plain(&change.how)
            );
            for line in &change.said {
                let _ = writeln!(out, "  - {}", plain(line));
            }
        }
    }
}

/// `once`, `3 times`
fn times(n: usize) -> String {
    match n {
        1 => "once".into(),
        n => format!("{n} times"),
    }
}

/// Squares of grids as the page tells them: `at column 7, row 9` for `at (7, 9)`.
fn placed(text: &str) -> String {
    let mut parts = text.split(" at (");
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let square = part.split_once(')').and_then(|(at, rest)| {
            let (x, y) = at.split_once(", ")?;
            Some((x.parse::<i32>().ok()?, y.parse::<i32>().ok()?, rest))
        });
        match square {
            Some((x, y, rest)) => {
                let _ = write!(out, " at column {x}, row {y}{rest}");
            }
            None => {
                let _ = write!(out, " at ({part}");
            }
        }
    }
    out
}

fn text(value: &Value) -> String {
    plain(value.as_str().unwrap_or_default())
}

/// Seconds with one decimal: `12.3 s`
fn seconds(ms: u64) -> String {
    format!("{}.{} s", ms / 1000, ms % 1000 / 100)
}

/// A text in which nothing means anything to Markdown.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if "\\`*_{}[]<>#|!&~".contains(c) {
            out.push('\\');
        }
        out.push(if c.is_control() { ' ' } else { c });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::placed;

    #[test]
    fn squares_are_told_as_on_the_page() {
        let told = placed("Ana digs T31 at (-1, 12) turned twice");
        assert_eq!(told, "Ana digs T31 at column -1, row 12 turned twice");
        assert_eq!(placed("lays it at (once)"), "lays it at (once)");
        assert_eq!(placed("at (1, 2"), "at (1, 2");
    }
}
