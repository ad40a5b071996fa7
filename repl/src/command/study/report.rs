//! From the records of a study to its numbers.
#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "statistics of finished games; nothing of it goes back into a game"
)]

use super::file::Games;
use super::findings::findings;
use super::journal::Tuning;
use super::numbers::{
    Card, Course, Coverage, Example, Lead, Length, Line, Measure, Number, Other, Report, Seat,
    Skill, Stuck, Thing,
};
use super::plan::label;
use super::surely::is_difference;
use crate::rules::Rules;
use crate::setup::written;
use crate::show::interval::in_parts;
use houserules_bots::aim::together;
use houserules_interpreter::playout::game_seed;
use houserules_lang::ir::walk::{blocks_of, each_expr, each_stmt, walk_bodies};
use houserules_lang::ir::{End, ExprKind, RowId, Rulebook, StmtKind};
use houserules_lang::place::Place;
use houserules_lang::source::Span;
use houserules_study::close::arm::{Change, Things};
use houserules_study::close::play::Study;
use houserules_study::close::record::Record;
use houserules_study::tally::{Counting, Paired, Tally, UseSum, paired, part_of_other};
use houserules_table::journal::fingerprint::rules_hash;
use std::collections::BTreeSet;

/// A statement is shown up to so many characters.
const SHOWN: usize = 90;

/// What is brought together in a report.
pub(super) struct Made<'m> {
    /// The rules that were played.
    pub rules: &'m Rules,
    /// Variants laid over them.
    pub variants: Vec<String>,
    /// What bots know of the game, in a sentence.
    pub learnt: Option<String>,
    /// Those of the rules that they are compared with.
    pub others: Vec<String>,
    /// What was played.
    pub study: &'m Study,
    /// What came of it.
    pub games: &'m Games,
    /// How many games were asked for.
    pub wanted: u64,
    /// Seconds that a choice takes.
    pub pace: f64,
    /// The call that plays these games again.
    pub again: String,
    /// Others who could play, by what they are called, with the call that has them play.
    pub among: Vec<(String, String)>,
    /// A call that looks for fairer numbers.
    pub tuning: Option<Tuning>,
}

impl Made<'_> {
    fn of_arm(&self, arm: usize) -> Vec<&Record> {
        self.games.values().filter(|r| usize::from(r.arm) == arm).collect()
    }

    fn book(&self) -> &Rulebook {
        &self.rules.book
    }

    fn text(&self, span: Span) -> String {
        let text = self.rules.sources.slice(span);
        let words: Vec<&str> = text.split_whitespace().collect();
        let all = words.join(" ");
        match all.char_indices().nth(SHOWN) {
            Some((at, _)) => format!("{}…", &all[..at]),
            None => all,
        }
    }

    /// Whether something stands in a module of the standard library.
    fn is_of_library(&self, span: Span) -> bool {
        let place = Place::of(&self.rules.sources, span);
        place.is_some_and(|place| place.file.starts_with("stdlib/"))
    }

    fn line(&self, span: Span, games: u64) -> Line {
        let place = Place::of(&self.rules.sources, span);
        let (file, line) = place.map_or((String::new(), 0), |place| (place.file, place.line));
        Line { file, line, text: self.text(span), games }
    }

    fn example(&self, what: String, game: u64) -> Example {
        let seed = game_seed(self.study.plan.seed, game);
        let look = format!("{} --journal {game}=game-{game}.journal", self.again);
        Example { what, game, seed, look }
    }
}

