//! New rules at a table: what is said of them, and how they come in.

use super::Table;
use super::proposing::{What as Proposes, Wording};
use crate::protocol::reply::Reply;
use crate::protocol::screen::{ChangeLine, Reader, SentencePart};
use houserules_files::reload::bring::waiting;
use houserules_files::reload::desk::{Readers, Reloads};
use houserules_files::reload::said::Told;
use houserules_files::reload::watch::{News, What};
use houserules_files::rulebook::changed::{Retold, Sentence, changed};
use houserules_files::show::look::Tone;
use houserules_interpreter::migrate::Answers;
use houserules_lang::difference::{Grade, Rules};
use houserules_table::journal::fingerprint::rules_hash;
use houserules_table::reload::Update;
use houserules_table::reload::hidden::opened;
use houserules_table::visibility::concealed::Concealed;
use serde_json::{Value, json};

/// Rules are asked for in no more letters than that.
const LONGEST: usize = 200;

impl Table {
    /// Rules were saved: everybody is told what they change, and the host what is wrong with them.
    pub(super) fn saved(&mut self, news: News) {
        let sound = matches!(news.what, What::Rules(_));
        self.desk.take(news);
        let told = self.desk.news(&self.session);
        let lines: Vec<String> = told.lines.into_iter().map(|(_, line)| line).collect();
        self.news.came.clear();
        self.news.broken = (!sound).then(|| lines.join("\n"));
        self.look_at_rules();
        let changed: Vec<&str> = self.news.changed.iter().map(|c| c.text.as_str()).collect();
        self.course.add(json!({"event": "saved", "sound": sound, "changes": changed}));
        self.send_all();
    }

    /// What the rules that were saved would change where the game stands.
    pub(super) fn look_at_rules(&mut self) {
        let Some(update) = self.desk.update(&self.session) else {
            self.news.changed.clear();
            self.news.opens.clear();
            return;
        };
        let part = |s: Sentence| SentencePart { was: s.was, now: s.now };
        let line = |change: Retold| ChangeLine {
            text: change.text,
            about: change.about,
            sentences: change.sentences.into_iter().map(part).collect(),
            grade: match change.grade {
                Grade::Safe => "safe",
                Grade::Migrates => "migrates",
                Grade::NewGame => "newgame",
            },
            place: change.place,
        };
        self.news.changed = self.retold(&update).into_iter().map(line).collect();
        self.news.opens = opened(self.session.game(), &update, &Answers::default());
    }

    /// What new rules change, as the rulebook says it.
    fn retold(&self, update: &Update) -> Vec<Retold> {
        let game = self.session.game();
        let old = Rules { book: game.book(), sources: game.sources() };
        let new = Rules { book: &update.book, sources: &update.sources };
        changed(old, new, &update.difference)
    }

    /// Who reads what is said of new rules, and so must agree to them. The host may be somebody who
    /// does not sit there, and sees what onlookers see: where something is hidden, all agree.
    pub(super) fn readers(&self) -> Readers {
        match Concealed::by(self.session.game().book()).nothing() {
            true => Readers::Referee,
            false => Readers::Several,
        }
    }

    /// Rules that were waited for come in.
    pub(super) fn arrive(&mut self) {
        self.desk.read_by(self.readers());
        let Some(told) = self.desk.arrive(&mut self.session) else { return };
        self.news.came = told.lines.into_iter().map(|(_, line)| line).collect();
        self.came_in("waited");
    }

    fn came_in(&mut self, how: &str) {
        self.news.n += 1;
        self.look_at_rules();
        let hash = rules_hash(self.session.game().book());
        let point = self.session.here().0;
        self.course.add(json!({"event": "rules", "how": how, "rules": hash, "step": point}));
    }

    pub(super) fn desk_agreed(&mut self, needs: String) {
        self.desk.agreed(needs);
    }

    /// What people are to agree to: every change, what was answered to what the rules need, and
    /// what more would be seen.
    fn to_agree(&self, words: &str) -> Wording {
        let mut lines = Vec::new();
        if let Some(update) = self.desk.update(&self.session) {
            let grade = |change: &Retold| match change.grade {
                Grade::Safe => "",
                Grade::Migrates => " (carries over what lies on the table)",
                Grade::NewGame => " (only in a new game)",
            };
            let changes = self.retold(&update);
            lines.extend(changes.iter().map(|one| format!("{}{}", one.line(), grade(one))));
            lines.extend(self.desk.answers().into_iter().map(|answer| format!("With {answer}.")));
            let opens = self.desk.opens(&self.session, &update);
            lines.extend(opens.into_iter().map(|more| format!("From then on {more}.")));
        }
        Wording { text: proposed(words), lines }
    }

    /// Brings rules in as the host wants, once those who must have agreed.
    pub(super) fn reload(&mut self, words: &str) -> Reply {
        if words.len() > LONGEST {
            return Reply::no("that is no way to bring rules in");
        }
        let readers = self.readers();
        // Where several must agree, it is only done once they have.
        let anew = self.answered() > 0 && !words.is_empty() && readers != Readers::Several;
        if anew {
            self.ask_anew();
        }
        self.desk.read_by(readers);
        let mut told = self.desk.command(&mut self.session, words);
        if let Some(needs) = told.needs.take() {
            let people = self.people();
            if people.is_empty() {
                self.ask_anew();
                self.desk.agreed(needs);
                told = self.desk.command(&mut self.session, words);
            } else {
                let what = Proposes::Reload { words: words.to_string(), needs };
                let number = self.put(Reader::Host, people, what, self.to_agree(words));
                return Reply::done().and("proposal", number);
            }
        }
        let reply = Reply::with("lines", said(&told));
        if told.moved {
            self.keep();
            if waiting(&self.session).is_none() {
                self.came_in(words);
            }
            self.moved_on();
        } else if anew {
            self.moved_on();
        } else {
            self.look_at_rules();
            self.send_all();
        }
        reply
    }
}

/// What people read who are to agree that rules come in that way.
fn proposed(words: &str) -> String {
    match words {
        "now" => "The host wants to bring the new rules in now".into(),
        "replay" => "The host wants to play the same choices again under the new rules".into(),
        "fork" => {
            "The host wants to go on under the new rules, and to keep the game as it was, too"
                .into()
        }
        other => match other.strip_prefix("next ") {
            Some(stage) => format!("The host wants to bring the new rules in at the next {stage}"),
            None => "The host wants to bring the new rules in".into(),
        },
    }
}

fn said(told: &Told) -> Vec<Value> {
    let tone = |tone: &Tone| match tone {
        Tone::Plain => "plain",
        Tone::Heading => "heading",
        Tone::Faint => "faint",
        Tone::Wrong => "wrong",
    };
    told.lines.iter().map(|(of, text)| json!({"tone": tone(of), "text": text})).collect()
}
