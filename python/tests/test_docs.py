"""What the documents say runs."""

import re

import pytest
from conftest import ROOT


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_every_block_runs(page, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks, known = re.findall(r"```python\n(.*?)```", text, re.DOTALL), {}
    assert blocks
    for block in blocks:
        exec(compile(block, page, "exec"), known)
