"""Watch a replay in the terminal."""

from __future__ import annotations

import os
import re
import select
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice

from rich.console import Console, Group
from rich.text import Text

from engine import catalogue
from kit.boards import board_of
from kit.play.report import plain
from kit.watch.replays import BROKEN, Replay

DELAYS = (2.4, 1.6, 1.1, 0.75, 0.5, 0.32, 0.2, 0.11, 0.05)  # seconds a frame at speed 1 to 9
IDLE = 0.5  # seconds until the terminal's size is looked at
LOG_BESIDE = 110  # columns from which the log stands beside the board
LOG_WIDTH = 46
LOG_LEAST = 4
HELP = "n next  b back  t/T turn  j jump to turn  space play  1-9 speed  v view  q quit"
ReadKey = Callable[[float], str]
MOST = 64  # bytes of keys read at once
KEY = re.compile(r"\x1b(?:\[[\d;]*[~A-Za-z]|O.)|.", re.DOTALL)
KEY_NAMES = {  # by what terminals send
    "\x1b[C": "right",
    "\x1bOC": "right",
    "\x1b[D": "left",
    "\x1bOD": "left",
    "\x1b[5~": "pageup",
    "\x1b[6~": "pagedown",
    "\x1b[H": "home",
    "\x1b[1~": "home",
    "\x1bOH": "home",
    "\x1b[F": "end",
    "\x1b[4~": "end",
    "\x1bOF": "end",
    "\x7f": "backspace",
    "\x08": "backspace",
    "\x04": "q",
    "\r": "enter",
    "\n": "enter",
}


def show(replay: Replay, *, at: int = 0) -> None:
    """Step by step where a person is at a terminal, else print the log. Raises BadInput."""
    if not can_read_keys():
        print_log(replay)
        return
    console = Console(highlight=False)
    viewer = Viewer(replay, at)
    with reading_keys() as read_key, console.screen() as screen:
        while not viewer.is_over:
            width, height = console.size
            screen.update(Group(*viewer.lines(width, height)))
            viewer.press(read_key(viewer.delay))


def print_log(replay: Replay) -> None:
    console = Console(highlight=False, soft_wrap=True)
    seed = f", seed {replay.data['seed']}" if replay.data.get("seed") is not None else ""
    title = catalogue.info(replay.game).title
    console.print(plain(f"{title}: {' against '.join(replay.names)}{seed}", style="bold"))
    turns = set(replay.turns)
    for frame in range(1, replay.last + 1):
        if frame in turns:
            console.print()
        sentence = replay.sentence(frame)
        console.print(plain(sentence, style="bold" if frame in turns else ""))
    if replay.result:
        console.print()
        console.print(plain(replay.result, style="bold"))


