//! Embeds what `explain` shows: the examples of mistakes with their mended twins, and the games
//! that some of them are variants over. Their files are the only place where these texts stand.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Folders below `examples`, and the endings of the files in them that are embedded.
const FOLDERS: [(&str, &[&str]); 3] = [
    ("", &["rules"]),
    ("errors", &["rules", "csv", "txt"]),
    ("errors/mended", &["rules", "csv", "txt"]),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Asked when it runs: where it was compiled may have been another clone.
    let package = std::env::var_os("CARGO_MANIFEST_DIR").ok_or("cargo names no package")?;
    let root = Path::new(&package).join("../examples").canonicalize()?;
    let mut text = String::from("&[\n");
    for (folder, endings) in FOLDERS {
        // Relative to the package, so that what was built in another clone watches this one.
        println!("cargo::rerun-if-changed=../examples/{folder}");
        for path in files(&root.join(folder), endings)? {
            let name = path.strip_prefix(&root)?.display().to_string().replace('\\', "/");
            writeln!(text, "    ({name:?}, include_str!({:?})),", path.display().to_string())?;
        }
    }
    text.push(']');
    let out = std::env::var_os("OUT_DIR").ok_or("cargo names no folder for what is built")?;
    std::fs::write(Path::new(&out).join("examples.rs"), text)?;
    Ok(())
}

fn files(folder: &Path, endings: &[&str]) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let ending = path.extension().and_then(|e| e.to_str());
        if path.is_file() && ending.is_some_and(|e| endings.contains(&e)) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
