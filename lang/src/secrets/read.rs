//! Who may read an expression or a domain, given what is known of the names in it.

use super::changes::Thing;
use super::effects::whole_deck;
use super::kept::Kept;
use super::members::{Members, are_unlike, is_card};
use super::mixes::Mixed;
use super::readers::{Known, Readers, Seat};
use super::shown::AllShown;
use super::travels::Travels;
use crate::ir::{
    Base, BoardWord, CounterId, Domain, Expr, ExprKind, Fold, LocalId, Move, Owner, Rulebook, Seen,
    Travel, Type, WordId, ZoneId, ZoneShape,
};
use std::collections::{BTreeMap, BTreeSet};

/// Words nest without circles, so this is never reached by a checked rulebook.
const DEEPEST: u16 = 64;

/// Pairs of names that may stand for the same card, the smaller first.
pub(super) type Twins = BTreeSet<(LocalId, LocalId)>;

/// What is known of the names of one body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Names {
    /// By local; none: not bound yet.
    pub(super) known: Vec<Option<Known>>,
    /// How deep in words.
    pub(super) depth: u16,
    /// Decks of which all know what is in them, though not where: in the set-up, while nothing else
    /// was done with them.
    pub(super) whole: BTreeSet<ZoneId>,
    /// Counters and zones that were shown, and that nothing has changed since.
    pub(super) shown: AllShown,
    /// What chance has given and nobody knows yet, with who knows what it was drawn from: to them
    /// it tells nothing but itself.
    pub(super) thrown: BTreeMap<LocalId, Readers>,
    /// Counters of the table that name whoever was asked to choose secretly, and what these are
    /// called.
    pub(super) asked: BTreeMap<CounterId, Seat>,
    /// Cards that were chosen one after the other, and may be the same one.
    pub(super) twins: Twins,
}

impl Names {
    pub(super) fn new(count: usize) -> Self {
        Self {
            known: vec![None; count],
            depth: 0,
            whole: BTreeSet::new(),
            shown: AllShown::default(),
            thrown: BTreeMap::new(),
            asked: BTreeMap::new(),
            twins: Twins::new(),
        }
    }

    pub(super) fn bind(&mut self, local: LocalId, known: Known) {
        self.thrown.remove(&local);
        if let Some(slot) = self.known.get_mut(local.index()) {
            *slot = Some(known);
        }
    }

    /// These values are seen by some: what chance has given, and nobody knew, is their secret now.
    pub(super) fn told_to(&mut self, seen: [Option<&Expr>; 2], by: &Readers) {
        for expr in seen.into_iter().flatten() {
            let parts = if let ExprKind::Pair(_, a, b) = &expr.kind {
                vec![&**a, &**b]
            } else {
                vec![expr]
            };
            for part in parts {
                let ExprKind::Local(local) = part.kind else { continue };
                if self.thrown.contains_key(&local) {
                    self.bind(local, Known { info: by.clone(), ..self.get(local) });
                }
            }
        }
    }

    /// The same with other names of seats.
    pub(super) fn rename(&mut self, name: &impl Fn(Seat) -> Seat) {
        for known in self.known.iter_mut().flatten() {
            *known = known.renamed(name);
        }
        for drawn_from in self.thrown.values_mut() {
            *drawn_from = drawn_from.renamed(name);
        }
        for seat in self.asked.values_mut() {
            *seat = name(*seat);
        }
        let followed = |seat: &Seat| *seat != Seat::Somebody;
        self.shown = self.shown.renamed(|seat| Some(name(seat)).filter(followed));
    }

    /// What a seat is called where somebody else acts: `me` and those beside it by a name, if they
    /// have one.
    pub(super) fn elsewhere(&self, seat: Seat) -> Seat {
        if !seat.is_relative() {
            return seat;
        }
        let named = self.known.iter().position(|k| k.as_ref().is_some_and(|k| k.seat == seat));
        let name =
            |at| Seat::Name { depth: self.depth, local: LocalId(at as u16), opponent: false };
        named.map_or(Seat::Somebody, name)
    }

    /// Something was hidden, perhaps under another of these names.
    pub(super) fn blur(&mut self) {
        for known in self.known.iter_mut().flatten() {
            *known = known.blurred();
        }
    }

