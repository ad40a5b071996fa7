//! What rules about rules aim at: that it exists, and is of the right sort.

use super::env::Env;
use super::out::Out;
use crate::diagnostic::Diagnostic;
use crate::resolve::names::{Def, ScopeId};
use crate::syntax::ast;

/// Looks at the targets of interrupts, changes and `forbid`s.
pub(super) fn check(env: &Env, out: &mut Out) {
    for pending in &env.r.interrupts {
        let target = &pending.item.target;
        let fine = |def: Option<Def>| matches!(def, Some(Def::Deed(_) | Def::Move(_)));
        named(env, out, (pending.scope, target), fine, "deed or move");
    }
    for pending in &env.r.forbids {
        let target = &pending.item.target;
        let fine = |def: Option<Def>| matches!(def, Some(Def::Move(_) | Def::Menu(_)));
        named(env, out, (pending.scope, target), fine, "move or menu");
    }
    for pending in &env.r.moves {
        if let Some((menu, _)) = &pending.item.joins {
            named(env, out, (pending.scope, menu), |def| matches!(def, Some(Def::Menu(_))), "menu");
        }
    }
    for pending in &env.r.changes {
        change(env, out, &pending.item);
    }
}

/// A target by name.
fn named(
    env: &Env,
    out: &mut Out,
    at: (ScopeId, &ast::Name),
    fine: impl Fn(Option<Def>) -> bool,
    what: &str,
) {
    let (scope, name) = at;
    let def = env.def(scope, &name.text);
    if fine(def) || def == Some(Def::Broken) {
        return;
    }
    let said = match def {
        Some(def) => format!("`{}` is {}, and no {what}", name.text, def.noun()),
        None => format!("there is no {what} `{}`", name.text),
    };
    let mut said = Diagnostic::new("E0614", name.span, said);
    let near = env.r.guess(&name.text, env.names(scope).filter(|n| fine(env.def(scope, n))));
    if let Some(near) = near {
        said = said.help(format!("did you mean `{near}`?"));
    }
    out.report(said);
}

/// A change means a word of that name, with a receiver if it names one.
fn change(env: &Env, out: &mut Out, change: &ast::Change) {
    let name = &change.word;
    let mut words = env.r.words.iter().filter(|(p, _)| p.item.name.text == name.text).peekable();
    if words.peek().is_none() {
        if env.broken(&name.text) {
            return;
        }
        let near = env.r.guess(&name.text, env.r.words.iter().map(|(p, _)| &*p.item.name.text));
        let mut said =
            Diagnostic::new("E0614", name.span, format!("there is no word `{}` to change", name.text));
        if let Some(near) = near {
            said = said.help(format!("did you mean `{near}`?"));
        }
        out.report(said);
        return;
    }
    let has = change.receiver.is_some();
    if words.all(|(_, signature)| signature.receiver != has) {
        let text = &name.text;
        let (said, help) = if has {
            (format!("`{text}` belongs to nothing"), format!("leave `for …` out: `change {text} …`"))
        } else {
            (format!("it is not said whose `{text}` changes"), format!("write `change {text} for x …`"))
        };
        out.report(Diagnostic::new("E0614", name.span, said).help(help));
    }
}
