//! Texts in, trees and codes out.

use houserules_lang::code::Code;
use houserules_lang::source::{FileId, Span};
use houserules_lang::syntax::ast::*;
use houserules_lang::syntax::parse;

/// The one item of a text that parses.
fn item(text: &str) -> ItemKind {
    let (tree, errors) = parse(FileId(0), text);
    assert!(errors.is_empty(), "{text}: {errors:?}");
    assert_eq!(tree.items.len(), 1, "{text}");
    tree.items.into_iter().next().unwrap().kind
}

fn codes(text: &str) -> Vec<Code> {
    parse(FileId(0), text).1.iter().map(|d| d.code).collect()
}

fn value(text: &str) -> Expr {
    match item(&format!("define x = {text}")) {
        ItemKind::Define(define) => define.value,
        other => panic!("{other:?}"),
    }
}

/// The statements of `play { text }`.
fn stmts(text: &str) -> Vec<StmtKind> {
    match item(&format!("play {{ {text} }}")) {
        ItemKind::Play(block) => block.stmts.into_iter().map(|s| s.kind).collect(),
        other => panic!("{other:?}"),
    }
}

fn steps(text: &str) -> Vec<StepKind> {
    match item(&format!("test \"t\" B3-1, A-2 with Ana, Ben where face is easy {{ {text} }}")) {
        ItemKind::Test(test) => test.steps.into_iter().map(|s| s.kind).collect(),
        other => panic!("{other:?}"),
    }
}

/// An expression with every operator in brackets.
fn shape(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Number(n) => n.to_string(),
        ExprKind::Money(symbol, n) => format!("{symbol}{n}"),
        ExprKind::Name(name) => name.text.to_string(),
        ExprKind::Me => "me".into(),
        ExprKind::None => "none".into(),
        ExprKind::Dot(left, name) => format!("{}.{}", shape(left), name.text),
        ExprKind::Call(left, args) => {
            format!("{}({})", shape(left), args.iter().map(shape).collect::<Vec<_>>().join(","))
        }
        ExprKind::Group(all) => {
            format!("[{}]", all.iter().map(shape).collect::<Vec<_>>().join(","))
        }
        ExprKind::Unary(op, of) => format!("({op:?} {})", shape(of)),
        ExprKind::Binary(op, _, a, b) => format!("({} {op:?} {})", shape(a), shape(b)),
        ExprKind::If(a, b, c) => format!("if({},{},{})", shape(a), shape(b), shape(c)),
        ExprKind::Those(binder) => format!("those({})", domain(&binder.domain)),
        ExprKind::First(binder) => format!("first({})", domain(&binder.domain)),
        ExprKind::Domain(of) => format!("some({})", domain(of)),
        ExprKind::Let(name, value, then) => {
            format!("let({} = {} give {})", name.text, shape(value), shape(then))
        }
        ExprKind::Quantifier(q, binder, c) => {
            format!("{q:?}({} has {})", domain(&binder.domain), shape(c))
        }
        other => format!("{other:?}"),
    }
}

fn domain(domain: &Domain) -> String {
    let mut out = match &domain.base {
        DomainBase::List(list) => shape(list),
        other => format!("{other:?}"),
    };
    if let Some(from) = &domain.from {
        out += &format!(" from {}", shape(from));
    }
    if domain.onwards {
        out += " onwards";
    }
    if let Some(filter) = &domain.filter {
        out += &format!(" where {}", shape(filter));
    }
    if let Some(best) = &domain.best {
        out += &format!(" with {:?} {}", best.extreme, best.word.text);
        let args: Vec<_> = best.args.iter().flatten().map(shape).collect();
        if !args.is_empty() {
            out += &format!("({})", args.join(","));
        }
    }
    out
}

