//! Rules as outlines: lines with lines in them. Two outlines are laid side by side to tell what was
//! added, taken away or changed, and to find the place in the new rules where a game stands in the
//! old ones.

use crate::difference::node::{Maker, Node};
use crate::ir::walk::body_of;
use crate::ir::{BodyRef, Choose, Ends, Entry, EntryKind, Move, Offer, Stage, Stmt, StmtKind};
use crate::source::Span;
use xxhash_rust::xxh3::Xxh3;

/// A line of a rule, with the lines in it.
#[derive(Debug, Clone)]
pub struct Outline<'a> {
    /// What it is: `needs`, `step`, `Choose`, …
    pub label: &'static str,
    /// What it says, without the lines in it.
    pub head: Node,
    /// Like lines have like kins: a call of the same deed, a need, a stage of the same word.
    signature: u64,
    /// Of all of it.
    pub hash: u64,
    /// Where it stands.
    pub span: Span,
    /// The statement it is.
    pub stmt: Option<&'a Stmt>,
    /// The lines in it, by block.
    pub blocks: Vec<Vec<Outline<'a>>>,
}

impl<'a> Outline<'a> {
    fn new(label: &'static str, head: Node, span: Span, main: Option<Node>) -> Self {
        let mut signature = Xxh3::new();
        signature.update(label.as_bytes());
        main.iter().for_each(|m| m.feed(&mut signature));
        Self {
            label,
            head,
            signature: signature.digest(),
            hash: 0,
            span,
            stmt: None,
            blocks: Vec::new(),
        }
        .sealed()
    }

    fn with(mut self, blocks: Vec<Vec<Self>>) -> Self {
        self.blocks = blocks;
        self.sealed()
    }

    fn sealed(mut self) -> Self {
        let mut hash = Xxh3::new();
        hash.update(&self.signature.to_le_bytes());
        self.head.feed(&mut hash);
        for block in &self.blocks {
            hash.update(b"{");
            block.iter().for_each(|line| hash.update(&line.hash.to_le_bytes()));
        }
        self.hash = hash.digest();
        self
    }

    /// How alike two lines are; 0: not at all.
    fn likeness(&self, other: &Self) -> u32 {
        if self.label != other.label {
            return 0;
        }
        if self.hash == other.hash {
            return 16;
        }
        if self.signature != other.signature {
            return 1;
        }
        if self.head == other.head {
            return 8;
        }
        let numbers = |pairs: &Vec<(&Node, &Node)>| {
            pairs.iter().all(|(a, b)| matches!((a, b), (Node::Number(..), Node::Number(..))))
        };
        if self.head.differing(&other.head).as_ref().is_some_and(numbers) { 6 } else { 3 }
    }

    /// The way to the line of a statement: block and line, from the outside in.
    #[must_use]
    pub fn way_to(&self, stmt: &Stmt) -> Option<Vec<(usize, usize)>> {
        for (block, lines) in self.blocks.iter().enumerate() {
            for (at, line) in lines.iter().enumerate() {
                if line.stmt.is_some_and(|s| s.id == stmt.id) {
                    return Some(vec![(block, at)]);
                }
                if let Some(mut way) = line.way_to(stmt) {
                    way.insert(0, (block, at));
                    return Some(way);
                }
            }
        }
        None
    }
}

/// The outline of a deed, move, handler, set-up or `play`.
#[must_use]
pub fn of_body<'a>(maker: Maker<'a>, body: BodyRef) -> Outline<'a> {
    let book = maker.book;
    let locals = body_of(book, body).map_or(&[][..], |b| b.locals.as_slice());
    let maker = maker.within(locals);
    let block = |stmts: &'a [Stmt]| lines(maker, stmts);
    match body {
        BodyRef::Setup => {
            plain("setup", Node::Nothing, Span::default()).with(vec![block(&book.setup.block)])
        }
        BodyRef::Play => {
            let ends = book.ends.iter().map(|e| ending(maker, e)).collect();
            plain("play", Node::Nothing, Span::default()).with(vec![ends, block(&book.play.block)])
        }
        BodyRef::Deed(id) => {
            let deed = &book[id];
            let params = &deed.body.locals[..usize::from(deed.params)];
            let head = vec![maker.node(params), maker.node(&deed.result), maker.node(&deed.title)];
            plain("to", Node::Tree("to", head), deed.span).with(vec![block(&deed.body.block)])
        }
        BodyRef::Move(id) => of_move(maker, &book[id]),
        BodyRef::RunsOut(at) => {
            let rule = &book.runs_out[usize::from(at)];
            plain("runs out", maker.node(&rule.zone), rule.span).with(vec![block(&rule.body.block)])
        }
        BodyRef::Word(id) => {
            let word = &book[id];
            let maker = maker.within(&word.locals);
            let params = &word.locals[..usize::from(word.params)];
            let head = vec![maker.node(params), maker.node(&word.value)];
            plain("define", Node::Tree("define", head), word.span)
        }
        BodyRef::Test(_) | BodyRef::Constant => plain("", Node::Nothing, Span::default()),
    }
}

