//! What a test gives: who sits where, what lies in zones, what counters stand at.

use super::across::columns_of;
use super::body_checker::BodyChecker;
use super::expr::Operand;
use super::fill::written;
use super::literal::row_of;
use super::maybe::members_near;
use super::names::{counter_of, zone_of};
use super::scope::{Binding, Bound};
use super::types::{constant, expr, shown};
use crate::code::Code;
use crate::diagnostic::{About, Diagnostic, Edit};
use crate::ir::{
    self, CounterPlace, Expr, ExprKind, TestCard, TestLine, TestLineKind, Type, Value, ZoneId,
    ZoneShape,
};
use crate::resolve::Found;
use crate::resolve::names::{Def, Member};
use crate::resolve::uses::Meaning;
use crate::source::Span;
use crate::syntax::ast::{self};

/// More copies than this are a slip of the pen.
pub(super) const MOST_COPIES: i64 = 10_000;

/// A player by name.
pub(super) fn seat(cx: &mut BodyChecker, who: &ast::Name) -> Option<u8> {
    if let Some(Binding { bound: Bound::Alias(e), span, .. }) = cx.scope.find(&who.text)
        && let ExprKind::Const(Value::Seat(seat)) = e.kind
    {
        cx.env.r.uses.local(who.span, *span, Some(Type::Player));
        return Some(seat);
    }
    let names: Vec<String> = cx.scope.in_sight().iter().map(|s| s.name.to_string()).collect();
    let near = cx.env.r.guess(&who.text, names.iter().map(String::as_str));
    let mut said = Diagnostic::unknown(
        Code::E0702,
        who.span,
        format!("nobody called `{}` plays in this test", who.text),
    );
    said = match near {
        _ if matches!(&*who.text, "everyone" | "everybody" | "players") => {
            said.help("that everybody passes is written `all pass`")
        }
        Some(near) => said.help(format!("did you mean `{near}`?")),
        None => {
            let seats = names.iter().take(cx.place.seats()).map(|name| format!("`{name}`"));
            let seats: Vec<String> = seats.collect();
            said.help(format!(
                "the players of this test are {}; who plays is named after `with`",
                seats.join(", ")
            ))
        }
    };
    cx.wrong(said)
}

fn is_grid(cx: &BodyChecker, zone: ZoneId) -> bool {
    cx.env.book()[zone].shape == ZoneShape::Grid
}

/// `chance shuffles pack to [a], [b]`
pub(super) fn shuffled(
    cx: &mut BodyChecker,
    place: &ast::Expr,
    values: &[ast::TestValue],
) -> Option<TestLineKind> {
    let operand = cx.operand(place, None)?;
    let Operand::Zone(Expr { kind: ExprKind::Zone(zone, key), .. }) = operand else {
        return cx.wrong(
            Diagnostic::new(Code::E0707, operand.span(), "only zones are shuffled")
                .help("name a pile or a row, such as a deck"),
        );
    };
    let shape = cx.env.book()[zone].shape;
    if !matches!(shape, ZoneShape::Pile | ZoneShape::Row | ZoneShape::Slots | ZoneShape::Set) {
        return cx.wrong(
            Diagnostic::new(
                Code::E0707,
                place.span,
                "cards lie in no order here, so shuffling changes nothing",
            )
            .help("name a pile, a row, or a set whose cards go somewhere by lot"),
        );
    }
    let cards = cards(cx, zone, values)?;
    if cards.is_empty() || cards.iter().any(Option::is_none) {
        return cx.wrong(
            Diagnostic::new(
                Code::E0707,
                place.span,
                "it is not said which cards come to lie first",
            )
            .help("name them from the top: `chance shuffles pack to [pink 4], 2 of [Two]`"),
        );
    }
    Some(TestLineKind::Shuffles(zone, key.map(|k| *k), cards.into_iter().flatten().collect()))
}

