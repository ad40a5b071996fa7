//! What people bring with them: sentences of printed rulebooks, of spreadsheets and of programs.

/// For whoever is first.
const RACE: &str = "choose A by race of players until all pass";
/// For dice that nobody sees.
const ROLLED: &str = "chance chooses, and nobody is told: `choose X in 1..6 by chance secretly`; \
                      for one player to see it, keep it in a counter that is `seen by owner`";
/// For cards that have something in common.
const SAME: &str = "say which two values are compared: `if a.suit is b.suit { … }`; of several \
                    cards `every a in cards has (every b in cards has a.suit is b.suit)`";
/// For what cards are among others.
const HOLDS: &str = "ask for a card of that sort, and say by which field: `any c in Q has c.suit \
 is \
                     hearts`; a certain card is `[hearts 7] in Q`";
/// For what a card is.
const KIND: &str = "ask for what is printed on the card: `X.suit is Y`; a certain card is `X is \
                    [hearts 8]`, and a kind of card is asked for by its name, `X is Mile`";
/// For those at one place.
const TOGETHER: &str = "compare where they are: `any p in opponents has p.place is me.place`";
/// For what is taken out of a list by its number.
const INDEX: &str = "the first of them is `first p in A`; one of them by chance is `choose p in A \
 by \
                     chance`; a card at a place `me.row.slot(2)`";
/// For what is done at the start of something.
const AT_FIRST: &str = "what happens at the start of a turn, a round or a phase stands first in \
 its \
                        block: `turn me in players { …  choose { … } }`";
/// For players that are called by a number.
pub(super) const NO_NUMBERS: &str = "players have no numbers: `first p in players` sits first, and \
                                     `first p in players` with `.left` behind it is the next";
/// For damage that is done to somebody.
const DAMAGE: &str = "say whose number goes down: `p.life -= A`; in a game for two the other \
 player is \
                      `me.left`";
/// For what happens to cards.
const EVENT: &str = "say it where it happens: in a deed, `to destroy(c: Mile) { move c to \
 discards }`, \
                     which is called `destroy(c)`; other rules go on from there with `after \
                     destroy(c) { … }`";
/// For tables of values of two things.
const PAIRS: &str = "what a player has of each of several sorts: `each Player, Y has { X: Number \
 }`, \
                     and `me.X(wood) += 1`";
/// For turns that go on until something is so.
const UNTIL: &str = "turns that go on until something is so are a phase that ends: `phase \
 \"work\" { \
                     ends when A  turn me in players onwards { … } }`";
/// For cases that are told apart by a value.
const CASES: &str = "ask one after the other: `if A is forest { … } else if A is quarry { … } \
 else { \
                     … }`";
/// For loops that count.
const COUNTED: &str = "say from where to where: `for each X in 1..5 { … }`";
/// For rules that wait for some time.
const WAIT: &str = "the rules know no time: leave this out";
/// For what a statement says to the players.
const SAID: &str = "write `say \"…\"`; a value stands in braces in the text: `say \"{A}\"`";
/// For divisions that are rounded.
const WHOLE: &str = "numbers are whole, and what is left over in a division is dropped: leave the \
                     word out; for up write `(a + b - 1) / b`";
/// For numbers without an upper end.
const ENDLESS: &str = "a range has two ends: say the highest, too, `X in N..20`";
/// For several values set at once.
const ONE_BY_ONE: &str = "set one after the other: `A = C` and, on the next line, `B = D`";
/// For things that all have one owner.
const ALL_OF: &str = "say it of every member of the family: `every r in Region has r.owner is X`";
/// For what goes back to where it was.
const BACK: &str =
    "say where each goes: a card `move me.front to me.hand`, a counter `me.workers = 3`";
/// For places of rules.
const LEAVES: &str = "say what is then the case: `each Player has { out: yes or no }`, `X.out = \
 yes`; \
                      turns leave them out with `turn me in those p in players where not p.out`";

/// For what is turned up.
const OPEN: &str = "cards lie open in a `row`: `move top 1 of Q to market`; one that stays where \
 it \
                    is and that everybody may look at is shown: `show top 1 of Q to players`";
