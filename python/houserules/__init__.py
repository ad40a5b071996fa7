"""Tabletop rules as environments.

Every rules file can be played, searched and learnt from Python::

    import random
    import houserules

    rules = houserules.load("games/bandit.rules", players=4)
    game = rules.new_game(seed=7)
    while not game.is_over:
        game.act(random.choice(game.actions()))
    print(game.winners)

`houserules.study` plays very many games and says what is fair about them, on a Ray cluster if you
like. `houserules.gym`, `houserules.pettingzoo` and `houserules.openspiel` fit games into Gymnasium,
PettingZoo and OpenSpiel; each needs only the library that it is for.
"""

from __future__ import annotations

import os
from pathlib import Path as _Path
from typing import Iterable, Mapping, Optional, Union

from . import _houserules
from ._study import Studied
from ._study import study as _studied
from ._houserules import Action, Batch, Choice, Decision, Error, Game, Rules, __version__

__all__ = [
    "Action", "Batch", "Choice", "Decision", "Error", "Game", "Rules", "Studied", "__version__",
    "load", "study",
]

Path = Union[str, "os.PathLike[str]"]


def _written(value: object) -> str:
    """An option's value as rules write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _layers(variants: Union[Path, Iterable[Path]]) -> list[Path]:
    return [variants] if isinstance(variants, (str, os.PathLike)) else list(variants)


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
    return _houserules.load(path, players, _layers(variants), named)


def study(
    game: Path,
    games: Union[int, range, None] = None,
    *,
    players: Optional[int] = None,
    variants: Union[Path, Iterable[Path]] = (),
    options: Optional[Mapping[str, object]] = None,
    seats: Optional[Mapping[int, str]] = None,
    policy: str = "greedy",
    seed: int = 1,
    track: Iterable[str] = (),
    quick: bool = False,
    versus: Union[Path, Iterable[Path], None] = None,
    max_decisions: int = 20_000,
    pace: int = 10,
    on: Optional[str] = None,
    folder: Optional[Path] = None,
    part: Optional[int] = None,
) -> Studied:
    """Plays many games, looks at each closely, and reports on them, as `houserules study` does.

    `games`: how many, or which (`range(100, 200)`); if left out, as many as are usual. `policy` says
    which bot plays, `seats` which plays in one seat (`{0: "random"}`). `track`: expressions of the
    rules that are followed, too. `quick`: only the game as it is, nothing changed. `versus`: play the
    same seeds with these variants in place of the others, `()` for the game without any. `pace`:
    seconds that people take for a choice.

    `on="ray"` shares the games out over a Ray cluster, or over this machine's processors if there is
    none. The same call gives the same result wherever it is played.

    `folder` is where the games are kept: each part as soon as it is played, and in the end
    `games.parquet` and `games.jsonl`. The same call goes on where it was interrupted. A part has
    `part` games.
    """
    if isinstance(games, range) and games.step != 1:
        raise ValueError(f"games are played one after the other, not as {games}")
    others = None if versus is None else _layers(versus)
    settings = {
        "games": f"{games.start}..{games.stop}" if isinstance(games, range)
        else None if games is None else str(games),
        "players": players,
        "variants": _layers(variants),
        "options": [f"{name}={_written(value)}" for name, value in (options or {}).items()],
        "seats": [f"{seat + 1}={bot}" for seat, bot in (seats or {}).items()],
        "policy": policy,
        "seed": seed,
        "tracks": list(track),
        "quick": quick,
        "vs_variants": others or [],
        "vs_base": others == [],
        "max_decisions": max_decisions,
        "pace": pace,
    }
    return _studied(game, settings, on, None if folder is None else _Path(folder), part)