/// What `given` lays on the table.
pub(super) fn given(
    cx: &mut BodyChecker,
    given: &ast::Given,
    span: Span,
    to: &mut Vec<TestLine>,
) -> Option<()> {
    let kind = match given {
        ast::Given::Turn { who, phase } => {
            let phase = phase.as_ref().map(|t| t.raw.clone());
            if let Some(phase) = &phase
                && !cx.out.tables.has_title(phase)
            {
                return cx.wrong(Diagnostic::new(
                    Code::E0707,
                    span,
                    format!("no phase is called \"{phase}\""),
                ));
            }
            TestLineKind::GivenTurn(seat(cx, who)?, phase)
        }
        ast::Given::Rest { zone } => match cx.scope.named(zone) {
            Some(Def::Zone(id)) if is_grid(cx, id) => {
                let said = format!(
                    "the rest cannot lie in `{}`: each tile of a grid has a place",
                    zone.text
                );
                return cx.wrong(Diagnostic::new(Code::E0707, zone.span, said).help(format!(
                    "name the tiles: `given {0} is [Tile] at {0}.spot(0, 0, 0)`, or give the rest \
                     to a deck",
                    zone.text
                )));
            }
            Some(Def::Zone(id)) => TestLineKind::GivenRest(id, None),
            Some(Def::Broken) => return None,
            _ => {
                let said = format!("`{}` is not a zone of the table", zone.text);
                let said = Diagnostic::new(Code::E0707, zone.span, said);
                let zones = cx.scope.declared_names();
                let zones = zones.filter(|n| matches!(cx.scope.def(n), Some(Def::Zone(_))));
                let near = cx.env.r.guess(&zone.text, zones);
                let help = near.map_or_else(
                    || "the rest of the cards goes to a deck or a zone of the table".to_owned(),
                    |near| format!("did you mean `{near}`?"),
                );
                return cx.wrong(said.help(help));
            }
        },
        ast::Given::Else => TestLineKind::GivenElse,
        ast::Given::Is { place, values } => {
            if let Some(set) = cx.set_place(place) {
                return cx.given_set(set, values, span, to);
            }
            let cards = |value: &ast::TestValue| match value {
                ast::TestValue::Copies(..) | ast::TestValue::At(..) => true,
                ast::TestValue::Expr(e) => matches!(e.kind, ast::ExprKind::Literal(_)),
            };
            let wanted = values.iter().all(cards).then(|| Type::Zone(cx.env.r.all_kinds()));
            let before = std::mem::replace(&mut cx.wanted, wanted);
            let operand = cx.operand(place, None);
            cx.wanted = before;
            let operand = operand?;
            if let Some(help) = what_is_given(cx.env.book(), place, &operand, values) {
                return cx.wrong(Diagnostic::new(Code::E0707, place.span, NOT_GIVEN).help(help));
            }
            laid(cx, operand, values)?
        }
        ast::Given::Knows { who, cards } => {
            let seat = seat(cx, who)?;
            let domain = cx.domain(cards, None)?;
            if !matches!(domain.elem, Type::Card(_)) {
                let have = shown(cx.env, &domain.elem);
                return cx.wrong(Diagnostic::new(
                    Code::E0404,
                    domain.span,
                    format!("cards are known, but this is `{have}`"),
                ));
            }
            TestLineKind::GivenKnows(seat, domain)
        }
        ast::Given::Table { owner, columns, rows, .. } => {
            let table = Table { of: owner_of_rows(cx, owner)?, columns, span };
            rows.iter().for_each(|(name, values)| row(cx, &table, name, values, to));
            return Some(());
        }
    };
    to.push(TestLine { kind, span });
    Some(())
}

/// What is said of anything else that is given.
const NOT_GIVEN: &str = "only zones and counters are given";

/// A zone or counter as it is to be.
fn laid(cx: &mut BodyChecker, operand: Operand, values: &[ast::TestValue]) -> Option<TestLineKind> {
    match operand {
        Operand::Zone(Expr { kind: ExprKind::Zone(zone, key), .. }) => {
            Some(TestLineKind::GivenZone(zone, key.map(|k| *k), cards(cx, zone, values)?))
        }
        Operand::Val(Expr { kind: ExprKind::Counter(counter, key), span, .. }) => {
            let ty = &cx.env.book()[counter].ty;
            let [ast::TestValue::Expr(value)] = values else {
                return cx.wrong(
                    Diagnostic::new(Code::E0707, span, "a counter has one value")
                        .help("write a separate `given` for each counter"),
                );
            };
            let value = cx.expect(value, ty)?;
            Some(TestLineKind::GivenCounter(CounterPlace { counter, key }, value))
        }
        other => {
            let span = other.span();
            let help = match &other {
                Operand::Val(of) => cx.sight().what_it_has(of),
                Operand::Zone(_) | Operand::Dom(_) => None,
            };
            let help = help
                .unwrap_or_else(|| "name a zone (`Ana.hand`) or a counter (`Ana.cash`)".to_owned());
            cx.wrong(Diagnostic::new(Code::E0707, span, NOT_GIVEN).help(help))
        }
    }
}

