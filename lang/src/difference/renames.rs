//! Recognising that a thing was renamed: one is gone, one is new, both are made alike, and both are
//! used alike.

use crate::difference::node::{Maker, Node};
use crate::difference::outline::{Outline, of_body};
use crate::difference::spelling::{Renames, Sort, Spelling, Text};
use crate::ir::{BodyRef, CounterId, DeedId, EnumId, MoveId, RowId, Rulebook, WordId};
use crate::letters::name_of;
use std::collections::BTreeMap;

/// Where names are used: for each, how often in which rule.
type Uses = BTreeMap<(Sort, Text), BTreeMap<String, u32>>;

/// A rulebook under the names recognised so far.
struct Side<'a> {
    book: &'a Rulebook,
    spelling: Spelling,
}

/// What was renamed, besides what the designer has said.
#[must_use]
pub fn recognise(old: &Rulebook, new: &Rulebook, stated: &Renames) -> Renames {
    let mut renames = stated.clone();
    let after = Side { book: new, spelling: Spelling::of(new, &Renames::new()) };
    let mut uses: Option<(Uses, Uses)> = None;
    let mut before = Side { book: old, spelling: Spelling::of(old, &renames) };
    let mut spelt = renames.len();
    for sort in Sort::RENAMED {
        if renames.len() != spelt {
            before.spelling = Spelling::of(old, &renames);
            spelt = renames.len();
        }
        pair(&before, &after, sort, &mut uses, &mut renames);
        if sort == Sort::Enum {
            members(old, &after, &mut renames);
        }
    }
    renames
}

/// Things of one side whose names the other does not have.
fn only_in(here: &Side, there: &Side, sort: Sort) -> Vec<usize> {
    let names = here.spelling.all(sort).iter().enumerate();
    names
        .filter(|(_, n)| !n.starts_with('#') && there.spelling.find(sort, n).is_none())
        .map(|(at, _)| at)
        .collect()
}

/// Things of a sort that are gone, each with what it may be called now.
fn pair(
    before: &Side,
    after: &Side,
    sort: Sort,
    uses: &mut Option<(Uses, Uses)>,
    renames: &mut Renames,
) {
    let (gone, fresh) = (only_in(before, after, sort), only_in(after, before, sort));
    if gone.is_empty() || fresh.is_empty() {
        return;
    }
    let uses = uses.get_or_insert_with(|| (used(before.book), used(after.book)));
    let plain = Spelling::of(before.book, &Renames::new());
    let made: Vec<Node> = fresh.iter().map(|at| after.made(sort, *at)).collect();
    let mut taken = vec![false; fresh.len()];
    for at in &gone {
        let mine = before.made(sort, *at);
        let alike: Vec<usize> =
            (0..fresh.len()).filter(|k| !taken[*k] && made[*k] == mine).collect();
        let name = plain.get(sort, *at);
        let of = |uses: &Uses, name: Text| uses.get(&(sort, name)).cloned().unwrap_or_default();
        let mine = of(&uses.0, plain.get(sort, *at));
        let theirs = |k: usize| of(&uses.1, after.spelling.get(sort, fresh[k]));
        let agrees = alike.iter().copied().find(|k| theirs(*k) == mine);
        let overlaps = || match alike.as_slice() {
            [one] if gone.len() == 1 && fresh.len() == 1 => Some(*one),
            [one] if mine.keys().any(|rule| theirs(*one).contains_key(rule)) => Some(*one),
            _ => None,
        };
        if let Some(found) = agrees.or_else(overlaps) {
            taken[found] = true;
            renames.insert(
                (sort, name.to_string()),
                after.spelling.get(sort, fresh[found]).to_string(),
            );
        }
    }
}

/// One member of an enum with another name at the same place.
fn members(old: &Rulebook, after: &Side, renames: &mut Renames) {
    let spelling = Spelling::of(old, renames);
    for at in 0..old.enums.len() {
        let name = spelling.get(Sort::Enum, at);
        let Some(new) = after.spelling.find(Sort::Enum, &name) else { continue };
        let (a, b) =
            (spelling.members(EnumId(at as u16)), after.spelling.members(EnumId(new as u16)));
        let differ: Vec<usize> = (0..a.len()).filter(|k| b.get(*k) != a.get(*k)).collect();
        if let ([one], true) = (differ.as_slice(), a.len() == b.len())
            && !b.contains(&a[*one])
            && !a.contains(&b[*one])
        {
            renames.insert((Sort::Member, format!("{name}.{}", a[*one])), b[*one].to_string());
        }
    }
}

