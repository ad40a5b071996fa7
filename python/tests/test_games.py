"""Games: what is open can be done, what is done can be taken back, and errors say what is wrong."""

import copy
import pickle
import random

import houserules
import numpy as np
import pytest
from conftest import EXAMPLES, GAMES, ROOT, load, played

KUHN = ROOT / "examples" / "kuhn_poker.rules"


@pytest.mark.parametrize("path", GAMES + EXAMPLES, ids=lambda p: p.stem)
def test_every_open_action_leads_on(path):
    rules = load(path)
    game = played(rules.new_game(3), 3, 400)
    game.check()
    if game.is_over:
        assert game.asked == game.actions() == game.decisions() == []
        assert not game.mask(0).any()
        assert (game.winners == [] and not any(game.returns())) == game.is_drawn
    else:
        assert game.winners is None and game.returns() == [0.0] * rules.players


@pytest.mark.parametrize("path", GAMES, ids=lambda p: p.stem)
def test_games_are_the_same_again(path):
    rules = load(path)
    one, other = (played(rules.new_game(5), 3, 60) for _ in range(2))
    assert one.hash == other.hash and one.journal() == other.journal()
    made = one.made
    played(copy.deepcopy(one), 1, 10)
    assert one.hash == other.hash and one.made == made
    one.undo(3)
    other.undo(3)
    assert one.hash == other.hash and one.made == made - 3
    one.reset(5)
    assert one.hash == rules.new_game(5).hash != rules.new_game(6).hash


@pytest.mark.parametrize("path", GAMES, ids=lambda p: p.stem)
def test_masks_and_observations_have_the_shapes_that_rules_say(path):
    rules = load(path)
    game = played(rules.new_game(2), 2, 30)
    fields = rules.fields()
    assert sum(f["len"] for f in fields) == rules.observation_len
    assert [f["start"] for f in fields] == list(np.cumsum([0] + [f["len"] for f in fields])[:-1])
    for seat in range(rules.players):
        row = game.observation(seat)
        assert row.shape == (rules.observation_len,) and row.dtype == np.int32
        out = np.zeros_like(row)
        assert game.observation(seat, out) is out and (out == row).all()
        mask = game.mask(seat)
        assert mask.shape == (rules.num_actions,) and mask.dtype == np.int8
        decisions = game.decisions(seat)
        assert [d.seat for d in decisions] == [s for s in game.asked if s == seat]
        open_ = {action.number for d in decisions for action in d.actions}
        assert set(np.flatnonzero(mask)) == open_
        assert game.view(seat)["viewer"] == {"seat": seat}
    assert all(rules.action_words(action) for action in range(rules.num_actions))
    assert rules.action_words(rules.num_actions) is None


def alike(one, other, seat):
    """Everything of two games that reaches a seat is the same."""
    assert (one.observation(seat) == other.observation(seat)).all()
    assert (one.mask(seat) == other.mask(seat)).all()
    asked = [
        [(d.question, d.step, d.taken, d.actions) for d in game.decisions(seat)]
        for game in (one, other)
    ]
    assert asked[0] == asked[1]
    assert one.render_text(seat) == other.render_text(seat)
    assert one.render_svg(seat) == other.render_svg(seat)
    views = [game.view(seat) for game in (one, other)]
    assert views[0]["groups"] == views[1]["groups"]


@pytest.mark.parametrize("path", GAMES + EXAMPLES, ids=lambda p: p.stem)
def test_what_a_seat_cannot_know_reaches_it_nowhere(path):
    rules = load(path)
    game, draws = rules.new_game(4), random.Random(1)
    for at in range(60):
        if game.is_over:
            break
        # Tables dealt anew forget who has answered in secret.
        if at % 6 == 0 and len(game.asked) == 1 and game.asked_at == game.made:
            for seat in range(rules.players):
                other = game.imagine(seat, at)
                if other.asked == game.asked:
                    alike(game, other, seat)
        game.act(draws.choice(game.actions()))


def test_two_deals_that_ana_cannot_tell_apart():
    """By hand: she has the same card, Ben another; from the set-up on she is told the same."""
    rules = load(KUHN)
    seen = {}
    for seed in range(40):
        game = rules.new_game(seed)
        mine = str(game.view(0)["groups"])
        told = (
            game.observation(0).tobytes(), game.mask(0).tobytes(), tuple(game.actions(0)),
            game.told(0), str(game.view(0)), game.render_text(0), tuple(game.log(0)),
        )
        known, worlds = seen.setdefault(mine, (told, set()))
        assert known == told
        worlds.add(game.observation(1).tobytes())
    assert len(seen) == 3 and all(len(worlds) == 2 for _, worlds in seen.values())


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_what_chance_gives_others_is_not_told(name):
    """The pack is not shuffled: the place of a card in it would say which one it is."""
    told = {}
    rules = load(ROOT / "examples" / f"{name}.rules")
    for seed in range(60):
        game = rules.new_game(seed)
        mine = [str(group) for group in game.view(0)["groups"]]
        told.setdefault(str(mine), set()).add(game.told(0))
    assert all(len(all_) == 1 for all_ in told.values()) and len(told) > 2, told


def test_imagined_games_can_be_played():
    game = played(load(GAMES[1]).new_game(1), 1, 20)
    before, seat = game.hash, game.asked[0]
    worlds = {game.imagine(seat, seed).hash for seed in range(8)}
    assert len(worlds) > 1
    other = game.imagine(seat, 1)
    start = other.hash
    played(other, 2, 10)
    other.undo(other.made)
    assert other.hash == start and game.hash == before
    with pytest.raises(houserules.Error) as refused:
        other.journal()
    assert refused.value.code == "imagined"


