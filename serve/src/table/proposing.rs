//! What is done when those it concerns agree: choices are taken back, new rules come in.

use super::Table;
use crate::protocol::asked::Proposed;
use crate::protocol::reply::Reply;
use crate::protocol::screen::{OutcomePart, ProposalPart, Reader};
use houserules_files::reload::bring::waiting;
use houserules_interpreter::ask::Stop;
use houserules_table::session::navigation::OPENLY;
use houserules_table::session::{Point, Step};
use houserules_table::visibility::Sighted;
use houserules_table::visibility::concealed::Concealed;
use serde_json::json;
use std::sync::Arc;

/// Something that is proposed.
#[derive(Debug, Clone)]
pub struct Proposal {
    number: u64,
    what: What,
    by: Reader,
    words: Wording,
    /// Who is asked, and what they have answered.
    asked: Vec<(u8, bool)>,
    /// It is about the game as this screen shows it.
    screen: u64,
}

/// What people read of a proposal: a sentence, and lines about what comes of it.
#[derive(Debug, Clone)]
pub struct Wording {
    /// Who wants what: `Ana wants to take 1 choice back`.
    pub text: String,
    /// The changes of the rules, for instance; often none.
    pub lines: Vec<String>,
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
    /// A referee changes the table.
    Referee {
        /// Lines of a test.
        text: String,
    },
}

impl Proposal {
    /// Whether it still means the game as it stands.
    #[must_use]
    pub fn stands(&self, screen: u64) -> bool {
        self.screen == screen || matches!(self.what, What::Reload { .. })
    }

    /// The same where somebody has sat down whom it concerns, too: what changes the table or its
    /// rules concerns all.
    pub fn asks(&mut self, seat: u8) {
        let all = matches!(self.what, What::Reload { .. } | What::Referee { .. });
        if all && !self.asked.iter().any(|(asked, _)| *asked == seat) {
            self.asked.push((seat, false));
        }
    }

    /// Whether all who are asked agree.
    fn is_agreed(&self) -> bool {
        self.asked.iter().all(|(_, yes)| *yes)
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
                What::Referee { .. } => "referee",
            },
            by: self.by.seat(),
            text: self.words.text.clone(),
            lines: self.words.lines.clone(),
            asked: own.is_some(),
            mine: own.filter(|(_, yes)| *yes).map(|(_, yes)| *yes),
            open: self.asked.iter().filter(|(_, yes)| !yes).map(|(seat, _)| *seat).collect(),
        }
    }

    /// What was wanted, when it has been decided.
    fn past(&self) -> String {
        format!("({}.)", self.words.text.replacen(" wants to ", " wanted to ", 1))
    }
}

/// So many choices are told of those that go or come back.
const TOLD: usize = 4;

/// What becomes of the rules where the game goes back to before they came in.
const RULES_GO_BACK: &str = "The rules go back, too: the game then runs under those of that \
                             moment. The newer ones are kept; the host can bring them in again.";

/// The same where it goes on to after they came in.
const RULES_COME_AGAIN: &str = "The rules that came in there are in force again.";

/// A table has no more proposals at once.
const MOST: usize = 8;

impl Table {
    /// A proposal as a reader is shown it, with what goes and what comes back as far as the reader
    /// may know it.
    pub(super) fn proposed(&self, proposal: &Proposal, reader: Reader) -> ProposalPart {
        let mut part = proposal.part(reader);
        if let What::Go { to, .. } = proposal.what {
            part.lines.extend(self.told_way(to, reader));
        }
        part
    }

