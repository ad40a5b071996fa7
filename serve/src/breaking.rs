//! Tables that break: they are opened again from their journals, after a pause that grows. One that
//! breaks again and again stays closed, and says so to whoever comes.

use crate::clock::now;
use crate::protocol::reply::{NO_SEAT, Reply};
use crate::protocol::screen::{Reader, Seats, TableNews};
use crate::table::{Command, Opening};
use houserules_files::cli_error::CliError;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Receiver;
use std::time::Duration;

/// A table that has broken is opened again after so long, the next time after twice as long.
const PAUSE: Duration = Duration::from_millis(250);

/// It is opened again so often in a row: then something is wrong that no pause mends.
const MOST: u32 = 7;

/// Whoever has run for so long is sound.
const SOUND: Duration = Duration::from_secs(60);

/// It broke too often.
#[derive(Debug, PartialEq, Eq)]
pub struct Broken;

/// Runs something until it ends. Should it break, or not begin, it is run again after a `rest`.
///
/// # Errors
/// If it has broken too often in a row.
pub fn kept_up(
    mut run: impl FnMut() -> Result<(), CliError>,
    mut rest: impl FnMut(Duration),
) -> Result<(), Broken> {
    let mut pause = PAUSE;
    loop {
        let begun = now();
        if matches!(catch_unwind(AssertUnwindSafe(&mut run)), Ok(Ok(()))) {
            return Ok(());
        }
        if begun.elapsed() >= SOUND {
            pause = PAUSE;
        }
        if pause >= PAUSE * 2u32.pow(MOST) {
            return Err(Broken);
        }
        rest(pause);
        pause *= 2;
    }
}

/// In the place of a table that is opened no more: tells whoever comes, and the lobby. What went
/// wrong may tell of something hidden, so it stands where the server was started.
pub fn closed(opening: &Opening, queue: &Receiver<Command>) {
    let kept = opening.shelf.load().ok().flatten();
    let number = kept.as_ref().map_or(1, |kept| kept.number);
    let journal = opening.shelf.file_of(number, "journal");
    if let Some(lobby) = &opening.lobby {
        let seats = Seats { seats: Vec::new(), onlookers: 0 };
        let news = TableNews { id: opening.shelf.id.clone(), seats, stop: "broken" };
        // A server that ends has no lobby any more.
        let _ = lobby.send(Command::Told(Box::new(news)));
    }
    while let Ok(told) = queue.recv() {
        let (secret, id, out) = match told {
            Command::Come { secret, id, out, .. } => (secret, id, out),
            Command::Stop => return,
            Command::Said { .. } | Command::Gone(_) | Command::Saved(_) | Command::Told(_) => {
                continue;
            }
        };
        let no = match kept.as_ref().and_then(|kept| kept.links.reader(&secret)) {
            Some(Reader::Host) => format!(
                "this table breaks down again and again, and stays closed. The game is safe in \
                 `{}`. Start the server again to go on; where you do, it says what is wrong",
                journal.display()
            ),
            Some(Reader::Seat { .. } | Reader::Onlooker) => {
                "this table has broken down, and stays closed. The game is safe: the host can tell \
                 you when to load this page again"
                    .into()
            }
            None => NO_SEAT.into(),
        };
        let _ = out.put(Reply::no(no).written(id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keeping::{Shelf, TableFile};
    use crate::links::Links;
    use crate::out::Out;
    use houserules_files::reload::watch::Watches;
    use houserules_files::setup::SetUp;
    use std::sync::mpsc::channel;

    #[test]
    fn what_breaks_rests_longer_each_time_and_is_given_up() {
        let (mut runs, mut rests) = (0_u32, Vec::new());
        let run = || {
            runs += 1;
            assert!(runs.is_multiple_of(2), "a mistake of ours");
            trouble()
        };
        assert_eq!(kept_up(run, |pause| rests.push(pause.as_millis())), Err(Broken));
        assert_eq!(rests, [250, 500, 1000, 2000, 4000, 8000, 16_000]);
        assert_eq!(runs, 8);
    }

    fn trouble() -> Result<(), CliError> {
        Err(CliError::call("the disk is full"))
    }

    #[test]
    fn what_works_again_goes_on_until_it_ends() {
        let mut left = 3;
        let run = || {
            left -= 1;
            if left > 0 { trouble() } else { Ok(()) }
        };
        assert_eq!(kept_up(run, |_| {}), Ok(()));
        assert_eq!(left, 0);
    }

    #[tokio::test]
    async fn whoever_comes_to_a_closed_table_is_told_so() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf { folder: folder.path().to_path_buf(), id: "pig".into() };
        let links = Links::fresh(2).unwrap();
        let kept = TableFile {
            starts: 1,
            game: "pig.rules".into(),
            links: links.clone(),
            sitters: Vec::new(),
            taken: Vec::new(),
            browsers: Vec::new(),
            number: 2,
            made: None,
        };
        shelf.keep(&kept).unwrap();
        let (lobby, lobby_hears) = channel();
        let opening = Opening {
            shelf,
            game: "pig.rules".into(),
            set_up: SetUp::default(),
            names: Vec::new(),
            base: String::new(),
            pace: Duration::ZERO,
            lobby: Some(lobby),
            watches: Watches::default(),
        };
        let (send, queue) = channel();
        let comes = |url: &str| {
            let (out, mut hears) = Out::new();
            let secret = url.rsplit('.').next().unwrap_or_default().to_string();
            let (page, browser) = (String::new(), None);
            send.send(Command::Come { connection: 1, secret, page, browser, id: 7, out }).unwrap();
            async move || hears.next().await.unwrap().to_string()
        };
        let mut host = comes(&links.host.url("", "pig"));
        let mut seat = comes(&links.seats[1].url("", "pig"));
        let mut other = comes("pig.00");
        send.send(Command::Gone(1)).unwrap();
        send.send(Command::Stop).unwrap();
        closed(&opening, &queue);
        let (host, seat) = (host().await, seat().await);
        assert!(host.contains("\"reply\":7") && host.contains("pig.2.journal"), "{host}");
        assert!(seat.contains("stays closed") && !seat.contains("journal"), "{seat}");
        assert!(other().await.contains("opens no seat"));
        assert!(matches!(lobby_hears.try_recv(), Ok(Command::Told(news)) if news.stop == "broken"));
    }
}
