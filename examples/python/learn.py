#!/usr/bin/env python3
"""A linear player learns a game against itself, with NumPy and nothing else.

    python examples/python/learn.py games/bandit.rules --players 3 --minutes 3

What a seat sees goes, scaled, into one linear layer with a number for each action; of those that are
open one is drawn, the likelier the higher its number. Whatever was done in a game that was won
becomes likelier, in proportion to what the game counted (REINFORCE). Then it plays against random
players, at each seat in turn.
"""

import argparse
import time
from typing import Optional

import houserules
import numpy as np


class Linear:
    """A policy: the logits of actions are linear in what is seen."""

    def __init__(self, rules: houserules.Rules) -> None:
        self.weights = np.zeros((rules.observation_len + 1, rules.num_actions), np.float32)
        self.squares = np.zeros_like(self.weights)

    def look(self, batch: houserules.Batch) -> np.ndarray:
        """What is seen, counts tamed, with a constant."""
        row = batch.observations.astype(np.float32)
        row = np.sign(row) * np.log1p(np.abs(row))
        return np.hstack([row, np.ones((len(row), 1), np.float32)])

    def chances(self, seen: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """How likely each action is."""
        logits = np.where(masks == 1, seen @ self.weights, -np.inf)
        raised = np.exp(logits - logits.max(axis=1, keepdims=True))
        return raised / raised.sum(axis=1, keepdims=True)

    def learn(self, gradient: np.ndarray, rate: float) -> None:
        """A step up, as long as the gradient is large beside what it usually is (RMSprop)."""
        self.squares = 0.95 * self.squares + 0.05 * gradient**2
        self.weights += rate * gradient / (np.sqrt(self.squares) + 1e-4)


def drawn(chances: np.ndarray, draws: np.random.Generator) -> np.ndarray:
    """One action a game."""
    picked = (chances.cumsum(axis=1) < draws.random((len(chances), 1))).sum(axis=1)
    # Sums that come out below 1: the likeliest.
    shut = chances[np.arange(len(chances)), np.minimum(picked, chances.shape[1] - 1)] == 0
    return np.where(shut, chances.argmax(axis=1), np.minimum(picked, chances.shape[1] - 1))


def train(rules: houserules.Rules, minutes: float, lanes: int, rate: float, seed: int) -> Linear:
    """Learns from games against itself."""
    policy, draws = Linear(rules), np.random.default_rng(seed)
    batch = rules.batch(lanes, seed=seed, longest=2000)
    # For each lane the choices of the game that is on: what was seen, and what would raise them.
    games: list[list[tuple[int, np.ndarray, np.ndarray]]] = [[] for _ in range(lanes)]
    gradient, choices, ended, until = np.zeros_like(policy.weights), 0, 0, time.time() + 60 * minutes
    told = time.time()
    while time.time() < until:
        seen = policy.look(batch)
        chances = policy.chances(seen, batch.masks)
        actions, seats = drawn(chances, draws), batch.seats.copy()
        wish = -chances
        wish[np.arange(lanes), actions] += 1
        for lane in range(lanes):
            games[lane].append((int(seats[lane]), seen[lane], wish[lane]))
        batch.step(actions)
        for lane in np.flatnonzero(batch.ended):
            if batch.ended[lane] == 1:
                counted = batch.returns[lane]
                scale = np.array([counted[seat] for seat, _, _ in games[lane]], np.float32)
                ones = np.array([one for _, one, _ in games[lane]])
                wishes = np.array([wish for _, _, wish in games[lane]])
                gradient += (ones * scale[:, None]).T @ wishes
                choices, ended = choices + len(scale), ended + 1
            games[lane] = []
        if choices > 10_000:
            policy.learn(gradient / choices, rate)
            gradient[:], choices = 0, 0
        if time.time() > told + 20:
            told = time.time()
            print(f"  {ended} games, {(told - until) / 60 + minutes:.1f} minutes", flush=True)
    return policy


def against_random(
    rules: houserules.Rules, policy: Optional[Linear], games: int, seed: int
) -> tuple[float, float]:
    """What the policy wins on average at each seat in turn, all others random; with its error."""
    draws, counted = np.random.default_rng(seed), []
    for seat in range(rules.players):
        batch, here = rules.batch(games, seed=seed + seat, longest=5000), []
        waits = np.ones(games, bool)
        while waits.any():
            chances = batch.masks / batch.masks.sum(axis=1, keepdims=True)
            mine = batch.seats == seat
            if policy is not None and mine.any():
                chances[mine] = policy.chances(policy.look(batch), batch.masks)[mine]
            batch.step(drawn(chances, draws))
            # The first game of each lane: later ones would count short games more often.
            over = (batch.ended > 0) & waits
            here.extend(batch.returns[over, seat])
            waits &= ~over
        counted.extend(here)
    return float(np.mean(counted)), float(1.96 * np.std(counted) / np.sqrt(len(counted)))


def main() -> None:
    parser = argparse.ArgumentParser(description="learns a game against itself")
    parser.add_argument("rules")
    parser.add_argument("--players", type=int)
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--lanes", type=int, default=256)
    parser.add_argument("--rate", type=float, default=0.01)
    parser.add_argument("--games", type=int, default=500, help="to measure it at each seat")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rules = houserules.load(asked.rules, players=asked.players)
    print(f"{rules.title}: {rules.players} players, {rules.observation_len} numbers, "
          f"{rules.num_actions} actions")
    policy = train(rules, asked.minutes, asked.lanes, asked.rate, asked.seed)
    for name, player in (("random", None), ("learnt", policy)):
        mean, error = against_random(rules, player, asked.games, asked.seed + 1000)
        print(f"{name}: {mean:+.3f} ± {error:.3f} a game against random players")


if __name__ == "__main__":
    main()
