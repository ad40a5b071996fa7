//! Offers that read, but make no sense: they are not made, unless what is wrong with them says what
//! is meant.

use crate::code::Code;
use crate::diagnostic::{Diagnostic, Offer};
use crate::source::Sources;
use crate::syntax::{IN_PLAY, runs_out};

/// What is said of what happens where nothing better is known.
const DOING: &str = "what happens is said with `move`, `shuffle`, `show`, `choose`, `if`, `for \
                     each`, `let`, `say` or `end game`, or is set with `=`, `+=` or `-=`";
/// The same of a question.
const ASKING: &str = "a condition compares or asks: `me.cash > $3`, `me.hand is empty`, \
                      `count(me.hand) > 4`, `any c in me.hand has c.miles > 2`; several are \
                      joined by `and` or `or`";
/// How conditions go together.
const JOINED: &str = "; several are joined by `and` or `or`";
/// For braces by themselves.
const OPENS: &str = "they follow what opens them: `if … {`, `for each … {`, `turn … {`; what \
                     may be there or not gets its name with `if there is c in … {`";
/// What is said of turns.
const TURNS: &str = "turns are `turn me in players onwards { … }`; a condition says who has one: \
                     `turn me in those p in players where p.… > 0 { … }`";
/// What is said of words that mean nothing together.
const MEANINGLESS: [Code; 13] = [
    Code::E0120,
    Code::E0202,
    Code::E0308,
    Code::E0401,
    Code::E0402,
    Code::E0403,
    Code::E0404,
    Code::E0405,
    Code::E0407,
    Code::E0408,
    Code::E0413,
    Code::E0426,
    Code::E0514,
];
/// Words behind which something is asked.
const ASKS: [&str; 6] = ["if", "ends", "needs", "when", "repeat", "expect"];

/// What a help offers reads, but makes no sense: it is not offered, or what is wrong with it is
/// said, too.
pub(crate) fn refused(said: &mut Diagnostic, wrong: &Diagnostic, sources: &Sources) {
    match std::mem::take(&mut said.offer) {
        Offer::Guessed(other) => {
            let others = std::mem::take(&mut said.others);
            *said = Diagnostic { others, open: true, ..*other };
        }
        Offer::Reads if !MEANINGLESS.contains(&wrong.code) || leads_on(wrong) => {
            let help = wrong.help.as_ref().map_or(String::new(), |help| format!(": {help}"));
            let offered = said.help.take().map_or(String::new(), |help| format!("{help}; "));
            said.help = Some(format!("{offered}but then {}{help}", wrong.message));
            said.open = true;
        }
        Offer::Reads => withheld(said, sources),
        Offer::Sure | Offer::StandsIn | Offer::Nothing => {}
    }
}

/// Whether what is wrong with an offer says what to write, and nothing else may be meant.
fn leads_on(wrong: &Diagnostic) -> bool {
    const WAYS: [&str; 5] = [
        "set something of it",
        "did you mean `",
        "say whose",
        "a card stands in",
        "a new name is given with",
    ];
    let help = wrong.help.as_deref().unwrap_or("");
    let told = help.contains("write `") || WAYS.iter().any(|way| help.starts_with(way));
    told && !help.contains("; or")
}

/// Only that the line is no sentence is true; what it offered would be the next mistake.
pub(crate) fn withheld(said: &mut Diagnostic, sources: &Sources) {
    const LONGEST: usize = 60;
    let at = said.span();
    let text = sources.get(at.file).map_or("", |file| &*file.text);
    let start = text.get(..at.start as usize).and_then(|t| t.rfind('\n')).map_or(0, |n| n + 1);
    let line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or("").trim();
    let shown: String = line.chars().take(LONGEST).filter(|c| !c.is_control()).collect();
    let cut = if line.chars().count() > LONGEST { "…" } else { "" };
    // What stands in the braces of a condition is done.
    let before = text.get(start..at.start as usize).unwrap_or("");
    let sentence = before.rsplit_once('{').map_or(line, |(_, inside)| inside.trim_start());
    let first = sentence.split(' ').next().unwrap_or("");
    if line == "{" {
        said.message = "nothing opens these braces".to_owned();
        said.help = Some(OPENS.to_owned());
        said.fix.clear();
        said.open = true;
        return;
    }
    let top = text.get(start..).is_some_and(|rest| !rest.starts_with([' ', '\t']));
    said.message = format!("there is no sentence `{}{cut}`", shown.replace('`', "'"));
    said.fix.clear();
    let top = top && !before.contains('{');
    let words: Vec<String> = sentence
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    if let Some(rule) = runs_out(text, &words).filter(|_| !sentence.contains('{')) {
        said.help = Some(format!(
            "what happens when a deck is empty is an item by itself, at the left edge: `{rule}`"
        ));
        said.open = true;
        return;
    }
    let turns = first == "turn" || sentence.contains(" turn ") && sentence.ends_with('{');
    said.help = match ASKS.contains(&first) {
        _ if top => None,
        true => Some(like_own(text, start, first).map_or_else(
            || ASKING.to_owned(),
            |own| format!("a condition compares or asks: `{own}`{JOINED}"),
        )),
        false if turns => Some(TURNS.to_owned()),
        false => {
            let mut heads = text.get(..start).unwrap_or("").lines();
            let head = heads.rfind(|line| line.starts_with(char::is_alphabetic));
            let more = if head == Some("play {") { IN_PLAY } else { "" };
            Some(format!("{DOING}{more}"))
        }
    };
    said.open = true;
}

/// How the designer wrote it elsewhere: another line of the file that begins with that word.
pub(crate) fn like_own(text: &str, at: usize, word: &str) -> Option<String> {
    const SHORT: usize = 70;
    let mut start = 0;
    text.split_inclusive('\n').find_map(|line| {
        let here = start;
        start += line.len();
        let own = line.trim().split("//").next().unwrap_or("").trim_end();
        let same = own.strip_prefix(word).is_some_and(|rest| rest.starts_with(' '));
        if here == at || !same || word == "if" && own.starts_with("if there") {
            return None;
        }
        let own =
            own.split_once(" {").map_or(own.to_owned(), |(head, _)| format!("{head} {{ … }}"));
        let own = match own.split_once(" else \"") {
            Some((asked, _)) => format!("{asked} else \"…\""),
            None => own,
        };
        (own.chars().count() <= SHORT && !own.contains('`')).then_some(own)
    })
}
