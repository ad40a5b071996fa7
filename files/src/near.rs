//! What is not there as it was written is perhaps misspelt.

use houserules_lang::spelling::nearest;
use std::path::{Component, Path, PathBuf};

/// Of more entries of a folder than these none is offered.
const MOST: usize = 1000;

/// What is there and called nearly so, folder by folder.
#[must_use]
pub fn near(path: &Path) -> Option<PathBuf> {
    let mut found = PathBuf::new();
    let mut changed = false;
    for component in path.components() {
        let next = found.join(component);
        if next.exists() {
            found = next;
            continue;
        }
        let Component::Normal(name) = component else { return None };
        found = found.join(called_nearly(&found, name.to_str()?)?);
        changed = true;
    }
    changed.then_some(found)
}

/// The folder or file of rules that is called nearly so, with or without its ending.
fn called_nearly(folder: &Path, name: &str) -> Option<String> {
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut names: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(here).ok()?.flatten().take(MOST) {
        let found = entry.file_name().to_string_lossy().into_owned();
        if found.ends_with(".rules") || entry.path().is_dir() && !found.starts_with('.') {
            names.push(found);
        }
    }
    names.sort();
    let whole = format!("{name}.rules");
    if names.contains(&whole) {
        return Some(whole);
    }
    let stems = names.iter().map(|n| n.strip_suffix(".rules").unwrap_or(n));
    let near = match name.strip_suffix(".rules") {
        Some(_) => nearest(name, names.iter().map(String::as_str))?,
        None => nearest(name, stems)?,
    };
    names.iter().find(|n| *n == near || n.strip_suffix(".rules") == Some(near)).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_is_misspelt_is_found() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("bazaar")).unwrap();
        fs::write(dir.path().join("bazaar/bazaar.rules"), "game \"B\"\n").unwrap();
        fs::write(dir.path().join("nim.rules"), "game \"N\"\n").unwrap();
        let near = |path: &str| {
            near(&dir.path().join(path)).map(|p| p.strip_prefix(dir.path()).unwrap().to_owned())
        };
        assert_eq!(near("bazar"), Some("bazaar".into()));
        assert_eq!(near("bazar/bazaar.rules"), Some("bazaar/bazaar.rules".into()));
        assert_eq!(near("bazaar/bazar.rules"), Some("bazaar/bazaar.rules".into()));
        assert_eq!(near("bazaar/bazaar"), Some("bazaar/bazaar.rules".into()));
        assert_eq!(near("nim"), Some("nim.rules".into()));
        assert_eq!(near("elsewhere.rules"), None);
    }
}
