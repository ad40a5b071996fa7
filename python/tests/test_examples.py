"""The example that learns and the benchmark, a little of each."""

import sys

import numpy as np
from conftest import ROOT, load

sys.path[:0] = [str(ROOT / "python" / "examples"), str(ROOT / "python" / "benches")]

import learn  # noqa: E402
import steps  # noqa: E402


def test_a_little_learning_beats_chance(monkeypatch, capsys):
    for name, smaller in (("ROUND", 256), ("MINIBATCH", 64), ("HIDDEN", 32)):
        monkeypatch.setattr(learn, name, smaller)
    rules = load(ROOT / "examples" / "tic_tac_toe.rules")
    new = learn.Net(rules.observation_len, rules.num_actions, np.random.default_rng(1))
    before = learn.against_chance(rules, new, 512).mean()
    after = learn.against_chance(rules, learn.learned(rules, 60, most=1500), 512).mean()
    assert abs(before) < 0.12 and after > 0.12, (before, after)
    learn.learned(load(ROOT / "games" / "bandit.rules"), 0.2)


def test_steps_prints_a_row_for_a_game(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["steps.py", "--seconds", "0.02", "rock_paper_scissors"])
    steps.main()
    head, _, row = capsys.readouterr().out.splitlines()[-3:]
    assert head.count("|") == row.count("|") == 10 and "rock_paper_scissors" in row
