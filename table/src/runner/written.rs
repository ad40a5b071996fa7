//! Writing a session down as a test of the language: who sits there, from which seed, every choice
//! in order, and what holds at the end.
//!
//! A test knows every card, so this text is for whoever writes the rules, not for players.

use crate::choices::menu::{filled_type, is_hidden};
use crate::choices::picked::Picked;
use crate::game::Game;
use crate::session::{Point, Session, Step};
use crate::visibility::layout::Table;
use houserules_interpreter::ask::{Offered, Options, PathStep};
use houserules_interpreter::chance::Seed;
use houserules_interpreter::referee::Referee;
use houserules_lang::ir::{
    CardId, CounterId, EnumId, Owner, Pick, RowId, Rulebook, Type, Value, ZoneId, ZoneShape,
};
use houserules_lang::letters::{begins_name, in_name};
use houserules_lang::naming::Naming;
use std::fmt;

/// What stands above the lines of a test.
#[derive(Debug, Clone)]
pub struct Heading<'a> {
    /// What is noted.
    pub title: &'a str,
    /// The players' names in the test, clockwise.
    pub players: &'a [String],
    /// The seed of the game; none if nothing follows from it.
    pub seed: Option<Seed>,
    /// Options as they are written.
    pub options: &'a [(String, String)],
}

impl Heading<'_> {
    /// The test with these lines.
    #[must_use]
    pub fn with(&self, lines: &[String]) -> String {
        let quiet = |c: char| {
            if c == '"' || c == '\\' || c == '{' || c == '}' || c.is_control() { '\'' } else { c }
        };
        let title: String = self.title.chars().map(quiet).collect();
        let seed = self.seed.map_or_else(String::new, |seed| format!(" from seed {seed}"));
        let mut text = format!("test \"{title}\" with {}{seed}", self.players.join(", "));
        let options: Vec<String> =
            self.options.iter().map(|(name, value)| format!("{name} is {value}")).collect();
        if !options.is_empty() {
            text.push_str(&format!(" where {}", options.join(", ")));
        }
        text.push_str(" {\n");
        for line in lines {
            text.push_str(&format!("  {line}\n"));
        }
        text.push_str("}\n");
        text
    }
}

/// What a test has no words for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unsayable {
    /// The point from which it should play is not on the way.
    NotOnTheWay(Point),
    /// A choice that means nothing where it was made: its words, and why.
    Choice(String, String),
    /// Tiles, or the state of a turn or round, that a referee laid in a running game.
    Laid,
    /// A deed or a move is half carried out.
    HalfDone,
    /// Cards lie in this zone, which a card has.
    OnCards(String),
    /// The game stands between turns.
    NobodysTurn,
}

impl fmt::Display for Unsayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOnTheWay(point) => write!(f, "point {} does not lead here", point.0),
            Self::Choice(words, why) => write!(f, "`{words}` cannot be said in a test: {why}"),
            Self::Laid => f.write_str("what the referee laid there cannot be said in a test"),
            Self::HalfDone => f.write_str("a deed or a move is being carried out there"),
            Self::OnCards(zone) => write!(f, "cards lie on cards there: `{zone}`"),
            Self::NobodysTurn => f.write_str("it is nobody's turn there"),
        }
    }
}

/// The lines that play a session up to a point, from its start or from a point on the way.
///
/// # Errors
/// Which step cannot be said in a test.
pub fn playing<E: Referee + Clone>(
    session: &Session<E>,
    from: Point,
    to: Point,
    players: &[String],
) -> Result<Vec<String>, Unsayable> {
    let mut lines = Vec::new();
    let mut wrong = None;
    let way = session.tree().way(to);
    let Some(first) = way.iter().position(|p| *p == from) else {
        return Err(Unsayable::NotOnTheWay(from));
    };
    let (mut at, mut lots) = (0, None);
    session.walk(to, |game, step| {
        at += 1;
        if at <= first + 1 {
            return;
        }
        // Before a change of the rules, of which a test knows nothing, it counts for what follows.
        lots = way.get(at - 1).and_then(|point| session.tree().lots(*point)).or(lots);
        if let Step::Chosen { .. } = step
            && let Some(number) = lots.take()
        {
            lines.push(format!("chance shuffles again from {number}"));
        }
        match step {
            Step::Chosen { seat, choice } => match game.meant(*seat, choice) {
                Ok(picked) => lines.push(acting(game, *seat, &picked, players)),
                Err(rejected) => {
                    wrong = Some(Unsayable::Choice(choice.clone(), rejected.to_string()))
                }
            },
            // At a running game `the rest` is what a line pushes out; in a test, all that no line
            // has given.
            Step::Refereed { lines: said } if said.contains("the rest") => {
                match way
                    .get(at - 1)
                    .map(|point| relaid(game, &session.standing_at(*point), players))
                {
                    Some(Ok(laid)) => lines.extend(laid),
                    Some(Err(why)) => wrong = Some(why),
                    None => {}
                }
            }
            Step::Refereed { lines: said } => {
                lines.extend(said.lines().map(|l| l.trim().to_string()))
            }
            Step::Start | Step::Rules(_) => {}
        }
    });
    match wrong {
        Some(wrong) => Err(wrong),
        None => Ok(lines),
    }
}

