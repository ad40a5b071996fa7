//! The typed rulebook as text, for `check --emit ir`: what the checker understood, every name
//! resolved.
//!
//! One declaration a line, bodies indented; the same rulebook always gives the same text. Operators
//! are bracketed, so that the tree can be seen. `things` prints what exists, `expr` and `domain`
//! what is asked and picked from, `stmt` what happens, `notes` tests.

mod domain;
mod expr;
mod notes;
mod scope;
mod stmt;
mod things;

use crate::ir::{Body, Deed, Ends, Move, Rulebook, Stmt, Word};
use scope::{Scope, listed, quoted};

/// Prints a rulebook.
#[must_use]
pub fn print(book: &Rulebook) -> String {
    let mut page = Page { book, out: String::new(), indent: 0 };
    page.head();
    page.things();
    page.all(&book.words, Page::word);
    page.all(&book.moves, Page::a_move);
    page.all(&book.deeds, Page::deed);
    page.rest();
    page.out
}

/// The text so far.
struct Page<'b> {
    book: &'b Rulebook,
    out: String,
    indent: usize,
}

impl<'b> Page<'b> {
    fn line(&mut self, text: impl AsRef<str>) {
        self.out.extend(std::iter::repeat_n("  ", self.indent));
        self.out.push_str(text.as_ref());
        self.out.push('\n');
    }

    fn inside(&mut self, print: impl FnOnce(&mut Self)) {
        self.indent += 1;
        print(self);
        self.indent -= 1;
    }

    fn all<T>(&mut self, things: &'b [T], print: impl Fn(&mut Self, &'b T)) {
        if !things.is_empty() {
            self.line("");
        }
        for thing in things {
            print(self, thing);
        }
    }

    fn scope(&self, body: &'b Body) -> Scope<'b> {
        Scope { book: self.book, locals: Some(&body.locals) }
    }

    fn head(&mut self) {
        let book = self.book;
        let author = book.author.as_ref().map(|a| format!(" by {}", quoted(a))).unwrap_or_default();
        self.line(format!("game {}{author}", quoted(&book.title)));
        self.line(format!("players {} to {}", book.players.0, book.players.1));
    }

    fn word(&mut self, word: &'b Word) {
        let scope = Scope { book: self.book, locals: Some(&word.locals) };
        let me = if word.uses_me { " reads me" } else { "" };
        let params = scope.params(usize::from(word.params));
        let value = scope.expr(&word.value);
        self.line(format!(
            "word {}({params}) -> {}{me} = {value}",
            word.name,
            scope.ty(&word.value.ty)
        ));
    }

    fn deed(&mut self, deed: &'b Deed) {
        let scope = self.scope(&deed.body);
        let mut head = format!("deed {}({})", deed.name, scope.params(usize::from(deed.params)));
        if let Some(result) = &deed.result {
            head += &format!(" -> {}", scope.ty(result));
        }
        head += &scope.titled(deed.title);
        head += if deed.pauses { " may pause" } else { "" };
        self.line(head);
        self.block(scope, &deed.body.block);
    }

    fn a_move(&mut self, a_move: &'b Move) {
        let scope = self.scope(&a_move.body);
        let word = if a_move.attempt.is_some() { "attempt" } else { "action" };
        let again = if a_move.again { " says again" } else { "" };
        let given = scope.params(usize::from(a_move.given));
        self.line(format!("{word} {}({given}){}{again}", a_move.name, scope.titled(a_move.title)));
        self.inside(|page| {
            for (at, step) in a_move.steps.iter().enumerate() {
                let hidden = if at == 0 && a_move.hidden_this { "hidden " } else { "" };
                page.line(format!("{hidden}fill {}", scope.step(step)));
            }
            if let Some(limit) = a_move.limit {
                page.line(scope.limit(limit));
            }
            for need in &a_move.needs {
                let (condition, reason) = (scope.expr(&need.condition), scope.text(need.reason));
                page.line(format!("needs {condition} else {reason} after {}", need.after));
            }
            if let Some(attempt) = &a_move.attempt {
                page.line(format!("works when {}", scope.expr(&attempt.works)));
            }
        });
        self.block(scope, &a_move.body.block);
        if let Some(attempt) = &a_move.attempt {
            self.line("wrong");
            self.block(scope, &attempt.wrong);
            if let Some(late) = &attempt.late {
                self.line("late");
                self.block(scope, late);
            }
        }
    }

    fn rest(&mut self) {
        let book = self.book;
        self.line("");
        self.line("setup");
        self.block(self.scope(&book.setup), &book.setup.block);
        self.line("play");
        let scope = self.scope(&book.play);
        self.inside(|page| page.ends(scope, &book.ends));
        self.block(scope, &book.play.block);
        for rule in &book.runs_out {
            self.line(format!("when {} runs out", scope.zone_path(rule.zone)));
            self.block(self.scope(&rule.body), &rule.body.block);
        }
        if let Some(score) = book.score {
            self.line(format!("score {}", scope.word_name(score)));
        }
        if let Some(promise) = book.promise {
            self.line(format!("promise {}", scope.word_name(promise)));
        }
        for (id, reason) in &book.physical {
            self.line(format!("physical {id}: {}", quoted(reason)));
        }
        self.all(&book.tests, Page::note);
    }

    fn block(&mut self, scope: Scope<'b>, stmts: &'b [Stmt]) {
        self.inside(|page| {
            for stmt in stmts {
                page.stmt(scope, stmt);
            }
        });
    }

    fn ends(&mut self, scope: Scope<'b>, all: &'b [Ends]) {
        for ends in all {
            let once = if ends.at_once { "at once " } else { "" };
            self.line(format!("ends {once}when {}", scope.expr(&ends.condition)));
            self.block(scope, &ends.body);
        }
    }
}
