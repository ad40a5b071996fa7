//! Names that other languages have for types, and what is written here instead.

use crate::languages::Entry;

/// Names that other languages have for types.
const TYPES: &[Entry] = &[
    ("bool", &["yes or no"]),
    ("boolean", &["yes or no"]),
    ("flag", &["yes or no"]),
    ("int", &["Number"]),
    ("integer", &["Number"]),
    ("num", &["Number"]),
    ("zahl", &["Number"]),
    ("nombre", &["Number"]),
    ("número", &["Number"]),
    ("float", &["Number"]),
    ("double", &["Number"]),
    ("decimal", &["Number"]),
    ("counter", &["Number"]),
    ("ganzzahl", &["Number"]),
    ("entier", &["Number"]),
    ("entero", &["Number"]),
    ("spieler", &["Player"]),
    ("joueur", &["Player"]),
    ("jugador", &["Player"]),
    ("players", &["Player"]),
    ("person", &["Player"]),
    ("people", &["Player"]),
    ("user", &["Player"]),
    ("seat", &["Player"]),
    ("spielerin", &["Player"]),
    ("persona", &["Player"]),
    ("personne", &["Player"]),
    ("participant", &["Player"]),
    ("logical", &["yes or no"]),
    ("truth", &["yes or no"]),
    ("wahrheitswert", &["yes or no"]),
    ("booléen", &["yes or no"]),
    ("booleano", &["yes or no"]),
    ("zeichenkette", &["Text"]),
    ("texte", &["Text"]),
    ("texto", &["Text"]),
    ("string", &["Text"]),
    ("str", &["Text"]),
];

/// What is written here for a name that another language has for a type.
#[must_use]
pub fn type_name(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    TYPES.iter().find(|(written, _)| *written == name).and_then(|(_, meant)| meant.first().copied())
}
