//! Small texts in the one style.

use houserules_lang::code::Code;
use houserules_lang::format::format;

fn formatted(text: &str) -> String {
    let made = format(text).unwrap();
    assert_eq!(format(&made).unwrap(), made, "not the same again");
    made
}

#[test]
fn blanks_and_indentation_are_set() {
    let text = "\
game  \"G\"   by \"me\"
/// Prose.

players 2   to 4


each Player has {
hand : set of Card,seen by owner   cash:Dollars=$3 }
action take ( c in me . hand , n in 1 .. 3 )
needs n<=2   else \"no\"   // why
  needs c is
     not [ pink  4 ] and - n < - ( n+1 ) else \"m\"
{
      if n is 1 { move c to heap   say \"one\" } else if n is 2 {
    // a remark
    say \"two\"
   } else { say \"three\" }
        n=n*2-1
// the last


  }
physical B2 - 071 : \"hands\"
";
    // Blanks inside the id of a rule are a mistake, so they are taken out first.
    assert!(format(text).is_err());
    let made = "\
game \"G\" by \"me\"
/// Prose.
players 2 to 4

each Player has {
  hand: set of Card, seen by owner  cash: Dollars = $3 }
action take(c in me.hand, n in 1..3)
  needs n <= 2 else \"no\"  // why
  needs c is
    not [pink 4] and -n < -(n + 1) else \"m\"
{
  if n is 1 { move c to heap  say \"one\" } else if n is 2 {
    // a remark
    say \"two\"
  } else { say \"three\" }
  n = n * 2 - 1
  // the last
}
physical B2-071: \"hands\"
";
    assert_eq!(formatted(&text.replace("B2 - 071", "B2-071")), made);
}

#[test]
fn lists_rows_and_branches_stand_at_their_level() {
    let text = "\
game \"G\"
menu all {
lay
or offer
otherwise pass }
enum Color {
pink,
black, blue
}
attempt snap works when a
{ again }
wrong { b() }
late { }
play {
if a
and b
{ c() }
else { d() }
let x = count(
c in heap
where c.fits
)
}
test \"t\" A-1 with Ana, Ben {
given Player | hand|cash {
Ana | [pink 1], [pink 2] | $1
Benjamin | empty | $12
}
do c()  expect a
}
";
    let made = "\
game \"G\"
menu all {
  lay
  or offer
  otherwise pass }
enum Color {
  pink,
  black, blue
}
attempt snap works when a
{ again }
wrong { b() }
late { }
play {
  if a
    and b
  { c() }
  else { d() }
  let x = count(
    c in heap
    where c.fits
  )
}
test \"t\" A-1 with Ana, Ben {
  given Player | hand | cash {
    Ana      | [pink 1], [pink 2] | $1
    Benjamin | empty              | $12
  }
  do c()  expect a
}
";
    assert_eq!(formatted(text), made);
}

#[test]
fn words_that_stand_below_each_other_do_so_in_all_lines() {
    let text = "\
game \"G\"
card Weapon  { name: Name }
card Tip { city: City }
action take
  needs a  else \"x\"
  needs abc else \"y\"
{ }
action leave
  needs a else \"x\"
  needs abc else \"y\"
{ }
define a   = 1
";
    let made = "\
game \"G\"
card Weapon { name: Name }
card Tip    { city: City }
action take
  needs a   else \"x\"
  needs abc else \"y\"
{ }
action leave
  needs a else \"x\"
  needs abc else \"y\"
{ }
define a = 1
";
    assert_eq!(formatted(text), made);
}

#[test]
fn what_does_not_parse_is_not_touched() {
    assert_eq!(format("game \"G\"\nplay { x. }\n").unwrap_err()[0].code, Code::E0101);
    assert_eq!(formatted(""), "");
    assert_eq!(formatted("// only a remark"), "// only a remark\n");
    assert_eq!(formatted("\n\n  // a\n\n\n   // b\r\n\n"), "// a\n\n// b\n");
}
