//! Items that rulebooks have and the language does without.

/// For dice that are declared.
const DICE: &str = "a die needs no declaration: `use dice`, then `let n = roll(6)`; faces of its \
                    own are listed: `enum Face { calm, wild }`, and chance chooses one: `choose \
                    face in Face by chance`";
/// For money that is declared.
const MONEY: &str = "an amount has a unit, `unit Coins \"$\"`, and belongs to somebody: `each \
                     Player has { cash: Coins = $10 }`";
/// For rounds that are counted.
const ROUNDS: &str = "rounds stand in `play`, with what happens in each: `play { round n in 1..6 { \
                      … }  end game won by players with most points }`";
/// For turns that stand by themselves.
const TURNS: &str = "turns stand in `play`, with what a player may do in each: `play { turn me in \
                     players onwards { choose { … } } }`";
/// For who wins.
const ENDING: &str = "who wins is said in `play`, where the game ends: `end game won by players \
                      with most points`";
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
        "a board is a list of squares: `enum Cell 8 by 8`, and what they hold `each Cell has { \
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
        "the roles are listed, and each player has one: `enum Role { wolf, villager }`, `each Player \
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
    ("rounds", ROUNDS),
    ("round", ROUNDS),
    ("turns", TURNS),
    ("turn", TURNS),
    ("wins", ENDING),
    ("victory", ENDING),
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
