//! Small rulebooks, compiled: what they become, and what is said of wrong ones.

use houserules_lang::check::CODES;
use houserules_lang::code::Code;
use houserules_lang::compile::{Compiled, LoadError, Loaded, Loader, compile};
use houserules_lang::ir::{Rulebook, StmtKind, Type};
use std::path::{Path, PathBuf};

/// The repository and its standard library.
struct Disk(PathBuf);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

impl Loader for Disk {
    fn module(&mut self, name: &str) -> Result<Loaded, LoadError> {
        let at = root().join("stdlib/modules").join(format!("{name}.rules"));
        let text = std::fs::read_to_string(at).map_err(|e| LoadError::Unreadable(e.to_string()))?;
        Ok(Loaded { name: name.to_owned(), text })
    }
    fn table(&mut self, path: &str, _from: &str) -> Result<Loaded, LoadError> {
        let text = std::fs::read_to_string(self.0.join(path))
            .map_err(|e| LoadError::Unreadable(e.to_string()))?;
        Ok(Loaded { name: path.to_owned(), text })
    }
    fn modules(&self) -> Vec<String> {
        Vec::new()
    }
}

fn on_disk(file: &Path) -> Compiled {
    let text = std::fs::read_to_string(file).unwrap();
    compile("game.rules", &text, &mut Disk(file.parent().unwrap().to_owned()))
}

const HEAD: &str = "game \"Example\"\nplayers 2 to 4\nunit Dollars \"$\"\nunit Points\n\
    enum Color { pink, black }\nenum Metal { gold, black_iron }\n\
    card Mile { color: Color, miles: 1..4, worth: Dollars or none }\ncard Note { value: Dollars }\n\
    card Any is Mile or Note\n\
    deck miles of Mile { each of (Color, 1..4, $1..$2) }\ndeck notes of Note { each of ($6..$9) }\n\
    each Player has { hand: set of Mile, seen by owner  ride: slot of Mile  all: set of Any  cash: Dollars = $3  \
    tags: Number }\n\
    each Color has { row: row of Mile  bank: slot of Note }\n\
    the table has { n: Number = 1  best: Number or none  heap: pile of Any }\n";

fn compiled(text: &str) -> Compiled {
    compile("game.rules", &format!("{HEAD}{text}"), &mut Disk(root()))
}

/// Codes of errors, warnings left out.
fn errors(text: &str) -> Vec<Code> {
    compiled(text).diagnostics.iter().map(|d| d.code).filter(|c| c.is_error()).collect()
}

/// What is wrong with statements of a turn.
fn in_turn(statements: &str) -> Vec<Code> {
    errors(&format!("play {{ turn me in players {{ {statements} }}  end game lost }}"))
}

fn book(text: &str) -> Rulebook {
    let done = compiled(text);
    let said: Vec<_> = done.diagnostics.iter().map(|d| (d.code, &d.message)).collect();
    done.rulebook.unwrap_or_else(|| panic!("{said:?}"))
}

/// A value's debug text without places.
fn shown(value: &impl std::fmt::Debug) -> String {
    let text = format!("{value:?}");
    let mut parts = text.split(", span: Span {");
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        all.push_str(part.split_once(" }").map_or("", |(_, rest)| rest));
    }
    all
}

#[test]
fn every_code_has_an_example_that_reports_it_and_only_it() {
    for (code, _) in CODES {
        let files =
            std::fs::read_dir(root().join("examples/errors")).unwrap().map(|e| e.unwrap().path());
        let name = |f: &PathBuf| f.file_name().unwrap().to_string_lossy().into_owned();
        let mut own =
            files.filter(|f| name(f).starts_with(code.name()) && name(f).ends_with(".rules"));
        let file = own.next().unwrap_or_else(|| panic!("no example for {code}"));
        let said: Vec<Code> = on_disk(&file).diagnostics.iter().map(|d| d.code).collect();
        assert_eq!(said, [*code], "{}", file.display());
    }
}

