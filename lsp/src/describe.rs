//! What a name is, in the designer's words.

use crate::analysis::Analysis;
use houserules_lang::ir::{Owner, Seen, Type, ZoneShape};
use houserules_lang::resolve::names::{Parameter, Resolved};
use houserules_lang::resolve::uses::{Meaning, Use};
use houserules_lang::source::Span;

/// Longer heads of items are cut, in characters.
const LONGEST_HEAD: usize = 240;

/// So many members of an enum are named.
const MOST_MEMBERS: usize = 12;

/// What is said of a name.
#[derive(Debug, Clone, Default)]
pub struct Said {
    /// How it is declared, as it is written; empty if that is nowhere.
    pub head: String,
    /// What it is: a sentence.
    pub what: String,
    /// Its prose, without the `///`.
    pub prose: String,
    /// The printed rules that it cites.
    pub rules: Vec<String>,
}

impl Said {
    /// All of it as Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut parts = Vec::new();
        if !self.head.is_empty() {
            parts.push(format!("```houserules\n{}\n```", self.head));
        }
        parts.push(self.what.clone());
        if !self.prose.is_empty() {
            parts.push(self.prose.clone());
        }
        if !self.rules.is_empty() {
            parts.push(format!("Rules: {}", self.rules.join(", ")));
        }
        parts.retain(|part| !part.is_empty());
        parts.join("\n\n")
    }
}

/// What a name stands for.
#[must_use]
pub fn described(analysis: &Analysis, at: &Use) -> Option<Said> {
    let meaning = analysis.meanings(at).into_iter().next()?;
    let declared = analysis.declared(meaning);
    let place = declared.first().copied();
    let mut said = Said { what: what(analysis, meaning, at), ..Said::default() };
    if let Some(place) = place {
        said.head = head(analysis, place);
        let own = !matches!(meaning, Meaning::Local(_) | Meaning::EnumMember(..) | Meaning::Row(_));
        if own && let Some((prose, rules)) = prose(analysis, place, meaning) {
            (said.prose, said.rules) = (prose, rules);
        }
    } else {
        // What belongs to the language is declared nowhere.
        said.head = analysis.compiled.sources.slice(at.at).to_owned();
    }
    Some(said)
}

/// The line on which something is declared, up to its body.
fn head(analysis: &Analysis, place: Span) -> String {
    let text = analysis.compiled.sources.get(place.file).map_or("", |f| &f.text);
    let start = place.start as usize;
    let from = text.get(..start).and_then(|t| t.rfind('\n')).map_or(0, |at| at + 1);
    let rest = text.get(from..).unwrap_or("");
    let line = rest.lines().next().unwrap_or("").trim();
    let line = line.strip_suffix('{').map_or(line, str::trim_end);
    line.chars().take(LONGEST_HEAD).filter(|c| !c.is_control()).collect()
}

/// The prose above a declaration, and the rules it cites.
fn prose(analysis: &Analysis, place: Span, meaning: Meaning) -> Option<(String, Vec<String>)> {
    let all = &analysis.compiled.declared.book.prose;
    let around =
        |span: Span| span.file == place.file && span.start <= place.start && place.end <= span.end;
    let exact = matches!(meaning, Meaning::Field(_));
    let fitting = all.iter().filter(|p| if exact { p.span == place } else { around(p.span) });
    let nearest = fitting.min_by_key(|p| p.span.end - p.span.start)?;
    Some((nearest.text.clone(), nearest.rules.clone()))
}

/// What it is: a sentence without a full stop.
#[must_use]
pub fn what(analysis: &Analysis, meaning: Meaning, at: &Use) -> String {
    let declared = &*analysis.compiled.declared;
    let book = &declared.book;
    match meaning {
        Meaning::Unit(id) => match book[id].symbol.as_str() {
            "" => format!("a unit: amounts are written `{}(5)`", book[id].name),
            sign => format!("a unit: amounts are written `{sign}5`"),
        },
        Meaning::Enum(id) => {
            let members = &book[id].members;
            let mut shown: Vec<String> =
                members.iter().take(MOST_MEMBERS).map(|m| format!("`{m}`")).collect();
            if members.len() > MOST_MEMBERS {
                shown.push(format!("… {} in all", members.len()));
            }
            format!("an enum: {}", shown.join(", "))
        }
        Meaning::Kind(kinds) => match kinds.iter().count() {
            1 => "a kind of card".to_owned(),
            n => format!("one of {n} kinds of cards"),
        },
        Meaning::Zone(id) => zone(declared, id),
        Meaning::Counter(id) => {
            let counter = &book[id];
            let ty = ranged(declared, &counter.ty, counter.range);
            format!(
                "a counter of {}: {ty}{}",
                declared.owner_name(counter.owner),
                hidden(counter.seen)
            )
        }
        Meaning::Option(id) => {
            let option = &book[id];
            format!("an option: {}", ranged(declared, &option.ty, option.range))
        }
        Meaning::Word(id) => word(analysis, id),
        Meaning::Deed(id) => {
            let Some((_, signature)) = declared.deeds.get(usize::from(id.0)) else {
                return "a deed".to_owned();
            };
            let gives = signature.result.as_ref();
            let gives =
                gives.map_or(String::new(), |ty| format!(", gives {}", quoted(declared, ty)));
            format!("a deed{gives}")
        }
        Meaning::Move(_) => "a move".to_owned(),
        Meaning::Menu(_) => "a menu".to_owned(),
        Meaning::Map(_) => "a map".to_owned(),
        Meaning::EnumMember(of, _) => format!("a member of `{}`", book[of].name),
        Meaning::Row(id) => {
            let row = &book[id];
            let kind = &book[row.kind];
            let copies = book.cards.iter().filter(|card| card.row == id).count();
            format!("a `{}` card, {copies} in all", kind.name)
        }
        Meaning::Field(place) => field(analysis, place),
        Meaning::Local(_) | Meaning::Same(_) => match &at.ty {
            Some(ty) => format!("a name for {}", quoted(declared, ty)),
            None => "a name of this body".to_owned(),
        },
    }
}

