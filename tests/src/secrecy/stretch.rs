//! Two worlds side by side: from one stop on, the same is chosen in both, or what looks the same to
//! the seat, and at every stop all that reaches the seat is compared, until the rules let the
//! worlds part.

use super::given::{self, Looked, Made};
use super::screens::Past;
use super::served::Served;
use super::surfaces::{self, Compared, Surface};
use super::worlds::{self, Kind};
use super::{Count, Leak, Parted, Subject, attempts};
use houserules_interpreter::ask::{Engine, EventKind, FaultKind, Stop};
use houserules_interpreter::chance::{BotDraw, BotSource};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::playout::Random;
use houserules_table::game::Game;
use houserules_table::session::{Point, Session};

/// So many choices are made in both worlds at most.
const LONGEST: u64 = 5;
/// One in so many looks back over what was chosen, and as many do it at a served table.
const LOOKS_BACK: u64 = 4;
/// So many choices of another player are looked at for one that looks the same.
const ALIKE: usize = 6;

/// What will be chosen in the first world.
pub(super) struct Ahead {
    /// Who chooses, and what, as it is typed.
    choices: Vec<(u8, String)>,
    /// The cards that the seat sees before that is over.
    pub(super) seen: Vec<bool>,
}

/// Compares two worlds from one stop on.
pub(super) fn compare(
    subject: &Subject,
    machine: &Machine,
    draws: &mut BotSource,
    count: &mut Count,
) -> Result<(), Leak> {
    let seat = draws.below(u64::from(subject.seats)) as u8;
    let drawn = Kind::ALL[draws.below(Kind::ALL.len() as u64) as usize];
    let ahead = look_ahead(subject, machine, seat, draws);
    // Copies that can be told apart are rare; where they are, they are often looked at.
    let kinds = if draws.below(2) == 0 { [Kind::Copies, drawn] } else { [drawn; 2] };
    let second = |kind| Some((kind, worlds::second(machine, (kind, seat), &ahead, draws)?));
    let Some((kind, there)) = kinds.into_iter().find_map(second) else { return Ok(()) };
    let apart = !matches!(kind, Kind::Choices);
    let sessions = [machine.clone(), there].map(|machine| Session::begin(subject.table(machine)));
    let made = [Vec::new(), Vec::new()];
    let mut worlds = Worlds { subject, seat, kind, sessions, made, apart, sealed: false };
    worlds.look(draws, count)?;
    for (actor, text) in &ahead.choices {
        if !worlds.choose(*actor, text, draws, count)? {
            return Ok(());
        }
        if let Err(leak) = worlds.look(draws, count) {
            return match worlds.why_parted() {
                Some(why) => {
                    *count.parted.entry(why).or_default() += 1;
                    Ok(())
                }
                None => Err(leak),
            };
        }
    }
    worlds.look_back(draws, count)
}

/// Plays on in a copy.
fn look_ahead(subject: &Subject, machine: &Machine, seat: u8, draws: &mut BotSource) -> Ahead {
    let mut game = subject.table(machine.clone());
    let mut random = Random::new(draws.below(u64::MAX));
    let mut seen = vec![false; subject.book.cards.len()];
    let mut choices = Vec::new();
    given::seen_cards(&subject.book, &machine.dump(), seat, &mut seen);
    for _ in 0..=draws.below(LONGEST) {
        let Some(asked) = game.asked().filter(|asked| !asked.chance) else { break };
        let Some(actor) = random.quickest(&asked.seats) else { break };
        let before = game.engine().clone();
        if houserules_bots::bot::decide_evenly(&mut random, &mut game, actor).is_err() {
            break;
        }
        let Some(text) = game.records().last().map(|r| r.choice.clone()) else { break };
        if is_endless(&game.stop()) {
            break;
        }
        note_seen(subject, before, (actor, &text), seat, &mut seen);
        given::seen_cards(&subject.book, &game.engine().dump(), seat, &mut seen);
        choices.push((actor, text));
    }
    Ahead { choices, seen }
}

/// The cards that a choice lets a seat see on the way.
fn note_seen(
    subject: &Subject,
    machine: Machine,
    (actor, text): (u8, &str),
    seat: u8,
    seen: &mut [bool],
) {
    let mut game = subject.table(machine);
    let Ok(picked) = game.meant(actor, text) else { return };
    let mut machine = game.engine().clone();
    if machine.answer(Some(actor), &picked.answer).is_err() {
        return;
    }
    for event in machine.take_events() {
        match event.kind {
            EventKind::Moved { card, seen: seats, .. } | EventKind::Shown(card, seats)
                if seats >> seat & 1 == 1 =>
            {
                seen[card.index()] = true;
            }
            // Its place on the way may have been one that the seat sees.
            EventKind::Swapped { a, b } => (seen[a.index()], seen[b.index()]) = (true, true),
            _ => {}
        }
    }
}

