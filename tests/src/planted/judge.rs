//! Whether what is said of a mistake stands at its place, names the mend, and is said once.

use super::{Edit, Plant, Source};
use houserules_lang::compile::Compiled;
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::fixes;
use houserules_lang::syntax::painted;

/// What came of one planted mistake.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// Something is said.
    pub reported: bool,
    /// The first report has a label in the mistake's line or one beside it.
    pub placed: bool,
    /// A message or help names the mend.
    pub mended: bool,
    /// Nothing further is said.
    pub quiet: bool,
    /// The line as it was planted.
    pub line: String,
    /// What is said.
    pub said: Vec<String>,
}

/// How many of so many.
#[derive(Debug, Clone, Copy, Default)]
pub struct Figures {
    /// Mistakes that were planted.
    pub all: usize,
    /// Those of which anything is said that was not said before.
    pub reported: usize,
    /// Within a line.
    pub placed: usize,
    /// With the mend.
    pub mended: usize,
    /// Without an echo.
    pub quiet: usize,
}

impl Figures {
    /// Counts a verdict.
    pub fn add(&mut self, verdict: &Verdict) {
        self.all += 1;
        self.reported += usize::from(verdict.reported);
        self.placed += usize::from(verdict.placed);
        self.mended += usize::from(verdict.mended);
        self.quiet += usize::from(verdict.quiet);
    }

    /// Thousandths of all.
    #[must_use]
    pub fn share(&self, of: usize) -> usize {
        (of * 1000).checked_div(self.all).unwrap_or(1000)
    }
}

/// Applies edits that do not touch each other, in the order of their places, to the rules and
/// tables of a source.
fn compiled(source: &Source, edits: &[&Edit]) -> (String, Compiled) {
    let (mut text, mut shelf) = (source.text.to_string(), source.shelf.clone());
    for edit in edits.iter().rev() {
        let target = match &edit.table {
            Some(table) => shelf.tables.get_mut(table),
            None => Some(&mut text),
        };
        if let Some(target) = target {
            target.replace_range(edit.start..edit.end, &edit.new);
        }
    }
    let compiled = source.compile(&text, &mut shelf);
    (text, compiled)
}

/// The lines that a label touches, counted from 0, if it stands in the file of that name.
fn stands_near(compiled: &Compiled, found: &Diagnostic, file: &str, line: usize) -> bool {
    found.labels.iter().any(|label| {
        let Some(of) = compiled.sources.get(label.span.file).filter(|f| f.name == file) else {
            return false;
        };
        let at = |byte: u32| of.text.get(..byte as usize).map_or(0, |t| t.matches('\n').count());
        at(label.span.start) <= line + 1 && line <= at(label.span.start) + 1
    })
}

fn new_reports(source: &Source, compiled: &Compiled) -> Vec<Diagnostic> {
    let new = compiled
        .diagnostics
        .iter()
        .filter(|d| !source.known.contains(&(d.code, d.message.to_owned())));
    // A test that a variant makes impossible is left out; why, is what is said.
    let changed = compiled.changed.iter().map(|c| &c.why);
    let changed = changed.filter(|d| !source.known.contains(&(d.code, d.message.to_owned())));
    new.chain(changed).cloned().collect()
}

/// Plants one mistake.
#[must_use]
pub fn judge(plant: &Plant, source: &Source) -> Verdict {
    let (text, compiled) = compiled(source, &[&plant.edit]);
    let file = plant.edit.table.as_deref().unwrap_or(&source.name);
    let whole = plant.edit.table.as_ref().map_or(&source.text, |t| &source.shelf.tables[t]);
    let line = whole[..plant.edit.start].matches('\n').count();
    let new = new_reports(source, &compiled);
    let placed =
        new.first().is_some_and(|d| plant.anywhere || stands_near(&compiled, d, file, line));
    let mended = if plant.strict {
        let named = |d: &Diagnostic| plant.mends.iter().any(|mend| shows(d, mend));
        new.iter().any(named) || mends(plant, source, &compiled, &new)
    } else {
        new.iter().any(|d| plant.mends.iter().any(|mend| names(d, mend)))
    };
    let planted = match plant.edit.table {
        Some(_) => plant.edit.new.lines().next(),
        None => text.lines().nth(line),
    };
    let shown = |d: &Diagnostic| {
        let of = compiled.sources.get(d.span().file);
        let line = of.map_or(0, |f| {
            f.text.get(..d.span().start as usize).map_or(0, |t| t.matches('\n').count())
        });
        let labels: Vec<&str> =
            d.labels.iter().map(|l| l.text.as_str()).filter(|t| !t.is_empty()).collect();
        format!(
            "{}:{} {} | {} | {}",
            line + 1,
            d.code,
            d.message,
            labels.join("; "),
            d.help.as_deref().unwrap_or("-")
        )
    };
    Verdict {
        reported: !new.is_empty(),
        placed,
        mended,
        quiet: new.len() <= 1,
        line: format!("{}:{} {}", file, line + 1, planted.unwrap_or("").trim()),
        said: new.iter().map(shown).collect(),
    }
}

/// Whether a report names a mend in its message or help. A list of several things expected, and the
/// form of such a sentence, name nothing.
fn names(found: &Diagnostic, mend: &str) -> bool {
    let list = found.message.starts_with("expected ") && found.message.matches('`').count() > 4;
    let message = if list { "" } else { found.message.as_str() };
    let help =
        found.help.as_deref().filter(|h| !h.starts_with("such a sentence reads")).unwrap_or("");
    [message, help].iter().any(|text| {
        let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
        text.match_indices(mend).any(|(at, _)| {
            let (before, behind) =
                (text[..at].chars().next_back(), text[at + mend.len()..].chars().next());
            let first = letter(mend.chars().next()) && letter(before);
            let last = letter(mend.chars().next_back()) && letter(behind);
            !first && !last
        })
    })
}

