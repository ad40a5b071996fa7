//! A browser, driven by WebDriver. Where there is no `chromedriver`, there is none; with
//! `TOOLS_MUST_BE_THERE` set, that is a failure.

use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use ureq::Agent;

/// Nothing takes longer than that, however busy the machine is.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Key codes of WebDriver.
pub mod key {
    pub const ESCAPE: &str = "\u{e00c}";
    pub const ENTER: &str = "\u{e007}";
    pub const TAB: &str = "\u{e004}";
}

/// So many tests at a time have browsers, which wait as often as they work.
const AT_A_TIME: usize = 3;
/// How many have.
static BUSY: Mutex<usize> = Mutex::new(0);
/// One of them has ended.
static ENDED: Condvar = Condvar::new();

/// A test's turn to have browsers.
struct Turn;

impl Turn {
    fn wait() -> Self {
        let mut busy = BUSY.lock().unwrap_or_else(PoisonError::into_inner);
        while *busy == AT_A_TIME {
            busy = ENDED.wait(busy).unwrap_or_else(PoisonError::into_inner);
        }
        *busy += 1;
        Self
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *BUSY.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        ENDED.notify_one();
    }
}

/// The driver of all browsers, as long as this program runs.
struct Program {
    base: String,
    agent: Agent,
    /// Waits for the end of its input: whatever ends the tests ends the driver, its browsers and
    /// what they have left in its folder.
    _shell: Child,
}

/// Starts a driver in a folder of its own, and waits.
const STARTS: &str = "mkdir -p \"$TMPDIR\" && \"$0\" --port=0 & cat >/dev/null; kill $!; wait; \
                      sleep 1; rm -rf \"$TMPDIR\"";

impl Program {
    fn start() -> Option<Self> {
        let name = std::env::var_os("CHROMEDRIVER").unwrap_or_else(|| "chromedriver".into());
        // Asked first, as a shell would say nothing that we can tell apart.
        let asked = Command::new(&name).arg("--version").stdout(Stdio::null()).status();
        if !asked.is_ok_and(|status| status.success()) {
            assert!(std::env::var_os("TOOLS_MUST_BE_THERE").is_none(), "there is no chromedriver");
            return None;
        }
        let folder = format!("{}/browsers-{}", env!("CARGO_TARGET_TMPDIR"), std::process::id());
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(STARTS).arg(name).env("TMPDIR", folder);
        shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut shell = shell.spawn().unwrap();
        let mut lines = BufReader::new(shell.stdout.take().unwrap()).lines();
        let port = lines.find_map(|line| {
            let line = line.ok()?;
            let (_, port) = line.split_once("successfully on port ")?;
            port.trim_end_matches('.').parse::<u16>().ok()
        });
        // It says more, and must not find the pipe closed.
        std::thread::spawn(move || lines.for_each(drop));
        let config = Agent::config_builder()
            .timeout_global(Some(PATIENCE * 2))
            .http_status_as_error(false)
            .build();
        let base = format!("http://127.0.0.1:{}", port.expect("chromedriver says its port"));
        Some(Self { base, agent: config.into(), _shell: shell })
    }

    fn call(&self, method: &str, path: &str, what: Option<&Value>) -> Result<Value, String> {
        let url = format!("{}{path}", self.base);
        let sent = match (method, what) {
            ("DELETE", _) => self.agent.delete(url).call(),
            (_, Some(what)) => self
                .agent
                .post(url)
                .header("content-type", "application/json")
                .send(what.to_string()),
            _ => self.agent.get(url).call(),
        };
        let text = sent
            .and_then(|mut answer| answer.body_mut().with_config().limit(64 << 20).read_to_string())
            .map_err(|e| e.to_string())?;
        let mut value: Value = serde_json::from_str(&text).map_err(|e| e.to_string())?;
        let value = value["value"].take();
        match value["error"].as_str() {
            Some(error) => Err(format!("{error}: {}", value["message"])),
            None => Ok(value),
        }
    }

