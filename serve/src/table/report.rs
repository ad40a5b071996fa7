//! How the evening went: the course of the game with its notes, how long each decision took, what
//! was tried and refused, which rules were looked up, what the rules were when.

use super::Table;
use crate::protocol::reply::Reply;
use houserules_table::session::Step;
use houserules_table::visibility::Viewer;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// What happened at a step of the game.
type ByStep<'a> = BTreeMap<u64, Vec<&'a Value>>;

impl Table {
    /// The report as Markdown, or as lines of JSON.
    pub(super) fn report(&mut self, format: &str) -> Reply {
        if self.too_early() {
            let why = "the report tells what was hidden: it is there when the game is over";
            return Reply::no(why);
        }
        match format {
            "markdown" => Reply::with("report", self.in_markdown()),
            "jsonl" => Reply::with("report", self.in_lines()),
            _ => Reply::no("a report is `markdown` or `jsonl`"),
        }
    }

    fn in_lines(&self) -> String {
        let head = json!({
            "event": "table", "game": self.header.game, "title": self.session.game().book().title,
            "seats": self.session.game().naming().seats, "options": self.header.options,
            "rules": self.header.rules_hash,
        });
        let mut all = format!("{head}\n");
        let told = self.told_by_step();
        for event in self.course.lines() {
            let mut event = event.clone();
            if event["event"] == "chose"
                && let Some(text) = event["step"].as_u64().and_then(|step| told.get(&step))
            {
                event["text"] = text.as_str().into();
            }
            let _ = writeln!(all, "{event}");
        }
        all
    }

    /// What was done at each step of the line that led here.
    fn told_by_step(&self) -> BTreeMap<u64, String> {
        let way = self.session.tree().way(self.session.here());
        way.into_iter()
            .map(|point| (u64::from(point.0), self.session.step_told(point, Viewer::Referee)))
            .collect()
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
        self.notes_in(&mut out);
        self.course_in(&mut out);
        self.times_in(&mut out);
        self.lists_in(&mut out);
        out
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
                note["point"],
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
        let mut chose: ByStep<'_> = BTreeMap::new();
        for event in self.course.called("chose") {
            if let Some(step) = event["step"].as_u64() {
                chose.entry(step).or_default().push(event);
            }
        }
        out.push_str("## The course of the game\n\n");
        let tree = self.session.tree();
        for point in tree.way(self.session.here()) {
            let node = tree.node(point);
            let told = self.session.step_told(point, Viewer::Referee);
            let events = chose.get(&u64::from(point.0));
            let took = events.and_then(|events| events.last()?["took"].as_u64());
            let took = took.map(|ms| format!(" ({})", seconds(ms))).unwrap_or_default();
            let _ = writeln!(out, "{}. {}{took}", point.0 + 1, plain(&told));
            if let Step::Rules(change) = &node.step {
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

    /// What was refused, and where the rulebook was opened.
    fn lists_in(&self, out: &mut String) {
        out.push_str("## What was tried and refused\n\n");
        let mut refused: BTreeMap<(String, String), usize> = BTreeMap::new();
        for event in self.course.called("refused") {
            *refused.entry((text(&event["tried"]), text(&event["why"]))).or_default() += 1;
        }
        for ((tried, why), times) in &refused {
            let _ = writeln!(out, "- {tried}: {why} ({times} times)");
        }
        if refused.is_empty() {
            out.push_str("Nothing.\n");
        }
        let looked = self.course.called("rulebook").count();
        let _ = writeln!(out, "\n## The rulebook\n\nOpened {looked} times.");
        for event in self.course.called("rules") {
            let _ = writeln!(
                out,
                "- From step {} on the rules were `{}` ({}).",
                event["step"],
                text(&event["rules"]),
                text(&event["how"])
            );
        }
    }
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
