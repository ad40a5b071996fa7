//! What somebody does, as people say it: what is written, how it is read on, and what to write
//! instead. Without the last the sentence is written as it is read on.

/// For votes, bids and other choices of everybody.
const AT_ONCE: &str = "all choose at the same time with `by each players`: `choose vote in (yes, \
                       no) by each players`, and then `p.vote` is what p chose; one after the \
                       other: `turn me in players { choose { … } }`";
/// For what happens to everybody.
const FOR_EACH: &str = "write it for each of them: `for each p in players { p.cash += $2 }`; if \
                        they choose something, `choose c in me.hand by each players`";
/// For what everybody has less of afterwards.
const FOR_EACH_LESS: &str = "write it for each of them: `for each p in players { p.cash -= $2 }`; \
                             what comes off again and again is counted: `p.cash -= count(p.hand)`";
const TURNS: &str = "say what a turn is: `turn me in players { choose { … } }`; round and round it \
                     is `turn me in players onwards { choose { … } }`";
/// For turns that have rules of their own.
const ROUND_AND_ROUND: &str = "write `turn me in players onwards {` for turns that go round and \
                               round, `turn me in players {` if each has one";
/// For a limit of several times.
const OFTEN: &str = "a limit is `once per turn`; more often is counted: `each turn has { buys: \
                     Number }`, `needs turn.buys < N else \"…\"`, and in the braces `turn.buys += \
                     1`";
/// For a limit for the whole game.
const PER_GAME: &str = "a limit holds for a `turn`, `round` or `phase`; once in a game is \
                        remembered: `each Player has { used: yes or no }`, `needs not me.used else \
                        \"…\"`, and in the braces `me.used = yes`";
/// For the sum of dice.
const DICE: &str = "each die is thrown by itself: `let a = roll(6)` and `let b = roll(6)` on two \
                    lines; then `a + b` is the sum";
const UNTIL: &str = "what goes on until something is so is `repeat until A { … }`; rounds that do \
                     are `phase \"search\" { ends when A  round n in 1 onwards { … } }`; a number \
                     of times is `for each n in 1..3 { … }`";
/// For loops that have no end.
const OFTEN_ENOUGH: &str = "say how often: `for each n in 1..3 { … }`, or until when: `repeat \
                            until me.hand is empty { … }`; what may be done as often as one likes \
                            is `choose { … or pass } until all pass`";
/// For points that are spent.
const SPENT: &str = "points that are spent belong to the turn: `each turn has { power: Number }`; \
                     at the top of the turn write `ends when turn.power is 0`, and `choose { … } \
                     until all pass`";
/// For choices that are made again.
const ANEW: &str = "a move that says `again` at its end lets its player choose once more, one \
                    without it ends the choice: write `again` into all moves but the last, and \
                    leave out `until …`";
/// For values that are asked for again.
const ASKED_ANEW: &str = "a value is asked for once; to ask until something is so, keep in a \
                          counter what is chosen: `repeat until me.done { choose X in A … }`, with \
                          `each Player has { done: yes or no }`";
/// For a count of votes.
const MAJORITY: &str =
    "count the votes: `if count(p in players where p.vote is A) > count(players) / 2 { … }`";
/// For squares that touch.
const BESIDE: &str = "say with a word of yours which squares are neighbours: `where \
                      s.is_beside(me.diver)`; docs/sentences.md defines it: *Put a stone on a free \
                      square beside one of your own*";
/// For the top card.
const TOP: &str = "a pile may be empty, so ask for its top card: `if there is c in top 1 of A { … \
                   }`, or `(first c in A).suit is red` as a condition";