/// For turns that are missed.
const MISSED: &str = "this turn ends with `end turn`; that the next one is missed is remembered: \
                      `each Player has { sits_out: yes or no }`, and at the top of the turn `if \
                      me.sits_out { me.sits_out = no  end turn }`";
/// For what does nothing.
const EMPTY: &str =
    "what does nothing has empty braces: `{ }`; in a menu `pass` needs no declaration";
/// For loops in one another.
const NESTED: &str = "one goes inside the other: `for each X in A { for each Y in B { … } }`";
/// For sums over all of a kind.
const SUMMED: &str = "add up one by one: `sum(t.X for t in Tree)`, with what it is counted over \
 behind \
                      `in`";

/// What is written, how it is read on, and what to write instead if that is another thing; letters
/// as in the other sentences.
/// For a hand of so many cards.
const HAND: &str = "a hand is a zone, `hand: set of Playing, seen by owner`, with your kind of \
                    card; the set-up deals: `for each p in players { move top N of miles to \
                    p.hand }`";
/// For the end of the game.
const ENDS: &str = "write at the top of `play`: `ends when A { end game won by players with most \
                    points }`";
/// For a card without fields.
const NAMED: &str = "a card has something printed on it: `card X { name: Name }`, and its deck \
                     holds `8 each of (\"X\")`";

