//! A page: headings, paragraphs, lists and tables, written as Markdown or as HTML.

use crate::show::clean;
use crate::show::grid::aligned;
use houserules_lang::source::Span;
use std::fmt::Write;

/// A run of words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Run {
    /// As it is.
    Plain(String),
    /// In the words of the language.
    Code(String),
    /// Emphasised: bold where the page can show it.
    Strong(String),
    /// A value that the reader fills in.
    Value(String),
}

impl Run {
    /// Its words alone.
    #[must_use]
    pub fn said(self) -> String {
        match self {
            Self::Plain(words) | Self::Code(words) | Self::Strong(words) | Self::Value(words) => {
                words
            }
        }
    }
}

/// Words in a line.
pub type Words = Vec<Run>;

/// A part of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// A heading: its level, from 1.
    Heading(usize, Words),
    /// A paragraph of its own, never empty.
    Prose(Words),
    /// An item of a list: how deep, from 0.
    Point(usize, Words),
    /// A table: its head and its rows.
    Table(Vec<String>, Vec<Vec<String>>),
    /// No part of its own: what follows is about this item. Pages can be opened there.
    About(About),
}

/// An item of the rules that a rulebook tells of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// What it is and its name, as refusals name it: `action lay`; none: it has no name.
    pub item: Option<String>,
    /// Where it stands.
    pub span: Span,
}

/// Words of a single plain run.
pub fn plain(text: impl Into<String>) -> Words {
    vec![Run::Plain(text.into())]
}

/// The parts that are printed.
fn printed(parts: &[Part]) -> impl Iterator<Item = &Part> {
    parts.iter().filter(|part| !matches!(part, Part::About(_)))
}

/// The page as Markdown.
#[must_use]
pub fn markdown(parts: &[Part]) -> String {
    let mut out = String::new();
    let mut listed = false;
    for part in printed(parts) {
        let point = matches!(part, Part::Point(..));
        let joined = point && listed;
        if !joined && !out.is_empty() {
            out.push('\n');
        }
        listed = point;
        match part {
            Part::Heading(level, words) => {
                let _ = writeln!(out, "{} {}", "#".repeat(*level), words_in_markdown(words));
            }
            Part::Prose(words) => {
                let _ = writeln!(out, "{}", words_in_markdown(words));
            }
            Part::Point(deep, words) => {
                let _ = writeln!(out, "{}- {}", "  ".repeat(*deep), words_in_markdown(words));
            }
            Part::Table(head, rows) => {
                let line = |cells: &[String]| {
                    let cells: Vec<String> = cells.iter().map(|c| escaped(c)).collect();
                    format!("| {} |\n", cells.join(" | "))
                };
                out.push_str(&line(head));
                let _ = writeln!(out, "|{}", "---|".repeat(head.len()));
                out.extend(rows.iter().map(|row| line(row)));
            }
            Part::About(_) => {}
        }
    }
    out
}

/// The page in lines for a terminal.
#[must_use]
pub fn in_lines(parts: &[Part]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut listed = false;
    for part in printed(parts) {
        let point = matches!(part, Part::Point(..));
        let goes_on = point && listed;
        if !goes_on && !lines.is_empty() {
            lines.push(String::new());
        }
        listed = point;
        match part {
            Part::Heading(_, words) | Part::Prose(words) => lines.push(bare(words)),
            Part::Point(deep, words) => {
                lines.push(format!("{}- {}", "  ".repeat(*deep), bare(words)))
            }
            Part::Table(head, rows) => {
                let all: Vec<Vec<String>> = std::iter::once(head).chain(rows).cloned().collect();
                lines.extend(aligned(&all, 2, usize::MAX));
            }
            Part::About(_) => {}
        }
    }
    lines
}

fn bare(words: &[Run]) -> String {
    let run = |run: &Run| match run {
        Run::Plain(text) | Run::Strong(text) | Run::Value(text) | Run::Code(text) => {
            text.replace('\n', " ")
        }
    };
    words.iter().map(run).collect()
}