#[test]
fn units_never_mix() {
    assert_eq!(in_turn("me.cash += 3"), [Code::E0405]);
    assert_eq!(in_turn("me.cash = Points(3)"), [Code::E0405]);
    assert_eq!(in_turn("if me.cash > 3 { n = 1 }"), [Code::E0405]);
    assert_eq!(in_turn("me.cash = $2 * $3"), [Code::E0405]);
    assert_eq!(
        in_turn("me.cash = 0  me.cash = me.cash * 2  n = me.cash / $1  me.cash = larger(0, $4)"),
        crate::NONE
    );
    assert_eq!(in_turn("if me.cash is 0 or me.cash in 0..$4 { n = 2 }"), crate::NONE);
}

#[test]
fn none_is_narrowed() {
    assert_eq!(in_turn("n = best"), [Code::E0406]);
    assert_eq!(in_turn("if best is not none { n = best }"), crate::NONE);
    assert_eq!(in_turn("if best is not none { n = 2  n = best }"), [Code::E0406]);
    assert_eq!(in_turn("if best > 3 and best + 1 > n { n = best }"), crate::NONE);
    assert_eq!(in_turn("if best is none or n > 3 { n = 1 } else { n = best }"), crate::NONE);
    assert_eq!(in_turn("n = if best is none then 0 else best"), crate::NONE);
    assert_eq!(in_turn("n = best otherwise 3"), crate::NONE);
    assert_eq!(in_turn("let b = best  if b is none { end turn }  n = b"), crate::NONE);
    assert_eq!(in_turn("let b = best  if b is not none { n = 2  n = b }"), crate::NONE);
    assert_eq!(
        in_turn("n = me.ride.miles otherwise 0  if me.ride.miles > 2 { n = me.ride.miles }"),
        crate::NONE
    );
    assert_eq!(in_turn("if me.ride is not empty { n = me.ride.miles }"), crate::NONE);
}

#[test]
fn kinds_are_narrowed() {
    assert_eq!(in_turn("for each c in me.all { n = c.miles }"), [Code::E0402]);
    assert_eq!(in_turn("for each c in me.all { if c is Mile { n = c.miles } }"), crate::NONE);
    assert_eq!(
        in_turn("for each c in me.all { if not (c is Mile) { me.cash += c.value } }"),
        crate::NONE
    );
    assert_eq!(
        in_turn("for each c in me.all { if c is Mile and c.miles > 2 { move c to me.hand } }"),
        crate::NONE
    );
    assert_eq!(in_turn("for each c: Note in me.all { me.cash += c.value }"), crate::NONE);
    assert_eq!(in_turn("n = count(x in me.all where (x is Mile and x.miles is 3))"), crate::NONE);
    assert_eq!(in_turn("move me.all to me.hand"), [Code::E0505]);
    assert_eq!(in_turn("for each c in me.hand { if c is Note { n = 1 } }"), [Code::E0408]);
}

#[test]
fn enum_members_are_found_by_what_is_wanted() {
    let two = "enum Hue { pink, blue }\neach Player has { hue: Hue = blue  color: Color = pink }\n";
    let play =
        |s: &str| errors(&format!("{two}play {{ turn me in players {{ {s} }}  end game lost }}"));
    assert_eq!(play("if me.hue is pink and pink is me.color { n = 1 }"), crate::NONE);
    assert_eq!(play("if me.color in (pink, black) { n = 1 }"), crate::NONE);
    assert_eq!(play("n = count(pink.row)"), crate::NONE);
    assert_eq!(play("let x = pink"), [Code::E0411]);
    assert_eq!(play("me.hue = black"), [Code::E0404]);
}

#[test]
fn slots_are_cards_and_lists() {
    assert_eq!(in_turn("n = count(me.hand + me.ride)  move me.ride to me.hand"), crate::NONE);
    assert_eq!(in_turn("if there is c in me.ride { n = c.miles }"), crate::NONE);
    assert_eq!(in_turn("for each c in me.ride { n = c.miles }"), [Code::E0511]);
    assert_eq!(
        in_turn("if me.ride is [pink 4 $1] or me.ride is none or me.ride is empty { n = 1 }"),
        crate::NONE
    );
    assert_eq!(in_turn("let c = me.ride  move c to me.hand"), crate::NONE);
}

#[test]
fn lists_meet_literals_row_by_row() {
    let made = book("play { if black.row is ([pink 1 $1], [pink 2 $1]) { end game lost } }");
    let text = shown(&made.play.block);
    assert!(text.contains("RowsAre(") && text.contains("Ordered"), "{text}");
    let made = book("play { if any p in players has p.hand is [pink 1 $1] { end game lost } }");
    assert!(shown(&made.play.block).contains("Unordered"));
}

