//! What the checker makes: diagnostics, texts, ids, and bodies as they are finished.

use super::graph::{Graph, Node};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::ir::{
    BodyRef, Deed, DeedId, Domain, Expr, KindSet, Limit, LimitId, Move, MoveId, OptionId, SiteId,
    SiteInfo, StageId, StageInfo, Template, TemplatePart, Test, TextId, Type, Word, WordId,
};
use crate::source::Span;
use crate::syntax::ast::StageWord;
use std::collections::{BTreeMap, BTreeSet};

/// How far the typing of a word has come.
#[derive(Debug)]
pub(super) enum WordState {
    /// Not begun.
    Waiting,
    /// Being typed further up.
    Running,
    /// Typed, or wrong.
    Done(Option<Box<Word>>),
}

/// How far the typing of a move's head has come.
#[derive(Debug, Clone)]
pub(super) enum HeadState {
    /// Not begun.
    Waiting,
    /// Being typed further up.
    Running,
    /// The types of its parameters, by position; none: wrong.
    Done(Vec<(String, Option<Type>)>),
}

/// A deed for the kinds that its `zone of any` parameters have in one call.
#[derive(Debug, Clone)]
pub(super) struct Instance {
    /// The deed as it is declared.
    pub of: DeedId,
    /// The deed that is made.
    pub id: DeedId,
    /// What its kind names stand for.
    pub kinds: BTreeMap<String, KindSet>,
}

/// A deed that is only imagined, and where.
#[derive(Debug, Clone, Copy)]
pub(super) struct Supposed {
    /// Which.
    pub deed: DeedId,
    /// The question.
    pub span: Span,
}

/// The help for a condition that may be none.
pub(super) const ASK_NOT_NONE: &str = "ask whether it `is not none`";

/// Everything that is made while checking.
pub(super) struct RulebookBuilder {
    /// What was wrong.
    pub diagnostics: Vec<Diagnostic>,
    said: BTreeSet<(Code, Span)>,
    /// Options of plain numbers that stand where amounts are wanted.
    pub mixed_options: BTreeSet<OptionId>,
    /// Moves that no menu gives what they ask for.
    pub not_given: BTreeSet<MoveId>,
    /// Deeds or moves are called that nothing declares.
    pub deeds_missing: bool,
    /// Texts.
    pub texts: Vec<Template>,
    /// Where the rules say `openly`.
    pub openly: Vec<Span>,
    /// Stages.
    pub stages: Vec<StageInfo>,
    /// Choices.
    pub sites: Vec<SiteInfo>,
    /// Limits.
    pub limits: Vec<Limit>,
    /// Limits of menus, by menu.
    pub menu_limits: BTreeMap<u16, LimitId>,
    /// Words by id; copies for own calls behind those that are declared.
    pub words: Vec<WordState>,
    /// Of which word each copy is one.
    pub copies: Vec<WordId>,
    /// Deeds by id; woven layers and instances behind those that are declared.
    pub deeds: Vec<Option<Deed>>,
    /// Parameters of moves by id.
    pub heads: Vec<HeadState>,
    /// Moves by id.
    pub moves: Vec<Option<Move>>,
    /// Instances that were asked for.
    pub instances: Vec<Instance>,
    /// Which of them still wait for their bodies.
    pub next_instance: usize,
    /// `end …` statements: their word and title, by the number that stands in their place.
    pub ends: Vec<(StageWord, Option<String>)>,
    /// Tests.
    pub tests: Vec<Test>,
    /// Who uses whom.
    pub graph: Graph,
    /// Deeds that are only imagined.
    pub supposed: Vec<Supposed>,
    /// How deep expressions and statements are nested just now.
    pub depth: u32,
    /// What there is too much of.
    pub too_many: Option<&'static str>,
    /// Deeds whose runs are read, and where.
    pub run_reads: Vec<(DeedId, Span)>,
    /// Counters, and the bodies that set them.
    pub writers: Vec<(u16, Node)>,
    /// Something that was left out because something in it was wrong.
    pub lost: Option<Span>,
    /// How often the table has changed in what was typed so far.
    pub changes: u64,
    /// Moves that are asked of several seats, and where.
    pub asked_of_several: Vec<(MoveId, Span)>,
    /// Whether a name that nothing has is taken for the nearest one.
    assuming: bool,
    /// Things that somebody reads, for what nobody does.
    read: BTreeMap<Thing, u32>,
}