/// The lines that lay what differs between two tables.
fn relaid<E: Referee + Clone>(
    before: &Game<E>,
    after: &Game<E>,
    players: &[String],
) -> Result<Vec<String>, Unsayable> {
    let (book, was, is) = (after.book(), before.engine().dump(), after.engine().dump());
    if was.grids != is.grids || was.runs != is.runs {
        return Err(Unsayable::Laid);
    }
    let table = Table::of(book, &is);
    let writer = Writer { naming: Naming { book, seats: players }, table: &table, loose: false };
    let mut lines = Vec::new();
    for ((zone, key, places), _) in
        is.zones.iter().zip(&was.zones).filter(|(now, then)| now != then)
    {
        lines.extend(writer.laid(*zone, *key, places)?);
    }
    for ((counter, key, value), _) in
        is.counters.iter().zip(&was.counters).filter(|(now, then)| now != then)
    {
        lines.extend(writer.counted(*counter, *key, value.as_ref()));
    }
    Ok(lines)
}

/// A choice as a line: `Ana does lay [pink 4]`.
#[must_use]
pub fn acting<E: Referee>(
    game: &mut Game<E>,
    seat: u8,
    picked: &Picked,
    players: &[String],
) -> String {
    let who = players.get(usize::from(seat)).map_or("", String::as_str);
    let book = std::sync::Arc::clone(game.book());
    let mut values = Vec::new();
    for (at, value) in picked.answer.args.iter().enumerate() {
        if at == 0 && is_hidden(&book, &picked.what) {
            continue;
        }
        let filled = picked.answer.args.get(..at).unwrap_or(&[]);
        let options = game.change(|engine| engine.options(Some(seat), picked.answer.offer, filled));
        let steps = game.steps(seat, &picked.what);
        let table = Table::of(&book, &game.engine().dump());
        let loose = picked.what == Offered::Values;
        let writer =
            Writer { naming: Naming { book: &book, seats: players }, table: &table, loose };
        let Some(step) = steps.get(at) else { continue };
        let order = matches!(step.pick, Pick::Order);
        values.push(writer.given(&filled_type(step), value, options.as_ref(), order));
    }
    let values = values.join(", ");
    match &picked.what {
        Offered::Pass(_) | Offered::Decline => format!("{who} passes"),
        Offered::Values => format!("{who} chooses {values}"),
        Offered::Move(id, ..) => {
            let name = &book[*id].name;
            format!("{who} does {name} {values}").trim_end().to_string()
        }
    }
}

/// Writes values as tests have them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Writer<'a> {
    pub(super) naming: Naming<'a>,
    pub(super) table: &'a Table,
    /// Nothing says of which enum a member is.
    pub(super) loose: bool,
}

