//! Playtest notes.

use super::Page;
use super::scope::{Scope, listed, quoted, stage_word};
use crate::ir::{Test, TestLineKind, TestValue};

impl<'b> Page<'b> {
    pub(super) fn note(&mut self, test: &'b Test) {
        let scope = Scope { book: self.book, locals: &test.locals };
        let rules = if test.rules.is_empty() { String::new() } else { format!(" {}", test.rules.join(", ")) };
        let settings = listed(&test.settings, |(id, value)| {
            let ty = self.book.options.get(id.index()).map_or(&crate::ir::Type::Number, |o| &o.ty);
            format!("{} is {}", scope.option_name(*id), scope.value(value, ty))
        });
        let settings = if settings.is_empty() { settings } else { format!(" where {settings}") };
        self.line(format!("test {}{rules} with {}{settings}", quoted(&test.title), test.players.join(", ")));
        self.inside(|page| {
            for line in &test.lines {
                match &line.kind {
                    TestLineKind::Do(stmt) => {
                        page.line("do");
                        page.inside(|page| page.stmt(scope, stmt));
                    }
                    kind => page.line(scope.note_line(kind, &test.players)),
                }
            }
        });
    }
}

impl Scope<'_> {
    fn note_line(self, kind: &TestLineKind, players: &[String]) -> String {
        let who =
            |seat: &u8| players.get(usize::from(*seat)).cloned().unwrap_or_else(|| format!("seat {seat}"));
        let keyed = |key: &Option<crate::ir::Expr>| {
            key.as_ref().map(|k| format!("{}.", self.expr(k))).unwrap_or_default()
        };
        match kind {
            TestLineKind::GivenZone(zone, key, cards) => {
                let cards = listed(cards, |c| format!("{} of {}", c.copies, self.row(c.row)));
                let cards = if cards.is_empty() { "empty".to_owned() } else { cards };
                format!("given {}{} is {cards}", keyed(key), self.zone_name(*zone))
            }
            TestLineKind::GivenCounter(place, value) => {
                format!("given {} is {}", self.place(place), self.expr(value))
            }
            TestLineKind::GivenRest(zone, key) => {
                format!("given the rest in {}{}", keyed(key), self.zone_name(*zone))
            }
            TestLineKind::GivenTurn(seat, phase) => {
                let phase = phase.as_ref().map(|p| format!(" in {}", quoted(p))).unwrap_or_default();
                format!("given it is {}'s turn{phase}", who(seat))
            }
            TestLineKind::GivenKnows(seat, cards) => {
                format!("given {} knows {}", who(seat), self.domain(cards))
            }
            TestLineKind::Expect(test) => format!("expect {}", self.expr(test)),
            TestLineKind::ExpectTurn(seat) => format!("expect it is {}'s turn", who(seat)),
            TestLineKind::ExpectWon(seats) => format!("expect won by {}", listed(seats, who)),
            TestLineKind::ExpectLost => "expect lost".to_owned(),
            TestLineKind::Simulate(games, test, each) => {
                let each = each.map(|w| format!(" each {}", stage_word(w))).unwrap_or_default();
                format!("simulate {games} games expecting {}{each}", self.expr(test))
            }
            TestLineKind::Do(stmt) => format!("do {}", self.effect(stmt)),
            TestLineKind::Chance(values) => format!("chance gives {}", self.given_values(values)),
            TestLineKind::AllPass => "all pass".to_owned(),
            TestLineKind::Let(local, value) => format!("let {} = {}", self.local(*local), self.expr(value)),
            TestLineKind::Does(seat, id, args) => {
                format!("{} does {}({})", who(seat), self.move_name(*id), self.given_values(args))
            }
            TestLineKind::Chooses(seat, values) => {
                format!("{} chooses {}", who(seat), self.given_values(values))
            }
            TestLineKind::Passes(seat) => format!("{} passes", who(seat)),
            TestLineKind::Cannot(seat, id, args, because) => {
                let what = id.map_or_else(
                    || "pass".to_owned(),
                    |m| format!("{}({})", self.move_name(m), self.given_values(args)),
                );
                let because = because.as_ref().map(|b| format!(" because {}", quoted(b))).unwrap_or_default();
                format!("{} cannot {what}{because}", who(seat))
            }
        }
    }

    fn given_values(self, values: &[TestValue]) -> String {
        listed(values, |value| match value {
            TestValue::Row(row) => self.row(*row),
            TestValue::Rows(rows) => format!("({})", listed(rows, |r| self.row(*r))),
            TestValue::Empty => "empty".to_owned(),
            TestValue::Expr(expr) => self.expr(expr),
        })
    }
}