/// The words that stood in a place, with one more at both ends: of a line that was left out the
/// first.
pub(super) fn stood(edit: &Edit, source: &Source) -> Vec<String> {
    let text = edit.table.as_ref().map_or(&source.text, |t| &source.shelf.tables[t]);
    if edit.new.is_empty() && text[edit.start..edit.end].ends_with('\n') {
        let line = text[edit.start..edit.end].trim();
        let word = line.split([' ', '(']).next().unwrap_or(line);
        // What a name meant is not to be known.
        let named = line.strip_prefix("let ").and_then(|rest| rest.split(" = ").next());
        return match named {
            Some(name) => {
                vec![format!("`let {name}"), format!("there is no `{name}` here | declare")]
            }
            None => vec![format!("`{word}")],
        };
    }
    // Of lines that changed their places the first words say enough.
    if text[edit.start..edit.end].contains('\n') {
        let lines = text[edit.start..edit.end].lines().map(str::trim);
        return lines.filter(|line| !line.is_empty()).map(str::to_owned).collect();
    }
    if text[..edit.end].rsplit('\n').next().is_some_and(|line| line.trim_start().starts_with("//"))
        && text[edit.start..edit.end].starts_with("//")
    {
        return vec!["//".into()];
    }
    let from = text[..edit.start].rfind('\n').map_or(0, |at| at + 1);
    let to = text[edit.end..].find('\n').map_or(text.len(), |at| edit.end + at);
    let line = &text[from..to];
    let words: Vec<_> = painted(line).into_iter().map(|(place, _)| place).collect();
    let (start, end) = (edit.start - from, edit.end - from);
    let start_of = start;
    let before = words.iter().rev().find(|w| w.end <= start && w.start < start);
    let behind = words.iter().find(|w| w.start >= end && w.end > end);
    let start = before.map_or(start, |w| w.start);
    let mut all = vec![line[start..behind.map_or(end.max(start), |w| w.end)].to_owned()];
    // By itself it says enough where it stands nowhere else on the line.
    let now = format!("{}{}{}", &text[from..edit.start], edit.new, &text[edit.end..to]);
    let alone = &text[edit.start..edit.end];
    if alone.trim().len() > 3 && !squeezed(&now).contains(&squeezed(alone)) {
        all.push(alone.to_owned());
    }
    // Which value or name was left out is not to be known.
    if edit.new.is_empty()
        && let Some(before) = before
    {
        let said = &line[before.clone()];
        all.extend(["a value", "a name"].map(|what| format!("{what} after `{said}`")));
    }
    let word = words.iter().find(|w| w.start <= start_of && start_of < w.end);
    if let Some(word) = word.filter(|w| w.len() > 1 && edit.end - from <= w.end) {
        all.push(format!("`{}`", &line[word.clone()]));
    }
    all
}

fn squeezed(text: &str) -> String {
    text.replace('`', "'").chars().filter(|c| !c.is_whitespace()).collect()
}

/// Whether words stand in what is said, whatever the blanks between them.
fn shows(found: &Diagnostic, words: &str) -> bool {
    let form = |help: &&str| !help.starts_with("such a sentence reads");
    let help = found.help.as_deref().filter(form).unwrap_or("");
    let said = format!("{} | {help}", found.message);
    squeezed(&said).contains(&squeezed(words))
}

/// Whether what the first report offers leaves nothing to be said.
fn mends(plant: &Plant, source: &Source, compiled: &Compiled, new: &[Diagnostic]) -> bool {
    let Some(fix) = new.iter().map(|d| &d.fix).find(|fix| !fix.is_empty()) else { return false };
    let file = fixes::file_of(fix).and_then(|file| compiled.sources.get(file));
    let own = file.filter(|file| file.name == source.name && plant.edit.table.is_none());
    let Some(text) = own.and_then(|file| fixes::applied(&file.text, fix)) else { return false };
    let again = source.compile(&text, &mut source.shelf.clone());
    new_reports(source, &again).is_empty()
}

/// Plants three mistakes at once; gives the lines of those that nothing was said of, then the
/// others' and what was said.
#[must_use]
pub fn judge_three(plants: &[Plant; 3], source: &Source) -> Vec<String> {
    let edits: Vec<&Edit> = plants.iter().map(|p| &p.edit).collect();
    let (text, compiled) = compiled(source, &edits);
    let new = new_reports(source, &compiled);
    let mut moved = 0isize;
    let (mut missed, mut found) = (Vec::new(), Vec::new());
    for plant in plants {
        let line = source.text[..plant.edit.start].matches('\n').count();
        let lines = |t: &str| t.matches('\n').count() as isize;
        let now = line.saturating_add_signed(moved);
        moved += lines(&plant.edit.new) - lines(&source.text[plant.edit.start..plant.edit.end]);
        let shown =
            format!("{}:{} {}", source.name, now + 1, text.lines().nth(now).unwrap_or("").trim());
        if new.iter().any(|d| stands_near(&compiled, d, &source.name, now)) {
            found.push(format!("beside {shown}"));
        } else {
            missed.push(shown);
        }
    }
    if !missed.is_empty() {
        missed.append(&mut found);
        missed.extend(new.iter().map(|d| format!("said: {} {}", d.code, d.message)));
    }
    missed
}
