//! What is being put together: the result so far, what was reported, and where texts come from.

use super::lookup::built_in_words;
use super::names::{Declared, Def, Member, Receiver, Resolved, Scope, ScopeId};
use super::tables::Tables;
use super::uses::Meaning;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{EnumId, Owner, Prose, Type};
use crate::loader::Loader;
use crate::source::{FileId, Sources, Span};
use crate::syntax::ast::{Doc, Name, SyntaxTree};
use std::collections::BTreeSet;

/// How a module's text becomes a tree: the `parse` of [`crate::syntax`].
pub type Parse<'a> = &'a mut dyn FnMut(FileId, &str) -> (SyntaxTree, Vec<Diagnostic>);

/// At most so many things of one sort in a game: words, moves, zones …
pub(super) const MOST_ITEMS: usize = 4096;

/// Plain names that a game may not give to anything.
const RESERVED: [&str; 11] = [
    "Name", "Number", "Player", "Side", "Spot", "Square", "Text", "larger", "owner", "path",
    "smaller",
];

/// The declarations of a game, as far as they are known.
pub(super) struct Resolver<'a> {
    /// Every text; tables are added.
    pub sources: &'a mut Sources,
    /// Where texts come from.
    pub loader: &'a mut dyn Loader,
    /// How modules are parsed.
    pub parse: Parse<'a>,
    /// What is known.
    pub out: Resolved,
    /// What was wrong.
    pub report: Vec<Diagnostic>,
    /// Tables that were read.
    pub tables: Tables,
    /// The file of each scope.
    pub files: Vec<FileId>,
    /// Cells that are no member of an enum: each text is said once.
    pub strangers: BTreeSet<(EnumId, String)>,
    /// Sorts of which there are too many; said once each.
    crowded: Vec<&'static str>,
}

impl<'a> Resolver<'a> {
    /// Nothing declared yet.
    pub fn new(sources: &'a mut Sources, loader: &'a mut dyn Loader, parse: Parse<'a>) -> Self {
        let out = Resolved { guesses: 200.into(), ..Resolved::default() };
        Self {
            sources,
            loader,
            parse,
            out,
            report: Vec::new(),
            tables: Tables::default(),
            files: Vec::new(),
            strangers: BTreeSet::new(),
            crowded: Vec::new(),
        }
    }

    /// Opens a scope; `module` is empty for the game's own.
    pub fn open_scope(&mut self, module: &str, file: FileId) -> ScopeId {
        let id = ScopeId(self.out.scopes.len() as u16);
        self.out.scopes.push(Scope { module: module.to_owned(), ..Scope::default() });
        self.files.push(file);
        id
    }

    pub fn say(&mut self, diagnostic: Diagnostic) {
        self.report.push(diagnostic);
    }

    /// Whether there is room for one more of a sort of which there are `len`; says so once if not.
    pub fn room(&mut self, sort: &'static str, len: usize, span: Span) -> bool {
        let most = match sort {
            "modules" => 64,
            "tables" | "lines of decks" => 256,
            "sums of kinds" => 512,
            "members of enums" => 32_768,
            _ => MOST_ITEMS,
        };
        if len < most {
            return true;
        }
        if !self.crowded.contains(&sort) {
            self.crowded.push(sort);
            self.out.names_missing = true;
            let message = format!("a game has at most {most} {sort}");
            self.say(
                Diagnostic::new(Code::E0216, span, message)
                    .help("split the game, or describe cards in a table"),
            );
        }
        false
    }

    /// Gives a plain name a meaning in a scope. A name that is taken keeps its first meaning, and
    /// that is reported.
    pub fn declare(&mut self, scope: ScopeId, name: &Name, def: Def) {
        if RESERVED.contains(&&*name.text) {
            if def == Def::Broken {
                return;
            }
            let message = format!("`{}` is a name of the language", name.text);
            self.say(
                Diagnostic::new(Code::E0214, name.span, message)
                    .help(format!("choose another name, such as `the_{}`", name.text)),
            );
            self.out.broken.insert(name.text.to_string());
            return;
        }
        if def == Def::Broken {
            self.out.broken.insert(name.text.to_string());
        }
        if let Some(Declared { def: old, span }) = self.out.declared(scope, &name.text) {
            if *old != Def::Broken && def != Def::Broken {
                let mut clash = clash(&name.text, *span, name.span);
                if clash.code == Code::E0204 {
                    let text = self.sources.get(name.span.file).map_or("", |f| &f.text);
                    let before = text.get(..name.span.start as usize).unwrap_or("");
                    let head = before.rsplit('\n').next().unwrap_or("").trim();
                    clash = clash.help(format!(
                        "to change it in a variant, write `replace {head} {0}`; what a module \
                         declares becomes part of the game: rename one of the two",
                        name.text
                    ));
                }
                self.say(clash);
            }
            return;
        }
        self.out.uses.declare(name.span, def);
        let names = &mut self.out.scopes[scope.index()].names;
        names.insert(name.text.to_string(), Declared { def, span: name.span });
    }

    /// Takes note that a name's declaration is broken: nothing more is said about it.
    pub fn broken(&mut self, scope: ScopeId, name: &Name) {
        self.declare(scope, name, Def::Broken);
    }

