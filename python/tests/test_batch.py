"""Batches: the same games as one by one, in arrays."""

import threading

import houserules
import numpy as np
import pytest
from conftest import GAMES, ROOT, load

NIM = ROOT / "examples" / "nim.rules"


def drawn(masks, draws):
    """An action that is open for each game, each as likely."""
    return (draws.random(masks.shape) * masks).argmax(axis=1)


@pytest.mark.parametrize("path", GAMES, ids=lambda p: p.stem)
def test_batches_are_the_same_again(path):
    rules = load(path)
    runs = []
    for _ in range(2):
        batch, draws = rules.batch(8, seed=1, longest=30), np.random.default_rng(3)
        seen, ended = [], set()
        for _ in range(40):
            assert batch.masks.any(axis=1).all()
            batch.step(drawn(batch.masks, draws))
            ended |= set(batch.ended)
            seen.append((batch.observations.tobytes(), batch.returns.tobytes()))
        assert 2 in ended and 3 not in ended
        runs.append(seen)
    assert runs[0] == runs[1]


def test_games_end_and_begin_anew():
    rules = load(NIM)
    batch = rules.batch(100, seed=2)
    assert len(batch) == 100 and batch.observations.shape == (100, rules.observation_len)
    draws, ended = np.random.default_rng(0), 0
    for _ in range(60):
        batch.step(drawn(batch.masks, draws))
        over = batch.ended == 1
        ended += over.sum()
        assert (batch.returns[~over] == 0).all()
        assert (np.sort(batch.returns[over], axis=1) == [-1, 1]).all()
    assert ended > 100


def test_wrong_actions_are_named_and_change_nothing():
    batch = load(NIM).batch(3)
    before = batch.observations.copy()
    for wrong, code in (
        ([10**6] * 3, "closed"), ([-1, 0, 0], "closed"), ([2**32 + 1] * 3, "closed"),
        ([0, 0], "shape"), ([0.0, 1.0, 2.0], "shape"), ([[0], [0], [0]], "shape"),
        (["a", "b", "c"], "shape"), (None, "shape"), ([2**63] * 3, "closed"),
    ):
        with pytest.raises(houserules.Error) as refused:
            batch.step(wrong)
        assert refused.value.code == code, wrong
        if code == "closed":
            assert "game 0" in refused.value.message
        assert (batch.observations == before).all()


@pytest.mark.parametrize("games", [0, 2**40])
def test_batches_have_a_size(games):
    with pytest.raises(houserules.Error) as refused:
        load(NIM).batch(games)
    assert refused.value.code == "call" and refused.value.help


def test_python_goes_on_while_a_batch_steps():
    """Only without the interpreter lock can another thread find the batch in the middle of a step; it
    is told so, and breaks nothing."""
    batch, found = load(GAMES[0]).batch(256), []
    stepping = threading.Event()

    def steps():
        draws = np.random.default_rng(1)
        for _ in range(200):
            actions = drawn(batch.masks, draws)
            stepping.set()
            batch.step(actions)
            if found:
                return

    thread = threading.Thread(target=steps)
    thread.start()
    stepping.wait()
    while thread.is_alive() and not found:
        try:
            len(batch)
        except RuntimeError as error:
            found.append(error)
    thread.join()
    assert found and batch.masks.any(axis=1).all()
