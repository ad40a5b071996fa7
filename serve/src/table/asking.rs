//! What pages want to know, and who may want what.

use super::{Connection, Table};
use crate::protocol::asked::{Asked, Draft};
use crate::protocol::holders::told_draft;
use crate::protocol::picks::step;
use crate::protocol::reply::Reply;
use crate::protocol::screen::Reader;
use crate::rulebook::blocks;
use houserules_table::choices::closed::summed_up;
use houserules_table::choices::draft::next_step;
use houserules_table::session::{Point, Step};
use serde_json::{Value, json};

/// Notes and names are no longer than that, in characters.
const LONGEST_NOTE: usize = 2_000;
const LONGEST_NAME: usize = 40;

/// So many notes one table takes.
const MOST_NOTES: usize = 2_000;

/// So many points are listed.
const LISTED: usize = 200;

impl Table {
    /// Does what a page wants.
    pub(super) fn answer(
        &mut self,
        (connection, reader): (Connection, Reader),
        asked: &Asked,
    ) -> Reply {
        match asked {
            Asked::Hello { .. } => Reply::no("you have said who you are already"),
            Asked::Options(draft) => self.seated(reader, |table, seat| table.options(seat, draft)),
            Asked::Choose(draft) => self.seated(reader, |table, seat| table.choose(seat, draft)),
            Asked::Say { screen, text } => {
                self.seated(reader, |table, seat| table.say(seat, (*screen, text)))
            }
            Asked::Closed => self.seated(reader, |table, seat| {
                let closed = table.session.game_mut().closed(seat);
                Reply::with("closed", summed_up(&closed))
            }),
            Asked::Why { text } => self.seated(reader, |table, seat| {
                match table.session.game_mut().why_not(seat, text) {
                    None => Reply::with("why", Value::Null),
                    Some(rejected) => {
                        let no = crate::protocol::reply::No::from(rejected);
                        Reply::with("why", no.why).and("place", no.place).and("rule", no.rule)
                    }
                }
            }),
            Asked::Rulebook => self.rulebook(reader),
            Asked::Log => Reply::with("log", self.session.game().log(reader.viewer(), 0)),
            Asked::History => self.history(reader),
            Asked::Note { text, about } => self.note(reader, text, about.as_deref()),
            Asked::Auto { idle } => self.seated(reader, |table, seat| table.auto(seat, *idle)),
            Asked::Propose(what) => self.propose(reader, what),
            Asked::Answer { proposal, yes } => {
                self.seated(reader, |table, seat| table.agree(seat, (*proposal, *yes)))
            }
            Asked::Bookmark { name } => self.bookmark(reader, name),
            Asked::Reload { .. }
            | Asked::Seat { .. }
            | Asked::Link { .. }
            | Asked::Report { .. }
            | Asked::Save { .. }
            | Asked::Notes => match Self::refuse_unless_host(reader) {
                Some(no) => no,
                None => self.host(connection, asked),
            },
        }
    }

    fn seated(&mut self, reader: Reader, answer: impl FnOnce(&mut Self, u8) -> Reply) -> Reply {
        match reader.seat() {
            Some(seat) if self.human(seat) => answer(self, seat),
            Some(_) => Reply::no("a bot plays for this seat; the host can give it back to you"),
            None => Reply::no("only those who play can do that"),
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
        let listed = next_step(game, &menu, &mut draft, (&mut said, alone));
        let next = listed.map(|listed| step(game, seat, (&draft, &listed)));
        let choice = draft.choice(&menu).filter(|_| next.is_none());
        let says = choice.and_then(|choice| game.typed(seat, &choice));
        let filled = told_draft(game, seat, &draft);
        Reply::with("step", next).and("filled", filled).and("said", said).and("says", says)
    }

    fn rulebook(&mut self, reader: Reader) -> Reply {
        let point = self.round_number();
        self.course.add(json!({"event": "rulebook", "by": self.name(reader), "point": point}));
        let game = self.session.game();
        Reply::with("rulebook", blocks(game.book(), game.sources()))
    }

    /// The points of this line up to where the round began that is on.
    fn history(&self, reader: Reader) -> Reply {
        let (tree, viewer) = (self.session.tree(), reader.viewer());
        let way = tree.way(self.round_point);
        let skipped = way.len().saturating_sub(LISTED);
        let names = |point: Point| -> Vec<&str> {
            let of = tree.bookmarks().iter().filter(|(_, at)| *at == point);
            of.map(|(name, _)| name.as_str()).collect()
        };
        let point = |point: &Point| {
            json!({
                "n": tree.number(*point),
                "text": self.session.step_told(*point, viewer),
                "rules": matches!(tree.node(*point).step, Step::Rules(_)),
                "here": *point == self.round_point,
                "names": names(*point),
            })
        };
        let points: Vec<Value> = way.iter().skip(skipped).map(point).collect();
        let branches = tree.known_branches();
        let branch = |b: &houserules_table::session::Branch| {
            json!({"n": b.number, "from": tree.number(b.from), "to": tree.number(b.tip),
                   "here": b.current})
        };
        let branches: Vec<Value> = branches.iter().map(branch).collect();
        Reply::with("points", points).and("branches", branches).and("skipped", skipped)
    }

    /// A note is pinned to the point where the game stands and to the rule that runs there.
    fn note(&mut self, reader: Reader, text: &str, about: Option<&str>) -> Reply {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > LONGEST_NOTE {
            return Reply::no(format!("write a note of at most {LONGEST_NOTE} letters"));
        }
        let n = self.course.called("note").count() + 1;
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

    fn bookmark(&mut self, reader: Reader, name: &str) -> Reply {
        let name = name.trim();
        let word = name.chars().next().is_some_and(char::is_alphabetic);
        let long = name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control);
        if reader == Reader::Onlooker {
            return Reply::no("only those who play can do that");
        }
        if !word || long {
            return Reply::no("give the bookmark a name that begins with a letter");
        }
        if self.answered() > 0 {
            return Reply::no("wait until all have answered what they are asked");
        }
        self.session.bookmark(name);
        self.keep();
        Reply::done()
    }
}
