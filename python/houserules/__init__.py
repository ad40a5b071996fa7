"""Tabletop rules as environments.

Every rules file can be played, searched and learnt from Python::

    import random
    import houserules

    rules = houserules.load("games/bandit.rules", players=4)
    game = rules.new_game(seed=7)
    while not game.is_over:
        game.act(random.choice(game.actions()))
    print(game.winners)

`houserules.gym`, `houserules.pettingzoo` and `houserules.openspiel` fit games into Gymnasium,
PettingZoo and OpenSpiel; each needs only the library that it is for.
"""

from __future__ import annotations

import os
from typing import Iterable, Mapping, Optional, Union

from . import _houserules
from ._houserules import Action, Batch, Choice, Decision, Error, Game, Rules, __version__

__all__ = [
    "Action", "Batch", "Choice", "Decision", "Error", "Game", "Rules", "__version__", "load",
]

Path = Union[str, "os.PathLike[str]"]


def _written(value: object) -> str:
    """An option's value as rules write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def load(
    path: Path,
    players: Optional[int] = None,
    variants: Union[Path, Iterable[Path]] = (),
    options: Optional[Mapping[str, object]] = None,
) -> Rules:
    """Reads a rules file and makes it ready to be played.

    `variants` are laid over the game, the lowest first. `options` are set by name: numbers, yes or
    no as `True` and `False`, members of enums by their names. Without `players` as few play as can,
    but two if the game allows it.

    Raises `Error` if a file cannot be read, or the rules have mistakes: `code`, `message`, `help`
    and `place` (file, line, column) say what and where.
    """
    named = [(name, _written(value)) for name, value in (options or {}).items()]
    over = [variants] if isinstance(variants, (str, os.PathLike)) else list(variants)
    return _houserules.load(path, players, over, named)