/// What may be given in the place of a player: where the card lies that is named, or else what
/// players have.
fn what_is_given(
    book: &ir::Rulebook,
    place: &ast::Expr,
    operand: &Operand,
    values: &[ast::TestValue],
) -> Option<String> {
    let kept = |e: &Expr| matches!(e.kind, ExprKind::Counter(..));
    let player = matches!(operand, Operand::Val(e) if *e.ty.bare() == Type::Player && !kept(e));
    let (ast::ExprKind::Name(who), true) = (&place.kind, player) else {
        return None;
    };
    let value = match values {
        [ast::TestValue::Expr(ast::Expr { kind: ast::ExprKind::Name(name), .. })] => &*name.text,
        _ => "",
    };
    let of = book.enums.iter().position(|e| e.members.iter().any(|m| m == value));
    let fits = |ty: &Type| matches!(ty.bare(), Type::Enum(id) if Some(id.index()) == of);
    let printed = |z: &&ir::Zone| z.of.iter().any(|k| book[k].fields.iter().any(|f| fits(&f.ty)));
    let zones = || book.zones.iter().filter(|z| z.owner == ir::Owner::Player);
    let counters = || book.counters.iter().filter(|c| c.owner == ir::Owner::Player);
    if let Some(counter) = counters().find(|c| fits(&c.ty)) {
        return Some(format!("write `given {}.{} is {value}`", who.text, counter.name));
    }
    if let Some(zone) = zones().find(printed) {
        return Some(format!("write `given {}.{} is [{value}]`", who.text, zone.name));
    }
    let names = zones().map(|z| &z.name).chain(counters().map(|c| &c.name)).take(4);
    let all: Vec<String> = names.map(|name| format!("`{}.{name}`", who.text)).collect();
    (!all.is_empty()).then(|| format!("name a zone or a counter: {}", all.join(", ")))
}

/// `"Yum_Yum"` as a card in square brackets.
fn in_brackets(e: &ast::Expr) -> Vec<Edit> {
    let word = if let ast::ExprKind::Text(_) = &e.kind { unquoted(e) } else { None };
    word.map(|word| Edit { span: e.span, new: format!("[{word}]") }).into_iter().collect()
}

/// What stands between the quotation marks of a text.
fn unquoted(e: &ast::Expr) -> Option<String> {
    let word = written(e)?;
    word.strip_prefix('"').and_then(|word| word.strip_suffix('"')).map(str::to_owned)
}

/// The cards that a zone is given.
fn cards(
    cx: &mut BodyChecker,
    zone: ZoneId,
    values: &[ast::TestValue],
) -> Option<Vec<Option<TestCard>>> {
    let info = &cx.env.book()[zone];
    let (of, grid) = (Type::Card(info.of), info.shape == ZoneShape::Grid);
    let slots = info.shape == ZoneShape::Slots;
    let mut all = Vec::new();
    let mut fine = true;
    let mut one = |cx: &mut BodyChecker, copies: i64, e: &ast::Expr, at: Option<Expr>| {
        if grid != at.is_some() {
            let (said, help) = match grid {
                true => (
                    "this does not say where on the grid this tile lies",
                    "write `[T28] at tunnels.spot(2, 0, 1)`",
                ),
                false => ("only a grid has spots", "leave `at …` out"),
            };
            cx.report(Diagnostic::new(Code::E0707, e.span, said).help(help));
            fine = false;
            return;
        }
        if let (ast::ExprKind::None, true) = (&e.kind, slots) {
            all.push(None);
            return;
        }
        let ast::ExprKind::Literal(words) = &e.kind else {
            let help = match unquoted(e).or_else(|| written(e)) {
                Some(word) => format!(
                    "a card stands in square brackets: `[{word}]`; several have commas between \
                     them, \
                     and none is `empty`"
                ),
                None => "write cards such as `[pink 4], 2 of [Two]`, or `empty`; `none` is a free \
                         place of `slots`"
                    .to_owned(),
            };
            // Of several in a row the first is said.
            if fine {
                let said = Diagnostic::new(Code::E0707, e.span, "a zone is given cards").help(help);
                cx.report(Diagnostic { fix: in_brackets(e), ..said });
            }
            fine = false;
            return;
        };
        let copies = u32::try_from(copies.clamp(0, MOST_COPIES)).unwrap_or(0);
        match row_of(&cx.scope, &mut cx.out.reports, words, Some(&of), e.span) {
            Some(row) => all.push(Some(TestCard { row, copies, at })),
            None => fine = false,
        }
    };
    for value in values {
        match value {
            ast::TestValue::Copies(copies, e) => one(cx, *copies, e, None),
            ast::TestValue::At(e, at) => {
                let spot = cx.expect(at, &Type::Spot)?;
                one(cx, 1, e, Some(spot));
            }
            ast::TestValue::Expr(e) => match &e.kind {
                ast::ExprKind::Empty => {}
                ast::ExprKind::Group(items) => items.iter().for_each(|e| one(cx, 1, e, None)),
                _ => one(cx, 1, e, None),
            },
        }
    }
    fine.then_some(all)
}

