//! A game's table as it is drawn: the view with its boards, and how what may be picked looks.

use crate::choices::value::{Arg, Picker};
use crate::game::Game;
use crate::view::picture::{Drawn, Painter};
use crate::view::{PathLine, View};
use crate::visibility::{Viewer, card_sight};
use houserules_interpreter::ask::{Options, PathStep};
use houserules_interpreter::referee::Referee;
use houserules_lang::ir::sites;
use houserules_lang::ir::{Base, CardId, ExprKind, Owner, Value, ZoneId};
use houserules_lang::naming::Naming;
use std::collections::BTreeSet;

impl<E: Referee> Game<E> {
    /// The table as a reader may see it, with pictures of grids, and the scores if the game is
    /// over.
    pub fn full_view(&mut self, viewer: Viewer) -> View {
        let mut view = self.view(viewer);
        self.count_elements(&mut view.path);
        let seen = self.tiles_seen(viewer);
        let mut painter = self.painter();
        view.pictures = painter.pictures();
        view.tiles = seen.into_iter().filter_map(|card| painter.tile(card)).collect();
        view.marks = painter.marks();
        view.squares = painter.rectangles();
        if view.outcome.is_some() {
            view.scores = self.scores_in_words();
        }
        view
    }

    /// `round 2 of 60`, where a stage goes from one number to another that is fixed.
    fn count_elements(&mut self, path: &mut [PathLine]) {
        let book = std::sync::Arc::clone(&self.book);
        for (line, step) in path.iter_mut().zip(self.engine.path()) {
            let PathStep::Stage(stage, Value::Number(_)) = step else { continue };
            let Some(Base::Range(_, high)) = sites::elements(&book, stage).map(|d| &d.base) else {
                continue;
            };
            let fixed = matches!(high.kind, ExprKind::Const(_) | ExprKind::Option(_));
            if fixed && let Ok(Value::Number(last)) = self.engine.eval(high, &[], &mut []) {
                line.text.push_str(&format!(" of {last}"));
            }
        }
    }

    fn painter(&mut self) -> Painter<'_, E> {
        let naming = Naming { book: &self.book, seats: &self.seats };
        Painter { engine: &mut self.engine, naming, table: &self.table, dump: &self.dump }
    }

    /// Tiles that lie on no grid and that the reader sees; each face once.
    fn tiles_seen(&self, viewer: Viewer) -> Vec<CardId> {
        if self.dump.grids.is_empty() {
            return Vec::new();
        }
        let on_grids: BTreeSet<ZoneId> = self.dump.grids.iter().map(|(zone, ..)| *zone).collect();
        let zones = self.dump.zones.iter().filter(|(zone, ..)| !on_grids.contains(zone));
        let row = |card: CardId| self.book[card].row;
        let cards = zones.flat_map(|(zone, _, places)| {
            // Which of several cards has the smaller number is no reason for an order.
            let by_card = matches!(self.book[*zone].owner, Owner::Card(_));
            places.iter().flatten().map(move |card| (by_card.then(|| row(*card)), *card))
        });
        let mut cards: Vec<_> = cards.collect();
        cards.sort_by_key(|(of_card, _)| *of_card);
        let mut rows = BTreeSet::new();
        let scene = self.scene(viewer);
        let sees = |card: &CardId| viewer.among(scene.card_sight(*card));
        let cards = cards.into_iter().map(|(_, card)| card);
        cards.filter(sees).filter(|card| rows.insert(row(*card))).collect()
    }

    /// What the members of the next step of an entry look like, in the order of [`Game::options`]:
    /// the squares of a tile or of a spot with its tile; nothing for what is no tile, or unseen.
    pub fn sketches(&mut self, seat: u8, entry: usize, filled: &[Arg]) -> Vec<Vec<Drawn>> {
        if !self.is_asked(seat) || self.dump.grids.is_empty() {
            return Vec::new();
        }
        let picker = Picker::new(&self.book, &self.dump);
        let Some(filled) = filled.iter().map(|a| picker.value(a)).collect::<Option<Vec<_>>>()
        else {
            return Vec::new();
        };
        let options = self.engine.options(Some(seat), entry, &filled);
        let members = options.as_ref().map_or(&[][..], Options::members);
        let viewer = Viewer::Seat(seat);
        let sees = |value: &Value| match value {
            Value::Card(card) => viewer.among(card_sight(&self.book, &self.table, *card)),
            Value::Spot(spot) => {
                spot.card.is_none_or(|c| viewer.among(card_sight(&self.book, &self.table, c)))
            }
            _ => false,
        };
        let seen: Vec<bool> = members.iter().map(sees).collect();
        let mut painter = self.painter();
        let drawn = members.iter().zip(seen);
        drawn.map(|(value, seen)| if seen { painter.sketch(value) } else { Vec::new() }).collect()
    }
}
