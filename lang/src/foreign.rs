//! Words of everyday English, of other languages and of programs, and what is written here instead.

use crate::languages::{Entry, LANGUAGES};

/// Phrases that can be mended by putting the other words in their place.
const PHRASES: &[Entry] = &[
    // statements
    ("when", &["if", "where", "ends when"]),
    ("whenever", &["if", "when"]),
    ("unless", &["if not", "where not"]),
    ("immediately when", &["at once when"]),
    ("immediately", &["at once"]),
    ("instantly", &["at once"]),
    ("right away", &["at once"]),
    ("else", &["otherwise", "because"]),
    ("stage", &["phase"]),
    ("try", &["attempt"]),
    ("definition", &["define"]),
    ("delete", &["remove"]),
    ("is higher than", &[">"]),
    ("is lower than", &["<"]),
    ("is free", &["is none"]),
    ("x", &["times", "*"]),
    ("otherwise if", &["else if"]),
    ("elif", &["else if"]),
    ("elseif", &["else if"]),
    ("elsif", &["else if"]),
    ("otherwise", &["else"]),
    ("or else", &["otherwise", "else"]),
    ("foreach", &["for each"]),
    ("for every", &["for each"]),
    ("for all", &["for each"]),
    ("for any", &["for each"]),
    ("forall", &["for each"]),
    ("loop", &["repeat until", "for each"]),
    ("each", &["for each", "every"]),
    ("put", &["move"]),
    ("place", &["move"]),
    ("draw", &["move"]),
    ("deal", &["move"]),
    ("take", &["move"]),
    ("discard", &["move"]),
    ("lay", &["move"]),
    ("send", &["move"]),
    ("transfer", &["move"]),
    ("mix", &["shuffle"]),
    ("randomize", &["shuffle"]),
    ("randomise", &["shuffle"]),
    ("reveal", &["show"]),
    ("display", &["show"]),
    ("flip", &["show"]),
    ("conceal", &["hide"]),
    ("exchange", &["swap"]),
    ("var", &["let", "define"]),
    ("const", &["let", "define"]),
    ("local", &["let", "define"]),
    ("set", &["let"]),
    ("return", &["give"]),
    ("returns", &["give"]),
    ("yield", &["give"]),
    ("select", &["choose"]),
    ("pick", &["choose"]),
    ("ask", &["choose"]),
    ("print", &["say"]),
    ("log", &["say"]),
    ("announce", &["say"]),
    ("finish game", &["end game"]),
    ("end the game", &["end game"]),
    ("game over", &["end game"]),
    ("the winner is", &["end game won by"]),
    ("winner is", &["end game won by"]),
    ("winner", &["won by"]),
    ("won for", &["won by"]),
    ("is won by", &["won by"]),
    ("until", &["repeat until", "ends when"]),
    ("end when", &["ends when"]),
    ("end if", &["ends when"]),
    ("ends if", &["ends when"]),
    ("stop when", &["ends when"]),
    ("ends at the moment when", &["ends at once when"]),
    ("rounds", &["round"]),
    ("turns", &["turn"]),
    ("phases", &["phase"]),
    ("can not", &["cannot"]),
    ("can ' t", &["cannot"]),
    ("may not", &["cannot"]),
    ("repeat", &["again"]),
    ("continue", &["again"]),
    // values
    ("all of", &["every"]),
    ("all", &["every", "players"]),
    ("all players", &["players", "count(players)"]),
    ("all the", &["every"]),
    ("some", &["any"]),
    ("exists", &["any"]),
    ("there exists", &["any"]),
    ("none", &["no"]),
    ("not any", &["no"]),
    ("is greater than or equal to", &[">="]),
    ("is less than or equal to", &["<="]),
    ("greater than or equal to", &[">="]),
    ("less than or equal to", &["<="]),
    ("is at least", &[">="]),
    ("is at most", &["<="]),
    ("is no more than", &["<="]),
    ("is more than", &[">"]),
    ("is less than", &["<"]),
    ("is fewer than", &["<"]),
    ("is greater than", &[">"]),
    ("is larger than", &[">"]),
    ("is smaller than", &["<"]),
    ("is bigger than", &[">"]),
    ("is below", &["<"]),
    ("is under", &["<"]),
    ("is above", &[">"]),
    ("is over", &[">"]),
    ("is not more than", &["<="]),
    ("not more than", &["<="]),
    ("is not less than", &[">="]),
    ("at least", &[">="]),
    ("at most", &["<="]),
    ("more than", &[">"]),
    ("greater than", &[">"]),
    ("larger than", &[">"]),
    ("bigger than", &[">"]),
    ("less than", &["<"]),
    ("fewer than", &["<"]),
    ("smaller than", &["<"]),
    ("no more than", &["<="]),
    ("not less than", &[">="]),
    ("no less than", &[">="]),
    ("has no cards", &["is empty"]),
    ("has any cards", &["is not empty"]),
    ("has cards", &["is not empty"]),
    ("is one more than", &["is 1 +"]),
    ("one more than", &["1 +"]),
    ("is equal to", &["is"]),
    ("is the same as", &["is"]),
    ("equal to", &["is"]),
    ("equals", &["is"]),
    ("are not", &["is not"]),
    ("are", &["is"]),
    ("isn ' t", &["is not"]),
    ("isnt", &["is not"]),
    ("isnot", &["is not"]),
    ("differs from", &["is not"]),
    ("isempty", &["is empty"]),
    ("is_empty", &["is empty"]),
    (". isempty ( )", &["is empty"]),
    (". isempty", &["is empty"]),
    (". empty ( )", &["is empty"]),
    (". empty", &["is empty"]),
    ("not is", &["is not"]),
    ("is different from", &["is not"]),
    ("is not equal to", &["is not"]),
    ("is not the same as", &["is not"]),
    ("does not equal", &["is not"]),
    ("is unlike", &["is not"]),
    ("player with", &["players with", "first p in players with"]),
    ("player with highest", &["first p in players with most", "players with most"]),
    ("player with the highest", &["first p in players with most", "players with most"]),
    ("player with lowest", &["first p in players with least", "players with least"]),
    ("player in", &["players in"]),
    ("count ( player )", &["count(players)"]),
    ("+", &["+="]),
    ("|", &["or"]),
    ("-", &["..", "-="]),
    ("->", &["."]),
    ("no one", &["nobody"]),
    ("noone", &["nobody"]),
    ("plus", &["+"]),
    ("minus", &["-"]),
    ("modulo", &["mod"]),
    ("have", &["has"]),
    ("satisfies", &["has"]),
    ("such that", &["where", "has"]),
    ("so that", &["where"]),
    ("starting from", &["from"]),
    ("starting with", &["from"]),
    ("beginning with", &["from"]),
    ("beginning from", &["from"]),
    ("or if not possible", &["otherwise"]),
    ("or if impossible", &["otherwise"]),
    ("or if that is impossible", &["otherwise"]),
    ("or if that fails", &["otherwise"]),
    ("if not possible", &["otherwise"]),
    ("if impossible", &["otherwise"]),
    ("failing that", &["otherwise"]),
    ("or otherwise", &["otherwise"]),
    ("optionally", &["may"]),
    ("maybe", &["may"]),
    ("perhaps", &["may"]),
    ("can", &["may"]),
    ("for which", &["where", "has"]),
    ("whose", &["where"]),
    ("who", &["where"]),
    ("that", &["where"]),
    ("with", &["where", "has"]),
    ("number of", &["count of"]),
    ("total", &["sum"]),
    ("length", &["count"]),
    ("size", &["count"]),
    ("len", &["count"]),
    ("count of", &["count"]),
    ("my", &["me ."]),
    ("my .", &["me ."]),
    ("your", &["me ."]),
    ("his", &["p ."]),
    ("any number of", &["any of"]),
    ("number of players", &["count(players)"]),
    ("in player", &["in players"]),
    ("maximum", &["most"]),
    ("minimum", &["least"]),
    ("chance is", &["chance gives"]),
    ("its", &["it is"]),
    ("for each", &["for"]),
    ("top of", &["top 1 of"]),
    ("bottom of", &["bottom 1 of"]),
    ("the top of", &["top 1 of"]),
    ("top card of", &["top 1 of"]),
    ("1 top of", &["top 1 of"]),
    ("one of", &["1 of"]),
    ("...", &[".."]),
    (".. .", &[".."]),
    ("= +", &["+="]),
    (": =", &["="]),
    (": has", &["has"]),
    ("= =", &["is"]),
    ("zero", &["0"]),
    ("two", &["2"]),
    ("three", &["3"]),
    ("four", &["4"]),
    ("five", &["5"]),
    ("six", &["6"]),
    ("one", &["1"]),
    ("seven", &["7"]),
    ("eight", &["8"]),
    // items and their parts
    ("bag of", &["set of"]),
    ("heap of", &["pile of"]),
    ("group of", &["set of"]),
    ("function", &["to"]),
    ("fn", &["to"]),
    ("def", &["to", "define"]),
    ("func", &["to", "define"]),
    ("procedure", &["to"]),
    ("sub", &["to"]),
    ("do", &["to"]),
    ("deed", &["to"]),
    ("word", &["define"]),
    ("value", &["define"]),
    ("let", &["define"]),
    ("move", &["action"]),
    ("actions", &["action"]),
    ("setting", &["option"]),
    ("variable", &["option"]),
    ("options", &["option"]),
    ("import", &["use"]),
    ("include", &["use"]),
    ("require", &["use"]),
    ("uses", &["use"]),
    ("enumeration", &["enum"]),
    ("class", &["card", "enum"]),
    ("struct", &["card"]),
    ("kind", &["card"]),
    ("type", &["enum", "card"]),
    ("cards", &["card", "deck"]),
    ("stack", &["deck", "pile"]),
    ("board", &["enum"]),
    ("event", &["to"]),
    ("every player has", &["each Player has"]),
    ("every player have", &["each Player has"]),
    ("all players have", &["each Player has"]),
    ("each player have", &["each Player has"]),
    ("player has", &["each Player has"]),
    ("players have", &["each Player has"]),
    ("every", &["each"]),
    ("table has", &["the table has"]),
    ("player", &["players"]),
    ("choices", &["menu"]),
    ("set - up", &["setup"]),
    ("set up", &["setup"]),
    ("start", &["setup"]),
    ("begin", &["setup"]),
    ("init", &["setup"]),
    ("main", &["play"]),
    ("playing", &["play"]),
    ("prohibit", &["forbid"]),
    ("disallow", &["forbid"]),
    ("ban", &["forbid"]),
    ("scenario", &["test"]),
    ("tests", &["test"]),
    ("example", &["test"]),
    ("requires", &["needs"]),
    ("need", &["needs"]),
    ("need that", &["needs"]),
    ("needs that", &["needs"]),
    ("if", &["when", "needs", "where"]),
    ("because", &["else"]),
    ("since", &["because"]),
    ("hand of", &["set of"]),
    ("stack of", &["pile of"]),
    ("deck of", &["pile of"]),
    ("list of", &["row of", "set of"]),
    ("array of", &["list of"]),
    ("visible to owner", &["seen by owner"]),
    ("visible to nobody", &["seen by nobody"]),
    ("seen by me", &["seen by owner"]),
    ("seen by none", &["seen by nobody"]),
    ("private", &["seen by owner"]),
    ("secret", &["seen by owner"]),
    ("hidden", &["seen by nobody"]),
    ("face down", &["seen by nobody"]),
    ("bool = true", &["yes or no = yes"]),
    ("bool = false", &["yes or no = no"]),
    ("boolean = true", &["yes or no = yes"]),
    ("boolean = false", &["yes or no = no"]),
    ("yes or no", &["yes or no"]),
    ("or null", &["or none"]),
    ("or nothing", &["or none"]),
    ("or nobody", &["or none"]),
    ("or empty", &["or none"]),
    ("once a", &["once per"]),
    ("once each", &["once per"]),
    ("once every", &["once per"]),
    ("one per", &["once per"]),
    ("by each player", &["by each players"]),
    ("by every player", &["by each players"]),
    ("by all players", &["by each players"]),
    ("by everyone", &["by each players"]),
    ("until everyone passes", &["until all pass"]),
    ("until all passed", &["until all pass"]),
    ("at random", &["by chance"]),
    ("randomly", &["by chance"]),
    ("by random", &["by chance"]),
    ("to everybody", &["to players"]),
    ("to everyone", &["to players"]),
    ("by lot", &["by chance"]),
    ("prompting", &["asking"]),
    ("prompt", &["asking"]),
    ("saying", &["asking"]),
    ("the most", &["most"]),
    ("the least", &["least"]),
    ("highest", &["most"]),
    ("max", &["most"]),
    ("lowest", &["least"]),
    ("min", &["least"]),
    ("fewest", &["least"]),
    ("called", &["as"]),
    ("named", &["as"]),
    ("into", &["to"]),
    ("onto", &["to"]),
    ("in", &["to"]),
    ("of", &["in"]),
    ("from", &["of", "in"]),
    ("until next", &["until next turn"]),
    ("works if", &["works when"]),
    // tests
    ("assert", &["expect"]),
    ("check", &["expect"]),
    ("expects", &["expect"]),
    ("verify", &["expect"]),
    ("giving", &["given"]),
    ("plays", &["does"]),
    ("makes", &["does"]),
    ("pass", &["passes"]),
    ("everyone passes", &["all pass"]),
    ("everybody passes", &["all pass"]),
    ("all passes", &["all pass"]),
    ("all players pass", &["all pass"]),
    ("random gives", &["chance gives"]),
    ("rest in", &["the rest in"]),
];

