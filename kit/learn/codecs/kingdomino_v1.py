"""Kingdomino, version 1 (docs/bots/learning.md). Seats count from the observer on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np

from engine.game import JsonObject
from engine.kingdomino.kingdom import board_of
from engine.kingdomino.setup import table
from kit.learn.codecs.codec import Codec, Layout, Legal, Numbers

TERRAINS = ("wheat", "forest", "water", "grassland", "swamp", "mine")
DIRECTIONS = ((1, 0), (0, 1), (-1, 0), (0, -1))
DOMINOES = 48
KINDS = ("place", "pick")


class KingdominoV1(Codec):
    game, version = "kingdomino", 1

    def __init__(self, seats: int, config: JsonObject) -> None:
        self.seats = seats
        size = table(seats, config).size
        reach = range(1 - size, size)
        self.width = len(reach)
        self.cells = {(x, y): cell for cell, (y, x) in enumerate(product(reach, reach))}
        plane, layout = len(self.cells), Layout()
        # The engine's own places are the keys, so that a look-up finds them by identity.
        self.actions_of: dict[Any, int] = {
            where: DIRECTIONS.index(where[2:]) * plane + self.cells[where[:2]]
            for where in board_of(size).spots
        }
        self.discard = len(DIRECTIONS) * plane
        self.actions_of[None] = self.discard
        self.actions = self.discard + 1 + DOMINOES
        self.kingdoms = [
            layout.add(f"seat {n}: kingdom", (len(TERRAINS) + 1) * plane) for n in range(seats)
        ]
        self.land = {
            (x, y, land): cell + number * plane
            for (x, y), cell in self.cells.items()
            for number, land in enumerate(TERRAINS)
        }
        self.crowns = {square: cell + len(TERRAINS) * plane for square, cell in self.cells.items()}
        self.row = layout.add("row", (1 + seats) * DOMINOES) - 1  # numbers begin at 1
        self.next_row = layout.add("next row", (1 + seats) * DOMINOES) - 1
        self.domino = layout.add("domino to place", DOMINOES) - 1
        self.current = layout.add("current seat", seats)
        self.kind = layout.add("place or pick", len(KINDS))
        self.scores = layout.add("scores", seats)
        self.counts = layout.add("round, dynasty game, dominoes in the bag", 3)
        self.size, self.fields = layout.size, layout.fields

    def observe(
        self, view: JsonObject, seat: int, question: Any = None, picked: Sequence[int] = ()
    ) -> Numbers:
        seen = np.zeros(self.size, np.int16)
        seats, first = self.seats, self.counts
        ones = [
            self.current + (view["current"] - seat) % seats,
            *self._kings(view["row"], self.row, seat),
            *self._kings(view["next_row"], self.next_row, seat),
        ]
        if question is not None:
            ones.append(self.kind + KINDS.index(question.kind))
        ordered = view["seats"][seat:] + view["seats"][:seat]
        land, crowns = self.land, self.crowns
        for start, shown in zip(self.kingdoms, ordered, strict=True):
            tiles = shown["tiles"]
            ones += [start + land[x, y, terrain] for x, y, terrain, _ in tiles]
            for x, y, _, count in tiles:
                if count:
                    seen[start + crowns[x, y]] = count
            if shown["domino"]:
                ones.append(self.domino + shown["domino"])
        seen[ones] = 1
        seen[self.scores : self.scores + seats] = [shown["score"] for shown in ordered]
        seen[first : first + 3] = view["round"], view["dynasty_game"], view["bag_size"]
        return seen

    def _kings(self, row: Sequence[JsonObject], start: int, seat: int) -> list[int]:
        seats = self.seats
        return [
            start
            + domino["number"]
            + (0 if domino["king"] is None else DOMINOES * (1 + (domino["king"] - seat) % seats))
            for domino in row
        ]

    def legal(self, question: Any, picked: Sequence[int] = ()) -> Legal:
        if question.kind == "pick":
            return {self.discard + number: index for index, number in enumerate(question.options)}
        actions = self.actions_of
        options = question.options
        if isinstance(options, list):  # JSON's, which cannot be keys
            options = [place and tuple(place) for place in options]
        return {actions[place]: index for index, place in enumerate(options)}

    def name(self, action: int) -> str:
        if action > self.discard:
            return f"king on {action - self.discard}"
        if action == self.discard:
            return "discard"
        direction, cell = divmod(action, len(self.cells))
        y, x = divmod(cell, self.width)
        reach = self.width // 2
        return f"place at {[x - reach, y - reach, *DIRECTIONS[direction]]}"
