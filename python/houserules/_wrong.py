"""What is wrong with an environment, told when it is made and not when its first game is over."""

from __future__ import annotations

from typing import Optional

from ._houserules import Rules

RENDER_MODES = ["ansi", "svg"]


def check(rules: Rules, returns: str, render_mode: Optional[str]) -> None:
    """Raises what is wrong."""
    if not isinstance(rules, Rules):
        raise TypeError(f"an environment is made of rules: houserules.load({rules!r})")
    if render_mode not in (None, *RENDER_MODES):
        raise ValueError(f"there is no render mode {render_mode!r}: write one of {RENDER_MODES}")
    rules.new_game().returns(returns)
