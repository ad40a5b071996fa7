//! The shape of the code: what style demands and no lint sees.
#![expect(clippy::unwrap_used, reason = "a test that cannot read its files has failed")]

use houserules_tests::circles::{circles, uses};
use std::fs;
use std::path::{Path, PathBuf};

const CRATES: [&str; 14] = [
    "lang",
    "interpreter",
    "table",
    "bots",
    "study",
    "stdlib",
    "files",
    "lsp",
    "serve",
    "repl",
    "tests",
    "native",
    "environment",
    "python",
];
const MOST_LINES: usize = 600;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

fn sources() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for name in CRATES {
        rust_files(&root().join(name), &mut found);
    }
    found.sort();
    found.into_iter().map(|p| (p.clone(), fs::read_to_string(&p).unwrap())).collect()
}

#[test]
fn every_file_says_what_it_is() {
    let silent: Vec<_> = sources()
        .into_iter()
        .filter(|(_, text)| !text.starts_with("//!"))
        .map(|(p, _)| p)
        .collect();
    assert!(silent.is_empty(), "these files do not open with `//!`: {silent:#?}");
}

#[test]
fn no_test_is_forgotten() {
    for all in ["tests/tests/all", "repl/tests/all"] {
        let named = fs::read_to_string(root().join(all).join("main.rs")).unwrap();
        for entry in fs::read_dir(root().join(all)).unwrap() {
            let path = entry.unwrap().path();
            let stem = path.file_stem().unwrap().to_string_lossy();
            let tests = path.extension().is_some_and(|e| e == "rs") || path.join("mod.rs").exists();
            let there = !tests || stem == "main" || named.contains(&format!("mod {stem};"));
            assert!(there, "{all}/main.rs does not name `{stem}`: its tests never run");
        }
    }
}

#[test]
fn no_file_is_too_long() {
    let code_lines = |text: &str| {
        before_tests(text).lines().filter(|l| !l.trim().is_empty() && !is_remark(l)).count()
    };
    let long: Vec<_> = sources()
        .into_iter()
        .map(|(p, t)| (p, code_lines(&t)))
        .filter(|(_, n)| *n > MOST_LINES)
        .collect();
    assert!(long.is_empty(), "these files have more than {MOST_LINES} lines of code: {long:#?}");
}