fn words_in_markdown(words: &[Run]) -> String {
    let mut line = String::new();
    for run in words {
        let _ = match run {
            Run::Plain(text) => write!(line, "{}", escaped(text)),
            Run::Strong(text) => write!(line, "**{}**", escaped(text)),
            Run::Value(text) => write!(line, "*{}*", escaped(text)),
            // The texts of the language hold no backtick but in quotation marks.
            Run::Code(text) if text.contains('`') => write!(line, "`` {text} ``"),
            Run::Code(text) => write!(line, "`{text}`"),
        };
    }
    // A line must not begin like a list or a heading.
    let begins = line.split(' ').next().unwrap_or("");
    let number = begins
        .strip_suffix(['.', ')'])
        .is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    if number {
        return line.replacen(['.', ')'], "\\.", 1);
    }
    if begins.starts_with(['#', '>', '~'])
        || matches!(begins, "-" | "+" | "=")
        || begins.starts_with("---")
    {
        line.insert(0, '\\');
    }
    line
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        let inside = c == '_'
            && before.is_alphanumeric()
            && letters.peek().is_some_and(|n| n.is_alphanumeric());
        if matches!(c, '\\' | '`' | '*' | '[' | ']' | '<' | '>' | '|' | '&') || c == '_' && !inside
        {
            out.push('\\');
        }
        out.push(if c == '\n' { ' ' } else { c });
        before = c;
    }
    out
}

const STYLE: &str = "body{max-width:44em;margin:2em auto;padding:0 \
1em;font-family:Georgia,serif;line-height:1.5;color:#222;background:#fff}\
h1,h2,h3{font-family:sans-serif;line-height:1.2}h2{border-bottom:1px solid #ccc;margin-top:2em}\
table{border-collapse:collapse;margin:1em 0;font-size:.9em}th,td{border:1px solid #ccc;padding:.2em .6em;text-align:left}\
nav a{display:inline-block;margin-right:1.2em}\
code{background:#f3f3f0;padding:0 .2em}pre{background:#f3f3f0;padding:.4em .6em;overflow-x:auto;line-height:1.3}pre code{padding:0}em{color:#555}\
@media print{body{margin:0;max-width:none}h2{break-after:avoid}}";

/// The page as a document of its own.
#[must_use]
pub fn html(title: &str, parts: &[Part]) -> String {
    html_with_lines(title, parts, &|_| None)
}

/// The same for an editor: what tells of an item carries, as `data-line`, the line on which that
/// item stands.
#[must_use]
pub fn html_with_lines(
    title: &str,
    parts: &[Part],
    line: &dyn Fn(Span) -> Option<usize>,
) -> String {
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n",
        safe(title)
    );
    let (mut open, mut chapter, mut mark) = (0, 0, String::new());
    for part in parts {
        match part {
            Part::Point(deep, _) => level(&mut open, deep + 1, &mark, &mut out),
            Part::Heading(..) | Part::Prose(_) | Part::Table(..) => {
                level(&mut open, 0, "", &mut out);
            }
            Part::About(about) => {
                let at = line(about.span);
                mark = at.map_or_else(String::new, |at| format!(" data-line=\"{at}\""));
                continue;
            }
        }
        let mark = std::mem::take(&mut mark);
        let _ = match part {
            Part::Heading(2, words) => {
                chapter += 1;
                if chapter == 1 {
                    out.push_str(&contents(parts));
                }
                writeln!(out, "<h2 id=\"part-{chapter}\"{mark}>{}</h2>", words_in_html(words))
            }
            Part::Heading(n, words) => {
                writeln!(out, "<h{n}{mark}>{}</h{n}>", words_in_html(words))
            }
            Part::Prose(words) => writeln!(out, "<p{mark}>{}</p>", words_in_html(words)),
            Part::Point(_, words) => write!(out, "{}", words_in_html(words)),
            Part::Table(head, rows) => write!(out, "{}", table(head, rows)),
            Part::About(_) => Ok(()),
        };
    }
    level(&mut open, 0, "", &mut out);
    out.push_str("</body>\n</html>\n");
    out
}

/// The chapters, to be gone to.
fn contents(parts: &[Part]) -> String {
    let chapters = parts.iter().filter_map(|part| {
        if let Part::Heading(2, words) = part { Some(words_in_html(words)) } else { None }
    });
    let line = |(n, title): (usize, String)| format!("<a href=\"#part-{}\">{title}</a>\n", n + 1);
    format!("<nav>\n{}</nav>\n", chapters.enumerate().map(line).collect::<String>())
}

