//! Menus at the places where they are asked: named ones spliced, joined moves added, arguments
//! typed.

use super::body_checker::BodyChecker;
use super::builder::RulebookBuilder;
use super::env::Env;
use super::fill::count_of_arguments;
use super::graph::{Acting, Need, Node};
use super::heads::type_written;
use super::judge::Judge;
use super::notes::Thing;
use super::reports::{Called, Reports};
use super::scope::{Binding, Bound, Scope};
use crate::code::Code;
use crate::diagnostic::{About, Diagnostic};
use crate::foreign;
use crate::ir::{
    BodyRef, Entry, EntryKind, Expr, ExprKind, Limit, LimitId, MoveId, Offer, Owner, Stmt,
    StmtKind, TextId, Type,
};
use crate::resolve::names::Def;
use crate::resolve::uses::Gap;
use crate::source::Span;
use crate::syntax::ast;
use std::collections::BTreeMap;

/// More entries than this, spliced ones included, in one asking are refused: menus that hold each
/// other may double at every level.
const MOST_ENTRIES: usize = 400;

/// What a menu passes on to the entries it splices.
#[derive(Debug, Clone, Default)]
struct Splice {
    may: bool,
    limits: Vec<LimitId>,
    title: Option<TextId>,
    within: Vec<u16>,
}

/// A menu with what it is given, as it is written where it is asked or spliced.
#[derive(Clone, Copy)]
struct NamedMenu<'e> {
    menu: u16,
    name: &'e ast::Name,
    args: &'e [ast::Expr],
}

/// The menu that is asked: how many entries it has so far, and the statements before it.
struct Asked<'t> {
    entries: usize,
    to: &'t mut Vec<Stmt>,
}

