//! Choices as sentences: who chose what, and where the cards go that they name.

use crate::choices::menu::{bound, is_hidden};
use crate::log::called::{self, Name};
use crate::log::line::{Line, Shared, Sharing, Told};
use crate::log::travel::{Spot, Way};
use crate::log::writer::LogWriter;
use crate::rendering::face::Gained;
use crate::rendering::redacted::{Fragment, Sentence, kept, say};
use crate::visibility::{Sighted, zone_sight};
use houserules_interpreter::ask::{Event, EventKind, Offered};
use houserules_lang::ir::{
    BodyRef, CardId, Chooser, Expr, ExprKind, LocalId, Owner, Rulebook, SiteId, Step, TemplatePart,
    TextId, Value, sites,
};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Whether more than one value may hold cards.
fn several_of_cards(args: &[Value]) -> bool {
    let may_hold = |value: &&Value| matches!(value, Value::Card(_) | Value::List(_) | Value::None);
    args.iter().filter(may_hold).count() > 1
}

impl LogWriter<'_> {
    /// A choice names its cards also to those who see what the rules do next with them, before
    /// anything is shuffled or chosen again: they see the card come from where it was chosen. Only
    /// what a rule does by the name that was chosen counts. Gives which of the events behind it are
    /// told with it.
    pub(crate) fn choice(&mut self, event: &Event, after: &[&Event]) -> Vec<usize> {
        let Some(mut chosen) = Chosen::of(&event.kind) else { return Vec::new() };
        let mut ways = self.gained(&mut chosen, after);
        let cards = self.named(&chosen);
        // Of a card that could have been chosen for several things, its way does not tell for which
        // it was.
        let several = several_of_cards(chosen.args);
        ways.retain(|(_, way)| !several && cards.contains(&way.card));
        let (told_with, ways): (Vec<usize>, Vec<Way>) = ways.into_iter().unzip();
        let clause = self.clause(&chosen, &ways);
        let mut sentence = Vec::new();
        self.chose(&mut sentence, &chosen, &clause);
        let told = Told::Choice;
        let shared = self.shared(&event.kind);
        let (span, sighted) = (event.span, Sighted::EVERYONE);
        let (sentence, seat) = (kept(sentence), chosen.seat);
        self.lines.push(Line { told, sentence, sighted, span, seat, shared });
        if clause.whole { told_with } else { Vec::new() }
    }

    /// Finds who comes to know the cards of a choice; gives the ways that these go, each with its
    /// event.
    fn gained(&self, chosen: &mut Chosen, after: &[&Event]) -> Vec<(usize, Way)> {
        let book = self.naming.book;
        let (mut ways, mut moved) = (Vec::new(), BTreeSet::new());
        for (at, event) in after.iter().enumerate().filter(|(_, e)| e.only.is_none()) {
            match &event.kind {
                EventKind::Chose { .. } | EventKind::Shuffled(..) | EventKind::Swapped { .. } => {
                    break;
                }
                EventKind::Moved { card, from, to, .. } => {
                    let here = self.table.lies(*card).is_some_and(|l| (l.zone, l.key) == *from);
                    let target = zone_sight(book, self.table, to.0, to.1);
                    if moved.insert(*card) && here && chosen.gain(book, event, *card, target) {
                        ways.extend(Way::of(&event.kind).map(|way| (at, way)));
                    }
                }
                EventKind::Shown(card, seats) if !moved.contains(card) => {
                    chosen.gain(book, event, *card, Sighted { seats: *seats, all: false });
                }
                _ => {}
            }
        }
        chosen.gained.sort_by_key(|gained| gained.local);
        ways
    }

    pub(crate) fn move_name(&self, what: &Offered) -> String {
        match what {
            Offered::Move(id, ..) => self.naming.book[*id].name.clone(),
            Offered::Pass(_) => "pass".into(),
            Offered::Decline => "decline".into(),
            Offered::Values => "choice".into(),
        }
    }

    /// The cards that a choice's line names.
    fn named(&self, chosen: &Chosen) -> Vec<CardId> {
        let mut found = Vec::new();
        let book = self.naming.book;
        let told = self.told(chosen.what);
        match chosen.what {
            Offered::Move(id, ..) => {
                let m = &book[*id];
                let (what, open) = chosen.split(book);
                for (local, value) in bound(book, &what, open) {
                    let open =
                        m.steps.iter().skip(usize::from(m.hidden_this)).any(|s| s.local == local);
                    if open || told.contains(&local) {
                        cards_of(&value, &mut found);
                    }
                }
            }
            Offered::Pass(_) | Offered::Decline | Offered::Values => {
                chosen.args.iter().for_each(|arg| cards_of(arg, &mut found))
            }
        }
        found
    }

    /// Locals that the title of a move names.
    fn told(&self, what: &Offered) -> Vec<LocalId> {
        self.title(what).map_or_else(Vec::new, |text| named_in(self.naming.book, text))
    }

    fn title(&self, what: &Offered) -> Option<TextId> {
        what.announced(self.naming.book).filter(|_| matches!(what, Offered::Move(..)))
    }

    /// What a choice's line says about the ways its cards go: whose zone they come from or go to,
    /// if it is another player's. Of a value nothing but where it goes says what it is for.
    pub(crate) fn clause(&self, chosen: &Chosen, ways: &[Way]) -> Clause {
        let book = self.naming.book;
        let plain = match chosen.what {
            Offered::Move(id, ..) => sets_off(&book[*id].name),
            Offered::Pass(_) | Offered::Decline | Offered::Values => false,
        };
        let set_off = self.title(chosen.what).is_some() || plain;
        let mut clause = Clause { whole: true, set_off, ..Clause::default() };
        let (Some(me), Some(first)) = (chosen.seat, ways.first()) else {
            return Clause { whole: chosen.seat.is_some(), ..clause };
        };
        let one_to = ways.iter().all(|way| way.to == first.to);
        if *chosen.what == Offered::Values {
            let verb = if ways.len() == 1 { "goes" } else { "go" };
            if one_to {
                clause.words =
                    format!(", which {verb} to {}", self.naming.zone(first.to.0, first.to.1));
            }
            clause.whole = one_to;
            return clause;
        }
        let (what, open) = chosen.split(book);
        let told = self.told(chosen.what);
        let locals = bound(book, &what, open);
        let said = |key: u16| {
            locals
                .iter()
                .any(|(local, value)| told.contains(local) && *value == Value::Seat(key as u8))
        };
        let others = |(zone, key): Spot| {
            book[zone].owner == Owner::Player && key != u16::from(me) && !said(key)
        };
        let open = |way: &Way| self.faces().with(&chosen.gained).card(way.card).sighted.all;
        if others(first.from) && ways.iter().all(|way| way.from == first.from && open(way)) {
            clause.words = format!(" from {}", self.naming.zone(first.from.0, first.from.1));
            clause.seats.push(Value::Seat(first.from.1 as u8));
        }
        if others(first.to) && one_to {
            clause.words.push_str(&format!(" to {}", self.naming.zone(first.to.0, first.to.1)));
            clause.seats.push(Value::Seat(first.to.1 as u8));
        }
        clause
    }

    /// What was chosen secretly is told to its chooser alone.
    pub(crate) fn chose(&self, sentence: &mut Sentence, chosen: &Chosen, clause: &Clause) {
        let Some(seat) = chosen.seat.filter(|_| sites::is_secret(self.naming.book, chosen.site))
        else {
            if *chosen.what == Offered::Values {
                // What was asked stands with the answer; where it goes is told behind.
                let alone = Clause { set_off: clause.set_off, ..Clause::default() };
                self.chose_openly(sentence, chosen, &alone);
                self.question(sentence, chosen);
                say(sentence, &clause.words);
            } else {
                self.chose_openly(sentence, chosen, clause);
                self.question(sentence, chosen);
            }
            return;
        };
        let mut filled = Sentence::new();
        self.chose_openly(&mut filled, chosen, clause);
        say(&mut filled, " secretly");
        let instead = format!("{} chooses secretly", self.naming.seat(seat));
        sentence.push(Fragment::Secret { filled, instead, seats: 1 << seat });
        self.question(sentence, chosen);
    }

    fn chose_openly(&self, sentence: &mut Sentence, chosen: &Chosen, clause: &Clause) {
        let seat = chosen.seat;
        let who = seat.map_or_else(|| "chance".into(), |s| self.naming.seat(s));
        match chosen.what {
            Offered::Pass(None) => {
                say(sentence, &format!("{who} passes"));
            }
            Offered::Pass(Some(text)) => {
                say(sentence, &format!("{who}: "));
                self.faces().text(sentence, *text, chosen.holes);
            }
            Offered::Decline => {
                say(sentence, &format!("{who} declines"));
            }
            Offered::Values => {
                let steps =
                    sites::find(self.naming.book, chosen.site).map_or(&[][..], sites::value_steps);
                match seat {
                    Some(_) if is_answer(chosen.args) => say(sentence, &format!("{who} says")),
                    Some(_) => say(sentence, &format!("{who} chooses")),
                    None => say(sentence, "by lot:"),
                }
                // An order of what was picked says what was picked.
                let once = |at: usize| {
                    !chosen.args[at + 1..].iter().any(|v| same_cards(v, &chosen.args[at]))
                };
                let filled = steps.iter().zip(chosen.args).enumerate();
                let filled: Vec<_> =
                    filled.filter(|(at, _)| once(*at)).map(|(_, filled)| filled).collect();
                self.filled(sentence, chosen, &filled, clause);
            }
            Offered::Move(..) => {
                say(sentence, &who);
                self.chose_move(sentence, chosen, clause);
            }
        }
    }

    /// What was asked, behind the answer.
    fn question(&self, sentence: &mut Sentence, chosen: &Chosen) {
        match chosen.what {
            Offered::Pass(None) | Offered::Decline | Offered::Values => {}
            Offered::Pass(Some(_)) | Offered::Move(..) => return,
        }
        let asking = sites::find(self.naming.book, chosen.site).and_then(|choose| choose.asking);
        if let Some(text) = asking {
            say(sentence, " (");
            self.faces().text(sentence, text, chosen.holes);
            say(sentence, ")");
        }
    }

    /// What others may have chosen, too: passing, where nothing else is told with it, and values
    /// that are no cards.
    pub(crate) fn shared(&self, kind: &EventKind) -> Option<Arc<Shared>> {
        let EventKind::Chose { site, seat: Some(seat), what, args, holes } = kind else {
            return None;
        };
        let name = self.naming.seat(*seat);
        match what {
            Offered::Pass(None) => Some(Arc::new(Shared { name, chosen: Sharing::Passing })),
            Offered::Pass(Some(text)) => {
                let mut sentence = Sentence::new();
                self.faces().text(&mut sentence, *text, holes);
                let chosen = Sharing::Saying(only_words(sentence)?);
                Some(Arc::new(Shared { name, chosen }))
            }
            Offered::Values => {
                let choose = sites::find(self.naming.book, *site)?;
                let ([step], [value], Chooser::Each(_)) =
                    (sites::value_steps(choose), args.as_slice(), &choose.by)
                else {
                    return None;
                };
                if choose.secretly.is_some() {
                    return None;
                }
                let mut sentence = Sentence::new();
                self.faces().value(&mut sentence, &crate::choices::menu::filled_type(step), value);
                let words = only_words(sentence)?;
                let chosen = if matches!(value, Value::Bool(_)) {
                    Sharing::Answer(*site, words)
                } else {
                    Sharing::Value(*site, words)
                };
                Some(Arc::new(Shared { name, chosen }))
            }
            Offered::Decline | Offered::Move(..) => None,
        }
    }

    fn chose_move(&self, sentence: &mut Sentence, chosen: &Chosen, clause: &Clause) {
        let book = self.naming.book;
        let Offered::Move(id, ..) = chosen.what else { return };
        let m = &book[*id];
        let (what, open) = chosen.split(book);
        say(sentence, " ");
        match self.title(chosen.what) {
            Some(text) => {
                // A title that stands in the menu has names of its own.
                let own = book[text].body == BodyRef::Move(*id);
                let gained = if own { chosen.gained.as_slice() } else { &[] };
                self.faces().with(gained).text(sentence, text, chosen.holes);
            }
            None => say(sentence, &third_person(&m.name)),
        }
        let told = self.told(chosen.what);
        let hidden = usize::from(is_hidden(book, &what));
        let left = |(step, value): &(&Step, &Value)| {
            !told.contains(&step.local) && !clause.seats.contains(value)
        };
        let rest: Vec<(&Step, &Value)> =
            m.steps.iter().zip(open).skip(hidden).filter(left).collect();
        self.filled(sentence, chosen, &rest, clause);
    }

    /// Values of a choice: one alone, or a card, as it is; the others in brackets with their names.
    fn filled(
        &self,
        sentence: &mut Sentence,
        chosen: &Chosen,
        rest: &[(&Step, &Value)],
        clause: &Clause,
    ) {
        let as_it_is = |v: &Value| match v {
            Value::List(items) => items.iter().all(|i| matches!(i, Value::Card(_))),
            v => matches!(v, Value::Card(_)),
        };
        let alone = rest.len() == 1 && (clause.words.is_empty() || as_it_is(rest[0].1));
        let mut shown: Vec<_> = rest.iter().filter(|(_, v)| alone || as_it_is(v)).collect();
        if shown.len() > 1 {
            self.reading_on(sentence, chosen, &mut shown);
        }
        // After a title, which is a sentence of its own, they are set off.
        let mut before = if clause.set_off { ": " } else { " " };
        for (step, value) in &shown {
            say(sentence, before);
            // Several are set off from each other; which is which is in their names.
            before = ", ";
            self.one_filled(sentence, chosen, step, value);
            let name = chosen.word(self.naming.book, step.local);
            if shown.len() > 1 && name.chars().count() > 1 {
                say(sentence, &format!(" ({})", name.replace('_', " ")));
            }
        }
        say(sentence, &clause.words);
        if alone {
            return;
        }
        self.filled_behind(sentence, chosen, rest.iter().filter(|(_, v)| !as_it_is(v)).collect());
    }

    /// Of several cards, those whose names read on behind the move: `with_card` as ` with Tracker`.
    fn reading_on(
        &self,
        sentence: &mut Sentence,
        chosen: &Chosen,
        shown: &mut Vec<&(&Step, &Value)>,
    ) {
        shown.retain(|(step, value)| {
            let name = chosen.word(self.naming.book, step.local);
            let first = name.split_once('_').map_or("", |(first, _)| first);
            let reads_on = READING_ON.contains(&first);
            if reads_on {
                say(sentence, &format!(" {first} "));
                self.one_filled(sentence, chosen, step, value);
            }
            !reads_on
        });
    }

    fn one_filled(&self, sentence: &mut Sentence, chosen: &Chosen, step: &Step, value: &Value) {
        let faces = self.faces().with(&chosen.gained).under(step.local);
        let faces = faces.blindly(chosen.seat.is_none());
        faces.value(sentence, &crate::choices::menu::filled_type(step), value);
    }

    /// What is filled in besides cards: a place where something lies reads on, the rest stands in
    /// brackets.
    fn filled_behind(
        &self,
        sentence: &mut Sentence,
        chosen: &Chosen,
        mut rest: Vec<&(&Step, &Value)>,
    ) {
        let is_place = |v: &Value| matches!(v, Value::Square(_) | Value::Spot(_));
        let places = rest.iter().filter(|(_, v)| is_place(v)).count();
        if let Some(at) = rest.iter().position(|(_, v)| is_place(v)).filter(|_| places == 1) {
            let (step, value) = rest.remove(at);
            say(sentence, " at ");
            self.faces().value(sentence, &crate::choices::menu::filled_type(step), value);
        }
        for (at, (step, value)) in rest.iter().enumerate() {
            let name = chosen.word(self.naming.book, step.local);
            let before = if at == 0 { " (" } else { ", " };
            say(sentence, before);
            if !name.is_empty() {
                say(sentence, &format!("{} ", name.replace('_', " ")));
            }
            self.faces().value(sentence, &crate::choices::menu::filled_type(step), value);
        }
        if !rest.is_empty() {
            say(sentence, ")");
        }
    }
}

