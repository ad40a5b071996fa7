//! Conditions and values as people ask for them, and how they are asked here.

use crate::foreign;

/// Players, as one speaks of them, and which are meant.
const SOMEBODY: &[(&str, &str)] = &[
    ("any of the players", "any p in players"),
    ("one of the players", "any p in players"),
    ("a player", "any p in players"),
    ("any player", "any p in players"),
    ("some player", "any p in players"),
    ("someone", "any p in players"),
    ("somebody", "any p in players"),
    ("anyone", "any p in players"),
    ("anybody", "any p in players"),
    ("none of the players", "no p in players"),
    ("no player", "no p in players"),
    ("no players", "no p in players"),
    ("nobody", "no p in players"),
    ("no one", "no p in players"),
    ("all of the players", "every p in players"),
    ("all players", "every p in players"),
    ("all the players", "every p in players"),
    ("every player", "every p in players"),
    ("each player", "every p in players"),
    ("everyone", "every p in players"),
    ("everybody", "every p in players"),
    ("another player", "any p in opponents"),
    ("any other player", "any p in opponents"),
    ("some other player", "any p in opponents"),
    ("any opponent", "any p in opponents"),
    ("an opponent", "any p in opponents"),
    ("all other players", "every p in opponents"),
    ("all the other players", "every p in opponents"),
    ("every other player", "every p in opponents"),
    ("each other player", "every p in opponents"),
    ("all opponents", "every p in opponents"),
    ("every opponent", "every p in opponents"),
    ("no other player", "no p in opponents"),
    ("no opponent", "no p in opponents"),
];

/// First words of those.
pub(super) const FIRST: [&str; 18] = [
    "another",
    "an",
    "any",
    "one",
    "a",
    "some",
    "someone",
    "somebody",
    "anyone",
    "anybody",
    "none",
    "no",
    "nobody",
    "all",
    "every",
    "each",
    "everyone",
    "everybody",
];

/// Who is meant by whoever's turn it is.
const ME: [&str; 10] = [
    "the active player",
    "the current player",
    "active player",
    "current player",
    "the player",
    "you",
    "i",
    "they",
    "he",
    "she",
];

/// Numbers in words.
const FIRST_NUMERALS: [(&str, &str); 4] = [("zero", "0"), ("a", "1"), ("an", "1"), ("one", "1")];

/// So many words of a text are a phrase, if they are; the words are asked for by number.
fn fits<'w>(phrase: &str, word: &dyn Fn(usize) -> &'w str) -> Option<usize> {
    let words = phrase.split(' ').enumerate();
    let all = words.clone().all(|(n, w)| word(n).eq_ignore_ascii_case(w));
    all.then(|| words.count())
}

/// How many words speak of players, and how these are written here.
pub(super) fn somebody<'w>(word: &dyn Fn(usize) -> &'w str) -> Option<(usize, &'static str)> {
    let found = SOMEBODY.iter().filter_map(|(said, meant)| Some((fits(said, word)?, *meant)));
    found.max_by_key(|(len, _)| *len)
}

/// How many words speak of whoever's turn it is.
pub(super) fn me<'w>(word: &dyn Fn(usize) -> &'w str) -> Option<usize> {
    ME.iter().find_map(|said| fits(said, word))
}

/// A number that is written as a word.
pub(super) fn numeral(word: &str) -> Option<&'static str> {
    let first = FIRST_NUMERALS.iter().find(|(said, _)| word.eq_ignore_ascii_case(said));
    first.map(|(_, n)| *n).or_else(|| foreign::number(word))
}

/// For squares that touch.
const BESIDE: &str = "say with a word of yours which squares are neighbours: `where \
                      s.is_beside(me.diver)`; docs/sentences.md defines it: *Put a stone on a free \
                      square beside one of your own*; on a map they are `places on network from \
                      me.pawn within 1`";
/// For those who have had enough.
const PASSED: &str = "a menu goes round until nobody wants any more with `choose { … or pass } \
                      until all pass`; what somebody has done is remembered: `each Player has { \
                      passed: yes or no }`, `every p in players has p.passed`";

/// For what lies among cards.
const HOLDS: &str = "ask for a card of that sort, and say by which field: `any c in me.hand has \
                     c.suit is hearts`; a certain card is `[hearts 7] in me.hand`";
/// For what a card is.
const KIND: &str = "ask for what is printed on the card: `c.suit is not hearts`, `c.rank is not \
                    8`; a certain card is `[hearts 8]`";

