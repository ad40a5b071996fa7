//! What somebody says who has never written rules, and nothing but the guide at hand: sentences of
//! a first game.

/// For turns in the order of a value.
const BY_MOST: &str = "turns in the order of a value are given one by one: `each Player has { \
                       moved: yes or no, bookkeeping }`, and `for each p in players { p.moved \
                       = no }  for each k in 1..count(players) { if there is p in first q in \
                       (those r in players where not r.moved) with most Z { turn me in p { … \
                       }  p.moved = yes } }`";
/// The same from the other end.
const BY_LEAST: &str = "turns in the order of a value are given one by one: `each Player has \
                        { moved: yes or no, bookkeeping }`, and `for each p in players { \
                        p.moved = no }  for each k in 1..count(players) { if there is p in \
                        first q in (those r in players where not r.moved) with least Z { turn \
                        me in p { … }  p.moved = yes } }`";
/// For turns that begin with whoever has most of something.
const FROM_MOST: &str = "whoever has most begins: `if there is leader in first p in players with \
                         most Z { turn me in players from leader { … } }`; turns in the order of \
                         the value are given one by one: docs/sentences.md has *The poorest goes \
                         first, then the next poorest*";
/// For turns in an order of chance.
const BY_CHANCE: &str = "chance chooses who begins: `choose lucky in players by chance`, then \
                         `turn me in players from lucky { … }`";
/// For turns that somebody else misses.
const MISSES: &str = "that a player misses a turn is remembered: `each Player has { sits_out: yes \
                      or no }`, here `A.sits_out = yes`, and at the top of the turn `if \
                      me.sits_out { me.sits_out = no  end turn }`";
/// For cards in order.
const SORTED: &str = "nothing has to be sorted: those with most are `Q with most X`, and one of \
                      them `first c in Q with most X`; the largest go to the right end with `for \
                      each n in 1..count(Q) { if there is c in first d in (top (count(Q) + 1 - n) \
                      of Q) with least X { move c to Q } }`";
/// For cards that are turned up.
const SHOWN: &str = "everybody may look at them: `show top N of Q to players`; to put them out in \
                     a row, `move top N of Q to market`";
/// For cards that chance takes.
const BY_LOT: &str = "chance chooses: `choose picked in A by chance`, then `move picked to B`";
/// For the best of some cards.
const DEAREST: &str = "say of what it has most: `if there is best in first d in A with most … { \
                       move best to B }`";
/// For somebody who is asked.
const AGREES: &str = "ask first: `choose answer in (yes, no) by X asking \"…\"`, and then `if \
                      answer { … }`";
/// For what counts at the end.
const SCORES: &str = "what counts at the end is a word of yours: `define total for p: Player = \
                      …`, and `end game won by players with most total`; what is scored in \
                      between happens in `play`: `for each p in players { p.cash += $2 }`";