#[test]
fn operators_bind_in_their_order() {
    for (text, wanted) in [
        ("a or b and not c is d", "(a Or (b And (Not (c Is d))))"),
        ("a.b - -c * 2 + 3", "((a.b Minus ((Minus c) Times 2)) Plus 3)"),
        ("a is not b and c in d", "((a IsNot b) And (c In d))"),
        ("x otherwise $0 + $1 < y", "((x Otherwise ($0 Plus $1)) Less y)"),
        ("1..n - 1", "(1 Range (n Minus 1))"),
        ("a mod 2 / 3", "((a Mod 2) Divide 3)"),
        ("if a then b else c or d", "if(a,b,(c Or d))"),
        ("f(a, 1).g(me)", "f(a,1).g(me)"),
        ("any c in h has c.x is 1 and d", "(Any(h has (c.x Is 1)) And d)"),
        ("those c in h where c.x and d", "(those(h where c.x) And d)"),
        ("(first c in h) otherwise y", "([first(h)] Otherwise y)"),
        ("-a.b", "(Minus a.b)"),
        // What lists some things is a value: weaker than a sum, stronger than a comparison.
        ("a + b with most w", "some((a Plus b) with Most w)"),
        ("x in a with least w(x, 1) and y", "((x In some(a with Least w(x,1))) And y)"),
        ("p from q.left with most w is r", "(some(p from q.left with Most w) Is r)"),
        ("not a with most w", "(Not some(a with Most w))"),
        ("f(a from b)", "f(some(a from b))"),
        (
            "let x = 1 let y = x + 1 give x * y",
            "let(x = 1 give let(y = (x Plus 1) give (x Times y)))",
        ),
    ] {
        assert_eq!(shape(&value(text)), wanted, "{text}");
    }
}

/// The domain of `show D to me`.
fn shown(text: &str) -> Domain {
    match stmts(&format!("show {text} to me")).pop() {
        Some(StmtKind::Show { cards, .. }) => cards,
        other => panic!("{other:?}"),
    }
}

#[test]
fn one_end_of_some_things_is_a_value() {
    for text in [
        "top 2 of bank",
        "bottom (n + 1) of a + b",
        "top (count(a) - (2)) of (those c in bank where c.x)",
        "all from a by left",
        "lines of 3 on Cell",
        "spots for c on g",
    ] {
        let found = value(text);
        assert!(matches!(found.kind, ExprKind::Domain(_)), "{text}: {found:?}");
        let asked = value(&format!("{text} is empty"));
        assert!(matches!(asked.kind, ExprKind::Binary(BinaryOp::Is, ..)), "{text}: {asked:?}");
    }
    // In brackets it is a list in a list: what is moved so is not drawn one by one.
    assert!(shown("top 2 of heap").selector.is_some());
    assert!(shown("(top 2 of heap)").selector.is_none());
    assert!(shown("any of top 2 of heap").selector.is_some());
}

#[test]
fn domains_take_their_parts() {
    let whole = shown("(players) from dealer.left onwards where p.x > 1 with most cash");
    assert!(domain(&whole).ends_with("from dealer.left onwards where (p.x More 1) with Most cash"));
    for (text, wanted) in [
        ("top n of heap", "Top("),
        ("bottom 2 of heap", "Bottom("),
        ("any of heap", "Any"),
        ("order of heap", "Order"),
        ("up to 1 of heap", "UpTo("),
        ("me.count of heap", "Exactly("),
        ("3 or more of heap", "AtLeast("),
        ("top count(players) of heap", "Top("),
        ("top (n + 1) of heap", "Top("),
        ("bottom (n) of heap", "Bottom("),
        ("up to (n - 1) of heap", "UpTo("),
        ("up to count(c in hand where c.x) of heap", "UpTo("),
        ("count(hand) or more of heap", "AtLeast("),
        ("(n + 1) of those c in heap where c.x", "Exactly("),
    ] {
        let selector = format!("{:?}", shown(text).selector);
        assert!(selector.starts_with(&format!("Some({wanted}")), "{text}: {selector}");
    }
    assert!(matches!(shown("spots for c on grid_1").base, DomainBase::Spots { over: false, .. }));
    assert!(matches!(shown("spots for c over q.x").base, DomainBase::Spots { over: true, .. }));
    assert!(matches!(shown("lines of 3 on Cell").base, DomainBase::Lines { length: 3, .. }));
    for text in ["places on m from a.b within n + 1 costing w", "way on m from a to (b) + way"] {
        let base = shown(text).base;
        assert!(format!("{base:?}").contains("Search("), "{text}: {base:?}");
    }
}