/// A thing that may be read or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Thing {
    /// A zone.
    Zone(u16),
    /// A counter.
    Counter(u16),
    /// An option.
    Option(u16),
    /// A menu.
    Menu(u16),
}

impl RulebookBuilder {
    /// Nothing made yet, for so many words, deeds and moves.
    pub fn new(words: usize, deeds: usize, moves: usize) -> Self {
        Self {
            diagnostics: Vec::new(),
            said: BTreeSet::new(),
            mixed_options: BTreeSet::new(),
            not_given: BTreeSet::new(),
            deeds_missing: false,
            texts: Vec::new(),
            openly: Vec::new(),
            stages: Vec::new(),
            sites: Vec::new(),
            limits: Vec::new(),
            menu_limits: BTreeMap::new(),
            words: (0..words).map(|_| WordState::Waiting).collect(),
            copies: Vec::new(),
            deeds: vec![None; deeds],
            heads: vec![HeadState::Waiting; moves],
            moves: vec![None; moves],
            instances: Vec::new(),
            next_instance: 0,
            ends: Vec::new(),
            tests: Vec::new(),
            graph: Graph::default(),
            supposed: Vec::new(),
            depth: 0,
            too_many: None,
            run_reads: Vec::new(),
            writers: Vec::new(),
            lost: None,
            changes: 0,
            asked_of_several: Vec::new(),
            assuming: false,
            read: BTreeMap::new(),
        }
    }

    /// What a word gives, if it has been typed by now.
    pub fn known_result(&self, id: WordId) -> Option<Type> {
        match self.words.get(id.index())? {
            WordState::Done(Some(word)) => Some(word.value.ty.clone()),
            WordState::Waiting | WordState::Running | WordState::Done(None) => None,
        }
    }