impl BodyChecker<'_> {
    /// A menu in place.
    pub fn menu_offer(
        &mut self,
        tiers: &[Vec<ast::Entry>],
        choose: &ast::Choose,
        span: Span,
        to: &mut Vec<Stmt>,
    ) -> Option<Offer> {
        let mut asked = Asked { entries: 0, to };
        let mut made = Vec::new();
        let mut fine = true;
        for tier in tiers {
            let mut entries = Vec::new();
            fine &= self.tier(tier, &Splice::default(), &mut entries, &mut asked).is_some();
            made.push(entries);
        }
        finished(&mut self.judge(), made, choose, span, fine)
    }

    /// A named menu.
    pub fn named_menu(
        &mut self,
        name: &ast::Name,
        args: &[ast::Expr],
        choose: &ast::Choose,
        to: &mut Vec<Stmt>,
    ) -> Option<Offer> {
        let menu = match self.scope.named(name) {
            Some(Def::Menu(menu)) => menu,
            Some(Def::Move(_)) => {
                let help = format!("write `choose {{ {} }}`", name.text);
                let said = format!("`{}` is a move, not a menu", name.text);
                return self.wrong(Diagnostic::new(Code::E0601, name.span, said).help(help));
            }
            Some(Def::Broken) => return None,
            _ => return no_entry(&mut self.judge(), name),
        };
        let made = self.spliced(
            NamedMenu { menu, name, args },
            &Splice::default(),
            &mut Asked { entries: 0, to },
        );
        let (tiers, fine) = made?;
        finished(&mut self.judge(), tiers, choose, name.span, fine)
    }

    /// The entries of one tier.
    fn tier(
        &mut self,
        tier: &[ast::Entry],
        splice: &Splice,
        entries: &mut Vec<Entry>,
        asked: &mut Asked<'_>,
    ) -> Option<()> {
        let mut fine = true;
        named_twice(&mut self.out.reports, tier);
        for entry in tier {
            if asked.entries > MOST_ENTRIES {
                return None;
            }
            fine &= self.entry(entry, splice, entries, asked).is_some();
        }
        fine.then_some(())
    }

    fn entry(
        &mut self,
        entry: &ast::Entry,
        splice: &Splice,
        entries: &mut Vec<Entry>,
        asked: &mut Asked<'_>,
    ) -> Option<()> {
        asked.entries += 1;
        if asked.entries > MOST_ENTRIES {
            return self.wrong(
                Diagnostic::new(
                    Code::E0613,
                    entry.span,
                    format!("a menu holds at most {MOST_ENTRIES} moves"),
                )
                .help("ask in two steps"),
            );
        }
        let may = splice.may || entry.may;
        let title = match &entry.title {
            Some(title) => Some(self.text(title)?),
            None => splice.title,
        };
        let (name, args) = match &entry.what {
            ast::EntryKind::Pass => {
                if !entries.iter().any(|e| matches!(e.what, EntryKind::Pass)) {
                    entries.push(Entry { may, what: EntryKind::Pass, title, limits: Vec::new() });
                }
                return Some(());
            }
            ast::EntryKind::Named(name, args) => (name, args),
        };
        match self.scope.named(name) {
            Some(Def::Move(id)) => {
                let args = self.given(id, args, Called { name: &name.text, span: entry.span })?;
                self.offer(id, entry.span);
                let twice = |e: &Entry| matches!(&e.what, EntryKind::Move(m, a) if *m == id && a.is_empty() && args.is_empty());
                if !entries.iter().any(|e| twice(e) && e.may == may) {
                    let limits = splice.limits.clone();
                    entries.push(Entry { may, what: EntryKind::Move(id, args), title, limits });
                }
                Some(())
            }
            Some(Def::Menu(menu)) => {
                let inner = Splice { may, title, ..splice.clone() };
                let (mut tiers, fine) =
                    self.spliced(NamedMenu { menu, name, args }, &inner, asked)?;
                if tiers.len() > 1 {
                    return self.wrong(
                        Diagnostic::new(
                            Code::E0606,
                            entry.span,
                            format!(
                                "`{}` has an `otherwise`, so it cannot be a part of another menu",
                                name.text
                            ),
                        )
                        .help(format!(
                            "ask it by itself, without braces: `choose {}`; or write its moves \
                             here",
                            name.text
                        )),
                    );
                }
                for made in tiers.pop().unwrap_or_default() {
                    let pass = matches!(made.what, EntryKind::Pass)
                        && entries.iter().any(|e| matches!(e.what, EntryKind::Pass));
                    if !pass {
                        entries.push(made);
                    }
                }
                fine.then_some(())
            }
            Some(Def::Broken) => None,
            _ => no_entry(&mut self.judge(), name),
        }
    }

    /// A move is on offer here.
    fn offer(&mut self, id: MoveId, span: Span) {
        let mut around = self.place.around.clone();
        around.me = Acting::Known;
        self.out.graph.uses(self.place.node, Node::Move(id), span, &around);
    }

    /// The given parameters of a move.
    fn given(&mut self, id: MoveId, args: &[ast::Expr], of: Called<'_>) -> Option<Vec<Expr>> {
        let params = given_params(self.env, self.out, id)?;
        if args.is_empty() && !params.is_empty() {
            return nothing_given(&self.scope, self.out, id, of);
        }
        count_of_arguments(&mut self.out.reports, params.iter().map(|p| &*p.0), args.len(), of)?;
        let mut typed = Vec::new();
        for ((_, ty), arg) in params.iter().zip(args) {
            typed.push(match ty {
                Some(ty) => self.expect(arg, ty),
                None => None,
            });
        }
        typed.into_iter().collect()
    }

    /// A named menu's tiers, with what joins it.
    fn spliced(
        &mut self,
        NamedMenu { menu, name, args }: NamedMenu<'_>,
        splice: &Splice,
        asked: &mut Asked<'_>,
    ) -> Option<(Vec<Vec<Entry>>, bool)> {
        let env = self.env;
        let pending = env.menu(menu);
        let item = &pending.item;
        self.out.notes.reads(Thing::Menu(menu));
        if splice.within.contains(&menu) {
            return self.wrong(
                Diagnostic::new(
                    Code::E0606,
                    name.span,
                    format!("the menu `{}` holds itself", name.text),
                )
                .help("leave it out of one of the menus"),
            );
        }
        count_of_arguments(
            &mut self.out.reports,
            item.params.iter().map(|p| &*p.name.text),
            args.len(),
            Called { name: &name.text, span: name.span },
        )?;
        let sights = self.menu_arguments(menu, args, asked.to)?;
        if let Some(limit) = &item.limit {
            self.need(Need::Run(super::graph::RunKey::Stage(limit.per)), name.span);
        }
        let mut inner = splice.clone();
        inner.within.push(menu);
        inner.limits.extend(menu_limit(env, self.out, menu));
        // The menu sees its own parameters only.
        let outside = self.scope.enter(pending.scope);
        sights.into_iter().for_each(|sight| self.scope.see(sight));
        let mut tiers = Vec::new();
        let mut fine = true;
        for tier in &item.tiers {
            let mut entries = Vec::new();
            fine &= self.tier(tier, &inner, &mut entries, asked).is_some();
            tiers.push(entries);
        }
        if tiers.is_empty() {
            tiers.push(Vec::new());
        }
        fine &= self.joined_moves(menu, &inner, &mut tiers, name.span).is_some();
        self.scope.leave(outside);
        Some((tiers, fine))
    }

    /// The arguments of a menu, computed once when it is asked.
    fn menu_arguments(
        &mut self,
        menu: u16,
        args: &[ast::Expr],
        to: &mut Vec<Stmt>,
    ) -> Option<Vec<Binding>> {
        let env = self.env;
        let pending = env.menu(menu);
        let mut sights = Vec::new();
        let mut fine = true;
        for (param, arg) in pending.item.params.iter().zip(args) {
            let ty = type_written(self.env, &mut self.out.reports, pending.scope, &param.ty);
            let Some(value) = ty.and_then(|ty| self.expect(arg, &ty)) else {
                fine = false;
                continue;
            };
            let plain =
                matches!(value.kind, ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Me);
            let bound = if plain {
                Bound::Alias(Box::new(value))
            } else {
                let hidden = format!("#{}", param.name.text);
                let local = self.scope.local(&hidden, value.ty.clone(), value.span);
                let span = value.span;
                to.push(Stmt::open(StmtKind::Let(local, value), span));
                Bound::Local(local)
            };
            sights.push(Binding { name: param.name.text.clone(), bound, span: param.name.span });
        }
        fine.then_some(sights)
    }

    /// Moves that join a menu: in its first tier, obliging nobody where there are several.
    fn joined_moves(
        &mut self,
        menu: u16,
        splice: &Splice,
        tiers: &mut [Vec<Entry>],
        span: Span,
    ) -> Option<()> {
        let env = self.env;
        let several = tiers.len() > 1;
        let mut fine = true;
        for id in joining(env, menu) {
            let Some(params) = given_params(self.env, self.out, id) else {
                fine = false;
                continue;
            };
            let mut args = Vec::new();
            for (name, ty) in params {
                let arg = ast::Expr {
                    kind: ast::ExprKind::Name(ast::Name { text: name.as_str().into(), span }),
                    span,
                };
                let bound = self.scope.find(&name).is_some();
                args.push(match ty {
                    Some(ty) if bound => self.expect(&arg, &ty),
                    _ => None,
                });
            }
            let Some(args) = args.into_iter().collect::<Option<Vec<_>>>() else {
                fine = false;
                continue;
            };
            self.offer(id, span);
            let limits = splice.limits.clone();
            let entry = Entry {
                may: splice.may || several,
                what: EntryKind::Move(id, args),
                title: splice.title,
                limits,
            };
            if let Some(first) = tiers.first_mut() {
                first.push(entry);
            }
        }
        fine.then_some(())
    }
}