pub(super) const EVERYDAY: &[(&str, &str, &str)] = &[
    ("players choose {}", "choose {} by each players", ""),
    ("choose A by the fastest/first/quickest player until all pass", RACE, ""),
    ("choose A by fastest/first/quickest player until all pass", RACE, ""),
    ("lines of N in A", "lines of N on A", ""),
    ("distance in A from B", "distance on A from B", ""),
    ("if A X . Y += B else C", "X.Y += if A then B else C", ""),
    ("if A X . Y -= B else C", "X.Y -= if A then B else C", ""),
    ("if A X . Y = B else C", "X.Y = if A then B else C", ""),
    ("= A or B if less/lower/smaller/fewer", "= smaller(A, B)", ""),
    ("= A or B if more/higher/larger/greater", "= larger(A, B)", ""),
    ("= top/bottom of A . Y", "= (first c in A).Y", ""),
    (
        "if there is a square X in A with Y Z",
        "if there is X in first X in A.squares where X.Y is Z",
        "",
    ),
    ("roll X secretly", "", ROLLED),
    // items
    ("by race players", "by race of players", ""),
    ("X chooses {}", "if yes {}", "write `choose { … } by X`"),
    (", X = N", ", X: Number = N", ""),
    (": X [ ]", ": set of X", ""),
    ("where most X", "with most X", ""),
    ("where least X", "with least X", ""),
    ("needs X has Y else", "needs X.Y else", ""),
    ("for me when", "for owner when", ""),
    ("hand : N cards/card", "hand: Number", HAND),
    ("hand : N cards/card , A", "hand: Number", HAND),
    ("refill A to N from B", "move top (N - count(A)) of B to A", ""),
    ("when A the game ends B", "ends when A { end game drawn }", ENDS),
    ("when A the game ends", "ends when A { end game drawn }", ENDS),
    ("if A the game ends", "ends when A { end game drawn }", ENDS),
    ("card X { }", "card X { name: Name }", NAMED),
    ("function/def/func/fn/sub setup ( )", "setup", ""),
    ("function/def/func/fn/sub play ( )", "play", ""),
    ("setup ( )", "setup", ""),
    ("play ( )", "play", ""),
    ("when/once/if/at/on game starts/begins {}", "setup {}", ""),
    ("at/on/before start/beginning of game {}", "setup {}", ""),
    ("before game starts/begins {}", "setup {}", ""),
    (
        "at/on/in start/beginning of each/every/the/a/your/my/their/his/her turn/round/phase {}",
        "to at_the_start {}",
        AT_FIRST,
    ),
    ("at/on/in start/beginning of turn/round/phase {}", "to at_the_start {}", AT_FIRST),
    (
        "when/if/once a/each/your/my/every turn/round/phase starts/begins {}",
        "to at_the_start {}",
        AT_FIRST,
    ),
    ("when/if/whenever a/an X dies {}", "to destroyed {}", EVENT),
    ("when/if/whenever X dies {}", "to destroyed {}", EVENT),
    ("when/if/whenever a/an X is destroyed/discarded/played/drawn {}", "to destroyed {}", EVENT),
    ("when/if/whenever X is destroyed/discarded/played/drawn {}", "to destroyed {}", EVENT),
    ("option A : yes", "option A: yes or no = yes", ""),
    ("option A : no", "option A: yes or no = no", ""),
    ("option A : true", "option A: yes or no = yes", ""),
    ("option A : false", "option A: yes or no = no", ""),
    ("define A { give/return B }", "define A = B", ""),
    ("define A { B }", "define A = B", ""),
    ("define A = give/return B", "define A = B", ""),
    ("define A : give/return B", "define A = B", ""),
    ("X : Y -> Number", "X: Number", PAIRS),
    ("X : map/dict/dictionary/table of Y A", "X: Number", PAIRS),
    ("while no X has Y N {}", "repeat until any x in X has x.Y is N {}", ""),
    ("while no X has Y >= N {}", "repeat until any x in X has x.Y >= N {}", ""),
    ("let X = pick/choose/select a/an/one/some Y randomly", "choose X in Y by chance", ""),
    ("let X = pick/choose/select random Y", "choose X in Y by chance", ""),
    ("roll die/dice", "roll(6)", ""),
    ("A += 1d6/d6", "A += roll(6)", ""),
    ("A -= 1d6/d6", "A -= roll(6)", ""),
    (
        "move X forward/forwards/ahead/back/backwards A",
        "",
        "a place on a track is a number: `X.place += A`",
    ),
    ("players with X is/= Y win/wins", "end game won by those p in players where p.X is Y", ""),
    ("gain/earn/get X equal to A", "me.X += A", ""),
    ("add X to your/my Q", "move X to me.Q", ""),
    ("erhöhe A um B", "A += B", ""),
    ("senke/verringere A um B", "A -= B", ""),
    ("augmente A de B", "A += B", ""),
    ("aumenta A en B", "A += B", ""),
    ("lege A ab", "move A to discards", "say to which pile: `move A to discards`"),
    ("deal/give N to Q", "move top N of miles to Q", ""),
    ("deal/give N to X", "move top N of miles to X.hand", ""),
    ("place/put/lay/deal N X on/in/into/onto Q", "move top N of miles to Q", ""),
    ("place/put/lay/deal N X face up on/in/into/onto Q", "move top N of miles to Q", ""),
    ("top card of Q is revealed/shown/flipped/turned", "show top 1 of Q to players", OPEN),
    ("top card of Q is revealed/shown/flipped/turned over/up", "show top 1 of Q to players", OPEN),
    ("top card of Q is discarded", "move top 1 of Q to discards", ""),
    ("top card of Q is moved/placed/put/added to/on/into A", "move top 1 of Q to A", ""),
    ("Q is/are revealed/shown", "show Q to players", ""),
    ("Q is/are discarded", "move Q to discards", ""),
    ("Q is/are moved/placed/put/added to/on/into/in A", "move Q to A", ""),
    ("X is/are revealed/shown", "show X to players", ""),
    ("X is/are discarded", "move X to discards", ""),
    ("X is/are moved/placed/put/added to/on/into/in A", "move X to A", ""),
    (
        "deal/deals Q",
        "",
        "say how many, and to whom: `for each p in players { move top 1 of Q to p.hand }`",
    ),
    (
        "draw up to N X",
        "",
        "say from where and to where: `move top N of miles to me.hand`; a hand is filled up with \
         `move top (N - count(me.hand)) of miles to me.hand`",
    ),
    (
        "draw up to N",
        "",
        "say from where and to where: `move top N of miles to me.hand`; a hand is filled up with \
         `move top (N - count(me.hand)) of miles to me.hand`",
    ),
    (
        "fill/refill each/every Q to N A",
        "",
        "write it for each of them: `for each p in players { move top (N - count(p.Q)) of miles \
         to p.Q }`",
    ),
    (
        "fill/refill each/every Q to N",
        "",
        "write it for each of them: `for each p in players { move top (N - count(p.Q)) of miles \
         to p.Q }`",
    ),
    (
        "fill/refill each/every X to N A",
        "",
        "write it for each of them: `for each p in players { move top (N - count(p.X)) of miles \
         to p.X }`",
    ),
    ("move all my/your/their A to B and shuffle", "move me.A to B shuffle B", ""),
    ("move all my/your/their A to B", "move me.A to B", ""),
    ("move X at beginning/start/front/left of A", "move X to A at 1", ""),
    ("move X at end/right of A", "move X to A", ""),
    ("X loses/misses/skips a/one/his/her/their turn", "end turn", MISSED),
    (
        "X loses a/one/his/her/their Y",
        "X.Y -= 1",
        "a counter goes down by one: write `X.lives -= 1`",
    ),
    ("X gains a/one Y", "X.Y += 1", "a counter goes up by one: write `X.points += 1`"),
    ("lose/miss/skip your/my/their next turn", "end turn", MISSED),
    ("A += B but not more/over/above than N", "A = smaller(A + B, N)", ""),
    ("A += B but no/never more than N", "A = smaller(A + B, N)", ""),
    ("A -= B but not less/under/below than N", "A = larger(A - B, N)", ""),
    ("A -= B but no/never less than N", "A = larger(A - B, N)", ""),
    ("{ do nothing }", "{ }", EMPTY),
    ("{ nothing happens }", "{ }", EMPTY),
    ("{ nothing }", "{ }", EMPTY),
    ("{ pass }", "{ }", EMPTY),
    ("do N times {}", "for each i in 1..N {}", ""),
    ("for each X in A , for each Y in B {}", "for each X in A {}", NESTED),
    ("for each X in A and each Y in B {}", "for each X in A {}", NESTED),
    ("winner : most/highest A", "end game won by players with most A", ""),
    ("winner : least/lowest/fewest A", "end game won by players with least A", ""),
    ("winner : players with A", "end game won by players with A", ""),
    ("winner : A", "", "write `end game won by players with most points`"),
    (
        "game ends and player/players with most/highest A wins/win",
        "end game won by players with most A",
        "",
    ),
    (
        "game ends and richest/best player wins",
        "",
        "say of what the winner has most: `end game won by players with most points`",
    ),
    ("game ends and X wins/win", "end game won by X", ""),
    (
        "game ends and A",
        "",
        "say who wins: `end game won by players with most points`; or all lose: `end game lost`",
    ),
    ("reset A", "A = 0", "say what it is then: `A = 0`, `A = none` or `A = no`"),
    // conditions
    ("needs A otherwise B", "needs A else B", ""),
    ("A not in B {}", "not (A in B) {}", ""),
    ("A is not in B {}", "not (A in B) {}", ""),
    ("A not in B else", "not (A in B) else", ""),
    ("A is not in B else", "not (A in B) else", ""),
    ("in players who are X by", "in those p in players where p.X by", ""),
    ("those X in A with Y > B", "those X in A where X.Y > B", ""),
    ("those X in A with Y < B", "those X in A where X.Y < B", ""),
    ("those X in A with Y >= B", "those X in A where X.Y >= B", ""),
    ("those X in A with Y <= B", "those X in A where X.Y <= B", ""),
    ("those X in A with Y is B", "those X in A where X.Y is B", ""),
    ("nobody is X", "no p in players has p.X", ""),
    (
        "Q has/have/contains N cards/card of the same X",
        "any a in Q has count(b in Q where b.X is a.X) >= N",
        "",
    ),
    (
        "Q has/have/contains N cards/card with the same X",
        "any a in Q has count(b in Q where b.X is a.X) >= N",
        "",
    ),
    (
        "N cards/card in Q have/has/share the same X",
        "any a in Q has count(b in Q where b.X is a.X) >= N",
        "",
    ),
    (
        "all/every cards/card in Q have/has/share the same X",
        "every a in Q has (every b in Q has a.X is b.X)",
        "",
    ),
    ("all/every X have/has/share the same Y", "every a in X has (every b in X has a.Y is b.Y)", ""),
    ("all/every X are/is the same Y", "every a in X has (every b in X has a.Y is b.Y)", ""),
    ("all/every X are/is of the same Y", "every a in X has (every b in X has a.Y is b.Y)", ""),
    ("X and Y have/share the same Z", "X.Z is Y.Z", ""),
    ("A are the same", "yes", SAME),
    ("A match/matches", "yes", SAME),
    ("S is/are on/at/in same X", "any p in opponents has p.X is me.X", TOGETHER),
    ("S is/are on/at/in same X as A", "any p in opponents has p.X is me.X", TOGETHER),
    ("S has/have X >= A", "S has p.X >= A", ""),
    ("S has/have X <= A", "S has p.X <= A", ""),
    ("S has/have X > A", "S has p.X > A", ""),
    ("S has/have X < A", "S has p.X < A", ""),
    ("S has/have X is/= A", "S has p.X is A", ""),
    ("X owns/controls/holds/has all/every A", "yes", ALL_OF),
    ("Q has/have/contains/holds/includes X", "yes", HOLDS),
    ("X is a/an Y", "yes", KIND),
    ("A > B or < C", "A > B or A < C", ""),
    ("A < B or > C", "A < B or A > C", ""),
    ("A >= B or <= C", "A >= B or A <= C", ""),
    ("A <= B or >= C", "A <= B or A >= C", ""),
    ("A > B and < C", "A > B and A < C", ""),
    ("A >= B and <= C", "A >= B and A <= C", ""),
    ("A < B and > C", "A < B and A > C", ""),
    ("A <= B and >= C", "A <= B and A >= C", ""),
    ("A is N or more/higher/greater/above {}", "A >= N {}", ""),
    ("A is N or less/fewer/lower/below {}", "A <= N {}", ""),
    ("A is X or Y or Z {}", "A in (X, Y, Z) {}", ""),
    ("A is X or Y or Z else", "A in (X, Y, Z) else", ""),
    ("A is X or Y else", "A in (X, Y) else", ""),
    ("A is X or Y {}", "A in (X, Y) {}", ""),
    ("A is X , Y or Z {}", "A in (X, Y, Z) {}", ""),
    ("A is either X or Y {}", "A in (X, Y) {}", ""),
    ("A is one of X , Y {}", "A in (X, Y) {}", ""),
    ("A is one of ( B )", "A in (B)", ""),
    ("A is in ( B )", "A in (B)", ""),
    ("if A in X , Y , Z {}", "if A in (X, Y, Z) {}", ""),
    ("if A in X , Y {}", "if A in (X, Y) {}", ""),
    ("needs A , B else", "needs A and B else", ""),
    // values
    ("= A if B else C", "= if B then A else C", ""),
    ("= current/active player", "= me", ""),
    ("won by max/most/maximum/highest ( X )", "won by players with most X", ""),
    ("won by min/least/minimum/lowest ( X )", "won by players with least X", ""),
    ("in range ( A , B )", "in A..B", ""),
    ("in range N to/- M", "in N..99", "a range has two dots: `in N..9`"),
    ("in range A", "in 0..99", "a range has two dots: `in 1..9`"),
    ("total/sum of X over/across/for/of all A", "0", SUMMED),
    ("total/sum of all X", "0", SUMMED),
    ("number of A Y where B", "count(Y in A where B)", ""),
    ("X : Number >= N", "X: N..999", "a number with ends is a range: `X: N..99`"),
    ("X : Number > N", "X: N..999", "a number with ends is a range: `X: N..99`"),
    ("X : Number <= N", "X: 0..N", ""),
    (
        "X : max/maximum N Y",
        "X: set of Y",
        "how many there may be is said where cards come: `needs count(me.X) < N else \"…\"`; the \
         zone is `X: set of Y`",
    ),
    (
        "X : up to N Y",
        "X: set of Y",
        "how many there may be is said where cards come: `needs count(me.X) < N else \"…\"`; the \
         zone is `X: set of Y`",
    ),
    (
        "won by players/player with highest/biggest/largest/greatest/most/max A",
        "won by players with most A",
        "",
    ),
    (
        "won by players/player with lowest/smallest/fewest/least/min A",
        "won by players with least A",
        "",
    ),
    ("max/maximum/larger/largest/greater/bigger of ( A , B )", "larger(A, B)", ""),
    ("min/minimum/smaller/smallest/lesser/lower of ( A , B )", "smaller(A, B)", ""),
    ("max/maximum/larger/greater/bigger/higher of A and B", "larger(A, B)", ""),
    ("min/minimum/smaller/lesser/lower of A and B", "smaller(A, B)", ""),
    ("sum of A for all/each/every X in B", "sum(A for X in B)", ""),
    ("sum ( A for all/every X in B )", "sum(A for X in B)", ""),
    ("count ( A for X in B )", "sum(A for X in B)", "numbers are added up: `sum(A for X in B)`"),
    ("sum ( X . Y in A )", "sum(X.Y for X in A)", ""),
    ("sum ( players/opponents . X )", "sum(p.X for p in players)", ""),
    ("sum ( X . Y )", "sum(c.Y for c in X)", ""),
    ("sum ( X . Y . Z )", "sum(c.Z for c in X.Y)", ""),
    ("most ( X . Y in A )", "most(X.Y for X in A)", ""),
    ("least ( X . Y in A )", "least(X.Y for X in A)", ""),
    ("sum ( all A )", "count(A)", "say what is added up: `sum(c.cost for c in A)`"),
    ("sum of all A", "count(A)", "say what is added up: `sum(c.cost for c in A)`"),
    ("math . floor/round/trunc ( A )", "(A)", WHOLE),
    ("math . ceil ( A )", "(A)", WHOLE),
    ("math . max ( A , B )", "larger(A, B)", ""),
    ("math . min ( A , B )", "smaller(A, B)", ""),
    ("= players where not X", "= those p in players where not p.X", ""),
    ("= players where X", "= those p in players where p.X", ""),
    ("won by A [ N ]", "won by A", INDEX),
    ("let X = A [ B ]", "let X = first p in A", INDEX),
    ("players [ N ] . X = A", "for each p in players { p.X = A }", NO_NUMBERS),
    ("players [ N ] . X += A", "for each p in players { p.X += A }", NO_NUMBERS),
    ("players [ N ] . X -= A", "for each p in players { p.X -= A }", NO_NUMBERS),
    ("N + of", "N or more of", ""),
    ("in N or more A from/in B", "in N or more of B", ""),
    ("X in N .. ,", "X in N..99,", ENDLESS),
    ("X in N .. )", "X in N..99)", ENDLESS),
    ("X in N or more )", "X in N..99)", ENDLESS),
    // statements
    ("A = B , max/maximum N", "A = smaller(B, N)", ""),
    ("A += B , max/maximum N", "A = smaller(A + B, N)", ""),
    ("A += B ( max/maximum N )", "A = smaller(A + B, N)", ""),
    ("A += B up to N", "A = smaller(A + B, N)", ""),
    ("A += B but at most N", "A = smaller(A + B, N)", ""),
    ("A = B , min/minimum N", "A = larger(B, N)", ""),
    ("A -= B , min/minimum N", "A = larger(A - B, N)", ""),
    ("A -= B down to N", "A = larger(A - B, N)", ""),
    ("A -= B but at least N", "A = larger(A - B, N)", ""),
    ("A , B = C , D", "A = C B = D", ONE_BY_ONE),
    ("A = B , C = D", "A = B C = D", ""),
    ("A += B , C += D", "A += B C += D", ""),
    ("A -= B , C += D", "A -= B C += D", ""),
    ("A += B , C -= D", "A += B C -= D", ""),
    ("A = B and C = D", "A = B C = D", ""),
    ("A += B and C += D", "A += B C += D", ""),
    ("A -= B and C += D", "A -= B C += D", ""),
    ("everyone/everybody/players/all . X = A", "for each p in players { p.X = A }", ""),
    ("everyone/everybody/players/all . X += A", "for each p in players { p.X += A }", ""),
    ("everyone/everybody/players/all . X -= A", "for each p in players { p.X -= A }", ""),
    ("opponents . X = A", "for each p in opponents { p.X = A }", ""),
    ("opponents . X += A", "for each p in opponents { p.X += A }", ""),
    ("opponents . X -= A", "for each p in opponents { p.X -= A }", ""),
    ("change A by + B", "A += B", ""),
    ("change A by - B", "A -= B", ""),
    ("change A by B", "A += B", ""),
    ("change A to B", "A = B", ""),
    ("now X is/= A", "X = A", ""),
    ("now X . Y is/= A", "X.Y = A", ""),
    ("let X be a/an/one/some random player", "choose X in players by chance", ""),
    ("let X = a/an/one/some random player", "choose X in players by chance", ""),
    ("let X = random player", "choose X in players by chance", ""),
    ("let X be a/an/one random Y", "choose X in Y by chance", ""),
    ("let X be random Y", "choose X in Y by chance", ""),
    ("let X = a/an/one random Y", "choose X in Y by chance", ""),
    (
        "X . Y = a/an/one random Z",
        "X.Y = first z in Z",
        "chance chooses: `choose new in Z by chance`, then `X.Y = new`",
    ),
    (
        "X . Y = random Z",
        "X.Y = first z in Z",
        "chance chooses: `choose new in Z by chance`, then `X.Y = new`",
    ),
    (
        "X = Y [ random A ]",
        "X = first z in Y",
        "chance chooses: `choose new in Y by chance`, then `X = new`",
    ),
    ("deal/do/inflict A damage to B", "", DAMAGE),
    ("bewege/verschiebe A nach/zu/auf/in/an B", "move A to B", ""),
    ("déplace/déplacer A vers/dans/sur/à B", "move A to B", ""),
    ("mueve/mover/poner/pon A a/hasta/en B", "move A to B", ""),
    ("tausche A gegen/mit B", "swap A with B", ""),
    ("zeige/zeig A allen", "show A to players", ""),
    ("montre/montrer A à tous", "show A to players", ""),
    ("mostrar/muestra A a todos", "show A to players", ""),
    ("X takes/take/suffers A damage", "", "say what goes down: `X.life -= A`"),
    (
        "X takes/take/gets/wins both/all/these/those A",
        "",
        "say which, and where they go: `move c to X.hand`",
    ),
    (
        "X moves/move forward/forwards/ahead/on/back/backwards A \
         spaces/space/steps/step/squares/square/fields",
        "",
        "a place on a track is a number: `X.step += A`, with `each Player has { step: 0..40, \
         capped }`",
    ),
    (
        "X moves/move A spaces/space/steps/step/squares/square/fields",
        "",
        "a place on a track is a number: `X.step += A`, with `each Player has { step: 0..40, \
         capped }`",
    ),
    ("send A back to start", "", "say what its place is then: `p.step = 0`"),
    ("go/goes back to start", "", "say what the place is then: `me.step = 0`"),
    ("X goes/returns/moves back to start", "", "say what the place is then: `X.step = 0`"),
    ("X is/are eliminated/out", "", LEAVES),
    ("X leaves/leave the game", "", LEAVES),
    ("eliminate X", "", LEAVES),
    ("return all A", "", BACK),
    ("wait/pause/sleep A", "", WAIT),
    ("print/log/echo/alert/write ( A )", "", SAID),
    ("end/stop/finish game and X wins/win", "end game won by X", ""),
    ("end/stop/finish game , X wins/win", "end game won by X", ""),
    ("end game . winner is player/players with most A", "end game won by players with most A", ""),
    (
        "end game . winner is player/players with least/fewest A",
        "end game won by players with least A",
        "",
    ),
    ("end game , most/highest A wins/win", "end game won by players with most A", ""),
    ("end game , least/lowest/fewest A wins/win", "end game won by players with least A", ""),
    ("end game . most/highest A wins/win", "end game won by players with most A", ""),
    ("most/highest A wins/win", "end game won by players with most A", ""),
    ("fewest/lowest/least A wins/win", "end game won by players with least A", ""),
    ("end game with X as winner", "end game won by X", ""),
    ("X is winner", "end game won by X", ""),
    ("X won", "end game won by X", ""),
    ("flip/turn/reveal top N of Q to A", "move top N of Q to A", ""),
    ("flip/reveal top card of Q to A", "move top 1 of Q to A", ""),
    ("move all/every/each X in A where B to C", "move those X in A where B to C", ""),
    ("show/reveal A and B to everybody/everyone/all", "show A to players show B to players", ""),
    ("show/reveal A and B to C", "show A to C show B to C", ""),
    ("hide A and B", "hide A hide B", ""),
    ("shuffle A , then B", "shuffle A B", ""),
    ("turn A onwards until B {}", "turn A onwards {}", UNTIL),
    ("turn A until B {}", "turn A {}", UNTIL),
    ("switch A {}", "", CASES),
    ("switch ( A ) {}", "", CASES),
    ("match A {}", "", CASES),
    ("for X , Y in ipairs/pairs/enumerate ( A ) {}", "for each Y in A {}", ""),
    ("for X in ipairs/pairs/enumerate/list ( A ) {}", "for each X in A {}", ""),
    ("for X in range ( A , B ) {}", "for each X in A..B {}", ""),
    ("for X in range ( A ) {}", "for each X in 1..A {}", ""),
    ("for each X in range ( A ) {}", "for each X in 1..A {}", ""),
    ("for ( let/const/var/auto X of/in A ) {}", "for each X in A {}", ""),
    ("for ( X of/in A ) {}", "for each X in A {}", ""),
    ("foreach ( X in/as/of A ) {}", "for each X in A {}", ""),
    ("foreach ( A as X ) {}", "for each X in A {}", ""),
    ("for ( A ) {}", "for each n in 1..3 {}", COUNTED),
    ("if A : B", "if A { B }", ""),
    ("else : A", "else { A }", ""),
    ("for A in B : C", "for each A in B { C }", ""),
    ("for each A in B : C", "for each A in B { C }", ""),
    ("choose A or B by C", "choose { A or B } by C", ""),
];

