//! Tables in the browser that are killed: nothing is lost that a page was told.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test may stop where it stands")]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tungstenite::{Message, connect};

/// A program that serves, and what its first line says.
struct Serving {
    program: Child,
    tables: Value,
}

impl Drop for Serving {
    fn drop(&mut self) {
        // `kill -9`: it is told nothing.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

fn serve(folder: &Path) -> Serving {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/nim.rules");
    let mut command = Command::new(env!("CARGO_BIN_EXE_houserules"));
    command.arg("serve").arg(game).args(["--players", "2", "--format", "json"]);
    command.arg("--journals").arg(folder).stdout(Stdio::piped());
    let mut program = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(program.stdout.take().unwrap()).read_line(&mut line).unwrap();
    Serving { program, tables: serde_json::from_str(&line).unwrap() }
}

/// Says who one is and something more; the reply to that, and the last screen before it.
fn says(link: &str, more: &dyn Fn(&Value) -> Value) -> (Value, Value) {
    let (base, secret) = link.strip_prefix("http://").unwrap().split_once("/#").unwrap();
    let (mut socket, _) = connect(format!("ws://{base}/ws")).unwrap();
    let hello = json!({"do": "hello", "id": 1, "link": secret, "page": "p", "protocol": 1});
    socket.send(Message::Text(hello.to_string().into())).unwrap();
    let mut screen = Value::Null;
    loop {
        let Message::Text(text) = socket.read().unwrap() else { continue };
        let value: Value = serde_json::from_str(&text).unwrap();
        if value["screen"].is_u64() {
            if screen.is_null() {
                let more = more(&value);
                socket.send(Message::Text(more.to_string().into())).unwrap();
            }
            screen = value;
        } else if value["reply"] == 2 {
            return (value, screen);
        }
    }
}

#[test]
fn a_killed_table_comes_back_under_the_same_links_with_every_move() {
    let folder = tempfile::tempdir().unwrap();
    let first = serve(folder.path());
    let tables = first.tables.clone();
    let link =
        |seat: usize| tables["tables"][0]["seats"][seat]["url"].as_str().unwrap().to_string();
    let take = |screen: &Value| {
        let on = &screen["screen"];
        json!({"do": "say", "id": 2, "screen": on, "text": "take large, 2"})
    };
    let (reply, _) = says(&link(0), &take);
    assert_eq!(reply["ok"], true, "{reply}");
    drop(first);
    let second = serve(folder.path());
    assert_eq!(second.tables, tables);
    let (log, screen) = says(&link(1), &|_| json!({"do": "log", "id": 2}));
    let lines = log["log"].as_array().unwrap();
    assert_eq!(lines.iter().filter(|line| line["told"] == "choice").count(), 1, "{log}");
    assert!(screen["ask"].is_object());
    // The same move once more belongs to a screen that is gone.
    let old = json!({"do": "say", "id": 2, "screen": 1, "text": "take large, 2"});
    let (again, _) = says(&link(1), &|_| old.clone());
    assert_eq!(again["stale"], true);
}
