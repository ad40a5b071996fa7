//! Lua, by LuaJIT: each game is a file that gives a function. Many games are played for one call
//! from Rust, as every call across costs more than a move.

use crate::{GAMES, Language, Play};
use mlua::{Function, Lua};
use std::error::Error;

/// Plays so many games and adds them up, in Lua.
const LOOP: &str = "
    local playout = ...
    return function(games)
        local decisions, first, second = 0, 0, 0
        for _ = 1, games do
            local made, won = playout()
            decisions = decisions + made
            if won % 2 == 1 then first = first + 1 end
            if won % 4 >= 2 then second = second + 1 end
        end
        return decisions, first, second
    end";

/// All games in Lua; they draw from its own `math.random`.
pub fn language() -> Result<Language, Box<dyn Error>> {
    let mut games = Vec::new();
    let mut version = String::new();
    for name in GAMES {
        let lua = Lua::new();
        version = lua.load("return jit.version").eval()?;
        lua.load("math.randomseed(7)").exec()?;
        let playout: Function = lua.load(source(name)).set_name(name).eval()?;
        let many: Function = lua.load(LOOP).call(playout)?;
        games.push((name, play(lua, many)));
    }
    // `LuaJIT 2.1.1700000000`: the last part is the time of a commit.
    Ok(Language { title: format!("{version}, mlua 0.12.2"), games })
}

fn source(name: &str) -> &'static str {
    match name {
        "tic_tac_toe" => include_str!("../lua/tic_tac_toe.lua"),
        "connect_four" => include_str!("../lua/connect_four.lua"),
        "breakthrough" => include_str!("../lua/breakthrough.lua"),
        _ => include_str!("../lua/crazy_eights.lua"),
    }
}

fn play(lua: Lua, many: Function) -> Play {
    Box::new(move |games, played| {
        let _kept = &lua;
        let (decisions, first, second) = many.call::<(u64, u64, u64)>(games)?;
        played.games += u64::from(games);
        played.decisions += decisions;
        played.won[0] += first;
        played.won[1] += second;
        Ok(())
    })
}
