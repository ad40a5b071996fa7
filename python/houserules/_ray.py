"""Plays the games of a study on a Ray cluster."""

from __future__ import annotations

import functools
import pickle
from typing import Any, Iterator, Sequence, cast

from ._houserules import Study, __version__

try:
    import ray
except ImportError as error:
    raise ImportError('on="ray" needs Ray: pip install ray') from error

# A part whose worker or machine is lost is played again, but not for ever: it may be what ends them.
_AGAIN = 10


@functools.lru_cache(maxsize=1)
def _ready(pickled: bytes) -> Study:
    """A worker makes a study ready once, not for each part."""
    return cast(Study, pickle.loads(pickled))


def _part(pickled: bytes, version: str, start: int, stop: int) -> str:
    """What a worker does."""
    if version != __version__:
        raise RuntimeError(f"a worker has houserules {__version__}, the study is of {version}")
    return _ready(pickled).play(start, stop, 1)


def play(study: Study, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], str]]:
    """On the cluster that is connected, or is known to Ray; on this machine if there is none."""
    ours = not ray.is_initialized()
    if ours:
        ray.init(include_dashboard=False)
    waiting: dict[Any, tuple[int, int]] = {}
    try:
        task = ray.remote(num_cpus=1, max_retries=_AGAIN)(_part)
        pickled = ray.put(pickle.dumps(study))
        waiting = {task.remote(pickled, __version__, *span): span for span in spans}
        while waiting:
            [done], _ = ray.wait(list(waiting), num_returns=1)
            yield waiting.pop(done), ray.get(done)
    finally:
        # If the caller is interrupted, nobody waits for the others any more.
        for left in waiting:
            ray.cancel(left)
        if ours:
            ray.shutdown()
