//! Kinds of lines, and whether a value of a line is of the kind that is asked for: one of another
//! kind could never be chosen, which proves nothing about the rules.

use houserules_lang::ir::{TestLine, TestLineKind, Type, Value};

/// Whether a value is of a type, or a list of such.
pub fn is_of(value: &Value, ty: &Type) -> bool {
    match (value, ty.bare()) {
        (Value::List(values), Type::List(of, _)) => values.iter().all(|value| is_of(value, of)),
        (value, Type::List(of, _)) => is_of(value, of),
        (Value::List(values), ty) => values.iter().all(|value| is_of(value, ty)),
        (Value::None, _)
        | (Value::Bool(_), Type::Bool)
        | (Value::Number(_), Type::Number | Type::Unit(_))
        | (Value::Text(_), Type::Text)
        | (Value::Seat(_), Type::Player)
        | (Value::Card(_), Type::Card(_))
        | (Value::Square(_), Type::Square)
        | (Value::Spot(_), Type::Spot) => true,
        (Value::Member(have, _), Type::Enum(of)) => have == of,
        (
            Value::Bool(_)
            | Value::Number(_)
            | Value::Text(_)
            | Value::Member(..)
            | Value::Seat(_)
            | Value::Card(_)
            | Value::Square(_)
            | Value::Spot(_),
            _,
        ) => false,
    }
}

/// What is asked for, in words.
pub fn noun(ty: &Type) -> &'static str {
    match ty.bare() {
        Type::Bool => "yes or no",
        Type::Number => "a number",
        Type::Unit(_) => "an amount",
        Type::Text => "a text",
        Type::Enum(_) => "a member of a family",
        Type::Player => "a player",
        Type::Square => "a square",
        Type::Spot => "a place for a tile",
        Type::Card(_) => "a card",
        Type::Zone(_) => "a zone",
        Type::List(of, _) if matches!(of.bare(), Type::Card(_)) => "cards",
        Type::List(..) => "a list",
        Type::Optional(_) | Type::None => "something",
    }
}

/// Whether a turn is given before somebody plays.
pub fn gives_turn(lines: &[TestLine]) -> bool {
    let before = lines.iter().take_while(|l| !plays(&l.kind));
    before.into_iter().any(|l| matches!(l.kind, TestLineKind::GivenTurn(..)))
}

/// Whether a line makes somebody do something.
pub fn plays(kind: &TestLineKind) -> bool {
    use TestLineKind::{AllPass, Chooses, Does, Passes};
    matches!(kind, Does(..) | Chooses(..) | Passes(_) | AllPass)
}

/// Whether a line changes the game, or may; `play to …` goes to where it was changed.
pub fn changes(kind: &TestLineKind) -> bool {
    !looks(kind) && !matches!(kind, TestLineKind::PlayTo(_))
}

/// Whether a line looks at the game and leaves it as it is.
#[must_use]
pub fn looks(kind: &TestLineKind) -> bool {
    use TestLineKind::*;
    match kind {
        Expect(_) | ExpectTurn(_) | ExpectWon(_) | ExpectLost | ExpectDrawn | ExpectTold(..)
        | ExpectSame(..) | Cannot(..) | MayOnly(..) | Let(..) | Simulate(_) => true,
        GivenZone(..) | GivenCounter(..) | GivenRest(..) | GivenElse | GivenTurn(..)
        | GivenKnows(..) | PlayTo(_) | Do(_) | Chance(_) | Shuffles(..) | ShufflesAgain(_)
        | AllPass | Does(..) | Chooses(..) | Passes(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_no_card_and_yes_is_no_number() {
        assert!(is_of(&Value::Number(7), &Type::Number));
        assert!(!is_of(&Value::Bool(true), &Type::Number));
        assert!(is_of(&Value::None, &Type::Optional(Box::new(Type::Player))));
        assert!(!is_of(&Value::List(vec![Value::Seat(0), Value::Number(1)]), &Type::Player));
    }
}
