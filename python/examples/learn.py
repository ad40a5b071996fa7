"""Learns to play a game from nothing, with NumPy alone, and says how often it beats chance.

    python learn.py games/bandit.rules --minutes 3

One seat of each game learns, the others play at random. A small network says how good each open
action looks and how likely the game is to be won; games that end move it (a policy gradient,
clipped as in PPO).
"""

from __future__ import annotations

import argparse
import time
from typing import Any, NamedTuple, Optional

import houserules
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Whole = NDArray[np.int64]

HIDDEN, RATE, CLIP, ENTROPY, EPOCHS, MINIBATCH, ROUND = 128, 1e-3, 0.2, 0.01, 3, 512, 4096


class Steps(NamedTuple):
    """What was seen and done: a row each."""

    seen: Floats
    masks: NDArray[np.int8]
    actions: Whole
    chances: Floats
    results: Floats

    def rows(self, which: Whole) -> Steps:
        """Some of the rows."""
        columns: list[Any] = [column[which] for column in self]
        return Steps(*columns)


def together(parts: list[Steps]) -> Steps:
    """The rows of all of them."""
    columns: list[Any] = [np.concatenate(column) for column in zip(*parts)]
    return Steps(*columns)


class Net:
    """Two layers: logits of the actions, and the value of the position behind them."""

    def __init__(self, numbers: int, actions: int, draws: np.random.Generator) -> None:
        def layer(rows: int, columns: int, scale: float) -> Floats:
            return np.asarray(draws.normal(0, scale / rows**0.5, (rows, columns)), np.float32)

        self.weights = [
            layer(numbers, HIDDEN, 1.0), np.zeros(HIDDEN, np.float32),
            layer(HIDDEN, actions + 1, 0.1), np.zeros(actions + 1, np.float32),
        ]
        self._moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self._steps = 0

    def __call__(self, seen: Floats, masks: NDArray[np.int8]) -> tuple[Floats, Floats, Floats]:
        """The chance of each action, the value, and the hidden layer."""
        first, bias, second, last = self.weights
        hidden = np.maximum(seen @ first + bias, 0)
        out = hidden @ second + last
        logits = np.where(masks == 1, out[:, :-1], -np.inf)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        return chances / chances.sum(axis=1, keepdims=True), np.tanh(out[:, -1]), hidden

    def learn(self, steps: Steps) -> None:
        """One step of Adam on some rows."""
        chances, values, hidden = self(steps.seen, steps.masks)
        rows = np.arange(len(values))
        better = steps.results - values
        worth = (better - better.mean()) / (better.std() + 1e-6)
        ratio = chances[rows, steps.actions] / steps.chances
        # Where the policy has moved far enough already, nothing pulls at it.
        pull = np.where((ratio - 1) * np.sign(worth) < CLIP, ratio * worth, 0)
        logs = np.log(np.maximum(chances, 1e-8))
        spread = -(chances * logs).sum(axis=1, keepdims=True)
        out = pull[:, None] * chances + ENTROPY * chances * (logs + spread)
        out[rows, steps.actions] -= pull
        value = -better * (1 - values**2)
        out = np.column_stack([out, value]).astype(np.float32) / len(rows)
        back = np.where(hidden > 0, out @ self.weights[2].T, 0)
        self._move([steps.seen.T @ back, back.sum(axis=0), hidden.T @ out, out.sum(axis=0)])

    def _move(self, slopes: list[NDArray[Any]]) -> None:
        self._steps += 1
        for weight, slope, (mean, square) in zip(self.weights, slopes, self._moments):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            rate = RATE * (1 - 0.999**self._steps) ** 0.5 / (1 - 0.9**self._steps)
            weight -= rate * mean / (np.sqrt(square) + 1e-8)


def scaled(numbers: NDArray[np.int32]) -> Floats:
    """Counts as a network likes them."""
    return (np.sign(numbers) * np.log1p(np.abs(numbers))).astype(np.float32)


def drawn(chances: NDArray[Any], draws: np.random.Generator) -> Whole:
    """An action a row, each as likely as its chance; one of chance 0 never."""
    with np.errstate(divide="ignore"):
        noise = -np.log(-np.log(draws.random(chances.shape)))
        return np.asarray((np.log(chances) + noise).argmax(axis=1))


