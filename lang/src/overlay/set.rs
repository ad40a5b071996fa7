//! `set`: defaults of options, words that are a value, starts of counters. Printed values wait for
//! the tables.

use super::Merging;
use super::find::Clauses;
use super::key::{Key, Sort};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::spelling::nearest;
use crate::syntax::ast::{Expr, ExprKind, Item, ItemKind, MemberKind, Name, SetTarget};

impl Merging<'_> {
    /// Sets something of the game; fields of cards and of members stay, for whoever reads tables.
    pub fn set(&mut self, item: Item) {
        let span = item.span;
        let ItemKind::Set { target, value } = item.kind else { return };
        match target {
            SetTarget::Name(name) => self.set_name(&name, value, span),
            SetTarget::Member(owner, name) if self.owns(&owner) => {
                let key = Key::new(Sort::Member, &format!("{}.{}", owner.text, name.text));
                self.set_start(&key, value, span);
            }
            target => {
                self.push(Item { doc: item.doc, kind: ItemKind::Set { target, value }, span })
            }
        }
    }

    /// Whether things are said to belong to each of these.
    fn owns(&self, owner: &Name) -> bool {
        let from = Key::new(Sort::Member, &format!("{}.", owner.text));
        let next = self.index.range(from.clone()..).next();
        next.is_some_and(|(k, _)| k.sort == Sort::Member && k.name.starts_with(&from.name))
    }

    fn set_name(&mut self, name: &Name, value: Expr, span: Span) {
        let option = Key::new(Sort::Option, &name.text);
        let counter = Key::new(Sort::Member, &format!("the table.{}", name.text));
        if !self.live(&option).is_empty() {
            let Some(at) = self.one(&option, &Clauses::default(), span) else { return };
            if self.touch_part(at, "default", span, false)
                && let Some(ItemKind::Option { default, .. }) =
                    self.item_mut(at).map(|i| &mut i.kind)
            {
                let idle = written_alike(default, &value);
                *default = value;
                if idle {
                    self.as_before(&name.text, span);
                }
            }
        } else if !self.live(&counter).is_empty() {
            self.set_start(&counter, value, span);
        } else if !self.live(&Key::new(Sort::Word, &name.text)).is_empty() {
            self.set_word(name, value, span);
        } else {
            self.nothing_to_set(name);
        }
    }

    /// `set rounds to 5` where it is 5.
    fn as_before(&mut self, name: &str, span: Span) {
        let found = Diagnostic::new(
            Code::W0902,
            span,
            format!("`{name}` is that already, so this changes nothing"),
        );
        self.say(found.help("write another value, or leave the line out"));
    }

    fn set_word(&mut self, name: &Name, value: Expr, span: Span) {
        let Some(at) = self.one(&Key::new(Sort::Word, &name.text), &Clauses::default(), span)
        else {
            return;
        };
        let plain = matches!(self.item(at).map(|i| &i.kind),
            Some(ItemKind::Define(d)) if d.params.is_empty() && d.receiver.is_none());
        if !plain {
            let message =
                format!("`{}` is asked of something, so it is not a single value", name.text);
            let found = Diagnostic::new(Code::E0908, name.span, message);
            let place = self.item(at).map(|i| i.span).unwrap_or_default();
            return self.say(found.beside(place, "defined here").help(format!(
                "write `change {}` to alter its values, or `replace define {} … = …`",
                name.text, name.text
            )));
        }
        if self.touch_part(at, "value", span, false)
            && let Some(ItemKind::Define(define)) = self.item_mut(at).map(|i| &mut i.kind)
        {
            let idle = written_alike(&define.value, &value);
            define.value = value;
            if idle {
                self.as_before(&name.text, span);
            }
        }
    }

    /// The start of a counter.
    fn set_start(&mut self, key: &Key, value: Expr, span: Span) {
        let Some(at) = self.one(key, &Clauses::default(), span) else { return };
        let name = key.name.rsplit('.').next().unwrap_or("").to_owned();
        if !self.touch_part(at, &name, span, false) {
            return;
        }
        let Some(ItemKind::Has { members, .. }) = self.item_mut(at).map(|i| &mut i.kind) else {
            return;
        };
        let Some(member) = members.iter_mut().find(|m| *m.name.text == *name) else { return };
        let place = member.span;
        if let MemberKind::Counter { start, .. } = &mut member.kind {
            let idle = start.as_ref().is_some_and(|old| written_alike(old, &value));
            *start = Some(value);
            if idle {
                self.as_before(&name, span);
            }
            return;
        }
        let found = Diagnostic::new(
            Code::E0908,
            span,
            format!("`{name}` is a zone, and holds cards, not a value"),
        );
        let help = format!("to make it another zone write `replace {} …`", Self::has_text(key));
        self.say(found.beside(place, "declared here").help(help));
    }

    fn has_text(key: &Key) -> String {
        match key.name.split_once('.') {
            Some(("the table", name)) => format!("the table has {{ {name}:"),
            Some((owner, name)) => format!("each {owner} has {{ {name}:"),
            None => key.name.clone(),
        }
    }

    fn nothing_to_set(&mut self, name: &Name) {
        let other = self.index.keys().filter(|k| k.name == *name.text && k.sort.once());
        let other = other.filter(|k| !self.live(k).is_empty()).map(|k| k.sort.noun()).next();
        if let Some(noun) = other {
            let message = format!("`{}` is a {noun}, which has no single value", name.text);
            let found = Diagnostic::new(Code::E0908, name.span, message);
            return self.say(found.help(
                "`set` is for options, words without parameters, starts of counters \
                 (`Player.cash`) and printed fields (`[pink 4].miles`)",
            ));
        }
        let option = Key::new(Sort::Option, &name.text);
        let mut known = self.names(Sort::Option);
        known.extend(self.names(Sort::Word));
        let table = self.names(Sort::Member).into_iter();
        known.extend(table.filter_map(|n| n.strip_prefix("the table.").map(str::to_owned)));
        let meant = nearest(&name.text, known.iter().map(String::as_str)).map(str::to_owned);
        match meant.filter(|_| !self.gone.contains_key(&option) && !self.broken.1) {
            Some(meant) => {
                let message = format!("the game has no option or value `{}`", name.text);
                self.say(
                    Diagnostic::new(Code::E0904, name.span, message)
                        .help(format!("did you mean `{meant}`?")),
                );
            }
            None => self.missing(&option, name.span),
        }
    }
}

/// Whether two values are written alike: numbers, amounts, names, yes and no.
fn written_alike(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Number(a), ExprKind::Number(b)) => a == b,
        (ExprKind::Money(sign, a), ExprKind::Money(other, b)) => sign == other && a == b,
        (ExprKind::Bool(a), ExprKind::Bool(b)) => a == b,
        (ExprKind::Name(a), ExprKind::Name(b)) => a.text == b.text,
        (ExprKind::None, ExprKind::None) => true,
        _ => false,
    }
}
