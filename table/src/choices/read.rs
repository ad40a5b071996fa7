//! Reading a choice against the decision that is open: by names, never by index. What is typed,
//! what a journal keeps and what a test says are all read here.

use crate::choices::menu::{Asking, is_hidden};
use crate::choices::picked::{Picked, Problem, unclear};
use crate::choices::scan::{Term, terms};
use crate::choices::stranger::Filled;
use crate::choices::term::{quoted, squash};
use houserules_interpreter::ask::{Answer, Engine, Illegality, Offered, Options};
use houserules_lang::ir::{MoveId, Pick, Type, Value};
use houserules_lang::naming::{listed, loose, row_in_words};
use houserules_lang::spelling::nearest;

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
        let terms = terms(text).map_err(|why| unclear(why.to_string(), None))?;
        let mut offers = self.engine.offers(self.seat);
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
        self.fill(offers.swap_remove(offer), offer, rest)
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
            if let Some(said) = self.not_there_said(Filled { what, args: &[] }, terms) {
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
        let mut args = Vec::new();
        let left = if hidden == 0 { self.fill_anyway(&what, &mut args, terms) } else { terms };
        let why = self.refused(&what, &args).unwrap_or(Illegality::NotInMenu);
        if matches!(why, Illegality::Needs(_) | Illegality::Once(_) | Illegality::NothingFor(_))
            && let Some(said) = self.not_there_said(Filled { what: &what, args: &args }, left)
        {
            return unclear(said, None);
        }
        Problem::Refused { what, args, why }
    }

    /// Adds what the terms mean, whether it may be picked or not, as far as they mean something;
    /// the terms that are left.
    pub(crate) fn fill_anyway<'t>(
        &mut self,
        what: &Offered,
        args: &mut Vec<Value>,
        terms: &'t [Term],
    ) -> &'t [Term] {
        let mut left = terms;
        while let Some((value, rest)) = self.next_stranger(Filled { what, args }, left) {
            args.push(value);
            left = rest;
        }
        left
    }

    /// What the next terms mean for a step of what is not on offer, and the terms behind them.
    fn next_stranger<'t>(
        &mut self,
        at: Filled<'_>,
        terms: &'t [Term],
    ) -> Option<(Value, &'t [Term])> {
        let (first, rest) = terms.split_first()?;
        if let Some(group) = self.group(at.what, at.args.len(), terms) {
            let (taken, rest) = terms.split_at(group);
            if let Some(value) = self.stranger(at, &Term::List(taken.to_vec())) {
                return Some((value, rest));
            }
        }
        if let Some(value) = self.stranger(at, first) {
            return Some((value, rest));
        }
        let (card, rest) = self.card_in_words(terms)?;
        Some((self.stranger(at, &card)?, rest))
    }

    /// That a card is not where the next step picks from, if the reader sees all that lies there.
    fn not_there_said(&mut self, at: Filled<'_>, terms: &[Term]) -> Option<String> {
        let several = self.card_in_words(terms).map(|(card, _)| card);
        let (Term::Word(words) | Term::Card(None, words)) = several.as_ref().or(terms.first())?
        else {
            return None;
        };
        let rows = self.rows(words);
        let [row] = rows.as_slice() else { return None };
        let zone = self.picked_from(at.what, at.args)?;
        Some(format!("{} is not in {zone}", row_in_words(self.book(), *row)))
    }

    fn refused(&mut self, what: &Offered, args: &[Value]) -> Option<Illegality> {
        self.engine.may(self.seat?, what, args).err()
    }

    /// What terms mean as the values of an entry that is on offer. Exact ones may mean what cannot
    /// be picked.
    ///
    /// # Errors
    /// Why they mean nothing, or why they are refused.
    pub(crate) fn fill(
        &mut self,
        what: Offered,
        offer: usize,
        terms: &[Term],
    ) -> Result<Picked, Problem> {
        let args = self.fill_from(&what, offer, &[], terms)?;
        Ok(Picked { what, answer: Answer { offer, args } })
    }

    /// The values of a whole answer, the first of them given. If one of several copies leads to
    /// nothing, the others are tried.
    fn fill_from(
        &mut self,
        what: &Offered,
        offer: usize,
        args: &[Value],
        terms: &[Term],
    ) -> Result<Vec<Value>, Problem> {
        let Some(options) = self.engine.options(self.seat, offer, args) else {
            return match terms.len() {
                0 => Ok(args.to_vec()),
                1 => Err(unclear("there is one word too many", None)),
                n => Err(unclear(format!("there are {n} words too many"), None)),
            };
        };
        let members: &[Value] = if let Options::Members(m) = &options { m } else { &[] };
        let hidden = args.is_empty() && is_hidden(self.book(), what);
        let forced = members.first().filter(|_| hidden || (members.len() == 1 && terms.is_empty()));
        let (value, rest) = match forced {
            Some(value) => (value.clone(), terms),
            None => self.next_value(Filled { what, args }, &options, terms)?,
        };
        let with = |value: Value| [args, &[value]].concat();
        if forced.is_none() && !allows(&options, &value) && terms.iter().any(Term::is_exact) {
            return self.fill_exactly(what, with(value), rest);
        }
        let filled = self.fill_from(what, offer, &with(value.clone()), rest);
        let Some(term) = terms.first().filter(|_| filled.is_err() && forced.is_none()) else {
            return filled;
        };
        for copy in self.other_copies(&value, members, term) {
            if let Ok(filled) = self.fill_from(what, offer, &with(copy), rest) {
                return Ok(filled);
            }
        }
        filled
    }

    /// The values of an answer that the rules are to refuse, the first of them given.
    fn fill_exactly(
        &mut self,
        what: &Offered,
        mut args: Vec<Value>,
        terms: &[Term],
    ) -> Result<Vec<Value>, Problem> {
        match self.fill_anyway(what, &mut args, terms).first() {
            None => Ok(args),
            Some(term) => Err(self.means_nothing(term)),
        }
    }

    /// That a term of a test means nothing on the table.
    pub(crate) fn means_nothing(&self, term: &Term) -> Problem {
        unclear(format!("no {} is left on the table", self.described(term)), None)
    }

    /// What the next terms mean for a step, and the terms behind them. A name may be typed in
    /// several words.
    fn next_value<'t>(
        &mut self,
        at: Filled<'_>,
        options: &Options,
        terms: &'t [Term],
    ) -> Result<(Value, &'t [Term]), Problem> {
        let Filled { what, args } = at;
        let Some((first, rest)) = terms.split_first() else {
            return Err(self.too_short(at, options));
        };
        if let Options::Members(members) = options {
            let none = Type::None;
            let ty = self.steps(what).get(args.len()).map_or(&none, |s| &s.domain.elem);
            for (name, rest) in
                words_joined(terms).into_iter().filter(|(name, _)| name.contains('_'))
            {
                let term = Term::Word(name);
                if let Some(value) = members.iter().find(|v| self.means(&term, ty, v)) {
                    return Ok((self.sure(&term, value.clone(), members, members)?, rest));
                }
            }
        }
        if let Some(group) = self.group(what, args.len(), terms)
            && matches!(options, Options::Subset { .. } | Options::Order(_))
        {
            let (taken, rest) = terms.split_at(group);
            let together = self.step(what, options, args, &Term::List(taken.to_vec()));
            if matches!(together, Ok(_) | Err(Problem::Refused { .. })) {
                return Ok((together?, rest));
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

    /// How many terms a step takes that picks several, where they stand without brackets: all but
    /// one for each later step.
    fn group(&self, what: &Offered, at: usize, terms: &[Term]) -> Option<usize> {
        let steps = self.steps(what);
        let several = !matches!(steps.get(at)?.pick, Pick::One | Pick::UpToOne);
        let many = terms.len().checked_sub(steps.len().checked_sub(at + 1)?)?;
        let bare = matches!(terms.first(), Some(Term::Word(_) | Term::Card(..) | Term::Place(..)));
        (several && bare && many > 1).then_some(many)
    }

    /// A card whose face is typed in several words without brackets: `blue 4`.
    fn card_in_words<'t>(&self, terms: &'t [Term]) -> Option<(Term, &'t [Term])> {
        words_joined(terms).into_iter().find_map(|(name, rest)| {
            let words = name.replace('_', " ");
            let several = name.contains('_') && self.rows(&words).len() == 1;
            several.then_some((Term::Card(None, words), rest))
        })
    }

    fn too_short(&self, at: Filled<'_>, options: &Options) -> Problem {
        let name = self.name(at.what, &[]);
        let message = if name.is_empty() {
            "something is missing".to_string()
        } else {
            format!("`{name}` asks for more")
        };
        let help = format!("add {}", self.choices(at.what, options, at.args.len()));
        Problem::Short { args: at.args.to_vec(), message, help }
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

    /// What a term means for a step.
    ///
    /// # Errors
    /// Why it means nothing that may be picked; of an exact one, why it means nothing at all.
    pub(crate) fn step(
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
            Options::Members(members) => match self.first_of(members, members, ty, term)? {
                Some(value) => Some(self.sure(term, value, members, members)?),
                None => None,
            },
            Options::Range(low, high) => match term {
                Term::Word(w) => {
                    self.number(ty, w).filter(|n| low <= n && n <= high).map(Value::Number)
                }
                Term::Card(..)
                | Term::Place(..)
                | Term::List(_)
                | Term::Row(_)
                | Term::Value(_) => None,
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
        let stranger = self.stranger(Filled { what, args }, term);
        if term.is_exact() {
            return stranger.ok_or_else(|| self.means_nothing(term));
        }
        if let Some(stranger) = stranger {
            let mut args = args.to_vec();
            args.push(stranger);
            if let Some(why) = self.refused(what, &args) {
                return Err(Problem::Refused { what: what.clone(), args, why });
            }
        }
        let message = self
            .not_there_said(Filled { what, args }, std::slice::from_ref(term))
            .unwrap_or_else(|| format!("{} is not among what may be chosen", self.described(term)));
        Err(unclear(message, Some(format!("choose {}", self.choices(what, options, args.len())))))
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
            let among = options.as_ref().map_or(&[][..], Options::members);
            let ty = steps.get(at).map_or(&none, |s| &s.domain.elem);
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(&self.typed().value(ty, value, among));
        }
        words
    }
}

/// Whether a value may be picked, as far as that can be seen from it alone.
pub(crate) fn allows(options: &Options, value: &Value) -> bool {
    let inside = |members: &[Value], items: &[Value]| items.iter().all(|i| members.contains(i));
    match (options, value) {
        (Options::Members(members), value) => members.contains(value),
        (Options::Range(low, high), Value::Number(n)) => low <= n && n <= high,
        (Options::Subset { members, least, most, .. }, Value::List(items)) => {
            (*least..=*most).contains(&items.len()) && inside(members, items)
        }
        (Options::Order(members), Value::List(items)) => {
            members.len() == items.len() && inside(members, items)
        }
        (Options::Range(..) | Options::Subset { .. } | Options::Order(_), _) => false,
    }
}