/// Brings it together.
pub(super) fn report(made: &Made<'_>) -> Report {
    let together = together(made.book());
    let seats = made.study.plan.setup.seats;
    let base = made.of_arm(0);
    let counting = Counting { seats, together, statements: made.study.statements.len() };
    let tally = Tally::of(&base, counting);
    let mut report = Report {
        game: made.book().title.clone(),
        variants: made.variants.clone(),
        options: options(made),
        bots: made.study.plan.players.iter().map(|p| p.name()).collect(),
        seed: made.study.plan.seed,
        rules: rules_hash(made.book()),
        games: [tally.games, made.games.len() as u64],
        wanted: (made.wanted > made.games.len() as u64).then_some(made.wanted),
        finished: tally.over,
        stuck: stuck(made, &tally),
        together,
        findings: Vec::new(),
        learnt: made.learnt.clone(),
        may_play: [made.book().players.0, made.book().players.1],
        stronger: made.among.last().map(|(who, call)| [who.clone(), call.clone()]),
        other_endings: other_endings(made, &tally),
        seats: seat_numbers(made, &tally),
        first: Number::wins(&tally.first),
        shared: Number::share(tally.shared, tally.over),
        unwon: Number::share(tally.unwon, tally.over),
        turns: Length::of(&tally.turns),
        by_turns: tally.by_turns.iter().map(|(turns, games)| [*turns, *games]).collect(),
        rounds: (tally.rounds.moments.sum > 0).then(|| Length::of(&tally.rounds)),
        decisions: Length::of(&tally.decisions),
        minutes: Length::of(&tally.choices).times(made.pace / 60.0),
        pace: made.pace,
        again: made.again.clone(),
        tuning: made.tuning.clone(),
        lead: lead(&tally),
        endings: endings(made, &tally),
        things: Vec::new(),
        never: Vec::new(),
        always: Vec::new(),
        cards: Vec::new(),
        unnamed: Vec::new(),
        courses: courses(made, &tally),
        skill: skill(made, &base, together),
        others: others(made, &base, together),
        coverage: coverage(made, &tally),
        examples: examples(made, &tally),
    };
    things(made, &tally, &base, &mut report);
    cards(made, &tally, &mut report);
    report.findings = findings(&report);
    report
}

fn options(made: &Made<'_>) -> Vec<String> {
    let each = made.study.plan.setup.options.iter().filter_map(|(id, value)| {
        let option = made.book().options.get(usize::from(id.0))?;
        Some(format!("{}={}", option.name, written(made.book(), &option.ty, value)))
    });
    each.collect()
}

fn stuck(made: &Made<'_>, tally: &Tally) -> Vec<Stuck> {
    let one = |found: &houserules_study::tally::Stuck| Stuck {
        why: found.why.clone(),
        place: found.at.and_then(|span| Place::of(&made.rules.sources, span)),
        games: found.games,
        first: made.example(found.why.clone(), found.first),
    };
    tally.stuck.iter().map(one).collect()
}

fn seat_numbers(made: &Made<'_>, tally: &Tally) -> Vec<Seat> {
    let bots = made.study.plan.players.iter().map(|p| p.name());
    let seat = |((at, sum), bot): ((usize, &houserules_study::tally::SeatSum), String)| Seat {
        seat: at + 1,
        bot,
        wins: Number::wins(&sum.won),
        score: Number::mean(&sum.score),
        forced: Number::share(sum.asked[1], sum.asked[0]),
        ways: sum.asked[2] as f64 / sum.asked[0].max(1) as f64,
    };
    tally.seats.iter().enumerate().zip(bots).map(seat).collect()
}

fn lead(tally: &Tally) -> Option<Lead> {
    let lead = tally.lead.as_ref()?;
    Some(Lead {
        changes: Number::mean(&lead.changes)?,
        settled: lead.settled.quantiles.median as f64 / 1000.0,
        comebacks: Number::share(lead.comebacks, lead.settled.moments.count),
        tenths: lead.tenths,
    })
}

fn endings(made: &Made<'_>, tally: &Tally) -> Vec<Line> {
    let mut found: Vec<Line> =
        tally.endings.iter().map(|(span, games)| made.line(*span, *games)).collect();
    found.sort_by_key(|line| std::cmp::Reverse(line.games));
    found
}

