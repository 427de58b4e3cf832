"""A stored game of Kingdomino shown again, event by event, without asking anybody anything."""

from __future__ import annotations

from collections.abc import Callable

from engine.game import BadConfig, JsonObject, Outcome
from engine.kingdomino import setup, view
from engine.kingdomino.dominoes import DOMINOES
from engine.kingdomino.kingdom import Kingdom, Where
from engine.kingdomino.state import State, with_kings


class ReplayState:
    """A dealt game's position; `record` has its config, seats and seed."""

    def __init__(self, record: JsonObject) -> None:
        if "position" in record["config"]:
            raise BadConfig("a replay begins with a deal, not at a position")
        table = setup.table(record["seats"], record["config"])
        self.state = State(table, record["seed"], None)
        self.state.fill_bag()

    def apply(self, event: JsonObject) -> None:
        """Do what the event tells, if its kind is known; BadConfig for an unknown domino."""
        if event.get("number", 1) not in DOMINOES:
            raise BadConfig(f"there is no domino {event['number']!r}")
        act = APPLY.get(event["type"])
        if act:
            act(self.state, event)

    @property
    def scores(self) -> list[int]:
        return self.state.scores

    def position(self) -> JsonObject:
        return view.view(self.state, None)


def seen_by(position: JsonObject, _seat: int | None) -> JsonObject:
    """Return the position as any seat saw it: without the bag."""
    return {key: value for key, value in position.items() if key != "bag"}


# --- what each event does ---------------------------------------------------------------------

Apply = Callable[[State, JsonObject], None]
APPLY: dict[str, Apply] = {}


def on(kind: str) -> Callable[[Apply], Apply]:
    """Make a function do what events of this kind tell."""

    def register(apply: Apply) -> Apply:
        APPLY[kind] = apply
        return apply

    return register


@on("dynasty_game")
def _dynasty_game(state: State, event: JsonObject) -> None:
    if event["dynasty_game"] != state.dynasty_game:
        state.dynasty_game = event["dynasty_game"]
        state.kingdoms = [Kingdom(state.table.size)] * state.table.seats
        state.fill_bag()
    state.round = 0


@on("row")
def _row(state: State, event: JsonObject) -> None:
    numbers = event["numbers"]
    state.bag = tuple([number for number in state.bag if number not in numbers])
    laid = dict.fromkeys(numbers)
    if state.next_row and not state.row:
        _move_up(state)
    if state.row:
        state.next_row = laid
    else:
        state.row = laid


def _move_up(state: State) -> None:
    state.row, state.next_row = with_kings(state.next_row), {}


@on("turn")
def _turn(state: State, event: JsonObject) -> None:
    state.round, state.current = event["turn"], event["seat"]
    if state.round and not state.row:
        _move_up(state)
    state.domino = next(iter(state.row), None) if state.round else None


@on("pick")
def _pick(state: State, event: JsonObject) -> None:
    row = state.next_row if state.round else state.row
    row[event["number"]] = event["seat"]


@on("place")
def _place(state: State, event: JsonObject) -> None:
    seat, where = event["seat"], Where(event["at"])
    state.kingdoms[seat] = state.kingdoms[seat].place(DOMINOES[event["number"]], where)
    _put_away(state, event)


@on("discard")
def _put_away(state: State, event: JsonObject) -> None:
    state.row.pop(event["number"], None)
    state.domino = None


@on("score")
def _score(state: State, event: JsonObject) -> None:
    state.earlier = tuple(event["scores"])


@on("end")
def _end(state: State, event: JsonObject) -> None:
    state.outcome = Outcome(list(event["scores"]), [], event["reason"])
