//! The socket by which a page talks to its table: it only passes messages on, and lets nobody say
//! too much.

use super::Shared;
use crate::clock::{Moment, now};
use crate::out::{Out, Waiting};
use crate::protocol::asked::{Asked, Message as Wanted, PROTOCOL};
use crate::protocol::reply::{NOWHERE, Reply};
use crate::table::{Command, Connection};
use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{interval, timeout};

/// A message is no longer than that, in bytes.
const LONGEST: usize = 32 * 1024;

/// So much is read at once, in bytes: pages say little, and each has room for it at all times.
const READ: usize = 4 * 1024;

/// A page says who it is within that time.
const HELLO: Duration = Duration::from_secs(10);

/// How often a page is asked whether it is still there; one that has not answered for three times
/// as long is gone.
const PULSE: Duration = Duration::from_secs(20);

/// So many messages of a page may be under way; what comes behind them stays on the line.
const UNDER_WAY: usize = 8;

/// So many messages may come at once, and so many a second in the long run.
const BURST: f64 = 200.0;
const A_SECOND: f64 = 100.0;

/// Opens a socket.
pub async fn open(State(shared): State<Arc<Shared>>, upgrade: WebSocketUpgrade) -> Response {
    let Ok(room) = Arc::clone(&shared.room).try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "there is no room left").into_response();
    };
    let upgrade = upgrade.max_message_size(LONGEST).max_frame_size(LONGEST);
    upgrade.read_buffer_size(READ).on_upgrade(move |socket| async move {
        talk(&shared, socket).await;
        drop(room);
    })
}

/// How much a page may say.
#[derive(Debug)]
struct Allowance {
    left: f64,
    since: Moment,
}

impl Allowance {
    fn new() -> Self {
        Self { left: BURST, since: now() }
    }

    /// Whether it may say something more.
    #[expect(clippy::float_arithmetic, reason = "a rate; no game sees it")]
    fn takes(&mut self) -> bool {
        let passed = self.since.elapsed().as_secs_f64();
        self.since = now();
        self.left = (self.left + passed * A_SECOND).min(BURST) - 1.0;
        self.left >= 0.0
    }
}

async fn talk(shared: &Shared, mut socket: WebSocket) {
    let Ok(Some(hello)) = timeout(HELLO, next_text(&mut socket)).await else { return };
    let Some((queue, command, texts, connection)) = introduced(shared, &hello) else {
        let reply = Reply::no(NOWHERE).written(id(&hello));
        let _ = socket.send(Message::Text(reply.into())).await;
        return;
    };
    if queue.send(command).is_err() {
        return;
    }
    carry(&mut socket, &queue, connection, texts).await;
    let _ = queue.send(Command::Gone(connection));
}

async fn next_text(socket: &mut WebSocket) -> Option<Utf8Bytes> {
    loop {
        match socket.recv().await? {
            Ok(Message::Text(text)) => return Some(text),
            Ok(Message::Ping(_) | Message::Pong(_)) => {}
            Ok(Message::Binary(_) | Message::Close(_)) | Err(_) => return None,
        }
    }
}

type Introduced = (Sender<Command>, Command, Waiting, Connection);

/// Who a page says it is, and its table.
fn introduced(shared: &Shared, hello: &str) -> Option<Introduced> {
    let Wanted { id, what: Asked::Hello { link, page, browser, protocol } } =
        serde_json::from_str(hello).ok()?
    else {
        return None;
    };
    let (table, secret) = link.split_once('.')?;
    let queue = shared.hall.queue(table).filter(|_| protocol == PROTOCOL)?;
    let (out, texts) = Out::new();
    let connection = shared.connections.fetch_add(1, Ordering::Relaxed);
    let word = |word: &str| word.chars().take(64).collect::<String>();
    let (page, browser) = (word(&page), browser.as_deref().map(word));
    let secret = secret.to_string();
    let command = Command::Come { connection, secret, page, browser, id, out };
    Some((queue, command, texts, connection))
}

/// Passes messages on, until one side has gone.
async fn carry(
    socket: &mut WebSocket,
    queue: &Sender<Command>,
    connection: Connection,
    mut texts: Waiting,
) {
    let mut allowance = Allowance::new();
    let mut pulse = interval(PULSE);
    let mut heard = now();
    let under_way = Arc::new(Semaphore::new(UNDER_WAY));
    loop {
        tokio::select! {
            text = texts.next() => {
                // The table has let the page go.
                let Some(text) = text else { return };
                let sent = socket.send(Message::Text(text));
                if !matches!(timeout(PULSE, sent).await, Ok(Ok(()))) {
                    return;
                }
            }
            _ = pulse.tick() => {
                let silent = heard.elapsed() > PULSE * 3;
                if silent || socket.send(Message::Ping(Vec::new().into())).await.is_err() {
                    return;
                }
            }
            said = next_message(&under_way, socket) => {
                let Some((place, message)) = said else { return };
                heard = now();
                // Whatever it is: answering a ping is work, too.
                if !allowance.takes() {
                    return;
                }
                match message {
                    Message::Text(text) => {
                        let said = match serde_json::from_str::<Wanted>(&text) {
                            Ok(message) => {
                                queue.send(Command::Said { connection, message, place }).is_ok()
                            }
                            Err(_) => {
                                let no = Reply::no("this message means nothing").written(id(&text));
                                socket.send(Message::Text(no.into())).await.is_ok()
                            }
                        };
                        if !said {
                            return;
                        }
                    }
                    Message::Ping(_) | Message::Pong(_) => {}
                    Message::Binary(_) | Message::Close(_) => return,
                }
            }
        }
    }
}

/// What the page says next, once there is a place for it; none: it has gone.
async fn next_message(
    under_way: &Arc<Semaphore>,
    socket: &mut WebSocket,
) -> Option<(OwnedSemaphorePermit, Message)> {
    let place = Arc::clone(under_way).acquire_owned().await.ok()?;
    let message = socket.recv().await?.ok()?;
    Some((place, message))
}

/// The number of a message that is not understood.
fn id(text: &str) -> u64 {
    let value = serde_json::from_str::<serde_json::Value>(text).ok();
    value.and_then(|value| value["id"].as_u64()).unwrap_or(0)
}
