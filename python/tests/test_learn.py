"""The example that learns, a little of it."""

import sys

import numpy as np
from conftest import ROOT, load

sys.path.insert(0, str(ROOT / "python" / "examples"))

import learn  # noqa: E402


def test_a_little_learning_beats_chance(monkeypatch, capsys):
    monkeypatch.setattr(learn, "ROUND", 512)
    monkeypatch.setattr(learn, "MINIBATCH", 128)
    rules = load(ROOT / "examples" / "tic_tac_toe.rules")
    new = learn.Net(rules.observation_len, rules.num_actions, np.random.default_rng(1))
    before = learn.against_chance(rules, new, 512).mean()
    after = learn.against_chance(rules, learn.learned(rules, 60, most=2500), 512).mean()
    assert abs(before) < 0.12 and after > 0.2, (before, after)
    learn.learned(load(ROOT / "games" / "bandit.rules"), 0.2)