#[test]
fn comparisons_turn_round() {
    let made = book("play { if n > 2 and n is not 4 { end game lost } }");
    let text = shown(&made.play.block);
    assert!(text.contains("Less(Expr { kind: Const(Number(2))"), "{text}");
    assert!(text.contains("Not(Expr { kind: Same("), "{text}");
}

#[test]
fn seats_are_constants_and_squares_members() {
    let made = book(
        "enum Cell 3 by 3\neach Cell has { disc: Player or none }\n\
         play { n = count(players)  if Cell(2, 3).disc is none or Cell(n, 3).disc is none { end game lost } }",
    );
    let text = shown(&made.play.block);
    assert!(
        text.contains("Seats") && text.contains("Member(EnumId(2), 7)") && text.contains("Square("),
        "{text}"
    );
}

#[test]
fn who_has_a_turn_is_not_asked_of_whoever_acts_around_it() {
    let more = |seats: &str| {
        errors(&format!(
            "each Player has {{ out: yes or no }}\naction go {{ more() }}\nto more {{ turn me in \
             {seats} {{ choose {{ pass }} }} }}\n\
             play {{ turn me in players {{ choose {{ go }} }}  end game lost }}"
        ))
    };
    assert_eq!(more("players where not me.out"), [Code::E0501]);
    assert_eq!(more("players where count(opponents) > 1"), [Code::E0501]);
    assert_eq!(more("those p in players where not p.out"), crate::NONE);
    assert_eq!(more("those p in opponents where p is me.left"), crate::NONE);
}

#[test]
fn deeds_stand_alone_and_give_on_every_path() {
    let deed = "to roll -> Number { choose face in 1..6 by chance  give face }\n";
    let play = |s: &str| errors(&format!("{deed}play {{ {s}  end game lost }}"));
    assert_eq!(play("let x = roll()  n = x  n = roll()"), crate::NONE);
    assert_eq!(play("n = roll() + 1"), [Code::E0509]);
    assert_eq!(play("let x = 3  x = 4  x += n  n = x"), crate::NONE);
    assert_eq!(
        errors(
            "to half(x: Number) -> Number { if x > 1 { give 1 } else { give 2 } }\nplay { n = \
             half(3)  end game lost }"
        ),
        crate::NONE
    );
    let made = book(&format!("{deed}play {{ n = roll()  end game lost }}"));
    assert!(made.deeds[0].pauses);
    assert!(matches!(made.play.block[0].kind, StmtKind::Call { into: Some(_), .. }));
}

#[test]
fn whoever_acts_is_known() {
    assert_eq!(errors("play { n = rich  end game lost }\ndefine rich = me.tags"), [Code::E0501]);
    assert_eq!(
        errors("play { turn me in players { n = rich }  end game lost }\ndefine rich = me.tags"),
        crate::NONE
    );
    assert_eq!(errors("setup { choose c in 1..3  n = c }\nplay { end game lost }"), [Code::E0501]);
    assert_eq!(in_turn("choose c in me.hand by me.left  move c to miles"), [Code::E0501]);
    assert_eq!(in_turn("choose c in 1..rich by me.left  n = c"), [Code::E0401]);
    let word = "define rich = me.tags\n";
    assert_eq!(
        errors(&format!(
            "{word}play {{ turn me in players {{ choose c in 1..rich by me.left  n = c }}  end \
             game lost }}"
        )),
        [Code::E0501]
    );
    assert_eq!(
        errors(&format!("{word}play {{ ends when n > rich {{ end game lost }}  n = 3 }}")),
        [Code::E0501]
    );
    let made = book(&format!("{word}play {{ turn me in players {{ n = rich }}  end game lost }}"));
    assert!(made.words[0].uses_me);
}

