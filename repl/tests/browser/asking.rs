//! The host asks the rules, and changes the table when the others agree.

use super::driver::{Driver, Wishes, key};
use super::evening::{Evening, file};
use super::player::says;
use serde_json::json;

#[test]
fn the_host_asks_the_rules_and_changes_the_table() {
    let Some(driver) = Driver::start() else { return };
    let evening = Evening::begin(&file("examples/nim.rules"), &["--players", "2", "--seed", "7"]);
    let (ana, host) = (driver.browser(Wishes::default()), driver.browser(Wishes::default()));
    ana.open(evening.seat(0));
    host.open(evening.host());
    host.press(".host-button");
    host.press("dialog summary");
    // An example of what may be asked is there, though players have no counters.
    says(&host, "dialog details", "print taker");
    let answered = |n: usize| {
        let answers = format!("document.querySelectorAll('.bench li').length === {n}");
        host.until(&answers, "it is answered");
    };
    let line = |text: &str| {
        host.press(".bench-line input");
        host.keys(&format!("{text}{}", key::ENTER));
    };
    for n in 1..=9 {
        line("why large.stones");
        answered(n);
    }
    line("given large.stones is 4");
    answered(10);
    // The last answer and the line are in sight.
    let within = "((part, whole) => part.bottom <= whole.bottom + 1 && part.top >= whole.top - 1)";
    let seen = |part: &str, whole: &str| {
        let place =
            |of: &str| format!("document.querySelector({}).getBoundingClientRect()", json!(of));
        host.until(&format!("{within}({}, {})", place(part), place(whole)), part);
    };
    seen(".bench li:last-child", ".bench");
    seen(".bench-line input", "dialog");

    says(&ana, ".ask-all", "given large.stones is 4");
    assert_eq!(ana.see("document.querySelector('.ask-all').innerText.includes('`')"), false);
    ana.press(".ask-all .go");
    let told = "document.querySelector('.log').innerText.includes('the referee')";
    // Ben is not there, so only Ana is asked.
    ana.until(told, "the change is told");
    line("print large.stones");
    answered(11);
    says(&host, ".bench li:last-child", "4");
}
