//! What a seat does not know of a position, as it may imagine it: what was chosen secretly, and
//! which cards rules have under their names; who was shown a card or a counter in secret.

use super::{Executor, Machine, State};
use crate::chance::counts_apart;
use crate::lower::params_of;
use crate::program::{
    Field, FrameKind, Loc, NONE, NOWHERE, Name, Secret, SiteFrame, StageFrame, StoredList,
    StoredMask, Whose, header,
};
use houserules_lang::ir::walk::body_of;
use houserules_lang::ir::{
    BodyRef, CardId, KindSet, Knower, LocalId, SecretName, Type, Value, ZoneId,
};

/// Where a body stands that runs.
#[derive(Debug, Clone, Copy)]
struct Standing {
    /// Which; none: what runs around all.
    body: Option<BodyRef>,
    /// Where its frame lies.
    level: u16,
    /// At which instruction.
    pc: u32,
    /// Who acts there.
    me: u8,
}

/// Cards that a rule has under a name, and where it keeps them.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) locs: Vec<Loc>,
    ty: Type,
    secret: SecretName,
    of: Option<u8>,
}

/// What may be known of the cards that a rule has under a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unknown {
    /// Of which kinds they are.
    pub kinds: KindSet,
    /// The zone in which they were found; none: it may be one of several.
    pub zone: Option<ZoneId>,
    /// Who has chosen them, of several who chose.
    pub of: Option<u8>,
    /// How many there are.
    pub count: usize,
    /// There may be as well fewer, or none.
    pub perhaps: bool,
}

impl<'a> State<'a> {
    /// The bodies that run, innermost first.
    fn standing(self) -> Vec<Standing> {
        let mut all = Vec::new();
        let (mut pc, mut me, mut acts) = (self.pos.pc(), self.pos.me(), None);
        for level in (0..self.pos.depth()).rev() {
            let frame = self.frame_at(level);
            match frame.kind {
                FrameKind::Site(_) => me = self.pos.get(SiteFrame(frame.base).asker()),
                FrameKind::Stage(_) => {
                    acts.get_or_insert(me);
                    me = self.pos.get(StageFrame(frame.base).aside());
                }
                FrameKind::Body(body) => {
                    let me = acts.take().unwrap_or(me);
                    all.push(Standing { body: Some(body), level, pc, me });
                    pc = self.return_of(level).saturating_sub(1);
                }
                FrameKind::Referee => {}
            }
        }
        all.push(Standing { body: None, level: 0, pc, me: acts.unwrap_or(me) });
        all
    }

    /// Where running bodies keep what this seat does not know to have been chosen.
    fn secrets_of_others(self, seat: u8) -> Vec<(u32, Type, Secret)> {
        let active = self.standing();
        let runs = |from: u32, to: u32| active.iter().any(|at| (from..to).contains(&at.pc));
        let mut found = Vec::new();
        for live in self.program.live.iter().filter(|live| runs(live.from, live.to)) {
            let (Some(secret), Loc::Mem(at)) = (live.secret, live.loc) else { continue };
            let own = match secret.whose {
                Whose::Nobody => false,
                Whose::Seat(of) => of == seat,
                Whose::Chooser(Loc::Mem(chooser)) => {
                    self.pos.get(Field::<i64>::at(chooser)) == i64::from(seat)
                }
                Whose::Chooser(_) => false,
            };
            if !own {
                found.push((at, live.ty.clone(), secret));
            }
        }
        found
    }