fn plain<'a>(label: &'static str, head: Node, span: Span) -> Outline<'a> {
    Outline::new(label, head, span, None)
}

fn of_move<'a>(maker: Maker<'a>, m: &'a Move) -> Outline<'a> {
    let given = &m.body.locals[..usize::from(m.given)];
    let head = Node::Tree(
        "move",
        vec![maker.node(given), maker.node(&m.title), maker.node(&m.hidden_this)],
    );
    let mut parts: Vec<Outline<'a>> = m.steps.iter().map(|s| step(maker, s)).collect();
    if let Some(limit) = &m.limit {
        parts.push(plain("once", maker.node(limit), maker.book[*limit].span));
    }
    parts.extend(m.needs.iter().map(|n| {
        let head = vec![maker.node(&n.condition), maker.node(&n.reason)];
        plain("needs", Node::Tree("needs", head), n.span)
    }));
    let mut blocks = vec![Vec::new(), lines(maker, &m.body.block)];
    if let Some(attempt) = &m.attempt {
        parts.push(plain("works when", maker.node(&attempt.works), attempt.works.span));
        blocks.push(lines(maker, &attempt.wrong));
        blocks.push(attempt.late.as_ref().map(|b| lines(maker, b)).unwrap_or_default());
    }
    if let Some(first) = blocks.first_mut() {
        *first = parts;
    }
    plain("move", head, m.span).with(blocks)
}

fn step<'a>(maker: Maker<'a>, step: &'a crate::ir::Step) -> Outline<'a> {
    Outline::new("step", maker.node(step), step.domain.span, Some(maker.node(&step.local)))
}

fn lines<'a>(maker: Maker<'a>, block: &'a [Stmt]) -> Vec<Outline<'a>> {
    block.iter().map(|stmt| line(maker, stmt)).collect()
}

fn ending<'a>(maker: Maker<'a>, ends: &'a Ends) -> Outline<'a> {
    let head = vec![maker.node(&ends.at_once), maker.node(&ends.condition)];
    plain("ends when", Node::Tree("ends", head), ends.span).with(vec![lines(maker, &ends.body)])
}

fn line<'a>(maker: Maker<'a>, stmt: &'a Stmt) -> Outline<'a> {
    let new = |label, head, main| Outline::new(label, head, stmt.span, main);
    let outline = match &stmt.kind {
        StmtKind::If(condition, yes, no) => {
            new("If", maker.node(condition), None).with(vec![lines(maker, yes), lines(maker, no)])
        }
        StmtKind::IfThere(local, domain, yes, no) => {
            let head = vec![maker.node(local), maker.node(domain)];
            let outline = new("If there is", Node::Tree("if", head), None);
            outline.with(vec![lines(maker, yes), lines(maker, no)])
        }
        StmtKind::ForEach(local, domain, body) => {
            let head = vec![maker.node(local), maker.node(domain)];
            new("For each", Node::Tree("for", head), None).with(vec![lines(maker, body)])
        }
        StmtKind::Repeat(condition, body) => {
            new("Repeat until", maker.node(condition), None).with(vec![lines(maker, body)])
        }
        StmtKind::Stage(stage) => staged(maker, stmt, stage),
        StmtKind::Choose(choose) => chosen(maker, stmt, choose),
        StmtKind::Call { deed, args, into } => {
            let head = vec![maker.node(deed), maker.node(args), maker.node(into)];
            new("Call", Node::Tree("call", head), Some(maker.node(deed)))
        }
        StmtKind::Let(local, e) => {
            let head = vec![maker.node(local), maker.node(e)];
            new("Let", Node::Tree("let", head), Some(maker.node(local)))
        }
        StmtKind::Set(place, op, e) => {
            let head = vec![maker.node(place), maker.node(op), maker.node(e)];
            new("Set", Node::Tree("set", head), Some(maker.node(&place.counter)))
        }
        other => {
            let head = maker.node(other);
            let label = match other {
                StmtKind::Move { .. } => "Move",
                StmtKind::Say(_) => "Say",
                StmtKind::End(_) => "End",
                StmtKind::Give(_) => "Give",
                StmtKind::Show(..) | StmtKind::ShowCounter(..) => "Show",
                StmtKind::Shuffle(_) => "Shuffle",
                _ => "Statement",
            };
            new(label, head, None)
        }
    };
    Outline { stmt: Some(stmt), ..outline }
}

