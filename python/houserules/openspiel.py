"""Games for OpenSpiel, written in Python as its own Python games are.

`load` gives one; OpenSpiel knows them all as `houserules(path=…,…)` once this module is imported, so
that games can be pickled, serialised and loaded by name.

Where the rules say `by chance`, chance is a player of OpenSpiel's and every outcome can be gone
through (`chance="explicit"`), which CFR needs; that is right for games in which nothing is shuffled.
With `chance="sampled"` the seed decides, and OpenSpiel takes the game as one with sampled chance.
"""

from __future__ import annotations

import functools
import os
from typing import Any, Iterable, Mapping, Optional, Union

import numpy as np
import pyspiel

from . import Game, Path, Rules, _written
from . import load as _load
from ._wrong import check

__all__ = ["SpielGame", "SpielState", "load"]

_USUAL: dict[str, Any] = {
    "path": "", "players": 0, "variants": "", "options": "", "returns": "win",
    "chance": "explicit", "longest": 1000, "low": -1.0, "high": 1.0, "zero_sum": False, "perfect": False,
    "seed": 0,
}

_SIDES = {
    "dynamics": pyspiel.GameType.Dynamics.SEQUENTIAL,
    "information": pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    "reward_model": pyspiel.GameType.RewardModel.TERMINAL,
    "provides_information_state_string": True,
    "provides_information_state_tensor": False,
    "provides_observation_string": True,
    "provides_observation_tensor": True,
    "provides_factored_observation_string": True,
    "parameter_specification": _USUAL,
    "default_loadable": False,
}

_CHANCE = {
    "explicit": pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    "sampled": pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
    "none": pyspiel.GameType.ChanceMode.DETERMINISTIC,
}

_INFORMATION = {
    False: pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    True: pyspiel.GameType.Information.PERFECT_INFORMATION,
}


def load(
    path: Path,
    players: Optional[int] = None,
    variants: Union[Path, Iterable[Path]] = (),
    options: Optional[Mapping[str, object]] = None,
    *,
    returns: str = "win",
    bounds: Optional[tuple[float, float]] = None,
    zero_sum: bool = False,
    chance: str = "explicit",
    perfect: bool = False,
    longest: int = 1000,
    seed: int = 0,
) -> "SpielGame":
    """Rules as a game of OpenSpiel's.

    `returns`: what counts, `win` or `score`; for a score `bounds` says between which numbers it lies,
    and `zero_sum` whether all scores sum to 0, as wins do. `chance`: `explicit`, `sampled` or `none`.
    `perfect` says that everybody sees everything: some algorithms ask for that.
    `longest`: no game has more actions than this; one that is broken off returns zeros.
    """
    if returns == "score" and bounds is None:
        raise ValueError("say between which `bounds` scores lie: OpenSpiel wants to know")
    low, high = bounds or (-1.0, 1.0)
    over = [variants] if isinstance(variants, (str, os.PathLike)) else list(variants)
    asked = {
        "path": os.path.abspath(path),
        "players": players or 0,
        "variants": ";".join(os.path.abspath(variant) for variant in over),
        "options": ";".join(f"{name}:{_written(v)}" for name, v in (options or {}).items()),
        "returns": returns, "chance": chance, "longest": longest, "low": float(low),
        "high": float(high), "zero_sum": zero_sum, "perfect": perfect, "seed": seed,
    }
    return SpielGame({**_USUAL, **asked})