/// Words that stand where a value is wanted, read as names; what is written instead.
const VALUES: &[Entry] = &[
    ("true", &["yes"]),
    ("wahr", &["yes"]),
    ("ja", &["yes"]),
    ("oui", &["yes"]),
    ("sí", &["yes"]),
    ("on", &["yes"]),
    ("false", &["no"]),
    ("falsch", &["no"]),
    ("nein", &["no"]),
    ("non", &["no"]),
    ("off", &["no"]),
    ("null", &["none"]),
    ("nil", &["none"]),
    ("nothing", &["none"]),
    ("undefined", &["none"]),
    ("nobody", &["none"]),
    ("my", &["me"]),
    ("self", &["me"]),
    ("myself", &["me"]),
    ("i", &["me"]),
    ("player", &["me"]),
    ("current_player", &["me"]),
    ("active_player", &["me"]),
    ("everyone", &["players"]),
    ("everybody", &["players"]),
    ("all_players", &["players"]),
    ("spieler", &["players"]),
    ("others", &["opponents"]),
    ("other_players", &["opponents"]),
    ("enemies", &["opponents"]),
    ("rivals", &["opponents"]),
    ("length", &["count"]),
    ("len", &["count"]),
    ("size", &["count"]),
    ("number", &["count"]),
    ("number_of", &["count"]),
    ("amount", &["count"]),
    ("max", &["larger"]),
    ("maximum", &["larger"]),
    ("min", &["smaller"]),
    ("minimum", &["smaller"]),
    ("total", &["sum"]),
    ("repeat", &["again"]),
    ("continue", &["again"]),
    ("redo", &["again"]),
    ("retry", &["again"]),
    ("return", &["give"]),
    ("one", &["1"]),
    ("zero", &["0"]),
    ("two", &["2"]),
    ("three", &["3"]),
    ("four", &["4"]),
    ("five", &["5"]),
    ("six", &["6"]),
];

