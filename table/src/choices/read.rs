//! Reading a typed choice against the decision that is open: by names, never by index.

use crate::choices::copies::differ_unseen;
use crate::choices::menu::{Asking, is_hidden};
use crate::choices::scan::{Term, terms};
use crate::visibility::Viewer;
use crate::visibility::layout::is_ordered;
use houserules_interpreter::ask::{Answer, Engine, Illegality, Offered, Options};
use houserules_lang::ir::{
    CardId, KindSet, MoveId, Owner, Pick, RowId, Spot, Square, Step, Type, Value, ZoneShape,
};
use houserules_lang::letters::composed;
use houserules_lang::naming::{listed, loose, row_in_words};
use houserules_lang::spelling::nearest;

/// What a text means in a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picked {
    /// The entry.
    pub what: Offered,
    /// What is handed in.
    pub answer: Answer,
}

/// Why a text means nothing here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// It cannot be read.
    Unclear {
        /// What is wrong.
        message: String,
        /// What to write instead.
        help: Option<String>,
    },
    /// It can be read, but the rules refuse it.
    Refused {
        /// The entry that was meant.
        what: Offered,
        /// Its values so far.
        args: Vec<Value>,
        /// Why not.
        why: Illegality,
    },
}

fn unclear(message: impl Into<String>, help: Option<String>) -> Problem {
    Problem::Unclear { message: message.into(), help }
}

/// The leading words of a choice joined to one name, the longest first, each with the terms behind
/// it.
fn words_joined(terms: &[Term]) -> Vec<(String, &[Term])> {
    let mut name = String::new();
    let mut heads = Vec::new();
    for (at, term) in terms.iter().enumerate().take(WORDS_IN_A_NAME) {
        let Term::Word(word) = term else { break };
        if at > 0 {
            name.push('_');
        }
        name.push_str(word);
        heads.push((name.clone(), &terms[at + 1..]));
    }
    heads.reverse();
    heads
}

/// Words that a name may be typed in.
const WORDS_IN_A_NAME: usize = 6;

/// Options listed in a help.
const LISTED: usize = 12;