    /// Cards were mixed out of sight: one that goes by a name may be among them, and which it was
    /// only those can tell who see its face, or the zone.
    pub(super) fn mix(&mut self, mixed: &Mixed) {
        for known in self.known.iter_mut().flatten() {
            let Some(zone) = known.zone else { continue };
            if mixed.shuffled(zone) {
                known.place = known.place.and(&known.lies);
            } else if known.by_face && mixed.drawn(zone) {
                known.place = known.place.and(&known.face).and(&known.lies);
            }
        }
    }

    /// What is known where two ways come together: a card that only one of them has hidden or shown
    /// is in doubt.
    pub(super) fn meet(&mut self, other: &Self) {
        self.whole.retain(|zone| other.whole.contains(zone));
        self.thrown.retain(|local, drawn_from| {
            let others = other.thrown.get(local);
            others.inspect(|others| *drawn_from = drawn_from.and(others)).is_some()
        });
        self.asked.retain(|id, seat| other.asked.get(id) == Some(seat));
        self.meet_shown(other);
        self.twins.extend(&other.twins);
        for (known, other) in self.known.iter_mut().zip(&other.known) {
            if let (Some(known), Some(other)) = (known, other)
                && known != other
            {
                let doubtful = known.face != other.face;
                *known = known.and(other);
                if doubtful {
                    known.face = known.lies.or(&Readers::one(Seat::Somebody));
                }
            }
        }
    }

    /// The cards of a name lie open for all, or will before anybody is asked.
    pub(super) fn open(&mut self, local: LocalId) {
        if let Some(Some(known)) = self.known.get_mut(local.index()) {
            known.face = Readers::Everyone;
        }
    }

    /// Names that were not bound before are out of sight.
    pub(super) fn leave(&mut self, before: &Self) {
        for (known, before) in self.known.iter_mut().zip(&before.known) {
            if before.is_none() {
                *known = None;
            }
        }
    }

    /// Back to where these were the names: what has changed since `began` keeps what was found,
    /// without its `me`.
    pub(super) fn back(&mut self, began: &Self, outer: &Self) {
        let stranger = |s: Seat| if s.is_relative() { Seat::Somebody } else { s };
        for (at, known) in self.known.iter_mut().enumerate() {
            *known = if *known == began.known[at] {
                outer.known[at].clone()
            } else {
                known.as_ref().map(|k| k.renamed(&stranger))
            };
        }
    }

    pub(super) fn is_bound(&self, local: LocalId) -> bool {
        self.known.get(local.index()).is_some_and(Option::is_some)
    }

    pub(super) fn get(&self, local: LocalId) -> Known {
        self.known.get(local.index()).cloned().flatten().unwrap_or_else(Known::public)
    }
}

/// Reads what is known of a rulebook.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    pub(super) book: &'a Rulebook,
    pub(super) lore: Lore,
}

/// Reads of other bodies' parameters, and words already looked at.
#[derive(Debug, Default)]
pub(super) struct Lore {
    /// What is known of the parameters of deeds and moves, from all their callers.
    pub(super) deeds: Vec<Vec<Option<Known>>>,
    /// The same for moves: those that are given, then those that are chosen.
    pub(super) moves: Vec<Vec<Option<Known>>>,
    words: BTreeMap<(WordId, Vec<Known>, AllShown), Known>,
    /// Zones that some rule shows as a whole, and whether to everybody; who has seen them is not
    /// followed.
    shown: BTreeMap<ZoneId, bool>,
    /// Counters that some rule shows.
    pub(super) shown_counters: BTreeSet<CounterId>,
    /// Zones of cards into which something comes while not all know the card.
    pub(super) loaded_unseen: BTreeSet<ZoneId>,
    /// Where cards go that have others in their zones.
    pub(super) travels: Travels,
    /// What counters keep.
    pub(super) kept: Kept,
    /// Some rule hides cards.
    pub(super) hides: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(book: &'a Rulebook) -> Self {
        let deeds = book.deeds.iter().map(|d| vec![None; usize::from(d.params)]).collect();
        let params = |m: &Move| {
            let chosen = m.steps.iter().map(|s| s.local.index() + 1).max();
            chosen.unwrap_or_default().max(usize::from(m.given))
        };
        let moves = book.moves.iter().map(|m| vec![None; params(m)]).collect();
        let lore = Lore { deeds, moves, kept: Kept::new(book), ..Lore::default() };
        Self { book, lore }
    }

