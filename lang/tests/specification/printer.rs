//! Rulebooks as text.

use houserules_lang::ir::*;
use houserules_lang::printer::print;
use houserules_lang::source::Span;

fn expr(kind: ExprKind, ty: Type) -> Expr {
    Expr { kind, ty, span: Span::default() }
}

#[test]
fn a_small_rulebook_reads_as_text() {
    let two = expr(ExprKind::Const(Value::Number(2)), Type::Unit(UnitId(0)));
    let local = expr(ExprKind::Local(LocalId(0)), Type::Number);
    let sum = ExprKind::Arith(ArithOp::Add, Box::new(two), Box::new(local));
    let decl =
        LocalDecl { name: "n".into(), ty: Type::Number, per_seat: false, span: Span::default() };
    let word = Word {
        name: "price".into(),
        locals: vec![decl],
        params: 1,
        uses_me: false,
        value: expr(sum, Type::Unit(UnitId(0))),
        span: Span::default(),
    };
    let call = StmtKind::Call { deed: DeedId(0), args: Vec::new(), into: None };
    let deed = Deed {
        name: "pay".into(),
        params: 0,
        result: None,
        title: None,
        body: Body::default(),
        pauses: false,
        asks: false,
        span: Span::default(),
    };
    let book = Rulebook {
        title: "A \"game\"".into(),
        players: (2, 4),
        units: vec![Unit { name: "Dollars".into(), symbol: "$".into() }],
        words: vec![word],
        deeds: vec![deed],
        play: Body { locals: Vec::new(), block: vec![Stmt::open(call, Span::default())] },
        ..Rulebook::default()
    };
    let wanted = "game \"A \\\"game\\\"\"\nplayers 2 to 4\n\nunit Dollars \"$\"\n\n\
                  word price(n: Number) -> Dollars = ($2 + n)\n\n\
                  deed pay()\n\nsetup\nplay\n  do pay()\n";
    assert_eq!(print(&book), wanted);
}
