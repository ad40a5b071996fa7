//! Values and texts in words, for several readers at once: a card that a reader knows reads as its
//! row's name, otherwise as its kind and place.

use crate::rendering::redacted::{Back, CardPiece, Fragment, Sentence, join, read, say};
use crate::visibility::layout::Table;
use crate::visibility::{Sighted, Viewer, card_sight};
use houserules_interpreter::ask::seats_of;
use houserules_lang::ir::{
    CardId, Expr, ExprKind, LocalId, Order, Owner, Rulebook, StageId, TemplatePart, TextId, Type,
    Value, ZoneShape,
};
use houserules_lang::naming::{Naming, row_in_words};

/// What is needed to put values into words.
#[derive(Debug, Clone, Copy)]
pub struct Faces<'a> {
    /// The rules and the players' names.
    pub naming: Naming<'a>,
    /// Where cards lie, and who knows them.
    pub table: &'a Table,
    gained: &'a [Gained],
    /// Where in a pile a card lies is not told.
    blind: bool,
}

/// Who comes to know a card by what a rule does to it under a chosen name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Gained {
    /// The chosen name.
    pub(crate) local: LocalId,
    pub(crate) card: CardId,
    pub(crate) by: Sighted,
}

/// Texts within texts are shown to this depth.
const NESTED: u8 = 4;

impl<'a> Faces<'a> {
    /// Of a table.
    #[must_use]
    pub fn new(naming: Naming<'a>, table: &'a Table) -> Self {
        Self { naming, table, gained: &[], blind: false }
    }

    /// The same where some come to know cards by these names.
    pub(crate) fn with(self, gained: &'a [Gained]) -> Self {
        Self { gained, ..self }
    }

    /// The same for what is drawn blindly: out of a pile whose order somebody knows the place would
    /// tell which card it is.
    pub(crate) fn blindly(self, blind: bool) -> Self {
        Self { blind, ..self }
    }

    /// Where a card goes by one of these names, only what is gained by that name counts.
    pub(crate) fn under(self, local: LocalId) -> Self {
        let mut names = self.gained.chunk_by(|a, b| a.local == b.local);
        self.with(names.find(|of| of.first().is_some_and(|g| g.local == local)).unwrap_or(&[]))
    }

    /// A card by its face for those who know it, else by where it lies.
    #[must_use]
    pub fn card(&self, card: CardId) -> CardPiece {
        let book = self.naming.book;
        let face = row_in_words(book, book[card].row);
        let gained = self.gained.iter().filter(|g| g.card == card);
        let sighted =
            gained.fold(card_sight(book, self.table, card), |sighted, g| sighted.or(g.by));
        CardPiece { face, back: self.back(card), sighted }
    }

    /// Whose cards they are, for those who know all their faces: a back says itself where it lies.
    #[must_use]
    pub fn whose(&self, cards: &[CardId], pieces: &[CardPiece]) -> Option<Fragment> {
        let mut places = cards.iter().map(|card| self.table.lies(*card).map(|l| (l.zone, l.key)));
        let place = places.next().flatten()?;
        let owner = self.naming.book[place.0].owner;
        if places.any(|other| other != Some(place))
            || !matches!(owner, Owner::Player | Owner::Enum(_))
        {
            return None;
        }
        let words = format!(" ({})", self.naming.zone(place.0, place.1));
        if pieces.iter().all(|piece| piece.sighted.all) {
            return Some(Fragment::Words(words));
        }
        let seats = pieces.iter().fold(u32::MAX, |seats, piece| seats & piece.sighted.seats);
        Some(Fragment::Secret {
            filled: vec![Fragment::Words(words)],
            instead: String::new(),
            seats,
        })
    }

