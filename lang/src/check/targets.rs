//! What rules about rules aim at: that it exists, and is of the right sort.

use super::builder::RulebookBuilder;
use super::env::Env;
use crate::code::Code;
use crate::diagnostic::{About, Diagnostic};
use crate::ir::WordId;
use crate::resolve::names::{Def, ScopeId};
use crate::resolve::uses::Meaning;
use crate::syntax::ast;

/// What a rule may aim at.
#[derive(Clone, Copy)]
struct Sort {
    what: &'static str,
    fits: fn(Def) -> bool,
}

const INTERRUPTED: Sort =
    Sort { what: "deed or move", fits: |def| matches!(def, Def::Deed(_) | Def::Move(_)) };
const FORBIDDEN: Sort =
    Sort { what: "move or menu", fits: |def| matches!(def, Def::Move(_) | Def::Menu(_)) };
const JOINED: Sort = Sort { what: "menu", fits: |def| matches!(def, Def::Menu(_)) };

/// Looks at the targets of interrupts, changes and `forbid`s.
pub(super) fn check(env: &Env, out: &mut RulebookBuilder) {
    for pending in &env.r.interrupts {
        let target = &pending.item.target;
        named(env, out, pending.scope, target, INTERRUPTED);
    }
    for pending in &env.r.forbids {
        let target = &pending.item.target;
        named(env, out, pending.scope, target, FORBIDDEN);
    }
    for pending in &env.r.moves {
        if let Some((menu, _)) = &pending.item.joins {
            named(env, out, pending.scope, menu, JOINED);
        }
    }
    for pending in &env.r.changes {
        change(env, out, pending.scope, &pending.item);
    }
}

/// A target by name.
fn named(
    env: &Env,
    out: &mut RulebookBuilder,
    scope: ScopeId,
    name: &ast::Name,
    Sort { what, fits }: Sort,
) {
    let def = env.r.named(scope, name);
    if def.is_some_and(|def| fits(def) || def == Def::Broken) {
        return;
    }
    let said = match def {
        Some(def) => format!("`{}` is {}, and no {what}", name.text, def.noun()),
        None => format!("there is no {what} `{}`", name.text),
    };
    let mut said = Diagnostic::new(Code::E0614, name.span, said);
    said.about = def.is_none().then_some(About::Unknown);
    let all = || env.names(scope).filter(|n| env.def(scope, n).is_some_and(fits));
    let near = env.r.guess(&name.text, all());
    let akin = near.or_else(|| all().find(|n| akin(n, &name.text)).map(str::to_owned));
    said = said.help(match (&*name.text, akin) {
        (part @ ("setup" | "play"), _) => {
            format!(
                "`{part}` is a part of the game, and no deed: a variant adds to its end with \
                 `extend {part} {{ … }}`; in the game itself, write it there"
            )
        }
        (_, Some(near)) => format!("did you mean `{near}`?"),
        (_, None) => some_of(all().map(str::to_owned), what),
    });
    out.reports.report(said);
}

/// `robbing` for `rob`: one begins with the other.
fn akin(a: &str, b: &str) -> bool {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    a.len().min(b.len()) >= LEAST_AKIN && (a.starts_with(&b) || b.starts_with(&a))
}

/// Shorter names begin too many others, in bytes.
const LEAST_AKIN: usize = 3;

/// So many names are listed.
const LISTED: usize = 6;

/// What there is of that sort.
fn some_of(names: impl Iterator<Item = String>, what: &str) -> String {
    let all: std::collections::BTreeSet<String> = names.collect();
    let shown: Vec<String> = all.iter().take(LISTED).map(|name| format!("`{name}`")).collect();
    let more = if all.len() > LISTED { " …" } else { "" };
    match shown.as_slice() {
        [] => format!("the game has no {what} at all"),
        [only] => format!("there is {only}"),
        _ => format!("there are {}{more}", shown.join(", ")),
    }
}

/// What is written of something that is no word, to have it otherwise.
fn otherwise_changed(def: Def, text: &str) -> Option<String> {
    Some(match def {
        Def::Option(_) => format!("`{text}` is an option: write `set {text} to …`"),
        Def::Deed(_) | Def::Move(_) => {
            format!(
                "`{text}` is {}: add to it with `before {text}` or `after {text}`, or write \
                 `instead of {text} {{ … }}`",
                def.noun()
            )
        }
        Def::Menu(_) => {
            format!("`{text}` is a menu: in a variant write `extend menu {text} {{ … }}`")
        }
        _ => return None,
    })
}

/// A change means a word of that name, with a receiver if it names one.
fn change(env: &Env, out: &mut RulebookBuilder, scope: ScopeId, change: &ast::Change) {
    let name = &change.word;
    let mut words = env.r.words.iter().filter(|(p, _)| p.item.name.text == name.text).peekable();
    if words.peek().is_none() {
        if env.broken(&name.text) {
            return;
        }
        let all = || env.r.words.iter().map(|(p, _)| &*p.item.name.text);
        let near = || {
            env.r
                .guess(&name.text, all())
                .or_else(|| all().find(|n| akin(n, &name.text)).map(str::to_owned))
        };
        let other = env.def(scope, &name.text).and_then(|def| otherwise_changed(def, &name.text));
        let help = match other {
            Some(help) => help,
            None => match near() {
                Some(near) => format!("did you mean `{near}`?"),
                None => some_of(all().map(str::to_owned), "word"),
            },
        };
        let said = Diagnostic::unknown(
            Code::E0614,
            name.span,
            format!("there is no word `{}` to change", name.text),
        );
        out.reports.report(said.help(help));
        return;
    }
    let has = change.receiver.is_some();
    for (at, (pending, signature)) in (0..).zip(&env.r.words) {
        if pending.item.name.text == name.text && signature.receiver == has {
            env.r.uses.note(name.span, Meaning::Word(WordId(at)));
        }
    }
    if words.all(|(_, signature)| signature.receiver != has) {
        let text = &name.text;
        let (said, help) = if has {
            (
                format!("`{text}` belongs to nothing"),
                format!("leave `for …` out: `change {text} …`"),
            )
        } else {
            (
                format!("it is not said whose `{text}` changes"),
                format!("write `change {text} for x …`"),
            )
        };
        out.reports.report(Diagnostic::new(Code::E0614, name.span, said).help(help));
    }
}