impl Writer<'_> {
    pub(super) fn book(&self) -> &Rulebook {
        self.naming.book
    }

    fn row(&self, card: CardId) -> RowId {
        self.book()[card].row
    }

    pub(super) fn literal(&self, card: CardId) -> String {
        format!("[{}]", self.book()[self.row(card)].name)
    }

    /// A value of a step. A card stands as a literal if the test takes this one for it, else by its
    /// place.
    fn given(&self, ty: &Type, value: &Value, options: Option<&Options>, order: bool) -> String {
        let members = options.map_or(&[][..], Options::members);
        match value {
            Value::List(items) if items.is_empty() => "empty".into(),
            Value::List(items) => {
                let inner = if let Type::List(inner, _) = ty.bare() { inner } else { ty };
                let literal = self.taken(items, members, order);
                let one = |item: &Value| match item {
                    Value::Card(card) if literal => self.literal(*card),
                    Value::Card(card) => self.place(*card),
                    other => self.plain(inner, other),
                };
                let items: Vec<String> = items.iter().map(one).collect();
                format!("({})", items.join(", "))
            }
            Value::Card(card) => {
                let alike =
                    |v: &&Value| matches!(v, Value::Card(c) if self.row(*c) == self.row(*card));
                match members.iter().find(alike) {
                    Some(first) if first == value => self.literal(*card),
                    None => self.literal(*card),
                    Some(_) => self.place(*card),
                }
            }
            other => self.plain(ty, other),
        }
    }

    /// Whether a test that names the rows of these cards takes just these.
    fn taken(&self, items: &[Value], members: &[Value], order: bool) -> bool {
        let mut picked: Vec<&Value> = Vec::new();
        for item in items {
            let Value::Card(card) = item else { return true };
            let alike = |v: &&Value| matches!(v, Value::Card(c) if self.row(*c) == self.row(*card));
            match members.iter().find(|v| alike(v) && !picked.contains(v)) {
                Some(found) => picked.push(found),
                None => return true,
            }
        }
        let mut items: Vec<&Value> = items.iter().collect();
        if !order {
            picked.sort_unstable();
            items.sort_unstable();
        }
        picked == items
    }

    /// A card by where it lies; by its face where it has no place of its own.
    fn place(&self, card: CardId) -> String {
        let Some(lies) = self.table.lies(card) else { return self.literal(card) };
        let zone = self.naming.zone_path(lies.zone, lies.key);
        match (self.book()[lies.zone].shape, lies.place) {
            (ZoneShape::Slot, _) => zone,
            (ZoneShape::Grid, _) => self.literal(card),
            (_, Some(place)) => format!("{zone}.slot({})", place + 1),
            (_, None) => self.literal(card),
        }
    }

    /// A member where nothing says of which enum it is: by its name, unless two enums have it.
    fn member(&self, of: EnumId, at: u16) -> String {
        let name = self.naming.member(of, at);
        let having = self.book().enums.iter().filter(|e| e.members.iter().any(|m| m == name));
        if having.count() < 2 {
            return name.to_string();
        }
        format!("(first m in {} where m is {name})", self.book()[of].name)
    }

    /// A thing by its owner: `Ana.cash`, `pink.row`, `discards`.
    pub(super) fn thing(&self, owner: Owner, key: u16, name: &str) -> String {
        match owner {
            owner if self.book().pair(owner).is_some() => self.naming.typed_path(owner, key, name),
            Owner::Enum(of) => format!("{}.{name}", self.member(of, key)),
            owner => match self.naming.owner(owner, key) {
                Some(owner) => format!("{owner}.{name}"),
                None => name.to_string(),
            },
        }
    }

    pub(super) fn plain(&self, ty: &Type, value: &Value) -> String {
        match value {
            Value::Card(card) => self.literal(*card),
            Value::Member(of, at) if self.loose => self.member(*of, *at),
            Value::Member(of, at) => self.naming.member(*of, *at).to_string(),
            Value::Seat(seat) => self.naming.seat(*seat),
            Value::Square(q) => {
                format!("{}.square({}, {})", self.naming.zone_path(q.zone, q.key), q.x, q.y)
            }
            Value::Spot(s) => {
                format!(
                    "{}.spot({}, {}, {})",
                    self.naming.zone_path(s.zone, s.key),
                    s.x,
                    s.y,
                    s.turn
                )
            }
            other => self.naming.plain(ty, other),
        }
    }
}

