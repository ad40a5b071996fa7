//! Sentences of rulebooks that speak of the things of a game by their own names: cards by their
//! kind, a pile by what lies in it, an amount by its unit.

/// For cards that are turned up.
const SHOWN: &str = "everybody may look at them: `show top N of miles to players`; to put them \
                     out in a row, `move top N of miles to market`";
/// For a card that is turned up.
const SHOWN_TOP: &str = "everybody may look at it: `show top 1 of miles to players`; to put it \
                         somewhere, say where: `move top 1 of miles to …`";
/// For what is taken from whom one likes.
const ROBBED: &str = "choose from whom first: `choose p in opponents`, then `p.cash -= K` and \
                      `me.cash += K`";
/// The same of a number.
const ROBBED_OF: &str = "choose from whom first: `choose p in opponents`, then `p.X -= N` and \
                         `me.X += N`";
/// The same of cards.
const CARDS_ROBBED: &str = "choose from whom first: `choose p in opponents`, then draw by chance: \
                            `choose c in N of p.hand by chance`, and `move c to me.hand`";
/// For cards that change their places.
const TRADED: &str = "say which comes back: `choose d in Q`, then `swap X with d`";
/// For endings by the number of rounds.
const AFTER_ROUNDS: &str = "rounds are counted where they begin: `round n in 1..N { … }`; what \
                            comes after the last follows its braces, such as `end game won \
                            by players with most points`";
/// For those who have had enough.
const PASSED: &str = "what somebody has done is remembered: `each Player has { passed: yes or no \
                      }`; then the condition is `every p in players has p.passed`; a choice that \
                      goes round until nobody wants any more is `choose { … or pass } until all \
                      pass`";
/// For what stops at a limit, where two may be meant.
const NOT_BELOW: &str = "say which is at least N: what is left, `A = larger(A - (B - C), N)`, or \
                         what is taken, `A -= larger(B - C, N)`";
/// For a number with a limit.
const LIMIT: &str = "a number with a limit is a range, and its start follows `=`: `X: 0..N = \
                     N, capped`";
/// For squares that touch.
const NEXT_TO: &str = "say from which family, and with a word of yours which of them: `c in Cell \
                       where c.is_beside(A)`";
/// For the end of the game.
const OVER: &str = "say how it ends: `end game won by players with most points`, or, if all have \
                    lost, `end game lost`";
/// For turns of some players only.
const LEFT_OUT: &str = "a condition says who has a turn: `turn me in those p in players where p.… \
                        > 0 { … }`";
/// For what stands or lives in a place.
const HELD: &str = "what a place holds is a counter of it, and is set: `Y.… = X`";
/// For a card that is spoken of as this one.
const THIS_CARD: &str = "a card goes by the name that it was picked with: `move c to Q`";
/// For an amount with a limit.
const AT_LEAST: &str = "say how much, and what it is at least: `larger(…, N)`";
/// For what players have together, or each of them.
const TOGETHER: &str = "of all together, `sum(p.X for p in players) >= N`; of each of them, `every \
                        p in players has p.X >= N`";
/// For what is less.
const LESS: &str = "say which counter is less then: `me.… -= N`";
/// For limits of several times.
const OFTEN: &str = "a limit is `once per turn`, `round` or `phase`; more often is counted: `each \
                     turn has { uses: Number }`, `needs turn.uses < N else \"…\"`, and in the \
                     braces `turn.uses += 1`";
/// For what is enough.
const ENOUGH: &str = "say how many are enough: `needs me.X >= … else \"…\"`";
/// For what comes again and again.
const EVERY: &str = "what comes again and again is a round: `round n in 1 onwards { … }`, or with \
                     a title `round \"X\" n in 1 onwards { … }`";

