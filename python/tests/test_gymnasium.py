"""Gymnasium's own check, and a seat against bots."""

import houserules
import numpy as np
import pytest
from conftest import EXAMPLES, GAMES, ROOT, load

pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from houserules.gym import SeatEnv  # noqa: E402


@pytest.mark.parametrize("path", GAMES + EXAMPLES, ids=lambda p: p.stem)
def test_check_env(path):
    rules = load(path)
    check_env(SeatEnv(rules, seat=rules.players - 1), skip_render_check=True)


def test_a_seat_learns_who_has_won():
    rules = load(ROOT / "examples" / "nim.rules")
    env = SeatEnv(rules, seat=1, bots={0: "greedy"}, render_mode="ansi")
    rewards = set()
    for seed in range(20):
        _, info = env.reset(seed=seed)
        draws, over = np.random.default_rng(seed), False
        while not over:
            assert env.render() and (env.action_masks() == info["action_mask"]).all()
            open_ = np.flatnonzero(info["action_mask"])
            _, reward, over, broken, info = env.step(draws.choice(open_))
            assert not broken
        assert reward == env.game.returns()[1]
        rewards.add(reward)
    assert rewards == {-1.0, 1.0}


def test_wrong_calls_are_told():
    rules = load(ROOT / "examples" / "nim.rules")
    for wrong in ({"seat": 2}, {"bots": {1: "greedy"}, "seat": 1}):
        with pytest.raises(ValueError):
            SeatEnv(rules, **wrong)
    with pytest.raises(ValueError, match="ansi"):
        SeatEnv(rules, render_mode="human")
    with pytest.raises(TypeError, match="houserules.load"):
        SeatEnv("nim.rules")
    for wrong in ("points", "score"):
        with pytest.raises(houserules.Error):
            SeatEnv(rules, returns=wrong)
    with pytest.raises(houserules.Error):
        SeatEnv(rules, seat=1, bots="nobody").reset(seed=1)
