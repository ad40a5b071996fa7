//! Who is let in, and how much they may say.

use super::page::Page;
use super::{Evening, file};
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;

/// An answer to a request, as it comes.
fn asked(evening: &Evening, path: &str, host: &str, more: &str) -> String {
    let mut stream = TcpStream::connect(evening.running.address).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{more}Connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn pages_are_told_to_load_nothing_from_elsewhere() {
    let evening = Evening::begin("examples/nim.rules", 2);
    let own = evening.running.address.to_string();
    let answer = asked(&evening, "/", &own, "");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let head = answer.split("\r\n\r\n").next().unwrap().to_lowercase();
    for wanted in [
        "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self';",
        "frame-ancestors vscode-webview: vscode-file:",
        "referrer-policy: no-referrer",
        "x-content-type-options: nosniff",
    ] {
        assert!(head.contains(wanted), "{wanted}: {head}");
    }
    assert!(!head.contains("'unsafe"), "{head}");
}

#[test]
fn other_names_and_other_pages_are_not_answered() {
    let evening = Evening::begin("examples/nim.rules", 2);
    let own = evening.running.address.to_string();
    let evil = format!("evil.example:{}", evening.running.address.port());
    assert!(asked(&evening, "/", &evil, "").starts_with("HTTP/1.1 403"));
    let from = "Origin: http://evil.example\r\n";
    assert!(asked(&evening, "/ws", &own, from).starts_with("HTTP/1.1 403"));
}

#[test]
fn no_path_leads_to_the_disk() {
    let evening = Evening::with(&file("examples/nim.rules"), 2, &[]);
    let own = evening.running.address.to_string();
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fsrc/lib.rs",
        "//etc/passwd",
        "/nim.table",
        "/nim.journal",
        "/server.json",
    ] {
        let answer = asked(&evening, path, &own, "");
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
    }
}

#[test]
fn a_link_that_is_not_one_is_refused() {
    let evening = Evening::begin("examples/nim.rules", 2);
    let right = evening.links().seats[0].url.clone();
    for wrong in ["nim.0123456789abcdef0123456789abcdef", "other.00", "nim", "", "../x.y"] {
        let mut page = Page::silent(&right);
        let hello = json!({"do": "hello", "link": wrong, "page": "p", "protocol": 1});
        assert_eq!(page.ask(hello)["ok"], false, "{wrong}");
        assert!(page.is_let_go(), "{wrong}");
    }
}

#[test]
fn whoever_says_too_much_is_let_go() {
    let evening = Evening::begin("examples/nim.rules", 2);
    let mut long = evening.seat(0);
    long.say_text(&"x".repeat(40_000));
    assert!(long.is_let_go());
    let mut often = evening.seat(0);
    for _ in 0..3_000 {
        often.say_text("{}");
    }
    assert!(often.is_let_go());
    let mut pings = evening.seat(0);
    for _ in 0..3_000 {
        pings.ping();
    }
    assert!(pings.is_let_go());
    // The table goes on.
    assert_eq!(evening.seat(0).types("take large, 2")["ok"], true);
}

#[test]
fn heads_without_end_are_refused() {
    let evening = Evening::begin("examples/nim.rules", 2);
    let own = evening.running.address.to_string();
    let long = format!("X-Long: {}\r\n", "x".repeat(40_000));
    let answer = asked(&evening, "/", &own, &long);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
}

#[test]
fn what_means_nothing_is_answered_and_changes_nothing() {
    let evening = Evening::begin("examples/nim.rules", 2);
    let mut ana = evening.seat(0);
    for (at, text) in [
        "nonsense",
        "{\"do\": \"fly\", \"id\": 1000}",
        "{\"do\": \"options\", \"id\": 1001, \"screen\": 0, \"entry\": 0}",
        "{\"do\": \"say\", \"id\": 1002, \"screen\": 0, \"text\": \"take large, 2\"}",
    ]
    .iter()
    .enumerate()
    {
        ana.say_text(text);
        let id = if at == 0 { 0 } else { 999 + at as u64 };
        assert_eq!(ana.reply(id)["ok"], false, "{text}");
    }
    let screen = ana.number();
    let made_up = [
        json!({"Spot": {"zone": 9, "key": 9, "x": 32767, "y": -32768, "turn": 200}}),
        json!({"Card": {"zone": 500, "key": 0, "place": 65535, "row": null}}),
        json!({"List": [{"Number": 1}]}),
        json!({"Member": [77, 77]}),
    ];
    for arg in made_up {
        let draft = json!({"do": "choose", "screen": screen, "entry": 0, "filled": [arg]});
        assert_eq!(ana.ask(draft)["ok"], false);
    }
    let far = json!({"do": "choose", "screen": screen, "entry": 4_000_000_000_u64, "filled": []});
    assert_eq!(ana.ask(far)["ok"], false);
    assert!(ana.is_asked());
}

/// A connection on which something was said, and nothing more will be.
fn half_open(evening: &Evening, said: &str) -> TcpStream {
    let mut stream = TcpStream::connect(evening.running.address).unwrap();
    stream.write_all(said.as_bytes()).unwrap();
    stream
}

#[test]
fn silent_lines_keep_nobody_out_and_are_closed() {
    let evening = Evening::begin("examples/nim.rules", 2);
    let head = format!("GET /ws HTTP/1.1\r\nHost: {}\r\nX-Slow: ", evening.running.address);
    let socket = format!(
        "GET /ws HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        evening.running.address
    );
    // Nothing said, half a head, a socket that never says who it is.
    let mut silent: Vec<TcpStream> = ["", &head, &socket]
        .iter()
        .flat_map(|said| (0..60).map(|_| half_open(&evening, said)).collect::<Vec<_>>())
        .collect();
    let mut ana = evening.seat(0);
    assert_eq!(ana.types("take large, 2")["ok"], true);
    for stream in &mut silent {
        stream.set_read_timeout(Some(std::time::Duration::from_secs(60))).unwrap();
        let mut rest = Vec::new();
        // Closed, politely or not; it does not stay open.
        if let Err(e) = stream.read_to_end(&mut rest) {
            assert_eq!(e.kind(), std::io::ErrorKind::ConnectionReset);
        }
    }
}

/// The memory of this process, in KiB.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[test]
fn pages_that_come_and_go_leave_nothing_behind() {
    // `RECONNECTS=10000` is the campaign.
    #[expect(clippy::disallowed_methods, reason = "a campaign is asked for by the environment")]
    let times = std::env::var("RECONNECTS").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let evening = Evening::begin("examples/nim.rules", 2);
    let link = evening.links().seats[0].url.clone();
    let come = |n: usize| {
        let mut page = Page::called(&link, &format!("page {n}"));
        page.say(json!({"do": "auto", "idle": n.is_multiple_of(2)}));
    };
    (0..times / 2).for_each(come);
    let before = memory();
    (times / 2..times).for_each(come);
    let (before, after) = (before.unwrap_or(0), memory().unwrap_or(0));
    assert!(after < before + 32 * 1024, "{before} KiB, then {after} KiB");
    // The table goes on.
    assert_eq!(evening.seat(1).number() >> 24, 1);
    let mut ana = evening.seat(0);
    assert_eq!(ana.types("take large, 2")["ok"], true);
}