/// The offer, when all its entries are known.
fn finished(
    judge: &mut Judge<'_>,
    tiers: Vec<Vec<Entry>>,
    choose: &ast::Choose,
    span: Span,
    fine: bool,
) -> Option<Offer> {
    if matches!(choose.by, ast::Chooser::Chance) {
        return judge.reports.wrong(
            Diagnostic::new(Code::E0605, span, "chance cannot make moves")
                .help("let chance choose a value: `choose x in … by chance`"),
        );
    }
    if choose.may {
        judge.reports.report(
            Diagnostic::new(Code::E0612, span, "players decline a menu with `pass`")
                .help("leave `may` out and add `or pass` to the menu"),
        );
    }
    let pass = tiers.iter().flatten().any(|e| matches!(e.what, EntryKind::Pass));
    if choose.until_all_pass && !pass && fine {
        judge.reports.report(
            Diagnostic::new(Code::E0604, span, "`until all pass` needs a menu with `pass` in it")
                .help("add `or pass`"),
        );
    }
    let several = matches!(choose.by, ast::Chooser::Each(_) | ast::Chooser::Race(_));
    if several {
        let moves = tiers.iter().flatten().filter_map(Entry::leads_to);
        judge.notes.asked_of_several.extend(moves.map(|id| (id, span)));
    }
    fine.then_some(Offer::Menu(tiers))
}

