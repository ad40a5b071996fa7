//! Files as clients name them.

use lsp_types::Uri;
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What stands for something else in an address.
const ESCAPED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The address of a file; none if its path is not text.
#[must_use]
pub fn uri(path: &Path) -> Option<Uri> {
    let path = path.to_str()?.replace(std::path::MAIN_SEPARATOR, "/");
    let lead = if path.starts_with('/') { "" } else { "/" };
    Uri::from_str(&format!("file://{lead}{}", utf8_percent_encode(&path, ESCAPED))).ok()
}

/// The file of an address, with every link followed as far as it is there; what is no file is taken
/// as one of that name where the server was started.
#[must_use]
pub fn path(uri: &Uri) -> PathBuf {
    let text = uri.as_str();
    let Some(rest) = text.strip_prefix("file://") else {
        let name: String = text
            .chars()
            .map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '_' })
            .collect();
        return real(&std::env::current_dir().unwrap_or_default().join(name));
    };
    let rest = rest.find('/').map_or(rest, |at| rest.get(at..).unwrap_or(rest));
    let decoded = percent_decode_str(rest).decode_utf8_lossy();
    let bytes = decoded.as_bytes();
    // `/c:/games` on Windows.
    let drive = bytes.get(2) == Some(&b':') && bytes.get(1).is_some_and(u8::is_ascii_alphabetic);
    let plain = if drive { decoded.get(1..).unwrap_or(&decoded) } else { &decoded };
    real(Path::new(plain))
}

/// A path with every link followed; of what is not there, as far as it is.
#[must_use]
pub fn real(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    match (path.parent().and_then(|p| p.canonicalize().ok()), path.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => path.to_path_buf(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_back_to_their_files() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a b.rules", "käse#1.csv", "100%.rules", "x[y].rules"] {
            let file = real(&folder.path().join(name));
            assert_eq!(path(&uri(&file).unwrap()), file, "{name}");
        }
        let odd = Uri::from_str("untitled:Untitled-1").unwrap();
        assert_eq!(path(&odd).file_name().unwrap(), "untitled_Untitled-1");
    }
}
