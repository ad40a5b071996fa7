//! What is said about the rules, each thing once, and what was left out because something in it was
//! wrong.

use crate::code::Code;
use crate::diagnostic::{Diagnostic, Edit, Help, Try};
use crate::source::Span;
use std::collections::BTreeSet;

/// The help for a condition that may be none.
pub(super) const ASK_NOT_NONE: &str = "ask whether it `is not none`";

/// A moment: how many reports there were by then.
#[derive(Debug, Clone, Copy)]
pub(super) struct Since(usize);

/// What is called with values: its name, and where that is done.
#[derive(Debug, Clone, Copy)]
pub(super) struct Called<'n> {
    /// How it is written.
    pub name: &'n str,
    /// The whole call.
    pub span: Span,
}

/// What was said before a silence.
pub(super) struct Muted {
    since: Since,
    said: BTreeSet<(Code, Span)>,
}

/// What was said so far.
#[derive(Default)]
pub(super) struct Reports {
    diagnostics: Vec<Diagnostic>,
    /// What is not said a second time: bodies that are typed several times say it several times.
    said: BTreeSet<(Code, Span)>,
    /// Whether a name that nothing has is taken for the nearest one.
    assuming: bool,
    /// The first thing that was left out because something in it was wrong.
    lost: Option<Span>,
}

impl Reports {
    /// Says something, once.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        if self.said.insert((diagnostic.code, diagnostic.span())) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Says what is wrong and has no value.
    pub fn wrong<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.report(diagnostic);
        None
    }

    /// This moment, to ask later what was said since.
    pub fn now(&self) -> Since {
        Since(self.diagnostics.len())
    }

    /// What was said since a moment.
    pub fn since(&self, since: Since) -> &[Diagnostic] {
        self.diagnostics.get(since.0..).unwrap_or_default()
    }

    /// What was said since a moment, to say more of it.
    pub fn since_mut(&mut self, since: Since) -> &mut [Diagnostic] {
        self.diagnostics.get_mut(since.0..).unwrap_or_default()
    }

    /// Forgets the reports since a moment; the same is not said there again.
    pub fn withdraw(&mut self, since: Since) {
        self.diagnostics.truncate(since.0);
    }

    /// One report in place of those since a moment, however often it was said.
    pub fn replace(&mut self, since: Since, by: Diagnostic) {
        self.withdraw(since);
        self.diagnostics.push(by);
    }

    /// Everything that was said.
    pub fn all(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The last report.
    pub fn last_mut(&mut self) -> Option<&mut Diagnostic> {
        self.diagnostics.last_mut()
    }

    /// Everything that was said, which is begun anew.
    pub fn take(&mut self) -> Vec<Diagnostic> {
        self.said.clear();
        self.lost = None;
        std::mem::take(&mut self.diagnostics)
    }

    /// What is said from now on is forgotten with [`Self::unmute`].
    pub fn mute(&self) -> Muted {
        Muted { since: self.now(), said: self.said.clone() }
    }

    /// Forgets what was said in between.
    pub fn unmute(&mut self, muted: Muted) {
        self.withdraw(muted.since);
        self.said = muted.said;
    }

    /// Something was left out because something in it was wrong.
    pub fn lose(&mut self, span: Span) {
        self.lost.get_or_insert(span);
    }

    /// The first thing that was left out.
    pub fn lost(&self) -> Option<Span> {
        self.lost
    }

    /// Whether a name that nothing has is taken for the nearest one: its mistake was said.
    pub fn assumes(&self) -> bool {
        self.assuming
    }

    /// From now on a name that nothing has is taken for the nearest one, or is not.
    pub fn assume(&mut self, assuming: bool) {
        self.assuming = assuming;
    }

    /// Whether the last of the reports since a moment is that a number which may be none is no
    /// condition: then `or` before another value was meant as `otherwise`, and that is said
    /// instead.
    pub fn for_otherwise(&mut self, since: Since) -> bool {
        let number =
            |d: &&mut Diagnostic| d.code == Code::E0414 && d.help.as_deref() == Some(ASK_NOT_NONE);
        let Some(last) = self.since_mut(since).last_mut().filter(number) else {
            return false;
        };
        last.say(Help::open(
            "ask whether it `is not none`; what to take instead of none follows `otherwise`: `x \
             otherwise 0`",
        ));
        true
    }

    /// Says of `+= c.stars and me.posters`, both sides of which were said to be no condition, that
    /// numbers are added.
    pub fn for_sum(&mut self, since: Since, a: Span, b: Span, sum: Option<String>) {
        let [one, other] = self.since_mut(since) else { return };
        let both = one.code == Code::E0414 && other.code == Code::E0414;
        let Some(sum) = sum.filter(|_| both && one.span() == a && other.span() == b) else {
            return;
        };
        one.say(format!("numbers are added with `+`: write `{sum}`"));
        one.fix = vec![Edit { span: Span { start: a.end, end: b.start, ..a }, new: " + ".into() }];
        one.tries.clear();
        self.withdraw(Since(since.0 + 1));
    }

    /// Says of `c.feature is raincoat or rope`, whose right side was said to be no condition, how a
    /// list is asked.
    pub fn for_list(&mut self, since: Since, asked: &str) {
        if let [only] = self.since_mut(since)
            && only.code == Code::E0414
        {
            only.say(format!(
                "ask whether it is one of several: `{asked}`; or write the whole question again \
                 after `or`"
            ));
        }
    }

    /// What a word or deed asks for is said beside the reports, made since a moment, on
    /// values handed to it. Several wrong ones are in another order: one report.
    pub fn explain_values(&mut self, since: Since, of: Called<'_>, signature: &str) {
        let Called { name, span } = of;
        let wrong_value =
            |d: &Diagnostic| matches!(d.code, Code::E0404 | Code::E0405 | Code::E0406);
        let found = self.since_mut(since);
        if !found.iter().all(wrong_value) {
            return;
        }
        if let [one] = found {
            let help = one.help.take().map_or(String::new(), |help| format!("{help}; "));
            one.help = Some(format!("{help}`{name}` reads `{signature}`"));
        } else if let Some(first) = found.first().map(|d| d.span().to(span)) {
            let said = format!("the values for `{name}` do not fit, or are in another order");
            self.withdraw(since);
            self.report(
                Diagnostic::new(Code::E0404, first, said)
                    .help(format!("`{name}` reads `{signature}`")),
            );
        }
    }

    /// The same values fit in another order: one report, with the call in that order.
    pub fn other_order(&mut self, since: Since, Called { name, span }: Called<'_>, call: &str) {
        self.withdraw(since);
        let said = format!("the values for `{name}` stand in another order");
        self.report(Diagnostic::new(Code::E0404, span, said).help(format!("write `{call}`")));
    }

    /// Adds what may be meant to the report at a place, made since a moment.
    pub fn attach(&mut self, since: Since, span: Span, tries: Vec<Try>) {
        if let Some(said) = self.since_mut(since).iter_mut().find(|d| d.span() == span) {
            said.tries = tries;
        }
    }
}
