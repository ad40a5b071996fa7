//! The numbers by which a choice is made step by step: those of the lists, and on a picture those of
//! its places.

use super::fill;
use crate::draw::frontier::Site;
use crate::draw::picks::Picks;
use crate::terminal::host::Host;
use crate::terminal::typed::Question;
use houserules_interpreter::ask::Answer;
use houserules_table::choices::draft::{PartialChoice, next_step};
use houserules_table::choices::menu::{EntryKind, Fill, Menu, Pickable};
use houserules_table::choices::value::Arg;
use houserules_table::view::picture::{Drawn, Picture};
use houserules_table::visibility::Viewer;

/// What to type for an answer, such as `1 4 3`, or for what is left of it once it is begun; none if
/// it cannot be made by numbers alone.
pub fn numbers(host: &mut Host, question: Question<'_>, answer: &Answer) -> Option<String> {
    let menu = question.menu;
    let wanted = host.session.game_mut().arguments(menu.seat, answer)?;
    let entry = answer.offer;
    let alone = straight(menu) == Some(entry);
    let mut said = Vec::new();
    if !alone && question.begun.is_none() {
        said.push((entry + 1).to_string());
    }
    let nothing = PartialChoice { entry, filled: Vec::new() };
    let mut draft = question.begun.cloned().unwrap_or(nothing);
    let mut first = draft.filled.is_empty();
    loop {
        let told = &mut Vec::new();
        let step = next_step(host.session.game_mut(), menu, &mut draft, told, first && alone);
        if draft.entry != entry || !wanted.starts_with(&draft.filled) {
            return None;
        }
        let Some(step) = step else { break };
        let arg = wanted.get(draft.filled.len())?;
        let sketches = host.session.game_mut().sketches(menu.seat, entry, &draft.filled);
        match sites(host, menu.seat, &step.fill, &sketches) {
            Some((_, sites)) => said.extend(place_of(&sites, step.fill.members(), arg)?),
            None => said.push(fill::written(&step.fill, arg)?),
        }
        draft.filled.push(arg.clone());
        first = false;
    }
    (!said.is_empty()).then(|| said.join(" "))
}

/// The number of a place in the picture, and which way a tile lies there if there are several.
fn place_of(sites: &[Site], members: &[Pickable], arg: &Arg) -> Option<Vec<String>> {
    let at = members.iter().position(|member| member.arg == *arg)?;
    let (site, way) =
        sites.iter().find_map(|site| Some((site, site.ways.iter().position(|way| *way == at)?)))?;
    let way = (site.ways.len() > 1).then(|| (way + 1).to_string());
    Some([site.number.to_string()].into_iter().chain(way).collect())
}

/// The entry to be filled in at once: the only one there is, if it asks for something.
pub(super) fn straight(menu: &Menu) -> Option<usize> {
    let [one] = menu.entries.as_slice() else { return None };
    (!one.steps.is_empty() || one.kind == EntryKind::Values).then_some(0)
}

/// The grid on which all that may be chosen is a place for a tile, and these places; none if it is
/// something else.
pub(super) fn sites(
    host: &mut Host,
    seat: u8,
    fill: &Fill,
    sketches: &[Vec<Drawn>],
) -> Option<(Picture, Vec<Site>)> {
    let Fill::One(members) = fill else { return None };
    if members.len() < 2 {
        return None;
    }
    let picks = Picks { members, sketches };
    let view = host.session.game_mut().full_view(Viewer::Seat(seat));
    let naming = host.session.game().naming();
    view.pictures.into_iter().find_map(|picture| {
        let sites = picks.sites(naming, &picture)?;
        Some((picture, sites))
    })
}