impl Side<'_> {
    /// What a thing is, without its name.
    fn made(&self, sort: Sort, at: usize) -> Node {
        let maker = Maker { book: self.book, spelling: &self.spelling, locals: &[] };
        let book = self.book;
        let tree = |parts| Node::Tree("made", parts);
        match sort {
            Sort::Unit => tree(vec![maker.node(&book.units[at].symbol)]),
            Sort::Enum => {
                let of = &book.enums[at];
                tree(vec![maker.node(&of.members), maker.node(&of.fields)])
            }
            Sort::Kind => {
                let kind = &book.kinds[at];
                let names: Vec<&str> = book.rows_of(kind).iter().map(|r| r.name.as_str()).collect();
                tree(vec![maker.node(&kind.fields), maker.node(&names)])
            }
            Sort::Row => {
                let (r, id) = (&book.rows[at], RowId(at as u16));
                let copies = book
                    .cards
                    .iter()
                    .filter(|c| c.row == id)
                    .map(|c| maker.node(&c.home))
                    .collect();
                // A field that only repeats the name is the name.
                let said = |v: &crate::ir::Value| {
                    let crate::ir::Value::Text(text) = v else { return false };
                    name_of(text) == r.name
                };
                let values = r.values.iter().filter(|v| !said(v)).map(|v| maker.node(v)).collect();
                tree(vec![maker.node(&r.kind), Node::Tree("", values), Node::Tree("", copies)])
            }
            Sort::Option => {
                let option = &book.options[at];
                tree(vec![maker.node(&option.ty), maker.node(&option.range)])
            }
            Sort::Zone => {
                let z = &book.zones[at];
                tree(vec![
                    maker.node(&z.owner),
                    maker.node(&z.shape),
                    maker.node(&z.of),
                    maker.node(&z.seen),
                    maker.node(&z.deck),
                ])
            }
            Sort::Counter => {
                let c = &book.counters[at];
                tree(vec![
                    maker.node(&c.owner),
                    maker.node(&c.ty),
                    maker.node(&c.range),
                    maker.node(&c.lasts),
                ])
            }
            Sort::Word => self.body(BodyRef::Word(WordId(at as u16))),
            Sort::Deed => self.body(BodyRef::Deed(DeedId(at as u16))),
            Sort::Move => self.body(BodyRef::Move(MoveId(at as u16))),
            // Members are recognised by their place in the enum.
            Sort::Member => Node::Nothing,
        }
    }

    fn body(&self, body: BodyRef) -> Node {
        let maker = Maker { book: self.book, spelling: &self.spelling, locals: &[] };
        let outline = of_body(maker, body);
        Node::Word(format!("{:x}", outline.hash).into())
    }
}

/// Where every name is used.
fn used(book: &Rulebook) -> Uses {
    let spelling = Spelling::of(book, &Renames::new());
    let maker = Maker { book, spelling: &spelling, locals: &[] };
    let mut uses = Uses::new();
    let mut note = |rule: &str, node: &Node| {
        node.leaves(&mut |leaf| {
            if let Node::Name(sort, name) = leaf {
                *uses
                    .entry((*sort, Text::clone(name)))
                    .or_default()
                    .entry(rule.to_string())
                    .or_default() += 1;
            }
        });
    };
    for (at, counter) in book.counters.iter().enumerate() {
        note(
            &format!("counter {}", spelling.get(Sort::Counter, CounterId(at as u16).index())),
            &maker.node(counter),
        );
    }
    for (body, name) in bodies(book, &spelling) {
        lines(&of_body(maker, body), &mut |node| note(&name, node));
    }
    uses
}

fn lines(outline: &Outline, see: &mut dyn FnMut(&Node)) {
    see(&outline.head);
    outline.blocks.iter().flatten().for_each(|line| lines(line, see));
}

/// Every body of a rulebook, words among them, and what it is called.
#[must_use]
pub fn bodies(book: &Rulebook, spelling: &Spelling) -> Vec<(BodyRef, String)> {
    let mut all = vec![(BodyRef::Play, "play".to_string()), (BodyRef::Setup, "setup".to_string())];
    let named = |sort, at: usize| spelling.get(sort, at).to_string();
    all.extend(
        (0..book.words.len()).map(|at| (BodyRef::Word(WordId(at as u16)), named(Sort::Word, at))),
    );
    all.extend(
        (0..book.deeds.len()).map(|at| (BodyRef::Deed(DeedId(at as u16)), named(Sort::Deed, at))),
    );
    all.extend(
        (0..book.moves.len()).map(|at| (BodyRef::Move(MoveId(at as u16)), named(Sort::Move, at))),
    );
    for (at, rule) in book.runs_out.iter().enumerate() {
        let zone = named(Sort::Zone, rule.zone.index());
        all.push((BodyRef::RunsOut(at as u16), format!("when {zone} runs out")));
    }
    all
}