impl<E: Engine> Asking<'_, E> {
    /// What a text means: `buy Ben [pink 2] $1`, `take Cell(1, 1)`, `pass`, or only values where
    /// values are asked for.
    ///
    /// # Errors
    /// Why it means nothing, or why it is refused.
    pub fn parse(&mut self, text: &str) -> Result<Picked, Problem> {
        let terms = terms(text).map_err(|message| unclear(message, None))?;
        let offers = self.engine.offers(self.seat);
        if offers.is_empty() {
            let what = Offered::Values;
            return Err(Problem::Refused { what, args: Vec::new(), why: Illegality::NotAsked });
        }
        let Some(Term::Word(_)) = terms.first() else {
            return self.values(&offers, &terms);
        };
        // Menus show `snap_own` as "snap own": the longest run of words that names something is
        // meant.
        let heads = words_joined(&terms);
        let named = heads.iter().find_map(|(head, rest)| self.entry_named(&offers, head, rest));
        let Some((offer, rest)) = named else {
            let absent =
                heads.iter().find_map(|(head, rest)| Some((self.move_named(head)?, *rest)));
            return match absent {
                Some((id, rest)) => Err(self.refuse_absent(id, rest)),
                None => self.values(&offers, &terms),
            };
        };
        self.fill(offers[offer].clone(), offer, rest)
    }

    fn values(&mut self, offers: &[Offered], terms: &[Term]) -> Result<Picked, Problem> {
        if let Some(offer) = offers.iter().position(|o| *o == Offered::Values) {
            return self.fill(Offered::Values, offer, terms);
        }
        // Where there is but one move, what it asks for says which is meant.
        let mut moves = offers.iter().enumerate().filter(|(_, o)| matches!(o, Offered::Move(..)));
        if let (Some((offer, what)), None) = (moves.next(), moves.next()) {
            let filled = self.fill(what.clone(), offer, terms);
            if matches!(filled, Ok(_) | Err(Problem::Refused { .. })) {
                return filled;
            }
            if let Some(said) = self.not_there_said((what, &[]), terms) {
                return Err(unclear(said, None));
            }
        }
        let names: Vec<String> = offers.iter().map(|o| self.name(o, offers)).collect();
        let typed = if let Some(Term::Word(word)) = terms.first() { word.as_str() } else { "" };
        let help = match nearest(typed, names.iter().map(String::as_str)) {
            Some(name) => format!("did you mean `{name}`?"),
            None => format!("say {}", listed(&quoted(&names), "or")),
        };
        let message = if typed.is_empty() {
            "that begins with no choice".into()
        } else if loose(typed) == "pass" {
            "nobody may pass here".into()
        } else {
            format!("there is no `{typed}` to choose here")
        };
        Err(unclear(message, Some(help)))
    }

    /// The entry of that name, and the terms left for its steps. `beat(3)` and a bare `beat` both
    /// find `beat(3)`.
    fn entry_named<'t>(
        &self,
        offers: &[Offered],
        word: &str,
        rest: &'t [Term],
    ) -> Option<(usize, &'t [Term])> {
        let named =
            |same: &dyn Fn(&str) -> bool| offers.iter().position(|o| same(&self.name(o, offers)));
        let bare = |name: &str| name.split('(').next().unwrap_or(name).to_string();
        let found = named(&|n| !n.is_empty() && squash(n) == squash(word))
            .or_else(|| {
                named(&|n| !n.is_empty() && squash(n).to_lowercase() == squash(word).to_lowercase())
            })
            .or_else(|| named(&|n| !n.is_empty() && bare(n) == word))?;
        Some((found, rest))
    }

    fn move_named(&self, word: &str) -> Option<MoveId> {
        let at = self.book().moves.iter().position(|m| m.name == word)?;
        Some(MoveId(at as u16))
    }

    fn refuse_absent(&mut self, id: MoveId, terms: &[Term]) -> Problem {
        let what = Offered::Move(id, Vec::new(), None);
        let hidden = usize::from(is_hidden(self.book(), &what));
        let steps = self.steps(&what);
        let mut left = terms;
        let args = if hidden == 1 {
            Vec::new()
        } else {
            let strange = steps.iter().map_while(|step| {
                let (first, rest) = left.split_first()?;
                let alone = self.stranger(step, first).map(|value| (value, rest));
                let (value, rest) = alone.or_else(|| {
                    let (card, rest) = self.card_in_words(left)?;
                    Some((self.stranger(step, &card)?, rest))
                })?;
                left = rest;
                Some(value)
            });
            strange.collect::<Vec<_>>()
        };
        let why = self.refused(&what, &args).unwrap_or(Illegality::NotInMenu);
        if matches!(why, Illegality::Needs(_) | Illegality::Once(_) | Illegality::NothingFor(_))
            && let Some(said) = self.not_there_said((&what, &args), left)
        {
            return unclear(said, None);
        }
        Problem::Refused { what, args, why }
    }

    /// That a card is not where the next step picks from, if the reader sees all that lies there.
    fn not_there_said(
        &mut self,
        (what, args): (&Offered, &[Value]),
        terms: &[Term],
    ) -> Option<String> {
        let several = self.card_in_words(terms).map(|(card, _)| card);
        let (Term::Word(words) | Term::Card(None, words)) = several.as_ref().or(terms.first())?
        else {
            return None;
        };
        let rows = self.rows(words);
        let [row] = rows.as_slice() else { return None };
        let zone = self.picked_from(what, args)?;
        Some(format!("{} is not in {zone}", row_in_words(self.book(), *row)))
    }

    fn refused(&mut self, what: &Offered, args: &[Value]) -> Option<Illegality> {
        self.engine.may(self.seat?, what, args).err()
    }

    fn fill(&mut self, what: Offered, offer: usize, terms: &[Term]) -> Result<Picked, Problem> {
        let mut terms = terms;
        let mut args = Vec::new();
        while let Some(options) = self.engine.options(self.seat, offer, &args) {
            let hidden = args.is_empty() && is_hidden(self.book(), &what);
            let forced = match &options {
                Options::Members(m) if hidden || (m.len() == 1 && terms.is_empty()) => {
                    m.first().cloned()
                }
                _ => None,
            };
            let value = match forced {
                Some(value) => value,
                None => {
                    let (value, rest) = self.next_value((&what, &args), &options, terms)?;
                    terms = rest;
                    value
                }
            };
            args.push(value);
        }
        if !terms.is_empty() {
            let message = format!("there are {} words too many", terms.len());
            return Err(unclear(message, None));
        }
        Ok(Picked { what, answer: Answer { offer, args } })
    }

    /// What the next terms mean for a step, and the terms behind them. A name may be typed in
    /// several words.
    fn next_value<'t>(
        &mut self,
        (what, args): (&Offered, &[Value]),
        options: &Options,
        terms: &'t [Term],
    ) -> Result<(Value, &'t [Term]), Problem> {
        let Some((first, rest)) = terms.split_first() else {
            return Err(self.too_short(what, options, args.len()));
        };
        if let Options::Members(members) = options {
            let none = Type::None;
            let ty = self.steps(what).get(args.len()).map_or(&none, |s| &s.domain.elem);
            for (name, rest) in
                words_joined(terms).into_iter().filter(|(name, _)| name.contains('_'))
            {
                let term = Term::Word(name);
                if let Some(value) = members.iter().find(|v| self.means(&term, ty, v)) {
                    return Ok((self.sure(&term, value.clone(), (members, members))?, rest));
                }
            }
        }
        let alone = self.step(what, options, args, first);
        if let Err(Problem::Unclear { .. }) = &alone
            && let Some((card, rest)) = self.card_in_words(terms)
        {
            return Ok((self.step(what, options, args, &card)?, rest));
        }
        Ok((alone?, rest))
    }

    /// A card whose face is typed in several words without brackets: `blue 4`.
    fn card_in_words<'t>(&self, terms: &'t [Term]) -> Option<(Term, &'t [Term])> {
        words_joined(terms).into_iter().find_map(|(name, rest)| {
            let words = name.replace('_', " ");
            let several = name.contains('_') && self.rows(&words).len() == 1;
            several.then_some((Term::Card(None, words), rest))
        })
    }

    fn too_short(&self, what: &Offered, options: &Options, at: usize) -> Problem {
        let name = self.name(what, &[]);
        let message = if name.is_empty() {
            "something is missing".to_string()
        } else {
            format!("`{name}` asks for more")
        };
        unclear(message, Some(format!("add {}", self.choices(what, options, at))))
    }

    /// What may be typed for a step, as a list.
    fn choices(&self, what: &Offered, options: &Options, at: usize) -> String {
        let none = Type::None;
        let ty = self.steps(what).get(at).map_or(&none, |s| &s.domain.elem);
        let typed = self.typed();
        match options {
            Options::Range(low, high) => {
                format!(
                    "a number from {} to {}",
                    self.naming.number(ty, *low),
                    self.naming.number(ty, *high)
                )
            }
            Options::Members(m) | Options::Order(m) | Options::Subset { members: m, .. } => {
                let mut shown: Vec<String> = typed
                    .in_order(m)
                    .iter()
                    .map(|v| format!("`{}`", typed.value(ty, v, m)))
                    .collect();
                shown.dedup();
                let more = shown.len() > LISTED;
                shown.truncate(LISTED);
                let word = if matches!(options, Options::Members(_)) { "or" } else { "and" };
                let some = if word == "and" { "a list in round brackets from " } else { "" };
                if more {
                    format!("{some}{}, …", shown.join(", "))
                } else {
                    format!("{some}{}", listed(&shown, word))
                }
            }
        }
    }

    fn step(
        &mut self,
        what: &Offered,
        options: &Options,
        args: &[Value],
        term: &Term,
    ) -> Result<Value, Problem> {
        let steps = self.steps(what);
        let none = Type::None;
        let ty = steps.get(args.len()).map_or(&none, |s| &s.domain.elem);
        let found = match options {
            Options::Members(members) => match self.first_of((members, members), ty, term)? {
                Some(value) => Some(self.sure(term, value, (members, members))?),
                None => None,
            },
            Options::Range(low, high) => match term {
                Term::Word(w) => {
                    self.number(ty, w).filter(|n| low <= n && n <= high).map(Value::Number)
                }
                _ => None,
            },
            Options::Order(members) => self.several(members, ty, term)?,
            // A set has no order: it is handed in as the table lists it.
            Options::Subset { members, .. } => match self.several(members, ty, term)? {
                Some(Value::List(mut items)) => {
                    items.sort_unstable();
                    Some(Value::List(items))
                }
                other => other,
            },
        };
        if let Some(value) = found {
            return Ok(value);
        }
        if let Some(stranger) = steps.get(args.len()).and_then(|s| self.stranger(s, term)) {
            let mut args = args.to_vec();
            args.push(stranger);
            if let Some(why) = self.refused(what, &args) {
                return Err(Problem::Refused { what: what.clone(), args, why });
            }
        }
        let message = self
            .not_there_said((what, args), std::slice::from_ref(term))
            .unwrap_or_else(|| format!("{} is not among what may be chosen", described(term)));
        Err(unclear(message, Some(format!("choose {}", self.choices(what, options, args.len())))))
    }

    fn several(&self, members: &[Value], ty: &Type, term: &Term) -> Result<Option<Value>, Problem> {
        let single = std::slice::from_ref(term);
        let terms = match term {
            Term::Word(w) if w == "empty" => &[],
            Term::List(terms) => terms.as_slice(),
            _ => single,
        };
        let mut left = members.to_vec();
        let mut picked = Vec::new();
        for term in terms {
            let Some(value) = self.first_of((&left, members), ty, term)? else { return Ok(None) };
            let value = self.sure(term, value, (&left, members))?;
            if let Some(at) = left.iter().position(|v| *v == value) {
                left.remove(at);
            }
            picked.push(value);
        }
        Ok(Some(Value::List(picked)))
    }

    /// The value a term means, unless it may mean copies that differ.
    fn sure(
        &self,
        term: &Term,
        found: Value,
        (left, among): (&[Value], &[Value]),
    ) -> Result<Value, Problem> {
        let copies = self.unlike_copies((term, &found), (left, among));
        if copies.is_empty() {
            return Ok(found);
        }
        let message = format!("{} may mean copies that differ", described(term));
        Err(unclear(message, Some(format!("say {}", listed(&quoted(&copies), "or")))))
    }

    /// The first of the values left that a term means, `among` what may be picked.
    fn first_of(
        &self,
        (members, among): (&[Value], &[Value]),
        ty: &Type,
        term: &Term,
    ) -> Result<Option<Value>, Problem> {
        let Term::Card(zone, words) = term else {
            let exact =
                |v: &&Value| matches!(term, Term::Word(w) if *w == self.typed().value(ty, v, &[]));
            let named = members
                .iter()
                .find(exact)
                .or_else(|| members.iter().find(|v| self.means(term, ty, v)));
            return Ok(named.cloned().or_else(|| self.at_place(members, term)));
        };
        let rows = self.rows(words);
        let fits = |v: &&Value| match v {
            Value::Card(c) => {
                (self.shows(*c, &rows) || self.says_which(words, *c, among))
                    && zone.as_ref().is_none_or(|z| self.lies_in(*c, z))
            }
            _ => false,
        };
        let found: Vec<&Value> = members.iter().filter(fits).collect();
        let mut kinds: Vec<RowId> = found.iter().filter_map(|v| self.row_of(v)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        if kinds.len() > 1 {
            let names: Vec<String> =
                kinds.iter().map(|r| format!("`[{}]`", self.row_name(*r))).collect();
            return Err(unclear(format!("`[{words}]` may mean {}", listed(&names, "or")), None));
        }
        let place = |v: &Value| match v {
            Value::Card(c) => self.typed().place_of(*c),
            _ => None,
        };
        Ok(found.iter().min_by_key(|v| (place(v), self.lot_of(v))).map(|v| (*v).clone()))
    }

    /// Copies of a set that differ only in what nobody sees are taken by lot; in tests the first
    /// that may be picked.
    fn lot_of(&self, value: &Value) -> u16 {
        let Value::Card(card) = value else { return 0 };
        let seat = matches!(self.typed().viewer, Viewer::Seat(_)) && differ_unseen(self.book());
        let set = self.table.lies(*card).filter(|l| seat && !is_ordered(self.book(), l.zone));
        set.map_or(0, |_| self.table.rank(*card))
    }

    /// The card at a place that is given by its number alone, where all lie in one ordered zone.
    /// Names come first.
    fn at_place(&self, members: &[Value], term: &Term) -> Option<Value> {
        let Term::Word(word) = term else { return None };
        let place = word.parse::<u16>().ok()?.checked_sub(1)?;
        let lies = |value: &Value| match value {
            Value::Card(card) => self.table.lies(*card),
            _ => None,
        };
        let first = members.first().and_then(&lies)?;
        let together =
            |v: &Value| lies(v).is_some_and(|l| (l.zone, l.key) == (first.zone, first.key));
        if !is_ordered(self.book(), first.zone) || !members.iter().all(together) {
            return None;
        }
        members.iter().find(|v| lies(v).and_then(|l| l.place) == Some(place)).cloned()
    }

    fn row_of(&self, value: &Value) -> Option<RowId> {
        let Value::Card(card) = value else { return None };
        self.book().cards.get(card.index()).map(|c| c.row)
    }

    fn row_name(&self, row: RowId) -> &str {
        self.book().rows.get(row.index()).map_or("", |r| r.name.as_str())
    }

    fn shows(&self, card: CardId, rows: &[RowId]) -> bool {
        self.typed().sees(card)
            && self.row_of(&Value::Card(card)).is_some_and(|r| rows.contains(&r))
    }

    fn lies_in(&self, card: CardId, path: &str) -> bool {
        let lies = self.table.lies(card);
        lies.is_some_and(|l| squash(&self.naming.zone_path(l.zone, l.key)) == squash(path))
    }

    /// The rows a literal may mean: those of that name, otherwise those that have all its words.
    fn rows(&self, words: &str) -> Vec<RowId> {
        let book = self.book();
        let ids = || (0..book.rows.len()).map(|at| RowId(at as u16));
        let exact: Vec<RowId> = ids().filter(|r| self.row_name(*r) == composed(words)).collect();
        let same = |r: &RowId| loose(self.row_name(*r)) == loose(words);
        let exact = if exact.is_empty() { ids().filter(same).collect() } else { exact };
        if !exact.is_empty() {
            return exact;
        }
        let fits = |row: &RowId| {
            let Some(row) = book.rows.get(row.index()) else { return false };
            let kind = book.kinds.get(row.kind.index());
            let mut has: Vec<String> = row.name.split_whitespace().map(str::to_lowercase).collect();
            has.extend(kind.map(|k| k.name.to_lowercase()));
            for (at, value) in row.values.iter().enumerate() {
                let field = kind.and_then(|k| k.fields.get(at));
                let ty = field.map_or(&Type::None, |f| &f.ty);
                has.push(self.naming.plain(ty, value).to_lowercase());
                has.push(self.naming.plain(&Type::None, value).to_lowercase());
            }
            !words.is_empty() && words.split_whitespace().all(|w| has.contains(&w.to_lowercase()))
        };
        ids().filter(fits).collect()
    }

    fn means(&self, term: &Term, ty: &Type, value: &Value) -> bool {
        match (term, value) {
            (Term::Word(w), Value::Number(n)) => self.number(ty, w) == Some(*n),
            (Term::Word(w), Value::Card(c)) => {
                let name = self.row_of(value).map_or("", |r| self.row_name(r));
                let slot = self.table.lies(*c).filter(|l| {
                    self.book()
                        .zones
                        .get(l.zone.index())
                        .is_some_and(|z| z.shape == ZoneShape::Slot)
                });
                slot.is_some_and(|l| squash(&self.naming.zone_path(l.zone, l.key)) == squash(w))
                    || (self.typed().sees(*c) && loose(name) == loose(w))
            }
            (Term::Word(w), value) => loose(&self.typed().value(ty, value, &[])) == loose(w),
            (Term::Place(zone, n), Value::Card(c)) => {
                let ordered = self.table.lies(*c).is_some_and(|l| is_ordered(self.book(), l.zone));
                let typed = self.typed();
                let rank = if ordered { self.table.rank(*c) } else { typed.unseen_rank(*c) };
                let named = ordered || !typed.sees(*c);
                named && rank.checked_add(1) == Some(*n) && self.lies_in(*c, zone)
            }
            _ => false,
        }
    }

    /// A number as it is typed, with or without its unit.
    fn number(&self, ty: &Type, word: &str) -> Option<i64> {
        let (minus, word) = word.strip_prefix('-').map_or((false, word), |rest| (true, rest));
        let bare = match ty.bare() {
            Type::Unit(id) => {
                let unit = self.book().units.get(id.index())?;
                let called = word
                    .strip_prefix(&unit.name)
                    .and_then(|w| w.strip_prefix('(')?.strip_suffix(')'));
                let signed =
                    if unit.symbol.is_empty() { None } else { word.strip_prefix(&unit.symbol) };
                called.or(signed).unwrap_or(word)
            }
            _ => word,
        };
        let number: i64 = bare.trim().parse().ok()?;
        if minus { number.checked_neg() } else { Some(number) }
    }

    /// What a term means outside the options, as far as the reader can know: so that it can be
    /// refused with its reason.
    fn stranger(&self, step: &Step, term: &Term) -> Option<Value> {
        let ty = step.domain.elem.bare();
        let several = !matches!(step.pick, Pick::One | Pick::UpToOne);
        match term {
            Term::Word(w) if several && w == "empty" => Some(Value::List(Vec::new())),
            Term::List(terms) if several => {
                let mut items: Vec<Value> = Vec::new();
                for term in terms {
                    items.push(self.strange_one(ty, term, &items)?);
                }
                Some(Value::List(items))
            }
            Term::Word(w) if w == "none" => Some(Value::None),
            term if several => Some(Value::List(vec![self.strange_one(ty, term, &[])?])),
            term => self.strange_one(ty, term, &[]),
        }
    }

    fn strange_one(&self, ty: &Type, term: &Term, taken: &[Value]) -> Option<Value> {
        let free = |v: &Value| !taken.contains(v);
        match (ty.bare(), term) {
            (Type::Bool, Term::Word(w)) => match w.as_str() {
                "yes" => Some(Value::Bool(true)),
                "no" => Some(Value::Bool(false)),
                _ => None,
            },
            (Type::Number | Type::Unit(_), Term::Word(w)) => self.number(ty, w).map(Value::Number),
            (Type::Enum(of), term) => {
                let members = self.book().enums.get(of.index())?.members.len();
                (0..members)
                    .map(|at| Value::Member(*of, at as u16))
                    .find(|v| self.means(term, ty, v))
            }
            (Type::Player, term) => (0..self.naming.seats.len())
                .map(|s| Value::Seat(s as u8))
                .find(|v| self.means(term, ty, v)),
            (Type::Square | Type::Spot, Term::Word(w)) => self.on_grid(ty, w),
            (Type::Card(kinds), term) => {
                let cards = self.by_nearness();
                let fits = cards.into_iter().filter(|c| self.may_be_of(*c, *kinds));
                let cards: Vec<Value> = fits.map(Value::Card).filter(free).collect();
                self.first_of((&cards, &cards), ty, term).ok().flatten()
            }
            _ => None,
        }
    }

    /// `tunnels.spot(2, 0, 1)`, `Ana.field.square(3, 0)`
    fn on_grid(&self, ty: &Type, word: &str) -> Option<Value> {
        let (grid, numbers) = word.strip_suffix(')')?.rsplit_once('(')?;
        let (path, what) = grid.rsplit_once('.')?;
        let numbers: Vec<i16> =
            numbers.split(',').map(|n| n.trim().parse().ok()).collect::<Option<_>>()?;
        let mut grids = self.dump.grids.iter().map(|(zone, key, _)| (*zone, *key));
        let (zone, key) =
            grids.find(|(z, k)| squash(&self.naming.zone_path(*z, *k)) == squash(path))?;
        match (ty.bare(), what, numbers.as_slice()) {
            (Type::Square, "square", [x, y]) => {
                Some(Value::Square(Square { zone, key, x: *x, y: *y, under: None }))
            }
            (Type::Spot, "spot", [x, y, turn]) => {
                let turn = u8::try_from(*turn).ok().filter(|t| *t < 4)?;
                Some(Value::Spot(Spot { zone, key, x: *x, y: *y, turn, card: None }))
            }
            _ => None,
        }
    }

    /// Whether a card is of these kinds, as far as the reader knows: of an unseen one only its zone
    /// tells.
    fn may_be_of(&self, card: CardId, kinds: KindSet) -> bool {
        if !self.typed().sees(card) {
            let zone = self.table.lies(card).and_then(|l| self.book().zones.get(l.zone.index()));
            return zone.is_some_and(|zone| zone.of.and(kinds) != KindSet::default());
        }
        let row = self.row_of(&Value::Card(card)).and_then(|r| self.book().rows.get(r.index()));
        row.is_some_and(|r| kinds.has(r.kind))
    }

    /// All cards on the table, the reader's own first.
    #[must_use]
    pub fn by_nearness(&self) -> Vec<CardId> {
        let mine = |zone: houserules_lang::ir::ZoneId, key: u16| {
            let owner = self.book().zones.get(zone.index()).map(|z| z.owner);
            owner == Some(Owner::Player) && self.seat.map(u16::from) == Some(key)
        };
        let zones = &self.dump.zones;
        let own = zones.iter().filter(|(z, k, _)| mine(*z, *k));
        let others = zones.iter().filter(|(z, k, _)| !mine(*z, *k));
        own.chain(others).flat_map(|(_, _, places)| places.iter().flatten().copied()).collect()
    }

    /// An answer as it is typed and kept in journals.
    pub fn written(&mut self, answer: &Answer) -> String {
        let offers = self.engine.offers(self.seat);
        let Some(what) = offers.get(answer.offer) else { return String::new() };
        let mut words = self.name(what, &offers);
        let steps = self.steps(what);
        let none = Type::None;
        for (at, value) in answer.args.iter().enumerate() {
            if at == 0 && is_hidden(self.book(), what) {
                continue;
            }
            let filled = answer.args.get(..at).unwrap_or(&[]);
            let options = self.engine.options(self.seat, answer.offer, filled);
            let among: &[Value] = match &options {
                Some(
                    Options::Members(m) | Options::Order(m) | Options::Subset { members: m, .. },
                ) => m,
                _ => &[],
            };
            let ty = steps.get(at).map_or(&none, |s| &s.domain.elem);
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(&self.typed().value(ty, value, among));
        }
        words
    }
}

fn squash(text: &str) -> String {
    composed(text).chars().filter(|c| !c.is_whitespace()).collect()
}

fn quoted(names: &[String]) -> Vec<String> {
    names.iter().map(|n| format!("`{n}`")).collect()
}

fn described(term: &Term) -> String {
    match term {
        Term::Word(w) => format!("`{w}`"),
        Term::Card(None, words) => format!("`[{words}]`"),
        Term::Card(Some(zone), words) => format!("`{zone}[{words}]`"),
        Term::Place(zone, n) => format!("`{zone}.slot({n})`"),
        Term::List(_) => "that list".into(),
    }
}