/// The lines that lay the table as it stands at a point: zones, grids, counters, and whose turn
/// begins.
///
/// # Errors
/// What a test cannot say.
pub fn laying<E: Referee + Clone>(
    game: &Game<E>,
    players: &[String],
) -> Result<Vec<String>, Unsayable> {
    let (book, dump) = (game.book(), game.engine().dump());
    let table = Table::of(book, &dump);
    let writer = Writer { naming: Naming { book, seats: players }, table: &table, loose: false };
    let mut lines = Vec::new();
    for (zone, key, places) in &dump.zones {
        lines.extend(writer.laid(*zone, *key, places)?);
    }
    for (zone, key, tiles) in &dump.grids {
        let info = &book[*zone];
        let name = writer.thing(info.owner, *key, &info.name);
        let spot = |t: &houserules_interpreter::ask::Tile| {
            format!("{name}.spot({}, {}, {})", t.x, t.y, t.turn)
        };
        let tiles: Vec<String> =
            tiles.iter().map(|t| format!("{} at {}", writer.literal(t.card), spot(t))).collect();
        let tiles = if tiles.is_empty() { "empty".to_string() } else { tiles.join(", ") };
        lines.push(format!("given {name} is {tiles}"));
    }
    for (counter, key, value) in &dump.counters {
        lines.extend(writer.counted(*counter, *key, value.as_ref()));
    }
    lines.push(writer.turn(game)?);
    for (counter, value) in &dump.runs {
        let (info, Some(value)) = (&book[*counter], value) else { continue };
        let owner = match info.owner {
            Owner::Run(houserules_lang::ir::Run::Stage(word)) => {
                houserules_lang::naming::stage_word(word)
            }
            Owner::Table | Owner::Player | Owner::Enum(_) | Owner::Card(_) | Owner::Run(_) => {
                return Err(Unsayable::HalfDone);
            }
        };
        lines.push(format!("given {owner}.{} is {}", info.name, writer.plain(&info.ty, value)));
    }
    Ok(lines)
}

impl Writer<'_> {
    /// `given Ana.cash is 3`; nothing where a counter has no name, or says nothing.
    fn counted(&self, counter: CounterId, key: u16, value: Option<&Value>) -> Option<String> {
        let (info, value) = (&self.book()[counter], value?);
        let named = has_a_name(info.owner) && self.naming.plays(info.owner, key);
        let name = || self.thing(info.owner, key, &info.name);
        named.then(|| format!("given {} is {}", name(), self.plain(&info.ty, value)))
    }

    /// `given Ana.hand is [pink 4], [pink 5]`; nothing for grids, which say more.
    fn laid(
        &self,
        zone: ZoneId,
        key: u16,
        places: &[Option<CardId>],
    ) -> Result<Option<String>, Unsayable> {
        let info = &self.book()[zone];
        if info.shape == ZoneShape::Grid {
            return Ok(None);
        }
        if matches!(info.owner, Owner::Card(_) | Owner::Run(_)) {
            let lies = places.iter().any(Option::is_some);
            return if lies { Err(Unsayable::OnCards(info.name.clone())) } else { Ok(None) };
        }
        let name = self.thing(info.owner, key, &info.name);
        let last = places.iter().rposition(Option::is_some).map_or(0, |at| at + 1);
        let place =
            |card: &Option<CardId>| card.map_or("none".to_string(), |card| self.literal(card));
        let cards: Vec<String> = places.iter().take(last).map(place).collect();
        let cards = if cards.is_empty() { "empty".to_string() } else { cards.join(", ") };
        Ok(Some(format!("given {name} is {cards}")))
    }

    /// `given it is Ana's turn in "part 2"`
    fn turn<E: Referee + Clone>(&self, game: &Game<E>) -> Result<String, Unsayable> {
        let path = game.engine().path();
        let stage = |step: &PathStep| match step {
            PathStep::Stage(id, value) => Some((&self.book()[*id], value.clone())),
            PathStep::Titled(..) => None,
        };
        let turn = path.iter().rposition(|step| stage(step).is_some_and(|(s, _)| s.sets_me));
        let who = turn.and_then(|at| stage(&path[at]));
        let (Some(at), Some((_, Value::Seat(seat)))) = (turn, who) else {
            return Err(Unsayable::NobodysTurn);
        };
        let title = path[at + 1..].iter().rev().find_map(|step| stage(step)?.0.raw_title.as_ref());
        let phase = title.map_or_else(String::new, |title| format!(" in \"{title}\""));
        Ok(format!("given it is {}'s turn{phase}", self.naming.seat(seat)))
    }
}

/// Players' names that can stand in a test: those of the game where they are plain words.
#[must_use]
pub fn names(seats: &[String]) -> Vec<String> {
    let plain =
        |name: &String| name.chars().next().is_some_and(begins_name) && name.chars().all(in_name);
    let named = |(at, name): (usize, &String)| {
        if plain(name) { name.clone() } else { format!("Player_{}", at + 1) }
    };
    seats.iter().enumerate().map(named).collect()
}

/// Whether an owner's things can be named in a test.
fn has_a_name(owner: Owner) -> bool {
    matches!(owner, Owner::Table | Owner::Player | Owner::Enum(_))
}