/// Letters as in the other sentences.
pub(super) const BEGINNERS: &[(&str, &str, &str)] = &[
    // items
    ("play game {}", "play {}", ""),
    ("setup game {}", "setup {}", ""),
    ("set up game {}", "setup {}", ""),
    ("option X Y : yes or no", "option X_Y: yes or no = no", ""),
    ("change X for Y : Z by A", "change X for Y by A", ""),
    ("change X for Y : Z to A", "change X for Y to A", ""),
    ("change X for Y : Z when A by B", "change X for Y when A by B", ""),
    ("change X for me by A", "change X for owner by A", ""),
    ("change X for me to A", "change X for owner to A", ""),
    ("after each/every/any X when A {}", "after X when A {}", ""),
    ("after each/every/any X {}", "after X {}", ""),
    ("before each/every/any X when A {}", "before X when A {}", ""),
    ("before each/every/any X {}", "before X {}", ""),
    ("rules for X in Y . Z {}", "rules for X in Z {}", ""),
    (
        "rules for X and/or/, Y in Z {}",
        "rules for X in Z {}",
        "each card has rules of its own: `rules for X in Z { … }` and `rules for Y in Z { … }`",
    ),
    (": discard/draw/face pile of X", ": pile of X", ""),
    ("scoring/scores {}", "to scoring {}", SCORES),
    (
        "winner is/= player/players/whoever with most/highest/best/biggest X",
        "to at_the_end { end game won by players with most X }",
        "write at the end of `play`: `end game won by players with most X`",
    ),
    (
        "winner is/= player/players/whoever with least/lowest/fewest/smallest X",
        "to at_the_end { end game won by players with least X }",
        "write at the end of `play`: `end game won by players with least X`",
    ),
    // turns
    ("turn X in A by chance {}", "turn X in A {}", BY_CHANCE),
    ("turn X in A in random order {}", "turn X in A {}", BY_CHANCE),
    ("turn X in A by most/highest/greatest/biggest/largest Z {}", "turn X in A {}", BY_MOST),
    ("turn X in A by least/lowest/fewest/smallest Z {}", "turn X in A {}", BY_LEAST),
    ("turn X in A by Z {}", "turn X in A {}", BY_MOST),
    (
        "turn X in A sorted/ordered by most/highest/greatest/biggest/largest Z {}",
        "turn X in A {}",
        BY_MOST,
    ),
    ("turn X in A sorted/ordered by least/lowest/fewest/smallest Z {}", "turn X in A {}", BY_LEAST),
    ("turn X in A sorted/ordered by Z {}", "turn X in A {}", BY_MOST),
    (
        "turn X in A in order of most/highest/greatest/biggest/largest Z {}",
        "turn X in A {}",
        BY_MOST,
    ),
    ("turn X in A in order of least/lowest/fewest/smallest Z {}", "turn X in A {}", BY_LEAST),
    ("turn X in A in order of Z {}", "turn X in A {}", BY_MOST),
    (
        "turn X in A from most/highest/greatest/biggest/largest Z to \
         least/lowest/fewest/smallest {}",
        "turn X in A {}",
        BY_MOST,
    ),
    (
        "turn X in A from least/lowest/fewest/smallest Z to \
         most/highest/greatest/biggest/largest {}",
        "turn X in A {}",
        BY_LEAST,
    ),
    ("turn X in A from most/highest/greatest/biggest/largest Z {}", "turn X in A {}", FROM_MOST),
    ("skip/miss turn of A", "", MISSES),
    ("skip/miss next turn of A", "", MISSES),
    // cards
    ("shuffle Q and P", "shuffle Q shuffle P", ""),
    ("sort Q by X", "", SORTED),
    ("sort/order Q", "", "nothing has to be sorted: those with most are `Q with most points`"),
    (
        "refill/fill/replenish A to N cards/card from/with/of B",
        "move top (N - count(A)) of B to A",
        "",
    ),
    (
        "refill/fill/replenish A up to N cards/card from/with/of B",
        "move top (N - count(A)) of B to A",
        "",
    ),
    ("refill/fill/replenish A up to N from/with B", "move top (N - count(A)) of B to A", ""),
    ("reveal/flip/show N cards/card from/of/off Q", "show top N of Q to players", SHOWN),
    ("reveal/flip/show N of/from Q", "show top N of Q to players", SHOWN),
    ("reveal/flip/show top N cards/card from/of/off Q", "show top N of Q to players", SHOWN),
    ("move random card of/from A to B", "choose picked in A by chance move picked to B", BY_LOT),
    (
        "deal/give N Q to each/every player",
        "for each p in players { move top N of Q to p.hand }",
        "",
    ),
    ("deal/give N Q to all players", "for each p in players { move top N of Q to p.hand }", ""),
    ("deal/give each/every player N Q", "for each p in players { move top N of Q to p.hand }", ""),
    ("X draws/takes/gets/receives N Q", "move top N of Q to X.hand", ""),
    ("top players of A", "top count(players) of A", ""),
    ("move top players + A of B", "move top (count(players) + A) of B", ""),
    ("move top players - A of B", "move top (count(players) - A) of B", ""),
    ("move most/best/highest/dearest X Y in A to B", "move A to B", DEAREST),
    ("move most/best/highest/dearest card in/of/from A to B", "move A to B", DEAREST),
    // amounts
    ("X gains/gets/earns/receives Y . Z", "X.cash += Y.Z", ""),
    ("X loses/pays/spends Y . Z", "X.cash -= Y.Z", ""),
    ("gain/get/earn/receive Y . Z", "me.cash += Y.Z", ""),
    ("gain/get/earn/receive Y . Z X", "me.cash += Y.Z", ""),
    ("pay/lose/spend Y . Z", "me.cash -= Y.Z", ""),
    // choices
    ("choose again", "again", ""),
    ("ask X . Y A", "choose answer in (yes, no) by X.Y asking A", ""),
    ("ask X A", "choose answer in (yes, no) by X asking A", ""),
    ("if X agrees/accepts/consents {}", "if yes {}", AGREES),
    ("if X says yes {}", "if yes {}", AGREES),
    ("action X ( 1 of A )", "action X(c in A)", ""),
    ("action X ( N of A )", "action X(c in N of A)", ""),
    (
        "if A then end game",
        "",
        "say how it ends, in braces: `if A { end game won by players with most points }`",
    ),
    ("round N .. A {}", "round n in N..A {}", ""),
    ("( a/an/one card X in A )", "(X in A)", ""),
    // values
    ("= player/players with most/highest/biggest X", "= first p in players with most X", ""),
    ("= player/players with least/lowest/fewest X", "= first p in players with least X", ""),
    ("sum of A for X in Q", "sum(A for X in Q)", ""),
    ("total/sum X of Q", "sum(c.X for c in Q)", ""),
    ("sum ( X in A of B )", "sum(B for X in A)", ""),
    ("sum ( X in A : B )", "sum(B for X in A)", ""),
    ("sum ( X in A , B )", "sum(B for X in A)", ""),
    ("most ( X in A of B )", "most(B for X in A)", ""),
    ("least ( X in A of B )", "least(B for X in A)", ""),
];

/// The same for the items of variants.
pub(super) const BEGINNERS_IN_VARIANTS: &[(&str, &str, &str)] = &[
    (
        "replace rounds/round N with/by A",
        "set rounds to A",
        "rounds are written anew as a whole, `replace round n in 1..A { … }`; if the game has an \
         option for them, it is `set rounds to A`",
    ),
    (
        "replace X N with/by A",
        "set X to A",
        "an option is set with `set X to A`; a number that stands in the rules themselves is made \
         an option there, `option X: 1..9 = N`, and used by that name",
    ),
];
