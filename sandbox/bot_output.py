"""A bot's messages and printed output, limited."""

import codecs

from sandbox.printable import printable
from sandbox.runner import Overlong


class Lines:
    """Bytes received, taken line by line."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._bytes = bytearray()

    def __len__(self) -> int:
        return len(self._bytes)

    def add(self, data: bytes) -> None:
        self._bytes += data

    @property
    def is_ready(self) -> bool:
        """Whether there is a whole line, or too much for one."""
        return len(self._bytes) > self._limit or b"\n" in self._bytes

    def take(self) -> bytes | None:
        """Return the next line without its end, or None. Raises Overlong."""
        end = self._bytes.find(b"\n", 0, self._limit + 1)
        if end < 0:
            if len(self._bytes) > self._limit:
                raise Overlong
            return None
        line = bytes(self._bytes[:end])
        del self._bytes[: end + 1]
        return line

    def rest(self) -> bytes:
        """Up to 200 bytes."""
        return bytes(self._bytes[:200])


class Log:
    """The first `limit` bytes that it prints, with labels."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._bytes = bytearray()
        self._marks: list[tuple[int, int]] = []

    @property
    def room(self) -> int:
        return self._limit - len(self._bytes)

    def add(self, data: bytes) -> None:
        self._bytes += data[: max(0, self.room)]

    def text(self) -> str:
        return printable(self._bytes.decode("utf-8", "replace"), keep="\n\t")

    def mark(self, label: int) -> None:
        """Label what is added from here on."""
        place = len(self._bytes)
        if self._marks and self._marks[-1][1] == place:
            self._marks.pop()  # nothing was logged under it
        self._marks.append((label, place))

    def marks(self) -> list[tuple[int, int]]:
        """Return labels with the place in `text()` from which each holds."""
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        marks, length, last = [], 0, 0
        for label, place in self._marks:
            if place < len(self._bytes):
                text = decoder.decode(bytes(self._bytes[last:place]))
                length, last = length + len(printable(text, keep="\n\t")), place
                marks.append((label, length))
        return marks
