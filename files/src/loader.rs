//! Finds the texts of a game: its own file, modules beside it or in the standard library, tables in
//! its folder.
//!
//! Rules come from strangers, so nothing they name may lie outside the game's folder: a path is
//! first read as it is written (`..`, absolute paths), then, once the system has followed every
//! link, compared with the folder again.

use crate::cli_error::{CliError, TextPlace};
use houserules_lang::compile::{LoadError, Loaded, Loader};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The most a `.rules` file may have, in bytes.
pub const MOST_RULES: u64 = 1 << 20;

/// The most a table may have, in bytes.
pub const MOST_TABLE: u64 = 16 << 20;

/// Where a text came from, by the name it was handed in under.
#[derive(Debug, Clone, Copy)]
enum Origin {
    /// The standard library: it has no tables.
    Library,
    /// This one of the folders.
    Folder(usize),
}

/// A folder that may be read.
#[derive(Debug)]
struct Folder {
    /// As people wrote it; empty for the present one.
    path: PathBuf,
    /// The same with every link followed.
    root: PathBuf,
}

impl Folder {
    /// Of a file.
    fn of(file: &Path) -> Result<Self, CliError> {
        let path = file.parent().map(Path::to_path_buf).unwrap_or_default();
        let here = if path.as_os_str().is_empty() { Path::new(".") } else { &path };
        let root = here.canonicalize().map_err(|e| CliError::reading(here, e))?;
        Ok(Self { path, root })
    }

    /// A file in it as it may be opened, with every link followed.
    fn inside(&self, path: &Path) -> Result<PathBuf, LoadError> {
        let name = || path.display().to_string();
        let real = path.canonicalize().map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => LoadError::NoFile(name()),
            _ => LoadError::Unreadable(format!("`{}` cannot be opened: {e}", path.display())),
        })?;
        if !real.starts_with(&self.root) {
            return Err(LoadError::Outside(name()));
        }
        if real.is_file() { Ok(real) } else { Err(LoadError::NotAFile(name())) }
    }
}

/// Texts of files as they stand in an editor, by their paths with every link followed.
pub type OpenTexts = BTreeMap<PathBuf, Arc<str>>;

/// Loads what one game and the variants over it import.
#[derive(Debug, Default)]
pub struct FolderLoader {
    /// Texts that count in the place of what the files hold, by their paths with every link
    /// followed: an editor's, not saved yet.
    open: Arc<OpenTexts>,
    /// The game's folder, then those of variants.
    folders: Vec<Folder>,
    origins: BTreeMap<String, Origin>,
}

impl FolderLoader {
    /// A loader for which open texts count as they stand.
    #[must_use]
    pub fn over(open: Arc<OpenTexts>) -> Self {
        Self { open, ..Self::default() }
    }

    /// The text of a file as it stands: that of an editor, or what the file holds.
    fn text(&self, path: &Path, most: u64) -> Result<String, CliError> {
        if !self.open.is_empty()
            && let Ok(real) = path.canonicalize()
            && let Some(text) = self.open.get(&real)
        {
            return Ok(text.to_string());
        }
        read_text(path, most)
    }

    fn import(&self, path: &Path, most: u64) -> Result<String, LoadError> {
        self.text(path, most).map_err(|e| LoadError::Unreadable(e.to_string()))
    }

    /// Reads a game and opens its folder.
    ///
    /// # Errors
    /// If there is no such file, or it is too large or not text.
    pub fn open(game: &Path) -> Result<(Self, Loaded), CliError> {
        let mut loader = Self::default();
        let loaded = loader.also(game)?;
        Ok((loader, loaded))
    }

    /// Reads a variant and opens its folder, too: its tables lie beside it, and so may modules.
    ///
    /// # Errors
    /// If there is no such file, or it is too large or not text.
    pub fn also(&mut self, file: &Path) -> Result<Loaded, CliError> {
        let text = self.text(file, MOST_RULES)?;
        self.as_if(file, &text)
    }

