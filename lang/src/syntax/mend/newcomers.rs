//! Sentences of printed rulebooks that a newcomer writes down as they stand there.

use super::everyday::NO_NUMBERS;

/// For choices in the place of blocks.
const BELOW: &str = "a choice has no braces: write `choose X in A`, and below it, on lines of \
                     their own, what happens then";
/// For what a menu offers twice.
const TWICE: &str = "a menu offers what is chosen once: for two choices write `choose { X }` on \
                     two lines; for as many as one likes, a move says `again` at its end";
/// For seats by age.
const AGE: &str = "nobody's age is known to the rules: the player who sits first is `first p in \
                   players`; or chance chooses: `choose lucky in players by chance`";
/// For things that happen later.
const LATER: &str = "when something happens is said by its place: take `at the end of …` out and \
                     put the line last in the braces of that turn, round or phase, or before `end \
                     game`";
/// For a limit that is remembered.
const ONCE: &str = "that something has happened is remembered: `each turn has { done: yes or no \
                    }`, then `if not turn.done { turn.done = yes  … }`";
/// For cards that go together.
const MATCHING: &str = "say which two fields are compared: `where c.suit is X.…`";
/// For what is asked of a neighbour.
const NEIGHBOUR: &str = "the neighbours are `me.left` and `me.right`: write `if me.left.hand is \
                         not empty { … }`, or `if me.left.points > 0 { … }` for a number";

