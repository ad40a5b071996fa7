//! What is wrong in rules, for people (with the lines it is about) and for programs (JSON of
//! `cli.md`).

use super::clean;
use super::look::Look;
use codespan_reporting::diagnostic as shown;
use codespan_reporting::files::SimpleFiles;
use codespan_reporting::term::termcolor::Ansi;
use codespan_reporting::term::{self, Config, DisplayStyle, Styles, StylesWriter, WriteStyle};
use houserules_lang::code::Code;
use houserules_lang::diagnostic::{Diagnostic, Severity};
use houserules_lang::source::{FileId, Sources, Span};
use serde::Serialize;
use std::io;

/// Lines longer than this many bytes are not shown, only named.
const LONGEST_LINE: usize = 1_000;

/// So many are shown of one compilation; the rest is counted.
const MOST_SHOWN: usize = 50;

/// How many of each there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// Mistakes for which the rules do not run.
    pub errors: usize,
    /// All the others: the rules run in spite of them.
    pub warnings: usize,
}

impl Count {
    /// Counts what one compilation found; what is no error is a warning.
    #[must_use]
    pub fn of(all: &[Diagnostic]) -> Self {
        let errors = all.iter().filter(|d| d.severity == Severity::Error).count();
        Self { errors, warnings: all.len() - errors }
    }

    /// `2 errors and 1 warning`; `nothing wrong` if there are none.
    #[must_use]
    pub fn words(self) -> String {
        let errors = format!("{} error{}", self.errors, if self.errors == 1 { "" } else { "s" });
        let warnings =
            format!("{} warning{}", self.warnings, if self.warnings == 1 { "" } else { "s" });
        match (self.errors, self.warnings) {
            (0, 0) => "nothing wrong".into(),
            (_, 0) => errors,
            (0, _) => warnings,
            _ => format!("{errors} and {warnings}"),
        }
    }
}

/// Writes diagnostics for people, errors first come first served.
///
/// # Errors
/// If the writer cannot take it.
pub fn human(
    sources: &Sources,
    diagnostics: &[Diagnostic],
    out: &mut dyn io::Write,
    look: Look,
) -> io::Result<()> {
    if diagnostics.is_empty() {
        return Ok(());
    }
    let page = Page::new(sources, diagnostics);
    for diagnostic in diagnostics.iter().take(MOST_SHOWN) {
        page.write(diagnostic, out, look)?;
    }
    if diagnostics.len() > MOST_SHOWN {
        writeln!(out, "… and {} more\n", diagnostics.len() - MOST_SHOWN)?;
    }
    Ok(())
}

/// The texts of one compilation, ready to be quoted.
struct Page {
    files: SimpleFiles<String, String>,
    cleaned: Vec<clean::Source>,
}

impl Page {
    /// With the files that these quote; of the others there is nothing but the name.
    fn new(sources: &Sources, diagnostics: &[Diagnostic]) -> Self {
        let mut files = SimpleFiles::new();
        let mut cleaned = Vec::new();
        let labels = || diagnostics.iter().flat_map(|d| &d.labels);
        for (id, file) in sources.iter() {
            let quoted = labels().any(|label| label.span.file == id);
            let mut source = clean::Source::new(if quoted { &file.text } else { "" });
            files.add(clean::line(&file.name).into_owned(), std::mem::take(&mut source.text));
            // The mapping needs the text for its character boundaries; codespan needs it for the
            // excerpt.
            source.text =
                files.get(cleaned.len()).map(|f| f.source().to_string()).unwrap_or_default();
            cleaned.push(source);
        }
        Self { files, cleaned }
    }

    fn label(&self, span: Span) -> Option<(usize, std::ops::Range<usize>)> {
        let file = usize::from(span.file.0);
        let source = self.cleaned.get(file)?;
        let start = source.byte(span.start as usize);
        Some((file, start..source.byte(span.end as usize).max(start)))
    }

    fn too_long_to_quote(&self, file: usize, range: &std::ops::Range<usize>) -> bool {
        let text = &self.cleaned[file].text;
        [range.start, range.end].into_iter().any(|byte| {
            let start = text[..byte].rfind('\n').map_or(0, |at| at + 1);
            let end = text[byte..].find('\n').map_or(text.len(), |at| byte + at);
            end - start > LONGEST_LINE
        })
    }