/// The same for lines of tests.
pub(super) const IN_TESTS: &[(&str, &str, &str)] = &[
    ("expect ( A ) . tobe/toequal/is/equals ( B )", "expect A is B", ""),
    ("X : A", "X chooses A", ""),
    ("given X holds/owns/has [", "given X.hand is [", ""),
    ("X has/have N Y", "expect X.Y is N", BEGIN),
    (
        "given all/every/each A",
        "",
        "one line for each, or a table: `given Player | points { Ana | 3  Ben | 0 }`",
    ),
    ("X should/must have N cards/card in Y", "expect count(X.Y) is N", ""),
    ("expect X has/have N cards/card in Y", "expect count(X.Y) is N", ""),
    ("expect X has/have N cards/card in their/his/her Y", "expect count(X.Y) is N", ""),
    ("X has/have N cards/card in Y", "expect count(X.Y) is N", BEGIN),
    ("given dice/die/roll is/are/= A", "chance gives A", ""),
    ("given dice/die/roll shows/show/gives/give/rolls A", "chance gives A", ""),
    ("given dice/die/roll A", "chance gives A", ""),
    ("given chance gives/is A", "chance gives A", ""),
    ("dice/die is/are/= A", "chance gives A", ""),
    ("given X is in/at/on Y", "", "say in which counter that is kept: `given X.place is Y`"),
    ("then X does A", "X does A", ""),
    ("then X cannot A", "X cannot A", ""),
    ("when X does A", "X does A", ""),
    ("then expect A", "expect A", ""),
    ("then/afterwards/finally/now A", "expect A", ""),
];

/// For a line that only says what is so.
const BEGIN: &str = "begin the line with `given` if it says what lies there before, with `expect` \
                     if it says what must be so after";