    fn back(&self, card: CardId) -> Back {
        let Some(lies) = self.table.lies(card) else {
            return Back::Among("card".into(), "out of the game".into());
        };
        let kind = self.naming.noun(lies.zone);
        let zone = self.naming.zone(lies.zone, lies.key);
        match (self.naming.book[lies.zone].shape, lies.place) {
            (ZoneShape::Slot, _) => Back::Place(format!("the {kind} in {zone}")),
            (ZoneShape::Pile, Some(_)) if self.blind => Back::Among(kind, format!("of {zone}")),
            (ZoneShape::Row | ZoneShape::Slots | ZoneShape::Pile, Some(place)) => {
                Back::Place(format!("card {} of {zone}", place + 1))
            }
            _ => Back::Among(kind, format!("of {zone}")),
        }
    }

    /// Adds a value of that type.
    pub fn value(&self, sentence: &mut Sentence, ty: &Type, value: &Value) {
        self.put(sentence, ty, value, NESTED);
    }

    /// Adds what a counter holds. Where a card lies that the reader does not see is not told: it
    /// may have been shuffled since.
    pub fn held(&self, sentence: &mut Sentence, ty: &Type, value: &Value) {
        let mut held = Vec::new();
        self.value(&mut held, ty, value);
        for piece in &mut held {
            if let Fragment::Cards(cards) = piece {
                cards
                    .iter_mut()
                    .for_each(|card| card.back = Back::Among("card".into(), String::new()));
            }
        }
        join(sentence, held);
    }

    fn put(&self, sentence: &mut Sentence, ty: &Type, value: &Value, depth: u8) {
        match (ty.bare(), value) {
            (Type::Text, Value::List(parts)) => match parts.split_first() {
                Some((Value::Number(n), holes)) if depth > 0 => {
                    if let Some(text) = text_of(self.naming.book, *n) {
                        self.fill(sentence, text, holes, depth - 1);
                    }
                }
                _ => say(sentence, "…"),
            },
            // A text that came without its holes.
            (Type::Text, Value::Number(n)) if depth > 0 => {
                if let Some(text) = text_of(self.naming.book, *n) {
                    self.fill(sentence, text, &[], depth - 1);
                }
            }
            (_, Value::Card(card)) => sentence.push(Fragment::Cards(vec![self.card(*card)])),
            (ty, Value::List(items)) => self.list(sentence, ty, items, depth),
            (ty, value) => say(sentence, &self.naming.plain(ty, value)),
        }
    }

    fn list(&self, sentence: &mut Sentence, ty: &Type, items: &[Value], depth: u8) {
        if !items.is_empty() && items.iter().all(|i| matches!(i, Value::Card(_))) {
            let mut cards: Vec<CardId> = items
                .iter()
                .filter_map(|i| if let Value::Card(c) = i { Some(*c) } else { None })
                .collect();
            if !matches!(ty, Type::List(_, Order::Ordered)) {
                self.table.by_place(self.naming.book, &mut cards);
            }
            sentence.push(Fragment::Cards(cards.into_iter().map(|card| self.card(card)).collect()));
            return;
        }
        let inner = if let Type::List(inner, _) = ty { inner } else { ty };
        if items.is_empty() {
            say(sentence, "nothing");
        }
        for (at, item) in items.iter().enumerate() {
            let before = if at == 0 {
                ""
            } else if at + 1 == items.len() {
                " and "
            } else {
                ", "
            };
            say(sentence, before);
            self.put(sentence, inner, item, depth.saturating_sub(1));
        }
    }

    /// Adds a text with these values in its holes; a missing value reads `…`.
    pub fn text(&self, sentence: &mut Sentence, text: TextId, holes: &[Value]) {
        self.fill(sentence, text, holes, NESTED);
    }

    fn fill(&self, sentence: &mut Sentence, text: TextId, holes: &[Value], depth: u8) {
        let template = &self.naming.book[text];
        let mut values = holes.iter();
        for (at, part) in template.parts.iter().enumerate() {
            match part {
                TemplatePart::Words(words) => say(sentence, words),
                TemplatePart::Hole(hole) => {
                    let readers = template.parts.get(at + 1).and_then(TemplatePart::readers);
                    let mut filled = Vec::new();
                    let faces = if let ExprKind::Local(local) = &hole.kind {
                        self.under(*local)
                    } else {
                        self.with(&[])
                    };
                    match values.next() {
                        Some(value) => faces.put(&mut filled, &hole.ty, value, depth),
                        None => say(&mut filled, "…"),
                    }
                    match readers {
                        Some(_) => {
                            let seats = values.next().map_or(0, seats_of);
                            sentence.push(Fragment::Secret {
                                filled,
                                instead: self.instead(&hole.ty),
                                seats,
                            });
                        }
                        None => join(sentence, filled),
                    }
                }
                TemplatePart::Readers(_) => {}
            }
        }
    }

