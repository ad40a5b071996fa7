//! A page as a test has it: it says who it is, keeps the last screen, and remembers every word.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::net::TcpStream;
use std::time::Duration;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Error, Message, WebSocket, connect};

/// Nothing takes longer than that, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

/// A page and what it has heard.
pub struct Page {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    next: u64,
    /// The last screen.
    pub screen: Value,
    /// What is printed.
    pub book: Value,
    /// Who is there.
    pub seats: Value,
    /// Every message, as it came.
    pub heard: Vec<String>,
    replies: BTreeMap<u64, Value>,
}

impl Page {
    /// Opens a link.
    pub fn open(link: &str) -> Self {
        Self::called(link, "a page")
    }

    /// Opens a link as a page that may have been there before.
    pub fn called(link: &str, word: &str) -> Self {
        Self::greeting(link, json!({"page": word}))
    }

    /// Opens a link in a browser of which there may be other pages.
    pub fn of(link: &str, browser: &str, word: &str) -> Self {
        Self::greeting(link, json!({"page": word, "browser": browser}))
    }

    fn greeting(link: &str, mut hello: Value) -> Self {
        let mut page = Self::silent(link);
        (hello["do"], hello["protocol"]) = ("hello".into(), 1.into());
        hello["link"] = link.split_once('#').unwrap().1.into();
        assert_eq!(page.ask(hello)["ok"], true);
        page.until(|screen| screen["screen"].is_u64());
        page
    }

    /// Opens a socket, and says nothing.
    pub fn silent(link: &str) -> Self {
        let host = link.strip_prefix("http://").unwrap().split_once('/').unwrap().0;
        let (socket, _) = connect(format!("ws://{host}/ws")).unwrap();
        let (screen, book, seats) = (Value::Null, Value::Null, Value::Null);
        let (heard, replies) = (Vec::new(), BTreeMap::new());
        Self { socket, next: 0, screen, book, seats, heard, replies }
    }

    fn patience(&mut self, most: Duration) {
        if let MaybeTlsStream::Plain(stream) = self.socket.get_mut() {
            stream.set_read_timeout(Some(most)).unwrap();
        }
    }

    /// Reads one message; no: nothing came in that time, or the socket is closed.
    fn read(&mut self, most: Duration) -> bool {
        self.patience(most);
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    self.take(&text);
                    return true;
                }
                Ok(Message::Close(_)) => return false,
                Ok(_) => {}
                Err(Error::Io(e))
                    if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
                {
                    return false;
                }
                Err(_) => return false,
            }
        }
    }

    fn take(&mut self, text: &str) {
        self.heard.push(text.to_string());
        let value: Value = serde_json::from_str(text).unwrap();
        if let Some(id) = value["reply"].as_u64() {
            self.replies.insert(id, value);
        } else if value["screen"].is_u64() {
            self.screen = value;
        } else if value["seats"].is_array() {
            self.seats = value["seats"].clone();
        } else if value["book"].is_string() {
            self.book = value;
        }
    }

    /// Says a text as it is.
    pub fn say_text(&mut self, text: &str) {
        // A server that has let the page go may have closed the socket already.
        let _ = self.socket.send(Message::Text(text.into()));
    }

    /// Asks whether the server is there; no reply is waited for.
    pub fn ping(&mut self) {
        let _ = self.socket.send(Message::Ping(Vec::new().into()));
    }

    /// Says something; the number of the message.
    pub fn say(&mut self, mut what: Value) -> u64 {
        self.next += 1;
        what["id"] = self.next.into();
        self.say_text(&what.to_string());
        self.next
    }

    /// The reply to a message.
    pub fn reply(&mut self, id: u64) -> Value {
        while !self.replies.contains_key(&id) {
            assert!(self.read(PATIENCE), "no reply to {id}: {:?}", self.heard.last());
        }
        self.replies.remove(&id).unwrap()
    }

    /// Says something, and waits for the reply.
    pub fn ask(&mut self, what: Value) -> Value {
        let id = self.say(what);
        self.reply(id)
    }

    /// Waits until the screen is as wanted.
    pub fn until(&mut self, is: impl Fn(&Value) -> bool) {
        while !is(&self.screen) {
            assert!(self.read(PATIENCE), "the screen stays {}", self.screen);
        }
    }

    /// Reads whatever has come; whether anything had.
    pub fn listen(&mut self) -> bool {
        let before = self.heard.len();
        while self.read(Duration::from_millis(300)) {}
        self.heard.len() > before
    }

    /// Whether the server has closed the socket, or does within a while.
    pub fn is_let_go(&mut self) -> bool {
        self.patience(PATIENCE);
        loop {
            match self.socket.read() {
                Ok(Message::Close(_)) => return true,
                Ok(_) => {}
                Err(Error::Io(e))
                    if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
                {
                    return false;
                }
                Err(_) => return true,
            }
        }
    }

    /// The number of the screen.
    pub fn number(&self) -> u64 {
        self.screen["screen"].as_u64().unwrap()
    }

    /// Whether this page is asked something.
    pub fn is_asked(&self) -> bool {
        self.screen["ask"].is_object()
    }

    /// Types a choice on the present screen.
    pub fn types(&mut self, text: &str) -> Value {
        let screen = self.number();
        self.ask(json!({"do": "say", "screen": screen, "text": text}))
    }

    /// Chooses an entry step by step, each time what `pick` says of so many; gives the reply.
    pub fn chooses(&mut self, mut pick: impl FnMut(usize) -> usize) -> Value {
        let entries = self.screen["ask"]["entries"].as_array().unwrap().len();
        let entry = pick(entries);
        let (screen, mut filled) = (self.number(), Vec::new());
        loop {
            let asked =
                json!({"do": "options", "screen": screen, "entry": entry, "filled": filled});
            let reply = self.ask(asked);
            assert_eq!(reply["ok"], true, "{reply}");
            filled = reply["filled"].as_array().unwrap().clone();
            if reply["step"].is_null() {
                break;
            }
            filled.push(value_of(&reply["step"], &mut pick));
        }
        self.ask(json!({"do": "choose", "screen": screen, "entry": entry, "filled": filled}))
    }
}

/// What is filled into a step.
fn value_of(step: &Value, pick: &mut impl FnMut(usize) -> usize) -> Value {
    let empty = Vec::new();
    let picks = step["picks"].as_array().unwrap_or(&empty);
    let args =
        |n: usize| -> Vec<Value> { picks.iter().take(n).map(|p| p["arg"].clone()).collect() };
    match step["fill"].as_str().unwrap() {
        "one" => picks[pick(picks.len())]["arg"].clone(),
        "number" => json!({"Number": step["low"]}),
        "some" => {
            let (least, most) = (step["least"].as_u64().unwrap(), step["most"].as_u64().unwrap());
            let more = pick((most - least + 1) as usize);
            json!({"List": args(least as usize + more)})
        }
        "order" => json!({"List": args(picks.len())}),
        other => panic!("{other}"),
    }
}