/// Where else the rules say that the game ends.
fn other_endings(made: &Made<'_>, tally: &Tally) -> Vec<Line> {
    let mut found = Vec::new();
    walk_bodies(made.book(), &mut |stmt| {
        let ends = matches!(&stmt.kind, StmtKind::End(End::Won(_) | End::Lost | End::Drawn));
        if ends && !tally.endings.contains_key(&stmt.span) {
            found.push(made.line(stmt.span, 0));
        }
    });
    found
}

/// Every thing that was on offer, with what it is worth where somebody was kept from it.
fn things(made: &Made<'_>, tally: &Tally, base: &[&Record], report: &mut Report) {
    let all = Things::of(made.book());
    let sites = &made.book().sites;
    for (at, name) in all.names.iter().enumerate() {
        let at = at as u16;
        let none = UseSum::default();
        let sum = tally.things.get(&at).unwrap_or(&none);
        let id = all.as_move(at);
        if sum.offered == 0 {
            let span = id.and_then(|id| made.book().moves.get(usize::from(id.0))).map(|m| m.span);
            if span.is_some_and(|span| !made.is_of_library(span)) {
                report.never.push(name.clone());
            }
            continue;
        }
        if sum.done == 0 && id.is_some() {
            report.never.push(name.clone());
        }
        if sum.done == sum.offered && id.is_some() {
            report.always.push(name.clone());
        }
        // Of what all did, or nobody, the seats' shares of the wins say nothing.
        let differ = sum.with.count > 0 && sum.without.count > 0;
        let place = all.as_site(at).and_then(|site| sites.get(usize::from(site)));
        report.things.push(Thing {
            // What has no name is shown as it is written.
            name: place.map_or_else(|| name.clone(), |site| in_short(&made.text(site.span))),
            place: place.and_then(|site| Place::of(&made.rules.sources, site.span)),
            offered: sum.offered,
            taken: Number::share(sum.done, sum.offered),
            games: Number::share(sum.games, tally.over),
            with: differ.then(|| Number::wins(&sum.with)),
            without: differ.then(|| Number::wins(&sum.without)),
            barred: id.and_then(|id| {
                let is = |change: &Change| matches!(change, Change::Without(of) if *of == id);
                let arm = made.study.plan.arms.iter().position(|arm| is(&arm.change))?;
                let arm = made.of_arm(arm);
                if !tells(base, &arm) {
                    return None;
                }
                let of = |a: &Record, b: &Record| part_of_other(a, b, report.together);
                let sums = paired(base, &arm, of);
                // A game that is never won together says as little as one that always is.
                let same = sums.off.squares == 0 && report.together;
                Number::difference(&sums.off).filter(|_| !same)
            }),
        });
    }
}

/// A question as it is written, without whom and what it asks, and what follows.
fn in_short(text: &str) -> String {
    let ends = [" by ", " asking ", " {", "\n"];
    let end = ends.iter().filter_map(|end| text.find(end)).min().unwrap_or(text.len());
    let mut said: String = text[..end].chars().take(NAME).collect();
    if said.len() < end {
        said.push('…');
    }
    said
}

/// So many letters of a question are its name.
const NAME: usize = 40;

/// Whether any game went otherwise with the change: there was something else to do, and somebody
/// who would have done it.
fn tells(base: &[&Record], arm: &[&Record]) -> bool {
    let same = |a: &Record, b: &Record| a.decisions == b.decisions && a.seats == b.seats;
    let other = |a: &Record, b: &Record| Some((0, i64::from(!same(a, b))));
    paired(base, arm, other).b.sum > 0
}

