"""The compiled part: rules, games, batches."""

import os
from typing import Any, Mapping, Optional, Sequence, SupportsIndex, TypedDict, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

__version__: str

_Path = Union[str, os.PathLike[str]]

class Error(ValueError):
    """Something that the rules, or a call, do not allow. Nothing has changed then."""

    code: str
    """A word that does not change: `closed`, `refused`, …; of rules, the message's code (`E0203`)."""
    message: str
    """What is wrong."""
    help: Optional[str]
    """What to do about it."""
    place: Optional[tuple[str, int, int]]
    """Where in the rules: file, line and column, both from 1."""

class Field(TypedDict):
    """A part of an observation; `docs/engine.md` says what each sort has."""

    name: str
    sort: str
    start: int
    len: int

def load(
    path: _Path,
    players: Optional[int] = None,
    variants: Sequence[_Path] = ...,
    options: Sequence[tuple[str, str]] = ...,
) -> Rules: ...
def restore(rules: Rules, history: str) -> Game:
    """Brings a game to where it stood when it was pickled."""

class _Carried(TypedDict):
    texts: list[tuple[str, str]]
    learnt: Optional[str]

class _Both(TypedDict):
    game: _Carried
    compared: Optional[_Carried]

def prepare(settings: Mapping[str, Any], carried: Optional[_Both] = None) -> Study:
    """Makes a study ready: by the files of its rules, or by their texts and what bots have learnt, on a
    machine that has no such files. `settings` is a dictionary; `houserules.study` makes it."""

class Action:
    """An action that is open. Wherever a number is wanted it stands for its number."""

    @property
    def number(self) -> int:
        """Its number in the space of the rules, from 0: the same in every position."""
    @property
    def words(self) -> str:
        """What it is, as the seat reads it."""
    @property
    def pieces(self) -> int:
        """How many pieces it stands for: chance draws each piece as likely."""
    def __index__(self) -> int: ...
    def __int__(self) -> int: ...

class Choice:
    """A whole choice that is open."""

    @property
    def words(self) -> str:
        """As it is typed, and as `Game.say` takes it: `buy Ben [pink 2] $1`."""
    @property
    def actions(self) -> list[int]:
        """The numbers of the actions that make it."""

class Decision:
    """What a seat, or chance, is asked."""

    @property
    def seat(self) -> Optional[int]:
        """The seat that is asked; `None`: chance."""
    @property
    def question(self) -> Optional[str]:
        """The question, if the rules put one in words."""
    @property
    def step(self) -> str:
        """What is being picked, as the rules name it; empty where an entry of the menu is."""
    @property
    def taken(self) -> list[int]:
        """The actions taken of this choice so far."""
    @property
    def actions(self) -> list[Action]:
        """The actions that are open."""

class Rules:
    """Rules for a number of players and a choice of options. They never change; they can be shared by
    threads and pickled (the file is read again then)."""

    @property
    def title(self) -> str:
        """The game's title."""
    @property
    def players(self) -> int:
        """How many play. Seats count from 0."""
    @property
    def names(self) -> list[str]:
        """The players' names, clockwise."""
    @property
    def num_actions(self) -> int:
        """How many actions there are: the length of a mask."""
    @property
    def observation_len(self) -> int:
        """How many numbers an observation has."""
    @property
    def has_score(self) -> bool:
        """Whether games can be counted by `score`."""
    @property
    def together(self) -> bool:
        """Whether players win or lose together."""
    @property
    def hash(self) -> str:
        """What the rules say, sixteen hexadecimal digits: it changes when play might."""
    def action_words(self, action: SupportsIndex) -> Optional[str]:
        """What an action is, in words; `None` beyond the space."""
    def fields(self) -> list[Field]:
        """The layout of an observation."""
    def new_game(self, seed: int = 0, chance: bool = False) -> Game:
        """Begins a game. With `chance`, whoever plays decides what chance gives wherever the rules
        say `by chance`; shuffles follow the seed all the same."""
    def batch(
        self, games: int, seed: int = 0, returns: str = "win", longest: int = 100_000
    ) -> Batch:
        """Begins very many games. One that is not over after `longest` actions is broken off."""