#[test]
fn runs_enclose_their_uses() {
    let run = "each round has { k: Number }\neach rob has { loud: yes or no }\n\
        to rob(p: Player) { rob.loud = yes  deeper() }\nto deeper { if rob.loud { n = round.k  rob.p.tags += 1 } }\n";
    assert_eq!(
        errors(&format!(
            "{run}play {{ round i in 1..2 {{ for each p in players {{ rob(p) }} }}  end game lost \
             }}"
        )),
        crate::NONE
    );
    assert_eq!(
        errors(&format!("{run}play {{ for each p in players {{ rob(p) }}  end game lost }}")),
        [Code::E0502]
    );
    assert_eq!(
        errors(&format!("{run}play {{ round i in 1..2 {{ deeper() }}  end game lost }}")),
        [Code::E0502]
    );
}

#[test]
fn ends_name_all_stages_that_may_be_meant() {
    let made = book(
        "play { round i in 1..2 { phase \"a\" { halt() }  phase \"b\" { end phase \"b\" }  phase \
         \"a\" { halt() } }  end game lost }\n\
         to halt { end phase \"a\" }",
    );
    let text = shown(&made.deeds[0].body);
    assert!(
        text.contains("Stage([StageId(1), StageId(3)])")
            || text.contains("Stage([StageId(0), StageId(2)])"),
        "{text}"
    );
    assert_eq!(errors("play { halt()  end game lost }\nto halt { end phase }"), [Code::E0503]);
}

#[test]
fn menus_are_spliced_where_they_are_asked() {
    let made = book(
        "play { turn me in players { choose main(me.cash) }  end game lost }\n\
         menu main(most_of: Dollars) once per turn { lay(most_of) or other or pass otherwise pass as \"no\" }\n\
         menu other { rest or pass }\naction lay(s: Dollars, c in me.hand) { me.cash -= s  move c to miles }\n\
         action rest { n += 1  again }\naction spy joins main(most_of) { me.cash = most_of }\naction nap joins other { n = 3 }",
    );
    let text = shown(&made.play.block);
    assert!(text.contains("Let(LocalId(0)"), "{text}");
    assert_eq!(text.matches("Move(MoveId(").count(), 4, "{text}");
    assert_eq!(text.matches("what: Pass").count(), 2, "{text}");
    assert!(
        text.contains("may: true, what: Move(MoveId(2), [Expr { kind: Local(LocalId(0))"),
        "{text}"
    );
    assert!(made.moves[1].again && !made.moves[0].again);
    assert_eq!(made.moves[2].given, 1);
}

#[test]
fn needs_wait_for_their_names() {
    let made = book(
        "play { turn me in players { choose { lay or pass } }  end game lost }\n\
         action lay(p in opponents, c: Mile in p.all, price in $0..me.cash)\n  needs n > 0 else \"no\"\n  needs c.worth is not none else \"{c}\"\n\
           needs c.worth < price else \"{p}\"\n{ me.cash -= c.worth }\nforbid lay(a, b, d) when \
           b.miles is 3 because \"three\"\n\
         forbid lay because \"never\"",
    );
    let after: Vec<u16> = made.moves[0].needs.iter().map(|n| n.after).collect();
    assert_eq!(after, [2, 0, 0, 2, 3]);
}

#[test]
fn interrupts_are_woven_latest_first() {
    let made = book(
        "play { turn me in players { let x = rob(me) if x { n = 1 } }  end game lost }\n\
         to rob(p: Player) -> yes or no as \"robbing {p}\" { give p.tags > 3 }\n\
         instead of rob(q) when q.tags is 1 { let a = as usual  let b = as usual  give a or b }\n\
         instead of rob { give as usual }\nbefore rob(q) { q.tags += 1 }\nbefore rob(q) { q.tags += 2 }\nafter rob when n > 3 { n = 4 }",
    );
    let rob = made.deeds.iter().position(|d| d.name == "rob").unwrap();
    assert_eq!(made.deeds.iter().filter(|d| d.name == "#rob").count(), 3);
    assert!(made.deeds[rob].title.is_some());
    let text = shown(&made.deeds[rob].body);
    let order = [
        text.find("Number(2)").unwrap(),
        text.find("Number(1)").unwrap(),
        text.find("Call {").unwrap(),
        text.find("Number(4)").unwrap(),
    ];
    assert!(order.is_sorted(), "{text}");
}

