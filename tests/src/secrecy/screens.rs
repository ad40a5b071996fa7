//! What the program itself writes for a seat: `play`, the workbench, drawings. The commands are
//! carried out as they are when somebody types them.

use super::Subject;
use houserules::bots::Bots;
use houserules::cli_error::CliError;
use houserules::draw::picks::Picks;
use houserules::draw::svg_of;
use houserules::play::people::People;
use houserules::play::turn;
use houserules::reload::desk::Desk;
use houserules::repl::workbench::Workbench;
use houserules::rules::RuleFiles;
use houserules::setup::Sitter;
use houserules::show::console::{Console, Look};
use houserules::terminal::carry_out::called;
use houserules::terminal::command::Role;
use houserules::terminal::host::Host;
use houserules::terminal::input::Input;
use houserules::terminal::typed::Typed;
use houserules_interpreter::ask::Stop;
use houserules_interpreter::machine::Machine;
use houserules_table::debugger::Bench;
use houserules_table::game::Game;
use houserules_table::journal::{FORMAT, Header, Player};
use houserules_table::session::Session;
use houserules_table::visibility::Viewer;
use std::path::PathBuf;
use std::sync::Arc;

/// Commands that only look, with the colon that keeps them from being moves.
const LOOKS: &str = ":look\n:table\n:log\n";

/// What a seat is shown at a stop.
pub(super) struct Screens<'a> {
    pub(super) subject: &'a Subject,
    pub(super) seat: u8,
}

impl Screens<'_> {
    /// The screen of `play` before the seat decides, and what it may look at; of a seat that is not
    /// asked what it has read and sees.
    pub(super) fn play(&self, game: &Game<Machine>) -> String {
        let zones = game
            .book()
            .zones
            .iter()
            .map(|zone| format!(":look {}\n", zone.name))
            .collect::<String>();
        let others =
            (0..self.subject.seats).map(|s| format!(":look P{s}'s hand\n")).collect::<String>();
        self.decide(game, &format!("{LOOKS}{zones}{others}"))
    }

    /// What `why` says at the seat.
    pub(super) fn why(&self, game: &Game<Machine>, tries: &[String]) -> String {
        let lines = tries.iter().map(|tried| format!(":why {tried}\n")).collect::<String>();
        self.decide(game, &format!(":why\n{lines}"))
    }

    fn decide(&self, game: &Game<Machine>, script: &str) -> String {
        let session = Session::begin(game.clone());
        written(script, |console| {
            let mut sitting = self.sitting(session, console, true)?;
            let asked = sitting.session.game_mut().menu(self.seat).is_some();
            if asked {
                turn::take(&mut sitting, self.seat).map(drop)
            } else {
                sitting.tell(Viewer::Seat(self.seat), self.seat, Some("What happened"))?;
                sitting.show_table(Viewer::Seat(self.seat), true)
            }
        })
    }

    /// The boards as an SVG picture; none: there is none.
    pub(super) fn drawing(&self, game: &mut Game<Machine>) -> Option<String> {
        let view = game.full_view(Viewer::Seat(self.seat));
        svg_of(game.book(), &view, Picks::default())
    }

    /// Commands of the workbench, through the seat's eyes.
    pub(super) fn workbench(&self, game: &Game<Machine>, tries: &[String]) -> String {
        let mut lines = vec![format!("as P{}", self.seat)];
        for line in [
            "where",
            "look",
            "look spectator",
            "moves all",
            "why",
            "score",
            "log",
            "points",
            "branches",
            "watch",
            "names",
        ] {
            lines.push(format!(":{line}"));
        }
        for seat in 0..self.subject.seats {
            lines.extend([format!(":look P{seat}"), format!(":moves P{seat}")]);
        }
        lines.extend(tries.iter().take(3).map(|tried| format!(":why {tried}")));
        let secrets = game.book().counters.iter().map(|c| c.name.as_str());
        lines.extend(secrets.take(2).map(|name| format!(":print P0.{name}")));
        self.typed(Session::begin(game.clone()), &lines).0
    }

    pub(super) fn header(&self) -> Header {
        let player = |name: String| Player { name, player: "human".into() };
        Header {
            houserules_journal: FORMAT,
            game: "game.rules".into(),
            rules_hash: String::new(),
            options: std::collections::BTreeMap::new(),
            set: None,
            variants: Vec::new(),
            seed: 1.into(),
            seats: self.subject.names().into_iter().map(player).collect(),
            texts: Vec::new(),
        }
    }

    /// A table at which this seat sits before the screen, and everybody else if `all`.
    fn sitting<'a, 'c>(
        &self,
        session: Session<Machine>,
        console: &'a mut Console<'c>,
        all: bool,
    ) -> Result<Host<'a, 'c>, CliError> {
        let sitters = sitters(self.subject.seats, |seat| all || seat == self.seat);
        let people = People {
            before: Some(self.seat),
            ..People::new(sitters, 0, "houserules play game.rules".into())
        };
        let host = self.host(session, console, Role::Player)?;
        Ok(Host { people, eyes: Viewer::Seat(self.seat), ..host })
    }

    fn host<'a, 'c>(
        &self,
        session: Session<Machine>,
        console: &'a mut Console<'c>,
        role: Role,
    ) -> Result<Host<'a, 'c>, CliError> {
        let asked = RuleFiles { game: PathBuf::from("game.rules"), variants: Vec::new() };
        Ok(Host {
            role,
            input: Input::new(console, role)?,
            desk: Desk::unwatched(&asked, &session, None, console.look),
            read_for: Arc::clone(session.game().book()),
            session,
            header: self.header(),
            console,
            keeper: None,
            bots: Bots::new(1.into(), 0, |machine| machine),
            eyes: Viewer::Referee,
            people: People::new(Vec::new(), 0, String::new()),
            bench: Workbench::reading_with(self.subject.bench()),
        })
    }

    /// Types lines at the workbench; what it writes, and the session as it stands then.
    fn typed(
        &self,
        session: Session<Machine>,
        lines: &[String],
    ) -> (String, Option<Session<Machine>>) {
        let mut left = None;
        let text = written("", |console| {
            let mut host = self.host(session, console, Role::Referee)?;
            lines.iter().try_for_each(|line| host.one(line).map(drop))?;
            self.subject.give_back(host.bench.reads);
            left = Some(host.session);
            Ok(())
        });
        (text, left)
    }
}

