//! What has a number in the rulebook: texts, stages, choices, limits, endings.

use crate::ir::{
    BodyRef, Domain, Expr, ExprKind, Limit, LimitId, Rulebook, SiteId, SiteInfo, StageId,
    StageInfo, Template, TemplatePart, TextId,
};
use crate::source::Span;
use crate::syntax::ast::StageWord;
use std::collections::BTreeMap;
use std::ops::Index;

/// An `end …`: the stage's word and title.
pub(super) type Ending = (StageWord, Option<String>);

/// How long the tables were at some moment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lengths {
    /// Texts there were.
    pub texts: usize,
    /// Stages there were.
    pub stages: usize,
    /// Choices there were.
    pub sites: usize,
    /// Limits there were.
    pub limits: usize,
    /// Endings there were.
    pub ends: usize,
    /// Places that say `openly`.
    pub openly: usize,
}

/// Tables whose places are ids.
#[derive(Default)]
pub(super) struct Tables {
    texts: Vec<Template>,
    /// Where the rules say `openly`.
    openly: Vec<Span>,
    stages: Vec<StageInfo>,
    sites: Vec<SiteInfo>,
    limits: Vec<Limit>,
    /// Limits of menus, by menu.
    menu_limits: BTreeMap<u16, LimitId>,
    /// `end …` statements, by the number that stands in their place.
    ends: Vec<Ending>,
    /// What there is too much of.
    too_many: Option<&'static str>,
}

impl Index<TextId> for Tables {
    type Output = Template;
    fn index(&self, id: TextId) -> &Template {
        &self.texts[id.index()]
    }
}

impl Tables {
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

    /// The limit that a menu has already.
    pub fn limit_of_menu(&self, menu: u16) -> Option<LimitId> {
        self.menu_limits.get(&menu).copied()
    }

    /// From now on a menu has this limit wherever it is spliced.
    pub fn limit_menu(&mut self, menu: u16, limit: LimitId) {
        self.menu_limits.insert(menu, limit);
    }

    /// A new `end …`. Which stages it means is known when all of them are.
    pub fn end(&mut self, word: StageWord, title: Option<String>) -> StageId {
        let number = self.ends.len();
        self.ends.push((word, title));
        StageId(u16::try_from(number).unwrap_or(u16::MAX))
    }

    /// The rules say `openly` here.
    pub fn openly(&mut self, spans: impl IntoIterator<Item = Span>) {
        self.openly.extend(spans);
    }

    /// What a written text says.
    pub fn words_of(&self, e: &Expr) -> Option<&str> {
        let ExprKind::Text(id) = e.kind else { return None };
        Some(self[id].raw.trim())
    }

    /// Whether a stage has that title.
    pub fn has_title(&self, title: &str) -> bool {
        self.stages.iter().any(|s| s.raw_title.as_deref() == Some(title))
    }

    /// Texts that others have made go on behind these.
    pub fn add_texts(&mut self, texts: impl Iterator<Item = Template>) {
        let known = self.texts.len();
        self.texts.extend(texts.skip(known));
    }

    /// There is more of something than can be numbered.
    pub fn refuse(&mut self, sort: &'static str) {
        self.too_many = Some(sort);
    }

    /// What there is too much of.
    pub fn too_many(&self) -> Option<&'static str> {
        self.too_many
    }

    /// The id of the last of so many; a game with more is refused.
    pub fn last(&mut self, sort: &'static str, count: usize) -> u16 {
        u16::try_from(count.saturating_sub(1)).unwrap_or_else(|_| {
            self.refuse(sort);
            u16::MAX
        })
    }

    /// How long the tables are.
    pub fn lengths(&self) -> Lengths {
        Lengths {
            texts: self.texts.len(),
            stages: self.stages.len(),
            sites: self.sites.len(),
            limits: self.limits.len(),
            ends: self.ends.len(),
            openly: self.openly.len(),
        }
    }

    /// Takes the texts out that were made since; forgets what else was.
    pub fn cut(&mut self, back_to: Lengths) -> Vec<Template> {
        self.stages.truncate(back_to.stages);
        self.sites.truncate(back_to.sites);
        self.limits.truncate(back_to.limits);
        self.ends.truncate(back_to.ends);
        self.texts.split_off(back_to.texts)
    }

    /// Lays the tables into the rulebook; gives what the numbers of endings stand for.
    pub fn lay_into(self, book: &mut Rulebook) -> Vec<Ending> {
        book.texts = self.texts;
        book.openly = self.openly;
        book.limits = self.limits;
        book.stages = self.stages;
        book.sites = self.sites;
        self.ends
    }
}