/// A name that is neither a move nor a menu.
fn no_entry<T>(judge: &mut Judge<'_>, name: &ast::Name) -> Option<T> {
    let text = &*name.text;
    judge.sight.env.r.uses.ask(name, || Gap::Entry);
    if judge.sight.env.broken(text) {
        return None;
    }
    let env = judge.sight.env;
    let scope = judge.sight.scope.declared();
    let offered = |n: &&str| matches!(env.def(scope, n), Some(Def::Move(_) | Def::Menu(_)));
    let near = env.r.guess(text, env.names(scope).filter(offered).chain(["pass"]));
    let said = match env.def(scope, text) {
        Some(Def::Deed(_)) => format!("`{text}` is a deed, and only moves are offered"),
        Some(_) => format!("`{text}` is not a move"),
        None => format!("there is no move or menu `{text}`"),
    };
    judge.notes.deeds_missing |= env.def(scope, text).is_none();
    let mut said = Diagnostic::new(Code::E0601, name.span, said);
    said.about = match env.def(scope, text) {
        Some(Def::Deed(_)) => Some(About::Deed),
        Some(_) => None,
        None => Some(About::Unknown),
    };
    said = match (near, env.def(scope, text)) {
        (Some(near), _) => said.help(format!("did you mean `{near}`?")),
        (None, Some(Def::Deed(_))) => {
            let call = if is_given(judge.sight.scope, text) { "(…)" } else { "()" };
            said.help(format!(
                "what is done without a choice is called on a line of its own: `{text}{call}`; \
                 for players to choose it, declare it as a move: `action {text} {{ … }}`"
            ))
        }
        (None, None) if text == "again" => {
            said.help("write `again` by itself: whoever made this move chooses once more")
        }
        (None, None) if foreign::idles(text) => {
            said.help("to do nothing more is `pass`, which needs no declaration: write `or pass`")
        }
        _ => said.help(format!(
            "declare it: `action {text} {{ … }}`, or `menu {text} {{ … }}` if it offers \
             several moves"
        )),
    };
    judge.reports.wrong(said)
}

/// `action take(s: Cell)`, and a menu that gives it no `s`: probably whoever takes picks one.
fn nothing_given<T>(
    scope: &Scope<'_>,
    out: &mut RulebookBuilder,
    id: MoveId,
    Called { name, span }: Called<'_>,
) -> Option<T> {
    let env = scope.env;
    let param = env[id].item.params.iter().find(|p| p.domain.is_none());
    let ty = given_params(scope.env, out, id)?.first().and_then(|(_, ty)| ty.clone());
    let param = param.filter(|_| out.notes.gives_nothing(id))?;
    let one = &param.name.text;
    let picked = match ty.as_ref().map(Type::bare) {
        Some(Type::Enum(_)) => {
            ty.as_ref().map_or_else(String::new, |ty| super::types::shown(env, ty.bare()))
        }
        Some(Type::Player) => "opponents".to_owned(),
        Some(Type::Card(_)) => "me.hand".to_owned(),
        Some(
            Type::Bool
            | Type::Number
            | Type::Unit(_)
            | Type::Text
            | Type::Square
            | Type::Spot
            | Type::List(..)
            | Type::Zone(_)
            | Type::None
            | Type::Optional(_),
        )
        | None => picked_by_name(scope.env, one).unwrap_or_else(|| "1..5".to_owned()),
    };
    let said = format!("no menu gives `{name}` its `{one}`");
    if matches!(scope.def(one), Some(Def::Zone(_))) {
        let said = Diagnostic::new(Code::E0409, param.name.span, said);
        return out.reports.wrong(said.help(format!(
            "`{one}` is where the cards lie: the one that the player picks needs a name, \
             `{name}(c in {one})`"
        )));
    }
    let said = Diagnostic::new(Code::E0409, param.name.span, said);
    out.reports.wrong(said.beside(span, "nothing is given here").help(format!(
        "what the player picks is written `{one} in {picked}`; what the menu gives stands \
         there: `{name}(…)`"
    )))
}