    /// What stands in the place of a value that the reader may not see.
    fn instead(&self, ty: &Type) -> String {
        match ty.bare() {
            Type::Unit(id) => format!("some {}", self.naming.book[*id].name),
            Type::Player => "somebody".into(),
            Type::Card(_) => "a card".into(),
            Type::List(of, _) if matches!(of.bare(), Type::Card(_)) => "some cards".into(),
            Type::Number => "some number".into(),
            Type::Bool
            | Type::Text
            | Type::Enum(_)
            | Type::Square
            | Type::Spot
            | Type::Zone(_)
            | Type::List(..)
            | Type::Optional(_)
            | Type::None => "something".into(),
        }
    }

    /// A stage's element in a path: `round 2`, `Ana's turn`, `part 1`; the title if it has one.
    #[must_use]
    pub fn stage(&self, stage: StageId, value: &Value) -> String {
        let info = &self.naming.book[stage];
        let word = houserules_lang::naming::stage_word(info.word);
        match (info.title, value) {
            (Some(title), _) => {
                let mut sentence = Vec::new();
                self.text(&mut sentence, title, &[]);
                if let Value::Number(n) = value {
                    say(&mut sentence, &format!(" {n}"));
                }
                read(&sentence, Viewer::Spectator)
            }
            (None, Value::None) => word.into(),
            (None, Value::Seat(seat)) => format!("{}'s {word}", self.naming.seat(*seat)),
            (None, value) => format!("{word} {}", self.naming.plain(&Type::None, value)),
        }
    }
}

/// The text that a value means by its number; none: it was typed at the game, and the rules do not
/// have it.
pub(crate) fn text_of(book: &Rulebook, number: i64) -> Option<TextId> {
    let text = u16::try_from(number).map(TextId).ok();
    text.filter(|text| text.index() < book.texts.len())
}

/// What stands in a text's holes as far as it follows from some locals and what is printed; the
/// rest is none.
#[must_use]
pub fn printed_holes(book: &Rulebook, text: TextId, locals: &[(LocalId, Value)]) -> Vec<Value> {
    let hole = |part: &TemplatePart| match part {
        TemplatePart::Words(_) => None,
        TemplatePart::Hole(hole) | TemplatePart::Readers(hole) => Some(printed(book, hole, locals)),
    };
    book[text].parts.iter().filter_map(hole).collect()
}

fn printed(book: &Rulebook, expr: &Expr, locals: &[(LocalId, Value)]) -> Value {
    match &expr.kind {
        ExprKind::Const(value) => value.clone(),
        ExprKind::Local(id) => {
            locals.iter().find(|(l, _)| l == id).map_or(Value::None, |(_, value)| value.clone())
        }
        ExprKind::Field(of, name) => field(book, &printed(book, of, locals), name),
        _ => Value::None,
    }
}

/// A printed field of a card or member; none if there is none of that name.
#[must_use]
pub fn field(book: &Rulebook, of: &Value, name: &str) -> Value {
    let at = |fields: &[houserules_lang::ir::FieldInfo]| fields.iter().position(|f| f.name == name);
    let found = match of {
        Value::Card(card) => {
            let row = &book[book[*card].row];
            at(&book[row.kind].fields).map(|at| &row.values[at])
        }
        Value::Member(id, member) => {
            let values = &book[*id].values;
            at(&book[*id].fields).map(|at| &values[usize::from(*member)][at])
        }
        _ => None,
    };
    found.cloned().unwrap_or(Value::None)
}
