//! Words of grids, squares and spots, the places where a tile may lie, and what can be reached by a
//! word.

use super::body_checker::BodyChecker;
use super::effects::must_hold;
use super::env::Env;
use super::expr::Operand;
use super::fill::count_of_arguments;
use super::parts::MemberCall;
use super::reports::{Called, Reports};
use super::types::{expr, fits, plain, shown};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{Base, BoardWord, Domain, EnumId, Expr, ExprKind, KindSet, Order, Type, ZoneShape};
use crate::source::Span;
use crate::syntax::ast;

/// A built-in word of boards.
struct BuiltIn {
    word: BoardWord,
    wanted: &'static [Wanted],
    /// What it gives, apart from the `or none` of a receiver.
    gives: Type,
}

impl BuiltIn {
    fn new(word: BoardWord, wanted: &'static [Wanted], gives: Type) -> Self {
        Self { word, wanted, gives }
    }
}

/// What a built-in word wants in its brackets.
#[derive(Debug, Clone, Copy)]
enum Wanted {
    Number,
    Side,
}

const NOTHING: &[Wanted] = &[];

impl BodyChecker<'_> {
    /// `grid.squares`, `grid.square(x, y)`, `grid.spot(x, y, turn)`, `grid.middle`.
    pub fn of_grid(
        &mut self,
        zone: &Expr,
        name: &ast::Name,
        args: Option<&[ast::Expr]>,
        span: Span,
    ) -> Option<Option<Operand>> {
        if self.env.zone_shape(zone) != Some(ZoneShape::Grid) {
            return None;
        }
        let built_in = match &*name.text {
            "squares" => {
                let squares = plain(
                    Base::Squares(Box::new(zone.clone())),
                    Type::Square,
                    Order::Ordered,
                    span,
                );
                let alone = self.brackets(MemberCall { name, args }, NOTHING);
                return Some(alone.map(|_| Operand::Dom(Box::new(squares))));
            }
            "square" => BuiltIn::new(BoardWord::SquareAt, &[Wanted::Number; 2], Type::Square),
            "spot" => BuiltIn::new(BoardWord::SpotAt, &[Wanted::Number; 3], Type::Spot),
            "middle" => BuiltIn::new(BoardWord::Middle, NOTHING, Type::Spot),
            _ => return None,
        };
        Some(self.board_word(built_in, zone.clone(), MemberCall { name, args }, span))
    }

    /// Built-in words of squares and spots.
    pub fn of_place(
        &mut self,
        of: &Expr,
        name: &ast::Name,
        args: Option<&[ast::Expr]>,
        span: Span,
    ) -> Option<Option<Operand>> {
        let square = match of.ty.bare() {
            Type::Square => true,
            Type::Spot => false,
            _ => return None,
        };
        let built_in = match (&*name.text, square) {
            ("tile", true) => {
                let tile = Type::Card(tiles(self.env)).optional();
                BuiltIn::new(BoardWord::Tile, NOTHING, tile)
            }
            ("part", true) => match names_on_tiles(self.env, &mut self.out.reports, false, span) {
                Some(e) => BuiltIn::new(BoardWord::Part, NOTHING, Type::Enum(e).optional()),
                None => return Some(None),
            },
            ("edge", true) => match names_on_tiles(self.env, &mut self.out.reports, true, span) {
                Some(e) => BuiltIn::new(BoardWord::Edge, &[Wanted::Side], Type::Enum(e).optional()),
                None => return Some(None),
            },
            ("next", true) => BuiltIn::new(BoardWord::Next, &[Wanted::Side], Type::Square),
            ("x", _) => BuiltIn::new(BoardWord::X, NOTHING, Type::Number),
            ("y", _) => BuiltIn::new(BoardWord::Y, NOTHING, Type::Number),
            ("turn", false) => BuiltIn::new(BoardWord::Turn, NOTHING, Type::Number),
            ("over", false) => BuiltIn::new(BoardWord::Over, NOTHING, Type::Square.optional()),
            ("beside", false) => BuiltIn::new(BoardWord::Beside, NOTHING, Type::Square.optional()),
            ("squares", false) => {
                let squares = plain(
                    Base::SpotSquares(Box::new(of.clone())),
                    Type::Square,
                    Order::Ordered,
                    span,
                );
                let alone = self.brackets(MemberCall { name, args }, NOTHING);
                return Some(alone.map(|_| Operand::Dom(Box::new(squares))));
            }
            _ => return None,
        };
        Some(self.board_word(built_in, of.clone(), MemberCall { name, args }, span))
    }

    fn board_word(
        &mut self,
        BuiltIn { word, wanted, gives }: BuiltIn,
        of: Expr,
        call: MemberCall<'_>,
        span: Span,
    ) -> Option<Operand> {
        let ty = if of.ty.may_be_none() { gives.optional() } else { gives };
        let mut all = vec![of];
        all.extend(self.brackets(call, wanted)?);
        Some(Operand::Val(self.facts.known(expr(ExprKind::Board(word, all), ty, span))))
    }

    /// What stands in the brackets of a built-in word.
    fn brackets(
        &mut self,
        MemberCall { name, args }: MemberCall<'_>,
        wanted: &[Wanted],
    ) -> Option<Vec<Expr>> {
        if wanted.is_empty() {
            self.no_arguments(args, name)?;
            return Some(Vec::new());
        }
        let names: &[&str] = match wanted {
            [Wanted::Side] => &["side"],
            [_, _] => &["x", "y"],
            _ => &["x", "y", "turn"],
        };
        let args = args.unwrap_or_default();
        count_of_arguments(
            &mut self.out.reports,
            names.iter().copied(),
            args.len(),
            Called { name: &name.text, span: name.span },
        )?;
        let side = self.env.book().side.map_or(Type::None, Type::Enum);
        let typed: Vec<Option<Expr>> = args
            .iter()
            .zip(wanted)
            .map(|(arg, wanted)| match wanted {
                Wanted::Number => self.expect(arg, &Type::Number),
                Wanted::Side => self.expect(arg, &side),
            })
            .collect();
        typed.into_iter().collect()
    }

    /// `spots for c on G`, `spots for c over q`
    pub(super) fn spots(
        &mut self,
        card: &ast::Expr,
        over: bool,
        place: &ast::Expr,
        span: Span,
    ) -> Option<Domain> {
        let any_tile = Type::Card(tiles(self.env));
        let card = self.value(card, None).and_then(|card| {
            let plain_card =
                matches!(card.ty.bare(), Type::Card(_)) && !fits(card.ty.bare(), &any_tile);
            if !plain_card {
                return self.judge().fit(card, &any_tile.optional());
            }
            let have = shown(self.env, &card.ty);
            let said = format!("only a tile lies on a grid, but this may be another `{have}`");
            self.wrong(
                Diagnostic::new(Code::E0404, card.span, said).help("declare the kind with `tile`"),
            )
        });
        let place =
            if over { self.expect(place, &Type::Square.optional()) } else { self.grid(place) };
        let (card, place) = (card?, place?);
        if let (false, Type::Card(kinds)) = (over, card.ty.bare()) {
            must_hold(self.env, &mut self.out.reports, &place, *kinds, card.span)?;
        }
        let base = Base::Spots { card: Box::new(card), over, place: Box::new(place) };
        Some(plain(base, Type::Spot, Order::Ordered, span))
    }

    /// A zone that is a grid.
    fn grid(&mut self, e: &ast::Expr) -> Option<Expr> {
        let zone = self.zone(e)?;
        if self.env.zone_shape(&zone) == Some(ZoneShape::Grid) {
            return Some(zone);
        }
        self.wrong(
            Diagnostic::new(Code::E0422, zone.span, "this zone is not a grid, so it has no spots")
                .help(
                    "name a zone that is a `grid of …`; to cover a square, write `spots for c over \
                     q`",
                ),
        )
    }

    /// `all from x by word`
    pub(super) fn reach(
        &mut self,
        from: &ast::Expr,
        word: &ast::Name,
        span: Span,
    ) -> Option<Domain> {
        let from = self.value(from, None)?;
        let elem = from.ty.bare().clone();
        if !matches!(elem, Type::Square | Type::Spot | Type::Enum(_) | Type::Player | Type::Card(_))
        {
            let have = shown(self.env, &elem);
            let said = format!(
                "`all from` begins with one square, card, member or player, but this is `{have}`"
            );
            return self.wrong(Diagnostic::new(Code::E0404, from.span, said).help(
                "name one of them: `all from q by linked`, where `define linked for q: Square = \
                 those …`",
            ));
        }
        let member = self.scope.local("#each", elem.clone(), word.span);
        let hidden = ast::Name { text: "#each".into(), span: word.span };
        let of = ast::Expr { kind: ast::ExprKind::Name(hidden.clone()), span: word.span };
        let next = self.with_name(&hidden, member, |cx| cx.dot(&of, word, None, word.span))?;
        let next = self.facts.as_value(next);
        let leads = match next.ty.bare() {
            Type::List(to, _) => (**to).clone(),
            to => to.clone(),
        };
        if leads != Type::None && !fits(&leads, &elem) {
            let (have, want) = (shown(self.env, &next.ty), shown(self.env, &elem));
            let said = format!(
                "`{}` must lead from one `{want}` to others, but it is `{have}`",
                word.text
            );
            return self.wrong(Diagnostic::new(Code::E0404, word.span, said).help(format!(
                "let the word return one `{want}`, or a list of them: `those … in …`"
            )));
        }
        let base = Base::Reach { from: Box::new(from), member, next: Box::new(next) };
        Some(plain(base, elem, Order::Ordered, span))
    }
}

/// All kinds that are tiles.
fn tiles(env: &Env) -> KindSet {
    let kinds = env.book().kinds.iter().enumerate().filter(|(_, k)| k.tile.is_some());
    kinds
        .fold(KindSet::default(), |all, (at, _)| all.or(KindSet::one(crate::ir::KindId(at as u16))))
}

/// The enum that names the squares or edges of all tiles.
fn names_on_tiles(env: &Env, reports: &mut Reports, edges: bool, span: Span) -> Option<EnumId> {
    let tiles = env.book().kinds.iter().filter_map(|k| k.tile.as_ref());
    let mut all = tiles.map(|tile| if edges { tile.edges } else { tile.squares });
    let first = all.next().flatten();
    match first.filter(|first| all.all(|other| other == Some(*first))) {
        Some(found) => Some(found),
        None => {
            let (what, one, such) =
                if edges { ("edges", "outer edge", "Edge") } else { ("squares", "square", "Half") };
            let said = format!("the tiles of this game do not share names of their {what}");
            reports.wrong(Diagnostic::new(Code::E0430, span, said).help(format!(
                "name each {one} by a member of one enum: `tile … with {what} {such} {{ … }}`"
            )))
        }
    }
}