#[test]
fn nothing_is_left_undone() {
    let marks = ["todo!(", "unimplemented!(", "FIXME", "XXX", "#[ignore"];
    let mut found = Vec::new();
    for (path, text) in sources() {
        if path.ends_with("tidy.rs") {
            continue;
        }
        found.extend(
            marks.iter().filter(|m| text.contains(**m)).map(|m| format!("{}: {m}", path.display())),
        );
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn no_game_is_written_in_rust() {
    let words = [
        "raincoat", "peso", "hideout", "boneyard", "bandido", "outlaw", "lawman", "sidecar",
        "chevy",
    ];
    let mut found = Vec::new();
    for (path, text) in sources() {
        let ours = |c: &&str| path.starts_with(root().join(c).join("src"));
        let inside = CRATES.iter().filter(|c| **c != "tests").any(ours);
        let code: String = text
            .lines()
            .filter(|l| !l.trim_start().starts_with("//"))
            .collect::<String>()
            .to_lowercase();
        if inside {
            found.extend(
                words
                    .iter()
                    .filter(|w| code.contains(**w))
                    .map(|w| format!("{}: {w}", path.display())),
            );
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// The crates, each with those that it may use.
const ARROWS: [(&str, &[&str]); 13] = [
    ("lang/grammar", &[]),
    ("lang", &["grammar"]),
    ("interpreter", &["lang"]),
    ("native", &["lang", "interpreter"]),
    ("table", &["lang", "interpreter"]),
    ("bots", &["lang", "interpreter", "table"]),
    ("environment", &["lang", "interpreter", "native", "table", "bots"]),
    ("study", &["lang", "interpreter", "table", "bots"]),
    ("files", &["lang", "interpreter", "table", "bots", "environment", "stdlib"]),
    ("lsp", &["lang", "interpreter", "table", "files"]),
    ("serve", &["lang", "interpreter", "table", "bots", "files"]),
    (
        "repl",
        &[
            "lang",
            "interpreter",
            "native",
            "table",
            "bots",
            "environment",
            "study",
            "stdlib",
            "files",
            "lsp",
            "serve",
        ],
    ),
    ("python", &["interpreter", "table", "environment", "files"]),
];

#[test]
fn arrows_point_one_way() {
    let mut wrong = Vec::new();
    for (name, may) in ARROWS {
        let manifest = fs::read_to_string(root().join(name).join("Cargo.toml")).unwrap();
        let used = manifest.split("[dev-dependencies]").next().unwrap_or_default();
        let used = used.lines().filter_map(|l| l.strip_prefix("houserules-"));
        let used = used.filter_map(|l| l.split(['.', ' ', '=']).next());
        wrong.extend(used.filter(|u| !may.contains(u)).map(|u| format!("{name} uses {u}")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What answers hosts does no input or output of its own, so that every host can be built on it.
#[test]
fn what_hosts_stand_on_reads_and_writes_nothing() {
    let means = ["std::fs", "println!", "stdin()", "stdout()", "std::env", "std::time", "std::net"];
    let mut found = Vec::new();
    for (path, text) in sources() {
        let inside = ["lang", "interpreter", "table", "bots", "environment", "study"];
        let is_test = path.ends_with("tests.rs");
        if !is_test && inside.iter().any(|c| path.starts_with(root().join(c).join("src"))) {
            let code: Vec<_> = before_tests(&text).lines().filter(|l| !is_remark(l)).collect();
            let used = means.iter().filter(|m| code.iter().any(|l| l.contains(**m)));
            found.extend(used.map(|m| format!("{} uses {m}", path.display())));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Look-ups by id that can come to nothing, each with a fallback that hides a mistake. Whoever
/// turns one into `book[id]` lowers the figure.
const LOOK_UPS: usize = 4;

#[test]
fn look_ups_by_id_that_may_fail_get_fewer() {
    let mut found = 0;
    for (_, text) in sources().iter().filter(|(path, _)| !path.ends_with("tidy.rs")) {
        let code: String = text.lines().filter(|l| !is_remark(l)).map(str::trim).collect();
        let ids = code.split(".get(").skip(1).filter(|rest| {
            let end = rest.find(|c: char| !c.is_alphanumeric() && !"_.*".contains(c));
            end.is_some_and(|end| rest[..end].ends_with(".index") && rest[end..].starts_with("())"))
        });
        found += ids.count();
    }
    assert!(found <= LOOK_UPS, "{found} look-ups may fail, {LOOK_UPS} did: write `book[id]`");
}

/// Circles of files that are still to be cut open, one a line. It only gets shorter.
const CIRCLES: &str = include_str!("circles.txt");

#[test]
fn no_circles() {
    let mut found = Vec::new();
    for name in CRATES {
        let circles = circles(&uses(&root().join(name).join("src")));
        found.extend(circles.iter().map(|circle| format!("{name}: {}", circle.join(" "))));
    }
    let known: Vec<_> = CIRCLES.lines().collect();
    let new: Vec<_> = found.iter().filter(|c| !known.contains(&c.as_str())).collect();
    let gone: Vec<_> = known.iter().filter(|c| !found.contains(&(**c).to_string())).collect();
    assert!(
        new.is_empty() && gone.is_empty(),
        "these files use each other in a circle: {new:#?}\n\
         these circles are cut open; take them out of tests/tests/all/circles.txt: {gone:#?}"
    );
}

/// What each crate may still have of a sort that is to go, in the order of [`CRATES`].
struct Ratchet {
    sort: &'static str,
    most: [usize; 14],
    found: fn(&str) -> Vec<usize>,
}

/// Whoever mends some lowers the figures.
const RATCHETS: [Ratchet; 4] = [
    Ratchet {
        sort: "a `_ =>` where every statement, expression or operation should have its answer",
        most: [83, 23, 15, 0, 1, 0, 15, 0, 0, 0, 1, 11, 0, 0],
        found: wildcards,
    },
    Ratchet {
        sort: "a line of over 100 columns",
        most: [71, 3, 7, 2, 0, 0, 3, 0, 0, 28, 12, 0, 0, 0],
        found: wide_lines,
    },
    Ratchet {
        sort: "a doc comment of one or two words",
        most: [2, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0],
        found: curt_comments,
    },
    Ratchet { sort: "parameters packed into a tuple", most: [0; 14], found: packed },
];

#[test]
fn what_is_to_go_gets_less() {
    let mut more = Vec::new();
    for ratchet in RATCHETS {
        for (name, most) in CRATES.iter().zip(ratchet.most) {
            let places: Vec<_> = sources()
                .iter()
                .filter(|(path, _)| path.starts_with(root().join(name)))
                .flat_map(|(path, text)| {
                    let lines = (ratchet.found)(text).into_iter();
                    lines.map(|line| format!("{}:{}", path.display(), line + 1)).collect::<Vec<_>>()
                })
                .collect();
            if places.len() > most {
                let sort = ratchet.sort;
                let count = places.len();
                more.push(format!("{name}: {sort}, {count}, at most {most}: {places:#?}"));
            }
        }
    }
    assert!(more.is_empty(), "{}", more.join("\n"));
}

fn lines_where(text: &str, is: impl Fn(&str) -> bool) -> Vec<usize> {
    text.lines().enumerate().filter(|(_, line)| is(line)).map(|(at, _)| at).collect()
}

fn wide_lines(text: &str) -> Vec<usize> {
    lines_where(text, |line| line.chars().count() > 100)
}

/// Doc comments of one line that say no more than a name does.
fn curt_comments(text: &str) -> Vec<usize> {
    let lines: Vec<_> = text.lines().map(|l| l.trim().strip_prefix("///")).collect();
    let alone = |at: usize| {
        let doc = |at: Option<usize>| at.and_then(|at| lines.get(at)).is_some_and(Option::is_some);
        !doc(at.checked_sub(1)) && !doc(Some(at + 1))
    };
    let curt = |line: &str| line.split_whitespace().count() <= 2;
    (0..lines.len()).filter(|at| lines[*at].is_some_and(curt) && alone(*at)).collect()
}

/// Functions that take several things as one without a name for it: `(one, of): (&Expr, &Domain)`.
fn packed(text: &str) -> Vec<usize> {
    let is_name = |c: char| c.is_alphanumeric() || "_<>: '&,+".contains(c);
    let packs = |at: &usize| {
        let Some(open) = text[*at..].find('(').map(|open| at + open + 1) else { return false };
        let mut depth = 1;
        let end = text[open..].find(|c: char| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        });
        let parameters = &text[open..open + end.unwrap_or(0)];
        let types = [": (", ": &(", ": &mut ("].map(|of| parameters.split(of).skip(1));
        text[*at + 3..open - 1].chars().all(is_name)
            && types.into_iter().flatten().any(|rest| !rest.starts_with(')'))
    };
    let starts = text.match_indices("fn ").map(|(at, _)| at);
    starts.filter(packs).map(|at| text[..at].matches('\n').count()).collect()
}

/// Arms `_ =>` beside arms for statements, expressions or operations.
fn wildcards(text: &str) -> Vec<usize> {
    let lines: Vec<_> = text.lines().collect();
    let depth = |line: &str| line.len() - line.trim_start().len();
    let beside = |at: usize| {
        let arms = lines[..at].iter().rev().filter(|line| !line.trim().is_empty());
        let inside = arms.take_while(|line| depth(line) >= depth(lines[at]));
        { inside }.any(|line| depth(line) == depth(lines[at]) && is_kind_arm(line))
    };
    let open = |line: &str| line.trim_start().starts_with("_ =>");
    lines_where(text, open).into_iter().filter(|at| beside(*at)).collect()
}

fn is_kind_arm(line: &str) -> bool {
    let pattern = line.split("=>").next().unwrap_or(line);
    let starts = |at: usize| !pattern[..at].ends_with(|c: char| c.is_alphanumeric());
    let kind = |kind: &str| pattern.match_indices(kind).any(|(at, _)| starts(at));
    // Every family of operations is called so: `ListOp`, `FoldOp`.
    kind("StmtKind::") || kind("ExprKind::") || pattern.contains("Op::")
}

fn is_remark(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

fn before_tests(text: &str) -> &str {
    text.split("\nmod tests {").next().unwrap_or(text)
}
