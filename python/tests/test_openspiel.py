"""OpenSpiel's tests and algorithms, on rules of ours."""

import pickle

import numpy as np
import pytest
from conftest import EXAMPLES, GAMES, ROOT

pyspiel = pytest.importorskip("pyspiel")

from houserules import openspiel  # noqa: E402
from open_spiel.python.algorithms import (  # noqa: E402
    cfr, expected_game_score, exploitability, external_sampling_mccfr, generate_playthrough, mcts, minimax,
)


def kuhn(**more):
    path = ROOT / "examples" / "kuhn_poker.rules"
    wanted = {"returns": "score", "bounds": (-2, 2), "zero_sum": True, "longest": 10}
    return openspiel.load(path, **{**wanted, **more})


@pytest.mark.parametrize("path", GAMES + EXAMPLES, ids=lambda p: p.stem)
def test_random_simulation(path):
    game = openspiel.load(path, longest=30)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_states_are_serialised():
    pyspiel.random_sim_test(kuhn(), num_sims=3, serialize=True, verbose=False)
    game = pickle.loads(pickle.dumps(kuhn()))
    assert str(game) == str(kuhn()) == str(pyspiel.load_game(str(game)))


@pytest.mark.parametrize("name", ["kuhn_poker", "nim", "go_fish"])
def test_playthrough(name):
    game = openspiel.load(ROOT / "examples" / f"{name}.rules", longest=200)
    text = generate_playthrough.playthrough(str(game), None, seed=1)
    assert "InformationStateString(1)" in text and "IsTerminal() = True" in text
    assert text == generate_playthrough.playthrough(str(game), None, seed=1)


def test_cfr_finds_the_value_of_kuhn_poker():
    game = kuhn()
    solver = cfr.CFRPlusSolver(game)
    for _ in range(50):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert len(policy.state_lookup) == 12
    value = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    assert value[0] == pytest.approx(-1 / 18, abs=0.001)
    assert exploitability.exploitability(game, policy) < 0.01


def test_leduc_poker_is_sampled():
    # The solver draws from NumPy's own numbers.
    np.random.seed(1)
    path = ROOT / "examples" / "leduc_poker.rules"
    game = openspiel.load(path, returns="score", bounds=(-13, 13), zero_sum=True)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(3):
        solver.iteration()
    assert len(solver._infostates) > 50


def test_search_beats_chance():
    game = openspiel.load(ROOT / "examples" / "tic_tac_toe.rules", chance="none", longest=50)
    draws = np.random.RandomState(1)
    thinks = mcts.MCTSBot(game, 2.0, 60, mcts.RandomRolloutEvaluator(1, draws), random_state=draws)
    won = 0
    for _ in range(4):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            action = thinks.step(state) if state.current_player() == 0 else draws.choice(legal)
            state.apply_action(int(action))
        won += state.returns()[0] > 0
    assert won >= 3


def test_alpha_beta_takes_games_in_which_all_is_seen():
    path = ROOT / "examples" / "tic_tac_toe.rules"
    game = openspiel.load(path, chance="none", perfect=True)
    assert str(pyspiel.load_game(str(game))) == str(game)
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)
    state = game.new_initial_state()
    # Ana has two in the lowest line and is to play: one move wins.
    for cell in ("1, 1", "1, 3", "2, 1", "2, 3"):
        state.running.say(f"take Cell({cell})")
    value, action = minimax.alpha_beta_search(game, state=state, maximum_depth=10)
    assert value == 1 and action in state.legal_actions()


def test_wrong_calls_are_told():
    for wrong in ({"chance": "loaded"}, {"bounds": None}, {"returns": "points"}):
        with pytest.raises(ValueError):
            kuhn(**wrong)
    with pytest.raises(ValueError, match="which rules"):
        pyspiel.load_game("houserules")
    with pytest.raises(ValueError, match="no score"):
        openspiel.load(ROOT / "examples" / "nim.rules", returns="score", bounds=(0, 1))