#[test]
fn changes_are_woven_to_first_then_by() {
    let made = book(
        "play { n = fare  end game lost }\ndefine fare -> Number = 2\nchange fare by 10\nchange \
         fare to 3\nchange fare when n > 1 to 4",
    );
    let text = shown(&made.words[0].value);
    assert!(text.starts_with("Expr { kind: Arith(Add, Expr { kind: If("), "{text}");
    let (four, three) = (text.find("Number(4)").unwrap(), text.find("Number(3)").unwrap());
    assert!(four < three, "{text}");
}

#[test]
fn card_rules_hang_on_their_card() {
    let made = book(
        "enum Who { ann, bob }\ncard Hero { who: Who }\ndeck heroes of Hero { each of (Who) }\n\
         each Player has { crew: slot of Hero }\ndefine power for p: Player -> Number = 2\n\
         menu main { hit or pass }\naction hit { n = me.power }\nto rest(p: Player) { p.tags = 1 }\n\
         play { turn me in players { choose main  rest(me) }  end game lost }\n\
         rules for ann in crew { change power for owner by 1 after rest(owner) { owner.tags = 2 } \
           before rest(p) when p is owner.left { move this to heroes } action call joins main { move this to heroes } }",
    );
    let call = made.moves.iter().find(|m| m.name == "call").unwrap();
    assert!(call.hidden_this && call.steps.len() == 1 && call.given == 0);
    let text = shown(&made.words[0].value);
    assert!(text.contains("IsRow"), "{text}");
    let rest = made.deeds.iter().find(|d| d.name == "rest").unwrap();
    let text = shown(&rest.body.block);
    assert!(text.contains("ForEach(") && text.contains("If("), "{text}");
}

#[test]
fn secret_bids_are_words_of_the_player() {
    let made = book(
        "setup { choose bid in $0..$5 by each players  choose p in players with most bid by \
         chance  p.cash -= p.bid }\n\
         play { end game lost }",
    );
    assert!(made.setup.locals[0].per_seat);
    assert!(shown(&made.setup.block).contains("Committed(LocalId(0)"));
    assert_eq!(
        errors(
            "setup { choose bid in $0..$5 by each those p in players where p.tags > 0  for each p \
             in players { p.cash -= p.bid } }\nplay { end game lost }"
        ),
        [Code::E0406]
    );
    assert_eq!(
        errors(
            "setup { choose bid in $0..$5 by each players with most cash  for each p in players { \
             p.cash -= p.bid } }\n\
             play { end game lost }"
        ),
        [Code::E0406]
    );
    assert_eq!(
        errors(
            "setup { choose bid in $0..$5 by each (those p in players where p.tags > 0)  for each \
             p in players where p.bid is not none { p.cash -= p.bid } }\nplay { end game lost }"
        ),
        crate::NONE
    );
}

#[test]
fn nothing_has_no_order_of_its_own() {
    let made =
        book("play { let a = if count(miles) is 2 then empty else top 2 of miles  end game lost }");
    let a = made.play.locals.iter().rfind(|l| l.name == "a").map(|l| l.ty.clone());
    assert!(matches!(a, Some(Type::List(_, houserules_lang::ir::Order::Ordered))));
}

#[test]
fn options_to_choose_have_their_types() {
    let made = book(
        "play { turn me in players { choose a in any of me.hand where count(a) > 1, b in up to 1 \
         of a, c in order of me.hand  may choose d in me.hand  if d is not none { move d to miles \
         }  if b is none { n = count(a) + count(c) } }  end game lost }",
    );
    let ty = |name: &str| {
        made.play.locals.iter().rfind(|l| l.name == name).map(|l| l.ty.clone()).unwrap()
    };
    assert!(matches!(ty("a"), Type::List(_, houserules_lang::ir::Order::Unordered)));
    assert!(matches!(ty("b"), Type::Optional(_)));
    assert!(matches!(ty("c"), Type::List(_, houserules_lang::ir::Order::Ordered)));
    assert!(matches!(ty("d"), Type::Optional(_)));
}

#[test]
fn zones_of_any_kind_are_found_from_arguments() {
    let deed = "to refill(hand: zone of any T, size: Number, deck: zone of T) { move top size of \
                deck to hand }\n";
    let made = book(&format!(
        "{deed}play {{ for each p in players {{ refill(p.hand, 3, miles)  refill(pink.bank, 1, \
         notes)  refill(p.all, 2, heap) }}  end game lost }}"
    ));
    assert_eq!(made.deeds.len(), 3);
    assert_eq!(
        errors(&format!(
            "{deed}play {{ for each p in players {{ refill(p.hand, 3, notes) }}  end game lost }}"
        )),
        [Code::E0404]
    );
}