/// Letters as in the other sentences; `K` is an amount of money.
pub(super) const NEWCOMERS: &[(&str, &str, &str)] = &[
    // items
    ("table {}", "the table has {}", ""),
    ("table : {}", "the table has {}", ""),
    ("on/at table {}", "the table has {}", ""),
    ("on/at table : {}", "the table has {}", ""),
    ("before game {}", "setup {}", ""),
    ("game {}", "play {}", ""),
    ("const/var X : N", "X: Number = N", ""),
    ("const/var X = N", "X: Number = N", ""),
    ("const/var X : K", "X: Coins = K", ""),
    ("const/var X = K", "X: Coins = K", ""),
    ("action X a/an/one Y in/from A as B", "action X(c in A) as B", ""),
    ("action X Y in A as B", "action X(Y in A) as B", ""),
    ("( any/some X in A )", "(X in A)", ""),
    ("define X for each Y Z = A", "define X for Z: Y = A", ""),
    ("define X for each Player = A", "define X for p: Player = A", ""),
    ("define X for each Y = A", "define X for c: Y = A", ""),
    ("define A = B if C", "define A = if C then B else 0", ""),
    ("X : maybe/optional/possibly Y", "X: Y or none", ""),
    ("X : Y or nothing/nobody/empty", "X: Y or none", ""),
    ("X : Y cards , secret/private/hidden", "X: set of Y, seen by owner", ""),
    ("X : Y cards", "X: set of Y", ""),
    ("X : Y cards , A", "X: set of Y, A", ""),
    ("X : a/an face - up/down row of Y", "X: row of Y", ""),
    ("X : a/an face - up pile of Y", "X: pile of Y", ""),
    ("X : a/an face - down pile of Y", "X: pile of Y, seen by nobody", ""),
    ("X : a/an row of Y", "X: row of Y", ""),
    ("X : a/an pile of Y", "X: pile of Y", ""),
    ("X : a/an set of Y", "X: set of Y", ""),
    ("N of each X with A", "N each of (X, A)", ""),
    ("N of each X", "N each of (X)", ""),
    ("one/1 time per turn else", "once per turn else", ""),
    ("one/1 time per round else", "once per round else", ""),
    ("one/1 time per turn", "once per turn", ""),
    ("one/1 time per round", "once per round", ""),
    ("that/which match/matches/fit/fits/suit/suits X", "where yes", MATCHING),
    ("A is N or more/higher/greater/above else", "A >= N else", ""),
    ("A is N or less/fewer/lower/below else", "A <= N else", ""),
    (
        "forbid if/when A",
        "needs not (A) else \"no\"",
        "a move says what must be so for it: `needs not (A) else \"why not\"`; what is forbidden \
         by other rules stands at the left edge: `forbid NAME when A because \"why\"`",
    ),
    // the course of the game
    ("first/then/next/now hold/do/run/play/start/have a/an X", "X()", ""),
    ("first/then/next/now hold/do/run/play/start/have X", "X()", ""),
    (
        "players/everybody/everyone/all take/takes turns from A {}",
        "turn me in players from A {}",
        "",
    ),
    ("players/everybody/everyone/all take/takes turns {}", "turn me in players {}", ""),
    ("choose { X twice }", "choose { X }", TWICE),
    ("choose { X N times }", "choose { X }", TWICE),
    ("choose X twice", "choose X", TWICE),
    ("me/you may A again", "again", ""),
    ("me/you may go again", "again", ""),
    (
        "again ( A )",
        "again",
        "`again` stands by itself, at the end of a move: whoever chose chooses once more",
    ),
    ("while Q has/have less/fewer than N cards/card {}", "repeat until count(Q) >= N {}", ""),
    ("while Q has/have more than N cards/card {}", "repeat until count(Q) <= N {}", ""),
    ("while count ( Q ) < A {}", "repeat until count(Q) >= A {}", ""),
    ("if first time this/per/in turn/round/phase {}", "if yes {}", ONCE),
    ("if it is first time A {}", "if yes {}", ONCE),
    ("A += B at end of turn/round/phase/game", "A += B", LATER),
    ("A -= B at end of turn/round/phase/game", "A -= B", LATER),
    ("A = B at end of turn/round/phase/game", "A = B", LATER),
    // players
    ("oldest/youngest/tallest/smallest/loudest player is X", "X = first p in players", AGE),
    ("oldest/youngest/tallest/smallest/loudest player begins/starts", "", AGE),
    ("X is oldest/youngest/tallest/smallest/loudest player", "X = first p in players", AGE),
    ("= oldest/youngest/tallest/smallest/loudest player", "= first p in players", AGE),
    ("= oldest/youngest player in players", "= first p in players", AGE),
    ("= player N", "= first p in players", NO_NUMBERS),
    (
        "X is chosen/picked/drawn/selected/determined at random",
        "choose picked in players by chance X = picked",
        "",
    ),
    (
        "X is chosen/picked/drawn/selected/determined randomly",
        "choose picked in players by chance X = picked",
        "",
    ),
    (
        "X is chosen/picked/drawn/selected/determined by chance",
        "choose picked in players by chance X = picked",
        "",
    ),
    ("if X is richest {}", "if X in (players with most cash) {}", ""),
    ("if X is poorest {}", "if X in (players with least cash) {}", ""),
    ("if player to/on left/right has/have A {}", "if yes {}", NEIGHBOUR),
    ("if left/right player has/have A {}", "if yes {}", NEIGHBOUR),
    ("player to/on left", "me.left", ""),
    ("player to/on right", "me.right", ""),
    ("to next player", "to me.left", ""),
    // choices
    ("choose a/an/one/any random player/players as Y", "choose Y in players by chance", ""),
    ("choose random player/players as Y", "choose Y in players by chance", ""),
    ("choose a/an/one/any random X as Y", "choose Y in X by chance", ""),
    ("choose random X as Y", "choose Y in X by chance", ""),
    (
        "X = any/some Y",
        "choose X in Y by chance",
        "chance chooses, and gives the name: `choose X in Y by chance`; a counter is set with it \
         on the next line",
    ),
    ("choose A asking B by C", "choose A by C asking B", ""),
    ("choose yes or no", "choose answer in (yes, no)", ""),
    ("choose yes or no A", "choose answer in (yes, no) A", ""),
    ("choose X in K or A", "choose X in (K, A)", ""),
    ("choose X in N or A", "choose X in (N, A)", ""),
    ("choose a/an/one/any/another opponent", "choose p in opponents", ""),
    ("choose a/an/one/any/another player", "choose p in players", ""),
    ("choose opponent", "choose p in opponents", ""),
    ("choose player", "choose p in players", ""),
    ("choose a/an/one/any card", "choose c in me.hand", ""),
    ("choose card", "choose c in me.hand", ""),
    ("choose X in A by B {}", "choose X in A by B if yes {}", BELOW),
    ("choose X in A {}", "choose X in A if yes {}", BELOW),
    // cards
    ("Q gets/receives/takes top N of A", "move top N of A to Q", ""),
    ("X gets/receives/takes top N of A", "move top N of A to X.hand", ""),
    ("Q = top N of A", "move top N of A to Q", ""),
    ("players Y = top N of A", "for each p in players { move top N of A to p.Y }", ""),
    ("players . Y = top N of A", "for each p in players { move top N of A to p.Y }", ""),
    ("each/every player Y = top N of A", "for each p in players { move top N of A to p.Y }", ""),
    ("move top N of Q face up/down to A", "move top N of Q to A", ""),
    ("move Q face up/down to A", "move Q to A", ""),
    ("put/place/lay A back in/into/on/onto/to B", "move A to B", ""),
    ("move A back to/in/into/on B", "move A to B", ""),
    ("move/put/place A to/at/on left/front/beginning/start of Q", "move A to Q at 1", ""),
    ("move/put/place A to/at/on right/end of Q", "move A to Q", ""),
    ("draw/take/deal a/an/one X from/of Q", "move top 1 of Q to me.hand", ""),
    ("look/looks at top N of Q", "show top N of Q to me", ""),
    ("look/looks at top card of Q", "show top 1 of Q to me", ""),
    ("look/looks at Q", "show Q to me", ""),
    ("peek/peeks at top N of Q", "show top N of Q to me", ""),
    ("peek/peeks at Q", "show Q to me", ""),
    ("show top card of Q", "show top 1 of Q to players", ""),
    ("show top N of Q", "show top N of Q to players", ""),
    ("show Q", "show Q to players", ""),
    ("X . shuffle/reshuffle", "shuffle X", ""),
    ("X . shuffle/reshuffle ( )", "shuffle X", ""),
    ("X . Y . shuffle/reshuffle", "shuffle X.Y", ""),
    ("X . Y . shuffle/reshuffle ( )", "shuffle X.Y", ""),
    // amounts
    ("all opponents/others lose/pay K", "for each p in opponents { p.cash -= K }", ""),
    ("opponents lose/pay K", "for each p in opponents { p.cash -= K }", ""),
    ("all opponents/others gain/get/receive K", "for each p in opponents { p.cash += K }", ""),
    ("all opponents/others lose/pay N X", "for each p in opponents { p.X -= N }", ""),
    ("all opponents/others gain/get/receive N X", "for each p in opponents { p.X += N }", ""),
    (
        "all opponents A",
        "",
        "write it for each of them: `for each p in opponents { p.cash -= $2 }`",
    ),
    (
        "steal/rob a/an/one card/cards from A",
        "",
        "draw it by chance: `choose c in 1 of A.hand by chance`, then `move c to me.hand`",
    ),
    ("steal/rob K from A", "A.cash -= K me.cash += K", ""),
    ("steal/rob A from B", "", "say what each has then: `B.cash -= $1` and `me.cash += $1`"),
    ("move/transfer/pay K from me to A", "me.cash -= K A += K", ""),
    ("move/transfer/pay K from X . Y to A", "X.Y -= K A += K", ""),
    ("move/transfer/pay K to A", "A += K", ""),
    ("move/transfer/pay A from X . Y to bank/supply/treasury", "X.Y -= A", ""),
    ("give K to X", "X.cash += K", ""),
    ("give N to A", "A += N", ""),
    ("give X to Y", "move X to Y.hand", ""),
    ("A += X . Y twice", "A += 2 * X.Y", ""),
    ("A += X twice", "A += 2 * X", ""),
    ("A += B per X in my/your hand", "A += count(me.hand) * B", ""),
    ("A += B per X in hand", "A += count(me.hand) * B", ""),
    ("A += B per X in Q", "A += count(Q) * B", ""),
    ("A += B for each X in Q", "A += count(Q) * B", ""),
    ("A += B for each X in my/your hand", "A += count(me.hand) * B", ""),
    ("A and B += C", "A += C B += C", ""),
    ("A and B -= C", "A -= C B -= C", ""),
    ("A and B = C", "A = C B = C", ""),
    ("let X . Y = A", "X.Y = A", ""),
    ("let X . Y += A", "X.Y += A", ""),
    ("let X . Y -= A", "X.Y -= A", ""),
    // values
    ("half of X . Y + A", "X.Y / 2 + A", ""),
    ("half of X . Y - A", "X.Y / 2 - A", ""),
    ("half of X + A", "X / 2 + A", ""),
    ("= A but at least B", "= larger(A, B)", ""),
    ("= A but not/never less than B", "= larger(A, B)", ""),
    ("= A but at most B", "= smaller(A, B)", ""),
    ("= A but not/never more than B", "= smaller(A, B)", ""),
    ("highest/largest/biggest/best X in Q", "most(c.X for c in Q)", ""),
    ("lowest/smallest/worst X in Q", "least(c.X for c in Q)", ""),
    (
        "minus X Y in Q",
        "- count(c in Q)",
        "say which are counted: `- count(c in Q where c.suit is X)`",
    ),
    ("by dice/die/coin/cards/drawing", "by chance", ""),
    // conditions
    ("if no Q {}", "if Q is empty {}", ""),
    ("when no Q {}", "when Q is empty {}", ""),
    ("until no Q {}", "until Q is empty {}", ""),
    ("needs no Q else", "needs Q is empty else", ""),
    // the end
    (
        "won by players with most A , tie/ties/tiebreak/tiebreaker : most B",
        "won by (players with most A) with most B",
        "",
    ),
    ("won by players with most A , then most B", "won by (players with most A) with most B", ""),
    ("won by players with most A then most B", "won by (players with most A) with most B", ""),
    (
        "won by players with most A , tie/ties/tiebreak/tiebreaker B",
        "won by players with most A",
        "a tie is broken by something else that they have most of: `end game won by (players with \
         most A) with most points`",
    ),
];

/// The same for lines of tests.
pub(super) const NEWCOMERS_IN_TESTS: &[(&str, &str, &str)] = &[
    ("expect X 's turn", "expect it is X's turn", ""),
    ("given X 's turn", "given it is X's turn", ""),
    ("X 's turn", "given it is X's turn", ""),
    ("given a/an/one Y is/lies in/on Q", "given Q is [Y]", ""),
    ("X A by Y", "Y does X A", ""),
];
