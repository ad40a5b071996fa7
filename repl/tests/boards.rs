//! Boards at the table: tiles laid by numbers, places of maps chosen by numbers or names, pictures as text and as SVG.

#![expect(clippy::unwrap_used, reason = "a test may stop where it stands")]

use houserules::run;
use houserules::show::console::{Console, Look};
use std::ffi::OsString;
use std::path::Path;

const TUNNELS: [&str; 6] = ["--players", "1", "--seed", "7", "--option", "face=easy"];
const HEIST: [&str; 6] = ["--players", "2", "--seat", "2=random", "--seed", "5"];

/// What a whole session shows, over pipes of that width.
fn played(game: &str, arguments: &[&str], width: usize, input: &str) -> (u8, String) {
    let mut reader = input.as_bytes();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let look = Look { width, ..Look::plain() };
    let mut console = Console::new(look, &mut reader, &mut out, &mut err);
    let all = ["houserules", "play", game].into_iter().chain(arguments.iter().copied());
    let status = run(all.map(OsString::from), &mut console);
    (status, String::from_utf8(out).unwrap())
}

fn game(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join("games").join(name).display().to_string()
}

fn tunnels(input: &str) -> String {
    played(&game("bandido_alcatraz.rules"), &TUNNELS, 100, input).1
}

fn heist(width: usize, input: &str) -> String {
    played(&game("banditos_heist.rules"), &HEIST, width, input).1
}

fn has(out: &str, lines: &[&str]) {
    for line in lines {
        assert!(out.contains(line), "no `{line}` in:\n{out}");
    }
}

/// Reads XML as far as pictures use it; panics where it is not well-formed.
fn texts_of(svg: &str) -> Vec<(String, String)> {
    let (mut open, mut texts) = (Vec::new(), Vec::new());
    let mut rest = svg.trim_end();
    while let Some(at) = rest.find('<') {
        let between = &rest[..at];
        assert!(!between.contains('>'), "{between}");
        let end = rest[at..].find('>').unwrap() + at;
        let tag = &rest[at + 1..end];
        if let Some(name) = tag.strip_prefix('/') {
            let (opened, attributes): (String, String) = open.pop().unwrap();
            assert_eq!(opened, name);
            if name == "text" {
                texts.push((attributes, between.to_owned()));
            }
        } else if !tag.ends_with('/') {
            let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
            assert_eq!(attributes.matches('"').count() % 2, 0, "{tag}");
            open.push((name.to_owned(), attributes.to_owned()));
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty() && rest.is_empty(), "{open:?} {rest}");
    texts
}

#[test]
fn tiles_are_laid_by_the_numbers_of_the_frontier() {
    let out = tunnels("dig\n1\n4\nquit\nyes\n");
    has(
        &out,
        &[
            "   1  ○1   ○2",
            "   0 ▏ ├────┼── ○3",
            "T19  ▏ ╶────┤ ▕  feature plain",
            "where (1 to 5) > 4",
            "Ana digs T19 (spot (-1, -1))",
            "  -1 ▏ ╶────┤ ▕ ○4",
        ],
    );
    assert_eq!(tunnels("1 1 4\nquit\nyes\n").matches("Ana digs T19 (spot (-1, -1))").count(), 1);
    assert!(tunnels("dig [T19] tunnels.spot(-1, -1, 0)\nquit\nyes\n").contains("Ana digs T19"));
}

#[test]
fn each_way_that_a_tile_may_lie_is_drawn() {
    let out = tunnels("dig\n2\n1\n9\nback\n3\n1\nquit\nyes\n");
    has(&out, &["which way (1 to", "`back` for another place", "━━┫ ▕  ○", "Type a number from 1 to"]);
    has(&out, &["Ana digs T23"]);
}

#[test]
fn commands_leave_a_step_as_it_is() {
    let out = tunnels("dig\nlook T19\nwhy gather [T19]\n1\nzebra\nlook\n4\nquit\nyes\n");
    has(&out, &["T19 (Tunnel): openings TR and BR", "shows neither a raincoat nor a rope", "T27 (Tunnel)"]);
    has(&out, &["Type a number that stands in the picture: 1, 2, 3, 4, 5.", "Ana digs T19"]);
}

#[test]
fn pictures_are_well_formed_and_carry_the_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (now, step) = (file("now.svg"), file("step.svg"));
    let out = tunnels(&format!("draw {now}\ndig\n1\ndraw {step}\n4\nquit\nyes\n"));
    has(&out, &["Drawn to", "Ana digs T19"]);
    for path in [&now, &step] {
        let texts = texts_of(&std::fs::read_to_string(path).unwrap());
        let numbers = texts.iter().filter(|(kind, _)| kind.contains("number")).map(|(_, text)| text.as_str());
        assert_eq!(numbers.collect::<Vec<_>>().len(), 5);
        assert!(texts.iter().any(|(_, text)| text == "T66"), "the hand is drawn: {texts:?}");
    }
}

