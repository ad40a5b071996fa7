//! What happens, what is declared and how often something may be done, as players say it.

/// For turns that are missed.
const MISSED: &str = "this turn ends with `end turn`; that the next one is missed is remembered: \
                      `each Player has { sits_out: yes or no }`, and at the top of the turn `if \
                      me.sits_out { me.sits_out = no  end turn }`";
/// For endings without a winner.
const ENDING: &str = "say how it ends: `end game won by players with most cash`, or, if all have \
                      lost, `end game lost`";
/// For what happens to everybody.
const FOR_EACH: &str = "write it for each of them: `for each p in players { p.cash += $2 }`; if \
                        they choose something, `choose c in me.hand by each players`";
/// For limits of any sort.
const LIMIT: &str = "a limit holds for a `turn`, `round` or `phase`: `once per round`; of anything \
                     else it is remembered: `each Player has { used: yes or no }`, `needs not \
                     me.used else \"…\"`, and in the braces `me.used = yes`";
/// For limits of several times.
const OFTEN: &str = "a limit is `once per turn`, `round` or `phase`; more often is counted: `each \
                     turn has { buys: Number }`, `needs turn.buys < 2 else \"…\"`, and in the \
                     braces `turn.buys += 1`; for a whole game the count belongs to `each Player`";
/// For who may do something.
const WHO: &str = "who may do it is what it needs: `needs me.role is keeper else \"only keepers \
                   may\"`";
/// For what cards are drawn by chance.
const LOT: &str = "chance chooses: `choose c in N of A by chance`, then move what was chosen";
/// For what is hidden.
const HIDDEN: &str = "two things may be meant: `seen by owner` (only its owner sees it: a hand of \
                      cards) or `seen by nobody` (its owner does not see it, either)";
/// For the faces of cards.
const TURNED: &str = "cards lie open in a `row`, and face down in a `pile` that is `seen by \
                      nobody`; one that everybody may look at is shown: `show c to players`";
/// For a player whom chance chooses.
const LUCKY: &str = "chance chooses: `choose lucky in players by chance`, then `X = lucky`";
/// The same with a name for him.
const LUCKY_NAMED: &str = "chance chooses, and gives the name: `choose X in players by chance`";
/// For a card that chance chooses.
const LUCKY_CARD: &str = "chance chooses, and gives the name: `choose X in A by chance`";
/// For what a player does whom chance chooses.
const LUCKY_DOES: &str = "chance chooses: `choose lucky in players by chance`, then say what \
                          happens to `lucky`: `lucky.points += 1`";
/// For what happens at the end of the game.
const AT_THE_END: &str = "what happens at the end of the game stands in `play`, before `end game \
                          …`: behind the last round, or in the block of `ends when … { …  end game \
                          won by players with most points }`";
/// For what happens at the end of a round.
const AFTER_ALL: &str = "what happens at the end of a round, a turn or a phase stands last in its \
                         block: `round n in 1..5 { turn me in players { … }  … }`";
/// For dice that are thrown.
const DIE: &str = "give what is thrown a name: `let n = roll(6)`";
/// For turns that go round.
const ROUND: &str = "turns go round by themselves: `turn me in players { … }` is one turn for \
                     each, `turn me in players onwards { … }` goes on and on";
/// For choices of cards.
const DISCARDS: &str = "let them choose: `choose c in N of X.hand by X`, then `move c to discards`";

/// For options that are amounts.
const AMOUNTS: &str = "the ends of an option are plain numbers: `option X: 1..9 = 5`; in the rules \
                       `Y(X)` makes an amount of it";

/// For what is done several times.
const TIMES: &str = "say how often, around what is repeated: `for each n in 1..3 { … }`";
/// For steps on a track.
const TRACK: &str = "a place on a track is a number: `each Player has { step: 0..40, capped }`, \
                     and a move changes it: `me.step += 2`; squares of a board are an `enum`: \
                     `me.place = s`";