struct Worlds<'a> {
    subject: &'a Subject,
    seat: u8,
    kind: Kind,
    sessions: [Session<Machine>; 2],
    made: [Vec<(u8, String)>; 2],
    /// The worlds differ.
    apart: bool,
    /// Others have chosen otherwise in secret; what comes of it is read when all have chosen.
    sealed: bool,
}

impl Worlds<'_> {
    fn leak(&self, surface: Surface, lines: [String; 2]) -> Leak {
        let choices = self
            .made
            .each_ref()
            .map(|made| made.iter().map(|(s, c)| format!("P{s} {c}")).collect());
        let logs = self.sessions.each_ref().map(|session| read(session, self.seat));
        Leak { seat: self.seat, kind: self.kind, surface, choices, lines, logs }
    }

    /// Compares what reaches the seat where the worlds stand.
    fn look(&mut self, draws: &mut BotSource, count: &mut Count) -> Result<(), Leak> {
        self.apart |= self.sessions[0].game().hash() != self.sessions[1].game().hash();
        if !self.apart {
            return Ok(());
        }
        count.pairs += 1;
        *count.kinds.entry(self.kind).or_default() += 1;
        let tries = attempts::tries(
            &self.subject.book,
            self.subject.seats,
            self.sessions[0].game().engine(),
            self.seat,
            draws,
        );
        let games = self.sessions.each_mut().map(Session::game_mut);
        let seed = draws.below(u64::MAX);
        let at = Compared { subject: self.subject, seat: self.seat, tries: &tries, seed };
        let Some((surface, lines)) = surfaces::at_a_stop(&at, games, count) else {
            return Ok(());
        };
        let games = self.sessions.each_mut().map(Session::game_mut);
        if surface.asks() && given::told_by_heads(&self.subject.book, games, self.seat, &tries) {
            return Ok(());
        }
        Err(self.leak(surface, lines))
    }

    /// Makes a choice in both worlds; no: they go on no further side by side.
    fn choose(
        &mut self,
        actor: u8,
        text: &str,
        draws: &mut BotSource,
        count: &mut Count,
    ) -> Result<bool, Leak> {
        let from = self.sessions.each_ref().map(|s| s.game().log_length());
        if self.sessions[0].say(actor, text).is_err() {
            return Ok(false);
        }
        let there = if actor == self.seat {
            text.to_string()
        } else {
            let read = given::choices(self.sessions[0].game(), self.seat, from[0]);
            match self.alike((actor, text), &read, draws) {
                Some(other) => other,
                None => {
                    *count.parted.entry(Parted::Chosen).or_default() += 1;
                    return Ok(false);
                }
            }
        };
        if runs_away(self.sessions[1].game(), actor, &there) {
            *count.parted.entry(Parted::Fault).or_default() += 1;
            return Ok(false);
        }
        if let Err(why) = self.sessions[1].say(actor, &there) {
            let lines = [format!("`{text}` is possible"), format!("`{there}` is refused: {why}")];
            return Err(self.leak(Surface::Options, lines));
        }
        // Who has answered in secret is still to be waited for.
        let silent = |(session, from): (&Session<Machine>, usize)| {
            given::choices(session.game(), self.seat, from).is_empty()
        };
        self.apart |= there != text;
        self.sealed |= there != text && self.sessions.iter().zip(from).all(silent);
        self.made[0].push((actor, text.to_string()));
        self.made[1].push((actor, there));
        Ok(true)
    }

    /// A choice of another player in the second world of which the seat reads the same: where
    /// others are to choose otherwise another one, else the same if it is possible.
    fn alike(
        &self,
        (actor, text): (u8, &str),
        read: &[String],
        draws: &mut BotSource,
    ) -> Option<String> {
        let mut random = Random::new(draws.below(u64::MAX));
        let game = self.sessions[1].game().copy();
        let (seat, sealed) = (self.seat, self.sealed);
        let fits = |text: &str| {
            if runs_away(&game, actor, text) {
                return false;
            }
            let mut tried: Game<Machine> = game.copy();
            // What was sealed is opened with the last choice, whatever that is.
            tried.say(actor, text).is_ok() && (sealed || given::choices(&tried, seat, 0) == read)
        };
        let same = (self.kind != Kind::Choices).then(|| text.to_string());
        if let Some(same) = same.filter(|same| possible(&game, actor, same)) {
            return Some(same);
        }
        let mut drawn = game.copy();
        for _ in 0..ALIKE {
            let other = drawn.wording(actor, |engine| random.answer(engine, actor))?;
            if other != text && fits(&other) {
                return Some(other);
            }
        }
        (self.kind == Kind::Choices && fits(text)).then(|| text.to_string())
    }

    /// Why the seat may tell the worlds apart by the last choice, or by what an earlier one showed
    /// that it could not look at then: of a hand that it does not see it is only told how many
    /// cards there are, but it reads of those that it knows.
    fn why_parted(&self) -> Option<Parted> {
        let made = self.made[0].len();
        let last = self.since(made.checked_sub(1)?);
        let earlier = || (0..made - 1).rev().any(|at| self.since(at) == Some(Parted::Shown));
        last.or_else(|| earlier().then_some(Parted::Shown))
    }

    /// Why the seat may tell the worlds apart since the choice of that number.
    fn since(&self, at: usize) -> Option<Parted> {
        let (actor, _) = *self.made[0].get(at)?;
        let mut before = [0, 1].map(|world: usize| {
            let session = &self.sessions[world];
            let way = session.tree().way(session.here());
            let before = session.standing_at(way.get(at).copied().unwrap_or(Point::START));
            let text = self.made[world].get(at).map_or("", |(_, text)| text);
            Made { before, text }
        });
        // Chance decides otherwise, too, where it has decided more often in one of the worlds.
        let drawn = |session: &Session<Machine>| session.game().engine().tally().chance;
        let [here, there] = self.sessions.each_ref().map(drawn);
        let reseeded = self.kind == Kind::Chance || here != there;
        let looked = Looked { actor, seat: self.seat, kind: self.kind, reseeded };
        given::parted(self.subject, &mut before, looked)
    }

    /// Compares what the seat finds out by going back over the game, or what it is shown in the
    /// end, at a table of its own or at one that is served.
    fn look_back(self, draws: &mut BotSource, count: &mut Count) -> Result<(), Leak> {
        if !self.apart {
            return Ok(());
        }
        let over = !matches!(self.sessions[0].game().stop(), Stop::Asking);
        // Going back over a game takes as long as all else together.
        let surface = match draws.below(LOOKS_BACK) {
            0 => Surface::Served,
            _ if over => Surface::End,
            1 => Surface::Past,
            _ => return Ok(()),
        };
        let alone = draws.below(2) == 1;
        // What the rules show in the last step, such as the score, is said of the end, too.
        let shown = if over { self.why_parted() } else { None };
        let Self { subject, seat, kind, sessions, made, .. } = self;
        let tries =
            attempts::tries(&subject.book, subject.seats, sessions[0].game().engine(), seat, draws);
        let logs = sessions.each_ref().map(|session| read(session, seat));
        let same_start = kind == Kind::Choices;
        let mut world = 0;
        let [a, b] = sessions.map(|session| {
            let past = Past { subject, seat, made: &made[world] };
            world += 1;
            match surface {
                Surface::Served => {
                    let (tries, made) = (tries.as_slice(), made[world - 1].as_slice());
                    Served { subject, seat, tries, made, same_start }.told(session)
                }
                Surface::End => past.end(session, alone),
                _ => past.gone_over(session),
            }
        });
        *count.surfaces.entry(surface).or_default() += 1;
        match (surfaces::first_difference(&a, &b), shown) {
            (None, _) => Ok(()),
            (Some(_), Some(why)) => {
                *count.parted.entry(why).or_default() += 1;
                Ok(())
            }
            (Some(lines), None) => {
                let choices =
                    made.map(|made| made.iter().map(|(s, c)| format!("P{s} {c}")).collect());
                Err(Leak { seat, kind, surface, choices, lines, logs })
            }
        }
    }
}

/// The log of a world, for a leak.
fn read(session: &Session<Machine>, seat: u8) -> String {
    surfaces::log(session.game(), seat)
}

fn possible(game: &Game<Machine>, actor: u8, text: &str) -> bool {
    game.copy().meant(actor, text).is_ok_and(|picked| {
        game.engine().clone().may(actor, &picked.what, &picked.answer.args).is_ok()
    })
}

/// Whether rules run on after a choice until they are stopped: all that is told on the way would be
/// compared many times over, and no player ever reads it.
fn runs_away(game: &Game<Machine>, actor: u8, text: &str) -> bool {
    let Ok(picked) = game.copy().meant(actor, text) else { return false };
    let mut machine = game.engine().clone();
    machine.answer(Some(actor), &picked.answer).is_ok_and(|stop| is_endless(&stop))
}

fn is_endless(stop: &Stop) -> bool {
    matches!(stop, Stop::Fault(fault) if matches!(fault.about, FaultKind::Budget(..)))
}
