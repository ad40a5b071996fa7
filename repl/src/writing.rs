//! Files that are written whole or not at all.

use crate::trouble::Trouble;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// So many names are tried for the file that is written first.
const NAMES: u32 = 64;

/// Writes a text in the place of a file, or as a new one. Whatever happens meanwhile, the file holds the old text or the
/// new one. A link is followed; permissions stay.
///
/// # Errors
/// If the file may not be written, or its folder not.
pub fn whole(path: &Path, text: &str) -> Result<(), Trouble> {
    written(path, text).map_err(|error| Trouble::writing(path, error))
}

fn written(path: &Path, text: &str) -> io::Result<()> {
    let real = if path.exists() { path.canonicalize()? } else { path.to_path_buf() };
    let permissions = real.metadata().ok().map(|about| about.permissions());
    if permissions.as_ref().is_some_and(fs::Permissions::readonly) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    if real.is_dir() {
        return Err(io::Error::other("it is a folder"));
    }
    let name = real.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy().into_owned();
    for n in 0..NAMES {
        let near = real.with_file_name(format!(".{name}.{n}.new"));
        let mut file = match OpenOptions::new().write(true).create_new(true).open(&near) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            Err(error) => return Err(error),
        };
        let done = file.write_all(text.as_bytes()).and_then(|()| {
            permissions.map_or(Ok(()), |permissions| file.set_permissions(permissions))?;
            file.sync_all()?;
            fs::rename(&near, &real)
        });
        if done.is_err() {
            let _ = fs::remove_file(&near);
        }
        return done;
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use super::whole;
    use std::fs;

    #[test]
    fn files_are_written_whole_and_nothing_is_left_beside_them() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.rules");
        whole(&path, "one").unwrap();
        whole(&path, "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert!(whole(dir.path(), "x").is_err());
        assert!(whole(&dir.path().join("no/b.rules"), "x").is_err());
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_permissions_stay() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let (path, link) = (dir.path().join("a.rules"), dir.path().join("b.rules"));
        whole(&path, "one").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        whole(&link, "two").unwrap();
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o640);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o440)).unwrap();
        assert!(whole(&path, "three").is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
    }
}