/// A choice that was made.
pub(crate) struct Chosen<'a> {
    pub(crate) site: SiteId,
    pub(crate) seat: Option<u8>,
    pub(crate) what: &'a Offered,
    pub(crate) args: &'a [Value],
    pub(crate) holes: &'a [Value],
    /// Who comes to know its cards, by the names they were chosen under.
    gained: Vec<Gained>,
}

impl<'a> Chosen<'a> {
    /// As it is told without what follows.
    pub(crate) fn of(kind: &'a EventKind) -> Option<Self> {
        let EventKind::Chose { site, seat, what, args, holes } = kind else { return None };
        Some(Self { site: *site, seat: *seat, what, args, holes, gained: Vec::new() })
    }

    /// A rule does something with a card by which these come to know it; gives whether it calls it
    /// by a name of this choice.
    fn gain(&mut self, book: &Rulebook, event: &Event, card: CardId, by: Sighted) -> bool {
        let mut all = Vec::new();
        self.args.iter().for_each(|arg| cards_of(arg, &mut all));
        if !all.contains(&card) {
            return false;
        }
        let before = self.gained.len();
        let values = self.values(book);
        for name in called::names(book, event) {
            let local = match (name, self.what) {
                (Name::Of(of, local), Offered::Move(id, ..)) if of == *id => local,
                (Name::At(site, local), Offered::Values) if site == self.site => local,
                (Name::Of(..) | Name::At(..), _) => continue,
            };
            let mut cards = Vec::new();
            values
                .iter()
                .filter(|(of, _)| *of == local)
                .for_each(|(_, value)| cards_of(value, &mut cards));
            if cards.contains(&card) {
                self.gained.push(Gained { local, card, by });
            }
        }
        self.gained.len() > before
    }

