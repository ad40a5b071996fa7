//! What is tried: every combination of the values of the options and the named numbers that are to
//! be tuned.

use crate::arguments::Tune as Asked;
use crate::cli_error::CliError;
use crate::engine::Starter;
use crate::rules::{RuleFiles, Rules};
use crate::setup::{options, written};
use houserules_files::rules::{compiled_as_if, ready};
use houserules_interpreter::ask::Setup;
use houserules_interpreter::program::{Program, SetupError};
use houserules_lang::ir::{OptionId, Rulebook, Value, Word};
use houserules_study::combinations::values;
use std::collections::BTreeMap;
use std::sync::Arc;

/// More settings than this are not tried at once.
const MOST: usize = 200;
/// Of the values of a longer range so many are tried, as far apart as each other.
const VALUES: usize = 9;

/// One way to set what is tuned.
#[derive(Debug)]
pub(super) struct Setting {
    /// What each is set to, by name.
    pub said: BTreeMap<String, String>,
    /// It is so already.
    pub as_it_is: bool,
    /// The options that are set for it.
    pub options: Vec<(OptionId, Value)>,
    /// The rules set up so; the reason if they cannot be.
    pub program: Result<Arc<Program>, SetupError>,
}

/// Something that is tuned, and its values.
struct Tuned {
    name: String,
    values: Vec<Tried>,
}

/// A value that is tried.
#[derive(Clone)]
struct Tried {
    said: String,
    is_usual: bool,
    set: Set,
}

/// How a value is set.
#[derive(Clone)]
enum Set {
    Option(OptionId, Value),
    /// By a variant that replaces the word.
    Word(i64),
}

/// Which options are set for all, and which are tuned: those without a value, or with several.
pub(super) fn fixed(asked: &Asked) -> (Vec<String>, Vec<&str>) {
    let several = |text: &&String| {
        text.split_once('=').is_none_or(|(_, value)| {
            let value = dotted(value);
            value.contains("..") || value.contains(',')
        })
    };
    let (tuned, fixed): (Vec<&String>, Vec<&String>) =
        asked.set_up.options.iter().partition(several);
    (fixed.into_iter().cloned().collect(), tuned.into_iter().map(String::as_str).collect())
}

/// Whether a name that is tuned is a number that the rules define.
pub(super) fn is_word(asked: &Asked, name: &str) -> bool {
    asked.words.iter().any(|text| text.split('=').next().is_some_and(|n| n.trim() == name))
}

/// Every setting that is tried. `setup`: how the game is set up besides.
///
/// # Errors
/// If there is no such option or number, it cannot have such a value, nothing is tuned, or too much
/// at once.
pub(super) fn settings(
    asked: &Asked,
    files: &RuleFiles,
    rules: &Rules,
    setup: &Setup,
) -> Result<Vec<Setting>, CliError> {
    let mut tuned = Vec::new();
    for text in fixed(asked).1 {
        tuned.push(option(&rules.book, text)?);
    }
    for text in &asked.words {
        tuned.push(word(&rules.book, text)?);
    }
    if tuned.is_empty() {
        return Err(CliError::call("nothing is to be tuned").help(what_can_be(&rules.book)));
    }
    let count = tuned.iter().try_fold(1usize, |n, of| n.checked_mul(of.values.len()));
    if count.is_none_or(|count| count > MOST) {
        let each: Vec<String> =
            tuned.iter().map(|of| format!("{} of `{}`", of.values.len(), of.name)).collect();
        let said = format!("these are more than {MOST} settings: {}", each.join(" times "));
        return Err(CliError::call(said)
            .help("tune less at once, or name the values: `--option NAME=3,5,7`"));
    }
    let mut books: BTreeMap<String, Arc<Rulebook>> = BTreeMap::new();
    crossed(&tuned).iter().map(|row| setting(row, files, rules, setup, &mut books)).collect()
}

/// Every value of each with every value of the others.
fn crossed(tuned: &[Tuned]) -> Vec<Vec<(&str, Tried)>> {
    let mut rows: Vec<Vec<(&str, Tried)>> = vec![Vec::new()];
    for of in tuned {
        let mut more = Vec::new();
        for row in rows {
            more.extend(of.values.iter().map(|value| {
                let mut row = row.clone();
                row.push((of.name.as_str(), value.clone()));
                row
            }));
        }
        rows = more;
    }
    rows
}

