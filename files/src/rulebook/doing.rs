//! Statements of one line as the sentences of a rulebook.

use super::page::{Run, Words, plain};
use super::{Reader, capital, in_words};
use houserules_lang::naming::with_article;
use houserules_lang::syntax::ast::{
    At, Choose, ChooseWhat, Chooser, Domain, DomainBase, End, Expr, ExprKind, Name, SetOp, Stmt,
    StmtKind, Value,
};

impl Reader<'_> {
    /// What a statement does; none if it is one of several lines, or has no words of its own.
    pub(super) fn does(&self, stmt: &Stmt) -> Option<Words> {
        Some(match &stmt.kind {
            StmtKind::Let(name, Value::Expr(value)) => vec![
                Run::Plain("Let ".into()),
                Run::Value(self.name_told(name).replacen("that ", "the ", 1)),
                Run::Plain(format!(" be {}.", self.english(value))),
            ],
            StmtKind::Move { cards, to, at } => {
                let at = match at {
                    None => String::new(),
                    Some(At::Top) => ", on top".into(),
                    Some(At::Bottom) => ", at the bottom".into(),
                    Some(At::Place(place)) => format!(", at place {}", self.english(place)),
                };
                plain(format!("Move {} to {}{at}.", self.several(cards), self.english(to)))
            }
            StmtKind::Swap(a, b) => {
                plain(format!("Swap {} with {}.", self.english(a), self.english(b)))
            }
            StmtKind::Shuffle(zone) => plain(format!("Shuffle {}.", self.english(zone))),
            StmtKind::Show { cards, to, secretly } => {
                let (what, to) = (self.shown(cards), self.readers(to));
                let unseen = if *secretly { ", without anybody else noticing" } else { "" };
                plain(format!("Show {what} to {to}{unseen}."))
            }
            StmtKind::Hide(what, from) => {
                let from = from.as_ref().map(|from| format!(" from {}", self.readers(from)));
                plain(format!("Hide {}{}.", self.shown(what), from.unwrap_or_default()))
            }
            StmtKind::Set(place, op, value) => plain(self.sets(place, *op, value)),
            StmtKind::Give(Some(Value::Expr(value))) => {
                plain(format!("The result is {}.", self.english(value)))
            }
            StmtKind::Give(None) => plain("Then nothing more of this happens."),
            StmtKind::Say(text, to) => {
                let to =
                    to.as_ref().map(|to| format!(" to {}", self.readers(to))).unwrap_or_default();
                let mut words = plain(format!("Say{to}: “"));
                words.extend(self.text(text));
                words.extend(plain("”"));
                words
            }
            StmtKind::Again => plain("Do this again."),
            StmtKind::AsUsual
            | StmtKind::Let(_, Value::AsUsual(_))
            | StmtKind::Give(Some(Value::AsUsual(_))) => plain("As usual."),
            StmtKind::End(End::Stage(word, title)) => {
                let title = title.as_ref().and_then(|t| t.plain()).map(|t| format!(" “{t}”"));
                plain(format!(
                    "The {}{} ends.",
                    super::components::stage(*word),
                    title.unwrap_or_default()
                ))
            }
            StmtKind::End(end @ (End::Won(_) | End::Lost | End::Drawn)) => {
                plain(format!("The game ends: {}.", self.ending_of(end)))
            }
            StmtKind::Call(_)
            | StmtKind::If { .. }
            | StmtKind::ForEach(..)
            | StmtKind::Repeat(..)
            | StmtKind::Stage(_)
            | StmtKind::Ends(_)
            | StmtKind::Choose(_) => return None,
        })
    }

    /// Who has won.
    pub(super) fn ending_of(&self, end: &End) -> String {
        match end {
            End::Won(by) => format!("won by {}", self.several(by)),
            End::Lost => "lost by all".into(),
            End::Drawn => "a draw".into(),
            End::Stage(..) => String::new(),
        }
    }

    fn sets(&self, place: &Expr, op: SetOp, value: &Expr) -> String {
        let condition = Reader::is_condition(value).then(|| self.holds(value));
        let (place, value) = (self.english(place), self.english(value));
        match op {
            SetOp::To => match condition {
                Some(holds) => format!("Set {place} to yes if {holds}, otherwise to no."),
                None => format!("Set {place} to {value}."),
            },
            SetOp::Plus => format!("Add {value} to {place}."),
            SetOp::Minus => format!("Take {value} from {place}."),
        }
    }

    /// A counter is shown by its name, a zone with its cards.
    fn shown(&self, what: &Domain) -> String {
        self.several(what)
    }

    fn readers(&self, to: &Expr) -> String {
        if matches!(to.kind, ExprKind::Players) { "everyone".into() } else { self.english(to) }
    }

    /// A choice of values: who chooses what.
    pub(super) fn choice_of_values(&self, choose: &Choose) -> Option<Words> {
        let ChooseWhat::Binders(binders) = &choose.what else { return None };
        let may = if choose.may { "may choose" } else { "choose" };
        let they = if choose.may { "may choose" } else { "chooses" };
        let (who, may) = match &choose.by {
            Chooser::Me => ("You".to_string(), may),
            Chooser::Chance if choose.secretly.is_some() => {
                ("By chance, and seen by nobody,".to_string(), "choose")
            }
            Chooser::Chance => ("By chance,".to_string(), "choose"),
            Chooser::Seat(seat) => (capital(&self.english(seat)), they),
            Chooser::Each(of) => {
                (format!("At once and unseen, each of {}", self.several(of)), they)
            }
            Chooser::Race(of) => (format!("Whoever is first of {}", self.several(of)), they),
        };
        let mut words = plain(format!("{who} {may} "));
        for (at, binder) in binders.iter().enumerate() {
            words.extend(plain(if at == 0 { "" } else { ", and " }));
            words.extend(self.picked(&binder.name, binder.kind.as_ref(), &binder.domain));
        }
        if matches!(choose.by, Chooser::Each(_) | Chooser::Race(_)) {
            words.iter_mut().for_each(of_them);
        }
        if choose.secretly.is_some() && !matches!(choose.by, Chooser::Chance) {
            words.extend(plain(", and nobody else learns which"));
        }
        if let Some(asking) = &choose.asking {
            words.extend(plain(" (“"));
            words.extend(self.text(asking));
            words.extend(plain("”)"));
        }
        words.extend(plain("."));
        Some(words)
    }

    /// What is picked, and what it is called from then on: "a card of your hand (*c*)".
    pub(super) fn picked(&self, name: &Name, kind: Option<&Name>, domain: &Domain) -> Words {
        let kind = kind.map(|kind| in_words(&kind.text)).or_else(|| self.noun_at(name));
        let one = domain.selector.is_none() && matches!(domain.base, DomainBase::List(_));
        let what = match one {
            true => match &domain.base {
                DomainBase::List(list) if matches!(list.kind, ExprKind::Group(_)) => {
                    self.several(domain)
                }
                _ => with_article(&self.one_named("", kind, domain)).replacen("an one", "one", 1),
            },
            false => self.several(domain),
        };
        if self.is_only(name) {
            return plain(what);
        }
        vec![
            Run::Plain(format!("{what} (")),
            Run::Value(self.name_told(name)),
            Run::Plain(")".into()),
        ]
    }
}

/// Of several who choose it is said `their` where the rules say `me`.
fn of_them(run: &mut Run) {
    if let Run::Plain(words) = run {
        *words = words.replace("your ", "their ");
    }
}
