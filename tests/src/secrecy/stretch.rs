//! Worlds side by side: from one stop on, the same is chosen in all of them, or what looks the same
//! to the seat, and at every stop all that reaches the seat in the first is compared with what does
//! in each other one, until the rules let the two part.

use super::given::{self, Looked, Made};
use super::screens::Past;
use super::served::Served;
use super::surfaces::{self, Compared, Readings, Surface};
use super::worlds::{self, Kind};
use super::{Count, Leak, Parted, Subject, attempts};
use houserules_interpreter::ask::{Engine, EventKind, FaultKind, Stop};
use houserules_interpreter::chance::{BotDraw, BotSource};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::playout::Random;
use houserules_lang::ir::CardId;
use houserules_table::game::Game;
use houserules_table::session::{Point, Session};
use houserules_table::visibility::concealed::Concealed;

/// So many choices are made in both worlds at most.
const LONGEST: u64 = 5;
/// One in so many looks back over what was chosen, and as many do it at a served table.
const LOOKS_BACK: u64 = 4;
/// With so many other worlds a first one is compared.
const OTHERS: usize = 4;
/// So many choices of another player are looked at for one that looks the same.
const ALIKE: usize = 6;

/// What will be chosen in the first world.
pub(super) struct Ahead {
    /// Who chooses, and what, as it is typed.
    choices: Vec<(u8, String)>,
    /// The cards that the seat sees before that is over.
    pub(super) seen: Vec<bool>,
}

/// Compares worlds from one stop on: a first one with several others, which it knows nothing of.
pub(super) fn compare(
    subject: &Subject,
    machine: &Machine,
    draws: &mut BotSource,
    count: &mut Count,
) -> Result<(), Leak> {
    let seat = draws.below(u64::from(subject.seats)) as u8;
    let ahead = look_ahead(subject, machine, seat, draws);
    let mut others = Vec::new();
    for _ in 0..OTHERS {
        let drawn = Kind::ALL[draws.below(Kind::ALL.len() as u64) as usize];
        // Copies that can be told apart are rare, and so are cards on unseen ones; where they are,
        // they are often looked at.
        let kinds = match draws.below(4) {
            0 | 1 => [Kind::Copies, drawn],
            2 => [Kind::Loads, drawn],
            _ => [drawn; 2],
        };
        let second = |kind| Some((kind, worlds::second(machine, kind, seat, &ahead, draws)?));
        let Some((kind, there)) = kinds.into_iter().find_map(second) else { continue };
        look_at_heads([machine, &there], kind, seat, draws, count)?;
        if kind.is_only_imagined() {
            continue;
        }
        let apart = !matches!(kind, Kind::Choices);
        let (world, picked) = (World::of(subject, there), Default::default());
        others.push(Other { kind, world, apart, sealed: false, picked });
    }
    if others.is_empty() {
        return Ok(());
    }
    let first = World::of(subject, machine.clone());
    let mut worlds = Worlds { subject, seat, first, others };
    worlds.look(draws, count)?;
    for (actor, text) in &ahead.choices {
        worlds.choose(*actor, text, draws, count)?;
        if worlds.others.is_empty() {
            return Ok(());
        }
        worlds.look(draws, count)?;
    }
    worlds.look_back(draws, count)
}

/// Compares the tables that bots imagine, where the worlds begin.
fn look_at_heads(
    machines: [&Machine; 2],
    kind: Kind,
    seat: u8,
    draws: &mut BotSource,
    count: &mut Count,
) -> Result<(), Leak> {
    if matches!(kind, Kind::Buried | Kind::Copies | Kind::Choices) {
        return Ok(());
    }
    let seeds = std::array::from_fn(|_| draws.below(u64::MAX));
    let lines = machines.map(|machine| worlds::imagined(machine, seat, seeds));
    *count.surfaces.entry(Surface::Imagined).or_default() += 1;
    if kind.is_only_imagined() {
        count.pairs += 1;
        *count.kinds.entry(kind).or_default() += 1;
    }
    if lines[0] == lines[1] {
        return Ok(());
    }
    let surface = Surface::Imagined;
    Err(Leak { seat, kind, surface, choices: <_>::default(), lines, logs: <_>::default() })
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
        for card in seen_on_the_way(subject, before, actor, &text, seat) {
            seen[card.index()] = true;
        }
        given::seen_cards(&subject.book, &game.engine().dump(), seat, &mut seen);
        choices.push((actor, text));
    }
    Ahead { choices, seen }
}