    /// A new beginning that keeps which zones are shown.
    pub(super) fn again(&self) -> Self {
        let mut new = Self::new(self.book);
        let Lore { shown, shown_counters, hides, .. } = &self.lore;
        new.lore.shown = shown.clone();
        new.lore.shown_counters = shown_counters.clone();
        new.lore.hides = *hides;
        new
    }

    /// A rule shows these cards to somebody; remembered if they are a whole zone.
    pub(super) fn show_zone(&mut self, cards: &Domain, to_all: bool) {
        let (Base::Zone(zone) | Base::Value(zone)) = &cards.base else { return };
        if let ExprKind::Zone(id, _) = zone.kind
            && cards.filter.is_none()
            && cards.best.is_none()
        {
            *self.lore.shown.entry(id).or_default() |= to_all;
        }
    }

    /// Words read the parameters of running deeds too, which a pass may have lowered.
    pub(super) fn forget_words(&mut self) {
        self.lore.words.clear();
    }

    /// What is known of an expression.
    pub(super) fn expr(&mut self, expr: &Expr, names: &mut Names) -> Known {
        match &expr.kind {
            // What a text tells is looked at where it is read.
            ExprKind::Const(value) => self.named_card(value, names),
            ExprKind::Text(_) | ExprKind::Option(_) | ExprKind::Seats | ExprKind::Path => {
                Known::public()
            }
            ExprKind::Me => Known { seat: Seat::Me, ..Known::public() },
            ExprKind::Local(local) => names.get(*local),
            ExprKind::Committed(local, seat) => self.committed(*local, seat, names),
            ExprKind::Neighbour(of, steps) => {
                let of = self.expr(of, names);
                let seat = if of.seat == Seat::Me { Seat::Beside(*steps) } else { Seat::Somebody };
                Known { seat, ..of }
            }
            ExprKind::RunLocal(body, local) => self.of_run(*body, *local),
            ExprKind::Word(word, args) => self.word(*word, args, names),
            ExprKind::Counter(id, key) => self.counter(*id, key.as_deref(), names),
            ExprKind::Zone(id, key) => self.zone(*id, key.as_deref(), names),
            ExprKind::Field(of, _) => self.field(of, names),
            ExprKind::SlotCard(zone) => {
                Known { by_face: false, of_a_set: false, ..self.expr(zone, names) }
            }
            ExprKind::Place(zone, at) => {
                let (zone, at) = (self.expr(zone, names), self.expr(at, names));
                let info = zone.info.and(&at.info);
                Known { info, by_face: false, of_a_set: false, ..zone }
            }
            ExprKind::IsRow(card, _) | ExprKind::IsKind(card, _) => {
                let card = self.expr(card, names);
                Known::of(card.info.and(&card.face))
            }
            ExprKind::If(test, a, b) => {
                let known = self.expr(test, names);
                let a = self.where_so((test, true), a, names);
                let either = a.and(&self.where_so((test, false), b, names));
                Known { info: either.info.and(&known.info), ..either }
            }
            ExprKind::And(a, b) => {
                let info = self.expr(a, names).info;
                Known::of(info.and(&self.where_so((a, true), b, names).info))
            }
            ExprKind::Or(a, b) => {
                let info = self.expr(a, names).info;
                Known::of(info.and(&self.where_so((a, false), b, names).info))
            }
            ExprKind::Let(local, value, then) => {
                let known = self.expr(value, names);
                names.bind(*local, known);
                self.expr(then, names)
            }
            ExprKind::Remembered(all) => Known::of(self.noted(all, names)),
            ExprKind::After(of, deed, args) => self.after((of, *deed), args, names),
            // Who reads the word knows that it goes on for ever.
            ExprKind::TooDeep(_) => Known::public(),
            ExprKind::Otherwise(a, b) => self.expr(a, names).and(&self.expr(b, names)),
            ExprKind::Not(a) | ExprKind::Minus(a) | ExprKind::IsNone(a) => {
                Known::of(self.expr(a, names).info)
            }
            ExprKind::Position(a) => {
                let card = self.expr(a, names);
                Known::of(card.info.and(&card.place))
            }
            ExprKind::Same(a, b) => Known::of(self.same(a, b, names)),
            ExprKind::Sees(who, what) => Known::of(self.sees(who, what, names)),
            ExprKind::Less(a, b)
            | ExprKind::LessEq(a, b)
            | ExprKind::Arith(_, a, b)
            | ExprKind::Square(_, a, b)
            | ExprKind::Pair(_, a, b) => {
                Known::of(self.expr(a, names).info.and(&self.expr(b, names).info))
            }
            ExprKind::Board(word, args) => self.board(*word, args, names),
            ExprKind::Count(domain) | ExprKind::IsEmpty(domain) => {
                Known::of(self.domain(domain, names).info)
            }
            ExprKind::First(domain) => self.domain(domain, names).first(domain.order),
            ExprKind::List(domain) => {
                let Members { info, member, .. } = self.domain(domain, names);
                Known { info, ..member }
            }
            ExprKind::Quantified(_, local, domain, of)
            | ExprKind::Fold(Fold { local, over: domain, of, .. }) => {
                let members = self.domain(domain, names);
                let info = members.info.clone();
                names.bind(*local, members.each());
                Known::of(info.and(&self.expr(of, names).info))
            }
            ExprKind::In(one, domain) => Known::of(self.among(one, domain, names)),
            ExprKind::SameList(a, b, _) => {
                let (a, b) = (self.domain(a, names), self.domain(b, names));
                let faces = a.member.face.and(&b.member.face);
                Known::of(a.info.and(&b.info).and(&faces))
            }
            ExprKind::RowsAre(a, ..) => {
                let a = self.domain(a, names);
                Known::of(a.info.and(&a.member.face))
            }
            ExprKind::Distance(search) => Known::of(self.travel(search, names)),
        }
    }

