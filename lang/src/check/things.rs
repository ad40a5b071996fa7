//! How runs and bodies are called in messages.

use super::env::Env;
use super::graph::{Node, RunKey};
use crate::syntax::ast::StageWord;

/// A run's name.
pub(super) fn run_name(env: &Env, run: RunKey) -> String {
    match run {
        RunKey::Stage(of) => word(of).to_owned(),
        RunKey::Deed(id) => {
            env.declared_deed(id).map_or("deed", |(deed, _)| &deed.item.name.text).to_owned()
        }
        RunKey::Move(id) => env[id].item.name.text.to_string(),
    }
}

/// A body, for messages about circles and callers.
pub(super) fn node_name(env: &Env, node: Node) -> String {
    match node {
        Node::Setup => "`setup`".to_owned(),
        Node::Play => "`play`".to_owned(),
        Node::Word(id) => format!("`{}`", env[id].0.item.name.text),
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
