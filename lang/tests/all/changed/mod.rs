//! One line of a whole game is changed: what is said of that stands in its place, and what is
//! offered mends it.
#![expect(clippy::panic, clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod honey_fair;
mod other_lines;
mod picture_palace;
mod retold;

use houserules_lang::compile::compile;
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::fixes::applied;
use houserules_lang::loader::NoFiles;

/// A game with which nothing is wrong.
struct Changed(&'static str);

impl Changed {
    /// The game with one piece of its text in place of another.
    #[track_caller]
    fn changed(&self, from: &str, to: &str) -> String {
        let rules = self.0.replacen(from, to, 1);
        assert_ne!(rules, self.0, "{from}");
        rules
    }

    /// The first thing that is said stands on the line that was changed, and has these words.
    #[track_caller]
    fn blames(&self, from: &str, to: &str, words: &[&str]) {
        let all = said(&self.changed(from, to));
        let Some(first) = all.first() else { panic!("{to}: nothing") };
        let line = to.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or("");
        assert!(first.starts_with(line), "{to}: {all:#?}");
        for word in words {
            assert!(first.contains(word), "{to}: {word} is not in {first}");
        }
    }

    /// One thing is said; what it offers makes that line, and then nothing is wrong.
    #[track_caller]
    fn mends(&self, from: &str, to: &str, line: &str) {
        let rules = self.changed(from, to);
        let all = found(&rules);
        let [one] = &all[..] else { panic!("{to}: {:#?}", said(&rules)) };
        let made = applied(&rules, &one.fix).unwrap();
        assert!(made.contains(line), "{to}: {line} is not made by {:#?}", said(&rules));
        assert_eq!(said(&made), [""; 0], "{to}");
    }
}

fn found(rules: &str) -> Vec<Diagnostic> {
    compile("game.rules", rules, &mut NoFiles).diagnostics
}

/// What is said, a line each: code, message and help.
fn messages(rules: &str) -> Vec<String> {
    let help = |d: &Diagnostic| d.help.clone().unwrap_or_default();
    found(rules).iter().map(|d| format!("{} {} | {}", d.code, d.message, help(d))).collect()
}

/// The same after the line on which it stands.
fn said(rules: &str) -> Vec<String> {
    let line = |d: &Diagnostic| {
        let at = d.span().start as usize;
        let before = rules[..at].rsplit('\n').next().unwrap_or("");
        format!("{before}{}", rules[at..].lines().next().unwrap_or(""))
    };
    let all = found(rules);
    let lines = all.iter().map(|d| line(d).trim().to_owned());
    lines.zip(messages(rules)).map(|(line, message)| format!("{line} {message}")).collect()
}
