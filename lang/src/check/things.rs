//! How runs and bodies are called in messages.

use super::env::Env;
use super::graph::{Node, RunKey};
use crate::syntax::ast::StageWord;

/// A run's name.
pub(super) fn run_name(env: &Env, run: RunKey) -> String {
    match run {
        RunKey::Stage(of) => word(of).to_owned(),
        RunKey::Deed(d) => {
            env.r.deeds.get(d.index()).map_or("deed", |(p, _)| &p.item.name.text).to_owned()
        }
        RunKey::Move(m) => {
            env.r.moves.get(m.index()).map_or("move", |p| &p.item.name.text).to_owned()
        }
    }
}

/// A body, for messages about circles and callers.
pub(super) fn node_name(env: &Env, node: Node) -> String {
    match node {
        Node::Setup => "`setup`".to_owned(),
        Node::Play => "`play`".to_owned(),
        Node::Word(w) => {
            format!("`{}`", env.r.words.get(w.index()).map_or("word", |(p, _)| &p.item.name.text))
        }
        Node::Deed(d) => format!("`{}`", run_name(env, RunKey::Deed(d))),
        Node::Move(m) => format!("`{}`", run_name(env, RunKey::Move(m))),
        Node::RunsOut(_) => "`runs out`".to_owned(),
        Node::Test(_) => "a test".to_owned(),
        Node::Apart => "the game".to_owned(),
    }
}

/// A stage's word.
pub(super) fn word(word: StageWord) -> &'static str {
    match word {
        StageWord::Round => "round",
        StageWord::Turn => "turn",
        StageWord::Phase => "phase",
    }
}
