//! A choice that is put together step by step, each step an action of the game's [`Space`].
//!
//! First the entry of the menu, then what fills its steps: a card by what is printed on it, if that
//! leaves several by where it lies, and so on. What leaves no choice is not asked, but every
//! decision asks at least once. Sets are picked in one order only, so that each set is reached one
//! way. Every action on offer leads to a choice that the rules allow.

mod desk;
mod leaves;
mod sets;

pub use desk::{Desk, Open};

use crate::space::{PARTS, Space, Token};
use crate::trouble::Trouble;
use houserules_interpreter::ask::Engine;
use houserules_table::choices::menu::{EntryKind, Fill};
use houserules_table::choices::value::{Arg, Choice};
use leaves::{Leaf, Leaves};
use sets::Picks;

/// Ranges with more numbers than this are cut into parts before they are listed.
const LISTED: i128 = 4096;

/// What is being picked.
#[derive(Debug, Clone)]
enum Stage {
    /// An entry of the menu.
    Entry(Leaves),
    /// One value of a list.
    One(Leaves, Vec<Arg>),
    /// A number of a range that is long.
    Range(i64, i64),
    /// A set or an order.
    Several(Picks),
}

/// A choice in the making.
#[derive(Debug, Clone)]
pub struct Draft {
    entries: Vec<EntryKind>,
    entry: usize,
    filled: Vec<Arg>,
    taken: Vec<u32>,
    step: String,
    stage: Stage,
}

impl Draft {
    /// Begins a choice of a seat that is asked; none if it is not.
    #[must_use]
    pub fn begin<E: Engine>(desk: &mut Desk<'_, E>) -> Option<Self> {
        let menu = desk.menu()?;
        let alone = matches!(menu.entries.as_slice(), [only] if only.kind == EntryKind::Values);
        let entries = menu.entries.iter().map(|e| e.kind).collect();
        let leaves = menu.entries.into_iter().enumerate().map(|(at, entry)| {
            let first = match entry.kind {
                EntryKind::Pass => Token::Pass,
                EntryKind::Decline => Token::Decline,
                EntryKind::Values => Token::Answer,
                EntryKind::Move(id) => Token::Move(id),
            };
            let given = entry.given.iter().flat_map(leaves::tokens);
            Leaf { tokens: std::iter::once(first).chain(given).collect(), at, shown: entry.title }
        });
        let stage = Stage::Entry(Leaves::new(leaves.collect()));
        let (filled, taken, step) = (Vec::new(), Vec::new(), String::new());
        let mut draft = Self { entries, entry: 0, filled, taken, step, stage };
        if alone {
            let entry = draft.clone();
            draft.next_step(desk);
            // Where nothing is to be picked, it is answered all the same.
            draft = if draft.is_full() { entry } else { draft };
        }
        Some(draft)
    }

    /// The actions so far.
    #[must_use]
    pub fn taken(&self) -> &[u32] {
        &self.taken
    }

    /// What the step is called in the rules that is being filled; empty where an entry is picked.
    #[must_use]
    pub fn step(&self) -> &str {
        &self.step
    }

    /// The actions that are open now, in the order of the space.
    #[must_use]
    pub fn open(&self, space: &Space) -> Vec<Open> {
        let mut open = match &self.stage {
            Stage::Entry(leaves) | Stage::One(leaves, _) => leaves.open(space),
            Stage::Several(picks) => picks.open(space),
            Stage::Range(low, high) => halves(space, *low, *high),
        };
        open.sort_by_key(|open| open.action);
        open
    }

    /// The same without words, in any order, some several times.
    pub fn actions(&self, space: &Space, see: &mut dyn FnMut(u32)) {
        match &self.stage {
            Stage::Entry(leaves) | Stage::One(leaves, _) => leaves.each(space, see),
            Stage::Several(picks) => picks.each_action(space, see),
            Stage::Range(..) => {
                (0..PARTS).filter_map(|k| space.action(Token::Part(k))).for_each(see);
            }
        }
    }

    fn is_open(&self, space: &Space, action: u32) -> bool {
        let mut found = false;
        self.actions(space, &mut |open| found |= open == action);
        found
    }

    /// The only action that is open.
    fn only(&self, space: &Space) -> Option<u32> {
        let (mut first, mut others) = (None, false);
        self.actions(space, &mut |open| others |= *first.get_or_insert(open) != open);
        first.filter(|_| !others)
    }

    /// Takes an action. Gives the choice if it is complete now.
    ///
    /// # Errors
    /// If the action is not open; nothing has changed then.
    pub fn take<E: Engine>(
        &mut self,
        desk: &mut Desk<'_, E>,
        action: u32,
    ) -> Result<Option<Choice>, Trouble> {
        if !self.is_open(desk.space, action) {
            return Err(closed(desk, action));
        }
        self.taken.push(action);
        self.go(desk, action);
        // What leaves no choice is not asked.
        for _ in 0..FORCED {
            if self.is_full() {
                break;
            }
            match self.only(desk.space) {
                Some(only) => self.go(desk, only),
                None => break,
            }
        }
        Ok(self.choice())
    }

