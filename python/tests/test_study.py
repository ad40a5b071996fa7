"""Studies: the same bytes however the games are shared out, and nothing lost with a worker."""

import pickle
import shutil
import threading
import time

import houserules
import pytest
from conftest import ROOT
from houserules import _houserules, _study

pytest.importorskip("pyarrow")

import pyarrow.parquet  # noqa: E402

NIM = ROOT / "examples" / "nim.rules"
BANDIT = ROOT / "games" / "bandit.rules"
PATIENCE = ROOT / "examples" / "variants" / "bandit_patience.rules"


def kept(folder):
    """What a study leaves, byte by byte."""
    assert sorted(p.name for p in folder.iterdir()) == ["games.jsonl", "games.parquet"]
    return [(folder / name).read_bytes() for name in ("games.jsonl", "games.parquet")]


def test_parts_make_the_same_bytes(tmp_path):
    one, other, more = (tmp_path / name for name in ("one", "other", "more"))
    whole = houserules.study(NIM, 24, folder=one)
    parts = houserules.study(NIM, 24, folder=other, part=5)
    assert whole.numbers == parts.numbers and whole.page == parts.page
    assert whole.page.startswith("<!doctype html>") and whole.numbers["finished"] == 24
    houserules.study(NIM, range(9, 14), folder=more)
    houserules.study(NIM, 24, folder=more)
    assert kept(one) == kept(other) == kept(more)
    assert houserules.study(NIM, 24).numbers == whole.numbers


def test_parquet_has_a_row_for_each_seat_of_each_game(tmp_path):
    houserules.study(NIM, 10, folder=tmp_path, quick=True, seats={1: "random"})
    table = pyarrow.parquet.read_table(tmp_path / "games.parquet")
    assert table.num_rows == 20 and set(table["seat"].to_pylist()) == {1, 2}
    rows = table.to_pylist()
    assert [row["bot"] for row in rows[:2]] == ["greedy", "random"]
    assert sum(row["won"] for row in rows) == 10 and rows[0]["score"] is None
    assert str(table.schema.field("seed").type) == "uint64"


def test_what_was_played_before_an_interrupt_is_not_played_again(tmp_path, monkeypatch):
    def stops(ready, spans):
        for at, played in enumerate(_study._here(ready, spans)):
            if at == 2:
                raise KeyboardInterrupt
            yield played

    asked = []

    def counts(ready, spans):
        asked.extend(spans)
        return _study._here(ready, spans)

    one, other = tmp_path / "one", tmp_path / "other"
    monkeypatch.setattr(_study, "_player", lambda on: stops)
    with pytest.raises(KeyboardInterrupt):
        houserules.study(NIM, 20, folder=one, part=4)
    assert len(list((one / "parts").iterdir())) == 2
    monkeypatch.setattr(_study, "_player", lambda on: counts)
    houserules.study(NIM, 20, folder=one, part=4)
    assert asked == [(8, 12), (12, 16), (16, 20)]
    monkeypatch.undo()
    houserules.study(NIM, 20, folder=other)
    assert kept(one) == kept(other)


def test_games_of_another_study_are_refused(tmp_path):
    houserules.study(NIM, 4, folder=tmp_path, quick=True)
    before = kept(tmp_path)
    for wrong in ({"seed": 2}, {"quick": False}, {"policy": "random"}):
        with pytest.raises(houserules.Error, match="another study"):
            houserules.study(NIM, 4, **{"folder": tmp_path, "quick": True, **wrong})
    assert kept(tmp_path) == before


def test_wrong_calls_are_told(tmp_path):
    for wrong in (
        {"on": "abacus"}, {"part": 0}, {"games": range(0, 10, 2)},
    ):
        with pytest.raises(ValueError):
            houserules.study(NIM, **{"games": 4, **wrong})
    for wrong in (
        {"policy": "nobody"}, {"games": 0}, {"players": 9}, {"track": ["heaps +"]},
        {"seats": {5: "random"}}, {"options": {"luck": 1}},
    ):
        with pytest.raises(houserules.Error):
            houserules.study(NIM, **{"games": 4, **wrong})
    with pytest.raises(houserules.Error) as missing:
        houserules.study(tmp_path / "none.rules", 4)
    assert missing.value.code == "file"


def test_a_study_takes_its_rules_along(tmp_path, monkeypatch):
    """A worker has no files: the rules, variants, modules and tables come as texts."""
    for folder in ("games", "examples"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    bandit, patience = (tmp_path / file.relative_to(ROOT) for file in (BANDIT, PATIENCE))
    settings = {}
    monkeypatch.setattr(
        _study, "prepare", lambda asked: settings.update(asked) or _houserules.prepare(asked)
    )
    houserules.study(bandit, 1, variants=patience, versus=(), policy="random", quick=True)
    ready = _houserules.prepare(settings)
    pickled = pickle.dumps(ready)
    for folder in ("games", "examples"):
        shutil.rmtree(tmp_path / folder)
    there = pickle.loads(pickled)
    assert there.games == (0, 1) and repr(there) == repr(ready)
    text = there.play(3, 5, 1)
    assert text == ready.play(3, 5, 2) and len(text.splitlines()) == 1 + 2 * 2


def two_machines(cluster_of):
    """A cluster whose driver plays nothing, and two machines beside it; all on the loopback."""
    soon = {
        "health_check_initial_delay_ms": 0,
        "health_check_period_ms": 500,
        "health_check_failure_threshold": 3,
    }
    head = {"num_cpus": 0, "include_dashboard": False, "_system_config": soon}
    cluster = cluster_of(initialize_head=True, head_node_args=head)
    return cluster, [cluster.add_node(num_cpus=1) for _ in range(2)]


def test_a_lost_machine_costs_only_its_parts(tmp_path, monkeypatch):
    """Two machines of a cluster play; one is killed in the middle, and the bytes are the same."""
    # Before Ray is imported: it asks nobody's permission, and nobody else can reach it.
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
    ray = pytest.importorskip("ray")
    from ray._private.state import available_resources_per_node
    from ray.cluster_utils import Cluster

    asked = {"game": BANDIT, "games": 24, "policy": "random", "part": 1}
    alone, shared = tmp_path / "alone", tmp_path / "shared"
    houserules.study(**asked, folder=alone)
    cluster, (lost, _) = two_machines(Cluster)
    seen = []

    def kill():
        """Kills a machine that is playing, once some parts are there."""
        while not seen:
            time.sleep(0.02)
            parts = len(list((shared / "parts").glob("*.jsonl")))
            idle = available_resources_per_node().get(lost.node_id, {}).get("CPU", 0)
            if parts >= 2 and not idle:
                cluster.remove_node(lost, allow_graceful=False)
                seen.append(parts)

    try:
        ray.init(address=cluster.address, log_to_driver=False)
        cluster.wait_for_nodes()
        assert cluster.address.startswith("127.")
        killer = threading.Thread(target=kill, daemon=True)
        killer.start()
        houserules.study(**asked, folder=shared, on="ray")
        seen.append("over")
        killer.join()
        assert seen[0] != "over" and seen[0] < 24, "the machine was lost too late"
        assert ray.is_initialized(), "a connection of somebody else's stays"
        assert sum(node["Alive"] for node in ray.nodes()) == 2
    finally:
        seen.append("over")
        ray.shutdown()
        cluster.shutdown()
    assert kept(alone) == kept(shared)