#[test]
fn turns_that_go_on_leave_players_out() {
    let turns =
        |over: &str| errors(&format!("play {{ turn me in {over} {{ choose {{ pass }} }} }}"));
    assert_eq!(turns("those p in players onwards where p.cash > $0"), crate::NONE);
    assert_eq!(turns("those p in players onwards where me.cash > $0"), [Code::E0501]);
    assert_eq!(turns("players onwards where me.cash > $0"), [Code::E0501]);
    assert_eq!(turns("those p in players onwards with most cash"), [Code::E0425]);
}

#[test]
fn tests_are_typed_against_their_moves() {
    let made = book(
        "play { turn me in players onwards { choose { lay or pass } } }\naction lay(c in me.hand, \
         price in $0..$9) { me.cash -= price  move c to miles }\n\
         test \"lay\" with Ana, Ben { given Ana.hand is [pink 1 $1], 1 of [black 2 $1]  given \
         Player | tags | cash { Ana | 3 | $4 }\n\
           given it is Ana's turn, the rest in miles  Ana does lay [pink 1 $1], $3  Ben passes  all pass\n\
           expect it is Ana's turn  expect Ana.cash is $0 and Ana.sees(Ben.cash) and path is \"x\"\n  let c = count(miles)  do end game lost  expect lost }",
    );
    assert_eq!(made.tests[0].lines.len(), 13);
    let test = |s: &str| {
        errors(&format!(
            "play {{ turn me in players onwards {{ choose {{ lay or pass }} }} }}\naction lay(c in \
             me.hand) {{ move c to miles }}\ntest \"t\" with Ana, Ben {{ {s} }}"
        ))
    };
    assert_eq!(test("Ana does lay [pink 9]"), [Code::E0309]);
    assert_eq!(test("Ana does lay $3"), [Code::E0404]);
    assert_eq!(test("Ana does lya [pink 1 $1]"), [Code::E0703]);
    assert_eq!(test("given Ana.hnad is empty"), [Code::E0402]);
    assert_eq!(test("given Ana.cash is 3"), [Code::E0405]);
}

#[test]
fn the_rest_has_no_places_on_a_grid() {
    let given = |what: &str| {
        errors(&format!(
            "tile Plank 2 by 1 {{ long: 1..2 }}\ndeck planks of Plank {{ each of (1..2) }}\nthe \
             table has {{ floor: grid of Plank }}\n\
             play {{ move top 1 of planks to floor at floor.middle  end game lost }}\ntest \"t\" with Ana, Ben {{ given {what} }}"
        ))
    };
    assert_eq!(given("the rest in floor"), [Code::E0707]);
    assert!(given("the rest in planks").is_empty());
}

#[test]
fn words_that_draw_have_one_form() {
    let with = |words: &str| {
        errors(&format!(
            "tile Plank 2 by 1 {{ long: 1..2 }}\ndeck planks of Plank {{ each of (1..2) }}\nthe \
             table has {{ floor: grid of Plank }}\n{words}\n\
             play {{ move top 1 of planks to floor at floor.middle  end game lost }}"
        ))
    };
    assert!(
        with("define passage(side: Side) for q: Square = q.tile is q.next(side).tile").is_empty()
    );
    assert!(with("define mark for q: Square = if q.x > 0 then \"{q.x}\" else none").is_empty());
    assert_eq!(with("define passage(side: Side) for q: Square = q.x"), [Code::E0431]);
    assert_eq!(with("define mark(side: Side) for q: Square = q.x"), [Code::E0431]);
    assert_eq!(with("define mark for q: Square = q.tile"), [Code::E0431]);
}

#[test]
fn one_mistake_is_said_once() {
    assert_eq!(in_turn("let x = nothing_here  n = x + 1  if x > 2 { n = x }"), [Code::E0401]);
    assert_eq!(
        errors(
            "play { turn me in players { lay(nope) }  end game lost }\nto lay(c: Mile) { n = \
             c.mlies  n = c.mlies }"
        ),
        [Code::E0401, Code::E0402]
    );
    assert_eq!(
        errors(
            "to swap_two(a: zone of any T) { n = nope }\nplay { for each p in players { \
             swap_two(p.hand)  swap_two(p.all)  swap_two(notes) }  end game lost }"
        ),
        [Code::E0401]
    );
}

