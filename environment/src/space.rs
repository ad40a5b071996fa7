//! The fixed action space of a game: everything that a step of a choice can be, numbered.
//!
//! The numbers follow from the rules and the number of players alone, so a learner's last layer
//! fits every position of a game. What is not in the space (an amount beyond the usual, a far
//! square) is reached by halving: the list of what is possible is cut into [`PARTS`] parts, again
//! and again.

use houserules_lang::ir::{
    Base, CardId, EnumId, ExprKind, FARTHEST, MoveId, Owner, RowId, Rulebook, SiteId, Step, Value,
    ZoneId, sites,
};
use houserules_lang::naming::Naming;
use std::ops::Range;

/// Into how many parts a list is cut whose members have no numbers of their own.
pub const PARTS: u32 = 16;

/// Numbers from the rules that lie beyond these have no action of their own.
const NUMBERS: (i64, i64) = (-128, 255);

/// At least numbers up to this have one.
const SMALL: i64 = 20;

/// Bounds that are not written down in the rules count as this.
const UNKNOWN: i64 = 99;

/// A step of a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Token {
    /// Passing, whatever its title.
    Pass,
    /// Saying no to what may be declined.
    Decline,
    /// Answering what is asked, where it can also be declined.
    Answer,
    /// A set is complete.
    Done,
    /// Choosing nothing where that is possible.
    None,
    /// Yes or no.
    Bool(bool),
    /// A part of what is possible, from 0 to [`PARTS`] - 1.
    Part(u32),
    /// A move of the menu.
    Move(MoveId),
    /// A number or an amount.
    Number(i64),
    /// A player, from 0.
    Seat(u8),
    /// A member of an enum.
    Member(EnumId, u16),
    /// A card by what is printed on it.
    Row(RowId),
    /// A card of which only the back is seen.
    Back,
    /// A zone and whose it is; of zones of cards, any card's (key 0).
    Zone(ZoneId, u16),
    /// A place of an ordered zone, from 0.
    Place(u16),
    /// A column of a grid.
    X(i16),
    /// A line of a grid.
    Y(i16),
    /// Quarter turns clockwise.
    Turn(u8),
}

/// Tokens that every game has, in order.
const COMMON: [Token; 7] = [
    Token::Pass,
    Token::Decline,
    Token::Answer,
    Token::Done,
    Token::None,
    Token::Bool(false),
    Token::Bool(true),
];

/// The numbers of all steps of a game's choices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Space {
    tokens: Vec<Token>,
    parts: u32,
    moves: u32,
    numbers: (u32, Range<i64>),
    seats: (u32, u8),
    /// Where the members of each enum begin.
    members: Vec<u32>,
    rows: u32,
    back: u32,
    /// Where the owners of each zone begin.
    zones: Vec<u32>,
    places: (u32, u16),
    grid: (u32, i16),
}

impl Space {
    /// The space of these rules for so many players.
    #[must_use]
    pub fn of(book: &Rulebook, seats: u8) -> Self {
        let mut tokens = COMMON.to_vec();
        let next = |tokens: &Vec<Token>| u32::try_from(tokens.len()).unwrap_or(u32::MAX);
        let parts = next(&tokens);
        tokens.extend((0..PARTS).map(Token::Part));
        let moves = next(&tokens);
        tokens.extend((0..book.moves.len()).map(|at| Token::Move(MoveId(at as u16))));
        let window = window(book);
        let numbers = (next(&tokens), window.clone());
        tokens.extend(window.map(Token::Number));
        let first_seat = next(&tokens);
        tokens.extend((0..seats).map(Token::Seat));
        let mut members = Vec::new();
        for (at, info) in book.enums.iter().enumerate() {
            members.push(next(&tokens));
            let of = EnumId(at as u16);
            tokens.extend((0..info.members.len()).map(|m| Token::Member(of, m as u16)));
        }
        let rows = next(&tokens);
        tokens.extend((0..book.rows.len()).map(|at| Token::Row(RowId(at as u16))));
        let back = next(&tokens);
        tokens.push(Token::Back);
        let mut zones = Vec::new();
        for (at, zone) in book.zones.iter().enumerate() {
            zones.push(next(&tokens));
            let owners = owners(book, zone.owner, seats);
            tokens.extend((0..owners).map(|key| Token::Zone(ZoneId(at as u16), key)));
        }
        let places = (next(&tokens), places(book));
        tokens.extend((0..places.1).map(Token::Place));
        let grid = (next(&tokens), reach(book));
        if grid.1 > 0 {
            tokens.extend((-grid.1..=grid.1).map(Token::X));
            tokens.extend((-grid.1..=grid.1).map(Token::Y));
            tokens.extend((0..4).map(Token::Turn));
        }
        let seats = (first_seat, seats);
        Self { tokens, parts, moves, numbers, seats, members, rows, back, zones, places, grid }
    }

    /// How many actions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Never: every game can be passed in.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// The step with that number; none beyond the space.
    #[must_use]
    pub fn token(&self, action: u32) -> Option<Token> {
        self.tokens.get(action as usize).copied()
    }

