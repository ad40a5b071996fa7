//! How a game goes: the statements of `setup` and `play`, and of the deeds they call, as a list in
//! their order.
//!
//! Where prose says what happens, of the statements only those are listed that have an order of
//! their own: stages, questions, deeds, endings.

use super::components::stage;
use super::english::of_stage;
use super::moves::about;
use super::page::{Part, Run, Words, plain};
use super::{Reader, capital, in_words, line, prose, titled};
use houserules_lang::syntax::ast::{
    Binder, Block, Choose, ChooseWhat, Chooser, Deed, End, Ends, Entry, EntryKind, Expr, ExprKind,
    Item, ItemKind, Name, Stage, Stmt, StmtKind, Test,
};
use std::collections::BTreeSet;

/// Deeds are followed no deeper than this.
const DEEPEST: usize = 6;

/// A walk through statements.
struct Walk<'w, 'r> {
    reader: &'w Reader<'r>,
    parts: Vec<Part>,
    /// Deeds and menus that have been told.
    told: BTreeSet<String>,
}

impl Reader<'_> {
    pub(super) fn setup(&self) -> Vec<Part> {
        self.from(|kind| if let ItemKind::Setup(block) = kind { Some(block) } else { None })
    }

    /// The game from the first turn to the last.
    pub(super) fn course(&self) -> Vec<Part> {
        self.from(|kind| if let ItemKind::Play(block) = kind { Some(block) } else { None })
    }

    /// The deeds and menus that are told there.
    pub(super) fn told(&self) -> BTreeSet<String> {
        let mut walk = Walk { reader: self, parts: Vec::new(), told: BTreeSet::new() };
        for item in self.items() {
            if let ItemKind::Setup(block) | ItemKind::Play(block) = &item.kind {
                walk.block(block, 0);
            }
        }
        walk.told
    }

    /// What happens in a block, as points below one that says when.
    pub(super) fn happens(&self, mut words: Words, block: &Block, all: &mut Vec<Part>) {
        let mut walk = Walk { reader: self, parts: Vec::new(), told: self.told() };
        walk.block(block, 1);
        match walk.parts.as_slice() {
            [] => words.extend(plain(" nothing.")),
            [Part::Point(_, only)] => {
                words.extend(plain(" "));
                words.extend(only.iter().cloned());
                walk.parts.clear();
            }
            _ => {}
        }
        all.push(Part::Point(0, words));
        all.extend(walk.parts);
    }

    /// A block by itself: what it calls is only named.
    pub(super) fn alone(&self, block: &Block) -> Vec<Part> {
        let mut told = self.told();
        for item in self.items() {
            if let ItemKind::Deed(deed) = &item.kind {
                told.insert(deed.name.text.to_string());
            }
        }
        let mut walk = Walk { reader: self, parts: Vec::new(), told };
        walk.block(block, 0);
        walk.parts
    }

    fn from(&self, find: impl Fn(&ItemKind) -> Option<&Block>) -> Vec<Part> {
        let mut walk = Walk { reader: self, parts: Vec::new(), told: BTreeSet::new() };
        for item in self.items() {
            if let Some(block) = find(&item.kind) {
                let before = walk.parts.len();
                walk.parts.extend(prose(&item.doc));
                walk.block(block, 0);
                if walk.parts.len() > before {
                    walk.parts.insert(before, about(item, None));
                }
            }
        }
        walk.parts
    }

    /// The deed of a name.
    fn deed(&self, name: &str) -> Option<(&Item, &Deed)> {
        self.items().find_map(|item| {
            let ItemKind::Deed(deed) = &item.kind else { return None };
            (*deed.name.text == *name).then_some((item, deed))
        })
    }

    /// The names of all that a deed or move is given or lets be picked.
    pub(super) fn all_params(&self, target: &str) -> Vec<&Name> {
        let found = self.items().find_map(|item| match &item.kind {
            ItemKind::Move(of) if *of.name.text == *target => {
                Some(of.params.iter().map(|p| &p.name).collect())
            }
            ItemKind::Deed(of) if *of.name.text == *target => {
                Some(of.params.iter().map(|p| &p.name).collect())
            }
            ItemKind::Define(of) if *of.name.text == *target => {
                Some(of.params.iter().chain(&of.receiver).map(|p| &p.name).collect())
            }
            _ => None,
        });
        found.unwrap_or_default()
    }

    /// The names of what a move or menu is given.
    fn params(&self, name: &str) -> Vec<&Name> {
        let found = self.items().find_map(|item| match &item.kind {
            ItemKind::Move(of) if *of.name.text == *name => {
                Some(of.params.iter().filter(|p| p.domain.is_none()).map(|p| &p.name).collect())
            }
            ItemKind::Menu(of) if *of.name.text == *name => {
                Some(of.params.iter().map(|p| &p.name).collect())
            }
            _ => None,
        });
        found.unwrap_or_default()
    }

    /// The entries of a menu: tiers parted by what makes the next one count.
    pub(super) fn tiers(&self, tiers: &[Vec<Entry>]) -> Words {
        let mut words = Words::new();
        for (at, tier) in tiers.iter().enumerate() {
            if at > 0 {
                words.push(Run::Plain("; if none of that is possible, ".into()));
            }
            for (n, entry) in tier.iter().enumerate() {
                if n > 0 {
                    words.push(Run::Plain(if n + 1 == tier.len() { " or " } else { ", " }.into()));
                }
                if entry.may {
                    words.push(Run::Plain("if you like, ".into()));
                }
                match &entry.what {
                    EntryKind::Pass => words.push(Run::Strong("pass".into())),
                    EntryKind::Named(name, values) => {
                        words.push(Run::Strong(in_words(&name.text)));
                        words.extend(self.given(&self.params(&name.text), values));
                    }
                }
                if let Some(title) = &entry.title {
                    words.push(Run::Plain(" (“".into()));
                    words.extend(self.text(title));
                    words.push(Run::Plain("”)".into()));
                }
            }
        }
        words
    }
}