    /// Where running bodies keep cards of which this seat does not know which they are.
    pub(super) fn secret_names(self, seat: u8) -> Vec<Kept> {
        let book = &self.program.book;
        let mut found: Vec<Kept> = Vec::new();
        if book.secret_names.is_empty() {
            return found;
        }
        for at in self.standing() {
            let mut keep = |name: Name, locs: Vec<Loc>, ty: &Type| {
                let Some(secret) = book.secret_names.get(&(name.body, name.local)) else { return };
                let new = !found.iter().any(|other| other.locs.contains(&locs[0]));
                if new && !self.is_told(at.me, name, secret, seat) {
                    let (ty, secret, of) = (ty.clone(), secret.clone(), name.of);
                    found.push(Kept { locs, ty, secret, of });
                }
            };
            for live in &self.program.live {
                if let Some(name) = live.name.filter(|_| (live.from..live.to).contains(&at.pc)) {
                    keep(name, vec![live.loc], &live.ty);
                }
            }
            let Some(body) = at.body else { continue };
            let locs = self.program.locals.get(&body).into_iter().flat_map(|all| &all.0);
            let decls = body_of(book, body).into_iter().flat_map(|code| &code.locals);
            for (n, (loc, decl)) in locs.zip(decls).take(params_of(book, body)).enumerate() {
                let local = LocalId(n as u16);
                let given = self.given_as(body, at.level, n);
                let locs = std::iter::once(*loc).chain(given).collect();
                keep(Name { body, local, of: None }, locs, &decl.ty);
            }
        }
        found
    }

    /// Where the choice keeps it that has given a move this parameter.
    fn given_as(self, body: BodyRef, level: u16, n: usize) -> Vec<Loc> {
        let BodyRef::Move(id) = body else { return Vec::new() };
        let Some(below) = level.checked_sub(1) else { return Vec::new() };
        let FrameKind::Site(site) = self.frame_at(below).kind else { return Vec::new() };
        let entries = self.program.sites[usize::from(site)].entries.iter();
        entries.filter(|e| e.form == Some(id)).filter_map(|e| e.given.get(n).copied()).collect()
    }

    /// Whether a seat is among those who know what a name stands for.
    fn is_told(self, me: u8, name: Name, secret: &SecretName, seat: u8) -> bool {
        let locals = self.program.locals.get(&name.body);
        secret.known_to.iter().any(|knower| match knower {
            Knower::Me => me == seat,
            Knower::Chooser => name.of == Some(seat),
            Knower::Named(local) => match locals.map(|all| all[*local]) {
                Some(Loc::Mem(at)) => self.pos.get(Field::<i64>::at(at)) == i64::from(seat),
                _ => false,
            },
        })
    }

    /// The cards that lie in a place of a frame.
    pub(super) fn cards_at(self, loc: Loc) -> Vec<i64> {
        let all: Vec<i64> = match loc {
            Loc::Mem(at) => vec![self.pos.get(Field::at(at))],
            Loc::MemMask(at, words) => {
                self.pos.members(StoredMask::at(at, words)).map(i64::from).collect()
            }
            Loc::MemList(at, _, wide) => self.pos.items(StoredList::at(at, wide)).collect(),
            Loc::No | Loc::Reg(_) | Loc::Mask(..) | Loc::List(_) => Vec::new(),
        };
        all.into_iter().filter(|card| u16::try_from(*card).is_ok()).collect()
    }
}

impl Executor<'_> {
    fn put_cards_at(&mut self, loc: Loc, cards: &[i64], may_be_none: bool) {
        match loc {
            Loc::Mem(at) => {
                let card = cards.first().copied().or(may_be_none.then_some(NONE));
                if let Some(card) = card {
                    self.pos.set(Field::<i64>::at(at), card);
                }
            }
            Loc::MemMask(at, words) => {
                let mask = StoredMask::at(at, words);
                (0..u32::from(words)).for_each(|k| self.pos.set(mask.first.nth(k), 0));
                self.pos.put_members(mask, cards);
            }
            Loc::MemList(at, cap, wide) => {
                let room = usize::from(cap).min(cards.len());
                self.pos.put_items(StoredList::at(at, wide), &cards[..room]);
            }
            Loc::No | Loc::Reg(_) | Loc::Mask(..) | Loc::List(_) => {}
        }
    }
}