    /// What is known of an expression that is read only where a condition holds, or does not.
    fn where_so(&mut self, (test, truth): (&Expr, bool), of: &Expr, names: &mut Names) -> Known {
        let called = names.begin_as_me(test, truth);
        let known = self.expr(of, names);
        names.end_as_me(&called);
        known
    }

    /// Who may know a value before they see it, so that seeing it tells them nothing else:
    /// of what chance has just given, whoever knows what it was drawn from.
    pub(super) fn told_by(&mut self, expr: &Expr, names: &mut Names) -> Readers {
        if let ExprKind::Pair(_, a, b) = &expr.kind {
            return self.told_by(a, names).and(&self.told_by(b, names));
        }
        if let ExprKind::Local(local) = &expr.kind
            && let Some(drawn_from) = names.thrown.get(local)
        {
            return drawn_from.clone();
        }
        self.expr(expr, names).info
    }

    /// Grids are seen by everyone; a square under a spot's assumption shows the card that is
    /// assumed.
    fn board(&mut self, word: BoardWord, args: &[Expr], names: &mut Names) -> Known {
        let all: Vec<Known> = args.iter().map(|a| self.expr(a, names)).collect();
        let info = all.iter().fold(Readers::Everyone, |info, k| info.and(&k.info));
        let face = all.first().map_or(Readers::Everyone, |k| k.face.clone());
        match word {
            BoardWord::Part | BoardWord::Edge => Known::of(info.and(&face)),
            BoardWord::X | BoardWord::Y | BoardWord::Turn => Known::of(info),
            BoardWord::SquareAt
            | BoardWord::SpotAt
            | BoardWord::Middle
            | BoardWord::Tile
            | BoardWord::Next
            | BoardWord::Over
            | BoardWord::Beside => Known { info, face, ..Known::public() },
        }
    }

    /// Who can follow a search on a map.
    fn travel(&mut self, search: &Travel, names: &mut Names) -> Readers {
        let ends = self.expr(&search.from, names).info.and(&self.expr(&search.to, names).info);
        let Some((a, b, fare)) = &search.fare else { return ends };
        names.bind(*a, Known::public());
        names.bind(*b, Known::public());
        ends.and(&self.expr(fare, names).info)
    }