def test_choices_are_complete_and_can_be_said():
    game = load(ROOT / "examples" / "nim.rules").new_game(1)
    choices = game.choices()
    assert len(choices) == 15 and "take large 4" in [choice.words for choice in choices]
    assert len(game.choices(most=4)) == 4
    choice = choices[0]
    said, acted = game.clone(), game.clone()
    said.say(choice.words)
    assert [acted.act(action) for action in choice.actions][-1]
    assert said.hash == acted.hash


def test_actions_are_numbers_with_words():
    game = load(KUHN).new_game(7)
    [decision] = game.decisions()
    check, bet = decision.actions
    assert (check.words, bet.words) == ("checks", "bets") and decision.seat == game.asked[0]
    assert int(bet) == bet.number and game.mask()[bet] == 1 and bet != check
    assert game.clone().act(np.int64(bet)) and game.act(bet) and game.made == 1


def test_chance_can_be_told():
    game = load(KUHN).new_game(0, chance=True)
    assert game.is_chance and game.asked == []
    [decision] = game.decisions()
    assert game.decisions(0) == game.decisions(1) == [] and not game.mask(0).any()
    assert decision.seat is None and [a.pieces for a in decision.actions] == [1, 1, 1]
    game.act(decision.actions[2])
    game.act(game.actions()[0])
    assert not game.is_chance and "3" in game.render_text(0)
    with pytest.raises(houserules.Error) as refused:
        game.journal()
    assert refused.value.code == "chance"


def test_rules_go_to_other_processes():
    rules = houserules.load(
        ROOT / "games" / "bandit.rules", players=3,
        variants=[ROOT / "examples" / "variants" / "bandit_patience.rules"],
    )
    other = pickle.loads(pickle.dumps(rules))
    assert other.hash == rules.hash and other.players == 3
    assert other.new_game(1).hash == rules.new_game(1).hash
    assert rules.hash != load(ROOT / "games" / "bandit.rules", players=3).hash
    game = played(rules.new_game(2), 1, 31)
    again = pickle.loads(pickle.dumps(game))
    assert again.hash == game.hash and again.rules.hash == rules.hash
    assert (again.observation(game.asked[0]) == game.observation(game.asked[0])).all()
    with pytest.raises(houserules.Error):
        pickle.dumps(game.imagine(0))


def test_errors_say_what_and_where(tmp_path):
    with pytest.raises(houserules.Error) as missing:
        houserules.load(tmp_path / "none.rules")
    assert missing.value.code == "file"
    broken = tmp_path / "broken.rules"
    broken.write_text('game "B"\nplayers 2\nplay { turn me in players { choose { fly } } }\n')
    with pytest.raises(houserules.Error) as wrong:
        houserules.load(broken)
    assert wrong.value.code[0] == "E" and wrong.value.place[1] == 3 and wrong.value.help
    game = load(KUHN).new_game(1)
    before = game.hash
    for code, do in (
        ("closed", lambda: game.act(10**6)),
        ("seat", lambda: game.act(0, 9)),
        ("not-asked", lambda: game.act(0, 1)),
        ("refused", lambda: game.say("call")),
        ("unclear", lambda: game.say("\x1b[2J")),
        ("undo", lambda: game.undo(9)),
        ("seat", lambda: game.mask(9)),
        ("seat", lambda: game.observation(9)),
        ("shape", lambda: game.observation(0, np.zeros(3, np.int32))),
        ("bot", lambda: game.play("cmd:true")),
        ("bot", lambda: game.play("human")),
        ("call", lambda: game.returns("luck")),
        ("call", lambda: load(ROOT / "examples" / "nim.rules").new_game().returns("score")),
        ("call", lambda: load(ROOT / "examples" / "nim.rules").batch(2, returns="score")),
        ("call", lambda: houserules.load(KUHN, players=7)),
        ("call", lambda: houserules.load(KUHN, options={"luck": 3})),
    ):
        with pytest.raises(houserules.Error) as refused:
            do()
        assert refused.value.code == code, (code, refused.value.code, str(refused.value))
        assert refused.value.message and "\x1b" not in str(refused.value)
    with pytest.raises(houserules.Error) as refused:
        game.say("call")
    assert refused.value.place[0].endswith("kuhn_poker.rules") and refused.value.place[1] > 1
    for do in (lambda: game.act(-1), lambda: game.act("bet"), lambda: game.mask(300)):
        with pytest.raises((TypeError, OverflowError)):
            do()
    assert game.hash == before


def test_a_rule_that_cannot_be_carried_out_is_told():
    rules = load(ROOT / "examples" / "errors" / "R0302_by_zero.rules")
    game = played(rules.new_game(1), 1, 50)
    with pytest.raises(houserules.Error) as fault:
        game.check()
    assert fault.value.code == "R0302" and fault.value.place
    batch = rules.batch(2)
    for _ in range(50):
        if batch.masks.any():
            batch.step(batch.masks.argmax(axis=1))
        else:
            batch.step([0, 0])
        if (batch.ended == 3).any():
            return
    pytest.fail("no game of the batch stopped")


def test_bots_and_pictures():
    rules = load(ROOT / "examples" / "connect_four.rules")
    game = rules.new_game(1)
    for _ in range(4):
        assert game.play("search:20")
    lines = game.log(0)
    assert game.made == 4 and len(lines) >= 4 and game.log(0, 10**6) == []
    assert game.render_svg(0).startswith("<svg") and game.render_text(0)
    assert rules.title == "Connect Four" and "Connect Four" in repr(rules)
    assert load(KUHN).new_game().render_svg() is None


def test_a_journal_has_a_line_for_each_choice():
    game = played(load(KUHN).new_game(3))
    lines = game.journal().splitlines()
    assert len(lines) == game.made + 1 and "kuhn_poker" in lines[0]
