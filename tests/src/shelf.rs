//! The library, and tables held in memory: what damaged rules are compiled with.

use houserules_lang::loader::{LoadError, Loaded, Loader};
use std::collections::BTreeMap;
use std::path::Path;

/// The library, and tables by name, damaged or not.
#[derive(Debug, Clone, Default)]
pub struct Shelf {
    /// Tables by file name.
    pub tables: BTreeMap<String, String>,
}

impl Shelf {
    /// Every CSV file of a folder.
    #[must_use]
    pub fn of(folder: &Path) -> Self {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path());
        let tables =
            entries.filter(|p| p.extension().is_some_and(|e| e == "csv")).filter_map(|p| {
                let name = p.file_name()?.to_string_lossy().into_owned();
                Some((name, std::fs::read_to_string(&p).ok()?))
            });
        Self { tables: tables.collect() }
    }

    /// With the CSV files of a second folder.
    #[must_use]
    pub fn and(mut self, folder: &Path) -> Self {
        self.tables.extend(Self::of(folder).tables);
        self
    }
}

impl Loader for Shelf {
    fn module(&mut self, name: &str) -> Result<Loaded, LoadError> {
        let text =
            houserules_stdlib::module(name).ok_or_else(|| LoadError::NoModule(name.to_owned()))?;
        Ok(Loaded { name: format!("stdlib/{name}.rules"), text: text.into() })
    }

    fn table(&mut self, path: &str, _from: &str) -> Result<Loaded, LoadError> {
        let text = self.tables.get(path).ok_or_else(|| LoadError::NoFile(path.to_owned()))?;
        Ok(Loaded { name: path.into(), text: text.clone() })
    }

    fn modules(&self) -> Vec<String> {
        houserules_stdlib::names().map(str::to_string).collect()
    }
}