    /// Where the game would stand at a point, and which choices lie between.
    fn told_way(&self, to: Point, reader: Reader) -> Vec<String> {
        let tree = self.session.tree();
        let told = |point: &Point| self.session.step_told(*point, reader.viewer());
        let (here, there) = (tree.way(self.round_point), tree.way(to));
        let shared = here.iter().zip(&there).take_while(|(one, other)| one == other).count();
        let gone: Vec<&Point> = here.iter().skip(shared).rev().collect();
        let again = there.iter().skip(shared);
        let again: Vec<&Point> =
            again.filter(|point| self.number_known(**point).is_some()).collect();
        let ruled = |points: &[&Point]| {
            points.iter().any(|point| matches!(*tree.step(**point), Step::Rules(_)))
        };
        let rules = match (ruled(&gone), ruled(&again)) {
            (false, false) => None,
            (true, _) => Some(RULES_GO_BACK),
            (false, true) => Some(RULES_COME_AGAIN),
        };
        let lists = [("Taken back", gone), ("Done again", again)];
        let mut lines = Vec::new();
        for (what, points) in lists.into_iter().filter(|(_, points)| !points.is_empty()) {
            let some: Vec<String> = points.iter().take(TOLD).map(|point| told(point)).collect();
            let more = match points.len().saturating_sub(TOLD) {
                0 => String::new(),
                n => format!("; and {n} more"),
            };
            lines.push(format!("{what}: {}{more}.", some.join("; ")));
        }
        lines.extend(rules.map(String::from));
        lines.push(match to == there.first().copied().unwrap_or(to) {
            true => "The game then stands at its start.".into(),
            false => format!("The last thing done is then: {}.", told(&to)),
        });
        lines
    }

    /// Everybody is told what became of something, until the game goes on.
    fn tell_outcome(&mut self, text: String) {
        self.proposed += 1;
        self.outcome = Some(OutcomePart { n: self.proposed, text });
    }

    /// Whether bots wait, because the game may be taken back.
    pub(super) fn proposals_stop(&self) -> bool {
        let waits = |p: &Proposal| matches!(p.what, What::Go { .. } | What::Referee { .. });
        self.proposals.iter().any(waits)
    }

    /// Before the last choices of people, so many of them; answers that are still a secret go with
    /// them and do not count.
    pub(super) fn undo_point(&self, steps: usize) -> Option<Point> {
        let secret = self.session.tree().behind(self.round_point);
        let counted = secret.iter().filter(|point| self.session.tree().number(**point).is_some());
        let more = counted.filter(|point| self.is_of_people(**point)).count();
        let steps = steps.saturating_add(more);
        self.session.undo_to(steps, |seat| self.human(seat)).filter(|to| {
            self.session.tree().way(self.round_point).contains(to) && *to != self.round_point
        })
    }

    /// Whether somebody who sits there chose what led to a point.
    fn is_of_people(&self, point: Point) -> bool {
        match &*self.session.tree().step(point) {
            Step::Chosen { seat, .. } => self.human(*seat),
            Step::Start | Step::Refereed { .. } | Step::Rules(_) => false,
        }
    }

    /// Before the last choice of that seat, if it can be taken back.
    fn before_own(&self, seat: u8) -> Option<Point> {
        let tree = self.session.tree();
        let way = tree.way(self.round_point);
        let chose = |point: Point| match &*tree.step(point) {
            Step::Chosen { seat, .. } => Some(*seat),
            Step::Start | Step::Refereed { .. } | Step::Rules(_) => None,
        };
        let own = *way.iter().rfind(|point| chose(**point) == Some(seat))?;
        (1..=way.len()).map_while(|steps| self.undo_point(steps)).find(|to| {
            let gone = way.iter().skip_while(|point| *point != to).skip(1);
            gone.clone().any(|point| *point == own)
        })
    }

    /// Proposes to go back; where it concerns nobody else, that is done at once.
    pub(super) fn propose(&mut self, reader: Reader, what: &Proposed) -> Reply {
        if reader == Reader::Onlooker {
            return Reply::no("only those who play can do that");
        }
        if self.is_full() {
            return Reply::no("there is enough to agree to already");
        }
        let by = crate::capital(&self.name(reader));
        let (to, how, text) = match self.meant(reader, &by, what) {
            Ok(meant) => meant,
            Err(why) => return Reply::no(why),
        };
        let asked = self.concerned(to, reader);
        if asked.is_empty() {
            if let Some(under) = self.go(to, how) {
                self.tell_outcome(under);
                self.send_all();
            }
            return Reply::done();
        }
        let number =
            self.put(reader, asked, What::Go { to, how }, Wording { text, lines: Vec::new() });
        Reply::with("proposal", number)
    }