    /// What was chosen, by name.
    fn values(&self, book: &Rulebook) -> Vec<(LocalId, Value)> {
        if *self.what == Offered::Values {
            let steps = sites::find(book, self.site).map_or(&[][..], sites::value_steps);
            return steps
                .iter()
                .zip(self.args)
                .map(|(step, value)| (step.local, value.clone()))
                .collect();
        }
        let (what, open) = self.split(book);
        bound(book, &what, open)
    }

    /// The word by which a value of a move is told.
    fn word(&self, book: &Rulebook, local: LocalId) -> String {
        let Offered::Move(id, ..) = self.what else { return String::new() };
        book[*id].body[local].name.clone()
    }

    /// The move with the arguments that the menu gave, and those that the chooser filled in.
    fn split(&self, book: &Rulebook) -> (Offered, &'a [Value]) {
        let Offered::Move(id, ..) = self.what else { return (self.what.clone(), self.args) };
        let (given, open) = self.args.split_at(usize::from(book[*id].given));
        (Offered::Move(*id, given.to_vec(), None), open)
    }
}

/// What is said about the ways of a choice's cards.
#[derive(Debug, Default)]
pub(crate) struct Clause {
    /// ` from Ben's stall`
    words: String,
    /// Players whom it names.
    seats: Vec<Value>,
    /// Nothing more needs to be told of these ways.
    whole: bool,
    /// What is chosen is set off from what is said before.
    set_off: bool,
}