    /// Whether the last of the reports since so many is that a number which may be none is no
    /// condition: then `or` before another value was meant as `otherwise`, and that is said
    /// instead.
    pub fn for_otherwise(&mut self, since: usize) -> bool {
        let number =
            |d: &&mut Diagnostic| d.code == Code::E0414 && d.help.as_deref() == Some(ASK_NOT_NONE);
        let Some(last) = self.diagnostics.iter_mut().skip(since).last().filter(number) else {
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
    pub fn for_sum(&mut self, since: usize, (a, b): (Span, Span), sum: Option<String>) {
        let [one, other] = self.diagnostics.get_mut(since..).unwrap_or_default() else { return };
        let both = one.code == Code::E0414 && other.code == Code::E0414;
        let Some(sum) = sum.filter(|_| both && one.span() == a && other.span() == b) else {
            return;
        };
        one.say(format!("numbers are added with `+`: write `{sum}`"));
        one.fix = vec![Edit { span: Span { start: a.end, end: b.start, ..a }, new: " + ".into() }];
        one.tries.clear();
        self.diagnostics.truncate(since + 1);
    }

    /// Says of `c.feature is raincoat or rope`, whose right side was said to be no condition, how a
    /// list is asked.
    pub fn for_list(&mut self, since: usize, asked: &str) {
        if let [only] = self.diagnostics.get_mut(since..).unwrap_or_default()
            && only.code == Code::E0414
        {
            only.say(format!(
                "ask whether it is one of several: `{asked}`; or write the whole question again \
                 after `or`"
            ));
        }
    }

    /// What a word or deed asks for is said beside the reports, made since there were so many, on
    /// values handed to it. Several wrong ones are in another order: one report.
    pub fn explain_values(&mut self, since: usize, of: (&str, Span), signature: &str) {
        let (name, span) = of;
        let wrong_value =
            |d: &Diagnostic| matches!(d.code, Code::E0404 | Code::E0405 | Code::E0406);
        let found = self.diagnostics.get_mut(since..).unwrap_or_default();
        if !found.iter().all(wrong_value) {
            return;
        }
        if let [one] = found {
            let help = one.help.take().map_or(String::new(), |help| format!("{help}; "));
            one.help = Some(format!("{help}`{name}` reads `{signature}`"));
        } else if let Some(first) = found.first().map(|d| d.span().to(span)) {
            let said = format!("the values for `{name}` do not fit, or are in another order");
            self.diagnostics.truncate(since);
            self.report(
                Diagnostic::new(Code::E0404, first, said)
                    .help(format!("`{name}` reads `{signature}`")),
            );
        }
    }

    /// The same values fit in another order: one report, with the call in that order.
    pub fn other_order(&mut self, since: usize, (name, span): (&str, Span), call: &str) {
        self.diagnostics.truncate(since);
        let said = format!("the values for `{name}` stand in another order");
        self.report(Diagnostic::new(Code::E0404, span, said).help(format!("write `{call}`")));
    }

    /// What was said so far, set aside: what is said from now on is forgotten with
    /// [`Self::unmute`].
    pub fn muted(&self) -> (usize, BTreeSet<(Code, Span)>) {
        (self.diagnostics.len(), self.said.clone())
    }

    /// Forgets what was said in between.
    pub fn unmute(&mut self, diagnostics: usize, said: BTreeSet<(Code, Span)>) {
        self.diagnostics.truncate(diagnostics);
        self.said = said;
    }

    /// Says something once: bodies that are typed several times say it several times.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        if self.said.insert((diagnostic.code, diagnostic.span())) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// What was said so far; it may be said again.
    pub fn take_diagnostics(&mut self) -> Vec<Diagnostic> {
        self.said.clear();
        std::mem::take(&mut self.diagnostics)
    }

    /// Whether a name that nothing has is taken for the nearest one: its mistake was said.
    pub fn assumes(&self) -> bool {
        self.assuming
    }

    /// From now on a name that nothing has is taken for the nearest one, or is not.
    pub fn assume(&mut self, assuming: bool) {
        self.assuming = assuming;
    }

    /// Somebody reads a thing.
    pub fn reads(&mut self, thing: Thing) {
        *self.read.entry(thing).or_default() += 1;
    }

    /// What was taken for a reading is a writing.
    pub fn only_writes(&mut self, thing: Thing) {
        if let Some(times) = self.read.get_mut(&thing) {
            *times = times.saturating_sub(1);
        }
    }

    /// Whether somebody reads a thing.
    pub fn is_read(&self, thing: Thing) -> bool {
        self.read.get(&thing).is_some_and(|times| *times > 0)
    }

    /// A text without words, which is for these players.
    pub fn readers(&mut self, who: Domain, body: BodyRef) -> TextId {
        let span = who.span;
        let parts = vec![TemplatePart::Readers(Expr::players(who))];
        self.text(Template { parts, raw: String::new(), body, span })
    }

    /// Keeps a text.
    pub fn text(&mut self, template: Template) -> TextId {
        self.texts.push(template);
        TextId(self.last("texts", self.texts.len()))
    }

    /// A new stage.
    pub fn stage(&mut self, info: StageInfo) -> StageId {
        self.stages.push(info);
        StageId(self.last("stages", self.stages.len()))
    }

    /// A new choice.
    pub fn site(&mut self, body: BodyRef, span: Span) -> SiteId {
        self.sites.push(SiteInfo { body, span });
        SiteId(self.last("choices", self.sites.len()))
    }

    /// A new limit.
    pub fn limit(&mut self, limit: Limit) -> LimitId {
        self.limits.push(limit);
        LimitId(self.last("limits", self.limits.len()))
    }

    /// Room for one more deed.
    pub fn new_deed(&mut self) -> DeedId {
        self.deeds.push(None);
        DeedId(self.last("deeds", self.deeds.len()))
    }

    /// The id of the last of so many; a game with more is refused.
    fn last(&mut self, sort: &'static str, count: usize) -> u16 {
        u16::try_from(count.saturating_sub(1)).unwrap_or_else(|_| {
            self.too_many = Some(sort);
            u16::MAX
        })
    }
}