    /// Takes back the meaning of a name whose declaration turned out to be broken.
    pub fn spoil(&mut self, scope: ScopeId, name: &Name) {
        self.out.broken.insert(name.text.to_string());
        for scope in &mut self.out.scopes {
            if let Some(declared) = scope.names.get_mut(&*name.text).filter(|d| d.span == name.span)
            {
                declared.def = Def::Broken;
            }
        }
        self.broken(scope, name);
    }

    /// Gives a name after a dot a meaning for a receiver, unless the receiver has such a name
    /// already.
    pub fn add_member(&mut self, receiver: Receiver, name: &Name, member: Member) {
        if let Some(taken) = self.taken(&receiver, name) {
            self.say(taken);
            self.out.broken.insert(name.text.to_string());
            return;
        }
        self.out.uses.declare(name.span, Meaning::from(member));
        let at = self.out.members.len();
        self.out.members.push((receiver, name.text.to_string(), member, name.span));
        self.out.member_index.entry(name.text.to_string()).or_default().push(at);
    }

    /// Why the receiver cannot have one more member of that name.
    fn taken(&self, receiver: &Receiver, name: &Name) -> Option<Diagnostic> {
        let whose = self.receiver_name(receiver);
        let ty = receiver_type(receiver);
        if ty.as_ref().is_some_and(|ty| built_in_words(ty).contains(&&*name.text)) {
            let message = format!("`{}` is a word of the language after {whose}", name.text);
            return Some(
                Diagnostic::new(Code::E0214, name.span, message).help("choose another name"),
            );
        }
        let twice = || {
            Diagnostic::new(
                Code::E0215,
                name.span,
                format!("{whose} has a `{}` already", name.text),
            )
            .help("leave one of the two out, or choose another name")
        };
        if let Some(Type::Card(kinds)) = &ty {
            let mut kinds = kinds.iter().map(|k| &self.out.book[k]);
            if let Some(kind) = kinds.find(|k| k.fields.iter().any(|f| f.name == *name.text)) {
                return Some(
                    twice().beside(kind.span, format!("it is printed on a `{}`", kind.name)),
                );
            }
        }
        if let Some(Type::Enum(id)) = &ty {
            let of = &self.out.book[*id];
            if of.fields.iter().any(|f| f.name == *name.text) {
                return Some(twice().beside(of.span, format!("it is a column of `{}`", of.name)));
            }
        }
        let mut same = self.out.members_named(&name.text);
        let (.., span) = same.find(|(other, ..)| overlap(receiver, other))?;
        Some(twice().beside(span, "declared here"))
    }

    fn receiver_name(&self, receiver: &Receiver) -> String {
        match receiver {
            Receiver::Owner(owner) => self.out.owner_name(*owner),
            Receiver::Type(ty) => format!("each {}", self.out.type_name(ty)),
        }
    }

    /// Takes note of prose and of the rules it cites.
    pub fn note(&mut self, item: impl FnOnce() -> String, doc: &Doc, span: Span) {
        if doc.text.is_empty() && doc.rules.is_empty() {
            return;
        }
        let rules = doc.rules.iter().map(|r| r.id.clone()).collect();
        self.out.book.prose.push(Prose { item: item(), text: doc.text.clone(), rules, span });
    }
}

/// Two declarations of one plain name, the later one first.
pub(super) fn clash(name: &str, one: Span, other: Span) -> Diagnostic {
    if one.file != other.file {
        let message =
            format!("`{name}` is declared by the game and by a module it uses, or by two modules");
        return Diagnostic::new(Code::E0204, other, message)
            .beside(one, "declared here, too")
            .help(
                "a module's names join the game's own: rename yours; if a variant shall change it, \
                 write `replace` in front",
            );
    }
    let (first, later) = if one.start <= other.start { (one, other) } else { (other, one) };
    Diagnostic::new(Code::E0201, later, format!("`{name}` is declared twice"))
        .beside(first, "first declared here")
        .help(
            "leave one of the two out, or rename it: names are shared by kinds, zones, counters, \
             words, deeds, moves and menus",
        )
}

/// The type of what stands before the dot; none for runs and the table.
fn receiver_type(receiver: &Receiver) -> Option<Type> {
    match receiver {
        Receiver::Owner(Owner::Player) => Some(Type::Player),
        Receiver::Owner(Owner::Enum(id)) => Some(Type::Enum(*id)),
        Receiver::Owner(Owner::Card(kinds)) => Some(Type::Card(*kinds)),
        Receiver::Owner(Owner::Table | Owner::Run(_)) => None,
        Receiver::Type(ty) => Some(ty.bare().clone()),
    }
}

/// Whether one value may be a receiver of both.
fn overlap(a: &Receiver, b: &Receiver) -> bool {
    match (receiver_type(a), receiver_type(b)) {
        (Some(a), Some(b)) => types_overlap(&a, &b),
        (None, None) => a == b,
        (None, Some(_)) | (Some(_), None) => false,
    }
}

fn types_overlap(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Card(a), Type::Card(b)) | (Type::Zone(a), Type::Zone(b)) => a.and(*b).0 != 0,
        (Type::List(a, _), Type::List(b, _)) => types_overlap(a, b),
        (a, b) => a == b,
    }
}
