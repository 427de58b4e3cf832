from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import models

from arena.matches.models.matches import Game, Match
from arena.models.bounded import BoundedDateTimeField


class LiveGame(models.Model):
    """A watched match's public position and events; `seating` as in `Game`."""

    match = models.OneToOneField(
        Match, on_delete=models.CASCADE, related_name="live_game", primary_key=True
    )
    number = models.PositiveSmallIntegerField()
    seating: models.JSONField[list[int], list[int]] = models.JSONField()
    packed = models.BinaryField()
    updated_at = BoundedDateTimeField()

    def __str__(self) -> str:
        return f"game {self.number} of {self.match}, running"

    @property
    def shown(self) -> dict[str, Any]:
        content: dict[str, Any] = Game.unpack(bytes(self.packed))
        return content

    @classmethod
    def show(
        cls, match: Match, *, number: int, seating: list[int], shown: dict[str, Any], now: datetime
    ) -> None:
        cls.objects.update_or_create(
            match=match,
            defaults={
                "number": number, "seating": seating, "packed": Game.pack(shown), "updated_at": now
            },
        )  # fmt: skip
