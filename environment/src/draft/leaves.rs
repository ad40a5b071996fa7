//! What can be picked, as a tree: each thing by its tokens, the telling ones first.

use super::desk::Open;
use crate::space::{PARTS, Space, Token};
use houserules_table::choices::menu::Pickable;
use houserules_table::choices::value::Arg;

/// A thing that can be picked.
#[derive(Debug, Clone)]
pub struct Leaf {
    /// What it is, step by step.
    pub tokens: Vec<Token>,
    /// Which of the things listed.
    pub at: usize,
    /// How the seat reads it.
    pub shown: String,
}

/// Things that can still be picked after some tokens.
#[derive(Debug, Clone)]
pub struct Leaves {
    left: Vec<Leaf>,
    depth: usize,
    /// Something has been picked.
    touched: bool,
}

/// What tells a value from others.
pub fn tokens(arg: &Arg) -> Vec<Token> {
    match arg {
        Arg::None => vec![Token::None],
        Arg::Bool(yes) => vec![Token::Bool(*yes)],
        Arg::Number(n) => vec![Token::Number(*n)],
        Arg::Member(of, at) => vec![Token::Member(*of, *at)],
        Arg::Seat(seat) => vec![Token::Seat(*seat)],
        Arg::Card(spot) => {
            let face = spot.row.map_or(Token::Back, Token::Row);
            let place = spot.place.map(Token::Place);
            [face, Token::Zone(spot.zone, spot.key)].into_iter().chain(place).collect()
        }
        Arg::Square(q) => vec![Token::Zone(q.zone, q.key), Token::X(q.x), Token::Y(q.y)],
        Arg::Spot(s) => {
            vec![Token::Zone(s.zone, s.key), Token::X(s.x), Token::Y(s.y), Token::Turn(s.turn)]
        }
        Arg::List(items) => items.iter().flat_map(tokens).collect(),
    }
}

/// The leaves of a list, and its values.
pub fn of_members(members: Vec<Pickable>) -> (Leaves, Vec<Arg>) {
    let (mut leaves, mut args) = (Vec::new(), Vec::new());
    for member in members {
        // Equal pieces, of which chance has several to draw.
        let at = args.iter().position(|arg| *arg == member.arg).unwrap_or(args.len());
        leaves.push(Leaf { tokens: tokens(&member.arg), at, shown: member.shown });
        if at == args.len() {
            args.push(member.arg);
        }
    }
    (Leaves::new(leaves), args)
}

impl Leaves {
    /// All of these, nothing picked yet.
    pub fn new(left: Vec<Leaf>) -> Self {
        let mut leaves = Self { left, depth: 0, touched: false };
        leaves.share();
        leaves
    }

    /// Whether nothing has been picked yet.
    pub fn is_fresh(&self) -> bool {
        !self.touched
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// The next token's action of each leaf; none if some leaf has none, or nothing is left that
    /// tells them apart. A zone of a card has none: its number would tell copies apart.
    fn actions(&self, space: &Space) -> Option<Vec<u32>> {
        let of = |leaf: &Leaf| leaf.tokens.get(self.depth).and_then(|t| space.action(*t));
        self.left.iter().map(of).collect()
    }

    /// The actions that are open.
    pub fn open(&self, space: &Space) -> Vec<Open> {
        let Some(actions) = self.actions(space) else { return self.parts(space) };
        let mut open: Vec<Open> = Vec::new();
        for (action, leaf) in actions.into_iter().zip(&self.left) {
            match open.iter_mut().find(|open| open.action == action) {
                Some(known) => {
                    known.pieces += 1;
                    if known.words != leaf.shown {
                        known.words = format!("{} …", leaf.shown.trim_end_matches(" …"));
                    }
                }
                None => open.push(Open { action, words: leaf.shown.clone(), pieces: 1 }),
            }
        }
        open
    }

    /// The same without words, in any order, some several times.
    pub fn each(&self, space: &Space, see: &mut dyn FnMut(u32)) {
        match self.actions(space) {
            Some(actions) => actions.into_iter().for_each(see),
            None => (0..self.left.len().min(PARTS as usize))
                .filter_map(|k| space.action(Token::Part(k as u32)))
                .for_each(see),
        }
    }

    fn parts(&self, space: &Space) -> Vec<Open> {
        let count = self.left.len();
        let parts = count.min(PARTS as usize);
        let open = (0..parts).filter_map(|k| {
            let inside = self.left.get(k * count / parts..(k + 1) * count / parts)?;
            let (first, last) = (inside.first()?, inside.last()?);
            let words = if let [one] = inside {
                one.shown.clone()
            } else {
                format!("{} to {}", first.shown, last.shown)
            };
            let action = space.action(Token::Part(k as u32))?;
            Some(Open { action, words, pieces: inside.len() as u32 })
        });
        open.collect()
    }

    /// Keeps what an open action means. Gives the thing if it is the only one left; the next time
    /// all things are left that were not narrowed away.
    pub fn narrow(&mut self, space: &Space, action: u32) -> Option<usize> {
        match self.actions(space) {
            Some(actions) => {
                let mut actions = actions.into_iter();
                self.left.retain(|_| actions.next() == Some(action));
                self.depth += 1;
            }
            None => {
                let Some(Token::Part(k)) = space.token(action) else { return None };
                let (count, k) = (self.left.len(), k as usize);
                let parts = count.min(PARTS as usize).max(1);
                let inside = k * count / parts..((k + 1) * count / parts).min(count);
                self.left = self.left.get(inside).unwrap_or(&[]).to_vec();
            }
        }
        self.touched = true;
        self.share();
        match self.left.as_slice() {
            [only] => Some(only.at),
            // Pieces that chance draws from.
            [first, rest @ ..] if rest.iter().all(|leaf| leaf.at == first.at) => Some(first.at),
            _ => None,
        }
    }
    /// Goes past tokens that all share: they say nothing.
    fn share(&mut self) {
        let alike = self.left.iter().all(|leaf| self.left.first().is_some_and(|l| l.at == leaf.at));
        if alike {
            return;
        }
        loop {
            let next = |leaf: &Leaf| leaf.tokens.get(self.depth).copied();
            let first = self.left.first().and_then(next);
            if first.is_none() || self.left.iter().any(|leaf| next(leaf) != first) {
                break;
            }
            self.depth += 1;
        }
    }
}