fn quoted(declared: &Resolved, ty: &Type) -> String {
    format!("`{}`", declared.type_name(ty))
}

fn ranged(declared: &Resolved, ty: &Type, range: Option<(i64, i64)>) -> String {
    match range {
        Some((low, high)) => format!("{} from {low} to {high}", quoted(declared, ty)),
        None => quoted(declared, ty),
    }
}

/// Who sees a counter, if not everybody does.
fn hidden(seen: Seen) -> String {
    match seen {
        Seen::Everyone => String::new(),
        Seen::Owner | Seen::Nobody => format!("; {}", readers(seen)),
    }
}

/// Who may see what lies in a zone.
#[must_use]
pub fn readers(seen: Seen) -> &'static str {
    match seen {
        Seen::Everyone => "everybody sees it",
        Seen::Owner => "only its owner sees it",
        Seen::Nobody => "nobody sees it",
    }
}

fn zone(declared: &Resolved, id: houserules_lang::ir::ZoneId) -> String {
    let zone = &declared.book[id];
    let shape = match zone.shape {
        ZoneShape::Pile if zone.deck => "a deck",
        ZoneShape::Pile => "a pile",
        ZoneShape::Row => "a row",
        ZoneShape::Set => "a set",
        ZoneShape::Slot => "a slot",
        ZoneShape::Slots => "slots",
        ZoneShape::Grid => "a grid",
    };
    let whose = match zone.owner {
        Owner::Table => String::new(),
        owner => format!(" of {}", declared.owner_name(owner)),
    };
    format!("{shape} of `{}`{whose}; {}", declared.kinds_name(zone.of), readers(zone.seen))
}

fn word(analysis: &Analysis, id: houserules_lang::ir::WordId) -> String {
    let declared = &*analysis.compiled.declared;
    let Some((_, signature)) = declared.words.get(usize::from(id.0)) else {
        return "a word".to_owned();
    };
    let book = analysis.compiled.rulebook.as_ref();
    let inferred =
        book.and_then(|book| book.words.get(usize::from(id.0))).map(|w| w.value.ty.clone());
    let of = signature.params.first().filter(|_| signature.receiver);
    let of = of.map_or(String::new(), |p| format!(" of {}", quoted(declared, &p.ty)));
    let gives = signature.result.clone().or(inferred);
    let gives = gives.map_or(String::new(), |ty| format!(": {}", quoted(declared, &ty)));
    format!("a word{of}{gives}")
}

fn field(analysis: &Analysis, place: Span) -> String {
    let declared = &*analysis.compiled.declared;
    let named = declared.field_places.iter().find(|(_, at)| **at == place);
    let Some(((owner, name), _)) = named else { return "a printed field".to_owned() };
    let kinds = declared.book.kinds.iter().filter(|k| k.name == *owner).flat_map(|k| &k.fields);
    let enums = declared.book.enums.iter().filter(|e| e.name == *owner).flat_map(|e| &e.fields);
    match kinds.chain(enums).find(|f| f.name == *name) {
        Some(info) => {
            format!("printed on each `{owner}`: {}", ranged(declared, &info.ty, info.range))
        }
        None => format!("printed on each `{owner}`"),
    }
}

/// `name(a: T, b: U) -> R`, and its parameters one by one.
#[must_use]
pub fn signature(analysis: &Analysis, meaning: Meaning) -> Option<(String, Vec<String>)> {
    let declared = &*analysis.compiled.declared;
    let written = |params: &[Parameter]| -> Vec<String> {
        params.iter().map(|p| format!("{}: {}", p.name.text, declared.type_name(&p.ty))).collect()
    };
    let (name, params, result) = match meaning {
        Meaning::Word(id) => {
            let (pending, signature) = declared.words.get(usize::from(id.0))?;
            let skip = usize::from(signature.receiver);
            let params = written(signature.params.get(skip..).unwrap_or_default());
            (pending.item.name.text.to_string(), params, signature.result.clone())
        }
        Meaning::Deed(id) => {
            let (pending, signature) = declared.deeds.get(usize::from(id.0))?;
            let params = written(&signature.params);
            (pending.item.name.text.to_string(), params, signature.result.clone())
        }
        Meaning::Move(id) => {
            let pending = declared.moves.get(usize::from(id.0))?;
            let params = pending.item.params.iter().map(|p| p.name.text.to_string()).collect();
            (pending.item.name.text.to_string(), params, None)
        }
        Meaning::Menu(id) => {
            let pending = declared.menus.get(usize::from(id))?;
            let params = pending.item.params.iter();
            let slice = |span| analysis.slice(span).to_owned();
            let params = params.map(|p| format!("{}: {}", p.name.text, slice(p.ty.span))).collect();
            (pending.item.name.text.to_string(), params, None)
        }
        Meaning::Unit(id) => (declared.book[id].name.clone(), vec!["amount: Number".into()], None),
        _ => return None,
    };
    let result = result.map_or(String::new(), |ty| format!(" -> {}", declared.type_name(&ty)));
    Some((format!("{name}({}){result}", params.join(", ")), params))
}