/// Letters as in the other sentences.
pub(super) const HABITS: &[(&str, &str, &str)] = &[
    ("X : A starts/starting/start/begins/beginning at/with B", "X: A = B", ""),
    ("X : A initially B", "X: A = B", ""),
    ("X starts/starting/begins at/with N", "X: Number = N", ""),
    ("discard pile", "discards: pile of Mile", ""),
    ("gain/earn/get/score A points/point", "me.points += A", ""),
    ("you gain/earn/get/score A points/point", "me.points += A", ""),
    ("add N Y to X", "X.Y += N", ""),
    ("give X to me . left", "move X to me.left.hand", ""),
    ("give X to me . right", "move X to me.right.hand", ""),
    ("give X to player on/to my/your left", "move X to me.left.hand", ""),
    ("give X to player on/to my/your right", "move X to me.right.hand", ""),
    ("mets/pose/met X sur/dans A", "move X to A", ""),
    ("X goes to A", "move X to A", ""),
    ("move A to B face down/up", "move A to B", TURNED),
    ("Q is/are/gets shuffled", "shuffle Q", ""),
    ("no cards/card left/remain/remaining in Q", "Q is empty", ""),
    ("no cards/card are/is left in Q", "Q is empty", ""),
    ("no more cards in Q", "Q is empty", ""),
    ("there are/is no cards/card left in Q", "Q is empty", ""),
    ("there are/is no more cards in Q", "Q is empty", ""),
    ("there are/is no cards/card in Q", "Q is empty", ""),
    (
        "player/players/whoever with most/highest/best/biggest/largest A wins/win the game",
        "end game won by players with most A",
        "",
    ),
    (
        "player/players/whoever with least/lowest/fewest/smallest A wins/win the game",
        "end game won by players with least A",
        "",
    ),
    (
        "the player/players with most/highest/best/biggest/largest A wins/win the game",
        "end game won by players with most A",
        "",
    ),
    (
        "the player/players with least/lowest/fewest/smallest A wins/win the game",
        "end game won by players with least A",
        "",
    ),
    ("winner = most/highest/best A", "end game won by players with most A", ""),
    ("winner = least/lowest/fewest A", "end game won by players with least A", ""),
    ("game ends when/if/once A", "ends when A { end game lost }", ENDING),
    ("players take turns : A", "turn me in players onwards { A }", ""),
    ("each/every player takes a turn : A", "turn me in players { A }", ""),
    (
        "move A to each/every/all player/players hand/hands",
        "for each p in players { move A to p.hand }",
        "",
    ),
    (
        "players get/draw/receive/take N cards/card each",
        "for each p in players { move top N of miles to p.hand }",
        "",
    ),
    (
        "deal/give players N cards/card each",
        "for each p in players { move top N of miles to p.hand }",
        "",
    ),
    ("draw/take/deal N", "", "say from where and to where: `move top N of miles to me.hand`"),
    (
        "do/perform/execute X",
        "",
        "a move or a menu is chosen, `choose { X }`; a deed is carried out by its name and \
         brackets, `X()`",
    ),
    ("choose A until everyone/everybody/nobody passes/pass/passed", "choose A until all pass", ""),
    ("choose A until all players pass/passed", "choose A until all pass", ""),
    ("end game A when/if/once B", "ends when B { end game A }", ""),
    ("give Q to X", "move Q to X.hand", ""),
    ("for each/every round {}", "round n in 1 onwards {}", ""),
    ("only possible/allowed when/if A", "needs A else \"…\"", ""),
    ("only when/if A", "needs A else \"…\"", ""),
    ("X . shuffle ( )", "shuffle X", ""),
    ("shuffle ( Q )", "shuffle Q", ""),
    ("move Q [ 0 ] to A", "move top 1 of Q to A", ""),
    ("move last A of Q to B", "move bottom A of Q to B", ""),
    ("move Q top/first A to B", "move top A of Q to B", ""),
    ("move Q bottom/last A to B", "move bottom A of Q to B", ""),
    ("move all but/except top A of Q to B", "move bottom (count(Q) - A) of Q to B", ""),
    (
        "move all/everything but/except the top card of Q to B",
        "move bottom (count(Q) - 1) of Q to B",
        "",
    ),
    ("move Q - top A of Y to B", "move bottom (count(Q) - A) of Q to B", ""),
    ("turn/flip over top card of Q to A", "move top 1 of Q to A", ""),
    ("turn/flip over N cards/card of/from Q to A", "move top N of Q to A", ""),
    ("the X = A", "X = A", ""),
    ("the X += A", "X += A", ""),
    ("the X -= A", "X -= A", ""),
    ("the table . X = A", "X = A", ""),
    ("the table . X += A", "X += A", ""),
    ("the table . X -= A", "X -= A", ""),
    ("X of Y += A", "Y.X += A", ""),
    ("X of Y -= A", "Y.X -= A", ""),
    ("X of Y = A", "Y.X = A", ""),
    ("X [ Y ] += A", "X.Y += A", ""),
    ("X [ Y ] -= A", "X.Y -= A", ""),
    ("X [ Y ] = A", "X.Y = A", ""),
    ("let X : Y = A", "let X = A", ""),
    ("let X be A", "let X = A", ""),
    ("int/integer/number/var/val/const/sei/soit/sea X = A", "let X = A", ""),
    ("X is called/named A", "X = A", ""),
    ("round is X", "round.X = yes", ""),
    ("turn is X", "turn.X = yes", ""),
    ("stop if/when A", "ends when A", ""),
    ("round/turn/phase ends when/if A", "ends when A", ""),
    ("the round/turn/phase ends when/if A", "ends when A", ""),
    // turns, rounds and endings
    ("lose/miss/skip/forfeit a/the/your/my/their/next turn", "end turn", MISSED),
    ("lose/miss/skip/forfeit the/your/my/their next turn", "end turn", MISSED),
    ("lose/miss/skip/forfeit turn", "end turn", MISSED),
    ("X loses/misses/skips/forfeits a/the/their/his/her/next turn", "end turn", MISSED),
    ("X loses/misses/skips/forfeits the/their/his/her next turn", "end turn", MISSED),
    ("finish/stop/end my/your/this/their/the turn", "end turn", ""),
    ("finish/stop turn", "end turn", ""),
    ("finish/stop/end this/the round", "end round", ""),
    ("your/my/their turn ends", "end turn", ""),
    ("the turn ends", "end turn", ""),
    ("the round ends", "end round", ""),
    ("the game ends", "end game lost", ENDING),
    ("game ends", "end game lost", ENDING),
    ("the game is over", "end game lost", ENDING),
    ("end the game", "end game lost", ENDING),
    ("end game", "end game lost", ENDING),
    ("finish/stop game", "end game lost", ENDING),
    ("finish/stop the game", "end game lost", ENDING),
    ("when/if/once the game ends {}", "to at_the_end {}", AT_THE_END),
    ("when/if/once game ends {}", "to at_the_end {}", AT_THE_END),
    ("when/if/once the game is over {}", "to at_the_end {}", AT_THE_END),
    ("at/on the end of the game {}", "to at_the_end {}", AT_THE_END),
    ("at/on the game end {}", "to at_the_end {}", AT_THE_END),
    ("at/on end of game {}", "to at_the_end {}", AT_THE_END),
    ("the game end {}", "to at_the_end {}", AT_THE_END),
    ("game end/over {}", "to at_the_end {}", AT_THE_END),
    ("end of game {}", "to at_the_end {}", AT_THE_END),
    ("after the game {}", "to at_the_end {}", AT_THE_END),
    ("at/on/after the end of each/every/the/a round/turn/phase {}", "to at_the_end {}", AFTER_ALL),
    ("at/on/after end of each/every/the/a round/turn/phase {}", "to at_the_end {}", AFTER_ALL),
    ("when/if/once each/every/the/a round/turn/phase ends {}", "to at_the_end {}", AFTER_ALL),
    ("after each/every round/turn/phase {}", "to at_the_end {}", AFTER_ALL),
    ("when/if A everyone/everybody loses", "ends when A { end game lost }", ""),
    ("when/if A all players lose", "ends when A { end game lost }", ""),
    ("who/whoever has A wins/win", "end game won by players with A", ""),
    ("highest/most X wins/win", "end game won by players with most X", ""),
    ("lowest/least/fewest X wins/win", "end game won by players with least X", ""),
    ("each/every player in turn {}", "turn me in players {}", ""),
    ("for each/every player in turn {}", "turn me in players {}", ""),
    ("for each/every player clockwise from A {}", "turn me in players from A {}", ""),
    ("each/every player clockwise from A {}", "turn me in players from A {}", ""),
    ("players take turns {}", "turn me in players onwards {}", ""),
    ("each/every player takes turns {}", "turn me in players onwards {}", ""),
    ("take another turn", "again", "a move that says `again` lets its player choose once more"),
    (
        "take/get an extra turn",
        "again",
        "a move that says `again` lets its player choose once more",
    ),
    (
        "X takes/gets another turn",
        "again",
        "a move that says `again` lets its player choose once more",
    ),
    ("go/play again", "again", ""),
    ("repeat/do this N times", "", TIMES),
    ("repeat/do this twice", "", TIMES),
    ("do A N times", "for each i in 1..N { A }", ""),
    ("do A twice", "for each i in 1..2 { A }", ""),
    ("A , then B", "A B", ""),
    ("A and then B", "A B", ""),
    ("shuffle Q and A", "shuffle Q A", ""),
    ("for round in A {}", "round n in A {}", ""),
    ("for each round in A {}", "round n in A {}", ""),
    ("for A rounds {}", "round n in 1..A {}", ""),
    ("repeat for A rounds {}", "round n in 1..A {}", ""),
    ("repeat/play A rounds {}", "round n in 1..A {}", ""),
    ("each/every round {}", "round n in 1 onwards {}", ""),
    ("in each/every round {}", "round n in 1 onwards {}", ""),
    ("round N to M {}", "round n in N..M {}", ""),
    ("turn X {}", "turn me in X {}", ""),
    ("X takes a turn {}", "turn me in X {}", ""),
    ("play passes/goes/continues/moves to the left", "", ROUND),
    ("play passes/goes/continues to the next player", "", ROUND),
    ("the turn passes to A", "", ROUND),
    ("next player", "", ROUND),
    ("next player becomes X", "X = X.left", ""),
    ("the next player becomes X", "X = X.left", ""),
    ("X moves/goes/passes/rotates to the left", "X = X.left", ""),
    ("X moves/goes/passes/rotates left", "X = X.left", ""),
    ("X moves/goes/passes/rotates to the right", "X = X.right", ""),
    ("X moves/goes/passes/rotates right", "X = X.right", ""),
    ("X passes to the next player", "X = X.left", ""),
    ("pass X to the left", "X = X.left", ""),
    ("pass X to the next player", "X = X.left", ""),
    ("then/now/finally/afterwards/also/next A", "A", ""),
    ("otherwise/else A", "else { A }", ""),
    ("if A then B else C", "if A { B } else { C }", ""),
    ("if A , then B", "if A { B }", ""),
    ("if A then B", "if A { B }", ""),
    ("if A , B", "if A { B }", ""),
    ("when/whenever A , B", "if A { B }", ""),
    // chance
    ("pick/choose/select/draw a random player X", "choose X in players by chance", ""),
    ("pick/choose/select a random player", "choose lucky in players by chance", ""),
    ("pick/choose/select random player", "choose lucky in players by chance", ""),
    ("pick/choose/select a random card from/of/in A", "choose c in A by chance", ""),
    ("pick/choose/select N random cards/card from/of/in A", "choose c in N of A by chance", ""),
    (
        "draw a random card from A",
        "choose c in A by chance",
        "chance chooses: `choose c in A by chance`, then `move c to me.hand`",
    ),
    (
        "move/draw/take a random card from/of A to B",
        "choose c in A by chance move c to B",
        "write `choose c in A by chance`, then `move c to B`",
    ),
    (
        "move/draw/take random card from/of A to B",
        "choose c in A by chance move c to B",
        "write `choose c in A by chance`, then `move c to B`",
    ),
    (
        "move/draw/take N random cards/card from/of A to B",
        "choose c in N of A by chance move c to B",
        "write `choose c in N of A by chance`, then `move c to B`",
    ),
    ("move/draw/take N random cards/card from/of A", "", LOT),
    ("choose X by chance in/from A", "choose X in A by chance", ""),
    ("choose X at random in/from A", "choose X in A by chance", ""),
    ("choose X randomly in/from A", "choose X in A by chance", ""),
    ("choose A in B of random C", "choose A in B of C by chance", ""),
    ("choose A cards/card X from/of/in B by chance", "choose X in A of B by chance", ""),
    ("choose A cards/card X from/of/in B", "choose X in A of B", ""),
    ("choose N cards/card from/of/in A", "choose c in N of A", ""),
    ("choose N X from/of/in A", "choose X in N of A", ""),
    ("choose a/an/one card X from/of/in A", "choose X in A", ""),
    ("choose/pick/select X from A", "choose X in A", ""),
    ("X = a/one/some random player", "X = first p in players", LUCKY),
    ("let X = a/one/some random player", "let X = first p in players", LUCKY_NAMED),
    ("let X = random player", "let X = first p in players", LUCKY_NAMED),
    ("X = a/one/some random Y from/of/in A", "X = first c in A", LUCKY_CARD),
    ("let X = a/one/some random Y from/of/in A", "let X = first c in A", LUCKY_CARD),
    ("a/one/some random player/opponent A", "", LUCKY_DOES),
    (
        "random player",
        "first p in players",
        "chance chooses: `choose lucky in players by chance`, then use `lucky`",
    ),
    ("roll/throw a/the die/dice", "", DIE),
    ("X rolls/throws a/the die/dice", "", DIE),
    (
        "A = roll N die/dice",
        "A = 1",
        "give what is thrown a name: `let n = roll(6)`, then `A = n`; each die is thrown by itself",
    ),
    ("A = roll a/the die", "A = 1", "give what is thrown a name: `let n = roll(6)`, then `A = n`"),
    (
        "roll N dice",
        "roll(6)",
        "each die is thrown by itself: `let a = roll(6)` and `let b = roll(6)` on two lines; \
         then `a + b` is the sum",
    ),
    // cards
    (
        "deal/give N cards/card to each/every player",
        "for each p in players { move top N of miles to p.hand }",
        "",
    ),
    (
        "deal/give N cards/card to all players",
        "for each p in players { move top N of miles to p.hand }",
        "",
    ),
    (
        "deal/give each/every player N cards/card",
        "for each p in players { move top N of miles to p.hand }",
        "",
    ),
    (
        "deal/give all players N cards/card",
        "for each p in players { move top N of miles to p.hand }",
        "",
    ),
    (
        "each/every player gets/draws/receives/takes N cards/card",
        "for each p in players { move top N of miles to p.hand }",
        "",
    ),
    (
        "everybody/everyone gets/draws/receives/takes N cards/card",
        "for each p in players { move top N of miles to p.hand }",
        "",
    ),
    (
        "all players get/draw/receive/take N cards/card",
        "for each p in players { move top N of miles to p.hand }",
        "",
    ),
    ("deal/give/draw N cards/card to A", "move top N of miles to A", ""),
    ("deal/give/draw A cards to B", "move top A of miles to B", ""),
    (
        "deal N cards/card",
        "",
        "say from where and to whom: `for each p in players { move top N of miles to p.hand }`",
    ),
    ("shuffle A back into B", "move A to B shuffle B", ""),
    ("shuffle A into B", "move A to B shuffle B", ""),
    ("discard your/my hand", "move me.hand to discards", ""),
    ("X discards their/his/her hand", "move X.hand to discards", ""),
    ("discard Q", "move Q to discards", ""),
    ("discard X", "move X to discards", ""),
    ("jump/hop/go/step/advance/walk N spaces/space/steps/squares/fields", "", TRACK),
    ("jump/hop/go/step/advance/walk forward/back/ahead N", "", TRACK),
    ("move forward N spaces/space/steps/squares/fields", "", TRACK),
    ("move N spaces/space/steps/squares/fields forward/ahead/back/backwards", "", TRACK),
    ("move N spaces/space/steps/squares/fields", "", TRACK),
    ("X moves N spaces/space/steps/squares/fields", "", TRACK),
    ("X moves N spaces/space/steps/squares/fields forward/ahead/back/backwards", "", TRACK),
    ("X moves forward N spaces/space/steps/squares/fields", "", TRACK),
    ("reveal/flip top card of Q", "show top 1 of Q to players", TURNED),
    ("turn top card of Q face up", "show top 1 of Q to players", TURNED),
    ("turn/flip over top card of Q", "show top 1 of Q to players", TURNED),
    ("add A to Q", "move A to Q", ""),
    (
        "remove/take N cards/card from Q",
        "move top N of Q to discards",
        "say where they go, too: `move top N of Q to discards`",
    ),
    ("remove/take A from Q", "move A to discards", "say where they go: `move A to discards`"),
    (
        "each/every player discards N cards/card",
        "",
        "let them choose: `choose cast in N of p.hand by each p in players`, then move what \
         each has chosen: `for each p in players { move p.cast to discards }`",
    ),
    ("X discards N cards/card", "", DISCARDS),
    (
        "discard N cards/card",
        "",
        "let somebody choose: `choose c in N of me.hand by me`, then `move c to discards`",
    ),
    (
        "X gives a/one card to Y",
        "",
        "say which: `choose c in X.hand by X`, then `move c to Y.hand`",
    ),
    (
        "X gives N cards to Y",
        "",
        "say which: `choose c in N of X.hand by X`, then `move c to Y.hand`",
    ),
    ("reveal A to B", "show A to B", ""),
    ("reveal all A", "for each p in players { show p.A to players }", ""),
    ("reveal/reveals A", "show A to players", ""),
    ("X reveals/shows A", "show A to players", ""),
    ("turn A face up", "show A to players", TURNED),
    ("turn A face down", "hide A", TURNED),
    ("turn over A", "show A to players", TURNED),
    ("flip over A", "show A to players", TURNED),
    ("flip top A", "", TURNED),
    ("show A to all/everyone/everybody", "show A to players", ""),
    ("show A to all players", "show A to players", ""),
    ("show A to each/every player", "show A to players", ""),
    // amounts
    ("reset A to B", "A = B", ""),
    ("reset A", "A = 0", ""),
    ("A resets/reset to B", "A = B", ""),
    ("A resets/reset", "A = 0", ""),
    ("A is reset to B", "A = B", ""),
    ("A is reset", "A = 0", ""),
    ("A is set to B", "A = B", ""),
    ("A becomes B", "A = B", ""),
    ("A is now B", "A = B", ""),
    ("A plus B", "A += B", ""),
    ("A minus B", "A -= B", ""),
    ("A increases/rises/grows by B", "A += B", ""),
    ("A decreases/falls/drops/sinks by B", "A -= B", ""),
    ("A goes up", "A += 1", ""),
    ("A goes down", "A -= 1", ""),
    ("A increases/rises", "A += 1", ""),
    ("A decreases/falls/drops", "A -= 1", ""),
    ("double A", "A += A", ""),
    ("halve A", "A = A / 2", ""),
    ("A is doubled", "A += A", ""),
    ("X Y += A", "X.Y += A", ""),
    ("X Y -= A", "X.Y -= A", ""),
    ("X Y = A", "X.Y = A", ""),
    ("X scores/score N Y", "X.Y += N", ""),
    ("X get/gain/win/receive/earn/collect N A", "X.A += N", ""),
    ("X lose/pay/spend N A", "X.A -= N", ""),
    ("X wins/receives/earns/collects N A", "X.A += N", ""),
    ("score N Y", "me.Y += N", ""),
    ("gain/earn/get/win/receive/collect N Y", "me.Y += N", ""),
    ("pay/lose/spend N Y", "me.Y -= N", ""),
    ("X gives Y N Z", "X.Z -= N Y.Z += N", "write `X.Z -= N` and `Y.Z += N`"),
    ("X pays Y N Z", "X.Z -= N Y.Z += N", "write `X.Z -= N` and `Y.Z += N`"),
    ("X pays/gives N Z to Y", "X.Z -= N Y.Z += N", "write `X.Z -= N` and `Y.Z += N`"),
    ("give/pay N Z to X", "X.Z += N", "write `X.Z += N`; if it is yours, `me.Z -= N`, too"),
    ("everyone/everybody gains/gets/receives/wins N A", "for each p in players { p.A += N }", ""),
    ("everyone/everybody loses/pays N A", "for each p in players { p.A -= N }", ""),
    ("each/every player gains/gets/receives/wins N A", "for each p in players { p.A += N }", ""),
    ("each/every player loses/pays N A", "for each p in players { p.A -= N }", ""),
    ("all players gain/get/receive/win N A", "for each p in players { p.A += N }", ""),
    ("all players lose/pay N A", "for each p in players { p.A -= N }", ""),
    ("each/every other player loses/pays N A", "for each p in opponents { p.A -= N }", ""),
    ("each/every other player gains/gets/receives N A", "for each p in opponents { p.A += N }", ""),
    ("all other players lose/pay N A", "for each p in opponents { p.A -= N }", ""),
    ("everyone/everybody loses", "end game lost", ""),
    ("nobody wins", "end game drawn", ""),
    ("the game is drawn/tied", "end game drawn", ""),
    ("the game is a draw/tie", "end game drawn", ""),
    ("it is a draw/tie", "end game drawn", ""),
    ("end game draw/tie/tied", "end game drawn", ""),
    ("end game won by nobody", "end game drawn", ""),
    ("all players lose", "end game lost", ""),
    ("everyone/everybody A", "", FOR_EACH),
    (
        "all other players A",
        "",
        "write it for each of them: `for each p in opponents { p.cash += $2 }`",
    ),
    (
        "each/every other player A",
        "",
        "write it for each of them: `for each p in opponents { p.cash += $2 }`",
    ),
    // choices
    ("choose X , Y or Z", "choose { X or Y or Z }", ""),
    ("choose X , Y or pass", "choose { X or Y or pass }", ""),
    ("choose X or pass", "choose { X or pass }", ""),
    ("choose X , Y , or Z", "choose { X or Y or Z }", ""),
    ("may X or Y or Z", "choose { X or Y or Z or pass }", ""),
    ("may X or Y", "choose { X or Y or pass }", ""),
    ("X may/can/must choose/pick A", "choose A by X", "say from what: `choose c in X.hand by X`"),
    (
        "X may/can/must {}",
        "turn me in X { choose {} }",
        "to let a certain player make a move, let it be their turn: `turn me in X { choose { … \
         } }`",
    ),
    ("if not possible A", "otherwise A", ""),
    ("or if not possible A", "otherwise A", ""),
    ("or if impossible A", "otherwise A", ""),
    ("or if that is impossible A", "otherwise A", ""),
    // moves and limits
    ("action X a/an/one card Y in/from A", "action X(Y in A)", ""),
    ("action X card Y in/from A", "action X(Y in A)", ""),
    ("action X a/an/one card in/from A", "action X(c in A)", ""),
    ("action X card in/from A", "action X(c in A)", ""),
    ("action X a/an/one/any Y in/from A", "action X(Y in A)", ""),
    ("action X N cards in/from A", "action X(c in N of A)", ""),
    ("action X with/on/for Y in A", "action X(Y in A)", ""),
    ("( N X in A )", "(X in N of A)", ""),
    ("( a/an/one X in A )", "(X in A)", ""),
    ("( X from A )", "(X in A)", ""),
    ("once a/each/every turn", "once per turn", ""),
    ("once a/each/every round", "once per round", ""),
    ("once per X for me", "once per X", ""),
    ("only once per X", "once per X", ""),
    ("twice per/a/each/every X", "once per turn", OFTEN),
    ("N times per/a/each/every X", "once per turn", OFTEN),
    ("once per/a/each/every X", "once per round", LIMIT),
    ("only during A", "needs yes else \"no\"", WHO),
    ("only for X", "needs yes else \"no\"", WHO),
    ("only if A", "needs A else \"not now\"", ""),
    ("only when A", "needs A else \"not now\"", ""),
    ("only X", "needs yes else \"no\"", WHO),
    // what is declared
    ("secret/hidden/private X : Y", "X: slot of Y, seen by owner", HIDDEN),
    ("option X : Y ( N ) .. Z ( A ) = Z ( B )", "option X: N..A = B", AMOUNTS),
    ("option X : Y ( N ) .. A", "option X: N..99 = N", AMOUNTS),
    ("set of X , hidden/secret/private/concealed/closed", "set of X, seen by owner", HIDDEN),
    ("slot of X , hidden/secret/private/concealed/closed", "slot of X, seen by owner", HIDDEN),
    ("row of X , hidden/secret/private/concealed/closed", "row of X, seen by owner", HIDDEN),
    ("pile of X , hidden/secret/private/concealed/closed", "pile of X, seen by nobody", HIDDEN),
    (", hidden/secret/private/concealed", ", seen by owner", HIDDEN),
    ("of X , open/visible/public", "of X", "what everybody sees needs no words: leave it out"),
    ("of X , face up", "of X", "what everybody sees needs no words: leave it out"),
    (": a/the number from N to M", ": N..M", ""),
    (": from/between A to/and B", ": A..B", ""),
    (": a/an/one X", ": X", ""),
    (": Number starting at/with A", ": Number = A", ""),
    (": starts at/with A", ": Number = A", ""),
];