    /// Where something that is proposed leads, in a word how, and what people read of it.
    fn meant(
        &self,
        reader: Reader,
        by: &str,
        what: &Proposed,
    ) -> Result<(Point, &'static str, String), &'static str> {
        match what {
            Proposed::Undo { steps, own } => {
                let to = if let (true, Some(seat)) = (*own, reader.seat()) {
                    self.before_own(seat)
                } else {
                    self.undo_point(*steps).filter(|_| *steps > 0)
                };
                let to = to.ok_or("there is no choice to take back")?;
                let what = self.going_with(to);
                Ok((to, "undo", format!("{by} wants to take {what} back")))
            }
            Proposed::Redo => {
                let to = self.round_next.ok_or("there is nothing to do again")?;
                Ok((to, "redo", format!("{by} wants to do again what was taken back")))
            }
            Proposed::Back { to } => {
                let point = self.known_point(to).filter(|point| *point != self.round_point);
                let point = point.ok_or("there is no other point of that name or number")?;
                Ok((point, "back", format!("{by} wants to {}", self.going_to(point, to.trim()))))
            }
            Proposed::Branch { number } => {
                let branches = self.branches();
                let found = branches.iter().find(|branch| branch.number == *number);
                let tip = found.map(|branch| branch.tip).filter(|tip| *tip != self.round_point);
                let tip = tip.ok_or("there is no other branch of that number")?;
                Ok((tip, "branch", format!("{by} wants to go on along branch {number}")))
            }
        }
    }

    /// A point in words: how much is taken back, and its name, if it has one.
    fn going_to(&self, point: Point, name: &str) -> String {
        let named = match name.parse::<u32>() {
            Ok(_) => String::new(),
            Err(_) => format!(", to `{name}`"),
        };
        match self.session.tree().way(self.round_point).contains(&point) {
            true => format!("take {} back{named}", self.going_with(point)),
            false => format!("go on from another moment of the game{named}"),
        }
    }

    /// What is taken back up to a point, in words: as many choices as there are, and what else.
    fn going_with(&self, to: Point) -> String {
        let tree = self.session.tree();
        let way = tree.way(self.round_point);
        let gone: Vec<Point> = way.into_iter().rev().take_while(|point| *point != to).collect();
        let choices = match gone.iter().filter(|point| self.is_of_people(**point)).count() {
            1 => "1 choice".into(),
            n => format!("{n} choices"),
        };
        let refereed = |point: &Point| matches!(*tree.step(*point), Step::Refereed { .. });
        let ruled = |point: &Point| matches!(*tree.step(*point), Step::Rules(_));
        match (gone.iter().any(refereed), gone.iter().any(ruled)) {
            (false, false) => choices,
            (true, false) => format!("{choices}, with what the referee has changed since,"),
            (false, true) => format!("{choices}, with the rules that have come in since,"),
            (true, true) => {
                format!(
                    "{choices}, with what the referee has changed and the rules that have come in \
                     since,"
                )
            }
        }
    }

    /// Who is to agree that the game goes to a point: those whose choices go or come back, and
    /// everybody if somebody has learnt something since, chance has decided something, or others
    /// are asked who may have answered; where such things may happen without others being told,
    /// everybody in any case, or who is asked would tell them.
    fn concerned(&self, to: Point, by: Reader) -> Vec<u8> {
        let others = self.people().into_iter().filter(|seat| Some(*seat) != by.seat());
        let across = self.session.across(to);
        let reveals = across.learned != 0 || across.drawn != Sighted::NOBODY;
        let may = self.session.game().book().asides;
        let all = reveals || may || self.together() || self.is_laid_open();
        let tree = self.session.tree();
        let (gone, here) = (tree.behind(to), tree.way(self.session.here()));
        let again = tree.way(to).into_iter().filter(|point| !here.contains(point));
        let touched: Vec<Point> = gone.into_iter().chain(again).collect();
        let by = |point: &Point| match &*tree.step(*point) {
            Step::Chosen { seat, .. } => Some(*seat),
            Step::Start | Step::Refereed { .. } | Step::Rules(_) => None,
        };
        let chose = |seat: u8| touched.iter().any(|point| by(point) == Some(seat));
        let others_did = touched.iter().any(|point| by(point).is_none());
        others.filter(|seat| all || others_did || chose(*seat)).collect()
    }

    /// Whether a table has as many proposals as it takes.
    pub(super) fn is_full(&self) -> bool {
        self.proposals.len() >= MOST
    }

    /// The seed of a game that hides something was said.
    fn is_laid_open(&self) -> bool {
        let game = self.session.game();
        let over = matches!(game.stop(), Stop::Over(_));
        self.seed_said && over && !Concealed::by(game.book()).nothing()
    }

    /// Puts something to those who are to agree.
    pub(super) fn put(&mut self, by: Reader, asked: Vec<u8>, what: What, words: Wording) -> u64 {
        self.proposed += 1;
        let number = self.proposed;
        let asked = asked.into_iter().map(|seat| (seat, false)).collect();
        let screen = self.screen;
        self.proposals.push(Proposal { number, what, by, words, asked, screen });
        self.dues.clear();
        self.plan();
        self.send_all();
        number
    }

    /// Whether that proposal is a reader's own.
    pub(super) fn is_by(&self, reader: Reader, number: u64) -> bool {
        self.proposals.iter().any(|p| p.number == number && p.by == reader)
    }

    /// Whoever proposed something wants it no more.
    pub(super) fn withdraw(&mut self, by: Reader, number: u64) -> Reply {
        let Some(at) = self.proposals.iter().position(|p| p.number == number) else {
            return Reply::no("that has been decided already");
        };
        let gone = self.proposals.remove(at);
        let who = match by.seat() {
            Some(seat) => self.session.game().naming().seat(seat),
            None => "The host".into(),
        };
        self.tell_outcome(format!("{who} has withdrawn it; nothing changes. {}", gone.past()));
        self.plan();
        self.send_all();
        Reply::done()
    }

    /// A seat agrees, or does not: one no is enough.
    pub(super) fn agree(&mut self, seat: u8, number: u64, yes: bool) -> Reply {
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
            self.tell_outcome(format!("{name} does not agree; nothing changes. {}", gone.past()));
            self.plan();
            self.send_all();
            return Reply::done();
        }
        if !self.settle() {
            self.send_all();
        }
        Reply::done()
    }

