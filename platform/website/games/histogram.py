"""How often each number came, in a chart of few bars."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import product
from typing import NamedTuple

from website.site.plain_text import minus

MOST_BINS = 24
LABELS = 8
STEPS = (1, 2, 5)  # and these times 10, 100, ...


class Bin(NamedTuple):
    """Values from `least` to `most`; `share` of all, `height` beside the highest, in percent."""

    least: int
    most: int
    times: int
    share: float
    height: float
    label: str  # below its bar, where there is room

    @property
    def words(self) -> str:
        """Return one number, or the first and the last."""
        ends = map(minus, map(str, sorted({self.least, self.most})))
        return "\N{NARROW NO-BREAK SPACE}\N{EN DASH}\N{NARROW NO-BREAK SPACE}".join(ends)


class Histogram:
    """Counts by value; true if there are any."""

    def __init__(self, counts: Mapping[int, int]) -> None:
        self.counts = dict(sorted((value, n) for value, n in counts.items() if n > 0))
        self.total = sum(self.counts.values())

    def __bool__(self) -> bool:
        return self.total > 0

    @property
    def mean(self) -> float | None:
        all_values = sum(value * n for value, n in self.counts.items())
        return all_values / self.total if self else None

    @property
    def median(self) -> int | None:
        """Return the lower one of two in the middle."""
        reached = 0
        for value, n in self.counts.items():
            reached += n
            if 2 * reached >= self.total:
                return value
        return None

    @cached_property
    def bins(self) -> list[Bin]:
        """Return equally wide bins from the least to the greatest value."""
        if not self:
            return []
        least, most = min(self.counts), max(self.counts)
        width = round_width(most - least + 1)
        times: dict[int, int] = defaultdict(int)
        for value, n in self.counts.items():
            times[value // width] += n
        places = range(least // width, most // width + 1)
        highest, every = max(times.values()), -(-len(places) // LABELS)
        return [
            Bin(
                least=place * width,
                most=(place + 1) * width - 1,
                times=times[place],
                share=times[place] / self.total,
                height=100 * times[place] / highest,
                label="" if number % every else minus(place * width),
            )
            for number, place in enumerate(places)
        ]


def round_width(reach: int) -> int:
    """Return the least round width with which few bins hold all values, wherever they begin."""
    widths: Iterator[int] = (step * 10**power for power, step in product(range(30), STEPS))
    return next(width for width in widths if reach <= width * (MOST_BINS - 1))
