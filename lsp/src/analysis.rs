//! One compilation as an editor looks at it: which name stands where, and for what.

use crate::text::Lines;
use houserules_files::rules::RuleFiles;
use houserules_lang::compile::Compiled;
use houserules_lang::resolve::uses::{Meaning, Use};
use houserules_lang::source::{FileId, Span};
use lsp_types::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Names overlap no more than this.
const MOST_AT_ONE_PLACE: usize = 64;

/// A compilation of a game, with or without variants, and the names in its texts.
#[derive(Debug)]
pub struct Analysis {
    /// What was compiled.
    pub files: RuleFiles,
    /// What came of it.
    pub compiled: Compiled,
    /// The file of each text; none of the library's.
    pub paths: Vec<Option<PathBuf>>,
    /// Every name that was understood, in order of place.
    pub uses: Vec<Use>,
    lines: Vec<OnceLock<Lines>>,
}

impl Analysis {
    /// Takes a compilation apart.
    #[must_use]
    pub fn new(files: RuleFiles, compiled: Compiled) -> Self {
        let layers = std::iter::once(&files.game).chain(&files.variants);
        let mut paths: Vec<Option<PathBuf>> = layers.map(|p| Some(p.to_path_buf())).collect();
        let others = compiled.sources.iter().skip(paths.len());
        paths.extend(others.map(|(_, file)| Path::new(&file.name).canonicalize().ok()));
        let uses = compiled.declared.uses.all();
        let lines = paths.iter().map(|_| OnceLock::new()).collect();
        Self { files, compiled, paths, uses, lines }
    }

    /// The text of a file in this compilation.
    #[must_use]
    pub fn file(&self, path: &Path) -> Option<FileId> {
        let at = self.paths.iter().position(|p| p.as_deref() == Some(path))?;
        u16::try_from(at).ok().map(FileId)
    }

    /// The file of a text; none of the library's.
    #[must_use]
    pub fn path(&self, file: FileId) -> Option<&Path> {
        self.paths.get(usize::from(file.0))?.as_deref()
    }

    /// The words at a place.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.compiled.sources.slice(span)
    }

    /// The range of a place in its text.
    #[must_use]
    pub fn range(&self, span: Span) -> Range {
        let text = self.compiled.sources.get(span.file).map_or("", |f| &f.text);
        let lines = self.lines.get(usize::from(span.file.0));
        let Some(lines) = lines else { return Range::default() };
        let lines = lines.get_or_init(|| Lines::of(text));
        lines.range(text, span.start as usize..span.end as usize)
    }

    /// The names that a byte lies in or right behind, the shortest first.
    #[must_use]
    pub fn at(&self, file: FileId, byte: usize) -> Vec<&Use> {
        let byte = u32::try_from(byte).unwrap_or(u32::MAX);
        let behind = self.uses.partition_point(|u| (u.at.file, u.at.start) <= (file, byte));
        let near = self.uses.get(..behind).unwrap_or_default().iter().rev();
        let near = near.take(MOST_AT_ONE_PLACE);
        let mut found: Vec<&Use> = near.filter(|u| u.at.file == file && byte <= u.at.end).collect();
        found.sort_by_key(|u| (u.at.end - u.at.start, u.at, !u.declares));
        let shortest = found.first().map(|u| u.at);
        found.retain(|u| Some(u.at) == shortest);
        found
    }

    /// The names in a stretch of a text.
    pub fn within(&self, file: FileId, from: usize, to: usize) -> impl Iterator<Item = &Use> {
        let first = self.uses.partition_point(|u| (u.at.file, u.at.start as usize) < (file, from));
        let rest = self.uses.get(first..).unwrap_or_default().iter();
        rest.take_while(move |u| u.at.file == file && (u.at.end as usize) <= to)
    }

    /// Where something is declared.
    #[must_use]
    pub fn declared(&self, means: Meaning) -> Vec<Span> {
        if let Meaning::Local(at) | Meaning::Field(at) = means {
            vec![at]
        } else {
            let of_it = |u: &&Use| u.declares && u.means == means;
            self.uses.iter().filter(of_it).map(|u| u.at).collect()
        }
    }

    /// What a name stands for; of a variant's name for something of its game, that.
    #[must_use]
    pub fn meanings(&self, at: &Use) -> Vec<Meaning> {
        match at.means {
            Meaning::Same(there) => {
                let same = self.uses.iter().filter(|u| u.at == there);
                same.map(|u| u.means).filter(|m| !matches!(m, Meaning::Same(_))).collect()
            }
            means => vec![means],
        }
    }
}
