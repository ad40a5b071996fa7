//! What a seat may choose: entries with their titles, and the options of each step, as the seat may
//! see them.

use crate::choices::value::{Arg, arg_of};
use crate::choices::write::Typed;
use crate::rendering::face::{Faces, printed_holes};
use crate::rendering::redacted::{Sentence, read, say};
use crate::visibility::Viewer;
use crate::visibility::layout::Table;
use houserules_interpreter::ask::{Engine, Offered, Options, Snapshot};
use houserules_lang::ir::sites;
use houserules_lang::ir::walk::{body_of, each_expr};
use houserules_lang::ir::{
    BodyRef, ExprKind, LocalId, MoveId, Pick, RowId, Rulebook, SiteId, Step, TemplatePart, TextId,
    Type, Value,
};
use houserules_lang::naming::Naming;
use serde::Serialize;

/// What is on offer to a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Menu {
    /// The seat that is asked; the highest number if it is chance.
    pub seat: u8,
    /// The question put to it.
    pub question: Option<String>,
    /// Entries that can be completed, in menu order.
    pub entries: Vec<Entry>,
}

/// An entry of a menu.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// What it is.
    pub kind: EntryKind,
    /// What is typed for it; empty for values, which are typed by themselves.
    pub name: String,
    /// How the menu names it.
    pub title: String,
    /// How a move is told that names itself otherwise, with `…` for what is not filled in yet.
    #[serde(skip)]
    pub told: Option<String>,
    /// The rulebook's prose on it.
    pub doc: String,
    /// What is to be filled in: the steps' names.
    pub steps: Vec<String>,
    /// What the menu fills in already, by which entries of one move differ.
    #[serde(skip)]
    pub given: Vec<Arg>,
}

/// What an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum EntryKind {
    /// Passing, where the menu allows it.
    Pass,
    /// Saying no to a choice that may be declined.
    Decline,
    /// A move; its arguments are filled in step by step.
    Move(MoveId),
    /// The values asked for.
    Values,
}

impl Entry {
    /// One that has no names.
    fn nameless(kind: EntryKind) -> Self {
        let (name, title, doc) = (String::new(), String::new(), String::new());
        Self { kind, name, title, told: None, doc, steps: Vec::new(), given: Vec::new() }
    }
}

/// Something to pick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pickable {
    /// What is handed in for it.
    pub arg: Arg,
    /// How the reader reads it.
    pub shown: String,
    /// How the reader types it.
    pub typed: String,
    /// The number that it is, or that is all there is printed on it: a list of such things is not
    /// numbered anew, as `2` would mean two things.
    pub number: Option<i64>,
}

/// What may be filled in next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Fill {
    /// One of these.
    One(Vec<Pickable>),
    /// One number, both ends included, with its unit's sign in `shown`.
    Range {
        /// The least, itself included.
        low: i64,
        /// The most, itself included.
        high: i64,
        /// Both ends in words.
        shown: (String, String),
    },
    /// A set of these, copies included.
    Some {
        /// What is picked from, in the list's order.
        members: Vec<Pickable>,
        /// At least so many.
        least: usize,
        /// At most so many.
        most: usize,
        /// Whether the choice as a whole must meet a condition too.
        tested: bool,
    },
    /// All of these in an order.
    Order(Vec<Pickable>),
}

impl Fill {
    /// What may be picked from, in the list's order; none of a range.
    #[must_use]
    pub fn members(&self) -> &[Pickable] {
        match self {
            Self::One(members) | Self::Some { members, .. } | Self::Order(members) => members,
            Self::Range { .. } => &[],
        }
    }

    /// The only value possible, if there is only one.
    #[must_use]
    pub fn only(&self) -> Option<(Arg, &str)> {
        match self {
            Self::One(members) => match members.as_slice() {
                [one] => Some((one.arg.clone(), &one.shown)),
                [] | [_, _, ..] => None,
            },
            Self::Range { low, high, shown } if low == high => Some((Arg::Number(*low), &shown.0)),
            Self::Range { .. } | Self::Some { .. } | Self::Order(_) => None,
        }
    }
}

