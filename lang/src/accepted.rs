//! Warnings that the designer has accepted, in a comment above their place:
//! `// accepted W0508: the order is the puzzle`.

use crate::code::Code;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{FileId, Sources, Span};
use std::collections::BTreeMap;

/// The codes of this pass, with their titles.
pub const CODES: &[(Code, &str)] = &[(Code::W0101, "an accepted warning that there is not")];

/// What follows the sign of a comment.
const WORD: &str = "accepted";

/// A warning that is accepted.
struct Accepted<'s> {
    code: &'s str,
    span: Span,
    /// It says why.
    reason: bool,
    used: bool,
}

/// Leaves out the warnings that are accepted where they stand, and warns of what accepts nothing;
/// of that only if `all` warnings are known. `own` says of which files.
pub fn left(
    mut all: Vec<Diagnostic>,
    sources: &Sources,
    complete: bool,
    own: impl Fn(FileId) -> bool,
) -> Vec<Diagnostic> {
    let mut accepted: BTreeMap<(u16, usize), Vec<Accepted<'_>>> = BTreeMap::new();
    for (id, file) in sources.iter().filter(|(_, file)| file.text.contains(WORD)) {
        for (line, one) in comments(id, &file.text) {
            accepted.entry((id.0, line)).or_default().push(one);
        }
    }
    if accepted.is_empty() {
        return all;
    }
    all.retain(|d| {
        if d.severity == Severity::Error || d.code.is_about_secrets() {
            return true;
        }
        let at = d.span();
        let line = sources.line_column(at.file, at.start).0;
        let here = accepted.get_mut(&(at.file.0, line)).into_iter().flatten();
        let mut kept = true;
        for one in here.filter(|one| one.code == d.code.name() && one.reason) {
            (one.used, kept) = (true, false);
        }
        kept
    });
    if complete {
        let idle = accepted.into_values().flatten().filter(|one| !one.used && own(one.span.file));
        all.extend(idle.map(|one| said(&one)));
        all.sort_by_key(|d| (d.span(), d.code));
    }
    all
}

fn said(one: &Accepted<'_>) -> Diagnostic {
    let code = one.code;
    if !one.reason {
        return Diagnostic::new(
            Code::W0101,
            one.span,
            format!("why `{code}` is accepted is not said"),
        )
        .help(format!(
            "say it after a colon: `// {WORD} {code}: the order of the cards is the puzzle`"
        ));
    }
    if code.starts_with("W08") {
        let message = format!("`{code}` is accepted in the rules themselves, not in a comment");
        return Diagnostic::new(Code::W0101, one.span, message)
            .help("write `openly` before what tells the secret");
    }
    Diagnostic::new(
        Code::W0101,
        one.span,
        format!("`{code}` is accepted here, but nothing here is warned of with it"),
    )
    .help("leave this comment out, or put it right above the line that the warning names")
}

/// The lines of a text that stand below comments which accept something, with what these accept.
fn comments(file: FileId, text: &str) -> Vec<(usize, Accepted<'_>)> {
    let mut found = Vec::new();
    let mut waiting: Vec<Accepted<'_>> = Vec::new();
    let mut start = 0;
    for (at, line) in text.split_inclusive('\n').enumerate() {
        let inner = line.trim();
        let remark = inner.strip_prefix("//");
        match remark.filter(|rest| !rest.starts_with('/')) {
            Some(rest) => {
                let from = start + (line.len() - line.trim_start().len());
                let span = Span { file, start: from as u32, end: (from + inner.len()) as u32 };
                waiting.extend(accepts(rest, span));
            }
            // Prose belongs to what stands below it.
            None if remark.is_some() => {}
            None => found.extend(waiting.drain(..).map(|one| (at + 1, one))),
        }
        start += line.len();
    }
    found.extend(waiting.drain(..).map(|one| (0, one)));
    found
}

/// ` accepted W0508: the order is the puzzle`
fn accepts(remark: &str, span: Span) -> Option<Accepted<'_>> {
    let rest = remark.trim_start().strip_prefix(WORD)?.strip_prefix(' ')?.trim_start();
    let (code, reason) = rest.split_once(':').unwrap_or((rest, ""));
    let code = code.trim();
    let is_code = code
        .strip_prefix('W')
        .is_some_and(|n| n.len() == 4 && n.bytes().all(|b| b.is_ascii_digit()));
    is_code.then(|| Accepted { code, span, reason: !reason.trim().is_empty(), used: false })
}
