"""A seat of a game against bots, as a Gymnasium environment."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Union

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from . import Game, Rules
from ._wrong import RENDER_MODES, check

__all__ = ["SeatEnv"]

_INT32 = np.iinfo(np.int32)


class SeatEnv(gymnasium.Env[NDArray[np.int32], np.int64]):
    """One seat learns, bots sit at the others.

    Observations are those of the seat, actions those of the rules' space; `info["action_mask"]` says
    which are open, and so does `action_masks()`, as libraries with masked policies ask for it. An
    action that is not open ends the game with -1. The reward is what the game counts for the seat,
    when it is over: by `win` or by `score` (see `Game.returns`). Broken off after `longest` actions
    of the seat.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(
        self,
        rules: Rules,
        seat: int = 0,
        bots: Union[str, Mapping[int, str]] = "random",
        returns: str = "win",
        longest: int = 10_000,
        render_mode: Optional[str] = None,
    ) -> None:
        check(rules, returns, render_mode)
        if not 0 <= seat < rules.players:
            raise ValueError(f"there is no seat {seat}: seats count from 0 to {rules.players - 1}")
        others = [other for other in range(rules.players) if other != seat]
        if not isinstance(bots, str) and not set(others) <= set(bots):
            raise ValueError(f"`bots` names one for each of the seats {others}")
        self.rules, self.seat, self.counted = rules, seat, returns
        self.longest, self.render_mode = longest, render_mode
        self.bots = {other: bots if isinstance(bots, str) else bots[other] for other in others}
        self.action_space = spaces.Discrete(rules.num_actions)
        self.observation_space = spaces.Box(
            _INT32.min, _INT32.max, (rules.observation_len,), np.int32
        )
        self.game: Game = rules.new_game()
        self._actions = 0

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[NDArray[np.int32], dict[str, Any]]:
        super().reset(seed=seed)
        # Each game has a seed of its own, drawn from the environment's.
        self.game = self.rules.new_game(int(self.np_random.integers(1 << 62)))
        self._actions = 0
        self._others()
        return self._seen()

    def step(
        self, action: Union[int, np.int64]
    ) -> tuple[NDArray[np.int32], float, bool, bool, dict[str, Any]]:
        if not self.game.is_over and not self.action_masks()[int(action)]:
            seen, info = self._seen()
            return seen, -1.0, True, False, {**info, "closed": int(action)}
        if not self.game.is_over:
            self._actions += 1
            if self.game.act(int(action), self.seat):
                self._others()
        over = self.game.is_over
        if over:
            self.game.check()
        reward = self.game.returns(self.counted)[self.seat]
        seen, info = self._seen()
        idle = not over and self.seat not in self.game.asked
        return seen, reward, over, not over and (idle or self._actions >= self.longest), info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are open."""
        return self.game.mask(self.seat).astype(np.bool_)

    def render(self) -> Optional[str]:
        if self.render_mode == "svg":
            return self.game.render_svg(self.seat)
        return self.game.render_text(self.seat) if self.render_mode == "ansi" else None

    def _others(self) -> None:
        """Lets bots choose until the seat is asked; not for ever, if it never is."""
        for _ in range(100_000):
            asked = self.game.asked
            if not asked or self.seat == asked[0]:
                return
            self.game.play(self.bots[asked[0]], asked[0])

    def _seen(self) -> tuple[NDArray[np.int32], dict[str, Any]]:
        return self.game.observation(self.seat), {"action_mask": self.game.mask(self.seat)}