/// Opens and closes lists, and opens an item with a mark if one is wanted; an item is open as long
/// as its list.
fn level(open: &mut usize, wanted: usize, mark: &str, out: &mut String) {
    if wanted <= *open && wanted > 0 {
        while *open > wanted {
            out.push_str("</li></ul>");
            *open -= 1;
        }
        out.push_str("</li>\n");
    }
    while *open > wanted {
        out.push_str("</li></ul>\n");
        *open -= 1;
    }
    while *open < wanted {
        out.push_str("<ul>\n");
        *open += 1;
        if *open < wanted {
            out.push_str("<li>");
        }
    }
    if wanted > 0 {
        let _ = write!(out, "<li{mark}>");
    }
}

fn table(head: &[String], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String], tag: &str| {
        let cells: String = cells.iter().map(|c| format!("<{tag}>{}</{tag}>", safe(c))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = rows.iter().map(|row| line(row, "td")).collect();
    format!(
        "<table>\n<thead>{}</thead>\n<tbody>\n{rows}</tbody>\n</table>\n",
        line(head, "th").trim_end()
    )
}

fn words_in_html(words: &[Run]) -> String {
    let run = |run: &Run| match run {
        Run::Plain(text) => safe(text),
        Run::Strong(text) => format!("<strong>{}</strong>", safe(text)),
        Run::Value(text) => format!("<em>{}</em>", safe(text)),
        Run::Code(text) => format!("<code>{}</code>", safe(text)),
    };
    words.iter().map(run).collect()
}

/// A text as it may stand in a page; a line that is broken in the rules goes on.
fn safe(text: &str) -> String {
    clean::markup(&text.replace('\n', " "))
}

#[cfg(test)]
mod tests {
    use super::{About, Part, Run, html, html_with_lines, markdown, plain};
    use houserules_lang::source::{FileId, Span};

    #[test]
    fn nothing_in_a_text_becomes_a_sign_of_the_page() {
        let words = vec![
            Run::Plain("<script> *a* [b](c) | draw_pile &amp; _x_".into()),
            Run::Code("c is [pink 4] and n < 3".into()),
            Run::Value("<i>".into()),
        ];
        let parts =
            [Part::Prose(words), Part::Table(vec!["a|b".into()], vec![vec!["<td>".into()]])];
        let text = markdown(&parts);
        assert!(
            text.contains("\\<script\\> \\*a\\* \\[b\\](c) \\| draw_pile \\&amp; \\_x\\_"),
            "{text}"
        );
        assert!(text.contains("| a\\|b |") && text.contains("`c is [pink 4] and n < 3`"), "{text}");
        let page = html("a < \"b\"", &parts);
        assert!(page.contains("&lt;script&gt;") && page.contains("<td>&lt;td&gt;</td>"), "{page}");
        assert!(page.contains("<title>a &lt; &quot;b&quot;</title>"), "{page}");
        assert!(!page.contains("<script>"), "{page}");
    }

    #[test]
    fn what_tells_of_an_item_carries_its_line() {
        let about = |start| {
            let span = Span { file: FileId(0), start, end: start };
            Part::About(About { item: None, span })
        };
        let point = |text: &str| Part::Point(0, plain(text));
        let parts = [
            about(4),
            Part::Heading(3, plain("a")),
            about(7),
            point("b"),
            point("c"),
            about(9),
            point("d"),
            about(8),
            Part::Prose(plain("e")),
        ];
        let line = |at: Span| (at.start != 8).then_some(at.start as usize);
        let page = html_with_lines("t", &parts, &line);
        let body = page.split("<body>\n").nth(1).unwrap_or("");
        assert_eq!(
            body,
            "<h3 data-line=\"4\">a</h3>\n<ul>\n<li data-line=\"7\">b</li>\n<li>c</li>\n\
             <li data-line=\"9\">d</li></ul>\n<p>e</p>\n</body>\n</html>\n"
        );
        assert!(!html("t", &parts).contains("data-line"));
    }

    #[test]
    fn lists_are_opened_and_closed() {
        let point = |deep, text: &str| Part::Point(deep, plain(text));
        let parts = [
            point(0, "a"),
            point(2, "b"),
            point(1, "c"),
            point(0, "d"),
            Part::Prose(plain("1. e")),
            point(0, "f"),
        ];
        let page = html("t", &parts);
        for tag in ["ul", "li"] {
            let opened = page.matches(&format!("<{tag}>")).count();
            assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{page}");
        }
        assert_eq!(markdown(&parts), "- a\n    - b\n  - c\n- d\n\n1\\. e\n\n- f\n");
    }
}
