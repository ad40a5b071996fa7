//! What a set lacks, or has too much, that is refused as a whole where its condition cannot be put
//! in words: the sets next to it are tried, as anybody could try them.

use crate::choices::menu::Asking;
use crate::rendering::redacted::{Sentence, say};
use houserules_interpreter::ask::{Engine, Illegality, Offered, Options};
use houserules_lang::ir::Value;

/// So many sets are tried.
const TRIED: usize = 240;

impl<E: Engine> Asking<'_, E> {
    /// `not enough yet: choose more with it`, what must be left out, or what would do in its place;
    /// none if nothing near is allowed.
    pub(super) fn nearly(
        &mut self,
        why: &Illegality,
        what: &Offered,
        args: &[Value],
    ) -> Option<Sentence> {
        let (Illegality::NotInDomain(at), Some(seat)) = (why, self.seat) else { return None };
        let (Some(Value::List(items)), before) = (args.get(*at), args.get(..*at)?) else {
            return None;
        };
        let step = self.steps(what).get(*at)?;
        if step.whole.is_none() || items.is_empty() || !self.is_open(step.domain.span) {
            return None;
        }
        let offers = self.engine.offers(self.seat);
        let offer = offers.iter().position(|offer| offer == what)?;
        let Some(Options::Subset { members, least, most, .. }) =
            self.engine.options(self.seat, offer, before)
        else {
            return None;
        };
        if !(least..=most).contains(&items.len()) || items.iter().any(|one| !members.contains(one))
        {
            return None;
        }
        let mut left = TRIED;
        let mut allows = |chosen: Vec<Value>| {
            left = left.saturating_sub(1);
            let args = [before, &[Value::List(chosen)]].concat();
            left > 0 && self.engine.may(seat, what, &args).is_ok()
        };
        let without = |gone: &Value| {
            let kept = items.iter().filter(|one| *one != gone).cloned();
            kept.collect::<Vec<_>>()
        };
        if items.len() > least.max(1)
            && let Some(gone) = items.iter().find(|gone| allows(without(gone)))
        {
            let mut sentence = Sentence::new();
            say(&mut sentence, "more than is needed: leave out ");
            self.faces().value(&mut sentence, &step.domain.elem, gone);
            return Some(sentence);
        }
        let with = |more: &[&Value]| {
            let taken = |one: &&Value| items.contains(one) || more.contains(one);
            members.iter().filter(taken).cloned().collect::<Vec<_>>()
        };
        let others: Vec<&Value> = members.iter().filter(|one| !items.contains(one)).collect();
        let room = most - items.len();
        let mut larger = others.iter().any(|one| room > 0 && allows(with(&[one])));
        for (at, one) in others.iter().enumerate() {
            larger = larger
                || others.iter().skip(at + 1).any(|two| room > 1 && allows(with(&[one, two])));
        }
        // Of many, as far as it takes.
        for n in 3..=others.len().min(room) {
            larger = larger || allows(with(&others[..n]));
        }
        let mut sentence = Sentence::new();
        if larger {
            let them = if items.len() == 1 { "it" } else { "them" };
            say(&mut sentence, &format!("not enough yet: choose more with {them}"));
            return Some(sentence);
        }
        for gone in items {
            let mut kept = |one: &&Value| {
                let taken = |m: &&Value| *m == *one || (items.contains(m) && *m != gone);
                allows(members.iter().filter(taken).cloned().collect())
            };
            if let Some(other) = others.iter().copied().find(|one| kept(one)) {
                let elem = &step.domain.elem;
                say(&mut sentence, "not quite: choose ");
                self.faces().value(&mut sentence, elem, other);
                say(&mut sentence, " in place of ");
                self.faces().value(&mut sentence, elem, gone);
                return Some(sentence);
            }
        }
        None
    }
}
