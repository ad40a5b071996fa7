"""Moves per second at random play, beside the same games of PettingZoo's and OpenSpiel's own.

    pip install pettingzoo open_spiel pygame chess rlcard
    python python/benches/steps.py

A move is a whole choice: ours are made of one or more actions, and each is a step. Both sides are
driven by the same loop, in one process, in turn; `act` is a game of ours alone, `batch`
256 of them on all cores.
"""

from __future__ import annotations

import argparse
import importlib
import random
import time
from pathlib import Path
from typing import Any, Callable, Iterator, NamedTuple

import houserules
import numpy as np

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

# Moves that were made, one number at a time: a loop that is asked for more until time is up.
Moves = Iterator[float]

# So often each is measured.
ROUNDS = 5


class Same(NamedTuple):
    """A game that several have."""

    ours: str
    zoo: str
    zoo_options: dict[str, Any]
    spiel: str


GAMES = [
    Same("tic_tac_toe", "tictactoe_v3", {}, "tic_tac_toe"),
    Same("connect_four", "connect_four_v3", {}, "connect_four"),
    Same("chess", "chess_v6", {}, "chess"),
    Same("go", "go_v5", {"board_size": 9}, "go(board_size=9)"),
    Same("leduc_poker", "leduc_holdem_v4", {}, "leduc_poker"),
    Same("rock_paper_scissors", "rps_v2", {}, "turn_based_simultaneous_game(game=matrix_rps())"),
]


def zoo_moves(env: Any, made: Callable[[], int]) -> Moves:
    """PettingZoo's loop; `made` says how many moves there were since the game began."""
    draws = np.random.default_rng(1)
    while True:
        env.reset(seed=int(draws.integers(1 << 31)))
        before, steps = made(), 0
        for agent in env.agent_iter():
            seen, _, over, broken, info = env.last()
            mask = seen.get("action_mask") if isinstance(seen, dict) else info.get("action_mask")
            if over or broken:
                env.step(None)
                continue
            open_ = np.arange(env.action_space(agent).n) if mask is None else np.flatnonzero(mask)
            env.step(int(draws.choice(open_)))
            steps += 1
            now = made()
            yield now - before if now >= 0 else 1
            before = now


def spiel_moves(game: Any, made: Callable[[Any], int]) -> Moves:
    """OpenSpiel's loop."""
    draws = random.Random(1)
    while True:
        state = game.new_initial_state()
        before = made(state)
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes())
                state.apply_action(draws.choices(actions, chances)[0])
                continue
            state.apply_action(draws.choice(state.legal_actions()))
            now = made(state)
            yield now - before if now >= 0 else 1
            before = now


def act_moves(rules: houserules.Rules) -> Moves:
    """Ours alone."""
    draws, seed = np.random.default_rng(1), 0
    while True:
        game, seed = rules.new_game(seed), seed + 1
        while not game.is_over:
            yield int(game.act(int(draws.choice(np.flatnonzero(game.mask())))))


def batch_moves(rules: houserules.Rules, part: float) -> Iterator[float]:
    """Very many of ours; such a part of the steps completes a move."""
    batch, draws = rules.batch(256, seed=1), np.random.default_rng(1)
    while True:
        batch.step((draws.random(batch.masks.shape) * batch.masks).argmax(axis=1))
        yield len(batch) * part


def rate(moves: Iterator[float], seconds: float) -> float:
    """Moves in a second."""
    start, made = time.perf_counter(), 0.0
    while (now := time.perf_counter()) < start + seconds:
        made += next(moves)
    return made / (now - start)


def rates(all_moves: list[Iterator[float]], seconds: float) -> list[float]:
    """Moves in a second of each, in turn and several times over: the best of each, as whatever else
    the machine does only makes them fewer."""
    rounds = [[rate(moves, seconds / ROUNDS) for moves in all_moves] for _ in range(ROUNDS)]
    return [max(each) for each in zip(*rounds)]


def part_of_moves(rules: houserules.Rules) -> float:
    """How many of the steps complete a move."""
    moves = act_moves(rules)
    return float(np.mean([next(moves) for _ in range(2000)]))


def in_zoo(same: Same, rules: houserules.Rules) -> list[Iterator[float]]:
    """Theirs and ours in PettingZoo; none if that is not installed, or what its game needs."""
    try:
        from houserules.pettingzoo import RulesEnv

        module = importlib.import_module(f"pettingzoo.classic.{same.zoo}")
    except ImportError:
        return []
    env = RulesEnv(rules)
    theirs = zoo_moves(module.env(**same.zoo_options), lambda: -1)
    return [theirs, zoo_moves(env, lambda: env.game.made)]


def in_spiel(same: Same) -> list[Iterator[float]]:
    """Theirs and ours in OpenSpiel; none if that is not installed."""
    try:
        import pyspiel
        from houserules import openspiel
    except ImportError:
        return []
    ours = openspiel.load(EXAMPLES / f"{same.ours}.rules", longest=10_000)
    theirs = spiel_moves(pyspiel.load_game(same.spiel), lambda state: -1)
    return [theirs, spiel_moves(ours, lambda state: state.running.made)]


def measured(same: Same, seconds: float) -> list[str]:
    """A row of the table."""
    rules = houserules.load(EXAMPLES / f"{same.ours}.rules")
    zoo, spiel = in_zoo(same, rules), in_spiel(same)
    alone = [act_moves(rules), batch_moves(rules, part_of_moves(rules))]
    found = iter(rates([*zoo, *spiel, *alone], seconds))
    row = [same.ours]
    for side in (zoo, spiel):
        if side:
            theirs, ours = next(found), next(found)
            row += [f"{theirs:,.0f}", f"{ours:,.0f}", f"{ours / theirs:.2g}"]
        else:
            row += ["–", "–", "–"]
    return [*row, *(f"{each:,.0f}" for each in found)]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--seconds", type=float, default=3.0, help="for each number")
    asked.add_argument("games", nargs="*", help="some of them: tic_tac_toe …")
    call = asked.parse_args()
    head = ["moves/s", "PettingZoo's", "ours in it", "ratio", "OpenSpiel's", "ours in it", "ratio"]
    rows = [[*head, "`act`", "`batch`"]]
    wanted = [same for same in GAMES if not call.games or same.ours in call.games]
    rows += [measured(same, call.seconds) for same in wanted]
    widths = [max(map(len, column)) for column in zip(*rows)]
    rows.insert(1, ["-" * (width - 1) + ":" for width in widths])
    rows[1][0] = "-" * widths[0]
    for row in rows:
        first, *others = (word.rjust(width) for word, width in zip(row, widths))
        print("|", " | ".join([row[0].ljust(widths[0]), *others]), "|")


if __name__ == "__main__":
    main()
