"""Our `search` against OpenSpiel's own search, at equal iterations.

    pip install open_spiel
    python python/benches/mcts.py --games 100 --iterations 1000

Two games that both have: connect four and breakthrough. Each plays under its own rules; every move
is made in both, by its words, and the two must agree on how the game ends. OpenSpiel's search is
its `MCTSBot` with uniform rollouts, one to an iteration, and solving of won and lost positions, as
it is meant to be used; its exploration is `--curiosity` (2 by default, the value in its examples).
Who begins alternates. The script prints a table with 95 % intervals (Wilson's); a draw counts half.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import Callable, NamedTuple

import houserules
import pyspiel

ROOT = Path(__file__).resolve().parents[2]


class Same(NamedTuple):
    """A game that both have, and how a move is called in one and in the other."""

    rules: str
    spiel: str
    to_ours: Callable[[str], str]
    to_theirs: Callable[[str], str]


def column_of_theirs(words: str) -> str:
    """`x3` is a disc in the fourth column."""
    return f"drop {int(words[1:]) + 1}"


def column_of_ours(words: str) -> str:
    """`drop 4` is told by its number; whose disc it is makes no difference."""
    return str(int(words.split()[-1]) - 1)


def square_of_theirs(words: str) -> str:
    """`a7a6*` is a step from a7 to a6 that takes; their rows count from above."""
    (a, b), (c, d) = words[0:2], words[2:4]
    return f"step {a}{9 - int(b)}, {c}{9 - int(d)}"


def square_of_ours(words: str) -> str:
    """`step a2, a3` is `a7a6`."""
    first, second = words.removeprefix("step ").replace(",", " ").split()
    return f"{first[0]}{9 - int(first[1])}{second[0]}{9 - int(second[1])}"


GAMES = {
    "connect_four": Same(
        "examples/connect_four.rules", "connect_four", column_of_theirs, column_of_ours
    ),
    "breakthrough": Same(
        "tests/rules/breakthrough.rules", "breakthrough", square_of_theirs, square_of_ours
    ),
}


def action(state: pyspiel.State, words: str) -> int:
    """Their number of one of our moves."""
    seat = state.current_player()
    for number in state.legal_actions():
        theirs = state.action_to_string(seat, number)
        if words in (theirs.rstrip("*"), theirs[1:]):
            return number
    raise ValueError(f"{words} is no move here: {state}")


def play(same: Same, rules: houserules.Rules, asked: argparse.Namespace, number: int) -> float:
    """A game: 1 if ours wins, 0 if theirs does, a half if nobody does."""
    own = number % 2
    theirs = pyspiel.load_game(same.spiel)
    state = theirs.new_initial_state()
    evaluator = pyspiel.RandomRolloutEvaluator(1, number + 1)
    bot = pyspiel.MCTSBot(
        theirs, evaluator, asked.curiosity, asked.iterations, 1000, True, number + 1, False
    )
    game = rules.new_game(seed=number + 1)
    while not state.is_terminal():
        seat = state.current_player()
        if seat == own:
            words = game.play(f"search:{asked.iterations}", seat)
            state.apply_action(action(state, same.to_theirs(words)))
        else:
            chosen = bot.step(state)
            game.say(same.to_ours(state.action_to_string(seat, chosen)), seat)
            state.apply_action(chosen)
    result = (state.returns()[own] + 1) / 2
    ours = game.winners or []
    agreed = result == 0.5 if game.is_drawn else (own in ours) == (result == 1)
    if not game.is_over or not agreed:
        raise ValueError(f"the two do not agree how game {number} ends: {state}")
    return result


def interval(points: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    z, share = 1.96, points / games
    scale = 1 + z * z / games
    middle = (share + z * z / (2 * games)) / scale
    half = z / scale * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return middle - half, middle + half


def main() -> None:
    asks = argparse.ArgumentParser(description=__doc__)
    asks.add_argument("--games", type=int, default=100)
    asks.add_argument("--iterations", type=int, default=1000)
    asks.add_argument("--curiosity", type=float, default=2.0)
    asks.add_argument("--game", action="append", choices=list(GAMES))
    asked = asks.parse_args()
    print("| Game | iterations | games | ours gets | 95 % |")
    print("|---|---|---|---|---|")
    for name in asked.game or list(GAMES):
        same = GAMES[name]
        rules = houserules.load(ROOT / same.rules)
        points = sum(play(same, rules, asked, number) for number in range(asked.games))
        low, high = interval(points, asked.games)
        print(
            f"| {name} | {asked.iterations} | {asked.games} | {points / asked.games:.1%} | "
            f"{low:.1%} to {high:.1%} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