    fn counter(&mut self, id: CounterId, key: Option<&Expr>, names: &mut Names) -> Known {
        let counter = &self.book.counters[id.index()];
        let seen = self.seen(counter.seen, key, names);
        let of_card = matches!(counter.owner, Owner::Card(_));
        let of_player = matches!(counter.owner, Owner::Player);
        let kept = self.kept(id, key, names);
        let asked = names.asked.get(&id).filter(|_| key.is_none()).copied();
        let key = key.map_or_else(Known::public, |k| self.expr(k, names));
        let know = names.who_know(Thing::Counter(id), of_player.then_some(key.seat));
        let info = seen.or(&know).and(&key.info);
        let info = if of_card { info.and(&key.carrier()) } else { info };
        Known { info, seat: asked.unwrap_or(Seat::Somebody), ..kept }
    }

    fn zone(&mut self, id: ZoneId, key: Option<&Expr>, names: &mut Names) -> Known {
        let zone = &self.book.zones[id.index()];
        let lies = self.seen(zone.seen, key, names);
        let of_card = matches!(zone.owner, Owner::Card(_));
        let key = key.map(|k| self.expr(k, names));
        let know = names.who_know(Thing::Zone(id), key.as_ref().map(|key| key.seat));
        let face = self.coming_to(id, &lies).or(&know);
        let by_face = zone.shape == ZoneShape::Set;
        let info = key.as_ref().map_or(Readers::Everyone, |key| key.info.clone());
        let (of_a_set, zone) = (by_face, Some(id));
        let known = Known { info, face, lies, by_face, of_a_set, zone, ..Known::public() };
        match key {
            Some(key) if of_card => self.carried(id, known, &key),
            Some(_) | None => known,
        }
    }

    /// Who may know a card that comes to a zone: those who see what lies there, and perhaps those
    /// to whom a rule shows it.
    pub(super) fn coming_to(&self, id: ZoneId, lies: &Readers) -> Readers {
        match self.lore.shown.get(&id) {
            None => lies.clone(),
            Some(false) => lies.or(&Readers::one(Seat::Somebody)),
            Some(true) => lies.or(&Readers::one(Seat::Shown(id))),
        }
    }

    /// Who can tell whether two values are the same.
    fn same(&mut self, a: &Expr, b: &Expr, names: &mut Names) -> Readers {
        let cards = is_card(a) && is_card(b);
        let (a, b) = (self.expr(a, names), self.expr(b, names));
        let told = if cards { a.told_from(&b) } else { Readers::Everyone };
        a.info.and(&b.info).and(&told)
    }

    /// Who can tell whether something is among others.
    fn among(&mut self, one: &Expr, others: &Domain, names: &mut Names) -> Readers {
        let card = is_card(one);
        let (one, members) = (self.expr(one, names), self.domain(others, names));
        let info = one.info.and(&members.info).and(&members.member.which());
        if card { info.and(&members.told_of(&one)) } else { info }
    }

    /// Who can tell whether a player knows this: of a card, the player, and others only if they can
    /// tell which card it is and are told of all that is shown.
    fn sees(&mut self, who: &Expr, what: &Expr, names: &mut Names) -> Readers {
        let card = is_card(what);
        let (who, what) = (self.expr(who, names), self.expr(what, names));
        let info = who.info.and(&what.info);
        if !card {
            return info;
        }
        let others = if self.book.secret_shows { Readers::NOBODY } else { what.spot() };
        info.and(&others.or(&Readers::one(who.seat)))
    }

    /// A printed field.
    fn field(&mut self, of: &Expr, names: &mut Names) -> Known {
        let card = is_card(of);
        let of = self.expr(of, names);
        Known::of(if card { of.info.and(&of.face) } else { of.info })
    }

    /// Who sees that a counter changes: whoever was shown it, too.
    pub(super) fn watchers(
        &mut self,
        id: CounterId,
        key: Option<&Expr>,
        names: &mut Names,
    ) -> Readers {
        if self.lore.shown_counters.contains(&id) {
            Readers::Everyone
        } else {
            self.readers_of(id, key, names)
        }
    }

