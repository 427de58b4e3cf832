"""The interface of codecs: observations as numbers, answers as actions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from engine.game import JsonObject

Numbers = NDArray[np.int16]
Legal = Mapping[int, int | None]  # action -> option to pick; None: no further pick
MOST = 32_767  # no number is larger, none below 0


class Layout:
    """Name the parts of an observation as they are added."""

    def __init__(self) -> None:
        self.size = 0
        self.fields: dict[str, slice] = {}

    def add(self, name: str, size: int) -> int:
        """Return where the part starts."""
        start, self.size = self.size, self.size + size
        self.fields[name] = slice(start, self.size)
        return start


class Codec(ABC):
    """Translates what a bot is sent, and nothing else: so nothing hidden gets in.

    `question` is a Decision or a bot's Request, `picked` the options picked for it so far. A
    released codec never changes: a change is a new version in a new file.
    """

    game: ClassVar[str]
    version: ClassVar[int]
    seats: int
    actions: int
    size: int  # of an observation
    fields: Mapping[str, slice]  # its parts by name

    @abstractmethod
    def observe(
        self, view: JsonObject, seat: int, question: Any = None, picked: Sequence[int] = ()
    ) -> Numbers:
        """Return what `seat` sees; `question` if it is asked one."""

    @abstractmethod
    def legal(self, question: Any, picked: Sequence[int] = ()) -> Legal:
        """Return the actions that may come next."""

    @abstractmethod
    def name(self, action: int) -> str:
        """Describe an action."""
