//! What people bring with them: sentences of printed rulebooks, of spreadsheets and of programs.

/// For cards that have something in common.
const SAME: &str = "say which two values are compared: `if a.suit is b.suit { … }`; of several \
                    cards `every a in cards has (every b in cards has a.suit is b.suit)`";
/// For what cards are among others.
const HOLDS: &str = "ask for a card of that sort, and say by which field: `any c in Q has c.suit is \
                     hearts`; a certain card is `[hearts 7] in Q`";
/// For what a card is.
const KIND: &str = "ask for what is printed on the card: `X.suit is Y`; a certain card is `X is \
                    [hearts 8]`, and a kind of card is asked for by its name, `X is Mile`";
/// For those at one place.
const TOGETHER: &str = "compare where they are: `any p in opponents has p.place is me.place`";
/// For what is taken out of a list by its number.
const INDEX: &str = "the first of them is `first p in A`; one of them by chance is `choose p in A by \
                     chance`; a card at a place `me.row.slot(2)`";
/// For what is done at the start of something.
const AT_FIRST: &str = "what happens at the start of a turn, a round or a phase stands first in its \
                        block: `turn me in players { …  choose { … } }`";
/// For damage.
const DAMAGE: &str = "say whose number goes down: `p.life -= A`; in a game for two the other player is \
                      `me.left`";
/// For what happens to cards.
const EVENT: &str = "say it where it happens: in a deed, `to destroy(c: Mile) { move c to discards }`, \
                     which is called `destroy(c)`; other rules go on from there with `after \
                     destroy(c) { … }`";
/// For tables of values of two things.
const PAIRS: &str = "what a player has of each of several sorts: `each Player, Y has { X: Number }`, \
                     and `me.X(wood) += 1`";
/// For turns that go on until something is so.
const UNTIL: &str = "turns that go on until something is so are a phase that ends: `phase \"work\" { \
                     ends when A  turn me in players onwards { … } }`";
/// For cases.
const CASES: &str = "ask one after the other: `if A is forest { … } else if A is quarry { … } else { \
                     … }`";
/// For loops that count.
const COUNTED: &str = "say from where to where: `for each X in 1..5 { … }`";
/// For waiting.
const WAIT: &str = "the rules know no time: leave this out";
/// For what a statement says to the players.
const SAID: &str = "write `say \"…\"`; a value stands in braces in the text: `say \"{A}\"`";
/// For quotients.
const WHOLE: &str = "numbers are whole, and what is left over in a division is dropped: leave the \
                     word out; for up write `(a + b - 1) / b`";
/// For numbers without an upper end.
const ENDLESS: &str = "a range has two ends: say the highest, too, `X in N..20`";
/// For several values set at once.
const ONE_BY_ONE: &str = "set one after the other: `X = A` and, on the next line, `Y = B`";
/// For things that all have one owner.
const ALL_OF: &str = "say it of every member of the family: `every r in Region has r.owner is X`";
/// For what goes back to where it was.
const BACK: &str =
    "say where each goes: a card `move me.front to me.hand`, a counter `me.workers = 3`";
/// For places of rules.
const LEAVES: &str = "say what is then the case: `each Player has { out: yes or no }`, `X.out = yes`; \
                      turns leave them out with `turn me in those p in players where not p.out`";

/// What is written, how it is read on, and what to write instead if that is another thing; letters
/// as in the other sentences.
pub(super) const EVERYDAY: &[(&str, &str, &str)] = &[
    // items
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
    // conditions
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
    ("sum ( X . Y in A )", "sum(X.Y for X in A)", ""),
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
    ("X , Y = A , B", "X = A Y = B", ONE_BY_ONE),
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
    ("deal/do/inflict A damage to X", "", DAMAGE),
    ("X takes/take/suffers A damage", "", "say what goes down: `X.life -= A`"),
    (
        "X takes/take/gets/wins both/all/these/those A",
        "",
        "say which, and where they go: `move c to X.hand`",
    ),
    (
        "X moves/move forward/forwards/ahead/on/back/backwards A spaces/space/steps/step/squares/square/fields",
        "",
        "a place on a track is a number: `X.step += A`, with `each Player has { step: 0..40, capped }`",
    ),
    (
        "X moves/move A spaces/space/steps/step/squares/square/fields",
        "",
        "a place on a track is a number: `X.step += A`, with `each Player has { step: 0..40, capped }`",
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
