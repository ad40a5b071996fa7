//! Trees written as a designer might: with the brackets that are needed, or with many more.

use super::tree::{Bound, Deed, Members, Selector, Tree};
use houserules_lang::syntax::ast::{BinaryOp, Quantifier, SetOp, StageWord};

/// How brackets are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Brackets {
    /// Where the meaning asks for them.
    Needed,
    /// Around every operand.
    Everywhere,
}

/// Words and signs in order; between any two of them there may be blanks, line breaks, comments.
#[derive(Debug)]
pub struct Writer {
    pub words: Vec<String>,
    brackets: Brackets,
}

/// Where an expression stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Spot {
    /// Nothing that follows could be taken for a part of it.
    Free,
    /// After `where` and `has`: `and` and `or` would end it.
    Condition,
    /// A list: comparisons would end it, too.
    List,
    /// The list of a domain, where `otherwise` wants brackets.
    Members,
    /// An operand of this strength or stronger.
    Operand(u8),
    /// Before a dot.
    Owner,
}

impl Writer {
    pub fn new(brackets: Brackets) -> Self {
        Self { words: Vec::new(), brackets }
    }

    fn word(&mut self, word: &str) {
        self.words.push(word.to_string());
    }

    /// Adds to the word before, without a blank.
    fn glue(&mut self, more: &str) {
        self.words.last_mut().expect("something stands before").push_str(more);
    }

    /// An expression where any may stand.
    pub fn tree(&mut self, tree: &Tree) {
        self.at(Spot::Free, tree);
    }

    fn at(&mut self, spot: Spot, tree: &Tree) {
        if self.wants_brackets(spot, tree) {
            self.word("(");
            self.bare(tree);
            self.word(")");
        } else {
            self.bare(tree);
        }
    }

    fn wants_brackets(&self, spot: Spot, tree: &Tree) -> bool {
        let strength = strength(tree);
        match spot {
            Spot::Free => false,
            _ if self.brackets == Brackets::Everywhere => !matches!(tree, Tree::List(_)),
            Spot::Condition => strength < 4,
            Spot::List => strength < 5,
            Spot::Members => strength < 6,
            Spot::Operand(least) => strength < least,
            Spot::Owner => strength < 11,
        }
    }

