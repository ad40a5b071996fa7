//! What chance decides, with what it is for: `starter is now Ana (by lot)`.

use crate::log::effects::is_everybodys;
use crate::log::line::{Line, Told};
use crate::log::writer::LogWriter;
use crate::rendering::redacted::{Sentence, kept, say};
use crate::visibility::{Sighted, counter_sight};
use houserules_interpreter::ask::{Event, EventKind, Offered};
use houserules_lang::ir::{SiteId, Value, sites};

impl LogWriter<'_> {
    /// Tells of what chance decided first among these events; gives how many are told with it. What
    /// a counter that everybody reads is set to next needs no line of its own. What only some may
    /// know happened in between is told behind it.
    pub(super) fn by_lot(&mut self, events: &[&Event]) -> usize {
        let Some((site, value)) = events.first().and_then(|e| drawn(e)) else {
            return self.choice_alone(events);
        };
        if self.is_asked_for(site) {
            return self.choice_alone(events);
        }
        let book = self.naming.book;
        let open = || events.iter().enumerate().filter(|(_, e)| is_everybodys(book, e));
        if let Some((at, next)) = open().nth(1).filter(|(_, e)| self.keeps(e, value)) {
            self.one(next);
            if let Some(line) = self.lines.last_mut() {
                let mut sentence: Sentence = line.sentence.to_vec();
                say(&mut sentence, " (by lot)");
                line.sentence = kept(sentence);
            }
            self.told_to_some(&events[..at]);
            return at + 1;
        }
        // Several throws of one rule are told together.
        let throws: Vec<(usize, &Value)> = open()
            .map_while(|(at, e)| drawn(e).filter(|(of, _)| *of == site).map(|(_, v)| (at, v)))
            .collect();
        let used = open()
            .nth(throws.len())
            .is_some_and(|(_, e)| throws.last().is_some_and(|(_, v)| self.keeps(e, v)));
        let throws = &throws[..throws.len() - usize::from(used)];
        let Some((last, _)) = throws.last().filter(|_| throws.len() > 1) else {
            return self.choice_alone(events);
        };
        let sentence = self.throws(site, throws.iter().map(|(_, value)| *value));
        self.lines.push(Line {
            told: Told::Choice,
            sentence: kept(sentence),
            sighted: Sighted::EVERYONE,
            span: events[0].span,
            seat: None,
            shared: None,
        });
        self.told_to_some(&events[..*last]);
        last + 1
    }

    /// Values that one rule threw.
    fn throws<'v>(&self, site: SiteId, values: impl Iterator<Item = &'v Value>) -> Sentence {
        let ty = sites::find(self.naming.book, site)
            .and_then(|choose| sites::value_steps(choose).first())
            .map(crate::choices::menu::filled_type);
        let mut sentence = Sentence::new();
        for (at, value) in values.enumerate() {
            say(&mut sentence, if at == 0 { "by lot: " } else { ", " });
            if let Some(ty) = &ty {
                self.faces().value(&mut sentence, ty, value);
            }
        }
        sentence
    }

    /// Tells of those of these events that not everybody is told of, each by itself.
    fn told_to_some(&mut self, events: &[&Event]) {
        for event in events.iter().filter(|e| !is_everybodys(self.naming.book, e)) {
            self.alike(&[*event]);
        }
    }

    /// The line of a choice by itself.
    fn choice_alone(&mut self, events: &[&Event]) -> usize {
        if let Some((first, behind)) = events.split_first() {
            self.choice(first, behind);
        }
        1
    }

    fn is_asked_for(&self, site: SiteId) -> bool {
        sites::find(self.naming.book, site).is_some_and(|choose| choose.asking.is_some())
    }

    /// Whether an event does nothing but set a counter that everybody reads to a value.
    fn keeps(&self, event: &Event, value: &Value) -> bool {
        let EventKind::Set(counter, key, _, after, _) = &event.kind else { return false };
        let sight = counter_sight(self.naming.book, self.table, *counter, *key);
        event.only.is_none() && after == value && sight == Sighted::EVERYONE
    }
}

/// A value, no card, that chance alone decided, and where in the rules.
fn drawn(event: &Event) -> Option<(SiteId, &Value)> {
    if let EventKind::Chose { seat: None, site, what: Offered::Values, args, .. } = &event.kind
        && event.only.is_none()
    {
        let [value] = args.as_slice() else { return None };
        let plain =
            matches!(value, Value::Bool(_) | Value::Number(_) | Value::Member(..) | Value::Seat(_));
        plain.then_some((*site, value))
    } else {
        None
    }
}