#[test]
fn names_read_as_they_are_printed_and_are_typed_either_way() {
    let out = heist(120, "auto\npass\ntake train El Paso\n1\nquit\nyes\n");
    has(
        &out,
        &["Ana's pawn is now San Diego", "Manager's habits in Hermosillo", "Ana's pawn is now El Paso"],
    );
    assert!(!out.contains("San_Diego") && !out.contains("Rusty_hatchback"), "{out}");
    for typed in ["take_train El_Paso", "take train el paso", "take_train \"El Paso\""] {
        has(&heist(120, &format!("auto\npass\n{typed}\n1\nquit\nyes\n")), &["Ana's pawn is now El Paso"]);
    }
    has(&heist(120, "auto\npass\nbuy\nbaseball bat\nquit\nyes\n"), &["Ana goes shopping: Baseball bat"]);
    has(&heist(120, "auto\npass\nlook orange compact\nquit\nyes\n"), &["Orange compact (Vehicle): body car"]);
}

#[test]
fn places_of_a_map_are_chosen_by_numbers_in_its_picture() {
    let out = heist(120, "auto\npass\ndrive\ntijuana\nno\nquit\nyes\n");
    has(&out, &["Where to?", ":Yuma", ":Tijuana", "round 1 of 60 › Ana's turn", "San Diego[A]"]);
    has(&out, &["Ana's pawn is now Tijuana", "Tijuana[A]"]);
    // The hand has changed, the map has not.
    let drawn = heist(120, "auto\npass\ndraw two\ntable\nquit\nyes\n");
    has(&drawn, &["(the board is as before; `table` shows it again)", "Ana draws two cards"]);
    assert_eq!(drawn.matches("● Nogales").count() + drawn.matches("Nogales ●").count(), 2, "{drawn}");
}