    /// The path of a new browser.
    fn opens(&self) -> String {
        let arguments = [
            "--headless=new",
            // Root may not have one, and all that is shown comes from this machine.
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            // It ends with its driver, however that ends.
            "--remote-debugging-pipe",
            // Nothing is fetched, updated or added that no page has asked for.
            "--no-first-run",
            "--disable-extensions",
            "--disable-component-update",
            "--disable-background-networking",
            "--window-size=1280,800",
        ];
        let browser = json!({"browserName": "chrome", "goog:chromeOptions": {"args": arguments}});
        let asked = json!({"capabilities": {"alwaysMatch": browser}});
        let opened = self.call("POST", "/session", Some(&asked)).unwrap();
        let path = format!("/session/{}", opened["sessionId"].as_str().unwrap());
        let timeouts = json!({"script": 90_000, "pageLoad": 60_000});
        self.call("POST", &format!("{path}/timeouts"), Some(&timeouts)).unwrap();
        path
    }
}

/// None: this machine has no driver.
static PROGRAM: LazyLock<Option<Program>> = LazyLock::new(Program::start);
/// The paths of browsers that nobody uses now: starting one takes a third of a small test.
static IDLE: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn idle() -> MutexGuard<'static, Vec<String>> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A test's right to have browsers.
pub struct Driver {
    program: &'static Program,
    _turn: Turn,
}

/// How a browser is set up.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wishes {
    /// A phone of 360 by 740 points, with a finger for a pointer.
    pub phone: bool,
    /// Prefers dark colours.
    pub dark: bool,
    /// Does not mind things that move.
    pub motion: bool,
}

impl Driver {
    /// Waits for a turn; none: this machine has no driver.
    pub fn start() -> Option<Self> {
        let Some(program) = PROGRAM.as_ref() else {
            println!("skipped: there is no chromedriver");
            return None;
        };
        Some(Self { program, _turn: Turn::wait() })
    }

    /// A browser in which nothing has happened yet.
    pub fn browser(&self, wishes: Wishes) -> Browser<'_> {
        let kept = idle().pop();
        let path = kept.unwrap_or_else(|| self.program.opens());
        let browser = Browser { driver: self, path, origins: RefCell::default() };
        if wishes.phone {
            browser.size(360, 740, true);
        } else {
            browser.size(1280, 800, false);
        }
        let colours = if wishes.dark { "dark" } else { "light" };
        let motion = if wishes.motion { "no-preference" } else { "reduce" };
        let features = json!([{"name": "prefers-color-scheme", "value": colours},
                              {"name": "prefers-reduced-motion", "value": motion}]);
        browser.devtools("Emulation.setEmulatedMedia", &json!({"features": features}));
        browser
    }
}

/// A browser with one page.
pub struct Browser<'a> {
    driver: &'a Driver,
    path: String,
    /// Of what it has seen.
    origins: RefCell<BTreeSet<String>>,
}

impl Drop for Browser<'_> {
    fn drop(&mut self) {
        let program = self.driver.program;
        if !std::thread::panicking() && self.forget().is_ok() {
            idle().push(std::mem::take(&mut self.path));
        } else {
            let _ = program.call("DELETE", &self.path, None);
        }
    }
}

