//! Who sits where, who decides, and what leaves the game, as people say it.

/// For whoever begins.
const BEGINS: &str = "keep in a counter who begins: `the table has { leader: Player }`, and in \
                      `setup` `leader = A`; turns begin there with `turn me in players from leader \
                      { … }`";
/// For cards that nobody uses any more.
const GONE: &str = "cards never vanish: let those that are out of the game lie in a pile of their \
                    own, `the table has { removed: pile of Mile }`, and write `move A to removed`";
/// For the winner.
const WINNER: &str = "write in `play`: `end game won by players with most points`; a word of \
                      yours, such as `define points for p: Player = …`, says what counts";

/// For the last in the order of turns.
const LAST: &str = "only `first` picks one of several; whoever is last in the order of turns sits \
                    to the right of the first: `(first p in players).right`";
/// For choices of everybody that nobody else sees.
const AT_ONCE_SECRETLY: &str = "all choose at the same time with `by each players`, and nobody \
                                sees anything before the last has chosen: `choose c in me.hand by \
                                each players`, and then `p.c` is what p chose; numbers, names and \
                                players may stay secret after that, too: `choose n in 1..3 by each \
                                players secretly`";
/// Letters as in the other sentences.
pub(super) const SEATS: &[(&str, &str, &str)] = &[
    // who decides
    (
        "everybody/everyone/all secretly choose/chooses/pick/picks A in B",
        "choose A in B by each players secretly",
        "",
    ),
    (
        "each/every/all player/players secretly choose/chooses/pick/picks A in B",
        "choose A in B by each players secretly",
        "",
    ),
    ("everybody/everyone/all secretly choose/chooses/pick/picks A", "", AT_ONCE_SECRETLY),
    ("each/every/all player/players secretly choose/chooses/pick/picks A", "", AT_ONCE_SECRETLY),
    ("everybody/everyone/all choose/chooses/pick/picks A in secret", "", AT_ONCE_SECRETLY),
    ("each/every/all player/players choose/chooses/pick/picks A in secret", "", AT_ONCE_SECRETLY),
    ("everybody/everyone/all pick/picks A in B", "choose A in B by each players", ""),
    ("each/every/all player/players pick/picks A in B", "choose A in B by each players", ""),
    ("choose A by each X in B where C", "choose A by each those X in B where C", ""),
    ("choose A by each X in B", "choose A by each B", ""),
    ("by each X in A choose B", "choose B by each A", ""),
    ("by each X in A { choose B }", "choose B by each A", ""),
    ("by each A choose B", "choose B by each A", ""),
    // who begins
    ("first player = A", "", BEGINS),
    ("first player is A", "", BEGINS),
    ("X is first player", "", BEGINS),
    ("X goes/starts/begins first", "", BEGINS),
    ("X is starting player", "", BEGINS),
    // neighbours
    (
        "left neighbour/neighbor gains/gets/earns/receives/scores N",
        "",
        "say of what: `me.left.points += N`",
    ),
    (
        "right neighbour/neighbor gains/gets/earns/receives/scores N",
        "",
        "say of what: `me.right.points += N`",
    ),
    ("left neighbour/neighbor of A", "A.left", ""),
    ("right neighbour/neighbor of A", "A.right", ""),
    ("my/your left neighbour/neighbor", "me.left", ""),
    ("my/your right neighbour/neighbor", "me.right", ""),
    ("me . left neighbour/neighbor", "me.left", ""),
    ("me . right neighbour/neighbor", "me.right", ""),
    ("left neighbour/neighbor", "me.left", ""),
    ("right neighbour/neighbor", "me.right", ""),
    ("player on/to my/your left", "me.left", ""),
    ("player on/to my/your right", "me.right", ""),
    // seats by their number
    ("= first player", "= first p in players", ""),
    ("first player", "(first p in players)", ""),
    ("second player", "(first p in players).left", ""),
    ("third player", "(first p in players).left.left", ""),
    ("= last player", "= (first p in players).right", LAST),
    ("= last X in players", "= (first p in players).right", LAST),
    ("last player", "((first p in players).right)", LAST),
    ("last X in players", "((first p in players).right)", LAST),
    // the end
    (
        "winner is player/players/whoever with most/highest/best A",
        "end game won by players with most A",
        "",
    ),
    (
        "winner is player/players/whoever with least/fewest/lowest A",
        "end game won by players with least A",
        "",
    ),
    ("winner is A", "", WINNER),
    ("X wins/win/won", "end game won by X", ""),
    // cards
    ("move all/every cards/card of/from/in Q to B", "move Q to B", ""),
    ("move all/every of Q to B", "move Q to B", ""),
    ("remove/take A from/of game/play", "", GONE),
    ("remove/take A out of game/play", "", GONE),
    ("A leaves/leave game/play", "", GONE),
    ("move [ A ] , [ B ] to C", "move ([A], [B]) to C", ""),
    ("move [ A ] and [ B ] to C", "move ([A], [B]) to C", ""),
    // signs
    ("if A then {}", "if A {}", ""),
    ("N x each of", "N each of", ""),
    ("N x [", "N of [", ""),
    ("board/grid A : B x/by C", "enum A B by C", ""),
    ("board/grid A B x/by C", "enum A B by C", ""),
    ("destroy/trash/scrap/eliminate A", "", GONE),
    ("remove X", "", GONE),
];
