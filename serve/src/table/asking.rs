//! What pages want to know, and who may want what.

use super::{Connection, Table};
use crate::protocol::asked::{Asked, Draft};
use crate::protocol::holders::told_draft;
use crate::protocol::picks::{LOOKS, Mark, step};
use crate::protocol::reply::{No, Reply};
use crate::protocol::screen::{Reader, ToldLine};
use houserules_interpreter::ask::Stop;
use houserules_table::choices::ahead::Looks;
use houserules_table::choices::closed::summed_up;
use houserules_table::choices::draft::next_step;
use houserules_table::choices::value::Arg;
use serde_json::{Value, json};

/// Notes are no longer than that, in characters.
const LONGEST_NOTE: usize = 2_000;

/// So many notes one table takes.
const MOST_NOTES: usize = 2_000;

impl Table {
    /// Does what a page wants.
    pub(super) fn answer(
        &mut self,
        connection: Connection,
        reader: Reader,
        asked: &Asked,
    ) -> Reply {
        match asked {
            Asked::Hello { .. } => Reply::no("you have said who you are already"),
            Asked::Options(draft) => self.seated(reader, |table, seat| table.options(seat, draft)),
            Asked::Choose(draft) => self.seated(reader, |table, seat| table.choose(seat, draft)),
            Asked::Say { screen, text } => {
                self.seated(reader, |table, seat| table.say(seat, *screen, text))
            }
            Asked::Closed => self.seated(reader, |table, seat| {
                let closed = table.session.game_mut().closed(seat);
                Reply::with("closed", summed_up(&closed))
            }),
            Asked::Why { text, entry, filled } => self.seated(reader, |table, seat| {
                table.why(seat, text.as_deref(), entry.map(|entry| (entry, filled.as_slice())))
            }),
            Asked::Rulebook => self.rulebook(reader),
            Asked::Looked { block, find } => self.looked(reader, *block, find.as_deref()),
            Asked::Log => {
                let lines = self.session.game().log(reader.viewer(), 0);
                Reply::with("log", lines.into_iter().map(ToldLine::from).collect::<Vec<_>>())
            }
            Asked::History => self.history(reader),
            Asked::Note { text, about } => self.note(reader, text, about.as_deref()),
            Asked::Auto { idle } => self.seated(reader, |table, seat| table.auto(seat, *idle)),
            Asked::Propose(what) => self.propose(reader, what),
            Asked::Answer { proposal, yes: false } if self.is_by(reader, *proposal) => {
                self.withdraw(reader, *proposal)
            }
            Asked::Answer { proposal, yes } => {
                self.seated(reader, |table, seat| table.agree(seat, *proposal, *yes))
            }
            Asked::Bookmark { name } => self.bookmark(reader, name),
            Asked::Reload { .. }
            | Asked::Seat { .. }
            | Asked::Link { .. }
            | Asked::Report { .. }
            | Asked::Save { .. }
            | Asked::Bench { .. }
            | Asked::Look { .. }
            | Asked::Again
            | Asked::Notes => match Self::refuse_unless_host(reader) {
                Some(no) => no,
                None => self.host(connection, asked),
            },
            Asked::Game { .. } | Asked::Open(_) => Reply::no("tables are opened in the lobby"),
        }
    }

    fn seated(&mut self, reader: Reader, answer: impl FnOnce(&mut Self, u8) -> Reply) -> Reply {
        match reader.seat() {
            Some(seat) if self.human(seat) => answer(self, seat),
            Some(_) => Reply::no("a bot plays for this seat; the host can give it back to you"),
            None => Reply::no("only those who play can do that"),
        }
    }

    /// Why a choice is not possible that was typed, or why nothing fits after what was filled in.
    fn why(&mut self, seat: u8, text: Option<&str>, draft: Option<(usize, &[Arg])>) -> Reply {
        let no = match (text, draft) {
            (Some(text), _) if text.len() > LONGEST_NOTE => {
                return Reply::no("that is too long for a choice");
            }
            (Some(text), _) => self.session.game_mut().why_not(seat, text).map(No::from),
            (None, Some((entry, told))) => {
                // Of what was never on offer the reply would tell what it is.
                let filled = self.filled(seat, entry, told);
                let game = self.session.game_mut();
                filled.and_then(|filled| game.why_nothing(seat, entry, &filled)).map(No::from)
            }
            (None, None) => return Reply::no("say which choice is meant"),
        };
        match no {
            None => Reply::with("why", Value::Null),
            Some(no) => Reply::with("why", no.why).and("place", no.place).and("rule", no.rule),
        }
    }

    fn options(&mut self, seat: u8, asked: &Draft) -> Reply {
        let (menu, mut draft) = match self.draft(seat, asked) {
            Ok(drafted) => drafted,
            Err(reply) => return reply,
        };
        let mut said = Vec::new();
        let alone = asked.filled.is_empty();
        let game = self.session.game_mut();
        let listed = next_step(game, &menu, &mut draft, &mut said, alone);
        let mut looks = Looks(LOOKS);
        let next = listed.map(|listed| step(game, seat, &draft, &listed, &mut looks));
        let choice = draft.choice(&menu).filter(|_| next.is_none());
        let says = choice.and_then(|choice| game.typed(seat, &choice));
        let told = game.told_so_far(seat, draft.entry, &draft.filled);
        let filled = told_draft(game, seat, &draft);
        let by_itself = draft.filled.get(asked.filled.len()..).unwrap_or_default();
        let marks: Vec<_> = by_itself.iter().filter_map(|arg| Mark::of(game.book(), arg)).collect();
        Reply::with("step", next)
            .and("filled", filled)
            .and("said", said)
            .and("marks", marks)
            .and("says", says)
            .and("told", told)
    }

    /// A note is pinned to the point where the game stands and to the rule that runs there.
    fn note(&mut self, reader: Reader, text: &str, about: Option<&str>) -> Reply {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > LONGEST_NOTE {
            return Reply::no(format!("write a note of at most {LONGEST_NOTE} letters"));
        }
        let n = self.course.number_of("note") + 1;
        if n > MOST_NOTES {
            return Reply::no("this table has as many notes as it can keep");
        }
        let view = self.session.game().view(reader.viewer());
        let path: Vec<&str> = view.path.iter().map(|line| line.text.as_str()).collect();
        let about = about.map(|about| about.chars().take(LONGEST_NOTE).collect::<String>());
        let note = json!({
            "event": "note", "n": n, "by": self.name(reader), "text": text, "about": about,
            "point": self.round_number(), "step": self.round_point.0,
            "path": path.join(" › "), "place": view.place.map(|place| place.to_string()),
            "rules": houserules_table::journal::fingerprint::rules_hash(self.session.game().book()),
        });
        if self.course.add_safely(note).is_err() {
            return Reply::no("the note cannot be written to the disk");
        }
        if matches!(self.session.game().stop(), Stop::Over(_)) {
            self.write_report();
        }
        self.send_to(Reader::Host);
        Reply::with("note", n)
    }

    fn auto(&mut self, seat: u8, idle: bool) -> Reply {
        if let Some(auto) = self.autos.get_mut(usize::from(seat)) {
            auto.idle = idle;
        }
        self.plan();
        self.send_to(Reader::Seat { seat });
        Reply::done()
    }
}
