//! A page that only listens and answers.

use super::{Moment, now};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::JoinHandle;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// What a page has heard.
#[derive(Debug)]
pub struct Heard {
    /// Which of the table's pages.
    pub page: usize,
    /// When the message came.
    pub when: Moment,
    /// How long the message was, in bytes.
    pub bytes: usize,
    /// What it was.
    pub what: What,
}

/// What a message was.
#[derive(Debug)]
pub enum What {
    /// A screen of that number; its text, if the page belongs to somebody who plays.
    Screen {
        /// Its number; it grows with each.
        number: u64,
        /// Whether saved rules would change something.
        changed: bool,
        /// The whole of it.
        text: Option<String>,
    },
    /// A reply to what this page has said.
    Reply(Value),
    /// Something that nobody here waits for.
    Other,
    /// The server has let the page go.
    Gone,
}

/// A page that is open.
#[derive(Debug)]
pub struct Client {
    out: SplitSink<WebSocketStream<TcpStream>, Message>,
    ear: JoinHandle<()>,
}

impl Client {
    /// Opens a link; what the page hears goes to `tell`, with texts of screens if it `plays`.
    ///
    /// # Errors
    /// If the link leads to no server.
    pub async fn open(
        link: &str,
        page: usize,
        plays: bool,
        tell: UnboundedSender<Heard>,
    ) -> Result<Self, String> {
        let (base, secret) = link
            .strip_prefix("http://")
            .and_then(|link| link.split_once("/#"))
            .ok_or_else(|| format!("`{link}` is no link"))?;
        let stream = TcpStream::connect(base).await.map_err(|e| e.to_string())?;
        stream.set_nodelay(true).map_err(|e| e.to_string())?;
        let opened = tokio_tungstenite::client_async(format!("ws://{base}/ws"), stream).await;
        let (socket, _) = opened.map_err(|e| e.to_string())?;
        let (out, ears) = socket.split();
        let ear = tokio::spawn(listen(ears, page, plays, tell));
        let mut client = Self { out, ear };
        let word = format!("page {page}");
        client
            .say(&json!({"do": "hello", "id": 0, "link": secret, "page": word, "protocol": 1}))
            .await?;
        Ok(client)
    }

    /// Says something.
    ///
    /// # Errors
    /// If the server has let the page go.
    pub async fn say(&mut self, what: &Value) -> Result<(), String> {
        self.out.send(Message::Text(what.to_string().into())).await.map_err(|e| e.to_string())
    }

    /// Closes it; nothing more is heard.
    pub fn close(self) {
        self.ear.abort();
    }
}

async fn listen(
    mut ears: SplitStream<WebSocketStream<TcpStream>>,
    page: usize,
    plays: bool,
    tell: UnboundedSender<Heard>,
) {
    while let Some(Ok(message)) = ears.next().await {
        let when = now();
        let Message::Text(text) = message else { continue };
        let (bytes, what) = (text.len(), understood(&text, plays));
        if tell.send(Heard { page, when, bytes, what }).is_err() {
            return;
        }
    }
    let _ = tell.send(Heard { page, when: now(), bytes: 0, what: What::Gone });
}

/// What a text is, with as little reading as will do: a thousand pages are read on one machine.
fn understood(text: &str, plays: bool) -> What {
    if let Some(rest) = text.strip_prefix("{\"screen\":") {
        let number = rest.split(',').next().and_then(|n| n.parse().ok()).unwrap_or(0);
        let changed = text.contains("\"changed\":[{");
        return What::Screen { number, changed, text: plays.then(|| text.to_string()) };
    }
    if text.starts_with("{\"reply\":") || text.contains("\"reply\":") {
        return serde_json::from_str(text).map_or(What::Other, What::Reply);
    }
    What::Other
}
