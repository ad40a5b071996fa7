//! Words of the language, for completion.

use houserules_lang::syntax::choices;

/// Words that open items, each with what is inserted: `$1` … are stops for the cursor.
pub const ITEMS: [(&str, &str); 26] = [
    ("game", "game \"$1\""),
    ("players", "players ${1:2} to ${2:4}"),
    ("use", "use $1"),
    ("option", "option ${1:name}: ${2:1..5} = ${3:3}"),
    ("unit", "unit ${1:Dollars} \"${2:\\$}\""),
    ("enum", "enum ${1:Name} { $2 }"),
    ("card", "card ${1:Name} {\n  $2\n}"),
    ("deck", "deck ${1:name} of ${2:Card} {\n  $3\n}"),
    ("each", "each ${1:Player} has {\n  $2\n}"),
    ("the table has", "the table has {\n  $1\n}"),
    ("define", "define ${1:name} for ${2:p: Player} = $3"),
    ("to", "to ${1:name} {\n  $2\n}"),
    ("action", "action ${1:name}($2) {\n  $3\n}"),
    ("attempt", "attempt ${1:name}($2) {\n  $3\n}"),
    ("menu", "menu ${1:name} { $2 }"),
    ("setup", "setup {\n  $1\n}"),
    ("play", "play {\n  $1\n}"),
    ("before", "before ${1:name} {\n  $2\n}"),
    ("after", "after ${1:name} {\n  $2\n}"),
    ("instead of", "instead of ${1:name} {\n  $2\n}"),
    ("when", "when ${1:zone} runs out {\n  $2\n}"),
    ("change", "change ${1:word} for ${2:p} by $3"),
    ("forbid", "forbid ${1:name} when $2 because \"$3\""),
    ("rules for", "rules for ${1:Card} in ${2:zone} {\n  $3\n}"),
    ("test", "test \"$1\" with ${2:Ana, Ben} {\n  $3\n}"),
    ("variant", "variant \"$1\" over ${2:game}"),
];

/// Words that begin what happens, each with what is inserted.
pub const DOINGS: [(&str, &str); 17] = [
    ("move", "move $1 to $2"),
    ("shuffle", "shuffle $1"),
    ("show", "show $1 to $2"),
    ("hide", "hide $1"),
    ("swap", "swap $1 with $2"),
    ("choose", "choose { $1 }"),
    ("if", "if $1 {\n  $2\n}"),
    ("for each", "for each ${1:p} in ${2:players} {\n  $3\n}"),
    ("let", "let ${1:name} = $2"),
    ("say", "say \"$1\""),
    ("turn", "turn ${1:me} in ${2:players} {\n  $3\n}"),
    ("round", "round ${1:n} in ${2:1..5} {\n  $3\n}"),
    ("phase", "phase \"$1\" {\n  $2\n}"),
    ("give", "give $1"),
    ("remember", "remember($1)"),
    ("ends when", "ends when $1"),
    ("end game won by", "end game won by $1"),
];

/// Words of tests, each with what is inserted.
pub const TESTING: [(&str, &str); 9] = [
    ("given", "given $1 is $2"),
    ("expect", "expect $1 is $2"),
    ("do", "do $1"),
    ("chance gives", "chance gives $1"),
    ("chance shuffles", "chance shuffles $1 to $2"),
    ("chance shuffles again", "chance shuffles again from $1"),
    ("play to the end of the", "play to the end of the ${1:round}"),
    ("all pass", "all pass"),
    ("simulate", "simulate ${1:100} games expecting $2"),
];

/// Words that stand where a value does: those of constants, quantifiers and folds, and [`VALUES`].
pub fn values() -> impl Iterator<Item = &'static str> {
    let named = choices().filter(|(rule, _)| ["constant", "quant", "fold_word"].contains(rule));
    named.flat_map(|(_, words)| words).chain(VALUES)
}

/// Other words that a value may begin with.
const VALUES: [&str; 12] = [
    "me",
    "this",
    "count",
    "those",
    "first",
    "top",
    "bottom",
    "larger",
    "smaller",
    "remembered",
    "not",
    "if",
];

/// Types that every game has.
pub const TYPES: [&str; 7] =
    ["Number", "Player", "Text", "yes or no", "list of", "zone of", "set of"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_their_own_are_escaped_in_what_is_inserted() {
        for (word, inserted) in ITEMS.iter().chain(&DOINGS).chain(&TESTING) {
            for (at, _) in inserted.match_indices('$') {
                let stop = inserted[at + 1..].starts_with(|c: char| c == '{' || c.is_ascii_digit());
                assert!(stop || inserted[..at].ends_with('\\'), "{word}: {inserted}");
            }
        }
    }
}