/// Phrases of a first word (or sign) in small letters, the longest first, with what may be meant.
pub fn phrases(first: &str) -> Vec<(Vec<&'static str>, &'static [&'static str])> {
    let begins = |(written, _): &&Entry| written.split(' ').next() == Some(first);
    let mut all: Vec<_> = PHRASES
        .iter()
        .chain(LANGUAGES)
        .filter(begins)
        .map(|(written, meant)| (written.split(' ').collect(), *meant))
        .collect();
    all.sort_by_key(|(words, _): &(Vec<&str>, _)| std::cmp::Reverse(words.len()));
    all
}

/// For dice that are declared.
const DICE: &str = "a die needs no declaration: `use dice`, then `let n = roll(6)`; faces of its \
                    own are a family: `enum Face { calm, wild }`, and chance chooses one: `choose \
                    face in Face by chance`";
/// For money that is declared.
const MONEY: &str = "an amount has a unit, `unit Coins \"$\"`, and belongs to somebody: `each \
 Player \
                     has { cash: Coins = $10 }`";
/// Items that rulebooks have and the language does without, and what to write.
const ITEMS: &[(&str, &str)] = &[
    ("die", DICE),
    ("dice", DICE),
    ("würfel", DICE),
    ("money", MONEY),
    ("currency", MONEY),
    ("geld", MONEY),
    ("coins", MONEY),
    (
        "board",
        "a board is a family of squares: `enum Cell 8 by 8`, and what they hold `each Cell has { \
         pawn: Player or none }`",
    ),
    ("track", "a place on a track is a number: `each Player has { step: 0..40, capped }`"),
    (
        "hand",
        "a hand belongs to each player: `each Player has { hand: set of Playing, seen by owner }`",
    ),
    (
        "token",
        "what players only count is a counter: `each Player has { tokens: Number }`; what lies on \
         squares is a counter of theirs: `each Cell has { token: Player or none }`",
    ),
    (
        "resource",
        "what players have of it is a counter: `each Player has { wood: Number }`; of several \
         sorts `enum Good { wood, ore }` and `each Player, Good has { stored: Number }`",
    ),
    (
        "role",
        "roles are a family, and each player has one: `enum Role { wolf, villager }`, `each Player \
         has { role: Role or none, seen by owner }`; dealt in secret they are cards of a deck",
    ),
    (
        "goal",
        "write at the top of `play`: `ends when … { end game won by players with most points }`",
    ),
    (
        "end",
        "how the game ends is said in `play`: `ends when … { end game won by players with most \
         points }`",
    ),
    ("timer", "count rounds in `play`: `round \"hour\" h in 1..8 { … }`"),
    ("clock", "count rounds in `play`: `round \"hour\" h in 1..8 { … }`"),
    ("score", "write `define score for p: Player = p.points`"),
    ("scoring", "write `define score for p: Player = p.points`"),
    (
        "win",
        "write at the top of `play`: `ends when … { end game won by players with most points }`",
    ),
    ("winner", "write at the end of `play`: `end game won by players with most points`"),
    (
        "rule",
        "what players may do is an `action`, what happens is in `setup`, `play` or `to …`, what \
         cards change is `rules for …`",
    ),
    (
        "if",
        "a condition belongs in `setup`, `play`, an `action` or a deed; for a rule that always \
         holds write `after … when …`",
    ),
];

/// What to write in the place of an item of that word.
#[must_use]
pub fn item(word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    ITEMS.iter().find(|(written, _)| *written == word).map(|(_, remark)| *remark)
}

/// What happens, by one word as a statement, and what to write.
const DEEDS: &[(&str, &str)] = &[
    ("win", "write `end game won by me`, or whoever has won in the place of `me`"),
    ("wins", "write `end game won by me`, or whoever has won in the place of `me`"),
    ("victory", "write `end game won by me`, or whoever has won in the place of `me`"),
    ("lose", "if all lose together write `end game lost`, else `end game won by opponents`"),
    ("game_over", "write `end game won by players with most points`, or `end game lost`"),
    ("gameover", "write `end game won by players with most points`, or `end game lost`"),
    ("draw", "a draw is `end game drawn`; cards are drawn with `move top 1 of … to me.hand`"),
    ("next", "turns go round by themselves: to leave this one early, write `end turn`"),
    ("skip", "to leave the turn early, write `end turn`"),
    ("end_turn", "write `end turn`"),
    ("endturn", "write `end turn`"),
    ("stop", "say what stops: `end turn`, `end round` or `end game …`"),
    ("exit", "say what stops: `end turn`, `end round` or `end game …`"),
    ("break", "say what stops: `end turn`, `end round` or `end game …`"),
    ("print", SAY),
    ("log", SAY),
    ("echo", SAY),
    ("alert", SAY),
];
/// For what is told to the players.
const SAY: &str = "a line in the log is `say \"…\"`; a value stands in braces in it: `say \"{me} \
 has \
                   {me.points}\"`";

/// What to write for a word that stands for something that happens.
#[must_use]
pub fn deed(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    DEEDS.iter().find(|(written, _)| *written == name).map(|(_, help)| *help)
}

/// Whether a move of that name only says that nothing more is done.
#[must_use]
pub fn idles(name: &str) -> bool {
    const IDLE: [&str; 12] = [
        "end_turn",
        "endturn",
        "end",
        "done",
        "skip",
        "stop",
        "finish",
        "nothing",
        "do_nothing",
        "pass_turn",
        "end_my_turn",
        "wait",
    ];
    IDLE.contains(&name.to_ascii_lowercase().as_str())
}

/// What is written here for a name that another language has for a value.
#[must_use]
pub fn value(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    VALUES
        .iter()
        .find(|(written, _)| *written == name)
        .and_then(|(_, meant)| meant.first().copied())
}

/// Statements that other languages open with that word.
pub fn statements(word: &str) -> impl Iterator<Item = &'static str> {
    const OPENING: [&str; 10] =
        ["move", "shuffle", "show", "hide", "let", "give", "choose", "say", "swap", "if"];
    let meant = PHRASES
        .iter()
        .chain(LANGUAGES)
        .find(|(written, _)| *written == word)
        .map_or(&[][..], |(_, meant)| *meant);
    meant.iter().copied().filter(|meant| OPENING.contains(meant))
}

#[cfg(test)]
mod tests {
    use super::{phrases, value};

    #[test]
    fn words_of_other_languages_are_known() {
        assert_eq!(value("True"), Some("yes"));
        assert_eq!(value("hand"), None);
        assert_eq!(phrases("is").first().map(|(words, _)| words.len()), Some(6));
        assert!(phrases("move").iter().any(|(_, meant)| meant.contains(&"action")));
    }
}