class Table:
    """Games of which the net plays one seat each, in turn, and chance the others."""

    def __init__(self, rules: houserules.Rules, games: int, seed: int) -> None:
        self.batch = rules.batch(games, seed=seed)
        self.draws = np.random.default_rng(seed)
        self.seats = np.arange(games) % rules.players
        self._open: list[list[tuple[Floats, NDArray[np.int8], int, float]]]
        self._open = [[] for _ in range(games)]

    def play(self, net: Net, keep: bool = True) -> tuple[list[Steps], Floats]:
        """A step in every game: what was done in those that ended, and their results."""
        batch = self.batch
        ours = np.flatnonzero(batch.seats == self.seats)
        seen, masks = scaled(batch.observations[ours]), batch.masks[ours].copy()
        actions = drawn(batch.masks, self.draws)
        if len(ours):
            chances, _, _ = net(seen, masks)
            actions[ours] = drawn(chances, self.draws)
            for row, game in enumerate(ours if keep else ()):
                action = int(actions[game])
                self._open[game].append((seen[row], masks[row], action, chances[row, action]))
        batch.step(actions)
        ended = np.flatnonzero(batch.ended == 1)
        results = batch.returns[ended, self.seats[ended]].astype(np.float32)
        done = [self._closed(int(game), result) for game, result in zip(ended, results)]
        for game in np.flatnonzero(batch.ended > 1):
            self._open[game] = []
        return [steps for steps in done if steps], results

    def _closed(self, game: int, result: float) -> Optional[Steps]:
        rows, self._open[game] = self._open[game], []
        if not rows:
            return None
        seen, masks, actions, chances = zip(*rows)
        return Steps(
            np.stack(seen), np.stack(masks), np.array(actions), np.array(chances, np.float32),
            np.full(len(rows), result, np.float32),
        )


def learned(
    rules: houserules.Rules, seconds: float, most: Optional[int] = None, seed: int = 1
) -> Net:
    """A net that has learned for so long, or from at most so many games."""
    draws = np.random.default_rng(seed)
    net, table = Net(rules.observation_len, rules.num_actions, draws), Table(rules, 256, seed)
    end, said = time.monotonic() + seconds, 0
    kept: list[Steps] = []
    results: list[float] = []
    while time.monotonic() < end and (most is None or len(results) < most):
        done, ended = table.play(net)
        kept += done
        results += list(ended)
        if sum(len(steps.actions) for steps in kept) < ROUND:
            continue
        steps, kept = together(kept), []
        count = len(steps.actions)
        for _ in range(EPOCHS):
            for rows in np.array_split(draws.permutation(count), count // MINIBATCH):
                net.learn(steps.rows(rows))
        if len(results) - said >= 1000:
            said = len(results)
            last = np.mean(results[-1000:])
            print(f"{said:7} games, result of the last 1000: {last:+.3f}", flush=True)
    return net


def against_chance(rules: houserules.Rules, net: Net, games: int, seed: int = 10**6) -> Floats:
    """The results of so many games that the net has never seen, seat by seat in turn."""
    at_once = min(games, 256)
    table = Table(rules, at_once, seed)
    results: list[list[float]] = [[] for _ in range(at_once)]
    while min(map(len, results)) < games // at_once:
        _, ended = table.play(net, keep=False)
        for game, result in zip(np.flatnonzero(table.batch.ended == 1), ended):
            results[game].append(result)
    # As many of each table: short games would count more often.
    return np.array([result for one in results for result in one[: games // at_once]], np.float32)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("game", help="a .rules file")
    asked.add_argument("--players", type=int)
    asked.add_argument("--minutes", type=float, default=3.0)
    asked.add_argument("--games", type=int, default=2048, help="how many to measure it by")
    asked.add_argument("--seed", type=int, default=1)
    call = asked.parse_args()
    rules = houserules.load(call.game, players=call.players)
    print(f"{rules}: {rules.observation_len} numbers, {rules.num_actions} actions", flush=True)
    net = learned(rules, 60 * call.minutes, seed=call.seed)
    results = against_chance(rules, net, call.games)
    mean, off = results.mean(), 1.96 * results.std() / len(results) ** 0.5
    print(
        f"against chance, {len(results)} games: {(results > 0).mean():.1%} won, "
        f"result {mean:+.3f} ({mean - off:+.3f} to {mean + off:+.3f}; by chance 0)"
    )


if __name__ == "__main__":
    main()
