//! What the evaluator shows of itself.

use super::state::{Item, Val, What, World, deed_of};
use houserules_interpreter::ask::{Offered, PathStep, PendingDecision, Snapshot};
use houserules_lang::ir::{BodyRef, CounterId, Expr, Owner, TextId, Value, ZoneShape};
use houserules_lang::source::Span;

impl<'b> World<'b> {
    pub(super) fn asked(&self) -> Option<PendingDecision> {
        let asking = self.asking.as_ref()?;
        let open = asking.who.iter().filter(|w| !asking.answers.iter().any(|a| a.who == **w));
        let chance = asking.who.contains(&None);
        Some(PendingDecision {
            site: asking.choose.id,
            seats: open.filter_map(|w| *w).collect(),
            chance,
        })
    }

    pub(super) fn offered(item: &Item<'b>) -> Offered {
        match &item.what {
            What::Pass => Offered::Pass(item.title),
            What::Decline => Offered::Decline,
            What::Values => Offered::Values,
            What::Move(id, given) => {
                Offered::Move(*id, given.iter().map(|v| v.clone().plain()).collect(), item.title)
            }
        }
    }

    pub(super) fn dump(&self) -> Snapshot {
        let places = |(key, places): (&(_, u16), &Vec<_>)| (key.0, key.1, places.clone());
        let mut zones: Vec<_> = self.zones.iter().map(places).collect();
        for (id, _, places) in &mut zones {
            if self.shape(*id) == ZoneShape::Set {
                places.sort();
            }
        }
        let counters = self.counters.iter().map(|((id, key), value)| (*id, *key, value.clone()));
        let mut runs = Vec::new();
        for (at, info) in self.book.counters.iter().enumerate() {
            let id = CounterId(at as u16);
            if matches!(info.owner, Owner::Run(_))
                && let Some(value) = self.innermost(id)
            {
                runs.push((id, value));
            }
        }
        let grids = self.zones.keys().filter(|(zone, _)| self.shape(*zone) == ZoneShape::Grid);
        let grids = grids.map(|(zone, key)| (*zone, *key, self.tiles(*zone, *key))).collect();
        Snapshot { zones, grids, counters: counters.collect(), runs, known: self.known.clone() }
    }

    fn innermost(&self, id: CounterId) -> Option<Option<Value>> {
        let of_stages = self.stages.iter().rev().find_map(|s| s.counters.get(&id));
        let of_frames =
            self.frames.iter().rev().filter(|f| f.running).find_map(|f| f.counters.get(&id));
        of_stages.or(of_frames).cloned()
    }

    /// The holes of a text, from a frame's present values.
    pub(super) fn holes(&mut self, text: TextId, frame: usize) -> Vec<Value> {
        let book = self.book;
        let deeper = self.frames.split_off(frame + 1);
        let mut holes = Vec::new();
        for part in &book.texts[text.index()].parts {
            if let Some(hole) = part.read() {
                holes.push(self.hole(hole));
                self.frames.truncate(frame + 1);
            }
        }
        self.frames.extend(deeper);
        holes
    }

    fn hole(&mut self, hole: &'b Expr) -> Value {
        self.eval(hole).unwrap_or(Val::NONE).plain()
    }

    pub(super) fn path(&mut self) -> Vec<PathStep> {
        let mut steps = Vec::new();
        for frame in 0..self.frames.len() {
            let body = self.frames[frame].body;
            let titled = deed_of(body).is_some() || matches!(body, BodyRef::Move(_));
            if let (true, Some(title)) =
                (titled && self.frames[frame].running, self.frames[frame].title)
            {
                let holes = self.holes(title, frame);
                steps.push(PathStep::Titled(title, holes));
            }
            let inside = self.stages.iter().filter(|s| s.frame == frame);
            steps.extend(inside.map(|s| PathStep::Stage(s.stage.id, s.value.clone())));
        }
        steps
    }

    pub(super) fn question(&mut self) -> Option<(TextId, Vec<Value>)> {
        let text = self.asking.as_ref()?.choose.asking?;
        let frame = self.frames.len().checked_sub(1)?;
        Some((text, self.holes(text, frame)))
    }

    pub(super) fn place(&self) -> Span {
        let site = self.asking.as_ref().map(|a| a.choose.id);
        site.map(|id| self.book.sites[id.index()].span).unwrap_or_default()
    }
}
