//! Requests, as they are written.

use houserules_environment::trouble::Trouble;
use houserules_interpreter::chance::Seed;
use houserules_lang::spelling::nearest;
use serde::Deserialize;
use serde_json::Value;

/// What can be asked.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Asked {
    /// What the game is, and how its actions and numbers are laid out.
    Hello,
    /// What each action of the space is.
    Space,
    /// A new game.
    Reset {
        /// Its seed; 0 if it is left out.
        seed: Option<Seed>,
        /// Whoever asks decides what chance gives.
        #[serde(default)]
        chance: bool,
    },
    /// Who is asked, whether the game is over.
    State,
    /// What a seat is asked, and the actions that are open.
    Decision {
        /// The seat; the first that is asked if it is left out.
        seat: Option<u8>,
    },
    /// The complete choices that are open to a seat.
    Choices {
        /// The seat; the first that is asked if it is left out.
        seat: Option<u8>,
        /// At most so many.
        #[serde(default = "hundred")]
        most: usize,
    },
    /// Takes an action, or makes a whole choice.
    Apply {
        /// The seat; the first that is asked if it is left out.
        seat: Option<u8>,
        /// The action's number.
        action: Option<u32>,
        /// The choice as it is typed.
        say: Option<String>,
    },
    /// Lets a bot choose.
    Play {
        /// The seat; the first that is asked if it is left out.
        seat: Option<u8>,
        /// Its name on the command line: `greedy`.
        bot: String,
    },
    /// What a reader sees.
    Observe {
        /// Who reads it.
        #[serde(flatten)]
        reader: Reader,
        /// The first line of the log that is wanted.
        #[serde(default)]
        from: usize,
        /// As numbers, too.
        #[serde(default)]
        numbers: bool,
    },
    /// Takes choices back.
    Undo {
        /// How many of them.
        #[serde(default = "one")]
        choices: usize,
    },
    /// The position's hash.
    Hash,
    /// The journal so far.
    Journal,
    /// A picture of the table.
    Render {
        /// Who looks at it.
        #[serde(flatten)]
        reader: Reader,
        /// Text or SVG.
        #[serde(default, rename = "as")]
        form: Form,
    },
    /// The conversation is over.
    Quit,
}

/// Every word of [`Asked`].
const WORDS: [&str; 14] = [
    "hello", "space", "reset", "state", "decision", "choices", "apply", "play", "observe", "undo",
    "hash", "journal", "render", "quit",
];

/// Who reads: a seat, or somebody by a word.
#[derive(Debug, Deserialize)]
pub struct Reader {
    /// A seat, from 0.
    pub seat: Option<u8>,
    /// Somebody who is no player.
    #[serde(rename = "reader")]
    pub other: Option<Other>,
}

/// A reader that is no player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Other {
    /// Who sees what all see.
    Spectator,
    /// Who sees everything.
    Referee,
}

/// What a picture is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// Lines of text.
    #[default]
    Text,
    /// The boards as SVG.
    Svg,
}

fn hundred() -> usize {
    100
}

fn one() -> usize {
    1
}

/// Reads a line: the `id` it carries, and what it asks.
pub fn read(line: &str) -> (Option<Value>, Result<Asked, Trouble>) {
    let example = "write one object a line: {\"do\": \"state\"}";
    let mut asked: Value = match serde_json::from_str(line) {
        Ok(asked) => asked,
        Err(error) => {
            let message = format!("that is no JSON: {error}");
            return (None, Err(Trouble::new("json", message).help(example)));
        }
    };
    let id = asked.as_object_mut().and_then(|asked| asked.remove("id"));
    let word = asked.get("do").and_then(Value::as_str).map(str::to_string);
    let Some(word) = word else {
        let trouble = Trouble::new("request", "there is no word `do` that says what is asked");
        return (id, Err(trouble.help(example)));
    };
    if !WORDS.contains(&word.as_str()) {
        let help = match nearest(&word, WORDS) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("it is one of {}", WORDS.join(", ")),
        };
        return (id, Err(Trouble::new("request", "there is no such request").help(help)));
    }
    let read = serde_json::from_value(asked).map_err(|error| {
        Trouble::new("request", format!("`{word}` cannot be asked so: {error}"))
            .help("docs/engine.md says what goes with it")
    });
    (id, read)
}
