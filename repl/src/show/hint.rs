//! What a hint says: the best choices, what they promise, and what that depends on.

#![expect(
    clippy::float_arithmetic,
    reason = "shares are shown; nothing of it goes back into a game"
)]

use crate::show::console::Tone;
use houserules_bots::search::advice::{Advice, Hint};
use houserules_bots::search::fixed::ONE;
use houserules_interpreter::ask::Engine;
use houserules_lang::naming::Naming;
use houserules_table::game::Game;

/// So many choices are shown.
pub const SHOWN: usize = 3;

/// A hint as it is shown.
#[derive(Debug)]
pub struct Shown<'h> {
    /// What a bot found.
    pub hint: &'h Hint,
    /// The numbers to type for each of its best choices, where there are any.
    pub typed: Vec<Option<String>>,
}

/// The lines of a hint for a seat that is asked.
pub fn lines<E: Engine>(game: &mut Game<E>, seat: u8, shown: &Shown<'_>) -> Vec<(Tone, String)> {
    let hint = shown.hint;
    let mut said = Vec::new();
    let mut best: Vec<(&Advice, Option<&str>)> =
        hint.best.iter().zip(shown.typed.iter().map(Option::as_deref)).collect();
    let Some((first, _)) = best.first().copied() else {
        return vec![(Tone::Faint, "There is nothing to advise here.".into())];
    };
    // All are measured alike: whoever reads them compares them.
    let won = best.iter().all(|(a, _)| a.tries > 0 && a.ended * 2 >= a.tries);
    let is_alike = |(a, _): &&(&Advice, _)| first.is_close_to(a) || won && share(a) >= share(first);
    let alike = 1 + best.iter().skip(1).take_while(is_alike).count();
    // Equals stand by what is shown of them, unless "the second" is spoken of below.
    if won && hint.unless.is_none() {
        best[..alike].sort_by(|(a, _), (b, _)| share(b).total_cmp(&share(a)));
    }
    for (at, (advice, numbers)) in best.iter().enumerate() {
        let Some(words) = game.wording(seat, |_| Some(advice.answer.clone())) else { continue };
        let tone = if at == 0 { Tone::Plain } else { Tone::Faint };
        let numbers = numbers.map_or_else(String::new, |numbers| format!(" (`{numbers}`)"));
        said.push((tone, format!("  {}. {words}{numbers}: {}", at + 1, promise(advice, won))));
    }
    let told = match (best.len(), alike) {
        (1, _) if hint.others == 0 => "There is nothing else to choose.".to_owned(),
        (1, _) => "Nothing else promised enough to be looked at for long.".to_owned(),
        (_, 1) => format!("The first is clearly better, after {} tries.", hint.thought.tries),
        (2, _) => "The two are too close to tell apart.".to_owned(),
        (all, alike) if all == alike => "These are too close to tell apart.".to_owned(),
        _ => "The first two are too close to tell apart.".to_owned(),
    };
    said.push((Tone::Faint, format!("  {told}")));
    if !won && first.tries > 0 {
        let scale =
            "  On this scale +50 is a game won, -50 one lost, and 0 is how things stand now.";
        said.push((Tone::Faint, scale.into()));
    }
    if let Some(lying) = hint.unless {
        let naming = game.naming();
        let card = card(&naming, lying.row.index());
        let zone = naming.zone_path(lying.zone, lying.key);
        let told = format!(
            "  It depends on what you cannot see: if {card} is in {zone}, take the second."
        );
        said.push((Tone::Faint, told));
    }
    if hint.thought.is_doubtful() {
        let told =
            "  A rule could not be carried out in what may follow; the advice is worth less.";
        said.push((Tone::Faint, told.into()));
    }
    said
}

fn card(naming: &Naming<'_>, row: usize) -> String {
    naming.book.rows.get(row).map_or_else(String::new, |row| format!("[{}]", row.name))
}

fn percent(part: i64, whole: i64) -> f64 {
    part as f64 * 100.0 / whole.max(1) as f64
}

/// Of the tries that came to an end, the share that was won, in hundredths.
fn share(advice: &Advice) -> f64 {
    percent(advice.won, i64::from(advice.ended) * ONE)
}

/// What a choice promises: of tries that came to an end, how many were won; else how things stand.
/// `won`: the first of these is said of all.
fn promise(advice: &Advice, won: bool) -> String {
    if advice.tries == 0 {
        return "all there is".into();
    }
    if won {
        return format!("wins {:.0} % of {} tries", share(advice), advice.ended);
    }
    let stands = percent(advice.worth, ONE) - 50.0;
    let words = match stands {
        s if s > 15.0 => "you gain much ground",
        s if s > 3.0 => "you gain ground",
        s if s >= -3.0 => "little changes",
        s if s >= -15.0 => "you lose ground",
        _ => "you lose much ground",
    };
    format!("{words} ({stands:+.0}, ± {:.0}, {} tries)", percent(advice.doubt, ONE), advice.tries)
}