fn cards(made: &Made<'_>, tally: &Tally, report: &mut Report) {
    let book = made.book();
    let row = |row: u16| book.rows.get(RowId(row).index());
    let mut kinds = Vec::new();
    for (id, sum) in &tally.cards {
        let Some(row) = row(*id) else { continue };
        kinds.push(row.kind);
        report.cards.push(Card {
            name: row.name.clone(),
            done: sum.done,
            games: Number::share(sum.games, tally.over),
            with: Number::wins(&sum.with),
        });
    }
    report.cards.sort_by_key(|card| std::cmp::Reverse(card.done));
    let named = |at: u16| tally.cards.contains_key(&at);
    let in_play = |at: u16| book.cards.iter().any(|card| card.row == RowId(at));
    let unnamed = (0u16..)
        .zip(&book.rows)
        .filter(|(at, row)| kinds.contains(&row.kind) && !named(*at) && in_play(*at));
    report.unnamed = unnamed.map(|(_, row)| row.name.clone()).collect();
}

fn courses(made: &Made<'_>, tally: &Tally) -> Vec<Course> {
    let rows = made.study.tracks.rows(made.study.plan.setup.seats);
    let all = &made.study.tracks.all;
    let course = |(row, sums): (&houserules_study::track::Row, &Vec<_>)| {
        let changed_by = all[row.track].changed_by(made.book()).into_iter();
        let own = changed_by.filter(|span| !made.is_of_library(*span));
        Course {
            what: all[row.track].text.clone(),
            seat: row.seat.map(|seat| usize::from(seat) + 1),
            points: sums.iter().map(Number::mean).collect(),
            changed_by: own.map(|span| made.line(span, 0)).collect(),
        }
    };
    rows.iter().zip(&tally.course).map(course).collect()
}

fn skill(made: &Made<'_>, base: &[&Record], together: bool) -> Vec<Skill> {
    let mut found = Vec::new();
    for (at, arm) in made.study.plan.arms.iter().enumerate() {
        let Change::Player(player) = arm.change else { continue };
        let of = |a: &Record, b: &Record| part_of_other(a, b, together);
        let sums = paired(base, &made.of_arm(at), of);
        if let Some(more) = Number::difference(&sums.off) {
            let among = made.among.iter().find(|(who, _)| *who == player.name());
            found.push(Skill {
                player: player.name(),
                wins: Number::wins(&sums.b),
                more,
                among: among.map(|(_, call)| call.clone()).unwrap_or_default(),
            });
        }
    }
    found
}

fn others(made: &Made<'_>, base: &[&Record], together: bool) -> Vec<Other> {
    let mut found = Vec::new();
    for (at, arm) in made.study.plan.arms.iter().enumerate() {
        if !matches!(arm.change, Change::Options(_) | Change::Rules) {
            continue;
        }
        let arm_games = made.of_arm(at);
        let both = |number: &dyn Fn(&Record) -> Option<i64>| -> Paired {
            paired(base, &arm_games, |a, b| number(a).zip(number(b)))
        };
        let mut measures = Vec::new();
        let mut add = |what: String, is_share: bool, number: &dyn Fn(&Record) -> Option<i64>| {
            measures.extend(Measure::of(what, &both(number), is_share));
        };
        let whole = houserules_study::tally::WHOLE;
        if together {
            add("wins".into(), true, &|r| Some(r.part(0, true)));
        } else {
            for seat in 0..made.study.plan.setup.seats {
                let name = format!("seat {} wins", seat + 1);
                add(name, true, &move |r| Some(r.part(seat, false)));
            }
            add("ties".into(), true, &|r| Some(if r.winners.len() > 1 { whole } else { 0 }));
        }
        for seat in 0..made.study.plan.setup.seats {
            let name = format!("seat {} score", seat + 1);
            add(name, false, &move |r| r.scores.get(usize::from(seat)).copied());
        }
        add("turns".into(), false, &|r| i64::try_from(r.turns).ok());
        add("decisions".into(), false, &|r| i64::try_from(r.decisions).ok());
        add("lead changes".into(), false, &|r| i64::try_from(r.lead?.changes).ok());
        let pairs = paired(base, &arm_games, |_, _| Some((0, 0))).off.count;
        if pairs > 0 {
            let is_asked = arm.change == Change::Rules;
            let what = match (is_asked, made.others.as_slice()) {
                (false, _) => label(made.book(), &arm.change),
                (true, []) => "without variants".into(),
                (true, names) => format!("with {}", names.join(" and ")),
            };
            found.push(Other { what, pairs, measures, is_asked });
        }
    }
    // What was asked for is looked at by itself, options are tried by the dozen.
    let tried = found.iter().filter(|o| !o.is_asked).map(|o| o.measures.len()).sum();
    for other in &mut found {
        let looks = if other.is_asked { other.measures.len() } else { tried };
        for measure in &mut other.measures {
            measure.clear = is_difference(&measure.more, looks);
        }
    }
    found
}

