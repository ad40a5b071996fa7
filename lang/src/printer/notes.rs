//! Playtest notes.

use super::Page;
use super::scope::{Scope, listed, quoted, stage_word};
use crate::ir::{Act, Doing, Expected, Simulation, Test, TestCard, TestLineKind, TestValue};

impl<'b> Page<'b> {
    pub(super) fn note(&mut self, test: &'b Test) {
        let scope = Scope { book: self.book, locals: Some(&test.locals) };
        let rules = if test.rules.is_empty() {
            String::new()
        } else {
            format!(" {}", test.rules.join(", "))
        };
        let settings = listed(&test.settings, |(id, value)| {
            let ty = &self.book[*id].ty;
            format!("{} is {}", scope.option_name(*id), scope.value(value, ty))
        });
        let settings = if settings.is_empty() { settings } else { format!(" where {settings}") };
        self.line(format!(
            "test {}{rules} with {}{settings}",
            quoted(&test.title),
            test.players.join(", ")
        ));
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
        let who = |seat: &u8| {
            players.get(usize::from(*seat)).cloned().unwrap_or_else(|| format!("seat {seat}"))
        };
        let keyed = |key: &Option<crate::ir::Expr>| {
            key.as_ref().map(|k| format!("{}.", self.expr(k))).unwrap_or_default()
        };
        match kind {
            TestLineKind::GivenZone(zone, key, cards) => {
                let cards =
                    listed(cards, |c| c.as_ref().map_or("none".to_owned(), |c| self.copies(c)));
                let cards = if cards.is_empty() { "empty".to_owned() } else { cards };
                format!("given {}{} is {cards}", keyed(key), self.zone_name(*zone))
            }
            TestLineKind::GivenCounter(place, value) => {
                format!("given {} is {}", self.place(place), self.expr(value))
            }
            TestLineKind::GivenRest(zone, key) => {
                format!("given the rest in {}{}", keyed(key), self.zone_name(*zone))
            }
            TestLineKind::GivenElse => "given everything else is empty".to_owned(),
            TestLineKind::GivenTurn(seat, phase) => {
                let phase =
                    phase.as_ref().map(|p| format!(" in {}", quoted(p))).unwrap_or_default();
                format!("given it is {}'s turn{phase}", who(seat))
            }
            TestLineKind::GivenKnows(seat, cards) => {
                format!("given {} knows {}", who(seat), self.domain(cards))
            }
            TestLineKind::Expect(test) => format!("expect {}", self.expr(test)),
            TestLineKind::ExpectTurn(seat) => format!("expect it is {}'s turn", who(seat)),
            TestLineKind::ExpectWon(seats) => format!("expect won by {}", listed(seats, who)),
            TestLineKind::ExpectLost => "expect lost".to_owned(),
            TestLineKind::ExpectDrawn => "expect drawn".to_owned(),
            TestLineKind::ExpectTold(seat, yes, text) => {
                format!(
                    "expect {} is {}told {}",
                    who(seat),
                    if *yes { "" } else { "not " },
                    quoted(text)
                )
            }
            TestLineKind::ExpectSame(seat, lines) => {
                let lines: Vec<String> =
                    lines.iter().map(|l| self.note_line(&l.kind, players)).collect();
                format!("expect {} sees no difference if {}", who(seat), lines.join(" and "))
            }
            TestLineKind::Simulate(simulation) => self.simulation(simulation, players),
            TestLineKind::PlayTo(word) => format!("play to the end of the {}", stage_word(*word)),
            TestLineKind::Shuffles(zone, key, cards) => {
                let cards = listed(cards, |c| self.copies(c));
                format!("chance shuffles {}{} to {cards}", keyed(key), self.zone_name(*zone))
            }
            TestLineKind::ShufflesAgain(number) => format!("chance shuffles again from {number}"),
            TestLineKind::Do(stmt) => format!("do {}", self.effect(stmt)),
            TestLineKind::Chance(values) => format!("chance gives {}", self.given_values(values)),
            TestLineKind::AllPass => "all pass".to_owned(),
            TestLineKind::Let(local, value) => {
                format!("let {} = {}", self.local(*local), self.expr(value))
            }
            TestLineKind::Does(seat, id, args) => {
                format!("{} does {}({})", who(seat), self.move_name(*id), self.given_values(args))
            }
            TestLineKind::Chooses(seat, values) => {
                format!("{} chooses {}", who(seat), self.given_values(values))
            }
            TestLineKind::Passes(seat) => format!("{} passes", who(seat)),
            TestLineKind::Cannot(seat, doing, because) => {
                let because =
                    because.as_ref().map(|b| format!(" because {}", quoted(b))).unwrap_or_default();
                format!("{} cannot {}{because}", who(seat), self.doing(doing))
            }
            TestLineKind::MayOnly(seat, all) => {
                let all: Vec<String> = all.iter().map(|d| self.doing(d)).collect();
                format!("{} may only {}", who(seat), all.join(" or "))
            }
        }
    }

    fn copies(self, card: &TestCard) -> String {
        format!("{} of {}", card.copies, self.row(card.row))
    }

    fn doing(self, doing: &Doing) -> String {
        match doing.what {
            Act::Pass => "pass".to_owned(),
            Act::Choose => format!("choose {}", self.given_values(&doing.args)),
            Act::Move(id) => format!("{}({})", self.move_name(id), self.given_values(&doing.args)),
        }
    }

    fn simulation(self, simulation: &Simulation, players: &[String]) -> String {
        let Simulation { games, expecting, each, times } = simulation;
        let who = |seat: &u8| {
            players.get(usize::from(*seat)).cloned().unwrap_or_else(|| format!("seat {seat}"))
        };
        let expecting = match expecting {
            Expected::Holds(test) => self.expr(test),
            Expected::Won(seats) => format!("won by {}", listed(seats, who)),
            Expected::Lost => "lost".to_owned(),
            Expected::Drawn => "drawn".to_owned(),
        };
        let each = each.map(|w| format!(" each {}", stage_word(w))).unwrap_or_default();
        let times =
            times.map(|(least, most)| format!(" {least} to {most} times")).unwrap_or_default();
        format!("simulate {games} games expecting {expecting}{each}{times}")
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
