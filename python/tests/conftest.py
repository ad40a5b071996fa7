"""Where the rules files are, and how a game is played at random."""

import functools
import random
from pathlib import Path

import houserules

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted((ROOT / "games").glob("*.rules"))
EXAMPLES = sorted((ROOT / "examples").glob("*.rules"))

# Rules never change: each file is read once.
load = functools.lru_cache(maxsize=None)(houserules.load)


def played(game: houserules.Game, seed: int = 0, most: int = 5000) -> houserules.Game:
    """Plays a game at random, by actions."""
    draws = random.Random(seed)
    for _ in range(most):
        if game.is_over:
            break
        game.act(draws.choice(game.actions()))
    return game
