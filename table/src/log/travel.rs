//! Cards on their way, in words. Neighbouring moves of the same shape are one line: what is dealt
//! to several players, what comes to several places, what is gathered from them.

use crate::rendering::face::Faces;
use crate::rendering::redacted::{Back, CardPiece, Fragment, Sentence, say};
use crate::visibility::{Sighted, zone_sight};
use houserules_interpreter::ask::EventKind;
use houserules_lang::ir::{CardId, Owner, Rulebook, ZoneId};
use houserules_lang::naming::listed;

/// A zone and its key.
pub type Spot = (ZoneId, u16);

/// A card that went somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Way {
    /// By id; whoever reads of it may know no more than its back.
    pub card: CardId,
    /// Where it lay.
    pub from: Spot,
    /// Where it lies.
    pub to: Spot,
    /// Who knew or knows it.
    pub seen: u32,
    /// Its place among those that go with it fell by lot.
    pub by_lot: bool,
}

impl Way {
    /// The way an event tells of.
    #[must_use]
    pub fn of(kind: &EventKind) -> Option<Self> {
        let EventKind::Moved { card, from, to, seen, by_lot } = *kind else { return None };
        Some(Self { card, from, to, seen, by_lot })
    }
}

/// What differs between ways that are told together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Differs {
    Nothing,
    From,
    To,
    Both,
}

/// A card on its way, for whoever may see it.
fn piece(way: &Way, faces: Faces<'_>) -> CardPiece {
    let book = faces.naming.book;
    let source = zone_sight(book, faces.table, way.from.0, way.from.1);
    let target = zone_sight(book, faces.table, way.to.0, way.to.1);
    let seats = way.seen | source.seats | target.seats;
    let sighted = Sighted { seats, all: source.all || target.all };
    let back = Back::Among(faces.naming.noun(way.from.0), String::new());
    CardPiece { face: faces.card(way.card).face, back, sighted }
}

/// Ways that are told together.
#[derive(Debug)]
pub struct Run {
    ways: Vec<Way>,
    differs: Differs,
}

impl Run {
    /// As many of these ways as can be told together.
    #[must_use]
    pub fn first(book: &Rulebook, ways: impl Iterator<Item = Way>) -> Self {
        let mut run = Self { ways: Vec::new(), differs: Differs::Nothing };
        for way in ways {
            let Some(differs) = run.with(book, &way) else { break };
            run.differs = differs;
            run.ways.push(way);
        }
        run
    }

