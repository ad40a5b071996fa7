//! Sentences in which a newcomer retold the rules of a printed game: who is first of all, what is
//! earned for each of something, when it is over. They are looked up before the others.

/// For what happens at the end of something.
const AT_LAST: &str = "what happens at the end of a turn, a round or a phase stands last in its \
                       block, by itself: `A`";
/// For what may be done several times.
const UP_TO: &str = "several times is `for each i in 1..N { choose X }`; whoever may do it less \
                     often needs `pass` among these moves";
/// For a value that depends on a condition.
const CASES: &str = "a value that depends on a condition says what it is otherwise: `if W then … \
                     else 0`";
/// For a second value in brackets.
const TWO_CASES: &str = "of two values the condition picks one: `A += if … then B else N`";
/// For games of so many rounds.
const ROUNDS: &str = "rounds are counted where they begin: `round n in 1..N { … }`; what comes \
                      after the last follows its braces, such as `end game won by players with \
                      most points`";
/// For endings in which all have lost.
const LOST_WHEN: &str = "an ending stands at the top of `play`: `ends when W { end game lost }`";
/// For endings in which all have won.
const WON_WHEN: &str =
    "an ending stands at the top of `play`: `ends when W { end game won by players }`";
/// For endings of which nobody says who wins.
const ENDS_WHEN: &str = "an ending stands at the top of `play`, and says who wins: `ends when W { \
                         end game won by players with most points }`, or all lose: `end game lost`";
/// For what everybody has from the start.
const STARTS: &str = "what everybody has from the start follows its type where it is declared: \
                      `each Player has { NAME: … = N }`";
/// For what somebody is given.
const GIVEN: &str = "what somebody has is set (`X.… = Y`); cards are moved: `move Y to X.…`";
/// For a value that chance gives.
const BY_CHANCE: &str = "chance chooses, and gives a name: `choose x in X by chance`, then `A = x`";
/// The same where it gets a name.
const NAMED_BY_CHANCE: &str = "chance chooses, and gives the name: `choose A in X by chance`";

/// For a player whom chance chooses.
const LUCKY: &str = "chance chooses: `choose lucky in players by chance`, then `A = lucky`";
/// The same where he gets a name.
const LUCKY_NAMED: &str = "chance chooses, and gives the name: `choose A in players by chance`";

