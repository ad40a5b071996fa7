//! Words as sentences.

/// With a capital letter and a full stop, unless it has another ending.
#[must_use]
pub fn sentence(text: &str) -> String {
    let stop = if text.ends_with(['.', '?', '!', ':']) { "" } else { "." };
    format!("{}{stop}", capital(text))
}

/// With a capital letter.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