impl Machine {
    /// Puts another value in the place of everything that others than this seat have chosen
    /// secretly, and that the rules keep under a name: by its type, and the ends of the numbers it
    /// was chosen from, if these are fixed.
    pub fn suppose_secrets(
        &mut self,
        seat: u8,
        guess: &mut impl FnMut(&Type, Option<(i64, i64)>) -> Value,
    ) {
        for (at, ty, secret) in self.state().secrets_of_others(seat) {
            if let Some(scalar) = self.state().to_scalar(&guess(&ty, secret.range), &ty) {
                self.pos.set(Field::<i64>::at(at), scalar);
            }
        }
    }

    /// Puts other cards in the place of those that rules have under a name, if this seat does not
    /// know which they are.
    pub fn suppose_names(&mut self, seat: u8, guess: &mut impl FnMut(Unknown) -> Vec<CardId>) {
        for Kept { locs, ty, secret, of } in self.state().secret_names(seat) {
            let elem = if let Type::List(elem, _) = ty.bare() { elem } else { &ty };
            let Type::Card(kinds) = *elem.bare() else { continue };
            let single = matches!(locs[0], Loc::Mem(_));
            let perhaps = !secret.whether && (!single || ty.may_be_none());
            let count = match (perhaps, locs[0]) {
                (false, loc) => self.state().cards_at(loc).len(),
                (true, Loc::MemList(_, cap, _)) => usize::from(cap),
                (true, _) if single => 1,
                (true, _) => usize::from(self.program.schema.cards),
            };
            if count == 0 {
                continue;
            }
            let cards = guess(Unknown { kinds, zone: secret.zone, of, count, perhaps });
            let cards: Vec<i64> = cards.iter().map(|card| i64::from(card.0)).collect();
            for loc in locs {
                self.executor().put_cards_at(loc, &cards, perhaps);
            }
        }
        self.mem.dirty = u64::MAX;
    }

    /// Where it may be a secret who was shown a card or a counter, or who is told what chance
    /// decides, nothing is left of it but what this seat was shown itself, and what all see.
    pub fn suppose_nobody_told(&mut self, seat: u8) {
        let (own, book) = (1u32.checked_shl(u32::from(seat)).unwrap_or(0), &self.program.book);
        let (asides, shows, sets) = (book.asides, book.secret_shows, book.secret_knowers);
        if shows {
            self.executor().know_by_place(own, sets);
        }
        if asides {
            self.executor().forget_asides(own);
        }
    }
}

impl Executor<'_> {
    /// Cards are known to those who see where they lie, and to these seats, if they were.
    fn know_by_place(&mut self, own: u32, sets: bool) {
        let cards: Vec<u16> = (0..self.program.schema.cards)
            .filter(|card| sets || self.state().lies_in_order(*card))
            .collect();
        for card in &cards {
            let known = self.state().known(*card) & own;
            self.set_known(*card, known);
        }
        // Who sees a card that lies in another hangs on who knows that one.
        for _ in 0..self.program.schema.cards {
            let mut more = false;
            for card in &cards {
                let known = self.state().known(*card);
                let seers = self.state().seers(self.state().loc(*card));
                more |= known | seers != known;
                self.set_known(*card, known | seers);
            }
            if !more {
                break;
            }
        }
    }

    /// Who was shown counters, and how much was decided for some alone.
    fn forget_asides(&mut self, own: u32) {
        for id in 0..self.program.schema.counters.len() {
            let family = self.program.schema.counters[id];
            for shown in (0..u32::from(family.n)).filter_map(|at| family.shown_to(at)) {
                let seats = self.pos.get(shown) & own;
                self.pos.set(shown, seats);
            }
        }
        if let Some(apart) = self.program.schema.apart {
            self.pos.zero(apart.told, 4 * apart.stretches);
            self.pos.zero(apart.counts, 2 * u32::from(counts_apart(self.program.schema.seats)));
        }
        self.pos.set(header::UNSEEN, 0);
    }
}

impl State<'_> {
    fn lies_in_order(self, card: u16) -> bool {
        let at = self.loc(card);
        let inst = self.inst(i64::from(at)).filter(|_| at != NOWHERE);
        inst.is_some_and(|inst| inst.shape != houserules_lang::ir::ZoneShape::Set)
    }
}