#[test]
fn every_name_of_a_map_stands_free() {
    let cities =
        ["San Diego", "Tucson", "El Paso", "Ciudad Juarez", "Ciudad Acuna", "Nuevo Laredo", "Brownsville"];
    for width in [80, 120] {
        let out = heist(width, "quit\nyes\n");
        let map: Vec<&str> =
            out.split("highways\n").nth(1).unwrap().split("red deck").next().unwrap().lines().collect();
        for city in cities {
            assert!(map.iter().any(|line| line.contains(city)), "{width}: no {city}\n{}", map.join("\n"));
        }
        assert!(map.iter().all(|line| line.chars().count() <= width), "{}", map.join("\n"));
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.svg").display().to_string();
    heist(100, &format!("draw {path}\nquit\nyes\n"));
    let texts = texts_of(&std::fs::read_to_string(&path).unwrap());
    let number = |of: &str, name: &str| -> i64 {
        of.split(&format!("{name}=\"")).nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
    };
    let boxes: Vec<(i64, i64, i64, &str)> = texts
        .iter()
        .map(|(a, text)| (number(a, "x"), number(a, "y"), text.chars().count() as i64 * 8, text.as_str()))
        .collect();
    for (at, a) in boxes.iter().enumerate() {
        for b in &boxes[at + 1..] {
            let apart = a.0 + a.2 <= b.0 || b.0 + b.2 <= a.0 || (a.1 - b.1).abs() >= 14;
            assert!(apart, "{} lies over {}", a.3, b.3);
        }
    }
}

#[test]
fn what_lies_open_is_looked_at() {
    let out = heist(120, "auto\nlook discards\nlook Ben's hand\nlook\nquit\nyes\n");
    has(&out, &["2. Chopper (Vehicle)", "Nothing lies open there (5 cards).", "Runaway donkey (Diversion)"]);
    // Passing at a question where there is more to do is not `auto`'s.
    let out = heist(120, "auto\nauto\nquit\nyes\n");
    assert_eq!(out.matches("› part 1").count(), 1, "{out}");
}

#[test]
fn rules_say_what_is_drawn_at_places() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("lanes.csv"), "code,start,finish,spaces\nL1,Oslo,Rome,3\n").unwrap();
    std::fs::write(folder.path().join("towns.csv"), "name,x,y\nOslo,0,10\nRome,30,0\n").unwrap();
    let rules = "game \"Post\"\nplayers 1\nenum Town from \"towns.csv\" { name: Name, x: Number, y: Number }\n\
        enum Lane from \"lanes.csv\" { code: Name, start: Town, finish: Town, spaces: Number }\n\
        map post of Stop joins Town by Lane(start, finish, spaces)\n\
        each Player has { pawn: Stop }\neach Town has { mail: Number }\n\
        define mark for t: Town = if t.mail > 0 then \"{t.mail} letters\" else none\n\
        setup { for each p in players { p.pawn = Oslo }  Rome.mail = 3 }\n\
        play { turn me in players onwards { choose s in me.pawn.neighbours  me.pawn = s  if s is Rome { end game won by players } } }\n";
    let path = folder.path().join("post.rules");
    std::fs::write(&path, rules).unwrap();
    let (status, out) = played(&path.display().to_string(), &[], 80, "\n2\nL1 3\nl1_3\n2\nquit\n");
    has(&out, &["Oslo[A]", "Rome 3 letters", "Ana's pawn is now L1 1"]);
    assert_eq!(status, 0, "{out}");
}

#[test]
fn after_a_rule_that_fails_one_may_choose_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cake.rules");
    let rules = "game \"Cake\"\nplayers 1\nthe table has { pieces: Number }\n\
        play { turn me in players { choose guests in 0..3  pieces = 12 / guests }  end game won by players }\n";
    std::fs::write(&path, rules).unwrap();
    let path = path.display().to_string();
    let (status, out) = played(&path, &[], 80, "0\nzebra\nundo\n3\n");
    has(
        &out,
        &["error[R0302]", "The rules cannot go on from here: say `undo`", "pieces: +4, now 4", "Ana wins"],
    );
    assert_eq!(status, 0, "{out}");
    let (status, out) = played(&path, &[], 80, "0\n");
    assert_eq!(status, 1, "{out}");
}

#[test]
fn a_journal_is_drawn_as_it_stands_then_and_at_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (kept, svg) = (file("evening.journal"), file("table.svg"));
    let game = game("bandido_alcatraz.rules");
    let bots =
        ["--players", "2", "--seat", "1=random", "--seat", "2=random", "--seed", "3", "--journal", &kept];
    assert_eq!(played(&game, &bots, 80, "").0, 0);
    let drawn = |arguments: &[&str]| {
        let mut reader: &[u8] = b"";
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut console = Console::new(Look::plain(), &mut reader, &mut out, &mut err);
        let all = ["houserules", "draw", &kept, "-o", &svg].into_iter().chain(arguments.iter().copied());
        let status = run(all.map(OsString::from), &mut console);
        let picture = std::fs::read_to_string(&svg).unwrap();
        texts_of(&picture);
        (status, picture.matches("class=\"tile\"").count(), String::from_utf8(out).unwrap())
    };
    let (early, tiles, _) = drawn(&["--until", "20", "--seat", "2"]);
    let (late, more, _) = drawn(&[]);
    assert_eq!((early, late), (0, 0));
    assert!(0 < tiles && tiles < more, "{tiles} {more}");
}