fn coverage(made: &Made<'_>, tally: &Tally) -> Option<Coverage> {
    let (games, reached) = &tally.reached;
    if *games == 0 {
        return None;
    }
    let all: Vec<(&Span, &u64)> = made.study.statements.iter().zip(reached).collect();
    let came: BTreeSet<Span> =
        all.iter().filter(|(_, n)| **n > 0).map(|(span, _)| **span).collect();
    let by_option = by_option(made.book(), &came);
    // What a module of the library has beyond what the game needs says nothing about the game, nor
    // does what is for an option that is set otherwise.
    let is_own = |span: &Span| !made.is_of_library(*span) && !by_option.contains(span);
    let own: Vec<_> = all.into_iter().filter(|(span, n)| **n > 0 || is_own(span)).collect();
    let statements = own.len();
    let missed = own.into_iter().filter(|(_, games)| **games == 0);
    let missed: Vec<Line> = missed.map(|(span, _)| made.line(*span, 0)).collect();
    Some(Coverage { games: *games, statements, reached: statements - missed.len(), missed })
}

/// What stands under conditions, which games came to, on nothing but options.
fn by_option(book: &Rulebook, came: &BTreeSet<Span>) -> BTreeSet<Span> {
    let mut found = BTreeSet::new();
    walk_bodies(book, &mut |stmt| {
        let StmtKind::If(condition, ..) = &stmt.kind else { return };
        let (mut options, mut others) = (false, false);
        each_expr(condition, &mut |e| {
            let combined = matches!(
                e.kind,
                ExprKind::Const(_)
                    | ExprKind::Seats
                    | ExprKind::Not(_)
                    | ExprKind::And(..)
                    | ExprKind::Or(..)
                    | ExprKind::Same(..)
                    | ExprKind::IsNone(_)
                    | ExprKind::Less(..)
                    | ExprKind::LessEq(..)
            );
            options |= matches!(e.kind, ExprKind::Option(_));
            others |= !combined && !matches!(e.kind, ExprKind::Option(_));
        });
        if options && !others && came.contains(&stmt.span) {
            for block in blocks_of(stmt) {
                if block.iter().all(|stmt| !came.contains(&stmt.span)) {
                    each_stmt(block, &mut |stmt| {
                        found.insert(stmt.span);
                    });
                }
            }
        }
    });
    found
}

fn examples(made: &Made<'_>, tally: &Tally) -> Vec<Example> {
    let found = &tally.examples;
    let thousandths = |n: u64| format!("{:.0} %", in_parts(n as f64, 10));
    let rows = [
        (found.shortest, "the shortest game: ", " turns"),
        (found.longest, "the longest game: ", " turns"),
        (found.closest, "the lead changed most often: ", " times"),
        (found.clearest, "decided first: after ", " of the game"),
        (found.shared, "the first that was shared: by ", " seats"),
    ];
    let row = |(shown, before, behind): (Option<houserules_study::tally::Shown>, &str, &str)| {
        let shown = shown?;
        let value = match before.starts_with("decided") {
            true => thousandths(shown.value),
            false => shown.value.to_string(),
        };
        Some(made.example(format!("{before}{value}{behind}"), shown.game))
    };
    rows.into_iter().filter_map(row).collect()
}