    /// How many ways they are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ways.len()
    }

    /// Whether there is nothing to tell.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ways.is_empty()
    }

    /// What differs with one more; none if it does not belong to them.
    fn with(&self, book: &Rulebook, way: &Way) -> Option<Differs> {
        let Some(first) = self.ways.first() else { return Some(Differs::Nothing) };
        if (first.from.0, first.to.0) != (way.from.0, way.to.0) {
            return None;
        }
        let told = |zone: ZoneId| matches!(book[zone].owner, Owner::Player | Owner::Enum(_));
        let (from, to) = (way.from == first.from, way.to == first.to);
        let own = |way: &Way| way.from.1 == way.to.1;
        let alike = told(first.to.0) && book[first.from.0].owner == book[first.to.0].owner;
        match self.differs {
            Differs::Nothing if from && to => Some(Differs::Nothing),
            Differs::Nothing | Differs::To if from && told(first.to.0) => Some(Differs::To),
            Differs::Nothing | Differs::From if to && told(first.from.0) => Some(Differs::From),
            Differs::Nothing | Differs::Both if alike && own(first) && own(way) => {
                Some(Differs::Both)
            }
            Differs::Nothing | Differs::From | Differs::To | Differs::Both => None,
        }
    }

    /// Lines, each with those who may read it at all.
    #[must_use]
    pub fn tell(&self, faces: Faces<'_>) -> Vec<(Sentence, Sighted)> {
        let Some(first) = self.ways.first() else { return Vec::new() };
        let parts = self.parts(faces);
        let naming = faces.naming;
        let all = parts.len() == naming.seats.len();
        let ends = |differs: Differs, (zone, key): Spot| {
            let (each, name) =
                (differs == self.differs || self.differs == Differs::Both, naming.zone_name(zone));
            match naming.book[zone].owner {
                _ if !each => naming.zone(zone, key),
                Owner::Player if all && (differs, self.differs) == (Differs::To, Differs::Both) => {
                    format!("their {name}")
                }
                Owner::Player if all => format!("each player's {name}"),
                _ => name,
            }
        };
        let (from, to) = (ends(Differs::From, first.from), ends(Differs::To, first.to));
        if self.differs == Differs::Nothing {
            let verb = if self.ways.len() == 1 { "goes" } else { "go" };
            let cards = parts.into_iter().flat_map(|(_, cards)| cards).collect();
            let sentence = vec![
                Fragment::Cards(cards),
                Fragment::Words(format!(" {verb} from {from} to {to}")),
            ];
            return vec![(sentence, Sighted::EVERYONE)];
        }
        if let Some(lines) = self.dealt(faces, &parts) {
            return lines;
        }
        let mut sentence = Vec::new();
        say(&mut sentence, &format!("from {from} to {to}: "));
        for (at, (key, cards)) in parts.into_iter().enumerate() {
            say(&mut sentence, if at == 0 { "" } else { ", " });
            sentence.push(Fragment::Cards(cards));
            let zone = if self.differs == Differs::From { first.from.0 } else { first.to.0 };
            say(&mut sentence, &format!(" ({})", self.owner(faces, zone, key)));
        }
        vec![(sentence, Sighted::EVERYONE)]
    }

    fn owner(&self, faces: Faces<'_>, zone: ZoneId, key: u16) -> String {
        faces.naming.owner(faces.naming.book[zone].owner, key).unwrap_or_default()
    }

    /// The cards by the key that differs, in the order in which the keys come. An order that fell
    /// by lot is for those who see the zone: cards are listed as the rules list them.
    fn parts(&self, faces: Faces<'_>) -> Vec<(u16, Vec<CardPiece>)> {
        let mut parts: Vec<(u16, Vec<&Way>)> = Vec::new();
        for way in &self.ways {
            let key = if self.differs == Differs::From { way.from.1 } else { way.to.1 };
            match parts.iter_mut().find(|(k, _)| *k == key) {
                Some((_, ways)) => ways.push(way),
                None => parts.push((key, vec![way])),
            }
        }
        let pieces = |(key, mut ways): (u16, Vec<&Way>)| {
            if ways.iter().any(|way| way.by_lot) {
                ways.sort_by_key(|way| way.card);
            }
            (key, ways.into_iter().map(|way| piece(way, faces)).collect())
        };
        parts.into_iter().map(pieces).collect()
    }

    /// What is dealt face down: how many to whom for all, and which cards for those who see all
    /// that one player gets.
    fn dealt(
        &self,
        faces: Faces<'_>,
        parts: &[(u16, Vec<CardPiece>)],
    ) -> Option<Vec<(Sentence, Sighted)>> {
        let first = self.ways.first()?;
        let naming = faces.naming;
        let alike = |cards: &[CardPiece]| {
            cards.iter().all(|c| c.sighted == cards[0].sighted && !c.sighted.all)
        };
        if self.differs != Differs::To || !parts.iter().all(|(_, cards)| alike(cards)) {
            return None;
        }
        let names: Vec<String> =
            parts.iter().map(|(key, _)| self.owner(faces, first.to.0, *key)).collect();
        let ends = format!(
            "from {} to {}",
            naming.zone(first.from.0, first.from.1),
            naming.zone_name(first.to.0)
        );
        let (noun, count) = (naming.noun(first.from.0), parts[0].1.len());
        let owner = naming.book[first.to.0].owner;
        let public = if parts.iter().all(|(_, cards)| cards.len() == count) {
            let what = crate::rendering::redacted::counted(&noun, count);
            let who = naming.many(owner, names.len()).unwrap_or_else(|| listed(&names, "and"));
            format!("{who} get {what} each ({ends})")
        } else {
            let counts =
                names.iter().zip(parts).map(|(name, (_, cards))| format!("{name} {}", cards.len()));
            format!("{noun}s ({ends}): {}", counts.collect::<Vec<_>>().join(", "))
        };
        let mut lines = vec![(vec![Fragment::Words(public)], Sighted::EVERYONE)];
        for (key, cards) in parts {
            let sighted = cards[0].sighted;
            if sighted != Sighted::NOBODY {
                let mut sentence = Vec::new();
                say(&mut sentence, &format!("to {}: ", naming.zone(first.to.0, *key)));
                sentence.push(Fragment::Cards(cards.clone()));
                lines.push((sentence, sighted));
            }
        }
        Some(lines)
    }
}