    fn bare(&mut self, tree: &Tree) {
        match tree {
            Tree::Number(n) => self.word(&n.to_string()),
            Tree::Yes => self.word("yes"),
            Tree::None => self.word("none"),
            Tree::Me => self.word("me"),
            Tree::Name(name) => self.word(name),
            Tree::Dot(of, name) => {
                self.at(Spot::Owner, of);
                self.glue(&format!(".{name}"));
            }
            Tree::Call(name, args) => self.call(name, args),
            Tree::List(members) => {
                self.word("(");
                self.commas(members);
                self.word(")");
            }
            Tree::Not(of) => {
                self.word("not");
                self.at(Spot::Operand(3), of);
            }
            Tree::Minus(of) => {
                self.word("-");
                self.at(Spot::Operand(9), of);
            }
            Tree::Binary(op, left, right) => self.binary(*op, left, right),
            Tree::Has(word, bound, has) => {
                self.word(match word {
                    Quantifier::Any => "any",
                    Quantifier::Every => "every",
                    Quantifier::No => "no",
                });
                self.bound(bound);
                self.word("has");
                self.at(Spot::Condition, has);
            }
            Tree::Count(bound) => self.function("count", |w| w.bound(bound)),
            Tree::Fold(op, of, bound) => self.function(op.law().word, |w| {
                w.tree(of);
                w.word("for");
                w.bound(bound);
            }),
            Tree::Those(bound) => {
                self.word("those");
                self.bound(bound);
            }
            Tree::First(bound) => {
                self.word("first");
                self.bound(bound);
            }
            Tree::If(three) => {
                for (word, part) in ["if", "then", "else"].iter().zip(three.iter()) {
                    self.word(word);
                    self.tree(part);
                }
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Tree, right: &Tree) {
        let own = of_operator(op);
        // Two comparisons in a row are an error, so both sides of one are stronger.
        self.at(Spot::Operand(if own == 4 { 5 } else { own }), left);
        for word in operator_words(op) {
            self.word(word);
        }
        self.at(Spot::Operand(own + 1), right);
    }

    fn call(&mut self, name: &str, args: &[Tree]) {
        self.function(name, |w| w.commas(args));
    }

    fn function(&mut self, name: &str, inside: impl FnOnce(&mut Self)) {
        self.word(name);
        self.glue("(");
        inside(self);
        self.word(")");
    }

    fn commas(&mut self, members: &[Tree]) {
        for (at, member) in members.iter().enumerate() {
            if at > 0 {
                self.word(",");
            }
            self.tree(member);
        }
    }

    fn bound(&mut self, bound: &Bound) {
        self.word(bound.name);
        if let Some(kind) = bound.kind {
            self.glue(":");
            self.word(kind);
        }
        self.word("in");
        self.members(&bound.members);
    }

    fn members(&mut self, members: &Members) {
        if let Some(selector) = &members.selector {
            self.selector(selector);
        }
        self.at(Spot::Members, &members.of);
        if let Some(from) = &members.from {
            self.word("from");
            self.at(Spot::Members, from);
        }
        if let Some(filter) = &members.filter {
            self.word("where");
            self.at(Spot::Condition, filter);
        }
        if let Some((extreme, word)) = members.best {
            self.word("with");
            self.word(extreme.word());
            self.word(word);
        }
    }

    fn selector(&mut self, selector: &Selector) {
        let (words, amount): (&[&str], _) = match selector {
            Selector::Any => (&["any"], None),
            Selector::Order => (&["order"], None),
            Selector::Top(n) => (&["top"], Some(n)),
            Selector::Bottom(n) => (&["bottom"], Some(n)),
            Selector::UpTo(n) => (&["up", "to"], Some(n)),
            Selector::Exactly(n) | Selector::AtLeast(n) => (&[], Some(n)),
        };
        words.iter().for_each(|word| self.word(word));
        amount.iter().for_each(|n| self.word(&n.to_string()));
        if matches!(selector, Selector::AtLeast(_)) {
            self.word("or");
            self.word("more");
        }
        self.word("of");
    }

    /// `{ … }`
    pub fn block(&mut self, deeds: &[Deed]) {
        self.word("{");
        deeds.iter().for_each(|deed| self.deed(deed));
        self.word("}");
    }

    fn deed(&mut self, deed: &Deed) {
        match deed {
            Deed::Let(name, value) => {
                self.word("let");
                self.word(name);
                self.word("=");
                self.tree(value);
            }
            Deed::Set(name, op, value) => {
                self.word(name);
                self.word(match op {
                    SetOp::To => "=",
                    SetOp::Plus => "+=",
                    SetOp::Minus => "-=",
                });
                self.tree(value);
            }
            Deed::Move(cards, to, place) => {
                self.word("move");
                self.members(cards);
                self.to(to);
                if let Some(place) = place {
                    self.word("at");
                    self.at(Spot::List, place);
                }
            }
            Deed::Swap(one, other) => {
                self.word("swap");
                self.at(Spot::List, one);
                self.word("with");
                self.at(Spot::List, other);
            }
            Deed::Shuffle(zone) => {
                self.word("shuffle");
                self.at(Spot::List, zone);
            }
            Deed::Show(cards, to, secretly) => {
                self.word("show");
                self.members(cards);
                self.to(to);
                if *secretly {
                    self.word("secretly");
                }
            }
            Deed::Hide(cards, from) => {
                self.word("hide");
                self.members(cards);
                if let Some(from) = from {
                    self.word("from");
                    self.at(Spot::Members, from);
                }
            }
            Deed::Choose(bound, by) => self.choose(bound, by.as_ref()),
            Deed::Say(text, to) => {
                self.word("say");
                self.word(&format!("\"{text}\""));
                to.iter().for_each(|to| self.to(to));
            }
            Deed::Give(value) => {
                self.word("give");
                self.tree(value);
            }
            Deed::Call(name, args) => self.call(name, args),
            Deed::Again => self.word("again"),
            Deed::Lost => ["end", "game", "lost"].iter().for_each(|word| self.word(word)),
            Deed::If(..) | Deed::There(..) | Deed::ForEach(..) | Deed::Stage(..) => {
                self.nested(deed);
            }
        }
    }

    fn nested(&mut self, deed: &Deed) {
        match deed {
            Deed::If(test, then, otherwise) => {
                self.word("if");
                self.tree(test);
                self.block(then);
                if !otherwise.is_empty() {
                    self.word("else");
                    self.block(otherwise);
                }
            }
            Deed::There(bound, then) => {
                ["if", "there", "is"].iter().for_each(|word| self.word(word));
                self.bound(bound);
                self.block(then);
            }
            Deed::ForEach(bound, body) => {
                ["for", "each"].iter().for_each(|word| self.word(word));
                self.bound(bound);
                self.block(body);
            }
            Deed::Stage(word, bound, body) => {
                self.word(match word {
                    StageWord::Round => "round",
                    StageWord::Turn => "turn",
                    StageWord::Phase => "phase",
                });
                self.bound(bound);
                self.block(body);
            }
            other => panic!("{other:?} holds no block"),
        }
    }

    fn choose(&mut self, bound: &[Bound], by: Option<&Tree>) {
        self.word("choose");
        for (at, one) in bound.iter().enumerate() {
            if at > 0 {
                self.word(",");
            }
            self.bound(one);
        }
        if let Some(by) = by {
            self.word("by");
            self.at(Spot::List, by);
        }
    }

    fn to(&mut self, to: &Tree) {
        self.word("to");
        self.at(Spot::List, to);
    }
}

fn operator_words(op: BinaryOp) -> &'static [&'static str] {
    match op {
        BinaryOp::Or => &["or"],
        BinaryOp::And => &["and"],
        BinaryOp::Is => &["is"],
        BinaryOp::IsNot => &["is", "not"],
        BinaryOp::In => &["in"],
        BinaryOp::Less => &["<"],
        BinaryOp::LessEq => &["<="],
        BinaryOp::More => &[">"],
        BinaryOp::MoreEq => &[">="],
        BinaryOp::Otherwise => &["otherwise"],
        BinaryOp::Range => &[".."],
        BinaryOp::Plus => &["+"],
        BinaryOp::Minus => &["-"],
        BinaryOp::Times => &["*"],
        BinaryOp::Divide => &["/"],
        BinaryOp::Mod => &["mod"],
    }
}

/// As docs/reference.md has it, weakest first.
fn of_operator(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Or => 1,
        BinaryOp::And => 2,
        BinaryOp::Is
        | BinaryOp::IsNot
        | BinaryOp::In
        | BinaryOp::Less
        | BinaryOp::LessEq
        | BinaryOp::More
        | BinaryOp::MoreEq => 4,
        BinaryOp::Otherwise => 5,
        BinaryOp::Range => 6,
        BinaryOp::Plus | BinaryOp::Minus => 7,
        BinaryOp::Times | BinaryOp::Divide | BinaryOp::Mod => 8,
    }
}

/// 0 takes in whatever follows it; 11 stands for itself, even before a dot.
fn strength(tree: &Tree) -> u8 {
    match tree {
        Tree::If(_) | Tree::Has(..) | Tree::Those(_) | Tree::First(_) => 0,
        Tree::Binary(op, ..) => of_operator(*op),
        Tree::Not(_) => 3,
        Tree::Minus(_) => 9,
        Tree::Number(_) | Tree::Yes | Tree::None => 10,
        Tree::Me
        | Tree::Name(_)
        | Tree::Dot(..)
        | Tree::Call(..)
        | Tree::List(_)
        | Tree::Count(_)
        | Tree::Fold(..) => 11,
    }
}
