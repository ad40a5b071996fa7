//! Bringing new rules into a session: now, before the next round, by playing again, or beside the
//! old ones.

use crate::rulebook::changed::{Retold, changed};
use crate::texts::KnownTexts;
use houserules_interpreter::ask::Stop;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::migrate::{Answers, Obstacle};
use houserules_lang::difference::Rules;
use houserules_lang::naming::stage_word;
use houserules_lang::source::Sources;
use houserules_table::journal::RulesChange;
use houserules_table::journal::fingerprint::rules_hash;
use houserules_table::reload::{How, Misfit, Update, When, apply};
use houserules_table::session::{Played, Point, Session, Step};

/// The names and texts that took part, as journals keep them.
#[must_use]
pub fn kept_texts(sources: &Sources) -> Vec<(String, String)> {
    KnownTexts::of(sources).into_files()
}

/// Brings rules in as asked; gives what is to be said of it.
///
/// # Errors
/// What stands in the way; the session stands as it did.
pub fn bring(
    session: &mut Session<Machine>,
    update: &Update,
    how: &How,
) -> Result<Vec<String>, Obstacle> {
    let applied = apply(session.game(), update, how)?;
    let changes = || {
        let game = session.game();
        let old = Rules { book: game.book(), sources: game.sources() };
        let new = Rules { book: &update.book, sources: &update.sources };
        let changes = changed(old, new, &update.difference);
        changes.iter().map(Retold::line).collect::<Vec<_>>()
    };
    let (first, changes) = match how.when {
        When::Now | When::Here => ("the rules have changed".to_string(), changes()),
        When::Start => ("played again under other rules".to_string(), changes()),
        When::Before(word) => {
            (format!("new rules come in before the next {}", stage_word(word)), Vec::new())
        }
        When::Not => ("the new rules do not come in here".to_string(), Vec::new()),
    };
    let mut said: Vec<String> = std::iter::once(first).chain(changes).collect();
    said.extend(applied.notes.iter().cloned());
    let notes = applied.notes;
    if !matches!(how.when, When::Not) {
        let old = session.game();
        let (hash, texts) = (rules_hash(old.book()), kept_texts(old.sources()));
        session.keep_texts(&hash, texts);
        session.keep_texts(&update.rules_hash, kept_texts(&update.sources));
    }
    let change =
        RulesChange { rules_hash: update.rules_hash.to_string(), how: how.to_string(), said };
    session.change_rules(applied.game, change);
    Ok(notes)
}

/// Whether the game waits for new rules, and stands where they may come in.
#[must_use]
pub fn waits(session: &Session<Machine>) -> bool {
    session.game().engine().waits().is_some()
}

/// What the session was told to wait with: the last of the lines that led here.
#[must_use]
pub fn waiting(session: &Session<Machine>) -> Option<RulesChange> {
    let tree = session.tree();
    let Step::Rules(change) = tree.step(tree.last_rules()?).into_owned() else { return None };
    let waits = How::read(&change.how).is_some_and(|how| matches!(how.when, When::Before(_)));
    waits.then_some(change)
}

/// How the rules that are waited for were asked for.
#[must_use]
pub fn asked(session: &Session<Machine>) -> How {
    let asked = waiting(session).and_then(|change| How::read(&change.how));
    asked.unwrap_or_else(|| How::when(When::Here))
}

/// At the place that was waited for: the rules come in, or the game goes on under the old ones;
/// why, if it does.
pub fn arrive(
    session: &mut Session<Machine>,
    update: Result<Update, Obstacle>,
) -> Option<Obstacle> {
    let here = How { when: When::Here, ..asked(session) };
    let failed = update.and_then(|update| bring(session, &update, &here)).err()?;
    let old = Update::none(session.game());
    // Going on under the old rules never fails.
    let gone_on = bring(session, &old, &How::when(When::Not));
    debug_assert!(gone_on.is_ok());
    Some(failed)
}

/// What came of playing again.
#[derive(Debug)]
pub struct Replayed {
    /// How many choices fitted.
    pub fitted: usize,
    /// The first that did not.
    pub misfit: Option<Misfit>,
}

/// Plays the game again from its start under new rules, as far as its choices fit. The line played
/// before stays as a branch.
///
/// # Errors
/// If the new rules cannot be set up like this.
pub fn replay(
    session: &mut Session<Machine>,
    update: &Update,
    answers: &Answers,
) -> Result<Replayed, Obstacle> {
    let played = session.tree().played();
    let before = session.here();
    session.go(Point::START, "reload");
    let how = How { answers: answers.clone(), ..How::when(When::Start) };
    // The set-up has to be compared with the rules the game began under.
    let update = Update::new(
        session.game(),
        std::sync::Arc::clone(&update.book),
        std::sync::Arc::clone(&update.sources),
        &how.renames,
    );
    if let Err(obstacle) = bring(session, &update, &how) {
        session.go(before, "reload");
        return Err(obstacle);
    }
    let replayed = once_more(session, &played);
    session.draw_anew_beside(before);
    Ok(replayed)
}

/// Makes these choices again, as far as they fit, and draws as it was drawn then.
fn once_more(session: &mut Session<Machine>, played: &[Played]) -> Replayed {
    for (at, Played { record, lots }) in played.iter().enumerate() {
        lots.iter().for_each(|lots| session.draw_as_from(*lots));
        if let Err(why) = session.say(record.seat, &record.choice) {
            let (seat, choice) = (record.seat, record.choice.to_string());
            let misfit = Misfit { step: at + 1, seat, choice, why: why.to_string() };
            return Replayed { fitted: at, misfit: Some(misfit) };
        }
        if session.game().stop() != Stop::Asking {
            let misfit = played.get(at + 1).map(|next| Misfit {
                step: at + 2,
                seat: next.record.seat,
                choice: next.record.choice.to_string(),
                why: "the game is over before it".into(),
            });
            return Replayed { fitted: at + 1, misfit };
        }
    }
    Replayed { fitted: played.len(), misfit: None }
}

/// Keeps the old line under a name, and brings the rules in beside it; gives the name.
///
/// # Errors
/// What stands in the way; the session stands as it did.
pub fn fork(
    session: &mut Session<Machine>,
    update: &Update,
    how: &How,
) -> Result<String, Obstacle> {
    apply(session.game(), update, how)?;
    let taken = |name: &String| session.tree().bookmark(name).is_some();
    let name = (1..).map(|n| format!("old{n}")).find(|name| !taken(name)).unwrap_or_default();
    session.bookmark(&name);
    bring(session, update, how)?;
    Ok(name)
}
