//! Sentences of rulebooks about the members of a family, what goes back to the box, who has bid,
//! and how ties are broken. They are looked up before the others.

/// For seats by age.
const AGE: &str = "nobody's age is known to the rules: the player who sits first is `first p in \
                   players`; or chance chooses: `choose lucky in players by chance`";
/// For limits in a menu.
const LIMITED: &str = "how often something may be done is said where it is: `action X` and below \
                       it `once per turn`; the menu has its name only, `or X`";
/// For values one after the other.
const VALUES: &str = "the numbers from one to another are written with two dots, `X: N..…`, with \
                      the last in the place of `…`";
/// For whoever bid most.
const BIDDER: &str = "who bid most has a name once they are chosen: `choose winner in players with \
                      most bid by chance`, then `winner.cash -= winner.bid`";
/// For what somebody does several times.
const SEVERAL: &str = "what may be done stands in a menu, and is chosen N times: `for each n in \
                       1..N { choose { A } }`, with `or` between the moves";
/// For who stands somewhere.
const STANDS: &str = "where somebody is, is a counter and is set: `me.X = …`, with the name of the \
                      F that was picked";

/// For so many actions.
const ACTIONS: &str = "who acts has a turn, `turn me in players { … }`; in it N actions are `for \
                       each n in 1..N { choose { … } }`, with `or` between the moves";
/// For what depends on how many play.
const PER_PLAYER: &str = "it begins with one number for all; what depends on how many play is set \
                          in `setup`: `X = N * count(players)`";
/// For the next of a family.
const NEXT: &str = "a family has no next one: say which it is, `define next for x: … = …`";
/// For whatever somebody throws dice for.
const DIE: &str = "a die needs no declaration: `use dice` at the top, then `let n = roll(6)`";

/// Letters as in the other sentences; `F` is a family, by one word for one of it or all.
pub(super) const FAMILIES: &[(&str, &str, &str)] = &[
    // items
    ("each player/players F has {}", "each Player, F has {}", ""),
    ("each player/players and/with/per F has {}", "each Player, F has {}", ""),
    ("option X : boolean/bool/flag", "option X: yes or no = no", ""),
    ("option X : true or false", "option X: yes or no = yes", ""),
    ("option X : false or true", "option X: yes or no = no", ""),
    ("option X : yes or no", "option X: yes or no = no", ""),
    ("X : N , N , A", "X: N..N", VALUES),
    // each of a family
    ("each/every F gains/gets/receives/earns N X", "for each f in F { f.X += N }", ""),
    ("each/every F loses N X", "for each f in F { f.X -= N }", ""),
    ("all F gain/get/receive/earn N X", "for each f in F { f.X += N }", ""),
    ("all F lose N X", "for each f in F { f.X -= N }", ""),
    ("add/put/place N X to/on/onto/in/into each/every/all F", "for each f in F { f.X += N }", ""),
    ("remove/take N X from each/every/all F", "for each f in F { f.X -= N }", ""),
    ("move/put/place your/my/his/her/their/its X to/on/onto/in that/this/chosen F", "", STANDS),
    // the box
    (
        "return/move/put/give/pay/take N X back to/in/into box/bank/supply/stock/pool/reserve",
        "X -= N",
        "",
    ),
    ("return/move/put/give/pay N X to/in/into box/bank/supply/stock/pool/reserve", "X -= N", ""),
    ("remove N X", "X -= N", ""),
    ("N X is/are used/spent/gone/lost/removed", "X -= N", ""),
    ("X flies/goes/moves/jumps/runs/sails/swims/walks/travels to Y", "me.X = Y", ""),
    ("there is/are no more P", "P is empty", ""),
    ("there is/are no more X", "X is 0", ""),
    ("no P is/are left", "P is empty", ""),
    ("no X is/are left", "X is 0", ""),
    // turns
    (
        "each/every player in turn order starting/beginning with/from A {}",
        "turn me in players from A {}",
        "",
    ),
    ("each/every player in turn order from A {}", "turn me in players from A {}", ""),
    ("each/every player in turn order {}", "turn me in players {}", ""),
    ("each/every player starting/beginning with/from A {}", "turn me in players from A {}", ""),
    ("each/every player , starting/beginning with/from A , {}", "turn me in players from A {}", ""),
    ("each/every player takes/has/gets N actions/action/moves", "", ACTIONS),
    ("X : Y = N per player", "X: Y = N", PER_PLAYER),
    ("X : Y = K per player", "X: Y = K", PER_PLAYER),
    ("A = next X", "", NEXT),
    // what is drawn
    (
        "deal/give/hand each/every player N random Q",
        "for each p in players { move top N of Q to p.hand }",
        "",
    ),
    (
        "deal/give/hand each/every player N Q",
        "for each p in players { move top N of Q to p.hand }",
        "",
    ),
    ("X = random card/cards of/from/in Q", "choose X in Q by chance", ""),
    ("let X = random card/cards of/from/in Q", "choose X in Q by chance", ""),
    ("draw/take a/an/one X from stock/supply/deck/bag", "move top 1 of miles to me.hand", ""),
    ("remove N X from stock/supply/bank/box", "X -= N", ""),
    ("roll/throw a/one die", "", DIE),
    ("roll/throw dice", "", DIE),
    // persons
    ("oldest/youngest/tallest/smallest/loudest player becomes X", "X = first p in players", AGE),
    ("highest bidder A", "", BIDDER),
    // choices
    ("choose X . Y in A by chance", "choose picked in A by chance X.Y = picked", ""),
    ("choose X . Y in A", "choose picked in A X.Y = picked", ""),
    ("or once per turn/round/phase X", "or X", LIMITED),
    ("N times choose X", "for each n in 1..N { choose X }", ""),
    ("( yes no )", "(yes, no)", ""),
    ("( no yes )", "(no, yes)", ""),
    ("N times choose {}", "for each n in 1..N { choose {} }", ""),
    ("player/players may do/choose/take N of these/following : A", "", SEVERAL),
    // the end
    (
        "player with most A wins , tie/ties broken by fewest/least/lowest B",
        "end game won by (players with most A) with least B",
        "",
    ),
    (
        "player with most A wins , tie/ties broken by most/highest B",
        "end game won by (players with most A) with most B",
        "",
    ),
    (
        "won by players with most A , tie/ties broken by fewest/least/lowest B",
        "won by (players with most A) with least B",
        "",
    ),
    (
        "won by players with most A , tie/ties broken by most/highest B",
        "won by (players with most A) with most B",
        "",
    ),
    (
        "won by players with most A , tie/ties broken by B",
        "won by (players with most A) with most B",
        "",
    ),
    (
        "player with most A wins , tie/ties broken by B",
        "end game won by (players with most A) with most B",
        "",
    ),
    (
        "end game : most A wins , tie/ties broken by B",
        "end game won by (players with most A) with most B",
        "",
    ),
    ("most A wins , tie/ties broken by B", "end game won by (players with most A) with most B", ""),
    ("players with most X . Y", "players with most Y", ""),
    ("players with least X . Y", "players with least Y", ""),
];
