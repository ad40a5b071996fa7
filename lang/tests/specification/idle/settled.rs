//! What is done though it is so already.

use super::said;
use houserules_lang::code::Code;

#[test]
fn what_is_so_already_is_told() {
    let rule =
        |text: &str| said(&format!("play {{ turn me in players {{ {text} }}  end game lost }}"));
    for idle in [
        "if n is 3 { n = 3 }",
        "if mark is red and n is 3 { mark = red  n = 4 }",
        "if me.points is 2 { say \"two\"  me.points = 2 }",
        "choose k in (2, 2, 2) by chance  n += k",
    ] {
        assert_eq!(rule(idle), [Code::W0515], "{idle}");
    }
    for fine in [
        "if n is 3 { n = 4 }",
        "if n is 3 { n += 1  n = 3 }",
        "if me.points is 2 { me.left.points = 2 }",
        "choose k in (2, 2, 3) by chance  n += k",
    ] {
        assert_eq!(rule(fine), crate::NONE, "{fine}");
    }
    let refill = |body: &str| {
        said(&format!(
            "the table has {{ past: pile of Mile }}\nplay {{ turn me in players {{ move top 1 of \
             miles \
             to past  n += count(past) }}  end game lost }}\nwhen miles runs out {{ {body} }}"
        ))
    };
    assert_eq!(refill("shuffle miles"), [Code::W0515]);
    assert_eq!(refill("move past to miles  shuffle miles"), crate::NONE);
    assert_eq!(refill("if n > 3 { move past to miles }"), crate::NONE);
}
