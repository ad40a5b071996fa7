//! `use`: modules found, their parameters filled in, their names shown to those who use them.

use super::items::{Items, Use, heading};
use super::names::{Declared, Def, ScopeId};
use super::resolver::{Resolver, clash};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::source::FileId;
use crate::syntax::ast::{ItemKind, ModuleParam, Name};
use std::sync::Arc;

impl Resolver<'_> {
    /// Shows the importers what their modules have declared up to now.
    pub fn show_exports(&mut self, items: &mut Items) {
        for used in &mut items.uses {
            let file = self.files[used.of.index()];
            let own = self.out[used.of].names.iter().filter(|(_, d)| d.span.file == file);
            let own = own.filter(|(name, _)| !used.hidden.iter().any(|h| **h == **name));
            let own: Vec<(String, Declared)> = own.map(|(n, d)| (n.clone(), d.clone())).collect();
            for (name, declared) in own {
                let to = &mut self.out.scopes[used.by.index()];
                let Some(old) = to.names.get(&name) else {
                    to.names.insert(name, declared);
                    continue;
                };
                let same = old.span == declared.span && old.def == declared.def;
                let broken = old.def == Def::Broken || declared.def == Def::Broken;
                if !same && !broken && !used.clashed {
                    used.clashed = true;
                    self.report
                        .push(clash(&name, declared.span, old.span).beside(used.span, "used here"));
                }
            }
        }
    }

    /// Takes a module in: reads it in a scope of its own, unless it was read with the same
    /// parameters.
    pub fn import(&mut self, scope: ScopeId, module: &Name, args: &[Name], items: &mut Items) {
        if let Some(at) = items.open.iter().position(|open| **open == *module.text) {
            let mut circle: Vec<&str> = items.open[at..].iter().map(String::as_str).collect();
            circle.push(&module.text);
            let message = format!("modules use each other in a circle: {}", circle.join(" uses "));
            self.out.names_missing = true;
            return self.say(
                Diagnostic::new(Code::E0206, module.span, message)
                    .help("move what both need to a third module"),
            );
        }
        let Some((file, text)) = self.module_text(module, items) else {
            match self.meant_module(module) {
                Some(meant) => self.import(scope, &meant, args, items),
                None => self.out.names_missing = true,
            }
            return;
        };
        let tree = (self.parse)(file, &text).0;
        let head = tree.items.iter().find_map(|item| {
            let ItemKind::Module { name, params } = &item.kind else { return None };
            Some((name.text.clone(), params.clone()))
        });
        let (name, params) = head.unwrap_or_else(|| (module.text.clone(), Vec::new()));
        if name != module.text {
            let message = format!("the file of the module `{}` calls itself `{name}`", module.text);
            self.say(
                Diagnostic::new(Code::E0205, module.span, message)
                    .help("rename the file, or the module in it"),
            );
        }
        let defs = self.bind_params(scope, module, &params, args);
        let known = items
            .instances
            .iter()
            .find(|(name, of, _)| **name == *module.text && *of == defs)
            .map(|i| i.2);
        if let Some(of) = known
            && let Some(first) = items.uses.iter().find(|u| u.by == scope && u.of == of)
        {
            let message = format!("`{}` is used twice", module.text);
            let found = Diagnostic::new(Code::E0207, module.span, message)
                .beside(first.span, "used here already");
            return self.say(found.help("once is enough: leave this line out"));
        }
        let of = match known {
            Some(of) => of,
            None => {
                if !self.room("modules", self.out.scopes.len(), module.span) {
                    return;
                }
                let of = self.open_scope(&module.text, file);
                items.instances.push((module.text.to_string(), defs.clone(), of));
                for (param, def) in params.iter().zip(defs) {
                    self.declare(of, &param.name, def);
                }
                items.open.push(module.text.to_string());
                let mut list = tree.items;
                if let Some(at) =
                    list.iter().position(|i| matches!(i.kind, ItemKind::Module { .. }))
                {
                    let head = list.remove(at);
                    self.note(|| heading(&head.kind), &head.doc, head.span);
                }
                self.gather_scope(of, list, items);
                items.open.pop();
                of
            }
        };
        let hidden = params.into_iter().map(|p| p.name.text).collect();
        items.uses.push(Use { by: scope, of, span: module.span, hidden, clashed: false });
    }

    /// The module that is probably meant by a name that none has; what it declares is not missed
    /// then.
    fn meant_module(&mut self, module: &Name) -> Option<Name> {
        if self.loader.module(&module.text).is_ok() {
            return None;
        }
        let names = self.loader.modules();
        let meant = self.out.guess(&module.text, names.iter().map(String::as_str))?;
        self.loader.module(&meant).ok()?;
        Some(Name { text: meant.as_str().into(), span: module.span })
    }

    /// The text of a module, asked for and checked once.
    fn module_text(&mut self, module: &Name, items: &mut Items) -> Option<(FileId, Arc<str>)> {
        if let Some(known) = items.modules.get(&*module.text) {
            return known.clone();
        }
        if !self.room("modules", items.modules.len(), module.span) {
            return None;
        }
        let found = match self.loader.module(&module.text) {
            Ok(loaded)
                if self
                    .sources
                    .get(self.files[0])
                    .is_some_and(|game| *game.text == *loaded.text) =>
            {
                let found = Diagnostic::new(Code::E0206, module.span, "a game cannot use itself");
                self.say(found.help("leave this line out"));
                None
            }
            Ok(loaded) => {
                let text: Arc<str> = loaded.text.into();
                let file = self.sources.add(loaded.name, text.clone());
                let (tree, wrong) = (self.parse)(file, &text);
                let fine = wrong.is_empty();
                self.report.extend(wrong);
                let head = tree.items.iter().any(|i| match &i.kind {
                    ItemKind::Module { .. } => true,
                    ItemKind::Broken { word, .. } => word == "module",
                    _ => false,
                });
                if !head && fine {
                    let message = format!("the file of `{}` is not a module", module.text);
                    let help = format!("a module begins with `module {}`", module.text);
                    self.say(Diagnostic::new(Code::E0205, module.span, message).help(help));
                }
                head.then_some((file, text))
            }
            Err(why) => {
                let message = format!("there is no module `{}`: {why}", module.text);
                let names = self.loader.modules();
                let help = match self.out.guess(&module.text, names.iter().map(String::as_str)) {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => format!("modules are {}", names.join(", ")),
                };
                self.say(Diagnostic::new(Code::E0205, module.span, message).help(help));
                None
            }
        };
        items.modules.insert(module.text.to_string(), found.clone());
        found
    }

    /// What a module's parameters mean in one use of it; those that do not fit are broken, and that
    /// is reported.
    fn bind_params(
        &mut self,
        scope: ScopeId,
        module: &Name,
        params: &[ModuleParam],
        args: &[Name],
    ) -> Vec<Def> {
        if params.len() != args.len() {
            let wanted: Vec<String> = params
                .iter()
                .map(|p| format!("a {}", if p.is_unit { "unit" } else { "card kind" }))
                .collect();
            let message = format!(
                "`{}` is used with {} names, but it needs {}",
                module.text,
                args.len(),
                params.len()
            );
            let unit = match self.out.book.units.as_slice() {
                [unit] if matches!(params, [one] if one.is_unit) => Some(&unit.name),
                _ => None,
            };
            let help = match (unit, wanted.is_empty()) {
                (Some(unit), _) => format!("write `use {}({unit})`", module.text),
                (None, true) => format!("write `use {}`", module.text),
                (None, false) => format!("in brackets: {}", wanted.join(", ")),
            };
            self.say(Diagnostic::new(Code::E0208, module.span, message).help(help));
            return params.iter().map(|_| Def::Broken).collect();
        }
        let mut defs = Vec::new();
        for (param, arg) in params.iter().zip(args) {
            let def = match (self.out.named(scope, arg), param.is_unit) {
                (Some(def @ Def::Unit(_)), true) | (Some(def @ Def::Kind(_)), false) => def,
                (Some(Def::Broken), _) => Def::Broken,
                (other, is_unit) => {
                    let wanted = if is_unit { "unit" } else { "card kind" };
                    let message = match other {
                        Some(def) => format!(
                            "`{}` is {}, but `{}` needs a {wanted}",
                            arg.text,
                            def.noun(),
                            module.text
                        ),
                        None => format!("there is no {wanted} `{}`", arg.text),
                    };
                    let mut found = Diagnostic::new(Code::E0208, arg.span, message)
                        .beside(param.name.span, "needed here");
                    let meant = self.out.suggest(scope, &arg.text, &[]).filter(|_| other.is_none());
                    found = found.help(match meant {
                        Some(meant) => format!("did you mean `{meant}`?"),
                        None => format!(
                            "name a {wanted} of this game here; if it has none, declare one"
                        ),
                    });
                    self.say(found);
                    Def::Broken
                }
            };
            defs.push(def);
        }
        defs
    }
}
