"""What the documents say runs, and prints what they say."""

import re

import pytest
from conftest import ROOT

# A block, and what it prints if that stands behind it.
BLOCK = re.compile(r"```python\n(.*?)```(?:\s*```text\n(.*?)```)?", re.DOTALL)


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_every_block_runs(page, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    blocks, known = BLOCK.findall((ROOT / page).read_text(encoding="utf-8")), {}
    assert blocks
    for block, printed in blocks:
        exec(compile(block, page, "exec"), known)
        said = capsys.readouterr().out
        assert not printed or said == printed, said