/// `given Player | hand | cash { … }`
struct Table<'e> {
    /// Whose things each row gives.
    of: Type,
    columns: &'e [ast::Name],
    span: Span,
}

fn owner_of_rows(cx: &mut BodyChecker, owner: &ast::Name) -> Option<Type> {
    match (&*owner.text, cx.scope.named(owner)) {
        ("Player", _) => Some(Type::Player),
        (_, Some(Def::Enum(e))) => Some(Type::Enum(e)),
        (_, Some(Def::Broken)) => None,
        _ => {
            let said = format!("`{}` has no rows here", owner.text);
            cx.wrong(
                Diagnostic::new(Code::E0707, owner.span, said)
                    .help("a table is about `Player` or an enum"),
            )
        }
    }
}

/// A row of a table: what one player or member is given.
fn row(
    cx: &mut BodyChecker,
    table: &Table<'_>,
    name: &ast::Name,
    values: &[Vec<ast::TestValue>],
    to: &mut Vec<TestLine>,
) {
    let Table { of, columns, span } = table;
    let Some(key) = row_key(cx, of, name) else { return };
    if values.len() != columns.len() {
        let (have, want) = (values.len(), columns.len());
        let said = format!("the table has {want} columns, but this row has {have}");
        cx.report(Diagnostic::new(Code::E0707, name.span, said).help(
            "each row begins with a name, then a `|` and a value for each column: `Ana | 3  Ben | \
             4`; no comma goes between rows, only between the cards of one zone",
        ));
        return;
    }
    for (column, values) in columns.iter().zip(values) {
        cx.env.r.note_member(of, column);
        let found = cx.env.r.member(of, &column.text);
        if let Some(said) = of_a_pair(cx, &found, &name.text, column) {
            cx.report(said);
            continue;
        }
        let key = Some(key.clone());
        let operand = match found {
            Found::Member(Member::Zone(zone)) => {
                Some(zone_of(cx.env, &mut cx.out.notes, zone, key, column.span))
            }
            Found::Member(Member::Counter(counter)) => {
                let notes = &mut cx.out.notes;
                Some(Operand::Val(counter_of(&cx.facts, notes, counter, key, column.span)))
            }
            Found::Broken => None,
            _ => {
                let said =
                    format!("`{}` has no zone or counter `{}`", shown(cx.env, of), column.text);
                let mut said = Diagnostic::unknown(Code::E0402, column.span, said);
                if let Some(near) = cx.env.r.suggest_member(of, &column.text, &[]) {
                    said = said.help(format!("did you mean `{near}`?"));
                } else if let Some(all) = columns_of(cx.env, of, &column.text) {
                    said = said.help(all);
                }
                cx.wrong(said)
            }
        };
        if let Some(kind) = operand.and_then(|operand| laid(cx, operand, values)) {
            to.push(TestLine { kind, span: *span });
        }
    }
}

/// What a pair has is given for one pair at a time.
fn of_a_pair(cx: &BodyChecker, found: &Found, row: &str, column: &ast::Name) -> Option<Diagnostic> {
    let book = cx.env.book();
    let owner = match found {
        Found::Member(Member::Zone(zone)) => book[*zone].owner,
        Found::Member(Member::Counter(counter)) => book[*counter].owner,
        _ => return None,
    };
    let second = shown(cx.env, &book.pair(owner)?.second.ty());
    let said = format!("there is a `{}` for each `{second}`", column.text);
    let help = format!("give them by themselves: `given {row}.{}(…) is …`", column.text);
    Some(Diagnostic::new(Code::E0707, column.span, said).help(help))
}

/// Whose row it is.
fn row_key(cx: &mut BodyChecker, ty: &Type, name: &ast::Name) -> Option<Expr> {
    match ty {
        Type::Enum(e) => match cx.env.r.enum_member(*e, &name.text) {
            Some(member) => {
                cx.env.r.uses.note(name.span, Meaning::EnumMember(*e, member));
                Some(constant(Value::Member(*e, member), ty.clone(), name.span))
            }
            None => {
                let of = shown(cx.env, ty);
                let said = format!("`{of}` has no member `{}`", name.text);
                let said = Diagnostic::new(Code::E0411, name.span, said)
                    .about(About::NoMember { of, found: name.text.to_string() });
                cx.wrong(said.help(members_near(cx.env, *e, &name.text)))
            }
        },
        _ => {
            let seat = seat(cx, name)?;
            Some(expr(ExprKind::Const(Value::Seat(seat)), Type::Player, name.span))
        }
    }
}