    /// Opens the folder of a game or a variant that has this text, whatever its file holds.
    ///
    /// # Errors
    /// If there is no such folder.
    pub fn as_if(&mut self, file: &Path, text: &str) -> Result<Loaded, CliError> {
        let folder = Folder::of(file)?;
        let known =
            self.folders.iter().position(|f| f.root == folder.root && f.path == folder.path);
        let at = known.unwrap_or(self.folders.len());
        if known.is_none() {
            self.folders.push(folder);
        }
        let name = shown(file);
        self.origins.insert(name.to_string(), Origin::Folder(at));
        Ok(Loaded { name, text: text.to_owned() })
    }
}

impl Loader for FolderLoader {
    fn module(&mut self, name: &str) -> Result<Loaded, LoadError> {
        let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !plain || name.is_empty() {
            return Err(LoadError::NoName(name.to_owned()));
        }
        for (at, folder) in self.folders.iter().enumerate() {
            let beside = folder.path.join(format!("{name}.rules"));
            // A link that leads nowhere is there, and is an error rather than a reason to take the
            // library's.
            if beside.symlink_metadata().is_ok() {
                let real = folder.inside(&beside)?;
                let text = self.import(&real, MOST_RULES)?;
                let loaded = Loaded { name: shown(&beside), text };
                self.origins.insert(loaded.name.to_string(), Origin::Folder(at));
                return Ok(loaded);
            }
        }
        let text = houserules_stdlib::module(name);
        let text = text.ok_or_else(|| LoadError::NoModule(name.to_owned()))?;
        let loaded = Loaded { name: format!("stdlib/{name}.rules"), text: text.to_string() };
        self.origins.insert(loaded.name.to_string(), Origin::Library);
        Ok(loaded)
    }

    fn table(&mut self, path: &str, from: &str) -> Result<Loaded, LoadError> {
        let folder = match self.origins.get(from) {
            Some(Origin::Folder(at)) => self.folders.get(*at),
            Some(Origin::Library) => return Err(LoadError::OfLibrary),
            None => self.folders.first(),
        };
        let folder = folder.ok_or(LoadError::NoTables)?;
        let asked = Path::new(path);
        let steps_out = |c: Component| {
            matches!(c, Component::Prefix(_) | Component::RootDir | Component::ParentDir)
        };
        if path.is_empty() || path.contains(['\0', '\\']) {
            return Err(LoadError::NotAPath(path.to_owned()));
        }
        if asked.components().any(steps_out) {
            return Err(LoadError::Outside(path.to_owned()));
        }
        let near = folder.path.join(asked);
        let real = folder.inside(&near)?;
        let text = self.import(&real, MOST_TABLE)?;
        Ok(Loaded { name: shown(&near), text })
    }

    fn modules(&self) -> Vec<String> {
        let mut names: Vec<String> = houserules_stdlib::names().map(str::to_string).collect();
        let entries = self
            .folders
            .iter()
            .flat_map(|folder| std::fs::read_dir(&folder.root))
            .flatten()
            .flatten();
        for entry in entries {
            let path = entry.path();
            if path.extension().is_some_and(|e| e == "rules") {
                names.extend(path.file_stem().and_then(|s| s.to_str()).map(str::to_string));
            }
        }
        names.sort();
        names.dedup();
        names
    }

    fn tables(&self) -> Vec<String> {
        let mut names = Vec::new();
        for folder in &self.folders {
            let table = |entry: &std::fs::DirEntry| {
                let name = entry.file_name().to_str()?.to_owned();
                name.to_lowercase().ends_with(".csv").then_some(name)
            };
            let entries = std::fs::read_dir(&folder.root).into_iter().flatten().flatten();
            names.extend(entries.take(MOST_ENTRIES).filter_map(|entry| table(&entry)));
        }
        names.sort();
        names.dedup();
        names
    }
}

/// So many files of a folder are looked through for tables.
const MOST_ENTRIES: usize = 1000;

/// A path as it is shown: with `/` on every system.
fn shown(path: &Path) -> String {
    let text = path.display().to_string();
    if std::path::MAIN_SEPARATOR == '/' {
        text
    } else {
        text.replace(std::path::MAIN_SEPARATOR, "/")
    }
}

