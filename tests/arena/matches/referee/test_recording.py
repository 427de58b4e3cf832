"""A seat's side of a stored game."""

from arena.matches.referee import recording
from arena.matches.referee.recording import SeatRecord
from engine import catalogue


def played(choices: int) -> SeatRecord:
    """Return seat 1 of a game that stopped after so many default choices."""
    game = catalogue.new("dominion", seats=2, seed=3)
    for _ in range(choices):
        assert game.decision
        game.choose(game.decision.default)
    spent = [0.25 if number % 2 else 0.5 for number in range(choices)]
    return SeatRecord(game.record(), 1, {"memory": 1 << 27}, 99, spent)


def test_hello_has_what_the_bot_was_told() -> None:
    hello = recording.hello(played(0))
    assert (hello["seat"], hello["random"], hello["limits"]) == (1, 99, {"memory": 1 << 27})
    assert "seed" not in hello


def test_each_decision_is_as_it_was_sent_and_the_last_may_be_open() -> None:
    of_seat = played(12)
    lines = list(recording.decides(of_seat))
    table = catalogue.info("dominion").restart(of_seat.record)
    asked, events = [], []
    for picks in of_seat.record["choices"]:
        assert table.decision
        if table.decision.seat == 1:
            asked.append((table.decision.to_json(), table.view(1), list(picks)))
        table.choose(picks)
    assert [
        (one["decision"], one["view"], one["picked"]) for one in lines if "picked" in one
    ] == asked
    for line in lines:
        events += line["events"]
    assert events == table.events(1)[: len(events)]
    assert table.decision
    assert ("picked" in lines[-1]) == (table.decision.seat != 1)


def test_the_pause_is_what_the_others_took() -> None:
    lines = list(recording.decides(played(12)))
    choices = played(12).spent
    own = [one["cpu"] for one in lines if "cpu" in one]
    assert sum(one.get("pause", 0.0) for one in lines) + sum(own) <= sum(
        one or 0 for one in choices
    )
    assert any(one.get("pause") for one in lines)
    untimed = played(12)._replace(spent=())
    assert not any("pause" in one or "cpu" in one for one in recording.decides(untimed))
