//! What tests and a referee ask of a running game, besides playing it.

use crate::ask::{Engine, Fault, Tile};
use houserules_lang::ir::{
    CardId, CounterId, Expr, LocalDecl, RowId, StageWord, Stmt, Value, ZoneId,
};
use std::fmt;

/// Why a game does not come to somebody's turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoTurn {
    /// Nobody sits there.
    NoSeat,
    /// The game was over before.
    Over,
    /// It ended on the way.
    Ended,
    /// A rule could not be carried out on the way.
    Stopped,
    /// After so many decisions nobody knows whether it ever does.
    NotWithin(u32),
    /// The turn is over, and its stage with it.
    Gone,
    /// The turn does not come to a phase of this title.
    NoPhase(String),
}

impl fmt::Display for NoTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSeat => f.write_str("there is no such seat"),
            Self::Over => f.write_str("the game is over"),
            Self::Ended => f.write_str("the game ended before such a turn began"),
            Self::Stopped => f.write_str("the game stopped before such a turn began"),
            Self::NotWithin(decisions) => {
                write!(f, "no such turn began within {decisions} decisions")
            }
            Self::Gone => f.write_str("that turn does not come any more"),
            Self::NoPhase(title) => write!(f, "no phase \"{title}\" is reached from there"),
        }
    }
}

/// A shuffle that was told how to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stacked {
    /// The zone has not been shuffled yet.
    Waiting,
    /// It ended so.
    Done,
    /// A card was not there when it was shuffled.
    Missing(RowId),
}

/// What tests and a referee may do to a running game besides playing it.
pub trait Referee: Engine + Clone {
    /// A copy to be put away: the game as it stands at this question, without the memory that only
    /// running needs. [`Referee::woken`] makes of it one that goes on as this would.
    #[must_use]
    fn kept(&self) -> Self {
        self.clone()
    }
    /// A copy that runs, of one that was put away.
    #[must_use]
    fn woken(&self) -> Self {
        self.clone()
    }
    /// Gets a game ready for a test: with `record`, events are recorded from the set-up on; with
    /// `hold`, the game halts before its first turn begins. It begins anew if nothing was handed in
    /// or laid since the start.
    fn prepare(&mut self, record: bool, hold: bool);
    /// From now on the game halts before a turn of `play` begins. Nobody is asked then.
    fn hold_turns(&mut self);
    /// It has halted so.
    fn held(&self) -> bool;
    /// Does not halt any more, and runs on to the next stop if it has.
    fn go_on(&mut self);
    /// The set-up is going on.
    fn in_setup(&self) -> bool;
    /// The next shuffle of the zone ends with these cards first. It begins anew if nothing was
    /// handed in or laid since the start, so that the set-up's shuffle is meant, too.
    fn stack(&mut self, zone: ZoneId, key: u16, rows: &[RowId]);
    /// What became of each [`Referee::stack`].
    fn stacked(&self) -> Vec<Stacked>;
    /// Keeps the table as it is when the next element of a stage of this word ends; none: keeps
    /// nothing.
    fn mark_end(&mut self, word: Option<StageWord>);
    /// The game as it stood when that element ended, if it has. It cannot go on.
    fn at_end(&self) -> Option<Self>;
    /// From now on chance is drawn from another seed.
    fn reseed(&mut self, seed: u64);
    /// The number of the next lot on cards of no order.
    fn lots(&self) -> u32;
    /// Numbers lots on from there, so that they fall otherwise than they would have, and from then
    /// on shuffles of hidden cards and cards that chance picks, too; nothing else of the game
    /// changes.
    fn number_lots_from(&mut self, number: u32);
    /// From now on chance waits to be answered. If nothing was handed in or laid since the start,
    /// the game begins anew, so that the set-up's chance waits too.
    fn script_all_chance(&mut self) {
        self.script_chance(true);
    }
    /// Puts exactly these cards, in order, into a zone, wherever they are, out of the game
    /// included; none: a place of `slots` that stays free. What else lay there leaves the game.
    /// Knowers: who sees the zone. Counters of the cards start anew.
    fn lay(&mut self, zone: ZoneId, key: u16, cards: &[Option<CardId>]);
    /// As [`Referee::lay`], for a grid: tiles in order, at their spots.
    ///
    /// # Errors
    /// [`FaultKind::OffGrid`]
    fn lay_tiles(&mut self, grid: ZoneId, key: u16, tiles: &[Tile]) -> Result<(), Fault>;
    /// Takes a card out of the game.
    fn box_card(&mut self, card: CardId);
    /// Sets a counter; a run's counter of the innermost running run.
    ///
    /// # Errors
    /// [`FaultKind::NotRunning`], or a value out of range.
    fn set(&mut self, counter: CounterId, key: u16, value: &Value) -> Result<(), Fault>;
    /// Makes a seat know a card.
    fn make_known(&mut self, seat: u8, card: CardId);
    /// Runs on, answering everything by the seed and passing in windows, to the first `turn me in`
    /// of `play` whose seats include this one; starts its element for the seat; with a phase, it is
    /// a turn within that phase, or skips to it. The pending question is dropped, and nothing of
    /// the turn runs before [`Referee::ask_again`].
    ///
    /// # Errors
    /// Why there is no such turn or phase.
    fn begin_turn(&mut self, seat: u8, phase: Option<&str>) -> Result<(), NoTurn>;
    /// Whose turns [`Referee::begin_turn`] let go by the last time it looked for one, in order; of
    /// many the first ones.
    fn turns_gone(&self) -> &[u8];
    /// Asks the pending question anew, after the table was changed.
    fn ask_again(&mut self);
    /// Runs one statement as the referee, then asks the pending question anew. Locals: the test's,
    /// read and written.
    ///
    /// # Errors
    /// The fault.
    fn run(&mut self, stmt: &Stmt, decls: &[LocalDecl], locals: &mut [Value]) -> Result<(), Fault>;
    /// From now on the condition is read whenever an element of a stage of this word ends. False:
    /// that is not possible here.
    fn watch(
        &mut self,
        word: StageWord,
        condition: &Expr,
        decls: &[LocalDecl],
        locals: &[Value],
    ) -> bool {
        let _ = (word, condition, decls, locals);
        false
    }
    /// How often a watched condition was read, and whether it has failed, or could not be read, at
    /// any of these times.
    fn watched(&self) -> (u64, bool) {
        (0, false)
    }
    /// The value of an expression in the present position; `me` is the seat whose turn it is.
    ///
    /// # Errors
    /// The fault.
    fn eval(
        &mut self,
        expr: &Expr,
        decls: &[LocalDecl],
        locals: &mut [Value],
    ) -> Result<Value, Fault>;
}
