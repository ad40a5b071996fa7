"""A game as a PettingZoo environment: seats act one after the other, or in one step together."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

from . import Game, Rules
from ._wrong import RENDER_MODES, check

__all__ = ["ParallelRulesEnv", "RulesEnv"]

_INT32 = np.iinfo(np.int32)


class _Seats:
    """What both environments have: agents, their spaces, games by seed."""

    def __init__(
        self,
        rules: Rules,
        returns: str = "win",
        longest: int = 10_000,
        render_mode: Optional[str] = None,
    ) -> None:
        super().__init__()
        check(rules, returns, render_mode)
        self.rules, self.counted = rules, returns
        self.longest, self.render_mode = longest, render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(rules.players)]
        self.agents: list[str] = []
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        numbers = spaces.Box(_INT32.min, _INT32.max, (rules.observation_len,), np.int32)
        mask = spaces.Box(0, 1, (rules.num_actions,), np.int8)
        both: dict[str, spaces.Space[Any]] = {"observation": numbers, "action_mask": mask}
        self._observations = {agent: spaces.Dict(both) for agent in self.possible_agents}
        self._actions = {
            agent: spaces.Discrete(rules.num_actions) for agent in self.possible_agents
        }
        self._random, _ = seeding.np_random()
        self._made = 0
        self.game: Game = rules.new_game()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions[agent]

    def render(self) -> Optional[str]:
        if self.render_mode == "svg":
            return self.game.render_svg()
        return self.game.render_text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held that would have to be given back."""

    def _begin(self, seed: Optional[int]) -> None:
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.game = self.rules.new_game(int(self._random.integers(1 << 62)))
        self.agents, self._made = list(self.possible_agents), 0

    def _seen(self, agent: str) -> dict[str, Any]:
        seat = self.seats[agent]
        return {"observation": self.game.observation(seat), "action_mask": self.game.mask(seat)}

    def _counted(self) -> dict[str, float]:
        self.game.check()
        return dict(zip(self.possible_agents, self.game.returns(self.counted)))


class RulesEnv(_Seats, AECEnv):  # type: ignore[misc]
    """Every seat is an agent, `player_0` and so on.

    Observations are `{"observation": …, "action_mask": …}`. The mask is all 0 for a seat that is not
    asked. Seats that choose at the same time act one after the other, and see nothing of each
    other's choices. An action that is not open ends the game: that seat gets -1, as PettingZoo's
    `TerminateIllegalWrapper` does it. Broken off after `longest` actions.
    """

    metadata = {
        "render_modes": RENDER_MODES,
        "name": "houserules_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        self._begin(seed)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        return self._seen(agent)

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.seats[agent]
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.game.mask(seat)[int(action)]:
            self._made += 1
            self.game.act(int(action), seat)
            self._go_on()
        else:
            self.rewards[agent] = -1.0
            self.infos[agent]["closed"] = int(action)
            self._end(self.terminations)
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Who acts next, or the end."""
        if self.game.is_over:
            self.rewards = self._counted()
            self._end(self.terminations)
        elif self._made >= self.longest:
            self._end(self.truncations)
        else:
            self.agent_selection = self.possible_agents[self.game.asked[0]]

    def _end(self, how: dict[str, bool]) -> None:
        how.update({agent: True for agent in self.agents})
        self.agent_selection = self.agents[0]


class ParallelRulesEnv(_Seats, ParallelEnv):  # type: ignore[misc]
    """The same with one step for all: every seat that is asked takes an action, the others wait.

    What a seat that is not asked hands in is not looked at; its mask is all 0. If the first answer
    settles what several were asked, the other answers come too late and count for nothing. An
    action that is not open ends the game as above. Broken off after `longest` steps.
    """

    metadata = {**RulesEnv.metadata, "is_parallelizable": True}

    def reset(
        self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        self._begin(seed)
        return {agent: self._seen(agent) for agent in self.agents}, {a: {} for a in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        agents = self.agents
        rewards = {agent: 0.0 for agent in agents}
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        over, question = False, self.game.asked_at
        for seat in self.game.asked if agents else ():
            agent = self.possible_agents[seat]
            if self.game.asked_at != question or seat not in self.game.asked:
                continue
            if not self.game.mask(seat)[int(actions[agent])]:
                rewards[agent], infos[agent]["closed"], over = -1.0, int(actions[agent]), True
                break
            self.game.act(int(actions[agent]), seat)
        self._made += 1
        if self.game.is_over and not over:
            over, rewards = True, self._counted()
        broken = not over and self._made >= self.longest
        seen = {agent: self._seen(agent) for agent in agents}
        if over or broken:
            self.agents = []
        ends = {agent: over for agent in agents}
        return seen, rewards, ends, {agent: broken for agent in agents}, infos