/// Letters as in the other sentences.
pub(super) const OWN_THINGS: &[(&str, &str, &str)] = &[
    // items
    ("to set up {}", "setup {}", ""),
    ("to set up game {}", "setup {}", ""),
    ("set up {}", "setup {}", ""),
    ("when Q deck/pile is empty {}", "when Q runs out {}", ""),
    ("when cards/card deck/pile is empty {}", "when miles runs out {}", ""),
    ("when Q runs out , reshuffle P", "when Q runs out { move P to Q  shuffle Q }", ""),
    ("when Q runs out , A", "when Q runs out { A }", ""),
    ("X : N max/maximum", "X: 0..N = N", LIMIT),
    ("X : max/maximum N", "X: 0..N = N", LIMIT),
    ("X : N of Y", "X: 0..Y = N", ""),
    ("X : N out of Y", "X: 0..Y = N", ""),
    ("next/adjacent to A )", "in A )", NEXT_TO),
    ("beside A )", "in A )", NEXT_TO),
    ("every X in players {}", "for each X in players {}", ""),
    ("every X in opponents {}", "for each X in opponents {}", ""),
    // cards
    (
        "deal/give N cards/card to each/every X in players",
        "for each p in players { move top N of miles to p.hand }",
        "",
    ),
    ("shuffle P deck/pile/cards/card", "shuffle P", ""),
    ("shuffle cards/card deck/pile", "shuffle miles", ""),
    ("move this/that/it card to Q", "move top 1 of miles to Q", THIS_CARD),
    (
        "choose a/an/one card/cards in/from/of Q and move/put it to/into/in/on P",
        "choose c in Q  move c to P",
        "",
    ),
    ("throw X away", "move X to discards", ""),
    ("discard/discards X from A", "move X to discards", ""),
    ("move/draw/take/put/place top cards/card to/on/onto/into Q", "move top 1 of miles to Q", ""),
    (
        "move/draw/take top cards/card of/from Q and put/place/lay it to/on/onto/into/in P",
        "move top 1 of Q to P",
        "",
    ),
    ("reveal/show/flip/turn top cards/card", "show top 1 of miles to players", SHOWN_TOP),
    ("lay/put/place out N cards/card face up", "move top N of miles to market", ""),
    ("lay/put/place/deal N cards/card face up", "move top N of miles to market", ""),
    ("lay/put/place out N cards/card", "move top N of miles to market", ""),
    (
        "deal/deals/give/gives N of Q to each/every player",
        "for each p in players { move top N of Q to p.hand }",
        "",
    ),
    (
        "deal/deals/give/gives N of Q to all players",
        "for each p in players { move top N of Q to p.hand }",
        "",
    ),
    (
        "deal/deals/give/gives N of Q to everyone/everybody",
        "for each p in players { move top N of Q to p.hand }",
        "",
    ),
    (
        "deal/deals/give/gives N cards/card to everyone/everybody",
        "for each p in players { move top N of miles to p.hand }",
        "",
    ),
    (
        "deal/deals/give/gives each/every player N of Q",
        "for each p in players { move top N of Q to p.hand }",
        "",
    ),
    (
        "deal/deals/give/gives everyone/everybody N cards/card",
        "for each p in players { move top N of miles to p.hand }",
        "",
    ),
    (
        "each/every player draws/takes/gets/receives/picks N from/of Q",
        "for each p in players { move top N of Q to p.hand }",
        "",
    ),
    (
        "each/every player draws/takes/gets/receives/picks N cards/card from/of Q",
        "for each p in players { move top N of Q to p.hand }",
        "",
    ),
    (
        "everyone/everybody draws/takes/gets/receives/picks N cards/card from/of Q",
        "for each p in players { move top N of Q to p.hand }",
        "",
    ),
    (
        "each/every player draws/takes/gets/receives/picks N cards/card",
        "for each p in players { move top N of miles to p.hand }",
        "",
    ),
    (
        "everyone/everybody draws/takes/gets/receives/picks N cards/card",
        "for each p in players { move top N of miles to p.hand }",
        "",
    ),
    ("take/takes/pick/picks/get/gets/grab/buy X from/of Q", "move X to me.hand", ""),
    (
        "take/takes/pick/picks/get/gets/grab/draw/draws N from/of Q",
        "move top N of Q to me.hand",
        "",
    ),
    ("X goes/moves/comes from Q to B", "move X to B", ""),
    ("take/takes/grab X", "move X to me.hand", ""),
    ("reveal/flip/turn/show/uncover N cards/card", "show top N of miles to players", SHOWN),
    ("reveal/flip/turn/show/uncover N cards/card up/over", "show top N of miles to players", SHOWN),
    ("trade/swap/exchange X with/for/against a/an/one/any card/cards of/from/in Q", "", TRADED),
    ("trade/swap/exchange X with/for/against Q", "", TRADED),
    // amounts
    ("A -= B - C but not/never less/below/under than N", "A -= larger(B - C, N)", NOT_BELOW),
    ("A -= B - C but not/never below/under N", "A -= larger(B - C, N)", NOT_BELOW),
    ("A -= B - C but at least N", "A -= larger(B - C, N)", NOT_BELOW),
    ("A -= B - C , but at least N", "A -= larger(B - C, N)", NOT_BELOW),
    ("A -= B - C , but not/never less than N", "A -= larger(B - C, N)", NOT_BELOW),
    ("A -= B - C , at least N", "A -= larger(B - C, N)", NOT_BELOW),
    ("A -= B - C ( minimum/min/least N )", "A -= larger(B - C, N)", NOT_BELOW),
    ("A -= B , but at least N", "A = larger(A - B, N)", ""),
    ("A -= B , but not/never less than N", "A = larger(A - B, N)", ""),
    ("A -= B ( minimum/min N )", "A = larger(A - B, N)", ""),
    ("A += B , but at most N", "A = smaller(A + B, N)", ""),
    ("A += B , but not/never more than N", "A = smaller(A + B, N)", ""),
    ("A doubles/double", "A += A", ""),
    ("A halves", "A = A / 2", ""),
    ("half A", "A = A / 2", ""),
    ("sum ( X )", "sum(p.X for p in players)", ""),
    ("A += N per player", "A += count(players) * N", ""),
    ("A += N for each/every player", "A += count(players) * N", ""),
    ("lose/pay/spend N X", "me.X -= N", ""),
    ("lose/pay/spend Y . Z X", "me.X -= Y.Z", ""),
    ("gain/earn/get/receive N X", "me.X += N", ""),
    ("gain/earn/get/receive Y . Z X", "me.X += Y.Z", ""),
    ("Y loses/pays/spends/lose/pay/spend N X", "Y.X -= N", ""),
    ("Y loses/pays/spends/lose/pay/spend A X", "Y.X -= A", ""),
    ("Y gains/gets/earns/receives/heals/recovers/gain/get N X", "Y.X += N", ""),
    ("Y gains/gets/earns/receives/heals/recovers N X back", "Y.X += N", ""),
    ("Y gains/gets/earns/receives/gain/get A X", "Y.X += A", ""),
    ("Y gains/gets/earns/receives X", "Y.X += 1", ""),
    ("Y loses/lose X equal to A", "Y.X -= A", ""),
    ("lose X equal to A", "me.X -= A", ""),
    ("Y gains/gain/gets/get X equal to A", "Y.X += A", ""),
    ("A += N X", "A += N", ""),
    ("A -= N X", "A -= N", ""),
    (
        "each/every player gains/gets/receives/earns/wins K",
        "for each p in players { p.cash += K }",
        "",
    ),
    ("each/every player loses/pays/spends K", "for each p in players { p.cash -= K }", ""),
    (
        "everyone/everybody gains/gets/receives/earns/wins K",
        "for each p in players { p.cash += K }",
        "",
    ),
    ("everyone/everybody loses/pays/spends K", "for each p in players { p.cash -= K }", ""),
    ("all players gain/get/receive/earn/win K", "for each p in players { p.cash += K }", ""),
    ("all players lose/pay/spend K", "for each p in players { p.cash -= K }", ""),
    (
        "each/every opponent gains/gets/receives/earns K",
        "for each p in opponents { p.cash += K }",
        "",
    ),
    ("each/every opponent loses/pays/spends K", "for each p in opponents { p.cash -= K }", ""),
    ("each/every opponent gains/gets/receives N X", "for each p in opponents { p.X += N }", ""),
    ("each/every opponent loses/pays/spends N X", "for each p in opponents { p.X -= N }", ""),
    (
        "each/every other player gains/gets/receives/earns K",
        "for each p in opponents { p.cash += K }",
        "",
    ),
    ("each/every other player loses/pays/spends K", "for each p in opponents { p.cash -= K }", ""),
    ("steal/rob/take K from a/an/any/one/another opponent/player", "", ROBBED),
    ("steal/rob/take K from another/any other player", "", ROBBED),
    ("steal/rob/take N cards/card from a/an/any/one/another opponent/player", "", CARDS_ROBBED),
    ("steal/rob/take N X from a/an/any/one/another opponent/player", "", ROBBED_OF),
    ("A += B , or C if D", "A += if D then C else B", ""),
    ("A -= B , or C if D", "A -= if D then C else B", ""),
    (
        "if A gain/gains/get/gets B X otherwise/else gain/gains/get/gets C X",
        "",
        "write `if … { me.X += B } else { me.X += C }`",
    ),
    ("advance/raise/increase A N step/steps/space/spaces", "A += N", ""),
    ("you have/get N X", "me.X = N", ""),
    ("you lose/lost N X", "", LESS),
    ("lose/pay N X", "", LESS),
    ("most/highest/best/greatest/largest X in/of/among P", "most(c.X for c in P) otherwise 0", ""),
    ("least/lowest/smallest X in/of/among P", "least(c.X for c in P) otherwise 0", ""),
    ("for each/every/a/any Player =", "for p: Player =", ""),
    ("sum of A for X in P , plus N if B", "(sum(A for X in P)) + (if B then N else 0)", ""),
    ("at most N per turn", "once per turn", OFTEN),
    ("A -= at least N", "", AT_LEAST),
    ("A += at least N", "", AT_LEAST),
    // choices
    ("choose N {}", "for each i in 1..N { choose {} }", ""),
    // turns
    ("turn X in A unless Y {}", "turn X in those p in A where not p.Y {}", ""),
    ("turn X in A who are/is not Y {}", "turn X in those p in A where not p.Y {}", ""),
    ("turn X in A who are/is Y {}", "turn X in those p in A where p.Y {}", ""),
    ("turn X in A unless Y {}", "turn X in A {}", LEFT_OUT),
    ("turn X in A who are/is not Y {}", "turn X in A {}", LEFT_OUT),
    ("turn X in A who are/is Y {}", "turn X in A {}", LEFT_OUT),
    ("each/every X player takes/has a turn {}", "turn me in players {}", LEFT_OUT),
    ("if A then game is over", "if A { end game lost }", OVER),
    ("X lives/stands/sits/stays in/on/at Y", "", HELD),
    ("repeat every/each X {}", "round n in 1 onwards {}", EVERY),
    ("do/call/run/perform/execute X ( )", "X()", ""),
    ("do/call/run/perform/execute X ( A )", "X(A)", ""),
    // places
    ("put/place/move/set X . Y to/on/onto/at/in Z", "X.Y = Z", ""),
    ("X . Y moves/goes/jumps to/on/onto Z", "X.Y = Z", ""),
    // conditions
    ("needs A = B else", "needs A is B else", ""),
    ("A > B or equal", "A >= B", ""),
    ("A < B or equal", "A <= B", ""),
    ("A is B or more/higher/greater/above", "A >= B", ""),
    ("A is B or less/fewer/lower/below", "A <= B", ""),
    ("A is at least B", "A >= B", ""),
    ("A is at most B", "A <= B", ""),
    ("A equals or exceeds B", "A >= B", ""),
    ("A is equal to or more/greater/higher than B", "A >= B", ""),
    ("S has/have X 0/zero", "S has p.X is 0", ""),
    ("S has/have X N", "S has p.X is N", ""),
    ("needs enough X else", "needs yes else", ENOUGH),
    ("needs enough X", "needs yes else \"no\"", ENOUGH),
    ("needs N X else", "needs me.X >= N else", ""),
    ("no cards/card are/is left", "miles is empty", ""),
    ("no cards/card left/remain/remaining", "miles is empty", ""),
    ("no more cards/card", "miles is empty", ""),
    ("there are/is no cards/card left", "miles is empty", ""),
    ("there are/is no more cards/card", "miles is empty", ""),
    ("S has/have 0/zero A", "S has p.A is 0", ""),
    ("nobody has P", "no p in players has p.P is not empty", ""),
    ("nobody has any P", "no p in players has p.P is not empty", ""),
    ("nobody has X", "no p in players has p.X > 0", ""),
    ("nobody has any X", "no p in players has p.X > 0", ""),
    ("nobody has X left", "no p in players has p.X > 0", ""),
    ("nobody has any X left", "no p in players has p.X > 0", ""),
    ("S passed", "every p in players has yes", PASSED),
    ("ends after N rounds/round {}", "ends when yes {}", AFTER_ROUNDS),
    ("ends after N turns {}", "ends when yes {}", AFTER_ROUNDS),
    ("ends in/at/on round N {}", "ends when yes {}", AFTER_ROUNDS),
    // the end
    ("everyone/everybody/all wins/win", "end game won by players", ""),
    ("all players/everyone/everybody wins/win together", "end game won by players", ""),
    ("all/players/everyone/everybody loses/lose", "end game lost", ""),
    ("players have N X", "yes", TOGETHER),
    ("game is over", "end game lost", OVER),
    ("game over", "end game lost", OVER),
    (
        "won by players with least A but/and/then most B",
        "won by (players with least A) with most B",
        "",
    ),
    (
        "won by players with most A but/and/then least B",
        "won by (players with most A) with least B",
        "",
    ),
    (
        "won by players with most A but/and/then most B",
        "won by (players with most A) with most B",
        "",
    ),
    (
        "won by players with least A but/and/then least B",
        "won by (players with least A) with least B",
        "",
    ),
];
