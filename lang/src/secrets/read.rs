//! Who may read an expression or a domain, given what is known of the names in it.

use super::changes::Thing;
use super::lore::Lore;
use super::members::{Members, is_card};
use super::names::{Names, reckoned_with};
use super::readers::{Known, Readers, Seat};
use crate::ir::{
    Base, BoardWord, CounterId, Domain, Expr, ExprKind, Fold, LocalId, Owner, Rulebook, Seen,
    Travel, WordId, ZoneId, ZoneShape,
};

/// Words nest without circles, so this is never reached by a checked rulebook.
const DEEPEST: u16 = 64;

/// Reads what is known of a rulebook.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    pub(super) book: &'a Rulebook,
    pub(super) lore: Lore,
}

impl<'a> Reader<'a> {
    pub(super) fn new(book: &'a Rulebook) -> Self {
        Self { book, lore: Lore::of(book) }
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
            ExprKind::Neighbour(of, steps) => self.expr(of, names).neighbour(*steps),
            ExprKind::RunLocal(body, local) => self.of_run(*body, *local),
            ExprKind::Word(word, args) => self.word(*word, args, names),
            ExprKind::Counter(id, key) => self.counter(*id, key.as_deref(), names),
            ExprKind::Zone(id, key) => self.zone(*id, key.as_deref(), names),
            ExprKind::Field(of, _) => self.field(of, names),
            ExprKind::SlotCard(zone) => {
                Known { by_face: false, of_a_set: false, ..self.expr(zone, names) }
            }
            ExprKind::Place(zone, at) => {
                let zone = Known { by_face: false, of_a_set: false, ..self.expr(zone, names) };
                Known { info: zone.info.and(&self.expr(at, names).info), ..zone }
            }
            ExprKind::IsRow(card, _) | ExprKind::IsKind(card, _) => {
                let card = self.expr(card, names);
                Known::of(card.info.and(&card.face))
            }
            ExprKind::If(test, a, b) => self.either(test, a, b, names),
            ExprKind::And(a, b) => Known::of(self.joined(a, true, b, names)),
            ExprKind::Or(a, b) => Known::of(self.joined(a, false, b, names)),
            ExprKind::Let(local, value, then) => {
                let known = self.expr(value, names);
                names.bind(*local, known);
                self.expr(then, names)
            }
            ExprKind::Remembered(all) => Known::of(self.noted(all, names)),
            ExprKind::After(of, deed, args) => self.after(of, *deed, args, names),
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
                Known::of(self.of_each(*local, domain, of, names))
            }
            ExprKind::In(one, domain) => Known::of(self.among(one, domain, names)),
            ExprKind::SameList(a, b, _) => {
                let (a, b) = (self.faces(a, names), self.faces(b, names));
                Known::of(a.and(&b))
            }
            ExprKind::RowsAre(a, ..) => Known::of(self.faces(a, names)),
            ExprKind::Distance(search) => Known::of(self.travel(search, names)),
        }
    }

    /// One of two values.
    fn either(&mut self, test: &Expr, a: &Expr, b: &Expr, names: &mut Names) -> Known {
        let known = self.expr(test, names);
        let a = self.where_so(test, true, a, names);
        let either = a.and(&self.where_so(test, false, b, names));
        Known { info: either.info.and(&known.info), ..either }
    }

    /// Who can read a condition and a second one, which counts only where the first has come out
    /// so.
    fn joined(&mut self, test: &Expr, truth: bool, then: &Expr, names: &mut Names) -> Readers {
        let info = self.expr(test, names).info;
        info.and(&self.where_so(test, truth, then, names).info)
    }

    /// Who can read what is said of all members.
    fn of_each(&mut self, local: LocalId, over: &Domain, of: &Expr, names: &mut Names) -> Readers {
        let members = self.domain(over, names);
        let info = members.info.clone();
        info.and(&self.said_of(members.each(), local, of, names))
    }

    /// Who can read what is said of something by a name.
    pub(super) fn said_of(
        &mut self,
        known: Known,
        local: LocalId,
        said: &Expr,
        names: &mut Names,
    ) -> Readers {
        names.bind(local, known);
        let info = self.expr(said, names).info;
        names.unbind(local);
        info
    }

    /// Who can read which members there are, and their faces.
    fn faces(&mut self, of: &Domain, names: &mut Names) -> Readers {
        let members = self.domain(of, names);
        members.info.and(&members.member.face)
    }

    /// What is known of an expression that is read only where a condition holds, or does not.
    fn where_so(&mut self, test: &Expr, truth: bool, of: &Expr, names: &mut Names) -> Known {
        let called = names.begin_as_me(test, truth);
        let known = self.expr(of, names);
        names.end_as_me(&called);
        known
    }

    /// Who may know a value before they see it, so that seeing it tells them nothing else:
    /// of what chance has just given, whoever knows what it was drawn from.
    pub(super) fn told_by(&mut self, expr: &Expr, names: &mut Names) -> Readers {
        if let Some(parts) = reckoned_with(expr) {
            let told = |all: Readers, part: &Expr| all.and(&self.told_by(part, names));
            return parts.into_iter().fold(Readers::Everyone, told);
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
    pub(super) fn travel(&mut self, search: &Travel, names: &mut Names) -> Readers {
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
        let counter = &self.book[id];
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
        let word = &book[id];
        let mut names = Names::new(word.locals.len());
        (0..word.locals.len()).for_each(|at| names.bind(LocalId(at as u16), Known::public()));
        self.expr(&word.value, &mut names).info
    }
}
