"""The stub says what there is, and what is written in Python fits it."""

import ast
import subprocess
import sys
from pathlib import Path

import houserules
import pytest
from conftest import ROOT

HERE = Path(houserules.__file__).parent


def test_the_stub_says_what_there_is():
    stub = ast.parse((HERE / "_houserules.pyi").read_text(encoding="utf-8"))
    for kind in (node for node in stub.body if isinstance(node, ast.ClassDef)):
        # What only says how a dictionary is made is no class of the compiled part.
        if kind.name in ("Error", "Field") or kind.name[0] == "_":
            continue
        told = {node.name for node in kind.body if isinstance(node, ast.FunctionDef)}
        there = {name for name in vars(getattr(houserules._houserules, kind.name)) if name[0] != "_"}
        assert {name for name in told if name[0] != "_"} == there, kind.name


def test_every_public_thing_is_documented():
    for name in houserules.__all__:
        thing = getattr(houserules, name)
        assert name == "__version__" or thing.__doc__, name
        for inner, what in vars(thing).items() if isinstance(thing, type) else ():
            assert inner[0] == "_" or what.__doc__, f"{name}.{inner}"


def test_mypy():
    pytest.importorskip("mypy")
    # What was found out of libraries is kept: they do not change from one run to the next.
    asked = ["--strict", "--cache-dir", str(ROOT / "target" / "mypy")]
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", *asked, "houserules", "examples/learn.py", "benches/steps.py"],
        capture_output=True, text=True, cwd=ROOT / "python",
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