/// Letters as in the other sentences.
pub(super) const RETOLD: &[(&str, &str, &str)] = &[
    // when something happens
    ("at/on/after end of each/every/a/this round/turn/phase : A", "A", AT_LAST),
    ("at/on/after end of round/turn/phase : A", "A", AT_LAST),
    ("at/on/after end of each/every/a/this round/turn/phase , A", "A", AT_LAST),
    ("at/on/after end of round/turn/phase , A", "A", AT_LAST),
    (
        "at/on/after end of round/turn/phase X ( )",
        "X()",
        "what happens at the end of a turn, a \
      round or a phase stands last in its block, by itself: `X()`",
    ),
    ("game lasts N X {}", "round n in 1..N {}", ""),
    ("game lasts N X . {}", "round n in 1..N {}", ""),
    ("game lasts N X", "", ROUNDS),
    ("game lasts for N X", "", ROUNDS),
    ("game is lost when/if/once W", "ends when W { end game lost }", ""),
    ("game is lost when/if/once W", "ends when yes { end game lost }", LOST_WHEN),
    ("game is lost as soon as W", "ends when yes { end game lost }", LOST_WHEN),
    (
        "players/all/everyone/everybody lose/loses when/if/once W",
        "ends when yes { end game lost }",
        LOST_WHEN,
    ),
    ("game is won when/if/once W", "ends when yes { end game lost }", WON_WHEN),
    (
        "players/all/everyone/everybody win/wins when/if/once W",
        "ends when yes { end game lost }",
        WON_WHEN,
    ),
    ("game ends/stops when/if/once W", "ends when yes { end game lost }", ENDS_WHEN),
    ("game ends/stops as soon as W", "ends when yes { end game lost }", ENDS_WHEN),
    ("game is over when/if/once W", "ends when yes { end game lost }", ENDS_WHEN),
    ("X phase/round/turn ends/stops when/if/once W", "ends when W", ""),
    ("phase/round/turn ends/stops when/if/once W", "ends when W", ""),
    // who
    (
        "winner is player/players with most/highest/biggest/largest A",
        "end game won by players with most A",
        "",
    ),
    (
        "winner is player/players with least/fewest/lowest/smallest A",
        "end game won by players with least A",
        "",
    ),
    (
        "player/players with most/highest/biggest/largest A is/becomes X",
        "X = first p in players with most A",
        "",
    ),
    (
        "player/players with least/fewest/lowest/smallest A is/becomes X",
        "X = first p in players with least A",
        "",
    ),
    (
        "X is/becomes player with most/highest/biggest/largest A",
        "X = first p in players with most A",
        "",
    ),
    (
        "X is/becomes player with least/fewest/lowest/smallest A",
        "X = first p in players with least A",
        "",
    ),
    (
        "player/players with most/highest/biggest/largest A wins/win",
        "end game won by players with most A",
        "",
    ),
    (
        "player/players with least/fewest/lowest/smallest A wins/win",
        "end game won by players with least A",
        "",
    ),
    (
        "first player is/becomes next player",
        "",
        "who begins is kept in a counter: `the table has { leader: Player }`, and where the next \
         one begins `leader = leader.left`; turns begin there with `turn me in players from \
         leader { … }`",
    ),
    ("next player to/on left/right becomes/is X", "X = X.left", ""),
    ("next player becomes/is X", "X = X.left", ""),
    ("player to/on left of X becomes/is X", "X = X.left", ""),
    ("X moves/goes/passes one/a seat/place/player to left", "X = X.left", ""),
    ("X moves/goes/passes one/a seat/place/player to right", "X = X.right", ""),
    ("X moves/goes/passes to next player to/on left/right", "X = X.left", ""),
    ("X moves/goes/passes to next player", "X = X.left", ""),
    ("X A passes/moves/goes to left", "X = X.left", ""),
    ("X A passes/moves/goes to right", "X = X.right", ""),
    ("every player {}", "for each p in players {}", ""),
    ("all players {}", "for each p in players {}", ""),
    ("if someone/somebody/anyone/anybody X Y {}", "if any p in players has p.X(Y) {}", ""),
    ("if any player X Y {}", "if any p in players has p.X(Y) {}", ""),
    // by chance
    ("let A = a/an random player", "", LUCKY_NAMED),
    ("A = a/an random player", "", LUCKY),
    ("let A = a/an random X", "", NAMED_BY_CHANCE),
    ("let A = random ( X )", "", NAMED_BY_CHANCE),
    ("A = a/an random X", "", BY_CHANCE),
    ("A = random X by chance", "", BY_CHANCE),
    // cards
    (
        "deal/give/hand N card/cards from/of Q to each/every/all player/players",
        "for each p in players { move top N of Q to p.hand }",
        "",
    ),
    (
        "deal/give/hand each/every/all player/players N card/cards from/of Q",
        "for each p in players { move top N of Q to p.hand }",
        "",
    ),
    (
        "draw/take a/an/one new X from/of Q and put/lay/place it on/in/into/onto/to my/your Y",
        "move top 1 of Q to me.Y",
        "",
    ),
    (
        "draw/take a/an/one new X from/of Q and put/lay/place it on/in/into/onto/to Y",
        "move top 1 of Q to Y",
        "",
    ),
    (
        "draw/take a/an/one X from/of Q and put/lay/place it on/in/into/onto/to my/your Y",
        "move top 1 of Q to me.Y",
        "",
    ),
    (
        "draw/take a/an/one X from/of Q and put/lay/place it on/in/into/onto/to Y",
        "move top 1 of Q to Y",
        "",
    ),
    (
        "move/deal top N of Q to each/every player",
        "for each p in players { move top N of Q to \
      p.hand }",
        "",
    ),
    (
        "move/deal top N of Q to each/every X in players",
        "for each X in players { move top N of Q \
      to X.hand }",
        "",
    ),
    (
        "move/deal top N of Q to each/every player 's P",
        "for each p in players { move top N of Q to \
      p.P }",
        "",
    ),
    ("move/put/take all of Q to/into/in/on P", "move Q to P", ""),
    ("shuffle Q and make it new P", "move Q to P  shuffle P", ""),
    ("shuffle Q and make it P", "move Q to P  shuffle P", ""),
    ("draw/take a/an/one new one/card", "move top 1 of miles to me.hand", ""),
    ("draw/take new one/card", "move top 1 of miles to me.hand", ""),
    // what is earned
    ("A += K per Y . Z", "A += Y.Z * K", ""),
    ("A -= K per Y . Z", "A -= Y.Z * K", ""),
    ("A += N per Y . Z", "A += Y.Z * N", ""),
    ("A -= N per Y . Z", "A -= Y.Z * N", ""),
    ("A += K for each/every Y . Z", "A += Y.Z * K", ""),
    ("A -= K for each/every Y . Z", "A -= Y.Z * K", ""),
    ("A += N for each/every Y . Z", "A += Y.Z * N", ""),
    ("A -= N for each/every Y . Z", "A -= Y.Z * N", ""),
    ("gain/get/score/earn one/a X for each/every Y in/on my/your Z", "me.X += count(me.Z)", ""),
    ("gain/get/score/earn N X for each/every Y in/on my/your Z", "me.X += N * count(me.Z)", ""),
    ("this/it costs N X", "me.X -= N", ""),
    ("this/it costs one/a X", "me.X -= 1", ""),
    ("Y gets/gains/receives/earns/get/gain K for each/every Z of X", "Y.cash += X.Z * K", ""),
    ("Y gets/gains/receives/earns/get/gain N A for each/every Z of X", "Y.A += X.Z * N", ""),
    ("Y loses/pays/lose/pay K for each/every Z of X", "Y.cash -= X.Z * K", ""),
    ("Y loses/pays/lose/pay N A for each/every Z of X", "Y.A -= X.Z * N", ""),
    ("lose/loses all my/your/his/her/their X", "me.X = 0", ""),
    ("Y lose/loses all my/your/his/her/their X", "Y.X = 0", ""),
    ("lose/loses all my/your/his/her/their X for this Z", "me.X = 0", ""),
    ("Y lose/loses all my/your/his/her/their X for this Z", "Y.X = 0", ""),
    (
        "everyone/everybody takes/gets back their/his/her/all N X",
        "for each p in players { p.X = N \
      }",
        "",
    ),
    (
        "each/every player takes/gets back their/his/her/all N X",
        "for each p in players { p.X = N \
      }",
        "",
    ),
    ("my/your X is/are used up", "me.X = 0", ""),
    ("my/your X is/are spent/lost/gone/reset", "me.X = 0", ""),
    ("pay/pays N X to bank/supply/stock/box", "me.X -= N", ""),
    ("pay/pays K to bank/supply/stock/box", "me.cash -= K", ""),
    ("each/every player starts/begins with N Y", "", STARTS),
    ("everyone/everybody starts/begins with N Y", "", STARTS),
    ("all players start/begin with N Y", "", STARTS),
    ("give X Y", "", GIVEN),
    ("Y gets/becomes X Z", "Y.X = Z", ""),
    ("A += N ( B for X )", "A += N", TWO_CASES),
    // choices
    ("choose X up to N times", "for each i in 1..N { choose X }", UP_TO),
    ("do up to N X", "for each i in 1..N { choose X }", UP_TO),
    ("you/player may/can do this only once per/each/a turn", "once per turn", ""),
    ("you/player may/can do this only once per/each/a round", "once per round", ""),
    ("you/player may/can do this once per/each/a turn", "once per turn", ""),
    ("you/player may/can do this once per/each/a round", "once per round", ""),
    ("again and again", "again", ""),
    ("only once per/each/a turn", "once per turn", ""),
    // values
    ("= N if W", "= 0", CASES),
    ("= K if W", "= 0", CASES),
    ("= X if W", "= 0", CASES),
];
