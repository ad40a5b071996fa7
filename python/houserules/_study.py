"""Studies: many games, shared out in parts, each kept as soon as it is played."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Iterable, Iterator, Mapping, Optional, Sequence, Union

from ._houserules import Study, prepare

Span = tuple[int, int]
"""Games from one number up to another."""

Player = Callable[[Study, Sequence[Span]], Iterator[tuple[Span, str]]]
"""Plays spans of games, and yields what each came to, in any order."""

# No part has more games than this; what is lost with a worker is at most a part.
_LARGEST = 100
# If there are enough games, they are shared out in so many parts.
_PARTS = 64


@dataclass(frozen=True)
class Studied:
    """What a study says."""

    numbers: dict[str, Any]
    """The report, as `houserules study --format json` prints it."""
    page: str
    """The report as a page of HTML that needs nothing else."""
    folder: Optional[Path]
    """Where the games are: `games.parquet`, a row for each seat of each game, and `games.jsonl`."""


def study(
    game: Union[str, "os.PathLike[str]"],
    settings: Mapping[str, Any],
    on: Optional[str],
    folder: Optional[Path],
    part: Optional[int],
) -> Studied:
    """`houserules.study`, with the settings as the compiled part takes them."""
    play = _player(on)
    if part is not None and part < 1:
        raise ValueError("a part has at least one game")
    if folder is not None:
        _parquet()
    ready = prepare({"game": os.fspath(game), **settings})
    if folder is not None:
        return _in_folder(ready, play, folder, part)
    with tempfile.TemporaryDirectory() as passing:
        parts = Path(passing)
        _play(ready, play, ([], parts), part)
        numbers, page = ready.bring_together(_held(parts), [])
    return Studied(json.loads(numbers), page, None)


def _in_folder(ready: Study, play: Player, folder: Path, part: Optional[int]) -> Studied:
    parts, games = folder / "parts", folder / "games.jsonl"
    kept = [games] if games.exists() else []
    _play(ready, play, (kept, parts), part)
    with tempfile.TemporaryDirectory() as passing:
        table = Path(passing, "games.csv")
        numbers, page = ready.bring_together(kept + _held(parts), [games, table])
        _write_parquet(table, folder / "games.parquet")
    # All of them are in `games.jsonl` now.
    for file in _held(parts):
        file.unlink()
    parts.rmdir()
    return Studied(json.loads(numbers), page, folder)


def _play(
    ready: Study, play: Player, where: tuple[list[Path], Path], part: Optional[int]
) -> None:
    """Plays what neither the files nor the folder of parts hold, and keeps each part there."""
    files, parts = where
    missing = ready.missing(files + _held(parts))
    spans = list(_spans(missing, part or max(1, min(_LARGEST, len(missing) // _PARTS))))
    parts.mkdir(parents=True, exist_ok=True)
    for (start, stop), text in play(ready, spans) if spans else ():
        _write(parts / f"{start:012}-{stop:012}.jsonl", text.encode())
    if left := ready.missing(files + _held(parts)):
        raise RuntimeError(f"{len(left)} games were not played, the first of them {left[0]}")


def _held(parts: Path) -> list[Path]:
    return sorted(parts.glob("*.jsonl"))


def _spans(games: Iterable[int], most: int) -> Iterator[Span]:
    """Numbers that follow each other as spans of at most so many."""
    start = stop = None
    for game in games:
        if start is not None and stop is not None and (game != stop or stop - start == most):
            yield start, stop
            start = None
        start, stop = game if start is None else start, game + 1
    if start is not None and stop is not None:
        yield start, stop


def _write(path: Path, data: bytes) -> None:
    """Writes a whole file or none: a part that is there is complete."""
    passing = path.with_name(f"{path.name}.{os.getpid()}.new")
    with open(passing, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(passing, path)


def _player(on: Optional[str]) -> Player:
    if on is None:
        return _here
    if on == "ray":
        from . import _ray

        return _ray.play
    raise ValueError(f'games are not played on {on!r}: write on="ray", or leave it out')


def _here(ready: Study, spans: Sequence[Span]) -> Iterator[tuple[Span, str]]:
    """On the threads of this machine."""
    threads = os.cpu_count() or 1
    for start, stop in spans:
        yield (start, stop), ready.play(start, stop, threads)


def _parquet() -> tuple[Any, Any, Any]:
    try:
        import pyarrow
        import pyarrow.csv
        import pyarrow.parquet
    except ImportError as error:
        raise ImportError("a folder of games needs pyarrow: pip install pyarrow") from error
    return pyarrow, pyarrow.csv, pyarrow.parquet


def _write_parquet(table: Path, path: Path) -> None:
    """The rows of a CSV of ours as Parquet, of the same types whatever is in them."""
    pyarrow, csv, parquet = _parquet()
    words = {name: pyarrow.string() for name in ("played", "bot", "end")}
    flags = {name: pyarrow.bool_() for name in ("won", "began", "changed")}
    types = {"seed": pyarrow.uint64(), **words, **flags}
    with open(table, encoding="utf-8") as rows:
        names = rows.readline().strip().split(",")
    convert = csv.ConvertOptions(
        column_types={name: types.get(name, pyarrow.int64()) for name in names}
    )
    read = csv.read_csv(table, convert_options=convert).combine_chunks()
    out = pyarrow.BufferOutputStream()
    parquet.write_table(read, out)
    _write(path, out.getvalue().to_pybytes())
