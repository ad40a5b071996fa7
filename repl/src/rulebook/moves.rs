//! What may be done, what steps in, what then happens, and what words mean.

use super::components::stage;
use super::page::{Part, Run, Words, plain};
use super::{Reader, in_words, line, prose, titled};
use houserules_lang::syntax::ast::{Define, Interrupt, InterruptWhen, Item, ItemKind, Limit, Move};

/// Words that no rule reads, but the program that plays or draws.
const FOR_HOSTS: [&str; 3] = ["promise", "passage", "mark"];

impl Reader<'_> {
    /// Every move, with what it needs.
    pub(super) fn moves(&self) -> Vec<Part> {
        let (mut all, told) = (Vec::new(), self.told());
        for item in self.items() {
            match &item.kind {
                ItemKind::Move(a_move) => self.one(item, a_move, 3, &mut all),
                ItemKind::Menu(menu) if !told.contains(&*menu.name.text) => {
                    let mut words = vec![Run::Strong(titled(&menu.name)), Run::Plain(": ".into())];
                    words.extend(self.tiers(&menu.tiers));
                    words.push(Run::Plain(".".into()));
                    all.push(Part::Prose(line(words, &item.doc)));
                    all.extend(menu.limit.as_ref().map(|limit| Part::Point(0, self.limit(limit))));
                }
                _ => {}
            }
        }
        all
    }

    fn one(&self, item: &Item, a_move: &Move, level: usize, all: &mut Vec<Part>) {
        all.push(Part::Heading(level, plain(titled(&a_move.name))));
        all.extend(prose(&item.doc));
        for param in &a_move.params {
            let Some(domain) = &param.domain else { continue };
            let mut words = vec![Run::Plain("You pick ".into()), Run::Strong(in_words(&param.name.text))];
            words.extend([Run::Plain(" from ".into()), self.code(domain.span), Run::Plain(".".into())]);
            all.push(Part::Point(0, words));
        }
        all.extend(a_move.limit.as_ref().map(|limit| Part::Point(0, self.limit(limit))));
        for needs in &a_move.needs {
            let mut words = plain("“");
            words.extend(self.text(&needs.reason));
            words.extend([Run::Plain("” – unless ".into()), self.code(needs.condition.span)]);
            all.push(Part::Point(0, words));
        }
        if let Some((menu, _)) = &a_move.joins {
            all.push(Part::Point(0, plain(format!("It may be done at “{}”.", in_words(&menu.text)))));
        }
        if item.doc.text.is_empty() && !a_move.body.stmts.is_empty() {
            all.push(Part::Point(0, vec![Run::Plain("What happens: ".into()), self.body(a_move.body.span)]));
        }
        if let Some(attempt) = &a_move.attempt {
            let words = vec![
                Run::Plain("It works when ".into()),
                self.code(attempt.works.span),
                Run::Plain(".".into()),
            ];
            all.push(Part::Point(0, words));
            for (word, block) in [("wrong", Some(&attempt.wrong)), ("too late", attempt.late.as_ref())] {
                if let Some(block) = block.filter(|b| !b.stmts.is_empty()) {
                    let body = self.source(block.span);
                    let body = body.trim_start_matches('{').trim_end_matches('}').trim().to_string();
                    all.push(Part::Point(
                        0,
                        vec![Run::Plain(format!("If it was {word}: ")), Run::Code(body)],
                    ));
                }
            }
        }
    }

    /// What stands in braces.
    fn body(&self, span: houserules_lang::source::Span) -> Run {
        let text = self.source(span);
        let inner = text.strip_prefix('{').and_then(|inner| inner.strip_suffix('}')).unwrap_or(&text);
        Run::Code(inner.trim().to_string())
    }

    fn limit(&self, limit: &Limit) -> Words {
        let mut words = plain(format!("Once per {}", stage(limit.per)));
        for (at, key) in limit.keys.iter().enumerate() {
            words.push(Run::Plain(if at == 0 { " for each " } else { " and " }.into()));
            words.push(Run::Value(in_words(&key.text)));
        }
        if let Some(reason) = &limit.reason {
            words.push(Run::Plain("; then: “".into()));
            words.extend(self.text(reason));
            words.push(Run::Plain("”".into()));
        }
        words.push(Run::Plain(".".into()));
        words
    }

    /// Interrupts, changes, what is forbidden, rules of cards, what happens when something runs out.
    pub(super) fn stepping_in(&self) -> Vec<Part> {
        let mut all = Vec::new();
        for item in self.items() {
            match &item.kind {
                ItemKind::RulesFor { card, items, .. } => {
                    all.push(Part::Heading(3, plain(in_words(&card.text))));
                    all.extend(prose(&item.doc));
                    for inner in items {
                        match &inner.kind {
                            ItemKind::Move(a_move) => self.one(inner, a_move, 4, &mut all),
                            _ => all.extend(self.rule(inner).map(|words| Part::Point(0, words))),
                        }
                    }
                }
                _ => all.extend(self.rule(item).map(|words| Part::Point(0, words))),
            }
        }
        all
    }

    /// One rule about other rules.
    fn rule(&self, item: &Item) -> Option<Words> {
        let mut condition = None;
        let mut words = match &item.kind {
            ItemKind::Interrupt(rule) => {
                condition = rule.condition.as_ref();
                vec![Run::Strong(format!("{} {}", when(rule), in_words(&rule.target.text)))]
            }
            ItemKind::Change(change) => {
                condition = change.condition.as_ref();
                let by = if change.by { "changes by" } else { "is" };
                vec![
                    Run::Strong(titled(&change.word)),
                    Run::Plain(format!(" {by} ")),
                    self.code(change.value.span),
                ]
            }
            ItemKind::Forbid(forbid) => {
                condition = forbid.condition.as_ref();
                let mut words =
                    vec![Run::Strong(titled(&forbid.target)), Run::Plain(" is forbidden: “".into())];
                words.extend(self.text(&forbid.reason));
                words.push(Run::Plain("”".into()));
                words
            }
            ItemKind::RunsOut { zone, .. } => {
                vec![Run::Strong(format!("When {} runs out", in_words(&zone.text)))]
            }
            _ => return None,
        };
        if let Some(condition) = condition {
            words.push(Run::Plain(", when ".into()));
            words.push(self.code(condition.span));
        }
        let body = match &item.kind {
            ItemKind::Interrupt(Interrupt { body, .. }) | ItemKind::RunsOut { body, .. } => Some(body.span),
            _ => None,
        };
        match body {
            Some(body) if item.doc.text.is_empty() => {
                words.push(Run::Plain(": ".into()));
                words.push(self.body(body));
            }
            Some(_) => words.push(Run::Plain(":".into())),
            None => words.push(Run::Plain(".".into())),
        }
        Some(line(words, &item.doc))
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
                all.push(Part::Point(0, line(words, &item.doc)));
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
                all.push(Part::Point(0, self.word(item, define)));
            }
        }
        all
    }

    fn word(&self, item: &Item, define: &Define) -> Words {
        let mut words = vec![Run::Strong(titled(&define.name))];
        if let Some(of) = &define.receiver {
            words.push(Run::Plain(format!(" of a {}", in_words(&self.source(of.ty.span)))));
        }
        words.push(Run::Plain(":".into()));
        words = line(words, &item.doc);
        words.push(Run::Plain(" ".into()));
        words.push(self.code(define.value.span));
        words
    }
}

fn when(rule: &Interrupt) -> &'static str {
    match rule.when {
        InterruptWhen::Before => "Before",
        InterruptWhen::After => "After",
        InterruptWhen::Instead => "Instead of",
    }
}