fn setting(
    row: &[(&str, Tried)],
    files: &RuleFiles,
    rules: &Rules,
    setup: &Setup,
    books: &mut BTreeMap<String, Arc<Rulebook>>,
) -> Result<Setting, CliError> {
    let (mut options, mut words) = (Vec::new(), String::new());
    for (name, value) in row {
        match &value.set {
            Set::Option(id, value) => options.push((*id, value.clone())),
            Set::Word(n) if !value.is_usual => words += &format!("replace define {name} = {n}\n"),
            Set::Word(_) => {}
        }
    }
    let book = match books.get(&words) {
        Some(book) => Arc::clone(book),
        None => {
            let book = replaced(files, rules, &words)?;
            books.insert(words.clone(), Arc::clone(&book));
            book
        }
    };
    let mut with = setup.clone();
    with.options.retain(|(id, _)| options.iter().all(|(other, _)| other != id));
    with.options.extend(options.iter().cloned());
    Ok(Setting {
        said: row.iter().map(|(name, value)| ((*name).to_string(), value.said.clone())).collect(),
        as_it_is: row.iter().all(|(_, value)| value.is_usual),
        options,
        program: Starter::new(&book, false).program(&with),
    })
}

/// The rules with some numbers replaced.
fn replaced(files: &RuleFiles, rules: &Rules, words: &str) -> Result<Arc<Rulebook>, CliError> {
    if words.is_empty() {
        return Ok(Arc::clone(&rules.book));
    }
    let stem = files.game.file_stem().map(|s| s.to_string_lossy().into_owned());
    let text = format!("variant \"Tuned\" over {}\n\n{words}", stem.unwrap_or_default());
    let path = files.game.with_file_name("tuned.rules");
    let mut layers = files.clone();
    layers.variants.push(path.clone());
    let compiled = compiled_as_if(&layers, &path, &text)?;
    ready(compiled, &layers.shown()).map(|rules| rules.book)
}

/// What could be tuned.
fn what_can_be(book: &Rulebook) -> String {
    let mut help = "name an option of the game, `--option NAME` or `--option NAME=3..7`, or a \
                    number that the rules define, `--define NAME=3..7`"
        .to_string();
    let options: Vec<String> = book.options.iter().map(|o| format!("`{}`", o.name)).collect();
    for (what, names) in [("options", options), ("numbers", numbers_defined(book))] {
        if !names.is_empty() {
            help += &format!("; {what} of this game: {}", names.join(", "));
        }
    }
    help
}

/// Names of numbers that the rules define, in backticks.
fn numbers_defined(book: &Rulebook) -> Vec<String> {
    let numbers = book.words.iter().filter(|word| word.number().is_some());
    numbers.map(|word| format!("`{}`", word.name)).collect()
}

/// `NAME`, `NAME=3..7` or `NAME=a,b,c`.
fn option(book: &Rulebook, text: &str) -> Result<Tuned, CliError> {
    let (name, given) = match text.split_once('=') {
        Some((name, given)) => (name.trim(), Some(dotted(given))),
        None => (text.trim(), None),
    };
    let Some((id, option)) = (0..).map(OptionId).zip(&book.options).find(|(_, o)| o.name == name)
    else {
        // Says what there is instead.
        options(book, &[format!("{name}=")])?;
        return Err(CliError::call(format!("there is no option `{name}`")));
    };
    let value = |text: &str| -> Result<Value, CliError> {
        let set = options(book, &[format!("{name}={text}")])?;
        set.into_iter().next().map(|(_, value)| value).ok_or_else(|| range_wanted(text))
    };
    let of: Vec<Value> = match given {
        None => thinned(values(book, option).0),
        Some(given) => match given.split_once("..") {
            Some((low, high)) => {
                let (low, high) = (value(low.trim())?, value(high.trim())?);
                let (Value::Number(low), Value::Number(high)) = (low, high) else {
                    return Err(range_wanted(&given));
                };
                numbers(low, high).ok_or_else(|| range_wanted(&given))?
            }
            None => given.split(',').map(|text| value(text.trim())).collect::<Result<_, _>>()?,
        },
    };
    let tried = |value: Value| tried(book, id, value);
    Ok(Tuned { name: name.to_string(), values: of.into_iter().map(tried).collect() })
}