    /// Who sees what a counter holds. A card's is seen by those who know the card, whoever that is.
    pub(super) fn readers_of(
        &mut self,
        id: CounterId,
        key: Option<&Expr>,
        names: &mut Names,
    ) -> Readers {
        let Some(counter) = self.book.counters.get(id.index()) else { return Readers::Everyone };
        match counter.owner {
            Owner::Card(_) if counter.seen != Seen::Nobody => Readers::Everyone,
            Owner::Card(_) | Owner::Table | Owner::Player | Owner::Enum(_) | Owner::Run(_) => {
                self.seen(counter.seen, key, names)
            }
        }
    }

    fn seen(&mut self, seen: Seen, key: Option<&Expr>, names: &mut Names) -> Readers {
        match (seen, key) {
            (Seen::Everyone, _) => Readers::Everyone,
            (Seen::Nobody, _) | (Seen::Owner, None) => Readers::NOBODY,
            (Seen::Owner, Some(key)) => Readers::one(self.owner_of_key(key, names)),
        }
    }

    /// The player whose things have this key.
    pub(super) fn owner_of_key(&mut self, key: &Expr, names: &mut Names) -> Seat {
        let owner = if let ExprKind::Pair(_, owner, _) = &key.kind { owner } else { key };
        self.expr(owner, names).seat
    }

    fn word(&mut self, id: WordId, args: &[Expr], names: &mut Names) -> Known {
        let known: Vec<_> = args.iter().map(|a| self.expr(a, names)).collect();
        let asked = (id, known, names.shown.clone());
        if let Some(found) = self.lore.words.get(&asked) {
            return found.clone();
        }
        let book = self.book;
        let word = &book.words[id.index()];
        if names.depth >= DEEPEST {
            return Known::of(Readers::NOBODY);
        }
        let mut inner = Names::new(word.locals.len());
        inner.depth = names.depth + 1;
        inner.shown = names.shown.clone();
        for (at, arg) in asked.1.iter().enumerate() {
            inner.bind(LocalId(at as u16), arg.clone());
        }
        let result = self.expr(&word.value, &mut inner);
        self.lore.words.insert(asked, result.clone());
        result
    }

    /// Who may read what a word says about things that lie open.
    pub(super) fn open_word(&mut self, id: WordId) -> Readers {
        let book = self.book;
        let Some(word) = book.words.get(id.index()) else { return Readers::Everyone };
        let mut names = Names::new(word.locals.len());
        (0..word.locals.len()).for_each(|at| names.bind(LocalId(at as u16), Known::public()));
        self.expr(&word.value, &mut names).info
    }

    /// What is known of a domain and of its members.
    pub(super) fn domain(&mut self, domain: &Domain, names: &mut Names) -> Members {
        self.domain_as(domain, Seat::Somebody, names)
    }

    /// The same where each member that is a player has this name: what only the member itself can
    /// read, it reads.
    pub(super) fn domain_as(&mut self, domain: &Domain, each: Seat, names: &mut Names) -> Members {
        let mut members = self.base(&domain.base, names);
        if let Some((local, test)) = &domain.filter {
            let info = self.of_member(&members, *local, (domain, test), names);
            let seat = self.name_seat(&members.member, *local, domain, names.depth).seat;
            let outside = info.renamed(&|s| if s == seat { each } else { s });
            members.info = members.info.and(&outside);
            members = members.some();
        }
        if let Some((_, local, key)) = &domain.best {
            let info = self.of_member(&members, *local, (domain, key), names);
            let seat = self.name_seat(&members.member, *local, domain, names.depth).seat;
            // Who is best depends on all the others.
            let outside = info.renamed(&|s| if s == seat { Seat::Somebody } else { s });
            members.info = members.info.and(&outside);
            members = members.some();
        }
        members
    }

    /// Who may read what is said of a member.
    fn of_member(
        &mut self,
        members: &Members,
        local: LocalId,
        (domain, said): (&Domain, &Expr),
        names: &mut Names,
    ) -> Readers {
        let each = members.clone().each();
        let mut member = self.name_seat(&each, local, domain, names.depth);
        if whole_deck(domain).is_some_and(|deck| names.whole.contains(&deck)) {
            member.face = Readers::Everyone;
        }
        names.bind(local, member);
        self.expr(said, names).info
    }

