//! What may be done, what steps in, what then happens, and what words mean.

use super::components::stage;
use super::page::{About, Part, Run, Words, plain};
use super::{Reader, capital, in_words, line, prose, titled};
use houserules_lang::naming::loose;
use houserules_lang::syntax::ast::{
    Change, Define, ExprKind, Interrupt, InterruptWhen, Item, ItemKind, Limit, Menu, Move, Name,
    TypeExpr, TypeKind,
};

/// Words that no rule reads, but the program that plays or draws.
const FOR_HOSTS: [&str; 3] = ["promise", "passage", "mark"];

/// The kind that a type names.
fn kind(ty: &TypeExpr) -> Option<&Name> {
    match &ty.kind {
        TypeKind::Name(name) => Some(name),
        TypeKind::Bool
        | TypeKind::Range { .. }
        | TypeKind::List(_)
        | TypeKind::Set(_)
        | TypeKind::Zone { .. } => None,
    }
}

impl Reader<'_> {
    /// Every move, with what it needs.
    pub(super) fn moves(&self) -> Vec<Part> {
        let (mut all, told) = (Vec::new(), self.told());
        for item in self.items() {
            match &item.kind {
                ItemKind::Move(a_move) => self.one(item, a_move, 3, &mut all),
                ItemKind::Menu(menu) if !told.contains(&*menu.name.text) => {
                    self.menu(item, menu, &mut all);
                }
                _ => {}
            }
        }
        all
    }

    fn menu(&self, item: &Item, menu: &Menu, all: &mut Vec<Part>) {
        all.push(about(item, Some(format!("menu {}", menu.name.text))));
        let mut words = vec![Run::Strong(titled(&menu.name)), Run::Plain(": ".into())];
        words.extend(self.tiers(&menu.tiers));
        if menu.tiers.iter().all(Vec::is_empty) {
            words.push(Run::Plain("only what other rules add".into()));
        }
        words.push(Run::Plain(".".into()));
        all.push(Part::Prose(line(words, &item.doc)));
        all.extend(menu.limit.as_ref().map(|limit| Part::Point(0, self.limit(limit))));
    }

    /// An item, whether it is told of there or elsewhere.
    pub(super) fn anywhere(&self, item: &Item) -> Vec<Part> {
        let mut all = Vec::new();
        match &item.kind {
            ItemKind::Move(a_move) => self.one(item, a_move, 3, &mut all),
            ItemKind::Menu(menu) => self.menu(item, menu, &mut all),
            ItemKind::Define(define) => self.word(item, define, &mut all),
            _ => self.rule(item, &mut all),
        }
        all
    }

    /// A move by its name, wherever it stands.
    pub(super) fn move_named(&self, name: &str) -> Vec<Part> {
        let mut all = Vec::new();
        for item in self.items() {
            let inner = if let ItemKind::RulesFor { items, .. } = &item.kind {
                items.as_slice()
            } else {
                &[]
            };
            for item in std::iter::once(item).chain(inner) {
                if let ItemKind::Move(a_move) = &item.kind
                    && loose(&a_move.name.text) == loose(name)
                {
                    self.one(item, a_move, 3, &mut all);
                }
            }
        }
        all
    }

    /// What a word means, by its name.
    pub(super) fn word_named(&self, name: &str) -> Vec<Part> {
        let mut all = Vec::new();
        for item in self.items() {
            if let ItemKind::Define(define) = &item.kind
                && *define.name.text == *name
            {
                self.word(item, define, &mut all);
            }
        }
        all
    }

    fn one(&self, item: &Item, a_move: &Move, level: usize, all: &mut Vec<Part>) {
        let names: Vec<&Name> = a_move.params.iter().map(|param| &param.name).collect();
        all.extend(self.about_all(&names, || {
            let mut parts = Vec::new();
            self.one_told(item, a_move, level, &mut parts);
            parts
        }));
    }

    fn one_told(&self, item: &Item, a_move: &Move, level: usize, all: &mut Vec<Part>) {
        let word = if a_move.attempt.is_some() { "attempt" } else { "action" };
        all.push(about(item, Some(format!("{word} {}", a_move.name.text))));
        all.push(Part::Heading(level, plain(titled(&a_move.name))));
        all.extend(prose(&item.doc));
        for param in &a_move.params {
            let Some(domain) = &param.domain else { continue };
            let mut words = plain("You pick ");
            words.extend(self.picked(&param.name, param.ty.as_ref().and_then(kind), domain));
            words.extend(plain("."));
            all.push(Part::Point(0, words));
        }
        all.extend(a_move.limit.as_ref().map(|limit| Part::Point(0, self.limit(limit))));
        for needs in &a_move.needs {
            let mut words = plain("“");
            words.extend(self.text(&needs.reason));
            words.extend(plain(format!("” – {}.", self.fails(&needs.condition))));
            all.push(Part::Point(0, words));
        }
        if let Some((menu, names)) = &a_move.joins {
            let mut words = plain(format!("It may be done at “{}”", in_words(&menu.text)));
            words.extend(self.named(names));
            words.push(Run::Plain(".".into()));
            all.push(Part::Point(0, words));
        }
        if !a_move.body.stmts.is_empty() {
            self.happens(plain("What happens:"), &a_move.body, all);
        }
        if let Some(attempt) = &a_move.attempt {
            all.push(Part::Point(
                0,
                plain(format!("It works when {}.", self.holds(&attempt.works))),
            ));
            for (word, block) in
                [("wrong", Some(&attempt.wrong)), ("too late", attempt.late.as_ref())]
            {
                if let Some(block) = block.filter(|b| !b.stmts.is_empty()) {
                    self.happens(plain(format!("If it was {word}:")), block, all);
                }
            }
        }
    }

    fn limit(&self, limit: &Limit) -> Words {
        let mut words = plain(format!("Once per {}", stage(limit.per)));
        for (at, key) in limit.keys.iter().enumerate() {
            words.push(Run::Plain(if at == 0 { " for each " } else { " and " }.into()));
            words.push(Run::Value(self.name_told(key)));
        }
        if let Some(reason) = &limit.reason {
            words.push(Run::Plain("; then: “".into()));
            words.extend(self.text(reason));
            words.push(Run::Plain("”".into()));
        }
        words.push(Run::Plain(".".into()));
        words
    }

    /// Interrupts, changes, what is forbidden, rules of cards, what happens when something runs
    /// out.
    pub(super) fn stepping_in(&self) -> Vec<Part> {
        let mut all = Vec::new();
        for item in self.items() {
            if let ItemKind::RulesFor { each, card, items, .. } = &item.kind {
                all.push(about(item, Some(format!("rules for {}", card.text))));
                let whose = in_words(&card.text);
                let whose = if *each { format!("Each {whose}") } else { whose };
                all.push(Part::Heading(3, plain(whose)));
                all.extend(prose(&item.doc));
                for inner in items {
                    if let ItemKind::Move(a_move) = &inner.kind {
                        self.one(inner, a_move, 4, &mut all)
                    } else {
                        self.rule(inner, &mut all)
                    }
                }
            } else {
                self.rule(item, &mut all)
            }
        }
        all
    }

    /// One rule about other rules.
    fn rule(&self, item: &Item, all: &mut Vec<Part>) {
        let (names, target): (Vec<&Name>, &str) = match &item.kind {
            ItemKind::Interrupt(rule) => (rule.names.iter().collect(), &rule.target.text),
            ItemKind::Change(change) => {
                (change.names.iter().chain(&change.receiver).collect(), &change.word.text)
            }
            ItemKind::Forbid(forbid) => (forbid.names.iter().collect(), &forbid.target.text),
            _ => (Vec::new(), ""),
        };
        let of = self.all_params(target);
        all.extend(self.about_renamed(&names, &of, || {
            let mut parts = Vec::new();
            self.rule_told(item, &mut parts);
            parts
        }));
    }

    fn rule_told(&self, item: &Item, all: &mut Vec<Part>) {
        let (mut words, condition) = match &item.kind {
            ItemKind::Interrupt(rule) => {
                let target = in_words(&rule.target.text);
                let mut words = vec![Run::Strong(format!("{} “{target}”", when(rule)))];
                words.extend(self.named(&rule.names));
                (words, rule.condition.as_ref())
            }
            ItemKind::Change(change) => (self.change(change), change.condition.as_ref()),
            ItemKind::Forbid(forbid) => {
                let mut words = vec![Run::Strong(titled(&forbid.target))];
                words.extend(self.named(&forbid.names));
                words.push(Run::Plain(" is not allowed".into()));
                (words, forbid.condition.as_ref())
            }
            ItemKind::RunsOut { owner, zone, .. } => {
                let zone = in_words(&zone.text);
                let whose = match owner {
                    Some(owner) if &*owner.text == "Player" => format!("a player's {zone}"),
                    Some(owner) => format!("the {zone} of a {}", in_words(&owner.text)),
                    None => zone,
                };
                (vec![Run::Strong(format!("When {whose} runs out"))], None)
            }
            _ => return,
        };
        if let Some(condition) = condition {
            let comma = if matches!(item.kind, ItemKind::Forbid(_)) { "" } else { "," };
            words.push(Run::Plain(format!("{comma} when {}", self.holds(condition))));
        }
        if let ItemKind::Forbid(forbid) = &item.kind {
            words.push(Run::Plain(": “".into()));
            words.extend(self.text(&forbid.reason));
            words.push(Run::Plain("”".into()));
        }
        let body = if let ItemKind::Interrupt(Interrupt { body, .. })
        | ItemKind::RunsOut { body, .. } = &item.kind
        {
            Some(body)
        } else {
            None
        };
        words.push(Run::Plain(if body.is_some() { ":" } else { "." }.into()));
        all.push(about(item, None));
        match body {
            Some(body) => self.happens(line(words, &item.doc), body, all),
            None => all.push(Part::Point(0, line(words, &item.doc))),
        }
    }

    fn change(&self, change: &Change) -> Words {
        let mut words = vec![Run::Strong(titled(&change.word))];
        words.extend(self.named(&change.names));
        if let Some(receiver) = &change.receiver {
            words.extend([Run::Plain(" of ".into()), Run::Value(self.name_told(receiver))]);
        }
        let by = if change.by { "changes by" } else { "is" };
        words.push(Run::Plain(format!(" {by} {}", self.english(&change.value))));
        words
    }

    /// Deeds that say what they are, and are not among what has been told of the course.
    pub(super) fn deeds(&self) -> Vec<Part> {
        let (mut all, told) = (Vec::new(), self.told());
        for item in self.items() {
            if let ItemKind::Deed(deed) = &item.kind
                && !item.doc.text.is_empty()
                && !told.contains(&*deed.name.text)
            {
                let words = vec![Run::Strong(titled(&deed.name)), Run::Plain(":".into())];
                all.push(about(item, Some(format!("deed {}", deed.name.text))));
                let params: Vec<&Name> = deed.params.iter().map(|param| &param.name).collect();
                all.extend(self.about_all(&params, || {
                    let mut parts = Vec::new();
                    self.happens(line(words.clone(), &item.doc), &deed.body, &mut parts);
                    parts
                }));
            }
        }
        all
    }

    /// What words mean: in prose where there is some, and as it is written.
    pub(super) fn words(&self) -> Vec<Part> {
        let mut all = Vec::new();
        for item in self.items() {
            if let ItemKind::Define(define) = &item.kind
                && !FOR_HOSTS.contains(&&*define.name.text)
            {
                self.word(item, define, &mut all);
            }
        }
        all
    }

    fn word(&self, item: &Item, define: &Define, all: &mut Vec<Part>) {
        let params = define.params.iter().chain(&define.receiver);
        let names: Vec<&Name> = params.map(|param| &param.name).collect();
        all.extend(self.about_all(&names, || {
            let mut parts = Vec::new();
            self.word_told(item, define, &mut parts);
            parts
        }));
    }

    fn word_told(&self, item: &Item, define: &Define, all: &mut Vec<Part>) {
        all.push(about(item, Some(format!("define {}", define.name.text))));
        let mut words = vec![Run::Strong(titled(&define.name))];
        words.extend(self.taken(&define.params));
        if let Some(of) = &define.receiver {
            words.push(Run::Plain(" of ".into()));
            words.push(Run::Plain(self.typed(of)));
        }
        words.push(Run::Plain(":".into()));
        let told = !item.doc.text.is_empty();
        let words = line(words, &item.doc);
        let mut value = &define.value;
        if !matches!(value.kind, ExprKind::If(..)) {
            let sentence = match Reader::is_condition(value) {
                true => format!("{}.", self.holds(value)),
                false => format!("{}.", self.english(value)),
            };
            // A sentence of its own begins with a capital letter, unless with the name of what it
            // is about.
            let named =
                sentence.split(|c: char| !c.is_alphanumeric()).next().is_some_and(|w| w.len() < 2);
            let sentence = if told && !named { capital(&sentence) } else { sentence };
            all.push(Part::Point(0, [words, plain(format!(" {sentence}"))].concat()));
            return;
        }
        all.push(Part::Point(0, words));
        while let ExprKind::If(condition, then, otherwise) = &value.kind {
            let case = format!("{}, if {};", self.english(then), self.holds(condition));
            all.push(Part::Point(1, plain(case)));
            value = otherwise;
        }
        all.push(Part::Point(1, plain(format!("otherwise {}.", self.english(value)))));
    }
}

/// What follows is about an item.
pub(super) fn about(item: &Item, name: Option<String>) -> Part {
    Part::About(About { item: name, span: item.span })
}

fn when(rule: &Interrupt) -> &'static str {
    match rule.when {
        InterruptWhen::Before => "Before",
        InterruptWhen::After => "After",
        InterruptWhen::Instead => "Instead of",
    }
}
