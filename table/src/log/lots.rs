//! What chance decides, with what it is for: `starter is now Ana (by lot)`.

use crate::log::line::{Line, Told};
use crate::log::writer::LogWriter;
use crate::rendering::redacted::{Sentence, kept, say};
use crate::visibility::{Sighted, counter_sight};
use houserules_interpreter::ask::{Event, EventKind, Offered};
use houserules_lang::ir::{SiteId, Value, sites};

impl LogWriter<'_> {
    /// Tells of what chance decided first among these events; gives how many are told with it. What
    /// a counter that everybody reads is set to next needs no line of its own.
    pub(super) fn by_lot(&mut self, events: &[&Event]) -> usize {
        let Some((site, value)) = events.first().and_then(|e| drawn(e)) else {
            return self.choice_alone(events);
        };
        if self.is_asked_for(site) {
            return self.choice_alone(events);
        }
        if let Some(next) = events.get(1).filter(|e| self.keeps(e, value)) {
            self.one(next);
            if let Some(line) = self.lines.last_mut() {
                let mut sentence: Sentence = line.sentence.to_vec();
                say(&mut sentence, " (by lot)");
                line.sentence = kept(sentence);
            }
            return 2;
        }
        // Several throws of one rule are told together.
        let more = events.iter().map_while(|e| drawn(e).filter(|(of, _)| *of == site));
        let values: Vec<&Value> = more.map(|(_, value)| value).collect();
        let behind = events.get(values.len());
        let used =
            usize::from(behind.is_some_and(|e| values.last().is_some_and(|v| self.keeps(e, v))));
        let n = values.len() - used;
        if n < 2 {
            return self.choice_alone(events);
        }
        let ty = sites::find(self.naming.book, site)
            .and_then(|choose| sites::value_steps(choose).first())
            .map(crate::choices::menu::filled_type);
        let mut sentence = Sentence::new();
        for (at, value) in values.into_iter().take(n).enumerate() {
            say(&mut sentence, if at == 0 { "by lot: " } else { ", " });
            if let Some(ty) = &ty {
                self.faces().value(&mut sentence, ty, value);
            }
        }
        self.lines.push(Line {
            told: Told::Choice,
            sentence: kept(sentence),
            sighted: Sighted::EVERYONE,
            span: events[0].span,
            seat: None,
            shared: None,
        });
        n
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
    match &event.kind {
        EventKind::Chose { seat: None, site, what: Offered::Values, args, .. }
            if event.only.is_none() =>
        {
            let [value] = args.as_slice() else { return None };
            let plain = matches!(
                value,
                Value::Bool(_) | Value::Number(_) | Value::Member(..) | Value::Seat(_)
            );
            plain.then_some((*site, value))
        }
        _ => None,
    }
}