fn tried(book: &Rulebook, id: OptionId, value: Value) -> Tried {
    let option = &book[id];
    let said = written(book, &option.ty, &value);
    Tried { said, is_usual: value == option.default, set: Set::Option(id, value) }
}

/// `3-7` and `3 to 7` as `3..7`.
fn dotted(given: &str) -> String {
    let ends = given.split_once(" to ").or_else(|| given.split_once('-'));
    let is_number = |text: &str| text.trim().parse::<i64>().is_ok();
    match ends {
        Some((low, high)) if is_number(low) && is_number(high) => {
            format!("{}..{}", low.trim(), high.trim())
        }
        _ => given.trim().to_string(),
    }
}

/// `NAME=3..7` or `NAME=3,5` of a word that is defined as a number.
fn word(book: &Rulebook, text: &str) -> Result<Tuned, CliError> {
    let (name, given) = text.split_once('=').unwrap_or((text, ""));
    let (name, given) = (name.trim(), dotted(given));
    if book.options.iter().any(|option| option.name == name) {
        return Err(CliError::call(format!("`{name}` is an option of the game"))
            .help(format!("write `--option {name}={given}`")));
    }
    let found = book.words.iter().find(|word| word.name == name).and_then(Word::number);
    let Some(usual) = found else {
        let names = numbers_defined(book);
        let help = match names.as_slice() {
            [] => "the rules define no such number: `define hand_size = 7`".to_string(),
            names => format!("the rules define {}", names.join(", ")),
        };
        return Err(
            CliError::call(format!("`{name}` is no number that the rules define")).help(help)
        );
    };
    let read = |text: &str| text.trim().parse::<i64>().map_err(|_| range_wanted(text));
    let of: Vec<Value> = match given.split_once("..") {
        Some((low, high)) => {
            numbers(read(low)?, read(high)?).ok_or_else(|| range_wanted(&given))?
        }
        None => {
            given.split(',').map(|text| read(text).map(Value::Number)).collect::<Result<_, _>>()?
        }
    };
    let value = |value: Value| {
        let n = if let Value::Number(n) = value { n } else { usual };
        Tried { said: n.to_string(), is_usual: n == usual, set: Set::Word(n) }
    };
    Ok(Tuned { name: name.to_string(), values: of.into_iter().map(value).collect() })
}

fn range_wanted(text: &str) -> CliError {
    CliError::call(format!("`{text}` does not say which values to try"))
        .help("write a range, `NAME=3..7`, or each value, `NAME=3,5,7`")
}

/// All numbers of a range, some of a long one; none of an empty one.
fn numbers(low: i64, high: i64) -> Option<Vec<Value>> {
    let last = usize::try_from(high.checked_sub(low)?).ok()?;
    if last < VALUES {
        return Some((low..=high).map(Value::Number).collect());
    }
    let at = |n: usize| {
        let off = last as u128 * n as u128 / (VALUES as u128 - 1);
        Value::Number(low.saturating_add(i64::try_from(off).unwrap_or(i64::MAX)))
    };
    Some((0..VALUES).map(at).collect())
}

/// Some of many values, the first and the last among them.
fn thinned(all: Vec<Value>) -> Vec<Value> {
    if all.len() <= VALUES {
        return all;
    }
    let last = all.len() - 1;
    let kept: Vec<usize> = (0..VALUES).map(|n| last * n / (VALUES - 1)).collect();
    let kept = all.into_iter().enumerate().filter(|(at, _)| kept.contains(at));
    kept.map(|(_, value)| value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_ranges_are_thinned_out() {
        let plain = |values: Vec<Value>| -> Vec<i64> {
            let number = |v| if let Value::Number(n) = v { n } else { 0 };
            values.into_iter().map(number).collect()
        };
        assert_eq!(plain(numbers(3, 7).unwrap()), vec![3, 4, 5, 6, 7]);
        assert_eq!(plain(numbers(0, 80).unwrap()), vec![0, 10, 20, 30, 40, 50, 60, 70, 80]);
        assert_eq!(plain(thinned((0..81).map(Value::Number).collect())).len(), VALUES);
        assert_eq!(numbers(7, 3), None);
        assert_eq!(numbers(i64::MIN, i64::MAX), None);
        assert_eq!(plain(numbers(0, i64::MAX).unwrap()).len(), VALUES);
    }
}
