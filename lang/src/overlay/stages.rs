//! Stages and endings: replaced, removed, extended by their word and title.

use super::Merging;
use super::key::{Key, Sort};
use super::walk::{blocks, blocks_mut, each_stmt, edit, stage_body};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{
    Block, Doc, Expr, Item, ItemKind, Stage, StageRef, StageSort, Stmt, StmtKind,
};

/// A stage: the item it stands in, and its statement; of the set-up and of `play` the whole block.
#[derive(Debug, Clone, Copy)]
struct Place {
    slot: usize,
    stmt: Option<Span>,
}

impl Merging<'_> {
    fn stage(&mut self, of: &StageRef) -> Option<Place> {
        let StageSort::Stage(word) = of.sort else {
            let sort = if of.sort == StageSort::Setup { Sort::Setup } else { Sort::Play };
            let slot = self.one(&Key::new(sort, ""), &super::find::Clauses::default(), of.span)?;
            return Some(Place { slot, stmt: None });
        };
        let mut found: Vec<(usize, Span)> = Vec::new();
        let mut titles: Vec<String> = Vec::new();
        for (at, slot) in self.slots.iter().enumerate() {
            let Some(item) = &slot.item else { continue };
            for block in blocks(item) {
                each_stmt(block, &mut |stmt| {
                    let StmtKind::Stage(stage) = &stmt.kind else { return };
                    if stage.word != word {
                        return;
                    }
                    let title = stage.title.as_ref().map(|t| t.raw.as_str());
                    titles.extend(title.map(str::to_owned));
                    if of.title.as_ref().is_none_or(|wanted| title == Some(&wanted.raw)) {
                        found.push((at, stmt.span));
                    }
                });
            }
        }
        match found.as_slice() {
            [(slot, span)] => Some(Place { slot: *slot, stmt: Some(*span) }),
            [] => {
                self.no_stage(of, &titles);
                None
            }
            several => {
                let message = format!("the game has {} such stages", several.len());
                let mut wrong = Diagnostic::new(Code::E0905, of.span, message);
                for (_, span) in several.iter().take(4) {
                    wrong = wrong.beside(*span, "one");
                }
                let help = match titles.first() {
                    Some(title) => {
                        format!("say which by its title: `{} \"{title}\"`", of.sort.word())
                    }
                    None => "replace the deed it is in".to_owned(),
                };
                self.say(wrong.help(help));
                None
            }
        }
    }

    fn no_stage(&mut self, of: &StageRef, titles: &[String]) {
        if self.broken.1 {
            return;
        }
        let word = of.sort.word();
        let title = of.title.as_ref().map(|t| t.raw.as_str());
        let message = match title {
            Some(title) => format!("the game has no `{word} \"{title}\"`"),
            None => format!("the game has no `{word}`"),
        };
        let meant =
            title.and_then(|t| crate::spelling::nearest(t, titles.iter().map(String::as_str)));
        let help = match (meant, titles) {
            (Some(meant), _) => format!("did you mean `{word} \"{meant}\"`?"),
            (None, [_, ..]) => {
                let all: Vec<String> =
                    titles.iter().take(6).map(|t| format!("`{word} \"{t}\"`")).collect();
                format!("there are {}", all.join(", "))
            }
            (None, []) => {
                "stages are parts of `play` and of deeds; to replace a deed, write `replace to …`"
                    .to_owned()
            }
        };
        self.say(Diagnostic::new(Code::E0904, of.span, message).help(help));
    }

    /// The statements of a stage.
    fn body(&mut self, place: Place) -> Option<&mut Block> {
        let item = self.item_mut(place.slot)?;
        match place.stmt {
            None => blocks_mut(item).into_iter().next(),
            Some(span) => blocks_mut(item).into_iter().find_map(|block| stage_body(block, span)),
        }
    }

    fn part(place: Place) -> String {
        place.stmt.map_or_else(|| "body".to_owned(), |s| format!("stage {} {}", s.file.0, s.start))
    }

    /// `replace phase "part 2" { … }`
    pub fn replace_stage(&mut self, mut stage: Stage, span: Span) {
        let sort = StageSort::Stage(stage.word);
        let of = StageRef { sort, title: stage.title.clone(), span };
        let Some(place) = self.stage(&of) else { return };
        if !self.touch_part(place.slot, &Self::part(place), span, false) {
            return;
        }
        let Some(at) = place.stmt else { return };
        let mut old = None;
        self.edit_item(place.slot, &mut |stmts| {
            if let Some(stmt) = stmts.iter_mut().find(|s| s.span == at) {
                let gone = Stmt { kind: StmtKind::Again, span: at, openly: false };
                old = Some(std::mem::replace(stmt, gone));
            }
        });
        let openly = old.as_ref().is_some_and(|s| s.openly);
        let Some(StmtKind::Stage(was)) = old.map(|s| s.kind) else { return };
        if stage.binder.is_none() {
            stage.binder = was.binder;
        }
        if stage.title.is_none() {
            stage.title = was.title;
        }
        self.splice(&mut stage.body, Some(was.body));
        // Under its new place it counts as changed, too.
        self.touch(place.slot, &Self::part(Place { stmt: Some(span), ..place }), span, false);
        let mut new = Some(Stmt { kind: StmtKind::Stage(stage), span, openly });
        self.edit_item(place.slot, &mut |stmts| {
            if let Some(stmt) = stmts.iter_mut().find(|s| s.span == at)
                && let Some(new) = new.take()
            {
                *stmt = new;
            }
        });
    }

    fn edit_item(&mut self, slot: usize, change: &mut dyn FnMut(&mut Vec<Stmt>)) {
        if let Some(item) = self.item_mut(slot) {
            for block in blocks_mut(item) {
                edit(block, change);
            }
        }
    }

    /// Puts what a set-up or `play` was before in place of `as usual` in the new one.
    pub fn as_usual(&mut self, item: &mut Item, old: Option<Block>) {
        if let ItemKind::Setup(block) | ItemKind::Play(block) = &mut item.kind {
            self.splice(block, old);
        }
    }

    /// Endings of the old block stay at the top.
    fn splice(&mut self, new: &mut Block, old: Option<Block>) {
        let mut said: Vec<Span> = Vec::new();
        each_stmt(new, &mut |stmt| {
            if matches!(stmt.kind, StmtKind::AsUsual) {
                said.push(stmt.span);
            }
        });
        let (Some(first), Some(old)) = (said.first().copied(), old) else { return };
        if let Some(second) = said.get(1) {
            let found = Diagnostic::new(Code::E0512, *second, "`as usual` is here a second time");
            let found = found.beside(first, "the first");
            self.say(found.help(
                "a stage takes in once what it replaces; put what is done twice into a deed",
            ));
            edit(new, &mut |stmts| stmts.retain(|s| !matches!(s.kind, StmtKind::AsUsual)));
            return;
        }
        let (endings, mut rest): (Vec<Stmt>, Vec<Stmt>) =
            old.stmts.into_iter().partition(|s| matches!(s.kind, StmtKind::Ends(_)));
        edit(new, &mut |stmts| {
            if let Some(at) =
                stmts.iter().position(|s| s.span == first && matches!(s.kind, StmtKind::AsUsual))
            {
                stmts.splice(at..=at, std::mem::take(&mut rest));
            }
        });
        new.stmts.splice(0..0, endings);
    }

    /// `remove setup`, `remove phase "part 2"`
    pub fn remove_stage(&mut self, of: &StageRef, span: Span) {
        let Some(place) = self.stage(of) else { return };
        let Some(at) = place.stmt else {
            if self.touch_whole(place.slot, span)
                && let Some(slot) = self.slots.get_mut(place.slot)
            {
                slot.item = None;
                let sort = if of.sort == StageSort::Setup { Sort::Setup } else { Sort::Play };
                self.gone.insert(Key::new(sort, ""), span);
            }
            return;
        };
        if self.touch_part(place.slot, &Self::part(place), span, false) {
            self.edit_item(place.slot, &mut |stmts| stmts.retain(|s| s.span != at));
        }
    }

    /// `extend round { … }`: endings to the top, everything else to the end.
    pub fn extend_stage(&mut self, of: &StageRef, body: Block, span: Span) {
        let setup = Key::new(Sort::Setup, "");
        if of.sort == StageSort::Setup
            && self.live(&setup).is_empty()
            && !self.gone.contains_key(&setup)
        {
            return self.push(Item { doc: Doc::default(), kind: ItemKind::Setup(body), span });
        }
        let Some(place) = self.stage(of) else { return };
        if !self.touch_part(place.slot, &Self::part(place), span, true) {
            return;
        }
        let Some(block) = self.body(place) else { return };
        let (endings, rest): (Vec<Stmt>, Vec<Stmt>) =
            body.stmts.into_iter().partition(|s| matches!(s.kind, StmtKind::Ends(_)));
        let top = block.stmts.iter().position(|s| !matches!(s.kind, StmtKind::Ends(_)));
        let top = top.unwrap_or(block.stmts.len());
        block.stmts.splice(top..top, endings);
        block.stmts.extend(rest);
    }

    /// Endings of a stage, or of all, whose condition reads like that.
    fn endings(
        &mut self,
        of: Option<&StageRef>,
        condition: Option<&Expr>,
    ) -> Option<Vec<(usize, Span)>> {
        let mut all: Vec<(usize, Span, Span)> = Vec::new();
        let mut note = |slot: usize, stmt: &Stmt| {
            if let StmtKind::Ends(ends) = &stmt.kind {
                all.push((slot, stmt.span, ends.condition.span));
            }
        };
        match of {
            Some(of) => {
                let place = self.stage(of)?;
                if let Some(block) = self.body(place) {
                    block.stmts.iter().for_each(|s| note(place.slot, s));
                }
            }
            None => {
                for (at, slot) in self.slots.iter().enumerate() {
                    for block in slot.item.iter().flat_map(blocks) {
                        each_stmt(block, &mut |stmt| note(at, stmt));
                    }
                }
            }
        }
        let fits = |c: Span| condition.is_none_or(|wanted| self.same(wanted.span, c));
        Some(all.iter().filter(|(.., c)| fits(*c)).map(|(slot, span, _)| (*slot, *span)).collect())
    }

    /// The one ending that is meant; none after a report.
    fn ending(
        &mut self,
        of: Option<&StageRef>,
        condition: Option<&Expr>,
        span: Span,
    ) -> Option<(usize, Span)> {
        let found = self.endings(of, condition)?;
        match found.as_slice() {
            [one] => Some(*one),
            [] => {
                let all = self.endings(of, None)?;
                let message = if let (Some(of), None) = (of, condition) {
                    format!("this `{}` has no `ends when`", of.sort.word())
                } else {
                    "no `ends when` of the game reads like this".to_owned()
                };
                let mut wrong = Diagnostic::new(Code::E0904, span, message);
                for (_, place) in all.iter().take(3) {
                    wrong = wrong.beside(*place, "this one is there");
                }
                self.say(wrong.help(
                    "copy its condition word for word; to add one write `extend round { ends when \
                     … }`",
                ));
                None
            }
            several => {
                let message = format!("{} endings are meant by this", several.len());
                let mut wrong = Diagnostic::new(Code::E0905, span, message);
                for (_, place) in several.iter().take(4) {
                    wrong = wrong.beside(*place, "one");
                }
                let word = of.map_or("round", |of| of.sort.word());
                self.say(wrong.help(format!(
                    "say which by its condition: `remove ends of {word} when …`; a new one is \
                     added with `extend {word} {{ ends when … }}`"
                )));
                None
            }
        }
    }

    /// `remove ends of round when c`
    pub fn remove_ends(&mut self, of: Option<&StageRef>, condition: Option<&Expr>, span: Span) {
        let Some((slot, at)) = self.ending(of, condition, span) else { return };
        let part = format!("ends {} {}", at.file.0, at.start);
        if self.touch_part(slot, &part, span, false) {
            self.edit_item(slot, &mut |stmts| stmts.retain(|s| s.span != at));
        }
    }

    /// `replace ends of round when c { … }`
    pub fn replace_ends(&mut self, of: &StageRef, ends: Stmt, span: Span) {
        let Some((slot, at)) = self.ending(Some(of), None, span) else { return };
        let part = format!("ends {} {}", at.file.0, at.start);
        if !self.touch_part(slot, &part, span, false) {
            return;
        }
        let mut new = Some(ends);
        self.edit_item(slot, &mut |stmts| {
            if let Some(stmt) = stmts.iter_mut().find(|s| s.span == at)
                && let Some(new) = new.take()
            {
                *stmt = new;
            }
        });
    }
}
