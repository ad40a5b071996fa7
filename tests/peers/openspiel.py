"""Random play-outs of OpenSpiel's own games.

`openspiel.py python` drives a state from Python, move by move, as programs for learning do.
`openspiel.py own` lets OpenSpiel play whole games by itself, in C++: its search judges a position by
random games (`RandomRolloutEvaluator`), and is asked to judge the first one alone. That does not say
how long these games were, so their mean length is taken from games driven from Python, outside of
what is measured.

It first writes a line that says what it is, then answers lines `GAME MILLISECONDS` with how many
games it played in that time and how they came out (`tests/src/peers` asks).
"""

from __future__ import annotations

import json
import random
import sys
import time
from importlib.metadata import version
from typing import Any, Callable

import pyspiel

# Its crazy eights is another game: cards with effects, several decks, points.
GAMES = ["tic_tac_toe", "connect_four", "breakthrough"]
# So many games are played in one call, and so many tell how long a game is.
AT_ONCE = 1000
LOOKED_AT = 20_000


def playout(game: pyspiel.Game) -> tuple[int, list[float]]:
    """A game; the number of moves, and who won what."""
    state, made = game.new_initial_state(), 0
    choice = random.choice
    while not state.is_terminal():
        state.apply_action(choice(state.legal_actions()))
        made += 1
    return made, state.returns()


def count(game: pyspiel.Game, go_on: Callable[[int], bool]) -> dict[str, Any]:
    """Games, one after the other."""
    games, decisions, won = 0, 0, [0, 0]
    while go_on(games):
        made, returns = playout(game)
        games += 1
        decisions += made
        won[0] += returns[0] > 0
        won[1] += returns[1] > 0
    return {"games": games, "decisions": decisions, "won": won}


def by_python(game: pyspiel.Game, nanoseconds: int) -> dict[str, Any]:
    """Driven from here."""
    began = time.process_time_ns()
    played = count(game, lambda games: time.process_time_ns() < began + nanoseconds)
    return {**played, "nanoseconds": time.process_time_ns() - began}


class Own:
    """Games that OpenSpiel plays by itself."""

    def __init__(self, game: pyspiel.Game) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(AT_ONCE, 7)
        # One look at one position, which is the first: curiosity and memory do not matter.
        self.search = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 7, False)
        self.beginning = game.new_initial_state()
        looked_at = count(game, lambda games: games < LOOKED_AT)
        self.length = looked_at["decisions"] / LOOKED_AT
        self.drawn = 1 - sum(looked_at["won"]) / LOOKED_AT

    def play(self, nanoseconds: int) -> dict[str, Any]:
        """Played there; the search keeps the mean of what was won."""
        games, gained = 0, 0.0
        began = time.process_time_ns()
        while time.process_time_ns() < began + nanoseconds:
            gained += self.search.mcts_search(self.beginning).total_reward * AT_ONCE
            games += AT_ONCE
        took = time.process_time_ns() - began
        decided = games * (1 - self.drawn)
        won = [round((decided + gained) / 2), round((decided - gained) / 2)]
        decisions = round(games * self.length)
        played = {"games": games, "decisions": decisions, "won": won, "nanoseconds": took}
        return {**played, "looked_at": LOOKED_AT}


def main() -> None:
    """Answers until nobody asks any more."""
    own = sys.argv[1:] == ["own"]
    how = "its own play-outs (C++)" if own else f"from Python {sys.version.split()[0]}"
    title = f"OpenSpiel {version('open_spiel')}, {how}"
    # Of all moves, each as likely: as our policy `random-options` draws.
    print(json.dumps({"title": title, "policy": "random-options", "games": GAMES}), flush=True)
    known: dict[str, Any] = {}
    for line in sys.stdin:
        name, milliseconds = line.split()
        nanoseconds = int(milliseconds) * 1_000_000
        game = pyspiel.load_game(name)
        if own:
            if name not in known:
                known[name] = Own(game)
            played = known[name].play(nanoseconds)
        else:
            played = by_python(game, nanoseconds)
        print(json.dumps(played), flush=True)


if __name__ == "__main__":
    main()