impl Walk<'_, '_> {
    fn point(&mut self, deep: usize, words: Words) {
        self.parts.push(Part::Point(deep, words));
    }

    /// Statements, one after the other.
    fn block(&mut self, block: &Block, deep: usize) {
        let reader = self.reader;
        reader.about_more(|bind| {
            for stmt in &block.stmts {
                bound(stmt).into_iter().for_each(bind);
                self.stmt(stmt, deep);
            }
        });
    }

    fn stmt(&mut self, stmt: &Stmt, deep: usize) {
        match &stmt.kind {
            StmtKind::Stage(stage) => self.stage(stage, deep),
            StmtKind::Ends(ends) => self.ends(ends, deep),
            StmtKind::End(End::Won(_) | End::Lost | End::Drawn) => self.code(stmt, deep),
            StmtKind::Choose(choose) => self.choose(choose, stmt, deep),
            StmtKind::Call(call) => self.call(call, stmt, deep),
            StmtKind::If { test, then, otherwise } => {
                match test {
                    Test::If(condition) => {
                        let asked = plain(format!("If {}", self.reader.holds(condition)));
                        self.under(asked, then, deep);
                    }
                    Test::ThereIs(binder) => self.going_on(binder, |walk, named| {
                        let found = walk.reader.there_is(binder, named);
                        walk.under(plain(format!("If {found}")), then, deep);
                    }),
                }
                if let Some(otherwise) = otherwise {
                    self.under(plain("Otherwise"), otherwise, deep);
                }
            }
            StmtKind::ForEach(binder, block) => {
                self.going_on(binder, |walk, named| {
                    let one = walk.reader.one_of(binder, named);
                    walk.under(plain(format!("For each {one}")), block, deep);
                });
            }
            StmtKind::Repeat(condition, block) => {
                let until = self.reader.holds(condition);
                self.under(plain(format!("Again and again, until {until}")), block, deep);
            }
            _ => self.code(stmt, deep),
        }
    }

    /// A statement of one line: a sentence, or as it is written.
    fn code(&mut self, stmt: &Stmt, deep: usize) {
        let words = self.reader.does(stmt).unwrap_or_else(|| vec![self.reader.code(stmt.span)]);
        self.point(deep, words);
    }

    /// Points that go on about a binder's name.
    fn going_on(&mut self, binder: &Binder, mut say: impl FnMut(&mut Self, bool)) {
        let (reader, parts, told) = (self.reader, self.parts.len(), self.told.clone());
        reader.about(binder, |named| {
            self.parts.truncate(parts);
            self.told.clone_from(&told);
            say(self, named);
        });
    }