@functools.lru_cache(maxsize=16)
def _rules(path: str, players: int, variants: str, options: str) -> Rules:
    """Games of the same parameters share their rules."""
    over = [variant for variant in variants.split(";") if variant]
    named = dict(option.split(":", 1) for option in options.split(";") if option)
    return _load(path, players or None, over, named)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """Rules as a game of OpenSpiel's; `load` makes one."""

    def __init__(self, params: Optional[dict[str, Any]] = None) -> None:
        asked = {**_USUAL, **(params or {})}
        if asked["chance"] not in _CHANCE:
            raise ValueError(f"chance cannot be {asked['chance']!r}: it is one of {list(_CHANCE)}")
        if not asked["path"]:
            raise ValueError("say which rules: houserules(path=nim.rules)")
        self.rules = _rules(*(asked[name] for name in ("path", "players", "variants", "options")))
        self.counted, self.chance, self.seed = asked["returns"], asked["chance"], asked["seed"]
        self.longest, self._begun = asked["longest"], 0
        check(self.rules, self.counted, None)
        utility = pyspiel.GameType.Utility
        wins = self.counted == "win" and not self.rules.together and self.rules.players > 1
        zero_sum = wins or bool(asked["zero_sum"])
        one_for_all = self.counted == "win" and self.rules.together
        kind = pyspiel.GameType(
            short_name="houserules",
            long_name=f"Houserules: {self.rules.title}",
            chance_mode=_CHANCE[self.chance],
            utility=(
                utility.ZERO_SUM if zero_sum
                else utility.IDENTICAL if one_for_all
                else utility.GENERAL_SUM
            ),
            max_num_players=self.rules.players,
            min_num_players=self.rules.players,
            **{**_SIDES, "information": _INFORMATION[bool(asked["perfect"])]},
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.num_actions,
            max_chance_outcomes=self.rules.num_actions if self.chance == "explicit" else 0,
            num_players=self.rules.players,
            min_utility=asked["low"],
            max_utility=asked["high"],
            utility_sum=0.0 if zero_sum else None,
            max_game_length=self.longest,
        )
        super().__init__(kind, info, asked)

    def new_initial_state(self, state_as_string: Optional[str] = None) -> "SpielState":
        """A game at its beginning; with sampled chance each time another."""
        self._begun += 1
        seed = self.seed + self._begun if self.chance == "sampled" else self.seed
        return SpielState(self, self.rules.new_game(seed, self.chance == "explicit"))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "_Observer":
        """What reads observations off states."""
        usual = pyspiel.IIGObservationType(perfect_recall=False)
        return _Observer(self.rules, iig_obs_type or usual)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A running game."""

    def __init__(self, game: SpielGame, running: Game) -> None:
        super().__init__(game)
        # Copied with the state: no game among it.
        self.running, self.rules, self.counted = running, game.rules, game.counted
        self.longest, self.length = game.longest, 0

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.running.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        return self.running.asked[0]

    def _legal_actions(self, player: int) -> list[int]:
        return [action.number for action in self.running.actions(player)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each piece is as likely."""
        open_ = self.running.actions()
        total = sum(action.pieces for action in open_)
        return [(action.number, action.pieces / total) for action in open_]

    def _apply_action(self, action: int) -> None:
        self.running.act(action)
        self.length += 1
        if self.running.is_over:
            self.running.check()

    def _action_to_string(self, player: int, action: int) -> str:
        return self.rules.action_words(action) or str(action)

    def is_terminal(self) -> bool:
        return self.running.is_over or self.length >= self.longest

    def returns(self) -> list[float]:
        return self.running.returns(self.counted)

    def information_state_string(self, player: Optional[int] = None) -> str:
        """Everything the player knows so far."""
        return self.running.told(self.current_player() if player is None else player)

    def observation_string(self, player: Optional[int] = None) -> str:
        """The table as the player sees it, in lines."""
        return self.running.render_text(self.current_player() if player is None else player)

    def __str__(self) -> str:
        return self.running.render_text()


class _Observer:
    """Reads what a player sees, into an array or as text."""

    def __init__(self, rules: Rules, wanted: Any) -> None:
        self.recall, self.public = wanted.perfect_recall, wanted.public_info
        self.mine = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Optional[np.ndarray[Any, Any]] = None
        self.dict: dict[str, Any] = {}
        # What a player sees is one row: what all see is not a part of it that stands apart.
        if self.mine and self.public and not self.recall:
            self.tensor = np.zeros(rules.observation_len, np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = state.running.observation(player)

    def string_from(self, state: SpielState, player: int) -> Optional[str]:
        if self.recall:
            return state.running.told(player)
        if self.mine:
            return state.running.render_text(player)
        return state.running.render_text() if self.public else ""


pyspiel.register_game(
    pyspiel.GameType(
        short_name="houserules",
        long_name="Houserules",
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        max_num_players=255,
        min_num_players=1,
        **_SIDES,
    ),
    SpielGame,
)