/// Who sits where: people, and bots elsewhere.
pub(super) fn sitters(seats: u8, people: impl Fn(u8) -> bool) -> Vec<Sitter> {
    let sits = |seat| if people(seat) { Sitter::Human } else { Sitter::Random };
    (0..seats).map(sits).collect()
}

/// A seat looks back over what was chosen in a world.
pub(super) struct Past<'a> {
    pub(super) subject: &'a Subject,
    pub(super) seat: u8,
    /// The choices of that world.
    pub(super) made: &'a [(u8, String)],
}

impl Past<'_> {
    /// Goes back, on again, and chooses the same anew; at the table, then at the workbench.
    pub(super) fn gone_over(&self, session: Session<Machine>) -> String {
        let screens = Screens { subject: self.subject, seat: self.seat };
        let mut left = None;
        let mut text = written("", |console| {
            let mut sitting = screens.sitting(session, console, true)?;
            for command in
                ["history all", "bookmark here", "undo", "redo", "undo 2", "redo 2", "undo"]
            {
                self.command(&mut sitting, command)?;
            }
            // Of a race all answers were taken back.
            let kept = sitting.session.tree().way(sitting.session.here()).len() - 1;
            for (seat, choice) in self.made.iter().skip(kept) {
                drop(sitting.session.say(*seat, choice));
            }
            for command in ["branches", "branch 1", "back here", "save test nowhere/x.rules \"t\""]
            {
                self.command(&mut sitting, command)?;
            }
            left = Some(sitting.session);
            Ok(())
        });
        let lines = [
            "points",
            "branches",
            "undo",
            "log",
            "redo",
            "back turn",
            "goto 0",
            "diff 0",
            "save test \"t\"",
        ];
        let lines = lines.iter().map(|line| format!(":{line}"));
        let lines: Vec<String> = [format!("as P{}", self.seat)].into_iter().chain(lines).collect();
        text += &left.map(|session| screens.typed(session, &lines).0).unwrap_or_default();
        text
    }

    /// A command of `play` about the history, and what the seat sees then.
    fn command(&self, sitting: &mut Host<'_, '_>, command: &str) -> Result<(), CliError> {
        let viewer = Viewer::Seat(self.seat);
        sitting.console.line(command)?;
        let over = matches!(sitting.session.game().stop(), Stop::Over(_));
        if over && command.starts_with("save") {
            return Ok(());
        }
        self.carried_out(sitting, command)?;
        sitting.tell(viewer, self.seat, Some("What happened"))?;
        sitting.show_table(viewer, true)?;
        self.carried_out(sitting, "log")?;
        self.carried_out(sitting, "history all")
    }

    fn carried_out(&self, sitting: &mut Host<'_, '_>, line: &str) -> Result<(), CliError> {
        let typed = Typed::new(line, Bench::file(sitting.game()));
        match called(sitting, typed.word(), &typed) {
            Ok(_) => Ok(()),
            Err(failed) => sitting.say_failed(&typed, failed),
        }
    }

    /// What is shown when the game is over, or a rule could not be carried out.
    pub(super) fn end(&self, session: Session<Machine>, alone: bool) -> String {
        let screens = Screens { subject: self.subject, seat: self.seat };
        written("table\nlog\nhistory all\nbranches\n", |console| {
            screens.sitting(session, console, !alone)?.play()
        })
    }
}

/// What is written to a pipe, and why no more was.
fn written(script: &str, write: impl FnOnce(&mut Console<'_>) -> Result<(), CliError>) -> String {
    let mut input = script.as_bytes();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = Console::new(Look::plain(), &mut input, &mut out, &mut err);
    let ended = write(&mut console);
    let mut text = String::from_utf8_lossy(&out).into_owned();
    text += &String::from_utf8_lossy(&err);
    if let Err(trouble) = ended {
        text += &trouble.in_a_line();
    }
    text
}
