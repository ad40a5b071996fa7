//! Damage to texts, drawn from a seed.

/// Draws for damage: SplitMix64.
#[derive(Debug, Clone)]
pub struct Chance(u64);

impl Chance {
    /// A stream of draws.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

/// Runs of letters or digits, runs of blanks, and single signs.
fn pieces(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut rest = text;
    let kind = |c: char| {
        if c.is_ascii_alphanumeric() || c == '_' { 0 } else { 1 + usize::from(!c.is_whitespace()) }
    };
    while let Some(first) = rest.chars().next() {
        let len = match kind(first) {
            2 => first.len_utf8(),
            k => rest.find(|c| kind(c) != k).unwrap_or(rest.len()),
        };
        let (piece, tail) = rest.split_at(len);
        all.push(piece);
        rest = tail;
    }
    all
}

/// Letters of several bytes: whoever counts bytes where letters are meant cuts one in two.
const LETTERS: [&str; 8] = ["é", "ß", "Ł", "日", "𝒜", "\u{301}", "\u{feff}", "ﬁ"];

/// Where a letter is planted: before a word, every other time one that begins a line, as the words
/// of items do.
fn before_a_word(pieces: &[&str], chance: &mut Chance) -> usize {
    let word = |at: &usize| pieces[*at].starts_with(|c: char| c.is_ascii_alphabetic());
    let begins = |at: &usize| at.checked_sub(1).is_none_or(|at| pieces[at].ends_with('\n'));
    let words: Vec<usize> = (0..pieces.len()).filter(word).collect();
    let first: Vec<usize> = words.iter().copied().filter(begins).collect();
    let all = if chance.below(2) == 0 && !first.is_empty() { first } else { words };
    all.get(chance.below(all.len())).copied().unwrap_or(0)
}

/// A text with one kind of damage: bytes flipped, a word dropped, doubled or swapped, a part cut
/// out or off, a letter of several bytes before a word, or something opened ten thousand times.
#[must_use]
pub fn damaged(text: &str, chance: &mut Chance) -> String {
    if text.is_empty() {
        return String::new();
    }
    let mut pieces = pieces(text);
    let (a, b) = (chance.below(pieces.len()), chance.below(pieces.len()));
    match chance.below(9) {
        0 | 1 => {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..=chance.below(4) {
                let at = chance.below(bytes.len());
                bytes[at] ^= 1 << chance.below(8);
            }
            return String::from_utf8_lossy(&bytes).into_owned();
        }
        2 => drop(pieces.remove(a)),
        3 => pieces.insert(a, pieces[b]),
        4 => pieces.swap(a, b),
        5 => pieces.truncate(a),
        6 => drop(pieces.drain(a.min(b)..a.max(b))),
        7 => {
            let at = before_a_word(&pieces, chance);
            pieces.insert(at, LETTERS[chance.below(LETTERS.len())]);
        }
        _ => {
            let deep = [
                "(",
                "[",
                "{",
                "not ",
                "- ",
                "if ",
                "first x in ",
                "f(",
                "a + ",
                "a.",
                "{ if a ",
                "\"",
                "/// ",
            ];
            let nested = deep[chance.below(deep.len())].repeat(10_000);
            pieces.insert(a, &nested);
            return pieces.concat();
        }
    }
    pieces.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_several_bytes_come_before_words_of_items() {
        let mut chance = Chance::new(1);
        let text = "deck miles of Mile\n\nplay {\n  again\n}\n";
        let all: Vec<String> = (0..2000).map(|_| damaged(text, &mut chance)).collect();
        let planted = |made: &str| all.iter().any(|text| text.contains(made));
        assert!(planted("éplay {") && planted("日deck") && planted("𝒜again"), "{all:?}");
    }
}
