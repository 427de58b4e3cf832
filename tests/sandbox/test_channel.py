"""The channel moves bytes without blocking, whatever the other end does."""

import os
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from sandbox.channel import Channel
from sandbox.printable import printable
from sandbox.runner import Overlong


@dataclass
class Ends:
    """The other side of a channel: what a bot would hold."""

    channel: Channel
    requests: int
    answers: int
    log: int


@pytest.fixture
def ends() -> Iterator[Ends]:
    requests, to_bot = os.pipe()
    from_bot, answers = os.pipe()
    log, told = os.pipe()
    channel = Channel(to_bot, from_bot, log, line=100, log_limit=50)
    yield Ends(channel, requests, answers, told)
    channel.close()
    for end in (requests, answers, told):
        os.close(end)


def test_a_line_is_given_out_when_it_is_whole(ends: Ends) -> None:
    os.write(ends.answers, b"ha")
    ends.channel.pump(0.1)
    assert ends.channel.line() is None
    os.write(ends.answers, b"lf\n")
    ends.channel.pump(0.1)
    assert ends.channel.line() == b"half"


def test_a_line_may_have_exactly_the_limit(ends: Ends) -> None:
    os.write(ends.answers, b"x" * 100 + b"\n")
    ends.channel.pump(0.1)
    assert ends.channel.line() == b"x" * 100


@pytest.mark.parametrize("data", [b"x" * 101, b"x" * 101 + b"\n"])
def test_a_longer_line_is_refused(ends: Ends, data: bytes) -> None:
    os.write(ends.answers, data)
    ends.channel.pump(0.1)
    with pytest.raises(Overlong):
        ends.channel.line()


def test_neither_a_log_nor_half_a_line_ends_the_wait_for_an_answer(ends: Ends) -> None:
    os.write(ends.log, b"thinking\n")
    os.write(ends.answers, b"ha")
    ends.channel.pump(0.02)  # to its end
    assert ends.channel.line() is None
    os.write(ends.log, b"done\n")
    os.write(ends.answers, b"lf\n")
    ends.channel.pump(60)
    assert ends.channel.line() == b"half"
    assert ends.channel.log() == "thinking\ndone\n"


def test_an_end_is_told_while_a_line_is_half(ends: Ends) -> None:
    os.write(ends.answers, b"ha")
    ends.channel.pump(0)
    other = os.dup(ends.log)
    os.dup2(other, ends.answers)  # the last of the writing ends is closed
    ends.channel.pump(60)
    assert ends.channel.ended
    os.close(other)


def test_a_full_log_is_thrown_away_as_fast_as_it_comes(ends: Ends) -> None:
    os.set_blocking(ends.log, False)
    os.write(ends.log, b"the log " * 8)
    ends.channel.pump(0)
    for _ in range(50):
        assert os.write(ends.log, b"spam" * 15_000) == 60_000
        ends.channel.pump(0)
    assert ends.channel.log() == "the log the log the log the log the log the log th"


def test_what_follows_the_answer_is_surplus(ends: Ends) -> None:
    os.write(ends.answers, b"one\ntwo")
    ends.channel.pump(0.1)
    assert ends.channel.line() == b"one"
    assert ends.channel.surplus() == b"two"


def test_sending_never_blocks(ends: Ends) -> None:
    line = b"x" * 300_000
    ends.channel.send(line)
    assert ends.channel.sending
    arrived = b""
    while not arrived.endswith(b"\n"):
        arrived += os.read(ends.requests, 1 << 16)
        ends.channel.pump(0.1)
    assert arrived == line + b"\n"
    assert not ends.channel.sending


def test_the_log_is_cut_at_its_limit_and_still_drained(ends: Ends) -> None:
    for _ in range(100):
        os.write(ends.log, b"spam" * 1000)
        ends.channel.pump(0.1)
    assert ends.channel.log() == ("spam" * 1000)[:50]


def test_bytes_that_could_steer_a_terminal_are_spelled_out() -> None:
    assert printable("a\x1b[2J\x00\u202eb\n", keep="\n") == "a\\x1b[2J\\x00\\u202eb\n"
    assert printable("Grüße, 木") == "Grüße, 木"


def test_the_log_is_marked_where_something_was_printed(ends: Ends) -> None:
    os.write(ends.log, b"start\x1b")
    ends.channel.mark(0)
    os.write(ends.log, "zw\u00f6lf".encode())
    ends.channel.mark(1)
    ends.channel.mark(2)
    os.write(ends.log, b"two")
    ends.channel.mark(3)
    log = ends.channel.log()
    assert log == "start\\x1bzw\u00f6lftwo"
    assert ends.channel.marks() == [(0, log.index("zw")), (2, log.index("two"))]
    ends.channel.close()
    assert ends.channel.marks() == [(0, log.index("zw")), (2, log.index("two"))]


def test_marks_cost_no_more_than_the_log(ends: Ends) -> None:
    for label in range(80):
        os.write(ends.log, b"x")
        ends.channel.mark(label)
    assert len(ends.channel.marks()) < 50, "the limit of the log"