    /// Carries out what all who are asked have agreed to; whether there was anything.
    pub(super) fn settle(&mut self) -> bool {
        let Some(at) = self.proposals.iter().position(Proposal::is_agreed) else { return false };
        let agreed = self.proposals.remove(at);
        let asked = agreed.past();
        let mut under = None;
        let reply = match agreed.what {
            What::Go { to, how } => {
                under = self.go(to, how);
                Reply::done()
            }
            What::Reload { words, needs } => {
                self.ask_anew();
                self.desk_agreed(needs);
                let before = Arc::clone(self.session.game().book());
                match self.reload(&words) {
                    Reply::Done(_) if Arc::ptr_eq(&before, self.session.game().book()) => {
                        self.waits_or_not()
                    }
                    reply => reply,
                }
            }
            What::Referee { text } => self.refereed(&text),
        };
        let waits = waiting(&self.session).is_some();
        let told = match reply {
            Reply::Done(_) if waits => "All agreed.",
            Reply::Done(_) => "All agreed, and it is done.",
            Reply::Refused(no) => {
                self.said.push(no.why);
                "All agreed, but it could not be done."
            }
        };
        let under = under.map(|under| format!(" {under}")).unwrap_or_default();
        self.tell_outcome(format!("{told} {asked}{under}"));
        self.send_all();
        true
    }

    /// Rules that were agreed to and are not in: whether they wait for their moment.
    fn waits_or_not(&self) -> Reply {
        match waiting(&self.session) {
            Some(_) => Reply::done(),
            None => Reply::no("the new rules did not come in"),
        }
    }

    /// Goes to a point; what everybody is to know, if other rules were in force there.
    fn go(&mut self, to: Point, how: &'static str) -> Option<String> {
        let how = if self.is_laid_open() { OPENLY } else { how };
        self.ask_anew();
        let before = Arc::clone(self.session.game().book());
        self.session.go(to, how)?;
        self.course.add(json!({"event": "went", "how": how, "to": to.0}));
        self.keep();
        self.look_at_rules();
        let other = !Arc::ptr_eq(&before, self.session.game().book());
        let under = other.then(|| self.under_which_rules());
        self.news.came.extend(under.clone());
        self.moved_on();
        under
    }

    fn under_which_rules(&mut self) -> String {
        self.news.came.clear();
        let newer = match self.news.changed.is_empty() {
            true => "",
            false => ", not under those as saved: the host can bring these in again",
        };
        format!("The game runs under the rules that were in force there{newer}.")
    }
}