/// Letters as in the other sentences.
pub(super) const PERSONS: &[(&str, &str, &str)] = &[
    (
        "choose A prompting/saying/telling/showing B until all pass",
        "choose A asking B until all pass",
        "",
    ),
    // everybody
    ("everybody/everyone/all choose/chooses A in B", "choose A in B by each players", ""),
    ("each/every/all player/players choose/chooses A in B", "choose A in B by each players", ""),
    ("each/every/all player/players choose/chooses/vote/votes {}", "choose {}", AT_ONCE),
    ("each/every/all player/players choose/chooses/vote/votes/bid/bids A", "", AT_ONCE),
    ("everybody/everyone/all choose/chooses/vote/votes/bid/bids A", "", AT_ONCE),
    ("players vote/choose/bid A", "", AT_ONCE),
    ("players vote/choose/bid", "", AT_ONCE),
    ("choose yes or no by A", "choose answer in (yes, no) by A", ""),
    ("in yes or no", "in (yes, no)", ""),
    ("for each/all/every player/players X {}", "for each X in players {}", ""),
    (
        "for each/all/every player/players A {}",
        "for each p in players {}",
        "say with `where` which of them: `for each p in players where p.cash > $3 { … }`",
    ),
    ("each/every player takes a turn {}", "turn me in players onwards {}", ROUND_AND_ROUND),
    ("each/every player takes a turn", "", TURNS),
    ("each/every player takes a turn from A", "", TURNS),
    ("each/every/all player/players lose/loses/pay/pays/spend/spends A", "", FOR_EACH_LESS),
    ("each/every/all player/players A", "", FOR_EACH),
    // one player
    (
        "X chooses {}",
        "choose {}",
        "to let a certain player make a move, let it be their turn: `turn me in X { choose { … } \
         }`",
    ),
    ("X chooses A in B", "choose A in B by X", ""),
    (
        "X chooses A",
        "",
        "say what is chosen, from what, and by whom: `choose p in players by X`, `choose c in \
         me.hand by X`",
    ),
    ("X looks at A", "show A to X", ""),
    ("X sees A", "show A to X", ""),
    (
        "X takes/steals a random card from A",
        "",
        "draw it by chance: `choose c in 1 of p.hand by chance`, then `move c to X.hand`",
    ),
    (
        "take/steal a random card from A",
        "",
        "draw it by chance: `choose c in 1 of A by chance`, then `move c to me.hand`",
    ),
    (
        "X takes/gets a/one card from A",
        "",
        "say which card, and where it goes: `choose c in A by X`, then `move c to X.hand`; from a \
         pile `move top 1 of A to X.hand`",
    ),
    ("X takes/gets/draws N card/cards from A", "move top N of A to X.hand", ""),
    (
        "X draws/draw N card/cards",
        "",
        "say from where and to where: `move top N of miles to X.hand`",
    ),
    ("draw/take a/one card from/of A", "", "say where it goes, too: `move top 1 of A to me.hand`"),
    ("draw/take N card/cards from/of A to B", "move top N of A to B", ""),
    (
        "draw/take N card/cards from/of A",
        "",
        "say where they go, too: `move top N of A to me.hand`",
    ),
    ("X takes/keeps/gets N A", "X.A += N", ""),
    ("X loses/pays/spends N A", "X.A -= N", ""),
    ("X takes/keeps Y", "", "say where it goes: `move Y to X.hand`"),
    ("X discards/plays/lays Y", "", "say where it goes: `move Y to discards`"),
    ("X pays/loses/spends A to B", "", "say what each has then: `X.cash -= A` and `B.cash += A`"),
    ("X pays/loses/spends A", "", "say what is less then: `X.cash -= A`"),
    ("X gains A Y", "X.Y += A", ""),
    ("X gets/gains/earns/receives A", "", "say what is more then: `X.cash += A`"),
    ("give X N Y", "X.Y += N", ""),
    ("won by everyone/everybody/players/all except/but A", "won by players - A", ""),
    ("players other than me", "opponents", ""),
    ("players except/but me", "opponents", ""),
    ("players except/but A", "players - A", ""),
    ("players other than A", "players - A", ""),
    ("in other players", "in opponents", ""),
    // conditions
    ("if more than half vote/votes A {}", "if yes {}", MAJORITY),
    ("if most/everyone/everybody vote/votes A {}", "if yes {}", MAJORITY),
    ("if a/the majority vote/votes A {}", "if yes {}", MAJORITY),
    ("if majority vote/votes A {}", "if yes {}", MAJORITY),
    (
        "if X has at least N A {}",
        "if yes {}",
        "count what lies in a zone: `if count(X.hand) >= N { … }`; a counter is `if X.cash >= N { \
         … }`",
    ),
    (
        "if X has Y {}",
        "if yes {}",
        "name the zone and the field: `if any c in X.hand has c.suit is Y { … }`; yes or no is `if \
         X.Y { … }`",
    ),
    ("unless top N of A is B {}", "if yes {}", TOP),
    ("unless top of A is B {}", "if yes {}", TOP),
    ("unless there is X in Q {}", "if Q is empty {}", ""),
    (
        "unless there is A {}",
        "if yes {}",
        "write `if there is A { } else { … }`: what happens otherwise stands in the second \
         braces",
    ),
    ("unless A {}", "if not (A) {}", ""),
    ("if top N of A is B {}", "if yes {}", TOP),
    ("if top of A is B {}", "if yes {}", TOP),
    ("if the top card of A is B {}", "if yes {}", TOP),
    ("if not ( top N of A is B ) {}", "if yes {}", TOP),
    ("if not ( top of A is B ) {}", "if yes {}", TOP),
    ("( top X ) .", "(first c in X).", ""),
    ("( top of A ) .", "(first c in A).", ""),
    ("let X = top N of A", "let X = first c in A", TOP),
    ("let X = top of A", "let X = first c in A", TOP),
    ("let X = the top card of A", "let X = first c in A", TOP),
    (
        "needs X can afford A else",
        "needs yes else",
        "say what they need: `needs X.cash >= A else \"…\"`",
    ),
    (
        "needs X can afford A",
        "needs yes else \"no\"",
        "say what they need: `needs X.cash >= A else \"…\"`",
    ),
    ("needs there is a/an/one X in A else", "needs A is not empty else", ""),
    ("in Y next to A", "in Y", BESIDE),
    ("where Z is next to A", "", BESIDE),
    ("where Z next to A", "", BESIDE),
    // limits and prices
    (
        "costs N X",
        "",
        "write `needs me.X >= N else \"…\"` before the braces, and in them `me.X -= N`; what each \
         turn has is `turn.X`",
    ),
    (
        "cost : N X",
        "",
        "write `needs me.X >= N else \"…\"` before the braces, and in them `me.X -= N`",
    ),
    (
        "costs A",
        "",
        "write `needs me.cash >= A else \"…\"` before the braces, and in them `me.cash -= A`",
    ),
    ("N times per turn", "once per turn else \"no\"", OFTEN),
    ("up to N times per turn", "once per turn else \"no\"", OFTEN),
    ("at most N times per turn", "once per turn else \"no\"", OFTEN),
    ("once per game else", "once per turn else", PER_GAME),
    ("once per game", "once per turn else \"no\"", PER_GAME),
    // again and again
    ("repeat {} until A", "", UNTIL),
    ("loop {}", "if yes {}", OFTEN_ENOUGH),
    ("repeat {}", "if yes {}", OFTEN_ENOUGH),
    ("round until A {}", "round n in 1 onwards {}", UNTIL),
    ("for N rounds {}", "round n in 1..N {}", ""),
    ("N rounds {}", "round n in 1..N {}", ""),
    ("N times {}", "for each i in 1..N {}", ""),
    ("round A in B as C {}", "round C A in B {}", ""),
    ("choose {} until X", "choose {}", ANEW),
    ("choose {} until pass/passing/passes", "choose {}", ANEW),
    ("choose {} until me/they/you pass/passes", "choose {}", ANEW),
    ("choose X until pass/passing/passes", "choose X", ANEW),
    ("choose {} until A is chosen", "choose {}", ANEW),
    ("choose {} until A", "choose {} until all pass", SPENT),
    ("choose X in A until B", "choose X in A", ASKED_ANEW),
    ("choose X until Y", "choose X", ANEW),
    ("choose A by B of C until all pass", "choose A by race of C until all pass", ""),
    ("choose A by B C until all pass", "choose A by race of C until all pass", ""),
    ("choose A until B", "", SPENT),
    ("choose menu or/of {}", "choose {}", ""),
    ("choose menu {}", "choose {}", ""),
    ("choose or {}", "choose {}", ""),
    ("menu or/of {}", "choose {}", ""),
    ("menu {}", "choose {}", ""),
    ("choose A N times", "for each i in 1..N { choose A }", ""),
    ("ends when A , B win/wins", "ends when A { end game won by B }", ""),
    (
        "refill/fill A to N",
        "",
        "say how many come, and from where: `move top (N - count(A)) of stock to A`",
    ),
    (
        "refill/fill/replenish A from/with B",
        "",
        "say how many come: `move top (5 - count(A)) of B to A`, or all of them: `move B to A`; \
         a pile that is empty when cards are drawn from it fills itself: `when stock runs out { \
         move discards to stock  shuffle stock }`",
    ),
    ("shuffle A and B", "shuffle A shuffle B", ""),
    // dice
    ("let A = roll N dice", "let A = roll(6)", DICE),
    ("let A = roll 2d6", "let A = roll(6)", DICE),
    ("let A = 2d6", "let A = roll(6)", DICE),
    ("A = roll ( 2d6 )", "A = 1", DICE),
    ("A = roll 2d6", "A = 1", DICE),
    ("A = roll N dice", "A = 1", DICE),
    ("A = 2d6", "A = 1", DICE),
    ("A = 1d6", "A = roll(6)", ""),
    ("roll 2d6", "roll(6)", DICE),
    ("roll N dice", "roll(6)", DICE),
    ("A = random N to B", "A = N", "throw a die: `let n = roll(B)`, then `A = n`"),
    ("A = random ( B )", "A = 1", "throw a die: `let n = roll(B)`, then `A = n`"),
    // endings
    (
        "end game when A",
        "",
        "an ending goes at the top of `play`: `ends when A { end game won by players with most \
         cash }`",
    ),
    (
        "if A end game",
        "",
        "say how it ends, in braces: `if A { end game won by players with most points }`",
    ),
    ("skip turn", "end turn", ""),
    ("skip the turn", "end turn", ""),
];