    /// What stands under a condition, if there is anything to say.
    fn under(&mut self, mut words: Words, block: &Block, deep: usize) {
        let before = self.parts.len();
        self.block(block, deep + 1);
        if self.parts.len() > before {
            words.push(Run::Plain(":".into()));
            self.parts.insert(before, Part::Point(deep, words));
        }
    }

    fn stage(&mut self, of: &Stage, deep: usize) {
        match &of.binder {
            Some(binder) => {
                self.going_on(binder, |walk, named| walk.staged(of, Some((binder, named)), deep));
            }
            None => self.staged(of, None, deep),
        }
    }

    fn staged(&mut self, of: &Stage, binder: Option<(&Binder, bool)>, deep: usize) {
        let mut words = vec![Run::Strong(capital(stage(of.word)))];
        if let Some(title) = &of.title {
            words.push(Run::Plain(" “".into()));
            words.extend(self.reader.text(title));
            words.push(Run::Plain("”".into()));
        }
        if let Some((binder, named)) = binder {
            words.push(Run::Plain(of_stage(self.reader, of.word, binder, named)));
        }
        words.push(Run::Plain(":".into()));
        self.point(deep, words);
        self.block(&of.body, deep + 1);
    }

    fn ends(&mut self, ends: &Ends, deep: usize) {
        let before = if ends.at_once { "Ends at once when " } else { "Ends when " };
        let colon = if ends.body.as_ref().is_some_and(|b| !b.stmts.is_empty()) { ":" } else { "." };
        self.point(deep, plain(format!("{before}{}{colon}", self.reader.holds(&ends.condition))));
        if let Some(body) = &ends.body {
            self.block(body, deep + 1);
        }
    }

    fn choose(&mut self, choose: &Choose, stmt: &Stmt, deep: usize) {
        if let Some(words) = self.reader.choice_of_values(choose) {
            self.point(deep, words);
            return;
        }
        if choose.may {
            self.code(stmt, deep);
            return;
        }
        let mut words = match &choose.by {
            Chooser::Me => plain("You choose: "),
            Chooser::Seat(seat) => {
                plain(format!("{} chooses: ", capital(&self.reader.english(seat))))
            }
            Chooser::Chance => plain("By chance: "),
            Chooser::Each(_) => plain("Everybody who is asked chooses, at once and unseen: "),
            Chooser::Race(_) => plain("Whoever is first: "),
        };
        match &choose.what {
            ChooseWhat::Tiers(tiers, _) => words.extend(self.reader.tiers(tiers)),
            ChooseWhat::Menu(name, values) => {
                let menu = self.reader.items().find_map(|item| {
                    let ItemKind::Menu(menu) = &item.kind else { return None };
                    (menu.name.text == name.text).then_some((item, menu))
                });
                match menu {
                    Some((item, menu)) => {
                        self.told.insert(name.text.to_string());
                        words.extend(self.reader.tiers(&menu.tiers));
                        let params: Vec<&Name> = menu.params.iter().map(|p| &p.name).collect();
                        // Names that are the same on both sides need not be told.
                        let mut given = self.reader.given(&params, values);
                        given.pop();
                        if given.iter().any(|run| matches!(run, Run::Plain(w) if w.len() > 2)) {
                            words.push(Run::Plain(", where ".into()));
                            words.extend(given.into_iter().skip(1));
                        }
                        words.push(Run::Plain(".".into()));
                        words = line(words, &item.doc);
                    }
                    None => words.push(Run::Strong(in_words(&name.text))),
                }
            }
            ChooseWhat::Binders(_) => {}
        }
        if choose.until_all_pass {
            words.push(Run::Plain(" – again and again, until all pass".into()));
        }
        self.point(deep, words);
    }

