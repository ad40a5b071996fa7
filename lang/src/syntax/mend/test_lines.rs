//! Lines of tests as people say them: what is written, how it is read on, and what to write
//! instead. Without the last the line is written as it is read on.

/// For what everybody does.
const EACH: &str = "each player has their own line: `Ana chooses yes`, `Ben chooses no`; only `all \
                    pass` is for everybody";

/// For what is possible.
const MAY: &str = "that a move is open shows when it is made: `X does A`; that it is closed: `X \
                   cannot A`; that nothing else is open: `X may only A`";

/// For how a game has ended.
const OVER: &str = "say who has won: `expect won by Ana`; if all have lost, `expect lost`";

/// For a line that only says what is so.
const BEGIN: &str = "begin the line with `given` if it says what lies there before, with `expect` \
                     if it says what must be so after";

/// Letters as in the other sentences.
pub(super) const TEST_LINES: &[(&str, &str, &str)] = &[
    ("X does choose A", "X chooses A", ""),
    ("X does Y from A to B", "X does Y A, B", ""),
    ("is N x [", "is N of [", ""),
    (", N x [", ", N of [", ""),
    ("A does B [ C ] [ D ]", "A does B ([C], [D])", ""),
    ("given Q has/have/contains/holds A", "given Q is A", ""),
    ("given X has [", "given X.hand is [", ""),
    ("given X of Y is A", "given Y.X is A", ""),
    ("given X Y is [", "given X.Y is [", ""),
    ("X . Y is [", "given X.Y is [", BEGIN),
    ("given X Y is A", "given X.Y is A", ""),
    ("given X . Y is Z N , A", "given X.Y is [Z N], A", ""),
    ("given X . Y is Z N", "given X.Y is [Z N]", ""),
    ("expect that A", "expect A", ""),
    ("expect ( A , B )", "expect A is B", ""),
    ("assert A == B", "expect A is B", ""),
    ("expect winner is/= X", "expect won by X", ""),
    ("expect the winner is X", "expect won by X", ""),
    ("expect X is the winner", "expect won by X", ""),
    ("expect X is winner", "expect won by X", ""),
    ("expect X is next", "expect it is X's turn", ""),
    ("expect X 's turn is next", "expect it is X's turn", ""),
    ("expect turn is X", "expect it is X's turn", ""),
    ("expect game over", "expect won by Ana", OVER),
    ("expect the game is over", "expect won by Ana", OVER),
    ("expect game is over", "expect won by Ana", OVER),
    ("expect the game ends/ended", "expect won by Ana", OVER),
    ("expect won", "expect won by Ana", OVER),
    ("won by A", "expect won by A", ""),
    ("expect A is N cards/card/points/players/coins", "expect A is N", ""),
    ("give A is B", "given A is B", ""),
    ("expect Q has A", "expect [A] in Q", ""),
    ("lost", "expect lost", ""),
    ("expect loss/defeat", "expect lost", ""),
    ("dice/die/roll gives A", "chance gives A", ""),
    ("drawn", "expect drawn", ""),
    ("expect a draw/tie", "expect drawn", ""),
    ("expect draw/tie/tied", "expect drawn", ""),
    ("expect the game is drawn/tied", "expect drawn", ""),
    ("expect won by nobody", "expect drawn", ""),
    ("X . Y ( A )", "X does Y A", ""),
    ("X . Y ( )", "X does Y", ""),
    ("X does Y with A", "X does Y A", ""),
    ("X does Y Z N", "X does Y [Z N]", ""),
    ("X does Y A and calls/names/chooses/takes/says/bids Z", "X does Y A, Z", ""),
    ("X does Y A and Z", "X does Y A, Z", ""),
    ("X . Y is A", "expect X.Y is A", BEGIN),
    ("X is A", "expect X is A", BEGIN),
    ("everybody/everyone/all passes", "all pass", ""),
    ("all players pass/passes", "all pass", ""),
    ("everybody/everyone A", "", EACH),
    ("all choose/chooses/vote/votes/bid/bids/take/takes/play/plays A", "", EACH),
    ("all players A", "", EACH),
    ("X votes A", "X chooses A", ""),
    ("X does yes", "X chooses yes", ""),
    ("X does no", "X chooses no", ""),
    ("expect X cannot see A", "expect not X.sees(A)", ""),
    ("expect X does not see A", "expect not X.sees(A)", ""),
    ("expect X sees A", "expect X.sees(A)", ""),
    ("expect A to be/equal B", "expect A is B", ""),
    ("expect A should be B", "expect A is B", ""),
    ("X should/must have N Y", "expect X.Y is N", ""),
    ("A should/must be B", "expect A is B", ""),
    ("X can A", "X does A", MAY),
    ("X may A", "X does A", MAY),
    ("X is able/allowed to A", "X does A", MAY),
    ("expect X can A", "X does A", MAY),
    ("X tries/attempts to A", "X does A", ""),
    ("set A to B", "given A is B", ""),
    ("A = B", "given A is B", ""),
    ("X wins/won", "expect won by X", ""),
    ("X wins/won the game", "expect won by X", ""),
    ("X loses/lost", "", "say who has won: `expect won by Ben`; if all have lost, `expect lost`"),
    ("X rolls/throws a N", "chance gives N", ""),
    ("X rolls/throws N", "chance gives N", ""),
    ("chance/dice/die rolls/roll/shows/show/brings/throws/give A", "chance gives A", ""),
    ("expect X has N card/cards", "", "count what lies in a zone: `expect count(X.hand) is N`"),
    ("expect X has N Y", "expect X.Y is N", ""),
    (
        "expect X has A",
        "",
        "name the counter or the zone: `expect X.cash is $5`, `expect [pink 4] in X.hand`",
    ),
    ("given X has N Y", "given X.Y is N", ""),
    (
        "given X has A",
        "",
        "name the zone or the counter: `given X.hand is [pink 4]`, `given X.cash is $5`",
    ),
    (
        "expect X sees no difference if Y chooses A",
        "",
        "say what lies there instead: `expect X sees no difference if Y.hand is A`",
    ),
    (
        "expect X not know A",
        "",
        "say what must look the same: `expect X sees no difference if Ana.hand is [pink 4]`",
    ),
    ("end round", "play to the end of the round", ""),
    ("end turn", "play to the end of the turn", ""),
    ("end phase", "play to the end of the phase", ""),
    ("it is X 's turn", "given it is X's turn", ""),
    ("X chooses A and Y chooses B", "X chooses A Y chooses B", ""),
];