/// Entries of one tier that name the same without saying anything else of it.
fn named_twice(reports: &mut Reports, tier: &[ast::Entry]) {
    let mut before: BTreeMap<&str, Span> = BTreeMap::new();
    for entry in tier {
        let name = match &entry.what {
            ast::EntryKind::Pass => "pass",
            ast::EntryKind::Named(name, args) if args.is_empty() => &name.text,
            ast::EntryKind::Named(..) => continue,
        };
        let first = *before.entry(name).or_insert(entry.span);
        if first != entry.span && entry.title.is_none() && !entry.may {
            reports.report(
                Diagnostic::new(
                    Code::W0603,
                    entry.span,
                    format!("this menu offers `{name}` twice"),
                )
                .beside(first, "here already")
                .help("leave one of them out, or name another move"),
            );
        }
    }
}

/// Whether a deed is given something.
fn is_given(scope: &Scope<'_>, deed: &str) -> bool {
    let Some(Def::Deed(id)) = scope.def(deed) else { return false };
    !scope.env[id].1.params.is_empty()
}

/// Where something is picked from, by what it is called: a card by its kind, somebody by what
/// the rules ask players for.
fn picked_by_name(env: &Env, name: &str) -> Option<String> {
    const PLAYERS: [&str; 14] = [
        "player",
        "opponent",
        "buyer",
        "seller",
        "victim",
        "target",
        "partner",
        "rival",
        "enemy",
        "neighbour",
        "neighbor",
        "other",
        "receiver",
        "defender",
    ];
    let small = name.to_lowercase();
    let book = env.book();
    if PLAYERS.contains(&&*small) {
        return Some("opponents".to_owned());
    }
    if let Some(of) = book.enums.iter().find(|of| of.name.to_lowercase() == small) {
        return Some(of.name.clone());
    }
    let kind = book.kinds.iter().any(|kind| kind.name.to_lowercase() == small);
    let held = book.zones.iter().find(|zone| zone.owner == Owner::Player);
    held.filter(|_| kind || matches!(&*small, "card" | "cards"))
        .map(|zone| format!("me.{}", zone.name))
}

/// Names and types of what the menu gives to a move.
fn given_params(
    env: &Env,
    out: &mut RulebookBuilder,
    id: MoveId,
) -> Option<Vec<(String, Option<Type>)>> {
    super::heads::head(env, out, id);
    let given = super::heads::given_count(env, id);
    Some(out.moves.heads.typed(id.index())?.iter().take(given).cloned().collect())
}

/// Moves that join a menu, in order.
pub(super) fn joining(env: &Env, menu: u16) -> Vec<MoveId> {
    let mut all = Vec::new();
    for (at, pending) in env.r.moves.iter().enumerate() {
        if let Some((name, _)) = &pending.item.joins
            && env.def(pending.scope, &name.text) == Some(Def::Menu(menu))
        {
            all.push(MoveId(at as u16));
        }
    }
    all
}

/// The limit of a menu, one for all the places where it is spliced.
fn menu_limit(env: &Env, out: &mut RulebookBuilder, menu: u16) -> Option<LimitId> {
    if let Some(made) = out.tables.limit_of_menu(menu) {
        return Some(made);
    }
    let pending = env.menu(menu);
    let limit = pending.item.limit.as_ref()?;
    let mut cx = BodyChecker::new(env, out, pending.scope, BodyRef::Constant, Node::Apart);
    if let Some(key) = limit.keys.first() {
        cx.report(
            Diagnostic::new(Code::E0608, key.span, "a menu's limit counts all its moves together")
                .help("leave `for …` out, or put the limit on the move"),
        );
    }
    if limit.openly {
        cx.out.tables.openly([limit.span]);
    }
    let reason = cx.maybe_text(limit.reason.as_ref());
    let made =
        Limit { per: super::stage::ir_word(limit.per), keys: Vec::new(), reason, span: limit.span };
    let id = out.tables.limit(made);
    out.tables.limit_menu(menu, id);
    Some(id)
}
