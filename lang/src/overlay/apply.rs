//! What each item of a variant does.

use super::Merging;
use super::Touch;
use super::find::Clauses;
use super::key::{Key, Sort, keys, owner};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{Entry, EnumBody, Item, ItemKind, MemberRow, Name, Stock};

impl Merging<'_> {
    /// Carries out an item of a variant.
    pub fn apply(&mut self, item: Item) {
        let span = item.span;
        self.changes += 1;
        if self.changes == super::MOST_CHANGES {
            let found = Diagnostic::new(
                Code::E0216,
                span,
                format!("variants make at most {} changes", super::MOST_CHANGES),
            );
            self.say(found.help("a game that changes so much is a separate game"));
        }
        // Behind that, and behind so many errors, nothing more would be said.
        if self.changes >= super::MOST_CHANGES || self.report.len() >= super::MOST_ERRORS {
            return;
        }
        match item.kind {
            ItemKind::Game { .. } | ItemKind::Module { .. } | ItemKind::Variant { .. } => {
                let found = Diagnostic::new(Code::E0209, span, "a variant holds no second head");
                self.say(
                    found.help("leave it out; a game, a module and a variant are separate files"),
                );
            }
            ItemKind::Within { .. } => {
                let found =
                    Diagnostic::new(Code::E0209, span, "`within` does not go inside `within`");
                self.say(found.help("close the first one before"));
            }
            ItemKind::Replace(of) => {
                let doc = item.doc;
                self.replace(Item { doc, kind: of.kind, span: of.span }, span);
            }
            ItemKind::ReplaceStage(stage) => self.replace_stage(stage, span),
            ItemKind::ReplaceEnds { of, ends } => self.replace_ends(&of, ends, span),
            ItemKind::Remove(head) => self.remove(head, span),
            ItemKind::ExtendEnum { name, members } => self.extend_enum(&name, members, span),
            ItemKind::ExtendDeck { name, stock } => self.extend_deck(&name, stock, span),
            ItemKind::ExtendMenu { name, otherwise, tiers } => {
                self.extend_menu(&name, otherwise, tiers, span)
            }
            ItemKind::ExtendStage { stage, body } => self.extend_stage(&stage, body, span),
            ItemKind::Set { .. } => self.set(item),
            ItemKind::Broken { ref word, ref name } => {
                if let Some(name) = name {
                    self.without_sort(word, name, span);
                }
                self.add(item);
            }
            _ => self.add(item),
        }
    }

    fn add(&mut self, item: Item) {
        if let ItemKind::Use { .. } = item.kind {
            // What the game uses already is used for the variant, too.
            let same = |at: &usize| self.item(*at).is_some_and(|i| self.same(i.span, item.span));
            if keys(&item).iter().any(|k| self.live(k).iter().any(same)) {
                return;
            }
        }
        for key in keys(&item).iter().filter(|k| k.sort.once()) {
            let Some(at) = self.live(key).first().copied() else { continue };
            self.there_already(key, at, item.span);
            return;
        }
        self.push(item);
    }

    fn there_already(&mut self, key: &Key, at: usize, span: Span) {
        let Some(Item { span: first, .. }) = self.item(at) else { return };
        let (first, layer) = (*first, self.slots.get(at).map_or(0, |s| s.layer));
        if layer > 0 && layer != self.layer {
            let message = format!("two variants add `{}`", key.written());
            let found = Diagnostic::new(Code::E0906, span, message).beside(first, "added here");
            return self.say(found.help("rename one of them, or lay only one of the variants"));
        }
        let message = format!("`{}` is there already", key.written());
        let help = match key.sort {
            Sort::Setup | Sort::Play => {
                let word = key.sort.word();
                format!(
                    "write `extend {word} {{ … }}` to add to it, `replace {word} {{ … }}` to \
                     change it"
                )
            }
            Sort::Deed | Sort::Move => format!(
                "to change it write `replace {}` in front, or wrap it with `instead of {}`",
                key.written(),
                key.name
            ),
            Sort::Deck | Sort::Enum | Sort::Menu => {
                format!(
                    "write `extend {0}` to add to it, `replace {0}` to change it",
                    key.written()
                )
            }
            Sort::Option => {
                let value =
                    self.sources.slice(span).rsplit_once('=').map_or("…", |(_, v)| v.trim());
                format!(
                    "to choose its value write `set {0} to {value}`; to let it have others, \
                     `replace option {0}: … = {value}`",
                    key.name
                )
            }
            Sort::Member => "rename yours, or write `replace` in front to change it".to_owned(),
            _ => format!("to change it write `replace {}`", key.written()),
        };
        self.say(Diagnostic::new(Code::E0903, span, message).beside(first, "here").help(help));
    }

    /// Takes note of what is changed; no, after a report, if another rule has changed it.
    pub fn touch(&mut self, at: usize, part: &str, span: Span, adds: bool) -> bool {
        let key = (at, part.to_owned());
        if let Some(first) = self.touched.get(&key).filter(|first| !(first.adds && adds)) {
            let found =
                Diagnostic::new(Code::E0906, span, "two rules of variants change the same thing");
            let found = found.beside(first.span, "the other one");
            self.say(found.help("keep one of the two rules, or lay only one of the variants"));
            return false;
        }
        self.touched.entry(key).or_insert(Touch { span, adds });
        true
    }

    /// Whether a whole item may be replaced or removed: nothing else may have touched a part of it.
    pub fn touch_whole(&mut self, at: usize, span: Span) -> bool {
        let parts = self.touched.range((at, String::new())..(at + 1, String::new()));
        if let Some(first) = parts.map(|(_, touch)| touch.span).next() {
            let found =
                Diagnostic::new(Code::E0906, span, "two rules of variants change the same thing");
            self.say(
                found
                    .beside(first, "the other one")
                    .help("keep one of the two rules, or lay only one of the variants"),
            );
            return false;
        }
        self.touch(at, "", span, false)
    }

    /// Takes note that something inside an item is changed.
    pub fn touch_part(&mut self, at: usize, part: &str, span: Span, adds: bool) -> bool {
        self.touch(at, "", span, true) && (part.is_empty() || self.touch(at, part, span, adds))
    }

    fn replace(&mut self, item: Item, span: Span) {
        if let ItemKind::Has { owner, members } = item.kind {
            for member in members {
                let name = format!("{}.{}", super::key::owner(&owner), member.name.text);
                self.replace_member(&Key::new(Sort::Member, &name), member, span);
            }
            return;
        }
        let Some(key) = keys(&item).into_iter().next() else { return };
        let clauses = match &item.kind {
            ItemKind::Interrupt(of) => {
                Clauses { condition: of.condition.as_ref(), ..Clauses::default() }
            }
            ItemKind::Change(of) => {
                Clauses { condition: of.condition.as_ref(), ..Clauses::default() }
            }
            ItemKind::Forbid(of) => {
                Clauses { condition: of.condition.as_ref(), ..Clauses::default() }
            }
            ItemKind::Define(define) => {
                let of = define.receiver.as_ref().map(|r| self.sources.slice(r.ty.span));
                Clauses { of, ..Clauses::default() }
            }
            ItemKind::RulesFor { zone, .. } => {
                Clauses { of: Some(&zone.text), ..Clauses::default() }
            }
            _ => Clauses::default(),
        };
        // With one of its sort and name there is no doubt, and its condition may be replaced, too.
        let only = match self.live(&key).as_slice() {
            [at] if !matches!(key.sort, Sort::Word | Sort::RulesFor) => Some(*at),
            _ => None,
        };
        let Some(at) = only.or_else(|| self.one(&key, &clauses, span)) else { return };
        if !self.touch_whole(at, span) {
            return;
        }
        self.altered.insert(key.name, (span, false));
        let layer = self.layer;
        let Some(slot) = self.slots.get_mut(at) else { return };
        let old = slot.item.take();
        slot.layer = layer;
        let mut item = item;
        if let (Some(old), true) = (old, item.doc.text.is_empty()) {
            let (doc, block) = (
                old.doc,
                if let ItemKind::Setup(block) | ItemKind::Play(block) = old.kind {
                    Some(block)
                } else {
                    None
                },
            );
            item.doc = doc;
            self.as_usual(&mut item, block);
        } else {
            self.as_usual(&mut item, None);
        }
        if let Some(slot) = self.slots.get_mut(at) {
            slot.item = Some(item);
        }
    }

    fn replace_member(&mut self, key: &Key, member: crate::syntax::ast::Member, span: Span) {
        let Some(at) = self.one(key, &Clauses::default(), span) else { return };
        if !self.touch_part(at, &member.name.text, span, false) {
            return;
        }
        if let Some(ItemKind::Has { members, .. }) = self.item_mut(at).map(|i| &mut i.kind)
            && let Some(old) = members.iter_mut().find(|m| m.name.text == member.name.text)
        {
            *old = member;
        }
        self.altered.insert(key.name.rsplit('.').next().unwrap_or("").to_owned(), (span, false));
    }

    fn extended(&mut self, sort: Sort, name: &Name, span: Span) -> Option<usize> {
        let at = self.one(&Key::new(sort, &name.text), &Clauses::default(), span)?;
        self.touch(at, "", span, true).then_some(at)
    }

    fn extend_enum(&mut self, name: &Name, new: Vec<MemberRow>, span: Span) {
        let Some(at) = self.extended(Sort::Enum, name, span) else { return };
        match self.item_mut(at).map(|i| &mut i.kind) {
            Some(ItemKind::Enum { body: EnumBody::Members(members), .. }) => {
                if let Some(row) = new.iter().find(|row| !row.cells.is_empty()) {
                    let message = format!("members of `{}` have no values", name.text);
                    let found = Diagnostic::new(Code::E0908, row.name.span, message);
                    self.say(found.help("write their names alone: `extend enum … { a, b }`"));
                    return;
                }
                members.extend(new.into_iter().map(|row| row.name));
            }
            // How many values there must be is said where they are read.
            Some(ItemKind::Enum { body: EnumBody::Rows { rows, .. }, .. }) => rows.extend(new),
            Some(ItemKind::Enum { body: EnumBody::Table { .. }, .. }) => {
                let found = Diagnostic::new(
                    Code::E0908,
                    span,
                    format!("the members of `{}` are in a table", name.text),
                );
                self.say(found.help(format!(
                    "replace it with your own table: `replace enum {} from \"….csv\" {{ … }}`",
                    name.text
                )));
            }
            _ => {
                let found =
                    Diagnostic::new(Code::E0908, span, format!("`{}` is a rectangle", name.text));
                self.say(found.help(format!("replace it: `replace enum {} 4 by 4`", name.text)));
            }
        }
    }

    fn extend_deck(&mut self, name: &Name, new: Vec<Stock>, span: Span) {
        let Some(at) = self.extended(Sort::Deck, name, span) else { return };
        if let Some(ItemKind::Deck { stock, .. }) = self.item_mut(at).map(|i| &mut i.kind) {
            stock.extend(new);
        }
    }

    fn extend_menu(&mut self, name: &Name, otherwise: bool, new: Vec<Vec<Entry>>, span: Span) {
        let Some(at) = self.extended(Sort::Menu, name, span) else { return };
        let Some(ItemKind::Menu(menu)) = self.item_mut(at).map(|i| &mut i.kind) else { return };
        let mut new = new.into_iter();
        if !otherwise && let Some(entries) = new.next() {
            match menu.tiers.first_mut() {
                Some(first) => first.extend(entries),
                None => menu.tiers.push(entries),
            }
        }
        menu.tiers.extend(new);
    }

    /// The key of something that an owner has.
    pub fn member_key(of: &crate::syntax::ast::OwnerExpr, name: &Name) -> Key {
        Key::new(Sort::Member, &format!("{}.{}", owner(of), name.text))
    }
}