    fn write(
        &self,
        diagnostic: &Diagnostic,
        out: &mut dyn io::Write,
        look: Look,
    ) -> io::Result<()> {
        let severity = match diagnostic.severity {
            Severity::Error => shown::Severity::Error,
            Severity::Warning => shown::Severity::Warning,
        };
        let mut config = Config { start_context_lines: 2, ..Config::default() };
        let mut labels = Vec::new();
        for label in &diagnostic.labels {
            let Some((file, range)) = self.label(label.span) else { continue };
            if self.too_long_to_quote(file, &range) {
                config.display_style = DisplayStyle::Medium;
            }
            let style = if label.primary {
                shown::LabelStyle::Primary
            } else {
                shown::LabelStyle::Secondary
            };
            labels
                .push(shown::Label::new(style, file, range).with_message(clean::line(&label.text)));
        }
        let mut notes = Vec::new();
        if let Some(help) = &diagnostic.help {
            notes.push(format!("help: {}", clean::text(help)));
        }
        let whole = shown::Diagnostic::new(severity)
            .with_code(diagnostic.code.name())
            .with_message(clean::line(&diagnostic.message))
            .with_labels(labels)
            .with_notes(notes);
        let mut text = Vec::new();
        if look.colour {
            let styles = Styles::default();
            self.emit(&mut StylesWriter::new(Ansi::new(&mut text), &styles), &config, &whole)?;
        } else {
            term::emit_to_io_write(&mut text, &config, &self.files, &whole)
                .map_err(io::Error::other)?;
        }
        out.write_all(&text)?;
        if matches!(config.display_style, DisplayStyle::Medium) { writeln!(out) } else { Ok(()) }
    }

    fn emit<W: WriteStyle>(
        &self,
        out: &mut W,
        config: &Config,
        diagnostic: &shown::Diagnostic<usize>,
    ) -> io::Result<()> {
        term::emit_to_write_style(out, config, &self.files, diagnostic).map_err(io::Error::other)
    }
}

/// A diagnostic as `check --format json` writes it.
#[derive(Debug, Serialize)]
pub struct JsonDiagnostic {
    code: Code,
    severity: Severity,
    message: String,
    help: Option<String>,
    labels: Vec<JsonLabel>,
}

#[derive(Debug, Serialize)]
struct JsonLabel {
    file: String,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    byte_start: u32,
    byte_end: u32,
    text: String,
    primary: bool,
}

/// A diagnostic for programs; lines and columns from 1, columns in characters.
#[must_use]
pub fn json(sources: &Sources, diagnostic: &Diagnostic) -> JsonDiagnostic {
    let place = |file: FileId, byte: u32| sources.line_column(file, byte);
    let labels = diagnostic.labels.iter().map(|label| {
        let Span { file, start, end } = label.span;
        let ((line, column), (end_line, end_column)) = (place(file, start), place(file, end));
        let name = sources.get(file).map(|f| f.name.to_string()).unwrap_or_default();
        JsonLabel {
            file: name,
            line,
            column,
            end_line,
            end_column,
            byte_start: start,
            byte_end: end,
            text: label.text.to_string(),
            primary: label.primary,
        }
    });
    JsonDiagnostic {
        code: diagnostic.code,
        severity: diagnostic.severity,
        message: diagnostic.message.to_string(),
        help: diagnostic.help.as_deref().map(str::to_string),
        labels: labels.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(text: &str) -> Sources {
        let mut sources = Sources::default();
        sources.add("a.rules", text);
        sources
    }

    fn at(start: u32, end: u32) -> Diagnostic {
        let span = Span { file: FileId(0), start, end };
        Diagnostic::new(Code::E0201, span, "there is no `x\x1b[2J`")
            .saying("here")
            .help("write `y`")
    }

    fn written(text: &str, diagnostic: &Diagnostic, colour: bool) -> String {
        let look = Look { colour, ..Look::plain() };
        let mut out = Vec::new();
        human(&sources(text), std::slice::from_ref(diagnostic), &mut out, look).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn control_characters_do_not_reach_the_reader() {
        let text = "a \x1b[31m x\u{202e}y\r\nb\n";
        let out = written(text, &at(7, 8), false);
        assert!(out.chars().all(|c| c == '\n' || !c.is_control()), "{out:?}");
        assert!(out.contains("a.rules:1:8"), "{out}");
        assert!(out.contains("help: write `y`"));
        let coloured = written(text, &at(7, 8), true);
        assert!(
            coloured.contains("\x1b[")
                && !coloured.contains("\x1b[2J")
                && !coloured.contains("\x1b[31mx")
        );
    }

    #[test]
    fn spans_out_of_the_text_do_no_harm() {
        for (start, end) in [(0, 0), (2, 2), (99, 100), (5, 1), (u32::MAX, u32::MAX)] {
            let _ = written("äöü", &at(start, end), false);
            let _ = serde_json::to_string(&json(&sources("äöü"), &at(start, end))).unwrap();
        }
    }

    #[test]
    fn very_long_lines_are_not_quoted() {
        let long = "x".repeat(1_000_000);
        assert!(written(&long, &at(500_000, 500_001), false).len() < 500);
    }

    #[test]
    fn columns_count_characters() {
        let made = serde_json::to_value(json(&sources("é\nüü x"), &at(8, 9))).unwrap();
        assert_eq!(made["labels"][0]["line"], 2);
        assert_eq!(made["labels"][0]["column"], 4);
        assert_eq!(made["labels"][0]["byte_start"], 8);
    }
}