fn staged<'a>(maker: Maker<'a>, stmt: &'a Stmt, stage: &'a Stage) -> Outline<'a> {
    let name = maker.node(&stage.id);
    let head = Node::Tree("stage", vec![maker.node(&stage.id), maker.node(&stage.over)]);
    let ends = stage.ends.iter().map(|e| ending(maker, e)).collect();
    let outline = Outline::new("Stage", head, stmt.span, Some(name));
    outline.with(vec![ends, lines(maker, &stage.body)])
}

fn chosen<'a>(maker: Maker<'a>, stmt: &'a Stmt, choose: &'a Choose) -> Outline<'a> {
    let mut head = vec![
        maker.node(&choose.by),
        maker.node(&choose.secretly),
        maker.node(&choose.asking),
        maker.node(&choose.until_all_pass),
    ];
    let parts = match &choose.what {
        Offer::Values { steps, may } => {
            head.push(maker.node(may));
            steps.iter().map(|s| step(maker, s)).collect()
        }
        Offer::Menu(tiers) => {
            let entries = tiers.iter().enumerate();
            entries
                .flat_map(|(tier, list)| list.iter().map(move |e| (tier, e)))
                .map(|(tier, e)| entry(maker, stmt.span, tier, e))
                .collect()
        }
    };
    let what = if matches!(choose.what, Offer::Menu(_)) { "menu" } else { "values" };
    let outline = Outline::new(
        "Choose",
        Node::Tree("choose", head),
        stmt.span,
        Some(Node::Word(what.into())),
    );
    outline.with(vec![parts])
}

fn entry<'a>(maker: Maker<'a>, span: Span, tier: usize, entry: &'a Entry) -> Outline<'a> {
    let tier = Node::Word(tier.to_string().into());
    let main = match &entry.what {
        EntryKind::Pass => Node::Word("pass".into()),
        EntryKind::Move(id, _) => maker.node(id),
    };
    Outline::new("offers", Node::Tree("entry", vec![tier, maker.node(entry)]), span, Some(main))
}

/// A pair of lines, or a line that has none: indices in the old and the new list.
pub type Pair = (Option<usize>, Option<usize>);

/// Lists that are longer are paired line by line.
const MOST: usize = 1_500;

/// Lays two lists of lines side by side so that they are as alike as can be, in order.
#[must_use]
pub fn align(old: &[Outline], new: &[Outline]) -> Vec<Pair> {
    let same = |(a, b): &(&Outline, &Outline)| a.hash == b.hash;
    let head = old.iter().zip(new).take_while(same).count();
    let (old_rest, new_rest) = (&old[head..], &new[head..]);
    let tail = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(same).count();
    let (a, b) = (&old_rest[..old_rest.len() - tail], &new_rest[..new_rest.len() - tail]);
    let mut pairs: Vec<Pair> = (0..head).map(|at| (Some(at), Some(at))).collect();
    let middle =
        if a.len().saturating_mul(b.len()) > MOST * MOST { by_place(a, b) } else { alike(a, b) };
    let shift = |at: Option<usize>| at.map(|at| at + head);
    pairs.extend(middle.into_iter().map(|(x, y)| (shift(x), shift(y))));
    let (x, y) = (old.len() - tail, new.len() - tail);
    pairs.extend((0..tail).map(|at| (Some(x + at), Some(y + at))));
    pairs
}

fn by_place(old: &[Outline], new: &[Outline]) -> Vec<Pair> {
    let most = old.len().max(new.len());
    (0..most).map(|at| ((at < old.len()).then_some(at), (at < new.len()).then_some(at))).collect()
}

/// The order-keeping pairing with the greatest sum of likeness.
fn alike(old: &[Outline], new: &[Outline]) -> Vec<Pair> {
    let width = new.len() + 1;
    let mut best = vec![0_u32; (old.len() + 1) * width];
    let mut likeness = vec![0_u32; old.len() * new.len()];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            let like = old[i].likeness(&new[j]);
            likeness[i * new.len() + j] = like;
            let paired = if like > 0 { like + best[(i + 1) * width + j + 1] } else { 0 };
            best[i * width + j] =
                paired.max(best[(i + 1) * width + j]).max(best[i * width + j + 1]);
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < old.len() && j < new.len() {
        let here = best[i * width + j];
        let like = likeness[i * new.len() + j];
        if like > 0 && here == like + best[(i + 1) * width + j + 1] {
            pairs.push((Some(i), Some(j)));
            i += 1;
            j += 1;
        } else if here == best[(i + 1) * width + j] {
            pairs.push((Some(i), None));
            i += 1;
        } else {
            pairs.push((None, Some(j)));
            j += 1;
        }
    }
    pairs.extend((i..old.len()).map(|i| (Some(i), None)));
    pairs.extend((j..new.len()).map(|j| (None, Some(j))));
    pairs
}
