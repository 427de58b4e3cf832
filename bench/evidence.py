"""Measure beside what others have published: `python -m bench.evidence [--only PART] [--write]`.

`--write` renews the tables of docs/evidence.md. The ratings take longest, some ten minutes on one
core; `--size` multiplies the games, runs or seeds.
"""

from __future__ import annotations

import argparse
import logging
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.util import find_spec

from arena.ratings.intervals import Z
from bench import honesty, kingdomino, kingdomino_players, oracle, peer
from bench.engine import best
from bench.pages import Sheet, write

PAGE = "evidence.md"
PEER = "pyminion"
INSTALLED = {PEER: PEER, "pettingzoo[classic]": "pygame"}  # for speed alone, and how to tell
LEARNING = "Speed: learning environments"
PAPER_GAMES, ORACLE_GAMES, RATES_RUNS, SEEDS = 1_000, 4_000, 8, 1.0
RATED = {
    "sorting": "Ratings: the order",
    "turns": "Ratings: turns and opponents",
    "intervals": "Ratings: intervals",
    "changes": "Ratings: newcomers and new versions",
}
RATING_HEADS = "Measure", "Measured", "Goal", "Reached"


def about(value: float, error: float, digits: int = 2) -> str:
    """Return a value with the half width of its 95 % interval."""
    return f"{value:.{digits}f} ± {Z * error:.{digits}f}"


def paper(size: float) -> list[Sheet]:
    games = max(2, round(PAPER_GAMES * size))
    rows = []
    for line in kingdomino_players.LINES:
        mean, error = kingdomino_players.measure(line, games)
        played = kingdomino_players.games_of(line, games)
        rows.append((line.title, f"{played:,}", about(mean, error), f"{line.theirs:.2f}"))
    heads = "Players", "Games", "Mean score here", "In the paper"
    return [Sheet("Kingdomino: the players of a paper", heads, rows)]


def statistics(size: float) -> list[Sheet]:
    games = oracle.CHUNKS * max(1, round(ORACLE_GAMES * size / oracle.CHUNKS))
    rows = []
    with ProcessPoolExecutor(1) as pool:
        for (one, other), known in oracle.REFERENCE.items():
            row, error = oracle.measure(one, other, games, pool)
            cells = [
                (about(ours, doubt, digits), f"{theirs:.{digits}f}")
                for ours, doubt, theirs, digits in zip(row, error, known, DIGITS, strict=False)
                if theirs is not None
            ]
            rows.append((f"{one} against {other}", f"{games:,}", *sum(cells, ())))
    heads = [head for measure in MEASURES for head in (measure, "known")]
    return [Sheet("Dominion: known statistics", ("Decks", "Games", *heads), rows)]


MEASURES = "Wins, %", "Losses, %", "Ties, %", "Points", "The other's", "Turns"
DIGITS = 1, 1, 1, 2, 2, 2


def ratings(size: float) -> list[Sheet]:
    verdicts = {"reached": "yes", "missed": "no", "": ""}
    return [
        Sheet(
            RATED[name],
            RATING_HEADS,
            [
                (one.label, about(one.value, one.doubt), one.goal, verdicts[one.verdict])
                for one in lines
            ],
        )
        for name, lines in honesty.measured(list(RATED), SEEDS * size).items()
    ]


def speed(size: float) -> list[Sheet]:
    runs = max(1, round(RATES_RUNS * size))
    return [_dominion(runs), _kingdomino(runs), _learning(runs, size)]


def _dominion(runs: int) -> Sheet:
    logging.disable(logging.CRITICAL)
    rows = []
    for deck in peer.DECKS:
        works: dict[str, Callable[[range], None]] = {
            "bare": partial(peer.ours, deck, log=False, views=False),
            "full": partial(peer.ours, deck, log=True, views=True),
        }
        if find_spec(PEER):
            works[PEER] = partial(peer.theirs, deck)
        found = peer.rates(works, runs)
        rates = [f"{found[way]:,.0f}" if way in found else "-" for way in ("bare", "full", PEER)]
        times = [f"{found[way] / found[PEER]:.2f}" if PEER in found else "-" for way in list(works)]
        rows.append((deck, *rates, *times[:2]))
    heads = "Deck", "Here", "with log and views", PEER, "Here, times", "with log and views, times"
    return Sheet("Speed: Dominion", heads, rows)


def _kingdomino(runs: int) -> Sheet:
    games = kingdomino.some_games
    works = {
        "two seats": games(2),
        "four seats": games(4),
        "four seats, with log and a view a decision": games(4, log=True, view=True),
    }
    measured = best(works, runs, 1)
    first = measured["four seats"]
    rows = [
        (title, f"{kingdomino.GAMES / seconds:,.0f}", f"{seconds / first:.2f}")
        for title, seconds in measured.items()
    ]
    heads = "Random play", "Games a CPU second", "Time of a game, in games of four"
    return Sheet("Speed: Kingdomino", heads, rows)


def _learning(runs: int, size: float) -> Sheet:
    from bench import learn  # noqa: PLC0415  needs an extra

    rates = learn.rates(max(1, round(learn.STEPS * min(size, 1))), runs)
    rows = [(title, f"{rate:,.0f}" if rate else "-") for title, rate in rates.items()]
    return Sheet(LEARNING, ("Random play", "Steps a CPU second"), rows)


PARTS: dict[str, Callable[[float], list[Sheet]]] = {
    "paper": paper,
    "statistics": statistics,
    "ratings": ratings,
    "speed": speed,
}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", choices=PARTS, help="a part (repeatable)")
    parser.add_argument("--size", type=float, default=1.0, help="times the games, runs or seeds")
    parser.add_argument("--write", action="store_true", help=f"renew the tables of docs/{PAGE}")
    given = parser.parse_args()
    given.only = given.only or list(PARTS)
    if given.size <= 0:
        parser.error("--size must be above 0")
    if "speed" in given.only and (missing := _missing(given.write)):
        packages = " ".join(f'"{one}"' for one in missing)
        parser.error(f"first install what speed is compared with: pip install {packages}")
    return given


def _missing(is_written: bool) -> list[str]:
    """Name what is to be installed first; a page gets no gaps."""
    if not find_spec("pyspiel"):
        return [".[learn]"]
    return [one for one, module in INSTALLED.items() if is_written and not find_spec(module)]


def main() -> None:
    given = arguments()
    for part in given.only:
        sheets = PARTS[part](given.size)
        for sheet in sheets:
            sheet.show()
        if given.write:
            write(PAGE, sheets)


if __name__ == "__main__":
    main()
