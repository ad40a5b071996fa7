//! Whole games through parser and resolver.

use houserules_lang::code::Code;
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::ir::{KindSet, Owner, Run, StageWord, Type, Value};
use houserules_lang::loader::{LoadError, Loaded, Loader};
use houserules_lang::resolve::literal::Literal;
use houserules_lang::resolve::names::{Def, GAME, Resolved};
use houserules_lang::resolve::{CODES, Found, resolve};
use houserules_lang::source::{Sources, Span};
use houserules_lang::syntax::ast::{LiteralWord, Name};
use houserules_lang::syntax::parse;
use std::path::{Path, PathBuf};

/// Texts by name; a folder behind them.
#[derive(Default)]
struct Texts {
    texts: Vec<(&'static str, String)>,
    folders: Vec<PathBuf>,
}

impl Texts {
    fn find(&self, path: &str) -> Result<Loaded, LoadError> {
        if let Some((name, text)) = self.texts.iter().find(|(name, _)| *name == path) {
            return Ok(Loaded { name: (*name).to_owned(), text: text.to_owned() });
        }
        let found = self.folders.iter().find_map(|f| std::fs::read_to_string(f.join(path)).ok());
        found
            .map(|text| Loaded { name: path.to_owned(), text })
            .ok_or_else(|| LoadError::NoFile(path.to_owned()))
    }
}

impl Loader for Texts {
    fn module(&mut self, name: &str) -> Result<Loaded, LoadError> {
        self.find(&format!("{name}.rules"))
    }
    fn table(&mut self, path: &str, _from: &str) -> Result<Loaded, LoadError> {
        self.find(path)
    }
    fn modules(&self) -> Vec<String> {
        vec!["dice".to_owned(), "pay".to_owned()]
    }
}

fn resolve_with(text: &str, mut texts: Texts) -> (Resolved, Vec<Diagnostic>, Sources) {
    let mut sources = Sources::default();
    let file = sources.add("game.rules", text);
    let (tree, mut wrong) = parse(file, text);
    let (resolved, found) = resolve(tree, &mut sources, &mut texts, &mut parse);
    wrong.extend(found);
    (resolved, wrong, sources)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn on_disk(file: &Path) -> (Resolved, Vec<Diagnostic>, Sources) {
    let folders = vec![file.parent().unwrap().to_owned(), root().join("stdlib/modules")];
    resolve_with(&std::fs::read_to_string(file).unwrap(), Texts { texts: Vec::new(), folders })
}

fn game(items: &str, tables: &[(&'static str, &str)]) -> (Resolved, Vec<Diagnostic>, Sources) {
    let text = format!("game \"Test\"\nplayers 2 to 4\n{items}\nplay {{ }}\n");
    let texts = tables.iter().map(|(name, text)| (*name, (*text).to_owned())).collect();
    resolve_with(&text, Texts { texts, folders: vec![root().join("stdlib/modules")] })
}

fn brief(wrong: &[Diagnostic]) -> String {
    wrong.iter().map(|d| format!("\n  {} {} ({:?})", d.code, d.message, d.span())).collect()
}

fn codes(wrong: &[Diagnostic]) -> Vec<Code> {
    wrong.iter().map(|d| d.code).collect()
}

fn clean(items: &str, tables: &[(&'static str, &str)]) -> Resolved {
    let (resolved, wrong, _) = game(items, tables);
    assert!(wrong.is_empty(), "{}", brief(&wrong));
    resolved
}

fn words(text: &str) -> Vec<LiteralWord> {
    let word = |w: &str| match w.parse() {
        Ok(n) => LiteralWord::Number(n, Span::default()),
        Err(_) if w.starts_with('$') => {
            LiteralWord::Money('$', w[1..].parse().unwrap(), Span::default())
        }
        Err(_) => LiteralWord::Word(Name { text: w.into(), span: Span::default() }),
    };
    text.split(' ').map(word).collect()
}

fn literal(resolved: &Resolved, text: &str, kinds: KindSet) -> Result<String, Code> {
    let mut report = Vec::new();
    let literal = Literal { words: &words(text), span: Span::default() };
    match resolved.literal(GAME, literal, kinds, &mut report) {
        Some(row) => Ok(resolved.book[row].name.clone()),
        None => Err(report[0].code),
    }
}

#[test]
fn games_and_examples_resolve() {
    let mut games: Vec<PathBuf> = Vec::new();
    for folder in ["games", "examples"] {
        let files = std::fs::read_dir(root().join(folder)).unwrap().map(|e| e.unwrap().path());
        games.extend(files.filter(|f| f.extension().is_some_and(|e| e == "rules")));
    }
    assert!(games.len() >= 5);
    for file in games {
        let (_, wrong, _) = on_disk(&file);
        let other: Vec<Diagnostic> =
            wrong.into_iter().filter(|d| CODES.iter().any(|(code, _)| *code == d.code)).collect();
        assert!(other.is_empty(), "{}: {}", file.display(), brief(&other));
    }
}

#[test]
fn every_code_has_an_example_that_reports_it_first() {
    for (code, _) in CODES {
        let files =
            std::fs::read_dir(root().join("examples/errors")).unwrap().map(|e| e.unwrap().path());
        let name = |f: &PathBuf| f.file_name().unwrap().to_string_lossy().into_owned();
        let mut own =
            files.filter(|f| name(f).starts_with(code.name()) && name(f).ends_with(".rules"));
        let file = own.next().unwrap_or_else(|| panic!("no example for {code}"));
        let (_, wrong, _) = on_disk(&file);
        assert_eq!(codes(&wrong), [*code], "{}: {}", file.display(), brief(&wrong));
    }
}

#[test]
fn decks_lay_out_rows_and_cards() {
    let resolved = clean(
        "unit Dollars \"$\"\nenum Color { pink, black }\ncard Mile { color: Color, miles: 1..2 }\n\
         card Note { value: Dollars }\ncard Any is Mile or Note\n\
         deck notes of Note { 2 each of ($6..$7) }\n\
         deck miles of Any { Mile from \"m.csv\" times copies where (miles is 2 or color in \
         (pink))  3 of [Note $6] }",
        &[("m.csv", "color,miles,copies\npink,1,1\nblack,2,2\nblack,1,9\n")],
    );
    let book = &resolved.book;
    let names: Vec<&str> = book.rows.iter().map(|r| r.name.as_str()).collect();
    assert_eq!(names, ["pink", "black", "Note $6", "Note $7"]);
    assert_eq!((book.kinds[0].rows, book.kinds[0].cards), ((0, 2), (0, 3)));
    assert_eq!((book.kinds[1].rows, book.kinds[1].cards), ((2, 4), (3, 10)));
    let homes: Vec<u16> = book.cards.iter().map(|c| c.home.0).collect();
    assert_eq!(homes, [1, 1, 1, 0, 0, 1, 1, 1, 0, 0]);
}

#[test]
fn literals_select_one_row() {
    let resolved = clean(
        "unit Dollars \"$\"\nenum Color { pink, black }\ncard Mile { color: Color, miles: 1..4 }\n\
         card Note { value: Dollars }\ncard Hero { name: Name, guns: Number = 0 }\n\
         card Tile { a: 1..3, b: 1..3 }\ncard Thing is Note or Hero\n\
         deck miles of Mile { each of (Color, 1..4) }\ndeck notes of Note { each of ($6..$9) }\n\
         deck heroes of Hero { Hero from \"h.csv\" }\ndeck tiles of Tile { each of (1..3, 1..3) }",
        &[("h.csv", "name,guns\nMadame M.,\n\"'67 van, blue\",3\n")],
    );
    let all = resolved.all_kinds();
    assert_eq!(literal(&resolved, "pink 4", all), Ok("pink 4".to_owned()));
    assert_eq!(literal(&resolved, "4 pink Mile", all), Ok("pink 4".to_owned()));
    assert_eq!(literal(&resolved, "Note 8", all), Ok("Note $8".to_owned()));
    assert_eq!(literal(&resolved, "$9", all), Ok("Note $9".to_owned()));
    assert_eq!(literal(&resolved, "Madame_M", all), Ok("Madame_M".to_owned()));
    assert_eq!(literal(&resolved, "67_van_blue", all), Ok("67_van_blue".to_owned()));
    assert_eq!(literal(&resolved, "Thing 3", all), Ok("67_van_blue".to_owned()));
    assert_eq!(literal(&resolved, "Tile 3 2", all), Ok("Tile 3 2".to_owned()));
    assert_eq!(literal(&resolved, "Tile 2 2", all), Ok("Tile 2 2".to_owned()));
    assert_eq!(literal(&resolved, "pink", all), Err(Code::E0310));
    assert_eq!(literal(&resolved, "pink 5", all), Err(Code::E0309));
    assert_eq!(literal(&resolved, "pink 4 4", all), Err(Code::E0309));
    assert_eq!(literal(&resolved, "pink 4", KindSet(2)), Err(Code::E0309));
}

#[test]
fn members_are_found_by_their_receiver() {
    let resolved = clean(
        "use pay(Note, Dollars)\nunit Dollars \"$\"\ncard Note { value: Dollars }\ncard Car { \
         value: Number, seats: 1..9 }\n\
         card Goods is Note or Car\neach Car has { tank: 0..4, capped }\neach Player has { hand: set of Goods }\n\
         each haul has { size: Number }\nto haul(p: Player) { }\n\
         define loaded for c: Car = c.tank > 0\ndefine rich for p: Player = yes\neach turn has { x: yes or no }",
        &[],
    );
    let (Some(Def::Kind(goods)), Some(Def::Kind(car)), Some(Def::Kind(note))) = (
        resolved.lookup(GAME, "Goods"),
        resolved.lookup(GAME, "Car"),
        resolved.lookup(GAME, "Note"),
    ) else {
        panic!()
    };
    let card = |kinds| Type::Card(kinds);
    assert!(matches!(resolved.member(&card(car), "tank"), Found::Member(_)));
    assert_eq!(resolved.member(&card(goods), "tank"), Found::Only(car));
    assert_eq!(resolved.member(&card(goods), "loaded"), Found::Only(car));
    assert_eq!(resolved.member(&card(goods), "seats"), Found::Only(car));
    assert!(matches!(resolved.member(&card(goods), "value"), Found::Differs(..)));
    assert!(matches!(
        resolved.member(&card(car).optional(), "seats"),
        Found::Field { range: Some((1, 9)), .. }
    ));
    assert!(matches!(resolved.member(&Type::Zone(note), "worth"), Found::Member(_)));
    assert_eq!(resolved.member(&Type::Zone(goods), "worth"), Found::Nothing);
    assert!(matches!(resolved.member(&Type::Player, "rich"), Found::Member(_)));
    assert!(resolved.owned(Owner::Run(Run::Stage(StageWord::Turn)), "x").is_some());
    let Some(Def::Deed(haul)) = resolved.lookup(GAME, "haul") else { panic!() };
    assert!(resolved.owned(Owner::Run(Run::Deed(haul)), "size").is_some());
    assert_eq!(resolved.suggest_member(&card(goods), "tnak", &[]), Some("tank".to_owned()));
    assert_eq!(resolved.suggest(GAME, "hual", &[]), Some("haul".to_owned()));
    assert!(matches!(resolved.lookup(GAME, "pay"), Some(Def::Deed(_))));
    assert_eq!(resolved.lookup(GAME, "Money"), None, "a module's parameters stay inside");
}

#[test]
fn wrong_cells_point_into_their_table() {
    let (_, wrong, sources) = game(
        "card Mile { name: Name, miles: 1..4 }\ndeck miles of Mile { Mile from \"m.csv\" }",
        &[("m.csv", "name,miles\n\nFar,  nine \nNear,2\nHere,\n")],
    );
    assert_eq!(codes(&wrong), [Code::E0305, Code::E0306]);
    assert_eq!(sources.slice(wrong[0].span()), "nine");
    assert_eq!(
        wrong[0].message,
        "`m.csv`, row 3, column `miles`: expected a number from 1 to 4, found `nine`"
    );
}

#[test]
fn enums_from_tables_have_values() {
    let resolved = clean(
        "enum Country { US, MX }\nenum City from \"c.csv\" { code: Name, country: Country, next: \
         City or none, bank: yes or no }\n\
         enum Cell 3 by 2",
        &[("c.csv", "\u{feff}code,country,next,bank\r\nEl Paso,US,Rio,yes\r\nRio,MX,,no\r\n")],
    );
    let city = &resolved.book.enums[1];
    assert_eq!(city.members, ["El_Paso", "Rio"]);
    let Some(Def::Enum(id)) = resolved.lookup(GAME, "City") else { panic!() };
    assert_eq!(city.values[0][2], Value::Member(id, 1));
    assert_eq!(city.values[1][2], Value::None);
    let cell = &resolved.book.enums[2];
    assert_eq!(cell.members[..4], ["Cell(1, 1)", "Cell(2, 1)", "Cell(3, 1)", "Cell(1, 2)"]);
    assert_eq!(cell.values[3], [Value::Number(1), Value::Number(2)]);
}

#[test]
fn one_mistake_is_said_once() {
    for (items, expected) in [
        (
            "enum Color from \"gone.csv\" { code: Name }\neach Color has { x: Number }\noption c: \
             Color = pink",
            Code::E0303,
        ),
        ("option f: 1..9 = goal\ndefine goal = 3", Code::E0311),
        ("use nothing\neach thing has { x: Number }\nwhen pile runs out { }", Code::E0205),
        (
            "card Mile { color: Colour }\ndeck miles of Mile { each of (pink) 2 of [pink] }\nwhen \
             miles runs out { }",
            Code::E0202,
        ),
        ("card Mile { n: 1..4 }\ndeck m of Mile { each of (1..9) 2 of [Mile 9] }", Code::E0313),
        ("define f(x: Nowhere) = 1\nto g(x: Number) { }\noption f: 1..2 = 1", Code::E0202),
        ("card A is B or C\ncard B { x: Number }\neach A has { y: Number }", Code::E0202),
        (
            "card M { n: 1..2 }\ndeck d of M { each of (1) }\neach Playre has { hand: set of M \
             }\nrules for M in hand { }\n\
          rules for M in hand { }",
            Code::E0202,
        ),
        (
            "enum E { a }\ncard M { e: E }\ndeck d of M { M from \"m.csv\" }\ndeck f of M { M from \
             \"m.csv\" }",
            Code::E0305,
        ),
        ("card A is B or C\ncard B is A or C\ncard C { x: Number }", Code::E0203),
        ("each Player has { x: Number  x: Number }", Code::E0215),
        ("each Player has { x: Number }\ndefine x for p: Player = 1", Code::E0215),
        ("each Player has { left: Player }", Code::E0214),
        ("to hide(p: Player) { }", Code::E0214),
        ("each roll has { sides: Number }\nuse dice", Code::E0215),
        ("unit A \"$\"\noption price: A = $5", Code::E0314),
        ("the table has { x: Text }", Code::E0317),
        ("the table has { x: Number, seen by owner }", Code::E0318),
        (
            "card M { n: 1..2 }\ndeck d of M { each of (1..2) }\nthe table has { x: set of M, \
             bookkeeping }",
            Code::E0318,
        ),
        ("use pay(Dollars)\nunit Dollars", Code::E0208),
        (
            "card M { n: 1..2 }\ndeck d of M { each of (1..2) }\nrules for Foo in hand { change x \
             to 1 }",
            Code::E0217,
        ),
        ("card M { n: 1..2 }\ndeck d of M { each of (0..9223372036854775807) }", Code::E0313),
        ("card M { n: Number }\ndeck d of M { each of (0..9223372036854775807) }", Code::E0301),
        ("card M { n: Number }\ndeck d of M { 0 each of (1..4000) }\nenum E 9 by 0", Code::E0302),
    ] {
        let (_, wrong, _) = game(items, &[("m.csv", "e\na\nb\nb\n")]);
        let errors: Vec<_> = wrong.iter().filter(|d| d.code.is_error()).collect();
        assert!(errors.len() == 1 && errors[0].code == expected, "{items}: {}", brief(&wrong));
    }
}

#[test]
fn products_are_capped_before_they_are_built() {
    let fields: Vec<String> = (0..30).map(|i| format!("f{i}: 1..9")).collect();
    let domains = vec!["1..9"; 30].join(", ");
    let items =
        format!("card M {{ {} }}\ndeck d of M {{ each of ({domains}) }}", fields.join(", "));
    assert_eq!(codes(&game(&items, &[]).1), [Code::E0301]);
    let table = format!("n\n{}", "1\n".repeat(100_000));
    let items = "card M { n: Number }\ndeck d of M { M from \"m.csv\" }";
    assert_eq!(codes(&game(items, &[("m.csv", &table)]).1), [Code::E0303]);
}

/// Of roads that are written out there is no cell to point at.
#[test]
fn a_road_that_leads_back_is_refused_where_it_is_written_out() {
    let text = "game \"Road\"\nplayers 2\nenum City { Rome, Bari }\n\
        enum Road | start: City | finish: City {\n  r1 | Rome | Rome\n}\n\
        map net joins City by Road(start, finish)\n\
        play { turn me in players onwards { choose { go } } }\naction go { end game drawn }\n";
    let compiled = houserules_lang::compile::compile(
        "road.rules",
        text,
        &mut houserules_lang::loader::NoFiles,
    );
    assert!(compiled.rulebook.is_none());
    let said: Vec<String> = compiled.diagnostics.iter().map(|d| d.message.clone()).collect();
    assert_eq!(said, ["`r1` leads from `Rome` back to `Rome`"]);
}
