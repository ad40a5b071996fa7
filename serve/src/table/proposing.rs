//! What is done when those it concerns agree: choices are taken back, new rules come in.

use super::Table;
use crate::protocol::asked::Proposed;
use crate::protocol::reply::Reply;
use crate::protocol::screen::{ProposalPart, Reader};
use houserules_interpreter::ask::Stop;
use houserules_table::session::navigation::OPENLY;
use houserules_table::session::{Point, Step};
use houserules_table::visibility::Sighted;
use houserules_table::visibility::concealed::Concealed;
use serde_json::json;

/// Something that is proposed.
#[derive(Debug, Clone)]
pub struct Proposal {
    number: u64,
    what: What,
    by: Reader,
    text: String,
    lines: Vec<String>,
    /// Who is asked, and what they have answered.
    asked: Vec<(u8, bool)>,
    /// It is about the game as this screen shows it.
    screen: u64,
}

/// What is proposed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// The game goes to a point.
    Go {
        /// The point that is meant.
        to: Point,
        /// In a word, for the journal.
        how: &'static str,
    },
    /// New rules come in.
    Reload {
        /// The way that the host named.
        words: String,
        /// What has to be agreed to.
        needs: String,
    },
}

impl Proposal {
    /// Whether it still means the game as it stands.
    #[must_use]
    pub fn stands(&self, screen: u64) -> bool {
        self.screen == screen || matches!(self.what, What::Reload { .. })
    }

    /// The same where somebody who does not sit there any more is not asked; none if nobody is left
    /// who is.
    #[must_use]
    pub fn without(mut self, seat: u8, sits: bool) -> Option<Self> {
        self.asked.retain(|(asked, _)| *asked != seat || sits);
        (!self.asked.is_empty()).then_some(self)
    }

    /// As a reader is shown it.
    #[must_use]
    pub fn part(&self, reader: Reader) -> ProposalPart {
        let own = self.asked.iter().find(|(seat, _)| Some(*seat) == reader.seat());
        ProposalPart {
            proposal: self.number,
            what: match self.what {
                What::Go { how, .. } => how,
                What::Reload { .. } => "reload",
            },
            by: self.by.seat(),
            text: self.text.clone(),
            lines: self.lines.clone(),
            asked: own.is_some(),
            mine: own.filter(|(_, yes)| *yes).map(|(_, yes)| *yes),
        }
    }
}

/// A table has no more proposals at once.
const MOST: usize = 8;

impl Table {
    /// Whether bots wait, because the game may be taken back.
    pub(super) fn proposals_stop(&self) -> bool {
        self.proposals.iter().any(|p| matches!(p.what, What::Go { .. }))
    }

    /// Before the last choices of people, so many of them; answers that are still a secret go with
    /// them and do not count.
    pub(super) fn undo_point(&self, steps: usize) -> Option<Point> {
        let secret = self.session.tree().behind(self.round_point);
        let counted = secret.iter().filter(|point| self.session.tree().number(**point).is_some());
        let of_people = |point: &&Point| match &self.session.tree().node(**point).step {
            Step::Chosen { seat, .. } => self.human(*seat),
            Step::Start | Step::Refereed { .. } | Step::Rules(_) => false,
        };
        let more = counted.filter(of_people).count();
        self.session.undo_to(steps + more, |seat| self.human(seat)).filter(|to| {
            self.session.tree().way(self.round_point).contains(to) && *to != self.round_point
        })
    }

