//! Files that hold secrets: only their owner reads them.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Where journals lie that nobody has named.
#[must_use]
pub fn state_folder() -> Option<PathBuf> {
    let folder =
        |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = folder("XDG_STATE_HOME").or_else(|| folder("LOCALAPPDATA"));
    let state = state.or_else(|| Some(folder("HOME")?.join(".local").join("state")))?;
    Some(state.join("houserules"))
}

/// A journal holds every secret of its game: only its owner reads it.
///
/// # Errors
/// If it cannot be made.
pub fn private_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// A new file that only its owner reads.
///
/// # Errors
/// If it is there already, or cannot be made.
pub fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create_new(true).read(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// A file that may be there already, empty, and that only its owner reads.
///
/// # Errors
/// If it cannot be opened.
pub fn opened_privately(path: &Path) -> io::Result<File> {
    match private_file(path) {
        Err(e) if e.kind() == ErrorKind::AlreadyExists => {
            let file = OpenOptions::new().read(true).write(true).open(path)?;
            #[cfg(unix)]
            if file.metadata()?.len() == 0 {
                file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
            }
            Ok(file)
        }
        opened => opened,
    }
}

/// The file's name must be on the disk too; where folders cannot be synced, the system does what it
/// can.
pub fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Puts a text in the place of what a file of that name holds, all of it or nothing.
///
/// # Errors
/// If it cannot be written; the file is as it was then.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.as_os_str().to_os_string();
    name.push(".new");
    let new = PathBuf::from(name);
    match std::fs::remove_file(&new) {
        Err(e) if e.kind() != ErrorKind::NotFound => return Err(e),
        Ok(()) | Err(_) => {}
    }
    let mut file = private_file(&new)?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all())?;
    std::fs::rename(&new, path)?;
    sync_folder(path);
    Ok(())
}