    fn call(&mut self, call: &Expr, stmt: &Stmt, deep: usize) {
        let (name, values) = match &call.kind {
            ExprKind::Name(name) => (Some(name), &[][..]),
            ExprKind::Call(to, values) => match &to.kind {
                ExprKind::Name(name) => (Some(name), values.as_slice()),
                _ => (None, &[][..]),
            },
            _ => (None, &[][..]),
        };
        let found = name.and_then(|name| self.reader.deed(&name.text));
        let Some((item, deed)) = found else {
            match name {
                // A module's, of which only the name is known here.
                Some(name) => {
                    let mut words = vec![Run::Strong(titled(name))];
                    words.extend(self.reader.given(&[], values));
                    self.point(deep, words);
                }
                None => self.code(stmt, deep),
            }
            return;
        };
        let new = self.told.insert(deed.name.text.to_string());
        let mut words = vec![Run::Strong(titled(&deed.name))];
        let params: Vec<&Name> = deed.params.iter().map(|p| &p.name).collect();
        words.extend(self.reader.given(&params, values));
        if !new {
            words.push(Run::Plain(", as above".into()));
            self.point(deep, words);
            return;
        }
        words.push(Run::Plain(":".into()));
        self.point(deep, line(words, &item.doc));
        if deep < DEEPEST {
            let reader = self.reader;
            let before = (self.parts.len(), self.told.clone());
            reader.apart(|| {
                reader.about_all(&params, || {
                    self.parts.truncate(before.0);
                    self.told.clone_from(&before.1);
                    self.block(&deed.body, deep + 1);
                });
            });
        }
    }
}

/// The names that a statement binds for those behind it.
fn bound(stmt: &Stmt) -> Vec<&Name> {
    if let StmtKind::Let(name, _) = &stmt.kind {
        vec![name]
    } else if let StmtKind::Choose(choose) = &stmt.kind
        && let ChooseWhat::Binders(binders) = &choose.what
    {
        binders.iter().map(|binder| &binder.name).collect()
    } else {
        Vec::new()
    }
}

/// What stands around an ending.
type Around = Vec<Words>;

impl Reader<'_> {
    /// Every way in which a game ends, with what must hold for it.
    pub(super) fn endings(&self) -> Vec<Part> {
        let mut all = Vec::new();
        for item in self.items() {
            let (body, words) = match &item.kind {
                ItemKind::Play(body) => (body, Words::new()),
                ItemKind::Deed(deed) => (&deed.body, plain(format!("{}: ", titled(&deed.name)))),
                ItemKind::Move(a_move) => {
                    (&a_move.body, plain(format!("{}: ", titled(&a_move.name))))
                }
                ItemKind::Interrupt(rule) => {
                    (&rule.body, plain(format!("At “{}”: ", in_words(&rule.target.text))))
                }
                ItemKind::RunsOut { zone, body, .. } => {
                    (body, plain(format!("{} is used up: ", titled(zone))))
                }
                _ => continue,
            };
            self.ending(body, &words, &mut Vec::new(), &mut all);
        }
        all
    }

    fn ending(&self, block: &Block, before: &Words, around: &mut Around, all: &mut Vec<Part>) {
        for stmt in &block.stmts {
            let mut inside = |words: Words, block: &Block, around: &mut Around| {
                around.push(words);
                self.ending(block, before, around, all);
                around.pop();
            };
            match &stmt.kind {
                StmtKind::End(end @ (End::Won(_) | End::Lost | End::Drawn)) => {
                    let mut words = before.to_vec();
                    for (at, condition) in around.iter().enumerate() {
                        let otherwise =
                            matches!(condition.as_slice(), [Run::Plain(w)] if w == "otherwise");
                        words.extend(match (at, otherwise) {
                            (0, true) => plain("Otherwise"),
                            (0, false) => plain("If "),
                            (_, true) => plain(", "),
                            (_, false) => plain(", and "),
                        });
                        if at > 0 || !otherwise {
                            words.extend(condition.iter().cloned());
                        }
                    }
                    let then = if around.is_empty() {
                        "In the end the game is "
                    } else {
                        ", the game is "
                    };
                    words.extend(plain(then));
                    words.extend(plain(format!("{}.", self.ending_of(end))));
                    all.push(Part::Point(0, words));
                }
                StmtKind::Ends(Ends { condition, body: Some(body), .. }) => {
                    inside(plain(self.holds(condition)), body, around);
                }
                StmtKind::If { test, then, otherwise } => {
                    let asked = match test {
                        Test::If(condition) => plain(self.holds(condition)),
                        Test::ThereIs(binder) => plain(self.there_is(binder, true)),
                    };
                    inside(asked, then, around);
                    if let Some(otherwise) = otherwise {
                        inside(plain("otherwise"), otherwise, around);
                    }
                }
                StmtKind::ForEach(_, block) | StmtKind::Repeat(_, block) => {
                    self.ending(block, before, around, all)
                }
                StmtKind::Stage(of) => self.ending(&of.body, before, around, all),
                _ => {}
            }
        }
    }
}