/// A face means any copy; one card of several has to be found first.
#[test]
fn one_card_of_several_copies_is_not_named_by_its_face() {
    let with = |rule: &str| {
        errors(&format!(
            "enum Dish {{ egg, tea }}\ncard Sushi {{ dish: Dish }}\ndeck kitchen of Sushi {{ 3 \
             each of (egg)  each of (tea) }}\n\
             each Player has {{ plate: set of Sushi  best: Sushi or none }}\neach Sushi has {{ bites: Number }}\n\
             define bitten for c: Sushi = c.bites\nto eat(c: Sushi) {{ move c to kitchen }}\n\
             play {{ turn me in players {{ {rule} }}  end game lost }}"
        ))
    };
    for fine in [
        "if [egg] in me.plate { end game lost }",
        "for each c in me.plate where c in ([egg], [tea]) { eat(c) }",
        "for each c in me.plate where c in (me.best, [egg]) { eat(c) }",
        "if me.plate is ([egg], [egg]) { end game lost }",
        "if [egg].dish is egg { eat([tea]) }",
        "move [tea] to kitchen",
        "move first c in me.plate where c is [egg] to kitchen",
        "if [tea].bites + [tea].bitten > 3 { end game lost }",
    ] {
        assert!(with(fine).is_empty(), "{fine}: {:?}", with(fine));
    }
    for wrong in [
        "move [egg] to kitchen",
        "eat([egg])",
        "show [egg] to me",
        "swap [egg] with [tea]",
        "if [egg].bites > 3 { end game lost }",
        "if [egg].bitten > 3 { end game lost }",
        "for each c in ([egg], [tea]) { eat(c) }",
        "for each c in me.plate - [egg] { eat(c) }",
        "let c = [egg]",
        "if count([egg]) > 3 { end game lost }",
        "say \"{[egg]}\"",
    ] {
        assert!(with(wrong).contains(&Code::E0434), "{wrong}: {:?}", with(wrong));
    }
}

/// What copies do together is added up, or the first does it; where neither can be, it is refused.
#[test]
fn copies_that_would_differ_are_refused() {
    let with = |copies: u8, rule: &str| {
        errors(&format!(
            "enum Being {{ cat, dog }}\ncard Pet {{ being: Being }}\ndeck pets of Pet {{ {copies} \
             each of (cat)  each of (dog) }}\n\
             each Player has {{ basket: row of Pet  n: Number }}\neach Pet has {{ age: Number }}\n\
             define joy for p: Player = 1\nto score(p: Player) {{ p.n += p.joy }}\nto rest {{ }}\n\
             rules for cat in basket {{ {rule} }}\n\
             play {{ turn me in players {{ rest  score(me) }}  end game lost }}"
        ))
    };
    for fine in [
        "after score(owner) { this.age += 1 }",
        "before rest when this.age > 3 { owner.n += 1 }",
        "change joy for owner by this.age",
        "change joy for p when p is not owner by this.age",
        "change joy for owner when this.age > 2 to owner.n",
        "instead of score(owner) when this.age > 2 { this.age = 0 }",
        "instead of rest { owner.n += this.age }",
    ] {
        assert!(with(2, fine).is_empty(), "{fine}: {:?}", with(2, fine));
    }
    for wrong in [
        "change joy for owner to this.age",
        "change joy for p to owner.n",
        "instead of score(owner) { as usual  as usual }",
        "instead of rest { as usual  this.age += 1 }",
    ] {
        assert_eq!(with(2, wrong), [Code::E0616], "{wrong}");
        assert!(with(1, wrong).is_empty(), "{wrong}: {:?}", with(1, wrong));
    }
}

#[test]
fn a_condition_that_goes_on_after_where_wants_brackets() {
    let rules = "play { end game lost }\ndefine z = those p in players where p.left is p and \
                 count(players) > 1\n";
    assert_eq!(errors(rules), [Code::E0114]);
}
