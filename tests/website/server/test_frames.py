"""Frames of a request share one block of memory."""

from resource import RUSAGE_THREAD, getrusage

from website.server.frames import with_room

DEPTHS, CALLS = 300, 200


def test_calls_at_any_depth_take_no_new_memory() -> None:
    def faults(depth: int) -> int:
        if depth:
            return faults(depth - 1)
        before = getrusage(RUSAGE_THREAD).ru_minflt
        for _ in range(CALLS):
            abs_of(-1)
        return getrusage(RUSAGE_THREAD).ru_minflt - before

    def abs_of(number: int) -> int:
        return abs(number)

    @with_room
    def most() -> int:
        return max(map(faults, range(DEPTHS)))

    assert most() < CALLS, "a call at the end of a block takes a page each time"