class Viewer:
    """A frame of a replay, moved by keys."""

    def __init__(self, replay: Replay, frame: int = 0) -> None:
        self.replay, self.frame = replay, max(0, min(frame, replay.last))
        self.board = board_of(replay.game)
        self.seen_by = catalogue.info(replay.game).seen_by
        self.positions = replay.positions
        self.seat: int | None = None  # who looks; None: all lies open
        self.speed = 4
        self.is_playing = self.is_over = False
        self.typed: str | None = None  # the number of a turn to jump to

    @property
    def delay(self) -> float:
        return DELAYS[self.speed - 1] if self.is_playing else IDLE

    # --- keys ------------------------------------------------------------------------------------
    def press(self, key: str) -> None:
        """Act on a key; "" is that none came in time."""
        if self.typed is not None and key:
            self._type(key)
        elif key.isdecimal() and key in "123456789":
            self.speed = int(key)
        elif key in ACTS:
            ACTS[key](self)
        elif not key and self.is_playing:
            self.go(self.frame + 1)
            self.is_playing = self.frame < self.replay.last

    def go(self, frame: int) -> None:
        self.frame = max(0, min(frame, self.replay.last))

    def step(self, by: int) -> None:
        self.is_playing = False
        self.go(self.frame + by)

    def step_turn(self, by: int) -> None:
        self.is_playing = False
        turns = self.replay.turns
        index = bisect_right(turns, self.frame) if by > 0 else bisect_left(turns, self.frame) - 1
        if by > 0:
            self.go(turns[index] if index < len(turns) else self.replay.last)
        else:
            self.go(turns[index] if index >= 0 else 0)

    def play(self) -> None:
        self.is_playing = not self.is_playing
        if self.frame == self.replay.last:
            self.frame = 0

    def jump(self) -> None:
        self.is_playing, self.typed = False, ""

    def look(self) -> None:
        """Through the next seat's eyes, after the last one all lies open again."""
        if self.seen_by:
            seat = -1 if self.seat is None else self.seat
            self.seat = seat + 1 if seat + 1 < len(self.replay.names) else None

    def quit(self) -> None:
        self.is_over = True

    def _type(self, key: str) -> None:
        """Write or end the number of the turn to jump to."""
        typed = self.typed or ""
        if key.isdecimal():
            self.typed = (typed + key)[:4]
        elif key == "backspace":
            self.typed = typed[:-1]
        else:
            self.typed = None
            if key == "enter" and typed:
                self.go(self.replay.frame_of_turn(int(typed)))

    # --- lines -----------------------------------------------------------------------------------
    def lines(self, width: int, height: int) -> list[Text]:
        """Return the whole screen: title, board, log, keys."""
        rest = height - 2
        if width >= LOG_BESIDE:
            board = self._board(width - LOG_WIDTH - 3, rest)
            log = self._log(LOG_WIDTH, rest)
            middle = _side_by_side(board, log, width - LOG_WIDTH - 3)
        else:
            board = self._board(width, rest - LOG_LEAST - 1)
            middle = [*board, Text("─" * width, style="dim")]
            middle += self._log(width, rest - len(middle))
        footer = HELP
        if self.typed is not None:
            footer = f"Jump to turn: {self.typed}_  (Enter; any other key cancels)"
        return [self._title(width), *middle, _fit(Text(footer, style="reverse"), width, fill=True)]

    def _title(self, width: int) -> Text:
        replay = self.replay
        turn = replay.turn(self.frame)
        parts = [
            catalogue.info(replay.game).title,
            f"event {replay.number(self.frame)} of {replay.number(replay.last)}",
        ]
        if turn:
            parts.insert(1, replay.sentence(turn[0]))
        if self.seat is not None:
            parts.append(f"as {replay.names[self.seat]} saw it")
        parts += ["▶ playing"] if self.is_playing else []
        return _fit(plain(" · ".join(parts), style="bold reverse"), width, fill=True)

    def _board(self, width: int, most: int) -> list[Text]:
        position, replay = self.positions[self.frame], self.replay
        if self.seat is not None and self.seen_by:
            position = self.seen_by(position, self.seat)
        try:
            lines = self.board.lines(position, replay.names, replay.scores(self.frame), width)
        except BROKEN:
            lines = [Text("This position cannot be drawn: the replay is damaged.")]
        return [_fit(line, width) for line in lines[: max(1, most)]]

    def _log(self, width: int, rows: int) -> list[Text]:
        """Return the latest sentences, wrapped, and the result at the end."""
        replay, frame = self.replay, self.frame
        console = Console(width=width)
        lines: list[Text] = []
        if frame == replay.last and replay.result:
            lines = list(plain(replay.result, style="bold").wrap(console, width))
        for number in islice(range(frame, -1, -1), rows):
            style = "bold" if number == frame else "dim"
            lines = [*plain(replay.sentence(number), style=style).wrap(console, width), *lines]
            if len(lines) >= rows:
                break
        return lines[max(0, len(lines) - rows) :]


ACTS = {
    **dict.fromkeys(("n", "right", "enter"), lambda viewer: viewer.step(1)),
    **dict.fromkeys(("b", "p", "left"), lambda viewer: viewer.step(-1)),
    **dict.fromkeys(("t", "pagedown"), lambda viewer: viewer.step_turn(1)),
    **dict.fromkeys(("T", "pageup"), lambda viewer: viewer.step_turn(-1)),
    **dict.fromkeys(("g", "home"), lambda viewer: viewer.step(-viewer.replay.last)),
    **dict.fromkeys(("G", "end"), lambda viewer: viewer.step(viewer.replay.last)),
    " ": Viewer.play,
    "j": Viewer.jump,
    "v": Viewer.look,
    **dict.fromkeys(("q", "\x1b"), Viewer.quit),
}


def _fit(line: Text, width: int, *, fill: bool = False) -> Text:
    fitted = line.copy()
    fitted.truncate(width, overflow="ellipsis", pad=fill)
    return fitted


def _side_by_side(left: list[Text], right: list[Text], width: int) -> list[Text]:
    lines = []
    for row in range(max(len(left), len(right))):
        line = _fit(left[row] if row < len(left) else Text(), width, fill=True)
        line.append(" │ ", style="dim")
        lines.append(line.append_text(right[row]) if row < len(right) else line)
    return lines


# --- single keys from the terminal --------------------------------------------------------------
def can_read_keys() -> bool:
    """Return whether a person is at a terminal whose keys can be read."""
    try:
        import termios  # noqa: F401, PLC0415  # Windows has none
    except ImportError:
        return False
    return sys.stdin.isatty() and sys.stdout.isatty()


@contextmanager
def reading_keys() -> Iterator[ReadKey]:
    """Yield a function that waits so many seconds for a single key; "" if none came.

    The terminal is as before afterwards.
    """
    import termios  # noqa: PLC0415  # as above
    import tty  # noqa: PLC0415

    source = sys.stdin.fileno()
    before = termios.tcgetattr(source)
    tty.setcbreak(source)

    waiting: list[str] = []

    def read(seconds: float) -> str:
        if not waiting:
            if not select.select([source], [], [], seconds)[0]:
                return ""
            sent = os.read(source, MOST).decode("utf-8", "replace")
            waiting.extend(KEY.findall(sent) or "q")  # nothing sent: nothing more comes
        key = waiting.pop(0)
        return KEY_NAMES.get(key, key)

    try:
        yield read
    finally:
        termios.tcsetattr(source, termios.TCSADRAIN, before)
