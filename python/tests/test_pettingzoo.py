"""PettingZoo's own suites, on the games and the examples."""

import houserules
import numpy as np
import pytest
from conftest import EXAMPLES, GAMES, ROOT, load

test = pytest.importorskip("pettingzoo.test")

from houserules.pettingzoo import ParallelRulesEnv, RulesEnv  # noqa: E402

ALL = pytest.mark.parametrize("path", GAMES + EXAMPLES, ids=lambda p: p.stem)


@ALL
def test_api(path, capsys):
    test.api_test(RulesEnv(load(path), longest=200), num_cycles=40)


@ALL
def test_parallel_api(path, capsys):
    test.parallel_api_test(ParallelRulesEnv(load(path), longest=200), num_cycles=40)


@ALL
def test_seeds(path, capsys):
    rules = load(path)
    test.seed_test(lambda: RulesEnv(rules, longest=60), num_cycles=20)
    test.parallel_seed_test(lambda: ParallelRulesEnv(rules, longest=60), num_cycles=20)


def test_rewards_are_what_the_game_counts():
    env = RulesEnv(load(ROOT / "examples" / "kuhn_poker.rules"), returns="score")
    totals, ends = {agent: 0.0 for agent in env.possible_agents}, set()
    for seed in range(20):
        env.reset(seed=seed)
        draws = np.random.default_rng(seed)
        for agent in env.agent_iter():
            seen, reward, over, broken, _ = env.last()
            totals[agent] += reward
            ends.add((over, broken))
            mask = seen["action_mask"]
            env.step(None if over or broken else draws.choice(np.flatnonzero(mask)))
    assert sum(totals.values()) == 0 and any(totals.values()) and (False, True) not in ends


def test_wrong_calls_are_told():
    rules = load(ROOT / "examples" / "nim.rules")
    for kind in (RulesEnv, ParallelRulesEnv):
        for wrong in ({"render_mode": "human"}, {"returns": "points"}, {"returns": "score"}):
            with pytest.raises(ValueError):
                kind(rules, **wrong)


def test_an_action_that_is_not_open_loses():
    env = RulesEnv(load(ROOT / "examples" / "nim.rules"))
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0]))
    assert env.rewards[agent] == -1 and all(env.terminations.values())


def test_seats_that_choose_together_act_in_one_step():
    rules = load(ROOT / "examples" / "rock_paper_scissors.rules")
    env = ParallelRulesEnv(rules)
    seen, _ = env.reset(seed=1)
    asked = [agent for agent in env.agents if seen[agent]["action_mask"].any()]
    assert asked == env.agents
    actions = {agent: np.flatnonzero(seen[agent]["action_mask"])[0] for agent in asked}
    env.step(actions)
    assert env.game.made == len(asked)
