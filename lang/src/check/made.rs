//! Words, deeds and moves as they are finished, by id.

use crate::ir::{Deed, DeedId, KindSet, Move, MoveId, Type, Word, WordId};
use std::collections::BTreeMap;

/// How far the typing of something has come.
enum State<T> {
    /// Typing has not begun.
    Waiting,
    /// It is being typed further up.
    Running,
    /// Typed, or wrong.
    Done(Option<T>),
}

/// What is typed when it is first asked for, by id.
pub(super) struct Typing<T>(Vec<State<T>>);

impl<T> Typing<T> {
    /// So many that wait.
    fn new(declared: usize) -> Self {
        Self((0..declared).map(|_| State::Waiting).collect())
    }

    /// Whether one still waits, which it then does no longer.
    pub fn begin(&mut self, at: usize) -> bool {
        let waits = matches!(self.0[at], State::Waiting);
        if waits {
            self.0[at] = State::Running;
        }
        waits
    }

    /// One is typed, or wrong.
    pub fn finish(&mut self, at: usize, made: Option<T>) {
        self.0[at] = State::Done(made);
    }

    /// One that has been typed by now.
    pub fn typed(&self, at: usize) -> Option<&T> {
        match &self.0[at] {
            State::Done(made) => made.as_ref(),
            State::Waiting | State::Running => None,
        }
    }

    /// All of them; nothing if one is wrong.
    fn all(self) -> Option<Vec<T>> {
        let done = |state| if let State::Done(made) = state { made } else { None };
        self.0.into_iter().map(done).collect()
    }
}

/// Words by id; copies for own calls behind those that are declared.
pub(super) struct Words {
    /// How far each of them is.
    pub typing: Typing<Word>,
    /// Of which word each copy is one.
    copies: Vec<WordId>,
}

impl Words {
    /// So many words that wait.
    pub fn new(declared: usize) -> Self {
        Self { typing: Typing::new(declared), copies: Vec::new() }
    }

    /// A word, if it has been typed by now.
    pub fn typed(&self, id: WordId) -> Option<&Word> {
        self.typing.typed(id.index())
    }

    /// What a word gives, if it has been typed by now.
    pub fn result(&self, id: WordId) -> Option<Type> {
        self.typed(id).map(|word| word.value.ty.clone())
    }

    /// The id of the next copy; nothing if there are too many.
    pub fn next_copy(&self) -> Option<WordId> {
        u16::try_from(self.typing.0.len()).ok().map(WordId)
    }

    /// Keeps a copy of a word, named by its number: the word itself is the first.
    pub fn add_copy(&mut self, of: WordId, mut copy: Word) {
        copy.name = format!("#{} {}", copy.name, self.copies.len() + 2);
        self.typing.0.push(State::Done(Some(copy)));
        self.copies.push(of);
    }

    /// All words, each with the one that it is or of which it is a copy; nothing if one is wrong.
    pub fn all(self) -> Option<Vec<(WordId, Word)>> {
        let words = self.typing.all()?;
        let declared = words.len() - self.copies.len();
        let ids = (0..declared).map(|at| WordId(at as u16)).chain(self.copies);
        Some(ids.zip(words).collect())
    }
}

/// A deed for the kinds that its `zone of any` parameters have in one call.
#[derive(Debug, Clone)]
pub(super) struct Instance {
    /// The deed as it is declared.
    pub of: DeedId,
    /// The deed that is made.
    pub id: DeedId,
    /// What its kind names stand for.
    pub kinds: BTreeMap<String, KindSet>,
}

/// How many deeds there were at some moment.
#[derive(Debug, Clone, Copy)]
pub(super) struct DeedCounts {
    /// Deeds, typed or not.
    pub made: usize,
    /// Instances that were asked for.
    pub instances: usize,
}

/// Deeds by id; woven layers and instances behind those that are declared.
pub(super) struct Deeds {
    made: Vec<Option<Deed>>,
    /// Instances that were asked for.
    instances: Vec<Instance>,
    /// The first of them that still waits for its body.
    next: usize,
}

impl Deeds {
    /// So many deeds that wait.
    pub fn new(declared: usize) -> Self {
        Self { made: vec![None; declared], instances: Vec::new(), next: 0 }
    }

    /// Room for one more; gives how many there are then.
    pub fn grow(&mut self) -> usize {
        self.made.push(None);
        self.made.len()
    }

    /// A deed, if it has been typed by now.
    pub fn typed(&self, id: DeedId) -> Option<&Deed> {
        self.made[id.index()].as_ref()
    }

    /// A deed is typed.
    pub fn finish(&mut self, id: DeedId, deed: Deed) {
        self.made[id.index()] = Some(deed);
    }

    /// For how many kinds of zones a deed was asked.
    pub fn instances_of(&self, of: DeedId) -> usize {
        self.instances.iter().filter(|i| i.of == of).count()
    }

    /// The deed that is made for these kinds.
    pub fn instance(&self, of: DeedId, kinds: &BTreeMap<String, KindSet>) -> Option<DeedId> {
        self.instances.iter().find(|i| i.of == of && i.kinds == *kinds).map(|i| i.id)
    }

    /// A deed is asked for that waits for its body.
    pub fn ask(&mut self, instance: Instance) {
        self.instances.push(instance);
    }

    /// The next one that waits for its body, which it then does no longer.
    pub fn next(&mut self) -> Option<Instance> {
        let next = self.instances.get(self.next).cloned()?;
        self.next += 1;
        Some(next)
    }

    /// How many there are, for [`Self::cut`].
    pub fn counts(&self) -> DeedCounts {
        DeedCounts { made: self.made.len(), instances: self.instances.len() }
    }

    /// Forgets what came since.
    pub fn cut(&mut self, back_to: DeedCounts) {
        self.made.truncate(back_to.made);
        self.instances.truncate(back_to.instances);
    }

    /// All deeds; nothing if one is wrong.
    pub fn all(self) -> Option<Vec<Deed>> {
        self.made.into_iter().collect()
    }
}

/// Parameters of a move, by position; one without a type is wrong.
pub(super) type Head = Vec<(String, Option<Type>)>;

/// Moves by id, with their heads.
pub(super) struct Moves {
    /// How far each head is.
    pub heads: Typing<Head>,
    made: Vec<Option<Move>>,
}

impl Moves {
    /// So many moves that wait.
    pub fn new(declared: usize) -> Self {
        Self { heads: Typing::new(declared), made: vec![None; declared] }
    }

    /// A move is typed, or wrong.
    pub fn finish(&mut self, id: MoveId, made: Option<Move>) {
        self.made[id.index()] = made;
    }

    /// A move, if it has been typed by now.
    pub fn typed(&self, id: MoveId) -> Option<&Move> {
        self.made[id.index()].as_ref()
    }

    /// All moves; nothing if one is wrong.
    pub fn all(self) -> Option<Vec<Move>> {
        self.made.into_iter().collect()
    }
}