/// The next step to fill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Listed {
    /// The step's name in the rules, such as `price`.
    pub name: String,
    /// What may be filled in.
    pub fill: Fill,
}

/// A decision seen from a seat: the running game, the names, and what the seat knows.
#[derive(Debug)]
pub struct Asking<'a, E: Engine> {
    /// The running game.
    pub engine: &'a mut E,
    /// The rules and the players' names.
    pub naming: Naming<'a>,
    /// Where cards lie.
    pub table: &'a Table,
    /// The table by zones.
    pub dump: &'a Snapshot,
    /// The seat that is asked; none: chance.
    pub seat: Option<u8>,
    /// The `choose` that is open.
    pub site: Option<SiteId>,
    /// Refusals say what would have to differ, too.
    pub explains: bool,
    /// Entries and what can be picked have titles and names.
    pub words: bool,
}

impl<'a, E: Engine> Asking<'a, E> {
    /// The rules of the game, for longer than the decision.
    #[must_use]
    pub fn book(&self) -> &'a Rulebook {
        self.naming.book
    }

    /// Values in words.
    #[must_use]
    pub fn faces(&self) -> Faces<'a> {
        Faces::new(self.naming, self.table)
    }

    /// Values as they are typed.
    #[must_use]
    pub fn typed(&self) -> Typed<'a> {
        Typed { faces: self.faces(), viewer: self.viewer() }
    }

    /// Whose eyes: the seat's; chance reads like a referee.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        self.seat.map_or(Viewer::Referee, Viewer::Seat)
    }

    /// The steps of an entry.
    #[must_use]
    pub fn steps(&self, what: &Offered) -> &'a [Step] {
        match what {
            Offered::Pass(_) | Offered::Decline => &[],
            Offered::Move(id, ..) => &self.book()[*id].steps,
            Offered::Values => self
                .site
                .and_then(|site| sites::find(self.book(), site))
                .map_or(&[], sites::value_steps),
        }
    }

    /// What is on offer, as whoever is asked reads it.
    pub fn menu(&mut self) -> Menu {
        let offers = self.engine.offers(self.seat);
        let entries = offers.iter().map(|what| self.entry(what, &offers)).collect();
        if !self.words {
            return Menu { seat: self.seat.unwrap_or(u8::MAX), question: None, entries };
        }
        let question = self.engine.question().map(|(text, holes)| {
            let mut sentence = Vec::new();
            self.faces().text(&mut sentence, text, &holes);
            read(&sentence, self.viewer())
        });
        Menu { seat: self.seat.unwrap_or(u8::MAX), question, entries }
    }

    fn entry(&mut self, what: &Offered, offers: &[Offered]) -> Entry {
        let book = self.book();
        let typed = self.typed();
        let given = match what {
            Offered::Move(_, given, _) => given.as_slice(),
            Offered::Pass(_) | Offered::Decline | Offered::Values => &[],
        };
        let given = given.iter().map(|v| arg_of(book, self.table, v, &|c| typed.sees(c))).collect();
        let kind = kind_of(what);
        if !self.words {
            return Entry { given, ..Entry::nameless(kind) };
        }
        let steps = self.steps(what).iter().enumerate();
        let hidden = is_hidden(book, what);
        let steps = steps.filter(|(at, _)| !(hidden && *at == 0));
        let steps = steps.map(|(_, step)| self.step_name(what, step.local)).collect();
        let mut sentence = Vec::new();
        self.title(&mut sentence, what, &[]);
        let doc = match what {
            Offered::Move(id, ..) => book[*id].doc.as_str(),
            Offered::Pass(_) | Offered::Decline | Offered::Values => "",
        };
        Entry {
            given,
            kind,
            name: self.name(what, offers),
            title: read(&sentence, self.viewer()),
            told: self.told(what, &[]),
            doc: doc.into(),
            steps,
        }
    }

    /// How a move is told that names itself otherwise, with `…` for what is not filled in yet.
    pub fn told(&mut self, what: &Offered, args: &[Value]) -> Option<String> {
        let Offered::Move(id, _, None) = what else { return None };
        let text = self.book()[*id].title?;
        let mut sentence = Vec::new();
        self.reason(&mut sentence, text, what, args);
        Some(read(&sentence, self.viewer()))
    }

    /// What is typed for an entry: its name, with what the menu gives if several entries share a
    /// move.
    #[must_use]
    pub fn name(&self, what: &Offered, offers: &[Offered]) -> String {
        match what {
            Offered::Pass(_) => "pass".into(),
            Offered::Decline => "decline".into(),
            Offered::Values => String::new(),
            Offered::Move(id, given, _) => {
                let m = &self.book()[*id];
                let twins =
                    offers.iter().filter(|o| matches!(o, Offered::Move(other, ..) if other == id));
                if given.is_empty() || twins.count() < 2 {
                    return m.name.clone();
                }
                let typed = self.typed();
                let given = m.body.locals.iter().zip(given);
                let given = given.map(|(local, v)| typed.value(&local.ty, v, &[]));
                format!("{}({})", m.name, given.collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// Adds an entry's title: the menu's, the move's if nothing in it is missing yet, or its name
    /// in words.
    pub fn title(&mut self, sentence: &mut Sentence, what: &Offered, args: &[Value]) {
        match what {
            Offered::Pass(Some(text)) => self.reason(sentence, *text, what, args),
            Offered::Pass(None) => say(sentence, "pass"),
            Offered::Decline => say(sentence, "decline"),
            Offered::Values => say(sentence, "choose"),
            Offered::Move(_, _, Some(text)) => self.reason(sentence, *text, what, args),
            Offered::Move(id, ..) => {
                let m = &self.book()[*id];
                match m.title.filter(|_| args.len() >= m.steps.len()) {
                    Some(text) => self.reason(sentence, text, what, args),
                    None => say(sentence, &m.name.replace('_', " ")),
                }
            }
        }
    }

    /// Adds a text about an entry, its holes filled as far as that is known.
    pub fn reason(
        &mut self,
        sentence: &mut Sentence,
        text: TextId,
        what: &Offered,
        args: &[Value],
    ) {
        let book = self.book();
        let mut holes = self.engine.holes(self.seat, text, what, args);
        if holes.is_empty() {
            holes = printed_holes(book, text, &bound(book, what, args));
        }
        self.leave_open(text, what, args.len(), &mut holes);
        self.faces().text(sentence, text, &holes);
    }

    /// Holes of a move's own text that read a value which is not filled in yet read `…`.
    fn leave_open(&self, text: TextId, what: &Offered, filled: usize, holes: &mut [Value]) {
        let Offered::Move(id, ..) = what else { return };
        let template = &self.book()[text];
        if template.body != BodyRef::Move(*id) {
            return;
        }
        let open: Vec<LocalId> = self.steps(what).iter().skip(filled).map(|s| s.local).collect();
        let read = template.parts.iter().filter_map(TemplatePart::read);
        for (hole, value) in read.zip(holes) {
            let mut waits = false;
            each_expr(hole, &mut |e| {
                waits |= matches!(e.kind, ExprKind::Local(local) if open.contains(&local))
            });
            if waits {
                *value = Value::Text("…".into());
            }
        }
    }

    /// What a step is called in the rules.
    #[must_use]
    pub fn step_name(&self, what: &Offered, local: LocalId) -> String {
        let book = self.book();
        let body = match what {
            Offered::Move(id, ..) => Some(&book[*id].body),
            Offered::Pass(_) | Offered::Decline | Offered::Values => {
                self.site.and_then(|site| body_of(book, book[site].body))
            }
        };
        body.map_or("", |body| body[local].name.trim_start_matches('#')).into()
    }

    /// What the next step of an entry may be filled with; none if it is full or there is no such
    /// entry.
    pub fn options(&mut self, entry: usize, filled: &[Value]) -> Option<Listed> {
        let offers = self.engine.offers(self.seat);
        let what = offers.get(entry)?;
        let options = self.engine.options(self.seat, entry, filled)?;
        let steps = self.steps(what);
        let step = steps.get(filled.len());
        let name = step.map_or_else(String::new, |s| self.step_name(what, s.local));
        let none = Type::None;
        let ty = step.map_or(&none, |s| &s.domain.elem);
        let pickable = |items: &[Value]| {
            let listed = self.typed().in_order(items);
            listed.iter().map(|v| self.pickable(ty, v, items)).collect::<Vec<_>>()
        };
        let fill = match &options {
            Options::Members(members) => Fill::One(pickable(members)),
            Options::Range(low, high) => {
                let number =
                    |n: i64| if self.words { self.naming.number(ty, n) } else { String::new() };
                let shown = (number(*low), number(*high));
                Fill::Range { low: *low, high: *high, shown }
            }
            Options::Subset { members, least, most, tested } => Fill::Some {
                members: pickable(members),
                least: *least,
                most: *most,
                tested: *tested,
            },
            Options::Order(members) => Fill::Order(pickable(members)),
        };
        Some(Listed { name, fill })
    }

    fn pickable(&self, ty: &Type, value: &Value, among: &[Value]) -> Pickable {
        let typed = self.typed();
        let arg = arg_of(self.book(), self.table, value, &|c| typed.sees(c));
        if !self.words {
            return Pickable { arg, shown: String::new(), typed: String::new(), number: None };
        }
        let mut sentence = Vec::new();
        self.faces().value(&mut sentence, ty, value);
        let mut shown = read(&sentence, self.viewer());
        if let Value::Card(card) = value {
            shown = typed.told_apart(&shown, *card, among);
        }
        let printed = if let Arg::Card(spot) = &arg { spot.row } else { None };
        let number = value.number().or_else(|| self.only_number(printed?));
        Pickable { arg, shown, typed: typed.value(ty, value, among), number }
    }

    /// The number on a card whose kind has nothing else.
    fn only_number(&self, row: RowId) -> Option<i64> {
        if let [Value::Number(n)] = self.book()[row].values[..] { Some(n) } else { None }
    }
}

fn kind_of(what: &Offered) -> EntryKind {
    match what {
        Offered::Pass(_) => EntryKind::Pass,
        Offered::Decline => EntryKind::Decline,
        Offered::Values => EntryKind::Values,
        Offered::Move(id, ..) => EntryKind::Move(*id),
    }
}

/// Whether the first step of an entry is the card the move stands on, which nobody names.
#[must_use]
pub fn is_hidden(book: &Rulebook, what: &Offered) -> bool {
    matches!(what, Offered::Move(id, ..) if book[*id].hidden_this)
}

/// The type of the value that fills a step.
#[must_use]
pub fn filled_type(step: &Step) -> Type {
    match step.pick {
        Pick::One | Pick::UpToOne => step.domain.elem.clone(),
        Pick::Some { .. } => list_of(step, houserules_lang::ir::Order::Unordered),
        Pick::Order => list_of(step, houserules_lang::ir::Order::Ordered),
    }
}

fn list_of(step: &Step, order: houserules_lang::ir::Order) -> Type {
    Type::List(Box::new(step.domain.elem.clone()), order)
}

/// The locals of a move that an entry and some arguments fill.
#[must_use]
pub fn bound(book: &Rulebook, what: &Offered, args: &[Value]) -> Vec<(LocalId, Value)> {
    let Offered::Move(id, given, _) = what else { return Vec::new() };
    let given = given.iter().enumerate().map(|(at, v)| (LocalId(at as u16), v.clone()));
    let open = book[*id].steps.iter().zip(args);
    given.chain(open.map(|(step, v)| (step.local, v.clone()))).collect()
}