/// The cards that a choice lets a seat see on the way.
fn seen_on_the_way(
    subject: &Subject,
    machine: Machine,
    actor: u8,
    text: &str,
    seat: u8,
) -> Vec<CardId> {
    let mut game = subject.table(machine);
    let Ok(picked) = game.meant(actor, text) else { return Vec::new() };
    let mut machine = game.engine().clone();
    if machine.answer(Some(actor), &picked.answer).is_err() {
        return Vec::new();
    }
    let mut seen = Vec::new();
    for event in machine.take_events() {
        match event.kind {
            EventKind::Moved { card, seen: seats, .. } | EventKind::Shown(card, seats)
                if seats >> seat & 1 == 1 =>
            {
                seen.push(card);
            }
            // Its place on the way may have been one that the seat sees.
            EventKind::Swapped { a, b } => seen.extend([a, b]),
            _ => {}
        }
    }
    seen
}

/// A world, and what was chosen in it.
struct World {
    session: Session<Machine>,
    made: Vec<(u8, String)>,
}

/// A choice as it is typed, and the cards in it.
struct Picked {
    text: String,
    cards: Vec<CardId>,
}

/// A choice that was made in the first world, and what the seat read of it.
#[derive(Clone, Copy)]
struct Step<'a> {
    actor: u8,
    chosen: &'a Picked,
    read: &'a [String],
}

impl Picked {
    fn of(game: &Game<Machine>, actor: u8, text: &str) -> Self {
        let mut cards = Vec::new();
        if let Ok(picked) = game.copy().meant(actor, text) {
            picked.answer.args.iter().for_each(|arg| given::cards_in(arg, &mut cards));
        }
        Self { text: text.to_string(), cards }
    }
}

impl World {
    fn of(subject: &Subject, machine: Machine) -> Self {
        Self { session: Session::begin(subject.table(machine)), made: Vec::new() }
    }

    fn game(&self) -> &Game<Machine> {
        self.session.game()
    }

    /// The choices, with who made them.
    fn choices(&self) -> Vec<String> {
        self.made.iter().map(|(s, c)| format!("P{s} {c}")).collect()
    }
}

/// A world that the seat cannot tell from the first.
struct Other {
    kind: Kind,
    world: World,
    /// It differs from the first.
    apart: bool,
    /// Others have chosen otherwise in secret; what comes of it is read when all have chosen.
    sealed: bool,
    /// Cards that others have chosen otherwise until now, in the first world and in this one.
    picked: [Vec<CardId>; 2],
}

struct Worlds<'a> {
    subject: &'a Subject,
    seat: u8,
    first: World,
    others: Vec<Other>,
}