    /// A member under a name: a player becomes that name's seat.
    pub(super) fn name_seat(
        &self,
        member: &Known,
        local: LocalId,
        domain: &Domain,
        depth: u16,
    ) -> Known {
        if domain.elem.bare() != &Type::Player {
            return member.clone();
        }
        let opponent = matches!(domain.base, Base::Players { opponents: true, .. });
        Known { seat: Seat::Name { depth, local, opponent }, ..member.clone() }
    }

    fn base(&mut self, base: &Base, names: &mut Names) -> Members {
        match base {
            Base::Enum(_) | Base::Bools | Base::Lines(..) => Members::open(),
            Base::Places(search) | Base::Way(search) => {
                Members { info: self.travel(search, names), ..Members::open() }
            }
            Base::Squares(of) | Base::SpotSquares(of) => {
                let known = self.expr(of, names);
                let member = Known { face: known.face, ..Known::public() };
                Members { info: known.info, member, ..Members::open() }
            }
            Base::Spots { card, place, .. } => {
                let (card, place) = (self.expr(card, names), self.expr(place, names));
                // How many spots there are tells of which size the tile is.
                let sizes: BTreeSet<_> = self
                    .book
                    .kinds
                    .iter()
                    .filter_map(|k| k.tile.as_ref())
                    .map(|t| (t.width, t.height))
                    .collect();
                let size = if sizes.len() > 1 { card.face.clone() } else { Readers::Everyone };
                let member = Known { face: card.face.and(&place.face), ..Known::public() };
                let info = card.info.and(&place.info).and(&size);
                Members { info, member, ..Members::open() }
            }
            Base::Reach { from, member, next } => {
                let from = self.expr(from, names);
                let first = Known { info: Readers::Everyone, seat: Seat::Somebody, ..from.clone() };
                names.bind(*member, first.clone());
                let next = self.expr(next, names);
                let one =
                    Known { info: Readers::Everyone, seat: Seat::Somebody, ..first.and(&next) };
                let info = from.info.and(&next.info);
                Members { info, member: one, picked: true, scattered: true }
            }
            Base::Players { from, .. } => {
                let info = from.as_ref().map_or(Readers::Everyone, |f| self.expr(f, names).info);
                Members { info, ..Members::open() }
            }
            Base::Range(a, b) => {
                let info = self.expr(a, names).info.and(&self.expr(b, names).info);
                Members { info, ..Members::open() }
            }
            Base::Onwards(a) => Members { info: self.expr(a, names).info, ..Members::open() },
            Base::Zone(zone) | Base::Value(zone) => self.list(zone, names),
            Base::Top(zone, n) | Base::Bottom(zone, n) => {
                let info = self.expr(n, names).info;
                let members = self.list(zone, names).some();
                Members { info: members.info.and(&info), ..members }
            }
            Base::Items(items) => {
                let all: Vec<_> = items.iter().map(|e| self.expr(e, names)).collect();
                let info = all.iter().fold(Readers::Everyone, |info, k| info.and(&k.info));
                let member = all.into_iter().reduce(|a, b| a.and(&b)).unwrap_or_else(Known::public);
                Members {
                    info,
                    member: Known { info: Readers::Everyone, by_face: false, ..member },
                    picked: true,
                    scattered: items.len() > 1,
                }
            }
            Base::Union(parts) => {
                let (unlike, all) =
                    (are_unlike(parts), parts.iter().map(|d| self.domain(d, names)));
                all.reduce(|a, b| a.joined(&b, unlike)).unwrap_or_else(Members::open)
            }
            Base::Cut { of, n, .. } => {
                let members = self.domain(of, names).some();
                Members { info: members.info.and(&self.expr(n, names).info), ..members }
            }
            Base::Minus(a, b) => {
                let (a, b) = (self.domain(a, names), self.domain(b, names));
                let info = a.info.and(&b.info).and(&a.told_apart(&b));
                Members { info, picked: a.picked || b.picked, ..a }
            }
        }
    }

    /// A zone or a list value as a domain.
    fn list(&mut self, list: &Expr, names: &mut Names) -> Members {
        let known = self.expr(list, names);
        let picked = !matches!(list.ty, Type::Zone(_));
        let info = known.info.clone();
        let member = Known { info: Readers::Everyone, ..known };
        Members { info, member, picked, scattered: picked }
    }
}