/// A sentence that reads the same for everybody.
fn only_words(sentence: Sentence) -> Option<String> {
    let Ok([Fragment::Words(words)]) = <[Fragment; 1]>::try_from(sentence) else { return None };
    Some(words)
}

/// Whether a choice is yes or no.
fn is_answer(args: &[Value]) -> bool {
    matches!(args, [Value::Bool(_)])
}

/// The cards in a value.
fn cards_of(value: &Value, into: &mut Vec<CardId>) {
    match value {
        Value::Card(card) => into.push(*card),
        Value::List(items) => items.iter().for_each(|item| cards_of(item, into)),
        _ => {}
    }
}

/// Whether two lists hold the same cards, in any order.
fn same_cards(a: &Value, b: &Value) -> bool {
    let (Value::List(a), Value::List(b)) = (a, b) else { return false };
    let cards = |list: &[Value]| {
        let cards = list.iter().map(|v| if let Value::Card(card) = v { Some(*card) } else { None });
        cards.collect::<Option<BTreeSet<CardId>>>()
    };
    a.len() == b.len() && cards(a).is_some() && cards(a) == cards(b)
}

/// Locals that a text's holes name.
fn named_in(book: &Rulebook, text: TextId) -> Vec<LocalId> {
    fn local(expr: &Expr) -> Option<LocalId> {
        if let ExprKind::Local(id) = &expr.kind { Some(*id) } else { None }
    }
    let holes = book[text].parts.iter();
    holes.filter_map(|p| if let TemplatePart::Hole(e) = p { local(e) } else { None }).collect()
}