class Game:
    """A running game. Seats count from 0; where a seat that chooses is left out, the first that is
    asked is meant, or chance if that is asked; where a seat that reads is left out, a spectator.

    It can be pickled: it is played again to where it stands then. `hash`, `journal`, `clone` and
    pickles are for whoever runs the game: they hold what is hidden.
    """

    @property
    def rules(self) -> Rules:
        """The rules that it is played by."""
    def reset(self, seed: int = 0, chance: bool = False) -> None:
        """Begins anew."""
    @property
    def asked(self) -> list[int]:
        """The seats that are asked, in the order in which they answer."""
    @property
    def asked_at(self) -> int:
        """How many choices had been made when what is asked now was asked first: it stays the same
        while seats that are asked together answer one after the other."""
    @property
    def is_chance(self) -> bool:
        """Whether chance waits to be told."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over, or stopped because a rule could not be carried out (`check`)."""
    @property
    def winners(self) -> Optional[list[int]]:
        """The winners, once the game is over; nobody if it is a draw or all have lost."""
    @property
    def is_drawn(self) -> bool:
        """Whether the game is over, and a draw."""
    @property
    def made(self) -> int:
        """How many choices were made."""
    @property
    def hash(self) -> str:
        """The position's hash: equal positions of equal rules have equal hashes, on every machine."""
    def decisions(self, reader: Optional[int] = None) -> list[Decision]:
        """What is asked now: of each seat that is asked, or of chance. With a `reader`, only what that
        seat is asked."""
    def actions(self, seat: Optional[int] = None) -> list[Action]:
        """The actions that are open, by number; none if the game is over."""
    def choices(self, seat: Optional[int] = None, most: int = 1000) -> list[Choice]:
        """The whole choices that are open, at most so many, and never more than 10,000."""
    def mask(self, seat: Optional[int] = None) -> NDArray[np.int8]:
        """A 1 for each action that is open, shape `(num_actions,)`; all 0 for a seat that is not
        asked."""
    def act(self, action: SupportsIndex, seat: Optional[int] = None) -> bool:
        """Takes an action; whether it completed a choice, and the game has gone on."""
    def say(self, words: str, seat: Optional[int] = None) -> None:
        """Makes a whole choice as people type it: `buy Ben [pink 2] $1`."""
    def play(self, bot: str, seat: Optional[int] = None) -> str:
        """Lets a bot choose: `random`, `greedy`, `easy`, `normal`, `hard`, `search:200`. What it
        chose, as it is typed. Other threads of Python run meanwhile."""
    def view(self, seat: Optional[int] = None) -> dict[str, Any]:
        """What a seat sees, as dictionaries and lists: groups of zones and counters, hidden cards as
        backs."""
    def observation(
        self, seat: int, out: Optional[NDArray[np.int32]] = None
    ) -> NDArray[np.int32]:
        """What a seat sees as numbers, shape `(observation_len,)`, laid out as `Rules.fields` says;
        what it does not see is 0. Written into `out` if that is handed in."""
    def log(self, seat: Optional[int] = None, start: int = 0) -> list[str]:
        """What has happened, in sentences, as a seat may know it; from a line on."""
    def told(self, seat: int) -> str:
        """Everything a seat knows so far as one text: two games in which it is the same are the same
        to the seat."""
    def undo(self, choices: int = 1) -> None:
        """Takes choices back, as if they had never been made."""
    def clone(self) -> Game:
        """Another game that stands where this one does, and has the same chance ahead of it."""
    def imagine(self, seat: int, seed: int = 0) -> Game:
        """The table as it might be for all that a seat knows, to search in without peeking: what the
        seat has not seen is dealt anew from `seed`, and chance ahead is another one. What the seat
        sees and may do is the same. It has no log of what came before, and no journal."""
    def returns(self, by: str = "win") -> list[float]:
        """What the game counts for each seat, zeros before it is over. By `win`: 1 for who wins alone,
        a share for who shares a win, what they win lost by the others, so that the sum is 0 (1 or -1
        for all where players win or lose together). By `score`: the word of the rules."""
    def journal(self) -> str:
        """The journal so far, as `houserules replay` reads it."""
    def render_text(self, seat: Optional[int] = None) -> str:
        """The table in lines, as a seat sees it."""
    def render_svg(self, seat: Optional[int] = None) -> Optional[str]:
        """The boards as an SVG picture, as a seat sees them; `None` if the game has none."""
    def check(self) -> None:
        """Raises `Error` if a rule could not be carried out, and the game stopped there."""

class Batch:
    """Very many games, each asked by its own seat. `step` writes into the same arrays each time: copy
    what you keep."""

    @property
    def observations(self) -> NDArray[np.int32]:
        """What the seat that is asked sees, shape `(games, observation_len)`."""
    @property
    def masks(self) -> NDArray[np.int8]:
        """A 1 for each action that is open to it, shape `(games, num_actions)`."""
    @property
    def seats(self) -> NDArray[np.uint8]:
        """The seat that is asked, shape `(games,)`; 255 in a game in which nobody ever is."""
    @property
    def returns(self) -> NDArray[np.float64]:
        """What a game that ended in this step counted, shape `(games, players)`; else 0."""
    @property
    def ended(self) -> NDArray[np.uint8]:
        """0: goes on. 1: a game ended in this step and another has begun; 2: it was broken off after
        `longest` actions; 3: a rule could not be carried out. Shape `(games,)`."""
    def step(self, actions: ArrayLike) -> None:
        """Takes an action in each game, on all cores and without the interpreter lock. If one is not
        open, `Error` names the first such game; it stands where it stood, the others have gone on."""
    def __len__(self) -> int: ...

class Study:
    """A study that is ready to be played, in parts; `houserules.study` plays all of it. It can be
    pickled, and takes the texts of its rules along."""

    @property
    def games(self) -> tuple[int, int]:
        """Which games are played: from one number up to another."""
    def play(self, start: int, stop: int, threads: int) -> str:
        """Plays games from one number up to another; the text of a `.jsonl` that holds them."""
    def missing(self, files: Sequence[_Path]) -> list[int]:
        """The numbers of the games that these files do not hold."""
    def bring_together(self, files: Sequence[_Path], to: Sequence[_Path]) -> tuple[str, str]:
        """Brings the games of files together in others, `.jsonl` or `.csv`; the numbers of the report
        as JSON, and the report as a page of HTML."""