impl Worlds<'_> {
    fn leak(&self, other: &Other, surface: Surface, lines: [String; 2]) -> Leak {
        let worlds = [&self.first, &other.world];
        let (choices, logs) =
            (worlds.map(World::choices), worlds.map(|w| surfaces::log(w.game(), self.seat)));
        Leak { seat: self.seat, kind: other.kind, surface, choices, lines, logs }
    }

    /// Compares what reaches the seat where the worlds stand, as long as the rules have not let
    /// them part.
    fn look(&mut self, draws: &mut BotSource, count: &mut Count) -> Result<(), Leak> {
        let tries = self.tries(draws);
        let seed = draws.below(u64::MAX);
        let at = Compared { subject: self.subject, seat: self.seat, tries: &tries, seed };
        let mut read = Readings::default();
        let (book, hash) = (&self.subject.book, self.first.game().hash());
        let mut left = Vec::new();
        for mut other in std::mem::take(&mut self.others) {
            other.apart |= hash != other.world.game().hash();
            if !other.apart {
                left.push(other);
                continue;
            }
            count.pairs += 1;
            *count.kinds.entry(other.kind).or_default() += 1;
            let games = [&mut self.first.session, &mut other.world.session];
            let [here, there] = games.map(Session::game_mut);
            let found = surfaces::at_a_stop(&at, &mut *here, &mut read, &mut *there, count);
            let told = found.filter(|(surface, _)| {
                !surface.asks() || !given::told_by_heads(book, [here, there], self.seat, &tries)
            });
            match told {
                None => left.push(other),
                Some((surface, lines)) => match self.why_parted(&other) {
                    Some(why) => *count.parted.entry(why).or_default() += 1,
                    None => return Err(self.leak(&other, surface, lines)),
                },
            }
        }
        self.others = left;
        Ok(())
    }

    /// What the seat tries to choose.
    fn tries(&self, draws: &mut BotSource) -> Vec<String> {
        let Subject { book, seats, .. } = self.subject;
        attempts::tries(book, *seats, self.first.game().engine(), self.seat, draws)
    }

    /// Makes a choice in all worlds; in which it cannot be made, those go on no further.
    fn choose(
        &mut self,
        actor: u8,
        text: &str,
        draws: &mut BotSource,
        count: &mut Count,
    ) -> Result<(), Leak> {
        let from = self.first.game().log_length();
        let others = std::mem::take(&mut self.others);
        let chosen = Picked::of(self.first.game(), actor, text);
        if self.first.session.say(actor, text).is_err() {
            return Ok(());
        }
        let read = given::choices(self.first.game(), self.seat, from);
        self.first.made.push((actor, text.to_string()));
        for mut other in others {
            let made = Step { actor, chosen: &chosen, read: &read };
            if self.follow(&mut other, &made, draws, count)? {
                self.others.push(other);
            }
        }
        Ok(())
    }

    /// Makes a choice of the first world in another; no: it cannot be made there.
    fn follow(
        &self,
        other: &mut Other,
        made: &Step<'_>,
        draws: &mut BotSource,
        count: &mut Count,
    ) -> Result<bool, Leak> {
        let Step { actor, chosen, read } = *made;
        let text = chosen.text.as_str();
        let from = other.world.game().log_length();
        let there = if actor == self.seat {
            text.to_string()
        } else {
            match self.alike(other, made, draws) {
                Some(other) => other,
                None => {
                    *count.parted.entry(Parted::Chosen).or_default() += 1;
                    return Ok(false);
                }
            }
        };
        if runs_away(other.world.game(), actor, &there) {
            *count.parted.entry(Parted::Fault).or_default() += 1;
            return Ok(false);
        }
        if actor != self.seat && (other.kind == Kind::Choices || there != text) {
            let here = &chosen.cards;
            let there = Picked::of(other.world.game(), actor, &there).cards;
            other.picked[0].extend(here);
            other.picked[1].extend(there);
        }
        if let Err(why) = other.world.session.say(actor, &there) {
            let lines = [format!("`{text}` is possible"), format!("`{there}` is refused: {why}")];
            return Err(self.leak(other, Surface::Options, lines));
        }
        // Who has answered in secret is still to be waited for.
        let silent =
            read.is_empty() && given::choices(other.world.game(), self.seat, from).is_empty();
        other.apart |= there != text;
        other.sealed |= there != text && silent;
        other.world.made.push((actor, there));
        Ok(true)
    }

    /// A choice of another player in the second world of which the seat reads the same: where
    /// others are to choose otherwise another one, else the same if it is possible.
    fn alike(
        &self,
        Other { kind, world, sealed, .. }: &Other,
        made: &Step<'_>,
        draws: &mut BotSource,
    ) -> Option<String> {
        let Step { actor, chosen, read } = *made;
        let text = chosen.text.as_str();
        let mut random = Random::new(draws.below(u64::MAX));
        let game = world.game().copy();
        let fits = |text: &str| {
            if runs_away(&game, actor, text) {
                return false;
            }
            let mut tried: Game<Machine> = game.copy();
            // What was sealed is opened with the last choice, whatever that is.
            let alike = |tried: &Game<Machine>| given::choices(tried, self.seat, 0) == read;
            tried.say(actor, text).is_ok() && (*sealed || alike(&tried))
        };
        let same = (*kind != Kind::Choices).then(|| text.to_string());
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
        (*kind == Kind::Choices && fits(text)).then(|| text.to_string())
    }

    /// Why the seat may tell the worlds apart by the last choice, or by what an earlier one showed
    /// that it could not look at then: of a hand that it does not see it is only told how many
    /// cards there are, but it reads of those that it knows.
    fn why_parted(&self, other: &Other) -> Option<Parted> {
        let made = self.first.made.len();
        let last = self.since(other, made.checked_sub(1)?);
        let earlier = || (0..made - 1).rev().any(|at| self.since(other, at) == Some(Parted::Shown));
        last.or_else(|| earlier().then_some(Parted::Shown))
    }

    /// Why the seat may tell the worlds apart since the choice of that number.
    fn since(&self, other: &Other, at: usize) -> Option<Parted> {
        let (mut made, looked) = self.choice(other, at)?;
        given::parted(self.subject, &mut made, looked)
    }

    /// What is mixed comes out anew when choices are taken back and made again: chance may decide
    /// otherwise only then, or draw a card that it had not drawn before and that is another one
    /// there, or carries something else.
    fn drawn_anew(&self, other: &Other) -> Option<Parted> {
        let differs = match other.kind {
            Kind::Chance | Kind::Cards | Kind::Buried | Kind::Both => true,
            Kind::Counters => {
                let start = |world: &World| world.session.standing_at(Point::START);
                let [here, there] = [&self.first, &other.world].map(start);
                let worlds = [here.engine(), there.engine()];
                given::carry_otherwise(&self.subject.book, worlds)
            }
            Kind::Told | Kind::Names | Kind::Loads | Kind::Copies | Kind::Choices => false,
        };
        let anew = Concealed::by(&self.subject.book).hides && differs;
        let shows = |at| {
            let (mut made, looked) = self.choice(other, at)?;
            let looked = Looked { reseeded: true, ..looked };
            Some(given::shows(self.subject, &mut made, looked))
        };
        let mut all = (0..self.first.made.len()).filter_map(shows);
        (anew && all.any(|shows| shows)).then_some(Parted::Shown)
    }

    /// The choice of that number in both worlds.
    fn choice<'o>(&'o self, other: &'o Other, at: usize) -> Option<([Made<'o>; 2], Looked)> {
        let (actor, _) = *self.first.made.get(at)?;
        let worlds = [(&self.first, &other.picked[0]), (&other.world, &other.picked[1])];
        let made = worlds.map(|(World { session, made }, picked)| {
            let way = session.tree().way(session.here());
            let before = session.standing_at(way.get(at).copied().unwrap_or(Point::START));
            let text = made.get(at).map_or("", |(_, text)| text);
            Made { before, text, picked }
        });
        // Chance decides otherwise, too, where it has decided more often in one of the worlds.
        let [here, there] = worlds.map(|(world, _)| world.game().engine().tally().chance);
        let reseeded = other.kind == Kind::Chance || here != there;
        Some((made, Looked { actor, seat: self.seat, kind: other.kind, reseeded }))
    }

    /// Compares what the seat finds out by going back over the game, or what it is shown in the
    /// end, at a table of its own or at one that is served.
    fn look_back(&mut self, draws: &mut BotSource, count: &mut Count) -> Result<(), Leak> {
        let over = !matches!(self.first.game().stop(), Stop::Asking);
        // Going back over a game takes as long as all else together.
        let surface = match draws.below(LOOKS_BACK) {
            0 => Surface::Served,
            _ if over => Surface::End,
            1 => Surface::Past,
            _ => return Ok(()),
        };
        let alone = draws.below(2) == 1;
        let tries = self.tries(draws);
        let back = Back { subject: self.subject, seat: self.seat, surface, alone, tries };
        // What can be asked about the set-up hangs on how the worlds differ.
        let mut here: [Option<String>; 2] = [None, None];
        for other in self.others.iter().filter(|other| other.apart) {
            let same_start = other.kind == Kind::Choices;
            let here = here[usize::from(same_start)]
                .get_or_insert_with(|| back.read(&self.first, same_start));
            let there = back.read(&other.world, same_start);
            *count.surfaces.entry(surface).or_default() += 1;
            let Some(lines) = surfaces::first_difference(here, &there) else { continue };
            // What the rules show in the last step, such as the score, is said of the end, too.
            let shown = over.then(|| self.why_parted(other)).flatten();
            let anew = || self.drawn_anew(other).filter(|_| surface != Surface::End);
            match shown.or_else(anew) {
                Some(why) => *count.parted.entry(why).or_default() += 1,
                None => return Err(self.leak(other, surface, lines)),
            }
        }
        Ok(())
    }
}

/// Looking back over a game.
struct Back<'a> {
    subject: &'a Subject,
    seat: u8,
    surface: Surface,
    alone: bool,
    tries: Vec<String>,
}

impl Back<'_> {
    /// What is read of a world.
    fn read(&self, world: &World, same_start: bool) -> String {
        let Self { subject, seat, surface, alone, ref tries } = *self;
        let (session, made) = (world.session.clone(), world.made.as_slice());
        let past = Past { subject, seat, made };
        match surface {
            Surface::Served => Served { subject, seat, tries, made, same_start }.told(session),
            Surface::End => past.end(session, alone),
            _ => past.gone_over(session),
        }
    }
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
