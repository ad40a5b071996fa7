//! The texts that mistakes are planted in.

use crate::shelf::Shelf;
use houserules_lang::code::Code;
use houserules_lang::compile::{Compiled, Loaded, compile_layers};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A text without mistakes.
#[derive(Debug, Clone)]
pub struct Source {
    /// Its file's name.
    pub name: String,
    /// The rules as they are written.
    pub text: String,
    /// Of a variant its game.
    pub base: Option<Loaded>,
    /// The tables that it may read, and the library.
    pub shelf: Shelf,
    /// Which bytes are code, as against remarks, prose and texts in quotation marks.
    pub code: Vec<bool>,
    /// What is said of it as it is.
    pub known: BTreeSet<(Code, String)>,
}

impl Source {
    /// Compiles another text in its place.
    #[must_use]
    pub fn compile(&self, text: &str, shelf: &mut Shelf) -> Compiled {
        let own = Loaded { name: self.name.as_str().into(), text: text.into() };
        match &self.base {
            Some(game) => compile_layers(game, &[own], shelf),
            None => compile_layers(&own, &[], shelf),
        }
    }

    /// Where a text stands in the code; a letter or digit at its ends must be the end of a word.
    pub fn places<'s>(&'s self, wanted: &'s str) -> impl Iterator<Item = usize> + 's {
        let letter = |b: Option<&u8>| b.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
        let bytes = self.text.as_bytes();
        self.text.match_indices(wanted).map(|(at, _)| at).filter(move |at| {
            let (first, last) = (wanted.as_bytes().first(), wanted.as_bytes().last());
            let joined = letter(first) && at.checked_sub(1).is_some_and(|b| letter(bytes.get(b)))
                || letter(last) && letter(bytes.get(at + wanted.len()));
            let prose = wanted.starts_with("//") && self.text[..*at].ends_with('/');
            !joined && !prose && (self.code.get(*at) == Some(&true) || wanted.starts_with("//"))
        })
    }

    /// Whether nothing but blanks stands before a byte on its line.
    #[must_use]
    pub fn begins_line(&self, at: usize) -> bool {
        let line = self.text[..at].rsplit('\n').next().unwrap_or("");
        line.trim().is_empty()
    }

    /// The words of the code: where each begins and ends.
    #[must_use]
    pub fn words(&self) -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        let mut start = None;
        for (at, byte) in self.text.bytes().enumerate() {
            let inside = (byte.is_ascii_alphanumeric() || byte == b'_') && self.code[at];
            match (inside, start) {
                (true, None) => start = Some(at),
                (false, Some(from)) => {
                    all.push((from, at));
                    start = None;
                }
                _ => {}
            }
        }
        all
    }
}

/// The five games, the examples and the variants over any of them. The lines of tests are kept.
#[must_use]
pub fn sources(root: &Path) -> Vec<Source> {
    let mut all = Vec::new();
    for folder in ["games", "examples", "examples/variants"] {
        let mut files: Vec<_> = fs::read_dir(root.join(folder))
            .into_iter()
            .flatten()
            .flatten()
            .map(|e| e.path())
            .collect();
        files.sort();
        for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "rules")) {
            let Ok(text) = fs::read_to_string(file) else { continue };
            let name =
                file.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            let base = base(root, &text);
            let beside = root.join(folder);
            let shelf = Shelf::of(&beside).and(&root.join("games")).and(&root.join("examples"));
            let mut source =
                Source { code: code(&text), name, text, base, shelf, known: BTreeSet::new() };
            let compiled = source.compile(&source.text, &mut source.shelf.clone());
            let said =
                compiled.diagnostics.into_iter().chain(compiled.changed.into_iter().map(|c| c.why));
            source.known = said.map(|d| (d.code, d.message)).collect();
            all.push(source);
        }
    }
    all
}

/// The first game that a variant is laid over.
fn base(root: &Path, text: &str) -> Option<Loaded> {
    let line = text.lines().find(|l| l.starts_with("variant "))?;
    let name = line.rsplit_once(" over ")?.1.split(',').next()?.trim();
    ["games", "examples"].iter().find_map(|folder| {
        let file = root.join(folder).join(format!("{name}.rules"));
        Some(Loaded { name: format!("{name}.rules"), text: fs::read_to_string(file).ok()? })
    })
}

fn code(text: &str) -> Vec<bool> {
    let mut all = Vec::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (mut quoted, mut remark) = (false, false);
        for (at, byte) in line.bytes().enumerate() {
            remark |= !quoted && line.as_bytes()[at..].starts_with(b"//");
            quoted ^= byte == b'"' && !remark;
            all.push(!quoted && !remark && byte != b'"');
        }
    }
    all
}