    /// The number of a step; none if it has none of its own.
    #[must_use]
    pub fn action(&self, token: Token) -> Option<u32> {
        let (width, far) = (2 * u32::from(self.grid.1.unsigned_abs()) + 1, self.grid.1);
        let column = |at: i16| {
            let there = far > 0 && (-far..=far).contains(&at);
            there.then(|| u32::from((at + far).unsigned_abs()))
        };
        let at = match token {
            Token::Pass | Token::Decline | Token::Answer | Token::Done | Token::None => {
                COMMON.iter().position(|t| *t == token)? as u32
            }
            Token::Bool(yes) => 5 + u32::from(yes),
            Token::Part(k) => self.parts + Some(k).filter(|k| *k < PARTS)?,
            Token::Move(id) => self.moves + u32::from(id.0),
            Token::Number(n) => {
                let (first, window) = &self.numbers;
                let inside = window.contains(&n).then(|| n - window.start)?;
                first + u32::try_from(inside).ok()?
            }
            Token::Seat(seat) => {
                self.seats.0 + u32::from(Some(seat).filter(|s| *s < self.seats.1)?)
            }
            Token::Member(of, at) => self.members.get(usize::from(of.0))? + u32::from(at),
            Token::Row(row) => self.rows + u32::from(row.0),
            Token::Back => self.back,
            Token::Zone(zone, key) => self.zones.get(usize::from(zone.0))? + u32::from(key),
            Token::Place(at) => {
                self.places.0 + u32::from(Some(at).filter(|at| *at < self.places.1)?)
            }
            Token::X(x) => self.grid.0 + column(x)?,
            Token::Y(y) => self.grid.0 + width + column(y)?,
            Token::Turn(turn) => {
                self.grid.0 + 2 * width + Some(turn).filter(|t| far > 0 && *t < 4).map(u32::from)?
            }
        };
        // An id of other rules, or an owner that is not there.
        (self.token(at) == Some(token)).then_some(at)
    }

    /// What an action is, in words.
    #[must_use]
    pub fn words(&self, naming: Naming<'_>, action: u32) -> Option<String> {
        let book = naming.book;
        Some(match self.token(action)? {
            Token::Pass => "pass".into(),
            Token::Decline => "decline".into(),
            Token::Answer => "answer".into(),
            Token::Done => "done".into(),
            Token::None => "none".into(),
            Token::Bool(true) => "yes".into(),
            Token::Bool(false) => "no".into(),
            Token::Part(k) => format!("part {} of {PARTS}", k + 1),
            Token::Move(id) => book[id].name.replace('_', " "),
            Token::Number(n) => n.to_string(),
            Token::Seat(seat) => naming.seat(seat),
            Token::Member(of, at) => naming.member(of, at).to_string(),
            Token::Row(row) => format!("[{}]", book[row].name),
            Token::Back => "a card face down".into(),
            Token::Zone(zone, key) => match book[zone].owner {
                Owner::Card(_) => format!("in a card's {}", book[zone].name),
                Owner::Table | Owner::Player | Owner::Enum(..) | Owner::Run(..) => {
                    format!("in {}", naming.zone_path(zone, key))
                }
            },
            Token::Place(at) => format!("place {}", at + 1),
            Token::X(x) => format!("column {x}"),
            Token::Y(y) => format!("line {y}"),
            Token::Turn(turn) => format!("turned {turn}"),
        })
    }
}

/// How many a thing of that owner there are, for so many players; of a card's, one for all cards.
pub(crate) fn owners(book: &Rulebook, owner: Owner, seats: u8) -> u16 {
    match owner {
        Owner::Table | Owner::Run(_) | Owner::Card(_) => 1,
        Owner::Player => u16::from(seats),
        Owner::Enum(of) => book[of].members.len() as u16,
    }
}

/// The numbers that have actions of their own.
fn window(book: &Rulebook) -> Range<i64> {
    let (mut low, mut high) = (0, SMALL);
    let mut see = |step: &Step| {
        if let Base::Range(from, to) = &step.domain.base {
            for end in [from, to] {
                if let ExprKind::Const(Value::Number(n)) = &end.kind {
                    (low, high) = (low.min(*n), high.max(*n));
                } else {
                    high = high.max(UNKNOWN);
                }
            }
        }
    };
    book.moves.iter().flat_map(|m| &m.steps).for_each(&mut see);
    for at in 0..book.sites.len() {
        let site = sites::find(book, SiteId(at as u16));
        site.map_or(&[][..], sites::value_steps).iter().for_each(&mut see);
    }
    low.clamp(NUMBERS.0, NUMBERS.1)..high.clamp(NUMBERS.0, NUMBERS.1) + 1
}

/// As many places as cards could ever lie in one zone.
fn places(book: &Rulebook) -> u16 {
    book.cards.len().min(1024) as u16
}

/// How far from the middle tiles can come to lie, if each lies beside another.
fn reach(book: &Rulebook) -> i16 {
    let tiles = (0..book.cards.len()).filter_map(|at| {
        let row = book[CardId(at as u16)].row;
        book[book[row].kind].tile
    });
    let far: i64 = tiles.map(|tile| i64::from(tile.width.max(tile.height))).sum();
    i16::try_from(far.min(FARTHEST)).unwrap_or(0)
}