    fn is_full(&self) -> bool {
        matches!(&self.stage, Stage::Entry(leaves) if leaves.is_empty())
    }

    fn choice(&self) -> Option<Choice> {
        if !self.is_full() {
            return None;
        }
        let args = self.filled.clone();
        Some(match self.entries.get(self.entry)? {
            EntryKind::Pass => Choice::Pass,
            EntryKind::Decline => Choice::Decline,
            EntryKind::Values => Choice::Values(args),
            EntryKind::Move(id) => Choice::Move { id: *id, entry: Some(self.entry), args },
        })
    }

    /// The values of a choice that is complete, and its entry: for chance.
    #[must_use]
    pub fn values(&self) -> (usize, &[Arg]) {
        (self.entry, &self.filled)
    }

    /// Carries an open action out.
    fn go<E: Engine>(&mut self, desk: &mut Desk<'_, E>, action: u32) {
        match &mut self.stage {
            Stage::Entry(leaves) => {
                if let Some(at) = leaves.narrow(desk.space, action) {
                    self.entry = at;
                    self.next_step(desk);
                }
            }
            Stage::One(leaves, args) => {
                if let Some(at) = leaves.narrow(desk.space, action) {
                    self.filled.extend(args.get(at).cloned());
                    self.next_step(desk);
                }
            }
            Stage::Several(picks) => {
                if let Some(list) = picks.narrow(desk.space, action) {
                    self.filled.push(list);
                    self.next_step(desk);
                }
            }
            Stage::Range(low, high) => {
                if let Some(Token::Part(k)) = desk.space.token(action) {
                    let (low, high) = part(*low, *high, k);
                    self.stage = range(low, high);
                }
            }
        }
    }

    /// Goes on to the next step that is to be filled; the choice is full if there is none.
    fn next_step<E: Engine>(&mut self, desk: &mut Desk<'_, E>) {
        self.stage = Stage::Entry(Leaves::new(Vec::new()));
        let Some(listed) = desk.options(self.entry, &self.filled) else { return };
        // Nobody names the card that a move stands on.
        let hidden = if let Some(EntryKind::Move(id)) = self.entries.get(self.entry) {
            desk.game.book()[*id].hidden_this
        } else {
            false
        };
        if hidden
            && self.filled.is_empty()
            && let Some(card) = listed.fill.members().first()
        {
            self.filled.push(card.arg.clone());
            return self.next_step(desk);
        }
        self.step = listed.name;
        self.stage = match listed.fill {
            Fill::One(members) => {
                let (leaves, args) = leaves::of_members(members);
                Stage::One(leaves, args)
            }
            Fill::Range { low, high, .. } => range(low, high),
            Fill::Some { members, least, most, tested } => {
                let whole = sets::Whole { least, most, tested, ordered: false };
                Stage::Several(Picks::new(desk, self.entry, &self.filled, members, whole))
            }
            Fill::Order(members) => {
                let n = members.len();
                let whole = sets::Whole { least: n, most: n, tested: true, ordered: true };
                Stage::Several(Picks::new(desk, self.entry, &self.filled, members, whole))
            }
        };
        // An empty set, where nothing else is possible.
        if let Stage::Several(picks) = &mut self.stage
            && let Some(list) = picks.nothing_to_pick()
        {
            self.filled.push(list);
            self.next_step(desk);
        }
    }
}

/// No choice has more forced steps in a row.
const FORCED: usize = 10_000;

fn range(low: i64, high: i64) -> Stage {
    if i128::from(high) - i128::from(low) >= LISTED {
        return Stage::Range(low, high);
    }
    let args: Vec<Arg> = (low..=high).map(Arg::Number).collect();
    let leaves = (low..=high).enumerate().map(|(at, n)| {
        let shown = n.to_string();
        Leaf { tokens: vec![Token::Number(n)], at, shown }
    });
    Stage::One(Leaves::new(leaves.collect()), args)
}

/// Both ends of a part of a range.
fn part(low: i64, high: i64, k: u32) -> (i64, i64) {
    let count = i128::from(high) - i128::from(low) + 1;
    let at = |k: u32| i128::from(low) + count * i128::from(k) / i128::from(PARTS);
    let whole = |n: i128| i64::try_from(n).unwrap_or(high);
    (whole(at(k)), whole(at(k + 1) - 1))
}

fn halves(space: &Space, low: i64, high: i64) -> Vec<Open> {
    let parts = (0..PARTS).filter_map(|k| {
        let (from, to) = part(low, high, k);
        let action = space.action(Token::Part(k))?;
        Some(Open { action, words: format!("{from} to {to}"), pieces: 1 })
    });
    parts.collect()
}

fn closed<E: Engine>(desk: &Desk<'_, E>, action: u32) -> Trouble {
    let words = desk.space.words(desk.game.naming(), action);
    let message = match words {
        Some(words) => format!("action {action} (`{words}`) is not open now"),
        None => {
            format!("there is no action {action}: they are numbered below {}", desk.space.len())
        }
    };
    Trouble::new("closed", message)
        .help("take one of the actions that are listed, or set in the mask")
}
