//! Sentences in which every word does something: with one of them left out, or another in its
//! place, they would read, and mean something else.

/// For a hand that only the others see.
const OTHERS: &str = "what only the others see is `X: A, seen by nobody`, and is shown to them \
                      whenever something comes into it: `move c to p.X`, then `show p.X to those \
                      q in players where q is not p`";
/// For what somebody has reached.
const REACHED: &str = "what they have reached is compared: `… has X.points >= B`, or another \
                       counter of theirs";
/// The same, where nobody has a name yet.
const REACHED_BY: &str = "what somebody has reached is compared: `any p in players has p.points >= \
                          A`, or another counter of theirs";
/// For what most have chosen.
const VOTES: &str = "`most` compares numbers; how many said so is counted: `count(p in players \
                     where p.Y is yes) > count(p in players where p.Y is no)`";
/// For how many play, without the highest number.
const HIGHEST: &str = "say how many may play at most, too: `players N to 8`";
/// For a zone that is to hold so many cards.
const NO_LIMIT: &str = "a zone holds any number of cards: write `X: row of A` (or `pile`, `set`), \
                        and let the actions ask, `needs count(me.X) < N`";
/// For an amount without ends.
const AMOUNT: &str = "say between which ends: `choose X in $0..me.cash A`";
/// For a number without ends.
const NUMBER: &str = "say between which ends: `choose X in 1..6 A`";

/// Letters as in the other sentences.
pub(super) const WORDED: &[(&str, &str, &str)] = &[
    // items
    ("use a/an/one/some/the/dice die/dice", "use dice", ""),
    ("use die", "use dice", ""),
    ("use N die/dice", "use dice", ""),
    ("players N or/and more/up/above", "players N to 8", HIGHEST),
    ("X : row of N A", "X: row of A", NO_LIMIT),
    ("X : row of up to N A", "X: row of A", NO_LIMIT),
    ("X : row of at most N A", "X: row of A", NO_LIMIT),
    ("X : pile of N A", "X: pile of A", NO_LIMIT),
    ("X : set of N A", "X: set of A", NO_LIMIT),
    ("ends when A then B ( )", "ends when A { B() }", ""),
    ("define X {}", "to X {}", ""),
    ("define X ( A ) {}", "to X(A) {}", ""),
    ("define/function/def/func/fn/proc/procedure/deed X ( ) {}", "to X {}", ""),
    ("X ( ) {}", "to X {}", ""),
    ("define X : player = A", "define X for p: Player = A", ""),
    ("define X of/for p = A", "define X for p: Player = A", ""),
    ("when me . X runs out {}", "when Player.X runs out {}", ""),
    ("when my/your X runs out {}", "when Player.X runs out {}", ""),
    ("action X ( me . Y )", "action X(c in me.Y)", ""),
    ("action X ( my/your Y )", "action X(c in me.Y)", ""),
    ("( a/an/one/any/some card in/from A )", "(c in A)", ""),
    ("change A for B by C if D", "change A for B when D by C", ""),
    ("= if A { B } else { C }", "= if A then B else C", ""),
    // zones and counters
    ("X : A , seen/visible by/to opponents/others/neighbours", "X: A, seen by owner", OTHERS),
    ("X : A , hidden from owner", "X: A, seen by owner", OTHERS),
    (
        "X : A , seen/visible by/to all/everyone/everybody but/except owner",
        "X: A, seen by owner",
        OTHERS,
    ),
    ("X : number = Y , at most Z", "X: 0..Z = Y", ""),
    ("X : number = Y at most Z", "X: 0..Z = Y", ""),
    ("X : number = Y , max/maximum Z", "X: 0..Z = Y", ""),
    ("X : number = Y max/maximum Z", "X: 0..Z = Y", ""),
    ("X : number , at most Z", "X: 0..Z", ""),
    ("X : number at most Z", "X: 0..Z", ""),
    ("X : number , max/maximum Z", "X: 0..Z", ""),
    ("X : number max/maximum Z", "X: 0..Z", ""),
    ("X : N .. M , max/maximum/most/limit/upto/to/until M", "X: N..M, capped", ""),
    // conditions
    ("any X in A where B {}", "any X in A has B {}", ""),
    ("every X in A where B {}", "every X in A has B {}", ""),
    ("no X in A where B {}", "no X in A has B {}", ""),
    ("any X in A has/have reached B", "any X in A has yes", REACHED),
    ("every X in A has/have reached B", "every X in A has yes", REACHED),
    ("no X in A has/have reached B", "no X in A has yes", REACHED),
    ("S has/have reached A", "S has yes", REACHED_BY),
    ("S reaches/reach A", "S has yes", REACHED_BY),
    ("ends when it is X {}", "ends when X {}", ""),
    ("if it is X {}", "if X {}", ""),
    ("X has/have K", "X.cash >= K", ""),
    ("X has/have at least K", "X.cash >= K", ""),
    ("needs at least K else", "needs me.cash >= K else", ""),
    ("needs at most K else", "needs me.cash <= K else", ""),
    ("A is K or more/higher/greater/above else", "A >= K else", ""),
    ("A is K or less/fewer/lower/below else", "A <= K else", ""),
    // values
    ("half X . Y", "X.Y / 2", ""),
    ("double X . Y", "2 * X.Y", ""),
    ("twice X . Y", "2 * X.Y", ""),
    ("triple X . Y", "3 * X.Y", ""),
    // choices
    ("by each/all/every players/player ask/asks A", "by each players asking A", ""),
    ("by X ask/asks A", "by X asking A", ""),
    ("choose X in any/an/some amount A", "choose X in $0..me.cash A", AMOUNT),
    ("choose X in any/some/a number A", "choose X in 1..6 A", NUMBER),
    ("X = most Y", "", VOTES),
    // cards
    ("X moves/goes to/into/onto/in/on A", "move X to A", ""),
    ("roll/throw N as X", "let X = roll(N)", ""),
];