impl Browser<'_> {
    /// Goes on in a new tab, and forgets all that pages have kept.
    fn forget(&self) -> Result<(), String> {
        let to = |method: &str, path: &str, what: &Value| {
            self.driver.program.call(method, &format!("{}{path}", self.path), Some(what))
        };
        let tab = to("POST", "/window/new", &json!({"type": "tab"}))?;
        to("DELETE", "/window", &Value::Null)?;
        to("POST", "/window", &json!({"handle": tab["handle"]}))?;
        for origin in self.origins.borrow().iter() {
            let with = json!({"origin": origin, "storageTypes": "all"});
            let clear = json!({"cmd": "Storage.clearDataForOrigin", "params": with});
            to("POST", "/goog/cdp/execute", &clear)?;
        }
        Ok(())
    }

    fn post(&self, path: &str, what: &Value) -> Value {
        let path = format!("{}{path}", self.path);
        self.driver
            .program
            .call("POST", &path, Some(what))
            .unwrap_or_else(|e| panic!("{path}: {e}"))
    }

    /// Opens a link, also if only what is behind `#` differs.
    pub fn open(&self, url: &str) {
        self.origins.borrow_mut().insert(url.split('/').take(3).collect::<Vec<_>>().join("/"));
        self.post("/url", &json!({"url": "about:blank"}));
        self.post("/url", &json!({"url": url}));
        self.until("!!document.querySelector('.app, .lobby')", "the table is there");
    }

    /// Loads the page anew.
    pub fn reload(&self) {
        self.post("/refresh", &json!({}));
    }

    /// What a function body with these arguments returns.
    pub fn run(&self, body: &str, arguments: &Value) -> Value {
        self.post("/execute/sync", &json!({"script": body, "args": [arguments]}))
    }

    /// The same, of one that returns a promise.
    pub fn wait_for(&self, body: &str, arguments: &Value) -> Value {
        let script = format!(
            "const done = arguments[1]; const what = arguments[0]; \
             (async () => {{ {body} }})().then(done, (e) => done({{ threw: String(e) }}));"
        );
        let told = self.post("/execute/async", &json!({"script": script, "args": [arguments]}));
        assert!(told["threw"].is_null(), "{told}");
        told
    }

    /// The value of an expression.
    pub fn see(&self, expression: &str) -> Value {
        self.run(&format!("return {expression};"), &Value::Null)
    }

    /// Waits until an expression is true; looks whenever something is drawn.
    pub fn until(&self, expression: &str, what: &str) {
        let body = format!(
            "const end = Date.now() + 60000; \
             while (Date.now() < end) {{ if ({expression}) return true; \
               await new Promise((on) => setTimeout(on, 20)); }} return false;"
        );
        let seen = self.wait_for(&body, &Value::Null);
        assert_eq!(seen, true, "{what}: {}", self.see("document.body.innerText"));
    }

    /// Presses what a selector finds, where a hand would.
    pub fn press(&self, selector: &str) {
        let is_there = format!("!!document.querySelector({})", json!(selector));
        self.until(&is_there, selector);
        let found = self.run(super::player::REACHED, &json!(selector));
        assert!(found["x"].is_number(), "`{selector}` cannot be pressed: {found}");
        self.point(found["x"].as_f64().unwrap(), found["y"].as_f64().unwrap());
    }

    /// Presses *Do it*, not as fast as a double click.
    pub fn do_it(&self) {
        self.until("!!document.querySelector('.confirm')", "it is said before it is done");
        self.wait_for("await new Promise((on) => setTimeout(on, 400));", &Value::Null);
        self.press(".confirm [data-go]");
    }

    /// A press of the pointer at a place of the window.
    pub fn point(&self, x: f64, y: f64) {
        let steps = json!([
            {"type": "pointerMove", "duration": 0, "x": x as i64, "y": y as i64},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]);
        let pointer = json!({"type": "pointer", "id": "hand", "actions": steps,
                             "parameters": {"pointerType": "mouse"}});
        self.post("/actions", &json!({"actions": [pointer]}));
    }

    /// Moves the pointer to a place of the window.
    pub fn hover(&self, x: f64, y: f64) {
        let steps = json!([{"type": "pointerMove", "duration": 0, "x": x as i64, "y": y as i64}]);
        let pointer = json!({"type": "pointer", "id": "hand", "actions": steps,
                             "parameters": {"pointerType": "mouse"}});
        self.post("/actions", &json!({"actions": [pointer]}));
    }

    /// Presses keys, one after the other.
    pub fn keys(&self, keys: &str) {
        let steps: Vec<Value> = keys
            .chars()
            .flat_map(|key| {
                ["keyDown", "keyUp"].map(|kind| json!({"type": kind, "value": key.to_string()}))
            })
            .collect();
        let keyboard = json!({"type": "key", "id": "keys", "actions": steps});
        self.post("/actions", &json!({"actions": [keyboard]}));
    }

    /// Something that only this browser's own protocol can do.
    pub fn devtools(&self, command: &str, with: &Value) -> Value {
        self.post("/goog/cdp/execute", &json!({"cmd": command, "params": with}))
    }

    /// Makes the window so large.
    pub fn size(&self, width: u32, height: u32, phone: bool) {
        let metrics = json!({"width": width, "height": height,
                             "deviceScaleFactor": if phone { 2 } else { 1 }, "mobile": phone});
        self.devtools("Emulation.setDeviceMetricsOverride", &metrics);
        let touch = json!({"enabled": phone, "maxTouchPoints": if phone { 5 } else { 1 }});
        self.devtools("Emulation.setTouchEmulationEnabled", &touch);
    }
}
