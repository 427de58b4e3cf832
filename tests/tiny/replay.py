"""A stored game shown again, event by event."""

from engine.game import JsonObject
from tests.tiny.game import deal


class ReplayState:
    """The state of a record."""

    def __init__(self, record: JsonObject) -> None:
        self.state = deal(record["seats"], record["seed"], record["config"], log=False)

    def apply(self, event: JsonObject) -> None:
        """Apply an event."""
        state = self.state
        if event["type"] == "turn":
            state.current, state.turn = event["seat"], event["turn"]
        elif event["type"] == "take":
            state.pot -= event["amount"]
            state.taken[event["seat"]] += event["amount"]

    @property
    def scores(self) -> list[int]:
        return self.state.taken[:]

    def position(self) -> JsonObject:
        """`view(None)`."""
        return self.state.position()