/// For those who are still in the game.
const LEFT: &str = "who is out is remembered: `each Player has { out: yes or no }`; then `count(p \
                    in players where not p.out) is N`";

/// Letters as in the other sentences; `S` is somebody, `Q` a zone.
pub(super) const QUESTIONS: &[(&str, &str, &str)] = &[
    // of cards
    ("S has/have no cards/card left", "S has p.hand is empty", ""),
    ("S has/have no cards/card in hand", "S has p.hand is empty", ""),
    ("S has/have no cards/card left in hand", "S has p.hand is empty", ""),
    ("S has/have no cards/card in their/his/her hand", "S has p.hand is empty", ""),
    ("S has/have no cards/card", "S has p.hand is empty", ""),
    ("S has/have no more cards", "S has p.hand is empty", ""),
    ("S is/are out of cards", "S has p.hand is empty", ""),
    ("S runs/run out of cards", "S has p.hand is empty", ""),
    ("S has/have run out of cards", "S has p.hand is empty", ""),
    ("S has/have an empty hand", "S has p.hand is empty", ""),
    ("S has/have emptied their/his/her hand", "S has p.hand is empty", ""),
    ("S has/have played all/their/his/her cards", "S has p.hand is empty", ""),
    ("S has/have played all their/his/her cards", "S has p.hand is empty", ""),
    ("S has/have any cards left", "S has p.hand is not empty", ""),
    ("S has/have cards left", "S has p.hand is not empty", ""),
    ("S has/have at least N cards/card", "S has count(p.hand) >= N", ""),
    ("S has/have N or more cards", "S has count(p.hand) >= N", ""),
    ("S has/have more than N cards/card", "S has count(p.hand) > N", ""),
    ("S has/have fewer/less than N cards/card", "S has count(p.hand) < N", ""),
    ("S has/have at most N cards/card", "S has count(p.hand) <= N", ""),
    ("S has/have N or fewer/less cards", "S has count(p.hand) <= N", ""),
    ("S has/have exactly N cards/card", "S has count(p.hand) is N", ""),
    ("S has/have only N cards/card left", "S has count(p.hand) is N", ""),
    ("S has/have only N cards/card", "S has count(p.hand) is N", ""),
    ("S has/have N cards/card left", "S has count(p.hand) is N", ""),
    ("S has/have N cards/card", "S has count(p.hand) is N", ""),
    // of what they have
    (
        "all/every/each other players/player have/has more A than X",
        "every p in players - X has p.A > X.A",
        "",
    ),
    (
        "all/every/each other players/player have/has fewer/less A than X",
        "every p in players - X has p.A < X.A",
        "",
    ),
    ("S has/have more A than X", "S has p.A > X.A", ""),
    ("S has/have fewer/less A than X", "S has p.A < X.A", ""),
    ("S has/have at least K", "S has p.cash >= K", ""),
    ("S has/have K or more", "S has p.cash >= K", ""),
    ("S has/have more than K", "S has p.cash > K", ""),
    ("S has/have fewer/less than K", "S has p.cash < K", ""),
    ("S has/have at most K", "S has p.cash <= K", ""),
    ("S reaches/reach/gets/get K", "S has p.cash >= K", ""),
    ("S has/have reached K", "S has p.cash >= K", ""),
    ("S has/have K", "S has p.cash >= K", ""),
    ("S has/have at least N A", "S has p.A >= N", ""),
    ("S has/have N or more A", "S has p.A >= N", ""),
    ("S has/have more than N A", "S has p.A > N", ""),
    ("S has/have fewer/less than N A", "S has p.A < N", ""),
    ("S has/have at most N A", "S has p.A <= N", ""),
    ("S has/have exactly N A", "S has p.A is N", ""),
    ("S has/have no A left", "S has p.A is 0", ""),
    ("S has/have no A", "S has p.A is 0", ""),
    ("S has/have passed", "every p in players has yes", PASSED),
    ("S passes/pass", "every p in players has yes", PASSED),
    ("S reaches/reach N A", "S has p.A >= N", ""),
    ("S has/have reached N A", "S has p.A >= N", ""),
    ("S has/have N A", "S has p.A >= N", ""),
    ("S is/are at X", "S has p.place is X", ""),
    ("S is/are not A", "S has not p.A", ""),
    ("S is/are A", "S has p.A", ""),
    // of one
    ("X has no cards/card left", "X.hand is empty", ""),
    ("X has no more cards", "X.hand is empty", ""),
    ("X has no cards/card", "X.hand is empty", ""),
    ("X has any cards left", "X.hand is not empty", ""),
    ("X has cards left", "X.hand is not empty", ""),
    ("X has run out of cards", "X.hand is empty", ""),
    ("X runs/run out of cards", "X.hand is empty", ""),
    ("X have/has at least N cards/card", "count(X.hand) >= N", ""),
    ("X have/has N or more cards", "count(X.hand) >= N", ""),
    ("X have/has more than N cards/card", "count(X.hand) > N", ""),
    ("X have/has fewer/less than N cards/card", "count(X.hand) < N", ""),
    ("X have/has at most N cards/card", "count(X.hand) <= N", ""),
    ("X have/has exactly N cards/card", "count(X.hand) is N", ""),
    ("X has/have more A than Y", "X.A > Y.A", ""),
    ("X has/have fewer/less A than Y", "X.A < Y.A", ""),
    ("X has/have as many/much A as Y", "X.A is Y.A", ""),
    ("X has/have at least as many/much A as Y", "X.A >= Y.A", ""),
    ("X has/have most A", "every q in players has q.A <= X.A", ""),
    ("X has/have fewest/least A", "every q in players has q.A >= X.A", ""),
    ("X has/have at least N A", "X.A >= N", ""),
    ("X has/have N or more A", "X.A >= N", ""),
    ("X has/have more than N A", "X.A > N", ""),
    ("X has/have fewer/less than N A", "X.A < N", ""),
    ("X has/have at most N A", "X.A <= N", ""),
    ("X has/have exactly N A", "X.A is N", ""),
    ("X has/have no A left", "X.A is 0", ""),
    ("X has/have enough A", "X.A >= 1", "say how many are enough: `X.A >= 2`"),
    // of zones
    ("Q has/have more than N cards/card", "count(Q) > N", ""),
    ("Q has/have fewer/less than N cards/card", "count(Q) < N", ""),
    ("Q has/have at least N cards/card", "count(Q) >= N", ""),
    ("Q has/have at most N cards/card", "count(Q) <= N", ""),
    ("Q has/have N or more cards", "count(Q) >= N", ""),
    ("Q has/have N or fewer/less cards", "count(Q) <= N", ""),
    ("Q has/have exactly N cards/card", "count(Q) is N", ""),
    ("Q has/have N cards/card", "count(Q) is N", ""),
    ("Q has/have no cards/card left", "Q is empty", ""),
    ("Q has/have no more cards", "Q is empty", ""),
    ("Q has/have no cards/card", "Q is empty", ""),
    ("Q has/have run out", "Q is empty", ""),
    ("Q runs/run out", "Q is empty", ""),
    ("Q is used up", "Q is empty", ""),
    ("Q is not used up", "Q is not empty", ""),
    ("Q > A", "count(Q) > A", ""),
    ("Q < A", "count(Q) < A", ""),
    ("there are no more cards in Q", "Q is empty", ""),
    ("there are no cards left in Q", "Q is empty", ""),
    ("there are no cards in Q", "Q is empty", ""),
    ("there is no card in Q", "Q is empty", ""),
    ("there are cards in Q", "Q is not empty", ""),
    ("there is a card in Q", "Q is not empty", ""),
    ("no cards are left in Q", "Q is empty", ""),
    ("there are more than N cards in Q", "count(Q) > N", ""),
    ("there are fewer/less than N cards in Q", "count(Q) < N", ""),
    ("there are N cards in Q", "count(Q) is N", ""),
    ("there are at least N cards in Q", "count(Q) >= N", ""),
    ("the number of Q", "count(Q)", ""),
    ("number of Q", "count(Q)", ""),
    ("number of X . Y", "count(X.Y)", ""),
    ("number/amount of X is", "count(X) is", ""),
    ("number/amount of X >", "count(X) >", ""),
    ("number/amount of X <", "count(X) <", ""),
    ("number/amount of X >=", "count(X) >=", ""),
    ("number/amount of X <=", "count(X) <=", ""),
    ("count Q", "count(Q)", ""),
    ("there is a/an X else", "X is not none else", ""),
    ("X is not a/an Y", "not (X is Y)", KIND),
    ("the number of cards in Q", "count(Q)", ""),
    ("number of cards in Q", "count(Q)", ""),
    (
        "the number of A in Q",
        "count(c in Q where c.A)",
        "count with a condition: `count(c in Q where c.suit is A)`",
    ),
    ("Q has/have/contains/includes a/an/any/one X", "yes", HOLDS),
    ("Q contains/includes X", "yes", HOLDS),
    ("X has/have a/an/any/one Y in hand", "yes", HOLDS),
    ("X has/have a/an/any Y", "yes", HOLDS),
    (
        "X is/are in/at/on Y",
        "yes",
        "say where that is kept: `X.place is Y`; of a card, `X in me.hand`",
    ),
    ("X owns/controls/holds Y", "Y.owner is X", ""),
    ("N or more players are A", "count(p in players where p.A) >= N", ""),
    ("more than N players are A", "count(p in players where p.A) > N", ""),
    ("only N players/player is/are left", "count(players) is N", LEFT),
    ("N players/player is/are left", "count(players) is N", LEFT),
    ("N players/player are/is A", "count(p in players where p.A) is N", ""),
    ("it is your/my turn", "yes", "a player is asked only in their own turn: leave this out"),
    ("sum of X . Y in A", "sum(X.Y for X in A)", ""),
    ("sum of all X in A", "sum(c.X for c in A)", ""),
    ("sum of X in A", "sum(c.X for c in A)", ""),
    ("total of X in A", "sum(c.X for c in A)", ""),
    ("no X at/on Y", "Y.X is none", ""),
    // of numbers
    ("A is an even/even number", "A mod 2 is 0", ""),
    ("A is an odd number", "A mod 2 is 1", ""),
    ("A is even", "A mod 2 is 0", ""),
    ("A is odd", "A mod 2 is 1", ""),
    ("A is divisible by N", "A mod N is 0", ""),
    ("A is a multiple of N", "A mod N is 0", ""),
    ("A is N or more/higher/greater/above", "A >= N", ""),
    ("A is N or less/fewer/lower/below", "A <= N", ""),
    ("A has reached B", "A >= B", ""),
    ("A reaches B", "A >= B", ""),
    ("A gets to B", "A >= B", ""),
    ("A drops/falls/sinks/goes to N", "A <= N", ""),
    ("A drops/falls/sinks/goes below N", "A < N", ""),
    ("A rises/goes above N", "A > N", ""),
    ("A exceeds B", "A > B", ""),
    ("A is positive", "A > 0", ""),
    ("A is negative", "A < 0", ""),
    ("A is zero", "A is 0", ""),
    ("A is true", "A", ""),
    ("A is false", "not A", ""),
    ("neither A nor B", "not A and not B", ""),
    ("either A or B", "A or B", ""),
    ("both A and B", "A and B", ""),
    ("A but not B", "A and not B", ""),
    ("A as well as B", "A and B", ""),
    // of places
    ("neighbours/neighbors of A", "A", BESIDE),
    ("the neighbours/neighbors of A", "A", BESIDE),
    ("A is next/adjacent to B", "yes", BESIDE),
    ("A is adjacent/beside B", "yes", BESIDE),
    ("in X adjacent to A", "in X", BESIDE),
    ("in X beside A", "in X", BESIDE),
    ("the left neighbour/neighbor of A", "A.left", ""),
    ("the right neighbour/neighbor of A", "A.right", ""),
    ("left neighbour/neighbor of A", "A.left", ""),
    ("right neighbour/neighbor of A", "A.right", ""),
    ("left of A", "A.left", ""),
    ("right of A", "A.right", ""),
    ("the next player after A", "A.left", ""),
    ("next player after A", "A.left", ""),
    ("the player after A", "A.left", ""),
    ("the player before A", "A.right", ""),
    // of whole groups
    ("won by all players with X Y", "won by those p in players where p.X is Y", ""),
    ("won by players with X Y", "won by those p in players where p.X is Y", ""),
    ("won by all players where A", "won by those p in players where A", ""),
    ("won by players where A", "won by those p in players where A", ""),
    ("won by all players who are X", "won by those p in players where p.X", ""),
    ("won by players who are X", "won by those p in players where p.X", ""),
    ("= all players where A", "= those p in players where A", ""),
    ("= players where A", "= those p in players where A", ""),
    ("players whose X is Y", "those p in players where p.X is Y", ""),
    ("players who are X", "those p in players where p.X", ""),
    ("all players with X Y", "those p in players where p.X is Y", ""),
    ("= players with X Y", "= those p in players where p.X is Y", ""),
];
