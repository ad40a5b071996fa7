//! Who may read what would be if something were done: those who may read what it is then, and all
//! that the deed itself reads and moves on the way there.

use super::names::Names;
use super::read::Reader;
use super::readers::{Known, Readers};
use super::shown::AllShown;
use crate::ir::visit::{Part, stmt_parts};
use crate::ir::{At, DeedId, Expr, LocalId, Noted, Stmt, StmtKind};

/// Deeds nest without circles, so this is never reached by a checked rulebook.
const DEEPEST: u16 = 64;

impl Reader<'_> {
    /// Who may read all that is remembered or looked up. What members have is seen by everyone.
    pub(super) fn noted(&mut self, all: &[Noted], names: &mut Names) -> Readers {
        all.iter().fold(Readers::Everyone, |info, one| match one {
            Noted::Things(_) => info,
            Noted::Value(e) => {
                let known = self.expr(e, names);
                info.and(&whole(&known))
            }
        })
    }

    /// `of after deed(args)`
    pub(super) fn after(
        &mut self,
        of: &Expr,
        deed: DeedId,
        args: &[Expr],
        names: &mut Names,
    ) -> Known {
        let args: Vec<Known> = args.iter().map(|arg| self.expr(arg, names)).collect();
        let done = self.deed_reads(deed, &args, names.depth + 1);
        // What was shown before may be something else then.
        let mut then = names.clone();
        then.shown = AllShown::default();
        then.whole.clear();
        let known = self.expr(of, &mut then);
        let face = known.face.and(&done);
        Known { info: known.info.and(&done), face, ..known }
    }

    /// Who may read all that a deed reads, and see all cards that it moves.
    fn deed_reads(&mut self, deed: DeedId, args: &[Known], depth: u16) -> Readers {
        let book = self.book;
        if depth >= DEEPEST {
            return Readers::NOBODY;
        }
        let of = &book[deed];
        let mut names = Names::new(of.body.locals.len());
        names.depth = depth;
        for (at, arg) in args.iter().enumerate() {
            names.bind(LocalId(at as u16), arg.clone());
        }
        self.block_reads(&of.body.block, &mut names)
    }

    fn block_reads(&mut self, block: &[Stmt], names: &mut Names) -> Readers {
        block.iter().fold(Readers::Everyone, |all, stmt| all.and(&self.stmt_reads(stmt, names)))
    }

    fn stmt_reads(&mut self, stmt: &Stmt, names: &mut Names) -> Readers {
        let (mut all, mut last) = (Readers::Everyone, Known::public());
        if let StmtKind::Call { deed, args, into } = &stmt.kind {
            let args: Vec<Known> = args.iter().map(|arg| self.expr(arg, names)).collect();
            all = self.deed_reads(*deed, &args, names.depth + 1);
            if let Some(into) = into {
                let seen = Known { face: all.clone(), place: all.clone(), ..Known::public() };
                names.bind(*into, Known { info: all.clone(), ..seen });
            }
            return all;
        }
        if let StmtKind::Move { cards, to, at } = &stmt.kind {
            let members = self.domain(cards, names);
            let place = match at {
                At::Place(e) | At::Spot(e) => whole(&self.expr(e, names)),
                At::Usual | At::Top | At::Bottom => Readers::Everyone,
            };
            // Where cards go is read, but not what lies there already.
            let to = self.expr(to, names);
            return members.info.and(&whole(&members.member)).and(&to.info).and(&place);
        }
        stmt_parts(stmt, &mut |part| match part {
            Part::Expr(e) => {
                last = self.expr(e, names);
                all = all.and(&whole(&last));
            }
            Part::Domain(domain) => {
                let members = self.domain(domain, names);
                all = all.and(&members.info).and(&whole(&members.member));
                last = members.member;
            }
            Part::Binds(local) => names.bind(local, last.clone()),
            Part::Block(inner) => {
                let read = self.block_reads(inner, names);
                all = all.and(&read);
            }
            Part::Step(_) => all = Readers::NOBODY,
        });
        all
    }
}

/// Who knows all there is to know of something.
fn whole(known: &Known) -> Readers {
    let all = known.info.and(&known.face).and(&known.place);
    if known.strays { Readers::NOBODY } else { all }
}
