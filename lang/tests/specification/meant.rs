//! What stands in the wrong place, and reports that follow from none.

use houserules_lang::code::Code;
use houserules_lang::compile::{Compiled, LoadError, Loaded, Loader, compile};
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::fixes::applied;

/// One table beside the rules.
struct Table(&'static str);

impl Loader for Table {
    fn module(&mut self, name: &str) -> Result<Loaded, LoadError> {
        Err(LoadError::NoModule(name.to_owned()))
    }

    fn table(&mut self, path: &str, _from: &str) -> Result<Loaded, LoadError> {
        Ok(Loaded { name: path.to_owned(), text: self.0.to_owned() })
    }

    fn modules(&self) -> Vec<String> {
        Vec::new()
    }
}

const HEAD: &str = "game \"G\"\n\nplayers 2\n\nthe table has { n: 0..99, stock: pile of Mile }\n\n\
                    each Player has { cash: Number }\n\n";
const TAIL: &str = "setup { shuffle deck }\n\nplay {\n  turn me in players {\n    \
                    move top 1 of deck to stock\n    n += 1\n  }\n  end game drawn\n}\n";
const CARDS: &str = "enum Town { Rio, Lima, Cuzco }\n\n\
                     card Mile { name: Name, town: Town, miles: 0..9 }\n\n\
                     deck deck of Mile { Mile from \"miles.csv\" }\n\n";
const ROWS: &str = "name,town,miles\nshort,Rio,2\nlong,Lima,6\nlast,Cuzco,7\n";

fn compiled(text: &str, table: &'static str) -> Compiled {
    compile("g.rules", text, &mut Table(table))
}

fn errors(of: &Compiled) -> Vec<&Diagnostic> {
    of.diagnostics.iter().filter(|d| d.code.is_error()).collect()
}

/// The only report, if what it offers leaves nothing to be said.
fn mended(text: &str, table: &'static str) -> String {
    let compiled = compiled(text, table);
    let all = errors(&compiled);
    let [said] = all[..] else { panic!("{all:#?}") };
    let file = said.fix.first().map(|edit| edit.span.file).unwrap_or_default();
    let source = compiled.sources.get(file).map_or("", |file| &*file.text);
    let again = applied(source, &said.fix).unwrap_or_default();
    let again = match usize::from(file.0) {
        0 => self::compiled(&again, table),
        _ => self::compiled(text, Box::leak(again.into_boxed_str())),
    };
    assert!(errors(&again).is_empty(), "{said:#?} {:#?}", again.diagnostics);
    format!("{}; {}", said.message, said.help.as_deref().unwrap_or(""))
}

#[test]
fn the_rules_are_right() {
    let right = compiled(&format!("{HEAD}{CARDS}{TAIL}"), ROWS);
    assert!(errors(&right).is_empty(), "{:#?}", right.diagnostics);
}

#[test]
fn commas_of_tables_are_put_where_they_belong() {
    let game = format!("{HEAD}{CARDS}{TAIL}");
    for (table, meant) in [
        ("nam,etown,miles\nshort,Rio,2\nlong,Lima,6\nlast,Cuzco,7\n", "`name,town"),
        ("name,town,miles\nshort,Rio,2\nlong,Lima6,\nlast,Cuzco,7\n", "`long,Lima,6`"),
        ("name,town,miles\nshort,Rio2\nlong,Lima,2\nlast,Cuzco,7\n", "Rio,2`"),
    ] {
        let said = mended(&game, table);
        assert!(said.contains(meant), "{table}: {said}");
    }
}

#[test]
fn lines_that_have_changed_places_are_told() {
    let game = format!("{HEAD}{CARDS}{TAIL}");
    let late = game.replace(
        "setup { shuffle deck }",
        "setup {\n  for each p in players {\n  }\n    p.cash = 3\n  shuffle deck\n}",
    );
    let said = mended(&late, ROWS);
    assert!(said.contains("write it above `}`"), "{said}");
    let test = "  given n is 3\ntest \"a\" with Ana, Ben {\n  expect n is 3\n}\n";
    let early = game.replace("setup { shuffle deck }", "setup {\n  shuffle deck\n}");
    let said = mended(&format!("{early}\n{test}"), ROWS);
    assert!(said.contains("below `test"), "{said}");
}

#[test]
fn names_that_have_grown_together_are_parted() {
    let game = format!("{HEAD}{CARDS}{TAIL}");
    let test = "test \"a\" with Ana, Ben {\n  given Ana.cash is 2\n  given Ben.cash is 3\n  expect \
                Bencash is 3\n}\n";
    let said = mended(&format!("{game}\n{test}"), ROWS);
    assert!(said.contains("write `expect Ben.cash is 3`"), "{said}");
}

#[test]
fn a_number_on_an_unreadable_line_hides_no_other_that_is_too_large() {
    let game = format!("{HEAD}{CARDS}option rounds: 1..9 = 30\n\n{TAIL}");
    let game = game.replace("    n += 1", "    n += rounds 30");
    let compiled = compiled(&game, ROWS);
    let codes: Vec<Code> = errors(&compiled).iter().map(|d| d.code).collect();
    let unread = codes.iter().any(|code| code.is_syntax());
    assert!(unread && codes.contains(&Code::E0313), "{:#?}", compiled.diagnostics);
}

#[test]
fn a_word_on_an_unreadable_line_hides_no_cell_that_is_no_member() {
    let game =
        format!("{HEAD}{CARDS}{TAIL}").replace("    n += 1", "    n += count(Quito Quito in deck)");
    let rows = "name,town,miles\nshort,Rio,2\nlong,Quito,6\nlast,Cuzco,7\n";
    let compiled = compiled(&game, rows);
    let codes: Vec<Code> = errors(&compiled).iter().map(|d| d.code).collect();
    assert!(codes.contains(&Code::E0305), "{:#?}", compiled.diagnostics);
}

/// A game in which some names stand in two words or in the wrong order.
const NAMED: &str = "to top_up(p: Player) {\n  p.cash += 1\n}\n\nto pay(p: Player, paid: Number) \
                     {\n  let half = paid / 2\n  let rest = paid - half\n  p.cash += rest\n  \
                     if paid > 3 { top_up(p) }\n}\n";

fn named(from: &str, to: &str) -> String {
    let game = format!("{HEAD}{CARDS}{NAMED}\n{TAIL}");
    let game = game.replace("    n += 1", "    n += 1\n    pay(me, n)");
    assert!(errors(&compiled(&game, ROWS)).is_empty(), "{:#?}", compiled(&game, ROWS).diagnostics);
    let changed = game.replacen(from, to, 1);
    assert!(changed != game, "{from}");
    mended(&changed, ROWS)
}

#[test]
fn slips_of_a_line_are_told_by_the_names_that_there_are() {
    for (from, to, meant) in [
        ("{ top_up(p)", "{ top up(p)", "top_up(p)"),
        ("{ top_up(p)", "{ top-up(p)", "top_up(p)"),
        ("p.cash += rest", "pcash += rest", "p.cash += rest"),
        ("p.cash += rest", "p_cash += rest", "p.cash += rest"),
        ("to top_up(p: Player) {", "to top_up p: Player {", "top_up(p: Player)"),
        ("pay(me, n)", "pay(me, n, 7)", "pay(me, n)"),
        ("{ top_up(p)", "{ top_up: p", "top_up(p)"),
        ("p.cash += rest", "p.cash gains rest", "p.cash += rest"),
        ("p: Player, paid", "Player p, paid", "p: Player, paid"),
        ("}\n\nto pay(", "} to pay(", "a new line begins with `to pay("),
    ] {
        let said = named(from, to);
        assert!(said.contains(meant), "{to}: {said}");
    }
}

#[test]
fn a_name_stands_above_what_needs_it() {
    let (first, second) = ("  let half = paid / 2\n", "  let rest = paid - half\n");
    let said = named(&format!("{first}{second}"), &format!("{second}{first}"));
    assert!(said.contains("write it below `let half"), "{said}");
}

#[test]
fn a_name_that_nothing_uses_is_meant() {
    let said = named("let half = paid / 2", "let part = paid / 2");
    assert!(said.contains("`part`"), "{said}");
}

#[test]
fn a_block_without_its_first_line_is_told_where_it_begins() {
    let said = named("play {\n", "");
    assert!(said.contains("write `play {`"), "{said}");
}

/// What is said of a game whose action has these steps, and that has these tests.
fn tested(steps: &str, tests: &str) -> Vec<String> {
    let game = format!("{HEAD}{CARDS}{TAIL}").replacen("players 2", "players 2 to 4", 1);
    let game = game.replace("    n += 1", "    n += 1\n    choose { lend }");
    let lend = format!("action lend({steps}) {{ p.cash += a }}");
    let all = compiled(&format!("{game}\n{lend}\n\n{tests}"), ROWS);
    let told = |d: &&Diagnostic| format!("{}; {}", d.message, d.help.as_deref().unwrap_or(""));
    errors(&all).iter().map(told).collect()
}

const STEPS: &str = "p in players, a in 1..3";

#[test]
fn somebody_whom_a_test_has_not_seated_is_seated_in_its_head() {
    let test = "test \"coins with a hole\" with Ana, Ben {\n  expect Cleo.cash is 0\n}\n";
    let said = tested(STEPS, test);
    let [said] = &said[..] else { panic!("{said:#?}") };
    assert!(said.contains("`with Ana, Ben, Cleo` if it is a player"), "{said}");
}

#[test]
fn whose_something_is_may_be_any_player_of_a_test() {
    let test = "test \"coins\" with Ana, Ben {\n  expect p.cash is 0\n}\n";
    let said = tested(STEPS, test);
    let [said] = &said[..] else { panic!("{said:#?}") };
    assert!(said.contains("`Ana.cash`") && said.contains("`Ben.cash`"), "{said}");
}

#[test]
fn a_step_left_out_of_a_head_is_one_mistake() {
    let lent = "  Ana does lend Ben, 2\n  Ben does lend Ana, 3\n";
    let test = |name: &str| format!("test \"{name}\" with Ana, Ben {{\n{lent}}}\n\n");
    let tests = test("once") + &test("again");
    assert_eq!(tested(STEPS, &tests), Vec::<String>::new());
    let said = tested("p in players", &tests);
    let [said] = &said[..] else { panic!("{said:#?}") };
    assert!(said.contains("`action lend(p in players, a in …)`"), "{said}");
}