/// Behind these words of a move's name, and at the beginning of what a card is chosen for, what is
/// chosen reads on: `takes back pink 1`, but `hides one: pink 1`.
const READING_ON: [&str; 24] = [
    "about", "across", "against", "apart", "around", "at", "away", "back", "by", "down", "for",
    "from", "in", "into", "off", "on", "onto", "out", "over", "through", "to", "under", "up",
    "with",
];

/// Whether what is chosen is set off behind a move's name.
fn sets_off(name: &str) -> bool {
    let last = name.rsplit('_').find(|word| !word.is_empty()).unwrap_or(name);
    !is_verb(name) || (last != name && !READING_ON.contains(&last))
}

/// Whether a move's name begins with a word that may be a verb.
fn is_verb(name: &str) -> bool {
    let verb = name.split('_').next().unwrap_or(name);
    !verb.is_empty() && verb.chars().all(char::is_alphabetic)
}

/// `take_back` as `takes back`; `act2` as `chooses act2`.
fn third_person(name: &str) -> String {
    if !is_verb(name) {
        return format!("chooses {}", name.replace('_', " "));
    }
    let (verb, rest) = name.split_once('_').unwrap_or((name, ""));
    let sibilant = ["s", "sh", "ch", "x", "z", "o"].iter().any(|end| verb.ends_with(end));
    let mut letters = verb.chars().rev();
    let consonant_y =
        letters.next() == Some('y') && letters.next().is_some_and(|c| !"aeiou".contains(c));
    let verb = match () {
        () if consonant_y => format!("{}ies", &verb[..verb.len() - 1]),
        () if sibilant => format!("{verb}es"),
        () => format!("{verb}s"),
    };
    if rest.is_empty() { verb } else { format!("{verb} {}", rest.replace('_', " ")) }
}

#[cfg(test)]
mod tests {
    use super::{sets_off, third_person};

    #[test]
    fn verbs() {
        for (name, told) in [
            ("lay", "lays"),
            ("take_back", "takes back"),
            ("pass", "passes"),
            ("carry", "carries"),
            ("draw_one", "draws one"),
            ("go", "goes"),
            ("act2", "chooses act2"),
            ("act_2", "acts 2"),
        ] {
            assert_eq!(third_person(name), told);
        }
    }

    #[test]
    fn what_is_chosen_reads_on_behind_a_verb_only() {
        for name in ["lay", "take_back", "hand_over_to"] {
            assert!(!sets_off(name), "{name}");
        }
        for name in ["hide_one", "act2", "play_card"] {
            assert!(sets_off(name), "{name}");
        }
    }
}