#[test]
fn literals_and_amounts() {
    let ExprKind::Literal(words) = value("[67_Blue pink -4 €3 2_of]").kind else { panic!() };
    assert!(matches!(&words[0], LiteralWord::Word(name) if &*name.text == "67_Blue"));
    assert!(matches!(&words[1], LiteralWord::Word(name) if &*name.text == "pink"));
    assert!(matches!(&words[2], LiteralWord::Number(-4, _)));
    assert!(matches!(&words[3], LiteralWord::Money('€', 3, _)));
    assert!(matches!(&words[4], LiteralWord::Word(name) if &*name.text == "2_of"));
    assert!(matches!(value("9223372036854775807").kind, ExprKind::Number(i64::MAX)));
    assert_eq!(codes("define x = 9223372036854775808"), [Code::E0111]);
    let seeded = |seed: &str| codes(&format!("test \"t\" with Ana from seed {seed} {{ }}"));
    assert!(seeded("340282366920938463463374607431768211455").is_empty());
    assert_eq!(seeded("340282366920938463463374607431768211456"), [Code::E0111]);
}

#[test]
fn texts_have_words_and_holes() {
    let text = r#"play { say "a{{b}} \"{p.name + 1}\" \\ \n{q}" }"#;
    let (tree, errors) = parse(FileId(3), text);
    assert!(errors.is_empty(), "{errors:?}");
    let ItemKind::Play(block) = &tree.items[0].kind else { panic!() };
    let StmtKind::Say(said, None) = &block.stmts[0].kind else { panic!() };
    assert_eq!(said.raw, r#"a{{b}} \"{p.name + 1}\" \\ \n{q}"#);
    let [TextPart::Words(a), TextPart::Hole(hole), TextPart::Words(b), TextPart::Hole(last)] =
        &said.parts[..]
    else {
        panic!("{:?}", said.parts)
    };
    assert_eq!((a.as_str(), b.as_str()), ("a{b} \"", "\" \\ \n"));
    assert_eq!(&text[hole.span.start as usize..hole.span.end as usize], "p.name + 1");
    assert_eq!(&text[last.span.start as usize..last.span.end as usize], "q");
    assert_eq!(hole.span.file, FileId(3));
    for wrong in [r#""a}""#, r#""{""#, r#""{}""#, r#""\x""#] {
        assert_eq!(codes(&format!("play {{ say {wrong} }}")), [Code::E0117], "{wrong}");
    }
    assert_eq!(codes(r#"play { say "{a b}" }"#), [Code::E0101]);
}

#[test]
fn who_has_not_won_is_said_in_other_words() {
    let helps = |line: &str| {
        let text = format!("test \"x\" with Ana, Ben {{ {line} }}");
        let (_, errors) = parse(FileId(0), &text);
        errors.iter().flat_map(|e| e.help.clone()).collect::<String>()
    };
    let many = helps("simulate 10 games expecting not won by Ana");
    assert!(many.contains("`expecting won by Ana 0 to 0 times`"), "{many}");
    let one = helps("expect not won by Ana");
    assert!(one.contains("`expect won by Ben`"), "{one}");
}

#[test]
fn prose_is_joined_and_cites_rules() {
    let text =
        "/// One.\n/// Two. [B3-008 to\n/// B3-010, A-5]\nunit U\n\n/// No [rule].\nunit V\n";
    let (tree, errors) = parse(FileId(0), text);
    assert!(errors.is_empty(), "{errors:?}");
    let doc = &tree.items[0].doc;
    assert_eq!(doc.text, "One.\nTwo.");
    let ids: Vec<_> = doc.rules.iter().map(|r| r.id.as_str()).collect();
    assert_eq!(ids, ["B3-008", "B3-009", "B3-010", "A-5"]);
    let last = doc.rules[3].span;
    assert_eq!(&text[last.start as usize..last.end as usize], "A-5");
    assert_eq!(tree.items[1].doc.text, "No [rule].");
    for wrong in ["A-3 to A-1", "A-1 to B-2", "A-1 to A-9999", "A-99999999999 to A-99999999999999"]
    {
        assert_eq!(codes(&format!("/// x [{wrong}]\nunit U")), [Code::E0118], "{wrong}");
    }
}

#[test]
fn kinds_and_things() {
    assert!(
        matches!(item("enum C { a, b, }"), ItemKind::Enum { body: EnumBody::Members(m), .. } if m.len() == 2)
    );
    assert!(matches!(
        item("enum C 3 by 4"),
        ItemKind::Enum { body: EnumBody::Rectangle { columns: 3, rows: 4, .. }, .. }
    ));
    assert!(
        matches!(item("card A is B or C"), ItemKind::Sum { members, .. } if members.len() == 2)
    );
    let ItemKind::Deck { stock, .. } = item(
        "deck d of C { S from \"x.csv\" times n where a is b  6 each of ($6..$9)  each of (A)  2 \
         of [a b] }",
    ) else {
        panic!()
    };
    assert!(matches!(&stock[0], Stock::Table { times: Some(_), filter: Some(_), .. }));
    assert!(matches!(&stock[1], Stock::Product { copies: 6, .. }));
    assert!(matches!(&stock[2], Stock::Product { copies: 1, .. }));
    assert!(matches!(&stock[3], Stock::Copies { copies: 2, .. }));
    let ItemKind::Has { owner: OwnerExpr::Name(_), members } = item(
        "each Player has {\n  hand: set of Mile, seen by owner\n  /// Doc. [A-1]\n  cash: $0..$9 \
         or none = $1, capped, bookkeeping, seen by nobody  seen: Number, through next turn }",
    ) else {
        panic!()
    };
    assert_eq!(members.len(), 3);
    assert_eq!(members[0].seen, Some(Seen::Owner));
    assert!(members[1].bookkeeping.is_some());
    assert!(members[1].capped.is_some() && members[1].doc.rules.len() == 1);
    assert_eq!(members[2].lasts, Some(Lasts::Through));
    let MemberKind::Counter { ty, .. } = &members[1].kind else { panic!() };
    assert!(
        ty.optional && matches!(ty.kind, TypeKind::Range { symbol: Some('$'), low: 0, high: 9 })
    );
    assert_eq!(codes("option x: $1..9 = $2"), [Code::E0101]);
}

#[test]
fn moves_and_menus() {
    let ItemKind::Move(lay) = item(
        "attempt lay(p: Player, c in p.hand) as \"t\" joins m(p) once per turn for c else \"no\" \
         needs a else \"b\" works when c { } wrong { } late { }",
    ) else {
        panic!()
    };
    assert!(lay.params[0].domain.is_none() && lay.params[1].domain.is_some());
    assert!(lay.joins.is_some() && lay.limit.is_some() && lay.needs.len() == 1);
    assert!(lay.attempt.is_some_and(|a| a.late.is_some()));
    let ItemKind::Menu(menu) = item("menu m(p: Player) { a or may b(p) as \"t\" otherwise pass }")
    else {
        panic!()
    };
    assert_eq!(menu.tiers.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1]);
    assert!(menu.tiers[0][1].may && matches!(menu.tiers[1][0].what, EntryKind::Pass));
}

#[test]
fn statements() {
    let all = stmts(
        "let x = as usual  give as usual  as usual  again  say \"a\"  x = 1  y += 2  deal(3)  \
         announce  move top 1 of a to b at bottom  swap a with b  shuffle a  show p.cash to \
         players if a { } else if there is c in b { } else { }  round n in 1..3 { ends at once \
         when a { } }  phase \"p\" { } end game won by players  end game lost  end turn  end phase \
         \"p\"  may choose c in h, d in i by p asking \"?\" choose { a or b } by race of players \
         until all pass  choose m(me) by each players  choose c in h by chance if a { give }  give",
    );
    assert_eq!(all.len(), 26);
    assert!(matches!(&all[0], StmtKind::Let(_, Value::AsUsual(_))));
    assert!(matches!(&all[1], StmtKind::Give(Some(Value::AsUsual(_)))));
    assert!(matches!(all.last(), Some(StmtKind::Give(None))));
    let StmtKind::If { otherwise: Some(block), .. } = &all[13] else { panic!("{:?}", all[13]) };
    assert!(matches!(
        &block.stmts[0].kind,
        StmtKind::If { test: Test::ThereIs(_), otherwise: Some(_), .. }
    ));
    let StmtKind::Choose(choose) = &all[21] else { panic!("{:?}", all[21]) };
    assert!(matches!(choose.by, Chooser::Race(_)) && choose.until_all_pass);
}

#[test]
fn rules_about_rules() {
    assert!(
        matches!(item("instead of fine(owner) when a { }"), ItemKind::Interrupt(i) if i.names.len() == 1)
    );
    assert!(
        matches!(item("change price(a) for c when d by $1"), ItemKind::Change(c) if c.by && c.receiver.is_some())
    );
    assert!(matches!(item("when pile_1 runs out { }"), ItemKind::RunsOut { .. }));
    assert!(matches!(
        item("rules for 67_Blue in ride { forbid a because \"b\" }"),
        ItemKind::RulesFor { card, items, .. } if &*card.text == "67_Blue" && items.len() == 1
    ));
}

#[test]
fn overlays() {
    let ItemKind::Within { items, .. } = item(
        "within g {\n  remove instead of take_turn when me.jailed\n  remove forbid journey because \
         \"x\"\n  remove action lay\n  remove setup\n  remove test \"t\"\n  remove when p runs \
         out\n  remove each Player has hand, cash\n  remove from deck d { 2 of [a] }\n  remove \
         ends of round when a\n  remove ends when a is b\n  remove phase \"p\"\n  remove define a \
         for Mile\n  remove rules for Yum_Yum\n  remove change a to 3\n  remove the table has x\n  \
         replace change a to 3\n  replace phase \"p\" { as usual }\n  replace ends of play at once \
         when a { end game lost }\n  replace players 2 to 6\n  set [a].b to 3\n  set a.b to 3\n  \
         set r to 3\n  extend enum C { a }\n  extend deck d { 2 of [a] }\n  extend menu m { \
         otherwise pass }\n  extend round { ends when a } }",
    ) else {
        panic!()
    };
    let heads: Vec<&Head> = items
        .iter()
        .filter_map(|i| if let ItemKind::Remove(head) = &i.kind { Some(head) } else { None })
        .collect();
    assert_eq!(heads.len(), 15);
    assert!(matches!(
        heads[0],
        Head::Interrupt { when: InterruptWhen::Instead, condition: Some(_), .. }
    ));
    assert!(matches!(heads[1], Head::Forbid { reason: Some(text), .. } if text.raw == "x"));
    assert!(matches!(heads[3], Head::Stage(StageRef { sort: StageSort::Setup, .. })));
    assert!(matches!(heads[6], Head::Members { members, .. } if members.len() == 2));
    assert!(matches!(heads[8], Head::Ends { of: Some(_), condition: Some(_) }));
    assert!(matches!(heads[10], Head::Stage(StageRef { title: Some(_), .. })));
    assert!(matches!(heads[11], Head::Named { word: NamedWord::Define, of: Some(_), .. }));
    assert!(matches!(&items[16].kind, ItemKind::ReplaceStage(_)));
    assert!(matches!(&items[17].kind, ItemKind::ReplaceEnds { .. }));
    assert!(matches!(&items[24].kind, ItemKind::ExtendMenu { otherwise: true, .. }));
    assert!(matches!(&items[25].kind, ItemKind::ExtendStage { .. }));
}

#[test]
fn playtest_notes() {
    let all = steps(
        "given Player | hand | cash { Ana | [a], 2 of [b] | $3  Ben | empty | none }\n\
         given it is Ana's turn in \"p\", the rest in miles, Ana knows Ana.layout.slot(3)\n\
         given Ana.hand is [a], [b]\n\
         Ana does lay [a], 3  Ana does sit  Ben chooses ([a], [b])  Ben passes  all pass  chance gives 5, 3  let x = 3\n\
         Ana cannot sit because \"n\"  Ana cannot lay [a] because \"n\"  Ana cannot pass  do \
         deal(3)  expect it is Ben's turn  expect won by Ana, Ben\n\
         expect lost  expect a is b  simulate 30 games expecting a each round",
    );
    assert_eq!(all.len(), 19);
    let StepKind::Given(given) = &all[1] else { panic!() };
    assert!(
        matches!(&given[0], Given::Turn { who, phase: Some(_) } if &*who.text == "Ana" && who.span.end - who.span.start == 3)
    );
    assert!(matches!(&given[2], Given::Knows { .. }));
    assert!(matches!(&all[12], StepKind::Cannot { doing: Doing::Pass, .. }));
}

#[test]
fn a_broken_item_hides_no_other() {
    let text = "unit A\naction (\nunit B\naction lay { = ] = }\nunit C\nfoo bar\nunit D\nplay { if \
                { } }\n";
    let (tree, errors) = parse(FileId(0), text);
    let codes: Vec<_> = errors.iter().map(|d| d.code).collect();
    assert_eq!(codes, [Code::E0104, Code::E0104, Code::E0102, Code::E0101]);
    let fine = tree.items.iter().filter(|i| matches!(i.kind, ItemKind::Unit { .. })).count();
    assert_eq!((fine, tree.items.len()), (4, 8));
    assert!(
        matches!(&tree.items[3].kind, ItemKind::Broken { word, name: Some(n) } if word == "action" && &*n.text == "lay")
    );
}

#[test]
fn lines_at_the_wrong_column_are_one_mistake() {
    assert_eq!(codes("deck d of C {\neach of (A)\n}\nplay { }"), [Code::E0104]);
    assert_eq!(codes("  game \"x\"\n  players 2\n  play { }"), [Code::E0103]);
    assert_eq!(codes("\u{feff}game \"x\"\n//// a ruler\n// a remark\nplayers 2"), crate::NONE);
    assert_eq!(codes("pasted prose\nof several\nlines\n"), [Code::E0102]);
    assert_eq!(codes("play { }\n}\nunit D"), [Code::E0105]);
    assert_eq!(codes(""), crate::NONE);
}

#[test]
fn spans_hold_what_was_written() {
    let text = "play {\n  choose c in me.hand // which?\n  give   // nothing\n}";
    let (tree, _) = parse(FileId(0), text);
    let ItemKind::Play(block) = &tree.items[0].kind else { panic!() };
    let slice = |s: Span| &text[s.start as usize..s.end as usize];
    assert_eq!(slice(block.stmts[0].span), "choose c in me.hand");
    assert_eq!(slice(block.stmts[1].span), "give");
}

#[test]
fn control_characters_are_refused_and_never_shown() {
    for c in ['\0', '\u{1b}', '\u{202e}', '\u{7f}', '\u{85}'] {
        for text in [
            format!("unit A{c}"),
            format!("game \"a{c}b\""),
            format!("{c}"),
            format!("/// a{c}\nunit A"),
        ] {
            let (_, errors) = parse(FileId(0), &text);
            assert_eq!(
                errors.iter().map(|d| d.code).collect::<Vec<_>>(),
                [Code::E0107],
                "{text:?}"
            );
            assert!(
                !errors[0].message.contains(c)
                    && !errors[0].help.as_deref().unwrap_or("").contains(c)
            );
        }
    }
}

/// What is proposed for a line of an item; the line is read on as that.
fn mend(text: &str) -> String {
    let errors = parse(FileId(0), text).1;
    assert_eq!(errors.len(), 1, "{text}: {errors:?}");
    errors.into_iter().next().and_then(|found| found.help).unwrap_or_default()
}

#[test]
fn whole_sentences_are_put_into_the_words_of_the_language() {
    for (written, meant) in [
        ("add note.value to me.cash", "me.cash += note.value"),
        ("increase me.cash by $3", "me.cash += $3"),
        ("set round.passes to 0", "round.passes = 0"),
        ("idle + 1", "idle += 1"),
        ("starter is lucky", "starter = lucky"),
        ("idle == 0", "idle = 0"),
        ("move share top of miles to me.hand", "move top share of miles to me.hand"),
        ("move sorted to bottom of deck_pile", "move sorted to deck_pile at bottom"),
        ("put spares on draw_pile", "move spares to draw_pile"),
        ("draw 1 from draw_pile to me.hand", "move top 1 of draw_pile to me.hand"),
        ("deck_pile -> me.hand", "move deck_pile to me.hand"),
        ("shuffle the miles", "shuffle miles"),
        ("swap mine and theirs", "swap mine with theirs"),
        ("shootout(me victim no)", "shootout(me, victim, no)"),
        ("shootout me, victim, no", "shootout(me, victim, no)"),
        ("for each p where p.tried in players { }", "for each p in players where p.tried { }"),
        ("für jede color in Color { }", "for each color in Color { }"),
        (
            "turn me from dealer.left in players onwards { }",
            "turn me in players from dealer.left onwards { }",
        ),
        ("players with most cash win game", "end game won by players with most cash"),
        ("if there is a sprung in (me.hand) { }", "if there is sprung in (me.hand) { }"),
        ("if n > 1 do { }", "if n > 1 { }"),
        (
            "if idle is 0 move top 1 of miles to me.hand",
            "if idle is 0 { move top 1 of miles to me.hand }",
        ),
        ("if a not is b { }", "if a is not b { }"),
        ("show me.layout to players.", "show me.layout to players"),
    ] {
        let help =
            mend(&format!("the table has {{ starter: Player or none }}\nplay {{\n  {written}\n}}"));
        assert!(help.contains(&format!("`{meant}")), "{written}: {help}");
    }
}

#[test]
fn what_may_be_missing_is_asked_for_in_a_value() {
    let help = mend("define x = if there is c in pile then c.rank else 0");
    assert!(help.contains("give c is not none and"), "{help}");
}

#[test]
fn nothing_that_carries_the_meaning_is_taken_out() {
    for (text, wrong) in [
        ("action a needs deck not is empty else \"x\" { }", "needs deck is empty"),
        ("action a unless not able else \"x\" { }", "needs not able"),
        ("play { ends immediately when a is b }", "ends when"),
        ("play { phase digging { } }", "phase {"),
        ("remove exchange_hand", "remove to"),
    ] {
        let errors = parse(FileId(0), text).1;
        let help = errors.first().and_then(|found| found.help.clone()).unwrap_or_default();
        assert!(!errors.is_empty() && !help.contains(wrong), "{text}: {help}");
    }
}

#[test]
fn two_mistakes_that_meet_are_both_reported() {
    let text =
        "action a {\n  show theirs me\n  choose { take_it(theirs) or pass \"leaves it\" }\n}";
    assert_eq!(codes(text), [Code::E0101, Code::E0101]);
}

#[test]
fn of_many_arms_the_one_too_many_is_named_before_they_are_read() {
    let chain = |n: usize| {
        let arms = (0..n).map(|at| format!("if n is {at} {{ n = 1 }}"));
        format!("play {{ {} }}", arms.collect::<Vec<_>>().join(" else "))
    };
    assert_eq!(codes(&chain(30)), crate::NONE);
    let apart = format!("play {{ {} }}", "if n is 1 { n = 2 } else if a { } ".repeat(200));
    assert_eq!(codes(&apart), crate::NONE);
    for n in [45, 20_000] {
        let text = chain(n);
        let found = parse(FileId(0), &text).1;
        assert_eq!(found.len(), 1);
        assert!(found[0].message.contains("`else if`"), "{}", found[0].message);
        let at = found[0].span().start as usize;
        assert!(text[at..].starts_with("if n is 43 "), "{}", &text[at..at + 20]);
    }
}

#[test]
fn stray_text_may_begin_with_any_letter() {
    for word in ["䍘the", "äction", "öach", "Ⅷplay"] {
        let text = format!("game \"G\"\nnothing of that sort\n{word} table\nplay {{ }}\n");
        let (tree, errors) = parse(FileId(0), &text);
        assert!(!errors.is_empty() && tree.items.len() > 2, "{word}");
    }
}

/// Each rule of the grammar that is one word of several, with a sentence that it stands in.
const CHOICES: [(&str, &str); 7] = [
    ("zone_shape", "the table has { z: @ of Card }"),
    ("named_word", "remove @ x"),
    ("stage_word", "play { @ { } }"),
    ("joiner", "define x = a @ b"),
    ("constant", "define x = @"),
    ("quant", "define x = @ c in d has e"),
    ("fold_word", "define x = @(e for c in d)"),
];

#[test]
fn no_word_of_the_grammar_is_read_as_another() {
    let known: Vec<_> = houserules_grammar::choices().collect();
    assert_eq!(known.iter().map(|(rule, _)| *rule).collect::<Vec<_>>(), CHOICES.map(|(r, _)| r));
    for ((rule, words), (_, sentence)) in known.into_iter().zip(CHOICES) {
        let mut trees = Vec::new();
        for word in words {
            let tree = format!("{:?}", item(&sentence.replace('@', word)));
            // Places differ wherever words are longer.
            let bare: String = tree
                .split("Span {")
                .map(|part| part.split_once('}').map_or(part, |(_, rest)| rest))
                .collect();
            assert!(!trees.contains(&bare), "{rule}: `{word}` is read as another word");
            trees.push(bare);
        }
    }
}
