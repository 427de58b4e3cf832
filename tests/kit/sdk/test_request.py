"""What a searched game's request offers: the same as the one in the jail."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine import catalogue
from engine.game import Decision, Game, JsonObject
from kit.sdk import Request, default_answer
from kit.sdk.search import single_answers
from sandbox.guest.answers import picks
from tests.kit.games import request

EVERYTHING = ("view", "state")
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("dominion", {"kingdom": "random"}),
    ("dominion", {"kingdom": "First Game"}),
    ("kingdomino", {}),
]


def decisions(name: str, config: dict[str, Any], *, log: bool = False) -> Iterator[Game]:
    """A random game at each of its decisions."""
    dice = random.Random(7)
    game = catalogue.new(name, seats=2, seed=7, config=config, log=log)
    while (decision := game.decision) is not None:
        yield game
        picked = dice.sample(
            range(len(decision.options)), dice.randint(decision.least, decision.most)
        )
        game.choose(picked)


def attributes(asked: Request, *names: str) -> dict[str, Any]:
    every = ("kind", "options", "least", "most", "ordered", "source", "about", "seat", "default")
    return {name: getattr(asked, name) for name in (*every, *names)}


@pytest.mark.parametrize(("name", "config"), GAMES)
def test_a_searched_games_request_equals_that_of_the_jail(
    name: str, config: dict[str, Any]
) -> None:
    for game in decisions(name, config):
        decision = game.decision
        assert decision
        sent = request(game, decision, EVERYTHING)
        made = Request.from_game(game)
        assert attributes(made, "view", "state") == attributes(sent, "view", "state")
        assert all(made.pick(option) == sent.pick(option) for option in sent.options)
        assert made.imagine(3).view(None) == sent.imagine(3).view(None)


def test_a_request_of_the_jail_is_plain_data() -> None:
    """What a message carries is JSON; so is what `from_game` makes."""
    for game in decisions("dominion", {"kingdom": "random"}):
        made = attributes(Request.from_game(game), "view", "events", "clock")
        assert json.loads(json.dumps(made)) == made


def test_events_are_those_the_seat_saw_or_none_without_a_log() -> None:
    game = next(game for game in decisions("dominion", {}, log=True) if game.logged > 50)
    asked = Request.from_game(game)
    assert asked.events == game.events(asked.seat) != []
    assert Request.from_game(game.imagine(asked.seat, 1)).events == []


def test_a_searched_request_has_no_time_to_search() -> None:
    asked = Request.from_game(catalogue.new("dominion", seats=2, seed=1))
    assert (asked.clock["left"], asked.clock["decision"]) == (0, 0)


def test_the_view_is_made_once_and_only_when_read(monkeypatch: pytest.MonkeyPatch) -> None:
    game = catalogue.new("dominion", seats=2, seed=1)
    made: list[int | None] = []
    view = type(game).view

    def seen(self: Game, seat: int | None) -> JsonObject:
        made.append(seat)
        return view(self, seat)

    monkeypatch.setattr(type(game), "view", seen)
    asked = Request.from_game(game)
    assert asked.options
    assert made == []
    assert asked.view is asked.view
    assert made == [asked.seat]


def test_a_finished_game_has_no_request() -> None:
    *_, game = decisions("kingdomino", {})
    while game.decision is not None:
        game.choose(game.decision.default)
    with pytest.raises(ValueError, match="the game is over"):
        Request.from_game(game)


def test_a_request_has_nothing_else() -> None:
    asked = Request.from_game(catalogue.new("dominion", seats=2, seed=1))
    for one in (asked, request(catalogue.new("dominion", seats=2, seed=1), DECISION)):
        with pytest.raises(AttributeError, match="cards"):
            one.cards  # noqa: B018  # reading it is the point


DECISION = Decision(0, "buy", ("Copper",), 0, 1)


def test_without_the_state_nothing_can_be_imagined() -> None:
    asked = request(catalogue.new("dominion", seats=2, seed=1), DECISION)
    with pytest.raises(ValueError, match='"state"'):
        asked.imagine(1)


@pytest.mark.parametrize(
    ("answer", "picked"),
    [
        (1, [1]),
        ("Gold", [2]),
        ([], []),
        (["Gold", "Copper"], [2, 0]),
        (["Copper", "Copper"], [0, 1]),
        ((2, "Copper"), [2, 0]),
    ],
)
def test_an_answer_becomes_picks_as_in_the_jail(answer: Any, picked: list[int]) -> None:
    decision = Decision(0, "discard", ("Copper", "Copper", "Gold"), 0, 3)
    asked = request(catalogue.new("dominion", seats=2, seed=1), decision)
    assert asked.picks(answer) == picks(answer, asked) == picked


def test_an_answer_that_is_no_option_is_refused() -> None:
    asked = request(catalogue.new("dominion", seats=2, seed=1), DECISION)
    for answer in ("Gold", ["Copper", "Copper"]):
        with pytest.raises(ValueError, match="is not among the options"):
            asked.picks(answer)


# --- a bot that changes what it was given -------------------------------------------------------


def spoil(value: Any) -> None:
    """Change whatever a bot can change in place."""
    inner = value.values() if isinstance(value, dict) else value
    if isinstance(value, list | dict):
        for part in list(inner):
            spoil(part)
        value.clear()


def spoil_request(asked: Request) -> None:
    for part in (asked.options, asked.view, asked.events, asked.clock, asked.state, asked.about):
        spoil(part)
    asked.least, asked.most = 7, 0


@pytest.mark.parametrize(("name", "config"), GAMES)
def test_nothing_that_a_bot_is_given_belongs_to_the_game(name: str, config: dict[str, Any]) -> None:
    for game in decisions(name, config, log=True):
        twin = game.copy()
        spoil_request(Request.from_game(game))
        seats = (*range(game.seats), None)
        assert [game.view(seat) for seat in seats] == [twin.view(seat) for seat in seats]
        assert [game.events(seat) for seat in seats] == [twin.events(seat) for seat in seats]
        assert game.knowledge(0) == twin.knowledge(0)
        assert game.decision == twin.decision
        assert Request.from_game(game).clock == {"left": 0, "decision": 0}


def test_sorting_the_options_in_place_changes_no_answer() -> None:
    for game in decisions("dominion", {"kingdom": "random"}):
        assert game.decision
        for made in (request(game, game.decision, EVERYTHING), Request.from_game(game)):
            options, before = list(made.options), made.default
            usual = made.picks(default_answer(made))
            made.options.sort(key=str, reverse=True)
            assert [made.pick(option) for option in options] == [*map(options.index, options)]
            assert made.picks(options) == [*range(len(options))]
            assert made.picks(default_answer(made)) == usual
            assert made.default == before


def test_an_answer_is_judged_by_what_was_asked() -> None:
    decision = Decision(0, "discard", ("Copper", "Estate", "Gold"), 1, 2)
    game = catalogue.new("dominion", seats=2, seed=1)
    asked = request(game, decision)
    spoil_request(asked)
    assert picks(["Gold", 0], asked) == [2, 0]
    assert asked.default == [0]
    assert single_answers(asked) == [[0], [1], [2]]
    for answer, words in ([], "0 picks"), ("Silver", "'Copper', 'Estate', 'Gold'"):
        with pytest.raises(ValueError, match=words):
            picks(answer, asked)