/// Reads a whole file of at most so many bytes as UTF-8; a byte order mark is left out.
///
/// # Errors
/// If it cannot be read, has more bytes, or is not text.
pub fn read_text(path: &Path, most: u64) -> Result<String, CliError> {
    let file = File::open(path).map_err(|e| CliError::reading(path, e))?;
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).map_err(|e| CliError::reading(path, e))?;
    if bytes.len() as u64 > most {
        return Err(CliError::TooLarge(path.to_path_buf(), most));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').map(str::to_string).unwrap_or(text)),
        Err(error) => {
            let byte = error.utf8_error().valid_up_to();
            let bytes = error.as_bytes();
            let line = bytes[..byte].iter().filter(|b| **b == b'\n').count() + 1;
            let wide = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
            let place =
                TextPlace { byte, line, value: bytes.get(byte).copied().unwrap_or(0), wide };
            Err(CliError::NotText(path.to_path_buf(), place))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn game(files: &[(&str, &str)]) -> (tempfile::TempDir, FolderLoader) {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join("game/data")).unwrap();
        fs::write(dir.path().join("game/a.rules"), "game").unwrap();
        fs::write(dir.path().join("secret.csv"), "secret").unwrap();
        for (name, text) in files {
            fs::write(dir.path().join("game").join(name), text).unwrap();
        }
        let (loader, _) = FolderLoader::open(&dir.path().join("game/a.rules")).unwrap();
        (dir, loader)
    }

    #[test]
    fn tables_come_from_the_game_s_folder_only() {
        let (dir, mut loader) = game(&[("data/t.csv", "a,b"), ("u.csv", "c")]);
        let from = loader.origins.keys().next().unwrap().to_string();
        assert_eq!(loader.table("data/t.csv", &from).unwrap().text, "a,b");
        assert_eq!(loader.table("u.csv", &from).unwrap().text, "c");
        for bad in [
            "../secret.csv",
            "data/../../secret.csv",
            "/etc/passwd",
            "",
            "data",
            "no.csv",
            "a\\b",
            "\0",
        ] {
            assert!(loader.table(bad, &from).is_err(), "{bad}");
        }
        let absolute = dir.path().join("secret.csv");
        assert!(loader.table(&absolute.display().to_string(), &from).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_do_not_lead_out() {
        let (dir, mut loader) = game(&[("u.csv", "c")]);
        let folder = dir.path().join("game");
        std::os::unix::fs::symlink(dir.path().join("secret.csv"), folder.join("l.csv")).unwrap();
        std::os::unix::fs::symlink(dir.path(), folder.join("up")).unwrap();
        std::os::unix::fs::symlink(folder.join("u.csv"), folder.join("fine.csv")).unwrap();
        let from = loader.origins.keys().next().unwrap().to_string();
        assert!(
            loader
                .table("l.csv", &from)
                .unwrap_err()
                .to_string()
                .contains("out of the game's folder")
        );
        assert!(loader.table("up/secret.csv", &from).is_err());
        assert_eq!(loader.table("fine.csv", &from).unwrap().text, "c");
    }

    #[test]
    fn modules_beside_the_game_come_first() {
        let (_dir, mut loader) = game(&[("mine.rules", "module")]);
        assert_eq!(loader.module("mine").unwrap().text, "module");
        assert!(loader.module("../a").is_err());
        assert!(loader.module("nothing_of_the_kind").is_err());
        assert!(loader.modules().contains(&"mine".to_string()));
    }

    #[test]
    fn what_is_not_text_is_said_with_its_place() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.rules");
        fs::write(&path, b"ab\ncd\xff").unwrap();
        let said = FolderLoader::open(&path).unwrap_err().to_string();
        assert!(said.contains("byte 0xff at 5 (line 2)"), "{said}");
        fs::write(&path, vec![b'a'; MOST_RULES as usize + 1]).unwrap();
        assert!(matches!(FolderLoader::open(&path), Err(CliError::TooLarge(..))));
        fs::write(&path, "\u{feff}game").unwrap();
        assert_eq!(FolderLoader::open(&path).unwrap().1.text, "game");
        assert!(matches!(FolderLoader::open(dir.path()), Err(CliError::Folder(_))));
        assert!(
            FolderLoader::open(&dir.path().join("none"))
                .unwrap_err()
                .to_string()
                .contains("no such file")
        );
    }
}