    /// Proposes to go back; where it concerns nobody else, that is done at once.
    pub(super) fn propose(&mut self, reader: Reader, what: &Proposed) -> Reply {
        if reader == Reader::Onlooker {
            return Reply::no("only those who play can do that");
        }
        if self.proposals.len() >= MOST {
            return Reply::no("there is enough to agree to already");
        }
        let by = crate::capital(&self.name(reader));
        let (to, how, text) = match what {
            Proposed::Undo { steps } => {
                let Some(to) = self.undo_point(*steps).filter(|_| *steps > 0) else {
                    return Reply::no("there is no choice to take back");
                };
                let what = if *steps == 1 { "1 choice".into() } else { format!("{steps} choices") };
                (to, "undo", format!("{by} would take {what} back"))
            }
            Proposed::Back { to } => {
                let tree = self.session.tree();
                let point = tree.bookmark(to).or_else(|| tree.numbered(to.trim().parse().ok()?));
                let Some(point) = point.filter(|p| *p != self.round_point || self.answered() > 0)
                else {
                    return Reply::no("there is no other point of that name or number");
                };
                (point, "back", format!("{by} would go back to `{to}`"))
            }
        };
        let asked = self.concerned(to, reader);
        if asked.is_empty() {
            self.go(to, how);
            return Reply::done();
        }
        let number = self.put((reader, asked), What::Go { to, how }, (text, Vec::new()));
        Reply::with("proposal", number)
    }

    /// Who is to agree that the game goes to a point: those whose choices go, and everybody if
    /// somebody has learnt something since, or chance has decided something.
    fn concerned(&self, to: Point, by: Reader) -> Vec<u8> {
        let others = self.people().into_iter().filter(|seat| Some(*seat) != by.seat());
        let across = self.session.across(to);
        let reveals = across.learned != 0 || across.drawn != Sighted::NOBODY;
        let all = reveals || self.answered() > 0 || self.is_laid_open();
        let behind = self.session.tree().behind(to);
        let by = |point: &Point| match &self.session.tree().node(*point).step {
            Step::Chosen { seat, .. } => Some(*seat),
            Step::Start | Step::Refereed { .. } | Step::Rules(_) => None,
        };
        let chose = |seat: u8| behind.iter().any(|point| by(point) == Some(seat));
        others.filter(|seat| all || chose(*seat)).collect()
    }

    /// The seed of a game that hides something was said.
    fn is_laid_open(&self) -> bool {
        let game = self.session.game();
        let over = matches!(game.stop(), Stop::Over(_));
        self.seed_said && over && !Concealed::by(game.book()).nothing()
    }

    /// Puts something to those who are to agree.
    pub(super) fn put(
        &mut self,
        (by, asked): (Reader, Vec<u8>),
        what: What,
        (text, lines): (String, Vec<String>),
    ) -> u64 {
        self.proposed += 1;
        let number = self.proposed;
        let asked = asked.into_iter().map(|seat| (seat, false)).collect();
        let screen = self.screen;
        self.proposals.push(Proposal { number, what, by, text, lines, asked, screen });
        self.dues.clear();
        self.plan();
        self.send_all();
        number
    }

    /// A seat agrees, or does not: one no is enough.
    pub(super) fn agree(&mut self, seat: u8, (number, yes): (u64, bool)) -> Reply {
        let at = self.proposals.iter().position(|p| p.number == number);
        let own = at.and_then(|at| {
            let asked = &mut self.proposals[at].asked;
            Some((at, asked.iter_mut().find(|(of, _)| *of == seat)?))
        });
        let Some((at, own)) = own else { return Reply::no("nobody asks you that any more") };
        own.1 = yes;
        if !yes {
            let gone = self.proposals.remove(at);
            let name = self.session.game().naming().seat(seat);
            self.said.push(format!("{name} does not agree: {}.", gone.text));
            self.plan();
            self.send_all();
            return Reply::done();
        }
        if self.proposals[at].asked.iter().any(|(_, yes)| !yes) {
            self.send_all();
            return Reply::done();
        }
        let agreed = self.proposals.remove(at);
        match agreed.what {
            What::Go { to, how } => self.go(to, how),
            What::Reload { words, needs } => {
                self.desk_agreed(needs);
                let reply = self.reload(&words);
                if let Reply::Refused(no) = reply {
                    self.said.push(no.why);
                }
            }
        }
        Reply::done()
    }

    fn go(&mut self, to: Point, how: &'static str) {
        let how = if self.is_laid_open() { OPENLY } else { how };
        if self.session.go(to, how).is_some() {
            self.course.add(json!({"event": "went", "how": how, "to": to.0}));
            self.keep();
            self.look_at_rules();
            self.moved_on();
        }
    }
}
