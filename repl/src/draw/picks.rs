//! What may be chosen at the moment, as far as it is to be seen on boards.

use super::frontier::{Frontier, Site};
use super::grid::{Labels, Sheet};
use houserules_lang::ir::Rulebook;
use houserules_lang::naming::Naming;
use houserules_table::choices::menu::Pickable;
use houserules_table::choices::value::Arg;
use houserules_table::view::View;
use houserules_table::view::picture::{Drawn, Picture};

/// Members of a list to choose from, and how they look.
#[derive(Debug, Clone, Copy, Default)]
pub struct Picks<'a> {
    /// The members in the list's order.
    pub members: &'a [Pickable],
    /// What they look like: the squares of a tile; nothing for others.
    pub sketches: &'a [Vec<Drawn>],
}

impl<'a> Picks<'a> {
    /// Whether something on grids may be chosen.
    #[must_use]
    pub fn on_grids(&self) -> bool {
        self.members.iter().any(|m| matches!(m.arg, Arg::Spot(_) | Arg::Square(_)))
    }

    /// Where the tile may be laid on a grid, its ways by their place in the list; none if that is
    /// not what is asked.
    #[must_use]
    pub fn sites(&self, naming: Naming<'_>, picture: &Picture) -> Option<Vec<Site>> {
        let mut ways = Vec::new();
        let mut at = Vec::new();
        for (member, (pick, sketch)) in self.members.iter().zip(self.sketches).enumerate() {
            if let Arg::Spot(spot) = &pick.arg
                && naming.zone(spot.zone, spot.key) == picture.name
                && !sketch.is_empty()
            {
                ways.push(sketch.to_vec());
                at.push(member);
            } else {
                return None;
            }
        }
        if ways.is_empty() {
            return None;
        }
        let mut sites = Frontier::of(picture).sites(picture, &ways);
        for site in &mut sites {
            site.ways = site.ways.iter().filter_map(|way| at.get(*way).copied()).collect();
        }
        Some(sites)
    }

    /// What stands at the squares of a grid: numbers of what may be chosen, otherwise of the whole
    /// frontier.
    #[must_use]
    pub fn labels(&self, book: &Rulebook, view: &View, picture: &Picture) -> Labels {
        let naming = Naming { book, seats: &view.seats };
        if let Some(sites) = self.sites(naming, picture) {
            return sites.iter().map(|site| (site.at, format!("○{}", site.number))).collect();
        }
        if !self.on_grids() {
            return Sheet::numbered(picture).labels;
        }
        let mut labels = Labels::new();
        for (at, member) in self.members.iter().enumerate() {
            let (place, grid) = match &member.arg {
                Arg::Spot(s) => ((s.x, s.y), naming.zone(s.zone, s.key)),
                Arg::Square(q) => ((q.x, q.y), naming.zone(q.zone, q.key)),
                _ => continue,
            };
            if grid == picture.name {
                labels.entry(place).or_insert_with(|| (at + 1).to_string());
            }
        }
        labels
    }
}
